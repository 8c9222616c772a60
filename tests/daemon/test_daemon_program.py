"""The whole table without its panel: phones' taps in, lights, pieces and stored games out."""

import json
import threading
import time
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from waiting import PATIENCE_S

from daemon.runtime.computer_player import ComputerPlayer, Question
from daemon.screen.taps import check_turn
from daemon.storage.store import Store
from engine.core.errors import BadOption, BadRecord, UnknownGame
from engine.core.pieces import Seat
from engine.core.squares import Board
from table.messages.events import (
    AbandonGame,
    AskHint,
    ParkGame,
    Pause,
    Resign,
    Resume,
    SetHelp,
    SetManual,
    SetWarnings,
    TakeBack,
)
from table.messages.lights import Help, Overlay, Role
from table.messages.new_game import NewGame
from table.messages.refusal import Refused
from table.messages.settings import Settings
from table.messages.taps import Tap, TapKind

WHITE, BLACK = frozenset({Seat.WHITE}), frozenset({Seat.BLACK})
BOTH = WHITE | BLACK
OPENING = ("a1a3", "b1b3", "c1c3", "d1d3", "a8a6", "b8b6", "c8c6", "d8d6")


def play(table: Any, *actions: str) -> None:
    for action in actions:
        table.move(action[:2], action[2:])


def roles(scene: Any, *wanted: Role) -> dict[str, Role]:
    return {square: light.role for square, light in scene.lights.items() if light.role in wanted}


# --- playing -----------------------------------------------------------------------------------------------------


def test_the_screen_board_sets_itself_up(table: Any) -> None:
    table.start()
    wood = table.desk.snapshot().screen_pieces
    assert wood.stands == table.scene.pieces
    assert (len(wood.stands), wood.hand, wood.phone) == (16, (), None)


def test_a_lift_lights_the_legal_squares_and_a_place_is_played_and_stored(table: Any) -> None:
    key = table.start()
    table.tap(TapKind.LIFT, "b1")
    scene = table.until(lambda scene: "b2" in scene.lights)
    assert roles(scene, Role.ORIGIN, Role.MOVE) == {"b1": Role.ORIGIN, "b2": Role.MOVE, "b3": Role.MOVE}
    assert table.desk.snapshot().screen_pieces.hand == ("wP",)
    table.tap(TapKind.PLACE, "b3")
    scene = table.until(lambda scene: scene.action_count == 1 and scene.confirmed)
    assert scene.last_action == "b1b3"
    assert table.store.game(key).actions == ("b1b3",)


def test_the_board_marches_and_spawns_with_its_own_hand(table: Any) -> None:
    key = table.start()
    play(table, *OPENING)
    scene = table.until(lambda scene: scene.status == "play" and scene.action_count == 12)
    assert table.desk.snapshot().screen_pieces.stands == scene.pieces
    assert {"a4", "d4", "a5", "d5", "e2", "e7"} <= set(scene.pieces)
    assert table.store.game(key).actions[:8] == OPENING


def test_a_capture_is_one_tap_and_the_captured_piece_goes_to_the_tray(table: Any) -> None:
    table.start()
    play(table, *OPENING)
    table.until(lambda scene: scene.status == "play" and scene.action_count == 12)
    table.tap(TapKind.LIFT, "a4")
    table.until(lambda scene: "b5" in roles(scene, Role.CAPTURE))
    table.tap(TapKind.CAPTURE, "b5")
    scene = table.until(lambda scene: scene.action_count == 13)
    assert scene.last_action == "a4b5"
    wood = table.desk.snapshot().screen_pieces
    assert (wood.stands["b5"], wood.hand, dict(wood.tray)) == ("wP", (), {"bP": 1})


def test_enemy_first_works_too_and_the_hand_is_cleared_afterwards(table: Any) -> None:
    table.start()
    play(table, *OPENING)
    table.until(lambda scene: scene.status == "play" and scene.action_count == 12)
    table.tap(TapKind.LIFT, "b5")
    table.tap(TapKind.LIFT, "a4")
    table.tap(TapKind.PLACE, "b5")
    table.until(lambda scene: scene.last_action == "a4b5" and table.desk.snapshot().screen_pieces.hand == ())
    assert dict(table.desk.snapshot().screen_pieces.tray) == {"bP": 1}


