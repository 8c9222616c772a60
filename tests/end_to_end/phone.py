"""A phone with the panel open: what its player sees and taps."""

import json
import re
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from done_by_hand import bare
from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, TimeoutError, expect
from replica import Plan
from waiting import PATIENCE_S

PATIENCE_MS = PATIENCE_S * 1000
expect.set_options(timeout=PATIENCE_MS)
LOOK_MS = 50
"""The interval at which a test looks whether its page has heard what it waits for: each look keeps Playwright busy."""
GONE_MS = 2000
"""The time for which a button is looked for that may just have gone."""
SMALL = """(square) => document.querySelector(".zoom[hidden]") && document.querySelector(".squares.live")
  && document.querySelector(`[data-square=${square}]`).getBoundingClientRect().width < 36"""
"""True if a tap on a square only makes all of them larger."""
LISTEN = """
  const Real = window.EventSource;
  window.EventSource = class extends Real {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", (event) => window.heard(event.data));
    }
  };
  window.spoken = [];
  window.toasts = [];
  addEventListener("DOMContentLoaded", () => {
    for (const [id, said] of [["spoken", window.spoken], ["toast", window.toasts]]) {
      const place = document.getElementById(id);
      const listen = new MutationObserver(() => place.textContent && said.push(place.textContent));
      if (place) listen.observe(place, { childList: true, characterData: true, subtree: true });
    }
  });
"""
"""Lets the test hear every event that the page hears, and keeps what it says for a while only."""
LATE = "status of 409"
"""A browser's complaint about a tap that came too late."""


