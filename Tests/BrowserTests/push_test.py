"""A message from the composer to the figures, without script; and the page of a diagnosis task."""

import re
import tempfile
from datetime import datetime, timedelta, timezone

from push_service import Devices, PushService, device_of
from stage import BrowserTest

SHANGHAI = timezone(timedelta(hours=8))


class PushTest(BrowserTest):
    """An app with two devices, and a stand-in for Apple's service."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.console = cls.stage.console
        folder = cls.enterClassContext(tempfile.TemporaryDirectory(prefix="console-push-"))
        cls.service = cls.enterClassContext(PushService(folder))
        cls.app, _ = cls.console.create_app("PushPages", "推送检查")
        cls.service.add_certificate(cls.console, cls.app)
        Devices(cls.console, cls.app).bind(2)

    def compose(self, page, title):
        page.goto(f"/apps/{self.app}/push-messages/new")
        page.fill("[name=title]", title)
        page.fill("[name=body]", "打开看看")
        page.check("[name='target.kind'][value=all]")
        return page

    def test_from_composer_to_figures_without_script(self):
        page = self.compose(self.administrator(java_script_enabled=False), "十一月上新")
        page.click("button[formaction$='/push-messages/preview']")
        self.assertIn("十一月上新", page.inner_text("#push-look"))
        self.assertIn("2", page.inner_text("#push-estimate"))
        self.assertEqual(page.input_value("[name=title]"), "十一月上新", "what was typed is kept")
        page.click("main form[data-guard] button.primary")
        page.wait_for_url(re.compile(r"/push-messages/[0-9a-f]+$"))
        message = page.url
        page.click("main form[action$='/review'] button")
        page.wait_for_url("**/review")
        self.confirm_wrongly(page)
        page.fill("[name=count]", "2")
        page.fill("[name=windowSeconds]", "2")
        page.check("[name=untested]")
        page.click("main form[action$='/confirmation'] button.primary")
        self.assertTrue(page.url.startswith(message))
        self.follow(page, message)

    def confirm_wrongly(self, page):
        """Another number than was frozen, and no tick for what nobody tested: both are marked, nothing is sent."""
        review = page.url
        page.fill("[name=count]", "3")
        page.click("main form[action$='/confirmation'] button.primary")
        self.assert_marked(page, "count")
        self.assert_marked(page, "untested")
        self.assertFalse(any("十一月上新" in line["payload"] for line in self.service.lines()))
        page.goto(review)

    def follow(self, page, message):
        """The window to cancel, then it is sent by itself."""
        for _ in range(100):
            page.goto(message)
            if page.locator("#push-state .tag", has_text="已完成").count():
                break
            page.wait_for_timeout(200)
        self.assertEqual(page.locator("#push-state .tag").inner_text(), "已完成")
        figures = page.inner_text("#push-figures")
        self.assertIn("2", figures)
        self.assertEqual(len([line for line in self.service.lines() if "十一月上新" in line["payload"]]), 2)
        page.click("#push-figures a[href$='/deliveries']")
        self.assertIn(device_of(0), page.inner_text("main"))

    def test_cancelling_within_the_window(self):
        page = self.compose(self.administrator(), "取消的消息")
        page.click("main form[data-guard] button.primary")
        page.wait_for_url(re.compile(r"/push-messages/[0-9a-f]+$"))
        page.click("main form[action$='/review'] button")
        page.wait_for_url("**/review")
        page.fill("[name=count]", "2")
        page.check("[name=untested]")
        page.click("main form[action$='/confirmation'] button.primary")
        page.click("#push-actions form[action$='/cancellation'] button")
        page.wait_for_selector("#push-state .tag:has-text('已取消')")
        self.assertEqual([line for line in self.service.lines() if "取消的消息" in line["payload"]], [])

    def test_preview_comes_by_itself(self):
        page = self.compose(self.administrator(), "自己来的预览")
        page.wait_for_selector("#push-look:has-text('自己来的预览')")
        page.goto("about:blank")

    def test_a_device_and_its_messages(self):
        page = self.administrator()
        page.goto(f"/apps/{self.app}/push-devices")
        page.click(f"main table a[href$='/push-devices/{device_of(1)}']")
        self.assertIn("user1", page.inner_text("main"))
        self.assertNotIn("0" * 40, page.content(), "tokens are shortened")


class DiagnosisTest(BrowserTest):
    def test_a_task_is_made_and_deleted(self):
        app, _ = self.stage.console.create_app("DiagnosisPages", "诊断检查")
        page = self.administrator(java_script_enabled=False)
        page.goto(f"/apps/{app}/diagnostics")
        page.click(f"main a[href$='/apps/{app}/diagnostics/new']")
        start = datetime.now(SHANGHAI).replace(minute=0, second=0) - timedelta(hours=3)
        page.fill("[name=deviceId]", "UTDpages0001")
        page.fill("[name=from]", f"{start:%Y-%m-%d %H:%M}")
        page.fill("[name=to]", f"{start - timedelta(hours=1):%Y-%m-%d %H:%M}")
        page.fill("[name=description]", "首页空白")
        page.click("main form[data-guard] button.primary")
        self.assert_marked(page, "to")
        self.assertEqual(page.input_value("[name=description]"), "首页空白", "what was typed is kept")
        page.fill("[name=to]", f"{start + timedelta(hours=2):%Y-%m-%d %H:%M}")
        page.click("main form[data-guard] button.primary")
        page.wait_for_url(re.compile(r"/diagnostics/[0-9a-f]+$"))
        self.assertIn("UTDpages0001", page.inner_text("main"))
        self.assertIn("未处理", page.inner_text("main"))
        page.click("main a[href$='/removal']")
        page.click("main form[action$='/removal'] button")
        page.wait_for_url("**/diagnostics")
        self.assertNotIn("UTDpages0001", page.inner_text("main"))
