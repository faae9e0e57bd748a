"""The ledger of changes on its pages and on charts: every link leads somewhere, with a script and without."""

import csv
import io
from datetime import datetime
from pathlib import Path
from urllib.parse import quote

from stage import DEMO, BrowserTest


class ChangesTest(BrowserTest):
    def changes(self, query=""):
        """Up to 500 of the demo's, newest first."""
        found, cursor = [], ""
        for _ in range(5):
            status, page = self.stage.console.api("GET", f"/apps/{DEMO}/changes?limit=100{query}{cursor}")
            self.assertEqual(status, 200)
            found += page["items"]
            if not page["next"]:
                break
            cursor = f"&cursor={quote(page['next'])}"
        return found

    def test_every_change_of_the_demo_leads_to_its_page(self):
        page = self.administrator()
        changes = self.changes()
        self.assertGreater(len({change["kind"] for change in changes}), 5)
        gone = {change["subject"] for change in changes if any(word in change["action"].lower() for word in ("delete", "remove"))}
        links = {change["href"]: change for change in changes if change["subject"] is None or change["subject"] not in gone}
        for href, change in links.items():
            with self.subTest(href=href, action=change["action"]):
                self.assertEqual(page.request.get(href).status, 200)

    def test_what_reaches_devices_says_for_whom(self):
        for change in self.changes("&devices=true"):
            with self.subTest(action=change["action"], object=change["object"]):
                self.assertTrue(change["reachesDevices"])
                self.assertTrue(change["audience"])

    def test_charts_lead_to_what_changed_with_script(self):
        self.follow(self.administrator())

    def test_charts_lead_to_what_changed_without_script(self):
        self.follow(self.administrator(java_script_enabled=False))

    def follow(self, page):
        newest = next(change for change in self.changes("&devices=true&from=-7d") if change["kind"] != "diagnosis")
        page.goto(f"/apps/{DEMO}/crashes?range=7d")
        self.assertGreater(page.locator("svg.plot.wide line.marker").count(), 0)
        page.click("figure.chart details.data > summary")
        link = page.locator(f"figure.chart details.data li a[href='{newest['href']}']").last
        self.assertIn(newest["title"].split(" ", 1)[-1], link.inner_text())
        link.click()
        self.assert_path(page, newest["href"])

    def test_a_charts_figures_are_a_file(self):
        page = self.administrator()
        page.goto(f"/apps/{DEMO}/crash-trend?range=24h")
        page.locator("figure.chart details.data > summary").first.click()
        with page.expect_download() as download:
            page.locator("figure.chart details.data > button").first.click()
        text = Path(download.value.path()).read_bytes().decode()
        self.assertTrue(text.startswith("\ufeff"))
        head, *rows = list(csv.reader(io.StringIO(text[1:])))
        self.assertEqual(len(head), page.locator("figure.chart").first.locator("thead th").count())
        self.assertEqual(len(rows), page.locator("figure.chart").first.locator("tbody tr").count())
        self.assertTrue(all(len(row) == len(head) for row in rows))
        self.assertTrue(all(datetime.fromisoformat(row[0].replace("Z", "+00:00")).tzinfo for row in rows))
        self.assertTrue(any(float(cell) > 0 for row in rows for cell in row[1:] if cell))

    def test_filters_work_without_script(self):
        page = self.administrator(java_script_enabled=False)
        page.goto(f"/apps/{DEMO}/changes")
        page.select_option("[name=kind]", "patch")
        page.check("[name=devices]")
        page.click("form.filters button.primary")
        self.assertIn("kind=patch", page.url)
        self.assertGreater(page.locator("main tbody tr").count(), 0)
        page.fill("[name=object]", "nosuchthing")
        page.click("form.filters button.primary")
        self.assertEqual(page.locator("main tbody tr").count(), 0)
        page.click("main .empty a")
        self.assert_path(page, f"/apps/{DEMO}/changes")
