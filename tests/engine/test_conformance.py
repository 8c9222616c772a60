"""The promises of every game (``engine/game.py``), checked at every step of seeded random games of all that exist.

Nothing here knows a game: a failure names game, options, seed and the actions that led to it.
"""

import copy
import dataclasses
import itertools
import json
import random
import re
from contextlib import contextmanager
from functools import cache

import pytest
from random_games import counted, some_action, some_values

from engine.core.actions import Throw
from engine.core.errors import BadOption, GameOver, IllegalAction
from engine.core.events import Announced, Changed, Entered, Moved, Removed
from engine.core.pieces import CHANCE
from engine.core.squares import bitboard
from engine.game import EVERYTHING, SPECTATOR, PromptKind
from engine.records.game_record import BY_AGREEMENT, Record, begin, read_record, replay, write_record
from engine.registry import find_game, folder_of, game_ids
from engine.services.protocol import Session
from engine.services.testing import trials_of

STEPS, FULL_STEPS = 60, 300
"""The number of steps of a random game, without ``--full`` and with it."""
PLENTY = 20_000
"""More actions than any game takes that has to end."""


# --- a spread of options -----------------------------------------------------------------------------------------


def accepted(game, given):
    try:
        game.read_options(given)
    except BadOption:
        return False
    return True


def spread(game, more):
    """The defaults, every value alone, and ``more`` random mixtures; never what the game refuses."""
    yield {}
    for option in game.options:
        yield from ({option.name: value} for value in some_values(option) if value != option.default)
    chance = random.Random(game.id)
    for _ in range(more):
        yield {option.name: chance.choice(some_values(option)) for option in game.options if chance.random() < 0.6}


def pytest_generate_tests(metafunc):
    full = metafunc.config.getoption("--full", default=False)
    if "given" in metafunc.fixturenames:
        games = [(find_game(game_id), each) for game_id in game_ids() for each in options_of(game_id, full)]
        seeds = range(3 if full else 1)
        metafunc.parametrize(
            ("game", "given", "seed"), [(game, each, seed) for (game, each), seed in itertools.product(games, seeds)],
            ids=lambda value: getattr(value, "id", None) or json.dumps(value).replace('"', ""),
        )
    elif "game" in metafunc.fixturenames:
        metafunc.parametrize("game", [find_game(game_id) for game_id in game_ids()], ids=lambda game: game.id)


def options_of(game_id, full):
    game = find_game(game_id)
    return [each for each in spread(game, 20 if full else 3) if accepted(game, each)]


# --- random games ------------------------------------------------------------------------------------------------


class Run:
    """A random game: the rules as objects and, beside them, a session of the protocol."""

    def __init__(self, game, given, seed, setup=None):
        self.game, self.seed, self.setup = game, seed, setup
        self.chance = random.Random(f"{game.id} {given} {seed}")
        self.options = game.read_options(given)
        self.played = begin(game, self.options, setup)
        self.session, self.other = Session(), Session()
        how = {"cmd": "new"} if setup is None else {"cmd": "setup", "state": setup}
        self.state = self.ask(self.session, game=game.id, options=given, **how)

    @staticmethod
    def ask(session, **request):
        answer = json.loads(session.answer(json.dumps(request)))
        assert "error" not in answer, answer
        return answer

    @property
    def position(self):
        return self.played.position

    def __str__(self):
        actions = " ".join(action.text for action in self.played.actions)
        began = "" if self.setup is None else f" from {json.dumps(self.setup)}"
        options = json.dumps(self.options.as_data())
        return f"{self.game.id} {options} seed {self.seed}{began} after: {actions or 'nothing'}"

    def pick(self):
        return some_action(self.game, self.position, self.chance)

    def go(self, action):
        before, happenings = self.position, self.game.apply(self.position, action)[1]
        self.played, again = self.played.after(action)
        assert again == happenings, "apply answers the same twice"
        self.state = self.ask(self.session, cmd="apply", action=action.text)
        self.state.pop("events")
        return before, happenings


