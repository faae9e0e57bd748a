"""The console without a mouse: skip link, menus, drawer, dialog, shortcuts, charts, forms."""

from console_process import EMAIL, PASSWORD
from stage import DEMO, BrowserTest

FOCUSED = "document.activeElement.matches(%r)"


class KeyboardTest(BrowserTest):
    def test_the_skip_link_comes_first_and_leads_to_the_text(self):
        page = self.opened("/members")
        page.keyboard.press("Tab")
        self.assert_focused(page, ".skip")
        self.assertGreaterEqual(page.locator(".skip").bounding_box()["x"], 0, "shown while it has the focus")
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        self.assertTrue(page.evaluate("document.activeElement.closest('main') !== null"))

    def test_menus_open_with_enter_and_close_with_escape(self):
        page = self.opened("/members")
        for menu in (".menu.apps", ".menu:has([name=theme])", ".menu:has(.who)"):
            with self.subTest(menu):
                page.focus(f"{menu} > summary")
                page.keyboard.press("Enter")
                self.assertTrue(page.locator(f"{menu} .sheet").is_visible())
                self.assertEqual(page.locator("details.menu[open]").count(), 1, "one menu at a time")
                page.keyboard.press("Tab")
                self.assertTrue(page.evaluate(f"document.activeElement.closest({menu!r}) !== null"))
                page.keyboard.press("Escape")
                self.assertFalse(page.locator(f"{menu} .sheet").is_visible())
                self.assert_focused(page, f"{menu} > summary")

    def test_an_app_is_chosen_and_the_language_changed(self):
        page = self.somebody_else("chooser@example.com")
        page.focus(".menu.apps > summary")
        for key in ("Enter", "Tab", "Enter"):
            page.keyboard.press(key)
        page.wait_for_url("**/apps/*")
        page.focus(".menu:has([name=theme]) > summary")
        page.keyboard.press("Enter")
        page.focus("button[name=language][value=en]")
        page.keyboard.press("Enter")
        page.wait_for_selector("html[lang=en]")
        page.focus(".menu:has([name=theme]) > summary")
        page.keyboard.press("Enter")
        page.focus("button[name=language][value=zh-CN]")
        page.keyboard.press("Space")
        page.wait_for_selector("html[lang=zh-CN]")

    def test_the_drawer_of_a_phone_opens_and_closes(self):
        for script in (True, False):
            with self.subTest(script=script):
                page = self.opened(f"/apps/{DEMO}", viewport={"width": 390, "height": 800}, java_script_enabled=script)
                page.focus(".menu-link")
                page.keyboard.press("Enter")
                page.wait_for_selector("#nav", state="visible")
                page.keyboard.press("Tab")
                self.assert_focused(page, "#nav .close")
                page.keyboard.press("Escape" if script else "Enter")
                page.wait_for_selector("#nav", state="hidden")
                if script:
                    self.assert_focused(page, ".menu-link")

    def test_shortcuts_and_their_dialog(self):
        page = self.opened(f"/apps/{DEMO}/actives")
        page.keyboard.press("?")
        page.wait_for_selector("#shortcuts[open]")
        self.assertTrue(page.evaluate("document.activeElement.closest('dialog') !== null"))
        page.keyboard.press("Escape")
        page.wait_for_selector("#shortcuts", state="hidden")
        page.keyboard.press("/")
        self.assert_focused(page, ".filters input, .filters select")
        page.keyboard.type("gc")
        self.assertIn("/actives", page.url, "no shortcut while typing")
        page.evaluate("document.activeElement.blur()")
        page.keyboard.type("gc")
        page.wait_for_url("**/crashes")
        page.keyboard.press("?")
        page.uncheck("#shortcuts-on")
        page.keyboard.press("Escape")
        page.keyboard.type("ga")
        page.keyboard.press("?")
        self.assertFalse(page.locator("#shortcuts").is_visible(), "switched off")
        self.assertIn("/crashes", page.url)

    def test_a_chart_is_read_point_by_point(self):
        page = self.opened(f"/apps/{DEMO}/crashes?range=24h")
        page.focus("svg.plot.wide")
        page.keyboard.press("ArrowLeft")
        last = page.inner_text(".reading")
        page.keyboard.press("ArrowLeft")
        self.assertTrue(last and page.inner_text(".reading") not in ("", last))
        page.keyboard.press("Escape")
        self.assertEqual(page.inner_text(".reading"), "")

    def test_a_member_is_invited(self):
        page = self.visitor()
        page.goto("/login?return=/members/new")
        page.focus("[name=email]")
        self.type_through(page, EMAIL, PASSWORD)
        page.keyboard.press("Enter")
        page.wait_for_url("**/members/new")
        page.focus("[name=email]")
        self.type_through(page, "keyboard@example.com", "键盘")
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        self.assert_focused(page, "[name=role][value=viewer]")
        page.keyboard.press("ArrowDown")
        self.assert_focused(page, "[name=role][value=operator]:checked")
        page.keyboard.press("Enter")
        page.wait_for_selector("#link")

    def opened(self, path, **options):
        page = self.administrator(**options)
        page.goto(path)
        return page

    def type_through(self, page, *texts):
        """One text after the other, Tab between them."""
        for number, text in enumerate(texts):
            if number:
                page.keyboard.press("Tab")
            page.keyboard.insert_text(text)

    def assert_focused(self, page, selector):
        self.assertTrue(page.evaluate(FOCUSED % selector), page.evaluate("document.activeElement.outerHTML.slice(0, 200)"))
