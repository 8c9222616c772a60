"""Many phones at once put games on the table, park, bring in, take and free seats, while others look and reach, and
all that is kept is exchanged for a copy of it; and the program is killed meanwhile and started again.

Whoever looks is told scene and seats of the same moment, so nobody reads what another seat knows. Whoever acts is
judged by the game that the action meets.
"""

import json
import math
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from http.client import HTTPException
from pathlib import Path
from typing import Any

import pytest
from racing import AGAIN_S, Racer, said
from secret_games import SecretGame, secret_game
from table_process import QUICK, TableProcess, pawnlight
from waiting import PATIENCE_S

POLLS = 10_000
RESTARTED = 300
"""After how many polls the program is killed and started again."""
NAMES = (("Ada", "Bo"), ("Cleo", "Dan"), ("Emma", "Finn"), ("Gus", "Hanna"))
HELD: tuple[dict[str, str], ...] = (
    {"white": "one", "black": "two"}, {"white": "two", "black": "one"}, {"white": "one", "black": "rival"},
    {"black": "two"},
)
"""The phones that hold seats, by game. In the last one White is taken and freed all the time."""
CURIOUS = (
    "/", "/seats", "/api/games", "/continue", "/hardware", "/seat/white", "/api/games/{key}", "/games/{key}",
    "/api/games/{key}/record", "/api/story?seat={seat}", "/api/piece?square={square}&seat={seat}",
    "/api/moment?key={key}&action={action}&moment=0&seat={seat}", "/scores", "/deleted", "/api/settings",
    "/api/picture", "/api/games/{key}/picture", "/api/games/{key}/film", "/games/{key}/review", "/clock",
    "/new/pawns-revenge?from={key}&at={action}",
)

Work = Callable[["Race", Racer, random.Random], None]


class Race:
    """Four games with secrets, who may know them, and what went wrong."""

    def __init__(self, process: TableProcess, polls: int, restarts: bool) -> None:
        self.process, self.port, self.restarts = process, process.port, restarts
        self.pin = process.pin()
        self.polls = self.unveiled = self.moments = self.exchanged = self.restarted = 0
        self.faults: list[str] = []
        self.games: dict[str, SecretGame] = {}
        self.held: dict[str, dict[str, str]] = {}
        self.copy = ""
        """The name of a copy of all games, as they are at the beginning."""
        self.racers: list[Racer] = []
        self._enough, self._until_s = polls, math.inf
        self._lock = threading.Lock()

    def phone(self, name: str) -> Racer:
        """A phone, with what it may know of the games in which nobody changes seats."""
        known = {(key, seat) for key, held in self.held.items() for seat, holder in held.items() if holder == name}
        return Racer(self.port, name, known, patient=self.restarts)

    def restart(self) -> None:
        """Kill the program, as a power cut would, and start it again where it was."""
        self.process.kill()
        self.process.__exit__(None)
        self.restarted += 1
        self.process = TableProcess(self.process.data, port=self.port)

    def prepare(self, owner: Racer, chance: random.Random, data: Path) -> None:
        """Bring the games in, have the seats taken, and all copied. ``data``: where it is kept."""
        for names, held in zip(NAMES, HELD, strict=True):
            game = secret_game(*names, chance)
            status, text = owner.ask("POST", "/api/games/import", record=game.record)
            assert status == 201, text
            key = json.loads(text[text.index("{") :])["key"]
            self.games[key], self.held[key] = game, held
            assert owner.ask("POST", f"/api/games/{key}/resume")[0] == 200
            for seat, name in held.items():
                phone = self.phone(name)
                assert phone.ask("PUT", f"/api/seats/{seat}")[0] == 200
                phone.close()
        archive = data.parent / "all.zip"
        pawnlight("backup", str(archive), "--data", str(data))
        self.copy = owner.bring(archive.read_bytes())

    @property
    def lent(self) -> str:
        """The key of the game in which White is taken and freed."""
        return list(self.games)[-1]

    @property
    def over(self) -> bool:
        """True if it is enough. If some phones stood still on a busy computer, the others go on until those have done
        their part, too."""
        enough = self.polls >= self._enough and (not self.lacks() or time.monotonic() > self._until_s)
        return enough or bool(self.faults)

    def lacks(self) -> list[str]:
        """Return what has not happened yet, without which nothing would be shown."""
        did = {name: Counter[str]() for name, _ in ROLES}
        for phone in self.racers:
            did[phone.name].update(phone.counts.copy())  # it goes on counting
        happened = {"something to find": self.unveiled > self.polls / 50, "looks": self.moments > self.polls / 5}
        if self.restarts:
            happened["a restart"] = self.restarted > 0
        else:
            happened |= {
                "an exchange": self.exchanged > 0, "a deletion": did["owner"]["DELETE 200"] > 0,
                "games on the table": did["owner"]["POST 200"] > 20, "what is allowed": did["rival"]["POST 200"] > 0,
                "a seat taken": did["borrower"]["PUT 200"] > 0,
            }
        return [what for what, done in happened.items() if not done]

    def judge(self, phone: Racer, text: str, table: dict[str, Any] | None = None) -> None:
        """Compare all that a phone was sent with what it may know. ``table``: the look at the table that it was."""
        with self._lock:
            self.polls += 1
            if self.polls == self._enough:
                self._until_s = time.monotonic() + PATIENCE_S
        for key, game in self.games.items():
            for seat in game.names:
                told = said(game.of(seat), text)
                if told and (key, seat) not in phone.may_know:
                    self.faults.append(f"{phone.name} read {told}, {seat}'s secrets, in {text}")
                if told and table is not None and (table["scene"]["key"] != key or seat not in table["sees"]):
                    self.faults.append(f"{told} in a look at another moment: {text}")
                self.unveiled += bool(told)
        if "die:white=" in text or "die:black=" in text:
            self.faults.append(f"{phone.name} read the record of a secret throw in {text}")
        if table is not None:
            self._check_moment(phone, table)

    def _check_moment(self, phone: Racer, table: dict[str, Any]) -> None:
        """Seats and game are of the same moment, and only who may act has."""
        held, scene = self.held.get(table["scene"]["key"], {}), table["scene"]
        if len(held) < 2:
            return
        self.moments += 1
        told = {seat: "me" if name == phone.name else "other" for seat, name in held.items()}
        if table["holders"] != told:
            self.faults.append(f"{phone.name} was told that {table['holders']} hold the seats, not {told}")
        touched = scene["draw_offered_by"] or scene["status"] == "paused" or table["wood"]["hand"]
        if touched and "rival" not in held.values():
            self.faults.append(f"somebody acted who must not: {table}")


