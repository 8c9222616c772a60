"""The golden transcripts are played again and compared whole."""

import re
from pathlib import Path

import pytest
from transcript import play

TRANSCRIPTS = sorted(Path(__file__).parent.glob("*.txt"))
SQUARE = r"[a-p]\d\d?"
FORMS = {
    "pawn-advance": [SQUARE + SQUARE, r"\+" + SQUARE],
    "pawn": [SQUARE + SQUARE, rf"({SQUARE}){{2}}[\^v<>]\d", rf"({SQUARE}){{3}}[\^v<>]\d", rf"({SQUARE}){{4}}[\^v<>]\d",
             rf"({SQUARE}){{2,3}}@{SQUARE}[+-]", "end"],
    "chess-two": [SQUARE + SQUARE, "f1h1", rf"{SQUARE}{SQUARE}=N", rf"({SQUARE})x{SQUARE}@{SQUARE}", "b1xb8@b8",
                  rf"{SQUARE}x{SQUARE}@{SQUARE}=Q", "e9xd10@e9", rf"{SQUARE}\+{SQUARE}", "e4xd5", "end"],
    "pawns-revenge": [f"hole:{SQUARE}", f"rogue:{SQUARE}", r"first:white=\d", r"roll:\d", SQUARE + SQUARE,
                      r"die:white=\d", rf"white:{SQUARE}\+\d/\d"],
    "advancing-chess": [r"array:\d+", SQUARE + SQUARE],
}
"""Every form an action can have, by game: each must be played in a transcript."""


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_hands_in_lights_and_actions_out(path):
    written = path.read_text()
    assert play(written)[0] == written


@pytest.mark.parametrize("game_id", FORMS)
def test_every_form_of_action_is_in_a_transcript(game_id):
    played = {action for path in TRANSCRIPTS if _plays(path, game_id) for action in play(path.read_text())[1]}
    missing = [form for form in FORMS[game_id] if not any(re.fullmatch(form, action) for action in played)]
    assert not missing


def _plays(path: Path, game_id: str) -> bool:
    return re.match(rf"{game_id}-[a-z]+$", path.stem) is not None
