"""Two boards, a broker, and all that can go wrong between them: nothing is lost or played twice."""

import json
import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from itertools import product

import pytest
from between_boards import HURRIED, Home, divides, invite, keen, two_homes, until_alike, until_over, until_sealed
from cable import Cable
from mosquitto_broker import Mosquitto
from table_process import Gone
from waiting import wait_for

from daemon.remote.deals import DEALS
from daemon.storage.store import Store
from engine.core.pieces import Seat
from engine.records.game_record import begin, replay
from engine.registry import find_game

GAMES = "pawn", "pawn-advance", "chess-two"

PAUSE_S = 0.05
"""Between two looks at both boards: asked all the time, they have none left for what they are asked about."""

Faults = dict[str, Callable[[], None]]


@pytest.fixture(scope="module")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Mosquitto, tuple[Home, Home]]]:
    with two_homes(tmp_path_factory.mktemp("faulty"), command=HURRIED) as both:
        yield both


class Ledger:
    """The actions played by hand at each of two boards, in one game, as far as they were on disk at some moment: from
    then on they have to stay there, and nothing else may come that nobody played."""

    def __init__(self, game_id: str, homes: tuple[Home, Home]) -> None:
        self.game_id, self.homes = game_id, homes
        self.key = invite(*homes, game_id)
        self.kept: dict[Home, list[str]] = {home: [] for home in homes}
        self.tries = dict.fromkeys(homes, 0)

    def play(self, home: Home, chance: random.Random) -> bool:
        """Try a move; whether it seems to have been made."""
        try:
            self.tries[home] += 1
            return home.play(chance)
        except Gone:
            return False
        finally:
            self.look(home)

    def look(self, home: Home) -> None:
        """Check that the board's disk continues what it had."""
        own, before = self.own(home), self.kept[home]
        assert own[: len(before)] == before and len(own) <= self.tries[home], home.name
        self.kept[home] = own

    def own(self, home: Home) -> list[str]:
        """Return the actions in its store that were played by hand there."""
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
            self.look(home)
        return len(one[0])


def faults_of(home: Home, ledger: Ledger, mosquitto: Mosquitto, chance: random.Random, late_s: float) -> Faults:
    """Return the faults that can happen at a board, scaled to the time of a test."""
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
        ledger.look(home)

    def broker() -> None:
        mosquitto.stop()
        mosquitto.start()

    return {
        "cut": cable.cut, "within": cable.cut_within_next, "late": late, "lost": lost, "doubled": doubled,
        "partition": partition, "kill": kill, "broker": broker,
    }


WEIGHTS = {"cut": 20, "within": 20, "late": 15, "lost": 10, "doubled": 20, "partition": 10, "kill": 2, "broker": 3}


MINUTES_S = 60, 120
"""The time that a network is away, or loses everything in silence, now and then with ``--full``: the broker counts no
board as online that is silent for so long."""


class Tally:
    """The faults that have befallen something: one that is over before any packet or connection came is none."""

    def __init__(self) -> None:
        self.met = dict.fromkeys(WEIGHTS, 0)
        self._waiting: list[tuple[str, Cable, int]] = []

    def expect(self, kind: str, cable: Cable) -> None:
        """This happens: to the board or the broker at once, on the cable as soon as there is something on it."""
        if kind in ("kill", "broker"):
            self.met[kind] += 1
        else:
            self._waiting.append((kind, cable, cable.met[kind]))

    def count(self) -> int:
        """Count the faults that happened."""
        for kind, cable, before in tuple(self._waiting):
            if cable.met[kind] > before:
                self.met[kind] += 1
                self._waiting.remove((kind, cable, before))
        return sum(self.met.values())

    def forget(self) -> None:
        """All is about to be mended: what has not happened does not happen any more."""
        self.count()
        self._waiting.clear()


@pytest.mark.timeout(4 * 3600)
def test_whatever_happens_to_cables_boards_and_broker_nothing_is_lost_or_played_twice(
    faulty: tuple[Mosquitto, tuple[Home, Home]], full: bool
) -> None:
    """Each kind of fault at least once; after that as often as its weight says."""
    mosquitto, homes = faulty
    chance, tally, actions, away = random.Random(14), Tally(), 0, list[float]()
    ledger, first = Ledger("pawn", homes), chance.sample(list(WEIGHTS), len(WEIGHTS))
    while tally.count() < (1000 if full else 40):
        home = chance.choice(homes)
        happening = faults_of(home, ledger, mosquitto, chance, 2.0 if full else 0.2)
        kind = first.pop() if first else chance.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
        tally.expect(kind, home.cable)
        happening[kind]()
        for each in homes:
            ledger.play(each, chance)
        if full and kind in ("lost", "partition") and chance.random() < 0.02:
            away.append(chance.uniform(*MINUTES_S))
            time.sleep(away[-1])
        if chance.random() < 0.5:
            tally.forget()
            go_on(ledger, chance)
        if any(each.scene["winners"] is not None for each in homes):
            actions += finish(ledger)
            ledger = Ledger(chance.choice(GAMES), homes)
    actions += finish(ledger)
    print(f"{tally.met}, of which {len(away)} for {sum(away):.0f} s, {actions} actions")  # noqa: T201
    assert actions > 20


