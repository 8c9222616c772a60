"""Taking back by hand: the last action put back as it was, or another one put in its place."""

from collections.abc import Iterator

from engine.actions import Action, Footprint
from engine.pieces import CHANCE, Seat
from table.evidence import Evidence, complete, explains, may_be_complete
from table.goal import moving
from table.state import GameOnTable, HandAction, Table, Touch, hand_actions


def can_take_back(on_table: GameOnTable, count: int = 1) -> bool:
    """Whether the last actions can be undone at all: not across chance, not across a revealed secret."""
    played = on_table.played
    if len(played.actions) < count:
        return False
    game, positions = played.game, (played.first, *played.positions)[-count - 1:]
    secret = any(game.undisclosed(position) for position in positions)
    return not secret and all(game.to_act(position) != (CHANCE,) for position in positions[:-1])


def last_decision(on_table: GameOnTable) -> int:
    """How many of the last actions are undone together: a person's, or chance's, and what computers did since. 0: only
    computers have played."""
    played, game = on_table.played, on_table.game
    befores = (played.first, *played.positions)
    for count in range(1, len(played.actions) + 1):
        if game.actor(befores[-count - 1], played.actions[-count]) not in on_table.computers.levels:
            return count
    return 0


def last_own(table: Table) -> Seat | None:
    """The seat whose last action nobody has answered yet, neither by an action nor by lifting a piece: as hands on wood
    do, its player may take that back without asking.
    """
    on_table = table.on_table
    if on_table is None or table.difference or last_decision(on_table) != 1:
        return None
    return _of_a_player(on_table.game.actor(on_table.played.before().position, on_table.played.actions[-1]))


def _of_a_player(actor: object) -> Seat | None:
    return actor if isinstance(actor, Seat) else None


def _last_footprint(on_table: GameOnTable) -> Footprint | None:
    """What hands did last, if the same hands may still take it back: the rules have moved nothing since."""
    if not on_table.by_hand or moving(on_table.happenings) or not can_take_back(on_table):
        return None
    return on_table.game.footprint(on_table.played.before().position, on_table.played.actions[-1])


def taking_back(on_table: GameOnTable, evidence: Evidence) -> tuple[bool, bool]:
    """Whether the last action reversed explains the difference, in part and completely."""
    last = _last_footprint(on_table)
    if last is None:
        return False, False
    back = last.reversed
    return explains(back, evidence), complete(back, evidence)


def taken_back_whole(on_table: GameOnTable, table: Table) -> bool:
    """Whether hands, asked to do what the rules did by themselves, have put the last action back instead."""
    if not on_table.by_hand or not can_take_back(on_table):
        return False
    before = on_table.played.before().position
    footprint = on_table.game.footprint(before, on_table.played.actions[-1])
    back = footprint.reversed
    evidence = Evidence(footprint.after(on_table.game.occupied(before)), table.covered, table.touches, table.bump_s)
    return complete(back, evidence) and all(back.squares >> touch.square & 1 for touch in table.touches)


def rethinks(on_table: GameOnTable, evidence: Evidence, hand: tuple[Touch, ...]) -> bool:
    """Whether the piece that acted last went on to where another action takes it.

    ``hand``: the touches that the last action was made of.
    """
    last = _last_footprint(on_table)
    if last is None or not (last.fills | last.swaps | last.returns) & evidence.opened:
        return False
    return any(True for _ in _instead(on_table, last, evidence, hand))


def exchanged(on_table: GameOnTable, evidence: Evidence, hand: tuple[Touch, ...]) -> tuple[Action, ...]:
    """The other captures that may have been made instead of the last one, with all squares covered as before.

    Its taker and another piece that it might have taken were in the air together, and may have changed places.
    """
    last = _last_footprint(on_table)
    if last is None or not last.swaps or not last.swaps & evidence.opened:
        return ()
    return tuple(
        each.action for each in _instead(on_table, last, evidence, hand)
        if evidence.opened_together(last.swaps, each.footprint.swaps & ~last.swaps)
    )


def _instead(
    on_table: GameOnTable, last: Footprint, evidence: Evidence, hand: tuple[Touch, ...]
) -> Iterator[HandAction]:
    """What the piece that acted last may have done instead, as far as squares and touches tell."""
    before = on_table.played.before().position
    whole = Evidence(
        on_table.game.occupied(before), evidence.covered, (*hand, *evidence.touches), evidence.bump_s
    )
    for each in hand_actions(on_table.game, before):
        if each.action.text != on_table.played.actions[-1].text and _same_piece(each, last):
            if may_be_complete(each.footprint, whole):
                yield each


def _same_piece(other: HandAction, last: Footprint) -> bool:
    sources = last.empties | last.returns
    return bool((other.footprint.empties | other.footprint.returns) & sources)


def second_thoughts(on_table: GameOnTable, evidence: Evidence) -> tuple[Action | None, ...]:
    """After a capture with both pieces in the air, a piece more than there should be: what was played instead?

    Then the piece that closed the target's reed may have been the captured one, put back.
    """
    last = _last_footprint(on_table)
    if last is None or not last.swaps or evidence.lifted or evidence.opened:
        return ()
    before = on_table.played.before().position
    base = on_table.game.occupied(before)
    if evidence.covered == base:
        return (None,)
    return tuple(
        each.action for each in hand_actions(on_table.game, before)
        if not each.footprint.swaps | each.footprint.touches and evidence.covered == each.footprint.after(base)
    )
