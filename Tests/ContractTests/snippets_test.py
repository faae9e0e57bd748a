"""Automation: the ready pieces on the pages of builds, symbols and patches do what they promise when they are pasted and run."""

import hashlib
import html
import json
import re
import unittest
import uuid

import build_files
from console_process import EMAIL, PASSWORD
from contract_case import ContractCase
from contract_pages import Person
from module_files import packed
from snippet_tools import Project
from symbols_test import macho

TOOLS = {"curl", "fastlane", "gradle", "gitlab", "jenkins"}
APK, IPA = "app/build/outputs/apk/release/app-release.apk", "build/App.ipa"
MAPPING, DSYM = "app/build/outputs/mapping/release/mapping.txt", "build/App.app.dSYM.zip"


class SnippetsTest(ContractCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.person = Person(cls.client, cls.console.url)
        cls.person.log_in(EMAIL, PASSWORD)
        cls.phone = cls().new_app(("android",))["id"]
        cls.apple = cls().new_app(("ios",))["id"]

    def pieces(self, app, page):
        """Those of a page, by the tool they are for."""
        answer = self.person.get(f"/apps/{app}/{page}")
        self.assertEqual(answer.status, 200, answer.text[:400])
        found = {tool: html.unescape(code) for tool, code in re.findall(r'<code id="snippet-(\w+)">(.*?)</code>', answer.text, re.DOTALL)}
        for code in found.values():
            self.assertIn(f"{self.console.url}/api/v1/apps/{app}/", code)
            self.assertIn("$CONSOLE_TOKEN", code)
        return found

    def ran(self, tool, code, token=None, **project):
        """The document that the console answered, as the build's log shows it."""
        with Project(**project) as there:
            done = there.run(tool, code, token or self.client.token)
        self.assertEqual(done.returncode, 0, f"{tool}: {done.stdout}{done.stderr}")
        return json.loads(done.stdout)

    def test_which_tools(self):
        self.assertEqual(set(self.pieces(self.phone, "builds/new")), TOOLS)
        self.assertEqual(set(self.pieces(self.apple, "builds/new")), TOOLS - {"gradle"})
        self.assertEqual(set(self.pieces(self.phone, "symbols/new")), TOOLS)
        self.assertEqual(set(self.pieces(self.phone, "hotpatches/new")), TOOLS)

    def test_builds(self):
        token = self.client_for("builds").token
        for number, (tool, code) in enumerate(sorted(self.pieces(self.phone, "builds/new").items()), 1):
            with self.subTest(tool):
                body = build_files.apk(version=f"3.0.{number}", build=number)
                made = {"GRADLE_APK_OUTPUT_PATH": APK}
                build = self.ran(tool, code, token, files={APK: body}, made=made)
                kept = self.client.get(f"/apps/{self.phone}/builds/{build['id']}").json
                self.assertEqual((kept["sha256"], kept["version"]), (hashlib.sha256(body).hexdigest(), f"3.0.{number}"))
        for number, (tool, code) in enumerate(sorted(self.pieces(self.apple, "builds/new").items()), 1):
            with self.subTest(f"{tool}, iOS"):
                body = build_files.ipa(version=f"4.0.{number}")
                build = self.ran(tool, code, token, files={IPA: body}, made={"IPA_OUTPUT_PATH": IPA})
                self.assertEqual(self.client.get(f"/apps/{self.apple}/builds/{build['id']}").json["sha256"], hashlib.sha256(body).hexdigest())

    def test_symbols(self):
        token = self.client_for("builds").token
        for number, (tool, code) in enumerate(sorted(self.pieces(self.phone, "symbols/new").items())):
            with self.subTest(tool):
                mapping = f"# compiler: R8\ncom.example.Main{number} -> a.a:\n    1:1:void main():7:7 -> a\n".encode()
                project = {"made": {"GRADLE_MAPPING_TXT_OUTPUT_PATH": MAPPING}, "options": {"version": "2.3.1"}}
                symbols = self.ran(tool, code, token, files={MAPPING: mapping}, **project)
                self.assertEqual((symbols["kind"], symbols["version"]), ("mapping", "2.3.1"))
                listed = self.client.get(f"/apps/{self.phone}/symbols").json["items"]
                self.assertIn(symbols["id"], [item["id"] for item in listed])
        for tool, code in sorted(self.pieces(self.apple, "symbols/new").items()):
            with self.subTest(f"{tool}, iOS"):
                id = uuid.uuid4()
                zipped = packed({"App.app.dSYM/Contents/Resources/DWARF/App": macho(id.bytes)})
                project = {"made": {"DSYM_OUTPUT_PATH": DSYM}, "options": {"version": "2.3.1"}}
                symbols = self.ran(tool, code, token, files={DSYM: zipped}, **project)
                self.assertEqual((symbols["kind"], symbols["uuids"]), ("dsym", [str(id).upper()]))

    def test_patches(self):
        token = self.client_for("write").token
        for app, platform in ((self.phone, "android"), (self.apple, "ios")):
            for tool, code in sorted(self.pieces(app, "hotpatches/new").items()):
                with self.subTest(f"{tool}, {platform}"):
                    script = f"print('{tool}')\n".encode()
                    options = {"script": "patches/fix.lua", "version": "2.3.1"}
                    patch = self.ran(tool, code, token, files={"patches/fix.lua": script}, options=options)
                    kept = self.client.get(f"/apps/{app}/hotpatches/{patch['id']}").json
                    self.assertEqual((kept["state"], kept["platform"], kept["targetVersions"]), ("draft", platform, ["2.3.1"]))
                    path = f"/api/v1/apps/{app}/hotpatches/{patch['id']}/script"
                    answer = self.client.ask("GET", path, headers={"Authorization": f"Bearer {self.client.token}"})
                    self.assertEqual(answer.body, script)

    def test_a_refusal_fails_the_build_and_says_why(self):
        reader = self.client_for("read").token
        for tool, code in self.pieces(self.phone, "builds/new").items():
            with self.subTest(tool), Project({APK: build_files.apk()}, made={"GRADLE_APK_OUTPUT_PATH": APK}) as project:
                done = project.run(tool, code, reader)
                self.assertNotEqual(done.returncode, 0)
                self.assertIn('"status":403', done.stdout.replace(" ", ""))
                self.assertNotIn(reader, done.stdout + done.stderr + code)


if __name__ == "__main__":
    unittest.main()
