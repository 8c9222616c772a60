"""Construction of this board's club client from the configuration. Imported only if that names a broker."""

import importlib.metadata
import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial

from club.broadcast.commands import Command, SetBrightness, SetPaused
from club.broadcast.public import PublicGame
from club.broadcast.recording import MOST_GAMES, write_recorded
from club.broadcast.table_text import TableText
from club.member import Member
from club.play.signing import Signer, fingerprint
from club.transport.errors import ClubError
from club.transport.identity import board_id, board_key, password
from club.transport.link import Broker
from club.transport.messages import Status
from daemon.base.errors import BadConfig
from daemon.config.schema import Config
from daemon.remote.mailbox import Mailbox
from daemon.remote.paired_games import PairedGames
from daemon.runtime.queue import Orders
from daemon.services.game_service import Games
from daemon.services.library import replayed_record
from daemon.services.panel_service import KeptSettings
from daemon.snapshots.scenes import Scenes
from daemon.snapshots.scenes import Snapshot as TableSnapshot
from daemon.storage.store import Store
from engine.core.errors import EngineError
from engine.core.messages import Message
from engine.core.pieces import Seat
from engine.game import SPECTATOR, Played
from engine.records.game_record import termination
from engine.records.time_controls import written
from table.messages.events import Pause, Resume
from table.messages.queries import Selection
from table.messages.refusal import Refused
from table.messages.scene import Scene
from webpanel.ports.table_port import Snapshot
from webpanel.presenters.moments import now_json
from webpanel.text.translations import interpreter, player_names, translate

log = logging.getLogger(__name__)

EVERYBODY: frozenset[Seat] = frozenset()
"""The seats of spectators."""


def check_membership(config: Config) -> None:
    """Check that the files that the configuration names exist and can be used.

    :raises BadConfig: one is not.
    """
    _password(config)


def make_member(
    config: Config, games: Games, settings: KeptSettings, store: Store, orders: Orders, scenes: Scenes
) -> tuple[Member, Mailbox]:
    """Make the club client, which is not started yet, and the mailbox, through which others are invited.

    :raises BadConfig: the password, or the id of the board, cannot be used.
    """
    club = config.club
    try:
        board, signer = board_id(config.data_dir), Signer(board_key(config.data_dir))
    except ClubError as error:
        raise BadConfig(str(error)) from error
    broker = broker_of(config, board)
    me = Status(board, club.name, True, importlib.metadata.version("pawnlight"))
    showing = PublishedState(scenes.snapshot) if club.home_assistant else None
    # each of the two needs the other: letters go out through the client, which hands over those that come
    mailbox = Mailbox(me, signer, store, orders, scenes, lambda: member.known(),
                      lambda: member.connected, lambda: member.wake(), games.resting, lambda: member.others(),
                      PairedGames(lambda: member.paired, store, scenes, club.watched))
    obey = partial(_switch, games, settings, scenes) if club.switches else None
    public = PublicView(scenes.snapshot) if club.watched else None
    records = LastRecords(scenes.snapshot, store, public) if public is not None else None
    member = Member(broker, club.prefix, me, showing, obey, mailbox, fingerprint(signer.public_key), public, records,
                    partial(scenes.warn, "broker"), scenes.republish)

    @contextmanager
    def exchanging() -> Iterator[None]:
        try:
            with mailbox.exchanging():
                yield
        finally:
            member.reconnect()

    games.exchanging = exchanging
    return member, mailbox


def broker_of(config: Config, user: str) -> Broker:
    """Return the broker with the account there: with a password ``user``, unless the configuration names another.

    :raises BadConfig: the password cannot be used.
    """
    club, secret = config.club, _password(config)
    return Broker(club.broker, club.port, club.tls, club.ca_file, club.user or (user if secret else ""), secret)


def _password(config: Config) -> str:
    file = config.club.password_file
    try:
        return "" if file is None else password(file)
    except ClubError as error:
        raise BadConfig(f"club.password_file: {error}") from error


def _switch(games: Games, settings: KeptSettings, scenes: Scenes, command: Command) -> None:
    """Carry out a command from the broker; if the table refuses it, its state stays and is published."""
    try:
        match command:
            case SetPaused(paused):
                games.send(Pause() if paused else Resume(), scenes.snapshot())
            case SetBrightness(percent):
                settings.change({"brightness": percent})
    except Refused as refused:
        log.info("%s is refused: %s", command, refused)


class PublishedState:
    """The published state of the table, in the language of the table."""

    def __init__(self, snapshot: Callable[[], Snapshot]) -> None:
        self._snapshot = snapshot
        self._interpreter = interpreter(lambda: snapshot().settings.language)

    def __call__(self) -> TableText:
        snapshot = self._snapshot()
        with self._interpreter.app_context():
            return _shown(snapshot)


