"""`GET /api/openapi.json` is an OpenAPI 3.1 document of every `/api/v1` route."""

import json
import re
import time
import unittest
import urllib.parse
import uuid
from datetime import datetime, timedelta, timezone

import build_files
from certificate_files import PASSWORD, identity, profile, send
from contract_case import ContractCase, minutes_ago
from contract_lines import behaviour, crash, performance
from gateway_case import png
from gateway_client import Device
from module_files import framework

# Of one account; the token of these tests was made on the command line and belongs to none.
_PERSONAL = {"/api/v1/saved-views/{id}"}
_METHODS = {"get", "post", "put", "patch", "delete"}
_EXISTING = [
    ("post", "/apps"), ("get", "/apps"), ("get", "/apps/{}"), ("post", "/apps/{}/platforms/{}/secret-reveal"),
    ("post", "/apps/{}/platforms/{}/secret-rotation"), ("get", "/apps/{}/config/{}"), ("get", "/apps/{}/stats/crashes"),
    ("get", "/apps/{}/stats/actives"), ("get", "/apps/{}/stats/versions"), ("get", "/apps/{}/stats/rpc"), ("get", "/apps/{}/stats/startup"),
    ("get", "/apps/{}/crash-reports/{}"), ("get", "/apps/{}/crash-reports/{}/raw"), ("get", "/apps/{}/crashes"), ("get", "/apps/{}/crashes/{}"), ("get", "/apps/{}/crashes/{}/reports"), ("post", "/apps/{}/symbols"), ("get", "/apps/{}/logs"), ("get", "/audit"),
    ("post", "/apps/{}/push-certificates"), ("get", "/apps/{}/push-certificates"), ("post", "/apps/{}/build-certificates"), ("get", "/expiries"), ("get", "/apps/{}/hotpatch-keys"),
    ("post", "/tokens"), ("get", "/tokens"), ("delete", "/tokens/{}"), ("post", "/apps/{}/updates"), ("get", "/apps/{}/updates/{}"), ("post", "/apps/{}/updates/{}/publication"),
    ("post", "/apps/{}/push-messages"), ("get", "/apps/{}/devices"), ("post", "/apps/{}/diagnostics"), ("post", "/apps/{}/diagnostics/{}/resend"),
    ("delete", "/apps/{}/diagnostics/{}"), ("post", "/apps/{}/hotpatches"), ("get", "/apps/{}/hotpatches/{}"), ("post", "/apps/{}/hotpatches/{}/rollout"), ("post", "/apps/{}/hotpatches/{}/publication"),
    ("post", "/apps/{}/builds"), ("put", "/apps/{}/builds/upload"),
    ("get", "/apps/{}/builds/{}"), ("get", "/apps/{}/builds/{}/qr.png"), ("get", "/apps/{}/builds/{}/qr.svg")]


