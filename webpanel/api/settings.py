"""Reading and changing the settings; shutting the computer down."""

from dataclasses import asdict
from typing import Any, Final

from flask import Blueprint, Response, jsonify, send_from_directory

from table.messages.settings import PALETTES, RANGES, Settings
from webpanel.access.context import panel
from webpanel.api.request_body import Body
from webpanel.text.translations import LANGUAGES

blueprint = Blueprint("api_settings", __name__)

SWITCHES: Final = (
    "motion", "one_by_one", "told_on_wood", "told_quickly", "by_hand", "typed_dice", "tapped_dice", "hints",
)
WORDS: Final = {"palette": PALETTES, "language": tuple(LANGUAGES)}


@blueprint.get("/api/settings")
def read() -> Response:
    """Return the settings in force, and the current that the lights draw."""
    return jsonify(_told(panel().desk.settings()))


def _told(settings: Settings) -> dict[str, Any]:
    device = panel().desk.device()
    return {**asdict(settings), "estimate_a": round(device.estimate_a, 3), "amperes": device.amperes}


@blueprint.patch("/api/settings")
def change() -> Response:
    """Change and store some settings; those left out stay."""
    body = Body(*RANGES, *SWITCHES, *WORDS)
    given: dict[str, Any] = {name: body.integer(name, *RANGES[name]) for name in RANGES if body.has(name)}
    given |= {name: body.boolean(name) for name in SWITCHES if body.has(name)}
    given |= {name: body.one_of(name, *WORDS[name]) for name in WORDS if body.has(name)}
    return jsonify(_told(panel().desk.change_settings(given)))


@blueprint.post("/api/power-off")
def power_off() -> tuple[Response, int]:
    """Begin to shut down the computer under the board."""
    panel().desk.switch_off()
    return jsonify(begun=True), 202


@blueprint.get("/api/openapi.json")
def openapi() -> Response:
    """Send the description of this interface for programs."""
    return send_from_directory("static", "openapi.json", mimetype="application/json")
