"""What issue 8 promises of Sentry's SDKs: how many of their events a second are accepted, parsed, grouped and durable, beside bugsink on the same machine.

bugsink comes from PyPI into a place of its own and runs as its makers say: gunicorn with two workers, snappea beside them, SQLite, with its quotas raised. Both get
the same envelopes from wrk, each once: bugsink's are done when its snappea has digested all of them, ours when all are in groups.
"""

import contextlib
import json
import os
import sqlite3
import statistics
import subprocess
import sys
import time
import urllib.request

from console_process import ROOT, free_port
from sentry_events import bodies

TURNS = 3
CONNECTIONS = 64
VENV = ROOT / ".build" / "venv-bugsink"
SETTINGS = """
BUGSINK.update({{"BASE_URL": "http://127.0.0.1:{port}", "SINGLE_USER": True, "SINGLE_TEAM": True, "PHONEHOME": False}})
for scope in ("", "_PER_PROJECT"):
    for span in ("5_MINUTES", "HOUR", "MONTH"):
        BUGSINK[f"MAX_EVENTS{{scope}}_PER_{{span}}"] = 1_000_000_000
SECURE_PROXY_SSL_HEADER = None
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = False
ALLOWED_HOSTS = ["*"]
"""
PROJECT = """
from projects.models import Project
project = Project.objects.create(name="Bench", retention_max_event_count=1_000_000_000)
print(project.id, project.sentry_key.hex)
"""


class SentryMeasures:
    """Its rows go where the bench's go."""

    def __init__(self, bench, console_type, quick):
        self.bench, self.console_type = bench, console_type
        self.ours, self.theirs = (20_000, 500) if quick else (50_000, 1_000)

    def run(self):
        install()
        requests = self.bench.folder / "events"
        with self.console_type(self.bench.folder / "sentry") as console, Bugsink(self.bench.folder / "bugsink") as bugsink:
            app, _ = console.create_app("Bench", "Bench")
            _, project = console.api("GET", f"/apps/{app}/platforms/ios/sentry")
            own, other, first = [], [], int(time.time()) << 20
            for _ in range(TURNS):
                write(requests, bugsink.port, *bugsink.project, self.theirs, first)
                other.append(self.measure("bugsink", bugsink.url, requests, self.theirs, bugsink.digested))
                write(requests, console.port, project["project"], project["keys"][0]["publicKey"], self.ours, first)
                own.append(self.measure("console", console.url, requests, self.ours, Grouped(console).count))
                first += max(self.ours, self.theirs)
        self.bench.discard("sentry", "bugsink", "events")
        ours, theirs = statistics.median(own), statistics.median(other)
        self.bench.row("Crash reports of Sentry's SDKs accepted, parsed, grouped and durable, 64 connections", "≥ 100 × bugsink",
                       f"{ours:,.0f} a second = {ours / theirs:,.0f} ×")
        self.bench.row("The same envelopes digested by bugsink, same run", "", f"{theirs:,.0f} a second")

    def measure(self, name, url, requests, events, count):
        """Events a second, from the first one sent until the last one is done."""
        before = count()
        began = time.perf_counter()
        words = ["wrk", "-t1", f"-c{CONNECTIONS}", "-d600s", "--timeout", "60s", "-s", str(ROOT / "Tests/Benchmarks/sentry.lua"), url, "--", str(requests)]
        text = subprocess.run(words, check=True, capture_output=True, text=True).stdout
        sent = time.perf_counter() - began
        result = json.loads(next(line for line in text.splitlines() if line.startswith("result ")).removeprefix("result "))
        if result["refused"]:
            raise RuntimeError(f"{name}: {result}")
        done, changed = 0, time.perf_counter()
        while done < events:
            now = count() - before
            done, changed = (now, time.perf_counter()) if now > done else (done, changed)
            # bugsink loses one of some thousand, so whoever has done nearly all and does no more is done.
            if time.perf_counter() - changed > 15:
                if done < 0.99 * events:
                    raise RuntimeError(f"{name}: only {done} of {events} are done")
                break
            time.sleep(0.1)
        rate = done / (changed - began)
        self.bench.say(f"{name}: taken {events / sent:,.0f}/s, done {rate:,.0f}/s")
        return rate


def install():
    """bugsink into a virtual environment of its own, once."""
    if not (VENV / "bin" / "bugsink-runsnappea").exists():
        subprocess.run([sys.executable, "-m", "venv", VENV], check=True)
        subprocess.run([VENV / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check", "bugsink"], check=True)


def write(file, port, project, key, count, first):
    """The requests that wrk sends."""
    with open(file, "wb") as opened:
        for body in bodies(count, first):
            head = (f"POST /api/{project}/envelope/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nX-Sentry-Auth: Sentry sentry_version=7, sentry_key={key}, "
                    f"sentry_client=sentry.java.android/8.13.2\r\nContent-Type: application/x-sentry-envelope\r\nContent-Encoding: gzip\r\n"
                    f"Content-Length: {len(body)}\r\n\r\n").encode()
            opened.write(f"{len(head) + len(body)}\n".encode() + head + body)


class Grouped:
    """Reports in groups, by the console's database: the list of reports would count them anew each time."""

    def __init__(self, console):
        self.path = next(path for path in console.data.glob("*.sqlite"))

    def count(self):
        with contextlib.closing(sqlite3.connect(f"file:{self.path}?mode=ro", uri=True, timeout=30)) as connection:
            return connection.execute("SELECT count(*) FROM crash_analysis").fetchone()[0]


class Bugsink:
    """As its makers say that it is to be run on one server."""

    def __init__(self, folder):
        self.folder, self.port = folder, free_port()
        self.processes = []

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self):
        (self.folder / "base" / "snappea" / "wakeup").mkdir(parents=True)
        (self.folder / "base" / "ingestion").mkdir()
        self.run("bugsink-create-conf", "--template=singleserver", f"--port={self.port}", "--host=127.0.0.1", f"--base-dir={self.folder}/base")
        with open(self.folder / "bugsink_conf.py", "a", encoding="utf-8") as settings:
            settings.write(SETTINGS.format(port=self.port))
        self.run("bugsink-manage", "migrate")
        self.run("bugsink-manage", "migrate", "snappea", "--database=snappea")
        self.project = self.run("bugsink-manage", "shell", "-c", PROJECT).split()[-2:]
        self.start("gunicorn", f"--bind=127.0.0.1:{self.port}", "--workers=2", "--timeout=120", "bugsink.wsgi")
        self.start("bugsink-runsnappea")
        for _ in range(300):
            with contextlib.suppress(OSError), urllib.request.urlopen(f"{self.url}/health/ready", timeout=5):
                return self
            time.sleep(0.1)
        raise RuntimeError((self.folder / "gunicorn.log").read_text())

    def __exit__(self, *_):
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(30)
            process.kill()

    @property
    def environment(self):
        return os.environ | {"PYTHONPATH": str(self.folder), "PATH": f"{VENV}/bin:{os.environ['PATH']}"}

    def run(self, program, *words):
        done = subprocess.run([VENV / "bin" / program, *words], cwd=self.folder, env=self.environment, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stdout}{done.stderr}")
        return done.stdout

    def start(self, program, *words):
        with open(self.folder / f"{program}.log", "w", encoding="utf-8") as log:
            self.processes.append(subprocess.Popen([VENV / "bin" / program, *words], cwd=self.folder, env=self.environment, stdout=log, stderr=log))

    def digested(self):
        with contextlib.closing(sqlite3.connect(self.folder / "base" / "db.sqlite3", timeout=60)) as connection:
            return connection.execute("SELECT count(*) FROM events_event").fetchone()[0]
