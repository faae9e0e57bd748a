"""Builds: "`POST /apps/{app}/builds` (multipart `file`, or PUT of the raw body to `/apps/{app}/builds/upload?filename=`)", and the pages that phones
install them by."""

import concurrent.futures
import hashlib
import plistlib
import shutil
import subprocess
import unittest
import xml.dom.minidom
from urllib.parse import parse_qs, urlsplit

import build_files
from contract_case import ContractCase, client_of
from console_process import Console

PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1"
ANDROID = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36"


class BuildsTest(ContractCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.app = cls().new_app(("ios", "android"))["id"]

    def put(self, body, name, client=None, **headers):
        client = client or self.client
        fields = {"Authorization": f"Bearer {client.token}", "Content-Type": "application/octet-stream"} | headers
        return client.ask("PUT", f"/api/v1/apps/{self.app}/builds/upload?filename={name}", body, fields)

    def brought(self, body=None, name="Demo.apk", **facts):
        answer = self.put(body or build_files.apk(**facts), name)
        self.assertIn(answer.status, (200, 201), answer.text)
        return answer.json

    def page(self, code, agent, path="", **headers):
        return self.nobody.ask("GET", f"/i/{code}{path}", headers={"User-Agent": agent, "Accept-Language": "en", **headers})

    def test_raw_body(self):
        """PUT of the raw body … out: `id,platform,identifier,version,buildNumber,minOS,size,sha256,signing{…},installURL,state`"""
        body = build_files.ipa(version="1.4.0", build="14")
        answer = self.put(body, "Demo.ipa")
        self.assertEqual(answer.status, 201, answer.text)
        build = answer.json
        self.assertEqual(answer.headers["Location"], f"/api/v1/apps/{self.app}/builds/{build['id']}")
        wanted = {"platform": "ios", "identifier": "com.example.contract", "version": "1.4.0", "buildNumber": "14", "minOS": "15.0",
                  "size": len(body), "sha256": hashlib.sha256(body).hexdigest(), "state": "current"}
        self.assertEqual({name: build[name] for name in wanted}, wanted)
        self.assertIn("signing", build)
        self.assertEqual(urlsplit(build["installURL"]).path, f"/i/{build['installCode']}")
        self.assertEqual(self.client.get(f"/apps/{self.app}/builds/{build['id']}").json, build)

    def test_multipart(self):
        """multipart `file`"""
        boundary = "----contract"
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="Demo.apk"\r\nContent-Type: application/octet-stream\r\n\r\n'
        body = head.encode() + build_files.apk(version="1.5.0", build=15) + f"\r\n--{boundary}--\r\n".encode()
        answer = self.client.ask("POST", f"/api/v1/apps/{self.app}/builds", body, {
            "Authorization": f"Bearer {self.client.token}", "Content-Type": f"multipart/form-data; boundary={boundary}"})
        self.assertEqual(answer.status, 201, answer.text)
        self.assertEqual((answer.json["platform"], answer.json["version"], answer.json["buildNumber"]), ("android", "1.5.0", "15"))

    def test_same_file(self):
        """The same file again is the same build."""
        body = build_files.apk(version="1.6.0", build=16)
        first, again = self.put(body, "a.apk"), self.put(body, "b.apk")
        self.assertEqual((first.status, again.status), (201, 200))
        self.assertEqual(first.json["id"], again.json["id"])

    def test_what_is_no_package(self):
        """Bad input: the file and the reason are named, nothing half stored."""
        before = self.client.get(f"/apps/{self.app}/builds").json["total"]
        whole = build_files.ipa(version="9.9.9")
        for body, name in [(b"", "empty.apk"), (b"x" * 100, "text.ipa"), (whole[:len(whole) // 2], "cut.ipa"), (whole, "renamed.apk"),
                           (whole, "Demo.zip"), (build_files.packed({"a": b"b"}), "other.ipa")]:
            answer = self.put(body, name)
            self.assert_rejected(answer, "/file")
        self.assertEqual(self.client.get(f"/apps/{self.app}/builds").json["total"], before)

    def test_who_may(self):
        """missing scope 403, no token 401"""
        reader = self.client.with_token(self.client.post("/tokens", {"name": "reader", "scope": "read"}).json["token"])
        self.assert_problem(self.put(build_files.apk(), "a.apk", reader), 403)
        self.assert_problem(self.nobody.ask("PUT", f"/api/v1/apps/{self.app}/builds/upload?filename=a.apk", b"x"), 401)

    def test_pictures(self):
        """`…/qr.png` `…/qr.svg`: zbarimg reads the install address, and nothing else"""
        build = self.brought(version="1.7.0", build=17)
        png = self.client.get(f"/apps/{self.app}/builds/{build['id']}/qr.png")
        self.assertEqual((png.status, png.type), (200, "image/png"))
        svg = self.client.get(f"/apps/{self.app}/builds/{build['id']}/qr.svg")
        self.assertEqual((svg.status, svg.type), (200, "image/svg+xml"))
        drawing = xml.dom.minidom.parseString(svg.body).documentElement
        self.assertEqual(drawing.getElementsByTagName("rect")[0].getAttribute("fill"), "#fff", "readable on dark pages")
        if not shutil.which("zbarimg"):
            self.skipTest("zbarimg is not installed")
        read = subprocess.run(["zbarimg", "--quiet", "--raw", "-"], input=png.body, capture_output=True, check=True).stdout.decode().strip()
        self.assertEqual(read, build["installURL"])

    def test_states(self):
        """A change of state is a sub-resource"""
        build = self.brought(version="1.8.0", build=18)
        path = f"/apps/{self.app}/builds/{build['id']}"
        self.assertEqual(self.client.post(f"{path}/retirement", {}).status, 204)
        self.assertEqual(self.client.get(path).json["state"], "retired")
        self.assert_problem(self.client.post(f"{path}/retirement", {}), 409)
        self.assertIn(b"nothing to install", self.page(build["installCode"], ANDROID).body)
        self.assertEqual(self.client.post(f"{path}/restoration", {}).status, 204)
        self.assertEqual(self.client.api("DELETE", path).status, 204)
        self.assert_problem(self.client.get(path), 404)
        self.assertEqual(self.page(build["installCode"], ANDROID).status, 404)

    def test_download(self):
        """A phone takes the file, whole or in parts; all parts of one download count once."""
        body = build_files.apk(version="1.9.0", build=19)
        build = self.brought(body)
        self.assertEqual(self.page(build["installCode"], ANDROID).status, 200)
        place = self.page(build["installCode"], ANDROID, "/download").headers["Location"]
        parts = [self.nobody.ask("GET", place, headers={"Range": f"bytes={start}-{start + 999}"}).body for start in range(0, len(body), 1000)]
        self.assertEqual(b"".join(parts), body)
        self.assertEqual(self.client.get(f"/apps/{self.app}/builds/{build['id']}/downloads").json["total"], 1)
        self.assertEqual(self.nobody.ask("GET", place.replace("/files/", "/files/x")).status, 404)

    def test_limit(self):
        """count limit: counted exactly, whoever comes at the same time"""
        build = self.brought(version="1.10.0", build=110)
        link = f"/apps/{self.app}/install-links/{build['installCode']}"
        self.assertEqual(self.client.api("PUT", link, {"limit": 7}).json["limit"], 7)
        places = [self.page(build["installCode"], ANDROID, "/download").headers["Location"] for _ in range(24)]
        with concurrent.futures.ThreadPoolExecutor(12) as pool:
            answers = list(pool.map(lambda place: self.nobody.ask("GET", place).status, places))
        self.assertEqual((answers.count(200), answers.count(403)), (7, 17))
        self.assertEqual(self.client.get(link).json["state"], "full")
        self.assertEqual(self.nobody.ask("GET", places[answers.index(200)]).status, 200, "a download that was begun goes on")

    def test_pages_say_little(self):
        """Codes are not enumerable, and pages name nothing of the console"""
        build = self.brought(version="1.11.0", build=111)
        answer = self.page(build["installCode"], ANDROID)
        self.assertNotIn(self.app, answer.text.replace(build["installCode"], ""))
        self.assertIn("frame-ancestors 'none'", answer.headers["Content-Security-Policy"])
        self.assertIn("noindex", answer.text)
        self.assertGreaterEqual(len(build["installCode"]), 22)


class SecureInstallTest(unittest.TestCase):
    """iOS `itms-services` manifest, only under https."""

    @classmethod
    def setUpClass(cls):
        cls.console = cls.enterClassContext(Console(arguments=["--public-url", "https://get.example.com"]))
        cls.client = client_of(cls.console)
        cls.nobody = cls.client.with_token(None)
        cls.client.post("/apps", {"name": "Secure", "englishName": "Secure", "platforms": ["ios"]})
        body = build_files.ipa()
        cls.build = cls.client.ask("PUT", "/api/v1/apps/secure/builds/upload?filename=Demo.ipa", body, {
            "Authorization": f"Bearer {cls.client.token}", "Content-Type": "application/octet-stream"}).json

    def test_manifest(self):
        page = self.nobody.ask("GET", f"/i/{self.build['installCode']}", headers={"User-Agent": PHONE, "Accept-Language": "en"})
        self.assertIn("itms-services://?action=download-manifest", page.text)
        answer = self.nobody.ask("GET", f"/i/{self.build['installCode']}/manifest.plist")
        self.assertEqual(answer.status, 200)
        item, = plistlib.loads(answer.body)["items"]
        self.assertEqual(item["metadata"], {"bundle-identifier": "com.example.contract", "bundle-version": "1.2.3", "kind": "software", "title": "合同"})
        place = next(asset["url"] for asset in item["assets"] if asset["kind"] == "software-package")
        self.assertTrue(place.startswith("https://get.example.com/i/"), place)
        package = self.nobody.ask("GET", urlsplit(place).path)
        self.assertEqual(hashlib.sha256(package.body).hexdigest(), self.build["sha256"])

    def test_locked(self):
        """A password locks the page, and what the system's installer asks without cookies is let in by the page's word."""
        code = self.build["installCode"]
        self.client.api("PUT", f"/apps/secure/install-links/{code}", {"password": "open sesame"})
        self.addCleanup(self.client.api, "PUT", f"/apps/secure/install-links/{code}", {"password": ""})
        self.assertEqual(self.nobody.ask("GET", f"/i/{code}/manifest.plist").status, 403)
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        cookie = self.nobody.ask("POST", f"/i/{code}", b"password=open+sesame", form).headers["Set-Cookie"]
        self.assertIn("Secure", cookie)
        page = self.nobody.ask("GET", f"/i/{code}", headers={"User-Agent": PHONE, "Cookie": cookie.partition(";")[0]}).text
        link = page.split('href="itms-services:', 1)[1].split('"', 1)[0].replace("&amp;", "&")
        manifest = parse_qs(urlsplit("itms-services:" + link).query)["url"][0]
        parts = urlsplit(manifest)
        self.assertEqual(self.nobody.ask("GET", f"{parts.path}?{parts.query}").status, 200)


if __name__ == "__main__":
    unittest.main()
