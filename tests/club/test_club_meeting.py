"""Boards at a real mosquitto, set up as docs/club.md says: who is there, who is not, and who may write what."""

import logging
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from mosquitto_broker import Mosquitto
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from stranger import program
from waiting import PATIENCE_S, wait_for

from club import member as member_module
from club.broadcast.table_text import TableText
from club.member import MOST_BOARDS, Member
from club.transport import link
from club.transport.messages import Status, read_status, write_status

ADA, BO, EVE = "00000000000000a1", "00000000000000b2", "00000000000000e5"
NewMember = Callable[..., Member]


@pytest.fixture
def mosquitto(mosquitto: Mosquitto) -> Mosquitto:
    """Started, and known to three boards and an organiser."""
    for board in (ADA, BO, EVE):
        mosquitto.add_user(board, "secret")
    mosquitto.add_user("organiser", "secret")
    mosquitto.allow("user organiser\ntopic readwrite pawnlight/#")
    mosquitto.start()
    return mosquitto


def names(member: Member) -> list[str]:
    return sorted(other.name for other in member.others())


def until_sees(member: Member, *wanted: str) -> None:
    wait_for(lambda: names(member) == sorted(wanted), lambda: f"{wanted} at this board; {names(member)} are")


def test_boards_see_each_other_come_and_go(mosquitto: Mosquitto, new_member: NewMember) -> None:
    ada = new_member(ADA, "Ada's")
    wait_for(lambda: "no other board" in str(ada.state), lambda: f"a board alone; it says {ada.state} {ada.trouble}")
    bo = new_member(BO, "Bo's")
    until_sees(ada, "Bo's")
    until_sees(bo, "Ada's")
    assert str(ada.state).endswith(f"as Ada's, id {ADA}; one other board is there: Bo's")
    assert ada.others() == (Status(BO, "Bo's", True, "1.2.3"),)
    assert bo.stop(PATIENCE_S)
    until_sees(ada)


def test_who_comes_later_sees_who_is_there_and_who_went_is_kept_as_gone(
    mosquitto: Mosquitto, new_member: NewMember
) -> None:
    assert new_member(ADA, "Ada's").trouble is None
    bo = new_member(BO, "Bo's")
    until_sees(bo, "Ada's")
    assert bo.stop(PATIENCE_S)
    with program(mosquitto, "organiser") as organiser:
        topic = f"pawnlight/{BO}/status"
        wait_for(lambda: topic in organiser.seen, "the status of a board that went")
        assert read_status(BO, organiser.seen[topic]) == Status(BO, "Bo's", False, "1.2.3")
    until_sees(new_member(EVE, "Eve's"), "Ada's")


