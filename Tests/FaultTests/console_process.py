"""Starts, stops, kills and asks the real `console` binary. Used by the fault, browser and contract tests and by the benchmark.

Assumptions about the server:
* `console admin create` and `console token create` work on a fresh data directory while no server runs, and make it.
* `console token create … --json` prints one document with `token`; `Authorization: Bearer <token>` is how the API takes it.
* `/readyz` answers 200 only when uploads and pages are served.
* SIGTERM drains and exits with 0 within 30 seconds; the log goes to stdout or stderr.
"""

import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EMAIL = "admin@example.com"
PASSWORD = "correct horse battery staple"


def binary():
    """`CONSOLE_BINARY`, or the newer of the release and the debug build."""
    if named := os.environ.get("CONSOLE_BINARY"):
        return Path(named)
    built = [path for path in (ROOT / ".build/release/console", ROOT / ".build/debug/console") if path.exists()]
    if not built:
        raise FileNotFoundError("no console binary: run `swift build` or set CONSOLE_BINARY")
    return max(built, key=lambda path: path.stat().st_mtime)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Console:
    """One console on one data directory; a `with` block starts it and cleans up after it.

    `data` None means a temporary directory. `arguments` are added to `serve`, `environment` to its environment; `within` are the
    words before the binary's, for a console in a network namespace, and `hostname` is the address it listens on.
    `ready` says whether it serves; set another one for a console that is not asked over plain TCP.
    """

    def __init__(self, data=None, arguments=(), environment=None, within=(), hostname="127.0.0.1"):
        self.home = Path(tempfile.mkdtemp(prefix="console-test-"))
        self.data = Path(data) if data else self.home / "data"
        self.log = self.home / "console.log"
        self.arguments = list(arguments)
        self.environment = {**os.environ, **(environment or {})}
        self.within, self.hostname = list(within), hostname
        self.port = free_port()
        self.ready = self.is_ready
        self.process = None
        self.token = None

    def __enter__(self):
        self.prepare()
        self.start()
        return self

    def __exit__(self, *_):
        if self.process and self.process.poll() is None:
            self.kill()
        shutil.rmtree(self.home, ignore_errors=True)

    @property
    def url(self):
        return f"http://{self.hostname}:{self.port}"

    def prepare(self):
        """Creates the data directory with an administrator (EMAIL, PASSWORD) and a token for the API."""
        secret = self.home / "password"
        secret.write_text(PASSWORD)
        secret.chmod(0o600)
        self.command("admin", "create", "--email", EMAIL, "--password-file", str(secret))
        created = self.command("token", "create", "--name", "tests", "--scope", "all", "--json")
        self.token = json.loads(created)["token"]

    def command(self, *words, timeout=60):
        """Runs `console <words> --data DIR`; answers its stdout."""
        done = subprocess.run(
            [binary(), *words, "--data", str(self.data)], env=self.environment, capture_output=True, text=True, timeout=timeout)
        if done.returncode != 0:
            raise RuntimeError(f"console {' '.join(words)}: exit {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout

    def start(self, timeout=30):
        """Starts `console serve` and waits until it is `ready()`; answers the seconds it took."""
        began = time.monotonic()
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [*self.within, binary(), "serve", "--data", str(self.data), "--hostname", self.hostname, "--port", str(self.port), *self.arguments],
                env=self.environment, stdout=log, stderr=log, stdin=subprocess.DEVNULL)
        while not self.ready():
            if self.process.poll() is not None or time.monotonic() - began > timeout:
                raise RuntimeError(f"console serve is not ready (exit {self.process.poll()}):\n{self.log_tail()}")
            time.sleep(0.005)
        return time.monotonic() - began

    def connect(self, timeout):
        return http.client.HTTPConnection(self.hostname, self.port, timeout=timeout)

    def is_ready(self):
        return self.answers("/readyz")

    def answers(self, path):
        """Whether `path` answers 200 now."""
        connection = self.connect(timeout=5)
        try:
            connection.request("GET", path)
            return connection.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()

    def stop(self, timeout=35):
        """SIGTERM; answers (exit code, seconds)."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout), time.monotonic() - began

    def kill(self):
        self.process.kill()
        self.process.wait(10)

    def log_tail(self, size=4_000):
        return self.log.read_bytes()[-size:].decode(errors="replace") if self.log.exists() else ""

    def api(self, method, path, body=None):
        """One JSON request under `/api/v1`; answers (status, document or None)."""
        connection = self.connect(timeout=30)
        try:
            payload = None if body is None else json.dumps(body)
            connection.request(method, f"/api/v1{path}", payload, {
                "Authorization": f"Bearer {self.token}", "Accept": "application/json", "Content-Type": "application/json"})
            response = connection.getresponse()
            text = response.read()
            return response.status, json.loads(text) if text else None
        finally:
            connection.close()

    def create_app(self, english_name="FaultCheck", name="故障检查"):
        """Creates an app for iOS; answers (app id, log product id)."""
        status, app = self.api("POST", "/apps", {"name": name, "englishName": english_name, "platforms": ["ios"]})
        if status != 201:
            raise RuntimeError(f"POST /apps: {status} {app}")
        return app["id"], app["platforms"][0]["logProductId"]

    def memory(self, field="VmRSS"):
        """`VmRSS` or `VmHWM` (peak) of the server in bytes."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith(field + ":"):
                return int(line.split()[1]) * 1024
        raise KeyError(field)

    def reset_peak_memory(self):
        Path(f"/proc/{self.process.pid}/clear_refs").write_text("5")
