"""Game records (``.pwl``): headers, an empty line, then the actions. docs/protocol.md describes the format.

Replaying a record's actions from its options gives the same game on any machine.
"""

import json
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

from engine.core.errors import BadRecord, EngineError
from engine.core.json_fields import quoted, read_json
from engine.core.messages import Message, message
from engine.core.pieces import Seat
from engine.core.text_rules import LONGEST_NAME, checked, checked_lines, checked_name
from engine.game import EVERYTHING, SPECTATOR, AnyGame, Outcome, Played
from engine.records import time_controls
from engine.records.computer_levels import NO_COMPUTERS, Computers, read_computers
from engine.records.hash_chain import Seals, chained, read_seals, statement
from engine.records.pgn_text import is_pgn
from engine.records.position_json import FIELDS
from engine.records.time_controls import Controls, Stamp
from engine.registry import find_game

UNKNOWN = "?"
UNFINISHED = "*"
DRAW = "draw"
NORMAL = "normal"
ABANDONED = "abandoned"
OUT_OF_TIME = "time"
BY_AGREEMENT = {
    "resignation": message("by resignation"), "agreement": message("by agreement"), ABANDONED: message("abandoned"),
    OUT_OF_TIME: message("time ran out"),
}
"""Ways a game ends other than by its rules. An abandoned game has no result."""
TERMINATIONS = NORMAL, *BY_AGREEMENT
"""All ways a game ends: by its rules, or otherwise."""

LONGEST_RECORD = 1024 * 1024
"""Characters of a whole record."""
LONGEST_HEADER = 64 * 1024
"""Characters of a header's value; a set-up position takes a few thousand."""

_SHORT = 60
"""Characters of what stands in a record, as far as a sentence takes it."""

MOST_ACTIONS = 20_000
"""The most actions of a record that are read: ten times as many as long games have, and replayed in seconds."""

_HEADER = re.compile(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]')
_TYPED = "{typed}"
"""Stands after an action of chance that was thrown with a real die and typed in."""
_WORD = re.compile(r"\{[^}]*\}|\{?[^\s{]+|\{")
"""A comment, or what stands between two."""
_UNCLOSED = re.compile(r"\{?[^\s{]+|\{")
"""The text behind the last comment, where no brace is closed: each would be looked for to the end in vain."""
_BLANK = "\0"
"""Stands for a blank at which no line is broken."""


@dataclass(frozen=True, slots=True)
class Record:
    """A game to keep: what was played, by whom, when, and how it ended if not by the rules.

    ``date``: UTC, ISO 8601, ``?`` if unknown. ``setup``: the state the game began from, if it was not the usual start.
    """

    played: Played
    players: Mapping[Seat, str] = field(default_factory=dict)
    date: str = UNKNOWN
    ended: Outcome | None = None
    """Resignation, agreement, abandonment or a lack of time; ``None`` if the rules ended the game or it goes on."""
    setup: Mapping[str, Any] | None = None
    typed: frozenset[int] = frozenset()
    """The numbers (from 1) of the actions that were thrown with a real die."""
    computers: Computers = NO_COMPUTERS
    controls: Controls = field(default_factory=dict)
    stamps: tuple[Stamp, ...] = ()
    """The clocks at each action; empty: nobody knows."""
    seals: Seals | None = None
    """The seals of two boards that played the game, if both did."""

    @property
    def signed(self) -> bytes:
        """The bytes that both boards sign, if the game is over and they have :attr:`seals`."""
        assert self.seals is not None and self.outcome is not None
        game, options = self.played.game, json.dumps(self.played.options.as_data(), sort_keys=True)
        return statement(
            self.seals, f"{game.id} {game.rules_version} {options}", f"{_result(self.outcome)} {self.outcome.reason}"
        )

    @property
    def is_sealed(self) -> bool:
        """True if there are seals, and of just these actions."""
        actions = (action.text for action in self.played.actions)
        return self.seals is not None and self.outcome is not None and self.setup is None and (
            self.seals.chain == chained(self.seals.key, actions))

    @property
    def outcome(self) -> Outcome | None:
        """The end of the game, by the rules or otherwise."""
        return self.played.game.outcome(self.played.position) or self.ended


