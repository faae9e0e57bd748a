"""The catalogue of modules: `GET /modules`, `GET /modules/{name}`, and what the console refuses to take into it."""

import hashlib
import unittest
import urllib.parse

from contract_case import ContractCase
from module_files import aar, bomb, framework, many_entries, packed, plist, with_link


class ModuleCase(ContractCase):
    """Publishes modules the way an SDK team's script does."""

    def take(self, content, filename="module.zip"):
        headers = {"Authorization": f"Bearer {self.client.token}", "Content-Type": "application/octet-stream"}
        return self.client.ask("PUT", "/api/v1/module-artifacts?" + urllib.parse.urlencode({"filename": filename}), content, headers)

    def taken(self, content):
        answer = self.take(content)
        self.assertEqual(answer.status, 201, answer.text)
        self.assertEqual(answer.json["sha256"], hashlib.sha256(content).hexdigest())
        self.assertEqual(answer.json["size"], len(content))
        return answer.json

    def new_module(self, name=None):
        name = name or self.new_name("Module")
        text = {"zh": f"{name} 的说明", "en": f"What {name} is for"}
        answer = self.client.post("/modules", {"name": name, "group": "network", "title": {"zh": name, "en": name}, "description": text})
        self.assertEqual(answer.status, 201, answer.text)
        return name

    def publish(self, name, version="1.0.0", needs=None, content=None, platform="ios"):
        content = content or (framework(name) if platform == "ios" else aar(f"com.example.{name.lower()}"))
        sha256 = self.taken(content)["sha256"]
        return self.client.post(f"/modules/{name}/versions", {
            "platform": platform, "version": version, "artifact": sha256, "notes": {"zh": "初始版本", "en": "Initial version"}, "needs": needs or {}})

    def published(self, name=None, version="1.0.0", needs=None, content=None, platform="ios"):
        """A module with this version; answers its name."""
        if name is None:
            name = self.new_module()
        answer = self.publish(name, version, needs, content, platform)
        self.assertEqual(answer.status, 201, answer.text)
        return name


def on(*dependencies):
    return {"dependencies": [{"module": name, "versions": versions} for name, versions in dependencies]}


