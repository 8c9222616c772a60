"""Whims at a table: cats, breaks, second thoughts, power cuts, both hands at once.

A whim takes the robot before its next action. What it leaves behind is put right before the robot goes on.
"""

from typing import TYPE_CHECKING

from done_by_hand import bare
from judge import Mistaken, check, saw
from plans import Plan, plan_of

from engine.core.actions import Action
from engine.core.pieces import CHANCE, Seat
from engine.core.squares import bits
from engine.game import EVERYTHING
from table.hands.take_back import last_decision
from table.messages.events import Pause, Resume, TakeBack
from table.model.state import PATIENCE_S
from table.model.target import moving

if TYPE_CHECKING:
    from robot import Robot

ALL = frozenset(Seat)


def cat(robot: "Robot") -> None:
    """A cat walks over the board: pieces fly and land anywhere; then people put them back as the lights show."""
    fingers, board = robot.fingers, robot.rig.board
    stood = dict(board.wood.stands)
    knocked = robot.random.sample(sorted(stood), min(len(stood), robot.random.randint(3, 6)))
    fingers.lift(*knocked)
    free = [square for square in bits(robot.on_table.board.all) if square not in stood]
    for square in robot.random.sample(free, min(len(free), 3)):
        fingers.place(square, board.wood.holds("robot")[-1])
    fingers.rest(1.0)
    _put_right(robot)


def rest(robot: "Robot") -> None:
    """A pause, in which somebody plays with the pieces."""
    robot.rig.send(Pause())
    robot.fingers.lift(robot.random.choice(sorted(robot.rig.board.wood.stands)))
    robot.fingers.rest(2.0)
    robot.rig.send(Resume())
    robot.fingers.rest(1.0)
    _put_right(robot)


def power_cut(robot: "Robot") -> None:
    """The power fails while somebody holds a piece; it is put back before or after the lights are on again."""
    fingers = robot.fingers
    square = robot.random.choice(sorted(robot.rig.board.wood.stands))
    piece = robot.rig.board.wood.stands[square]
    fingers.lift(square)
    fingers.rest(0.0, 1.0)
    before = robot.random.random() < 0.5
    if before:
        fingers.place(square, piece)
    robot.rig.restart()
    fingers.rest(1.0)
    if not before:
        fingers.place(square, piece)
    robot.follow_lights()
    _put_right(robot)


def _put_right(robot: "Robot") -> None:
    """Put everything back where it belongs. What lies there like a move is one; nobody meant it: it is taken back."""
    record = list(robot.rig.record)
    robot.fingers.repair()
    while len(robot.rig.record) > len(record) and robot.rig.scene().undo_refusal is None:
        robot.rig.send(TakeBack(ALL, frozenset()))
        robot.follow_lights()
    robot.fingers.repair()
    if robot.rig.record[: len(record)] != record:
        raise Mistaken(f"putting the board right has undone {record[-1]}")


# --- second thoughts ---------------------------------------------------------------------------------------------


def change_of_mind(robot: "Robot") -> None:
    """Take the last action back by hand or on the phone, if it can be, with what computers did since."""
    if robot.rig.scene().undo_refusal is not None:
        return
    on_table = robot.on_table
    robot.meant = robot.rig.record[: -last_decision(on_table)]
    by_hand = on_table.by_hand and not moving(on_table.happenings) and robot.random.random() < 0.5
    if not (by_hand and _take_back_by_hand(robot)):
        robot.rig.send(TakeBack(ALL, frozenset()))
    robot.follow_lights()
    check(robot.rig)
    if robot.rig.record != robot.meant:
        raise Mistaken(f"taken back, yet {robot.rig.record[-1]} stands")


def _take_back_by_hand(robot: "Robot") -> bool:
    """Put the pieces of the last action back as they stood; ``False`` if no hand moved any, or several did."""
    before = robot.on_table.played.before()
    footprint = before.game.footprint(before.position, robot.on_table.played.actions[-1])
    if footprint.returns or footprint.through:
        return False
    fingers = robot.fingers
    stood = {square: bare(str(piece)) for square, piece in before.game.view(before.position, EVERYTHING).pieces.items()}
    fingers.lift_slowly(footprint.fills | footprint.swaps, 0.1)
    fingers.place_slowly(stood, footprint.empties | footprint.swaps, 0.1)
    fingers.rest(0.6)
    _take_back_elsewhere(robot)
    return True


def _take_back_elsewhere(robot: "Robot") -> None:
    """Take back by phone if hands putting back cannot be told from a legal action, or were not felt."""
    length = len(robot.meant)
    if len(robot.rig.record) != length:
        robot.fingers.repair()
        while len(robot.rig.record) > length:
            robot.rig.send(TakeBack(ALL, frozenset()))
            robot.follow_lights()
        robot.fingers.repair()


# --- two hands ---------------------------------------------------------------------------------------------------


def two_hands(robot: "Robot") -> bool:
    """Two plain moves of one seat at the same time, one in each hand; ``False`` if there are no two."""
    actions = [hand_action.action for hand_action in robot.on_table.hand_actions]
    left = plan_of(robot.on_table, robot.random.choice(actions))
    seconds = [plan_of(robot.on_table, action) for action in _followers(robot, left) if action in actions]
    if not seconds:
        return False
    _both(robot, left, robot.random.choice(seconds))
    return True


def _followers(robot: "Robot", left: Plan) -> list[Action]:
    """The plain moves that the same seat may make afterwards, on other squares."""
    game, here = robot.on_table.game, robot.on_table.position
    there, happenings = game.apply(here, left.action)
    if happenings or not left.is_plain_move or game.to_act(there) in ((CHANCE,), ()) or (
        game.to_act(there) != game.to_act(here)
    ):
        return []
    found = []
    for action in game.actions(there):
        footprint = game.footprint(there, action)
        plain = Plan(action, footprint, {}, {}).is_plain_move
        if plain and not footprint.squares & left.footprint.squares:
            found.append(action)
    return found


def _both(robot: "Robot", left: Plan, right: Plan) -> None:
    fingers, start = robot.fingers, len(robot.rig.record)
    for plan in (left, right):
        fingers.lift(*bits(plan.footprint.empties))
    fingers.rest(0.2)
    for plan in (right, left):
        fingers.place_slowly(plan.after, plan.footprint.fills, 0.05)
    fingers.rest(1.0)
    if len(robot.rig.record) == start:
        any(robot.answer(plan) for plan in (left, right))
    fingers.rest(PATIENCE_S)
    played = robot.rig.record[start : start + 2]
    if sorted(played) != sorted([left.action.text, right.action.text]):
        if saw(robot.rig, left) and saw(robot.rig, right):
            raise Mistaken(f"two hands meant {left.action} and {right.action}, the table played {played}")
        robot.unseen += 1
        fingers.repair()


WHIMS = {cat: 0.03, change_of_mind: 0.03, rest: 0.02, power_cut: 0.02}
"""The chance of each of them coming over a player."""
