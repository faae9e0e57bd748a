"""The operations of the gateway's table: switches, feedback, red dots, the demo app's log-in, those to come, and an app's own."""

import base64
import threading
import time
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from console_process import Console
from contract_case import client_of
from gateway_case import GatewayCase, png
from gateway_client import Device


class SwitchesTest(GatewayCase):
    def put(self, key, type, default, rules=()):
        answer = self.client.api("PUT", f"/apps/{self.app}/switches/{key}", {"type": type, "default": default, "rules": list(rules)})
        self.assertIn(answer.status, (200, 201), answer.text)

    def publish(self):
        answer = self.client.post(f"/apps/{self.app}/switches/publication", {})
        self.assertLess(answer.status, 300, answer.text)

    def fetch(self, device=None, **fields):
        device = device or self.device
        request = {"productVersion": "1.0.0", "did": device.fields["Did"]} | fields
        return self.assert_code(device.call("alipay.client.switches.all.get", request), 1000)

    def test_values(self):
        """→ `{"switches":{key:value},"version":"…"}`; type: string|number|boolean|json"""
        values = {"s": ("string", "中文"), "n": ("number", 0.5), "b": ("boolean", True), "j": ("json", {"a": [1, {"b": None}]})}
        for key, (type, value) in values.items():
            self.put(key, type, value)
        self.assertEqual(self.fetch()["switches"], {}, "a draft is nobody's")
        self.publish()
        result = self.fetch()
        self.assertEqual(result.keys(), {"switches", "version"})
        self.assertEqual(result["switches"], {key: value for key, (_, value) in values.items()})
        self.assertIsInstance(result["version"], str)
        self.put("n", "number", 2)
        self.assertEqual(self.fetch(), result, "until it is published")
        self.publish()
        later = self.fetch()
        self.assertEqual(later["switches"]["n"], 2)
        self.assertNotEqual(later["version"], result["version"])

    def test_rules(self):
        """rules: `[{platform?, versions?, users?, percentage?, models?, osVersions?, value}]`"""
        self.put("k", "string", "default", [
            {"users": ["u1"], "value": "user"}, {"models": ["iPhone17,1"], "value": "model"}, {"platform": "android", "value": "android"},
            {"percentage": 0, "value": "none"}])
        self.publish()
        values = [self.fetch(**fields)["switches"]["k"] for fields in ({}, {"userId": "u1"}, {"mobileModel": "iPhone17,1"}, {"userId": "u2"})]
        self.assertEqual(values, ["default", "user", "model", "default"])

    def test_percentage(self):
        """Percentage bucket: raising never drops a device; without a device id … outside the percentage"""
        self.put("p", "boolean", False, [{"percentage": 50, "value": True}])
        self.publish()
        devices = [self.new_device(self.device.secret) for _ in range(60)]
        some = [self.fetch(device)["switches"]["p"] for device in devices]
        self.assertIn(sum(some), range(12, 49))
        rules = self.client.get(f"/apps/{self.app}/switches/p").json
        raised = [rule | {"percentage": 80} for rule in rules.get("rules") or rules["published"]["rules"]]
        self.put("p", "boolean", False, raised)
        self.publish()
        more = [self.fetch(device)["switches"]["p"] for device in devices]
        self.assertTrue(all(after or not before for before, after in zip(some, more)))
        self.assertGreater(sum(more), sum(some))
        nobody = Device(self.client, self.platform["appKey"], self.platform["workspaceId"], self.device.secret, did="-")
        self.assertEqual(self.fetch(nobody)["switches"]["p"], False)


class FeedbackTest(GatewayCase):
    def test_sent(self):
        """`{content, contact?, userId?, mobileNo?, images?:[base64]}` → `{id}`; `GET /apps/{app}/feedback`"""
        request = {"content": "太慢，<b>", "contact": "a@b.example", "userId": "u1", "mobileNo": "13800000000", "images": [png()]}
        result = self.assert_code(self.device.call("alipay.client.saveUserProposalInfo", request), 1000)
        self.assertTrue(result["id"])
        item, = self.client.every_item(f"/apps/{self.app}/feedback")
        self.assertEqual((str(item["id"]), item["content"]), (str(result["id"]), request["content"]))

    def test_rejected(self):
        """3002 bad format: no content, pictures that are none, more than four"""
        for request in ({}, {"content": ""}, {"content": 5}, {"content": "x", "images": ["?"]},
                        {"content": "x", "images": [base64.b64encode(b"<svg onload=alert(1)>").decode()]}, {"content": "x", "images": [png()] * 5}):
            with self.subTest(request):
                self.assert_code(self.device.call("alipay.client.saveUserProposalInfo", request), 3002)
        self.assertEqual(self.client.get(f"/apps/{self.app}/feedback").json["total"], 0)


