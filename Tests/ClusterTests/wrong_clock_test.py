#!/usr/bin/env python3
"""Nodes whose clocks are ten minutes off, one fast and one slow, beside one that is right (libfaketime).

Nothing is lost or counted twice, whoever takes it; sessions hold at all of them; the schedulers' lease stays where it is, as it goes by
the database's clock; a device is told by a node what time it is there, and gets its answer with the second call.
"""

import time
import unittest
from email.utils import parsedate_to_datetime
from pathlib import Path

from cluster import Cluster
from cluster_case import ClusterCase
from cluster_load import ClusterUploaders, Credentials
from console_process import EMAIL, PASSWORD
from page_session import PageSession

_LIBRARY = next((str(path) for path in sorted(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))), None)
_SECONDS = 25
"""Two and a half lives of a lease."""


class OffCluster(Cluster):
    """The second node is fast, the third is slow."""

    def make_node(self, number):
        node = super().make_node(number)
        if offset := (None, "+600", "-600")[number]:
            # Timers go by the monotonic clock, which a wrong clock of the day leaves alone. The library changes the environment of the
            # process that it finds itself in first, and Swift then does not find its arguments: that process is `env`.
            clock = {"LD_PRELOAD": _LIBRARY, "FAKETIME": offset, "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
            node.within = ["env", *(f"{name}={value}" for name, value in clock.items()), "env"]
        return node


@unittest.skipUnless(_LIBRARY, "libfaketime is not installed")
class WrongClockTest(ClusterCase):
    def test_ten_minutes_off(self):
        cluster = self.enterContext(OffCluster())
        app, product = cluster.nodes[0].create_app("WrongClock")
        credentials = Credentials(cluster.nodes[0], app)
        self.check_clocks(cluster)
        self.check_sessions(cluster)
        uploaders = self.enterContext(ClusterUploaders(cluster.nodes, app, product, self.seed))
        leases = self.leases(cluster)
        self.assertTrue(leases, "no lease is held")
        uploaders.resume()
        end = time.monotonic() + _SECONDS
        while time.monotonic() < end:
            for node in cluster.nodes:
                self.check_answer(credentials, node)
                self.check_bounds(uploaders, node)
            self.assertEqual(self.leases(cluster), leases, "a lease changed hands")
            time.sleep(1)
        uploaders.pause()
        self.check_exactly_once(uploaders, cluster.nodes, "clocks ten minutes off")
        statuses = {status for _, _, status, _ in uploaders.seen}
        self.assertEqual(statuses, {200})

    def check_clocks(self, cluster):
        """Without them being wrong the rest would prove nothing."""
        for node, offset in zip(cluster.nodes, (0, 600, -600)):
            connection = node.connect(timeout=10)
            connection.request("GET", "/healthz")
            there = parsedate_to_datetime(connection.getresponse().headers["Date"]).timestamp()
            connection.close()
            self.assertAlmostEqual(there - time.time(), offset, delta=3)

    def leases(self, cluster):
        """Who holds what."""
        _, overview = cluster.nodes[0].api("GET", "/nodes")
        return {lease["name"]: (lease["node"], lease["token"]) for lease in overview["leases"]}

    def check_answer(self, credentials, node):
        connection = node.connect(timeout=10)
        self.assertEqual(credentials.switches(connection)[0], 1000, node.url)
        connection.close()

    def check_sessions(self, cluster):
        for place, node in enumerate(cluster.nodes):
            here = PageSession(node)
            here.log_in(EMAIL, PASSWORD)
            for other in map(PageSession, cluster.nodes):
                other.cookies = here.cookies
                self.assertEqual(other.get("/account")[0], 200, f"a session of node {place}")
                other.close()
            here.close()


if __name__ == "__main__":
    unittest.main()
