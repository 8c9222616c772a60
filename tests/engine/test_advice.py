"""The advice of the rules pages under *How people play it well*, and their worked examples: played, not believed."""

import itertools
import random

import pytest

from engine.core.squares import bits
from engine.registry import find_game


@pytest.fixture
def given(rules_of):
    """The state of a position of a game: ``given("pawn", {"wP": "a2"}, "move")``, and the session it is in."""
    def make(game, board, phase, options=None, **state):
        rules = rules_of(game)
        return rules, rules.given(board, phase, options, **state)

    return make


# --- Pawn Advance Chess ------------------------------------------------------------------------------------------


def test_a_pawn_two_squares_from_the_far_side_is_home_this_round(given):
    rules, _ = given("pawn-advance", {"wP": "c6", "bP": "h7"}, "battle")
    state = rules.play("c6c7 h7h6")
    assert state["result"] == {"winners": ["white"], "reason": "touchdown"} and "c8" in state["board"]


def test_a_veteran_gains_two_squares_a_round_and_a_recruit_three(given):
    rules, _ = given("pawn-advance", {"wP": "b1 g3", "bP": "d7"}, "battle")
    state = rules.play("b1b3 g3g4 d7d6")
    assert {"b4", "g5"} <= state["board"].keys() and state["phase"] == "reinforce"


def test_a_jammed_file_lets_no_recruit_in_and_a_full_row_loses_them(given):
    jam = " ".join(f"a{rank}" for rank in range(1, 7))
    _, state = given("pawn-advance", {"wP": jam, "bP": "a7 h7"}, "reinforce", {"placement": "choice"})
    assert "+a1" not in state["legal"] and "+b1" in state["legal"]
    row = {"wP": "a1 b1 c1 d1 e1 f1 g1 h1", "bP": "h7"}
    assert given("pawn-advance", row, "reinforce")[1]["detail"]["to_place"] == {"white": 0, "black": 2}


def test_one_blocker_holds_everybody_behind(given):
    rules, _ = given("pawn-advance", {"wP": "d4 g5", "bP": "d5 d6 d7"}, "battle", to_act=["black"])
    assert rules.ask("state")["board"].keys() == {"d4", "d5", "d6", "d7", "g6"}, "Black has no move: the march follows"


def test_whoever_moves_second_in_a_round_takes_back_at_once(given):
    rules, _ = given("pawn-advance", {"wP": "e4 h2", "bP": "d5 e6 h7"}, "battle", detail={"moves_left": 1})
    state = rules.play("e4d5")
    assert "e6d5" in state["legal"]


def test_after_the_march_a_chain_takes_back_only_if_somebody_holds_the_capturer(given):
    """The picture of the page: e4 holds it, d3 marches up. Without e4 it has marched on."""
    for helper, held in (("e4 ", True), ("", False)):
        board = {"wP": f"{helper}d3 e5", "bP": "f6"}
        rules, _ = given("pawn-advance", board, "battle", {"placement": "choice"}, to_act=["black"])
        state = rules.play("f6e5")
        while state["phase"] == "reinforce":
            state = rules.play(state["legal"][-1])
        assert ("d4e5" in state["legal"]) is held
        assert ("e5" in state["board"]) is held


def test_if_rounds_are_opened_in_turns_the_capturer_moves_again_first(given):
    rules, _ = given("pawn-advance", {"wP": "e4 d3 e5", "bP": "f6"}, "battle",
                     {"placement": "choice", "first": "alternate"}, to_act=["black"])
    state = rules.play("f6e5")
    while state["phase"] == "reinforce":
        state = rules.play(state["legal"][-1])
    assert state["to_act"] == ["black"] and "e5d4" in state["legal"]


def _progress(position, side):
    """Return the progress of a side, far ahead counting most, less that of the other."""
    white, black = position.pawns
    come = sum((1 + square % 8) ** 2 for square in bits(white)), sum((8 - square % 8) ** 2 for square in bits(black))
    return come[side] - come[1 - side]


def _greedy(game, position, chance):
    """The action that wins or leads furthest; now and then any."""
    actions = game.actions(position)
    if game.to_act(position) == ("chance",) or chance.random() < 0.1:
        return chance.choice(actions)

    def worth(action):
        after = game.successor(position, action)
        return (game.outcome(after) is not None, _progress(after, position.side), chance.random())

    return max(actions, key=worth)


def _won_by_white(games, **options):
    """White's share of the games that two equals, who both look one move ahead, decide between them."""
    game, chance, won = find_game("pawn-advance"), random.Random(3), []
    for _ in range(games):
        position = game.start(game.read_options(options))
        while game.outcome(position) is None:
            position = game.successor(position, _greedy(game, position, chance))
        won += [winner == "white" for winner in game.outcome(position).winners]
    return sum(won) / len(won)


