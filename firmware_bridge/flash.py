"""The files of a tile's microcontroller, and copying them there.

``python -m firmware_bridge.flash PORT`` needs ``mpremote``, and a tile that was powered up less than three seconds ago.
"""

import subprocess
import sys
import tempfile
from pathlib import Path
from shutil import copyfile

_HERE = Path(__file__).parent
_SHARED = ("__init__.py", "messages.py", "codec.py")
_OWN = ("__init__.py", "looks.py", "painter.py", "pins.py", "reeds.py", "rings.py", "tile.py", "uplink.py")


def firmware_files() -> dict[Path, Path]:
    """Where each file goes in the microcontroller's file system, and where it is here."""
    files = {Path("main.py"): _HERE / "firmware" / "main.py"}
    files |= {Path("firmware_bridge", name): _HERE / name for name in _SHARED}
    files |= {Path("firmware_bridge", "firmware", name): _HERE / "firmware" / name for name in _OWN}
    return files


def copy_command(port: str, folder: Path) -> list[str]:
    """The mpremote command that copies a laid-out folder to the tile at ``port`` and starts it."""
    sources = [str(folder / "main.py"), str(folder / "firmware_bridge")]
    return ["mpremote", "connect", port, "fs", "cp", "-r", *sources, ":", "+", "reset"]


def main() -> int:
    """Copy the firmware to the tile at the port given as argument."""
    if len(sys.argv) != 2:
        print("usage: python -m firmware_bridge.flash PORT", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        for name, source in firmware_files().items():
            target = Path(folder, name)
            target.parent.mkdir(parents=True, exist_ok=True)
            copyfile(source, target)
        return subprocess.run(copy_command(sys.argv[1], Path(folder)), check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main())
