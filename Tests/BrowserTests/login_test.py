"""Logging in and out."""

from urllib.parse import quote

from console_process import EMAIL, PASSWORD
from stage import BrowserTest, log_in

ELSEWHERE = ["//evil.example/", "/\\evil.example/", "https://evil.example/", "/\t/evil.example", "javascript:window.hit=1", "/%2f/../\\evil.example"]


class LoginTest(BrowserTest):
    def test_a_wrong_password_is_refused_without_saying_which_part_is_wrong(self):
        page = self.visitor()
        page.goto("/login")
        said = [self.refusal(page, email) for email in (EMAIL, "nobody@example.com")]
        self.assertEqual(said[0], said[1])
        self.assertEqual(page.input_value("[name=email]"), "nobody@example.com", "the address is kept")
        self.assertEqual(page.input_value("[name=password]"), "", "the password is not")
        page.goto("/apps")
        self.assertIn("/login", page.url)

    def refusal(self, page, email):
        log_in(page, email, "not the password")
        self.assert_problem(page, "password")
        self.assert_marked(page, "password")
        return page.inner_text("#problems")

    def test_the_page_that_was_asked_for_comes_after_log_in(self):
        page = self.visitor()
        page.goto("/apps/simpledemorpc/crashes?from=-1h&platform=ios")
        self.assertIn("/login", page.url)
        log_in(page)
        page.wait_for_url("**/crashes?**")
        self.assert_path(page, "/apps/simpledemorpc/crashes?from=-1h&platform=ios")

    def test_log_in_never_leads_to_another_site(self):
        for place in ELSEWHERE:
            with self.subTest(place):
                page = self.visitor()
                page.goto(f"/login?return={quote(place, safe='')}")
                log_in(page)
                page.wait_for_url("**/apps")
                self.assert_path(page, "/apps")

    def test_log_out_ends_the_session(self):
        page = self.visitor()
        page.goto("/login")
        log_in(page)
        page.wait_for_url("**/apps")
        page.click("summary:has(.who)")
        page.click("form[action='/logout'] button")
        page.wait_for_url("**/login**")
        page.go_back()
        page.goto("/account")
        self.assertIn("/login", page.url)

    def test_log_out_everywhere_ends_the_other_browsers_sessions(self):
        email = "second@example.com"
        secret = self.stage.console.home / "password"
        self.stage.console.command("admin", "create", "--email", email, "--password-file", str(secret))
        here, there = self.visitor(), self.visitor()
        for page in (here, there):
            page.goto("/login?return=/account")
            log_in(page, email, PASSWORD)
            page.wait_for_url("**/account")
        here.click("form[action='/account/sessions/end'] button")
        here.wait_for_url("**/login")
        there.goto("/account")
        self.assertIn("/login", there.url)

    def test_a_form_sent_after_its_session_ended_comes_back_filled(self):
        for script in (True, False):
            with self.subTest(script=script):
                page = self.visitor(java_script_enabled=script)
                page.goto("/login?return=/members/new")
                log_in(page)
                page.wait_for_url("**/members/new")
                page.fill("[name=email]", f"kept{script}@example.com")
                page.fill("[name=name]", '保留 "<b>')
                page.check("[name=role][value=operator]")
                page.context.clear_cookies()
                page.click("main form .primary")
                self.assertIn("/login/again", page.url)
                self.assertIn("登录已过期", page.inner_text("#problems"))
                self.log_in_again(page, "not the password")
                self.assert_problem(page, "loginPassword")
                self.assert_marked(page, "loginPassword")
                self.log_in_again(page, PASSWORD)
                page.wait_for_url("**/members")
                self.assertEqual(page.input_value("[name=email]"), f"kept{script}@example.com")
                self.assertEqual(page.input_value("[name=name]"), '保留 "<b>')
                self.assertTrue(page.is_checked("[name=role][value=operator]"))
                self.assertEqual(self.stage.console.api("GET", f"/members?q=kept{script}@example.com")[1]["total"], 0, "nothing was done yet")
                page.click("main form .primary")
                self.assertIn("/password?token=", page.inner_text("#link"))

    def log_in_again(self, page, password):
        page.fill("[name=loginEmail]", EMAIL)
        page.fill("[name=loginPassword]", password)
        page.click("main form .primary")

    def test_a_form_from_before_another_log_in_comes_back_filled(self):
        page = self.visitor()
        page.goto("/login?return=/members/new")
        log_in(page)
        page.wait_for_url("**/members/new")
        page.fill("[name=email]", "stale@example.com")
        page.context.clear_cookies()
        other = page.context.new_page()
        other.goto("/login")
        log_in(other)
        other.wait_for_url("**/apps")
        page.click("main form .primary")
        page.wait_for_selector("#problems:focus")
        self.assertEqual(page.input_value("[name=email]"), "stale@example.com")
        page.click("main form .primary")
        page.wait_for_selector("#link")

    def test_an_action_after_its_session_ended_leads_back_to_its_page(self):
        page = self.visitor()
        page.goto("/login?return=/account")
        log_in(page)
        page.wait_for_url("**/account")
        page.context.clear_cookies()
        page.click("form[action$='/sessions/end'] button")
        page.wait_for_url("**/login?**")
        self.assertIn("没有执行", page.inner_text("#flash"))
        log_in(page)
        page.wait_for_url("**/account")

    def test_language_and_colours_can_be_chosen_before_log_in(self):
        page = self.visitor(java_script_enabled=False)
        page.goto("/login?return=/account")
        for name, value, attribute in (("language", "en", "lang"), ("theme", "dark", "data-theme")):
            page.click("footer summary")
            page.click(f"button[name={name}][value={value}]")
            self.assertEqual(page.get_attribute("html", attribute), value)
            self.assertEqual(page.input_value("[name=return]"), "/account", "what was asked for is not forgotten")
