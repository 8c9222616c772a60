"""The pieces on a board once hands have done an action, before the rules act by themselves."""

from engine.core.actions import Footprint
from engine.core.events import Entered, Happening, Moved, Removed
from engine.core.squares import Square, bits

Stands = dict[Square, str]


def bare(piece: str) -> str:
    """A piece without its Shield: a token on top of it that hands put on when the panel says so."""
    return piece.rstrip("+")


def rewound(before: Stands, after: Stands, footprint: Footprint, happenings: tuple[Happening, ...]) -> Stands:
    """Return the pieces on the board when hands are done but the rules' own actions are not."""
    stands = dict(after)
    for each in reversed(happenings):
        if isinstance(each, Moved):
            stands[each.source] = stands.pop(each.target)
        elif isinstance(each, Entered):
            del stands[each.square]
        elif isinstance(each, Removed):
            mover = next((before[square] for square in bits(footprint.empties | footprint.returns)), "")
            hands = footprint.fills | footprint.swaps
            stands[each.square] = mover if hands >> each.square & 1 else before[each.square]
    return stands