# --- what the phones do ------------------------------------------------------------------------------------------


def look(race: Race, phone: Racer, chance: random.Random) -> None:
    """Look at the table as either seat, and now and then at everything else."""
    if chance.random() < 0.2:
        key = chance.choice(list(race.games))
        square = chance.choice("abcdefgh") + chance.choice("1278")
        path = chance.choice(CURIOUS).format(
            key=key, seat=chance.choice(("white", "black", "")), square=square,
            action=race.games[key].length - chance.randrange(6),
        )
        race.judge(phone, phone.ask("GET", path)[1])
    else:
        table, text = phone.look(chance.choice(("white", "black", "")))
        race.judge(phone, text, table)


def as_owner(race: Race, phone: Racer, method: str, path: str) -> int:
    """Ask for what is the owner's. A program that was started again does not know who that is."""
    while (status := phone.ask(method, path)[0]) in (202, 403) and not race.over:
        assert phone.ask("POST", "/api/owner", pin=race.pin)[0] == 200
    return status


def switch(race: Race, phone: Racer, chance: random.Random) -> None:
    """Put another game on the table, delete and restore one, park, bring one in, exchange all for the copy.

    Each in its share of any twenty, so that a short race has all of them, too.
    """
    acts = [_resume] * 15 + [_delete] * 2 + [_park, _bring_in, _exchange]
    chance.shuffle(acts)
    for act in acts:
        if not race.over:
            act(race, phone, chance)


def _resume(race: Race, phone: Racer, chance: random.Random) -> None:
    key = chance.choice((*race.games, race.lent))
    assert as_owner(race, phone, "POST", f"/api/games/{key}/resume") in (200, 202, 403, 404, 409)


def _delete(race: Race, phone: Racer, chance: random.Random) -> None:
    key = chance.choice((*race.games, race.lent))
    assert as_owner(race, phone, "DELETE", f"/api/games/{key}") in (200, 202, 403, 404, 409)
    assert as_owner(race, phone, "POST", f"/api/games/{key}/restore") in (200, 403, 404)


def _park(race: Race, phone: Racer, chance: random.Random) -> None:
    phone.ask("POST", "/api/park")


