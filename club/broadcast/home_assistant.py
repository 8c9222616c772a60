"""MQTT discovery for Home Assistant: one device with all parts of this board
(https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload)."""

import json
from typing import Any, Final

from club.broadcast.commands import BRIGHTEST, DARKEST, command_topic
from club.broadcast.table_text import GAME_OVER, YOUR_TURN, event_topic, state_topic
from club.transport.messages import Status, status_topic

DISCOVERY: Final = "homeassistant"
"""The prefix of discovery topics; the default of Home Assistant, which its user may change."""

_SENSORS: Final = (
    ("turn", "Turn", "mdi:account-clock"),
    ("game", "Game", "mdi:chess-pawn"),
    ("last", "Last move", "mdi:message-text"),
    ("result", "Result", "mdi:trophy"),
    ("clocks", "Clocks", "mdi:timer-outline"),
)
"""Field of the state, name, icon."""


def discovery_topic(board: str) -> str:
    """Return the topic on which Home Assistant looks for this board."""
    return f"{DISCOVERY}/device/{board}/config"


def discovery(prefix: str, me: Status, switches: bool = False) -> bytes:
    """Encode the description of this board for Home Assistant. Without ``switches`` nothing can be switched from
    there."""
    parts = {field: _sensor(me.board, field, name, icon) for field, name, icon in _SENSORS}
    parts["paused"] = {
        "platform": "binary_sensor", "unique_id": f"{me.board}_paused", "name": "Paused", "icon": "mdi:pause",
        "value_template": "{{ 'ON' if value_json.paused else 'OFF' }}",
    }
    parts["event"] = {
        "platform": "event", "unique_id": f"{me.board}_event", "name": "Event", "icon": "mdi:bell",
        "event_types": [YOUR_TURN, GAME_OVER], "state_topic": event_topic(prefix, me.board),
    }
    if switches:
        parts |= _switches(prefix, me.board)
    return json.dumps({
        "device": {
            "identifiers": [me.board], "name": me.name, "manufacturer": "Pawnlight", "model": "Pawnlight",
            "sw_version": me.program,
        },
        "origin": {"name": "Pawnlight", "sw_version": me.program},
        "availability_topic": status_topic(prefix, me.board),
        "availability_template": "{{ 'online' if value_json.online else 'offline' }}",
        "state_topic": state_topic(prefix, me.board),
        "qos": 1,
        "components": parts,
    }, ensure_ascii=False).encode()


def _switches(prefix: str, board: str) -> dict[str, dict[str, Any]]:
    return {
        "pause": {
            "platform": "switch", "unique_id": f"{board}_pause", "name": "Pause", "icon": "mdi:pause",
            "value_template": "{{ 'ON' if value_json.paused else 'OFF' }}",
            "command_topic": command_topic(prefix, board, "paused"),
        },
        "brightness": {
            "platform": "number", "unique_id": f"{board}_brightness", "name": "Brightness", "icon": "mdi:brightness-6",
            "min": DARKEST, "max": BRIGHTEST, "step": 1, "unit_of_measurement": "%",
            "value_template": "{{ value_json.brightness }}",
            "command_topic": command_topic(prefix, board, "brightness"),
        },
    }


def _sensor(board: str, field: str, name: str, icon: str) -> dict[str, Any]:
    return {
        "platform": "sensor", "unique_id": f"{board}_{field}", "name": name, "icon": icon,
        "value_template": f"{{{{ value_json.{field} }}}}",
    }
