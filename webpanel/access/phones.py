"""The requesting phone, and its rights.

A phone carries a random secret in an HttpOnly cookie. Here and in the store it is known by its token, the hash of the
secret: whoever reads tokens, for example in a backup, cannot act as any phone. Seats that a phone took belong to it;
seats nobody took are open to any phone, but their secrets are shown to nobody.

Once the owner has signed out all phones, only cookies given out since are valid: these name their generation.
"""

import re
import secrets
from dataclasses import dataclass
from typing import Final, cast

from flask import Response, g, request

from engine.core.messages import Message, message
from engine.core.pieces import Seat
from table.messages.refusal import Refused
from webpanel.access.context import panel
from webpanel.access.url_prefix import cookie_path
from webpanel.limits.banned_phones import public_name, token_of
from webpanel.ports.table_port import Snapshot

COOKIE: Final = "pawnlight_phone"
YEAR_S: Final = 365 * 24 * 3600
_COOKIE: Final = re.compile(r"(?:([0-9a-f]{8})\.)?[\w-]{20,64}", re.ASCII)
"""A generation, unless it is the first one, and a secret."""


class OwnerWanted(Refused):
    """Only the owner may do this: whoever gives the PIN can."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason, 403)


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone and the seats at the table. ``held``: its own; ``free``: nobody's; ``taken``: other phones'. Computer
    seats belong to none of these sets.

    ``snapshot``: the moment at which that is so.
    """

    token: str
    held: frozenset[Seat]
    free: frozenset[Seat]
    taken: frozenset[Seat]
    snapshot: Snapshot

    @property
    def acting(self) -> frozenset[Seat]:
        """The seats that this phone may act for."""
        return self.held | self.free

    @property
    def all_held(self) -> frozenset[Seat]:
        """The seats that any phone holds."""
        return self.held | self.taken


def token() -> str:
    """Return the token of the requesting phone; a new phone gets one with the response."""
    if "phone" not in g:
        given = request.cookies.get(COOKIE, "")
        g.cookie = given if _is_good(given) else _new_cookie()
        g.phone = token_of(g.cookie)
    return str(g.phone)


def _is_good(cookie: str) -> bool:
    """True if the cookie identifies a phone. A banned phone stays known, so that it does not come back as a new one."""
    found, guests = _COOKIE.fullmatch(cookie), panel().guests
    if found is None:
        return False
    return (found[1] or "") == guests.generation or public_name(token_of(cookie)) in guests.banned


def _new_cookie() -> str:
    generation = panel().guests.generation
    return f"{generation}.{secrets.token_urlsafe(24)}" if generation else secrets.token_urlsafe(24)


def is_new() -> bool:
    """True if the requesting phone gets its token only with this response."""
    token()
    return bool(g.cookie != request.cookies.get(COOKIE))


def address() -> str:
    """Return the address of the requesting phone. Several phones may share one, for example behind a router."""
    return request.remote_addr or ""


def keep_token(response: Response) -> Response:
    """Give a new phone its cookie."""
    if "phone" in g and is_new():
        response.set_cookie(COOKIE, g.cookie, max_age=YEAR_S, httponly=True, samesite="Lax", path=cookie_path(),
                            secure=request.is_secure)
    return response


def phone() -> Phone:
    """Return the requesting phone, with the table as it was when this request first looked at it."""
    if "asking" not in g:
        g.asking = phone_at(panel().desk.snapshot(), token())
    return cast(Phone, g.asking)


def phone_at(snapshot: Snapshot, asking: str) -> Phone:
    """Return the phone with this token, at that moment."""
    scene = snapshot.scene(frozenset())
    seats = frozenset(scene.players) - frozenset(scene.computers) - frozenset(scene.afar)
    holders = {seat: holder for seat, holder in snapshot.holders.items() if seat in seats}
    held = frozenset(seat for seat, holder in holders.items() if holder == asking)
    return Phone(asking, held, seats - frozenset(holders), frozenset(holders) - held, snapshot)


def acting_phone() -> Phone:
    """Return the requesting phone, which must be allowed to act for some seat.

    :raises Refused: other phones and computers have all seats.
    """
    asking = phone()
    if asking.taken and not asking.acting:
        raise Refused(message("All seats are taken: this phone can only watch."), 403)
    return asking


def changing_phone() -> Phone:
    """Return the requesting phone, which must be allowed to park the game on the table, or to ask for that.

    :raises Refused: others are playing it.
    """
    asking = phone()
    if others_there(asking) and not asking.acting:
        raise Refused(message("Others are playing here: ask them to park their game first."), 403)
    return asking


def others_there(asking: Phone) -> frozenset[Seat]:
    """Return the seats whose phones have to agree before the game on the table is parked: those of other phones that
    were active lately. None if the game is over or the owner asks."""
    if panel().owners.admits(asking.token) or asking.snapshot.scene(frozenset()).winners is not None:
        return frozenset()
    holders = asking.snapshot.holders
    return frozenset(seat for seat in asking.taken if not panel().desk.is_away(holders[seat]))


def may_delete(host: str) -> bool:
    """True if the requesting phone may delete or restore a game that the phone named ``host`` started."""
    return panel().owners.admits(token()) or host == public_name(token())


def require_host(host: str) -> None:
    """Refuse phones that may not delete or restore the game.

    :raises Refused: status 403.
    """
    if not may_delete(host):
        raise OwnerWanted(message(
            "A game is deleted or restored by the phone that started it, or with the owner PIN: enter that under "
            "Settings, then try again."
        ))


def require_owner() -> None:
    """Refuse phones that have not given the owner PIN.

    :raises Refused: status 403.
    """
    if not panel().owners.admits(token()):
        raise OwnerWanted(message("This needs the owner PIN: enter it under Settings, then try again."))