def test_a_take_back_is_undone_on_the_board_and_leaves_the_record(table: Any) -> None:
    key = table.start()
    play(table, "b1b3", "c1c2")
    table.desk.send(TakeBack(BOTH, frozenset()))
    scene = table.until(lambda scene: scene.status == "play" and scene.action_count == 1 and scene.confirmed)
    assert table.desk.snapshot().screen_pieces.stands == scene.pieces
    assert "c1" in scene.pieces and "c2" not in scene.pieces
    assert "b1b3\n" in table.desk.shelf.record(key)


def test_a_captured_piece_comes_back_with_the_take_back(table: Any) -> None:
    table.start()
    play(table, *OPENING)
    table.until(lambda scene: scene.status == "play" and scene.action_count == 12)
    table.tap(TapKind.LIFT, "a4")
    table.tap(TapKind.CAPTURE, "b5")
    table.until(lambda scene: scene.action_count == 13)
    table.desk.send(TakeBack(BOTH, frozenset()))
    scene = table.until(lambda scene: scene.status == "play" and scene.action_count == 12)
    assert table.desk.snapshot().screen_pieces.stands == scene.pieces
    assert (scene.pieces["a4"], scene.pieces["b5"]) == ("wP", "bP")


def test_by_hand_players_set_the_board_up_from_the_tray(table: Any) -> None:
    table.desk.save_settings(Settings(settle_ms=100, debounce_ms=5, by_hand=True))
    table.desk.start(NewGame("pawn-advance", {}, {Seat.WHITE: "", Seat.BLACK: ""}, True))
    table.until(lambda scene: scene.status == "setup" and table.desk.snapshot().screen_pieces.tray)
    assert dict(table.desk.snapshot().screen_pieces.tray) == {"wP": 8, "bP": 8}
    for file in "abcdefgh":
        for piece, rank in (("wP", 1), ("bP", 8)):
            table.tap(TapKind.TAKE, piece=piece)
            table.tap(TapKind.PLACE, f"{file}{rank}")
    assert table.until(lambda scene: scene.status == "play").action_count == 0


# --- taps that are refused ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "square", "piece", "said"),
    [
        (TapKind.LIFT, "e4", None, "e4 is empty"),
        (TapKind.PLACE, "e4", None, "No piece is lifted"),
        (TapKind.CAPTURE, "a8", None, "No piece is lifted"),
        (TapKind.GIVE, "", None, "No piece is lifted"),
        (TapKind.TAKE, "", "wP", "tray has no such piece"),
        (TapKind.LIFT, "", None, "Name the square"),
    ],
)
def test_what_no_hand_can_do_is_refused_in_words(
    table: Any, kind: TapKind, square: str, piece: str | None, said: str
) -> None:
    table.start()
    with pytest.raises(Refused, match=said):
        table.tap(kind, square, piece)


def test_a_place_on_an_occupied_square_is_refused(table: Any) -> None:
    table.start()
    table.tap(TapKind.LIFT, "b1")
    with pytest.raises(Refused, match="c1 is occupied"):
        table.tap(TapKind.PLACE, "c1")
    with pytest.raises(Refused, match="not lifted"):
        table.tap(TapKind.PLACE, "b2", "bP")


def test_nobody_taps_during_another_phones_lift(table: Any) -> None:
    table.start()
    table.tap(TapKind.LIFT, "b1", phone="mine")
    with pytest.raises(Refused, match="Another phone is holding a piece"):
        table.tap(TapKind.LIFT, "c1", phone="yours")
    table.tap(TapKind.PLACE, "b1", phone="mine")
    table.tap(TapKind.LIFT, "c1", phone="yours")


def test_only_seats_that_may_act_tap(table: Any) -> None:
    table.start()
    with pytest.raises(Refused, match="the turn of another player") as caught:
        table.tap(TapKind.LIFT, "b1", seats=BLACK)
    assert caught.value.status == 403
    with pytest.raises(Refused, match="only watch"):
        table.tap(TapKind.LIFT, "b1", seats=frozenset())
    table.tap(TapKind.LIFT, "b1", seats=WHITE)


