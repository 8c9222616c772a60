"""A button and a piezo through the real gpiozero on mock pins."""

import threading
import time

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin  # type: ignore[import-untyped]
from waiting import PATIENCE_S

from daemon.peripherals.sounds import TUNES
from hardware.drivers.buttons import BOUNCE_S, Button
from hardware.drivers.buzzer import HIGHEST_HZ, LOWEST_HZ, Buzzer
from hardware.errors import BadWiring, BoardLost

HOLD_S = 0.2


def nothing() -> None:
    """For buttons whose presses do not matter."""


# --- buttons -----------------------------------------------------------------------------------------------------


def test_every_press_is_told_once() -> None:
    factory, pressed = MockFactory(), list[str]()
    button = Button(18, lambda: pressed.append("press"), pin_factory=factory)
    for _ in range(3):
        factory.pin(18).drive_low()
        factory.pin(18).drive_low()
        factory.pin(18).drive_high()
    assert pressed == ["press"] * 3
    button.close()


def test_a_button_that_has_to_be_held_tells_nothing_before() -> None:
    """The short press ends before it can count, the long one is waited for."""
    pressed_s = HOLD_S
    while pressed_s >= HOLD_S:  # a busy computer may let go too late: then another button is pressed
        factory, held = MockFactory(), threading.Event()
        button, began_s = Button(18, held.set, HOLD_S, factory), time.monotonic()
        factory.pin(18).drive_low()
        factory.pin(18).drive_high()
        pressed_s = time.monotonic() - began_s
        early = held.wait(0.5)
        factory.pin(18).drive_low()
        assert held.wait(PATIENCE_S)
        button.close()
    assert not early


def test_a_button_with_two_meanings_tells_one_of_them_each_time() -> None:
    """A short press counts as it is let go, a long one as soon as it is held for long enough, and then no short one."""
    factory, told = MockFactory(), list[str]()
    held = threading.Event()

    def long() -> None:
        told.append("long")
        held.set()

    button = Button(18, lambda: told.append("short"), HOLD_S, factory, long)
    factory.pin(18).drive_low()
    assert held.wait(PATIENCE_S) and told == ["long"]
    factory.pin(18).drive_high()
    assert told == ["long"]
    button.close()
    factory, told[:] = MockFactory(), []
    button = Button(18, lambda: told.append("short"), 10 * PATIENCE_S, factory, long)
    for _ in range(2):
        factory.pin(18).drive_low()
        factory.pin(18).drive_high()
    assert told == ["short"] * 2
    button.close()


def test_buttons_are_pulled_up_and_debounced_by_the_library() -> None:
    factory = MockFactory()
    button = Button(18, nothing, pin_factory=factory)
    assert (factory.pin(18).pull, factory.pin(18).bounce) == ("up", BOUNCE_S)
    button.close()


def test_a_closed_button_tells_nothing_lets_go_of_its_pin_and_can_be_closed_twice() -> None:
    factory, pressed = MockFactory(), list[str]()
    button = Button(18, lambda: pressed.append("press"), pin_factory=factory)
    button.close()
    button.close()
    factory.pin(18).drive_low()
    assert pressed == []
    Button(18, nothing, pin_factory=factory).close()


@pytest.mark.parametrize("opener", [lambda pin, factory: Button(pin, nothing, pin_factory=factory), Buzzer])
def test_impossible_pins_are_refused(opener: type[Buzzer]) -> None:
    with pytest.raises(BadWiring, match="GPIO 99 cannot be used"):
        opener(99, MockFactory(pin_class=MockPWMPin))


def test_a_pin_that_is_in_use_is_refused() -> None:
    factory = MockFactory()
    first = Button(18, nothing, pin_factory=factory)
    with pytest.raises(BadWiring, match="GPIO 18 cannot be used"):
        Button(18, nothing, pin_factory=factory)
    first.close()


# --- the piezo ---------------------------------------------------------------------------------------------------


def test_a_tone_is_a_pin_that_goes_up_and_down_half_of_the_time() -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    buzzer, pin = Buzzer(18, factory), factory.pin(18)
    assert pin.state == 0, "silent at first"
    for hertz in (LOWEST_HZ, 1760.0, HIGHEST_HZ):
        buzzer.sound(hertz)
        assert (pin.frequency, pin.state) == (hertz, 0.5)
    buzzer.sound(None)
    assert pin.state == 0
    buzzer.close()
    buzzer.close()


def test_every_tone_of_the_board_is_one_that_the_piezo_can_play() -> None:
    assert all(LOWEST_HZ <= hertz <= HIGHEST_HZ for tune in TUNES.values() for hertz, _ in tune)


def test_a_piezo_whose_pin_is_gone_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def vanished(pin: MockPWMPin, hertz: float | None) -> None:
        raise OSError("no such device")

    buzzer = Buzzer(18, MockFactory(pin_class=MockPWMPin))
    with monkeypatch.context() as patch:
        patch.setattr(MockPWMPin, "_set_frequency", vanished)
        with pytest.raises(BoardLost, match="GPIO 18 do not answer"):
            buzzer.sound(880.0)
    buzzer.close()
