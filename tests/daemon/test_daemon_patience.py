"""Parts of a board that cannot be opened are tried again for ever, now and then."""

import pytest

from daemon.boards.reconnect import RETRY_S, PatientReeds, PatientRings
from engine.core.messages import message
from hardware.errors import BadWiring, BoardLost, MissingLibrary, PartUnusable


class Part:
    """A part that cannot be opened while there is an ``obstacle``."""

    count = 4

    def __init__(self) -> None:
        self.obstacle: PartUnusable | None = None
        self.tries = 0
        self.closed = 0
        self.now_s = 100.0

    def open(self) -> "Part":
        self.tries += 1
        if self.obstacle is not None:
            raise self.obstacle
        return self

    def read(self) -> int:
        return 5

    def show(self, pixels: bytes) -> None:
        self.shown = pixels

    def close(self) -> None:
        self.closed += 1

    def clock(self) -> float:
        return self.now_s


@pytest.mark.parametrize("kind", [BadWiring, BoardLost, MissingLibrary])
def test_whatever_the_driver_says_is_the_reason_until_the_part_can_be_opened(kind: type[PartUnusable]) -> None:
    part = Part()
    part.obstacle = kind(message("the thing is off: switch it on"))
    rings = PatientRings(part.open, part.count, part.clock)
    with pytest.raises(BoardLost, match="the thing is off: switch it on"):
        rings.show(bytes(12))
    part.obstacle = None
    part.now_s += RETRY_S
    rings.show(bytes(12))
    assert part.shown == bytes(12)


def test_a_part_is_looked_for_only_now_and_then() -> None:
    """Looking for a library in vain is dear on a small computer, and the scanner asks twice a second."""
    part = Part()
    part.obstacle = BadWiring(message("taken"))
    reeds = PatientReeds(part.open, part.count, part.clock)
    for _ in range(8):
        part.now_s += RETRY_S / 4
        with pytest.raises(BoardLost, match="taken"):
            reeds.read()
    assert part.tries == 3


def test_a_part_is_opened_once_and_closed_once() -> None:
    part = Part()
    reeds = PatientReeds(part.open, part.count, part.clock)
    assert (reeds.read(), reeds.read(), reeds.count, part.tries) == (5, 5, 4, 1)
    reeds.close()
    reeds.close()
    assert part.closed == 1
    with pytest.raises(BoardLost, match="no longer in use"):
        reeds.read()
    assert part.tries == 1


def test_a_fault_of_the_program_is_no_reason_to_wait() -> None:
    part = Part()
    part.obstacle = ZeroDivisionError()  # type: ignore[assignment]
    with pytest.raises(ZeroDivisionError):
        PatientReeds(part.open, part.count)
