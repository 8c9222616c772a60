"""Lessons of Advancing Chess: what each piece does, and how to arrive, then five problems."""

from engine.core.messages import message
from engine.services.lessons import Lesson

_BETTER = message("That can be played, but something else is much better.")

LESSONS = (
    Lesson(
        "pikeman", message("A pikeman steps straight on, from the third rank also two squares. Go two with him."),
        "play", "wPd3 wPg4 bPe7", ("d3d5",),
        message("Only from the third rank: everywhere else he goes one square."),
        message("The pikeman on d3 should go two squares."),
    ),
    Lesson(
        "pikeman-back", message("Pikemen capture diagonally, backward too. Capture with yours."), "play",
        "wPd5 bNe4 bPa7 bPg7", ("d5e4",),
        message("Moves go forward only, but a capture may lead a pikeman back."),
        message("That captures nothing. Look at all four diagonals of the pikeman."),
    ),
    Lesson(
        "castle", message("A castle moves any distance straight forward. Move yours as far as it gets without a "
                          "capture."),
        "play", "wCa2 wPf3 bPa7 bPe6", ("a2a6",),
        message("It may also go one square diagonally forward. It never moves back without a capture."),
        message("The castle should go right up to the pikeman on a7, and not capture him."),
    ),
    Lesson(
        "castle-side", message("Castles capture like rooks, sideways and backward too. Take the knight."), "play",
        "wCb4 wPb6 bNg4 bPe7", ("b4g4",),
        message("To move, a castle needs the way ahead; to capture, it looks all around."),
        message("The knight is still there. It is on the castle's rank."),
    ),
    Lesson(
        "vicar",
        message("A vicar moves diagonally forward, but can also go one square straight ahead. Capture that way."),
        "play", "wVc3 wPf6 bPc4 bPd6", ("c3c4",),
        message("Vicars capture like bishops, and one square straight in any direction."),
        message("That captures nothing. A pikeman stands one square straight ahead of the vicar."),
    ),
    Lesson(
        "champion", message("A champion captures all around, and with a knight's leap. Take the queen."), "play",
        "wHd4 wPb3 bQf3 bPd6", ("d4f3",),
        message("One square or a leap: a champion takes in every direction, and moves forward only."),
        message("The queen is still there. She is a knight's leap away."),
    ),
    Lesson(
        "queen", message("Queens go and capture forward only. Take what she can take."), "play",
        "wQd4 wPa3 bCd2 bCb4 bPg7", ("d4g7",),
        message("She never looks back or sideways: pieces that got past her are safe."),
        message("The queen has captured nothing. Look along her lines forward."),
    ),
    Lesson(
        "knight", message("Knights leap forward only, over everybody. Capture with yours."), "play",
        "wNe3 wPe4 bPf5 bPc6", ("e3f5",),
        message("Of a knight's eight leaps, only the four that go forward are left."),
        message("Your knight has captured nothing. One of its leaps reaches a pikeman."),
    ),
    Lesson(
        "arrive", message("Win: bring a castle to the last rank, where nobody can take it."), "play",
        "wCb6 wCf6 bHg7 bPc5", ("b6b8",),
        message("A piece that arrives and cannot be captured at once wins."),
        message("That does not win. One of your castles arrives far from the champion."),
    ),
    Lesson(
        "intruder", message("Black has come to your last line. Take the intruder, or you lose."), "play",
        "wCa1 wPf3 bCe1 bPa7", ("a1e1",),
        message("An intruder that is not taken at once has won."),
        message("Then Black has won. Your castle can take the intruder."),
    ),
    Lesson(
        "stuck", message("Win without arriving: block the last black piece, for whoever cannot move has lost."), "play",
        "wPe3 wPb3 bPe5", ("e3e4",),
        message("He can go straight on no more, and finds nothing to capture."),
        message("Black can still move. Step right before the pikeman on e5."),
    ),
    Lesson(
        "find-hole", message("Win at once."), "play", "wCb4 wQc2 wPh5 bCc3 bQd3", ("b4b8",),
        message("The castle arrives where no black piece looks."), _BETTER, find=True,
    ),
    Lesson(
        "find-guard", message("Two of your pieces can arrive, but only one of them stays. Which one?"), "play",
        "wHh6 wNd5 wNb7 bVc2 bPh3 bCg8 bVc5", ("h6g8",),
        message("It takes the guard as it arrives, and nobody is left to take it."), _BETTER, find=True,
    ),
    Lesson(
        "find-first", message("Do not hurry: find the move that wins."), "play", "wNb6 wNe2 wCa3 bVf3 bCb7",
        ("a3f3",), message("The vicar would have arrived first. Now your castle does, next turn."), _BETTER, find=True,
    ),
    Lesson(
        "find-rescue", message("Black threatens to arrive. Find the only move that helps."), "play",
        "wPe5 wQf6 wPc1 wQe2 bCd4 bHg8", ("e5d4",),
        message("Pikemen take backward too. No other piece of yours could stop the castle."), _BETTER, find=True,
    ),
    Lesson(
        "find-bar", message("The black queen has a free line to your last rank. Find the only move that helps."),
        "play", "wQb2 wPe1 wHe5 bNg7 bQd8 bPc6 bPb4", ("b2d4",),
        message("Your queen bars the way, and the champion guards her."), _BETTER, find=True,
    ),
)
