"""The live part of a page: HTML that is rendered once for all viewers. A page that has an earlier one is sent only the
boards that changed since, or nothing if it is the same."""

import gzip
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

PACKING: Final = 1
"""The gzip level: cards are so alike that the fastest one already packs them to a tenth."""
MOST_PACKED: Final = 8
"""The most earlier parts for whose pages a packed text is kept: nearly all pages have one of the last two."""


@dataclass(frozen=True, slots=True)
class Card:
    """A board. ``look``: a value that is equal as long as the card looks the same; ``since``: the number of the part in
    which it came to look so."""

    look: object
    html: str
    since: int


class Part:
    """One rendering; never changes. ``cards``: by id of the board, in order; ``whole``: the HTML before them, which is
    sent whenever it changes, and all cards with it."""

    def __init__(self, whole: str, cards: Mapping[str, Card], before: "Part | None") -> None:
        self.cards, self._whole = cards, whole
        self._token: str = secrets.token_hex(4) if before is None else before._token
        self._number = next_number(before)
        same = before is not None and before._whole == whole and list(before.cards) == list(cards)
        self._laid_out: int = before._laid_out if before is not None and same else self._number
        """The number of the first part with the same boards in the same order, and the same HTML before them."""
        self._packed: dict[int | None, bytes] = {}

    @property
    def mark(self) -> str:
        """The mark by which a page says that it has this part."""
        return f"{self._token}.{self._number}"

    def known(self, mark: str) -> int | None:
        """Return the number of the part that a page has, if it needs no more than the boards that changed since."""
        token, _, number = mark.partition(".")
        fits = token == self._token and number.isdecimal() and len(number) < 10
        return int(number) if fits and self._laid_out <= int(number) <= self._number else None

    def text(self, known: int | None = None) -> str:
        """Return the HTML of all, or of the boards that changed since the part with the number ``known``."""
        if known is None:
            return self._whole + "".join(card.html for card in self.cards.values())
        return "".join(card.html for card in self.cards.values() if card.since > known)

    def packed(self, known: int | None = None) -> bytes:
        """Return the same, packed (gzip)."""
        packed = self._packed.get(known)
        if packed is None:
            packed = gzip.compress(self.text(known).encode(), PACKING)
            if len(self._packed) < MOST_PACKED:
                self._packed[known] = packed
        return packed


def next_number(before: Part | None) -> int:
    """Return the number of the part that comes after this one."""
    return 0 if before is None else before._number + 1
