"""Lights of a Raspberry Pi Zero 2 W, 3 and 4, down to the bits on the data line. See ``pi_bench``."""

import re
import struct
import sys
import tomllib

import pytest
from packaging.requirements import Requirement
from pi_bench import PIS, ROOT, Bench, Pi, green_first, picture

from hardware.drivers.neopixel_checks import SPI_HZ, transfer_bytes

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the devices are those of Linux")

OLDER = ("zero-2-w", "3", "4")
ONE, ZERO = "110", "100"
"""The SPI bits that make a pixel's bit: up for 0.83 or 0.42 µs of 1.25 (WS2812B: 0.8 or 0.4, 0.15 more or less)."""
MOSI = 4
"""GPIO 10 as the data pin of SPI (function ALT0: register GPFSEL1, lowest three bits)."""
NEWER = Pi("a03119", "Raspberry Pi 4 Model B Rev 1.9", PIS["4"].compatible, "bcm2711")
UNKNOWN = Pi("d04990", "Raspberry Pi 4 Model C Rev 1.0", PIS["4"].compatible, "bcm2711")
"""Pis that are newer than rpi_ws281x, and than Blinka."""
GROUPS = [("zero-2-w", "spi", "spidev0.0"), ("zero-2-w", "gpio", "gpiomem"), ("5", "gpio", "pio0")]
"""A Pi, and the group whose device lights open there."""


def pixels_of(transfer: bytes, count: int) -> bytes:
    """The colours that so many pixels took from a transfer, green first; after them the line must be quiet."""
    bits = "".join(f"{byte:08b}" for byte in transfer)
    marks = [bits[at : at + 3] for at in range(0, count * 24 * 3, 3)]
    assert set(marks) <= {ONE, ZERO}
    assert set(bits[count * 24 * 3 :]) <= {"0"}
    ones = "".join(str(int(mark == ONE)) for mark in marks)
    return bytes(int(ones[at : at + 8], 2) for at in range(0, len(ones), 8))


# --- what arrives ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", OLDER)
@pytest.mark.parametrize("per_ring", [1, 12])
def test_every_pixel_takes_the_colour_of_the_frame(bench: Bench, name: str, per_ring: int) -> None:
    bench.be(PIS[name], bufsiz=16384)
    shown = picture(per_ring)
    assert len(set(shown)) > 5
    told = bench.light(64 * per_ring, shown, bytes(range(192)) * per_ring)
    assert told["said"] == [] and told["zero"]
    assert {len(each) for each in bench.transfers} == {transfer_bytes(64 * per_ring)}
    dark, first, second, end = (pixels_of(each, 64 * per_ring) for each in bench.transfers)
    assert (dark, end) == (bytes(len(shown)), bytes(len(shown)))
    assert first == green_first(shown)
    assert second == green_first(bytes(range(192)) * per_ring)


def test_the_data_pin_belongs_to_spi_at_the_speed_of_the_pixels(bench: Bench) -> None:
    """Whatever it was, and the functions of other pins stay as they are."""
    bench.be(PIS["3"])
    bench.put("dev/gpiomem", struct.pack("<2I", 1, 0o7654321) + bytes(4088))
    bench.light(12)
    assert struct.unpack("<2I", (bench.root / "dev/gpiomem").read_bytes()[:8]) == (1, 0o7654320 | MOSI)
    assert not (bench.root / "high").exists()
    assert int((bench.root / "speed").read_text()) == SPI_HZ == 3 * 800_000


@pytest.mark.parametrize("name", OLDER)
def test_the_extra_for_the_pi_holds_what_blinka_needs_there(bench: Bench, name: str) -> None:
    bench.be(PIS[name])
    needs = [Requirement(each) for each in bench.light(1)["needs"]]
    assert {named(need) for need in needs} == {"gpiod", "rpi-ws281x"}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extra = {named(each) for each in map(Requirement, project["optional-dependencies"]["pi"])}
    exact = {named(each): each.specifier for each in map(Requirement, constraints())}
    for need in needs:
        (pinned,) = exact[named(need)]
        assert named(need) in extra and need.specifier.contains(pinned.version)


def named(requirement: Requirement) -> str:
    return requirement.name.lower().replace("_", "-")


def constraints() -> list[str]:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    return [line for line in lines if not line.startswith("#")]


# --- what is refused, and why ------------------------------------------------------------------------------------


