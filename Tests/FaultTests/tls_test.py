#!/usr/bin/env python3
"""TLS with HTTP/2 and HTTP/1.1, and the Unix socket, asked by curl.

Assumptions about the server: with `--tls-certificate` and `--tls-key` the TCP port speaks TLS only and chooses HTTP/2 or
HTTP/1.1 by ALPN; with `--unix-socket PATH` it listens there in plain HTTP/1.1, whether or not it listens on TCP as well.
The socket file is gone after a clean exit, and a stale one does not hinder a start.
"""

import json
import subprocess
import tempfile
import time
import unittest
from datetime import datetime, timedelta, timezone
from pathlib import Path

from console_process import Console
from log_lines import batch_lines, headers, pack

_DEVICE = "UTDtls00000001"


def curl(*words):
    """Answers (stdout without the last line, "<HTTP version> <status>")."""
    done = subprocess.run(
        ["curl", "--silent", "--show-error", "--max-time", "20", "--write-out", "\n%{http_version} %{http_code}", *words],
        capture_output=True, text=True)
    body, _, summary = done.stdout.rpartition("\n")
    return body, summary if done.returncode == 0 else f"curl {done.returncode}: {done.stderr.strip()}"


class TLSTest(unittest.TestCase):
    def setUp(self):
        home = Path(self.enterContext(tempfile.TemporaryDirectory(prefix="console-tls-")))
        self.certificate, self.key, self.body = home / "certificate.pem", home / "key.pem", home / "body.gz"
        subprocess.run([
            "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
            "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", self.key, "-out", self.certificate],
            check=True, capture_output=True)

    def test_http2_and_http1_over_tls(self):
        console = Console(arguments=["--tls-certificate", str(self.certificate), "--tls-key", str(self.key)])
        console.ready = lambda: self.over_tls(console, "--http2", "/readyz")[1] == "2 200"
        with console:
            self.assertEqual(self.over_tls(console, "--http2", "/login")[1], "2 200")
            self.assertEqual(self.over_tls(console, "--http1.1", "/login")[1], "1.1 200")
            self.assertNotIn("200", curl(f"http://127.0.0.1:{console.port}/login")[1], "plain HTTP on the TLS port")
            product = self.create_app(console)
            for version in ("--http2", "--http1.1"):
                self.upload(console, product, version)

    def test_unix_socket(self):
        path = Path(self.enterContext(tempfile.TemporaryDirectory(prefix="console-socket-"))) / "console.sock"
        console = Console(arguments=["--unix-socket", str(path)])
        console.ready = lambda: curl("--unix-socket", str(path), "http://console/readyz")[1] == "1.1 200"
        with console:
            console.kill()  # leaves a stale socket file
            console.start()
            self.assertEqual(console.stop()[0], 0)
            self.assertFalse(path.exists(), "the socket file is left behind")

    def over_tls(self, console, version, path, *words):
        return curl("--cacert", str(self.certificate), version, *words, f"https://localhost:{console.port}{path}")

    def create_app(self, console):
        body, summary = self.over_tls(
            console, "--http2", "/api/v1/apps", "--json", json.dumps({"name": "TLS", "englishName": "TLSCheck", "platforms": ["ios"]}),
            "--header", f"Authorization: Bearer {console.token}")
        self.assertEqual(summary, "2 201", body)
        return json.loads(body)["platforms"][0]["logProductId"]

    def upload(self, console, product, version):
        self.body.write_bytes(pack(batch_lines(product, datetime.now(timezone.utc) - timedelta(hours=2), _DEVICE)))
        words = [word for name, value in headers(product, _DEVICE, f"tls-{time.time_ns()}").items() for word in ("--header", f"{name}: {value}")]
        body, summary = self.over_tls(console, version, "/loggw/logUpload.do", *words, "--data-binary", f"@{self.body}")
        self.assertIn(" 200", summary, body)
        self.assertEqual(json.loads(body), {"code": 200, "accepted": 100, "rejected": 0, "duplicate": False})


if __name__ == "__main__":
    unittest.main()
