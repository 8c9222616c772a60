"""The right that every address of the panel requires; a request to an address without a line here fails. See
docs/rights.md."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from enum import StrEnum
from typing import Final

from flask import request

from webpanel.access.context import panel
from webpanel.access.phones import acting_phone, changing_phone, phone, require_host, require_owner


class Right(StrEnum):
    """A right of a phone."""

    LOOK = "anybody on the network"
    SIT = "a phone that may act for a seat: one that it holds, or that nobody took"
    CHANGE_GAME = "the same, once the other players agree; anybody while nobody plays; the owner"
    LEAVE = "the phone that holds the seat; the owner"
    HOST = "the phone that started the game or brought it in; the owner"
    OWN = "the owner"


BY_RIGHT: Final[Mapping[Right, tuple[str, ...]]] = {
    Right.LOOK: (
        "GET /", "GET /about", "GET /api/actions", "GET /api/club", "GET /api/games", "GET /api/games/<key>",
        "GET /api/games/<key>/film", "GET /api/games/<key>/picture", "GET /api/picture",
        "GET /api/games/<key>/record", "GET /api/games/<key>/pgn", "GET /api/games/pgn",
        "GET /api/games/<key>/review", "POST /api/games/<key>/review",
        "DELETE /api/games/<key>/review", "GET /games/<key>/review", "GET /api/moment", "GET /api/openapi.json",
        "GET /api/piece", "GET /api/settings", "GET /api/solved", "GET /api/story", "GET /api/table", "GET /api/update",
        "GET /backups", "GET /clock", "GET /continue",
        "GET /deleted", "GET /events", "GET /favicon.ico", "GET /games/<key>", "GET /guides",
        "GET /guides/<reader>", "GET /guides/<path:name>.md", "GET /guides/<path:name>.svg", "GET /hardware",
        "GET /import", "GET /learn", "GET /learn/<game_id>", "GET /manifest.webmanifest", "GET /new",
        "GET /new/<game_id>", "GET /offline", "GET /qr.svg", "GET /rules", "GET /rules/<game_id>",
        "GET /rules/<game_id>/ambiguity", "GET /rules/<game_id>/pictures/<name>", "GET /scores",
        "GET /service-worker.js",
        "GET /seat/<name>", "GET /seat/<name>/qr.svg", "GET /seats", "GET /settings", "GET /static/<path:filename>",
        "GET /scores/player", "GET /scores/statistics", "GET /update", "GET /workshop", "POST /appearance",
        "POST /api/games/check", "POST /api/games/import", "POST /api/manual", "POST /api/owner", "DELETE /api/owner",
        "POST /api/setups", "PUT /api/seats/<name>",
    ),
    Right.SIT: (
        "POST /api/abandon", "POST /api/actions", "POST /api/answer", "POST /api/end-turn", "POST /api/help",
        "POST /api/hint", "POST /api/offer-draw", "POST /api/pause", "POST /api/rematch", "POST /api/resign",
        "POST /api/resume", "POST /api/seats/<name>/ask-to-resign", "POST /api/seats/<name>/take-over",
        "POST /api/take-back", "POST /api/tap", "POST /api/touch", "POST /api/warnings",
    ),
    Right.CHANGE_GAME: (
        "GET /api/covered", "POST /api/games", "POST /api/games/<key>/resume", "POST /api/invitations/<key>",
        "DELETE /api/invitations/<key>", "POST /api/paired/<key>", "POST /api/lessons",
        "POST /api/games/<key>/problems", "POST /api/park",
    ),
    Right.LEAVE: ("DELETE /api/seats/<name>",),
    Right.HOST: ("DELETE /api/games/<key>", "POST /api/games/<key>/restore"),
    Right.OWN: (
        "PATCH /api/settings", "POST /api/power-off", "GET /api/unreadable", "GET /api/workshop",
        "POST /api/workshop", "DELETE /api/workshop", "POST /api/workshop/answer", "POST /api/workshop/fault",
        "POST /api/workshop/piece", "GET /api/phones", "DELETE /api/phones", "PUT /api/phones/<key>/ban",
        "DELETE /api/phones/<key>/ban", "GET /api/backup", "GET /api/backups",
        "POST /api/backups", "GET /api/backups/<name>", "POST /api/backups/<name>/restore", "POST /api/update",
    ),
}
RIGHTS: Final[Mapping[str, Right]] = {address: right for right, those in BY_RIGHT.items() for address in those}


def check_right() -> None:
    """Refuse the request if the requesting phone lacks the right for its address.

    :raises Refused: status 403.
    """
    if request.url_rule is not None and request.method != "OPTIONS":
        method = "GET" if request.method == "HEAD" else request.method
        CHECKS[RIGHTS[f"{method} {request.url_rule.rule}"]]()


def _check_leaving() -> None:
    if (request.view_args or {}).get("name") in {seat.value for seat in phone().taken}:
        require_owner()


def _check_host() -> None:
    with suppress(KeyError):  # a game that does not exist needs no protection
        require_host(panel().desk.shelf.host((request.view_args or {})["key"]))


CHECKS: Final[Mapping[Right, Callable[[], object]]] = {
    Right.LOOK: lambda: None,
    Right.SIT: acting_phone,
    Right.CHANGE_GAME: changing_phone,
    Right.LEAVE: _check_leaving,
    Right.HOST: _check_host,
    Right.OWN: require_owner,
}
