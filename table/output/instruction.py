"""The instruction of the moment, in one sentence: the line under the board on every phone."""

from collections.abc import Sequence

from engine.core.events import Entered, Moved
from engine.core.messages import Message, counted, message
from engine.core.pieces import Seat
from engine.core.squares import bits
from engine.game import AnyGame, Outcome, PromptKind
from engine.narration import ends, together
from engine.records.game_record import ABANDONED, why
from table.hands import displacement, repairs
from table.hands.action_text import decision_in_words, last_in_words, told_in_words
from table.hands.decision import decide
from table.hands.evidence import evidence_of
from table.hands.faulty_reeds import DOUBTED
from table.hands.reading import read
from table.messages.events import Seats
from table.model.current_game import GameOnTable, yet_to_enter
from table.model.state import Table
from table.model.target import Goal
from table.output import advice, touchscreen
from table.requests import hints, prompts, remote_play
from table.turns import computer_play, lessons, light_help, warnings


def what_to_do(table: Table, now_s: float, seats: Seats = frozenset()) -> Message:
    """The sentence for this moment: what whoever plays these seats has to do, or who is waited for."""
    said, on_table = _what_to_do(table, now_s, seats), table.on_table
    if not table.doubted or on_table is None or on_table.outcome is not None:
        return said
    if not table.difference:  # no switch is to blame
        return said if not table.wood.is_certain else message(
            "{said} If the board stands as in the picture already, say so on a phone or hold the end-turn button.",
            said=said,
        )
    if len(table.doubted) > DOUBTED:
        return message("{said} If the piece stands on one of them already, its switch does not answer: put that square "
                       "on manual under Settings, Hardware.", said=said)
    *others, last = (on_table.board.name(square) for square in table.doubted)
    squares = message("{some} or {last}", some=", ".join(others), last=last) if others else last
    return message("{said} If that is done already, the switch of {squares} does not answer: put it on manual "
                   "under Settings, Hardware.", said=said, squares=squares)


def _what_to_do(table: Table, now_s: float, seats: Seats) -> Message:
    on_table = table.on_table
    if on_table is None:
        return message("Start a new game, or continue one.")
    if table.unread is not None:
        return message("The board is being read. This takes a moment.")
    if table.stored.paused:
        return message("Paused. Resume when everybody is back.") if on_table.screen else message(
            "Paused. Touch what you like; resume when everybody is back.")
    if on_table.outcome is not None:
        over = _over(on_table.game, on_table.outcome)
        return over if table.in_step else _last_move(table, on_table, over)
    if table.goal is not None:
        return _goal(table, on_table, table.goal)
    if on_table.course is not None and on_table.is_solved:
        return lessons.sentence(on_table.course)
    elsewhere = remote_play.sentence(table, on_table)
    if elsewhere is not None and table.in_step:
        return elsewhere
    if on_table.chance_acts:
        return _chance(table, on_table)
    return warnings.sentence(table) or _play(table, on_table, now_s, seats)


def _play(table: Table, on_table: GameOnTable, now_s: float, seats: Seats) -> Message:
    if table.difference:
        return _hand(table, on_table, now_s, seats)
    return _turn(table, on_table, now_s, seats)


def _goal(table: Table, on_table: GameOnTable, goal: Goal) -> Message:
    back = repairs.back_after_taking(table, on_table)
    if back:
        return message(
            "A piece stands on {squares} again, but this was played: {action}. Put the capturing piece there and take "
            "the captured one off the board; or undo it.",
            squares=", ".join(on_table.board.sorted_names(back)), action=decision_in_words(on_table),
        )
    if goal.computer is not None:
        return _computers_action(table, on_table, goal, goal.computer)
    to_fill, to_clear = displacement.missing(table).bit_count(), displacement.extra(table).bit_count()
    if on_table.course is not None and goal.reason == "undo":
        repair = repairs.sentence(table, on_table)
        return message("{why} {repair}", why=on_table.course.lesson.wrong, repair=repair)
    if repairs.by_piece(table):
        return repairs.sentence(table, on_table)
    said = _set_up(to_fill, to_clear) if goal.reason == "setup" else _happening(
        on_table, goal, to_fill + yet_to_enter(on_table), to_clear)
    return said if table.wood.is_certain else repairs.with_a_look(said)


def _happening(on_table: GameOnTable, goal: Goal, to_fill: int, to_clear: int) -> Message:
    """Ask for what the rules do by themselves."""
    if any(isinstance(each, Moved) for each in goal.happenings):
        return _carry(on_table, max(to_fill, to_clear))
    if any(isinstance(each, Entered) for each in goal.happenings):
        return counted(
            "Put the new piece on the glowing square.", "Put the new pieces on the glowing squares, {count} to go.",
            to_fill,
        )
    return counted(
        "Take the marked piece off the board.", "Take the marked pieces off the board, {count} to go.", to_clear
    )


def _carry(on_table: GameOnTable, count: int) -> Message:
    """Ask for pieces that march, and for those that enter meanwhile."""
    if on_table.screen:
        return counted(
            "Tap the marked piece, then the square that lights up.",
            "Tap each marked piece, then the square that lights up. Any order will do. {count} to go.", count,
        )
    return counted(
        "Lift the marked piece and put it on the square that lights up.",
        "Lift each marked piece and put it on the square that lights up. Any order will do. {count} to go.", count,
    )


