"""The games that a club has paired for its boards: written and read, over a mosquitto that is set up as docs/club.md
says, and over everything that may end in between."""

import json
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from mosquitto_broker import Mosquitto
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from waiting import PATIENCE_S, wait_for

from club.broadcast.rounds import MOST_GAMES, PairedGame, read_round, round_topic, write_round
from club.member import Member
from club.transport.errors import BadMessage
from club.transport.messages import LARGEST_BYTES, Status, status_topic, write_status
from club.watcher import Watcher
from engine.core.pieces import Seat
from engine.records.time_controls import Control, Kind

ADA, BO = "00000000000000a1", "00000000000000b2"
CLOCK = Control(Kind.FISCHER, 600, 5)
GAME = PairedGame(
    "0123456789", "Autumn cup", 3, "chess", {Seat.WHITE: "Ada", Seat.BLACK: "Bo"}, {"start": "number", "number": 4},
    {Seat.WHITE: CLOCK, Seat.BLACK: CLOCK},
)
ODD = {Seat.WHITE: "Zoë „Zö“ <b>&amp;</b>", Seat.BLACK: "김 🏴\U000e0067\U000e0062\U000e007f ' \" \\ %s {x}"}
"""Names that pages, logs and JSON could stumble over."""


def said(**changes: Any) -> dict[str, Any]:
    """The message of one game, with some of its fields changed, or left out (...)."""
    message: dict[str, Any] = json.loads(write_round([GAME]))
    message["games"][0] |= changes
    message["games"][0] = {name: value for name, value in message["games"][0].items() if value is not ...}
    return message


def payload(message: object) -> bytes:
    return json.dumps(message).encode()


@pytest.mark.parametrize("games", [(), (GAME,), (replace(GAME, players=ODD, options={}, controls={}),)])
def test_what_is_written_is_read_again(games: tuple[PairedGame, ...]) -> None:
    assert read_round(write_round(games)) == games


def test_the_longest_names_of_the_most_games_have_room() -> None:
    longest = "\U0001f3f4" * 40
    games = [replace(GAME, key=f"{number:010}", tournament=longest, players=dict.fromkeys(GAME.players, longest))
             for number in range(MOST_GAMES + 1)]
    written = write_round(games)
    assert len(written) <= LARGEST_BYTES and read_round(written) == tuple(games[:MOST_GAMES])


@pytest.mark.parametrize(
    "message",
    [
        {"version": 2, "games": []}, {"version": 1}, {"version": 1, "games": []}, {"version": 1, "games": [1]},
        said() | {"more": 1}, said(key="0123"), said(key=7), said(key="0123456789a"), said(more=1), said(round=0),
        said(round="1"), said(round=True), said(game="go"), said(game=...),
        said(tournament=""), said(tournament="\u202e"), said(players=[]),
        said(players={"white": "Ada"}), said(players={"white": "Ada", "black": ""}),
        said(players={"white": "Ada", "red": "Bo"}), said(players={"white": "Ada", "black": "B" * 41}),
        said(players={"white": "Ada", "black": ["Bo"]}),
        said(options={"start": "upside down"}), said(options={"colour": 1}), said(options={"number": 10**9}),
        said(options=[]),
        said(clocks={"white": "fast"}), said(clocks={"red": "600"}), said(clocks=...),
        {"version": 1, "games": [said()["games"][0]] * 2},
        {"version": 1, "games": [said()["games"][0]] * (MOST_GAMES + 1)},
    ],
    ids=lambda message: str(message)[-80:],
)
def test_what_no_club_would_write_is_refused(message: object) -> None:
    with pytest.raises(BadMessage):
        read_round(payload(message))


@pytest.mark.parametrize("text", [b"\xff", b"[", b"[]", b"null", b'{"version":1,"games":[{}],"games":[]}', b" " * 9000])
def test_what_is_no_message_at_all_is_refused(text: bytes) -> None:
    with pytest.raises(BadMessage):
        read_round(text)


# --- at a broker -------------------------------------------------------------------------------------------------


@pytest.fixture
def mosquitto(mosquitto: Mosquitto) -> Mosquitto:
    for user in (ADA, BO, "club"):
        mosquitto.add_user(user, "secret")
    mosquitto.start()
    return mosquitto


@contextmanager
def club(mosquitto: Mosquitto, games: dict[str, tuple[PairedGame, ...]]) -> Iterator[Watcher]:
    """The panel of the club, with games for boards."""
    watcher = Watcher(mosquitto.broker("club", "secret"), "pawnlight", lambda *_: None, lambda *_: None,
                      paired=lambda: games)
    watcher.start()
    try:
        yield watcher
    finally:
        assert watcher.stop(PATIENCE_S)


