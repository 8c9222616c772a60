"""The program is killed (SIGKILL) at any moment of games of all kinds and started again on the same data.

Nothing confirmed may be lost, chance is never drawn anew, and position, prompts and guidance are what they were.
"""

import random
import shutil
import threading
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from held_thought import UNHURRIED as THINKS_TO_ITS_END
from http_player import HttpPlayer, lasting
from replica import Replica, random_record
from table_process import QUICK, Answered, Gone, TableProcess, Watcher
from unhurried import unhurried
from waiting import wait_for

from daemon.storage.store import Store
from engine.core.pieces import Seat
from engine.registry import game_ids
from engine.services.testing import trials_of
from table.messages.events import StoredState
from table.messages.settings import Settings

SECRET = ("die:", "white:", "black:")
"""The beginnings of actions that scenes do not show before they are revealed."""


class Life:
    """The events until the kill."""

    def __init__(self, process: TableProcess, player: HttpPlayer, watcher: Watcher) -> None:
        self.process, self.player, self.watcher = process, player, watcher

    @property
    def confirmed(self) -> dict[str, Any]:
        """The newest scene that anybody saw with everything stored."""
        seen = [scene for scene in self.watcher.scenes + self.player.seen if scene["confirmed"]]
        return max(seen, key=lambda scene: scene["number"])


def put_on_table(data: Path, record: str, by_hand: bool) -> tuple[TableProcess, str]:
    """The program with the game of a record on the table, and the game's key."""
    data.mkdir()
    store = Store(data)
    store.save_settings(Settings(**QUICK, by_hand=by_hand, typed_dice=by_hand))
    store.close()
    process = TableProcess(data)
    key = process.post("/api/games/import", record=record)["key"]
    process.post(f"/api/games/{key}/resume")
    wait_for(lambda: process.get("/api/table")["scene"]["key"] == key, "on the table")
    wait_for(lambda: table_on_disk(data) == key, "that it is on disk, too")
    return process, key


def table_on_disk(data: Path) -> str:
    """The key of the game that a start would put on the table."""
    with closing(Store(data)) as store:
        return store.on_table()


def player_of(process: TableProcess, game_id: str, by_hand: bool, chance: random.Random) -> HttpPlayer:
    return HttpPlayer(process, Replica(game_id, {}), by_hand, chance)


def claim_all(process: TableProcess) -> None:
    for seat in process.get("/api/table")["scene"]["players"]:
        process.ask("PUT", f"/api/seats/{seat}")


def live_and_die(
    process: TableProcess, player: HttpPlayer, work: Callable[[HttpPlayer], object], after_s: float
) -> Life:
    """Work until the kill comes, ``after_s`` from now, or until the work is done (then the kill comes at once)."""
    watcher = Watcher(process)
    wait_for(lambda: player.look()["scene"]["confirmed"], "seen before it dies")
    killer = threading.Timer(after_s, process.process.kill)
    killer.start()
    try:
        work(player)
    except Gone:
        pass  # as it should be: the kill came in the middle of something
    finally:
        killer.cancel()
        killer.join()
        process.kill()
        watcher.join()
    return Life(process, player, watcher)


def on_disk(data: Path, key: str) -> list[str]:
    """The actions of a game as the store has them, secret ones too."""
    store = Store(data)
    try:
        return list(store.game(key).actions)
    finally:
        store.close()


def check_after(life: Life, data: Path, key: str, game_id: str) -> None:
    """Start again and compare."""
    kept = on_disk(data, key)
    with TableProcess(data) as process:
        if process.get(f"/api/games/{key}")["winners"] is not None:
            return check_over(life, process, key)
        player = player_of(process, game_id, life.player.by_hand, life.player.chance)
        player.replica.played = life.player.replica.played
        wait_for(lambda: player.look()["scene"]["key"] == key, "on the table again")
        check_kept(life, player.look()["scene"]["action_count"], kept)
        again = player.settle()
        now = on_disk(data, key)
        assert now[: len(kept)] == kept, "what was on disk is not what went on, or chance was drawn anew"
        shown = player.replica.texts
        assert now[: len(shown)] == shown
        compare(life, player, again)
        player.decide()  # and it can be played on


def check_over(life: Life, process: TableProcess, key: str) -> None:
    """A game that ended is no longer on the table; it stays with its end."""
    confirmed = life.confirmed
    if confirmed["winners"] is not None:
        assert process.get(f"/api/games/{key}")["winners"] == confirmed["winners"]
    process.kill()  # it noted at its start that this game is over


def check_kept(life: Life, count: int, kept: list[str]) -> None:
    """All that was confirmed is there (an undo on its way may have taken the last action back)."""
    confirmed = life.confirmed
    if life.player.taking_back:
        assert count >= confirmed["action_count"] - 1
        return
    assert count >= confirmed["action_count"], "something confirmed is lost"
    newest = kept[confirmed["action_count"] - 1] if 0 < confirmed["action_count"] <= len(kept) else SECRET[0]
    assert newest == confirmed["last_action"] or newest.startswith(SECRET)


