"""What every case of bad input asks: a clear status, one log line, nothing stored half, memory flat, other clients unaffected.

Assumptions about the server: a refused upload is answered with problem+json, whose `request_id` is in exactly one line of the
log. Whatever the answer to an upload, the lines it counts are the lines it says it accepted.
"""

import gzip
import json
import time
import unittest
import urllib.parse
from datetime import datetime, timedelta, timezone

from bystander import Bystander
from console_process import Console
from log_lines import batch_lines, headers, pack
from raw_http import exchange, request_head

UPLOAD = "/loggw/logUpload.do"
DEVICE = "UTDbadinput001"

_MEMORY_GROWTH = 64 << 20
_SLOWEST_BYSTANDER = 2.0


class BadInputCase(unittest.TestCase):
    """One console for the class, a bystander for each test."""

    @classmethod
    def setUpClass(cls):
        cls.console = cls.enterClassContext(Console())
        cls.app, cls.product = cls.console.create_app("BadInput")
        cls.begin = datetime.now(timezone.utc) - timedelta(hours=5)
        cls.good = batch_lines(cls.product, cls.begin, DEVICE, count=10)
        for _ in range(50):  # warm: buffers, statements and caches are there before memory is measured
            exchange(cls.console.port, [cls.request(pack(cls.good), batch=f"warm-{time.time_ns()}")])

    def setUp(self):
        self.bystander = self.enterContext(Bystander(self.console.port, self.product))
        time.sleep(0.3)
        self.before = self.counted()
        self.console.reset_peak_memory()
        self.resident = self.console.memory()

    def tearDown(self):
        self.assertLess(self.console.memory("VmHWM") - self.resident, _MEMORY_GROWTH, "memory is not flat")
        self.assertEqual(self.bystander.failures, [], "another client is disturbed")
        self.assertLess(self.bystander.slowest, _SLOWEST_BYSTANDER, "another client waits, in seconds")
        self.assertTrue(self.console.is_ready())

    def refused(self, allowed, *chunks):
        """The request is refused with one of the statuses, with one log line, and stores nothing."""
        status, answer = exchange(self.console.port, chunks)
        self.assertIn(status, allowed, answer[:400])
        self.nothing_stored()
        self.assertIn(self.log_lines_about(answer), (1, None), "log lines for one refused request")

    def partly(self, request, at_least=0, at_most=None, allowed=(200,)):
        """The request is answered; the lines counted are exactly those it says it accepted."""
        status, answer = exchange(self.console.port, [request])
        self.assertIn(status, allowed, answer[:400])
        accepted = json.loads(answer.partition(b"\r\n\r\n")[2])["accepted"] if status == 200 else 0
        self.assertGreaterEqual(accepted, at_least)
        self.assertLessEqual(accepted, len(self.good) if at_most is None else at_most)
        now = self.counted()
        self.assertEqual(now - self.before, accepted, "lines counted and lines accepted differ")
        self.before = now

    def nothing_stored(self):
        self.assertEqual(self.counted(), self.before, "something was stored")

    @classmethod
    def request(cls, body, batch=None, zipped=True, product=None, without=None):
        """An upload as bytes; `body` is packed already, or the lines to pack."""
        if isinstance(body, list):
            text = b"\n".join(line if isinstance(line, bytes) else line.encode() for line in body)
            body = gzip.compress(text, mtime=0) if zipped else text
        fields = headers(cls.product if product is None else product, DEVICE, batch or f"bad-{time.time_ns()}", zipped=zipped)
        fields.pop(without, None)
        return request_head(UPLOAD, {**fields, "Content-Length": len(body)}) + body

    def counted(self):
        """The lines of this test's device; those of the bystander lie ten days back, outside the range."""
        query = urllib.parse.urlencode({
            "from": (self.begin - timedelta(days=2)).isoformat(timespec="seconds"),
            "to": datetime.now(timezone.utc).isoformat(timespec="seconds"), "step": "hour"})
        return self.console.api("GET", f"/apps/{self.app}/stats/crashes?{query}")[1]["totals"]["actives"]

    def log_lines_about(self, answer):
        """How many log lines carry the request id of this answer, or None when it has none (refused before it was a request)."""
        try:
            request = json.loads(answer.partition(b"\r\n\r\n")[2])["request_id"]
        except (ValueError, KeyError, TypeError):
            return None
        time.sleep(0.05)  # the line may be written just after the answer
        return sum(request in line for line in self.console.log.read_text(errors="replace").splitlines())
