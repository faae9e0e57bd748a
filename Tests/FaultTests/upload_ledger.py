"""A fleet of uploading devices with a ledger of what the server acknowledged, and the comparison with what it counts.

Assumptions about the server:
* An upload is acknowledged by status 200 with `"code":200` and `accepted` = the number of lines, also when it is a duplicate.
* The same `X-Batch-Id` with the same body is counted once, however often it is sent.
* `GET /api/v1/apps/{app}/stats/crashes?from=&to=&step=day&zone=` takes RFC 3339 times; `totals.actives` is the sum of `actives` over `items`.
* Roll-ups are written with the batch, so the figures hold at once after an acknowledgement and after a restart.
"""

import http.client
import json
import threading
import time
import urllib.parse
from datetime import datetime, timedelta, timezone

from log_lines import LINES_PER_BATCH, VERSIONS, batch_lines, headers, pack

_BODIES = 64


class Ledger:
    """Which batches were sent and which of them were acknowledged; every batch number is handed out until it is acknowledged."""

    def __init__(self):
        self._lock = threading.Lock()
        self._waiting = []
        self.issued = 0
        self.acknowledged = {}  # in the order of their acknowledgements
        self.duplicates = 0
        self.refused = []

    def take(self, new=True):
        """The next batch to send: one to be tried again, or (if `new`) a new one, or None."""
        with self._lock:
            if self._waiting:
                return self._waiting.pop()
            if not new:
                return None
            self.issued += 1
            return self.issued - 1

    def give_back(self, batch):
        with self._lock:
            self._waiting.append(batch)

    def acknowledge(self, batch, answer):
        with self._lock:
            self.acknowledged[batch] = None
            self.duplicates += bool(answer.get("duplicate"))
            if answer.get("code") != 200 or answer.get("rejected"):
                self.refused.append((batch, answer))

    def forget_after(self, count):
        """Takes back all but the first `count` acknowledgements, as if they had never arrived."""
        with self._lock:
            late = list(self.acknowledged)[count:]
            for batch in late:
                del self.acknowledged[batch]
            self._waiting += late


class Uploaders:
    """`count` devices that upload batches of 100 lines as fast as they can, and retry with the same batch id until acknowledged."""

    def __init__(self, console, app, product, count=16):
        self.console, self.app, self.product = console, app, product
        self.ledger = Ledger()
        self._begin = datetime.now(timezone.utc) - timedelta(hours=20)
        self._bodies = [self._body(i) for i in range(_BODIES)]
        self._running = threading.Event()
        self._over = False
        self._only_waiting = False
        self._idle = threading.Semaphore(0)
        self._threads = [threading.Thread(target=self._work, args=(i,), daemon=True) for i in range(count)]

    def __enter__(self):
        for thread in self._threads:
            thread.start()
        self._wait_idle()
        return self

    def __exit__(self, *_):
        self._over = True
        self._running.set()
        for thread in self._threads:
            thread.join(30)

    def resume(self):
        self._running.set()

    def pause(self):
        """Returns when no request is under way."""
        self._running.clear()
        self._wait_idle()

    def _wait_idle(self):
        for _ in self._threads:
            if not self._idle.acquire(timeout=60):
                raise RuntimeError("an uploader hangs")

    def finish(self, timeout=60):
        """Sends what is not acknowledged yet, and nothing new, until all is. Call it when paused."""
        self._only_waiting = True
        self._running.set()
        end = time.monotonic() + timeout
        while len(self.ledger.acknowledged) < self.ledger.issued and time.monotonic() < end:
            time.sleep(0.02)
        self.pause()
        self._only_waiting = False

    def counted(self, console=None):
        """The lines the server counts: (total, sum over the items). `console` is another than the one it was made for."""
        query = urllib.parse.urlencode({
            "from": (self._begin - timedelta(days=1)).isoformat(timespec="seconds"),
            "to": (self._begin + timedelta(days=1, hours=6)).isoformat(timespec="seconds"),
            "step": "hour", "zone": "Asia/Shanghai"})
        status, answer = (console or self.console).api("GET", f"/apps/{self.app}/stats/crashes?{query}")
        if status != 200:
            raise RuntimeError(f"stats: {status} {answer}")
        return answer["totals"]["actives"], sum(item["actives"] for item in answer["items"])

    def connect(self):
        """For those who upload to more than one console."""
        return self.console.connect(timeout=20)

    def saw(self, connection, response):
        """For those who look at answers: called for every one."""

    def _body(self, number):
        start = self._begin + timedelta(minutes=number * 17)
        device = _device(number)
        return pack(batch_lines(self.product, start, device, VERSIONS[number % len(VERSIONS)]))

    def _work(self, worker):
        connection = None
        while not self._over:
            if not self._running.is_set():
                connection = _closed(connection)
                self._idle.release()
                self._running.wait()
                continue
            batch = self.ledger.take(new=not self._only_waiting)
            if batch is None:
                time.sleep(0.01)
                continue
            connection = self._send(batch, connection)

    def _send(self, batch, connection):
        """One attempt; answers the connection to go on with, or None."""
        number = batch % _BODIES
        try:
            if connection is None:
                connection = self.connect()
            connection.request(
                "POST", "/loggw/logUpload.do", self._bodies[number],
                headers(self.product, _device(number), f"ledger-{batch}", VERSIONS[number % len(VERSIONS)]))
            response = connection.getresponse()
            text = response.read()
            self.saw(connection, response)
            if response.status == 200:
                self.ledger.acknowledge(batch, json.loads(text))
                return connection
        except (OSError, http.client.HTTPException, ValueError):
            pass
        self.ledger.give_back(batch)
        time.sleep(0.02)
        return _closed(connection)


def lines(batches):
    return batches * LINES_PER_BATCH


def _device(number):
    return f"UTD{number:012x}"


def _closed(connection):
    if connection:
        connection.close()
