"""The oldest browsers that the panel is for: nothing in its pages is newer, and older ones are told so.

``browser_features.json`` says from which version on Chrome, Firefox and Safari have what the pages use, by MDN's
browser-compat-data (1: from the beginning; null: not, or in part alone). Whoever uses something else adds it there.
"""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from browser import PLAYERS
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect
from styled import features
from watched_desk import WatchedDesk

from table.messages.new_game import NewGame

ROOT = Path(__file__).parents[2]
KNOWN: dict[str, list[float | None]] = json.loads(Path(__file__).with_name("browser_features.json").read_text("utf-8"))
NAMES = ("Chrome", "Firefox", "Safari")
HARMLESS = {
    "@page": "margins of paper are those of the print dialog", "page": "paper is upright unless one turns it there",
    "size": "as page",
    "Navigator.canShare": "asked for first; else the file is saved", "Navigator.share": "as canShare",
    "Navigator.vibrate": "asked for first", "Navigator.wakeLock": "asked for first", "WakeLock.request": "as wakeLock",
    "accent-color": "controls have the browser's own colour", "forced-color-adjust": "for browsers that force colours",
    "hyphens": "long words are broken anywhere", "line-clamp": "has an older name, too",
    "mask": "has an older name, too",
    "outline": "its corners are square", "overscroll-behavior": "the page behind scrolls on",
    "scrollbar-width": "the bar is as wide as usual", "text-size-adjust": "has an older name, too",
    "user-select": "a long touch may select a word",
}
"""The features that older browsers may lack, and the consequence there."""


def oldest() -> list[float]:
    """The oldest browsers by the guide, in the order of :data:`NAMES`."""
    guide = (ROOT / "docs" / "network.md").read_text("utf-8")
    return [float(version) for name in NAMES for version in re.findall(rf"\b{name} (\d+)", guide)[:1]]


def sheets() -> Iterator[Path]:
    for folder in ("webpanel/static/css", "clubpanel/static"):
        yield from (ROOT / folder).glob("*.css")


@pytest.fixture(scope="module")
def scripts() -> Any:
    """Return the features that scripts use, as TypeScript's compiler finds them: it takes long, and is noted down."""
    if shutil.which("node") is None or not (ROOT / "node_modules" / "typescript").is_dir():
        pytest.skip("the tools for JavaScript are not set up (script/bootstrap --dev, with npm installed)")
    noted = ROOT / ".tsc_cache" / f"used-{read_by_the_compiler()}.json"
    if not noted.exists():
        command = ["node", "tests/webpanel/js/used.js", "ES2021"]
        told = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
        noted.parent.mkdir(exist_ok=True)
        written = noted.with_suffix(f".{os.getpid()}")  # another process may do the same
        written.write_bytes(told.stdout)
        written.replace(noted)
    return json.loads(noted.read_bytes())


