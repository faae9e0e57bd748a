"""`POST /apps` `GET /apps` `GET /apps/{app}`, and the configurations an app's clients are built with."""

import json
import plistlib
import re
import unittest

from contract_case import ContractCase

_CONFIGURATION = {
    "appId", "appKey", "workspaceId", "bundleId", "rootPath", "rpcGW", "logGW", "pushGW", "pushPort", "syncserver", "syncport", "mpaasapi",
    "base64Code"}


class AppsTest(ContractCase):
    def test_creation(self):
        """A POST that creates answers 201 with `Location` and the resource."""
        fields = {"name": "新应用", "englishName": self.new_name(), "platforms": ["ios", "android"]}
        answer = self.client.post("/apps", fields)
        self.assertEqual((answer.status, answer.type), (201, "application/json"))
        self.assertEqual(answer.headers["Location"], f"/api/v1/apps/{answer.json['id']}")
        there = self.client.ask("GET", answer.headers["Location"], headers={"Authorization": f"Bearer {self.console.token}"})
        self.assertEqual((there.status, there.json), (200, answer.json))

    def test_fields(self):
        """out: `id,name,englishName,createdAt,platforms:[{platform,appKey,workspaceId,logProductId}]`"""
        app = self.new_app(["ios", "android", "harmony"], name="字段")
        self.assertLessEqual({"id", "name", "englishName", "createdAt", "platforms"}, app.keys())
        for item in app["platforms"]:
            self.assertLessEqual({"platform", "appKey", "workspaceId", "logProductId"}, item.keys())

    def test_list(self):
        """`GET /apps` shows what `POST /apps` made, as `GET /apps/{app}` does"""
        app = self.new_app()
        listed = [item for item in self.client.every_item("/apps") if item["id"] == app["id"]]
        self.assertEqual(listed, [self.client.get(f"/apps/{app['id']}").json])

    def test_no_secret_in_an_app(self):
        """AppSecret … shown only on an audited reveal"""
        app = self.new_app(["ios"])
        secret = self.client.post(f"/apps/{app['id']}/platforms/ios/secret-reveal", None).json["appSecret"]
        for path in ("/apps", f"/apps/{app['id']}", f"/apps/{app['id']}/platforms/ios", f"/apps/{app['id']}/config/ios", "/audit"):
            answer = self.client.get(path)
            self.assertEqual(answer.status, 200)
            self.assertNotIn(secret, answer.text, path)

    def test_configuration(self):
        """downloads `Ant-mpaas-<appId>-<workspaceId>-<Platform>.config` (JSON: appId, appKey, workspaceId, bundleId, …)"""
        app = self.new_app(["ios", "android", "harmony"])
        for item in app["platforms"]:
            answer = self.client.get(f"/apps/{app['id']}/config/{item['platform']}")
            self.assertEqual((answer.status, answer.type), (200, "application/json"))
            document = json.loads(answer.body)
            self.assertLessEqual(_CONFIGURATION, document.keys())
            self.assertEqual((document["appKey"], document["workspaceId"]), (item["appKey"], item["workspaceId"]))
            name = rf"Ant-mpaas-{document['appId']}-{item['workspaceId']}-{item['platform']}\.config"
            self.assertRegex(_file_name(answer), re.compile(name, re.IGNORECASE))

    def test_addresses_of_a_configuration(self):
        """`rpcGW, logGW`: where the clients find this console: what they say is where logs are taken"""
        app = self.new_app()
        document = self.client.get(f"/apps/{app['id']}/config/ios").json
        self.assertEqual(document["rpcGW"], f"{self.console.url}/mgw.htm")
        self.assertEqual(document["logGW"], self.console.url)

    def test_bundle_id(self):
        """`bundleId`: the one that was set"""
        app = self.new_app()
        fields = {"bundleId": "com.example.shop", "repositoryAddress": "", "repositoryType": ""}
        self.client.post(f"/apps/{app['id']}/platforms/ios/details", fields)
        self.assertEqual(self.client.get(f"/apps/{app['id']}/config/ios").json["bundleId"], "com.example.shop")

    def test_configuration_of_no_platform(self):
        """Unknown … 404: an app has configurations of its platforms only"""
        app = self.new_app(["ios"])["id"]
        self.assert_problem(self.client.get(f"/apps/{app}/config/android"), 404)
        self.assert_problem(self.client.get(f"/apps/{app}/config/android/GatewayConfig.plist"), 404)

    def test_gateway_configuration(self):
        """`GET …/config/ios/GatewayConfig.plist` the three-environment plist"""
        app = self.new_app()
        answer = self.client.get(f"/apps/{app['id']}/config/ios/GatewayConfig.plist")
        self.assertEqual((answer.status, _file_name(answer)), (200, "GatewayConfig.plist"))
        environments = plistlib.loads(answer.body)
        self.assertEqual(len(environments), 3)
        for environment in environments.values():
            self.assertIn(app["platforms"][0]["logProductId"], environment.values())


def _file_name(answer):
    """The name a browser would save the answer under."""
    return re.search(r'attachment; filename="([^"]+)"', answer.headers["Content-Disposition"])[1]


if __name__ == "__main__":
    unittest.main()
