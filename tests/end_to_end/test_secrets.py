"""Pawn's Revenge by taps with a phone per seat: what a seat may not know never reaches its phone.

Every byte that a phone is sent is kept and searched: pages, answers and events.
"""

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from browser_player import BrowserPlayer, own_prompt, share
from phone import Phone
from replica import NAMES, Replica, random_record
from table_process import TableProcess
from wire import Wire

from engine.core.pieces import Seat
from engine.records.game_record import read_record

CURIOUS = (
    "/api/table", "/api/table?seat={other}", "/api/games", "/api/games/{key}", "/api/games/{key}/record",
    "/games/{key}", "/scores", "/seats", "/continue", "/seat/{other}", "/hardware", "/api/seats", "/events-of-{other}",
    "/api/story", "/api/story?seat={other}", "/api/moment?key={key}&action={count}&moment=0",
    "/api/moment?key={key}&action={count}&moment=0&seat={other}", "/api/piece?square=e1&seat={other}",
    "/api/piece?square=d8&seat={other}", "/api/moment?key={key}&action={next}&moment=0&seat={other}",
    "/api/picture", "/api/games/{key}/picture", "/api/games/{key}/film", "/api/actions", "/api/actions?seat={other}",
)
"""The addresses that a curious phone may look at."""
PLUS, SLASH = r"(\+|&#43;|&plus;|%2B|\\u002b)", r"(/|&#47;|%2F|\\/|\\u002f)"
"""In every way that text may be escaped."""


@dataclass
class Seated:
    """A seat with its phone and the wire between the phone and the program."""

    seat: str
    phone: Phone
    wire: Wire


@pytest.fixture
def wires(process: TableProcess) -> Iterator[tuple[Wire, Wire]]:
    with Wire(process.port) as one, Wire(process.port) as other:
        yield one, other


def look_everywhere(curious: Seated, other: str, key: str) -> None:
    count = curious.phone.scene["action_count"]
    for path in CURIOUS:
        curious.phone.ask(path.format(key=key, other=other, count=count, next=count + 1))


def written(square: str, given: tuple[int, int]) -> str:
    """A pattern for what a piece was given, as records have it."""
    return f"{square}{PLUS}{given[0]}{SLASH}{given[1]}"


def told(square: str, given: tuple[int, int]) -> str:
    """The same, as it is told in sentences."""
    return f"{square} {PLUS}{given[0]}{SLASH}{PLUS}{given[1]}"


def check_ignorant(
    seated: Seated, other: str, mark: int, secret: dict[str, tuple[int, int]], revealed: str
) -> None:
    """Nothing of the other's die or division was sent to this phone, but for what is ``revealed``, a record."""
    name, thrown = NAMES[Seat(other)], f"die:{other}="
    own = re.compile(rf"{NAMES[Seat(seated.seat)]} (divides in secret|committed|threw \d+ and gives):? [^.]*")
    patterns = {thrown: thrown, f"{name} threw": thrown, rf"{name} throws \d+, in secret": thrown}
    for square, given in secret.items():
        patterns |= dict.fromkeys((written(square, given), told(square, given)), written(square, given))
    answers = seated.wire.since(mark).split("HTTP/1.1 ")
    assert any(f'"{other}"' in answer for answer in answers), "the wire heard nothing"
    for pattern, recorded in patterns.items():
        known = len(re.findall(recorded, revealed))
        for answer in answers:
            times = 2 if '"drawn":' in answer else 1  # a film says each sentence, and draws it
            found = len(re.findall(pattern, own.sub("", answer)))  # one may have given the same oneself
            assert found <= times * known, f"{pattern} of {other} reached {seated.seat}"
    for table in seated.phone.heard:
        prompt = own_prompt(table, other)
        if prompt is not None:
            assert (prompt["points"], prompt["squares"]) == (0, [])
            assert not re.search(r"\d", prompt["message"]), prompt["message"]


