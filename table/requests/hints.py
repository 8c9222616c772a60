"""Hints: which piece, which square, and why; one more with every press.

Whoever plays computers alone may have them. Against other people the phones that hold their seats are asked first, once
in a game for each seat: their yes and their no last.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from engine.core.actions import Action
from engine.core.errors import IllegalAction
from engine.core.messages import Message, counted, message
from engine.core.pieces import Seat
from engine.core.squares import bitboard
from engine.services.evaluation import judge_of
from table.hands.action_text import in_words
from table.messages.effects import Think
from table.messages.events import Answer, AskHint, HintFound, Seats, SeatTaken, SetWarnings, Topic
from table.messages.refusal import Refused
from table.messages.scene import SceneHint
from table.model.current_game import GameOnTable, HandAction, looked_at
from table.model.state import Hint, Table
from table.requests import prompts
from table.requests.purposes import PURPOSES
from table.requests.seen import refuse_unseen_actions, refuse_unseen_question
from table.turns import lessons, warnings
from table.turns.help_consent import against, no_help, opposed
from table.turns.transaction import Progress

PIECE, SQUARE, WHY = 1, 2, 3
"""The parts of a hint that are told."""

_WHY: Final[Mapping[str, Message]] = {
    "wins": message("It wins."),
    "wins-soon": message("It leads to a win."),
    "saves": message("Everything else loses soon."),
    "lost": message("Against good play everything loses here."),
    "threatens-win": message("It threatens to win."),
    "average": message("Whatever chance brings, it stands best on the average."),
    "together": message("It brings pieces together."),
    "forward": message("It comes nearer to the far side."),
    "middle": message("It makes the middle stronger."),
    "breaks": message("It breaks a Shield."),
    "least": message("Whatever you do, you will lose something: this loses the least."),
    "gains": message("It wins something in a few moves."),
    "alike": message("Most moves are about as good here."),
}
_BEST: Final = message("Nothing better was found.")
_ABOUT: Final[Mapping[str, Callable[[Message], Message]]] = {
    "takes": lambda kind: message("It takes a {piece}.", piece=kind),
    "takes-next": lambda kind: message("Then you can take a {piece}.", piece=kind),
    "escapes": lambda kind: message("It brings a {piece} to safety.", piece=kind),
    "protects": lambda kind: message("It protects a {piece}.", piece=kind),
    "threatens": lambda kind: message("It threatens a {piece}.", piece=kind),
}
_EXPECTS: Final[Mapping[str, Callable[[Message], Message]]] = {
    "spoils": lambda action: message("Otherwise the other side had a strong move: {action}.", action=action),
    "plans": lambda action: message("If nothing is done about it, you can go on with {action}.", action=action),
    "goes-on": lambda action: message("It prepares your next move: {action}.", action=action),
    "belongs": lambda action: message("It goes well together with your next move: {action}.", action=action),
    "ready": lambda action: message("It is ready for this answer: {action}.", action=action),
}


def asks(table: Table) -> Seat | None:
    """The seat that a hint can be asked for now: a person's that has to choose from actions that can be listed."""
    on_table = table.on_table
    if on_table is None or on_table.outcome is not None or table.goal is not None or table.stored.paused:
        return None
    if len(on_table.to_act) != 1 or not (on_table.hand_actions or on_table.decisions):
        return None
    return next(iter(on_table.seats_to_act), None)


def on_ask_hint(taken: Progress, event: AskHint) -> None:
    """The first hint, or more of it."""
    table, seat, learns = taken.table, asks(taken.table), taken.running.course is not None
    if not learns:
        _refuse_help(table)
    if event.seat not in event.seats or seat is not event.seat:
        raise Refused(_why_not(taken, event))
    refuse_unseen_actions(event.seen, table)
    refuse_unseen_question(event.seen, taken, "hints", event.seats)
    if learns:
        _advise(taken, seat)
        return
    _refuse_unplayed(table)
    if table.hint is not None:
        taken.change(hint=replace(table.hint, told=min(table.hint.told + 1, WHY)))
        return
    others = (table.stored.asked("hints") or opposed(table, seat)) - event.seats
    _refuse_declined(table, seat, others)
    _allow(taken, seat, others)


def _refuse_help(table: Table) -> None:
    """:raises Refused: nobody has help in what is on the table."""
    reason = no_help(table)
    if reason is not None:
        raise Refused(reason)


