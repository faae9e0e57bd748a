"""Logs: `POST /loggw/logUpload.do`, `POST /loggw/crash.do` and `GET /loggw/logConfig.do`: the way a batch goes."""

import gzip
import unittest

from console_process import Console
from contract_case import ContractCase, client_of, minutes_ago
from contract_lines import behaviour, crash


class UploadCase(ContractCase):
    def setUp(self):
        self.app, self.product = self.new_product()

    def lines(self, count=2, minute=10):
        """Readable lines that no other batch of this run has."""
        return [behaviour(self.product, minutes_ago(minute), user=self.new_name("u")) for _ in range(count)]

    def stored(self):
        """(readable lines, lines in quarantine) of this test's app."""
        return (len(self.client.every_item(f"/apps/{self.app}/logs")), self.client.get(f"/apps/{self.app}/quarantine").json["total"])

    def counted(self):
        """Active reports in the statistics of the last hour."""
        return self.client.get(f"/apps/{self.app}/stats/crashes", from_="-1h", to="now", step="minute").json["totals"]["actives"]


class LogUploadTest(UploadCase):
    def test_answer(self):
        """`{"code":200,"accepted":N,"rejected":M,"duplicate":false}`"""
        answer = self.client.upload(self.product, self.lines(3))
        self.assertEqual(answer.type, "application/json")
        self.assert_uploaded(answer, 3)
        self.assertEqual((self.stored(), self.counted()), ((3, 0), 3))

    def test_no_token_needed(self):
        """Headers `productId` …: a device knows no token"""
        self.assert_uploaded(self.nobody.upload(self.product, self.lines(1)), 1)

    def test_headers(self):
        """Headers `productId`, `productVersion`, `utdId`, `userId?`, `bizCode?`, `X-Batch-Id?`: those with `?` may be there or not"""
        self.assert_uploaded(self.client.upload(self.product, self.lines(1), userId="u", bizCode="b", batch=self.new_name("batch")), 1)
        answer = self.client.ask("POST", "/loggw/logUpload.do", self.lines(1)[0].encode(), {
            "PRODUCTID": self.product, "productversion": "1.0.0", "UtdId": "UTDcontract0001"})
        self.assert_uploaded(answer, 1)

    def test_separators(self):
        """Body: log lines separated by `\\n`; at the end there may be one or none, and nothing between two is no line"""
        first, second, third, fourth = self.lines(4)
        self.assert_uploaded(self.client.upload(self.product, f"{first}\n{second}\n".encode()), 2)
        self.assert_uploaded(self.client.upload(self.product, f"\n{third}\n\n\n{fourth}".encode()), 2)
        self.assertEqual(self.stored(), (4, 0))

    def test_carriage_returns(self):
        """Body: log lines separated by `\\n`: a stray `\\r` before it costs no line"""
        self.assert_uploaded(self.client.upload(self.product, "\r\n".join(self.lines(3)).encode()), 3)

    def test_empty(self):
        """Body: log lines: none at all is none"""
        self.assert_uploaded(self.client.upload(self.product, []), 0)

    def test_gzip(self):
        """`Content-Encoding: gzip?`"""
        self.assert_uploaded(self.client.upload(self.product, self.lines(5), zipped=True), 5)
        self.assertEqual(self.stored(), (5, 0))

    def test_gzip_in_several_members(self):
        """`Content-Encoding: gzip?`: two members one after the other are gzip too"""
        first, second = self.lines()
        body = gzip.compress(f"{first}\n".encode()) + gzip.compress(second.encode())
        self.assert_uploaded(self.client.upload(self.product, body, Content_Encoding="gzip"), 2)

    def test_broken_gzip(self):
        """`Content-Encoding: gzip?`: what is not gzip, or is cut off, is refused and leaves nothing"""
        whole = gzip.compress("\n".join(self.lines(50)).encode())
        for body in (b"plain", whole[:-9], whole[:40], whole[:-8] + b"\0" * 8):
            self.assert_problem(self.client.upload(self.product, body, Content_Encoding="gzip"), 400)
        self.assertEqual((self.stored(), self.counted()), ((0, 0), 0))

    def test_unknown_encoding(self):
        """`Content-Encoding: gzip?`: another is refused and leaves nothing"""
        answer = self.client.upload(self.product, self.lines(), Content_Encoding="br")
        self.assertIn(answer.status, (400, 415))
        self.assert_problem(answer, answer.status)
        self.assertEqual(self.stored(), (0, 0))

    def test_unknown_product(self):
        """Unknown productId: 404, nothing stored."""
        key, workspace = self.product.split("-")
        for product in ("NOBODY_IOS-0000000001", f"{key}-0000000001", f"{self.app.upper()}_ANDROID-{workspace}", key, "-", self.product.lower(), self.product + "x"):
            self.assert_problem(self.client.upload(product, self.lines()), 404)
            self.assert_problem(self.client.upload_crash(product, "java.lang.Error: x"), 404)
        self.assertEqual((self.stored(), self.counted()), ((0, 0), 0))

    def test_without_product(self):
        """Headers `productId` (log product id): without one nothing is stored"""
        answer = self.client.ask("POST", "/loggw/logUpload.do", b"x", {"utdId": "d"})
        self.assertIn(answer.status, (400, 404, 422))
        self.assert_problem(answer, answer.status)

    def test_quarantine(self):
        """A line that cannot be read is kept in quarantine, counted, and visible; it never fails the batch."""
        bad = ["not a line", "D-VM,too,short", "e,", "x" * 5_000, ",,,", "D-VM" + "," * 47, "逗号，全角"]
        good = self.lines(3)
        self.assert_uploaded(self.client.upload(self.product, [good[0], *bad, *good[1:]]), 3, rejected=len(bad))
        self.assertEqual((self.stored(), self.counted()), ((3, len(bad)), 3))
        items = self.client.get(f"/apps/{self.app}/quarantine").json["items"]
        for line in bad:
            self.assertTrue(any(line.startswith(item["line"][:1_000]) and item["reason"] for item in items), line[:40])

    def test_bytes_that_are_no_text(self):
        """A line that cannot be read … never fails the batch: bytes that are no UTF-8 either"""
        line = self.lines(1)[0].encode()
        answer = self.client.upload(self.product, b"\xff\xfe\x00\x80\n" + line + b"\n\x00\x00\n" + bytes(range(128, 256)))
        self.assert_uploaded(answer, 1, rejected=3)
        self.assertEqual(self.stored(), (1, 3))

    def test_lines_of_another_app(self):
        """2 log product id: a line of another product than the header names is not counted for this one"""
        _, other = self.new_product()
        answer = self.client.upload(self.product, [*self.lines(1), behaviour(other, minutes_ago(10))])
        self.assert_uploaded(answer, 1, rejected=1)

    def test_too_large(self):
        """too large 413: and nothing of it is stored"""
        self.assert_problem(self.client.upload(self.product, b"x" * (40 << 20)), 413)
        self.assert_problem(self.client.upload(self.product, b"x" * (40 << 20), zipped=False, Content_Encoding="identity"), 413)
        self.assertEqual(self.stored(), (0, 0))

    def test_too_large_unpacked(self):
        """too large 413: what grows too large when it is unpacked as well"""
        self.assert_problem(self.client.upload(self.product, bytes(200 << 20), zipped=True), 413)
        self.assertEqual(self.stored(), (0, 0))

    def test_seen_at_once(self):
        """The answer comes only when the lines are durable: what is answered is in the statistics and the raw lines"""
        for number in range(1, 6):
            self.client.upload(self.product, self.lines(1))
            self.assertEqual((self.counted(), self.stored()[0]), (number, number))

    def test_durable(self):
        """The answer comes only when the lines are durable: they outlive a kill, and so does the memory of the batch"""
        with Console() as console:
            self.client = client_of(console)
            self.app, self.product = self.new_product()
            lines = self.lines(20)
            self.assert_uploaded(self.client.upload(self.product, lines, batch="b"), 20)
            console.kill()
            console.start()
            self.assertEqual((self.stored(), self.counted()), ((20, 0), 20))
            self.assert_uploaded(self.client.upload(self.product, lines, batch="b"), 20, duplicate=True)
            self.assertEqual(self.counted(), 20)

    def test_archived_app(self):
        """Unknown productId: 404: an archived app takes nothing more"""
        self.client.post(f"/apps/{self.app}/archive", None)
        answer = self.client.upload(self.product, self.lines())
        self.assertGreaterEqual(answer.status, 400)
        self.assert_problem(answer, answer.status)
        self.client.post(f"/apps/{self.app}/restoration", None)
        self.assertEqual(self.stored(), (0, 0))


