"""Lessons of Pawn Advance Chess: the battle, the march, reinforcements and the ways to win, then five problems."""

from collections.abc import Mapping
from typing import Any

from engine.core.messages import message
from engine.services.lessons import Lesson

_LAST_MOVE: Mapping[str, Any] = {"round": 2, "moves_left": 1}
"""With openers in turns White has the last move of this round: the march follows at once."""
_IN_TURNS = {"first": "alternate"}
_ONE_MOVE: Mapping[str, Any] = {"moves_left": 1}
_MOVED: Mapping[str, Any] = {"moves_left": 1, "moved": ["a7"]}
_BETTER = message("That can be played, but something else is much better.")

LESSONS = (
    Lesson(
        "step", message("Take one step forward with the pawn on e3."), "battle", "wPe3 wPb3 bPe7", ("e3e4",),
        message("Pawns step straight forward onto free squares."),
        message("The pawn on e3 should step, one square straight on."),
    ),
    Lesson(
        "double", message("From the row nearest to you a pawn may go two squares. Do that."), "battle",
        "wPc1 wPf3 bPd7", ("c1c3",),
        message("Two squares at once are for pawns that still stand on their base row."),
        message("Take the pawn on c1 two squares forward."),
    ),
    Lesson(
        "capture", message("Capture a black pawn."), "battle", "wPe4 wPb2 bPd5 bPe5 bPg7", ("e4d5",),
        message("As in chess, pawns capture diagonally forward. Every capture is a point."),
        message("That captures nothing. Look diagonally ahead of the pawn on e4."),
    ),
    Lesson(
        "four", message("A turn is four moves with four different pawns. The pawn on d4 has moved and rests: go on "
                        "with the one on f2."),
        "battle", "wPd4 wPf2 wPh2 bPc7", ("f2f3",),
        message("A pawn that has moved rests until the next round. You move until four have moved, or no other can."),
        message("It is the turn of the pawn on f2."), detail={"moved": ["d4"], "moves_left": 3},
    ),
    Lesson(
        "march", message("This is the last move of the round. Step with the pawn on a2: then everybody marches."),
        "battle", "wPa2 wPf2 bPc6 bPh6", ("a2a3",),
        message("After both turns all pawns march one square forward, yours and theirs."),
        message("Make the last move with the pawn on a2."), detail=_LAST_MOVE, options=_IN_TURNS,
    ),
    Lesson(
        "stop", message("Step so that the black pawn on d6 cannot march."), "battle", "wPd3 wPg2 bPd6", ("d3d4",),
        message("With just one free square between them, both would collide: so both stay."),
        message("The black pawn marches on. Stop it on its own file."), detail=_LAST_MOVE, options=_IN_TURNS,
    ),
    Lesson(
        "block", message("Put your pawn right before the black one on d5: then none of the three can march."), "battle",
        "wPd3 wPg2 bPd5 bPd6 bPd7", ("d3d4",),
        message("Head to head both are blocked, and so is all that queues behind."),
        message("The black pawns march on. Stand right before the one on d5."), detail=_LAST_MOVE, options=_IN_TURNS,
    ),
    Lesson(
        "spawn", message("A new pawn comes in. Put it on c1, behind the one on c3."), "reinforce",
        "wPc3 bPh5", ("+c1",),
        message("After the march both sides receive new pawns on their base rows. Usually chance places them."),
        message("The new pawn should stand on c1."), detail={"to_place": {"white": 1, "black": 0}},
        options={"placement": "choice"},
    ),
    Lesson(
        "touchdown", message("Win: bring a pawn to the far side."), "battle", "wPb7 wPe3 bPf5 bPg4", ("b7b8",),
        message("A pawn on the enemy's base row wins at once."),
        message("That wins nothing yet. One of your pawns is a single step from the far side."),
    ),
    Lesson(
        "by-march", message("Win with one move and the march after it."), "battle", "wPb6 wPe3 wPg2 bPe7 bPg6",
        ("b6b7",),
        message("One square by the move, one by the march: a pawn two squares away is a threat now."),
        message("The march brings that pawn one square further, but not to the far side."),
        detail=_LAST_MOVE, options=_IN_TURNS,
    ),
    Lesson(
        "last-pawn", message("Win the other way: take the last black pawn."), "battle", "wPd4 wPa2 bPe5", ("d4e5",),
        message("Without a pawn you have lost, even with new ones on the way."),
        message("The black pawn is still there."),
    ),
    Lesson(
        "last-round", message("This is the last move of the tenth round, three captures each. Win on captures."),
        "battle", "wPc4 wPd5 wPg2 bPe6 bPb7", ("d5e6",),
        message("After the march of the tenth round the player with more captures wins."),
        message("That captures nothing, and so it is a draw. Look diagonally ahead."),
        detail={"round": 10, "moves_left": 1, "captures": {"white": 3, "black": 3}}, options=_IN_TURNS,
    ),
    Lesson(
        "find-gap", message("One move left in your turn, then Black has four. Find the move that wins."), "battle",
        "wPf6 wPb2 wPh3 bPe7 bPd8 bPc5 bPb4 bPh5", ("f6f7",),
        message("Past the pawn on e7 nobody can take it any more, and the march brings it home."), _BETTER,
        find=True, detail=_ONE_MOVE,
    ),
    Lesson(
        "find-runner", message("There are two captures beside your pawn on f6. Find the move that wins."), "battle",
        "wPf6 wPb3 wPc2 bPe7 bPg7 bPd8 bPh8 bPb4", ("f6f7",),
        message("A pawn right before the far side marches there. Whatever it took would be taken back."), _BETTER,
        find=True, detail=_ONE_MOVE,
    ),
    Lesson(
        "find-edge", message("There are four captures, and there is a win. Find it."), "battle",
        "wPa6 wPb3 wPd3 bPb7 bPc4 bPe4 bPc8 bPf5", ("a6a7",),
        message("The pawn slips past the one on b7, which may have taken it, and goes in with the march."), _BETTER,
        find=True, detail=_ONE_MOVE,
    ),
    Lesson(
        "find-stop", message("Your pawn on a7 has moved, and the march brings it home. Find the move that wins."),
        "battle", "wPa7 wPe2 wPh2 bPd3 bPh7 bPg6", ("e2d3",),
        message("The pawn on d3 would have stepped and marched home as well: a draw. Nobody else comes in time."),
        _BETTER, find=True, detail=_MOVED,
    ),
    Lesson(
        "find-which", message("Your pawn on a7 is as good as home. Which of three captures wins?"), "battle",
        "wPa7 wPe2 wPg4 wPc4 bPf3 bPh5 bPc7 bPd5", ("e2f3",),
        message("Only the pawn on f3 was two squares from your base row, and would have arrived with yours."), _BETTER,
        find=True, detail=_MOVED,
    ),
)
