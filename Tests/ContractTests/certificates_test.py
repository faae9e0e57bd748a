"""Certificates: `POST /apps/{app}/push-certificates` of section 7, build certificates, and what expires when."""

import base64
import io
import unittest
import zipfile
from datetime import datetime, timezone

from certificate_files import PASSWORD, TOPICS, identity, profile, send, token_key, writings
from contract_case import ContractCase


class CertificateCase(ContractCase):
    def setUp(self):
        self.app = self.new_app(platforms=("ios", "android"))["id"]

    def push(self, name, content, client=None, **fields):
        return send(client or self.client, f"/apps/{self.app}/push-certificates", {"file": (name, content)}, **fields)

    def build(self, files, client=None, **fields):
        return send(client or self.client, f"/apps/{self.app}/build-certificates", files, **({"password": PASSWORD} | fields))

    def total(self, kind):
        return self.client.get(f"/apps/{self.app}/{kind}-certificates").json["total"]


class PushCertificatesTest(CertificateCase):
    def test_p12(self):
        """`.p12` (shown: alias, environment, host, port, valid from, valid until, issuer, subject, topics), also one sealed with RC2"""
        for sealing in ("-legacy", "-keypbe AES-256-CBC -certpbe AES-256-CBC"):
            content, der = identity(sealing=sealing)
            answer = self.push("push.p12", content, alias="demo_distribution", password=PASSWORD)
            self.assertEqual(answer.status, 201, answer.text)
            self.assertTrue(answer.headers["Location"].endswith(f"/apps/{self.app}/push-certificates/{answer.json['id']}"))
            shown = self.client.get(f"/apps/{self.app}/push-certificates/{answer.json['id']}").json
            self.assertEqual(shown, answer.json)
            self.assertEqual((shown["alias"], shown["environment"], shown["host"], shown["port"]), (
                "demo_distribution", "production", "api.push.apple.com", 443))
            self.assertEqual(shown["topics"], list(TOPICS))
            self.assertEqual(shown["subject"], "C=US, OU=TEAM123456, CN=Apple Push Services: com.example.contract, UID=com.example.contract")
            self.assertEqual(shown["issuer"], shown["subject"])
            self.assertLess(datetime.fromisoformat(shown["validFrom"]), datetime.now(timezone.utc))
            self.assertIn(shown["daysLeft"], (199, 200))
            self.assertTrue(shown["keyMatches"] and shown["key"] == "RSA 2048" and shown["chainIsComplete"])

    def test_p8(self):
        """`.p8` token key (`keyId`, `teamId`, `topic`)"""
        fields = {"keyId": "ABC123DEFG", "teamId": "TEAM123456", "topic": TOPICS[0]}
        answer = self.push("key.p8", token_key(), **fields)
        self.assertEqual(answer.status, 201, answer.text)
        self.assertEqual({name: answer.json[name] for name in fields}, fields)
        self.assertIsNone(answer.json["validUntil"])
        for missing in fields:
            self.assert_rejected(self.push("key.p8", token_key(), **{name: text for name, text in fields.items() if name != missing}), f"/{missing}")

    def test_endpoint(self):
        """the APNs endpoint is a setting per certificate, so that a local HTTP/2 server can stand in for it"""
        made = self.push("push.p12", identity()[0], password=PASSWORD, host="127.0.0.1", port="8443").json
        self.assertEqual((made["host"], made["port"]), ("127.0.0.1", 8443))
        path = f"/apps/{self.app}/push-certificates/{made['id']}"
        self.assertEqual(self.client.post(f"{path}/details", {"alias": "x", "endpoint": "localhost:9443"}).status, 204)
        self.assertEqual(self.client.get(path).json["port"], 9443)
        for wrong in ("http://example.com", "https://a/b", "a:0"):
            self.assert_rejected(self.client.post(f"{path}/details", {"alias": "x", "endpoint": wrong}), "/endpoint")

    def test_bad_files(self):
        """the file and the reason are named; nothing half stored"""
        content = identity()[0]
        for name, file, fields, pointer in (
                ("push.p12", content, {"password": "wrong"}, "/password"), ("cut.p12", content[:-9], {"password": PASSWORD}, "/file"),
                ("photo.p12", b"GIF89a", {}, "/file"), ("x.p8", b"-----BEGIN PRIVATE KEY-----\nAA\n-----END PRIVATE KEY-----\n", {}, "/file"),
                ("app.mobileprovision", profile(), {}, "/file")):
            answer = self.push(name, file, **fields)
            self.assert_rejected(answer, pointer)
            self.assertIn(name, answer.text)
        self.assert_problem(self.push("big.p12", bytes(1 << 21), password=PASSWORD), 413)
        self.assertEqual(self.total("push"), 0)

    def test_key_is_kept_to_itself(self):
        """private keys and passwords are encrypted at rest, and leave by an audited export with the scope `secrets` only"""
        content, key = identity()[0], token_key()
        made = self.push("push.p12", content, password=PASSWORD).json
        self.push("key.p8", key, keyId="ABC123DEFG", teamId="TEAM123456", topic=TOPICS[0])
        body = b"".join(key.splitlines()[1:-1])
        for secret in (PASSWORD.encode(), base64.b64decode(body)[-40:]):
            for writing in writings(secret):
                found = [path for path in self.console.home.rglob("*") if path.is_file() and writing in path.read_bytes()]
                self.assertEqual(found, [], writing)
        export = f"/apps/{self.app}/push-certificates/{made['id']}/key-export"
        self.assert_problem(self.client_for("read", "write", "release", "admin").post(export, {}), 403)
        answer = self.client_for("secrets").post(export, {}).json
        self.assertEqual((answer["password"], base64.b64decode(answer["files"][0]["content"])), (PASSWORD, content))
        entries = self.client.get("/audit", app=self.app, limit=100).json["items"]
        self.assertEqual([entry["action"] for entry in entries].count("certificate.unlock"), 1)
        self.assertNotIn(PASSWORD, str(entries))

    def test_retirement_and_deletion(self):
        """a change of state is a sub-resource"""
        path = f"/apps/{self.app}/push-certificates/{self.push('push.p12', identity()[0], password=PASSWORD).json['id']}"
        self.assertEqual(self.client.post(f"{path}/retirement", {}).status, 204)
        self.assertEqual(self.client.get(path).json["state"], "retired")
        self.assert_problem(self.client.post(f"{path}/retirement", {}), 409)
        self.assertEqual(self.client.post(f"{path}/restoration", {}).status, 204)
        self.assertEqual(self.client.api("DELETE", path).status, 204)
        self.assert_problem(self.client.get(path), 404)


