"""A game of Pawn Advance Chess, told moment by moment."""

from engine.core.events import Happening, Moved
from engine.core.messages import Message, counted, message
from engine.core.pieces import TWO_SEATS
from engine.core.squares import bits
from engine.games.pawn_advance.moves import MARCH, REINFORCEMENTS, opener
from engine.games.pawn_advance.position import BASE_ROWS, BOARD, PAWNS, Entry, Position, Step
from engine.narration import AppliedAction, Story, announcements, goes, headed, no_pawn_left, pawn_takes

PAWN = message("pawn")


def tell(story: Story, taken: AppliedAction[Position]) -> None:
    """Tell the action, turns that pass, marches and reinforcements, the end."""
    if isinstance(taken.action, Step):
        _tell_step(story, taken.before, taken.action)
    elif isinstance(taken.action, Entry):
        _tell_entry(story, taken.before, taken.action)
    _tell_happenings(story, taken)
    if taken.after.outcome is not None:
        _tell_end(story, taken.after, taken.after.outcome.reason)


def _tell_step(story: Story, before: Position, step: Step) -> None:
    seat, source, target = TWO_SEATS[before.side], BOARD.name(step.origin), BOARD.name(step.target)
    captures = step.target in story.pieces
    story.move(step.origin, step.target)
    told = pawn_takes(seat, source, target) if captures else goes(seat, PAWN, source, target)
    story.say(told, (step.origin, step.target))


def _tell_entry(story: Story, before: Position, entry: Entry) -> None:
    story.put(entry.square, PAWNS[before.side])
    seat = TWO_SEATS[before.side]
    told = message("{seat}: new pawn on {square}.", seat=seat, square=BOARD.name(entry.square))
    story.say(told, (entry.square,), entrances=(entry.square,))


def _tell_happenings(story: Story, taken: AppliedAction[Position]) -> None:
    waiting, number = _still_to_move(taken), taken.before.round
    for announced, followers in announcements(taken.happenings):
        if announced == MARCH:
            _tell_passed(story, waiting)
            waiting = []
            story.banner = headed(announced)
            _tell_march(story, followers)
        elif announced == REINFORCEMENTS:
            story.banner = headed(announced)
            _tell_reinforcements(story, taken.after)
        elif announced is not None:
            number += 1
            story.banner = headed(announced)
            first = opener(taken.before.options, number)
            waiting = [first, 1 - first]
            story.say(message("Round {number} begins.", number=number))
    if taken.after.phase == "battle" and taken.after.side in waiting:
        _tell_passed(story, waiting[:waiting.index(taken.after.side)])


def _still_to_move(taken: AppliedAction[Position]) -> list[int]:
    """Return the sides whose turn in this round comes after this action."""
    before, after = taken.before, taken.after
    turn_over = before.phase == "battle" and (after.side != before.side or bool(taken.happenings))
    opens = before.side == opener(before.options, before.round)
    return [1 - before.side] if turn_over and opens else []


def _tell_passed(story: Story, sides: list[int]) -> None:
    for side in sides:
        story.say(message("{seat} cannot move and passes.", seat=TWO_SEATS[side]))


def _tell_march(story: Story, moves: list[Happening]) -> None:
    for each in moves:
        story.follow(each)
    targets = [each.target for each in moves if isinstance(each, Moved)]
    if targets:
        march = counted("March: one pawn goes forward.", "March: {count} pawns go forward.", len(targets))
    else:
        march = message("March: no pawn can go forward.")
    story.say(march, sorted(targets))


def _tell_reinforcements(story: Story, position: Position) -> None:
    first = position.side
    for side in (first, 1 - first):
        count, seat = position.to_place[side], TWO_SEATS[side]
        if count:
            story.say(counted(
                "{seat} receives one new pawn.", "{seat} receives {count} new pawns.", count, seat=seat
            ), entrances=bits(BASE_ROWS[side] & ~(position.pawns[0] | position.pawns[1])))


# --- the end -----------------------------------------------------------------------------------------------------


def _tell_end(story: Story, position: Position, reason: str) -> None:
    if reason == "touchdown":
        _tell_touchdown(story, position)
    elif reason == "extinction":
        loser = position.pawns.index(0)
        story.say(no_pawn_left(TWO_SEATS[loser], TWO_SEATS[1 - loser]))
    else:
        over = message("The last round is over."), message("Nothing can move any more.")
        story.say(over[reason == "standstill"])
        story.say(_counted_captures(position))


def _tell_touchdown(story: Story, position: Position) -> None:
    arrived = [square for side in (0, 1) for square in bits(position.pawns[side] & BASE_ROWS[1 - side])]
    winners = position.outcome.winners if position.outcome else ()
    if not winners:
        story.say(message("Both sides reach the far side in the same march: a draw."), arrived)
        return
    names = ", ".join(map(BOARD.name, arrived))
    story.say(counted(
        "The pawn on {squares} has reached the far side: {seat} wins.",
        "{count} pawns have reached the far side ({squares}): {seat} wins.",
        len(arrived), squares=names, seat=winners[0],
    ), arrived)


def _counted_captures(position: Position) -> Message:
    white, black = position.captures
    if white == black:
        return message("Captures {most} to {least}: a draw.", most=white, least=black)
    most, least, seat = max(white, black), min(white, black), TWO_SEATS[black > white]
    return message("Captures {most} to {least}: {seat} wins.", most=most, least=least, seat=seat)