def test_a_board_hears_of_the_others_only_while_somebody_wants_to_see_them(
    mosquitto: Mosquitto, new_member: NewMember, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bo = new_member(ADA, "Ada's"), new_member(BO, "Bo's")
    until_sees(ada, "Bo's")
    bo.stop(PATIENCE_S)
    until_sees(ada)
    monkeypatch.setattr(member_module, "KEEP_LIST_S", 0.0)  # nobody has looked for long
    new_member(BO, "Bo's again")
    with program(mosquitto, "organiser") as organiser:
        wait_for(lambda: b"Bo's again" in organiser.seen.get(f"pawnlight/{BO}/status", b""), "a board that came back")
        ada.wake()
        organiser.write(f"pawnlight/{EVE}/status", b"nonsense")
        assert ada.known() == ()
        monkeypatch.setattr(member_module, "KEEP_LIST_S", 300.0)
    until_sees(ada, "Bo's again")


class Letters:
    """Letters of a board that plays with another one, as :class:`club.member.LetterExchange` says."""

    def __init__(self, to: str) -> None:
        self.to, self.read_from = to, list[str]()

    def write(self) -> dict[tuple[str, str], bytes]:
        return {(self.to, "0123456789ab"): b"{}"} if self.to else {}

    def look_around(self) -> None:
        pass

    def read(self, board: str, key: str, payload: bytes) -> None:
        self.read_from.append(board)


@pytest.fixture
def new_player(mosquitto: Mosquitto) -> Iterator[Callable[[str, str, Letters], Member]]:
    """Make a started board that exchanges letters."""
    with ExitStack() as opened:

        def make(board: str, name: str, letters: Letters) -> Member:
            made = Member(mosquitto.broker(board, "secret"), "pawnlight", Status(board, name, True, "1"), post=letters)
            made.start()
            opened.callback(made.stop, PATIENCE_S)
            return made

        yield make


def known(board: Member) -> list[str]:
    """Return the boards that are known to be there, without asking for them."""
    return [other.name for other in board.known()]


def test_a_board_always_knows_whether_those_it_exchanges_letters_with_are_there(
    mosquitto: Mosquitto, new_player: Callable[[str, str, Letters], Member]
) -> None:
    writer, reader = Letters(BO), Letters("")
    ada, bo = new_player(ADA, "Ada's", writer), new_player(BO, "Bo's", reader)
    wait_for(lambda: known(ada) == ["Bo's"] and known(bo) == ["Ada's"], "two boards that know each other")
    assert set(reader.read_from) == {ADA} and bo.stop(PATIENCE_S)
    wait_for(lambda: known(ada) == [], "a board that knows that the other one went")
    new_player(BO, "Bo's", reader)
    wait_for(lambda: known(ada) == ["Bo's"], "a board that came back")


def test_a_board_knows_those_it_plays_with_also_among_more_boards_than_it_remembers(
    mosquitto: Mosquitto, new_member: NewMember, monkeypatch: pytest.MonkeyPatch,
    new_player: Callable[[str, str, Letters], Member],
) -> None:
    monkeypatch.setattr(member_module, "MOST_BOARDS", 1)
    new_member(EVE, "Eve's")
    writer = Letters("")
    ada = new_player(ADA, "Ada's", writer)
    until_sees(ada, "Eve's")
    new_player(BO, "Bo's", Letters(""))
    with program(mosquitto, "organiser") as organiser:
        wait_for(lambda: f"pawnlight/{BO}/status" in organiser.seen, "the other board at the broker")
    writer.to = BO
    ada.wake()
    wait_for(lambda: known(ada) == ["Eve's", "Bo's"], lambda: f"the other board among those known: {known(ada)}")


def test_the_first_look_at_the_others_shows_all_of_them(
    mosquitto: Mosquitto, new_member: NewMember, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(member_module, "LIST_S", PATIENCE_S)
    with program(mosquitto, "organiser") as organiser:
        for number in range(MOST_BOARDS + 1):  # one of them is this board
            status = write_status(Status(f"{number:016x}", f"Board {number}", True, "1"))
            last = organiser.client.publish(f"pawnlight/{number:016x}/status", status, qos=1, retain=True)
        wait_for(last.is_published, "all boards at the broker")
    eve = new_member(EVE, "Eve's")
    wait_for(lambda: eve.connected, "a board at the broker")
    assert eve.known() == ()
    assert len(eve.others()) == MOST_BOARDS


def test_a_board_writes_below_its_own_id_only(mosquitto: Mosquitto, new_member: NewMember) -> None:
    ada = new_member(ADA, "Ada's")
    new_member(BO, "Bo's")
    until_sees(ada, "Bo's")
    letter = f"pawnlight/{BO}/to/{ADA}/0123456789ab"
    with program(mosquitto, "organiser") as organiser:
        assert organiser.write(letter, b"{}") == "Success"
    with program(mosquitto, EVE) as eve:
        for topic in (letter, f"pawnlight/{BO}/status", f"pawnlight/{BO}/anything", "pawnlight/status", "elsewhere"):
            assert eve.write(topic, b"{}") == "Not authorized"
        for topic in (f"homeassistant/device/{BO}/config", f"pawnlight/{BO}/set/paused"):
            assert eve.write(topic, b"ON") == "Not authorized"
        for topic in (f"pawnlight/{EVE}/status", f"pawnlight/{EVE}/to/{ADA}/0123456789ab"):
            assert eve.write(topic, b"{}") == "Success"
        assert set(eve.seen) <= {f"pawnlight/{board}/status" for board in (ADA, BO, EVE)}
    assert names(ada) == ["Bo's"]


def test_nobody_throws_a_board_out_by_taking_its_id(mosquitto: Mosquitto, new_member: NewMember) -> None:
    ada, bo = new_member(ADA, "Ada's"), new_member(BO, "Bo's")
    until_sees(ada, "Bo's")
    thief = Client(CallbackAPIVersion.VERSION2, BO, protocol=MQTTProtocolVersion.MQTTv5)
    thief.username_pw_set(EVE, "secret")
    thief.connect("127.0.0.1", mosquitto.port)
    thief.loop_start()
    wait_for(thief.is_connected, "a thief at the broker")
    with program(mosquitto, "organiser") as organiser:  # what the thief set off has reached everybody when this has
        organiser.write(f"pawnlight/{EVE}/status", b"")
    assert (names(ada), bo.trouble) == (["Bo's"], None)
    thief.disconnect()
    thief.loop_stop()


def test_nonsense_has_no_effect_and_is_logged_once(
    mosquitto: Mosquitto, new_member: NewMember, caplog: pytest.LogCaptureFixture
) -> None:
    ada, bo = new_member(ADA, "Ada's"), new_member(BO, "Bo's")
    until_sees(ada, "Bo's")
    until_sees(bo, "Ada's")
    with program(mosquitto, EVE) as eve, program(mosquitto, "organiser") as organiser:
        for number in range(20):
            eve.write(f"pawnlight/{EVE}/status", b'{"version": %d}' % number)
        organiser.write("pawnlight/0/status", b"{}")
        organiser.write(f"pawnlight/{EVE}/status", b'{"version":1,"board":"%s","name":"Eve\'s","online":true,'
                        b'"program":"x"}' % EVE.encode())
    until_sees(ada, "Bo's", "Eve's")
    until_sees(bo, "Ada's", "Eve's")
    told = [record.getMessage() for record in caplog.records if "makes no sense" in record.getMessage()]
    of_eve = [line for line in told if EVE in line]
    assert len(of_eve) == 2, "once at each of the two boards"
    assert len([line for line in told if "pawnlight/0/status" in line]) == 2


def test_an_organiser_removes_a_board_for_good(mosquitto: Mosquitto, new_member: NewMember) -> None:
    ada = new_member(ADA, "Ada's")
    with program(mosquitto, "organiser") as organiser:
        status = b'{"version":1,"board":"%s","name":"Old","online":true,"program":"x"}' % BO.encode()
        organiser.write(f"pawnlight/{BO}/status", status)
        until_sees(ada, "Old")
        organiser.write(f"pawnlight/{BO}/status", b"")
        until_sees(ada)


def test_a_broker_that_restarts_is_found_again_and_told_everything(
    mosquitto: Mosquitto, new_member: NewMember, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link, "RETRY_S", (0.05,))
    ada, bo = new_member(ADA, "Ada's"), new_member(BO, "Bo's")
    until_sees(ada, "Bo's")
    mosquitto.stop()
    wait_for(lambda: "cannot be reached" in str(ada.trouble), "a sentence about the broker that is away")
    assert names(ada) == []
    tries = len(caplog.records)
    mosquitto.start()
    until_sees(ada, "Bo's")
    until_sees(bo, "Ada's")
    assert ada.trouble is None
    said = [record.getMessage() for record in caplog.records[:tries] if "cannot be reached" in record.getMessage()]
    assert 1 <= len(said) <= 2, "each board once, however often it tried"


def test_a_wrong_password_is_told_with_the_user_to_mend(mosquitto: Mosquitto, new_member: NewMember) -> None:
    ada = new_member(ADA, "Ada's", "wrong")
    told = wait_for(lambda: ada.trouble, "a sentence about the password")
    assert f"does not let user {ADA} in" in str(told) and "password_file" in str(told)
    assert "wrong" not in str(told)
    assert str(ada.state) == f"connecting to 127.0.0.1:{mosquitto.port} as Ada's, id {ADA}"


def test_a_broker_that_lets_nobody_write_is_told_of(mosquitto: Mosquitto) -> None:
    member = Member(mosquitto.broker(ADA, "secret"), "another", Status(ADA, "Ada's", True, "1"))
    member.start()
    told = wait_for(lambda: member.trouble, "a sentence about what may not be written")
    assert f"does not let this board write on another/{ADA}/status (Not authorized)" in str(told)
    assert member.stop(PATIENCE_S)


def test_a_copied_card_is_told_of_once_however_often_the_two_throw_each_other_out(
    mosquitto: Mosquitto, new_member: NewMember, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(link, "RETRY_S", (0.05,))
    caplog.set_level(logging.INFO)
    first = new_member(ADA, "Ada's")
    new_member(BO, "Bo's")
    until_sees(first, "Bo's")
    second = new_member(ADA, "Ada's copy")
    told = wait_for(lambda: first.trouble and second.trouble, "a sentence about the copied card at both")
    assert "has the same id" in str(told) and "board-id" in str(told)
    wait_for(lambda: mosquitto.log().count("already connected") > 10, "boards that throw each other out")
    lines = [record.getMessage() for record in caplog.records if record.name == "club.transport.link"]
    assert len([line for line in lines if "same id" in line]) == 2
    assert len(lines) == 5, lines


def test_a_copied_card_that_is_put_right_is_told_of_no_more(
    mosquitto: Mosquitto, new_member: NewMember, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link, "RETRY_S", (0.05,))
    first = new_member(ADA, "Ada's")
    second = new_member(ADA, "Ada's copy")
    wait_for(lambda: first.trouble and second.trouble, "a sentence about the copied card at both")
    second.stop(PATIENCE_S)
    monkeypatch.setattr(link, "LASTING_S", 0.2)
    wait_for(lambda: first.trouble is None, "a board alone with its id again")


def test_a_board_that_begins_a_new_connection_is_there_again_at_once_and_takes_itself_for_no_copy(
    mosquitto: Mosquitto, new_member: NewMember
) -> None:
    ada, bo = new_member(ADA, "Ada's"), new_member(BO, "Bo's")
    until_sees(ada, "Bo's")
    before = mosquitto.log().count(f"as {ADA} ")
    ada.reconnect()
    wait_for(lambda: mosquitto.log().count(f"as {ADA} ") > before, "another connection")
    until_sees(ada, "Bo's")
    until_sees(bo, "Ada's")
    assert ada.trouble is None


def test_a_broker_that_accepts_and_says_nothing_stops_nobody(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        member = Member(link.Broker("127.0.0.1", port), "pawnlight", Status(ADA, "Ada's", True, "1"))
        member.start()
        silent.settimeout(PATIENCE_S)
        connection, _ = silent.accept()
        with connection:
            assert "connecting" in str(member.state)
            assert member.stop(PATIENCE_S)


def test_whoever_wakes_a_board_that_is_not_there_yet_or_any_more_is_not_held_up() -> None:
    member = Member(link.Broker("127.0.0.1", 9), "pawnlight", Status(ADA, "Ada's", True, "1"))
    member.wake()
    member.start()
    for _ in range(10_000):  # more than any buffer takes
        member.wake()
    assert member.stop(PATIENCE_S)
    member.wake()


def test_a_table_that_cannot_be_shown_leaves_the_board_in_its_club(
    mosquitto: Mosquitto, new_member: NewMember, logged_errors: list[logging.LogRecord]
) -> None:
    def fail() -> TableText:
        raise RuntimeError("a game that cannot be told")

    member = Member(mosquitto.broker(ADA, "secret"), "pawnlight", Status(ADA, "Ada's", True, "1"), fail)
    member.start()
    new_member(BO, "Bo's")
    until_sees(member, "Bo's")
    assert member.stop(PATIENCE_S)
    assert {record.getMessage() for record in logged_errors} == {"the table cannot be shown to the club"}


def test_an_address_that_is_none_is_told_of(caplog: pytest.LogCaptureFixture) -> None:
    member = Member(link.Broker("a..b", 1883), "pawnlight", Status(ADA, "Ada's", True, "1"))
    member.start()
    assert "cannot be reached" in str(wait_for(lambda: member.trouble, "a sentence about the address"))
    assert member.stop(PATIENCE_S)
    assert all(record.levelno < logging.ERROR for record in caplog.records)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # paho lets go of a refused socket late
def test_over_tls_a_board_comes_in_by_the_right_authority_alone(tmp_path: Path) -> None:
    directory = tmp_path / "tls"
    directory.mkdir()
    mosquitto = Mosquitto(directory, tls=True)
    mosquitto.add_user(ADA, "secret")
    mosquitto.start()
    try:
        right = mosquitto.broker(ADA, "secret")
        trusting = Member(right, "pawnlight", Status(ADA, "Ada's", True, "1"))
        trusting.start()
        wait_for(lambda: str(trusting.state).startswith("connected"), lambda: f"a board by TLS; {trusting.trouble}")
        assert trusting.stop(PATIENCE_S)
        wary = Member(link.Broker(right.host, right.port, True, None, ADA, "secret"), "pawnlight",
                      Status(ADA, "Ada's", True, "1"))
        wary.start()
        told = wait_for(lambda: wary.trouble, "a sentence about the certificate")
        assert "certificate" in str(told).lower()
        assert wary.stop(PATIENCE_S)
    finally:
        mosquitto.stop()
