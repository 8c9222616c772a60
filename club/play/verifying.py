"""Verification of the record of a game between two boards, in words."""

from collections.abc import Iterator
from dataclasses import dataclass

from club.play.sealing import unfair
from club.play.signing import fingerprint, is_signed
from engine.core.pieces import CHANCE
from engine.records.game_record import Record
from engine.records.hash_chain import Seal


@dataclass(frozen=True, slots=True)
class Finding:
    """A sentence about a record. ``good``: true if it speaks for the record."""

    good: bool
    sentence: str


def findings(record: Record) -> Iterator[Finding]:
    """Yield what is right and what is wrong with a record that follows the rules."""
    yield Finding(True, f"The game follows its rules: {len(record.played.actions)} actions.")
    if record.seals is None:
        yield Finding(False, "No boards signed it: it is not a game between two boards, or it was not over on both.")
    elif not record.is_sealed:
        yield Finding(False, "These are not the actions that the boards signed.")
    else:
        yield Finding(True, "These are the actions that the boards signed.")
        yield _dice(record)
        for seal in record.seals.boards:
            yield _signature(seal, record.signed)


def _dice(record: Record) -> Finding:
    wrong = unfair(record)
    if wrong is not None:
        return Finding(False, f"Action {wrong} is not what the two boards threw together.")
    played = record.played
    count = sum(played.game.to_act(before) == (CHANCE,) for before in (played.first, *played.positions[:-1]))
    return Finding(True, f"Chance decided {count} times, each time as the numbers of both boards say.")


def _signature(seal: Seal, statement: bytes) -> Finding:
    key = f"{seal.name} (board {seal.board}, key {fingerprint(seal.public_key)})"
    if is_signed(seal.public_key, seal.signature, statement):
        return Finding(True, f"Signed by {key}.")
    return Finding(False, f"Not signed by {key}: game, boards, actions or result were changed.")
