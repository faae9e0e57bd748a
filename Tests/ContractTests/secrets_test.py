"""AppSecrets: `POST /apps/{app}/platforms/{platform}/secret-reveal` and `…/secret-rotation`, and tokens."""

import base64
import subprocess
import unittest
from datetime import datetime, timedelta, timezone

from contract_case import ContractCase


class SecretsTest(ContractCase):
    def setUp(self):
        self.app = self.new_app(["ios", "android", "harmony"])["id"]

    def reveal(self, platform="ios", client=None):
        return (client or self.client).post(f"/apps/{self.app}/platforms/{platform}/secret-reveal", None)

    def rotate(self, hours, client=None):
        return (client or self.client).post(f"/apps/{self.app}/platforms/ios/secret-rotation", {"overlapHours": hours})

    def secret(self, platform="ios"):
        return self.reveal(platform).json["appSecret"]

    def test_form(self):
        """AppSecret: 32 lower-case hex digits; reveal → `{appKey, appSecret}`"""
        answer = self.reveal()
        self.assertLess(answer.status, 300)
        self.assertEqual(answer.json.keys(), {"appKey", "appSecret"})
        self.assertEqual(answer.json["appKey"], f"{self.app.upper()}_IOS")
        self.assertRegex(answer.json["appSecret"], r"\A[0-9a-f]{32}\Z")

    def test_one_a_key(self):
        """AppSecret: from a CSPRNG, one per AppKey"""
        secrets = [self.secret(platform) for platform in ("ios", "android", "harmony")]
        self.assertEqual(len(set(secrets)), 3)
        self.assertEqual(secrets, [self.secret(platform) for platform in ("ios", "android", "harmony")], "they stay the same")

    def test_scope(self):
        """secret-reveal, secret-rotation: scope `secrets`"""
        for client in (self.client_for("read"), self.client_for("read", "write", "release", "admin")):
            self.assert_problem(self.reveal(client=client), 403)
            self.assert_problem(self.rotate(1, client=client), 403)
        self.assertLess(self.reveal(client=self.client_for("secrets")).status, 300)
        self.assertLess(self.rotate(1, client=self.client_for("secrets")).status, 300)

    def test_reveal_is_audited(self):
        """AppSecret: shown only on an audited reveal"""
        before = self.audited()
        secret = self.secret("android")
        entries = self.audited()
        self.assertEqual(len(entries), len(before) + 1)
        self.assertIn("reveal", entries[0]["action"].lower())
        self.assertIn(f"{self.app.upper()}_ANDROID", entries[0]["object"])
        self.assertNotIn(secret, str(entries))

    def test_refused_reveal_shows_nothing(self):
        """missing scope 403: and no secret with it"""
        secret = self.secret()
        self.assertNotIn(secret, self.reveal(client=self.client_for("read")).text)

    def test_rotation(self):
        """rotation keeps the old secret valid for a chosen overlap: `{overlapHours}`"""
        old = self.secret()
        answer = self.rotate(24)
        self.assertEqual(answer.json.keys(), {"appKey", "appSecret"})
        self.assertRegex(answer.json["appSecret"], r"\A[0-9a-f]{32}\Z")
        self.assertNotEqual(answer.json["appSecret"], old)
        self.assertEqual(self.secret(), answer.json["appSecret"])
        until = datetime.fromisoformat(self.client.get(f"/apps/{self.app}/platforms/ios").json["oldSecretUntil"])
        self.assertLess(abs(until - datetime.now(timezone.utc) - timedelta(hours=24)), timedelta(minutes=1))

    def test_rotation_is_of_one_platform(self):
        """one per AppKey: the other platforms keep theirs"""
        other = self.secret("android")
        self.rotate(1)
        self.assertEqual(self.secret("android"), other)

    def test_rotation_is_audited(self):
        """AppSecret: … audited; a rotation too, as its answer shows the new one"""
        before = self.audited()
        secret = self.rotate(1).json["appSecret"]
        self.assertEqual(len(self.audited()), len(before) + 1)
        self.assertNotIn(secret, str(self.audited()))

    def test_overlap(self):
        """`{overlapHours}`: for rejected input … 422"""
        for hours in (-1, 1 << 60, "many", 1.5, None):
            self.assert_rejected(self.rotate(hours), "/overlapHours")
        self.assertLess(self.rotate(0).status, 300)

    def test_encrypted_at_rest(self):
        """AppSecret: encrypted at rest: no file of the data directory, nor the log, has it in any usual writing"""
        old, new = self.secret(), self.rotate(24).json["appSecret"]
        self.assertTrue(self.files_with(self.app.encode()), "the search finds what is there")
        for secret in (old, new, self.secret("android")):
            digits = bytes.fromhex(secret)
            for writing in (secret.encode(), secret.upper().encode(), digits, base64.b64encode(digits)[:-2], base64.b64encode(secret.encode())[:-2]):
                self.assertEqual(self.files_with(writing), [], writing)

    def audited(self):
        """The audit entries of this app, newest first."""
        return self.client.get("/audit", app=self.app, limit=100).json["items"]

    def files_with(self, writing):
        """The files of the console (its data directory and its log) that contain these bytes."""
        return [path for path in self.console.home.rglob("*") if path.is_file() and writing in path.read_bytes()]


