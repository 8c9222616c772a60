"""Pawn: setting positions up, footprints, and words (its rules page, protocol)."""

import random

import pytest

from engine.core.actions import Footprint
from engine.game import EVERYTHING, SPECTATOR, PromptKind
from engine.games.pawn.game import Pawn

GAME = Pawn()
BOARD = GAME.boards[0]
BOTH = {"wP": "b6 b7", "bP": "b8 h8"}
RESULT = {"winners": ["white"], "reason": "repetition"}


@pytest.fixture
def pawn(rules_of):
    return rules_of("pawn")


# --- setting up --------------------------------------------------------------------------------------------------


def test_fields_left_out_are_those_of_a_fresh_turn(pawn):
    state = pawn.given(BOTH, "move")
    assert state["to_act"] == ["white"] and state["detail"] == {"quiet_turns": 0, "pawns": {"white": 2, "black": 2}}


def test_a_side_without_pawns_has_lost(pawn):
    for phase in ("move", "strike", "over"):
        assert pawn.given({"wP": "d4"}, phase)["result"] == {"winners": ["white"], "reason": "elimination"}
        assert pawn.given({"bP": "d4"}, phase)["result"] == {"winners": ["black"], "reason": "elimination"}


def test_passes_apply_at_once(pawn):
    state = pawn.given({"wP": "a8", "bP": "a7 d5 e2"}, "move", to_act=["white"])
    assert state["to_act"] == ["black"] and state["detail"]["quiet_turns"] == 1


def test_endings_apply_at_once(pawn):
    state = pawn.given(BOTH, "move", {"no_progress": 3}, detail={"quiet_turns": 6})
    assert state["result"] == {"winners": [], "reason": "no-progress"}
    assert pawn.given(BOTH, "move", {"no_progress": 3}, detail={"quiet_turns": 5})["result"] is None


def test_a_set_up_position_is_its_own_first_occurrence(pawn):
    pawn.given({"wP": "d2 e5", "bP": "h7 g4"}, "move")
    assert pawn.play("d2d3 h7h6 d3d2 h6h7 d2d3 h7h6 d3d2")["result"] is None
    assert pawn.play("h6h7")["result"]["reason"] == "repetition"


def test_a_strike_may_be_set_up(pawn):
    state = pawn.given(BOTH, "strike", detail={"new_patterns": ["b6b7"]})
    assert state["phase"] == "strike" and state["legal"] == ["b6b7^1", "end"]
    assert state["detail"]["new_patterns"] == ["b6b7"]
    assert pawn.play("b6b7^1")["detail"]["pawns"] == {"white": 2, "black": 1}


@pytest.mark.parametrize("detail", [{}, {"new_patterns": []}])
def test_a_strike_without_new_patterns_is_the_end_of_the_turn(pawn, detail):
    state = pawn.given(BOTH, "strike", to_act=["white"], detail=detail)
    assert state["phase"] == "move" and state["to_act"] == ["black"] and state["detail"]["quiet_turns"] == 0


def test_in_a_strike_the_other_endings_wait_for_the_end_of_the_turn(pawn):
    detail = {"new_patterns": ["b6b7"], "quiet_turns": 100}
    assert pawn.given(BOTH, "strike", detail=detail)["result"] is None
    assert pawn.play("end")["result"] == {"winners": [], "reason": "no-progress"}
    assert pawn.given(BOTH, "strike", detail={"quiet_turns": 100})["result"]["reason"] == "no-progress"


def test_a_state_may_be_over_with_its_result_or_when_the_board_decides(pawn):
    assert pawn.given(BOTH, "over", result=RESULT, to_act=[])["result"] == RESULT
    assert pawn.given({"wP": "d5", "bP": "b6"}, "over")["result"] == {"winners": [], "reason": "stalemate"}


