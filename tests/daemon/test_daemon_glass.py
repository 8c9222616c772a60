"""Fingers on the screen board: blows in two taps, a choice taken back, and nothing that a tap can lose."""

import json
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from waiting import PATIENCE_S

from daemon.screen import automatic_moves, taps
from engine.core.pieces import Seat
from engine.core.squares import Board, Square
from hardware.board_map import wire
from hardware.simulated.board import SimulatedBoard
from hardware.simulated.pieces import Wood
from table.messages.events import EndTurn, ParkGame, SetManual
from table.messages.lights import Role
from table.messages.new_game import NewGame
from table.messages.refusal import Refused
from table.messages.scene import Scene
from table.messages.settings import Settings
from table.messages.taps import Tap, TapKind

BLACK = {"e10": "bK", "j9": "bR"}
RECORD = """[Game "{game}"]
[Rules "1"]
[Setup "{setup}"]
"""


@pytest.fixture
def chess(table: Any) -> Callable[..., Any]:
    """Puts a position of Chess Two on the table, White to act."""

    def put(castling: str = "-", king: str = "e1", **pieces: str) -> Any:
        board = BLACK | {king: "wK"} | pieces
        return put_on(table, "chess-two", board, "turn", detail={"castling": castling})

    return put


@pytest.fixture
def pawns(table: Any) -> Callable[..., Any]:
    """The same for Pawn."""
    return lambda **pieces: put_on(table, "pawn", pieces, "move")


def put_on(table: Any, game: str, board: dict[str, str], phase: str, **more: Any) -> Any:
    """Put a position on the table, White to act."""
    state = {"board": board, "phase": phase, "to_act": ["white"], **more}
    setup = json.dumps(state).replace("\\", "\\\\").replace('"', '\\"')
    table.desk.resume(table.desk.shelf.import_record(RECORD.format(game=game, setup=setup)))
    table.until(lambda scene: scene.status == "play" and scene.screen)
    return table


def lift(table: Any, square: str) -> Scene:
    """Tap a piece and wait until the board has felt it."""
    table.tap(TapKind.LIFT, square)
    scene: Scene = table.until(lambda scene: square not in scene.covered)
    return scene


def lit(scene: Scene, *roles: Role) -> set[str]:
    return {square for square, light in scene.lights.items() if light.role in roles}


def wood(table: Any) -> Any:
    return table.desk.snapshot().screen_pieces


# --- attacks -----------------------------------------------------------------------------------------------------


def test_who_taps_while_the_computer_is_to_move_is_told_so(table: Any) -> None:
    table.start()
    scene = table.until(lambda scene: scene.status == "play")
    tap = Tap(TapKind.LIFT, 0, None, "phone", frozenset({Seat.BLACK}), scene.number)
    with pytest.raises(Refused, match="holds that seat with another phone"):
        taps.check_turn(tap, scene, False, False)
    with pytest.raises(Refused, match="The computer is moving right now"):
        taps.check_turn(tap, replace(scene, computers={Seat.WHITE: 8}), False, False)


def test_an_attack_with_one_staging_square_is_two_taps(chess: Callable[..., Any]) -> None:
    table = chess(b1="wR", b8="bR+")
    assert lift(table, "b1").targets == ("b8",)
    table.tap(TapKind.CAPTURE, "b8")
    table.until(lambda scene: scene.last_action == "b1xb8@b7" and wood(table).stands["b8"] == "bR")
    assert (wood(table).stands["b7"], wood(table).hand) == ("wR", ())


def test_an_attack_on_a_neighbour_is_two_taps_and_no_plain_move(chess: Callable[..., Any]) -> None:
    """The pawn on e5 could also step to e6: it strikes and stays."""
    table = chess(e5="wP", d6="bP+")
    assert lit(lift(table, "e5"), Role.MOVE) == {"e6"}
    table.tap(TapKind.CAPTURE, "d6")
    table.until(lambda scene: scene.last_action == "e5xd6@e5" and wood(table).stands["d6"] == "bP")
    assert wood(table).stands["e5"] == "wP"


def test_heal_is_two_taps(chess: Callable[..., Any]) -> None:
    table = chess(c3="nL", d4="wN")
    assert lift(table, "c3").targets == ("d4",)
    table.tap(TapKind.CAPTURE, "d4")
    table.until(lambda scene: scene.last_action == "c3+d4")


