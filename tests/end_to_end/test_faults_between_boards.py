"""Two boards, a broker, and all that can go wrong between them: nothing is lost or played twice."""

import random
import threading
from collections.abc import Callable, Iterator

import pytest
from between_boards import Home, invite, two_homes, until_alike, until_over
from mosquitto_broker import Mosquitto
from table_process import Gone
from waiting import wait_for

from engine.pieces import Seat
from engine.record import begin, replay
from engine.registry import find_game

GAMES = "pawn", "pawn-advance", "chess-two"
"""All that is played in them is played by hand, and so is known here."""

Faults = dict[str, Callable[[], None]]


@pytest.fixture(scope="module")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Mosquitto, tuple[Home, Home]]]:
    with two_homes(tmp_path_factory.mktemp("faulty")) as both:
        yield both


class Ledger:
    """What was played by hand at each of two boards, in one game."""

    def __init__(self, game_id: str, homes: tuple[Home, Home]) -> None:
        self.game_id, self.homes = game_id, homes
        self.key = invite(*homes, game_id)
        self.played: dict[Home, list[str]] = {home: [] for home in homes}
        self.open: dict[Home, str] = {}
        """What may be on disk or not: its program was killed meanwhile."""

    def play(self, home: Home, chance: random.Random) -> bool:
        self.open.pop(home, None)
        try:
            done = home.move(chance, self.open)
        except Gone:
            return False
        if done:
            self.played[home].append(done)
            self.open.pop(home, None)
        return bool(done)

    def settle(self, home: Home) -> None:
        """After a kill: whether what was being played is on disk."""
        text = self.open.pop(home, None)
        if text is not None and len(self.own(home)) > len(self.played[home]):
            self.played[home].append(text)

    def own(self, home: Home) -> list[str]:
        """What its store says was played by hand there."""
        seat = Seat.WHITE if home is self.homes[0] else Seat.BLACK
        game, actions = find_game(self.game_id), home.on_disk(self.key)[0]
        played = replay(begin(game, game.read_options({}), None), actions)
        return [text for number, text in enumerate(actions)
                if game.actor(played.position_before(len(actions) - number), played.actions[number]) is seat]

    def check(self) -> int:
        """The two stores are the same, and hold all that was played, once; how many actions."""
        over = any(home.scene["winners"] is not None for home in self.homes)
        (until_over if over else until_alike)(self.key, *self.homes)
        one, other = (home.on_disk(self.key) for home in self.homes)
        assert one == other
        for home in self.homes:
            assert self.own(home) == self.played[home], home.name
        return len(one[0])


def faults_of(home: Home, ledger: Ledger, mosquitto: Mosquitto, chance: random.Random, late_s: float) -> Faults:
    """What can happen at a board, each with as much of it as a test has time for."""
    cable = home.cable

    def late() -> None:
        cable.late_s = chance.uniform(0, late_s)

    def lost() -> None:
        cable.lost = True

    def doubled() -> None:
        cable.doubled = True

    def partition() -> None:
        cable.down = True
        cable.cut()

    def kill() -> None:
        """At any moment of a move."""
        timer = threading.Timer(chance.uniform(0, 0.3), home.process.kill)
        timer.start()
        ledger.play(home, chance)
        timer.join()
        home.kill()
        home.start()
        ledger.settle(home)

    def broker() -> None:
        mosquitto.stop()
        mosquitto.start()

    return {
        "cut": cable.cut, "within": cable.cut_within_next, "late": late, "lost": lost, "doubled": doubled,
        "partition": partition, "kill": kill, "broker": broker,
    }


WEIGHTS = {"cut": 20, "within": 20, "late": 15, "lost": 10, "doubled": 20, "partition": 10, "kill": 2, "broker": 3}


@pytest.mark.timeout(7200)
def test_whatever_happens_to_cables_boards_and_broker_nothing_is_lost_or_played_twice(
    faulty: tuple[Mosquitto, tuple[Home, Home]], full: bool
) -> None:
    mosquitto, homes = faulty
    chance, met, actions = random.Random(14), dict.fromkeys(WEIGHTS, 0), 0
    ledger = Ledger("pawn", homes)
    while sum(met.values()) < (1000 if full else 100):
        home = chance.choice(homes)
        happening = faults_of(home, ledger, mosquitto, chance, 2.0 if full else 0.2)
        kind = chance.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
        happening[kind]()
        met[kind] += 1
        for each in homes:
            ledger.play(each, chance)
        if chance.random() < 0.6:
            home.cable.mend()
        if any(each.scene["winners"] is not None for each in homes):
            actions += finish(ledger)
            ledger = Ledger(chance.choice(GAMES), homes)
    actions += finish(ledger)
    print(f"{met}, {actions} actions")  # noqa: T201
    assert actions > 20


def finish(ledger: Ledger) -> int:
    for home in ledger.homes:
        home.cable.mend()
    return ledger.check()


@pytest.mark.parametrize("late", [0, 1], ids=["the board that numbers", "the other board"])
def test_a_combat_is_fought_between_two_boards_that_are_killed_in_the_middle_of_it(
    faulty: tuple[Mosquitto, tuple[Home, Home]], late: int
) -> None:
    """Points are divided in secret on both; one is killed before it has divided, the other one after it has."""
    _, homes = faulty
    chance, key = random.Random(late), invite(*homes, "pawns-revenge")
    one, other = homes if late else homes[::-1]
    wait = random.Random(1)
    while not all(divides(home) for home in homes):
        moved = [home.play(wait, eager=True) for home in homes if not divides(home)]
        assert homes[0].scene["winners"] is None, moved
    restart(other, key)
    wait_for(lambda: one.play(chance), "a division")
    wait_for(lambda: not divides(one), "a division that is done")
    restart(one, key)
    wait_for(lambda: other.play(chance), "the other division")
    actions, _ = until_alike(key, *homes)
    assert sum(text.startswith("die:") for text in actions) >= 2, actions
    homes[1].process.post("/api/resign", seat="black")
    until_over(key, *homes)


def divides(home: Home) -> bool:
    """Whether a seat here is asked to divide points."""
    return any(prompt["kind"] == "division" for prompt in home.scene["prompts"])


def restart(home: Home, key: str) -> None:
    home.kill()
    home.start()
    wait_for(lambda: home.scene["key"] == key, "the game on the table again")
