"""Chess in words: names of the pieces, and what a panel says beside the board."""

from collections.abc import Iterator

from engine.core.messages import Message, message
from engine.core.pieces import TWO_SEATS
from engine.game import Choice, Counter, Description, Mark, MarkKind, Prompt, PromptKind
from engine.games.chess.endings import FIFTY, REASONS, claimed
from engine.games.chess.geometry import BOARD
from engine.games.chess.moves import castlings
from engine.games.chess.position import CLAIM, Position

PIECE_NAMES = {
    "K": message("king"), "Q": message("queen"), "R": message("rook"), "B": message("bishop"),
    "N": message("knight"), "P": message("pawn"),
}
_BANNERS = {
    "array": (message("The start"), "dice"),
    "play": (message("Move"), "swords"),
    "over": (message("Game over"), "crown"),
}
_IN_CHECK = message("in check")
_TOLD_QUIET = FIFTY // 2
"""Quiet moves of both sides after which they are counted aloud."""


def describe(position: Position) -> Description:
    """Put the position into words, with what can only be decided on the phone. There are no secrets."""
    phase, icon = _BANNERS[position.phase]
    return Description(
        phase, icon, tuple(_counters(position)), tuple(_marks(position)), tuple(_sentences(position)),
        _prompts(position),
    )


def _counters(position: Position) -> Iterator[Counter]:
    if position.phase != "array":
        yield Counter(message("Move"), position.number)
    if position.quiet >= _TOLD_QUIET:
        yield Counter(message("Moves without a capture or pawn move"), position.quiet // 2)
    if position.array is not None and position.options.start != "usual":
        yield Counter(message("Start of the 960"), position.array)


def _marks(position: Position) -> Iterator[Mark]:
    if position.checkers:
        placement = position.placement
        king = placement.kings & placement[6 + placement.side]
        yield Mark(BOARD.by_name[BOARD.sorted_names(king)[0]], MarkKind.CHECK, _IN_CHECK)


def _sentences(position: Position) -> Iterator[Message]:
    if position.phase == "array":
        yield message("Chance decides how the pieces start.")
    if position.phase != "play":
        return
    seat, passing = TWO_SEATS[position.placement.side], position.placement.en_passant
    yield message("{seat} moves a piece.", seat=seat)
    if position.checkers:
        names = ", ".join(BOARD.sorted_names(position.checkers))
        yield message("{seat} is in check from {squares}.", seat=seat, squares=names)
    if passing:
        (name,) = BOARD.sorted_names(passing)
        yield message("A pawn may capture in passing on {square}.", square=name)


def _prompts(position: Position) -> tuple[Prompt, ...]:
    return (*_claims(position), *_exchanges(position)) if position.phase == "play" else ()


def _claims(position: Position) -> Iterator[Prompt]:
    outcome = claimed(position)
    if outcome is not None:
        question = message("A draw can be claimed now: {reason}.", reason=REASONS[outcome.reason])
        yield _offer(position, question, Choice(CLAIM.text, message("Claim the draw")))


def _exchanges(position: Position) -> Iterator[Prompt]:
    """Offer castling by which king and rook change places (Chess960): reeds feel them put back where they were."""
    for way in castlings(position):
        if (way.king, way.rook) == (way.rook_target, way.king_target):
            yield _offer(position, message("You may castle: king and rook change places."),
                         Choice(way.text, message("Castle")))


def _offer(position: Position, question: Message, answer: Choice) -> Prompt:
    return Prompt(PromptKind.CHOICE, TWO_SEATS[position.placement.side], question, (answer,))
