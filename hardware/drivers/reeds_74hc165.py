"""Reeds on 74HC165 shift registers, read over SPI: one input per square, switched to ground; no diodes, no ghosts.

Eight chips in a row make 64 inputs. SH/LD of all chips is on the load pin: low, the registers take over their inputs;
high, they shift. CLK of all chips is the clock of the bus, QH of the first chip its data input, QH of every other chip
goes to SER of the one before. SER of the last chip is on the bus's data output: what is sent comes back after all
inputs, and so every scan proves that the whole chain shifts (clock, power, every wire between two chips) and how long
it is.

Mode 0: QH has the input H of the first chip before the first clock edge; the bus reads at the rising edge, at which the
chips shift, and they are slower than it is (SN74HC165: tens of nanoseconds from CLK to QH).
"""

from itertools import cycle
from typing import Any, Final

from engine.core.messages import message
from hardware.boot_files import Setting
from hardware.driver_info import Bus, Need, Options, ReedsDriver, pin, whole
from hardware.drivers.gpio_pins import claiming, failures, gpiozero, lgpio, using
from hardware.errors import BadWiring, BoardLost

PINS: Final = 8
MOST_CHIPS: Final = 32
"""Enough for 16x16 squares."""
BUS_PINS: Final = {0: (11, 10, 9, 8), 1: (21, 20, 19, 18)}
"""SPI bus → GPIO numbers of its clock, data output, data input, first chip select (which the system takes, too)."""
_MARKS: Final = (0xA5, 0x5A)
"""The byte sent round the chain first, alternately (its complement follows): no line that is stuck or floats gives both
back, and no arrangement of pieces looks like both."""


class ShiftRegisterReeds:
    """Reeds on shift registers. See :class:`hardware.ports.Reeds`. Reed number = chip x 8 + input (A first), both from
    0; the first chip is the one whose QH is on the bus.

    :param bus: number of the SPI bus; its first device is used.
    :param load_pin: GPIO number of SH/LD.
    :raises BadWiring: the load pin or the bus cannot be used.
    :raises MissingLibrary: gpiozero or lgpio is not installed.
    """

    def __init__(self, chips: int, bus: int, load_pin: int, speed_khz: int, pin_factory: Any = None) -> None:
        self.count = PINS * chips
        self._chips = chips
        self._marks = cycle(_MARKS)
        self._left = bytes(chips)
        """The bytes that the last scan left in the chain: they come back if the registers do not load over them."""
        self._stale = False
        self._lgpio = lgpio()
        self._handle: int | None = None
        gpio = gpiozero()
        with claiming([load_pin]):
            self._load: Any = gpio.OutputDevice(load_pin, initial_value=True, pin_factory=pin_factory)
        try:
            self._handle = self._lgpio.spi_open(bus, 0, 1000 * speed_khz, 0)
        except failures() as error:
            self.close()
            raise BadWiring(message(
                "the SPI bus {bus} of the shift registers cannot be opened ({error}): {remedy}, and add this user "
                "to the group spi",
                bus=bus, error=str(error), remedy=_remedy(bus),
            )) from error

    def read(self) -> int:
        """Scan the reeds: bit *n* is set while reed *n* is closed.

        :raises BoardLost: the bus does not answer, the chain is broken, or :meth:`close` was called.
        """
        if self._handle is None:
            raise BoardLost(message("the reeds are no longer in use"))
        mark = next(self._marks)
        sent = bytes((mark, *[mark ^ 0xFF] * self._chips))
        with using(message("the shift registers of the switches")):
            self._load.off()  # any call takes far longer than the chips need
            self._load.on()
            _, got = self._lgpio.spi_xfer(self._handle, sent)
        if got[-1:] != sent[:1] or self._not_loaded(bytes(got[:-1]), sent[1:]):
            raise BoardLost(message(
                "the chain of {chips} shift registers is broken: check their power, their number, the load and clock "
                "wires, QH to SER from chip to chip, and the data output to SER of the last chip",
                chips=self._chips,
            ))
        return int.from_bytes(got[:-1], "little") ^ (1 << self.count) - 1  # a closed switch pulls its input low

    def _not_loaded(self, inputs: bytes, sent: bytes) -> bool:
        """True if the chain gave back for the second time what the scan before had left in it: SH/LD does not work."""
        was_stale, self._stale = self._stale, inputs == self._left
        self._left = sent
        return was_stale and self._stale

    def close(self) -> None:
        """Let go of the bus and the pin."""
        handle, self._handle = self._handle, None
        if handle is not None:
            self._lgpio.spi_close(handle)
        self._load.close()


def _remedy(bus: int) -> Any:
    if bus == 0:
        return message("switch SPI on (raspi-config, Interface Options)")
    return message("add the line dtoverlay=spi1-1cs to the boot configuration and restart")


def _buses(options: Options) -> dict[int, Bus]:
    bus = options["spi_bus"]
    return dict.fromkeys(BUS_PINS[bus], Bus(f"SPI {bus}, which the shift registers need"))


DRIVER: Final = ReedsDriver(
    name="74hc165",
    options=(
        whole("chips", 8, 1, MOST_CHIPS, "of 8 switches each"),
        whole("spi_bus", 1, 0, 1),
        pin("load_pin", 25),
        whole("speed_khz", 500, 10, 5000, "kHz"),
    ),
    libraries=("gpiozero", "lgpio"),
    buses=_buses,
    needs=lambda options: (Need(f"/dev/spidev{options['spi_bus']}.0", _remedy(options["spi_bus"]), "spi"),),
    boot=lambda options, model: (
        Setting("dtparam=spi=on") if options["spi_bus"] == 0 else Setting(f"dtoverlay=spi{options['spi_bus']}-1cs"),
    ),
    count=lambda options: PINS * options["chips"],
    counted_by=f"reeds.chips ({PINS} for each)",
    open=lambda options: ShiftRegisterReeds(
        options["chips"], options["spi_bus"], options["load_pin"], options["speed_khz"]
    ),
)
