"""For whom colours are the system's own, who reads on paper, and who takes what is shown somewhere else."""

import csv
import io
import json
from pathlib import Path

from page_checks import focus
from stage import DEMO, BrowserTest

_COLOURED = ("/apps", f"/apps/{DEMO}", f"/apps/{DEMO}/crashes?range=7d", f"/apps/{DEMO}/hotpatches", f"/apps/{DEMO}/crash-groups", "/expiries")


class ForcedColoursTest(BrowserTest):
    """Windows' contrast themes: no colour of ours is left, so shape has to carry what colour carried."""

    def test_focus_is_seen_everywhere(self):
        for path in _COLOURED:
            with self.subTest(path):
                self.assertEqual(focus(self.opened(path), whole=False), [])

    def test_states_and_buttons_have_edges(self):
        for path in _COLOURED:
            page = self.opened(path)
            with self.subTest(path):
                self.assertEqual(page.evaluate("""() => [...document.querySelectorAll("main :is(.tag:not(.plain), .btn:not(.link), .card, .kpi, .notice), input, select")]
                    .filter(item => item.getClientRects().length && !["checkbox", "radio", "hidden"].includes(item.type))
                    .filter(item => { const style = getComputedStyle(item); return style.borderStyle === "none" || parseFloat(style.borderWidth) < 1; })
                    .map(item => item.outerHTML.slice(0, 120))"""), [])

    def test_where_one_is_stands_out(self):
        page = self.opened(f"/apps/{DEMO}/crashes?range=7d")
        for current, other in (("#nav a[aria-current]", "#nav a:not([aria-current])"), (".segments a[aria-current]", ".segments a:not([aria-current])")):
            with self.subTest(current):
                self.assertNotEqual(self.background(page, current), self.background(page, other))

    def test_lines_of_a_chart_are_seen_and_told_apart(self):
        page = self.opened(f"/apps/{DEMO}/crash-trend?range=7d")
        lines = page.evaluate("""() => [...document.querySelectorAll("figure.chart")].map(figure => {
            const behind = getComputedStyle(document.documentElement).backgroundColor;
            return [...figure.querySelectorAll("svg.plot.wide .line")].map(line => {
                const style = getComputedStyle(line);
                return [style.strokeDasharray, style.stroke !== behind && style.stroke !== "none", [...line.classList].find(name => /^s\\d$/.test(name))];
            });
        })""")
        self.assertTrue(any(len(figure) > 1 for figure in lines), "a chart of several lines")
        for figure in lines:
            self.assertTrue(all(seen for _, seen, _ in figure))
            dashes = {(style, dash) for dash, _, style in figure}
            self.assertEqual(len({dash for _, dash in dashes}), len({style for style, _ in dashes}), f"each series has a dash of its own: {figure}")

    def background(self, page, selector):
        return page.evaluate("selector => getComputedStyle(document.querySelector(selector)).backgroundColor", selector)

    def opened(self, path):
        page = self.administrator(forced_colors="active", viewport={"width": 1280, "height": 900})
        page.goto(path)
        return page


