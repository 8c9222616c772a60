"""Every action that a game lists can be played: by hands on wood, in several orders, and by taps (docs/play.md).

What hands do for it leads to the action itself, or to one as good, or to a question that offers it; a decision without
pieces is offered by a phone.
"""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from typing import Any

import pytest
from done_by_hand import bare
from drawn import Drawn, drawn
from fingers import Fingers
from glass_rig import GlassRig
from judge import as_good
from plans import Plan, plan_of
from random_games import counted, some_action
from rig import Rig
from tapper import Phone
from ways import Unplayable, by_taps, do, on_wood, tap

from engine.core.actions import Action, Footprint
from engine.core.pieces import CHANCE
from engine.game import AnyGame, Played
from engine.records.game_record import begin
from engine.records.position_json import setup_of
from engine.registry import find_game, game_ids
from hardware.simulated.faults import BoardFaults
from table.messages.settings import Settings
from table.model.current_game import GameOnTable
from table.model.state import PATIENCE_S

POSITIONS = 120
"""Of each game, in a full campaign; a tenth of them otherwise."""
ACTIONS, FEW_ACTIONS = 8, 4
"""So many actions of a position are tried, in full and otherwise: one of each shape first."""
RESTS_S = (0.2, 0.6)
"""The time between two touches: within the time that squares have to rest, and beyond."""
CHESS = find_game("chess")
PARTS = 4
"""The positions of a game are shared among so many tests, which run beside each other."""


# --- positions and actions ---------------------------------------------------------------------------------------


def walked(game: AnyGame, chance: random.Random) -> Drawn:
    """A position drawn at random, or one of a few actions after one that was counted: those are rich in rarities."""
    starts = [entry for entry in counted(game) if entry["setup"]]
    if not starts or chance.random() < 0.5:
        return drawn(game, chance)
    entry = chance.choice(starts)
    played = begin(game, game.read_options(entry["options"]), entry["setup"])
    for _ in range(chance.randrange(4)):
        further, _ = played.after(some_action(game, played.position, chance))
        if game.outcome(further.position) is not None:
            break
        played = further
    return played, entry["setup"]


def shape(footprint: Footprint) -> tuple[int, ...]:
    """Return the number of squares that an action empties, fills and so on."""
    return tuple(getattr(footprint, name).bit_count() for name in Footprint.__slots__)


def chosen(game: AnyGame, position: Any, most: int, chance: random.Random) -> list[Action]:
    """Some of the listed actions: of each shape one, then any."""
    listed = list(game.actions(position)) if game.to_act(position) != (CHANCE,) else []
    chance.shuffle(listed)
    firsts = {shape(game.footprint(position, each)): each for each in listed}
    rarer = sorted(firsts, reverse=True)
    picked = dict.fromkeys([firsts[each] for each in rarer] + listed)
    return list(picked)[:most]


# --- on wood -----------------------------------------------------------------------------------------------------


def wooden(played: Played) -> Rig:
    """A rig with a board for this game."""
    return Rig(played.game.board(played.options), BoardFaults(), 1)


def play_on_wood(drawn: Drawn, action: Action, chance: random.Random) -> None:
    """Do an action in every way there is, each time from the same position.

    :raises Unplayable: in one of them it is not played.
    """
    rig = wooden(drawn[0])
    rig.go_on(*drawn)
    plan = plan_of(on_table(rig), action)
    for way in on_wood(plan):
        rig.go_on(*drawn)
        told = " ".join(f"{verb} {on_table(rig).board.name(square)}" for verb, square in way)
        with named(f"by hand: {told}"):
            do(Fingers(rig, chance), plan, way, chance.choice(RESTS_S))
            rig.wait(PATIENCE_S + 1.0)
            expect(rig, len(drawn[0].actions), plan)


# --- by taps -----------------------------------------------------------------------------------------------------


def play_by_taps(drawn: Drawn, action: Action) -> None:
    """The same by fingers on glass.

    :raises Unplayable: in one of the ways it is not played.
    """
    played, setup = drawn
    plan = None
    for number in count():
        rig = GlassRig(played, setup, 1)
        rig.record[:] = [each.text for each in played.actions]
        rig.settle_down(Settings())
        phone = Phone(rig, "one", frozenset(played.game.seats_of(played.options)))
        plan = plan or plan_of(on_table(rig), action)
        ways = by_taps(plan)
        if number == len(ways):
            return
        told = " ".join(on_table(rig).board.name(square) for square, _ in ways[number])
        with named(f"by taps: {told}"):
            tap(phone, plan, ways[number])
            rig.wait(PATIENCE_S + 1.0)
            expect(rig, len(played.actions), plan)


# --- what has to come of it --------------------------------------------------------------------------------------


def on_table(rig: Rig) -> GameOnTable:
    assert rig.table.on_table is not None
    return rig.table.on_table


