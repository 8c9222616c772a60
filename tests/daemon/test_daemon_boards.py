"""The running program on real drivers: gpiozero over a circuit, the MCP23017 library over a bus, neopixel's bytes."""

import os
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from waiting import wait_for

os.environ["BLINKA_OS_AGNOSTIC"] = "1"
os.environ["BLINKA_SKIP_DEPENDENCY_CHECK"] = "1"


from daemon.app.program import Program
from daemon.base.errors import BadConfig
from daemon.boards.board import ReedSensor, WiredBoard
from daemon.boards.factory import MAP_FILE, make_board, map_of, usual_map
from daemon.config.schema import (
    BoardConfig,
    BranchConfig,
    ButtonsConfig,
    Config,
    PanelConfig,
    ReedsConfig,
    RingsConfig,
    TileConfig,
)
from daemon.peripherals.address_display import spelt
from daemon.storage.store import Store
from engine.core.messages import message
from engine.core.pieces import Seat
from engine.core.squares import Board
from hardware.board_map import mirrored, row_wise, save, serpentine, wire
from hardware.drivers.gpio_pins import lgpio
from hardware.drivers.registry import REEDS, RINGS
from hardware.simulated.board import SimulatedBoard
from hardware.simulated.faults import PERFECT
from hardware.simulated.pieces import Wood
from table.messages.events import EndTurn, ParkGame
from table.messages.new_game import NewGame
from table.messages.refusal import Refused
from table.messages.scene import Scene
from table.messages.settings import Settings

lgpio()  # imported before any test: it starts a thread of its own, once for the whole process
import board as blinka  # type: ignore[import-untyped]  # noqa: E402
import gpiozero  # type: ignore[import-untyped]  # noqa: E402
import neopixel  # type: ignore[import-untyped]  # noqa: E402

BOARD = Board(8, 8)
PLAYERS = {Seat.WHITE: "Ada", Seat.BLACK: "Bo"}
WIRED = Config(rings=RingsConfig(supply_a=20.0))


class Desk:
    """A table with a real board, and the hands over it."""

    def __init__(self, program: Program, wood: SimulatedBoard) -> None:
        self.program = program
        self.wood = wood

    @property
    def scene(self) -> Scene:
        return self.program.desk.snapshot().scene(frozenset(PLAYERS))

    def until(self, seen: Callable[[Scene], bool]) -> Scene:
        def reached() -> Scene | None:
            scene = self.scene
            return scene if seen(scene) else None

        return wait_for(reached, lambda: f"the scene that is waited for; the table is at {self.scene}")

    def start(self, game: str = "pawn-advance", **options: object) -> None:
        """Begin a game on the wood and set it up."""
        self.program.desk.start(NewGame(game, options, PLAYERS, False))
        scene = self.until(lambda scene: bool(scene.missing))
        board = self.wood.board_map.board
        self.wood.stand(Wood(board, {board.parse(name): piece for name, piece in scene.pieces.items()}))
        self.until(lambda scene: scene.status == "play")

    def again(self, key: str) -> None:
        """Park the game and continue it."""
        self.program.desk.send(ParkGame())
        self.until(lambda scene: scene.status == "empty")
        self.program.desk.resume(key)

    def move(self, source: str, target: str) -> Scene:
        count, board = self.scene.action_count, self.wood.board_map.board
        self.wood.lift(board.parse(source))
        self.until(lambda scene: source in scene.missing or source not in scene.covered)
        self.wood.place(board.parse(target))
        return self.until(lambda scene: scene.action_count > count and scene.confirmed)


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Return the frames that leave for the pixels through the real library."""
    frames: list[bytes] = []
    monkeypatch.setattr(neopixel, "neopixel_write", lambda pin, data: frames.append(bytes(data)))
    monkeypatch.setattr(blinka, "D10", blinka.NEOPIXEL, raising=False)
    return frames


def config_for(driver: str, directory: Path, **changes: Any) -> Config:
    board = BoardConfig(driver, 8, 8)
    return replace(WIRED, board=board, panel=PanelConfig("127.0.0.1", 0), data_dir=directory, **changes)


@pytest.fixture
def connect(monkeypatch: pytest.MonkeyPatch) -> Callable[[Config, SimulatedBoard], None]:
    """Put a simulated board's switches behind the pins and the bus of this machine."""

    def make(config: Config, wood: SimulatedBoard) -> None:
        if config.board.driver in REEDS:
            circuit = import_module(f"circuits.reeds_{config.board.driver}")
            circuit.connect(monkeypatch, {**Config().reeds.options, **config.reeds.options}, wood.scan)

    return make


