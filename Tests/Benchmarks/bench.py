#!/usr/bin/env python3
"""Measures what the console promises, and prints a Markdown table for the README. Started by script/bench, which builds first.

The generator (wrk) runs on the same cores as the server. `--quick` takes a tenth of the lines and a third of the time.
"""

import argparse
import os
import shutil
import statistics
import sys
from datetime import date
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "FaultTests"))

import gateway  # noqa: E402
import machine  # noqa: E402
import measures  # noqa: E402
from bodies import write_fortnight, write_uploads  # noqa: E402
from builds import BuildMeasures  # noqa: E402
from console_process import Console  # noqa: E402
from hotpatch import HotpatchMeasures, SimulatorMeasures  # noqa: E402
from log_lines import LINES_PER_BATCH  # noqa: E402
from logquery import LogQueryMeasures  # noqa: E402
from packages import PackageMeasures  # noqa: E402
from postgres import PostgresMeasures  # noqa: E402
from push import PushMeasures  # noqa: E402
from search import SearchMeasures  # noqa: E402
from sentry import SentryMeasures  # noqa: E402


class Bench:
    def __init__(self, folder, program, quick, only=None):
        self.folder, self.program = folder, program
        every = {"upload": self.measure_upload, "pages": self.measure_pages, "gateway": self.measure_gateway,
                 "packages": PackageMeasures(self, Console).run, "builds": BuildMeasures(self, Console, quick).run, "logquery": LogQueryMeasures(self, Console, quick).run,
                 "sentry": SentryMeasures(self, Console, quick).run,
                 "hotpatch": HotpatchMeasures(self, Console, quick).run, "simulator": SimulatorMeasures(self, Console, quick).run,
                 "push": PushMeasures(self, Console, quick).run, "search": SearchMeasures(self, Console, quick).run,
                 "postgres": PostgresMeasures(self).run}
        self.measures = [every[only]] if only else every.values()
        self.seconds = 5 if quick else 15
        self.baseline_rows = 500_000 if quick else 2_000_000
        self.copied_rows = 200_000 if quick else 1_000_000
        self.uploads = 1_000 if quick else 4_000
        self.fortnight = 2_000 if quick else 20_000
        self.few, self.many = 100_000, 1_000_000 if quick else 10_000_000
        self.rows = []

    def run(self):
        for measure in self.measures:
            measure()
        return self.rows

    def measure_upload(self):
        """Baseline and upload in turn, so that a change of the machine's mood strikes both."""
        with Console(self.folder / "upload") as console:
            app, product = console.create_app("Bench", "Bench")
            requests, lines = self.folder / "uploads", self.folder / "lines"
            say(f"building {self.uploads:,} batches")
            write_uploads(requests, lines, product, console.port, self.uploads)
            console.reset_peak_memory()
            plain, rates = [], []
            for run in range(5):
                if run % 2 == 0:
                    plain.append(measures.baseline(self.program, lines, self.folder, self.baseline_rows))
                    say(f"plain insert: {plain[-1]:,.0f} lines/s")
                else:
                    rates.append(self.upload_once(console, app, requests, run))
                    say(f"upload: {rates[-1]:,.0f} lines/s")
            self.report_upload(statistics.median(plain), statistics.median(rates), console.memory("VmHWM"))
        self.discard("upload", "uploads", "lines")

    def upload_once(self, console, app, requests, run):
        before, _ = measures.totals(console, app)
        batches, seconds = measures.upload(console, requests, f"run{run}", self.seconds)
        measures.check_counted(measures.totals(console, app)[0] - before, batches)
        return batches * LINES_PER_BATCH / seconds

    def report_upload(self, plain, rate, peak):
        self.row("Log upload, durable and rolled up, 64 connections", "≥ 1.0 × plain insert", f"{rate:,.0f} lines/s = {rate / plain:.2f} ×")
        self.row("Plain SQLite bulk insert of the same lines, same run", "", f"{plain:,.0f} lines/s")
        self.row("Peak memory of the server during upload", "< 200 MB", f"{peak / 1e6:.0f} MB")

    def measure_pages(self):
        with Console(self.folder / "pages") as console:
            app, product = console.create_app("Bench", "Bench")
            requests = self.folder / "fortnight"
            say(f"building {self.fortnight:,} batches over 14 days")
            write_fortnight(requests, product, console.port, self.fortnight)
            few = self.page_at(console, app, requests, self.few)
            many = self.page_at(console, app, requests, self.many)
            ratio = measures.quantile(many, 0.95) / measures.quantile(few, 0.95)
            self.row(f"The same against {short(self.few)} lines, p95", "≤ 1.5 ×", f"{ratio:.2f} ×")
            self.row("Acknowledged line visible, slowest of 20", "≤ 2 s", f"{measures.slowest_visible(console, app, product):.0f} ms")
            self.row(f"Start to first page with {short(self.many)} lines", "≤ 1 s", f"{measures.start_seconds(console):.2f} s")
        self.discard("pages", "fortnight")

    def measure_gateway(self):
        with Console(self.folder / "gateway") as console:
            app, _ = console.create_app("Bench", "Bench")
            caller = gateway.Caller(console, app)
            gateway.make_switches(console, app)
            self.measure_switches(console, caller, "10 of them by percentage")
            gateway.make_switches(console, app, by_version=0, by_percentage=50)
            self.measure_switches(console, caller, "all by percentage")
            self.row("A publication is served, slowest of 10", "≤ 1 s", f"{gateway.slowest_change(console, app, caller):.0f} ms")
            self.row("What the gateway adds to a call passed on, p50", "< 1 ms", f"{gateway.overhead(console, app, caller):.2f} ms")
            self.measure_updates(console, app, caller)
        self.discard("gateway")

    def measure_updates(self, console, app, caller):
        gateway.make_updates(console, app)
        calls, constant, p99 = gateway.update_rate(console, caller, self.folder, self.seconds)
        self.row("Update check with 20 releases and a whitelist of 100,000, signed, 64 connections", "≥ 0.6 × constant answer",
                 f"{calls:,.0f} calls/s = {calls / constant:.2f} ×, p99 {p99:.1f} ms")
        self.row("Constant answer (`/healthz`), same run", "", f"{constant:,.0f} answers/s")

    def measure_switches(self, console, caller, kind):
        calls, constant, p99 = gateway.switch_rate(console, caller, self.folder, self.seconds)
        self.row(f"Switches of an app with 50, {kind}, signed, 64 connections", "≥ 0.6 × constant answer", f"{calls:,.0f} calls/s = {calls / constant:.2f} ×")
        self.row("Constant answer (`/healthz`), same run", "", f"{constant:,.0f} answers/s")
        self.row("Switches, p99", "< 10 ms", f"{p99:.1f} ms")

    def page_at(self, console, app, requests, lines):
        """Fills up to `lines` and measures the page; answers its sorted times."""
        missing = (lines - sum(measures.totals(console, app))) // LINES_PER_BATCH
        say(f"filling up to {lines:,} lines")
        measures.upload(console, requests, f"fill{lines}", 3_600, limit=missing)
        received = sum(measures.totals(console, app))
        times = measures.page_times(console, f"/apps/{app}/crashes", 300)
        say(f"{received:,} lines received")
        self.row(f"Crash statistics page with {short(lines)} lines, p50 / p95", "≤ 20 ms" if lines == self.many else "",
                 f"{measures.quantile(times, 0.5):.1f} / {measures.quantile(times, 0.95):.1f} ms")
        return times

    def row(self, what, goal, measured):
        self.rows.append((what, goal, measured))
        say(f"{what}: {measured}")

    def say(self, text):
        say(text)

    def discard(self, *names):
        for name in names:
            path = self.folder / name
            shutil.rmtree(path) if path.is_dir() else path.unlink()