def renamed(text: str, players: Mapping[Seat, str]) -> str:
    """Rewrite the text of a record (:func:`write_record`) with these names."""
    headers, end, actions = text.partition("\n\n")
    heads = {seat: f'[{seat.capitalize()} "' for seat in players}
    named = {head: f'{head}{escape(players[seat] or UNKNOWN)}"]' for seat, head in heads.items()}
    lines = (next((new for head, new in named.items() if line.startswith(head)), line) for line in headers.split("\n"))
    return "\n".join(lines) + end + actions


def why(reasons: Mapping[str, Message], reason: str) -> Message:
    """Put into words why a game with these ``reasons`` ended; a reason that they do not name, as it is
    written."""
    return BY_AGREEMENT.get(reason) or reasons.get(reason) or Message(reason.replace("-", " "))


def termination(reason: str) -> str:
    """Return the kind of end for this reason, one of :data:`TERMINATIONS`."""
    return reason if reason in BY_AGREEMENT else NORMAL


def winners_without(played: Played, seats: Iterable[Seat], reason: str) -> tuple[Seat, ...]:
    """Find who wins a game that these seats lose, with their allies, for a reason beside the rules. Nobody wins on time
    if none of the others could win.
    """
    game, options = played.game, played.options
    losers = {ally for seat in seats for ally in game.allies(options, seat)}
    winners = tuple(seat for seat in game.seats_of(options) if seat not in losers)
    if reason == OUT_OF_TIME and not any(game.may_win(played.position, seat) for seat in winners):
        return ()
    return winners


def begin(game: AnyGame, options: Any, setup: Mapping[str, Any] | None = None) -> Played:
    """Begin a game, and return it before its first action.

    :raises BadState: the setup describes no position.
    """
    first = game.start(options) if setup is None else game.setup(options, setup)
    return Played(game, options, first)


def replay(played: Played, actions: tuple[str, ...]) -> Played:
    """Take these further actions in a game. That takes time in proportion to their number.

    :raises BadRecord: with the number of the first action (from 1) that is not legal.
    """
    game, position = played.game, played.position
    done, positions = list(played.actions), list(played.positions)
    for number, text in enumerate(actions, len(done) + 1):
        try:
            action, position = game.play(position, text)
        except EngineError as error:
            raise BadRecord(message(
                "action {number} ({action}): {error}", number=number, action=text[:_SHORT], error=error.reason
            )) from error
        done.append(action)
        positions.append(position)
    return Played(game, played.options, played.first, tuple(done), tuple(positions))


# --- writing -----------------------------------------------------------------------------------------------------


def write_record(record: Record) -> str:
    """Write a record. A running game ends before the first action that is still secret."""
    played = record.played
    shown = played.before(min(played.game.undisclosed(played.position), len(played.actions)))
    headers = "".join(f'[{key} "{escape(value)}"]\n' for key, value in _headers(record).items())
    left = time_controls.comments(shown, record.stamps)
    marked = (
        " ".join(filter(None, (action.text, _TYPED if number in record.typed else "", told.replace(" ", _BLANK))))
        for number, (action, told) in enumerate(zip(shown.actions, left, strict=True), 1)
    )
    # No line may end within a comment: its blanks come back once the lines are filled.
    moves = textwrap.fill(" ".join(marked), 100, break_long_words=False, break_on_hyphens=False)
    return f"{headers}\n{moves.replace(_BLANK, ' ')}\n"


def _headers(record: Record) -> dict[str, str]:
    game, options = record.played.game, record.played.options
    outcome = record.outcome
    headers = {"Game": game.id, "Rules": str(game.rules_version), "Options": json.dumps(options.as_data())}
    for seat in game.seats_of(options):
        headers[seat.capitalize()] = record.players.get(seat) or UNKNOWN
    headers["Date"] = record.date
    headers["Result"] = UNFINISHED if outcome is None else _result(outcome)
    headers["Termination"] = "unfinished" if outcome is None else outcome.reason
    headers |= time_controls.headers(record.controls, game.seats_of(options))
    if record.setup is not None:
        headers["Setup"] = json.dumps(_shown_setup(record.played, record.setup))
    if record.computers:
        # the seed would tell what a computer is about to do, or did in secret
        hidden = outcome is None or game.undisclosed(record.played.position)
        told = replace(record.computers, seed=None) if hidden else record.computers
        headers["Computers"] = json.dumps(told.as_data())
    if record.seals is not None and record.is_sealed:
        headers["Seals"] = json.dumps(record.seals.as_data())
    return headers


