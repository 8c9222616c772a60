"""Boards at a broker, for benches: each says what a real one says, listens to what a real one listens to, and plays
with its neighbour.

Run as a process of its own: PORT FIRST LAST PAUSE_S. It is the boards from FIRST to before LAST, even numbers, and
plays a move in each of their games about every PAUSE_S seconds. Prints a line when each of them has heard of the board
it plays with; plays for the seconds in the line that it then reads; prints what came of it, as JSON; ends when it is
killed.
"""

import json
import random
import select
import selectors
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from club.broadcast.public import PublicGame, game_topic, write_game
from club.play.letters import Letter, Voucher, letter_topic, write_letter
from club.play.state import RemoteState
from club.transport.link import KEEPALIVE_S
from club.transport.messages import Status, status_topic, write_status
from engine.core.pieces import Seat
from engine.core.squares import Board

PREFIX, PASSWORD = "pawnlight", "secret"
HASH = "6ac8" * 16
GAME = PublicGame(
    "", "pawn", Board(8, 8), {Seat.WHITE: "Ada Lovelace", Seat.BLACK: "Bo Diddley"},
    {f"{file}{rank}": piece for file in "abcdefgh" for rank, piece in ((1, "wP"), (2, "wP"), (7, "bP"), (8, "bP"))},
    to_act=(Seat.BLACK,), squares=("b1", "b3"),
)
PATIENCE_S, WARM_UP_S = 60.0, 900.0
CHORES_S = 2.0
"""The time after which every connection checks again whether the broker wants a sign of life."""


def board_id(number: int) -> str:
    """Of a simulated board."""
    return f"{number:016x}"


@dataclass
class Played:
    """The results of the games. ``moves``: the number sent; ``delays_s``: from the call that sent a move until the
    other board had read it, once for each time it came; ``once``: the number of moves that came exactly once."""

    moves: int = 0
    delays_s: list[float] = field(default_factory=list)
    once: int = 0


class SimulatedBoard:
    """One board, which plays one game with another one of the same process."""

    def __init__(self, number: int, port: int, moved: Callable[[int, int], None]) -> None:
        self.id, self.other, self.key = board_id(number), board_id(number ^ 1), f"{number // 2:012x}"
        self.heard: set[str] = set()
        self._number, self._moved, self._actions = number, moved, 0
        status = status_topic(PREFIX, self.id)
        self._status = Status(self.id, f"Board {number}", True, "1.2.3")
        self.client = Client(CallbackAPIVersion.VERSION2, self.id, protocol=MQTTProtocolVersion.MQTTv5)
        self.client.username_pw_set(self.id, PASSWORD)
        self.client.will_set(status, write_status(replace(self._status, online=False)), qos=1, retain=True)
        self.client.on_connect, self.client.on_message = self._on_connect, self._on_message
        self.client.connect("127.0.0.1", port, KEEPALIVE_S, clean_start=True)

    def move(self) -> None:
        """Write to the other board, and show the game, as a board does after a move by hand."""
        self._say(round(time.monotonic() * 1e6), 0)

    def _say(self, revision: int, judged: int) -> None:
        self._actions += 1
        told = RemoteState(revision, judged, self._actions, HASH, self._actions, self._actions - 1, HASH, ("b7b5",))
        letter = write_letter(Letter(self.key, told, Voucher(HASH)))
        self.client.publish(letter_topic(PREFIX, self.id, self.other, self.key), letter, qos=1, retain=True)
        self._show(revision)

    def _show(self, revision: int) -> None:
        last = f"Bo's pawn goes from b7 to b5 at {revision}."
        game = replace(GAME, key=self.key, other=self.other, actions=self._actions, last=last)
        self.client.publish(game_topic(PREFIX, self.id), write_game(game), qos=1, retain=True)

    def _on_connect(self, client: Client, data: object, flags: object, code: Any, properties: object) -> None:
        assert not code.is_failure, code
        topics = status_topic(PREFIX, self.other), letter_topic(PREFIX, "+", self.id, "+")
        client.subscribe([(topic, 1) for topic in topics])
        client.publish(status_topic(PREFIX, self.id), write_status(self._status), qos=1, retain=True)
        self._show(0)

    def _on_message(self, client: Client, data: object, came: MQTTMessage) -> None:
        if came.topic.endswith("/status"):
            self.heard.add(came.topic)
            return
        said = json.loads(came.payload)
        if not said["judged"]:  # a move, and no answer to one
            self._moved(self._number, said["revision"])
            self._say(said["revision"], said["revision"])


class Boards:
    """All boards of this process, in one thread."""

    def __init__(self, port: int, numbers: range) -> None:
        self._came: Counter[tuple[int, int]] = Counter()
        self._delays_s: list[float] = []
        self._selector = selectors.DefaultSelector()
        self._chores_s = 0.0
        self.boards: list[SimulatedBoard] = []
        for number in numbers:
            board = SimulatedBoard(number, port, self._moved)
            self.boards.append(board)
            socket: Any = board.client.socket()  # paho knows sockets by fewer methods than selectors
            self._selector.register(socket, selectors.EVENT_READ, board.client)
            self.turn(0.0)

    def _moved(self, reader: int, sent_us: int) -> None:
        self._came[reader, sent_us] += 1
        self._delays_s.append(time.monotonic() - sent_us / 1e6)

    def turn(self, wait_s: float) -> None:
        """Read and answer what has come; wait so long for it at most."""
        for key, _ in self._selector.select(wait_s):
            key.data.loop_read()
            while key.data.want_write() and select.select([], [key.fd], [], 0)[1]:
                key.data.loop_write()
        if time.monotonic() >= self._chores_s:
            for board in self.boards:
                board.client.loop_misc()
                board.client.loop_write()
                assert board.client.is_connected() or not board.heard, f"the broker has sent {board.id} away"
            self._chores_s = time.monotonic() + CHORES_S

    def until(self, done: Callable[[], object], what: str, patience_s: float) -> None:
        """Go on until something is so.

        :raises AssertionError: it never is.
        """
        deadline_s = time.monotonic() + patience_s
        while not done():
            assert time.monotonic() < deadline_s, f"never {what}"
            self.turn(0.02)

    def play(self, seconds: float, pause_s: float) -> Played:
        """Play in all games, and wait until all that was sent has come."""
        moves, pause_s = 0, pause_s / (len(self.boards) / 2)
        next_s, end_s = time.monotonic(), time.monotonic() + seconds
        while next_s < end_s:
            while (wait_s := next_s - time.monotonic()) > 0:
                self.turn(wait_s)
            random.choice(self.boards).move()
            moves += 1
            next_s += pause_s
        self.until(lambda: len(self._came) == moves, f"{moves} moves, but {len(self._came)}", PATIENCE_S)
        self.until(lambda: not self._selector.select(0.5), "silence", PATIENCE_S)
        return Played(moves, self._delays_s, sum(times == 1 for times in self._came.values()))


def main() -> None:
    """Be the boards."""
    port, first, last = (int(argument) for argument in sys.argv[1:4])
    here = Boards(port, range(first, last))
    here.until(lambda: all(each.heard for each in here.boards), "all heard of the board they play with", WARM_UP_S)
    print("ready", flush=True)
    here.until(lambda: select.select([sys.stdin], [], [], 0)[0], "told to play", WARM_UP_S)
    seconds = float(sys.stdin.readline())
    print(json.dumps(asdict(here.play(seconds, float(sys.argv[4])))), flush=True)
    here.until(lambda: False, "killed", WARM_UP_S)


if __name__ == "__main__":
    main()
