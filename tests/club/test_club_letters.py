"""Letters between two boards: what is written is read again, and nothing else is."""

import json
from collections.abc import Callable
from dataclasses import asdict, replace
from typing import Any

import pytest

from club.play.dealing import Deal
from club.play.letters import (
    Declined,
    Invitation,
    Letter,
    Voucher,
    letter_topic,
    read_letter,
    whose_letter,
    write_declined,
    write_letter,
)
from club.play.state import LocalState
from club.play.sync import tell
from club.transport.errors import BadMessage
from engine.core.pieces import Seat
from engine.records.game_record import begin, replay
from engine.records.hash_chain import chained
from engine.registry import find_game
from table.messages.remote_board import RemoteBoard

ADA, BO, KEY = "00000000000000a1", "00000000000000b2", "0123456789ab"


DEAL = Deal("a" * 64, "b" * 64, "c" * 32, "d" * 64, "e" * 32, ("white:b2+1/0",))


def letter(actions: tuple[str, ...] = ("b2b4", "b7b5")) -> Letter:
    game = find_game("pawn")
    played = replay(begin(game, game.read_options({})), actions)
    here = LocalState(KEY, RemoteBoard(BO, "Bo's", (Seat.BLACK,), True), played, len(actions))
    voucher = Voucher("a" * 64, "c" * 64, "b" * 128, True)
    told = replace(tell(here, None), deals=(DEAL,))
    return Letter(KEY, told, voucher, Invitation("pawn", 1, {"strike": "optional"}, (Seat.BLACK,)))


def test_a_letter_is_read_as_it_was_written() -> None:
    assert read_letter(write_letter(letter())) == letter()
    countersigned = replace(letter(), voucher=replace(letter().voucher, countersigned="d" * 128))
    assert read_letter(write_letter(countersigned)) == countersigned
    assert read_letter(write_declined(Declined("rules"))) == Declined("rules")


def without(name: str) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda said: {field: value for field, value in said.items() if field != name}


def having(**changes: Any) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda said: said | changes


@pytest.mark.parametrize("change", [
    without("key"), having(key=BO), without("chain"), without("over"), without("actions"), having(more=1),
    having(version=2), having(revision=-1),
    having(number="2"), having(chain="f" * 63), having(before="G" * 64), having(actions="b2b4"),
    having(actions=["b2\nb4"]), having(actions=["x" * 201]), having(draw=["green"]), having(giving_up=[["white"]]),
    having(ended={"winners": ["white"]}), having(ended="white"), having(over=1), having(declined="no"),
    without("public_key"), without("sealed"), having(public_key="a" * 63), having(signature="b" * 64),
    having(countersigned="b" * 64), having(countersigned=""),
    having(signature=None), having(sealed=1), having(secret="c"), without("deals"),
    having(deals=[{"chain": "a" * 64}]), having(deals=[asdict(DEAL) | {"give": "1"}]), having(deals=[asdict(DEAL)] * 3),
    having(invitation={"game": "pawn"}), having(invitation=None),
    having(invitation={"game": "pawn", "rules": 1, "options": {"strike": [1]}, "seats": ["black"]}),
])
def test_a_letter_with_a_fault_is_refused_as_a_whole(change: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    said = json.loads(write_letter(letter()))
    with pytest.raises(BadMessage):
        read_letter(json.dumps(change(said)).encode())


def test_letters_are_found_by_who_writes_to_whom_about_what() -> None:
    topic = letter_topic("pawnlight", BO, ADA, KEY)
    assert topic == f"pawnlight/{BO}/to/{ADA}/{KEY}"
    assert whose_letter("pawnlight", topic, ADA) == (BO, KEY)
    for other in (f"pawnlight/{BO}/to/{BO}/{KEY}", f"pawnlight/bo/to/{ADA}/{KEY}", f"pawnlight/{BO}/to/{ADA}/1",
                  f"pawnlight/{BO}/from/{ADA}/{KEY}", f"{topic}/more"):
        assert whose_letter("pawnlight", other, ADA) is None


def test_the_chain_is_as_the_page_says() -> None:
    assert chained("0123456789ab", ()) != chained("0123456789ac", ())
    assert chained(KEY, ("b2b4", "b7b5")) != chained(KEY, ("b7b5", "b2b4"))
