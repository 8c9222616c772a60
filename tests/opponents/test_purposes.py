"""What games say that an action does or prevents: each purpose where it is so, and not where it nearly is."""

import pytest

from engine.core.pieces import Seat
from engine.records.computer_levels import PURPOSES, REASONS
from engine.records.game_record import begin
from engine.registry import find_game
from engine.services.evaluation import SearchResult, judge_of
from opponents.reasons import Reason, teach
from table.requests.purposes import PURPOSES as SENTENCES

PHASES = {"advancing-chess": "play", "pawn": "move", "chess-two": "turn"}


def white_to_act(game_id, board, **options):
    game = find_game(game_id)
    state = {"board": board, "phase": PHASES[game_id], "to_act": ["white"]}
    if game_id == "chess-two":
        state["detail"] = {"castling": "KQ" if board.get("f1") == "wK" and "wR+" in board.values() else "-"}
    position = begin(game, game.read_options(options), state).position
    return game, position, judge_of(game, position.options, Seat.WHITE)


def purposes(game_id, board, text, **options):
    game, position, judge = white_to_act(game_id, board, **options)
    found = judge.purposes(position, game.parse(position, text))
    assert {each.name for each in found} <= set(REASONS)
    return found


def named(game_id, board, text, name, **options):
    """The first purpose of this name, as its piece and squares; ``None``: there is none."""
    found = [each for each in purposes(game_id, board, text, **options) if each.name == name]
    return (found[0].piece, *found[0].squares) if found else None


def with_(board, **more):
    return {square: piece for square, piece in {**board, **more}.items() if piece}


