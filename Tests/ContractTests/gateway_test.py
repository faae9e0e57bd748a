"""The gateway: `POST /mgw.htm`. Who is let in, with which headers, signature, time and body, and what the answer looks like."""

import base64
import json
import re
import time
import unittest

from console_process import Console
from contract_case import client_of
from gateway_case import CHANGES, READS, GatewayCase
from gateway_client import Device, radix64, sign, words


def milliseconds(seconds_from_now=0):
    return int((time.time() + seconds_from_now) * 1000)


class HeadersTest(GatewayCase):
    def test_all(self):
        """Headers: `AppId`, `WorkspaceId`, `Operation-Type`, `Ts`, `Sign`, `signType`, `Did`, `Version`, `Platform`"""
        self.assert_code(self.asks(), 1000)

    def test_missing(self):
        """7001 signature parameters missing, 7007 Ts missing, 7014 Sign missing"""
        for name, code in {"AppId": 7001, "WorkspaceId": 7001, "Operation_Type": 7001, "Ts": 7007, "Sign": 7014}.items():
            for nothing in (None, ""):
                with self.subTest(name, value=nothing):
                    self.assert_code(self.asks(**{name: nothing}), code)

    def test_not_needed(self):
        """`Did`, `Version`, `Platform` say more about the device; `signType` absent is the first form"""
        for name in ("Did", "Version", "Platform", "signType"):
            with self.subTest(name):
                self.assert_code(self.asks(**{name: None}), 1000)

    def test_unknown_app(self):
        """7000 no secret for AppId"""
        self.assert_code(self.asks(AppId="NOBODY_IOS"), 7000)
        self.assert_code(self.asks(AppId=self.platform["appKey"].lower()), 7000)

    def test_unknown_workspace(self):
        """`WorkspaceId`: another one has no such operation (3000)"""
        self.assert_code(self.asks(WorkspaceId="9999999999"), 3000)

    def test_unknown_operation(self):
        """3000 no such operation"""
        for name in ("nobody.knows.it", READS.upper(), READS + ".", "x" * 500):
            self.assert_code(self.device.call(name, {}), 3000)

    def test_method(self):
        """`POST /mgw.htm`: wrong method 405 with `Allow`"""
        answer = self.client.ask("GET", "/mgw.htm")
        self.assertEqual((answer.status, answer.headers["Allow"]), (405, "POST"))