def test_every_promise_holds_at_every_step(game, given, seed, full):
    run = Run(game, given, seed)
    with named(run):
        phase = None
        for step in range(FULL_STEPS if full else STEPS):
            check_position(run)
            new_phase, phase = run.state["phase"] != phase, run.state["phase"]
            if run.game.undisclosed(run.position):
                check_told_nothing_of_secrets(run)
            if full or step % 6 == 0 or new_phase:
                check_words_and_secrets(run)
                check_setup(run)
            if step % 12 == 0 or new_phase and not full:
                check_record(run)
            if not run.state["to_act"]:
                break
            check_step(run, run.pick())
        check_record(run)
        check_taking_back(run)


def test_every_promise_holds_from_the_positions_that_were_counted(game, full):
    """The perft table has positions of what random games seldom come to."""
    for (number, entry), seed in itertools.product(enumerate(counted(game)), range(20 if full else 3)):
        run = Run(game, entry["options"], f"{seed}, entry {number} of its perft table", entry["setup"])
        with named(run):
            for _ in range(40 if full else 4):
                check_position(run)
                if not run.state["to_act"]:
                    break
                check_step(run, run.pick())
            check_words_and_secrets(run)
            check_setup(run)
            check_record(run)


@contextmanager
def named(run):
    """A failure tells which game it was, and how far it had come."""
    try:
        yield
    except AssertionError as error:
        raise AssertionError(f"{run}\n{error}") from error


# --- the promises ------------------------------------------------------------------------------------------------


def check_position(run):
    game, position = run.game, run.position
    texts = [action.text for action in game.actions(position)]
    assert texts == sorted(set(texts)), "actions are sorted as plain strings, none twice"
    assert all(text and text.isascii() and " " not in text for text in texts)
    to_act, outcome, edges = game.to_act(position), game.outcome(position), game.edges(position)
    assert (outcome is None) == bool(to_act), "somebody acts exactly while the game goes on"
    assert bool(edges) == bool(to_act), "who has to act can act"
    assert game.count(position) == len(edges)
    assert texts == [edge.text for edge in edges] or not texts, "perft follows the legal actions"
    check_who_acts(run, edges)
    check_groups(run)
    view = game.view(position, EVERYTHING)
    assert bitboard(view.pieces) == game.occupied(position)
    assert all(0 <= square < game.board(run.options).size for square in view.pieces)
    assert {piece.kind for piece in view.pieces.values()} <= set(game.piece_names)
    told = protocol_page(game.id)
    assert {view.phase, *view.detail} <= told, "the game's protocol page tells its phases and details"
    if outcome is not None:
        assert view.phase == "over" and set(outcome.winners) <= set(game.seats_of(run.options))
        assert outcome.reason in game.reasons


def check_groups(run):
    """Check that, where pieces act together, each action by hand is one group's and lifts only pieces of that group."""
    game, position = run.game, run.position
    groups = game.groups(position)
    actions = [action.text for group in groups for action in group.actions]
    by_hand = [each.text for each in game.actions(position) if groups and game.footprint(position, each).squares]
    assert sorted(actions) == by_hand
    for group in groups:
        assert group.squares and not group.squares & ~game.occupied(position)
        assert not any(game.footprint(position, each).empties & ~group.squares for each in group.actions)


@cache
def protocol_page(game_id):
    """Return the words in backquotes on a game's page of the protocol."""
    return set(re.findall(r"`([^`]+)`", (folder_of(game_id) / "protocol.md").read_text("utf-8")))


def check_who_acts(run, edges):
    game, position = run.game, run.position
    to_act = game.to_act(position)
    allowed = {*game.seats_of(run.options), CHANCE}
    assert set(to_act) <= allowed and len(set(to_act)) == len(to_act)
    assert to_act == (CHANCE,) or CHANCE not in to_act
    for edge in run.chance.sample(list(edges), min(2, len(edges))):
        assert game.parse(position, edge.text) == edge, "text forms parse back"
        assert game.actor(position, edge) in to_act, "nobody else may act"
    weighted = game.chances(position)
    if to_act == (CHANCE,):
        assert [action for action, _ in weighted] == list(game.actions(position))
        assert all(type(weight) is int and weight > 0 for _, weight in weighted)
    else:
        assert not weighted
    thrower = game.thrower(position)
    assert thrower is None or (weighted and thrower in game.seats_of(run.options))
    assert thrower is None or all(isinstance(action, Throw) for action, _ in weighted), "what a die shows is told"
    with pytest.raises(GameOver if not to_act else IllegalAction):
        game.parse(position, "nonsense")


