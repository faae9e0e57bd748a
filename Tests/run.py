"""Runs the Python tests and adds up all results; started by script/test.

Each folder named below holds unittest files `*_test.py` and runs in a process of its own. Every part has a line of its own at the end;
the last line is "N passed, N failed, N skipped" of all. The exit code is 0 only if nothing failed.
"""

import argparse
import os
import re
import signal
import subprocess
import sys
import threading
import xml.etree.ElementTree
from pathlib import Path

_TESTS = Path(__file__).resolve().parent
_FOLDERS = {"ContractTests": 900, "BrowserTests": 2_700, "FaultTests": 600, "ClusterTests": 600}  # seconds each may take


def swift_results(folder):
    """(passed, failed, skipped) from the files of `swift test --xunit-output`; without one the run broke off.

    Swift 6.1 writes `swift-swift-testing.xml` where 6.3 writes `swift.xml`.
    """
    cases = [case for path in folder.glob("*.xml") for case in xml.etree.ElementTree.parse(path).findall(".//testcase")]
    if not cases:
        print("swift test left no results", file=sys.stderr)
        return 0, 1, 0
    failed = sum(case.find("failure") is not None for case in cases)
    skipped = sum(case.find("skipped") is not None for case in cases)
    return len(cases) - failed - skipped, failed, skipped


def python_results(folder, seconds):
    """Runs one folder, its output passed on; (passed, failed, skipped) from unittest's summary."""
    environment = {**os.environ, "PYTHONPATH": str(_TESTS / "FaultTests"), "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUNBUFFERED": "1"}
    words = [sys.executable, "-m", "unittest", "discover", "--verbose", "--start-directory", folder, "--pattern", "*_test.py"]
    process = subprocess.Popen(
        words, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True)
    watch = threading.Timer(seconds, _end, [process])
    watch.start()
    summary = []
    try:
        for line in process.stdout:
            print(line, end="", flush=True)
            summary = (summary + [line])[-6:]
        return _from_summary("".join(summary), process.wait())
    finally:
        watch.cancel()
        _end(process)


def _end(process):
    """Ends what still runs, with the servers and browsers it started."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)


def _from_summary(text, code):
    ran = re.search(r"^Ran (\d+) tests?", text, re.MULTILINE)
    if not ran:
        return 0, 1, 0
    counts = {name: int(number) for name, number in re.findall(r"(failures|errors|skipped)=(\d+)", text)}
    failed = counts.get("failures", 0) + counts.get("errors", 0) or int(code != 0)
    skipped = counts.get("skipped", 0)
    return max(0, int(ran.group(1)) - failed - skipped), failed, skipped


def run(swift):
    """(heading, (passed, failed, skipped)) of every part; `swift` are pairs of a heading and a folder with results."""
    for heading, folder in swift:
        yield heading, swift_results(Path(folder))
    for name, seconds in _FOLDERS.items():
        if any((_TESTS / name).glob("*_test.py")):
            print(f"\n{name}", flush=True)
            yield name, python_results(_TESTS / name, seconds)


def main():
    parser = argparse.ArgumentParser(description="Runs the Python tests and adds up all results.")
    parser.add_argument(
        "--swift-results", action="append", default=[], metavar="HEADING=FOLDER", help="what swift test --xunit-output wrote into, for each run of it")
    options = parser.parse_args()
    parts = list(run([words.rsplit("=", 1) for words in options.swift_results]))
    print()
    for heading, counts in parts:
        print(f"{heading}: {sentence(counts)}")
    total = tuple(sum(column) for column in zip(*(counts for _, counts in parts)))
    print(sentence(total))
    sys.exit(1 if total[1] or not total[0] else 0)


def sentence(counts):
    passed, failed, skipped = counts
    return f"{passed} passed, {failed} failed, {skipped} skipped"


if __name__ == "__main__":
    main()
