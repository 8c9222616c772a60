"""Purposes of actions that games name: each where it is so, and not where it nearly is."""

import pytest

from engine.core.pieces import Seat
from engine.records.computer_levels import PURPOSES, REASONS
from engine.records.game_record import begin
from engine.registry import find_game
from engine.services.evaluation import SearchResult, judge_of
from opponents.reasons import Reason, teach
from opponents.search import SURELY
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


KINGS = {"f1": "wK", "f10": "bK", "j9": "bP+"}
CHESS_TWO = [
    ("king-safe", {"f6": "bR"}, "f1e1", "K e1", {"e6": "bR"}),
    ("checks", {"a5": "wR"}, "a5f5", "K f10", {"f8": "bP"}),
    ("promotes", {"c9": "wP"}, "c9c10=Q", "Q c10", None),
    ("promotes-soon", {"c8": "wP"}, "c8c9", "P c9", {"c10": "bN"}),
    ("heals", {"c3": "nL", "d4": "wN"}, "c3+d4", "N d4", None),
    ("escapes", {"d4": "wN", "d9": "bR"}, "d4e6", "N e6", {"e9": "bR"}),
    ("protects", {"d4": "wN", "d9": "bR", "a5": "wR"}, "a5d5", "N d4", {"a5": "wR+", "b4": "bQ"}),
    ("saves-from-death", {"d5": "wR+", "c6": "nD"}, "d5d1", "R d5", {"e5": "wP"}),
    ("threatens", {"a4": "wR", "h8": "bN"}, "a4h4", "N h8", {"h8": "bN+"}),
    ("threatens-shield", {"a4": "wR", "h8": "bN+"}, "a4h4", "N h8", {"h8": "bN"}),
    ("forks", {"d3": "wN", "d7": "bR", "g6": "bB"}, "d3e5", " d7 g6", {"g6": None}),
    ("death-threatens", {"e4": "nD", "g6": "bN+"}, "e4f5", "N g6", {"g7": "bP"}),
    ("breaks-shield", {"d2": "wR", "d8": "bN+"}, "d2xd8@d7", "N d8", {"d8": "bN"}),
    ("gains-shield", {"b1": "wR", "b2": "nL"}, "b1b5", "R b5", {"b1": "wR+"}),
    ("keeps-shield", {"d4": "wN+", "d9": "bR"}, "d4e6", "N e6", {"d9": None}),
    ("castles", {"i1": "wR+"}, "f1h1", "", None),
    ("frees", {"a1": "nL", "b2": "wP+"}, "b2b4", "L a1", {"c3": "nL"}),
    ("opens-way", {"b1": "wR", "b2": "wP+"}, "b2b4", "R b1", {"b1": "wN"}),
    ("develops", {"b1": "wN"}, "b1c3", "N c3", None),
    ("annihilates", {"c3": "nL", "d5": "nD"}, "c3d4", " d4", {"d5": None}),
    ("life-nears", {"c3": "nL", "e5": "wN"}, "c3d4", "N e5", {"e5": "wN+"}),
    ("clears", {"d1": "wR", "d3": "nD", "d9": "bN"}, "d3e4", "R d1", {"d9": None}),
    ("bars", {"d9": "bR", "d2": "wN+", "e4": "nD"}, "e4d5", "R d9", {"d7": "bP"}),
    ("shields-way", {"d1": "wR", "d9": "bN", "c3": "nL"}, "c3d4", "R d1", {"d1": "wR+"}),
    ("other-step-exposes", {"d9": "bR", "d4": "wN", "d5": "nD", "c3": "nL"}, "c3b4", "N d4", {"d5": None}),
    ("keeps-command", {"c5": "nL"}, "c5b4", "L b4", {"b6": "bP", "d6": "bP"}),
    ("has-to-move", {"c3": "nL", "c2": "wN"}, "c3b4", "L b4", {"c9": "bR"}),
    ("in-the-way", {"h6": "bP", "a5": "wR"}, "a5h5", "P h6", {"h6": "wP"}),
    ("guards", {"d4": "wN+", "d9": "bR", "a1": "wR"}, "a1a5", "N d4", {"b5": "wP"}),
    ("has-shield", {"b4": "wP+", "b9": "bR"}, "b4b5", "P b5", {"b4": "wP"}),
]
PIKEMEN = {"h3": "wP", "h6": "bP"}
ADVANCING = [
    ("arrives", {"a7": "wC", "h8": "bC"}, "a7a8", "C a8", {"d8": "bN"}),
    ("stops-breakthrough", {"d2": "bP", "g2": "wV"}, "g2f3", "P d2", {"d2": "bC"}),
    ("holds-back", {"d3": "bP", "g2": "wV"}, "g2f3", "P d3", {"d3": "bP", "e2": "wP"}),
    ("heads-across", {"d5": "wP"}, "d5d6", "P d6", {"h7": "bC"}),
    ("guards", {"e4": "wN", "e8": "bC", "d2": "wP"}, "d2d3", "N e4", {"e6": "bP"}),
    ("aims-at", {"a2": "wC", "h4": "bN"}, "a2a4", "N h4", {"a2": "wQ"}),
    ("in-the-way", {"d5": "bP", "a1": "wV"}, "a1d4", "P d5", {"d5": "bV"}),
    ("opens-way", {"c1": "wV", "d2": "wP"}, "d2d3", "V c1", {"e3": "wP"}),
    ("denies", {"d3": "wP", "e6": "bP"}, "d3d4", " e5", {"e6": None}),
    ("avenged", {"d3": "wP", "e5": "bP", "e3": "wP"}, "d3d4", "", {"e3": None}),
    ("escapes", {"c3": "wN", "b4": "bP"}, "c3d5", "N c3", {"e6": "bP"}),
    ("forks", {"d3": "wP", "c5": "bN", "e5": "bN"}, "d3d4", " c5 e5", {"c5": None}),
]
FAR = {"g7": "bP", "h8": "bP"}
PAWN = [
    ("makes-dual", {"a2": "wP", "b1": "wP"}, "b1b2", "P a2 b2", {"a2": None, "d2": "wP"}),
    ("makes-three", {"a2": "wP", "b2": "wP", "c1": "wP"}, "c1c2", "P a2 b2 c2", {"b2": None}),
    ("makes-squad", {"a2": "wP", "b2": "wP", "a3": "wP", "b1": "wP"}, "b1b3", "P a2 a3 b2 b3", {"a3": None}),
    ("pushes-out", {"c3": "wP", "c4": "wP", "d3": "wP", "d4": "wP", "e4": "bP", "e5": "bP"}, "c3c4d3d4>1", "P f4",
     {"e5": None}),
    ("joins", {"a2": "wP", "a5": "wP"}, "a5a4", "", {"a2": "wP", "a3": "bP"}),
    ("stay-together", {"a2": "wP", "b2": "wP"}, "a2b2>1", "P b2 c2", None),
    ("keeps-away", {"a4": "wP", "c1": "wP", "a7": "bP"}, "a4a3", "", {"g7": None}),
    ("guards", {"a4": "wP", "a5": "bP", "b4": "wP", "c3": "wP"}, "c3c4", "P a4", {"b4": None}),
    ("aims-at", {"a1": "wP", "a2": "wP", "a3": "wP", "h1": "bP"}, "a1a2a3@a1+", "P h1", {"e1": "wP"}),
    ("threatens", {"a1": "wP", "a2": "wP", "a3": "wP", "h1": "bP"}, "a1a2a3@a1+", "P h1", {"h1": None}),
]
CASES = [
    *(("chess-two", KINGS, *each) for each in CHESS_TWO), *(("advancing-chess", PIKEMEN, *each) for each in ADVANCING),
    *(("pawn", FAR, *each) for each in PAWN),
]


