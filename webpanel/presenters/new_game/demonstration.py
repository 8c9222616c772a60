"""A short game that plays itself on the start page, and a picture of every game for the lists, by the rules alone."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice, product
from random import Random
from typing import Any, Final, TypedDict

from engine.core.actions import Action, Footprint
from engine.core.pieces import CHANCE, Piece
from engine.core.squares import Board, Square, bits
from engine.game import SPECTATOR, AnyGame
from engine.registry import game_ids
from webpanel.presenters.new_game.setups import first_with_pieces
from webpanel.presenters.pictures import shape

SEED: Final = 7
MOVES: Final = 14
"""The length of the game that plays itself."""
SKIPPED: Final = 10
"""So many moves are played before: at first, pieces only leave their places."""
SEARCHED: Final = 24
"""The number of moves among which the picture of a game is looked for."""
WINDOW: Final = 4
"""The files and ranks of a picture: few, so that pieces and lights are large."""
TINTS: Final = 6
"""The number of pairs of colours that the style sheet has."""
STEPS: Final = 200
"""The most actions, those of chance included, that are taken for either."""


@dataclass(frozen=True, slots=True)
class Lift:
    """A piece in the hand, with its squares lit. ``moves``, ``captures``: bitboards of where it may go."""

    board: Board
    pieces: Mapping[Square, Piece]
    origin: Square
    target: Square
    moves: int
    captures: int


@dataclass(frozen=True, slots=True)
class Spot:
    """A square of a picture: its file and rank from the top left, and what is drawn there. ``shape``: the name of the
    piece's drawing; empty: it has none. Files beyond the picture, to be seen where it is wide, are below 0 or too many.
    """

    file: int
    rank: int
    dark: bool
    piece: str
    shape: str
    light: str


@dataclass(frozen=True, slots=True)
class Cover:
    """The picture of a game. ``tint``: the number of its colours; games beside each other differ in it."""

    tint: int
    spots: Sequence[Spot]


class DemoJson(TypedDict):
    """A short game: its board, and the pieces and lights of each moment, by square."""

    files: int
    ranks: int
    light: bool
    """True if a1 is a light square."""
    art: dict[str, str]
    moments: list["DemoMomentJson"]


class DemoMomentJson(TypedDict):
    """A moment. ``lifted``: the piece in the hand."""

    pieces: dict[str, str]
    lifted: dict[str, str]
    lights: dict[str, str]


def _lifts(game: AnyGame) -> Iterator[Lift]:
    """Play by chance, but take what can be taken, until nothing is left for hands to do."""
    options, luck = game.read_options({}), Random(SEED)
    board, position = game.board(options), first_with_pieces(game, options)
    for _ in range(STEPS):
        if game.to_act(position) == (CHANCE,):
            position = game.successor(position, luck.choice(game.edges(position)))
            continue
        hands = [(action, footprint) for action, footprint in _by_hand(game, position)]
        if not hands:
            return
        taking = [each for each in hands if each[1].swaps]
        action, chosen = luck.choice(taking or hands)
        origin = next(bits(chosen.empties))
        same = [footprint for _, footprint in hands if footprint.empties >> origin & 1]
        moves, captures = (_union(getattr(each, kind) for each in same) for kind in ("fills", "swaps"))
        pieces = game.view(position, SPECTATOR).pieces
        yield Lift(board, pieces, origin, next(bits(chosen.swaps or chosen.fills)), moves, captures)
        position = game.successor(position, action)


def _still(game: AnyGame) -> Lift:
    """Return the start of a game that hands do nothing in, as if its first piece was in a hand."""
    options = game.read_options({})
    pieces = game.view(first_with_pieces(game, options), SPECTATOR).pieces
    origin = min(pieces)
    return Lift(game.board(options), pieces, origin, origin, 0, 0)


def _by_hand(game: AnyGame, position: Any) -> Iterator[tuple[Action, Footprint]]:
    """List the actions that move a piece from one square to another."""
    for action in game.actions(position):
        footprint = game.footprint(position, action)
        if footprint.empties and footprint.fills | footprint.swaps:
            yield action, footprint


def _union(squares: Iterator[int]) -> int:
    found = 0
    for each in squares:
        found |= each
    return found


# --- the game that plays itself ----------------------------------------------------------------------------------


@cache
def demo(game: AnyGame) -> DemoJson:
    """Return a short game, moment by moment: a piece is lifted, then placed."""
    found = tuple(islice(_lifts(game), SKIPPED, SKIPPED + MOVES)) or (_still(game),)
    moments = [moment for lift in found for moment in (_lifted(lift), _placed(lift))]
    board = found[0].board
    art = {kind: name.key for kind, name in game.piece_names.items()}
    return DemoJson(files=board.files, ranks=board.ranks, light=board.a1_light, art=art, moments=moments)


def _lifted(lift: Lift) -> DemoMomentJson:
    board, hand = lift.board, lift.pieces[lift.origin]
    stand = {board.name(square): str(piece) for square, piece in lift.pieces.items() if square != lift.origin}
    lights = {board.name(square): role for square, role in _lights(lift).items()}
    return DemoMomentJson(pieces=stand, lifted={board.name(lift.origin): str(hand)}, lights=lights)


def _placed(lift: Lift) -> DemoMomentJson:
    board = lift.board
    stand = {square: piece for square, piece in lift.pieces.items() if square != lift.origin}
    stand[lift.target] = lift.pieces[lift.origin]
    return DemoMomentJson(
        pieces={board.name(square): str(piece) for square, piece in stand.items()}, lifted={}, lights={}
    )


def _lights(lift: Lift) -> dict[Square, str]:
    """Return the role of the light of each square that is lit."""
    lit = dict.fromkeys(bits(lift.moves), "move") | dict.fromkeys(bits(lift.captures), "capture")
    return {lift.origin: "origin"} | lit


# --- pictures ----------------------------------------------------------------------------------------------------


@cache
def cover(game: AnyGame) -> Cover:
    """Draw the part of a game in which most is lit."""
    found = tuple(islice(_lifts(game), SEARCHED)) or (_still(game),)
    best = max((window for lift in found for window in _windows(lift)), key=lambda window: _worth(*window))
    return Cover(game_ids().index(game.id) % TINTS, _spots(game, *best))


def _windows(lift: Lift) -> Iterator[tuple[Lift, int, int]]:
    wide, high = (max(1, size - WINDOW + 1) for size in (lift.board.files, lift.board.ranks))
    return ((lift, left, low) for left, low in product(range(wide), range(high)))


def _inside(board: Board, square: Square, left: int, low: int) -> bool:
    return left <= board.file(square) < left + WINDOW and low <= board.rank(square) < low + WINDOW


def _worth(lift: Lift, left: int, low: int) -> int:
    """Judge a window: lights count most, captures more than moves, then pieces of different kinds."""
    lit = [role for square, role in _lights(lift).items() if _inside(lift.board, square, left, low)]
    seen = [piece for square, piece in lift.pieces.items() if _inside(lift.board, square, left, low)]
    return (5 * ("origin" in lit) + 4 * min(2, lit.count("capture")) + 2 * min(4, lit.count("move"))
            + 2 * min(3, len(set(map(str, seen)))) + min(len(seen), 2 * WINDOW))


def _spots(game: AnyGame, lift: Lift, left: int, low: int) -> Sequence[Spot]:
    board, lights = lift.board, _lights(lift)
    squares = (square for square in bits(board.all) if low <= board.rank(square) < low + WINDOW)
    return tuple(
        Spot(
            board.file(square) - left, low + WINDOW - 1 - board.rank(square),
            (board.file(square) + board.rank(square) + board.a1_light) % 2 == 0,
            str(lift.pieces.get(square, "")), _shape(game, lift.pieces.get(square)), lights.get(square, ""),
        )
        for square in squares
    )


def _shape(game: AnyGame, piece: Piece | None) -> str:
    return "" if piece is None else shape(game.piece_names[piece.kind].key)
