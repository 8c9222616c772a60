"""What the owner takes home: what could not be read."""

from flask import Blueprint, Response, jsonify

from webpanel.phones import require_owner
from webpanel.state import panel

blueprint = Blueprint("api_backups", __name__)


@blueprint.get("/api/unreadable")
def unreadable() -> Response:
    """What was kept beside the games and could not be read, as it was found."""
    require_owner()
    response = jsonify(dict(panel().desk.unreadable()))
    response.headers["Content-Disposition"] = 'attachment; filename="unreadable.json"'
    return response
