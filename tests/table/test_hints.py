"""Hints: the piece, the square, why; for whoever is to move, and against people only once they agree."""

import random

import pytest
from play_table import BLACK, BOTH, WHITE, PlayTable
from random_games import some_action

from engine.core.pieces import Seat
from engine.records.computer_levels import NO_COMPUTERS, Computers
from engine.records.game_record import begin
from engine.registry import find_game
from table.messages.effects import Think
from table.messages.events import Answer, AskHint, ChangeSettings, HintFound, Pause, Resume, TakeBack, TakeOver
from table.messages.lights import Role
from table.messages.settings import Settings


def table_with(computers, game_id="pawn"):
    table = PlayTable()
    table.computers = computers
    table.start(game_id)
    return table


@pytest.fixture
def alone():
    """White, a person, is to move against a computer."""
    return table_with(Computers({Seat.BLACK: 1}, 1))


@pytest.fixture
def two():
    """Two people; each has a phone."""
    return table_with(NO_COMPUTERS)


def ask(table, seats=WHITE, seat=Seat.WHITE):
    table.send(AskHint(seat, seats))


def find(table, action="g1g2", reason="together", piece=""):
    table.send(HintFound(table.thoughts[-1].entry, action, reason, piece))


def lit(table):
    return table.squares_of(Role.HINT)


def now(table):
    return str(table.scene().now)


def hints_asked(table):
    return [each for each in table.scene().prompts if each.id.startswith("hints:")]


# --- what it tells -----------------------------------------------------------------------------------------------


def test_first_the_piece_then_the_square_then_why(alone):
    ask(alone)
    assert alone.thoughts == [Think(1, Seat.WHITE, hint=True)]
    assert now(alone) == "A hint is on its way …" and not lit(alone)
    find(alone)
    assert lit(alone) == ["g1"] and now(alone) == "Hint: look at the lit square."
    ask(alone)
    assert lit(alone) == ["g1", "g2"] and now(alone) == "Hint: pawn from g1 to g2."
    ask(alone)
    assert now(alone) == "Hint: pawn from g1 to g2. It brings pieces together."
    assert len(alone.thoughts) == 1


def test_what_hands_have_no_part_in_is_one_sentence():
    table = table_with(Computers({Seat.BLACK: 1}, 1), "pawn")
    board = {"f8": "wP", "g8": "wP", "e8": "bP", "c2": "bP"}
    strike = {"board": board, "phase": "strike", "to_act": ["white"], "detail": {"new_patterns": ["f8g8"]}}
    table.continue_with((), strike, "pawn")
    ask(table)
    find(table, "end")
    ask(table)
    assert now(table) == "Hint: white ends the turn without a strike."


def test_what_was_found_is_read_once_however_often_it_is_shown(alone, monkeypatch):
    ask(alone)
    find(alone)
    read = []
    monkeypatch.setattr(type(find_game("pawn")), "parse", lambda *given: read.append(given))
    assert lit(alone) == ["g1"] and now(alone) == "Hint: look at the lit square." and not read


def test_what_is_destroyed_from_afar_is_lit_too():
    """Nobody steps there."""
    table = PlayTable()
    table.computers = Computers({Seat.BLACK: 1}, 1)
    board = {"f1": "wK", "f10": "bK", "d5": "wP+", "e6": "bN"}
    table.continue_with((), {"board": board, "phase": "turn", "to_act": ["white"]}, "chess-two")
    ask(table)
    find(table, "d5xe6@d5")
    assert lit(table) == ["d5"]
    ask(table)
    assert lit(table) == ["d5", "e6"]


@pytest.mark.parametrize(("reason", "said"), [
    ("takes", "It takes a pawn."), ("takes-next", "Then you can take a pawn."),
])
def test_it_says_what_is_taken(alone, reason, said):
    ask(alone)
    find(alone, reason=reason, piece="P")
    ask(alone)
    ask(alone)
    assert now(alone).endswith(said)


