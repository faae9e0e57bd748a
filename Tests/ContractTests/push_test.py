"""Section 7, push: devices, messages from the draft to the figures, and what is refused. `console push-service` stands in for Apple's service."""

import json
import tempfile
import time
import unittest
import uuid
from datetime import datetime, timedelta, timezone

from gateway_case import GatewayCase, new_did
from push_service import PushService, TOPIC, token_of

NOT_AT_ALL = {"segment": {"versions": ["99.*"]}}


class PushCase(GatewayCase):
    """An app with a certificate for the stand-in, which all tests of a class share."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        folder = cls.enterClassContext(tempfile.TemporaryDirectory(prefix="console-push-"))
        cls.service = cls.enterClassContext(PushService(folder))

    def setUp(self):
        super().setUp()
        self.known_secret = self.secret()
        self.certificate = self.service.add_certificate(self.console, self.app)["id"]
        self.all = f"/apps/{self.app}/push-messages"

    def bind(self, token, did=None, **fields):
        """A device that is bound; answers its id."""
        did = did or new_did()
        device = self.new_device(self.known_secret, did=did)
        self.assert_code(device.call("mpaas.push.bind", {"token": token, "osType": "2"} | fields), 1000)
        return did

    def draft(self, **fields):
        answer = self.client.post(self.all, {"title": "上新", "body": "打开看看", "target": {"all": True}} | fields)
        self.assertEqual(answer.status, 201, answer.text)
        return answer.json

    def does(self, message, step, fields=None):
        """A sub-resource that changes it; answers the message."""
        answer = self.client.post(f"{self.all}/{message['id']}/{step}", fields or {})
        self.assertEqual(answer.status, 201, answer.text)
        return answer.json

    def shown(self, message):
        return self.client.get(f"{self.all}/{message['id']}").json

    def sends(self, message, window=0):
        count = self.does(message, "review")["audience"]
        return self.does(message, "confirmation", {"count": count, "windowSeconds": window})

    def wait(self, message, *states, seconds=20):
        self.eventually(lambda: self.shown(message)["state"] in states, seconds)
        return self.shown(message)

    def eventually(self, holds, seconds=10):
        end = time.monotonic() + seconds
        while not holds() and time.monotonic() < end:
            time.sleep(0.1)
        self.assertTrue(holds())

    def deliveries(self, message, **query):
        return self.client.every_item(f"{self.all}/{message['id']}/deliveries", **query)

    def pushes(self, message):
        """What the stand-in was given of a message, by token."""
        lines = [line | {"payload": json.loads(line["payload"])} for line in self.service.lines(taken=False)]
        return {line["token"]: line for line in lines if line["payload"].get("messageId") == message["id"]}

    def figures(self, **numbers):
        names = ("audience", "queued", "sent", "failed", "unknown", "skipped", "arrived", "opened", "ignored")
        return dict.fromkeys(names, 0) | numbers


class DevicesTest(PushCase):
    def test_bind(self):
        """`{token, osType:"2", userId?}`; devices: bind, unbind, user binding, list and search; tokens are shortened"""
        token = token_of(1)
        did = self.bind(token, userId="u1", environment="development", osVersion="26.1", mobileModel="iPhone17,1", timeZone="+08:00")
        device, = self.client.every_item(f"/apps/{self.app}/devices")
        self.assertEqual({name: device[name] for name in ("deviceId", "platform", "channel", "environment", "userId", "state")}, {
            "deviceId": did, "platform": "ios", "channel": "apns", "environment": "development", "userId": "u1", "state": "bound"})
        self.assertNotIn(token, json.dumps(device))
        self.assertTrue(device["token"].startswith(token[:8]) and device["token"].endswith(token[-4:]))
        self.bind(token, did, userId="")
        shown = self.client.get(f"/apps/{self.app}/devices/{did}").json
        self.assertEqual((shown["device"]["userId"], shown["deliveries"]), ("", []))
        self.assert_code(self.new_device(self.known_secret, did=did).call("mpaas.push.unbind", {"token": token}), 1000)
        self.assertEqual(self.client.get(f"/apps/{self.app}/devices/{did}").json["device"]["state"], "unbound")

    def test_a_token_moves(self):
        """a token is one device's: whoever binds it last has it"""
        first, second = self.bind(token_of(2)), self.bind(token_of(2))
        states = {item["deviceId"]: item["state"] for item in self.client.every_item(f"/apps/{self.app}/devices")}
        self.assertEqual((states[first] == "bound", states[second]), (False, "bound"))

    def test_refusals(self):
        """3002 bad format"""
        device = self.new_device(self.known_secret)
        for wrong in ({"token": "xyz"}, {"token": "ab" * 31}, {"token": "ab" * 101}, {"osType": "2"}, {"token": token_of(3), "osType": "1"},
                      {"token": token_of(3), "channel": "huawei"}, {"token": token_of(3), "environment": "staging"}):
            self.assert_code(device.call("mpaas.push.bind", {"osType": "2"} | wrong), 3002)
        nameless = self.new_device(self.known_secret, did="-")
        self.assert_code(nameless.call("mpaas.push.bind", {"token": token_of(3), "osType": "2"}), 3002)
        self.assert_problem(self.client.get(f"/apps/{self.app}/devices/nosuchdevice"), 404)


