"""Actions of several pieces, halfway (docs/play.md, 7): what hands can do next is lit, and said."""

from itertools import permutations

import pytest
from cases import asked, patterns
from play_table import BOTH, PlayTable

from table.messages.events import EndTurn
from table.messages.lights import Role

GROUPS = {
    "a6a7a8v3": (("a6", "a7", "a8"), ()),
    "c6c7d6d7<1": (("c6", "c7", "d6", "d7"), ()),
    "e2f2g2@f2+": (("e2", "f2", "g2", "e3"), ()),
}


def group(action):
    own, _ = GROUPS[action]
    table = patterns(*own, enemy=("h8", "h6"))
    footprint = next(each.footprint for each in table.table.on_table.hand_actions if each.action.text == action)
    names = table.table.on_table.board.sorted_names
    return table, list(names(footprint.empties)), list(names(footprint.fills))


def ways(action):
    _, sources, targets = group(action)
    return [(action, list(zip(order, goal, strict=True))) for order in permutations(sources)
            for goal in permutations(targets)]


@pytest.mark.parametrize(("action", "way"), [each for action in GROUPS for each in ways(action)])
def test_whatever_the_order_the_next_piece_is_marked(action, way):
    table, _, _ = group(action)
    left = {source for source, _ in way}
    for source, target in way[:-1]:
        table.lift(source)
        assert target in table.squares_of(Role.MOVE), f"{source} in the hand"
        table.place(target)
        table.wait(1)
        left.discard(source)
        assert left <= set(table.squares_of(Role.ORIGIN)), f"after {target}: nothing is in the hand"
        assert "lifted" not in str(table.scene().now)
    source, target = way[-1]
    table.lift(source)
    table.place(target)
    table.wait(3.5)
    assert table.actions == [action]


def test_a_pivot_that_was_put_down_in_its_partners_place_goes_on_with_the_partner():
    table = patterns("e1", "e2", "d2", "f2", enemy=("h8", "h6"))
    table.lift("e1")
    assert "d1" in table.squares_of(Role.MOVE)
    table.place("d1")
    table.wait(1)
    assert table.squares_of(Role.ORIGIN), "something can be lifted to finish this"
    partner = next(each for each in table.squares_of(Role.ORIGIN) if table.table.covered >> table.square(each) & 1)
    table.lift(partner)
    assert table.role("e1") is Role.MOVE


def test_a_group_halfway_names_no_piece_in_an_empty_hand():
    table, sources, targets = group("a6a7a8v3")
    table.lift("a8")
    table.place("a3")
    table.wait(1)
    assert {"a6", "a7"} <= set(table.squares_of(Role.ORIGIN))
    assert not {"a4", "a5"} & set(table.squares_of(Role.MOVE)), "no piece is in the hand"


# --- a squad of which one half rested for long enough to be a dual -------------------------------------------------


@pytest.fixture
def half_a_squad():
    """White's squad has pushed nothing yet: two of its pawns have moved, and that counted as a dual."""
    table = patterns("c3", "c4", "d3", "d4", "g2", enemy=("c5", "h7", "h8"))
    table.move("d3", "d5")
    table.wait(3.5)
    assert table.actions == ["d3d4^1"]
    return table


@pytest.mark.parametrize(("answer", "actions"), [("c3c4d3d4^1", ["c3c4d3d4^1"]), ("c5c6", ["d3d4^1", "c5c6", "c3c5"])])
def test_a_squad_that_pushes_a_pawn_after_a_pause_is_asked_about(half_a_squad, answer, actions):
    """Black may have gone one back, and White on: no sensor can tell."""
    half_a_squad.move("c5", "c6")
    assert half_a_squad.actions == ["d3d4^1"] and half_a_squad.scene().commits_in_s is not None
    half_a_squad.move("c3", "c5")
    half_a_squad.wait(5)
    assert half_a_squad.actions == ["d3d4^1"] and asked(half_a_squad) == {"c5c6", "c3c4d3d4^1"}
    half_a_squad.answer(answer)
    half_a_squad.wait(1)
    assert half_a_squad.actions == actions and half_a_squad.scene().status == "play"