def check_step(run, action):
    """One action: the position before it stays as it was, footprint and happenings lead to the next occupancy."""
    game, position = run.game, run.position
    check_told(run, action)
    fingerprint, shown, twin = hash(position), game.view(position, EVERYTHING), game.successor(position, action)
    footprint = game.footprint(position, action)
    before, happenings = run.go(action)
    assert before is position and hash(position) == fingerprint, "apply is pure"
    assert game.view(position, EVERYTHING) == shown, "apply is pure"
    assert twin == run.position and hash(twin) == hash(run.position), "successor and apply agree"
    occupancy = check_footprint(footprint, game.occupied(position))
    for happening in happenings:
        occupancy = happen(occupancy, happening)
    assert occupancy == game.occupied(run.position), f"footprint and happenings of {action} lead to the next board"


def check_footprint(footprint, occupancy):
    masks = {each.name: getattr(footprint, each.name) for each in dataclasses.fields(footprint)}
    for (one, first), (other, second) in itertools.combinations(masks.items(), 2):
        assert not first & second, f"{one} and {other} share a square"
    assert not masks.pop("fills") & occupancy, "what is filled was empty"
    for name, mask in masks.items():
        assert not mask & ~occupancy, f"{name} are squares where something stands"
    assert not footprint.returns or footprint.touches | footprint.empties, "a piece returns only from striking another"
    return footprint.after(occupancy)


def happen(occupancy, happening):
    match happening:
        case Moved(source, target):
            assert occupancy >> source & 1 and not occupancy >> target & 1, happening
            return occupancy ^ 1 << source | 1 << target
        case Removed(square):
            assert occupancy >> square & 1, happening
            return occupancy ^ 1 << square
        case Entered(square, _):
            assert not occupancy >> square & 1, happening
            return occupancy | 1 << square
        case Changed(square, _):
            assert occupancy >> square & 1, happening
        case Announced(message, icon):
            assert str(message) and icon
    return occupancy


def check_words_and_secrets(run):
    game, position = run.game, run.position
    everything, spectator = game.view(position, EVERYTHING), game.view(position, SPECTATOR)
    for knows in (EVERYTHING, SPECTATOR, *(frozenset([seat]) for seat in game.seats_of(run.options))):
        view = game.view(position, knows)
        assert (view.pieces, view.phase, view.to_act) == (everything.pieces, everything.phase, everything.to_act)
        assert part_of(view.detail, everything.detail), f"{knows} sees what is not there"
        assert part_of(spectator.detail, view.detail), f"{knows} sees less than a spectator"
        check_description(run, game.describe(position, knows))


def part_of(part, whole):
    """True if ``part`` is ``whole`` with something left out."""
    if isinstance(part, dict) and isinstance(whole, dict):
        return all(name in whole and part_of(value, whole[name]) for name, value in part.items())
    if isinstance(part, list | tuple) and isinstance(whole, list | tuple):
        rest = iter(whole)
        return all(any(part_of(value, other) for other in rest) for value in part)
    return part is None or part == whole


def check_description(run, description):
    game, position = run.game, run.position
    words = [description.phase, *description.sentences, *(each.label for each in description.counters),
             *(each.message for each in (*description.marks, *description.prompts))]
    assert all(str(each) for each in words) and description.icon, "every sentence can be filled in"
    for mark in description.marks:
        assert game.occupied(position) >> mark.square & 1, f"{mark} marks an empty square"
    assert not description.holes & game.occupied(position)
    legal = {action.text for action in game.actions(position)}
    for prompt in description.prompts:
        assert prompt.seat in game.to_act(position), f"{prompt} asks somebody who may not act"
        if prompt.kind is not PromptKind.DIVISION:
            assert prompt.choices and {choice.value for choice in prompt.choices} <= legal, prompt
            assert all(str(choice.label) for choice in prompt.choices)


