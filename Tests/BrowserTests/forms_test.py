"""Every form with what nobody should type into it: it comes back with what was typed, and says at the field what is wrong."""

from console_process import PASSWORD
from form_reader import FormReader
from page_session import PageSession
from stage import BrowserTest

JOINER, OVERRIDE = "\u200d", "\u202e"
BAD = {
    "nothing": "",
    "spaces": "   ",
    "markup": "<script>window.hit=1</script>",
    "a quote and a joiner": f'"{JOINER} autofocus onfocus=window.hit=1 x="',
    "an override": f"{OVERRIDE}cod.exe",
    "emoji": "👩\u200d👩\u200d👧\u200d👦" * 30,
    "lines": "first\r\nsecond",
    "SQL": "'; DROP TABLE app; --",
    "a template": "{{frame.csrf}} [[apps.title]] {{{.}}}",
    "a long word": "x" * 5_000,
    "100,000 letters": "长" * 100_000,
    "a number out of range": "99999999999999999999",
}
_GOOD = {"name": "名称", "email": "nosuch@example.com", "englishName": "NoSuch"}
_APP = "/apps/formfields"
PAGES = [
    "/apps/new", "/members/new", "/tokens/new", "/account", f"{_APP}/edit", f"{_APP}/delete", f"{_APP}/first-version", f"{_APP}/platforms/ios",
    f"{_APP}/log-settings/ios/crash",
]


class FormsTest(BrowserTest):
    def setUp(self):
        console = self.stage.console
        console.api("POST", "/apps", {"name": "表单", "englishName": "FormFields", "platforms": ["ios"]})
        secret = console.home / "forms-password"
        secret.write_text(PASSWORD)
        email = f"{self._testMethodName[5:30]}@example.com"
        console.command("admin", "create", "--email", email, "--password-file", str(secret))
        self.session = PageSession(console)
        self.addCleanup(self.session.close)
        self.session.log_in(email, PASSWORD)

    def test_every_form_comes_back_with_what_was_typed(self):
        for page, form in self.forms():
            for field in form.typed():
                for what, value in BAD.items():
                    if form.value(field) == value:
                        continue
                    with self.subTest(page, form=form.action, field=field, what=what):
                        status, text = self.session.post(form.action, form.sent(**{"password": "wrong password", field: value}))
                        self.assertIn(status, (200, 303, 422))
                        self.assertNotIn("<script>window", text)
                        if status == 422:
                            self.check_again(text, form, field, value)

    def forms(self):
        """Every form that takes typed text, with its page. Passwords asked again have a test of their own, as wrong ones are counted."""
        for page in PAGES:
            for form in FormReader(self.session.get(page)[1]).forms:
                if form.method == "post" and form.typed() and "password" not in [name for name in form.typed()]:
                    yield page, form

    def test_a_choice_that_is_not_offered_is_marked(self):
        members = self.stage.console.api("GET", "/members")[1]["items"]
        for page in [*PAGES, f"/members/{members[0]['id']}"]:
            for form in FormReader(self.session.get(page)[1]).forms:
                for field in {name for name, _, kind in form.fields if kind in ("select", "radio", "checkbox") and name not in ("enabled", "archived")}:
                    if form.method == "post":
                        with self.subTest(page, form=form.action, field=field):
                            others = [(name, value or _GOOD.get(name, "")) for name, value in form.sent() if name != field]
                            status, text = self.session.post(form.action, [*others, (field, "nosuch")])
                            self.assertEqual(status, 422)
                            self.assertIn(f"#field-{field}", FormReader(text).problems)
                            self.check_marks(FormReader(text))

    def check_again(self, text, form, field, value):
        page = FormReader(text)
        self.check_marks(page)
        again = next(item for item in page.forms if item.action == form.action)
        shown = {name: shown for name, shown, kind in again.fields if kind != "password"}
        self.assertEqual(shown[field], value)
        self.assertFalse([name for name, shown, kind in again.fields if kind == "password" and shown], "a password is shown again")

    def check_marks(self, page):
        self.assertTrue(page.problems, "the summary links to what is wrong")
        for address in page.problems:
            self.assertIn(address[1:], page.marked, "a link of the summary leads nowhere")
            name = address.removeprefix("#field-")
            attributes, _ = page.marked[f"field-{name}"]
            self.assertEqual(attributes.get("aria-invalid", "true"), "true")
            self.assertIn(f"error-{name}", attributes.get("aria-describedby", "").split(), "the field is not marked")
            self.assertTrue(page.marked[f"error-{name}"][1].strip())

    def test_passwords_are_never_shown_again(self):
        for page, action, field in (
            ("/account", "/account/password", "current"),
            (f"{_APP}/platforms/ios", f"{_APP}/platforms/ios/secret-reveal", "password"),
            (f"{_APP}/platforms/ios", f"{_APP}/platforms/ios/secret-rotation", "rotationPassword"),
        ):
            with self.subTest(action):
                form = next(item for item in FormReader(self.session.get(page)[1]).forms if item.action == action)
                wrong = {"current": "not mine at all", "password": "also not mine"}
                status, text = self.session.post(action, form.sent(**wrong, overlapHours="24"))
                self.assertEqual(status, 422)
                self.assertNotIn("not mine", text)
                self.assertIn(f"#field-{field}", FormReader(text).problems)
                self.assertEqual(FormReader(text).marked[f"field-{field}"][0].get("aria-invalid"), "true")
                if "rotation" in action:
                    self.assertIn('name="overlapHours" value="24"', text)

    def test_nothing_is_chosen(self):
        for page, action, field in (("/apps/new", "/apps", "platforms"), ("/tokens/new", "/tokens", "scopes")):
            with self.subTest(page):
                form = next(item for item in FormReader(self.session.get(page)[1]).forms if item.action == action)
                status, text = self.session.post(action, [pair for pair in form.sent(name="x", englishName="Nothing") if pair[0] != field])
                self.assertEqual(status, 422)
                attributes, _ = FormReader(text).marked[f"field-{field}"]
                self.assertEqual(attributes.get("aria-describedby"), f"error-{field}")

    def test_more_than_a_form_may_weigh_is_explained(self):
        form = next(item for item in FormReader(self.session.get("/apps/new")[1]).forms if item.action == "/apps")
        status, text = self.session.post(form.action, form.sent(name="x" * 1_100_000))
        self.assertEqual(status, 413)
        self.assertIn("<h1>", text)

    def test_a_field_with_a_null_is_explained(self):
        form = next(item for item in FormReader(self.session.get("/apps/new")[1]).forms if item.action == "/apps")
        status, text = self.session.post(form.action, form.sent(name="a\0b"))
        self.assertEqual(status, 400)
        self.assertIn("<h1>", text)

    def test_rejected_filters_are_marked_on_their_page(self):
        for path in (
            "/audit?from=later&who=somebody", f"{_APP}/logs?from=later&q=x", f"{_APP}/logs?q={'x' * 300}", f"{_APP}/crash-reports?to=later&user=somebody",
            f"{_APP}/crashes?from=later",
        ):
            with self.subTest(path[:60]):
                status, text = self.session.get(path)
                self.assertEqual(status, 422)
                page = FormReader(text)
                self.assertTrue(page.problems)
                name = page.problems[0].removeprefix("#field-")
                attributes, _ = page.marked[f"field-{name}"]
                self.assertEqual((attributes.get("aria-invalid"), attributes.get("aria-describedby")), ("true", f"error-{name}"))
                self.assertIn(f"{name}={attributes.get('value')}", path, "what was typed is kept")