def _refuse_unplayed(table: Table) -> None:
    """:raises Refused: what lies on the board is to be judged first: there is one question at a time."""
    unplayed = warnings.unplayed(table)
    if unplayed is not None and unplayed.loss is None:
        raise Refused(message("The computer is looking at your move. Try again in a moment."))
    if unplayed is not None:
        raise Refused(message("Put the piece back first, or play it anyway."))


def _refuse_declined(table: Table, seat: Seat, others: Seats) -> None:
    """:raises Refused: others would be asked for their consent to help, and have said no."""
    if others and seat in table.stored.hints_declined:
        raise Refused(message("The other side has said no to hints and warnings in this game."))


def _why_not(taken: Progress, event: AskHint) -> Message:
    """Say why a seat has no hint now."""
    table, on_table = taken.table, taken.running
    acting = on_table.to_act
    if event.seat not in event.seats:
        return message("Only the player in that seat can ask for a hint.")
    if event.seat not in acting:
        return message("Hints are for the player whose turn it is.")
    if table.stored.paused:
        return message("The game is paused. Resume it first.")
    if table.goal is not None:
        return message("Put the board right first: the lights show how.")
    return message("There are no hints for what is decided in secret.")


def _advise(taken: Progress, seat: Seat) -> None:
    """In a lesson: what solves it, first the piece, then the square. Why is told once it is done."""
    hint = taken.table.hint
    found = lessons.advice(taken.running)
    told = PIECE if hint is None else SQUARE
    taken.change(hint=Hint(taken.table.entries + 1, seat, told, found))


def _allow(taken: Progress, seat: Seat, others: Seats) -> None:
    if not taken.propose("hints", others):
        return
    entry = taken.table.entries + 1
    taken.change(hint=Hint(entry, seat))
    taken.keep(hints_for=_agreed(taken.table, seat))
    taken.effects.append(Think(entry, seat, hint=True))


def answer_consent(topic: Topic, taken: Progress, event: Answer) -> None:
    """Somebody of those who are asked agrees to help for whoever is to move, or nobody is asked any more in this game.
    Whoever agrees to warnings agrees to hints, too."""
    seat, proposals = asks(taken.table), taken.table.stored.proposals
    if event.value != prompts.YES or seat is None:
        declined = frozenset() if seat is None else frozenset({seat})
        taken.propose("hints", frozenset())
        taken.propose("warnings", frozenset())
        taken.keep(hints_declined=taken.table.stored.hints_declined | declined)
        return
    if topic == "warnings":
        _warn(taken, seat, proposals["warnings"].asked - event.seats)
    if "hints" in proposals:
        _allow(taken, seat, proposals["hints"].asked - event.seats)


def on_set_warnings(taken: Progress, event: SetWarnings) -> None:
    """A player wants to be warned, or no longer. Whom that is against is asked first, as for a hint."""
    table, on_table = taken.table, taken.running
    if event.seat not in event.seats or event.seat not in on_table.seats:
        raise Refused(message("Only the player in that seat can switch warnings on or off."))
    if not event.wanted:
        if event.seat is asks(table):
            taken.propose("warnings", frozenset())
        taken.keep(warnings=table.stored.warnings - {event.seat})
        return
    _refuse_help(table)
    others = opposed(table, event.seat) - event.seats
    _refuse_declined(table, event.seat, others)
    if others and event.seat is not asks(table):
        raise Refused(message("The other players are asked first. Switch it on when it is your turn."))
    _warn(taken, event.seat, others)


def on_seat_taken(taken: Progress, event: SeatTaken) -> None:
    """Ask afresh once somebody has sat down: they have agreed to nothing, and help against them has to be asked for."""
    table, on_table = taken.table, taken.table.on_table
    if on_table is None:
        return
    allowed, warned = table.stored.hints_for, table.stored.warnings
    asks_anew = frozenset(seat for seat in allowed | warned if event.seat in against(on_table, seat))
    taken.keep(hints_for=allowed - asks_anew, warnings=warned - asks_anew)
    hidden = on_table.game.undisclosed(on_table.position)
    taken.keep(veiled=table.stored.veiled | {event.seat} if event.lost and hidden else table.stored.veiled)
    if table.claim is not None and table.claim.seat is event.seat:
        taken.change(claim=None)


