"""The contents of the store, and their persistence."""

import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from waiting import wait_for

from daemon.base.errors import UnusableStore
from daemon.storage.file.games_file import FILE_NAME
from daemon.storage.file.schema import MIGRATIONS, prepare
from daemon.storage.games.columns import LONGEST_REASON, read_reason
from daemon.storage.games.rows import KeptEnd, KeptGame
from daemon.storage.store import Store
from engine.core.messages import Message, message
from engine.core.pieces import Seat
from engine.registry import find_game
from table.messages.effects import StoreAction, StoreEnd, StoreGame, StoreUndone
from table.messages.events import Proposal, Reopen, StartGame, StoredState, Topic
from table.messages.lights import Help
from table.messages.new_game import NewGame
from table.messages.queries import EVERY_GAME
from table.messages.settings import Settings

PLAYERS = {Seat.WHITE: "Ada", Seat.BLACK: "Bo"}
OPTIONS = find_game("pawn").read_options({}).as_data()
GAME = StoreGame("k1", NewGame("pawn-advance", {"spawn": 3}, PLAYERS, True))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(tmp_path, now=lambda: "2026-11-21T12:00:00Z")
    yield opened
    opened.close()


def play(store: Store, *actions: str) -> None:
    store.append(GAME)
    for number, action in enumerate(actions, 1):
        store.append(StoreAction("k1", number, action))


def test_a_game_comes_back_as_it_was_stored(store: Store) -> None:
    play(store, "a2a3", "b2b4")
    kept = store.game("k1")
    assert kept == KeptGame(
        "k1", "pawn-advance", 1, {"spawn": 3}, PLAYERS, True, None, "2026-11-21T12:00:00Z", "", ("a2a3", "b2b4"), None
    )


def test_a_game_that_is_not_there_is_a_key_error(store: Store) -> None:
    with pytest.raises(KeyError):
        store.game("none")


def test_actions_taken_back_stay_in_the_file_but_leave_the_game(store: Store, tmp_path: Path) -> None:
    play(store, "a2a3", "b2b4", "c2c4")
    store.append(StoreUndone("k1", 4, 2))
    store.append(StoreAction("k1", 5, "d2d4"))
    assert store.game("k1").actions == ("a2a3", "d2d4")
    store.append(StoreUndone("k1", 6, 2))
    assert store.game("k1").actions == ()
    with sqlite3.connect(tmp_path / FILE_NAME) as db:
        rows = db.execute("SELECT action, count, undone FROM entries ORDER BY number").fetchall()
    db.close()
    assert rows == [
        ("a2a3", 0, 1), ("b2b4", 0, 1), ("c2c4", 0, 1), (None, 2, 0), ("d2d4", 0, 1), (None, 2, 0),
    ], "an action itself takes none back"


def test_what_computers_thought_of_a_game_is_kept_with_their_actions(store: Store) -> None:
    play(store, "a2a3")
    for entry, (action, score) in enumerate((("b2b4", -0.25), ("c2c4", 1.0)), 2):
        store.append(StoreAction("k1", entry, action, score=score))
    assert store.game("k1").scores == {2: -0.25, 3: 1.0}
    store.append(StoreUndone("k1", 4, 2))
    store.append(StoreAction("k1", 5, "d2d4"))
    assert store.game("k1").scores == {}


def test_typed_dice_are_marked(store: Store, tmp_path: Path) -> None:
    play(store)
    store.append(StoreAction("k1", 1, "d6", typed=True))
    with sqlite3.connect(tmp_path / FILE_NAME) as db:
        assert db.execute("SELECT typed FROM entries").fetchall() == [(1,)]
    db.close()
    assert store.game("k1").typed == {1}


def test_an_end_is_kept_with_its_date_and_leaves_when_it_is_taken_back(store: Store) -> None:
    play(store, "a2a3")
    store.append(StoreEnd("k1", 2, (Seat.BLACK,), "resignation", "resignation"))
    assert store.game("k1").end == KeptEnd((Seat.BLACK,), "resignation", "resignation", "2026-11-21T12:00:00Z")
    store.append(StoreUndone("k1", 3, 1))
    assert store.game("k1").end is None