class SendingTest(PushCase):
    def test_from_draft_to_figures(self):
        """`draft → confirmed (count frozen) → sending → done`; per device: `queued, sent, failed(reason), arrived, opened`"""
        dids = [self.bind(token_of(number), userId=f"user{number}") for number in range(10, 13)]
        message = self.draft(
            data={"page": "new"}, badge=3, imageURL="https://cdn.example.com/a.png", ttlSeconds=3_600, collapseId="autumn", target={"devices": dids})
        self.assertEqual((message["state"], message["audience"]), ("draft", None))
        frozen = self.does(message, "review")
        self.assertEqual((frozen["state"], frozen["audience"]), ("draft", 3))
        self.bind(token_of(13), userId="late")
        self.assertEqual(self.does(message, "confirmation", {"count": 3, "windowSeconds": 0})["state"] in ("confirmed", "sending"), True)
        done = self.wait(message, "done")
        self.assertEqual(done["figures"], self.figures(audience=3, sent=3))
        pushes = self.pushes(message)
        self.assertEqual(set(pushes), {token_of(number) for number in range(10, 13)})
        self.assert_push(pushes[token_of(10)], done)
        self.assert_reports(message, dids)

    def assert_push(self, push, message):
        headers, payload = push["headers"], push["payload"]
        self.assertEqual({name: headers[f"apns-{name}"] for name in ("topic", "push-type", "priority", "collapse-id")}, {
            "topic": TOPIC, "push-type": "alert", "priority": "10", "collapse-id": "autumn"})
        self.assertAlmostEqual(int(headers["apns-expiration"]), time.time() + 3_600, delta=120)
        self.assertEqual(str(uuid.UUID(headers["apns-id"])), headers["apns-id"].lower())
        self.assertEqual((push["by"], payload["page"], payload["messageId"]), ("token", "new", message["id"]))
        aps = payload["aps"]
        self.assertEqual((aps["alert"], aps["badge"], aps["mutable-content"]), ({"title": "上新", "body": "打开看看"}, 3, 1))

    def assert_reports(self, message, dids):
        """`{messageId, event:"arrived|opened|ignored"}`, each counted once"""
        for did, events in zip(dids, (("arrived", "opened", "opened"), ("arrived", "ignored"), ())):
            for event in events:
                device = self.new_device(self.known_secret, did=did)
                self.assert_code(device.call("mpaas.push.report", {"messageId": message["id"], "event": event}), 1000)
                time.sleep(0.002)  # The same call twice in one millisecond would be a repetition.
        wanted = self.figures(audience=3, sent=3, arrived=2, opened=1, ignored=1)
        self.eventually(lambda: self.shown(message)["figures"] == wanted)
        statistics = self.client.get(f"{self.all}/{message['id']}/statistics").json
        self.assertEqual((statistics["figures"], statistics["reasons"]), (wanted, []))
        self.assertEqual([sum(hour[name] for hour in statistics["hours"]) for name in ("sent", "arrived", "opened")], [3, 2, 1])
        told = {item["device"]: bool(item["openedAt"]) for item in self.deliveries(message)}
        self.assertEqual(told, dict(zip(dids, (True, False, False))))

    def test_reasons(self):
        """`failed(reason)`; `Unregistered` removes the token; 503 is tried again; whom nobody answered is unknown"""
        tokens = {name: token_of(20, prefix) for name, prefix in (("dead", "dead"), ("bad", "bad0"), ("busy", "b503"), ("reset", "c1c1"))}
        dids = {name: self.bind(token) for name, token in tokens.items()}
        message = self.draft()
        self.sends(message)
        done = self.wait(message, "done", seconds=40)
        self.assertEqual(done["figures"], self.figures(audience=4, sent=1, failed=2, unknown=1))
        ends = {item["device"]: (item["state"], item["reason"]) for item in self.deliveries(message)}
        self.assertEqual(ends[dids["dead"]], ("failed", "Unregistered"))
        self.assertEqual(ends[dids["bad"]], ("failed", "BadDeviceToken"))
        self.assertEqual([ends[dids[name]][0] for name in ("busy", "reset")], ["sent", "unknown"])
        states = {item["deviceId"]: (item["state"], item["reason"]) for item in self.client.every_item(f"/apps/{self.app}/devices")}
        self.assertEqual((states[dids["dead"]], states[dids["bad"]]), (("gone", "Unregistered"), ("gone", "BadDeviceToken")))
        taken = [line["token"] for line in self.service.lines() if line["token"] in tokens.values()]
        self.assertEqual(sorted(taken), sorted(tokens[name] for name in ("busy", "reset")))

    def test_go_away(self):
        """GOAWAY before the request was taken: it is sent once more, or nobody knows; never twice"""
        self.bind(token_of(25, "caca"))
        message = self.draft()
        self.sends(message)
        figures = self.wait(message, "done", seconds=40)["figures"]
        self.assertEqual(figures["sent"] + figures["unknown"], 1, figures)
        self.assertEqual(len([line for line in self.service.lines() if line["token"] == token_of(25, "caca")]), figures["sent"])

    def test_silent(self):
        """silent: push type background, priority 5, nothing to show"""
        self.bind(token_of(30))
        message = self.draft(title="", body="", silent=True, data={"refresh": "1"})
        self.sends(message)
        self.wait(message, "done")
        push = self.pushes(message)[token_of(30)]
        self.assertEqual((push["headers"]["apns-push-type"], push["headers"]["apns-priority"]), ("background", "5"))
        self.assertEqual((push["payload"]["aps"], push["payload"]["refresh"]), ({"content-available": 1}, "1"))

    def test_environment_without_certificate(self):
        """a certificate is of one environment: devices of the other are told why"""
        self.bind(token_of(31), environment="development")
        message = self.draft()
        self.does(message, "review")
        review = self.client.get(f"{self.all}/{message['id']}/review").json
        self.assertIn("noCertificate", [warning["kind"] for warning in review["warnings"]])
        self.does(message, "confirmation", {"windowSeconds": 0})
        self.wait(message, "done")
        delivery, = self.deliveries(message)
        self.assertEqual((delivery["state"], delivery["reason"]), ("failed", "noCertificate"))

    def test_to_a_device_first(self):
        """test to a named device first"""
        did = self.bind(token_of(32))
        message = self.draft()
        test = self.does(message, "test", {"device": did})
        self.assertEqual((test["kind"], test["parent"]), ("test", message["id"]))
        self.wait(test, "done")
        self.assertIn(token_of(32), self.pushes(test))
        shown = self.shown(message)
        self.assertEqual((shown["state"], shown["testedAt"] is None), ("draft", False))
        self.assert_rejected(self.client.post(f"{self.all}/{message['id']}/test", {"device": "nosuchdevice"}), "/device")


