"""Guidance by every square's light: a pure function of the table's state and the time.

The rings under the squares and the board on the phones show the same.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache

from engine.core.actions import Footprint
from engine.core.events import Entered, Moved, Removed
from engine.core.pieces import Seat
from engine.core.squares import Square, bitboard, bits
from engine.game import MarkKind
from table.hands.decision import decide, pointers
from table.hands.displacement import astray, extra, missing, one_rank
from table.hands.evidence import Evidence, evidence_of, in_hand, pushes, touched
from table.hands.reading import Reading, read
from table.hands.repairs import asked_for, unneeded
from table.messages.lights import Badge, Help, Light, Lights, Overlay, Role
from table.model.current_game import GameOnTable, HandAction, pushed
from table.model.playback import Frame
from table.model.state import PATIENCE_S, Table
from table.model.target import Goal
from table.output import touchscreen
from table.requests import hints
from table.turns import computer_play, light_help, warnings

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

    def darken(self, *roles: Role) -> None:
        self.roles = {square: light for square, light in self.roles.items() if light.role not in roles}

    def badge(self, squares: Iterable[Square], badge: Badge) -> None:
        for square in squares:
            old = self.roles.get(square, Light())
            if old.badge is None:
                self.roles[square] = Light(old.role, badge, old.seat)


def lights(table: Table, now_s: float) -> Lights:
    """The light of every square that is not dark."""
    canvas = _Canvas()
    on_table = table.on_table
    if on_table is None or table.stored.paused or table.unread is not None:
        return canvas.roles
    frame = table.playback.at(now_s) if table.playback is not None else None
    if frame is not None:
        _light_frame(canvas, table, on_table, frame)
    if table.goal is not None:  # nobody waits for the words
        _light_goal(canvas, table, table.goal)
    elif on_table.outcome is None:
        _light_hands(canvas, table, now_s)
        canvas.light(hints.lit(table), Role.HINT)
        canvas.light(warnings.lit(table), Role.CAREFUL)
        canvas.light(computer_play.lit(table, now_s), Role.THINKING)
        canvas.light(_hurried(table, on_table, now_s), Role.HURRY)
    _light_badges(canvas, on_table)
    canvas.light(on_table.described.holes, Role.HOLE)
    return canvas.roles


def overlay(table: Table, now_s: float) -> Overlay:
    """Return what the whole board does at this moment."""
    if table.stored.paused:
        return Overlay.PAUSE
    return Overlay.FLASH if now_s < table.flash_until_s else Overlay.NONE


def _hurried(table: Table, on_table: GameOnTable, now_s: float) -> int:
    """The squares (bitboard) of whoever has little time left: where pieces can be moved, if lights tell that, else all
    of theirs."""
    short = frozenset() if table.clocks is None else table.clocks.short(now_s)
    movers = {seat: 0 for seat in short}
    told = short and light_help.wanted(table) is Help.ALL
    for each in on_table.hand_actions if told else ():
        seat = on_table.actor(each)
        if seat in short:
            movers[seat] |= on_table.movers(each) & table.covered
    return sum(squares or on_table.owned(table.covered, seat) for seat, squares in movers.items())


def _light_badges(canvas: _Canvas, on_table: GameOnTable) -> None:
    by_kind = {MarkKind.CHECK: Badge.CHECK, MarkKind.SHIELD: Badge.SHIELD}
    for kind, badge in by_kind.items():
        canvas.badge((mark.square for mark in on_table.described.marks if mark.kind is kind), badge)
    canvas.badge(bits(last_squares(on_table)), Badge.LAST_MOVE)


def last_squares(on_table: GameOnTable) -> int:
    """Return the squares (bitboard) where the pieces of the last action came to stand."""
    if not on_table.played.actions:
        return 0
    before = on_table.played.position_before()
    footprint = on_table.game.footprint(before, on_table.played.actions[-1])
    return (footprint.fills | footprint.swaps | footprint.touches) & on_table.occupied


def _light_frame(canvas: _Canvas, table: Table, on_table: GameOnTable, frame: Frame) -> None:
    """A moment of what the rules do; the pieces on wood are still where they were. Where hands need do nothing for it,
    it is only told: pawns are pawns, and one may stay where another goes."""
    leaving, lacking = (on_table.board.all,) * 2 if table.goal is None else (extra(table), missing(table))
    canvas.light(frame.falls & leaving, Role.CLEAR)
    canvas.light(frame.comes_from & leaving, Role.MARCH_FROM)
    canvas.light(bitboard(frame.goes_to) & lacking, Role.MARCH_TO, frame.goes_to.get)
    canvas.light(frame.enters & lacking, Role.SPAWN, on_table.owner)
    canvas.light(frame.about, Role.TOLD)


# --- goals -------------------------------------------------------------------------------------------------------


def _light_goal(canvas: _Canvas, table: Table, goal: Goal) -> None:
    on_table = table.on_table
    assert on_table is not None
    asked = asked_for(table, on_table)
    to_fill, to_clear = missing(table) & asked, extra(table) & asked
    known = table.misplaced | goal.squares | (goal.extras if goal.reason != "repair" else 0)
    canvas.light(to_clear & ~known, Role.WRONG)
    moves = [each for each in goal.happenings if isinstance(each, Moved)]
    entered = sum(1 << each.square for each in goal.happenings if isinstance(each, Entered))
    on_the_way = 0
    canvas.light(to_clear & _removed(goal) & unneeded(table, on_table), Role.CLEAR)
    if goal.computer is not None:
        canvas.light(goal.shown if table.in_step else 0, Role.CHOICE)
    for chain in _chains(moves):
        canvas.light(chain & to_clear, Role.MARCH_FROM)
        lifted = chain & (goal.extras | on_table.occupied) & ~table.covered & _sources(moves)
        if chain & entered:  # one more piece than marches: where it enters, unless there one may as well stay
            canvas.light(chain & to_fill & entered or chain & to_fill, Role.SPAWN, on_table.owner)
        if lifted or goal.computer is not None or not chain & to_clear:
            canvas.light(chain & to_fill, Role.MARCH_TO, on_table.owner)
        on_the_way |= chain
    canvas.light(to_fill & entered & ~on_the_way, Role.SPAWN, on_table.owner)
    canvas.light(to_clear & known & ~on_the_way, Role.CLEAR)
    rest = to_fill & ~on_the_way & ~entered
    canvas.light(one_rank(on_table, rest) if goal.reason == "setup" else rest, Role.PLACE, on_table.owner)


def _removed(goal: Goal) -> int:
    return sum({1 << each.square for each in goal.happenings if isinstance(each, Removed)})


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


# --- hands -------------------------------------------------------------------------------------------------------


def _light_hands(canvas: _Canvas, table: Table, now_s: float) -> None:
    on_table = table.on_table
    assert on_table is not None
    reading = read(table)
    at_rest = table.at_rest(now_s)
    lost = bool(table.difference) and (at_rest or table.settings.one_by_one) and astray(table, reading)
    asked = asked_for(table, on_table) if lost else on_table.board.all
    if lost and at_rest:
        canvas.light(missing(table) & asked, Role.PLACE, on_table.owner)
        canvas.light(extra(table) & asked, Role.WRONG)
        if reading.possible and not table.settings.one_by_one:
            _light_reading(canvas, on_table, reading, evidence_of(table), asked)
        return
    if table.difference:
        _light_reading(canvas, on_table, reading, evidence_of(table), asked)
        if light_help.left_alone(table, reading):
            canvas.darken(Role.CAPTURE, Role.MEET, Role.MOVE, Role.ORIGIN)
        _light_choice(canvas, table, reading, evidence_of(table), now_s)
    else:
        _light_turn(canvas, on_table)
    if light_help.wanted(table) is Help.ALL:
        spent = sum(1 << mark.square for mark in on_table.described.marks if mark.kind is MarkKind.SPENT)
        canvas.light(spent & table.covered, Role.SPENT)
    elif not table.difference:
        canvas.darken(Role.CAPTURE, Role.MEET, Role.TURN)


def _light_turn(canvas: _Canvas, on_table: GameOnTable) -> None:
    """Nobody holds a piece: the pieces that may move, and the squares where new ones may be placed.

    Where nothing can be done but taking (a strike), what can be taken is lit too.
    """
    for square, light in _turn(on_table).items():
        if light.role is not None:
            canvas.light(1 << square, light.role, _always(light.seat))


@lru_cache(maxsize=32)  # the same after every step of a position, but for what others tell there
def _turn(on_table: GameOnTable) -> Mapping[Square, Light]:
    canvas = _Canvas()
    if all(on_table.victims(hand_action) for hand_action in on_table.hand_actions):
        for hand_action in on_table.hand_actions:
            _light_targets(canvas, hand_action.footprint, on_table.victims(hand_action))
    for hand_action in on_table.hand_actions:
        footprint, seat = hand_action.footprint, on_table.actor(hand_action)
        if footprint.fills and not footprint.empties:
            canvas.light(footprint.fills, Role.SPAWN, _always(seat))
        else:
            canvas.light(on_table.owned(footprint.empties | footprint.returns, seat), Role.TURN, on_table.owner)
    return canvas.roles


def _always(seat: Seat | None) -> Callable[[Square], Seat | None]:
    return lambda square: seat


def _light_reading(
    canvas: _Canvas, on_table: GameOnTable, reading: Reading, evidence: Evidence, asked: int
) -> None:
    """Light what hands may do from here on, in this action or in one that follows it.

    ``asked``: the squares (bitboard) where what is out of place is shown now.
    """
    begun = reading.done or reading.second_thoughts or evidence.lifted
    unlifted = evidence.placed if reading.possible and not begun else 0
    canvas.light((reading.wrong | unlifted) & asked, Role.WRONG)
    canvas.light(reading.idle & asked, Role.NO_MOVE)
    goes_on = reading.possible or reading.nexts or reading.unsaid
    left = touchscreen.left_behind(on_table, reading, evidence)
    canvas.light(evidence.lifted & ~reading.idle & ~left & asked, Role.ORIGIN if goes_on else Role.NO_MOVE)
    canvas.light(touchscreen.pushable(on_table, reading, evidence), Role.MOVE)
    free = replace(evidence, covered=evidence.covered & ~reading.wrong)  # what stands wrong is as good as in the hand
    for each in attacking(reading.possible, free) or _open(on_table, reading, free):
        _light_one(canvas, on_table, each, free)
    if on_table.screen and reading.possible:
        return  # what is in the hand there belongs to the action under way: no other hand is at work
    for following in (*reading.nexts, *([reading.unsaid] if reading.unsaid else ())):
        _light_reading(canvas, following.on_table, following.reading, following.evidence, asked)


def _open(on_table: GameOnTable, reading: Reading, evidence: Evidence) -> Iterable[HandAction]:
    """The possible actions with more to do: once one of them is done, those that another piece is to be lifted for."""
    if not reading.complete:
        return reading.possible
    return [each for each in reading.possible if each not in reading.complete
            and in_hand(each.footprint, on_table.victims(each), evidence) <= 0]


def attacking(possible: Iterable[HandAction], evidence: Evidence) -> tuple[HandAction, ...]:
    """Those actions whose target was touched: then nothing else is meant any more."""
    return tuple(each for each in possible if each.footprint.touches and touched(each.footprint, evidence))


def _met_by(footprint: Footprint) -> int:
    """Return the squares (bitboard) of pieces that hands touch or push, and that stay on the board."""
    return footprint.touches | (footprint.swaps if pushes(footprint) else 0)


def _light_targets(canvas: _Canvas, footprint: Footprint, squares: int) -> None:
    """Light these targets of an action: those that it takes, and those that it meets."""
    met = _met_by(footprint)
    canvas.light(squares & ~met, Role.CAPTURE)
    canvas.light(squares & met, Role.MEET)


def _light_one(canvas: _Canvas, on_table: GameOnTable, hand_action: HandAction, evidence: Evidence) -> None:
    footprint, victims = hand_action.footprint, on_table.victims(hand_action)
    targets = footprint.swaps | footprint.touches | footprint.empties
    taken = targets & ~on_table.owned(targets, on_table.actor(hand_action))
    met = _met_by(footprint)
    if footprint.empties.bit_count() > footprint.fills.bit_count():  # a piece leaves the board: it may be one's own
        taken |= footprint.swaps
    hit = footprint.touches and touched(footprint, evidence)
    held = in_hand(footprint, victims, evidence)
    put_back = evidence.covered & evidence.opened & ~(footprint.empties if held <= 0 else 0)  # still to be taken off
    _light_targets(canvas, footprint, (taken | met) & ~(0 if hit else put_back))
    if held > 0:
        meant = _of_those_lifted(on_table, hand_action, evidence)
        canvas.light(resting(footprint, victims, evidence) & meant, Role.MOVE)
    movers = footprint.empties & ~taken
    if not movers & evidence.lifted:
        canvas.light(movers | footprint.returns, Role.ORIGIN)
    elif held <= 0:
        canvas.light(movers & evidence.covered, Role.ORIGIN)


def _of_those_lifted(on_table: GameOnTable, hand_action: HandAction, evidence: Evidence) -> int:
    """The squares (bitboard) for the pieces that were lifted: none for a pawn to be pushed, or none but its own."""
    footprint = hand_action.footprint
    if not footprint.swaps or not footprint.fills:
        return footprint.squares
    aside = pushed(on_table, hand_action)
    own = footprint.squares & ~aside if not aside or on_table.movers(hand_action) & evidence.opened else 0
    return own | (aside if on_table.victims(hand_action) & evidence.opened else 0)


def resting(footprint: Footprint, victims: int, evidence: Evidence) -> int:
    """The open squares (bitboard) where a piece in the hand may come down for this action, captures left out."""
    rests = footprint.fills
    if evidence.placed or footprint.swaps & evidence.opened & evidence.covered:
        rests |= footprint.through
    if touched(footprint, evidence) and not victims & ~evidence.opened:
        rests |= footprint.returns
    return rests & ~evidence.covered


def _light_choice(
    canvas: _Canvas, table: Table, reading: Reading, evidence: Evidence, now_s: float
) -> None:
    """Light the squares where a touch tells actions apart."""
    if decide(table, reading, now_s).asks:
        canvas.light(sum(1 << square for square in pointers(reading, evidence.covered)), Role.CHOICE)
    if reading.second_thoughts:
        canvas.light(evidence.placed, Role.CHOICE)
    canvas.light(unseen(table, reading, now_s), Role.CHOICE)


def unseen(table: Table, reading: Reading, now_s: float) -> int:
    """The squares where a piece may have been pushed off so smoothly that its reed never opened.

    That looks like a piece held in the air: it has to be held for a long time before anybody is asked.
    """
    evidence = evidence_of(table)
    on_glass = table.on_table is not None and table.on_table.screen  # where nothing is ever pushed
    if on_glass or reading.complete or evidence.placed or now_s < table.last_touch_s + PATIENCE_S:
        return 0
    found = 0
    for hand_action in reading.possible:
        if not hand_action.footprint.empties & ~evidence.lifted:
            found |= hand_action.footprint.swaps & ~evidence.opened
    return found
