"""The board on the screen: what a tap on a piece may mean, and what to do now, in words for fingers that tap."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_

from engine.core.messages import Message, Value, message
from engine.core.pieces import Piece
from engine.core.squares import Square, bits
from engine.game import Group
from table.hands.decision import decide
from table.hands.evidence import Evidence, evidence_of, in_hand, touched
from table.hands.reading import Reading, read, taken_on_glass
from table.messages.lights import Help
from table.model.current_game import GameOnTable, HandAction, pushed
from table.model.state import Table
from table.requests.prompts import own_question
from table.turns import light_help

FEW = 4
"""At most this many squares are named; more are only lit."""


# --- taps on pieces ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ActionsUnderWay:
    """The actions under way: of the game on the table, or of the one after a move that has just been put down."""

    on_table: GameOnTable
    reading: Reading
    evidence: Evidence


def at_work(table: Table) -> ActionsUnderWay | None:
    """Return what fingers are doing; ``None``: nothing is in the hand, or it is no play."""
    if table.on_table is None or table.goal is not None or table.stored.paused or not table.difference:
        return None
    found = ActionsUnderWay(table.on_table, read(table), evidence_of(table))
    while found.reading.nexts and not found.reading.possible:
        latest = found.reading.nexts[0]
        found = ActionsUnderWay(latest.on_table, latest.reading, latest.evidence)
    return found


def interrupted(table: Table) -> Mapping[Square, Piece] | None:
    """Return what stood where before the action that is under way; ``None``: there is none, or nothing tells which."""
    doing = at_work(table)
    return doing.on_table.pieces if doing is not None and doing.reading.possible else None


def held(table: Table) -> int:
    """The squares (bitboard) of the pieces of which one at least has to be in the hand, by all that was felt."""
    doing = at_work(table)
    if doing is None or read(table).rethought:
        return 0
    on_table, reading, evidence = doing.on_table, doing.reading, doing.evidence
    if reading.at_rest or reading.wrong or reading.taken_back or reading.second_thoughts or reading.unsaid:
        return 0
    own = _own_lifted(on_table, reading, evidence)
    if reading.idle or not own:
        return 0 if _only_pushed(on_table, reading, evidence) else evidence.lifted
    again = _touched_again(reading.possible, evidence)
    if again or _own_in_hand(on_table, reading, evidence):
        return again or own
    rests = pushable(on_table, reading, evidence)
    return taken_on_glass(on_table, reading.possible, evidence) if rests else 0


def joins(table: Table) -> int:
    """The squares (bitboard) of the pieces that a legal action takes up besides what is in the hand."""
    found, doing = 0, at_work(table)
    if doing is None:
        return found
    for each in doing.reading.possible:
        movers, victims = doing.on_table.movers(each), doing.on_table.victims(each)
        found |= movers if movers & doing.evidence.lifted else movers | victims
    return found & table.covered


def targets(table: Table) -> int:
    """The squares (bitboard) of the pieces that the one in the hand may take, strike or heal."""
    found, doing = 0, at_work(table)
    if doing is None:
        return found
    for each in doing.reading.possible:
        if doing.on_table.movers(each) & doing.evidence.lifted:
            found |= doing.on_table.victims(each)
    return found & table.covered & ~taken_on_glass(doing.on_table, doing.reading.possible, doing.evidence)


def pushable(on_table: GameOnTable, reading: Reading, evidence: Evidence) -> int:
    """The squares (bitboard) for a piece in the hand whose square another one has taken: it may be pushed there."""
    taken, found = taken_on_glass(on_table, reading.possible, evidence), 0
    for each in reading.possible if taken else ():
        found |= pushed(on_table, each) & ~evidence.covered if taken & each.footprint.swaps else 0
    return found


def _only_pushed(on_table: GameOnTable, reading: Reading, evidence: Evidence) -> bool:
    """True if pieces have moved, out of their group's way, that it is about to push, and nothing else has."""
    aside = reduce(or_, (pushed(on_table, each) for each in reading.possible), 0)
    return not reading.idle and evidence.in_hands <= 0 and not evidence.placed & ~aside


def left_behind(on_table: GameOnTable, reading: Reading, evidence: Evidence) -> int:
    """The open squares (bitboard) that own pieces have left for good: one has taken a piece, none is in the hand."""
    if not taken_on_glass(on_table, reading.possible, evidence) or _own_in_hand(on_table, reading, evidence):
        return 0
    return reduce(or_, (on_table.movers(each) for each in reading.possible)) & evidence.lifted


