"""While something is told, all that the page shows is of that moment: in every moment of whole games of every game."""

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from browser import PLAYERS, Phone
from published import PublishedGame
from watched_desk import WatchedDesk

from engine.registry import game_ids
from table.messages.new_game import NewGame

LINE = """
  window.EventSource = class extends EventTarget {
    constructor() { super(); window.line = this; }
    close() {}
    tell(kind, value) {
      const event = new MessageEvent(kind, { data: JSON.stringify(value) });
      if (kind === "message") this.onmessage(event);
      else this.dispatchEvent(event);
    }
  };
"""
"""A line by which a test sends what it likes."""
FEED = """async ({ key, sent }) => {
  let stands = {}, busy = false, over = false;
  const seen = [], main = document.getElementById("main"), place = (id) => document.getElementById(id);
  const words = (id) => place(id).checkVisibility() ? place(id).innerText.trim() : "";
  const log = place("log");
  const look = () => ({
    told: place("telling").hidden ? null : place("telling").innerText.trim(),
    phase: words("phase"),
    icon: place("phase").querySelector(".icon")?.getAttribute("class").replace("icon icon-", "") ?? "",
    turn: [...document.querySelectorAll(".player.turn .who")].map((each) => each.textContent),
    players: words("players"), counters: words("counters"), last: words("log-last"),
    lines: [...place("log-list").querySelectorAll("button > span:last-child")].map((each) => each.textContent),
    log: log.checkVisibility(),
    says: words("says"),
    stands: [...document.querySelectorAll("[data-square]")]
      .map((each) => each.getAttribute("aria-label").split(", ").slice(0, 2).join(" "))
      .filter((label) => !/ (empty|missing)$/.test(label)),
    entrances: [...document.querySelectorAll(".square:has(.ring.spawn)")].map((each) => each.dataset.square),
    tray: place("hand").checkVisibility(), busy, over,
  });
  new MutationObserver(() => seen.push(look())).observe(main, { childList: true, subtree: true, attributes: true });
  const rest = async () => {
    do await new Promise((done) => setTimeout(done)); while (main.classList.contains("tells"));
  };
  line.tell("story", { key, first: 0, entries: [] });
  const opened = new Promise((done) => log.addEventListener("toggle", done, { once: true }));
  log.open = true;
  await opened;
  for (const [kind, value] of sent) {
    if (kind === "story") line.tell(kind, value);
    else if (kind === "stands") stands = value;
    else if (kind === "scene") {
      busy = Object.entries(value.pieces).sort().join() !== Object.entries(stands).sort().join();
      over = value.winners !== null;
      const tray = {};
      for (const [square, piece] of Object.entries(value.pieces)) if (!stands[square]) tray[piece] = 1;
      line.tell("message", { ...news, scene: value, wood: { stands, hand: [], tray, owner: "nobody" } });
    } else if (kind === "skip") {
      for (let turns = 0; turns < value; turns++) await new Promise((done) => setTimeout(done));
      place("skip").click();
      await new Promise((done) => setTimeout(done));
    } else if (value) await rest();
  }
  await rest();
  await new Promise((done) => setTimeout(done, 50));
  return seen;
}"""
"""Sends all that a phone hears of a game, and returns how the page looked after each change of it."""


@dataclass(frozen=True)
class Moment:
    """A moment of the game, as the rules tell it. ``stands``: what stands then, also who falls at it."""

    told: str
    phase: str
    icon: str
    entrances: set[str]
    before: Mapping[str, str]
    after: Mapping[str, str]


def moments(game: PublishedGame, start: Mapping[str, str]) -> Iterator[Moment]:
    pieces = dict(start)
    for kind, news in game.sent:
        for entry in news["entries"] if kind == "story" else ():
            for each in entry["moments"]:
                before = dict(pieces)
                pieces = {square: piece for square, piece in {**pieces, **each["changes"]}.items() if piece}
                yield Moment(each["told"], each["phase"], each["icon"], {*each["entrances"]}, before, pieces)


MANY = {"pawn-advance": 12, "pawns-revenge": 24}
"""The least of a game that is told: enough for all kinds of moments."""


def played(game_id: str, full: bool) -> PublishedGame:
    game = PublishedGame(game_id, 1)
    game.play(10_000 if full else MANY.get(game_id, 3))
    return game


