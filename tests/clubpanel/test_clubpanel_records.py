"""Records of a club's games: taken from boards if they are sound, kept with the result, and given away whole."""

import io
import json
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from mosquitto_broker import Mosquitto
from waiting import PATIENCE_S, wait_for

from club.broadcast.public import PublicGame, write_game
from club.broadcast.recording import LARGEST_BYTES, write_recorded
from club.member import Member
from club.play.letters import Voucher
from club.play.sealing import seal
from club.play.signing import Signer
from club.play.state import LocalState
from club.play.verifying import findings
from club.transport.link import Broker
from club.transport.messages import Status, write_status
from clubpanel.app import create_app
from clubpanel.results.database import opened
from clubpanel.web.wall import WatchedClub
from engine.core.pieces import Seat
from engine.core.squares import Board
from engine.game import Outcome
from engine.records.game_record import Record, begin, read_record, replay, write_record
from engine.registry import find_game
from table.messages.remote_board import RemoteBoard

ADAS, BOS, KEY = "00000000000000a1", "00000000000000b2", "0123456789ab"
W, B = Seat.WHITE, Seat.BLACK
OVER = PublicGame(KEY, "pawn", Board(8, 8), {W: "Ada", B: "Bo's"}, other=BOS, afar=(B,), winners=(W,), result="Over.")
THERE = replace(OVER, players={W: "Ada's", B: 'Bo "B"'}, other=ADAS, afar=(W,))


@pytest.fixture
def wall(tmp_path: Path, database_address: str) -> Iterator[WatchedClub]:
    database = opened(database_address, tmp_path)
    yield WatchedClub(Broker("127.0.0.1", 1), "pawnlight", database, lambda: "2026-11-23T10:00:00Z", "123456")
    database.dispose()


@pytest.fixture
def phone(wall: WatchedClub) -> FlaskClient:
    return create_app(wall).test_client()


def played(*actions: str) -> Record:
    game = find_game("pawn")
    ended = Outcome((W,), "resignation")
    return Record(replay(begin(game, game.read_options({})), actions or ("b2b4", "b7b5")), {W: "Ada"}, ended=ended)


def sealed() -> Record:
    """The same, as both boards signed it."""
    record, signers = played(), (Signer(b"a" * 32), Signer(b"b" * 32))
    end = ((W,), "resignation")
    host = LocalState(KEY, RemoteBoard(BOS, "Bo's", (B,), True), record.played, 3, ended=end, secret=b"a" * 32)
    guest = LocalState(KEY, RemoteBoard(ADAS, "Ada's", (W,), False), record.played, 3, ended=end, secret=b"b" * 32)
    said = [Voucher(signer.public_key) for signer in signers]
    for _ in range(2):
        (one, seals), (other, _) = (
            seal(host, ADAS, "Ada's", signers[0], said[1]), seal(guest, BOS, "Bo's", signers[1], said[0]))
        said = [one, other]
    assert seals is not None
    return replace(record, seals=seals)


def tell(wall: WatchedClub, board: str, what: str, payload: bytes) -> None:
    wall.watcher._hear(f"pawnlight/{board}/{what}", payload, False)


def tell_record(wall: WatchedClub, board: str, record: Record, key: str = KEY) -> None:
    """With the game as the board showed it at its end."""
    game = replace(OVER if board == ADAS else THERE, key=key, winners=record.outcome.winners if record.outcome else ())
    tell(wall, board, f"record/{key}", write_recorded(game, write_record(record)))


def end_of_game(wall: WatchedClub) -> None:
    """Both boards show the end of their game."""
    for board, game in ((ADAS, OVER), (BOS, THERE)):
        tell(wall, board, "status", write_status(Status(board, board, True, "1")))
        tell(wall, board, "game", write_game(game))
    wall.bookkeeper.renew()


def text_of(phone: FlaskClient) -> str:
    answer = phone.get(f"/records/{ADAS}/{KEY}.pwl")
    return answer.get_data(as_text=True) if answer.status_code == 200 else ""


