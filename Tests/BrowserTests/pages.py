"""The console's pages, each with something on it: what the sweep over every page and the screenshots go through."""

import functools
import json
import re
import time
import urllib.request

from console_process import EMAIL, PASSWORD
from page_session import PageSession
from stage import DEMO
from uploads import upload

_SITE = {
    "home": "/",
    "apps": "/apps",
    "apps-archived": "/apps?archived=true",
    "apps-no-match": "/apps?q=nosuchapp",
    "app-new": "/apps/new",
    "members": "/members",
    "member-new": "/members/new",
    "tokens": "/tokens",
    "token-new": "/tokens/new",
    "audit": "/audit",
    "changes-all": "/changes",
    "changes-all-no-match": "/changes?object=nosuchthing",
    "expiries": "/expiries",
    "expiries-year": "/expiries?days=365",
    "expiries-no-match": "/expiries?app=nosuchapp",
    "search": "/search",
    "search-found": "/search?q=2.3",
    "search-kind": "/search?q=e&kind=group",
    "search-no-match": "/search?q=nosuchthing",
    "saved-views": "/saved-views",
    "saved-view-new": "/saved-views/new",
    "status": "/status",
    "nodes": "/nodes",
    "jobs": "/nodes/jobs",
    "jobs-no-match": "/nodes/jobs?state=failed",
    "account": "/account",
    "build-agents": "/build-agents",
    "api-all": "/api",
    "api-all-room": "/api?room=modules",
    "modules": "/modules",
    "modules-filtered": "/modules?platform=android&group=network",
    "modules-no-match": "/modules?q=nosuchmodule",
    "module-new": "/modules/new",
    "module": "/modules/MPHttpClient",
    "module-edit": "/modules/MPHttpClient/edit",
    "module-upload": "/modules/MPHttpClient/upload",
    "baselines": "/baselines",
    "baselines-no-match": "/baselines?platform=harmony",
    "baseline-new": "/baselines/new",
    "baseline": "/baselines/ios/1.0.1",
    "baseline-difference": "/baselines/ios/1.0.1/difference?from=1.0.0",
}