def _result(outcome: Outcome) -> str:
    return UNFINISHED if outcome.reason == ABANDONED else "+".join(outcome.winners) or DRAW


def _shown_setup(played: Played, setup: Mapping[str, Any]) -> dict[str, Any]:
    """Return the state a game began from, without what only answers show, and without what is still secret in it."""
    shown = {name: value for name, value in setup.items() if name in FIELDS}
    game, first = played.game, played.first
    if keeps_secrets(game, first) and keeps_secrets(game, played.position) and (
        game.undisclosed(played.position) >= len(played.actions)
    ):
        shown["detail"] = dict(game.view(first, SPECTATOR).detail)
    return shown


def keeps_secrets(game: AnyGame, position: Any) -> bool:
    """True if the public may not know everything. (That a die is still to be thrown, ``None``, is no secret.)"""
    everything, public = (game.view(position, knows).detail for knows in (EVERYTHING, SPECTATOR))
    return any(_known(everything[name]) != _known(public[name]) for name in everything)


def _known(value: Any) -> Any:
    return {name: each for name, each in value.items() if each is not None} if isinstance(value, dict) else value


def escape(value: str) -> str:
    """Write the value of a header in quotation marks."""
    # A header is one line.
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')


# --- reading -----------------------------------------------------------------------------------------------------


def read_record(text: str) -> Record:
    """Read the record in a text, replayed and checked.

    :raises BadRecord: naming the line, header or action that is wrong.
    :raises BadText: naming the header that holds what cannot be kept or shown.
    """
    text = checked_lines(text, message("record"), LONGEST_RECORD)
    _refuse_chess(text)
    headers, words = _split(text)
    actions, typed, left = _part(words)
    if len(actions) > MOST_ACTIONS:
        raise BadRecord(message(
            "it has {number} actions, and at most {most} are accepted", number=len(actions), most=MOST_ACTIONS
        ))
    setup = _json(headers, "Setup", None)
    if "Setup" in headers and not isinstance(setup, dict):
        raise BadRecord(message("header Setup must be an object, not {given}", given=quoted(setup)))
    played = replay(_read_beginning(headers, setup), actions)
    players = {seat: _player(headers, seat.capitalize()) for seat in played.game.seats_of(played.options)}
    date = checked(headers.get("Date", UNKNOWN), _header("Date"))
    controls = time_controls.read_headers(headers, tuple(players))
    return Record(
        played, players, date, _read_end(headers, played), setup, typed, _read_computers(headers, played), controls,
        time_controls.stamps_of(played, controls, left),
        read_seals(_json(headers, "Seals", None), BadRecord) if "Seals" in headers else None,
    )


def _read_computers(headers: Mapping[str, str], played: Played) -> Computers:
    computers = read_computers(_json(headers, "Computers", {}), BadRecord)
    named = (*computers.levels, *computers.taken_over)
    stranger = next((seat for seat in named if seat not in played.game.seats_of(played.options)), None)
    if stranger is not None:
        raise BadRecord(message("header Computers names a seat that this game does not have: {seat}", seat=stranger))
    return computers


def _player(headers: Mapping[str, str], header: str) -> str:
    return checked_name(headers.get(header, UNKNOWN), _header(header))


def _header(name: str) -> Message:
    return message("header {name}", name=name[:LONGEST_NAME])


def _read_beginning(headers: Mapping[str, str], setup: Any) -> Played:
    name, version = _required(headers, "Game"), _required(headers, "Rules")
    options = _json(headers, "Options", {})
    try:
        game = find_game(name)
        if version != str(game.rules_version):
            raise BadRecord(message(
                "it was written for version {version} of the rules, this is {current}", version=version[:_SHORT],
                current=game.rules_version,
            ))
        return begin(game, game.read_options(options), setup)
    except BadRecord:
        raise
    except EngineError as error:
        raise BadRecord(message("headers: {error}", error=error.reason)) from error


