"""Builds as people meet them: brought by a page, scanned from a screen or from paper, installed from a phone."""

import re
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

from stage import BrowserTest

sys.path.append(str(Path(__file__).resolve().parents[1] / "ContractTests"))

import build_files  # noqa: E402

PHONES = {
    "iphone": "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1",
    "android": "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36",
    "harmony": "Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 Mobile",
    "wechat": "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.49.2600",
}


class BuildsTest(BrowserTest):
    def test_upload_with_script(self):
        self.upload(self.administrator(locale="zh-CN"), "BuildScript", 21)

    def test_upload_without_script(self):
        self.upload(self.administrator(locale="zh-CN", java_script_enabled=False), "BuildPlain", 22)

    def upload(self, page, name, number):
        app, _ = self.stage.console.create_app(name, "构建测试")
        page.goto(f"/apps/{app}/builds")
        page.click(".empty a.primary")
        self.assert_path(page, f"/apps/{app}/builds/new")
        package = {"name": "Demo.ipa", "mimeType": "application/octet-stream", "buffer": build_files.ipa(version="3.0.0", build=str(number))}
        page.fill("[name=notes]", "先看首页")
        page.set_input_files("input[type=file]", package)
        page.click("form button.primary")
        page.wait_for_url(re.compile(rf"/apps/{app}/builds/[0-9a-f]+$"))
        self.assertIn(f"3.0.0 ({number})", page.inner_text("h1"))
        self.assertIn("NSCameraUsageDescription", page.inner_text("main"))
        self.assertEqual(page.input_value("[name=notes]"), "先看首页")

    def test_what_is_no_package_is_refused_by_name(self):
        page = self.administrator(locale="zh-CN", java_script_enabled=False)
        page.goto("/apps/mobilehall/builds/new")
        page.set_input_files("input[type=file]", {"name": "Demo.apk", "mimeType": "application/octet-stream", "buffer": build_files.ipa()})
        page.click("form button.primary")
        self.assert_marked(page, "file")
        self.assertIn("Demo.apk", page.inner_text("#problems"))

    def test_codes_are_read_from_screen_and_paper(self):
        """In light, dark and print."""
        if not shutil.which("zbarimg"):
            self.skipTest("zbarimg is not installed")
        build = self.build()
        for scheme, media in (("light", "screen"), ("dark", "screen"), ("dark", "print")):
            page = self.administrator(locale="en", color_scheme=scheme)
            page.goto(f"/apps/simpledemorpc/builds/{build['id']}")
            page.emulate_media(media=media, color_scheme=scheme)
            picture = page.locator("figure.qr svg").screenshot()
            read = subprocess.run(["zbarimg", "--quiet", "--raw", "-"], input=picture, capture_output=True, check=True).stdout.decode().strip()
            self.assertEqual(read, build["installURL"], f"{scheme}, {media}")

    def build(self, platform="ios"):
        return self.stage.console.api("GET", f"/apps/simpledemorpc/builds?platform={platform}&state=current")[1]["items"][0]

    def test_each_phone_gets_its_page(self):
        android, ios = self.build("android"), self.build("ios")
        for phone, build, wanted in (("android", android, "/download?system=android"), ("wechat", android, "在浏览器打开"), ("iphone", ios, "--public-url"),
                                     ("iphone", android, "不是给你的系统用的"), ("harmony", ios, "不是给你的系统用的")):
            with self.subTest(f"{phone} {build['platform']}"):
                page = self.visitor(user_agent=PHONES[phone], viewport={"width": 390, "height": 844}, has_touch=True)
                self.assertEqual(page.goto(f"/i/{build['installCode']}").status, 200)
                self.assertIn(wanted, page.content())
                self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), 390)
                self.assertNotIn("itms-services:", page.content(), "not by plain http")

    def test_the_doctor_looks_at_a_device(self):
        build = next(item for item in self.stage.console.api("GET", "/apps/simpledemorpc/builds?platform=ios")[1]["items"]
                     if item["version"] == "2.3.0")
        page = self.visitor(user_agent=PHONES["iphone"], java_script_enabled=False)
        for device, wanted in (("00008110-000a1b2c3d4e5f60", "这台设备在描述文件里"), ("00008110-0000000000000000", "这台设备不在描述文件里")):
            page.goto(f"/i/{build['installCode']}")
            page.fill("[name=device]", device)
            page.click("form[method=get] button")
            self.assertIn(wanted, page.inner_text("#doctor"))

    def test_a_password_opens_the_page(self):
        build = self.stage.console.api("GET", "/apps/mobilehall/builds")[1]["items"][0]
        self.stage.console.api("PUT", f"/apps/mobilehall/install-links/{build['installCode']}", {"password": "open sesame"})
        self.addCleanup(self.stage.console.api, "PUT", f"/apps/mobilehall/install-links/{build['installCode']}", {"password": ""})
        page = self.visitor(locale="en", user_agent=PHONES["android"])
        page.goto(f"/i/{build['installCode']}")
        self.assertNotIn(build["version"], page.content())
        page.fill("[name=password]", "wrong")
        page.click("main form button")
        self.assertIn("not the password", page.inner_text(".problems"))
        page.fill("[name=password]", "open sesame")
        page.click("main form button")
        page.wait_for_selector(".offer")
        self.assertIn(build["version"], page.inner_text("main"))


if __name__ == "__main__":
    unittest.main()
