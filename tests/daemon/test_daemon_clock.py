"""The wall clock: a computer without a battery for it starts in the past, and is set right in the middle of a game."""

import ast
from pathlib import Path

import pytest

import daemon
from daemon.storage.store import Store
from daemon.system import calendar
from engine.core.pieces import Seat
from table.messages.effects import StoreGame
from table.messages.new_game import NewGame
from table.messages.queries import Selection

ROOT = Path(daemon.__file__).parent.parent
PACKAGES = ("engine", "table", "opponents", "club", "clubpanel", "hardware", "firmware_bridge", "webpanel", "daemon")
WALL_CLOCK = {"time.time", "time.time_ns", "datetime.now", "datetime.utcnow", "datetime.today", "date.today"}


def test_only_dates_look_at_the_wall_clock() -> None:
    looking = {
        file.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for file in (ROOT / package).rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Attribute) and ast.unparse(node) in WALL_CLOCK
    }
    assert looking == {"daemon/system/calendar.py"}


@pytest.mark.parametrize(("synchronised", "length"), [(True, len("2026-11-21T12:00:00Z")), (False, 0)])
def test_a_date_is_left_out_while_nobody_keeps_the_clock_right(
    monkeypatch: pytest.MonkeyPatch, synchronised: bool, length: int
) -> None:
    monkeypatch.setattr(calendar, "clock_is_synchronised", lambda: synchronised)
    assert len(calendar.utc_now()) == length

def test_a_phone_says_the_date_where_the_machine_does_not_know_it() -> None:
    own, passed_s = [""], [1000.0]
    dates = calendar.Calendar(lambda: own[0], lambda: passed_s[0])
    assert dates.now() == "", "no phone was there"
    dates.hear(1_795_363_200)
    assert dates.now() == "2026-11-22T16:00:00Z"
    passed_s[0] += 3600
    assert dates.now() == "2026-11-22T17:00:00Z", "the phone may be gone since"
    dates.hear(1_795_363_200 + 86_400)
    assert dates.now() == "2026-11-23T16:00:00Z", "the phone that was heard last"
    own[0] = "2026-11-25T08:00:00Z"
    assert dates.now() == own[0], "the machine knows better once its clock is kept right"


def game(key: str) -> StoreGame:
    return StoreGame(key, NewGame("pawn-advance", {}, {Seat.WHITE: "Ada", Seat.BLACK: "Bo"}, True, "host"))


def test_games_are_dated_by_phones_but_deleted_ones_kept_by_the_machine_alone(tmp_path: Path) -> None:
    """A phone whose clock is years ahead must not have deleted games thrown away."""
    store = Store(tmp_path, now=lambda: "")
    store.append(game("one"))
    store.hear_date(1_795_363_200)
    store.append(game("another"))
    started = {game.key: game.started for game in store.games()}
    assert started["one"] == "" and started["another"].startswith("2026-11-22T16:00")
    store.set_on_table("")
    store.delete("another")
    store.hear_date(4_000_000_000)
    store.remove_deleted()
    assert [game.key for game in store.games(Selection(deleted=True))] == ["another"]
    store.close()