def divide_in_turn(first: Seated, second: Seated, key: str, chance: random.Random, revealed: str) -> None:
    """Both divide; before the second has, neither knows anything of the other's points."""
    marks = {seated.seat: seated.wire.mark() for seated in (first, second)}
    count = first.phone.scene["action_count"]
    for own, other in ((first, second), (second, first)):
        asked = own.phone.until(_asked, own.seat, what="the points to divide")
        own.phone.picture("asked")
        secret = share(own_prompt(asked, own.seat) or {}, chance)
        if own is first:
            own.phone.divide(secret)
            own.phone.until(lambda table, seat: own_prompt(table, seat) is None, own.seat, what="the division kept")
            look_everywhere(other, own.seat, key)
            other.phone.picture("waited")
            check_ignorant(other, own.seat, marks[other.seat], secret, revealed)
        else:
            look_everywhere(other, own.seat, key)
            check_ignorant(other, own.seat, marks[other.seat], {}, revealed)
            own.phone.divide(secret)
    for seated in (first, second):
        seated.phone.until(_both_kept, count + 2, what="both divisions in and on disk")
    second.phone.ask(f"/api/games/{key}/record")
    assert f"die:{first.seat}=" in second.wire.since(marks[second.seat]), "what is revealed would not be found"


def _asked(table: dict[str, Any], seat: str) -> bool:
    return bool((own_prompt(table, seat) or {}).get("points"))


def _both_kept(table: dict[str, Any], count: int) -> bool:
    return table["scene"]["action_count"] >= count and bool(table["scene"]["confirmed"])


def towards(player: BrowserPlayer) -> str:
    """The legal action that brings a piece nearest to an enemy king or queen: games end sooner."""
    replica = player.replica
    own = replica.played.game.to_act(replica.played.position)[0][0]
    goals = [square for square, piece in replica.pieces().items() if piece[1] in "KQ" and piece[0] != own]

    def distance(text: str) -> int:
        target = re.findall(r"[a-p]\d+", text)[-1]
        steps = [max(abs(ord(target[0]) - ord(goal[0])), abs(int(target[1:]) - int(goal[1:]))) for goal in goals]
        return min(steps)

    return min((action.text for action in replica.legal), key=distance)


def test_a_seat_taken_on_one_phone_is_taken_on_all(process: TableProcess, phone: Callable[..., Phone]) -> None:
    process.begin("pawns-revenge", {})
    watching, taking = phone("watching"), phone("taking")
    watching.open("/")
    watching.until_settled()
    taking.take_seat("black")
    watching.until(lambda table: table["holders"].get("black") == "other", what="the seat taken")


def test_two_phones_play_a_whole_game_and_keep_their_secrets(
    process: TableProcess, wires: tuple[Wire, Wire], phone: Callable[..., Phone], full: bool
) -> None:
    """From where the armies are about to meet through two combats, so that each seat divides first once; with
    ``--full``, a whole game."""
    options = {"stride": "two"}
    record = random_record("pawns-revenge", options, 0 if full else 200, random.Random(3))
    key = process.post("/api/games/import", record=record)["key"]
    process.post(f"/api/games/{key}/resume")
    seats = [Seated(seat, phone(seat, address=wire.address), wire)
             for seat, wire in zip(("white", "black"), wires, strict=True)]
    for seated in seats:
        seated.phone.take_seat(seated.seat)
    seats[0].phone.open("/")
    chance, combats = random.Random(5), 0
    player = BrowserPlayer(process, Replica("pawns-revenge", options), [each.phone for each in seats], chance)
    while (scene := player.settle())["winners"] is None and (full or combats < 2):
        if any(prompt["kind"] == "division" for prompt in scene["prompts"]):
            combats += 1
            first, second = seats if combats % 2 else reversed(seats)
            divide_in_turn(first, second, key, chance, process.get(f"/api/games/{key}/record"))
        else:
            player.play(towards(player))
    for seated in seats:
        seated.phone.picture("over")
    assert combats, "there was nothing to keep secret"
    played = read_record(process.get(f"/api/games/{key}/record"))
    assert played.outcome is not None or not full
    assert sum(action.text.startswith(("white:", "black:")) for action in played.played.actions) >= 2 * combats


@pytest.mark.first_or_all("players", [4, 3])
def test_more_than_two_armies_meet_on_a_board_of_256_squares(
    process: TableProcess, phone: Callable[..., Phone], players: int
) -> None:
    """Squares too small for a finger: the first tap magnifies them."""
    options = {"players": players}
    process.begin("pawns-revenge", options)
    page = phone(f"{players}-players")
    page.open("/")
    player = BrowserPlayer(process, Replica("pawns-revenge", options), [page], random.Random(1))
    page.until_settled()
    page.picture("start")
    for _ in range(6):
        player.play_any()
    page.picture("magnified")
    assert len({text for text in player.replica.texts if text.startswith("first:")}) >= players