@pytest.mark.parametrize(("game_id", "base", "name", "board", "action", "about", "spoilt"), CASES,
                         ids=[f"{case[0]}-{case[2]}" for case in CASES])
def test_a_purpose_is_named_where_it_is_so_and_only_there(game_id, base, name, board, action, about, spoilt):
    assert named(game_id, with_(base, **board), action, name) == (tuple(about.split(" ")) if about else ("",))
    if spoilt is not None:
        assert named(game_id, with_(base, **{**board, **spoilt}), action, name) is None


def test_a_king_in_front_of_its_home_is_not_brought_into_play():
    assert not named("chess-two", with_(KINGS, b1="wR+"), "f1f2", "develops")


def test_where_the_special_move_may_be_left_out_it_does_not_have_to_be_made():
    board = with_(KINGS, c3="nL")
    assert named("chess-two", board, "c3b4", "harmless", special="optional")
    assert not named("chess-two", board, "c3b4", "has-to-move", special="optional")


def test_ending_the_turn_in_pawn_is_for_strikes_that_look_worse():
    _, position, judge = white_to_act("pawn", {"b5": "wP", "b6": "wP", "b8": "bP", "a8": "bP", "g7": "bP"})
    game = judge.game
    striking = game.successor(position, game.parse(position, "b5b7"))
    assert striking.phase == "strike"
    assert [each.name for each in judge.purposes(striking, game.parse(striking, "end"))] == ["no-strike"]


@pytest.mark.parametrize(("gain", "name"), [(-700.0, "least"), (-2 * SURELY, "lost"), (700.0, "gains"), (0.0, "ready")])
def test_where_little_can_be_said_it_says_that_something_is_lost_or_won(gain, name):
    game, position, judge = white_to_act("advancing-chess", PIKEMEN)
    found = SearchResult(((game.parse(position, "h3h4"), judge.score(position) + gain),), (), 1, 1)
    assert teach(judge, position, found).name == name


def test_it_says_what_can_be_taken_next_if_nothing_is_done_about_it():
    game, position, judge = white_to_act("advancing-chess", with_(PIKEMEN, a2="wC", a6="bN", a7="bP"))
    assert not judge.purposes(position, game.parse(position, "h3h4"))
    found = SearchResult(((game.parse(position, "h3h4"), judge.score(position)),), (), 1, 1)
    assert teach(judge, position, found) == Reason("plans", action="a2a6")


def test_a_piece_is_not_protected_by_a_threat_elsewhere():
    board = with_(PIKEMEN, d4="wP", e5="bP", e2="wP", b2="wP")
    assert named("advancing-chess", board, "e2e3", "protects") == ("P", "d4")
    assert named("advancing-chess", board, "b2b3", "protects") is None
    counter = with_(PIKEMEN, d4="wN", e5="bP", a2="wN", c6="bQ", d6="bQ")
    assert named("advancing-chess", counter, "a2b4", "protects") is None, "taken, and a queen is taken for it"


def test_every_purpose_has_a_sentence():
    assert set(SENTENCES) == set(PURPOSES) <= set(REASONS)
