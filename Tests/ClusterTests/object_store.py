"""An S3 object store for tests: moto's server, behind a gate that can be shut.

moto keeps objects in memory, so a store that is away is not a stopped one but one that nobody reaches.
"""

import http.client
import re
import select
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

from console_process import free_port

BUCKET = "console"
KEYS = {"CONSOLE_S3_ACCESS_KEY": "cluster-tests", "CONSOLE_S3_SECRET_KEY": "cluster-tests"}


class ObjectStore:
    def __init__(self, home):
        self._port = free_port()
        self._log = Path(home) / "objects.log"
        self.gate = Gate(self._port)
        self._process = None

    @property
    def url(self):
        """What `--objects` takes."""
        return f"s3://{BUCKET}?endpoint=http://127.0.0.1:{self.gate.port}&region=us-east-1"

    def start(self):
        words = [Path(sys.executable).parent / "moto_server", "--host", "127.0.0.1", "--port", str(self._port)]
        with open(self._log, "ab") as log:
            self._process = subprocess.Popen(words, stdout=log, stderr=log, stdin=subprocess.DEVNULL)
        end = time.monotonic() + 60
        while not self._make_bucket():
            if self._process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"moto does not start:\n{self._log.read_text()[-2_000:]}")
            time.sleep(0.1)
        self.gate.open()

    def stop(self):
        self.gate.shut()
        self._process.kill()
        self._process.wait(10)

    def bytes(self):
        """The sum of the sizes of all objects."""
        total, after = 0, ""
        while True:
            text = self._get(f"/{BUCKET}?list-type=2&start-after={after}")
            total += sum(map(int, re.findall(r"<Size>(\d+)</Size>", text)))
            if "<IsTruncated>true" not in text:
                return total
            after = re.findall(r"<Key>([^<]+)</Key>", text)[-1]

    def _get(self, path):
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=30)
        connection.request("GET", path)
        text = connection.getresponse().read().decode()
        connection.close()
        return text

    def _make_bucket(self):
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=5)
        try:
            connection.request("PUT", f"/{BUCKET}")
            return connection.getresponse().status == 200
        except OSError:
            return False
        finally:
            connection.close()


class Gate:
    """Passes TCP connections on to a port of this machine while it is open; shut, it refuses new ones and cuts those that are."""

    def __init__(self, target):
        self._target = target
        self.port = free_port()
        self._lock = threading.Lock()
        self._listener, self._pairs = None, []

    def open(self):
        listener = socket.create_server(("127.0.0.1", self.port), backlog=128)
        self._listener = listener
        threading.Thread(target=self._accept, args=(listener,), daemon=True).start()

    def shut(self):
        with self._lock:
            listener, self._listener = self._listener, None
            pairs, self._pairs = self._pairs, []
        if listener:
            _end(listener)
        for side in [side for pair in pairs for side in pair]:
            _end(side)

    def _accept(self, listener):
        while True:
            try:
                client, _ = listener.accept()
                server = socket.create_connection(("127.0.0.1", self._target))
            except OSError:
                return
            with self._lock:
                if self._listener is not listener:
                    _end(client)
                    _end(server)
                    return
                self._pairs.append((client, server))
            threading.Thread(target=self._pass_on, args=(client, server), daemon=True).start()

    def _pass_on(self, client, server):
        other = {client: server, server: client}
        try:
            while True:
                for side in select.select([client, server], [], [])[0]:
                    part = side.recv(65_536)
                    if not part:
                        return
                    other[side].sendall(part)
        except (OSError, ValueError):
            pass
        finally:
            _end(client)
            _end(server)
            with self._lock:
                self._pairs = [pair for pair in self._pairs if pair[0] is not client]


def _end(side):
    """`close` alone would leave a thread in `accept` or `recv`."""
    try:
        side.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass
    side.close()