def test_an_end_for_another_reason_takes_the_place_of_the_first_and_counts_once(store: Store) -> None:
    play(store, "a2a3")
    store.append(StoreEnd("k1", 2, (Seat.BLACK,), "resignation", "resignation"))
    once = store.totals(EVERY_GAME)
    store.append(StoreEnd("k1", 3, (Seat.BLACK,), "time", "time"))
    assert store.game("k1").end == KeptEnd((Seat.BLACK,), "time", "time", "2026-11-21T12:00:00Z")
    assert once and store.totals(EVERY_GAME) == once


def test_appending_the_same_entry_again_changes_nothing(store: Store) -> None:
    play(store, "a2a3")
    store.append(GAME)
    store.append(StoreAction("k1", 1, "a2a3"))
    store.append(StoreUndone("k1", 2, 1))
    store.append(StoreUndone("k1", 2, 1))
    assert store.entry_count("k1") == 2
    assert len(store.games()) == 1


def test_games_are_listed_latest_first_and_can_be_deleted(store: Store) -> None:
    for key in ("one", "two", "three"):
        store.append(StoreGame(key, NewGame("pawn-advance", {}, PLAYERS, True)))
    assert [game.key for game in store.games()] == ["three", "two", "one"]
    store.delete("two")
    assert [game.key for game in store.games()] == ["three", "one"]


def test_the_game_on_the_table_is_remembered(store: Store) -> None:
    assert store.on_table() == ""
    play(store)
    assert store.on_table() == "k1"
    store.set_on_table("")
    assert store.on_table() == ""


def test_what_lasts_beside_a_game_is_kept_until_another_one_is_on_the_table(store: Store) -> None:
    wanted = NewGame("pawn", OPTIONS, PLAYERS, True, "host", help={Seat.WHITE: Help.ERRORS})
    both, next_game = frozenset({Seat.BLACK, Seat.WHITE}), StartGame("k9", wanted)
    proposals: dict[Topic, Proposal] = {
        "undo": Proposal(both), "park": Proposal(both, next_game), "abandon": Proposal(frozenset({Seat.WHITE})),
        "hints": Proposal(both), "warnings": Proposal(both),
    }
    standing = StoredState(True, 0b101, 0b100, (Seat.WHITE,), proposals, ((2, "wP"), (9, "bP")), mixed=0b100, seen=3)
    play(store)
    assert store.state() == StoredState()
    store.keep_state(standing)
    store.set_on_table("k1")
    store.append(GAME)
    assert store.state() == standing
    store.set_on_table("")
    assert store.state() == StoredState()
    store.keep_state(standing)
    store.append(StoreGame("k2", NewGame("pawn-advance", {}, PLAYERS, True)))
    assert store.state() == StoredState()


def test_what_was_chosen_and_agreed_to_is_kept_with_each_game(store: Store, tmp_path: Path) -> None:
    chosen = StoredState(
        help={Seat.BLACK: Help.LIFTED, Seat.WHITE: Help.ERRORS}, warnings=frozenset({Seat.WHITE}),
        hints_for=frozenset({Seat.WHITE}), hints_declined=frozenset({Seat.BLACK}),
    )
    play(store)
    store.keep_state(replace(chosen, paused=True, manual=3))
    assert store.chosen("k1") == StoredState()
    store.append(StoreGame("k2", NewGame("pawn-advance", {}, PLAYERS, True)))
    assert store.state() == StoredState() and store.chosen("k1") == chosen
    store.set_on_table("k1")
    store.keep_state(StoredState())
    store.set_on_table("")
    assert store.chosen("k1") == StoredState(), "what was chosen last"
    with sqlite3.connect(tmp_path / FILE_NAME) as db:
        db.execute("UPDATE facts SET value = json_object('k1', 7) WHERE name = 'chosen'")
    db.close()
    assert store.chosen("k1") == StoredState() and list(store.unreadable()) == ["1 chosen"]


