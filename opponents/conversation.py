"""Requests and answers: what may stand in them, and how they are written (docs/opponents.md)."""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from time import monotonic
from typing import Any, Final

from engine.core.errors import EngineError
from engine.core.json_fields import (
    LARGEST,
    LIST,
    OBJECT,
    TEXT,
    TRUTH,
    check,
    check_known,
    number,
    one_of,
    read_json,
    whole,
)
from engine.core.options import Options
from engine.core.pieces import Seat
from engine.game import AnyGame
from engine.records.computer_levels import STRONGEST, WEAKEST
from engine.records.game_record import MOST_ACTIONS
from engine.registry import find_game
from engine.services.hidden_information import Known, recall
from opponents.blunders import look_at
from opponents.errors import BadRequest
from opponents.levels import level_of
from opponents.thinking import DECISION_S, Decision, think

_FIELDS: Final = (
    "game", "options", "setup", "actions", "secret", "seat", "level", "seed", "entry", "within_s", "without", "check",
    "unhurried",
)
_MAY_BE_LEFT_OUT: Final = ("options", "setup", "secret", "within_s", "without", "check", "unhurried")
_MOST_SAID = 500
"""The greatest length of an error's message: what it quotes from a request has no limit."""


@dataclass(frozen=True, slots=True)
class Request:
    """A request for a seat's decision. Chance is made of ``seed`` and ``entry``: asked again, the answer is the same.

    ``within_s``: the most time it may take, where its clock allows no more.
    """

    game: AnyGame
    options: Options
    known: Known
    seat: Seat
    level: int
    seed: int
    entry: int
    within_s: float = DECISION_S
    without: tuple[str, ...] = ()
    """Texts of actions that it is not to consider, unless there are no others."""
    check: str | None = None
    """The text of an action to be compared with the best one, instead of a decision."""
    unhurried: bool = False
    """True if nobody waits: it may take whatever time it needs."""

    @property
    def clock(self) -> Callable[[], float]:
        """The clock it looks at to stop in time."""
        return no_time_passes if self.unhurried else monotonic


def no_time_passes() -> float:
    """Return always the same time, for who takes whatever time it needs: as good an answer however busy the computer
    is."""
    return 0.0


def answer(line: str | bytes) -> str:
    """Answer one request line (bytes: in UTF-8): a line of ASCII JSON without the line end."""
    try:
        request = read_request(line)
        position = recall(request.seat, request.game, request.options, request.known)
        chance = f"{request.seed} {request.entry} {request.seat}"
        level = level_of(request.level)
        if request.check is None:
            found = _data(think(request.game, position, request.seat, level, chance, request.clock,
                                request.within_s, request.without))
        else:
            found = {"action": request.check, **asdict(look_at(
                request.game, position, request.seat, request.check, level, chance, request.clock, request.within_s))}
        said = {"entry": request.entry, "seat": str(request.seat), **found}
    except (BadRequest, EngineError) as error:
        said = {"error": {"code": error.code, "message": _brief(str(error))}}
    except RecursionError:
        said = {"error": {"code": "bad-request", "message": "the request is nested too deeply"}}
    return json.dumps(said)


def _data(decision: Decision) -> dict[str, Any]:
    return {
        "action": decision.action, "score": decision.score, "line": list(decision.line), "nodes": decision.nodes,
        "depth": decision.depth, "reason": asdict(decision.reason),
    }


def _brief(text: str) -> str:
    return text if len(text) <= _MOST_SAID else text[:_MOST_SAID] + "…"


def read_request(line: str | bytes) -> Request:
    """Read the request in a line.

    :raises BadRequest: it is no JSON object, or a field is missing, unknown or malformed.
    :raises EngineError: game, options or position are none.
    """
    given = check("a request", read_json(line, BadRequest), OBJECT, BadRequest)
    for name in given:
        check_known(name, _FIELDS, f"the field {name}", BadRequest)
    for name in _FIELDS:
        if name not in given and name not in _MAY_BE_LEFT_OUT:
            raise BadRequest(f"the field {name} is missing")
    game = find_game(check("game", given["game"], TEXT, BadRequest))
    options = game.read_options(given.get("options", {}))
    seats = [str(seat) for seat in game.seats_of(options)]
    return Request(
        game, options, _read_known(given), Seat(check("seat", given["seat"], one_of(*seats), BadRequest)),
        check("level", given["level"], whole(WEAKEST, STRONGEST), BadRequest),
        check("seed", given["seed"], whole(0, LARGEST), BadRequest),
        check("entry", given["entry"], whole(0, LARGEST), BadRequest),
        check("within_s", given.get("within_s", DECISION_S), number(0, LARGEST), BadRequest),
        _texts("without", given.get("without", [])),
        check("check", given["check"], TEXT, BadRequest) if "check" in given else None,
        check("unhurried", given.get("unhurried", False), TRUTH, BadRequest),
    )


def _read_known(given: Mapping[str, Any]) -> Known:
    setup = given.get("setup")
    return Known(
        _texts("actions", given["actions"]), _texts("secret", given.get("secret", [])),
        None if setup is None else check("setup", setup, OBJECT, BadRequest),
    )


def _texts(field: str, value: object) -> tuple[str, ...]:
    texts = tuple(check(field, value, LIST, BadRequest))
    if len(texts) > MOST_ACTIONS:
        raise BadRequest(f"{field} has more than {MOST_ACTIONS} actions")
    return tuple(check(f"each of {field}", each, TEXT, BadRequest) for each in texts)
