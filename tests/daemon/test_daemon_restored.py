"""A board of a game between two is restored from an older copy, among all else that can happen: both boards go on
alike, or both say why they do not, and nobody waits in silence."""

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from two_tables import CY, KEY, Station, World, invite, standing, until

from club.play.dealing import public
from daemon.remote.mailbox import SEALS
from engine.core.pieces import Seat
from engine.records.game_record import ABANDONED
from engine.records.time_controls import Control, Kind
from table.messages.events import AbandonGame, Resume

BROKEN = "It cannot go on: end it."
AGAIN = "accept the invitation again"


@contextmanager
def playing(directory: Path, game_id: str, seed: int = 1) -> Iterator[World]:
    """A game that has begun; each board has a copy from before."""
    world = World(directory, game_id, {}, random.Random(seed))
    try:
        for station in world.stations:
            station.copy()
        invite(world)
        yield world
    finally:
        world.close()


def play_on(world: World, actions: int) -> None:
    """Until so many more actions were played."""
    first = world.stations[0]
    until(world, lambda: first.table.on_table is not None)
    assert first.table.on_table is not None
    wanted = len(first.table.on_table.played.actions) + actions

    def played() -> bool:
        for station in world.stations:
            station.play()
        world.pass_time(0.5)
        assert first.table.on_table is not None and not first.over
        return len(first.table.on_table.played.actions) >= wanted and alike(world)

    until(world, played, 300)


def alike(world: World) -> bool:
    """True if both boards have the same game, and know it."""
    one, other = (station.table for station in world.stations)
    if one.on_table is None or other.on_table is None or one.reached < one.entries or other.reached < other.entries:
        return False
    return one.on_table.played.actions == other.on_table.played.actions


@pytest.mark.parametrize("game_id", ["pawn", "pawns-revenge"])
@pytest.mark.parametrize("running", [False, True], ids=["at a start", "in the running program"])
def test_a_board_that_was_invited_and_is_restored_catches_up_die_by_die(
    tmp_path: Path, game_id: str, running: bool
) -> None:
    with playing(tmp_path, game_id) as world:
        host, guest = world.stations
        play_on(world, 4)
        guest.copy()
        play_on(world, 10)
        assert host.table.on_table is not None
        before = host.table.on_table.played.actions
        (guest.restore_running if running else guest.restore)(guest.copies[-1])
        until(world, lambda: alike(world))
        assert host.table.on_table.played.actions[: len(before)] == before
        play_on(world, 2)


@pytest.mark.parametrize("ends_first", [0, 1], ids=["the board that numbers", "the other board"])
@pytest.mark.parametrize("game_id", ["pawn", "pawns-revenge"])
def test_a_board_that_invited_and_is_restored_says_so_on_both_and_each_can_end_the_game_alone(
    tmp_path: Path, game_id: str, ends_first: int
) -> None:
    with playing(tmp_path, game_id) as world:
        host, _ = world.stations
        play_on(world, 4)
        host.copy()
        play_on(world, 10)
        host.restore(host.copies[-1])
        until(world, lambda: all(BROKEN in station.warning for station in world.stations), 30)
        one = world.stations[ends_first]
        one.disconnect()
        one.end_alone()
        assert one.over
        one.connect()
        other = world.other(one)
        until(world, lambda: bool(other.ways_out and other.warning))
        other.end_alone()
        assert other.over


@pytest.mark.some_or_all("actions", (1, 2, 5, 8, 11), range(1, 12))
@pytest.mark.parametrize("game_id", ["pawn", "pawn-advance", "pawns-revenge"])
def test_a_board_that_was_invited_and_no_longer_has_the_game_is_invited_again_unless_its_dice_are_lost(
    tmp_path: Path, game_id: str, actions: int
) -> None:
    with playing(tmp_path, game_id) as world:
        host, guest = world.stations
        play_on(world, actions)
        guest.restore(guest.copies[0])
        until(world, lambda: bool(host.warning and host.ways_out))
        if BROKEN in host.warning:
            assert game_id != "pawn", "there are no dice in it"
            assert not guest.mailbox.invitations() and not guest.warning
            return
        assert AGAIN in host.warning
        guest.accept()
        until(world, lambda: alike(world) and not host.warning)
        play_on(world, 2)
        assert not any(station.warning for station in world.stations)


