"""Make the project's drawing scripts and what follows a recipe importable."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "script"))
sys.path.insert(0, str(Path(__file__).parent))
