"""Two boards in two homes: whole programs at one broker, each behind a cable of its own, played over HTTP."""

import random
import select
import socket
import threading
import time
from pathlib import Path
from typing import Any

from http_player import HttpPlayer
from mosquitto_broker import Mosquitto
from replica import Replica
from table_process import QUICK, Answered, Gone, TableProcess
from waiting import wait_for

from club.identity import board_id
from club.verifying import findings
from daemon.storage.store import Store
from engine.record import read_record


class Cable:
    """Between a board and the broker: it can be cut, also in the middle of a packet, and slowed down. One thread for as
    long as it lies there."""

    def __init__(self, target: int) -> None:
        self._target = target
        self.down = False
        self.late_s = 0.0
        self._other_end: dict[socket.socket, socket.socket] = {}
        self._cut = self._ended = False
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._door.getsockname()[1])
        self._thread = threading.Thread(target=self._run, name="cable")
        self._thread.start()

    def cut(self) -> None:
        """Whatever is on the way is lost."""
        self._cut = True
        wait_for(lambda: not self._cut, "a cable that is cut")

    def close(self) -> None:
        self._ended = True
        self._thread.join(5)

    def _run(self) -> None:
        with self._door:
            while not self._ended:
                readable, _, _ = select.select([self._door, *self._other_end], [], [], 0.02)
                for end in readable:
                    if end is self._door:
                        self._welcome()
                    elif end in self._other_end:
                        self._carry(end)
                if self._cut:
                    self._let_go(*self._other_end)
                    self._cut = False
            self._let_go(*self._other_end)

    def _welcome(self) -> None:
        board, _ = self._door.accept()
        if self.down:
            board.close()
            return
        broker = socket.create_connection(("127.0.0.1", self._target))
        self._other_end |= {board: broker, broker: board}

    def _carry(self, end: socket.socket) -> None:
        """Little at once, so that a cut comes in the middle of a packet."""
        try:
            data = end.recv(50)
            if data:
                time.sleep(self.late_s)
                self._other_end[end].sendall(data)
                return
        except OSError:  # one end is gone: the other one is let go of, too
            pass
        self._let_go(end, self._other_end[end])

    def _let_go(self, *ends: socket.socket) -> None:
        for end in ends:
            end.close()
            self._other_end.pop(end, None)


class Home:
    """A board with its program, which can be killed and started again."""

    def __init__(self, directory: Path, name: str, mosquitto: Mosquitto) -> None:
        self.data, self.name = directory, name
        directory.mkdir()
        self.id = board_id(directory)
        mosquitto.add_user(self.id, "open sesame")
        self.cable = Cable(mosquitto.port)
        (directory / "password").write_text("open sesame\n")
        (directory / "password").chmod(0o600)
        (directory / "config.toml").write_text(
            f'[club]\nbroker = "127.0.0.1"\nport = {self.cable.port}\nname = "{name}"\n'
            f'password_file = "{directory / "password"}"\n'
        )
        self.process: TableProcess

    def start(self) -> None:
        self.process = TableProcess(self.data, config=self.data / "config.toml")

    def configure(self) -> None:
        self.process.configure(**QUICK)

    def close(self) -> None:
        """By a kill: the log of a program whose cable was cut is not empty."""
        self.process.kill()
        with self.process:
            self.cable.close()

    def kill(self) -> None:
        self.process.kill()
        with self.process:
            pass

    def get(self, path: str) -> Any:
        """What the program answers, over a new connection if that at hand had been idle for too long."""
        try:
            return self.process.get(path)
        except Gone:
            return self.process.get(path)

    @property
    def scene(self) -> dict[str, Any]:
        return dict(self.get("/api/table")["scene"])

    def club(self) -> dict[str, Any]:
        return dict(self.get("/api/club"))

    def on_disk(self, key: str) -> tuple[tuple[str, ...], object]:
        """What the store has of a game: its actions and its end."""
        store = Store(self.data)
        try:
            game = store.game(key)
        finally:
            store.close()
        return game.actions, None if game.end is None else (game.end.winners, game.end.termination)

    def play(self, chance: random.Random) -> bool:
        """Whoever is to move here makes a move; ``False``: nobody is."""
        scene = self.scene
        here = [seat for seat in scene["to_act"] if seat not in (*scene["afar"], "chance")]
        if scene["winners"] is not None or not here or scene["status"] != "play":
            return False
        player = HttpPlayer(self.process, Replica(scene["game_id"], scene["options"]), False, chance)
        player.look()
        player.replica.follow(self.process.get(f"/api/games/{scene['key']}/record"), scene["action_count"])
        player.settled = scene
        try:
            prompts = [each for each in scene["prompts"] if each["id"].startswith("game:")]
            if prompts and (not player.replica.by_hand or chance.random() < 0.3):
                player.answer(chance.choice(prompts))
            elif player.replica.by_hand:
                player.act()
        except Answered:
            return False  # the other board was quicker
        return True


def ask(host: Home, guest: Home, game_id: str, options: dict[str, Any] | None = None) -> str:
    """The host's board begins with White, and invites the guest's to play Black; the key of the game."""
    key = str(host.process.post(
        "/api/games", game=game_id, options=options or {}, players={"white": "Ada"}, screen=True,
        board={"id": guest.id, "seats": ["black"]},
    )["key"])
    wait_for(lambda: key in [each["key"] for each in guest.club()["invitations"]], "an invitation")
    return key


def invite(host: Home, guest: Home, game_id: str, options: dict[str, Any] | None = None) -> str:
    """The same, and it accepts."""
    key = ask(host, guest, game_id, options)
    guest.process.post(f"/api/invitations/{key}", screen=True)
    for home in (host, guest):
        wait_for(lambda home=home: home.scene["key"] == key, "the game on the table")  # type: ignore[misc]
    return key


def until_over(key: str, *homes: Home) -> tuple[tuple[str, ...], object]:
    """The same, once the game is over on both boards."""
    for home in homes:
        wait_for(lambda home=home: home.scene["winners"] is not None, "the end on both boards")  # type: ignore[misc]
    return until_alike(key, *homes)


def until_sealed(key: str, *homes: Home) -> None:
    """Once the records on all boards carry the signatures of both, which are right."""
    for home in homes:
        text = wait_for(
            lambda home=home: "[Seals " in (text := home.get(f"/api/games/{key}/record")) and text, "a sealed record")
        assert [finding for finding in findings(read_record(text)) if not finding.good] == []


def until_alike(key: str, *homes: Home) -> tuple[tuple[str, ...], object]:
    """What both boards have on disk, once each knows that the other has it."""

    def alike() -> bool:
        scenes = [home.scene for home in homes]
        counts = {scene["action_count"] for scene in scenes}
        return len(counts) == 1 and all(scene["confirmed"] and scene["status"] in ("play", "over") for scene in scenes)

    wait_for(alike, lambda: "two boards alike: " + " | ".join(
        f"{home.name} {home.scene['action_count']} {home.scene['now']} {home.scene['trouble']}" for home in homes))

    def kept() -> tuple[tuple[str, ...], object] | None:
        one, other = (home.on_disk(key) for home in homes)
        return one if one == other else None

    return wait_for(kept, "the same on both disks, once nothing is secret")
