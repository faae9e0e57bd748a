"""Lists: pages of them, and the way from one to the next."""

import unittest

from contract_case import ContractCase, client_of, minutes_ago
from contract_lines import behaviour
from console_process import Console


class ListsTest(ContractCase):
    """On a console of its own, so that nobody else lengthens its lists."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.console = cls.enterClassContext(Console())
        cls.client = client_of(cls.console)
        test = cls()
        cls.apps = [test.new_app()["id"] for _ in range(23)]
        for number in range(21):
            test.client_for("read")
        cls.product = cls.client.get(f"/apps/{cls.apps[0]}").json["platforms"][0]["logProductId"]
        lines = [behaviour(cls.product, minutes_ago(30 - number), user=f"u{number}") for number in range(25)]
        cls.client.upload(cls.product, lines + [f"unreadable {number}" for number in range(22)])
        cls.lists = {"/apps": 23, "/tokens": 22, f"/apps/{cls.apps[0]}/logs": 25, f"/apps/{cls.apps[0]}/quarantine": 22, "/audit": 46}

    def test_shape(self):
        """answer `{"items":[…],"next":"<cursor>"|null,"total":N}`"""
        for path, total in self.lists.items():
            page = self.client.get(path, limit=1).json
            self.assertLessEqual({"items", "next", "total"}, page.keys(), path)
            self.assertEqual((len(page["items"]), page["total"]), (1, total), path)
            self.assertIsInstance(page["next"], str, path)

    def test_default_limit(self):
        """`?limit=` (1–100, default 20)"""
        for path in self.lists:
            self.assertEqual(len(self.client.get(path).json["items"]), 20, path)

    def test_limits(self):
        """`?limit=` (1–100, default 20)"""
        for path, total in self.lists.items():
            self.assertEqual(len(self.client.get(path, limit=100).json["items"]), total)
            for limit in (0, 101, -1, 1 << 70, "ten", "1.5"):
                self.assert_rejected(self.client.get(path, limit=limit), "/limit")

    def test_cursor(self):
        """`?cursor=`: page after page gives every item once, in the order of one long page, and the last has no `next`"""
        for path, total in self.lists.items():
            whole = self.client.get(path, limit=100).json
            self.assertIsNone(whole["next"], path)
            for limit in (7, total):
                items = self.client.every_item(path, limit)
                self.assertEqual(items, whole["items"], f"{path} by {limit}")

    def test_total_is_of_all_pages(self):
        """`"total":N`: the same on each page"""
        for path, total in self.lists.items():
            first = self.client.get(path, limit=15).json
            second = self.client.get(path, limit=15, cursor=first["next"]).json
            self.assertEqual((first["total"], second["total"]), (total, total), path)

    def test_wrong_cursor(self):
        """for rejected input `errors: [{pointer, detail}]`, status 422: a cursor that was never given"""
        for path in self.lists:
            for cursor in ("invented", "AAAA", "x" * 1_000, "%00"):
                self.assert_rejected(self.client.get(path, cursor=cursor), "/cursor")

    def test_items_that_come_meanwhile(self):
        """`?cursor=`: what is added between two pages neither hides nor repeats what was there"""
        first = self.client.get("/audit", limit=10).json
        self.client_for("read")
        rest = self.client.get("/audit", limit=100, cursor=first["next"]).json["items"]
        seen = [item["id"] for item in first["items"] + rest]
        self.assertEqual(len(seen), len(set(seen)))
        self.assertLessEqual({item["id"] for item in self.client.get("/audit", limit=100).json["items"][1:]}, set(seen))
        type(self).lists = self.lists | {"/audit": self.lists["/audit"] + 1, "/tokens": self.lists["/tokens"] + 1}


if __name__ == "__main__":
    unittest.main()