class DuplicateTest(UploadCase):
    def test_same_batch(self):
        """The same `X-Batch-Id` within 24 h is counted once and answered `"duplicate":true`"""
        lines = self.lines() + ["unreadable"]
        self.assert_uploaded(self.client.upload(self.product, lines, batch="b1"), 2, rejected=1)
        for _ in range(3):
            self.assert_uploaded(self.client.upload(self.product, lines, batch="b1"), 2, rejected=1, duplicate=True)
        self.assertEqual((self.stored(), self.counted()), ((2, 1), 2))

    def test_same_batch_packed_anew(self):
        """The same `X-Batch-Id` … is counted once: however its body was packed the second time"""
        text = "\n".join(self.lines()).encode()
        for number, body in enumerate((gzip.compress(text, 9), gzip.compress(text, 1, mtime=7))):
            answer = self.client.upload(self.product, body, batch="b1", Content_Encoding="gzip")
            self.assert_uploaded(answer, 2, duplicate=number > 0)
        self.assert_uploaded(self.client.upload(self.product, text, batch="b1"), 2, duplicate=True)
        self.assertEqual(self.counted(), 2)

    def test_same_body(self):
        """(or, without one, the same body from the same device) within 24 h is counted once and answered `"duplicate":true`"""
        lines = self.lines()
        self.assert_uploaded(self.client.upload(self.product, lines), 2)
        self.assert_uploaded(self.client.upload(self.product, lines), 2, duplicate=True)
        self.assertEqual(self.counted(), 2)

    def test_same_body_of_another_device(self):
        """the same body from the same device: from another one it is another"""
        lines = self.lines()
        self.assert_uploaded(self.client.upload(self.product, lines, "device-1"), 2)
        self.assert_uploaded(self.client.upload(self.product, lines, "device-2"), 2)
        self.assertEqual(self.counted(), 4)

    def test_same_body_in_other_batches(self):
        """without one, the same body: with ids of their own two batches are two"""
        lines = self.lines()
        self.assert_uploaded(self.client.upload(self.product, lines, batch="b1"), 2)
        self.assert_uploaded(self.client.upload(self.product, lines, batch="b2"), 2)
        self.assertEqual(self.counted(), 4)

    def test_conflict(self):
        """The same `X-Batch-Id` … is counted once: with another body it is a mistake, said aloud and not counted"""
        self.assert_uploaded(self.client.upload(self.product, self.lines(), batch="b1"), 2)
        self.assert_problem(self.client.upload(self.product, self.lines(), batch="b1"), 409)
        self.assertEqual((self.stored(), self.counted()), ((2, 0), 2))

    def test_other_apps(self):
        """The same `X-Batch-Id`: apps do not know each other's"""
        self.assert_uploaded(self.client.upload(self.product, self.lines(), batch="b1"), 2)
        self.app, self.product = self.new_product()
        self.assert_uploaded(self.client.upload(self.product, self.lines(), batch="b1"), 2)

    def test_same_crash(self):
        """same headers: a crash report with the same `X-Batch-Id`, or the same one from the same device, is counted once"""
        self.assert_uploaded(self.client.upload_crash(self.product, "java.lang.Error: a", batch="c1"), 1)
        self.assert_uploaded(self.client.upload_crash(self.product, "java.lang.Error: a", batch="c1"), 1, duplicate=True)
        self.assert_uploaded(self.client.upload_crash(self.product, "java.lang.Error: b"), 1)
        self.assert_uploaded(self.client.upload_crash(self.product, "java.lang.Error: b"), 1, duplicate=True)
        self.assertEqual(self.client.get(f"/apps/{self.app}/crash-reports").json["total"], 2)


