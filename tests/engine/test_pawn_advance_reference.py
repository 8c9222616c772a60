"""Pawn Advance Chess a second time, slowly, straight from the words of its rules page, and compared.

The reference knows nothing of the engine: a board is a dict of squares ``(file, rank)`` and seats.
"""

import random
from dataclasses import dataclass, field, replace

import pytest

from engine.game import EVERYTHING
from engine.registry import find_game
from engine.services.perft import perft

FILES = "abcdefgh"
UP = {"white": 1, "black": -1}
BASE = {"white": 1, "black": 8}
OTHER = {"white": "black", "black": "white"}


def name(square):
    return FILES[square[0] - 1] + str(square[1])


@dataclass(frozen=True)
class Slow:
    """A position of the reference."""

    options: dict
    board: dict
    phase: str = "battle"
    seat: str = "white"
    moved: frozenset = frozenset()
    moves_left: int = 4
    round: int = 1
    captures: dict = field(default_factory=lambda: {"white": 0, "black": 0})
    to_place: dict = field(default_factory=lambda: {"white": 0, "black": 0})
    anything_happened: bool = False
    result: tuple | None = None


def start(options):
    board = {(file, BASE[seat]): seat for seat in UP for file in range(1, 9)}
    return Slow(options, board, moves_left=options["opening_moves"])


def round_opener(slow):
    return "black" if slow.options["first"] == "alternate" and slow.round % 2 == 0 else "white"


def moves(slow, seat):
    """Every move of every pawn that has not moved in this turn: (action, from, to)."""
    found = []
    for (file, rank), owner in slow.board.items():
        if owner != seat or (file, rank) in slow.moved:
            continue
        one, two = (file, rank + UP[seat]), (file, rank + 2 * UP[seat])
        if one not in slow.board:
            found.append(((file, rank), one))
            if rank == BASE[seat] and two not in slow.board:
                found.append(((file, rank), two))
        for sideways in (file - 1, file + 1):
            if slow.board.get((sideways, rank + UP[seat])) == OTHER[seat]:
                found.append(((file, rank), (sideways, rank + UP[seat])))
    return {name(origin) + name(target): (origin, target) for origin, target in found}


def actions(slow):
    if slow.phase == "over":
        return []
    if slow.phase == "battle":
        return sorted(moves(slow, slow.seat))
    base_row = [(file, BASE[slow.seat]) for file in range(1, 9)]
    return sorted("+" + name(square) for square in base_row if square not in slow.board)


def actor(slow):
    if slow.phase == "over":
        return []
    return ["chance"] if slow.phase == "reinforce" and slow.options["placement"] == "random" else [slow.seat]


def marches(board, square):
    """True if the pawn on this square marches, judged by the position before the march."""
    seat, (file, rank) = board[square], square
    ahead, beyond = (file, rank + UP[seat]), (file, rank + 2 * UP[seat])
    if board.get(ahead) == OTHER[seat]:
        return False
    if board.get(ahead) == seat:
        return marches(board, ahead)
    return board.get(beyond) != OTHER[seat]


def march(slow):
    going = {square for square in slow.board if marches(slow.board, square)}
    board = {square: seat for square, seat in slow.board.items() if square not in going}
    for file, rank in going:
        seat = slow.board[file, rank]
        assert (file, rank + UP[seat]) not in board, "the march never captures"
        board[file, rank + UP[seat]] = seat
    return replace(slow, board=board, anything_happened=slow.anything_happened or bool(going))


def end(slow, winners, reason):
    return replace(slow, phase="over", moved=frozenset(), moves_left=0, result=(winners, reason))


def end_on_the_board(slow):
    arrived = [seat for seat in UP if any(owner == seat and square[1] == BASE[OTHER[seat]]
                                          for square, owner in slow.board.items())]
    if arrived:
        return end(slow, arrived if len(arrived) == 1 else [], "touchdown")
    for seat in UP:
        if seat not in slow.board.values():
            return end(slow, [OTHER[seat]], "extinction")
    return None


def end_by_captures(slow, reason):
    best = max(slow.captures.values())
    leaders = [seat for seat, count in slow.captures.items() if count == best]
    return end(slow, leaders if len(leaders) == 1 else [], reason)


def pawns_due(slow, seat):
    own = list(slow.board.values()).count(seat)
    empty = sum((file, BASE[seat]) not in slow.board for file in range(1, 9))
    limits = [slow.options["spawn"], empty]
    if slow.options["supply"]:
        limits.append(slow.options["supply"] - own)
    return max(0, min(limits))


def go_on(slow):
    """Everything that follows by itself."""
    if slow.phase == "battle" and (slow.moves_left == 0 or not moves(slow, slow.seat)):
        if slow.seat == round_opener(slow):
            return go_on(replace(slow, seat=OTHER[slow.seat], moved=frozenset(), moves_left=4))
        return after_march(march(replace(slow, moved=frozenset(), moves_left=0)))
    if slow.phase == "reinforce" and not slow.to_place[slow.seat]:
        if slow.seat == round_opener(slow):
            return go_on(replace(slow, seat=OTHER[slow.seat]))
        slow = replace(slow, phase="battle", round=slow.round + 1, moves_left=4, anything_happened=False)
        return go_on(replace(slow, seat=round_opener(slow)))
    return slow