class OpenAPITest(ContractCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.document = cls.nobody.ask("GET", "/api/openapi.json").json
        app, product = cls().new_product()
        lines = [behaviour(product, minutes_ago(9)), crash(product, minutes_ago(9)), performance(product, minutes_ago(9)), "unreadable"]
        cls.client.upload(product, lines)
        report = cls.client.get(f"/apps/{app}/crash-reports").json["items"][0]["id"]
        member = cls.client.get("/members").json["items"][0]["id"]
        cls.client.post(f"/apps/{app}/rebuild", {})
        job = cls.client.get("/jobs").json["items"][0]["id"]
        cls.values = {"app": app, "platform": "ios", "kind": "crash", "{crash-reports}": report, "{members}": member, "{jobs}": job,
                      **cls.of_the_gateway(app), **cls.of_the_catalogue(app), **cls.of_the_queue(app), **cls.of_the_builds(app), **cls.of_the_certificates(app),
                      **cls.of_the_updates(app), **cls.of_the_hotpatches(app), **cls.of_the_hotpatch_keys(app), **cls.of_the_crashes(app),
                      **cls.of_the_pushes(app), **cls.of_the_diagnostics(app)}

    @classmethod
    def of_the_catalogue(cls, app):
        """A module, a baseline and a package of it, ready to be downloaded, and the version that it was shipped with."""
        client = cls.client
        name, text = "OpenAPIModule", {"zh": "文档", "en": "Document"}
        headers = {"Authorization": f"Bearer {client.token}", "Content-Type": "application/octet-stream"}
        sha256 = client.ask("PUT", f"/api/v1/module-artifacts?filename={name}.zip", framework(name), headers).json["sha256"]
        client.post("/modules", {"name": name, "group": "other", "title": text, "description": text})
        client.post(f"/modules/{name}/versions", {"platform": "ios", "version": "1.0.0", "artifact": sha256, "notes": text, "needs": {}})
        client.post("/baselines", {"platform": "ios", "name": "1.0.0", "notes": text, "entries": [{"module": name, "version": "1.0.0"}]})
        package = client.post(f"/apps/{app}/packages", {"platform": "ios", "modules": [{"name": name}]}).json["id"]
        for _ in range(300):
            if client.get(f"/apps/{app}/packages/{package}").json["state"] == "ready":
                break
            time.sleep(0.1)
        manifest = client.get(f"/apps/{app}/packages/{package}/manifest").json
        client.post(f"/apps/{app}/shipments", {"platform": "ios", "version": "1.0.0", "build": "", "buildConfig": manifest})
        return {"name": name, "version": "1.0.0", "sha256": sha256, "{packages}": package}

    @classmethod
    def of_the_certificates(cls, app):
        """One of each purpose."""
        content, der = identity(days=20)
        build = {"file": ("a.p12", content), "profile": ("a.mobileprovision", profile(der))}
        return {f"{{{purpose}-certificates}}": send(cls.client, f"/apps/{app}/{purpose}-certificates", files, password=PASSWORD).json["id"]
                for purpose, files in (("build", build), ("push", {"file": ("a.p12", content)}))}

    @classmethod
    def of_the_crashes(cls, app):
        """A group, a report with a file, symbols, a trial of another way of grouping, what is asked to be erased, and an alert with its message."""
        headers = {"Authorization": f"Bearer {cls.client.token}", "Content-Type": "application/octet-stream"}
        mapping = b"# compiler: R8\ncom.example.Main -> a.a:\n    1:1:void main():7:7 -> a\n"
        symbols = cls.client.ask("PUT", f"/api/v1/apps/{app}/symbols/upload?filename=mapping.txt", mapping, headers).json
        trial = cls.client.post(f"/apps/{app}/crash-grouping/trials", {"version": 2, "rules": []}).json["id"]
        erasure = cls.client.post(f"/apps/{app}/erasures", {"field": "device", "value": "UTDnobody"}).json["id"]
        channel = cls.client.post(f"/apps/{app}/alert-channels", {"name": "Hook", "kind": "webhook", "url": "https://hooks.example.com/x"}).json["channel"]["id"]
        rule = cls.client.post(f"/apps/{app}/alert-rules", {"name": "New", "kind": "newGroup", "channels": [channel]}).json["id"]
        report = cls.report_with_file(app)
        return {"{symbols}": symbols["id"], "object": symbols["objects"][0]["id"], "trial": trial, "{erasures}": erasure, "{crash-reports}": report,
                "group": cls.first(f"/apps/{app}/crashes"), "{alert-channels}": channel, "{alert-rules}": rule,
                "{alerts}": cls.first(f"/apps/{app}/alerts"), "{alert-deliveries}": cls.first(f"/apps/{app}/alert-deliveries")}

    @classmethod
    def report_with_file(cls, app):
        """As Sentry's SDKs send it; the file is called like the module, as both are a `{name}`."""
        dsn = urllib.parse.urlsplit(cls.client.get(f"/apps/{app}/platforms/ios/sentry").json["dsn"])
        event = {"event_id": uuid.uuid4().hex, "timestamp": time.time(), "level": "fatal", "exception": {"values": [{"type": "E", "value": "v"}]}}
        lines = [{"event_id": event["event_id"]}, {"type": "event"}, event, {"type": "attachment", "length": 1, "filename": "OpenAPIModule"}]
        body = "".join(json.dumps(line) + "\n" for line in lines) + "x\n"
        answer = cls.client.ask("POST", f"/api{dsn.path}/envelope/", body.encode(), {"X-Sentry-Auth": f"Sentry sentry_version=7, sentry_key={dsn.username}"})
        assert answer.status == 200, answer.text
        return cls.client.get(f"/apps/{app}/crash-reports").json["items"][0]["id"]

    @classmethod
    def first(cls, path):
        """Id of the first one of a list, once there is one."""
        for _ in range(300):
            if items := cls.client.get(path).json["items"]:
                return items[0]["id"]
            time.sleep(0.1)
        raise AssertionError(path)

    @classmethod
    def of_the_updates(cls, app):
        """A draft, with users."""
        update = {"platform": "ios", "version": "2.0", "downloadURL": "https://a.example/2.0", "message": "new", "mode": "whitelist", "whitelist": ["u"]}
        return {"{updates}": cls.client.post(f"/apps/{app}/updates", update).json["id"]}

    @classmethod
    def of_the_hotpatches(cls, app):
        """A draft that is to follow a ramp plan."""
        made = send(cls.client, f"/apps/{app}/hotpatches", {"script": ("fix.lua", b"print(1)")}, platform="ios", targetVersions="1.0", whitelist="u")
        cls.client.post(f"/apps/{app}/hotpatches/{made.json['id']}/ramp", {"ramp": "standard"})
        return {"{hotpatches}": made.json["id"], "{hotpatch-ramps}": "standard"}

    @classmethod
    def of_the_pushes(cls, app):
        """A device that bound a token, a draft for all, a template, a list, a credential."""
        device = cls.device(app)
        device.call("mpaas.push.bind", {"token": "ab" * 32, "osType": "2"})
        message = cls.client.post(f"/apps/{app}/push-messages", {"title": "t", "body": "b", "target": {"all": True}}).json["id"]
        cls.client.post(f"/apps/{app}/push-messages/{message}/review", {})
        headers = {"Authorization": f"Bearer {cls.client.token}", "Content-Type": "text/csv"}
        listed = cls.client.ask("POST", f"/api/v1/apps/{app}/push-lists?name=l&kind=users", b"u\n", headers).json["id"]
        template = cls.client.post(f"/apps/{app}/push-templates", {"name": "n", "title": "t", "body": "b"}).json["id"]
        credential = cls.client.post(f"/apps/{app}/push-credentials", {"channel": "xiaomi", "packageName": "a.b", "secret": "s"}).json["id"]
        return {"device": device.fields["Did"], "{push-messages}": message, "{push-lists}": listed, "{push-templates}": template,
                "{push-credentials}": credential, "user": "user1"}

    @classmethod
    def of_the_diagnostics(cls, app):
        """A task whose device sent its log, which was read; and a rule."""
        device = cls.device(app)
        now = datetime.now(timezone.utc)
        asked = {"deviceId": device.fields["Did"], "platform": "ios", "from": (now - timedelta(hours=2)).isoformat(), "to": now.isoformat(),
                 "network": "any", "description": "d", "channel": "poll"}
        task = cls.client.post(f"/apps/{app}/diagnostics", asked).json["id"]
        address = device.call("mpaas.diagnosis.poll", {"did": device.fields["Did"]})[1]["tasks"][0]["uploadURL"]
        cls.nobody.ask("PUT", urllib.parse.urlsplit(address).path, b"2026-11-23 10:15:30.123 [I] [a] b\n")
        for _ in range(300):
            part, = cls.client.get(f"/apps/{app}/diagnostics/{task}").json["parts"]
            if part["state"] == "done":
                break
            time.sleep(0.1)
        rule = cls.client.post(f"/apps/{app}/diagnostic-rules", {"name": "n", "kind": "newGroup"}).json["id"]
        return {"{diagnostics}": task, "part": part["id"], "{diagnostic-rules}": rule}

    @classmethod
    def device(cls, app):
        platform, = cls.client.get(f"/apps/{app}").json["platforms"]
        secret = cls.client.post(f"/apps/{app}/platforms/ios/secret-reveal", None).json["appSecret"]
        return Device(cls.client, platform["appKey"], platform["workspaceId"], secret)

    @classmethod
    def of_the_hotpatch_keys(cls, app):
        """A key that patches are signed with."""
        return {"{hotpatch-keys}": cls.client.post(f"/apps/{app}/hotpatch-keys", {}).json["id"]}

    @classmethod
    def of_the_builds(cls, app):
        """A build, and its install link."""
        headers = {"Authorization": f"Bearer {cls.client.token}", "Content-Type": "application/octet-stream"}
        build = cls.client.ask("PUT", f"/api/v1/apps/{app}/builds/upload?filename=Demo.ipa", build_files.ipa(), headers).json
        return {"{builds}": build["id"], "code": build["installCode"]}

    @classmethod
    def of_the_queue(cls, app):
        """A build request, and an upload that has begun."""
        new = {"platform": "ios", "repository": "https://git.example.com/app.git", "kind": "branch", "ref": "main"}
        request = cls.client.post(f"/apps/{app}/build-requests", new).json["id"]
        upload = cls.client.post(f"/apps/{app}/build-uploads", {"filename": "app.ipa", "size": 1}).json["id"]
        return {"{build-requests}": request, "{build-uploads}": upload}

    @classmethod
    def of_the_gateway(cls, app):
        """One of each thing that devices ask for through the gateway."""
        device = cls.device(app)
        feedback = device.call("alipay.client.saveUserProposalInfo", {"content": "slow", "images": [png()]})[1]["id"]
        cls.client.api("PUT", f"/apps/{app}/switches/k", {"type": "string", "default": "v", "rules": []})
        cls.client.post(f"/apps/{app}/switches/publication", {})
        badge = cls.client.post(f"/apps/{app}/badges", {"badgeId": "#A", "style": "point", "audience": "all"}).json["id"]
        upstream = {"url": "http://up.example/x", "method": "POST", "mock": "{}"}
        cls.client.api("PUT", f"/apps/{app}/gateway/upstreams/demo.op", upstream)
        device.call("demo.op", {})
        return {"{badges}": badge, "{feedback}": feedback, "key": "k", "number": "1", "operation": "demo.op", "n": "1"}

    def test_document(self):
        """`GET /api/openapi.json` is an OpenAPI 3.1 document"""
        answer = self.nobody.ask("GET", "/api/openapi.json")
        self.assertEqual((answer.status, answer.type), (200, "application/json"))
        self.assertRegex(self.document["openapi"], r"\A3\.1\.\d+\Z")
        self.assertLessEqual({"title", "version"}, self.document["info"].keys())
        operations = [operation for _, _, operation in self.operations()]
        names = [operation["operationId"] for operation in operations]
        self.assertEqual(len(names), len(set(names)))
        for operation in operations:
            self.assertTrue(operation["responses"], operation["operationId"])
        self.assertEqual([reference for reference in _references(self.document) if not self.resolved(reference)], [])

    def test_path_parameters(self):
        """an OpenAPI 3.1 document: each `{name}` of a path is a required parameter of its operations"""
        for path, _, operation in self.operations():
            named = {item["name"] for item in operation["parameters"] if item["in"] == "path" and item["required"]}
            self.assertEqual(named, set(re.findall(r"\{(\w+)\}", path)), path)

    def test_contract_is_documented(self):
        """of every `/api/v1` route: those the contract names are in it"""
        documented = {(method, re.sub(r"\{\w+\}", "{}", path)) for path, method, _ in self.operations()}
        for method, path in _EXISTING:
            self.assertIn((method, f"/api/v1{path}"), documented)
        self.assertTrue(all(path.startswith("/api/v1/") for path in self.document["paths"]))

    def test_methods(self):
        """of every `/api/v1` route: each path is served with the methods of the document, and with no other"""
        for path in self.document["paths"]:
            methods = self.methods_at(self.filled(path))
            answer = self.client.ask("TRACE", self.filled(path), headers={"Authorization": f"Bearer {self.console.token}"})
            self.assert_problem(answer, 405)
            self.assertEqual({method.strip() for method in answer.headers["Allow"].split(",")} - {"HEAD"}, methods, path)

    def test_each_wants_a_token(self):
        """no or bad token 401: every operation of the document"""
        for path, method, operation in self.operations():
            self.assertTrue(operation["security"], path)
            self.assert_problem(self.nobody.ask(method.upper(), self.filled(path)), 401)

    def test_answers_are_as_documented(self):
        """which is the full reference: what GET answers has the type and the shape the document says"""
        checked = 0
        for path, method, operation in self.operations():
            if method != "get" or path in _PERSONAL or "text/event-stream" in operation["responses"]["200"]["content"]:
                continue
            answer = self.client.ask("GET", self.asked(path), headers={"Authorization": f"Bearer {self.console.token}"})
            self.assertEqual(answer.status, 200, f"{path} {answer.body[:300]}")
            self.assertIn(answer.type, operation["responses"]["200"]["content"], path)
            if answer.type == "application/json":
                self.assertEqual(_differences(operation["responses"]["200"]["content"]["application/json"]["schema"], answer.json, path), [])
                checked += 1
        self.assertGreater(checked, 15)

    def test_problems_are_as_documented(self):
        """which is the full reference: problems too"""
        problem = self.document["components"]["schemas"]["Problem"]
        for answer in (self.nobody.get("/apps"), self.client.get("/nothing"), self.client.post("/apps", {"name": ""})):
            self.assertEqual(_differences(problem, answer.json, "problem"), [])

    def operations(self):
        """Each (path, method, operation)."""
        for path, operations in self.document["paths"].items():
            for method in operations.keys() & _METHODS:
                yield path, method, operations[method]

    def methods_at(self, filled):
        """Of every path of the document that this one is: `switches/publication` is a `switches/{key}` too."""
        same = [operations for path, operations in self.document["paths"].items() if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", path), filled)]
        return {method.upper() for operations in same for method in operations.keys() & _METHODS}

    def filled(self, path):
        """The path with something that exists for each `{name}`; an `{id}` is one of the collection before it."""
        path = path.replace("/baselines/{platform}/{name}", "/baselines/ios/1.0.0")
        path = re.sub(r"([\w-]+)/\{id\}", lambda found: f"{found[1]}/" + self.values.get(f"{{{found[1]}}}", "x"), path)
        return re.sub(r"\{(\w+)\}", lambda found: self.values[found[1]], path)

    def asked(self, path):
        """The filled path with what its query cannot do without: a difference is to something."""
        if path.endswith("/why"):
            return f"{self.filled(path)}?device={self.values['device']}"
        if not path.endswith("/difference"):
            return self.filled(path)
        return f"{self.filled(path)}?from={'1.0.0' if '/baselines/' in path else self.values['{packages}']}"

    def resolved(self, reference):
        value = self.document
        for name in reference.removeprefix("#/").split("/"):
            value = value.get(name, {})
        return value


def _references(value):
    if isinstance(value, list):
        return [reference for item in value for reference in _references(item)]
    if not isinstance(value, dict):
        return []
    return ([value["$ref"]] if "$ref" in value else []) + [reference for item in value.values() for reference in _references(item)]


def _differences(schema, value, place):
    """Where the value is not what the schema says: as much of JSON Schema as the document uses, and nothing undocumented."""
    if "anyOf" in schema:
        return [] if any(not _differences(each, value, place) for each in schema["anyOf"]) else [f"{place}: {value!r} fits none"]
    if "enum" in schema and value not in schema["enum"]:
        return [f"{place}: {value!r} is none of {schema['enum']}"]
    kind = schema.get("type")
    if kind == "object" and isinstance(value, dict):
        members = schema.get("properties", {})
        rest = schema.get("additionalProperties")
        wrong = [f"{place}: {name} is missing" for name in schema.get("required", []) if name not in value]
        for name, item in value.items():
            if name in members or rest:
                wrong += _differences(members.get(name, rest), item, f"{place}.{name}")
            else:
                wrong.append(f"{place}: {name} is not documented")
        return wrong
    if kind == "array" and isinstance(value, list):
        return [wrong for item in value for wrong in _differences(schema["items"], item, f"{place}[]")]
    if schema.get("format") == "date-time" and isinstance(value, str):
        return [] if datetime.fromisoformat(value).utcoffset() is not None else [f"{place}: {value} has no offset"]
    types = {"string": str, "boolean": bool, "integer": int, "number": (int, float), "null": type(None), None: object}
    fits = kind in types and isinstance(value, types[kind]) and not (kind in ("integer", "number") and isinstance(value, bool))
    return [] if fits else [f"{place}: {value!r} is no {kind}"]


if __name__ == "__main__":
    unittest.main()
