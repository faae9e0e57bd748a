"""Adding an app in three steps, with a script and without."""

from stage import BrowserTest


class WizardTest(BrowserTest):
    def test_three_steps_with_script(self):
        self.three_steps(self.administrator(), "WizardScript")

    def test_three_steps_without_script(self):
        self.three_steps(self.administrator(java_script_enabled=False), "WizardPlain")

    def three_steps(self, page, english_name):
        app = english_name.lower()
        page.goto("/apps")
        page.click("main a[href='/apps/new']")
        self.basics(page, english_name)

        page.wait_for_url(f"**/apps/{app}/first-version")
        page.fill("[name='ios.bundleId']", "com.example 有空格")
        page.click("main form .primary")
        self.assert_problem(page, "ios.bundleId")
        self.assert_marked(page, "ios.bundleId")
        page.fill("[name='ios.bundleId']", "com.example.wizard")
        page.select_option("[name='ios.repositoryType']", "git")
        page.fill("[name='ios.repositoryAddress']", "https://git.example.com/team/wizard.git")
        page.click("main form .primary")

        page.wait_for_url(f"**/apps/{app}/ready")
        self.assertIn(f"{english_name.upper()}_IOS-", page.inner_text("main"))
        page.click(f"main a.primary[href='/apps/{app}']")
        page.wait_for_url(f"**/apps/{app}")
        self.platform(page, app)

    def basics(self, page, english_name):
        page.fill("[name=name]", "向导测试")
        page.fill("[name=englishName]", "1不行")
        page.click("main form .primary")
        self.assert_problem(page, "englishName")
        self.assert_marked(page, "englishName")
        self.assertEqual(page.input_value("[name=name]"), "向导测试", "what was typed is kept")
        page.fill("[name=englishName]", english_name)
        page.click("main form .primary")

    def platform(self, page, app):
        """What the wizard wrote down can be changed later."""
        page.goto(f"/apps/{app}/platforms/ios")
        self.assertEqual(page.input_value("[name=bundleId]"), "com.example.wizard")
        page.fill("[name=bundleId]", "com example")
        page.click("form[action$='/details'] button")
        self.assert_problem(page, "bundleId")
        self.assert_marked(page, "bundleId")

    def test_a_double_click_makes_one_app(self):
        for english_name, script in (("TwiceScript", True), ("TwicePlain", False)):
            with self.subTest(english_name):
                page = self.administrator(java_script_enabled=script)
                page.goto("/apps/new")
                page.fill("[name=name]", "双击")
                page.fill("[name=englishName]", english_name)
                page.dblclick("main form .primary")
                page.wait_for_url(lambda url: not url.endswith("/apps/new"))
                page.goto(f"/apps?q={english_name}")
                self.assertEqual(page.locator("ul.tiles > li").count(), 1)

    def test_leaving_a_half_filled_form_asks(self):
        page = self.administrator()
        asked = []
        page.on("dialog", lambda dialog: asked.append(dialog.type))
        page.goto("/apps/new")
        page.fill("[name=name]", "半途")
        page.click("main .crumbs a")
        page.wait_for_url("**/apps")
        self.assertEqual(asked, ["beforeunload"])