def shown(
    phone: Phone, desk: WatchedDesk, game: PublishedGame, slowly: random.Random | None = None
) -> list[dict[str, Any]]:
    """Return how a phone looks, change by change, that hears of the whole game; of a move in three before all of the
    one before it was told. ``slowly``: all is told, or skipped at some moment, before any hand begins to carry it out.
    """
    desk.start(NewGame("pawn-advance", {}, PLAYERS, True))
    phone.page.add_init_script(LINE)
    phone.open()
    phone.waits_for("[data-square=a1] .piece")
    first = phone.page.evaluate("() => JSON.parse(document.getElementById('snapshot').textContent)")
    phone.page.evaluate("first => { window.news = first; }", first)
    quick = [
        (kind, {**value, "told_within_ms": 0} if kind == "scene" else number % 3 > 0 if kind == "rest" else value)
        for number, (kind, value) in numbered(game.sent if slowly is None else told_first(game.sent, slowly))
    ]
    seen: list[dict[str, Any]] = phone.page.evaluate(FEED, {"key": "game-1", "sent": quick})
    return seen


def numbered(sent: Sequence[tuple[str, Any]]) -> Iterator[tuple[int, tuple[str, Any]]]:
    """Number the rests between actions."""
    rests = 0
    for each in sent:
        rests += each[0] == "rest"
        yield rests, each


def told_first(sent: Sequence[tuple[str, Any]], chance: random.Random) -> Iterator[tuple[str, Any]]:
    """Wait after each picture that comes with news until they are told, or skip them at some moment."""
    fresh = False
    for kind, value in sent:
        yield kind, value
        fresh = fresh or kind == "story"
        if fresh and kind == "scene":
            yield ("skip", chance.randrange(4)) if chance.random() < 0.5 else ("rest", True)
            fresh = False


PHASES = {"March": ("March", "fast-forward"), "new pawn": ("Reinforcements", "plus"), "fights": ("Combat", "swords")}
"""The headline and its picture, by words of what is told."""


def fits(look: Mapping[str, Any], moment: Moment) -> None:
    """Compare how the page looks with the moment that it tells."""
    assert look["told"] == moment.told == look["lines"][-1] and look["last"].endswith(moment.told), look
    assert look["phase"] == moment.phase, look
    for words, headline in PHASES.items():
        assert words not in moment.told or "wins" in moment.told or (look["phase"], look["icon"]) == headline, look
    assert look["turn"] == [] and "to move" not in look["players"], look
    assert not re.search("Moves left|Standard action|Special move", look["counters"] + look["players"]), look
    squares = {label.split()[0] for label in look["stands"]}
    assert {*moment.after} <= squares <= {*moment.before, *moment.after}, look
    assert {*look["entrances"]} == moment.entrances, look


@pytest.mark.parametrize("game_id", game_ids())
def test_the_moment_that_is_told_is_the_moment_that_is_shown(
    desk: WatchedDesk, phone: Phone, game_id: str, full: bool
) -> None:
    game = played(game_id, full)
    first = next(value for kind, value in game.sent if kind == "scene")
    known = list(moments(game, first["pieces"]))
    told = set()
    for look in shown(phone, desk, game):
        assert not look["log"] or look["last"], "a log without a word"
        if look["told"] is not None:
            number = len(look["lines"])
            fits(look, known[number - 1])
            told.add(number)
    assert len(told) >= game.consequences > 0


COLOURS = {"w": "white", "r": "red", "b": "black", "u": "blue"}


def stays_told(look: Mapping[str, Any], moment: Moment) -> None:
    """Compare how the page looks, once all it knows of is told, with the last moment of that: what the board's own hand
    has still to carry out changes nothing."""
    assert {label.split()[0] for label in look["stands"]} == {*moment.after}, look
    stands = {label.split()[0]: label for label in look["stands"]}
    assert not look["tray"], look
    assert all(COLOURS.get(piece[0], "") in stands[square] for square, piece in moment.after.items()), look
    if look["busy"]:
        assert look["turn"] == [] and "to move" not in look["players"], look
        assert not re.search("Moves left|Standard action|Special move", look["counters"] + look["players"]), look
        assert look["over"] or look["phase"] == moment.phase, look


@pytest.mark.parametrize("game_id", game_ids())
def test_what_was_told_stays_while_the_boards_own_hand_is_slow_to_carry_it_out(
    desk: WatchedDesk, phone: Phone, game_id: str, full: bool
) -> None:
    game = played(game_id, full)
    first = next(value for kind, value in game.sent if kind == "scene")
    known = list(moments(game, first["pieces"]))
    held = 0
    for look in shown(phone, desk, game, random.Random(2)):
        if look["told"] is None and look["lines"]:
            stays_told(look, known[len(look["lines"]) - 1])
            held += look["busy"]
    assert held > 0