class ModulesTest(ModuleCase):
    def test_list(self):
        """`GET /modules`: a list, and `?platform=ios` what tools ask for"""
        old = self.published()
        self.published(old, "1.1.0")
        item = next(item for item in self.client.every_item("/modules", platform="ios") if item["name"] == old)
        self.assertEqual(item["version"], "1.1.0")
        self.assertEqual(item["kind"], "framework")
        self.assertLessEqual({"group", "title", "description", "platforms", "sha256", "size", "download"}, item.keys())
        self.assertNotIn(old, [item["name"] for item in self.client.every_item("/modules", platform="harmony")])

    def test_one(self):
        """`GET /modules/{name}`: its versions, newest first, with notes and dependencies"""
        base = self.published()
        name = self.published(needs=on((base, ">=1.0 <2")))
        self.published(name, "1.0.1")
        document = self.client.get(f"/modules/{name}").json
        self.assertEqual([version["version"] for version in document["versions"]], ["1.0.1", "1.0.0"])
        self.assertEqual(document["versions"][1]["needs"]["dependencies"], [{"module": base, "versions": ">=1.0 <2"}])
        self.assertEqual(document["versions"][0]["notes"], {"zh": "初始版本", "en": "Initial version"})
        self.assert_problem(self.client.get("/modules/NoSuchModule"), 404)

    def test_artifact_comes_back_as_it_was(self):
        """Stored once, and downloaded with ranges"""
        content = framework("Whole", binary=bytes(range(256)) * 1_000)
        name = self.published(self.new_module(), content=content)
        path = f"/modules/{name}/versions/ios/1.0.0/artifact"
        answer = self.client.get(path)
        self.assertEqual((answer.status, answer.body), (200, content))
        self.assertEqual(answer.headers["ETag"], f'"{hashlib.sha256(content).hexdigest()}"')
        part = self.client.api("GET", path, Range="bytes=100-199", If_Range=answer.headers["ETag"])
        self.assertEqual((part.status, part.body, part.headers["Content-Range"]), (206, content[100:200], f"bytes 100-199/{len(content)}"))
        tail = self.client.api("GET", path, Range="bytes=-10")
        self.assertEqual((tail.status, tail.body), (206, content[-10:]))
        beyond = self.client.api("GET", path, Range=f"bytes={len(content)}-")
        self.assertEqual((beyond.status, beyond.headers["Content-Range"]), (416, f"bytes */{len(content)}"))
        self.assertEqual(self.client.api("GET", path, If_None_Match=answer.headers["ETag"]).status, 304)
        changed = self.client.api("GET", path, Range="bytes=0-9", If_Range='"another"')
        self.assertEqual((changed.status, changed.body), (200, content))

    def test_archives_that_are_refused(self):
        """artifacts that are not archives, entries with `..`, absolute paths, links, a ratio over 200, 10 million entries: refused with the entry named"""
        evil = {"X.framework/Info.plist": plist("X"), "X.framework/X": b"x"}
        cases = {
            "no archive": (b"not a zip at all" * 100, ""),
            "climbs": (packed(evil | {"X.framework/../../evil.h": b""}), "evil.h"),
            "absolute": (packed(evil | {"/etc/evil": b""}), "/etc/evil"),
            "link": (with_link("X"), "X.framework/Current"),
            "bomb": (bomb("X"), "X.framework/X"),
            "case": (packed(evil | {"X.framework/x": b"y"}), "X.framework/"),
            "entries": (many_entries(10_000_000), ""),
            "damaged": (framework("X")[:-40] + bytes(40), ""),
        }
        for word, (content, entry) in cases.items():
            with self.subTest(word):
                problem = self.assert_problem(self.take(content), 422)
                self.assertIn(entry, str(problem["errors"]))

    def test_what_cannot_be_published(self):
        """Dependency cycles, self-dependency, names differing in case only: refused"""
        first = self.published()
        second = self.published(needs=on((first, "*")))
        cases = {
            "itself": (first, "1.0.1", on((first, "*"))),
            "a cycle": (first, "1.0.2", on((second, "*"))),
            "unknown": (first, "1.0.3", on(("NoSuchModule", "*"))),
            "no such version": (second, "1.0.4", on((first, ">=9"))),
            "nonsense": (second, "1.0.5", on((first, "about 2"))),
            "twice": (second, "1.0.6", on((first, "*"), (first, "1.0.0"))),
            "the same version": (second, "1.0", None),
        }
        for word, (name, version, needs) in cases.items():
            with self.subTest(word):
                answer = self.publish(name, version, needs)
                self.assertIn(answer.status, (409, 422), answer.text)
        cycle = self.publish(first, "1.0.2", on((second, "*"))).text
        self.assertIn(f"{first} → {second} → {first}", cycle)
        text = {"zh": "", "en": ""}
        twin = self.client.post("/modules", {"name": first.upper(), "group": "other", "title": text, "description": text})
        self.assertIn(twin.status, (409, 422), twin.text)

    def test_states(self):
        """state (current, deprecated with replacement, withdrawn), and marked as bad"""
        name, better = self.published(), self.published()
        path = f"/modules/{name}/versions/ios/1.0.0"
        self.assertEqual(self.client.post(f"{path}/deprecation", {"replacement": better, "reason": "slow"}).status, 204)
        self.assertEqual((self.client.get(path).json["state"], self.client.get(path).json["replacement"]), ("deprecated", better))
        self.assertEqual(self.client.post(f"{path}/withdrawal", {"reason": "leaks"}).status, 204)
        self.assertEqual(self.client.get(path).json["state"], "withdrawn")
        self.assertEqual(self.client.post(f"{path}/restoration", {}).status, 204)
        self.assertEqual(self.client.post(f"{path}/defect", {"reason": "crashes at start"}).status, 204)
        self.assertEqual(self.client.get(path).json["bad"]["reason"], "crashes at start")

    def test_who_may(self):
        """no or bad token 401, missing scope 403"""
        self.assert_problem(self.nobody.get("/modules"), 401)
        reader = self.client_for("read")
        self.assertEqual(reader.get("/modules").status, 200)
        self.assert_problem(reader.post("/modules", {"name": "Reader"}), 403)


if __name__ == "__main__":
    unittest.main()
