"""A browser for tests: Debian's chromium, driven by playwright.

What a tap does arrives some time after it: whoever goes on from there waits until the page shows it, and whoever judges
the desk uses ``wait_for``.
"""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

from chromium import by_name, by_number
from playwright.sync_api import APIResponse, Browser, Error, Frame, Page, Route, ViewportSize, expect
from waiting import PATIENCE_S
from watched_desk import PIN, WatchedDesk

from engine.core.pieces import Seat
from webpanel.app import create_app
from webpanel.serve import start

PLAYERS = {Seat.WHITE: "Anna", Seat.BLACK: "Ben"}
NO_ANSWER = "The panel does not answer. Is this phone still on the board's network?"
"""The sentence of a page without a network."""
PATIENCE_MS = PATIENCE_S * 1000
"""The time that anything may take on a busy machine before a test gives up."""
CLOCKS_FIT = """(cards) => [...document.querySelectorAll(cards)].every((card) => {
  const outer = card.getBoundingClientRect(), clock = card.querySelector(".clock").getBoundingClientRect();
  return clock.left >= outer.left - 1 && clock.right <= outer.right + 1;
})"""
expect.set_options(timeout=PATIENCE_MS)
COVERED = """() => [...document.querySelectorAll("a, button, input, select, textarea, summary, [tabindex='0']")]
  .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.disabled)
  .filter((each) => !each.closest(".unseen, .skip, .tabs, .sticky-foot"))
  .filter((each) => {
    each.focus();
    const box = each.getBoundingClientRect();
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return !top || top.closest(".tabs, .sticky-foot") || !(each.contains(top) || top.contains(each));
  })
  .map((each) => each.outerHTML.slice(0, 90))"""
ASK = """async ([method, path, body]) => {
  const json = { body: JSON.stringify(body), headers: {
    "Content-Type": "application/json", "Game-Key": document.body.dataset.game } };
  const answer = await fetch(path, { method, ...(method === "GET" ? {} : json) });
  return [answer.status, await answer.json()];
}"""
LISTEN = """
  const Real = window.EventSource, ask = window.fetch, read = Response.prototype.json;
  Object.assign(window, { clicks: 0, said: [], asked: 0, answered: 0 });
  window.EventSource = class extends Real {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", () => { window.answered = 0; }, { once: true });
      this.addEventListener("message", (event) => { window.news = JSON.parse(event.data); window.heard = news.scene; });
    }
  };
  window.fetch = (place, ...more) => {
    window.asked += String(place).endsWith("/api/tap");
    return ask(place, ...more);
  };
  Response.prototype.json = async function () {
    const answer = await read.call(this);
    if (this.url.endsWith("/api/tap")) {
      window.asked -= 1;
      window.answered = Math.max(answered, answer.scene ?? 0);
    }
    return answer;
  };
  addEventListener("click", () => { window.clicks += 1; }, true);
  new MutationObserver((changes) => {
    const fresh = changes.flatMap(({ addedNodes }) => [...addedNodes]);
    said.push(...fresh.filter((each) => each.matches?.(".toast")).map((each) => each.textContent));
  }).observe(document, { childList: true, subtree: true });
"""
"""Keeps the newest table that the page has heard of (it draws that at the same moment) and its scene, how many taps on
the board are under way, the newest scene that one was answered with on this line, and what toasts have said."""
READY = """() => {
  if (!window.news || asked || !document.getElementById("stale").hidden) return false;
  const { wood, scene } = news;
  const [stands, covered] = [new Set(Object.keys(wood?.stands ?? {})), new Set(scene.covered)];
  const felt = [...stands, ...covered].every((each) => stands.has(each) === covered.has(each));
  return scene.number >= answered && (!wood || felt || scene.manual.length > 0);
}"""
"""True if the page shows the result of all taps, and the table has registered it."""


@contextmanager
def served(desk: WatchedDesk, port: int = 0) -> Iterator[str]:
    """The address of the desk's panel, served while in the context."""
    serving = start(create_app(desk), "127.0.0.1", port, stream_limit=8)
    try:
        yield f"http://127.0.0.1:{serving.port}"
    finally:
        serving.close()


LASTING = ("add_init_script", "expose_binding", "expose_function", "new_cdp_session", "on", "once")
"""The methods of pages and of browsers' contexts whose effect nothing takes back."""


