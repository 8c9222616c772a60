"""Settings, hardware, updates, about; and the appearance of the panel on a phone."""

from typing import Final

from flask import Blueprint, redirect, render_template, request
from werkzeug.wrappers import Response

from engine.core.messages import message
from engine.core.text_rules import checked
from table.messages.settings import PALETTES, RANGES
from webpanel.access.context import panel
from webpanel.access.phones import token
from webpanel.access.preferences import keep_choices
from webpanel.access.visibility import told
from webpanel.api.backups import ARCHIVE_BYTES
from webpanel.api.updates import update_json
from webpanel.text.changelog import changes_between
from webpanel.text.markdown import shown

blueprint = Blueprint("page_settings", __name__)

LONGEST_ADDRESS: Final = 2000


@blueprint.get("/settings")
def settings() -> str:
    """Show everything that can be set; the owner's part after the PIN."""
    desk = panel().desk
    return render_template(
        "settings.html", settings=desk.settings(), device=desk.device(), palettes=PALETTES,
        ranges=RANGES, damaged=desk.damaged(),
        unreadable=desk.unreadable() if panel().owners.admits(token()) else (),
    )


@blueprint.post("/appearance")
def appearance() -> Response:
    """Store the language and the looks chosen on this phone."""
    response = redirect(_back(request.form.get("back", "/settings")), 303)
    keep_choices(response)
    return response


def _back(address: str) -> str:
    """Return the page of the panel to go back to; that of the settings if the address is not one."""
    text = checked(address, message("address"), LONGEST_ADDRESS)
    return text if text.startswith("/") and not text.startswith(("//", "/\\")) else "/settings"


@blueprint.get("/hardware")
def hardware() -> str:
    """Show every part with its problems, the switches, and the log."""
    device = panel().desk.device()
    return render_template(
        "hardware.html", device=device, parts=panel().desk.parts(),
        snapshot=told(panel().desk.snapshot(), token(), None),
        log=device.log if panel().owners.admits(token()) else (),
    )


@blueprint.get("/backups")
def backups() -> str:
    """Show the backups, to download and to restore. For the owner."""
    owner = panel().owners.admits(token())
    listed = panel().desk.backups.listed() if owner else ()
    return render_template("backups.html", backups=listed, most=ARCHIVE_BYTES)


@blueprint.get("/update")
def update() -> str:
    """Show the version that runs and how far an update is; to the owner also what is on offer."""
    updates, state = panel().desk.updates, update_json()
    new = changes_between(updates.changes(), state["version"], state["offered"]) if state["offered"] else ()
    return render_template(
        "update.html", update=state, source=updates.source, signed=updates.signed,
        changes=[{"version": each.version, "text": shown(each.text)} for each in new],
    )


@blueprint.get("/workshop")
def workshop() -> str:
    """Show the workshop: learning the wiring, and the self-test."""
    return render_template("workshop.html", device=panel().desk.device())


@blueprint.get("/about")
def about() -> str:
    """Show version and addresses."""
    return render_template("about.html", device=panel().desk.device())