def test_a_piece_in_the_hand_may_be_put_down_though_the_turn_has_passed(table: Any) -> None:
    """Lifted at the moment at which the move counted, it would stay in the hand for ever."""
    table.start(opening_moves=1)
    table.move("b1", "b2")
    taps = {kind: Tap(kind, 16, None, "mine", WHITE, table.scene.number) for kind in TapKind}
    for kind, tap in taps.items():
        with pytest.raises(Refused) if kind in (TapKind.LIFT, TapKind.CAPTURE) else nullcontext():
            check_turn(tap, table.scene, by_hand=False, mends=True)
        with pytest.raises(Refused, match="the turn of another player"):
            check_turn(tap, table.scene, by_hand=False, mends=False)


def test_a_tap_on_a_scene_from_before_somebody_elses_touch_is_refused(table: Any) -> None:
    table.start()
    seen = table.scene.number
    table.tap(TapKind.LIFT, "b1", phone="yours")
    table.tap(TapKind.PLACE, "b1", phone="yours")
    with pytest.raises(Refused, match="changed since"):
        table.tap(TapKind.LIFT, "c1", phone="mine", scene=seen)
    table.tap(TapKind.LIFT, "c1", phone="mine")


def test_ones_own_taps_make_earlier_scenes_stale(table: Any) -> None:
    """Another page of the phone, or the same one after a sleep, holds another piece than its scene shows."""
    table.start()
    lift, place = (TapKind.LIFT, "b1"), (TapKind.PLACE, "b1")
    for now, later in ((lift, place), (place, lift), (lift, place)):
        seen = table.scene.number
        table.tap(*now, scene=seen)
        for old in (seen, 10**12):
            with pytest.raises(Refused, match="changed since"):
                table.tap(*later, scene=old)


def test_a_tap_on_an_old_scene_moves_no_piece_of_a_later_action(table: Any) -> None:
    table.start()
    seen = table.scene.number
    table.move("b1", "b3")
    with pytest.raises(Refused, match="changed since"):
        table.tap(TapKind.LIFT, "c1", scene=seen)
    assert not table.desk.snapshot().screen_pieces.hand


def test_a_page_that_does_not_show_yet_that_its_move_counts_goes_on_tapping(table: Any) -> None:
    table.start()
    table.tap(TapKind.LIFT, "b1")
    table.tap(TapKind.PLACE, "b3")
    shown = table.scene.number
    table.until(lambda scene: scene.action_count == 1)
    table.tap(TapKind.LIFT, "c1", scene=shown)


