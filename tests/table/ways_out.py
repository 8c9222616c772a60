"""The invariants of every state of the table: somebody has a way out, and what the sentence says can be done."""

from asked_for import innermost
from play_table import PlayTable

from table.messages.events import SquareLifted, SquarePlaced
from table.messages.lights import Role
from table.messages.scene import Scene
from table.model.state import Table

TO_LIFT = {Role.WRONG, Role.CLEAR, Role.MARCH_FROM, Role.ORIGIN, Role.TURN, Role.CAPTURE, Role.CHOICE}
TO_FILL = {Role.ORIGIN, Role.NO_MOVE, Role.MOVE, Role.CAPTURE, Role.CHOICE, Role.MARCH_TO}
OUT_OF_THE_BOX = {Role.PLACE, Role.SPAWN}


def in_hands(table: Table) -> int:
    """Return the number of pieces that belong on the board and are not there."""
    assert table.on_table is not None
    return (table.on_table.occupied & ~table.covered).bit_count()


def has_a_way_out(playing: PlayTable, seen: Scene) -> bool:
    """True if a light, a question or an end of the turn leads on."""
    if seen.prompts or seen.winners is not None or seen.can_end_turn:
        return True
    covered = set(seen.covered)
    for name, light in seen.lights.items():
        stands = name in covered
        if light.role in TO_LIFT and stands or light.role in OUT_OF_THE_BOX and not stands:
            return True
        if light.role in TO_FILL and not stands and playing.table.wood.air:
            return True
    return False


def can_be_done(playing: PlayTable, seen: Scene) -> bool:
    """True if the sentence's request fits what stands on the board, which has been at rest for long."""
    now, covered = innermost(seen.now), set(seen.covered)
    values, key = {name: str(value) for name, value in now.values}, now.key
    roles = {name: light.role for name, light in seen.lights.items()}
    if key.startswith("Put the lifted") or "Put the other one" in key:
        return in_hands(playing.table) > 0
    if key.startswith("Let go"):
        return False
    if key.startswith(("Lift a marked piece", "Now lift the piece")) or "lift a marked piece" in key:
        return any(role in TO_LIFT and name in covered for name, role in roles.items())
    if "Touch the square you mean" in key or "touch the square where it stood" in key:
        return Role.CHOICE in roles.values()
    if key.startswith(("Take the", "Nothing may go")) or "from {source}" in key:
        return (values.get("source") or values["square"]) in covered
    if key.startswith("Put") and "target" in values and "{target} back" not in key:
        return values["target"] not in covered
    if key.startswith(("Put", "The {piece} on")) and "square" in values:
        return values["square"] not in covered
    return True


def choices_answer(playing: PlayTable, seen: Scene) -> bool:
    """True if touching a square that shows *choice* settles something: an action, or another question."""
    chosen = _chosen(seen)
    if not chosen or chosen[0] not in seen.covered:
        return not chosen
    before = (playing.actions, seen.prompts, chosen)
    playing.send(SquareLifted(playing.square(chosen[0])))
    playing.wait(0.4)
    playing.send(SquarePlaced(playing.square(chosen[0])))
    playing.wait(1)
    then = playing.scene()
    return (playing.actions, then.prompts, _chosen(then)) != before


def _chosen(seen: Scene) -> list[str]:
    return sorted(name for name, light in seen.lights.items() if light.role is Role.CHOICE)
