"""Requests and answers: what may stand in them, and how they are written (docs/opponents.md)."""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
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
    or_null,
    read_json,
    whole,
)
from engine.core.options import Options
from engine.core.pieces import Seat
from engine.game import AnyGame
from engine.records.computer_levels import STRONGEST, STRONGEST_ELO, WEAKEST
from engine.records.game_record import MOST_ACTIONS, begin, replay
from engine.registry import find_game
from engine.services.hidden_information import Known, recall
from engine.services.uci import speaks
from opponents.blunders import Loss, look_at
from opponents.errors import BadRequest, EngineFailed
from opponents.levels import Level, level_of
from opponents.outside import Consultation, EngineRequest, Engines
from opponents.thinking import DECISION_S, Decision, consider, rate, think

_FIELDS: Final = (
    "game", "options", "setup", "actions", "secret", "seat", "level", "nodes", "seed", "entry", "within_s", "without",
    "check", "unhurried", "engine",
)
_MAY_BE_LEFT_OUT: Final = (
    "options", "setup", "secret", "level", "nodes", "within_s", "without", "check", "unhurried", "engine",
)
_MOST_NODES = 1_000_000
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
    level: Level | None
    """The level at which it plays; ``None``: it judges, which no level does."""
    nodes: int
    """The number of positions to look at."""
    seed: int
    entry: int
    within_s: float = DECISION_S
    without: tuple[str, ...] = ()
    """Texts of actions that it is not to consider, unless there are no others."""
    check: str | None = None
    """The text of an action to be compared with the best one, instead of a decision."""
    unhurried: bool = False
    """True if nobody waits: it may take whatever time it needs."""
    engine: EngineRequest | None = None
    """An outside engine that decides, if it can."""

    @property
    def plays(self) -> bool:
        """True if it is to decide as a player would, weaker than it might be."""
        return self.level is not None and self.check is None

    @property
    def clock(self) -> Callable[[], float]:
        """The clock it looks at to stop in time."""
        return no_time_passes if self.unhurried else monotonic


def no_time_passes() -> float:
    """Return always the same time, for who takes whatever time it needs: as good an answer however busy the computer
    is."""
    return 0.0


def answer(line: str | bytes, engines: Engines | None = None) -> str:
    """Answer one request line (bytes: in UTF-8): a line of ASCII JSON without the line end.

    :param engines: asks the outside engines; ``None``: there are none.
    """
    try:
        request = read_request(line)
        said = {"entry": request.entry, "seat": str(request.seat), **_found(request, engines)}
    except (BadRequest, EngineError) as error:
        said = {"error": {"code": error.code, "message": _brief(str(error))}}
    except RecursionError:
        said = {"error": {"code": "bad-request", "message": "the request is nested too deeply"}}
    return json.dumps(said)


def _found(request: Request, engines: Engines | None) -> dict[str, Any]:
    """Ask the outside engine, if one is to decide; where it is of no use, say so and think."""
    if request.engine is None or engines is None or not speaks(request.game):
        return _thought(request)
    try:
        return _consulted(request, request.engine, engines)
    except EngineFailed as failure:
        return {**_thought(request), "engine": failure.why}


def _consulted(request: Request, asked: EngineRequest, engines: Engines) -> dict[str, Any]:
    played = replay(begin(request.game, request.options, request.known.setup), request.known.actions)
    if request.seat not in request.game.to_act(played.position):
        return _thought(request)  # which says that this is wrong
    within_s = None if request.unhurried else request.within_s
    asked = asked if request.plays else replace(asked, elo=None, plain=0)
    consultation = Consultation(engines, asked, played, request.seat, within_s)
    if request.check is None:
        decision = consultation.decide(_chance(request), request.without, teaches=not request.plays)
        return _data(_rated(decision, request, played.position) if asked.is_weakened else decision)
    return _loss(request.check, consultation.look_at(request.game.parse(played.position, request.check)))


def _rated(decision: Decision, request: Request, position: Any) -> Decision:
    """Replace what a weakened engine believes of its game."""
    return replace(decision, score=rate(request.game, position, request.seat, _chance(request), request.clock))


def _thought(request: Request) -> dict[str, Any]:
    position = recall(request.seat, request.game, request.options, request.known)
    asked, timed = (request.game, position, request.seat), (_chance(request), request.clock, request.within_s)
    if request.check is not None:
        return _loss(request.check, look_at(*asked, request.check, request.nodes, *timed))
    if request.level is None:
        return _data(consider(*asked, request.nodes, *timed, request.without))
    return _data(think(*asked, request.level, *timed, request.without))


def _loss(action: str, found: Loss) -> dict[str, Any]:
    return {"action": action, "loss": found.loss, "reason": {"name": found.reason.name, "piece": found.reason.piece}}


def _chance(request: Request) -> str:
    return f"{request.seed} {request.entry} {request.seat}"


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
    level, nodes = _read_thoroughness(given)
    game = find_game(check("game", given["game"], TEXT, BadRequest))
    options = game.read_options(given.get("options", {}))
    seats = [str(seat) for seat in game.seats_of(options)]
    return Request(
        game, options, _read_known(given), Seat(check("seat", given["seat"], one_of(*seats), BadRequest)),
        level, nodes,
        check("seed", given["seed"], whole(0, LARGEST), BadRequest),
        check("entry", given["entry"], whole(0, LARGEST), BadRequest),
        check("within_s", given.get("within_s", DECISION_S), number(0, LARGEST), BadRequest),
        _texts("without", given.get("without", [])),
        check("check", given["check"], TEXT, BadRequest) if "check" in given else None,
        check("unhurried", given.get("unhurried", False), TRUTH, BadRequest),
        _read_engine(given["engine"]) if "engine" in given else None,
    )


def _read_thoroughness(given: Mapping[str, Any]) -> tuple[Level | None, int]:
    """Read the level, if it has one, and the number of positions to look at."""
    if ("level" in given) == ("nodes" in given):
        raise BadRequest("the field level is missing" if "level" not in given else "level and nodes exclude each other")
    if "nodes" in given:
        return None, check("nodes", given["nodes"], whole(1, _MOST_NODES), BadRequest)
    level = level_of(check("level", given["level"], whole(WEAKEST, STRONGEST), BadRequest))
    return level, level.skill.nodes


def _read_engine(value: object) -> EngineRequest:
    given = check("engine", value, OBJECT, BadRequest)
    for name in given:
        check_known(name, ("command", "options", "elo", "plain"), f"the field engine.{name}", BadRequest)
    options = check("engine.options", given.get("options", {}), OBJECT, BadRequest)
    return EngineRequest(
        _texts("engine.command", given.get("command")),
        tuple((name, check(f"engine.options.{name}", value, TEXT, BadRequest)) for name, value in options.items()),
        check("engine.elo", given.get("elo"), or_null(whole(0, STRONGEST_ELO)), BadRequest),
        check("engine.plain", given.get("plain", 0), whole(0, 100), BadRequest),
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
