#!/usr/bin/env python3
"""Any node answers any request: a session made at one holds at all, and its end too; a publication is served by all within two seconds,
also when nobody hears the notice of it; a page that is open at one node hears of what another took in."""

import http.client
import threading
import time
import unittest
from datetime import datetime, timedelta, timezone

from cluster import Cluster
from cluster_case import ClusterCase
from cluster_load import Credentials
from console_process import EMAIL, PASSWORD
from log_lines import batch_lines, headers, pack
from page_session import PageSession

_DEVICE = "UTDanynode0001"


class AnyNodeTest(ClusterCase):
    @classmethod
    def setUpClass(cls):
        cls.cluster = cls.enterClassContext(Cluster())
        cls.nodes = cls.cluster.nodes
        cls.app, cls.product = cls.nodes[0].create_app("AnyNode")

    def setUp(self):
        super().setUp()
        for node in self.nodes:
            self.eventually(f"{node.url} knows the app", 10, lambda: node.api("GET", f"/apps/{self.app}")[0] == 200)

    def test_session_holds_everywhere_and_ends_everywhere(self):
        sessions = [PageSession(node) for node in self.nodes]
        for session in sessions:
            self.addCleanup(session.close)
        for place, here in enumerate(sessions):
            with self.subTest(logs_in_at=place):
                here.log_in(EMAIL, PASSWORD)
                for other in sessions:
                    other.cookies = here.cookies
                self.assertEqual([session.get("/account")[0] for session in sessions], [200] * 3)
                there = sessions[(place + 1) % 3]
                self.assertEqual(there.log_out(), 303)
                # Nodes may remember for a few seconds who a cookie belongs to, but not that somebody left.
                self.eventually("logged out everywhere", 2, lambda: {session.get("/account")[0] for session in sessions} == {303})

    def test_wrong_passwords_are_counted_together(self):
        # Ten tries an account in a quarter of an hour, not ten at each node.
        answers = []
        for number in range(24):
            session = PageSession(self.nodes[number % 3])
            self.addCleanup(session.close)
            with self.assertRaises(RuntimeError) as refused:
                session.log_in("stranger@example.com", f"wrong {number}")
            answers.append(str(refused.exception).split()[1])
        self.assertNotIn("429", answers[:10])
        self.assertEqual(set(answers[10:]), {"429"}, "a node does not know of the tries at the others")

    def test_publication_is_served_by_every_node(self):
        credentials = Credentials(self.nodes[0], self.app)
        slowest = max(self.publish(credentials, number, self.nodes[number % 3]) for number in range(9))
        print(f"publication served by every node after {slowest * 1_000:.0f} ms, the slowest of 9")
        self.assertLess(slowest, 2)

    def test_publication_is_served_when_no_notice_comes(self):
        # Connections that listen are cut, the publication follows at once: it is found by asking.
        credentials = Credentials(self.nodes[0], self.app)
        slowest = 0
        for number in range(100, 104):
            self.eventually("all nodes listen", 10, lambda: len(self.listening("pid")) == 3)
            self.listening("pg_terminate_backend(pid)")
            slowest = max(slowest, self.publish(credentials, number, self.nodes[number % 3]))
        print(f"publication without notices served after {slowest * 1_000:.0f} ms")
        self.assertLess(slowest, 2)

    def listening(self, what):
        """Rows of the connections that wait for notices."""
        return self.cluster.postgres.query(f"SELECT {what} FROM pg_stat_activity WHERE query = 'LISTEN console'")

    def publish(self, credentials, value, at):
        """Publishes a value at one node; answers the seconds until the last one served it."""
        self.assertIn(at.api("PUT", f"/apps/{self.app}/switches/cluster", {"type": "number", "default": value})[0], (200, 201))
        self.assertIn(at.api("POST", f"/apps/{self.app}/switches/publication", {})[0], (200, 201, 204))
        published = time.monotonic()
        for node in self.nodes:
            connection = node.connect(timeout=10)
            self.eventually(f"{node.url} serves {value}", 10, lambda: (credentials.switches(connection)[1] or {}).get("cluster") == value)
            connection.close()
        return time.monotonic() - published

    def test_open_page_hears_of_what_another_node_took(self):
        for place, node in enumerate(self.nodes):
            with self.subTest(listens=place, takes=(place + 1) % 3):
                heard = threading.Event()
                stream = node.connect(timeout=15)
                stream.request("GET", f"/api/v1/apps/{self.app}/live", headers={"Authorization": f"Bearer {node.token}"})
                response = stream.getresponse()
                self.assertEqual(response.status, 200)
                threading.Thread(target=_hear, args=(response, heard), daemon=True).start()
                time.sleep(1.5)
                heard.clear()  # of what came before
                self.upload(self.nodes[(place + 1) % 3], f"live-{place}")
                self.assertTrue(heard.wait(5), "nothing heard within 5 s")
                stream.sock and stream.sock.close()

    def upload(self, node, batch):
        body = pack(batch_lines(self.product, datetime.now(timezone.utc) - timedelta(hours=1), _DEVICE))
        connection = node.connect(timeout=20)
        connection.request("POST", "/loggw/logUpload.do", body, headers(self.product, _DEVICE, batch))
        self.assertEqual(connection.getresponse().status, 200)
        connection.close()


def _hear(response, heard):
    try:
        for line in response:
            if b"changed" in line:
                heard.set()
    except (OSError, ValueError, http.client.HTTPException):
        pass


if __name__ == "__main__":
    unittest.main()
