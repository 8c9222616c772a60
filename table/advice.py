"""What to do with the pieces in the air, in one sentence."""

from engine.messages import Message, Value, message
from engine.squares import bits
from table import guidance
from table.deciding import decide, pointers
from table.evidence import Evidence, evidence_of, touched
from table.hands import Reading
from table.state import Sitting, Table

FEW = 4
"""So many squares are named; more are only lit."""


def about(table: Table, sitting: Sitting, reading: Reading, now_s: float) -> Message:
    """What to do while hands are on the board and nothing is wrong with that."""
    evidence, decision = evidence_of(table), decide(table, reading, now_s)
    if decision.ask:
        return _asked(table, reading, evidence)
    if decision.patient:
        return message("Go on with this move, or end it with the end-turn button.")
    if reading.wrong:
        square = sitting.board.name(next(bits(reading.wrong)))
        return message("Nothing may go to {square}. Use a lit square, or put the piece back.", square=square)
    if not evidence.lifted or reading.complete:
        return message("Let go of the piece, and the move counts.")
    if guidance.unseen(table, reading, now_s):
        return message("If a piece was taken, touch the square where it stood. Else put the lifted piece down.")
    return _in_the_air(sitting, reading, evidence)


def _asked(table: Table, reading: Reading, evidence: Evidence) -> Message:
    if table.knocked:
        return message("Was that a move? Answer on a phone, or put the pieces back.")
    if pointers(reading, evidence.covered):
        return message("The board cannot tell what was played. Touch the square you mean, or answer on a phone.")
    done = reading.done[0].footprint
    if _in_hands(evidence) > done.empties.bit_count() - done.fills.bit_count():
        return message("Which piece was it? Put the other one back where it came from, or answer on a phone.")
    return message("The board cannot tell what was played. Answer on a phone.")


def _in_hands(evidence: Evidence) -> int:
    """How many pieces fewer stand on the board."""
    return evidence.lifted.bit_count() - evidence.placed.bit_count()


def _in_the_air(sitting: Sitting, reading: Reading, evidence: Evidence) -> Message:
    if not reading.possible:
        return stuck(sitting, reading, evidence)
    own = 0
    for reach in reading.possible:
        own |= sitting.movers(reach) & evidence.lifted
    if not own:
        return message("Now lift the piece that takes it, or put the {piece} back on {square}.",
                       **_first(sitting, evidence.lifted))
    if own.bit_count() > 1 and _in_hands(evidence) > 1:
        return message("Put the lifted pieces on lit squares, in any order, or back where they were.")
    if own.bit_count() > 1:
        return message("Put the lifted piece on a lit square to finish this move.")
    return _attack(sitting, reading, evidence, own) or _move(sitting, reading, own)


def stuck(sitting: Sitting, reading: Reading, evidence: Evidence) -> Message:
    """What to do with lifted pieces that nothing can be done with."""
    if reading.take_back:
        return message("Put the {piece} back on {square}, or where it came from to take the move back.",
                       **_first(sitting, evidence.lifted))
    return message("The {piece} on {square} cannot move now. Put it back.", **_first(sitting, evidence.lifted))


def _attack(sitting: Sitting, reading: Reading, evidence: Evidence, own: int) -> Message | None:
    """One piece is in the hand, and what it attacks was lifted too: ``None`` if nothing was."""
    piece = _first(sitting, own)["piece"]
    victims = rests = hit = 0
    for reach in reading.possible:
        footprint, lifted = reach.footprint, sitting.victims(reach) & evidence.lifted
        if lifted or footprint.touches and touched(footprint, evidence):
            victims |= footprint.touches & lifted
            hit |= footprint.touches & ~lifted
            rests |= footprint.fills | footprint.swaps | footprint.returns
    if not rests:
        return None
    if victims and evidence.last_touch_s(victims) < evidence.last_touch_s(own):
        return message("Put the {target} back on {square}. To attack it, lift it while the {piece} is in your hand.",
                       piece=piece, **_first_target(sitting, victims))
    if victims:
        return message("Put the {target} back on {square}, then the {piece} on {rests}.",
                       piece=piece, rests=_either(sitting, rests), **_first_target(sitting, victims))
    if hit:
        return message("Put the {piece} on {rests}, and the touch counts.", piece=piece, rests=_either(sitting, rests))
    return message("Put the {piece} on {rests}, or everything back.", piece=piece, rests=_either(sitting, rests))


def _move(sitting: Sitting, reading: Reading, own: int) -> Message:
    """One piece is in the hand, nothing else."""
    named = _first(sitting, own)
    if any(sitting.victims(reach) & ~reach.footprint.swaps for reach in reading.possible):
        return message("Put the lifted {piece} on an empty lit square, or lift the lit piece that it is to meet, "
                       "or put it back on {square}.", **named)
    if any(reach.footprint.swaps for reach in reading.possible):
        return message("Put the lifted {piece} on a green or red square, or back on {square}.", **named)
    return message("Put the lifted {piece} on a green square, or back on {square}.", **named)


def _first(sitting: Sitting, squares: int) -> dict[str, Value]:
    """The first of these squares and the piece that belongs there."""
    square = next(bits(squares))
    return {"piece": sitting.game.piece_names[sitting.pieces[square].kind], "square": sitting.board.name(square)}


def _first_target(sitting: Sitting, squares: int) -> dict[str, Value]:
    """The first of these squares and what is attacked there."""
    named = _first(sitting, squares)
    return {"target": named["piece"], "square": named["square"]}


def _either(sitting: Sitting, squares: int) -> Value:
    """One of these squares."""
    *others, last = sitting.board.sorted_names(squares)
    if len(others) >= FEW:
        return message("a lit square")
    return message("{some} or {last}", some=", ".join(others), last=last) if others else last
