"""A person's browser session without a browser: logs in by the form, then gets pages on one kept-alive connection.

Assumptions about the server: `/login` holds a form with the fields `email` and `password`; every hidden input of it (the CSRF
token) is sent back; the answer is 303 with the session cookie; Origin is checked against Host.
"""

import html
import http.client
import http.cookies
import re
import urllib.parse


class PageSession:
    def __init__(self, console):
        self._origin = console.url
        self.cookies = http.cookies.SimpleCookie()
        self._connection = console.connect(timeout=60)

    def log_in(self, email, password):
        """Raises RuntimeError when the console does not let us in."""
        status, page = self.get("/login")
        fields = {"email": email, "password": password, **_hidden_fields(page)}
        status, page = self.post(_form_action(page) or "/login", fields)
        if status != 303:
            raise RuntimeError(f"login: {status} {page[:400]}")

    def log_out(self):
        """By the form that is on every page; answers the status."""
        _, page = self.get("/account")
        form = next(form for form in re.findall(r"<form\b.*?</form>", page, re.DOTALL) if _attribute(form.partition(">")[0], "action") == "/logout")
        return self.post("/logout", _hidden_fields(form))[0]

    def get(self, path):
        """Answers (status, text)."""
        return self._request("GET", path)

    def post(self, path, fields):
        """Sends a form, `fields` as a mapping or as pairs; answers (status, text)."""
        return self._request("POST", path, urllib.parse.urlencode(fields), {
            "Content-Type": "application/x-www-form-urlencoded", "Origin": self._origin})

    def csrf(self, path):
        """The token that the forms of a page send along."""
        return _hidden_fields(self.get(path)[1])["csrf"]

    def close(self):
        self._connection.close()

    def _request(self, method, path, body=None, headers=None):
        cookie = "; ".join(f"{name}={morsel.value}" for name, morsel in self.cookies.items())
        self._connection.request(method, path, body, {"Cookie": cookie, "Accept": "text/html", **(headers or {})})
        response = self._connection.getresponse()
        for value in response.headers.get_all("Set-Cookie", []):
            self.cookies.load(value)
        return response.status, response.read().decode()


def _hidden_fields(page):
    inputs = re.findall(r"<input\b[^>]*>", page)
    hidden = [item for item in inputs if 'type="hidden"' in item]
    return {_attribute(item, "name"): _attribute(item, "value") for item in hidden}


def _form_action(page):
    """The action of the form that holds the password."""
    for form in re.findall(r"<form\b.*?</form>", page, re.DOTALL):
        if 'name="password"' in form:
            return _attribute(form.partition(">")[0], "action")
    return ""


def _attribute(element, name):
    found = re.search(rf'\b{name}="([^"]*)"', element)
    return html.unescape(found.group(1)) if found else ""