class SignatureTest(GatewayCase):
    def test_forms(self):
        """`signType` absent or `0`: MD5; `hmac-sha256`: HMAC-SHA256; `Ts` decimal or radix 64"""
        for form in ("0", "hmac-sha256"):
            for write in (str, radix64):
                with self.subTest(form, ts=write.__name__):
                    self.assert_code(self.asks(form=form, ts=write(milliseconds())), 1000)

    def test_radix64(self):
        """radix 64 with the alphabet `0-9A-Za-z+/`, most significant digit first"""
        now = milliseconds()
        self.assertEqual(now, sum(
            "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/".index(digit) * 64 ** place
            for place, digit in enumerate(reversed(radix64(now)))))
        for wrong in (radix64(now)[::-1], radix64(now).swapcase(), base64.b64encode(now.to_bytes(6)).decode()):
            self.assert_code(self.asks(ts=wrong), 7003)

    def test_mismatch(self):
        """7002 signature mismatch: another secret, operation, body, time, form, or other letters"""
        body, ts = b'[{"_requestBody":{}}]', str(milliseconds())
        right = sign(self.device.secret, READS, body, ts)
        self.assert_code(self.device.call(READS, {}, body=body, ts=ts, Sign=right), 1000)
        for wrong in (
                sign("0" * 32, READS, body, ts), sign(self.device.secret, READS + "x", body, ts), sign(self.device.secret, READS, body + b" ", ts),
                sign(self.device.secret, READS, body, str(int(ts) + 1)), sign(self.device.secret, READS, body, ts, "hmac-sha256"),
                right.upper(), right[:-1], right + "0", right[:-1] + ("1" if right[-1] == "0" else "0"), "é" * 32):
            with self.subTest(wrong):
                self.assert_code(self.device.call(READS, {}, body=body, ts=ts, Sign=wrong.encode("utf-8").decode("latin-1")), 7002)

    def test_secret_of_another_app(self):
        """AppSecret: one per AppKey"""
        other = self.new_app()["id"]
        secret = self.client.post(f"/apps/{other}/platforms/ios/secret-reveal", None).json["appSecret"]
        self.assert_code(self.new_device(secret).call(READS, {}), 7002)

    def test_unknown_form(self):
        """`signType` absent or `0` … `hmac-sha256`: no others"""
        for form in ("1", "md5", "HMAC-SHA256", "none"):
            self.assertIn(self.asks(signType=form)[0], (7001, 7002))

    def test_required_form(self):
        """The client may name the second form; an app can be set to require it."""
        path = f"/apps/{self.app}/gateway/settings"
        settings = self.client.get(path).json
        self.assertEqual(self.client.api("PUT", path, settings | {"hmacOnly": True}).status, 200)
        self.assert_code(self.asks(), 7002)
        self.assert_code(self.asks(form="hmac-sha256"), 1000)

    def test_rotation(self):
        """rotation keeps the old secret valid for a chosen overlap, and no longer"""
        old, rotation = self.device, f"/apps/{self.app}/platforms/ios/secret-rotation"
        self.assertLess(self.client.post(rotation, {"overlapHours": 1}).status, 300)
        new = self.new_device()
        self.assertNotEqual(old.secret, new.secret)
        for device in (old, new):
            for form in ("0", "hmac-sha256"):
                self.assert_code(device.call(READS, {}, form=form), 1000)
        self.assertLess(self.client.post(rotation, {"overlapHours": 0}).status, 300)
        for device in (old, new):
            self.assert_code(device.call(READS, {}), 7002)
        self.assert_code(self.new_device().call(READS, {}), 1000)


class TimeTest(GatewayCase):
    def test_validity(self):
        """Valid ±10 minutes: 7003 Ts outside validity"""
        for seconds, code in ((-620, 7003), (-580, 1000), (0, 1000), (580, 1000), (620, 7003), (-86_400, 7003), (86_400 * 365, 7003)):
            for write in (str, radix64):
                with self.subTest(seconds, ts=write.__name__):
                    self.assert_code(self.asks(ts=write(milliseconds(seconds))), code)

    def test_no_time(self):
        """`Ts`: epoch milliseconds: seconds, a date, letters and huge numbers are outside"""
        for text in (str(int(time.time())), "2026-11-21 10:00:00", "-1", "0", "9" * 400, "=====", "1e12", "٣"):
            with self.subTest(text):
                self.assert_code(self.asks(ts=text, Ts=text.encode("utf-8").decode("latin-1")), 7003)

    def test_reading_twice(self):
        """a repeated (AppId, Ts, Sign) … on a state-changing operation: one that only reads may be asked again"""
        ts = str(milliseconds())
        self.assertEqual(self.assert_code(self.asks(ts=ts), 1000), self.assert_code(self.asks(ts=ts), 1000))

    def test_changing_twice(self):
        """a repeated (AppId, Ts, Sign) inside that window on a state-changing operation is refused"""
        ts, proposal = str(milliseconds()), {"content": "only once"}
        self.assert_code(self.device.call(CHANGES, proposal, ts=ts), 1000)
        self.assert_code(self.device.call(CHANGES, proposal, ts=ts), 1001)
        self.assert_code(self.device.call(CHANGES, proposal, ts=ts, Did="UTDother"), 1001)
        self.assertEqual(self.client.get(f"/apps/{self.app}/feedback").json["total"], 1)
        self.assert_code(self.device.call(CHANGES, proposal, ts=str(int(ts) + 1)), 1000)
        self.assertEqual(self.client.get(f"/apps/{self.app}/feedback").json["total"], 2)

    def test_changing_twice_over_a_restart(self):
        """inside that window … refused: kill -9 in between does not help"""
        with Console() as console:
            client = client_of(console)
            document = self.new_app(client=client)
            platform = document["platforms"][0]
            secret = client.post(f"/apps/{document['id']}/platforms/ios/secret-reveal", None).json["appSecret"]
            device, ts = Device(client, platform["appKey"], platform["workspaceId"], secret), str(milliseconds())
            self.assert_code(device.call(CHANGES, {"content": "once"}, ts=ts), 1000)
            console.kill()
            console.start()
            self.assert_code(device.call(CHANGES, {"content": "once"}, ts=ts), 1001)


