"""`console serve`: TCP, a Unix socket, TLS; what an integrator does must go the same way on each."""

import ssl
import subprocess
import tempfile
import unittest
from pathlib import Path

from console_process import Console, binary
from contract_case import ContractCase, minutes_ago
from contract_client import ContractClient
from contract_lines import behaviour


class SocketsTest(ContractCase):
    def setUp(self):
        self.home = Path(self.enterContext(tempfile.TemporaryDirectory(prefix="console-sockets-")))

    def test_tcp(self):
        """`console serve --hostname 127.0.0.1 --port 8080`"""
        self.works(self.client)

    def test_unix_socket(self):
        """(also `--unix-socket PATH`)"""
        path = self.home / "console.sock"
        console = Console(arguments=["--unix-socket", str(path)])
        self.serve(console, ContractClient(unix_socket=path))

    def test_tls(self):
        """(also `--tls-certificate F --tls-key F`)"""
        certificate, key = self.new_certificate()
        console = Console(arguments=["--tls-certificate", str(certificate), "--tls-key", str(key)])
        self.serve(console, ContractClient(console.port, tls=ssl.create_default_context(cafile=certificate)))

    def test_tls_needs_both(self):
        """`--tls-certificate F --tls-key F`: one alone is no TLS, and no plain HTTP in its place"""
        certificate, key = self.new_certificate()
        for words in (["--tls-certificate", certificate], ["--tls-key", key]):
            done = subprocess.run(
                [binary(), "serve", "--data", self.home / "data", "--port", "0", *words], capture_output=True, timeout=20, stdin=subprocess.DEVNULL)
            self.assertIn(done.returncode, (1, 64))

    def new_certificate(self):
        """A certificate for localhost and its key, as files."""
        certificate, key = self.home / "certificate.pem", self.home / "key.pem"
        subprocess.run([
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", "/CN=localhost",
            "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate], check=True, capture_output=True)
        return certificate, key

    def serve(self, console, client):
        """Runs the console, asks it by this client, and sees that it ends well."""
        console.ready = lambda: _is_ready(client)
        with console:
            self.works(client.with_token(console.token))
            self.assertEqual(console.stop()[0], 0)

    def works(self, client):
        """An app is made, a log line taken and counted."""
        app = self.new_app(client=client)
        product = app["platforms"][0]["logProductId"]
        self.assert_uploaded(client.upload(product, [behaviour(product, minutes_ago(10))], zipped=True), 1)
        self.assertEqual(client.get(f"/apps/{app['id']}/stats/crashes", from_="-1h", to="now").json["totals"]["actives"], 1)
        self.assert_problem(client.with_token(None).get("/apps"), 401)


def _is_ready(client):
    try:
        return client.ask("GET", "/readyz").status == 200
    except OSError:
        return False


if __name__ == "__main__":
    unittest.main()
