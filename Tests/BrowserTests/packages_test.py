"""Repackaging as in the documents: add MPHttpClient and MPCommonUI, check, package, download; with a script and without, in both languages."""

import io
import json
import re
import time
import zipfile

from stage import BrowserTest

_WANTED = ("MPHttpClient", "MPCommonUI")
_WORDS = {
    "zh-CN": {"check": "检查", "create": "打包", "back": "返回修改", "again": "基于这个包重新打包"},
    "en": {"check": "Check", "create": "Package", "back": "Back to change it", "again": "Repackage from this one"},
}


class PackagesTest(BrowserTest):
    def test_repackaging_with_script(self):
        self.repackage(self.administrator(locale="zh-CN"), "PackScript", "zh-CN")

    def test_repackaging_without_script(self):
        self.repackage(self.administrator(locale="zh-CN", java_script_enabled=False), "PackPlain", "zh-CN")

    def test_repackaging_in_english(self):
        self.repackage(self.administrator(locale="en"), "PackEnglish", "en")

    def repackage(self, page, name, language):
        words = _WORDS[language]
        app, _ = self.stage.console.create_app(name, "打包测试")
        page.goto(f"/apps/{app}/packages")
        page.click(".empty a.primary")
        self.assert_path(page, f"/apps/{app}/packages/new")
        for module in _WANTED:
            self.tick(page, module)
        self.press(page, words["check"])
        self.review(page)

        self.press(page, words["back"])
        for module in _WANTED:
            self.assertTrue(page.is_checked(self.box(module)), "what was ticked is kept")
        self.press(page, words["check"])
        self.press(page, words["create"])
        page.wait_for_url(re.compile(rf"/apps/{app}/packages/[0-9a-f]+$"))
        self.assertIn("#1", page.inner_text("h1"))
        self.written(page)
        self.archive(page)
        self.again(page, words, app)

    def box(self, module):
        return f"input[name=modules][value={module}]"

    def tick(self, page, module):
        page.check(self.box(module))

    def press(self, page, word):
        page.get_by_role("button", name=word, exact=True).click()

    def review(self, page):
        """Each ticked module is there, and what it needs with the way from it."""
        table = page.locator("main table tbody")
        for module in _WANTED:
            self.assertEqual(table.locator(f"tr:has(th a:text-is('{module}')) .tag.run").count(), 1, module)
        ways = [text for text in table.locator("td:nth-child(3)").all_inner_texts() if "→" in text]
        self.assertTrue(any(way.startswith(_WANTED) for way in ways), ways)
        self.assertEqual(page.locator(".notice.bad").count(), 0)

    def written(self, page):
        """The page says when the archive is there: by itself with a script, when it is asked again without."""
        link = page.locator("main a.primary[href$='/download']")
        for _ in range(100):
            if link.count():
                return
            time.sleep(0.2)
            page.reload()
        self.fail(page.inner_text("main"))

    def archive(self, page):
        answer = page.request.get(page.get_attribute("main a.primary[href$='/download']", "href"))
        self.assertEqual(answer.status, 200)
        archive = zipfile.ZipFile(io.BytesIO(answer.body()))
        self.assertIsNone(archive.testzip())
        manifest = json.loads(archive.read(next(name for name in archive.namelist() if name.endswith("/BuildConfig.json"))))
        self.assertLessEqual(set(_WANTED), {module["name"] for module in manifest["modules"] if module["direct"]})
        self.assertIn("APCommonUI.bundle", manifest["resources"])

    def again(self, page, words, app):
        """The next one begins with this one's choice; one module less is a difference of one and what only it needed."""
        page.get_by_role("link", name=words["again"], exact=True).click()
        page.uncheck(self.box(_WANTED[1]))
        self.press(page, words["check"])
        self.assertIn(_WANTED[1], page.inner_text("main .diff"))
        self.press(page, words["create"])
        page.wait_for_url(re.compile(rf"/apps/{app}/packages/[0-9a-f]+$"))
        self.assertIn("#2", page.inner_text("h1"))
        page.goto(f"/apps/{app}/packages")
        self.assertEqual(page.locator("main tbody tr").count(), 2)

    def test_the_search_narrows_the_list_as_one_types(self):
        page = self.administrator()
        app, _ = self.stage.console.create_app("PackSearch", "搜索测试")
        page.goto(f"/apps/{app}/packages/new")
        self.tick(page, "MPCommonUI")
        page.fill("main [name=q]", "mphttp")
        self.assertEqual(page.locator(".pick:visible b").all_inner_texts(), ["MPHttpClient"])
        page.fill("main [name=q]", "nosuchmodule")
        self.assertEqual(page.locator(".pick:visible").count(), 0)
        self.assertTrue(page.is_visible("[data-filter-none]"))
        page.fill("main [name=q]", "")
        page.check("[data-filter-ticked]")
        self.assertEqual(page.locator(".pick:visible b").all_inner_texts(), ["MPCommonUI"])

    def test_the_search_keeps_what_is_ticked_without_script(self):
        page = self.administrator(java_script_enabled=False)
        app, _ = self.stage.console.create_app("PackFind", "搜索测试")
        page.goto(f"/apps/{app}/packages/new")
        self.tick(page, "MPCommonUI")
        page.fill("main [name=q]", "mphttp")
        page.press("main [name=q]", "Enter")
        self.assertEqual(page.locator(".pick b").all_inner_texts(), ["MPHttpClient"])
        self.tick(page, "MPHttpClient")
        self.press(page, _WORDS["zh-CN"]["check"])
        self.review(page)

    def test_nothing_ticked_is_told_at_the_list(self):
        page = self.administrator()
        app, _ = self.stage.console.create_app("PackNone", "空选")
        page.goto(f"/apps/{app}/packages/new")
        self.press(page, _WORDS["zh-CN"]["check"])
        self.assert_problem(page, "modules")

    def test_a_double_click_makes_one_package(self):
        for name, script in (("PackDouble", True), ("PackDoublePlain", False)):
            with self.subTest(name):
                page = self.administrator(java_script_enabled=script)
                app, _ = self.stage.console.create_app(name, "双击")
                page.goto(f"/apps/{app}/packages/new")
                self.tick(page, "MPHttpClient")
                self.press(page, _WORDS["zh-CN"]["check"])
                page.get_by_role("button", name=_WORDS["zh-CN"]["create"], exact=True).dblclick()
                page.wait_for_url(re.compile(rf"/apps/{app}/packages/[0-9a-f]+$"))
                page.goto(f"/apps/{app}/packages")
                self.assertEqual(page.locator("main tbody tr").count(), 1)

    def test_one_that_waits_is_cancelled_begun_again_and_followed(self):
        """Others before it keep the workers busy for long enough."""
        page = self.administrator()
        app, _ = self.stage.console.create_app("PackStop", "取消")
        for number in range(40):
            _, package = self.stage.console.api("POST", f"/apps/{app}/packages", {
                "platform": "ios", "modules": [{"name": name} for name in _WANTED], "minimumOS": f"13.{number}"})
        page.goto(f"/apps/{app}/packages/{package['id']}")
        page.click("form[action$='/cancellation'] button")
        page.wait_for_selector("form[action$='/retry'] button")
        self.assertEqual(page.locator("main a.primary[href$='/download']").count(), 0)
        page.click("form[action$='/retry'] button")
        page.wait_for_selector("form[action$='/cancellation'] button")
        page.evaluate("window.sameDocument = true")
        page.wait_for_selector("main a.primary[href$='/download']", timeout=120_000)
        self.assertTrue(page.evaluate("window.sameDocument"), "the page told it by itself")