class BodyTest(GatewayCase):
    def sends(self, body, **options):
        return self.device.call(READS, None, body=body, **options)

    def test_shapes(self):
        """Body: JSON array of one element, `[{"_requestBody":{…}}]` or `[{…}]`"""
        for body in (b'[{"_requestBody":{"did":"x"}}]', b'[{"did":"x"}]', b" [ { } ] \n", '[{"did":"中文"}]'.encode()):
            with self.subTest(body):
                self.assert_code(self.sends(body), 1000)

    def test_gzip(self):
        """optionally `Content-Encoding: gzip`; the base64 of the body as sent before gzip"""
        body = json.dumps([{"_requestBody": {"did": "x", "more": "y" * 10_000}}]).encode()
        for form in ("0", "hmac-sha256"):
            self.assert_code(self.sends(body, zipped=True, form=form), 1000)
        self.assert_code(self.sends(b"this is no gzip", Content_Encoding="gzip"), 3002)

    def test_empty(self):
        """3001 empty request data"""
        self.assert_code(self.sends(b""), 3001)

    def test_bad_format(self):
        """3002 bad format: anything but an array of one"""
        for body in (
                b"{}", b"[]", b"[{},{}]", b"[[1],[2]]", b"null", b"1", b'"text"', b"[{}", b"[{}]x", b"[{'a':1}]", b"[{\"a\":1,}]", b"\xff\xfe[{}]",
                b'[{"a":"\xff"}]', b"[1]", b'["text"]', b"[null]"):
            with self.subTest(body):
                self.assert_code(self.sends(body), 3002)

    def test_depth(self):
        """deeper than 64 levels: 3002"""
        def nested(levels):
            return b'[{"did":"x","a":' + b"[" * (levels - 2) + b"]" * (levels - 2) + b"}]"
        self.assert_code(self.sends(nested(64)), 1000)
        for levels in (65, 1_000, 100_000):
            self.assert_code(self.sends(nested(levels)), 3002)

    def test_size(self):
        """larger than the limit: 3002, also when it is small on the wire"""
        body = b'[{"did":"' + b"x" * 40_000_000 + b'"}]'
        self.assert_code(self.sends(body, zipped=True), 3002)
        self.assert_code(self.asks(), 1000)


class AnswerTest(GatewayCase):
    def test_success(self):
        """HTTP 200, header `Result-Status: 1000` and the JSON result"""
        status, result, answer = self.asks()
        self.assertEqual((answer.status, status, answer.type), (200, 1000, "application/json"))
        self.assertIsInstance(result, dict)

    def test_words(self):
        """`Memo` and `Tips` (percent-encoded UTF-8) and an empty body"""
        for answer in (self.asks(Ts=None)[2], self.asks(Sign="0" * 32)[2], self.device.call("nobody.knows.it", {})[2]):
            self.assertEqual((answer.status, answer.body, answer.headers["Content-Length"]), (200, b"", "0"))
            for name in ("Memo", "Tips"):
                self.assertRegex(answer.headers[name], re.compile(r"\A(?:[A-Za-z0-9_.~-]|%[0-9A-F]{2})+\Z"))
                self.assertRegex(words(answer, name), "[一-鿿]")

    def test_too_fast(self):
        """1002 too fast"""
        path = f"/apps/{self.app}/gateway/settings"
        self.assertEqual(self.client.api("PUT", path, self.client.get(path).json | {"deviceRate": 2}).status, 200)
        codes = [self.asks()[0] for _ in range(8)]
        self.assertEqual(set(codes), {1000, 1002})
        self.assert_code(self.new_device().call(READS, {}), 1000)


if __name__ == "__main__":
    unittest.main()
