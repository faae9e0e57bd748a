"""`GET /apps/{app}/stats/crashes` `…/stats/actives` `…/stats/versions` `…/stats/rpc` `…/stats/startup`"""

import html
import re
import unittest
import zoneinfo
from datetime import datetime, timedelta, timezone

from console_process import EMAIL, PASSWORD
from contract_case import ContractCase, rfc3339
from contract_lines import behaviour, crash, performance
from contract_pages import Person

_DAY = (datetime.now(timezone.utc) - timedelta(days=3)).replace(hour=0, minute=0, second=0, microsecond=0)
_NOON = _DAY + timedelta(hours=12)


def at(minute, second=0):
    return _NOON + timedelta(minutes=minute, seconds=second)


class CrashStatisticsTest(ContractCase):
    """Some crashes and active reports around noon (UTC), three days ago."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        test = cls()
        app = test.new_app(["ios", "android"])
        cls.app = app["id"]
        cls.products = {item["platform"]: item["logProductId"] for item in app["platforms"]}
        ios, android = cls.products["ios"], cls.products["android"]
        cls.send(test, ios, [
            behaviour(ios, at(0), device="A", user="a"), behaviour(ios, at(0, 59.999), device="B", user="b"), behaviour(ios, at(0, 30), device="C", user="c"),
            behaviour(ios, at(0, 1), event="login", device="A", user="a"), behaviour(ios, at(0, 2), event="ownEvent", device="A", user="a"),
            crash(ios, at(0, 15), device="A", user="a"),
            behaviour(ios, at(2), device="B", user="b"), crash(ios, at(2, 1), device="B", user="b"), crash(ios, at(2, 2), device="B", user="b"),
            crash(ios, at(4), device="C", user="c"),
            behaviour(ios, at(5), device="A", user="a", version="2.0.0"), crash(ios, at(5), device="A", user="a", version="2.0.0"),
            performance(ios, at(1))])
        cls.send(test, android, [behaviour(android, at(0), device="D", user="d"), crash(android, at(61), device="D", user="d")])

    @staticmethod
    def send(test, product, lines):
        test.assert_uploaded(test.client.upload(product, lines), len(lines))

    def crashes(self, begin, end, **query):
        answer = self.client.get(f"/apps/{self.app}/stats/crashes", from_=rfc3339(begin), to=rfc3339(end), **query)
        self.assertEqual(answer.status, 200, answer.text)
        return answer.json

    def figures(self, *words, **query):
        """[(minutes after noon, crashes, actives, crash rate)]"""
        return [
            ((datetime.fromisoformat(item["time"]) - _NOON) / timedelta(minutes=1), item["crashes"], item["actives"], item["crashRate"])
            for item in self.crashes(*words, **query)["items"]]

    def test_minutes(self):
        """one item for every step of the range, also the empty ones; `crashRate` = crashes ÷ actives, `null` where actives = 0"""
        self.assertEqual(self.figures(at(-1), at(7), platform="ios", step="minute"), [
            (-1, 0, 0, None), (0, 1, 3, 1 / 3), (1, 0, 0, None), (2, 2, 1, 2), (3, 0, 0, None), (4, 1, 0, None), (5, 1, 1, 1), (6, 0, 0, None)])

    def test_shape(self):
        """crashes out: `{"items":[{time,crashes,actives,crashRate}],"totals":{crashes,actives,crashRate,devices,users}}`"""
        document = self.crashes(at(0), at(3), step="minute")
        self.assertLessEqual({"items", "totals"}, document.keys())
        for item in document["items"]:
            self.assertEqual(item.keys(), {"time", "crashes", "actives", "crashRate"})
        self.assertEqual(document["totals"].keys(), {"crashes", "actives", "crashRate", "devices", "users"})

    def test_totals(self):
        """`"totals":{crashes,actives,crashRate,devices,users}`: of the range, all platforms"""
        totals = self.crashes(_DAY, _DAY + timedelta(days=1), step="day", zone="UTC")["totals"]
        self.assertEqual((totals["crashes"], totals["actives"], totals["crashRate"]), (6, 6, 1))
        self.assertEqual((totals["devices"], totals["users"]), (4, 4))
        empty = self.crashes(at(-60), at(-30), step="minute")["totals"]
        self.assertEqual((empty["crashes"], empty["actives"], empty["crashRate"]), (0, 0, None))

    def test_platform(self):
        """`?platform=`"""
        self.assertEqual(self.figures(at(0), at(1), platform="ios", step="minute"), [(0, 1, 3, 1 / 3)])
        self.assertEqual(self.figures(at(0), at(1), platform="android", step="minute"), [(0, 0, 1, 0)])
        self.assertEqual(self.figures(at(0), at(1), step="minute"), [(0, 1, 4, 1 / 4)])

    def test_version(self):
        """`?version=`"""
        self.assertEqual(self.figures(at(4), at(6), version="2.0.0", step="minute"), [(4, 0, 0, None), (5, 1, 1, 1)])
        self.assertEqual(self.figures(at(4), at(6), version="1.0.0", step="minute"), [(4, 1, 0, None), (5, 0, 0, None)])
        self.assertEqual(self.figures(at(4), at(6), version="9.9", step="minute"), [(4, 0, 0, None), (5, 0, 0, None)])

    def test_hours(self):
        """`?step=minute|hour|day`: an hour has what its minutes have"""
        self.assertEqual(self.figures(at(-60), at(180), step="hour"), [(-60, 0, 0, None), (0, 5, 6, 5 / 6), (60, 1, 0, None), (120, 0, 0, None)])

    def test_days(self):
        """`?step=minute|hour|day`: the empty days too"""
        days = self.crashes(_DAY - timedelta(days=2), _DAY + timedelta(days=2), step="day", zone="UTC")["items"]
        self.assertEqual([(item["crashes"], item["actives"]) for item in days], [(0, 0), (0, 0), (6, 6), (0, 0)])
        self.assertEqual([datetime.fromisoformat(item["time"]) for item in days], [_DAY + timedelta(days=number) for number in range(-2, 2)])

    def test_zone(self):
        """`?zone=`: a day is a day there, also where it begins at a quarter to the hour, and times have its offset"""
        for name in ("UTC", "Asia/Shanghai", "America/Los_Angeles", "Asia/Kathmandu", "Pacific/Kiritimati"):
            zone = zoneinfo.ZoneInfo(name)
            begin = _NOON.astimezone(zone).replace(hour=0, minute=0)
            days = self.crashes(begin - timedelta(days=1), begin + timedelta(days=2), step="day", zone=name)["items"]
            self.assertEqual([datetime.fromisoformat(item["time"]) for item in days], [begin + timedelta(days=number) for number in (-1, 0, 1)], name)
            self.assertEqual({datetime.fromisoformat(item["time"]).utcoffset() for item in days}, {zone.utcoffset(begin.replace(tzinfo=None))}, name)
            self.assertEqual(sum(item["crashes"] for item in days), 6, name)

    def test_zone_decides_the_day(self):
        """`?zone=`: noon in UTC belongs to the next day in Kiritimati (+14) from ten o'clock on"""
        zone = zoneinfo.ZoneInfo("Pacific/Kiritimati")
        begin = datetime(_NOON.year, _NOON.month, _NOON.day, tzinfo=zone)
        days = self.crashes(begin, begin + timedelta(days=2), step="day", zone=zone.key)["items"]
        self.assertEqual([item["crashes"] for item in days], [0, 6])

    def test_change_of_clocks(self):
        """one item for every step of the range: the night clocks change has 23 or 25 hours, and is one day"""
        for begin, hours in (("2026-03-08T00:00:00-08:00", 23), ("2025-11-02T00:00:00-07:00", 25)):
            start = datetime.fromisoformat(begin)
            query = {"zone": "America/Los_Angeles"}
            self.assertEqual(len(self.crashes(start, start + timedelta(hours=hours), step="hour", **query)["items"]), hours)
            days = self.crashes(start, start + timedelta(hours=hours + 24), step="day", **query)["items"]
            self.assertEqual(len(days), 2)
            self.assertEqual(datetime.fromisoformat(days[1]["time"]), start + timedelta(hours=hours))

    def test_rejected(self):
        """for rejected input `errors: [{pointer, detail}]`, status 422"""
        for name, value in (("step", "week"), ("step", "second"), ("platform", "windows"), ("zone", "Mars/Olympus"), ("from", "yesterday-ish"), ("to", "9")):
            self.assert_rejected(self.client.get(f"/apps/{self.app}/stats/crashes", **{f"{name}_": value}), f"/{name}")

    def test_range_the_wrong_way_round(self):
        """for rejected input … 422: an end before its beginning"""
        self.assert_problem(self.client.get(f"/apps/{self.app}/stats/crashes", from_=rfc3339(at(5)), to=rfc3339(at(0))), 422)

    def test_pages_print_a_dash(self):
        """`null` where actives = 0 (pages print `-`)"""
        person = Person(self.client, self.console.url)
        person.log_in(EMAIL, PASSWORD)
        words = f"from={rfc3339(at(2))}&to={rfc3339(at(5))}&step=minute&zone=UTC&platform=ios".replace("+", "%2B")
        page = person.get(f"/apps/{self.app}/crashes?{words}").text
        rows = [[_text(cell) for cell in re.findall(r"<t[dh]\b.*?</t[dh]>", row, re.DOTALL)] for row in re.findall(r"<tr\b.*?</tr>", page, re.DOTALL)]
        found = {cells[0][-5:]: cells[1:4] for cells in rows if re.search(r"12:0\d\Z", cells[0])}
        self.assertEqual(found, {"12:02": ["2", "1", "200.00%"], "12:03": ["0", "0", "-"], "12:04": ["1", "0", "-"]})


