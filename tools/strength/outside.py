"""A player from outside: plain alpha-beta of so many positions an action, with judgements of its own.

It shares nothing with ``opponents/``: it knows the rules, what pieces are commonly worth, and that going forward is
good. Over chance it averages a few outcomes; points to be divided in secret it tries out against random dice and
divisions of the others.
"""

import math
from collections.abc import Callable
from random import Random
from typing import Any

from engine.core.actions import Action
from engine.core.pieces import CHANCE, Seat
from engine.core.squares import bits
from engine.game import AnyGame
from engine.games.advancing_chess.position import Position
from engine.games.chess_two import position as chess_two
from engine.games.pawn import position as pawn
from engine.games.pawn_advance import position as pawn_advance
from engine.games.pawns_revenge import position as pawns_revenge
from engine.games.pawns_revenge.geometry import grid_of
from engine.games.pawns_revenge.position import Phase

NODES = 2_000
"""The number of positions it looks at for an action."""
_OUTCOMES = 3
_DIVISIONS = 30
_WON = 1e6
_RANKS = tuple(sum(1 << 8 * file + rank for file in range(8)) for rank in range(8))
_CHESS_TWO_RANKS = tuple(sum(1 << 10 * file + rank for file in range(10)) for rank in range(10))


class _Spent(Exception):
    """All positions are looked at."""


def _forward(white: int, black: int, ranks: tuple[int, ...]) -> int:
    """Return by how many ranks White's pieces are further ahead than Black's."""
    return sum(
        rank * ((white & here).bit_count() - (black & there).bit_count())
        for rank, (here, there) in enumerate(zip(ranks, reversed(ranks), strict=True))
    )


def _advancing_chess(position: Position) -> float:
    white, black = position.sides
    worth = zip((1, 5, 3, 4, 5, 6), position.kinds, strict=True)
    material = sum(each * ((kind & white).bit_count() - (kind & black).bit_count()) for each, kind in worth)
    return material + 0.08 * _forward(white, black, _RANKS)


def _pawn(position: pawn.Position) -> float:
    white, black = position.sides
    near = (white & white << 1).bit_count() + (white & white << 8).bit_count()
    near -= (black & black << 1).bit_count() + (black & black << 8).bit_count()
    return white.bit_count() - black.bit_count() + 0.05 * near + 0.03 * _forward(white, black, _RANKS)


def _pawn_advance(position: pawn_advance.Position) -> float:
    white, black = position.pawns
    furthest = max((each % 8 for each in bits(white)), default=0)
    furthest -= max((7 - each % 8 for each in bits(black)), default=0)
    taken = position.captures[0] - position.captures[1]
    return white.bit_count() - black.bit_count() + taken + 0.2 * _forward(white, black, _RANKS) + 0.5 * furthest


def _chess_two(position: chess_two.Position) -> float:
    board = position.placement
    worth = zip((1, 3, 3, 5, 9, 100), board, strict=False)
    material = sum(each * ((kind & board.white).bit_count() - (kind & board.black).bit_count()) for each, kind in worth)
    shields = (board.shields & board.white).bit_count() - (board.shields & board.black).bit_count()
    pawns = _forward(board.pawns & board.white, board.pawns & board.black, _CHESS_TWO_RANKS)
    middle = sum(_CHESS_TWO_RANKS[3:7])
    active = (board.knights | board.bishops | board.queens) & middle
    return material + 0.5 * shields + 0.05 * pawns + 0.1 * (
        (active & board.white).bit_count() - (active & board.black).bit_count()
    )


def _pawns_revenge(position: pawns_revenge.Position) -> float:
    """For the first army against the second."""
    grid, total = grid_of(position.options.players), 0.0
    for army, sign in ((0, 1), (1, -1)):
        own, foe = position.armies[army], position.armies[1 - army]
        total += sign * (own.bit_count() + (own & ~_pawns_of(position)).bit_count())
        royals = foe & position.royals
        around = grid.around(royals) if royals else 0
        total += sign * 0.2 * (own & around).bit_count()
    return total


def _pawns_of(position: pawns_revenge.Position) -> int:
    officers = 0
    for kind in position.kinds:
        officers |= kind
    return position.armies[0] & ~officers | position.armies[1] & ~officers


