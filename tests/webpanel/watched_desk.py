"""The desk of a whole program on a data directory of its own: what the panel of a household talks to.

What the panel does through it returns once the table has dealt with all of it: once it has felt what fingers moved, and
once that is on disk. So tests need not wait for what a person would not wait for either.
"""

import math
import random
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from empty_file import open_store
from waiting import PATIENCE_S, wait_for

from daemon.app.program import Program
from daemon.base.randomness import draw
from daemon.boards.board import RealBoard
from daemon.config.schema import BoardConfig, Config, PanelConfig, TileConfig
from daemon.runtime.engines import NO_ENGINES, Engines
from daemon.screen.board import Pace
from daemon.storage.games.deletion import remove_games
from daemon.storage.games.rows import KeptEnd, KeptGame
from daemon.system.logging_setup import LatestLines
from engine.core.errors import EngineError
from engine.core.messages import Message
from engine.core.pieces import CHANCE, Seat
from engine.records.game_record import begin, replay
from engine.records.time_controls import NO_CLOCKS, KeptClocks
from engine.registry import find_game
from table.messages.events import Event
from table.messages.scene import Scene
from table.messages.settings import Settings
from table.messages.taps import ScreenPieces, Tap
from table.model.state import Table
from webpanel.ports.library_port import Shelf, ShelfGame
from webpanel.ports.table_port import Snapshot

PIN = "424242"
AN_HOUR_S = 3600.0
DATE = "2026-11-21T10:00:00Z"
QUICK = Pace(before_setup_s=0.0, before_happening_s=0.0, before_clearing_s=0.0, open_s=0.01)
QUICK_HANDS = Settings(settle_ms=100, debounce_ms=5)
ADDRESSES = ("http://192.168.1.20:8080/", "http://pawnlight.local:8080/")


class Clock:
    """That of this machine, but a test can turn it on."""

    def __init__(self) -> None:
        self._on_s = 0.0
        self._slow_since_s = math.inf

    def __call__(self) -> float:
        now_s = time.monotonic()
        return now_s - 0.99 * max(0.0, now_s - self._slow_since_s) + self._on_s

    def slow_down(self) -> None:
        """Let time pass a hundred times more slowly from now on."""
        self._slow_since_s = time.monotonic()

    def turn(self, by_s: float) -> None:
        """Let so much time have passed."""
        self._on_s += by_s


@dataclass(frozen=True)
class WatchedSnapshot:
    """A snapshot that notes for which seats a scene was asked. ``shown``: a scene to be seen instead of its own."""

    real: Snapshot
    shown: Scene | None
    asked: list[frozenset[Seat]] = field(default_factory=list)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.real, name)

    def scene(self, seats: frozenset[Seat]) -> Scene:
        self.asked.append(seats)
        return self.shown or self.real.scene(seats)


