"""Asking the rules from outside: one JSON request per line, one JSON answer per line. See docs/protocol.md."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from engine.core.errors import BadState, EngineError
from engine.core.events import Announced, Changed, Entered, Happening, Moved, Removed
from engine.core.json_fields import quoted, read_json
from engine.core.messages import Message, message
from engine.core.options import Option
from engine.core.pieces import Seat
from engine.core.squares import Board
from engine.game import EVERYTHING, AnyGame, Played, Viewer
from engine.records.game_record import Record, begin, read_record, write_record
from engine.records.position_json import result_of
from engine.registry import find_game, games
from engine.services.perft import divide, perft

Request = Mapping[str, Any]

_MOST_SAID = 500
"""The greatest length of an error's message: what it quotes from a request has no limit."""


class _BadRequest(Exception):
    """A request that no rule of a game refused."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Session:
    """One conversation. An error leaves it as it was."""

    def __init__(self) -> None:
        self._played: Played | None = None
        self._setup: Mapping[str, Any] | None = None
        self._commands: dict[str, Callable[[Request], dict[str, Any]]] = {
            "games": lambda request: {"games": [_game_data(game) for game in games()]},
            "new": self._new,
            "setup": self._set_up,
            "load": self._load,
            "apply": self._apply,
            "state": self._show,
            "undo": self._undo,
            "perft": self._perft,
            "record": self._record,
        }

    def answer(self, line: str | bytes) -> str:
        """Answer one request line (bytes: in UTF-8): a line of ASCII JSON without the line end."""
        try:
            answer = self._dispatch(line)
        except (_BadRequest, EngineError) as error:
            answer = {"error": {"code": error.code, "message": _brief(str(error))}}
        return json.dumps(answer)

    def _dispatch(self, line: str | bytes) -> dict[str, Any]:
        request = read_json(line, lambda reason: _BadRequest("bad-json", str(reason)))
        if not isinstance(request, dict):
            raise _BadRequest("bad-request", "a request is an object with the field cmd")
        command = _field(request, "cmd", str)
        if command not in self._commands:
            raise _BadRequest("unknown-command", f"unknown command {command!r}: there are {', '.join(self._commands)}")
        try:
            return self._commands[command](request)
        except RecursionError as error:
            raise _BadRequest("bad-request", "the request is nested, or asks to search, too deeply") from error

    # --- commands ------------------------------------------------------------------------------------------------

    def _new(self, request: Request) -> dict[str, Any]:
        return self._begin(request, None)

    def _set_up(self, request: Request) -> dict[str, Any]:
        state = _field(request, "state", object)
        if not isinstance(state, dict):
            raise BadState(message("state must be an object, not {state}", state=quoted(state)))
        return self._begin(request, state)

    def _begin(self, request: Request, setup: Mapping[str, Any] | None) -> dict[str, Any]:
        game = find_game(_field(request, "game", str))
        options = game.read_options(request.get("options", {}))
        self._played, self._setup = begin(game, options, setup), setup
        return _state(self._played, EVERYTHING)

    def _load(self, request: Request) -> dict[str, Any]:
        record = read_record(_field(request, "record", str))
        self._played, self._setup = record.played, record.setup
        return {**_state(record.played, EVERYTHING), "ended": result_of(record.ended)}

    def _apply(self, request: Request) -> dict[str, Any]:
        text = _field(request, "action", str)
        played = self._running()
        played, happenings = played.after(played.game.parse(played.position, text))
        self._played = played
        board = played.game.board(played.options)
        return {**_state(played, EVERYTHING), "events": [_event_data(board, each) for each in happenings]}

    def _show(self, request: Request) -> dict[str, Any]:
        played = self._running()
        if "seat" not in request:
            return _state(played, EVERYTHING)
        seats = {str(seat): seat for seat in played.game.seats_of(played.options)}
        name = request["seat"]
        if not isinstance(name, str) or name not in seats:
            raise _BadRequest("bad-request", f"seat must be one of {', '.join(seats)}, not {name!r}")
        return _state(played, frozenset([seats[name]]))

    def _undo(self, request: Request) -> dict[str, Any]:
        played = self._running()
        if not played.actions:
            raise _BadRequest("bad-request", "there is nothing to undo")
        self._played = played.before()
        return _state(self._played, EVERYTHING)

    def _perft(self, request: Request) -> dict[str, Any]:
        depth = _field(request, "depth", int)
        if depth < 0:
            raise _BadRequest("bad-request", f"depth must be 0 or more, not {depth}")
        played = self._running()
        if not isinstance(request.get("divide", False), bool):
            raise _BadRequest("bad-request", f"divide must be true or false, not {request['divide']!r}")
        if not request.get("divide"):
            return {"nodes": perft(played.game, played.position, depth)}
        if depth == 0:
            return {"nodes": 1, "divide": {}}
        counts = divide(played.game, played.position, depth)
        return {"nodes": sum(counts.values()), "divide": counts}

    def _record(self, request: Request) -> dict[str, Any]:
        return {"record": write_record(Record(self._running(), setup=self._setup))}

    def _running(self) -> Played:
        if self._played is None:
            raise _BadRequest("no-game", "there is no game yet: send new, setup or load first")
        return self._played


def _brief(text: str) -> str:
    return text if len(text) <= _MOST_SAID else text[:_MOST_SAID] + "…"


def _field(request: Request, name: str, kind: type) -> Any:
    if name not in request:
        raise _BadRequest("bad-request", f"the field {name} is missing")
    value = request[name]
    if not isinstance(value, kind) or kind is int and isinstance(value, bool):
        raise _BadRequest("bad-request", f"the field {name} must be {kind.__name__}, not {value!r}")
    return value


# --- data --------------------------------------------------------------------------------------------------------


def _state(played: Played, knows: Viewer) -> dict[str, Any]:
    game, position = played.game, played.position
    view = game.view(position, knows)
    names = game.board(played.options).names
    return {
        "game": game.id,
        "options": played.options.as_data(),
        "board": {names[square]: str(view.pieces[square]) for square in sorted(view.pieces)},
        "phase": view.phase,
        "to_act": list(view.to_act),
        "legal": [action.text for action in game.actions(position)],
        "result": result_of(game.outcome(position)),
        "detail": dict(view.detail),
    }


def _event_data(board: Board, happening: Happening) -> dict[str, Any]:
    match happening:
        case Moved(source, target):
            return {"kind": "moved", "from": board.name(source), "to": board.name(target)}
        case Removed(square):
            return {"kind": "removed", "square": board.name(square)}
        case Entered(square, piece):
            return {"kind": "entered", "square": board.name(square), "piece": str(piece)}
        case Changed(square, piece):
            return {"kind": "changed", "square": board.name(square), "piece": str(piece)}
        case Announced(message):
            return {"kind": "announced", "text": _sentence(message)}


def _sentence(told: Message) -> str:
    """Write a sentence that calls the seats by their colours as people do: Black is in check."""
    values = ((name, value.capitalize() if isinstance(value, Seat) else value) for name, value in told.values)
    return str(replace(told, values=tuple(values)))


def _game_data(game: AnyGame) -> dict[str, Any]:
    return {
        "id": game.id,
        "name": game.name,
        "boards": [[board.files, board.ranks] for board in game.boards],
        "seats": [str(seat) for seat in game.seats],
        "options": [_option_data(option) for option in game.options],
    }


def _option_data(option: Option) -> dict[str, Any]:
    is_int, is_choice = option.kind == "int", option.kind == "choice"
    return {
        "name": option.name,
        "type": option.kind,
        "default": option.default,
        "min": option.low if is_int else None,
        "max": option.high if is_int else None,
        "choices": list(option.choices) if is_choice else None,
        "help": option.help,
    }
