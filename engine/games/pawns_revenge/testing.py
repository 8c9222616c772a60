"""Test settings of Pawn's Revenge."""

from engine.services.testing import SQUARE, Strength, Trials

TRIALS = Trials(
    variants=({}, {
        "players": 4, "stride": "roll", "retreat": True, "army": "hundred",
        "pawn_power": 2, "pawn_toughness": 3, "royal_power": 4, "royal_toughness": 5,
    }),
    searched_games=16, opening=60, short={"stride": "two"}, shortest={"stride": "two", "finish": "first-kill"},
    judge_games=5, endless={"quiet_limit": 0}, speed=1.0,
    strength=Strength(0.5, 0.5, luck=1),
    golden=(
        f"hole:{SQUARE}", f"rogue:{SQUARE}", r"first:white=\d", r"roll:\d", SQUARE + SQUARE, r"die:white=\d",
        rf"white:{SQUARE}\+\d/\d",
    ),
)
