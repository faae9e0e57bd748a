"""For people and for scripts: one handler, two faces."""

import html
import unittest

from console_process import EMAIL, PASSWORD
from contract_case import ContractCase
from contract_pages import Person


class FacesTest(ContractCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.person = Person(cls.client, cls.console.url)
        cls.login = cls.person.log_in(EMAIL, PASSWORD)

    def test_session_cookie(self):
        """Pages live at `/…` (session cookie, CSRF protected)."""
        self.assertEqual(self.login.status, 303)
        for morsel in self.person.cookies.values():
            self.assertTrue(morsel["httponly"], morsel)
            self.assertIn(morsel["samesite"].lower(), ("lax", "strict"), morsel)
        page = self.person.get("/apps")
        self.assertEqual((page.status, page.type), (200, "text/html"))

    def test_page_wants_the_cookie(self):
        """Pages live at `/…` (session cookie …): a stranger is sent to the log-in, also one with a token."""
        for headers in ({}, {"Authorization": f"Bearer {self.console.token}"}, {"Cookie": "session=mss_invented"}):
            answer = self.nobody.ask("GET", "/apps", headers={"Accept": "text/html"} | headers)
            self.assertEqual(answer.status, 303)
            self.assertTrue(answer.headers["Location"].startswith("/login"), answer.headers["Location"])

    def test_api_takes_no_cookie(self):
        """JSON live under `/api/v1/…` (bearer token, scopes, no cookie)."""
        answer = self.person.ask("GET", "/api/v1/apps")
        self.assert_problem(answer, 401)
        self.assertNotIn("Set-Cookie", self.client.get("/apps").headers)

    def test_forms_are_protected(self):
        """Pages … (session cookie, CSRF protected)."""
        name = self.new_name("Forged")
        fields = {"name": "x", "englishName": name, "platforms": "ios", "zone": "Asia/Shanghai"}
        for forged in ({"csrf": ""}, {"csrf": "0" * 32}):
            self.assertEqual(self.person.send("/apps", fields | forged).status, 403)
        self.assertEqual(self.person.send("/apps", fields, "englishName", "/apps/new", forget=("csrf",)).status, 403)
        self.assertEqual(self.client.get(f"/apps/{name.lower()}").status, 404)

    def test_forms_from_elsewhere(self):
        """CSRF protected: another site's form is refused, whatever it knows."""
        stranger = Person(self.client, "https://elsewhere.example")
        stranger.cookies = self.person.cookies
        name = self.new_name("Elsewhere")
        answer = stranger.send("/apps", {"name": "x", "englishName": name, "platforms": "ios"}, "englishName", "/apps/new")
        self.assertEqual(answer.status, 403)
        self.assertEqual(self.client.get(f"/apps/{name.lower()}").status, 404)

    def test_same_resources(self):
        """The same resources as JSON live under `/api/v1/…`: what a person makes a script sees, and the other way round."""
        name = self.new_name("Paged")
        fields = {"name": "网页创建", "englishName": name, "platforms": ["ios", "android"], "zone": "Asia/Shanghai"}
        made = self.person.send("/apps", fields, "englishName", "/apps/new")
        self.assertEqual(made.status, 303, made.text)
        app = self.client.get(f"/apps/{name.lower()}").json
        self.assertEqual((app["name"], {item["platform"] for item in app["platforms"]}), ("网页创建", {"ios", "android"}))
        other = self.new_app(name="脚本<创建>")
        self.assertIn(html.escape("脚本<创建>"), self.person.get(f"/apps/{other['id']}").text)

    def test_same_validation(self):
        """Same handler, same validation, same permission check."""
        taken = self.new_app()["englishName"]
        for wrong in ({"englishName": "1 wrong"}, {"englishName": taken}, {"name": ""}, {"name": "x" * 200}, {"zone": "Nowhere/Atlantis"}):
            fields = {"name": "x", "englishName": self.new_name(), "platforms": ["ios"], "zone": "Asia/Shanghai"} | wrong
            errors = self.client.post("/apps", fields, Accept_Language="zh-CN").json["errors"]
            page = self.person.send("/apps", fields, "englishName", "/apps/new")
            self.assertEqual((page.status, page.type), (422, "text/html"))
            for error in errors:
                self.assertIn(error["detail"], html.unescape(page.text))

    def test_same_permission_check(self):
        """Same handler, same validation, same permission check: a viewer may look and not make, with either face."""
        email = f"{self.new_name('viewer')}@example.com"
        member = self.client.post("/members", {"email": email, "role": "viewer"})
        self.assertEqual(member.status, 201, member.text)
        viewer = Person(self.client, self.console.url)
        link = "/" + member.json["link"].split("/", 3)[3]
        joined = viewer.send(link.partition("?")[0], {"name": "v", "password": PASSWORD, "repeated": PASSWORD}, "password", link)
        self.assertIn(joined.status, (200, 303), joined.text)
        viewer.log_in(email, PASSWORD)
        self.assertEqual(viewer.get("/apps").status, 200)
        name = self.new_name("Forbidden")
        fields = {"name": "x", "englishName": name, "platforms": "ios"}
        hidden = viewer.send("/apps", fields, "theme", "/apps")
        script = self.client_for("read").post("/apps", {"name": "x", "englishName": name, "platforms": ["ios"]})
        self.assertEqual((hidden.status, script.status), (403, 403))
        self.assertEqual(self.client.get(f"/apps/{name.lower()}").status, 404)
        self.assertEqual(self.person.send("/apps", fields, "theme", "/apps").status, 303, "an administrator may, by the same form")


if __name__ == "__main__":
    unittest.main()