class BadgesTest(GatewayCase):
    def publish(self, **fields):
        answer = self.client.post(f"/apps/{self.app}/badges", fields)
        self.assertEqual(answer.status, 201, answer.text)

    def pull(self, **fields):
        request = {"did": self.device.fields["Did"]} | fields
        return self.assert_code(self.device.call("mpaas.badge.pull", request), 1000)["badges"]

    def ack(self, *widgets, **fields):
        request = {"did": self.device.fields["Did"], "widgetIds": list(widgets)} | fields
        self.assert_code(self.device.call("mpaas.badge.ack", request), 1000)

    def test_pull_and_acknowledge(self):
        """pull → `{"badges":[{badgeId,style,temporaryBadgeNumber,persistentBadgeNumber}]}`; ack `{widgetIds:[…]}`"""
        self.assertEqual(self.pull(), [])
        self.publish(badgeId="#A,#B", style="num", number=3, audience="all")
        dot = {"badgeId": "#A,#B", "style": "num", "temporaryBadgeNumber": 3, "persistentBadgeNumber": 0}
        self.assertEqual(self.pull(), [dot])
        self.ack("#Other")
        self.assertEqual(self.pull(), [dot])
        self.ack("#B")
        self.assertEqual(self.pull(), [])
        self.ack("#B")
        self.device = self.new_device()
        self.assertEqual(self.pull(), [dot], "another device has seen nothing")

    def test_audience(self):
        """`audience`: a dot for one user is nobody else's"""
        self.publish(badgeId="#U", style="point", audience={"users": ["u1"]})
        self.assertEqual(self.pull(userId="u2"), [])
        self.assertEqual([dot["badgeId"] for dot in self.pull(userId="u1")], ["#U"])


class DemoTest(GatewayCase):
    """The seeded demo has a console of its own."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.seeded = cls.enterClassContext(Console())
        cls.seeded.command("seed", timeout=180)
        cls.client = client_of(cls.seeded)

    def setUp(self):
        found, = [app for app in self.client.every_item("/apps") if app["id"] == "simpledemorpc"]
        self.app, self.platform = found["id"], found["platforms"][0]
        self.assertEqual(self.platform["platform"], "ios")
        self.device = self.new_device()

    def log_in(self, user="alipayAdmin", password="ali123"):
        request = {"userId": user, "password": password, "appCode": "SIMPLEDEMORPC", "token": "0" * 64, "osType": "2"}
        return self.device.call("alipay.mpaasgw.logindemo", request)

    def greet(self, **headers):
        return self.device.call("alipay.mpaasgw.needlogintest", {}, **headers)

    def test_log_in(self):
        """log in `{userId,password}` → sessionId; the second needs header `sessionId`, else 2000"""
        session = self.assert_code(self.log_in(), 1000)["sessionId"]
        self.assertRegex(session, r"\A[\x21-\x7e]{16,}\Z")
        self.assert_code(self.greet(), 2000)
        self.assert_code(self.greet(sessionId=session), 1000)
        for wrong in (session[:-1], session + "0", "x", ""):
            self.assert_code(self.greet(sessionId=wrong), 2000)

    def test_wrong_password(self):
        """1001 access denied"""
        for user, password in (("alipayAdmin", "wrong"), ("nobody", "ali123"), ("", "")):
            self.assert_code(self.log_in(user, password), 1001)

    def test_only_the_demo(self):
        """the demo app's operations (seeded): no other app has them"""
        answer = self.client.post("/apps", {"name": "x", "englishName": self.new_name(), "platforms": ["ios"]}).json
        self.app, self.platform = answer["id"], answer["platforms"][0]
        self.device = self.new_device()
        self.assert_code(self.log_in(), 3000)





class UpstreamTest(GatewayCase):
    """"an upstream operation against a real local HTTP server shows up in the ranking with its time and traffic"."""

    def setUp(self):
        super().setUp()
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), _Echo)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        answer = self.client.api("PUT", f"/apps/{self.app}/gateway/upstreams/com.example.echo", {
            "url": f"http://127.0.0.1:{self.server.server_port}/", "method": "POST", "timeoutMilliseconds": 2000, "allowsPrivate": True})
        self.assertIn(answer.status, (200, 201), answer.body)

    def test_ranking(self):
        for number in range(3):
            self.assertEqual(self.assert_code(self.device.call("com.example.echo", {"a": number}), 1000), {"a": number})
        self.assert_code(self.device.call("com.example.echo", {"a": "fail"}), 4002)
        end = time.monotonic() + 10
        while not (row := self.row()) or row["calls"] < 4:
            self.assertLess(time.monotonic(), end, row)
            time.sleep(0.1)
        self.assertEqual((row["calls"], row["errors"]), (4, 1))
        self.assertGreater(row["requestBytes"], 0)
        self.assertGreater(row["responseBytes"], 0)
        self.assertIsNotNone(row["upstreamMilliseconds"]["p50"])

    def row(self):
        items = self.client.get(f"/apps/{self.app}/stats/gateway").json["items"]
        return next((item for item in items if item["operation"] == "com.example.echo"), None)


class _Echo(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        time.sleep(0.02)
        self.send_response(500 if b"fail" in body else 200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    unittest.main()
