"""The computer that a driver runs on: its model, and the reasons why its device files cannot be opened."""

import errno
import grp
import os
import pwd
import stat
from pathlib import Path
from typing import Final

from engine.core.messages import Message, message
from hardware.driver_info import Need

_SHARED: Final = stat.S_IRGRP | stat.S_IWGRP
_LOOK: Final = os.O_RDWR | os.O_CLOEXEC | os.O_NOCTTY | os.O_NONBLOCK
"""A serial port that a service opens without ``O_NOCTTY`` becomes its terminal, and its unplugging ends the service;
without ``O_NONBLOCK`` opening waits for a modem to call."""

MODEL: Final = "proc/device-tree/model"


def raspberry_pi() -> str:
    """Return the model of this Raspberry Pi; empty: this computer is none."""
    try:
        model = (Path("/") / MODEL).read_text("utf-8", "replace").rstrip("\0")
    except OSError:
        return ""
    return model if "Raspberry Pi" in model else ""


def hindrance(need: Need, root: Path = Path("/")) -> Message | None:
    """Return the reason why none of the device files of a need can be opened: half a sentence with the remedy. They are
    really opened: the mode of a file does not show what a service may do."""
    pattern = need.path.removeprefix("/")
    files = sorted(root.glob(pattern)) if "*" in pattern else [root / pattern]
    reasons = [_tried(file, "/" + str(file.relative_to(root)), need) for file in files] or [_missing(need.path, need)]
    return None if None in reasons else reasons[0]


def _tried(file: Path, device: str, need: Need) -> Message | None:
    try:
        os.close(os.open(file, _LOOK))
    except FileNotFoundError:
        return _missing(device, need)
    except PermissionError as error:
        return _refused(device, file, need.group, error)
    except OSError as error:
        return message("{device} cannot be opened: {error}", device=device, error=str(error))
    return None


def _missing(device: str, need: Need) -> Message:
    return message("{device} is missing: {remedy}", device=device, remedy=need.remedy)


def _refused(device: str, file: Path, group: str, error: OSError) -> Message:
    """Return the reason for a refusal: by the device list of the service, or by the owner of the file."""
    if error.errno == errno.EPERM:
        return message(
            "the service may not open {device}: its unit needs the line DeviceAllow={device} rw", device=device
        )
    owner = _owner(file)
    if owner == group:
        return message("this user may not open {device}: add it to the group {group}", device=device, group=group)
    rule = f'KERNEL=="{device.rpartition("/")[2]}", GROUP="{group}", MODE="0660"'
    return message(
        "{device} belongs to {owner}, not to the group {group}: a file in /etc/udev/rules.d needs the line {rule}; "
        "afterwards restart the Pi",
        device=device, owner=owner, group=group, rule=rule,
    )


def _owner(file: Path) -> str:
    """Return the group that may read and write a file; where none may, the file's user."""
    status = file.stat()
    shared = status.st_mode & _SHARED == _SHARED
    try:
        return grp.getgrgid(status.st_gid).gr_name if shared else pwd.getpwuid(status.st_uid).pw_name
    except KeyError:
        return str(status.st_gid if shared else status.st_uid)
