"""Words and identities: what things are called and how their names are made."""

import contextlib
import plistlib
import re
import sqlite3
import tempfile
import unittest
from datetime import datetime

from contract_case import ContractCase, minutes_ago
from contract_lines import behaviour

_LONGEST_DEVICE = "Az09_+/=.:-".ljust(64, "x")
_RFC3339 = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})")


class IdentitiesTest(ContractCase):
    def test_app_id(self):
        """`id` = the English name in lower case (`simpledemorpc`)"""
        name = self.new_name("SimpleDemo")
        self.assertEqual(self.new_app(englishName=name)["id"], name.lower())

    def test_app_id_is_unique(self):
        """`id` = the English name in lower case, unique"""
        name = self.new_name("Unique")
        self.new_app(englishName=name)
        for again in (name, name.upper(), name.lower()):
            answer = self.client.post("/apps", {"name": "again", "englishName": again, "platforms": ["ios"]})
            self.assert_rejected(answer, "/englishName")

    def test_name_in_any_language(self):
        """`name` is the display name in any language"""
        for name in ("移动主站", "Приложение", "تطبيق", "אפליקציה", "ａｐｐ 🧪👩🏽‍🚀", "<b>&amp;\"'"):
            app = self.new_app(name=name)
            self.assertEqual(self.client.get(f"/apps/{app['id']}").json["name"], name)

    def test_platforms(self):
        """platform of an app: `ios`, `android`, `harmony`"""
        app = self.new_app(["ios", "android", "harmony"])
        self.assertEqual({item["platform"] for item in app["platforms"]}, {"ios", "android", "harmony"})
        answer = self.client.post("/apps", {"name": "x", "englishName": self.new_name(), "platforms": ["ios", "windows"]})
        self.assert_rejected(answer, "/platforms/1")

    def test_app_key(self):
        """AppKey: English name in upper case + `_IOS` / `_ANDROID` / `_HARMONY`, e.g. `SIMPLEDEMORPC_IOS`"""
        app = self.new_app(["ios", "android", "harmony"])
        keys = {item["platform"]: item["appKey"] for item in app["platforms"]}
        name = app["englishName"].upper()
        self.assertEqual(keys, {"ios": f"{name}_IOS", "android": f"{name}_ANDROID", "harmony": f"{name}_HARMONY"})

    def test_workspace(self):
        """workspaceId: environment of an app, 10 digits, e.g. `0000017768`"""
        workspaces = {item["workspaceId"] for item in self.new_app(["ios", "android"])["platforms"]}
        self.assertEqual(len(workspaces), 1)
        self.assertRegex(workspaces.pop(), r"\A[0-9]{10}\Z")

    def test_default_workspace(self):
        """every app starts with one workspace named `default`: no page or answer names it yet, so a backup is asked"""
        app = self.new_app(["ios", "android"])
        with tempfile.TemporaryDirectory() as home:
            self.console.command("backup", f"{home}/copy")
            with contextlib.closing(sqlite3.connect(f"{home}/copy/database.sqlite")) as copy:
                rows = [row for row in copy.iterdump() if f"'{app['platforms'][0]['workspaceId']}'" in row]
        self.assertEqual(["'default'" in row for row in rows], [True])

    def test_log_product_id(self):
        """log product id: `<AppKey>-<workspaceId>`, e.g. `SIMPLEDEMORPC_IOS-0000017768`"""
        for item in self.new_app(["ios", "android", "harmony"])["platforms"]:
            self.assertEqual(item["logProductId"], f"{item['appKey']}-{item['workspaceId']}")

    def test_push_app_id(self):
        """push app id: the English name in upper case without platform, e.g. `SIMPLEDEMORPC`"""
        app = self.new_app()
        configuration = plistlib.loads(self.client.get(f"/apps/{app['id']}/config/ios/GatewayConfig.plist").body)
        self.assertEqual({part["mPaasPushAppId"] for part in configuration.values()}, {app["englishName"].upper()})

    def test_device_id(self):
        """device id: the client's UTDID: any 1–64 characters of `[A-Za-z0-9_+/=.:-]`"""
        app, product = self.new_product()
        devices = ["x", _LONGEST_DEVICE, "WL/a+0=", "a.b:c-d_e"]
        for device in devices:
            answer = self.client.upload(product, [behaviour(product, minutes_ago(5), device=device)], device)
            self.assert_uploaded(answer, 1)
        self.assertEqual({line["device"] for line in self.client.every_item(f"/apps/{app}/logs")}, set(devices))
        self.assertEqual(self.devices_today(app), len(devices))

    def test_unknown_device(self):
        """device id: `-` or empty means unknown"""
        app, product = self.new_product()
        for device in ("-", ""):
            answer = self.client.upload(product, [behaviour(product, minutes_ago(5), device=device)], device)
            self.assert_uploaded(answer, 1)
        self.assertEqual(self.devices_today(app), 0)

    def test_what_is_no_device_id(self):
        """device id: any 1–64 characters of `[A-Za-z0-9_+/=.:-]`; so nothing else is one"""
        app, product = self.new_product()
        for device in (_LONGEST_DEVICE + "x", "a b", "设备"):
            self.client.upload(product, [behaviour(product, minutes_ago(5), device=device)], "-")
        self.assertEqual(self.devices_today(app), 0)

    def test_times(self):
        """times: JSON is RFC 3339 with offset"""
        app, product = self.new_product()
        self.client.upload(product, [behaviour(product, minutes_ago(5)), "not a line"])
        paths = (f"/apps/{app}", "/tokens", "/audit", f"/apps/{app}/logs", f"/apps/{app}/quarantine", f"/apps/{app}/stats/crashes")
        times = [time for path in paths for time in _times(self.client.get(path).json)]
        self.assertGreater(len(times), len(paths))
        for time in times:
            self.assertRegex(time, rf"\A{_RFC3339.pattern}\Z")
            self.assertIsNotNone(datetime.fromisoformat(time).utcoffset())

    def devices_today(self, app):
        """Devices of the last hour; they are known by the day they were active."""
        days = self.client.get(f"/apps/{app}/stats/actives", step="day", from_="-24h", to="now").json["items"]
        return sum(day["devices"] for day in days)


def _times(value):
    """Every text of a document whose member is called after a time."""
    if isinstance(value, list):
        return [time for item in value for time in _times(item)]
    if not isinstance(value, dict):
        return []
    here = [text for name, text in value.items() if isinstance(text, str) and (name in ("time", "at", "from", "to") or name.endswith("At"))]
    return here + [time for item in value.values() for time in _times(item)]


if __name__ == "__main__":
    unittest.main()
