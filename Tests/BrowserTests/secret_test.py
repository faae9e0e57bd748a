"""An AppSecret is shown after the password was given again, and nowhere else."""

from console_process import PASSWORD
from stage import DEMO, BrowserTest


class SecretTest(BrowserTest):
    def test_the_secret_needs_the_password_again(self):
        page = self.administrator()
        page.goto(f"/apps/{DEMO}/platforms/ios")
        before = page.content()
        self.ask(page, "not the password")
        self.assert_problem(page, "password")
        self.assert_marked(page, "password")

        self.ask(page, PASSWORD)
        page.wait_for_selector("#secret")
        secret = page.inner_text("#secret")
        self.assertRegex(secret, r"^[0-9a-f]{32}$")
        self.assertNotIn(secret, before)
        page.click("[data-copy=secret]")
        page.wait_for_selector("[data-copy=secret][aria-live]")

        page.goto(f"/apps/{DEMO}/platforms/ios")
        self.assertNotIn(secret, page.content())
        page.goto("/audit")
        self.assertIn("SIMPLEDEMORPC_IOS", page.inner_text("main"))
        self.assertNotIn(secret, page.content())

    def test_the_secret_is_revealed_without_script(self):
        page = self.administrator(java_script_enabled=False)
        page.goto(f"/apps/{DEMO}/platforms/android")
        self.ask(page, PASSWORD)
        self.assertRegex(page.inner_text("#secret"), r"^[0-9a-f]{32}$")
        self.assertFalse(page.locator("[data-copy=secret]").is_visible(), "a button that could not do anything")

    def ask(self, page, password):
        page.fill("#field-password", password)
        page.click("form[action$='/secret-reveal'] button")
