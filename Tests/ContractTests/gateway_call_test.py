"""`console call`: a signed call from the command line, written on the client library."""

import json
import subprocess
import time
import unittest

from console_process import binary, free_port
from gateway_case import READS, GatewayCase


class CallTest(GatewayCase):
    def setUp(self):
        super().setUp()
        self.secret_file = self.console.home / f"{self.app}.secret"
        self.secret_file.write_text(self.device.secret + "\n")

    def run_call(self, *words, server=None, stdin=None):
        """Runs `console call` for this app."""
        known = ["--server", server or self.console.url, "--app-key", self.platform["appKey"], "--workspace", self.platform["workspaceId"]]
        secret = [] if "--secret-file" in words else ["--secret-file", str(self.secret_file)]
        return subprocess.run([binary(), "call", *known, *secret, *words], capture_output=True, text=True, timeout=60, input=stdin)

    def document(self, *words, code=0, **options):
        done = self.run_call("--operation-type", READS, "--json", *words, **options)
        self.assertEqual(done.returncode, code, done.stderr)
        return json.loads(done.stdout)

    def test_success(self):
        """a signed call from the command line: both forms, both times, exit 0"""
        for flags in ((), ("--hmac",), ("--radix64",), ("--hmac", "--radix64", "--device", "UTD1", "--version", "2.0", "--session", "x")):
            with self.subTest(flags):
                answer = self.document("--data", '{"productVersion":"1.0.0","did":"UTD1"}', *flags)
                self.assertEqual((answer["status"], answer["memo"], answer["tips"]), (1000, None, None))
                self.assertIn("switches", answer["result"])

    def test_for_a_person(self):
        """prints Result-Status, memo and the JSON"""
        done = self.run_call("--operation-type", READS, "--data", "{}")
        status, _, result = done.stdout.partition("\n")
        self.assertEqual((done.returncode, status), (0, "Result-Status: 1000"))
        self.assertIn("switches", json.loads(result))

    def test_refusal(self):
        """exit 0 only on 1000: a refusal is printed with its memo"""
        wrong = self.console.home / "wrong.secret"
        wrong.write_text("0" * 32)
        answer = self.document("--secret-file", str(wrong), code=1)
        self.assertEqual((answer["status"], answer["result"]), (7002, None))
        self.assertTrue(answer["memo"] and answer["tips"])
        done = self.run_call("--operation-type", "nobody.knows.it")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, r"\AResult-Status: 3000\nMemo: .+\nTips: .+\n\Z")

    def test_secret(self):
        """--secret-file: a file that ends with or without a line feed, or standard input; never an argument"""
        for text in (self.device.secret, self.device.secret + "\r\n"):
            self.secret_file.write_bytes(text.encode())
            self.assertEqual(self.document()["status"], 1000)
        self.assertEqual(self.document("--secret-file", "-", stdin=self.device.secret + "\n")["status"], 1000)
        for missing in (str(self.console.home / "nowhere"), "/dev/null"):
            done = self.run_call("--operation-type", READS, "--secret-file", missing)
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertTrue(done.stderr.strip())

    def test_unreachable(self):
        """exit 1: nobody there; said on stderr, at once, with nothing on stdout"""
        began = time.monotonic()
        done = self.run_call("--operation-type", READS, "--json", server=f"http://127.0.0.1:{free_port()}")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertTrue(done.stderr.strip())
        self.assertLess(time.monotonic() - began, 10)

    def test_not_the_gateway(self):
        """exit 1: what answers is no gateway"""
        done = self.run_call("--operation-type", READS, server=self.console.url + "/elsewhere")
        self.assertEqual((done.returncode, done.stdout), (1, ""))

    def test_usage(self):
        """64 usage"""
        for words in ([], ["--operation-type", ""], ["--operation-type", READS, "--data", "{"], ["--operation-type", READS, "--invented"]):
            self.assertEqual(self.run_call(*words).returncode, 64, words)
        self.assertEqual(self.run_call("--operation-type", READS, server="nowhere").returncode, 64)


if __name__ == "__main__":
    unittest.main()