@pytest.mark.parametrize("end", [lambda table: table.send(EndTurn(BOTH)), lambda table: table.wait(3)])
def test_a_pawn_where_a_squad_would_push_it_is_the_opponents_move_after_three_seconds_or_end_turn(half_a_squad, end):
    half_a_squad.move("c5", "c6")
    end(half_a_squad)
    half_a_squad.move("g2", "g3")
    half_a_squad.wait(3.5)
    assert half_a_squad.actions == ["d3d4^1", "c5c6", "g2g3"]


def test_a_squad_gone_on_with_as_no_opponent_could_have_is_the_squad(half_a_squad):
    """The pusher's pawn stands on c5 before the pushed one does on c6: no move of Black's does that."""
    half_a_squad.lift("c4", "c5")
    half_a_squad.place("c5", "c6")
    half_a_squad.wait(1)
    assert half_a_squad.scene().status == "play" and half_a_squad.role("c3") is Role.ORIGIN
    half_a_squad.move("c3", "c4")
    assert half_a_squad.actions == ["c3c4d3d4^1"] and half_a_squad.scene().status == "play"


def test_a_squad_that_meets_nobody_is_gone_on_with_after_any_pause():
    table = patterns("c3", "c4", "d3", "d4", enemy=("h7", "h8"))
    for origin, target in (("d3", "d5"), ("c3", "c5")):
        table.move(origin, target)
        table.wait(3.5)
    assert table.actions == ["c3c4d3d4^1"] and "Corrected" in str(table.scene().now)


def test_an_answer_where_a_row_of_pawns_might_have_gone_on_is_not_waited_for():
    """Black's pawn comes down on a5 while no pawn of White's is in the air."""
    table = patterns("a1", "a2", "a3", "g2", enemy=("a6", "h8"))
    table.move("a3", "a4")
    table.wait(3.5)
    table.move("a6", "a5")
    assert table.actions == ["a3a4", "a6a5"]


def test_a_pawn_merely_adjusted_does_not_go_on_with_a_squad(half_a_squad):
    half_a_squad.lift("c4")
    half_a_squad.wait(1)
    half_a_squad.place("c4")
    half_a_squad.wait(1)
    assert half_a_squad.actions == ["d3d4^1"] and half_a_squad.scene().status == "play"


# --- more in the air than what lies there needs --------------------------------------------------------------------


def test_a_pawn_more_in_the_air_than_what_lies_there_needs_can_only_go_back():
    """c5 has turned to b6; whatever c3 might have done alone, it is another move."""
    table = patterns("c3", "c5", "b5", "a5", enemy=("h8", "g8", "h1", "c6"))
    table.lift("c3", "c5")
    table.place("b6")
    table.wait(5)
    assert table.squares_of(Role.MOVE) == [] and table.role("c3") is Role.NO_MOVE
    assert "pawn on c3 cannot move now" in str(table.scene().now)
    table.place("c3")
    table.wait(5)
    assert table.actions == ["b5c5@b5-"]


def test_of_two_pawns_that_may_have_come_down_either_goes_back():
    table = patterns("b5", "c5", "c7", "b7", enemy=("h8", "g8"))
    table.lift("c5", "c7")
    table.place("b6")
    table.wait(5)
    assert table.squares_of(Role.ORIGIN) == ["c5", "c7"] and table.squares_of(Role.MOVE) == []
    table.place("c7")
    table.wait(5)
    assert table.actions == ["b5c5@b5-"]


# --- a square that changes its owner on the way --------------------------------------------------------------------


def test_half_of_a_push_with_its_next_pawn_in_the_air_is_no_knock():
    """The white pawn d5 was pushed to c5, f5 has taken its square, and f6 follows."""
    table = PlayTable()
    table.continue_with((), {
        "board": {"d5": "wP", "h1": "wP", "e5": "bP", "e6": "bP", "f5": "bP", "f6": "bP"}, "phase": "move",
        "to_act": ["black"], "detail": {"quiet_turns": 1},
    }, game_id="pawn")
    for origin, target in (("d5", "c5"), ("f5", "d5")):
        table.lift(origin)
        table.place(target)
        table.wait(1)
    table.lift("f6")
    table.wait(1)
    assert table.scene().status == "play" and table.role("d6") is Role.MOVE
    table.place("d6")
    table.wait(4)
    assert table.actions == ["e5e6f5f6<1"]
