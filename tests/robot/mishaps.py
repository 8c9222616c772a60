"""What befalls a board while nobody plays: every mishap leaves pieces anywhere, and the table with what it felt."""

from collections.abc import Callable
from dataclasses import dataclass

from fingers import HAND, Fingers
from rig import ALL_SEATS, Rig

from engine.squares import Square, bits
from table.words.events import Pause, Resume, TakeBack


@dataclass
class Scene:
    """Where mishaps happen."""

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
    at.fingers.rest(0.0, 1.0)
    at.drop(at.fingers.random.randint(0, count))


def sleeve(at: Scene) -> None:
    """A few pieces are pushed to other squares, one after the other."""
    for square in at.pick(at.stands, at.fingers.random.randint(1, 3)):
        at.fingers.lift(square)
        at.fingers.rest(0.0, 0.4)
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


def power_cut(at: Scene) -> None:
    """The power fails at any instant of another mishap."""
    at.fingers.random.choice((cat, sleeve, child, early_hands))(at)
    at.fingers.rest(0.0, 0.6)
    at.rig.restart()


def pause(at: Scene) -> None:
    at.rig.send(Pause())
    at.fingers.random.choice((cat, sleeve, child))(at)
    at.rig.send(Resume())


def undo(at: Scene) -> None:
    """One or two actions are taken back on the panel, perhaps in the middle of something else."""
    for _ in range(at.fingers.random.randint(1, 2)):
        at.rig.send(TakeBack(ALL_SEATS, frozenset()))
        if at.fingers.random.random() < 0.3:
            at.fingers.random.choice((cat, sleeve, power_cut))(at)


MISHAPS: tuple[Callable[[Scene], None], ...] = (cat, sleeve, child, early_hands, power_cut, pause, undo)