def go_on(ledger: Ledger, chance: random.Random) -> None:
    """All is mended, until somebody has moved, or the game is over."""
    for home in ledger.homes:
        home.cable.mend()

    def moved() -> bool:
        over = any(home.scene["winners"] is not None for home in ledger.homes)
        return over or any([ledger.play(home, chance) for home in ledger.homes])

    wait_for(moved, lambda: standing(ledger.homes), PAUSE_S)


def standing(homes: Sequence[Home]) -> str:
    """Return the state of the boards, for the message of a failure."""
    scenes = [(home, home.scene) for home in homes]
    return " | ".join(f"{home.name} {scene['action_count']}: {scene['status']}, {scene['now']} {scene['trouble']} "
                      f"{scene['prompts']} {home.refused}" for home, scene in scenes)


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
    while not all(map(divides, homes)):
        wait_for(lambda: all(map(divides, homes)) or any([home.play(wait, keen, answers=False) for home in homes]),
                 lambda: f"a move towards a combat: {standing(homes)}")
        assert homes[0].scene["winners"] is None
    restart(other, key)
    wait_for(lambda: one.play(chance), "a division")
    wait_for(lambda: one.scene["confirmed"] and not divides(one), "a division that is done, and on disk")
    restart(one, key)
    wait_for(lambda: other.play(chance), "the other division")
    actions, _ = until_alike(key, *homes)
    assert sum(text.startswith("die:") for text in actions) >= 2, actions
    homes[1].process.post("/api/resign", seat="black")
    until_over(key, *homes)


def restart(home: Home, key: str) -> None:
    home.kill()
    home.start()
    wait_for(lambda: home.scene["key"] == key, "the game on the table again")


HEARS = "the board that numbers", "the other board"
MOMENTS = [("commit", "host", 0), ("give", "guest", 0), ("keep", "broker", 0)]
ALL_MOMENTS = [(what, who, hears) for what in ("commit", "give", "keep") for who in ("host", "guest", "broker")
               for hears in (0, 1)]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    full = metafunc.config.getoption("--full")
    if "hears" in metafunc.fixturenames:
        moments = ALL_MOMENTS if full else MOMENTS
        ids = [f"{what} heard by {HEARS[hears]}, {who}" for what, who, hears in moments]
        metafunc.parametrize(("what", "who", "hears"), moments, ids=ids)
    if "loses" in metafunc.fixturenames:
        metafunc.parametrize(("reason", "loses", "killed", "known"), ALL_ENDS if full else ENDS)
    if "claims" in metafunc.fixturenames:
        metafunc.parametrize("claims", (0, 1) if full else (1,), ids=HEARS if full else HEARS[1:])


def test_an_open_die_falls_alike_whoever_is_killed_between_its_commitment_and_its_reveal(
    faulty: tuple[Mosquitto, tuple[Home, Home]], what: str, who: str, hears: int
) -> None:
    """Both boards throw for who begins, over a slow network, so that every moment of it can be met: the other board's
    commitment has just come to one of them, or what it gives, or what it kept."""
    mosquitto, homes = faulty
    for home in homes:
        home.cable.late_s = 0.15
    key = invite(*homes, "pawns-revenge")
    wait_for(lambda: has_heard(homes[hears], key, what), f"that one board knows the other's {what}")
    fail(dict(zip(("host", "guest"), homes, strict=True)).get(who), key, mosquitto)
    fallen = [home.on_disk(key)[0] for home in homes]
    for home in homes:
        home.cable.mend()
    wait_for(lambda: any(set(home.scene["to_act"]) - {"chance"} for home in homes), "that the dice have fallen")
    actions, _ = until_alike(key, *homes)
    assert actions and all(actions[: len(before)] == before for before in fallen), (fallen, actions)
    homes[1].process.post("/api/resign", seat="black")
    until_over(key, *homes)
    until_sealed(key, *homes)


def has_heard(home: Home, key: str, what: str) -> bool:
    """True if a board has stored this of a deal of the other one."""
    with closing(Store(home.data)) as store:
        kept = store.vouchers(key).get(DEALS, "[[], {}]")
    return any(deal[what] for deal in json.loads(kept)[0])


def fail(home: Home | None, key: str, mosquitto: Mosquitto) -> None:
    """The power of a board fails, or that of the broker."""
    if home is None:
        mosquitto.stop()
        mosquitto.start()
    else:
        restart(home, key)


ENDS = [("resignation", 1, "both", False), ("resignation", 0, "other", True), ("time", 1, "loser", False)]
ALL_ENDS = list(product(("resignation", "time"), (0, 1), ("loser", "other", "both"), (False, True)))
SEATS = "white", "black"


