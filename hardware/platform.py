"""Checks that device files can be opened, with the reason if they cannot."""

import errno
import os
from pathlib import Path

from engine.core.messages import Message, message
from hardware.driver_info import Need

_LOOK = os.O_RDWR | os.O_CLOEXEC | os.O_NOCTTY | os.O_NONBLOCK
"""A serial port that a service opens without ``O_NOCTTY`` becomes its terminal, and its unplugging ends the service;
without ``O_NONBLOCK`` opening waits for a modem to call."""


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
        return _refused(device, need.group, error)
    except OSError as error:
        return message("{device} cannot be opened: {error}", device=device, error=str(error))
    return None


def _missing(device: str, need: Need) -> Message:
    return message("{device} is missing: {remedy}", device=device, remedy=need.remedy)


def _refused(device: str, group: str, error: OSError) -> Message:
    """Return the reason for a refusal: by the device list of the service, or by the owner of the file."""
    if error.errno == errno.EPERM:
        return message(
            "the service may not open {device}: its unit needs the line DeviceAllow={device} rw", device=device
        )
    return message("this user may not open {device}: add it to the group {group}", device=device, group=group)