class Phone:
    """A browser context of its own, as a phone has. ``pictures``: where to keep pictures (``None``: nowhere)."""

    def __init__(self, context: BrowserContext, pictures: Path | None, name: str) -> None:
        context.set_default_timeout(PATIENCE_MS)
        self.context = context
        self.complaints: list[str] = []
        self.table: dict[str, Any] = {}
        """The newest snapshot that the page has heard."""
        self.heard: list[dict[str, Any]] = []
        self._pictures, self._name, self._taken = pictures, name, 0
        self._asked = ""
        context.expose_function("heard", self._hear)
        context.add_init_script(LISTEN)
        self.page: Page = context.new_page()
        self.page.on("pageerror", lambda error: self.complaints.append(f"{name}: {error}"))
        self.page.on("console", self._note)

    def _note(self, said: ConsoleMessage) -> None:
        late = LATE in said.text and said.location["url"].endswith("/api/end-turn")  # it counted by itself before
        asked = self._asked and said.location["url"].endswith(self._asked)
        if said.type == "error" and not late and not asked:
            self.complaints.append(f"{self._name}: {said.text}")

    def _hear(self, text: str) -> None:
        self.table = json.loads(text)
        self.heard.append(self.table)

    def ask(self, path: str) -> None:
        """Have the page ask for this; it may be refused."""
        self._asked = path
        self.page.evaluate("async (path) => { await (await fetch(path)).text(); }", path)

    def close(self) -> None:
        self.context.close()

    def picture(self, what: str, after_ms: int = 0) -> None:
        """Keep a picture of what is on the screen after a while, if pictures are wanted."""
        if self._pictures is not None:
            self.page.wait_for_timeout(after_ms)
            self._taken += 1
            self._pictures.mkdir(parents=True, exist_ok=True)
            file = self._pictures / f"{self._name}-{self._taken:02}-{what}.png"
            file.write_bytes(self.page.screenshot())  # by ourselves: Playwright would leave a thread behind

    # --- looking -------------------------------------------------------------------------------------------------

    def open(self, path: str = "/") -> None:
        self.table = {}
        self.page.goto(path)

    def open_form(self, path: str) -> None:
        """Open the form for a new game, with all that is under *More*."""
        self.open(path)
        self.page.locator("#more").evaluate("more => { more.open = true; }")

    @property
    def scene(self) -> dict[str, Any]:
        return dict(self.table.get("scene") or {})

    def until(self, seen: Callable[..., bool], *given: Any, what: str) -> dict[str, Any]:
        """The first snapshot heard that fulfils a condition."""
        deadline_s = time.monotonic() + PATIENCE_MS / 1000
        while not self.table or not seen(self.table, *given):
            assert time.monotonic() < deadline_s, (
                f"{self._name} never saw {what} {given}, but {self.told()}, with {self.table.get('wood')}"
            )
            self.page.wait_for_timeout(LOOK_MS)
        return self.table

    def until_settled(self) -> dict[str, Any]:
        """The scene once the board is in step, all is stored and chance has decided."""
        return dict(self.until(_settled, what="the board in step")["scene"])

    def told(self) -> str:
        """The words on the screen."""
        return re.sub(r"\s+", " ", self.page.inner_text("main"))

    def hold_time(self) -> None:
        """Keep temporary content of the page until ``page.clock.resume``."""
        self.page.clock.install()
        self.page.clock.pause_at(self.page.evaluate("Date.now()") / 1000 + 60)
        self.page.evaluate("document.dispatchEvent(new Event('resume'))")  # a minute has passed: it opens another line
        expect(self.page.locator("#stale")).to_be_hidden()

    # --- tapping -------------------------------------------------------------------------------------------------

    def tap(self, target: str | Locator) -> None:
        """Tap something, as the finger does: in its middle, once it can be seen."""
        place = self.page.locator(target) if isinstance(target, str) else target
        place.tap()

    def tap_square(self, square: str) -> None:
        """Tap a square; where the first tap only makes small squares larger, once more."""
        small = self.page.evaluate(SMALL, square)
        self.tap(f'[data-square="{square}"]')
        if small:
            self.page.locator(".zoom").wait_for()
            self.tap(f'[data-square="{square}"]')

    def tap_button(self, words: str) -> None:
        self.tap(self.page.get_by_role("button", name=words, exact=True).first)

    def tap_link(self, words: str) -> None:
        self.tap(self.page.get_by_role("link", name=words, exact=True).first)

    def play(self, plan: Plan) -> None:
        """The taps of an action, each after the board has answered to the one before.

        What is struck elsewhere goes first, then what is pushed; then the own pieces are lifted, and put down.
        """
        self._lift(square for square in plan.removed if square not in plan.places)
        self._lift(plan.others)
        self._put({square: piece for square, piece in plan.places.items() if piece[0] in plan.pushed})
        self._lift(plan.movers | plan.returns)
        for square in plan.touches:
            self._touch(square)
        self._put({square: piece for square, piece in plan.places.items() if piece[0] not in plan.pushed})
        self._put(plan.returns)

    def _lift(self, squares: Iterable[str]) -> None:
        for square in squares:
            self._tap(square, _lifted)

    def _put(self, targets: dict[str, str]) -> None:
        """Put pieces down; where the hand holds several kinds, say first which."""
        for square, piece in targets.items():
            if bare(self.table["wood"]["stands"].get(square, "")) == piece and not self.table["wood"]["hand"]:
                continue  # the blow left it no choice
            held = [bare(each) for each in self.table["wood"]["hand"]]
            if len(set(held)) > 1:
                self.tap(self.page.locator("#hand button").nth(held.index(piece)))
            if square in self.table["wood"]["stands"]:
                self._tap(square, _struck, piece)  # where the striker comes to rest may be for the next tap to say
            if bare(self.table["wood"]["stands"].get(square, "")) != piece:
                self._tap(square, _stands, piece)

    def _touch(self, square: str) -> None:
        """Strike or heal a piece that stays; where the striker can rest on one square alone, it stands there then."""
        self._tap(square, _touched)

    def answer(self, value: str) -> None:
        """Tap the answer that stands for an action, in the prompt that has it; *end turn*, if there is no other."""
        for prompt in self.scene["prompts"]:
            for choice in prompt["choices"]:
                if choice["value"] == value and len(prompt["choices"]) == 1 and self.scene["can_end_turn"]:
                    return self.tap("#end-turn")
                if choice["value"] == value:
                    asked = self.page.locator("#prompts .prompt", has_text=prompt["message"])
                    return self.tap(asked.get_by_role("button", name=choice["label"], exact=True))
        raise AssertionError(f"{value} is no answer to what {self._name} is asked: {self.told()}")

    def take_seat(self, seat: str) -> None:
        """Follow the link of a seat and take it."""
        self.open(f"/seat/{seat}")
        self.picture(f"seat-{seat}")
        self.tap_button("Take the seat")
        self.until(lambda table: seat in table["held"], what=f"{seat} taken")

    def divide(self, division: dict[str, tuple[int, int]]) -> None:
        """Give points to pieces: tap the piece on the board, then *more* as often as needed; then keep it secret."""
        for square, given in division.items():
            self.tap_square(square)
            got = [0, 0]
            for which in [0] * given[0] + [1] * given[1]:
                self.tap(f'[data-row="{square}"] [data-give="{which}1"]')
                got[which] += 1
                expect(self.page.locator(f'[data-square="{square}"] .given')).to_have_text("+{}/{}".format(*got))
        self.picture("divided")
        spent = "left: 0 of" in self.page.locator(".left").inner_text()
        self.tap_button("Done, keep it secret")
        if not spent:
            self.tap_button("Leave unused")

    def end_turn(self) -> None:
        """Tap *end turn*, unless what waits for that counts by itself meanwhile."""
        with suppress(TimeoutError):
            self.page.locator("#now .done").tap(timeout=GONE_MS)

    def _tap(self, square: str, done: Callable[..., bool], *given: Any) -> None:
        """Tap a square; until the board has done and felt all that the tap means, and the page has heard of it."""
        self.page.wait_for_selector(".squares.live")
        before = len(self.heard)
        with self.page.expect_response("**/api/tap") as answered:
            self.tap_square(square)
        assert answered.value.ok, answered.value.text()
        number = answered.value.json()["scene"]
        self.until(
            lambda _: any(
                each["scene"]["number"] >= number and felt(each) and done(each, square, *given)
                for each in self.heard[before:]
            ), what=f"{square} {done.__name__}",
        )


def felt(table: dict[str, Any]) -> bool:
    """True if the board has registered the pieces as they stand: its lights, by which the next tap is interpreted,
    refer to that."""
    return {*table["wood"]["stands"]} == {*table["scene"]["covered"]}


def _touched(table: dict[str, Any], square: str) -> bool:
    return True


def _lifted(table: dict[str, Any], square: str) -> bool:
    return square not in table["wood"]["stands"]


def _stands(table: dict[str, Any], square: str, piece: str = "") -> bool:
    stands = table["wood"]["stands"].get(square, "")
    return bool(stands) and bare(stands).startswith(piece)


def _struck(table: dict[str, Any], square: str, piece: str) -> bool:
    """The striker stands there, or what stood there is in the tray and the striker still in the hand."""
    wood = table["wood"]
    return _stands(table, square, piece) or square not in wood["stands"] and len(wood["hand"]) == 1


def _settled(table: dict[str, Any]) -> bool:
    scene, wood = table["scene"], table["wood"]
    if scene["status"] not in ("play", "over") or wood is None or wood["hand"]:
        return False
    stands = {square: bare(piece) for square, piece in wood["stands"].items()}
    in_step = stands == {square: bare(piece) for square, piece in scene["pieces"].items()}
    calm = scene["commits_in_s"] is None and scene["confirmed"] and scene["to_act"] != ["chance"]
    return in_step and calm
