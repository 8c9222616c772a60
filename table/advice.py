"""What to do with the pieces in the air, in one sentence."""

from engine.messages import Message, Value, message
from engine.squares import bits
from table import guidance
from table.deciding import decide, pointers
from table.evidence import Evidence, evidence_of, touched
from table.hands import Reading
from table.state import GameOnTable, Table

FEW = 4
"""So many squares are named; more are only lit."""


def about(table: Table, on_table: GameOnTable, reading: Reading, now_s: float) -> Message:
    """What to do while hands are on the board and nothing is wrong with that."""
    evidence, decision = evidence_of(table), decide(table, reading, now_s)
    if decision.ask:
        return _asked(table, reading, evidence)
    if decision.patient:
        return message("Go on with this move, or end it with the end-turn button.")
    if reading.wrong:
        square = on_table.board.name(next(bits(reading.wrong)))
        return message("Nothing may go to {square}. Use a lit square, or put the piece back.", square=square)
    if not evidence.lifted or reading.complete:
        return message("Let go of the piece, and the move counts.")
    if guidance.unseen(table, reading, now_s):
        return message("If a piece was taken, touch the square where it stood. Else put the lifted piece down.")
    return _in_the_air(on_table, reading, evidence)


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


def _in_the_air(on_table: GameOnTable, reading: Reading, evidence: Evidence) -> Message:
    if not reading.possible:
        return stuck(on_table, reading, evidence)
    own = 0
    for hand_action in reading.possible:
        own |= on_table.movers(hand_action) & evidence.lifted
    if not own:
        return message("Now lift the piece that takes it, or put the {piece} back on {square}.",
                       **_first(on_table, evidence.lifted))
    if own.bit_count() > 1 and _in_hands(evidence) > 1:
        return message("Put the lifted pieces on lit squares, in any order, or back where they were.")
    if own.bit_count() > 1:
        return message("Put the lifted piece on a lit square to finish this move.")
    return _attack(on_table, reading, evidence, own) or _move(on_table, reading, own)


def stuck(on_table: GameOnTable, reading: Reading, evidence: Evidence) -> Message:
    """What to do with lifted pieces that nothing can be done with."""
    if reading.take_back:
        return message("Put the {piece} back on {square}, or where it came from to take the move back.",
                       **_first(on_table, evidence.lifted))
    return message("The {piece} on {square} cannot move now. Put it back.", **_first(on_table, evidence.lifted))


def _attack(on_table: GameOnTable, reading: Reading, evidence: Evidence, own: int) -> Message | None:
    """One piece is in the hand, and what it attacks was lifted too: ``None`` if nothing was."""
    piece = _first(on_table, own)["piece"]
    victims = rests = hit = 0
    for hand_action in reading.possible:
        footprint, lifted = hand_action.footprint, on_table.victims(hand_action) & evidence.lifted
        if lifted or footprint.touches and touched(footprint, evidence):
            victims |= footprint.touches & lifted
            hit |= footprint.touches & ~lifted
            rests |= footprint.fills | footprint.swaps | footprint.returns
    if not rests:
        return None
    if victims and evidence.last_touch_s(victims) < evidence.last_touch_s(own):
        return message("Put the {target} back on {square}. To attack it, lift it while the {piece} is in your hand.",
                       piece=piece, **_first_target(on_table, victims))
    if victims:
        return message("Put the {target} back on {square}, then the {piece} on {rests}.",
                       piece=piece, rests=_either(on_table, rests), **_first_target(on_table, victims))
    if hit:
        return message("Put the {piece} on {rests}, and the touch counts.", piece=piece, rests=_either(on_table, rests))
    return message("Put the {piece} on {rests}, or everything back.", piece=piece, rests=_either(on_table, rests))


def _move(on_table: GameOnTable, reading: Reading, own: int) -> Message:
    """One piece is in the hand, nothing else."""
    named = _first(on_table, own)
    if any(on_table.victims(hand_action) & ~hand_action.footprint.swaps for hand_action in reading.possible):
        return message("Put the lifted {piece} on an empty lit square, or lift the lit piece that it is to meet, "
                       "or put it back on {square}.", **named)
    if any(hand_action.footprint.swaps for hand_action in reading.possible):
        return message("Put the lifted {piece} on a green or red square, or back on {square}.", **named)
    return message("Put the lifted {piece} on a green square, or back on {square}.", **named)


def _first(on_table: GameOnTable, squares: int) -> dict[str, Value]:
    """The first of these squares and the piece that belongs there."""
    square = next(bits(squares))
    return {"piece": on_table.game.piece_names[on_table.pieces[square].kind], "square": on_table.board.name(square)}


def _first_target(on_table: GameOnTable, squares: int) -> dict[str, Value]:
    """The first of these squares and what is attacked there."""
    named = _first(on_table, squares)
    return {"target": named["piece"], "square": named["square"]}


def _either(on_table: GameOnTable, squares: int) -> Value:
    """One of these squares."""
    *others, last = on_table.board.sorted_names(squares)
    if len(others) >= FEW:
        return message("a lit square")
    return message("{some} or {last}", some=", ".join(others), last=last) if others else last
