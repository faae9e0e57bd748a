"""Check update: releases are drafted, published, paused, raised and ended; devices are told exactly what was published."""

import unittest
from datetime import datetime, timedelta, timezone

from console_process import Console
from contract_case import client_of, rfc3339
from gateway_case import GatewayCase
from gateway_client import Device

UPDATE = "alipay.client.updateVersion"
FIELDS = {"resultStatus", "downloadURL", "guideMemo", "newestVersion", "fileSize", "fullMd5", "netType", "isTf"}


def soon(minutes=60):
    return rfc3339(datetime.now(timezone.utc) + timedelta(minutes=minutes))


class UpdatesCase(GatewayCase):
    def draft(self, version="2.0.0", **fields):
        body = {"platform": "ios", "version": version, "downloadURL": f"https://a.example/{version}", "message": "新版", "upgradeType": "once",
                "mode": "official"} | fields
        answer = self.client.post(f"/apps/{self.app}/updates", body)
        self.assertEqual(answer.status, 201, answer.text)
        return answer.json

    def step(self, update, step, body=None):
        return self.client.post(f"/apps/{self.app}/updates/{update['id']}/{step}", body or {})

    def publish(self, version="2.0.0", **fields):
        update = self.draft(version, **fields)
        answer = self.step(update, "publication")
        self.assertLess(answer.status, 300, answer.text)
        return update

    def ask(self, device=None, **fields):
        device = device or self.device
        request = {"productVersion": "1.0.0", "did": device.fields["Did"], "osVersion": "18.1", "mobileModel": "iPhone17,1", "netType": "WIFI"}
        return self.assert_code(device.call(UPDATE, request | fields), 1000)

    def told(self, **fields):
        """The version a device is told of; None for 201."""
        answer = self.ask(**fields)
        return None if answer["resultStatus"] == 201 else answer["newestVersion"]


class AnswersTest(UpdatesCase):
    def test_fields(self):
        """Device answer: `{resultStatus, downloadURL, guideMemo, newestVersion, fileSize, fullMd5, netType, isTf:false}`"""
        self.assertEqual(self.ask(), {"resultStatus": 201, "downloadURL": "", "guideMemo": "", "newestVersion": "1.0.0", "fileSize": 0, "fullMd5": "",
                                      "netType": "", "isTf": False})
        self.publish(netTypes=["WIFI", "4G"])
        answer = self.ask()
        self.assertEqual(set(answer), FIELDS)
        self.assertEqual(answer, {"resultStatus": 202, "downloadURL": "https://a.example/2.0.0", "guideMemo": "新版", "newestVersion": "2.0.0",
                                  "fileSize": 0, "fullMd5": "", "netType": "WIFI,4G", "isTf": False})

    def test_statuses(self):
        """201 nothing newer · 202 once per interval · 204 every time · 206 force; `forceBelow`"""
        for number, (kind, status) in enumerate({"once": 202, "everyTime": 204, "force": 206}.items()):
            self.publish(f"2.{number}.0", upgradeType=kind)
            self.assertEqual(self.ask()["resultStatus"], status, kind)
        self.assertEqual(self.ask(productVersion="2.2.0")["resultStatus"], 201)
        self.assertEqual(self.ask(productVersion="3")["resultStatus"], 201)
        self.publish("4.0", forceBelow="1.5")
        self.assertEqual([self.ask(productVersion=version)["resultStatus"] for version in ("1.4.9", "1.5", "1.10")], [206, 202, 202])

    def test_order(self):
        """Order: whitelist → timeWindow → percentage → official"""
        self.publish("2.4", mode="official")
        self.publish("2.3", mode="percentage", percentage=100)
        window = self.publish("2.2", mode="timeWindow", endsAt=soon(), limit=10)
        self.publish("2.1", mode="whitelist", whitelist=["u1"])
        self.assertEqual(self.told(userId="u1"), "2.1")
        self.assertEqual(self.told(userId="u2"), "2.2")
        self.assertLess(self.step(window, "end").status, 300)
        self.assertEqual(self.told(userId="u2"), "2.3")
        nobody = Device(self.client, self.platform["appKey"], self.platform["workspaceId"], self.device.secret, did="-")
        self.assertEqual(self.ask(nobody, did="-")["newestVersion"], "2.4", "without a device id as outside the percentage")

    def test_rules(self):
        """`rules:[{element, operation: "in|notIn|between|notBetween", value}]` (all must hold)"""
        self.publish(rules=[{"element": "city", "operation": "in", "value": "杭州,上海"},
                            {"element": "osVersion", "operation": "between", "value": "16.0-18.9"},
                            {"element": "mobileModel", "operation": "notIn", "value": "iPhone10,2"},
                            {"element": "channel", "operation": "notIn", "value": "beta"}])
        right = {"city": "上海", "osVersion": "17.2", "channel": "store"}
        self.assertEqual(self.told(**right), "2.0.0")
        for wrong in ({"city": "北京"}, {"osVersion": "19.0"}, {"osVersion": "15.9"}, {"mobileModel": "iPhone10,2"}, {"channel": "beta"}):
            self.assertIsNone(self.told(**(right | wrong)), wrong)
        self.assertIsNone(self.told(osVersion="17.2"), "what a device does not tell fulfils nothing")

    def test_networks(self):
        """`netTypes:["WIFI","4G"]`"""
        self.publish(netTypes=["WIFI"])
        self.assertEqual([self.told(netType=network) for network in ("WIFI", "4G")], ["2.0.0", None])

    def test_percentage_is_raised(self):
        """Percentage bucket: raising never drops a device; it is never lowered; new for every release"""
        update = self.publish(mode="percentage", percentage=30)
        devices = [self.new_device(self.device.secret) for _ in range(60)]
        some = [self.ask(device)["resultStatus"] == 202 for device in devices]
        self.assertIn(sum(some), range(4, 36))
        self.assertEqual(self.step(update, "rollout", {"percentage": 20}).status, 422)
        self.assertLess(self.step(update, "rollout", {"percentage": 80}).status, 300)
        more = [self.ask(device)["resultStatus"] == 202 for device in devices]
        self.assertTrue(all(after or not before for before, after in zip(some, more)))
        self.assertGreater(sum(more), sum(some))

    def test_time_window_counts_each_device_once(self):
        """`timeWindow`, `endsAt`, `limit`"""
        update = self.publish(mode="timeWindow", endsAt=soon(), limit=3)
        devices = [self.new_device(self.device.secret) for _ in range(6)]
        first = [self.ask(device)["resultStatus"] for device in devices for _ in range(2)]
        self.assertEqual(first, [202] * 6 + [201] * 6)
        self.assertEqual(self.client.get(f"/apps/{self.app}/updates/{update['id']}").json["taken"], 3)

    def test_states(self):
        """Draft until `…/publication`; `…/pause`, `…/resume`, `…/end`"""
        update = self.draft()
        self.assertEqual((update["state"], self.told()), ("draft", None))
        for step, state, version in (("publication", "running", "2.0.0"), ("pause", "paused", None), ("resume", "running", "2.0.0"), ("end", "ended", None)):
            self.assertLess(self.step(update, step).status, 300, step)
            self.assertEqual(self.client.get(f"/apps/{self.app}/updates/{update['id']}").json["state"], state)
            self.assertEqual(self.told(), version, step)
        for step in ("publication", "pause", "resume", "end"):
            self.assert_problem(self.step(update, step), 409)

    def test_rejected(self):
        """for rejected input `errors: [{pointer, detail}]`, status 422"""
        good = {"platform": "ios", "version": "2.0", "downloadURL": "https://a.example", "message": "m"}
        for wrong, pointer in (({"version": "x"}, "/version"), ({"platform": "android"}, "/platform"), ({"message": ""}, "/message"),
                               ({"mode": "percentage", "percentage": 101}, "/percentage"), ({"mode": "timeWindow"}, "/endsAt"),
                               ({"remindIntervalDays": 0}, "/remindIntervalDays"), ({"downloadURL": "javascript:x"}, "/downloadURL"),
                               ({"forceBelow": "9"}, "/forceBelow"), ({"mode": "whitelist", "whitelist": ["a\nb"]}, "/whitelist"),
                               ({"rules": [{"element": "city", "operation": "between", "value": "a-b"}]}, "/rules/0/operation")):
            self.assert_rejected(self.client.post(f"/apps/{self.app}/updates", good | wrong), pointer)
        self.assertEqual(self.client.get(f"/apps/{self.app}/updates").json["total"], 0)


