"""Pawn's Revenge: how a game ends, and the rogue knight (its rules page)."""

import pytest


@pytest.fixture
def revenge(rules_of):
    return rules_of("pawns-revenge")


def fight(revenge, board, stats=None, options=None, **detail):
    """The state after a combat in which nobody is given anything, ``stats`` being what everybody has."""
    state = revenge.given(board, "combat-dice", options, detail={"roll": 4, "stats": stats or {}, **detail})
    seats = list(state["detail"]["dice"])
    least = state["legal"][0].partition("=")[2]
    return revenge.play(" ".join([f"die:{seat}={least}" for seat in seats] + [f"{seat}:-" for seat in seats]))


def won(*seats, by):
    return {"winners": list(seats), "reason": by}


# --- regicide ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("royal", ["bK", "bQ"])
def test_whoever_kills_an_enemy_king_or_queen_wins(revenge, royal):
    other = {"bK": "bQ", "bQ": "bK"}[royal]
    state = fight(revenge, {"wP": "d4", "wK": "a1", royal: "d5", other: "h8"}, {"d4": "3/9"})
    assert state["result"] == won("white", by="regicide")
    assert state["phase"] == "over" and state["to_act"] == [] and state["legal"] == []
    assert revenge.refuses("roll:1") == "game-over"


def test_a_defender_that_kills_the_attacking_king_wins(revenge):
    state = fight(revenge, {"wK": "d4", "bP": "d5", "bK": "h8"}, {"d5": "3/9"})
    assert state["result"] == won("black", by="regicide")


def test_the_combat_is_resolved_before_the_game_ends(revenge):
    state = fight(revenge, {"wP": "a4 d4", "bK": "a5", "bP": "d5"}, {"a4": "3/9"})
    assert state["result"] == won("white", by="regicide") and state["board"] == {"a4": "wP"}


def test_r5_kings_killed_by_both_sides_in_the_same_combat_are_a_draw(revenge):
    state = fight(revenge, {"wK": "d4", "bK": "d5", "wP": "a1", "bP": "h8"}, {"d4": "3/3", "d5": "3/3"})
    assert state["result"] == won(by="regicide") and state["board"] == {"a1": "wP", "h8": "bP"}


def test_when_the_game_is_over_the_turn_stays_as_it_was_left(revenge):
    state = fight(
        revenge, {"wP": "a4 d4 c1", "bK": "a5", "bP": "d5 h5"}, {"a4": "4/9", "h5": "2/2"}, moved=["d4", "a4"],
    )
    detail = state["detail"]
    assert detail["active"] == "white" and detail["roll"] == 4
    assert detail["moved"] == ["a4"], "the fallen are left out"
    assert detail["stats"] == {"a4": "4/9", "c1": "1/1", "h5": "2/2"}
    assert detail["dice"] == detail["points"] == detail["divisions"] == {} and detail["committed"] == []


def test_the_whole_winning_alliance_wins_fallen_members_included(revenge):
    board = {"wP": "d4", "rP": "p2", "rK": "d5", "uP": "a16"}
    state = fight(revenge, board, {"d4": "3/9"}, {"players": 4, "teams": "opposite"})
    assert state["result"] == won("white", "black", by="regicide")


def test_r5_allies_killing_two_kings_in_one_combat_win_together(revenge):
    board = {"wK": "h8", "rP": "i8 i7", "uP": "a16", "wQ": "h7"}
    state = fight(
        revenge, board, {"i7": "9/9", "i8": "9/9"}, {"players": 4, "teams": "three-on-one"}, active="red"
    )
    assert state["result"] == won("red", "black", "blue", by="regicide")


def test_r5_kings_killed_by_different_armies_in_one_combat_are_a_draw(revenge):
    # White's attack costs red its king, and white's own king falls to black: two alliances have killed.
    board = {"wP": "h8", "wK": "a5", "rK": "i8", "bP": "a6", "rP": "p1"}
    state = fight(revenge, board, {"h8": "9/9", "a6": "9/9"}, {"players": 3})
    assert state["result"] == won(by="regicide")


# --- last standing -----------------------------------------------------------------------------------------------