def _bring_in(race: Race, phone: Racer, chance: random.Random) -> None:
    phone.ask("POST", "/api/games/import", record=chance.choice(list(race.games.values())).record)


def _exchange(race: Race, phone: Racer, chance: random.Random) -> None:
    status = as_owner(race, phone, "POST", f"/api/backups/{race.copy}/restore")
    assert status in (200, 403, 409, 503)
    race.exchanged += status == 200


def borrow(race: Race, phone: Racer, chance: random.Random) -> None:
    """Take White of the last game and free it again, in the others White is another phone's; look in between."""
    phone.may_know.add((race.lent, "white"))
    if phone.ask("PUT", "/api/seats/white")[0] == 200:
        for _ in range(3):
            look(race, phone, chance)
    if phone.ask("DELETE", "/api/seats/white")[0] == 200 and not race.restarts:  # it may be killed before that is kept
        phone.may_know.clear()
    look(race, phone, chance)


def reach(race: Race, phone: Racer, chance: random.Random) -> None:
    """Act for Black, whom this phone holds in one game alone."""
    act = chance.randrange(4)
    if act == 0:
        phone.ask("POST", "/api/offer-draw", seat="black")
    elif act == 1:
        phone.ask("POST", "/api/pause")
    elif act == 2:
        number = phone.look()[0]["scene"]["number"]
        phone.ask("POST", "/api/tap", kind="take", piece="bP", scene=number)
    else:
        look(race, phone, chance)


ROLES: tuple[tuple[str, Work], ...] = (
    ("owner", switch), ("owner", switch), ("one", look), ("two", look), ("guest", look), ("borrower", borrow),
    ("rival", reach), ("rival", reach),
)


def run(race: Race, work: Work, phone: Racer, seed: int) -> None:
    chance = random.Random(seed)
    try:
        while not race.over:
            work(race, phone, chance)
    except Exception as error:
        race.faults.append(f"{phone.name} failed: {error!r}")
        raise


def listen(race: Race, phone: Racer) -> None:
    while not race.over:
        try:
            stream = phone.listen()
        except (OSError, HTTPException):
            assert race.restarts
            time.sleep(AGAIN_S)
            continue
        while not race.over and not stream.ended:
            heard = stream.next()
            if heard is not None:
                race.judge(phone, heard[1], heard[0] if "scene" in heard[0] else None)  # else it is the story
        stream.close()


def restart(race: Race) -> None:
    """Start the program again after so many polls, until there were enough."""
    following = RESTARTED
    try:
        while not race.over:
            if race.polls > following:
                race.restart()
                following = race.polls + RESTARTED
            time.sleep(0.01)
    except BaseException as error:
        race.faults.append(f"not started again: {error!r}")
        raise


@pytest.fixture(params=[False, True], ids=["a program that stays", "a program that is killed and started again"])
def race(tmp_path: Path, full: bool, request: pytest.FixtureRequest) -> Iterator[Race]:
    process = TableProcess(tmp_path / "data")
    process.configure(**QUICK, by_hand=True)
    made = Race(process, POLLS if full else POLLS // 10, request.param)
    yield made
    made.process.__exit__(None)


@pytest.mark.timeout(3600)
def test_nobody_reads_or_does_what_belongs_to_a_seat_of_another_game(race: Race) -> None:
    with ExitStack() as opened:
        owner = race.phone("owner")
        opened.callback(owner.close)
        assert owner.ask("POST", "/api/owner", pin=race.pin)[0] == 200
        race.prepare(owner, random.Random(7), race.process.data)
        race.racers = phones = [race.phone(name) for name, _ in ROLES]
        listeners = [race.phone(name) for name in ("one", "guest")]
        threads = [
            threading.Thread(target=run, args=(race, work, phone, number), name=phone.name)
            for number, (phone, (_, work)) in enumerate(zip(phones, ROLES, strict=True))
        ] + [threading.Thread(target=partial(listen, race, phone), name="listener") for phone in listeners]
        if race.restarts:
            threads.append(threading.Thread(target=restart, args=(race,), name="restarts"))
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for phone in (*phones, *listeners):
            phone.close()
    assert not race.faults, race.faults[0]
    assert race.lacks() == []
    assert not [(phone.name, each) for phone in phones for each in phone.counts if each.endswith("500")]
    assert bool(race.restarted) is race.restarts
