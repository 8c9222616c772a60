"""Draw the wiring diagrams of docs/build/pictures from the pins that the program uses: ``script/draw_wiring.py``."""

import re
import sys
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from parts.power import chain, power, section
from parts.sketch import BUS, COLUMN, DATA, FILL, GROUND, INK, PAPER, PLUS, PLUS_3V3, ROW, SOFT, Sketch

from daemon.config.schema import ReedsConfig, RingsConfig
from hardware.drivers.reeds_mcp23017 import ADDRESSES

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "build" / "pictures"
ROWS, COLUMNS = ReedsConfig().options["rows"], ReedsConfig().options["columns"]
DATA_PIN = RingsConfig().options["pin"]
SDA, SCL = 2, 3
HEADER = {
    3: 2, 5: 3, 7: 4, 8: 14, 10: 15, 11: 17, 12: 18, 13: 27, 15: 22, 16: 23, 18: 24, 19: 10, 21: 9, 22: 25, 23: 11,
    24: 8, 26: 7, 27: 0, 28: 1, 29: 5, 31: 6, 32: 12, 33: 13, 35: 19, 36: 16, 37: 26, 38: 20, 40: 21,
}
"""Header pin → GPIO number, of every Raspberry Pi with 40 pins."""
POWER = {1: "3.3 V", 17: "3.3 V", 2: "5 V", 4: "5 V", **dict.fromkeys((6, 9, 14, 20, 25, 30, 34, 39), "GND")}
PIN_OF = {gpio: pin for pin, gpio in HEADER.items()}
SPI = {7: "SPI CE1", 8: "SPI CE0", 9: "SPI MISO", 11: "SPI SCLK"}
"""The pins that SPI takes while it is on, besides the data pin."""


# --- the matrix --------------------------------------------------------------------------------------------------

_LEFT, _TOP, _WIDE, _HIGH = 176, 120, 104, 84


def matrix() -> str:
    """Draw all rows and columns, with a reed and a diode where they cross."""
    width, height = _LEFT + 8 * _WIDE + 20, _TOP + 8 * _HIGH + 76
    sketch = Sketch(width, height, "Matrix of 64 reed switches, each with a diode, between 8 columns and 8 rows")
    sketch.shape(
        f"M12 12H{width - 12}V{_TOP - 24}H{_LEFT - 26}V{_TOP + 8 * _HIGH + 12}H12z", fill=FILL,
        more=' stroke-linejoin="round"',
    )
    sketch.text(26, 40, "Raspberry Pi", 17, bold=True)
    sketch.lines(26, 62, ["rows: driven low", "one at a time"], 12, ROW)
    sketch.text(_LEFT + 4, 34, "columns: inputs with pull-up", 13, COLUMN)
    for column, gpio in enumerate(COLUMNS):
        x = _LEFT + column * _WIDE + 18
        sketch.text(x - 14, 60, f"GPIO {gpio}", 14, COLUMN, bold=True)
        sketch.text(x - 14, 78, f"pin {PIN_OF[gpio]}", 12, SOFT)
        sketch.wire([(x, _TOP - 24), (x, _TOP + 8 * _HIGH - 46)], COLUMN, 2.4)
    for row, gpio in enumerate(ROWS):
        y = _TOP + (row + 1) * _HIGH - 14
        sketch.text(26, y - 4, f"GPIO {gpio}", 14, ROW, bold=True)
        sketch.text(26, y + 13, f"pin {PIN_OF[gpio]}", 12, SOFT)
        sketch.wire([(_LEFT - 26, y), (_LEFT + 8 * _WIDE - 26, y)], ROW, 2.4)
    for row in range(len(ROWS)):
        for column in range(len(COLUMNS)):
            _crossing(sketch, row, column)
    sketch.lines(26, height - 46, [
        "Every square: column – reed switch – diode – row. The band of the diode points to the row.",
        "Wires that cross without a dot do not touch. Small numbers: the reeds; the wizard learns their squares.",
    ], 12.5, INK)
    return sketch.svg


