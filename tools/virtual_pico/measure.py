"""Check the tiles' firmware on an emulated Raspberry Pi Pico, and print what it takes. See ``script/virtual-pico``."""

import argparse
import random
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from cable import Cable
from lockstep import Host
from pico import Frame, Pico, flash_image

from firmware_bridge import flash, messages
from firmware_bridge.codec import encode
from firmware_bridge.errors import FlashFailed
from firmware_bridge.firmware import wiring
from firmware_bridge.firmware.looks import BADGES, ROLES
from firmware_bridge.firmware.rings import Rings

HERE = Path(__file__).parent
FIRST_PIXEL_MS = 60.0
SCAN_GAP_MS = 10.0
MOVED = 27  # the reed that is touched
FLASH_S = 600.0
flash.START_S = FLASH_S  # the emulator is a good deal slower than a chip


class Report:
    """Lines with what was found, and whether anything is wrong."""

    def __init__(self) -> None:
        self.wrong: list[str] = []

    def check(self, good: bool, what: str, number: str = "") -> None:
        """A line; what is not good is wrong."""
        print(f"{'ok   ' if good else 'WRONG'} {what}{': ' if number else ''}{number}", flush=True)
        if not good:
            self.wrong.append(what)


# --- pictures ----------------------------------------------------------------------------------------------------


def turn() -> list[int]:
    """Return the looks of sixteen squares of the side to move, and of the last move."""
    looks = [messages.look("turn", None, "white")] * 16 + [0] * 48
    looks[36] = looks[52] = messages.look(None, "last_move", None)
    return looks


def queen() -> list[int]:
    """Return the looks of the moves of a queen in the middle."""
    looks = [messages.look("move", None, None) if _queen_reaches(reed) else 0 for reed in range(64)]
    looks[MOVED] = messages.look("origin", None, None)
    for reed in (51, 63, 31):
        looks[reed] = messages.look("capture", None, None)
    looks[60] = messages.look(None, "check", None)
    return looks


