#!/usr/bin/env python3
"""The table of docs/scale.md, computed from what one line, one call and one stored day cost. Prints Markdown.

    Tests/Benchmarks/scale.py --node-line 1.6 --postgres-line 1.9 --calls 26000 …      the costs that `script/bench --only postgres` prints
"""

import argparse

_DAY = 86_400
_PEAK = 3
"""The busiest hour against the day's average."""
_BUSY = 0.5
"""Of its cores that a node or a server should be busy at the peak."""


def main():
    parser = argparse.ArgumentParser(description="The table of docs/scale.md.")
    parser.add_argument("--node-line", type=float, required=True, help="CPU seconds of the nodes for a million lines")
    parser.add_argument("--postgres-line", type=float, required=True, help="CPU seconds of PostgreSQL for a million lines")
    parser.add_argument("--log-line", type=float, required=True, help="bytes a line in the write-ahead log")
    parser.add_argument("--calls", type=float, required=True, help="device calls for each CPU second of a node")
    parser.add_argument("--raw-line", type=float, required=True, help="bytes a raw line, packed")
    parser.add_argument("--batch", type=float, required=True, help="bytes in PostgreSQL for an upload, kept 30 days")
    parser.add_argument("--key", type=float, required=True, help="bytes in PostgreSQL for an upload's id, kept a day")
    parser.add_argument("--device-day", type=float, required=True, help="bytes in PostgreSQL for a device and its user a day, kept 90 days")
    parser.add_argument("--device", type=float, required=True, help="bytes in PostgreSQL for a device and its user, kept")
    parser.add_argument("--lines-a-day", type=float, default=100)
    parser.add_argument("--uploads-a-day", type=float, default=2)
    parser.add_argument("--calls-a-day", type=float, default=10)
    costs = parser.parse_args()
    print("| active devices a day | lines/s at the peak | calls/s at the peak | node cores | PostgreSQL cores | log, MB/s at the peak | in PostgreSQL | in the store |")
    print("|---|---|---|---|---|---|---|---|")
    for devices in (100_000, 1_000_000, 10_000_000, 100_000_000):
        print(row(devices, costs))


def row(devices, costs):
    lines, calls = (devices * each * _PEAK / _DAY for each in (costs.lines_a_day, costs.calls_a_day))
    nodes = (lines * costs.node_line / 1e6 + calls / costs.calls) / _BUSY
    postgres = lines * costs.postgres_line / 1e6 / _BUSY
    stored = devices * (costs.uploads_a_day * (30 * costs.batch + costs.key) + 90 * costs.device_day + costs.device)
    store = devices * costs.lines_a_day * costs.raw_line * 30
    figures = [f"{devices:,}", f"{lines:,.0f}", f"{calls:,.0f}", cores(nodes), cores(postgres), f"{lines * costs.log_line / 1e6:.1f}", size(stored), size(store)]
    return "| " + " | ".join(figures) + " |"


def cores(number):
    return f"{number:.2f}" if number < 1 else f"{number:.1f}"


def size(number):
    return f"{number / 1e12:.1f} TB" if number >= 1e12 else f"{number / 1e9:.0f} GB"


main()
