"""Pawn Advance Chess: rounds, the march and the reinforcements (its rules page)."""

import pytest

LAST_MOVE = {"moves_left": 1}


def marched(rules, white, black, **options):
    """Black's last move of the round, a7a6, sets the march going. The board after it, without that pawn."""
    rules.given({"wP": white, "bP": black + " a7"}, "battle", options, to_act=["black"], detail=LAST_MOVE)
    answer = rules.ask("apply", action="a7a6")
    moved = {event["from"]: event["to"] for event in answer["events"] if event["kind"] == "moved"}
    assert moved.pop("a6") == "a5" and answer["board"].pop("a5") == "bP"
    for square in moved.values():
        assert square in answer["board"], "the happenings name what the march moved"
    by_piece = {"wP": [], "bP": []}
    for square, piece in answer["board"].items():
        by_piece[piece].append(square)
    return " ".join(by_piece["wP"]), " ".join(by_piece["bP"])


# --- the march ---------------------------------------------------------------------------------------------------


def test_every_free_pawn_goes_one_square_forward(pawn_advance):
    assert marched(pawn_advance, "b1 c2 d5", "f8 g3") == ("b2 c3 d6", "f7 g2")


def test_head_to_head_blocks_both(pawn_advance):
    assert marched(pawn_advance, "e4", "e5") == ("e4", "e5")


def test_collision_course_both_stay(pawn_advance):
    assert marched(pawn_advance, "e4", "e6") == ("e4", "e6")


def test_two_empty_squares_between_are_room_for_both(pawn_advance):
    assert marched(pawn_advance, "e3", "e6") == ("e4", "e5")


@pytest.mark.parametrize(("white", "black", "after"), [
    ("e2 e3 e4", "e5", ("e2 e3 e4", "e5")),
    ("e4", "e5 e6 e7", ("e4", "e5 e6 e7")),
    ("e2 e4", "e5", ("e3 e4", "e5")),
    ("e4", "e5 e7", ("e4", "e5 e6")),
])
def test_worked_case_2_a_wall_looks_only_at_the_square_ahead(pawn_advance, white, black, after):
    assert marched(pawn_advance, white, black) == after


def test_worked_case_3_the_pawn_behind_a_collision_course_stays(pawn_advance):
    assert marched(pawn_advance, "e3 e4", "e6") == ("e3 e4", "e6")
    assert marched(pawn_advance, "e4", "e6 e7") == ("e4", "e6 e7")


def test_a_whole_free_file_marches_together(pawn_advance):
    assert marched(pawn_advance, "e1 e2 e3", "g8 g7 g6") == ("e2 e3 e4", "g5 g6 g7")


def test_worked_case_4_pawns_back_to_back_do_not_hinder_each_other(pawn_advance):
    assert marched(pawn_advance, "e5", "e4") == ("e6", "e3")


def test_behind_an_enemy_that_has_passed_own_rules_apply(pawn_advance):
    """Black e4 has passed e5; White e3 stands head to head with it: e3 and e4 stay, e5 marches."""
    assert marched(pawn_advance, "e3 e5", "e4") == ("e3 e6", "e4")


def test_the_position_before_the_march_decides(pawn_advance):
    """Back to back all march. On a collision course nobody does, though either alone could."""
    assert marched(pawn_advance, "e6", "e4 e5") == ("e7", "e3 e4")
    assert marched(pawn_advance, "e3", "e5 e6") == ("e3", "e5 e6")


def test_pawns_that_moved_in_the_battle_march_too(pawn_advance):
    pawn_advance.given({"wP": "c1", "bP": "g8"}, "battle", to_act=["black"], detail=LAST_MOVE)
    assert pawn_advance.play("g8g6")["board"] == {"c2": "wP", "g5": "bP"}


def test_the_march_never_captures(pawn_advance):
    pawn_advance.given({"wP": "d4 f4", "bP": "e5 a7"}, "battle", to_act=["black"], detail=LAST_MOVE)
    state = pawn_advance.play("a7a6")
    assert state["board"] == {"d5": "wP", "f5": "wP", "e4": "bP", "a5": "bP"}
    assert state["detail"]["captures"] == {"white": 0, "black": 0}