def test_r8_moving_first_is_worth_a_lot_unless_openers_change_and_the_first_turn_is_short(full):
    games = 1000 if full else 100
    assert _won_by_white(games) > 0.7
    assert _won_by_white(games, first="alternate") < 0.3, "handed to Black"
    for opening_moves in (1, 2):
        assert 0.25 < _won_by_white(games, first="alternate", opening_moves=opening_moves) < 0.55, opening_moves


# --- Pawn --------------------------------------------------------------------------------------------------------


def squares_named(action):
    return [action[place:place + 2] for place in range(0, len(action) - 1, 2)
            if action[place].isalpha() and action[place + 1].isdigit()]


def test_no_pawn_leaves_its_file_alone():
    game, chance = find_game("pawn"), random.Random(5)
    for _ in range(12):
        position = game.start(game.read_options({}))
        while game.outcome(position) is None:
            for action in game.actions(position):
                named = squares_named(action.text)
                if len(action.text) == 4 and action.text[2].isalpha():
                    assert action.text[0] == action.text[2], action
                elif action.text != "end":
                    assert len(named) >= 2, action
            position = game.successor(position, chance.choice(game.actions(position)))


def test_a_jump_makes_a_pattern_that_strikes_and_a_shift_to_the_same_squares_does_not(given):
    for action, strikes in (("b5b7", True), ("b5b6^1", False)):
        rules, _ = given("pawn", {"wP": "b5 b6", "bP": "b8 d8"}, "move")
        assert (rules.play(action)["phase"] == "strike") is strikes


def test_a_threepiece_reaches_along_its_line_and_not_into_a_squad_but_from_right_before_it(given):
    _, state = given("pawn", {"wP": "a5 b5 c5 h1 h2 h3", "bP": "g4 h4 g5 h5"}, "move")
    assert "a5b5c5>3" in state["legal"] and "a5b5c5>4" not in state["legal"] and "h1h2h3^1" in state["legal"]
    _, state = given("pawn", {"wP": "a5 b5 c5 h1 h2 h3", "bP": "g5 a8"}, "move")
    assert "a5b5c5>4" in state["legal"], "a single pawn is taken from afar"


def test_whoever_steps_right_before_an_enemy_is_taken(given):
    rules, _ = given("pawn", {"wP": "d4 a1 b1", "bP": "d6 h8 g8"}, "move")
    assert "d6d5" in rules.play("d4d5")["legal"]
    rules, _ = given("pawn", {"wP": "d4 a1 b1", "bP": "d5 h8 g8"}, "move")
    assert not [action for action in rules.play("d4d6")["legal"] if action.endswith("d6")], "jumped past: out of reach"


def test_the_squads_of_the_pictures_push_or_are_stuck(given):
    _, state = given("pawn", {"wP": "c6 c7 d6 d7", "bP": "b6"}, "move")
    assert "c6c7d6d7<1" in state["legal"]
    _, state = given("pawn", {"wP": "g4 g5 h4 h5 d2 d3 e2 e3", "bP": "f4 f5 b2 c2"}, "move")
    assert not {"g4g5h4h5<1", "d2d3e2e3<1"} & set(state["legal"])


def test_both_stalemates_of_the_pictures_end_as_told(given):
    _, state = given("pawn", {"bP": "a8 f5 c2", "wP": "b4"}, "move")
    assert state["result"] == {"winners": ["black"], "reason": "stalemate"}
    _, state = given("pawn", {"bP": "b6", "wP": "d5"}, "move")
    assert state["result"] == {"winners": [], "reason": "stalemate"}


def test_two_pawns_within_reach_of_each_other_keep_a_game_going(given):
    _, state = given("pawn", {"bP": "a8 f5 c2", "wP": "b4 c6"}, "move")
    assert state["result"] is None


# --- Chess Two ---------------------------------------------------------------------------------------------------

KINGS = {"wK": "j1", "bK": "j10"}


def test_nobody_slides_at_a_neighbour_nor_past_somebody_who_stands_before_the_target(given):
    for piece, near in (("wQ", "d5"), ("wR", "d5"), ("wB", "e5")):
        _, state = given("chess-two", {piece: "d4", "bN": near, **KINGS}, "turn")
        assert not [action for action in state["legal"] if action.startswith(f"d4x{near}")], piece
    for between in ("wP", "bP"):
        _, state = given("chess-two", {"wR": "d2", "bN": "d8", between: "d7", **KINGS}, "turn")
        assert not [action for action in state["legal"] if action.startswith("d2xd8")], between


