"""The README's first ten minutes: its commands are run as they stand there, in a directory like a clone, and the end of the story is looked at."""

import html
import json
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from console_process import EMAIL, PASSWORD, ROOT, Console, binary
from contract_case import client_of
from contract_pages import Person

README = (ROOT / "README.md").read_text()
SECTION = re.search(r"^## The first ten minutes\n(.*?)^## ", README, re.DOTALL | re.MULTILINE).group(1)
# Pages are named as `*English* (中文)`, and both names have to be on them.
NAMED = re.findall(r"\*([A-Z][\w ]+)\* \((\w+)\)", " ".join(SECTION.split()))


def stage(clone, data):
    """What `script/run` leaves in a clone, with links instead of builds."""
    built = clone / ".build/release"
    built.mkdir(parents=True)
    for path in (binary().absolute(), binary().absolute().with_name("first-device")):
        (built / path.name).symlink_to(path)
    (clone / "data").symlink_to(data)


def environment(console, clone):
    kept = {name: value for name, value in os.environ.items() if not name.startswith("CONSOLE_")}
    return kept | {"CONSOLE_SERVER": console.url, "CONSOLE_HOME": str(ROOT), "TMPDIR": str(clone)}


class FirstMinutesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.console = cls.enterClassContext(Console())
        cls.client = client_of(cls.console)
        cls.clone = Path(cls.enterClassContext(tempfile.TemporaryDirectory(prefix="console-minutes-")))
        stage(cls.clone, cls.console.data)
        cls.steps = re.findall(r"^```sh\n(.*?)^```$", SECTION, re.DOTALL | re.MULTILINE)
        script = "set -euo pipefail\n" + "\nprintf '\\0'\n".join(cls.steps)
        done = subprocess.run(
            ["bash", "-c", script], cwd=cls.clone, env=environment(cls.console, cls.clone), stdin=subprocess.DEVNULL, capture_output=True, text=True,
            timeout=120)
        if done.returncode:
            raise RuntimeError(f"the README's commands end with {done.returncode}:\n{done.stdout}{done.stderr}")
        cls.said = done.stdout.split("\0")

    def test_every_step_has_commands(self):
        self.assertEqual(len(re.findall(r"^\*\*\d\. ", SECTION, re.MULTILINE)), 6)
        self.assertEqual(len(self.said), len(self.steps))

    def test_the_line_is_seen(self):
        """reported with the client library, found by what it says"""
        app, device, seen = self.said[:3]
        self.assertIn("HELLO_IOS", app)
        self.assertIn(f"`{device.strip()}`", SECTION)
        line = json.loads(seen)["items"][0]
        self.assertEqual((line["event"], line["device"], line["version"]), ("greeting", "phone-1", "1.0.0"))

    def test_why_a_phone_did_not_get_the_update(self):
        update = json.loads(self.said[3])
        self.assertEqual((update["state"], update["mode"], update["percentage"]), ("running", "percentage", 10))
        told = dict(line.split(": ") for line in self.said[4].splitlines())
        self.assertEqual((len(told), set(told.values()) - {"may go to 2.0.0", "nothing newer"}), (10, set()))
        for phone, answer in told.items():
            why = self.client.get(f"/apps/hello/why?kind=update&device={phone}").json
            case = next(case for case in why["cases"] if case["subject"] == update["id"])
            self.assertEqual((why["known"], case["got"]), (True, answer != "nothing newer"), phone)
            held = {(condition["wanted"], condition["holds"]) for condition in case["conditions"]}
            self.assertIn(("10%", case["got"]), held, phone)
            self.assertTrue(case["got"] or case["toldAt"] is None, phone)
        asked = json.loads(self.said[5])
        self.assertEqual((told[asked["device"]["device"]], asked["cases"][0]["got"]), ("nothing newer", False))

    def test_the_ledger_has_the_story(self):
        changes = [json.loads(line) for line in self.said[6].splitlines()]
        story = [(change["action"], change["audience"], change["reachesDevices"]) for change in changes]
        self.assertEqual(story, [("update.publication", "10%", True), ("update.create", "10%", False), ("app.create", None, False)])
        self.assertEqual([change["actor"] for change in changes], ["first-steps", "first-steps", "local"])
        self.assertEqual([item["id"] for item in self.client.get("/apps/hello/changes").json["items"]], [change["id"] for change in changes])

    def test_the_pages_are_called_that(self):
        """each page that a step names is in the menu, in both languages, and leads somewhere"""
        self.assertGreaterEqual(len(NAMED), 6)
        person = Person(self.client, self.console.url)
        self.assertEqual(person.log_in(EMAIL, PASSWORD).status, 303)
        for number, language in enumerate(("en", "zh-CN")):
            pages = [person.ask("GET", path, headers={"Accept-Language": language}).text for path in ("/", "/apps/hello")]
            links = dict(reversed(link) for page in pages for link in re.findall(r'<a\b[^>]*href="([^"]+)"[^>]*>(.*?)</a>', page, re.DOTALL))
            places = {re.sub(r"<[^>]*>", "", html.unescape(text)).strip(): path for text, path in links.items()}
            for names in NAMED:
                self.assertIn(names[number], places)
                self.assertEqual(person.get(places[names[number]]).status, 200, names)


class ReadmeTest(unittest.TestCase):
    def test_links_lead_somewhere(self):
        for target in re.findall(r"\]\(([^)\s]+)\)", README):
            path, _, heading = target.partition("#")
            if path.startswith("http"):
                continue
            self.assertTrue((ROOT / path).exists(), target)
            if heading and not path:
                headings = [re.sub(r"[^\w -]", "", line).strip().lower().replace(" ", "-") for line in re.findall(r"^#+ (.*)$", README, re.MULTILINE)]
                self.assertIn(heading, headings)

    def test_every_room_is_on_the_map(self):
        for folder in ("Sources", "Sources/Console"):
            for room in sorted(path.name for path in (ROOT / folder).iterdir() if path.is_dir()):
                self.assertRegex(README, rf"(?m)(?<![\w/]){room}/", f"{folder}/{room}")


if __name__ == "__main__":
    unittest.main()