def _crossing(sketch: Sketch, row: int, column: int) -> None:
    x, y = _LEFT + column * _WIDE + 18, _TOP + (row + 1) * _HIGH - 14
    top, end = y - 48, x + 54
    sketch.dot(x, top, COLUMN)
    sketch.wire([(x, top), (x + 10, top)], COLUMN, 2)
    sketch.reed(x + 10, top)
    sketch.wire([(x + 44, top), (end, top), (end, y)], INK)
    sketch.diode_down(end, y - 24, 7)
    sketch.dot(end, y, ROW)
    sketch.text(x + 10, y - 16, str(row * len(COLUMNS) + column), 11, SOFT)


def square() -> str:
    """Draw one square of the matrix, large."""
    sketch = Sketch(640, 330, "One square: column wire, reed switch, diode with its band towards the row wire")
    sketch.wire([(90, 24), (90, 306)], COLUMN, 4)
    sketch.text(104, 44, "column wire (input with pull-up)", 14, COLUMN, bold=True)
    sketch.wire([(24, 262), (616, 262)], ROW, 4)
    sketch.text(616, 288, "row wire (low while it is read)", 14, ROW, "end", bold=True)
    sketch.dot(90, 104, COLUMN, 6)
    sketch.wire([(90, 104), (130, 104)], COLUMN, 2.5)
    sketch.reed(130, 104, 110)
    sketch.text(185, 138, "reed switch", 14, INK, "middle")
    sketch.wire([(240, 104), (330, 104), (330, 262)], INK, 2.5)
    sketch.diode_down(330, 182, 16)
    sketch.dot(330, 262, ROW, 6)
    sketch.lines(360, 168, ["diode 1N4148", "band (cathode) towards the row"], 14, INK)
    sketch.shape("M440 208h40", stroke=SOFT, width=2)
    sketch.shape("M480 199h74v18h-74z", fill="#e8b27c", stroke=INK)
    sketch.shape("M536 199h8v18h-8z", fill=INK, stroke=INK)
    sketch.shape("M554 208h40", stroke=SOFT, width=2)
    sketch.text(440, 236, "to the reed", 12, SOFT)
    sketch.text(594, 236, "to the row", 12, SOFT, "end")
    return sketch.svg


# --- the header --------------------------------------------------------------------------------------------------


def _use(pin: int) -> tuple[str, str]:
    """Return the use of a header pin, and its colour."""
    if pin in POWER:
        return POWER[pin], {"GND": GROUND, "5 V": PLUS, "3.3 V": PLUS_3V3}[POWER[pin]]
    gpio = HEADER[pin]
    if gpio in ROWS:
        return f"row {ROWS.index(gpio) + 1}", ROW
    if gpio in COLUMNS:
        return f"column {COLUMNS.index(gpio) + 1}", COLUMN
    others = {DATA_PIN: ("light data", DATA), SDA: ("I²C SDA", BUS), SCL: ("I²C SCL", BUS), 0: ("leave free", SOFT),
              1: ("leave free", SOFT), 14: ("UART, leave free", SOFT), 15: ("UART, leave free", SOFT)}
    return others.get(gpio, (f"{SPI[gpio]}, leave free", SOFT) if gpio in SPI else ("free", SOFT))


def header() -> str:
    """Draw the 40 pins and their uses."""
    sketch = Sketch(760, 720, "The 40-pin header of a Raspberry Pi and what each pin is used for")
    sketch.text(380, 36, "Raspberry Pi, 40-pin header seen from above", 16, INK, "middle", bold=True)
    sketch.text(380, 58, "pin 1 is the one at the corner of the board, at the memory card's end", 12.5, SOFT, "middle")
    sketch.box(344, 74, 72, 624, "#dfe3e8", "#9aa3ad")
    for pin in range(1, 41):
        _pin(sketch, pin)
    return sketch.svg


