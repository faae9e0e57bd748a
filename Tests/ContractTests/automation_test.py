"""`console api` and `console actions` ask a running console for anything; the API page's lines can be copied into a shell as they stand."""

import html
import json
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from console_process import EMAIL, PASSWORD, binary
from contract_case import ContractCase, minutes_ago
from contract_lines import behaviour
from contract_pages import Person


class AutomationCase(ContractCase):
    def setUp(self):
        self.home = Path(self.enterContext(tempfile.TemporaryDirectory(prefix="console-automation-")))
        self.environment = os.environ | {"CONSOLE_SERVER": self.console.url, "CONSOLE_TOKEN": self.console.token}

    def run_console(self, *words, **environment):
        return subprocess.run(
            [binary(), *words], env=self.environment | environment, cwd=self.home, capture_output=True, text=True, timeout=60,
            stdin=subprocess.DEVNULL)

    def done(self, *words):
        """What `console <words>` prints, having done it."""
        done = self.run_console(*words)
        self.assertEqual(done.returncode, 0, f"{words} {done.stderr}")
        return done.stdout

    def failed(self, code, *words, **environment):
        done = self.run_console(*words, **environment)
        self.assertEqual((done.returncode, done.stdout), (code, ""), f"{words} {done.stderr}")
        return done.stderr


class APITest(AutomationCase):
    def test_an_app_from_beginning_to_end(self):
        """every kind of field: text, lists, JSON; DELETE takes its fields in the query"""
        name = self.new_name("Typed")
        app = json.loads(self.done("api", "POST", "apps", "name=命令行", f"englishName={name}", "platforms=ios", "platforms=android"))
        self.assertEqual([item["platform"] for item in app["platforms"]], ["ios", "android"])
        shown = json.loads(self.done("api", "get", f"/api/v1/apps/{app['id']}"))
        self.assertEqual(shown["name"], "命令行")
        self.assertEqual(self.done("api", "POST", f"apps/{app['id']}/details", "--data", '{"name": "改名", "zone": "Asia/Shanghai"}'), "")
        self.assertEqual(json.loads(self.done("api", "GET", f"apps/{app['id']}"))["name"], "改名")
        self.done("api", "DELETE", f"apps/{app['id']}", f"confirm={app['id']}")
        self.assertEqual(self.client.get(f"/apps/{app['id']}").status, 404)

    def test_files(self):
        """a file as the body, one in a form, and one that comes back"""
        app = self.new_app()["id"]
        mapping = self.home / "mapping.txt"
        mapping.write_text("# compiler: R8\n# pg_map_id: abc1234\na.B -> c.D:\n    1:1:void e():7:7 -> f\n")
        symbols = json.loads(self.done("api", "PUT", f"apps/{app}/symbols/upload", "filename=mapping.txt", "version=1.0", "--file", str(mapping)))
        self.assertIn(symbols["id"], [item["id"] for item in self.client.every_item(f"/apps/{app}/symbols")])
        again = json.loads(self.done("api", "POST", f"apps/{app}/symbols", "version=1.0", f"file@{mapping}"))
        self.assertEqual(again["id"], symbols["id"])
        self.done("api", "GET", f"apps/{app}/config/ios", "-o", "config.json")
        self.assertTrue(json.loads((self.home / "config.json").read_text()))

    def test_lists(self):
        """`--all`: every item of a list, one a line"""
        for _ in range(3):
            self.new_app()
        lines = self.done("api", "GET", "apps", "limit=2", "--all").splitlines()
        self.assertEqual({json.loads(line)["id"] for line in lines}, {item["id"] for item in self.client.every_item("/apps")})

    def test_a_list_of_one(self):
        """`name[]=text`, as `console actions` writes it"""
        app = json.loads(self.done("api", "POST", "apps", "name=单平台", f"englishName={self.new_name('One')}", "platforms[]=ios"))
        self.assertEqual([item["platform"] for item in app["platforms"]], ["ios"])
        self.assertIn("console api POST apps englishName=… name=… platforms[]=…", self.done("actions", "create", "an", "app"))

    def test_who_reads_may_have_seen_enough(self):
        """nothing is said about a pipe that was closed, as by `head`"""
        reading, writing = os.pipe()
        os.close(reading)
        done = subprocess.run([binary(), "api", "GET", "apps"], env=self.environment, stdout=writing, stderr=subprocess.PIPE, text=True, timeout=60)
        os.close(writing)
        self.assertEqual((done.returncode, done.stderr), (141, ""))

    def test_failures(self):
        """exit 64 for what cannot be meant, 1 for what the console refuses; nothing on stdout"""
        for words in (["STEAL", "apps"], ["GET"], ["GET", "apps/{app}"], ["POST", "apps", "name"], ["POST", "apps", "a:=b"], ["POST", "apps", "--all"],
                      ["POST", "apps", "--data", "{"], ["PUT", "a", "--data", "{}", "--file", "x"]):
            self.failed(64, "api", *words)
        self.assertIn("/englishName: Required", self.failed(1, "api", "POST", "apps", "name=Shop"))
        self.failed(1, "api", "GET", "apps/nosuchapp")
        self.assertIn("token", self.failed(1, "api", "GET", "apps", CONSOLE_TOKEN=""))
        self.failed(1, "api", "GET", "apps", CONSOLE_SERVER="http://127.0.0.1:1")

    def test_actions(self):
        """every endpoint of the document is an action, with its command"""
        document = self.nobody.ask("GET", "/api/openapi.json").json
        operations = {(method.upper(), path.removeprefix("/api/v1/")) for path, methods in document["paths"].items() for method in methods}
        listed = json.loads(self.done("actions", "--json"))
        self.assertEqual({(item["method"], item["path"]) for item in listed}, operations)
        self.assertIn("console api POST tokens", self.done("actions", "post", "tokens"))
        self.failed(1, "actions", "nosuchthinganywhere")


class PageTest(AutomationCase):
    def test_lines_run_as_they_stand(self):
        """what the page shows for common tasks: those that ask and leave nothing open answer with JSON, by curl and by `console api`"""
        app, product = self.new_product()
        self.client.upload(product, [behaviour(product, minutes_ago(3))])
        person = Person(self.client, self.console.url)
        person.log_in(EMAIL, PASSWORD)
        ran = 0
        for path in (f"/apps/{app}/api", "/api"):
            page = person.get(path).text
            lines = [html.unescape(line) for line in re.findall(r'<code id="(?:task|command)-\w+">(.*?)</code>', page, re.DOTALL)]
            self.assertGreater(len(lines), 8, path)
            for line in lines:
                # As the page says, the path of `console` is its reader's.
                line = re.sub(r"^console ", f"{binary()} ", line)
                if "$" in line.replace("$CONSOLE_TOKEN", "") or "-X " in line or "POST" in line or "PUT" in line or "-T " in line:
                    continue
                done = subprocess.run(["bash", "-c", line], env=self.environment, cwd=self.home, capture_output=True, text=True, timeout=60)
                self.assertEqual(done.returncode, 0, f"{line}\n{done.stdout}\n{done.stderr}")
                json.loads(done.stdout)
                ran += 1
        self.assertGreaterEqual(ran, 14)


if __name__ == "__main__":
    unittest.main()
