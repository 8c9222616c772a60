"""Decisions of players that the rules do not make: resigning, agreeing on a draw, taking back, parking, abandoning."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from engine.core.messages import Message, message
from engine.core.pieces import Seat
from engine.records.game_record import ABANDONED, OUT_OF_TIME, winners_without
from table.hands.take_back import last_own
from table.messages.effects import GiveSeat, KeepComputers, PutNext
from table.messages.events import (
    AbandonGame,
    Answer,
    AskForSeat,
    AskToResign,
    HolderBack,
    NextGame,
    OfferDraw,
    ParkGame,
    Resign,
    Seats,
    TakeBack,
    TakeOver,
    Topic,
)
from table.messages.refusal import Refused
from table.model.current_game import GameOnTable, gone_to
from table.model.state import CLAIM_S, Checked, SeatClaim, Table
from table.requests import prompts
from table.requests.pause import refuse_leaving
from table.requests.seen import refuse_unseen_actions, refuse_unseen_hands, refuse_unseen_question
from table.turns import warnings
from table.turns.advance import end, finish_hands
from table.turns.computer_play import gives_up, never_resigns, takes_draw
from table.turns.lessons import refuse_in_lesson
from table.turns.transaction import NO_GAME, Progress, keep_times, repair, undo, undo_refusal
from table.turns.waiting import may_end_alone


def on_park(taken: Progress, event: ParkGame) -> None:
    """Park the game. One that is over is nobody's any more.

    A player who was asked and asks to park too has thereby agreed; if they want a different game next, the others are
    asked about that one.
    """
    refuse_leaving(taken.table)
    open_ = taken.table.stored.proposals.get("park")
    if taken.on_table.outcome is not None or taken.on_table.course is not None or not event.held:
        _park(taken, event.then)
    elif open_ is not None and event.then in (None, open_.next_game):
        refuse_unseen_question(event.seen, taken, "park", event.seats)
        _propose(taken, "park", open_.asked - event.seats, open_.next_game)
    else:
        _propose(taken, "park", event.held - event.seats, event.then)


def _propose(taken: Progress, topic: Topic, others: Seats, next_game: NextGame | None = None) -> None:
    """Ask these seats for their consent; once nobody has to be asked any more, do it."""
    if taken.propose(topic, others, next_game):
        _AGREED[topic](taken, next_game)


def answer(topic: Topic, taken: Progress, event: Answer) -> None:
    """Consent to what is proposed, or drop it."""
    proposal = taken.table.stored.proposals[topic]
    if event.value == prompts.YES:
        _propose(taken, topic, proposal.asked - event.seats, proposal.next_game)
    else:
        taken.propose(topic, frozenset())


def _park(taken: Progress, then: NextGame | None) -> None:
    finish_hands(taken)
    keep_times(taken)
    taken.table = Table(settings=taken.table.settings, occupancy=taken.table.occupancy)
    if then is not None:
        taken.effects.append(PutNext(then))


def on_abandon(taken: Progress, event: AbandonGame) -> None:
    """End the game without a score."""
    refuse_in_lesson(taken.running)
    afar = taken.on_table.afar
    common = afar is not None and not (afar.numbers and not _played_afar(taken.on_table))
    if afar is not None and common and not may_end_alone(taken.table, taken.now_s):
        raise Refused(message("{board} is playing this game, too. Offer a draw or resign.", board=afar.name))
    refuse_unseen_question(event.seen, taken, "abandon", event.seats)
    asked = taken.table.stored.asked("abandon") or event.held
    _propose(taken, "abandon", asked - event.seats if event.held else frozenset())


def _played_afar(on_table: GameOnTable) -> bool:
    """True if the other board has played in this game."""
    played = on_table.played
    actors = (played.game.actor(played.position_before(each), played.actions[-each])
              for each in range(1, len(played.actions) + 1))
    return any(actor in on_table.not_here for actor in actors)


def on_resign(taken: Progress, event: Resign) -> None:
    """Give up for a seat and its allies."""
    refuse_in_lesson(taken.running)
    if event.seat not in event.seats or event.seat not in taken.running.seats:
        raise Refused(message("Only the player in that seat can resign."))
    _give_up(taken, event.seat)


def on_ask_to_resign(taken: Progress, event: AskToResign) -> None:
    """Have a computer give up, if it has no hope left."""
    on_table = taken.running
    refuse_in_lesson(on_table)
    if event.seat not in on_table.computers.levels:
        raise Refused(message("No computer plays in that seat."))
    refusal = never_resigns(on_table, event.seat)
    if refusal is not None:
        raise Refused(refusal)
    allies = on_table.game.allies(on_table.played.options, event.seat)
    if not all(gives_up(taken.table, ally) for ally in allies):
        raise Refused(message("{seat} does not give up and plays on.", seat=event.seat))
    _give_up(taken, event.seat)


def _give_up(taken: Progress, seat: Seat) -> None:
    if _numbered_elsewhere(taken) and seat not in taken.on_table.not_here:
        finish_hands(taken)  # who resigns at once has moved before
        if taken.on_table.outcome is None:  # else by the rules, with what had just been played
            taken.keep(giving_up=taken.table.stored.giving_up | {seat})
        return
    lose(taken, frozenset({seat}), "resignation")


def lose_on_time(taken: Progress, seats: Seats) -> None:
    """These seats are out of time. Where another board numbers, the game ends once that has heard of it."""
    if _numbered_elsewhere(taken) and not seats & taken.on_table.not_here:
        taken.keep(fallen=taken.table.stored.fallen | seats)
        keep_times(taken)
    else:
        lose(taken, seats, OUT_OF_TIME)


def lose(taken: Progress, seats: Seats, reason: str) -> None:
    """These seats lose the game, with their allies; all others win it."""
    end(taken, winners_without(taken.running.played, seats, reason), reason)


def on_offer_draw(taken: Progress, event: OfferDraw) -> None:
    """Offer a draw. A player who was asked and offers one too has thereby agreed."""
    refuse_in_lesson(taken.running)
    if not taken.running.game.can_be_drawn:
        raise Refused(message("{game} cannot be drawn: play on, or resign.", game=taken.running.game.name))
    seats = taken.running.seats
    if event.seat not in event.seats or event.seat not in seats:
        raise Refused(message("Only the player in that seat can offer a draw."))
    refuse_unseen_actions(event.seen, taken.table)
    refuse_unseen_question(event.seen, taken, "draw", event.seats)
    finish_hands(taken, go_on=not _acts(taken, event.seats))  # a move made before the offer would settle it
    if taken.on_table.outcome is not None:
        return
    afar, declined = taken.on_table.not_here, taken.table.stored.draw_declined
    if event.seat in afar and not afar.issuperset(declined):
        return  # it had not heard of that yet
    if event.seat not in afar and afar.intersection(declined):
        raise Refused(message("{seat} does not want a draw now. You can offer another one after the next move.",
                              seat=declined[0]))
    _agree(taken, (event.seat, *seats), event.seats | _computers_for_draw(taken))


def _computers_for_draw(taken: Progress) -> Seats:
    """The computers' seats, if all of them take a draw.

    :raises Refused: one of them thinks that it can do better.
    """
    seats = taken.running.computers.levels
    for seat in seats:
        if not takes_draw(taken.table, seat):
            raise Refused(message("{seat} declines the draw and plays on.", seat=seat))
    return frozenset(seats)


def on_take_over(taken: Progress, event: TakeOver) -> None:
    """Have a person play on for a computer."""
    on_table = taken.running
    if event.seat not in on_table.computers.levels:
        raise Refused(message("No computer plays in that seat."))
    people = replace(on_table, computers=on_table.computers.without(event.seat))
    taken.change(on_table=gone_to(people, people.played, people.happenings, people.by_hand))
    taken.effects.append(KeepComputers(people.key, people.computers))


def on_ask_for_seat(taken: Progress, event: AskForSeat) -> None:
    """Let somebody play on in the seat of a phone that is gone, once the others who are there agree."""
    if taken.table.on_table is None:
        raise Refused(NO_GAME)
    claim, asked = taken.table.claim, event.asked
    if asked and claim is not None and taken.now_s < claim.since_s + CLAIM_S:
        _refuse_another(claim, event)
        asked &= claim.asked  # it presses again: others may have agreed already
    _claim(taken, SeatClaim(event.seat, event.phone, event.holder, asked, taken.now_s))


def _refuse_another(claim: SeatClaim, event: AskForSeat) -> None:
    """:raises Refused: the others are asked about another phone, or have said no a moment ago."""
    if claim.refused is not None:
        raise Refused(message("{why} Ask again in three minutes.", why=claim.refused))
    if (claim.seat, claim.phone) != (event.seat, event.phone):
        raise Refused(message("Somebody has already asked to play on for {seat}. Wait until the others have answered; "
                              "if they do not, ask again in three minutes.", seat=claim.seat))


def on_holder_back(taken: Progress, event: HolderBack) -> None:
    """Withdraw the question about the seat of a phone that was gone."""
    claim = taken.table.open_claim
    if claim is not None and claim.holder == event.phone:
        _turn_down(taken, claim, message("That phone is there again."))


def _turn_down(taken: Progress, claim: SeatClaim, why: Message) -> None:
    taken.change(claim=replace(claim, since_s=taken.now_s, refused=why))


def _claim(taken: Progress, claim: SeatClaim) -> None:
    taken.change(claim=claim if claim.asked else None)
    if not claim.asked:
        taken.effects.append(GiveSeat(claim.seat, claim.phone, claim.holder))


def answer_seat(taken: Progress, event: Answer) -> None:
    """Agree that somebody plays on in the seat of a phone that is gone, or not."""
    claim = taken.table.claim
    if claim is None:
        return
    if event.value == prompts.YES:
        _claim(taken, replace(claim, asked=claim.asked - event.seats))
    else:
        _turn_down(taken, claim, message("The others at the table do not want another phone to play on."))


def _agree(taken: Progress, order: tuple[Seat, ...], seats: Seats) -> None:
    """These seats want a draw too; ``order``: in which they are told of."""
    agreed = taken.table.stored.draw_agreed
    agreed += tuple(seat for seat in dict.fromkeys(order) if seat in seats and seat not in agreed)
    all_agree = len(agreed) == len(taken.running.seats)
    if all_agree and not _numbered_elsewhere(taken):
        end(taken, (), "agreement")
    else:
        taken.keep(draw_agreed=agreed, draw_declined=())


def _numbered_elsewhere(taken: Progress) -> bool:
    """True if another board says what counts: then the game ends once that has heard of it."""
    afar = taken.on_table.afar
    return afar is not None and not afar.numbers


def on_take_back(taken: Progress, event: TakeBack) -> None:
    """Take the last action back, once the others agree. A player who was asked and asks for it too has thereby agreed;
    for an own action that nobody has answered yet no consent is needed. What somebody was just warned of, or the
    computer still looks at for them, is put back instead."""
    before, unplayed = taken.table, warnings.unplayed(taken.table)
    refuse_unseen_actions(event.seen, before)
    if unplayed is not None:
        refuse_unseen_hands(event.seen, before)
        _refuse_for(unplayed, event.seats)
        repair(taken)
        return
    finish_hands(taken, go_on=not _acts(taken, event.seats))
    if taken.table.entries != before.entries:
        refuse_unseen_hands(event.seen, before)
    refusal = undo_refusal(taken.table)
    if refusal is not None:
        raise Refused(refusal)
    own = last_own(taken.table) in event.seats
    if not own:
        refuse_unseen_question(event.seen, taken, "undo", event.seats)
    _propose(taken, "undo", frozenset() if own else (taken.table.stored.asked("undo") or event.held) - event.seats)


def _refuse_for(unplayed: Checked, seats: Seats) -> None:
    """:raises Refused: what is looked at, or was warned of, is somebody else's."""
    if unplayed.seat in seats:
        return
    if unplayed.loss is None:
        raise Refused(message("The computer is looking at the move of {seat}. Try again in a moment.",
                              seat=unplayed.seat))
    raise Refused(message("{seat} has just been warned about a move and has to decide first.", seat=unplayed.seat))


def _acts(taken: Progress, seats: Seats) -> bool:
    """True if what hands are doing may be an action of one of these seats: nobody cuts another one's short."""
    return bool(seats.intersection(taken.on_table.to_act))


def answer_draw(taken: Progress, event: Answer) -> None:
    """Consent to a draw, or none."""
    if event.value == prompts.YES:
        _agree(taken, taken.running.seats, event.seats)
    else:
        asked = event.seats - taken.running.not_here - frozenset(taken.table.stored.draw_agreed)
        taken.keep(draw_agreed=(), draw_declined=tuple(sorted(asked)))


_AGREED: Final[Mapping[Topic, Callable[[Progress, NextGame | None], None]]] = {
    "undo": lambda taken, _: undo(taken),
    "park": _park,
    "abandon": lambda taken, _: end(taken, (), ABANDONED),
}
"""The deed once everybody agrees; for hints and warnings see ``table/requests/hints.py``."""
