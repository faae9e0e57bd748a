"""Crash reports: `GET /apps/{app}/crash-reports/{id}` `…/raw`, and what this console adds: `…/symbolicated` and `…/text`."""

import time

from contract_case import ContractCase

MAPPING = b"# compiler: R8\ncom.example.Shop -> a.b:\n    1:1:void sell():41:41 -> a\n"
TRACE = "a.b: call 13812345678 or ann.lee@example.com\n\tat a.b.a(SourceFile:1)\n\tat android.os.Handler.dispatchMessage(Handler.java:106)\n"


class CrashReportsTest(ContractCase):
    def setUp(self):
        app = self.new_app(("android",))
        self.app, self.product = app["id"], app["platforms"][0]["logProductId"]

    def report(self, text, **headers):
        """The path of a report that a device sends."""
        self.assert_uploaded(self.client.upload_crash(self.product, text, **headers), 1)
        id = self.client.get(f"/apps/{self.app}/crash-reports").json["items"][0]["id"]
        return f"/apps/{self.app}/crash-reports/{id}"

    def test_fields(self):
        """lists and single ones say who crashed where, and how it was taken"""
        path = self.report(TRACE, userId="u-1", productVersion="2.3.0")
        item = self.client.get(f"/apps/{self.app}/crash-reports").json["items"][0]
        self.assertLessEqual({"id", "time", "platform", "version", "device", "user", "title", "culprit", "group", "handled"}, item.keys())
        report = self.client.get(path).json
        self.assertLessEqual(item.keys() | {"session", "format", "foreground", "model", "fingerprint", "size"}, report.keys())
        self.assertEqual((report["version"], report["user"], report["handled"], report["size"]), ("2.3.0", "u-1", False, len(TRACE)))
        for _ in range(100):
            report = self.client.get(path).json
            if report["group"]:
                break
            time.sleep(0.1)
        self.assertEqual(report["format"], "java")
        listed = self.client.get(f"/apps/{self.app}/crash-reports", group=report["group"]).json
        self.assertEqual([one["id"] for one in listed["items"]], [report["id"]])
        self.assertEqual(self.client.get(f"/apps/{self.app}/crash-reports", handled="true").json["total"], 0)

    def test_symbolicated(self):
        """`…/symbolicated`: with the names of a mapping once somebody brought it; until then it says what is missing"""
        path = self.report(TRACE, productVersion="2.3.0")
        before = self.client.get(f"{path}/symbolicated").json
        self.assertEqual([(one["kind"], one["version"]) for one in before["missing"]], [("mapping", "2.3.0")])
        self.assertEqual(before["thrown"][0]["frames"][0]["function"], "a.b.a")
        answer = self.client.ask("PUT", f"/api/v1/apps/{self.app}/symbols/upload?filename=mapping.txt&version=2.3.0", MAPPING, {
            "Authorization": f"Bearer {self.client.token}", "Content-Type": "application/octet-stream"})
        self.assertEqual(answer.status, 201, answer.text)
        after = self.client.get(f"{path}/symbolicated").json
        self.assertEqual((after["problem"], after["missing"], after["thrown"][0]["type"]), (None, [], "com.example.Shop"))
        frame = after["thrown"][0]["frames"][0]
        wanted = {"function": "com.example.Shop.sell", "file": "Shop.java", "line": 41, "inApp": True, "inlined": False, "module": ""}
        self.assertEqual({name: frame[name] for name in wanted}, wanted)
        self.assertFalse(after["thrown"][0]["frames"][1]["inApp"])
        text = self.client.get(f"{path}/text")
        self.assertTrue(text.type.startswith("text/plain"), text.type)
        self.assertIn("    at com.example.Shop.sell(Shop.java:41)\n", text.text)

    def test_unreadable(self):
        """"What cannot be read is kept raw, shown raw, and counted." """
        path = self.report("no crash at all")
        reading = self.client.get(f"{path}/symbolicated").json
        self.assertEqual((reading["problem"], reading["format"], reading["threads"], reading["thrown"]), ("unknown", "unknown", [], []))
        self.assertEqual(self.client.get(f"{path}/raw").text, "no crash at all")

    def test_masks(self):
        """"masks for phone numbers and e-mail addresses by role" """
        path, viewer = self.report(TRACE), self.client_for("read")
        for end in ("", "/symbolicated", "/text", "/raw"):
            self.assertIn("13812345678", self.client.get(path + end).text)
            hidden = viewer.get(path + end).text
            self.assertIn("138****5678 or a******@example.com", hidden)
            self.assertNotIn("13812345678", hidden)
        raw = viewer.get(f"{path}/raw").body
        self.assertEqual(len(raw), len(TRACE))

    def test_unknown(self):
        """no such report: 404"""
        for end in ("", "/symbolicated", "/text", "/raw"):
            self.assert_problem(self.client.get(f"/apps/{self.app}/crash-reports/none{end}"), 404)
