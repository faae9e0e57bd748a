#!/usr/bin/env python3
"""Power loss during upload, POWER_ROUNDS times (default 10): no acknowledged line is lost, none is counted twice.

The data directory is on an ext4 image on a loop mount. `EXT4_IOC_SHUTDOWN` without flushing the log stops the file system
as a power cut does: whatever was not synchronised is gone after the next mount. A control run with `synchronous=NORMAL`
must lose lines, otherwise this test would prove nothing. Skipped where mounting is not allowed.

What arrives after the cut does not count as acknowledged, since nothing arrives from a machine without power: ext4 lets an
fdatasync that is under way in that moment succeed (ext4_end_io_end passes over failed extent conversions after a shutdown).
But once those are over, a server on a dead disk must acknowledge nothing more.

Assumption about the server, besides those of upload_ledger.py: CONSOLE_TEST_SYNCHRONOUS=normal in its environment, and only
that, makes it open the database with `synchronous=NORMAL` and serve all the same.
"""

import os
import random
import time
import unittest

from console_process import Console
from disk import Disk
from upload_ledger import Uploaders, lines


class PowerTest(unittest.TestCase):
    def setUp(self):
        self.seed = int(os.environ.get("SEED", time.time()))
        self.moments = random.Random(self.seed)
        self.rounds = int(os.environ.get("POWER_ROUNDS", 10))

    def test_acknowledged_lines_survive_power_loss_and_count_once(self):
        with Disk() as disk, Console(disk.mount_point / "data") as console, Uploaders(console, *console.create_app()) as uploaders:
            for number in range(self.rounds):
                with self.subTest(seed=self.seed, round=number):
                    self.assertEqual(self.lost_lines(disk, console, uploaders), 0, "acknowledged lines are lost")
            uploaders.finish()
            total, summed = uploaders.counted()
            print(f"power: {uploaders.ledger.issued} batches, {total} lines counted, {self.rounds} power cuts, seed {self.seed}")
            self.assertGreater(uploaders.ledger.issued, 0, "nothing was uploaded")
            self.assertEqual(len(uploaders.ledger.acknowledged), uploaders.ledger.issued, "batches never acknowledged")
            self.assertEqual((total, summed), (lines(uploaders.ledger.issued),) * 2)
            console.stop()

    def test_control_with_synchronous_normal_loses_lines(self):
        relaxed = {"CONSOLE_TEST_SYNCHRONOUS": "normal"}
        with Disk() as disk, Console(disk.mount_point / "data", environment=relaxed) as console:
            with Uploaders(console, *console.create_app()) as uploaders:
                os.sync()  # the account and the app are to stay; only lines may be lost
                for number in range(self.rounds):
                    if (lost := self.lost_lines(disk, console, uploaders)) > 0:
                        print(f"power, control: {lost} acknowledged lines lost in round {number + 1}")
                        return
        self.fail(f"no line lost in {self.rounds} power cuts with synchronous=NORMAL: this test does not see losses")

    def lost_lines(self, disk, console, uploaders):
        """One round; answers how many acknowledged lines the server does not count afterwards."""
        uploaders.resume()
        time.sleep(self.moments.uniform(0.3, 1.5))
        acknowledged = len(uploaders.ledger.acknowledged)
        disk.cut_power()
        self.check_silence(uploaders.ledger)
        console.kill()
        uploaders.pause()
        uploaders.ledger.forget_after(acknowledged)
        disk.unmount()
        disk.mount()
        console.start()
        total, _ = uploaders.counted()
        self.assertLessEqual(total, lines(uploaders.ledger.issued), "lines are counted twice")
        self.assertEqual(total % lines(1), 0, "a batch is stored half")
        return max(0, lines(len(uploaders.ledger.acknowledged)) - total)

    def check_silence(self, ledger):
        time.sleep(0.1)
        before = len(ledger.acknowledged)
        time.sleep(0.1)
        self.assertEqual(len(ledger.acknowledged), before, "acknowledged on a dead disk")


if __name__ == "__main__":
    unittest.main()
