"""The measurements of script/bench. Each takes what it needs and answers plain figures.

Assumptions about the server, besides those of console_process.py and page_session.py: lines are counted when they are
acknowledged, so `actives` at the end of an upload is 100 for each acknowledged batch (and up to one batch for each connection
whose answer wrk did not wait for); `/apps/{app}/crashes` is the crash statistics page, with a default range.
"""

import http.client
import json
import statistics
import subprocess
import time
import urllib.parse
from datetime import datetime, timedelta, timezone
from pathlib import Path

from console_process import EMAIL, PASSWORD
from log_lines import LINES_PER_BATCH, batch_lines, headers, pack
from page_session import PageSession

CONNECTIONS = 64
_HERE = Path(__file__).resolve().parent


def baseline(program, lines_path, folder, rows):
    """Rows per second of the plain bulk insert, on the file system of `folder`."""
    database = folder / "baseline.sqlite"
    try:
        return float(subprocess.run([program, lines_path, database, str(rows)], check=True, capture_output=True, text=True).stdout)
    finally:
        for file in folder.glob("baseline.sqlite*"):
            file.unlink()


def upload(console, requests_path, run, seconds, limit=None):
    """Runs wrk; answers (acknowledged batches, seconds). Raises when anything was refused or broken."""
    words = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", "--timeout", "30s", "-s", _HERE / "upload.lua", console.url, "--", requests_path, run]
    done = subprocess.run([*words, *([str(limit)] if limit else [])], check=True, capture_output=True, text=True).stdout
    result = json.loads(next(line for line in done.splitlines() if line.startswith("result ")).removeprefix("result "))
    if result["refused"] or result["broken"]:
        raise RuntimeError(f"uploads failed: {result}\n{console.log_tail()}")
    return result["answered"], result["seconds"]


def totals(console, app, version=None):
    """`actives` and `crashes` of the last 20 days."""
    now = datetime.now(timezone.utc)
    query = {"from": (now - timedelta(days=20)).isoformat(timespec="seconds"),
             "to": (now + timedelta(minutes=5)).isoformat(timespec="seconds"), "step": "day"}
    if version:
        query["version"] = version
    status, answer = console.api("GET", f"/apps/{app}/stats/crashes?{urllib.parse.urlencode(query)}")
    if status != 200:
        raise RuntimeError(f"stats: {status} {answer}")
    return answer["totals"]["actives"], answer["totals"]["crashes"]


def check_counted(counted, batches):
    """Raises unless every acknowledged line is counted, and no more than those whose answers were not waited for."""
    spare = counted - batches * LINES_PER_BATCH
    if not 0 <= spare <= CONNECTIONS * LINES_PER_BATCH:
        raise RuntimeError(f"{counted} lines counted, {batches * LINES_PER_BATCH} acknowledged")


def page_times(console, path, requests):
    """Milliseconds from request to the last byte on one kept-alive connection, sorted; includes the loopback and this client."""
    session = PageSession(console)
    session.log_in(EMAIL, PASSWORD)
    times = []
    for number in range(requests + 20):
        began = time.perf_counter()
        status, _ = session.get(path)
        times.append((time.perf_counter() - began) * 1_000)
        if status != 200:
            raise RuntimeError(f"{path}: {status}")
    session.close()
    return sorted(times[20:])


def quantile(sorted_values, share):
    return sorted_values[min(len(sorted_values) - 1, int(len(sorted_values) * share))]


def slowest_visible(console, app, product, rounds=20):
    """Milliseconds from an acknowledgement until the API counts the lines; the slowest of `rounds`."""
    return max(_visible(console, app, product, f"9.9.{number}") for number in range(rounds))


def _visible(console, app, product, version):
    device = "UTDvisible00001"
    body = pack(batch_lines(product, datetime.now(timezone.utc) - timedelta(minutes=9), device, version))
    connection = http.client.HTTPConnection("127.0.0.1", console.port, timeout=30)
    connection.request("POST", "/loggw/logUpload.do", body, headers(product, device, f"visible-{time.time_ns()}", version))
    response = connection.getresponse()
    answer = json.loads(response.read())
    acknowledged = time.perf_counter()
    connection.close()
    if response.status != 200 or answer["accepted"] != LINES_PER_BATCH:
        raise RuntimeError(f"upload: {response.status} {answer}")
    while totals(console, app, version)[0] < LINES_PER_BATCH:
        if time.perf_counter() - acknowledged > 60:
            raise RuntimeError("the lines do not become visible")
        time.sleep(0.005)
    return (time.perf_counter() - acknowledged) * 1_000


def start_seconds(console, rounds=3):
    """Seconds from starting the process to `/login` with 200; the median."""
    times = []
    for _ in range(rounds):
        console.stop()
        console.ready = lambda: console.answers("/login")
        times.append(console.start())
    return statistics.median(times)
