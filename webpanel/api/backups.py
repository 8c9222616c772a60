"""Backups for the owner: to download, to upload, to restore; and data that could not be read."""

from dataclasses import asdict
from typing import IO, Annotated, Any, Final, TypedDict

from flask import Blueprint, Response, jsonify, request, send_file

from engine.core.messages import message
from table.messages.refusal import Refused
from webpanel.access.context import panel
from webpanel.access.error_pages import sought
from webpanel.access.phones import phone
from webpanel.api.description import Content, described
from webpanel.ports.backup_port import Backup

blueprint = Blueprint("api_backups", __name__)

ARCHIVE_BYTES: Final = 16 * 1024 * 1024
"""The largest archive that a phone can upload; ``pawnlight restore`` takes any."""

BackupName = Annotated[str, {"minLength": 1, "maxLength": 40, "pattern": "^[a-z0-9.-]+$"}]
ARCHIVE: Final = Content("application/zip", "The archive.", is_text=False)


class BackupsJson(TypedDict):
    """Backups, the latest first."""

    backups: list[Backup]


class RestoredJson(TypedDict):
    """The backup that was restored."""

    name: str


def backup_json(backup: Backup) -> dict[str, Any]:
    """Return a backup as JSON values."""
    return asdict(backup)


@blueprint.get("/api/unreadable")
@described(Annotated[dict[str, str], {"description": "Name and text of each."}], refusals=(503,))
def unreadable() -> Response:
    """Send the stored data besides the games that could not be read, as it was found."""
    response = jsonify(dict(panel().desk.unreadable()))
    response.headers["Content-Disposition"] = 'attachment; filename="unreadable.json"'
    return response


@blueprint.get("/api/backup")
@described(ARCHIVE, refusals=(503,))
def download() -> Response:
    """Send an archive of everything as it is now."""
    return _archive(panel().desk.backups.fresh(), "pawnlight.zip")


@blueprint.get("/api/backups")
@described(BackupsJson, refusals=(503,))
def listed() -> Response:
    """List all backups, the latest first."""
    return jsonify(backups=[backup_json(backup) for backup in panel().desk.backups.listed()])


@blueprint.post("/api/backups")
@described(
    (201, Backup), body=Content("application/octet-stream", "The archive.", is_text=False), refusals=(422, 503)
)
def bring() -> tuple[Response, int]:
    """Store an archive that the owner uploads, once it is checked; nothing is restored by that."""
    if request.mimetype != "application/octet-stream":
        raise Refused(message("The panel wants an archive here (Content-Type: application/octet-stream)."), 415)
    request.max_content_length = ARCHIVE_BYTES
    return jsonify(backup_json(panel().desk.backups.take_in(request.stream))), 201


@blueprint.get("/api/backups/<name>")
@described(ARCHIVE, refusals=(404, 503))
def one(name: BackupName) -> Response:
    """Send one backup for download."""
    return _archive(_known(name), name)


@blueprint.post("/api/backups/<name>/restore")
@described(RestoredJson, refusals=(404, 422))
def restore(name: BackupName) -> Response:
    """Restore a backup in the place of everything; a copy of that stays, and the game on the table is parked."""
    _known(name).close()
    panel().desk.restore(name, phone().snapshot)
    return jsonify(RestoredJson(name=name))


def _known(name: str) -> IO[bytes]:
    with sought(message("There is no such copy: it may have made room for a newer one.")):
        return panel().desk.backups.open(name)


def _archive(opened: IO[bytes], name: str) -> Response:
    return send_file(opened, "application/zip", as_attachment=True, download_name=name)
