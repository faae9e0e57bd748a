"""What devices send is on the statistics pages: the minute they sent it for, live, and as a file."""

import csv
import io
from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

from log_lines import SHANGHAI
from stage import DEMO, BrowserTest
from uploads import minute_of_life, recent_minute, seed_crash_line, upload


class StatisticsTest(BrowserTest):
    def setUp(self):
        self.app, self.product = self.stage.console.create_app(f"Stats{self._testMethodName[-12:]}".replace("_", ""), "统计测试")

    def test_uploaded_lines_are_in_the_row_of_their_minute(self):
        minute = recent_minute(5)
        lines = minute_of_life(self.product, minute, actives=4) + [seed_crash_line(self.product, minute, "ios-bad-access")]
        self.assertIn("5 accepted", upload(self.stage.console, self.product, lines))
        page = self.administrator()
        page.goto(f"/apps/{self.app}/crashes?range=1h")
        self.assertEqual(self.row(page, minute), ["1", "4", "25.00%"])
        self.assertEqual(self.row(page, minute - timedelta(minutes=1)), ["0", "0", "-"])
        self.assertTrue(page.locator("main svg[role=img]").first.is_visible())

        page.goto(f"/apps/{self.app}/crash-reports")
        page.click("main table a[href*='/crash-reports/']")
        self.assertIn("EXC_BAD_ACCESS", page.inner_text("main"))

    def row(self, page, minute):
        """Crashes, active reports and crash rate beside a minute in the table."""
        return page.locator(self.row_of(minute)).locator("td.num").all_inner_texts()

    def row_of(self, minute):
        return f"#minutes tbody tr:has(time[datetime^='{self.stamp(minute)}'])"

    def stamp(self, minute):
        """The start of RFC 3339 as it stands in `datetime`: people are shown Shanghai's time unless they chose another."""
        return minute.astimezone(SHANGHAI).strftime("%Y-%m-%dT%H:%M")

    def test_new_lines_appear_without_reloading(self):
        page = self.administrator()
        page.goto(f"/apps/{self.app}/crashes?range=1h")
        page.evaluate("window.sameDocument = true")
        minute = recent_minute(3)
        upload(self.stage.console, self.product, minute_of_life(self.product, minute, actives=7, crashes=2))
        page.wait_for_selector(f"{self.row_of(minute)} >> text='28.57%'", timeout=5_000)
        self.assertEqual(self.row(page, minute), ["2", "7", "28.57%"])
        self.assertTrue(page.evaluate("window.sameDocument"))

    def test_the_table_as_a_file(self):
        minute = recent_minute(4)
        upload(self.stage.console, self.product, minute_of_life(self.product, minute, actives=2, crashes=1))
        page = self.administrator()
        page.goto(f"/apps/{self.app}/crashes?range=1h")
        with page.expect_download() as started:
            page.click("main a[href*='crashes.csv']")
        self.assertRegex(started.value.suggested_filename, r"\.csv$")
        text = started.value.path().read_bytes()
        self.assertTrue(text.startswith(b"\xef\xbb\xbf"), "Excel reads UTF-8 only with a byte order mark")
        rows = list(csv.reader(io.StringIO(text.decode("utf-8-sig"))))
        found = [row for row in rows if row[0].startswith(self.stamp(minute))]
        self.assertEqual(len(found), 1, rows[:3])
        self.assertEqual(found[0][1:3], ["1", "2"])


class StatisticsFilterTest(BrowserTest):
    def test_back_brings_the_filters_back(self):
        page = self.administrator()
        page.goto(f"/apps/{DEMO}/crashes")
        version = page.locator("select[name=version] option").nth(1).get_attribute("value")
        page.select_option("select[name=version]", version)
        page.wait_for_url("**version=**")
        filtered = page.url
        self.assertEqual(parse_qs(urlsplit(filtered).query)["version"], [version])
        page.click(".side a[href*='/actives']")
        page.wait_for_url("**/actives**")
        page.go_back()
        self.assertEqual(page.url, filtered)
        self.assertEqual(page.input_value("select[name=version]"), version)
        page.reload()
        self.assertEqual(page.input_value("select[name=version]"), version)

    def test_filters_work_without_script(self):
        page = self.administrator(java_script_enabled=False)
        page.goto(f"/apps/{DEMO}/crashes")
        version = page.locator("select[name=version] option").nth(1).get_attribute("value")
        page.select_option("select[name=version]", version)
        page.click("form.filters .primary")
        self.assertEqual(parse_qs(urlsplit(page.url).query)["version"], [version])
        self.assertEqual(page.input_value("select[name=version]"), version)

    def test_a_period_can_be_typed_and_a_wrong_one_is_explained(self):
        page = self.administrator()
        page.goto(f"/apps/{DEMO}/crashes")
        page.fill("[name=from]", "昨天下午")
        page.click("form.filters .primary")
        page.wait_for_selector("#problems")
        self.assertEqual(page.input_value("[name=from]"), "昨天下午", "what was typed is kept")