@pytest.mark.first_or_all("actions", [6, 1, 2])
@pytest.mark.parametrize("both_restart", [False, True], ids=["the other one runs on", "both start anew"])
@pytest.mark.parametrize("put_aside", [False, True], ids=["on the table", "put aside"])
@pytest.mark.parametrize("ends", [0, 1], ids=["the board that invited resigns", "the other board resigns"])
@pytest.mark.parametrize("game_id", ["pawn", "pawns-revenge"])
def test_a_board_that_invited_takes_from_the_other_one_what_it_had_signed(
    tmp_path: Path, game_id: str, ends: int, put_aside: bool, both_restart: bool, actions: int
) -> None:
    with playing(tmp_path, game_id) as world:
        host, guest = world.stations
        play_on(world, 4)
        if put_aside:
            host.park()
        host.copy()
        if put_aside:
            host.resume(KEY)
        play_on(world, actions)
        world.stations[ends].resign()
        until(world, lambda: all(SEALS in station.store.vouchers(KEY) for station in world.stations))
        until(world, lambda: not world.kept)
        if both_restart:
            guest.kill()
        host.restore(host.copies[-1])
        if put_aside and game_id == "pawns-revenge":
            host.resume(KEY)  # dice fall only on the table
        until(world, lambda: SEALS in host.store.vouchers(KEY))
        until(world, lambda: not world.kept)
        assert ending(world) == "resignation"
        assert not any(station.warning for station in world.stations)


@pytest.mark.parametrize("ends", [0, 1], ids=["the board that invited resigns", "the other board resigns"])
def test_both_boards_say_so_if_what_one_of_them_had_signed_is_too_much_to_be_told_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ends: int
) -> None:
    with playing(tmp_path, "pawn") as world:
        host, guest = world.stations
        play_on(world, 4)
        host.copy()
        play_on(world, 6)
        world.stations[ends].resign()
        until(world, lambda: not world.kept)
        signed = guest.store.game(KEY)
        monkeypatch.setattr("club.play.sync.MOST_BYTES", 20)
        host.restore(host.copies[-1])
        until(world, lambda: bool(host.warning and guest.warning and (host.over or host.ways_out)))
        if not host.over:
            assert BROKEN in host.warning and "no longer knows" in guest.warning
            host.end_alone()
        until(world, lambda: bool(host.over and guest.warning))
        assert guest.store.game(KEY) == signed


def test_a_board_that_invited_is_told_when_nobody_accepts_again(tmp_path: Path) -> None:
    with playing(tmp_path, "pawn") as world:
        host, guest = world.stations
        play_on(world, 2)
        guest.restore(guest.copies[0])
        until(world, lambda: AGAIN in host.warning)
        guest.mailbox.decline(KEY)
        until(world, lambda: bool("does not want to play" in host.warning and host.ways_out))


@pytest.mark.parametrize("actions", [0, 3], ids=["as it began", "later"])
@pytest.mark.parametrize("copied", [0, 1], ids=["of the board that invited", "of the other board"])
@pytest.mark.parametrize("game_id", ["pawn", "pawns-revenge"])
def test_a_copied_card_says_that_its_game_is_another_boards_and_can_end_it_alone(
    tmp_path: Path, game_id: str, copied: int, actions: int
) -> None:
    with playing(tmp_path, game_id) as world:
        original = world.stations[copied]
        play_on(world, actions)
        original.copy()
        copy = Station(world, tmp_path / CY, CY, "Cy's")  # which has drawn an id and a key of its own
        world.stations.append(copy)
        copy.restore(original.copies[-1])
        until(world, lambda: bool("board-id and board-key" in copy.warning and copy.ways_out), 60)
        assert not any(CY in address for address in world.kept), "it writes of a game that is not its own"
        assert not copy.take(AbandonGame())
        assert copy.over
        world.stations.remove(copy)
        play_on(world, 2)
        assert not any(station.warning for station in world.stations)
        copy.store.close()


SILENT_S, BOTH_KNOW_S, TICK_S = 61.0, 30.0, 0.5
CLOCKS = {seat: Control(Kind.FISCHER, 600, 5) for seat in (Seat.WHITE, Seat.BLACK)}
KINDS: tuple[tuple[str, dict[Seat, Control]], ...] = (
    ("pawn", {}), ("pawns-revenge", {}), ("pawns-revenge", {}), ("pawn-advance", {}), ("pawn", CLOCKS),
    ("pawns-revenge", CLOCKS),
)