def test_where_the_attacker_may_rest_on_two_squares_a_third_tap_says_it(chess: Callable[..., Any]) -> None:
    table = chess(b1="wR", b8="bR")
    lift(table, "b1")
    table.tap(TapKind.CAPTURE, "b8")
    scene = table.until(lambda scene: "b8" not in scene.covered)
    assert lit(scene, Role.MOVE, Role.CAPTURE) == {"b7", "b8"} and wood(table).hand == ("wR",)
    assert str(scene.now) == "Tap where the rook should end up: b7 or b8. Or tap b1 to put it back."
    table.tap(TapKind.PLACE, "b8")
    table.until(lambda scene: scene.last_action == "b1xb8@b8")
    assert dict(wood(table).tray)["bR"] == 1


KNIGHT = {"f3": "wN", "d2": "bR+", "d4": "bB+"}
"""From f3 both can be struck, resting on d3; d2 also from e2, d4 also from e4."""


def test_after_a_touch_only_the_resting_squares_are_lit_and_the_target_stays_marked(chess: Callable[..., Any]) -> None:
    table = chess(**KNIGHT)
    assert len(lit(lift(table, "f3"), Role.MOVE)) > 2
    table.tap(TapKind.CAPTURE, "d2")
    scene = table.until(lambda scene: "d2" in scene.targets and lit(scene, Role.MOVE) == {"d3", "e2"})
    assert "d2" in lit(scene, Role.MEET) and scene.targets == ("d2", "d4")
    assert str(scene.now) == "Tap where the knight should end up: d3 or e2. Or tap f3 to put it back."


def test_of_two_targets_touched_one_after_the_other_the_last_is_meant(chess: Callable[..., Any]) -> None:
    table = chess(**KNIGHT)
    lift(table, "f3")
    table.tap(TapKind.CAPTURE, "d2")
    table.tap(TapKind.CAPTURE, "d4")
    table.tap(TapKind.PLACE, "d3")
    table.until(lambda scene: scene.action_count == 1)
    assert table.scene.last_action == "f3xd4@d3"


# --- pieces that take together -----------------------------------------------------------------------------------


def test_a_dual_takes_with_the_pawn_in_front_and_the_other_one_follows(pawns: Callable[..., Any]) -> None:
    table = pawns(b4="wP", c4="wP", d4="bP", e8="bP")
    assert lift(table, "c4").targets == ("d4",)
    table.tap(TapKind.CAPTURE, "d4")
    table.until(lambda scene: scene.last_action == "b4c4>1")
    assert "b4" not in wood(table).stands and wood(table).stands["c4"] == wood(table).stands["d4"] == "wP"
    assert (dict(wood(table).tray)["bP"], wood(table).hand) == (1, ())


def test_whoever_moves_every_piece_is_told_which_pawn_follows(pawns: Callable[..., Any]) -> None:
    table = pawns(b4="wP", c4="wP", d4="bP", e8="bP")
    table.desk.save_settings(replace(table.desk.settings(), by_hand=True))
    lift(table, "c4")
    table.tap(TapKind.CAPTURE, "d4")
    scene = table.until(lambda scene: "d4" in scene.covered and set(scene.lights) == {"b4"})
    assert wood(table).hand == () and str(scene.now) == "Tap a marked piece to go on with this move."
    assert lit(lift(table, "b4"), Role.MOVE) == {"c4"}
    table.tap(TapKind.PLACE, "c4")
    table.until(lambda scene: scene.last_action == "b4c4>1")


SQUAD = {"c4": "wP", "c5": "wP", "d4": "wP", "d5": "wP", "b5": "bP", "g8": "bP"}
"""It pushes b5 to the left; its upper dual may take b5 instead."""


def test_a_pawn_that_may_be_pushed_or_taken_stays_in_the_hand_and_goes_where_it_is_pushed(
    pawns: Callable[..., Any]
) -> None:
    table = pawns(**SQUAD)
    lift(table, "d5")
    table.tap(TapKind.CAPTURE, "b5")
    scene = table.until(lambda scene: lit(scene, Role.MOVE, Role.ORIGIN) == {"a5"})
    assert str(scene.now).startswith("Tap a5 to push the pawn there") and wood(table).hand == ("bP",)
    table.tap(TapKind.PLACE, "a5")
    table.until(lambda scene: scene.last_action == "c4c5d4d5<1")
    assert wood(table).stands == table.scene.pieces


