"""Chess in PGN: the tags that tell from where a game started, and reading them."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from engine.core.errors import BadState
from engine.core.messages import message
from engine.game import Played
from engine.games.chess.arrays import ARRAYS, USUAL
from engine.games.chess.notation import read_position, write_position
from engine.games.chess.position import ChessOptions, Placement, starting_placement
from engine.games.chess.setup import read_position as set_up

_SHUFFLED: Final = "Chess960"
_FILES: Final = frozenset("ABCDEFGHabcdefgh")
_STARTS: Final = {
    "": "usual", "chess": "usual", "standard": "usual", "normal": "usual", "fromposition": "usual",
    "chess960": "number", "fischerandom": "number", "fischerrandom": "number", "fischerandomchess": "number",
}
"""Names of variants, in letters and digits alone → the option ``start``."""


def write_start(played: Played) -> Mapping[str, str] | None:
    """Write the tags of a game's start; ``None``: chance has not decided yet how the pieces start."""
    first = next((each for each in (played.first, *played.positions) if each.phase != "array"), None)
    if first is None:
        return None
    variant = {} if first.options.start == "usual" else {"Variant": _SHUFFLED}
    text = write_position(first)
    return {} if not variant and _number(first) == USUAL else {**variant, "SetUp": "1", "FEN": text}


def read_start(variant: str, fen: str) -> tuple[dict[str, Any], dict[str, Any] | None] | None:
    """Read the tags ``Variant`` and ``FEN``, empty where they are missing: return options, and the state of a position
    that is no start of the rules. ``None``: it is another game.

    :raises BadState: there is no such position.
    """
    start = _STARTS.get(re.sub("[^a-z0-9]", "", variant.lower()))
    if start is None:
        return None
    if not fen:
        if start != "usual":
            raise BadState(message("the tag FEN is missing: in Chess960 it says how the pieces start"))
        return {}, None
    state = read_position(fen)
    start = "number" if _by_files(state) else start
    number = _number(set_up(ChessOptions(start), state))
    if start == "usual":
        return {}, None if number == USUAL else state
    return ({"start": start}, state) if number is None else ({"start": start, "number": number}, None)


def _by_files(state: Mapping[str, Any]) -> bool:
    """True if rights of castling name files that only Chess960 has."""
    if _FILES.isdisjoint(state["detail"]["castling"]):
        return False
    usual, shuffled = (set_up(ChessOptions(start), state).placement for start in ("usual", "number"))
    return usual.castling != shuffled.castling


def _number(position: Any) -> int | None:
    """Return the number of the start that a position is; ``None``: it is none."""
    if position.quiet or position.number != 1:
        return None
    return _starts().get(position.placement)


@cache
def _starts() -> Mapping[Placement, int]:
    return {starting_placement(number): number for number in range(ARRAYS)}
