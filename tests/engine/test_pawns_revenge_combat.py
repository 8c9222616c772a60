"""Pawn's Revenge: contact, divisions, battles (its rules page, *Combat*)."""

import re

import pytest


@pytest.fixture
def revenge(rules_of):
    return rules_of("pawns-revenge")


KINGS = {"wK": "a1", "bK": "h8"}


def fight(revenge, board, stats=None, options=None, points=1, **detail):
    """The state after a combat in which nobody is given anything, ``stats`` being what everybody has."""
    state = revenge.given(board, "combat-dice", options, detail={"roll": 4, "stats": stats or {}, **detail})
    for seat in state["detail"]["dice"]:
        revenge.play(f"die:{seat}={points}")
    return commit(revenge, *(f"{seat}:-" for seat in state["detail"]["dice"]))


def commit(revenge, *divisions):
    return revenge.play(" ".join(divisions))


def told(state):
    return [event["text"] for event in state["events"] if event["kind"] == "announced"]


def clashes(state):
    """Return the pairs that fought, in order: ``b3-c4``."""
    pairs = [text.split(" fights ") for text in told(state) if " fights " in text]
    return " ".join("-".join(re.findall(r"on (\w+)", piece)[0] for piece in pair) for pair in pairs)


def left(state):
    """Square → what clash after clash left of the piece there."""
    found = {}
    for text in told(state):
        clash, _, outcome = text.partition(": ")
        if " fights " in clash:
            for square, strength in re.findall(r"(\w+) (?:is left )?with (\d+/\d+)", outcome):
                found.setdefault(square, []).append(strength)
    return found


def removed(state):
    return " ".join(event["square"] for event in state["events"] if event["kind"] == "removed")


# --- contact -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("square", "c3 c4 c5 d3 d5 e3 e4 e5".split())
def test_pieces_of_two_armies_are_in_contact_on_all_eight_neighbours(revenge, square):
    state = revenge.given(KINGS | {"wP": "d4", "bP": square}, "roll")
    state = revenge.play("roll:1")
    assert state["phase"] == "combat-dice" and state["detail"]["dice"] == {"white": None, "black": None}


def test_two_squares_apart_is_no_contact(revenge):
    revenge.given(KINGS | {"wP": "d4", "bP": "f4"}, "roll")
    assert revenge.play("roll:1")["phase"] == "roll"


def test_adjacency_is_not_affected_by_holes(revenge):
    revenge.given(KINGS | {"wP": "d4", "bP": "e5"}, "roll", {"bombed": 2}, detail={"holes": ["d5", "e4"]})
    assert revenge.play("roll:1")["phase"] == "combat-dice"


def test_squares_at_the_edges_of_two_files_are_not_adjacent(revenge):
    revenge.given({"wK": "a8", "bK": "b1"}, "roll")
    assert revenge.play("roll:1")["phase"] == "roll"


def test_combat_comes_after_all_moves_of_the_turn(revenge):
    revenge.given(KINGS | {"wP": "c3 g3", "bP": "c5"}, "roll")
    state = revenge.play("roll:6 c3c4")
    assert state["phase"] == "move"
    assert revenge.play("g3g4")["phase"] == "combat-dice"


def test_r3_contacts_left_from_earlier_turns_count_also_after_a_one_and_for_the_other_side(revenge):
    revenge.given(KINGS | {"wP": "d4 a2", "bP": "d5"}, "roll", detail={"stats": {"d4": "1/9", "d5": "1/9"}})
    state = revenge.play("roll:1 die:white=1 die:black=1 white:- black:-")
    assert state["phase"] == "roll" and state["detail"]["active"] == "black"
    assert revenge.play("roll:1")["phase"] == "combat-dice"


def test_only_pieces_of_the_active_army_make_a_combat(revenge):
    revenge.given({"wK": "a1", "rP": "h8", "bP": "h9", "wP": "c3"}, "roll", {"players": 4})
    assert revenge.play("roll:1")["phase"] == "roll"
    assert revenge.play("roll:1")["phase"] == "combat-dice"


def test_involved_are_the_active_army_and_every_army_in_contact_with_it(revenge):
    board = {"wP": "h8", "rP": "i8 p2", "bP": "i9", "uP": "j10"}
    state = revenge.given(board, "combat-dice", {"players": 4}, detail={"active": "white", "roll": 4})
    assert state["detail"]["dice"] == {"white": None, "red": None, "black": None}


