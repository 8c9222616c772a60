"""Programs that look on at a real mosquitto, set up as docs/club.md says: what they read, what they may not write, and
that they leave each other alone."""

import re
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from mosquitto_broker import Mosquitto, block
from stranger import program
from waiting import PATIENCE_S, wait_for

from club.broadcast.public import PublicGame, read_game
from club.member import Member
from club.transport import link
from club.transport.messages import Status
from club.watcher import Watcher
from engine.core.pieces import Seat
from engine.core.squares import Board

ADA, BO = "00000000000000a1", "00000000000000b2"
PUBLIC = {f"pawnlight/{ADA}/{topic}" for topic in ("status", "game", "record/k1")}
PRIVATE = {f"pawnlight/{ADA}/{topic}" for topic in ("state", "event", f"to/{BO}/0123456789ab", "set/paused", "other")}
HOME_ASSISTANT = f"homeassistant/device/{ADA}/config"


def lines_for_panel(user: str) -> str:
    """Return the rules of the page for one more panel."""
    (lines,) = re.findall(r"^user club\n(?:topic .*\n)+", block("acl"), re.M)
    return str(lines).replace("club", user)


@pytest.fixture
def mosquitto(mosquitto: Mosquitto) -> Mosquitto:
    """Started, and known to a board, two panels, an overlay and an organiser."""
    mosquitto.add_users(dict.fromkeys([ADA, "club", "club-2", "overlay", "organiser"], "secret"))
    mosquitto.allow(lines_for_panel("club-2"))
    mosquitto.allow("user organiser\ntopic readwrite pawnlight/#\ntopic readwrite homeassistant/#")
    mosquitto.start()
    return mosquitto


@contextmanager
def watching(mosquitto: Mosquitto, *users: str) -> Iterator[list[Watcher]]:
    """Panels, each as one of these users."""
    with ExitStack() as opened:
        watchers = []
        for user in users:
            broker = mosquitto.broker(user, "secret")
            watchers.append(Watcher(broker, "pawnlight", lambda *_: None, lambda *_: None))
            watchers[-1].start()
            opened.callback(watchers[-1].stop, PATIENCE_S)
        yield watchers


def seen(watcher: Watcher) -> list[int]:
    """Return the number of actions of each game that it shows."""
    return [each.game.actions for each in watcher.boards() if each.game is not None]


def actions_in(payload: bytes | None) -> int:
    """Return the number of actions of the game that a message shows."""
    game = read_game(payload) if payload else None
    return 0 if game is None else game.actions


def test_two_panels_and_an_overlay_look_on_at_once_and_none_is_thrown_off(mosquitto: Mosquitto) -> None:
    moves = 0

    def show() -> PublicGame:
        return PublicGame("k1", "pawn", Board(8, 8), {Seat.WHITE: "Ada", Seat.BLACK: "Bo"}, actions=moves)

    def is_seen() -> bool:
        on_overlay = actions_in(overlay.seen.get(f"pawnlight/{ADA}/game"))
        return on_overlay == moves and all(seen(panel) == [moves] for panel in panels)

    ada = Member(mosquitto.broker(ADA, "secret"), "pawnlight", Status(ADA, "Ada's", True, "1"), show=show)
    ada.start()
    with watching(mosquitto, "club", "club-2") as panels, program(mosquitto, "overlay") as overlay:
        while moves < 20:
            moves += 1
            ada.wake()
            wait_for(is_seen, "the move on both panels and on the overlay")
        assert [panel.trouble for panel in panels] == [None, None]
        assert ada.stop(PATIENCE_S)
    assert "already connected" not in mosquitto.log()


@pytest.mark.parametrize("user", ["club", "club-2", "overlay"])
def test_who_looks_on_reads_what_is_public_and_writes_nothing(mosquitto: Mosquitto, user: str) -> None:
    with program(mosquitto, user) as watcher, program(mosquitto, "organiser") as organiser:
        for topic in [*PRIVATE, HOME_ASSISTANT, *PUBLIC]:
            assert organiser.write(topic, b"{}") == "Success"
        wait_for(lambda: watcher.seen.keys() >= PUBLIC, lambda: f"all that is public: {watcher.seen}")
        assert watcher.seen.keys() == PUBLIC
        own = f"pawnlight/{user}/status", f"pawnlight/{user}/to/{ADA}/0123456789ab", f"pawnlight/{user}/game"
        for topic in (*PUBLIC, *PRIVATE, *own, HOME_ASSISTANT, f"homeassistant/device/{user}/config", "elsewhere"):
            assert watcher.write(topic, b"ON") == "Not authorized", topic
        assert organiser.seen.keys() <= PUBLIC | PRIVATE | {HOME_ASSISTANT}
        paired = watcher.write(f"pawnlight/round/{ADA}", b"")
        assert paired == ("Not authorized" if user == "overlay" else "Success"), "panels alone pair"


def test_a_panel_that_is_thrown_off_names_the_user_and_its_client_id_and_blames_no_card(
    mosquitto: Mosquitto, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(link, "RETRY_S", (PATIENCE_S,))  # so that what it says stays
    with watching(mosquitto, "club") as (panel,):
        wait_for(lambda: panel.connected, "a panel at the broker")
        with program(mosquitto, "club"):
            told = str(wait_for(lambda: panel.trouble, "a sentence about the other program"))
    assert "as the same user club " in told and "a user of its own" in told and "card" not in told
    (client,) = re.findall(r"client id (club-[0-9a-f]{16})", told)
    assert client not in mosquitto.log(), "the broker has put the user in its place"
    assert told in caplog.messages


def test_a_panel_that_was_there_for_long_believes_a_broker_that_says_who_took_over(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Mosquitto says nothing; others send DISCONNECT with a reason code (MQTT 5, 3.14.2.1)."""
    monkeypatch.setattr(link, "LASTING_S", 0.0)
    with socket.create_server(("127.0.0.1", 0)) as server:
        broker = link.Broker("127.0.0.1", server.getsockname()[1], user="club")
        panel = Watcher(broker, "pawnlight", lambda *_: None, lambda *_: None)
        panel.start()
        connection, _ = server.accept()
        with connection:
            assert connection.recv(4096)[0] == 0x10  # CONNECT
            connection.sendall(b"\x20\x03\0\0\0")  # CONNACK: success
            wait_for(lambda: panel.connected, "a panel at the broker")
            connection.sendall(b"\xe0\x02\x8e\0")  # DISCONNECT: session taken over
        wait_for(lambda: any("as the same user club " in said for said in caplog.messages), "a sentence about it")
        assert panel.stop(PATIENCE_S)
