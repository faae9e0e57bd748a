"""Crash groups: "`GET /apps/{app}/crashes` (groups) `GET /apps/{app}/crashes/{group}` `…/{group}/reports`"."""

import time
import unittest

from contract_case import ContractCase

FIELDS = {"id", "title", "culprit", "type", "count", "devices", "users", "firstSeen", "lastSeen", "versions", "state"}


def java(method, message="closed"):
    return f"java.lang.IllegalStateException: {message}\n\tat com.example.Shop.{method}(Shop.java:12)\n\tat android.os.Handler.dispatchMessage(Handler.java:106)"


class CrashGroupsTest(ContractCase):
    def setUp(self):
        app = self.new_app(("android",))
        self.app, self.product = app["id"], app["platforms"][0]["logProductId"]

    def groups(self, count, **query):
        """Once so many reports are in groups, which takes a second or two."""
        for _ in range(200):
            items = self.client.get(f"/apps/{self.app}/crashes", sort="count", **query).json["items"]
            if sum(item["count"] for item in items) >= count:
                return items
            time.sleep(0.1)
        self.fail(f"{count} reports are not in groups: {items}")

    def send(self, method, message="closed", device="UTDcontract0001", **headers):
        answer = self.client.upload_crash(self.product, java(method, message), device=device, **headers)
        self.assertEqual(answer.status, 200, answer.text)

    def test_reports_of_one_cause(self):
        """group: `id,title,culprit,type,count,devices,users,firstSeen,lastSeen,versions[],state`"""
        self.send("sell", "order 17", productVersion="1.9")
        self.send("sell", "order 18", device="UTDcontract0002", productVersion="1.10", userId="ann")
        self.send("buy")
        group, other = self.groups(3)
        self.assertLessEqual(FIELDS, group.keys())
        wanted = {"count": 2, "devices": 2, "users": 1, "versions": ["1.9", "1.10"], "state": "open", "type": "java.lang.IllegalStateException"}
        self.assertEqual({name: group[name] for name in wanted}, wanted)
        self.assertIn("com.example.Shop.sell", group["culprit"])
        self.assertEqual(other["count"], 1)
        path = f"/apps/{self.app}/crashes/{group['id']}"
        self.assertEqual(self.client.get(path).json, group)
        reports = self.client.get(f"{path}/reports").json
        self.assertEqual((reports["total"], len(reports["items"])), (2, 2))
        report = self.client.get(f"/apps/{self.app}/crash-reports/{reports['items'][0]['id']}").json
        self.assertEqual(report["group"], group["id"])
        self.assertEqual(self.client.get(f"/apps/{self.app}/crash-reports/{report['id']}/raw").text, java("sell", "order 18"))
        self.assertEqual(self.client.get(f"{path}x").status, 404)

    def test_resolved_and_back(self):
        """state open, resolved in version X, ignored; a resolved group that comes back in X or later re-opens"""
        self.send("sell", productVersion="1.0")
        group = self.groups(1)[0]["id"]
        path = f"/apps/{self.app}/crashes/{group}"
        self.assertEqual(self.client.post(f"{path}/state", {"state": "resolved", "version": "1.1"}).status, 204)
        self.send("sell", "closed again", productVersion="1.0")
        self.assertEqual(self.groups(2)[0]["state"], "resolved")
        self.send("sell", "and again", productVersion="1.1")
        back = self.groups(3)[0]
        self.assertEqual((back["state"], back["regressedIn"]), ("open", "1.1"))
        self.assert_problem(self.client.post(f"{path}/state", {"state": "gone"}), 422)
        self.assertEqual(self.client.post(f"{path}/notes", {"text": "again"}).status, 204)
        self.assertEqual([note["kind"] for note in self.client.get(f"{path}/notes").json["items"]], ["resolved", "regressed", "comment"])

    def test_merged_and_split(self):
        """Merge and split by hand"""
        self.send("sell")
        self.send("buy")
        first, second = (group["id"] for group in self.groups(2))
        answer = self.client.post(f"/apps/{self.app}/crashes/merge", {"groups": [second], "into": first})
        self.assertEqual(answer.status, 204, answer.text)
        self.assertEqual([group["count"] for group in self.groups(2)], [2])
        keys = self.client.get(f"/apps/{self.app}/crashes/{first}/keys").json["items"]
        answer = self.client.post(f"/apps/{self.app}/crashes/{first}/split", {"fingerprints": [keys[1]["fingerprint"]]})
        self.assertEqual(answer.status, 204, answer.text)
        for _ in range(100):
            groups = self.groups(2)
            if [group["count"] for group in groups] == [1, 1]:
                return
            time.sleep(0.1)
        self.fail(str(groups))

    def test_cut_and_broken(self):
        """Reports cut anywhere: kept raw"""
        for text in (java("sell")[:30], "\x01\x02", "no report at all", " "):
            answer = self.client.upload_crash(self.product, text)
            self.assertEqual(answer.status, 200, answer.text)
        groups = self.groups(4)
        for group in groups:
            for item in self.client.get(f"/apps/{self.app}/crashes/{group['id']}/reports").json["items"]:
                self.assertEqual(self.client.get(f"/apps/{self.app}/crash-reports/{item['id']}/raw").status, 200)


if __name__ == "__main__":
    unittest.main()