def test_the_first_hit_breaks_a_shield_the_second_destroys(given):
    rules, state = given("chess-two", {"wR": "b1 h8", "bR+": "b8", **KINGS}, "turn")
    assert [each for each in state["legal"] if each.startswith("b1x")] == ["b1xb8@b7"]
    state = rules.play("b1xb8@b7")
    assert state["board"]["b8"] == "bR" and state["board"]["b7"] == "wR"
    rules, state = given("chess-two", {"wR": "b1 h8", "bR": "b8", **KINGS}, "turn")
    assert {"h8xb8@c8", "h8xb8@b8"} <= set(state["legal"])


def test_the_whole_turn_of_the_page_is_played_as_told(given):
    board = {"wR": "b2", "nL": "b4", "bB": "b8", "bK": "c9", "wK": "e1"}
    rules, state = given("chess-two", board, "turn")
    assert {"b2xb8@b7", "b2xb8@b8"} <= set(state["legal"])
    state = rules.play("b2xb8@b7")
    assert state["board"]["b7"] == "wR+" and "b8" not in state["board"], "a Shield on the way"
    assert state["detail"]["slots"] == ["special"] and "end" not in state["legal"], "Life must move"
    assert {"b4c3", "b4c5"} <= set(state["legal"])
    state = rules.play("b4c3")
    assert state["to_act"] == ["black"] and not [each for each in state["legal"] if each.startswith("c9xb7")]
    rules, _ = given("chess-two", board, "turn")
    assert rules.play("b4c3 b2xb8@b7")["board"]["b7"] == "wR", "Life had gone: no Shield"


def test_a_pawn_jumps_over_death_and_pays_for_it(given):
    for pawn, arrives in (("wP+", "wP"), ("wP", None)):
        rules, _ = given("chess-two", {pawn: "d6", "nD": "d7", **KINGS}, "turn")
        assert rules.play("d6d8")["board"].get("d8") == arrives


def test_giving_check_costs_the_shield(given):
    rules, _ = given("chess-two", {"wR+": "a5", **KINGS}, "turn")
    assert rules.play("a5a10")["board"]["a10"] == "wR"


def test_a_friend_right_beside_protects_from_death_and_one_across_the_corner_does_not(given):
    for friend, killed in (("e5", False), ("d5", True)):
        _, state = given("chess-two", {"nD": "f3", "bN": "e4", "bP": friend, **KINGS}, "turn")
        assert ("f3xe4" in state["legal"]) is killed


def test_life_changes_sides_where_it_crosses_the_middle(given):
    rules, state = given("chess-two", {"nL": "c5", **KINGS, "wP": "a2", "bP": "a9"}, "turn")
    assert "c5d6" in state["legal"]
    state = rules.play("a2a3 c5d6")
    assert state["to_act"] == ["black"] and "d6e7" in state["legal"]


def test_readings_that_differ_from_the_authors_programs(given):
    """R7: leaps pass nothing; Death kills chess pieces alone; an attack in place is no move."""
    rules, _ = given("chess-two", {"wN": "c2", "nL": "c3", "nD": "d3", **KINGS}, "turn")
    assert rules.play("c2d4")["board"]["d4"] == "wN"
    _, state = given("chess-two", {"nD": "f3 e4", "nL": "b2", **KINGS}, "turn")
    assert not [action for action in state["legal"] if "x" in action]
    board = {"wK": "f1", "wR": "i1", "bN+": "g2", "bK": "j10"}
    rules, _ = given("chess-two", board, "turn", detail={"castling": "K"})
    assert "K" in rules.play("f1xg2@f1")["detail"]["castling"]


# --- Pawn's Revenge ----------------------------------------------------------------------------------------------


def fought(given, board, phase_detail, white, black):
    rules, _ = given("pawns-revenge", {"wK": "a1", "bK": "h8", **board}, "divide", detail={
        "points": {"white": 6, "black": 6}, **phase_detail,
    })
    return rules.play(f"white:{white} black:{black}")


def test_the_clash_of_the_page_goes_as_told(given):
    state = fought(given, {"wP": "d4", "bP": "d5 e5"}, {"roll": 4, "moved": ["d4"]}, "d4+2/3", "d5+1/1,e5+1/1")
    assert state["board"].keys() == {"a1", "h8", "e5"}
    state = fought(given, {"wP": "d4", "bP": "d5 e5"}, {"roll": 4, "moved": ["d4"]}, "d4+2/3", "d5+0/3,e5+1/0")
    assert {"d5", "e5"} <= state["board"].keys(), "toughness ahead saves both"


