"""The kinds of option that drivers have: what each takes, and what not."""

from typing import Any

import pytest

from hardware.driver_info import text

PORT = text("port", "/dev/ttyUSB0", r"/dev/[\w/.:-]+", "a device, such as /dev/ttyUSB0")
ANYTHING = text("label", "", r"(?s).*", "a text in quotes")


@pytest.mark.parametrize("value", ["/dev/ttyUSB0", "/dev/serial/by-id/usb-a_b:1.0-if00"])
def test_a_text_is_taken_that_the_pattern_takes_as_a_whole(value: str) -> None:
    assert PORT.kind.good(value)
    assert str(PORT.kind.allowed) == "a device, such as /dev/ttyUSB0"


@pytest.mark.parametrize("value", ["", "ttyUSB0", "/dev/ttyUSB0 ", "/dev/tty USB0", "/dev/ttyUSB0\n", 3, None, ["/d"]])
def test_another_text_and_what_is_no_text_is_refused(value: Any) -> None:
    assert not PORT.kind.good(value)


@pytest.mark.parametrize("value", ["two\nlines", "a lone \ud800 half", "x" * 201])
def test_what_no_page_or_log_can_hold_is_refused_whatever_the_pattern_says(value: str) -> None:
    assert ANYTHING.kind.good("fine") and not ANYTHING.kind.good(value)
