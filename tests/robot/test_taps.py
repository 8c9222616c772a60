"""Fingers on the screen board that tap whatever is lit or named: nothing fails, nothing is said that cannot be done."""

import json
import random
import shutil
import subprocess
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from drawn import drawn
from glass_rig import GlassRig
from tapper import Phone, Tapper, Unfollowable, named

from engine.core.pieces import Seat
from engine.records.game_record import begin
from engine.registry import find_game, game_ids
from table.messages.lights import Role
from table.messages.scene import Scene
from table.messages.settings import Settings
from table.messages.taps import ScreenPieces, TapKind
from webpanel.presenters.scene_json import scene_json, wood_json

ROOT = Path(__file__).resolve().parents[2]
TAPS = 14
SEQUENCES = 4000
"""Of each game, in a full campaign; a hundred-and-sixtieth of them otherwise."""
PARTS = 4
"""The sequences of a game are shared among so many tests, which run beside each other."""

WATCHED = 3
"""The sequences of a game whose pictures are shown to the page's own script, too, as they are and disturbed."""


def tapped(game_id: str, seed: int, phone_of: type[Phone] = Phone) -> str:
    """Return the fault of one sequence of taps; nothing, if there is none."""
    chance, game = random.Random(f"{game_id} {seed}"), find_game(game_id)
    played, setup = drawn(game, chance)
    rig = GlassRig(played, setup, seed)
    rig.settle_down(Settings(by_hand=chance.random() < 0.2))
    seats = frozenset(game.seats_of(played.options))
    phones = [phone_of(rig, name, seats) for name in ("one", "two")[: chance.choice((1, 2))]]
    try:
        Tapper(rig, phones, chance).go(TAPS)
    except Unfollowable as wrong:
        return f"seed {seed}: {wrong}"
    return ""


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game_id", game_ids())
def test_whatever_is_lit_or_named_can_be_tapped_and_whatever_is_said_can_be_done(game_id, part, full):
    """Whoever leaves in the middle of it, too. A part of a scene that cannot be made is logged, and fails the test."""
    count = SEQUENCES if full else SEQUENCES // 160
    wrong = list(filter(None, (tapped(game_id, seed) for seed in range(part, count, PARTS))))
    assert not wrong, "\n".join(wrong)


PAGE = f"""
import {{ readFileSync }} from "node:fs";
import {{ blank }} from "{ROOT / 'tests/webpanel/js/page.js'}";
blank();
const {{ Hand }} = await import("{ROOT / 'webpanel/static/js/board/hand.js'}");
const meant = ({{ table, squares }}) => squares.map((square) => new Hand(table).intents(square));
console.log(JSON.stringify(JSON.parse(readFileSync(0)).map(meant)));
"""


class Painted(Phone):
    """A phone that shows a given picture."""

    scene, wood = None, None  # no longer those of a table

    def __init__(self, scene: Scene, wood: ScreenPieces) -> None:
        self.scene, self.wood, self.token = scene, wood, "one"


def disturbed(scene: Scene, wood: ScreenPieces, chance: random.Random) -> Painted:
    """The same with some of the pieces in the hand and in the tray, and with other lights."""
    stands = dict(wood.stands)
    off = [stands.pop(square) for square in wood.stands if chance.random() < (0.4 if square in scene.lights else 0.1)]
    held = chance.choice((0, 0, 1, 2))
    lights = {square: light if chance.random() < 0.5 else replace(light, role=chance.choice((None, *Role)))
              for square, light in scene.lights.items()}
    tray = dict(Counter(wood.tray) + Counter(off[held:]))
    return Painted(replace(scene, lights=lights), replace(wood, stands=stands, hand=tuple(off[:held]), tray=tray))


