"""Pawn's Revenge: nobody sees another's die or division before the reveal (its rules page, *Combat*)."""

import pytest

from engine.core.pieces import CHANCE, Seat
from engine.game import EVERYTHING, SPECTATOR, PromptKind
from engine.games.pawns_revenge.game import PawnsRevenge

GAME = PawnsRevenge()
WHITE, RED, BLACK, BLUE = Seat
BOARD = {"h8": "wP", "a1": "wK", "i8": "rP", "p1": "rK", "i9": "bP", "p16": "bK", "a16": "uK"}
OPTIONS = GAME.read_options({"players": 4})


@pytest.fixture
def revenge(rules_of):
    return rules_of("pawns-revenge")


def combat(*actions):
    """The position after these actions of a combat of white, red and black in which blue looks on."""
    position = GAME.setup(OPTIONS, {"board": BOARD, "phase": "combat-dice", "detail": {"active": "white", "roll": 4}})
    for text in actions:
        position, _ = GAME.apply(position, GAME.parse(position, text))
    return position


DICE = ("die:white=4", "die:red=5", "die:black=6")
DIVISIONS = ("white:h8+1/2", "red:p1+0/5", "black:-")


def shown(position, knows):
    """All that a viewer is told about a position."""
    view = GAME.view(position, knows)
    actions = [str(action) for action in GAME.actions(position)]
    return repr((view, GAME.describe(position, knows), GAME.undisclosed(position), actions))


# --- what a seat may know ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", list(Seat))
def test_a_seat_sees_its_own_die_and_no_other_entry(seat):
    detail = GAME.view(combat(*DICE[:2]), frozenset([seat])).detail
    assert detail["dice"] == {key: n for key, n in {"white": 4, "red": 5, "black": None}.items() if key == seat}
    assert detail["points"] == {} and detail["divisions"] == {} and detail["committed"] == []


@pytest.mark.parametrize("seat", list(Seat))
def test_a_seat_sees_its_own_points_and_division_and_who_has_committed(seat):
    detail = GAME.view(combat(*DICE, *DIVISIONS[:2]), frozenset([seat])).detail
    assert detail["points"] == {key: n for key, n in {"white": 4, "red": 5, "black": 6}.items() if key == seat}
    assert detail["divisions"] == {text.split(":")[0]: text for text in DIVISIONS[:2] if text.startswith(seat)}
    assert detail["committed"] == ["white", "red"] and detail["dice"] == {}


def test_a_spectator_sees_nothing_and_the_engine_everything():
    position = combat(*DICE, *DIVISIONS[:2])
    spectator, all_ = GAME.view(position, SPECTATOR).detail, GAME.view(position, EVERYTHING).detail
    assert spectator["points"] == {} and spectator["divisions"] == {} and spectator["committed"] == ["white", "red"]
    assert all_["points"] == {"white": 4, "red": 5, "black": 6}
    assert all_["divisions"] == {"white": DIVISIONS[0], "red": DIVISIONS[1]}
    assert GAME.view(position, frozenset([WHITE, BLACK])).detail["points"] == {"white": 4, "black": 6}


def test_the_dice_of_the_roll_off_are_nobodys_secret():
    position = GAME.start(OPTIONS)
    position, _ = GAME.apply(position, GAME.parse(position, "first:white=4"))
    assert GAME.view(position, SPECTATOR).detail["dice"] == {"white": 4, "red": None, "black": None, "blue": None}
    assert GAME.undisclosed(position) == 0


# --- whatever others throw or divide, a viewer is shown the same -------------------------------------------------

STAGES = [
    (("die:white=4", "die:red=5"), ("die:white=1", "die:red=2")),
    (DICE, ("die:white=1", "die:red=2", "die:black=3")),
    ((*DICE, "white:h8+1/2", "black:-"), (*DICE[:1], "die:red=1", "die:black=4", "white:-", "black:i9+4/0")),
    ((*DICE, "red:p1+0/5", "black:-"), (*DICE, "red:-", "black:i9+1/0,p16+0/1")),
]


@pytest.mark.parametrize(("one", "other"), STAGES)
def test_what_is_shown_does_not_depend_on_anybody_elses_secrets(one, other):
    first, second = combat(*one), combat(*other)
    assert shown(first, EVERYTHING) != shown(second, EVERYTHING)
    assert shown(first, SPECTATOR) == shown(second, SPECTATOR)
    for seat in Seat:
        own = [[text for text in actions if f":{seat}=" in text or text.startswith(seat)] for actions in (one, other)]
        same = shown(first, frozenset([seat])) == shown(second, frozenset([seat]))
        assert same == (own[0] == own[1]), seat


def test_nothing_is_announced_before_the_reveal():
    position = combat()
    for text in (*DICE, *DIVISIONS[:2]):
        position, happenings = GAME.apply(position, GAME.parse(position, text))
        assert happenings == ()
    _, happenings = GAME.apply(position, GAME.parse(position, DIVISIONS[2]))
    assert len(happenings) > 3


