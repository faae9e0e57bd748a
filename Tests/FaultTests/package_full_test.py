#!/usr/bin/env python3
"""No room left while a package is being written: nothing half is visible or left behind, its page says why, and it is done when there is room."""

import time
import urllib.error

from console_process import Console
from disk import Disk
from package_case import SIZE, PackageCase


class PackageFullTest(PackageCase):
    def test_it_waits_for_room(self):
        with Disk() as disk, Console(disk.mount_point / "data") as console:
            app, _ = console.create_app()
            name = self.publish(console, "Large", 1)
            ballast = disk.fill(leaving=SIZE // 2)
            identity = self.created(console, app, {"platform": "ios", "modules": [{"name": name}]})
            job = self.refused(console, app, identity)
            self.assertEqual(job["error"], "diskFull", job)
            self.assertEqual([path for path in (console.data / "packages").rglob("*") if path.is_file()], [], "the run left files behind")
            with self.assertRaises(urllib.error.HTTPError) as refused:
                self.download(console, app, identity)
            self.assertEqual(refused.exception.code, 409)
            ballast.unlink()
            self.assertEqual(self.settled(console, app, identity)["state"], "ready")
            self.assertGreater(len(self.download(console, app, identity)), SIZE)
            console.stop()

    def refused(self, console, app, identity):
        """The job of a package, once a run of it has failed."""
        job = self.package(console, app, identity)["job"]
        for _ in range(600):
            found = self.asked(console, "GET", f"/jobs/{job}")
            if found["error"]:
                return found
            time.sleep(0.1)
        raise AssertionError(f"{found}\n{console.log_tail()}")
