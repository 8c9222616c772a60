"""What every square's light says: a pure function of the table's state and the time.

The rings under the squares and the board on the phones show the same.
"""

from collections.abc import Callable, Iterable

from engine.game import Description, MarkKind
from engine.happenings import Entered, Moved
from engine.pieces import Seat
from engine.squares import Square, bits
from table import hands
from table.deciding import decide
from table.evidence import Evidence, evidence_of
from table.state import PATIENCE_S, Goal, Reach, Sitting, Table
from table.words import Badge, Light, Lights, Overlay, Role

_PRIORITY = {role: number for number, role in enumerate(Role)}


class _Canvas:
    """Lights being put together: of several roles on a square the first in priority stays."""

    def __init__(self) -> None:
        self.roles: dict[Square, Light] = {}

    def light(self, squares: int, role: Role, owner: Callable[[Square], Seat | None] = lambda square: None) -> None:
        for square in bits(squares):
            old = self.roles.get(square)
            if old is None or old.role is None or _PRIORITY[role] < _PRIORITY[old.role]:
                self.roles[square] = Light(role, old.badge if old else None, owner(square))

    def badge(self, squares: Iterable[Square], badge: Badge) -> None:
        for square in squares:
            old = self.roles.get(square, Light())
            if old.badge is None:
                self.roles[square] = Light(old.role, badge, old.seat)


def lights(table: Table, now_s: float) -> Lights:
    """The light of every square that is not dark."""
    canvas = _Canvas()
    sitting = table.sitting
    if sitting is None or table.paused:
        return canvas.roles
    description = sitting.game.describe(sitting.position)
    if table.goal is not None:
        _light_goal(canvas, table, table.goal)
    elif sitting.outcome is None:
        _light_hands(canvas, table, description, now_s)
    _light_badges(canvas, sitting, description)
    canvas.light(description.holes, Role.HOLE)
    return canvas.roles


def overlay(table: Table, now_s: float) -> Overlay:
    """What the whole board does at this moment."""
    if table.paused:
        return Overlay.PAUSE
    return Overlay.FLASH if now_s < table.flash_until_s else Overlay.NONE


def _light_badges(canvas: _Canvas, sitting: Sitting, description: Description) -> None:
    by_kind = {MarkKind.CHECK: Badge.CHECK, MarkKind.SHIELD: Badge.SHIELD}
    for kind, badge in by_kind.items():
        canvas.badge((mark.square for mark in description.marks if mark.kind is kind), badge)
    canvas.badge(bits(last_squares(sitting)), Badge.LAST_MOVE)


def last_squares(sitting: Sitting) -> int:
    """Where the pieces of the last action came to stand (bitboard)."""
    if not sitting.played.actions:
        return 0
    before = sitting.played.before().position
    footprint = sitting.game.footprint(before, sitting.played.actions[-1])
    return (footprint.fills | footprint.swaps | footprint.touches) & sitting.occupied


# --- goals -------------------------------------------------------------------------------------------------------


def missing(table: Table) -> int:
    """The squares that must be filled for the board to be in step."""
    if table.sitting is None:
        return 0
    swapping = table.goal.swaps & ~table.covered if table.goal else 0
    return table.sitting.occupied & ~table.covered | swapping


def extra(table: Table) -> int:
    """The squares that must be cleared for the board to be in step."""
    if table.sitting is None:
        return 0
    opened = evidence_of(table).opened
    swapping = table.goal.swaps & table.covered & ~opened if table.goal else 0
    return table.covered & ~table.sitting.occupied | swapping


def _light_goal(canvas: _Canvas, table: Table, goal: Goal) -> None:
    sitting = table.sitting
    assert sitting is not None
    to_fill, to_clear = missing(table), extra(table)
    known = goal.extras | goal.swaps
    canvas.light(to_clear & ~known, Role.WRONG)
    moves = [each for each in goal.happenings if isinstance(each, Moved)]
    entered = sum(1 << each.square for each in goal.happenings if isinstance(each, Entered))
    on_the_way = 0
    for chain in _chains(moves):
        canvas.light(chain & to_clear, Role.MARCH_FROM)
        if chain & (goal.extras | sitting.occupied) & ~table.covered & _sources(moves):
            canvas.light(chain & to_fill, Role.MARCH_TO)
        on_the_way |= chain
    canvas.light(to_fill & entered & ~on_the_way, Role.SPAWN, sitting.owner)
    canvas.light(to_clear & known & ~on_the_way, Role.CLEAR)
    rest = to_fill & ~on_the_way & ~entered
    canvas.light(_one_rank(sitting, rest) if goal.reason == "setup" else rest, Role.PLACE, sitting.owner)


def _sources(moves: list[Moved]) -> int:
    return sum({1 << move.source for move in moves})


