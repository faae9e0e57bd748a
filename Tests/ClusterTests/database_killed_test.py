#!/usr/bin/env python3
"""`kill -9` of PostgreSQL at full load, alone and together with a node, and a time without it.

While it is away uploads are refused with 503 and Retry-After, and every node goes on answering devices. Nothing acknowledged is lost
or counted twice. A control whose commits are not flushed has to lose lines, otherwise this test would not see losses.

Assumption about the server, besides those of cluster.py: `log_batch` is the ledger, written in the transaction of an upload.
"""

import time
import unittest

from cluster import Cluster
from cluster_case import ClusterCase
from cluster_load import ClusterUploaders, Credentials, DeviceCalls
from upload_ledger import lines

_AWAY = 8
"""Seconds without the database; long enough for every connection of a pool to notice."""
_UNFLUSHED = """
    CREATE FUNCTION unflushed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        PERFORM set_config('synchronous_commit', 'off', true);
        RETURN NULL;
    END $$;
    CREATE TRIGGER unflushed BEFORE INSERT ON log_batch FOR EACH STATEMENT EXECUTE FUNCTION unflushed();
"""


class DatabaseKilledTest(ClusterCase):
    def setUp(self):
        super().setUp()
        self.cluster = self.enterContext(Cluster())
        self.nodes = self.cluster.nodes
        app, product = self.nodes[0].create_app("DatabaseKilled")
        self.uploaders = self.enterContext(ClusterUploaders(self.nodes, app, product, self.seed))
        self.devices = self.enterContext(DeviceCalls(self.nodes, Credentials(self.nodes[0], app)))
        for node in self.nodes:
            self.eventually(f"{node.url} knows the app", 10, lambda: node.api("GET", f"/apps/{app}")[0] == 200)

    def test_killed_and_restarted(self):
        for number in range(3):
            with self.subTest(seed=self.seed, round=number):
                self.uploaders.resume()
                time.sleep(self.moments.uniform(0.5, 2))
                killed = time.monotonic()
                self.cluster.postgres.kill()
                self.cluster.postgres.start()
                self.wait_for_uploads(killed)
                self.check_all_nodes(killed)
        self.uploaders.pause()
        self.check_exactly_once(self.uploaders, self.nodes, "database killed")

    def test_away_for_a_while(self):
        self.uploaders.resume()
        time.sleep(1)
        killed = time.monotonic()
        self.cluster.postgres.kill()
        time.sleep(_AWAY)
        back = time.monotonic()
        self.check_refusals(self.uploaders.statuses(killed + 2, back))
        self.assertEqual({node.answers("/readyz") for node in self.nodes}, {False}, "nodes call themselves ready")
        self.assertEqual({node.answers("/healthz") for node in self.nodes}, {True}, "nodes call themselves ill")
        self.cluster.postgres.start()
        self.wait_for_uploads(back)
        self.check_all_nodes(killed)
        self.uploaders.pause()
        self.check_exactly_once(self.uploaders, self.nodes, "database away")

    def test_killed_together_with_a_node(self):
        for number in range(3):
            with self.subTest(seed=self.seed, round=number):
                self.uploaders.resume()
                time.sleep(self.moments.uniform(0.5, 2))
                victim, killed = self.moments.choice(self.nodes), time.monotonic()
                victim.kill()
                self.cluster.postgres.kill()
                self.cluster.postgres.start()
                self.wait_for_uploads(killed)
                self.check_all_nodes(killed, but=victim)
                victim.start()
        self.uploaders.pause()
        self.check_exactly_once(self.uploaders, self.nodes, "database and node killed")
        self.check_raw_lines(self.uploaders, self.nodes)

    def test_control_without_flushing_loses_lines(self):
        # The console insists on flushed commits; a trigger that takes it back within the transaction is stronger. What is not flushed by
        # the commit is then written with the next one that is, or after this time.
        self.cluster.postgres.query(_UNFLUSHED)
        self.cluster.postgres.restart_with("wal_writer_delay = 10s")
        for _ in range(5):
            self.uploaders.resume()
            time.sleep(2)
            self.cluster.postgres.kill()
            self.uploaders.pause()
            acknowledged = len(self.uploaders.ledger.acknowledged)
            self.cluster.postgres.start()
            total = self.eventually("figures", 20, self.figures)
            if total < lines(acknowledged):
                print(f"database killed, control: {lines(acknowledged) - total} acknowledged lines lost")
                return
        self.fail("no line lost with commits that are not flushed: this test does not see losses")

    def figures(self):
        try:
            return self.uploaders.counted()[0]
        except (OSError, RuntimeError):
            return 0

    def wait_for_uploads(self, since):
        """Until every living node has acknowledged an upload again."""
        began = time.monotonic()
        for node in self.cluster.living:
            self.eventually(f"{node.url} takes uploads again", 20, lambda: any(
                status == 200 for status, _ in self.uploaders.statuses(max(since, began), time.monotonic(), {node.port})))

    def check_all_nodes(self, since, but=None):
        until = time.monotonic() - 0.5
        for node in self.nodes:
            if node is not but:
                self.check_answered(self.devices, node, since, until)
                self.check_bounds(self.uploaders, node)


if __name__ == "__main__":
    unittest.main()
