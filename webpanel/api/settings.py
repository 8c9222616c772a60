"""Reading and changing the settings; shutting the computer down."""

from dataclasses import asdict, fields
from typing import Any, Final, TypedDict

from flask import Blueprint, Response, jsonify, send_from_directory

from table.messages.settings import PALETTES, RANGES, Settings
from webpanel.access.context import panel
from webpanel.api.description import Partial, described
from webpanel.api.request_body import Body
from webpanel.text.translations import LANGUAGES

blueprint = Blueprint("api_settings", __name__)

SWITCHES: Final = tuple(each.name for each in fields(Settings) if isinstance(each.default, bool))
WORDS: Final = {"palette": PALETTES, "language": tuple(LANGUAGES)}
LIMITS: Final = {name: {"minimum": low, "maximum": high} for name, (low, high) in RANGES.items()} | {
    name: {"enum": words} for name, words in WORDS.items()
}
"""The values that settings may have, as JSON Schema says it."""


class AddedToSettings(TypedDict):
    """The current of the lights, in amperes."""

    estimate_a: float
    """The current that they draw now."""
    amperes: float
    """The current that the power supply gives."""


class BegunJson(TypedDict):
    """It has begun."""

    begun: bool


@blueprint.get("/api/settings")
@described(Settings)
def read() -> Response:
    """Return the settings in force, and the current that the lights draw."""
    return jsonify(_told(panel().desk.settings()))


def _told(settings: Settings) -> dict[str, Any]:
    device = panel().desk.device()
    return asdict(settings) | AddedToSettings(estimate_a=round(device.estimate_a, 3), amperes=device.amperes)


@blueprint.patch("/api/settings")
@described(Settings, body=Partial(Settings), refusals=(503,))
def change() -> Response:
    """Change and store some settings; those left out stay."""
    body = Body()
    given: dict[str, Any] = {name: body.integer(name, *RANGES[name]) for name in RANGES if body.has(name)}
    given |= {name: body.boolean(name) for name in SWITCHES if body.has(name)}
    given |= {name: body.one_of(name, *WORDS[name]) for name in WORDS if body.has(name)}
    return jsonify(_told(panel().desk.change_settings(given)))


@blueprint.post("/api/power-off")
@described((202, BegunJson), refusals=(409, 503))
def power_off() -> tuple[Response, int]:
    """Begin to shut down the computer under the board, once everything is stored."""
    panel().desk.switch_off()
    return jsonify(BegunJson(begun=True)), 202


@blueprint.get("/api/openapi.json")
def openapi() -> Response:
    """Send the description of this interface for programs."""
    return send_from_directory("static", "openapi.json", mimetype="application/json")