class OtherStatisticsTest(ContractCase):
    """One app with two days of devices, versions, calls and starts."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        test = cls()
        app = test.new_app(zone="UTC")
        cls.app, cls.product = app["id"], app["platforms"][0]["logProductId"]
        before = timedelta(days=-1)
        lines = [
            behaviour(cls.product, at(0) + before, device="A", user="a"), behaviour(cls.product, at(0), device="A", user="a"),
            behaviour(cls.product, at(1), device="A", user="a"), behaviour(cls.product, at(2), device="B", user="b", version="2.0.0"),
            crash(cls.product, at(3), device="B", user="b", version="2.0.0"),
            performance(cls.product, at(0), milliseconds="1000", ext="0", device="A"),
            performance(cls.product, at(0), milliseconds="100", ext="1", device="A"),
            performance(cls.product, at(1), milliseconds="100", ext="1", device="A")]
        for number in range(4):
            ext = f"op=shop.order^req=100^rsp=2000^code={1000 if number else 2000}"
            lines.append(performance(cls.product, at(number), "rpc", "50", ext=ext, device="A"))
        lines.append(performance(cls.product, at(0), "rpc", "5000", ext="op=shop.pay^req=7^rsp=9^code=1000", device="A"))
        test.assert_uploaded(cls.client.upload(cls.product, lines, timeZone="+08:00"), len(lines))

    def statistics(self, name, **query):
        words = {"from_": rfc3339(_DAY - timedelta(days=1)), "to": rfc3339(_DAY + timedelta(days=1)), "step": "day", "zone": "UTC"} | query
        answer = self.client.get(f"/apps/{self.app}/stats/{name}", **words)
        self.assertEqual(answer.status, 200, answer.text)
        return answer.json

    def test_actives(self):
        """`GET …/stats/actives`: active reports by step, with the devices and users behind them"""
        days = self.statistics("actives")["items"]
        self.assertEqual([(day["actives"], day["devices"], day["users"], day["newDevices"]) for day in days], [(1, 1, 1, 1), (3, 2, 2, 1)])

    def test_actives_by_the_minute(self):
        """`?step=minute|hour|day`, one item for every step of the range"""
        minutes = self.statistics("actives", from_=rfc3339(at(0)), to=rfc3339(at(5)), step="minute")["items"]
        self.assertEqual([item["actives"] for item in minutes], [1, 1, 1, 0, 0])

    def test_versions(self):
        """`GET …/stats/versions`: which versions are in use"""
        versions = {item["version"]: item for item in self.statistics("versions")["items"]}
        self.assertEqual(versions.keys(), {"1.0.0", "2.0.0"})
        self.assertEqual([(item["actives"], item["crashes"]) for item in (versions["1.0.0"], versions["2.0.0"])], [(3, 0), (1, 1)])
        self.assertEqual([versions[name]["devices"] for name in ("1.0.0", "2.0.0")], [1, 1])

    def test_rpc(self):
        """`GET …/stats/rpc`: `op=…^req=<bytes>^rsp=<bytes>^code=1000`"""
        document = self.statistics("rpc")
        calls = {item["operation"]: item for item in document["items"]}
        self.assertEqual(calls.keys(), {"shop.order", "shop.pay"})
        order = calls["shop.order"]
        self.assertEqual((order["calls"], order["errors"], order["errorRate"]), (4, 1, 0.25))
        self.assertEqual((order["requestBytes"], order["responseBytes"], order["milliseconds"]), (400, 8000, 200))
        self.assertEqual((document["totals"]["calls"], document["totals"]["errors"]), (5, 1))

    def test_startup(self):
        """`GET …/stats/startup`: `12 time_startup`, `14 first start 0/1`: 0 is the first, 1 is not, as the clients' documentation has it"""
        document = self.statistics("startup")
        self.assertEqual([(item["first"]["count"], item["other"]["count"]) for item in document["items"]], [(0, 0), (1, 2)])
        self.assertAlmostEqual(document["totals"]["first"]["p50"], 1000, delta=200)
        self.assertAlmostEqual(document["totals"]["other"]["p50"], 100, delta=20)

    def test_zone(self):
        """`?platform=&version=&from=&to=&step=minute|hour|day&zone=` for each of them: days are days there"""
        zone = zoneinfo.ZoneInfo("America/Los_Angeles")
        begin = _NOON.astimezone(zone).replace(hour=0)
        query = {"from_": rfc3339(begin - timedelta(days=1)), "to": rfc3339(begin + timedelta(days=1)), "zone": zone.key}
        for name in ("crashes", "actives", "startup"):
            days = self.statistics(name, **query)["items"]
            self.assertEqual([datetime.fromisoformat(day["time"]) for day in days], [begin - timedelta(days=1), begin], name)
        self.assertEqual([day["actives"] for day in self.statistics("actives", **query)["items"]], [1, 3])
        shanghai = {"from_": rfc3339(_DAY - timedelta(hours=8)), "to": rfc3339(_DAY + timedelta(hours=16)), "zone": "Asia/Shanghai"}
        self.assertEqual(sum(item["actives"] for item in self.statistics("versions", **shanghai)["items"]), 3, "without the noon of the day before")

    def test_platform_and_version(self):
        """`?platform=&version=` for each of them"""
        for name in ("actives", "versions", "rpc", "startup", "crashes"):
            self.assertEqual(self.client.get(f"/apps/{self.app}/stats/{name}", platform="ios", version="1.0.0").status, 200)
            self.assert_rejected(self.client.get(f"/apps/{self.app}/stats/{name}", platform="windows"), "/platform")
        self.assertEqual(self.statistics("rpc", version="9")["items"], [])
        self.assertEqual(self.statistics("actives", version="2.0.0")["totals"]["actives"], 1)


def _text(cell):
    return html.unescape(re.sub(r"<[^>]*>", "", cell)).strip()


if __name__ == "__main__":
    unittest.main()
