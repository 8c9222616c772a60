"""The outside engines of this board: those that the configuration names, and those of Debian that are installed."""

import logging
import shutil
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from daemon.config.schema import EngineConfig
from engine.core.messages import Message, message
from engine.game import AnyGame
from engine.records.computer_levels import LEVEL_NAMES, STRONGEST_ELO, OutsideEngine
from engine.services.uci import speaks
from opponents.errors import EngineFailed
from opponents.uci import Features, introduced

log = logging.getLogger(__name__)

AskedEngine = OutsideEngine | None
"""The outside engine that plays a seat; ``None``: the one that helps people, whichever it is in their game."""

DEBIAN: Final = (
    EngineConfig("Stockfish", ("stockfish",)),
    EngineConfig("Fairy-Stockfish", ("fairy-stockfish",)),
    EngineConfig("GNU Chess", ("gnuchess", "--uci"), helps=False),
)
"""The engines of Debian's, each by the command that its package installs, the best first. GNU Chess cannot be asked
about a certain move, so it does not help people."""
PLACES: Final = "/usr/games:/usr/bin:/usr/local/bin"
"""The directories of Debian's programs: the first is in no service's path."""
ASKED_AGAIN_S: Final = 60.0
"""The time after which an engine that did not introduce itself is asked again."""
PLAIN: Final = (60, 30)
"""Of a hundred moves, those that the two weakest settings make without asking the engine."""
ELO_STEP: Final = 250
REASONS: Final[Mapping[str, Message]] = {
    "missing": message("it is not installed here"),
    "ended": message("its program ended"),
    "silent": message("it did not answer in time"),
    "nonsense": message("it gave no sensible answer"),
    "illegal": message("it wanted to play what the rules forbid"),
    "unable": message("it does not know this kind of game"),
}
"""The ways in which an engine is of no use (:data:`engine.records.computer_levels.FAILURES`), in half a sentence."""


@dataclass(frozen=True, slots=True)
class _Introduced:
    features: Features | None
    at_s: float


@dataclass(slots=True)
class Engines:
    """All engines. Any thread may ask."""

    configured: Sequence[EngineConfig] = ()
    found: Sequence[EngineConfig] = DEBIAN
    introduce: Callable[[Sequence[str], Mapping[str, str]], Features] = introduced
    clock: Callable[[], float] = time.monotonic
    _known: dict[EngineConfig, _Introduced] = field(default_factory=dict)
    _asking: threading.Lock = field(default_factory=threading.Lock)

    def of(self, game: AnyGame) -> tuple[EngineConfig, ...]:
        """List the engines that are installed and play a game, those of the configuration first."""
        if not speaks(game):
            return ()
        named = {each.name for each in self.configured}
        listed = (*self.configured, *(each for each in self.found if each.name not in named))
        playing = (each for each in listed if game.id in (each.games or (game.id,)))
        return tuple(each for each in map(_located, playing) if each is not None)

    def strengths(self, game: AnyGame) -> tuple[OutsideEngine, ...]:
        """List the ways in which engines may play a game, each engine's weakest first. An engine is started for that
        once, so it may take a moment."""
        return tuple(
            strength for each in self.of(game) if (features := self._features(each)) is not None
            for strength in _strengths(each.name, features)
        )

    def request(self, game: AnyGame, outside: AskedEngine) -> dict[str, Any] | None:
        """Return what the process that thinks is told of an engine; ``None``: there is none."""
        known = self.of(game)
        if outside is None:
            return next((_request(each) for each in known if each.helps), None)
        playing = next((each for each in known if each.name == outside.name), EngineConfig(outside.name, ()))
        return _request(playing) | {"elo": outside.elo, "plain": outside.plain}

    def _features(self, config: EngineConfig) -> Features | None:
        with self._asking:
            known = self._known.get(config)
            if known is None or known.features is None and self.clock() >= known.at_s + ASKED_AGAIN_S:
                known = self._known[config] = _Introduced(self._asked(config), self.clock())
            return known.features

    def _asked(self, config: EngineConfig) -> Features | None:
        try:
            features = self.introduce(config.command, dict(config.options))
        except EngineFailed as failure:
            log.warning("the engine %s is of no use: %s", config.name, failure)
            return None
        for name, _ in config.options:
            if name not in features.options:
                log.warning("the engine %s has no option %s: take it out of the configuration", config.name, name)
        return features


NO_ENGINES: Final = Engines(found=())


def trouble(outside: OutsideEngine, why: str, level: int) -> Message:
    """Tell people that an engine does not play its seat, and who does."""
    return message(
        "{engine} does not play ({reason}). The computer plays on by itself, as {level}, and soon asks {engine} again.",
        engine=outside.name, reason=REASONS[why], level=LEVEL_NAMES[level - 1],
    )


def _located(config: EngineConfig) -> EngineConfig | None:
    """Return an engine with the path of its program; ``None``: it is not there."""
    program = shutil.which(config.command[0]) or shutil.which(config.command[0], path=PLACES)
    if program is None:
        return None
    return EngineConfig(config.name, (program, *config.command[1:]), config.games, config.options, config.helps)


def _request(config: EngineConfig) -> dict[str, Any]:
    return {"command": config.command, "options": dict(config.options)}


def _strengths(name: str, features: Features) -> tuple[OutsideEngine, ...]:
    elo = _elo(features)
    limited = () if elo is None else range(elo[0], elo[1], ELO_STEP)
    weakest = None if elo is None else elo[0]
    return (
        *(OutsideEngine(name, weakest, plain) for plain in PLAIN),
        *(OutsideEngine(name, each) for each in limited), OutsideEngine(name),
    )


def _elo(features: Features) -> tuple[int, int] | None:
    """Return the weakest and the strongest Elo of an engine that can be asked for; ``None``: it has none."""
    if features.elo is None:
        return None
    weakest, strongest = max(0, features.elo[0]), min(STRONGEST_ELO, features.elo[1])
    return (weakest, strongest) if weakest <= strongest else None
