"""A game between two boards, as one of them has it: pure, so that any network can be tried on it in no time.

Each board tells the other, again and again, how the game stands with it: that is all there is to tell. Whatever is
lost, doubled or late is mended by what is told next. What is told is on disk before, so a board's outbox is its game.

The board that invited numbers: its list of actions is what counts. The other one goes on ahead of it with actions of
its own seats, and takes them back if they did not get there before something else did.
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
"""Of actions that are told at once; who needs more says from where on."""

Heard = ActionHeard | CorrectionHeard | DrawDeclined | EndHeard | OfferDraw | Reached | Resign | TimeRanOut
"""What the table is told of the other board, one by one."""

End = tuple[tuple[Seat, ...], str]
"""The winners, and why they won."""


@dataclass(frozen=True, slots=True)
class Told:
    """How a game stands with the board that tells it.

    ``revision``: how often the game changed there; ``judged``: up to which revision of the other board it has taken in
    everything. ``number``: how many actions there are; ``chain``: see :func:`chained`, of all of them. ``since``: it
    wants to be told the actions after so many. ``actions`` begin after ``first`` others, whose chain is ``before``.
    ``draw``, ``giving_up``: the seats there that want a draw, that resign. ``ended``: how it ended other than by its
    rules. ``over``: whether it did. ``out_of_time``: the seats there that have lost by their clocks; ``paused``:
    whether it wants the clocks to stand.
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
    """What chance decides, or what is secret: see :mod:`club.play.dealing`."""
    out_of_time: tuple[Seat, ...] = ()
    paused: bool = False
    no_draw: tuple[Seat, ...] = ()
    """The seats there that do not want the draw that was offered since the last action."""
    broken: bool = False
    """True if that board has found that the game cannot go on."""


@dataclass(frozen=True, slots=True)
class Here:
    """How the game stands with this board, on disk. ``revision`` counts the entries in its store; ``reached``: how many
    of them the other board is known to have. ``draw``: all seats that want one. The rest as in :class:`Told`.

    ``played``: as far as nothing is secret; ``tail``: the actions after that. ``secret``: what this board's dice are
    made of; ``held``: what the other board said of its own, and ``bound``: what is bound
    here, by chain. ``took``: how long each action took, those of ``tail``, too; empty: without clocks."""

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
    """All seats that did not want a draw, since the last action."""
    signed: bool = False
    """True if this board, which numbers, has signed what the other one tells, and was restored from a backup since:
    then that counts."""

    @property
    def whole(self) -> Played:
        """The game with what is secret in it."""
        played = self.played
        for action in self.tail:
            played = played.after(action)[0]
        return played

    @property
    def side(self) -> Side:
        """This board, as it throws."""
        seats = self.played.game.seats_of(self.played.options)
        return Side(tuple(seat for seat in seats if seat not in self.afar.seats), self.afar.numbers)

    @property
    def hand(self) -> Hand:
        """The game, as this board deals in it."""
        return Hand(self.key, self.whole, self.side, self.secret, self.held, self.bound, self.took)

    @property
    def dealt(self) -> bool:
        """Whether chance decides next, or something is secret now."""
        return not self.over and is_dealt(self.whole)

    @property
    def actions(self) -> tuple[str, ...]:
        """All that was played and is no secret."""
        return tuple(action.text for action in self.played.actions)

    @property
    def told(self) -> tuple[str, ...]:
        """The same as boards tell it to each other."""
        return tuple(told(self.played.actions, self.took, number) for number in range(len(self.played.actions)))

    @property
    def over(self) -> bool:
        """Whether the game is over, whatever ended it."""
        return self.ended is not None or self.played.game.outcome(self.played.position) is not None

    def actor(self, number: int) -> Actor:
        """Who played the action of this number (from 0)."""
        back = len(self.played.actions) - number
        return self.played.game.actor(self.played.position_before(back), self.played.actions[number])

    def theirs(self, actor: Actor | None) -> bool:
        """Whether this is a seat of the other board."""
        return actor in self.afar.seats


def tell(here: Here, there: Told | None) -> Told:
    """What to tell the other board, which told ``there`` last."""
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
    """The first of them, as many as there is room for."""
    room, taken = MOST_BYTES, list[str]()
    for action in actions:
        room -= len(action) + 4
        if room < 0:
            break
        taken.append(action)
    return tuple(taken)