def _pin(sketch: Sketch, pin: int) -> None:
    use, colour = _use(pin)
    left, y = pin % 2 == 1, 96 + (pin - 1) // 2 * 30.6
    x, side, anchor = (362, -1, "end") if left else (398, 1, "start")
    sketch.dot(x, y, colour if colour != SOFT else "#9aa3ad", 8.5)
    sketch.text(x, y + 3.5, str(pin), 9, PAPER, "middle", bold=True)
    name = f"GPIO {HEADER[pin]}" if pin in HEADER else ""
    known = colour != SOFT
    sketch.wire([(x + side * 24, y), (x + side * 40, y)], colour, 3 if known else 1)
    if not name:
        sketch.text(x + side * 50, y + 5, use, 14, colour, anchor, bold=True)
        return
    sketch.text(x + side * 50, y + 5, name, 14, INK if known else SOFT, anchor)
    sketch.text(x + side * 128, y + 5, use, 14, colour, anchor, bold=known)


# --- expanders ---------------------------------------------------------------------------------------------------


_BUS_NOTES = (
    "Power the boards from 3.3 V, never from 5 V. Keep the bus short, under 50 cm in all.",
    "RESET goes to 3.3 V, unless the board sees to it. The Pi has pull-ups of 1.8 kΩ on SDA and SCL:",
    "if more than three of the boards have some too, take theirs off.",
    "Four boards: all 16 inputs of each, GPA0–GPA7 and GPB0–GPB7.",
    "Five boards (safer): GPA7 and GPB7 of every board stay unused.",
)


def expanders() -> str:
    """Draw breakout boards on one bus."""
    addresses = (*ADDRESSES, ADDRESSES[-1] + 1)
    sketch = Sketch(1000, 648, "Four or five MCP23017 boards on one I2C bus, a reed switch from each input to ground")
    sketch.box(20, 70, 150, 350)
    sketch.text(95, 104, "Raspberry Pi", 16, INK, "middle", bold=True)
    buses = (("3.3 V (pin 1)", PLUS_3V3, 150), (f"GPIO {SDA}, SDA (pin {PIN_OF[SDA]})", BUS, 220),
             (f"GPIO {SCL}, SCL (pin {PIN_OF[SCL]})", BUS, 290), ("GND (pin 9)", GROUND, 360))
    for n, (words, colour, y) in enumerate(buses):
        name, _, pin = words.partition(" (")
        sketch.text(32, y - 6, name, 13, colour, bold=True)
        sketch.text(32, y + 12, f"({pin}", 12, SOFT)
        x = 200 + 14 * n
        sketch.wire([(170, y), (x, y), (x, 34 + 8 * n if n < 2 else 34 + 8 * n)], colour, 2.4)
        sketch.wire([(x, 34 + 8 * n), (980, 34 + 8 * n)], colour, 2.4)
    for number, address in enumerate(addresses):
        _expander(sketch, number, address)
    sketch.lines(24, 548, _BUS_NOTES, 12.5, INK)
    return sketch.svg


