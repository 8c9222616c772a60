"""Dice and secrets between two boards that need not trust each other, by commitment and reveal. Pure.

Where chance decides, or something secret begins, each board has two numbers that nobody else can know, one to keep and
one to give. First it commits itself to the number it keeps, by a hash. Once it has the other board's commitment, it
gives the other number. A die is computed from the number that the thrower's board keeps and the number that the other
one gives, so neither board knows it before both are bound; while it is secret, only the thrower's board can compute it.
A kept number is revealed once the other board has given and nothing is secret any more: until then a placeholder stands
for the other board's secret dice.
"""

import hashlib
import hmac
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Final

from engine.core.actions import Action
from engine.core.errors import EngineError
from engine.core.pieces import CHANCE, Seat
from engine.game import AnyGame, Played
from engine.records.hash_chain import chained, further

_NUMBER_DIGITS: Final = 32
_MILLISECONDS: Final = re.compile(r"0|[1-9][0-9]{0,8}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Deal:
    """A board's part in one deal, which begins after the actions of ``chain``. Empty fields are still to come.

    ``commit``: the hash of the number it keeps. ``give``: the number it gives away. ``divided``: the hash of the number
    it keeps and of its seats' secret decisions. ``keep``, ``secrets``: that number and those decisions, revealed.
    """

    chain: str
    commit: str
    give: str = ""
    divided: str = ""
    keep: str = ""
    secrets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Side:
    """A board in a deal. ``own``: its seats; ``host``: true if it invited: then it throws where no seat does."""

    own: tuple[Seat, ...]
    host: bool

    def throws(self, seat: Seat | None) -> bool:
        """True if this board throws for the seat."""
        return self.host if seat is None else seat in self.own


def keeps(secret: bytes, chain: str) -> str:
    """Derive the number that a board keeps at first, from its secret of the game."""
    return _number(secret, "keep", chain)


def gives(secret: bytes, chain: str) -> str:
    """Derive the number that a board gives away."""
    return _number(secret, "give", chain)


def _number(secret: bytes, what: str, chain: str) -> str:
    return hmac.new(secret, f"{what} {chain}".encode(), hashlib.sha256).hexdigest()[:_NUMBER_DIGITS]


def hashed(*parts: str) -> str:
    """Return the hash that commits a board to these values."""
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def thrown(game: AnyGame, position: Any, number: int, chain: str, keep: str, give: str) -> str:
    """Return the outcome of chance, as the text of an action. ``number``: of that action, from 1."""
    chances = sorted((action.text, weight) for action, weight in game.chances(position))
    left = int(hashed(chain, str(number), keep, give), 16) % sum(weight for _, weight in chances)
    for text, weight in chances:
        left -= weight
        if left < 0:
            return text
    raise AssertionError("no outcome has a weight")


# --- actions and time ---------------------------------------------------------------------------------------------


def timed_text(actions: Sequence[Action], took: Sequence[int], number: int) -> str:
    """Return an action as boards tell it: in a game with clocks, followed by a blank and the milliseconds it took."""
    text = actions[number].text
    return f"{text} {took[number]}" if took else text


def split_time(text: str) -> tuple[str, int]:
    """Split an action from the milliseconds it took; 0: not stated."""
    action, _, took_ms = text.partition(" ")
    return (action, int(took_ms)) if _MILLISECONDS.fullmatch(took_ms) else (text, 0)


# --- where a game stands -----------------------------------------------------------------------------------------


def public(played: Played) -> Played:
    """Return the game without the actions that are still secret."""
    return played.before(min(played.game.undisclosed(played.position), len(played.actions)))


def tail(played: Played) -> tuple[Action, ...]:
    """Return the actions that are still secret."""
    return played.actions[len(public(played).actions) :]


def is_dealt(played: Played) -> bool:
    """True if chance decides next, or something secret has begun."""
    over = played.game.outcome(played.position) is not None
    return not over and (_draws(played) or played.game.undisclosed(played.position) > 0)


def _draws(played: Played) -> bool:
    return played.game.to_act(played.position) == (CHANCE,)


def dealt_after(played: Played) -> tuple[int, ...]:
    """Return after how many actions the present deal began, and the one before it."""
    open_part = public(played)
    now = (len(open_part.actions),) if is_dealt(played) else ()
    game = played.game
    for number in range(len(open_part.actions) - 1, -1, -1):
        position = open_part.position_before(len(open_part.actions) - number)
        hidden = game.undisclosed(position)
        if hidden or game.to_act(position) == (CHANCE,):
            return (*now, number - hidden)
    return now


# --- dealing -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hand:
    """A game as a board deals in it. ``secret``: the source of its numbers. By chain, and on disk: ``held``: the deals
    of the other board; ``bound``: secret decisions made here whose hash the other board has been told. ``took``: the
    milliseconds each action took, if there are clocks."""

    key: str
    played: Played
    side: Side
    secret: bytes
    held: Mapping[str, Deal]
    bound: Mapping[str, tuple[str, ...]]
    took: tuple[int, ...] = ()

    def chain(self, base: int) -> str:
        """Return the chain of the first ``base`` actions."""
        return chained(self.key, [action.text for action in self.played.actions[:base]])

    @property
    def chains(self) -> tuple[str, ...]:
        """The chains of the present deal and of the one before it."""
        return tuple(map(self.chain, dealt_after(self.played)))


def deals_of(hand: Hand, since: int | None = None) -> tuple[Deal, ...]:
    """List this board's part in the present deal and in the one before: the other board may not be as far yet.

    ``since``: the number of actions after which the other board goes on. If it was restored from a backup it may need
    an older deal before these, which is sent instead: both boards have revealed all of it already.
    """
    bases = dealt_after(hand.played)
    first = None if since is None else _dealt_since(public(hand.played), since)
    return tuple(_deal(hand, base) for base in (bases if first is None or first in bases else (first,)))


def _dealt_since(played: Played, since: int) -> int | None:
    """Return after how many actions, from ``since`` on, something was dealt first; ``None``: nothing was."""
    game, count = played.game, len(played.actions)
    for number in range(since, count):
        position = played.position_before(count - number)
        hidden = game.undisclosed(position)
        if hidden or game.to_act(position) == (CHANCE,):
            return number - hidden
    return None


def is_committed(deals: Sequence[Deal]) -> bool:
    """True if a board that says this has been given its commitments by the other one."""
    return any(deal.give for deal in deals)


def bound(hand: Hand) -> dict[str, tuple[str, ...]]:
    """Collect the secret decisions made here that are final from now on."""
    kept = {chain: hand.bound[chain] for chain in hand.chains if chain in hand.bound}
    told = {deal.chain: base for deal, base in zip(deals_of(hand), dealt_after(hand.played), strict=True)
            if deal.divided}
    return {chain: _secrets(hand, base) for chain, base in told.items()} | kept


def _deal(hand: Hand, base: int) -> Deal:
    chain = hand.chain(base)
    keep, there = keeps(hand.secret, chain), hand.held.get(chain)
    deal = Deal(chain, hashed(keep), gives(hand.secret, chain))
    if base < len(public(hand.played).actions):  # both have revealed all of it
        secrets = hand.bound.get(chain) or _secrets(hand, base)
        return replace(deal, divided=hashed(keep, *secrets), keep=keep, secrets=secrets)
    if there is None:
        return replace(deal, give="")
    if not there.give:
        return deal
    if not _is_secret(hand.played):
        return replace(deal, keep=keep)
    if not _has_divided(hand.played, hand.side) and chain not in hand.bound:
        return deal
    secrets = hand.bound.get(chain) or _secrets(hand, base)
    deal = replace(deal, divided=hashed(keep, *secrets))
    return replace(deal, keep=keep, secrets=secrets) if there.divided else deal


def _is_secret(played: Played) -> bool:
    """True if the result of the present deal stays secret for a while."""
    game, position = played.game, played.position
    if game.undisclosed(position):
        return True
    first = game.chances(position)[0][0]
    return game.undisclosed(game.successor(position, first)) > 0


def _has_divided(played: Played, side: Side) -> bool:
    """True if nobody here has a secret decision left to make."""
    return not {CHANCE, *side.own} & set(played.game.to_act(played.position))


def _secrets(hand: Hand, base: int) -> tuple[str, ...]:
    """List the secret decisions of the seats here after the first ``base`` actions."""
    texts = [timed_text(hand.played.actions, hand.took, number) for number in range(base, len(hand.played.actions))]
    return _decided(hand.played.before(len(texts)), texts, hand.side)


def _decided(played: Played, texts: Sequence[str], side: Side) -> tuple[str, ...]:
    """List the secret decisions of one board's seats among actions that follow in a game at once.

    :raises EngineError: it cannot follow.
    """
    found = list[str]()
    for number, text in enumerate(texts):
        if number and not played.game.undisclosed(played.position):
            break
        action = played.game.parse(played.position, split_time(text)[0])
        if played.game.actor(played.position, action) in side.own:
            found.append(text)
        played = played.after(action)[0]
    return tuple(found)


def bound_again(hand: Hand, texts: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Recover the secret decisions of this board in the present deal, made before it was restored from a backup: the
    other board, which has revealed all, tells them in the actions that follow. Empty if this board is not behind."""
    base = len(public(hand.played).actions)
    chain = hand.chain(base)
    there = hand.held.get(chain)
    if not texts or chain in hand.bound or there is None or not there.keep or not is_dealt(hand.played):
        return {}
    try:
        return {chain: _decided(public(hand.played), texts, hand.side)} if _is_secret(hand.played) else {}
    except EngineError:
        return {}


# --- taking in the other board's deals ----------------------------------------------------------------------------


def taken_in(held: Mapping[str, Deal], told: Sequence[Deal], chains: Sequence[str]) -> dict[str, Deal]:
    """Merge the deals that the other board sends now into those it sent before. What it sent first counts.

    :raises ValueError: it says something else now, or reveals what it did not commit itself to.
    """
    taken = {chain: held[chain] for chain in chains if chain in held}
    for deal in told:
        if deal.chain in chains:
            taken[deal.chain] = _joined(taken.get(deal.chain, Deal(deal.chain, deal.commit)), deal)
    return taken


def _joined(before: Deal, now: Deal) -> Deal:
    if now.keep and not before.keep:
        _check_revealed(before, now)
    for field in fields(Deal):
        first, second = getattr(before, field.name), getattr(now, field.name)
        if first and second and first != second:
            raise ValueError(f"the board said something else of its {field.name} before")
    return Deal(*(getattr(before, field.name) or getattr(now, field.name) for field in fields(Deal)))


def _check_revealed(before: Deal, now: Deal) -> None:
    divided = before.divided or now.divided
    if hashed(now.keep) != before.commit:
        raise ValueError("what the board reveals is not what it had committed itself to")
    if divided and hashed(now.keep, *now.secrets) != divided:
        raise ValueError("the secrets that the board reveals are not those that it had committed itself to")


def next_dealt(hand: Hand) -> tuple[str, int, int] | None:
    """Return the next step of the present deal: an action, the number of actions to take back instead (0: none), and
    the milliseconds that the action took. ``None``: nothing yet.

    Placeholders are taken back once the other board's secrets are known.

    :raises ValueError: the other board revealed what cannot be.
    """
    played = hand.played
    if not is_dealt(played):
        return None
    base = len(public(played).actions)
    mine = _deal(hand, base)
    there = hand.held.get(mine.chain)
    if there is None or not there.give:
        return None
    if not (mine.keep and there.keep):
        return _placeheld(hand, there) if _is_secret(played) else None
    wanted = _resolved(played.before(len(played.actions) - base), hand.side, mine, there)
    tail = [split_time(timed_text(played.actions, hand.took, number)) for number in range(base, len(played.actions))]
    if tail != wanted[: len(tail)]:
        return "", len(tail), 0
    if len(wanted) == len(tail):
        return None
    text, took_ms = wanted[len(tail)]
    return text, 0, took_ms


def divided_again(hand: Hand) -> int:
    """Count the actions to take back because people here made a different decision from the one this board is bound to:
    they may be asked again while the secrets of both boards are replayed. 0: none."""
    played = hand.played
    for base in dealt_after(played) if hand.bound else ():
        done = _secrets(hand, base)
        if base < len(public(played).actions) and done != hand.bound.get(hand.chain(base), done):
            return len(played.actions) - base
    return 0


def _placeheld(hand: Hand, there: Deal) -> tuple[str, int, int] | None:
    """Return the next secret die: one of this board's, or a placeholder for one of the other's."""
    game, position = hand.played.game, hand.played.position
    if not _draws(hand.played):
        return None
    if hand.side.throws(game.thrower(position)):
        number, keep = len(hand.played.actions) + 1, keeps(hand.secret, there.chain)
        return thrown(game, position, number, there.chain, keep, there.give), 0, 0
    return min(action.text for action, _ in game.chances(position)), 0, 0


def _resolved(played: Played, side: Side, mine: Deal, there: Deal) -> list[tuple[str, int]]:
    """List all actions from the deal until nothing of it is secret any more, in the order of the seats, and the
    milliseconds each took.

    :raises ValueError: the other board revealed what cannot be.
    """
    game, done = played.game, list[tuple[str, int]]()
    secrets = [*map(split_time, mine.secrets), *map(split_time, there.secrets)]
    while not done or game.undisclosed(played.position):
        text, took_ms = _next_resolved(played, side, mine, there, secrets)
        done.append((text, took_ms))
        played = played.after(game.parse(played.position, text))[0]
    return done


def _is_of(seat: Seat, game: AnyGame, position: Any, text: str) -> bool:
    try:
        return game.actor(position, game.parse(position, text)) == seat
    except EngineError:
        return False


def first_unfair(key: str, played: Played, host: Side, secrets: tuple[bytes, bytes]) -> int | None:
    """Find the first action of chance that is not what the two boards threw, by number from 1; ``None``: all are fair.

    :param secrets: of the board that invited, and of the other one.
    """
    game, chains, count = played.game, [chained(key, ())], len(played.actions)
    for number, action in enumerate(played.actions, 1):
        before = played.position_before(count - number + 1)
        if game.to_act(before) == (CHANCE,):
            owner, other = secrets if host.throws(game.thrower(before)) else reversed(secrets)
            chain = chains[number - 1 - game.undisclosed(before)]
            if thrown(game, before, number, chain, keeps(owner, chain), gives(other, chain)) != action.text:
                return number
        chains.append(further(chains[-1], action.text))
    return None


def _next_resolved(
    played: Played, side: Side, mine: Deal, there: Deal, secrets: list[tuple[str, int]]
) -> tuple[str, int]:
    game, position = played.game, played.position
    if _draws(played):
        owner, other = (mine, there) if side.throws(game.thrower(position)) else (there, mine)
        return thrown(game, position, len(played.actions) + 1, mine.chain, owner.keep, other.give), 0
    acting = game.to_act(position)
    for seat in game.seats_of(played.options):
        for secret in secrets if seat in acting else ():
            if _is_of(seat, game, position, secret[0]):
                secrets.remove(secret)
                return secret
    raise ValueError("the board reveals nothing that could be played")
