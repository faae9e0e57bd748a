"""A page on a slow line and a slow machine, by Chromium's own means, and what its reader would have seen of it."""

_BITS_PER_SECOND = 1_600_000
_LATENCY = 40  # ms
_SLOWER = 4
"""How many times slower the CPU is than this machine's."""

_WATCHED = """(() => {
    window.seen = { paint: 0, shift: 0 };
    new PerformanceObserver(list => { for (const entry of list.getEntries()) seen.paint = entry.startTime; })
        .observe({ type: "largest-contentful-paint", buffered: true });
    new PerformanceObserver(list => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) seen.shift += entry.value; })
        .observe({ type: "layout-shift", buffered: true });
})()"""


class SlowLine:
    """Slows a fresh page down."""

    def __init__(self, page):
        self._page = page
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", {
            "offline": False, "latency": _LATENCY, "downloadThroughput": _BITS_PER_SECOND / 8, "uploadThroughput": _BITS_PER_SECOND / 8})
        session.send("Emulation.setCPUThrottlingRate", {"rate": _SLOWER})
        page.add_init_script(_WATCHED)

    def open(self, path):
        """Opens the page; answers (milliseconds to the largest contentful paint, cumulative layout shift)."""
        self._page.goto(path, wait_until="load")
        for _ in range(40):
            self._page.wait_for_timeout(500)  # The script has run and moved whatever it moves.
            seen = self._page.evaluate("seen")
            if seen["paint"]:
                return seen["paint"], seen["shift"]
        raise TimeoutError(f"{path} was never painted")
