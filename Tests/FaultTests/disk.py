"""A file system of its own for a console's data: one that loses its power, or is full."""

import fcntl
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

_EXT4_IOC_SHUTDOWN = 0x8004587D  # _IOR('X', 125, __u32), fs/ext4/ext4.h
_WITHOUT_FLUSHING_THE_LOG = (2).to_bytes(4, "little")
_IMAGE_BYTES = 2 << 30  # sparse; a console with less than 512 MiB free says it is not ready


class Disk:
    """An ext4 file system in a file, which can lose its power."""

    def __init__(self):
        self._home = tempfile.TemporaryDirectory(prefix="console-power-")
        self._image = Path(self._home.name) / "image"
        self.mount_point = Path(self._home.name) / "mount"
        self.mount_point.mkdir()
        with open(self._image, "wb") as image:
            image.truncate(_IMAGE_BYTES)

    def __enter__(self):
        try:
            _run("mkfs.ext4", "-q", "-F", self._image)
            self.mount()
        except (OSError, subprocess.CalledProcessError) as error:
            self._home.cleanup()
            detail = getattr(error, "stderr", None) or str(error)
            raise unittest.SkipTest(f"mounting is not allowed here: {detail.strip()}") from None
        return self

    def __exit__(self, *_):
        if os.path.ismount(self.mount_point):
            self.unmount()
        self._home.cleanup()

    def mount(self):
        _run("mount", "-o", "loop", self._image, self.mount_point)

    def unmount(self):
        _run("umount", self.mount_point)

    def cut_power(self):
        handle = os.open(self.mount_point, os.O_RDONLY)
        try:
            fcntl.ioctl(handle, _EXT4_IOC_SHUTDOWN, _WITHOUT_FLUSHING_THE_LOG)
        finally:
            os.close(handle)

    def fill(self, leaving):
        """Takes all room but this many bytes, also what is kept for root, until what this answers is deleted."""
        ballast = self.mount_point / "ballast"
        room = os.statvfs(self.mount_point)
        subprocess.run(["fallocate", "-l", str(room.f_bfree * room.f_frsize - leaving), ballast], check=True)
        return ballast


def _run(*words):
    subprocess.run(words, check=True, capture_output=True, text=True)