def _refuse_chess(text: str) -> None:
    """Refuse a game of chess: files of the two kinds look alike, and many people have some of the other.

    :raises BadRecord: it is a record of chess.
    """
    if is_pgn(text):
        raise BadRecord(message(
            "this is PGN, a record of chess; one of this table (.pwl) begins with {example}",
            example='[Game "pawn-advance"]',
        ))


def _split(text: str) -> tuple[dict[str, str], Iterable[str]]:
    """Split off the headers from the words after them: the headers are the lines before the first empty one."""
    # Some editors put a byte order mark before all they write.
    lines = text.lstrip("\ufeff").splitlines()
    headers: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            return headers, _words("\n".join(lines[number:]))
        match = _HEADER.fullmatch(line.strip())
        if match is None:
            raise BadRecord(message(
                "line {number} is not a header like {example}: {line}", number=number, example='[Game "pawn-advance"]',
                line=line[:_SHORT],
            ))
        if match[1] in headers:
            raise BadRecord(message(
                "line {number}: header {name} appears twice", number=number, name=match[1][:_SHORT]
            ))
        headers[match[1]] = checked_lines(re.sub(r"\\(.)", r"\1", match[2]), _header(match[1]), LONGEST_HEADER)
    return headers, ()


def _words(text: str) -> Iterator[str]:
    """Yield words one by one: others want the interpreter, too."""
    closed = text.rfind("}") + 1
    return (match[0] for match in chain(_WORD.finditer(text, 0, closed), _UNCLOSED.finditer(text, closed)))


def _part(words: Iterable[str]) -> tuple[tuple[str, ...], frozenset[int], dict[int, int]]:
    """Part the words into the actions, the numbers of those that are marked as typed in, and after which of them how
    much time was left."""
    actions: list[str] = []
    typed, left = set(), {}
    for word in words:
        if not (word[0] == "{" and word[-1] == "}"):
            actions.append(word)
        elif word == _TYPED and actions:
            typed.add(len(actions))
        elif (left_ms := time_controls.read_comment(word)) is not None:
            left[len(actions)] = left_ms
    return tuple(actions), frozenset(typed), left


def _required(headers: Mapping[str, str], key: str) -> str:
    if key not in headers:
        raise BadRecord(message("header {name} is missing", name=key))
    return headers[key]


def _json(headers: Mapping[str, str], key: str, default: Any) -> Any:
    if key not in headers:
        return default
    return read_json(
        headers[key], lambda reason: BadRecord(message("header {name}: {reason}", name=key, reason=reason))
    )


def _read_end(headers: Mapping[str, str], played: Played) -> Outcome | None:
    """Read the end that the headers name, if it is not the rules' own; it must not contradict them."""
    result, reason = headers.get("Result", UNFINISHED), headers.get("Termination", "")
    by_rules = played.game.outcome(played.position)
    if by_rules is not None:
        if result not in (UNFINISHED, _result(by_rules)):
            raise BadRecord(message(
                "header Result says {result}, the actions lead to {other}", result=result[:_SHORT],
                other=_result(by_rules),
            ))
        return None
    if result == UNFINISHED and reason != ABANDONED:
        return None
    if reason not in BY_AGREEMENT:
        raise BadRecord(message(
            "header Termination must be one of {allowed}: the actions do not end the game",
            allowed=", ".join(BY_AGREEMENT),
        ))
    return Outcome(_read_winners(result, played), reason)


def _read_winners(result: str, played: Played) -> tuple[Seat, ...]:
    named = [] if result in (UNFINISHED, DRAW) else result.split("+")
    winners = tuple(seat for seat in played.game.seats_of(played.options) if seat in named)
    if len(winners) != len(named):
        raise BadRecord(message(
            "header Result names no seat of this game, or one twice: {result}", result=result[:_SHORT]
        ))
    return winners
