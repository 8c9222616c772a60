"""Pawn's Revenge: what holds at every step of random games under many options."""

import itertools
import json
import random
import sys
from enum import Enum

import pytest

from engine.core.errors import BadOption
from engine.core.events import Announced, Entered, Moved, Removed
from engine.core.pieces import CHANCE, SEAT_LETTERS
from engine.game import EVERYTHING, SPECTATOR
from engine.games.pawns_revenge.game import PawnsRevenge

GAME = PawnsRevenge()


# --- random games ------------------------------------------------------------------------------------------------


def some_options(rng):
    """Options that fit together, each value about equally often."""
    while True:
        drawn = {option.name: rng.choice(option.choices or (False, True)) for option in GAME.options
                 if option.kind != "int"}
        drawn |= {"players": rng.choice((2, 3, 4)), "bombed": rng.choice((0, 0, 3, 16, 48)),
                  "rogue_knight": rng.randint(0, 6), "quiet_limit": rng.choice((1, 4, 50))}
        try:
            return GAME.read_options(drawn)
        except BadOption:
            continue


def some_division(rng, position):
    """A legal division of somebody who has not committed, spending any number of the points."""
    detail = GAME.view(position, EVERYTHING).detail
    seat = rng.choice(GAME.to_act(position))
    own = [square for square, piece in data(position)["board"].items() if piece[0] == SEAT_LETTERS[seat]]
    given = {}
    for _ in range(rng.randint(0, detail["points"][seat])):
        given.setdefault(rng.choice(own), [0, 0])[rng.randrange(2)] += 1
    shares = ",".join(f"{square}+{given[square][0]}/{given[square][1]}" for square in own if square in given)
    return GAME.parse(position, f"{seat}:{shares or '-'}")


def some_action(rng, position):
    actions = GAME.actions(position)
    return rng.choice(actions) if actions else some_division(rng, position)


def data(position, knows=EVERYTHING):
    """The position as the protocol writes it."""
    view, outcome = GAME.view(position, knows), GAME.outcome(position)
    board = GAME.board(position.options)
    return json.loads(json.dumps({
        "board": {board.name(square): str(view.pieces[square]) for square in sorted(view.pieces)},
        "phase": view.phase, "to_act": list(view.to_act), "detail": dict(view.detail),
        "result": outcome and {"winners": list(outcome.winners), "reason": outcome.reason},
    }))


def games(seed, count, longest=400):
    """Pairs of position and next action along random games; ``None`` after the end of those that are not too long."""
    rng = random.Random(seed)
    for _ in range(count):
        position = GAME.start(some_options(rng))
        for _ in range(longest):
            if GAME.outcome(position) is not None:
                break
            action = some_action(rng, position)
            yield position, action
            position, _ = GAME.apply(position, action)
        if GAME.outcome(position) is not None:
            yield position, None


@pytest.fixture
def size(full):
    """Return the number of games that a campaign plays."""
    return 400 if full else 12


def test_random_games_keep_every_promise_of_the_contract(size):
    steps = 0
    for position, action in games(1, size):
        texts = [str(each) for each in GAME.actions(position)]
        assert texts == sorted(set(texts)) and GAME.count(position) == len(GAME.edges(position))
        assert [GAME.parse(position, text) for text in texts] == list(GAME.actions(position))
        assert (GAME.outcome(position) is not None) == (action is None) == (GAME.to_act(position) == ())
        assert bool(texts) == (action is not None and position.phase != "divide")
        if GAME.to_act(position) == (CHANCE,):
            assert [each for each, _ in GAME.chances(position)] == list(GAME.actions(position))
        steps += action is not None
    assert steps > 50 * size


def test_every_position_can_be_written_down_and_set_up_again(size):
    phases = set()
    for position, _ in itertools.islice(games(2, size), 0, None, 3):
        assert GAME.setup(position.options, data(position)) == position
        phases.add(position.phase)
    assert phases == {"scatter", "roll-off", "roll", "rogue", "move", "combat-dice", "divide", "over"}


def test_hands_and_happenings_together_lead_to_the_next_board(size):
    seen = set()
    for position, action in games(3, size):
        if action is None:
            continue
        following, happenings = GAME.apply(position, action)
        standing = GAME.footprint(position, action).after(GAME.occupied(position))
        for happening in happenings:
            seen.add(type(happening))
            standing = after(standing, happening)
        assert standing == GAME.occupied(following), (action, happenings)
        assert GAME.successor(position, action) == following
    assert seen == {Announced, Removed, Moved, Entered}


def after(standing, happening):
    """The occupancy after something that happened by itself, which must have been possible."""
    match happening:
        case Moved(source, target):
            assert standing >> source & 1 and not standing >> target & 1
            return standing ^ 1 << source ^ 1 << target
        case Removed(square):
            assert standing >> square & 1
            return standing ^ 1 << square
        case Entered(square, _):
            assert not standing >> square & 1
            return standing | 1 << square
        case Announced(message):
            assert "{" not in str(message)
            return standing


def test_every_seat_is_shown_only_its_own_secrets(size):
    combats = 0
    for position, _ in itertools.islice(games(4, size), 0, None, 3):
        secret = GAME.undisclosed(position)
        if position.phase not in ("combat-dice", "divide"):
            assert secret == 0 and GAME.view(position, SPECTATOR) == GAME.view(position, EVERYTHING)
            continue
        for knows in (SPECTATOR, *(frozenset([seat]) for seat in GAME.seats_of(position.options))):
            detail = GAME.view(position, knows).detail
            assert {*detail["dice"], *detail["points"], *detail["divisions"]} <= knows
        combats += position.phase == "divide"
    assert combats > size / 3


def test_a_position_adds_at_most_one_kibibyte_to_its_predecessor(size):
    before, largest = None, 0
    for position, action in games(5, size):
        if before is not None and before.rules is position.rules:
            largest = max(largest, added(position, set(map(id, parts(before)))))
        before = position if action is not None else None
    assert 200 < largest <= 1024


def parts(value):
    """A value and all it consists of, but for what all positions share: rules, bonuses, phases and seats."""
    if type(value).__name__ in ("Rules", "Bonus") or isinstance(value, Enum):
        return
    yield value
    if isinstance(value, tuple):
        for each in value:
            yield from parts(each)
    elif hasattr(value, "__dataclass_fields__"):
        for name in value.__dataclass_fields__:
            yield from parts(getattr(value, name))


def added(position, known):
    new = {id(part): sys.getsizeof(part) for part in parts(position) if id(part) not in known}
    return sum(new.values())