@contextmanager
def named(way: str) -> Iterator[None]:
    """A failure tells the way."""
    try:
        yield
    except AssertionError as wrong:
        raise Unplayable(f"{wrong} ({way})") from wrong


def expect(rig: Rig, number: int, plan: Plan) -> None:
    """:raises Unplayable: neither is the action played as this number (from 0), nor one as good, nor is it offered."""
    text = plan.action.text
    if len(rig.record) == number:
        offering = [each for each in rig.scene().prompts if any(choice.value == text for choice in each.choices)]
        if not offering:
            raise Unplayable(f"{text} is not taken: {rig.scene().now}")
        rig.answer(offering[0].id, text)
    recorded = rig.record[number:][:1]
    if recorded != [text] and not (recorded and as_good(on_table(rig), number, recorded[0], text)):
        raise Unplayable(f"{text} was played, {recorded} recorded")
    rig.wait(1.0)
    stands = {square: bare(piece) for square, piece in rig.board.wood.stands.items()}
    believed = {square: bare(str(piece)) for square, piece in on_table(rig).pieces.items()}
    if rig.table.in_step and stands != believed:
        raise Unplayable(f"after {text} the pieces stand as {stands}, and are believed to stand as {believed}")


def unplayable(drawn: Drawn, action: Action, chance: random.Random) -> str:
    """Say why a listed action cannot be played; nothing, if it can."""
    played, _ = drawn
    try:
        if played.game.footprint(played.position, action).squares:
            play_on_wood(drawn, action, chance)
            play_by_taps(drawn, action)
        else:
            decide(drawn, action)
    except AssertionError as wrong:
        return f"{played.game.id} {setup_of(played.game, played.position)}: {wrong}"
    return ""


def decide(drawn: Drawn, action: Action) -> None:
    """:raises Unplayable: no phone offers this decision."""
    rig = wooden(drawn[0])
    rig.go_on(*drawn)
    with named("on a phone"):
        expect(rig, len(drawn[0].actions), plan_of(on_table(rig), action))


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game_id", game_ids())
def test_every_listed_action_can_be_played(game_id: str, part: int, full: bool) -> None:
    game, wrong = find_game(game_id), list[str]()
    for seed in range(part, POSITIONS if full else POSITIONS // 10, PARTS):
        chance = random.Random(f"{game_id} {seed}")
        drawn = walked(game, chance)
        for action in chosen(game, drawn[0].position, ACTIONS if full else FEW_ACTIONS, chance):
            wrong += filter(None, [unplayable(drawn, action, chance)])
    assert not wrong, "\n".join(wrong)


# --- what is wrong is found --------------------------------------------------------------------------------------


Change = Callable[[Footprint], Footprint]
WRONG: dict[str, tuple[Change, str]] = {
    "a piece to be lifted from an empty square": (
        lambda right: replace(right, empties=right.empties | right.fills, fills=0), "nothing stands on"),
    "a piece to be put onto another one": (
        lambda right: replace(right, fills=right.fills | right.swaps, swaps=0), "a piece stands on"),
    "a square to be filled by nobody": (lambda right: replace(right, fills=right.fills | FREE), "nothing belongs on"),
    "a touch without a piece in the hand": (lambda right: Footprint(touches=right.empties), "is not taken"),
    "pieces that change places before no eyes": (lambda right: Footprint(through=right.empties | right.swaps),
                                                 "is not taken"),
}
"""The makers of faulty footprints, and what is wrong with each."""
FREE = 1 << CHESS.boards[0].parse("h5")
STATE = {"board": {"e1": "wK", "e8": "bK", "d4": "wP", "e5": "bP"}, "phase": "play", "to_act": ["white"]}


def with_footprints(change: Change) -> AnyGame:
    """Chess, but for what hands have to do."""

    class Changed(type(CHESS)):  # type: ignore[misc]
        def footprint(self, position: Any, action: Action) -> Footprint:
            return change(super().footprint(position, action))

    return Changed()


@pytest.mark.parametrize("text", ["d4d5", "d4e5"])
@pytest.mark.parametrize("wrong", WRONG)
def test_what_no_hands_can_do_is_found(wrong: str, text: str) -> None:
    change, why = WRONG[wrong]
    game = with_footprints(change)
    played = begin(game, game.read_options({}), STATE)
    action = game.parse(played.position, text)
    right = CHESS.footprint(played.position, action)
    found = unplayable((played, STATE), action, random.Random(1))
    assert (why in found) == (change(right) != right), found


def test_a_decision_that_no_phone_offers_is_found() -> None:
    game = with_footprints(lambda right: Footprint())
    played = begin(game, game.read_options({}), STATE)
    assert "is not taken" in unplayable((played, STATE), game.parse(played.position, "d4d5"), random.Random(1))
