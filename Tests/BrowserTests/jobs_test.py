"""The page of a background job follows it to its end by itself, and does without script too."""

from stage import DEMO, BrowserTest


class JobsTest(BrowserTest):
    def start(self):
        """A job that takes some seconds: the demo's two weeks are counted again."""
        self.stage.console.api("POST", f"/apps/{DEMO}/rebuild")
        return self.stage.console.api("GET", "/jobs?limit=1")[1]["items"][0]["id"]

    def test_the_page_follows_the_job_to_its_end(self):
        job = self.start()
        page = self.administrator()
        page.goto(f"/nodes/jobs/{job}")
        page.evaluate("window.sameDocument = true")
        page.wait_for_selector("#job-over", timeout=120_000)
        self.assertTrue(page.evaluate("window.sameDocument"))
        self.assertEqual(page.locator("#job-over .tag").inner_text(), "已完成")
        self.assertIn("第 1 次尝试开始", page.inner_text("#job-over"))
        self.assertEqual(page.locator("main .actions button").count(), 0)

    def test_the_list_leads_to_it(self):
        job = self.start()
        page = self.administrator()
        page.goto("/nodes/jobs")
        page.click(f"main table a[href='/nodes/jobs/{job}']")
        page.wait_for_url(f"**/nodes/jobs/{job}")
        self.assertIn(job, page.inner_text("main .sub"))
