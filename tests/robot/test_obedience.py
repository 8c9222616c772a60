"""Whoever obeys lights and sentence after any mishap comes back into step with the true wood (docs/play.md, 12–14)."""

import random

import pytest
from judge import Mistaken, check
from literal import Literal
from mishaps import FELT, MISHAPS, Scene, mend
from obedient import Obedient
from robot import Robot
from test_robot import CLUMSY

from engine.registry import game_ids
from hardware.simulated.faults import BoardFaults
from table.messages.events import ChangeSettings
from table.messages.settings import Settings

EACH = 2000
"""The number of mishaps that a game suffers in full."""
BETWEEN = 3
"""The number of actions played between two mishaps."""


def suffer(robot: Robot, chance: random.Random, literal: bool) -> str:
    """One mishap, and the way back. Returns what was wrong with that; nothing, if all is well."""
    mishap, scene = chance.choice(FELT if literal else MISHAPS), Scene(robot.rig, robot.fingers)
    reader = (Literal if literal else Obedient)(robot.rig, robot.random)
    try:
        mishap(scene)
        reader.come_back()
        if literal:
            robot.fingers.repair()  # what no switch can tell
            return ""
        check(robot.rig)
        mend(scene)
        check(robot.rig)
    except Mistaken as error:
        return f"{mishap.__name__}: {error}"
    return ""


PARTS = 4
"""The mishaps are shared among so many tests, which run beside each other."""


def campaign(game_id: str, mishaps: int, seed: int, one_by_one: bool = False, literal: bool = False) -> list[str]:
    """Return the faults in so many mishaps of random games, of each :data:`PARTS`-th after this seed."""
    found: list[str] = []
    done = 0
    while done < mishaps:
        seed += PARTS
        chance = random.Random(seed)
        robot = Robot(game_id, {}, BoardFaults() if literal else CLUMSY, seed)  # a reed that is late tells no order
        robot.rig.send(ChangeSettings(Settings(one_by_one=one_by_one)))
        robot.follow_lights()
        while done < mishaps and robot.on_table.outcome is None and len(robot.rig.record) < 60:
            robot.play_on(BETWEEN)
            if robot.on_table.outcome is not None:
                break
            done += 1
            trouble = suffer(robot, chance, literal)
            if trouble:
                found.append(f"seed {seed} after {len(robot.rig.record)}: {trouble}")
                break
    return found


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game_id", game_ids())
def test_obeying_lights_and_sentence_leads_back(game_id: str, part: int, full: bool) -> None:
    mishaps = (EACH if full else EACH // 40) // PARTS
    found = campaign(game_id, mishaps, part)
    assert found == [], f"{len(found)} of {mishaps}"


@pytest.mark.parametrize("game_id", game_ids())
def test_obeying_lights_that_show_piece_by_piece_leads_back(game_id: str, full: bool) -> None:
    mishaps = EACH // 5 if full else EACH // 200
    found = campaign(game_id, mishaps, 0, one_by_one=True)
    assert found == [], f"{len(found)} of {mishaps}"


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game_id", game_ids())
def test_obeying_to_the_letter_never_ends_with_wrong_wood_while_all_is_said_to_be_well(
    game_id: str, part: int, full: bool
) -> None:
    mishaps = (EACH if full else EACH // 80) // PARTS
    found = campaign(game_id, mishaps, part, literal=True)
    assert found == [], f"{len(found)} of {mishaps}"