def test_without_gpiod_it_is_the_missing_library_that_is_told(bench: Bench) -> None:
    """Of pins that Blinka lights. GPIO 10 needs none of its libraries."""
    bench.be(PIS["4"])
    (said,) = bench.light(12, pin=18, hidden=["gpiod"])["said"]
    assert re.match(r"board cannot be used here \(.*gpiod.*\): install pawnlight\[pi\]", said, re.S), said
    assert bench.light(12, hidden=["gpiod", "board", "neopixel", "_rpi_ws281x"])["said"] == []


@pytest.mark.parametrize("device", ["char-spi", "/dev/gpiomem"])
def test_a_device_that_the_unit_does_not_name_is_told(bench: Bench, device: str) -> None:
    bench.be(PIS["4"])
    bench.allow.remove(device)
    path = device.replace("char-spi", "/dev/spidev0.0")
    (said,) = bench.light(12)["said"]
    wanted = f"the service may not open {path}: its unit needs the line DeviceAllow={path} rw"
    assert said == f"the rings on GPIO10 cannot be lit: {wanted}"


@pytest.mark.parametrize(("name", "group", "device"), GROUPS)
def test_a_group_that_the_user_is_not_in_is_told(bench: Bench, name: str, group: str, device: str) -> None:
    bench.be(PIS[name])
    bench.groups.remove(group)
    (said,) = bench.light(12)["said"]
    assert said.endswith(f"this user may not open /dev/{device}: add it to the group {group}")


@pytest.mark.parametrize(("name", "group", "device"), GROUPS)
def test_a_device_that_is_no_group_s_is_told_with_the_rule_that_helps(
    bench: Bench, name: str, group: str, device: str
) -> None:
    """To be in the group is of no use then."""
    bench.be(PIS[name])
    bench.put("dev/ruled-by-nobody", "")
    bench.groups.remove(group)
    (said,) = bench.light(12)["said"]
    assert f"/dev/{device} belongs to root, not to the group {group}: " in said
    assert f'KERNEL=="{device}", GROUP="{group}", MODE="0660"' in said


def test_spi_that_is_off_is_told(bench: Bench) -> None:
    bench.be(PIS["4"])
    (bench.root / "dev/spidev0.0").unlink()
    (said,) = bench.light(12)["said"]
    assert said.endswith("/dev/spidev0.0 is missing: switch SPI on (raspi-config, Interface Options)")


def test_each_missing_condition_is_told_separately(bench: Bench) -> None:
    """As `pawnlight check` tells them: all at once, not only the first."""
    bench.be(PIS["4"])
    bench.put("boot/firmware/config.txt", "dtparam=spi=on\n")
    bench.put("proc/device-tree/model", PIS["4"].model + "\0")
    bench.groups.remove("spi")
    bench.allow.remove("/dev/gpiomem")
    asked = "from hardware.drivers.neopixel_checks import hindrances; print(*hindrances('GPIO10', 768), sep='\\n')"
    told = bench.python("-c", asked).stdout.splitlines()
    parts = ("/dev/spidev0.0: add it", "open /dev/gpiomem: its unit", "768 pixels need", "colours may jump")
    assert [part in line for part, line in zip(parts, told, strict=True)] == [True] * 4, told
    bench.put("boot/firmware/config.txt", "dtparam=spi=on\n[pi4]\ncore_freq=500\ncore_freq_min=500\n")
    assert not any("colours may" in line for line in bench.python("-c", asked).stdout.splitlines())


def test_more_pixels_than_the_kernel_sends_at_once_are_told_with_the_number_that_helps(bench: Bench) -> None:
    bench.be(PIS["4"], bufsiz=4096)
    (said,) = bench.light(768)["said"]
    wanted = re.search(r"write spidev\.bufsiz=(\d+) into the one line of /boot/firmware/cmdline\.txt", said)
    assert wanted is not None, said
    bench.be(PIS["4"], bufsiz=int(wanted[1]))
    assert bench.light(768)["said"] == []
    assert len(bench.transfers[0]) > 4096


def test_the_border_is_where_the_kernel_has_it(bench: Bench) -> None:
    """Nothing that works is refused, and the kernel refuses the first that is."""
    bench.be(PIS["4"], bufsiz=4096)
    assert bench.light(445)["said"] == []
    assert len(bench.transfers[0]) == transfer_bytes(445) <= 4096 < transfer_bytes(446)
    assert "446 pixels need transfers of 4104 bytes" in bench.light(446)["said"][0]
    assert "Message too long" in bench.light(446, bare=True)["said"][0]


