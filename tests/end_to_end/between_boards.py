"""Two boards in two homes: whole programs at one broker, each behind a cable of its own, played over HTTP."""

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

from cable import Cable
from http_player import HttpPlayer
from mosquitto_broker import Mosquitto
from replica import Replica
from table_process import QUICK, UNHURRIED, Answered, TableProcess, ask_until
from unhurried import unhurried

from club.play.verifying import findings
from club.transport.identity import board_id
from daemon.storage.store import Store
from engine.core.actions import Action
from engine.core.pieces import CHANCE
from engine.game import EVERYTHING, Played
from engine.records.game_record import read_record

Kind = TypeVar("Kind", bound="Home")
Choose = Callable[[Replica, random.Random], Action]

HURRIED: Final = unhurried(
    "from club.transport import link; from table.model import clocks; link.RETRY_S = (0.05,); clocks.OVERDUE_MS = 200"
)
"""The program, with minutes between its tries to connect, and before a game can be claimed, shortened to moments."""


class Home:
    """A board with its program, which can be killed and started again. ``screen``: whether its games are played on the
    screen board."""

    screen = True

    def __init__(
        self, directory: Path, name: str, mosquitto: Mosquitto, command: Sequence[str] = UNHURRIED
    ) -> None:
        self.data, self.name, self._command = directory, name, command
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
        self.refused = ""
        """The last refusal, with its reason."""

    def start(self) -> None:
        self.process = TableProcess(self.data, self._command, config=self.data / "config.toml")

    def configure(self) -> None:
        self.process.configure(**QUICK)

    def close(self) -> None:
        """By a kill: the log of a program whose cable was cut is not empty."""
        self.process.kill()
        with self.process:
            self.cable.close()

    def kill(self) -> str:
        """Kill the program, and return its log."""
        self.process.kill()
        said = self.process.process.communicate()[1]
        with self.process:
            return said

    def get(self, path: str) -> Any:
        return self.process.get(path)

    @property
    def scene(self) -> dict[str, Any]:
        return dict(self.get("/api/table")["scene"])

    def club(self) -> dict[str, Any]:
        return dict(self.get("/api/club"))

    def on_disk(self, key: str) -> tuple[tuple[str, ...], object]:
        """Return a game in the store: its actions and its end."""
        with closing(Store(self.data)) as store:
            game = store.game(key)
        return game.actions, None if game.end is None else (game.end.winners, game.end.termination)

    def table_on_disk(self) -> str:
        """The key of the game that a start would put on the table; empty: none."""
        with closing(Store(self.data)) as store:
            return store.on_table()

    def timed_on_disk(self, key: str) -> tuple[object, ...]:
        """Return the stored times of the clocks at each action."""
        with closing(Store(self.data)) as store:
            return store.game(key).clocks.stamps

    def play(self, chance: random.Random, choose: Choose | None = None, answers: bool = True) -> bool:
        """Whoever is to move here makes a move; ``False``: nobody is. ``choose``: which, of those made by hand.
        ``answers``: what the game asks is answered, too."""
        player = self.player(chance)
        if player is None:
            return False
        prompts = [each for each in player.settled["prompts"] if each["id"].startswith("game:")]
        try:
            if prompts and answers and (not player.replica.by_hand or chance.random() < 0.3):
                player.answer(chance.choice(prompts))
            elif player.replica.by_hand:
                player.act(choose and choose(player.replica, chance))
            else:
                return False
        except Answered as refusal:
            self.refused = str(refusal)
            return False  # the other board was quicker
        return True

    def player(self, chance: random.Random) -> HttpPlayer | None:
        """Somebody at this board, if anybody there is to act."""
        scene = self.scene
        here = [seat for seat in scene["to_act"] if seat not in (*scene["afar"], "chance")]
        if scene["winners"] is not None or not here or scene["status"] != "play":
            return None
        player = HttpPlayer(self.process, Replica(scene["game_id"], scene["options"]), False, chance)
        player.look()
        player.replica.follow(self.process.get(f"/api/games/{scene['key']}/record"), scene["action_count"])
        player.settled = scene
        return player


def keen(replica: Replica, chance: random.Random) -> Action:
    """Choose an action that wins; else one that captures most; else one that brings the armies nearest to each other,
    or to a combat."""
    game, position = replica.played.game, replica.played.position

    def worth(action: Action) -> tuple[float, ...]:
        me, (later, _) = game.actor(position, action), replica.played.after(action)
        outcome, pieces = game.outcome(later.position), game.view(later.position, EVERYTHING).pieces.values()
        won = 0 if outcome is None else 1 if me in outcome.winners else -1
        return won, -sum(piece.owner not in (me, None) for piece in pieces), -_gap(later), chance.random()

    return max(replica.by_hand, key=worth)