@pytest.mark.parametrize(("reason", "said"), [
    ("escapes", "It brings a pawn to safety."), ("protects", "It protects a pawn."),
    ("threatens", "It threatens a pawn."),
])
def test_with_why_the_squares_are_lit_that_it_is_about(alone, reason, said):
    ask(alone)
    alone.send(HintFound(alone.thoughts[-1].entry, "g1g2", reason, "P", ("c8",)))
    ask(alone)
    assert lit(alone) == ["g1", "g2"]
    ask(alone)
    assert now(alone).endswith(said) and lit(alone) == ["c8", "g1", "g2"]


@pytest.mark.parametrize(("expected", "said"), [
    ("c8c7", "It is ready for this answer: pawn from c8 to c7."),
    ("c1c2", "Nothing better was found."),  # none of Black's actions: others decide it in secret
])
def test_where_it_is_about_nothing_it_says_what_is_expected(alone, expected, said):
    ask(alone)
    alone.send(HintFound(alone.thoughts[-1].entry, "g1g2", "ready", expected=expected))
    ask(alone)
    ask(alone)
    assert now(alone).endswith(said)


def test_the_square_stays_lit_while_the_piece_is_in_the_hand(alone):
    ask(alone)
    find(alone)
    ask(alone)
    alone.lift("g1")
    alone.wait()
    assert lit(alone) == ["g2"] and alone.role("g1") is Role.ORIGIN


def test_it_goes_when_something_is_played_and_the_next_one_begins_anew(alone):
    ask(alone)
    find(alone)
    alone.move("c1", "c2")
    assert alone.table.hint is None and not lit(alone)
    alone.choose("c6c5")
    alone.follow_lights()
    ask(alone)
    assert alone.table.hint.told == 1


def test_what_is_found_too_late_is_dropped(alone):
    ask(alone)
    entry = alone.thoughts[-1].entry
    alone.move("c1", "c2")
    alone.send(HintFound(entry, "g1g2", "best"))
    assert alone.table.hint is None


@pytest.mark.parametrize("disturb", [Pause(), TakeBack(WHITE, WHITE)])
def test_a_pause_and_an_undo_end_it(alone, disturb):
    alone.move("c1", "c2")
    alone.choose("c6c5")
    alone.follow_lights()
    ask(alone)
    find(alone)
    alone.send(disturb)
    assert alone.table.hint is None
    alone.send(Resume())


# --- who may have it ---------------------------------------------------------------------------------------------


def test_it_is_for_whoever_is_to_move(alone):
    ask(alone, BLACK, Seat.BLACK)
    assert alone.refusals and not alone.thoughts
    alone.move("g1", "g2")
    ask(alone)
    assert len(alone.refusals) == 2 and alone.scene().hint is None


def test_another_person_is_asked_first_and_once(two):
    ask(two)
    assert not two.thoughts
    (prompt,) = hints_asked(two)
    assert prompt.seats == (Seat.BLACK,)
    two.send(Answer(prompt.id, "yes", BLACK))
    assert two.thoughts == [Think(1, Seat.WHITE, hint=True)] and not hints_asked(two)
    find(two)
    two.move("g1", "g2")
    two.move("c6", "c5")
    ask(two)
    assert len(two.thoughts) == 2


def test_a_person_who_takes_over_from_a_computer_has_not_agreed(alone):
    ask(alone)
    find(alone)
    alone.send(TakeOver(Seat.BLACK))
    alone.move("a1", "a2")
    alone.move("c6", "c5")
    ask(alone)
    assert len(alone.thoughts) == 1 and [prompt.seats for prompt in hints_asked(alone)] == [(Seat.BLACK,)]


def test_who_asks_cannot_consent_for_the_other(two):
    ask(two)
    two.send(Answer(hints_asked(two)[0].id, "yes", WHITE))
    assert two.refusals and not two.thoughts
    ask(two)
    assert not two.thoughts and hints_asked(two)


