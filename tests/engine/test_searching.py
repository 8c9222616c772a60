"""The demands of searching on every game, and what a seat is told of a game: checked along random games of all options.

Two games look the same to a seat if only what it may not know differs; it must be told the same of both.
"""

import itertools
import random

import pytest
from random_games import some_action, some_options

from engine.core.errors import EngineError
from engine.core.pieces import CHANCE
from engine.game import EVERYTHING
from engine.position_editor import ControlKind
from engine.records.game_record import begin
from engine.records.position_json import state_of
from engine.registry import find_game, game_ids
from engine.services.hidden_information import known_to, recall


@pytest.fixture(params=game_ids())
def game(request):
    return find_game(request.param)


def random_game(game, chance, most=150):
    """A game with random options and the same game after each of its actions."""
    played = begin(game, some_options(game, chance))
    yield played
    for _ in range(most):
        if game.outcome(played.position) is not None:
            return
        played, _ = played.after(some_action(game, played.position, chance))
        yield played


def random_positions(game, full, seed):
    for number in range(60 if full else 4):
        yield from random_game(game, random.Random(f"{seed} {game.id} {number}"))


def look_alike(played, seat, chance):
    """The same game to this seat: what others threw and decided in secret is drawn anew."""
    game = played.game
    hidden = game.undisclosed(played.position)
    other = played.before(hidden)
    for action in played.actions[len(other.actions):]:
        who = game.thrower(other.position) or game.actor(other.position, action)
        other, _ = other.after(action if who == seat else some_action(game, other.position, chance, who))
    return other


def deciding(game, position):
    return [seat for seat in game.to_act(position) if seat != CHANCE]


