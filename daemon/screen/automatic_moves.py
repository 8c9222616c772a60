"""The moves of the screen board's own hand: set-up, marches, clearing. Pure: from the pieces that stand to those
wanted."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

from engine.core.squares import Square
from hardware.simulated.pieces import Wood

SHIELD = "+"
"""The end of the text of a piece that bears a token; the piece is the same one without."""


def cleared(wood: Wood, wanted: Mapping[Square, str]) -> Wood:
    """Return the pieces after every misplaced piece was put into the tray, and every hand was emptied there.

    Squares whose piece has to be another one are empty then: their reeds must open, or nobody could tell.
    """
    right = {
        square: wanted[square]
        for square, piece in wood.stands.items()
        if square in wanted and bare(piece) == bare(wanted[square])
    }
    lifted = Counter(bare(piece) for square, piece in wood.stands.items() if square not in right)
    empty = put_away(wood)
    return replace(empty, stands=right, tray=dict(Counter(empty.tray) + lifted))


def filled(wood: Wood, wanted: Mapping[Square, str]) -> Wood:
    """Return the pieces after every missing piece was put down, out of the tray as far as it has them."""
    needed = Counter(bare(piece) for square, piece in wanted.items() if square not in wood.stands)
    return replace(wood, stands={**wood.stands, **wanted}, tray=dict(Counter(wood.tray) - needed))


def moved(wood: Wood, source: Square, target: Square | None) -> Wood:
    """Return the pieces after one piece went to a free square; ``None``: into the tray."""
    stands, piece = {square: piece for square, piece in wood.stands.items() if square != source}, wood.stands[source]
    if target is None:
        return replace(wood, stands=stands, tray=dict(Counter(wood.tray) + Counter([bare(piece)])))
    return replace(wood, stands={**stands, target: piece})


def exchanged(wood: Wood, wanted: Mapping[Square, str]) -> Wood:
    """Return the pieces with those on the covered squares as they should be; the same value if they are, or if squares
    differ."""
    if wood.stands.keys() != wanted.keys() or dict(wood.stands) == dict(wanted):
        return wood
    out = Counter(bare(piece) for square, piece in wood.stands.items() if bare(piece) != bare(wanted[square]))
    return replace(wood, stands=dict(wanted), tray=dict(Counter(wood.tray) + out))


def stocked(wood: Wood, wanted: Mapping[Square, str]) -> Wood:
    """Return the pieces with enough in the tray and the hands for players to fill every missing square themselves."""
    needed = Counter(bare(piece) for square, piece in wanted.items() if wood.stands.get(square) is None)
    held = Counter(bare(piece) for pieces in wood.hands.values() for piece in pieces)
    for piece, count in wood.tray.items():
        held[bare(piece)] += count
    lacking = needed - held
    return replace(wood, tray=dict(Counter(wood.tray) + lacking)) if lacking else wood


def lies_ready(wood: Wood, wanted: Mapping[Square, str], squares: Iterable[Square]) -> bool:
    """True if the tray holds a piece that belongs on one of these squares, and too few of its kind stand."""
    lacking = Counter(map(bare, wanted.values())) - Counter(map(bare, wood.stands.values()))
    belong = {bare(wanted[square]) for square in squares if square in wanted}
    return any(lacking[bare(piece)] and bare(piece) in belong for piece in wood.tray)


def put_away(wood: Wood) -> Wood:
    """Return the pieces after every hand was emptied into the tray."""
    held = Counter(bare(piece) for pieces in wood.hands.values() for piece in pieces)
    return replace(wood, hands={}, tray=dict(Counter(wood.tray) + held))


def bare(piece: str) -> str:
    """Return a piece without its token."""
    return piece.removesuffix(SHIELD)