def _shown(snapshot: Snapshot) -> TableText:
    scene, played, brightness = snapshot.scene(EVERYBODY), snapshot.played, snapshot.settings.brightness
    if played is None:
        return TableText(brightness=brightness)
    names = player_names(scene.players, scene.computers, scene.engines)
    over = scene.winners is not None
    return TableText(
        scene.key, scene.game_name,
        "" if over else ", ".join(names[seat] for seat in _seats(scene, played)),
        translate(_last(played), names),
        translate(scene.now, names) if over else "",
        scene.status == "paused", scene.action_count, brightness, _clocks(snapshot, names), _termination(scene),
    )


def _clocks(snapshot: Snapshot, names: Mapping[Seat, str]) -> str:
    """Return the time left to everybody at this moment, in whole seconds."""
    clocks = snapshot.clocks()
    return ", ".join(f"{names[seat]} {written(clocks[seat].left_ms // 1000 * 1000)}" for seat in clocks)


class PublicView:
    """The public view of the game on the table, its sentences in the language of the table."""

    def __init__(self, snapshot: Callable[[], TableSnapshot]) -> None:
        self._snapshot = snapshot
        self._interpreter = interpreter(lambda: snapshot().settings.language)

    def __call__(self) -> PublicGame | None:
        snapshot = self._snapshot()
        on_table, shown = snapshot.table.on_table, snapshot.scene(EVERYBODY)
        if on_table is None or shown.lesson is not None:
            return None
        with self._interpreter.app_context():
            return _public(shown, on_table.played, "" if on_table.afar is None else on_table.afar.board)


class LastRecords:
    """The published games that ended on the table, by key, once they are on disk; empty: cleared."""

    def __init__(
        self, snapshot: Callable[[], TableSnapshot], store: Store, show: Callable[[], PublicGame | None]
    ) -> None:
        """:param show: the game on the table as everybody may see it."""
        self._snapshot, self._store, self._show = snapshot, store, show
        self._said: dict[str, bytes] = {}
        self._gone: dict[str, bytes] = {}
        """The keys of games that are no longer published."""
        self._final = "", 0
        """The key and the number of entries of a game that is final: it is not looked up again at every touch."""

    def __call__(self) -> Mapping[str, bytes]:
        snapshot = self._snapshot()
        table, shown = snapshot.table, snapshot.scene(EVERYBODY)
        if table.on_table is not None and shown.lesson is None and table.on_disk >= table.entries:
            key = table.on_table.key
            if shown.winners is not None and self._final != (key, table.entries):
                self._look_up(key, table.entries)
            elif shown.winners is None and key in self._said:  # its end was taken back
                self._said[key] = b""
        return self._gone | self._said

    def _look_up(self, key: str, entries: int) -> None:
        shown, game = self._show(), self._store.game(key)
        if shown is None or shown.key != key or shown.winners is None:
            return  # the table has moved on meanwhile
        try:
            text = "" if game.damage else replayed_record(game)
        except EngineError:  # the rest of it may hold secrets
            text = ""
        if key not in self._said:
            self._forget_oldest(key)
        self._said[key] = write_recorded(shown, text)
        if text and (game.afar is None or game.seals is not None):  # the seals of two boards come later
            self._final = key, entries

    def _forget_oldest(self, key: str) -> None:
        """Clear older games: the broker keeps only as many as a panel may need, including those published before this
        start."""
        older = self._store.games(Selection(over=True, here=True), MOST_GAMES, MOST_GAMES)
        self._gone = {game.key: b"" for game in older if game.key != key}
        for each in self._gone:
            self._said.pop(each, None)


def _public(scene: Scene, played: Played, other: str) -> PublicGame:
    names = player_names(scene.players, scene.computers, scene.engines)
    now = now_json(played, SPECTATOR, names)
    return PublicGame(
        scene.key, scene.game_id, played.game.board(played.options), _given_names(scene), now["pieces"],
        other, scene.computers, scene.afar,
        () if scene.winners is not None else tuple(_seats(scene, played)), scene.status == "paused",
        scene.action_count, now["told"], now["phase"], "" if scene.winners is None else translate(scene.now, names),
        scene.winners, _termination(scene), tuple(now["squares"]), tuple(now["holes"]),
        {mark["square"]: mark["text"] for mark in now["marks"] if mark["text"]},
    )


def _termination(scene: Scene) -> str:
    """Return how the game ended; empty while it goes on."""
    return "" if scene.winners is None else termination(scene.reason)


def _given_names(scene: Scene) -> dict[Seat, str]:
    return {seat: "" if seat in scene.computers else name.strip() for seat, name in scene.players.items()}


def _seats(scene: Scene, played: Played) -> list[Seat]:
    """Return the seats to act, also while the screen board's hand still moves what was played; at a throw, the
    thrower."""
    to_act = played.game.to_act(played.position) if scene.carrying else scene.to_act
    acting = [seat for seat in scene.players if seat in to_act]
    thrower = played.game.thrower(played.position)
    return acting or [seat for seat in scene.players if seat is thrower]


def _last(played: Played) -> Message:
    """Describe the last action."""
    if not played.actions:
        return Message("")
    before = played.before().position
    return played.game.tell(before, played.actions[-1], SPECTATOR)[0].message