_APP = {
    "overview": "",
    "api": "/api",
    "api-room": "/api?room=push",
    "api-no-match": "/api?q=nosuchthing",
    "platforms": "/platforms",
    "platform": "/platforms/ios",
    "sentry": "/platforms/ios/sentry",
    "platform-android": "/platforms/android",
    "changes": "/changes",
    "changes-patches": "/changes?kind=patch&devices=true",
    "changes-no-match": "/changes?object=nosuchthing",
    "edit": "/edit",
    "delete": "/delete",
    "first-version": "/first-version",
    "ready": "/ready",
    "crashes": "/crashes",
    "crashes-week": "/crashes?range=7d&platform=ios&compare=none",
    "crashes-empty": "/crashes?version=nosuchversion",
    "crash-trend": "/crash-trend",
    "actives": "/actives",
    "versions": "/versions",
    "startup": "/startup",
    "rpc": "/rpc",
    "sessions": "/sessions",
    "sessions-empty": "/sessions?version=nosuchversion",
    "logs": "/logs",
    "quarantine": "/quarantine",
    "crash-reports": "/crash-reports",
    "crash-reports-no-match": "/crash-reports?version=nosuchversion",
    "crash-groups": "/crash-groups",
    "crash-groups-by-count": "/crash-groups?sort=count&platform=ios",
    "crash-groups-no-match": "/crash-groups?q=nosuchcrash",
    "crash-grouping": "/crash-grouping",
    "log-settings": "/log-settings",
    "log-setting": "/log-settings/ios/behaviour",
    "gateway": "/gateway",
    "gateway-errors": "/gateway?sort=errors&range=7d&platform=ios",
    "gateway-empty": "/gateway?version=nosuchversion",
    "gateway-operation": "/gateway/operations/com.example.order.list",
    "gateway-failures": "/gateway/failures",
    "gateway-failures-timeouts": "/gateway/failures?status=4001",
    "gateway-failures-no-match": "/gateway/failures?device=nosuchdevice",
    "gateway-old-secrets": "/gateway/old-secrets",
    "gateway-upstreams": "/gateway/upstreams",
    "gateway-upstream": "/gateway/upstreams/com.example.order.list",
    "gateway-new-upstream": "/gateway/new-upstream",
    "gateway-removal": "/gateway/upstreams/com.example.order.list/removal",
    "gateway-settings": "/gateway/settings",
    "gateway-trials": "/gateway/trials",
    "badges": "/badges",
    "badges-ended": "/badges?state=ended",
    "badges-no-match": "/badges?state=expired",
    "badge-new": "/badges/new",
    "feedback": "/feedback",
    "feedback-no-match": "/feedback?q=nosuchword",
    "feedback-tag": "/feedback?tag=crash&state=open",
    "packages": "/packages",
    "packages-no-match": "/packages?platform=harmony",
    "package-new": "/packages/new?platform=ios",
    "package-new-no-match": "/packages/new?platform=ios&q=nosuchmodule&modules=MPLog",
    "package-review": "/packages/review?platform=ios&modules=MPHttpClient&modules=MPCommonUI",
    "package-review-blocked": "/packages/review?platform=ios&modules=MPHttpClient&minimumOS=1.0",
    "shipments": "/shipments",
    "shipments-no-match": "/shipments?platform=harmony",
    "build-certificates": "/build-certificates",
    "build-certificates-no-match": "/build-certificates?platform=android",
    "build-certificate-new": "/build-certificates/new",
    "push-certificates": "/push-certificates",
    "push-certificates-no-match": "/push-certificates?state=retired",
    "push-certificate-new": "/push-certificates/new",
    "hotpatch-keys": "/hotpatch-keys",
    "hotpatch-conversion": "/hotpatch-conversion",
    "hotpatch-ramps": "/hotpatch-ramps",
    "hotpatch-ramp": "/hotpatch-ramps/standard",
    "builds": "/builds",
    "builds-filtered": "/builds?platform=ios&state=current",
    "builds-no-match": "/builds?q=nosuchbuild",
    "build-new": "/builds/new",
    "symbols": "/symbols",
    "symbols-no-match": "/symbols?q=nosuchsymbols",
    "symbols-new": "/symbols/new",
    "build-requests": "/build-requests",
    "build-requests-no-match": "/build-requests?platform=android&state=cancelled",
    "build-request-new": "/build-requests/new",
    "hotpatches": "/hotpatches",
    "hotpatches-filtered": "/hotpatches?platform=ios&state=running",
    "hotpatches-no-match": "/hotpatches?state=rolledBack",
    "hotpatch-new": "/hotpatches/new",
    "hotpatch-approval": "/hotpatches/approval",
    "hotpatch-evaluation": "/hotpatches/evaluation?platform=ios&version=2.3.0&device=d1&osVersion=18.5&user=2088662864436234",
    "hotpatch-evaluation-nothing": "/hotpatches/evaluation?platform=ios&version=9.9",
    "updates": "/updates",
    "updates-filtered": "/updates?platform=android&state=paused",
    "updates-no-match": "/updates?platform=ios&state=paused",
    "update-new": "/updates/new",
    "update-evaluation": "/updates/evaluation?platform=ios&version=2.2.0&device=d1&osVersion=18.5&user=2088102100001&network=WIFI",
    "update-evaluation-nothing": "/updates/evaluation?platform=ios&version=9.9",
    "alerts": "/alerts",
    "alerts-no-match": "/alerts?kind=undelivered",
    "alert-rules": "/alert-rules",
    "alert-rule-new": "/alert-rules/new",
    **{f"alert-rule-new-{kind}": f"/alert-rules/new?kind={kind}" for kind in ("newGroup", "crashRate", "velocity", "devices")},
    "alert-channels": "/alert-channels",
    "alert-channel-new": "/alert-channels/new",
    **{f"alert-channel-new-{kind}": f"/alert-channels/new?kind={kind}" for kind in ("webhook", "dingtalk", "wecom")},
    "alert-deliveries": "/alert-deliveries",
    "alert-deliveries-no-match": "/alert-deliveries?state=failed",
    "alert-deliveries-changes": "/alert-deliveries?about=change",
    "log-retention": "/log-retention",
    "erasures": "/erasures",
    "push-devices": "/push-devices",
    "push-devices-filtered": "/push-devices?platform=ios&state=bound",
    "push-devices-no-match": "/push-devices?state=gone",
    "devices": "/devices",
    "devices-found": "/devices?q=2",
    "devices-no-match": "/devices?q=nosuchdevice",
    "device-unknown": "/devices/nosuchdevice",
    "user-unknown": "/users/nosuchuser",
    "why": "/why",
    "push-messages": "/push-messages",
    "push-messages-no-match": "/push-messages?state=stopped",
    "push-message-new": "/push-messages/new",
    "push-options": "/push-options",
    "push-templates": "/push-templates",
    "push-template-new": "/push-templates/new",
    "push-lists": "/push-lists",
    "push-credentials": "/push-credentials",
    **{f"push-credential-new-{channel}": f"/push-credentials/new?channel={channel}" for channel in ("fcm", "huawei", "xiaomi", "oppo", "vivo")},
    "diagnostics": "/diagnostics",
    "diagnostics-no-match": "/diagnostics?q=nosuchtask",
    "diagnostics-person": "/diagnostics/person",
    "diagnostics-new": "/diagnostics/new",
    "diagnostics-bulk": "/diagnostics/bulk",
    "diagnostic-settings": "/diagnostic-settings",
    "diagnostic-rules": "/diagnostic-rules",
    "diagnostic-rule-new": "/diagnostic-rules/new",
    "switches": "/switches",
    "switches-no-match": "/switches?q=nosuchswitch",
    "switch-new": "/switches/new",
    "switch": "/switches/home.banner",
    "switch-boolean": "/switches/new.cashier",
    "switch-ending": "/switches/new.cashier/ending",
    "switch-review": "/switches/publication",
    "switch-publications": "/switches/publications",
    "switch-publication": "/switches/publications/1",
    "switch-evaluation": "/switches/evaluation?platform=ios&version=2.3.1&device=d1&user=2088102100001",
}

