"""The judge of a game: does the table believe what was played? Record, position and wood against what was meant."""

from done_by_hand import bare
from plans import Plan
from rig import Rig

from engine.core.squares import Square
from engine.game import EVERYTHING
from table.hands.decision import includes
from table.hands.evidence import Evidence, complete
from table.model.current_game import GameOnTable


class Mistaken(AssertionError):
    """The table believes something else than what was played."""


def check(rig: Rig) -> None:
    """Record, position and, with the board in step, wood must agree.

    :raises Mistaken: they do not.
    """
    on_table = rig.table.on_table
    assert on_table is not None
    recorded = [action.text for action in on_table.played.actions]
    if recorded != rig.record:
        raise Mistaken(f"stored {rig.record[-3:]}, on the table {recorded[-3:]}")
    if rig.table.goal is None:
        stands = {square: bare(str(piece)) for square, piece in on_table.pieces.items()}
        if stands != dict(rig.board.wood.stands):
            raise Mistaken(f"after {recorded[-1:]} the wood differs: {_differences(rig, on_table, stands)}")


def _differences(
    rig: Rig, on_table: GameOnTable, stands: dict[Square, str]
) -> dict[str, tuple[str | None, str | None]]:
    wood = rig.board.wood.stands
    return {on_table.board.name(square): (stands.get(square), wood.get(square))
            for square in {*stands, *wood} if stands.get(square) != wood.get(square)}


def saw(rig: Rig, plan: Plan) -> bool:
    """True if the reeds had seen all of the meant action when the table decided."""
    base = sum(1 << square for square in plan.before)
    return complete(plan.footprint, Evidence(base, rig.seen_covered, rig.seen, rig.table.bump_s))


def as_good(on_table: GameOnTable, number: int, played: str, meant: str) -> bool:
    """True if the action played as this number (from 0) leads to the board meant and leaves as many choices."""
    before = on_table.played.before(len(on_table.played.actions) - number)
    game, position = before.game, before.position
    there = game.successor(position, game.parse(position, played))
    wanted = game.successor(position, game.parse(position, meant))
    return game.view(there, EVERYTHING).pieces == game.view(wanted, EVERYTHING).pieces and includes(game, there, wanted)
