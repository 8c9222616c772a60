"""The decisions that the table asks for on phones, and what their answers mean."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.game import SPECTATOR, Prompt, PromptKind, Viewer
from engine.messages import Message, message
from engine.pieces import Seat
from engine.squares import Board
from table import hands
from table.deciding import decide, disjoint, pointers
from table.phrases import becoming, in_words, last_in_words
from table.state import Reach, Sitting, Table, sit
from table.words import SceneChoice, ScenePrompt

YES, NO = "yes", "no"
PUT_BACK = "back"
_YES_NO = (SceneChoice(YES, message("Yes")), SceneChoice(NO, message("No")))


@dataclass(frozen=True, slots=True)
class PromptId:
    """What a prompt is about: ``topic`` undo, draw, hands, thoughts, throw or game; ``action`` numbers the position."""

    topic: str
    action: int
    index: int = 0

    def __str__(self) -> str:
        return f"{self.topic}:{self.action}:{self.index}"


def prompts(table: Table, now_s: float, knows: Viewer = SPECTATOR) -> tuple[ScenePrompt, ...]:
    """All questions that are open, with secrets as far as the viewer may know them."""
    sitting = table.sitting
    if sitting is None or table.paused:
        return ()
    asked = [*_about_undo(table, sitting), *_about_draw(table, sitting)]
    if sitting.outcome is None and not table.chance_decides:
        asked += _about_hands(table, sitting, now_s)
        asked += _about_throw(table, sitting)
        asked += _about_game(table, sitting, knows)
    return tuple(asked)


def _id(sitting: Sitting, topic: str, index: int = 0) -> str:
    return str(PromptId(topic, len(sitting.played.actions), index))


def _about_undo(table: Table, sitting: Sitting) -> list[ScenePrompt]:
    if not table.undo_asked:
        return []
    question = message("Take this back: {action}?", action=last_in_words(sitting))
    return [ScenePrompt(_id(sitting, "undo"), "confirm", tuple(sorted(table.undo_asked)), question, _YES_NO)]


def _about_draw(table: Table, sitting: Sitting) -> list[ScenePrompt]:
    if not table.draw_agreed or sitting.outcome is not None:
        return []
    seats = sitting.game.seats_of(sitting.played.options)
    others = tuple(seat for seat in seats if seat not in table.draw_agreed)
    question = message("{seat} offers a draw. Agree?", seat=table.draw_agreed[0])
    return [ScenePrompt(_id(sitting, "draw"), "confirm", others, question, _YES_NO)]


def _acting(sitting: Sitting) -> tuple[Seat, ...]:
    return tuple(actor for actor in sitting.game.to_act(sitting.position) if isinstance(actor, Seat))


def _about_hands(table: Table, sitting: Sitting, now_s: float) -> list[ScenePrompt]:
    if table.goal is not None or not table.touches and not table.difference:
        return []
    reading = hands.read(table)
    if reading.second_thoughts and table.at_rest(now_s):
        return [_second_thoughts(sitting, reading)]
    decision = decide(table, reading, now_s)
    if not decision.ask:
        return []
    told = {reach: sitting.board.name(square) for square, reach in pointers(reading, table.covered).items()}
    choices = [
        SceneChoice(reach.action.text, _label(sitting, reach, decision.ask), told.get(reach)) for reach in decision.ask
    ]
    choices.append(SceneChoice(PUT_BACK, message("None of these: the pieces will be put back")))
    question = message("The board cannot tell which it was. What was played?")
    if reading.first and disjoint(decision.ask):
        question = message("Both were played in the same moment. Which was first?")
    return [ScenePrompt(_id(sitting, "hands"), "choice", _acting(sitting), question, tuple(choices))]


def _label(sitting: Sitting, reach: Reach, asked: Iterable[Reach]) -> Message:
    """What tells an action from the others that are asked about."""
    alike = any(each is not reach and each.footprint == reach.footprint for each in asked)
    return becoming(sitting, reach.action) if alike else in_words(sitting, reach.action)


def _second_thoughts(sitting: Sitting, reading: hands.Reading) -> ScenePrompt:
    before = sit(sitting, sitting.played.before())
    seats = sitting.game.seats_of(sitting.played.options)
    choices = tuple(
        SceneChoice(PUT_BACK, message("It was put back"))
        if action is None
        else SceneChoice(action.text, message("{action} instead", action=in_words(before, action)))
        for action in reading.second_thoughts
    )
    question = message(
        "Was this not played after all: {action}? If it was, take the extra piece off the board.",
        action=last_in_words(sitting),
    )
    return ScenePrompt(_id(sitting, "thoughts"), "choice", seats, question, choices)


def _about_throw(table: Table, sitting: Sitting) -> list[ScenePrompt]:
    thrower = sitting.game.thrower(sitting.position) if sitting.chance_acts else None
    if thrower is None or not table.settings.typed_dice or table.goal is not None:
        return []
    choices = tuple(
        SceneChoice(action.text, Message(action.text.rpartition("=")[2].rpartition(":")[2]))
        for action in sitting.game.actions(sitting.position)
    )
    question = message("{seat} throws. What did the die show?", seat=thrower)
    return [ScenePrompt(_id(sitting, "throw"), "number", (thrower,), question, choices)]


def _about_game(table: Table, sitting: Sitting, knows: Viewer) -> list[ScenePrompt]:
    if table.goal is not None or table.difference:
        return []
    described = sitting.game.describe(sitting.position, knows).prompts
    return [_scene_prompt(sitting, index, prompt) for index, prompt in enumerate(described)]


def _scene_prompt(sitting: Sitting, index: int, prompt: Prompt) -> ScenePrompt:
    board = sitting.board
    choices = tuple(
        SceneChoice(each.value, each.label, None if each.square is None else board.name(each.square))
        for each in prompt.choices
    )
    return ScenePrompt(
        _id(sitting, "game", index), prompt.kind.value, (prompt.seat,), prompt.message, choices,
        prompt.points, _names(board, prompt.squares),
    )


def _names(board: Board, squares: Iterable[int]) -> tuple[str, ...]:
    return tuple(board.names[square] for square in squares)


def find_prompt(table: Table, now_s: float, prompt_id: str) -> ScenePrompt | None:
    """The open question with this id."""
    return next((each for each in prompts(table, now_s, knows=None) if each.id == prompt_id), None)


def allows(prompt: ScenePrompt, value: str) -> bool:
    """Whether this is one of the answers (a division is for the rules to judge)."""
    return prompt.kind == PromptKind.DIVISION or any(choice.value == value for choice in prompt.choices)
