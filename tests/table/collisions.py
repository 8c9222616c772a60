"""Search random positions for confusions of the sensors: legal actions of one seat that look alike.

The kinds of confusion (the names that docs/ambiguity.md lists):

- ``A or B, hands alike``: the same squares change, and hands do the same to them;
- ``A or B, told by touch``: the same squares change, but a piece is lifted and put back for one of them only;
- ``A within B``: what hands do for A is on the way to what they do for B;
- ``A, taken back by B``: the next action B brings back the occupancy that was there before A;
- ``two at once like one`` and ``two at once like two others``: the net change of two actions that follow each other.
"""

import random
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.core.actions import Footprint
from engine.core.errors import BadOption, BadState
from engine.core.pieces import CHANCE, Seat
from engine.game import EVERYTHING, AnyGame, PromptKind
from engine.registry import find_game
from engine.services.testing import trials_of
from table.hands.evidence import Evidence, explains
from table.model.current_game import HandAction
from table.model.target import moving


@dataclass(frozen=True)
class Collision:
    """An example: in the position that ``state`` sets up, ``actions`` (the first alternative first) look alike."""

    kind: str
    game_id: str
    options: dict[str, Any]
    state: dict[str, Any]
    actions: tuple[str, ...]
    before: tuple[str, ...] = ()
    """Actions to play first."""


@dataclass(frozen=True)
class Spot:
    """A position in which hands may act, and how it came about."""

    game: AnyGame
    given: dict[str, Any]
    position: Any
    previous: Any = None
    last: Any = None
    """The action that led here from ``previous``, if nothing moved by itself since."""

    @property
    def hand_actions(self) -> tuple[HandAction, ...]:
        return _by_hand(self.game, self.position)

    @property
    def base(self) -> int:
        return int(self.game.occupied(self.position))

    @property
    def seat(self) -> Seat:
        return Seat(self.game.to_act(self.position)[0])

    def form(self, hand_action: HandAction) -> str:
        """Return the documentation's name of this action."""
        trials, text = trials_of(self.game.id), hand_action.action.text
        form = next(form for form, pattern in trials.forms.items() if re.fullmatch(pattern, text))
        return trials.refine(self.position, form, hand_action.footprint)


# --- looking for collisions --------------------------------------------------------------------------------------


def collisions(spot: Spot, pairs: bool) -> Iterator[Collision]:
    """All that look alike from here. ``pairs``: also two actions at once (slow)."""
    yield from _same(spot)
    yield from _longer(spot)
    yield from _back(spot)
    if pairs:
        yield from _two_at_once(spot)


def _found(spot: Spot, kind: str, *actions: HandAction) -> Collision:
    return Collision(kind, spot.game.id, spot.given, state_of(spot.game, spot.position),
                     tuple(hand_action.action.text for hand_action in actions))


def _hands(footprint: Footprint) -> tuple[int, ...]:
    return (footprint.swaps, footprint.touches, footprint.returns)


def _same(spot: Spot) -> Iterator[Collision]:
    groups: dict[int, list[HandAction]] = defaultdict(list)
    for hand_action in spot.hand_actions:
        groups[hand_action.footprint.after(spot.base)].append(hand_action)
    for group in groups.values():
        for number, one in enumerate(group):
            for other in group[number + 1 :]:
                told = "hands alike" if _hands(one.footprint) == _hands(other.footprint) else "told by touch"
                first, second = sorted((one, other), key=spot.form)
                yield _found(spot, f"{spot.form(first)} or {spot.form(second)}, {told}", one, other)


def _longer(spot: Spot) -> Iterator[Collision]:
    """As ``hands`` sees it: a done action that another one, which has more to do, still explains."""
    done = [hand_action for hand_action in spot.hand_actions if hand_action.footprint.after(spot.base) != spot.base]
    for one in done:
        evidence = Evidence(spot.base, one.footprint.after(spot.base), ())
        squares = one.footprint.squares
        for other in spot.hand_actions:
            more = other.footprint.squares & ~squares and not squares & ~other.footprint.squares
            if more and explains(other.footprint, evidence) and other.footprint.after(spot.base) != evidence.covered:
                yield _found(spot, f"{spot.form(one)} within {spot.form(other)}", one, other)


def _back(spot: Spot) -> Iterator[Collision]:
    """Only what the table would take for a take-back: the last action of hands, if nothing happened since."""
    if spot.last is None:
        return
    footprint = spot.game.footprint(spot.previous, spot.last)
    if not footprint.empties | footprint.fills | footprint.swaps:
        return
    was = Spot(spot.game, spot.given, spot.previous)
    for hand_action in spot.hand_actions:
        if hand_action.footprint.after(spot.base) == was.base:
            kind = f"{was.form(HandAction(spot.last, footprint))}, taken back by {spot.form(hand_action)}"
            yield Collision(kind, spot.game.id, spot.given, state_of(spot.game, spot.previous),
                            (hand_action.action.text,), (spot.last.text,))


