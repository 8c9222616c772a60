"""Decisions with the help of an outside engine: what it plays and says, held against the rules of the game."""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random
from time import monotonic
from typing import Final

from engine.core.actions import Action
from engine.core.pieces import Seat
from engine.game import Played
from engine.services import uci as speech
from engine.services.evaluation import Judge, SearchResult, judge_of
from opponents.blunders import Loss, reason_of_loss
from opponents.errors import EngineFailed
from opponents.reasons import Reason, teach
from opponents.thinking import Decision, decision_of, final_blow, shown
from opponents.uci import Answer, Engine

MOVE_S: Final = 0.5
"""The time for a decision: nobody waits for it, and a small computer is not kept busy."""
UNHURRIED_NODES: Final = 100_000
"""The positions it looks at where nobody waits: as good an answer however busy the computer is."""
UNHURRIED_S: Final = 120.0
"""The time that this may take at the most."""
REST_S: Final = 60.0
"""The time for which an engine that failed is not asked again: players would wait for each of its failures."""


@dataclass(frozen=True, slots=True)
class EngineRequest:
    """An engine that is to help. ``elo``, ``plain``: see :class:`engine.records.computer_levels.OutsideEngine`."""

    command: tuple[str, ...]
    options: tuple[tuple[str, str], ...] = ()
    elo: int | None = None
    plain: int = 0

    @property
    def is_weakened(self) -> bool:
        """True if it is to play worse than it can, so that it knows less well how it stands, too."""
        return self.elo is not None or self.plain > 0


class Engines:
    """The engine that was asked last, kept running until another one is wanted; and those that failed lately."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._running: Engine | None = None
        self._asked: tuple[object, ...] = ()
        self._failed: dict[tuple[str, ...], tuple[float, EngineFailed]] = {}

    def get(self, asked: EngineRequest) -> Engine:
        """Return the engine, started if need be.

        :raises EngineFailed: it cannot be, or failed a moment ago.
        """
        at_s, failure = self._failed.get(asked.command, (0.0, None))
        if failure is not None and self._clock() < at_s + REST_S:
            raise failure
        if self._running is None or self._asked != (asked.command, asked.options):
            self.close()
            self._running = Engine(asked.command, dict(asked.options))
            self._asked = asked.command, asked.options
        return self._running

    def failed(self, asked: EngineRequest, failure: EngineFailed) -> None:
        """End an engine that failed, and let it rest."""
        self.close()
        self._failed[asked.command] = self._clock(), failure

    def close(self) -> None:
        """End the engine that runs."""
        running, self._running = self._running, None
        if running is not None:
            running.close()


class Consultation:
    """One seat's question about one position, put to an engine."""

    def __init__(
        self, engines: Engines, asked: EngineRequest, played: Played, seat: Seat, within_s: float | None
    ) -> None:
        """:param within_s: the time that it may take; ``None``: nobody waits."""
        self._engines, self._asked, self._played, self._within_s = engines, asked, played, within_s
        self._judge: Judge = judge_of(played.game, played.options, seat)
        self._told = speech.tell(played)
        self._moves = speech.moves(played.game, played.position, self._told.chess960)

    def decide(self, chance: str, without: Collection[str] = (), teaches: bool = False) -> Decision:
        """Decide as :func:`opponents.thinking.think` does; ``teaches``: with a reason for a person, as
        :func:`opponents.thinking.consider`.

        :raises EngineFailed: the engine is of no use.
        """
        position, random = self._played.position, Random(chance)
        moves = {text: action for text, action in self._moves.items() if action.text not in without} or self._moves
        actions = list(moves.values())
        blow = final_blow(self._judge, position, actions)
        if blow is not None:
            return Decision(blow.text, 1.0, (blow.text,), len(actions), 1, Reason("wins"))
        if random.random() * 100 < self._asked.plain:
            action = random.choice(actions)
            found = SearchResult(((action, self._judge.score(position)),), (action,), 0, 0)
            return decision_of(self._judge, position, found)
        answer = self._search(1.0, () if len(moves) == len(self._moves) else tuple(moves))
        line = self._line(answer)
        found = SearchResult(((line[0], answer.score),), line, answer.nodes, answer.depth)
        decision = decision_of(self._judge, position, found)
        return replace(decision, reason=teach(self._judge, position, found)) if teaches else decision

    def look_at(self, action: Action) -> Loss:
        """Compare an action with the best one, as :func:`opponents.blunders.look_at` does.

        :raises EngineFailed: the engine is of no use.
        """
        best = self._search(0.5)
        text = next((text for text, move in self._moves.items() if move.text == action.text), best.move)
        if text == best.move:
            return Loss(0.0, Reason("worse"))
        own = self._search(0.5, (text,))
        loss = shown(self._judge, best.score) - shown(self._judge, own.score)
        reason = reason_of_loss(self._judge, self._played.position, own.score, self._line(own))
        return Loss(round(max(0.0, loss), 3), reason)

    def _search(self, share: float, among: Sequence[str] = ()) -> Answer:
        """Have the engine find a move, in a share of the time; end an engine that fails."""
        try:
            engine = self._engines.get(self._asked)
            engine.play_as(self._asked.elo)
            answer = engine.search(self._told, *self._limit(share), among)
            if answer.move not in (among or self._moves):
                raise EngineFailed("illegal", answer.move)
        except EngineFailed as failure:
            self._engines.failed(self._asked, failure)
            raise
        return answer

    def _limit(self, share: float) -> tuple[str, float]:
        if self._within_s is None:
            return f"nodes {round(UNHURRIED_NODES * share)}", UNHURRIED_S
        within_s = share * min(MOVE_S, self._within_s)
        return f"movetime {max(1, round(within_s * 1000))}", within_s

    def _line(self, answer: Answer) -> tuple[Action, ...]:
        """Follow how the engine expects the game to go on, as far as the rules allow it."""
        game, position, line = self._played.game, self._played.position, list[Action]()
        moves: Mapping[str, Action] = self._moves
        with suppress(KeyError):
            for text in answer.line:
                action = moves[text]
                line.append(action)
                position = game.successor(position, action)
                moves = {} if game.outcome(position) else speech.moves(game, position, self._told.chess960)
        return tuple(line)
