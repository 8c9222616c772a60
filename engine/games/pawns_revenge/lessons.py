"""Lessons of Pawn's Revenge: what the die lets one do, combat and how points are divided, then five problems.

Black's division is in already where points are divided. The problems have one solution each that wins whatever that is:
whoever plays does not know it.
"""

from collections.abc import Mapping
from typing import Any

from engine.core.messages import message
from engine.services.lessons import Lesson

_TOO_WEAK = message("That need not kill the king. Count how tough Black can make him, and who fights whom first.")


def _rolled(number: int) -> Mapping[str, Any]:
    return {"roll": number, "active": "white"}


def _thrown(white: int, moved: tuple[str, ...] = (), **more: Any) -> Mapping[str, Any]:
    """Return the detail after White has thrown so many points, and Black has given nothing out."""
    points, given = {"white": white, "black": 1}, {"black": "black:-"}
    return {**_rolled(6), "moved": list(moved), "points": points, "divisions": given, **more}


def _against(white: int, stats: Mapping[str, str], black: str, moved: tuple[str, ...] = ()) -> Mapping[str, Any]:
    """Return the detail after White has thrown so many points, and Black a 6, which went where it hinders most."""
    points, given = {"white": white, "black": 6}, {"black": f"black:{black}"}
    return {**_thrown(white, moved), "points": points, "divisions": given, "stats": dict(stats)}


_COURAGE: Mapping[str, Any] = {**_thrown(1), "roll": 6, "active": "black", "courage": ["white"]}
"""White threw a 1 in the turn before."""

LESSONS = (
    Lesson(
        "six", message("You have thrown a 6: two pieces go forward. Begin with the pawn on c2."), "move",
        "wKe1 wPc2 wPd2 bKe8 bPd7", ("c2c3",),
        message("A 6 moves two different pieces one square straight ahead."),
        message("Begin with the pawn on c2."), detail=_rolled(6),
    ),
    Lesson(
        "two", message("A 2 or a 3 moves one piece forward-diagonally. Move the pawn."), "move",
        "wKe1 wPc2 bKe8 bPd7", ("c2b3", "c2d3"),
        message("The dots of a 2 or 3 lie on a diagonal, and so you go."),
        message("Move the pawn, not the king."), detail=_rolled(3),
    ),
    Lesson(
        "four", message("A 4 moves one piece forward or sideways. Go sideways with the pawn."), "move",
        "wKe1 wPc3 bKe8 bPd7", ("c3b3", "c3d3"),
        message("Only a 4 goes sideways. Nothing goes back."),
        message("The pawn should go left or right."), detail=_rolled(4),
    ),
    Lesson(
        "five", message("A 5 moves two different pieces forward-diagonally. The first has gone: move the other pawn."),
        "move", "wKe1 wPb4 wPf2 bKe8 bPd8", ("f2e3", "f2g3"),
        message("A second move is made only if another piece can."),
        message("The pawn on f2 should go."), detail={**_rolled(5), "moved": ["b4"]},
    ),
    Lesson(
        "royal", message("Kings and queens may go two squares in a straight line. Do that with the king."), "move",
        "wKe2 wPc2 bKe8 bPa7", ("e2e4",),
        message("They may, but they never come back. Mostly they are safer behind their pawns."),
        message("Move the king two squares forward."), detail=_rolled(6),
    ),
    Lesson(
        "touch", message("Beside an enemy, also diagonally, there is combat. Step beside the black pawn."), "move",
        "wKe1 wPc4 wPg2 bKh8 bPd6", ("c4c5",),
        message("After your moves you both throw for points in secret, and divide them in secret."),
        message("That touches no enemy. The pawn on c4 can step beside the black one."), detail=_rolled(6),
    ),
    Lesson(
        "alive",
        message("You threw 1 point, Black handed out nothing. Let your pawn survive the fight: make it tougher."),
        "divide", "wKe1 wPc4 wPg2 bKh8 bPc5", ("white:*c4+0/1*",),
        message("Both strike with power 1. Toughness 2 bears that, and the black pawn falls."),
        message("Then both pawns fall. Give the pawn on c4 one more toughness."), detail=_thrown(1),
    ),
    Lesson(
        "power", message("A king is 2/3. Give your pawn the power to kill him."), "divide",
        "wKe1 wPd6 wPg2 bKd7 bPh7", ("white:*d6+2/*", "white:*d6+3/*"),
        message("Power 3 takes away all his toughness. Kill a king or queen, and you win."),
        message("The king is still alive: the pawn on d6 needs power 3, two more than it has."), detail=_thrown(3),
    ),
    Lesson(
        "one", message("You threw a 1 in your turn: all you have is +1/+1 now. Black came, you threw 1 point. Kill the "
                       "king."),
        "divide", "wKe1 wPd6 wPg2 bKd7 bPh7", ("white:*d6+1/*",),
        message("A 1 moves nothing, but until your next turn it makes everything stronger: that was power 3."),
        message("The king is still alive: the pawn on d6 is 2/2 now, and needs power 3."), detail=_COURAGE,
    ),
    Lesson(
        "find-blow", message("Your pawn on d6 is 6/1. You threw 3: divide so that you win, even if Black threw a 6."),
        "divide", "wKe1 wPd6 wPg2 bKe7 bPh7", ("white:d6+3/0",),
        message("Black can make the king 2/9 at most: power 9 kills him, and it does not matter if the pawn falls."),
        _TOO_WEAK, find=True, detail=_against(3, {"d6": "6/1"}, "e7+0/6"),
    ),
    Lesson(
        "find-first", message("You moved c6 first, a 6/1, then e6. You threw 3: divide so that you win, even if Black "
                              "threw a 6."),
        "divide", "wKe1 wPc6 wPe6 bKd7 bPh7", ("white:c6+3/0",),
        message("The first to move strikes first, and every enemy fights only once."), _TOO_WEAK, find=True,
        detail=_against(3, {"c6": "6/1"}, "d7+0/6", ("c6", "e6")),
    ),
    Lesson(
        "find-helper", message("You moved c4 first, then d4, a 7/1. You threw 2: divide so that you win, even if Black "
                               "threw a 6."),
        "divide", "wKe1 wPc4 wPd4 bKe5 bPd5", ("white:d4+2/0",),
        message("The pawn on c4 ties down the helper, so the one on d4 has the king to itself."), _TOO_WEAK, find=True,
        detail=_against(2, {"d4": "7/1"}, "e5+0/6", ("c4", "d4")),
    ),
    Lesson(
        "find-through", message("Your pawn on d4, a 9/7, has to fight both. You threw 2: divide so that you win, even "
                                "if Black threw a 6."),
        "divide", "wKe1 wPd4 wPg2 bKe5 bPd5", ("white:d4+1/1",),
        message("The pawn ahead may hit with 7, and both together may have toughness 10: now yours stands all of it."),
        _TOO_WEAK, find=True, detail=_against(2, {"d4": "9/7"}, "d5+6/0", ("d4",)),
    ),
    Lesson(
        "find-tough", message("The king is 2/5, your pawn on d4 12/6. You threw 2: divide so that you win, even if "
                              "Black threw a 6."),
        "divide", "wKe1 wPd4 wPg2 bKe5 bPd5", ("white:d4+0/2",),
        message("Power 12 was enough for both. It only has to come as far as the king, past a pawn that may hit with "
                "7."),
        _TOO_WEAK, find=True, detail=_against(2, {"d4": "12/6", "e5": "2/5"}, "d5+6/0", ("d4",)),
    ),
)
