"""Lights of a Raspberry Pi 5, down to the levels of the data pin: the real Blinka and the real compiled library, with
the program that it gives the PIO. See ``pi_bench``; what the PIO makes of that program is worked out here, after the
RP2040's datasheet, 3.2 to 3.5.
"""

import struct
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

import pytest
from pi_bench import PIS, Bench, green_first, picture

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the devices are those of Linux")

CLOCK_HZ = 200_000_000
"""The clock of the PIO of an RP1."""
ZERO_NS, ONE_NS = (220, 530), (580, 1000)
"""The time that a pixel's bit is up (WS2812B, and what clones of it take)."""
BIT_NS = (1100, 1400)


@dataclass(frozen=True)
class Machine:
    """A state machine of the PIO, as far as programs for pixels use one."""

    program: tuple[int, ...]
    pin: int
    first: int
    last: int
    cycle_ns: float
    threshold: int

    @classmethod
    def of(cls, bench: Bench) -> "Machine":
        """As the library has set it up."""
        length, _, *instructions = struct.unpack("<34H", (bench.root / "program").read_bytes())
        _, entry, clock, execution, shift, pins = struct.unpack("<2H4I", (bench.root / "machine").read_bytes())
        assert entry == 0 and not execution >> 30 & 1 and not execution >> 29 & 1  # side-set: always, and levels
        assert pins >> 29 == 1 and not shift >> 19 & 1 and shift >> 17 & 1  # one pin; shifts left; fetches by itself
        divided = (clock >> 16) + (clock >> 8 & 0xFF) / 256
        return cls(
            tuple(instructions[:length]), pins >> 10 & 31, execution >> 7 & 31, execution >> 12 & 31,
            1e9 * divided / CLOCK_HZ, shift >> 25 & 31 or 32,
        )

    def levels(self, transfer: bytes) -> Iterator[tuple[int, float]]:
        """The level of the pin, and for how many ns, instruction by instruction, until the data end."""
        words = struct.unpack(f"<{len(transfer) // 4}I", transfer)
        bits = iter("".join(f"{word:032b}"[: self.threshold] for word in words))
        at, x = 0, 0
        while True:
            instruction = self.program[at]
            kind, argument = instruction >> 13, instruction & 0xFF
            following = self.first if at == self.last else at + 1
            if kind == 3:  # out x, 1
                assert argument == 0x21
                bit = next(bits, None)
                if bit is None:
                    return
                x = int(bit)
            elif kind == 0:  # jmp, always or if x is 0
                assert argument >> 5 in (0, 1)
                following = argument & 31 if argument >> 5 == 0 or not x else following
            else:  # mov y, y: nothing
                assert (kind, argument) == (5, 0x42)
            yield instruction >> 12 & 1, ((instruction >> 8 & 15) + 1) * self.cycle_ns
            at = following

    def pixels(self, transfer: bytes, count: int) -> bytes:
        """Return the bytes that so many pixels take from a transfer, green first."""
        runs = [
            (level, sum(ns for _, ns in run)) for level, run in groupby(self.levels(transfer), lambda each: each[0])
        ]
        up = [ns for level, ns in runs if level]
        down = [ns for level, ns in runs if not level][1:-1]  # the last one lasts until the next frame
        assert all(BIT_NS[0] <= high + low <= BIT_NS[1] for high, low in zip(up, down, strict=False))
        ones = "".join("1" if ONE_NS[0] <= ns <= ONE_NS[1] else "0" for ns in up)
        assert all(bit == "1" or ZERO_NS[0] <= ns <= ZERO_NS[1] for bit, ns in zip(ones, up, strict=True))
        return bytes(int(ones[at : at + 8], 2) for at in range(0, count * 24, 8))


@pytest.fixture
def pi5(bench: Bench) -> Bench:
    """A Raspberry Pi 5."""
    bench.be(PIS["5"])
    return bench


@pytest.mark.parametrize("pin", [10, 18, 21])
@pytest.mark.parametrize("per_ring", [1, 12])
def test_every_pixel_takes_the_colour_of_the_frame(pi5: Bench, pin: int, per_ring: int) -> None:
    """Any pin will do, without root."""
    count, shown = 64 * per_ring, picture(per_ring)
    assert len(set(shown)) > 5
    told = pi5.light(count, shown, bytes(range(192)) * per_ring, pin=pin)
    assert told["said"] == [] and told["zero"]
    machine = Machine.of(pi5)
    assert machine.pin == pin
    _, *frames = pi5.transfers  # the first sets the transfers up
    dark, first, second, end = (machine.pixels(each, count) for each in frames)
    assert (dark, end) == (bytes(len(shown)), bytes(len(shown)))
    assert first == green_first(shown)
    assert second == green_first(bytes(range(192)) * per_ring)


@pytest.mark.parametrize("count", [1, 2, 768])
def test_lights_that_are_opened_again_shine_again(pi5: Bench, count: int) -> None:
    """The data pin is the GPIO's in between, and the library remembers a transfer that the kernel has forgotten."""
    shown = bytes(range(1, 256)) * 10
    assert pi5.light(count, shown[: 3 * count], again=True)["said"] == []
    machine = Machine.of(pi5)
    whole = [machine.pixels(each, count) for each in pi5.transfers if 8 * len(each) >= 24 * count]
    assert whole.count(green_first(shown[: 3 * count])) == 2


def test_left_alone_the_library_leaves_them_dark_then(pi5: Bench) -> None:
    """The reason for not leaving it alone. If this fails, the library has been mended, and our care for it can go."""
    shown = picture(12)[:36]
    assert pi5.light(12, shown, again=True, bare=True)["said"] == []
    machine = Machine.of(pi5)
    assert [machine.pixels(each, 12) for each in pi5.transfers].count(green_first(shown)) == 1


def test_what_keeps_it_from_shining_is_told(pi5: Bench) -> None:
    missing = "adafruit_raspberry_pi5_neopixel_write"
    assert missing in pi5.light(768, hidden=[missing])["said"][0]
    (pi5.root / "dev/busy").touch()
    assert "/dev/pio0 has no room: another program uses it" in pi5.light(768, tries=20)["said"][19]
    pi5.groups.remove("gpio")
    assert "this user may not open /dev/pio0: add it to the group gpio" in pi5.light(768)["said"][0]
    pi5.allow.remove("/dev/pio0")
    assert "the service may not open /dev/pio0" in pi5.light(768)["said"][0]
    (pi5.root / "dev/pio0").unlink()
    assert "/dev/pio0 is missing: bring the system and its firmware up to date" in pi5.light(768)["said"][0]


def test_left_alone_the_library_ends_the_program_when_there_is_no_room(pi5: Bench) -> None:
    (pi5.root / "dev/busy").touch()
    bare = {"pin": 10, "pixels": 12, "frames": [], "tries": 1, "hidden": [], "bare": True}
    done = pi5.run(bare)
    assert done.returncode == 1 and "No PIO state machines are available" in done.stderr