@pytest.mark.parametrize(("field", "board", "phase", "state"), [
    ("board", {}, "move", {}),
    ("board", {}, "over", {"result": RESULT}),
    ("board", {"wQ": "d4", "bP": "d8"}, "move", {}),
    ("board", {"rP": "d4", "bP": "d8"}, "move", {}),
    ("board", {"nP": "d4", "bP": "d8"}, "move", {}),
    ("board", {"wP+": "d4", "bP": "d8"}, "move", {}),
    ("board", {"wP": "i1", "bP": "d8"}, "move", {}),
    ("phase", BOTH, "play", {}),
    ("to_act", BOTH, "move", {"to_act": []}),
    ("to_act", BOTH, "move", {"to_act": ["chance"]}),
    ("to_act", BOTH, "move", {"to_act": ["blue"]}),
    ("to_act", BOTH, "strike", {"to_act": ["white", "black"]}),
    ("to_act", BOTH, "over", {"to_act": ["white"], "result": RESULT}),
    ("result", BOTH, "move", {"result": RESULT}),
    ("result", BOTH, "strike", {"result": RESULT}),
    ("result", BOTH, "over", {}),
    ("result", BOTH, "over", {"result": {"winners": ["white"], "reason": "breakthrough"}}),
    ("quiet_turns", BOTH, "move", {"detail": {"quiet_turns": -1}}),
    ("quiet_turns", BOTH, "move", {"detail": {"quiet_turns": "0"}}),
    ("pawns", BOTH, "move", {"detail": {"pawns": {"white": 3, "black": 2}}}),
    ("pawns", BOTH, "move", {"detail": {"pawns": 4}}),
    ("new_patterns", BOTH, "move", {"detail": {"new_patterns": ["b6b7"]}}),
    ("new_patterns", BOTH, "move", {"detail": {"new_patterns": []}}),
    ("new_patterns", BOTH, "over", {"detail": {"new_patterns": []}, "result": RESULT}),
    ("new_patterns", BOTH, "strike", {"detail": {"new_patterns": "b6b7"}}),
    ("new_patterns", BOTH, "strike", {"detail": {"new_patterns": [67]}}),
    ("new_patterns", BOTH, "strike", {"detail": {"new_patterns": ["b7b8"]}}),
    ("new_patterns", BOTH, "strike", {"detail": {"new_patterns": ["b7b6"]}}),
    ("new_patterns", BOTH, "strike", {"detail": {"new_patterns": ["b6b7", "b6b7"]}}),
    ("new_patterns", BOTH, "strike", {"to_act": ["black"], "detail": {"new_patterns": ["b6b7"]}}),
    ("new_patterns", {"wP": "b5 b6", "bP": "b8 h8"}, "strike", {"detail": {"new_patterns": ["b5b6"]}}),
    ("round", BOTH, "move", {"detail": {"round": 1}}),
])
def test_a_state_that_describes_no_position_is_refused_by_the_name_of_its_field(pawn, field, board, phase, state):
    assert field in pawn.not_given(board, phase, **state)


def state_of(position):
    view, outcome = GAME.view(position, EVERYTHING), GAME.outcome(position)
    return {
        "board": {BOARD.names[square]: str(piece) for square, piece in view.pieces.items()},
        "phase": view.phase, "to_act": [str(actor) for actor in view.to_act], "detail": dict(view.detail),
        "result": outcome and {"winners": list(outcome.winners), "reason": outcome.reason},
    }


def likeliest(chance, position):
    """A random action, rather one that touches covered squares: random games hardly meet otherwise."""
    actions = list(GAME.actions(position))
    captures = [action for action in actions if GAME.footprint(position, action).swaps]
    return chance.choice(captures if captures and chance.random() < 0.5 else actions)


@pytest.mark.parametrize("strike", ["optional", "compulsory"])
def test_every_state_of_random_games_can_be_set_up_again(full, strike):
    chance, options = random.Random(strike), GAME.read_options({"strike": strike})
    phases = set()
    for _ in range(100 if full else 6):
        position = GAME.start(options)
        while True:
            again = GAME.setup(options, state_of(position))
            assert again._replace(seen=None) == position._replace(seen=None)
            assert GAME.actions(again) == GAME.actions(position)
            phases.add(position.phase)
            if GAME.outcome(position) is not None:
                break
            position = GAME.apply(position, likeliest(chance, position))[0]
    assert phases == {"move", "strike", "over"}


# --- positions are values ----------------------------------------------------------------------------------------


def test_the_same_actions_lead_to_equal_positions():
    def played():
        position = GAME.start(GAME.read_options({"no_progress": 0}))
        for _ in range(2):
            for text in ("b2b3", "h7h6", "b3b2", "h6h7"):
                position = GAME.apply(position, GAME.parse(position, text))[0]
        return position

    one, two = played(), played()
    assert one == two and hash(one) == hash(two) and one.outcome.reason == "repetition"
    assert one.seen != one.seen.before and "9 positions" in repr(one)


# --- at the board ------------------------------------------------------------------------------------------------


def position_of(white, black, to_act="white", phase="move", **detail):
    board = {square: "wP" for square in white.split()} | {square: "bP" for square in black.split()}
    state = {"board": board, "phase": phase, "to_act": [to_act], "detail": detail}
    return GAME.setup(GAME.read_options({}), state)


def mask(names):
    return sum(1 << BOARD.parse(name) for name in names.split())