@pytest.fixture
def run(
    tmp_path: Path, connect: Callable[[Config, SimulatedBoard], None], sent: list[bytes]
) -> Iterator[Callable[[Config], Desk]]:
    """Run the program on a configuration, with a simulated board behind the pins."""
    opened: list[tuple[Program, Store]] = []

    def start(config: Config) -> Desk:
        wood = SimulatedBoard(map_of(config), Wood(map_of(config).board), PERFECT)
        connect(config, wood)
        store = Store(tmp_path)
        program = Program(config, store)
        opened.append((program, store))
        program.__enter__()
        program.desk.save_settings(Settings(settle_ms=100, debounce_ms=5))
        return Desk(program, wood)

    yield start
    for program, store in opened:
        program.__exit__(None, None, None)
        store.close()


@pytest.mark.parametrize("driver", REEDS)
def test_a_game_is_played_on_wood_through_the_real_libraries(
    run: Callable[[Config], Desk], tmp_path: Path, sent: list[bytes], driver: str
) -> None:
    desk = run(config_for(driver, tmp_path))
    desk.start()
    assert not desk.scene.screen
    assert desk.program.desk.snapshot().screen_pieces is None, "the phones only show"
    assert desk.move("c1", "c2").last_action == "c1c2"
    assert desk.scene.pieces["c2"] == "wP"


@pytest.mark.parametrize("driver", RINGS)
def test_the_lights_of_a_game_shine_through_the_real_libraries(
    run: Callable[[Config], Desk], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, driver: str
) -> None:
    config = config_for("gpio", tmp_path)
    line = import_module(f"circuits.rings_{driver}").connect(monkeypatch, config.rings.options)
    desk = run(replace(config, rings=replace(config.rings, driver=driver)))
    desk.start()
    desk.wood.lift(BOARD.parse("c1"))
    desk.until(lambda scene: "c2" in scene.lights and scene.lights["c2"].role == "move")
    ring = slice(3 * 12 * 13, 3 * 12 * 14)  # to and fro: rank 2 runs from the right
    wait_for(lambda: line.sent() > 0 and any(line.shown()[ring]), "the ring of c2 lit")


def until_sent(sent: list[bytes], wanted: Callable[[bytes], bool], what: str) -> None:
    wait_for(lambda: sent and wanted(sent[-1]), f"a frame that shows {what}")


