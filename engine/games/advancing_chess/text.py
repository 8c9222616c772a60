"""Advancing Chess in words: names of the pieces, and what a panel says beside the board."""

from engine.core.messages import Message, message
from engine.core.pieces import TWO_SEATS
from engine.core.squares import Square
from engine.game import Counter, Description, Mark, MarkKind
from engine.games.advancing_chess.position import BOARD, Position, pieces_of

PIECE_NAMES = {
    "P": message("pikeman"),
    "C": message("castle"),
    "N": message("knight"),
    "V": message("vicar"),
    "Q": message("queen"),
    "H": message("champion"),
}
_BANNERS = {
    "array": (message("Starting setup"), "dice"),
    "play": (message("Advance"), "swords"),
    "over": (message("Game over"), "crown"),
}


def describe(position: Position) -> Description:
    """Describe the position in words. There are no secrets, and every decision is made by moving a piece."""
    phase, icon = _BANNERS[position.phase]
    intruder = position.intruder
    return Description(
        phase, icon, counters=_counters(position), sentences=_sentences(position),
        marks=() if intruder is None else (_danger(position, intruder),),
    )


def _counters(position: Position) -> tuple[Counter, ...]:
    counters = [
        Counter(message("Pieces"), pieces.bit_count(), seat=seat)
        for seat, pieces in zip(TWO_SEATS, position.sides, strict=True)
    ]
    if position.array is not None:
        counters.append(Counter(message("Setup no."), position.array))
    return tuple(counters)


def _danger(position: Position, intruder: Square) -> Mark:
    return Mark(intruder, MarkKind.DANGER, message("wins unless it is captured now"))


def _sentences(position: Position) -> tuple[Message, ...]:
    if position.phase == "array":
        return (message("Chance decides how the pieces start."),)
    if position.phase == "over":
        return ()
    seat, intruder = TWO_SEATS[position.side], position.intruder
    if intruder is None:
        return (message("{seat} moves a piece forward, or captures.", seat=seat),)
    kind = PIECE_NAMES[dict(pieces_of(position))[intruder].kind]
    return (message(
        "{seat} must capture the {piece} on {square}, or loses.", seat=seat, piece=kind, square=BOARD.name(intruder),
    ),)