def test_the_march_is_announced_and_told_pawn_by_pawn(pawn_advance):
    pawn_advance.given({"wP": "c1 c2", "bP": "g8 g7"}, "battle", to_act=["black"], detail=LAST_MOVE)
    events = pawn_advance.ask("apply", action="g7g6")["events"]
    assert events == [
        {"kind": "announced", "text": "March"},
        {"kind": "moved", "from": "c2", "to": "c3"},
        {"kind": "moved", "from": "c1", "to": "c2"},
        {"kind": "moved", "from": "g6", "to": "g5"},
        {"kind": "moved", "from": "g8", "to": "g7"},
        {"kind": "announced", "text": "Reinforcements"},
    ]


# --- rounds ------------------------------------------------------------------------------------------------------


def test_the_round_rises_after_the_last_placement(pawn_advance):
    pawn_advance.start(spawn=1, placement="choice")
    state = pawn_advance.play("a1a2 b1b2 c1c2 d1d2 a8a7 b8b7 c8c7 d8d7")
    assert state["phase"] == "reinforce" and state["detail"]["round"] == 1
    assert pawn_advance.play("+a1")["detail"]["round"] == 1
    answer = pawn_advance.ask("apply", action="+a8")
    assert answer["phase"] == "battle" and answer["detail"]["round"] == 2
    assert answer["events"] == [{"kind": "announced", "text": "Battle: round 2"}]


@pytest.mark.parametrize(("first", "second_opener"), [("white", "white"), ("alternate", "black")])
def test_option_first_says_who_opens_even_rounds(pawn_advance, first, second_opener):
    other = {"white": "black", "black": "white"}[second_opener]
    state = pawn_advance.start(first=first, placement="choice", spawn=1)
    assert state["to_act"] == ["white"]
    state = pawn_advance.play("a1a2 b1b2 c1c2 d1d2 a8a7 b8b7 c8c7 d8d7")
    assert state["to_act"] == ["white"], "the reinforcements belong to the round just marched"
    assert pawn_advance.play("+a1 +a8")["to_act"] == [second_opener]
    state = pawn_advance.play(" ".join(pawn_advance.send("state")["legal"][i] for i in (0, 2, 4, 6)))
    assert state["to_act"] == [other]


def test_the_opener_of_an_even_round_places_first(pawn_advance):
    board = {"wP": "c2", "bP": "g7"}
    options = {"first": "alternate", "placement": "choice"}
    state = pawn_advance.given(board, "reinforce", options, detail={"round": 2})
    assert state["to_act"] == ["black"]
    assert pawn_advance.play("+a8 +b8")["to_act"] == ["white"]
    assert pawn_advance.play("+a1 +b1")["to_act"] == ["white"], "White opens round 3"


# --- reinforcements ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spawn", [1, 2, 3, 4])
def test_each_side_receives_spawn_pawns_a_round(pawn_advance, spawn):
    state = pawn_advance.given({"wP": "c2", "bP": "g7"}, "reinforce", {"spawn": spawn})
    assert state["detail"]["to_place"] == {"white": spawn, "black": spawn}


def test_r5_the_openers_pawns_are_all_placed_first(pawn_advance):
    pawn_advance.given({"wP": "c2", "bP": "g7"}, "reinforce", {"placement": "choice"})
    state = pawn_advance.play("+a1")
    assert state["to_act"] == ["white"] and state["detail"]["to_place"] == {"white": 1, "black": 2}
    state = pawn_advance.play("+h1")
    assert state["to_act"] == ["black"] and state["detail"]["to_place"] == {"white": 0, "black": 2}
    assert pawn_advance.refuses("+b1") == "illegal-action"


