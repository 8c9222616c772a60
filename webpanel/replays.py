"""A stored game step by step, computed by the rules."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from engine.errors import EngineError
from engine.game import EVERYTHING, SPECTATOR, AnyGame, Played, Viewer
from engine.record import begin, replay
from engine.registry import find_game
from webpanel.desk import ShelfGame
from webpanel.moments import beside_json, told_json
from webpanel.texts import language, player_names, translate


def replay_json(game: ShelfGame) -> dict[str, Any] | None:
    """The steps of a game as JSON values, or ``None`` if it does not replay.

    Step 0 is the start, every other one a moment of an action (see :meth:`engine.game.Game.tell`). Each lists what
    changed on the board (square → piece or null), so that the whole stays small. Of a game that is not over, nothing
    secret is told.
    """
    key = (game.key, game.damaged, len(game.actions), game.winners is None, language(), tuple(game.players.values()))
    return _replay(_Hashed(game, key))


class _Hashed:
    """A shelf game that can be remembered by what its replay depends on."""

    def __init__(self, game: ShelfGame, key: tuple[object, ...]) -> None:
        self.game, self.key = game, key

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Hashed) and other.key == self.key and other.game.actions == self.game.actions


@lru_cache(maxsize=4)
def _replay(hashed: _Hashed) -> dict[str, Any] | None:
    if hashed.game.damaged:
        return None
    try:
        return _steps(hashed.game)
    except EngineError:
        return None


def _steps(stored: ShelfGame) -> dict[str, Any]:
    game = find_game(stored.game_id)
    first = begin(game, game.read_options(stored.options), stored.setup)
    played = replay(first, stored.actions)
    over = stored.winners is not None
    shown = played if over else played.before(game.undisclosed(played.position))
    board = game.board(played.options)
    return {
        "files": board.files, "ranks": board.ranks, "a1_light": board.a1_light,
        "piece_names": {kind: translate(name) for kind, name in game.piece_names.items()},
        "piece_art": {kind: name.key for kind, name in game.piece_names.items()},
        "names": {seat.value: name for seat, name in player_names(stored.players, stored.computers).items()},
        "steps": list(_each(game, shown, EVERYTHING if over else SPECTATOR, stored)),
    }


def _each(game: AnyGame, played: Played, knows: Viewer, stored: ShelfGame) -> Iterator[dict[str, Any]]:
    names, board = player_names(stored.players, stored.computers), game.board(played.options)
    described = game.describe(played.first, knows)
    start = {board.name(square): str(piece) for square, piece in game.view(played.first, knows).pieces.items()}
    yield beside_json(board, described, names) | {
        "number": 0, "turn": None, "told": "", "squares": [], "changes": start, "die": None,
    }
    positions = (played.first, *played.positions)
    for number, action in enumerate(played.actions, 1):
        before, turn = positions[number - 1], game.turn_of(positions[number - 1])
        told = game.tell(before, action, knows)
        for each in told:
            if each is told[-1]:
                described = game.describe(positions[number], knows)
            yield beside_json(board, described, names) | told_json(board, each, names) | {
                "number": number, "turn": turn and turn.value,
            }
