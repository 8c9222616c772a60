"""The question what a pawn becomes, for every game in which pawns are promoted."""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.core.actions import Action
from engine.core.messages import Message, message
from engine.core.pieces import Seat
from engine.game import Choice, Prompt, PromptKind

_LIKELIEST_FIRST: Final = "QRBN"


def promotion_prompt(seat: Seat, alike: Sequence[Action], names: Mapping[str, Message]) -> Prompt | None:
    """Return the question what a pawn becomes; ``None``: not all of these actions promote one.

    :param alike: actions that differ in their ``promotion`` alone, the letter of a kind. :param names: kind → its name.
    """
    promoting = {kind: each for each in alike if (kind := getattr(each, "promotion", ""))}
    if len(promoting) < len(alike):
        return None
    choices = tuple(Choice(promoting[kind].text, names[kind]) for kind in _LIKELIEST_FIRST if kind in promoting)
    return Prompt(PromptKind.CHOICE, seat, message("What does the pawn become?"), choices)
