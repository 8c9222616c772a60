"""The decisions that the table asks for on phones, and what their answers mean."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from engine.core.actions import Action, Throw
from engine.core.messages import Message, message
from engine.core.pieces import Seat
from engine.core.squares import Board
from engine.game import SPECTATOR, Prompt, PromptKind, Viewer
from engine.registry import find_game
from table.hands import displacement
from table.hands.action_text import becoming, in_words, last_in_words, take_back, told_in_words
from table.hands.decision import Decision, decide, disjoint, pointers
from table.hands.reading import Reading, read
from table.hands.take_back import last_decision
from table.messages.events import NextGame, Proposal, Reopen, StartGame, Topic
from table.messages.new_game import NewGame
from table.messages.scene import SceneChoice, ScenePrompt
from table.model.clocks import milliseconds
from table.model.current_game import GameOnTable, HandAction, looked_at
from table.model.state import Checked, Question, Table
from table.turns import lessons, warnings
from table.turns.advance import asked_to_throw
from table.turns.computer_play import to_tell
from table.turns.transaction import Progress
from table.turns.waiting import may_end_alone

YES, NO = "yes", "no"
PUT_BACK = "back"
KEEP = "keep"
THROW = "throw"
_PUT_BACK = SceneChoice(PUT_BACK, message("None of these: the pieces will be put back"))
STANDS = "stands"
_AS_SHOWN = SceneChoice(STANDS, message("It stands as in the picture"))
_YES_NO = (SceneChoice(YES, message("Yes")), SceneChoice(NO, message("No")))


POSITION: Final = "position"
"""The topic under which the position is numbered, for the questions that it asks by itself."""


@dataclass(frozen=True, slots=True)
class PromptId:
    """The identity of a prompt, which none has after it: ``topic`` park, abandon, seat, pause, alone, claim, undo,
    draw, hints, warnings, lesson, hands, thoughts, stands, warning, seen, throw, roll or game; ``number``: of the
    question, or of the position that asks it; ``about`` tells several of one position apart."""

    topic: str
    number: int
    about: int = 0

    def __str__(self) -> str:
        return f"{self.topic}:{self.number}:{self.about}"


def number_questions(taken: Progress) -> None:
    """Give a new number to each question that was not open before this step.

    Numbers rise with the time of the machine, so that they do not begin anew with the program.
    """
    table = taken.table
    number, before = max(table.latest_question + 1, milliseconds(taken.now_s)), table.questions
    questions = {
        topic: before[topic] if topic in before and before[topic].about == about else Question(about, number)
        for topic, about in _subjects(table).items()
    }
    if questions != before:
        taken.change(questions=questions, latest_question=number)


def _subjects(table: Table) -> dict[str, object]:
    """Return the subject of each question that is or may become open as time passes."""
    on_table, stored = table.on_table, table.stored
    if on_table is None:
        return {}
    subjects: dict[str, object] = {POSITION: table.entries}
    # with the entry: one step may play what lies under the hands, which ends all questions, and ask the same anew
    subjects |= {topic: (table.entries, proposal.next_game) for topic, proposal in stored.proposals.items()}
    if table.open_claim is not None:
        subjects["seat"] = table.open_claim.seat, table.open_claim.phone
    if stored.draw_agreed:
        subjects["draw"] = table.entries, stored.draw_agreed[0]
    if on_table.afar is None:
        return subjects
    late = frozenset[Seat]() if table.clocks is None else table.clocks.running & table.clocks.afar
    return subjects | {
        "pause": (table.entries, stored.paused, stored.pausing, table.pause_there), "alone": table.stuck or table.wait,
        "claim": (table.entries, late),
    }


def prompts(table: Table, now_s: float, knows: Viewer = SPECTATOR) -> tuple[ScenePrompt, ...]:
    """All questions that are open, with secrets as far as the viewer may know them."""
    on_table = table.on_table
    if on_table is None:
        return ()
    asked = [*_proposed(table, on_table, "park", "abandon"), *_about_seat(table)]
    asked += [*_about_pause(table, on_table), *_about_silence(table, on_table, now_s)]
    if table.stored.paused or table.lost_here:
        return tuple(asked)
    asked += _about_time(table, on_table, now_s)
    if "undo" in table.stored.proposals and last_decision(on_table):
        asked += _proposed(table, on_table, "undo")
    asked += _about_draw(table, on_table)
    if table.goal is None and on_table.seats_to_act:
        asked += _proposed(table, on_table, "hints", "warnings")
    if on_table.is_solved:
        return (*asked, *_about_lesson(table, on_table))
    if not table.chance_decides:
        asked += _about_hands(table, on_table, now_s)
        asked += _about_disorder(table, on_table, now_s)
    if on_table.outcome is None and not table.chance_decides:
        asked += _about_seen(table, on_table)
        asked += _about_throw(table, on_table)
        asked += _about_game(table, on_table, knows)
    return tuple(asked)


def agreements(table: Table) -> frozenset[str]:
    """Return the topics of the questions that are asked now whether to agree. Whoever wants the same agrees, too."""
    topics = {"park", "abandon", "pause"}
    if not table.stored.paused and not table.lost_here:
        topics |= {"undo", "draw", *(("hints", "warnings") if table.goal is None else ())}
    return frozenset(topics & table.questions.keys())


def id_of(table: Table, topic: str, about: int = 0) -> str:
    """Return the identity of a question that is open now."""
    question = table.questions.get(topic) or table.questions.get(POSITION)
    return str(PromptId(topic, question.number if question else 0, about))


def _id_by_touch(table: Table, topic: str) -> str:
    """The same for what hands are doing: whatever they touch makes it another question."""
    return id_of(table, topic, milliseconds(table.touches[-1].at_s) if table.touches else 0)


def _proposed(table: Table, on_table: GameOnTable, *topics: Topic) -> list[ScenePrompt]:
    """Ask for consent those whose consent is awaited."""
    proposals = table.stored.proposals
    return [
        ScenePrompt(
            id_of(table, topic), PromptKind.CONFIRM, tuple(sorted(proposals[topic].asked)),
            _question(on_table, topic, proposals[topic]), _YES_NO,
        ) for topic in topics if topic in proposals
    ]


def _about_seat(table: Table) -> list[ScenePrompt]:
    """Ask whether somebody may play on in the seat of a phone that is gone."""
    claim = table.open_claim
    if claim is None:
        return []
    question = message("The phone of {seat} is gone. May another phone play on for {seat}?", seat=claim.seat)
    return [ScenePrompt(id_of(table, "seat"), PromptKind.CONFIRM, tuple(sorted(claim.asked)), question, _YES_NO)]


def _question(on_table: GameOnTable, topic: Topic, proposal: Proposal) -> Message:
    match topic:
        case "park":
            return _why_park(proposal.next_game)
        case "abandon":
            return message("End this game without a score?")
        case "undo":
            return take_back(on_table)
        case "hints":
            return message("{seat} wants a hint. May {seat} have hints in this game?", seat=on_table.seats_to_act[0])
        case "warnings":
            return message("{seat} wants to be warned of bad moves. May {seat} have warnings and hints in this game?",
                           seat=on_table.seats_to_act[0])


def _about_pause(table: Table, on_table: GameOnTable) -> list[ScenePrompt]:
    """Ask for what the two boards do not agree on yet."""
    if not table.by_agreement or on_table.afar is None or on_table.outcome is not None:
        return []
    board, there = on_table.afar.name, table.pause_there
    if table.stored.pausing:
        question = message("{board} has been asked to go on, too.", board=board) if table.stored.paused else message(
            "{board} has been asked to pause.", board=board)
        choice = SceneChoice(NO, message("Never mind"))
    elif there is None or there == table.stored.paused:
        return []
    elif there:
        question = message("{board} would like to pause. If you agree, all clocks stop.", board=board)
        choice = SceneChoice(YES, message("Pause"))
    else:
        question = message("{board} would like to go on. If you agree, the clocks run again.", board=board)
        choice = SceneChoice(YES, message("Go on"))
    return [ScenePrompt(id_of(table, "pause"), PromptKind.CONFIRM, on_table.people, question, (choice,))]


def _about_time(table: Table, on_table: GameOnTable, now_s: float) -> list[ScenePrompt]:
    """Ask whether to wait any longer for another board, whose time is long up."""
    late = table.clocks.overdue(now_s) if table.clocks is not None and on_table.outcome is None else frozenset()
    if not late or on_table.afar is None:
        return []
    question = message("{seat} has been out of time for a minute, and {board} does not answer. "
                       "Claim the game, or keep waiting.",
                       board=on_table.afar.name, seat=min(late))
    choice = SceneChoice(YES, message("Claim the game"))
    return [ScenePrompt(id_of(table, "claim"), PromptKind.CONFIRM, on_table.people, question, (choice,))]


def _about_silence(table: Table, on_table: GameOnTable, now_s: float) -> list[ScenePrompt]:
    """Ask whether to end the game here alone, as it does not go on with the other board."""
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
    return [ScenePrompt(id_of(table, "alone"), PromptKind.CONFIRM, on_table.people, question, (choice,))]


def _why_park(next_game: NextGame | None) -> Message:
    match next_game:
        case None:
            return message("Park this game? It can be continued later.")
        case StartGame(game=NewGame(game_id=game_id)):
            return message("Park this game and begin a new one ({game})? It can be continued later.",
                           game=find_game(game_id).name)
        case Reopen(game_id=game_id):
            return message("Park this game and continue another one ({game})? It can be continued later.",
                           game=find_game(game_id).name)


def _about_draw(table: Table, on_table: GameOnTable) -> list[ScenePrompt]:
    if not table.stored.draw_agreed or on_table.outcome is not None:
        return []
    others = tuple(seat for seat in on_table.people if seat not in table.stored.draw_agreed)
    if not others:
        return []  # the other board is asked
    question = message("{seat} offers a draw. Agree?", seat=table.stored.draw_agreed[0])
    return [ScenePrompt(id_of(table, "draw"), PromptKind.CONFIRM, others, question, _YES_NO)]


def answered(table: Table) -> tuple[Message, ...]:
    """Tell whoever offered a draw how it stands, while nobody here is asked."""
    on_table = table.on_table
    if on_table is None or on_table.outcome is not None:
        return ()
    if table.stored.draw_declined:
        return (message("{seat} does not want a draw now.", seat=table.stored.draw_declined[0]),)
    if on_table.afar is None or not table.stored.draw_agreed or _about_draw(table, on_table):
        return ()
    return (message("{seat} offers a draw. {board} has not answered yet.", seat=table.stored.draw_agreed[0],
                    board=on_table.afar.name),)


def _about_lesson(table: Table, on_table: GameOnTable) -> list[ScenePrompt]:
    """Ask whoever is there how to go on after a lesson."""
    course = on_table.course
    if course is None or table.goal is not None:
        return []
    done, choices = lessons.done(course), lessons.choices(course)
    return [ScenePrompt(id_of(table, "lesson", course.at), PromptKind.CONFIRM, (), done, choices)]


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
    if not decision.asks:
        return []
    own = own_question(on_table, reading, decision)
    if own is not None:
        offered = *(SceneChoice(each.value, each.label) for each in own.choices), _PUT_BACK
        return [ScenePrompt(_id_by_touch(table, "hands"), PromptKind.CHOICE, (own.seat,), own.message, offered)]
    told = {each: on_table.board.name(square) for square, each in pointers(reading, table.covered).items()}
    choices = [
        SceneChoice(each.action.text, _label(on_table, each, decision.ask), told.get(each)) for each in decision.ask
        if each not in reading.gone_on
    ]
    captures = [each.capture for each in decision.uncorrected]
    choices += [
        SceneChoice(each.text, _label(each.on_table, each.capture, captures)) for each in decision.uncorrected
    ]
    choices += _instead(on_table, (each.action for each in reading.gone_on))
    choices.append(_PUT_BACK)
    question = message("The board cannot tell which it was. What was played?")
    if reading.nexts and len(decision.ask) > 1 and disjoint(decision.ask):
        question = message("Both were played at the same moment. Which came first?")
    seats = on_table.seats if reading.gone_on or decision.uncorrected else on_table.seats_to_act
    return [ScenePrompt(_id_by_touch(table, "hands"), PromptKind.CHOICE, seats, question, tuple(choices))]


def _about_disorder(table: Table, on_table: GameOnTable, now_s: float) -> list[ScenePrompt]:
    """Offer to say that the board is right, while it is being put right and might be: no reed tells pieces apart."""
    if on_table.screen or on_table.outcome is not None or not _in_disorder(table, now_s):
        return []
    question = message("Does the board look like this picture?")
    return [ScenePrompt(_id_by_touch(table, "stands"), PromptKind.CHOICE, (), question, (_AS_SHOWN,))]


def _in_disorder(table: Table, now_s: float) -> bool:
    """True if pieces stand where nobody played them, as far as the table knows."""
    if table.goal is None:
        return bool(table.difference) and displacement.out_of_step(table, read(table), now_s)
    may_be_right = not table.wood.is_certain or not table.difference
    return not table.in_step and (may_be_right or table.goal.reason == "repair")


def own_question(on_table: GameOnTable, reading: Reading, decision: Decision) -> Prompt | None:
    """Return the game's own question about actions that hands do alike; ``None``: it has none, or more may be meant."""
    asked = decision.ask
    more = reading.gone_on or decision.uncorrected
    if not asked or more or any(each.footprint != asked[0].footprint for each in asked):
        return None
    return on_table.game.question(on_table.position, [each.action for each in asked])