@pytest.mark.parametrize("game_id", game_ids())
def test_a_tap_means_to_the_page_what_it_means_to_these_phones(game_id):
    """Its own script is asked, in node."""
    if shutil.which("node") is None:
        pytest.skip("no node is installed (Debian: apt install nodejs npm)")
    shown: list[tuple[Scene, ScreenPieces]] = []

    class Watched(Phone):
        """Notes what it shows whenever there is a tap."""

        def tap(self, square: str) -> str | None:
            shown.append((self.scene, self.wood))
            return super().tap(square)

    for seed in range(WATCHED):
        tapped(game_id, seed, Watched)
    chance = random.Random(game_id)
    phones = [phone for each in shown for phone in (Painted(*each), *(disturbed(*each, chance) for _ in range(4)))]
    asked = [{"table": {"scene": scene_json(phone.scene), "wood": wood_json(phone.wood, phone.token)},
              "squares": sorted({*phone.scene.lights, *phone.wood.stands, "a1", "b3"})} for phone in phones]
    done = subprocess.run(["node", "--input-type=module", "--eval", PAGE], input=json.dumps(asked), text=True,
                          capture_output=True, timeout=240, check=True)
    for phone, each, meant in zip(phones, asked, json.loads(done.stdout), strict=True):
        here = {square: [list(intent) for intent in phone.intents(square)] for square in each["squares"]}
        assert dict(zip(each["squares"], meant, strict=True)) == here


def laid_out(game_id: str, state: dict[str, Any], by_hand: bool = False, **options: str) -> Phone:
    """A phone that has all seats of a game that began like this."""
    game = find_game(game_id)
    rig = GlassRig(begin(game, game.read_options(options), state), state, 1)
    rig.settle_down(Settings(by_hand=by_hand))
    return Phone(rig, "one", frozenset({Seat.WHITE, Seat.BLACK}))


def test_a_capture_counts_with_its_second_tap():
    """No tap after it can make it look like anything else."""
    board = {"f5": "wP", "e6": "bP", "b4": "wP", "h8": "bP"}
    phone = laid_out("pawn-advance", {"board": board, "phase": "battle", "to_act": ["white"]})
    for square in ("f5", "e6"):
        assert phone.tap(square) is None
    assert [str(each) for each in phone.rig.record] == ["f5e6"]
    phone.tap("b4")
    assert phone.tap("f5") is not None
    assert phone.wood.stands["e6"] == "wP" and phone.wood.hand == ("wP",)


def test_a_blow_counts_with_its_second_tap_if_its_target_stays():
    board = {"b5": "bB", "e2": "wP+", "f1": "wK", "f10": "bK"}
    phone = laid_out("chess-two", {"board": board, "phase": "turn", "to_act": ["black"]})
    for square in ("b5", "e2"):
        assert phone.tap(square) is None
    assert [str(each) for each in phone.rig.record] == ["b5xe2@d3"]
    assert phone.wood.stands["e2"] == "wP" and phone.wood.stands["d3"] == "bB"


@pytest.mark.parametrize("square", ["c10", "d9"])
def test_a_taker_that_was_put_into_the_tray_still_comes_down_where_the_sentence_says(square):
    """Of all that lies in the tray it is the one to move: what it has taken does not count as missing."""
    board = {"c10": "bQ", "j3": "wB", "f1": "wK", "f10": "bK"}
    phone = laid_out("chess-two", {"board": board, "phase": "turn", "to_act": ["white"]}, by_hand=True)
    for each in ("j3", "c10"):
        assert phone.tap(each) is None
    assert phone.send([(TapKind.GIVE, None, None)]) is None
    assert square in named(str(phone.scene.now))
    assert phone.tap(square) is None and phone.wood.stands[square] == "wB"
    phone.rig.wait(2.0)
    assert [str(each) for each in phone.rig.record] == [f"j3xc10@{square}"]


def test_of_two_pieces_in_the_hand_the_one_comes_down_that_the_sentence_speaks_of():
    """A king and a rook that change places in castling are both in the hand of whoever moves every piece."""
    board = {"f8": "bK", "g8": "bR", "f1": "wK"}
    state = {"board": board, "phase": "play", "to_act": ["black"], "detail": {"castling": "k"}}
    phone = laid_out("chess", state, by_hand=True, start="drawn")
    assert phone.end_turn() is None
    for square in ("g8", "f8"):
        assert phone.tap(square) is None
        phone.rig.wait(1.0)
    for square, piece in (("f8", "bR"), ("g8", "bK")):
        assert phone.tap(square) is None and phone.wood.stands[square] == piece
        phone.rig.wait(1.0)
    assert phone.scene.status == "play" and not phone.wood.hand
