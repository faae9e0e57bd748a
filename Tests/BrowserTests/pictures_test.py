"""The story that the README tells in six pictures is in the demo: each page is there, and a picture of it is small."""

import tempfile
from pathlib import Path

from pictures import LARGEST, asked, shoot, story
from stage import DEMO, BrowserTest


class PicturesTest(BrowserTest):
    def test_every_picture_shows_its_part_of_the_story(self):
        console = self.stage.console
        with tempfile.TemporaryDirectory() as directory:
            for number, (path, place) in enumerate(story(console), 1):
                for language in ("zh-CN", "en"):
                    with self.subTest(path=path, language=language):
                        size = shoot(self.stage, path, place, Path(directory) / f"{number}.png", language)
                        self.assertLessEqual(size, LARGEST)

    def test_the_overview_leads_to_the_halted_patch_and_to_what_waits(self):
        found = asked(self.stage.console, f"/apps/{DEMO}/attention")
        wrong = {sign["kind"]: sign for sign in found["wrong"]["items"]}
        waiting = {sign["kind"]: sign for sign in found["waiting"]["items"]}
        self.assertLessEqual({"haltedPatch", "worseVersion"}, wrong.keys())
        self.assertLessEqual({"expiry", "newGroups", "feedback", "switchDrafts"}, waiting.keys())
        page = self.administrator()
        for path in ("/", f"/apps/{DEMO}"):
            page.goto(path)
            page.click(f'#wrong a[href="{wrong["haltedPatch"]["href"]}"]')
            page.wait_for_selector("#guard")
        page.goto("/")
        self.assertGreaterEqual(page.locator("#changed li").count(), 5)

    def test_the_three_cards_fit_a_small_phone(self):
        page = self.administrator(viewport={"width": 320, "height": 700})
        for path in ("/", f"/apps/{DEMO}"):
            page.goto(path)
            self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), 320)
