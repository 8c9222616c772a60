"""A whole game of each kind, played by taps on a phone's board: the finger does what the engine says is legal."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from browser_player import BrowserPlayer
from phone import Phone, felt
from replica import Replica
from table_process import TableProcess

from engine.records.game_record import Record, read_record, replay, write_record
from engine.records.game_record import begin as start
from engine.registry import find_game

LINES: dict[str, tuple[dict[str, Any], str]] = {
    # pattern moves, captures, strikes, a strike declined; it ends without progress
    "pawn": ({"no_progress": 4}, """
        a1a2 c6c7 a2b2@b2+ b7c7d7@b7+ f2f3 h7h5 a3b3c3@c3+ a6a5 a5b5>1 c3c4^1 b5b6b7v2 e3f3g3<3 end h5h6 c3c4c5^1 e6e5
        b2b3v1 b4b5@b5+ c4c5c6@c6- e5e3 c6d6e6@c6+
    """),
    # both slots of a turn, Death's move, the king attacked from afar
    "chess-two": ({}, "d2d3 e9e8 e1a5 i9i6 j10i9 a5xf10@f10"),
    "advancing-chess": ({"array": 0}, "a2b4 g6g4 b4a6 g4f3 a6b8 a7b5"),
    "chess": ({}, "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7"),
}

LONGER: dict[str, tuple[dict[str, Any], str]] = {
    # it ends by repetition
    "pawn": ({}, f"""
        {LINES["pawn"][1]} a5a6 c4c5c6@c6- h6h5 c6d6e6@c6+ h5h6 c4c5c6@c6- h6h5 c6d6e6@c6+ h5h6
    """),
    # castling; Life and Death on their ways, killing and being passed
    "chess-two": ({}, """
        j2j3 f9f6 d2d5 g10c6 i2i5 j1i2 h10f8 i2xj3 f10h10 j3i4 d5d6 g9g6 i4j5 b2b3 d9d8 j5i4 c2c5 e10h7 g2g5 i4h5 h7g7
        i5i6 h5i4 h10i10 f1g2 i4h3 c6xg2@f3
    """),
    # castling on either side, a capture in passing, a pawn that becomes each piece, mate
    "chess": ({}, """
        e2e4 g7g6 d1h5 g6g5 h5h6 d7d5 h2h4 g8f6 c2c3 d5e4 d2d3 b7b5 a2a4 f6h5 b2b3 b5b4 f2f4 e4f3 c3b4 f7f5 h6e6 c8b7
        f1e2 g5g4 c1g5 f3g2 b1c3 g2h1=Q O-O-O c7c5 g1f3 g4f3 b4c5 f3e2 c5c6 e2d1=N a4a5 a7a6 c3e4 h7h6 e6d5 f5f4 d5b5
        e7e5 e4f2 h1e4 d3e4 f8d6 g5f6 O-O f6g7 d8d7 c6b7 f4f3 b7a8=R d1b2 b5b6 d7e7 a8a7 e7f7 b6c6 f8e8 c6d7 d6c7 c1c2
        b2d3 f2d3 f7g7 b3b4 f3f2 d3b2 f2f1=B d7e8 g7f8 e8f8 g8h7 a7c7 h5g7 c7g7
    """),
}
"""The games that are played with ``--full``."""


ELSEWHERE = 10
"""The number of first actions that were played elsewhere, in a longer game, without ``--full``."""


def go_on(process: TableProcess, phone: Phone, game_id: str, actions: str, **options: Any) -> str:
    """Put a game on the table in which this was played elsewhere; its key."""
    game = find_game(game_id)
    played = replay(start(game, game.read_options(options)), tuple(actions.split()))
    key = process.post("/api/games/import", record=write_record(Record(played)))["key"]
    process.post(f"/api/games/{key}/resume")
    phone.open("/")
    phone.until(lambda table: table["scene"]["key"] == key, what="the game on the table")
    phone.until_settled()
    return str(key)


@pytest.mark.parametrize("game_id", LINES)
def test_a_whole_game(process: TableProcess, phone: Callable[..., Phone], game_id: str, full: bool) -> None:
    """If several actions have the same effect on the board, the table may take another one of them than was meant."""
    options, line = LONGER.get(game_id, LINES[game_id]) if full else LINES[game_id]
    page, texts = phone(game_id), line.split()
    elsewhere = ELSEWHERE if len(texts) > 2 * ELSEWHERE and not full else 0
    key = go_on(process, page, game_id, " ".join(texts[:elsewhere]), **options)
    player = BrowserPlayer(process, Replica(game_id, options), [page], random.Random(1))
    meant = Replica(game_id, options)
    for number, text in enumerate(texts[elsewhere:], elsewhere):
        player.play(text)
        meant.follow("\n\n" + " ".join(texts[: number + 1]), number + 1)
        assert page.until_settled()["pieces"] == meant.pieces(), f"{text} was meant, {player.replica.texts[-1]} played"
        if number % 5 == 0:
            page.picture(f"after-{text}")
    assert page.until_settled()["winners"] is not None
    page.picture("over")
    assert read_record(process.get(f"/api/games/{key}/record")).outcome is not None


BEFORE_THE_MARCH = "a1a2 b1b2 c1c2 d1d2 a8a7 b8b7 c8c7 d8d7"


def test_reinforcements_are_placed_by_taps(process: TableProcess, phone: Callable[..., Phone]) -> None:
    page = phone("pawn-advance")
    go_on(process, page, "pawn-advance", BEFORE_THE_MARCH, placement="choice", rounds=2)
    page.picture("reinforcements")
    page.tap_square("e1")
    page.until(lambda table: table["scene"]["last_action"] == "+e1", what="the pawn placed")


ATTACK = "e2e5 j9j7 d1xj7@i6"


def test_a_piece_with_a_shield_is_attacked_by_two_taps(process: TableProcess, phone: Callable[..., Phone]) -> None:
    """Own piece, the piece attacked; there is only one square to rest on."""
    page = phone("attack")
    go_on(process, page, "chess-two", ATTACK.rpartition(" ")[0])
    for square in ("d1", "j7"):
        number = page.scene["number"]
        page.tap_square(square)
        page.until(
            lambda table, before=number: table["scene"]["number"] > before and felt(table), what=f"the tap on {square}")
        page.picture(f"tapped-{square}")
    page.until(lambda table: table["scene"]["last_action"] == "d1xj7@i6", what="the attack played")


def test_taps_in_quick_succession_are_read_by_the_lights_that_each_finds(
    process: TableProcess, phone: Callable[..., Phone]
) -> None:
    """The board feels a lift a tenth of a second after it: until then it lights no piece that can be attacked."""
    page = phone("quick")
    line, _, attack = LINES["chess-two"][1].rpartition(" ")
    process.configure(debounce_ms=100)
    go_on(process, page, "chess-two", line)
    page.hold_time()  # else the page waits no longer than a moment for the board to feel
    for square in ("a5", "f10", "f10"):  # lifted, struck, and where it comes to stand
        page.tap_square(square)
    page.until(lambda table: table["scene"]["last_action"] == attack, what="the attack played")
