"""The golden transcripts are played again and compared whole."""

import re
from pathlib import Path

import pytest
from transcript import play

from engine.registry import game_ids
from engine.services.testing import trials_of

TRANSCRIPTS = sorted(Path(__file__).parent.glob("*.txt"))


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_hands_in_lights_and_actions_out(path):
    written = path.read_text()
    assert play(written)[0] == written


@pytest.mark.parametrize("game_id", game_ids())
def test_every_form_of_action_is_in_a_transcript(game_id):
    played = {action for path in TRANSCRIPTS if _plays(path, game_id) for action in play(path.read_text())[1]}
    missing = [form for form in trials_of(game_id).golden if not any(re.fullmatch(form, action) for action in played)]
    assert not missing


def _plays(path: Path, game_id: str) -> bool:
    return re.match(rf"{game_id}-[a-z]+$", path.stem) is not None
