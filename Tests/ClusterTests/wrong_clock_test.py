#!/usr/bin/env python3
"""Nodes whose clocks are ten minutes off, one fast and one slow, beside one that is right (libfaketime).

Nothing is lost or counted twice, whoever takes it; sessions hold at all of them; the schedulers' lease stays where it is, as it goes by
the database's clock; a device is told by a node what time it is there, and gets its answer with the second call.
"""

import time
import unittest
from pathlib import Path

from cluster import Cluster
from cluster_case import ClusterCase
from cluster_load import ClusterUploaders, Credentials
from console_process import EMAIL, PASSWORD
from page_session import PageSession

_LIBRARY = next((str(path) for path in sorted(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))), None)
_SECONDS = 25
"""Two and a half lives of a lease."""


@unittest.skipUnless(_LIBRARY, "libfaketime is not installed")
class WrongClockTest(ClusterCase):
    def test_ten_minutes_off(self):
        # Timers go by the monotonic clock, which a wrong clock of the day leaves alone.
        off = {"LD_PRELOAD": _LIBRARY, "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
        cluster = self.enterContext(Cluster(environments={1: off | {"FAKETIME": "+600"}, 2: off | {"FAKETIME": "-600"}}))
        app, product = cluster.nodes[0].create_app("WrongClock")
        credentials = Credentials(cluster.nodes[0], app)
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