LAST = {"players": 4, "finish": "last-standing"}


def test_with_last_standing_an_army_whose_king_falls_is_removed_after_all_battles(revenge):
    board = {"wP": "h8 c3", "rK": "i8", "rP": "p2 c4", "bP": "p16", "uP": "a16"}
    state = fight(revenge, board, {"h8": "9/9", "c3": "2/9"}, LAST)
    assert state["result"] is None and state["detail"]["active"] == "black"
    assert state["board"] == {"a16": "uP", "c3": "wP", "h8": "wP", "p16": "bP"}
    assert [event["square"] for event in state["events"] if event["kind"] == "removed"] == ["c4", "i8", "p2"]


def test_with_last_standing_only_kings_count(revenge):
    board = {"wP": "h8", "rQ": "i8", "rP": "p2", "bP": "p16"}
    state = fight(revenge, board, {"h8": "9/9"}, LAST)
    assert state["result"] is None and state["board"] == {"h8": "wP", "p16": "bP", "p2": "rP"}


def test_the_last_army_left_wins(revenge):
    board = {"wP": "h8", "rK": "i8", "rP": "p2"}
    assert fight(revenge, board, {"h8": "9/9"}, LAST)["result"] == won("white", by="last-standing")


def test_the_last_alliance_left_wins(revenge):
    board = {"wP": "h8", "rK": "i8", "bP": "p16"}
    state = fight(revenge, board, {"h8": "9/9"}, LAST | {"teams": "opposite"})
    assert state["result"] == won("white", "black", by="last-standing")


def test_all_gone_at_once_is_a_draw(revenge):
    board = {"wK": "h8", "wP": "a1", "rK": "i8", "rP": "p2"}
    state = fight(revenge, board, {"h8": "9/9", "i8": "9/9"}, LAST)
    assert state["result"] == won(by="last-standing") and state["board"] == {}


# --- lost army, deadlock, quiet ----------------------------------------------------------------------------------


def test_r6_an_army_without_pieces_is_out_and_its_turn_is_passed(revenge):
    revenge.given({"wP": "a1", "bP": "p16", "uP": "a16"}, "roll", {"players": 4})
    assert revenge.play("roll:1")["detail"]["active"] == "black"


def test_r6_the_only_army_with_pieces_wins(revenge):
    state = fight(revenge, {"wP": "d4", "bP": "d5"}, {"d4": "9/9"})
    assert state["result"] == won("white", by="last-standing")


def test_r6_nobody_left_is_a_draw(revenge):
    assert fight(revenge, {"wP": "d4", "bP": "d5"})["result"] == won(by="last-standing")
    assert revenge.given({}, "roll")["result"] == won(by="last-standing")


def test_r6_a_whole_alliance_wins(revenge):
    options = {"players": 4, "teams": "three-on-one"}
    state = revenge.given({"rP": "p1", "uP": "a16"}, "roll", options)
    assert state["result"] == won("red", "black", "blue", by="last-standing")
    assert revenge.given({"rP": "p1", "uP": "a16"}, "roll", {"players": 4})["result"] is None


def test_r7_nobody_in_contact_and_nobody_able_to_move_is_a_deadlock(revenge):
    blocked = {"wP": "a8", "bP": "h1"}
    holes = ["b8", "g1"]
    assert revenge.given(blocked, "roll", detail={"holes": holes})["result"] == won(by="deadlock")
    assert revenge.given(blocked, "roll", detail={"holes": ["b8"]})["result"] is None, "black can go sideways"
    assert revenge.given(blocked, "roll", {"retreat": True}, detail={"holes": holes})["result"] is None


def test_r7_contact_of_anybody_prevents_a_deadlock(revenge):
    state = revenge.given({"wP": "b8", "bP": "a8 c8"}, "roll", detail={"holes": ["a7", "b7", "c7", "d7", "d8"]})
    assert state["result"] is None


def test_r7_is_tested_when_a_turn_has_led_to_it(revenge):
    revenge.given({"wP": "b7", "bP": "h1"}, "roll", detail={"holes": ["b8", "g1", "c8"]})
    state = revenge.play("roll:2 b7a8")
    assert state["result"] == won(by="deadlock")
    assert state["detail"]["active"] == "white" and state["detail"]["moved"] == ["a8"]