def test_allies_do_not_fight_each_other(revenge):
    board = {"wP": "h8", "rP": "a16", "bP": "i9", "uP": "p16"}
    revenge.given(board, "roll", {"players": 4, "teams": "opposite"})
    assert revenge.play("roll:1")["phase"] == "roll"
    revenge.given(board, "roll", {"players": 4, "teams": "three-on-one"})
    assert revenge.play("roll:1")["phase"] == "combat-dice"


# --- dice and divisions ------------------------------------------------------------------------------------------


def test_the_combat_dice_are_thrown_one_at_a_time_in_seat_order(revenge):
    state = revenge.given(KINGS | {"wP": "d4", "bP": "d5"}, "combat-dice", detail={"active": "black", "roll": 4})
    assert state["to_act"] == ["chance"] and state["legal"] == [f"die:white={n}" for n in range(1, 7)]
    state = revenge.play("die:white=5")
    assert state["legal"][0] == "die:black=1" and state["detail"]["dice"] == {"white": 5, "black": None}
    state = revenge.play("die:black=4")
    assert state["phase"] == "divide" and state["to_act"] == ["white", "black"] and state["legal"] == []
    assert state["detail"]["points"] == {"white": 5, "black": 4} and state["detail"]["dice"] == {}


@pytest.mark.parametrize(("die", "numbers"), [
    ("d6", range(1, 7)), ("d8", range(1, 9)), ("d10", range(1, 11)), ("2d6", range(2, 13)),
])
def test_the_option_names_the_combat_die(revenge, die, numbers):
    board = KINGS | {"wP": "d4", "bP": "d5"}
    state = revenge.given(board, "combat-dice", {"combat_die": die}, detail={"roll": 4})
    assert state["legal"] == sorted(f"die:white={number}" for number in numbers)


@pytest.fixture
def dividing(revenge):
    """White threw 5, black 4."""
    revenge.given(KINGS | {"wP": "c3 d4", "bP": "d5"}, "divide", detail={"roll": 4, "points": {"white": 5, "black": 4}})
    return revenge


@pytest.mark.parametrize("division", [
    "white:c3+2/3", "white:-", "white:c3+0/1", "white:a1+1/0,c3+1/1,d4+0/2", "black:d5+4/0", "black:h8+0/4",
    "white:a1+0/5",
])
def test_worked_case_3_any_division_of_at_most_the_points_over_own_pieces_is_legal(dividing, division):
    seat, _, _ = division.partition(":")
    state = dividing.play(division)
    assert state["detail"]["committed"] == [seat] and state["detail"]["divisions"] == {seat: division}
    assert state["to_act"] == [{"white": "black", "black": "white"}[seat]]


@pytest.mark.parametrize("division", [
    "white:c3+3/3", "black:d5+4/1", "white:c3+2/2,d4+1/1",  # too many points
    "white:d5+1/0", "white:b2+1/0", "white:z9+1/0", "white:c33+1/0",  # not an own piece
    "white:d4+1/0,c3+1/0", "white:c3+1/0,c3+1/0",  # not sorted, twice
    "white:c3+0/0", "white:c3+0/0,d4+1/0",  # given nothing
    "white:c3+01/1", "white:c3+1/01", "white:c3+1", "white:c3+1/-1", "white:c3-1/1", "white:c3+1/1.0",
    "white:c3++1/1", "white:c3+\u0661/1", "white:c3+1/1,", "white:,c3+1/1", "white:c3+1/1 ", " white:-", "white:",
    "white", "white:--", "White:-", "red:-", ":-", "", "-", "white:c3+1/1,-", "white:c3+" + "9" * 5000 + "/0",
    "c3d3", "die:white=5", "white:C3+1/0",
])
def test_anything_else_is_refused(dividing, division):
    assert dividing.refuses(division) == "illegal-action"


def test_every_seat_commits_once_in_any_order(dividing):
    assert dividing.play("black:-")["to_act"] == ["white"]
    assert dividing.refuses("black:-") == "illegal-action"
    assert dividing.refuses("black:d5+1/0") == "illegal-action"
    assert dividing.play("white:-")["phase"] == "roll"


