"""Purposes of actions in Chess Two: what each does or prevents, as the rules show it.

What the enemy could hit is looked at generously: also after a step of Life or Death that comes first. What one's own
pieces could hit is looked at as things stand.
"""

from collections import Counter
from collections.abc import Iterator, Mapping

from engine.core.actions import Action
from engine.core.squares import bits
from engine.games.chess_two.checks import checkers, king_of
from engine.games.chess_two.effects import carried_out, hands_moves
from engine.games.chess_two.geometry import BETWEEN, BOARD, CORNERS, FAR_RANK, HALF, RANKS
from engine.games.chess_two.moves import (
    any_special_move,
    killable,
    pawn_reach,
    special_moves,
    standard_actions,
    standard_attacks,
)
from engine.games.chess_two.position import (
    Attack,
    Castling,
    ChessTwoOptions,
    Heal,
    Move,
    Placement,
    Position,
    SpecialMove,
    kind_at,
)
from engine.services.evaluation import Judge, Purpose

_LETTERS = "PNBRQK"
_WORTH = (1, 3, 3, 5, 9, 60, 0)
"""Of each kind, and of none."""
_FREED = 2
"""So many more moves of a piece are worth telling."""


def list_purposes(judge: Judge, position: Position, action: Action) -> list[Purpose]:
    """List the purposes of an action, the weightiest first."""
    after = judge.game.successor(position, action)
    if after.outcome is not None:
        return []
    return list(_Turning(position, after, action).purposes())


def _worth(board: Placement, square: int) -> int:
    return _WORTH[kind_at(board, 1 << square)]


def _about(name: str, board: Placement, *squares: int) -> Purpose:
    """Return the purpose that is about the piece on the first of these squares."""
    bit = 1 << squares[0]
    kind = "L" if board.life & bit else "D" if board.death & bit else _LETTERS[kind_at(board, bit)]
    return Purpose(name, kind, tuple(BOARD.names[square] for square in squares))


