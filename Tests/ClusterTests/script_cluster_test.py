#!/usr/bin/env python3
"""`script/cluster` shows the demo through its balancer, also when a node is gone, and stops everything that it started."""

import os
import re
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from cluster_case import ClusterCase
from console_process import ROOT, Console, binary, free_port
from page_session import PageSession


class ScriptClusterTest(ClusterCase):
    def test_demo_through_the_balancer(self):
        data = Path(self.enterContext(tempfile.TemporaryDirectory(prefix="cluster-script-")))
        data.chmod(0o711)
        port = free_port()
        words = [ROOT / "script/cluster", "--data", data / "cluster", "--nodes", "3", "--port", str(port)]
        script = subprocess.Popen(
            words, env={**os.environ, "CONSOLE_BINARY": str(binary())}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True)
        self.addCleanup(self.end, script)
        email, password = self.read_login(script)
        balancer = Console()
        self.addCleanup(balancer.__exit__)
        balancer.port = port
        self.check_pages(balancer, email, password)
        pids = self.processes(data)
        self.assertGreaterEqual(len(pids), 5, "PostgreSQL, three nodes and the balancer")
        os.kill(next(pid for pid, words in pids.items() if "node-2" in words), signal.SIGKILL)
        time.sleep(2)
        self.check_pages(balancer, email, password)
        self.end(script)
        self.assertEqual(self.processes(data), {}, "left behind")

    def read_login(self, script):
        """Waits for the words it prints when all is there; answers (e-mail, password)."""
        said = ""
        for line in script.stdout:
            said += line
            if found := re.match(r"demo login: (\S+) (\S+)", line):
                return found.groups()
        self.fail(f"script/cluster ended:\n{said}")

    def check_pages(self, balancer, email, password):
        session = PageSession(balancer)
        session.log_in(email, password)
        for path in ("/", "/apps/simpledemorpc/crashes", "/nodes"):
            # A connection each, so that each goes to another node.
            fresh = PageSession(balancer)
            fresh.cookies = session.cookies
            self.assertEqual(fresh.get(path)[0], 200, path)
            fresh.close()
        session.close()

    def processes(self, data):
        """What runs of it: by pid the words of its command line."""
        found = {}
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                words = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            except OSError:
                continue
            if str(data) in words and "script/cluster" not in words:
                found[int(entry.name)] = words
        return found

    def end(self, script):
        if script.poll() is None:
            script.send_signal(signal.SIGTERM)
            script.wait(60)
        script.stdout.close()


if __name__ == "__main__":
    unittest.main()
