"""A bad patch, end to end: `console simulate` has a fleet fetch it; devices that have it crash more often than those that would have got it, so the
release is halted, the patch withdrawn and given back, and the page of the release tells so. Beside it a fleet to which nothing happens, and lies."""

import json
import subprocess
import tempfile
import time
from pathlib import Path

from certificate_files import send
from console_process import EMAIL, PASSWORD, binary
from contract_pages import Person
from gateway_case import GatewayCase

ASKS = "alipay.client.getUnionResource"
REPORTS = "mpaas.hotpatch.report"
DEVICES = 400


class HotpatchStoryCase(GatewayCase):
    def publish(self, **fields):
        """A release that runs, half of all devices in it."""
        about = {"platform": "ios", "targetVersions": "2.3.1,2.3.0", "note": "首页补丁", "percentage": "50", "runAt": "now", "guard": "halt"} | fields
        answer = send(self.client, f"/apps/{self.app}/hotpatches", {"script": ("fix.lua", b"print('fixed')\n")}, **about)
        self.assertEqual(answer.status, 201, answer.text)
        published = self.client.post(f"/apps/{self.app}/hotpatches/{answer.json['id']}/publication", {})
        self.assertLess(published.status, 300, published.text)
        return answer.json

    def release(self, release, part=""):
        answer = self.client.get(f"/apps/{self.app}/hotpatches/{release['id']}{part}")
        self.assertEqual(answer.status, 200, answer.text)
        return answer.json

    def simulate(self, scenario, *options):
        """What `console simulate --json` prints, with the keys of the app, as devices have them built in."""
        home = Path(self.enterContext(tempfile.TemporaryDirectory(prefix="console-fleet-")))
        (home / "secret").write_text(self.secret() + "\n")
        keys = self.client.get(f"/apps/{self.app}/hotpatch-keys").json
        (home / "keys.pem").write_text("\n".join(key["publicKeyPEM"] for key in keys))
        done = subprocess.run(
            [binary(), "simulate", "--server", self.console.url, "--app", self.app, "--workspace", self.platform["workspaceId"],
             "--secret-file", home / "secret", "--public-keys", home / "keys.pem", "--versions", "2.3.1,2.3.0", "--devices", str(DEVICES),
             "--scenario", scenario, "--speed", "100000", "--connections", "8", "--json", *options],
            capture_output=True, text=True, timeout=90, stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def eventually(self, holds, seconds=10):
        """Reports are counted within a second or two of their answer."""
        end = time.monotonic() + seconds
        while not holds() and time.monotonic() < end:
            time.sleep(0.2)
        self.assertTrue(holds())


class BadPatchTest(HotpatchStoryCase):
    def test_story(self):
        """`running → halted`; `{"rollback":["<patch version>"]}` for devices that hold a withdrawn patch"""
        release = self.publish()
        fleet = self.simulate("crashes", "--effect", "30", "--seed", "9", "--duration", "50", "--until-rolled-back")
        [patch] = fleet["patches"]
        self.assertEqual(fleet["errors"], {})
        self.assertEqual((patch["version"], patch["failed"], patch["hung"]), (release["version"], 0, 0))
        self.assertIn(patch["offered"], range(DEVICES // 4, DEVICES * 3 // 4))
        # Whoever was offered it in the moment of the halt finds no package any more.
        self.assertIn(patch["downloaded"], range(patch["offered"] * 9 // 10, patch["offered"] + 1))
        self.assertEqual([patch["applied"], patch["rolledBack"], patch["holding"]], [patch["downloaded"]] * 2 + [0])
        self.assertLess(patch["firstOffer"], patch["firstRollback"])
        self.assert_halted(release, patch)
        self.assert_devices_are_told(release)
        self.assert_page_tells(release)

    def assert_halted(self, release, patch):
        self.assertEqual(self.release(release)["state"], "halted")
        counts = {"downloaded": patch["downloaded"], "applied": patch["applied"], "failed": 0, "rolledBack": patch["rolledBack"]}
        self.eventually(lambda: self.release(release)["reports"] == counts)
        guard = self.release(release, "/guard")
        self.assertEqual(guard["standing"], "halted")
        finding = guard["finding"]
        self.assertGreater(finding["evidence"], finding["threshold"])
        self.assertGreater(finding["treatment"]["crashedDevices"], finding["control"]["crashedDevices"])

    def assert_devices_are_told(self, release):
        """`{"patch":null}` for who has none, `rollback` for who has it."""
        request = {"productVersion": "2.3.1", "did": self.device.fields["Did"], "osVersion": "26.1", "mobileModel": "iPhone17,1", "netType": "WIFI"}
        self.assertEqual(self.assert_code(self.device.call(ASKS, request), 1000), {"patch": None})
        held = request | {"current": release["version"]}
        self.assertEqual(self.assert_code(self.device.call(ASKS, held), 1000), {"rollback": [release["version"]]})

    def assert_page_tells(self, release):
        person = Person(self.client, self.console.url)
        person.log_in(EMAIL, PASSWORD)
        page = person.get(f"/apps/{self.app}/hotpatches/{release['id']}")
        self.assertEqual(page.status, 200)
        finding = self.release(release, "/guard")["finding"]
        for told in (release["version"], "首页补丁", str(finding["treatment"]["devices"]), str(finding["control"]["devices"])):
            self.assertIn(told, page.text)


class HarmlessPatchTest(HotpatchStoryCase):
    def test_lies_move_nothing(self):
        """Reports of patches never offered, of devices never seen, and with wrong signatures: ignored, and the release goes on."""
        release = self.publish()
        fleet = self.simulate("forged", "--seed", "3", "--duration", "8")
        lies = {name.removeprefix("forged: "): answers for name, answers in fleet["answers"].items() if name.startswith("forged: ")}
        self.assertEqual(set(lies), {"unknownPatch", "unknownDevice", "wrongSignature", "crashes"})
        self.assertEqual(set(lies["wrongSignature"]), {"7002"})
        [patch] = fleet["patches"]
        self.assertEqual((patch["rolledBack"], patch["firstRollback"] if "firstRollback" in patch else None), (0, None))
        self.assertEqual(self.release(release)["state"], "running")
        guard = self.release(release, "/guard")
        self.assertIn(guard["standing"], ("watching", "empty"))
        self.assertLess(guard["evidence"], guard["threshold"])
