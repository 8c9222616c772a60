"""Reading PGN: each game of a file becomes a record, or a sentence that says why it cannot be one."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from engine.core.actions import Action
from engine.core.errors import BadRecord, EngineError
from engine.core.json_fields import quoted
from engine.core.messages import Message, counted, message
from engine.core.pieces import Seat
from engine.core.text_rules import LONGEST_NAME, checked_length, repaired
from engine.game import AnyGame, Outcome, Played
from engine.records import time_controls
from engine.records.game_record import ABANDONED, LONGEST_RECORD, OUT_OF_TIME, UNKNOWN, Record, begin, why
from engine.records.notation import Notation, notation_of, pgn_starts_of
from engine.records.pgn_text import DRAW, UNKNOWN_RESULT, PgnGame, result_of, split_games
from engine.records.time_controls import Controls
from engine.registry import find_game, game_ids

_WINNERS: Final[Mapping[str, tuple[Seat, ...]]] = {"1-0": (Seat.WHITE,), "0-1": (Seat.BLACK,), DRAW: ()}
_REPLACEMENT: Final = "\N{REPLACEMENT CHARACTER}"
_USUAL_ENDS: Final = frozenset({"", "?", "normal", "unterminated"})
_TIME: Final = re.compile(r"(?<![^\W_])time(?:out|d)?(?![^\W_])")
"""The word, and no part of a name."""
_SHORT: Final = 60


@dataclass(frozen=True, slots=True)
class ReadGame:
    """A game of a file. ``number``: from 1; ``record``: ``None`` if it could not be read; ``problem``: why; ``notes``:
    sentences about what of it is not kept, or was decided."""

    number: int
    players: tuple[str, str]
    record: Record | None = None
    problem: Message | None = None
    notes: tuple[Message, ...] = ()


def read_pgn(text: str) -> list[ReadGame]:
    """Read all games of a file.

    :raises BadRecord: it holds no game, or too much.
    :raises BadText: it is too long.
    """
    games = split_games(checked_length(text, message("record"), LONGEST_RECORD))
    if not games:
        raise BadRecord(message("this is PGN without a single game"))
    return [_read(game) for game in games]


def _read(game: PgnGame) -> ReadGame:
    names = _name(game, "White"), _name(game, "Black")
    notes: list[Message] = []
    try:
        if game.fault is not None:
            raise BadRecord(game.fault)
        return ReadGame(game.number, names, _record(game, names, notes), None, (*notes, *_left_out(game)))
    except EngineError as error:
        return ReadGame(game.number, names, None, error.reason)


def _record(game: PgnGame, names: tuple[str, str], notes: list[Message]) -> Record:
    rules, options, setup = _start(game.tags)
    _check_beginning(game)
    notation = notation_of(rules.id)
    assert notation is not None, "a game with a pgn.py has a notation.py"
    played = _replayed(begin(rules, rules.read_options(options), setup), notation, game)
    played, ended = _end(played, notation, game, notes)
    controls = _controls(game, notes)
    return Record(
        played, dict(zip(rules.seats, names, strict=True)), _date(game.tags), ended, setup, controls=controls,
        stamps=time_controls.stamps_of(played, controls, game.left),
    )


# --- the start and the moves -------------------------------------------------------------------------------------


def _start(tags: Mapping[str, str]) -> tuple[AnyGame, Mapping[str, Any], Mapping[str, Any] | None]:
    variant, fen = tags.get("Variant", ""), tags.get("FEN", "").strip()
    if not fen and tags.get("SetUp", "").strip() == "1":
        raise BadRecord(message("the tag FEN is missing: SetUp says that the game began from a position"))
    for game_id in game_ids():
        starts = pgn_starts_of(game_id)
        found = None if starts is None else starts.read_start(variant, fen)
        if found is not None:
            return (find_game(game_id), *found)
    raise BadRecord(message("the variant {name} is none that is played here", name=quoted(variant[:_SHORT])))


def _check_beginning(game: PgnGame) -> None:
    """Refuse the rest of a game, that it is not replayed from the usual start."""
    before, number = next(((before, each) for before, each in enumerate(game.numbers) if each), (0, 1))
    if "FEN" not in game.tags and number > before // 2 + 1:
        raise BadRecord(message(
            "it begins with move {number}, and no tag FEN says from which position", number=number
        ))


def _replayed(played: Played, notation: Notation, game: PgnGame) -> Played:
    rules, position = played.game, played.first
    actions: list[Action] = []
    positions: list[Any] = []
    for text, number in zip(game.moves, game.numbers, strict=True):
        try:
            over = rules.outcome(position)
            if over is not None:
                ending = why(rules.reasons, over.reason)
                raise BadRecord(message("the game was over before it ({reason})", reason=ending))
            action = notation.read_action(position, text)
        except EngineError as error:
            raise BadRecord(message(
                "move {number} ({move}): {error}", number=number or len(actions) // 2 + 1, move=text, error=error.reason
            )) from error
        position = rules.successor(position, action)
        actions.append(action)
        positions.append(position)
    return Played(rules, played.options, played.first, tuple(actions), tuple(positions))


# --- the end -----------------------------------------------------------------------------------------------------


def _end(
    played: Played, notation: Notation, game: PgnGame, notes: list[Message]
) -> tuple[Played, Outcome | None]:
    """Return the game with a claim at its end, if that ended it, and its end beside the rules."""
    winners, termination = _winners(game, notes), game.tags.get("Termination", "")
    by_rules = played.game.outcome(played.position)
    if by_rules is not None:
        _compare(played, by_rules, winners, notes)
        return played, None
    if winners is None:
        return played, Outcome((), ABANDONED) if termination.strip().lower() == ABANDONED else None
    ended = _ended(played, termination, winners, notes)
    claimed = None if winners or ended.reason == OUT_OF_TIME else _claimed(played, notation)
    return (played, ended) if claimed is None else (claimed, None)


def _winners(game: PgnGame, notes: list[Message]) -> tuple[Seat, ...] | None:
    """Return who won as the file says; ``None``: it does not. The result behind the moves counts, if there is one."""
    tag = result_of(game.tags.get("Result", ""))
    result = game.result or tag or UNKNOWN_RESULT
    if game.result and tag not in ("", game.result):
        notes.append(message("the tag Result says {tag}, the end of the moves {result}, which counts", tag=tag,
                             result=game.result))
    return _WINNERS.get(result)


def _ended(played: Played, termination: str, winners: tuple[Seat, ...], notes: list[Message]) -> Outcome:
    said = termination.strip().lower()
    if _TIME.search(said):
        return Outcome(winners, OUT_OF_TIME)
    reason = "resignation" if winners else "agreement"
    if said not in _USUAL_ENDS:
        kept = why(played.game.reasons, reason)
        notes.append(message("it ended like this: {termination}; here it says {kept}",
                             termination=quoted(termination[:_SHORT]), kept=kept))
    return Outcome(winners, reason)


def _compare(played: Played, by_rules: Outcome, winners: tuple[Seat, ...] | None, notes: list[Message]) -> None:
    if winners is not None and winners != by_rules.winners:
        written = {each: result for result, each in _WINNERS.items()}
        notes.append(message(
            "the file says {result}, but on the board it ended {other} ({reason}), which counts",
            result=written[winners], other=written[by_rules.winners],
            reason=why(played.game.reasons, by_rules.reason),
        ))


def _claimed(played: Played, notation: Notation) -> Played | None:
    """Return the game after the action that makes it a draw and that nobody writes down, if there is one: a claim."""
    for action in played.game.actions(played.position):
        if not notation.write_action(played.position, action):
            after, _ = played.after(action)
            outcome = played.game.outcome(after.position)
            if outcome is not None and not outcome.winners:
                return after
    return None


# --- tags --------------------------------------------------------------------------------------------------------


def _name(game: PgnGame, tag: str) -> str:
    return " ".join(repaired(game.tags.get(tag, ""), LONGEST_NAME).split()) or UNKNOWN


def _date(tags: Mapping[str, str]) -> str:
    """Return date and time (UTC) where they are given, else the date; a date that is not known whole is unknown."""
    day, time = tags.get("UTCDate", ""), tags.get("UTCTime", "")
    with suppress(ValueError):
        return f'{datetime.strptime(f"{day} {time}", "%Y.%m.%d %H:%M:%S").isoformat()}Z'
    with suppress(ValueError):
        return datetime.strptime(tags.get("Date", ""), "%Y.%m.%d").date().isoformat()
    return UNKNOWN


def _controls(game: PgnGame, notes: list[Message]) -> Controls:
    tags = {name: re.sub(r"^(\d+)\+0$", r"\1", value.strip()) for name, value in game.tags.items()}
    try:
        controls = time_controls.read_headers(tags, (Seat.WHITE, Seat.BLACK))
    except BadRecord as error:
        notes.append(message("the time control is left out: {reason}", reason=error.reason))
        return {}
    if game.left and not controls:
        notes.append(message("the times left are left out: the tag TimeControl does not say how they run"))
    missing = len(game.moves) - len(game.left)
    if game.left and controls and missing:
        notes.append(counted("the time after 1 move is missing: the last one known stands there",
                             "the times after {count} moves are missing: the last ones known stand there", missing))
    return controls


# --- notes -------------------------------------------------------------------------------------------------------


def _left_out(game: PgnGame) -> Iterator[Message]:
    """Say how much of a game is not kept."""
    if game.variations:
        yield counted("1 variation is left out", "{count} variations are left out", game.variations)
    if game.comments:
        yield counted("1 comment is left out", "{count} comments are left out", game.comments)
    if game.marks:
        yield counted("1 mark such as ! or $4 is left out", "{count} marks such as ! or $4 are left out", game.marks)
    if game.unread_times:
        yield counted("1 time left cannot be read", "{count} times left cannot be read", game.unread_times)
    for tag in ("White", "Black"):
        if _REPLACEMENT in _name(game, tag):
            yield message("the name of {seat} has characters that cannot be shown; {sign} stands for them",
                          seat=Seat(tag.lower()), sign=_REPLACEMENT)
        if len(game.tags.get(tag, "")) > LONGEST_NAME:
            yield message("the name of {seat} is cut to {most} characters", seat=Seat(tag.lower()), most=LONGEST_NAME)
