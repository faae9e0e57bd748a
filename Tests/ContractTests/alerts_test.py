"""异常监控: rules, channels and what they send, checked by a receiver that knows only the public formats."""

import base64
import hashlib
import hmac
import http.server
import json
import threading
import time
import unittest
import urllib.parse

from console_process import Console
from contract_case import ContractCase, client_of

JAVA = "java.lang.IllegalStateException: closed\n\tat com.example.Shop.{}(Shop.java:12)"


class Receiver:
    """Takes whatever is posted to it, and answers as it is told."""

    def __init__(self):
        self.messages, self.answers = [], []
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.messages.append((self.path, dict(self.headers), body))
                status, answer = receiver.answers.pop(0) if receiver.answers else (200, b'{"errcode":0,"code":0}')
                self.send_response(status)
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def wait(self, count, seconds=40):
        deadline = time.monotonic() + seconds
        while len(self.messages) < count:
            if time.monotonic() > deadline:
                raise AssertionError(f"{len(self.messages)} of {count} messages came")
            time.sleep(0.1)
        return self.messages


def signed(key, text):
    return base64.b64encode(hmac.new(key, text, hashlib.sha256).digest()).decode()


class AlertsTest(ContractCase):
    """On a console that may speak to this machine."""

    @classmethod
    def setUpClass(cls):
        cls.console = Console(environment={"CONSOLE_ALERT_NETWORKS": "any", "CONSOLE_PUBLIC_URL": "https://console.example.com"})
        cls.console.__enter__()
        cls.addClassCleanup(cls.console.__exit__, None, None, None)
        cls.client = client_of(cls.console)

    def setUp(self):
        self.app, self.product = self.new_product(("android",))
        self.receiver = Receiver()
        self.addCleanup(self.receiver.close)

    def new_product(self, platforms=("ios",)):
        app = self.new_app(platforms)
        return app["id"], app["platforms"][0]["logProductId"]

    def made(self, path, **fields):
        answer = self.client.post(f"/apps/{self.app}/{path}", fields)
        self.assertEqual(answer.status, 201, answer.text)
        return answer.json

    def test_a_new_crash_reaches_a_webhook(self):
        """`webhook-id`, `webhook-timestamp`, `webhook-signature: v1,<base64 HMAC-SHA256 of id.timestamp.body>`, secret `whsec_…`"""
        made = self.made("alert-channels", name="ours", kind="webhook", url=f"{self.receiver.url}/hooks?token=0123456789abcdef", language="en")
        secret, channel = made["secret"], made["channel"]["id"]
        self.assertTrue(secret.startswith("whsec_"))
        self.assertNotIn("0123456789abcdef", json.dumps(made["channel"]))
        self.assertNotIn("secret", self.client.get(f"/apps/{self.app}/alert-channels/{channel}").json)
        rule = self.made("alert-rules", name="new crashes", kind="newGroup", channels=[channel])
        self.receiver.answers = [(500, b"later")]
        answer = self.client.upload_crash(self.product, JAVA.format("sell"), device="UTDalerts000001", productVersion="1.9")
        self.assertEqual(answer.status, 200, answer.text)
        (path, first, body), (_, second, again) = self.receiver.wait(2)[:2]
        self.assertEqual(path, "/hooks?token=0123456789abcdef")
        self.assertEqual((first["webhook-id"], body), (second["webhook-id"], again))
        key = base64.b64decode(secret.removeprefix("whsec_"))
        for headers in (first, second):
            text = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
            self.assertEqual(headers["webhook-signature"], "v1," + signed(key, text))
        message = json.loads(body)
        self.assertEqual(message["type"], "crash.group.new")
        self.assertEqual(message["data"]["rule"]["id"], rule["id"])
        self.assertIn("IllegalStateException", message["data"]["facts"]["groups"][0]["title"])
        alert = self.client.get(f"/apps/{self.app}/alerts").json["items"][0]
        self.assertEqual((alert["id"], alert["kind"], alert["readAt"]), (message["data"]["id"], "newGroup", None))
        delivery = self.client.get(f"/apps/{self.app}/alert-deliveries/{first['webhook-id']}").json
        self.assertEqual((delivery["delivery"]["state"], [attempt["status"] for attempt in delivery["attempts"]]), ("delivered", [500, 200]))
        self.assertEqual(self.client.post(f"/apps/{self.app}/alerts/{alert['id']}/reading", {}).status, 204)
        self.assertEqual(self.client.get(f"/apps/{self.app}/alerts", unread="true").json["total"], 0)

    def test_changes_reach_a_webhook(self):
        """signed webhooks for every ledger event with delivery log"""
        made = self.made("alert-channels", name="ours", kind="webhook", url=f"{self.receiver.url}/hooks", language="en", changes=["switches"])
        self.assertEqual(made["channel"]["changes"], ["switches"])
        key = base64.b64decode(made["secret"].removeprefix("whsec_"))
        self.receiver.answers = [(503, b"later")]
        answer = self.client.api("PUT", f"/apps/{self.app}/switches/theme", {"type": "string", "default": "dark", "rules": []})
        self.assertLess(answer.status, 300, answer.text)
        (_, first, body), (_, second, again) = self.receiver.wait(2)[:2]
        self.assertEqual((first["webhook-id"], body), (second["webhook-id"], again))
        text = f"{first['webhook-id']}.{first['webhook-timestamp']}.".encode() + body
        self.assertEqual(first["webhook-signature"], "v1," + signed(key, text))
        message = json.loads(body)
        self.assertEqual(message["type"], "change.switches")
        change = self.client.get(f"/apps/{self.app}/changes", kind="switches").json["items"][0]
        for name in ("id", "kind", "action", "app", "object", "title", "audience", "actor", "reachesDevices", "href"):
            self.assertEqual(message["data"][name], change[name], name)
        self.assertEqual(message["data"]["url"], "https://console.example.com" + change["href"])
        deliveries = self.client.get(f"/apps/{self.app}/alert-deliveries", about="change").json["items"]
        self.assertEqual([(item["id"], item["changeId"]) for item in deliveries], [(first["webhook-id"], change["id"])])
        self.assertEqual(self.client.post(f"/apps/{self.app}/alert-deliveries/{first['webhook-id']}/resend", {}).status, 204)
        self.assertEqual(self.receiver.wait(3)[2][1]["webhook-id"], first["webhook-id"])

    def test_robots(self):
        """钉钉: `timestamp` and `sign` in the address; 飞书: in the body; 企业微信: markdown"""
        for kind, path, secret in (("dingtalk", "/robot/send?access_token=t", "SECx"), ("feishu", "/open-apis/bot/v2/hook/h", "x"),
                                   ("wecom", "/cgi-bin/webhook/send?key=k", None)):
            fields = {"secret": secret} if secret else {}
            channel = self.made("alert-channels", name=kind, kind=kind, url=self.receiver.url + path, **fields)["channel"]["id"]
            answer = self.client.post(f"/apps/{self.app}/alert-channels/{channel}/test", {})
            self.assertEqual((answer.status, answer.json["state"]), (201, "delivered"), answer.text)
        (ding, _, text), (_, _, feishu), (_, _, wecom) = self.receiver.messages
        query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(ding).query))
        self.assertEqual(query["sign"], signed(b"SECx", f"{query['timestamp']}\nSECx".encode()))
        self.assertLess(abs(int(query["timestamp"]) / 1000 - time.time()), 60)
        self.assertEqual(json.loads(text)["msgtype"], "markdown")
        feishu = json.loads(feishu)
        self.assertEqual(feishu["sign"], signed(f"{feishu['timestamp']}\nx".encode(), b""))
        self.assertEqual(json.loads(wecom)["msgtype"], "markdown")

    def test_what_a_robot_refuses_is_said(self):
        """delivery log: request summary, status, answer's beginning, attempts"""
        channel = self.made("alert-channels", name="d", kind="dingtalk", url=self.receiver.url + "/robot/send?access_token=t")["channel"]["id"]
        self.receiver.answers = [(200, b'{"errcode":310000,"errmsg":"sign not match"}')]
        answer = self.client.post(f"/apps/{self.app}/alert-channels/{channel}/test", {}).json
        self.assertEqual((answer["state"], answer["problem"], answer["attempts"]), ("failed", "robotFinal", 1))
        shown = self.client.get(f"/apps/{self.app}/alert-deliveries/{answer['id']}").json
        self.assertIn("sign not match", shown["attempts"][0]["answer"])
        self.assertEqual(self.client.post(f"/apps/{self.app}/alert-deliveries/{answer['id']}/resend", {}).status, 204)
        self.receiver.wait(2)

    def test_metadata_services_are_never_asked(self):
        """the console's own addresses and link-local/metadata refused"""
        for url in ("http://169.254.169.254/latest/meta-data", "http://[fe80::1]/", "http://0.0.0.0/", "file:///etc/passwd", "http://a:b@c.example/"):
            answer = self.client.post(f"/apps/{self.app}/alert-channels", {"name": "x", "kind": "webhook", "url": url})
            self.assert_rejected(answer, "/url")


class AlertNetworksTest(ContractCase):
    """On a console that was told nothing."""

    def test_this_machine_is_refused(self):
        """loopback refused unless set for tests"""
        app = self.new_app()["id"]
        for host in ("127.0.0.1", "localhost", "[::1]"):
            answer = self.client.post(f"/apps/{app}/alert-channels", {"name": "x", "kind": "webhook", "url": f"http://{host}:1/"})
            self.assert_rejected(answer, "/url")


if __name__ == "__main__":
    unittest.main()