class CrashUploadTest(UploadCase):
    """A crash report can also come alone: `POST /loggw/crash.do`, same headers, body = the text, `.ips` or `.plcrash` file."""

    _TEXT = "java.lang.IllegalStateException: 100%, \"no\" items\n\tat com.example.Order.total(Order.java:118)\n"
    _IPS = (
        '{"app_name":"Shop","timestamp":"' + minutes_ago(600).strftime("%Y-%m-%d %H:%M:%S.00 +0000") + '","app_version":"2.1.0","bug_type":"309","os_version":"iPhone OS 17.5"}\n'
        '{"procName":"Shop","exception":{"type":"EXC_CRASH","signal":"SIGABRT"},"faultingThread":0,"threads":[{"triggered":true,"frames":[]}],"usedImages":[]}')
    _PLCRASH = b"plcrash\x01" + bytes([10, 10, 8, 1, 18, 4]) + b"17.5" + bytes([24, 2]) + bytes(range(256))

    def reports(self):
        return self.client.get(f"/apps/{self.app}/crash-reports").json["items"]

    def test_each_kind(self):
        """body = the text, `.ips` or `.plcrash` file: counted as a crash and kept as it was sent"""
        for number, body in enumerate((self._TEXT.encode(), self._IPS.encode(), self._PLCRASH), 1):
            self.assert_uploaded(self.client.upload_crash(self.product, body), 1)
            reports = self.reports()
            self.assertEqual(len(reports), number)
            raw = [self.client.get(f"/apps/{self.app}/crash-reports/{report['id']}/raw").body for report in reports]
            self.assertIn(body, raw)
        totals = self.client.get(f"/apps/{self.app}/stats/crashes", from_="-7d", to="now", step="hour").json["totals"]
        self.assertEqual(totals["crashes"], 3)

    def test_headers(self):
        """same headers: who crashed is in them"""
        self.assert_uploaded(self.client.upload_crash(self.product, self._TEXT, "UTD-of-crash", userId="u-77", productVersion="3.2.1"), 1)
        report = self.reports()[0]
        self.assertEqual((report["device"], report["user"], report["version"], report["platform"]), ("UTD-of-crash", "u-77", "3.2.1", "ios"))
        self.assertIn("IllegalStateException", report["title"])

    def test_gzip(self):
        """same headers: `Content-Encoding: gzip?`"""
        self.assert_uploaded(self.client.upload_crash(self.product, gzip.compress(self._TEXT.encode()), Content_Encoding="gzip"), 1)
        self.assertEqual(self.client.get(f"/apps/{self.app}/crash-reports/{self.reports()[0]['id']}/raw").text, self._TEXT)

    def test_now(self):
        """`time,crashes`: a report that tells no time is counted in the minute it came"""
        before = minutes_ago(0)
        self.assert_uploaded(self.client.upload_crash(self.product, self._TEXT), 1)
        items = self.client.get(f"/apps/{self.app}/stats/crashes", from_=before.isoformat(), to="now", step="minute").json["items"]
        self.assertEqual(sum(item["crashes"] for item in items), 1)