@pytest.mark.parametrize(("white", "black", "action", "footprint"), [
    ("d4", "d8", "d4d6", {"empties": "d4", "fills": "d6"}),
    ("d4", "d5 h8", "d4d6", {"empties": "d4", "fills": "d6"}),
    ("d4", "d5 h8", "d4d5", {"empties": "d4", "swaps": "d5"}),
    ("b5 b6", "h8", "b5b6^1", {"empties": "b5", "fills": "b7", "through": "b6"}),
    ("b5 b6", "b7 h8", "b5b6^1", {"empties": "b5", "swaps": "b7", "through": "b6"}),
    ("b2 b3 b4", "h8", "b2b3b4^1", {"empties": "b2", "fills": "b5", "through": "b3 b4"}),
    ("b2 b3 b4", "b7 h8", "b2b3b4^3", {"empties": "b2 b3 b4", "fills": "b5 b6", "swaps": "b7"}),
    ("d4 d5", "h8", "d4d5@d4+", {"empties": "d5", "fills": "e4", "through": "d4"}),
    ("c4 d4 e4", "h8", "c4d4e4@d4+", {"empties": "c4 e4", "fills": "d3 d5", "through": "d4"}),
    ("d4 d5 e4 e5", "h8", "d4d5e4e5^1", {"empties": "d4 e4", "fills": "d6 e6", "through": "d5 e5"}),
    ("d4 d5 e4 e5", "d6 h8", "d4d5e4e5^1", {
        "empties": "d4 e4", "fills": "d7 e6", "swaps": "d6", "through": "d5 e5",
    }),
    ("d4 d5 e4 e5 d6", "h8", "d4d5e4e5^1", {"empties": "d4 e4", "fills": "d7 e6", "through": "d5 d6 e5"}),
])
def test_hands_do_what_the_footprint_says(white, black, action, footprint):
    position = position_of(white, black)
    expected = Footprint(**{name: mask(squares) for name, squares in footprint.items()})
    assert GAME.footprint(position, GAME.parse(position, action)) == expected


def test_hands_do_nothing_to_end_the_turn():
    position = position_of("b6 b7", "b8 h8", phase="strike", new_patterns=["b6b7"])
    assert GAME.footprint(position, GAME.parse(position, "end")) == Footprint()
    strike = GAME.footprint(position, GAME.parse(position, "b6b7^1"))
    assert strike == Footprint(empties=mask("b6"), swaps=mask("b8"), through=mask("b7"))


def test_footprints_lead_to_the_next_board():
    chance = random.Random(5)
    for _ in range(4):
        position = GAME.start(GAME.read_options({}))
        while GAME.outcome(position) is None:
            action = likeliest(chance, position)
            after = GAME.footprint(position, action).after(GAME.occupied(position))
            position = GAME.apply(position, action)[0]
            assert GAME.occupied(position) == after


# --- in words ----------------------------------------------------------------------------------------------------


def grouped(position):
    return [(str(each.name), " ".join(BOARD.sorted_names(each.squares))) for each in GAME.groups(position)]


def test_who_can_act_together_is_told_and_nobody_else():
    """The squad in the corner is shut in, but its duals can capture; nothing of Black's can act now."""
    told = grouped(position_of("a1 a2 b1 b2 e4 e5 e6 f5", "a3 b3 c1 c2"))
    assert told[:2] == [("three in a row", "e4 e5 e6"), ("dual", "a1 a2")]
    assert ("dual", "e5 f5") in told and ("pawn", "f5") in told and ("squad", "a1 a2 b1 b2") not in told
    assert ("pawn", "a1") not in told, "its pawn behind the others can only jump, onto somebody"
    assert not any(square in squares for _, squares in told for square in ("a3", "b3", "c1", "c2"))


def test_every_action_on_the_board_belongs_to_one_group():
    position = position_of("d4 d5 d6 e4 e5", "b8 f6")
    actions = [action for group in GAME.groups(position) for action in group.actions]
    assert sorted(actions, key=str) == list(GAME.actions(position))


def test_only_new_patterns_that_can_strike_are_groups_of_a_strike():
    position = position_of("b6 b7 d4 d5", "b8 h8", phase="strike", new_patterns=["b6b7"])
    assert grouped(position) == [("dual", "b6 b7")]


def test_a_strike_asks_whether_to_end_the_turn():
    position = position_of("b6 b7", "b8 h8", phase="strike", new_patterns=["b6b7"])
    described = GAME.describe(position, SPECTATOR)
    (prompt,) = described.prompts
    assert prompt.kind is PromptKind.CHOICE and prompt.seat == "white"
    assert [choice.value for choice in prompt.choices] == ["end"]
    assert str(described.sentences[0]) == "white may strike with a new pattern: b6 b7."


def test_a_compulsory_strike_asks_nothing():
    state = state_of(position_of("b6 b7", "b8 h8", phase="strike", new_patterns=["b6b7"]))
    described = GAME.describe(GAME.setup(GAME.read_options({"strike": "compulsory"}), state), SPECTATOR)
    assert described.prompts == () and "must strike" in str(described.sentences[0])


def test_counters_and_sentences_follow_the_phase():
    described = GAME.describe(position_of("a1 b1", "h8", quiet_turns=4), SPECTATOR)
    assert [(str(each.label), each.value, each.seat) for each in described.counters] == [
        ("Pawns", 2, "white"), ("Pawns", 1, "black"), ("Turns without capture", 4, None),
    ]
    assert str(described.phase) == "Move" and described.prompts == ()
    assert str(described.sentences[0]) == "white moves a pawn or a pattern."
    assert GAME.describe(position_of("a1", "h8"), SPECTATOR).sentences == ()