def test_a_tap_that_the_board_did_not_feel_makes_no_scene_stale_that_comes_after_it(
    table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.start()
    table.tap(TapKind.LIFT, "b1")
    with monkeypatch.context() as deaf:
        deaf.setattr(table.program.screen, "_felt", lambda square, covered: False)
        with pytest.raises(Refused, match="too busy"):
            table.tap(TapKind.PLACE, "b3")
    table.tap(TapKind.PLACE, "b3")


def test_a_paused_and_a_finished_game_take_no_taps(table: Any) -> None:
    table.start()
    table.desk.send(Pause())
    table.until(lambda scene: scene.status == "paused")
    with pytest.raises(Refused, match="paused"):
        table.tap(TapKind.LIFT, "b1")
    table.desk.send(Resume())
    table.desk.send(Resign(Seat.WHITE, WHITE))
    table.until(lambda scene: scene.status == "over")
    with pytest.raises(Refused, match="is over"):
        table.tap(TapKind.LIFT, "b1")


def test_without_a_game_there_is_nothing_to_tap(table: Any) -> None:
    with pytest.raises(Refused, match="No game is being played on the screen board"):
        table.tap(TapKind.LIFT, "b1")
    assert table.desk.snapshot().screen_pieces is None


# --- games -------------------------------------------------------------------------------------------------------


def test_bad_games_are_refused_and_the_one_on_the_table_stays(table: Any) -> None:
    key = table.start()
    with pytest.raises(UnknownGame):
        table.desk.start(NewGame("chequers", {}, {}, True))
    with pytest.raises(BadOption):
        table.desk.start(NewGame("pawn-advance", {"spawn": 9}, {}, True))
    with pytest.raises(Refused, match="8 by 8 squares. Choose the screen board"):
        table.desk.start(NewGame("pawn-advance", {}, {}, False))
    assert table.desk.snapshot().key == key


def test_games_are_parked_and_continued_exactly_where_they_were(table: Any) -> None:
    first = table.start()
    play(table, "b1b3", "c1c2")
    second = table.start(spawn=1)
    play(table, "h1h2")
    table.desk.resume(first)
    scene = table.until(lambda scene: scene.key == first and scene.status == "play")
    assert (scene.action_count, scene.last_action) == (2, "c1c2")
    assert table.desk.snapshot().screen_pieces.stands == scene.pieces
    play(table, "d1d2")
    assert table.store.game(first).actions == ("b1b3", "c1c2", "d1d2")
    assert table.store.game(second).actions == ("h1h2",)


def test_what_was_chosen_in_a_game_is_so_again_once_it_goes_on(table: Any) -> None:
    both = frozenset({Seat.WHITE, Seat.BLACK})
    first = table.start()
    table.desk.send(SetWarnings(Seat.BLACK, True, both))
    table.desk.send(SetHelp(Seat.WHITE, Help.LIFTED, both))
    table.desk.send(ParkGame())
    table.start(spawn=1)
    assert table.until(lambda scene: scene.key != first).warnings == {Seat.WHITE: False, Seat.BLACK: False}
    table.desk.resume(first)
    scene = table.until(lambda scene: scene.key == first)
    assert scene.warnings == {Seat.WHITE: False, Seat.BLACK: True} and scene.help[Seat.WHITE] is Help.LIFTED


def test_help_is_asked_for_at_no_level(new_table: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Levels err, on purpose: a hint and a warning say what is so."""
    asked: list[Question] = []
    monkeypatch.setattr(ComputerPlayer, "think", lambda _, question: question and asked.append(question))
    both = frozenset({Seat.WHITE, Seat.BLACK})
    with new_table(tmp_path) as table:
        table.start()
        table.desk.send(AskHint(Seat.WHITE, both))
        table.desk.send(SetWarnings(Seat.WHITE, True, both))
        with table.desk.subscribe("mine"):
            table.tap(TapKind.LIFT, "b1")
            table.tap(TapKind.PLACE, "b3")
        table.until(lambda _: len(asked) > 1)
    hint, check = (json.loads(each.line()) for each in (asked[0], asked[-1]))
    assert asked[0].hint and check["check"] == "b1b3"
    assert all("level" not in each and each["nodes"] > 1000 for each in (hint, check))


def test_what_a_phone_was_answered_is_on_disk(table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    keep, end = Store.keep_state, Store.append

    def late(write: Any) -> Any:
        return lambda *arguments: (time.sleep(0.2), write(*arguments))[1]

    monkeypatch.setattr(Store, "keep_state", late(keep))
    monkeypatch.setattr(Store, "append", late(end))
    key = table.start()
    table.desk.send(SetWarnings(Seat.BLACK, True, frozenset({Seat.WHITE, Seat.BLACK})))
    assert table.store.state().warnings == {Seat.BLACK}
    table.desk.send(Resign(Seat.WHITE, frozenset({Seat.WHITE})))
    assert table.store.game(key).end is not None


def test_a_parked_table_is_empty(table: Any) -> None:
    key = table.start()
    table.desk.send(ParkGame())
    assert table.until(lambda scene: scene.status == "empty").key == ""
    assert table.program.writer.wait_idle(PATIENCE_S) and table.store.on_table() == ""
    assert not table.desk.shelf.game(key).on_table


def test_finished_games_keep_their_result_and_are_not_continued(table: Any) -> None:
    key = table.start()
    table.desk.send(Resign(Seat.WHITE, WHITE))
    assert table.program.writer.wait_idle(PATIENCE_S)
    kept = table.desk.shelf.game(key)
    assert (kept.winners, kept.termination, kept.on_table) == ((Seat.BLACK,), "resignation", True)
    assert '[Result "black"]' in table.desk.shelf.record(key)
    with pytest.raises(Refused, match="is over"):
        table.desk.resume(key)


def test_an_abandoned_game_has_no_winner(table: Any) -> None:
    key = table.start()
    table.desk.send(AbandonGame())
    assert table.program.writer.wait_idle(PATIENCE_S)
    assert (table.desk.shelf.game(key).winners, table.desk.shelf.game(key).termination) == ((), "abandoned")


def test_a_game_on_the_table_is_not_deleted(table: Any) -> None:
    key = table.start()
    with pytest.raises(Refused, match="Park it first"):
        table.desk.shelf.delete(key)
    table.desk.send(ParkGame())
    table.until(lambda scene: scene.status == "empty")
    table.desk.shelf.delete(key)
    with pytest.raises(KeyError):
        table.desk.shelf.game(key)


def test_a_record_goes_out_and_comes_in_again(table: Any) -> None:
    key = table.start()
    play(table, "b1b3", "c1c2")
    text = table.desk.shelf.record(key)
    copy = table.desk.shelf.import_record(text)
    assert copy != key
    assert table.desk.shelf.game(copy).actions == ("b1b3", "c1c2")
    assert table.desk.shelf.record(copy) == text
    table.desk.resume(copy)
    table.until(lambda scene: scene.key == copy and scene.action_count == 2)


def test_a_record_that_does_not_replay_is_refused(table: Any) -> None:
    with pytest.raises(BadRecord, match="action 2"):
        table.desk.shelf.import_record('[Game "pawn-advance"]\n[Rules "1"]\n\nb1b3 b3b4\n')
    assert table.desk.shelf.games() == []


def test_a_kept_game_that_no_longer_replays_is_set_aside_but_downloadable(table: Any) -> None:
    key = table.start()
    play(table, "b1b3")
    table.desk.send(ParkGame())
    assert table.program.writer.wait_idle(PATIENCE_S)
    table.store._kept_open.execute("UPDATE entries SET action = 'b1b8'")
    with pytest.raises(Refused, match="cannot be replayed .action 1 .b1b8.*downloaded"):
        table.desk.resume(key)
    assert "action 1 (b1b8)" in str(table.desk.shelf.game(key).broken)
    text = table.desk.shelf.record(key)
    assert '[White "Ada"]' in text and text.endswith("\nb1b8\n")


# --- seats, PIN, screens -----------------------------------------------------------------------------------------


def test_seats_belong_to_their_game(table: Any) -> None:
    first = table.start()
    table.desk.take_seat(Seat.WHITE, "mine")
    with pytest.raises(Refused, match="Another phone holds that seat"):
        table.desk.take_seat(Seat.WHITE, "yours")
    table.desk.send(ParkGame())
    table.start()
    assert table.desk.snapshot().holders == {}
    table.desk.resume(first)
    assert table.desk.snapshot().holders == {Seat.WHITE: "mine"}
    table.desk.free_seat(Seat.WHITE)
    assert table.desk.snapshot().holders == {}


def test_the_pin_is_right_or_wrong_and_there_is_none_before_one_is_drawn(table: Any) -> None:
    assert not table.desk.check_pin("")
    pin = table.store.new_pin()
    assert table.desk.check_pin(pin)
    assert not any(table.desk.check_pin(wrong) for wrong in ("", "x", pin[:5], f"{pin}0", "\u00e9"))


def test_seats_of_parked_games_count_until_those_are_over(table: Any) -> None:
    table.start()
    table.desk.take_seat(Seat.WHITE, "mine")
    table.desk.send(ParkGame())
    table.start()
    table.desk.take_seat(Seat.WHITE, "mine")
    assert (table.desk.held_seats("mine"), table.desk.held_seats("yours")) == (2, 0)
    table.desk.send(Resign(Seat.WHITE, BOTH))
    table.until(lambda scene: scene.status == "over" and scene.confirmed)
    assert table.desk.held_seats("mine") == 1


def test_who_is_banned_is_kept(new_table: Any, tmp_path: Path) -> None:
    with new_table(tmp_path) as table:
        assert table.desk.banned() == frozenset()
        table.desk.keep_banned(frozenset({"a", "b"}))
    with new_table(tmp_path) as table:
        assert table.desk.banned() == {"a", "b"}


def test_there_is_an_end_to_screens(table: Any) -> None:
    watching = [table.desk.subscribe() for _ in range(32)]
    with pytest.raises(Refused) as caught:
        table.desk.subscribe()
    assert caught.value.status == 503
    for each in watching:
        each.close()
    table.desk.subscribe().close()


def test_settings_count_at_once_and_stay(table: Any) -> None:
    changed = Settings(brightness=5, settle_ms=150)
    table.desk.save_settings(changed)
    assert table.desk.settings() == changed == table.store.settings()


def test_the_device_tells_what_it_is(table: Any) -> None:
    table.start()
    device = table.desk.device()
    assert (device.board, device.files, device.ranks) == ("simulated", 8, 8)
    assert device.addresses == ("http://127.0.0.1:0/",) and device.version
    table.until(lambda scene: 0 < table.desk.device().estimate_a <= device.amperes)


# --- the end and the beginning -----------------------------------------------------------------------------------


def test_a_restart_puts_the_game_back_on_the_table(new_table: Any, tmp_path: Path) -> None:
    with new_table(tmp_path) as table:
        key = table.start()
        play(table, "b1b3", "c1c2")
        before = table.until(lambda scene: scene.overlay is Overlay.NONE)
    with new_table(tmp_path) as table:
        scene = table.until(lambda scene: scene.status == "play")
        assert (scene.key, scene.action_count, scene.pieces) == (key, 2, before.pieces)
        assert scene.lights == before.lights
        play(table, "d1d2")
        assert table.store.game(key).actions == ("b1b3", "c1c2", "d1d2")


def test_a_square_on_manual_stays_so_over_a_restart_but_not_in_another_game(new_table: Any, tmp_path: Path) -> None:
    with new_table(tmp_path) as table:
        key = table.start()
        table.desk.send(SetManual(Board(8, 8).parse("b1"), True))
        assert table.scene.manual == ("b1",)
    for _ in range(2):
        with new_table(tmp_path) as table:
            assert table.until(lambda scene: scene.status == "play").manual == ("b1",)
    with new_table(tmp_path) as table:
        table.until(lambda scene: scene.key == key)
        table.desk.send(ParkGame())
        table.start()
        assert table.scene.manual == ()
        table.desk.resume(key)
        assert table.until(lambda scene: scene.key == key and scene.status == "play").manual == ()


def test_everything_ends_at_once_whatever_phones_do(table: Any) -> None:
    table.start()
    looking_on, ended = threading.Event(), threading.Event()

    def watch() -> None:
        with table.desk.subscribe() as watching:
            looking_on.set()
            for _ in watching.changes(3600):
                pass
        ended.set()

    thread = threading.Thread(target=watch)
    thread.start()
    assert looking_on.wait(PATIENCE_S)
    table.program.__exit__(None, None, None)
    assert ended.wait(PATIENCE_S)
    thread.join()


def test_a_copy_that_takes_long_leaves_the_others_their_time_to_end(
    new_table: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Of the lights above all, which would stay on."""
    begun, done = threading.Event(), threading.Event()

    def look(copying: object) -> None:
        begun.set()
        done.wait()

    monkeypatch.setattr("daemon.app.program.STOP_S", 5.0)  # all of it passes; longer than others wait
    monkeypatch.setattr("daemon.services.backup_thread.FIRST_S", 0.0)
    monkeypatch.setattr("daemon.services.backup_thread.BackupThread.look", look)
    with new_table(tmp_path):
        assert begun.wait(PATIENCE_S)
    assert caplog.messages[-1:] == ["did not end in time: BackupThread"]
    done.set()
