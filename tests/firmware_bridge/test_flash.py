"""Giving a tile its firmware: by the real mpremote, to a real MicroPython at the far end of a pty."""

import os
import termios
import threading
import time

import pytest
import serial
from mpremote.transport import TransportError
from waiting import PATIENCE_S, wait_for

from firmware_bridge import flash, messages
from firmware_bridge.codec import encode
from firmware_bridge.errors import FlashFailed
from firmware_bridge.firmware.uplink import Uplink
from firmware_bridge.flash import MAIN, SERVICE_FILE, WIRING, firmware_files, firmware_version
from firmware_bridge.layout import TilePlace

SERVICE_MS = 1000


@pytest.fixture
def flashed():
    """Flash; what was told meanwhile."""

    def run(tile, **options):
        told = []
        flash.flash(tile.port, lambda sentence: told.append(str(sentence)), **options)
        return told

    return run


def has_all_files(tile):
    """But for those that the simulated chip brings itself."""
    own = ("pins.py", "wiring.py")
    return all(
        (tile.folder / name).read_bytes() == data for name, data in firmware_files().items() if not name.endswith(own)
    )


def test_a_chip_with_nothing_but_micropython(new_tile, flashed):
    tile = new_tile(blank=True, service_ms=SERVICE_MS)
    told = flashed(tile)
    assert tile.running and has_all_files(tile)
    before = told[: told.index("Copying file 1 of 14.")]
    assert set(before) <= {f"Plug the tile in at {tile.port}."}, "nothing, or that it starts anew for long"
    assert told[-2:] == ["The tile starts.", "The tile has this program's firmware."]


def heard(tile):
    """Wait until the tile is past its service window."""
    with serial.Serial(tile.port, timeout=0.1) as port:
        wait_for(lambda: b"\0" in port.read(64), "a message of the tile's ends")


def test_a_tile_that_runs_is_asked_to_let_us_in(new_tile, flashed):
    tile = new_tile()
    heard(tile)
    looks = tile.folder / "firmware_bridge/firmware/looks.py"
    looks.write_text(looks.read_text() + "# of yesterday\n")
    told = flashed(tile)
    late = f"Its firmware is too old to be asked. Unplug the tile at {tile.port}, and plug it in again."
    assert {"The tile is being asked to let us in.", late} & set(told), "a busy computer asks late"
    assert tile.running and has_all_files(tile)


def test_a_tile_whose_firmware_speaks_another_version_lets_us_in_too(new_tile, flashed):
    tile = new_tile(on=False)
    table = tile.folder / "firmware_bridge/messages.py"
    table.write_text(table.read_text().replace("MAX_EVENTS = 32", "MAX_EVENTS = 31"))
    tile.plug()
    tile.power_on()
    heard(tile)
    flashed(tile)
    assert tile.running and has_all_files(tile)


def test_a_tile_whose_flashing_broke_off_can_be_flashed(new_tile, flashed):
    tile = new_tile(blank=True, service_ms=SERVICE_MS)
    told = []

    def half_way(sentence):
        told.append(str(sentence))

    with pytest.raises(FlashFailed, match="stopped halfway"):
        flash.flash(tile.port, half_way, is_cancelled=lambda: "Copying file 6 of 14." in told)
    assert not (tile.folder / MAIN).exists(), "so that it waits at the prompt"
    flashed(tile)
    assert tile.running and has_all_files(tile)


def test_the_cable_pulled_while_files_are_copied_is_a_failure_in_words_and_no_harm(new_tile, flashed):
    tile = new_tile(service_ms=SERVICE_MS)

    def pull(sentence):
        if str(sentence).startswith("Copying file 3 of "):
            tile.unplug()

    looks = tile.folder / "firmware_bridge/firmware/looks.py"
    looks.write_text("# of yesterday\n" + looks.read_text())
    with pytest.raises(FlashFailed, match="did not take its files"):
        flash.flash(tile.port, pull)
    tile.plug()
    flashed(tile)
    assert tile.running and has_all_files(tile)


def test_a_cable_may_be_pulled_and_put_in_while_the_tile_starts_anew(new_tile, flashed, monkeypatch):
    tile, starting = new_tile(service_ms=SERVICE_MS), threading.Event()
    start = tile._start

    def start_slowly():
        starting.set()
        time.sleep(0.3)
        start()

    monkeypatch.setattr(tile, "_start", start_slowly)
    with serial.Serial(tile.port) as port:
        port.write(b"\0" + encode(messages.pack(messages.SERVICE, messages.SERVICE_WORD)))
        assert starting.wait(PATIENCE_S)
        tile.unplug()
        tile.plug()
    flashed(tile)
    assert tile.running and has_all_files(tile)


@pytest.fixture
def prompt(monkeypatch):
    """A prompt that is waited for only for a moment, and the far end of its line."""
    monkeypatch.setattr(flash, "_ANSWER_S", 0.2)
    monkeypatch.setattr(flash, "_STEP_S", 0.5)
    far, near = os.openpty()
    made = flash.Prompt(os.ttyname(near))
    yield made, far
    made.serial.close()
    os.close(near)
    os.close(far)


