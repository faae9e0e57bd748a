"""The console's pages, each with something on it: what the sweep over every page and the screenshots go through."""

import re

from stage import DEMO

_SITE = {
    "apps": "/apps",
    "apps-archived": "/apps?archived=true",
    "apps-no-match": "/apps?q=nosuchapp",
    "app-new": "/apps/new",
    "members": "/members",
    "tokens": "/tokens",
    "audit": "/audit",
    "status": "/status",
    "account": "/account",
}

_APP = {
    "overview": "",
    "platforms": "/platforms",
    "platform": "/platforms/ios",
    "platform-android": "/platforms/android",
    "edit": "/edit",
    "delete": "/delete",
    "first-version": "/first-version",
    "ready": "/ready",
    "crashes": "/crashes?from=-24h",
    "crashes-compared": "/crashes?from=-24h&compare=true",
    "crashes-empty": "/crashes?version=nosuchversion",
    "crash-trend": "/crash-trend",
    "actives": "/actives",
    "versions": "/versions",
    "startup": "/startup",
    "rpc": "/rpc",
    "logs": "/logs",
    "quarantine": "/quarantine",
    "crash-reports": "/crash-reports",
    "log-settings": "/log-settings",
}

PROBLEMS = {"not-found": "/no-such-page", "app-not-found": "/apps/nosuchapp"}
"""Pages that answer 404 and lead on."""

SIGNED_OUT = {"login": "/login"}


def pages(console):
    """Every page for a signed-in administrator: name to path."""
    found = {**_SITE, **{name: f"/apps/{DEMO}{path}" for name, path in _APP.items()}}
    status, reports = console.api("GET", f"/apps/{DEMO}/crash-reports?limit=1")
    if status != 200 or not reports["items"]:
        raise RuntimeError(f"the demo data has no crash reports: {status} {reports}")
    found["crash-report"] = f"/apps/{DEMO}/crash-reports/{reports['items'][0]['id']}"
    return found


def shape(path):
    """What kind of page a path is: without its query, and with the names of things left out."""
    path = re.sub(r"[?#].*", "", path)
    path = re.sub(r"^/apps/(?!new$)[^/]+", "/apps/{app}", path)
    path = re.sub(r"/platforms/[^/]+", "/platforms/{platform}", path)
    return re.sub(r"/(crash-reports|tokens|members)/[^/]+", r"/\1/{id}", path)