def test_refusals_do_not_tell_how_many_points_there_are(revenge):
    for number in (3, 6):
        revenge.ask("setup", game="pawns-revenge", options={"players": 4}, state={
            "board": BOARD, "phase": "divide",
            "detail": {"active": "white", "roll": 4, "points": {"white": 2, "red": number, "black": 1}},
        })
        code, text = revenge.refused("apply", action="red:i8+9/9")
        assert code == "illegal-action" and str(number) not in text


def test_the_protocol_shows_a_seat_only_its_own(revenge):
    state = revenge.ask("setup", game="pawns-revenge", options={"players": 4}, state={
        "board": BOARD, "phase": "combat-dice", "detail": {"active": "white", "roll": 4},
    })
    revenge.play(" ".join((*DICE, *DIVISIONS[:2])))
    for seat in Seat:
        state = revenge.ask("state", seat=seat)
        assert set(state["detail"]["points"]) <= {seat} and set(state["detail"]["divisions"]) <= {seat}


# --- records -----------------------------------------------------------------------------------------------------


def test_undisclosed_counts_the_dice_and_divisions_of_this_combat():
    counts = [GAME.undisclosed(combat(*(*DICE, *DIVISIONS)[:count])) for count in range(7)]
    assert counts == [0, 1, 2, 3, 4, 5, 0]


def test_a_record_during_a_combat_ends_before_the_first_secret_action(revenge):
    revenge.given({"wP": "d4", "wK": "a1", "bP": "d6", "bK": "h8"}, "roll")
    revenge.play("roll:6 d4d5 a1a2")
    public = revenge.ask("record")["record"]
    for action in "die:white=3 die:black=5 black:d5+1/1".replace("d5", "d6").split():
        revenge.play(action)
        assert revenge.ask("record")["record"] == public
    assert public.endswith("roll:6 d4d5 a1a2\n")
    revenge.play("white:-")
    assert "die:black=5 black:d6+1/1 white:-" in revenge.ask("record")["record"]


def test_a_record_from_a_set_up_combat_drops_only_what_was_played(revenge):
    revenge.ask("setup", game="pawns-revenge", options={"players": 4}, state={
        "board": BOARD, "phase": "divide",
        "detail": {"active": "white", "roll": 4, "points": {"white": 4, "red": 5, "black": 6}},
    })
    revenge.play("white:h8+1/2")
    assert "white:h8" not in revenge.ask("record")["record"]


# --- prompts and actors ------------------------------------------------------------------------------------------


def test_everybody_is_asked_but_only_the_own_prompt_tells_points_and_squares():
    prompts = {prompt.seat: prompt for prompt in GAME.describe(combat(*DICE), frozenset([RED])).prompts}
    assert set(prompts) == {WHITE, RED, BLACK}
    board = GAME.board(OPTIONS)
    assert prompts[RED].points == 5 and [board.name(square) for square in prompts[RED].squares] == ["i8", "p1"]
    assert all(prompt.kind is PromptKind.DIVISION for prompt in prompts.values())
    for seat in (WHITE, BLACK):
        assert prompts[seat].points == 0 and prompts[seat].squares == ()


def test_who_has_committed_is_not_asked_again():
    prompts = GAME.describe(combat(*DICE, "red:-"), EVERYTHING).prompts
    assert [prompt.seat for prompt in prompts] == [WHITE, BLACK]


def test_the_actor_of_a_division_is_its_seat_and_of_a_die_chance():
    position = combat(*DICE)
    assert GAME.to_act(position) == (WHITE, RED, BLACK)
    assert [GAME.actor(position, GAME.parse(position, text)) for text in DIVISIONS] == [WHITE, RED, BLACK]
    dice = combat()
    assert GAME.actor(dice, GAME.actions(dice)[0]) == CHANCE and GAME.thrower(dice) is WHITE
    assert GAME.chances(position) == []


def test_perft_follows_the_empty_division_of_the_first_seat_still_to_commit():
    assert [str(edge) for edge in GAME.edges(combat(*DICE))] == ["white:-"]
    assert [str(edge) for edge in GAME.edges(combat(*DICE, "white:-"))] == ["red:-"]
    assert GAME.count(combat(*DICE)) == 1


def test_two_dice_are_weighted_by_how_many_ways_they_fall():
    options = GAME.read_options({"players": 4, "combat_die": "2d6"})
    position = GAME.setup(options, {"board": BOARD, "phase": "combat-dice", "detail": {"active": "white", "roll": 4}})
    weights = {action.text.partition("=")[2]: weight for action, weight in GAME.chances(position)}
    assert weights == {"2": 1, "3": 2, "4": 3, "5": 4, "6": 5, "7": 6, "8": 5, "9": 4, "10": 3, "11": 2, "12": 1}
    assert {weight for _, weight in GAME.chances(combat())} == {1}