PROBLEMS = {"not-found": "/no-such-page", "app-not-found": "/apps/nosuchapp"}
"""Pages that answer 404 and lead on."""


@functools.cache
def pages(console):
    """Every page for a signed-in administrator: name to path."""
    package = _shipped(console)  # Before the rebuild: a busy machine took over half a minute for both at once.
    upload(console, "SIMPLEDEMORPC_IOS-0000017768", ["D-VM,yesterday"])  # The demo has nothing in quarantine.
    reports = _asked(console, "GET", f"/apps/{DEMO}/crash-reports?limit=1")
    groups = {group["state"]: group["id"] for group in _asked(console, "GET", f"/apps/{DEMO}/crashes?sort=count&limit=100")["items"]}
    trial = _asked(console, "POST", f"/apps/{DEMO}/crash-grouping/trials", {"version": 1, "rules": []})["id"]
    members = _asked(console, "GET", "/members")
    tokens = _asked(console, "GET", "/tokens")
    console.api("POST", f"/apps/{DEMO}/rebuild")
    job = _asked(console, "GET", "/jobs?limit=1")["items"][0]["id"]
    module = _asked(console, "GET", "/modules?platform=ios&q=MPHttpClient")["items"][0]
    version = f"/modules/MPHttpClient/versions/ios/{module['version']}"
    badges = _asked(console, "GET", f"/apps/{DEMO}/badges?state=live")
    feedback = {state: _asked(console, "GET", f"/apps/{DEMO}/feedback?state={state}")["items"][-1]["id"] for state in ("new", "open", "answered", "closed")}
    hotpatch_keys = _asked(console, "GET", f"/apps/{DEMO}/hotpatch-keys") or [_asked(console, "POST", f"/apps/{DEMO}/hotpatch-keys", {})]
    hotpatch_key = hotpatch_keys[0]["id"]
    certificates = {}
    for purpose in ("build", "push"):
        id = _asked(console, "GET", f"/apps/{DEMO}/{purpose}-certificates")["items"][-1]["id"]
        certificates |= {f"{purpose}-certificate{page.replace('/', '-')}": f"/apps/{DEMO}/{purpose}-certificates/{id}{page}" for page in ("", "/removal")}
    requests = {request["state"]: request["id"] for request in _asked(console, "GET", f"/apps/{DEMO}/build-requests")["items"]}
    updates = _asked(console, "GET", f"/apps/{DEMO}/updates")["items"]
    drafted = next(update["id"] for update in updates if update["state"] == "draft")
    hotpatches = {hotpatch["state"]: hotpatch["id"] for hotpatch in _asked(console, "GET", f"/apps/{DEMO}/hotpatches")["items"]}
    builds = {build["platform"]: build for build in _asked(console, "GET", f"/apps/{DEMO}/builds?state=current")["items"]}
    links = _asked(console, "GET", f"/apps/{DEMO}/install-links")["items"]
    symbols = _symbols(console)
    alerts = _alerts(console)
    sentry = _asked(console, "GET", f"/apps/{DEMO}/platforms/ios/sentry")["keys"][0]["publicKey"]
    saved = _saved_view(console)
    own = {name: f"/apps/{DEMO}{path}" for name, path in _APP.items()}
    return {
        **_SITE, **own,
        "saved-view": saved["href"],
        "saved-view-edit": f"/saved-views/{saved['id']}/edit",
        "saved-view-removal": f"/saved-views/{saved['id']}/removal",
        "crash-report": f"/apps/{DEMO}/crash-reports/{reports['items'][0]['id']}",
        **{f"crash-group-{state}": f"/apps/{DEMO}/crash-groups/{id}" for state, id in groups.items()},
        **{f"crash-group-changes-{state}": f"/apps/{DEMO}/crash-groups/{id}/changes" for state, id in groups.items()},
        "sentry-disabling": f"/apps/{DEMO}/platforms/ios/sentry/keys/{sentry}/disabling",
        "crash-groups-empty": "/apps/mobilehall/crash-groups",
        "crash-trial": f"/apps/{DEMO}/crash-grouping/trials/{trial}",
        **{f"alert-{name}": f"/apps/{DEMO}{path}" for name, path in alerts.items()},
        **{f"{name}-empty": f"/apps/mobilehall/{name}" for name in ("alerts", "alert-rules", "alert-channels", "alert-deliveries")},
        "badges-empty": "/apps/mobilehall/badges",
        "feedback-empty": "/apps/mobilehall/feedback",
        "hotpatches-empty": "/apps/mobilehall/hotpatches",
        **{f"hotpatch-{state}": f"/apps/{DEMO}/hotpatches/{id}" for state, id in hotpatches.items()},
        **{f"hotpatch-preview-{state}": f"/apps/{DEMO}/hotpatches/{id}/preview" for state, id in hotpatches.items()},
        **{f"hotpatch-ending-{state}": f"/apps/{DEMO}/hotpatches/{id}/ending" for state, id in hotpatches.items()},
        "hotpatch-edit": f"/apps/{DEMO}/hotpatches/{hotpatches['draft']}/edit",
        "hotpatch-evaluation-draft": f"/apps/{DEMO}/hotpatches/evaluation?platform=ios&version=2.3.1&draft={hotpatches['draft']}",
        "updates-empty": "/apps/mobilehall/updates",
        **{f"update-{update['state']}-{update['mode']}": f"/apps/{DEMO}/updates/{update['id']}" for update in updates},
        **{f"update-preview-{update['mode']}": f"/apps/{DEMO}/updates/{update['id']}/preview" for update in updates},
        "update-edit": f"/apps/{DEMO}/updates/{drafted}/edit",
        **{f"update-ending-{update['state']}": f"/apps/{DEMO}/updates/{update['id']}/ending" for update in updates},
        "update-evaluation-draft": f"/apps/{DEMO}/updates/evaluation?platform=ios&version=2.2.0&draft={drafted}",
        "push-certificates-empty": "/apps/mobilehall/push-certificates",
        "packages-empty": "/apps/mobilehall/packages",
        "shipments-empty": "/apps/mobilehall/shipments",
        "package": f"/apps/{DEMO}/packages/{package}",
        "package-difference": f"/apps/{DEMO}/packages/{package}/difference",
        "module-usage": "/modules/MPHttpClient/usage",
        "module-usage-no-match": "/modules/MPHttpClient/usage?version=99&platform=ios",
        **{f"badge-{badge['audience']['to']}": f"/apps/{DEMO}/badges/{badge['id']}" for badge in badges["items"]},
        "badge-ending": f"/apps/{DEMO}/badges/{badges['items'][0]['id']}/ending",
        **{f"feedback-{state}": f"/apps/{DEMO}/feedback/{id}" for state, id in feedback.items()},
        "hotpatch-key": f"/apps/{DEMO}/hotpatch-keys/{hotpatch_key}",
        **certificates,
        **_push(console),
        **_diagnostics(console),
        "symbols-empty": "/apps/mobilehall/symbols",
        "symbols-file": f"/apps/{DEMO}/symbols/{symbols}",
        "symbols-removal": f"/apps/{DEMO}/symbols/{symbols}/removal",
        "build-requests-empty": "/apps/mobilehall/build-requests",
        **{f"build-request-{state}": f"/apps/{DEMO}/build-requests/{id}" for state, id in requests.items()},
        **{f"build-{platform}": f"/apps/{DEMO}/builds/{build['id']}" for platform, build in builds.items()},
        "build-removal": f"/apps/{DEMO}/builds/{builds['ios']['id']}/removal",
        **{f"install-link-{link['follows']}": f"/apps/{DEMO}/install-links/{link['code']}" for link in links},
        "member": f"/members/{members['items'][0]['id']}",
        "token-revocation": f"/tokens/{tokens['items'][0]['id']}/revocation",
        "module-publish": f"/modules/MPHttpClient/versions/new?artifact={module['sha256']}",
        "module-version": version,
        **{f"module-{page}": f"{version}/{page}" for page in ("deprecation", "withdrawal", "defect")},
        "job": f"/nodes/jobs/{job}",
    }


