#!/usr/bin/env python3
"""`kill -9` again and again during one send: no device gets the message twice, and the page tells what the receiver's log tells.

PUSH_DEVICES (default 5,000) are the devices and PUSH_KILLS (default 5) the kills; issue 10 promises 20,000 and ten. SEED replays the same moments. What was
on its way at a kill may have arrived or not: those are `unknown`, at most as many as streams are in flight at each kill, and are never sent again.
"""

import os
import random
import time
import unittest

from console_process import Console
from push_service import Devices, Message, PushService

STREAMS = 500
"""Requests that one node has under way at most, as docs/push.md promises."""


class PushKillTest(unittest.TestCase):
    def test_nobody_gets_it_twice(self):
        devices, kills = int(os.environ.get("PUSH_DEVICES", 5_000)), int(os.environ.get("PUSH_KILLS", 5))
        seed = int(os.environ.get("SEED", time.time()))
        moments = random.Random(seed)
        with Console() as console, PushService(console.home / "service") as service:
            app, _ = console.create_app()
            service.add_certificate(console, app)
            seconds = Devices(console, app).bind(devices)
            message = Message(console, app)
            self.assertEqual(message.send(), devices)
            done = self.kill(console, service, devices, kills, moments)
            shown = message.wait("done", seconds=120)
            print(f"push kill: {devices} devices bound in {seconds:.1f} s, killed {done} times, {shown['figures']}, seed {seed}")
            self.check(service, message, devices, done)
            self.assertEqual(console.stop()[0], 0, "exit code after SIGTERM")

    def kill(self, console, service, devices, kills, moments):
        """Kills the console at moments of the send; answers how often it was still sending."""
        # Each kill may cost every request on its way, so many never arrive. What arrives at any rate is shared among the kills, so that each finds a send
        # that still goes on.
        share = (devices - STREAMS * kills) // (kills + 1)
        done = 0
        for _ in range(kills):
            place = service.count() + moments.randrange(share // 10, share)
            end = time.monotonic() + 60
            while service.count() < place and time.monotonic() < end:
                time.sleep(0.001)
            self.assertGreaterEqual(service.count(), place, "the send does not go on")
            if service.count() >= devices * 19 // 20:
                break
            console.kill()
            done += 1
            console.start()
        self.assertGreater(done, 0, "everything was sent before the first kill")
        return done

    def check(self, service, message, devices, kills):
        tokens = [line["token"] for line in service.lines()]
        self.assertEqual(len(tokens), len(set(tokens)), "a device got it twice")
        figures, statistics = message.shown()["figures"], message.statistics()
        self.assertEqual(statistics["figures"], figures)
        self.assertEqual([figures["queued"], figures["failed"], figures["skipped"]], [0, 0, 0], statistics["reasons"])
        self.assertEqual(figures["sent"] + figures["unknown"], devices)
        self.assertLessEqual(figures["unknown"], STREAMS * kills)
        # Every one that is sent is in the log; of those that are unknown some are.
        self.assertLessEqual(figures["sent"], len(tokens))
        self.assertLessEqual(len(tokens), figures["sent"] + figures["unknown"])
        self.assertEqual(sum(hour["sent"] for hour in statistics["hours"]), figures["sent"])


if __name__ == "__main__":
    unittest.main()
