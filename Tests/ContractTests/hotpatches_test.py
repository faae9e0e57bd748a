"""Hotpatch: a script is drafted, published, raised, taken back; devices fetch exactly what was published, and what they say counts once."""

import hashlib
import time
import unittest

from certificate_files import send
from gateway_case import GatewayCase

ASKS = "alipay.client.getUnionResource"
REPORTS = "mpaas.hotpatch.report"
SCRIPT = "print('修复')\n".encode()


class HotpatchesCase(GatewayCase):
    def draft(self, script=SCRIPT, name="fix.lua", **fields):
        about = {"platform": "ios", "targetVersions": "1.0.0", "note": "首页", "percentage": "100"} | fields
        return send(self.client, f"/apps/{self.app}/hotpatches", {"script": (name, script)}, **about)

    def drafted(self, **fields):
        answer = self.draft(**fields)
        self.assertEqual(answer.status, 201, answer.text)
        return answer.json

    def step(self, hotpatch, step, body=None):
        return self.client.post(f"/apps/{self.app}/hotpatches/{hotpatch['id']}/{step}", body or {})

    def publish(self, **fields):
        hotpatch = self.drafted(**fields)
        answer = self.step(hotpatch, "publication")
        self.assertLess(answer.status, 300, answer.text)
        return hotpatch

    def now(self, hotpatch):
        return self.client.get(f"/apps/{self.app}/hotpatches/{hotpatch['id']}").json

    def ask(self, device=None, **fields):
        device = device or self.device
        request = {"productVersion": "1.0.0", "did": device.fields["Did"], "osVersion": "18.1", "mobileModel": "iPhone17,1", "netType": "WIFI"}
        return self.assert_code(device.call(ASKS, request | fields), 1000)

    def report(self, version, event, device=None, **fields):
        return self.assert_code((device or self.device).call(REPORTS, {"version": version, "event": event} | fields), 1000)

    def eventually(self, read, wanted):
        end = time.monotonic() + 15
        while read() != wanted and time.monotonic() < end:
            time.sleep(0.2)
        self.assertEqual(read(), wanted)


class StoryTest(HotpatchesCase):
    def test_from_draft_to_rollback(self):
        """`draft → running ⇄ paused → ended | rolledBack`; the result of the device call"""
        self.assertEqual(self.ask(), {"patch": None})
        hotpatch = self.drafted(percentage="0", runAt="now", format="1", guard="off")
        self.assertEqual(hotpatch["state"], "draft")
        self.assertEqual(self.ask(), {"patch": None})
        self.assertEqual(self.step(hotpatch, "publication").json["state"], "running")
        self.assertEqual(self.ask(), {"patch": None})
        self.assertEqual(self.step(hotpatch, "rollout", {"percentage": 100}).json["percentage"], 100)
        patch = self.ask()["patch"]
        self.assertEqual(set(patch), {"version", "url", "sha256", "size", "format", "signature", "runAt"})
        self.assertEqual((patch["version"], patch["format"], patch["runAt"]), (hotpatch["version"], 1, "now"))
        self.assertEqual(self.step(hotpatch, "pause").json["state"], "paused")
        self.assertEqual(self.ask(), {"patch": None})
        self.assertEqual(self.step(hotpatch, "resume").json["state"], "running")
        self.assertEqual(self.step(hotpatch, "rollback").json["state"], "rolledBack")
        self.assertEqual(self.ask(), {"patch": None})
        self.assertEqual(self.ask(current=patch["version"]), {"rollback": [patch["version"]]})
        for step in ("publication", "pause", "resume", "end", "rollback"):
            self.assert_problem(self.step(hotpatch, step), 409)

    def test_ended_stays(self):
        """`{"rollback":[…]}` for devices that hold a withdrawn patch: one that has ended is not withdrawn"""
        hotpatch = self.publish()
        version = self.ask()["patch"]["version"]
        self.step(hotpatch, "end")
        self.assertEqual(self.ask(current=version), {"patch": None})

    def test_package(self):
        """downloads are whole or in parts, immutable, and gone once withdrawn"""
        for format in ("1", "2"):
            with self.subTest(format):
                hotpatch = self.publish(format=format)
                patch = self.ask()["patch"]
                path = "/hotpatches/" + patch["url"].split("/hotpatches/")[1]
                whole = self.nobody.ask("GET", path)
                self.assertEqual((whole.status, len(whole.body)), (200, patch["size"]))
                self.assertEqual(hashlib.sha256(whole.body).hexdigest(), patch["sha256"])
                self.assertIn("immutable", whole.headers["Cache-Control"])
                part = self.nobody.ask("GET", path, headers={"Range": "bytes=10-"})
                self.assertEqual((part.status, part.body), (206, whole.body[10:]))
                self.assertEqual(self.nobody.ask("GET", path, headers={"If-None-Match": whole.headers["ETag"]}).status, 304)
                self.assertNotIn(SCRIPT, whole.body)
                self.step(hotpatch, "rollback")
                self.assertEqual(self.nobody.ask("GET", path).status, 404)

    def test_newer_replaces(self):
        """one running patch per app, platform and version, newer replaces older"""
        old, new = self.publish(targetVersions="1.0.0,1.1.0"), self.publish(targetVersions="1.1.0")
        self.assertEqual(self.ask(productVersion="1.0.0")["patch"]["version"], old["version"])
        self.assertEqual(self.ask(productVersion="1.1.0")["patch"]["version"], new["version"])
        self.assertEqual(self.now(old)["liveVersions"], ["1.0.0"])
        self.publish(targetVersions="1.0.0")
        self.assertEqual(self.now(old)["state"], "ended")


