"""Repackaging: "chosen modules → closure → manifest → archive", read and verified by other programs: Python's zipfile, jsonschema, and CycloneDX's
own library."""

import hashlib
import io
import json
import plistlib
import time
import unittest
import zipfile

import jsonschema
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from module_files import framework
from modules_test import ModuleCase, on


class PackagesTest(ModuleCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        test = cls()
        cls.app = test.new_app(("ios", "android"), name="打包检查")["id"]
        cls.base = test.published(needs={"licence": "MIT", "systemFrameworks": ["Foundation.framework"], "linkerFlags": ["-ObjC"]})
        cls.log = test.published(needs=on((cls.base, "*")))
        third = [{"name": "SecurityGuardSDK", "version": "1.5.32", "licence": "", "included": False}]
        cls.http = test.published(needs=on((cls.base, ">=1.0"), (cls.log, "^1.0")) | {"thirdParty": third, "systemFrameworks": ["libz.tbd"]})
        name = test.new_module()
        cls.ui = test.published(name, content=framework(name, bundle="APCommonUI.bundle"), needs=on((cls.base, "*")))

    def package(self, *names, **choice):
        """A package that is ready to be downloaded."""
        answer = self.client.post(f"/apps/{self.app}/packages", {"platform": "ios", "modules": [{"name": name} for name in names]} | choice)
        self.assertEqual(answer.status, 201, answer.text)
        return self.settled(answer.json["id"])

    def settled(self, identity):
        for _ in range(300):
            package = self.client.get(f"/apps/{self.app}/packages/{identity}").json
            if package["state"] not in ("waiting", "writing"):
                return package
            time.sleep(0.1)
        raise AssertionError(package)

    def archive(self, package):
        answer = self.client.get(f"/apps/{self.app}/packages/{package['id']}/download")
        self.assertEqual(answer.status, 200, answer.text if answer.type == "application/problem+json" else "")
        self.assertEqual(hashlib.sha256(answer.body).hexdigest(), package["sha256"])
        self.assertEqual(len(answer.body), package["size"])
        return zipfile.ZipFile(io.BytesIO(answer.body))

    def test_archive_and_manifest(self):
        """The demo's repackaging as in the documents, with modules of the same shape"""
        package = self.package(self.http, self.ui)
        self.assertEqual(package["state"], "ready")
        archive = self.archive(package)
        self.assertIsNone(archive.testzip())
        root = archive.namelist()[0].split("/")[0]
        manifest = json.loads(archive.read(f"{root}/BuildConfig.json"))
        self.assertEqual(manifest, self.client.get(f"/apps/{self.app}/packages/{package['id']}/manifest").json)
        schema = self.nobody.ask("GET", "/schemas/BuildConfig-1.json").json
        jsonschema.Draft202012Validator.check_schema(schema)
        jsonschema.Draft202012Validator(schema).validate(manifest)
        modules = {module["name"]: module for module in manifest["modules"]}
        self.assertEqual(set(modules), {self.base, self.log, self.http, self.ui})
        self.assertEqual({name for name, module in modules.items() if module["direct"]}, {self.http, self.ui})
        self.assertEqual(modules[self.log]["requiredBy"], [self.http])
        self.assertEqual(manifest["resources"], ["APCommonUI.bundle"])
        self.assertEqual(manifest["systemFrameworks"], ["Foundation.framework", "libz.tbd"])
        self.assertEqual(manifest["linkerFlags"], ["-ObjC"])
        self.assertEqual([library["name"] for library in manifest["thirdParty"]], ["SecurityGuardSDK"])
        for name, module in modules.items():
            source = self.client.get(f"/modules/{name}/versions/ios/{module['version']}/artifact").body
            self.assertEqual(hashlib.sha256(source).hexdigest(), module["sha256"])
            self.assert_holds(archive, zipfile.ZipFile(io.BytesIO(source)))

    def assert_holds(self, archive, module):
        """Every file of a module is in the archive, byte for byte."""
        names = archive.namelist()
        for entry in module.infolist():
            if not entry.is_dir():
                found = [name for name in names if name.endswith("/" + entry.filename)]
                self.assertEqual(len(found), 1, entry.filename)
                self.assertEqual(archive.read(found[0]), module.read(entry))

    def test_what_else_is_in_it(self):
        """modules, resources, manifest, header index, `GatewayConfig.plist`, meta config; a README says what to add to the project"""
        package = self.package(self.http, self.ui)
        archive = self.archive(package)
        named = {name.split("/", 1)[1]: name for name in archive.namelist() if "/" in name}
        places = {path.rsplit("/", 1)[-1]: named[path] for path in named}
        gateway = plistlib.loads(archive.read(places["GatewayConfig.plist"]))
        self.assertEqual(set(gateway), {"Debug", "Pre-release", "Release"})
        config = next(name for path, name in named.items() if path.endswith(".config"))
        self.assertEqual(json.loads(archive.read(config)), self.client.get(f"/apps/{self.app}/config/ios").json)
        headers = archive.read(places["headers.json"]).decode()
        self.assertIn(f"{self.http}.h", headers)
        readme = archive.read(places["README.md"]).decode()
        for word in (self.http, "SecurityGuardSDK", "APCommonUI.bundle", "libz.tbd", "-ObjC"):
            self.assertIn(word, readme)

    def test_bill_of_materials(self):
        """also as CycloneDX JSON"""
        package = self.package(self.http)
        answer = self.client.get(f"/apps/{self.app}/packages/{package['id']}/bom")
        self.assertEqual(answer.status, 200, answer.text)
        self.assertIsNone(JsonStrictValidator(SchemaVersion.V1_6).validate_str(answer.text))
        bom = answer.json
        self.assertLessEqual({self.base, self.log, self.http}, {component["name"] for component in bom["components"]})
        known = {component["bom-ref"] for component in bom["components"]} | {bom["metadata"]["component"]["bom-ref"]}
        self.assertTrue(all(dependency["ref"] in known for dependency in bom["dependencies"]))

    def test_same_choice_same_bytes(self):
        """Deterministic: same choice and catalogue → the same bytes"""
        first, second = self.package(self.http, self.ui), self.package(self.ui, self.http)
        self.assertNotEqual(first["id"], second["id"])
        self.assertEqual(first["sha256"], second["sha256"])
        self.assertEqual(first["version"], second["version"])
        self.assertNotEqual(self.package(self.http)["sha256"], first["sha256"])

    def test_download_goes_on(self):
        """download resumable with `Range` and ETag"""
        package = self.package(self.http)
        path = f"/apps/{self.app}/packages/{package['id']}/download"
        whole = self.client.get(path)
        half = len(whole.body) // 2
        rest = self.client.api("GET", path, Range=f"bytes={half}-", If_Range=whole.headers["ETag"])
        self.assertEqual((rest.status, whole.body[:half] + rest.body), (206, whole.body))

    def test_choices_that_do_not_work(self):
        """version ranges that exclude each other: refused, named with why and with a way out"""
        shared = self.published()
        self.published(shared, "2.0.0")
        low, high = self.published(needs=on((shared, "<2"))), self.published(needs=on((shared, ">=2")))
        choice = {"platform": "ios", "modules": [{"name": low}, {"name": high}]}
        problem = self.assert_problem(self.client.post(f"/apps/{self.app}/packages", choice), 422)
        for name in (low, high, shared):
            self.assertIn(name, str(problem))
        plan = self.client.post(f"/apps/{self.app}/package-plans", choice).json
        self.assertTrue(plan["isBlocked"])
        first = plan["problems"][0]
        self.assertEqual((first["kind"], first["level"]), ("versions", "blocking"))
        self.assertEqual({reason["module"] for reason in first["because"] if reason["kind"] == "depends"}, {low, high})
        self.assertIn({"kind": "leaveOut", "module": low, "detail": ""}, first["waysOut"])
        self.assert_problem(self.client.post(f"/apps/{self.app}/packages", {"platform": "ios", "modules": [{"name": "NoSuchModule"}]}), 422)
        self.assert_problem(self.client.post(f"/apps/{self.app}/packages", {"platform": "ios", "modules": []}), 422)

    def test_history(self):
        """packages of an app with diff to the previous (added, removed, raised)"""
        first, second = self.package(self.log), self.package(self.http)
        difference = self.client.get(f"/apps/{self.app}/packages/{second['id']}/difference", from_=first["id"]).json
        self.assertEqual([module["name"] for module in difference["added"]], [self.http])
        self.assertEqual(difference["removed"], [])
        listed = self.client.every_item(f"/apps/{self.app}/packages", platform="ios")
        self.assertEqual([package["id"] for package in listed[:2]], [second["id"], first["id"]])

    def test_app_that_begins_with_modules(self):
        """in: `name`, `englishName`, `platforms:["ios",…]`, optional `modules`: its first package is made of them"""
        app = self.new_app(modules=[self.http])
        first, = self.client.every_item(f"/apps/{app['id']}/packages")
        self.assertEqual(first["chosen"], [{"name": self.http}])
        answer = self.client.post("/apps", {"name": "契约", "englishName": self.new_name(), "platforms": ["ios"], "modules": ["NoSuchModule"]})
        self.assert_rejected(answer, "/modules")

    def test_which_shipped_versions_contain_it(self):
        """"which shipped versions contain MPHttpClient 1.0.0?" """
        package = self.package(self.http)
        manifest = self.client.get(f"/apps/{self.app}/packages/{package['id']}/manifest").json
        shipped = self.client.post(f"/apps/{self.app}/shipments", {"platform": "ios", "version": "2.3.0", "build": "45", "buildConfig": manifest})
        self.assertEqual(shipped.status, 201, shipped.text)
        usage = self.client.get(f"/modules/{self.log}/usage", platform="ios", version="1.0.0")
        self.assertEqual(usage.status, 200, usage.text)
        self.assertIn("2.3.0", usage.text)
        self.assertIn(self.app, usage.text)
        self.assertNotIn("2.3.0", self.client.get(f"/modules/{self.ui}/usage", platform="ios", version="1.0.0").text)
        broken = self.client.post(f"/apps/{self.app}/shipments", {"platform": "ios", "version": "2.3.1", "build": "46", "buildConfig": {"a": 1}})
        self.assert_problem(broken, 422)


if __name__ == "__main__":
    unittest.main()