def test_stats_stay_as_they_were_until_all_divisions_are_revealed_together(dividing):
    state = dividing.play("white:a1+2/3")
    assert state["detail"]["stats"]["a1"] == "2/3" and state["events"] == []
    state = dividing.play("black:h8+1/3")
    assert state["detail"]["stats"]["a1"] == "4/6" and state["detail"]["stats"]["h8"] == "3/6"
    assert state["detail"]["divisions"] == {} and state["detail"]["committed"] == []
    assert told(state)[:2] == ["White threw 5 and gives: a1 +2/+3.", "Black threw 4 and gives: h8 +1/+3."]


def test_bonuses_add_up_move_along_and_stay_while_every_turn_has_combat(revenge):
    revenge.given(
        KINGS | {"wP": "c3 d4", "bP": "d5"}, "roll", detail={"stats": {"d4": "1/9", "d5": "1/9", "c3": "2/1"}}
    )
    state = revenge.play("roll:6 c3c4 a1a2 die:white=2 die:black=1 white:c4+1/1 black:-")
    assert state["detail"]["stats"] == {"a2": "2/3", "c4": "3/2", "d4": "1/9", "d5": "1/9", "h8": "2/3"}


def test_battle_damage_does_not_outlast_the_combat(revenge):
    stats = {"d4": "1/9", "d5": "1/9"}
    state = fight(revenge, KINGS | {"wP": "d4", "bP": "d5"}, stats)
    assert {square: state["detail"]["stats"][square] for square in stats} == stats


def test_every_bonus_of_all_armies_lapses_after_a_turn_without_combat(revenge):
    detail = {"stats": {"a1": "4/4", "h8": "3/9"}}
    revenge.given(KINGS, "roll", detail=detail)
    state = revenge.play("roll:1")
    assert state["detail"]["stats"] == {"a1": "3/4", "h8": "2/3"}
    assert told(state)[-1] == "A turn without combat: all bonuses are gone."


def test_the_courage_of_a_one_counts_in_battle(revenge):
    revenge.given(KINGS | {"wP": "d4", "bP": "d5"}, "roll")
    state = revenge.play("roll:1 die:white=1 die:black=1 white:- black:-")
    assert removed(state) == "d5" and state["board"]["d4"] == "wP"


# --- clashes -----------------------------------------------------------------------------------------------------


def test_worked_case_1_the_battle_of_the_source(revenge):
    # White 3/4 against black 2/2: black falls, white is left with 1/2; black's diagonal 2/2 takes it and lives.
    revenge.given(KINGS | {"wP": "d4", "bP": "d5 e5"}, "divide", detail={
        "roll": 4, "points": {"white": 5, "black": 4}, "moved": ["d4"],
    })
    state = commit(revenge, "white:d4+2/3", "black:d5+1/1,e5+1/1")
    assert clashes(state) == "d4-d5 d4-e5" and removed(state) == "d5 d4"
    assert left(state) == {"d4": ["1/2"], "e5": ["0/1"]}
    assert told(state)[2:] == [
        "The pawn on d4 (3/4) fights the pawn on d5 (2/2): d5 falls, d4 is left with 1/2.",
        "The pawn on d4 (1/2) fights the pawn on e5 (2/2): d4 falls, e5 is left with 0/1.",
    ]
    assert state["board"] == {"a1": "wK", "e5": "bP", "h8": "bK"}
    assert state["detail"]["stats"]["e5"] == "2/2" and state["detail"]["active"] == "black"


@pytest.mark.parametrize(("white", "black", "white_left", "black_left"), [
    ("1/1", "1/1", None, None),
    ("3/4", "2/2", "1/2", None),
    ("1/2", "2/2", None, "0/1"),
    ("1/3", "1/3", "0/2", "0/2"),
    ("5/1", "1/3", None, None),
    ("2/9", "9/1", None, None),
    ("3/9", "4/1", "2/5", None),
])
def test_each_spends_power_up_to_the_others_toughness_at_the_same_time(revenge, white, black, white_left, black_left):
    state = fight(revenge, KINGS | {"wP": "d4", "bP": "d5"}, {"d4": white, "d5": black})
    for square, strength in (("d4", white_left), ("d5", black_left)):
        if strength is None:
            assert square not in state["board"] and square in removed(state)
        else:
            assert left(state)[square] == [strength] and square in state["board"]