def _two_at_once(spot: Spot) -> Iterator[Collision]:
    """Two actions of one seat, one after the other, against one action, or against two others."""
    singles = {hand_action.footprint.after(spot.base): hand_action for hand_action in spot.hand_actions}
    seen: dict[tuple[int, int], list[tuple[HandAction, HandAction]]] = defaultdict(list)
    for one in spot.hand_actions:
        for other in _following(spot, one):
            after = other.footprint.after(one.footprint.after(spot.base))
            single = singles.get(after)
            if single and after != spot.base and not _hands_of(single) & ~(_lifted(one) | _lifted(other)):
                yield _found(spot, "two at once like one", one, other, single)
            key = (after, _hands_of(one) | _hands_of(other))
            for first, second in seen[key]:
                if not {first.action, second.action} & {one.action, other.action}:
                    yield _found(spot, "two at once like two others", one, other, first, second)
            seen[key].append((one, other))


def _hands_of(hand_action: HandAction) -> int:
    return hand_action.footprint.swaps | hand_action.footprint.touches | hand_action.footprint.returns


def _lifted(hand_action: HandAction) -> int:
    return hand_action.footprint.empties | _hands_of(hand_action)


def _by_hand(game: AnyGame, position: Any) -> tuple[HandAction, ...]:
    """The legal actions of a position that hands can do."""
    if all(actor == CHANCE for actor in game.to_act(position)):
        return ()
    found = (HandAction(action, game.footprint(position, action)) for action in game.actions(position))
    return tuple(each for each in found if each.footprint.squares)


def _following(spot: Spot, hand_action: HandAction) -> tuple[HandAction, ...]:
    """Return the next actions of the same seat, if the board needs nothing done in between."""
    position = spot.game.successor(spot.position, hand_action.action)
    same_seat = spot.game.to_act(position) == (spot.seat,)
    if not same_seat or spot.game.occupied(position) != hand_action.footprint.after(spot.base):
        return ()
    return _by_hand(spot.game, position)


# --- random positions --------------------------------------------------------------------------------------------


def state_of(game: AnyGame, position: Any) -> dict[str, Any]:
    """A position in the form that sets it up again."""
    view, board = game.view(position, EVERYTHING), game.board(position.options)
    return {
        "board": {board.name(square): str(piece) for square, piece in sorted(view.pieces.items())},
        "phase": view.phase, "to_act": list(view.to_act), "detail": dict(view.detail),
    }


def wander(game_id: str, chance: random.Random, games: int, steps: int) -> Iterator[Spot]:
    """The positions of random games with random options, many of them begun from a mutilated start."""
    game = find_game(game_id)
    for _ in range(games):
        given = _options(game, chance)
        position = _begin(game, game.start(game.read_options(given)), chance)
        previous = last = None
        for _ in range(steps):
            if game.outcome(position) is not None:
                break
            if game.to_act(position) != (CHANCE,):
                yield Spot(game, given, position, previous, last)
            action = _pick(game, position, chance)
            previous, (position, happenings) = position, game.apply(position, action)
            last = None if moving(happenings) or game.to_act(previous) == (CHANCE,) else action


def _options(game: AnyGame, chance: random.Random) -> dict[str, Any]:
    for _ in range(50):
        given = {each.name: _value(each, chance) for each in game.options if chance.random() < 0.5}
        try:
            game.read_options(given)
        except BadOption:
            continue
        return given
    return {}


def _value(option: Any, chance: random.Random) -> Any:
    if option.kind == "int":
        return chance.choice([option.low, option.default, option.default, min(option.high, option.low + 4)])
    return chance.choice([False, True] if option.kind == "bool" else list(option.choices))


def _begin(game: AnyGame, start: Any, chance: random.Random) -> Any:
    """The start itself, or one with fewer pieces (kings and queens stay), or pieces strewn over the whole board."""
    share, strewn = chance.choice([(0.0, False), (0.3, False), (0.7, False), (0.3, True), (0.7, True)])
    state = state_of(game, start)
    for _ in range(30 if share and state["to_act"] != [CHANCE] else 0):
        kept = {name: piece for name, piece in state["board"].items() if piece[1] in "KQ" or chance.random() >= share}
        if strewn:
            squares = chance.sample(game.board(start.options).names, len(kept))
            kept = dict(zip(squares, kept.values(), strict=True))
        try:
            return game.setup(start.options, {"board": kept, "phase": state["phase"], "to_act": state["to_act"]})
        except BadState:
            continue
    return start


def _pick(game: AnyGame, position: Any, chance: random.Random) -> Any:
    if not game.actions(position):
        return game.parse(position, _division(game, position, chance))
    weighted = game.chances(position)
    if weighted:
        return chance.choices([action for action, _ in weighted], [weight for _, weight in weighted])[0]
    return chance.choice(game.actions(position))


def _division(game: AnyGame, position: Any, chance: random.Random) -> str:
    """All points to one of the pieces."""
    seat = Seat(chance.choice(game.to_act(position)))
    prompts = game.describe(position, frozenset([seat])).prompts
    prompt = next(each for each in prompts if each.kind is PromptKind.DIVISION and each.seat == seat)
    if not prompt.squares or not prompt.points:
        return f"{seat}:-"
    square = game.board(position.options).name(chance.choice(prompt.squares))
    return f"{seat}:{square}+{prompt.points}/0"