class Phone:
    """A phone with the panel open. Everything that goes wrong in its page is kept in ``faults``."""

    def __init__(self, browser: Browser, address: str, width: int = 390, height: int = 844, **more: Any) -> None:
        self._size: ViewportSize = {"width": width, "height": height}
        self.context = browser.new_context(viewport=self._size, has_touch=True, **more)
        self.address, self.faults, self._is_changed = by_name(address), list[str](), False
        self.context.set_default_timeout(PATIENCE_MS)
        self.context.add_init_script(LISTEN)
        self.page: Page = self.context.new_page()
        self._line = self.context.new_cdp_session(self.page)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._complains)
        self.page.on("framenavigated", self._stays_at_home)
        for place in (self.page, self.context):
            for name in filter(partial(hasattr, place), LASTING):
                setattr(place, name, self._changing(getattr(place, name)))

    def _changing(self, change: Callable[..., Any]) -> Callable[..., Any]:
        def changed(*given: Any, **named: Any) -> Any:
            self._is_changed = True
            return change(*given, **named)

        return changed

    def forget(self) -> bool:
        """Make it a phone that has never seen the panel, but for the panel's scripts: a page that is there opens with
        little more than half of the work of a new one. False where something lasts, or the page or the panel is gone.
        """
        if self._is_changed:
            return False
        with suppress(Error):
            self._forget()
            self.faults = []
            return True
        return False

    def _forget(self) -> None:
        for other in self.context.pages[1:]:
            other.close()
        self.context.set_offline(False)
        self.page.unroute_all()
        self.page.goto(f"{self.address}/static/icon.svg")  # runs no scripts that keep something when it is left
        self.page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        self.page.goto("about:blank")
        self._line.send("Page.resetNavigationHistory")
        self.context.clear_cookies()
        self.context.clear_permissions()
        self.context.set_extra_http_headers({})
        self.page.emulate_media(media="null", color_scheme="null", reduced_motion="null", forced_colors="null")
        self.page.set_viewport_size(self._size)

    def _complains(self, line: Any) -> None:
        """Note errors of scripts, violations of the page's policy, and failed loads, unless the panel refuses them (a
        status 4xx) or its connection is down."""
        not_loaded = line.text.startswith("Failed to load resource")
        excused = not_loaded and " status of 5" not in line.text and line.location["url"].startswith(self.address)
        if line.type == "error" and not excused:
            self.faults.append(f"{line.text} {line.location['url']}")

    def _stays_at_home(self, frame: Frame) -> None:
        if not frame.url.startswith((self.address, f"blob:{self.address}", "about:blank")):
            self.faults.append(f"gone to {frame.url}")

    def speaks(self, language: str) -> None:
        """From now on its browser likes this language best."""
        self.context.set_extra_http_headers({"Accept-Language": language})

    def open(self, path: str = "/") -> None:
        self.page.goto(self.address + path)

    def open_form(self, path: str) -> None:
        """Open the form for a new game, with all that is under *More*."""
        self.open(path)
        self.page.locator("#more").evaluate("more => { more.open = true; }")

    def asks(self, method: str, path: str, **body: Any) -> tuple[int, Any]:
        """Return the panel's answer to its page: the status, and the JSON."""
        answer: list[Any] = self.page.evaluate(ASK, [method, path, body])
        return answer[0], answer[1]

    def fetched(self, route: Route) -> APIResponse:
        """Return the panel's answer to a request that is held up. The browser does not ask, so no name is resolved."""
        return route.fetch(url=by_number(route.request.url))

    def loses_network(self) -> None:
        """A browser told to be offline keeps the streams that are open: what came by them would end the break."""
        self.context.set_offline(True)
        self.page.evaluate("dispatchEvent(new Event('online'))")  # has the page begin a new one

    def tap(self, square: str) -> None:
        """Once the page shows what the tap before it did: the page itself waits but for a second until the board has
        felt that, then it reads a tap by the lights there are."""
        self.page.wait_for_function(READY)
        clicks = self.page.evaluate("clicks")
        self.page.tap(f"[data-square={square}]")
        self.page.wait_for_function("before => clicks > before", arg=clicks)

    def says(self, sentence: str) -> None:
        """Until its toast has said this, which it takes away again after some seconds."""
        self.until(lambda: sentence in self.page.evaluate("said"), f"said: {sentence}")

    def waits_for(self, selector: str) -> None:
        """Until this is on the page, and the page's scripts listen."""
        self.page.wait_for_selector(selector, timeout=PATIENCE_MS, state="attached")
        self.page.wait_for_load_state()

    def until(self, reached: Callable[[], object], what: str) -> None:
        """Until something is so, with the page going on meanwhile."""
        deadline_s = time.monotonic() + PATIENCE_MS / 1000
        while not reached():
            assert time.monotonic() < deadline_s, f"never {what}"
            self.page.wait_for_timeout(20)

    def catches_up(self, desk: WatchedDesk) -> None:
        """Until the page shows all that the table knows now."""
        self.page.wait_for_function("number => window.heard?.number >= number", arg=desk.snapshot().number)

    def move(self, origin: str, target: str) -> None:
        """Lift, see the target lit, place, see the piece stand there and the move counted."""
        heard = self.page.wait_for_function("() => window.heard && { count: heard.action_count }")
        before = heard.json_value()["count"]
        self.tap(origin)
        self.waits_for(f"[data-square={target}] .ring:is(.move, .capture, .meet)")
        self.tap(target)
        self.waits_for(f"[data-square={target}] .piece:not(.lifted)")
        self.page.wait_for_function("before => heard.action_count > before", arg=before)
        self.waits_for(f"[data-square={target}]:not(:has(.ring.move))")

    def hold_time(self) -> None:
        """Keep temporary content of the page until ``page.clock.run_for`` or ``page.clock.resume``."""
        self._is_changed = True
        self.page.clock.install()
        self.page.clock.pause_at(self.page.evaluate("Date.now()") / 1000 + 60)
        self.page.evaluate("document.dispatchEvent(new Event('resume'))")  # a minute has passed: it opens another line
        expect(self.page.locator("#stale")).to_be_hidden()

    def reads_on(self, words: str) -> None:
        """Let held time go on until this is being told. It stands while nothing is: else a line by which the story is
        still to come would count as broken."""
        telling = self.page.locator("#telling")

        def is_told() -> bool:
            if re.search(words, telling.text_content() or ""):
                return True
            if telling.is_visible():
                self.page.clock.run_for(200)
            return False

        self.until(is_told, f"told: {words}")

    def text(self, selector: str) -> str:
        return self.page.inner_text(selector).strip()

    def hears_what_happened_last(self) -> str:
        """Return the latest event, once the page shows it: it comes a moment after the table, and until then the latest
        of another game may stand there."""
        told = str(self.asks("GET", "/api/story")[1]["entries"][-1]["moments"][-1]["told"])
        expect(self.page.locator("#log-last")).to_contain_text(told)
        return told

    def waits_for_room(self, *places: str, where: str = "") -> None:
        """Until none of these reaches below the upper edge of the buttons at the foot: the page shares out its room
        anew a moment after what it shows has changed. ``where``: what it shows, for whoever reads of a failure."""
        self.until(lambda: not self._hidden_by_the_buttons(places), f"{places} above the buttons {where}")

    def _hidden_by_the_buttons(self, places: tuple[str, ...]) -> list[str]:
        bar = self.page.locator("#controls").bounding_box()
        boxes = {place: self.page.locator(place).bounding_box() for place in places}
        assert bar
        return [place for place, box in boxes.items() if box is None or box["y"] + box["height"] > bar["y"] + 1]

    def clocks_fit(self, cards: str) -> bool:
        """True if each of these cards holds its clock from left to right, all at one moment: they are drawn anew."""
        return bool(self.page.evaluate(CLOCKS_FIT, cards))

    def covered(self) -> list[str]:
        """Return the elements whose middle is covered once they have the focus, for example by the bars at the foot."""
        return list(self.page.evaluate(COVERED))

    def overflows(self) -> bool:
        """True if the page is wider than the screen."""
        return bool(self.page.evaluate("document.documentElement.scrollWidth > innerWidth"))

    def close(self) -> None:
        self.context.close()


def unlock(phone: Phone) -> None:
    """Open the settings as the owner."""
    phone.open("/settings")
    phone.page.fill("#pin", PIN)
    phone.page.tap("#pin-form button")
    phone.waits_for("#settings")
