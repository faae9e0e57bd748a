#!/usr/bin/env python3
"""SIGTERM under load: every request that was under way is answered, nothing is reset, the exit is clean and within 30 seconds.

Assumptions about the server, besides those of upload_ledger.py:
* A request whose bytes were sent before the signal is answered with 200, also when its body is still coming.
* After the signal new connections are refused and idle ones closed. A request written on a kept-alive connection in that moment
  may find it closed; it is reported, not counted as a fault, as no HTTP/1.1 server can avoid it.
"""

import http.client
import json
import socket
import threading
import time
import unittest
from datetime import datetime, timedelta, timezone

from console_process import Console
from log_lines import batch_lines, headers, pack
from raw_http import request_head, status
from upload_ledger import Uploaders, lines

_UPLOAD = "/loggw/logUpload.do"
_DEVICE = "UTDdrain000001"
_CLIENTS = 32


class Client(threading.Thread):
    """Uploads on one kept-alive connection until it is refused; remembers when each failed request had been sent, and why it failed."""

    def __init__(self, number, port, product, body):
        super().__init__(daemon=True)
        self._number, self._port, self._product, self._body = number, port, product, body
        self.answered, self.failures = 0, []

    def run(self):
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=40)
        while not self.failures:
            sent = None
            try:
                batch = f"drain-{self._number}-{self.answered}"
                connection.request("POST", _UPLOAD, self._body, headers(self._product, _DEVICE, batch))
                sent = time.monotonic()
                response = connection.getresponse()
                if response.status != 200 or json.loads(response.read())["code"] != 200:
                    self.failures.append((sent, f"status {response.status}"))
                self.answered += 1
            except (OSError, http.client.HTTPException, ValueError) as error:
                self.failures.append((sent, repr(error)))
        connection.close()


class DrainTest(unittest.TestCase):
    def setUp(self):
        self.console = self.enterContext(Console())
        self.app, self.product = self.console.create_app("Drain")
        self.body = pack(batch_lines(self.product, datetime.now(timezone.utc) - timedelta(hours=3), _DEVICE))

    def test_requests_under_way_are_answered(self):
        clients = [Client(i, self.console.port, self.product, self.body) for i in range(_CLIENTS)]
        for client in clients:
            client.start()
        time.sleep(2)
        signalled = time.monotonic()
        code, seconds = self.console.stop()
        for client in clients:
            client.join(60)
        self.assertEqual(code, 0)
        self.assertLess(seconds, 30)
        broken = [(sent, why) for client in clients for sent, why in client.failures]
        self.assertEqual([why for sent, why in broken if sent and sent < signalled], [], "requests sent before the signal")
        late = sum(sent is not None for sent, _ in broken)
        print(f"drain: {sum(client.answered for client in clients)} answered, {late} written after the signal and not served, exit in {seconds:.2f} s")
        self.check_all_counted(sum(client.answered for client in clients), late)

    def test_body_still_coming_is_waited_for(self):
        head = request_head(_UPLOAD, {**headers(self.product, _DEVICE, "half"), "Content-Length": len(self.body)})
        with socket.create_connection(("127.0.0.1", self.console.port), timeout=30) as connection:
            connection.sendall(head + self.body[:100])
            time.sleep(0.3)
            stopping = threading.Thread(target=self.console.stop)
            stopping.start()
            time.sleep(1)
            connection.sendall(self.body[100:])
            self.assertEqual(status(connection.recv(65_536)), 200)
        stopping.join()
        self.assertEqual(self.console.process.returncode, 0)

    def test_silent_connections_do_not_hold_it_up(self):
        held = [socket.create_connection(("127.0.0.1", self.console.port)) for _ in range(20)]
        for connection in held[:10]:
            connection.sendall(b"POST /loggw/logUpload.do HTTP/1.1\r\nHost: x\r\nContent-Le")
        time.sleep(0.3)
        code, seconds = self.console.stop()
        for connection in held:
            connection.close()
        self.assertEqual(code, 0)
        self.assertLess(seconds, 30)

    def check_all_counted(self, answered, late):
        """After a restart: every answered batch is counted; a late one may be, if only its answer was lost."""
        self.console.start()
        total, _ = Uploaders(self.console, self.app, self.product, count=0).counted()
        self.assertGreaterEqual(total, lines(answered))
        self.assertLessEqual(total, lines(answered + late))


if __name__ == "__main__":
    unittest.main()
