#!/usr/bin/env python3
"""Bad bodies: broken and malicious compression, sizes, lines, encodings, headers and names.

Assumptions about the server, besides those of bad_input_case.py:
* Broken gzip, also with a wrong sum or junk behind it, is 400; too large in any way, before or after unpacking, is 413.
* An unknown product id is 404 (400 when it cannot be one); a missing productId is 400 or 404.
* A batch with bad lines is 200: good lines are accepted, bad ones rejected (quarantined); a missing utdId or productVersion is 200 or 400.
* A name is created exactly (201) or refused (422).
"""

import gzip
import time
import unittest
from datetime import timedelta

from bad_input_case import DEVICE, UPLOAD, BadInputCase
from log_lines import behaviour_line, headers, pack
from raw_http import request_head


class BadInputTest(BadInputCase):
    # Compression

    def test_broken_gzip(self):
        whole = pack(self.good)
        flipped = whole[:40] + bytes([whole[40] ^ 0xFF]) + whole[41:]
        self.refused((200, 400), self.request(b""))
        for name, body in {"no gzip": b"D-VM,plain text", "truncated": whole[:-20], "flipped": flipped,
                           "wrong sum": whole[:-8] + bytes(4) + whole[-4:], "junk behind": whole + b"junk"}.items():
            with self.subTest(name):
                self.refused((400,), self.request(body))

    def test_gzip_bomb(self):
        zeros = gzip.compress(bytes(200 << 20), 9)
        self.refused((413,), self.request(zeros))
        self.partly(self.request(gzip.compress(zeros, 9)), at_most=0, allowed=(200, 400, 413))  # unpacked once only
        self.refused((413,), self.request(gzip.compress(bytes(1 << 20), 9) * 200))  # one member after another

    # Size

    def test_body_of_200_megabytes(self):
        size = 200 << 20
        head = request_head(UPLOAD, {**headers(self.product, DEVICE, zipped=False), "Content-Length": size})
        self.refused((413,), head, *[bytes(1 << 20)] * 200)

    def test_chunked_body_of_200_megabytes(self):
        head = request_head(UPLOAD, {**headers(self.product, DEVICE, zipped=False), "Transfer-Encoding": "chunked"})
        chunk = b"100000\r\n" + b"x" * (1 << 20) + b"\r\n"
        self.refused((413,), head, *[chunk] * 200, b"0\r\n\r\n")

    def test_header_of_one_megabyte(self):
        self.refused((400, 413, 431), request_head(UPLOAD, {"productId": self.product, "X-Long": "x" * (1 << 20)}))

    def test_line_of_one_megabyte(self):
        fields = self.good[0].split(",")
        fields[22] = "k=" + "x" * (1 << 20)
        for name, zipped in {"gzip": True, "plain": False}.items():
            with self.subTest(name):
                self.partly(self.request([self.good[1], ",".join(fields), self.good[2]], zipped=zipped), at_least=2)

    # Content

    def test_invalid_utf8(self):
        bad = self.good[0].encode().replace(b"WIFI", b"\xff\xfe\xc0\x80")
        for name, zipped in {"gzip": True, "plain": False}.items():
            with self.subTest(name):
                self.partly(self.request([self.good[1], bad, self.good[2]], zipped=zipped), at_least=2)

    def test_lines_that_cannot_be_read(self):
        far = behaviour_line(self.product, self.begin - timedelta(days=4_000), DEVICE)
        bad = [b"", b"D-VM", b"D-VM,-,-,-", b"\x00" * 300, b"," * 10_000, "闪退".encode() * 200, far,
               self.good[0].replace("D-VM", "X-YZ"), self.good[0].replace(str(self.begin.year), "20x6")]
        self.partly(self.request([self.good[1], *bad, self.good[2]]), at_least=2, at_most=2)

    def test_missing_headers(self):
        for name in ("utdId", "productVersion"):
            with self.subTest(name):
                self.partly(self.request(pack(self.good), without=name), allowed=(200, 400))
        self.refused((400, 404), self.request(pack(self.good), without="productId"))

    def test_unknown_product(self):
        for product in ("NOBODY_IOS-0000000001", "", "-", "x" * 4_000, "../../etc/passwd", "BADINPUT_IOS-' OR 1=1 --"):
            with self.subTest(product[:30]):
                self.refused((400, 404), self.request(pack(self.good), product=product))

    def test_same_batch_id_with_other_content_is_a_conflict(self):
        batch = f"conflict-{time.time_ns()}"
        self.partly(self.request(pack(self.good), batch=batch), at_least=10)
        self.before = self.counted()
        self.refused((409,), self.request(pack(self.good[:5]), batch=batch))

    # Names

    def test_names_are_kept_exactly_or_refused(self):
        for number, name in enumerate(['"\u200d', '"\u200d onload="alert(1)', "<script>alert(1)</script>", "\u202eresu\u202c", "名" * 10_000, "a\u0000b"]):
            with self.subTest(name[:20]):
                english = f"BadName{number}"
                status, app = self.console.api("POST", "/apps", {"name": name, "englishName": english, "platforms": ["ios"]})
                self.assertIn(status, (201, 400, 422))
                if status == 201:
                    self.assertEqual(self.console.api("GET", f"/apps/{app['id']}")[1]["name"], name)
                else:
                    self.assertEqual(self.console.api("GET", f"/apps/{english.lower()}")[0], 404)


if __name__ == "__main__":
    unittest.main()
