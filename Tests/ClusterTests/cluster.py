"""A cluster of real processes: PostgreSQL, an object store, and console nodes that share the two and a key. See script/cluster.

Assumptions about the server, besides those of console_process.py: `CONSOLE_DATABASE`, `CONSOLE_OBJECTS`, `CONSOLE_KEY_FILE` and
`CONSOLE_NODE_NAME` are the settings of a node, for `console admin create` and `token create` too.
"""

import contextlib
import os
import shutil
import sys
import tempfile
from pathlib import Path

_TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(_TESTS / "FaultTests"), str(_TESTS / "ContractTests")]

from console_process import Console  # noqa: E402
from object_store import KEYS, ObjectStore  # noqa: E402
from private_postgres import Postgres  # noqa: E402


class Cluster(contextlib.ExitStack):
    """`with Cluster() as cluster:` starts everything; `nodes` are `Console`s.

    `postgres` are keyword arguments for `Postgres`. Everything is in a directory of its own below `folder`.
    """

    def __init__(self, nodes=3, postgres=None, folder=None):
        super().__init__()
        self.home = Path(tempfile.mkdtemp(prefix="cluster-test-", dir=folder))
        self.home.chmod(0o711)  # PostgreSQL's user has to pass through
        self.postgres = Postgres(self.home, **(postgres or {}))
        self.objects = ObjectStore(self.home)
        self._count = nodes
        self.nodes = []

    def __enter__(self):
        with contextlib.ExitStack() as undo:
            undo.callback(shutil.rmtree, self.home, ignore_errors=True)
            self.postgres.start()
            undo.callback(lambda: self.postgres.kill())
            self.objects.start()
            undo.callback(self.objects.stop)
            for number in range(self._count):
                node = self.make_node(number)
                undo.callback(node.__exit__)
                self._add(node)
            self.push(undo.pop_all())
        return self

    def _add(self, node):
        if self.nodes:
            node.token = self.nodes[0].token
        else:
            node.prepare()
        self.nodes.append(node)
        node.start()

    def make_node(self, number):
        environment = {
            "CONSOLE_DATABASE": self.postgres.url(), "CONSOLE_OBJECTS": self.objects.url,
            "CONSOLE_KEY_FILE": str(self.home / "secret.key"), "CONSOLE_NODE_NAME": f"node-{number}", **KEYS}
        return Console(self.home / f"node-{number}", environment=environment)

    @property
    def living(self):
        return [node for node in self.nodes if node.process.poll() is None]


def required():
    """Why a cluster cannot be started here, or None."""
    if not list(Path("/usr/lib/postgresql").glob("*/bin/postgres")):
        return "PostgreSQL is not installed"
    if not os.access(Path(sys.executable).parent / "moto_server", os.X_OK):
        return "moto is not installed"
    return None
