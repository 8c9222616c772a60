"""A game of chess, told moment by moment."""

from engine.core.messages import Message, message
from engine.core.pieces import TWO_SEATS, Seat
from engine.core.squares import Square
from engine.game import Outcome
from engine.games.chess.endings import REASONS
from engine.games.chess.geometry import BOARD
from engine.games.chess.position import Castling, Draw, Move, Position
from engine.games.chess.text import PIECE_NAMES
from engine.narration import AppliedAction, Story, ends, goes, takes


def tell(story: Story, taken: AppliedAction[Position]) -> None:
    """Tell the draw of the start or the move, what a pawn becomes, check, the end."""
    action, seat = taken.action, TWO_SEATS[taken.before.placement.side]
    match action:
        case Draw():
            for happening in taken.happenings:
                story.follow(happening)
            number = str(action.array)  # a name, not a count
            story.say(message("The pieces start as in number {number} of the 960 starts.", number=number))
        case Castling():
            _tell_castling(story, action, seat)
        case Move():
            _tell_move(story, taken, action, seat)
        case _:
            story.say(message("{seat} claims a draw.", seat=seat))
    after = taken.after
    if after.outcome is not None:
        _tell_end(story, after, after.outcome)
    elif after.checkers:
        foe = TWO_SEATS[after.placement.side]
        story.say(message("{seat} is in check.", seat=foe), _king(story, foe))


def _tell_castling(story: Story, way: Castling, seat: Seat) -> None:
    king, rook = story.pieces[way.king], story.pieces[way.rook]
    story.remove(way.king)
    story.remove(way.rook)
    story.put(way.king_target, king)
    story.put(way.rook_target, rook)
    story.say(message(
        "{seat} castles: king {source} to {target}, rook {rook_source} to {rook_target}.",
        seat=seat, source=BOARD.name(way.king), target=BOARD.name(way.king_target),
        rook_source=BOARD.name(way.rook), rook_target=BOARD.name(way.rook_target),
    ), (way.king, way.king_target, way.rook, way.rook_target))


def _tell_move(story: Story, taken: AppliedAction[Position], move: Move, seat: Seat) -> None:
    source, target = BOARD.name(move.origin), BOARD.name(move.target)
    mover, victim = story.pieces[move.origin], story.pieces.get(move.target)
    passed = BOARD.square(BOARD.file(move.target), BOARD.rank(move.origin))
    if mover.kind == "P" and victim is None and BOARD.file(move.origin) != BOARD.file(move.target):
        story.remove(passed)
        told = message("{seat}: pawn {source} takes the pawn on {victim} in passing and goes to {target}.",
                       seat=seat, source=source, victim=BOARD.name(passed), target=target)
    elif victim is None:
        told = goes(seat, PIECE_NAMES[mover.kind], source, target)
    else:
        told = takes(seat, PIECE_NAMES[mover.kind], source, PIECE_NAMES[victim.kind], target)
    story.move(move.origin, move.target)
    story.say(told, (move.origin, move.target))
    if move.promotion:
        for each in taken.happenings[:1]:
            story.follow(each)
        piece: Message = PIECE_NAMES[move.promotion]
        story.say(message("The pawn is promoted on {square}: {piece}.", square=target, piece=piece), (move.target,))


def _tell_end(story: Story, after: Position, outcome: Outcome) -> None:
    loser = TWO_SEATS[after.placement.side]
    story.say(ends(outcome.winners, REASONS[outcome.reason]), _king(story, loser) if outcome.winners else ())


def _king(story: Story, seat: Seat) -> tuple[Square, ...]:
    return tuple(square for square, piece in story.pieces.items() if (piece.owner, piece.kind) == (seat, "K"))
