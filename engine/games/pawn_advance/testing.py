"""Test settings of Pawn Advance Chess."""

from engine.services.testing import SQUARE, Strength, Trials

TRIALS = Trials(
    variants=({}, {"opening_moves": 2, "first": "alternate"}),
    robot_games=200, searched_games=80, opening=60, short={"rounds": 2}, shortest={"rounds": 1},
    between={"placement": "random"}, judge_games=5, endless={"rounds": 0}, speed=4.0,
    strength=Strength(0.5, 0.55),
    forms={"entry": r"\+" + SQUARE, "move": SQUARE + SQUARE},
    golden=(SQUARE + SQUARE, r"\+" + SQUARE),
)