def _expander(sketch: Sketch, number: int, address: int) -> None:
    x, spare = 286 + number * 142, number == len(ADDRESSES)
    wires = ((PLUS_3V3, 34, "VDD"), (BUS, 42, "SDA"), (BUS, 50, "SCL"), (GROUND, 58, "GND"))
    for n, (colour, y, name) in enumerate(wires):
        pin = x + 17 + n * 28
        sketch.dot(pin, y, colour)
        sketch.wire([(pin, y), (pin, 110)], colour)
        sketch.text(pin, 126, name, 10, SOFT, "middle")
    sketch.box(x, 110, 118, 230, "none", SOFT if spare else INK)
    sketch.text(x + 59, 156, "MCP23017", 15, INK, "middle", bold=True)
    sketch.text(x + 59, 178, f"{address:#x}", 16, BUS, "middle", bold=True)
    for bit in range(3):
        high = (address - 0x20) >> bit & 1
        words = f"A{bit} → {'3.3 V' if high else 'GND'}"
        sketch.text(x + 59, 204 + 18 * bit, words, 12.5, PLUS_3V3 if high else GROUND, "middle", bold=bool(high))
    sketch.text(x + 59, 284, "GPA0 … GPB7", 12, INK, "middle")
    sketch.text(x + 59, 302, "16 inputs" if not spare else "the safe fifth", 12, SOFT, "middle")
    sketch.text(x + 59, 318, f"reeds {number * 16}–{number * 16 + 15}", 12, SOFT, "middle")
    for n in range(3):
        pin = x + 24 + n * 35
        sketch.wire([(pin, 340), (pin, 384)], COLUMN)
        _reed_down(sketch, pin, 384)
        sketch.earth(pin, 442)
    sketch.text(x + 59, 494, "… one reed per input,", 12, SOFT, "middle")
    sketch.text(x + 59, 510, "to ground; no diodes", 12, SOFT, "middle")


def _reed_down(sketch: Sketch, x: float, y: float) -> None:
    """Draw a reed switch from (x, y) downwards."""
    sketch.shape(f"M{x:g} {y:g}v14l-5 20M{x:g} {y + 58:g}v-24", width=2)
    sketch.box(x - 8, y + 6, 16, 46, "none", SOFT, 8)


# --- a tile ------------------------------------------------------------------------------------------------------


def tile_pins() -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """Return rows, columns and data pin, read from the tile's own program."""
    text = (ROOT / "firmware_bridge" / "firmware" / "pins.py").read_text("utf-8")
    named = dict(re.findall(r"^_(ROWS_FROM|COLUMNS_FROM|RINGS_PIN) = (\d+)$", text, re.M))
    rows, columns = (re.search(rf"^_{each} = .*range\((\d+)\)", text, re.M) for each in ("rows", "columns"))
    assert len(named) == 3 and rows and columns
    first_row, first_column = int(named["ROWS_FROM"]), int(named["COLUMNS_FROM"])
    return (
        tuple(range(first_row, first_row + int(rows[1]))), tuple(range(first_column, first_column + int(columns[1]))),
        int(named["RINGS_PIN"]),
    )


_PICO = ("GP0", "GP1", "GND", "GP2", "GP3", "GP4", "GP5", "GND", "GP6", "GP7", "GP8", "GP9", "GND", "GP10", "GP11",
         "GP12", "GP13", "GND", "GP14", "GP15", "GP16", "GP17", "GND", "GP18", "GP19", "GP20", "GP21", "GND", "GP22",
         "RUN", "GP26", "GP27", "GND", "GP28", "ADC_VREF", "3V3(OUT)", "3V3_EN", "GND", "VSYS", "VBUS")
"""The pins of a Raspberry Pi Pico, 1 to 40."""


_TILE_GROUND = (
    "Any GND: join it with the ground", "of the 5 V supply of the lights.", "Never feed 5 V of that supply",
    "into the Pico while USB is plugged.",
)
_TILE_MATRIX = (
    "Rows and columns form the same", "matrix as on a Raspberry Pi:", "column – reed – diode – row,",
    "band towards the row.", "", "Row 1 lies next to rank 1,", "column 1 next to file a,", "unless the tile is turned",
    "(a setting).",
)


