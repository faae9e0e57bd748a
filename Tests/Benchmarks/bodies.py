"""Prebuilt upload requests for upload.lua, and the same lines as plain text for the baseline."""

import random
from datetime import datetime, timedelta, timezone
from multiprocessing import Pool

from log_lines import LINES_PER_BATCH, VERSIONS, batch_lines, crash_line, headers, pack

_CRASH_KINDS = ("Order", "Cart", "Payment", "Login", "Search")
_CRASHES_PER_BATCH = 0.3  # 0.3 % of the lines


def write_uploads(path, lines_path, product, port, count, now=None):
    """`count` batches of one device each: eight minutes of activity some time in the two hours before `now`, behaviour lines only."""
    now = now or datetime.now(timezone.utc)
    batches = []
    for number in range(count):
        start = now - timedelta(minutes=10 + number * 110 / count)
        batches.append((f"UTD{number:012x}", VERSIONS[number % len(VERSIONS)], start, timedelta(minutes=8), False))
    _write(path, lines_path, product, port, batches)


def write_fortnight(path, product, port, count):
    """`count` batches of one device and day each, over the last 14 days; 0.3 % of the lines are crashes."""
    now = datetime.now(timezone.utc)
    dice = random.Random(14)
    batches = []
    for number in range(count):
        start = now - timedelta(days=1 + number % 14 + dice.random() * 0.02)
        crash = _CRASH_KINDS[number % len(_CRASH_KINDS)] if dice.random() < _CRASHES_PER_BATCH else None
        batches.append((f"UTD{number:012x}", VERSIONS[number % len(VERSIONS)], start, timedelta(days=1), crash))
    _write(path, None, product, port, batches)


def _write(path, lines_path, product, port, batches):
    with Pool() as pool, open(path, "wb") as file:
        plain = open(lines_path, "w") if lines_path else None
        for before, after, text in pool.imap(_build, [(product, port, *batch) for batch in batches], chunksize=100):
            file.write(b"%d %d\n" % (len(before), len(after)) + before + after)
            if plain:
                plain.write(text + "\n")
        if plain:
            plain.close()


def _build(batch):
    """The bytes before the batch id, those after it, and the lines as text."""
    product, port, device, version, start, spread, crash = batch
    lines = batch_lines(product, start, device, version, LINES_PER_BATCH, spread)
    if crash:
        lines[-1] = crash_line(product, start + spread / 2, device, version, crash)
    body = pack(lines)
    fields = {"Host": f"127.0.0.1:{port}", **headers(product, device, None, version), "Content-Length": len(body)}
    head = "POST /loggw/logUpload.do HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    return (head + "X-Batch-Id: ").encode(), b"\r\n\r\n" + body, "\n".join(lines)
