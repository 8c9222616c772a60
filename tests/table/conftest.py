"""Make the experiment table importable by its name."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import pytest  # noqa: E402
from cases import FACING  # noqa: E402
from play_table import PlayTable  # noqa: E402


@pytest.fixture
def table():
    playing = PlayTable()
    playing.start()
    return playing


@pytest.fixture
def facing():
    """White d4 can step to d5 and take c5 or e5."""
    playing = PlayTable()
    playing.continue_with((), FACING)
    return playing