def test_which_pawn_first_costs_what_the_page_says(given):
    for moved, left in ((["b3", "d3"], {"b3", "d3", "c4"}), (["d3", "b3"], {"b3", "c4"})):
        state = fought(given, {"wP": "b3 d3", "bP": "c4 d4"}, {"roll": 6, "moved": moved},
                       "b3+0/1,d3+2/2", "c4+0/1,d4+1/1")
        assert state["board"].keys() - {"a1", "h8"} == left


def test_points_outlast_a_combat_and_lapse_with_a_turn_without_one(given):
    state = fought(given, {"wP": "d4 g2", "bP": "d5"}, {"roll": 4, "moved": ["d4"]}, "d4+0/2,g2+0/3", "d5+0/2")
    assert state["detail"]["stats"]["g2"] == "1/4" and state["detail"]["active"] == "black"
    board = {"wP": "g2", "bP": "b7", "wK": "a1", "bK": "h8"}
    rules, _ = given("pawns-revenge", board, "roll", detail={"active": "black", "stats": {"g2": "1/4"}})
    assert rules.play("roll:2 b7a6")["detail"]["stats"]["g2"] == "1/1"


def test_one_point_of_toughness_outlives_a_bare_pawn(given):
    state = fought(given, {"wP": "d4", "bP": "d5"}, {"roll": 4, "moved": ["d4"]}, "d4+0/1", "-")
    assert "d4" in state["board"] and "d5" not in state["board"]


@pytest.mark.parametrize("royal", ["bK", "bQ"])
def test_two_points_of_power_on_a_pawn_kill_a_royal_without_points(given, royal):
    board = {"wP": "d4", royal: "d5", "wK": "a1", **({} if royal == "bK" else {"bK": "h8"})}
    for points, winners in (("d4+2/0", ["white"]), ("d4+1/0", None)):
        rules, _ = given("pawns-revenge", board, "divide", detail={
            "roll": 4, "moved": ["d4"], "points": {"white": 6, "black": 6}})
        state = rules.play(f"white:{points} black:-")
        assert (state["result"] or {"winners": None})["winners"] == winners


def test_a_king_on_his_own_turn_fights_everybody_around_him(given):
    for pawns, falls in (("d4 e4", False), ("d4 e4 f4", True)):
        board = {"wP": pawns, "bK": "e5", "wK": "a1"}
        rules, _ = given("pawns-revenge", board, "divide", detail={
            "active": "black", "roll": 2, "points": {"white": 6, "black": 6}})
        assert (rules.play("white:- black:-")["result"] is not None) is falls


def test_in_the_rushers_turn_only_the_first_gets_a_blow(given):
    board = {"wP": "d4 e4 f4", "bK": "e5", "wK": "a1"}
    rules, _ = given("pawns-revenge", board, "divide", detail={
        "active": "white", "roll": 6, "moved": ["d4", "f4"], "points": {"white": 6, "black": 6}})
    state = rules.play("white:- black:-")
    assert state["result"] is None and state["board"].keys() == {"a1", "e5", "e4", "f4"}


@pytest.mark.parametrize(("power", "toughness", "left"), [(1, 3, {"d4", "d5"}), (3, 1, set())])
def test_pawns_of_one_three_are_walls_and_of_three_one_everybody_falls(given, power, toughness, left):
    rules, _ = given("pawns-revenge", {"wP": "d4", "bP": "d5", "wK": "a1", "bK": "h8"}, "divide",
                     {"pawn_power": power, "pawn_toughness": toughness},
                     detail={"roll": 4, "moved": ["d4"], "points": {"white": 6, "black": 6}})
    assert rules.play("white:- black:-")["board"].keys() - {"a1", "h8"} == left


def test_half_of_all_throws_move_diagonally_and_only_a_four_sideways(given):
    ways = {}
    for roll in range(2, 7):
        board = {"wP": "d4", "wK": "a1", "bK": "h8"}
        _, state = given("pawns-revenge", board, "move", detail={"active": "white", "roll": roll})
        ways[roll] = {action[2:] for action in state["legal"] if action.startswith("d4")}
    assert [roll for roll, ends in ways.items() if "c5" in ends] == [2, 3, 5]
    assert [roll for roll, ends in ways.items() if "c4" in ends] == [4]


# --- Advancing Chess ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("piece", "looks_back"), [("wC", True), ("wV", True), ("wH", True), ("wP", True),
                                                   ("wQ", False), ("wN", False)])
