"""The workshop: learning the wiring of the board, testing it, and renewing its tiles. For the owner alone."""

from typing import Annotated, Final, NotRequired, TypedDict

from flask import Blueprint, Response, jsonify

from webpanel.access.context import panel
from webpanel.api.description import Line, described
from webpanel.api.request_body import Body
from webpanel.ports.workshop_port import Practice, Work
from webpanel.text.translations import translate

blueprint = Blueprint("api_workshop", __name__)

TASKS: Final = ("wire", "check", "trial", "renew")
Task = Annotated[str, {"enum": TASKS}]


class WorkChoiceJson(TypedDict):
    """An answer that is offered."""

    value: str
    label: str


class FactJson(TypedDict):
    """Something that was found out."""

    label: str
    value: str


class WorkJson(TypedDict):
    """The task that is under way."""

    task: Task
    id: str
    sentence: str
    hint: str | None
    choices: list[WorkChoiceJson]
    done: int
    of: int
    findings: list[str]
    facts: list[FactJson]
    squares: dict[str, str]
    files: int
    ranks: int
    question: str
    guide: str
    picture: list[str]


class FaultJson(TypedDict):
    """A fault that a practice board can have."""

    name: str
    label: str
    on: bool


class PracticeJson(TypedDict):
    """The practice board."""

    faults: list[FaultJson]
    piece: str | None
    rings: dict[str, list[str]]


class WorkshopJson(TypedDict):
    """The workshop of the real board, or of the practice board."""

    work: WorkJson | None
    practice: PracticeJson | None


class TaskBody(TypedDict):
    """The task to begin: learn the wiring, test the board, try nine squares of it, or give a tile its firmware."""

    task: Task
    port: NotRequired[str | None]
    """The port of the tile that is given its firmware."""
    instead: NotRequired[str | None]
    """The id of the work that the page showed; left out while there was none."""


class EndBody(TypedDict):
    """The task to end."""

    id: Line
    """The one of the work that the page showed."""


class ReplyBody(TypedDict):
    """An answer to a question."""

    answer: Line
    question: Line
    """The question of the work that the phone showed."""


class PathBody(TypedDict):
    """The way of the piece."""

    path: Line
    """Names of squares with spaces between them; empty: off the board."""


class FaultBody(TypedDict):
    """A fault, and whether the practice board has it from now on."""

    name: Line
    on: bool


@blueprint.get("/api/workshop")
@described(WorkshopJson)
def look() -> Response:
    """Return the state of the workshop."""
    return _told()


@blueprint.post("/api/workshop")
@described(WorkshopJson, body=TaskBody, refusals=(409, 503))
def begin() -> Response:
    """Begin a task."""
    body = Body()
    port, instead = body.optional_text("port") or "", body.optional_text("instead") or ""
    panel().desk.workshop.open(body.one_of("task", *TASKS), port, instead)
    return _told()


@blueprint.post("/api/workshop/answer")
@described(WorkshopJson, body=ReplyBody, refusals=(409, 503))
def answer() -> Response:
    """Give one of the answers offered to the question that the page shows."""
    body = Body()
    panel().desk.workshop.say(body.text("answer"), body.text("question"))
    return _told()


@blueprint.delete("/api/workshop")
@described(WorkshopJson, body=EndBody, refusals=(409,))
def end() -> Response:
    """End the task that the page shows."""
    panel().desk.workshop.close(Body().text("id"))
    return _told()


@blueprint.post("/api/workshop/piece")
@described(WorkshopJson, body=PathBody, refusals=(409, 503))
def draw() -> Response:
    """Draw the piece of the practice board over squares."""
    panel().desk.workshop.draw(Body().text("path").split())
    return _told()


@blueprint.post("/api/workshop/fault")
@described(WorkshopJson, body=FaultBody, refusals=(409, 503))
def set_fault() -> Response:
    """Switch a fault of the practice board on or off."""
    body = Body()
    panel().desk.workshop.set_fault(body.text("name"), body.boolean("on"))
    return _told()


def _told() -> Response:
    work, practice = panel().desk.workshop.work(), panel().desk.workshop.practice()
    return jsonify(WorkshopJson(
        work=None if work is None else work_json(work),
        practice=None if practice is None else practice_json(practice),
    ))


def work_json(work: Work) -> WorkJson:
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


def practice_json(practice: Practice) -> PracticeJson:
    """Return the practice board, and its faults in the language of the requesting phone."""
    faults = [FaultJson(name=each.name, label=translate(each.label), on=each.on) for each in practice.faults]
    rings = {square: list(colours) for square, colours in practice.rings.items()}
    return {"faults": faults, "piece": practice.piece, "rings": rings}
