"""Notation: how people write the actions and positions of a game down, where a game knows a way.

A game keeps it in ``notation.py`` of its folder, as functions of the names in :class:`Notation`; one without has none.
"""

from collections.abc import Mapping
from typing import Any, Protocol

from engine.core.actions import Action
from engine.game import AnyGame, Played
from engine.registry import folder_of, load


class Notation(Protocol):
    """The functions of a game's ``notation.py``."""

    def write_action(self, position: Any, action: Action) -> str:
        """Write a legal action of this position. Everybody reads it: empty for what is not written, or is secret."""

    def read_action(self, position: Any, text: str) -> Action:
        """Find the legal action that somebody wrote.

        :raises engine.core.errors.IllegalAction: it is no action, none that is legal here, or several are meant by it.
        """

    def write_position(self, position: Any) -> str:
        """Write a position in one line."""

    def read_position(self, text: str) -> dict[str, Any]:
        """Read a line: return the state (docs/protocol.md) for :meth:`engine.game.Game.setup`.

        :raises engine.core.errors.BadState: it describes none; the message says where.
        """


class PgnStarts(Protocol):
    """The functions of a game's ``pgn.py``: with it, and with a notation, its games are written and read as PGN."""

    def write_start(self, played: Played) -> Mapping[str, str] | None:
        """Write the tags of a game's start; ``None``: it has none yet."""

    def read_start(self, variant: str, fen: str) -> tuple[Mapping[str, Any], Mapping[str, Any] | None] | None:
        """Read the tags ``Variant`` and ``FEN``, empty where they are missing: return options, and the state of a
        position set up. ``None``: it is another game.

        :raises engine.core.errors.EngineError: they name no start.
        """


def notation_of(game_id: str) -> Notation | None:
    """Return the notation of a game; ``None``: it has none."""
    found: Notation | None = _own(game_id, "notation")
    return found


def pgn_starts_of(game_id: str) -> PgnStarts | None:
    """Return what tells how games of this kind start in PGN; ``None``: they are not written as PGN."""
    found: PgnStarts | None = _own(game_id, "pgn")
    return found


def _own(game_id: str, module: str) -> Any:
    return load(game_id, module) if (folder_of(game_id) / f"{module}.py").exists() else None


def short_name(game: AnyGame, position: Any, action: Action) -> str:
    """Write a legal action as people do; empty where the game does not say how."""
    notation = notation_of(game.id)
    return "" if notation is None else notation.write_action(position, action)
