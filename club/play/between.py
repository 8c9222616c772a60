"""The protocol of a game between two boards, as one of them plays it: pure, so that any network can be simulated.

Each board sends the other its whole state of the game, again and again; there is no other message. Whatever is lost,
doubled or late is repaired by the next state. A state is on disk before it is sent, so a board's outbox is its game.

The board that invited is the host: it numbers the actions, and its list is the one that counts. The guest applies
actions of its own seats at once, and rolls them back if the host recorded something else first.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from club.play.dealing import (
    Deal,
    Hand,
    Side,
    bound,
    bound_again,
    deals_of,
    divided_again,
    is_dealt,
    next_dealt,
    taken_in,
    timed,
    told,
)
from engine.core.actions import Action
from engine.core.errors import EngineError
from engine.core.pieces import CHANCE, Actor, Seat
from engine.game import Played
from engine.records.game_record import ABANDONED, BY_AGREEMENT, OUT_OF_TIME, replay, winners_without
from engine.records.hash_chain import chained
from engine.records.time_controls import Controls
from table.messages.events import (
    ActionHeard,
    CorrectionHeard,
    DrawDeclined,
    EndHeard,
    OfferDraw,
    Reached,
    Resign,
    TimeRanOut,
)
from table.messages.remote_board import Afar

RESIGNED: Final = "resignation"
BY_CONSENT: Final = "agreement"

MOST_BYTES: Final = 3000
"""The limit for actions in one letter; who needs more says from where on."""

Heard = ActionHeard | CorrectionHeard | DrawDeclined | EndHeard | OfferDraw | Reached | Resign | TimeRanOut
"""The news from the other board, handed to the table one by one."""

End = tuple[tuple[Seat, ...], str]
"""The winners, and the reason."""


@dataclass(frozen=True, slots=True)
class Told:
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
class Here:
    """The state of the game at this board, on disk. ``revision`` counts the entries in its store; ``reached``: how many
    of them the other board is known to have. ``draw``: all seats that want one. The rest as in :class:`Told`.

    ``played``: the game as far as nothing is secret; ``tail``: the actions after that. ``secret``: the source of this
    board's dice; ``held``: the deals of the other board, and ``bound``: the secret decisions bound here, by chain.
    ``took``: the milliseconds that each action took, those of ``tail``, too; empty: without clocks."""

    key: str
    afar: Afar
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
    def told(self) -> tuple[str, ...]:
        """The same actions in the form that boards exchange."""
        return tuple(told(self.played.actions, self.took, number) for number in range(len(self.played.actions)))

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


def tell(here: Here, there: Told | None) -> Told:
    """Compose the state to send to the other board. ``there``: the last state received from it."""
    actions, wanted = here.told, 0 if there is None else there.since
    first = wanted if wanted <= len(actions) else 0
    attached = there is not None and _list_of(here, there) is not None
    return Told(
        here.revision, _judged(here, there), len(actions), chained(here.key, actions),
        _agreed(here, there) if there is not None and attached else 0,
        first, chained(here.key, actions[:first]), _some(actions[first:]),
        tuple(seat for seat in here.draw if not here.theirs(seat)), here.giving_up, here.ended, here.over,
        deals_of(here.hand, wanted if attached else None), here.out_of_time, here.paused,
        tuple(seat for seat in here.no_draw if not here.theirs(seat)),
        broken=there is not None and parted(here, there),
    )


def _some(actions: Sequence[str]) -> tuple[str, ...]:
    """Return as many of the first actions as fit into a letter."""
    room, taken = MOST_BYTES, list[str]()
    for action in actions:
        room -= len(action) + 4
        if room < 0:
            break
        taken.append(action)
    return tuple(taken)


def _judged(here: Here, there: Told | None) -> int:
    """Return the revision of the other board that this one has fully taken in. A state sent without knowing what counts
    now is not judged: it may be meant otherwise."""
    if there is None or not _is_whole(here, there):
        return 0
    actions = _list_of(here, there)
    if here.afar.numbers and there.judged != here.revision and actions != here.told:
        return 0
    if here.dealt and actions is not None and len(actions) > len(here.actions) == _agreed(here, there):
        return 0  # it comes once chance has decided
    return 0 if isinstance(next_heard(here, there), ActionHeard | CorrectionHeard) else there.revision


def next_heard(here: Here, there: Told) -> Heard | None:
    """Return the next news for the table; ``None``: nothing is new.

    :raises ValueError: the other board revealed what cannot be.
    """
    actions = _list_of(here, there)
    if actions is None:
        return None
    again = divided_again(here.hand)
    if again:
        return CorrectionHeard(here.revision + 1, again)
    mine, alike = here.told, _agreed(here, there)
    if there.broken and there.chain != chained(here.key, mine) and not here.signed:
        return None
    comes = alike == len(mine) < len(actions) or not _is_final(here, there)
    found = _dealt(here) if here.dealt and comes else None
    found = found or (_as_host if here.afar.numbers and not here.signed else _as_guest)(here, there, actions, alike)
    if found is not None:
        return found
    if not (mine == actions and _is_whole(here, there)):
        return _resigned(here, there) or _fallen_behind(here, there)
    return _resigned(here, there) or _beside(here, there)


def holding(here: Here, there: Told) -> Here:
    """Add the commitments that bind both boards from now on. The result has to be on disk before it is sent.

    :raises ValueError: the other board goes back on what it had committed itself to.
    """
    hand = replace(here.hand, held=taken_in(here.held, there.deals, here.hand.chains))
    if not here.afar.numbers or here.signed:
        later = (_list_of(here, there) or ())[len(here.actions) :]
        hand = replace(hand, bound={**hand.bound, **bound_again(hand, later)})
    return replace(here, held=hand.held, bound=bound(hand))


def _dealt(here: Here) -> Heard | None:
    """Return the outcome of chance, once both boards have done their part."""
    found = next_dealt(here.hand)
    if found is None:
        return None
    action, back, took_ms = found
    return CorrectionHeard(here.revision + 1, back) if back else ActionHeard(here.revision + 1, action, took_ms)


def _as_host(here: Here, there: Told, actions: tuple[str, ...], alike: int) -> Heard | None:
    """Follow the guest as the host, whose list counts: the guest only adds actions of its own seats, or takes back some
    that nobody answered."""
    if alike == len(here.actions):
        return _more(here, actions, alike) if alike < len(actions) and not here.over else None
    own = all(here.theirs(here.actor(number)) for number in range(alike, len(here.actions)))
    if own and here.ended is None and there.judged == here.revision and _is_whole(here, there):
        return CorrectionHeard(here.revision + 1, len(here.actions) - alike)
    return None


def _more(here: Here, actions: tuple[str, ...], alike: int) -> ActionHeard | None:
    """Return the guest's next action, if it belongs to its own seats and can be played now."""
    return _next(here, actions[alike]) if here.theirs(_actor(here, actions[alike])) else None


