"""`console hotpatch pack | verify | keys`, section 6: "package format 1 … format 2 … its layout is documented in the project for those who write clients".

The packages are read by `hotpatch_package`, a verifier written from the contract and docs/hotpatch-package.md alone.
"""

import base64
import hashlib
import json
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from certificate_files import send
from console_process import binary
from contract_case import ContractCase
from cryptography.hazmat.primitives.serialization import load_pem_public_key
from hotpatch_package import Refused, verify

_SECRET = "0123456789abcdef0123456789abcdef"
_SCRIPT = b"return 1\n"
_NONCE = "000102030405060708090a0b"
_PASSWORD = "only for these tests"
_KINDS = (("RSA", 1), ("RSA", 2), ("ECDSA-P256", 2))
_DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "hotpatch-package.md"


class HotpatchCase(unittest.TestCase):
    """A folder with a secret, a script, and a key of each kind."""

    @classmethod
    def setUpClass(cls):
        cls.home = Path(cls.enterClassContext(tempfile.TemporaryDirectory(prefix="console-hotpatch-")))
        cls.environment = {name: value for name, value in os.environ.items() if not name.startswith("CONSOLE_")}
        for name, content in (("secret", _SECRET.encode()), ("password", _PASSWORD.encode()), ("fix.lua", _SCRIPT)):
            (cls.home / name).write_bytes(content)
        for algorithm in ("RSA", "ECDSA-P256"):
            made = cls.run_console("keys", "make", "--algorithm", algorithm, "--password-file", "password", "--output", f"{algorithm}.pem",
                                   "--public-key", f"{algorithm}.pub")
            assert made.returncode == 0, made.stderr

    @classmethod
    def run_console(cls, *words):
        return subprocess.run([binary(), "hotpatch", *words], env=cls.environment, cwd=cls.home, capture_output=True, text=True, timeout=60,
                              stdin=subprocess.DEVNULL)

    def document(self, *words):
        """What `console hotpatch <words> --json` prints: one document, exit 0."""
        done = self.run_console(*words, "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def pack(self, algorithm, number, *more, script="fix.lua", output="package"):
        return ("pack", script, "--key", f"{algorithm}.pem", "--password-file", "password", "--secret-file", "secret", "--output", output,
                "--format", str(number), *more)

    def package(self, algorithm, number, *more):
        said = self.document(*self.pack(algorithm, number, "--release", "r.1", "--nonce", _NONCE, *more))
        return (self.home / "package").read_bytes(), said

    def keys(self, *names):
        return [load_pem_public_key((self.home / f"{name}.pub").read_bytes()) for name in names or ("RSA", "ECDSA-P256")]

    def assert_refused(self, package, keys=None, secret=_SECRET, place=None):
        with self.assertRaises(Refused, msg=f"byte {place}"):
            verify(package, keys or self.keys(), secret)

    def console_says(self, package, *keys, secret="secret", more=()):
        (self.home / "asked").write_bytes(package)
        words = [word for key in keys or ("RSA", "ECDSA-P256") for word in ("--public-key", f"{key}.pub")]
        return self.run_console("verify", "asked", *words, "--secret-file", secret, *more)


class PackagesTest(HotpatchCase):
    def test_accepted(self):
        """what the console packs in both formats, and with both algorithms of format 2, is what the documents say"""
        for algorithm, number in _KINDS:
            package, said = self.package(algorithm, number)
            found = verify(package, self.keys(), _SECRET)
            self.assertEqual((found["script"], found["format"], found["keyId"]), (_SCRIPT, number, said["keyId"]))
            self.assertEqual((said["sha256"], said["size"]), (hashlib.sha256(package).hexdigest(), len(package)))
            self.assertTrue(package.endswith(base64.b64decode(said["signature"])))
            if number == 2:
                self.assertEqual((found["language"], found["releaseId"]), ("lua", "r.1"))
            self.assertEqual(self.console_says(package).returncode, 0)

    def test_same_nonce_same_bytes(self):
        """giving the same bytes for the same nonce"""
        for algorithm, number in _KINDS:
            self.assertEqual(self.package(algorithm, number)[0], self.package(algorithm, number)[0])
            self.document(*self.pack(algorithm, number))
            first = (self.home / "package").read_bytes()
            self.document(*self.pack(algorithm, number))
            self.assertNotEqual(first, (self.home / "package").read_bytes(), "without a nonce it is random")

    def test_every_byte(self):
        """rejects tampered ones at every byte position of a small one"""
        for algorithm, number in _KINDS:
            package = self.package(algorithm, number)[0]
            keys = self.keys()
            for place in range(len(package)):
                self.assert_refused(package[:place] + bytes([package[place] ^ 1]) + package[place + 1:], keys, place=place)
                self.assert_refused(package[:place], keys, place=place)
            self.assert_refused(package + b"\0", keys)

    def test_the_console_refuses_too(self):
        """`console hotpatch verify` says no with a reason, exit 1, and nothing on standard output"""
        for algorithm, number in _KINDS:
            package = self.package(algorithm, number)[0]
            for place in range(0, len(package), len(package) // 6):
                done = self.console_says(package[:place] + bytes([package[place] ^ 1]) + package[place + 1:], more=("--json",))
                self.assertEqual((done.returncode, done.stdout), (1, ""), place)
                self.assertTrue(done.stderr.strip())

    def test_scripts(self):
        """a compressible script, one of the largest size, and JavaScript"""
        for name, script in (("a.lua", b"-- x\n" * 10_000 + b"return 1\n"), ("b.js", b"//" + b"x" * ((4 << 20) - 3) + b"\n")):
            (self.home / name).write_bytes(script)
            for algorithm, number in _KINDS:
                self.document(*self.pack(algorithm, number, script=name))
                found = verify((self.home / "package").read_bytes(), self.keys(), _SECRET)
                self.assertEqual(found["script"], script)
                done = self.console_says((self.home / "package").read_bytes(), more=("--output", "taken"))
                self.assertEqual((done.returncode, (self.home / "taken").read_bytes()), (0, script), done.stderr)


class RefusalsTest(HotpatchCase):
    def test_wrong_keys(self):
        """wrong keys: another key, none of its kind, another AppSecret"""
        (self.home / "other").write_text("f" * 32)
        for algorithm, number in _KINDS:
            package = self.package(algorithm, number)[0]
            stranger = "ECDSA-P256" if algorithm == "RSA" else "RSA"
            self.assert_refused(package, self.keys(stranger))
            self.assertEqual(self.console_says(package, stranger).returncode, 1)
            self.assert_refused(package, secret="f" * 32)
            self.assertEqual(self.console_says(package, secret="other").returncode, 1)
        done = self.run_console(*self.pack("ECDSA-P256", 1))
        self.assertEqual((done.returncode, done.stdout), (1, ""))

    def test_formats_mixed_up(self):
        """formats mixed up"""
        first, second = self.package("RSA", 1)[0], self.package("RSA", 2)[0]
        for package, number in ((first, 2), (second, 1)):
            self.assertEqual(self.console_says(package, more=("--format", str(number))).returncode, 1)
        self.assert_refused(b"MPHOTP02" + first)
        self.assert_refused(second[8:])

    def test_scripts(self):
        """empty, huge and binary scripts are refused with a reason"""
        for content in (b"", b" \n", b"\x1bLua", b"a\0b", b"\xff\xfe", b"x" * ((4 << 20) + 1)):
            (self.home / "bad.lua").write_bytes(content)
            done = self.run_console(*self.pack("RSA", 1, script="bad.lua", output="nothing"))
            self.assertEqual((done.returncode, done.stdout), (1, ""), content[:9])
            self.assertTrue(done.stderr.strip())
        self.assertFalse((self.home / "nothing").exists())

    def test_usage(self):
        """exit 64: words that no command knows, a nonce that is none, a format that is none"""
        for words in ((), ("pack",), ("verify", "x"), ("keys", "make"), self.pack("RSA", 3), self.pack("RSA", 1, "--nonce", "12"), self.pack("RSA", 1, "--x")):
            done = self.run_console(*words, *(("--invented",) if not words else ()))
            self.assertEqual(done.returncode, 64, f"{words} {done.stderr}")
            self.assertEqual(done.stdout, "")

    def test_keys(self):
        """keys from files, sealed with a password; an old file is never written over"""
        self.assertIn("ENCRYPTED PRIVATE KEY", (self.home / "RSA.pem").read_text())
        self.assertEqual((self.home / "RSA.pem").stat().st_mode & 0o777, 0o600)
        shown = self.document("keys", "show", "RSA.pem", "--password-file", "password")
        self.assertEqual(shown, self.document("keys", "show", "RSA.pub"))
        self.assertEqual((set(shown), shown["algorithm"]), ({"id", "algorithm", "publicKeyPEM"}, "RSA"))
        for words in (("keys", "show", "RSA.pem"), ("keys", "show", "secret"), ("keys", "show", "missing"),
                      ("keys", "make", "--password-file", "password", "--output", "RSA.pem")):
            done = self.run_console(*words)
            self.assertEqual((done.returncode, done.stdout), (1, ""), words)


class DocumentTest(HotpatchCase):
    """The worked example of docs/hotpatch-package.md."""

    def setUp(self):
        text = _DOCUMENT.read_text()
        self.private = re.findall(r"-----BEGIN PRIVATE KEY-----.*?-----END PRIVATE KEY-----\n", text, re.S)
        self.public = [load_pem_public_key(pem.encode()) for pem in re.findall(r"-----BEGIN PUBLIC KEY-----.*?-----END PUBLIC KEY-----\n", text, re.S)]
        found = re.findall(r"\((\d+) bytes, SHA-256 `([0-9a-f]{64})`\), in base64:\n```\n(.*?)```", text, re.S)
        self.packages = [(int(size), digest, base64.b64decode(body)) for size, digest, body in found]

    def test_vectors(self):
        """each of the three packages is what is said of it, and is believed"""
        self.assertEqual((len(self.private), len(self.public), len(self.packages)), (2, 2, 3))
        for (size, digest, package), number in zip(self.packages, (2, 2, 1)):
            self.assertEqual((len(package), hashlib.sha256(package).hexdigest()), (size, digest))
            found = verify(package, self.public, _SECRET)
            self.assertEqual((found["script"], found["format"]), (_SCRIPT, number))

    def test_made_again(self):
        """the console makes the same bytes of the same key, script, secret, release and nonce"""
        for (_, _, package), private, number in zip(self.packages, (self.private[0], self.private[1], self.private[1]), (2, 2, 1)):
            (self.home / "example.pem").write_text(private)
            self.document("pack", "fix.lua", "--key", "example.pem", "--secret-file", "secret", "--output", "again", "--format", str(number),
                          "--nonce", _NONCE, "--release", "example.1")
            self.assertEqual((self.home / "again").read_bytes(), package)


class ServedTest(ContractCase):
    def test_keys_and_packages(self):
        """`GET /apps/{app}/hotpatch-keys` → `[{id, algorithm, publicKeyPEM}]`; what the console packs is verified with them"""
        app = self.new_app()["id"]
        path = f"/apps/{app}/hotpatch-keys"
        self.assertEqual(self.client.get(path).json, [])
        for algorithm in ("RSA", "ECDSA-P256"):
            self.assertEqual(self.client.post(path, {"algorithm": algorithm}).status, 201)
        listed = self.client.get(path).json
        self.assertTrue(all(set(key) == {"id", "algorithm", "publicKeyPEM"} for key in listed), listed)
        keys = [load_pem_public_key(key["publicKeyPEM"].encode()) for key in listed]
        secret = self.client.post(f"/apps/{app}/platforms/ios/secret-reveal", {}).json["appSecret"]
        for number in (1, 2):
            answer = send(self.client, f"/apps/{app}/hotpatch-conversion", {"script": ("fix.lua", _SCRIPT)}, format=str(number))
            self.assertEqual(answer.status, 200, answer.text)
            found = verify(base64.b64decode(answer.json["package"]), keys, secret)
            self.assertEqual((found["script"], found["format"], found["keyId"]), (_SCRIPT, number, answer.json["keyId"]))

    def test_scopes(self):
        """Private keys never leave the console unencrypted, and only with the scope `secrets`"""
        app = self.new_app()["id"]
        key = self.client.post(f"/apps/{app}/hotpatch-keys", {}).json["id"]
        path = f"/apps/{app}/hotpatch-keys/{key}/key-export"
        self.assert_problem(self.client_for("read", "write").post(path, {"password": "long enough 1"}), 403)
        self.assert_rejected(self.client.post(path, {"password": "short"}), "/password")
        self.assertIn("ENCRYPTED", self.client.post(path, {"password": "long enough 1"}).json["privateKeyPEM"])
        self.assert_problem(self.client_for("read").post(f"/apps/{app}/hotpatch-keys", {}), 403)


if __name__ == "__main__":
    unittest.main()