class BuildCertificatesTest(CertificateCase):
    def test_zip(self):
        """build certificates (zip of `.p12` + `.mobileprovision`)"""
        content, der = identity("iPhone Distribution: Contract", topics=())
        archive = io.BytesIO()
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
            file.writestr("dist.p12", content)
            file.writestr("dist.mobileprovision", profile(der))
        answer = self.build({"file": ("企业发布.zip", archive.getvalue())}, alias="企业发布")
        self.assertEqual(answer.status, 201, answer.text)
        shown = answer.json
        self.assertEqual((shown["alias"], shown["platform"], shown["profile"]["name"], shown["profile"]["kind"]), (
            "企业发布", "ios", "Contract In-House", "enterprise"))
        self.assertIn(shown["daysLeft"], (89, 90))

    def test_bad_profiles(self):
        """wrong profile, expired profile, profile without plist: the file and the reason are named; nothing half stored"""
        content, der = identity("iPhone Distribution: Contract", topics=())
        other = identity("iPhone Distribution: Other", topics=())[1]
        for name, file in (("other.mobileprovision", profile(other)), ("old.mobileprovision", profile(der, days=-1)),
                           ("none.mobileprovision", profile(der, plist=False)), ("cut.mobileprovision", profile(der)[:-9]),
                           ("plain.mobileprovision", b"<?xml version='1.0'?><plist/>")):
            answer = self.build({"file": ("dist.p12", content), "profile": (name, file)})
            self.assert_rejected(answer, "/profile")
            self.assertIn(name, answer.text)
        self.assert_rejected(self.build({"file": ("dist.p12", content)}), "/profile")
        self.assertEqual(self.total("build"), 0)


class ExpiriesTest(CertificateCase):
    def test_radar(self):
        """expiry radar: what stops working when, 60/30/7 days ahead"""
        near = self.push("near.p12", identity("Near", days=5)[0], password=PASSWORD).json["id"]
        self.push("far.p12", identity("Far", days=300)[0], password=PASSWORD)
        found = self.client.get("/expiries", app=self.app).json
        self.assertEqual([(item["id"], item["level"], item["stops"]) for item in found["items"]], [(near, "urgent", "pushes")])
        self.assertEqual(self.client.get("/expiries", app=self.app, days=365).json["total"], 2)
        self.assert_rejected(self.client.get("/expiries", days=0), "/days")


if __name__ == "__main__":
    unittest.main()
