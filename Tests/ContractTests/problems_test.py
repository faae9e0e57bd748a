"""Errors are RFC 9457 `application/problem+json`."""

import unittest

from contract_case import ContractCase, client_of
from contract_pages import Person
from console_process import EMAIL, Console


class ProblemsTest(ContractCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.app = cls.new_app(cls())["id"]

    def test_members_of_a_problem(self):
        """`application/problem+json` with `type`, `title`, `status`, `detail`, `request_id`"""
        problem = self.assert_problem(self.client.get("/apps/none"), 404)
        for member in ("type", "title", "detail", "request_id"):
            self.assertTrue(problem[member], member)
        self.assertNotIn("errors", problem)

    def test_request_ids_differ(self):
        """`request_id`: each request has its own"""
        self.assertEqual(len({self.client.get("/apps/none").json["request_id"] for _ in range(5)}), 5)

    def test_rejected_input(self):
        """for rejected input `errors: [{pointer, detail}]`, status 422"""
        answer = self.client.post("/apps", {"name": "", "englishName": "?", "platforms": []})
        for pointer in ("/name", "/englishName", "/platforms"):
            self.assert_rejected(answer, pointer)

    def test_wrong_types_are_rejected_input(self):
        """for rejected input `errors: [{pointer, detail}]`, status 422: also a member of the wrong type, a missing and a null one"""
        for wrong in ({"name": 5}, {"name": None}, {"platforms": "ios"}, {"platforms": [1]}, {"platforms": {"ios": True}}):
            fields = {"name": "x", "englishName": self.new_name(), "platforms": ["ios"]} | wrong
            self.assert_problem(self.client.post("/apps", fields), 422)
        self.assert_rejected(self.client.post("/apps", {"englishName": self.new_name(), "platforms": ["ios"]}), "/name")

    def test_what_is_not_json(self):
        """Errors are problems: a body that cannot be read at all is one too."""
        for body in (b"{", b"", b"\xff\xfe", b"[" * 5_000, b"null", b"[]", b'"text"', b"name=x&englishName=Formed&platforms=ios"):
            answer = self.client.ask("POST", "/api/v1/apps", body, {
                "Authorization": f"Bearer {self.console.token}", "Content-Type": "application/json"})
            self.assertIn(answer.status, (400, 422), body[:20])
            self.assert_problem(answer, answer.status)

    def test_unknown_route(self):
        """Unknown route 404, with or without a token."""
        for path in ("/nothing", "/apps/x/nothing/at/all", "/../apps", "/%2e%2e", "/apps%2Fx"):
            for client in (self.client, self.nobody):
                self.assert_problem(client.get(path), 404)
        for path in ("/loggw/nothing.do", "/api/v2/apps", "/api/nothing"):
            self.assert_problem(self.nobody.ask("GET", path), 404)

    def test_unknown_resource(self):
        """Unknown … 404: also an app, a platform, a token that is not there"""
        for path in ("/apps/none", "/apps/none/stats/crashes", "/apps/none/logs", f"/apps/{self.app}/config/windows", "/members/none"):
            self.assert_problem(self.client.get(path), 404)
        self.assert_problem(self.client.api("DELETE", "/tokens/none"), 404)

    def test_wrong_method(self):
        """wrong method 405 with `Allow`"""
        self.assert_not_allowed(self.client.api("PATCH", "/apps"), {"GET", "HEAD", "POST"})
        self.assert_not_allowed(self.client.api("POST", "/audit", {}), {"GET", "HEAD"})
        self.assert_not_allowed(self.client.api("GET", "/tokens/x"), {"DELETE"})
        self.assert_not_allowed(self.client.api("GET", f"/apps/{self.app}/platforms/ios/secret-reveal"), {"POST"})

    def test_wrong_method_of_devices(self):
        """wrong method 405 with `Allow`, at the addresses of devices and machines too"""
        self.assert_not_allowed(self.nobody.ask("GET", "/loggw/logUpload.do"), {"POST"})
        self.assert_not_allowed(self.nobody.ask("GET", "/loggw/crash.do"), {"POST"})
        self.assert_not_allowed(self.nobody.ask("POST", "/loggw/logConfig.do"), {"GET", "HEAD"})
        for path in ("/api/openapi.json", "/healthz", "/readyz", "/metrics"):
            self.assert_not_allowed(self.nobody.ask("POST", path), {"GET", "HEAD"})

    def test_no_token(self):
        """no or bad token 401"""
        for path in ("/apps", "/audit", "/tokens", f"/apps/{self.app}", f"/apps/{self.app}/logs"):
            for client in (self.nobody, self.client.with_token("mst_invented"), self.client.with_token(""), self.client.with_token("x y")):
                answer = client.get(path)
                self.assert_problem(answer, 401)
                self.assertIn("Bearer", answer.headers["WWW-Authenticate"])

    def test_basic_is_no_token(self):
        """no or bad token 401: another scheme is no token"""
        for value in (f"Basic {self.console.token}", self.console.token, "Bearer", f"Bearer {self.console.token}x"):
            self.assert_problem(self.nobody.ask("GET", "/api/v1/apps", headers={"Authorization": value}), 401)

    def test_missing_scope(self):
        """missing scope 403"""
        self.assert_problem(self.client_for("read").post("/apps", {"name": "x", "englishName": self.new_name(), "platforms": ["ios"]}), 403)
        self.assert_problem(self.client_for("read", "write").post(f"/apps/{self.app}/platforms/ios/secret-reveal", None), 403)
        self.assert_problem(self.client_for("secrets").get(f"/apps/{self.app}/logs"), 403)

    def test_too_large(self):
        """too large 413"""
        answer = self.client.post("/apps", {"name": "x" * (4 << 20), "englishName": self.new_name(), "platforms": ["ios"]})
        self.assert_problem(answer, 413)

    def test_too_fast(self):
        """too fast 429 with `Retry-After`: whoever guesses passwords is slowed down"""
        with Console() as console:
            person = Person(client_of(console), console.url)
            for _ in range(100):
                answer = person.ask("POST", "/login", f"email={EMAIL}&password=wrong".encode(), {
                    "Content-Type": "application/x-www-form-urlencoded", "Origin": console.url, "Accept": "application/json"})
                if answer.status == 429:
                    break
            self.assertEqual(answer.status, 429)
            self.assertGreater(int(answer.headers["Retry-After"]), 0)

    def assert_not_allowed(self, answer, methods):
        self.assert_problem(answer, 405)
        self.assertEqual({method.strip() for method in answer.headers["Allow"].split(",")}, methods)


if __name__ == "__main__":
    unittest.main()