def test_a_tile_that_has_started_its_program_meanwhile_is_not_listened_to_for_ever(prompt):
    made, far = prompt
    over = threading.Event()

    def talk():
        while not over.wait(0.02):
            os.write(far, b"a frame")

    talking = threading.Thread(target=talk)
    talking.start()
    try:
        with pytest.raises((TransportError, serial.SerialTimeoutException)):  # the latter if it stands still meanwhile
            made.enter_raw_repl(soft_reset=False)
    finally:
        over.set()
        talking.join()


def test_a_tile_that_takes_nothing_any_more_is_not_written_to_for_ever(prompt):
    with pytest.raises(serial.SerialTimeoutException):
        prompt[0].serial.write(b"x" * 1_000_000)


@pytest.mark.parametrize("moment", ["tcdrain", "tcsetattr", "tcflush"])
def test_the_cable_pulled_while_the_driver_is_asked_something_is_waited_for(new_tile, flashed, monkeypatch, moment):
    """``termios`` has an error of its own then, which is no ``OSError``. A tile that starts anew does so, too. This one
    stays at its prompt: of one that runs by now not all of it would be asked."""
    tile = new_tile(blank=True, service_ms=SERVICE_MS)
    ask, asked = getattr(termios, moment), []

    def pulled_meanwhile(*arguments):
        asked.append(moment)
        if len(asked) > 1:
            return ask(*arguments)
        tile.unplug()
        try:
            return ask(*arguments)
        finally:
            tile.plug()

    monkeypatch.setattr(termios, moment, pulled_meanwhile)
    flashed(tile)
    assert asked and tile.running and has_all_files(tile)


def test_a_tile_whose_program_fails_can_be_flashed(new_tile, flashed):
    tile = new_tile(on=False, service_ms=100)
    (tile.folder / "firmware_bridge/codec.py").write_text("broken(")
    tile.plug()
    tile.power_on()
    wait_for(lambda: not tile.running, "the tile's program has ended")
    flashed(tile)
    assert tile.running and has_all_files(tile)


def test_a_tile_may_be_plugged_in_later(new_tile):
    tile = new_tile(on=False, service_ms=SERVICE_MS)
    asked = threading.Event()
    told = []

    def tell(sentence):
        told.append(str(sentence))
        asked.set()

    flashing = threading.Thread(target=flash.flash, args=(tile.port, tell))
    flashing.start()
    assert asked.wait(PATIENCE_S)
    tile.power_on()
    tile.plug()
    flashing.join(PATIENCE_S)
    assert not flashing.is_alive()
    assert told[0] == f"Plug the tile in at {tile.port}."
    assert tile.running and has_all_files(tile)


def test_a_tile_keeps_its_wiring_unless_it_is_given_another(new_tile, flashed):
    tile = new_tile(service_ms=SERVICE_MS)
    own = (tile.folder / WIRING).read_bytes() + b"# mine\n"
    (tile.folder / WIRING).write_bytes(own)
    flashed(tile)
    assert (tile.folder / WIRING).read_bytes() == own
    flashed(tile, wiring=own + b"# another\n")
    assert (tile.folder / WIRING).read_bytes() == own + b"# another\n"


def test_flashing_leaves_nothing_behind(new_tile, flashed):
    """A request for service that was not needed in the end would make the next start a long one."""
    tile = new_tile(blank=True, service_ms=SERVICE_MS)
    (tile.folder / SERVICE_FILE).touch()
    flashed(tile)
    assert not (tile.folder / SERVICE_FILE).exists()
    assert not (tile.folder / "main.new").exists()


def test_where_nothing_answers_it_says_what_to_look_at(tmp_path):
    with pytest.raises(FlashFailed, match="look at the cable and at the port's name"):
        flash.flash(str(tmp_path / "nothing"), lambda sentence: None, patience_s=0.5)


def test_a_port_in_use_is_said_to_be(new_tile, new_host):
    tile = new_tile()
    host = new_host(TilePlace(tile.port))
    host.until(lambda: not host.tiles.missing())
    with pytest.raises(FlashFailed, match="another program uses"):
        flash.flash(tile.port, lambda sentence: None, patience_s=5)


# --- the version, the way in -------------------------------------------------------------------------------------


def test_the_version_depends_on_every_file_but_the_wiring(tmp_path, monkeypatch):
    versions = {firmware_version()}
    sources = flash._sources()
    for name, path in sources.items():
        changed = tmp_path / "changed.py"
        changed.write_bytes(path.read_bytes() + b"#")
        monkeypatch.setattr(flash, "_sources", lambda name=name, changed=changed: {**sources, name: changed})
        versions.add(flash.firmware_version.__wrapped__())
    assert len(versions) == len(sources), "one for each file and one for none, but not for the wiring"
    assert WIRING in sources


def test_the_version_is_written_where_the_tile_reads_it(tile_version):
    assert tile_version == firmware_version()


@pytest.fixture
def tile_version():
    scope = {}
    exec(firmware_files()[flash.VERSION_FILE], scope)
    return scope["FIRMWARE"]


def test_service_is_asked_for_by_the_right_word_alone_and_without_a_session():
    for word, wanted in ((messages.SERVICE_WORD ^ 1, False), (messages.SERVICE_WORD, True)):
        tile = Uplink(1, 2, [0] * 8)
        tile.heard(messages.pack(messages.SERVICE, word), 0)
        assert tile.wants_service is wanted


def test_the_way_into_service_stays_as_it_is_in_every_version():
    assert messages.pack(messages.SERVICE, messages.SERVICE_WORD) == b"\x13serv"
