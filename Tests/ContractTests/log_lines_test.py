"""Log lines: what stands where in a line, how it is written, and when it was."""

import json
import unittest
import zoneinfo
from datetime import datetime, timedelta, timezone

from contract_case import ContractCase, minutes_ago, rfc3339
from contract_lines import SHANGHAI, behaviour, crash, local, performance, stored_on_device


class LineCase(ContractCase):
    def setUp(self):
        self.app, self.product = self.new_product()

    def taken(self, *lines, **headers):
        """Uploads the lines, all of them readable."""
        self.assert_uploaded(self.client.upload(self.product, lines, **headers), len(lines))

    def refused(self, *lines):
        """Uploads the lines, all of them for the quarantine."""
        self.assert_uploaded(self.client.upload(self.product, lines), 0, rejected=len(lines))

    def logs(self, **query):
        answer = self.client.get(f"/apps/{self.app}/logs", **query)
        self.assertEqual(answer.status, 200, answer.text)
        return answer.json["items"]

    def statistics(self, name, **query):
        words = {"from_": rfc3339(minutes_ago(60)), "to": rfc3339(minutes_ago(-1)), "step": "minute"} | query
        answer = self.client.get(f"/apps/{self.app}/stats/{name}", **words)
        self.assertEqual(answer.status, 200, answer.text)
        return answer.json

    def report(self):
        """The one crash report, with its details."""
        report, = self.client.get(f"/apps/{self.app}/crash-reports").json["items"]
        return self.client.get(f"/apps/{self.app}/crash-reports/{report['id']}").json