def test_quiet_turns_are_counted_by_rolls_and_end_with_a_forward_move(revenge):
    revenge.given({"wP": "a1", "bP": "h8"}, "roll")
    assert revenge.play("roll:1")["detail"]["quiet_turns"] == 1
    assert revenge.play("roll:4 h8g8")["detail"]["quiet_turns"] == 2, "sideways is no advance"
    assert revenge.play("roll:4 a1a2")["detail"]["quiet_turns"] == 0
    assert revenge.play("roll:1")["detail"]["quiet_turns"] == 1
    assert revenge.play("roll:2 a2b3")["detail"]["quiet_turns"] == 0


def test_with_retreat_only_a_loss_ends_a_quiet_spell(revenge):
    revenge.given({"wP": "a1 d4", "bP": "h8 d6"}, "roll", {"retreat": True})
    assert revenge.play("roll:4 a1a2")["detail"]["quiet_turns"] == 1
    state = revenge.play("roll:4 d6d5 die:white=1 die:black=1 white:- black:-")
    assert "d4" not in state["board"] and state["detail"]["quiet_turns"] == 0


@pytest.mark.parametrize(("options", "board", "turns"), [
    ({"quiet_limit": 1}, {"wP": "a1", "bP": "h8"}, 2),
    ({"quiet_limit": 50}, {"wP": "a1", "bP": "h8"}, 100),
    ({"quiet_limit": 3, "players": 4}, {"wP": "a1", "rP": "p1", "bP": "p16"}, 9),
])
def test_a_quiet_spell_of_the_limit_times_the_armies_left_is_a_draw(revenge, options, board, turns):
    revenge.given(board, "roll", options, detail={"quiet_turns": turns - 1})
    assert revenge.play("roll:1")["result"] == won(by="quiet")
    revenge.given(board, "roll", options, detail={"quiet_turns": turns - 2})
    assert revenge.play("roll:1")["result"] is None
    assert revenge.given(board, "roll", options, detail={"quiet_turns": turns})["result"] == won(by="quiet")


def test_without_a_quiet_limit_a_game_may_go_on(revenge):
    state = revenge.given({"wP": "a1", "bP": "h8"}, "roll", {"quiet_limit": 0}, detail={"quiet_turns": 10**6})
    assert state["result"] is None


def test_lost_army_comes_before_deadlock_and_deadlock_before_quiet(revenge):
    quiet = {"quiet_turns": 1000}
    assert revenge.given({"wP": "a8"}, "roll", detail={"holes": ["b8"], **quiet})["result"]["reason"] == "last-standing"
    state = revenge.given({"wP": "a8", "bP": "a1"}, "roll", detail={"holes": ["b8", "b1"], **quiet})
    assert state["result"]["reason"] == "deadlock"


def test_the_end_is_tested_before_the_first_turn_too(revenge):
    board, holes = {"wP": "a8", "bP": "h1"}, ["b8", "g1"]
    revenge.given(board, "roll-off", detail={"holes": holes})
    state = revenge.play("first:white=2 first:black=1")
    assert state["result"] == won(by="deadlock") and state["detail"]["active"] is None


# --- rogue knight ------------------------------------------------------------------------------------------------


def test_the_rogue_knight_starts_at_least_three_king_steps_from_everybody(revenge):
    state = revenge.start(rogue_knight=3)
    # On the usual board the ranks 3 and 6 are one step away, 4 and 5 are two: the farthest there is.
    assert state["phase"] == "scatter"
    assert state["legal"] == sorted(f"rogue:{file}{rank}" for file in "abcdefgh" for rank in (4, 5))
    state = revenge.start(players=4, rogue_knight=3)
    # The white pawns reach up to a6 and b5, the blue ones down to a11 and b12.
    assert "rogue:d8" in state["legal"] and "rogue:c8" not in state["legal"] and "rogue:a9" not in state["legal"]


