"""Lessons of Pawn: what pawns do alone and together, then five problems."""

from engine.core.messages import message
from engine.services.lessons import Lesson

_BETTER = message("That can be played, but something else is much better.")

LESSONS = (
    Lesson(
        "step", message("Take one step forward with the pawn on d3."), "move", "wPd3 bPd7 bPe7 wPb2", ("d3d4",),
        message("A pawn steps straight forward, as long as the square is free."),
        message("That is allowed, but it is not one step forward with the pawn on d3."),
    ),
    Lesson(
        "jump", message("Jump two squares forward, over the pawn in the way."), "move", "wPd3 bPd4 wPb2 bPe7 bPe6",
        ("d3d5",),
        message("A pawn may jump two squares forward over whatever stands between, friend or foe."),
        message("Jump with the pawn on d3: two squares straight forward, over the black pawn."),
    ),
    Lesson(
        "back", message("Step back with the pawn on d4."), "move", "wPd4 wPb2 bPd7 bPe7", ("d4d3",),
        message("A pawn may also step straight back, as long as the square is free."),
        message("The pawn on d4 should go one square back, towards you."),
    ),
    Lesson(
        "capture", message("Capture the black pawn on d5."), "move", "wPd4 bPd5 bPf7 wPf2", ("d4d5",),
        message("A pawn captures straight ahead, not diagonally."),
        message("That captures nothing. The pawn on d4 stands right before the black one."),
    ),
    Lesson(
        "dual", message("Two side by side are a dual. Shift yours one square along its own line, to the right."),
        "move", "wPb4 wPc4 bPf7 bPe8", ("b4c4>1",),
        message("A pawn by itself never leaves its file. Together they go sideways."),
        message("Both pawns should go one square to the right, together."),
    ),
    Lesson(
        "dual-capture", message("Capture with the dual: the pawn in front takes."), "move", "wPb4 wPc4 bPd4 bPe8",
        ("b4c4>1",),
        message("A dual that shifts along its line captures with the pawn in front."),
        message("That captures nothing. The black pawn stands at the end of your dual's line."),
    ),
    Lesson(
        "threepiece", message("Three in a row slide any distance along their line. Capture the pawn far away."),
        "move", "wPa3 wPb3 wPc3 bPg3 bPe8", ("a3b3c3>4",),
        message("Three in a row slide until they capture, however far that is."),
        message("That captures nothing. Slide all three along their line until the first one takes."),
    ),
    Lesson(
        "push", message("Four in a block are a squad: it captures nothing, but it pushes. Push the black pawn away "
                        "to the left."),
        "move", "wPc4 wPc5 wPd4 wPd5 bPb5 bPg8", ("c4c5d4d5<1",),
        message("The squad goes one square, all four together, and pushes one pawn before it."),
        message("Move all four pawns one square to the left, and push the black pawn one square on."),
    ),
    Lesson(
        "squad-safe", message("From afar three in a row take nothing from a squad. Slide until you stand right before "
                              "it."),
        "move", "wPa4 wPb4 wPc4 bPf4 bPf5 bPg4 bPg5", ("a4b4c4>2",),
        message("From here they can take the nearest pawn of it, if it stays."),
        message("All three should slide along their line, until the first is beside f4."),
    ),
    Lesson(
        "turn", message("Turn the dual: the pawn on d4 stays, the other one goes above it."), "move",
        "wPd4 wPe4 bPb7 bPg8", ("d4e4@d4-",),
        message("A dual makes a quarter turn about one of its pawns. So do three in a row."),
        message("The pawn on d4 is the pivot. The one on e4 should go to d5."),
    ),
    Lesson(
        "strike", message("Jump over your own pawn, so that a new dual is formed that can capture at once."), "move",
        "wPb4 wPb5 bPb7 bPg8", ("b4b6",),
        message("The pawn on b5 stood still and the one on b6 is new: this dual may strike at once, in the same turn."),
        message("That forms no new dual before the black pawn. Jump from b4 over b5."),
    ),
    Lesson(
        "strike-now", message("Now strike: capture with your new dual."), "strike", "wPb5 wPb6 bPb7 bPg8",
        ("b5b6^1",),
        message("A strike is a capture on top of your move. It goes on for as long as it forms new groups."),
        message("You may end your turn without a strike, but here you want the capture."),
        detail={"new_patterns": ["b5b6"]},
    ),
    Lesson(
        "stalemate", message("Take the black pawn: then no two pawns can ever meet again, and you have more of them."),
        "move", "wPb2 wPd4 wPg3 bPd5 bPf6 bPh5", ("d4d5",),
        message("A stalemate: no group and no capture can come about any more, and more pawns win."),
        message("That captures nothing, and with as many pawns a stalemate is a draw. Take on d5."),
    ),
    Lesson(
        "last", message("Take the last black pawn, and win."), "move", "wPf4 wPb6 wPc6 bPd6", ("b6c6>1",),
        message("Whoever has no pawn left has lost. Only a group could get there sideways."),
        message("That captures nothing. The dual shifts along its line and takes."),
    ),
    Lesson(
        "find-count", message("One move ends the game at once, and you win it. Which one?"), "move",
        "wPb2 wPd3 wPf3 bPc5 bPf4 bPe5", ("f3f4",),
        message("Now no two pawns can ever meet again, and you have more of them."), _BETTER, find=True,
    ),
    Lesson(
        "find-back", message("Nothing can take the pawn on d4 yet. Find the move that takes it in this very turn."),
        "move", "wPc5 wPb4 bPd7 bPd4", ("c5c4",),
        message("The pawn that steps back makes a dual with the one on b4, and that strikes."), _BETTER, find=True,
    ),
    Lesson(
        "find-double", message("Two captures in one turn win. Find the first."), "move",
        "wPf7 wPc2 wPd7 wPb3 bPd6 bPc3 bPd3", ("c2c3",),
        message("The pawn that takes makes a dual with the one on b3, and that strikes along the rank."), _BETTER,
        find=True,
    ),
    Lesson(
        "find-last", message("Find the move after which the last black pawn cannot escape."), "move",
        "wPg4 wPd3 wPd6 bPg5 bPg7", ("g4g5",),
        message("It can only go to and fro on its file, and your pawn waits for it there."), _BETTER, find=True,
    ),
    Lesson(
        "find-hunt", message("One move wins within three turns of yours, whatever Black does. Find it."), "move",
        "wPd6 wPd5 wPf6 bPc6 bPe7", ("d5d6@d6-",),
        message("Turned this way, it makes three in a row with the pawn on f6, and Black has no good answer."),
        message("That need not win within three turns. Look for a move that forms a larger group."), find=True,
    ),
)
