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

    def test_the_dialog_of_shortcuts_opens_and_closes(self):
        page = self.opened(f"/apps/{DEMO}/actives")
        page.keyboard.press("?")
        page.wait_for_selector("#shortcuts[open]")
        self.assertTrue(page.evaluate("document.activeElement.closest('dialog') !== null"))
        page.keyboard.press("j")
        page.keyboard.press("Escape")
        page.wait_for_selector("#shortcuts", state="hidden")
        page.focus("#shortcut-hint")
        page.keyboard.press("Enter")
        page.wait_for_selector("#shortcuts[open]")

    def test_slash_goes_to_the_search_and_f_to_the_filters(self):
        page = self.opened(f"/apps/{DEMO}/actives")
        page.keyboard.press("/")
        self.assert_focused(page, "#search")
        page.keyboard.type("gc/?fjk")
        self.assertEqual(page.input_value("#search"), "gc/?fjk", "no shortcut while typing")
        self.assertIn("/actives", page.url)
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("f")
        self.assert_focused(page, ".filters input, .filters select")
        page.set_viewport_size({"width": 390, "height": 800})
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("/")
        page.wait_for_url("**/search?*")
        self.assert_focused(page, "main [name=q]")

    def test_a_search_is_typed_and_sent_by_keyboard(self):
        page = self.opened("/apps")
        page.keyboard.press("Control+k")
        self.assert_focused(page, "#search")
        page.keyboard.type(DEMO)
        page.keyboard.press("Enter")
        page.wait_for_url("**/search?*")
        self.assertIn(DEMO, page.inner_text("main"))

    def test_g_and_a_letter_lead_to_a_page(self):
        page = self.opened(f"/apps/{DEMO}/actives")
        page.keyboard.type("gc")
        page.wait_for_url("**/crashes")

    def test_arrows_turn_to_the_period_before_and_back(self):
        page = self.opened(f"/apps/{DEMO}/crashes?range=24h")
        before = page.get_attribute("main a[rel=prev]", "href")
        page.keyboard.press("ArrowLeft")
        page.wait_for_url(lambda url: url.endswith(before))
        page.keyboard.press("ArrowRight")
        page.wait_for_url(lambda url: not url.endswith(before))
        here = page.url
        page.focus("svg.plot.wide")
        page.keyboard.press("ArrowLeft")
        self.assertTrue(page.inner_text(".reading"), "a chart keeps its arrows")
        page.focus("[name=from]")
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("Alt+Shift+ArrowLeft")
        self.assertEqual(page.url, here)

    def test_j_and_k_walk_through_rows_and_enter_opens_one(self):
        page = self.opened(f"/apps/{DEMO}/crash-groups")
        for keys, row in (("j", 0), ("jj", 2), ("k", 1), ("kkk", 0)):
            for key in keys:
                page.keyboard.press(key)
            self.assertTrue(page.evaluate(
                "row => document.querySelectorAll('main tbody tr')[row].contains(document.activeElement)", row), f"{keys} leads to row {row}")
        target = page.evaluate("document.activeElement.getAttribute('href')")
        page.keyboard.press("Enter")
        page.wait_for_url(lambda url: url.endswith(target))

    def test_single_keys_and_control_k_have_switches_of_their_own(self):
        page = self.opened(f"/apps/{DEMO}/actives")
        self.switch(page, "single", False)
        for key in ("j", "f", "/", "g", "c", "ArrowLeft"):
            page.keyboard.press(key)
        self.assertTrue(page.evaluate("document.activeElement.matches('body, main, dialog button, #shortcut-hint')"))
        self.assertTrue(page.url.endswith("/actives"))
        page.keyboard.press("Control+k")
        self.assert_focused(page, "#search")
        self.switch(page, "single", True)
        self.switch(page, "search", False)
        page.keyboard.press("Control+k")
        self.assertFalse(page.evaluate("document.activeElement.matches('#search')"))
        page.keyboard.press("/")
        self.assert_focused(page, "#search")

    def test_all_shortcuts_can_be_switched_off_and_on_again(self):
        page = self.opened(f"/apps/{DEMO}/actives")
        self.switch(page, "all", False)
        page.reload()
        for key in ("?", "/", "j", "Control+k"):
            page.keyboard.press(key)
        self.assertFalse(page.locator("#shortcuts").is_visible(), "switched off, also after loading the page anew")
        self.assert_focused(page, "body")
        page.click("#shortcut-hint")
        self.assertTrue(page.is_disabled("#shortcuts-single") and page.is_disabled("#shortcuts-search"))
        page.check("#shortcuts-on")
        page.keyboard.press("Escape")
        page.keyboard.press("?")
        page.wait_for_selector("#shortcuts[open]")

    def test_input_methods_are_left_alone(self):
        """What is composed arrives as keys too; 229 is what some browsers say instead of `isComposing`."""
        page = self.opened(f"/apps/{DEMO}/actives")
        page.evaluate("""() => {
            for (const init of [{ key: "?", isComposing: true }, { key: "/", keyCode: 229 }, { key: "k", ctrlKey: true, isComposing: true }, { key: "j", isComposing: true }])
                document.body.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init }));
        }""")
        self.assertFalse(page.locator("#shortcuts").is_visible())
        self.assert_focused(page, "body")

    def test_browsers_keys_are_theirs(self):
        page = self.opened(f"/apps/{DEMO}/actives")
        taken = page.evaluate("""() => [{ key: "/", ctrlKey: true }, { key: "j", metaKey: true }, { key: "f", ctrlKey: true }, { key: "ArrowLeft", altKey: true },
            { key: "k", ctrlKey: true, shiftKey: true }, { key: "g", ctrlKey: true }, { key: "?", altKey: true }]
            .filter(init => !document.body.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init }))).map(init => init.key)""")
        self.assertEqual(taken, [])

    def switch(self, page, name, on):
        """By the switch in the dialog, which is opened without a shortcut."""
        page.click("#shortcut-hint")
        page.set_checked(f"[data-shortcuts={name}]", on)
        page.keyboard.press("Escape")
        page.wait_for_selector("#shortcuts", state="hidden")

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
