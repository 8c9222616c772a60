"""A club whose broker passes on what is public to a federation's, set up as docs/federation.md says."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from mosquitto_broker import ROOT, Mosquitto
from stranger import program
from waiting import PATIENCE_S, wait_for

from club.broadcast.public import PublicGame
from club.member import Member
from club.transport.messages import Status
from club.watcher import KnownBoard, Watcher
from engine.core.pieces import Seat
from engine.core.squares import Board

ADA, BO = "00000000000000a1", "00000000000000b2"
PAGE = (ROOT / "docs" / "federation.md").read_text("utf-8")
GAME = PublicGame("k1", "pawn", Board(8, 8), {Seat.WHITE: "Ada", Seat.BLACK: "Bo"})


def block(kind: str) -> str:
    """Return the example of this kind on the page."""
    (found,) = re.findall(rf"```{kind}\n(.*?)```", PAGE, re.S)
    return str(found)


@pytest.fixture
def federation(tmp_path: Path) -> Iterator[Mosquitto]:
    """The broker above those of the clubs; started."""
    directory = tmp_path / "federation"
    directory.mkdir()
    above = Mosquitto(directory, tls=True)
    above.add_users(dict.fromkeys(["bridge-north", "club", "organiser"], "secret"))
    above.allow(block("acl"))
    above.allow("user organiser\ntopic readwrite pawnlight/#")
    above.start()
    yield above
    above.stop()


@pytest.fixture
def north(tmp_path: Path, federation: Mosquitto) -> Iterator[Mosquitto]:
    """The broker of a club; started."""
    directory = tmp_path / "north"
    directory.mkdir()
    club = Mosquitto(directory)
    club.add_users(dict.fromkeys([ADA, BO, "organiser"], "secret"))
    club.allow("user organiser\ntopic readwrite pawnlight/#")
    bridge = block("conf").replace("broker.example.org:8883", f"localhost:{federation.port}")
    bridge = bridge.replace("bridge_capath /etc/ssl/certs", f"bridge_cafile {federation.ca_file}")
    bridge = bridge.replace("the password of bridge-north", "secret")
    with (directory / "mosquitto.conf").open("a") as file:
        file.write(f"{bridge}restart_timeout 1\n")
    club.start()
    yield club
    club.stop()


def shown(panel: Watcher) -> list[KnownBoard]:
    """Return the boards that are online."""
    return [each for each in panel.boards() if each.status.online]


def test_the_federations_panel_shows_the_boards_of_a_club_and_nothing_comes_back(
    federation: Mosquitto, north: Mosquitto
) -> None:
    with ExitStack() as opened:
        panel = Watcher(federation.broker("club", "secret"), "pawnlight", lambda *_: None, lambda *_: None)
        panel.start()
        opened.callback(panel.stop, PATIENCE_S)
        me = Status(ADA, "Ada's", True, "1")
        ada = Member(north.broker(ADA, "secret"), "pawnlight", me, show=lambda: GAME)
        ada.start()
        opened.callback(ada.stop, PATIENCE_S)
        wait_for(lambda: [each.game for each in shown(panel)] == [GAME], "the board's game on the federation's panel")
        federation.stop()
        wait_for(lambda: not panel.connected, "a panel without its broker")
        federation.start()
        private = f"pawnlight/{ADA}/to/{BO}/0123456789ab"
        with program(federation, "organiser") as above, program(north, "organiser") as below:
            kept = {f"pawnlight/{ADA}/status", f"pawnlight/{ADA}/game"}
            wait_for(lambda: above.seen.keys() >= kept, "all that was kept, once more")
            wait_for(lambda: panel.connected, "a panel at its broker again")
            assert below.write(private, b"{}") == "Success"
            assert above.write(f"pawnlight/{BO}/status", b"{}") == "Success"
            ada.stop(PATIENCE_S)
            wait_for(lambda: not shown(panel), "the board that went")
            assert private not in above.seen and f"pawnlight/{BO}/status" not in below.seen