def _next(here: Here, action: str) -> ActionHeard:
    return ActionHeard(here.revision + 1, *timed(action))


def _actor(here: Here, action: str) -> Actor | None:
    """Return who would play this action now; ``None``: it cannot be played."""
    game, position = here.played.game, here.played.position
    try:
        return game.actor(position, game.parse(position, timed(action)[0]))
    except EngineError:
        return None


def _as_guest(here: Here, there: Told, actions: tuple[str, ...], alike: int) -> Heard | None:
    """Follow the host's list as the guest, apart from own actions that are still on the way there."""
    if here.ended is not None and here.ended[1] == ABANDONED:
        return None
    final, ahead = _is_final(here, there), len(here.actions) - alike
    judged = final or there.judged >= here.revision
    if ahead and _is_bound(here, alike) and not (final and alike == len(actions)):
        return None  # what both threw stands
    if alike == len(actions):
        restored = there.judged > here.revision  # what was judged is of before this board was restored from a backup
        refused = judged and ahead and _is_whole(here, there) and (final or not restored)
        return CorrectionHeard(here.revision + 1, ahead + len(here.tail)) if refused else None
    if not judged and _mine_alone(here, actions[alike:], alike):
        return None  # what was taken back here, which is still on the way
    if ahead:
        return CorrectionHeard(here.revision + 1, ahead + len(here.tail))
    known = _actor(here, actions[alike]) is not None and not here.dealt
    return _next(here, actions[alike]) if known else None


