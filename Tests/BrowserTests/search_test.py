"""Finding anything from anywhere, and keeping a page with its filters under a name: with a script and without, wide and narrow."""

import unittest

from stage import DEMO, BrowserTest


class SearchTest(BrowserTest):
    def test_the_box_of_any_page_finds_and_leads_there(self):
        for script in (True, False):
            with self.subTest(script=script):
                page = self.administrator(java_script_enabled=script)
                page.goto(f"/apps/{DEMO}/logs")
                page.fill("#search", self.group()["id"])
                page.press("#search", "Enter")
                page.wait_for_url(f"**/search?near={DEMO}&q=*")
                self.assertEqual(page.input_value("main [name=q]"), self.group()["id"])
                page.click(f"main .hits a[href='/apps/{DEMO}/crash-groups/{self.group()['id']}']")
                page.wait_for_url(f"**/apps/{DEMO}/crash-groups/*")

    def test_narrow_screens_have_a_link_instead(self):
        page = self.administrator(viewport={"width": 320, "height": 700})
        page.goto(f"/apps/{DEMO}")
        self.assertFalse(page.is_visible("#search"))
        page.click(".search-link")
        page.fill("main [name=q]", "2.3")
        page.press("main [name=q]", "Enter")
        page.wait_for_selector("main .hits")
        self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), 320)

    def test_kinds_and_apps_narrow_it(self):
        page = self.administrator(java_script_enabled=False)
        page.goto("/search?q=2")
        self.assertGreater(page.locator("main section:has(.hits)").count(), 1)
        page.select_option("main select[name=kind]", "version")
        page.click("main .filters button")
        self.assertEqual([element.get_attribute("id") for element in page.locator("main section:has(.hits) h2").all()], ["found-version"])
        page.fill("main [name=q]", "nosuchthing")
        page.click("main .filters button")
        self.assertTrue(page.is_visible("main .empty"))

    def test_users_are_found_by_the_beginning_of_their_ids(self):
        user = self.asked(f"/search?q=2088&kind=user&app={DEMO}")["groups"][0]["items"][0]["title"]
        page = self.administrator()
        page.goto(f"/search?q={user[:-2]}&kind=user&app={DEMO}")
        page.click(f"main .hits a[href$='/users/{user}']")
        page.wait_for_url(f"**/apps/{DEMO}/users/{user}")

    def test_a_view_is_saved_opened_renamed_and_deleted(self):
        for script in (True, False):
            with self.subTest(script=script):
                page = self.administrator(java_script_enabled=script)
                page.goto(f"/apps/{DEMO}/logs?platform=android")
                page.click(".views > summary")
                page.fill(".views [name=name]", "安卓日志")
                page.check(".views [name=shared]")
                page.click(".views button")
                page.wait_for_selector("#flash")
                self.assert_path(page, f"/apps/{DEMO}/logs?platform=android")
                self.assertEqual(page.inner_text(".views > summary b"), "安卓日志")

                page.goto(f"/apps/{DEMO}/logs")
                page.click(".views > summary")
                page.click(".views a:has-text('安卓日志')")
                page.wait_for_url("**/logs?platform=android")

                page.goto("/saved-views")
                page.click("tr:has-text('安卓日志') a[href$='/edit']")
                page.fill("main [name=name]", "安卓")
                page.click("main form.fields button")
                page.wait_for_url("**/saved-views")
                page.click("tr:has(a:text-is('安卓')) a[href$='/removal']")
                page.click("main .btn.danger")
                page.wait_for_selector("#flash")
                self.assertEqual(page.locator("main a:text-is('安卓')").count(), 0)

    def test_the_menu_is_read_by_the_keyboard(self):
        page = self.administrator()
        page.goto("/audit?action=app.create")
        page.focus(".views > summary")
        page.keyboard.press("Enter")
        self.assertTrue(page.is_visible(".views .sheet"))
        page.keyboard.press("Escape")
        self.assertFalse(page.is_visible(".views .sheet"))
        self.assertTrue(page.evaluate("document.activeElement.matches('.views > summary')"))

    def group(self):
        return self.asked(f"/apps/{DEMO}/crashes?sort=count&limit=1")["items"][0]

    def asked(self, path):
        status, document = self.stage.console.api("GET", path)
        self.assertEqual(status, 200, document)
        return document


if __name__ == "__main__":
    unittest.main()
