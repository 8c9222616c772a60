"""Pairing by hand: the rows that an organiser fills in, and what is wrong with them. Pure."""

from collections.abc import Mapping, Sequence

from werkzeug.datastructures import MultiDict

from clubpanel.tournament.model import MOST_PLAYERS
from clubpanel.tournament.pairing import Pairs, PlayerHistory
from clubpanel.web.doubts import Kept
from engine.core.errors import BadText
from engine.core.messages import message
from engine.core.text_rules import checked_name

Row = tuple[str, str]
"""The names of White and Black, as an organiser wrote them."""


def rows_of(form: MultiDict[str, str]) -> list[Row]:
    """Return the rows of the form."""
    return list(zip(form.getlist("white"), form.getlist("black"), strict=False))[:MOST_PLAYERS]


def chosen_pairs(rows: Sequence[Row], present: Sequence[str]) -> Pairs:
    """Return the pairs of a round as chosen, those without an opponent last.

    :param present: the players who have to be in it.
    :raises Kept: a name is not one of theirs, is there twice, or is missing.
    """
    left, pairs = {name.casefold(): name for name in present}, []
    for at, row in enumerate(rows, 1):
        names = [_found(at, name, left, present) for name in row if name.strip()]
        if names:
            pairs.append((names[0], names[1] if len(names) > 1 else ""))
    if left:
        raise Kept(message("Not in any row yet: {names}.", names=", ".join(left.values())))
    if not any(black for _, black in pairs):
        raise Kept(message("A round needs at least one game."))
    return sorted(pairs, key=lambda pair: not pair[1])


def _found(at: int, written: str, left: dict[str, str], present: Sequence[str]) -> str:
    """Find a player, and take them from those who are left."""
    try:
        name = checked_name(written.strip(), message("Players"))
    except BadText as error:
        raise Kept(message("Row {row}: {reason}", row=at, reason=error.reason), 400) from error
    if name.casefold() in left:
        return left.pop(name.casefold())
    if name.casefold() in {each.casefold() for each in present}:
        raise Kept(message("Row {row}: {name} is in another row already.", row=at, name=name))
    raise Kept(message("Row {row}: {name} is not among those to be paired.", row=at, name=name))


def met_before(pairs: Pairs, pasts: Mapping[str, PlayerHistory]) -> str:
    """Name the pairs who have met already; empty: none."""
    return ", ".join(f"{white} \N{EN DASH} {black}" for white, black in pairs if black in pasts[white].met)