class PaperTest(BrowserTest):
    def test_a_printed_page_says_where_it_is_from_and_when(self):
        page = self.administrator()
        page.goto(f"/apps/{DEMO}/crashes?range=7d&platform=ios")
        page.emulate_media(media="print")
        head = page.inner_text(".print-head")
        self.assertIn(f"{self.stage.console.url}/apps/{DEMO}/crashes?range=7d&platform=ios", head)
        self.assertRegex(head, r"20\d\d-\d\d-\d\d \d\d:\d\d")
        for gone in (".top", "#nav", ".exports", ".filters .btn", ".skip", "#shortcut-hint"):
            self.assertFalse(page.locator(gone).first.is_visible(), gone)
        self.assertTrue(page.locator(".filters .segments [aria-current]").is_visible(), "the range")
        self.assertEqual(page.locator(".filters .segments a:visible").count(), 1)
        page.emulate_media(media="screen")
        self.assertFalse(page.locator(".print-head").is_visible())

    def test_forms_beside_what_is_read_are_not_printed(self):
        page = self.administrator()
        page.goto(f"/apps/{DEMO}/crash-groups")
        page.locator("main tbody a[href*='/crash-groups/']").first.click()
        page.wait_for_selector("#field-account")
        facts = page.locator("dl.facts.print-only")
        self.assertFalse(facts.is_visible())
        page.emulate_media(media="print")
        for gone in ("#field-account", "#field-version", "#field-into", "#field-text"):
            self.assertFalse(page.locator(gone).is_visible(), gone)
        self.assertTrue(facts.is_visible(), "who looks after it")

    def test_what_is_folded_is_printed(self):
        page = self.administrator()
        page.goto(f"/apps/{DEMO}/crashes?range=7d")
        folded = page.locator("main details.data")
        self.assertFalse(folded.locator("tbody tr").first.is_visible())
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        page.emulate_media(media="print")
        self.assertTrue(folded.locator("tbody tr").first.is_visible())
        self.assertEqual(page.evaluate("getComputedStyle(document.querySelector('main details.data .scroll')).overflowX"), "visible")
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        page.emulate_media(media="screen")
        self.assertFalse(folded.locator("tbody tr").first.is_visible())

    def test_without_a_script_tables_are_printed_too(self):
        page = self.administrator(java_script_enabled=False)
        page.goto(f"/apps/{DEMO}/crashes?range=7d")
        page.emulate_media(media="print")
        self.assertTrue(page.locator("main details.data tbody tr").first.is_visible())


class CopyTest(BrowserTest):
    def test_facts_that_are_names_are_copied(self):
        page = self.administrator(permissions=["clipboard-read", "clipboard-write"])
        button, value = self.fact(page)
        button.click()
        self.assertEqual(page.evaluate("navigator.clipboard.readText()"), value)
        self.assertNotIn(button.inner_text(), ("", "复制"))

    def test_without_a_clipboard_the_text_is_selected(self):
        """As on http, where browsers have none."""
        page = self.administrator()
        page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
        button, value = self.fact(page)
        button.click()
        self.assertEqual(page.evaluate("getSelection().toString()"), value)

    def fact(self, page):
        """The copy button of the first fact that has one by itself, and the fact's text."""
        page.goto(f"/apps/{DEMO}/build-certificates")
        page.goto(page.get_attribute("main tbody a", "href"))
        place = page.locator(".facts dd.mono:has(> [data-copy])").first
        return place.locator("[data-copy]"), place.locator("> span").inner_text()


class ExportTest(BrowserTest):
    def test_a_list_is_taken_as_a_table_and_as_a_document(self):
        for script in (True, False):
            with self.subTest(script=script):
                page = self.administrator(java_script_enabled=script, viewport={"width": 320, "height": 800})
                page.goto(f"/apps/{DEMO}/crash-groups?platform=ios&limit=1")
                table, document = self.taken(page, "CSV"), self.taken(page, "JSON")
                self.assertEqual((table[0], document[0]), (f"{DEMO}-crash-groups.csv", f"{DEMO}-crash-groups.json"))
                self.assertTrue(table[1].startswith(b"\xef\xbb\xbf"))
                rows, items = list(csv.DictReader(io.StringIO(table[1].decode("utf-8-sig")))), json.loads(document[1])["items"]
                self.assertEqual([row["id"] for row in rows], [item["id"] for item in items])
                self.assertGreater(len(rows), 1, "more than the page's own size")
                self.assertEqual({item["platform"] for item in items}, {"ios"}, "the page's filter")

    def taken(self, page, name):
        with page.expect_download() as started:
            page.click(f".exports a:has-text('{name}')")
        return started.value.suggested_filename, Path(started.value.path()).read_bytes()
