"""What every contract test stands on: one console for all of them, on a port and a data directory of its own.

These tests are the check from outside: each names the sentence of the contract it checks, and they know nothing of the source.
They cover every section of the contract. `seed` is loaded by BrowserTests, and here for the demo's log-in and the story of its pushes, as it takes half
a minute. What lasts 24 hours is checked to last beyond a restart, as no test can wait that long.

The helpers of FaultTests have to be on PYTHONPATH, as Tests/run.py sees to.
"""

import atexit
import contextlib
import functools
import itertools
import unittest
from datetime import datetime, timedelta, timezone

from console_process import Console
from contract_client import ContractClient

_numbers = itertools.count(1)


@functools.cache
def shared_console():
    """The console of all tests of a run, taken down at exit."""
    down = contextlib.ExitStack()
    atexit.register(down.close)
    return down.enter_context(Console())


def client_of(console):
    return ContractClient(console.port, console.token)


class ContractCase(unittest.TestCase):
    """A test with a client that may do all."""

    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.console = shared_console()
        cls.client = client_of(cls.console)
        cls.nobody = cls.client.with_token(None)

    def new_name(self, word="Contract"):
        """An English name no other test uses."""
        return f"{word}{next(_numbers)}"

    def new_app(self, platforms=("ios",), client=None, **fields):
        """A new app: the document of its creation."""
        answer = (client or self.client).post(
            "/apps", {"name": "契约检查", "englishName": self.new_name(), "platforms": list(platforms)} | fields)
        self.assertEqual(answer.status, 201, answer.text)
        return answer.json

    def new_product(self):
        """A new app for iOS as (app id, log product id)."""
        app = self.new_app()
        return app["id"], app["platforms"][0]["logProductId"]

    def client_for(self, *scopes):
        """A client whose token has these scopes only."""
        answer = self.client.post("/tokens", {"name": self.new_name("token"), "scopes": list(scopes)})
        self.assertEqual(answer.status, 201, answer.text)
        return self.client.with_token(answer.json["token"])

    def assert_uploaded(self, answer, accepted, rejected=0, duplicate=False):
        self.assertEqual(answer.status, 200, answer.text)
        self.assertEqual(answer.json, {"code": 200, "accepted": accepted, "rejected": rejected, "duplicate": duplicate})

    def assert_problem(self, answer, status):
        """The answer is the problem document the contract asks for, with this status; answers the document."""
        self.assertEqual(answer.status, status, answer.text)
        self.assertEqual(answer.type, "application/problem+json")
        self.assertLessEqual({"type", "title", "status", "detail", "request_id"}, answer.json.keys())
        self.assertEqual(answer.json["status"], status)
        return answer.json

    def assert_rejected(self, answer, pointer):
        """"for rejected input `errors: [{pointer, detail}]`, status 422", naming this place."""
        errors = self.assert_problem(answer, 422)["errors"]
        self.assertIn(pointer, [error["pointer"] for error in errors])
        self.assertTrue(all(set(error) == {"pointer", "detail"} and error["detail"] for error in errors), errors)


def minutes_ago(count):
    """The start of a minute, `count` minutes back."""
    return datetime.now(timezone.utc).replace(second=0, microsecond=0) - timedelta(minutes=count)


def rfc3339(moment):
    return moment.isoformat(timespec="seconds")