class _Turning:
    """An action of White (or Black), and what stands where before and after it."""

    def __init__(self, position: Position, after: Position, action: Action) -> None:
        self.white, self.options, self.action = position.white, position.options, action
        self.before, self.after = position.placement, after.placement
        self.own, self.foes = _sides(self.after, self.white)
        self.came = {stop: source for source, stop in hands_moves(action)}
        """The squares that pieces come to, with those that they come from."""
        self.hit_before = _hits(self.before, not self.white, self.options)
        self.hit_after = _any_hits(self.after, not self.white, self.options)
        self.could = _hits(self.before, self.white, self.options)
        self.can = _hits(self.after, self.white, self.options)

    def purposes(self) -> Iterator[Purpose]:
        """Yield the purposes, the weightiest first."""
        yield from self._kings()
        yield from self._healed()
        yield from self._saved()
        hangs = any(stop in self.hit_after and not self.after.shields >> stop & 1 for stop in self.came)
        if not hangs:
            yield from self._threatened(shielded=False)
        yield from self._death_threatens()
        yield from self._broken()
        yield from self._shields_saved()
        if not hangs:
            yield from self._threatened(shielded=True)
        yield from self._moved()
        yield from self._guarded()
        yield from self._blocked()
        if isinstance(self.action, SpecialMove):
            yield from self._stepped(self.action)
        if isinstance(self.action, Move):
            target = self.action.target
            if target in self.hit_after and self.after.shields >> target & 1:
                yield _about("has-shield", self.after, target)

    def _was(self, square: int) -> int:
        return self.came.get(square, square)

    # --- kings and losses ----------------------------------------------------------------------------------------

    def _kings(self) -> Iterator[Purpose]:
        """Yield that the own king is safe now, or the enemy's is attacked."""
        close, own, enemy = self.options.close_combat, self.white, not self.white
        king = king_of(self.after, own).bit_length() - 1
        if checkers(self.before, own, close) and king not in self.hit_after:
            yield Purpose("king-safe", "K", (BOARD.names[king],))
        if checkers(self.after, enemy, close) and not checkers(self.before, enemy, close):
            yield Purpose("checks", "K", (BOARD.names[king_of(self.after, enemy).bit_length() - 1],))
        if isinstance(self.action, Move | Attack) and self.action.promotion:
            yield Purpose("promotes", self.action.promotion, (BOARD.names[max(self.came)],))

    def _healed(self) -> Iterator[Purpose]:
        if isinstance(self.action, Heal):
            yield _about("heals", self.after, self.action.target)

    def _saved(self) -> Iterator[Purpose]:
        """Yield pieces that the enemy could have destroyed and cannot now, the worthiest first."""
        stand = [each for each in bits(self.own) if self._was(each) in self.before_own()]
        for square in sorted(stand, key=lambda each: -_worth(self.after, each)):
            was = self._was(square)
            bare = not self.before.shields >> was & 1 and not self.before.kings >> was & 1
            if bare and was in self.hit_before and square not in self.hit_after:
                yield _about("escapes" if was != square else "protects", self.after, square)
        killed = _killed(self.before, not self.white, self.options)
        still = _killed(self.after, not self.white, self.options)
        for square in stand:
            if killed >> self._was(square) & 1 and not still >> square & 1:
                yield _about("saves-from-death", self.before, self._was(square))

    def before_own(self) -> set[int]:
        """Return the squares of own pieces before the action."""
        return set(bits(_sides(self.before, self.white)[0]))

    def _shields_saved(self) -> Iterator[Purpose]:
        """Yield pieces that would have lost a Shield, and those that have gained one on their way."""
        for stop, source in self.came.items():
            bare = not self.before.shields >> source & 1
            if bare and self.after.shields >> stop & 1 and self.own >> stop & 1:
                yield _about("gains-shield", self.after, stop)
        for square in sorted(bits(self.own & self.after.shields), key=lambda each: -_worth(self.after, each)):
            if self._was(square) in self.hit_before and square not in self.hit_after:
                yield _about("keeps-shield", self.after, square)

    # --- attacks -------------------------------------------------------------------------------------------------

    def _threatened(self, shielded: bool) -> Iterator[Purpose]:
        """Yield enemy pieces that can be hit now and could not be hit before: those with a Shield, or those without."""
        marked = self.foes & (self.after.shields if shielded else ~(self.after.shields | self.after.kings))
        new = [each for each in bits(marked) if each in self.can and each not in self.could]
        new.sort(key=lambda each: -_worth(self.after, each))
        if len(new) > 1 and not shielded:
            yield Purpose("forks", squares=tuple(BOARD.names[each] for each in new))
        for square in new:
            yield _about("threatens-shield" if shielded else "threatens", self.after, square)

    def _death_threatens(self) -> Iterator[Purpose]:
        """Yield enemy pieces that a Death of the side can kill in its next turn, and could not before."""
        new = _killed(self.after, self.white, self.options) & ~_killed(self.before, self.white, self.options)
        for square in sorted(bits(new & self.foes), key=lambda each: -_worth(self.after, each)):
            yield _about("death-threatens", self.after, square)

    def _broken(self) -> Iterator[Purpose]:
        if isinstance(self.action, Attack) and self.before.shields >> self.action.target & 1:
            yield _about("breaks-shield", self.after, self.action.target)

    # --- moves ---------------------------------------------------------------------------------------------------

    def _moved(self) -> Iterator[Purpose]:
        """Yield what a standard piece brings about by where it went, or by having left."""
        if isinstance(self.action, Castling):
            yield Purpose("castles")
        if not isinstance(self.action, Move):
            return
        target = self.action.target
        if self.after.pawns >> target & 1 and _promotes(self.after, self.white) >> target & 1:
            yield _about("promotes-soon", self.after, target)
        yield from self._freed()
        steps, had = _steps(self.after, self.white, self.options), _steps(self.before, self.white, self.options)
        opened = [each for each in steps if each != target and steps[each] - had[each] >= _FREED]
        for square in sorted(opened, key=lambda each: had[each] - steps[each]):
            yield _about("opens-way", self.after, square)
        home, source = RANKS[0 if self.white else 9], self.action.source
        if home >> source & 1 and not (self.after.kings | home) >> target & 1:
            if steps[target] > had[source]:
                yield _about("develops", self.after, target)

    def _freed(self) -> Iterator[Purpose]:
        """Yield the Life or Death that can move now and could not."""
        if not any_special_move(self.before, self.white) and any_special_move(self.after, self.white):
            (first, *_) = special_moves(self.after, self.white)
            yield _about("frees", self.after, first.source)

    def _guarded(self) -> Iterator[Purpose]:
        """Yield own pieces such that whoever hits them can be hit now, and could not before."""
        new = _avenged(self.after, self.white, self.options) - _avenged(self.before, self.white, self.options)
        for square in sorted(new - self.came.keys(), key=lambda each: -_worth(self.after, each)):
            yield _about("guards", self.after, square)

    def _blocked(self) -> Iterator[Purpose]:
        """Yield enemy pieces that have fewer moves now: pawns that have none, others that have lost some."""
        could, can = (_steps(board, not self.white, self.options) for board in (self.before, self.after))
        lost = {square: could[square] - can[square] for square in could if self.foes >> square & 1}
        for square in sorted(lost, key=lambda each: -lost[each]):
            if lost[square] >= _FREED or self.after.pawns >> square & 1 and not can[square]:
                yield _about("in-the-way", self.after, square)

    # --- Life and Death ------------------------------------------------------------------------------------------

    def _stepped(self, action: SpecialMove) -> Iterator[Purpose]:
        """Yield what a step of Life or Death is good for."""
        target, board = action.target, self.after
        if not (board.life | board.death) >> target & 1:
            yield Purpose("annihilates", squares=(BOARD.names[target],))
            return
        if board.life >> target & 1:
            needy = CORNERS[target] & self.own & ~(board.shields | board.kings | board.queens)
            for square in sorted(bits(needy & ~CORNERS[action.source]), key=lambda each: -_worth(board, each)):
                yield _about("life-nears", board, square)
        yield from self._ways(action)
        yield from self._other_steps(action)
        if not self._harmed():
            yield _about("has-to-move" if self.options.special == "compulsory" else "harmless", board, target)

    def _other_steps(self, action: SpecialMove) -> Iterator[Purpose]:
        """Yield what other steps would have exposed, or given to the other side."""
        for step in special_moves(self.before, self.white):
            board = carried_out(self.before, step, self.white, self.options.close_combat)
            hit = _any_hits(board, not self.white, self.options) - self.hit_after - self.hit_before
            for square in sorted(hit & self.before_own(), key=lambda each: -_worth(self.after, each)):
                yield _about("other-step-exposes", self.after, square)
            if step.source == action.source and not HALF[self.white] >> step.target & 1:
                if HALF[self.white] >> action.target & 1:
                    yield _about("keeps-command", self.after, action.target)

    def _ways(self, action: SpecialMove) -> Iterator[Purpose]:
        """Yield what way to a target leads no longer through Death, or now through Life; or the enemy's through
        Death."""
        was, now = 1 << action.source, 1 << action.target
        had, has = (_ways(board, self.white, self.options) for board in (self.before, self.after))
        if self.after.death & now:
            for way in has.keys() & had.keys():
                if had[way] & was and not has[way] & now:
                    yield _about("clears", self.after, way[0])
            foes = _ways(self.after, not self.white, self.options)
            for way, path in foes.items():
                if path & now:
                    yield _about("bars", self.after, way[0])
            return
        for way, path in has.items():
            if path & now and not (self.after.shields | self.after.queens) >> way[0] & 1:
                yield _about("shields-way", self.after, way[0])

    def _harmed(self) -> bool:
        """True if the enemy could hit or kill more of the side's pieces than before, or gets what has moved."""
        before = set(_any_hits(self.before, not self.white, self.options))
        worse = set(self.hit_after) - before or any(
            not HALF[self.white] >> stop & 1 for stop in self.came
        )
        killed = _killed(self.before, not self.white, self.options)
        return bool(worse or _killed(self.after, not self.white, self.options) & self.own & ~killed)


