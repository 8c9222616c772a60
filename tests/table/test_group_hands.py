"""Actions of several pieces, halfway (docs/play.md, 7): what hands can do next is lit, and said."""

from itertools import permutations

import pytest
from cases import patterns

from table.words.lights import Role

GROUPS = {
    "a6a7a8v3": (("a6", "a7", "a8"), ()),
    "c6c7d6d7<1": (("c6", "c7", "d6", "d7"), ()),
    "e2f2g2@f2+": (("e2", "f2", "g2", "e3"), ()),
}


def group(action):
    own, _ = GROUPS[action]
    table = patterns(*own, enemy=("h8", "h6"))
    footprint = next(each.footprint for each in table.table.on_table.hand_actions if each.action.text == action)
    names = table.table.on_table.board.sorted_names
    return table, list(names(footprint.empties)), list(names(footprint.fills))


def ways(action):
    _, sources, targets = group(action)
    return [(action, list(zip(order, goal, strict=True))) for order in permutations(sources)
            for goal in permutations(targets)]


@pytest.mark.parametrize(("action", "way"), [each for action in GROUPS for each in ways(action)])
def test_whatever_the_order_the_next_piece_is_marked(action, way):
    table, _, _ = group(action)
    left = {source for source, _ in way}
    for source, target in way[:-1]:
        table.lift(source)
        assert target in table.squares_of(Role.MOVE), f"{source} in the hand"
        table.place(target)
        table.wait(1)
        left.discard(source)
        assert left <= set(table.squares_of(Role.ORIGIN)), f"after {target}: nothing is in the hand"
        assert "lifted" not in str(table.scene().now)
    source, target = way[-1]
    table.lift(source)
    table.place(target)
    table.wait(3.5)
    assert table.actions == [action]


def test_a_pivot_that_was_put_down_in_its_partners_place_goes_on_with_the_partner():
    table = patterns("e1", "e2", "d2", "f2", enemy=("h8", "h6"))
    table.lift("e1")
    assert "d1" in table.squares_of(Role.MOVE)
    table.place("d1")
    table.wait(1)
    assert table.squares_of(Role.ORIGIN), "something can be lifted to finish this"
    partner = next(each for each in table.squares_of(Role.ORIGIN) if table.table.covered >> table.square(each) & 1)
    table.lift(partner)
    assert table.role("e1") is Role.MOVE


def test_a_group_halfway_names_no_piece_in_an_empty_hand():
    table, sources, targets = group("a6a7a8v3")
    table.lift("a8")
    table.place("a3")
    table.wait(1)
    assert {"a6", "a7"} <= set(table.squares_of(Role.ORIGIN))
    assert not {"a4", "a5"} & set(table.squares_of(Role.MOVE)), "no piece is in the hand"
