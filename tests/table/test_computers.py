"""A computer in a seat: it is asked, its action is stored before it is shown, and hands carry it out."""

import pytest
from play_table import BOTH, WHITE, PlayTable

from engine.core.pieces import Seat
from engine.records.computer_levels import NO_COMPUTERS, Computers
from table.messages.effects import KeepComputers, Think
from table.messages.events import (
    Answer,
    AskToResign,
    EndTurn,
    MoveChosen,
    OfferDraw,
    Pause,
    Resume,
    StoredState,
    TakeBack,
    TakeOver,
)
from table.messages.lights import Role

BLACK_PLAYS = Computers({Seat.BLACK: 3}, 7)


ANSWERS = ("c6c5", "c8c7", "e6e5", "e8e7", "h7h6")
MARCH = (("a3", "a4"), ("a1", "a2"), ("c3", "c4"), ("c1", "c2"), ("h2", "h3"))
"""Moves of Black and White in the usual start of Pawn that are legal one after the other."""


def table_with(computers=BLACK_PLAYS, game_id="pawn", **options):
    table = PlayTable()
    table.computers = computers
    table.start(game_id, **options)
    return table


@pytest.fixture
def playing():
    """White, a person, has played g1 to g2, and the computer is asked."""
    table = table_with()
    table.move("g1", "g2")
    return table


def play_on(playing, *scores):
    """So the computer thinks of its game at its next turns, and so often a person answers."""
    for score, own, answer in zip(scores, MARCH, ANSWERS, strict=False):
        playing.choose(answer, score)
        playing.follow_lights()
        playing.move(*own)


def in_step(table):
    return table.table.goal is None and table.table.in_step


# --- asking ------------------------------------------------------------------------------------------------------


def test_it_is_asked_when_it_is_its_turn(playing):
    assert playing.thoughts == [Think(2, Seat.BLACK)]


def test_nobody_is_asked_where_people_play():
    table = table_with(NO_COMPUTERS)
    table.move("g1", "g2")
    assert table.thoughts == []


def test_it_is_not_asked_again_however_often_pieces_are_adjusted(playing):
    playing.lift("c1")
    playing.wait(1)
    playing.place("c1")
    playing.wait(1)
    assert len(playing.thoughts) == 1


def test_its_pieces_cannot_be_played_by_hands(playing):
    playing.move("c6", "c5")
    assert playing.actions == ["g1g2"]
    assert playing.role("c5") is Role.WRONG


def test_nobody_can_answer_for_it():
    table = table_with(game_id="pawns-revenge")
    assert all(Seat.BLACK not in prompt.seats for prompt in table.scene().prompts)


def test_a_sentence_tells_that_it_thinks_once_that_takes_longer(playing):
    playing.send(Pause())
    playing.send(Resume())
    assert "thinking" not in str(playing.scene().now)
    playing.wait(0.31)
    assert str(playing.scene().now) == "black is thinking …"


# --- answering ---------------------------------------------------------------------------------------------------


def test_what_it_chose_is_stored_before_it_is_shown(playing):
    playing.slow_store = True
    playing.choose("c6c5")
    assert playing.stored_actions() == ["g1g2", "c6c5"]
    assert playing.actions == ["g1g2"]
    playing.acknowledge()
    assert playing.actions == ["g1g2", "c6c5"]


def test_an_answer_to_an_older_question_is_dropped(playing):
    playing.send(TakeBack(WHITE, frozenset()))
    playing.follow_lights()
    playing.choose("c6c5")
    assert playing.actions == []
    playing.move("c1", "c2")
    playing.send(MoveChosen(2, "c6c5"))
    assert playing.actions == ["c1c2"]


def test_what_is_no_legal_action_is_refused_and_still_awaited(playing):
    playing.choose("a1a8")
    assert playing.refusals
    playing.choose("c6c5")
    assert playing.actions == ["g1g2", "c6c5"]


def test_a_pause_drops_the_question_and_going_on_asks_it_again(playing):
    playing.send(Pause())
    playing.choose("c6c5")
    assert playing.actions == ["g1g2"]
    playing.send(Resume())
    assert playing.thoughts == [Think(2, Seat.BLACK)] * 2


