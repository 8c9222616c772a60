"""A card that sets itself up: additions to the boot partition of a Raspberry Pi OS that was just written.

Raspberry Pi OS takes what Raspberry Pi Imager asked for in one of two ways, and each leaves room for ours:

- cloud-init (Trixie) reads ``user-data``, ``network-config`` and ``meta-data``, which are Imager's, and as well runs a
  script in ``vendor-data``, which Imager leaves to others. (``runcmd`` there would give way to that of ``user-data``.)
- ``firstrun.sh`` (Bookworm, and the first Trixie) is run by ``systemd.run=`` in ``cmdline.txt``. Before it removes
  itself, it calls our script.
"""

import re
import tarfile
from dataclasses import dataclass
from fnmatch import fnmatch
from io import BytesIO
from pathlib import Path
from typing import Final

from daemon.base.errors import DaemonError
from daemon.config.schema import load_config
from daemon.storage.file.connection import write_whole

CHECKOUT: Final = Path(__file__).resolve().parents[2]
_OURS: Final = Path("systemd") / "card"
FOLDER: Final = "pawnlight"
"""The folder on the card with all that belongs to us but ``vendor-data``."""
CALL: Final = f"bash /boot/firmware/{FOLDER}/setup prepare # Pawnlight"
_OUR_VENDOR_DATA: Final = f"/{FOLDER}/setup prepare"
_SWITCHED_OFF: Final = re.compile(
    r"""^vendor_data:[^\n]*(?:\n(?:[ \t][^\n]*)?)*?\benabled["']?[ \t]*:[ \t]*["']?(?:false|no|off)\b""",
    re.MULTILINE | re.IGNORECASE,
)
"""``vendor_data`` in ``user-data``, in one line or several, with ``enabled: false``."""
REMOVAL: Final = "rm -f /boot/firstrun.sh"
"""The line with which ``firstrun.sh`` begins to end. The system replaces that and all that follows."""
FIRST_RUN: Final = f"""\
#!/bin/bash

set +e

{CALL}
{REMOVAL}
sed -i 's| systemd.run.*||g' /boot/cmdline.txt
exit 0
"""
RUN: Final = " systemd.run=/boot/firstrun.sh systemd.run_success_action=reboot systemd.unit=kernel-command-line.target"
SYSTEM: Final = ("config.txt", "cmdline.txt", "kernel8.img")
"""Files that the boot partition of every 64-bit Raspberry Pi OS has."""
_LEFT_OUT_AT_TOP: Final = (".git", ".venv*", ".*_cache", "build", "tests", "tools", "node_modules")
_LEFT_OUT: Final = ("*.egg-info", "__pycache__")
"""Names that are not part of the program, as in ``systemd/install``."""


class BadCard(DaemonError, ValueError):
    """The directory is no boot partition of a card that can be set up; the message has the remedy."""


class NoCheckout(DaemonError):
    """The program that is running cannot be put on a card."""


@dataclass(frozen=True, slots=True)
class Findings:
    """The settings that Imager has written already. ``system``: which reads them, in words."""

    system: str
    user: bool
    wifi: bool


def set_up(card: Path, config: Path | None = None, hotspot: bool = False, checkout: Path = CHECKOUT) -> Findings:
    """Put the program and what installs it on the boot partition of a card, and return what was there already.

    A card on which others wrote what ours would replace is refused. Once more, and it is replaced by what is said now.

    :param config: the builder's configuration, to go along. :param hotspot: give the board a Wi-Fi of its own.
    :raises BadCard: the card cannot be set up in this way. :raises NoCheckout: the program is not a checkout.
    :raises OSError: the card cannot be written.
    """
    if not (checkout / "systemd" / "install").exists():
        raise NoCheckout(
            "only a checkout can be put on a card: git clone the repository on this computer, ./script/bootstrap "
            "there, and give this command as .venv/bin/pawnlight card"
        )
    uses_cloud_init = _uses_cloud_init(card)
    if uses_cloud_init:
        _check_vendor_data(card)
    vendor_data = (checkout / _OURS / "vendor-data").read_bytes()
    beginning = {"vendor-data": vendor_data} if uses_cloud_init else _first_run(card)
    if config is not None:
        load_config(config)
    _put_folder(card / FOLDER, checkout, config, hotspot)
    for name, content in beginning.items():
        write_whole(card / name, content)
    return _findings(card, uses_cloud_init)


