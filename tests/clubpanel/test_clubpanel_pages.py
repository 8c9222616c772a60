"""The pages of a club's panel, and a board that comes to its wall over a real mosquitto."""

import gzip
import json
import logging
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from flask import Flask
from flask.testing import FlaskClient
from mosquitto_broker import Mosquitto
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from sqlalchemy.exc import OperationalError
from waiting import PATIENCE_S, wait_for

from club.broadcast.public import PublicGame, write_game
from club.member import Member
from club.transport.link import Broker
from club.transport.messages import Status, write_status
from clubpanel.app import create_app, static_files
from clubpanel.results.database import opened
from clubpanel.web.drawing import LONGEST_REST_S
from clubpanel.web.wall import STREAMS, WatchedClub
from engine.core.messages import Message
from engine.core.pieces import Seat
from engine.core.squares import Board
from webpanel.access.url_prefix import PrefixMiddleware

PIN = "246810"
ADA, BO = "00000000000000a1", "00000000000000b2"
GAME = PublicGame(
    "k1", "pawn-advance", Board(8, 8), {Seat.WHITE: "Ada <b>", Seat.BLACK: ""}, {"b3": "wP", "b8": "bP"},
    to_act=(Seat.BLACK,), actions=1, last="Ada's pawn goes from b1 to b3.", squares=("b1", "b3"),
)
OVER = replace(
    GAME, players={Seat.WHITE: "Ada", Seat.BLACK: "Bo"}, to_act=(), winners=(Seat.WHITE,), result="Ada wins.",
)


@pytest.fixture
def wall(tmp_path: Path) -> Iterator[WatchedClub]:
    """Not connected to anything."""
    database = opened("", tmp_path)
    yield WatchedClub(Broker("127.0.0.1", 9), "pawnlight", database, lambda: "2026-11-23T10:00:00Z", PIN)
    database.dispose()


@pytest.fixture
def app(wall: WatchedClub) -> Flask:
    return create_app(wall)


@pytest.fixture
def phone(app: Flask) -> FlaskClient:
    return app.test_client()


def hear(wall: WatchedClub, board: str, game: PublicGame | None, name: str = "Living room") -> None:
    """A board says that it is there, and shows its game."""
    wall.watcher._hear(f"pawnlight/{board}/status", write_status(Status(board, name, True, "1")), True)
    wall.watcher._hear(f"pawnlight/{board}/game", write_game(game), False)


def text(phone: FlaskClient, address: str, status: int = 200, **headers: str) -> str:
    answer = phone.get(address, headers=headers)
    assert answer.status_code == status
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    return answer.get_data(as_text=True)


def test_a_wall_without_boards_says_how_they_come(phone: FlaskClient) -> None:
    assert "connected to the same broker" in text(phone, "/")
    assert "mit demselben Broker" in text(phone, "/", **{"Accept-Language": "de"})


def test_the_wall_shows_each_board_with_its_game(wall: WatchedClub, phone: FlaskClient) -> None:
    hear(wall, ADA, GAME)
    hear(wall, BO, None, "Club room")
    page = text(phone, "/")
    assert page.index("Club room") < page.index("Living room")
    assert "It shows no game." in page and "Pawn Advance Chess" in page
    assert re.search(r'class="black" data-acts>Black <em>to move', page)
    assert "Ada &lt;b&gt;" in page and "<b>" not in page, "a name is no markup"
    assert "Ada&#39;s pawn goes from b1 to b3." in page
    part = text(phone, "/?part=1")
    assert part.count("<article") == 2 and "<html" not in part


def test_a_board_is_off_line_while_the_broker_is_away(wall: WatchedClub, phone: FlaskClient) -> None:
    hear(wall, ADA, GAME)
    assert "offline" in text(phone, f"/boards/{ADA}")


