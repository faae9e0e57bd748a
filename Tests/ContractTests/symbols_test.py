"""Symbols: "`POST /apps/{app}/symbols` (dSYM zip / `.tgz`, `mapping.txt`, ELF)", out: `id,kind,uuids[],architectures[],version`."""

import io
import json
import os
import shutil
import subprocess
import tarfile
import tempfile
import unittest
import uuid

from console_process import binary
from contract_case import ContractCase
from module_files import packed

MAPPING = b"# compiler: R8\n# pg_map_id: 0d0fd23\ncom.example.Main -> a.a:\n    1:1:void main():7:7 -> a\n"
NAMESPACE = uuid.uuid5(uuid.NAMESPACE_DNS, "guardsquare.com")


class SymbolsTest(ContractCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.app = cls().new_app(("ios", "android"))["id"]

    def put(self, body, name, version=""):
        fields = {"Authorization": f"Bearer {self.client.token}", "Content-Type": "application/octet-stream"}
        return self.client.ask("PUT", f"/api/v1/apps/{self.app}/symbols/upload?filename={name}&version={version}", body, fields)

    def test_multipart(self):
        """`POST /apps/{app}/symbols`: the field `file`; out: `id,kind,uuids[],architectures[],version`"""
        boundary = "----contract"
        head = (f'--{boundary}\r\nContent-Disposition: form-data; name="version"\r\n\r\n2.3.0\r\n--{boundary}\r\n'
                'Content-Disposition: form-data; name="file"; filename="mapping.txt"\r\nContent-Type: text/plain\r\n\r\n')
        body = head.encode() + MAPPING + f"\r\n--{boundary}--\r\n".encode()
        answer = self.client.ask("POST", f"/api/v1/apps/{self.app}/symbols", body, {
            "Authorization": f"Bearer {self.client.token}", "Content-Type": f"multipart/form-data; boundary={boundary}"})
        self.assertIn(answer.status, (200, 201), answer.text)
        wanted = {"kind": "mapping", "uuids": [str(uuid5(MAPPING))], "architectures": [], "version": "2.3.0"}
        self.assertEqual({name: answer.json[name] for name in wanted}, wanted)

    def test_dsym_zip_and_tgz(self):
        """dSYM zip / `.tgz`: many architectures, nested"""
        first, second = uuid.uuid4().bytes, uuid.uuid4().bytes
        path = "dSYMs/App.app.dSYM/Contents/Resources/DWARF/App"
        answer = self.put(packed({path: fat([macho(first), macho(second, 0x01000007)])}), "dsyms.zip")
        self.assertEqual(answer.status, 201, answer.text)
        self.assertEqual((answer.json["kind"], sorted(answer.json["architectures"])), ("dsym", ["arm64", "x86_64"]))
        self.assertEqual(sorted(answer.json["uuids"]), sorted(str(uuid.UUID(bytes=id)).upper() for id in (first, second)))
        self.assertEqual(answer.headers["Location"], f"/api/v1/apps/{self.app}/symbols/{answer.json['id']}")

        third = uuid.uuid4().bytes
        file = io.BytesIO()
        with tarfile.open(fileobj=file, mode="w:gz", format=tarfile.USTAR_FORMAT) as tar:
            content = packed({"inner/App": macho(third)})
            entry = tarfile.TarInfo("nested/inner.zip")
            entry.size = len(content)
            tar.addfile(entry, io.BytesIO(content))
        answer = self.put(file.getvalue(), "symbol.tgz")
        self.assertEqual(answer.status, 201, answer.text)
        self.assertEqual(answer.json["uuids"], [str(uuid.UUID(bytes=third)).upper()])

    @unittest.skipUnless(shutil.which("clang") or shutil.which("cc"), "needs a compiler")
    def test_elf(self):
        """ELF: by its build id, as the compiler's own tools tell it"""
        with tempfile.TemporaryDirectory() as folder:
            source, library = os.path.join(folder, "a.c"), os.path.join(folder, "libdemo.so")
            with open(source, "w") as file:
                file.write("int work(int a) { return a * 3; }\n")
            compiler = shutil.which("clang") or shutil.which("cc")
            subprocess.run([compiler, "-g", "-shared", "-fPIC", "-nostdlib", "-Wl,--build-id=0x0102030405060708", source, "-o", library], check=True)
            with open(library, "rb") as file:
                answer = self.put(file.read(), "libdemo.so")
        self.assertEqual(answer.status, 201, answer.text)
        self.assertEqual((answer.json["kind"], answer.json["uuids"], answer.json["objects"][0]["worth"]), ("elf", ["0102030405060708"], "full"))

    def test_same_file(self):
        """The same file again is the same symbols."""
        body = MAPPING + b"# once more\n"
        first, again = self.put(body, "mapping.txt"), self.put(body, "mapping.txt", version="3.0")
        self.assertEqual((first.status, again.status), (201, 200))
        self.assertEqual((first.json["id"], again.json["version"]), (again.json["id"], "3.0"))

    def test_bad_input(self):
        """Bad input: Mach-O with wild offsets, archives cut short: refused with the reason, nothing half stored."""
        before = self.client.get(f"/apps/{self.app}/symbols").json["total"]
        whole = packed({"App": macho(uuid.uuid4().bytes)})
        wild = fat([macho(uuid.uuid4().bytes)])
        for body, name in [(b"", "empty"), (b"text", "a.txt"), (whole[:-40], "cut.zip"), (packed({"a.txt": b"nothing at all in it"}), "none.zip"),
                           (wild[:16] + b"\xff" * 8 + wild[24:], "wild"), (b"\x7fELF" + b"\xff" * 300, "wild.so")]:
            self.assert_rejected(self.put(body, name), "/file")
        self.assertEqual(self.client.get(f"/apps/{self.app}/symbols").json["total"], before)

    def test_list_and_removal(self):
        body = MAPPING + b"# to go\n"
        id = self.put(body, "mapping.txt").json["id"]
        self.assertIn(id, [item["id"] for item in self.client.get(f"/apps/{self.app}/symbols?limit=100").json["items"]])
        self.assertEqual(self.client.get(f"/apps/{self.app}/symbols/missing").json, {"items": [], "next": None, "total": 0})
        self.assertEqual(self.client.api("DELETE", f"/apps/{self.app}/symbols/{id}").status, 204)
        self.assertEqual(self.client.get(f"/apps/{self.app}/symbols/{id}").status, 404)

    def test_command(self):
        """`console symbols upload FILE… --app A`"""
        with tempfile.TemporaryDirectory() as folder:
            paths = [os.path.join(folder, "mapping.txt"), os.path.join(folder, "App")]
            for path, body in zip(paths, [MAPPING + b"# by command\n", macho(uuid.uuid4().bytes)]):
                with open(path, "wb") as file:
                    file.write(body)
            told = os.environ | {"CONSOLE_SERVER": self.console.url, "CONSOLE_TOKEN": self.client.token}
            done = subprocess.run([binary(), "symbols", "upload", *paths, "--app", self.app, "--json"], env=told, capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([item["kind"] for item in json.loads(done.stdout)], ["mapping", "dsym"])


def uuid5(content):
    """`uuid.uuid5` takes text only; this one takes the bytes of a file."""
    return uuid.uuid5(NAMESPACE, content.decode())


def macho(id, cpu=0x0100000C):
    """A dSYM's file of 64 bits: `LC_UUID`, `__TEXT`, `__DWARF`."""
    def number(value, size=4):
        return value.to_bytes(size, "little")

    def segment(name, address):
        return number(0x19) + number(72) + name.encode().ljust(16, b"\0") + number(address, 8) + bytes(40)

    body = number(0x1B) + number(24) + id + segment("__TEXT", 1 << 32) + segment("__DWARF", 0)
    return number(0xFEEDFACF) + number(cpu) + number(0) + number(10) + number(3) + number(len(body)) + bytes(8) + body


def fat(programs):
    head, place = (0xCAFEBABE).to_bytes(4, "big") + len(programs).to_bytes(4, "big"), 4096
    for program in programs:
        for value in (int.from_bytes(program[4:8], "little"), 0, place, len(program), 0):
            head += value.to_bytes(4, "big")
        place += len(program)
    return head.ljust(4096, b"\0") + b"".join(programs)
