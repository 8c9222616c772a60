"""Writing PGN, as chess programs everywhere read it (*PGN Specification*, 1994, *export format*)."""

import textwrap
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Final

from engine.core.pieces import TWO_SEATS, Seat
from engine.game import Outcome
from engine.records import time_controls
from engine.records.game_record import ABANDONED, OUT_OF_TIME, UNKNOWN, Record, escape
from engine.records.notation import notation_of, pgn_starts_of
from engine.records.pgn_text import DRAW, UNKNOWN_RESULT

_EVENT: Final = "Pawnlight"
_ENDS: Final = {OUT_OF_TIME: "time forfeit", ABANDONED: ABANDONED}
_LINE: Final = 79
"""Characters of a line: no more than 80 with its end."""
_UNBROKEN: Final = "\N{NO-BREAK SPACE}"
NO_MARKS: Final[Mapping[int, int]] = {}


def is_written(game_id: str) -> bool:
    """True if games of this kind can be written as PGN."""
    return pgn_starts_of(game_id) is not None


def write_pgn(record: Record, marks: Mapping[int, int] = NO_MARKS) -> str | None:
    """Write a game of chess as PGN; ``None``: chance has not decided yet how its pieces start.

    :param marks: number of an action (from 1) → a Numeric Annotation Glyph, such as 4 for a blunder.
    """
    starts = pgn_starts_of(record.played.game.id)
    start = None if starts is None else starts.write_start(record.played)
    if start is None:
        return None
    result = _result(record.outcome)
    tags = "".join(f'[{name} "{escape(value)}"]\n' for name, value in _tags(record, result, start).items())
    fen = start.get("FEN", "w 1").split()
    moves = " ".join([*_moves(record, marks, int(fen[-1]), "b" in fen[1:2]), result])
    filled = textwrap.fill(moves, _LINE, break_long_words=False, break_on_hyphens=False)
    return f"{tags}\n{filled.replace(_UNBROKEN, ' ')}\n"


def _result(outcome: Outcome | None) -> str:
    if outcome is None or outcome.reason == ABANDONED:
        return UNKNOWN_RESULT
    return DRAW if not outcome.winners else "1-0" if outcome.winners == (Seat.WHITE,) else "0-1"


def _tags(record: Record, result: str, start: Mapping[str, str]) -> dict[str, str]:
    day, time = _date(record.date)
    tags = {"Event": _EVENT, "Site": UNKNOWN, "Date": day, "Round": "-"}
    for seat in TWO_SEATS:
        tags[seat.capitalize()] = _name(record, seat)
    tags["Result"] = result
    for seat in record.computers.levels:
        tags[f"{seat.capitalize()}Type"] = "program"
    if time:
        tags |= {"UTCDate": day, "UTCTime": time}
    tags |= time_controls.headers(record.controls, TWO_SEATS)
    outcome = record.outcome
    tags["Termination"] = "unterminated" if outcome is None else _ENDS.get(outcome.reason, "normal")
    return {**tags, **start}


def _name(record: Record, seat: Seat) -> str:
    level, engine = record.computers.levels.get(seat), record.computers.engines.get(seat)
    if engine is not None:
        return str(engine.called)
    return record.players.get(seat) or (UNKNOWN if level is None else f"{_EVENT}, level {level}")


def _date(iso: str) -> tuple[str, str]:
    """Return day and time; the time is empty where it is unknown."""
    try:
        at = datetime.fromisoformat(iso)
    except ValueError:
        return "????.??.??", ""
    return at.date().isoformat().replace("-", "."), at.strftime("%H:%M:%S") if "T" in iso else ""


def _moves(record: Record, marks: Mapping[int, int], number: int, black: bool) -> Iterator[str]:
    """Yield the moves with their numbers, marks and the times left. A claim is no move."""
    notation, played = notation_of(record.played.game.id), record.played
    assert notation is not None, "a game with a pgn.py has a notation.py"
    left = time_controls.comments(played, record.stamps)
    tell_number = True
    positions = played.first, *played.positions
    for count, (before, action, told) in enumerate(zip(positions, played.actions, left, strict=False), 1):
        text = notation.write_action(before, action)
        if not text:
            continue
        if tell_number or not black:
            yield f"{number}{'...' if black else '.'}"
        yield text
        if count in marks:
            yield f"${marks[count]}"
        if told:
            yield told.replace(" ", _UNBROKEN)
        tell_number = bool(told)  # behind a comment the number is said again
        number, black = number + black, not black