def check_told(run, action):
    """Check that what is told of an action leads, moment by moment, to the next position's pieces, for any viewer."""
    game, position = run.game, run.position
    after = dict(game.view(game.successor(position, action), EVERYTHING).pieces)
    for knows in (EVERYTHING, SPECTATOR):
        pieces, told = dict(game.view(position, EVERYTHING).pieces), game.tell(position, action, knows)
        assert told and all(str(each.message) for each in told), "every action tells something"
        for each in told:
            assert all(0 <= square < game.board(run.options).size for square in each.squares)
            for square, piece in each.changes:
                pieces.pop(square, None)
                pieces |= {} if piece is None else {square: piece}
        assert pieces == after, f"{told} leads to the next board"


def check_told_nothing_of_secrets(run):
    """If others had thrown and decided otherwise in secret, a viewer would have been told the same."""
    game, hidden = run.game, run.played.actions[-run.game.undisclosed(run.position):]
    for knows in (SPECTATOR, *(frozenset([seat]) for seat in game.seats_of(run.options))):
        position = imagined = run.played.before(len(hidden)).position
        for action in hidden:
            seat = game.thrower(position) or game.actor(position, action)
            other = action if seat in knows else some_action(game, imagined, run.chance, seat)
            assert game.tell(imagined, other, knows) == game.tell(position, action, knows), f"{knows}: {other} {action}"
            position, imagined = game.successor(position, action), game.successor(imagined, other)


def check_setup(run):
    again = run.ask(run.other, cmd="setup", game=run.game.id, options=run.state["options"], state=run.state)
    assert again == run.state, "setup of a state answers that state"


def check_record(run):
    secret = run.game.undisclosed(run.position)
    known = run.played.before(secret)
    read = read_record(write_record(Record(run.played, setup=run.setup)))
    assert read.played == known, "a record replays to the game it was written from"
    assert read.outcome == run.game.outcome(known.position)


def check_taking_back(run):
    """Taking back an action is dropping it from the list."""
    texts = tuple(action.text for action in run.played.actions)
    for keep in run.chance.sample(range(len(texts) + 1), min(3, len(texts) + 1)):
        shorter = run.played.before(len(texts) - keep)
        assert shorter == replay(begin(run.game, run.options), texts[:keep])
    if texts:
        undone = run.ask(run.session, cmd="undo")
        replayed = Session()
        run.ask(replayed, cmd="new", game=run.game.id, options=run.options.as_data())
        for text in texts[:-1]:
            run.ask(replayed, cmd="apply", action=text)
        assert undone == run.ask(replayed, cmd="state")


# --- states that somebody has meddled with -----------------------------------------------------------------------

JUNK = [None, True, 0, -1, 1, 5, 10**9, 1.5, "", "x", "white", "red", "chance", "a1", "e4", "z9", "wP", "bK", "a1+1/1",
        [], ["a1"], ["white"], ["a1", "a1"], {}, {"white": 1}, {"a1": "wP"}, {"a1": "1/1"}, [[]], "over", "é"]


def places(value):
    """Every dict or list inside a state, itself included."""
    if isinstance(value, dict | list):
        yield value
        for inner in value.values() if isinstance(value, dict) else value:
            yield from places(inner)


def meddled(state, chance):
    """A copy of the state with up to three values removed, replaced, added, or only a little wrong."""
    state = json.loads(json.dumps({name: state[name] for name in ("board", "phase", "to_act", "result", "detail")}))
    for _ in range(chance.randint(1, 3)):
        place = chance.choice(list(places(state)))
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        how = chance.random()
        if keys and how < 0.3:
            del place[chance.choice(keys)]
        elif keys and how < 0.7:
            key = chance.choice(keys)
            place[key] = a_little_wrong(place[key], chance)
        elif keys and how < 0.85:
            place[chance.choice(keys)] = copy.deepcopy(chance.choice(JUNK))
        elif isinstance(place, dict):
            place[chance.choice(["a1", "e4", "j10", "white", "red", "x", ""])] = copy.deepcopy(chance.choice(JUNK))
        else:
            place.append(copy.deepcopy(chance.choice(JUNK)))
    return state


