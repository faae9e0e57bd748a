"""A patch from draft to rollback on the pages, with a script and without."""

import re

from stage import BrowserTest

_SCRIPT = {"name": "fix.lua", "mimeType": "text/x-lua", "buffer": b"waxClass{'DemoViewController'}\nfunction show(self)\n    print('fixed')\nend\n"}


class HotpatchesTest(BrowserTest):
    def test_from_draft_to_rollback_with_script(self):
        self.story(self.administrator(), "PatchScript")

    def test_from_draft_to_rollback_without_script(self):
        self.story(self.administrator(java_script_enabled=False), "PatchPlain")

    def story(self, page, name):
        app, _ = self.stage.console.create_app(name, "热修复")
        page.goto(f"/apps/{app}/hotpatches")
        page.click(".empty a.primary")
        self.draft(page)
        page.wait_for_url(re.compile(rf"/apps/{app}/hotpatches/[0-9a-f]+$"))
        address = page.url
        self.assertEqual(self.state(page), "草稿")
        self.assertIn("print", page.inner_text("#script"))

        page.click("main .actions a.primary")
        page.click("form[action$='/publication'] button")
        page.wait_for_url(address)
        self.assertEqual(self.state(page), "进行中")

        self.raise_to(page, "101")
        self.assert_marked(page, "percentage")
        self.raise_to(page, "50")
        self.assertIn("50%", page.inner_text(".head").replace(" ", ""))
        self.raise_to(page, "20")
        self.assert_marked(page, "confirm")

        page.goto(address)
        page.click("form[action$='/pause'] button")
        self.assertEqual(self.state(page), "已暂停")
        page.click("form[action$='/resume'] button")
        self.assertEqual(self.state(page), "进行中")
        self.take_back(page, address)

    def draft(self, page):
        page.set_input_files("[name=script]", _SCRIPT)
        page.fill("[name=targetVersions]", "2.3.1")
        page.fill("[name=note]", "首页崩溃")
        page.fill("[name=percentage]", "10")
        page.click("main form button.primary")

    def state(self, page):
        return page.inner_text(".head .tag")

    def raise_to(self, page, percentage):
        page.fill("[name=percentage]", percentage)
        page.click("form[action$='/rollout'] button.primary")

    def take_back(self, page, address):
        """Not before a page said what it means; afterwards nothing is left to press, and the history has all of it."""
        page.click("main .actions a.danger")
        page.wait_for_url(f"{address}/ending")
        page.click("form[action$='/rollback'] button")
        page.wait_for_url(address)
        self.assertEqual(self.state(page), "已回滚")
        self.assertEqual(page.locator("main .actions form, main .actions a.danger").count(), 0)
        history = page.locator("section:last-of-type tbody th").all_inner_texts()
        self.assertEqual(history, ["回滚", "继续", "暂停", "提高百分比", "发布", "新建草稿"])
