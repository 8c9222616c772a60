"""A game of Pawn, told moment by moment."""

from engine.core.messages import Message, Value, message
from engine.core.pieces import TWO_SEATS, Seat
from engine.core.squares import bits
from engine.game import Outcome
from engine.games.pawn.catalogue import BOARD, PawnAction
from engine.games.pawn.endings import REASONS
from engine.games.pawn.position import PAWNS, Position
from engine.games.pawn.text import GROUPS
from engine.games.pawn.turns import moved
from engine.narration import AppliedAction, Story, ends, goes, no_pawn_left, pawn_takes

PAWN = message("pawn")


def tell(story: Story, taken: AppliedAction[Position]) -> None:
    """Tell the action or strike, players who pass, the end."""
    seat = TWO_SEATS[taken.before.side]
    if isinstance(taken.action, PawnAction):
        _tell_action(story, taken.before, taken.action, seat)
    else:
        story.say(message("{seat} ends the turn without a strike.", seat=seat))
    story.tell(taken.happenings)
    if taken.after.outcome is not None:
        _tell_end(story, taken.after.outcome)


def _tell_action(story: Story, before: Position, action: PawnAction, seat: Seat) -> None:
    own, enemy = before.sides[before.side], before.sides[1 - before.side]
    taken = 0 if action.pushes else enemy & action.after
    if action.before.bit_count() == 1:
        said = _single(seat, action, own | enemy, taken)
    else:
        said = _pattern(seat, action, taken, before.phase == "strike")
    pushed = _pushed(own | enemy, action)
    _lay_out(story, moved(action, own, enemy), before.side)
    story.say(said, bits(action.before | action.after))
    for source, target in pushed:
        told = message("The pawn on {source} is pushed to {target}.", source=_names(source), target=_names(target))
        story.say(told, bits(source | target))


def _single(seat: Seat, action: PawnAction, occupied: int, taken: int) -> Message:
    source, target = _names(action.before), _names(action.after)
    if taken:
        return pawn_takes(seat, source, target)
    between = action.before << 1 & action.after >> 1 | action.before >> 1 & action.after << 1
    if between & occupied:
        return message(
            "{seat}: pawn {source} jumps over {square} to {target}.",
            seat=seat, source=source, square=_names(between), target=target,
        )
    return goes(seat, PAWN, source, target)


def _pattern(seat: Seat, action: PawnAction, taken: int, strike: bool) -> Message:
    pattern = GROUPS[action.before.bit_count()]
    sources, targets = _names(action.before), _names(action.after)
    if "@" in action.text:
        pivot = action.text.partition("@")[2][:2]
        return message(
            "{seat}: {pattern} {sources} turns about {pivot} to {targets}.",
            seat=seat, pattern=pattern, sources=sources, pivot=pivot, targets=targets,
        )
    if not taken:
        return message(
            "{seat}: {pattern} {sources} to {targets}.", seat=seat, pattern=pattern, sources=sources, targets=targets,
        )
    values: dict[str, Value] = {
        "seat": seat, "pattern": pattern, "sources": sources, "victim": _names(taken), "targets": targets,
    }
    if strike:
        return message("{seat} strikes: {pattern} {sources} takes {victim} and stands on {targets}.", **values)
    return message("{seat}: {pattern} {sources} takes {victim} and stands on {targets}.", **values)


def _pushed(occupied: int, action: PawnAction) -> list[tuple[int, int]]:
    """Return the square, as a bitboard, of each pawn that a squad pushes, and where it is pushed to."""
    return [(front, behind) for front, behind in action.pushes if occupied & front]


def _lay_out(story: Story, sides: tuple[int, int, int], side: int) -> None:
    """Put the pawns of both sides where they stand after an action. ``sides``: own, enemy, and what took part."""
    own, enemy, _ = sides
    stands = {square: PAWNS[side] for square in bits(own)} | {square: PAWNS[1 - side] for square in bits(enemy)}
    for square in [square for square in story.pieces if square not in stands]:
        story.remove(square)
    for square, pawn in stands.items():
        if story.pieces.get(square) != pawn:
            story.put(square, pawn)


def _names(squares: int) -> str:
    return ", ".join(BOARD.sorted_names(squares))


def _tell_end(story: Story, outcome: Outcome) -> None:
    if outcome.reason == "elimination":
        (winner,) = outcome.winners
        loser = next(seat for seat in TWO_SEATS if seat != winner)
        story.say(no_pawn_left(loser, winner))
    else:
        story.say(ends(outcome.winners, REASONS[outcome.reason]))
