"""Lessons: putting one on the table."""

from typing import Annotated, Final, Required, TypedDict

from flask import Blueprint, Response, jsonify, request

from engine.core.messages import message
from engine.core.text_rules import LONGEST_NAME, checked_name
from engine.records.game_record import MOST_ACTIONS
from engine.registry import find_game
from engine.services.lessons import Course, lessons_of
from engine.services.review import Blunder, Review, belongs, decisive, problem
from table.messages.refusal import Refused
from webpanel.access.context import panel
from webpanel.access.phones import others_there, phone
from webpanel.api.description import Key, KeyJson, Line, Name, described
from webpanel.api.games.library import shelf_game
from webpanel.api.games.new import Screened
from webpanel.api.request_body import Body
from webpanel.presenters.reviews import replayed

blueprint = Blueprint("api_learn", __name__)

NO_PROBLEM: Final = message("There is no problem here.")
NONE_DECIDED: Final = message("No single move decided this game. Its review tells how it went.")
LEARNER: Final = message("your name")
OTHERS_PLAY: Final = message("Others are playing at the table. Ask them to park their game first.")


class LessonBody(Screened, total=False):
    """A lesson."""

    game: Required[Line]
    lesson: Required[Line]
    """Its name."""
    learner: Name
    """The name under which it is kept that it was solved. Without one, for all who gave none."""


class SolvedQuery(TypedDict, total=False):
    """The learner."""

    name: Annotated[str, {"maxLength": LONGEST_NAME}]
    """Their name; without one, the lessons are listed that those have solved who gave none."""


class ProblemBody(TypedDict, total=False):
    """A mistake in a game."""

    number: Annotated[int, {"minimum": 1, "maximum": MOST_ACTIONS}]
    """The number of the action that was the mistake; left out: the one that decided the game for whoever lost."""


@blueprint.post("/api/lessons")
@described((201, KeyJson), body=LessonBody, refusals=(404,))
def begin() -> tuple[Response, int]:
    """Begin the lessons of a game with the one of this name; the game on the table is parked. Of a lesson only that
    it was solved is kept."""
    body = Body()
    game, name = find_game(body.text("game")), body.text("lesson")
    lessons = lessons_of(game.id)
    at = next((number for number, lesson in enumerate(lessons) if lesson.name == name), None)
    if at is None:
        raise Refused(message("There is no lesson called {name} here.", name=name), 404)
    course = Course(lessons, at, body.person("learner", LEARNER))
    return _begun(game.id, course, body.boolean("screen", usual=False))


@blueprint.get("/api/solved")
@described(
    Annotated[dict[str, list[str]], {"description": "Id of the game → names of its lessons."}], query=SolvedQuery,
    refusals=(503,),
)
def solved() -> Response:
    """List the lessons that somebody has solved: game → names of lessons. Not cached: a phone that returns to the page
    asks again."""
    answer = jsonify(panel().desk.solved(checked_name(request.args.get("name", ""), LEARNER)))
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _begun(game_id: str, course: Course, screen: bool) -> tuple[Response, int]:
    asking = phone()
    if others_there(asking):
        raise Refused(OTHERS_PLAY)
    return jsonify(KeyJson(key=panel().desk.learn(game_id, course, screen, asking.snapshot))), 201


@blueprint.post("/api/games/<key>/problems")
@described((201, KeyJson), body=ProblemBody, refusals=(404,))
def begin_problem(key: Key) -> tuple[Response, int]:
    """Begin a problem: the position before an action of a reviewed game, to find what was better; on the physical
    board, if the game was played there and the board is large enough."""
    body, stored = Body(), shelf_game(key)
    number = body.integer("number", 1, MOST_ACTIONS) if body.has("number") else None
    review = panel().desk.reviews.of(key)
    if review is None or number is not None and _mistake(review, number) is None:
        raise Refused(NO_PROBLEM, 404)
    with panel().long_work.replaying(len(stored.actions)):
        played = replayed(stored)
        if not belongs(review, played):
            raise Refused(NO_PROBLEM, 404)
        swing = decisive(played, review, stored.winners or ()) if number is None else _mistake(review, number)
    if swing is None:
        raise Refused(NONE_DECIDED, 404)
    device = panel().desk.device()
    board = played.game.board(played.options)
    fits = device.board != "simulated" and board.files <= device.files and board.ranks <= device.ranks
    return _begun(stored.game_id, Course((problem(played, swing),), from_game=True), stored.screen or not fits)


def _mistake(review: Review, number: int) -> Blunder | None:
    """Return the mistake of this number that makes a problem; ``None``: there is none."""
    return next((each for each in review.swings if each.number == number and each.solutions), None)
