"""Reeds on MCP23017 port expanders: one input per square, switched to ground; no diodes, no ghosts.

Four chips at I2C addresses 0x20–0x23 make 64 inputs. The maker's newer datasheets call the last pin of each port (7 and
15) unfit as an input, because a change during a transfer can disturb the bus; who wants to be safe takes five chips and
leaves those pins out of the board map.
"""

from collections.abc import Sequence
from typing import Any, Final

from engine.core.messages import message
from hardware.boot_files import Setting
from hardware.driver_info import Bus, Need, ReedsDriver, different
from hardware.errors import BadWiring, BoardLost
from hardware.vendor import vendor

ADDRESSES: Final = (0x20, 0x21, 0x22, 0x23)
PINS: Final = 16
_ALL: Final = (1 << PINS) - 1
_POSSIBLE: Final = range(0x20, 0x28)


class ExpanderReeds:
    """Reeds on expanders. See :class:`hardware.ports.Reeds`. Reed number = chip x 16 + pin (port A first).

    :param addresses: one I2C address per chip, in the order of reeds.
    :param i2c: a CircuitPython I2C bus, which the caller closes; ``None``: the board's own.
    :raises BadWiring: an address that no such chip can have, or twice the same.
    :raises BoardLost: the bus or a chip does not answer.
    :raises MissingLibrary: the Adafruit libraries are not installed or do not run here.
    """

    def __init__(self, addresses: Sequence[int] = ADDRESSES, i2c: Any = None) -> None:
        _check(addresses)
        self._library = vendor("adafruit_mcp230xx.mcp23017")
        self._own_bus = _bus() if i2c is None else None
        self._bus = self._own_bus if i2c is None else i2c
        self._addresses = tuple(addresses)
        self._chips: list[Any] = []
        self._last = [0] * len(addresses)
        self._scans = 0
        self._open = True
        self.count = PINS * len(addresses)
        try:
            self._connect()
        except BaseException:
            self.close()
            raise

    def read(self) -> int:
        """Scan the reeds: bit *n* is set while reed *n* is closed. After a failure, the next scan sets the chips up
        anew.

        :raises BoardLost: a chip does not answer or has lost its power in between, or :meth:`close` was called.
        """
        if not self._open:
            raise BoardLost(message("the reeds are no longer in use"))
        if not self._chips:
            self._connect()
        self._scans += 1
        try:
            return sum(self._read(n) << n * PINS for n in range(len(self._chips)))
        except (OSError, ValueError) as error:
            self._chips = []
            raise BoardLost(message(
                "the expanders of the switches do not answer ({error}): check the I2C cable", error=str(error)
            )) from error

    def close(self) -> None:
        """Let go of the bus."""
        self._open = False
        bus, self._own_bus = self._own_bus, None
        if bus is not None:
            bus.deinit()

    def _connect(self) -> None:
        """Set up every chip, so that all silent ones can be named."""
        chips, silent = list[Any](), dict[int, Exception]()
        for address in self._addresses:
            try:
                chips.append(self._chip(address))
            except (OSError, ValueError) as error:  # ValueError: the library raises it if no chip answers
                silent[address] = error
        if silent:
            first = next(iter(silent.values()))
            raise BoardLost(message(
                "no MCP23017 answers at {address} ({error}): check the wiring, the address jumpers, and that I2C is "
                "enabled",
                address=", ".join(map(hex, silent)), error=str(first),
            )) from first
        self._last = [0] * len(chips)
        self._chips = chips

    def _chip(self, address: int) -> Any:
        chip = self._library.MCP23017(self._bus, address)
        chip.iodir = _ALL
        chip.gppu = _ALL
        chip.ipol = _ALL  # a closed switch pulls its pin low and shall read 1
        return chip

    def _read(self, n: int) -> int:
        """Return the closed reeds of a chip. A chip that lost its power comes back without pull-ups and reads nonsense,
        so at every change its configuration is checked before the reading is believed. If nothing changes (its squares
        were empty and look empty) pieces put there would not be felt: so each scan also checks one chip, in turn."""
        chip = self._chips[n]
        closed = int(chip.gpio)
        due = self._scans % len(self._chips) == n
        if (due or closed != self._last[n]) and chip.gppu != _ALL:
            raise OSError(f"the chip at {self._addresses[n]:#x} lost its power")
        self._last[n] = closed
        return closed


def _bus() -> Any:
    """Open the I2C bus of the board. The libraries below raise various exceptions, depending on what is missing."""
    board = vendor("board")
    try:
        return board.I2C()
    except Exception as error:
        raise BoardLost(message(
            "the I2C bus of the expanders cannot be opened ({error}): switch I2C on (raspi-config, Interface Options) "
            "and add this user to the group i2c",
            error=str(error),
        )) from error


def _check(addresses: Sequence[int]) -> None:
    for address in addresses:
        if address not in _POSSIBLE:
            raise BadWiring(message(
                "{address} is not an address of an MCP23017: those are 0x20 to 0x27", address=f"{address:#x}"
            ))
        if addresses.count(address) > 1:
            raise BadWiring(message(
                "the address {address} is used twice: set the jumpers of each chip differently",
                address=f"{address:#x}",
            ))


DRIVER: Final = ReedsDriver(
    name="mcp23017",
    options=(
        different("addresses", ADDRESSES, 0x20, 0x27, "a list of 1 to 8 different addresses from 0x20 to 0x27"),
    ),
    libraries=("Adafruit-Blinka", "adafruit-circuitpython-mcp230xx"),
    buses=lambda options: dict.fromkeys((2, 3), Bus("I2C, which the MCP23017 chips need", shared=True)),
    needs=lambda options: (
        Need("/dev/i2c-1", message("switch I2C on (raspi-config, Interface Options)"), "i2c"),
    ),
    boot=lambda options, model: (
        Setting("dtparam=i2c_arm=on"), Setting("dtparam=i2c_arm_baudrate=400000", may_differ=True)
    ),
    count=lambda options: PINS * len(options["addresses"]),
    counted_by=f"reeds.addresses ({PINS} for each)",
    open=lambda options: ExpanderReeds(options["addresses"]),
    chips=lambda options: tuple(map(hex, options["addresses"])),
)