def a_little_wrong(value, chance):
    if type(value) is int:
        return value + chance.choice([-1, 1, 2])
    if type(value) is bool:
        return not value
    if isinstance(value, str) and value[:1] in "wbrun" and len(value) in (2, 3):
        return chance.choice("wbrun") + value[1:] if chance.random() < 0.5 else value + "+"
    if isinstance(value, str) and value[1:].isdigit():
        return chance.choice("abcdefgh") + str(chance.randint(1, 8))
    return copy.deepcopy(chance.choice(JUNK)) if value is None else value


def test_a_meddled_state_is_refused_by_name_or_makes_a_position(game, full):
    """Never an exception, never a position without a way on, and what is answered can be set up again."""
    outcomes = {"error": 0, "state": 0}
    for given in options_of(game.id, full)[: None if full else 12]:
        run = Run(game, given, "meddled")
        for _ in range(1000 if full else 50):
            if not run.state["to_act"]:
                run = Run(game, given, run.chance.random())
            check_step(run, run.pick())
            state = meddled(run.state, run.chance)
            request = {"cmd": "setup", "game": game.id, "options": given, "state": state}
            outcomes[check_meddled(run.other, request)] += 1
    assert min(outcomes.values()) > 50, outcomes


def check_meddled(session, request):
    said = json.dumps(request)
    answer = json.loads(session.answer(said))
    if "error" in answer:
        assert answer["error"]["code"] == "bad-state" and answer["error"]["message"], said
        return "error"
    assert bool(answer["to_act"]) == (answer["result"] is None), said
    assert answer["legal"] or answer["phase"] in ("over", "divide"), said
    again = json.loads(session.answer(json.dumps({**request, "state": answer})))
    assert again == answer, f"{said} answers {answer}, which answers {again}"
    assert "nodes" in json.loads(session.answer('{"cmd":"perft","depth":1}')), said
    assert "record" in json.loads(session.answer('{"cmd":"record"}')), said
    return "state"


# --- the end, and the declarations -------------------------------------------------------------------------------


def test_every_game_ends(game, full):
    """Unless its page says that an option lets it go on."""
    endless = trials_of(game.id).endless
    for given in options_of(game.id, full) if full else [{}]:
        if any(given.get(name) == value for name, value in endless.items()):
            continue
        for seed in range(3):
            run = Run(game, given, seed)
            while game.outcome(run.position) is None and len(run.played.actions) < PLENTY:
                action = run.pick()
                position = game.successor(run.position, action)
                run.played = dataclasses.replace(
                    run.played, actions=(*run.played.actions, action), positions=(position,),
                )
            outcome = game.outcome(run.position)
            assert outcome is not None, f"goes on and on: {run}"
            assert outcome.winners or game.can_be_drawn, f"drawn: {run}"


def test_every_game_says_what_it_is(game):
    assert game.id in game_ids() and game.name and str(game.summary) and game.rules_version >= 1
    assert 0 < game.minutes[0] <= game.minutes[1]
    assert game.boards and game.seats and game.piece_names and game.reasons
    assert all(str(told) for told in (*game.piece_names.values(), *game.reasons.values()))
    assert not game.reasons.keys() & BY_AGREEMENT.keys(), "the words for ends beside the rules are taken"
    for option in game.options:
        assert option.label and option.help
        option.check(option.default)
        assert len(option.choices) == len(option.choice_labels)


def test_options_out_of_range_are_refused(game):
    for option in game.options:
        wrong = {"int": [option.low - 1, option.high + 1, "1", None, True], "bool": [0, "true", None],
                 "choice": ["", "other", 1, None]}[option.kind]
        for value in wrong:
            with pytest.raises(BadOption, match=re.escape(option.label)):
                game.read_options({option.name: value})


def test_a_fair_start_is_another_way_to_begin(game):
    assert not game.fair_start or game.read_options(dict(game.fair_start.options)) != game.read_options({})


def test_boards_and_seats_of_all_options_are_declared(game):
    for given in options_of(game.id, full=True):
        options = game.read_options(given)
        assert game.board(options) in game.boards
        seats = game.seats_of(options)
        assert [seat for seat in game.seats if seat in seats] == list(seats), "seats are listed in seat order"
