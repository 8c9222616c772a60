"""Advice on the pieces in the air, in one sentence."""

from collections.abc import Sequence
from dataclasses import replace

from engine.core.actions import Footprint
from engine.core.messages import Message, Value, message
from engine.core.squares import bits
from table.hands.decision import Decision, decide, pointers
from table.hands.evidence import Evidence, evidence_of, in_hand, touched
from table.hands.reading import Next, Reading
from table.hands.repairs import with_a_look
from table.model.current_game import GameOnTable, HandAction
from table.model.state import Table
from table.output import guidance
from table.requests.prompts import own_question

FEW = 4
"""At most this many squares are named; more are only lit."""


def about(table: Table, on_table: GameOnTable, reading: Reading, now_s: float) -> Message:
    """Say what to do while hands are on the board and nothing is wrong with that."""
    evidence, decision = evidence_of(table), decide(table, reading, now_s)
    if decision.asks:
        return _asked(on_table, reading, decision, evidence)
    if decision.patient or decision.beside:
        return _waiting(on_table, decision)
    if reading.wrong:
        said = _wrong(on_table, reading, evidence)
        return said if table.wood.is_certain else with_a_look(said)
    if reading.taken_back:
        return message("Let go of the piece, and the move is taken back.")
    if reading.at_rest or reading.rethought:
        return message("Let go of the piece, and the move counts.")
    if guidance.unseen(table, reading, now_s):
        return message("If a piece was taken, touch the square where it stood. Otherwise put the lifted piece down.")
    if reading.unsaid:
        said = _unsaid(on_table, reading.unsaid, evidence)
        return said if table.wood.is_certain else _nameless(said)
    while reading.nexts and not reading.possible:
        latest = reading.nexts[0]
        on_table, reading, evidence = latest.on_table, latest.reading, latest.evidence
    said = _in_the_air(on_table, reading, evidence)
    if table.wood.is_certain or guidance.attacking(reading.possible, evidence):  # that one, whatever was touched before
        return said
    return _nameless(said)


def _wrong(on_table: GameOnTable, reading: Reading, evidence: Evidence) -> Message:
    """Say what to do with a piece that came down where none may."""
    if reading.wrong == evidence.placed and any(each.footprint.fills & reading.wrong for each in reading.possible):
        return message("Not all of these can be played together. Put one of the pieces back.")
    square = on_table.board.name(next(bits(reading.wrong)))
    return message("Nothing may go to {square}. Use a lit square, or put the piece back.", square=square)


def _nameless(said: Message) -> Message:
    """The same of a piece that may be another one, with a look; an attack waits for that piece alone."""
    values = dict(said.values)
    if "piece" not in values or "target" in values:
        return said
    return with_a_look(replace(said, values=tuple((values | {"piece": message("piece")}).items())))


def _unsaid(on_table: GameOnTable, after: Next, evidence: Evidence) -> Message:
    """Tell of a decision that is still open while hands, or a knock, are ahead of it."""
    opened = next(iter(on_table.described.sentences), Message(""))
    if not evidence.lifted:
        return message("{open} Clear {square}.", open=opened, square=on_table.board.name(next(bits(evidence.placed))))
    if after.at_rest:
        return message("{open} End the turn, and the moves since then count; or put the {piece} back on {square}.",
                       open=opened, **_first(on_table, evidence.lifted))
    return message("{open} Put the {piece} back on {square}; or end the turn, and it can be moved.",
                   open=opened, **_first(on_table, evidence.lifted))


def _waiting(on_table: GameOnTable, decision: Decision) -> Message:
    """Say what may still be done while an action that is done already does not count yet."""
    if decision.patient:
        return message("Go on with this move, or end it with the end-turn button.")
    square = on_table.board.name(next(bits(decision.beside)))
    return message(
        "If the piece on {square} was captured, take it off the board. Otherwise wait, and the board asks.",
        square=square,
    )


def _asked(on_table: GameOnTable, reading: Reading, decision: Decision, evidence: Evidence) -> Message:
    own = own_question(on_table, reading, decision)
    if own:
        return message("{question} Answer on a phone.", question=own.message)
    if pointers(reading, evidence.covered):
        return message("The board cannot tell what was played. Touch the square you mean, or answer on a phone.")
    done = reading.done[0].footprint if reading.done else Footprint()
    if not decision.uncorrected and evidence.in_hands > done.empties.bit_count() - done.fills.bit_count():
        return message("Which piece was it? Put the other one back where it came from, or answer on a phone.")
    return message("The board cannot tell what was played. Answer on a phone.")


