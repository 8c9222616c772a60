"""Chess Two as hands and eyes meet it: footprints, happenings, and positions in words."""

import random

import pytest

from engine.core.actions import Footprint
from engine.core.errors import GameOver, IllegalAction
from engine.core.events import Announced, Changed, Moved, Removed
from engine.core.pieces import Seat, parse_piece
from engine.game import EVERYTHING, SPECTATOR, MarkKind
from engine.games.chess_two.game import ChessTwo
from engine.games.chess_two.geometry import BOARD
from engine.games.chess_two.position import ChessTwoOptions, move

GAME = ChessTwo()
OUT_OF_THE_WAY = {"wK": "j1", "bK": "j10"}


def given(board, options=None, to_act="white", **detail):
    placed = {square: piece for piece, squares in (OUT_OF_THE_WAY | board).items() for square in squares.split()}
    state = {"board": placed, "phase": "turn", "to_act": [to_act], "detail": detail}
    return GAME.setup(ChessTwoOptions(**(options or {})), state)


def squares(names):
    return sum(1 << BOARD.parse(name) for name in names.split())


def footprint(board, text, **more):
    position = given(board, **more)
    return GAME.footprint(position, GAME.parse(position, text))


def happenings(board, text, **more):
    position = given(board, **more)
    return GAME.apply(position, GAME.parse(position, text))[1]


def changed(square, piece):
    return Changed(BOARD.parse(square), parse_piece(piece))


def removed(square):
    return Removed(BOARD.parse(square))


# --- what hands do -----------------------------------------------------------------------------------------------


def test_a_move_empties_one_square_and_fills_another():
    assert footprint({"wR": "b1"}, "b1b5") == Footprint(empties=squares("b1"), fills=squares("b5"))
    assert footprint({"nD": "b3"}, "b3c4") == Footprint(empties=squares("b3"), fills=squares("c4"))
    assert footprint({"wP": "e9"}, "e9e10=N") == Footprint(empties=squares("e9"), fills=squares("e10"))


def test_the_doomed_are_put_down_before_they_are_removed():
    assert footprint({"wR": "b1", "nD": "b3"}, "b1b5") == Footprint(empties=squares("b1"), fills=squares("b5"))
    assert happenings({"wR": "b1", "nD": "b3"}, "b1b5")[0] == removed("b5")


def test_castling_moves_two_pieces():
    both = Footprint(empties=squares("f1 i1"), fills=squares("h1 g1"))
    assert footprint({"wK": "f1", "wR": "i1"}, "f1h1") == both


def test_an_attack_on_a_shield_touches_the_target():
    expected = Footprint(empties=squares("b1"), fills=squares("b7"), touches=squares("b8"))
    assert footprint({"wR": "b1", "bR+": "b8"}, "b1xb8@b7") == expected
    assert happenings({"wR": "b1", "bR+": "b8"}, "b1xb8@b7") == (changed("b8", "bR"),)


def test_an_attack_that_destroys_clears_or_swaps_the_targets_square():
    board = {"wR": "b1", "bR": "b8"}
    assert footprint(board, "b1xb8@b7") == Footprint(empties=squares("b1 b8"), fills=squares("b7"))
    assert footprint(board, "b1xb8@b8") == Footprint(empties=squares("b1"), swaps=squares("b8"))


def test_close_combat_returns_the_attacker_to_its_square():
    expected = Footprint(empties=squares("e5"), returns=squares("d4"))
    assert footprint({"wP": "d4", "bR": "e5"}, "d4xe5@d4") == expected
    expected = Footprint(touches=squares("e5"), returns=squares("d4"))
    assert footprint({"wP": "d4", "bR+": "e5"}, "d4xe5@d4") == expected


def test_heal_touches_and_kill_swaps():
    assert footprint({"nL": "d4", "wN": "e5"}, "d4+e5") == Footprint(touches=squares("e5"), returns=squares("d4"))
    assert footprint({"nD": "e4", "bN": "f5"}, "e4xf5") == Footprint(empties=squares("e4"), swaps=squares("f5"))


def test_end_is_not_done_by_hand():
    position = given({"nL": "d4", "wR": "a2"}, {"special": "optional"}, slots=["special"])
    assert GAME.footprint(position, GAME.parse(position, "end")) == Footprint()


# --- what the rules do -------------------------------------------------------------------------------------------


def test_shields_won_and_lost_on_the_way_are_told():
    assert happenings({"wR": "b1", "nL": "b4"}, "b1b6")[0] == changed("b6", "wR+")
    assert happenings({"wR+": "b1", "nD": "b3"}, "b1b6")[0] == changed("b6", "wR")


def test_a_promoted_pawn_looks_different():
    assert happenings({"wP+": "e9"}, "e9e10=B")[0] == changed("e10", "wB+")


def test_annihilation_and_intimidation_are_told():
    told = happenings({"nL": "d4", "nD": "e2", "wR+": "d1", "bK": "d8"}, "e2d3")
    assert told[:3] == (removed("d3"), removed("d4"), changed("d1", "wR"))
    assert all(isinstance(each, Announced) for each in told[3:])