def _own_in_hand(on_table: GameOnTable, reading: Reading, evidence: Evidence) -> bool:
    """True if any action that may be under way has still to put down a piece of the player's own, from the hand."""
    held = [in_hand(each.footprint, on_table.victims(each), evidence) for each in reading.possible]
    return max(held) > pushable(on_table, reading, evidence).bit_count()


def _own_lifted(on_table: GameOnTable, reading: Reading, evidence: Evidence) -> int:
    """The open squares (bitboard) of the pieces that act in what may be under way."""
    found = 0
    for each in reading.possible:
        found |= on_table.movers(each) & evidence.lifted
    return found


def left(table: Table) -> tuple[Square, Square | None] | None:
    """From where to where the last piece of the only possible action still has to go, once the others stand.

    The rook of a castling, say, the other pawn of a dual that has taken, or (to ``None``: off the board) a pawn taken
    in passing. ``None``: nothing is left, something is in the hand, or other actions are possible.
    """
    doing = at_work(table)
    if doing is None or len(doing.reading.possible) != 1 or doing.reading.done:
        return None
    (only,) = doing.reading.possible
    taken = taken_on_glass(doing.on_table, doing.reading.possible, doing.evidence)
    if not doing.evidence.placed and not taken:
        return None
    if in_hand(only.footprint, doing.on_table.victims(only), doing.evidence) > 0:
        return None
    sources, targets = only.footprint.empties, only.footprint.fills | only.footprint.through
    sources, targets = sources & table.covered, targets & ~table.covered
    is_taken = bool(sources & doing.on_table.victims(only))
    if sources.bit_count() != 1 or targets.bit_count() != (0 if is_taken else 1):
        return None
    return next(bits(sources)), next(bits(targets), None)


def groups(table: Table) -> tuple[tuple[Group, int], ...]:
    """Return the groups that can act together now, and the squares (bitboard) where that may lead pieces; with
    something in the hand, as far as that goes on from there.
    """
    on_table, doing = table.on_table, at_work(table)
    if on_table is None or on_table.outcome is not None or table.goal is not None or table.stored.paused:
        return ()
    if doing is not None:
        on_table = doing.on_table
    aid = light_help.wanted(table)
    if aid is Help.ERRORS or aid is Help.LIFTED and doing is None:
        return ()
    possible = {each.action: each.footprint for each in (doing.reading.possible if doing else on_table.hand_actions)}
    found = []
    for group in on_table.game.groups(on_table.position) if possible else ():
        footprints = [possible[action] for action in group.actions if action in possible]
        if footprints:
            found.append((group, reduce(or_, (each.fills | each.swaps for each in footprints))))
    return tuple(found)


# --- words -------------------------------------------------------------------------------------------------------


def about(table: Table, on_table: GameOnTable, reading: Reading, now_s: float) -> Message:
    """Say what to do while something is in the hand or has just been put down, and nothing is wrong with that."""
    decision, doing = decide(table, reading, now_s), at_work(table)
    if decision.ask:
        if own_question(on_table, reading, decision):
            return message("Answer the question below.")
        return message("The board cannot tell what was played. Answer the question below.")
    if decision.patient:
        return _or_end(doing)
    if reading.wrong:
        square = on_table.board.name(next(bits(reading.wrong)))
        return message("Nothing may go to {square}. Tap that piece, then a lit square.", square=square)
    if reading.taken_back:
        return message("The move is taken back in a moment.")
    if reading.at_rest or reading.rethought or doing is None:
        return message("The move counts in a moment.")
    if reading.unsaid:
        opened = on_table.described.sentences
        return message("{open} Tap End turn, and the moves since then count.", open=next(iter(opened), Message("")))
    return _in_hand(doing.on_table, doing.reading, doing.evidence)


def _or_end(doing: ActionsUnderWay | None) -> Message:
    """Say that what was done counts soon, unless more follows."""
    rests = 0 if doing is None else pushable(doing.on_table, doing.reading, doing.evidence)
    if doing is None or not rests:
        return message("Go on with this move, or tap End turn.")
    return message("Tap {rests} to push the {piece} there, or tap End turn, and it is taken.",
                   **_pushed(doing.on_table, doing.reading, doing.evidence, rests))


def _pushed(on_table: GameOnTable, reading: Reading, evidence: Evidence, rests: int) -> dict[str, Value]:
    """A piece that may be pushed, and where it goes."""
    taken = taken_on_glass(on_table, reading.possible, evidence)
    return {"piece": _named(on_table, taken)["piece"], "rests": _either(on_table, rests)}


