"""Home Assistant is told of a board as its documentation asks.

``PARTS`` says in our words what the pages of its MQTT integration say (device discovery; sensor, binary sensor, event):
which options a part must have, and which we use of those it may have.
"""

import json
from typing import Any

import pytest
from jinja2 import Environment

from club.broadcast.commands import SetBrightness, SetPaused, read_command
from club.broadcast.home_assistant import discovery, discovery_topic
from club.broadcast.table_text import (
    GAME_OVER,
    LONGEST_SENTENCE,
    YOUR_TURN,
    TableText,
    events_between,
    state_topic,
    write_state,
)
from club.transport.errors import BadMessage
from club.transport.messages import Status, status_topic, write_status

ME = Status("0123456789abcdef", "Living room", True, "0.2.0")
MUST_HAVE = {"platform", "unique_id"}
"""Every part of a device that is an entity."""
PARTS = {
    "sensor": ({"state_topic"}, {"name", "icon", "value_template"}),
    "binary_sensor": ({"state_topic"}, {"name", "icon", "value_template"}),
    "switch": ({"command_topic"}, {"name", "icon", "value_template", "state_topic"}),
    "number": (
        {"command_topic"},
        {"name", "icon", "value_template", "state_topic", "min", "max", "step", "unit_of_measurement"},
    ),
    "event": ({"state_topic", "event_types"}, {"name", "icon"}),
}
"""Platform → options it must have (of its own, or shared by the device), and may have."""
SHARED = {"availability_topic", "availability_template", "state_topic", "qos", "encoding", "command_topic"}
DEVICE = {"identifiers", "name", "manufacturer", "model", "sw_version"}
ORIGIN = {"name", "sw_version", "support_url"}
ON, OFF = "ON", "OFF"
"""The states of a binary sensor unless it is told otherwise; of availability: online, offline."""


@pytest.fixture
def told() -> dict[str, Any]:
    return dict(json.loads(discovery("pawnlight", ME)))


def rendered(template: str, payload: bytes) -> str:
    """As Home Assistant does it."""
    return Environment().from_string(template).render(value_json=json.loads(payload))


def test_the_topic_is_one_of_device_discovery() -> None:
    assert discovery_topic(ME.board) == "homeassistant/device/0123456789abcdef/config"


def test_the_device_says_who_it_is_and_who_says_so(told: dict[str, Any]) -> None:
    assert set(told) <= SHARED | {"device", "origin", "components"}
    assert set(told["device"]) <= DEVICE and told["device"]["identifiers"] and told["device"]["name"] == "Living room"
    assert set(told["origin"]) <= ORIGIN and told["origin"]["name"]


@pytest.mark.parametrize(("switches", "count"), [(False, 7), (True, 9)])
def test_every_part_has_what_it_must_and_nothing_unknown(switches: bool, count: int) -> None:
    told = json.loads(discovery("pawnlight", ME, switches))
    assert len(told["components"]) == count
    for part in told["components"].values():
        must, may = PARTS[part["platform"]]
        assert set(part) >= MUST_HAVE and set(part) | set(told) >= must
        assert set(part) <= MUST_HAVE | must | may
    ids = [part["unique_id"] for part in told["components"].values()]
    assert len(set(ids)) == len(ids) and all(each.startswith(ME.board) for each in ids)


def test_nothing_can_be_switched_from_there_unless_it_is_wanted(told: dict[str, Any]) -> None:
    assert "command_topic" not in json.dumps(told)


def test_whether_the_board_is_there_is_read_from_its_status(told: dict[str, Any]) -> None:
    assert told["availability_topic"] == status_topic("pawnlight", ME.board)
    seen = [
        rendered(told["availability_template"], write_status(Status(ME.board, ME.name, online, "x")))
        for online in (True, False)
    ]
    assert seen == ["online", "offline"]