def test_no_means_no_hint(two):
    ask(two)
    two.send(Answer(hints_asked(two)[0].id, "no", BLACK))
    assert not two.thoughts and not hints_asked(two) and two.table.hint is None


def test_no_lasts_for_the_game_and_is_told_to_whoever_asks_again(two):
    ask(two)
    two.send(Answer(hints_asked(two)[0].id, "no", BLACK))
    for disturb in (lambda: None, two.power_cut, lambda: (two.move("g1", "g2"), two.move("c6", "c5"))):
        disturb()
        two.follow_lights()
        ask(two)
        assert two.refusals.pop() == "The other side has said no to hints and warnings in this game."
        assert not hints_asked(two) and not two.thoughts


def test_who_said_no_is_asked_about_another_seat_and_two_at_one_phone_may_still_agree(two):
    ask(two)
    two.send(Answer(hints_asked(two)[0].id, "no", BLACK))
    ask(two, BOTH)
    assert two.thoughts == [Think(1, Seat.WHITE, hint=True)] and not two.refusals
    find(two)
    two.move("g1", "g2")
    ask(two, BLACK, Seat.BLACK)
    assert [prompt.seats for prompt in hints_asked(two)] == [(Seat.WHITE,)]


def test_consent_is_for_the_seat_that_asked(two):
    ask(two, BOTH)
    find(two)
    two.move("g1", "g2")
    ask(two, BLACK, Seat.BLACK)
    assert [prompt.seats for prompt in hints_asked(two)] == [(Seat.WHITE,)]


def test_playing_on_answers_the_question_with_no(two):
    ask(two)
    two.move("g1", "g2")
    assert not hints_asked(two)


def test_the_question_outlasts_a_power_cut_and_is_asked_once_the_board_is_right(two):
    ask(two)
    two.lift("g1")
    two.power_cut()
    assert two.scene().status == "setup" and not hints_asked(two)
    two.place("g1")
    (prompt,) = hints_asked(two)
    two.send(Answer(prompt.id, "yes", BLACK))
    assert two.thoughts == [Think(1, Seat.WHITE, hint=True)]


def test_consent_outlasts_a_power_cut(two):
    ask(two, BOTH)
    two.power_cut()
    two.follow_lights()
    assert two.table.stored.hints_for == WHITE
    ask(two)
    assert len(two.thoughts) == 2


def test_what_is_divided_in_secret_is_not_hinted_at():
    table, game, chance = PlayTable(), find_game("pawns-revenge"), random.Random(1)
    played = begin(game, game.read_options({}))
    while game.actions(played.position):
        played, _ = played.after(some_action(game, played.position, chance))
    table.continue_with(tuple(action.text for action in played.actions), None, game.id)
    assert any(prompt.kind == "division" for prompt in table.scene().prompts)
    for seat in BOTH:
        ask(table, BOTH, seat)
    assert not table.thoughts and table.scene().hint is None


# --- refused -----------------------------------------------------------------------------------------------------


def test_an_owner_can_switch_hints_off_for_every_game(alone):
    alone.send(ChangeSettings(Settings(hints=False)))
    assert alone.scene().hint is None
    ask(alone)
    assert alone.refusals == ["Hints are switched off in the board's settings."] and not alone.thoughts


def test_each_refusal_says_why(two):
    ask(two, seats=BLACK)
    ask(two, seats=BLACK, seat=Seat.BLACK)
    two.send(Pause())
    ask(two)
    assert two.refusals == [
        "Only the player in that seat can ask for a hint.", "Hints are for the player whose turn it is.",
        "The game is paused. Resume it first.",
    ]


def test_nobody_is_advised_while_the_board_is_put_right():
    table = PlayTable()
    table.start("pawn", set_up=False)
    ask(table)
    assert table.refusals == ["Put the board right first: the lights show how."]