def test_an_end_counts_alike_whoever_is_killed_before_both_boards_know_it(
    faulty: tuple[Mosquitto, tuple[Home, Home]], reason: str, loses: int, killed: str, known: bool
) -> None:
    """Somebody resigns, or is out of time; the other board does not know it yet, or knows it and has not said so."""
    _, homes = faulty
    loser, other = homes[loses], homes[1 - loses]
    clocks = {SEATS[loses]: "3"} if reason == "time" else None
    key, chance = invite(*homes, "pawn", clocks=clocks), random.Random(loses)
    for home in homes if loses == 0 else homes[:1]:  # then the loser is to move
        wait_for(lambda home=home: home.play(chance), "a move")  # type: ignore[misc]
        until_alike(key, *homes)
    if known:
        loser.cable.late_s = 0.3
    else:
        loser.cable.down = True
        loser.cable.cut()
    if reason == "resignation":
        loser.process.post("/api/resign", seat=SEATS[loses])
    knows = other if known else loser
    wait_for(lambda: has_ended(knows, key), "that a board knows of the end")
    kill({"loser": (loser,), "other": (other,), "both": homes}[killed], key)
    loser.cable.mend()
    until_settled(key, ((SEATS[1 - loses],), reason), *homes)


def has_ended(home: Home, key: str) -> bool:
    """True if the board has on its disk that the game is over, or that a seat here has lost it."""
    with closing(Store(home.data)) as store:
        return store.game(key).end is not None or bool(store.state().giving_up | store.state().fallen)


def kill(homes: Sequence[Home], key: str) -> None:
    """At the same moment."""
    for home in homes:
        home.kill()
    for home in homes:
        home.start()
    for home in homes:
        if home.on_disk(key)[1] is None:  # one that is over is not put on the table again
            wait_for(lambda home=home: home.scene["key"] == key, "the game on the table again")  # type: ignore[misc]


def until_settled(key: str, end: object, *homes: Home) -> None:
    """Both disks have the same game, with this end, and both boards have signed it."""
    wait_for(lambda: all(home.on_disk(key)[1] == end for home in homes), lambda: " | ".join(
        f"{home.name}: {home.on_disk(key)[1]} {home.scene['status']} {home.scene['now']} {home.scene['trouble']}"
        for home in homes))
    one, other = (home.on_disk(key) for home in homes)
    assert one == other
    until_sealed(key, *homes)


def test_a_claim_on_time_that_is_disputed_outlives_power_cuts_of_both_boards(
    faulty: tuple[Mosquitto, tuple[Home, Home]], claims: int, full: bool
) -> None:
    """The accused board stands still: nobody there has brought the other side's move, so that no clock runs there."""
    _, homes = faulty
    claimant, accused = homes[claims], homes[1 - claims]
    chance, clocks = random.Random(claims), {SEATS[1 - claims]: "3"}
    key = begun_in_time(homes, clocks, chance) if claims == 1 else invite(*homes, "pawn", clocks=clocks)
    wait_for(lambda: accused.scene["status"] == "play", "a board that is set up")
    accused.process.configure(by_hand=True)
    wait_for(lambda: claimant.play(chance), "a move")
    prompt = wait_for(lambda: claim_of(claimant), lambda: "a claim: " + " | ".join(
        f"{home.name}: {home.scene['now']} {home.get('/api/table')['clocks']}" for home in homes))
    claimant.process.post("/api/answer", prompt=prompt, value="yes")
    wait_for(lambda: "has not agreed yet" in str(claimant.scene["trouble"]), "what the claimant reads")
    for _ in range(2 if full else 1):
        wait_for(lambda: "nobody here has agreed to" in str(accused.scene["trouble"]), "what the accused reads")
        kill(homes, key)
    wait_for(lambda: "has not agreed yet" in str(claimant.scene["trouble"]), "what the claimant reads after that, too")
    accused.cable.down = True
    accused.cable.cut()
    accused.process.post("/api/resign", seat=SEATS[1 - claims])
    wait_for(lambda: has_ended(accused, key), "a resignation")
    kill(homes, key)
    accused.cable.mend()
    accused.process.configure(by_hand=False)
    until_settled(key, ((SEATS[claims],), "time"), *homes)


def begun_in_time(homes: tuple[Home, Home], clocks: dict[str, str], chance: random.Random) -> str:
    """The key of a game in which White has moved: the next one, where a busy computer took all of White's time."""
    white = homes[0]
    while True:
        key = invite(*homes, "pawn", clocks=clocks)
        if wait_for(lambda: white.play(chance) or white.scene["winners"], "a move, or that it came too late") is True:
            until_alike(key, *homes)
            return key
        until_over(key, *homes)


def claim_of(home: Home) -> str | None:
    prompts = home.scene["prompts"]
    return next((str(prompt["id"]) for prompt in prompts if prompt["id"].startswith("claim:")), None)