class PositionsTest(LineCase):
    def test_behaviour(self):
        """0 `D-VM` · 1 time · 2 log product id · 3 version · 5 client id · 6 session · 7 user · 8 `event` · … · 25 device id · …"""
        moment = minutes_ago(20) + timedelta(seconds=7, milliseconds=89)
        line = behaviour(
            self.product, moment, version="4.5.6", client="imsi|imei", session="s-1", user="u-1", previous_page="Home|1", biz_type="shop",
            ext="k=v^x=y", device="d-1", model="iPhone14,2", os_version="17.5", network="WIFI", channel="appstore", language="zh-Hans",
            hotpatch="1.0.0.1", resolution="1170x2532")
        self.taken(line)
        found, = self.logs()
        self.assertEqual((found["type"], found["platform"], found["line"]), ("behaviour", "ios", line))
        self.assertEqual((found["version"], found["user"], found["device"]), ("4.5.6", "u-1", "d-1"))
        self.assertEqual(datetime.fromisoformat(found["time"]).replace(microsecond=0), moment.replace(microsecond=0))

    def test_active_reports(self):
        """15 event id (`reportActive`, `login`, or the app's own): the first is an active report, the others are not"""
        self.taken(*[behaviour(self.product, minutes_ago(20), event) for event in ("reportActive", "login", "addToCart", "-")])
        self.assertEqual(self.statistics("crashes")["totals"]["actives"], 1)
        self.assertEqual(len(self.logs()), 4)

    def test_behaviour_counts_where_it_says(self):
        """1 time · 3 version: a line is counted in its minute and under its version, the header's version notwithstanding"""
        self.taken(behaviour(self.product, minutes_ago(20), version="4.5.6"), productVersion="9.9.9")
        items = self.statistics("crashes", version="4.5.6")["items"]
        self.assertEqual([datetime.fromisoformat(item["time"]) for item in items if item["actives"]], [minutes_ago(20)])
        self.assertEqual(self.statistics("crashes", version="9.9.9")["totals"]["actives"], 0)

    def test_version_of_the_header(self):
        """`-` = empty: without a version of its own a line has the header's, without a user and a device the header's too"""
        line = behaviour(self.product, minutes_ago(20), version="-", device="-")
        self.assert_uploaded(self.client.upload(self.product, [line], "header-device", userId="header-user", productVersion="7.0"), 1)
        found, = self.logs()
        self.assertEqual((found["version"], found["device"], found["user"]), ("7.0", "header-device", "header-user"))

    def test_performance(self):
        """0 `D-MM` · 1–7 as above · 11 `performance` · 12 `time_startup` · 13 milliseconds · 14 first start `0`/`1` · … · 23 device id"""
        line = performance(
            self.product, minutes_ago(20), "time_startup", "1234", version="4.5.6", user="u-1", ext="0", os="iOS", os_version="17.5",
            network="WIFI", model="iPhone14,2", channel="appstore", device="d-1", language="zh", hotpatch="1", resolution="1x1")
        self.taken(line)
        found, = self.logs()
        self.assertEqual((found["type"], found["line"], found["version"], found["user"], found["device"]), ("performance", line, "4.5.6", "u-1", "d-1"))
        totals = self.statistics("startup", version="4.5.6")["totals"]
        self.assertEqual((totals["first"]["count"], totals["other"]["count"]), (1, 0))
        self.assertAlmostEqual(totals["first"]["p50"], 1234, delta=200)

    def test_rpc(self):
        """for `rpc` ext `op=…^req=<bytes>^rsp=<bytes>^code=1000`"""
        self.taken(
            performance(self.product, minutes_ago(20), "rpc", "70", ext="op=a.b.c^req=11^rsp=22^code=1000"),
            performance(self.product, minutes_ago(20), "rpc", "80", ext="code=4001^rsp=2^req=1^op=a.b.c"))
        call, = self.statistics("rpc", step="hour")["items"]
        self.assertEqual((call["operation"], call["calls"], call["errors"]), ("a.b.c", 2, 1))
        self.assertEqual((call["requestBytes"], call["responseBytes"], call["milliseconds"]), (12, 24, 150))

    def test_other_performance(self):
        """12 `time_startup`, `rpc`, …: others are taken, and are neither"""
        self.taken(performance(self.product, minutes_ago(20), "memory", "70"))
        self.assertEqual(self.statistics("rpc", step="hour")["items"], [])
        self.assertEqual(self.statistics("startup", step="hour")["totals"]["other"]["count"], 0)

    def test_crash(self):
        """0 `e` · 1 time · … · 13 `MonitorPoint_Crash` · 14 the crash text · 15 page · 16 channel · 23 model · … · 33 `java`/`native`"""
        text = "java.lang.Error: 100%, no\nitems %2C %0A\n\tat com.example.Order.total(Order.java:118)"
        moment = minutes_ago(20) + timedelta(seconds=9)
        self.taken(crash(
            self.product, moment, text, version="4.5.6", session="s", user="u-1", ground="background", page="CheckoutPage", channel="huawei",
            model="Pixel 7", os="14", network="5G", ext="a=b", device="d-1", hotpatch="1.0.1", process="com.example.shop", thread="worker-3", language="java"))
        report = self.report()
        self.assertEqual(datetime.fromisoformat(report["time"]).replace(microsecond=0), moment)
        self.assertEqual((report["version"], report["user"], report["device"], report["kind"]), ("4.5.6", "u-1", "d-1", "java"))
        self.assertEqual((report["page"], report["channel"], report["model"], report["network"]), ("CheckoutPage", "huawei", "Pixel 7", "5G"))
        self.assertEqual((report["osVersion"], report["hotpatch"], report["process"], report["thread"]), ("14", "1.0.1", "com.example.shop", "worker-3"))
        self.assertIs(report["foreground"], False)
        self.assertIn("java.lang.Error", report["title"])
        self.assertIn("Order.total", report["culprit"])
        self.assertEqual(self.client.get(f"/apps/{self.app}/crash-reports/{report['id']}/raw").text, text)
        self.assertEqual(self.statistics("crashes", version="4.5.6")["totals"]["crashes"], 1)

    def test_foreground(self):
        """9 `foreground`/`background`"""
        self.taken(crash(self.product, minutes_ago(20), ground="foreground"))
        self.assertIs(self.report()["foreground"], True)

    def test_exceptions_that_are_no_crash(self):
        """13 `MonitorPoint_Crash`: an exception line with another one is not counted as a crash"""
        line = crash(self.product, minutes_ago(20)).replace("MonitorPoint_Crash", "MonitorPoint_ANR")
        self.client.upload(self.product, [line])
        self.assertEqual(self.statistics("crashes")["totals"]["crashes"], 0)

    def test_numbers_of_fields(self):
        """behaviour, 48 fields · performance, 37 fields · crash, ≥ 34 fields: one fewer is a line that cannot be read"""
        for line in (behaviour(self.product, minutes_ago(5)), performance(self.product, minutes_ago(5)), crash(self.product, minutes_ago(5))):
            self.refused(line.rpartition(",")[0])
            self.taken(line)
        self.taken(crash(self.product, minutes_ago(6)) + ",more,fields")

    def test_kinds_that_are_none(self):
        """kinds are `D-VM`, `D-MM`, `e`: others are kept in quarantine, counted, and visible"""
        line = behaviour(self.product, minutes_ago(5))
        self.refused(line.replace("D-VM", "D-XX"), line.replace("D-VM", "d-vm"), line.replace("D-VM", ""))


