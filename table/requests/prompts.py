"""The decisions that the table asks for on phones, and what their answers mean."""

from collections.abc import Iterable
from dataclasses import dataclass
from zlib import crc32

from engine.core.actions import Action, Throw
from engine.core.messages import Message, message
from engine.core.pieces import Seat
from engine.core.squares import Board
from engine.game import SPECTATOR, Prompt, PromptKind, Viewer
from engine.registry import find_game
from table.hands.action_text import becoming, in_words, last_in_words, take_back, told_in_words
from table.hands.decision import decide, disjoint, pointers
from table.hands.reading import Reading, read
from table.messages.events import NextGame, Reopen, StartGame
from table.messages.new_game import NewGame
from table.messages.scene import SceneChoice, ScenePrompt
from table.model.current_game import GameOnTable, HandAction, looked_at
from table.model.state import Checked, Table
from table.turns import lessons, warnings
from table.turns.computer_play import to_tell
from table.turns.waiting import may_end_alone

YES, NO = "yes", "no"
PUT_BACK = "back"
KEEP = "keep"
THROW = "throw"
_YES_NO = (SceneChoice(YES, message("Yes")), SceneChoice(NO, message("No")))


@dataclass(frozen=True, slots=True)
class PromptId:
    """What a prompt is about: ``topic`` park, abandon, pause, alone, claim, undo, draw, hints, warnings, lesson, hands,
    thoughts, warning, seen, throw, roll or game; ``entries``: how many the store has been given, as after an undo there
    may be as many actions as before; ``about``: what else tells it from others."""

    topic: str
    entries: int
    about: int = 0

    def __str__(self) -> str:
        return f"{self.topic}:{self.entries}:{self.about}"


def prompts(table: Table, now_s: float, knows: Viewer = SPECTATOR) -> tuple[ScenePrompt, ...]:
    """All questions that are open, with secrets as far as the viewer may know them."""
    on_table = table.on_table
    if on_table is None:
        return ()
    asked = [*_about_going(table, on_table), *_about_pause(table, on_table), *_about_silence(table, on_table, now_s)]
    if table.paused or table.lost_here:
        return tuple(asked)
    asked += _about_time(table, on_table, now_s)
    asked += [*_about_undo(table, on_table), *_about_draw(table, on_table), *_about_hints(table, on_table)]
    if on_table.is_solved:
        return (*asked, *_about_lesson(table, on_table))
    if not table.chance_decides:
        asked += _about_hands(table, on_table, now_s)
    if on_table.outcome is None and not table.chance_decides:
        asked += _about_seen(table, on_table)
        asked += _about_throw(table, on_table)
        asked += _about_game(table, on_table, knows)
    return tuple(asked)


def _id(table: Table, topic: str, about: int = 0) -> str:
    return str(PromptId(topic, table.entries, about))


def _about_going(table: Table, on_table: GameOnTable) -> list[ScenePrompt]:
    """Whether the game may be put aside or ended: asked of those who did not want it."""
    questions = (
        (_id(table, "park", table.questions), table.park_asked, _why_aside(table.next_game)),
        (_id(table, "abandon"), table.abandon_asked, message("End this game without a score?")),
    )
    return [
        ScenePrompt(prompt_id, PromptKind.CONFIRM, tuple(sorted(seats)), question, _YES_NO)
        for prompt_id, seats, question in questions if seats
    ]


def _people(on_table: GameOnTable) -> tuple[Seat, ...]:
    """The seats that are played by people at this board."""
    return tuple(seat for seat in on_table.game.seats_of(on_table.played.options) if seat not in on_table.not_here)


def _about_pause(table: Table, on_table: GameOnTable) -> list[ScenePrompt]:
    """What the two boards do not agree on yet."""
    if not table.by_agreement or on_table.afar is None or on_table.outcome is not None:
        return []
    board, there = on_table.afar.name, table.pause_there
    if table.pausing:
        question = message("{board} has been asked to go on, too.", board=board) if table.paused else message(
            "{board} has been asked to pause.", board=board)
        choice = SceneChoice(NO, message("Never mind"))
    elif there is None or there == table.paused:
        return []
    elif there:
        question = message("{board} would like to pause. If you agree, all clocks stop.", board=board)
        choice = SceneChoice(YES, message("Pause"))
    else:
        question = message("{board} would like to go on. If you agree, the clocks run again.", board=board)
        choice = SceneChoice(YES, message("Go on"))
    prompt_id, people = _id(table, "pause", int(table.paused)), _people(on_table)
    return [ScenePrompt(prompt_id, PromptKind.CONFIRM, people, question, (choice,))]


def _about_time(table: Table, on_table: GameOnTable, now_s: float) -> list[ScenePrompt]:
    """Whether to wait any longer for another board, whose time is long up."""
    late = table.clocks.overdue(now_s) if table.clocks is not None and on_table.outcome is None else frozenset()
    if not late or on_table.afar is None:
        return []
    question = message("{seat} has been out of time for a minute, and {board} does not answer. "
                       "Claim the game, or keep waiting.",
                       board=on_table.afar.name, seat=min(late))
    choice = SceneChoice(YES, message("Claim the game"))
    return [ScenePrompt(_id(table, "claim"), PromptKind.CONFIRM, _people(on_table), question, (choice,))]


