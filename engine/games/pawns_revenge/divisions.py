"""Divisions in their one canonical form: ``white:c3+2/3,d4+0/1``, ``white:-`` for none."""

import re

from engine.core.errors import IllegalAction
from engine.core.json_fields import quoted
from engine.core.messages import message
from engine.games.pawns_revenge.actions import Bonus, Division, bonus, nothing
from engine.games.pawns_revenge.rules import Rules

_NUMBER = "(0|[1-9][0-9]?)"
_BONUS = re.compile(rf"([a-p][1-9][0-9]?)\+{_NUMBER}/{_NUMBER}")


class BadDivision(IllegalAction):
    """A text is not a canonical division that is legal for the seat; the message never tells how many points it has."""


def read_division(rules: Rules, text: str, own: int, points: int) -> Division:
    """The division written ``SEAT:…`` for a seat that plays, over its pieces ``own``, of up to ``points``.

    :raises BadDivision: it is malformed, not canonical, names other squares or spends more than was thrown.
    """
    name, _, listed = text.partition(":")
    seat = next(each for each in rules.seats if each == name)
    if listed == "-":
        return nothing(seat)
    bonuses = tuple(_read_bonus(rules, each) for each in listed.split(","))
    squares = [each.square for each in bonuses]
    if squares != sorted(set(squares)):
        raise BadDivision(message("the squares of a division must be sorted, and none may appear twice"))
    if any(not own >> square & 1 for square in squares):
        raise BadDivision(message("a division of {seat} can only name squares where {seat} has a piece", seat=seat))
    if sum(each.power + each.toughness for each in bonuses) > points:
        raise BadDivision(message("{seat} did not throw that many points", seat=seat))
    return Division(text, seat, bonuses)


def _read_bonus(rules: Rules, text: str) -> Bonus:
    match = _BONUS.fullmatch(text)
    if match is None or match[1] not in rules.board.by_name:
        raise BadDivision(message("{text} is not a square and what it is given, as in c3+2/3", text=quoted(text)))
    power, toughness = int(match[2]), int(match[3])
    if not power + toughness:
        raise BadDivision(message("a square that is given nothing is left out of a division"))
    return bonus(rules.board.by_name[match[1]], power, toughness)