def read_by_the_compiler() -> str:
    """Return the fingerprint of all that decides which features it finds: they are the same for the same files."""
    folders = ("webpanel/static/js", "clubpanel/static", "webpanel/types")
    files = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.[jt]s"))]
    others = ("tsconfig.json", "tests/webpanel/js/used.js", "node_modules/typescript/package.json")
    files += [ROOT / name for name in others]
    digest = sha256()
    for path in files:
        digest.update(f"{path.relative_to(ROOT)} {sha256(path.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()[:16]


def too_new(used: set[str]) -> list[str]:
    """Those that the oldest browsers lack, or of which nobody has said since when there are any."""
    base = oldest()
    return [
        f"{each}: {dict(zip(NAMES, KNOWN[each], strict=True)) if each in KNOWN else 'not in browser_features.json'}"
        for each in sorted(used - HARMLESS.keys())
        if each not in KNOWN or any(since is None or since > at for since, at in zip(KNOWN[each], base, strict=True))
    ]


def test_style_sheets_use_nothing_newer() -> None:
    used = {each for sheet in sheets() for each in features(sheet.read_text("utf-8"))}
    assert len(used) > 150
    assert too_new({each for each in used if not each.startswith(("-", "::-"))}) == []


def test_scripts_use_nothing_newer(scripts: Any) -> None:
    assert scripts["scripts"] > 50 and len(scripts["used"]) > 250
    assert too_new(set(scripts["used"])) == []


def test_scripts_are_written_in_the_javascript_of_that_age(scripts: Any) -> None:
    assert scripts["newer"] == []


def test_what_says_that_a_browser_is_too_old_is_read_by_any(scripts: Any) -> None:
    assert scripts["new_to_all"] == []


def test_what_is_newer_is_found() -> None:
    rules = "a:popover-open { text-wrap: balance; width: 3cap; color: light-dark(red, blue) }"
    sheet = f"{rules} @starting-style {{ b {{ top: 0 }} }}"
    found = {each.partition(":")[0] or f":{each.split(':')[1]}" for each in too_new(set(features(sheet)))}
    assert found == {":popover-open", "text-wrap", "1cap", "light-dark()", "@starting-style"}
    assert too_new({"CSSStyleSheet.replaceSync", "Array.at"}) == [
        "CSSStyleSheet.replaceSync: not in browser_features.json"
    ]


def test_nothing_is_listed_that_nobody_uses(scripts: Any) -> None:
    used = {*scripts["used"], *(each for sheet in sheets() for each in features(sheet.read_text("utf-8")))}
    assert sorted(KNOWN.keys() - used) == [] == sorted(HARMLESS.keys() - used)


def test_the_page_says_the_same_versions_as_the_guide(address: str, browser: Browser) -> None:
    with context(browser) as page:
        page.goto(address)
        said = page.text_content("#outdated") or ""
        assert [float(each) for name in NAMES for each in re.findall(rf"{name} (\d+)", said)] == oldest()
        expect(page.locator("#outdated")).to_be_hidden()


# --- in a browser ------------------------------------------------------------------------------------------------


class context:
    """A page in a browser, of which nobody minds the faults."""

    def __init__(self, browser: Browser, **more: Any) -> None:
        self.context: BrowserContext = browser.new_context(locale="en", **more)

    def __enter__(self) -> Page:
        return self.context.new_page()

    def __exit__(self, *_: object) -> None:
        self.context.close()


PAGES = ("/", "/new", "/settings", "/scores", "/rules", "/hardware")


@pytest.mark.parametrize("is_playing", [False, True])
def test_without_javascript_every_page_says_what_is_missing(
    desk: WatchedDesk, address: str, browser: Browser, is_playing: bool
) -> None:
    if is_playing:
        desk.start(NewGame("pawn-advance", {}, PLAYERS, True))
    with context(browser, java_script_enabled=False) as page:
        for path in PAGES:
            page.goto(address + path)
            expect(page.locator("noscript p")).to_be_visible()
            expect(page.locator("#outdated")).to_be_hidden()


@pytest.mark.parametrize("is_playing", [False, True])
def test_a_browser_that_cannot_read_the_modules_is_told_that_it_is_too_old(
    desk: WatchedDesk, address: str, browser: Browser, is_playing: bool
) -> None:
    """It finds a syntax error in them, and runs none."""
    def spoil(route: Route) -> None:
        route.fulfill(body="export const at = a ?!? b;", content_type="text/javascript")

    if is_playing:
        desk.start(NewGame("pawn-advance", {}, PLAYERS, True))
    with context(browser) as page:
        page.route("**/bundles/**/*.js", spoil)
        for path in PAGES:
            page.goto(address + path)
            expect(page.locator("#outdated")).to_be_visible()


def test_a_browser_without_modules_is_told_too(address: str, browser: Browser) -> None:
    with context(browser) as page:
        page.route("**/bundles/pages/start.js", lambda route: route.abort())
        page.goto(address)
        expect(page.locator("#outdated")).to_be_visible()


def test_a_browser_that_lacks_what_a_page_needs_to_begin_is_told_too(
    desk: WatchedDesk, address: str, browser: Browser
) -> None:
    desk.start(NewGame("pawn-advance", {}, PLAYERS, True))
    with context(browser) as page:
        page.add_init_script("delete Element.prototype.replaceChildren;")
        page.goto(address)
        expect(page.locator("#outdated")).to_be_visible()


def test_a_page_that_has_begun_never_says_so(desk: WatchedDesk, address: str, browser: Browser) -> None:
    with context(browser) as page:
        for path in (
            *PAGES, "/about", "/guides", "/learn", "/import", "/new/pawn", "/workshop", "/backups", "/update", "/seats",
        ):
            page.goto(address + path)
            expect(page.locator("#outdated")).to_be_hidden()
            assert page.evaluate("'began' in window"), path
        page.evaluate("setTimeout(() => { throw new Error('later') })")
        page.wait_for_function("() => window.onerror === null")
        expect(page.locator("#outdated")).to_be_hidden()
