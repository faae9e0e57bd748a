"""The very first minutes: an empty data directory, the link in the server's output, the first administrator."""

import re

from console_process import PASSWORD, Console
from stage import BrowserTest


class FirstRunTest(BrowserTest):
    def test_the_printed_link_makes_the_first_administrator_once(self):
        console = self.enterContext(EmptyConsole())
        page = self.visitor(base_url=console.url)
        link = re.search(r"http://\S+/setup\?token=\S+", console.log_tail())
        self.assertIsNotNone(link, console.log_tail())
        self.assertTrue(link[0].startswith(console.url), "an address people can open")

        page.goto(link[0])
        page.fill("[name=name]", "第一位管理员")
        page.fill("[name=email]", "first@example.com")
        page.fill("[name=password]", "first@example.com")
        page.click("main form:has([name=password]) button")
        self.assert_problem(page, "password")
        self.assert_marked(page, "password")
        self.assertEqual(page.input_value("[name=email]"), "first@example.com", "what was typed is kept")

        page.fill("[name=password]", PASSWORD)
        page.click("main form:has([name=password]) button")
        page.wait_for_url(f"{console.url}/apps")
        self.assertTrue(page.locator("main a[href='/apps/new']").first.is_visible(), "an empty list says what to do next")

        page.goto(link[0])
        self.assertEqual(page.locator("[name=password]").count(), 0, "the link works once")

    def test_until_then_every_page_says_where_the_link_is(self):
        console = self.enterContext(EmptyConsole())
        page = self.visitor(base_url=console.url)
        for path in ("/", "/apps", "/login"):
            page.goto(path)
            self.assertEqual(page.url, f"{console.url}/setup-needed")
        self.assertIn("console admin create", page.inner_text("main"))


class EmptyConsole(Console):
    """A console nobody has an account on."""

    def prepare(self):
        pass