def tile() -> str:
    """Draw a Pico and its connections."""
    rows, columns, data = tile_pins()
    sketch = Sketch(1000, 700, "A tile: Raspberry Pi Pico with an 8 by 8 matrix of reeds and 64 rings")
    sketch.box(390, 60, 220, 590, "#e9f5ec", "#20793f")
    sketch.box(460, 44, 80, 34, "#c9ced6")
    sketch.text(500, 66, "USB", 13, INK, "middle", bold=True)
    sketch.text(500, 30, "to the computer that runs Pawnlight: data, and power for the Pico", 13, INK, "middle")
    sketch.text(500, 110, "Raspberry Pi Pico", 16, INK, "middle", bold=True)
    uses = {f"GP{gpio}": (f"row {n + 1}", ROW) for n, gpio in enumerate(rows)}
    uses |= {f"GP{gpio}": (f"column {n + 1}", COLUMN) for n, gpio in enumerate(columns)}
    uses[f"GP{data}"] = ("light data", DATA)
    for number, name in enumerate(_PICO):
        _pico_pin(sketch, number, name, uses.get(name))
    sketch.lines(650, 560, _TILE_GROUND, 13, INK)
    sketch.lines(30, 150, _TILE_MATRIX, 13, INK)
    _shifter(sketch, 690, 236)
    return sketch.svg


def _pico_pin(sketch: Sketch, number: int, name: str, use: tuple[str, str] | None) -> None:
    left = number < 20
    y = 140 + (number if left else 39 - number) * 25.6
    x, side, anchor = (390, -1, "end") if left else (610, 1, "start")
    words, colour = use or ("", SOFT)
    if name == "GND":
        colour = GROUND
    sketch.dot(x, y, colour if colour != SOFT else "#9aa3ad", 8)
    sketch.text(x, y + 3.5, str(number + 1), 9, PAPER, "middle", bold=True)
    sketch.text(x - side * 14, y + 4, name, 11.5, INK if use else SOFT, "start" if left else "end")
    if use and words != "light data":
        sketch.wire([(x + side * 8, y), (x + side * 30, y)], colour, 2.4)
        sketch.text(x + side * 36, y + 5, words, 13, colour, anchor, bold=True)


def _shifter(sketch: Sketch, x: float, y: float) -> None:
    """Draw the data line from GP16 through the level shifter to the first ring."""
    pin_y = 140 + 19 * 25.6
    sketch.wire([(618, pin_y), (640, pin_y), (640, y + 34), (x, y + 34)], DATA, 2.4)
    sketch.text(622, pin_y + 26, "light data", 13, DATA, bold=True)
    sketch.box(x, y, 100, 68)
    sketch.text(x + 50, y + 30, "74AHCT125", 13, INK, "middle", bold=True)
    sketch.text(x + 50, y + 48, "at 5 V", 12, SOFT, "middle")
    sketch.text(x - 4, y + 28, "2", 11, SOFT, "end")
    sketch.text(x + 104, y + 28, "3", 11, SOFT)
    sketch.wire([(x + 100, y + 34), (x + 122, y + 34)], DATA, 2.4)
    sketch.resistor(x + 122, y + 34)
    sketch.text(x + 144, y + 18, "330–470 Ω", 12, INK, "middle")
    sketch.wire([(x + 166, y + 34), (x + 216, y + 34), (x + 216, y + 92)], DATA, 2.4)
    sketch.arrow(x + 216, y + 94, direction=(0, 1))
    for n in range(3):
        sketch.ring(x + 216 - n * 66, y + 124, 22)
        if n:
            sketch.arrow(x + 246 - n * 66, y + 124, direction=(-1, 0))
    sketch.text(x + 40, y + 130, "… 64", 14, INK, "end")
    notes = ["to and fro, row by row; a bus of 5 V", "for every two rows, as on the page of power"]
    sketch.lines(x + 20, y + 176, notes, 12, SOFT)


PICTURES: dict[str, Callable[[], str]] = {
    "matrix": matrix, "square": square, "header": header, "expanders": expanders, "tile": tile,
    "power": lambda: power(DATA_PIN, PIN_OF[DATA_PIN]), "chain": chain, "section": section,
}


def main() -> int:
    """Write every picture."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, draw in PICTURES.items():
        (FOLDER / f"{name}.svg").write_text(draw(), "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
