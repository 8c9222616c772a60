"""The state of a game between two boards, as one of them stores it and as the other one tells it, and how far the two
agree. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from club.play.dealing import Deal, Hand, Side, is_dealt, timed_text
from engine.core.actions import Action
from engine.core.pieces import CHANCE, Actor, Seat
from engine.game import Played
from engine.records.game_record import ABANDONED, winners_without
from engine.records.hash_chain import chained
from engine.records.time_controls import Controls
from table.messages.remote_board import RemoteBoard

RESIGNED: Final = "resignation"
BY_CONSENT: Final = "agreement"

End = tuple[tuple[Seat, ...], str]
"""The winners, and the reason."""


@dataclass(frozen=True, slots=True)
class RemoteState:
    """The state of a game at the board that tells it.

    ``revision``: rises with every change there; ``judged``: the revision of the other board up to which it has taken in
    everything. ``number``: of actions; ``chain``: of all of them, see :func:`chained`. ``since``: it wants the actions
    after so many. ``actions`` follow ``first`` others, whose chain is ``before``. ``draw``, ``giving_up``: the seats
    there that want a draw, that resign. ``ended``: an end other than by the rules. ``over``: true if the game is over.
    ``out_of_time``: the seats there that have lost on time; ``paused``: true if it wants the clocks stopped.
    """

    revision: int
    judged: int
    number: int
    chain: str
    since: int
    first: int
    before: str
    actions: tuple[str, ...]
    draw: tuple[Seat, ...] = ()
    giving_up: tuple[Seat, ...] = ()
    ended: End | None = None
    over: bool = False
    deals: tuple[Deal, ...] = ()
    """The deals: randomness and secrets, see :mod:`club.play.dealing`."""
    out_of_time: tuple[Seat, ...] = ()
    paused: bool = False
    no_draw: tuple[Seat, ...] = ()
    """The seats there that declined the draw offered since the last action."""
    broken: bool = False
    """True if that board has found that the game cannot go on."""


@dataclass(frozen=True, slots=True)
class LocalState:
    """The state of the game at this board, on disk. ``revision`` counts the entries in its store; ``reached``: how many
    of them the other board is known to have. ``draw``: all seats that want one. The rest as in :class:`RemoteState`.

    ``played``: the game as far as nothing is secret; ``tail``: the actions after that. ``secret``: the source of this
    board's dice; ``held``: the deals of the other board, and ``bound``: the secret decisions bound here, by chain.
    ``took``: the milliseconds that each action took, those of ``tail``, too; empty: without clocks."""

    key: str
    afar: RemoteBoard
    played: Played
    revision: int
    reached: int = 0
    draw: tuple[Seat, ...] = ()
    giving_up: tuple[Seat, ...] = ()
    ended: End | None = None
    tail: tuple[Action, ...] = ()
    secret: bytes = b""
    held: Mapping[str, Deal] = field(default_factory=dict)
    bound: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    took: tuple[int, ...] = ()
    controls: Controls = field(default_factory=dict)
    out_of_time: tuple[Seat, ...] = ()
    paused: bool = False
    no_draw: tuple[Seat, ...] = ()
    """All seats that have declined a draw since the last action."""
    signed: bool = False
    """True if this board, which numbers the actions, was restored from a backup, but had signed the state that the
    other one tells: that state counts."""

    @property
    def whole(self) -> Played:
        """The game including what is secret."""
        played = self.played
        for action in self.tail:
            played = played.after(action)[0]
        return played

    @property
    def side(self) -> Side:
        """This board's side in dealing."""
        seats = self.played.game.seats_of(self.played.options)
        return Side(tuple(seat for seat in seats if seat not in self.afar.seats), self.afar.numbers)

    @property
    def hand(self) -> Hand:
        """The game as this board deals in it."""
        return Hand(self.key, self.whole, self.side, self.secret, self.held, self.bound, self.took)

    @property
    def dealt(self) -> bool:
        """True if chance decides next, or something is secret now."""
        return not self.over and is_dealt(self.whole)

    @property
    def actions(self) -> tuple[str, ...]:
        """The texts of all actions that are not secret."""
        return tuple(action.text for action in self.played.actions)

    @property
    def sent_actions(self) -> tuple[str, ...]:
        """The same actions in the form that boards exchange."""
        return tuple(timed_text(self.played.actions, self.took, number) for number in range(len(self.played.actions)))

    @property
    def over(self) -> bool:
        """True if the game is over, for whatever reason."""
        return self.ended is not None or self.played.game.outcome(self.played.position) is not None

    def actor(self, number: int) -> Actor:
        """Return who played the action of this number (from 0)."""
        back = len(self.played.actions) - number
        return self.played.game.actor(self.played.position_before(back), self.played.actions[number])

    def theirs(self, actor: Actor | None) -> bool:
        """True if the actor is a seat of the other board."""
        return actor in self.afar.seats


# --- comparing ---------------------------------------------------------------------------------------------------


def remote_actions(here: LocalState, there: RemoteState) -> tuple[str, ...] | None:
    """Return the actions that the other board has, as far as it sent them; ``None``: they do not continue the list
    here."""
    actions = here.sent_actions
    if there.first > len(actions) or chained(here.key, actions[: there.first]) != there.before:
        return None
    return actions[: there.first] + there.actions


def is_whole(here: LocalState, there: RemoteState) -> bool:
    actions = remote_actions(here, there)
    return actions is not None and len(actions) == there.number


def common(here: LocalState, there: RemoteState) -> int:
    """Count the first actions that are the same on both boards."""
    mine, actions = here.sent_actions, remote_actions(here, there) or ()
    pairs = enumerate(zip(mine, actions, strict=False))
    return next((number for number, (one, other) in pairs if one != other), min(len(mine), len(actions)))


def is_final(here: LocalState, there: RemoteState) -> bool:
    """True if the game has ended there in a way that counts here, too: its list is final, whatever was dealt or played
    here meanwhile."""
    if here.signed:
        return True
    return not here.afar.numbers and there.ended is not None and is_agreed(here, *there.ended)


def is_bound(here: LocalState, alike: int) -> bool:
    """True if the other board has had a part in anything after so many actions, or has begun to have one."""
    game, count = here.played.game, len(here.actions)
    if any(here.actor(number) == CHANCE or game.undisclosed(here.played.position_before(count - number))
           for number in range(alike, count)):
        return True
    return here.dealt and chained(here.key, here.actions) in here.held


def is_agreed(here: LocalState, winners: tuple[Seat, ...], reason: str) -> bool:
    """True if the seats here lose only by their own doing: the other board cannot resign for them."""
    seats, own = here.played.game.seats_of(here.played.options), here.side.own
    if reason == ABANDONED:
        return not any(here.actor(number) in own for number in range(len(here.played.actions)))
    if reason == BY_CONSENT:
        return not winners and set(own) <= set(here.draw)
    # A board that gives in to a claim on time it does not believe has resigned; the end stays as it was claimed.
    gave_up = here.giving_up if reason == RESIGNED else (*here.out_of_time, *here.giving_up)
    return any(winners_without(here.played, {seat}, reason) == winners
               for seat in seats if here.theirs(seat) or seat in gave_up)
