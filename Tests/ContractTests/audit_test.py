"""`GET /audit`: what was done, by whom."""

import unittest

from contract_case import ContractCase


class AuditTest(ContractCase):
    def test_changes_are_there(self):
        """`GET /audit`: each change of an app once, newest first"""
        app = self.new_app()["id"]
        self.client.post(f"/apps/{app}/details", {"name": "改名", "zone": "UTC"})
        self.client.post(f"/apps/{app}/archive", None)
        entries = self.client.get("/audit", app=app).json["items"]
        self.assertEqual([entry["app"] for entry in entries], [app] * 3)
        self.assertEqual([entry["at"] for entry in entries], sorted((entry["at"] for entry in entries), reverse=True))
        self.assertEqual(len({entry["action"] for entry in entries}), 3)

    def test_request_id(self):
        """`request_id`: the audit names the request that did it"""
        answer = self.client.post("/apps", {"name": "x", "englishName": self.new_name(), "platforms": ["ios"]})
        entry = self.client.get("/audit", app=answer.json["id"]).json["items"][0]
        self.assertEqual(entry["requestID"], answer.headers["X-Request-Id"])

    def test_reading_is_no_change(self):
        """`GET /audit`: reading leaves nothing in it, nor does what is refused"""
        app = self.new_app()["id"]
        before = self.client.get("/audit").json["total"]
        self.client.get(f"/apps/{app}")
        self.client.post(f"/apps/{app}/details", {"name": "", "zone": "UTC"})
        self.client.get(f"/apps/{app}/config/ios")
        self.assertEqual(self.client.get("/audit").json["total"], before)

    def test_tokens(self):
        """`GET /audit`: making and revoking a token are in it, the token is not"""
        token = self.client.post("/tokens", {"name": self.new_name("audited"), "scopes": ["read"]}).json
        self.client.api("DELETE", f"/tokens/{token['id']}")
        newest = self.client.get("/audit", limit=2).json["items"]
        for entry in newest:
            self.assertIn(token["id"], entry["object"])
        self.assertNotIn(token["token"], str(newest))

    def test_permission(self):
        """missing scope 403: the audit is not for every reader"""
        self.assert_problem(self.client_for("secrets").get("/audit"), 403)


if __name__ == "__main__":
    unittest.main()
