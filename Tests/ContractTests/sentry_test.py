"""Sentry's SDKs: "Existing apps can report here by changing one address; the real `sentry-sdk` from PyPI is one of the tests."

Each test runs an app of its own as a process of Python, with the SDK as an app would have it.
"""

import json
import subprocess
import sys
import textwrap
import time
import unittest

from contract_case import ContractCase

HEAD = """
import sentry_sdk, sys
sentry_sdk.init(dsn={dsn!r}, release="shop@1.2.0+34", environment="contract", max_breadcrumbs=20{options})
"""


class SentryTest(ContractCase):
    def setUp(self):
        self.app = self.new_app()["id"]
        self.project = f"/apps/{self.app}/platforms/ios/sentry"
        self.dsn = self.client.get(self.project).json["dsn"]

    def run_app(self, code, options="", fails=False):
        """Runs an app to its end; what it prints."""
        text = textwrap.dedent(HEAD.format(dsn=self.dsn, options=options)) + textwrap.dedent(code)
        done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode != 0, fails, done.stdout + done.stderr)
        return done.stdout

    def reports(self, count):
        """Reports of the app, when there are so many and all are grouped: a worker reads them each second."""
        end = time.monotonic() + 20
        while True:
            items = self.client.get(f"/apps/{self.app}/crash-reports").json["items"]
            if len(items) >= count and all(item["group"] for item in items):
                return items
            self.assertLess(time.monotonic(), end, items)
            time.sleep(0.1)

    def test_uncaught_exception(self):
        """An exception that nobody caught is a crash in a group, with its cause, frames, tags and user."""
        self.run_app("""
            sentry_sdk.set_tag("store", "main")
            sentry_sdk.set_user({"id": "user1"})
            def total():
                return {}["price"]
            def show():
                try:
                    total()
                except KeyError as error:
                    raise ValueError("no total") from error
            show()
        """, fails=True)
        report, = self.reports(1)
        self.assertEqual((report["handled"], report["version"], report["user"]), (False, "1.2.0", "user1"))
        full = self.client.get(f"/apps/{self.app}/crash-reports/{report['id']}/symbolicated").json
        text = json.dumps(full)
        for part in ("ValueError", "KeyError", "no total", "store", "show"):
            self.assertIn(part, text)
        self.assertTrue(self.client.get(f"/apps/{self.app}/crash-groups/{report['group']}").json)

    def test_message_and_breadcrumbs(self):
        """A captured message is a report and no crash; its breadcrumbs come with it."""
        out = self.run_app("""
            sentry_sdk.add_breadcrumb(category="cart", message="opened the cart", level="info")
            print(sentry_sdk.capture_message("the cart is odd", level="warning"))
        """)
        report, = self.reports(1)
        self.assertEqual((report["id"], report["handled"], report["title"]), (f"{out.strip()}-0", True, "the cart is odd"))
        raw = self.client.get(f"/apps/{self.app}/crash-reports/{report['id']}/raw").json
        self.assertIn("opened the cart", [crumb.get("message") for crumb in raw["breadcrumbs"]["values"]])
        self.assertEqual(self.client.get(f"/apps/{self.app}/stats/crashes").json["totals"]["crashes"], 0)

    def test_handled_exceptions_come_into_one_group(self):
        """The same error twice is one group; another one is another."""
        self.run_app("""
            def fail(kind):
                try:
                    raise kind("at %d" % id(object()))
                except kind:
                    sentry_sdk.capture_exception()
            for kind in (ValueError, ValueError, LookupError):
                fail(kind)
        """)
        groups = [report["group"] for report in self.reports(3)]
        self.assertEqual(len(set(groups)), 2)

    def test_sessions(self):
        """Session auto tracking: sessions begun, crashed and those who had them."""
        self.run_app("""
            from sentry_sdk.sessions import track_session
            for user, fails in (("ann", False), ("bob", True), ("cy", False)):
                with sentry_sdk.isolation_scope() as scope:
                    scope.set_user({"id": user})
                    with track_session(scope, session_mode="application"):
                        if fails:
                            try:
                                1 / 0
                            except ZeroDivisionError as error:
                                from sentry_sdk.utils import event_from_exception
                                event, hint = event_from_exception(error, mechanism={"type": "test", "handled": False})
                                sentry_sdk.capture_event(event, hint, scope=scope)
            sentry_sdk.flush(10)
        """)
        self.reports(1)
        totals = self.client.get(f"/apps/{self.app}/stats/sessions").json["totals"]
        self.assertEqual((totals["begun"], totals["crashed"], totals["users"], totals["crashedUsers"]), (3, 1, 3, 1), totals)
        self.assertAlmostEqual(totals["crashFreeSessions"], 2 / 3)

    def test_attachments(self):
        """Files beside an event are kept with its report and can be downloaded."""
        out = self.run_app("""
            with sentry_sdk.new_scope() as scope:
                scope.add_attachment(bytes=b"what was in the cart", filename="cart.txt", content_type="text/plain")
                print(sentry_sdk.capture_message("with a file"))
        """)
        report = f"{out.strip()}-0"
        self.reports(1)
        listed, = self.client.get(f"/apps/{self.app}/crash-reports/{report}/attachments").json["items"]
        self.assertEqual((listed["name"], listed["size"]), ("cart.txt", 20))
        self.assertEqual(self.client.get(listed["href"]).body, b"what was in the cart")

    def test_limits_are_honoured(self):
        """429 with `Retry-After` and `X-Sentry-Rate-Limits`: the SDK sends no more events until then, and says later what it left out."""
        self.assertEqual(self.client.post(f"{self.project}/limit", {"eventsAMinute": 1}).status, 204)
        out = self.run_app("""
            for number in range(6):
                sentry_sdk.capture_message("message %d" % number)
                sentry_sdk.flush(10)
            print(sorted(str(name) for name in sentry_sdk.get_client().transport._disabled_until))
        """)
        self.assertIn("error", out)
        # A minute may have begun in between.
        self.assertLessEqual(len(self.reports(1)), 2)

    def test_answers(self):
        """200 with the id, 401 without a key, 403 with another one, 400 for no envelope, each with its reason in `X-Sentry-Error`."""
        key, project = self.dsn.split("://")[1].split("@")[0], self.dsn.rsplit("/", 1)[1]
        path = f"/api/{project}/envelope/"
        body = b'{"event_id":"9ec79c33ec9942ab8353589fcb2e04dc"}\n{"type":"event"}\n{"message":"hello"}\n'
        answer = self.nobody.ask("POST", f"{path}?sentry_key={key}", body, {})
        self.assertEqual((answer.status, answer.json), (200, {"id": "9ec79c33ec9942ab8353589fcb2e04dc"}))
        self.assertEqual(answer.headers["Access-Control-Allow-Origin"], "*")
        for status, query, sent in ((401, "", body), (403, f"?sentry_key={'0' * 32}", body), (400, f"?sentry_key={key}", b"nonsense")):
            answer = self.nobody.ask("POST", path + query, sent, {})
            self.assertEqual(answer.status, status, answer.text)
            self.assertTrue(answer.headers["X-Sentry-Error"])


if __name__ == "__main__":
    unittest.main()