WORTH: dict[str, Callable[[Any], float]] = {
    "advancing-chess": _advancing_chess, "pawn": _pawn, "pawn-advance": _pawn_advance, "chess-two": _chess_two,
    "pawns-revenge": _pawns_revenge,
}
"""The worth of a position to the seat that is named first, in pawns, by game."""


class Outsider:
    """Decides once for a seat in a game of two."""

    def __init__(self, game: AnyGame, options: Any, seat: Seat, random: Random, nodes: int = NODES) -> None:
        self._game, self._seat, self._random, self._left = game, seat, random, nodes
        self._sign = 1 if game.seats_of(options)[0] is seat else -1
        self._worth = WORTH[game.id]

    def decide(self, position: Any) -> Action:
        """The action of the seat, which has to act."""
        position = self._game.imagine(position, self._seat, self._random)
        listed = list(self._game.actions(position))
        if not listed:
            return self._divided(position)
        ranked, depth = listed, 1
        self._random.shuffle(ranked)
        try:
            while depth < 40 and len(ranked) > 1:
                ranked = self._ranked(position, ranked, depth)
                depth += 1
        except _Spent as spent:
            best: Action | None = spent.args[0] if spent.args else None
            return best or ranked[0]
        return ranked[0]

    def _ranked(self, position: Any, actions: list[Action], depth: int) -> list[Action]:
        scores: dict[str, float] = {}
        best, found = -math.inf, None
        for action in actions:
            try:
                score = self._value(self._game.successor(position, action), depth - 1, best, math.inf)
            except _Spent:
                raise _Spent(found) from None
            scores[action.text] = score
            if score > best:
                best, found = score, action
        return sorted(actions, key=lambda each: -scores[each.text])

    def _value(self, position: Any, depth: int, alpha: float, beta: float) -> float:
        """Return the worth of a position to the own seat."""
        self._left -= 1
        if self._left < 0:
            raise _Spent
        outcome = self._game.outcome(position)
        if outcome is not None:
            won = self._seat in outcome.winners
            return (_WON + depth if won else -_WON - depth) if outcome.winners else 0.0
        acting = self._game.to_act(position)
        if acting == (CHANCE,):
            return self._average(position, depth)
        if depth <= 0 or not (actions := self._game.actions(position)):
            return self._sign * self._worth(position)
        own = self._seat in acting
        after = [self._game.successor(position, each) for each in actions]
        if depth > 1:
            after.sort(key=self._worth, reverse=(self._sign > 0) == own)
        best = -math.inf if own else math.inf
        for each in after:
            score = self._value(each, depth - 1, alpha, beta)
            if own:
                best = max(best, score)
                alpha = max(alpha, best)
            else:
                best = min(best, score)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    def _average(self, position: Any, depth: int) -> float:
        if depth <= 0:
            return self._sign * self._worth(position)
        outcomes = self._game.chances(position)
        drawn = self._random.choices([each for each, _ in outcomes], [weight for _, weight in outcomes], k=_OUTCOMES)
        return sum(
            self._value(self._game.successor(position, each), depth - 1, -math.inf, math.inf) for each in drawn
        ) / _OUTCOMES

    def _divided(self, position: Any) -> Action:
        """The division that does best on the average against whatever the others throw and give."""
        proposed = list(self._game.proposals(position, self._seat, _DIVISIONS))
        totals = [0.0] * len(proposed)
        while self._left > 0:
            imagined = self._game.imagine(position, self._seat, self._random)
            for place, action in enumerate(proposed):
                totals[place] += self._fought(self._game.successor(imagined, action))
        return proposed[max(range(len(proposed)), key=totals.__getitem__)]

    def _fought(self, position: Any) -> float:
        """Return the worth of a combat in which all others divide at random."""
        self._left -= 1
        while position.phase in (Phase.DIVIDE, Phase.COMBAT_DICE):
            self._left -= 1
            acting = self._game.to_act(position)[0]
            if acting == CHANCE:
                action = self._random.choice(self._game.chances(position))[0]
            else:
                action = self._random.choice(self._game.proposals(position, acting, _DIVISIONS))
            position = self._game.successor(position, action)
        outcome = self._game.outcome(position)
        if outcome is not None and outcome.winners:
            return 20.0 if self._seat in outcome.winners else -20.0
        return self._sign * self._worth(position)
