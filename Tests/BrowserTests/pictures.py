#!/usr/bin/env python3
"""The six pictures that tell the demo's story in the README, of a console that was seeded just now.

    script/pictures [DIRECTORY]

writes story-1.png to story-6.png, in docs/ unless another directory is named.
"""

import sys
import time
from pathlib import Path

from stage import DEMO, SeededConsole, Stage, chromium

DOCS = Path(__file__).resolve().parents[2] / "docs"
LARGEST = 250_000
"""Bytes of a picture: six of them should not make the clone heavy."""

SIZE = {"width": 1180, "height": 820}


def story(console):
    """(path, what to scroll to; None for the beginning) of each picture, in order: is anything wrong, what did it, who has it, what else goes on."""
    app = f"/apps/{DEMO}"
    halted = first(console, f"{app}/hotpatches?state=halted")
    group = first(console, f"{app}/crashes?q=cartline")
    report = first(console, f"{app}/crashes/{group['id']}/reports?limit=1")
    update = next(one for one in asked(console, f"{app}/updates?state=running")["items"] if one["percentage"] == 20)
    return [
        ("/", None),
        (f"{app}/hotpatches/{halted['id']}", "#guard"),
        (f"{app}/crash-groups/{group['id']}", "#changes"),
        (f"{app}/devices/{report['device']}", None),
        (f"{app}/updates/{update['id']}", None),
        (f"{app}/changes", None),
    ]


def asked(console, path):
    status, document = console.api("GET", path)
    if status != 200:
        raise RuntimeError(f"{path}: {status} {document}")
    return document


def first(console, path):
    items = asked(console, path)["items"]
    if not items:
        raise RuntimeError(f"{path}: nothing there, so the demo does not tell its story")
    return items[0]


def settle(console, patience=120):
    """Waits until the jobs of the seed are done: a device's log is read by one."""
    end = time.monotonic() + patience
    while any(asked(console, f"/jobs?state={state}")["items"] for state in ("waiting", "running")):
        if time.monotonic() > end:
            raise TimeoutError("the jobs of the demo do not end")
        time.sleep(0.5)


def shoot(stage, path, place, file, language="zh-CN"):
    """Takes what a person sees without scrolling, or after a jump to `place`; answers the bytes of the picture."""
    context = stage.browser.new_context(
        base_url=stage.console.url, storage_state=stage.session, locale=language, viewport=SIZE, reduced_motion="reduce")
    try:
        page = context.new_page()
        answer = page.goto(path)
        if answer.status != 200:
            raise RuntimeError(f"{path}: {answer.status}")
        if place:
            page.locator(place).first.evaluate("element => element.scrollIntoView()")
        page.screenshot(path=file)
    finally:
        context.close()
    return Path(file).stat().st_size


def main():
    directory = Path(sys.argv[1]) if len(sys.argv) > 1 else DOCS
    directory.mkdir(parents=True, exist_ok=True)
    with SeededConsole() as console, chromium() as browser:
        stage = Stage(console, browser)
        settle(console)
        for number, (path, place) in enumerate(story(console), 1):
            file = directory / f"story-{number}.png"
            size = shoot(stage, path, place, file)
            print(f"{file} {size:,} bytes: {path}")
            if size > LARGEST:
                sys.exit(f"{file.name} has more than {LARGEST:,} bytes")


if __name__ == "__main__":
    main()