def _queen_reaches(reed: int) -> bool:
    ranks, files = abs(reed // 8 - MOVED // 8), abs(reed % 8 - MOVED % 8)
    return 0 in (ranks, files) or ranks == files


def many(count: int) -> list[int]:
    """So many different looks."""
    every = [messages.look(role, badge, None) for role in ROLES for badge in (None, *BADGES)]
    every += [messages.look(role, None, seat) for role in ("place", "turn") for seat in messages.SEATS]
    return [every[reed * 7 % len(every)] if reed < count else every[0] for reed in range(64)]


PICTURES = {"a turn": turn(), "a queen's moves": queen(), "15 looks": many(15), "64 looks": many(64)}


# --- checks ------------------------------------------------------------------------------------------------------


def times(values: list[float]) -> str:
    """The middle and the 95th percentile."""
    return f"{statistics.median(values):.1f} ms, p95 {percentile(values, 0.95):.1f} ms"


def percentile(values: list[float], share: float) -> float:
    """The value that this share of them does not exceed."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def check_gaps(host: Host, report: Report) -> None:
    """Check the longest time that reeds are unread, from the moment a picture comes, while it moves."""
    for name, looks in PICTURES.items():
        host.pico.ask(forget=True)
        host.want(looks)
        host.run(1500)
        measured = host.pico.ask(measured=True)
        longest = max(measured["gaps"]) / 1e6
        report.check(longest <= SCAN_GAP_MS, f"longest scan gap with {name}", f"{longest:.1f} ms")
        report.check(not any(measured["faults"].values()), "  rows and columns are driven as they should be")
        report.check(_is_ws2812(measured["times"]), "  pulses and rests are those of the pixels")


def _is_ws2812(pulses: dict[str, object]) -> bool:
    zero, one = pulses["zeroHigh"], pulses["oneHigh"]
    assert isinstance(zero, list) and isinstance(one, list)
    in_limits = 220 <= zero[0] and zero[1] <= 380 and 580 <= one[0] and one[1] <= 1000
    return in_limits and pulses["pauses"] == 0 and float(str(pulses["leastRestNs"])) >= 280_000


def check_answers(host: Host, report: Report, touches: int) -> None:
    """From a reed to the first and last pixel of what the host answers at once. An even number of touches."""
    chance = random.Random(1)
    told, first, last = [], [], []
    host.show(queen())
    host.run(1500)
    sent = host.shows_sent
    for number in range(touches):
        at_ms = host.pico.now_ms + chance.uniform(3, 60)
        known = len(host.events)
        host.pico.touch((at_ms, MOVED, number % 2 == 0))
        if not host.until(partial(_told, host, known), 2000):
            report.check(False, "a touch arrives")
            return
        told.append(host.pico.now_ms - at_ms)
        frame = _answer(host, queen() if number % 2 else turn())
        first.append(frame.began_ms - at_ms)
        last.append(frame.ended_ms - at_ms)
        host.run(chance.uniform(60, 120))
    report.check(True, "touch -> the host is told", times(told))
    report.check(percentile(first, 0.95) <= FIRST_PIXEL_MS, "touch -> first pixel of the answer", times(first))
    report.check(True, "touch -> last pixel of the answer", times(last))
    pictures = host.shows_sent - sent
    report.check(pictures == touches, "no picture is sent twice", f"{pictures} for {touches} touches")


def _told(host: Host, known: int) -> bool:
    """True if a touch was reported since so many events."""
    return bool(host.changes(known))


def _answer(host: Host, looks: list[int]) -> Frame:
    frame = host.show(looks)
    if frame is None:
        raise RuntimeError("no frame came in answer to a picture")
    return frame


def check_order(host: Host, report: Report) -> None:
    """Every reed closes once, shortly after the other, under a busy picture."""
    order = list(range(64))
    random.Random(2).shuffle(order)
    host.want(many(15))
    host.run(400)
    known, at_ms = len(host.events), host.pico.now_ms + 5
    host.pico.touch(*[(at_ms + 12 * number, reed, True) for number, reed in enumerate(order)])
    host.run(64 * 12 + 200)
    heard = [reed for _, reed, _ in host.changes(known)]
    report.check(heard == order, "64 touches, 12 ms apart, under 15 looks in motion: each once, in order")


def check_pixels(host: Host, report: Report, pixels_per_ring: int) -> None:
    """Check that the pixels get exactly what the same code paints on this computer."""
    for name, looks in PICTURES.items():
        for supply_ma in (60_000, 4_000):
            host.show(looks, motion=False, supply_ma=supply_ma)
            host.run(150)  # the picture before may have been in motion
            pixels = host.pico.frames[-1].pixels
            here = Rings(pixels_per_ring, wiring.COLOURS, wiring.RINGS)
            here.show((0, *host.picture.style.fields()), messages.pack_looks(list(enumerate(looks))))
            report.check(pixels == bytes(here.frame(0) or b""), f"pixels of {name}, {supply_ma / 1000:.0f} A")


def check_repeats(host: Host, report: Report) -> None:
    """A picture that is sent again is answered, and not drawn again."""
    host.show(queen(), motion=False)
    host.run(100)
    payload = messages.pack(messages.SHOW, host.link.number, *host.picture.style.fields())
    frames, answers = len(host.pico.frames), len(host.shown)
    for _ in range(3):
        host.send(encode(payload))
        host.run(60)
    report.check(len(host.shown) - answers == 3, "a repeated picture is answered each time")
    report.check(len(host.pico.frames) == frames, "and drawn no more")


def check_cut_off(host: Host, report: Report) -> None:
    """A frame is cut off between two packets of the USB: the tile goes on at once, and understands the next."""
    looks = messages.pack_looks(list(enumerate(many(64))))
    frame = encode(messages.pack(messages.SHOW, host.link.number, *host.picture.style.fields(), items=looks))
    host.send(frame[:64])  # a packet of a full-speed device (USB 2.0, 5.8.3)
    host.run(50)
    known, at_ms = len(host.events), host.pico.now_ms
    host.pico.touch((at_ms + 5, MOVED, True))
    told = host.until(partial(_told, host, known), 1000)
    report.check(told, "a touch after a frame that was cut off", f"told {host.pico.now_ms - at_ms - 5:.0f} ms later")
    report.check(host.show(turn(), motion=False) is not None, "  and the next picture is drawn")
    host.pico.touch((host.pico.now_ms + 5, MOVED, False))
    host.run(200)


def check_cable(host: Host, report: Report, for_ms: float) -> None:
    """The cable is out, the tile powered otherwise; reeds open meanwhile, all of which were closed."""
    pico = host.pico
    pico.ask(plug=False)
    pico.run(for_ms)
    pico.ask(forget=True)
    changes = [(50 + 90 * number, reed) for number, reed in enumerate((17, 16, 15, 14, 50, 3))]
    pico.touch(*[(pico.now_ms + after_ms, reed, False) for after_ms, reed in changes])
    pico.run(900)
    longest = max(pico.ask(measured=True)["gaps"]) / 1e6
    known = len(host.events)
    pico.ask(open=False, plug=True)
    back = host.reopen()
    host.run(700)
    heard = [(reed, covered) for _, reed, covered in host.changes(known)]
    report.check(back and heard == [(reed, False) for _, reed in changes],
                 f"cable out for {for_ms / 1000:.0f} s and in again: every touch, in order",
                 f"longest scan gap meanwhile {longest:.1f} ms")  # fmt: skip
    pico.touch(*[(pico.now_ms + 5, reed, True) for _, reed in changes])
    host.run(200)


def check_hang(host: Host, report: Report) -> None:
    """A chip that hangs starts anew by itself."""
    began_ms = host.pico.now_ms
    host.pico.ask(hang=True)
    while not host.pico.resets_ms and host.pico.now_ms < began_ms + 10_000:
        host.run(500)
    back = host.reopen()
    passed_s = (host.pico.now_ms - began_ms) / 1000
    report.check(back, "a chip that hangs starts anew", f"the link is up {passed_s:.1f} s after")


# --- flashing ----------------------------------------------------------------------------------------------------


def check_flashing(work: Path, report: Report, wired: bytes) -> Path:
    """To a chip with nothing but MicroPython, to one that plays, to one whose flashing broke off. Its files.

    ``wired``: the ``wiring.py`` that the first is given; it is kept.
    """
    pico = Pico(work)
    cable = Cable(pico, work / "port")
    try:
        for case, own in zip(_cases(cable), (wired, None, None), strict=False):
            began_s, began_ms = time.monotonic(), pico.now_ms
            try:
                flash.flash(str(cable.port), lambda sentence: None, own, patience_s=FLASH_S)
                passed = f"{(pico.now_ms - began_ms) / 1000:.1f} s emulated, {time.monotonic() - began_s:.0f} s here"
                report.check(True, f"flashing {case}", passed)
            except FlashFailed as error:
                report.check(False, f"flashing {case}", str(error))
        files: Path = cable.do(lambda: pico.save(work / "files.bin"))
        return files
    finally:
        cable.close()
        pico.close()


def _cases(cable: Cable) -> Iterator[str]:
    yield "a chip with nothing but MicroPython"
    yield "a tile that plays"
    copied: list[str] = []
    try:
        flash.flash(str(cable.port), lambda sentence: copied.append(str(sentence)), patience_s=FLASH_S,
                    is_cancelled=lambda: any(text.startswith("Copying file 5 of") for text in copied))  # fmt: skip
    except FlashFailed:
        yield "a tile whose flashing broke off"


def wiring_with(pixels_per_ring: int) -> bytes:
    """The usual ``wiring.py``, but for the rings."""
    usual = Path(wiring.__file__).read_text("utf-8")
    return re.sub(r"(?m)^PIXELS_PER_RING = .*", f"PIXELS_PER_RING = {pixels_per_ring}", usual).encode()


def measure(work: Path, files: Path, report: Report, touches: int, pixels_per_ring: int) -> None:
    """Everything but flashing."""
    pico = Pico(work, files)
    host = Host(pico)
    report.check(host.up(), "the link comes up by itself", f"{pico.now_ms / 1000:.1f} s after power-up")
    check_answers(host, report, touches)
    check_gaps(host, report)
    check_pixels(host, report, pixels_per_ring)
    check_repeats(host, report)
    check_cut_off(host, report)
    check_order(host, report)
    for for_ms in (1000.0, 6000.0):
        check_cable(host, report, for_ms)
    check_hang(host, report)
    pico.close()


def try_out(work: Path, report: Report) -> None:
    """The shortest way from a chip with nothing but MicroPython to its first frame of light."""
    pico = Pico(work)
    cable = Cable(pico, work / "port")
    try:
        flash.flash(str(cable.port), lambda sentence: None, None, patience_s=FLASH_S)
        files: Path = cable.do(lambda: pico.save(work / "files.bin"))
    finally:
        cable.close()
        pico.close()
    pico = Pico(work, files)
    host = Host(pico)
    report.check(host.up(), "the link comes up by itself")
    report.check(host.show(turn()) is not None, "the first frame")
    pico.close()


def main() -> int:
    """Check all of it."""
    parser = argparse.ArgumentParser(prog="script/virtual-pico", description=__doc__)
    parser.add_argument("--image", type=Path, required=True, help="MicroPython for the Pico (RPI_PICO), .uf2 or .bin")
    parser.add_argument("--bootrom", type=Path, required=True, help="the RP2040's boot ROM (b1.bin or b2.bin)")
    parser.add_argument("--touches", type=int, default=40, help="how many touches are timed")
    parser.add_argument("--pixels", type=int, default=wiring.PIXELS_PER_RING, help="how many a ring has")
    parser.add_argument("--short", action="store_true", help="no further than the first frame: nothing is measured")
    parser.add_argument("--harness", type=Path, required=True, help=argparse.SUPPRESS)
    given = parser.parse_args()
    for file in (given.image, given.bootrom):
        if not file.is_file():
            parser.error(f"there is no file {file}")
    report = Report()
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        for file in HERE.glob("*.mjs"):
            (work / file.name).write_bytes(file.read_bytes())
        (work / "node_modules").symlink_to((given.harness / "node_modules").absolute())
        (work / "image.bin").write_bytes(flash_image(given.image, work).read_bytes())
        (work / "bootrom.bin").write_bytes(given.bootrom.read_bytes())
        if given.short:
            try_out(work, report)
        else:
            files = check_flashing(work, report, wiring_with(given.pixels))
            measure(work, files, report, given.touches, given.pixels)
    print(f"{len(report.wrong)} wrong" if report.wrong else "all as it should be")
    return int(bool(report.wrong))


if __name__ == "__main__":
    sys.exit(main())