def _chains(moves: list[Moved]) -> list[int]:
    """Moves that follow each other (one piece goes where another came from), as bitboards of their squares."""
    chains: list[int] = []
    for move in moves:
        squares = 1 << move.source | 1 << move.target
        linked = [chain for chain in chains if chain & squares]
        chains = [chain for chain in chains if not chain & squares]
        for chain in linked:
            squares |= chain
        chains.append(squares)
    return chains


def _one_rank(sitting: Sitting, squares: int) -> int:
    """The squares of the lowest rank among these: a board is set up one rank at a time."""
    board = sitting.board
    for rank in range(board.ranks):
        on_rank = squares & board.rank_mask(rank)
        if on_rank:
            return on_rank
    return 0


# --- hands -------------------------------------------------------------------------------------------------------


def _light_hands(canvas: _Canvas, table: Table, description: Description, now_s: float) -> None:
    sitting = table.sitting
    assert sitting is not None
    reading = hands.read(table)
    if table.difference and out_of_step(table, reading, now_s):
        canvas.light(missing(table), Role.PLACE, sitting.owner)
        canvas.light(extra(table), Role.WRONG)
        return
    spent = sum(1 << mark.square for mark in description.marks if mark.kind is MarkKind.SPENT)
    canvas.light(spent & table.covered, Role.SPENT)
    if table.difference:
        _light_reach(canvas, table, reading, now_s)
    else:
        _light_turn(canvas, sitting)


def out_of_step(table: Table, reading: hands.Reading, now_s: float) -> bool:
    """Whether the board differs from the position in a way that no action in progress explains."""
    return table.knocked or table.at_rest(now_s) and not reading.explained


def _light_turn(canvas: _Canvas, sitting: Sitting) -> None:
    """Nobody holds a piece: the pieces that may move, and the squares where new ones may be placed.

    Where nothing can be done but taking (a strike), what can be taken is lit too.
    """
    if all(sitting.victims(reach) for reach in sitting.reaches):
        for reach in sitting.reaches:
            canvas.light(sitting.victims(reach), Role.CAPTURE)
    for reach in sitting.reaches:
        footprint, seat = reach.footprint, sitting.actor(reach)
        if footprint.fills and not footprint.empties:
            canvas.light(footprint.fills, Role.SPAWN, _always(seat))
        else:
            canvas.light(sitting.owned(footprint.empties | footprint.returns, seat), Role.TURN, sitting.owner)


def _always(seat: Seat) -> Callable[[Square], Seat | None]:
    return lambda square: seat


def _light_reach(canvas: _Canvas, table: Table, reading: hands.Reading, now_s: float) -> None:
    sitting = table.sitting
    assert sitting is not None
    evidence = evidence_of(table)
    canvas.light(reading.wrong, Role.WRONG)
    canvas.light(evidence.lifted, Role.ORIGIN if reading.possible else Role.NO_MOVE)
    for reach in reading.possible:
        _light_one(canvas, sitting, reach, evidence)
    _light_choice(canvas, table, reading, evidence, now_s)


def _light_one(canvas: _Canvas, sitting: Sitting, reach: Reach, evidence: Evidence) -> None:
    footprint = reach.footprint
    targets = footprint.swaps | footprint.touches | footprint.empties
    taken = targets & ~sitting.owned(targets, sitting.actor(reach))
    if footprint.empties.bit_count() > footprint.fills.bit_count():  # a piece leaves the board: it may be an own one
        taken |= footprint.swaps
    canvas.light(taken & ~(evidence.covered & evidence.opened), Role.CAPTURE)
    touchable = footprint.touches & ~taken & ~evidence.opened
    canvas.light(touchable | footprint.fills & ~evidence.covered, Role.MOVE)
    movers = footprint.empties & ~taken
    if not movers & evidence.lifted:
        canvas.light(movers | footprint.returns, Role.ORIGIN)


def _light_choice(
    canvas: _Canvas, table: Table, reading: hands.Reading, evidence: Evidence, now_s: float
) -> None:
    """What only a touch or an answer can tell apart."""
    decision = decide(table, reading, now_s)
    if decision.ask:
        canvas.light(_differing(decision.ask) & evidence.covered, Role.CHOICE)
    if reading.second_thoughts:
        canvas.light(evidence.placed, Role.CHOICE)
    canvas.light(unseen(table, reading, now_s), Role.CHOICE)


def unseen(table: Table, reading: hands.Reading, now_s: float) -> int:
    """The squares where a piece may have been pushed off so smoothly that its reed never opened.

    That looks like a piece held in the air: it is held for long before anybody is asked.
    """
    evidence = evidence_of(table)
    if reading.complete or evidence.placed or now_s < table.last_touch_s + PATIENCE_S:
        return 0
    found = 0
    for reach in reading.possible:
        if not reach.footprint.empties & ~evidence.lifted:
            found |= reach.footprint.swaps & ~evidence.opened
    return found


def _differing(reaches: Iterable[Reach]) -> int:
    every, common = 0, ~0
    for reach in reaches:
        every |= reach.footprint.squares
        common &= reach.footprint.squares
    return every & ~common