def _judged(here: Here, there: Told | None) -> int:
    """What is told in ignorance of what counts now is not judged: it may be meant otherwise."""
    if there is None or not _is_whole(here, there):
        return 0
    actions = _list_of(here, there)
    if here.afar.numbers and there.judged != here.revision and actions != here.told:
        return 0
    if here.dealt and actions is not None and len(actions) > len(here.actions) == _agreed(here, there):
        return 0  # it comes once chance has decided
    return 0 if isinstance(next_heard(here, there), ActionHeard | CorrectionHeard) else there.revision


def next_heard(here: Here, there: Told) -> Heard | None:
    """What the table is to be told next; ``None``: nothing is new.

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
    """With what the other board can be held to from now on, and this one. It has to be on disk before it is told.

    :raises ValueError: the other board goes back on what it had committed itself to.
    """
    hand = replace(here.hand, held=taken_in(here.held, there.deals, here.hand.chains))
    if not here.afar.numbers or here.signed:
        later = (_list_of(here, there) or ())[len(here.actions) :]
        hand = replace(hand, bound={**hand.bound, **bound_again(hand, later)})
    return replace(here, held=hand.held, bound=bound(hand))


def _dealt(here: Here) -> Heard | None:
    """What chance decides, once both boards have done their part."""
    found = next_dealt(here.hand)
    if found is None:
        return None
    action, back, took_ms = found
    return CorrectionHeard(here.revision + 1, back) if back else ActionHeard(here.revision + 1, action, took_ms)


def _as_host(here: Here, there: Told, actions: tuple[str, ...], alike: int) -> Heard | None:
    """Of the list that counts: the guest goes on with its own seats alone, or takes back what nobody answered."""
    if alike == len(here.actions):
        return _more(here, actions, alike) if alike < len(actions) and not here.over else None
    own = all(here.theirs(here.actor(number)) for number in range(alike, len(here.actions)))
    if own and here.ended is None and there.judged == here.revision and _is_whole(here, there):
        return CorrectionHeard(here.revision + 1, len(here.actions) - alike)
    return None


def _more(here: Here, actions: tuple[str, ...], alike: int) -> ActionHeard | None:
    """The guest's next action, if it is one of its own seats' that can be played now."""
    return _next(here, actions[alike]) if here.theirs(_actor(here, actions[alike])) else None


def _next(here: Here, action: str) -> ActionHeard:
    return ActionHeard(here.revision + 1, *timed(action))


def _actor(here: Here, action: str) -> Actor | None:
    """Who would play this now; ``None``: nobody can."""
    game, position = here.played.game, here.played.position
    try:
        return game.actor(position, game.parse(position, timed(action)[0]))
    except EngineError:
        return None


def _as_guest(here: Here, there: Told, actions: tuple[str, ...], alike: int) -> Heard | None:
    """The list of the board that numbers counts, but for what is still on the way there."""
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
    """Whether the game has ended there in a way that counts here, too: its list stays as it is, whatever was thrown or
    played here meanwhile."""
    if here.signed:
        return True
    return not here.afar.numbers and there.ended is not None and _is_agreed(here, *there.ended)


def _is_bound(here: Here, alike: int) -> bool:
    """Whether the other board has had a part in what came after so many actions, or begun to have one."""
    game, count = here.played.game, len(here.actions)
    if any(here.actor(number) == CHANCE or game.undisclosed(here.played.position_before(count - number))
           for number in range(alike, count)):
        return True
    return here.dealt and chained(here.key, here.actions) in here.held


def _mine_alone(here: Here, actions: tuple[str, ...], alike: int) -> bool:
    """Whether these actions, after as many others, are all of seats here."""
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
    """Only the board that numbers ends the game by that; the other one hears of it then."""
    if here.over or not here.afar.numbers or here.signed:
        return None
    for seat in filter(here.theirs, there.giving_up):
        return Resign(seat, frozenset({seat}))
    return next((TimeRanOut(seat) for seat in there.out_of_time if here.theirs(seat)), None)


def _beside(here: Here, there: Told) -> Heard | None:
    """Both boards have the same actions: how the game ends, who wants a draw, and that it is so."""
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
    """The other board no longer has what it had, as after a backup was put back."""
    return Reached(0) if 0 < here.reached == here.revision and there.number < len(here.told) else None


def _about_draw(here: Here, there: Told) -> Heard | None:
    """Who there wants a draw, or none, as the game stands now. What was declined here is not asked again."""
    declined = tuple(seat for seat in there.no_draw if here.theirs(seat))
    if declined and not set(declined) <= set(here.no_draw):
        return DrawDeclined(declined)
    offering = [seat for seat in there.draw if here.theirs(seat) and seat not in here.draw]
    asked = all(here.theirs(seat) for seat in here.no_draw)
    return OfferDraw(offering[0], frozenset(offering)) if offering and asked else None


def _is_agreed(here: Here, winners: tuple[Seat, ...], reason: str) -> bool:
    """Whether the seats here that lose nothing but by their own doing: the other board cannot resign for them."""
    seats, own = here.played.game.seats_of(here.played.options), here.side.own
    if reason == ABANDONED:
        return not any(here.actor(number) in own for number in range(len(here.played.actions)))
    if reason == BY_CONSENT:
        return not winners and set(own) <= set(here.draw)
    # Who does not believe that time was up, and gives in all the same, resigns: the end stays as it was claimed.
    gave_up = here.giving_up if reason == RESIGNED else (*here.out_of_time, *here.giving_up)
    return any(winners_without(here.played, {seat}, reason) == winners
               for seat in seats if here.theirs(seat) or seat in gave_up)


def _stands_as_claimed(here: Here, winners: tuple[Seat, ...], reason: str) -> bool:
    """Whether this board, which numbers, resigned although the other one had claimed the game on time before."""
    return here.afar.numbers and here.ended == (winners, RESIGNED) and reason == OUT_OF_TIME


def disputed(here: Here, there: Told) -> bool:
    """Whether the other board says that the game has ended, in a way that this one has no part in."""
    if here.over or there.ended is None or here.told != _list_of(here, there):
        return False
    return here.afar.numbers or not _is_agreed(here, *there.ended)


def contradicted(here: Here, there: Told) -> bool:
    """Whether this board has ended the game by a claim on time, and the other one, which knows that, does not agree."""
    claimed = here.ended is not None and here.ended[1] == OUT_OF_TIME and not set(here.ended[0]) <= set(here.afar.seats)
    gives_in = there.over or there.out_of_time or there.giving_up
    return claimed and not gives_in and there.judged == here.revision and here.told == _list_of(here, there)


def faults(here: Here, there: Told) -> str:
    """What cannot be in what the other board told; empty: nothing."""
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
    """Whether the boards can never come together again: that which numbers has lost what the other one has, as after a
    backup was put back; or it says that something else was thrown."""
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
    """True if the board that numbers has answered an action of the seats here, of those after so many: it cannot be
    without that, unless it was lost there."""
    game, count, open_action = here.played.game, len(here.actions), False
    for number in range(alike, count):
        hidden, actor = game.undisclosed(here.played.position_before(count - number)), here.actor(number)
        own = isinstance(actor, Seat) and not here.theirs(actor)
        if open_action and not own:
            return True
        open_action = open_action or (own and not hidden)
    return False


def after(here: Here | None, before: Told, now: Told) -> Told:
    """Join what the board that numbers has told, ``before`` and ``now``. ``here``: how the game stands with this one;
    ``None``: that cannot be said now.

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
    """True if people at the other board have ended the game without a score, and nobody here has."""
    if here.over or there.ended is None or there.ended[1] != ABANDONED:
        return False
    return here.afar.numbers or not _is_agreed(here, *there.ended)


def as_told(here: Here, there: Told) -> Here | None:
    """How the game stands with the other board; ``None``: this one does not know all of it, or cannot follow it there.
    """
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
    """The actions that the other board has, as far as it told them; ``None``: they do not follow any here."""
    actions = here.told
    if there.first > len(actions) or chained(here.key, actions[: there.first]) != there.before:
        return None
    return actions[: there.first] + there.actions


def _is_whole(here: Here, there: Told) -> bool:
    actions = _list_of(here, there)
    return actions is not None and len(actions) == there.number


def _agreed(here: Here, there: Told) -> int:
    """How many of the first actions both boards have alike."""
    mine, actions = here.told, _list_of(here, there) or ()
    pairs = enumerate(zip(mine, actions, strict=False))
    return next((number for number, (one, other) in pairs if one != other), min(len(mine), len(actions)))
