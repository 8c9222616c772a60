"""Test settings of Pawn."""

from engine.services.testing import SQUARE, Strength, Trials

TRIALS = Trials(
    searched_games=12, opening=40, speed=1.0, short={"no_progress": 5},
    strength=Strength(0.6, 0.7, ("3:1", "5:3")),
    forms={
        "pawn": SQUARE + SQUARE, "dual": rf"({SQUARE}){{2}}[v^<>]\d", "threepiece": rf"({SQUARE}){{3}}[v^<>]\d",
        "squad": rf"({SQUARE}){{4}}[v^<>]\d", "rotation": ".*@.*",
    },
    golden=(
        SQUARE + SQUARE, rf"({SQUARE}){{2}}[\^v<>]\d", rf"({SQUARE}){{3}}[\^v<>]\d", rf"({SQUARE}){{4}}[\^v<>]\d",
        rf"({SQUARE}){{2,3}}@{SQUARE}[+-]", "end",
    ),
)
