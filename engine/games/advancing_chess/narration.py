"""A game of Advancing Chess, told moment by moment."""

from engine.core.messages import Message, message
from engine.core.pieces import TWO_SEATS
from engine.core.squares import Square
from engine.game import Outcome
from engine.games.advancing_chess.position import BOARD, Draw, Move, Position
from engine.games.advancing_chess.text import PIECE_NAMES
from engine.narration import AppliedAction, Story, goes, takes


def tell(story: Story, taken: AppliedAction[Position]) -> None:
    """Tell the draw or the move, a piece that reached the last rank, the end."""
    if isinstance(taken.action, Draw):
        for happening in taken.happenings:
            story.follow(happening)
        number = str(taken.action.array)  # a name, not a count
        story.say(message("The pieces start in setup no. {number}.", number=number))
    elif isinstance(taken.action, Move):
        _tell_move(story, taken.before, taken.action)
    after = taken.after
    if after.intruder is not None:
        intruder = _piece(story, after.intruder)
        story.say(message(
            "The {piece} on {square} has reached the last rank: it wins unless it is captured now.", **intruder
        ), (after.intruder,))
    if after.outcome is not None:
        _tell_end(story, taken, after.outcome)


def _piece(story: Story, square: Square) -> dict[str, Message | str]:
    return {"piece": PIECE_NAMES[story.pieces[square].kind], "square": BOARD.name(square)}


def _tell_move(story: Story, before: Position, move: Move) -> None:
    seat, source, target = TWO_SEATS[before.side], BOARD.name(move.origin), BOARD.name(move.target)
    piece, victim = PIECE_NAMES[story.pieces[move.origin].kind], story.pieces.get(move.target)
    story.move(move.origin, move.target)
    if victim is None:
        told = goes(seat, piece, source, target)
    else:
        told = takes(seat, piece, source, PIECE_NAMES[victim.kind], target)
    story.say(told, (move.origin, move.target))


def _tell_end(story: Story, taken: AppliedAction[Position], outcome: Outcome) -> None:
    (winner,) = outcome.winners
    loser = next(seat for seat in TWO_SEATS if seat != winner)
    if outcome.reason == "no-moves":
        story.say(message("{loser} has no move left: {seat} wins.", loser=loser, seat=winner))
        return
    assert isinstance(taken.action, Move)
    mover = TWO_SEATS[taken.before.side]
    arrived = taken.action.target if winner == mover else taken.before.intruder
    assert arrived is not None
    told = message("The {piece} on {square} has broken through: {seat} wins.", seat=winner, **_piece(story, arrived))
    story.say(told, (arrived,))