def after_march(slow):
    if end_on_the_board(slow):
        return end_on_the_board(slow)
    if slow.options["rounds"] == slow.round:
        return end_by_captures(slow, "captures")
    to_place = {seat: pawns_due(slow, seat) for seat in UP}
    if not slow.anything_happened and not any(to_place.values()):
        return end_by_captures(slow, "standstill")
    return go_on(replace(slow, phase="reinforce", to_place=to_place, seat=round_opener(slow)))


def play(slow, action):
    if action.startswith("+"):
        square = (FILES.index(action[1]) + 1, int(action[2]))
        left = {**slow.to_place, slow.seat: slow.to_place[slow.seat] - 1}
        board = {**slow.board, square: slow.seat}
        return go_on(replace(slow, board=board, to_place=left, anything_happened=True))
    origin, target = moves(slow, slow.seat)[action]
    board = {square: seat for square, seat in slow.board.items() if square != origin}
    captures = {**slow.captures, slow.seat: slow.captures[slow.seat] + (target in board)}
    slow = replace(
        slow, board={**board, target: slow.seat}, captures=captures, moved=slow.moved | {target},
        moves_left=slow.moves_left - 1, anything_happened=True,
    )
    return end_on_the_board(slow) or go_on(slow)


def slow_perft(slow, depth):
    return 1 if depth == 0 else sum(slow_perft(play(slow, action), depth - 1) for action in actions(slow))


# --- compared ----------------------------------------------------------------------------------------------------

GAME = find_game("pawn-advance")
DEFAULTS = GAME.read_options({}).as_data()
SPREAD = [
    {}, {"placement": "choice"}, {"first": "alternate", "spawn": 1, "placement": "choice"}, {"supply": 5, "rounds": 0},
    {"spawn": 4, "supply": 8, "first": "alternate"}, {"rounds": 2, "spawn": 3}, {"rounds": 0, "supply": 1},
    {"opening_moves": 1}, {"opening_moves": 2, "first": "alternate"},
]


def as_data(slow):
    return {
        "board": {name(square): "wP" if seat == "white" else "bP" for square, seat in slow.board.items()},
        "phase": slow.phase, "to_act": actor(slow), "legal": actions(slow),
        "result": slow.result, "round": slow.round, "moved": [name(square) for square in sorted(slow.moved)],
        "moves_left": slow.moves_left, "captures": slow.captures, "to_place": slow.to_place,
    }


def fast_as_data(position):
    view, outcome = GAME.view(position, EVERYTHING), GAME.outcome(position)
    return {
        "board": {GAME.boards[0].name(square): str(piece) for square, piece in view.pieces.items()},
        "phase": view.phase, "to_act": list(view.to_act), "legal": [each.text for each in GAME.actions(position)],
        "result": outcome and (list(outcome.winners), outcome.reason), **view.detail,
    }


@pytest.mark.parametrize("given", SPREAD, ids=str)
def test_random_games_agree_at_every_step(given, full):
    options = {**DEFAULTS, **given}
    for seed in range(200 if full else 8):
        chance, played = random.Random(seed), []
        slow, fast = start(options), GAME.start(GAME.read_options(options))
        while slow.phase != "over" and len(played) < 600:
            assert fast_as_data(fast) == as_data(slow), f"{options}, seed {seed}: {' '.join(played)}"
            played.append(chance.choice(actions(slow)))
            slow, (fast, _) = play(slow, played[-1]), GAME.apply(fast, GAME.parse(fast, played[-1]))
        assert fast_as_data(fast) == as_data(slow), f"{options}, seed {seed}: {' '.join(played)}"
        assert slow.phase == "over" or options["rounds"] == 0


def test_random_boards_agree_on_what_follows(full):
    """Boards that no game leads to so soon: crowded, back to back, blocked."""
    for seed in range(20000 if full else 600):
        chance = random.Random(seed)
        density = chance.choice([0.1, 0.3, 0.6, 0.9])
        board = {
            (file, rank): seat for file in range(1, 9) for rank in range(1, 9) if chance.random() < density
            for seat in chance.sample(list(UP), 1) if rank != BASE[OTHER[seat]]
        }
        if set(board.values()) != set(UP):
            continue
        options = {**DEFAULTS, **chance.choice(SPREAD)}
        slow = Slow(options, board, seat=chance.choice(list(UP)), round=chance.choice([1, 2]))
        state = {
            "board": {name(square): "wP" if seat == "white" else "bP" for square, seat in board.items()},
            "phase": "battle", "to_act": [slow.seat], "detail": {"round": slow.round},
        }
        fast, slow = GAME.setup(GAME.read_options(options), state), go_on(slow)
        for _ in range(12):
            assert fast_as_data(fast) == as_data(slow), (seed, state)
            if slow.phase == "over":
                break
            action = chance.choice(actions(slow))
            slow, (fast, _) = play(slow, action), GAME.apply(fast, GAME.parse(fast, action))


@pytest.mark.parametrize("given", SPREAD, ids=str)
def test_the_reference_counts_the_same_perft(given):
    options = {**DEFAULTS, **given}
    fast = GAME.start(GAME.read_options(options))
    assert [slow_perft(start(options), depth) for depth in (1, 2, 3)] == [
        perft(GAME, fast, depth) for depth in (1, 2, 3)
    ]
