"""The games there are: every folder of ``engine.games`` is one, named after its id (docs/new-game.md)."""

from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType

import engine.games
from engine.core.errors import UnknownGame
from engine.core.json_fields import quoted
from engine.core.messages import message
from engine.game import AnyGame

_made: dict[str, AnyGame] = {}


def _found() -> tuple[str, ...]:
    ids = sorted(module.name.replace("_", "-") for module in iter_modules(engine.games.__path__))
    first = engine.games.SHOWN_FIRST
    return (*(each for each in first if each in ids), *(each for each in ids if each not in first))


_IDS = _found()


def game_ids() -> tuple[str, ...]:
    """Return the ids of all games, in the order in which they are shown."""
    return _IDS


def find_game(game_id: str) -> AnyGame:
    """Find the rules of one game. Its modules are loaded when it is first asked for: a table starts faster that way.

    :raises UnknownGame: no game has that id.
    :raises ImportError: its folder holds no such game.
    """
    if game_id not in _made:
        folder = _folder(game_id)
        name = folder.title().replace("_", "")
        rules = getattr(load(game_id, "game"), name, None)
        if rules is None or rules.id != game_id:
            raise ImportError(f"engine/games/{folder}/game.py needs a class {name} with the id {game_id!r}")
        _made[game_id] = rules()
    return _made[game_id]


def games() -> tuple[AnyGame, ...]:
    """Return the rules of all games."""
    return tuple(map(find_game, game_ids()))


def load(game_id: str, module: str) -> ModuleType:
    """Load a module of a game's folder.

    :raises UnknownGame: no game has that id.
    :raises ModuleNotFoundError: the game has no such module.
    """
    return import_module(f"engine.games.{_folder(game_id)}.{module}")


def folder_of(game_id: str) -> Path:
    """Return the folder in which a game keeps what is no code: its pages, pictures and tables.

    :raises UnknownGame: no game has that id.
    """
    return Path(engine.games.__path__[0], _folder(game_id))


def _folder(game_id: str) -> str:
    if game_id not in _IDS:
        known = ", ".join(_IDS)
        raise UnknownGame(message("unknown game {name}: known are {known}", name=quoted(game_id), known=known))
    return game_id.replace("-", "_")