@pytest.mark.parametrize("kept, chosen", [
    ('{"k1": [["white", "errors"]], "k2": "x", "k3": 7}', {"k1": {Seat.WHITE: Help.ERRORS}}), ("{", {}), ("[]", {}),
])
def test_how_much_the_lights_help_in_games_put_aside_comes_along(
    tmp_path: Path, kept: str, chosen: dict[str, dict[Seat, Help]]
) -> None:
    prepare(tmp_path / FILE_NAME, MIGRATIONS[:11])
    with sqlite3.connect(tmp_path / FILE_NAME) as db:
        db.execute("INSERT INTO facts VALUES ('help', ?)", (kept,))
    db.close()
    store = Store(tmp_path)
    assert {key: store.chosen(key).help for key in ("k1", "k2", "k3") if store.chosen(key).help} == chosen
    assert not store.unreadable()
    store.close()


EARLIER = """{"paused": false, "manual": 0, "told": 0, "draw_agreed": [], "undo_asked": ["white"],
    "park_asked": ["black"], "abandon_asked": [], "next_game": {"key": "k2", "game_id": "pawn"}, "wood": [],
    "hints_for": [], "help": [["white", "errors"]], "giving_up": [], "warnings": [], "pausing": false,
    "revealed_after": null, "fallen": [], "draw_declined": [], "hints_declined": [], "seen": 3}"""


def test_questions_that_an_earlier_version_kept_are_still_open(store: Store, tmp_path: Path) -> None:
    play(store)
    with sqlite3.connect(tmp_path / FILE_NAME) as db:
        db.execute("INSERT INTO facts VALUES ('aside', ?)", (EARLIER,))
    db.close()
    assert store.state() == StoredState(
        proposals={
            "undo": Proposal(frozenset({Seat.WHITE})),
            "park": Proposal(frozenset({Seat.BLACK}), Reopen("k2", "pawn")),
        }, help={Seat.WHITE: Help.ERRORS}, seen=3,
    )


@pytest.mark.parametrize(
    "damaged", ['"start"', "{}", '{"key": "k", "game_id": "none"}', '{"key": "k", "game_id": "pawn", "options": 7}',
                '{"key": "k", "game_id": "pawn", "options": {}, "players": {"green": "A"}, "screen": 1, "host": ""}'],
)
def test_a_next_game_that_cannot_be_read_is_put_aside_with_what_was_asked(
    store: Store, tmp_path: Path, damaged: str
) -> None:
    play(store)
    asked = StoredState(proposals={"park": Proposal(frozenset({Seat.BLACK}), Reopen("k2", "pawn"))})
    store.keep_state(asked)
    assert store.state() == asked
    with sqlite3.connect(tmp_path / FILE_NAME) as db:
        db.execute("UPDATE facts SET value = json_set(value, '$.next_game', json(?)) WHERE name = 'aside'", (damaged,))
    db.close()
    assert store.state() == StoredState()
    assert list(store.unreadable()) == ["1 aside"]


def test_another_entry_under_a_number_that_is_taken_is_refused(store: Store) -> None:
    play(store, "a2a3")
    with pytest.raises(sqlite3.IntegrityError, match="entry 1 of game k1 is"):
        store.append(StoreAction("k1", 1, "b2b3"))
    assert store.game("k1").actions == ("a2a3",)


def test_a_whole_game_can_be_added(store: Store) -> None:
    end = KeptEnd((Seat.WHITE,), "touchdown", "normal", "")
    setup, actions = {"board": {"a1": "wP"}}, ("a1a2", "d6")
    game = KeptGame("k2", "pawn-advance", 1, {}, PLAYERS, True, setup, "", "", actions, end, frozenset({2}))
    store.add(game)
    assert store.game("k2") == game


