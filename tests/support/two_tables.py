"""Two tables and a broker in one thread and in simulated time: the real tables, letters and stores, of which all that
happens to boards in two homes can happen at any moment. Only cables, hands and clocks are simulated."""

import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from queue import Empty

from club.play.signing import Signer
from club.transport.errors import BadMessage
from club.transport.messages import Status
from daemon.remote.deals import SECRET
from daemon.remote.mailbox import PART, Mailbox
from daemon.runtime.queue import Order, Orders
from daemon.services.library import played
from daemon.snapshots.scenes import Scenes
from daemon.snapshots.seats import Seating
from daemon.storage.file.games_file import FILE_NAME
from daemon.storage.games.rows import Entry
from daemon.storage.store import Store
from engine.core.pieces import CHANCE, Actor, Seat
from engine.records.time_controls import Control
from engine.registry import find_game
from table.messages.effects import DrawChance, Effect, KeepComputers, KeepName, KeepTimes, Refuse, StoreGame
from table.messages.events import (
    ActionStored,
    Answer,
    ContinueGame,
    Event,
    ParkGame,
    Resign,
    StartGame,
    StoredState,
    TimePassed,
)
from table.messages.new_game import NewGame
from table.messages.remote_board import RemoteBoard
from table.messages.scene import ScenePrompt
from table.model.believed_pieces import BelievedPieces
from table.model.state import Table
from table.requests import prompts as asking
from table.step import step
from table.turns.transaction import Progress, commit
from webpanel.ports.change_hub import Changes

KEY = "0123456789ab"
ADA, BO, CY = "00000000000000a1", "00000000000000b2", "00000000000000c3"
SECRET_BYTES = {ADA: b"a" * 32, BO: b"b" * 32, CY: b"c" * 32}
Address = tuple[str, str, str]
"""The writer, the reader, and the game."""


class World:
    """The broker, and what time it is: ``now_s`` on both boards, ``wall`` on their clocks on the wall."""

    def __init__(self, directory: Path, game_id: str, controls: dict[Seat, Control], chance: random.Random) -> None:
        self.chance, self.now_s, self.wall = chance, 1000.0, "2026-01-01T00:00:00Z"
        self.game_id, self.controls = game_id, controls
        self.kept: dict[Address, bytes] = {}
        self.stations: list[Station] = []
        for name, board in (("Ada's", ADA), ("Bo's", BO)):
            self.stations.append(Station(self, directory / board, board, name))

    def other(self, station: "Station") -> "Station":
        return next(each for each in self.stations if each is not station)

    def publish(self, writer: str, reader: str, key: str, payload: bytes) -> None:
        """The broker keeps it, and hands it on to who is connected."""
        if payload:
            self.kept[writer, reader, key] = payload
        else:
            self.kept.pop((writer, reader, key), None)
        for station in self.stations:
            if station.board == reader and station.online:
                station.inbox.append((writer, key, payload))

    def pass_time(self, seconds: float) -> None:
        """Both boards do all that there is to do."""
        self.now_s += seconds
        for _ in range(2):
            for station in self.stations:
                station.work()

    def close(self) -> None:
        for station in self.stations:
            station.store.close()


