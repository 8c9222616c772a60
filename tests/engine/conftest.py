"""The tests' way to the rules: through the protocol, as any outsider would use them."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.services.protocol import Session

sys.path.append(str(Path(__file__).parents[2] / "tools" / "strength"))  # where Fairy-Stockfish is told the rules

State = dict[str, Any]


class Asking:
    """A session of the protocol with words around it."""

    def __init__(self) -> None:
        self.session = Session()

    def send(self, cmd: str, **fields: Any) -> State:
        """The answer, error or not."""
        answer: State = json.loads(self.session.answer(json.dumps({"cmd": cmd, **fields})))
        return answer

    def ask(self, cmd: str, **fields: Any) -> State:
        """The answer, which must not be an error."""
        answer = self.send(cmd, **fields)
        assert "error" not in answer, answer
        return answer

    def refused(self, cmd: str, **fields: Any) -> tuple[str, str]:
        """Code and message of the error, which must come and must leave the session as it was."""
        before = self.send("state"), self.send("record")
        answer = self.send(cmd, **fields)
        assert set(answer) == {"error"}, answer
        assert set(answer["error"]) == {"code", "message"}
        assert (self.send("state"), self.send("record")) == before, "an error must leave the session as it was"
        return answer["error"]["code"], answer["error"]["message"]


class Rules(Asking):
    """One game at hand."""

    def __init__(self, game: str) -> None:
        super().__init__()
        self.game = game

    def start(self, **options: Any) -> State:
        """The state at the beginning of a game."""
        return self.ask("new", game=self.game, options=options)

    def given(self, board: dict[str, str], phase: str, options: State | None = None, **state: Any) -> State:
        """The state set up: ``board`` names pieces and their squares, ``{"wP": "a2 b3"}``."""
        return self.ask("setup", **self._setup(board, phase, options, state))

    def not_given(self, board: dict[str, str], phase: str, options: State | None = None, **state: Any) -> str:
        """Return the text of the refusal of such a state."""
        code, text = self.refused("setup", **self._setup(board, phase, options, state))
        assert code == "bad-state"
        return text

    def _setup(self, board: dict[str, str], phase: str, options: State | None, state: State) -> State:
        placed = {square: piece for piece, squares in board.items() for square in squares.split()}
        return {"game": self.game, "options": options or {}, "state": {"board": placed, "phase": phase, **state}}

    def play(self, actions: str) -> State:
        """The state after these actions, separated by blanks, each legal."""
        state: State = {}
        for action in actions.split():
            state = self.ask("apply", action=action)
        return state

    def refuses(self, action: str) -> str:
        """The code of the error that this action earns."""
        return self.refused("apply", action=action)[0]


@pytest.fixture
def asking() -> Asking:
    """A session before its first request."""
    return Asking()


@pytest.fixture
def rules_of() -> Callable[[str], Rules]:
    """Makes a session about one game."""
    return Rules


@pytest.fixture
def pawn_advance() -> Rules:
    """A session about Pawn Advance Chess."""
    return Rules("pawn-advance")
