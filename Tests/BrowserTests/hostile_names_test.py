"""Names that try to be markup: shown exactly as they are, never executed, on every page they come to."""

from log_lines import behaviour_line, crash_line
from pages import pages
from stage import DEMO, BrowserTest
from uploads import recent_minute, upload

JOINER, RIGHT_TO_LEFT, OVERRIDE = "\u200d", "\u200f", "\u202e"
NAMES = [
    f'"{JOINER}><script>window.hit=1</script>',
    f'"{JOINER} autofocus onfocus=window.hit=1 x="',
    "<img src=x onerror=window.hit=1>",
    "{{frame.csrf}} [[apps.title]] {{{.}}}",
    f"{RIGHT_TO_LEFT}تطبيق{OVERRIDE}cod.exe",
]


class HostileNamesTest(BrowserTest):
    def test_app_names_are_shown_exactly(self):
        page = self.administrator()
        for number, name in enumerate(NAMES):
            with self.subTest(name):
                status, app = self.stage.console.api("POST", "/apps", {"name": name, "englishName": f"Hostile{number}", "platforms": ["ios"]})
                self.assertEqual((status, app and app.get("name")), (201, name), app)
                page.goto(f"/apps?q=hostile{number}")
                self.assertEqual(page.text_content(f"ul.tiles a[href='/apps/hostile{number}']"), name)
                page.goto(f"/apps/hostile{number}/edit")
                self.assertEqual(page.input_value("[name=name]"), name)
                self.assertIn(name, page.title())
                self.check_unharmed(page)

    def test_too_long_a_name_is_refused_and_kept_in_the_form(self):
        page = self.administrator()
        page.goto("/apps/new")
        name = "长" * 10_000
        page.evaluate("document.querySelector('[name=name]').removeAttribute('maxlength')")
        page.fill("[name=name]", name)
        page.fill("[name=englishName]", "TooLong")
        page.click("main form .primary")
        self.assert_problem(page, "name")
        self.assertEqual(page.input_value("[name=name]"), name)
        self.check_fits(page)

    def test_words_of_log_lines_are_shown_exactly(self):
        console = self.stage.console
        app, product = console.create_app("HostileLines", "日志里的名称")
        for name in NAMES:
            upload(console, product, self.lines(product, name))
        self.assertEqual(console.api("GET", f"/apps/{app}/quarantine")[0], 200)
        page = self.administrator()
        for path in self.pages_of(app):
            with self.subTest(path):
                page.goto(path)
                self.check_unharmed(page)
        for view in ("versions", "rpc", "crash-reports", "logs", "quarantine"):
            page.goto(f"/apps/{app}/{view}")
            text = page.text_content("main")
            for name in NAMES:
                with self.subTest(name, view=view):
                    self.assertIn(name, text)

    def pages_of(self, app):
        """The demo app's pages, for another app; reports have ids of their own."""
        own = [path for path in pages(self.stage.console).values() if path.startswith(f"/apps/{DEMO}") and "/crash-reports/" not in path]
        return [path.replace(DEMO, app) for path in own]

    def lines(self, product, name):
        """A crash, an active report and a remote call that carry the name in every field a page shows, and a line for quarantine."""
        minute = recent_minute(10)
        active = behaviour_line(product, minute, "UTDhostile", name).split(",")
        crash = crash_line(product, minute, "UTDhostile", name, kind=name).split(",")
        for position in (7, 10, 15, 22, 33, 34, 35, 37):
            active[position] = name
        for position in (7, 15, 16, 23, 24, 25, 31, 32):
            crash[position] = name
        call = ["D-MM", active[1], product, name, *["-"] * 7, "performance", "rpc", "120", f"op={name}^req=10^rsp=20^code=1000", *["-"] * 22]
        device = behaviour_line(product, minute, name)
        return [",".join(active), ",".join(crash), ",".join(call), device, f"D-VM,{name},{product}"]

    def check_unharmed(self, page):
        """Nothing of a name became an element, an attribute or a script."""
        self.assertIsNone(page.evaluate("window.hit ?? null"))
        self.assertEqual(page.locator("main img[src=x], main script, [onfocus], [onerror]").count(), 0)
        self.check_fits(page)

    def check_fits(self, page):
        self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0, "too wide")