def _about_warning(table: Table, warned: Checked) -> ScenePrompt:
    choices = SceneChoice(PUT_BACK, message("Put it back")), SceneChoice(KEEP, message("Play it anyway"))
    prompt_id, why = id_of(table, "warning", milliseconds(warned.since_s)), warnings.why(table, warned)
    return ScenePrompt(prompt_id, PromptKind.CHOICE, (warned.seat,), why, choices)


def _label(on_table: GameOnTable, hand_action: HandAction, asked: Iterable[HandAction]) -> Message:
    """Name what tells an action from the others that are asked about."""
    alike = any(each is not hand_action and each.footprint == hand_action.footprint for each in asked)
    return becoming(on_table, hand_action.action) if alike else in_words(on_table, hand_action.action)


def whether_exchanged(table: Table) -> bool:
    """True if all squares are covered as they should be, and yet two pieces may have changed places."""
    playing = table.on_table is not None and table.goal is None and not table.stored.paused
    return playing and bool(table.touches) and not table.difference and bool(read(table).second_thoughts)


def _second_thoughts(table: Table, on_table: GameOnTable, reading: Reading) -> ScenePrompt:
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
    return ScenePrompt(_id_by_touch(table, "thoughts"), PromptKind.CHOICE, on_table.seats, question, tuple(choices))


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
    people = on_table.people
    done, told = (SceneChoice(YES, message("Done")),), told_in_words(on_table, to_tell(on_table, table.goal))
    return [ScenePrompt(id_of(table, "seen"), PromptKind.CHOICE, people, told, done)]


