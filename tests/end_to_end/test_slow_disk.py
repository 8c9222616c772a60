"""The real program on a disk whose every fsync takes more than a second, or never ends: play goes on, and everything is
kept."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from preloading import compiled
from racing import Racer
from table_process import QUICK, TableProcess
from unhurried import unhurried
from waiting import wait_for

from daemon.services.game_service import KEPT_S

SLOW_S = 1.2
SOURCE = Path(__file__).with_name("slow_fsync.c")


class SlowDisk:
    """A disk that can be made slow, and brought to a standstill."""

    def __init__(self, library: Path, folder: Path) -> None:
        self._slow, self._still, self._count = folder / "slow", folder / "still", folder / "count"
        settings = {"LD_PRELOAD": library, "SLOW_WHILE": self._slow, "SLOW_COUNT": self._count,
                    "SLOW_MS": int(1000 * SLOW_S), "STILL_WHILE": self._still}
        self._before = ["env", *(f"{name}={value}" for name, value in settings.items())]

    def command(self, kept_s: float = KEPT_S) -> list[str]:
        """Runs the program on it. ``kept_s``: how long requests wait until what they changed is kept."""
        return [*self._before, *unhurried(f"daemon.services.game_service.KEPT_S = {kept_s}")]

    def become_slow(self) -> None:
        self._slow.touch()

    def become_quick(self) -> None:
        self._slow.unlink()

    @contextmanager
    def at_a_standstill(self) -> Iterator[None]:
        """Nothing gets on the disk."""
        self._still.touch()
        try:
            yield
        finally:
            self._still.unlink()

    @property
    def waited(self) -> int:
        """Count the waits for the disk."""
        return self._count.stat().st_size if self._count.exists() else 0


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Compile the library that makes a disk slow."""
    return compiled(SOURCE, tmp_path_factory.mktemp("slow"))


@pytest.fixture
def disk(library: Path, tmp_path: Path) -> SlowDisk:
    return SlowDisk(library, tmp_path)


@pytest.fixture
def table(disk: SlowDisk, tmp_path: Path) -> Iterator[TableProcess]:
    """The program, begun on a quick disk."""
    with TableProcess(tmp_path / "data", disk.command()) as process:
        process.configure(**QUICK)
        yield process


def move(phone: Racer, source: str, target: str) -> None:
    """By two taps; the move is on the board then, if not on disk."""
    before = phone.look()[0]["scene"]["action_count"]
    for kind, square in (("lift", source), ("place", target)):
        number = phone.look()[0]["scene"]["number"]
        status, text = phone.ask("POST", "/api/tap", kind=kind, square=square, scene=number)
        assert status == 200, text
    wait_for(lambda: phone.look()[0]["scene"]["action_count"] > before, "the move counts")


def held(phones: list[Racer]) -> dict[str, Racer]:
    """Return the holders of seats among the phones."""
    return {seat: phone for phone in phones for seat, who in phone.look()[0]["holders"].items() if who == "me"}


def test_seats_taps_and_new_games_go_on_and_all_is_kept(table: TableProcess, disk: SlowDisk, tmp_path: Path) -> None:
    phones = [Racer(table.port, f"phone{number}") for number in range(4)]
    table.begin("pawn-advance", {})
    wait_for(lambda: table.get("/api/table")["scene"]["status"] == "play", "set up")
    disk.become_slow()

    with ThreadPoolExecutor() as at_once:  # two want each seat
        seats = ("white", "black", "white", "black")
        tries = [
            at_once.submit(phone.ask, "PUT", f"/api/seats/{seat}") for phone, seat in zip(phones, seats, strict=True)
        ]
        assert sorted(each.result()[0] for each in tries) == [200, 200, 409, 409]
    holders = held(phones)
    assert set(holders) == {"white", "black"}

    for squares in (("b1", "b2"), ("c1", "c2")):
        move(holders["white"], *squares)
    scene = holders["white"].look()[0]["scene"]
    assert scene["action_count"] == 2 and scene["trouble"] is None
    key = scene["key"]

    status, text = holders["white"].ask("POST", "/api/park")
    assert status == 200, text
    for phone in phones:
        asked = phone.look()[0]["scene"]["prompts"]
        if asked and phone is holders["black"]:
            assert phone.ask("POST", "/api/answer", prompt=asked[0]["id"], value="yes")[0] == 200
    status, text = phones[0].ask("POST", "/api/games", game="pawn", options={}, players={}, screen=True)
    assert status == 201, text
    second = phones[0].look()[0]["scene"]["key"]
    assert second != key
    wait_for(lambda: phones[0].look()[0]["scene"]["confirmed"], "all is on disk")
    assert disk.waited >= 6, "the disk was slow"
    disk.become_quick()

    assert table.get(f"/api/games/{key}")["length"] == 2
    assert {game["key"] for game in table.get("/api/games")["games"]} == {key, second}
    status, text = phones[0].ask("POST", f"/api/games/{key}/resume")
    assert status == 200, text
    assert held(phones) == holders
    for phone in phones:
        assert not [each for each in phone.counts if each.endswith(("500", "503"))], phone.counts
        phone.close()


def test_taps_do_not_wait_for_the_disk(disk: SlowDisk, tmp_path: Path) -> None:
    """A tap that waited for the disk would wait for ever here: nothing gets there."""
    with TableProcess(tmp_path / "data", disk.command(kept_s=1e6)) as process:
        process.configure(**QUICK)
        key = process.begin("pawn-advance", {})
        phone = Racer(process.port, "player")
        wait_for(lambda: phone.look()[0]["scene"]["status"] == "play", "set up")
        with disk.at_a_standstill():
            for squares in (("b1", "b2"), ("c1", "c2")):
                move(phone, *squares)
            assert not phone.look()[0]["scene"]["confirmed"]
        wait_for(lambda: phone.look()[0]["scene"]["confirmed"], "all is on disk")
        assert process.get(f"/api/games/{key}")["length"] == 2
        phone.close()


def test_a_program_that_is_killed_meanwhile_has_kept_what_it_confirmed(disk: SlowDisk, tmp_path: Path) -> None:
    data = tmp_path / "data"
    with TableProcess(data, disk.command()) as process:
        process.configure(**QUICK)
        key = process.begin("pawn-advance", {})
        phone = Racer(process.port, "player")
        wait_for(lambda: phone.look()[0]["scene"]["status"] == "play", "set up")
        disk.become_slow()
        move(phone, "b1", "b2")
        wait_for(lambda: phone.look()[0]["scene"]["confirmed"], "the move is on disk")
        move(phone, "c1", "c2")
        process.kill()
        phone.close()
    with TableProcess(data) as again:
        assert again.get(f"/api/games/{key}")["length"] in (1, 2)
