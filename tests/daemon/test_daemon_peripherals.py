"""Buttons, the piezo and the thread that keeps them, through the real gpiozero on mock pins."""

import logging
import threading
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from gpiozero import Device  # type: ignore[import-untyped]
from gpiozero.pins.mock import MockFactory, MockPWMPin  # type: ignore[import-untyped]
from waiting import PATIENCE_S, wait_for

from daemon.boards.board import BoardPicture, screen_surface
from daemon.config.schema import ButtonsConfig
from daemon.peripherals import thread as module
from daemon.peripherals.buttons import POWER_HOLD_S, Presses
from daemon.peripherals.sounds import TUNES, Sound, SoundCues, sounds_between
from daemon.peripherals.thread import ButtonWiring, PeripheralThread
from engine.core.messages import Message
from engine.core.pieces import Seat
from engine.core.squares import Board, Square
from hardware.drivers.buttons import Button
from table.messages.events import EndTurn, Pause, Resume, StandsAsShown, StoredState, TakeBack
from table.messages.lights import Light, Lights, Overlay, Role
from table.messages.settings import Settings
from table.model.state import Table

ALL = frozenset(Seat)


class Heard(MockPWMPin):  # type: ignore[misc]
    """A pin that notes how fast it goes up and down; ``None``: not at all."""

    def __init__(self, *given: Any) -> None:
        self.hertz: list[float | None] = []
        super().__init__(*given)

    def _set_frequency(self, hertz: float | None) -> None:
        self.hertz.append(hertz)
        super()._set_frequency(hertz)


@pytest.fixture
def pins(monkeypatch: pytest.MonkeyPatch) -> MockFactory:
    factory = MockFactory(pin_class=Heard)
    monkeypatch.setattr(Device, "pin_factory", factory)
    monkeypatch.setattr(module, "RETRY_S", 0.02)
    return factory


Fit = Callable[..., PeripheralThread]


@pytest.fixture
def told() -> list[Message | None]:
    """Return the messages to phones about buttons and piezo."""
    return []


@pytest.fixture
def fit(pins: MockFactory, told: list[Message | None]) -> Iterator[Fit]:
    """Starts peripherals and ends them after the test."""
    started: list[PeripheralThread] = []

    def start(*wires: ButtonWiring, piezos: tuple[int, ...] = ()) -> PeripheralThread:
        started.append(PeripheralThread(wires, piezos, told.append))
        started[-1].start()
        return started[-1]

    yield start
    assert all(each.stop(PATIENCE_S) for each in started)


def press(pins: MockFactory, pin: int) -> None:
    pins.pin(pin).drive_low()
    pins.pin(pin).drive_high()


# --- pins --------------------------------------------------------------------------------------------------------


def test_a_button_on_a_pin_that_is_in_use_is_told_of_and_works_once_the_pin_is_free(
    pins: MockFactory, fit: Fit, told: list[Message | None]
) -> None:
    taken, pressed = Button(18, lambda: None), list[int]()
    peripherals = fit(ButtonWiring(18, lambda: pressed.append(18)), ButtonWiring(23, lambda: pressed.append(23)))
    press(pins, 23)
    assert pressed == [23], "the others work meanwhile"
    assert len(told) == 1 and "GPIO 18 cannot be used" in str(told[0]), "told once, however often it is tried"
    peripherals.do(lambda rest: taken.close())  # by the thread that waits for it: half closed it would be taken already
    wait_for(lambda: told[-1] is None, "the button can be used")
    press(pins, 18)
    assert pressed == [23, 18] and len(told) == 2


def test_a_pin_that_there_is_never_is_tried_for_ever_and_told_once(
    pins: MockFactory, fit: Fit, told: list[Message | None]
) -> None:
    tries = 0

    def count(pin: int, *given: Any, **more: Any) -> Button:
        nonlocal tries
        tries += 1
        return Button(pin, *given, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "Button", count)
        fit(ButtonWiring(99, lambda: None))
        wait_for(lambda: tries > 5, "it was tried often")
    assert len(told) == 1 and "GPIO 99" in str(told[0])


def test_ending_lets_go_of_all_pins(pins: MockFactory, fit: Fit) -> None:
    peripherals = fit(ButtonWiring(18, lambda: None), piezos=(12,))
    assert peripherals.stop(PATIENCE_S)
    Button(18, lambda: None).close()
    Button(12, lambda: None).close()


# --- tasks -------------------------------------------------------------------------------------------------------


def test_a_task_that_fails_is_logged_and_the_next_one_is_done(fit: Fit, caplog: pytest.LogCaptureFixture) -> None:
    done = threading.Event()
    peripherals = fit()
    with caplog.at_level(logging.CRITICAL, module.log.name):
        peripherals.do(lambda rest: 1 / 0)  # type: ignore[arg-type, return-value]
        peripherals.do(lambda rest: done.set())
        assert done.wait(PATIENCE_S)


def test_ending_wakes_a_task_that_rests(fit: Fit) -> None:
    resting, ended = threading.Event(), list[bool]()

    def task(rest: Callable[[float], bool]) -> None:
        resting.set()
        ended.append(rest(1000))

    peripherals = fit()
    peripherals.do(task)
    assert resting.wait(PATIENCE_S) and peripherals.stop(PATIENCE_S)
    assert ended == [True]


def test_a_tune_sounds_tone_after_tone_on_every_piezo_and_ends_in_silence(pins: MockFactory, fit: Fit) -> None:
    done = threading.Event()
    peripherals = fit(piezos=(12, 13))
    for pin in (12, 13):
        pins.pin(pin).hertz.clear()
    peripherals.play(((1000.0, 0.01), (2000.0, 0.01)))
    peripherals.do(lambda rest: done.set())
    assert done.wait(PATIENCE_S)
    assert [pins.pin(pin).hertz for pin in (12, 13)] == [[1000.0, 2000.0, None]] * 2