def test_what_remains_carries_over_to_the_next_clash_of_the_same_battle(revenge):
    state = fight(revenge, KINGS | {"wP": "d4", "bP": "d5 c4 e4"}, {"d4": "5/4", "c4": "1/2"})
    assert clashes(state) == "d4-d5 d4-c4 d4-e4" and removed(state) == "d5 c4 e4"
    assert left(state)["d4"] == ["4/3", "2/2", "1/1"]


# --- order -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("active", "expected"), [
    ("white", "d4-d5 d4-c4 d4-e4 d4-d3 d4-c5 d4-e5 d4-c3 d4-e3"),
    ("black", "d4-d3 d4-e4 d4-c4 d4-d5 d4-e3 d4-c3 d4-e5 d4-c5"),
])
def test_one_attacker_fights_forward_sideways_backward_then_the_diagonals_left_before_right(revenge, active, expected):
    ring = "c3 c4 c5 d3 d5 e3 e4 e5"
    pieces = {"wP": "d4 h1", "bP": ring} if active == "white" else {"bP": "d4 h8", "wP": ring}
    assert clashes(fight(revenge, pieces, {"d4": "99/99"}, active=active)) == expected


def test_r1_the_order_on_the_large_board_is_in_the_attackers_frame(revenge):
    # Red advances to the north-west; left of it is south-west, its forward-left diagonal is west.
    pieces = {"rP": "h8 p1", "wP": "g7 g8 g9 h7 h9 i7 i8 i9"}
    state = fight(revenge, pieces, {"h8": "99/99"}, {"players": 4}, active="red")
    assert clashes(state) == "h8-g9 h8-g7 h8-i9 h8-i7 h8-g8 h8-h9 h8-h7 h8-i8"


@pytest.mark.parametrize(("moves", "expected"), [
    ("b2b3 d2d3", "b3-c4 d3-d4"),
    ("d2d3 b2b3", "d3-d4 d3-c4"),
])
def test_worked_case_2_the_order_of_moving_is_the_order_of_battle(revenge, moves, expected):
    revenge.given({"wP": "b2 d2", "bP": "c4 d4 h8"}, "roll")
    state = revenge.play(f"roll:6 {moves} die:white=6 die:black=1 white:d3+2/3 black:-")
    assert clashes(state) == expected


def test_attackers_that_did_not_move_follow_by_sorted_square(revenge):
    state = fight(
        revenge, {"wP": "a2 c4 f4 h1", "bP": "a3 c5 f5 h8"}, {"f4": "1/9"}, moved=["f4"],
    )
    assert clashes(state) == "f4-f5 a2-a3 c4-c5"


def test_nobody_is_engaged_twice_and_who_has_nobody_left_does_not_fight(revenge):
    assert clashes(fight(revenge, {"wP": "c3 d3 e3 h1", "bP": "d4 h8"}, {"d4": "1/9"})) == "c3-d4"


def test_r4_enemies_are_engaged_even_if_the_attacker_falls_first(revenge):
    # c4 falls to c5; d5 was engaged by it, so d4 has nobody to fight.
    state = fight(revenge, {"wP": "c4 d4 h1", "bP": "c5 d5 h8"})
    assert clashes(state) == "c4-c5" and removed(state) == "c4 c5"
    assert state["board"]["d4"] == "wP" and state["board"]["d5"] == "bP"


def test_survivors_battle_on_the_next_turn(revenge):
    fight(revenge, {"wP": "c4 d4 h1", "bP": "c5 d5 h8"})
    state = revenge.play("roll:4 h8g8")
    assert state["phase"] == "combat-dice" and state["detail"]["active"] == "black"


def test_three_armies_may_meet_in_one_combat_but_only_the_active_one_attacks(revenge):
    board = {"wP": "h8 a1", "rP": "i8 p1", "bP": "i9 p16"}
    state = fight(revenge, board, {"h8": "9/9"}, {"players": 3}, active="white")
    assert clashes(state) == "h8-i9 h8-i8" and removed(state) == "i9 i8"
    assert state["detail"]["active"] == "red"


def test_fallen_pieces_are_removed_by_the_rules_and_nothing_else_moves(revenge):
    state = fight(revenge, KINGS | {"wP": "d4", "bP": "d5"})
    assert {event["kind"] for event in state["events"]} == {"announced", "removed"}
    assert state["board"] == {"a1": "wK", "h8": "bK"}
