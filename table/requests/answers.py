"""Answers of players to the questions on their phones, and the end of a turn."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from engine.core.messages import message
from table.hands import reading
from table.hands.decision import decide
from table.messages.events import Answer, EndTurn, StandsAsShown
from table.messages.refusal import QUESTION_ANSWERED, Refused
from table.model.believed_pieces import BelievedPieces
from table.model.current_game import GameOnTable
from table.model.state import PATIENCE_S, Table
from table.requests import consent, hints, pause, prompts, remote_play
from table.requests.seen import refuse_unseen_look
from table.turns import lessons, warnings
from table.turns.advance import ask_chance, waits_for_check
from table.turns.transaction import Progress, commit, hold, repair, uncorrect, undo

PAUSED = message("The game is paused. Resume it first.")
ANOTHER_SEAT = message("Another seat decides this. Take that seat first, or let its phone answer.")


def on_answer(taken: Progress, event: Answer) -> None:
    """An open question is answered by somebody who may."""
    prompt = prompts.find_prompt(taken.table, taken.now_s, event.prompt_id)
    if prompt is None:
        raise Refused(QUESTION_ANSWERED)
    if prompt.seats and not event.seats & set(prompt.seats):
        raise Refused(ANOTHER_SEAT)
    if not prompts.allows(prompt, event.value):
        raise Refused(message("{value} is not one of the answers. Choose one that is shown.", value=event.value))
    _ANSWERS[prompt.id.partition(":")[0]](taken, event)


def _answer_hands(taken: Progress, event: Answer) -> None:
    if event.value == prompts.PUT_BACK:
        repair(taken)
        return
    read = reading.read(taken.table)
    decision = decide(taken.table, read, taken.now_s)
    for each in decision.uncorrected:
        if each.text == event.value:
            uncorrect(taken, each)
            taken.change(hand=())
            return
    unsure = decision.stands is not None
    if event.value in {each.action.text for each in read.gone_on}:
        undo(taken, by_hand=True)
    commit(taken, event.value, by_hand=True)
    if unsure:
        taken.change(hand=())  # players have said it: lifting that piece to take it corrects nothing


def _answer_warning(taken: Progress, event: Answer) -> None:
    warned = warnings.told(taken.table)
    if event.value == prompts.KEEP and warned is not None:
        commit(taken, warned.action, by_hand=True, made_s=taken.now_s)
    else:
        repair(taken)


def _answer_thoughts(taken: Progress, event: Answer) -> None:
    if event.value == prompts.KEEP:
        taken.change(touches=(), wood=BelievedPieces(taken.on_table.stands))
        return
    undo(taken, by_hand=True)
    if event.value != prompts.PUT_BACK:
        commit(taken, event.value, by_hand=True)


def _answer_lesson(taken: Progress, event: Answer) -> None:
    taken.table = lessons.answered(taken.table, event.value)


def _answer_seen(taken: Progress, event: Answer) -> None:
    assert taken.table.goal is not None
    taken.change(goal=replace(taken.table.goal, unseen=()))


def _answer_throw(taken: Progress, event: Answer) -> None:
    hold(taken, event.value, typed=True)


def _answer_roll(taken: Progress, event: Answer) -> None:
    if not taken.table.in_step:
        raise Refused(message("Put the board right first: the lights show how."))
    ask_chance(taken)


def _answer_game(taken: Progress, event: Answer) -> None:
    on_table = taken.running
    action = on_table.game.parse(on_table.position, event.value)
    if on_table.game.actor(on_table.position, action) not in event.seats:
        raise Refused(message("That decision belongs to another seat."))
    commit(taken, action.text)


def on_stands_as_shown(taken: Progress, event: StandsAsShown) -> None:
    """Somebody sees every piece stand where the picture shows it: that is believed, as far as covered squares allow."""
    table, on_table = taken.table, taken.on_table
    if table.stored.paused:
        raise Refused(PAUSED)
    if table.unread is not None:
        raise Refused(message("The board is being read. This takes a moment."))
    if table.difference:
        differing = on_table.board.sorted_names(table.difference)
        raise Refused(message("The board differs from the picture on {squares}. Put that right first.",
                              squares=", ".join(differing)))
    if table.in_step and not prompts.whether_exchanged(table):
        raise Refused(message("The board is right already."))
    taken.change(touches=(), wood=BelievedPieces(on_table.stands))


def _answer_stands(taken: Progress, event: Answer) -> None:
    on_stands_as_shown(taken, StandsAsShown())


def _refuse_end(table: Table, on_table: GameOnTable, event: EndTurn) -> None:
    """Refuse to end a turn that nobody sees as it is, or that nobody plays."""
    refuse_unseen_look(event.seen, table)
    if table.stored.paused:
        raise Refused(PAUSED)
    if table.lost_here and on_table.afar is not None:
        raise Refused(remote_play.lost(table, on_table.afar))


def on_end_turn(taken: Progress, event: EndTurn) -> None:
    """The player is done: the finished action counts at once, or the one decision left to confirm is made."""
    table, on_table = taken.table, taken.running
    _refuse_end(table, on_table, event)
    if on_table.chance_acts and table.hand and not table.chance_decides:
        taken.change(hand=())  # what hands did is final: chance need not wait for second thoughts
        return
    if table.goal is not None and table.goal.unseen and table.in_step:
        taken.change(goal=replace(table.goal, unseen=()))
        return
    if table.goal is None and on_table.is_solved:
        taken.table = lessons.answered(table, lessons.NEXT)
        return
    if table.goal is None and table.difference and not reading.read(table).unsaid:
        _end_by_hand(taken, event)
        return
    open_ = [each for each in prompts.prompts(table, taken.now_s) if each.id.startswith("game:")]
    if len(open_) != 1 or len(open_[0].choices) != 1:
        raise Refused(message("The turn cannot be ended now: it ends by itself when its moves are made."))
    on_answer(taken, Answer(open_[0].id, open_[0].choices[0].value, event.seats))


def _end_by_hand(taken: Progress, event: EndTurn) -> None:
    """Play what hands have done, without waiting for anything that might follow or still be taken off the board."""
    table, on_table = taken.table, taken.running
    decision = decide(table, reading.read(table), table.last_touch_s + PATIENCE_S)
    action = decision.commit or decision.stands
    if decision.uncorrect is not None and decision.uncorrect.actor in event.seats:
        uncorrect(taken, decision.uncorrect)
        return
    if action is None or decision.undo:
        raise Refused(message("The board shows no finished move. Finish it or put the pieces back."))
    if on_table.game.actor(on_table.position, action) not in event.seats:
        raise Refused(ANOTHER_SEAT)
    told = warnings.told(table) is not None
    if not told and waits_for_check(taken, replace(decision, commit=action)):
        return
    commit(taken, action.text, by_hand=True, made_s=taken.now_s if told else None)
    if decision.stands:
        taken.change(hand=())


_ANSWERS: dict[str, Callable[[Progress, Answer], None]] = {
    "undo": partial(consent.answer, "undo"),
    "draw": consent.answer_draw,
    "hints": partial(hints.answer_consent, "hints"),
    "warnings": partial(hints.answer_consent, "warnings"),
    "warning": _answer_warning,
    "park": partial(consent.answer, "park"),
    "pause": pause.answer_pause,
    "claim": remote_play.answer_claim,
    "alone": remote_play.answer_alone,
    "abandon": partial(consent.answer, "abandon"),
    "seat": consent.answer_seat,
    "hands": _answer_hands,
    "thoughts": _answer_thoughts,
    "stands": _answer_stands,
    "throw": _answer_throw,
    "roll": _answer_roll,
    "lesson": _answer_lesson,
    "seen": _answer_seen,
    "game": _answer_game,
}
