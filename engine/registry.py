"""The games there are: the one place outside ``engine.games`` that lists them."""

from importlib import import_module

from engine.errors import UnknownGame
from engine.game import AnyGame

_GAMES = {
    "pawn-advance": ("engine.games.pawn_advance", "PawnAdvance"),
    "pawn": ("engine.games.pawn", "Pawn"),
    "chess-two": ("engine.games.chess_two", "ChessTwo"),
    "pawns-revenge": ("engine.games.pawns_revenge", "PawnsRevenge"),
    "advancing-chess": ("engine.games.advancing_chess", "AdvancingChess"),
}
_made: dict[str, AnyGame] = {}


def game_ids() -> tuple[str, ...]:
    """The ids of all games, in the order in which they are shown."""
    return tuple(_GAMES)


def find_game(game_id: str) -> AnyGame:
    """The rules of one game. Its module is loaded when it is first asked for: a table starts faster that way.

    :raises UnknownGame: no game has that id.
    """
    if game_id not in _GAMES:
        raise UnknownGame(f"unknown game {game_id!r}: there are {', '.join(_GAMES)}")
    if game_id not in _made:
        module, name = _GAMES[game_id]
        _made[game_id] = getattr(import_module(module), name)()
    return _made[game_id]


def games() -> tuple[AnyGame, ...]:
    """The rules of all games."""
    return tuple(find_game(game_id) for game_id in _GAMES)