class LogConfigTest(UploadCase):
    def config(self, product=None):
        return self.nobody.ask("GET", f"/loggw/logConfig.do?productId={self.product if product is None else product}")

    def test_answer(self):
        """`GET /loggw/logConfig.do?productId=…` → `{"code":200,"content":{…}}`: per log kind on/off, network, level, threshold, sample rate."""
        answer = self.config()
        self.assertEqual((answer.status, answer.type), (200, "application/json"))
        self.assertEqual(answer.json.keys(), {"code", "content"})
        self.assertEqual(answer.json["code"], 200)
        self.assertEqual(len(answer.json["content"]), 3)
        for kind in answer.json["content"].values():
            self.assertEqual(kind.keys(), {"enabled", "network", "level", "threshold", "sampleRate"})

    def test_unknown_product(self):
        """Unknown productId: 404"""
        self.assert_problem(self.config("NOBODY_IOS-0000000001"), 404)

    def test_settings(self):
        """per log kind on/off, network, level, threshold, sample rate: devices are told what operators set"""
        settings = {"enabled": False, "level": 1, "network": "wifi", "sampleRate": 10, "threshold": 7}
        self.assertEqual(self.client.post(f"/apps/{self.app}/log-settings/ios/crash", settings).status, 204)
        content = self.config().json["content"]
        self.assertEqual(content["crash"], settings)
        self.assertTrue(content["performance"]["enabled"])

    def test_crashes_are_counted_whatever_is_told(self):
        """on/off: what a device sends all the same is not lost"""
        settings = {"enabled": False, "level": 1, "network": "wifi", "sampleRate": 0, "threshold": 7}
        self.client.post(f"/apps/{self.app}/log-settings/ios/crash", settings)
        self.assert_uploaded(self.client.upload(self.product, [crash(self.product, minutes_ago(3))]), 1)


if __name__ == "__main__":
    unittest.main()
