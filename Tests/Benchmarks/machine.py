"""What the machine is, in one line for people."""

import os
import platform
import subprocess
from pathlib import Path


def describe(folder):
    """Processor, cores, memory, kernel, system and the file system of `folder`."""
    return (f"{_processor()}, {os.cpu_count()} cores, {_memory_gigabytes():.0f} GB, Linux {platform.release()}, "
            f"{platform.freedesktop_os_release()['PRETTY_NAME']}, {_file_system(folder)}")


def _processor():
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()


def _memory_gigabytes():
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**30


def _file_system(folder):
    done = subprocess.run(["findmnt", "-n", "-o", "FSTYPE", "-T", folder], capture_output=True, text=True)
    return done.stdout.strip() or "unknown file system"