def test_the_board_spells_its_address_until_a_phone_comes(
    run: Callable[[Config], Desk], tmp_path: Path, sent: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    config = config_for("gpio", tmp_path)
    first_pixels = usual_map(config).first_pixels
    monkeypatch.setattr("daemon.services.device_info.addresses", lambda host, port: ("http://192.0.2.7:8080/",))

    def lit(frame: bytes) -> set[int]:
        pixels = ((square, 3 * first) for square, first in enumerate(first_pixels) if first is not None)
        return {square for square, start in pixels if any(frame[start : start + 36])}

    desk = run(config)
    desk.program.spell_address()
    until_sent(sent, lambda frame: lit(frame) == set(spelt("19", BOARD)), "19")
    until_sent(sent, lambda frame: lit(frame) == set(spelt("2.", BOARD)), "2.")
    with desk.program.desk.subscribe("a phone"):
        until_sent(sent, lambda frame: not any(frame), "nothing")
    sent.clear()
    desk.program.spell_address()
    assert sent == [], "a phone has been here"


def test_the_lights_of_a_lifted_piece_reach_the_wire(
    run: Callable[[Config], Desk], tmp_path: Path, sent: list[bytes]
) -> None:
    """The chain runs to and fro and takes green first (GRB): c2 is its ring 13, for rank 2 runs from the right."""
    desk = run(config_for("gpio", tmp_path))
    desk.start()
    desk.wood.lift(BOARD.parse("c1"))
    scene = desk.until(lambda scene: "c2" in scene.lights and scene.lights["c2"].role == "move")
    ring = slice(3 * 12 * 13, 3 * 12 * 14)
    until_sent(sent, lambda frame: any(frame[ring]), "the ring of c2 lit")
    lit = sent[-1][ring]
    assert scene.lights["c2"].role == "move"
    assert sum(lit[0::3]) > sum(lit[1::3]) + sum(lit[2::3]), "green comes first on the wire"
    dark = serpentine(BOARD).index(BOARD.parse("g6"))
    assert not any(sent[-1][3 * 12 * dark : 3 * 12 * (dark + 1)])


def test_the_fuse_of_a_branch_is_obeyed_on_the_wire(
    run: Callable[[Config], Desk], tmp_path: Path, sent: list[bytes]
) -> None:
    """White's rank glows: 8 rings of 12 would draw more than the 0.45 A that a fuse of 0.6 A carries for long, and the
    supply would give it."""
    first = BranchConfig(tuple(range(16)), 0.6)
    desk = run(config_for("gpio", tmp_path, branches=(first, BranchConfig(tuple(range(16, 64)), 5.0))))
    desk.start()
    until_sent(sent, lambda frame: any(frame[: 3 * 12 * 16]), "the first two ranks lit")
    assert desk.move("c1", "c2").last_action == "c1c2"
    most_a = max(sum(frame[: 3 * 12 * 16]) * 20 / 255 + 12 * 16 for frame in sent) / 1000
    assert 0.3 < most_a <= 0.45


def test_a_board_map_of_the_wizard_overrules_the_configuration(
    run: Callable[[Config], Desk], tmp_path: Path, sent: list[bytes]
) -> None:
    learnt = wire(BOARD, mirrored(BOARD, row_wise(BOARD)), mirrored(BOARD, serpentine(BOARD)))
    save(learnt, tmp_path / MAP_FILE)
    desk = run(config_for("gpio", tmp_path))
    desk.start()
    assert desk.move("a1", "a2").last_action == "a1a2"


def test_a_board_map_that_does_not_fit_is_refused_in_words(tmp_path: Path) -> None:
    save(wire(Board(4, 4)), tmp_path / MAP_FILE)
    with pytest.raises(BadConfig, match="the board map .* does not fit .* run 'pawnlight wire' again"):
        map_of(config_for("gpio", tmp_path))
    (tmp_path / MAP_FILE).write_text("nonsense")
    with pytest.raises(BadConfig, match="the board map is not JSON"):
        map_of(config_for("gpio", tmp_path))


def test_a_game_too_big_for_the_wood_is_refused_and_fits_the_screen(
    run: Callable[[Config], Desk], tmp_path: Path, sent: list[bytes]
) -> None:
    desk = run(config_for("gpio", tmp_path))
    with pytest.raises(Refused, match="This game needs a board of 10 by 10 squares. Choose the screen board."):
        desk.program.desk.start(NewGame("chess-two", {}, PLAYERS, False))
    desk.program.desk.start(NewGame("chess-two", {}, PLAYERS, True))
    desk.until(lambda scene: scene.status == "play")
    assert desk.program.desk.snapshot().screen_pieces is not None


def test_the_button_ends_the_turn_of_whoever_has_it(
    run: Callable[[Config], Desk], tmp_path: Path, sent: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A press is an event like a phone's, as the button is let go: held for long it means something else."""
    desk = run(config_for("gpio", tmp_path, buttons=ButtonsConfig((18,))))
    posted: list[object] = []
    monkeypatch.setattr(desk.program.orders, "post", posted.append)
    pin = gpiozero.Device.pin_factory.pin(18)
    pin.drive_low()
    pin.drive_high()
    assert posted == [EndTurn(frozenset(Seat))]


def test_a_button_on_a_pin_that_cannot_be_used_is_told_of_until_it_can_be(
    tmp_path: Path, connect: Any, sent: list[bytes]
) -> None:
    config = config_for("gpio", tmp_path, buttons=ButtonsConfig((18,)))
    connect(config, SimulatedBoard(usual_map(config)))
    taken = gpiozero.Button(18)
    store = Store(tmp_path)
    with Program(config, store) as program:
        desk = Desk(program, SimulatedBoard(usual_map(config)))
        desk.until(lambda scene: "GPIO 18 cannot be used" in str(scene.trouble))
        taken.close()
        desk.until(lambda scene: scene.trouble is None)
    store.close()


def test_an_unplugged_board_is_told_and_comes_back_with_its_game(
    run: Callable[[Config], Desk], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sent: list[bytes]
) -> None:
    desk = run(config_for("mcp23017", tmp_path))
    desk.start()
    bus = blinka.I2C()
    bus.silent.update((0x20, 0x21, 0x22, 0x23))
    lost = desk.until(lambda scene: bool(scene.trouble))
    assert str(lost.trouble).startswith("The board does not answer: the expanders of the switches do not answer (")
    assert str(lost.trouble).endswith(
        "): check the I2C cable. The game goes on as soon as it is back. To play on without it, park the game "
        "and continue it: it then moves to the phones."
    )
    desk.wood.lift(BOARD.parse("c1"))
    desk.wood.place(BOARD.parse("c2"))
    bus.silent.clear()
    scene = desk.until(lambda scene: scene.action_count == 1 and not scene.trouble)
    assert scene.last_action == "c1c2", "the net change decides"


def test_a_game_whose_board_is_lost_goes_on_on_the_phones_and_returns_to_the_wood(
    run: Callable[[Config], Desk], tmp_path: Path, sent: list[bytes]
) -> None:
    desk = run(config_for("mcp23017", tmp_path))
    desk.start()
    bus, key = blinka.I2C(), desk.program.desk.snapshot().key
    bus.silent.add(0x22)
    desk.until(lambda scene: bool(scene.trouble))
    desk.again(key)
    assert desk.until(lambda scene: scene.status == "play").screen
    bus.silent.clear()
    desk.again(key)
    assert not desk.until(lambda scene: scene.status == "play").screen
    assert desk.move("c1", "c2").last_action == "c1c2"


def test_lost_lights_are_told_and_play_goes_on_in_the_dark_until_they_are_back(
    run: Callable[[Config], Desk], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sent: list[bytes]
) -> None:
    desk = run(config_for("gpio", tmp_path))
    desk.start()
    broken = threading.Event()
    broken.set()

    def write(pin: object, data: bytes) -> None:
        if broken.is_set():
            raise RuntimeError("ws2811_init failed with code -10")
        sent.append(bytes(data))

    monkeypatch.setattr(neopixel, "neopixel_write", write)
    assert desk.move("c1", "c2").last_action == "c1c2"
    said = str(desk.until(lambda scene: bool(scene.trouble)).trouble)
    assert said.startswith("The board cannot be lit: the rings do not answer (ws2811_init failed with code -10).")
    count = len(sent)
    broken.clear()
    desk.until(lambda scene: not scene.trouble)
    assert len(sent) > count, "the picture of the moment was sent"


def test_what_looks_like_a_ghost_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    class Readings:
        count = 4
        coming = iter((0b0000, 0b1001, 0b1111, 0b1001, 0b1111))

        def read(self) -> int:
            return next(self.coming)

        def close(self) -> None: ...

    sensor = ReedSensor(wire(Board(2, 2), row_wise(Board(2, 2))), Readings(), columns=2)
    for now_s in range(5):
        sensor.feel(now_s, 0.025)
    assert [record.message for record in caplog.records] == [
        "a2, b1 closed at one moment: if that was one piece, a diode is missing; see the wizard"
    ]


def test_lost_switches_are_told_before_lost_lights(run: Callable[[Config], Desk], tmp_path: Path) -> None:
    """Play can go on without lights."""
    scenes = run(config_for("simulated", tmp_path)).program.scenes
    scenes.warn("lights", message("dark"))
    scenes.warn("switches", message("deaf"))
    assert str(scenes.snapshot().scene(frozenset()).trouble) == "deaf"
    scenes.warn("switches", None)
    assert str(scenes.snapshot().scene(frozenset()).trouble) == "dark"


def test_a_board_that_answers_only_later_does_not_keep_the_program_from_starting(
    run: Callable[[Config], Desk], connect: Any, tmp_path: Path, sent: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    config = config_for("mcp23017", tmp_path)
    wood = SimulatedBoard(usual_map(config), Wood(BOARD))
    connect(config, wood)
    bus = blinka.I2C()
    bus.silent.add(0x21)
    monkeypatch.setattr("daemon.boards.reconnect.RETRY_S", 0.0)
    real = make_board(config)
    assert isinstance(real, WiredBoard)
    with pytest.raises(OSError, match="no MCP23017 answers at 0x21"):
        real.reeds.read()
    bus.silent.clear()
    assert real.reeds.read() == 0
    real.close()
    with pytest.raises(OSError, match="no longer in use"):
        real.reeds.read()


def test_parts_that_cannot_be_opened_are_named_with_the_remedy_and_tried_until_they_can(
    connect: Any, tmp_path: Path, sent: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """I2C and SPI are switched off at first: the program starts all the same, and play goes on on the screen."""
    monkeypatch.setattr("daemon.boards.reconnect.RETRY_S", 0.1)
    config = config_for("mcp23017", tmp_path)
    wood = SimulatedBoard(map_of(config), Wood(BOARD), PERFECT)
    connect(config, wood)
    open_bus, write, off = blinka.I2C, neopixel.neopixel_write, threading.Event()
    off.set()

    def bus() -> object:
        if off.is_set():
            raise RuntimeError("I2C Bus #1 not found, check if enabled in config!")
        return open_bus()

    def send(pin: object, data: bytes) -> None:
        if off.is_set():
            raise RuntimeError("ws2811_init failed with code -5 (mmap() failed)")
        write(pin, data)

    monkeypatch.setattr(blinka, "I2C", bus)
    monkeypatch.setattr(neopixel, "neopixel_write", send)
    store = Store(tmp_path)
    with Program(config, store) as program:
        desk = Desk(program, wood)
        without_switches = "the I2C bus of the expanders cannot be opened (I2C Bus #1 not found"
        assert "switch I2C on" in str(desk.until(lambda scene: without_switches in str(scene.trouble)).trouble)
        program.scenes.warn("switches", None)
        desk.until(lambda scene: "the rings on GPIO10 cannot be lit (ws2811_init failed" in str(scene.trouble))
        program.desk.start(NewGame("pawn-advance", {}, PLAYERS, True))
        desk.until(lambda scene: scene.status == "play")
        off.clear()
        program.desk.send(ParkGame())
        desk.start()
        assert desk.move("c1", "c2").last_action == "c1c2"
        desk.until(lambda scene: not scene.trouble)
        wait_for(lambda: sent, "the rings are lit")
    store.close()


def test_the_simulated_board_is_the_screen_alone(tmp_path: Path) -> None:
    assert make_board(config_for("simulated", tmp_path)) is None


def test_tiles_that_leave_squares_bare_are_refused(tmp_path: Path) -> None:
    config = replace(config_for("tiles", tmp_path, tiles=(TileConfig("/dev/none"),)), board=BoardConfig("tiles", 16, 8))
    with pytest.raises(BadConfig, match=r"\[\[tiles\]\]: squares without a tile: i1"):
        make_board(config)


def test_orders_of_wiring_follow_the_configuration(tmp_path: Path) -> None:
    config = config_for("mcp23017", tmp_path, reeds=ReedsConfig({"addresses": (32, 33, 34, 35, 36)}, order="files"))
    made = usual_map(config)
    assert made.reed_count == 80 and made.reeds[64:] == (None,) * 16
    assert made.reeds[1] == BOARD.parse("a2")
    assert made.first_pixels[BOARD.parse("h2")] == 8 * 12, "serpentine: rank 2 runs from the right"


def test_a_fuse_too_small_for_the_usual_picture_is_told_at_the_start(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    weak, ample = BranchConfig(tuple(range(16)), 0.6), BranchConfig(tuple(range(16, 64)), 5.0)
    board = make_board(config_for("gpio", tmp_path, branches=(weak, ample)))
    assert board is not None
    board.close()
    (told,) = [each.message for each in caplog.records if "branches[" in each.message]
    assert "the fuse of branches[1] carries 0.45 A" in told


def test_rings_of_another_size_than_in_the_board_map_leave_its_switches(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Once the builder has put `pixels` right, the program starts, and the wizard goes on from there."""
    below = mirrored(BOARD, row_wise(BOARD))
    save(wire(BOARD, below, mirrored(BOARD, serpentine(BOARD)), 8), tmp_path / MAP_FILE)
    config = config_for("gpio", tmp_path)
    made, usual = map_of(config), usual_map(config)
    assert made.reeds == below
    assert (made.first_pixels, made.pixel_count) == (usual.first_pixels, usual.pixel_count)
    assert "the lights are not those of the board map" in caplog.text
