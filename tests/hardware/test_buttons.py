"""End-turn buttons through the real gpiozero on mock pins."""

import pytest
from gpiozero.pins.mock import MockFactory  # type: ignore[import-untyped]

from hardware.buttons import BOUNCE_S, Buttons
from hardware.errors import BadWiring


def test_every_press_is_told_once_with_the_number_of_its_button() -> None:
    factory, pressed = MockFactory(), list[int]()
    buttons = Buttons((18, 19), pressed.append, factory)
    for pin in (19, 18, 19):
        factory.pin(pin).drive_low()
        factory.pin(pin).drive_high()
    assert pressed == [1, 0, 1]
    buttons.close()


def test_a_held_button_is_one_press() -> None:
    factory, pressed = MockFactory(), list[int]()
    buttons = Buttons((18,), pressed.append, factory)
    factory.pin(18).drive_low()
    factory.pin(18).drive_low()
    assert pressed == [0]
    buttons.close()


def test_buttons_are_pulled_up_and_debounced_by_the_library() -> None:
    factory = MockFactory()
    buttons = Buttons((18,), lambda number: None, factory)
    assert (factory.pin(18).pull, factory.pin(18).bounce) == ("up", BOUNCE_S)
    buttons.close()


def test_closed_buttons_tell_nothing_and_can_be_closed_twice() -> None:
    factory, pressed = MockFactory(), list[int]()
    buttons = Buttons((18,), pressed.append, factory)
    buttons.close()
    buttons.close()
    factory.pin(18).drive_low()
    assert pressed == []
    Buttons((18,), pressed.append, factory).close()


@pytest.mark.parametrize(("pins", "message"), [((18, 18), "used twice"), ((99,), "GPIO 99 cannot be used")])
def test_impossible_pins_are_refused(pins: tuple[int, ...], message: str) -> None:
    with pytest.raises(BadWiring, match=message):
        Buttons(pins, lambda number: None, MockFactory())


def test_no_buttons_at_all_are_fine() -> None:
    Buttons((), lambda number: None, MockFactory()).close()