def compare(life: Life, player: HttpPlayer, again: dict[str, Any]) -> None:
    """Pieces as the rules say; all the rest as it was, if the game is where it was when the board was last in step."""
    assert again["pieces"] == player.replica.pieces()
    before = life.player.settled
    if before and before["action_count"] == again["action_count"] and not life.player.taking_back:
        assert lasting(again) == lasting(before)


# --- at random moments -------------------------------------------------------------------------------------------


@pytest.mark.timeout(3600)  # of the ten times at full size
@pytest.mark.parametrize("by_hand", [False, True], ids=["board's own hand", "players' hands"])
@pytest.mark.parametrize("game_id", game_ids())
def test_a_kill_at_any_moment_loses_nothing_confirmed(
    tmp_path: Path, game_id: str, by_hand: bool, full: bool
) -> None:
    for seed in range(10 if full else 1):
        chance = random.Random(f"{game_id} {by_hand} {seed}")
        data = tmp_path / str(seed)
        record = random_record(game_id, {}, chance.randint(0, trials_of(game_id).opening), random.Random(seed))
        process, key = put_on_table(data, record, by_hand)
        with process:
            claim_all(process)
            player = player_of(process, game_id, by_hand, chance)

            def play_on(player: HttpPlayer) -> None:
                while player.decide():
                    pass

            life = live_and_die(process, player, play_on, chance.uniform(0.2, 1.5))
        check_after(life, data, key, game_id)


# --- at chosen moments -------------------------------------------------------------------------------------------


def before_the_march() -> str:
    """A record of Pawn Advance Chess in which one move is missing until everybody marches."""
    moves = "a1a2 b1b2 c1c2 d1d2 a8a7 b8b7 c8c7"
    return f'[Game "pawn-advance"]\n[Rules "1"]\n\n{moves}\n'


def march(player: HttpPlayer) -> None:
    player.settle()
    player.do(player.replica.plan(next(each for each in player.replica.by_hand if each.text == "d8d7")))
    player.settle()
    player.settle()


def before_combat() -> str:
    """A record of Pawn's Revenge that ends where armies meet."""
    return random_record("pawns-revenge", {}, 200, random.Random(1))


def divide_both(player: HttpPlayer) -> None:
    divided = 0
    while divided < 2:
        prompt = player.settle()["prompts"][0]  # a division, or before it a throw to be typed in
        player.answer(prompt)
        divided += prompt["kind"] == "division"
    player.settle()


def undo_twice(player: HttpPlayer) -> None:
    player.settle()
    player.take_back()
    player.take_back()


def knock(player: HttpPlayer) -> None:
    """In a march that players carry out, two pawns go where they do not belong; one of them is put back."""
    player.settle()
    player.do(player.replica.plan(next(each for each in player.replica.by_hand if each.text == "d8d7")))
    wait_for(lambda: player.look()["scene"]["status"] == "happening", "a march")
    for kind, square in (("lift", "e1"), ("place", "e5"), ("lift", "f1"), ("place", "f5")):
        wait_for(lambda kind=kind, square=square: tapped(player, kind, square), f"{kind} {square}")
    wait_for(lambda: {"e5", "f5"}.issubset(player.look()["scene"]["extra"]), "out of step")
    for kind, square in (("lift", "e5"), ("place", "e1")):
        wait_for(lambda kind=kind, square=square: tapped(player, kind, square), f"{kind} {square}")


def tapped(player: HttpPlayer, kind: str, square: str) -> bool:
    """Look and tap. False if the board went on in between."""
    player.look()
    try:
        player.tap(kind, square)
    except Answered as refused:
        assert "has changed" in str(refused)
        return False
    return True


def begun(game_id: str) -> str:
    """A record of a game without an action."""
    return random_record(game_id, {}, 0, random.Random(1))


MOMENTS: dict[str, tuple[str, Callable[[], str], Callable[[HttpPlayer], object], float]] = {
    "set-up": ("chess-two", lambda: begun("chess-two"), HttpPlayer.settle, 0.6),
    "march": ("pawn-advance", before_the_march, march, 2.0),
    "repair": ("pawn-advance", before_the_march, knock, 3.0),
    "chance": ("pawns-revenge", lambda: begun("pawns-revenge"), HttpPlayer.settle, 0.8),
    "division": ("pawns-revenge", before_combat, divide_both, 1.2),
    "undo": ("advancing-chess", lambda: random_record("advancing-chess", {}, 12, random.Random(1)), undo_twice, 1.2),
}


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_kill_in_the_midst_of(moment: str, tmp_path: Path, full: bool) -> None:
    game_id, record, work, longest_s = MOMENTS[moment]
    for seed in range(10 if full else 1):
        chance = random.Random(f"{moment} {seed}")
        by_hand = work is knock or chance.random() < 0.5  # elsewhere a screen board refuses what is amiss
        process, key = put_on_table(tmp_path / str(seed), record(), by_hand)
        with process:
            claim_all(process)
            player = player_of(process, game_id, by_hand, chance)
            life = live_and_die(process, player, work, chance.uniform(0.0, longest_s))
        check_after(life, tmp_path / str(seed), key, game_id)


