"""An answer to a question that was put once is none to the same question put again: every topic there is."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest
from cases import FACING, position, shields
from play_table import BLACK, BOTH, WHITE, PlayTable
from test_board_decisions import divide, divisions
from test_clocks_apart import Pair
from test_computers import healing
from test_lessons import STEP, TAKE
from test_stands_as_shown import BOARD, exchange
from test_warnings import judge

from engine.core.pieces import Seat
from engine.records.computer_levels import Computers
from engine.services.lessons import Course
from table.messages.events import (
    NOTHING_STORED,
    AbandonGame,
    Answer,
    AskForSeat,
    AskHint,
    ChangeSettings,
    Event,
    OfferDraw,
    OtherBoardSeen,
    ParkGame,
    Pause,
    PauseHeard,
    Reached,
    SetWarnings,
    StartGame,
    TakeBack,
)
from table.messages.new_game import NewGame
from table.messages.remote_board import RemoteBoard
from table.messages.scene import ScenePrompt
from table.messages.settings import Settings
from table.model.state import CLAIM_S, SILENCE_S, Table
from table.requests.answers import _ANSWERS
from table.requests.seen import seen

Step = Callable[[], object]


@dataclass
class Asked:
    """A table at which a question is put, settled and put again by these steps."""

    table: PlayTable
    put: Step
    settle: Step
    again: Step


def sends(table: PlayTable, *events: Event) -> Step:
    return lambda: [table.send(event) for event in events]


def replies(table: PlayTable, value: str) -> Step:
    """Somebody who is asked gives this answer."""
    return lambda: table.send(Answer(table.scene().prompts[0].id, value, BOTH))


def nothing() -> None:
    """The question is there already."""


def two(*moves: tuple[str, str]) -> PlayTable:
    table = PlayTable()
    table.start("pawn")
    for move in moves:
        table.move(*move)
    return table


def proposed(event: Event, *moves: tuple[str, str]) -> Asked:
    table = two(*moves)
    return Asked(table, sends(table, event), replies(table, "no"), sends(table, event))


def warnings_asked() -> Asked:
    """The player who asks thinks better of it, and asks again: a no would last."""
    table = two()
    on, off = SetWarnings(Seat.WHITE, True, WHITE), SetWarnings(Seat.WHITE, False, WHITE)
    return Asked(table, sends(table, on), sends(table, off), sends(table, on))


def seat_asked() -> Asked:
    """The phone of Black is gone: another one may play on there, or not."""
    table = two()
    ask = sends(table, AskForSeat(Seat.BLACK, "new", "gone", WHITE))

    def say_no() -> None:
        replies(table, "no")()
        table.wait(CLAIM_S)

    return Asked(table, ask, say_no, ask)


def hint_asked() -> Asked:
    table = two()
    put = sends(table, AskHint(Seat.WHITE, WHITE))

    def play_on() -> None:
        table.move("g1", "g2")
        table.move("c6", "c5")

    return Asked(table, put, play_on, put)


def pause_asked() -> Asked:
    table = Pair().bo
    put = sends(table, PauseHeard(True))
    return Asked(table, put, sends(table, PauseHeard(False)), put)


def alone_asked() -> Asked:
    table = PlayTable()
    table.afar = RemoteBoard("b" * 16, "Bo's", (Seat.BLACK,), True)
    table.start("pawn")
    table.send(OtherBoardSeen(True, True))
    table.move("b2", "b3")
    table.wait(5)
    table.send(Reached(table.table.entries))

    def be_off() -> None:
        table.send(OtherBoardSeen(True, False))
        table.wait(SILENCE_S + 1)

    return Asked(table, be_off, sends(table, OtherBoardSeen(True, True)), be_off)


def claim_asked() -> Asked:
    pair = Pair()
    pair.move(pair.ada, "a3", "a4")
    pair.bring(pair.ada, pair.bo)
    table = pair.ada

    def be_late() -> None:
        table.send(OtherBoardSeen(True, True))
        table.wait(121)

    return Asked(table, be_late, sends(table, OtherBoardSeen(True, False)), be_late)


def hands_asked() -> Asked:
    """The pawn is put back, and put down on its last rank again."""
    table = shields({"b9": "wP", "c10": "bN"})

    def arrive() -> None:
        table.lift("b9")
        table.place("b10")
        table.wait(1)

    def put_back() -> None:
        table.lift("b10")
        table.place("b9")
        table.wait(1)

    return Asked(table, arrive, put_back, arrive)


def thoughts_asked() -> Asked:
    """The extra piece is taken off, and put down on the same square again."""
    table = PlayTable()
    table.continue_with((), FACING)
    table.capture("d4", "e5")

    def doubt() -> None:
        table.place("d5")
        table.wait(1)

    def take_off() -> None:
        table.lift("d5")
        table.wait(5)

    return Asked(table, doubt, take_off, doubt)


def warning_asked() -> Asked:
    table = two()
    table.computers = Computers({Seat.BLACK: 1}, 1)
    table.start("pawn")
    table.send(SetWarnings(Seat.WHITE, True, WHITE))

    def throw_away(origin: str = "g1", target: str = "g2") -> None:
        table.move(origin, target)
        judge(table, 0.5)

    def put_back() -> None:
        table.send(TakeBack(WHITE, WHITE))
        table.follow_lights()

    def try_both() -> None:
        throw_away("c1", "c2")
        put_back()
        throw_away()

    return Asked(table, throw_away, put_back, try_both)


def lesson_asked() -> Asked:
    table = PlayTable()
    game = NewGame("pawn", {}, {Seat.WHITE: "", Seat.BLACK: ""}, False, setup=STEP.state)
    table.send(StartGame("lesson-1", game, Course((STEP, TAKE))))
    table.follow_lights()

    def solve() -> None:
        table.move("d3", "d4")
        table.wait(4.0)

    def once_more() -> None:
        table.answer("again")
        table.follow_lights()

    return Asked(table, solve, once_more, solve)


def seen_asked() -> Asked:
    """That it was seen was not stored when the power failed."""
    table = healing()

    def look() -> None:
        table.answer("yes")

    def again() -> None:
        table.wait(1)
        table.power_cut(standing=replace(table.table.stored, seen=0))

    return Asked(table, nothing, look, again)


def stands_asked() -> Asked:
    """Two pieces were exchanged, and nobody can know that they were put right."""
    table = position("advancing-chess", BOARD, "play")
    return Asked(table, lambda: exchange(table), replies(table, "stands"), lambda: exchange(table))


def thrown(**settings: bool) -> Asked:
    table = PlayTable()
    table.send(ChangeSettings(Settings(**settings)))
    table.start("pawns-revenge")
    table.wait(1)

    def throw() -> None:
        prompt = table.scene().prompts[0]
        table.send(Answer(prompt.id, prompt.choices[0].value, BOTH))

    return Asked(table, nothing, throw, lambda: table.wait(1))


def decision_asked() -> Asked:
    """Two divide in secret."""
    table = divisions()
    return Asked(table, nothing, lambda: divide(table, "black:c5+1/1"), nothing)


QUESTIONS: dict[str, Callable[[], Asked]] = {
    "park": lambda: proposed(ParkGame(WHITE, BLACK)),
    "abandon": lambda: proposed(AbandonGame(WHITE, BLACK)),
    "undo": lambda: proposed(TakeBack(BLACK, BOTH), ("b2", "b3")),
    "draw": lambda: proposed(OfferDraw(Seat.WHITE, WHITE)),
    "hints": hint_asked,
    "warnings": warnings_asked,
    "seat": seat_asked,
    "pause": pause_asked,
    "alone": alone_asked,
    "claim": claim_asked,
    "hands": hands_asked,
    "thoughts": thoughts_asked,
    "warning": warning_asked,
    "lesson": lesson_asked,
    "seen": seen_asked,
    "stands": stands_asked,
    "throw": lambda: thrown(typed_dice=True),
    "roll": lambda: thrown(tapped_dice=True),
    "game": decision_asked,
}


def open_question(table: PlayTable, topic: str) -> ScenePrompt | None:
    return next((each for each in table.scene().prompts if each.id.startswith(f"{topic}:")), None)


def state(table: Table) -> Table:
    """All of the table but when something happened last, which a refusal does not change either."""
    return replace(table, wake_at_s=None)


def test_every_topic_is_walked() -> None:
    assert set(QUESTIONS) == set(_ANSWERS)


@pytest.mark.parametrize("topic", sorted(_ANSWERS))
def test_an_answer_to_the_first_question_is_none_to_the_second(topic: str) -> None:
    asked = QUESTIONS[topic]()
    table = asked.table
    asked.put()
    first = open_question(table, topic)
    assert first is not None
    asked.settle()
    left = open_question(table, topic)
    assert left is None or left.id != first.id
    asked.again()
    second = open_question(table, topic)
    assert second is not None and second.id != first.id
    before = table.table
    for value in [choice.value for choice in first.choices] or ["yes"]:
        table.refusals.clear()
        table.send(Answer(first.id, value, BOTH))
        assert len(table.refusals) == 1 and "has been answered in the meantime" in table.refusals[0]
        assert state(table.table) == state(before)
    value = second.choices[-1].value if second.choices else "white:c4+2/3"
    table.send(Answer(second.id, value, frozenset(second.seats) or BOTH))
    assert len(table.refusals) == 1, "the second one is answered"


@pytest.mark.parametrize("event", [ParkGame(WHITE, BLACK), AbandonGame(WHITE, BLACK), OfferDraw(Seat.WHITE, WHITE)])
def test_no_number_of_a_question_comes_again_after_a_restart(event: Event) -> None:
    """The last question was not stored when the power failed."""
    table = two()
    table.send(event)
    (first,) = table.scene().prompts
    table.power_cut(standing=NOTHING_STORED)
    table.follow_lights()
    table.send(event)
    (second,) = table.scene().prompts
    table.send(Answer(first.id, "yes", BLACK))
    assert len(table.refusals) == 1 and table.scene().prompts == (second,)


def test_who_is_asked_still_is_asked_the_same() -> None:
    """One of two has agreed: the page of the other one shows the question as before."""
    table = two()
    table.send(AbandonGame(frozenset(), BOTH))
    (before,) = table.scene().prompts
    table.send(Answer(before.id, "yes", BLACK))
    (after,) = table.scene().prompts
    assert after.id == before.id and after.seats == (Seat.WHITE,)


@pytest.mark.parametrize("event", [OfferDraw(Seat.WHITE, WHITE), TakeBack(BLACK, BOTH)])
def test_one_step_that_plays_what_lies_under_the_hands_and_asks_anew_asks_another_question(event: Event) -> None:
    """Whoever acts with a piece just put down has it played: that ends the question that was open."""
    table = PlayTable()
    table.start()  # four moves a turn
    table.move("a1", "a2")
    table.send(event)
    (first,) = table.scene().prompts
    table.lift("b1")
    table.place("b2")
    table.send(event)
    (second,) = table.scene().prompts
    assert len(table.actions) == 2 and second.id != first.id


def test_a_yes_to_hints_is_none_to_warnings_that_were_asked_for_since() -> None:
    table = two()
    table.send(AskHint(Seat.WHITE, WHITE))
    (first,) = table.scene().prompts
    table.send(SetWarnings(Seat.WHITE, True, WHITE))
    table.send(Answer(first.id, "yes", BLACK))
    assert table.table.stored.hints_for == WHITE and not table.table.stored.warnings
    assert [each.id.partition(":")[0] for each in table.scene().prompts] == ["warnings"]


def test_a_pause_that_the_other_board_asks_for_again_is_another_one_after_an_action() -> None:
    """It was withdrawn and asked for anew while the boards could not hear each other."""
    pair = Pair()
    pair.bo.send(PauseHeard(True))
    first = open_question(pair.bo, "pause")
    pair.move(pair.ada, "a3", "a4")
    pair.bring(pair.ada, pair.bo)
    second = open_question(pair.bo, "pause")
    assert first is not None and second is not None and first.id != second.id


def test_a_pause_that_somebody_else_has_asked_for_is_not_taken_for_ones_own() -> None:
    """Put all pieces right pauses and goes on again: it would end the pause of somebody else."""
    table = two()
    before = seen(table.table)
    table.send(Pause())
    table.send(Pause(before))
    assert len(table.refusals) == 1 and table.table.stored.paused