class WhitelistTest(UpdatesCase):
    def test_a_hundred_thousand_users(self):
        """`whitelist:[userId]`"""
        users = [f"2088{number:012d}" for number in range(100_000)]
        update = self.publish(mode="whitelist", whitelist=users)
        self.assertEqual(update["whitelistCount"], 100_000)
        self.assertEqual([self.told(userId=user) for user in (users[0], users[-1], "2088")], ["2.0.0", "2.0.0", None])
        too_many = {"platform": "ios", "version": "2", "message": "m", "mode": "whitelist", "whitelist": users + ["one more"]}
        self.assert_rejected(self.client.post(f"/apps/{self.app}/updates", too_many), "/whitelist")


class PreviewTest(UpdatesCase):
    def test_why(self):
        """The reason for what one device is told names every release considered."""
        first, second = self.publish("2.1", mode="whitelist", whitelist=["u1"]), self.publish("2.0")
        answer = self.client.get(f"/apps/{self.app}/updates/evaluation?platform=ios&version=1.0&user=u2").json
        self.assertEqual([(item["id"], item["obstacle"]) for item in answer["trace"]], [(first["id"], "notNamed"), (second["id"], None)])
        self.assertEqual((answer["release"], answer["answer"]["newestVersion"]), (second["id"], "2.0"))
        preview = self.client.get(f"/apps/{self.app}/updates/{second['id']}/preview").json
        self.assertEqual((preview["audience"]["days"], preview["audience"]["devices"]), (30, 0))


class RestartTest(unittest.TestCase):
    def test_as_published_after_a_restart(self):
        """a device call gets 201/202/204/206 exactly as published, also after a restart"""
        with Console() as console:
            case = UpdatesCase()
            case.client = client_of(console)
            document = case.client.post("/apps", {"name": "重启", "englishName": "Restarted", "platforms": ["ios"]}).json
            case.app, case.platform = document["id"], document["platforms"][0]
            case.device = case.new_device()
            case.publish("5.0", mode="whitelist", whitelist=["u1"], upgradeType="force")
            case.publish("4.0", mode="timeWindow", endsAt=soon(), limit=2, upgradeType="everyTime")
            case.publish("3.0", mode="percentage", percentage=50)
            case.publish("2.0", rules=[{"element": "city", "operation": "in", "value": "杭州"}], forceBelow="0.9")
            devices = [case.new_device(case.device.secret) for _ in range(12)]
            asked = [{"userId": "u1"} if number == 0 else {"city": "杭州"} if number % 2 else {} for number in range(12)]
            before = [case.ask(device, **fields) for device, fields in zip(devices, asked)]
            self.assertLessEqual({202, 204, 206}, {answer["resultStatus"] for answer in before})
            console.stop()
            console.start()
            case.client = client_of(console)
            for device in devices:
                device.client = case.client
            self.assertEqual([case.ask(device, **fields) for device, fields in zip(devices, asked)], before)


if __name__ == "__main__":
    unittest.main()
