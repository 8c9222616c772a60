"""Finding actions for all pawns of a side at once: see ``routes.py`` for how."""

from engine.core.actions import Action
from engine.games.pawn.catalogue import ACTIONS, ALL
from engine.games.pawn.patterns import Patterns, find_patterns, find_squads, squad_members
from engine.games.pawn.routes import (
    DUALS_ACROSS,
    DUALS_UP,
    MARCHES,
    STEPS,
    SWINGS_ACROSS,
    SWINGS_UP,
    THREES_ACROSS,
    THREES_UP,
    TURNS_ACROSS,
    TURNS_UP,
    Route,
)

Found = list[tuple[int, dict[int, int]]]
"""Anchors that can act in one way, and the numbers of their actions by anchor."""

def _follow(found: Found, routes: tuple[Route, ...], movers: int, goals: int) -> None:
    for left, right, anchors, numbers in routes:
        able = movers & (goals << left >> right) & anchors
        if able:
            found.append((able, numbers))


def _glide(found: Found, routes: tuple[Route, ...], movers: int, near: int, far: int, empty: int) -> None:
    """Find moves of threepieces in one direction: the leading pawn may end on ``near`` at distance 1, on ``far``
    beyond."""
    goals = near
    for left, right, anchors, numbers in routes:
        movers &= anchors
        able = movers & (goals << left >> right)
        if able:
            found.append((able, numbers))
        movers &= empty << left >> right
        if not movers:
            return
        goals = far


def _advance_singles(found: Found, side: int, own: int, enemy: int) -> None:
    empty = ALL ^ own ^ enemy
    for (left, right, anchors, numbers), goals in zip(STEPS[side], (ALL ^ own, empty, empty), strict=True):
        able = own & (goals << left >> right) & anchors
        if able:
            found.append((able, numbers))


def _shift_patterns(found: Found, patterns: Patterns, enemy: int, empty: int, goals: int) -> None:
    """Find shifts of duals and threepieces that end on ``goals``: a squad's pawns cannot be captured from a
    distance."""
    if patterns.duals_up:
        _follow(found, DUALS_UP, patterns.duals_up, goals)
    if patterns.duals_across:
        _follow(found, DUALS_ACROSS, patterns.duals_across, goals)
    if patterns.threes_up or patterns.threes_across:
        far = goals & ~squad_members(enemy)
        for routes in THREES_UP:
            _glide(found, routes, patterns.threes_up, goals, far, empty)
        for routes in THREES_ACROSS:
            _glide(found, routes, patterns.threes_across, goals, far, empty)


def _rotate_patterns(found: Found, patterns: Patterns, empty: int) -> None:
    _follow(found, TURNS_UP, patterns.duals_up, empty)
    _follow(found, TURNS_ACROSS, patterns.duals_across, empty)
    for swings, movers in ((SWINGS_UP, patterns.threes_up), (SWINGS_ACROSS, patterns.threes_across)):
        if not movers:
            continue
        for (left, right, anchors, numbers), (other_left, other_right, _, _) in swings:
            able = movers & (empty << left >> right) & (empty << other_left >> other_right) & anchors
            if able:
                found.append((able, numbers))


def _march_squads(found: Found, squads: int, occupied: int, empty: int) -> None:
    """Find marches of squads: they step onto two empty squares, or push the one pawn in their way to the empty square
    behind it."""
    for fronts, behinds, anchors, pushers, numbers in MARCHES:
        (l1, r1), (l2, r2) = fronts
        (l3, r3), (l4, r4) = behinds
        clear, other_clear = empty << l1 >> r1, empty << l2 >> r2
        pushing = (occupied << l1 >> r1) & other_clear & (empty << l3 >> r3)
        pushing |= (occupied << l2 >> r2) & clear & (empty << l4 >> r4)
        able = squads & (clear & other_clear & anchors | pushing & pushers)
        if able:
            found.append((able, numbers))


def _find_moves(side: int, own: int, enemy: int) -> Found:
    found: Found = []
    _advance_singles(found, side, own, enemy)
    patterns = find_patterns(own)
    if patterns.duals_up or patterns.duals_across:
        empty = ALL ^ own ^ enemy
        _shift_patterns(found, patterns, enemy, empty, ALL ^ own)
        _rotate_patterns(found, patterns, empty)
        squads = find_squads(own)
        if squads:
            _march_squads(found, squads, own | enemy, empty)
    return found


def _find_strikes(patterns: Patterns, own: int, enemy: int) -> Found:
    found: Found = []
    _shift_patterns(found, patterns, enemy, ALL ^ own ^ enemy, enemy)
    return found


def _listed(found: Found) -> list[Action]:
    numbers: list[int] = []
    for able, by_anchor in found:
        while able:
            anchor = able & -able
            numbers.append(by_anchor[anchor])
            able ^= anchor
    numbers.sort()
    return [ACTIONS[number] for number in numbers]


def list_moves(side: int, own: int, enemy: int) -> list[Action]:
    """List every action that a side can begin its turn with, sorted by text."""
    return _listed(_find_moves(side, own, enemy))


def list_captures(side: int, own: int, enemy: int) -> list[Action]:
    """List those of :func:`list_moves` that capture, sorted by text."""
    left, right, anchors, numbers = STEPS[side][0]
    found = _find_strikes(find_patterns(own), own, enemy)
    able = own & (enemy << left >> right) & anchors
    return _listed([*found, (able, numbers)])


def count_moves(side: int, own: int, enemy: int) -> int:
    """Count the actions that a side can begin its turn with."""
    return sum([able.bit_count() for able, _ in _find_moves(side, own, enemy)])


def can_move(side: int, own: int, enemy: int) -> bool:
    """True if a side can begin its turn with an action. Mostly a single pawn can step forward."""
    left, right, anchors, _ = STEPS[side][0]
    return bool(own & (~own << left >> right) & anchors) or bool(_find_moves(side, own, enemy))


def list_strikes(patterns: Patterns, own: int, enemy: int) -> list[Action]:
    """List every capture by one of these patterns, sorted by text."""
    return _listed(_find_strikes(patterns, own, enemy))


def count_strikes(patterns: Patterns, own: int, enemy: int) -> int:
    """Count the captures that these patterns can make."""
    return sum([able.bit_count() for able, _ in _find_strikes(patterns, own, enemy)])


def striking(patterns: Patterns, own: int, enemy: int) -> Patterns:
    """Return those of the patterns that can capture."""
    one_by_one = (
        (patterns.duals_up, 0, 0, 0), (0, patterns.duals_across, 0, 0),
        (0, 0, patterns.threes_up, 0), (0, 0, 0, patterns.threes_across),
    )
    able = []
    for alone in one_by_one:
        anchors = 0
        for each, _ in _find_strikes(Patterns(*alone), own, enemy) if any(alone) else ():
            anchors |= each
        able.append(anchors)
    return Patterns(*able)