def test_after_a_power_cut_the_same_is_asked(playing):
    playing.power_cut()
    playing.follow_lights()
    assert playing.thoughts == [Think(2, Seat.BLACK)] * 2


def test_a_hand_on_the_board_is_waited_for(playing):
    playing.lift("c1")
    playing.choose("c6c5")
    assert playing.actions == ["g1g2"]
    playing.place("c1")
    playing.wait()
    assert playing.actions == ["g1g2", "c6c5"]


# --- carrying out ------------------------------------------------------------------------------------------------


def test_hands_carry_its_move_out(playing):
    playing.choose("c6c5")
    assert playing.role("c6") is Role.MARCH_FROM
    assert playing.role("c5") is Role.MARCH_TO
    assert str(playing.scene().now).startswith("For black: Put the black pawn from c6 on c5")
    playing.move("c6", "c5")
    assert in_step(playing)


def capturing(**others):
    """It is the computer's turn, and its pawn on e5 can take d4."""
    table = PlayTable()
    table.computers = BLACK_PLAYS
    board = {"d4": "wP", "a2": "wP", "e5": "bP", "h7": "bP", **others}
    state = {"board": board, "phase": "battle", "to_act": ["black"]}
    table.continue_with((), state)
    return table


def test_a_captured_piece_is_to_be_cleared():
    table = capturing()
    table.choose("e5d4")
    assert table.role("e5") is Role.MARCH_FROM
    assert table.role("d4") is Role.CLEAR
    table.lift("d4")
    assert table.role("d4") is Role.MARCH_TO
    table.lift("e5")
    table.place("d4")
    table.wait()
    assert table.table.in_step


def test_its_capture_in_the_other_order_is_as_good():
    table = capturing()
    table.choose("e5d4")
    table.lift("e5", "d4")
    table.place("d4")
    table.wait()
    assert table.table.in_step


def marching_on():
    """The computer's pawn has taken d5, and has marched on to d4 as the last of its turn: all of that is to be done."""
    table = PlayTable()
    table.computers = BLACK_PLAYS
    board = {"a1": "wP", "d4": "wP", "c5": "bP", "e6": "bP", "h8": "bP"}
    table.continue_with((), {"board": board, "phase": "battle", "to_act": ["white"]}, spawn=1)
    table.move("a1", "a2")
    table.move("d4", "d5")
    for action in ("e6d5", "c5c4", "h8h6"):
        table.choose(action)
    return table


def test_a_captured_piece_is_to_be_cleared_even_where_its_taker_marches_on():
    table = marching_on()
    assert table.squares_of(Role.CLEAR) == ["d5"]
    assert table.role("e6") is Role.MARCH_FROM and table.role("d4") is Role.MARCH_TO
    table.lift("a2", "d5")
    assert "d5" not in str(table.scene().now) and not table.squares_of(Role.CLEAR)
    table.place("a3")
    for origin, target in (("c5", "c3"), ("h8", "h5")):
        table.move(origin, target)
    assert str(table.scene().now) == "For black: Put the black pawn from e6 on d4."
    table.move("e6", "d5")
    assert table.role("d5") is Role.MARCH_FROM, "now it is the taker that stands there"
    table.move("d5", "d4")
    table.follow_lights()
    assert in_step(table)


def test_a_captured_piece_that_is_left_for_last_is_told_of():
    table = marching_on()
    for origin, target in (("a2", "a3"), ("c5", "c3"), ("h8", "h5"), ("e6", "d4")):
        table.move(origin, target)
    assert str(table.scene().now) == "For black: Take the white pawn off d5."


def test_what_is_in_the_hand_is_told_where_to_go():
    table = table_with(Computers({Seat.WHITE: 1}, 1), "pawn-advance")
    for action in ("a1a3", "c1c3", "d1d2", "h1h3"):
        table.choose(action)
    for origin, target in (("h1", "h3"), ("c1", "c3"), ("a1", "a3")):
        table.lift(origin)
        assert str(table.scene().now).startswith(f"For white: Put the white pawn on {target}.")
        table.place(target)
        table.wait()
    assert str(table.scene().now) == "For white: Put the white pawn from d1 on d2."