def _gap(played: Played) -> int:
    """Count the steps between the armies; none, if secret dice come next."""
    game, position = played.game, played.position
    if game.to_act(position) == (CHANCE,) and game.undisclosed(game.successor(position, game.chances(position)[0][0])):
        return 0
    board = game.board(played.options)
    pieces = [(square % board.files, square // board.files, piece.owner)
              for square, piece in game.view(position, EVERYTHING).pieces.items()]
    return min((max(abs(x - to_x), abs(y - to_y)) for x, y, owner in pieces for to_x, to_y, other in pieces
               if owner and other and owner < other), default=0)


@contextmanager
def two_homes(
    directory: Path, users: Sequence[str] = (), rules: str = "", command: Sequence[str] = UNHURRIED,
    kind: type[Kind] = Home,  # type: ignore[assignment]  # whoever says nothing gets homes
) -> Iterator[tuple[Mosquitto, tuple[Kind, Kind]]]:
    """Two boards that see each other at a broker, which knows some others, too."""
    (directory / "broker").mkdir(parents=True)
    mosquitto = Mosquitto(directory / "broker")
    for user in users:
        mosquitto.add_user(user, "open sesame")
    mosquitto.allow(rules)
    with ExitStack() as opened:
        opened.callback(mosquitto.stop)
        one, other = (kind(directory / name, name, mosquitto, command) for name in ("Ada's", "Bo's"))
        pair = one, other
        mosquitto.start()
        for home in pair:
            home.start()
            opened.callback(home.close)
            home.configure()
        ask_until(lambda: all(home.club()["boards"] for home in pair), "boards that see each other")
        yield mosquitto, pair


def ask(
    host: Home, guest: Home, game_id: str, options: dict[str, Any] | None = None, clocks: dict[str, str] | None = None
) -> str:
    """The host's board begins with White, and invites the guest's to play Black; the key of the game."""
    key = str(host.process.post(
        "/api/games", game=game_id, options=options or {}, players={"white": "Ada"}, screen=host.screen,
        board={"id": guest.id, "seats": ["black"]}, clocks=clocks or {},
    )["key"])
    ask_until(lambda: key in [each["key"] for each in guest.club()["invitations"]], "an invitation")
    return key


def invite(
    host: Home, guest: Home, game_id: str, options: dict[str, Any] | None = None, clocks: dict[str, str] | None = None
) -> str:
    """The same, and it accepts."""
    key = ask(host, guest, game_id, options, clocks)
    guest.process.post(f"/api/invitations/{key}", screen=guest.screen)
    for home in (host, guest):
        ask_until(lambda home=home: home.scene["key"] == key, "the game on the table")  # type: ignore[misc]
    return key


def until_over(key: str, *homes: Home) -> tuple[tuple[str, ...], object]:
    """The same, once the game is over on both boards."""
    for home in homes:
        ask_until(lambda home=home: home.scene["winners"] is not None, "the end on both boards")  # type: ignore[misc]
    return until_alike(key, *homes)


def until_sealed(key: str, *homes: Home) -> None:
    """Once the records on all boards carry the signatures of both, which are right."""
    for home in homes:
        text = ask_until(
            lambda home=home: "[Seals " in (text := home.get(f"/api/games/{key}/record")) and text, "a sealed record")
        assert [finding for finding in findings(read_record(text)) if not finding.good] == []


def until_alike(key: str, *homes: Home) -> tuple[tuple[str, ...], object]:
    """Return the state on disk of both boards, once each knows that the other has it and nothing is secret."""
    return ask_until(lambda: alike(key, *homes), lambda: "two boards alike: " + " | ".join(
        f"{home.name} {home.scene['action_count']} {home.scene['now']} {home.scene['trouble']}" for home in homes))


def alike(key: str, *homes: Home) -> tuple[tuple[str, ...], object] | None:
    """Return the state on disk of both boards, if each knows that the other has it; ``None``: they differ, as they do
    in a combat while each has its own secrets."""
    scenes = [home.scene for home in homes]
    if len({scene["action_count"] for scene in scenes}) > 1 or not all(
        scene["confirmed"] and scene["status"] in ("play", "over") for scene in scenes
    ):
        return None
    one, other = (home.on_disk(key) for home in homes)
    return one if one == other else None


def divides(home: Home) -> bool:
    """True if a seat here is asked to divide points."""
    return any(prompt["kind"] == "division" for prompt in home.scene["prompts"])
