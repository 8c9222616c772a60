"""The robot at a table with computers: it carries out what they choose, as clumsily as it plays itself."""

from collections.abc import Callable

from done_by_hand import bare
from judge import Mistaken, check
from obedient import Obedient
from rig import ALL_SEATS, THINKING_S
from robot import Robot

from engine.core.squares import bits
from table.messages.events import EndTurn
from table.messages.lights import Role

MOST_ROUNDS = 3
"""The number of times that an action of a computer is done again, as long as it does nothing else."""


class Servant(Robot):
    """Plays for the people at the table, and is the hands of the computers."""


    def turn(self) -> None:
        """One decision of a person, or one turn of a computer."""
        if self._is_to_be_carried_out():
            return
        if self.on_table.computer_acts is None:
            super().turn()
            return
        before = len(self.rig.record)
        self.rig.wait(THINKING_S + 1.0)
        if len(self.rig.record) == before:
            raise Mistaken(f"the computer never plays: {self.rig.scene().now}")

    def follow_lights(self) -> None:
        """Carry out what computers chose, in one of several ways; anything else as ever."""
        while self._is_to_be_carried_out():
            self.rig.wait(self.random.uniform(0.0, THINKING_S))
            over = self.on_table.outcome is not None  # who moves anything else then clears the board away
            way = self.random.choice(ORDERLY if over else WAYS)
            self.habits[way.__name__] += 1
            way(self)
            self._see_to_it()
            self.rig.wait(THINKING_S + 1.0)
        super().follow_lights()

    def _is_to_be_carried_out(self) -> bool:
        goal = self.rig.table.goal
        return goal is not None and goal.computer is not None

    def _see_to_it(self) -> None:
        """Until the goal is reached: what no reed felt is done again, and what moved nothing is noticed."""
        known, rounds = len(self.rig.record), 0
        while rounds < MOST_ROUNDS:
            self.asks_nothing()
            if not self._is_to_be_carried_out():
                return
            known, rounds = len(self.rig.record), rounds + 1 if known == len(self.rig.record) else 0
            if self.rig.table.in_step:
                self._notice()
            else:
                obey(self)
            self.fingers.rest(1.0)
        raise Mistaken(f"never carried out: {self.rig.scene().now} {self.rig.record[-3:]}")

    def _notice(self) -> None:
        """Show that what moved nothing was seen: by a press, an answer, or a touch of a lit square."""
        seen = self.rig.scene()
        lit = [self.rig.square(name) for name, light in seen.lights.items() if light.role is Role.CHOICE]
        prompts = [each for each in seen.prompts if each.id.startswith("seen:")]
        if len(prompts) != 1 or not lit:
            raise Mistaken(f"nobody is told what was done: {seen}")
        way = self.random.choice(("press", "answer", "touch"))
        if way == "press":
            self.rig.send(EndTurn(ALL_SEATS))
        elif way == "answer":
            self.rig.answer(prompts[0].id, "yes")
        else:
            square = self.random.choice(lit)
            piece = self.rig.board.wood.stands[square]
            self.fingers.lift(square)
            self.fingers.rest(0.3)
            self.fingers.place(square, piece)

    def asks_nothing(self) -> None:
        """:raises Mistaken: hands that carry out are asked what they did, or were taken for play."""
        asked = [each for each in self.rig.scene().prompts if each.id.startswith(("hands:", "thoughts:"))]
        if asked:
            raise Mistaken(f"asked about a computer's action: {asked}")
        if self.rig.refusals:
            raise Mistaken(f"refused: {self.rig.refusals}")

    def carry_out(self, count: int, most_actions: int) -> int:
        """Play until computers have done so many actions, or the game is over. Returns how many they did."""
        while self.done() < count and self.on_table.outcome is None and len(self.rig.record) < most_actions:
            self.turn()
            self.follow_lights()
            self.asks_nothing()
            self.rig.wait(0.5)
            check(self.rig)
        return self.done()

    def done(self) -> int:
        """Return the number of actions of computers in the record."""
        played, computers = self.on_table.played, self.on_table.computers.levels
        befores = (played.first, *played.positions)
        return sum(
            played.game.actor(before, action) in computers
            for before, action in zip(befores, played.actions, strict=False)
        )


# --- ways to carry out what a computer chose ---------------------------------------------------------------------


def obey(servant: Servant) -> None:
    """Do what the lights and the sentence ask for, piece by piece."""
    Obedient(servant.rig, servant.random).follow_computer()


def in_any_order(servant: Servant) -> None:
    """Take up all that is to leave its square, then put everything down where it is missing."""
    stands = {square: bare(str(piece)) for square, piece in servant.on_table.pieces.items()}
    wood = servant.rig.board.wood.stands
    wrong = sum(1 << square for square in wood if stands.get(square) != wood[square])
    servant.fingers.lift_slowly(wrong, 0.05, 0.8)
    missing = sum(1 << square for square in stands if not servant.fingers.stands(square))
    servant.fingers.rest(0.2)
    servant.fingers.place_slowly(stands, missing, 0.05, 0.8)
    servant.fingers.rest(1.0)


def something_else_first(servant: Servant) -> None:
    """Move some piece where it does not belong, as if it were one's turn, before looking at the lights."""
    fingers, wood = servant.fingers, servant.rig.board.wood.stands
    square = servant.random.choice(sorted(wood))
    piece = wood[square]
    free = [each for each in bits(servant.on_table.board.all) if each not in wood]
    fingers.lift(square)
    fingers.rest(0.1, 1.0)
    fingers.place(servant.random.choice(free), piece)
    fingers.rest(0.1, 2.0)
    obey(servant)


def with_the_power_failing(servant: Servant) -> None:
    """Begin, and go on after a power cut."""
    extra = [servant.rig.square(name) for name in servant.rig.scene().extra]
    if extra:
        servant.fingers.lift(servant.random.choice(extra))
    servant.fingers.rest(0.0, 1.0)
    servant.rig.restart()
    servant.fingers.rest(1.0)
    obey(servant)


ORDERLY: tuple[Callable[[Servant], None], ...] = (obey, in_any_order)
WAYS = (*ORDERLY, *ORDERLY, in_any_order, something_else_first, with_the_power_failing)
