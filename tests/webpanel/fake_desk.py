"""A small desk in memory: the real table and rules, a board where taps put pieces, a shelf that is a dict."""

import io
import queue
import random
import threading
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import IO

from scores import head_to_head, scoring, totals

from engine.errors import EngineError
from engine.messages import message
from engine.pieces import Seat
from engine.record import Record, begin, read_record, replay, write_record
from engine.registry import find_game
from engine.squares import Square
from table.refused import Refused
from table.scene import scene
from table.state import Table
from table.step import step
from table.words.effects import DrawChance, Effect, PutNext, Refuse, StoreAction, StoreEnd, StoreGame, StoreUndone
from table.words.events import (
    ActionStored,
    BoardRead,
    ChanceDrawn,
    ChangeSettings,
    ContinueGame,
    Event,
    NextGame,
    ParkGame,
    Reopen,
    SquareLifted,
    SquarePlaced,
    StartGame,
    TimePassed,
)
from table.words.scene import Scene
from table.words.screen import ScreenPieces, Tap, TapKind
from table.words.settings import Settings
from webpanel.changes import Change, Changes
from webpanel.desk import EVERY_GAME, Backup, Device, Selection, ShelfGame, Snapshot, Total, Work

PIN = "424242"
DATE = "2026-11-21T10:00:00Z"


def _fits(game: ShelfGame, which: Selection) -> bool:
    result = "abandoned" if game.termination == "abandoned" else "won" if game.winners else "drawn"
    return (
        which.over in (None, game.winners is not None)
        and which.game_id in ("", game.game_id)
        and (not which.player or which.player in [name.strip() for name in game.players.values()])
        and which.result in ("", result)
        and not (which.whole and game.broken)
        and which.deleted == (game.deleted is not None)
        and which.host in ("", game.host)
    )


class FakeShelf:
    """Games in a dict, the latest first."""

    def __init__(self) -> None:
        self.kept: dict[str, ShelfGame] = {}
        self.on_table = ""

    def put(self, game: ShelfGame) -> None:
        self.kept[game.key] = game

    def games(self, which: Selection = EVERY_GAME, first: int = 0, most: int = 100) -> Sequence[ShelfGame]:
        return self._all(which)[first : first + most]

    def _all(self, which: Selection) -> list[ShelfGame]:
        return [game for key in reversed(self.kept) if _fits(game := self._game(key), which)]

    def count(self, which: Selection = EVERY_GAME) -> int:
        return len(self._all(which))

    def totals(self, which: Selection) -> Sequence[Total]:
        return totals(scoring(self._all(which)))

    def head_to_head(self, which: Selection) -> Sequence[Total]:
        return head_to_head(scoring(self._all(which)), which.player)

    def players(self) -> Sequence[str]:
        finished = self._all(Selection(over=True))
        return sorted({name.strip() for game in finished for name in game.players.values() if name.strip()})

    def kinds(self) -> Mapping[str, str]:
        return {game.game_id: game.game_name for game in self._all(Selection(over=True))}

    def game(self, key: str) -> ShelfGame:
        if self.kept[key].deleted is not None:
            raise KeyError(key)
        return self._game(key)

    def _game(self, key: str) -> ShelfGame:
        kept = self.kept[key]
        return replace(kept, on_table=key == self.on_table, length=len(kept.actions))

    def host(self, key: str) -> str:
        return self.kept[key].host

    def record(self, key: str) -> str:
        game = self.game(key)
        rules = find_game(game.game_id)
        options = rules.read_options(dict(game.options))
        return write_record(Record(replay(begin(rules, options), game.actions), game.players, game.started))

    def import_record(self, text: str, host: str = "") -> str:
        record = read_record(text)
        key = f"imported-{len(self.kept)}"
        outcome = record.outcome
        self.put(ShelfGame(
            key, record.played.game.id, record.played.game.name, record.played.options.as_data(), record.players, True,
            DATE, "", outcome.winners if outcome else None, outcome.reason if outcome else "", "normal",
            tuple(action.text for action in record.played.actions), False, host=host,
        ))
        return key

    def delete(self, key: str) -> None:
        if key == self.on_table:
            raise Refused(message("This game is on the table: park it first."))
        self.kept[key] = replace(self.game(key), deleted=DATE)

    def restore(self, key: str) -> None:
        if self.kept[key].deleted is None:
            raise KeyError(key)
        self.kept[key] = replace(self.kept[key], deleted=None)