class WritingTest(LineCase):
    def test_escapes(self):
        """`%2C`, `%0A`, `%25` stand for comma, newline and percent"""
        user = "a,b\nc%d%2C"
        line = behaviour(self.product, minutes_ago(5), user=user)
        self.assertIn("a%2Cb%0Ac%25d%252C", line)
        self.taken(line)
        self.assertEqual([found["user"] for found in self.logs()], [user])
        self.assertEqual([found["user"] for found in self.logs(user=user)], [user])

    def test_dash_is_empty(self):
        """`-` = empty"""
        self.taken(behaviour(self.product, minutes_ago(5), user="-"))
        self.assertEqual([found["user"] for found in self.logs()], [""])
        self.assertEqual(self.statistics("crashes")["totals"]["users"], 0)

    def test_stored_on_device(self):
        """It may be wrapped as stored on a device: `<0|1>_ <length>_<epoch seconds.fraction>_<line>$$`."""
        moment = minutes_ago(20)
        lines = [behaviour(self.product, moment, user="u1"), crash(self.product, moment, user="用户"), performance(self.product, moment)]
        self.taken(*[stored_on_device(line, moment, flag) for flag, line in enumerate(lines[:2])], stored_on_device(lines[2], moment))
        self.assertEqual({found["type"] for found in self.logs()}, {"behaviour", "crash", "performance"})
        self.assertEqual({found["user"] for found in self.logs()}, {"u1", "用户", ""})
        totals = self.statistics("crashes")["totals"]
        self.assertEqual((totals["crashes"], totals["actives"]), (1, 1))

    def test_wrapped_and_plain_together(self):
        """It *may* be wrapped: one line of a body is, the next is not"""
        line = behaviour(self.product, minutes_ago(20), user="u1")
        self.taken(line, stored_on_device(behaviour(self.product, minutes_ago(20), user="u2"), minutes_ago(20)))
        self.assertEqual({found["user"] for found in self.logs()}, {"u1", "u2"})

    def test_wrapped_in_a_dump(self):
        """wrapped as stored on a device … `$$`: a dollar inside a line is part of it"""
        self.taken(stored_on_device(behaviour(self.product, minutes_ago(20), user="$100$$x"), minutes_ago(20)))
        self.assertEqual([found["user"] for found in self.logs()], ["$100$$x"])

    def test_any_language(self):
        """fields separated by `,`: what is in them may be in any script"""
        self.taken(behaviour(self.product, minutes_ago(5), user="用户，甲 🧪 عربي"))
        self.assertEqual([found["user"] for found in self.logs(user="用户，甲 🧪 عربي")], ["用户，甲 🧪 عربي"])

    def test_hostile_fields(self):
        """fields separated by `,`: quotes, tags and controls are text as well"""
        for user in ('"quoted"', "<script>", "' OR 1=1 --", "\t", "a\\b", "\u202egnp", "k=v^x"):
            self.taken(behaviour(self.product, minutes_ago(5), user=user))
            self.assertEqual([found["user"] for found in self.logs(user=user)], [user])


class TimesTest(LineCase):
    def minutes(self):
        """The minutes that have active reports, of the last days."""
        items = self.statistics("crashes", from_="-40h", to=rfc3339(minutes_ago(-1)))["items"]
        return [datetime.fromisoformat(item["time"]) for item in items for _ in range(item["actives"])]

    def test_separators_of_milliseconds(self):
        """Milliseconds follow `:` or `.`."""
        moment = minutes_ago(30) + timedelta(seconds=59, milliseconds=999)
        for separator in ".:":
            self.taken(behaviour(self.product, local(moment, separator=separator)))
        self.assertEqual(self.minutes(), [minutes_ago(30)] * 2)

    def test_zone_of_the_app(self):
        """Times are the device's local time; … (default the app's zone, Asia/Shanghai)"""
        self.taken(behaviour(self.product, local(minutes_ago(30), SHANGHAI)))
        self.assertEqual(self.minutes(), [minutes_ago(30)])

    def test_another_zone_of_the_app(self):
        """default the app's zone: another app may have another one"""
        app = self.new_app(zone="America/New_York")
        self.app, self.product = app["id"], app["platforms"][0]["logProductId"]
        self.taken(behaviour(self.product, local(minutes_ago(30), zoneinfo.ZoneInfo("America/New_York"))))
        self.assertEqual(self.minutes(), [minutes_ago(30)])

    def test_time_zone_header(self):
        """the uploader may add `timeZone: +08:00`"""
        for hours, minutes in ((8, 0), (0, 0), (-8, 0), (5, 45), (-3, -30)):
            offset = timedelta(hours=hours, minutes=minutes)
            sign, seconds = "-" if offset < timedelta(0) else "+", int(abs(offset).total_seconds())
            line = behaviour(self.product, local(minutes_ago(30), timezone(offset)), user=f"{hours}")
            self.taken(line, timeZone=f"{sign}{seconds // 3600:02d}:{seconds % 3600 // 60:02d}")
        self.assertEqual(self.minutes(), [minutes_ago(30)] * 5)

    def test_times_that_are_none(self):
        """1 time `yyyy-MM-dd HH:mm:ss.SSS`: without a time a line cannot be read"""
        self.refused(*[behaviour(self.product, time) for time in (
            "-", "", "yesterday", "2026-13-01 00:00:00.000", "2026-02-30 00:00:00.000", "2026-11-20 24:61:00.000", "1", "0000-00-00 00:00:00.000")])

    def test_times_are_utc_inside(self):
        """stored in UTC; JSON is RFC 3339 with offset; log lines carry the client's local time: one moment, whatever its writing"""
        moment = minutes_ago(30)
        self.taken(behaviour(self.product, local(moment, timezone(timedelta(hours=-8))), user="west"), timeZone="-08:00")
        self.taken(behaviour(self.product, local(moment, timezone(timedelta(hours=9))), user="east"), timeZone="+09:00")
        self.assertEqual({datetime.fromisoformat(found["time"]) for found in self.logs()}, {moment})


