#!/usr/bin/env python3
"""Bad framing: lengths that lie or contradict each other, and clients that send one byte a second.

Assumptions about the server, besides those of bad_input_case.py:
* Wrong lengths and contradictions are 400; a body that does not come may also be 408 or a closed connection.
* A client that sends a byte a second is answered 400 or 408 or cut off within 75 s, for the header as well as for the body.
"""

import threading
import unittest

from bad_input_case import DEVICE, UPLOAD, BadInputCase
from log_lines import headers, pack
from raw_http import exchange, request_head, slowly

_SLOW_SECONDS = 75


class BadFramingTest(BadInputCase):
    def test_body_shorter_than_promised(self):
        body = pack(self.good)
        head = request_head(UPLOAD, {**headers(self.product, DEVICE), "Content-Length": len(body) + 100})
        for half_close in (True, False):
            with self.subTest(half_close=half_close):
                status, _ = exchange(self.console.port, [head, body], timeout=_SLOW_SECONDS if half_close else 3, half_close=half_close)
                self.assertIn(status, (400, 408, None))
                self.nothing_stored()

    def test_body_longer_than_promised(self):
        body = pack(self.good)
        head = request_head(UPLOAD, {**headers(self.product, DEVICE), "Content-Length": len(body) - 30})
        self.refused((400,), head + body)

    def test_contradicting_lengths(self):
        body, common = pack(self.good), headers(self.product, DEVICE)
        for name, extra in {"not a number": "Content-Length: ten", "negative": "Content-Length: -1", "huge": "Content-Length: 99999999999999999999",
                            "two": f"Content-Length: {len(body)}\r\nContent-Length: 3",
                            "length and chunks": f"Content-Length: {len(body)}\r\nTransfer-Encoding: chunked"}.items():
            with self.subTest(name):
                head = request_head(UPLOAD, common)[:-2] + extra.encode() + b"\r\n\r\n"
                self.refused((400, 413), head + body)

    def test_one_byte_a_second(self):
        body = pack(self.good)
        head = request_head(UPLOAD, {**headers(self.product, DEVICE), "Content-Length": len(body)})
        results = []
        cases = [(b"", head), (head, body)] * 10
        threads = [threading.Thread(target=lambda case=case: results.append(
            slowly(*case, self.console.port, timeout=_SLOW_SECONDS))) for case in cases]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual({status for status, _ in results} - {400, 408, None}, set(), f"still open after {_SLOW_SECONDS} s")
        self.nothing_stored()


if __name__ == "__main__":
    unittest.main()
