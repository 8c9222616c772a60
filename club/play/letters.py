"""Letters between two boards about their game, as JSON (docs/club.md has the whole scheme)."""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from club.play.dealing import Deal
from club.play.state import End, RemoteState
from club.transport.errors import BadMessage
from club.transport.identity import ID
from club.transport.messages import VERSION, read_object
from engine.core.errors import BadText
from engine.core.json_fields import LIST, OBJECT, TRUTH, Kind, check, check_known, one_of, whole
from engine.core.pieces import Seat
from engine.core.text_rules import checked
from engine.records.hash_chain import CHAIN, GAME, NUMBER, PUBLIC_KEY, SECRET, SIGNATURE
from engine.records.time_controls import Controls, controls_data, read_controls
from table.messages.remote_board import read_seats

KEY: Final = re.compile(r"[0-9a-f]{12}")
"""The form of a game's key."""
_LONGEST: Final = 200
"""The limit in characters for an action, a game's id or a value of an option."""
_REASONS: Final = ("no", "rules", "lost", "key")
_STATE: Final = (
    "version", "key", "revision", "judged", "number", "chain", "since", "first", "before", "actions", "draw",
    "giving_up", "ended", "over", "deals", "out_of_time", "paused", "no_draw", "broken",
)
_DEAL: Final = ("chain", "commit", "give", "divided", "keep", "secrets")
_MOST_DEALS: Final = 2
_VOUCHER: Final = ("public_key", "secret", "signature", "sealed", "countersigned")
_INVITATION: Final = ("game", "rules", "options", "seats", "clocks")


@dataclass(frozen=True, slots=True)
class Invitation:
    """An invitation to a game. ``rules``: their version; ``seats``: those of the board that is invited; ``clocks``: of
    the seats that have one."""

    game: str
    rules: int
    options: Mapping[str, int | bool | str]
    seats: tuple[Seat, ...]
    clocks: Controls = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Voucher:
    """The voucher of the board that writes: its key and signatures, in hexadecimal digits (:mod:`club.play.signing`).

    ``signature``: of the game once it is over; ``secret``: the source of its dice; both are empty before.
    ``sealed``: true if it has the other board's signature of the same; ``countersigned``: that signature, if the other
    board no longer knows that the game is over.
    """

    public_key: str
    secret: str = ""
    signature: str = ""
    sealed: bool = False
    countersigned: str = ""


@dataclass(frozen=True, slots=True)
class Letter:
    """The state of a game at the board that writes; with the invitation, if that board numbers the actions. ``key``: of
    the game, so that a letter about another game cannot be put in its place."""

    key: str
    state: RemoteState
    voucher: Voucher
    invitation: Invitation | None = None


@dataclass(frozen=True, slots=True)
class Declined:
    """A refusal: no game comes of it. ``reason``: ``no``: nobody there wants to; ``rules``: the game or this version of
    its rules is unknown there; ``lost``: it was played there, and is there no more; ``key``: both boards sign with the
    same key."""

    reason: str


def letter_topic(prefix: str, writer: str, reader: str, key: str) -> str:
    """Return the topic on which a board writes to another one about a game; ``+``: any."""
    return f"{prefix}/{writer}/to/{reader}/{key}"


def whose_letter(prefix: str, topic: str, reader: str) -> tuple[str, str] | None:
    """Return who wrote on this topic, and about which game; ``None``: it is no letter to this board."""
    parts = topic.removeprefix(f"{prefix}/").split("/")
    if len(parts) != 4 or not ID.fullmatch(parts[0]) or not KEY.fullmatch(parts[3]):
        return None
    return (parts[0], parts[3]) if topic == letter_topic(prefix, parts[0], reader, parts[3]) else None


def write_letter(letter: Letter) -> bytes:
    """Encode a letter for the broker."""
    state, invitation = letter.state, letter.invitation
    said: dict[str, Any] = {
        "version": VERSION, "key": letter.key, "revision": state.revision, "judged": state.judged,
        "number": state.number, "chain": state.chain, "since": state.since, "first": state.first,
        "before": state.before, "actions": state.actions,
        "draw": state.draw, "giving_up": state.giving_up, "over": state.over,
        "ended": None if state.ended is None else {"winners": state.ended[0], "reason": state.ended[1]},
        "deals": [asdict(deal) for deal in state.deals],
        "out_of_time": state.out_of_time, "paused": state.paused, "no_draw": state.no_draw,
        "public_key": letter.voucher.public_key, "secret": letter.voucher.secret,
        "signature": letter.voucher.signature, "sealed": letter.voucher.sealed,
    }
    if state.broken:  # rare, and left out otherwise
        said["broken"] = True
    if letter.voucher.countersigned:  # the same
        said["countersigned"] = letter.voucher.countersigned
    if invitation is not None:
        said["invitation"] = {
            "game": invitation.game, "rules": invitation.rules, "options": dict(invitation.options),
            "seats": invitation.seats, "clocks": controls_data(invitation.clocks),
        }
    return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()


