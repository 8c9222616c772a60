"""The sounds of a board with a piezo: the same news as its lights, for those who look elsewhere."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Final

from daemon.boards.board import BoardPicture
from table.messages.lights import Overlay, Role

Tune = tuple[tuple[float, float], ...]
"""Tones one after the other: hertz and seconds each."""


class Sound(StrEnum):
    """The sounds."""

    ILLEGAL = "illegal"
    """A light shows that something stands wrong, and none did before."""
    CONFIRMED = "confirmed"
    """An action made by hand is on disk."""
    YOUR_TURN = "your_turn"
    """Another seat is to act."""
    CLOCK = "clock"
    """The seat to act has little time left."""


TUNES: Final[Mapping[Sound, Tune]] = {
    Sound.ILLEGAL: ((988.0, 0.12), (880.0, 0.2)),
    Sound.CONFIRMED: ((2093.0, 0.06),),
    Sound.YOUR_TURN: ((1319.0, 0.09), (1760.0, 0.12)),
    Sound.CLOCK: ((1568.0, 0.06), (1175.0, 0.06), (1568.0, 0.06), (1175.0, 0.06)),
}
"""High tones are good news."""


def sounds_between(before: BoardPicture, after: BoardPicture) -> tuple[Sound, ...]:
    """Return the sounds of a change from one picture of a board to the next."""
    if before.surface is not after.surface:
        return ()
    heard = {
        Sound.ILLEGAL: _shows(after, Role.WRONG) and not _shows(before, Role.WRONG),
        Sound.CONFIRMED: after.overlay is Overlay.FLASH is not before.overlay,
        Sound.YOUR_TURN: None not in (before.turn, after.turn) and before.turn is not after.turn,
        Sound.CLOCK: _shows(after, Role.HURRY) and not _shows(before, Role.HURRY),
    }
    return tuple(sound for sound, is_heard in heard.items() if is_heard)


def _shows(picture: BoardPicture, role: Role) -> bool:
    return any(light.role is role for light in picture.lights.values())


class SoundCues:
    """A watcher of the pictures of a game. Used by the table's thread alone."""

    def __init__(self, wanted: tuple[str, ...], play: Callable[[Tune], None]) -> None:
        """:param wanted: the sounds that the builder wants. :param play: plays a tune; it must only enqueue."""
        self._wanted = wanted
        self._play = play
        self._last: BoardPicture | None = None

    def look(self, picture: BoardPicture) -> None:
        """Take in the picture that the board shows now, and play its sounds."""
        last, self._last = self._last, picture
        for sound in sounds_between(last, picture) if last is not None else ():
            if sound in self._wanted:
                self._play(TUNES[sound])