def test_a_board_has_a_page_a_picture_and_a_code(wall: WatchedClub, phone: FlaskClient) -> None:
    hear(wall, ADA, GAME)
    page = text(phone, f"/boards/{ADA}")
    (picture,) = re.findall(r'class="picture" src="([^"]+)"', page)
    answer = phone.get(picture)
    assert "max-age" in answer.headers["Cache-Control"]
    assert 'data-square="b3" data-piece="wP"' in answer.get_data(as_text=True)
    drawn = ElementTree.fromstring(answer.get_data())
    assert drawn.get("width") == drawn.get("height"), "the board alone: the page has the words"
    hear(wall, ADA, replace(GAME, pieces={"b4": "wP"}))
    assert picture not in text(phone, f"/boards/{ADA}"), "another position has another address"
    assert "max-age" not in phone.get(picture).headers["Cache-Control"]
    assert "<svg" in text(phone, f"/boards/{ADA}/code")


@pytest.mark.parametrize("address", [f"/boards/{BO}", f"/boards/{BO}/picture", f"/boards/{BO}/code", "/boards/x"])
def test_a_board_that_nobody_knows_is_not_there(phone: FlaskClient, address: str) -> None:
    assert "There is no such board in the club" in text(phone, address, 404)


def test_what_ended_is_on_the_page_of_results_and_in_the_tables(wall: WatchedClub, phone: FlaskClient) -> None:
    assert "No game is over yet" in text(phone, "/results")
    hear(wall, ADA, OVER)
    wall.bookkeeper.renew()
    page = text(phone, "/results")
    assert "Ada wins." in page and re.search(r'<th scope="row">Ada</th><td>1</td><td>1</td><td>0</td><td>0</td>', page)
    assert "Ada,1,1,0,0,1.0," in text(phone, "/standings.csv")
    assert "k1,pawn-advance" in text(phone, "/results.csv")
    assert "Ada" not in text(phone, "/standings.csv?game=pawn")


def test_what_the_broker_kept_counts_unless_it_is_heard_at_the_very_beginning(
    wall: WatchedClub, phone: FlaskClient
) -> None:
    """A panel that has lost its connection hears what ended meanwhile as it would hear what is older than itself."""
    for number in range(2):
        game = replace(OVER, key=f"k{number}")
        wall.watcher._hear(f"pawnlight/{ADA}/game", write_game(game), True)
        wall._lost()
    assert [(each.key, each.older) for each in wall.results.all()] == [("k1", False), ("k0", True)]
    page = text(phone, "/results")
    assert page.count("It was over before this panel was first started, and does not count.") == 1


def test_a_database_that_does_not_answer_is_told_of_and_caught_up_with(
    wall: WatchedClub, phone: FlaskClient, monkeypatch: pytest.MonkeyPatch, logged_errors: list[logging.LogRecord]
) -> None:
    def fail(*_: object) -> None:
        raise OperationalError("select", {}, Exception("gone"))

    with monkeypatch.context() as away:
        away.setattr(wall.results, "note", fail)
        away.setattr(wall.results, "all", fail)
        hear(wall, ADA, OVER)
        hear(wall, ADA, OVER)
        assert "Living room" in text(phone, "/"), "the wall shows what it hears"
        assert "database does not answer" in text(phone, "/results", 503)
    hear(wall, BO, None)
    assert [each.key for each in wall.results.all()] == ["k1"]
    assert logged_errors, "the log says so"


