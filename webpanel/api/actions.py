"""Playing by actions instead of by taps: for programs."""

from typing import Annotated, Final, TypedDict

from flask import Blueprint, Response, jsonify

from engine.core.pieces import Seat
from engine.services.hidden_information import choices, has_secrets
from table.messages.events import PlayAction
from webpanel.access.context import panel
from webpanel.access.phones import Phone, phone
from webpanel.access.visibility import asked_seat, eyes, in_order
from webpanel.api.description import ONE_LINE, SceneNumber, SeatQuery, SeenBody, described
from webpanel.api.request_body import Body
from webpanel.api.table import LONGEST_ANSWER, DoneJson
from webpanel.text.translations import player_names, translate

blueprint = Blueprint("api_actions", __name__)

MOST_ACTIONS: Final = 2000
"""The most actions of a seat that are listed."""


class ActionsJson(TypedDict):
    """The actions that this phone's seats may take now, and how far the game has come."""

    key: str
    """The game on the table, for the header Game-Key; empty: there is none."""
    scene: SceneNumber
    """The number of the scene that all of this belongs to; an action names it."""
    waits: str | None
    """The reason why none of the actions can be played at this moment, in a sentence; null: they can."""
    actions: dict[Seat, list[str]]
    """The legal actions of each seat that has to act and that this phone may act for, written as in records. While a
    seat decides in secret it is left out, unless this phone holds it, and holds no other or asks with ?seat=."""
    partial: list[Seat]
    """Those of these seats of whose actions only some are listed, which are worth a thought: there are more than 2000,
    or, as with secret divisions, too many to list."""
    action_count: int
    """The number of actions played so far. The record on disk may be one ahead: what computers and programs choose and
    chance decides is stored before it is shown."""
    confirmed: bool
    """True if everything up to the last action is on disk."""
    commits_in_s: float | None
    """Seconds until the move that hands have made counts, although a longer one is possible; null: nothing waits so."""
    winners: list[Seat] | None
    """Null while the game goes on; empty: a draw, unless it was abandoned."""
    reason: str
    """The reason why it is over, in a word as in records."""


class ActionBody(SeenBody):
    """An action for one of this phone's seats."""

    action: Annotated[str, ONE_LINE | {"maxLength": LONGEST_ANSWER}]
    """The action, written as in records."""


@blueprint.get("/api/actions")
@described(ActionsJson, query=SeatQuery)
def legal() -> Response:
    """List the actions that can be played now.

    What they mean is told by the page protocol.md of each game.
    """
    asking = phone()
    scene, waits = asking.snapshot.scene(frozenset()), asking.snapshot.waits(asking.acting)
    actions, partial = _choices(asking)
    names = player_names(scene.players, scene.computers, scene.engines)
    return jsonify(ActionsJson(
        key=scene.key, scene=scene.number, waits=None if waits is None else translate(waits, names), actions=actions,
        partial=partial, action_count=scene.action_count, confirmed=scene.confirmed, commits_in_s=scene.commits_in_s,
        winners=None if scene.winners is None else list(scene.winners), reason=scene.reason,
    ))


def _choices(asking: Phone) -> tuple[dict[Seat, list[str]], list[Seat]]:
    """Return the actions of the seats that the phone may act for, and the seats of which there are more."""
    played = asking.snapshot.played
    if played is None or asking.snapshot.scene(frozenset()).winners is not None:
        return {}, []
    acting = asking.acting & set(played.game.to_act(played.position))
    if has_secrets(played):
        acting &= eyes(asking, asked_seat())
    found = {seat: choices(seat, played, asking.snapshot.setup, MOST_ACTIONS) for seat in in_order(acting)}
    partial = [seat for seat, each in found.items() if not each.complete]
    return {seat: list(each.actions) for seat, each in found.items()}, partial


@blueprint.post("/api/actions")
@described(DoneJson, body=ActionBody)
def play() -> Response:
    """Play an action.

    On a wooden board it is lit, and people carry it out; on the screen board the pieces move by themselves.
    """
    asking, body = phone(), Body()
    event = PlayAction(body.text("action", LONGEST_ANSWER), asking.acting, asking.snapshot.seen_in(body.scene()))
    panel().desk.send(event, asking.snapshot)
    return jsonify(DoneJson(scene=panel().desk.snapshot().number))