def _is_final(here: Here, there: Told) -> bool:
    """True if the game has ended there in a way that counts here, too: its list is final, whatever was dealt or played
    here meanwhile."""
    if here.signed:
        return True
    return not here.afar.numbers and there.ended is not None and _is_agreed(here, *there.ended)


def _is_bound(here: Here, alike: int) -> bool:
    """True if the other board has had a part in anything after so many actions, or has begun to have one."""
    game, count = here.played.game, len(here.actions)
    if any(here.actor(number) == CHANCE or game.undisclosed(here.played.position_before(count - number))
           for number in range(alike, count)):
        return True
    return here.dealt and chained(here.key, here.actions) in here.held


def _mine_alone(here: Here, actions: tuple[str, ...], alike: int) -> bool:
    """True if these actions, which follow ``alike`` common ones, are all by seats of this board."""
    played = here.played.before(len(here.actions) - alike)
    for text in actions:
        try:
            action = played.game.parse(played.position, timed(text)[0])
        except EngineError:  # what cannot be played was nobody's here
            return False
        actor = played.game.actor(played.position, action)
        if not isinstance(actor, Seat) or here.theirs(actor):
            return False
        played = played.after(action)[0]
    return True


def _resigned(here: Here, there: Told) -> Heard | None:
    """Return the resignation of a seat there, or its loss on time. Only the host ends the game by that; the guest hears
    of the end then."""
    if here.over or not here.afar.numbers or here.signed:
        return None
    for seat in filter(here.theirs, there.giving_up):
        return Resign(seat, frozenset({seat}))
    return next((TimeRanOut(seat) for seat in there.out_of_time if here.theirs(seat)), None)


def _beside(here: Here, there: Told) -> Heard | None:
    """Return what else is new when both boards have the same actions: the end of the game, offers of a draw, the
    confirmation."""
    if there.ended is not None and not here.over and (here.signed or not here.afar.numbers):
        agreed = here.signed or _is_agreed(here, *there.ended)
        return EndHeard(here.revision + 1, *there.ended) if agreed else None
    if there.ended is not None and _stands_as_claimed(here, *there.ended):
        return EndHeard(here.revision + 1, *there.ended)
    told = not here.tail or there.judged == here.revision
    if here.reached < here.revision and there.over == here.over and told:
        return Reached(here.revision)
    return _about_draw(here, there) if not here.over and there.judged == here.revision else None


def _fallen_behind(here: Here, there: Told) -> Heard | None:
    """Return :class:`Reached` with 0 if the other board has lost what it had, as after restoring a backup."""
    return Reached(0) if 0 < here.reached == here.revision and there.number < len(here.told) else None


def _about_draw(here: Here, there: Told) -> Heard | None:
    """Return the offer or the refusal of a draw by seats there, in the present position. A draw declined here is not
    offered again."""
    declined = tuple(seat for seat in there.no_draw if here.theirs(seat))
    if declined and not set(declined) <= set(here.no_draw):
        return DrawDeclined(declined)
    offering = [seat for seat in there.draw if here.theirs(seat) and seat not in here.draw]
    asked = all(here.theirs(seat) for seat in here.no_draw)
    return OfferDraw(offering[0], frozenset(offering)) if offering and asked else None


def _is_agreed(here: Here, winners: tuple[Seat, ...], reason: str) -> bool:
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


def _stands_as_claimed(here: Here, winners: tuple[Seat, ...], reason: str) -> bool:
    """True if this board, the host, recorded a resignation although the other one had claimed a win on time before."""
    return here.afar.numbers and here.ended == (winners, RESIGNED) and reason == OUT_OF_TIME


def disputed(here: Here, there: Told) -> bool:
    """True if the other board says that the game has ended, in a way that this board does not accept."""
    if here.over or there.ended is None or here.told != _list_of(here, there):
        return False
    return here.afar.numbers or not _is_agreed(here, *there.ended)


def contradicted(here: Here, there: Told) -> bool:
    """True if this board has ended the game by a claim on time, and the other one, which knows that, does not agree."""
    claimed = here.ended is not None and here.ended[1] == OUT_OF_TIME and not set(here.ended[0]) <= set(here.afar.seats)
    gives_in = there.over or there.out_of_time or there.giving_up
    return claimed and not gives_in and there.judged == here.revision and here.told == _list_of(here, there)


