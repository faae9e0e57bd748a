#!/usr/bin/env python3
"""`kill -9` while a package is being written: nothing half is visible, nothing is left behind, and the next start finishes it."""

import hashlib
import io
import time
import urllib.error
import zipfile

from console_process import Console
from package_case import PackageCase


class PackageKillTest(PackageCase):
    def test_no_half_package(self):
        with Console() as console:
            app, _ = console.create_app()
            names = [self.publish(console, f"Large{number}", number) for number in range(2)]
            choice = {"platform": "ios", "modules": [{"name": name} for name in names]}
            whole = self.settled(console, app, self.created(console, app, choice))
            self.assertEqual(whole["state"], "ready")

            identity = self.created(console, app, choice | {"minimumOS": "13.0"})
            self.killed_while_writing(console)
            interrupted = self.half_written(console)
            console.start()
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

    def killed_while_writing(self, console):
        """Kills the console as soon as something of the archive is on the disk, however long the machine took to get there."""
        deadline = time.monotonic() + 60
        while not self.half_written(console):
            self.assertLess(time.monotonic(), deadline, "the package was never begun, or was written between two looks")
        console.kill()

    @staticmethod
    def half_written(console):
        return [path for path in console.data.rglob("*") if path.suffix in (".part", ".zip") and path.is_file()]
