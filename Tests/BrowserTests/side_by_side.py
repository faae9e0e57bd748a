"""Runs checks of many pages side by side. Playwright's objects belong to one thread: every thread has a browser of its own."""

import json
import queue
import threading

from stage import chromium

_THREADS = 3


class Tabs:
    """Tabs of one browser, one for each set of options, gone on with from page to page: starting another costs more than most pages."""

    def __init__(self, browser):
        self.browser = browser
        self._tabs = {}

    def open(self, **options):
        key = json.dumps(options, sort_keys=True)
        if key not in self._tabs:
            self._tabs[key] = self.browser.new_context(**options).new_page()
        return self._tabs[key]


def side_by_side(jobs, work):
    """`work(tabs, job)` for all jobs; answers [(job, its list)] in the order they were done, with the error in the list of a job that failed."""
    waiting, done = queue.SimpleQueue(), []
    for job in jobs:
        waiting.put(job)
    threads = [threading.Thread(target=_run, args=(waiting, work, done)) for _ in range(_THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return done


def _run(waiting, work, done):
    with chromium() as browser:
        tabs = Tabs(browser)
        while True:
            try:
                job = waiting.get_nowait()
            except queue.Empty:
                return
            try:
                done.append((job, work(tabs, job)))
            except Exception as error:  # A page that cannot even be opened is this job's result, and the others go on.
                done.append((job, [str(error)]))
