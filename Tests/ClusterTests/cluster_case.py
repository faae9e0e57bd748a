"""What cluster tests have in common: the seed, the comparison of every node's figures with the ledger, and moments in a fault."""

import os
import random
import time
import unittest

from cluster import required
from upload_ledger import lines


@unittest.skipIf(required(), required())
class ClusterCase(unittest.TestCase):
    def setUp(self):
        self.seed = int(os.environ.get("SEED", time.time()))
        self.moments = random.Random(self.seed)

    def check_bounds(self, uploaders, node):
        """In the middle of things: all that was acknowledged is there, whole batches only, nothing that was never sent."""
        acknowledged = len(uploaders.ledger.acknowledged)
        total, _ = uploaders.counted(node)
        self.assertGreaterEqual(total, lines(acknowledged), "acknowledged lines are lost")
        self.assertLessEqual(total, lines(uploaders.ledger.issued), "lines are counted twice")
        self.assertEqual(total % lines(1), 0, "a batch is stored half")

    def check_exactly_once(self, uploaders, nodes, what):
        """At the end: what devices could not get acknowledged is sent again, and then every node counts each line once."""
        uploaders.finish(timeout=90)
        ledger = uploaders.ledger
        print(f"{what}: {ledger.issued} batches, {ledger.duplicates} answered as duplicates, seed {self.seed}", flush=True)
        self.assertGreater(ledger.issued, 0, "nothing was uploaded")
        self.assertEqual(len(ledger.acknowledged), ledger.issued, "batches never acknowledged")
        self.assertEqual(ledger.refused, [], "answers with rejected lines")
        for node in nodes:
            self.assertEqual(uploaders.counted(node), (lines(ledger.issued),) * 2, f"what {node.url} counts")

    def check_raw_lines(self, uploaders, nodes):
        """Computes the figures again from the raw lines, wherever these are kept by now: the same, so each of them is there, once."""
        before = {job["id"] for job in self.jobs(nodes[0])}
        status, answer = nodes[0].api("POST", f"/apps/{uploaders.app}/rebuild", {})
        self.assertLess(status, 300, answer)
        ended = self.eventually("figures are computed again", 90, lambda: [
            job for job in self.jobs(nodes[0]) if job["id"] not in before and job.get("finishedAt")])
        self.assertEqual([job["state"] for job in ended], ["done"], ended)
        for node in nodes:
            self.assertEqual(uploaders.counted(node), (lines(uploaders.ledger.issued),) * 2, "computed from the raw lines")

    def jobs(self, node):
        return node.api("GET", "/jobs?limit=100")[1]["items"]

    def check_refusals(self, answers):
        """While the database is away: 503 with Retry-After, never an acknowledgement. There have to be some."""
        self.assertTrue(answers, "no upload was answered")
        self.assertEqual({status for status, _ in answers}, {503})
        self.assertEqual([wait for _, wait in answers if not (wait or "").isdigit()], [], "503 without Retry-After")

    def check_answered(self, devices, node, since, until, slowest=2.0):
        """Devices were answered by `node` all the time, without a fault."""
        count, worst, faults = devices.during(node, since, until)
        self.assertEqual(faults, [], f"calls to {node.url}")
        self.assertGreaterEqual(count, (until - since) * 5, f"calls to {node.url}")
        self.assertLess(worst, slowest, f"seconds of the slowest call to {node.url}")

    def eventually(self, what, seconds, check):
        """Waits until `check` answers something true, and answers it; fails when it does not in `seconds`."""
        end = time.monotonic() + seconds
        while not (found := check()):
            if time.monotonic() > end:
                self.fail(f"not within {seconds} s: {what}")
            time.sleep(0.05)
        return found
