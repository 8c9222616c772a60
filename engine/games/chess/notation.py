"""Chess written down as everywhere: moves as in ``Nf3``, ``O-O``, ``e8=Q#`` (SAN), positions as FEN."""

import re
from collections.abc import Mapping
from typing import Any, Final

from engine.core.actions import Action
from engine.core.errors import BadState, IllegalAction
from engine.core.json_fields import quoted
from engine.core.messages import message
from engine.core.pieces import SEAT_LETTERS, TWO_SEATS
from engine.core.squares import Square
from engine.games.chess.endings import followed
from engine.games.chess.geometry import BOARD
from engine.games.chess.moves import list_moves
from engine.games.chess.position import KINDS, Castling, Move, Position, pieces_of
from engine.games.chess.rights import letters_of

_SAN: Final = re.compile(r"([KQRBN]?)([a-h]?)([1-8]?)([x-]?)([a-h][1-8])(?:[=/(]?([QRBNqrbn])\)?)?")
_BESIDE: Final = re.compile(r"(?:[+#!?]|e\.?p\.?)*$")
"""Signs of check, praise, and of a capture in passing: they say nothing about which move it is."""
_CASTLING: Final = {"O-O": "O-O", "0-0": "O-O", "O-O-O": "O-O-O", "0-0-0": "O-O-O"}
_DIGITS: Final = "12345678"


# --- moves -------------------------------------------------------------------------------------------------------


def write_action(position: Position, action: Action) -> str:
    """Write a legal action as people do: SAN for a move; empty for a claim or a draw of the start."""
    if not isinstance(action, Move | Castling):
        return ""
    after = followed(position, action)
    mate = after.outcome is not None and after.outcome.reason == "checkmate"
    sign = "#" if mate else "+" if after.checkers else ""
    return (action.text if isinstance(action, Castling) else _written(position, action)) + sign


def read_action(position: Position, text: str) -> Action:
    """Find the legal move that somebody wrote as SAN. Signs of check and comments such as ``!?`` count for nothing.

    :raises IllegalAction: it is no move, none that is legal here, or several moves are meant by it.
    """
    bare = _BESIDE.sub("", text)
    found = _SAN.fullmatch(bare)
    meant = [
        move for move in list_moves(position)
        if (_CASTLING.get(bare) == move.text if isinstance(move, Castling) else found and _means(position, move, found))
    ]
    if len(meant) != 1:
        raise IllegalAction(
            message("{text} may mean several moves here", text=quoted(text)) if meant
            else message("{text} is not a legal move here", text=quoted(text))
        )
    return meant[0]


def _written(position: Position, move: Move) -> str:
    kind, target = _kind_at(position, move.origin), BOARD.name(move.target)
    captures = _captures(position, move)
    promoted = f"={move.promotion}" if move.promotion else ""
    if kind == "P":
        return (f"{BOARD.name(move.origin)[0]}x" if captures else "") + target + promoted
    return kind + _distinction(position, move, kind) + ("x" if captures else "") + target


def _distinction(position: Position, move: Move, kind: str) -> str:
    """Tell the piece from others of its kind that could go there: by file, rank, or both."""
    others = [
        each.origin for each in list_moves(position) if isinstance(each, Move) and each.target == move.target
        and each.origin != move.origin and _kind_at(position, each.origin) == kind
    ]
    if not others:
        return ""
    name = BOARD.name(move.origin)
    if all(BOARD.file(other) != BOARD.file(move.origin) for other in others):
        return name[0]
    return name[1] if all(BOARD.rank(other) != BOARD.rank(move.origin) for other in others) else name


def _means(position: Position, move: Move, found: re.Match[str]) -> bool:
    kind, file, rank, _, target, promotion = found.groups(default="")
    origin = BOARD.name(move.origin)
    return (
        target == BOARD.name(move.target) and promotion.upper() == move.promotion
        and file in ("", origin[0]) and rank in ("", origin[1])
        and (kind or "P") == _kind_at(position, move.origin)
    )


def _kind_at(position: Position, square: Square) -> str:
    return next(kind for kind, squares in zip(KINDS, position.placement, strict=False) if squares >> square & 1)


def _captures(position: Position, move: Move) -> bool:
    placement = position.placement
    pawn_aslant = placement.pawns >> move.origin & 1 and BOARD.file(move.origin) != BOARD.file(move.target)
    return bool(pawn_aslant or (placement.white | placement.black) >> move.target & 1)


# --- positions ---------------------------------------------------------------------------------------------------


def write_position(position: Position) -> str:
    """Write a position as FEN (X-FEN for Chess960)."""
    placement = position.placement
    passing = "".join(BOARD.sorted_names(placement.en_passant)) or "-"
    side = "wb"[placement.side]
    return f"{_board(position)} {side} {letters_of(placement)} {passing} {position.quiet} {position.number}"


def read_position(text: str) -> dict[str, Any]:
    """Read a FEN: return the state (docs/protocol.md) for ``setup``. The last two fields may be left out.

    :raises BadState: it is none; the message says where.
    """
    fields = text.split()
    if not 4 <= len(fields) <= 6:
        raise BadState(message("a FEN has six fields (the last two may be left out), not {given}", given=len(fields)))
    board, side, castling, passing, quiet, number = (*fields, *("0", "1")[len(fields) - 4:])
    if side not in ("w", "b"):
        raise BadState(message("FEN: whose turn it is must be w or b, not {given}", given=quoted(side)))
    return {
        "board": _read_board(board), "phase": "play", "to_act": [str(TWO_SEATS["wb".index(side)])],
        "detail": {
            "castling": castling, "en_passant": None if passing == "-" else passing,
            "quiet": _read_number(quiet), "number": max(1, _read_number(number)),
        },
    }


def _board(position: Position) -> str:
    placed = {
        square: piece.kind if piece.owner is TWO_SEATS[0] else piece.kind.lower()
        for square, piece in pieces_of(position.placement)
    }
    ranks = ("".join(placed.get(BOARD.square(file, rank), "1") for file in range(8)) for rank in reversed(range(8)))
    return re.sub("1+", lambda gap: str(len(gap[0])), "/".join(ranks))


def _read_board(text: str) -> Mapping[str, str]:
    ranks = text.split("/")
    if len(ranks) != 8:
        raise BadState(message("FEN: the board has eight ranks, not {given}", given=len(ranks)))
    placed = {}
    for rank, written in zip(range(7, -1, -1), ranks, strict=True):
        row = "".join(" " * int(each) if each in _DIGITS else each for each in written)
        if len(row) != 8 or not set(row) <= {*KINDS, *KINDS.lower(), " "}:
            raise BadState(message("FEN: {rank} is no rank of eight squares", rank=quoted(written)))
        for file, letter in enumerate(row):
            if letter != " ":
                seat = TWO_SEATS[letter.islower()]
                placed[BOARD.name(BOARD.square(file, rank))] = SEAT_LETTERS[seat] + letter.upper()
    return placed


def _read_number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 4:
        raise BadState(message("FEN: {given} is no number of moves", given=quoted(text)))
    return int(text)
