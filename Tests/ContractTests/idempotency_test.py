"""`Idempotency-Key` is honoured for 24 h on every POST: the same key and payload replays the first answer, another payload is 422."""

import subprocess
import threading
import unittest

from contract_case import ContractCase, client_of, minutes_ago
from contract_lines import behaviour
from console_process import Console


class IdempotencyTest(ContractCase):
    def new_fields(self):
        return {"name": "一次", "englishName": self.new_name("Once"), "platforms": ["ios"]}

    def assert_replayed(self, first, again):
        self.assertEqual((again.status, again.body, again.type), (first.status, first.body, first.type))
        self.assertEqual(again.headers["Location"], first.headers["Location"])

    def test_replay(self):
        """the same key and payload replays the first answer"""
        fields = self.new_fields()
        first = self.client.post("/apps", fields, Idempotency_Key=fields["englishName"])
        self.assertEqual(first.status, 201, first.text)
        for _ in range(3):
            self.assert_replayed(first, self.client.post("/apps", fields, Idempotency_Key=fields["englishName"]))

    def test_replay_after_a_change(self):
        """replays the first answer: as it was, although the resource has changed since"""
        fields = self.new_fields()
        first = self.client.post("/apps", fields, Idempotency_Key=fields["englishName"])
        self.client.post(f"/apps/{first.json['id']}/details", {"name": "改名", "zone": "UTC"})
        self.assert_replayed(first, self.client.post("/apps", fields, Idempotency_Key=fields["englishName"]))
        self.assertEqual(self.client.get(f"/apps/{first.json['id']}").json["name"], "改名")

    def test_another_payload(self):
        """another payload is 422"""
        fields = self.new_fields()
        self.client.post("/apps", fields, Idempotency_Key=fields["englishName"])
        other = self.new_fields()
        self.assert_problem(self.client.post("/apps", other, Idempotency_Key=fields["englishName"]), 422)
        self.assertEqual(self.client.get(f"/apps/{other['englishName'].lower()}").status, 404)

    def test_another_address(self):
        """another payload is 422: the same key at another address is not replayed as if it were the first"""
        fields = self.new_fields()
        first = self.client.post("/apps", fields, Idempotency_Key=fields["englishName"])
        other = self.client.post("/tokens", {"name": "t", "scopes": ["read"]}, Idempotency_Key=fields["englishName"])
        self.assertIn(other.status, (201, 422))
        self.assertNotEqual(other.body, first.body)

    def test_without_a_key(self):
        """`Idempotency-Key` …: without one a second POST is a second one"""
        first, second = (self.client.post("/tokens", {"name": "t", "scopes": ["read"]}).json for _ in range(2))
        self.assertNotEqual(first["id"], second["id"])

    def test_each_post(self):
        """honoured on every POST: those that make, those that show and those that change"""
        app = self.new_app(["ios"])
        path = f"/apps/{app['id']}"
        settings = {"enabled": False, "level": 1, "network": "wifi", "sampleRate": 10, "threshold": 5}
        for number, (address, fields) in enumerate([
                ("/tokens", {"name": "t", "scopes": ["read"]}), (f"{path}/platforms", {"platform": "android"}),
                (f"{path}/platforms/ios/secret-reveal", None), (f"{path}/platforms/ios/secret-rotation", {"overlapHours": 1}),
                (f"{path}/details", {"name": "n", "zone": "UTC"}), (f"{path}/log-settings/ios/crash", settings),
                (f"{path}/platforms/ios/details", {"bundleId": "a.b", "repositoryAddress": "", "repositoryType": ""}),
                ("/members", {"email": f"{app['id']}@example.com", "role": "viewer"}), (f"{path}/archive", None), (f"{path}/restoration", None)]):
            key = f"{app['id']}-{number}"
            first = self.client.post(address, fields, Idempotency_Key=key)
            self.assertIn(first.status, (200, 201, 204), f"{address} {first.text}")
            audited = self.client.get("/audit", limit=1).json["total"]
            self.assert_replayed(first, self.client.post(address, fields, Idempotency_Key=key))
            self.assertEqual(self.client.get("/audit", limit=1).json["total"], audited, f"{address} was done twice")

    def test_uploads(self):
        """honoured on every POST: an upload too is counted once"""
        app, product = self.new_product()
        for number in range(2):
            line = behaviour(product, minutes_ago(3), user=f"u{number}")
            answers = [self.client.upload(product, [line], Idempotency_Key=f"{app}-{number}") for _ in range(2)]
            self.assertEqual({answer.status for answer in answers}, {200})
        self.assertEqual(self.client.get(f"/apps/{app}/logs").json["total"], 2)

    def test_keys_of_others(self):
        """replays the first answer: to the one who asked, nobody else"""
        fields = {"name": "t", "scopes": ["read"]}
        mine = self.client.post("/tokens", fields, Idempotency_Key="shared key").json
        other = self.client_for("all").post("/tokens", fields, Idempotency_Key="shared key")
        self.assertNotEqual(other.json.get("id"), mine["id"])
        self.assert_problem(self.nobody.post("/tokens", fields, Idempotency_Key="shared key"), 401)

    def test_at_the_same_time(self):
        """the same key …: asked twice at once, it is still done once"""
        fields = {"name": self.new_name("twice"), "scopes": ["read"]}
        answers = []
        threads = [
            threading.Thread(target=lambda: answers.append(self.client.post("/tokens", fields, Idempotency_Key=fields["name"]))) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(sum(item["name"] == fields["name"] for item in self.client.every_item("/tokens")), 1)
        self.assertLessEqual({answer.status for answer in answers}, {201, 409})
        self.assertEqual(len({answer.body for answer in answers if answer.status == 201}), 1)

    def test_restart(self):
        """honoured for 24 h: beyond a restart, also one that nobody announced"""
        with Console() as console:
            client = client_of(console)
            fields = self.new_fields()
            first = client.post("/apps", fields, Idempotency_Key="k")
            console.kill()
            console.start()
            self.assert_replayed(first, client.post("/apps", fields, Idempotency_Key="k"))

    def test_secrets_of_a_replay_are_sealed(self):
        """AppSecret … encrypted at rest: also in the answer that is kept to be replayed; a token likewise"""
        app = self.new_app()
        reveal = self.client.post(f"/apps/{app['id']}/platforms/ios/secret-reveal", None, Idempotency_Key=f"{app['id']}-reveal").json
        token = self.client.post("/tokens", {"name": "t", "scopes": ["read"]}, Idempotency_Key=f"{app['id']}-token").json
        for secret in (reveal["appSecret"], token["token"]):
            found = subprocess.run(["grep", "-rlaiF", secret, self.console.home], capture_output=True, text=True).stdout
            self.assertEqual(found, "")


if __name__ == "__main__":
    unittest.main()