def test_a_pawn_that_is_not_pushed_goes_into_the_tray(
    pawns: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = ("requests.answers", "turns.warnings", "hands.decision", "turns.advance", "output.guidance")
    for module in parts:  # it counts by itself no sooner
        monkeypatch.setattr(f"table.{module}.PATIENCE_S", PATIENCE_S)
    table = pawns(**SQUAD)
    lift(table, "d5")
    table.tap(TapKind.CAPTURE, "b5")
    table.until(lambda scene: scene.commits_in_s is not None)
    table.desk.send(EndTurn(frozenset({Seat.WHITE})))
    table.until(lambda scene: scene.last_action == "c5d5<1" and not wood(table).hand)
    assert dict(wood(table).tray)["bP"] == 1


# --- half of an action -------------------------------------------------------------------------------------------


PUSHING = dict.fromkeys(("c6", "c7", "d6", "d7"), "wP") | {"b6": "bP", "h8": "bP"}
"""A squad that pushes b6 to the left."""


def push(table: Any) -> None:
    """Begin to: the pushed pawn is in the hand, and two of the squad stand on new squares."""
    lift(table, "c7")
    table.tap(TapKind.PLACE, "b7")
    lift(table, "c6")
    table.until(lambda scene: "b6" in scene.targets)
    table.tap(TapKind.CAPTURE, "b6")
    table.until(lambda scene: "a6" in lit(scene, Role.MOVE) and wood(table).hand == ("bP",))


def check_put_back(table: Any) -> None:
    """All of it was put back, and the table believes that."""
    scene = table.until(lambda scene: set(scene.covered) == set(scene.pieces) and not wood(table).hand)
    assert dict(wood(table).stands) == dict(scene.pieces) and dict(wood(table).tray) == {}
    assert (scene.status, scene.action_count, scene.missing, scene.extra) == ("play", 0, (), ())


def test_with_a_lift_goes_back_all_that_was_done_of_its_action(impatient: Any) -> None:
    """A squad pushes b6: the taker stands there already, and where its pawn came from another one is to go."""
    table = put_on(impatient, "pawn", PUSHING, "move")
    with table.desk.subscribe("mine"):
        push(table)
    check_put_back(table)
    with table.desk.subscribe("mine"):
        assert lit(lift(table, "d7"), Role.MOVE), "another action can be begun"


def test_put_back_puts_back_all_of_a_push(pawns: Callable[..., Any]) -> None:
    table = pawns(**PUSHING)
    push(table)
    table.tap(TapKind.RETURN)
    check_put_back(table)


def test_what_belongs_nowhere_any_more_goes_from_the_hand_into_the_tray() -> None:
    """A player who moves every piece took it off the board at the board's request."""
    stands = {Square(0): "wP"}
    board = SimulatedBoard(wire(Board(8, 8)), Wood(Board(8, 8), {**stands, Square(9): "bP"}))
    fingers = taps.PhoneHand("mine", board, lambda square, covered: True)
    board.lift(Square(9), "mine")
    fingers.put_back([("bP", Square(9))], stands)
    assert (dict(board.wood.stands), dict(board.wood.tray)) == (stands, {"bP": 1})


def test_a_piece_in_the_tray_is_not_laid_there_twice_for_its_token() -> None:
    """With its Shield it came from the board."""
    kept = Wood(Board(8, 8), tray={"bN+": 1})
    assert automatic_moves.stocked(kept, {Square(0): "bN+"}) is kept


# --- choosing another piece --------------------------------------------------------------------------------------


def test_what_was_taken_up_is_put_back_and_another_piece_is_free(table: Any) -> None:
    table.start()
    lift(table, "b1")
    table.tap(TapKind.RETURN)
    table.tap(TapKind.LIFT, "c1")
    scene = table.until(lambda scene: lit(scene, Role.MOVE) == {"c2", "c3"})
    assert scene.status == "play" and wood(table).stands["b1"] == "wP" and wood(table).hand == ("wP",)
    table.tap(TapKind.PLACE, "c3")
    table.until(lambda scene: scene.last_action == "c1c3")


def test_a_piece_stays_in_the_hand_where_nothing_may_go(table: Any) -> None:
    table.start()
    lift(table, "b1")
    with pytest.raises(Refused, match="Nothing may go to e5 now. Tap another square"):
        table.tap(TapKind.PLACE, "e5")
    assert wood(table).hand == ("wP",) and table.scene.status == "play"
    table.tap(TapKind.PLACE, "b3")
    table.until(lambda scene: scene.last_action == "b1b3")


@pytest.mark.parametrize(("square", "why"), [
    ("j9", "That is black's, and it cannot be taken now."),
    ("d4", "The pawn on d4 cannot move now. Tap another piece."),
])
def test_a_piece_that_nothing_can_be_done_with_stays_where_it_is(
    chess: Callable[..., Any], square: str, why: str
) -> None:
    table = chess(b1="wR", d4="wP", d5="bP+")
    with pytest.raises(Refused, match=why):
        table.tap(TapKind.LIFT, square)
    scene = table.scene
    assert square in scene.covered and scene.status == "play" and not wood(table).hand


def test_a_piece_that_cannot_be_taken_from_there_stays_and_so_does_the_one_in_the_hand(
    chess: Callable[..., Any]
) -> None:
    table = chess(b1="wR", b8="bR", c8="bN")
    lift(table, "b1")
    with pytest.raises(Refused, match="That is black's, and it cannot be taken now."):
        table.tap(TapKind.CAPTURE, "c8")
    assert wood(table).hand == ("wR",) and wood(table).stands["c8"] == "bN"


def test_nobody_takes_back_with_a_tap_what_another_phone_has_played(table: Any) -> None:
    """Pieces that were just moved are lifted by those who moved them."""
    put_on(table, "advancing-chess", {"a3": "wP", "h6": "bP", "c5": "bP"}, "play")
    table.move("a3", "a4")
    with pytest.raises(Refused, match="That is white's"):
        table.tap(TapKind.LIFT, "a4", seats=frozenset({Seat.BLACK}))
    lift(table, "a4")
    table.tap(TapKind.PLACE, "a3")
    table.until(lambda scene: scene.action_count == 0)


def test_what_is_answered_with_words_is_not_answered_with_pieces(table: Any) -> None:
    table.desk.save_settings(Settings(tapped_dice=True))
    table.desk.start(NewGame("pawns-revenge", {}, {Seat.WHITE: "Ada", Seat.BLACK: "Bo"}, True))
    scene = table.until(lambda scene: scene.status == "play" and bool(scene.prompts))
    with pytest.raises(Refused, match="No piece can be moved now. white throws the die"):
        table.tap(TapKind.LIFT, next(iter(scene.pieces)))


def test_both_pieces_of_a_capture_are_put_back(chess: Callable[..., Any]) -> None:
    table = chess(b1="wR", b8="bR")
    assert "b1" in lift(table, "b8").joins
    lift(table, "b1")
    table.tap(TapKind.RETURN)
    table.until(lambda scene: not scene.missing)
    assert (wood(table).stands["b1"], wood(table).stands["b8"]) == ("wR", "bR")


def test_a_castling_rook_joins_its_king(chess: Callable[..., Any]) -> None:
    table = chess(castling="K", king="f1", i1="wR", a1="wR")
    assert lift(table, "f1").joins == ("i1",)


@pytest.mark.parametrize(("target", "rook", "goes"), [("h1", "i1", "g1"), ("d1", "b1", "e1")])
def test_castling_is_two_taps_on_the_king(chess: Callable[..., Any], target: str, rook: str, goes: str) -> None:
    table = chess(castling="KQ", king="f1", i1="wR", b1="wR")
    lift(table, "f1")
    table.tap(TapKind.PLACE, target)
    table.until(lambda scene: scene.last_action == f"f1{target}")
    assert wood(table).stands[goes] == "wR" and rook not in wood(table).stands


def test_a_king_that_steps_castles_with_nobody(chess: Callable[..., Any]) -> None:
    table = chess(castling="KQ", king="f1", i1="wR", b1="wR")
    lift(table, "f1")
    table.tap(TapKind.PLACE, "g1")
    table.until(lambda scene: scene.last_action == "f1g1")
    assert wood(table).stands["i1"] == "wR"


def test_what_went_into_the_tray_can_still_be_played(table: Any) -> None:
    table.start()
    lift(table, "b1")
    table.tap(TapKind.GIVE)
    table.tap(TapKind.TAKE, piece="wP")
    table.tap(TapKind.PLACE, "b3")
    table.until(lambda scene: scene.last_action == "b1b3")


# --- quick fingers -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("manual", [False, True])
def test_no_finger_is_too_quick_and_no_tap_waits_for_what_is_felt_already(
    table: Any, monkeypatch: pytest.MonkeyPatch, manual: bool
) -> None:
    """Lifted and put back more often than a switch under wood could be: on glass that is a finger all the same."""
    monkeypatch.setattr("daemon.screen.board.FELT_S", 3600.0)  # whoever waits in vain waits until the test times out
    table.start()
    if manual:
        table.desk.send(SetManual(Board(8, 8).parse("b1"), True))
    for _ in range(10):
        table.tap(TapKind.LIFT, "b1")
        table.tap(TapKind.PLACE, "b1")
    assert table.until(lambda scene: scene.status == "play" and "b1" in scene.covered).suspects == ()
    if not manual:
        table.move("b1", "b3")


def test_a_blow_before_the_board_has_felt_the_lift_is_a_blow_all_the_same(chess: Callable[..., Any]) -> None:
    table = chess(b1="wR", b8="bR+")
    table.desk.save_settings(replace(table.desk.settings(), debounce_ms=100))
    table.tap(TapKind.LIFT, "b1")
    table.tap(TapKind.CAPTURE, "b8")
    table.until(lambda scene: scene.last_action == "b1xb8@b7" and wood(table).stands["b8"] == "bR")


def test_a_move_is_felt_before_the_game_is_put_aside_in_the_same_moment(table: Any) -> None:
    key = table.start()
    table.desk.save_settings(replace(table.desk.settings(), debounce_ms=100))
    table.tap(TapKind.LIFT, "b1")
    table.tap(TapKind.PLACE, "b3")
    table.desk.send(ParkGame())
    table.desk.resume(key)
    assert table.until(lambda scene: scene.status == "play").last_action == "b1b3"


def test_the_first_scene_that_shows_what_the_boards_own_hand_did_is_known(table: Any) -> None:
    """Were another told between the change and its number, a tap on that one would be refused though it shows all."""
    table.start()
    scenes = table.program.scenes
    telling = threading.Thread(target=scenes.republish)

    def change() -> None:
        telling.start()
        telling.join(0.2)  # as far as it comes meanwhile

    number = scenes.first_to_show(change)
    telling.join()
    assert scenes.number >= number


def test_a_board_that_is_laid_out_in_the_moment_of_a_tap_is_news_to_all_phones() -> None:
    """The table's thread lays out; a tap is noted by the thread that serves its phone, and may be noted later."""
    fresh = taps.Freshness()
    fresh.changed(9)
    fresh.changed(5)
    early = Tap(TapKind.LIFT, None, None, "other", frozenset(), 8)
    assert fresh.is_stale(early, 9) and not fresh.is_stale(replace(early, scene=9), 9)


def test_what_the_board_does_not_feel_in_time_is_refused_and_not_done(
    chess: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half of a blow may be another action: the rook would have gone to b7, and the Shield of b8 stayed whole."""
    table = chess(b1="wR", b8="bR+")
    table.desk.save_settings(replace(table.desk.settings(), debounce_ms=100))
    lift(table, "b1")
    with monkeypatch.context() as patch:
        patch.setattr("daemon.screen.board.FELT_S", 0.0)
        with pytest.raises(Refused, match="too busy"):
            table.tap(TapKind.CAPTURE, "b8")
    assert (wood(table).stands["b8"], wood(table).hand) == ("bR+", ("wR",))
    table.until(lambda scene: scene.targets == ("b8",))
    table.tap(TapKind.CAPTURE, "b8")
    table.until(lambda scene: scene.last_action == "b1xb8@b7" and wood(table).stands["b8"] == "bR")
