"""What devices do to a cluster while something breaks: uploads with a ledger, and calls that every living node must go on answering."""

import base64
import json
import random
import threading
import time
from email.utils import parsedate_to_datetime

import cluster  # noqa: F401  (makes the modules below found)
from gateway_client import sign
from upload_ledger import Uploaders

SWITCHES = "alipay.client.switches.all.get"


class ClusterUploaders(Uploaders):
    """Devices that upload to any node, and repeat at another what was not acknowledged. `seen` are (moment, port, status, Retry-After)."""

    def __init__(self, nodes, app, product, seed, count=16):
        super().__init__(nodes[0], app, product, count)
        self.nodes = list(nodes)
        self._dice = random.Random(seed)
        self.seen = []

    def connect(self):
        return self._dice.choice(self.nodes).connect(timeout=20)

    def _send(self, batch, connection):
        """Changes the node now and then; otherwise all would stay with the first that is well after a fault."""
        if connection and self._dice.random() < 0.05:
            connection.close()
            connection = None
        return super()._send(batch, connection)

    def saw(self, connection, response):
        self.seen.append((time.monotonic(), connection.port, response.status, response.headers["Retry-After"]))

    def statuses(self, since, until, ports=None):
        """The answers in a span of time, each as (status, Retry-After)."""
        return [(status, wait) for moment, port, status, wait in list(self.seen) if since <= moment <= until and (ports is None or port in ports)]


class Credentials:
    """What an app's build on the device knows."""

    def __init__(self, console, app):
        _, platform = console.api("GET", f"/apps/{app}/platforms/ios")
        _, secret = console.api("POST", f"/apps/{app}/platforms/ios/secret-reveal", {})
        self.key, self.workspace, self.secret = platform["appKey"], platform["workspaceId"], secret["appSecret"]

    def ask(self, connection, operation, request, moment=None):
        """One signed call; answers (Result-Status, result or None, the answer's headers). `moment` is the device's clock in seconds."""
        body = json.dumps([{"_requestBody": request}]).encode()
        ts = str(int((moment or time.time()) * 1_000))
        connection.request("POST", "/mgw.htm", body, {
            "AppId": self.key, "WorkspaceId": self.workspace, "Operation-Type": operation, "Ts": ts, "Version": "1.0.0", "Platform": "ios",
            "Sign": sign(self.secret, operation, body, ts), "Content-Type": "application/json"})
        response = connection.getresponse()
        text = response.read()
        status = int(response.headers["Result-Status"] or 0) if response.status == 200 else -response.status
        return status, json.loads(text) if text else None, response.headers

    def switches(self, connection):
        """The switches, signed again by the node's clock when it says that ours is wrong (7003), as a device does."""
        status, result, headers = self.ask(connection, SWITCHES, {"productVersion": "1.0.0"})
        if status == 7003:
            there = parsedate_to_datetime(headers["Date"]).timestamp()
            status, result, _ = self.ask(connection, SWITCHES, {"productVersion": "1.0.0"}, there)
        return status, result["switches"] if status == 1000 else None


class DeviceCalls:
    """One device a node that asks for its switches 20 times a second while the `with` block runs. `calls` are (node, begin, seconds, fault)."""

    def __init__(self, nodes, credentials):
        self._nodes, self._credentials = list(nodes), credentials
        self._over = threading.Event()
        self._threads = [threading.Thread(target=self._work, args=(node,), daemon=True) for node in self._nodes]
        self.calls = []

    def __enter__(self):
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self._over.set()
        for thread in self._threads:
            thread.join(30)

    def during(self, node, since, until):
        """(number of calls begun in that time, the slowest in seconds, the faults)."""
        calls = [call for call in list(self.calls) if call[0] is node and since <= call[1] <= until]
        return len(calls), max((seconds for _, _, seconds, _ in calls), default=0), [fault for *_, fault in calls if fault]

    def _work(self, node):
        connection = node.connect(timeout=10)
        while not self._over.wait(0.05):
            began, fault = time.monotonic(), None
            try:
                status, _ = self._credentials.switches(connection)
                fault = None if status == 1000 else f"status {status}"
            except Exception as error:  # of the network, or no answer of HTTP: a fault whatever it is
                fault = repr(error)
                connection.close()
            self.calls.append((node, began, time.monotonic() - began, fault))
        connection.close()


def picture(size=64):
    """A picture as a device sends it with its feedback, of `size` × `size` random pixels, so that each is another object."""
    import struct
    import zlib

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    rows = b"".join(b"\0" + random.randbytes(3 * size) for _ in range(size))
    head = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    return base64.b64encode(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")).decode()