class EndingTest(PushCase):
    def test_cancellation(self):
        """`cancelled`: nothing is sent after it"""
        self.bind(token_of(40))
        message = self.draft()
        self.sends(message, window=60)
        cancelled = self.does(message, "cancellation")
        self.assertEqual((cancelled["state"], cancelled["figures"]), ("cancelled", self.figures(audience=1, skipped=1)))
        for step in ("cancellation", "stop", "confirmation", "review"):
            self.assert_problem(self.client.post(f"{self.all}/{message['id']}/{step}", {}), 409)
        time.sleep(1)
        self.assertEqual(self.pushes(message), {})

    def test_window(self):
        """the cancel window, then it is sent by itself"""
        self.bind(token_of(41))
        message = self.draft()
        self.assertEqual(self.sends(message, window=2)["state"], "confirmed")
        self.assertEqual(self.pushes(message), {})
        self.assertEqual(self.wait(message, "done")["figures"]["sent"], 1)

    def test_stop(self):
        """stop: who has not got it does not get it"""
        for number in range(3):
            self.bind(token_of(50 + number, "d2d2"), timeZone="+14:00")
        held = [self.bind(token_of(60 + number), timeZone="-11:00") for number in range(2)]
        message = self.draft(schedule={"at": self.first_day(), "deviceLocal": True, "zone": "+00:00"})
        self.does(message, "review")
        self.does(message, "confirmation", {"windowSeconds": 0})
        self.eventually(lambda: self.shown(message)["state"] == "sending", 20)
        stopped = self.does(message, "stop")
        self.assertEqual(stopped["state"], "stopped")
        self.eventually(lambda: self.shown(message)["figures"]["queued"] == 0)
        ends = {item["device"]: (item["state"], item["reason"]) for item in self.deliveries(message)}
        self.assertEqual({ends[did] for did in held}, {("skipped", "stopped")})

    def first_day(self):
        """What clocks at UTC+14, where days begin first, showed a minute ago: in the west it is not due yet."""
        return (datetime.now(timezone.utc) + timedelta(hours=14, minutes=-1)).strftime("%Y-%m-%dT%H:%M:%S+00:00")


