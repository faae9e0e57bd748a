"""What every browser test stands on: one console with the demo data, one browser, and an administrator who is signed in.

The helpers of FaultTests have to be on PYTHONPATH, as Tests/run.py sees to.
"""

import atexit
import contextlib
import functools
import unittest
from pathlib import Path

from playwright.sync_api import sync_playwright

from console_process import EMAIL, PASSWORD, Console
from watch import Watch

DEMO = "simpledemorpc"
"""An app of the demo data, on two platforms."""


@contextlib.contextmanager
def chromium():
    """Debian's Chromium, or Playwright's own where there is none; as root it needs --no-sandbox."""
    program = Path("/usr/bin/chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program if program.exists() else None, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


class SeededConsole(Console):
    """A console that serves the demo data, with EMAIL as its administrator."""

    def prepare(self):
        super().prepare()
        self.command("seed", timeout=300)


def log_in(page, email=EMAIL, password=PASSWORD):
    """Fills in and sends the log-in form the page shows."""
    page.fill("[name=email]", email)
    page.fill("[name=password]", password)
    page.click("main form:has([name=password]) button")


class Stage:
    """A console, a browser, and the cookies of its administrator's one log-in for contexts of any number."""

    def __init__(self, console, browser):
        self.console = console
        self.browser = browser
        self.session = self._log_in()

    def _log_in(self):
        context = self.browser.new_context(base_url=self.console.url)
        page = context.new_page()
        page.goto("/login")
        log_in(page)
        page.wait_for_url("**/apps")
        state = context.storage_state()
        context.close()
        return state


@functools.cache
def shared_stage():
    """The stage of all tests of a run, as it takes some seconds to set up; taken down at exit."""
    down = contextlib.ExitStack()
    atexit.register(down.close)
    return Stage(down.enter_context(SeededConsole()), down.enter_context(chromium()))


class BrowserTest(unittest.TestCase):
    """A test with pages of its own; whatever a page complains about fails the test."""

    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.stage = shared_stage()

    def visitor(self, **options):
        """A page of somebody who is signed out, in a fresh context; `options` as for Playwright's `new_context`."""
        options = {"locale": "zh-CN", "base_url": self.stage.console.url, **options}
        context = self.stage.browser.new_context(**options)
        context.set_default_timeout(20_000)
        self.addCleanup(context.close)
        page = context.new_page()
        watch = Watch(page, options["base_url"])
        self.addCleanup(lambda: self.assertEqual(watch.complaints, [], "what the browser complained about"))
        return page

    def administrator(self, **options):
        """A page of the signed-in administrator."""
        return self.visitor(storage_state=self.stage.session, **options)

    def somebody_else(self, email, **options):
        """A page of a second administrator, signed in: for what changes the account itself, which would last for the tests to come."""
        secret = self.stage.console.home / "password"
        self.stage.console.command("admin", "create", "--email", email, "--password-file", str(secret))
        page = self.visitor(**options)
        page.goto("/login")
        log_in(page, email)
        page.wait_for_url("**/apps")
        return page

    def assert_path(self, page, path):
        """The browser is at `path` (with its query), on this console."""
        self.assertEqual(page.url.removeprefix(self.stage.console.url), path)

    def assert_problem(self, page, field):
        """The problem summary has the focus, links to `field`, and following it leads into the field."""
        page.wait_for_selector("#problems:focus")
        page.click(f'#problems a[href="#field-{field}"]')
        self.assertEqual(page.evaluate("document.activeElement.id"), f"field-{field}")

    def assert_marked(self, page, field):
        """The field itself says that and why it is wrong."""
        self.assertEqual(page.get_attribute(f'[id="field-{field}"]', "aria-invalid"), "true")
        self.assertTrue(page.inner_text(f'[id="error-{field}"]').strip())
