"""Find the pictures in which a part of the lights draws most: writes ``hardware/lights/worst_pictures.json``.

A robot plays whole games of each kind, as the tests have it do; it takes two minutes. Pictures of the file that are
still the worst stay. To begin anew, as after a change of rules or of lights, write ``[]`` into the file first.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path += [str(ROOT), *(str(ROOT / "tests" / folder) for folder in ("support", "robot"))]

from shown_pictures import worst_pictures  # type: ignore[import-not-found]  # noqa: E402

from hardware.lights.worst_pictures import FILE, dump  # noqa: E402


def main() -> int:
    """Play, and write the file."""
    FILE.write_text(dump(worst_pictures()), "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
