"""Players who think better of it: an action is done, rests, and then another one is put in its place by hand.

Whatever the table says then: if it believes the board to be in step, what stands there is the position (docs/play.md,
13 and 5). Where reeds cannot tell, it asks, or goes on showing what has to be put right.
"""

import random
from collections import Counter

import pytest
from fingers import Fingers
from habits import EXCHANGE_S, plainly
from judge import check
from plans import Plan, plan_of
from robot import Robot
from test_robot import CLUMSY

from engine.core.pieces import CHANCE
from engine.registry import game_ids
from table.model.current_game import GameOnTable

EACH = 400
"""The number of corrections per game in full."""
RESTS_S = (0.4, 1.0, 4.0)


def pair(on_table: GameOnTable, chance: random.Random) -> tuple[Plan, Plan] | None:
    """Two actions of the same piece; ``None``: no piece has two."""
    first = chance.choice(on_table.hand_actions)
    others = [each for each in on_table.hand_actions
              if each.footprint.empties & first.footprint.empties and each.footprint != first.footprint]
    if not others or first.footprint.touches:
        return None
    second = chance.choice(others)
    return plan_of(on_table, first.action), plan_of(on_table, second.action)


def correct(fingers: Fingers, plan: Plan) -> None:
    """Put on every square what should stand there after this action, whatever stands there now."""
    wood = dict(fingers.rig.board.wood.stands)
    wrong = [square for square, piece in wood.items() if plan.after.get(square) != piece]
    fingers.lift_slowly(sum(1 << square for square in wrong), 0.05, 0.5)
    fingers.rest(EXCHANGE_S)
    lacking = sum(1 << square for square, piece in plan.after.items() if wood.get(square) != piece)
    fingers.place_slowly(plan.after, lacking, 0.05, 0.5)
    fingers.rest(1.0)


def chance_has_decided(robot: Robot) -> bool:
    """True if chance has decided since the action that is corrected: then that stays, whatever hands do."""
    played = robot.on_table.played
    return played.game.actor(played.position_before(), played.actions[-1]) == CHANCE


def judged(robot: Robot, first: Plan, second: Plan) -> str:
    """Return the table's verdict: believed, asked, shown as wrong, or the action stays; the players put it right then.

    Where it stays, another capture instead leaves every square covered as before, and nothing can be seen.
    """
    prompts = [each for each in robot.rig.scene().prompts if each.id.startswith(("hands:", "thoughts:"))]
    if prompts:
        values = [choice.value for choice in prompts[0].choices]
        robot.rig.answer(prompts[0].id, second.action.text if second.action.text in values else values[-1])
        robot.fingers.repair()
        return "asked"
    stays = chance_has_decided(robot)
    unseen = stays and first.is_capture and second.is_capture
    if robot.rig.table.goal is None and robot.rig.table.in_step and not unseen:
        check(robot.rig)
        return "believed"
    robot.follow_lights()
    robot.fingers.repair()
    return "stays" if stays else "shown"


def corrections(game_id: str, count: int) -> Counter[str]:
    found, seed = Counter[str](), 0
    while found.total() < count:
        seed += 1
        robot = Robot(game_id, {}, CLUMSY, seed)
        robot.follow_lights()
        while found.total() < count and robot.on_table.outcome is None and len(robot.rig.record) < 60:
            robot.play_on(2)
            plans = pair(robot.on_table, robot.random) if robot.on_table.hand_actions else None
            if robot.on_table.outcome is not None or plans is None:
                continue
            plainly(robot.fingers, plans[0])
            robot.fingers.rest(robot.random.choice(RESTS_S))
            correct(robot.fingers, plans[1])
            found[judged(robot, *plans)] += 1
            robot.follow_lights()
    return found


@pytest.mark.parametrize("game_id", game_ids())
def test_what_is_believed_after_a_correction_is_what_stands_there(game_id: str, full: bool) -> None:
    found = corrections(game_id, EACH if full else EACH // 20)
    print(f"{game_id}: {dict(found)}")
    assert found["believed"] + found["stays"] > 0
