"""The protocol of a game between two boards, as one of them plays it: pure, so that any network can be simulated.

Each board sends the other its whole state of the game, again and again; there is no other message. Whatever is lost,
doubled or late is repaired by the next state. A state is on disk before it is sent, so a board's outbox is its game.

The board that invited is the host: it numbers the actions, and its list is the one that counts. The guest applies
actions of its own seats at once, and rolls them back if the host recorded something else first.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from club.play.dealing import bound, bound_again, deals_of, divided_again, next_dealt, split_time, taken_in
from club.play.disputes import parted
from club.play.state import (
    RESIGNED,
    LocalState,
    RemoteState,
    common,
    is_agreed,
    is_bound,
    is_final,
    is_whole,
    remote_actions,
)
from engine.core.errors import EngineError
from engine.core.pieces import Actor, Seat
from engine.records.game_record import ABANDONED, OUT_OF_TIME
from engine.records.hash_chain import chained
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

MOST_BYTES: Final = 3000
"""The limit for actions in one letter; who needs more says from where on."""

RemoteEvent = ActionHeard | CorrectionHeard | DrawDeclined | EndHeard | OfferDraw | Reached | Resign | TimeRanOut
"""The news from the other board, handed to the table one by one."""


def tell(here: LocalState, there: RemoteState | None) -> RemoteState:
    """Compose the state to send to the other board. ``there``: the last state received from it."""
    actions, wanted = here.sent_actions, 0 if there is None else there.since
    first = wanted if wanted <= len(actions) else 0
    attached = there is not None and remote_actions(here, there) is not None
    return RemoteState(
        here.revision, _judged(here, there), len(actions), chained(here.key, actions),
        common(here, there) if there is not None and attached else 0,
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


def _judged(here: LocalState, there: RemoteState | None) -> int:
    """Return the revision of the other board that this one has fully taken in. A state sent without knowing what counts
    now is not judged: it may be meant otherwise."""
    if there is None or not is_whole(here, there):
        return 0
    actions = remote_actions(here, there)
    if here.afar.numbers and there.judged != here.revision and actions != here.sent_actions:
        return 0
    if here.dealt and actions is not None and len(actions) > len(here.actions) == common(here, there):
        return 0  # it comes once chance has decided
    return 0 if isinstance(next_heard(here, there), ActionHeard | CorrectionHeard) else there.revision


def next_heard(here: LocalState, there: RemoteState) -> RemoteEvent | None:
    """Return the next news for the table; ``None``: nothing is new.

    :raises ValueError: the other board revealed what cannot be.
    """
    actions = remote_actions(here, there)
    if actions is None:
        return None
    again = divided_again(here.hand)
    if again:
        return CorrectionHeard(here.revision + 1, again)
    mine, alike = here.sent_actions, common(here, there)
    if there.broken and there.chain != chained(here.key, mine) and not here.signed:
        return None
    comes = alike == len(mine) < len(actions) or not is_final(here, there)
    found = _dealt(here) if here.dealt and comes else None
    found = found or (_as_host if here.afar.numbers and not here.signed else _as_guest)(here, there, actions, alike)
    if found is not None:
        return found
    if not (mine == actions and is_whole(here, there)):
        return _resigned(here, there) or _fallen_behind(here, there)
    return _resigned(here, there) or _beside(here, there)


def holding(here: LocalState, there: RemoteState) -> LocalState:
    """Add the commitments that bind both boards from now on. The result has to be on disk before it is sent.

    :raises ValueError: the other board goes back on what it had committed itself to.
    """
    hand = replace(here.hand, held=taken_in(here.held, there.deals, here.hand.chains))
    if not here.afar.numbers or here.signed:
        later = (remote_actions(here, there) or ())[len(here.actions) :]
        hand = replace(hand, bound={**hand.bound, **bound_again(hand, later)})
    return replace(here, held=hand.held, bound=bound(hand))


def _dealt(here: LocalState) -> RemoteEvent | None:
    """Return the outcome of chance, once both boards have done their part."""
    found = next_dealt(here.hand)
    if found is None:
        return None
    action, back, took_ms = found
    return CorrectionHeard(here.revision + 1, back) if back else ActionHeard(here.revision + 1, action, took_ms)


def _as_host(here: LocalState, there: RemoteState, actions: tuple[str, ...], alike: int) -> RemoteEvent | None:
    """Follow the guest as the host, whose list counts: the guest only adds actions of its own seats, or takes back some
    that nobody answered."""
    if alike == len(here.actions):
        return _more(here, actions, alike) if alike < len(actions) and not here.over else None
    own = all(here.theirs(here.actor(number)) for number in range(alike, len(here.actions)))
    if own and here.ended is None and there.judged == here.revision and is_whole(here, there):
        return CorrectionHeard(here.revision + 1, len(here.actions) - alike)
    return None


def _more(here: LocalState, actions: tuple[str, ...], alike: int) -> ActionHeard | None:
    """Return the guest's next action, if it belongs to its own seats and can be played now."""
    return _next(here, actions[alike]) if here.theirs(_actor(here, actions[alike])) else None


