"""What issues 4 and 7 promise of the gateway: the rate of switches and of update checks against a constant answer, how soon a change is served, and what
the gateway adds to a call that it passes on."""

import base64
import hashlib
import http.client
import json
import re
import statistics
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "ContractTests"))

from gateway_client import sign  # noqa: E402

CONNECTIONS = 64
SWITCHES = "alipay.client.switches.all.get"
UPDATES = "alipay.client.updateVersion"


class Caller:
    """A device without an id, so that no limit of one device holds it up."""

    def __init__(self, console, app):
        _, platform = console.api("GET", f"/apps/{app}/platforms/ios")
        _, secret = console.api("POST", f"/apps/{app}/platforms/ios/secret-reveal", {})
        self.key, self.workspace, self.secret = platform["appKey"], platform["workspaceId"], secret["appSecret"]
        self.connection = http.client.HTTPConnection("127.0.0.1", console.port, timeout=30)

    def headers(self, operation, body):
        ts = str(int(time.time() * 1000))
        return {"AppId": self.key, "WorkspaceId": self.workspace, "Operation-Type": operation, "Ts": ts,
                "Sign": sign(self.secret, operation, body, ts), "Version": "1.0.0", "Content-Type": "application/json"}

    def call(self, operation, request):
        body = json.dumps([{"_requestBody": request}]).encode()
        return self.send(operation, body, self.headers(operation, body))

    def send(self, operation, body, headers):
        self.connection.request("POST", "/mgw.htm", body, headers)
        response = self.connection.getresponse()
        text = response.read()
        if response.headers["Result-Status"] != "1000":
            raise RuntimeError(f"{operation}: {response.headers['Result-Status']} {response.headers['Memo']}")
        return json.loads(text)


def make_switches(console, app, by_version=10, by_percentage=10, count=50):
    """Switches of an app: some with a rule for a version, some with one for a version and half of its devices, the others with one value."""
    for number in range(count):
        rule = {"platform": "ios", "versions": ">=1.0.0", "value": True} | ({"percentage": 50} if number < by_percentage else {})
        rules = [rule] if number < by_percentage + by_version else []
        status, answer = console.api("PUT", f"/apps/{app}/switches/feature.{number}", {"type": "boolean", "default": False, "rules": rules})
        if status not in (200, 201):
            raise RuntimeError(f"switch: {status} {answer}")
    publish(console, app)


def publish(console, app):
    status, answer = console.api("POST", f"/apps/{app}/switches/publication", {})
    if status not in (200, 201, 204):
        raise RuntimeError(f"publication: {status} {answer}")


def make_updates(console, app, users=100_000):
    """20 releases that run: one for a whitelist, two time windows, ten percentages with rules, seven for everybody on a newer system. All are newer than
    the asking device, and all but the last are for others, so that it is held against every one of them."""
    rule = {"element": "osVersion", "operation": "between", "value": "15.0-30.0"}
    nobody = {"element": "city", "operation": "in", "value": "Nowhere"}
    end = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 86_400))
    release(console, app, "9.0.0", mode="whitelist", whitelist=[f"2088{number:012d}" for number in range(users)])
    for number in range(2):
        release(console, app, f"8.0.{number}", mode="timeWindow", endsAt=end, limit=1_000, rules=[nobody])
    for number in range(10):
        release(console, app, f"7.0.{number}", mode="percentage", percentage=0, rules=[rule])
    for number in range(6):
        release(console, app, f"6.0.{number}", mode="official", rules=[rule, nobody])
    release(console, app, "2.0.0", mode="official", rules=[rule], forceBelow="0.9.0")


def release(console, app, version, **fields):
    body = {"platform": "ios", "version": version, "downloadURL": f"https://a.example/{version}", "message": "What is new", "upgradeType": "once"} | fields
    status, made = console.api("POST", f"/apps/{app}/updates", body)
    if status == 201:
        status, made = console.api("POST", f"/apps/{app}/updates/{made['id']}/publication", {})
    if status not in (200, 201, 204):
        raise RuntimeError(f"release: {status} {made}")