def stuck(on_table: GameOnTable, reading: Reading, evidence: Evidence) -> Message:
    """Say what to do with a piece that nothing can be done with."""
    idle = reading.idle & evidence.lifted or evidence.lifted
    square, named = next(bits(idle)), _named(on_table, idle)
    if reading.take_back:
        return message("Tap {square} to put the {piece} back, or where it came from to take the move back.", **named)
    acting = on_table.seats_to_act
    if acting and on_table.owner(square) not in (*acting, None):
        return message("It is {seat}'s turn. Tap {square} to put the {piece} back.", seat=acting[0], **named)
    return message("The {piece} on {square} cannot move now. Tap another piece.", **named)


def _in_hand(on_table: GameOnTable, reading: Reading, evidence: Evidence) -> Message:
    possible, own = reading.possible, _own_lifted(on_table, reading, evidence)
    if evidence.lifted and (reading.idle or not possible):
        return stuck(on_table, reading, evidence)
    if not own and evidence.lifted and not _only_pushed(on_table, reading, evidence):
        return message("Tap the piece that takes it, or {square} to put the {piece} back.",
                       **_named(on_table, evidence.lifted))
    again = _touched_again(possible, evidence)
    if again:
        return message("Tap {square} to put the {piece} back.", **_named(on_table, again))
    rests = pushable(on_table, reading, evidence)
    if not own or not _own_in_hand(on_table, reading, evidence):
        if rests:
            return message("Tap {rests} to push the {piece} there.", **_pushed(on_table, reading, evidence, rests))
        return message("Tap a marked piece to go on with this move.")
    if taken_on_glass(on_table, possible, evidence):  # its taker has left one of these squares
        own = own & ~reduce(or_, (each.footprint.through for each in possible)) or own
    if own.bit_count() > 1:
        return message("Tap the lit squares where the pieces should stand.")
    struck = [each for each in possible if _is_struck(on_table, each, evidence)]
    return _rest(on_table, struck, own) if struck else _move(on_table, reading, evidence, own)


def _touched_again(possible: Sequence[HandAction], evidence: Evidence) -> int:
    """The targets (bitboard) in the hand although whoever attacked them has come to stand: a tap too many."""
    found = 0
    for each in possible:
        rests = each.footprint.fills | each.footprint.returns
        if rests & ~evidence.covered:
            return 0
        found |= each.footprint.touches & evidence.lifted
    return found


def _is_struck(on_table: GameOnTable, hand_action: HandAction, evidence: Evidence) -> bool:
    """True if what it attacks was tapped already."""
    touches = hand_action.footprint.touches
    return bool(on_table.victims(hand_action) & evidence.lifted or touches and touched(hand_action.footprint, evidence))


def _rest(on_table: GameOnTable, struck: list[HandAction], own: int) -> Message:
    """The target was tapped: where does the piece come to stand?"""
    rests = 0
    for each in struck:
        rests |= each.footprint.fills | each.footprint.swaps | each.footprint.returns
    named = _named(on_table, own)
    if rests & own:
        return message("Tap where the {piece} should end up: {rests}.", rests=_either(on_table, rests),
                       piece=named["piece"])
    return message("Tap where the {piece} should end up: {rests}. Or tap {square} to put it back.",
                   rests=_either(on_table, rests), **named)


def _move(on_table: GameOnTable, reading: Reading, evidence: Evidence, own: int) -> Message:
    """One piece is in the hand, nothing else."""
    named = _named(on_table, own)
    if any(each.footprint.touches for each in reading.possible):
        return message("Tap a lit square for the {piece}, a lit piece to meet it, or {square} to put it back.", **named)
    taken = taken_on_glass(on_table, reading.possible, evidence)
    if any(on_table.victims(each) & ~taken for each in reading.possible):
        return message("Tap a green or red square for the {piece}, or {square} to put it back.", **named)
    return message("Tap a green square for the {piece}, or {square} to put it back.", **named)


def _named(on_table: GameOnTable, squares: int) -> dict[str, Value]:
    """The first of these squares and the piece that belongs there."""
    square = next(bits(squares))
    return {"piece": on_table.game.piece_names[on_table.pieces[square].kind], "square": on_table.board.name(square)}


def _either(on_table: GameOnTable, squares: int) -> Value:
    """One of these squares."""
    *others, last = on_table.board.sorted_names(squares)
    if len(others) >= FEW:
        return message("a lit square")
    return message("{some} or {last}", some=", ".join(others), last=last) if others else last