class TokensTest(ContractCase):
    def create(self, **fields):
        return self.client.post("/tokens", {"name": self.new_name("token"), "scopes": ["read"]} | fields)

    def test_creation(self):
        """`POST /tokens`: 201 with `Location` and the resource; the token is shown this once"""
        answer = self.create()
        self.assertEqual(answer.status, 201)
        self.assertTrue(answer.headers["Location"].endswith(f"/tokens/{answer.json['id']}"))
        self.assertEqual(self.client.with_token(answer.json["token"]).get("/apps").status, 200)
        listed = self.client.get("/tokens", limit=100).text
        self.assertIn(answer.json["id"], listed)
        self.assertNotIn(answer.json["token"], listed)

    def test_revocation(self):
        """`DELETE /tokens/{id}`: from then on a bad token, 401"""
        token = self.create().json
        answer = self.client.api("DELETE", f"/tokens/{token['id']}")
        self.assertEqual((answer.status, answer.body), (204, b""))
        self.assert_problem(self.client.with_token(token["token"]).get("/apps"), 401)

    def test_not_kept(self):
        """the token is shown this once: so no file has it"""
        token = self.create().json["token"]
        files = [path for path in self.console.data.rglob("*") if path.is_file() and token.encode() in path.read_bytes()]
        self.assertEqual(files, [])

    def test_scopes(self):
        """bearer token, scopes: a token does what its scopes say"""
        fields = {"name": "x", "englishName": self.new_name(), "platforms": ["ios"]}
        self.assertEqual(self.client_for("read").get("/apps").status, 200)
        self.assert_problem(self.client_for("read").post("/apps", fields), 403)
        self.assertEqual(self.client_for("all").post("/apps", fields).status, 201)
        self.assert_problem(self.client_for("read").post("/tokens", {"name": "x", "scopes": ["read"]}), 403)

    def test_no_token_beyond_its_maker(self):
        """same permission check: no token makes one that may do more"""
        narrow = self.client_for("read", "write", "admin")
        answer = narrow.post("/tokens", {"name": "x", "scopes": ["secrets"]})
        self.assertIn(answer.status, (403, 422), answer.text)

    def test_rejected(self):
        """for rejected input `errors: [{pointer, detail}]`, status 422"""
        self.assert_rejected(self.create(name=""), "/name")
        self.assert_rejected(self.create(scopes=["nonsense"]), "/scopes/0")

    def test_of_one_app(self):
        """same permission check: a token for one app sees that one only"""
        mine, other = self.new_app()["id"], self.new_app()["id"]
        client = self.client.with_token(self.create(app=mine).json["token"])
        self.assertEqual(client.get(f"/apps/{mine}").status, 200)
        self.assertIn(client.get(f"/apps/{other}").status, (403, 404))
        self.assertEqual([item["id"] for item in client.every_item("/apps")], [mine])


if __name__ == "__main__":
    unittest.main()
