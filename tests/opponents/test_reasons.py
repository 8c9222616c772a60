"""The reasons for the best action: it wins, takes, saves, or stands better. Each reason must be true."""

import json
import random

import pytest

from engine.core.pieces import Seat
from engine.game import EVERYTHING
from engine.records.computer_levels import REASONS
from engine.records.game_record import begin
from engine.registry import find_game
from engine.services.evaluation import Judge, SearchResult, judge_of
from opponents.conversation import answer
from opponents.reasons import Reason, reason_of, teach
from opponents.search import SURELY, WIN


def asked_in(game_id, state, level=4):
    request = {"game": game_id, "setup": state, "actions": [], "seat": "white", "level": level, "seed": 1, "entry": 1}
    said = json.loads(answer(json.dumps(request)))
    return said["action"], said["reason"]


def battle(**board):
    return {"board": board, "phase": "battle", "to_act": ["white"]}


def test_it_wins():
    state = battle(a7="wP", c2="wP", h7="bP", h5="bP")
    _, reason = asked_in("pawn-advance", state)
    assert reason == {"name": "wins", "piece": "", "squares": [], "action": ""}


def test_it_takes():
    game = find_game("pawn-advance")
    state = battle(d4="wP", a2="wP", e5="bP", h7="bP", g7="bP")
    position = begin(game, game.read_options({}), state).position
    judge = judge_of(game, position.options, Seat.WHITE)
    takes = SearchResult(((game.parse(position, "d4e5"), 5.0),), (), 1, 1)
    assert reason_of(judge, position, takes) == Reason("takes", "P")
    goes = SearchResult(((game.parse(position, "a2a3"), 5.0),), (), 1, 1)
    assert reason_of(judge, position, goes) == Reason("best")


def test_it_takes_later_in_the_same_turn_what_could_not_be_taken_before_or_only_in_the_next():
    game = find_game("chess-two")
    board = {"e1": "wK", "f10": "bK", "c2": "wR", "c9": "bQ", "c4": "nD", "a10": "bP"}
    state = {"board": board, "phase": "turn", "to_act": ["white"], "detail": {"castling": "-"}}
    position = begin(game, game.read_options({}), state).position
    judge = judge_of(game, position.options, Seat.WHITE)

    def reason(*texts):
        line, after = [], position
        for text in texts:
            line.append(game.parse(after, text))
            after = game.successor(after, line[-1])
        return reason_of(judge, position, SearchResult(((line[0], 5.0),), tuple(line), 1, 1))

    assert reason("c4b3", "c2xc9@c9") == Reason("takes-next", "Q")
    assert reason("c4b3", "c2xc9@c8").name != "takes-next"
    assert reason("c2c3", "c4b3", "a10a9", "b3c4", "c3xc9@c8").name != "takes-next"


def test_every_reason_is_so(game, ask, random_game, full):
    """A piece said to be taken is gone afterwards; an action said to win has won."""
    chance = random.Random(game.id)
    for played in random_game(game, {}, chance, 60)[:: 1 if full else 12]:
        seat = chance.choice(game.to_act(played.position))
        said = json.loads(answer(json.dumps(ask(played, seat, 3))))
        reason, position = said["reason"], played.position
        assert reason["name"] in REASONS
        if reason["name"] not in ("takes", "wins"):
            continue
        after = game.successor(position, game.parse(position, said["action"]))
        if reason["name"] == "wins":
            assert seat in game.outcome(after).winners
        else:
            assert others(game, after, seat, reason["piece"]) < others(game, position, seat, reason["piece"])


def others(game, position, seat, kind):
    pieces = game.view(position, EVERYTHING).pieces.values()
    return sum(piece.kind == kind and piece.owner not in (seat, None) for piece in pieces)


def taught(action, board, **more):
    """The reason for White's action in a position of chess."""
    game = find_game("chess")
    state = {"board": board, "phase": "play", "to_act": ["white"], "detail": {"castling": "-"}}
    position = begin(game, game.read_options({}), state).position
    chosen = game.parse(position, action)
    judge = judge_of(game, position.options, Seat.WHITE)
    return teach(judge, position, SearchResult(((chosen, 5.0),), (chosen,), 1, 1))


