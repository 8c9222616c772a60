"""Seals with which two boards vouch for a game between them: the chain of its actions, and a signature of each.

What is signed is said here; how is club/play/signing.py's concern. docs/protocol.md describes the header of a record.
"""

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any, Final

from engine.core.errors import BadText
from engine.core.json_fields import LIST, OBJECT, Complaint, Kind, check, check_known, one_of
from engine.core.messages import message
from engine.core.pieces import Seat
from engine.core.text_rules import LONGEST_NAME, checked


def _digits(count: int) -> Kind[str]:
    pattern = re.compile(f"[0-9a-f]{{{count}}}")
    return Kind(
        message("{number} hexadecimal digits", number=count),
        lambda value: isinstance(value, str) and bool(pattern.fullmatch(value)),
    )


GAME: Final = _digits(12)
BOARD: Final = _digits(16)
CHAIN: Final = _digits(64)
NUMBER: Final = _digits(32)
PUBLIC_KEY: Final = _digits(64)
SECRET: Final = _digits(64)
SIGNATURE: Final = _digits(128)

_FIELDS: Final = ("key", "chain", "boards")
_OF_BOARD: Final = ("board", "name", "seats", "public_key", "secret", "signature")


@dataclass(frozen=True, slots=True)
class Seal:
    """The seal of one board. ``public_key``, ``signature``: Ed25519, in hexadecimal digits. ``seats``: those that were
    played there. ``secret``: what its dice were made of (:mod:`club.play.dealing`), 64 hexadecimal digits."""

    board: str
    name: str
    seats: tuple[Seat, ...]
    public_key: str
    secret: str
    signature: str = ""


@dataclass(frozen=True, slots=True)
class Seals:
    """Of both boards, that which invited first. ``key``: of the game; ``chain``: of the actions that they signed."""

    key: str
    chain: str
    boards: tuple[Seal, Seal]

    def as_data(self) -> dict[str, Any]:
        """Write the same as JSON values; :func:`read_seals` reads them."""
        return {"key": self.key, "chain": self.chain, "boards": [
            {"board": each.board, "name": each.name, "seats": list(each.seats), "public_key": each.public_key,
             "secret": each.secret, "signature": each.signature} for each in self.boards
        ]}


def read_seals(data: object, complaint: Complaint) -> Seals:
    """Read what :meth:`Seals.as_data` made; if it is something else, raise what ``complaint`` makes of the reason."""
    given = _object("seals", data, _FIELDS, complaint)
    both = tuple(check("boards", given.get("boards"), LIST, complaint))
    first, second = check("boards", both, _TWO, complaint)
    key = check("key", given.get("key"), GAME, complaint)
    chain = check("chain", given.get("chain"), CHAIN, complaint)
    return Seals(key, chain, (_read_seal(first, complaint), _read_seal(second, complaint)))


_TWO: Final[Kind[tuple[Any, ...]]] = Kind(message("two boards"), lambda value: len(value) == 2)


def _read_seal(data: object, complaint: Complaint) -> Seal:
    given = _object("boards", data, _OF_BOARD, complaint)
    known, seats = one_of(*(seat.value for seat in Seat)), check("seats", given.get("seats"), LIST, complaint)
    return Seal(
        check("board", given.get("board"), BOARD, complaint), _name(given.get("name"), complaint),
        tuple(Seat(check("seats", seat, known, complaint)) for seat in seats),
        check("public_key", given.get("public_key"), PUBLIC_KEY, complaint),
        check("secret", given.get("secret"), SECRET, complaint),
        check("signature", given.get("signature"), SIGNATURE, complaint),
    )


def _name(given: object, complaint: Complaint) -> str:
    try:
        return checked(given, "name", LONGEST_NAME)
    except BadText as error:
        raise complaint(error.reason) from error


def _object(name: str, data: object, known: tuple[str, ...], complaint: Complaint) -> Mapping[str, Any]:
    given = check(name, data, OBJECT, complaint)
    for each in given:
        check_known(each, known, each, complaint)
    return given


def chained(key: str, actions: Iterable[str]) -> str:
    """Compute the chain of the first actions of a game: a hash (SHA-256, hexadecimal) over that of all but the last."""
    return reduce(further, actions, hashlib.sha256(key.encode()).hexdigest())


def further(chain: str, action: str) -> str:
    """Compute the chain with one more action."""
    return hashlib.sha256(f"{chain}\n{action}".encode()).hexdigest()


def statement(seals: Seals, kind: str, result: str) -> bytes:
    """Write what each board signs: all but names, secrets and signatures.

    :param kind: the game, its rules and options. :param result: how it ended.
    """
    boards = (f"{each.board} {each.public_key} {' '.join(each.seats)}" for each in seals.boards)
    return "\n".join(("pawnlight game 1", seals.key, kind, *boards, seals.chain, result)).encode()
