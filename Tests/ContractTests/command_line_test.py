"""Command line: `console serve | seed | migrate | admin create | admin reset-password | token create | app create | logs upload | hotpatch pack |
hotpatch verify | backup | restore | doctor | config dump`."""

import contextlib
import hashlib
import json
import os
import sqlite3
import subprocess
import tempfile
import threading
import unittest
from pathlib import Path

from console_process import EMAIL, PASSWORD, Console, binary, free_port
from contract_case import ContractCase, client_of, minutes_ago
from contract_lines import behaviour, stored_on_device
from contract_pages import Person

_COMMANDS = [
    ["serve"], ["seed"], ["migrate"], ["admin", "create"], ["admin", "reset-password"], ["token", "create"], ["app", "create"], ["logs", "upload"],
    ["hotpatch", "pack"], ["hotpatch", "verify"], ["backup"], ["restore"], ["doctor"], ["config", "dump"]]


class CommandLineCase(ContractCase):
    def setUp(self):
        self.home = Path(self.enterContext(tempfile.TemporaryDirectory(prefix="console-commands-")))
        self.data = self.home / "data"
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("CONSOLE_") or name == "CONSOLE_HOME"}

    def run_console(self, *words, data=True, **environment):
        """Runs `console <words>`, with `--data` of this test unless told otherwise."""
        told = ["--data", str(data if isinstance(data, Path) else self.data)] if data else []
        return subprocess.run(
            [binary(), *words, *told], env=self.environment | environment, cwd=self.home, capture_output=True, text=True, timeout=60,
            stdin=subprocess.DEVNULL)

    def document(self, *words, **options):
        """What `console <words> --json` prints: "one JSON document on stdout", exit 0."""
        done = self.run_console(*words, "--json", **options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def file(self, name, text):
        path = self.home / name
        path.write_text(text)
        return str(path)

    def assert_failed(self, done, code):
        self.assertEqual(done.returncode, code, f"{done.args[1:]} {done.stdout} {done.stderr}")
        self.assertEqual(done.stdout, "", "only what was asked for goes to stdout")
        self.assertTrue(done.stderr.strip(), "a failure is explained")
        self.assertNotIn("Error Domain=", done.stderr, "a failure is explained in words")


class ExitCodesTest(CommandLineCase):
    def test_usage(self):
        """exit 0 done, 1 failed, 64 usage: words no command knows"""
        for words in _COMMANDS:
            self.assert_failed(self.run_console(*words, "--invented"), 64)
            self.assert_failed(self.run_console(*words, "one", "argument", "too", "many", "--json", "--json=x"), 64)
        for words in (["invented"], ["admin", "invented"], ["token", "revoke-all"]):
            self.assert_failed(self.run_console(*words, data=False), 64)

    def test_missing_words(self):
        """exit … 64 usage: what a command needs and was not given"""
        for words in (["admin", "create"], ["admin", "reset-password"], ["token", "create"], ["app", "create"], ["logs", "upload"], ["backup"], ["restore"]):
            self.assert_failed(self.run_console(*words), 64)

    def test_wrong_values(self):
        """exit … 64 usage: values that cannot be meant"""
        self.assert_failed(self.run_console("serve", "--port", "many"), 64)
        for words in (["--port", "70000"], ["--log-level", "loud"], ["--public-url", "console"], ["--tls-key", "key.pem"], ["--database", "mysql://host/name"]):
            failed = self.run_console("serve", *words)
            self.assert_failed(failed, 64)
            self.assertIn(f"Error: {words[0]} ", failed.stderr, "the flag is named")
        self.assert_failed(self.run_console("token", "create", "--name", "n", "--scope", "everything"), 64)
        self.assert_failed(self.run_console("app", "create", "--name", "n", "--english-name", "App", "--platform", "windows"), 64)
        self.assert_failed(self.run_console("migrate", "--to", "mysql://host/name"), 64)
        self.assert_failed(self.run_console("migrate", "--to-objects", "s3://bucket"), 64)

    def test_later_commands(self):
        """`build upload`, `hotpatch pack`, `hotpatch verify` are not there yet: usage, nothing else"""
        for words in (["build", "upload", "f"], ["hotpatch", "pack", "f"], ["hotpatch", "verify", "f"]):
            self.assert_failed(self.run_console(*words, data=False), 64)

    def test_failures(self):
        """exit … 1 failed"""
        password = self.file("password", PASSWORD)
        app = ["app", "create", "--name", "n", "--english-name", "Twice", "--platform", "ios"]
        self.assertEqual(self.run_console(*app).returncode, 0)
        backup = self.file("there", "already")
        for words in (
                app, ["admin", "create", "--email", "no address", "--password-file", password],
                ["admin", "create", "--email", "a@example.com", "--password-file", "/nowhere"],
                ["admin", "reset-password", "--email", "nobody@example.com", "--password-file", password], ["backup", backup],
                ["restore", str(self.home)], ["restore", "/nowhere"], ["migrate", "--to", "postgresql://127.0.0.1:1/nowhere"],
                ["logs", "upload", backup, "--product-id", "X_IOS-0000000001", "--server", self.console.url],
                ["logs", "upload", "/nowhere", "--product-id", "X_IOS-0000000001", "--server", self.console.url],
                ["telemetry", "rebuild", "nowhere"], ["serve", "--port", "0", "--tls-certificate", "/nowhere", "--tls-key", "/nowhere"],
                ["token", "create", "--name", "n", "--scope", "all", "--app", "nowhere"]):
            self.assert_failed(self.run_console(*words), 1)
            self.assert_failed(self.run_console(*words, "--json"), 1)

    def test_port_in_use(self):
        """exit … 1 failed: an address that somebody else has"""
        failed = self.run_console("serve", "--port", str(self.console.port))
        self.assert_failed(failed, 1)
        self.assertIn(f"port {self.console.port} of 127.0.0.1 cannot be listened on: Address already in use", failed.stderr)

    def test_data_directory_in_use(self):
        """exit … 1 failed: a data directory that another console has"""
        self.assert_failed(self.run_console("serve", "--port", "0", data=self.console.data), 1)


class CommandsTest(CommandLineCase):
    def test_json(self):
        """`--json` prints one JSON document on stdout; everything else goes to stderr"""
        password = self.file("password", PASSWORD)
        for words in (
                ["migrate"], ["admin", "create", "--email", EMAIL, "--password-file", password],
                ["admin", "reset-password", "--email", EMAIL, "--password-file", password], ["token", "create", "--name", "n", "--scope", "read"],
                ["app", "create", "--name", "n", "--english-name", "App", "--platform", "ios"], ["backup", str(self.home / "copy")], ["config", "dump"],
                ["seed", "--remove"], ["restore", str(self.home / "copy")], ["doctor"], ["doctor", "--distributed"]):
            self.document(*words)

    def test_serve(self):
        """`--json` prints one JSON document on stdout; everything else goes to stderr: `serve` says where it listens"""
        words = [binary(), "serve", "--data", self.data, "--port", "0", "--json"]
        with open(self.home / "log", "wb") as log, subprocess.Popen(
                words, env=self.environment, cwd=self.home, stdout=subprocess.PIPE, stderr=log, stdin=subprocess.DEVNULL) as process:
            watch = threading.Timer(10, process.kill)
            watch.start()
            printed = process.stdout.readline()
            process.terminate()
            printed += process.stdout.read()
            watch.cancel()
        self.assertIn("http://127.0.0.1:", str(json.loads(printed)))
        self.assertEqual(process.returncode, 0)

    def test_token_create(self):
        """`console token create --name N --scope all --json` prints `{"id","token"}`"""
        created = self.document("token", "create", "--name", "n", "--scope", "all", data=self.console.data)
        self.assertLessEqual({"id", "token"}, created.keys())
        self.assertEqual(self.client.with_token(created["token"]).get("/apps").status, 200)
        self.assertIn(created["id"], [item["id"] for item in self.client.every_item("/tokens")])

    def test_scopes_of_a_token(self):
        """`--scope`: the token does that and no more"""
        token = self.document("token", "create", "--name", "n", "--scope", "read", data=self.console.data)["token"]
        client = self.client.with_token(token)
        self.assertEqual(client.get("/apps").status, 200)
        self.assert_problem(client.post("/apps", {"name": "x", "englishName": self.new_name(), "platforms": ["ios"]}), 403)

    def test_app_create(self):
        """`console … app create`: the same app as `POST /apps` makes, beside a running console"""
        name = self.new_name("Commanded")
        made = self.document("app", "create", "--name", "命令", "--english-name", name, "--platform", "ios", "--platform", "harmony", data=self.console.data)
        app = self.client.get(f"/apps/{name.lower()}").json
        self.assertEqual((made["id"], made["name"], made["platforms"]), (app["id"], "命令", app["platforms"]))
        self.assertEqual({item["platform"] for item in app["platforms"]}, {"ios", "harmony"})

    def test_admin(self):
        """`console admin create --email E --password-file F`, `admin reset-password`: a person logs in with it, and with the new one only"""
        email, new = f"{self.new_name('admin')}@example.com", "another horse battery staple"
        self.document("admin", "create", "--email", email, "--password-file", self.file("first", PASSWORD + "\n"), data=self.console.data)
        self.assertEqual(Person(self.client, self.console.url).log_in(email, PASSWORD).status, 303)
        self.document("admin", "reset-password", "--email", email, "--password-file", self.file("second", new), data=self.console.data)
        self.assertEqual(Person(self.client, self.console.url).log_in(email, PASSWORD).status, 422)
        self.assertEqual(Person(self.client, self.console.url).log_in(email, new).status, 303)

    def test_logs_upload(self):
        """`logs upload`: files of lines, plain or as stored on a device"""
        app, product = self.new_product()
        plain = self.file("plain.log", "\n".join(behaviour(product, minutes_ago(30), user=f"u{number}") for number in range(250)) + "\nunreadable\n")
        stored = self.file("stored.log", "\n".join(stored_on_device(behaviour(product, minutes_ago(29)), minutes_ago(29)) for _ in range(1)))
        sent = self.document("logs", "upload", plain, stored, "--product-id", product, "--server", self.console.url)
        self.assertEqual((sent["accepted"], sent["rejected"]), (251, 1))
        totals = self.client.get(f"/apps/{app}/stats/crashes", from_="-1h", to="now").json["totals"]
        self.assertEqual(totals["actives"], 251)
        self.assertEqual(self.client.get(f"/apps/{app}/quarantine").json["total"], 1)

    def test_backup(self):
        """`backup`: everything the console needs to come back, taken while it goes on; `restore` puts it in place where no console runs"""
        app, product = self.new_product()
        self.assert_uploaded(self.client.upload(product, [behaviour(product, minutes_ago(4))]), 1)
        copy = self.home / "copy"
        self.document("backup", str(copy), "--with-key", data=self.console.data)
        with contextlib.closing(sqlite3.connect(f"file:{copy}/database.sqlite?mode=ro", uri=True)) as database:
            self.assertEqual(database.execute("PRAGMA integrity_check").fetchone(), ("ok",))
            self.assertIn(app, str(list(database.iterdump())))
        for file in json.loads((copy / "manifest.json").read_text())["files"]:
            content = (copy / file["path"]).read_bytes()
            self.assertEqual((len(content), hashlib.sha256(content).hexdigest()), (file["size"], file["sha256"]), file["path"])
        self.assert_uploaded(self.client.upload(product, [behaviour(product, minutes_ago(3))]), 1)
        self.assert_failed(self.run_console("restore", str(copy), data=self.console.data), 1)
        self.document("restore", str(copy))
        restored = Console(data=self.data)
        restored.token = self.document("token", "create", "--name", "n", "--scope", "all")["token"]
        restored.start()
        self.addCleanup(restored.__exit__)
        client = client_of(restored)
        self.assertEqual(client.get(f"/apps/{app}/stats/crashes", from_="-1h", to="now").json["totals"]["actives"], 1)
        self.assertEqual(client.get(f"/apps/{app}/platforms/ios/secret").status, self.client.get(f"/apps/{app}/platforms/ios/secret").status)

    def test_doctor(self):
        """`doctor`: what is wrong is found and what to do is said, with a console running and without; exit 1 when something failed"""
        running = {item["name"]: item for item in self.document("doctor", data=self.console.data)["findings"]}
        self.assertEqual({running[name]["state"] for name in ("data", "schema", "key", "objects", "integrity")}, {"ok"})
        self.document("migrate")
        self.document("seed", "--remove")
        (self.data / "secret.key").chmod(0o644)
        done = self.run_console("doctor", "--json")
        self.assertEqual(done.returncode, 1, done.stderr)
        failed = [item for item in json.loads(done.stdout)["findings"] if item["state"] == "fail"]
        self.assertIn(f"chmod 600 {self.data}/secret.key", [item["remedy"] for item in failed])
        self.assertIn("chmod 600", self.run_console("doctor").stdout)

    def test_doctor_distributed(self):
        """`doctor --distributed`: the statements that spread telemetry over servers"""
        spread = self.document("doctor", "--distributed", data=self.console.data)
        self.assertEqual(spread["misfits"], [])
        self.assertIn("SELECT create_distributed_table('log_batch', 'app_id');", spread["statements"])

    def test_migrate(self):
        """`migrate`: makes the schema, and a second time finds nothing to do"""
        first, second = self.document("migrate"), self.document("migrate")
        self.assertTrue(first["applied"])
        self.assertEqual(second["applied"], [])

    def test_remove_seed(self):
        """`seed`: with `--remove` there is nothing left of it, also when there was nothing"""
        self.document("seed", "--remove")
        self.assertEqual(self.document("app", "create", "--name", "n", "--english-name", "SimpleDemoRPC", "--platform", "ios")["id"], "simpledemorpc")


class SettingsTest(CommandLineCase):
    def setting(self, name, *flags, **environment):
        """(value, source) of `config dump`."""
        found, = [item for item in self.document("config", "dump", *flags, **environment) if item["name"] == name]
        return found["value"], found["source"]

    def test_sources(self):
        """Settings come from flags > environment `CONSOLE_*` > file > default"""
        self.assertEqual(self.setting("port"), ("8080", "default"))
        self.data.mkdir()
        (self.data / "console.conf").write_text("# a comment\nport = 1111\nhostname = file.example\n")
        self.assertEqual(self.setting("port"), ("1111", "file"))
        self.assertEqual(self.setting("port", CONSOLE_PORT="2222"), ("2222", "environment"))
        self.assertEqual(self.setting("hostname", CONSOLE_PORT="2222"), ("file.example", "file"))

    def test_default_address(self):
        """`console serve --hostname 127.0.0.1 --port 8080`"""
        self.assertEqual((self.setting("hostname"), self.setting("port")), (("127.0.0.1", "default"), ("8080", "default")))

    def test_data_directory(self):
        """every command takes `--data DIR`; `CONSOLE_DATA` names the data directory"""
        other = self.home / "other"
        self.assertEqual(self.setting("data"), (str(self.data), "flag"))
        self.assertEqual(self.setting("data", data=False, CONSOLE_DATA=str(other)), (str(other), "environment"))
        self.assertEqual(self.setting("data", data=self.data, CONSOLE_DATA=str(other)), (str(self.data), "flag"))
        self.document("migrate", data=False, CONSOLE_DATA=str(other))
        self.assertTrue(any(other.iterdir()))
        for words in _COMMANDS:
            self.assertIn("--data", self.run_console(*words, "--help", data=False).stdout)

    def test_wrong_settings(self):
        """Settings …: one that is not known, or has no sense, is said aloud instead of passed over"""
        self.assert_failed(self.run_console("config", "dump", CONSOLE_PORT="many"), 1)
        self.data.mkdir()
        for line in ("prot = 1111", "port", "data = /elsewhere"):
            (self.data / "console.conf").write_text(line + "\n")
            self.assert_failed(self.run_console("config", "dump"), 1)
        (self.data / "console.conf").write_text("port = 1111\n   \npublic-url =\n")
        self.assertEqual((self.setting("port"), self.setting("public-url")), (("1111", "file"), ("", "file")))

    def test_flag_before_environment(self):
        """flags > environment `CONSOLE_*` > file: for the port a console really listens on"""
        with Console(environment={"CONSOLE_PORT": str(free_port()), "CONSOLE_PUBLIC_URL": "https://environment.example"}) as console:
            client = client_of(console)
            app = self.new_app(client=client)["id"]
            self.assertEqual(client.get(f"/apps/{app}/config/ios").json["rpcGW"], "https://environment.example/mgw.htm")
            self.assertEqual(console.stop()[0], 0)
            (console.data / "console.conf").write_text("public-url = https://file.example\nport = 1\n")
            console.start()
            self.assertEqual(client.get(f"/apps/{app}/config/ios").json["rpcGW"], "https://environment.example/mgw.htm")
            console.stop()
            console.arguments = ["--public-url", "https://flag.example"]
            console.start()
            self.assertEqual(client.get(f"/apps/{app}/config/ios").json["rpcGW"], "https://flag.example/mgw.htm")
            console.stop()
            console.arguments, console.environment = [], self.environment
            console.start()
            self.assertEqual(client.get(f"/apps/{app}/config/ios").json["rpcGW"], "https://file.example/mgw.htm")


if __name__ == "__main__":
    unittest.main()