def test_the_rogue_knight_comes_after_the_holes_and_never_onto_one(revenge):
    revenge.start(rogue_knight=3, bombed=1)
    state = revenge.play("hole:e4")
    assert "rogue:e4" not in state["legal"] and len(state["legal"]) == 15
    state = revenge.play("rogue:d4")
    assert state["board"]["d4"] == "nN" and state["phase"] == "roll-off"
    assert state["events"] == [{"kind": "entered", "square": "d4", "piece": "nN"}]


ROGUE = {"rogue_knight": 3}


def test_the_rogue_knight_goes_before_the_rolls_moves_when_its_number_is_rolled(revenge):
    revenge.given({"wP": "a1", "bP": "h8", "nN": "d4"}, "roll", ROGUE)
    assert revenge.play("roll:4")["phase"] == "move"
    revenge.given({"wP": "a1", "bP": "h8", "nN": "d4"}, "roll", ROGUE)
    state = revenge.play("roll:3")
    assert state["phase"] == "rogue" and state["to_act"] == ["chance"] and state["detail"]["roll"] == 3
    assert state["legal"] == [f"rogue:{square}" for square in "c3 c4 c5 d3 d5 e3 e4 e5".split()]
    state = revenge.play("rogue:e5")
    assert state["phase"] == "move" and state["board"]["e5"] == "nN" and "d4" not in state["board"]
    assert state["events"] == [{"kind": "moved", "from": "d4", "to": "e5"}]


def test_the_rogue_knight_avoids_kings_queens_holes_and_the_edge(revenge):
    revenge.given({"wK": "a2", "bQ": "b2", "wP": "h8", "bP": "h1", "nN": "a1"}, "roll", ROGUE)
    assert revenge.play("roll:3")["legal"] == ["rogue:b1"]
    revenge.given({"wK": "a2", "bQ": "b2", "wP": "h7", "bP": "h1", "nN": "a1"}, "roll", ROGUE, detail={"holes": ["b1"]})
    assert revenge.play("roll:3")["phase"] != "rogue"


def test_the_rogue_knight_destroys_whoever_stands_there_and_that_is_a_loss(revenge):
    revenge.given({"wP": "a1 d5", "bP": "h8", "nN": "d4"}, "roll", ROGUE, detail={"quiet_turns": 7})
    assert revenge.play("roll:3")["detail"]["quiet_turns"] == 8
    state = revenge.play("rogue:d5")
    assert state["detail"]["quiet_turns"] == 0 and state["board"] == {"a1": "wP", "d5": "nN", "h8": "bP"}
    assert [event["kind"] for event in state["events"]] == ["announced", "removed", "moved"]


def test_the_rogue_knight_blocks_its_square_and_is_never_in_contact(revenge):
    revenge.given({"wP": "d3", "bP": "h8", "nN": "d4"}, "roll", ROGUE)
    assert revenge.play("roll:6")["detail"]["active"] == "black", "d4 is blocked, and there is no combat"


def test_r6_is_tested_right_after_the_rogue_knight(revenge):
    revenge.given({"wP": "a1", "bP": "d5", "nN": "d4"}, "roll", ROGUE)
    state = revenge.play("roll:3 rogue:d5")
    assert state["result"] == won("white", by="last-standing") and state["detail"]["roll"] == 3


def test_an_army_destroyed_on_its_own_turn_leaves_the_turn_to_the_next(revenge):
    revenge.given({"wP": "d5", "rP": "p1", "bP": "p16", "nN": "d4"}, "roll", {"players": 3, "rogue_knight": 1})
    state = revenge.play("roll:1")
    assert state["detail"]["courage"] == ["white"] and state["phase"] == "rogue"
    state = revenge.play("rogue:d5")
    assert state["phase"] == "roll" and state["detail"]["active"] == "red" and state["detail"]["courage"] == []


def test_a_one_may_set_the_rogue_knight_loose_too(revenge):
    revenge.given({"wP": "a1", "bP": "h8", "nN": "d4"}, "roll", {"rogue_knight": 1})
    state = revenge.play("roll:1")
    assert state["phase"] == "rogue"
    assert revenge.play("rogue:d5")["detail"]["active"] == "black"
