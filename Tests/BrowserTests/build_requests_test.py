"""A build from request to package on the page, with an agent that the test plays; and uploads that go on after the connection broke."""

import json
import os
import re
import sys
import unittest
from pathlib import Path

from stage import BrowserTest

sys.path.append(str(Path(__file__).resolve().parents[1] / "ContractTests"))

import build_files  # noqa: E402


class BuildRequestsTest(BrowserTest):
    def test_followed_to_the_package(self):
        """The log and the state come by themselves, in the same document."""
        page, app = self.asked("FollowedBuild", {})
        page.evaluate("window.sameDocument = true")
        claim = self.claim(app)
        self.raw("POST", claim, "log?offset=0", "\x1b[32m▸ Compiling\x1b[0m\n".encode(), "text/plain")
        page.wait_for_selector("#build-progress .log:has-text('▸ Compiling')")
        self.assertNotIn("[32m", page.inner_text(".log"))
        self.raw("PUT", claim, "artifact?filename=App.ipa", build_files.ipa(version="6.0.0", build="60"), "application/octet-stream")
        self.raw("POST", claim, "result", b'{"result":"succeeded","exitCode":0}', "application/json")
        page.wait_for_selector("#build-over")
        self.assertTrue(page.evaluate("window.sameDocument"))
        self.assertEqual(page.inner_text("#build-over .tag"), "成功")
        page.click("main .actions a.primary")
        page.wait_for_url(re.compile(rf"/apps/{app}/builds/[0-9a-f]+$"))
        self.assertIn("6.0.0 (60)", page.inner_text("h1"))

    def test_without_script(self):
        """A link shows how far it is; cancelling and building again are buttons."""
        page, app = self.asked("PlainBuild", {"java_script_enabled": False})
        address = page.url
        claim = self.claim(app)
        self.raw("POST", claim, "log?offset=0", b"plain\n", "text/plain")
        page.click("noscript a")
        self.assertIn("plain", page.inner_text(".log"))
        page.click("main .actions .danger")
        self.assertIn("已取消", page.inner_text("#build-over"))
        self.assertEqual(self.raw("POST", claim, "lease", b"{}", "application/json")[0], 409)
        page.click("main .actions button")
        self.assertNotEqual(page.url, address)
        self.assertIn("#2", page.inner_text("h1"))

    def asked(self, name, options):
        """The page of a request that was asked for by the form, and its app."""
        app, _ = self.stage.console.create_app(name, "构建请求")
        page = self.administrator(**options)
        page.goto(f"/apps/{app}/build-requests")
        page.click(".empty a.primary")
        page.fill("[name=repository]", "https://git.example.com/app.git")
        page.fill("[name=parameters]", "SCHEME=App\nEMPTY=")
        page.click("main form button.primary")
        page.wait_for_url(re.compile(rf"/apps/{app}/build-requests/[0-9a-f]+$"))
        self.assertIn("SCHEME", page.inner_text("main"))
        return page, app

    def claim(self, app):
        """The request of this app; what the demo has waiting comes first."""
        while True:
            status, claim = self.stage.console.api("POST", "/build-agents/claims", {"name": "browser", "platforms": ["ios"]})
            self.assertEqual(status, 201)
            if claim["request"]["app"] == app:
                return claim

    def raw(self, method, claim, path, body, type):
        connection = self.stage.console.connect(timeout=30)
        try:
            headers = {"Authorization": f"Bearer {self.stage.console.token}", "Build-Lease": claim["lease"]["token"], "Content-Type": type}
            connection.request(method, f"/api/v1/build-requests/{claim['request']['id']}/{path}", body, headers)
            answer = connection.getresponse()
            text = answer.read()
            return answer.status, json.loads(text) if text else None
        finally:
            connection.close()


class UploadTest(BrowserTest):
    def choose(self, page, app, content):
        page.goto(f"/apps/{app}/builds/new")
        page.set_input_files("input[type=file]", {"name": "Large.ipa", "mimeType": "application/octet-stream", "buffer": content})
        page.click("form button.primary")

    def test_it_goes_on_after_the_connection_broke(self):
        app, _ = self.stage.console.create_app("BrokenUpload", "断点续传")
        content = build_files.ipa(version="7.0.0", build="70", extra={"noise": os.urandom(20 << 20)})
        page = self.administrator()
        pieces = []

        def passing(route):
            """The second piece does not get through."""
            if route.request.method != "PATCH":
                return route.continue_()
            pieces.append(int(route.request.headers["upload-offset"]))
            return route.abort("aborted") if len(pieces) == 2 else route.continue_()

        page.route("**/build-uploads/**", passing)
        self.choose(page, app, content)
        page.wait_for_url(re.compile(rf"/apps/{app}/builds/[0-9a-f]+$"), timeout=60_000)
        self.assertIn("7.0.0 (70)", page.inner_text("h1"))
        self.assertEqual(pieces[:3], [0, 8 << 20, 8 << 20], "the first piece is not sent again")

    def test_it_goes_on_after_the_page_was_closed(self):
        app, _ = self.stage.console.create_app("ClosedUpload", "断点续传")
        package = self.stage.console.home / "Large.ipa"
        package.write_bytes(build_files.ipa(version="7.1.0", build="71", extra={"noise": os.urandom(12 << 20)}))
        page, pieces = self.administrator(), []

        def passing(route):
            """After the first piece the connection is gone, until the page is opened anew."""
            if route.request.method == "PATCH":
                pieces.append(int(route.request.headers["upload-offset"]))
            return route.abort("aborted") if broken and pieces[-1:] > [0] else route.continue_()

        page.route("**/build-uploads/**", passing)
        for broken in (True, False):
            page.goto(f"/apps/{app}/builds/new")
            page.set_input_files("input[type=file]", package)
            page.click("form button.primary")
            if broken:
                page.get_by_text("连接中断").wait_for()
                page.goto("/apps")
        page.wait_for_url(re.compile(rf"/apps/{app}/builds/[0-9a-f]+$"), timeout=60_000)
        self.assertEqual(pieces.count(0), 1, "what was sent before is not sent again")


if __name__ == "__main__":
    unittest.main()