@pytest.mark.parametrize(("action", "board", "reason"), [
    ("e5f3", {"e1": "wK", "e5": "wN", "e8": "bK", "d6": "bP"}, Reason("escapes", "N", ("e5",))),
    ("d2d4", {"g1": "wK", "e5": "wN", "d2": "wP", "h8": "bK", "e8": "bR"}, Reason("protects", "N", ("e5",))),
    ("a1c1", {"g1": "wK", "a1": "wR", "h8": "bK", "c5": "bN", "b7": "bP", "h7": "bP"},
     Reason("threatens", "N", ("c5",))),
    ("h2h3", {"b1": "wK", "a1": "wR", "h2": "wP", "h8": "bK", "g7": "bP", "h7": "bP"}, None),
    ("b1b7", {"g1": "wK", "a6": "wR", "b1": "wR", "h8": "bK", "h7": "bP"}, Reason("threatens-win")),
])
def test_it_says_what_an_action_averts_or_threatens(action, board, reason):
    said = taught(action, board)
    assert said == reason if reason else said.name not in ("escapes", "protects", "threatens", "threatens-win")


@pytest.mark.parametrize(("action", "board"), [
    ("e5c4", {"e1": "wK", "e5": "wN", "e8": "bK", "d6": "bP", "d5": "bP"}),
    ("a1c1", {"g1": "wK", "a1": "wR", "h8": "bK", "c5": "bN", "b6": "bP"}),
    ("a1a8", {"g1": "wK", "a1": "wR", "e5": "wN", "h8": "bK", "e7": "bR", "h7": "bP"}),  # a check averts nothing
])
def test_what_can_be_taken_all_the_same_or_a_moment_later_is_not_safe_nor_what_is_protected_threatened(action, board):
    assert taught(action, board).name not in ("escapes", "protects", "threatens")


def test_in_chess_two_it_says_that_a_shield_breaks():
    game = find_game("chess-two")
    board = {"e1": "wK", "f10": "bK", "e5": "wR", "e9": "bN+", "a10": "bP"}
    state = {"board": board, "phase": "turn", "to_act": ["white"], "detail": {"castling": "-"}}
    position = begin(game, game.read_options({}), state).position
    judge = judge_of(game, position.options, Seat.WHITE)
    breaks = next(each for each in game.actions(position) if each.text.startswith("e5xe9"))
    assert reason_of(judge, position, SearchResult(((breaks, 5.0),), (breaks,), 1, 1)) == Reason("breaks")


def test_where_nothing_can_be_said_it_names_what_is_expected():
    game = find_game("chess-two")
    position = begin(game, game.read_options({})).position
    judge, said = Judge(game, position.options, Seat.WHITE), set()
    for action in game.actions(position):
        reason = teach(judge, position, SearchResult(((action, 5.0),), (action,), 1, 1))
        said.add(reason.name)
        if reason.name in ("ready", "goes-on"):
            game.parse(game.successor(position, action), reason.action)
    assert "best" not in said and said & {"ready", "goes-on"}


def found(position, game, *scores):
    actions = game.actions(position)
    return SearchResult(tuple(zip(actions, scores, strict=False)), (), 1, 1)


def test_it_saves_where_all_else_loses_for_sure_and_leads_to_a_win_where_that_is_sure():
    game = find_game("pawn")
    position = begin(game, game.read_options({})).position
    judge = judge_of(game, position.options, game.to_act(position)[0])
    assert reason_of(judge, position, found(position, game, 5.0, -WIN + 3, -WIN + 5)) == Reason("saves")
    assert reason_of(judge, position, found(position, game, 5.0, -WIN + 3, -SURELY + 1)) != Reason("saves")
    assert reason_of(judge, position, found(position, game, WIN - 3, 4.0)) == Reason("wins-soon")


def test_a_game_that_says_nothing_of_parts_has_reasons_too():
    game = find_game("pawn")
    position = begin(game, game.read_options({})).position
    judge = Judge(game, position.options, game.to_act(position)[0])
    assert reason_of(judge, position, found(position, game, 5.0, 4.0)) == Reason("best")
