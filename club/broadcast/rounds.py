"""The games of a round that a board is to play, published by the panel of the club (docs/club.md)."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from club.transport.errors import BadMessage
from club.transport.messages import VERSION, read_object
from engine.core.errors import BadOption, BadText
from engine.core.json_fields import LIST, OBJECT, TEXT, Kind, check, check_known, one_of, whole
from engine.core.messages import Message
from engine.core.options import OptionValue
from engine.core.pieces import Seat
from engine.core.text_rules import checked_name
from engine.records.time_controls import Controls, controls_data, read_controls
from engine.registry import find_game, game_ids

MOST_GAMES: Final = 6
"""The most games that a board is told of at a time: a message has room for them, however long their names are."""
KEY: Final = re.compile("[0-9a-f]{10}")
"""The form of the key of a pairing. Two more digits make it that of a game on a board."""
_FIELDS: Final = ("version", "games")
_GAME: Final = ("key", "tournament", "round", "game", "players", "options", "clocks")


@dataclass(frozen=True, slots=True)
class PairedGame:
    """A game of a tournament that is to be played at a board. ``key``: no other pairing at any board has it;
    ``game``: the id of its rules. ``options``: those left out take their defaults; ``controls``: of the seats that have
    a clock."""

    key: str
    tournament: str
    round: int
    game: str
    players: Mapping[Seat, str]
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    controls: Controls = field(default_factory=dict)


def round_topic(prefix: str, board: str) -> str:
    """Return the topic on which the club publishes the games that a board is to play."""
    return f"{prefix}/round/{board}"


def write_round(games: Sequence[PairedGame]) -> bytes:
    """Encode the games of a board for the broker. None encode to nothing, which clears the topic."""
    if not games:
        return b""
    said = [
        {"key": each.key, "tournament": each.tournament, "round": each.round, "game": each.game,
         "players": dict(each.players), "options": dict(each.options), "clocks": controls_data(each.controls)}
        for each in games[:MOST_GAMES]
    ]
    return json.dumps({"version": VERSION, "games": said}, ensure_ascii=False, separators=(",", ":")).encode()


def read_round(payload: bytes) -> tuple[PairedGame, ...]:
    """Decode what :func:`write_round` encoded.

    :raises BadMessage: it is something else, of another version, or of a game that is not known here.
    """
    if not payload:
        return ()
    said = read_object(payload)
    _check_fields(said, _FIELDS)
    games = list(check("games", said.get("games"), LIST, BadMessage))
    if not 0 < len(games) <= MOST_GAMES:
        raise BadMessage(f"it has {len(games)} games, not 1 to {MOST_GAMES}")
    found = tuple(_game(check("games", each, OBJECT, BadMessage)) for each in games)
    if len({each.key for each in found}) < len(found):
        raise BadMessage("two of its games have the same key")
    return found


def _check_fields(said: Mapping[str, Any], known: tuple[str, ...]) -> None:
    for name in said:
        check_known(name, known, name, BadMessage)


def _game(said: Mapping[str, Any]) -> PairedGame:
    _check_fields(said, _GAME)
    game_id = check("game", said.get("game"), one_of(*game_ids()), BadMessage)
    options = check("options", said.get("options"), OBJECT, BadMessage)
    seats = _seats(game_id, options)
    controls = read_controls(said.get("clocks"), BadMessage)
    if not set(controls) <= set(seats):
        raise BadMessage("a seat that does not play has a clock")
    return PairedGame(
        check("key", check("key", said.get("key"), TEXT, BadMessage), _KEY, BadMessage),
        _name("tournament", said.get("tournament")), check("round", said.get("round"), whole(1), BadMessage), game_id,
        _players(said.get("players"), seats), options, controls,
    )


_KEY: Final[Kind[str]] = Kind(Message("10 hexadecimal digits"), lambda text: KEY.fullmatch(text) is not None)


def _seats(game_id: str, options: Mapping[str, Any]) -> tuple[Seat, ...]:
    game = find_game(game_id)
    try:
        return game.seats_of(game.read_options(options))
    except BadOption as error:
        raise BadMessage(error.reason) from error


def _players(given: object, seats: tuple[Seat, ...]) -> dict[Seat, str]:
    players = check("players", given, OBJECT, BadMessage)
    if set(players) != {seat.value for seat in seats}:
        raise BadMessage("its players are not those of the seats of its game")
    return {seat: _name("players", players[seat.value]) for seat in seats}


def _name(field: str, given: object) -> str:
    try:
        name = checked_name(given, field)
    except BadText as error:
        raise BadMessage(error.reason) from error
    if not name:
        raise BadMessage(f"{field}: a name is missing")
    return name
