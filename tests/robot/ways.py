"""The ways to do an action, systematically: which piece goes up first, which comes down first, on wood and by taps.

A way that no hands can go is said to be one: a footprint that asks for it is wrong.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from done_by_hand import bare
from fingers import Fingers
from plans import Plan
from tapper import Phone

from engine.core.squares import Square, bits
from table.messages.taps import TapKind

Touches = tuple[tuple[str, Square], ...]
"""Pieces that go up and come down, one after the other."""


class Unplayable(AssertionError):
    """A listed action cannot be done, or is not taken for what it is."""


@dataclass(frozen=True)
class Roles:
    """The squares of a plan by what becomes of the pieces on them."""

    leaving: tuple[Square, ...]
    """Their pieces leave the board."""
    moving: tuple[Square, ...]
    """Their pieces stand somewhere else afterwards."""
    targets: tuple[Square, ...]
    """A piece comes down on them."""


def roles(plan: Plan) -> Roles:
    """Sort the squares of a plan."""
    footprint = plan.footprint
    targets = tuple(bits(footprint.fills | footprint.swaps))
    needed = Counter(brought(plan, square) for square in targets)
    leaving, moving = [], []
    for square in bits(footprint.empties | footprint.swaps):
        piece = plan.before.get(square, "")
        (moving if needed[piece] else leaving).append(square)
        needed[piece] -= 1
    return Roles(tuple(leaving), tuple(moving), targets)


def brought(plan: Plan, square: Square) -> str:
    """Return the piece that hands bring to a square: before it is promoted there, a pawn."""
    piece, sources = plan.after.get(square, ""), plan.footprint.empties | plan.footprint.returns
    own = [plan.before[each] for each in bits(sources) if plan.before.get(each, " ")[0] == piece[:1]]
    return piece if piece in own or not own else own[0]


# --- on wood -----------------------------------------------------------------------------------------------------


def on_wood(plan: Plan) -> list[Touches]:
    """Return the ways to do it by hand, none twice."""
    footprint, found = plan.footprint, roles(plan)
    if footprint.touches:
        return list(dict.fromkeys(_touching(plan)))
    up = [*found.leaving, *found.moving, *bits(footprint.returns)]
    down = [*found.targets, *bits(footprint.returns)]
    ways = [_touches(first, then) for first in (up, up[::-1]) for then in (down, down[::-1])]
    off_last = [] if footprint.returns else [square for square in found.leaving if square not in found.targets]
    ways += [_touches([each for each in up if each not in off_last], down) + _touches(off_last, ())]
    orders = () if footprint.returns else (found.moving, found.moving[::-1])
    ways += [_one_by_one(plan, found, order) for order in orders]
    return list(dict.fromkeys(ways))


def _touches(up: Iterable[Square], down: Iterable[Square]) -> Touches:
    return (*(("up", square) for square in up), *(("down", square) for square in down))


def _touching(plan: Plan) -> Iterator[Touches]:
    """Actor up, target up and down, actor down."""
    footprint, found = plan.footprint, roles(plan)
    up = [*found.leaving, *found.moving, *bits(footprint.returns)]
    down = [*found.targets, *bits(footprint.returns)]
    touched = list(bits(footprint.touches))
    for first, met in ((up, touched), (up[::-1], touched[::-1])):
        yield (*_touches(first, ()), *(each for square in met for each in _touches([square], [square])),
               *_touches((), down))


def _one_by_one(plan: Plan, found: Roles, order: Sequence[Square]) -> Touches:
    """Captured pieces off the board, then each piece to a free square where such a piece belongs, as far as that goes;
    what is in the air then comes down last."""
    way: list[tuple[str, Square]] = list(_touches(found.leaving, ()))
    standing, waiting, held = set(plan.before) - set(found.leaving), list(found.targets), Counter[str]()
    for origin in order:
        way.append(("up", origin))
        standing.discard(origin)
        held[plan.before[origin]] += 1
        for target in [each for each in waiting if each not in standing and held[brought(plan, each)]][:1]:
            way.append(("down", target))
            standing.add(target)
            waiting.remove(target)
            held[brought(plan, target)] -= 1
    return (*way, *_touches((), waiting))


def do(fingers: Fingers, plan: Plan, way: Touches, rest_s: float) -> None:
    """Go one of these ways.

    :raises Unplayable: no hands can.
    """
    name = fingers.on_table.board.name
    for verb, square in way:
        if verb == "up":
            if not fingers.stands(square):
                raise Unplayable(f"{plan.action}: nothing stands on {name(square)} that could be lifted")
            fingers.lift(square)
        else:
            piece = plan.before[square] if plan.footprint.touches >> square & 1 else plan.after.get(square)
            if piece is None or fingers.stands(square):
                why = "nothing belongs" if piece is None else "a piece stands"
                raise Unplayable(f"{plan.action}: {why} on {name(square)}, where one is to be put down")
            fingers.place(square, piece)
        fingers.rest(rest_s)


# --- by taps -----------------------------------------------------------------------------------------------------


Taps = tuple[tuple[Square, str], ...]
"""Squares to tap, and the piece to be put down there; none: whatever the tap means."""


def by_taps(plan: Plan) -> list[Taps]:
    """Return the ways to do it by fingers on glass, none twice: whoever acts first, or whoever is taken.

    A tap on a piece with another one in the hand takes it, strikes it or pushes it.
    """
    found, returns = roles(plan), tuple(bits(plan.footprint.returns))
    off = [square for square in found.leaving if square not in found.targets]
    met = _plain([*off, *bits(plan.footprint.touches)])
    ways: list[Taps] = []
    for order in (found.moving, found.moving[::-1]):
        movers = (*order, *returns)
        ways.append(_to_their_places(plan, found, movers, met))
        if found.leaving and not plan.footprint.touches:
            ways.append(_plain(found.leaving) + _to_their_places(plan, found, movers, ()))
    return list(dict.fromkeys(ways))


def _plain(squares: Iterable[Square]) -> Taps:
    return tuple((square, "") for square in squares)


def _to_their_places(plan: Plan, found: Roles, order: Sequence[Square], met: Taps) -> Taps:
    """Each piece is tapped, then a square where such a piece belongs; after the first one those that it meets."""
    taps: list[tuple[Square, str]] = []
    standing = set(plan.before) - set(found.leaving)
    waiting, held = [*found.targets, *bits(plan.footprint.returns)], Counter[str]()
    for origin in order:
        taps += [(origin, ""), *(met if origin == order[0] else ())]
        standing.discard(origin)
        held[plan.before[origin]] += 1
        for target in [each for each in waiting if each not in standing and held[brought(plan, each)]][:1]:
            taps.append((target, brought(plan, target)))
            standing.add(target)
            waiting.remove(target)
            held[brought(plan, target)] -= 1
    return (*taps, *((square, brought(plan, square)) for square in waiting))


def tap(phone: Phone, plan: Plan, way: Taps) -> None:
    """Tap one of these ways, as long as the board has not finished the action by itself.

    :raises Unplayable: a tap is refused, or means nothing.
    """
    known = len(phone.rig.record)
    for square, piece in way:
        name = phone.rig.board.board_map.board.name(square)
        for _ in range(2 if piece else 1):  # a second time if a taker need not stand where it has taken
            phone.rig.wait_until(phone.feels, 1.0)
            if len(phone.rig.record) > known or _is_done(phone, name, piece):
                break
            picked = _picked(phone, name, piece)
            refused = phone.tap(name) if picked is None else phone.send([(TapKind.PLACE, name, picked)])
            if refused is not None:
                raise Unplayable(f"{plan.action}: a tap on {name} is refused: {refused}")


def _is_done(phone: Phone, name: str, piece: str) -> bool:
    """True if it stands there already, or is gone: a blow left no choice, or the board itself has moved it."""
    stands = bare(phone.wood.stands.get(name, ""))
    return stands == piece and (bool(piece) or not phone.wood.hand)


def _picked(phone: Phone, name: str, piece: str) -> str | None:
    """Return the piece in the hand that is picked in the tray before it is put down: if there are several kinds."""
    held = phone.wood.hand
    several = piece and name not in phone.wood.stands and len({bare(each) for each in held}) > 1
    return next((each for each in held if bare(each) == piece), None) if several else None
