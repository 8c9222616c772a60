"""Fairy-Stockfish, told the rules of Advancing Chess: a player for ``script/ladder``, and a yardstick for the rules.

Its pieces are told in Betza's notation. ``flagMove`` with ``flagPieceSafe`` is R4 of the rules: whoever arrives on the
last rank has won, but if that piece can be captured there, the other side moves first. In one case it differs: whoever
lets such a piece stand and arrives safely with that very move has won by our rules, and lost by its own.
"""

import os
import subprocess
import tempfile
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Final

from engine.core.pieces import Seat
from engine.core.squares import Square
from engine.game import EVERYTHING
from engine.games.advancing_chess.game import AdvancingChess
from engine.games.advancing_chess.position import Position

GAME: Final = AdvancingChess()
VARIANTS: Final = {True: "advancing-double-step", False: "advancing-single-step"}
"""By the option ``double_step``."""
CONFIG: Final = """
[advancing-double-step]
customPiece1 = p:mfWcFimfnD
customPiece2 = c:mfRcRmfFcF
customPiece3 = v:mfBcBmfWcW
customPiece4 = h:mfhNcNmfKcK
customPiece5 = n:fhN
customPiece6 = q:fQ
doubleStepRegionWhite = *3
doubleStepRegionBlack = *6
castling = false
checking = false
stalemateValue = loss
nMoveRule = 0
nFoldRule = 0
flagRegionWhite = *8
flagRegionBlack = *1
flagPieceSafe = true
flagMove = true
startFen = cchnnhcc/nqvvvvqn/pppppppp/8/8/PPPPPPPP/NQVVVVQN/CCHNNHCC w - - 0 1

[advancing-single-step:advancing-double-step]
customPiece1 = p:mfWcF
"""
COMMAND: Final = os.environ.get("FAIRY_STOCKFISH", "fairy-stockfish")


def fen(position: Position, to_move: Seat | str = "") -> str:
    """A position as it reads them. ``to_move``: whose turn it is, if somebody else's."""
    view = GAME.view(position, EVERYTHING)
    ranks = []
    for rank in range(7, -1, -1):
        pieces = [view.pieces.get(Square(file * 8 + rank)) for file in range(8)]
        letters = [" " if p is None else p.kind if p.owner is Seat.WHITE else p.kind.lower() for p in pieces]
        ranks.append("".join(
            str(len(list(run))) if letter == " " else "".join(run) for letter, run in groupby(letters)
        ))
    return f"{'/'.join(ranks)} {'b' if (to_move or GAME.to_act(position)[0]) == 'black' else 'w'} - - 0 1"


class FairyStockfish:
    """The program, asked over its protocol (UCI). It thinks on one core, and judges as it does without a network."""

    def __init__(self, command: str) -> None:
        """:raises FileNotFoundError: it is not there: name it in the environment, as ``FAIRY_STOCKFISH``."""
        self._process = subprocess.Popen([command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._ask("uci", "uciok")
        with tempfile.TemporaryDirectory() as folder:
            variants = Path(folder, "variants.ini")
            variants.write_text(CONFIG)
            self._set("VariantPath", str(variants))
            self._ask("isready", "readyok")
        self._set("Use NNUE", "false")

    def decide(self, position: Position, thinks_ms: int) -> str:
        """Return its action in a position after thinking for so long."""
        self._set("UCI_Variant", VARIANTS[position.options.double_step])
        self._say(f"position fen {fen(position)}")
        return self._ask(f"go movetime {thinks_ms}", "bestmove").split()[1]

    def close(self) -> None:
        """End it."""
        self._say("quit")
        self._process.communicate()

    def _set(self, name: str, value: str) -> None:
        self._say(f"setoption name {name} value {value}")

    def _ask(self, line: str, answer: str) -> str:
        """The line that begins with what is to be answered."""
        self._say(line)
        assert self._process.stdout is not None
        return next(each for each in self._process.stdout if each.startswith(answer))

    def _say(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()


@cache
def running() -> FairyStockfish:
    """The one that plays all games of a process."""
    return FairyStockfish(COMMAND)
