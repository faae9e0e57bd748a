"""Build requests: a queue that outside build agents claim over the API, with `console agent` as the reference; and `console build upload`."""

import hashlib
import json
import os
import signal
import subprocess
import time
import unittest
from pathlib import Path

import build_files
from command_line_test import CommandLineCase
from console_process import binary

_TEXT = {"Content-Type": "text/plain"}
_BYTES = {"Content-Type": "application/octet-stream"}


class BuildRequestCase(CommandLineCase):
    def setUp(self):
        super().setUp()
        self.app = self.new_app(("ios", "android"))["id"]
        self.path = f"/apps/{self.app}/build-requests"
        self.agent_token = self.client.post("/tokens", {"name": self.new_name("agent"), "scopes": ["builds"], "app": self.app}).json["token"]
        self.agent = self.client.with_token(self.agent_token)

    def asked(self, **fields):
        """The id of a new request."""
        new = {"platform": "ios", "repository": "https://git.example.com/app.git", "kind": "branch", "ref": "main"} | fields
        answer = self.client.post(self.path, new)
        self.assertEqual(answer.status, 201, answer.text)
        self.assertEqual(answer.headers["Location"], f"/api/v1{self.path}/{answer.json['id']}")
        return answer.json["id"]

    def request(self, id):
        return self.client.get(f"{self.path}/{id}").json

    def log(self, id):
        return self.client.get(f"{self.path}/{id}/log").text

    def wait(self, id, *states, seconds=40):
        end = time.monotonic() + seconds
        while (request := self.request(id))["state"] not in states:
            self.assertLess(time.monotonic(), end, request)
            time.sleep(0.1)
        return request

    def write_package(self, name="app.ipa", **facts):
        path = self.home / name
        path.write_bytes((build_files.ipa if name.endswith("ipa") else build_files.apk)(**facts))
        return path


class QueueTest(BuildRequestCase):
    """As an agent of somebody else would do it."""

    def claim(self, name="mac-1", platforms=("ios",), **more):
        return self.agent.post("/build-agents/claims", {"name": name, "platforms": list(platforms)} | more)

    def raw(self, method, claim, path, body, headers):
        fields = {"Authorization": f"Bearer {self.agent_token}", "Build-Lease": claim["lease"]["token"]} | headers
        return self.agent.ask(method, f"/api/v1/build-requests/{claim['request']['id']}/{path}", body, fields)

    def test_from_request_to_build(self):
        """claim with lease, log stream, artifact upload, result; the console shows state, live log, duration, and the resulting build"""
        id = self.asked(configuration="Debug", note="für den Test", parameters=[{"name": "SCHEME", "value": "App"}])
        self.assertEqual(self.claim(platforms=["harmony"]).status, 204)
        answer = self.claim()
        self.assertEqual(answer.status, 201, answer.text)
        claim = answer.json
        self.assertEqual(claim["request"]["id"], id)
        self.assertEqual(claim["request"]["parameters"], [{"name": "SCHEME", "value": "App"}])
        self.assertEqual(self.claim(name="mac-2").status, 204)
        self.assertEqual(self.raw("POST", claim, "lease", b"", {}).status, 200)
        first = self.raw("POST", claim, "log?offset=0", "编译\n".encode(), _TEXT)
        self.assertEqual((first.status, first.json), (200, {"offset": 7}))
        self.assertEqual(self.raw("POST", claim, "log?offset=0", "编译\n".encode(), _TEXT).json, {"offset": 7})
        self.assertEqual(self.raw("POST", claim, "log?offset=7", b"done\n", _TEXT).json, {"offset": 12})
        package = build_files.ipa(version="3.0.0", build=self.new_name("9")[-3:])
        brought = self.raw("PUT", claim, "artifact?filename=App.ipa", package, _BYTES)
        self.assertEqual(brought.status, 201, brought.text)
        self.assertEqual(brought.json["sha256"], hashlib.sha256(package).hexdigest())
        self.assertEqual(self.raw("POST", claim, "result", b'{"result":"succeeded","exitCode":0}', {"Content-Type": "application/json"}).status, 204)
        request = self.request(id)
        self.assertEqual((request["state"], request["build"], request["agent"]), ("succeeded", brought.json["id"], "mac-1"))
        self.assertTrue(request["startedAt"] and request["finishedAt"])
        self.assertEqual(self.log(id), "编译\ndone\n")
        self.assertEqual(self.client.get(f"/apps/{self.app}/builds/{request['build']}").json["request"], id)

    def test_agents_may_nothing_else(self):
        """scopes: a token of a build machine claims and delivers, and nothing else"""
        id = self.asked()
        for path in ("/apps", self.path, f"{self.path}/{id}", f"/apps/{self.app}/builds", "/audit", "/tokens"):
            self.assert_problem(self.agent.get(path), 403)
        self.assert_problem(self.agent.post(self.path, {}), 403)
        self.assert_problem(self.nobody.post("/build-agents/claims", {"name": "a", "platforms": ["ios"]}), 401)
        other = self.client.post("/tokens", {"name": "o", "scopes": ["builds"], "app": self.new_app()["id"]}).json["token"]
        self.assertEqual(self.client.with_token(other).post("/build-agents/claims", {"name": "o", "platforms": ["ios"]}).status, 204)

    def test_cancelled_while_it_is_built(self):
        """cancellation: nothing of it gets in any more, 409"""
        id = self.asked()
        claim = self.claim().json
        self.assertLess(self.client.post(f"{self.path}/{id}/cancellation", None).status, 300)
        for method, path, body in (("POST", "lease", b""), ("POST", "log?offset=0", b"x"), ("PUT", "artifact?filename=a.ipa", b"x")):
            self.assert_problem(self.raw(method, claim, path, body, _TEXT), 409)
        self.assertEqual(self.request(id)["state"], "cancelled")
        again = self.client.post(f"{self.path}/{id}/retry", None)
        self.assertEqual((again.status, again.json["retryOf"], again.json["state"]), (201, id, "waiting"))

    def test_rejected_input(self):
        """for rejected input `errors: [{pointer, detail}]`, status 422"""
        good = {"platform": "ios", "repository": "https://git.example.com/app.git", "kind": "branch", "ref": "main"}
        for field, value, pointer in (("repository", "--upload-pack=x", "/repository"), ("ref", "-x", "/ref"), ("platform", "harmony", "/platform"),
                                      ("parameters", [{"name": "a b", "value": ""}], "/parameters/0"), ("labels", ["a b"], "/labels")):
            self.assert_rejected(self.client.post(self.path, good | {field: value}), pointer)
        self.assert_rejected(self.agent.post("/build-agents/claims", {"name": "", "platforms": []}), "/name")