def test_no_captured_piece_is_asked_for_in_the_place_of_the_one_in_the_hand():
    table = marching_on()
    table.lift("a2")
    assert str(table.scene().now).startswith("For black: Put the white pawn on a3.")


def test_what_stands_in_the_way_of_the_piece_in_the_hand_is_told_first():
    table = capturing(f7="bP", g7="bP")
    table.choose("e5d4")
    table.choose("h7h6")
    table.lift("e5")
    assert str(table.scene().now).startswith("For black: Take the white pawn off d4.")


def test_wrong_hands_are_led_back_and_play_nothing(playing):
    playing.choose("c6c5")
    playing.move("d6", "d5")
    assert playing.actions == ["g1g2", "c6c5"]
    playing.follow_lights()
    assert in_step(playing)
    assert playing.actions == ["g1g2", "c6c5"]


def test_a_whole_turn_is_one_goal():
    table = table_with(Computers({Seat.WHITE: 1}, 1), "pawn-advance")
    table.choose("a1a3")
    assert len(table.thoughts) == 2
    table.choose("b1b2")
    assert table.actions == ["a1a3", "b1b2"]
    assert table.table.goal is not None
    table.follow_lights()
    assert in_step(table)


# --- what players decide beside the rules ------------------------------------------------------------------------


def test_undo_goes_back_to_the_last_decision_of_a_person(playing):
    playing.choose("c6c5")
    playing.follow_lights()
    playing.send(TakeBack(WHITE, WHITE))
    assert playing.actions == []
    playing.follow_lights()
    assert in_step(playing)


def test_what_only_the_computer_did_is_not_undone():
    table = table_with(Computers({Seat.WHITE: 1}, 1))
    table.choose("g1g2")
    table.follow_lights()
    table.send(TakeBack(BOTH, frozenset()))
    assert table.refusals == ["Only the computer has played so far."]


@pytest.mark.parametrize(("scores", "over"), [
    ((-0.9,), False), ((-0.9, -0.9, -0.9), False), ((-0.9, -0.9, -0.9, -0.4), False),
    ((0.2, -0.9, -0.9, -0.6, -0.9), True),
])
def test_it_takes_a_draw_when_it_has_stood_much_worse_for_some_time(playing, scores, over):
    """A single decision may be far off about an even game."""
    play_on(playing, *scores)
    playing.send(OfferDraw(Seat.WHITE, WHITE))
    assert (playing.table.on_table.outcome is not None) is over
    assert bool(playing.refusals) is not over


@pytest.mark.parametrize(("scores", "over"), [
    ((), False), ((-1.0, -1.0, -1.0), False), ((-0.9, -0.9, -0.8, -0.9), False), ((0.2, -0.9, -1.0, -0.95, -0.9), True),
])
def test_it_resigns_when_it_is_asked_to_and_has_had_no_hope_for_some_time(playing, scores, over):
    play_on(playing, *scores)
    assert playing.table.on_table.outcome is None, "it never does so unasked"
    playing.send(AskToResign(Seat.BLACK))
    outcome = playing.table.on_table.outcome
    if over:
        assert (outcome.winners, outcome.reason) == ((Seat.WHITE,), "resignation")
    else:
        assert outcome is None and playing.refusals == ["black does not give up and plays on."]


NO_HOPE = (-0.9, -0.9, -0.9, -0.9)


@pytest.mark.parametrize(("undone", "left", "over"), [(1, 8, True), (2, 6, False)])
def test_what_was_taken_back_says_nothing_any_more(playing, undone, left, over):
    """The first undo takes back the person's own last move alone: all four answers before it stand."""
    play_on(playing, *NO_HOPE)
    for _ in range(undone):
        playing.send(TakeBack(WHITE, WHITE))
        playing.follow_lights()
    playing.send(AskToResign(Seat.BLACK))
    assert len(playing.actions) == left
    assert (playing.table.on_table.outcome is not None) is over