class Station:
    """A board with its table, its store and its letters."""

    def __init__(self, world: World, directory: Path, board: str, name: str) -> None:
        self.world, self.directory, self.board, self.name = world, directory, board, name
        directory.mkdir(parents=True)
        self.online = self.cable = False
        self.copies: list[Path] = []
        self.inbox: list[tuple[str, str, bytes]] = []
        self.refused: list[str] = []
        self.start()

    # --- the program -----------------------------------------------------------------------------------------------

    def start(self) -> None:
        """The program starts, and puts the game on the table that was there."""
        self.store = Store(self.directory, lambda: self.world.wall)
        self.orders = Orders()
        self.table, self.unwritten = Table(), list[Effect | StoredState]()
        self.scenes = Scenes(Changes(), self.table, lambda key: None, clock=lambda: self.world.now_s)
        me = Status(self.board, self.name, True, "1")
        self.awake = True
        self.mailbox = Mailbox(me, Signer(SECRET_BYTES[self.board]), self.store, self.orders, self.scenes, self._others,
                               lambda: self.online, self.wake, self._resting)
        self.said: dict[tuple[str, str], bytes] = {}
        self.resume(self.store.on_table())

    def kill(self) -> None:
        """Restart with only what is on disk."""
        self.disconnect()
        self.store.close()
        self.start()
        self.connect()

    def _others(self) -> list[Status]:
        others = [each for each in self.world.stations if each is not self and each.online]
        return [Status(other.board, other.name, True, "1") for other in others] if self.online else []

    @contextmanager
    def _resting(self, key: str) -> Iterator[bool]:
        yield key != self.scenes.snapshot().key and key != self.store.on_table()

    def resume(self, key: str) -> None:
        """Put a kept game on the table, if it is not over."""
        self.resumed_s = self.world.now_s
        try:
            game = self.store.game(key)
        except KeyError:
            return
        if game.end is None:
            on_table = key == self.store.on_table()
            standing = self.store.state() if on_table else StoredState(paused=bool(game.clocks.controls))
            self.store.set_on_table(key)
            self.take(ContinueGame(key, game.begun, played(game), self.store.entry_count(key), standing, game.clocks))

    def begin(self, game: NewGame) -> None:
        self.take(StartGame(KEY, game))

    def accept(self) -> None:
        """Somebody takes up the invitation, if there is one."""
        if any(each.key == KEY for each in self.mailbox.invitations()):
            invitation, afar = self.mailbox.accepting(KEY)
            players = {seat: "" for seat in (*invitation.seats, *afar.seats)}
            self.begin(NewGame(invitation.game, invitation.options, players, True, controls=invitation.clocks,
                               afar=afar))
            self.mailbox.accepted(KEY)

    def park(self) -> None:
        """Put the game aside."""
        self.take(ParkGame())
        if self.table.on_table is None:
            self.flush()
            self.store.set_on_table("")

    # --- copies ----------------------------------------------------------------------------------------------------

    def copy(self) -> None:
        """A copy of all that is on disk."""
        path = self.directory.with_name(f"{self.board}-{len(self.copies)}")
        with closing(sqlite3.connect(self.directory / FILE_NAME)) as db, closing(sqlite3.connect(path)) as target:
            db.backup(target)
        self.copies.append(path)

    def restore(self, copy: Path) -> None:
        """With the program ended, as ``pawnlight restore`` and another card do."""
        self.disconnect()
        self.store.close()
        for end in ("-wal", "-shm"):
            (self.directory / f"{FILE_NAME}{end}").unlink(missing_ok=True)
        shutil.copy(copy, self.directory / FILE_NAME)
        self.start()
        self.connect()

    def restore_running(self, copy: Path) -> None:
        """In the running program, as the panel does."""
        self.park()
        self.flush()
        if self.table.on_table is None:
            spare = copy.with_name("spare")
            shutil.copy(copy, spare)
            with self.mailbox.exchanging():
                self.store.replace(spare)
            self.disconnect()
            self.connect()
            self.resume(KEY)

    # --- the cable -------------------------------------------------------------------------------------------------

    def connect(self) -> None:
        """The broker tells all that it keeps for this board."""
        self.online, self.said = True, {}
        self._be_seen()
        self._speak()
        self.inbox = [(writer, key, payload) for (writer, reader, key), payload in self.world.kept.items()
                      if reader == self.board]

    def disconnect(self) -> None:
        self.online, self.inbox = False, []
        self._be_seen()

    def _be_seen(self) -> None:
        """Both boards are told who is there."""
        for station in self.world.stations:
            station.wake()

    def _speak(self) -> None:
        for (reader, key), payload in self.mailbox.write().items():
            if self.said.get((reader, key)) != payload:
                self.said[reader, key] = payload
                self.world.publish(self.board, reader, key, payload)

    # --- the table -------------------------------------------------------------------------------------------------

    def work(self) -> None:
        """Let the program do what there is to do now."""
        self.take(TimePassed())
        self._write()
        for _ in range(20):
            if self.online and self.inbox:
                self._hear(*self.inbox.pop(0))
            if self.awake:
                self.awake = False
                self.mailbox.look_around()
                if self.online:
                    self._speak()
            if not (self._follow() or self.inbox or self.awake):
                return

    def wake(self) -> None:
        """There may be something new to say."""
        self.awake = True

    def _hear(self, writer: str, key: str, payload: bytes) -> None:
        try:
            self.mailbox.read(writer, key, payload)
            self.wake()
        except BadMessage as error:
            self.refused.append(str(error))

    def _follow(self) -> bool:
        """Give the table the orders that wait; ``False``: there were none."""
        found = False
        while True:
            try:
                order = self.orders.next(0)
            except Empty:
                return found
            assert isinstance(order, Order)
            if order.judged_by is None or order.judged_by == self.scenes.snapshot().seating:
                found = True
                self.take(order.wish)  # type: ignore[arg-type]

    def take(self, event: Event) -> str:
        """A step, and all that it leads to at once; why it was refused, if so."""
        table, effects = step(self.table, event, self.world.now_s)
        return self._adopt(table, effects)

    def _adopt(self, table: Table, effects: tuple[Effect, ...]) -> str:
        before, self.table = self.table, table
        assert not any(isinstance(each, DrawChance) for each in effects), "chance is decided by both boards"
        self.unwritten += [each for each in effects if not isinstance(each, Refuse)]
        if table.on_table is not None and table.stored is not before.stored:
            self.unwritten.append(table.stored)
        self._put_right()
        if self.table == before:
            return next((str(each.reason) for each in effects if isinstance(each, Refuse)), "")
        self.wake()
        self.scenes.publish(self.table, Seating("" if self.table.on_table is None else self.table.on_table.key), None)
        self._write()
        return next((str(each.reason) for each in effects if isinstance(each, Refuse)), "")

    def _put_right(self) -> None:
        """Hands do at once what the lights want."""
        on_table = self.table.on_table
        if on_table is not None:
            self.table = self.table.having(occupancy=on_table.occupied, wood=BelievedPieces(on_table.stands), goal=None,
                                           touches=())

    def _write(self) -> None:
        """As far as the disk comes: now and then it is slow, and a kill comes first."""
        if self.world.chance.random() < 0.9:
            self.flush()

    def flush(self) -> None:
        """All is on disk, in order."""
        while self.unwritten:
            job = self.unwritten.pop(0)
            match job:
                case StoredState():
                    self.store.keep_state(job)
                case KeepName(key, afar, players):
                    self.store.set_name(key, afar, players)
                case KeepTimes(key, times):
                    self.store.set_times(key, times)
                case KeepComputers():
                    pass
                case _:
                    self._append(job)  # type: ignore[arg-type]

    def _append(self, entry: Entry) -> None:
        self.store.append(entry)
        if isinstance(entry, StoreGame):  # drawn here, so that a seed gives the same game again
            self.store.keep_voucher(entry.key, SECRET, f"{self.world.chance.getrandbits(256):064x}")
        self.take(ActionStored(0 if isinstance(entry, StoreGame) else entry.entry))

    # --- people ----------------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.table.on_table is not None and self.table.on_table.outcome is not None

    @property
    def warning(self) -> str:
        """Return the warning that people are given."""
        return str(self.scenes.warning(PART) or "")

    @property
    def ways_out(self) -> list[ScenePrompt]:
        """The questions whether to end the game here alone."""
        prompts = asking.prompts(self.table, self.world.now_s)
        return [each for each in prompts if each.id.startswith(("alone:", "claim:"))]

    @property
    def deciding(self) -> set[Actor]:
        """The seats at this board whose people have to do something now."""
        table, on_table = self.table, self.table.on_table
        if on_table is None or on_table.outcome is not None or table.stored.paused or table.lost_here or table.reveals:
            return set()
        if table.chance_decides or table.unread is not None:
            return set()
        return set(on_table.game.to_act(on_table.position)) - {CHANCE, *on_table.not_here}

    def play(self) -> bool:
        """Somebody here does what there is to do; ``False``: nothing is."""
        on_table, acting, chance = self.table.on_table, self.deciding, self.world.chance
        if on_table is None or not acting:
            return False
        game, position = on_table.game, on_table.position
        if game.undisclosed(position):
            actions = list(game.proposals(position, Seat(sorted(acting)[0]), 3))
        else:
            actions = [each for each in game.actions(position) if game.actor(position, each) in acting]
        progress = Progress(self.table, self.world.now_s)
        commit(progress, chance.choice(actions).text)
        self._adopt(progress.table, tuple(progress.effects))
        self.take(TimePassed())
        return True

    def end_alone(self) -> None:
        """*End this game*, as any phone here offers it."""
        self.flush()
        prompt = self.ways_out[0]
        refusal = self.take(Answer(prompt.id, "yes", frozenset(prompt.seats)))
        assert not refusal, refusal

    def resign(self) -> None:
        if self.table.on_table is not None and not self.over and not self.table.stored.paused:
            game, on_table = self.table.on_table.game, self.table.on_table
            here = [seat for seat in game.seats_of(on_table.played.options) if seat not in on_table.not_here]
            self.take(Resign(here[0], frozenset(here)))


