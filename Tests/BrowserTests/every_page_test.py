"""What has to hold on every page, in both languages and themes, with a script and without."""

import re
from html import unescape

from console_process import EMAIL, PASSWORD
from page_checks import check_page, check_plain_page
from page_session import PageSession
from pages import PROBLEMS, pages, shape, signed_out_pages
from side_by_side import side_by_side
from stage import BrowserTest

_DOWNLOADS = re.compile(r"/config/|/packages/[^/]+/(download|manifest|bom)$|/builds/[^/]+/download$|/build-requests/[^/]+/log$|/qr\.|/artifact$|/whitelist$|/raw$|/crash-reports/[^/]+/text$|/attachments/|^/hotpatches/[^/]+/[0-9a-f]{64}$|/hotpatches/[0-9a-f]+/script$|/public-key\.(pem|sig)$|/symbols/[^/]+/objects/|/diagnostics/[^/]+/files/|/logs/export|format=csv|\.csv|\.json(\?|$)|/images/|^/api/|^/metrics|^/assets/")


class EveryPageTest(BrowserTest):
    def test_every_page_is_sound_in_every_language_and_theme(self):
        self.sweep(check_page, ("zh-CN", "en"))

    def test_every_page_works_without_script(self):
        self.sweep(check_plain_page, ("zh-CN",))

    def sweep(self, check, languages):
        stage = self.stage
        found = {name: (path, 200, stage.session) for name, path in pages(stage.console).items()}
        found |= {name: (path, 404, stage.session) for name, path in PROBLEMS.items()}
        found |= {name: (path, 200, None) for name, path in signed_out_pages(stage.console).items()}
        jobs = [(name, *found[name], language) for name in found for language in languages]
        done = side_by_side(jobs, lambda tabs, job: check(tabs, stage.console.url, *job[1:]))
        for page in found:
            with self.subTest(page):
                self.assertEqual([f"{language}: {fault}" for (name, *_, language), faults in done if name == page for fault in faults], [])

    def test_every_link_leads_to_a_page_of_the_list(self):
        """So that a page nobody added to the list, or that is gone, is noticed."""
        session = PageSession(self.stage.console)
        self.addCleanup(session.close)
        session.log_in(EMAIL, PASSWORD)
        known = pages(self.stage.console)
        followed = {}
        for page in known.values():
            for path in self.links(session.get(page)[1]):
                if shape(path) not in followed:
                    followed[shape(path)] = path
        for kind, path in followed.items():
            with self.subTest(path):
                self.assertEqual(session.get(path)[0], 200)
                self.assertIn(kind, {shape(page) for page in known.values()}, "not in pages.py")

    def links(self, text):
        found = [unescape(path).partition("#")[0] for path in re.findall(r'<a\b[^>]*\bhref="(/[^"]*)"', text)]
        return [path for path in found if not _DOWNLOADS.search(path)]