def update_rate(console, caller, folder, seconds):
    """As of switches, for a device that is told of the last of all releases."""
    request = {"productVersion": "1.0.0", "did": "UTDbench0001", "userId": "someone else", "osVersion": "18.1", "mobileModel": "iPhone17,1",
               "netType": "WIFI"}
    told = caller.call(UPDATES, request)
    if (told["resultStatus"], told["newestVersion"]) != (202, "2.0.0"):
        raise RuntimeError(f"update: {told}")
    return operation_rate(console, caller, folder, seconds, UPDATES, request)


def switch_rate(console, caller, folder, seconds):
    """(calls a second, constant answers a second, p99 in ms) on 64 connections; the two take turns, the median counts."""
    return operation_rate(console, caller, folder, seconds, SWITCHES, {"productVersion": "1.0.0", "did": "UTDbench0001"})


def operation_rate(console, caller, folder, seconds, operation, request):
    script = folder / "operation.lua"
    script.write_text(operation_script(caller, operation, request))
    constant, calls, slow = [], [], []
    for _ in range(3):
        constant.append(wrk(console.url + "/healthz", seconds)[0])
        rate, p99 = wrk(console.url + "/mgw.htm", seconds, script)
        calls.append(rate)
        slow.append(p99)
    script.unlink()
    return statistics.median(calls), statistics.median(constant), statistics.median(slow)


def switches_script(caller):
    return operation_script(caller, SWITCHES, {"productVersion": "1.0.0", "did": "UTDbench0001"})


def operation_script(caller, operation, request):
    """One signed call for wrk; its signature holds for ten minutes."""
    body = json.dumps([{"_requestBody": request}]).encode()
    fields = "\n".join(f'wrk.headers["{name}"] = "{value}"' for name, value in caller.headers(operation, body).items())
    return f'wrk.method = "POST"\nwrk.body = [=[{body.decode()}]=]\n{fields}\n'


def wrk(url, seconds, script=None):
    """(answers a second, p99 in ms); raises when one of them was an error of HTTP."""
    words = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", "--latency", *(["-s", script] if script else []), url]
    text = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    if "Non-2xx" in text or "Socket errors" in text:
        raise RuntimeError(text)
    number, unit = re.search(r"99%\s+([\d.]+)(us|ms|s)", text).groups()
    return float(re.search(r"Requests/sec:\s+([\d.]+)", text).group(1)), float(number) * {"us": 0.001, "ms": 1, "s": 1_000}[unit]


def slowest_change(console, app, caller, rounds=10):
    """Milliseconds from the answer of a publication until a device gets the new value; the slowest."""
    slowest = 0
    for number in range(rounds):
        console.api("PUT", f"/apps/{app}/switches/bench", {"type": "number", "default": number})
        publish(console, app)
        published = time.perf_counter()
        while caller.call(SWITCHES, {"productVersion": "1.0.0"})["switches"].get("bench") != number:
            if time.perf_counter() - published > 10:
                raise RuntimeError("a publication is not served")
        slowest = max(slowest, (time.perf_counter() - published) * 1_000)
    return slowest


class _Echo(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # Head and body leave in one packet; in two they would wait 40 ms for an acknowledgement.

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def overhead(console, app, caller, calls=1_000):
    """p50 of a call passed on, less the p50 of the same call made directly, in ms; the two take turns."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Echo)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    console.api("PUT", f"/apps/{app}/gateway/upstreams/bench.echo", {
        "url": f"http://127.0.0.1:{server.server_port}/", "method": "POST", "timeoutMilliseconds": 3_000, "allowsPrivate": True})
    direct = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=30)
    through, straight = [], []
    for number in range(calls + 50):
        body = b'[{"_requestBody":{"a":1}}]'
        headers = caller.headers("bench.echo", body)
        began = time.perf_counter()
        direct.request("POST", "/", b'{"a":1}', {"Content-Type": "application/json"})
        direct.getresponse().read()
        between = time.perf_counter()
        caller.send("bench.echo", body, headers)
        if number >= 50:
            straight.append(between - began)
            through.append(time.perf_counter() - between)
    server.shutdown()
    return (statistics.median(through) - statistics.median(straight)) * 1_000
