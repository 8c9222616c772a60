"""The published table at the broker: its game in words, as spectators may know it, without secrets."""

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from mosquitto_broker import Mosquitto
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from random_games import some_action, some_options
from waiting import wait_for

from club.broadcast.public import PublicGame, read_game, write_game
from club.broadcast.table_text import TableText, events_between, write_state
from club.transport.identity import board_id
from daemon.config.schema import ClubConfig
from daemon.remote.membership import PublicView, PublishedState
from daemon.snapshots.scenes import Snapshot
from daemon.snapshots.seats import Seating
from engine.core.pieces import CHANCE, Seat
from engine.game import Played
from engine.records.game_record import begin
from engine.registry import find_game, game_ids
from table.messages.events import AbandonGame, BoardLaidOut, ContinueGame, Event, OfferDraw, Pause, Resign, Resume
from table.messages.new_game import NewGame
from table.messages.settings import Settings
from table.model.state import Table
from table.step import step


def at_table(played: Played, language: str = "en") -> Snapshot:
    """A table with this game on it."""
    players = {seat: seat.name.title() for seat in played.game.seats_of(played.options)}
    laid_out, _ = step(Table(settings=Settings(language=language)), BoardLaidOut(), 0.0)
    game = NewGame(played.game.id, played.options.as_data(), players, True)
    event = ContinueGame("key", game, played, len(played.actions))
    table, _ = step(laid_out, event, 0.0)
    return Snapshot(1, table, Seating("key"), None, None, lambda: 0.0)


def shown(played: Played, language: str = "en") -> TableText:
    """Return the published state of that table."""
    snapshot = at_table(played, language)
    return PublishedState(lambda: snapshot)()


def public(played: Played) -> PublicGame:
    """Return the game that it publishes for those who watch the club."""
    snapshot = at_table(played)
    game = PublicView(lambda: snapshot)()
    assert game is not None
    return game


def random_game(game_id: str, seed: int, actions: int) -> Iterator[Played]:
    """A game after each of its actions."""
    chance, game = random.Random(seed), find_game(game_id)
    played = begin(game, some_options(game, chance))
    for _ in range(actions):
        if game.outcome(played.position) is not None:
            return
        played, _ = played.after(some_action(game, played.position, chance))
        yield played


def test_a_table_without_a_game_shows_nothing() -> None:
    empty = Snapshot(1, Table(), Seating(), None, None, lambda: 0.0)
    assert PublishedState(lambda: empty)() == TableText(brightness=60)
    assert PublicView(lambda: empty)() is None


@pytest.mark.parametrize("game_id", game_ids())
def test_every_game_is_shown_in_words_whatever_comes_up(game_id: str) -> None:
    count = 0
    for played in random_game(game_id, seed=3, actions=60):
        seen = shown(played)
        assert (seen.game, seen.actions) == (played.game.name, len(played.actions))
        assert seen.last.endswith((".", "!", "…", "?")) and "{" not in seen.last
        over = played.game.outcome(played.position) is not None
        game, position = played.game, played.position
        nobody = over or game.to_act(position) == (CHANCE,) and game.thrower(position) is None
        assert bool(seen.result) == over and bool(seen.turn) == (not nobody)
        watched = public(played)
        assert read_game(write_game(watched)) == watched and (watched.winners is not None) == over
        assert bool(watched.to_act) == bool(seen.turn) and watched.actions == seen.actions
        count += 1
    assert count > 10


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("event", [
    Resign(Seat.WHITE, frozenset({Seat.WHITE})), AbandonGame(), OfferDraw(Seat.WHITE, frozenset(Seat)),
])
def test_a_game_that_players_end_says_so_to_everybody(language: str, event: Event) -> None:
    game = find_game("pawn")
    table = at_table(begin(game, game.read_options({})), language)
    ended, _ = step(table.table, event, 1.0)
    assert ended.on_table is not None and ended.on_table.ended is not None
    over = Snapshot(2, ended, Seating("key"), None, None, lambda: 1.0)
    watched, seen = PublicView(lambda: over)(), PublishedState(lambda: over)()
    assert watched is not None and watched.winners == ended.on_table.ended.winners
    assert watched.termination == seen.termination == ended.on_table.ended.reason
    assert read_game(write_game(watched)) == watched


def test_the_table_s_language_is_spoken() -> None:
    game = find_game("pawn")
    played = begin(game, game.read_options({}))
    played, _ = played.after(game.actions(played.position)[0])
    english, german = shown(played), shown(played, "de")
    assert english.last != german.last
    assert "Bauer" in german.last


def hidden_alternatives(played: Played, chance: random.Random) -> Iterator[Played]:
    """The same game, but for its last action, which is secret: the same seat decided something else."""
    game, before = played.game, played.before()
    if not game.undisclosed(played.position):
        return
    seat = game.actor(before.position, played.actions[-1])
    for _ in range(5):
        other = some_action(game, before.position, chance, seat if isinstance(seat, Seat) else None)
        if other != played.actions[-1] and game.actor(before.position, other) == seat:
            changed, _ = before.after(other)
            if game.undisclosed(changed.position):
                yield changed


