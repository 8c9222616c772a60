"""A player without a brain but with every human habit: it decides at random and moves real pieces with clumsy hands.

It knows what it means to play; the table only feels the board. Whatever the table then believes must be what was meant.
What the robot does is told in plans (an action as hands see it), habits (how an action is done) and whims (what else
happens at a table); the judge compares.
"""

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

from done_by_hand import bare
from fingers import Fingers
from habits import habits_for
from judge import Mistaken, as_good, check, saw
from plans import Plan, plan_of
from rig import Rig
from whims import WHIMS, two_hands

from engine.core.actions import Action
from engine.core.pieces import Seat
from engine.core.squares import Board, bits
from engine.game import PromptKind
from engine.records.computer_levels import NO_COMPUTERS, Computers
from engine.registry import find_game
from hardware.simulated.faults import BoardFaults
from table.messages.events import EndTurn
from table.messages.scene import ScenePrompt
from table.model.current_game import GameOnTable
from table.model.state import PATIENCE_S

LONGEST_GAME = 400
"""Actions after which a game that its options let go on for ever is left."""
TWO_HANDS = 0.06
"""The share of actions with both hands, where that is possible."""


class Robot:
    """Plays one game at a rig and checks the table at every step."""

    def __init__(
        self, game_id: str, options: dict[str, Any], misbehaviour: BoardFaults, seed: int,
        computers: Computers = NO_COMPUTERS, new_rig: Callable[[Board, BoardFaults, int], Rig] | None = None,
    ) -> None:
        self.random = random.Random(seed)
        game = find_game(game_id)
        self.rig = (new_rig or Rig)(game.board(game.read_options(options)), misbehaviour, seed)
        self.fingers = Fingers(self.rig, self.random)
        self.meant: list[str] = []
        """The record as it should be."""
        self.asked = 0
        self.unseen = 0
        """The number of times that the sensors missed what was meant, and the table took what they saw."""
        self.habits: Counter[str] = Counter()
        # More of every piece than any game can need.
        box = Counter({f"{seat}{kind}": 64 for seat in "wbrun" for kind in game.piece_names})
        self.rig.start(game_id, options, box, computers)

    @property
    def on_table(self) -> GameOnTable:
        """The game on the table."""
        return self.fingers.on_table

    # --- playing -------------------------------------------------------------------------------------------------

    def play(self, most_actions: int = LONGEST_GAME) -> None:
        """Play to the end (or to ``most_actions``) and compare record, position and wood."""
        self.follow_lights()
        self.play_on(most_actions - len(self.rig.record))
        self.follow_lights()
        check(self.rig)

    def play_on(self, count: int) -> None:
        """Play so many more actions, if the game lasts that long."""
        most = len(self.rig.record) + count
        while self.on_table.outcome is None and len(self.rig.record) < most:
            self.turn()
            self.follow_lights()
            while self.on_table.chance_acts and self.on_table.outcome is None:
                self._await_chance()
                self.follow_lights()
            self.rig.wait(0.5)
            check(self.rig)

    def turn(self) -> None:
        """One decision: by hand, or on the phone."""
        if self.on_table.chance_acts:
            self._await_chance()
            return
        prompts = [each for each in self.rig.scene().prompts if each.id.startswith("game:")]
        if prompts and (not self.on_table.hand_actions or self.random.random() < 0.3):
            self._decide(self.random.choice(prompts))
            return
        self._have_a_whim()
        if self.random.random() < TWO_HANDS and two_hands(self):
            self.habits["two_hands"] += 1
        else:
            self.act(self.random.choice(self.on_table.hand_actions).action)

    def _await_chance(self) -> None:
        before = self.on_table
        self.rig.wait(2.0)  # as long as hands may be corrected, and the store needs
        if self.on_table is before:
            raise Mistaken(f"chance never decides: {self.rig.scene().now}")

    def _have_a_whim(self) -> None:
        for whim, share in WHIMS.items():
            if self.random.random() < share:
                self.habits[whim.__name__] += 1
                whim(self)
                return

    def follow_lights(self) -> None:
        """Do what goals ask for, square by square in a random order, until the board is in step."""
        for _ in range(3000):
            self.fingers.rest(0.3)
            if self.rig.table.goal is None:
                self.fingers.empty()
                return
            seen = self.rig.scene()
            # A reed may be late: what hands have done already is not done again.
            extra = [square for square in map(self.rig.square, seen.extra) if self.fingers.stands(square)]
            missing = [square for square in map(self.rig.square, seen.missing) if not self.fingers.stands(square)]
            if extra and (not missing or self.random.random() < 0.5 or seen.status == "undo"):
                self.fingers.lift(self.random.choice(extra))
            elif missing:
                square = self.random.choice(missing)
                self.fingers.place(square, bare(str(self.on_table.pieces[square])))
        raise Mistaken(f"the board never comes in step: {self.rig.scene()}")

    # --- deciding on the phone -----------------------------------------------------------------------------------

    def _decide(self, prompt: ScenePrompt) -> None:
        if prompt.kind == PromptKind.DIVISION:
            value = self._divide(prompt)
        else:
            value = self.random.choice(prompt.choices).value
        self.meant = [*self.rig.record, value]
        self.rig.answer(prompt.id, value)
        if self.rig.record[: len(self.meant)] != self.meant:
            raise Mistaken(f"answered {value}, the table played {self.rig.record[len(self.meant) - 1:]}")

    def _divide(self, prompt: ScenePrompt) -> str:
        given: dict[str, list[int]] = {}
        for _ in range(self.random.randint(0, prompt.points)):
            given.setdefault(self.random.choice(prompt.squares), [0, 0])[self.random.randrange(2)] += 1
        shares = [f"{name}+{given[name][0]}/{given[name][1]}" for name in prompt.squares if name in given]
        return f"{prompt.seats[0]}:{','.join(shares) or '-'}"

    # --- acting by hand ------------------------------------------------------------------------------------------

    def act(self, action: Action) -> None:
        """Do an action by hand, with a habit, and wait until the table has taken it."""
        self.meant = [*self.rig.record, action.text]
        plan = plan_of(self.on_table, action)
        habit = self.random.choice(habits_for(plan))
        self.habits[habit.__name__] += 1
        habit(self.fingers, plan)
        self._settle(plan)
        self._judge(plan)

    def _settle(self, plan: Plan) -> None:
        """Wait; touch again what no reed saw; answer what is asked."""
        self.fingers.rest(0.6)
        for attempt in range(8):
            if len(self.rig.record) >= len(self.meant) or self.answer(plan):
                return
            if attempt == 2 or self.rig.scene().commits_in_s is not None:
                self.fingers.rest(PATIENCE_S)
            elif attempt > 2:
                self.do_again(plan)
            self.fingers.rest(0.6)
        raise Mistaken(f"{plan.action} is never taken: {self.rig.scene().now} {self.rig.record[-5:]}")

    def do_again(self, plan: Plan) -> None:
        """Act as a person does when nothing flashes: lift the piece once more and put it down again."""
        footprint, fingers = plan.footprint, self.fingers
        if footprint.touches:
            fills = footprint.fills or footprint.returns
            fingers.lift(*bits(fills))
            fingers.rest(0.3)
            fingers.lift(*bits(footprint.touches))
            fingers.rest(0.3)
            fingers.place_slowly(plan.before, footprint.touches, 0.3)
            fingers.place_slowly(plan.after, fills, 0.0)
            return
        for square in bits(footprint.swaps | footprint.returns or footprint.fills):
            fingers.lift(square)
            fingers.rest(0.3)
            fingers.place(square, plan.after[square])

    def answer(self, plan: Plan) -> bool:
        """Answer the board's question about hands, if there is one, or press *end turn* to go on at once."""
        seen, missing = self.rig.scene(), self.meant[len(self.rig.record):]
        wanted = (" ".join(self.meant[-2:]), *missing[:1], plan.action.text)
        for prompt in seen.prompts:
            offered = {choice.value: choice for choice in prompt.choices}
            meant = next((offered[value] for value in wanted if value in offered), None)
            if prompt.id.startswith(("hands:", "thoughts:")) and meant:
                self.asked += 1
                if meant.square and self.random.random() < 0.5:
                    return self._answer_by_touch(meant.square)
                self.rig.answer(prompt.id, meant.value)
                return len(self.rig.record) >= len(self.meant)
        if seen.can_end_turn and seen.commits_in_s is not None and self.random.random() < 0.5:
            self.rig.send(EndTurn(frozenset(Seat)))
            return len(self.rig.record) >= len(self.meant)
        return False

    def _answer_by_touch(self, name: str) -> bool:
        """Lift the piece on the square that says which action it was, and put it down again."""
        square = self.rig.square(name)
        piece = self.rig.board.wood.stands[square]
        self.fingers.lift(square)
        self.fingers.rest(0.1, 1.0)
        self.fingers.place(square, piece)
        self.fingers.rest(0.6)
        return len(self.rig.record) >= len(self.meant)

    def _judge(self, plan: Plan) -> None:
        """Check that the played action is the one meant, or as good, or all that the reeds could see."""
        number = len(self.meant) - 1
        played = self.rig.record[: number + 1]
        if played == self.meant:
            return
        if not played or played[:-1] != self.meant[:-1]:
            raise Mistaken(f"meant {plan.action}, the table played {self.rig.record[number:]}")
        if as_good(self.on_table, number, played[-1], plan.action.text):
            if self.rig.table.goal is None and self.rig.table.difference:
                self.fingers.repair()  # the rules took the piece off that was slid on
            return
        if saw(self.rig, plan):
            raise Mistaken(f"meant {plan.action}, seen done, the table played {played[-1]}")
        self.unseen += 1
        self.fingers.repair()