@pytest.mark.parametrize("name", PIS)
def test_expanders_are_asked_over_the_bus_of_the_pi(bench: Bench, name: str) -> None:
    """It is answered by nobody here: what is told must be that, and no missing library."""
    bench.be(PIS[name])
    bench.put("dev/i2c-1", "")
    done = bench.python("-c", "from hardware.driver_info import defaults; from hardware.drivers.registry import REEDS; "
                              "REEDS['mcp23017'].open(defaults(REEDS.values()))")
    assert "BoardLost: no MCP23017 answers at 0x20" in done.stderr


# --- tried again and again ---------------------------------------------------------------------------------------


def test_lights_that_come_late_harm_nothing_until_then(bench: Bench) -> None:
    bench.be(PIS["4"])
    (bench.root / "dev/spidev0.0").unlink()
    told = bench.light(12, tries=50)
    assert len(told["said"]) == 50
    assert told["zero"] and told["files"] <= 1


@pytest.mark.parametrize("device", ["deaf", "mute"])
def test_lights_that_fail_halfway_again_and_again_leave_no_file_open(bench: Bench, device: str) -> None:
    """The program goes on without them, for days if need be."""
    bench.be(PIS["4"])
    bench.put(f"dev/{device}", "")
    told = bench.light(12, tries=20)
    assert len(told["said"]) == 20 and "/dev/spidev0.0 does not send" in told["said"][0]
    assert told["zero"] and told["files"] <= 1


@pytest.mark.parametrize("pin", [12, 18, 21])
def test_pins_that_need_root_are_refused_again_and_again(bench: Bench, pin: int) -> None:
    bench.be(PIS["4"])
    bench.put("dev/vcio", "")
    told = bench.light(12, pin=pin, tries=20)
    assert len(told["said"]) == 20 and told["zero"]
    assert all("12, 18 and 21 need root" in each for each in told["said"])


def test_a_pin_that_sends_no_lights_is_told_as_such(bench: Bench) -> None:
    bench.be(PIS["4"])
    bench.put("dev/vcio", "")
    (said,) = bench.light(12, pin=7)["said"]
    assert said.endswith("nothing sends lights on this pin: use GPIO 10")


@pytest.mark.parametrize(("pi", "named"), [
    (NEWER, "the library does not know this Raspberry Pi"),
    (UNKNOWN, "board does not know this computer, Raspberry Pi 4 Model C Rev 1.0"),
])
def test_a_pi_that_the_libraries_do_not_know_is_named_again_and_again(bench: Bench, pi: Pi, named: str) -> None:
    bench.be(pi)
    told = bench.light(12, pin=18, tries=20)
    assert len(told["said"]) == 20 and told["zero"]
    assert all(named in each and "GPIO 10" in each and "dtparam" not in each for each in told["said"])
    assert bench.light(12)["said"] == []


def test_left_alone_the_library_ends_the_program(bench: Bench) -> None:
    """The reason for not leaving it alone. If this fails, the library has been mended, and our care for it can go."""
    bench.be(PIS["4"])
    bench.put("dev/vcio", "")
    assert bench.run({"pixels": 12, "frames": [], "tries": 2, "hidden": [], "bare": True, "pin": 21}).returncode < 0


# --- opened again, and the end -----------------------------------------------------------------------------------


def test_lights_that_are_opened_again_shine_again_and_keep_the_memory_of_others(bench: Bench) -> None:
    """The library for other pins takes a page of others, when it cleans up (``unmapmem``, rpi_ws281x 5.0.0)."""
    bench.be(PIS["zero-2-w"])
    shown = picture(12)[:36]
    once = bench.light(12, shown)
    told = bench.light(12, shown, again=True)
    assert told["said"] == [] and told["zero"] and told["files"] == once["files"] <= 0
    assert [pixels_of(each, 12) for each in bench.transfers].count(green_first(shown)) == 3
    assert not (bench.root / "astray").exists()


def test_lights_that_are_interrupted_at_any_line_can_be_opened_again(bench: Bench) -> None:
    bench.be(PIS["4"])
    shown = picture(1)[:36]
    told = bench.light(12, shown, again=True, interrupted=True)
    assert told["said"] == [] and told["zero"] and told["files"] == bench.light(12)["files"]
    assert [pixels_of(each, 12) for each in bench.transfers].count(green_first(shown)) == 2


def test_while_a_frame_is_sent_other_threads_go_on(bench: Bench) -> None:
    """The transfer lasts until another thread of the same program ends it."""
    bench.be(PIS["4"])
    bench.put("dev/slow", "")
    told = bench.light(12, ended_by_thread=True)
    assert told["said"] == [] and len(bench.transfers) == 2