def test_a_broken_game_keeps_its_reason(store: Store) -> None:
    play(store, "a2a3")
    why = message("action {number} ({action}): {error}", number=1, action="a2a3", error=message("is not legal"))
    store.set_broken("k1", why)
    assert read_reason(store.game("k1").broken) == why, "so that it can be said in any language"
    store.set_broken("k1", message("{error}", error="x" * LONGEST_REASON))
    assert str(read_reason(store.game("k1").broken)) == "x" * LONGEST_REASON


@pytest.mark.parametrize("kept", [
    "action 1 (a2a3): is not legal", "{}", "[1]", "{", '{"key": 1, "plural": "", "values": {}}',
    '{"key": "{one}", "plural": "", "values": {"two": "2"}}', '{"key": "{", "plural": "", "values": {"two": "2"}}',
    '{"key": "{two.far}", "plural": "", "values": {"two": "2"}}', '{"key": "{two", "plural": "", "values": []}',
    '{"key": "{0}", "plural": "", "values": {"two": "2"}}', '{"key": "\\ud800", "plural": "", "values": {}}',
    '{"key": "one", "plural": "{several}", "values": {"count": 1}}',
    '{"key": "{one:9}", "plural": "", "values": {"one": 1}}', '{"key": "", "plural": "", "values": {}}',
])
def test_a_reason_that_says_nothing_else_is_shown_as_it_is(kept: str) -> None:
    """Earlier versions kept a sentence; a hand that edits may leave anything."""
    assert read_reason(kept) == Message("{error}", (("error", kept),))


def test_a_game_without_a_reason_is_not_broken(store: Store) -> None:
    play(store, "a2a3")
    assert read_reason(store.game("k1").broken) is None


def test_who_holds_a_seat_is_kept_until_it_is_freed(store: Store) -> None:
    play(store)
    store.set_holder("k1", Seat.WHITE, "mine")
    store.set_holder("k1", Seat.BLACK, "yours")
    assert store.holders("k1") == {Seat.WHITE: "mine", Seat.BLACK: "yours"}
    store.set_holder("k1", Seat.WHITE, None)
    store.set_holder("k1", Seat.BLACK, "mine")
    assert store.holders("k1") == {Seat.BLACK: "mine"}


def test_what_learners_solved_is_kept_apart(store: Store) -> None:
    for learner, lesson in (("Zoë", "step"), ("Zoë", "step"), ("Zoë", "jump"), ("", "step")):
        store.keep_solved(learner, "pawn", lesson)
    assert store.solved("Zoë") == {"pawn": ["jump", "step"]} and store.solved("") == {"pawn": ["step"]}
    assert store.solved("zoë") == {}
    store.keep_solved("Bo", "pawn", "step")
    assert store.learners() == ["Bo", "Zoë"]


def test_settings_come_back_and_unknown_ones_are_ignored(store: Store) -> None:
    assert store.settings() == Settings()
    store.save_settings(Settings(brightness=10, palette="high-contrast"))
    assert store.settings() == Settings(brightness=10, palette="high-contrast")


def test_a_pin_has_six_digits_and_stays(store: Store) -> None:
    assert store.pin() == ""
    pin = store.new_pin()
    assert len(pin) == 6 and pin.isdigit()
    assert store.pin() == pin


def test_the_file_is_written_ahead_and_synchronously(store: Store, tmp_path: Path) -> None:
    play(store)
    with sqlite3.connect(tmp_path / FILE_NAME) as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    db.close()
    assert store._kept_open.execute("PRAGMA synchronous").fetchone() == (2,)


def test_a_file_that_is_no_store_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"these are not the games you are looking for" * 99)
    with pytest.raises(UnusableStore, match="is damaged or something else, so move it"):
        Store(tmp_path)
    assert (tmp_path / FILE_NAME).read_bytes().startswith(b"these are not")


def damage(directory: Path, page: int) -> None:
    with (directory / FILE_NAME).open("r+b") as file:
        file.seek(4096 * page)
        file.write(b"\x55" * 4096)


