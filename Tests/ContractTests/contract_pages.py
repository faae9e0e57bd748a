"""A person's browser at the console, as far as HTTP goes: a session cookie, and forms sent back with what they hide.

Unlike FaultTests' PageSession it can leave out the hidden fields, to see them missed, and shows every answer whole.
"""

import html
import http.cookies
import re
import urllib.parse


class Person:
    def __init__(self, client, origin):
        self._client = client.with_token(None)
        self._origin = origin
        self.cookies = http.cookies.SimpleCookie()

    def log_in(self, email, password):
        return self.send("/login", {"email": email, "password": password}, form="password", at="/login")

    def get(self, path):
        return self.ask("GET", path)

    def send(self, path, fields, form=None, at=None, forget=()):
        """Sends a form to `path`: the fields, and what the form with the field named `form` on the page `at` hides but for `forget`."""
        hidden = _hidden_fields(self.get(at).text, form) if form else {}
        sent = {name: value for name, value in (hidden | fields).items() if name not in forget}
        return self.ask("POST", path, urllib.parse.urlencode(sent, doseq=True).encode(), {
            "Content-Type": "application/x-www-form-urlencoded", "Origin": self._origin})

    def ask(self, method, path, body=None, headers=None):
        cookie = "; ".join(f"{name}={morsel.value}" for name, morsel in self.cookies.items())
        answer = self._client.ask(method, path, body, {"Accept": "text/html"} | ({"Cookie": cookie} if cookie else {}) | (headers or {}))
        for value in answer.headers.get_all("Set-Cookie", []):
            self.cookies.load(value)
        return answer


def _hidden_fields(page, named):
    """What the form that has a field of this name hides."""
    for form in re.findall(r"<form\b.*?</form>", page, re.DOTALL):
        if f'name="{named}"' in form:
            hidden = [field for field in re.findall(r"<input\b[^>]*>", form) if 'type="hidden"' in field]
            return {_attribute(field, "name"): _attribute(field, "value") for field in hidden}
    raise LookupError(f"no form with the field {named}: {page[:400]}")


def _attribute(element, name):
    found = re.search(rf'\b{name}="([^"]*)"', element)
    return html.unescape(found.group(1)) if found else ""