@dataclass(frozen=True)
class FakeSnapshot:
    """See :class:`webpanel.desk.Snapshot`. ``shown``: a scene to be seen instead of the table's."""

    number: int
    table: Table
    holders: Mapping[Seat, str]
    screen_pieces: ScreenPieces | None
    shown: Scene | None

    @property
    def key(self) -> str:
        return "" if self.table.on_table is None else self.table.on_table.key

    @property
    def settings(self) -> Settings:
        return self.table.settings

    def scene(self, seats: frozenset[Seat]) -> Scene:
        return self.shown or scene(self.table, seats, self.number, time.monotonic())


class FakeBackups:
    """Copies in memory; an archive is good if it says so."""

    def __init__(self) -> None:
        self.kept = {"daily-000001.zip": b"good"}
        self.restored: list[str] = []

    def listed(self) -> Sequence[Backup]:
        return [self._told(name) for name in reversed(self.kept)]

    def _told(self, name: str) -> Backup:
        return Backup(name, name.partition("-")[0], DATE, "0.1.0", 3, 2, 1, len(self.kept[name]))

    def fresh(self) -> IO[bytes]:
        return io.BytesIO(b"good")

    def open(self, name: str) -> IO[bytes]:
        return io.BytesIO(self.kept[name])

    def take_in(self, archive: IO[bytes]) -> Backup:
        if (data := archive.read()) != b"good":
            raise Refused(message("This archive is damaged, or Pawnlight did not make it."), 422)
        name = f"brought-{len(self.kept) + 1:06}.zip"
        self.kept[name] = data
        return self._told(name)

    def restore(self, name: str) -> None:
        self.restored.append(name)


class FakeWorkshop:
    """A workshop that says back what it is told, if the board is a real one."""

    def __init__(self, desk: "FakeDesk") -> None:
        self.desk = desk
        self.task = ""
        self.said: list[str] = []

    def open(self, task: str) -> None:
        if self.desk.facts.board == "simulated":
            raise Refused(message("There is only the screen board: nothing is wired up."))
        self.task = task

    def say(self, answer: str) -> None:
        if not self.task:
            raise Refused(message("That has ended in the meantime. Start it again."))
        self.said.append(answer)

    def close(self) -> None:
        self.task = ""

    def work(self) -> Work | None:
        if not self.task:
            return None
        hint = message("{text}", text=self.said[-1]) if self.said else None
        choices = (("red", message("Red")), ("none", message("Nothing is lit")))
        return Work(
            self.task, message("Take all pieces off the board."), hint, choices, 1, 4,
            (message("Squares without a light: {squares}.", squares="a1"),),
            ((message("Temperature"), message("{celsius} °C", celsius="48")),),
            {"a1": "known", "b1": "asked", "a2": "dead"}, 2, 2,
        )


