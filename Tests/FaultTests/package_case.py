"""What the tests of packages under faults share: modules with large files, and packages of them."""

import io
import json
import random
import time
import unittest
import urllib.parse
import urllib.request
import zipfile

SIZE = 150_000_000
"""Bytes of a module."""


class PackageCase(unittest.TestCase):
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
