"""Lessons of Chess Two: attacks, Shields, Life and Death, and how to win, then five problems."""

from engine.core.messages import message
from engine.services.lessons import Lesson

_NO_CASTLING = {"castling": "-"}
_BETTER = message("That can be played, but something else is much better.")

LESSONS = (
    Lesson(
        "pawn", message("A pawn goes up to three squares from where it starts. Go as far as it may."), "turn",
        "wKf1 bKf10 wP+d2 bP+h8", ("d2d5",),
        message("Up to three squares from the start, two from the next rank, one from further on."),
        message("The pawn on d2 can go three squares."), detail=_NO_CASTLING,
    ),
    Lesson(
        "shield", message("Attack the rook on d8 with yours: the first hit breaks its Shield."), "turn",
        "wKf1 bKf10 wRd3 bR+d8", ("d3xd8@d7",),
        message("The attacker comes to the square right before its target. The rook stays, without its Shield."),
        message("That is no attack on the rook on d8."), detail=_NO_CASTLING,
    ),
    Lesson(
        "destroy", message("The bishop on b8 has no Shield. Destroy it, and take its place."), "turn",
        "wKf1 bKf10 wRb1 bBb8", ("b1xb8@b8",),
        message("Without a Shield a piece is destroyed. You may take its place or stay right before it."),
        message("Attack the bishop with the rook, and go on to where it stood."), detail=_NO_CASTLING,
    ),
    Lesson(
        "knight", message("A knight attacks at a leap's distance, from a square beside its target. Attack the pawn."),
        "turn", "wKf1 bKf10 wN+b3 bPd4", ("b3xd4@*",),
        message("Its staging squares are c4 and d3: one of them has to be free."),
        message("That is no attack on the pawn on d4."), detail=_NO_CASTLING,
    ),
    Lesson(
        "ramp", message("Knights also ramp: over a neighbour to the square right behind it. Ramp over the pawn."),
        "turn", "wKf1 bKf10 wN+c2 wP+d2 bP+h8", ("c2e2",),
        message("Over any neighbouring chess piece, once or twice in a move, but never to attack."),
        message("Ramp from c2 over d2."), detail=_NO_CASTLING,
    ),
    Lesson(
        "pawn-attack", message("Pawns attack one square diagonally ahead. Destroy the knight with yours."), "turn",
        "wKf1 bKf10 wP+d5 bNe6", ("d5xe6@*",),
        message("Pawns and kings attack a neighbour right from where they stand."),
        message("That is no attack on the knight."), detail=_NO_CASTLING,
    ),
    Lesson(
        "life",
        message("Destroy the rook on b8: attack it right through Life. A piece that passes Life gains a Shield."),
        "turn", "wKf1 bKf10 wRb1 nLb4 bRb8 bPa9 bPc8", ("b1xb8@*",),
        message("The pawns strike back, but break only your new Shield. Through Death a Shield is lost, or the piece."),
        message("The rook on b8 still stands. Life on b4 is not in your rook's way."), detail=_NO_CASTLING,
    ),
    Lesson(
        "death", message("Through Death a piece loses its Shield. Slide your rook through it all the same."), "turn",
        "wKf1 bKf10 wR+b1 nDb3", ("b1b4", "b1b5", "b1b6", "b1b7", "b1b8", "b1b9", "b1b10"),
        message("Without a Shield it would have left the board. Nobody may stop on Life or Death, or attack them."),
        message("Slide the rook up the b-file, beyond Death."), detail=_NO_CASTLING,
    ),
    Lesson(
        "pawn-jump", message("On the other half a pawn may jump over Life or Death right before it. Jump over Life."),
        "turn", "wKf1 bKf10 wPc6 nLc7 bP+h8", ("c6c8",),
        message("It passed Life, and has a Shield now. Over Death it would have lost one."),
        message("The pawn on c6 should come to c8, behind Life."), detail=_NO_CASTLING,
    ),
    Lesson(
        "special", message("Now the second part of a turn: Life goes one square diagonally. Keep it on your half."),
        "turn", "wKf1 bKf10 nLe5 wRa2", ("e5d4", "e5f4"),
        message("You command Life and Death on ranks 1 to 5. On rank 6 Black would."),
        message("Black commands it there. Keep it on ranks 1 to 5."),
        detail={"castling": "-", "slots": ["special"]},
    ),
    Lesson(
        "vanish", message("Life and Death that stand beside each other, not diagonally, vanish. Make yours vanish."),
        "turn", "wKf1 bKf10 nLe5 nDd3 wRa2", ("e5d4", "d3e4"),
        message("Whoever moves one of them beside another one takes both off the board."),
        message("They do not touch. Move Life to d4, or Death to e4."),
        detail={"castling": "-", "slots": ["special"]},
    ),
    Lesson(
        "heal",
        message("The bishop attacks your rook, and behind it your king. Heal: let Life give the rook a new Shield."),
        "turn", "wKc3 bKf10 nLd4 wRe5 bB+h8", ("d4+e5",),
        message("Heal takes your whole turn, and nothing can hurt that piece until Black's next turn is over."),
        message("That is not Heal. Lift Life, lift the rook and put it back, then Life. On the screen tap Life, then "
                "the rook."), detail=_NO_CASTLING,
    ),
    Lesson(
        "kill", message("Kill: Death moves onto a piece that stands alone. Kill the black knight."), "turn",
        "wKf1 bKf10 nDe4 bN+f5 bP+d5 bP+d6", ("e4xf5",),
        message("Shields do not help against Death, only a friend right beside: the pawns on d5 and d6 were safe."),
        message("The knight is still there. It is diagonally beside Death."), detail=_NO_CASTLING,
    ),
    Lesson(
        "check", message("Give check with the rook, and see what that costs."), "turn",
        "wKf1 bKf10 wR+a3 wP+c2 bP+h8", ("a3f3", "a3a10"),
        message("A piece that gives check loses its Shield. Nobody has to answer a check, but a king that stays is "
                "lost."),
        message("The black king stands on f10. Bring the rook to his file or rank."), detail=_NO_CASTLING,
    ),
    Lesson(
        "promotion", message("Promote the pawn: take it to the far side, and make it what you like."), "turn",
        "wKf1 bKf10 wPd9 bP+h8", ("d9d10=*",),
        message("A pawn that reaches the far side becomes a queen, rook, bishop or knight."),
        message("The pawn on d9 is one step from the far side."), detail=_NO_CASTLING,
    ),
    Lesson(
        "castling", message("Castle: the king goes two squares towards the rook, and the rook to his other side."),
        "turn", "wKf1 bKf10 wR+i1 bP+h8", ("f1h1",),
        message("Neither had moved, and nothing stood between. A check does not hinder it."),
        message("Take the king from f1 to h1. The rook goes to g1."), detail={"castling": "K"},
    ),
    Lesson(
        "king", message("Win: destroy the black king."), "turn", "wKb1 bKf8 wRf3 wP+c2 bP+h8", ("f3xf8@*",),
        message("Kings have no Shield. Destroy the enemy's, and you win."),
        message("That is no attack on the king. Your rook has a free line to him."), detail=_NO_CASTLING,
    ),
    Lesson(
        "find-knight", message("A queen can be taken, but there is something better. Find it."), "turn",
        "wKh7 bKd6 wNf5 wP+g3 bQg6 bN+e4", ("f5xd6@*",),
        message("The knight destroys the king, and the game is over. Never mind the queen."), _BETTER, find=True,
        detail=_NO_CASTLING,
    ),
    Lesson(
        "find-neighbour", message("Find the attack that wins."), "turn", "wKd5 bKc5 wBc3 wRe7 bQg8 bN+f6",
        ("d5xc5@*",), message("Kings attack too, and this one came too near."), _BETTER, find=True, detail=_NO_CASTLING,
    ),
    Lesson(
        "find-lonely", message("The black king stands alone. Find the action that wins."), "turn",
        "wKb1 bKg6 nDf5 wRa3 bP+a8 bBh9", ("f5xg6",),
        message("Death kills a king, too, if no friend stands right beside him."), _BETTER, find=True,
        detail=_NO_CASTLING,
    ),
    Lesson(
        "find-doomed", message("Death is in the way, and yet there is a win. Find it."), "turn",
        "wKb1 bKf9 wRf2 nDf7 bP+a8 bQd6 wP+c2", ("f2xf9@f8",),
        message("Through Death your rook is doomed, but it finishes its attack first, and that ends the game."),
        _BETTER, find=True, detail=_NO_CASTLING,
    ),
    Lesson(
        "find-order", message("Your rook has no free square before the king. A turn has two parts: find the first."),
        "turn", "wKb1 wRe1 nDe4 wPd3 wPf3 bKe5 bPd5", ("e4f5",),
        message("Once Death has made room, the rook attacks in the same turn."), _BETTER, find=True,
        detail=_NO_CASTLING,
    ),
)
