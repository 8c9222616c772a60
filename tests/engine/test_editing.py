"""An editor of positions offers exactly what the rules take, in every game and with all its options."""

import json

import pytest

from engine.core.errors import BadState
from engine.core.pieces import Piece, Seat, parse_piece
from engine.game import EVERYTHING
from engine.position_editor import ControlKind
from engine.registry import find_game, game_ids
from engine.services.testing import trials_of

GAMES = [find_game(game_id) for game_id in game_ids()]


def first_with_pieces(game, options):
    position = game.start(options)
    while not game.occupied(position):
        position = game.successor(position, game.edges(position)[0])
    return position


def state_of(game, position):
    board, view = game.board(position.options), game.view(position, EVERYTHING)
    pieces = {board.name(square): str(piece) for square, piece in view.pieces.items()}
    return json.loads(json.dumps({"board": pieces, "phase": view.phase, "to_act": view.to_act, "detail": view.detail}))


def some_value(control, own, seats):
    """A value that the control could be set to."""
    values, square = [value for value, _ in control.choices], "d5" if control.empty else own
    return {
        ControlKind.NUMBER: max(control.low, control.usual),
        ControlKind.NUMBERS: {seat: max(control.low, control.usual) for seat in seats},
        ControlKind.WORDS: values, ControlKind.LETTERS: "".join(values), ControlKind.SEATS: list(seats),
        ControlKind.SQUARES: [square], ControlKind.SQUARE: square, ControlKind.STRENGTHS: {square: "9/9"},
    }[control.kind]


@pytest.fixture(params=GAMES, ids=lambda game: game.id)
def game(request):
    return request.param


def test_every_stage_makes_a_position_with_whatever_its_controls_say(game):
    """Of squares, a control names one that the seat to act owns, or an empty one."""
    for given in trials_of(game.id).variants:
        options = game.read_options(given)
        usual = state_of(game, first_with_pieces(game, options))
        for stage in game.stages(options):
            for seat in stage.seats or (None,):
                owner, pieces = seat or Seat.WHITE, usual["board"].items()
                own = next(at for at, piece in pieces if parse_piece(piece).owner is owner)
                detail = {each.name: some_value(each, own, game.seats_of(options)) for each in stage.controls}
                state = {"board": usual["board"], "phase": stage.phase, "detail": detail}
                position = game.setup(options, state if seat is None else state | {"to_act": [seat]})
                fields = game.view(position, EVERYTHING).detail.keys()
                assert detail.keys() <= fields, "a control is a field of the detail"
                if stage == game.stages(options)[0]:  # after others the rules may go on at once, or end the game
                    assert game.outcome(position) is None and game.turn_of(position) == seat


def test_every_piece_on_offer_can_stand_somewhere_and_no_other(game):
    """Beside the pieces of the start, with which there is a game."""
    options = game.read_options({})
    usual, board = state_of(game, first_with_pieces(game, options)), game.board(options)
    phase = game.stages(options)[0].phase

    def stands(piece):
        for name in board.names:
            try:
                game.setup(options, {"board": {**usual["board"], name: str(piece)}, "phase": phase})
            except BadState:
                continue
            return True
        return False

    material = game.material(options)
    assert len(set(material)) == len(material) and all(map(stands, material))
    kinds, owners = {*game.piece_names, "X"}, (*game.seats, None)
    others = {Piece(owner, kind, shielded) for owner in owners for kind in kinds for shielded in (False, True)}
    assert [str(piece) for piece in others - set(material) if stands(piece)] == []


def test_what_cannot_stand_somewhere_is_refused_with_the_name_of_the_square():
    chess = find_game("chess-two")
    kings = {"f1": "wK", "f10": "bK"}
    for square, piece, said in (
        ("b1", "nL", "Life stands on light squares, and b1 is dark"),
        ("a1", "nD", "Death stands on dark squares, and a1 is light"),
        ("c10", "wP", "a pawn on c10 would have been promoted"),
        ("e1", "wQ+", "kings and queens have no Shield, nor has the one on e1"),
        ("e1", "wX", "no such piece can stand on e1 in this game"),
    ):
        with pytest.raises(BadState, match=said):
            chess.setup(chess.read_options({}), {"board": {**kings, square: piece}, "phase": "turn"})
    with pytest.raises(BadState, match="black must have exactly one king"):
        chess.setup(chess.read_options({}), {"board": {"f1": "wK"}, "phase": "turn"})
    advance = find_game("pawn-advance")
    with pytest.raises(BadState, match="no pawn of white stands on a8"):
        advance.setup(advance.read_options({}), {"board": {"a1": "wP", "a8": "bP"}, "phase": "battle",
                                                 "to_act": ["white"], "detail": {"moved": ["a8"]}})
