"""What issue 5 promises of PostgreSQL and of several nodes: uploads beside SQLite's and beside a bare COPY, device calls through a balancer,
pages with ten million lines; and what a line, a call and a stored day cost, for docs/scale.md.

PostgreSQL, the nodes, the balancer and the generator share the cores. PostgreSQL flushes every commit (script/postgres without --fast).
"""

import contextlib
import os
import statistics
import sys
import time
from datetime import datetime, timezone
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "ClusterTests"))

import gateway  # noqa: E402
import measures  # noqa: E402
from balancer import Balancer  # noqa: E402
from bodies import write_fortnight, write_uploads  # noqa: E402
from cluster import Cluster  # noqa: E402
from console_process import Console  # noqa: E402
from log_lines import LINES_PER_BATCH  # noqa: E402

_PAGES = ("crashes", "crash-trend", "actives", "versions", "startup", "rpc")
_TICKS = os.sysconf("SC_CLK_TCK")


class PostgresMeasures:
    """`bench` takes the rows, and says how long and how much."""

    def __init__(self, bench):
        self.bench = bench

    def run(self):
        with Cluster(nodes=1, folder=self.bench.folder) as cluster:
            self.measure_upload(cluster)
        with Cluster(nodes=3, folder=self.bench.folder) as cluster:
            self.measure_calls(cluster)
        with Cluster(nodes=1, folder=self.bench.folder) as cluster:
            self.measure_pages(cluster)

    # Uploads

    def measure_upload(self, cluster):
        """SQLite, PostgreSQL and COPY in turn, so that a change of the machine's mood strikes all three."""
        node, folder, moment = cluster.nodes[0], self.bench.folder, datetime.now(timezone.utc)
        with Console(folder / "beside") as beside:
            rates = {"sqlite": [], "postgres": [], "copy": []}
            cases = []
            for name, console in (("sqlite", beside), ("postgres", node)):
                app, product = console.create_app("Bench", "Bench")
                write_uploads(folder / name, folder / "lines", product, console.port, self.bench.uploads, moment)
                cases.append((name, console, app, folder / name))
            costs = Costs(cluster)
            for run in range(3):
                rates["copy"].append(copy_rate(cluster.postgres, folder / "lines", self.bench.copied_rows))
                for name, console, app, requests in cases:
                    if name == "postgres":
                        costs.begin()
                    rates[name].append(self.bench.upload_once(console, app, requests, run))
                    if name == "postgres":
                        costs.end(rates[name][-1] * self.bench.seconds)
                self.bench.say(", ".join(f"{name} {values[-1]:,.0f} lines/s" for name, values in rates.items()))
            self.report_upload({name: statistics.median(values) for name, values in rates.items()}, costs, node)
        self.bench.discard("beside", "sqlite", "postgres", "lines")

    def report_upload(self, rate, costs, node):
        sqlite, copy, row = rate["postgres"] / rate["sqlite"], rate["postgres"] / rate["copy"], self.bench.row
        row("Log upload on PostgreSQL, one node, durable and rolled up, 64 connections", "≥ 0.3 × SQLite, ≥ 0.5 × COPY",
            f"{rate['postgres']:,.0f} lines/s = {sqlite:.2f} × SQLite = {copy:.2f} × COPY")
        row("The same on SQLite, same run", "", f"{rate['sqlite']:,.0f} lines/s")
        row("Bare COPY of the same lines into a table with one index, same run", "", f"{rate['copy']:,.0f} lines/s")
        row("Peak memory of the node", "", f"{node.memory('VmHWM') / 1e6:.0f} MB")
        costs.report(row, "upload")

    # Device calls

    def measure_calls(self, cluster):
        first, folder = cluster.nodes[0], self.bench.folder
        app, product = first.create_app("Bench", "Bench")
        gateway.make_switches(first, app)
        caller = gateway.Caller(first, app)
        script = folder / "calls.lua"
        script.write_text(gateway.switches_script(caller))
        time.sleep(2)  # until every node has the switches
        with Balancer(folder, cluster.nodes) as balancer:
            one, three = [], []
            for _ in range(3):
                one.append(self.call_rate([first], first.url, script))
                three.append(self.call_rate(cluster.nodes, balancer.url, script))
            self.report_calls(one, three)
            self.measure_upload_by_three(cluster, balancer, app, product)
        script.unlink()

    def call_rate(self, nodes, url, script):
        """(calls a second, calls for a second of the nodes' CPU time, p99 in ms)."""
        before = sum(cpu_seconds(node.process.pid) for node in nodes)
        rate, p99 = gateway.wrk(url + "/mgw.htm", self.bench.seconds, script)
        used = sum(cpu_seconds(node.process.pid) for node in nodes) - before
        return rate, rate * self.bench.seconds / used, p99

    def report_calls(self, one, three):
        (rate1, core1, p1), (rate3, core3, p3) = ([statistics.median(column) for column in zip(*runs)] for runs in (one, three))
        row = self.bench.row
        row("Switches, three nodes behind HAProxy, calls for each second of CPU time of the nodes", "≥ 0.9 × one node's",
            f"{core3:,.0f} = {core3 / core1:.2f} ×")
        row("The same, one node without a balancer, same run", "", f"{core1:,.0f}")
        row("Calls a second, three nodes behind HAProxy, all on these cores", "", f"{rate3:,.0f} calls/s, p99 {p3:.1f} ms")
        row("Calls a second, one node, same run", "", f"{rate1:,.0f} calls/s, p99 {p1:.1f} ms")

    def measure_upload_by_three(self, cluster, balancer, app, product):
        """Whether nodes are in each other's way: they share cores here, so that it cannot be more than with one."""
        requests = self.bench.folder / "three"
        write_uploads(requests, None, product, balancer.port, self.bench.uploads)
        before, _ = measures.totals(cluster.nodes[0], app)
        batches, seconds = measures.upload(Through(balancer, cluster.nodes[0]), requests, "three", self.bench.seconds)
        measures.check_counted(measures.totals(cluster.nodes[0], app)[0] - before, batches)
        self.bench.row("Log upload on PostgreSQL, three nodes behind HAProxy on these cores", "", f"{batches * LINES_PER_BATCH / seconds:,.0f} lines/s")
        requests.unlink()

    # Pages

    def measure_pages(self, cluster):
        node, requests = cluster.nodes[0], self.bench.folder / "fortnight"
        app, product = node.create_app("Bench", "Bench")
        write_fortnight(requests, product, node.port, self.bench.fortnight)
        self.bench.say(f"filling up to {self.bench.many:,} lines")
        costs = Costs(cluster)
        costs.begin()
        measures.upload(node, requests, "fill", 3_600, limit=self.bench.many // LINES_PER_BATCH)
        costs.end(self.bench.many)
        for page in _PAGES:
            times = measures.page_times(node, f"/apps/{app}/{page}", 300)
            self.bench.row(f"Page {page} on PostgreSQL with {self.bench.many:,} lines, p50 / p95", "≤ 40 ms",
                           f"{measures.quantile(times, 0.5):.1f} / {measures.quantile(times, 0.95):.1f} ms")
        costs.report(self.bench.row, "a fortnight's lines")
        self.report_tables(cluster)
        requests.unlink()

    def report_tables(self, cluster):
        sizes = cluster.postgres.query("""
            SELECT coalesce(parent.relname, child.relname) AS name, sum(pg_total_relation_size(child.oid)) AS bytes
            FROM pg_class AS child LEFT JOIN pg_inherits ON inhrelid = child.oid LEFT JOIN pg_class AS parent ON parent.oid = inhparent
            WHERE child.relkind = 'r' AND child.relnamespace = 'public'::regnamespace GROUP BY 1 ORDER BY 2 DESC LIMIT 8""")
        text = ", ".join(f"{name} {int(size) / self.bench.many:.1f}" for name, size in sizes)
        self.bench.row("Bytes a line in the largest tables, with their indices", "", text)


class Through:
    """The balancer where a console is asked for; what goes wrong is in the log of a node."""

    def __init__(self, balancer, node):
        self.url, self.log_tail = balancer.url, node.log_tail


class Costs:
    """CPU time of the nodes and of PostgreSQL, bytes in the database, the write-ahead log and the object store, for each million lines."""

    def __init__(self, cluster):
        self._cluster, self._spent, self._lines = cluster, [0.0] * 5, 0

    def begin(self):
        self._before = self._now()

    def end(self, lines):
        self._spent = [spent + now - before for spent, now, before in zip(self._spent, self._now(), self._before)]
        self._lines += lines

    def _now(self):
        postgres = self._cluster.postgres
        size, wal = postgres.query("SELECT pg_database_size(current_database()), pg_current_wal_lsn() - '0/0'::pg_lsn")[0]
        nodes = sum(cpu_seconds(node.process.pid) for node in self._cluster.nodes)
        return [nodes, cpu_seconds(postgres.process.pid, with_children=True), float(size), float(wal), float(self._cluster.objects.bytes())]

    def report(self, row, of):
        node, postgres, size, wal, objects = (spent * 1e6 / self._lines for spent in self._spent)
        row(f"CPU time for a million lines ({of}), node and PostgreSQL", "", f"{node:.2f} s and {postgres:.2f} s")
        row(f"Bytes a line ({of}) in the database, its log, the object store", "", f"{size / 1e6:.1f}, {wal / 1e6:.1f}, {objects / 1e6:.1f}")


def copy_rate(postgres, lines, rows):
    """Rows a second of one COPY into an empty table with an index by app and time, from a file made before: time, device, version, event and the line."""
    path = lines.with_suffix(".copy")
    _write_rows(lines, path, rows)
    postgres.query("DROP TABLE IF EXISTS bare; CREATE TABLE bare (app_id text, time text, device text, version text, event text, raw text)")
    postgres.query("CREATE INDEX ON bare (app_id, time)")
    began = time.perf_counter()
    postgres.query(f"\\copy bare FROM '{path}'")
    seconds = time.perf_counter() - began
    postgres.query("DROP TABLE bare")
    path.unlink()
    return rows / seconds


def _write_rows(lines, path, rows):
    """The columns that baseline.c takes, and the app; nothing in the lines needs escaping."""
    texts = lines.read_text().splitlines()
    with open(path, "w") as file:
        for number in range(rows):
            line = texts[number % len(texts)]
            fields = line.split(",", 26)
            file.write("\t".join(("bench", fields[1], fields[25], fields[3], fields[15], line)) + "\n")


def cpu_seconds(pid, with_children=False):
    """User and system time of a process; of a server of processes also that of its children, those that have ended included."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    own = sum(int(value) for value in fields[11:13]) / _TICKS
    if not with_children:
        return own
    total = own + sum(int(value) for value in fields[13:15]) / _TICKS
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        # One that has ended meanwhile is among the ended ones next time.
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            total += cpu_seconds(child)
    return total