class WatchedDesk:
    """The desk of a program that runs while in the context. What is not told here is the program's own desk."""

    def __init__(
        self, directory: Path, real: RealBoard | None = None, driver: str = "simulated",
        tiles: tuple[TileConfig, ...] = (), engines: Engines = NO_ENGINES,
    ) -> None:
        """:param real: the board of wires there is beside the screen board, and ``driver`` the name of its driver.
        ``tiles``: those of the driver of that name. ``engines``: the outside engines that there are."""
        self.directory = directory
        self.store = open_store(directory)
        self.store._set_fact("pin", PIN)
        self.store.save_settings(QUICK_HANDS)
        self.clock, self._pace = Clock(), SimpleNamespace(**asdict(QUICK))
        board, panel = BoardConfig(driver), PanelConfig("127.0.0.1", 0)
        config = replace(Config(), board=board, panel=panel, data_dir=directory, tiles=tiles)
        chance = partial(draw, random=random.Random(1))
        self.lines = LatestLines()
        self.program = Program(config, self.store, self._pace, self.lines, real=real, draw=chance, clock=self.clock,
                               engines=engines)
        self._desk = self.program.desk
        self.sent: list[Event] = []
        self.taps: list[Tap] = []
        self.asked: list[frozenset[Seat]] = []
        """The seats of every scene that the panel asked for."""
        self._shown: Scene | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._desk, name)

    def __enter__(self) -> "WatchedDesk":
        self.program.__enter__()
        return self

    def __exit__(self, *exception: object) -> None:
        self.program.__exit__(*exception)
        self.store.close()

    # --- what the panel asks for ---------------------------------------------------------------------------------

    def snapshot(self) -> WatchedSnapshot:
        return WatchedSnapshot(self._desk.snapshot(), self._shown, self.asked)

    @property
    def shelf(self) -> Shelf:
        assert self.program.writer.wait_idle(PATIENCE_S)
        return self._desk.shelf

    def send(self, event: Event, judged_by: Snapshot | None = None) -> None:
        self.sent.append(event)
        self._desk.send(event, judged_by)
        self._set_up()

    def tap(self, tap: Tap, judged_by: Snapshot | None = None) -> None:
        self.taps.append(tap)
        self._desk.tap(tap, judged_by)
        wait_for(self._is_felt, lambda: f"that the table has felt {tap}: {self.program.on_screen.game}; {self.table}")

    def _is_felt(self) -> bool:
        game, table = self.program.on_screen.game, self.table
        if game is None or table.on_table is None or table.on_table.key != game.key:
            return True
        return not (game.board.wood.occupancy ^ table.covered) & ~table.stored.manual

    def start(self, *given: Any, **named: Any) -> str:
        key: str = self._desk.start(*given, **named)
        self._set_up()
        return key

    def learn(self, *given: Any, **named: Any) -> str:
        key: str = self._desk.learn(*given, **named)
        self._set_up()
        return key

    def resume(self, *given: Any, **named: Any) -> None:
        self._desk.resume(*given, **named)
        self._set_up()

    def _set_up(self) -> None:
        if self.screen_pieces is not None and not self.table.settings.by_hand and not self._is_held:
            wait_for(self._is_set_up, "that the pieces of the game are set up")

    def _is_set_up(self) -> bool:
        table = self.table
        if table.on_table is None or table.stored.paused:
            return True
        by_a_person = table.settings.typed_dice or table.settings.tapped_dice
        drawn = CHANCE in table.on_table.game.to_act(table.on_table.position) and not by_a_person
        return table.goal is None and table.unread is None and not drawn

    # --- looking on ----------------------------------------------------------------------------------------------

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return self._desk.snapshot().table

    @property
    def holders(self) -> Mapping[Seat, str]:
        """The phones that hold seats."""
        return self._desk.snapshot().holders

    @property
    def screen_pieces(self) -> ScreenPieces | None:
        return self._desk.snapshot().screen_pieces

    @property
    def stands(self) -> Mapping[str, str]:
        """The pieces on the screen board."""
        assert self.screen_pieces is not None
        return self.screen_pieces.stands

    @property
    def hand(self) -> tuple[str, ...]:
        """The pieces in a hand over the screen board."""
        assert self.screen_pieces is not None
        return self.screen_pieces.hand

    @property
    def switched_off(self) -> bool:
        """True if the computer is being switched off."""
        return "is being switched off" in str(self._desk.snapshot().scene(frozenset()).trouble)

    @property
    def kept(self) -> ShelfGame:
        """The game on the table, or the one that was there last, as it is on disk."""
        latest: ShelfGame = self.shelf.game(self.shelf.games()[0].key)
        return latest

    # --- having things happen ------------------------------------------------------------------------------------

    def show(self, shown: Scene | None) -> None:
        """Show this instead of the table."""
        self._shown = shown
        self.program.scenes.republish()

    def hold_own_hand(self) -> None:
        """Keep the board from moving pieces by itself."""
        self._pace.before_setup_s = self._pace.before_happening_s = self._pace.before_clearing_s = AN_HOUR_S

    def free_own_hand(self) -> None:
        """Let it do that again."""
        vars(self._pace).update(asdict(QUICK))
        self.program.screen.notice(self.table)

    @property
    def _is_held(self) -> bool:
        return bool(self._pace.before_setup_s)

    def keep(self, key: str, **changes: Any) -> None:
        """Put a kept game on the shelf that was never played, or another one in its place."""
        game = find_game(str(changes.get("game_id", "pawn-advance")))
        options = game.read_options({})
        usual = KeptGame(
            key, game.id, game.rules_version, options.as_data(), dict.fromkeys(game.seats_of(options), ""), True, None,
            DATE, "", (), None,
        )
        with self.store._changing() as db:
            remove_games(db, [key])
        self.store.add(replace(usual, **changes))
        if changes.get("broken"):
            self.store.set_broken(key, Message("{error}", (("error", changes["broken"]),)))

    def finish(
        self, *actions: str, game_id: str = "pawn-advance", players: Mapping[Seat, str] | None = None, key: str = "",
        termination: str = "normal", winners: tuple[Seat, ...] | None = None, clocks: KeptClocks = NO_CLOCKS,
        **options: int | bool | str,
    ) -> None:
        """Put a game on the shelf that was played like this; over if its rules or ``winners`` say so."""
        game = find_game(game_id)
        read = game.read_options(options)
        outcome = game.outcome(replay(begin(game, read), actions).position)
        won = outcome.winners if winners is None and outcome is not None else winners
        end = None if won is None else KeptEnd(won, outcome.reason if outcome else "", termination, DATE)
        names = players or {seat: "" for seat in game.seats_of(read)}
        self.keep(
            key, game_id=game_id, options=read.as_data(), players=names, actions=actions, end=end, clocks=clocks
        )


def random_game(game_id: str, seed: int, steps: int, **options: int | bool | str) -> tuple[str, ...]:
    """The actions of a game in which everybody plays at random, at most ``steps`` of them."""
    game = find_game(game_id)
    dice = random.Random(seed)
    played = begin(game, game.read_options(options))
    for _ in range(steps):
        actions = game.actions(played.position)
        if not actions:
            break
        try:
            played, _happenings = played.after(dice.choice(actions))
        except EngineError as error:
            raise AssertionError("a listed action is legal") from error
    return tuple(action.text for action in played.actions)