def test_what_it_thinks_of_its_game_outlives_a_power_cut(playing):
    play_on(playing, *NO_HOPE[1:])
    playing.power_cut()
    playing.follow_lights()
    playing.choose(ANSWERS[3], -0.9)
    playing.send(AskToResign(Seat.BLACK))
    assert playing.table.on_table.outcome.winners == (Seat.WHITE,)


def test_an_answer_that_was_never_played_is_no_decision(playing):
    for _ in range(5):
        playing.lift("a1")
        playing.choose(ANSWERS[0], -1.0)
        playing.send(Pause())
        playing.send(Resume())
        playing.place("a1")
        playing.wait(1)
    assert len(playing.actions) == 1 and len(playing.thoughts) == 6
    playing.send(AskToResign(Seat.BLACK))
    assert playing.refusals == ["black does not give up and plays on."]


def test_the_actions_of_one_turn_say_as_much_as_one():
    table = table_with(Computers({Seat.WHITE: 1}, 1), "pawn-advance")
    for action in ("a1a2", "b1b2", "c1c2", "d1d2"):
        table.choose(action, -1.0)
    table.send(AskToResign(Seat.WHITE))
    assert len(table.actions) == 4 and table.refusals == ["white does not give up and plays on."]


def test_only_computers_are_asked_to_resign(playing):
    playing.send(AskToResign(Seat.WHITE))
    assert playing.refusals == ["No computer plays in that seat."]


@pytest.mark.parametrize(("teams", "other", "said"), [
    ("none", Seat.RED, "With more than two sides a computer plays on to the end."),
    ("opposite", Seat.BLACK, "blue plays together with a person, who may resign for both."),
])
def test_a_computer_that_would_decide_for_others_is_not_to_be_asked(teams, other, said):
    """Between more sides, whoever stands badly would share the win with whoever stands well."""
    table = table_with(Computers({other: 1, Seat.BLUE: 1}, 7), "pawns-revenge", players=4, teams=teams)
    assert table.scene().resignable == ()
    table.send(AskToResign(Seat.BLUE))
    assert table.refusals == [said]


@pytest.mark.parametrize(("thinks", "over"), [({Seat.BLUE}, False), ({Seat.RED, Seat.BLUE}, True)])
def test_allies_give_up_only_if_none_of_them_has_hope(thinks, over):
    computers = Computers(dict.fromkeys(Seat, 1), 7)
    table = table_with(computers, "pawns-revenge", players=4, teams="opposite")
    assert set(table.scene().resignable) == set(Seat)
    for _ in range(24):
        thought = table.thoughts[-1]
        game, position = table.table.on_table.game, table.table.on_table.position
        action = (game.actions(position) or game.proposals(position, thought.seat, 1))[0]
        table.choose(action.text, -1.0 if thought.seat in thinks else 0.0)
        table.follow_lights()
    table.send(AskToResign(Seat.BLUE))
    assert (table.table.on_table.outcome is not None) is over


def test_a_person_can_play_on_for_it(playing):
    playing.send(TakeOver(Seat.BLACK))
    assert playing.stored[-1] == KeepComputers("game-1", Computers({}, 7, {Seat.BLACK: 3}))
    playing.choose("c6c5")
    assert playing.actions == ["g1g2"]
    playing.move("c6", "c5")
    assert playing.actions == ["g1g2", "c6c5"]


def test_a_move_that_wins_is_told_with_the_end_until_it_lies_on_the_board():
    table = PlayTable()
    table.computers = BLACK_PLAYS
    state = {"board": {"a2": "bP", "h5": "wP"}, "phase": "battle", "to_act": ["black"]}
    table.continue_with((), state, "pawn-advance")
    table.choose("a2a1")
    assert str(table.scene().now) == (
        "black wins: a pawn reached the far side. For black: Put the black pawn from a2 on a1.")
    table.move("a2", "a1")
    assert str(table.scene().now) == "black wins: a pawn reached the far side."


# --- hands that think better of it -------------------------------------------------------------------------------