def _shipped(console):
    """The id of the second of two packages that are finished; a version of the app came out with it."""
    made = [_asked(console, "POST", f"/apps/{DEMO}/packages", {"platform": "ios", "modules": [{"name": name} for name in names]})["id"]
            for names in (["MPHttpClient"], ["MPHttpClient", "MPCommonUI"])]
    for _ in range(600):
        if all(_asked(console, "GET", f"/apps/{DEMO}/packages/{id}")["state"] == "ready" for id in made):
            _asked(console, "POST", f"/apps/{DEMO}/shipments", {"platform": "ios", "version": "2.3.1", "build": "45", "package": made[-1]})
            return made[-1]
        time.sleep(0.1)
    raise RuntimeError("packages are not finished")


def _alerts(console):
    """Pages of one of each; a webhook that cannot be reached was tried."""
    path = f"/apps/{DEMO}"
    hook = {"name": "内网告警平台", "kind": "webhook", "url": "http://alerts.invalid/hooks?token=0123456789abcdef", "changes": ["patch", "setting"]}
    channel = _asked(console, "POST", f"{path}/alert-channels", hook)["channel"]["id"]
    delivery = _asked(console, "POST", f"{path}/alert-channels/{channel}/test")["id"]
    told = _asked(console, "GET", f"{path}/alert-deliveries?about=change")["items"][0]["id"]
    rule = _asked(console, "GET", f"{path}/alert-rules")["items"][1]["id"]
    robot = _asked(console, "GET", f"{path}/alert-channels")["items"][0]["id"]
    found = _asked(console, "GET", f"{path}/alerts")["items"][0]["id"]
    return {
        "alert": f"/alerts/{found}", "rule": f"/alert-rules/{rule}", "rule-removal": f"/alert-rules/{rule}/removal",
        "robot": f"/alert-channels/{robot}", "webhook": f"/alert-channels/{channel}",
        "webhook-removal": f"/alert-channels/{channel}/removal", "webhook-rotation": f"/alert-channels/{channel}/secret-rotation",
        "delivery": f"/alert-deliveries/{delivery}", "delivery-change": f"/alert-deliveries/{told}"}


