"""Players who do not wait for the board: the next lift comes 0.05 to 1 s after the last piece came down."""

import random

import pytest
from habits import plainly, pushing
from judge import Mistaken, as_good
from plans import Plan, plan_of
from robot import Robot
from test_robot import CLUMSY

from engine.pieces import CHANCE
from engine.registry import game_ids
from table.hands import following
from table.state import PATIENCE_S, GameOnTable, HandAction

EXCHANGES = 400
"""How many bursts of quick actions are played per game in full."""
ASKED_SHARE = 0.005
PUSHED = 0.3
"""How many captures push the victim off."""


def quick(on_table: GameOnTable, hand_action: HandAction) -> GameOnTable | None:
    """The game after an action that another can follow at once; ``None`` if the rules or a phone come between."""
    after = following(on_table, hand_action.action)
    moved = after.occupied != hand_action.footprint.after(on_table.occupied)
    if moved or after.outcome or after.game.to_act(after.position) == (CHANCE,):
        return None
    return after


def alike(one: HandAction, other: HandAction) -> bool:
    """Whether a phone may be asked, however slow the hands."""
    return all(getattr(one.footprint, name) == getattr(other.footprint, name)
               for name in ("empties", "fills", "swaps", "touches", "returns"))


class Burst:
    """A few actions in a row, done without waiting for the board."""

    def __init__(self, robot: Robot) -> None:
        self.robot = robot
        self.plans: list[Plan] = []

    def play(self, most: int) -> None:
        on_table: GameOnTable | None = self.robot.on_table
        while on_table is not None and on_table.hand_actions and len(self.plans) < most:
            hand_action = self.robot.random.choice(on_table.hand_actions)
            if any(alike(each, hand_action) for each in on_table.hand_actions if each is not hand_action):
                break
            plan = plan_of(on_table, hand_action.action)
            self.plans.append(plan)
            if plan.is_capture and self.robot.random.random() < PUSHED:
                pushing(self.robot.fingers, plan)
                break  # what no reed saw is touched again before anybody goes on
            plainly(self.robot.fingers, plan)
            self.robot.fingers.rest(0.05, 1.0)
            on_table = quick(on_table, hand_action)

    def settle(self, start: int) -> int:
        """Wait, answer what is asked and compare; returns how often somebody was asked."""
        robot, asked = self.robot, 0
        robot.fingers.rest(1.0)
        for _ in range(4 * len(self.plans)):
            done = len(robot.rig.record) - start
            if done >= len(self.plans):
                break
            before = robot.asked
            if not robot.answer(self.plans[done]):
                robot.fingers.rest(PATIENCE_S)
            if len(robot.rig.record) == start + done and self.plans[done].is_capture:
                robot.do_again(self.plans[done])
            asked += robot.asked - before
            robot.fingers.rest(0.5)
        self._judge(start)
        return asked

    def _judge(self, start: int) -> None:
        played, meant = self.robot.rig.record[start:], [plan.action.text for plan in self.plans]
        for number, (one, other) in enumerate(zip(played, meant, strict=False)):
            if one != other and not as_good(self.robot.on_table, start + number, one, other):
                raise Mistaken(f"meant {meant}, the table played {played}")
        if len(played) < len(meant):
            raise Mistaken(f"meant {meant}, only {played}: {self.robot.rig.scene().now}")


def bursts(game_id: str, count: int) -> tuple[int, int]:
    """How many actions were played in so many bursts, and how many questions were asked."""
    actions = asked = seed = 0
    chance = random.Random(game_id)
    while count > 0:
        seed += 1
        robot = Robot(game_id, {}, CLUMSY, seed)
        robot.follow_lights()
        while count > 0 and robot.on_table.outcome is None and len(robot.rig.record) < 80:
            if not robot.on_table.hand_actions:
                robot.play_on(1)
                continue
            count -= 1
            burst, start = Burst(robot), len(robot.rig.record)
            burst.play(chance.randint(2, 4))
            asked += burst.settle(start)
            actions += len(burst.plans)
            robot.follow_lights()
            if not burst.plans:
                robot.play_on(1)
    return actions, asked


@pytest.mark.parametrize("game_id", game_ids())
def test_quick_hands_are_read_right_and_hardly_asked(game_id: str, full: bool) -> None:
    actions, asked = bursts(game_id, EXCHANGES if full else EXCHANGES // 10)
    print(f"{game_id}: {asked} questions in {actions} quick actions")
    assert actions > 40
    assert asked <= max(1, ASKED_SHARE * actions)