def _next(here: LocalState, action: str) -> ActionHeard:
    return ActionHeard(here.revision + 1, *split_time(action))


def _actor(here: LocalState, action: str) -> Actor | None:
    """Return who would play this action now; ``None``: it cannot be played."""
    game, position = here.played.game, here.played.position
    try:
        return game.actor(position, game.parse(position, split_time(action)[0]))
    except EngineError:
        return None


def _as_guest(here: LocalState, there: RemoteState, actions: tuple[str, ...], alike: int) -> RemoteEvent | None:
    """Follow the host's list as the guest, apart from own actions that are still on the way there."""
    if here.ended is not None and here.ended[1] == ABANDONED:
        return None
    final, ahead = is_final(here, there), len(here.actions) - alike
    judged = final or there.judged >= here.revision
    if ahead and is_bound(here, alike) and not (final and alike == len(actions)):
        return None  # what both threw stands
    if alike == len(actions):
        restored = there.judged > here.revision  # what was judged is of before this board was restored from a backup
        refused = judged and ahead and is_whole(here, there) and (final or not restored)
        return CorrectionHeard(here.revision + 1, ahead + len(here.tail)) if refused else None
    if not judged and _mine_alone(here, actions[alike:], alike):
        return None  # what was taken back here, which is still on the way
    if ahead:
        return CorrectionHeard(here.revision + 1, ahead + len(here.tail))
    known = _actor(here, actions[alike]) is not None and not here.dealt
    return _next(here, actions[alike]) if known else None


def _mine_alone(here: LocalState, actions: tuple[str, ...], alike: int) -> bool:
    """True if these actions, which follow ``alike`` common ones, are all by seats of this board."""
    played = here.played.before(len(here.actions) - alike)
    for text in actions:
        try:
            action = played.game.parse(played.position, split_time(text)[0])
        except EngineError:  # what cannot be played was nobody's here
            return False
        actor = played.game.actor(played.position, action)
        if not isinstance(actor, Seat) or here.theirs(actor):
            return False
        played = played.after(action)[0]
    return True


def _resigned(here: LocalState, there: RemoteState) -> RemoteEvent | None:
    """Return the resignation of a seat there, or its loss on time. Only the host ends the game by that; the guest hears
    of the end then."""
    if here.over or not here.afar.numbers or here.signed:
        return None
    for seat in filter(here.theirs, there.giving_up):
        return Resign(seat, frozenset({seat}))
    return next((TimeRanOut(seat) for seat in there.out_of_time if here.theirs(seat)), None)


def _beside(here: LocalState, there: RemoteState) -> RemoteEvent | None:
    """Return what else is new when both boards have the same actions: the end of the game, offers of a draw, the
    confirmation."""
    if there.ended is not None and not here.over and (here.signed or not here.afar.numbers):
        agreed = here.signed or is_agreed(here, *there.ended)
        return EndHeard(here.revision + 1, *there.ended) if agreed else None
    if there.ended is not None and _stands_as_claimed(here, *there.ended):
        return EndHeard(here.revision + 1, *there.ended)
    told = not here.tail or there.judged == here.revision
    if here.reached < here.revision and there.over == here.over and told:
        return Reached(here.revision)
    return _about_draw(here, there) if not here.over and there.judged == here.revision else None


def _fallen_behind(here: LocalState, there: RemoteState) -> RemoteEvent | None:
    """Return :class:`Reached` with 0 if the other board has lost what it had, as after restoring a backup."""
    return Reached(0) if 0 < here.reached == here.revision and there.number < len(here.sent_actions) else None


def _about_draw(here: LocalState, there: RemoteState) -> RemoteEvent | None:
    """Return the offer or the refusal of a draw by seats there, in the present position. A draw declined here is not
    offered again."""
    declined = tuple(seat for seat in there.no_draw if here.theirs(seat))
    if declined and not set(declined) <= set(here.no_draw):
        return DrawDeclined(declined)
    offering = [seat for seat in there.draw if here.theirs(seat) and seat not in here.draw]
    asked = all(here.theirs(seat) for seat in here.no_draw)
    return OfferDraw(offering[0], frozenset(offering)) if offering and asked else None


def _stands_as_claimed(here: LocalState, winners: tuple[Seat, ...], reason: str) -> bool:
    """True if this board, the host, recorded a resignation although the other one had claimed a win on time before."""
    return here.afar.numbers and here.ended == (winners, RESIGNED) and reason == OUT_OF_TIME


def after(here: LocalState | None, before: RemoteState, now: RemoteState) -> RemoteState:
    """Merge two states received from the host, ``before`` and ``now``. ``here``: the state at this board; ``None``: now
    unknown.

    Older letters may come late; and what shows that one of the two boards was restored from a backup has to be
    remembered until it has caught up.
    """
    if now.revision < before.revision:
        if not now.broken:
            return before
        return replace(before, broken=True, over=now.over, ended=now.ended, chain=now.chain)
    behind = here is not None and before.judged > here.revision and here.sent_actions != remote_actions(here, now)
    return replace(now, judged=max(before.judged, now.judged)) if behind else now