def _saved_view(console):
    """A view that the administrator shares: its id and its page."""
    session = PageSession(console)
    session.log_in(EMAIL, PASSWORD)
    form = {"csrf": session.csrf("/saved-views/new"), "name": "Ann's reports", "path": f"/apps/{DEMO}/crash-reports", "query": "platform=ios", "shared": "true"}
    status, text = session.post("/saved-views", form)
    session.close()
    if status != 303:
        raise RuntimeError(f"saved view: {status} {text[:400]}")
    view = next(view for view in _asked(console, "GET", "/saved-views")["items"] if view["name"] == form["name"])
    return {"id": view["id"], "href": f"{view['path']}?{view['query']}"}


def _symbols(console):
    """The id of a mapping that is brought."""
    mapping = b"# compiler: R8\n# pg_map_id: 0d0fd23\ncom.example.Main -> a.a:\n    1:1:void main():7:7 -> a\n"
    request = urllib.request.Request(
        f"{console.url}/api/v1/apps/{DEMO}/symbols/upload?filename=mapping.txt&version=2.3.1", mapping, method="PUT",
        headers={"Authorization": f"Bearer {console.token}", "Content-Type": "application/octet-stream"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)["id"]


@functools.cache
def signed_out_pages(console):
    """Pages for people who are not signed in: name to path."""
    invited = _asked(console, "POST", "/members", {"email": "invited@example.com", "name": "新成员", "role": "viewer"})
    build = _asked(console, "GET", f"/apps/{DEMO}/builds?state=current&platform=ios")["items"][0]
    retired = _asked(console, "GET", f"/apps/{DEMO}/builds?state=retired")["items"][0]
    locked = _asked(console, "GET", "/apps/storehelper/builds?platform=harmony")["items"][0]["installCode"]
    _asked(console, "PUT", f"/apps/storehelper/install-links/{locked}", {"password": "demo1234"})
    return {
        "install": f"/i/{build['installCode']}",
        "install-phone": f"/i/{build['installCode']}?system=ios&device=iPhone",
        "install-other": f"/i/{build['installCode']}?system=android",
        "install-closed": f"/i/{retired['installCode']}",
        "install-locked": f"/i/{locked}",
        "login": "/login",
        "password": invited["link"].removeprefix(console.url),
        "password-link-used": "/password?token=used",
        "setup-link-used": "/setup?token=used",
    }


def _push(console):
    """Messages in their states, a device, a template, a list and a credential."""
    app = f"/apps/{DEMO}"
    messages = {message["state"]: message["id"] for message in _asked(console, "GET", f"{app}/push-messages")["items"]}
    bound = _asked(console, "GET", f"{app}/devices?limit=100&state=bound")["items"]
    device = bound[0]["deviceId"]
    user = next((device["userId"] for device in bound if device["userId"]), "nosuchuser")
    template = _asked(console, "GET", f"{app}/push-templates")["items"][0]["id"]
    _asked(console, "POST", f"{app}/push-messages/{messages['draft']}/review", {})
    listed = _listed(console, app)
    credential = _asked(console, "POST", f"{app}/push-credentials", {"channel": "xiaomi", "packageName": "com.example.demo", "secret": "demo"})["id"]
    return {
        **{f"push-message-{state}": f"{app}/push-messages/{id}" for state, id in messages.items()},
        **{f"push-ending-{state}": f"{app}/push-messages/{id}/ending" for state, id in messages.items()},
        **{f"push-deliveries-{state}": f"{app}/push-messages/{id}/deliveries" for state, id in messages.items()},
        "push-edit": f"{app}/push-messages/{messages['draft']}/edit",
        "push-review": f"{app}/push-messages/{messages['draft']}/review",
        "push-template": f"{app}/push-templates/{template}/edit",
        "push-template-removal": f"{app}/push-templates/{template}/removal",
        "push-list": f"{app}/push-lists/{listed}",
        "push-list-removal": f"{app}/push-lists/{listed}/removal",
        "push-credential": f"{app}/push-credentials/{credential}",
        "push-credential-removal": f"{app}/push-credentials/{credential}/removal",
        "push-device": f"{app}/push-devices/{device}",
        "device": f"{app}/devices/{device}",
        "user": f"{app}/users/{user}",
        **{f"why-{kind}": f"{app}/why?device={device}&kind={kind}" for kind in ("update", "patch", "switches", "push", "badge", "diagnosis")},
        "device-unbinding": f"{app}/devices/{device}/push-unbinding",
        **{f"{name}-empty": f"/apps/mobilehall/{name}" for name in ("devices", "push-devices", "push-messages", "push-templates", "push-lists", "push-credentials", "diagnostics")},
    }


def _listed(console, app):
    """A file of users, as a target; answers its id."""
    request = urllib.request.Request(
        f"{console.url}/api/v1{app}/push-lists?name=VIP&kind=users", "user,name\n2088102100001,小明\n".encode(), method="POST",
        headers={"Authorization": f"Bearer {console.token}", "Content-Type": "text/csv"})
    with urllib.request.urlopen(request, timeout=30) as response:
        return json.load(response)["id"]


def _diagnostics(console):
    """A task whose log can be read, one that waits, and a rule."""
    app = f"/apps/{DEMO}"
    for _ in range(300):
        tasks = {task["state"]: task for task in _asked(console, "GET", f"{app}/diagnostics")["items"]}
        if "done" in tasks:
            break
        time.sleep(0.1)
    done = tasks["done"]
    part = _asked(console, "GET", f"{app}/diagnostics/{done['id']}")["parts"][0]["id"]
    rule = _asked(console, "POST", f"{app}/diagnostic-rules", {"name": "New", "kind": "newGroup"})["id"]
    return {
        **{f"diagnostic-{state}": f"{app}/diagnostics/{task['id']}" for state, task in tasks.items()},
        "diagnostic-removal": f"{app}/diagnostics/{done['id']}/removal",
        "diagnostic-log": f"{app}/diagnostics/{done['id']}/logs/{part}",
        "diagnostic-log-found": f"{app}/diagnostics/{done['id']}/logs/{part}?q=pay&level=error",
        "diagnostic-log-no-match": f"{app}/diagnostics/{done['id']}/logs/{part}?q=nosuchword",
        "diagnostic-rule-removal": f"{app}/diagnostic-rules/{rule}/removal",
    }


def _asked(console, method, path, body=None):
    status, document = console.api(method, path, body)
    if status not in (200, 201):
        raise RuntimeError(f"{method} {path}: {status} {document}")
    return document


def shape(path):
    """What kind of page a path is: without its query, and with the names of things left out."""
    path = re.sub(r"[?#].*", "", path)
    path = re.sub(r"^/apps/(?!new$)[^/]+", "/apps/{app}", path)
    path = re.sub(r"^/nodes/jobs/.+", "/nodes/jobs/{id}", path)
    path = re.sub(r"/versions/(ios|android|harmony)/[^/]+", "/versions/{platform}/{version}", path)
    path = re.sub(r"^/saved-views/(?!new$)[^/]+", "/saved-views/{id}", path)
    path = re.sub(r"^/baselines/(ios|android|harmony)/[^/]+", "/baselines/{platform}/{name}", path)
    path = re.sub(r"^/modules/(?!(new|baselines)(/|$))[^/]+", "/modules/{name}", path)
    path = re.sub(r"^/apps/{app}/packages/(?!(new|review)(/|$))[^/]+", "/apps/{app}/packages/{id}", path)
    path = re.sub(r"^/apps/{app}/symbols/(?!new$)[^/]+", "/apps/{app}/symbols/{id}", path)
    path = re.sub(r"/build-requests/(?!new$)[^/]+", "/build-requests/{id}", path)
    path = re.sub(r"^/apps/{app}/builds/(?!new$)[^/]+", "/apps/{app}/builds/{id}", path)
    path = re.sub(r"^(/i|/apps/{app}/install-links)/[^/]+", r"\1/{code}", path)
    path = re.sub(r"/updates/(?!(new|evaluation)$)[^/]+", "/updates/{id}", path)
    path = re.sub(r"/hotpatches/(?!(new|evaluation|approval)$)[^/]+", "/hotpatches/{id}", path)
    path = re.sub(r"/crash-groups/[^/]+", "/crash-groups/{group}", path)
    path = re.sub(r"/crash-grouping/trials/[^/]+", "/crash-grouping/trials/{trial}", path)
    path = re.sub(r"/(alerts|alert-rules|alert-channels|alert-deliveries|erasures)/(?!new$)[^/]+", r"/\1/{id}", path)
    path = re.sub(r"/platforms/[^/]+", "/platforms/{platform}", path)
    path = re.sub(r"/log-settings/.+", "/log-settings/{platform}/{kind}", path)
    path = re.sub(r"/gateway/(operations|upstreams)/[^/]+", r"/gateway/\1/{operation}", path)
    path = re.sub(r"/switches/publications/[^/]+", "/switches/publications/{number}", path)
    path = re.sub(r"/switches/(?!(new|publications?|evaluation)(/|$))[^/]+", "/switches/{key}", path)
    path = re.sub(r"/((?:build|push)-certificates)/(?!new$)[^/]+", r"/\1/{id}", path)
    path = re.sub(r"/(devices|push-devices)/[^/]+", r"/\1/{device}", path)
    path = re.sub(r"^/apps/{app}/users/[^/]+", "/apps/{app}/users/{user}", path)
    path = re.sub(r"/(push-messages|push-templates|push-lists|push-credentials|diagnostic-rules)/(?!new$)[^/]+", r"/\1/{id}", path)
    path = re.sub(r"/diagnostics/(?!(new|bulk|person)$)[^/]+", "/diagnostics/{id}", path)
    path = re.sub(r"/diagnostics/{id}/(logs|files)/[^/]+$", r"/diagnostics/{id}/\1/{part}", path)
    path = re.sub(r"/hotpatch-keys/[^/]+", "/hotpatch-keys/{id}", path)
    path = re.sub(r"/hotpatch-ramps/[^/]+", "/hotpatch-ramps/{id}", path)
    return re.sub(r"/(crash-reports|tokens|members|badges|feedback)/(?!new$)[^/]+", r"/\1/{id}", path)
