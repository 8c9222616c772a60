"""Positions drawn at random, those preferred in which much can be done at once: groups, attacks, promotions."""

import random
from collections import Counter
from typing import Any

from random_games import some_action, some_options

from engine.core.errors import EngineError
from engine.core.options import Options
from engine.core.pieces import CHANCE
from engine.game import EVERYTHING, AnyGame, Played
from engine.records.game_record import begin
from engine.records.position_json import setup_of

Drawn = tuple[Played, dict[str, Any] | None]
"""A game as far as it was played, and the state that it began from, if that was not the usual start."""
LONGEST = 80
"""So many actions are played at random at most before a position is taken."""
TRIED = 4
"""Of so many positions the richest is taken."""


def drawn(game: AnyGame, chance: random.Random) -> Drawn:
    """A game that somebody is to go on with."""
    while True:
        draw = chance.choice((_played, _scattered))
        found = [each for each in (draw(game, chance) for _ in range(TRIED)) if each is not None]
        if found:
            return max(found, key=lambda each: richness(game, each[0].position))


def richness(game: AnyGame, position: Any) -> int:
    """Score how much hands can do beyond plain moves."""
    footprints = [game.footprint(position, action) for action in game.actions(position)]
    alike = sum(count - 1 for each, count in Counter(footprints).items() if each.squares)
    several = sum(each.squares.bit_count() > 2 for each in footprints)
    return 3 * sum(bool(each.swaps | each.touches) for each in footprints) + several + 2 * alike


def _played(game: AnyGame, chance: random.Random) -> Drawn | None:
    played = begin(game, game.read_options({}) if chance.random() < 0.5 else some_options(game, chance))
    for _ in range(chance.randrange(LONGEST)):
        if game.outcome(played.position) is not None:
            break
        played, _ = played.after(_sharpest(game, played.position, chance))
    return (played, None) if _goes_on(game, played.position) else None


def _scattered(game: AnyGame, chance: random.Random) -> Drawn | None:
    """A position set up: some pieces of another one were taken, while others stand somewhere near."""
    drawn = _played(game, chance)
    if drawn is None:
        return None
    options, position = drawn[0].options, drawn[0].position
    state = setup_of(game, position) | {"board": _moved(game, position, chance)}
    plain = {name: value for name, value in state.items() if name != "detail"}
    return _set_up(game, options, state) or _set_up(game, options, plain)


def _set_up(game: AnyGame, options: Options, state: dict[str, Any]) -> Drawn | None:
    try:
        played = begin(game, options, state)
        return (played, state) if _goes_on(game, played.position) else None
    except EngineError:  # such a position does not exist
        return None


def _goes_on(game: AnyGame, position: Any) -> bool:
    return game.outcome(position) is None and game.to_act(position) != (CHANCE,)


def _sharpest(game: AnyGame, position: Any, chance: random.Random) -> Any:
    """Of a few actions the one that changes most squares: armies meet sooner."""
    found = [some_action(game, position, chance) for _ in range(3 if chance.random() < 0.5 else 1)]
    return max(found, key=lambda action: game.footprint(position, action).squares.bit_count())


def _moved(game: AnyGame, position: Any, chance: random.Random) -> dict[str, str]:
    board, stands = game.board(position.options), dict[str, str]()
    thin, far = chance.choice((0.0, 0.1, 0.4, 0.7)), chance.choice((0.1, 0.4, 0.8))
    for square, piece in game.view(position, EVERYTHING).pieces.items():
        file, rank = board.file(square), board.rank(square)
        if chance.random() < far:
            file = min(board.files - 1, max(0, file + chance.randint(-2, 2)))
            rank = min(board.ranks - 1, max(0, rank + chance.randint(-3, 3)))
        if chance.random() >= thin:
            stands.setdefault(board.name(board.square(file, rank)), str(piece))
    return stands
