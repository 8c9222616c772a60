"""Backups for the owner: to download, to upload, to restore; and data that could not be read."""

from dataclasses import asdict
from typing import IO, Any, Final

from flask import Blueprint, Response, jsonify, request, send_file

from engine.core.messages import message
from table.messages.refusal import Refused
from webpanel.access.context import panel
from webpanel.access.error_pages import sought
from webpanel.access.phones import phone
from webpanel.ports.backup_port import Backup

blueprint = Blueprint("api_backups", __name__)

ARCHIVE_BYTES: Final = 16 * 1024 * 1024
"""The largest archive that a phone can upload; ``pawnlight restore`` takes any."""


def backup_json(backup: Backup) -> dict[str, Any]:
    """Return a backup as JSON values."""
    return asdict(backup)


@blueprint.get("/api/unreadable")
def unreadable() -> Response:
    """Send the stored data besides the games that could not be read, as it was found."""
    response = jsonify(dict(panel().desk.unreadable()))
    response.headers["Content-Disposition"] = 'attachment; filename="unreadable.json"'
    return response


@blueprint.get("/api/backup")
def download() -> Response:
    """Send an archive of everything as it is now."""
    return _archive(panel().desk.backups.fresh(), "pawnlight.zip")


@blueprint.get("/api/backups")
def listed() -> Response:
    """List all backups, the latest first."""
    return jsonify(backups=[backup_json(backup) for backup in panel().desk.backups.listed()])


@blueprint.post("/api/backups")
def bring() -> tuple[Response, int]:
    """Store an archive that the owner uploads, once it is checked; nothing is restored by that."""
    if request.mimetype != "application/octet-stream":
        raise Refused(message("The panel wants an archive here (Content-Type: application/octet-stream)."), 415)
    request.max_content_length = ARCHIVE_BYTES
    return jsonify(backup_json(panel().desk.backups.take_in(request.stream))), 201


@blueprint.get("/api/backups/<name>")
def one(name: str) -> Response:
    """Send one backup for download."""
    return _archive(_known(name), name)


@blueprint.post("/api/backups/<name>/restore")
def restore(name: str) -> Response:
    """Restore a backup."""
    _known(name).close()
    panel().desk.restore(name, phone().snapshot)
    return jsonify(name=name)


def _known(name: str) -> IO[bytes]:
    with sought(message("There is no such copy: it may have made room for a newer one.")):
        return panel().desk.backups.open(name)


def _archive(opened: IO[bytes], name: str) -> Response:
    return send_file(opened, "application/zip", as_attachment=True, download_name=name)
