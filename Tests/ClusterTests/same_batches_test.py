#!/usr/bin/env python3
"""Every batch sent to all nodes at the same moment: one of them counts it, the others answer that it is a duplicate; other content under
the same id is a conflict. Two batches of the same devices and minutes at two nodes meet in the same roll-up rows."""

import json
import threading
import unittest
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta, timezone

from cluster import Cluster
from cluster_case import ClusterCase
from log_lines import LINES_PER_BATCH, batch_lines, headers, pack
from upload_ledger import Uploaders

_BATCHES = 150
_DEVICE = "UTDsame0000001"


class SameBatchesTest(ClusterCase):
    def test_counted_once_whoever_takes_it(self):
        cluster = self.enterContext(Cluster())
        self.nodes = cluster.nodes
        app, self.product = self.nodes[0].create_app("SameBatches")
        for node in self.nodes:
            self.eventually(f"{node.url} knows the app", 10, lambda: node.api("GET", f"/apps/{app}")[0] == 200)
        start = datetime.now(timezone.utc) - timedelta(hours=5)
        self.bodies = [pack(batch_lines(self.product, start + timedelta(seconds=number), _DEVICE)) for number in range(2)]
        self.check_duplicates()
        self.check_conflicts()
        total = 2 * _BATCHES * LINES_PER_BATCH
        for node in self.nodes:
            self.assertEqual(Uploaders(node, app, self.product, count=0).counted(), (total, total), node.url)

    def check_duplicates(self):
        """The same bytes at all nodes, twice at each."""
        for number in range(_BATCHES):
            answers = self.at_once([(node, f"same-{number}", self.bodies[0]) for node in self.nodes * 2])
            with self.subTest(batch=number):
                self.assertEqual(Counter(status for status, _ in answers), {200: len(answers)})
                self.assertEqual(Counter(answer["duplicate"] for _, answer in answers), {False: 1, True: len(answers) - 1})
                self.assertEqual({answer["accepted"] for _, answer in answers}, {LINES_PER_BATCH})

    def check_conflicts(self):
        """One body at some nodes, another at the others, under one id: the first to come is counted, the other is refused."""
        for number in range(_BATCHES):
            answers = self.at_once([(node, f"other-{number}", self.bodies[place % 2]) for place, node in enumerate(self.nodes * 2)])
            with self.subTest(batch=number):
                counts = Counter((status, answer.get("duplicate")) for status, answer in answers)
                self.assertEqual(counts[200, False], 1, counts)
                taken = counts[200, False] + counts[200, True]
                self.assertEqual((taken, counts[409, None]), (len(answers) // 2,) * 2, counts)

    def at_once(self, uploads):
        """Answers (status, document) of each; all are sent when all are connected."""
        barrier = threading.Barrier(len(uploads))

        def send(upload):
            node, batch, body = upload
            connection = node.connect(timeout=30)
            connection.connect()
            barrier.wait(30)
            connection.request("POST", "/loggw/logUpload.do", body, headers(self.product, _DEVICE, batch))
            response = connection.getresponse()
            text = response.read()
            connection.close()
            return response.status, json.loads(text)

        with ThreadPoolExecutor(len(uploads)) as pool:
            return list(pool.map(send, uploads))


if __name__ == "__main__":
    unittest.main()