def until_told(board: Member, *games: PairedGame) -> None:
    wait_for(lambda: board.paired == games, lambda: f"{games} at this board; it knows {board.paired}")


def test_each_board_hears_of_its_own_games_and_of_every_change(
    mosquitto: Mosquitto, new_member: Callable[..., Member]
) -> None:
    ada, bo = new_member(ADA, "Ada's"), new_member(BO, "Bo's")
    other = replace(GAME, key="aaaaaaaaaa", players=ODD)
    games = {ADA: (GAME,), BO: (other, replace(GAME, key="bbbbbbbbbb"))}
    with club(mosquitto, games) as watcher:
        until_told(ada, GAME)
        until_told(bo, *games[BO])
        games[ADA], games[BO] = (), (GAME, other)  # given away
        watcher.wake()
        until_told(ada)
        until_told(bo, GAME, other)


def test_games_outlast_the_panel_the_board_and_the_broker(
    mosquitto: Mosquitto, new_member: Callable[..., Member]
) -> None:
    games = {ADA: (GAME,)}
    first = new_member(ADA, "Ada's")
    with club(mosquitto, games):
        until_told(first, GAME)
    first.stop(PATIENCE_S)
    again = new_member(ADA, "Ada's")
    until_told(again, GAME)  # the panel is away: the broker has kept it
    mosquitto.stop()
    wait_for(lambda: not again.connected, "a board that has lost its broker")
    assert again.paired == (GAME,), "whoever sits down now can play"
    mosquitto.start()
    with club(mosquitto, games):
        until_told(again, GAME)  # the broker has kept nothing: the panel writes it again
        wait_for(lambda: again.connected, "a board that is there again")


def test_a_board_that_was_away_when_its_games_were_withdrawn_forgets_them(
    mosquitto: Mosquitto, new_member: Callable[..., Member]
) -> None:
    games = {ADA: (GAME,)}
    ada = new_member(ADA, "Ada's")
    with club(mosquitto, games):
        until_told(ada, GAME)
    mosquitto.stop()  # this one keeps nothing
    wait_for(lambda: not ada.connected, "a board that has lost its broker")
    mosquitto.start()
    until_told(ada)


def test_only_the_club_may_write_it_and_each_board_reads_its_own(
    mosquitto: Mosquitto, new_member: Callable[..., Member]
) -> None:
    """A board that tries is refused by the broker; what another club wrote there would come no further."""
    codes: dict[int, str] = {}
    heard: list[str] = []
    ada = new_member(ADA, "Ada's")
    bo = Client(CallbackAPIVersion.VERSION2, BO, protocol=MQTTProtocolVersion.MQTTv5)
    bo.username_pw_set(BO, "secret")
    bo.on_message = lambda client, data, came: heard.append(came.topic)
    bo.on_publish = lambda client, data, number, code, properties: codes.update({number: str(code)})
    bo.connect("127.0.0.1", mosquitto.port)
    bo.subscribe("pawnlight/round/#", qos=1)
    bo.loop_start()
    try:
        sent = [bo.publish(round_topic("pawnlight", board), write_round([GAME]), qos=1, retain=True).mid
                for board in (ADA, BO)]
        wait_for(lambda: set(sent) <= codes.keys(), "the broker's answers")
        assert {codes[number] for number in sent} == {"Not authorized"}
        with club(mosquitto, {ADA: (GAME,), BO: (GAME,)}):
            until_told(ada, GAME)
            wait_for(lambda: heard, "the round of the board itself")
        assert heard == [round_topic("pawnlight", BO)]
    finally:
        bo.disconnect()
        bo.loop_stop()


def test_nonsense_changes_nothing_and_is_logged_once(caplog: pytest.LogCaptureFixture, mosquitto: Mosquitto) -> None:
    told: list[tuple[PairedGame, ...]] = []
    me = Status(ADA, "Ada's", True, "1")
    member = Member(mosquitto.broker(ADA, "secret"), "pawnlight", me, paired_anew=lambda: told.append(member.paired))
    topic = round_topic("pawnlight", ADA)
    member._hear(topic, write_round([GAME]), True)
    with caplog.at_level(logging.WARNING):
        for _ in range(2):
            member._hear(topic, payload(said(game="go")), True)
        member._hear(round_topic("pawnlight", BO), write_round([replace(GAME, round=9)]), True)
    assert member.paired == (GAME,) and told == [(GAME,)]
    assert [topic in line for line in caplog.messages] == [True, False], "the other one is no board's topic"
    member._hear(status_topic("pawnlight", ADA), write_status(me), False)
    assert member.paired == (GAME,), "it was told over this connection"