def _about_silence(table: Table, on_table: GameOnTable, now_s: float) -> list[ScenePrompt]:
    """Whether to end the game here alone, as it does not go on with the other board."""
    if on_table.afar is None or not may_end_alone(table, now_s):
        return []
    question = message(
        "The game with {board} does not go on as it should. You can end it here, without a score.",
        board=on_table.afar.name,
    ) if table.stuck else message(
        "{board} has not answered for a minute. Keep waiting, or end the game here, without a score.",
        board=on_table.afar.name,
    )
    choice = SceneChoice(YES, message("End this game"))
    return [ScenePrompt(_id(table, "alone"), PromptKind.CONFIRM, _people(on_table), question, (choice,))]


def _why_aside(next_game: NextGame | None) -> Message:
    match next_game:
        case None:
            return message("Park this game? It can be continued later.")
        case StartGame(game=NewGame(game_id=game_id)):
            return message("Park this game and begin a new one ({game})? It can be continued later.",
                           game=find_game(game_id).name)
        case Reopen(game_id=game_id):
            return message("Park this game and continue another one ({game})? It can be continued later.",
                           game=find_game(game_id).name)


def _about_undo(table: Table, on_table: GameOnTable) -> list[ScenePrompt]:
    if not table.undo_asked:
        return []
    question = take_back(on_table)
    return [ScenePrompt(_id(table, "undo"), PromptKind.CONFIRM, tuple(sorted(table.undo_asked)), question, _YES_NO)]


def _about_draw(table: Table, on_table: GameOnTable) -> list[ScenePrompt]:
    if not table.draw_agreed or on_table.outcome is not None:
        return []
    seats = on_table.game.seats_of(on_table.played.options)
    others = tuple(seat for seat in seats if seat not in table.draw_agreed and seat not in on_table.not_here)
    if not others:
        return []  # the other board is asked
    question = message("{seat} offers a draw. Agree?", seat=table.draw_agreed[0])
    return [ScenePrompt(_id(table, "draw"), PromptKind.CONFIRM, others, question, _YES_NO)]


def answered(table: Table) -> tuple[Message, ...]:
    """What whoever offered a draw is told while nobody here is asked."""
    on_table = table.on_table
    if on_table is None or on_table.outcome is not None:
        return ()
    if table.draw_declined:
        return (message("{seat} does not want a draw now.", seat=table.draw_declined[0]),)
    if on_table.afar is None or not table.draw_agreed or _about_draw(table, on_table):
        return ()
    return (message("{seat} offers a draw. {board} has not answered yet.", seat=table.draw_agreed[0],
                    board=on_table.afar.name),)


def _about_hints(table: Table, on_table: GameOnTable) -> list[ScenePrompt]:
    """Whether whoever is to move may have hints or warnings: asked of those whom they would be against."""
    acting = _acting(on_table)
    if len(acting) != 1:
        return []
    hint = message("{seat} wants a hint. May {seat} have hints in this game?", seat=acting[0])
    warning = message("{seat} wants to be warned of bad moves. May {seat} have warnings and hints in this game?",
                      seat=acting[0])
    questions = (("hints", table.hints_asked, hint), ("warnings", table.warnings_asked, warning))
    return [
        ScenePrompt(_id(table, topic), PromptKind.CONFIRM, tuple(sorted(seats)), question, _YES_NO)
        for topic, seats, question in questions if seats
    ]


def _about_lesson(table: Table, on_table: GameOnTable) -> list[ScenePrompt]:
    """How to go on after a lesson: for whoever is there."""
    course = on_table.course
    if course is None or table.goal is not None:
        return []
    done, choices = lessons.done(course), lessons.choices(course)
    return [ScenePrompt(_id(table, "lesson", course.at), PromptKind.CONFIRM, (), done, choices)]


def _acting(on_table: GameOnTable) -> tuple[Seat, ...]:
    return tuple(actor for actor in on_table.game.to_act(on_table.position) if isinstance(actor, Seat))


def _about_hands(table: Table, on_table: GameOnTable, now_s: float) -> list[ScenePrompt]:
    if table.goal is not None or not table.touches and not table.difference:
        return []
    reading = read(table)
    if reading.second_thoughts and table.at_rest(now_s):
        return [_second_thoughts(table, on_table, reading)]
    warned = warnings.told(table)
    if warned is not None:
        return [_about_warning(table, warned)]
    decision = decide(table, reading, now_s)
    if not decision.ask:
        return []
    told = {each: on_table.board.name(square) for square, each in pointers(reading, table.covered).items()}
    choices = [
        SceneChoice(each.action.text, _label(on_table, each, decision.ask), told.get(each)) for each in decision.ask
        if each not in reading.gone_on
    ]
    choices += _instead(on_table, (each.action for each in reading.gone_on))
    choices.append(SceneChoice(PUT_BACK, message("None of these: the pieces will be put back")))
    question = message("The board cannot tell which it was. What was played?")
    if reading.nexts and disjoint(decision.ask):
        question = message("Both were played at the same moment. Which came first?")
    seats = on_table.game.seats_of(on_table.played.options) if reading.gone_on else _acting(on_table)
    return [ScenePrompt(_id(table, "hands"), PromptKind.CHOICE, seats, question, tuple(choices))]