def test_a_record_is_given_away_with_its_seals_and_the_names_that_the_club_knows(
    wall: WatchedClub, phone: FlaskClient
) -> None:
    tell_record(wall, ADAS, played())
    wall.bookkeeper.renew()
    assert text_of(phone) == "", "the other board has not said yet how the game ended"
    tell_record(wall, BOS, sealed())
    wall.bookkeeper.renew()
    assert f"/records/{ADAS}/{KEY}.pwl" in phone.get("/results").get_data(as_text=True)
    record = read_record(text_of(phone))
    assert dict(record.players) == {W: "Ada", B: 'Bo "B"'}
    assert len(list(findings(record))) == 5 and all(finding.good for finding in findings(record))
    for address, count in (("/records.zip", 1), ("/records.zip?game=pawn", 1), ("/records.zip?game=chess-two", 0)):
        with phone.get(address) as answer:
            packed = zipfile.ZipFile(io.BytesIO(answer.get_data()))
        assert [packed.read(name).decode() for name in packed.namelist()] == [text_of(phone)] * count


def test_what_both_signed_is_not_put_aside_and_a_game_that_goes_on_has_no_record(
    wall: WatchedClub, phone: FlaskClient
) -> None:
    end_of_game(wall)
    for record in (sealed(), played()):
        tell_record(wall, ADAS, record)
    assert "[Seals " in text_of(phone)
    tell(wall, ADAS, "game", write_game(replace(OVER, winners=None, result="")))
    tell(wall, ADAS, "game", write_game(OVER))
    wall.bookkeeper.renew()
    assert text_of(phone) == ""


def test_a_record_that_says_something_else_than_the_board_showed_is_not_given_away(
    wall: WatchedClub, phone: FlaskClient
) -> None:
    end_of_game(wall)
    other = replace(played(), ended=Outcome((B,), "resignation"))
    tell_record(wall, ADAS, other)
    assert text_of(phone) == ""
    assert "/records/" not in phone.get("/results").get_data(as_text=True)


GOOD = json.loads(write_recorded(OVER, write_record(sealed())))
BAD = {
    "no JSON": b"x", "another version": json.dumps(GOOD | {"version": 2}).encode(),
    "an unknown field": json.dumps(GOOD | {"more": 1}).encode(),
    "of another game": json.dumps(GOOD | {"game": GOOD["game"] | {"key": "k"}}).encode(),
    "a game that goes on": json.dumps(GOOD | {"game": GOOD["game"] | {"winners": None}}).encode(),
    "no game": json.dumps(GOOD | {"game": None}).encode(),
    "too long": json.dumps(GOOD | {"record": "x" * LARGEST_BYTES}).encode(),
    "signed for another game": json.dumps(GOOD | {"record": GOOD["record"].replace(KEY, "ba9876543210")}).encode(),
    "changed": json.dumps(GOOD | {"record": GOOD["record"].replace("b7b5", "b7b6")}).encode(),
    "against the rules": json.dumps(GOOD | {"record": GOOD["record"].replace("b7b5", "a1a9")}).encode(),
    "not over": json.dumps(GOOD | {"record": "\n".join(
        line for line in GOOD["record"].splitlines() if "Result" not in line and "Termination" not in line)}).encode(),
    "no record": json.dumps(GOOD | {"record": 7}).encode(),
}


@pytest.mark.parametrize("what", BAD)
def test_a_bad_record_is_refused_and_told_of_once(
    wall: WatchedClub, phone: FlaskClient, what: str, caplog: pytest.LogCaptureFixture
) -> None:
    end_of_game(wall)
    for _ in range(3):
        tell(wall, ADAS, f"record/{KEY}", BAD[what])
    assert text_of(phone) == ""
    assert sum(f"/record/{KEY}' makes no sense" in line for line in caplog.messages) == 1


def test_a_record_of_boards_that_do_not_include_the_teller_is_refused(wall: WatchedClub, phone: FlaskClient) -> None:
    end_of_game(wall)
    tell_record(wall, "00000000000000e5", sealed())
    assert text_of(phone) == ""