def test_every_part_finds_its_value_in_the_state(told: dict[str, Any]) -> None:
    state = write_state(TableText("key", "Pawn", "Ada", "A pawn goes.", "Ada wins.", True, 7, clocks="Ada 0:09:55"))
    assert told["state_topic"] == state_topic("pawnlight", ME.board)
    values = {
        name: rendered(part["value_template"], state)
        for name, part in told["components"].items() if part["platform"] != "event"
    }
    assert values == {"game": "Pawn", "turn": "Ada", "last": "A pawn goes.", "result": "Ada wins.", "paused": ON,
                      "clocks": "Ada 0:09:55"}
    assert rendered(told["components"]["paused"]["value_template"], write_state(TableText())) == OFF


def test_what_home_assistant_sends_to_switch_is_understood() -> None:
    parts = json.loads(discovery("pawnlight", ME, switches=True))["components"]
    pause, brightness = parts["pause"], parts["brightness"]
    assert read_command(pause["command_topic"].rpartition("/")[2], b"ON") == SetPaused(True)
    assert read_command(pause["command_topic"].rpartition("/")[2], b"OFF") == SetPaused(False)
    for percent in (brightness["min"], 60, brightness["max"]):
        sent = str(percent).encode()
        assert read_command(brightness["command_topic"].rpartition("/")[2], sent) == SetBrightness(percent)
    state = write_state(TableText(paused=True, brightness=60))
    assert [rendered(part["value_template"], state) for part in (pause, brightness)] == [ON, "60"]


@pytest.mark.parametrize(
    ("what", "payload"),
    [("paused", b"on"), ("paused", b""), ("paused", b"60"), ("brightness", b"0"), ("brightness", b"101"),
     ("brightness", b"-1"), ("brightness", b"1e1"), ("brightness", "٣".encode()), ("brightness", b"60.0"),
     ("brightness", b"0" * 5000 + b"9"), ("power", b"OFF"), ("", b"ON")],
)
def test_anything_else_switches_nothing(what: str, payload: bytes) -> None:
    with pytest.raises(BadMessage, match="it is none of"):
        read_command(what, payload)


def test_the_example_of_the_page_is_a_state(page: str) -> None:
    (example,) = [line for line in page.splitlines() if line.startswith('{"version"') and "turn" in line]
    written = write_state(TableText(
        "key", "Pawn", "Ada", "Bo's pawn goes from b2 to b3.", actions=7, brightness=60,
        clocks="Ada 0:09:55, Bo 0:10:00",
    ))
    assert json.loads(example) == json.loads(written)


def test_no_state_is_longer_than_home_assistant_takes() -> None:
    state = json.loads(write_state(TableText(last="x" * 1000, result="y" * 1000)))
    assert LONGEST_SENTENCE == 255 == len(state["last"]) == len(state["result"])
    assert state["last"].endswith("x…")


def test_an_abandoned_game_is_told_apart_from_a_draw() -> None:
    for termination in ("abandoned", "agreement"):
        over = TableText("a", "Pawn", result="Over.", termination=termination)
        (event,) = events_between(TableText("a", "Pawn", "Ada"), over)
        assert json.loads(event)["termination"] == json.loads(write_state(over))["termination"] == termination


def events(before: TableText, after: TableText, told: dict[str, Any]) -> list[tuple[str, str]]:
    """Kind of each event, and whom or what it is about."""
    found = [json.loads(each) for each in events_between(before, after)]
    assert all(each["event_type"] in told["components"]["event"]["event_types"] for each in found)
    return [(each["event_type"], each.get("player") or each["result"]) for each in found]


def test_events_tell_whose_turn_it_is_and_that_a_game_is_over(told: dict[str, Any]) -> None:
    ada, bo = TableText("a", "Pawn", "Ada"), TableText("a", "Pawn", "Bo", "Ada's pawn goes.", actions=1)
    over = TableText("a", "Pawn", "", "Bo's pawn goes.", "Bo wins.", actions=2)
    assert events(TableText(), ada, told) == [(YOUR_TURN, "Ada")]
    assert events(ada, bo, told) == [(YOUR_TURN, "Bo")]
    assert events(ada, ada, told) == events(bo, TableText("a", "Pawn", "Bo", "Another.", actions=2), told) == []
    assert events(bo, over, told) == [(GAME_OVER, "Bo wins.")]
    assert events(over, TableText(), told) == []
    assert events(ada, TableText("b", "Pawn", "Ada"), told) == [(YOUR_TURN, "Ada")]
