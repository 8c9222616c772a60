"""A stored game step by step, computed by the rules."""

from collections.abc import Iterator
from functools import lru_cache, partial
from typing import Any

from engine.actions import Action
from engine.errors import EngineError
from engine.game import EVERYTHING, SPECTATOR, AnyGame, Played, Viewer
from engine.record import begin, replay
from engine.registry import find_game
from webpanel.desk import ShelfGame
from webpanel.texts import language, player_names, translate


def replay_json(game: ShelfGame) -> dict[str, Any] | None:
    """The steps of a game as JSON values, or ``None`` if it does not replay.

    Step 0 is the start. Every step lists what changed on the board (square → piece or null), so that the
    whole stays small. Of a game that is not over, nothing secret is told.
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
        "steps": list(_each(game, shown, EVERYTHING if over else SPECTATOR, stored)),
    }


def _each(game: AnyGame, played: Played, knows: Viewer, stored: ShelfGame) -> Iterator[dict[str, Any]]:
    names, board = player_names(stored.players), game.board(played.options)
    before: dict[str, str] = {}
    positions = (played.first, *played.positions)
    touched = (0, *map(partial(_touched, game), positions, played.actions))
    for position, action, squares in zip(positions, (None, *played.actions), touched, strict=True):
        pieces = {board.name(square): str(piece) for square, piece in game.view(position, knows).pieces.items()}
        described = game.describe(position, knows)
        changes = _changes(before, pieces)
        yield {
            "action": action.text if action else "", "changes": changes,
            "squares": board.sorted_names(squares) or (list(changes) if action else []),
            "phase": translate(described.phase, names),
            "holes": board.sorted_names(described.holes & board.all),
            "counters": [
                {"label": translate(each.label, names), "value": each.value, "seat": each.seat and each.seat.value}
                for each in described.counters
            ],
        }
        before = pieces


def _touched(game: AnyGame, position: Any, action: Action) -> int:
    """The squares where hands were for an action."""
    footprint = game.footprint(position, action)
    return footprint.squares & ~footprint.through


def _changes(before: dict[str, str], after: dict[str, str]) -> dict[str, str | None]:
    gone: dict[str, str | None] = {square: None for square in before if square not in after}
    return gone | {square: piece for square, piece in after.items() if before.get(square) != piece}