def test_choice_offers_the_empty_squares_of_the_own_base_row(pawn_advance):
    state = pawn_advance.given({"wP": "b1 c1 h1", "bP": "a8 g7"}, "reinforce", {"placement": "choice"})
    assert state["legal"] == ["+a1", "+d1", "+e1", "+f1", "+g1"]
    assert pawn_advance.refuses("+b1") == "illegal-action"
    state = pawn_advance.play("+a1 +d1")
    assert state["legal"] == ["+b8", "+c8", "+d8", "+e8", "+f8", "+g8", "+h8"]


def test_random_makes_each_square_a_chance_action(pawn_advance):
    state = pawn_advance.given({"wP": "b1 c1", "bP": "g7"}, "reinforce")
    assert state["to_act"] == ["chance"]
    assert state["legal"] == ["+a1", "+d1", "+e1", "+f1", "+g1", "+h1"]
    answer = pawn_advance.ask("apply", action="+a1")
    assert answer["events"] == [{"kind": "entered", "square": "a1", "piece": "wP"}]
    assert answer["to_act"] == ["chance"] and "+a1" not in answer["legal"]


def test_random_squares_are_equally_likely():
    from engine.registry import find_game
    game = find_game("pawn-advance")
    options = game.read_options({})
    position = game.setup(options, {"board": {"b1": "wP", "g7": "bP"}, "phase": "reinforce"})
    assert [(action.text, weight) for action, weight in game.chances(position)] == [
        (f"+{file}1", 1) for file in "acdefgh"
    ]


def test_a_placement_is_an_action_even_on_the_only_empty_square(pawn_advance):
    board = {"wP": "a1 b1 c1 d1 e1 f1 g1", "bP": "g7"}
    state = pawn_advance.given(board, "reinforce", {"placement": "choice"})
    assert state["detail"]["to_place"]["white"] == 1, "what exceeds the empty squares is forfeited"
    assert state["legal"] == ["+h1"]
    assert pawn_advance.play("+h1")["to_act"] == ["black"]


def test_who_has_no_empty_square_is_passed_over(pawn_advance):
    state = pawn_advance.given(
        {"wP": "a1 b1 c1 d1 e1 f1 g1 h1", "bP": "g7"}, "reinforce", {"placement": "choice", "spawn": 1},
    )
    assert state["to_act"] == ["black"] and state["detail"]["to_place"] == {"white": 0, "black": 1}


def test_a_phase_with_nothing_to_place_is_skipped(pawn_advance):
    """Every pawn of both supplies is on the board."""
    pawn_advance.given({"wP": "c2", "bP": "g7"}, "battle", {"supply": 1}, to_act=["black"], detail=LAST_MOVE)
    state = pawn_advance.play("g7g6")
    assert state["phase"] == "battle" and state["detail"]["round"] == 2
    assert state["board"] == {"c3": "wP", "g5": "bP"} and state["to_act"] == ["white"]


def test_r6_supply_bounds_the_pawns_on_the_board(pawn_advance):
    board = {"wP": "c2 d3 e4", "bP": "g7"}
    for supply, white, black in [(0, 4, 4), (3, 0, 2), (4, 1, 3), (5, 2, 4), (2, 0, 1), (64, 4, 4)]:
        state = pawn_advance.given(board, "reinforce", {"supply": supply, "spawn": 4})
        assert state["detail"]["to_place"] == {"white": white, "black": black}, supply


def test_r6_captured_pawns_come_back(pawn_advance):
    pawn_advance.given({"wP": "d4 a1", "bP": "e5 g4"}, "battle", {"supply": 2, "spawn": 4}, detail=LAST_MOVE)
    pawn_advance.play("d4e5")
    state = pawn_advance.play("g4g3")
    assert state["detail"]["to_place"] == {"white": 0, "black": 1}


def test_r6_supply_takes_no_starting_pawn_away(pawn_advance):
    assert len(pawn_advance.start(supply=1)["board"]) == 16


def test_what_is_due_is_fixed_when_the_phase_begins(pawn_advance):
    pawn_advance.given({"wP": "c2", "bP": "g7"}, "reinforce", {"supply": 3, "spawn": 4, "placement": "choice"})
    assert pawn_advance.play("+a1")["detail"]["to_place"] == {"white": 1, "black": 2}
