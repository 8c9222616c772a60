"""The facts of the self-test about the computer, on a Raspberry Pi and off one."""

import errno
import os
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest

from daemon.workshop.checks.health import (
    MISSING,
    MODEL,
    THERMAL,
    facts,
    is_trouble,
    model,
    supply,
    temperature,
    throttled,
)
from engine.core.messages import message
from hardware.driver_info import defaults
from hardware.drivers.registry import REEDS, RINGS

USUAL = defaults([*REEDS.values(), *RINGS.values()])
THROTTLED = "sys/devices/platform/soc/soc:firmware/get_throttled"
PI_5 = "sys/devices/platform/soc@107c000000/soc@107c000000:firmware/get_throttled"


def put(root: Path, name: str, text: str) -> None:
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text(text)


def silent() -> str:
    raise FileNotFoundError("no vcgencmd")


def test_on_a_pi_everything_is_told(tmp_path: Path) -> None:
    put(tmp_path, MODEL, "Raspberry Pi Zero 2 W Rev 1.0\0")
    put(tmp_path, THERMAL, "48312\n")
    put(tmp_path, THROTTLED, "0\n")
    told = {str(label): str(value) for label, value in facts(tmp_path)}
    assert told["Computer"] == "Raspberry Pi Zero 2 W Rev 1.0"
    assert told["Temperature"] == "48 °C"
    assert told["Supply"] == "The voltage is fine."
    assert "gpiozero 2.0.1.post3" in told["Libraries"]


def test_off_a_pi_it_is_said_what_cannot_be_told(tmp_path: Path) -> None:
    assert model(tmp_path) == temperature(tmp_path) == supply(throttled(tmp_path, silent)) == MISSING


def test_the_device_files_of_the_drivers_are_looked_for(tmp_path: Path) -> None:
    needed = (*REEDS["gpio"].needs(USUAL), *REEDS["mcp23017"].needs(USUAL))
    put(tmp_path, "dev/gpiochip4", "")
    told = {str(label): value for label, value in facts(tmp_path, needed)[-2:]}
    assert {label: str(value) for label, value in told.items()} == {
        "/dev/gpiochip*": "is there",
        "/dev/i2c-1": "/dev/i2c-1 is missing: switch I2C on (raspi-config, Interface Options).",
    }
    assert [is_trouble(value) for value in told.values()] == [False, True]


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (errno.EACCES, "this user may not open /dev/i2c-1: add it to the group i2c."),
        (errno.EPERM, "the service may not open /dev/i2c-1: its unit needs the line DeviceAllow=/dev/i2c-1 rw."),
        (errno.EIO, "/dev/i2c-1 cannot be opened: [Errno 5] Input/output error."),
    ],
)
def test_who_does_not_let_a_device_be_opened_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, said: str
) -> None:
    def refuse(file: Path, flags: int) -> int:
        raise OSError(number, os.strerror(number))

    put(tmp_path, "dev/i2c-1", "")
    (tmp_path / "dev/i2c-1").chmod(0o660)
    monkeypatch.setattr("hardware.platform.grp.getgrgid", lambda number: SimpleNamespace(gr_name="i2c"))
    monkeypatch.setattr("hardware.platform.os.open", refuse)
    ((_, value),) = facts(tmp_path, REEDS["mcp23017"].needs(USUAL))[-1:]
    assert str(value) == said


def test_all_that_keeps_lights_from_shining_is_told(tmp_path: Path) -> None:
    reasons = [message("first"), message("second")]
    told = facts(tmp_path, hindrances=reasons)[-2:]
    said = [(str(label), str(value)) for label, value in told]
    assert said == [("For the lights", "first."), ("For the lights", "second.")]
    assert all(is_trouble(value) for _, value in told)


def test_a_hot_processor_is_a_warning(tmp_path: Path) -> None:
    put(tmp_path, THERMAL, "81000")
    assert str(temperature(tmp_path)) == "81 °C: too hot, the computer slows down. Give it air."


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (0x0, "The voltage is fine."),
        (0x50005, "The voltage is too low at this moment: use a stronger supply or a shorter cable."),
        (0x50000, "The voltage has been too low since the computer was started: use a stronger supply."),
        (0x80008, "The voltage is fine. The computer has slowed down because of heat."),
        (0x20000, "The voltage is fine. The computer has slowed down because of heat."),
    ],
)
def test_the_flags_of_the_supply_become_words(flags: int, said: str) -> None:
    assert str(supply(flags)) == said


@pytest.mark.parametrize("name", [THROTTLED, PI_5])
def test_the_kernel_is_asked_before_the_firmware(tmp_path: Path, name: str) -> None:
    put(tmp_path, name, "50005")
    assert throttled(tmp_path, silent) == 0x50005


def test_the_firmware_is_asked_if_the_kernel_does_not_tell(tmp_path: Path) -> None:
    assert throttled(tmp_path, lambda: "throttled=0x50000\n") == 0x50000


@pytest.mark.parametrize("failure", [FileNotFoundError(), PermissionError(), subprocess.TimeoutExpired("vcgencmd", 2)])
def test_a_firmware_that_does_not_answer_is_no_failure(tmp_path: Path, failure: Exception) -> None:
    def ask() -> str:
        raise failure

    assert throttled(tmp_path, ask) is None


def test_nonsense_is_not_believed(tmp_path: Path) -> None:
    put(tmp_path, THROTTLED, "what")
    put(tmp_path, THERMAL, "warm")
    assert throttled(tmp_path, lambda: "error=1 error_msg=nothing") in (None, 1)
    assert throttled(tmp_path, lambda: "VCHI initialization failed") is None
    assert temperature(tmp_path) == MISSING
