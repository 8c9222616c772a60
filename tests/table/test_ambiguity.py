"""Actions that sensors cannot tell apart, game by game: each game's page ``ambiguity.md`` lists them, this proves it.

The list is not guessed: random positions of every game are searched for legal actions that look alike (collisions.py),
and each is played by hand. The rest of this file shows the cases one by one.
"""

import random
import re
from collections import defaultdict

import pytest
from collisions import Collision, collisions, wander
from play_table import PlayTable

from engine.core.actions import Footprint
from engine.game import EVERYTHING
from engine.registry import folder_of, game_ids
from engine.services.testing import trials_of
from table.hands.decision import includes

STEPS = 40
"""The number of steps of random games that are searched."""
SAMPLES = 3
"""The number of examples of each kind that are played by hand."""


def listed(game_id: str, rare: bool = True) -> set[str]:
    """The kinds of confusion that a game lists, with or without those it calls rare; none if it has no such page."""
    page = folder_of(game_id) / "ambiguity.md"
    rows = re.findall(r"^\| `([^`]+)` \| ([^|]*) \|", page.read_text("utf-8"), re.M) if page.exists() else []
    return {kind for kind, example in rows if rare or "(rare)" not in example}


def found(game_id: str, full: bool) -> dict[str, list[Collision]]:
    """Examples of every kind of confusion that random positions show."""
    examples: dict[str, list[Collision]] = defaultdict(list)
    chance = random.Random(f"collisions of {game_id}")
    games = trials_of(game_id).searched_games
    for number, spot in enumerate(wander(game_id, chance, 30 * games if full else games // 2, STEPS)):
        for each in collisions(spot, pairs=number % 8 == 0):
            if len(examples[each.kind]) < SAMPLES:
                examples[each.kind].append(each)
    return examples


@pytest.fixture(scope="module", params=game_ids())
def searched(request, full):
    return request.param, found(request.param, full), full


def test_no_kind_of_confusion_is_unlisted(searched):
    game_id, examples, full = searched
    assert set(examples) <= listed(game_id)
    if full:
        assert set(examples) >= listed(game_id, rare=False), "what the page lists exists"


def test_what_can_be_confused_is_played_as_meant_or_asked(searched):
    """Plain hands for each alternative: the table takes it, or one that leaves every choice it leaves, or asks."""
    game_id, examples, _ = searched
    for example in [each for group in examples.values() for each in group]:
        for action in example.actions[: 1 if example.before else None]:
            if "two at once" not in example.kind:
                check_plain_hands(example, action)


def test_two_actions_at_once_that_can_be_confused_are_asked_about(searched):
    game_id, examples, _ = searched
    for example in examples.get("two at once like two others", []):
        check_crossing(example)


# --- hands -------------------------------------------------------------------------------------------------------


def table_at(example: Collision) -> PlayTable:
    """The position of an example on the table, a hand having brought it about where that matters."""
    table = PlayTable()
    table.continue_with((), example.state, example.game_id, **example.options)
    for action in example.before:
        do(table, footprint_of(table, action))
        table.wait(3.5)
        assert table.actions == [action]
    return table


def footprint_of(table: PlayTable, action: str) -> Footprint:
    return next(each.footprint for each in table.table.on_table.hand_actions if each.action.text == action)


def do(table: PlayTable, footprint: Footprint) -> None:
    """Plain hands: all that moves into the air, targets touched meanwhile, all down."""
    names = table.table.on_table.board.sorted_names
    table.lift(*names(footprint.empties | footprint.swaps | footprint.returns))
    table.lift(*names(footprint.touches))
    table.place(*names(footprint.touches))
    table.place(*names(footprint.fills | footprint.swaps | footprint.returns))


def check_plain_hands(example: Collision, action: str) -> None:
    table = table_at(example)
    before, done = table.table.on_table.position, len(table.actions)
    do(table, footprint_of(table, action))
    table.wait(3.5)
    game = table.table.on_table.game
    played = table.actions[done:]
    if not played:
        (prompt,) = table.scene().prompts
        assert action in [choice.value for choice in prompt.choices], (example, action)
    elif played[0] != action:
        meant = game.successor(before, game.parse(before, action))
        there = game.successor(before, game.parse(before, played[0]))
        assert game.view(meant, EVERYTHING).pieces == game.view(there, EVERYTHING).pieces, (example, action, played)
        assert includes(game, there, meant), (example, action, played)


def check_crossing(example: Collision) -> None:
    """All pieces of the two actions in the air at once, then down: played unasked only as meant, or if both end alike.

    A square that one way leaves and enters again, and the other never touches, lets the reeds tell them apart.
    """
    table = table_at(example)
    first, second, third, fourth = example.actions
    game, position = table.table.on_table.game, table.table.on_table.position
    middle = game.successor(position, game.parse(position, first))
    one, other = footprint_of(table, first), game.footprint(middle, game.parse(middle, second))
    do(table, Footprint(
        one.empties | other.empties & ~one.fills, one.fills & ~other.empties | other.fills,
        one.swaps | other.swaps, one.touches | other.touches, one.returns | other.returns,
    ))
    table.wait(3.5)
    if table.actions and table.actions[:2] != [first, second]:
        there = [end_of(game, position, *both) for both in ((first, second), (third, fourth))]
        assert there[0] == there[1], (example, table.actions)


def end_of(game, position, first: str, second: str):
    """Return the pieces after two actions."""
    middle = game.successor(position, game.parse(position, first))
    return game.view(game.successor(middle, game.parse(middle, second)), EVERYTHING).pieces
