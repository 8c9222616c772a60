"""Chess Two positions in words: what a panel shows beside the board."""

from collections.abc import Iterator

from engine.core.messages import Message, message
from engine.core.squares import bits
from engine.game import Choice, Counter, Description, Mark, MarkKind, Prompt, PromptKind
from engine.games.chess_two.checks import checkers
from engine.games.chess_two.geometry import BOARD, HALF
from engine.games.chess_two.legality import SPECIAL, STANDARD
from engine.games.chess_two.moves import killable
from engine.games.chess_two.position import END, Placement, Position, seat_of
from engine.games.chess_two.setup import in_check
from engine.games.chess_two.turns import legal_actions

PIECE_NAMES = {
    "K": message("king"), "Q": message("queen"), "R": message("rook"), "B": message("bishop"),
    "N": message("knight"), "P": message("pawn"), "L": message("Life"), "D": message("Death"),
}


_SHIELDED, _IMMUNE = message("has a Shield"), message("immune until the end of this turn")
_IN_CHECK, _IN_DANGER = message("in check"), message("could be killed by Death")


def describe(position: Position) -> Description:
    """Describe a position: phase, counters, marks, sentences, and the prompt for ``end`` where it is legal."""
    if position.outcome is not None:
        return Description(message("Game over"), "crown", marks=tuple(_shields(position.placement)))
    return Description(
        message("{seat}'s turn", seat=seat_of(position.white)), "swords",
        counters=tuple(_counters(position)), marks=tuple(_marks(position)), sentences=tuple(_sentences(position)),
        prompts=_prompts(position),
    )


# --- counters and marks ------------------------------------------------------------------------------------------


def _counters(position: Position) -> Iterator[Counter]:
    seat = seat_of(position.white)
    yield Counter(message("Standard action"), int(bool(position.slots & STANDARD)), of=1, seat=seat, of_turn=True)
    yield Counter(message("Special move"), int(bool(position.slots & SPECIAL)), of=1, seat=seat, of_turn=True)
    limit = 2 * position.options.quiet_limit
    label = message("Quiet turns (draw at {limit})", limit=limit) if limit else message("Quiet turns")
    yield Counter(label, position.quiet_turns)


def _shields(board: Placement) -> Iterator[Mark]:
    for square in bits(board.shields):
        yield Mark(square, MarkKind.SHIELD, _SHIELDED)


def _marks(position: Position) -> Iterator[Mark]:
    board, white = position.placement, position.white
    yield from _shields(board)
    for square in bits(board.immune):
        yield Mark(square, MarkKind.IMMUNE, _IMMUNE)
    if in_check(position):
        for square in bits(board.kings & (board.white if white else board.black)):
            yield Mark(square, MarkKind.CHECK, _IN_CHECK)
    for square in bits(_threatened_by_death(position)):
        yield Mark(square, MarkKind.DANGER, _IN_DANGER)


def _threatened_by_death(position: Position) -> int:
    """Return own pieces that a Death of the opponent could kill as things stand."""
    board, foe = position.placement, not position.white
    found = 0
    for square in bits(board.death & HALF[foe]):
        found |= killable(board, square, foe, position.options.win == "king")
    return found & (board.white if position.white else board.black)


# --- sentences and prompts ---------------------------------------------------------------------------------------


def _sentences(position: Position) -> Iterator[Message]:
    seat, slots = seat_of(position.white), position.slots
    if slots == STANDARD:
        yield message("{seat} still moves or attacks with a standard piece.", seat=seat)
    elif slots == SPECIAL:
        yield message("{seat} still moves Life or Death.", seat=seat)
    else:
        yield message("{seat} moves or attacks with a standard piece, and moves Life or Death.", seat=seat)
    if in_check(position):
        names = _names(checkers(position.placement, position.white, position.options.close_combat))
        yield message("{seat} is in check from {squares}.", seat=seat, squares=names)
    yield from _controlled(position)
    if position.placement.immune:
        yield message("The piece on {squares} is immune.", squares=_names(position.placement.immune))


def _controlled(position: Position) -> Iterator[Message]:
    seat, half = seat_of(position.white), HALF[position.white]
    life, death = position.placement.life & half, position.placement.death & half
    squares = _names(life | death)
    if life and death:
        yield message("{seat} controls Life and Death on {squares}.", seat=seat, squares=squares)
    elif life:
        yield message("{seat} controls Life on {squares}.", seat=seat, squares=squares)
    elif death:
        yield message("{seat} controls Death on {squares}.", seat=seat, squares=squares)


def _names(squares: int) -> str:
    return ", ".join(BOARD.sorted_names(squares))


def _prompts(position: Position) -> tuple[Prompt, ...]:
    # Only one slot is ever left out, and only by option: look no further for the rest of the time.
    if position.slots != SPECIAL or position.options.special != "optional" or END not in legal_actions(position):
        return ()
    question = message("Move Life or Death, or end the turn.")
    answer = Choice(END.text, message("End the turn"))
    return (Prompt(PromptKind.CHOICE, seat_of(position.white), question, (answer,)),)
