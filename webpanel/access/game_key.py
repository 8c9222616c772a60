"""The check that a request is about the game on the table.

A request that changes something at the table carries the key of the game that the phone showed. It must be that of the
snapshot by which the phone's rights are judged. The table's thread compares that snapshot with the game there when the
request's turn has come (:mod:`daemon.runtime.table_thread`), so that no other game can come between.
"""

from collections.abc import Mapping
from typing import Final

from flask import Response, request

from engine.core.messages import message
from table.messages.refusal import OTHER_GAME, Refused
from webpanel.access.context import panel
from webpanel.access.phones import phone
from webpanel.access.request_guard import SAFE

GAME_HEADER: Final = "Game-Key"
"""The header with the key of the game that a request is about; empty or left out while there is none. In a refusal: the
key of the game that is on the table instead."""

UNNAMED: Final = message(
    "Which game is this about? Send its key in the header Game-Key; /api/table tells it, as key of the scene."
)
ABOUT_NO_GAME: Final[Mapping[str, str]] = {
    "POST /appearance": "how this phone shows its pages",
    "POST /api/games/check": "changes nothing",
    "POST /api/setups": "changes nothing",
    "POST /api/games/import": "a new game on the shelf",
    "POST /api/games/<key>/review": "its address names the game, which is over",
    "DELETE /api/games/<key>/review": "its address names the game, which is over",
    "DELETE /api/games/<key>": "its address names the game; one on the table is not deleted",
    "POST /api/games/<key>/restore": "its address names the game, which is deleted",
    "DELETE /api/invitations/<key>": "its address names the invitation",
    "POST /api/owner": "what this phone may do",
    "DELETE /api/owner": "what this phone may do",
    "PATCH /api/settings": "the table, whichever game is there",
    "POST /api/power-off": "the computer, whichever game is there",
    "PUT /api/phones/<key>/ban": "a phone, whichever game it sits at",
    "DELETE /api/phones/<key>/ban": "a phone",
    "DELETE /api/phones": "all phones, whichever game they sit at",
    "POST /api/backups": "a new copy, which is not put back by that",
    "POST /api/update": "the program, whichever game is there",
    "POST /api/workshop": "the board",
    "DELETE /api/workshop": "the board",
    "POST /api/workshop/answer": "the board",
    "POST /api/workshop/fault": "the board of memory",
    "POST /api/workshop/piece": "the board of memory",
}
"""Addresses that change something, but nothing of the game on the table: address → what they change instead."""


def check_game() -> None:
    """Refuse a request about another game than the one on the table.

    :raises Refused: with the remedy.
    """
    if not _about_game() or (request.headers.get(GAME_HEADER) or "") == phone().snapshot.key:
        return
    raise Refused(UNNAMED, 400) if GAME_HEADER not in request.headers else Refused(OTHER_GAME)


def _about_game() -> bool:
    rule = request.url_rule
    return rule is not None and request.method not in SAFE and f"{request.method} {rule.rule}" not in ABOUT_NO_GAME


def tell_game(response: Response) -> Response:
    """Name the game on the table in a refusal, if the page asked about another one: it is out of date."""
    named = request.headers.get(GAME_HEADER)
    if response.status_code == 409 and named is not None and _about_game():
        key = panel().desk.snapshot().key
        if key != named:
            response.headers[GAME_HEADER] = key
    return response