def test_proposals_are_legal_actions_of_the_seat(game, full):
    for played in random_positions(game, full, "proposals"):
        for seat, limit in itertools.product(deciding(game, played.position), (1, 7, 1000)):
            proposals = game.proposals(played.position, seat, limit)
            texts = [each.text for each in proposals]
            assert 1 <= len(set(texts)) == len(texts) <= limit, played.actions
            for each in proposals[:: 1 + len(proposals) // 5]:
                assert game.parse(played.position, each.text) == each
                assert game.actor(played.position, each) == seat


def test_an_imagined_position_looks_to_the_seat_like_the_real_one(game, full):
    chance = random.Random("imagine")
    for played in random_positions(game, full, "imagine"):
        for seat in game.seats_of(played.options):
            knows = frozenset([seat])
            imagined = game.imagine(played.position, seat, random.Random(1))
            assert game.view(imagined, knows) == game.view(played.position, knows)
            twin = look_alike(played, seat, chance)
            assert game.imagine(twin.position, seat, random.Random(1)) == imagined, "secrets change nothing"


def test_others_secrets_are_imagined_in_more_than_one_way(game):
    chance = random.Random("ways")
    for played in random_positions(game, False, "ways"):
        for seat in game.seats_of(played.options) if game.undisclosed(played.position) else ():
            if any(look_alike(played, seat, chance) != played for _ in range(5)):
                assert len({game.imagine(played.position, seat, random.Random(seed)) for seed in range(40)}) > 1


def test_a_seat_is_told_the_same_of_games_that_look_the_same_to_it(game, full):
    chance = random.Random("told")
    for played in random_positions(game, full, "told"):
        if len(played.actions) % 25 and not game.undisclosed(played.position):
            continue
        for seat in game.seats_of(played.options):
            known = known_to(seat, played)
            assert known == known_to(seat, look_alike(played, seat, chance))
            if seat not in game.to_act(played.position):
                if not game.undisclosed(played.position):
                    with pytest.raises(EngineError, match="nothing to decide"):
                        recall(seat, game, played.options, known)
                continue
            recalled = recall(seat, game, played.options, known)
            knows = frozenset([seat])
            before, after = game.view(played.position, knows), game.view(recalled, knows)
            assert (before.pieces, before.phase) == (after.pieces, after.phase)
            assert seat in game.to_act(recalled)
            for each in game.proposals(played.position, seat, 20):
                assert game.parse(recalled, each.text) == each, "what is legal there is legal here"


def test_a_game_that_began_from_a_set_up_position_gives_no_secrets_away(game, full):
    chance = random.Random("setup")
    for played in random_positions(game, full, "setup"):
        position, options = played.position, played.options
        if not (game.undisclosed(position) and deciding(game, position)):
            continue
        for seat in deciding(game, position):
            tellings = []
            for each in (played, look_alike(played, seat, chance)):
                state = state_of(game, each.position, EVERYTHING)
                again = begin(game, options, state)
                tellings.append(known_to(seat, again, state))
                assert game.view(recall(seat, game, options, tellings[-1]), frozenset([seat])) == (
                    game.view(each.position, frozenset([seat]))
                )
            assert tellings[0] == tellings[1]


def bare_setups(game, chance):
    """States with some of the pieces of a game and little told besides: the rules may move on from them at once."""
    for played in itertools.islice(random_positions(game, False, "bare"), 0, None, 7):
        board = state_of(game, played.position, EVERYTHING)["board"]
        some = {name for name in board if chance.random() < 0.2}
        few = {name: piece for name, piece in board.items() if name in some or piece[1] == "K"}
        for seat, stage in itertools.product(game.seats_of(played.options), game.stages(played.options)):
            numbers = [each for each in stage.controls if each.kind == ControlKind.NUMBER]
            detail = {each.name: chance.randint(each.low, max(each.low, min(each.high, 6))) for each in numbers}
            yield played.options, {"board": few, "phase": stage.phase, "to_act": [str(seat)], "detail": detail}


def test_a_seat_can_think_of_any_game_that_began_from_a_set_up_position(game):
    chance, begun = random.Random("bare"), 0
    for options, setup in bare_setups(game, chance):
        try:
            played = begin(game, options, setup)
        except EngineError:
            continue
        begun += 1
        for seat in deciding(game, played.position):  # nobody, where chance is first
            assert recall(seat, game, options, known_to(seat, played, setup)) == played.position, setup
    assert begun > 10


def test_a_seat_can_think_of_a_game_whose_rules_moved_on_at_once():
    """Neither side can move: the round is over as soon as it begins, and chosen reinforcements follow."""
    game = find_game("pawn-advance")
    options = game.read_options({"placement": "choice", "first": "alternate"})
    setup = {"board": {"f3": "bP", "f2": "wP"}, "phase": "battle", "to_act": ["white"]}
    played = begin(game, options, setup)
    (seat, *_) = deciding(game, played.position)
    assert played.position.phase != "battle"
    assert recall(seat, game, options, known_to(seat, played, setup)) == played.position


def test_positions_of_one_key_go_on_alike(game, full):
    met = {}
    for played in random_positions(game, full, "key"):
        position = played.position
        view = game.view(position, EVERYTHING)
        shown = (view.pieces, view.phase, view.to_act, [action.text for action in game.actions(position)])
        assert met.setdefault((played.options, game.key(position)), shown) == shown
    assert len(met) > 100


def test_independent_actions_lead_to_one_position_in_either_order(game, full):
    found = 0
    for played in random_positions(game, full, "independent"):
        position = played.position
        actions = list(game.actions(position))
        actions = random.Random(len(actions)).sample(actions, min(6, len(actions)))
        if game.to_act(position) == (CHANCE,):
            continue
        later = [(one, each) for one in actions for each in game.actions(game.successor(position, one))]
        for one, other in itertools.chain(itertools.permutations(actions, 2), later):
            if game.independent(position, one, other):
                found += 1
                ends = []
                for first, second in ((one, other), (other, one)):
                    between = game.successor(position, first)
                    ends.append(game.key(game.successor(between, game.parse(between, second.text))))
                assert ends[0] == ends[1], (played.actions, one, other)
                assert game.independent(position, other, one)
    assert found > 100 or type(game).independent is type(game).__mro__[1].independent
