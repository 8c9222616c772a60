"""The workshop: learning the wiring of the board, testing it, and renewing its tiles. For the owner alone."""

from typing import Any, Final

from flask import Blueprint, Response, jsonify

from webpanel.access.context import panel
from webpanel.api.request_body import Body
from webpanel.ports.workshop_port import Practice, Work
from webpanel.text.translations import translate

blueprint = Blueprint("api_workshop", __name__)

TASKS: Final = ("wire", "check", "trial", "renew")


@blueprint.get("/api/workshop")
def look() -> Response:
    """Return the state of the workshop."""
    return _told()


@blueprint.post("/api/workshop")
def begin() -> Response:
    """Begin a task."""
    body = Body("task", "port", "instead")
    port, instead = body.optional_text("port") or "", body.optional_text("instead") or ""
    panel().desk.workshop.open(body.one_of("task", *TASKS), port, instead)
    return _told()


@blueprint.post("/api/workshop/answer")
def answer() -> Response:
    """Give one of the answers offered to the question that the page shows."""
    body = Body("answer", "question")
    panel().desk.workshop.say(body.text("answer"), body.text("question"))
    return _told()


@blueprint.delete("/api/workshop")
def end() -> Response:
    """End the task that the page shows."""
    panel().desk.workshop.close(Body("id").text("id"))
    return _told()


@blueprint.post("/api/workshop/piece")
def draw() -> Response:
    """Draw the piece of the practice board over squares."""
    panel().desk.workshop.draw(Body("path").text("path").split())
    return _told()


@blueprint.post("/api/workshop/fault")
def set_fault() -> Response:
    """Switch a fault of the practice board on or off."""
    body = Body("name", "on")
    panel().desk.workshop.set_fault(body.text("name"), body.boolean("on"))
    return _told()


def _told() -> Response:
    work, practice = panel().desk.workshop.work(), panel().desk.workshop.practice()
    return jsonify({
        "work": None if work is None else work_json(work),
        "practice": None if practice is None else practice_json(practice),
    })


def work_json(work: Work) -> dict[str, Any]:
    """Return the workshop as JSON values, in the language of the requesting phone."""
    return {
        "task": work.task,
        "id": work.id,
        "sentence": translate(work.sentence),
        "hint": None if work.hint is None else translate(work.hint),
        "choices": [{"value": value, "label": translate(label)} for value, label in work.choices],
        "done": work.done,
        "of": work.of,
        "findings": [translate(finding) for finding in work.findings],
        "facts": [{"label": translate(label), "value": translate(value)} for label, value in work.facts],
        "squares": dict(work.squares),
        "files": work.files,
        "ranks": work.ranks,
        "question": work.question,
        "guide": work.guide,
        "picture": list(work.picture),
    }


def practice_json(practice: Practice) -> dict[str, Any]:
    """Return the practice board, and its faults in the language of the requesting phone."""
    faults = [{"name": each.name, "label": translate(each.label), "on": each.on} for each in practice.faults]
    rings = {square: list(colours) for square, colours in practice.rings.items()}
    return {"faults": faults, "piece": practice.piece, "rings": rings}