class AgentTest(BuildRequestCase):
    """`console agent --command …` runs one command"""

    def start(self, command, *words, once=True, **environment):
        told = {"CONSOLE_SERVER": self.console.url, "CONSOLE_TOKEN": self.agent_token}
        return subprocess.Popen(
            [binary(), "agent", "--name", "contract", "--platforms", "ios,android", "--command", command, "--poll", "0.2",
             "--directory", str(self.home / "builds"), *(["--once"] if once else []), *words],
            env=self.environment | told | environment, cwd=self.home, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def run_agent(self, command, *words, **environment):
        agent = self.start(command, *words, **environment)
        out, err = agent.communicate(timeout=60)
        self.assertEqual(out, "")
        return agent.returncode, err

    def test_builds(self):
        """claims, runs the command, streams its output as log, uploads the artifact, reports the result"""
        id = self.asked(ref="release/1.0", parameters=[{"name": "FLAVOUR", "value": "beta"}])
        package = self.write_package(version="4.0.0", build="400")
        command = 'mkdir out && cp "$PACKAGE" out/App.ipa && echo "$BUILD_APP $BUILD_REF $BUILD_PARAM_FLAVOUR $KEY [$CONSOLE_TOKEN]" && echo oops >&2'
        code, said = self.run_agent(command, "--artifact", "out/*.ipa", "--mask", "KEY", PACKAGE=str(package), KEY="hunter22")
        self.assertEqual(code, 0, said)
        self.assertIn("succeeded", said)
        request = self.request(id)
        self.assertEqual((request["state"], request["exitCode"], request["agent"]), ("succeeded", 0, "contract"))
        self.assertEqual(self.log(id), f"{self.app} release/1.0 beta *** []\noops\n[agent] bringing App.ipa\n")
        build = self.client.get(f"/apps/{self.app}/builds/{request['build']}").json
        self.assertEqual((build["version"], build["request"], build["fileName"]), ("4.0.0", id, "App.ipa"))
        self.assertEqual(list((self.home / "builds").iterdir()), [])
        self.assertEqual(self.client.get("/build-agents").json["items"][0]["name"], "contract")

    def test_failures_are_said(self):
        """a command that fails, one that leaves no package, and one whose package is none"""
        for command, words, reason, exit_code in (("echo no; exit 3", (), "ended with 3", 3), ("true", ("--artifact", "*.ipa"), "no file matches", 0),
                                                  ("echo x > a.ipa", ("--artifact", "*.ipa"), "does not take the package", 0)):
            id = self.asked()
            code, said = self.run_agent(command, *words)
            self.assertEqual(code, 1, said)
            request = self.request(id)
            self.assertEqual((request["state"], request["exitCode"]), ("failed", exit_code))
            self.assertIn(reason, request["reason"])
        self.assertEqual(self.run_agent("true")[0], 0)

    def test_cancelled_command_ends(self):
        """cancels the child process group when the request is cancelled"""
        id = self.asked()
        agent = self.start(f"sleep 600 & echo $! > {self.home}/child; echo begun; wait")
        self.wait_for_log(id, "begun")
        self.client.post(f"{self.path}/{id}/cancellation", None)
        self.assertEqual(agent.wait(40), 0, agent.stderr.read())
        agent.communicate()
        self.assert_gone(int((self.home / "child").read_text()))
        self.assertEqual(self.request(id)["state"], "cancelled")

    def test_stops_cleanly(self):
        """clean stop on SIGTERM: what is under way is another agent's at once"""
        id = self.asked()
        agent = self.start("echo begun; sleep 600", once=False)
        self.wait_for_log(id, "begun")
        agent.send_signal(signal.SIGTERM)
        agent.communicate(timeout=40)
        self.assertEqual(agent.returncode, 0)
        request = self.request(id)
        self.assertEqual((request["state"], request["attempts"]), ("waiting", 0))
        self.assertEqual(self.run_agent("echo again")[0], 0)
        self.assertEqual(self.log(id), "begun\nagain\n")

    def test_usage(self):
        """exit 64 usage, 1 failed"""
        self.assert_failed(self.run_console("agent", "--name", "a", "--platforms", "windows", "--command", "true", data=False), 64)
        self.assert_failed(self.run_console("agent", "--platforms", "ios", "--command", "true", data=False), 64)
        wrong = {"CONSOLE_SERVER": self.console.url, "CONSOLE_TOKEN": "mst_wrong"}
        self.assert_failed(self.run_console("agent", "--name", "a", "--platforms", "ios", "--command", "true", data=False, **wrong), 1)

    def wait_for_log(self, id, word):
        end = time.monotonic() + 40
        while word not in self.log(id):
            self.assertLess(time.monotonic(), end, self.request(id))
            time.sleep(0.1)

    def assert_gone(self, process):
        for _ in range(100):
            try:
                os.kill(process, 0)
                state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
            except (ProcessLookupError, FileNotFoundError):
                return
            if state == "Z":
                return
            time.sleep(0.1)
        self.fail(f"process {process} goes on")


class BuildUploadTest(BuildRequestCase):
    """`console build upload`: takes the file from the usual output variables when none is named; resumable"""

    def upload(self, *words, **environment):
        told = {"CONSOLE_SERVER": self.console.url, "CONSOLE_TOKEN": self.agent_token}
        return self.run_console("build", "upload", *words, "--app", self.app, data=False, **(told | environment))

    def test_named_file(self):
        """`--json` prints one JSON document on stdout: the build"""
        done = self.upload(str(self.write_package(version="5.0.0", build="1")), "--notes", "测试", "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        build = json.loads(done.stdout)
        self.assertEqual((build["version"], build["platform"], build["notes"]), ("5.0.0", "ios", "测试"))
        self.assertEqual(self.client.get(f"/apps/{self.app}/builds/{build['id']}").json["sha256"], build["sha256"])

    def test_output_variables(self):
        """the file from the usual fastlane/Gradle output variables when none is named"""
        apk = self.write_package("app.apk", version="5.1.0", build=51)
        done = self.upload(GRADLE_APK_OUTPUT_PATH=str(apk))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"\Aandroid 5\.1\.0 \(51\): http\S+/i/\S+\n\Z")
        ipa = self.write_package(version="5.1.0", build="52")
        self.assertEqual(self.upload(IPA_OUTPUT_PATH=str(ipa)).returncode, 0)
        self.assert_failed(self.upload(), 64)
        self.assert_failed(self.upload(IPA_OUTPUT_PATH=str(ipa), GRADLE_APK_OUTPUT_PATH=str(apk)), 64)

    def test_goes_on_where_it_was(self):
        """resumable: what came before is not sent again"""
        package = self.write_package(version="5.2.0", build="1", extra={"big": os.urandom(3 << 20)})
        content = package.read_bytes()
        new = {"filename": package.name, "size": len(content), "sha256": hashlib.sha256(content).hexdigest()}
        begun = self.agent.post(f"/apps/{self.app}/build-uploads", new)
        self.assertEqual(begun.status, 201, begun.text)
        place = f"/apps/{self.app}/build-uploads/{begun.json['id']}"
        fields = {"Authorization": f"Bearer {self.agent_token}", "Upload-Offset": "0"} | _BYTES
        self.assertEqual(self.agent.ask("PATCH", f"/api/v1{place}", content[:1 << 20], fields).json["offset"], 1 << 20)
        self.assert_problem(self.agent.ask("PATCH", f"/api/v1{place}", content[:10], fields), 409)
        done = self.upload(str(package), "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.client.get(place).json["build"], json.loads(done.stdout)["id"])

    def test_failures(self):
        """exit 1 failed, with the console's words; nothing half stored"""
        broken = self.home / "broken.ipa"
        broken.write_bytes(b"no package")
        done = self.upload(str(broken))
        self.assert_failed(done, 1)
        self.assertIn("/file", done.stderr)
        self.assert_failed(self.upload(str(self.home / "missing.ipa")), 1)
        self.assert_failed(self.upload(str(broken), CONSOLE_SERVER="http://127.0.0.1:1"), 1)
        self.assertEqual(self.client.get(f"/apps/{self.app}/builds").json["total"], 0)


if __name__ == "__main__":
    unittest.main()