def invite(world: World) -> None:
    """Ada's board invites Bo's to play Black, which accepts."""
    host, guest = world.stations
    game = find_game(world.game_id)
    options = game.read_options({})
    white, *others = game.seats_of(options)
    players = {seat: "" for seat in (white, *others)}
    host.begin(NewGame(world.game_id, options.as_data(), players, True, controls=world.controls,
                       afar=RemoteBoard(guest.board, guest.name, tuple(others), True)))
    for station in world.stations:
        station.connect()
    until(world, lambda: bool(guest.mailbox.invitations()))
    guest.accept()


def until(world: World, done: Callable[[], bool], seconds: float = 30.0) -> None:
    """Let time pass until something is so."""
    for _ in range(int(seconds / 0.5)):
        if done():
            return
        world.pass_time(0.5)
    raise AssertionError(f"not within {seconds} s: {standing(world)}")


def standing(world: World) -> str:
    """Return what both boards say, for whoever reads of a failure."""
    return " | ".join(
        f"{each.name} {'on' if each.online else 'off'} {_game(each)} {each.warning!r} "
        f"{[str(prompt.message) for prompt in each.ways_out]} {each.refused[-2:]}" for each in world.stations)


def _game(station: Station) -> str:
    table, on_table = station.table, station.table.on_table
    if on_table is None:
        return "nothing on the table"
    return (f"{[each.text for each in on_table.played.actions]} entries {table.entries} reached {table.reached} "
            f"to act {on_table.game.to_act(on_table.position)} {on_table.outcome}")
