"""`console sdk`: the documented tool that keeps a local SDK in step with the catalogue, run as a developer runs it, against a real console."""

import contextlib
import http.client
import http.server
import json
import os
import signal
import subprocess
import threading
import time
import unittest
import urllib.parse

from command_line_test import CommandLineCase
from console_process import Console, binary
from contract_case import client_of
from module_files import aar, framework, packed
from modules_test import ModuleCase


class SDKCase(ModuleCase, CommandLineCase):
    """A console whose catalogue nobody else fills, and a directory for the local SDK."""

    @classmethod
    def setUpClass(cls):
        cls.console = cls.enterClassContext(Console())
        cls.client = client_of(cls.console)

    def setUp(self):
        super().setUp()
        self.directory = self.home / "sdk"

    def sdk(self, *words, server=None, token=None, **environment):
        told = {"CONSOLE_SERVER": server or self.console.url, "CONSOLE_TOKEN": self.console.token if token is None else token,
                "CONSOLE_SDK": str(self.directory)}
        return self.run_console("sdk", *words, data=False, **told, **environment)

    def done(self, *words, **options):
        """What it prints, line by line."""
        done = self.sdk(*words, **options)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout.splitlines()

    def document(self, *words):
        done = self.sdk(*words, "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def table(self):
        """(local, remote) by module."""
        lines = self.done()
        self.assertEqual(lines[0].split(), ["Framework", "Local", "Remote"])
        return {cells[0]: tuple(cells[1:3]) for cells in (line.split() for line in lines[1:] if line and not line.startswith("*"))}


class SDKTest(SDKCase):
    def test_in_step(self):
        """The table, what is missing, raising, and that nothing is fetched twice"""
        base, upper = sorted([self.published(), self.published()])
        self.assertEqual({name: self.table()[name] for name in (base, upper)}, {base: ("Missing", "1.0.0"), upper: ("Missing", "1.0.0")})
        lines = self.done("update")
        self.assertEqual((lines[0], lines[-1]), ("Updating SDK [Succeeded]", "Done"))
        self.assertIn(f"Downloading {base}.framework [Succeeded]", lines)
        self.assertEqual((self.directory / f"{base}.framework" / base).read_bytes(), b"!<arch>\n")
        self.published(base, "1.0.1", content=framework(base, bundle=f"{base}Resources.bundle", binary=b"newer"))
        self.assertEqual(self.table()[base], ("1.0.0", "1.0.1"))
        self.assertEqual([line for line in self.done() if line.startswith(f"{base} ")][0][-2:], " *")
        self.assertEqual(self.done("update"), [
            "Updating SDK [Succeeded]", f"Downloading {base}.framework [Succeeded]", f"{base} updated from 1.0.0 to 1.0.1", "Done"])
        self.assertEqual((self.directory / f"{base}.framework" / base).read_bytes(), b"newer")
        self.assertTrue((self.directory / f"{base}Resources.bundle").is_dir())
        self.assertEqual(self.done("update"), ["Updating SDK [Succeeded]", "Done"])
        self.assertEqual(self.done("update", base), [f"Downloading {base}.framework [Succeeded]", f"{base} updated from 1.0.1 to 1.0.1"])
        self.assertEqual(self.done("download", upper), [f"Downloading {upper}.framework [Succeeded]"])
        self.assertEqual(self.done("download", base, "1.0.0"), [f"Downloading {base}.framework [Succeeded]"])
        self.assertEqual(self.table()[base], ("1.0.0", "1.0.1"))

    def test_one_module(self):
        """Its local version, description and versions in both languages, oldest first, with dependencies"""
        base = self.published()
        name = self.published(needs={"dependencies": [{"module": base, "versions": ">=1.0"}], "thirdParty": [
            {"name": "UTDID", "version": "1.0", "licence": "", "included": False}]})
        self.published(name, "1.0.1")
        self.done("download", name)
        expected = [
            f"{name}.framework is 1.0.1 in local SDK.", "", f"{name} 的说明", f"What {name} is for", "", "Versions:", "", "1.0.0", "    初始版本",
            "    Initial version", "", f"    Dependencies: {base}, UTDID", "", "1.0.1", "    初始版本", "    Initial version"]
        self.assertEqual(self.done(name), expected)
        self.assertEqual(self.done("show", name.upper()), expected)
        self.assertEqual(self.done(base)[0], f"{base}.framework is missing in local SDK.")

    def test_named_like_a_command(self):
        """A module that is called like a command is still there"""
        for name in ("update", "show"):
            self.published(self.new_module(name))
            self.assertEqual(self.done("show", name)[0], f"{name}.framework is missing in local SDK.")
            self.assertEqual(self.done("update", name), [f"Downloading {name}.framework [Succeeded]"])

    def test_other_platforms(self):
        """`--platform android`: libraries stay files, in a directory of their own"""
        name = self.new_module()
        library = aar("com.example.network")
        self.published(name, content=library, platform="android")
        self.assert_failed(self.sdk("--platform", "android", "update"), 64)
        self.done("update", "--platform", "android")
        self.assertEqual((self.directory / f"{name}.aar").read_bytes(), library)
        elsewhere = self.document("list", "--platform", "android", "--directory", str(self.home / "elsewhere"))["modules"]
        self.assertEqual([(row["module"], row["local"]) for row in elsewhere], [(name, None)])
        self.assertIn("holds modules for android", self.sdk("update").stderr)

    def test_warnings(self):
        """What should not be used any more is said, and not fetched by itself"""
        old, bad = self.published(), self.published()
        self.done("update", old, bad)
        self.published(old, "1.0.1")
        self.assertEqual(self.client.post(f"/modules/{old}/versions/ios/1.0.0/withdrawal", {"reason": "loses calls"}).status // 100, 2)
        self.assertEqual(self.client.post(f"/modules/{bad}/versions/ios/1.0.0/defect", {"reason": "leaks keys"}).status // 100, 2)
        lines = self.done()
        self.assertIn(f"{old} 1.0.0: withdrawn: loses calls", lines)
        self.assertIn(f"{bad} 1.0.0: bad: leaks keys", lines)
        (self.directory / f"{bad}.framework").rename(self.home / "away")
        self.assertNotIn(f"Downloading {bad}.framework [Succeeded]", self.done("update"))

    def test_json(self):
        """`--json`: one document each, with null for what is not there"""
        name = self.published()
        row, = [row for row in self.document()["modules"] if row["module"] == name]
        self.assertEqual(row, {"module": name, "local": None, "remote": "1.0.0", "isCurrent": False, "remark": None})
        change, = self.document("update", name)["modules"]
        self.assertEqual(change, {"module": name, "file": f"{name}.framework", "from": None, "to": "1.0.0", "error": None, "remark": None})
        self.assertEqual(self.document("download", name, "1.0.0")["modules"][0]["from"], "1.0.0")
        shown = self.document(name)
        self.assertEqual((shown["local"], [version["version"] for version in shown["versions"]]), ("1.0.0", ["1.0.0"]))
        index = json.loads((self.directory / "index.json").read_text())
        self.assertIn((name, "1.0.0"), [(entry["module"], entry["version"]) for entry in index["modules"]])

    def test_exit_codes(self):
        """exit 0 done, 1 failed, 64 usage; nothing of a token on the way"""
        for words in (["one", "two"], ["update", "--platform", "windows"], ["download"], ["--server", "nowhere"], ["update", "--invented"]):
            self.assert_failed(self.sdk(*words), 64)
        for words in (["NoSuchModule"], ["update", "NoSuchModule"], ["download", "NoSuchModule"], ["--token-file", "/nowhere"]):
            self.assert_failed(self.sdk(*words), 1)
            self.assert_failed(self.sdk(*words, "--json"), 1)
        nobody = self.sdk(token="")
        self.assert_failed(nobody, 1)
        self.assertIn("console token create", nobody.stderr)
        wrong = self.sdk(token="not-a-token-of-this-console")
        self.assert_failed(wrong, 1)
        self.assertNotIn("not-a-token", wrong.stderr)
        away = self.sdk(server="http://127.0.0.1:1")
        self.assert_failed(away, 1)
        self.assertIn("--server", away.stderr)

    def test_token_file(self):
        """The token comes from a file, as arguments are for everybody to read"""
        name = self.published()
        self.done("update", name, "--token-file", self.file("token", self.console.token + "\n"), token="")

    def test_killed_in_the_middle(self):
        """A command that was killed is gone on with where it was, and leaves the old version until the new one is whole"""
        name = self.published()
        self.done("update", name)
        self.published(name, "2.0.0", content=framework(name, binary=os.urandom(4 << 20)))
        with SlowProxy(self.console.port, stop_after=1 << 20) as proxy:
            command = subprocess.Popen(
                [binary(), "sdk", "update", name], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                env=self.environment | {"CONSOLE_SERVER": proxy.url, "CONSOLE_TOKEN": self.console.token, "CONSOLE_SDK": str(self.directory)})
            self.wait_for_part(100_000)
            command.send_signal(signal.SIGKILL)
            command.communicate(timeout=30)
            self.assertEqual(self.table()[name], ("1.0.0", "2.0.0"))
            self.assertEqual((self.directory / f"{name}.framework" / name).read_bytes(), b"!<arch>\n")
            proxy.stop_after = None
            self.done("update", name, server=proxy.url)
            self.assertRegex(proxy.ranges[-1] or "", r"^bytes=[1-9]\d{4,}-$")
        self.assertEqual(len((self.directory / f"{name}.framework" / name).read_bytes()), 4 << 20)
        self.assertEqual(list((self.directory / ".incoming").iterdir()), [])

    def wait_for_part(self, count):
        """Until so many bytes of a download are on disk."""
        end = time.monotonic() + 30
        while sum(part.stat().st_size for part in (self.directory / ".incoming").glob("*.part")) < count:
            self.assertLess(time.monotonic(), end, "the download does not come")
            time.sleep(0.01)

    def test_damaged_on_the_way(self):
        """A file with another digest than the catalogue's is not kept"""
        name = self.published(content=packed({"Damaged.framework/Damaged": os.urandom(100_000)}))
        with SlowProxy(self.console.port, damages=True) as proxy:
            done = self.sdk("update", name, server=proxy.url)
        self.assertEqual((done.returncode, done.stdout), (1, f"Downloading {name}.framework [Failed]\n"))
        self.assertIn("SHA-256", done.stderr)
        self.assertEqual(self.table()[name], ("Missing", "1.0.0"))
        self.assertEqual(list((self.directory / ".incoming").iterdir()), [])


class SlowProxy:
    """Stands between the command and the console: keeps the ranges of files asked for, and stops or changes their bytes."""

    def __init__(self, port, stop_after=None, damages=False):
        self.stop_after, self.damages, self.ranges = stop_after, damages, []
        self._over = threading.Event()
        proxy = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                with contextlib.suppress(ConnectionError):
                    proxy._pass_on(self, port)

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            def handle_error(self, *_):
                """A command that is killed takes its connections along."""

        self._server = Server(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self):
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self._over.set()
        self._server.shutdown()
        self._server.server_close()

    def _pass_on(self, handler, port):
        console = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        console.request("GET", handler.path, headers={name: value for name, value in handler.headers.items() if name.lower() != "host"})
        answer = console.getresponse()
        body = answer.read()
        console.close()
        is_file = urllib.parse.urlparse(handler.path).path.endswith("/artifact")
        if is_file:
            self.ranges.append(handler.headers["Range"])
        if is_file and self.damages:
            body = bytes([body[0] ^ 1]) + body[1:]
        handler.send_response(answer.status)
        for name in ("Content-Type", "ETag", "Content-Range", "Retry-After"):
            if answer.headers[name]:
                handler.send_header(name, answer.headers[name])
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        if is_file and self.stop_after:
            handler.wfile.write(body[:self.stop_after])
            handler.wfile.flush()
            self._over.wait(60)
        else:
            handler.wfile.write(body)


if __name__ == "__main__":
    unittest.main()
