"""The face of the clocks, for a phone or tablet at the table's edge."""

from flask import Blueprint, redirect, render_template
from werkzeug.wrappers import Response as AnyResponse

from webpanel.access.context import panel
from webpanel.access.phones import token
from webpanel.access.visibility import told

blueprint = Blueprint("page_clock", __name__)


@blueprint.get("/clock")
def clock() -> str | AnyResponse:
    """Show the clocks of the game on the table, as large as the screen; redirect to the table where nobody has one."""
    snapshot = panel().desk.snapshot()
    if not snapshot.controls:
        return redirect("/")
    return render_template("clock.html", snapshot=told(snapshot, token(), None))
