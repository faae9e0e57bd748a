"""From a device's id to why it did not get an update, without script."""

from push_service import Devices, device_of
from stage import BrowserTest


class DevicesTest(BrowserTest):
    """An app with two devices that bound a push token, and an update that one of them is too new for."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.console = cls.stage.console
        cls.app, _ = cls.console.create_app("DevicePages", "设备检查")
        Devices(cls.console, cls.app).bind(2)
        cls.releases = {version: cls.publish(version) for version in ("2.2.0", "9.0.0")}

    @classmethod
    def publish(cls, version):
        update = {"platform": "ios", "version": version, "downloadURL": f"https://a.example/{version}", "message": "new", "mode": "official"}
        status, made = cls.console.api("POST", f"/apps/{cls.app}/updates", update)
        assert status == 201, made
        status, answer = cls.console.api("POST", f"/apps/{cls.app}/updates/{made['id']}/publication", {})
        assert status < 300, answer
        return made["id"]

    def test_from_an_id_to_why_it_did_not_get_an_update(self):
        page = self.administrator(java_script_enabled=False)
        page.goto(f"/apps/{self.app}/devices")
        page.fill("#field-q", device_of(1))
        page.click("main form.filters button.primary")
        # No log line told of it, but push knows it.
        page.click(f"main a[href$='/devices/{device_of(1)}']")
        self.assertIn("user1", page.inner_text("main"))
        self.assertNotIn("0" * 40, page.content(), "tokens are not on the page")
        page.click("main .actions a.primary")
        self.assertEqual(page.input_value("#field-device"), device_of(1))
        page.select_option("#field-kind", "update")
        page.select_option("#field-subject", self.releases["2.2.0"])
        page.click("main form.filters button.primary")
        self.assertEqual(page.locator("main table tbody tr").count(), 1)
        self.assertIn("2.2.0", page.inner_text("main table tbody"))
        self.assertEqual(page.locator("main table tbody .tag.good").count(), 0)
        self.assertEqual(page.locator("main table tbody .bad-text").count(), 1, "its version is what stands in the way")
        page.select_option("#field-subject", self.releases["9.0.0"])
        page.click("main form.filters button.primary")
        self.assertEqual(page.locator("main table tbody .tag.good").count(), 1)

    def test_a_user_leads_to_the_device(self):
        page = self.administrator()
        page.goto(f"/apps/{self.app}/users/user0")
        page.click(f"main a[href$='/devices/{device_of(0)}']")
        self.assert_path(page, f"/apps/{self.app}/devices/{device_of(0)}")

    def test_another_kind_is_answered_at_once(self):
        page = self.administrator()
        page.goto(f"/apps/{self.app}/why?device={device_of(0)}&kind=update&subject={self.releases['9.0.0']}")
        page.select_option("#field-kind", "push")
        page.wait_for_url("**kind=push**")
        self.assertEqual(page.locator("main table tbody tr").count(), 0)
        self.assertEqual(page.locator("main .empty").count(), 1)