def write_declined(declined: Declined) -> bytes:
    """Encode a refusal for the broker."""
    return json.dumps({"version": VERSION, "declined": declined.reason}).encode()


def read_letter(payload: bytes) -> Letter | Declined:
    """Decode a letter or a refusal.

    :raises BadMessage: it makes no sense.
    """
    said = read_object(payload)
    if "declined" in said:
        _check_fields(said, ("version", "declined"))
        return Declined(check("declined", said["declined"], one_of(*_REASONS), BadMessage))
    _check_fields(said, (*_STATE, *_VOUCHER, "invitation"))

    def count(name: str) -> int:
        return check(name, said.get(name), whole(), BadMessage)

    state = RemoteState(
        count("revision"), count("judged"), count("number"), check("chain", said.get("chain"), CHAIN, BadMessage),
        count("since"), count("first"), check("before", said.get("before"), CHAIN, BadMessage),
        read_actions(said.get("actions")), read_seats("draw", said.get("draw"), BadMessage),
        read_seats("giving_up", said.get("giving_up"), BadMessage), _ended(said.get("ended")),
        check("over", said.get("over"), TRUTH, BadMessage), _deals(said.get("deals")),
        read_seats("out_of_time", said.get("out_of_time"), BadMessage),
        check("paused", said.get("paused"), TRUTH, BadMessage), read_seats("no_draw", said.get("no_draw"), BadMessage),
        check("broken", said.get("broken", False), TRUTH, BadMessage),
    )
    key = check("key", said.get("key"), GAME, BadMessage)
    return Letter(key, state, _voucher(said), _invitation(said["invitation"]) if "invitation" in said else None)


def _deals(given: object) -> tuple[Deal, ...]:
    deals = tuple(read_deal(deal) for deal in _list("deals", given))
    check("deals", len(deals), whole(0, _MOST_DEALS), BadMessage)
    return deals


def read_deal(given: object) -> Deal:
    """Read a deal from JSON values.

    :raises BadMessage: it is malformed.
    """
    deal = check("deals", given, OBJECT, BadMessage)
    _check_fields(deal, _DEAL)
    return Deal(
        check("chain", deal.get("chain"), CHAIN, BadMessage), check("commit", deal.get("commit"), CHAIN, BadMessage),
        _or_empty("give", deal, NUMBER), _or_empty("divided", deal, CHAIN), _or_empty("keep", deal, NUMBER),
        read_actions(deal.get("secrets")),
    )


def _or_empty(name: str, said: Mapping[str, Any], kind: Kind[str]) -> str:
    return "" if said.get(name) == "" else check(name, said.get(name), kind, BadMessage)


def _voucher(said: Mapping[str, Any]) -> Voucher:
    return Voucher(
        check("public_key", said.get("public_key"), PUBLIC_KEY, BadMessage),
        _or_empty("secret", said, SECRET), _or_empty("signature", said, SIGNATURE),
        check("sealed", said.get("sealed"), TRUTH, BadMessage),
        check("countersigned", said["countersigned"], SIGNATURE, BadMessage) if "countersigned" in said else "",
    )


def _check_fields(said: Mapping[str, Any], known: tuple[str, ...]) -> None:
    for name in said:
        check_known(name, known, name, BadMessage)


def read_actions(given: object) -> tuple[str, ...]:
    """Read actions from JSON values.

    :raises BadMessage: they are malformed.
    """
    return tuple(_short("actions", action) for action in _list("actions", given))


def _list(name: str, given: object) -> Iterable[Any]:
    return check(name, given, LIST, BadMessage)


def _short(name: str, given: object) -> str:
    try:
        return checked(given, name, _LONGEST)
    except BadText as error:
        raise BadMessage(error.reason) from error


def _ended(given: object) -> End | None:
    if given is None:
        return None
    ended = check("ended", given, OBJECT, BadMessage)
    _check_fields(ended, ("winners", "reason"))
    return read_seats("winners", ended.get("winners"), BadMessage), _short("reason", ended.get("reason"))


def _invitation(given: object) -> Invitation:
    invitation = check("invitation", given, OBJECT, BadMessage)
    _check_fields(invitation, _INVITATION)
    options = check("options", invitation.get("options"), OBJECT, BadMessage)
    return Invitation(
        _short("game", invitation.get("game")), check("rules", invitation.get("rules"), whole(1), BadMessage),
        {_short("options", name): _option(value) for name, value in options.items()},
        read_seats("seats", invitation.get("seats"), BadMessage),
        read_controls(invitation.get("clocks"), BadMessage),
    )


def _option(value: object) -> int | bool | str:
    return value if isinstance(value, int) else _short("options", value)