def faults(here: Here, there: Told) -> str:
    """Return the contradiction in the state of the other board; empty: there is none."""
    seats = here.played.game.seats_of(here.played.options)
    actions = _list_of(here, there)
    if actions is not None and len(actions) == there.number and chained(here.key, actions) != there.chain:
        return "its actions do not make its chain"
    if actions is not None and len(actions) > there.number:
        return "it has more actions than it says"
    if any((timed(action)[0] != action) != bool(here.controls) for action in there.actions):
        return "it does not tell how long each action took, or does in a game without clocks"
    if there.ended is not None and (there.ended[1] not in BY_AGREEMENT or not set(there.ended[0]) <= set(seats)):
        return "the game cannot have ended so"
    return ""


def parted(here: Here, there: Told) -> bool:
    """True if the boards can never agree again: the host has lost actions that the other one has, as after restoring a
    backup, or it claims other dice than were thrown."""
    if here.afar.numbers:
        return there.judged > here.revision and not here.signed
    actions = _list_of(here, there)
    if actions is None or _is_final(here, there):
        return False
    alike = _agreed(here, there)
    if alike < min(len(actions), len(here.actions)) and _is_bound(here, alike):
        return True
    return _is_whole(here, there) and _was_answered(here, alike)


def _was_answered(here: Here, alike: int) -> bool:
    """True if the host has answered an action of the seats here, of those after ``alike``: it cannot be without that
    action unless it has lost it."""
    game, count, open_action = here.played.game, len(here.actions), False
    for number in range(alike, count):
        hidden, actor = game.undisclosed(here.played.position_before(count - number)), here.actor(number)
        own = isinstance(actor, Seat) and not here.theirs(actor)
        if open_action and not own:
            return True
        open_action = open_action or (own and not hidden)
    return False


def after(here: Here | None, before: Told, now: Told) -> Told:
    """Merge two states received from the host, ``before`` and ``now``. ``here``: the state at this board; ``None``: now
    unknown.

    Older letters may come late; and what shows that one of the two boards was restored from a backup has to be
    remembered until it has caught up.
    """
    if now.revision < before.revision:
        if not now.broken:
            return before
        return replace(before, broken=True, over=now.over, ended=now.ended, chain=now.chain)
    behind = here is not None and before.judged > here.revision and here.told != _list_of(here, now)
    return replace(now, judged=max(before.judged, now.judged)) if behind else now


def given_up(here: Here, there: Told) -> bool:
    """True if people at the other board have abandoned the game, and nobody here has."""
    if here.over or there.ended is None or there.ended[1] != ABANDONED:
        return False
    return here.afar.numbers or not _is_agreed(here, *there.ended)


def as_told(here: Here, there: Told) -> Here | None:
    """Return the game in the state that the other board tells; ``None`` if this board does not know all of its actions,
    or cannot follow them."""
    actions, alike = _list_of(here, there), _agreed(here, there)
    if actions is None or len(actions) != there.number or (alike < len(here.actions) and _is_bound(here, alike)):
        return None
    try:
        played = replay(here.played.before(len(here.actions)), tuple(timed(action)[0] for action in actions))
    except EngineError:
        return None
    return replace(here, played=played, tail=(), ended=there.ended)


def at_odds(here: Here, there: Told) -> bool:
    """True if the game is over on both boards, but not in the same way."""
    return here.over and there.over and (here.ended, chained(here.key, here.told)) != (there.ended, there.chain)


# --- comparing ---------------------------------------------------------------------------------------------------


def _list_of(here: Here, there: Told) -> tuple[str, ...] | None:
    """Return the actions that the other board has, as far as it sent them; ``None``: they do not continue the list
    here."""
    actions = here.told
    if there.first > len(actions) or chained(here.key, actions[: there.first]) != there.before:
        return None
    return actions[: there.first] + there.actions


def _is_whole(here: Here, there: Told) -> bool:
    actions = _list_of(here, there)
    return actions is not None and len(actions) == there.number


def _agreed(here: Here, there: Told) -> int:
    """Count the first actions that are the same on both boards."""
    mine, actions = here.told, _list_of(here, there) or ()
    pairs = enumerate(zip(mine, actions, strict=False))
    return next((number for number, (one, other) in pairs if one != other), min(len(mine), len(actions)))