# --- what a side could do ----------------------------------------------------------------------------------------


def _sides(board: Placement, white: bool) -> tuple[int, int]:
    """Return the standard pieces of a side and of the other one."""
    return (board.white, board.black) if white else (board.black, board.white)


def _hits(board: Placement, white: bool, options: ChessTwoOptions) -> set[int]:
    """Return the squares that a side could hit as things stand."""
    return {int(each.target) for each in standard_attacks(board, white, options.close_combat)}


def _any_hits(board: Placement, white: bool, options: ChessTwoOptions) -> set[int]:
    """Return the squares that a side could hit in its turn: at once, or after a step of Life or Death."""
    found = _hits(board, white, options)
    for step in special_moves(board, white):
        found |= _hits(carried_out(board, step, white, options.close_combat), white, options)
    return found


def _killed(board: Placement, white: bool, options: ChessTwoOptions) -> int:
    """Return the pieces that the Deaths of a side could kill."""
    found = 0
    for square in bits(board.death & HALF[white]):
        found |= killable(board, square, white, options.win == "king")
    return found


def _ways(board: Placement, white: bool, options: ChessTwoOptions) -> Mapping[tuple[int, int], int]:
    """Return the ways of a side's attacks, by attacker and target."""
    attacks = standard_attacks(board, white, options.close_combat)
    ways = {(int(each.source), int(each.target)): BETWEEN[each.source][each.target] for each in attacks}
    return {way: path for way, path in ways.items() if path}


def _steps(board: Placement, white: bool, options: ChessTwoOptions) -> Counter[int]:
    """Count the moves of a side's pieces."""
    moves = standard_actions(board, white, options.close_combat)
    return Counter(int(each.source) for each in moves if isinstance(each, Move))


def _avenged(board: Placement, white: bool, options: ChessTwoOptions) -> set[int]:
    """Return the pieces of a side that the enemy could hit, but not without being hit then."""
    hit, unpunished = set[int](), set[int]()
    for each in standard_attacks(board, not white, options.close_combat):
        assert isinstance(each, Attack)
        hit.add(int(each.target))
        then = carried_out(board, each, not white, options.close_combat)
        if each.rest not in _hits(then, white, options):
            unpunished.add(int(each.target))
    return hit - unpunished


def _promotes(board: Placement, white: bool) -> int:
    """Return the pawns of a side that could go to their far rank."""
    back = -1 if white else 1
    reached = enumerate(pawn_reach(board, white), 1)
    return sum(1 << target + steps * back for steps, squares in reached for target in bits(squares & FAR_RANK[white]))
