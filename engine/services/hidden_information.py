"""Hidden information: what one seat may know of a game, and the game as it can be thought of from that alone.

Whoever decides for a seat (a computer that plays it, a hint) is told this and no more: nothing of what other seats
threw or decided in secret.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from engine.core.errors import IllegalAction
from engine.core.messages import message
from engine.core.pieces import Seat
from engine.game import EVERYTHING, AnyGame, Played
from engine.records.game_record import begin, keeps_secrets, replay
from engine.records.position_json import state_of

_MOST_SECRETS = 100
"""More secret actions than any moment of a game holds."""


@dataclass(frozen=True, slots=True)
class Known:
    """A game as far as a seat may know it. ``setup``: the state it began from, if it was not the usual start.

    ``secret``: what the seat itself threw or decided among the latest actions, which are not public yet.
    """

    actions: tuple[str, ...]
    secret: tuple[str, ...] = ()
    setup: Mapping[str, Any] | None = None


def known_to(seat: Seat, played: Played, setup: Mapping[str, Any] | None = None) -> Known:
    """Return what a seat may know of a game that began from ``setup``. Equal for all games that look the same to it."""
    game = played.game
    hidden = min(game.undisclosed(played.position), len(played.actions))
    public = len(played.actions) - hidden
    texts = tuple(action.text for action in played.actions)
    befores = (played.first, *played.positions)
    # A die that the seat threw is its secret, too, though chance decided what it shows.
    secret = tuple(
        texts[n] for n in range(public, len(texts)) if seat in (
            game.thrower(befores[n]), game.actor(befores[n], played.actions[n])
        )
    )
    still_secret = setup is not None and not public and keeps_secrets(game, played.first)
    return Known(texts[:public], secret, _known_setup(seat, played) if still_secret else setup)


def _known_setup(seat: Seat, played: Played) -> dict[str, Any]:
    """Return the position a game began from, as the rules left it: they may have moved on from what was set up. The
    secrets of other seats in it are made up."""
    # The same luck each time, or games that look alike to the seat would differ in what it is told.
    return state_of(played.game, played.game.imagine(played.first, seat, Random(0)), EVERYTHING)


@dataclass(frozen=True, slots=True)
class Choices:
    """Actions, by their texts, that a seat may take. ``complete``: these are all that are legal."""

    actions: tuple[str, ...]
    complete: bool


def choices(seat: Seat, played: Played, setup: Mapping[str, Any] | None, most: int) -> Choices:
    """Return what a seat that has to act may do, as far as it may know that: at most so many actions. Where they cannot
    be listed, those that are worth a thought.

    ``setup`` as in :func:`known_to`.
    """
    game, position = played.game, played.position
    if has_secrets(played):
        position = recall(seat, game, played.options, known_to(seat, played, setup))
    found = tuple(action.text for action in game.proposals(position, seat, most))
    legal = sum(game.actor(position, action) == seat for action in game.actions(position))
    return Choices(found, len(found) == legal)


def has_secrets(played: Played) -> bool:
    """True if what can be done now is not for everybody to know."""
    return bool(played.game.undisclosed(played.position)) or keeps_secrets(played.game, played.position)


def recall(seat: Seat, game: AnyGame, options: Any, known: Known) -> Any:
    """Make a position that looks to the seat like the one the game has come to; others' secrets are made up.

    :raises EngineError: what is known makes no game, or the seat has nothing to decide in it.
    """
    position = replay(begin(game, options, known.setup), known.actions).position
    own = list(known.secret)
    for _ in range(_MOST_SECRETS):
        if seat in game.to_act(position) and not own:
            return position
        if seat in (game.thrower(position), *game.to_act(position)):
            if not own:
                break
            position = game.play(position, own.pop(0))[1]
        elif game.outcome(position) is None:
            # Somebody else throws or decides in secret: anything will do, since the seat sees none of it.
            position = game.successor(position, game.edges(position)[0])
        if not game.undisclosed(position):
            break
    raise IllegalAction(message("{seat} has nothing to decide now", seat=seat))
