#!/usr/bin/env python3
"""A node that devices reach and that does not reach the database: its packets vanish, nothing is refused, no connection ends.

It is in a network namespace with two links, one for devices and one for the database; the second goes down and comes back. Meanwhile it
refuses uploads with 503 and answers devices, the other nodes lose nothing by what it had begun, and back it takes part again. Skipped
where network namespaces are not allowed.
"""

import os
import subprocess
import time
import unittest

from cluster import Cluster
from cluster_case import ClusterCase
from cluster_load import ClusterUploaders, Credentials, DeviceCalls
from console_process import free_port

_AWAY = 30
"""Longer than a lease (10 s) and than every statement may take, shorter than TCP's own patience."""
_STILL = 15
"""Until then a request may hang that was under way when the link went down."""


class Link:
    """A pair of virtual network cards, one end here and one in the namespace `space`. `number` tells links apart."""

    def __init__(self, space, number):
        self.here, self.there = f"10.{77 + number}.{os.getpid() % 250}.1", f"10.{77 + number}.{os.getpid() % 250}.2"
        self._outside = f"mc{os.getpid() % 100_000}v{number}"
        inside = f"{self._outside}i"
        _run("ip", "link", "add", self._outside, "type", "veth", "peer", "name", inside, "netns", space)
        _run("ip", "address", "add", f"{self.here}/24", "dev", self._outside)
        _run("ip", "link", "set", self._outside, "up")
        _run("ip", "-netns", space, "address", "add", f"{self.there}/24", "dev", inside)
        _run("ip", "-netns", space, "link", "set", inside, "up")

    def down(self):
        _run("ip", "link", "set", self._outside, "down")

    def up(self):
        _run("ip", "link", "set", self._outside, "up")


class PartitionedCluster(Cluster):
    """The last node is in the namespace; the others are not. All reach the database at the same address."""

    def __init__(self):
        self.space = f"cluster{os.getpid()}"
        try:
            _run("ip", "netns", "add", self.space)
            _run("ip", "-netns", self.space, "link", "set", "lo", "up")
            self.devices, self.database = Link(self.space, 0), Link(self.space, 1)
        except (OSError, subprocess.CalledProcessError) as error:
            self.remove()
            raise unittest.SkipTest(f"network namespaces are not allowed here: {getattr(error, 'stderr', error)}") from None
        super().__init__(postgres={"arguments": ["--listen", self.database.here, "--port", str(free_port())]})

    def remove(self):
        subprocess.run(["ip", "netns", "delete", self.space], capture_output=True)  # takes the links with it

    def make_node(self, number):
        node = super().make_node(number)
        node.environment["CONSOLE_OBJECTS"] = str(self.home / "objects")
        if number == 2:
            node.within, node.hostname = ["ip", "netns", "exec", self.space], self.devices.there
        return node


class PartitionTest(ClusterCase):
    def test_node_without_the_database_that_comes_back(self):
        cluster = self.partitioned_cluster()
        lonely, others = cluster.nodes[2], cluster.nodes[:2]
        app, product = others[0].create_app("Partition")
        for node in cluster.nodes:
            self.eventually(f"{node.url} knows the app", 10, lambda: node.api("GET", f"/apps/{app}")[0] == 200)
        uploaders = self.enterContext(ClusterUploaders(cluster.nodes, app, product, self.seed))
        devices = self.enterContext(DeviceCalls(cluster.nodes, Credentials(others[0], app)))
        uploaders.resume()
        time.sleep(2)
        cut = time.monotonic()
        cluster.database.down()
        time.sleep(_AWAY)
        self.check_cut(cluster, uploaders, devices, cut)
        cluster.database.up()
        back = time.monotonic()
        self.eventually("the node is ready again", 30, lonely.is_ready)
        self.eventually("the node takes uploads again", 20, lambda: 200 in {
            status for status, _ in uploaders.statuses(back, time.monotonic(), {lonely.port})})
        print(f"partition: back after {time.monotonic() - back:.1f} s")
        uploaders.pause()
        for node in cluster.nodes:
            self.check_answered(devices, node, cut, time.monotonic() - 1)
        self.check_exactly_once(uploaders, cluster.nodes, "node partitioned")

    def partitioned_cluster(self):
        cluster = PartitionedCluster()
        self.addCleanup(cluster.remove)
        return self.enterContext(cluster)

    def check_cut(self, cluster, uploaders, devices, cut):
        lonely, others, now = cluster.nodes[2], cluster.nodes[:2], time.monotonic()
        self.check_refusals(uploaders.statuses(cut + _STILL, now, {lonely.port}))
        self.assertFalse(lonely.is_ready(), "it calls itself ready")
        for node in others:
            self.assertTrue(node.is_ready())
            self.check_bounds(uploaders, node)
            # What the lonely node had begun holds nobody up for longer than a moment.
            answers = uploaders.statuses(cut + _STILL, now, {node.port})
            self.assertGreater(sum(status == 200 for status, _ in answers), _AWAY, f"uploads that {node.url} took")
        for node in cluster.nodes:
            self.check_answered(devices, node, cut, now - 1)


def _run(*words):
    subprocess.run(words, check=True, capture_output=True, text=True)


if __name__ == "__main__":
    unittest.main()