def test_who_tells_many_records_is_heard_no_more_for_a_while_but_others_are(
    wall: WatchedClub, phone: FlaskClient
) -> None:
    end_of_game(wall)
    for number in range(30):
        tell_record(wall, ADAS, played(), f"k{number}")
    tell_record(wall, ADAS, played())
    assert text_of(phone) == ""
    tell_record(wall, BOS, sealed())
    assert "[Seals " in text_of(phone)


def test_a_panel_that_was_away_counts_all_games_that_ended_meanwhile_and_none_from_before_its_beginning(
    tmp_path: Path, database_address: str
) -> None:
    """At a real broker that lets everybody write and read what docs/club.md says."""
    (tmp_path / "broker").mkdir()
    broker, ended = Mosquitto(tmp_path / "broker"), dict[str, bytes]()
    for user in (ADAS, "club"):
        broker.add_user(user, "secret")
    broker.start()
    member = Member(broker.broker(ADAS, "secret"), "pawnlight", Status(ADAS, "Ada's", True, "1"), records=lambda: ended)
    database = opened(database_address, tmp_path)
    wall = WatchedClub(broker.broker("club", "secret"), "pawnlight", database, lambda: "2026-11-23T10:00:00Z", "123456")
    phone = create_app(wall).test_client()
    try:
        for number in range(4):
            game = replace(OVER, key=f"game{number}", players={W: "Ada", B: "Bo"}, other="", afar=())
            ended[game.key] = write_recorded(game, write_record(played()))
        ended["game0"] = b""  # its end was taken back
        member.start()
        wait_for(lambda: member.connected, "a board at the broker")
        wall.watcher.start()
        found = wait_for(lambda: len(names := names_of(phone)) == 3 and names, lambda: f"records: {names_of(phone)}")
        assert [name.partition("-pawn-")[2] for name in found] == [f"{ADAS}-game{number}.pwl" for number in (1, 2, 3)]
        # Pages may show for a moment what was before.
        wait_for(lambda: shown(phone, "/results").count("does not count") == 3, lambda: shown(phone, "/results"))
        assert shown(phone, "/standings.csv").count("Ada") == 0
        assert wall.watcher.stop(PATIENCE_S)
        ended["game4"] = ended["game3"].replace(b"game3", b"game4")
        member.wake()
        there = broker.broker("club", "secret")
        wall = WatchedClub(there, "pawnlight", database, lambda: "2026-11-23T20:00:00Z", "123456")
        phone = create_app(wall).test_client()
        wall.watcher.start()
        wait_for(lambda: len(names_of(phone)) == 4, lambda: f"records: {names_of(phone)}")
        wait_for(lambda: "Ada,1,1,0,0" in shown(phone, "/standings.csv"), lambda: shown(phone, "/standings.csv"))
    finally:
        assert wall.watcher.stop(PATIENCE_S) and member.stop(PATIENCE_S)
        broker.stop()
        database.dispose()


def shown(phone: FlaskClient, path: str) -> str:
    return phone.get(path).get_data(as_text=True)


def names_of(phone: FlaskClient) -> list[str]:
    with phone.get("/records.zip") as answer:
        return sorted(zipfile.ZipFile(io.BytesIO(answer.get_data())).namelist())


def test_of_an_earlier_board_the_record_says_that_a_game_was_abandoned(wall: WatchedClub, phone: FlaskClient) -> None:
    """Whichever language it spoke, and whatever it shows of it once more."""
    over = replace(OVER, players={W: "Ada", B: "Bo"}, other="", afar=(), winners=(), result="Partie interrompue.")
    record = write_record(replace(played(), ended=Outcome((), "abandoned")))
    tell(wall, ADAS, f"record/{KEY}", write_recorded(over, record))
    tell(wall, ADAS, "game", write_game(over))
    wall.bookkeeper.renew()
    assert "does not count" in shown(phone, "/results") and shown(phone, "/standings.csv").count("Ada") == 0


def test_results_name_white_first_whatever_a_board_names_first(wall: WatchedClub, phone: FlaskClient) -> None:
    tell(wall, ADAS, "game", write_game(replace(OVER, players={B: "Bo", W: "Ada"}, other="", afar=())))
    wall.bookkeeper.renew()
    assert "<strong>Ada</strong> – Bo</span>" in phone.get("/results").get_data(as_text=True)
