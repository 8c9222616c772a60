"""Players who do not wait for the board: the next lift comes 0.05 to 1 s after the last piece came down, or before.

Whenever the phone is asked, the same actions are done again with long rests: what is asked then, too, no sensor can
tell (two legal readings exist); what is not asked then, a longer rest would have told.
"""

import random
from collections import Counter
from dataclasses import replace

import pytest
from habits import plainly, pushing
from judge import Mistaken, as_good
from plans import Plan, plan_of
from robot import Robot
from test_robot import CLUMSY

from engine.core.pieces import CHANCE
from engine.core.squares import Square
from engine.game import EVERYTHING, SPECTATOR
from engine.registry import game_ids
from table.hands.reading import following
from table.model.current_game import GameOnTable, HandAction
from table.model.state import PATIENCE_S

EXCHANGES = 400
"""The number of bursts of quick actions per game in full."""
ASKED_SHARE = 0.005
PUSHED = 0.3
"""The share of captures that push the victim off."""
TOGETHER = 0.3
"""The share of plain moves during which another hand begins the next one."""
LONG_S = PATIENCE_S + 1.0
"""A rest after which nothing is waited for any more."""


def quick(on_table: GameOnTable, hand_action: HandAction) -> GameOnTable | None:
    """The game after an action that another can follow at once; ``None`` if the rules or a phone come between."""
    after = following(on_table, hand_action.action)
    moved = after.occupied != hand_action.footprint.after(on_table.occupied)
    if moved or after.outcome or after.game.to_act(after.position) == (CHANCE,):
        return None
    return after


def alike(one: HandAction, other: HandAction) -> bool:
    """True if a phone may be asked, however slow the hands."""
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
            plan, after = self._choose(on_table)
            if plan is None:
                break
            self.plans.append(plan)
            if plan.is_capture and self.robot.random.random() < PUSHED:
                pushing(self.robot.fingers, plan)
                break  # what no reed saw is touched again before anybody goes on
            second, then = self._beside(plan, after)
            if second is None:
                plainly(self.robot.fingers, plan)
            else:
                self._together(plan, second)
            on_table = after if second is None else then
            self.robot.fingers.rest(0.05, 1.0)

    def _choose(self, on_table: GameOnTable) -> tuple[Plan | None, GameOnTable | None]:
        """An action that a slow hand would be understood in, and the game after it, if that goes on at once."""
        hand_action = self.robot.random.choice(on_table.hand_actions)
        if any(alike(each, hand_action) for each in on_table.hand_actions if each is not hand_action):
            return None, None
        return plan_of(on_table, hand_action.action), quick(on_table, hand_action)

    def _beside(self, plan: Plan, after: GameOnTable | None) -> tuple[Plan | None, GameOnTable | None]:
        """A plain move that another hand does beside this one, and the game after it; ``None``: there is none."""
        if after is None or not after.hand_actions or not plan.is_plain_move or self.robot.random.random() > TOGETHER:
            return None, None
        second, then = self._choose(after)
        if second is None or not second.is_plain_move or second.footprint.squares & plan.footprint.squares:
            return None, None
        return second, then

    def _together(self, first: Plan, second: Plan) -> None:
        """Both pieces are in the air before the first one comes down."""
        for plan in (first, second):
            self.robot.fingers.lift_slowly(plan.footprint.empties, 0.05, 0.4)
        for plan in (first, second):
            self.robot.fingers.place_slowly(plan.after, plan.footprint.fills, 0.05, 0.4)
        self.plans.append(second)

    def asks_slow_hands_too(self, start: int, stands: dict[Square, str]) -> bool:
        """True if the phone is asked even when every piece rests for long: the same actions on a board of its own."""
        twin = Robot(self.robot.on_table.game.id, {}, CLUMSY, 0)
        twin.rig.board.stand(replace(twin.rig.board.wood, stands=stands))
        twin.rig.record[:] = self.robot.rig.record[:start]
        twin.rig.restart()
        twin.fingers.rest(1.0)
        for plan in self.plans:
            plainly(twin.fingers, plan)
            twin.fingers.rest(LONG_S)
            if twin.answer(plan):
                twin.fingers.rest(1.0)
        return twin.asked > 0

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
        if sorted(played) == sorted(meant) and self._same_end(start, meant):
            return  # two hands came down in the same moment, and it does not matter which was first
        for number, (one, other) in enumerate(zip(played, meant, strict=False)):
            if one != other and not as_good(self.robot.on_table, start + number, one, other):
                raise Mistaken(f"meant {meant}, the table played {played}")
        if len(played) < len(meant):
            raise Mistaken(f"meant {meant}, only {played}: {self.robot.rig.scene().now}")

    def _same_end(self, start: int, meant: list[str]) -> bool:
        on_table = self.robot.on_table
        before, game = on_table.played.before(len(on_table.played.actions) - start), on_table.game
        position = before.position
        for text in meant:
            position = game.successor(position, game.parse(position, text))
        alike = game.describe(position, SPECTATOR) == game.describe(on_table.position, SPECTATOR)
        return alike and game.view(position, EVERYTHING).pieces == on_table.pieces


def bursts(game_id: str, count: int) -> Counter[str]:
    """Return the counts of so many bursts: ``actions`` played, questions that ``nobody`` could have spared the players,
    and those that a longer ``rest`` would have."""
    found, seed = Counter[str](), 0
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
            burst, start, stands = Burst(robot), len(robot.rig.record), dict(robot.rig.board.wood.stands)
            burst.play(chance.randint(2, 4))
            asked = burst.settle(start)
            if asked:
                found["nobody" if burst.asks_slow_hands_too(start, stands) else "rest"] += asked
            found["actions"] += len(burst.plans)
            robot.follow_lights()
            if not burst.plans:
                robot.play_on(1)
    return found


@pytest.mark.parametrize("game_id", game_ids())
def test_quick_hands_are_read_right_and_hardly_asked(game_id: str, full: bool) -> None:
    count = EXCHANGES if full else EXCHANGES // 20
    found = bursts(game_id, count)
    print(f"{game_id}: {found['actions']} quick actions; asked {found['nobody']} times where two readings are legal, "
          f"{found['rest']} times where a longer rest would have told")
    assert found["actions"] >= count // 2  # where chance follows every action, a burst is one action, or none
    assert found["rest"] <= max(1, ASKED_SHARE * found["actions"])
