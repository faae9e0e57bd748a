#!/usr/bin/env python3
"""What one node does for all: schedulers run on the node that holds the lease and nowhere else, whoever stands still in the middle of it,
and each job is done once.

A node that stands still (SIGSTOP) loses its lease to another within 15 seconds, and what it had in hand when it goes on has no effect.
Every effect is looked at where it happens: a trigger writes down who deleted a row that only schedulers delete, and who held the lease in
that moment. Assumptions about the server: `badge_personal` rows that have expired are removed by the schedulers every 10 seconds;
a connection's `application_name` is `console` and the node's name; a job of the kind `telemetry.rebuild` computes an app's figures again.
"""

import signal
import threading
import time
import unittest

from cluster import Cluster
from cluster_case import ClusterCase
from cluster_load import ClusterUploaders
from upload_ledger import lines

_WATCH = """
    CREATE TABLE watched (at timestamptz, by_node text, holder text);
    CREATE FUNCTION watch() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO watched SELECT clock_timestamp(), current_setting('application_name'), (
            SELECT 'console ' || node.name FROM lease JOIN node ON node.id = lease.holder WHERE lease.name = 'schedulers');
        RETURN OLD;
    END $$;
    CREATE TRIGGER watch BEFORE DELETE ON badge_personal FOR EACH ROW EXECUTE FUNCTION watch();
"""


class AloneTest(ClusterCase):
    def setUp(self):
        super().setUp()
        self.cluster = self.enterContext(Cluster())
        self.nodes, self.postgres = self.cluster.nodes, self.cluster.postgres
        self.app, self.product = self.nodes[0].create_app("Alone")

    def test_scheduled_effects_are_the_holders_alone(self):
        self.postgres.query(_WATCH)
        over = threading.Event()
        self.addCleanup(over.set)
        threading.Thread(target=self.leave_something_to_do, args=(over,), daemon=True).start()
        for number in range(2):
            with self.subTest(seed=self.seed, round=number):
                self.stop_the_holder()
        over.set()
        effects = self.postgres.query("SELECT by_node, holder FROM watched")
        self.assertGreater(len(effects), 20, "schedulers did nothing")
        self.assertGreater(len({node for node, _ in effects}), 1, "it was always the same node")
        self.assertEqual([effect for effect in effects if effect[0] != effect[1]], [], "effects of a node that did not hold the lease")

    def leave_something_to_do(self, over):
        """Rows that have expired, all the time."""
        for number in range(1_000_000):
            if over.wait(0.2):
                return
            self.postgres.query(
                f"INSERT INTO badge_personal VALUES ('{self.app}', 'reader-{number}', 'badge', 'widget', 'point', 1, 0, 1)")

    def stop_the_holder(self):
        """The lease goes to another node while its holder stands still, and the holder does no harm when it goes on."""
        self.eventually("the holder works", 30, lambda: self.effects_of(self.holder()))
        name, token = self.holder()
        victim = next(node for node in self.nodes if node.environment["CONSOLE_NODE_NAME"] == name)
        time.sleep(self.moments.uniform(0, 3))
        victim.process.send_signal(signal.SIGSTOP)
        stopped = time.monotonic()
        self.eventually("another node takes the lease", 15, lambda: self.holder()[1] > token)
        print(f"lease taken over after {time.monotonic() - stopped:.1f} s")
        taken = self.holder()
        self.eventually("the new holder works", 15, lambda: self.effects_of(taken))
        victim.process.send_signal(signal.SIGCONT)
        time.sleep(4)
        self.assertEqual(self.holder(), taken, "the lease went back")

    def holder(self):
        """(node's name, token) of the schedulers' lease."""
        rows = self.postgres.query("SELECT node.name, lease.token FROM lease LEFT JOIN node ON node.id = holder WHERE lease.name = 'schedulers'")
        return (rows[0][0], int(rows[0][1])) if rows else (None, 0)

    def effects_of(self, holder):
        return int(self.postgres.value(f"SELECT count(*) FROM watched WHERE by_node = 'console {holder[0]}'")) > 0

    def test_jobs_are_done_once(self):
        # Jobs for everybody while one node is killed and one stands still; figures are right at the end, and nothing is stuck.
        with ClusterUploaders(self.nodes, self.app, self.product, self.seed, count=4) as uploaders:
            uploaders.resume()
            time.sleep(1)
            uploaders.pause()
            uploaders.finish()
            self.queue_jobs(24)
            time.sleep(self.moments.uniform(0.2, 1))
            victim, frozen = self.moments.sample(self.nodes, 2)
            victim.kill()
            frozen.process.send_signal(signal.SIGSTOP)
            time.sleep(1)
            frozen.process.send_signal(signal.SIGCONT)
            # A job of the killed node waits until its lease of 30 s is over.
            self.eventually("all jobs are done", 60, lambda: self.jobs("state <> 'done'") == 0)
            self.assertLessEqual(self.jobs("attempts > 1"), 4, "jobs begun again, but for those of the two nodes, which do two each")
            living = [node for node in self.nodes if node is not victim]
            for node in living:
                self.assertEqual(uploaders.counted(node)[0], lines(uploaders.ledger.issued), "figures after the jobs")

    def queue_jobs(self, count):
        self.postgres.query(f"""
            INSERT INTO job (id, kind, app_id, payload, state, attempts, most_attempts, run_at, holder, token, lease_until, progress, step, created_at, created_by)
            SELECT 'cluster-' || n, 'telemetry.rebuild', '{self.app}', '{{"app":"{self.app}"}}', 'waiting', 0, 8, 0, '', 0, 0, 0, '', n, 'cluster tests'
            FROM generate_series(1, {count}) AS n""")

    def jobs(self, condition):
        return int(self.postgres.value(f"SELECT count(*) FROM job WHERE id LIKE 'cluster-%' AND {condition}"))


if __name__ == "__main__":
    unittest.main()