# --- while a computer thinks -------------------------------------------------------------------------------------

THOUGHTFUL = unhurried(f"""
from daemon.runtime.computer_player import COMMAND, ComputerPlayer
command, *others = ComputerPlayer.__init__.__defaults__
assert command == COMMAND
ComputerPlayer.__init__.__defaults__ = ({THINKS_TO_ITS_END!r}, *others)
""")
"""The program, with a computer that decides nothing sooner than it means to, however busy the machine is."""


def think_and_die(data: Path, game_id: str) -> str:
    """A computer's first decision, and the program is killed with the question asked, before the answer. The key."""
    with TableProcess(data) as process:
        key: str = process.post(
            "/api/games", game=game_id, options={}, players={}, screen=True, computers={"white": 2}
        )["key"]
        wait_for(lambda: process.get("/api/table")["scene"]["status"] == "play", "set up")
        wait_for(lambda: table_on_disk(data) == key, "that it is on disk")
        process.kill()
    return key


def first_decision(data: Path, key: str) -> str:
    """Return the computer's next action, after another start."""
    with TableProcess(data, THOUGHTFUL) as process:
        wait_for(lambda: process.get("/api/table")["scene"]["action_count"], "that the computer has moved")
        process.kill()
    return on_disk(data, key)[0]


@pytest.mark.parametrize("game_id", ["chess-two", "pawn-advance"])
def test_a_kill_while_a_computer_thinks_changes_nothing_of_its_move(tmp_path: Path, game_id: str) -> None:
    data, again = tmp_path / "data", tmp_path / "again"
    key = think_and_die(data, game_id)
    shutil.copytree(data, again)
    assert first_decision(data, key) == first_decision(again, key)


# --- what is no action -------------------------------------------------------------------------------------------


def pause(process: TableProcess) -> None:
    process.post("/api/pause")


def offer_a_draw(process: TableProcess) -> None:
    process.post("/api/offer-draw", seat="white")


def ask_for_an_undo(process: TableProcess) -> None:
    process.post("/api/take-back", scene=process.get("/api/table")["scene"]["number"])


@pytest.mark.parametrize("ask", [pause, offer_a_draw, ask_for_an_undo])
def test_a_pause_and_an_open_question_outlast_a_kill(tmp_path: Path, ask: Callable[[TableProcess], None]) -> None:
    process, key = put_on_table(tmp_path / "data", before_the_march(), by_hand=False)
    with process:
        player_of(process, "pawn-advance", False, random.Random(1)).settle()
        process.ask("PUT", "/api/seats/white")
        store = Store(tmp_path / "data")
        store.set_holder(key, Seat.BLACK, "another phone")
        store.close()
        process.kill()
    with TableProcess(tmp_path / "data") as process:
        wait_for(lambda: process.get("/api/table")["scene"]["status"] == "play", "set up")
        ask(process)
        before = lasting(process.get("/api/table")["scene"])
        assert before["status"] == "paused" or before["prompts"], "nothing was asked"
        kept = partial(state_of, tmp_path / "data")
        wait_for(lambda: replace(kept(), wood=(), seen=0) != StoredState(), "what was asked is kept")
        process.kill()
    for _ in range(2):
        with TableProcess(tmp_path / "data") as process:
            wait_for(lambda: lasting(process.get("/api/table")["scene"]) == before, "as it was")
            process.kill()


def state_of(data: Path) -> StoredState:
    store = Store(data)
    try:
        return store.state()
    finally:
        store.close()


DIES = """
import os, signal
from daemon.storage.store import Store
from table.messages.effects import StoreAction
append = Store.append
def dying(store, entry):
    if isinstance(entry, StoreAction):
        if moment == "after":
            append(store, entry)
        os.kill(os.getpid(), signal.SIGKILL)
    append(store, entry)
Store.append = dying
"""


@pytest.mark.parametrize(("moment", "count"), [("before", 7), ("after", 8)])
def test_a_kill_between_storing_and_the_light_that_confirms_it(tmp_path: Path, moment: str, count: int) -> None:
    """The march that follows is then guided from its beginning."""
    data = tmp_path / "data"
    process, key = put_on_table(data, before_the_march(), by_hand=False)
    with process:
        wait_for(lambda: process.get("/api/table")["scene"]["status"] == "play", "set up")
        process.kill()
    with TableProcess(data, unhurried(f"moment = {moment!r}{DIES}")) as process:
        player = player_of(process, "pawn-advance", False, random.Random(1))
        player.settle()
        with pytest.raises(Gone):
            march(player)
        assert not any(scene["confirmed"] for scene in player.seen if scene["action_count"] > 7)
        process.kill()
    assert len(on_disk(data, key)) == count
    with TableProcess(data) as process:
        player = player_of(process, "pawn-advance", False, random.Random(1))
        assert player.settle()["pieces"] == player.replica.pieces()
        assert on_disk(data, key)[:count] == before_the_march().split()[-7:] + ["d8d7"] * (count - 7)
