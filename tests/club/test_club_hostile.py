"""Another board writes whatever it likes: it is refused, or followed as far as the rules let it, and nothing breaks."""

import json
from contextlib import suppress
from copy import deepcopy
from random import Random
from typing import Any

from club.play.disputes import faults, parted
from club.play.letters import Invitation, Letter, Voucher, read_letter, write_letter
from club.play.sealing import seal
from club.play.signing import Signer
from club.play.state import LocalState
from club.play.sync import holding, next_heard, tell
from club.transport.errors import BadMessage
from engine.core.pieces import Seat
from engine.records.game_record import begin, replay
from engine.records.hash_chain import chained
from engine.registry import find_game
from table.messages.events import ActionHeard, CorrectionHeard
from table.messages.remote_board import RemoteBoard

KEY, BO = "0123456789ab", "00000000000000b2"
ADAS = Signer(b"a" * 32)
ODD: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 2, 99, 2**63, 2**70, 1.5, "", "b7b5", "c3c4", "white", "chance", "\u202e", "\ud800",
    "x" * 300, [], ["b7b5"], ["b2b4", "b7b5"], ["black"], ["white"], [[]], {},
    {"winners": ["white"], "reason": "resignation"}, {"winners": [], "reason": "agreement"}, "0" * 64, "f" * 32,
    chained(KEY, ()), chained(KEY, ("b2b4",)), chained(KEY, ("b2b4", "b7b5")),
)


def stands(numbers: bool) -> LocalState:
    """Ada's board, which is to move: White's if it numbers, else Black's."""
    game = find_game("pawn")
    played = replay(begin(game, game.read_options({})), ("b2b4", "b7b5") if numbers else ("b2b4",))
    seats = (Seat.BLACK,) if numbers else (Seat.WHITE,)
    return LocalState(KEY, RemoteBoard(BO, "Bo's", seats, numbers), played, 1, secret=b"a" * 32)


def honest(here: LocalState) -> dict[str, Any]:
    invitation = Invitation("pawn", 1, {}, (Seat.BLACK,))
    return dict(json.loads(write_letter(Letter(KEY, tell(here, None), Voucher(ADAS.public_key), invitation))))


def places(said: Any) -> list[tuple[Any, Any]]:
    """Every field of every object in it, and every place of every list."""
    if isinstance(said, dict):
        found = [(said, name) for name in said]
    elif isinstance(said, list):
        found = [(said, number) for number in range(len(said))]
    else:
        return []
    return found + [place for holder, at in found for place in places(holder[at])]


def twisted(said: dict[str, Any], chance: Random) -> bytes:
    said = json.loads(json.dumps(said))
    if chance.random() < 0.1:  # it moves for the seat of Ada's board
        said |= {"number": 99, "actions": [*said["actions"], "c3c4" if len(said["actions"]) == 2 else "b7b5"]}
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        holder, at = chance.choice(places(said))
        alike = [odd for odd in ODD if type(odd) is type(holder[at])]
        odd = chance.choice(alike if alike and chance.random() < 0.8 else ODD)
        holder[at] = deepcopy(odd)  # what is put into it must not come again, least of all in itself
    text = json.dumps(said, ensure_ascii=chance.random() < 0.5).encode("utf-8", "surrogatepass")
    cut = chance.randrange(len(text)) if chance.random() < 0.1 else len(text)
    return text[:cut] + bytes(chance.choices(range(256), k=3)) * (chance.random() < 0.1)


def test_whatever_a_board_writes_about_a_game_breaks_nothing_and_moves_no_piece_of_ours(full: bool) -> None:
    chance, read = Random(14), 0
    for number in range(50_000 if full else 500):
        here = stands(numbers=number % 2 == 0)
        payload = twisted(honest(here), chance)
        with suppress(BadMessage):
            letter = read_letter(payload)
            assert isinstance(letter, Letter)
            read += 1
            if faults(here, letter.state):
                continue
            with suppress(ValueError):  # it goes back on what it had committed itself to
                here = holding(here, letter.state)
                follow(here, letter)
    assert read > (10_000 if full else 100)


def follow(here: LocalState, letter: Letter) -> None:
    heard = next_heard(here, letter.state)
    assert not isinstance(heard, CorrectionHeard) or not here.afar.numbers, "it took back what it has not played"
    if isinstance(heard, ActionHeard):
        game, position = here.played.game, here.played.position
        assert not here.afar.numbers or here.theirs(game.actor(position, game.parse(position, heard.action)))
    parted(here, letter.state)
    tell(here, letter.state)
    assert seal(here, "00000000000000a1", "Ada's", ADAS, letter.voucher)[1] is None