class TroubleTest(PushCase):
    """What is wrong with a certificate concerns every device: they are told why, and keep their tokens."""

    def setUp(self):
        super().setUp()
        self.dids = [self.bind(token_of(80 + number)) for number in range(3)]

    def assert_all_fail(self, reason, **details):
        path = f"/apps/{self.app}/push-certificates/{self.certificate}/details"
        self.assertEqual(self.client.post(path, {"alias": "x"} | details).status, 204)
        message = self.draft()
        self.sends(message)
        self.assertEqual(self.wait(message, "done")["figures"], self.figures(audience=3, failed=3))
        self.assertEqual({(item["state"], item["reason"]) for item in self.deliveries(message)}, {("failed", reason)})
        self.assertEqual({item["state"] for item in self.client.every_item(f"/apps/{self.app}/devices")}, {"bound"})

    def test_wrong_environment(self):
        """wrong certificate for the environment"""
        folder = self.enterContext(tempfile.TemporaryDirectory(prefix="console-push-"))
        with PushService(folder, "--reason", "BadCertificateEnvironment") as other:
            root = other.certificate.read_text()
            self.assert_all_fail("BadCertificateEnvironment", endpoint=f"127.0.0.1:{other.port}", trustedRoot=root)
            self.assertEqual(other.lines(), [])

    def test_untrusted_service(self):
        """nobody vouches for the service: nothing is said to it"""
        self.assert_all_fail("untrusted", endpoint=f"127.0.0.1:{self.service.port}", trustedRoot="")