def test_check_is_announced():
    told = happenings({"wR": "a1", "bK": "e8"}, "a1e1")
    assert [str(each.message) for each in told if isinstance(each, Announced)] == ["black is in check."]


def test_footprint_and_happenings_lead_to_the_next_board(full):
    chance = random.Random(11)
    for number in range(40 if full else 4):
        win = ("king", "checkmate")[number % 2]
        position = GAME.start(ChessTwoOptions(win=win, close_combat=("all", "steppers")[number // 2 % 2]))
        for _ in range(150):
            actions = GAME.actions(position)
            if not actions:
                break
            position = _played(position, chance.choice(actions))


def _played(position, action):
    hands = GAME.footprint(position, action)
    assert not hands.empties & ~GAME.occupied(position) and not hands.fills & GAME.occupied(position)
    occupancy = hands.after(GAME.occupied(position))
    following, told = GAME.apply(position, action)
    pieces = GAME.view(following, EVERYTHING).pieces
    for happening in told:
        assert not isinstance(happening, Moved)
        if isinstance(happening, Removed):
            occupancy ^= 1 << happening.square
        elif isinstance(happening, Changed):
            assert pieces[happening.square] == happening.piece
    assert occupancy == GAME.occupied(following)
    assert GAME.successor(position, action) == following
    return following


# --- in words ----------------------------------------------------------------------------------------------------


def marked(position, kind):
    return {BOARD.name(mark.square) for mark in GAME.describe(position, SPECTATOR).marks if mark.kind is kind}


def test_slots_are_shown_as_pips():
    position = given({"nL": "d4", "wR": "a2"}, slots=["special"])
    counters = {str(each.label): (each.value, each.of) for each in GAME.describe(position, SPECTATOR).counters}
    assert counters == {"Standard action": (0, 1), "Special move": (1, 1), "Quiet turns (draw at 100)": (0, None)}


def test_marks_show_shields_check_immunity_and_danger():
    position = given({"wR+": "a2", "wN": "c3", "bR": "j6", "nD": "h7"}, immune="c3")
    assert marked(position, MarkKind.SHIELD) == {"a2"}
    assert marked(position, MarkKind.CHECK) == {"j1"}
    assert marked(position, MarkKind.IMMUNE) == {"c3"}
    assert marked(position, MarkKind.DANGER) == set()
    assert marked(given({"wB": "g8", "bN": "g6", "nD": "h7"}), MarkKind.DANGER) == {"g8"}


def test_only_end_is_asked_on_the_phone():
    optional = {"special": "optional"}
    prompts = GAME.describe(given({"nL": "d4", "wR": "a2"}, optional, slots=["special"]), SPECTATOR).prompts
    assert [(each.kind, each.seat, [choice.value for choice in each.choices]) for each in prompts] == [
        ("choice", Seat.WHITE, ["end"]),
    ]
    assert GAME.describe(given({"nL": "d4", "wR": "a2"}, optional), SPECTATOR).prompts == ()
    assert GAME.describe(given({"nL": "d4", "wR": "a2"}, slots=["special"]), SPECTATOR).prompts == ()


def test_sentences_name_what_is_left_to_do():
    position = given({"nL": "d4", "wR": "a2"}, slots=["special"])
    told = [str(sentence) for sentence in GAME.describe(position, SPECTATOR).sentences]
    assert told == ["white still moves Life or Death.", "white controls Life on d4."]


@pytest.mark.parametrize(("ghosts", "told"), [
    ({"nL": "d4 f6"}, ["white controls Life on d4."]),
    ({"nD": "c4 e4"}, ["white controls Death on c4, e4."]),
    ({"nL": "d4", "nD": "f5 c10"}, ["white controls Life and Death on d4, f5."]),
    ({"nL": "d10", "nD": "c10"}, []),
])
def test_only_what_somebody_controls_is_named(ghosts, told):
    sentences = [str(each) for each in GAME.describe(given({"wR": "a2"} | ghosts), SPECTATOR).sentences]
    assert [each for each in sentences if "controls" in each] == told


def test_a_finished_game_is_described():
    position = given({})
    assert GAME.outcome(position) is not None
    described = GAME.describe(position, SPECTATOR)
    assert (str(described.phase), described.prompts, described.counters) == ("Game over", (), ())


# --- refusals ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "b1", "b1b1", "b1c2", "B1b5", "b1b5 ", "b1b5=Q", "end", "b1xb5", "a1a2"])
def test_what_is_not_legal_is_refused_and_changes_nothing(text):
    position = given({"wR": "b1"})
    with pytest.raises(IllegalAction):
        GAME.parse(position, text)
    assert position == given({"wR": "b1"})


def test_nothing_is_legal_when_the_game_is_over():
    with pytest.raises(GameOver):
        GAME.apply(given({}), move(BOARD.parse("j1"), BOARD.parse("j2")))
