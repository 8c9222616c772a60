"""While chance decides: its outcome is stored before anybody sees it, and nothing slips in between."""

import pytest
from play_table import BOTH, PlayTable

from engine.core.pieces import Seat
from engine.records.game_record import begin
from engine.registry import find_game
from table.messages.events import (
    AbandonGame,
    Answer,
    ChangeSettings,
    ContinueGame,
    OfferDraw,
    Proposal,
    Resign,
    StoredState,
    TakeBack,
)
from table.messages.new_game import NewGame
from table.messages.settings import Settings


@pytest.fixture
def thrown():
    """Pawn's Revenge: a turn is over, the next roll is drawn but not yet on disk."""
    table = PlayTable()
    table.start("pawns-revenge")
    table.wait(1)
    assert table.table.on_table.hand_actions
    table.slow_store = True
    while table.table.on_table.hand_actions:
        footprint, names = table.table.on_table.hand_actions[0].footprint, table.table.on_table.board.sorted_names
        table.move(*names(footprint.empties), *names(footprint.fills))
    table.wait_for_corrections()
    return table


def test_nothing_is_taken_back_or_ended_while_an_outcome_is_being_stored(thrown):
    played = thrown.actions
    for wish in (TakeBack(BOTH, frozenset()), AbandonGame(), Resign(Seat.WHITE, BOTH), OfferDraw(Seat.WHITE, BOTH)):
        thrown.send(wish)
        assert "Chance is deciding" in thrown.refusals[-1]
    assert "Chance is deciding" in str(thrown.scene().undo_refusal)
    assert thrown.actions == played


def test_the_outcome_is_shown_once_it_is_on_disk_and_what_is_stored_is_what_is_played(thrown):
    thrown.send(TakeBack(BOTH, frozenset()))
    thrown.slow_store = False
    thrown.acknowledge()
    assert thrown.actions[-1].startswith("roll:") and thrown.stored_actions() == thrown.actions
    assert "StoreUndone" not in thrown.stored_kinds()


def test_no_throw_is_typed_before_the_board_is_in_step():
    table = PlayTable()
    table.send(ChangeSettings(Settings(typed_dice=True)))
    board = {"e1": "wK", "d1": "wQ", "c3": "wP", "e8": "bK", "d8": "bQ", "c5": "bP"}
    state = {"board": board, "phase": "roll", "to_act": ["chance"], "detail": {"active": "white"}}
    game = find_game("pawns-revenge")
    played = begin(game, game.read_options({}), state)
    table.send(ContinueGame("game-1", NewGame(game.id, {}, {}, False), played, 0))
    assert table.scene().status == "setup" and table.scene().prompts == ()
    table.follow_lights()
    assert [prompt.kind for prompt in table.scene().prompts] == ["number"]


def by_a_tap() -> PlayTable:
    """Pawn's Revenge, whose dice are thrown by a tap."""
    table = PlayTable()
    table.send(ChangeSettings(Settings(tapped_dice=True)))
    table.start("pawns-revenge")
    table.wait(1)
    return table


def test_a_die_waits_for_the_tap_of_its_thrower():
    table = by_a_tap()
    (asked,) = table.scene().prompts
    (thrower,) = asked.seats
    assert asked.kind == "confirm" and "throws the die: tap" in str(table.scene().now)
    other = frozenset(BOTH) - {thrower}
    table.send(Answer(asked.id, "throw", other))
    assert table.actions == [] and "Another seat decides this" in table.refusals[-1]
    table.send(Answer(asked.id, "throw", frozenset({thrower})))
    assert [action.partition("=")[0] for action in table.actions] == [f"first:{thrower}"]


def test_a_die_is_thrown_once_by_one_tap():
    table = by_a_tap()
    (asked,) = table.scene().prompts
    for _ in range(2):
        table.send(Answer(asked.id, "throw", frozenset(BOTH)))
    assert len(table.actions) == 1 and "answered in the meantime" in table.refusals[-1]


def test_what_no_die_decides_is_drawn_by_itself():
    table = PlayTable()
    table.send(ChangeSettings(Settings(tapped_dice=True)))
    table.start("advancing-chess")
    table.wait(1)
    assert len(table.actions) == 1 and table.scene().prompts == ()


def test_a_question_about_hints_that_a_worn_card_made_up_while_chance_decides_is_not_asked(thrown):
    proposals = {"hints": Proposal(frozenset({Seat.BLACK})), "warnings": Proposal(frozenset({Seat.WHITE}))}
    thrown.table = thrown.table.having(drawn=None, awaiting_chance=True, stored=StoredState(proposals=proposals))
    assert not thrown.table.on_table.seats_to_act and thrown.table.goal is None
    assert not thrown.scene().prompts
    thrown.send(Answer("hints:1:0", "yes", BOTH))
    assert thrown.refusals[-1].startswith("That question has been answered")