class RefusalsTest(PushCase):
    def test_drafts(self):
        """422 with every field that is wrong"""
        for wrong, pointer in (({"title": "x" * 201}, "/title"), ({"ttlSeconds": -1}, "/ttlSeconds"), ({"collapseId": "x" * 65}, "/collapseId"),
                               ({"badge": 100_000}, "/badge"), ({"imageURL": "http://example.com/a.png"}, "/imageURL")):
            with self.subTest(pointer):
                answer = self.client.post(self.all, {"title": "a", "body": "b", "target": {"all": True}} | wrong)
                self.assert_rejected(answer, pointer)
        self.assertEqual(self.client.post(self.all, {"title": "a", "body": "b"}).status, 422)
        for target in ({}, {"all": True, "users": ["u"]}, {"segment": {}}, {"list": "nosuchlist"}):
            self.assertEqual(self.client.post(self.all, {"title": "a", "body": "b", "target": target}).status, 422, target)

    def test_size(self):
        """payload bytes counted against 4,096"""
        preview = lambda length: self.client.post(f"{self.all}/preview", {"title": "a", "body": "b", "data": {"k": "x" * length}})
        self.assertEqual(preview(100).status, 200, preview(100).text)
        answer = self.client.post(self.all, {"title": "a", "body": "b", "data": {"k": "x" * 5_000}, "target": {"all": True}})
        self.assertEqual(answer.status, 422)
        self.assertRegex(answer.text, "5[,0-9]+")

    def test_count(self):
        """typed count: another one than was frozen is refused"""
        self.bind(token_of(70))
        message = self.draft()
        self.assert_rejected(self.client.post(f"{self.all}/{message['id']}/confirmation", {"count": 2}), "/count")
        self.assert_rejected(self.client.post(f"{self.all}/{message['id']}/confirmation", {"windowSeconds": 3_601}), "/windowSeconds")

    def test_nobody(self):
        """a target that reaches nobody, and a placeholder that nothing fills, are found at the review"""
        self.assert_rejected(self.client.post(f"{self.all}/{self.draft(target=NOT_AT_ALL)['id']}/review", {}), "/target")
        self.bind(token_of(71))
        unfilled = self.draft(body="您好 #name#")
        self.assertEqual(self.client.post(f"{self.all}/{unfilled['id']}/review", {}).status, 422)
        filled = self.draft(body="您好 #name#", parameters={"name": "王"})
        self.sends(filled)
        self.wait(filled, "done")
        self.assertEqual(self.pushes(filled)[token_of(71)]["payload"]["aps"]["alert"]["body"], "您好 王")

    def test_audience(self):
        """target {users|devices|all|segment{platform, versions, models, osVersions, activeWithinDays}}"""
        did = self.bind(token_of(72), userId="u72", osVersion="26.1", mobileModel="iPhone17,1")
        self.bind(token_of(73), userId="u73", osVersion="18.0")
        for target, devices in (({"all": True}, 2), ({"users": ["u72", "nobody"]}, 1), ({"devices": [did]}, 1), ({"segment": {"osVersions": ["26.*"]}}, 1),
                                ({"segment": {"platform": "ios", "activeWithinDays": 1}}, 2), ({"segment": {"models": ["iphone17,1"]}}, 1), (NOT_AT_ALL, 0)):
            with self.subTest(target):
                counted = self.client.post(f"{self.all}/audience", {"target": target})
                self.assertEqual((counted.status, counted.json["devices"]), (200, devices), counted.text)
        self.assertEqual(self.client.post(f"{self.all}/audience", {"target": {"users": ["u72", "nobody"]}}).json["withoutToken"], 1)

    def test_scopes(self):
        """missing scope 403"""
        self.bind(token_of(74))
        message = self.draft()
        self.does(message, "review")
        writer = self.client_for("read", "write")
        self.assert_problem(writer.post(f"{self.all}/{message['id']}/confirmation", {}), 403)
        self.assert_problem(self.client_for("read").post(self.all, {"title": "a", "body": "b", "target": {"all": True}}), 403)
        self.assertEqual(self.client_for("read").get(f"{self.all}/{message['id']}").status, 200)


if __name__ == "__main__":
    unittest.main()
