#!/usr/bin/env python3
"""Pictures of every page with the demo data, for people to look at.

    PYTHONPATH=Tests/FaultTests .build/venv/bin/python Tests/BrowserTests/screenshots.py DIRECTORY [BEGINNING…]

writes <page>.<language>.<theme>.<width>.png, of all pages or of those whose names begin so.
"""

import itertools
import sys
from pathlib import Path

from pages import PROBLEMS, pages, signed_out_pages
from side_by_side import side_by_side
from stage import SeededConsole, Stage, chromium


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    directory = Path(sys.argv[1])
    directory.mkdir(parents=True, exist_ok=True)
    with SeededConsole() as console:
        with chromium() as browser:
            session = Stage(console, browser).session
        found = [(name, path, session) for name, path in {**pages(console), **PROBLEMS}.items()]
        found += [(name, path, None) for name, path in signed_out_pages(console).items()]
        found = [page for page in found if page[0].startswith(tuple(sys.argv[2:]) or "")]
        jobs = list(itertools.product(found, ("zh-CN", "en"), ("light", "dark"), (1280, 390)))
        for _, result in side_by_side(jobs, lambda tabs, job: shoot(tabs.browser, console.url, directory, *job[0], *job[1:])):
            print(*result)


def shoot(browser, origin, directory, name, path, session, language, theme, width):
    """Writes one picture of the whole page; answers [its file]."""
    context = browser.new_context(
        base_url=origin, storage_state=session, locale=language, color_scheme=theme, viewport={"width": width, "height": 900})
    page = context.new_page()
    page.goto(path)
    file = directory / f"{name}.{language}.{theme}.{width}.png"
    page.screenshot(path=file, full_page=True)
    context.close()
    return [file]


if __name__ == "__main__":
    main()