class ReportsTest(HotpatchesCase):
    def test_each_device_once(self):
        """`{version, event:"downloaded|applied|failed|rolledback", code?}`"""
        hotpatch = self.publish()
        for _ in range(2):
            for event in ("downloaded", "applied"):
                self.assertEqual(self.report(hotpatch["version"], event), {"accepted": True})
        self.report(hotpatch["version"], "failed", device=self.new_device(), code="E42")
        self.eventually(lambda: self.now(hotpatch)["reports"], {"downloaded": 1, "applied": 1, "failed": 1, "rolledBack": 0})

    def test_never_offered(self):
        """reports for releases never offered: ignored with a reason"""
        hotpatch = self.publish(percentage="0")
        self.assertEqual(self.report(hotpatch["version"], "failed"), {"accepted": False, "reason": "neverOffered"})
        self.assertEqual(self.report("99", "failed"), {"accepted": False, "reason": "unknownVersion"})
        self.assert_code(self.device.call(REPORTS, {"version": "1", "event": "offered"}), 3002)
        self.assertEqual(self.now(hotpatch)["reports"]["failed"], 0)


class InputTest(HotpatchesCase):
    def test_bad_scripts(self):
        """empty, huge and binary scripts"""
        for script in (b"", b"a\0b", b"\x1bLua", b"\xff\xfe"):
            problem = self.assert_problem(self.draft(script=script), 422)
            self.assertEqual([error["pointer"] for error in problem["errors"]], ["/script"])
        self.assert_problem(self.draft(script=b"x" * (5 << 20)), 413)

    def test_pointers(self):
        for fields, pointer in (({"percentage": "101"}, "/percentage"), ({"targetVersions": ""}, "/targetVersions"), ({"format": "3"}, "/format"),
                                ({"rules": "{"}, "/rules"), ({"platform": "harmony"}, "/platform")):
            problem = self.assert_problem(self.draft(**fields), 422)
            self.assertIn(pointer, [error["pointer"] for error in problem["errors"]])

    def test_lowering_is_confirmed(self):
        hotpatch = self.publish(percentage="50")
        self.assert_problem(self.step(hotpatch, "rollout", {"percentage": 10}), 422)
        self.assertEqual(self.step(hotpatch, "rollout", {"percentage": 10, "confirm": True}).json["percentage"], 10)

    def test_whitelist(self):
        hotpatch = self.publish(percentage="0", whitelist="u1,u2")
        self.assertEqual(self.ask(userId="u2")["patch"]["version"], hotpatch["version"])
        self.assertEqual(self.ask(userId="u3"), {"patch": None})


if __name__ == "__main__":
    unittest.main()