def test_what_is_shown_of_pawn_s_revenge_is_the_same_whatever_was_decided_in_secret() -> None:
    chance, compared = random.Random(7), 0
    for seed in range(40):
        before: Played | None = None
        for played in random_game("pawns-revenge", seed, 60):
            for other in hidden_alternatives(played, chance):
                assert write_state(shown(other)) == write_state(shown(played))
                assert write_game(public(other)) == write_game(public(played))
                if before is not None:
                    one, two = (list(events_between(shown(before), shown(each))) for each in (played, other))
                    assert one == two
                compared += 1
            before = played
        if compared > 60:
            return
    raise AssertionError(f"only {compared} secrets came up")


# --- at the broker -----------------------------------------------------------------------------------------------


class HomeAssistant:
    """Looks on as the user of the page does."""

    def __init__(self, mosquitto: Mosquitto) -> None:
        self.kept: dict[str, Any] = {}
        self.events: list[Any] = []
        self.client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv5)
        self.client.username_pw_set("homeassistant", "secret")
        self.client.on_connect = lambda client, *_: client.subscribe("#", qos=1)
        self.client.on_message = self._on_message
        self.client.connect("127.0.0.1", mosquitto.port)
        self.client.loop_start()
        wait_for(self.client.is_connected, "Home Assistant at the broker")

    def _on_message(self, client: Client, data: Any, came: MQTTMessage) -> None:
        if "/set/" in came.topic:
            return
        if came.topic.endswith("/event"):
            self.events.append(json.loads(came.payload))
        else:
            self.kept[came.topic] = json.loads(came.payload)

    def end(self) -> None:
        self.client.disconnect()
        self.client.loop_stop()

    def until(self, topic: str, **fields: Any) -> None:
        wait_for(
            lambda: self.kept.get(topic, {}).items() >= fields.items(),
            lambda: f"{fields} on {topic}; there is {self.kept.get(topic)}",
        )


@pytest.fixture
def club(tmp_path: Path) -> Iterator[tuple[Mosquitto, ClubConfig, str]]:
    """A running broker, the configuration of a board there, and the board's id. Its data lie in ``tmp_path``/data."""
    for name in ("broker", "data"):
        (tmp_path / name).mkdir()
    secret = tmp_path / "secret"
    secret.write_text("secret")
    secret.chmod(0o600)
    mosquitto, board = Mosquitto(tmp_path / "broker"), board_id(tmp_path / "data")
    for user in (board, "homeassistant"):
        mosquitto.add_user(user, "secret")
    mosquitto.start()
    yield mosquitto, ClubConfig("127.0.0.1", mosquitto.port, password_file=secret, home_assistant=True), board
    mosquitto.stop()


def test_home_assistant_sees_a_game_begin_go_on_and_end(club: Any, new_table: Any, tmp_path: Path) -> None:
    mosquitto, config, board = club
    state = f"pawnlight/{board}/state"
    with new_table(tmp_path / "data", club=config) as table:
        home = HomeAssistant(mosquitto)
        home.until(f"homeassistant/device/{board}/config", state_topic=state)
        home.until(state, game="", turn="")
        table.start()
        home.until(state, game="Pawn Advance Chess", turn="Ada", actions=0, result="")
        table.move("b1", "b3")
        home.until(state, actions=1)
        assert home.kept[state]["last"]
        table.desk.send(Pause())
        home.until(state, paused=True)
        table.desk.send(Resume())
        home.until(state, paused=False)
        table.desk.send(Resign(Seat.WHITE, frozenset([Seat.WHITE])))
        wait_for(lambda: any(event["event_type"] == "game_over" for event in home.events), "the event of the end")
        assert home.kept[state]["result"] and home.kept[state]["turn"] == ""
        assert [event["player"] for event in home.events if event["event_type"] == "your_turn"][0] == "Ada"
    home.until(f"pawnlight/{board}/status", online=False)
    home.end()


def test_home_assistant_can_pause_and_dim_where_the_builder_allows_it(
    club: Any, new_table: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    mosquitto, config, board = club
    state, switch = f"pawnlight/{board}/state", f"pawnlight/{board}/set"
    home = HomeAssistant(mosquitto)
    home.client.publish(f"{switch}/brightness", b"99", qos=1, retain=True).wait_for_publish(30)
    with new_table(tmp_path / "data", club=replace(config, switches=True)) as table:
        table.start()
        home.until(state, turn="Ada", paused=False)
        home.client.publish(f"{switch}/paused", b"ON", qos=1)
        home.until(state, paused=True)
        table.until(lambda scene: scene.status == "paused")
        home.client.publish(f"{switch}/brightness", b"12", qos=1)
        home.until(state, brightness=12)
        assert table.desk.settings().brightness == 12
        home.client.publish(f"{switch}/power", b"OFF", qos=1)
        home.client.publish(f"{switch}/paused", b"OFF", qos=1)
        home.until(state, paused=False)
    home.end()
    refused = [record.getMessage() for record in caplog.records if "makes no sense" in record.getMessage()]
    assert [("/brightness" in line, "/power" in line) for line in refused] == [(True, False), (False, True)]


def test_without_switches_nobody_can_switch_anything(club: Any, new_table: Any, tmp_path: Path) -> None:
    mosquitto, config, board = club
    state = f"pawnlight/{board}/state"
    with new_table(tmp_path / "data", club=config) as table:
        table.start()
        home = HomeAssistant(mosquitto)
        home.until(state, turn="Ada")
        home.client.publish(f"pawnlight/{board}/set/paused", b"ON", qos=1).wait_for_publish(30)
        table.move("b1", "b3")
        home.until(state, actions=1, paused=False)
        home.end()
