#!/usr/bin/env python3
"""`kill -9` of one node after the other at full load: no acknowledged line lost or counted twice, and the others answer as before."""

import time
import unittest

from cluster import Cluster
from cluster_case import ClusterCase
from cluster_load import ClusterUploaders, Credentials, DeviceCalls

_ROUNDS = 6


class NodeKilledTest(ClusterCase):
    def test_acknowledged_lines_survive_the_nodes(self):
        cluster = self.enterContext(Cluster())
        app, product = cluster.nodes[0].create_app("NodeKilled")
        credentials = Credentials(cluster.nodes[0], app)
        uploaders = self.enterContext(ClusterUploaders(cluster.nodes, app, product, self.seed))
        devices = self.enterContext(DeviceCalls(cluster.nodes, credentials))
        uploaders.resume()
        for number in range(_ROUNDS):
            with self.subTest(seed=self.seed, round=number):
                victim = self.moments.choice(cluster.nodes)
                time.sleep(self.moments.uniform(0.5, 1.5))
                self.kill_one(cluster, victim, uploaders, devices)
        uploaders.pause()
        self.check_exactly_once(uploaders, cluster.nodes, "node killed")
        self.check_raw_lines(uploaders, cluster.nodes)

    def kill_one(self, cluster, victim, uploaders, devices):
        killed = time.monotonic()
        victim.kill()
        time.sleep(self.moments.uniform(0.5, 1.5))
        acknowledged = len(uploaders.ledger.acknowledged)
        time.sleep(1)
        self.assertGreater(len(uploaders.ledger.acknowledged), acknowledged, "the others acknowledge nothing any more")
        others = [node for node in cluster.nodes if node is not victim]
        for node in others:
            self.check_answered(devices, node, killed, time.monotonic() - 0.5)
            self.check_bounds(uploaders, node)
        self.assertLess(victim.start(), 10, "seconds to be ready again")


if __name__ == "__main__":
    unittest.main()
