"""Positions to try hands on, game by game."""

from play_table import PlayTable

FACING = {"board": {"d4": "wP", "a2": "wP", "e5": "bP", "c5": "bP", "h7": "bP"}, "phase": "battle", "to_act": ["white"]}
"""White d4 can step to d5 and take c5 or e5."""


def position(game_id, board, phase, detail=None, **options):
    """White to act on a board whose pieces stand already."""
    table = PlayTable()
    state = {"board": board, "phase": phase, "to_act": ["white"], **({"detail": detail} if detail else {})}
    table.continue_with((), state, game_id, **options)
    return table


def asked(table):
    """The actions the board asks about."""
    (prompt,) = table.scene().prompts
    return {choice.value for choice in prompt.choices} - {"back"}


def patterns(*own, enemy=("h8", "a1"), **options):
    """Pawn: white pawns, black pawns."""
    return position("pawn", {**dict.fromkeys(own, "wP"), **dict.fromkeys(enemy, "bP")}, "move", **options)


def shields(board, castling="-", **options):
    """Chess Two: kings on e1 and e10, a black rook on j9 that can always move."""
    kings = {} if "wK" in board.values() else {"e1": "wK"}
    return position("chess-two", {**kings, "e10": "bK", "j9": "bR", **board}, "turn", {"castling": castling}, **options)


def revenge(roll, *enemies, **options):
    board = {"e1": "wK", "d1": "wQ", "b2": "wP", "d2": "wP", "e8": "bK", "d8": "bQ", "h8": "bP"}
    board |= dict.fromkeys(enemies, "bP")
    return position("pawns-revenge", board, "move", {"active": "white", "roll": roll}, **options)