def test_a_damaged_file_is_noticed_at_the_start_and_what_can_be_read_is_read(tmp_path: Path) -> None:
    store = Store(tmp_path)
    play(store, "a2a3")
    store.close()
    pages = (tmp_path / FILE_NAME).stat().st_size // 4096
    whole = (tmp_path / FILE_NAME).read_bytes()
    read = 0
    for page in range(1, pages):
        damage(tmp_path, page)
        store = Store(tmp_path)
        with pytest.raises(UnusableStore, match=r"is damaged \(.*\): move .*games.sqlite3\* away and start again"):
            store.check()
        with suppress(sqlite3.DatabaseError):
            read += store.game("k1").actions == ("a2a3",)
        store.close()
        (tmp_path / FILE_NAME).write_bytes(whole)
    assert pages > 5 and read > 2


class SlowDisk(Store):
    """Takes its time for the writer's second entry: until somebody waits for it. Notes who changes what is kept."""

    def __init__(self, directory: Path) -> None:
        self.changed_by: list[str] = []
        super().__init__(directory)

    def _commit(self, db: sqlite3.Connection) -> None:
        self.changed_by.append("writer" if threading.current_thread().name == "writer" else "phone")
        if self.changed_by == ["phone", "writer", "writer"]:
            wait_for(lambda: len(self._turns._waiting) == 2, "a seat that waits for its turn")
        super()._commit(db)


def test_a_seat_waits_for_one_entry_on_a_slow_disk_and_not_for_all(tmp_path: Path) -> None:
    store = SlowDisk(tmp_path)
    store.append(GAME)

    def write() -> None:
        for number in range(1, 6):
            store.append(StoreAction("k1", number, "a2a3"))

    writer = threading.Thread(target=write, name="writer")
    writer.start()
    wait_for(lambda: len(store.changed_by) == 3, "the second entry is being stored")
    store.set_holder("k1", Seat.WHITE, "mine")
    assert store.holders("k1") == {Seat.WHITE: "mine"}
    writer.join()
    assert store.changed_by == ["phone", "writer", "writer", "phone", "writer", "writer", "writer"]
    assert store.entry_count("k1") == 5
    store.close()


def test_another_process_that_changes_the_file_for_long_is_waited_for(tmp_path: Path) -> None:
    """As long as a disk may take whose every fsync lasts seconds."""
    store = Store(tmp_path)
    other = sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    letting_go = threading.Timer(6.0, other.execute, ("COMMIT",))
    letting_go.start()
    store.set_holder("k1", Seat.WHITE, "mine")
    assert store.holders("k1") == {Seat.WHITE: "mine"}
    letting_go.join()
    other.close()
    store.close()


CHILD = """
import sys
from contextlib import suppress
from pathlib import Path
from daemon.storage.store import Store
from table.messages.effects import StoreAction, StoreGame
from table.messages.new_game import NewGame
store = Store(Path(sys.argv[1]))
store.append(StoreGame("k1", NewGame("pawn-advance", {}, {}, True)))
number = store.entry_count("k1")
while True:
    number += 1
    store.append(StoreAction("k1", number, f"action{number}"))
    print(number, flush=True)
"""


def test_nothing_that_was_acknowledged_is_lost_when_the_process_is_killed(tmp_path: Path, full: bool) -> None:
    acknowledged = 0
    for round_ in range(60 if full else 6):
        with subprocess.Popen([sys.executable, "-c", CHILD, str(tmp_path)], stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout is not None
            for line in child.stdout:
                acknowledged = int(line)
                if acknowledged % 17 == round_ % 17:
                    os.kill(child.pid, signal.SIGKILL)
                    break
            for line in child.stdout.read().split():
                acknowledged = int(line)
        store = Store(tmp_path)
        kept = store.game("k1").actions
        store.close()
        assert len(kept) in (acknowledged, acknowledged + 1)
        assert kept == tuple(f"action{number}" for number in range(1, len(kept) + 1))
    assert acknowledged > 0