def taking():
    """White lifts the pawn on d4 and Black's on d5, and puts that one back: that looks as if d4 had taken d5."""
    board = {"d4": "wP", "b2": "wP", "e5": "bP", "d5": "bP", "g7": "bP", "g6": "bP"}
    table = PlayTable()
    table.computers = BLACK_PLAYS
    table.continue_with((), {"board": board, "phase": "move", "to_act": ["white"]}, "pawn")
    table.lift("d4")
    table.wait()
    table.lift("d5")
    table.wait()
    table.place("d5")
    return table


def quick(table, action):
    """The computer has its answer ready as soon as it is asked."""
    table.wait(0.35)
    table.send(MoveChosen(table.thoughts[-1].entry, action, 0.0))


def test_a_capture_that_was_not_meant_is_asked_about_however_quick_the_computer_is():
    table = taking()
    quick(table, "e5e4")
    assert table.actions == ["d4d5"]
    table.place("d4")
    table.wait(2)
    assert "one piece too many" in str(table.scene().now)
    (prompt,) = table.scene().prompts
    assert str(prompt.message).startswith("Was this not played")
    table.answer("back")
    assert table.actions == [] and table.table.in_step


def test_a_taker_that_comes_back_late_is_told_of():
    table = taking()
    quick(table, "e5e4")
    table.wait(2)
    assert table.actions == ["d4d5", "e5e4"]
    table.place("d4")
    table.wait(1)
    assert str(table.scene().now).startswith("A piece stands on d4 again, but this was played: pawn from d4 takes d5.")
    table.lift("d5", "d4")
    table.place("d5")
    table.wait(1)
    assert str(table.scene().now).startswith("For black: Put the black pawn from e5 on e4. Several pieces were in the")


def test_a_move_is_corrected_by_hand_however_quick_the_computer_is(playing_at_once):
    playing_at_once.move("g2", "g1")
    playing_at_once.wait(2)
    assert playing_at_once.actions == [] and playing_at_once.table.in_step


@pytest.fixture
def playing_at_once():
    table = table_with()
    table.lift("g1")
    table.place("g2")
    quick(table, "c6c5")
    assert table.actions == ["g1g2"]
    return table


# --- actions that change nothing on the squares ------------------------------------------------------------------


def healing(*computers, slow_store=False):
    """The computer heals the pawn on j4 with the Life on i3, and neither moves."""
    board = {"e1": "wK", "e10": "bK", "j9": "bR", "i3": "nL", "j4": "wP"}
    state = {"board": board, "phase": "turn", "to_act": ["white"], "detail": {"castling": "-"}}
    table = PlayTable()
    table.computers = Computers(dict.fromkeys(computers or [Seat.WHITE], 1), 1)
    table.slow_store = slow_store
    table.continue_with((), state, "chess-two")
    table.choose("i3+j4")
    return table


def press(table):
    table.send(EndTurn(BOTH))


def answer(table):
    table.answer("yes")


def touch(table):
    straighten(table, "j4")


def test_what_moves_nothing_is_shown_and_waits_until_somebody_has_seen_it():
    table = healing()
    table.wait(20)
    assert "j4" in table.squares_of(Role.CHOICE)
    assert table.table.goal is not None and table.table.suspects == ()
    assert "Touch a lit square" in str(table.scene().now)


@pytest.mark.parametrize("notice", [press, answer, touch])
def test_it_is_seen_by_a_press_an_answer_or_a_touch(notice):
    table = healing()
    notice(table)
    assert in_step(table)


def test_where_only_computers_play_every_phone_may_say_that_it_is_seen():
    table = healing(Seat.WHITE, Seat.BLACK)
    (prompt,) = table.scene().prompts
    assert prompt.seats == ()
    table.send(Answer(prompt.id, "yes", frozenset()))
    assert in_step(table)


@pytest.mark.parametrize("read", [True, False])
def test_what_nobody_has_seen_before_a_power_cut_is_shown_after_it(read):
    table = healing()
    shown, said = table.squares_of(Role.CHOICE), table.scene().now
    table.power_cut(read)
    if not read:
        table.covers(table.table.on_table.occupied)
    assert table.squares_of(Role.CHOICE) == shown and table.scene().now == said
    touch(table)
    assert in_step(table)