def _in_the_air(on_table: GameOnTable, reading: Reading, evidence: Evidence) -> Message:
    if reading.idle or not reading.possible:
        return stuck(on_table, reading, evidence)
    own = 0
    for hand_action in reading.possible:
        own |= on_table.movers(hand_action) & evidence.lifted
    if not own:
        return _before_own(on_table, evidence)
    held = [in_hand(each.footprint, on_table.victims(each), evidence) for each in reading.possible]
    if max(held) <= 0:
        return message("Lift a marked piece to go on with this move, or put everything back.")
    if any(still <= 0 and each.footprint.empties & evidence.covered
           for each, still in zip(reading.possible, held, strict=True)):  # which of two pieces came down, no reed tells
        return message("Put the piece in your hand on a lit square, or back on {square}. If your hand is empty, lift a "
                       "marked piece to go on with this move.", square=_first(on_table, own)["square"])
    if own.bit_count() > 1 and max(held) > 1:
        return _several()
    if own.bit_count() > 1:
        return message("Put the lifted piece on a lit square to finish this move.")
    meant = tuple(each for each in reading.possible if on_table.movers(each) & own)
    return _attack(on_table, meant, evidence, own) or _move(on_table, meant, evidence, own)


def _before_own(on_table: GameOnTable, evidence: Evidence) -> Message:
    """No piece of the player's own was felt to be lifted yet."""
    if evidence.lifted and evidence.in_hands <= 0:
        return message("Lift a marked piece to go on with this move, or put the {piece} back on {square}.",
                       **_first(on_table, evidence.lifted))
    if evidence.lifted:
        return message("Now lift the piece that takes it, or put the {piece} back on {square}.",
                       **_first(on_table, evidence.lifted))
    square = on_table.board.name(next(bits(evidence.placed)))
    return message("Lift the piece that goes to {square}, or clear it.", square=square)


def stuck(on_table: GameOnTable, reading: Reading, evidence: Evidence) -> Message:
    """Say what to do with lifted pieces that nothing can be done with."""
    if not evidence.lifted:
        return message("Clear {square}.", square=on_table.board.name(next(bits(evidence.placed))))
    named = _first(on_table, reading.idle & evidence.lifted or evidence.lifted)
    if reading.take_back:
        return message("Put the {piece} back on {square}, or where it came from to take the move back.", **named)
    return message("The {piece} on {square} cannot move now. Put it back.", **named)


def _attack(on_table: GameOnTable, meant: Sequence[HandAction], evidence: Evidence, own: int) -> Message | None:
    """One piece is in the hand, and what it attacks was lifted too: ``None`` if nothing was. ``meant``: what it can."""
    piece = _first(on_table, own)["piece"]
    victims = rests = hit = 0
    for hand_action in meant:
        footprint, lifted = hand_action.footprint, on_table.victims(hand_action) & evidence.lifted
        if lifted or footprint.touches and touched(footprint, evidence):
            victims |= footprint.touches & lifted
            hit |= footprint.touches & ~lifted
            rests |= footprint.fills | footprint.swaps | footprint.returns
    stands, rests = rests & evidence.placed, rests & ~evidence.placed
    if victims and stands:
        return message("Put the {target} back on {square}; then the board asks what was played.",
                       **_first_target(on_table, victims))
    if not rests:
        return None
    if victims and evidence.last_touch_s(victims) < evidence.last_touch_s(own):
        return message("Put the {target} back on {square}. To touch it, lift it while the {piece} is in your hand.",
                       piece=piece, **_first_target(on_table, victims))
    if victims:
        return message("Put the {target} back on {square}, then the {piece} on {rests}.",
                       piece=piece, rests=_either(on_table, rests), **_first_target(on_table, victims))
    if hit:
        return message("Put the {piece} on {rests}, and the touch counts.", piece=piece, rests=_either(on_table, rests))
    return message("Put the {piece} on {rests}, or everything back.", piece=piece, rests=_either(on_table, rests))


def _move(on_table: GameOnTable, meant: Sequence[HandAction], evidence: Evidence, own: int) -> Message:
    """One piece is in the hand, and nothing that it attacks."""
    named = _first(on_table, own)
    if not any((each.footprint.fills | each.footprint.swaps) & ~evidence.placed for each in meant):  # other pieces are
        return _several()
    if any(on_table.victims(each) & ~each.footprint.swaps for each in meant):
        return message("Put the lifted {piece} on an empty lit square, or lift the lit piece that it is to meet, "
                       "or put it back on {square}.", **named)
    if any(each.footprint.swaps for each in meant):
        return message("Put the lifted {piece} on a green or red square, or back on {square}.", **named)
    return message("Put the lifted {piece} on a green square, or back on {square}.", **named)


def _several() -> Message:
    """Several pieces are in hands."""
    return message("Put the lifted pieces on lit squares, in any order, or back where they were.")


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
