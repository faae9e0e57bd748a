"""What issue 9 promises: the rate of a device's call with ten running patches against the constant answer, and how many calls a second the fleet
simulator makes, on the cores that it shares with the console."""

import json
import os
import subprocess
import urllib.request

import gateway
from console_process import binary

HOTPATCH = "alipay.client.getUnionResource"
RELEASES = 10


class HotpatchMeasures:
    """Its rows go where the bench's go."""

    def __init__(self, bench, console_type, quick):
        self.bench, self.console_type = bench, console_type
        self.devices, self.seconds = (20_000, 10) if quick else (200_000, 30)

    def run(self):
        with self.console_type(self.bench.folder / "hotpatch") as console:
            app, _ = console.create_app("Bench", "Bench")
            caller = gateway.Caller(console, app)
            versions = make_patches(console, app)
            self.measure_call(console, caller, versions[-1])
        self.bench.discard("hotpatch")

    def measure_call(self, console, caller, version):
        request = {"productVersion": version, "did": "UTDbench0001", "osVersion": "18.1", "mobileModel": "iPhone17,1", "netType": "WIFI"}
        if caller.call(HOTPATCH, request).get("patch") is None:
            raise RuntimeError("no patch is offered")
        calls, constant, p99 = gateway.operation_rate(console, caller, self.bench.folder, self.bench.seconds, HOTPATCH, request)
        self.bench.row(f"Patch call with {RELEASES} running releases, guarded, signed, 64 connections", "≥ 0.6 × constant answer",
                       f"{calls:,.0f} calls/s = {calls / constant:.2f} ×, p99 {p99:.1f} ms")
        self.bench.row("Constant answer (`/healthz`), same run", "", f"{constant:,.0f} answers/s")


class SimulatorMeasures(HotpatchMeasures):
    """The fleet as fast as it goes: each device's day takes less than a second."""

    def run(self):
        with self.console_type(self.bench.folder / "simulator") as console:
            app, _ = console.create_app("Bench", "Bench")
            caller = gateway.Caller(console, app)
            make_patches(console, app)
            summary, peak = self.simulate(console, app, caller)
            answers = summary["answers"]
            wrong = {name: codes for name, codes in answers.items() if set(codes) - {"1000", "200"}}
            if wrong or summary["errors"]:
                raise RuntimeError(f"simulate: {wrong} {summary['errors']}")
            lines = sum(answers.get("loggw/logUpload.do", {}).values())
            self.bench.row(f"Calls of `console simulate` with {self.devices:,} devices, on the console's cores", "≥ 10,000/s",
                           f"{summary['callsPerSecond']:,.0f}/s, with {summary['lines'] / summary['seconds']:,.0f} lines/s in {lines:,} uploads")
            self.bench.row("Peak memory of the simulator", "bounded", f"{peak / 1e6:.0f} MB")
        self.bench.discard("simulator")

    def simulate(self, console, app, caller):
        """(summary, peak memory in bytes)"""
        secret = self.bench.folder / "secret"
        secret.write_text(caller.secret)
        process = subprocess.Popen(
            [binary(), "simulate", "--server", console.url, "--app", app, "--workspace", caller.workspace, "--secret-file", secret, "--devices",
             str(self.devices), "--versions", "1.0.0,1.0.1", "--speed", "200000", "--duration", str(self.seconds), "--json"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        text = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        secret.unlink()
        if process.returncode:
            raise RuntimeError(f"console simulate: exit {process.returncode}")
        return json.loads(text), usage.ru_maxrss * 1024


def make_patches(console, app):
    """Ten that run, each for a version of its own, half of the devices in each; answers the versions."""
    versions = [f"1.0.{number}" for number in range(RELEASES)]
    for version in versions:
        # Everybody, in the last: the asking device is to be offered one.
        share = "100" if version == versions[-1] else "50"
        made = post_script(console, app, platform="ios", targetVersions=version, note="bench", percentage=share, runAt="now", guard="notify")
        status, answer = console.api("POST", f"/apps/{app}/hotpatches/{made['id']}/publication", {})
        if status not in (200, 201, 204):
            raise RuntimeError(f"publication: {status} {answer}")
    return versions


def post_script(console, app, **fields):
    body = b"".join(f'--xyz\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode() for name, value in fields.items())
    body += b'--xyz\r\nContent-Disposition: form-data; name="script"; filename="fix.lua"\r\n\r\nprint("fixed")\n\r\n--xyz--\r\n'
    request = urllib.request.Request(f"{console.url}/api/v1/apps/{app}/hotpatches", body, {
        "Authorization": f"Bearer {console.token}", "Content-Type": "multipart/form-data; boundary=xyz"})
    with urllib.request.urlopen(request, timeout=30) as response:
        return json.load(response)
