"""What issue 8 promises of the log query: over 100 million lines, the first lines of one device are there within a second.

The lines come in as devices send them, over HTTP, with wrk: 50,000 batches of a device each, sent again and again under other ids until there are enough. What is looked
for came first of all, so every index is asked before the one that knows of it. Cold means a console that was just started, on files that the system does not hold in memory.
"""

import http.client
import json
import os
import re
import statistics
import time
import urllib.parse
from datetime import datetime, timedelta, timezone

import measures
from bodies import write_fortnight
from console_process import EMAIL, PASSWORD
from log_lines import LINES_PER_BATCH, batch_lines, crash_line, headers, pack
from page_session import PageSession

DEVICE, WORD = "UTDwantedwanted", "ZanzibarLedger"


class LogQueryMeasures:
    """Its rows go where the bench's go."""

    def __init__(self, bench, console_type, quick):
        self.bench, self.console_type = bench, console_type
        self.lines, self.batches = (10_000_000, 20_000) if quick else (100_000_000, 50_000)

    def run(self):
        with self.console_type(self.bench.folder / "logquery") as console:
            app, product = console.create_app("Bench", "Bench")
            self.fill(console, product)
            self.wait_for_indexes(console)
            self.ask(console, app)
            self.export(console, app)
        self.bench.discard("logquery", "logquery-requests")

    def fill(self, console, product):
        send_wanted(console, product)
        requests = self.bench.folder / "logquery-requests"
        self.bench.say(f"building {self.batches:,} batches")
        write_fortnight(requests, product, console.port, self.batches)
        self.bench.say(f"sending {self.lines:,} lines")
        began = time.perf_counter()
        measures.upload(console, requests, "fill", 7_200, limit=self.lines // LINES_PER_BATCH)
        self.bench.say(f"{self.lines / (time.perf_counter() - began):,.0f} lines/s, indexes made meanwhile")

    def wait_for_indexes(self, console):
        """Until what no index covers is less than one is of."""
        began = time.perf_counter()
        while (waiting := gauge(console, "telemetry_unindexed_uploads")) is None or waiting >= 4_096:
            self.bench.say(f"{waiting} uploads wait for an index")
            time.sleep(15)
        self.bench.say(f"indexed {time.perf_counter() - began:,.0f} s later")
        raw, index = (sum(file.stat().st_size for file in (console.data / name).rglob("*") if file.is_file()) for name in ("segments", "objects"))
        self.bench.row("Indexes beside the packed lines", "", f"{index / 1e6:,.0f} of {raw / 1e6:,.0f} MB = {index / raw:.0%}")

    def ask(self, console, app):
        questions = [
            ("one device", {"device": DEVICE}, "≤ 1,000 ms"), ("a word that one upload holds", {"q": WORD}, ""),
            ("one device and a word of its lines", {"device": DEVICE, "q": "reportactive"}, ""),
            ("a word in 6 % of the uploads", {"q": "PaymentSummary.render"}, ""), ("a word that nothing holds", {"q": "OrderSummary.rendering"}, ""),
        ]
        for what, query, goal in questions:
            path = f"/apps/{app}/logs?" + urllib.parse.urlencode({"from": "-25d", **query})
            cold = [self.cold(console, path) for _ in range(3)]
            warm = measures.page_times(console, path, 30)
            self.bench.row(f"Log query over {self.lines / 1e6:,.0f} million lines, {what}: cold, warm p50 / p95", goal,
                           f"{statistics.median(cold):,.0f} ms, {measures.quantile(warm, 0.5):,.0f} / {measures.quantile(warm, 0.95):,.0f} ms")

    def cold(self, console, path):
        console.stop()
        forget_files(console.data)
        console.start()
        session = PageSession(console)
        session.log_in(EMAIL, PASSWORD)
        began = time.perf_counter()
        status, text = session.get(path)
        spent = (time.perf_counter() - began) * 1_000
        session.close()
        if status != 200:
            raise RuntimeError(f"{path}: {status}")
        early = ", stopped early" if 'class="notice"' in text else ""
        self.bench.say(f"{path}: {spent:,.0f} ms, {len(re.findall('<tr><th', text))} lines{early}")
        return spent

    def export(self, console, app):
        """As many lines as one export brings, as text."""
        connection = http.client.HTTPConnection("127.0.0.1", console.port, timeout=1_000)
        query = urllib.parse.urlencode({"from": "-25d", "format": "text", "event": "reportActive"})
        began, last, size = time.perf_counter(), b"", 0
        connection.request("GET", f"/api/v1/apps/{app}/logs/export?{query}", headers={"Authorization": f"Bearer {console.token}"})
        response = connection.getresponse()
        while piece := response.read(1 << 20):
            last, size = (last + piece)[-4_096:], size + len(piece)
        spent = time.perf_counter() - began
        end = json.loads(last.splitlines()[-1].removeprefix(b"# "))
        self.bench.row(f"Export of {end['lines']:,} lines as text", "", f"{end['lines'] / spent:,.0f} lines/s, {size / spent / 1e6:,.0f} MB/s")


def send_wanted(console, product):
    """One upload of the device that is looked for, with a line that says the word."""
    start = datetime.now(timezone.utc) - timedelta(days=2)
    lines = batch_lines(product, start, DEVICE)
    lines[50] = crash_line(product, start + timedelta(minutes=4), DEVICE, kind=WORD)
    connection = http.client.HTTPConnection("127.0.0.1", console.port, timeout=30)
    connection.request("POST", "/loggw/logUpload.do", pack(lines), headers(product, DEVICE, "wanted"))
    answer = connection.getresponse()
    if answer.status != 200:
        raise RuntimeError(f"upload: {answer.status} {answer.read()}")
    connection.close()


def gauge(console, name):
    """None while it was not measured yet."""
    connection = console.connect(timeout=30)
    connection.request("GET", "/metrics")
    found = re.search(rf"^{name} ([0-9.e+]+)$", connection.getresponse().read().decode(), re.MULTILINE)
    connection.close()
    return float(found[1]) if found else None


def forget_files(folder):
    """Has the system let go of what it holds of the files below a folder."""
    for file in folder.rglob("*"):
        if file.is_file():
            with open(file, "rb") as opened:
                os.fsync(opened.fileno())
                os.posix_fadvise(opened.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