def _about_warning(table: Table, warned: Checked) -> ScenePrompt:
    choices = SceneChoice(PUT_BACK, message("Put it back")), SceneChoice(KEEP, message("Play it all the same"))
    prompt_id, why = _id(table, "warning", crc32(warned.action.encode())), warnings.why(table, warned)
    return ScenePrompt(prompt_id, PromptKind.CHOICE, (warned.seat,), why, choices)


def _label(on_table: GameOnTable, hand_action: HandAction, asked: Iterable[HandAction]) -> Message:
    """What tells an action from the others that are asked about."""
    alike = any(each is not hand_action and each.footprint == hand_action.footprint for each in asked)
    return becoming(on_table, hand_action.action) if alike else in_words(on_table, hand_action.action)


def whether_exchanged(table: Table) -> bool:
    """Whether all squares are covered as they should be, and yet two pieces may have changed places."""
    playing = table.on_table is not None and table.goal is None and not table.paused
    return playing and bool(table.touches) and not table.difference and bool(read(table).second_thoughts)


def _second_thoughts(table: Table, on_table: GameOnTable, reading: Reading) -> ScenePrompt:
    seats = on_table.game.seats_of(on_table.played.options)
    choices = _instead(on_table, reading.second_thoughts)
    if not whether_exchanged(table):
        question = message(
            "Was this not played after all: {action}? If it was, take the extra piece off the board.",
            action=last_in_words(on_table),
        )
    else:
        choices = [SceneChoice(KEEP, message("The pieces stand as before")), *choices]
        question = message("Two pieces may have changed places. Was this played: {action}?",
                           action=last_in_words(on_table))
    return ScenePrompt(_id(table, "thoughts"), PromptKind.CHOICE, seats, question, tuple(choices))


def _instead(on_table: GameOnTable, actions: Iterable[Action | None]) -> list[SceneChoice]:
    """These actions in the place of the last one; ``None``: nothing."""
    before = looked_at(on_table, on_table.played.position_before())
    return [
        SceneChoice(PUT_BACK, message("It was put back"))
        if action is None
        else SceneChoice(action.text, message("{action} instead", action=in_words(before, action)))
        for action in actions
    ]


def _about_seen(table: Table, on_table: GameOnTable) -> list[ScenePrompt]:
    if table.goal is None or not table.goal.unseen or not table.in_step:
        return []
    people = _people(on_table)
    done, told = (SceneChoice(YES, message("Done")),), told_in_words(on_table, to_tell(on_table, table.goal))
    return [ScenePrompt(_id(table, "seen"), "choice", people, told, done)]


def _about_throw(table: Table, on_table: GameOnTable) -> list[ScenePrompt]:
    thrower = on_table.game.thrower(on_table.position) if on_table.chance_acts else None
    settings = table.settings
    if thrower is None or not (settings.typed_dice or settings.tapped_dice) or table.goal is not None:
        return []
    if thrower in on_table.not_here or on_table.acts_afar:
        return []
    if not settings.typed_dice:
        throws, throw = message("{seat} throws.", seat=thrower), SceneChoice(THROW, message("Throw"))
        return [ScenePrompt(_id(table, "roll"), PromptKind.CONFIRM, (thrower,), throws, (throw,))]
    outcomes = on_table.game.actions(on_table.position)
    choices = tuple(SceneChoice(each.text, Message(str(each.number))) for each in outcomes if isinstance(each, Throw))
    question = message("{seat} throws. What did the die show?", seat=thrower)
    return [ScenePrompt(_id(table, "throw"), PromptKind.NUMBER, (thrower,), question, choices)]


def _about_game(table: Table, on_table: GameOnTable, knows: Viewer) -> list[ScenePrompt]:
    if table.reveals or table.goal is not None or table.difference and not read(table).unsaid:
        return []
    asked = on_table.described_to(knows).prompts
    return [
        _scene_prompt(table, on_table, index, prompt) for index, prompt in enumerate(asked)
        if prompt.seat not in on_table.not_here
    ]


def _scene_prompt(table: Table, on_table: GameOnTable, index: int, prompt: Prompt) -> ScenePrompt:
    board = on_table.board
    choices = tuple(
        SceneChoice(each.value, each.label, None if each.square is None else board.name(each.square))
        for each in prompt.choices
    )
    return ScenePrompt(
        _id(table, "game", index), prompt.kind.value, (prompt.seat,), prompt.message, choices,
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