def _uses_cloud_init(card: Path) -> bool:
    """:raises BadCard: it is none of the systems that are known."""
    missing = [name for name in SYSTEM if not (card / name).is_file()]
    if missing:
        raise BadCard(
            f"{card} is not the boot partition of a 64-bit Raspberry Pi OS, it has no {missing[0]}: write the card "
            "with Raspberry Pi Imager, put it in again, and name the place where bootfs appears"
        )
    if (card / "rpi-preseed.toml").exists():
        raise BadCard(
            f"{card} is of a system newer than this program, which takes its settings in rpi-preseed.toml: choose "
            "Bookworm or Trixie in Imager, or install by hand (the guide service)"
        )
    if not (card / "meta-data").exists():
        return False
    if (card / "firstrun.sh").exists():
        raise BadCard(
            f"{card} was written by Imager 1, whose settings this system does not read: write it again with Imager 2"
        )
    return True


def _check_vendor_data(card: Path) -> None:
    """:raises BadCard: cloud-init would not run our script, or lose somebody else's for it."""
    said = _lines(card / "vendor-data")
    if any(said) and not any(_OUR_VENDOR_DATA in line for line in said):
        raise BadCard(
            f"{card} has a vendor-data that is not Pawnlight's: put what it says into user-data and remove it, or "
            "install by hand (the guide service)"
        )
    user_data = card / "user-data"
    if user_data.exists() and _SWITCHED_OFF.search(_uncommented(user_data)):
        raise BadCard(
            f"user-data on {card} switches vendor_data off, by which Pawnlight would be installed: take vendor_data "
            "out there, or install by hand (the guide service)"
        )


def _put_folder(folder: Path, checkout: Path, config: Path | None, hotspot: bool) -> None:
    folder.mkdir(exist_ok=True)
    for name in ("setup", "pawnlight-setup.service"):
        write_whole(folder / name, (checkout / _OURS / name).read_bytes())
    write_whole(folder / "source.tar.gz", _packed(checkout))
    for name in ("config.toml", "hotspot"):
        (folder / name).unlink(missing_ok=True)
    if config is not None:
        write_whole(folder / "config.toml", config.read_bytes())
    if hotspot:
        write_whole(folder / "hotspot", b"\n")


def _packed(checkout: Path) -> bytes:
    """Pack the program, as ``systemd/install`` takes it from a checkout."""
    packed = BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for each in sorted(checkout.iterdir()):
            if not any(fnmatch(each.name, left_out) for left_out in _LEFT_OUT_AT_TOP):
                archive.add(each, each.name, filter=_belongs)
    return packed.getvalue()


def _belongs(member: tarfile.TarInfo) -> tarfile.TarInfo | None:
    if any(fnmatch(Path(member.name).name, left_out) for left_out in _LEFT_OUT):
        return None
    member.uid = member.gid = 0
    member.uname = member.gname = "root"
    return member


def _first_run(card: Path) -> dict[str, bytes]:
    """Return the files by which the system runs our script: ``firstrun.sh`` of Imager with a call in it, or ours.

    :raises BadCard: Imager's is not as it was.
    """
    script = card / "firstrun.sh"
    text = script.read_bytes().decode("utf-8", "surrogateescape") if script.exists() else FIRST_RUN
    called = text if CALL in text else _with_call(text)
    kernel = _with_run((card / "cmdline.txt").read_bytes())
    return {script.name: called.encode("utf-8", "surrogateescape"), "cmdline.txt": kernel}


def _with_run(text: bytes) -> bytes:
    """Have the kernel's line, which is the first one, start ``firstrun.sh``."""
    kernel, _, rest = text.partition(b"\n")
    return text if b"systemd.run=" in kernel else kernel + RUN.encode() + b"\n" + rest


def _with_call(text: str) -> str:
    lines = text.splitlines(keepends=True)
    ends = [number for number, each in enumerate(lines) if each.strip() == REMOVAL]
    if not ends:
        raise BadCard(
            f"firstrun.sh on the card is not as Imager writes it, the line {REMOVAL} is missing: write the card again"
        )
    return "".join([*lines[: ends[0]], f"{CALL}\n", *lines[ends[0] :]])


def _findings(card: Path, uses_cloud_init: bool) -> Findings:
    """Look for what a board without a screen needs: an account to log in, and a network."""
    if uses_cloud_init:
        users, networks = _lines(card / "user-data"), _lines(card / "network-config")
        return Findings(
            "cloud-init", any(each.startswith(("users:", "user:")) for each in users),
            any(each.startswith("wifis:") for each in networks),
        )
    said = "\n".join([*_lines(card / "firstrun.sh"), *_lines(card / "custom.toml")])
    user = (card / "userconf.txt").exists() or "userconf" in said or "[user]" in said
    return Findings("firstrun.sh", user, "set_wlan" in said or "[wlan]" in said or "wpa_supplicant.conf" in said)


def _lines(file: Path) -> list[str]:
    """Return the lines of a file that are no comments, without spaces around them; of none, none."""
    return [each.strip() for each in _uncommented(file).splitlines()] if file.exists() else []


def _uncommented(file: Path) -> str:
    lines = file.read_text("utf-8", "replace").splitlines()
    return "\n".join(each for each in lines if not each.lstrip().startswith("#"))
