#!/usr/bin/env python3
"""`kill -9` while a package is being written: nothing half is visible, nothing is left behind, and the next start finishes it."""

import hashlib
import io
import json
import random
import time
import unittest
import urllib.error
import urllib.parse
import urllib.request
import zipfile

from console_process import Console

SIZE = 150_000_000


class PackageKillTest(unittest.TestCase):
    def test_no_half_package(self):
        with Console() as console:
            app, _ = console.create_app()
            names = [self.publish(console, f"Large{number}", number) for number in range(2)]
            choice = {"platform": "ios", "modules": [{"name": name} for name in names]}
            whole = self.settled(console, app, self.created(console, app, choice))
            self.assertEqual(whole["state"], "ready")

            identity = self.created(console, app, choice | {"minimumOS": "13.0"})
            while self.package(console, app, identity)["state"] == "waiting":
                time.sleep(0.005)
            time.sleep(0.05)
            console.kill()
            interrupted = [path for path in console.data.rglob("*") if path.is_file() and path.suffix in (".part", ".zip")]
            console.start()
            # If the kill came after the archive was done there is nothing to see here; then the figures above are wrong for this machine.
            self.assertTrue(interrupted, "the package was written before the kill")
            self.assertNotEqual(self.package(console, app, identity)["state"], "ready")
            with self.assertRaises(urllib.error.HTTPError) as refused:
                self.download(console, app, identity)
            self.assertEqual(refused.exception.code, 409)

            # The run that was killed holds its lease for half a minute.
            package = self.settled(console, app, identity)
            self.assertEqual(package["state"], "ready", package)
            content = self.download(console, app, identity)
            self.assertEqual(hashlib.sha256(content).hexdigest(), package["sha256"])
            self.assertIsNone(zipfile.ZipFile(io.BytesIO(content)).testzip())
            left = [path for path in interrupted if path.exists()]
            self.assertEqual(left, [], "files of the killed run are still there")

    def publish(self, console, name, seed):
        archive = io.BytesIO()
        with zipfile.ZipFile(archive, "w") as file:
            file.writestr(f"{name}.framework/Info.plist", "<plist><dict/></plist>")
            file.writestr(f"{name}.framework/{name}", random.Random(seed).randbytes(SIZE))
        address = f"{console.url}/api/v1/module-artifacts?" + urllib.parse.urlencode({"filename": f"{name}.zip"})
        with self.open(console, address, archive.getvalue(), "PUT") as response:
            sha256 = json.loads(response.read())["sha256"]
        text = {"zh": name, "en": name}
        self.asked(console, "POST", "/modules", {"name": name, "group": "other", "title": text, "description": text})
        self.asked(console, "POST", f"/modules/{name}/versions", {"platform": "ios", "version": "1.0", "artifact": sha256, "notes": text, "needs": {}})
        return name

    def created(self, console, app, choice):
        return self.asked(console, "POST", f"/apps/{app}/packages", choice)["id"]

    def package(self, console, app, identity):
        return self.asked(console, "GET", f"/apps/{app}/packages/{identity}")

    def settled(self, console, app, identity):
        for _ in range(900):
            package = self.package(console, app, identity)
            if package["state"] not in ("waiting", "writing"):
                return package
            time.sleep(0.1)
        raise AssertionError(f"{package}\n{console.log_tail()}")

    def download(self, console, app, identity):
        with self.open(console, f"{console.url}/api/v1/apps/{app}/packages/{identity}/download") as response:
            return response.read()

    def open(self, console, address, content=None, method="GET"):
        headers = {"Authorization": f"Bearer {console.token}"} | ({"Content-Type": "application/octet-stream"} if content else {})
        return urllib.request.urlopen(urllib.request.Request(address, content, headers, method=method), timeout=120)

    def asked(self, console, method, path, value=None):
        status, answer = console.api(method, path, value)
        self.assertIn(status, (200, 201), answer)
        return answer
