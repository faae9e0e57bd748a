"""The documents' story: the demo's user logs in, binds a token, gets the composed message, and a diagnosis task that came by a silent push brings a log."""

import io
import json
import tempfile
import time
import unittest
import zipfile
from datetime import datetime, timedelta, timezone
from urllib.parse import urlsplit

from console_process import EMAIL, PASSWORD, Console
from contract_case import client_of
from contract_pages import Person
from gateway_case import GatewayCase
from push_service import TOPIC, PushService, token_of

SHANGHAI = timezone(timedelta(hours=8))
USER = "alipayAdmin"


class PushStoryTest(GatewayCase):
    """The seeded demo, with a push service of its own."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.console = cls.enterClassContext(Console())
        cls.console.command("seed", timeout=180)
        cls.client = client_of(cls.console)
        folder = cls.enterClassContext(tempfile.TemporaryDirectory(prefix="console-push-"))
        cls.service = cls.enterClassContext(PushService(folder))

    def setUp(self):
        found, = [app for app in self.client.every_item("/apps") if app["id"] == "simpledemorpc"]
        self.app = found["id"]
        self.platform, = [platform for platform in found["platforms"] if platform["platform"] == "ios"]
        self.device = self.new_device(did="UTDpushstory0001")
        self.retire_certificates()
        self.service.add_certificate(self.console, self.app)

    def retire_certificates(self):
        """The demo's open Apple's own service, which is not asked here."""
        for item in self.client.every_item(f"/apps/{self.app}/push-certificates"):
            if item["state"] == "current":
                self.client.post(f"/apps/{self.app}/push-certificates/{item['id']}/retirement", {})

    def test_story(self):
        """the demo user logs in, binds a token, gets the composed message, a diagnosis task reaches the device silently, its log is read in the viewer"""
        token = token_of(1)
        session = self.assert_code(self.device.call("alipay.mpaasgw.logindemo", {
            "userId": USER, "password": "ali123", "appCode": "SIMPLEDEMORPC", "token": token, "osType": "2"}), 1000)["sessionId"]
        self.assert_code(self.device.call("mpaas.push.bind", {"token": token, "osType": "2"}, sessionId=session), 1000)
        bound = self.client.get(f"/apps/{self.app}/devices/UTDpushstory0001").json["device"]
        self.assertEqual((bound["userId"], bound["state"]), (USER, "bound"))
        self.message_arrives(token)
        self.log_is_read(token)

    def message_arrives(self, token):
        message = self.client.post(f"/apps/{self.app}/push-messages", {
            "title": "欢迎回来，#name#", "body": "您有一张优惠券", "data": {"page": "coupons"}, "parameters": {"name": "管理员"}, "target": {"users": [USER]}}).json
        path = f"/apps/{self.app}/push-messages/{message['id']}"
        count = self.client.post(f"{path}/review", {}).json["audience"]
        self.client.post(f"{path}/confirmation", {"count": count, "windowSeconds": 0})
        push = self.pushed(token, lambda line: line["payload"].get("messageId") == message["id"])
        self.assertEqual({name: push["headers"][f"apns-{name}"] for name in ("topic", "push-type", "priority")}, {
            "topic": TOPIC, "push-type": "alert", "priority": "10"})
        self.assertEqual(push["payload"]["aps"]["alert"], {"title": "欢迎回来，管理员", "body": "您有一张优惠券"})
        self.assertEqual((push["by"], push["payload"]["page"]), ("token", "coupons"))
        for event in ("arrived", "opened"):
            self.assert_code(self.device.call("mpaas.push.report", {"messageId": message["id"], "event": event}), 1000)
        figures = lambda: self.client.get(path).json["figures"]
        self.eventually(lambda: (figures()["arrived"], figures()["opened"]) == (1, 1))

    def pushed(self, token, is_it):
        """What the stand-in was given for the device."""
        def found():
            lines = [line | {"payload": json.loads(line["payload"])} for line in self.service.lines() if line["token"] == token]
            return [line for line in lines if is_it(line)]
        self.eventually(found, 20)
        line, = found()
        return line

    def log_is_read(self, token):
        """the same device is asked for its log by a silent push"""
        start = datetime.now(timezone.utc).replace(minute=0, second=0, microsecond=0) - timedelta(hours=2)
        task = self.client.post(f"/apps/{self.app}/diagnostics", {
            "userId": USER, "platform": "ios", "from": start.isoformat(), "to": (start + timedelta(hours=1)).isoformat(), "network": "wifi",
            "description": "优惠券打不开", "channel": "push", "consent": "电话中同意"}).json
        push = self.pushed(token, lambda line: line["payload"].get("mpaasDiagnosis") == task["id"])
        self.assertEqual((push["headers"]["apns-push-type"], push["headers"]["apns-priority"]), ("background", "5"))
        self.assertEqual(push["payload"]["aps"], {"content-available": 1})
        told = next(told for told in self.assert_code(self.device.call("mpaas.diagnosis.poll", {"did": "UTDpushstory0001", "userId": USER}), 1000)["tasks"]
                    if told["id"] == task["id"])
        answer = self.client.with_token(None).ask("PUT", urlsplit(told["uploadURL"]).path, self.archive(start), {"timeZone": "+08:00"})
        self.assertEqual(answer.status, 201, answer.text)
        path = f"/apps/{self.app}/diagnostics/{task['id']}"
        self.eventually(lambda: self.part(path)["state"] == "done", 20)
        self.assert_viewer(path, self.part(path))

    def part(self, path):
        return next(part for part in self.client.get(path).json["parts"] if part["device"] == "UTDpushstory0001")

    def archive(self, start):
        archive, at = io.BytesIO(), start.astimezone(SHANGHAI)
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
            file.writestr(f"{at:%Y-%m-%d-%H}.log", f"{at:%Y-%m-%d %H}:15:30.123 [E] [coupons] 优惠券列表为空\n{at:%Y-%m-%d %H}:15:31.000 [I] [net] retry\n")
        return archive.getvalue()

    def assert_viewer(self, path, part):
        found = self.client.get(f"{path}/logs/{part['id']}", level="error").json["items"]
        self.assertEqual([(item["tag"], item["text"]) for item in found], [("coupons", "优惠券列表为空")])
        person = Person(self.client, self.console.url)
        person.log_in(EMAIL, PASSWORD)
        page = person.get(f"{path}/logs/{part['id']}?tag=coupons")
        self.assertEqual(page.status, 200)
        self.assertIn("优惠券列表为空", page.text)
        self.assertNotIn("retry", page.text)

    def eventually(self, holds, seconds=10):
        end = time.monotonic() + seconds
        while not holds() and time.monotonic() < end:
            time.sleep(0.1)
        self.assertTrue(holds())


if __name__ == "__main__":
    unittest.main()
