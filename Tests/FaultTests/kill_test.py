#!/usr/bin/env python3
"""`kill -9` during upload at full load, KILL_ROUNDS times (default 20): no acknowledged line is lost, none is counted twice.

Between rounds and at the end the lines the server counts are compared with the ledger of acknowledgements. SEED replays
the same moments. Assumptions about the server: see console_process.py and upload_ledger.py.
"""

import os
import random
import sqlite3
import time
import unittest

from console_process import Console
from upload_ledger import Uploaders, lines


class KillTest(unittest.TestCase):
    def test_acknowledged_lines_survive_kill_9_and_count_once(self):
        rounds, seed = int(os.environ.get("KILL_ROUNDS", 20)), int(os.environ.get("SEED", time.time()))
        moments = random.Random(seed)
        with Console() as console, Uploaders(console, *console.create_app()) as uploaders:
            for number in range(rounds):
                with self.subTest(seed=seed, round=number):
                    uploaders.resume()
                    time.sleep(moments.uniform(0.05, 1.5))
                    console.kill()
                    uploaders.pause()
                    restart = console.start()
                    # 5 s are promised of the release build; the debug build compiles its views three times as long.
                    self.assertLess(restart, 10, "seconds to be ready again")
                    self.check_bounds(uploaders)
            uploaders.finish()
            self.check_exactly_once(uploaders, seed)
            self.assertEqual(console.stop()[0], 0, "exit code after SIGTERM")
            self.check_integrity(console)

    def check_bounds(self, uploaders):
        """Right after a restart: all that was acknowledged is there, whole batches only, nothing that was never sent."""
        ledger, (total, _) = uploaders.ledger, uploaders.counted()
        self.assertGreaterEqual(total, lines(len(ledger.acknowledged)), "acknowledged lines are lost")
        self.assertLessEqual(total, lines(ledger.issued), "lines are counted twice")
        self.assertEqual(total % lines(1), 0, "a batch is stored half")

    def check_exactly_once(self, uploaders, seed):
        ledger, (total, summed) = uploaders.ledger, uploaders.counted()
        print(f"kill: {ledger.issued} batches, {ledger.duplicates} answered as duplicates, {total} lines counted, seed {seed}")
        self.assertGreater(ledger.issued, 0, "nothing was uploaded")
        self.assertEqual(len(ledger.acknowledged), ledger.issued, "batches never acknowledged")
        self.assertEqual(ledger.refused, [], "answers with rejected lines")
        self.assertEqual(total, lines(ledger.issued))
        self.assertEqual(summed, lines(ledger.issued))

    def check_integrity(self, console):
        """`PRAGMA integrity_check` on every SQLite file of the data directory, with no server running."""
        files = [path for path in console.data.rglob("*") if path.is_file() and is_database(path)]
        self.assertTrue(files, "no database found")
        for path in files:
            database = sqlite3.connect(path)
            self.assertEqual(database.execute("PRAGMA integrity_check").fetchall(), [("ok",)], path)
            self.assertEqual(database.execute("PRAGMA foreign_key_check").fetchall(), [], path)
            database.close()


def is_database(path):
    with path.open("rb") as file:
        return file.read(15) == b"SQLite format 3"


if __name__ == "__main__":
    unittest.main()