def test_some_capture_backward_and_queens_and_knights_do_not(given, piece, looks_back):
    behind = itertools.product("abcdefgh", "23")
    targets = [f"{file}{rank}" for file, rank in behind]
    _, state = given("advancing-chess", {piece: "d4", "bP": " ".join(targets)}, "play")
    assert bool([each for each in state["legal"] if each[:2] == "d4" and each[2:] in targets]) is looks_back


def test_one_castle_on_the_first_rank_guards_all_of_it(given):
    for file in "abcdefg":
        arrivals = {"wV": f"{file}7", "bC": "h8", "wP": "h2"}
        rules, _ = given("advancing-chess", arrivals, "play")
        state = rules.play(f"{file}7{file}8")
        assert state["result"] is None and f"h8{file}8" in state["legal"], file
    rules, _ = given("advancing-chess", {"wV": "a7", "bC": "h8", "bN": "d8", "wP": "h2"}, "play")
    assert rules.play("a7a8")["result"] == {"winners": ["white"], "reason": "breakthrough"}, "somebody in between"


def test_both_arrivals_of_the_picture_end_as_told(given):
    board = {"wC": "b7", "wN": "f6", "bN": "c8", "bC": "e8"}
    rules, _ = given("advancing-chess", board, "play")
    assert rules.play("b7b8")["result"] == {"winners": ["white"], "reason": "breakthrough"}
    rules, _ = given("advancing-chess", board, "play")
    state = rules.play("f6g8")
    assert state["result"] is None and "e8g8" in state["legal"]


def test_whoever_has_fewer_steps_left_loses_the_waiting(given):
    """Two pikemen head to head on the e-file, and a free step for each on the a-file: White runs out first."""
    rules, state = given("advancing-chess", {"wP": "e4 a3", "bP": "e5 a6"}, "play", {"double_step": False})
    assert state["legal"] == ["a3a4"]
    assert rules.play("a3a4 a6a5")["result"] == {"winners": ["black"], "reason": "no-moves"}


def test_every_step_is_final_but_for_captures(given):
    rules, state = given("advancing-chess", {"wC": "a4", "wN": "b4", "wV": "d4", "wQ": "f4", "wH": "g4", "wP": "h4",
                                             "bP": "a8 c2 d2 e5 f2 h2 b2 g3"}, "play")
    steps = [(action[:2], action[2:]) for action in state["legal"]]
    quiet = [(origin, target) for origin, target in steps if target not in state["board"]]
    assert {origin for origin, _ in quiet} == {"a4", "b4", "d4", "f4", "g4", "h4"}
    assert all(target[1] > origin[1] for origin, target in quiet)
    back = {origin for origin, target in steps if target in state["board"] and target[1] <= origin[1]}
    assert back and not back & {"b4", "f4"}, "captures may lead back, but never queens and knights"


def test_a_capture_on_the_last_rank_removes_the_guard_that_a_step_would_meet(given):
    for move, over in (("f6g8", False), ("f6e8", True)):
        rules, _ = given("advancing-chess", {"wN": "f6", "bC": "e8"}, "play")
        assert (rules.play(move)["result"] is not None) is over


def _white_wins(game, position, known):
    """True if White wins when both play as well as can be: every game from here on is looked at."""
    if position not in known:
        outcome = game.outcome(position)
        white = game.to_act(position) == ("white",)
        known[position] = outcome.winners == ("white",) if outcome else white == any(
            _white_wins(game, game.successor(position, action), known) is white for action in game.actions(position))
    return known[position]


def _ending(chance):
    """A guard and a pikeman of Black against two of White not far from home, and the same with one of the two."""
    squares = chance.sample([f"{file}{rank}" for file in "abcdefgh" for rank in (5, 6)], 2)
    guard = f"{chance.choice('abcdefgh')}{chance.choice('78')}"
    black = {guard: f"b{chance.choice('CVHNQ')}", "h7" if guard != "h7" else "a7": "bP"}
    runners = [(square, f"w{chance.choice('CNVHQP')}") for square in squares]
    return {**black, **dict(runners)}, {**black, **dict(runners[:1])}


def test_against_a_single_guard_two_win_most_of_what_one_alone_would_lose(full):
    game, chance, alone, both = find_game("advancing-chess"), random.Random(1), [], []
    for _ in range(600 if full else 60):
        for board, won in zip(_ending(chance), (both, alone), strict=True):
            position = game.setup(game.read_options({"array": 0}), {"board": board, "phase": "play"})
            won.append(_white_wins(game, position, {}))
    assert not [pair for pair in zip(alone, both, strict=True) if pair == (True, False)]
    assert both.count(False) < alone.count(False) / 2
