"""Mishaps of a board while nobody plays: each leaves pieces anywhere, and the table with what it felt."""

from collections.abc import Callable
from dataclasses import dataclass

from broken import DEAD, STUCK, Broken
from fingers import HAND, Fingers
from habits import plainly
from plans import plan_of
from rig import ALL_SEATS, Rig

from engine.core.squares import Square, bits
from table.messages.events import Pause, Resume, SetManual, TakeBack

FALL_S = 0.05
"""The least time that a piece is in the air: longer than a reed is debounced."""


@dataclass
class Scene:
    """The place of mishaps: a rig and the fingers above it."""

    rig: Rig
    fingers: Fingers

    @property
    def stands(self) -> list[Square]:
        return sorted(self.rig.board.wood.stands)

    @property
    def free(self) -> list[Square]:
        stands = self.rig.board.wood.stands
        return [square for square in bits(self.fingers.on_table.board.all) if square not in stands]

    def pick(self, squares: list[Square], count: int) -> list[Square]:
        return self.fingers.random.sample(squares, min(len(squares), count))

    def drop(self, count: int) -> None:
        """Some of the pieces in the hand fall on any squares, the others beside the board."""
        for square in self.pick(self.free, count):
            held = self.rig.board.wood.holds(HAND)
            if held:
                self.fingers.place(square, self.fingers.random.choice(held))
                self.fingers.rest(0.0, 0.5)


def cat(at: Scene) -> None:
    count = at.fingers.random.randint(1, 6)
    at.fingers.lift(*at.pick(at.stands, count))
    at.fingers.rest(FALL_S, 1.0)
    at.drop(at.fingers.random.randint(0, count))


def sleeve(at: Scene) -> None:
    """A few pieces are pushed to other squares, one after the other."""
    for square in at.pick(at.stands, at.fingers.random.randint(1, 3)):
        at.fingers.lift(square)
        at.fingers.rest(FALL_S, 0.4)
        at.drop(1)


def child(at: Scene) -> None:
    """Two pieces are exchanged, one after the other."""
    first, second = at.pick(at.stands, 2)
    (spare,) = at.pick(at.free, 1)
    for source, target in ((first, spare), (second, first), (spare, second)):
        piece = at.rig.board.wood.stands[source]
        at.fingers.lift(source)
        at.fingers.rest(0.1, 1.0)
        at.fingers.place(target, piece)
        at.fingers.rest(0.1, 1.0)


def early_hands(at: Scene) -> None:
    """Several hands hold pieces, and some come down where they were."""
    squares = at.pick(at.stands, at.fingers.random.randint(2, 4))
    lifted = {square: at.rig.board.wood.stands[square] for square in squares}
    for square in lifted:
        at.fingers.lift(square)
        at.fingers.rest(0.05, 1.0)
    for square in at.pick(list(lifted), at.fingers.random.randint(0, len(lifted))):
        at.fingers.place(square, lifted[square])
        at.fingers.rest(0.05, 1.0)


def knocked(at: Scene) -> None:
    """Two to five pieces are swept off together: they come down on each other's squares, elsewhere, or beside."""
    squares = at.pick(at.stands, at.fingers.random.randint(2, 5))
    pieces = [at.rig.board.wood.stands[square] for square in squares]
    for square in squares:
        at.fingers.lift(square)
        at.fingers.rest(0.0, 0.1)
    at.fingers.rest(FALL_S)
    at.fingers.random.shuffle(pieces)
    for square, piece in zip(squares, pieces, strict=True):
        where = at.fingers.random.choice((square, *at.pick(at.free, 1), None))
        if where is not None and not at.fingers.stands(where):
            at.fingers.place(where, piece)
            at.fingers.rest(0.0, 0.4)


def power_cut(at: Scene) -> None:
    """The power fails at any instant of another mishap."""
    at.fingers.random.choice((cat, sleeve, child, early_hands, knocked))(at)
    at.fingers.rest(0.0, 0.6)
    at.rig.restart()


def pause(at: Scene) -> None:
    at.rig.send(Pause())
    at.fingers.random.choice((cat, sleeve, child))(at)
    at.rig.send(Resume())


def undo(at: Scene) -> None:
    """A few actions are taken back on the panel, each perhaps in the middle of the way back of the one before."""
    for _ in range(at.fingers.random.randint(1, 3)):
        at.rig.send(TakeBack(ALL_SEATS, frozenset()))
        if at.fingers.random.random() < 0.3:
            at.fingers.random.choice((cat, sleeve, power_cut))(at)


def exchange(at: Scene) -> None:
    """Two pieces, own ones or those of two sides, are put back in each other's place: no reed can tell."""
    first, second = at.pick(at.stands, 2)
    pieces = {first: at.rig.board.wood.stands[second], second: at.rig.board.wood.stands[first]}
    at.fingers.lift(first, second)
    at.fingers.rest(0.2, 2.0)
    for square, piece in pieces.items():
        at.fingers.place(square, piece)
        at.fingers.rest(0.0, 0.5)


# --- switches that lie -------------------------------------------------------------------------------------------


def play(at: Scene) -> None:
    """Somebody plays, as if nothing were broken."""
    on_table, wood = at.fingers.on_table, at.rig.board.wood
    plans = [plan_of(on_table, each.action) for each in at.fingers.random.sample(
        on_table.hand_actions, min(5, len(on_table.hand_actions)))]
    for plan in plans:
        if all(plan.before.get(square) == wood.stands.get(square) for square in bits(plan.footprint.squares)):
            plainly(at.fingers, plan)
            at.fingers.rest(0.0, 1.0)
            return


def broken_switch(at: Scene) -> None:
    """A switch sticks, dies or flutters, before or while something else happens."""
    if at.fingers.random.random() < 0.5:
        at.fingers.random.choice((cat, sleeve, early_hands, power_cut, undo))(at)
    at.rig.broken[_concerned(at)] = _fault(at)
    at.fingers.random.choice((play, play, cat, sleeve, early_hands, undo))(at)


def two_broken_switches(at: Scene) -> None:
    at.rig.broken[_concerned(at)] = _fault(at)
    broken_switch(at)


def _fault(at: Scene) -> Broken:
    return at.fingers.random.choice((STUCK, DEAD, Broken(None, at.fingers.random.uniform(0.1, 0.25))))


def _concerned(at: Scene) -> Square:
    """A square that the next action may be about, or any."""
    chance, actions = at.fingers.random, at.fingers.on_table.hand_actions
    near = list(bits(chance.choice(actions).footprint.squares)) if actions and chance.random() < 0.7 else []
    return chance.choice(near or list(bits(at.fingers.on_table.board.all)))


def mend(at: Scene) -> None:
    """Whoever builds the board mends its switches."""
    at.rig.broken.clear()
    at.fingers.rest(1.0)
    for square in bits(at.rig.table.stored.manual):
        at.rig.send(SetManual(square, False))
    at.fingers.rest(3.0)


MISHAPS: tuple[Callable[[Scene], None], ...] = (
    cat, sleeve, child, early_hands, knocked, power_cut, pause, undo, exchange, broken_switch, two_broken_switches,
)
FELT: tuple[Callable[[Scene], None], ...] = (cat, sleeve, child, early_hands, knocked, knocked, power_cut, pause, undo)
"""Those in which the switches tell all that switches can."""