# --- what buttons do ---------------------------------------------------------------------------------------------


class Posted:
    """The queue of the table, as far as buttons see it."""

    def __init__(self) -> None:
        self.wishes: list[object] = []

    def post(self, wish: object) -> None:
        self.wishes.append(wish)


def pressed(buttons: ButtonsConfig, paused: bool = False, held: frozenset[Seat] = frozenset()) -> list[object]:
    """Press each of these buttons once, and return the requests."""
    posted = Posted()
    snapshot = SimpleNamespace(table=Table(stored=StoredState(paused=paused)), holders=dict.fromkeys(held, "phone"))
    presses = Presses(posted, lambda: snapshot, lambda: posted.post("off"))  # type: ignore[arg-type, return-value]
    for wire in presses.wires(buttons):
        wire.pressed()
    return posted.wishes


def test_a_button_for_all_ends_anybodys_turn_and_a_seats_own_that_seats_alone() -> None:
    buttons = ButtonsConfig((4, 5), end_turn_white=(6,), end_turn_red=(7,), end_turn_black=(8,), end_turn_blue=(9,))
    own = [EndTurn(frozenset({seat})) for seat in (Seat.WHITE, Seat.RED, Seat.BLACK, Seat.BLUE)]
    assert pressed(buttons) == [EndTurn(ALL), EndTurn(ALL), *own]


def test_an_end_turn_button_held_for_two_seconds_says_that_the_board_stands_as_in_the_picture() -> None:
    posted = Posted()
    presses = Presses(posted, lambda: None, lambda: None)  # type: ignore[arg-type, return-value]
    for wire in presses.wires(ButtonsConfig((4,), end_turn_black=(8,))):
        assert wire.hold_s == 2.0 and wire.held is not None
        wire.held()
    assert posted.wishes == [StandsAsShown()] * 2


def test_the_take_back_button_speaks_for_the_seats_that_no_phone_holds() -> None:
    assert pressed(ButtonsConfig(take_back=(4,))) == [TakeBack(ALL, frozenset())]
    held = frozenset({Seat.BLACK})
    assert pressed(ButtonsConfig(take_back=(4,)), held=held) == [TakeBack(ALL - held, held)]


def test_the_pause_button_pauses_and_goes_on() -> None:
    assert pressed(ButtonsConfig(pause=(4,))) == [Pause()]
    assert pressed(ButtonsConfig(pause=(4,)), paused=True) == [Resume()]


def test_the_power_button_alone_has_to_be_held() -> None:
    posted = Posted()
    presses = Presses(posted, lambda: None, lambda: posted.post("off"))  # type: ignore[arg-type, return-value]
    buttons = ButtonsConfig((4,), end_turn_red=(5,), take_back=(6,), pause=(7,), power=(8,))
    alone = {wire.pin: wire.hold_s for wire in presses.wires(buttons) if wire.hold_s and wire.held is None}
    assert alone == {8: POWER_HOLD_S}
    assert pressed(ButtonsConfig(power=(8,))) == ["off"]


# --- what is to be heard -----------------------------------------------------------------------------------------

SURFACE = screen_surface(Board(8, 8), 1)


def picture(turn: Seat | None, overlay: Overlay = Overlay.NONE, wrong: bool = False) -> BoardPicture:
    lights: Lights = {Square(3): Light(Role.WRONG if wrong else Role.MOVE)}
    return BoardPicture(SURFACE, lights, overlay, turn, Settings())


def hurried() -> BoardPicture:
    return BoardPicture(SURFACE, {Square(3): Light(Role.HURRY)}, Overlay.NONE, Seat.WHITE, Settings())


@pytest.mark.parametrize(
    ("before", "after", "heard"),
    [
        (picture(Seat.WHITE), picture(Seat.WHITE), ()),
        (picture(Seat.WHITE), picture(Seat.BLACK), (Sound.YOUR_TURN,)),
        (picture(None), picture(Seat.WHITE), ()),
        (picture(Seat.WHITE), picture(None), ()),
        (picture(Seat.WHITE), picture(Seat.WHITE, wrong=True), (Sound.ILLEGAL,)),
        (picture(Seat.WHITE, wrong=True), picture(Seat.WHITE, wrong=True), ()),
        (picture(Seat.WHITE), hurried(), (Sound.CLOCK,)),
        (hurried(), hurried(), ()),
        (picture(Seat.WHITE, wrong=True), picture(Seat.WHITE), ()),
        (picture(Seat.WHITE), picture(Seat.WHITE, Overlay.FLASH), (Sound.CONFIRMED,)),
        (picture(Seat.WHITE, Overlay.FLASH), picture(Seat.WHITE, Overlay.FLASH), ()),
        (picture(Seat.WHITE), picture(Seat.BLACK, Overlay.FLASH), (Sound.CONFIRMED, Sound.YOUR_TURN)),
    ],
)
def test_a_change_of_the_board_is_heard_once(
    before: BoardPicture, after: BoardPicture, heard: tuple[Sound, ...]
) -> None:
    assert sounds_between(before, after) == heard


def test_another_board_is_no_news_and_only_what_the_builder_wants_is_heard() -> None:
    other = BoardPicture(screen_surface(Board(8, 8), 1), {}, Overlay.FLASH, Seat.BLACK, Settings())
    assert sounds_between(picture(Seat.WHITE), other) == ()
    played: list[object] = []
    ears = SoundCues(("your_turn",), played.append)
    for shown in (picture(Seat.WHITE), picture(Seat.BLACK, Overlay.FLASH), picture(Seat.BLACK, wrong=True)):
        ears.look(shown)
    assert played == [TUNES[Sound.YOUR_TURN]]
