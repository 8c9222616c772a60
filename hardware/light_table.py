"""The table of lights, ``lights.toml``, as it is written: what ``palettes`` and ``shapes`` are made of."""

import tomllib
from pathlib import Path
from typing import Any, Final

TABLE: Final[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("lights.toml").read_text("utf-8"))
