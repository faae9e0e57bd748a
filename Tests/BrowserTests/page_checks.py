"""The checks of one page. Each answers a list of faults, in words; an empty list is a sound page."""

from axe_playwright_python.sync_playwright import Axe

from stage import DEMO
from watch import Watch

_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
_OF_COLOURS = ["color-contrast", "link-in-text-block"]
_MOST_TABS = 150
_WITH_FRAME = ("/apps", "/modules", f"/apps/{DEMO}", "/login")
"""Where Tab goes through the menus too, which are the same everywhere."""


def check_page(tabs, origin, path, status, session, language):
    """Language and theme are asked for as a browser does it: by Accept-Language and the colour scheme of the system.

    Axe goes over the whole page in the light theme, and over what colours decide in the dark one; the way of the focus depends on neither
    theme nor language and is gone once.
    """
    page = tabs.open(base_url=origin, storage_state=session, locale=language, reduced_motion="reduce")
    watch = Watch(page, origin)
    try:
        page.set_viewport_size({"width": 1280, "height": 900})
        answered = page.goto(path).status
        faults = [f"status {answered}"] if answered != status else []
        faults += outline(page, language)
        faults += accessibility(page, "light") + accessibility(page, "dark")
        if language == "zh-CN":
            faults += focus(page, path in _WITH_FRAME)
        faults += tables(page) + overflow(page, 1280) + overflow(page, 390) + overflow(page, 320)
        return faults + watch.complaints
    finally:
        watch.end()


def outline(page, language):
    """One language, one first heading, one main part, a title that is not only the site's."""
    found = page.evaluate("""() => ({
        language: document.documentElement.lang, headings: document.querySelectorAll("h1").length,
        mains: document.querySelectorAll("main").length, titled: document.title.includes(" - "),
    })""")
    wanted = {"language": language, "headings": 1, "mains": 1, "titled": True}
    return [f"{key} is {found[key]}" for key in wanted if found[key] != wanted[key]]


def accessibility(page, theme):
    page.emulate_media(color_scheme=theme)
    rules = _RULES if theme == "light" else {"type": "rule", "values": _OF_COLOURS}
    violations = Axe().run(page, options={"runOnly": rules, "resultTypes": ["violations"]}).response["violations"]
    return [f"axe, {theme}, {rule['id']}: {node['html'][:160]} ({node['failureSummary'][:300]})" for rule in violations for node in rule["nodes"]]


def overflow(page, width):
    """The page never scrolls sideways; wide tables do so inside their own region."""
    page.set_viewport_size({"width": width, "height": 800})
    return page.evaluate("""width => {
        const root = document.documentElement, over = root.scrollWidth - width;
        if (over <= 0) return [];
        const wide = [...document.body.querySelectorAll("*")].filter(item => item.getBoundingClientRect().right > width + 1);
        return [`${over} px too wide at ${width} px: ` + wide.slice(0, 5).map(item => item.outerHTML.slice(0, 120)).join(" | ")];
    }""", width)


def tables(page):
    """On a laptop's screen every table fits whole."""
    return page.evaluate("""() => [...document.querySelectorAll("main .scroll")].filter(part => part.scrollWidth > part.clientWidth + 1)
        .map(part => `${part.scrollWidth - part.clientWidth} px of the table "${part.getAttribute("aria-label")}" cannot be seen`)""")


def focus(page, whole):
    """Goes through the page by Tab, or through its main part: whatever has the focus shows it and is not hidden under anything."""
    faults, seen = [], 0
    page.evaluate("""whole => {
        const main = document.querySelector("main");
        document.activeElement.blur();
        if (!whole) { main.tabIndex = -1; main.focus(); }
    }""", whole)
    while seen < _MOST_TABS:
        page.keyboard.press("Tab")
        seen += 1
        fault = page.evaluate(_FOCUSED)
        if fault == "left":
            break
        if fault:
            faults.append(fault)
    return faults if seen > 1 or not whole else faults + ["nothing can be reached by Tab"]


_FOCUSED = """() => {
    const item = document.activeElement;
    if (!item || item === document.body || item.dataset.tabbed) return "left";
    item.dataset.tabbed = "1";
    const name = item.outerHTML.slice(0, 120), style = getComputedStyle(item), box = item.getClientRects()[0];
    if (!box || box.width < 2 || box.height < 2) return "focus is on something that cannot be seen: " + name;
    if (style.outlineStyle === "none" || parseFloat(style.outlineWidth) < 1) return "focus is not shown: " + name;
    const inside = (place, size) => Math.min(Math.max(place, 0), size - 1);
    // A region that is higher than what is shown of the page may begin above it: the middle of what is shown counts.
    const [from, to] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
    const y = box.height > innerHeight / 2 ? (from + to) / 2 : box.y + Math.min(box.height, 40) / 2;
    const top = document.elementFromPoint(inside(box.x + box.width / 2, innerWidth), inside(y, innerHeight));
    if (top && !item.contains(top) && !top.contains(item)) return "focus is hidden under " + top.outerHTML.slice(0, 80) + ": " + name;
    return "";
}"""


def check_plain_page(tabs, origin, path, status, session, language):
    """Without script: the same status, its text there, and no button that could not do anything."""
    page = tabs.open(base_url=origin, storage_state=session, locale=language, java_script_enabled=False)
    watch = Watch(page, origin)
    try:
        answered = page.goto(path).status
        faults = [f"status {answered}"] if answered != status else []
        if len(page.inner_text("main")) < 20 or not page.inner_text("main h1").strip():
            faults.append("the main part is empty")
        if page.locator("[data-copy]:visible").count():
            faults.append("there are copy buttons, which need the script")
        return faults + overflow(page, 320) + watch.complaints
    finally:
        watch.end()