def test_setting_the_board_up_again_is_no_look_at_what_is_to_be_seen():
    table = healing()
    table.power_cut(read=False)
    table.covers(table.table.on_table.occupied & ~(1 << table.square("e1")))
    touch(table)
    table.place("e1")
    table.wait()
    assert "j4" in table.squares_of(Role.CHOICE)
    answer(table)
    assert in_step(table)


def breaking():
    """The computer breaks the Shield on g5, which changes no square, and then moves the Death from a10 to b9."""
    board = {"e1": "wK", "a1": "wR", "g5": "wP+", "e10": "bK", "j10": "bR", "f6": "bP", "i3": "nL", "a10": "nD"}
    state = {"board": board, "phase": "turn", "to_act": ["black"], "detail": {"castling": "-"}}
    table = PlayTable()
    table.computers = BLACK_PLAYS
    table.continue_with((), state, "chess-two")
    table.choose("f6xg5@f6")
    table.choose("a10b9")
    return table


BLOW = "pawn from f6 touches g5"


def carry_out(table):
    table.lift("a10")
    table.wait()
    table.place("b9")
    table.wait()


def straighten(table, square):
    table.lift(square)
    table.wait()
    table.place(square)
    table.wait()


def test_a_blow_before_a_move_is_told_with_it_and_shown_once_that_is_carried_out():
    table = breaking()
    assert str(table.scene().now) == f"black plays: {BLOW}. Put the Death from a10 on b9."
    assert not table.squares_of(Role.CHOICE)
    carry_out(table)
    assert sorted(table.squares_of(Role.CHOICE)) == ["f6", "g5"]
    assert str(table.scene().now).startswith(f"black plays: {BLOW}. Touch a lit square")
    (prompt,) = table.scene().prompts
    assert str(prompt.message) == BLOW
    answer(table)
    assert in_step(table)


def test_a_piece_straightened_before_it_is_lit_has_not_been_seen():
    table = breaking()
    straighten(table, "f6")
    carry_out(table)
    assert sorted(table.squares_of(Role.CHOICE)) == ["f6", "g5"]
    straighten(table, "f6")
    assert in_step(table)


@pytest.mark.parametrize("carried_out", [False, True])
@pytest.mark.parametrize("standing", [None, StoredState()])
def test_a_blow_before_a_move_is_shown_also_after_a_power_cut_and_once_the_game_goes_on(carried_out, standing):
    table = breaking()
    if carried_out:
        carry_out(table)
    table.power_cut(standing=standing)
    if not carried_out:
        carry_out(table)
    assert sorted(table.squares_of(Role.CHOICE)) == ["f6", "g5"]
    assert str(table.scene().now).startswith(f"black plays: {BLOW}. Touch a lit square")
    answer(table)
    assert in_step(table)


def test_what_was_stored_and_not_shown_before_a_power_cut_is_shown_after_it():
    table = healing(slow_store=True)
    assert table.actions == [] and table.stored_actions() == ["i3+j4"]
    table.power_cut()
    assert "j4" in table.squares_of(Role.CHOICE)


@pytest.mark.parametrize("notice", [press, answer, touch])
def test_what_was_seen_before_a_power_cut_is_not_shown_again(notice):
    table = healing()
    notice(table)
    table.power_cut()
    assert in_step(table) and not table.scene().prompts


def test_what_nobody_has_seen_is_shown_once_a_game_that_was_put_aside_goes_on():
    table = healing()
    table.power_cut(standing=StoredState())
    assert "j4" in table.squares_of(Role.CHOICE)


def test_a_move_that_was_carried_out_is_not_shown_again(playing):
    playing.choose("c6c5")
    playing.follow_lights()
    playing.power_cut()
    assert in_step(playing)


def test_thinking_walks_round_the_rings_of_its_pieces_once_it_takes_a_while(playing):
    playing.send(Pause())
    playing.send(Resume())
    assert not playing.squares_of(Role.THINKING)
    playing.wait(0.31)
    own = [name for name, piece in playing.scene().pieces.items() if piece.startswith("b")]
    assert sorted(playing.squares_of(Role.THINKING)) == sorted(own)
    playing.choose("c6c5")
    assert not playing.squares_of(Role.THINKING)
