"""Updates of the program: their state, for everybody; looking for one, installing it and going back, for the owner."""

from typing import Annotated, Final, NotRequired, TypedDict

from flask import Blueprint, Response, jsonify

from webpanel.access.context import panel
from webpanel.api.description import described
from webpanel.api.request_body import Body
from webpanel.text.translations import translate

blueprint = Blueprint("api_updates", __name__)

TASKS: Final = ("look", "install", "back")


class UpdateJson(TypedDict):
    """The versions that there are, and the state of the update that is under way or was last."""

    version: str
    """The version that runs."""
    offered: str
    """A newer one that may be installed; empty: none is known."""
    previous: str
    """The version to which one may return; empty: there is none."""
    done: int
    """The steps that are done of an update under way."""
    of: int
    """The number of its steps; 0: none is under way."""
    sentence: str | None
    """The step that is under way, or the result of the last update."""
    failed: bool
    """True if the last update did not do what was wished."""


class UpdateBody(TypedDict):
    """The wish to look for a newer version, to install it, or to return to the one before."""

    task: Annotated[str, {"enum": TASKS}]
    version: NotRequired[str | None]
    """The version to install or to return to, as the page showed it."""


@blueprint.get("/api/update")
@described(UpdateJson)
def look() -> Response:
    """Return the state of updates."""
    return jsonify(update_json())


@blueprint.post("/api/update")
@described((202, UpdateJson), body=UpdateBody, refusals=(409, 503))
def begin() -> tuple[Response, int]:
    """Begin to look for a newer version, to install it, or to return to the one before."""
    body, updates = Body(), panel().desk.updates
    task, version = body.one_of("task", *TASKS), body.optional_text("version") or ""
    if task == "look":
        updates.look()
    elif task == "install":
        updates.install(version)
    else:
        updates.go_back(version)
    return jsonify(update_json()), 202


def update_json() -> UpdateJson:
    """Return the state of updates as JSON values."""
    state = panel().desk.updates.state()
    return UpdateJson(
        version=state.version, offered=state.offered, previous=state.previous, done=state.done, of=state.of,
        sentence=None if state.sentence is None else translate(state.sentence), failed=state.failed,
    )