def _set_up(to_fill: int, to_clear: int) -> Message:
    if to_clear:
        return counted(
            "Set up the board: clear the lit square.", "Set up the board: clear the lit squares, {count} to go.",
            to_clear,
        )
    return counted(
        "Set up the board: put the last piece on the lit square.",
        "Set up the board: put the pieces on the lit squares, {count} to go.", to_fill,
    )


def _computers_action(table: Table, on_table: GameOnTable, goal: Goal, seat: Seat) -> Message:
    if computer_play.by_itself(table):
        return message("{seat} plays: {action}", seat=seat, action=last_in_words(on_table))
    to_tell, repair = computer_play.to_tell(on_table, goal), repairs.sentence(table, on_table)
    if not to_tell:
        return message("For {seat}: {repair}", seat=seat, repair=repair)
    told = told_in_words(on_table, to_tell)
    if table.in_step:
        return message("{seat} plays: {action}. Touch a lit square, or press Done on a phone.", seat=seat, action=told)
    return message("{seat} plays: {action}. {repair}", seat=seat, action=told, repair=repair)


def _last_move(table: Table, on_table: GameOnTable, over: Message) -> Message:
    """A computer's move has ended the game, and lies on the board only once hands have carried it out."""
    goal = table.goal
    if goal is None or goal.computer is None or computer_play.by_itself(table):
        return over
    return message("{over} {last}", over=over, last=_computers_action(table, on_table, goal, goal.computer))


def _over(game: AnyGame, outcome: Outcome) -> Message:
    reason = why(game.reasons, outcome.reason)
    if outcome.reason == ABANDONED:
        return message("The game was abandoned. It does not count.")
    return ends(outcome.winners, reason)


def _chance(table: Table, on_table: GameOnTable) -> Message:
    thrower = on_table.game.thrower(on_table.position)
    if not table.in_step:
        return message("{repair} Then chance decides.", repair=repairs.sentence(table, on_table))
    if thrower is None:
        return message("Chance decides …")
    if thrower in on_table.not_here:
        return message("The die is thrown for {seat} …", seat=thrower)
    if table.settings.typed_dice:
        return message("{seat} throws a die and types what it shows.", seat=thrower)
    if table.settings.tapped_dice:
        return message("{seat} throws the die: tap the button on a phone.", seat=thrower)
    return message("The die is thrown for {seat} …", seat=thrower)


def _turn(table: Table, on_table: GameOnTable, now_s: float, seats: Seats) -> Message:
    if prompts.whether_exchanged(table):
        return message("Two pieces may have changed places. Answer on a phone, or just go on if they have not.")
    hint = hints.sentence(table)
    if hint is not None:
        return hint
    if on_table.course is not None:
        return lessons.sentence(on_table.course)
    divide = [each.seat for each in on_table.described.prompts if each.kind is PromptKind.DIVISION]
    if divide:
        return _divisions(divide, seats)
    seat = on_table.to_act[0]
    if computer_play.is_shown(table, now_s):
        return message("{seat} is thinking …", seat=seat)
    said = next(iter(on_table.described.sentences), message("It is {seat}'s turn.", seat=seat))
    if table.rethought and on_table.played.actions:
        return message("Corrected: {action}. {then}", action=last_in_words(on_table), then=said)
    return said


def _divisions(divide: Sequence[Seat], seats: Seats) -> Message:
    """Some divide points in secret, each on a phone of its own."""
    own = [seat for seat in divide if seat in seats]
    if len(own) == 1:
        return message("{seat}: share out your points. Nobody else sees them.", seat=own[0])
    if len(divide) > 1:
        return message("{seats} still have to share out points in secret.", seats=together(divide))
    return message("{seat} still has to share out points in secret.", seat=divide[0])


def _hand(table: Table, on_table: GameOnTable, now_s: float, seats: Seats) -> Message:
    about, stuck = (touchscreen.about, touchscreen.stuck) if on_table.screen else (advice.about, advice.stuck)
    reading = read(table)
    if reading.second_thoughts:
        return message("There is one piece too many. Take it off the board. If it was played there, lift it "
                       "and put it back, or answer on a phone.")
    if not displacement.out_of_step(table, reading, now_s) or decide(table, reading, now_s).asks:
        mover = _another_moves(table, on_table, seats)
        if mover is not None:
            return message("{seat} is making a move.", seat=mover)
        if light_help.left_alone(table, reading) and reading.possible and not (reading.idle or reading.complete):
            return _unlit(on_table, evidence_of(table).lifted)
        return about(table, on_table, reading, now_s)
    evidence = evidence_of(table)
    if evidence.lifted.bit_count() == 1 and not displacement.extra(table) and table.wood.is_certain:
        return stuck(on_table, reading, evidence)
    return repairs.sentence(table, on_table)


def _another_moves(table: Table, on_table: GameOnTable, seats: Seats) -> Seat | None:
    """Return the seat whose hands are at work, if not one of these: nothing of theirs is in the air."""
    acting = on_table.seats_to_act
    lifted = {on_table.pieces[square].owner for square in bits(evidence_of(table).lifted & on_table.occupied)}
    return acting[0] if seats and not seats & {*acting, *lifted} else None


def _unlit(on_table: GameOnTable, lifted: int) -> Message:
    """Something is in the hand, and its player wants no light on what can be done with it."""
    squares = ", ".join(on_table.board.sorted_names(lifted))
    if on_table.screen:
        return message("Go on with your move, or tap {squares} to put back what you picked up.", squares=squares)
    return message("Go on with your move, or put back what you lifted from {squares}.", squares=squares)