def short(lines):
    return f"{lines // 1_000_000} million" if lines >= 1_000_000 else f"{lines // 1_000} thousand"


def say(text):
    print(text, file=sys.stderr, flush=True)


def table(rows, folder, quick):
    head = f"Measured {date.today().isoformat()}{' (--quick)' if quick else ''} on {machine.describe(folder)}; wrk on the same cores."
    lines = [head, "", "| figure | goal | measured |", "|---|---|---|", *(f"| {a} | {b} | {c} |" for a, b, c in rows)]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(prog="script/bench", description="Measures uploads, the statistics page, the start, the gateway, packages, builds, the log query, events of Sentry's SDKs beside bugsink, patch calls, the fleet simulator, pushes, the search, and PostgreSQL with one node and with three.")
    parser.add_argument("--quick", action="store_true", help="a tenth of the lines, a third of the time")
    parser.add_argument("--only", choices=["upload", "pages", "gateway", "packages", "builds", "logquery", "sentry", "hotpatch", "simulator", "push", "search", "postgres"], help="one part")
    parser.add_argument("--folder", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--baseline", type=Path, required=True, help=argparse.SUPPRESS)
    options = parser.parse_args()
    shutil.rmtree(options.folder, ignore_errors=True)
    os.makedirs(options.folder)
    text = table(Bench(options.folder, options.baseline, options.quick, options.only).run(), options.folder, options.quick)
    print(text, end="")
    options.folder.with_suffix(".md").write_text(text)


if __name__ == "__main__":
    main()