class Watch:
    """Looks on at two boards, and notes how long each has waited for the other one."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.since_s: dict[Station, tuple[object, float]] = {}
        self.broken_s: float | None = None

    def look(self) -> None:
        """Nobody waits in silence, and what one board knows of a break the other one soon knows."""
        for station in self.world.stations:
            if not self._waits(station):
                self.since_s.pop(station, None)
                continue
            seen = station.table.entries, station.online, self.world.other(station).online
            before, since_s = self.since_s.setdefault(station, (seen, self.world.now_s))
            if before != seen or since_s < station.resumed_s:  # the minute begins anew
                self.since_s[station] = seen, self.world.now_s
            elif self.world.now_s - since_s > SILENT_S:
                assert station.ways_out, f"{station.name} waits in silence: {standing(self.world)}"
        self._look_at_break()

    def _waits(self, station: Station) -> bool:
        """True if nobody at this board can do anything, and it is not so that people at the other one have to."""
        on_table, other = station.table.on_table, self.world.other(station)
        if on_table is None or station.over or station.table.stored.paused or station.deciding:
            return False
        if not (station.online and other.online):
            return True
        if other.table.on_table is None:
            return False  # people there have put it aside
        same = public(other.table.on_table.played).actions == public(on_table.played).actions
        return not (same and (other.deciding or other.table.stored.paused))

    def _look_at_break(self) -> None:
        one, other = self.world.stations
        running = all(each.online and each.table.on_table is not None and not each.over for each in (one, other))
        if not running or (BROKEN in one.warning) == (BROKEN in other.warning):
            self.broken_s = None
            return
        self.broken_s = self.world.now_s if self.broken_s is None else self.broken_s
        assert self.world.now_s - self.broken_s <= BOTH_KNOW_S, f"one board alone knows: {standing(self.world)}"


def befall(world: World, chance: random.Random) -> str:
    """Something happens to one of the boards, or to the broker; what, empty: nothing after all."""
    station = chance.choice(world.stations)

    def broker() -> None:
        """It comes back with what it had kept last."""
        for each in world.stations:
            each.disconnect()
        world.kept = {at: letter for at, letter in world.kept.items() if chance.random() < 0.5}

    def wall() -> None:
        world.wall = f"20{chance.randint(10, 60)}-01-01T00:00:00Z"

    faults = {
        "cut": (10, station.disconnect), "mend": (20, station.connect), "kill": (6, station.kill),
        "copy": (10, station.copy), "park": (2, station.park), "broker": (2, broker), "wall": (3, wall),
        "restore": (4, lambda: station.restore(chance.choice(station.copies))),
        "running": (2, lambda: station.restore_running(chance.choice(station.copies))),
    }
    kind = chance.choices(list(faults), [weight for weight, _ in faults.values()])[0]
    if kind in ("restore", "running") and not station.copies:
        return ""
    faults[kind][1]()
    return kind


def rough_game(directory: Path, seed: int) -> tuple[str, Counter[str]]:
    """A game among all that can happen; how it ended, and what happened."""
    chance = random.Random(seed)
    game_id, controls = KINDS[seed % len(KINDS)]
    world, met = World(directory, game_id, controls, chance), Counter[str]()
    try:
        if chance.random() < 0.3:
            chance.choice(world.stations).copy()  # from before the game
        invite(world)
        watch = Watch(world)
        for _ in range(chance.randint(20, 120)):
            if chance.random() < 0.25:
                met[befall(world, chance)] += 1
            go_on(world, watch, chance)
            if chance.random() < 0.02:
                for _ in range(150):
                    go_on(world, watch, chance, 0.0)
        return finish(world, watch, chance), met
    finally:
        world.close()


def go_on(world: World, watch: Watch, chance: random.Random, plays: float = 0.6, leaves: float = 0.0) -> None:
    """Some time passes, and people do what people do; ``leaves``: how soon they end what does not go on."""
    for station in world.stations:
        if chance.random() < plays:
            station.play()
        if station.ways_out and chance.random() < leaves:
            station.end_alone()
    world.pass_time(TICK_S)
    watch.look()


def finish(world: World, watch: Watch, chance: random.Random) -> str:
    """All is mended, and the game goes on to its end. How it ended."""
    for station in world.stations:
        station.connect()
    for number in range(2000):
        for station in world.stations:
            if station.table.on_table is None:
                station.resume(KEY)
            if station.table.stored.paused:
                station.take(Resume())
            if number > 20 and chance.random() < 0.05 and not station.ways_out:
                station.resign()
        go_on(world, watch, chance, leaves=0.05)
        if all(station.over or station.table.on_table is None for station in world.stations):
            break
    for _ in range(40):
        go_on(world, watch, chance)
    for station in world.stations:
        station.flush()
        station.work()
    return ending(world)


def ending(world: World) -> str:
    """Return how the game ended on both boards; if not in the same way, both must say so."""
    ends = []
    for station in world.stations:
        with suppress(KeyError):
            game = station.store.game(KEY)
            assert game.end is not None, f"no end: {standing(world)}"
            ends.append((game.actions, game.end.winners, game.end.termination))
    if len(ends) == 2 and ends[0] == ends[1]:
        sealed = [SEALS in station.store.vouchers(KEY) for station in world.stations]
        assert sealed == [True, True], f"{sealed}: {standing(world)}"
        return ends[0][2]
    for station in world.stations:
        on_table = station.table.on_table
        abandoned = on_table is not None and on_table.outcome is not None and on_table.outcome.reason == ABANDONED
        assert on_table is None or abandoned or station.warning, f"{station.name} says nothing: {standing(world)}"
    return "at odds"


@pytest.mark.timeout(4 * 3600)
def test_whatever_is_restored_killed_or_cut_both_boards_agree_or_both_say_why_not(in_memory: Path, full: bool) -> None:
    ends, met = Counter[str](), Counter[str]()
    for seed in range(600 if full else 2 * len(KINDS)):
        with TemporaryDirectory(dir=in_memory) as directory:
            end, happened = rough_game(Path(directory), seed)
        ends[end] += 1
        met += happened
    print(dict(ends), dict(met))  # noqa: T201
    assert ends["resignation"] > 3 and met["restore"] + met["running"] > 5
