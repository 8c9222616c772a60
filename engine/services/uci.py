"""Games told to outside engines, in the words of their protocol (UCI).

A game that can be told has a module ``uci.py`` in its folder with two functions, which :func:`tell` and :func:`moves`
call.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.core.actions import Action
from engine.game import AnyGame, Played
from engine.registry import folder_of, load


@dataclass(frozen=True, slots=True)
class UciGame:
    """A game as engines are told it: the FEN it began from, and its moves since, each as engines write it.

    ``chess960``: true if castling has to be written as the king taking his rook.
    """

    fen: str
    moves: tuple[str, ...]
    chess960: bool = False


def speaks(game: AnyGame) -> bool:
    """True if outside engines can be told a game."""
    return (folder_of(game.id) / "uci.py").exists()


def tell(played: Played) -> UciGame:
    """Tell a game that :func:`speaks`, in which a seat has to decide."""
    told: UciGame = load(played.game.id, "uci").tell(played)
    return told


def moves(game: AnyGame, position: Any, chess960: bool) -> Mapping[str, Action]:
    """List the legal moves of a game that :func:`speaks`, under the texts that engines know them by."""
    listed: Mapping[str, Action] = load(game.id, "uci").moves(position, chess960)
    return listed