def _about_throw(table: Table, on_table: GameOnTable) -> list[ScenePrompt]:
    thrower = asked_to_throw(table) if on_table.chance_acts else None
    if thrower is None or table.goal is not None or on_table.acts_afar:
        return []
    if not table.settings.typed_dice:
        throws, throw = message("{seat} throws.", seat=thrower), SceneChoice(THROW, message("Throw"))
        return [ScenePrompt(id_of(table, "roll"), PromptKind.CONFIRM, (thrower,), throws, (throw,))]
    outcomes = on_table.game.actions(on_table.position)
    choices = tuple(SceneChoice(each.text, Message(str(each.number))) for each in outcomes if isinstance(each, Throw))
    question = message("{seat} throws. What did the die show?", seat=thrower)
    return [ScenePrompt(id_of(table, "throw"), PromptKind.NUMBER, (thrower,), question, choices)]


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
        id_of(table, "game", index), prompt.kind, (prompt.seat,), prompt.message, choices,
        prompt.points, _names(board, prompt.squares),
    )


def _names(board: Board, squares: Iterable[int]) -> tuple[str, ...]:
    return tuple(board.names[square] for square in squares)


def find_prompt(table: Table, now_s: float, prompt_id: str) -> ScenePrompt | None:
    """The open question with this id."""
    return next((each for each in prompts(table, now_s, knows=None) if each.id == prompt_id), None)


def allows(prompt: ScenePrompt, value: str) -> bool:
    """True if this is one of the answers (a division is for the rules to judge)."""
    return prompt.kind == PromptKind.DIVISION or any(choice.value == value for choice in prompt.choices)
