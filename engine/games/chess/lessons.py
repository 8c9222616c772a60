"""Lessons of chess: what each piece does, castling, promotion, mate and stalemate, then twelve problems."""

from engine.core.messages import message
from engine.services.lessons import Lesson

_BETTER = message("That can be played, but something else is much better.")
_MATE = message("White mates at once. How?")
_MATE_IN_TWO = message("White mates with the second move, whatever Black does. Find the first.")

LESSONS = (
    Lesson(
        "pawn", message("A pawn goes one square straight ahead, from where it starts also two. Go two."), "play",
        "wKe1 bKe8 wPd2 bPh7", ("d2d4",),
        message("Later it goes one square at a time, and never back."),
        message("The pawn on d2 should go two squares."),
    ),
    Lesson(
        "pawn-takes", message("A pawn captures one square diagonally ahead. Capture with yours."), "play",
        "wKe1 bKe8 wPe4 bPe5 bNd5", ("e4d5",),
        message("A piece straight ahead only blocks a pawn."),
        message("That captures nothing. A knight stands diagonally before the pawn."),
    ),
    Lesson(
        "knight", message("The knight goes two squares straight and one aside, over everybody. Capture with yours."),
        "play", "wKa1 bKh8 wNd4 wPd5 wPe4 bBe6", ("d4e6",),
        message("It is the only piece that jumps over others."),
        message("The knight should take the bishop."),
    ),
    Lesson(
        "bishop", message("A bishop goes diagonally, as far as the way is free. Take the rook."), "play",
        "wKa1 bKh7 wBc1 wPb2 bRg5", ("c1g5",),
        message("A bishop stays on squares of one colour for ever; you have one for each."),
        message("The rook still stands. It is on the bishop's diagonal."),
    ),
    Lesson(
        "rook", message("A rook goes straight, as far as the way is free. Take the knight."), "play",
        "wKa1 bKh8 wRd2 wPa2 bNd7", ("d2d7",),
        message("Rooks are strong once files are open."),
        message("The knight still stands. It is on the rook's file."),
    ),
    Lesson(
        "queen", message("The queen goes straight or diagonally. Take the bishop."), "play",
        "wKb1 bKb8 wQd1 wPb2 bBh5", ("d1h5",),
        message("She is the strongest piece. Take care that nobody takes her."),
        message("The bishop still stands. It is on the queen's diagonal."),
    ),
    Lesson(
        "king", message("The king goes one square in any direction. Take the pawn with him."), "play",
        "wKd4 wPa2 bKh8 bPe5 bPh7", ("d4e5",),
        message("He may never go where an enemy piece could take him."),
        message("The pawn still stands. It is beside the king."),
    ),
    Lesson(
        "check", message("Your king is in check, and that must end now. Capture the piece that gives it."), "play",
        "wKe1 bKe8 wBc2 wPg2 bRe4", ("c2e4",),
        message("He could also have moved away. Putting a piece in between helps too."),
        message("The rook still stands. Your bishop can take it."),
    ),
    Lesson(
        "castle", message("Castle: the king goes two squares towards the rook, the rook over him to the next."),
        "play", "wKe1 wRh1 wPf2 wPg2 wPh2 bKe8 bRd8", ("O-O",),
        message("Neither of them had moved, nothing stood between, and the king crossed no attacked square."),
        message("The king should go to g1, and the rook to f1."),
    ),
    Lesson(
        "in-passing", message("Black's pawn has just gone from d7 to d5. Capture it as if it stood on d6."), "play",
        "wKe1 bKe8 wPe5 bPd5 bPc7", ("e5d6",),
        message("That is called en passant, and only the very next move can do it."),
        message("The pawn on e5 should go to d6, and the pawn on d5 leaves the board."),
        detail={"en_passant": "d6"},
    ),
    Lesson(
        "promote", message("Bring the pawn to the last rank, and make it a queen."), "play", "wKe1 wPg7 bKb7 bPa5",
        ("g7g8=Q",),
        message("It may also become a rook, a bishop or a knight, and you may have several queens."),
        message("The pawn on g7 should go to g8 and become a queen."),
    ),
    Lesson(
        "mate", message("Give checkmate: attack the king so that he cannot get away."), "play", "wKf6 wRa1 bKf8",
        ("a1a8",),
        message("The rook attacks him, and your king guards the squares before him."),
        message("That does not win. Attack him along his rank."),
    ),
    Lesson(
        "stalemate", message("Give checkmate with the queen. Beware: no move and no check is a draw."), "play",
        "wKf7 wQg3 bKh8", ("g3g7", "g3g8", "g3h*"),
        message("Had the queen gone to g6, Black would have had no move and no check: stalemate, a draw."),
        message("That is no checkmate. The king must be attacked, and have nowhere to go."),
    ),
    Lesson(
        "find-back-rank", _MATE, "play", "wKg1 wRd1 bKg8 bPf7 bPg7 bPh7", ("d1d8",),
        message("His own pawns shut the king in. Make room for yours in time."), _BETTER, find=True,
    ),
    Lesson(
        "find-queen", _MATE, "play", "wKg1 wQd3 wBc2 bKg8 bRf8 bPf7 bPg7 bPh7", ("d3h7",),
        message("The bishop guards the queen, so the king cannot take her."), _BETTER, find=True,
    ),
    Lesson(
        "find-corner", _MATE, "play", "wKg1 wRa7 wNf6 bKh8 bRd8 bBd6", ("a7h7",),
        message("Rook and knight guard each other, and the knight takes the last square."), _BETTER, find=True,
    ),
    Lesson(
        "find-smothered", _MATE, "play", "wKh1 wNg5 bKh8 bRg8 bPg7 bPh7 bQa3", ("g5f7",),
        message("A king shut in by his own pieces falls to a single knight."), _BETTER, find=True,
    ),
    Lesson(
        "find-castling", _MATE, "play", "wKe1 wRa1 wBe6 wRd2 bKg1 bQb7 bPh4", ("O-O-O",),
        message("Castling brings the rook to the file, or here to the rank, where it is needed."), _BETTER, find=True,
    ),
    Lesson(
        "find-in-passing", message("Black's pawn has just gone from g7 to g5. White mates at once. How?"), "play",
        "wKh7 wRc5 wPf5 bRa1 bKh5 bPg5 bPg4 bPh4", ("f5g6",),
        message("Two pawns leave the rank at once, and the rook looks along it."), _BETTER, find=True,
        detail={"en_passant": "g6"},
    ),
    Lesson(
        "find-knight", _MATE, "play", "wKd5 wRa7 wPf7 bKh7 bQh8 bRg8 bPh6", ("f7f8=N",),
        message("A queen there would have given no check. Sometimes a knight is worth more."), _BETTER, find=True,
    ),
    Lesson(
        "find-ladder", _MATE_IN_TWO, "play", "wKb2 wRa6 wRb5 bKe7 bQg1", ("b5b7",),
        message("Two rooks push a king to the edge in turns, rank by rank."), _BETTER, find=True,
    ),
    Lesson(
        "find-decoy", _MATE_IN_TWO, "play", "wKg1 wRe1 wRe2 bKg8 bRd8 bPf7 bPg7 bPh7", ("e2e8",),
        message("The guard must take the first rook, and nobody takes the second."), _BETTER, find=True,
    ),
    Lesson(
        "find-sacrifice", _MATE_IN_TWO, "play", "wKg1 wQc4 wNh6 bKh8 bQa6 bRf8 bPg7 bPh7", ("c4g8",),
        message("The rook must take her, and shuts in its king: the knight mates."), _BETTER, find=True,
    ),
    Lesson(
        "find-quiet", _MATE_IN_TWO, "play", "wKg1 wQd2 wPf6 bKg8 bPf7 bPg6 bRf8 bNb6", ("d2h6",),
        message("The pawn guards the queen beside the king, and nobody comes in time."), _BETTER, find=True,
    ),
    Lesson(
        "find-file", _MATE_IN_TWO, "play", "wKc1 wQb1 wRd3 wBh4 bKe8 bNd7 bQf8 bRf7", ("b1b8",),
        message("The knight must take her, and that opens the file: the rook mates, guarded by the bishop."), _BETTER,
        find=True,
    ),
)