class FakeDesk:
    """The running program, as far as the panel sees it. Between :meth:`run` and :meth:`close` it lives in real time.

    ``own_hand_s``: how long the board waits before it sets up or marches with its own hand.
    """

    def __init__(self, seed: int = 1, own_hand_s: float = 0.0) -> None:
        self.shelf, self.hub = FakeShelf(), Changes(32)
        self.holders: dict[Seat, str] = {}
        self.away: set[str] = set()
        self.lock = threading.RLock()
        self.table = Table(settings=Settings(settle_ms=100))
        self.random = random.Random(seed)
        self.stands: dict[str, str] = {}
        self.hand: list[str] = []
        self.lifted: list[tuple[str, str]] = []
        """What was lifted since the hand was last empty, and from which squares."""
        self.hand_of: str | None = None
        self.tray: Counter[str] = Counter()
        self.number = 1
        self.own_hand_s = own_hand_s
        self.sent: list[Event] = []
        self.taps: list[Tap] = []
        self.kept_seats = 0
        self.kept_banned = frozenset[str]()
        self.damaged_facts: dict[str, str] = {}
        self.shown: Scene | None = None
        addresses = ("http://192.168.1.20:8080/", "http://pawnlight.local:8080/")
        self.facts = Device("simulated", 8, 8, addresses, "0.1.0", 4.0, 0.8, ("ready",))
        self.workshop = FakeWorkshop(self)
        self.backups = FakeBackups()
        self.is_service = True
        self.switched_off = False
        self.ticks: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.thread: threading.Thread | None = None

    # --- time ----------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Let time pass by itself."""
        self.thread = threading.Thread(target=self._tick, name="fake-desk")
        self.thread.start()

    def _tick(self) -> None:
        while True:
            try:
                self.ticks.get(timeout=0.02)
                return
            except queue.Empty:
                self.catch_up()

    def close(self) -> None:
        self.hub.close()
        if self.thread:
            self.ticks.put("stop")
            self.thread.join()

    def catch_up(self) -> None:
        """Wake the table if it asked for it, and let the board do its own work."""
        with self.lock:
            now_s = time.monotonic()
            if self.table.wake_at_s is not None and self.table.wake_at_s <= now_s:
                self._step(TimePassed())
            self._own_hand(now_s)

    def _own_hand(self, now_s: float) -> None:
        goal = self.table.goal
        if goal is None or self.table.settings.by_hand:
            self.goal_since_s = now_s
        elif now_s >= self.goal_since_s + self.own_hand_s:
            self._match_position()

    goal_since_s = 0.0

    def _match_position(self) -> None:
        on_table = self.table.on_table
        assert on_table is not None
        self.stands = {on_table.board.name(square): str(piece) for square, piece in on_table.pieces.items()}
        self.hand = []
        self._step(BoardRead(on_table.occupied))

    # --- the table -----------------------------------------------------------------------------------------------

    def _step(self, event: Event) -> None:
        self.table, effects = step(self.table, event, time.monotonic())
        self.number += 1
        refused = [effect for effect in effects if isinstance(effect, Refuse)]
        for effect in effects:
            self._carry_out(effect)
        self.hub.publish()
        if refused:
            raise Refused(refused[0].reason)

    def _carry_out(self, effect: Effect) -> None:
        if isinstance(effect, DrawChance):
            outcomes, weights = zip(*effect.outcomes, strict=True)
            self._step(ChanceDrawn(self.random.choices(outcomes, weights)[0]))
        elif isinstance(effect, StoreGame):
            game = find_game(effect.game_id)
            self.shelf.put(ShelfGame(effect.key, game.id, game.name, effect.options, effect.players, effect.screen,
                                     DATE, "", None, "", "", (), False, host=effect.host))
            self.shelf.on_table = effect.key
            self._step(ActionStored(0))
        elif isinstance(effect, PutNext):
            self.agreed = effect.game
        elif isinstance(effect, StoreAction | StoreUndone | StoreEnd):
            self._store(effect)
            self._step(ActionStored(effect.entry))

    def _store(self, effect: StoreAction | StoreUndone | StoreEnd) -> None:
        game = self.shelf.kept[effect.key]
        if isinstance(effect, StoreAction):
            game = replace(game, actions=(*game.actions, effect.action))
        elif isinstance(effect, StoreUndone):
            game = replace(game, actions=game.actions[: len(game.actions) - effect.count])
        else:
            game = replace(game, winners=effect.winners, reason=effect.reason, termination=effect.termination,
                           ended=DATE)
        self.shelf.kept[effect.key] = game

    # --- what the panel asks for ---------------------------------------------------------------------------------

    def snapshot(self) -> FakeSnapshot:
        with self.lock:
            return FakeSnapshot(self.number, self.table, dict(self.holders), self._screen_pieces(), self.shown)

    def _check(self, judged_by: Snapshot | None) -> None:
        now = self.snapshot()
        if judged_by is not None and (judged_by.key, judged_by.holders) != (now.key, now.holders):
            raise Refused(message("The table has changed meanwhile."))

    def take_seat(self, seat: Seat, phone: str, judged_by: Snapshot | None = None) -> None:
        with self.lock:
            if self.holders.get(seat, phone) != phone:
                raise Refused(message("Another phone holds this seat."))
            self.holders[seat] = phone
        self._changed()

    def free_seat(self, seat: Seat, judged_by: Snapshot | None = None) -> None:
        with self.lock:
            self.holders.pop(seat, None)
        self._changed()

    def _changed(self) -> None:
        with self.lock:
            self.number += 1
        self.hub.publish()

    def show(self, shown: Scene | None) -> None:
        """Show this instead of the table."""
        self.shown = shown
        self._changed()

    def _screen_pieces(self) -> ScreenPieces | None:
        with self.lock:
            if self.table.on_table is None or not self.table.on_table.screen:
                return None
            phone = self.hand_of if self.hand else None
            return ScreenPieces(dict(self.stands), tuple(self.hand), dict(self.tray), phone)

    def send(self, event: Event, judged_by: Snapshot | None = None) -> None:
        with self.lock:
            self._check(judged_by)
            self.sent.append(event)
            self._step(event)
            if self.table.on_table is None:
                self.shelf.on_table = ""
            self._put_next()

    agreed: NextGame | None = None

    def _put_next(self) -> None:
        game, self.agreed = self.agreed, None
        if isinstance(game, StartGame):
            self._begin(game)
        elif game is not None:
            self.resume(game.key)

    def tap(self, tap: Tap, judged_by: Snapshot | None = None) -> None:
        with self.lock:
            self._check(judged_by)
            self.taps.append(tap)
            if tap.scene > self.number:
                raise Refused(message("The board has changed in the meantime: look again."))
            if self.hand and self.hand_of != tap.phone:
                raise Refused(message("Another phone has a piece in the hand. Wait until it is put down."))
            self.hand_of = tap.phone
            TAPS[tap.kind](self, tap)
            self._step(TimePassed())

    def _name(self, tap: Tap) -> str:
        assert self.table.on_table is not None and tap.square is not None
        return self.table.on_table.board.name(Square(tap.square))

    def lift(self, tap: Tap) -> None:
        name = self._name(tap)
        if name not in self.stands:
            raise Refused(message("{square} is empty. Tap a piece.", square=name))
        self.lifted = [*(self.lifted if self.hand else []), (name, self.stands[name])]
        self.hand.append(self.stands.pop(name))
        self._step(SquareLifted(Square(tap.square or 0)))

    def place(self, tap: Tap) -> None:
        if not self.hand:
            raise Refused(message("There is nothing in the hand. Lift a piece first."))
        if self._name(tap) in self.stands or tap.piece not in (None, *self.hand):
            raise Refused(message("That piece is not in the hand, or the square is not empty."))
        piece = tap.piece or self.hand[-1]
        self.hand.remove(piece)
        self.stands[self._name(tap)] = piece
        self._step(SquarePlaced(Square(tap.square or 0)))

    def capture(self, tap: Tap) -> None:
        if not self.hand or self._name(tap) not in self.stands:
            raise Refused(message("There is nothing to capture with, or nothing to capture."))
        captured = self.stands.pop(self._name(tap))
        self._step(SquareLifted(Square(tap.square or 0)))
        self.tray[captured] += 1
        self.place(tap)

    def take(self, tap: Tap) -> None:
        if not self.tray[tap.piece or ""]:
            raise Refused(message("The tray has no such piece. Take one that it shows."))
        self.tray[tap.piece or ""] -= 1
        self.hand.append(tap.piece or "")

    def give(self, tap: Tap) -> None:
        if not self.hand:
            raise Refused(message("There is nothing in the hand. Lift a piece first."))
        self.tray[self.hand.pop()] += 1

    def put_back(self, tap: Tap) -> None:
        on_table = self.table.on_table
        assert on_table is not None
        for name, piece in self.lifted:
            wanted = {on_table.board.name(square): str(each) for square, each in on_table.pieces.items()}
            homes = [home for home, each in wanted.items() if each == piece and home not in self.stands]
            if piece in self.hand:
                home = name if name in homes else homes[0]
                self.place(replace(tap, square=on_table.board.parse(home), piece=piece))

    def start(
        self, game_id: str, options: Mapping[str, object], players: Mapping[Seat, str], screen: bool,
        judged_by: Snapshot | None = None, host: str = "", aside: ParkGame | None = None,
    ) -> str:
        with self.lock:
            self._check(judged_by)
            game = find_game(game_id)
            read = game.read_options(dict(options))
            if not screen and game.board(read).files > self.facts.files:
                raise Refused(message("The physical board is too small for this game: play it on the screen."))
            self.begun += 1
            event = StartGame(f"game-{self.begun}", game_id, read.as_data(), players, screen, host)
            if aside is not None and aside.held:
                self.send(replace(aside, then=event), judged_by)
            else:
                self._begin(event)
            return event.key

    begun = 0

    def _begin(self, event: StartGame) -> None:
        self.tray = Counter({"wP": 8, "bP": 8})
        self.holders.clear()
        self._step(event)
        if not self.own_hand_s:
            self.settle()

    def settle(self) -> None:
        """Let the board's own hand finish what it has to do."""
        for _ in range(20):
            if self.table.goal is not None:
                self._match_position()

    def resume(self, key: str, judged_by: Snapshot | None = None, aside: ParkGame | None = None) -> None:
        with self.lock:
            self._check(judged_by)
            game = self.shelf.kept[key]
            if game.winners is not None:
                raise Refused(message("This game is over: look at its replay."))
            if aside is not None and aside.held:
                return self.send(replace(aside, then=Reopen(key, game.game_id)), judged_by)
            rules = find_game(game.game_id)
            played = replay(begin(rules, rules.read_options(dict(game.options))), game.actions)
            self._step(ContinueGame(key, played, game.players, game.screen, len(game.actions)))
            self.shelf.on_table = key
            self.settle()

    def is_away(self, phone: str) -> bool:
        return phone in self.away

    def settings(self) -> Settings:
        return self.table.settings

    def save_settings(self, settings: Settings) -> None:
        with self.lock:
            self._step(ChangeSettings(settings))

    def check_pin(self, pin: str) -> bool:
        return pin == PIN

    def held_seats(self, phone: str) -> int:
        return self.kept_seats + list(self.holders.values()).count(phone)

    def banned(self) -> frozenset[str]:
        return self.kept_banned

    def keep_banned(self, names: frozenset[str]) -> None:
        self.kept_banned = names

    def device(self) -> Device:
        return replace(self.facts, estimate_a=round(self.facts.amperes * self.table.settings.brightness / 300, 2))

    def switch_off(self) -> None:
        if not self.is_service:
            raise Refused(message("The computer cannot be switched off from here."))
        self.switched_off = True

    def unreadable(self) -> Mapping[str, str]:
        return self.damaged_facts

    def subscribe(self, phone: str = "") -> Change:
        return self.hub.subscribe()

    # --- for tests -----------------------------------------------------------------------------------------------

    def finish(
        self, *actions: str, game_id: str = "pawn-advance", players: Mapping[Seat, str] | None = None, key: str = "",
        termination: str = "normal", winners: tuple[Seat, ...] | None = None, **options: int | bool | str,
    ) -> ShelfGame:
        """Put a game on the shelf that was played like this; over if its rules or ``winners`` say so."""
        game = find_game(game_id)
        read = game.read_options(options)
        played = replay(begin(game, read), actions)
        outcome = game.outcome(played.position)
        names = players or {seat: "" for seat in game.seats_of(read)}
        stored = ShelfGame(
            key or f"done-{len(self.shelf.kept) + 1}", game.id, game.name, read.as_data(), names, True, DATE, DATE,
            winners if winners is not None else outcome.winners if outcome else None, outcome.reason if outcome else "",
            termination, actions, False,
        )
        self.shelf.put(stored)
        return stored


TAPS = {
    TapKind.LIFT: FakeDesk.lift, TapKind.PLACE: FakeDesk.place, TapKind.CAPTURE: FakeDesk.capture,
    TapKind.TAKE: FakeDesk.take, TapKind.GIVE: FakeDesk.give,
    TapKind.RETURN: FakeDesk.put_back,
}


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
