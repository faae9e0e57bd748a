"""A well-behaved device that uploads all the time, to see whether others are disturbed."""

import http.client
import threading
import time
from datetime import datetime, timedelta, timezone

from log_lines import batch_lines, headers, pack


class Bystander:
    """Uploads one batch every 50 ms on one connection while its `with` block runs; `slowest` is in seconds."""

    def __init__(self, port, product):
        self._port, self._product = port, product
        self._body = pack(batch_lines(product, datetime.now(timezone.utc) - timedelta(days=10), "UTDbystander01"))
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._work, daemon=True)
        self.sent, self.failures, self.slowest = 0, [], 0.0

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._over.set()
        self._thread.join(30)

    def _work(self):
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=20)
        while not self._over.wait(0.05):
            began = time.monotonic()
            try:
                batch = f"bystander-{time.time_ns()}"
                connection.request("POST", "/loggw/logUpload.do", self._body, headers(self._product, "UTDbystander01", batch))
                response = connection.getresponse()
                response.read()
                if response.status != 200:
                    self.failures.append(response.status)
            except (OSError, http.client.HTTPException) as error:
                self.failures.append(repr(error))
                connection.close()
            self.sent += 1
            self.slowest = max(self.slowest, time.monotonic() - began)
        connection.close()