@pytest.mark.parametrize("payload", [b"{}", b"\xff", b'{"version":1}', write_game(GAME) + b" " * 9000])
def test_nonsense_changes_nothing_and_is_logged_once(
    wall: WatchedClub, phone: FlaskClient, payload: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    hear(wall, ADA, OVER)
    before = text(phone, "/"), wall.results.all()
    for _ in range(3):
        wall.watcher._hear(f"pawnlight/{ADA}/game", payload, True)
    assert (text(phone, "/"), wall.results.all()) == before
    assert len([record for record in caplog.records if "makes no sense" in record.getMessage()]) == 1


def test_pages_are_told_of_every_change(wall: WatchedClub, phone: FlaskClient) -> None:
    answer = phone.get("/events")
    stream = answer.response.__iter__()  # type: ignore[attr-defined]
    assert next(stream) == b"retry: 1000\ndata: 1\n\n"
    hear(wall, ADA, GAME)
    assert next(stream) == b"data: 1\n\n"
    wall.changes.close()
    answer.close()


def test_a_page_that_was_told_of_something_sees_it_however_much_goes_on(wall: WatchedClub, phone: FlaskClient) -> None:
    """A viewer may see the old drawing before being told, but not after."""
    published: list[str] = []
    hear(wall, ADA, GAME)
    wall.changes.call(lambda: published.append(text(phone, "/?part=1")))
    for number in range(300):
        hear(wall, ADA, replace(GAME, last=f"This was number {number}."))
    wait_for(lambda: any("number 299." in each for each in published), "the last of it")  # a thread may be late
    assert len(published) < 600, "it was not told each time"


def test_the_more_pages_are_open_the_less_often_they_are_told(wall: WatchedClub) -> None:
    assert wall.pause_s() < 0.1, "nothing was drawn, and nobody looks"
    for number in range(STREAMS):
        wall.streams.open(f"phone {number}", f"address {number}", wall.changes.subscribe)
    assert 0.5 < wall.pause_s() < 1.0 < LONGEST_REST_S
    wall.streams.close()


def test_the_boards_are_sent_packed_to_whoever_can_unpack_them(wall: WatchedClub, phone: FlaskClient) -> None:
    hear(wall, ADA, GAME)
    answer = phone.get("/?part=1", headers={"Accept-Encoding": "gzip, br"})
    assert answer.headers["Content-Encoding"] == "gzip" and "Accept-Encoding" in answer.headers["Vary"]
    assert gzip.decompress(answer.get_data()).decode() == text(phone, "/?part=1")
    assert "Content-Encoding" not in phone.get("/?part=1").headers


def look(wall: WatchedClub, phone: FlaskClient, mark: str = "") -> tuple[str, bool, str]:
    """Fetch the boards as an open page does that has a part with this mark and was told of news: what came, whether it
    is only what changed, and the next mark."""
    wall._tell()
    answer = phone.get("/?part=1", headers={"Live-Mark": mark, "Accept-Encoding": "gzip"})
    came = gzip.decompress(answer.get_data()).decode()
    return came, answer.headers["Live-Only-Changes"] == "yes", answer.headers["Live-Mark"]


def test_an_open_page_is_sent_only_the_boards_that_changed(wall: WatchedClub, phone: FlaskClient) -> None:
    hear(wall, ADA, GAME)
    hear(wall, BO, GAME, "Club room")
    (first,) = re.findall(r'data-mark="([^"]+)"', text(phone, "/"))
    assert look(wall, phone, first) == ("", True, first)
    hear(wall, BO, replace(GAME, last="Bo castles."), "Club room")
    came, only_changes, second = look(wall, phone, first)
    assert only_changes and came.count("<article") == 1 and "Bo castles." in came
    hear(wall, ADA, replace(GAME, last="Ada castles."))
    came, only_changes, third = look(wall, phone, second)
    assert only_changes and came.count("<article") == 1 and "Ada castles." in came
    assert look(wall, phone, first)[0].count("<article") == 2, "a page that was away for a while"
    assert look(wall, phone, third) == ("", True, third)


@pytest.mark.parametrize("change", ["another board", "a board that is gone", "another order", "another notice"])
def test_an_open_page_is_sent_all_boards_when_they_stand_otherwise(
    wall: WatchedClub, phone: FlaskClient, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    hear(wall, ADA, GAME)
    hear(wall, BO, GAME, "Club room")
    first = look(wall, phone)[2]
    if change == "another board":
        hear(wall, f"{3:016x}", GAME, "Another room")
    elif change == "a board that is gone":
        wall.watcher._hear(f"pawnlight/{BO}/status", b"", False)
    elif change == "another order":
        hear(wall, ADA, GAME, "A room")
    else:
        monkeypatch.setattr(wall.watcher._link, "_trouble", Message("The broker is away."))
    came, only_changes, second = look(wall, phone, first)
    assert not only_changes and came.count("<article") == len(wall.watcher.boards())
    assert ("The broker is away." in came) == (change == "another notice")
    assert look(wall, phone, second) == ("", True, second)


@pytest.mark.parametrize("mark", ["", "0", "x.0", "{}.9", "{}.-1", "{}.²", "{}." + "1" * 5000, "{}"])
def test_a_page_with_a_part_that_this_panel_never_made_is_sent_all(
    wall: WatchedClub, phone: FlaskClient, mark: str
) -> None:
    """It is another language's, or from before the panel was started again."""
    hear(wall, ADA, GAME)
    token = look(wall, phone)[2].partition(".")[0]
    came, only_changes, _ = look(wall, phone, mark.format(token).encode().decode("latin-1"))
    assert not only_changes and came.count("<article") == 1
    german = phone.get("/?part=1", headers={"Live-Mark": look(wall, phone)[2], "Accept-Language": "de"})
    assert german.headers["Live-Only-Changes"] == "no"


def test_each_page_ends_with_the_wall_as_it_is_however_often_and_seldom_it_looks(
    wall: WatchedClub, phone: FlaskClient
) -> None:
    """Pages put together from changes are the same as a new one."""
    rng = random.Random(1)
    pages = [("", dict[str, str]()) for _ in range(4)]
    for number in range(60):
        board = f"{rng.randrange(5):016x}"
        if rng.random() < 0.1:
            wall.watcher._hear(f"pawnlight/{board}/status", b"", False)
        else:
            hear(wall, board, replace(GAME, last=f"This was number {number}."), f"Board {rng.randrange(3)}")
        at = rng.randrange(4)
        came, only_changes, mark = look(wall, phone, pages[at][0])
        cards = {each[:48]: each for each in re.findall(r"<article.*?</article>\n?", came, re.S)}
        pages[at] = mark, pages[at][1] | cards if only_changes else cards
        whole = look(wall, phone)[0]
        assert list(pages[at][1].values()) == re.findall(r"<article.*?</article>\n?", whole, re.S)


# --- at a real broker --------------------------------------------------------------------------------------------


def test_a_game_that_is_played_somewhere_comes_to_the_wall_and_its_result_stays(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "broker").mkdir()
    mosquitto = Mosquitto(tmp_path / "broker")
    for user in (ADA, "club"):
        mosquitto.add_user(user, "secret")
    mosquitto.start()
    database = opened("", tmp_path)
    wall, shown = WatchedClub(mosquitto.broker("club", "secret"), "pawnlight", database, lambda: "", PIN), [GAME]
    board = Member(mosquitto.broker(ADA, "secret"), "pawnlight", Status(ADA, "Ada's", True, "1"), show=lambda: shown[0])
    phone = create_app(wall).test_client()

    def until(seen: Callable[[str], object], what: str) -> None:
        wait_for(lambda: seen(text(phone, f"/boards/{ADA}")), lambda: f"{what}; {wall.watcher.trouble}")

    try:
        board.start()
        wall.watcher.start()
        wait_for(lambda: any(each.game for each in wall.watcher.boards()), "a board with its game on the wall")
        until(lambda page: "online" in page and "Ada&#39;s pawn" in page, "the game as it stands")
        shown[0] = OVER
        board.wake()
        until(lambda page: "Ada wins." in page, "the end of the game")
        wait_for(wall.results.all, "its result")
        hostile(mosquitto, f"pawnlight/{ADA}/game")
        assert board.stop(PATIENCE_S)
        until(lambda page: "offline" in page, "the board that left")
        assert [(each.key, each.winners) for each in wall.results.all()] == [("k1", (Seat.WHITE,))]
    finally:
        board.stop(PATIENCE_S)
        assert wall.watcher.stop(PATIENCE_S)
        database.dispose()
        mosquitto.stop()


def hostile(mosquitto: Mosquitto, topic: str) -> None:
    """The panel's own user may write nothing: what it writes reaches nobody."""
    codes: list[str] = []
    client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv5)
    client.username_pw_set("club", "secret")
    client.on_publish = lambda client, data, number, code, properties: codes.append(str(code))
    client.connect("127.0.0.1", mosquitto.port)
    client.loop_start()
    wait_for(client.is_connected, "another program at the broker")
    client.publish(topic, json.dumps({}).encode(), qos=1, retain=True)
    wait_for(lambda: codes, "the broker's answer")
    client.disconnect()
    client.loop_stop()
    assert codes == ["Not authorized"]


def test_what_pages_look_like_is_kept_for_good(wall: WatchedClub, phone: FlaskClient) -> None:
    hear(wall, ADA, GAME)
    named = set(re.findall(r'(?:src|href)="([^"]*/static/[^"]*)"', text(phone, "/")))
    assert len(named) >= 5
    for address in named:
        assert address.startswith(f"/static/{static_files().version}/")
        answer = phone.get(address)
        assert answer.status_code == 200 and "immutable" in answer.headers["Cache-Control"], address
    assert phone.get("/static/club.css").headers["Cache-Control"] == "no-cache"
    assert phone.get("/static/bundles/table/page.js").status_code == 404, "that is the table's panel's"


# --- names and paths ---------------------------------------------------------------------------------------------


def test_a_name_that_somebody_pointed_here_is_refused_on_every_page(wall: WatchedClub, phone: FlaskClient) -> None:
    """DNS rebinding: the same check as on the panel of a table."""
    wall.addresses, wall.names = ("http://192.168.1.30:8080/",), ("club", "club.example.org")
    for address in ("/", "/results", "/tournaments", "/events", "/static/club.css", "/static/icon.svg", "/nowhere"):
        for host in ("evil.example", "club.example.org.evil.example", "evil.fritz.box"):
            answer = phone.get(address, headers={"Host": host})
            assert answer.status_code == 400, (address, host)
            assert "http://192.168.1.30:8080/" in answer.get_data(as_text=True)
    for host in ("club.example.org", "club.fritz.box", "club", "192.168.1.30:8080", "anything.lan"):
        assert phone.get("/", headers={"Host": host}).status_code == 200, host
    given = phone.post("/organiser", data={"pin": PIN, "name": "Olga"}, headers={"Host": "evil.example"})
    assert given.status_code == 400 and "Set-Cookie" not in given.headers


LINK = re.compile(r'\b(?:href|src|action)="([^"]*)"')


@pytest.mark.parametrize(("before", "headers"), [("/wall", {}), ("", {"X-Forwarded-Prefix": "/wall"})])
def test_below_a_path_all_leads_there_and_directly_to_the_top(
    wall: WatchedClub, app: Flask, before: str, headers: dict[str, str]
) -> None:
    hear(wall, ADA, GAME)
    hear(wall, BO, OVER)
    app.wsgi_app = PrefixMiddleware(app.wsgi_app, "/wall")  # type: ignore[method-assign]
    phone = app.test_client()
    admitted = phone.post(f"{before}/organiser", data={"pin": PIN, "name": "Olga"}, headers=headers)
    assert admitted.headers["Location"] == "/wall/tournaments" and "Path=/wall;" in f"{admitted.headers['Set-Cookie']};"
    to_see, seen = ["/wall/", f"/wall/boards/{ADA}?part=1", "/wall/?part=1"], set[str]()
    while to_see:
        path = to_see.pop()
        if path in seen:
            continue
        seen.add(path)
        answer = phone.get(before + path.removeprefix("/wall"), headers=headers, buffered=True)
        assert answer.status_code == 200 or path.startswith(("/wall/appearance", "/wall/organiser")), path
        for link in LINK.findall(answer.get_data(as_text=True) if answer.mimetype == "text/html" else ""):
            assert link.startswith(("/wall/", "#")), f"{path} leads to {link}"
            to_see += [link.partition("#")[0]] if link.startswith("/") else []
    static = f"/wall/static/{static_files().version}"
    assert {"/wall/results", f"{static}/bundles/panel.css", f"{static}/live.js", f"/wall/boards/{ADA}/code"} <= seen
    assert "/wall" not in app.test_client().get("/").get_data(as_text=True), "what was drawn for others is theirs"
