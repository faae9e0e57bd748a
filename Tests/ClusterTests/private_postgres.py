"""A PostgreSQL of a test's own, by script/postgres: started in the foreground as a child, so that it can be killed and waited for."""

import os
import signal
import subprocess
import time
from pathlib import Path

from console_process import ROOT

_SCRIPT = ROOT / "script/postgres"


class Postgres:
    """`arguments` go to `script/postgres run`. It flushes what it commits."""

    def __init__(self, home, arguments=()):
        self.directory = Path(home) / "postgresql"
        self._arguments = list(arguments)
        self._log = Path(home) / "postgresql.log"
        self.process = None

    def start(self, timeout=60):
        """Answers the seconds until it took connections, recovery after a kill included."""
        began = time.monotonic()
        with open(self._log, "ab") as log:
            self.process = subprocess.Popen([_SCRIPT, "run", self.directory, *self._arguments], stdout=log, stderr=log, stdin=subprocess.DEVNULL)
        while not self.is_ready():
            if self.process.poll() is not None or time.monotonic() - began > timeout:
                raise RuntimeError(f"PostgreSQL does not start:\n{self.log_tail()}")
            time.sleep(0.05)
        return time.monotonic() - began

    def is_ready(self):
        return subprocess.run([_SCRIPT, "ready", self.directory], capture_output=True).returncode == 0

    def stop(self):
        """As an administrator would: what is under way is broken off, nothing is lost."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(30)

    def restart_with(self, *settings):
        """Starts it again with these lines in its postgresql.conf."""
        self.stop()
        with open(self.directory / "data/postgresql.conf", "a") as file:
            file.write("\n".join(settings) + "\n")
        self.start()

    def kill(self):
        """`kill -9` of the server with all its processes at once, as far as one after the other is at once."""
        everybody = [self.process.pid, *_children(self.process.pid)]
        for pid in everybody:
            _kill(pid)
        self.process.wait(10)
        while any(_lives(pid) for pid in everybody):
            time.sleep(0.01)

    def url(self, name="console"):
        return subprocess.run([_SCRIPT, "url", self.directory, name], check=True, capture_output=True, text=True).stdout.strip()

    def query(self, sql):
        """Rows as lists of text, asked by psql with the console's own rights."""
        words = ["psql", "--no-psqlrc", "--tuples-only", "--no-align", "--field-separator=\x1f", "--set=ON_ERROR_STOP=1", "--command", sql, self.url()]
        done = subprocess.run(words, capture_output=True, text=True, timeout=60)
        if done.returncode != 0:
            raise RuntimeError(f"{sql}: {done.stderr}")
        return [line.split("\x1f") for line in done.stdout.splitlines()]

    def value(self, sql):
        """The first column of the first row as text."""
        return self.query(sql)[0][0]

    def log_tail(self, size=4_000):
        return self._log.read_bytes()[-size:].decode(errors="replace")


def _children(pid):
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _kill(pid):
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def _lives(pid):
    """A process that has ended and is not waited for by anybody does nothing any more."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False