class LogQueryTest(LineCase):
    """`GET /apps/{app}/logs?q=&type=&user=&device=&from=&to=`: raw log query"""

    def setUp(self):
        super().setUp()
        moment = minutes_ago(30)
        self.taken(
            behaviour(self.product, moment, "addToCart", user="u1", device="d1", session="s1"),
            behaviour(self.product, moment + timedelta(minutes=10), user="u2", device="d2", version="9.9.9"),
            performance(self.product, moment, user="u1", device="d2", session="s1", what="rpc"), crash(self.product, moment, user="u3", device="d1"))

    def users(self, **query):
        return sorted(found["user"] for found in self.logs(**query))

    def test_everything(self):
        """raw log query: without a filter all lines"""
        self.assertEqual(self.users(), ["u1", "u1", "u2", "u3"])

    def test_words(self):
        """`?q=`"""
        self.assertEqual(self.users(q="addToCart"), ["u1"])
        self.assertEqual(self.users(q="IllegalStateException"), ["u3"])
        self.assertEqual(self.users(q="nowhere"), [])

    def test_type(self):
        """`&type=`"""
        self.assertEqual(self.users(type="behaviour"), ["u1", "u2"])
        self.assertEqual(self.users(type="performance"), ["u1"])
        self.assertEqual(self.users(type="crash"), ["u3"])

    def test_user_and_device(self):
        """`&user=&device=`: whole names, not parts of them"""
        self.assertEqual(self.users(user="u1"), ["u1", "u1"])
        self.assertEqual(self.users(user="u"), [])
        self.assertEqual(self.users(device="d1"), ["u1", "u3"])
        self.assertEqual(self.users(user="u1", device="d2"), ["u1"])

    def test_session_version_and_event(self):
        """6 session · 3 version · 15 event id, of a performance line 12, of a crash 13"""
        self.assertEqual(self.users(session="s1"), ["u1", "u1"])
        self.assertEqual(self.users(version="9.9.9"), ["u2"])
        self.assertEqual(self.users(event="addToCart"), ["u1"])
        self.assertEqual(self.users(event="rpc"), ["u1"])
        self.assertEqual(self.users(event="MonitorPoint_Crash"), ["u3"])
        self.assertEqual(self.users(session="s1", event="rpc", device="d1"), [])

    def test_export(self):
        """`GET /apps/{app}/logs/export`: the same lines, and a last one that says whether they are all"""
        answer = self.client.get(f"/apps/{self.app}/logs/export", device="d1")
        self.assertEqual((answer.status, answer.headers["Content-Type"]), (200, "application/x-ndjson; charset=utf-8"))
        *items, end = [json.loads(line) for line in answer.text.splitlines()]
        self.assertEqual(items, self.logs(device="d1"))
        self.assertEqual((end["end"]["lines"], end["end"]["complete"]), (2, True))
        *lines, end = self.client.get(f"/apps/{self.app}/logs/export", device="d1", format="text").text.splitlines()
        self.assertEqual(lines, [item["line"] for item in items])
        self.assertEqual(end[:2], "# ")

    def test_range(self):
        """`&from=&to=`"""
        self.assertEqual(self.users(from_=rfc3339(minutes_ago(25))), ["u2"])
        self.assertEqual(self.users(to=rfc3339(minutes_ago(25))), ["u1", "u1", "u3"])
        self.assertEqual(self.users(from_=rfc3339(minutes_ago(10)), to=rfc3339(minutes_ago(5))), [])

    def test_rejected(self):
        """for rejected input `errors: [{pointer, detail}]`, status 422"""
        for name, value in (("type", "nonsense"), ("from", "nonsense"), ("to", "nonsense"), ("platform", "windows")):
            self.assert_rejected(self.client.get(f"/apps/{self.app}/logs", **{f"{name}_": value}), f"/{name}")


if __name__ == "__main__":
    unittest.main()