def _warn(taken: Progress, seat: Seat, others: Seats) -> None:
    if taken.propose("warnings", others):
        taken.keep(warnings=taken.table.stored.warnings | {seat}, hints_for=_agreed(taken.table, seat))


def _agreed(table: Table, seat: Seat) -> Seats:
    """Return the seats that may have help once this one got it: who takes over from a computer has not been asked."""
    return table.stored.hints_for | ({seat} if opposed(table, seat) else frozenset())


def on_hint_found(taken: Progress, event: HintFound) -> None:
    """Note what was found, if it is still wanted."""
    hint, on_table = taken.table.hint, taken.table.on_table
    if hint is None or on_table is None or hint.entry != event.entry:
        return
    action = on_table.game.parse(on_table.position, event.action)
    found = HandAction(action, on_table.game.footprint(on_table.position, action))
    about = bitboard(on_table.board.parse(each) for each in event.squares)
    expected = _expected(on_table, hint.seat, action, event)
    taken.change(hint=replace(
        hint, found=found, reason=event.reason, piece=event.piece, about=about, expected=expected))


def _expected(on_table: GameOnTable, seat: Seat, action: Action, event: HintFound) -> Message | None:
    """Put what is expected after an action into words, or instead of it; ``None``: nothing is, or what others keep
    secret decides it."""
    if not event.expected:
        return None
    game, position = on_table.game, on_table.position
    if event.reason != "spoils":
        position = game.successor(position, action)
    if event.reason in ("spoils", "plans"):
        position = judge_of(game, position.options, seat).passed(position)
    then = looked_at(on_table, position)
    try:
        return in_words(then, game.parse(position, event.expected))
    except IllegalAction:
        return None


# --- what is shown -----------------------------------------------------------------------------------------------


def scene_of(table: Table) -> SceneHint | None:
    """For phones: for whom a hint can be asked, and how much was told."""
    seat = asks(table)
    if seat is None or table.thought is not None:
        return None
    told = 0 if table.hint is None else table.hint.told
    if table.on_table is not None and table.on_table.course is not None:
        return SceneHint(seat, WHY if told == SQUARE else told, agreed=True, ready=True)
    if no_help(table) is not None:
        return None
    return SceneHint(seat, told, not opposed(table, seat), table.hint is None or table.hint.found is not None)


def lit(table: Table) -> int:
    """The squares (bitboard) that a hint shows: of its pieces, then also where they go."""
    hint, on_table = table.hint, table.on_table
    if hint is None or on_table is None or hint.found is None:
        return 0
    footprint = hint.found.footprint
    pieces = on_table.owned(footprint.sources, hint.seat)
    if hint.told < SQUARE and pieces:
        return pieces & table.covered
    victims = footprint.empties & ~pieces
    about = hint.about if hint.told == WHY else 0
    return (pieces | victims | about) & table.covered | footprint.fills | footprint.swaps | footprint.touches


def sentence(table: Table) -> Message | None:
    """Say the hint, if one was asked for."""
    hint, on_table = table.hint, table.on_table
    if hint is None or on_table is None:
        return None
    if hint.found is None:
        return message("A hint is on its way …")
    if hint.told == PIECE and hint.found.footprint.squares:
        squares = max(1, lit(table).bit_count())  # none is lit while its piece is in the hand
        return counted("Hint: look at the lit square.", "Hint: look at the {count} lit squares.", squares)
    said = in_words(on_table, hint.found.action)
    by_hand = bool(hint.found.footprint.squares)
    done = message("Hint: {action}.", action=said) if by_hand else message("Hint: {told}", told=said)
    return done if hint.told < WHY else message("{hint} {why}", hint=done, why=_why(on_table, hint))


def _why(on_table: GameOnTable, hint: Hint) -> Message:
    kind = on_table.game.piece_names.get(hint.piece)
    if hint.reason in PURPOSES:
        squares = ", ".join(on_table.board.sorted_names(hint.about))
        return PURPOSES[hint.reason](kind or message("piece"), squares)
    if hint.reason in _ABOUT and kind is not None:
        return _ABOUT[hint.reason](kind)
    if hint.reason in _EXPECTS and hint.expected is not None:
        return _EXPECTS[hint.reason](hint.expected)
    return _WHY.get(hint.reason, _BEST)
