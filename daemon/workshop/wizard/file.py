"""The progress of the wiring wizard in a file of the data directory: it outlasts the program."""

import json
import logging
from collections.abc import Mapping
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any, Final

from daemon.storage.file.connection import write_whole
from daemon.storage.games.columns import listed, unreadable
from daemon.workshop.wizard.frames import pixels
from daemon.workshop.wizard.result import learnt_map
from daemon.workshop.wizard.rings import begin_rings, lights_usable
from daemon.workshop.wizard.state import COLOURS, Pairs, Wires, Wizard, WizardStep, go
from daemon.workshop.wizard.view import view
from engine.core.json_fields import LIST, OBJECT, TRUTH, Kind, check, check_known, one_of, or_null, read_json, whole
from engine.core.messages import message
from engine.core.squares import Square
from hardware.board_map import MAX_WIRE, BoardMap
from hardware.errors import HardwareError

log = logging.getLogger(__name__)

VERSION: Final = 1
_NUMBERS: Final = ("number", "fits", "exceeds")
_SETS: Final = ("stuck", "again", "dark", "missing", "tested", "ghosts")
_PAIRS: Final = ("tried", "doubles", "reeds", "placed", "rings")
_LISTS: Final = ("ranks", "line", "sure", "queue")
_VISITS: Final = "visits"
_LATER: Final = {_VISITS: [], "ghosts": 0, "several_at": None}
"""Fields that files of earlier versions do not have."""
_FIELDS: Final = (
    "version", "switches", "lights", "phase", "seen", "flawed", "square", "several_at", _VISITS, *_NUMBERS, *_SETS,
    *_PAIRS, *_LISTS,
)
_NUMBER: Final = whole(0, MAX_WIRE)
_NUMBER_OR_NONE: Final = whole(-1, MAX_WIRE)
_SET: Final[Kind[int]] = Kind(message("a set, as a number"), lambda value: type(value) is int and value >= 0)
_SEEN: Final = one_of(*("".join(seen) for count in range(3) for seen in permutations(COLOURS.values(), count)))
_SWITCHES_KNOWN: Final = (
    WizardStep.ORDER, WizardStep.WALK, WizardStep.RANKS, WizardStep.RINGS, WizardStep.REST, WizardStep.ASK_DIODES,
    WizardStep.DIODES, WizardStep.DONE, WizardStep.WHICH, WizardStep.SQUARE, WizardStep.SHINES,
)
"""The phases in which the switches are known."""


class WizardFile:
    """The file of the wizard's progress. Used by one thread at a time."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def load(self, wires: Wires) -> Wizard | None:
        """Return the stored progress for a device like this one; ``None``: there is none. If the lights have changed,
        theirs is dropped."""
        try:
            data = check("file", read_json(self._read(), unreadable), OBJECT, unreadable)
            same = _numbers("switches", data.get("switches")) == _switches(wires)
            return _usable(_parsed(data, wires)) if same else None
        except FileNotFoundError:
            return None
        except (OSError, HardwareError, ValueError, TypeError, LookupError, AssertionError) as error:
            log.warning("what the wiring wizard had learnt cannot be read, it begins anew: %s: %r", self._path, error)
            return None

    def save(self, wizard: Wizard) -> None:
        """Write the progress, whole or not at all.

        :raises OSError: it cannot be written.
        """
        self._write(json.dumps(_data(wizard)))

    def remove(self) -> None:
        """Remove the file: there is nothing to continue.

        :raises OSError: it cannot be removed.
        """
        self._path.unlink(missing_ok=True)

    def _read(self) -> str:
        return self._path.read_text(encoding="utf-8")

    def _write(self, text: str) -> None:
        write_whole(self._path, text.encode())


class WizardNotes(WizardFile):
    """The same for a board in memory: nothing is written, and nothing outlasts the program."""

    def __init__(self) -> None:
        super().__init__(Path())
        self._text = ""

    def remove(self) -> None:
        """See :meth:`WizardFile.remove`."""
        self._text = ""

    def _read(self) -> str:
        if not self._text:
            raise FileNotFoundError
        return self._text

    def _write(self, text: str) -> None:
        self._text = text


def learnt(wizard: Wizard) -> Wizard | None:
    """Return what is worth storing of a state, without its passing parts; ``None``: nothing is learnt yet."""
    if wizard.phase is WizardStep.RESUME or not (wizard.reeds or wizard.rings or wizard.counted):
        return None
    line = () if wizard.phase is WizardStep.SWEEP else wizard.line
    return replace(wizard, closed=0, line=line, several=0, hint=None, kept=None, before=None)


def of_map(wires: Wires, board_map: BoardMap) -> Wizard:
    """Return a state in which a board map counts as just learnt: single squares can be learnt anew."""
    length = wires.pixels_per_ring
    reeds = tuple((square, reed) for reed, square in enumerate(board_map.reeds) if square is not None)
    rings = tuple(
        (Square(square), first // length) for square, first in enumerate(board_map.first_pixels) if first is not None
    )
    return Wizard(
        wires, WizardStep.WHICH, seen=board_map.colours[:2], fits=length, exceeds=length + 1,
        reeds=tuple(sorted(reeds)), rings=rings,
    )


# --- text form ---------------------------------------------------------------------------------------------------


def _switches(wires: Wires) -> tuple[int, ...]:
    return wires.board.files, wires.board.ranks, wires.reed_count, wires.columns


def _lights(wires: Wires) -> tuple[int, ...]:
    return wires.pixel_count, wires.pixels_per_ring


def _data(wizard: Wizard) -> dict[str, Any]:
    return {
        "version": VERSION,
        "switches": _switches(wizard.wires),
        "lights": _lights(wizard.wires),
        "phase": wizard.phase.value,
        "seen": wizard.seen,
        "flawed": wizard.flawed,
        "square": wizard.square,
        "several_at": wizard.several_at,
        **{name: getattr(wizard, name) for name in (_VISITS, *_NUMBERS, *_SETS, *_PAIRS, *_LISTS)},
    }


def _parsed(data: Mapping[str, Any], wires: Wires) -> Wizard:
    for name in data:
        check_known(name, _FIELDS, name, unreadable)
    data = {**_LATER, **data}
    check("version", data.get("version"), whole(VERSION, VERSION), unreadable)
    fields: dict[str, Any] = {
        **{name: check(name, data.get(name), _NUMBER, unreadable) for name in _NUMBERS},
        **{name: check(name, data.get(name), _SET, unreadable) for name in _SETS},
        **{name: _pairs(name, data.get(name), _NUMBER_OR_NONE) for name in _PAIRS},
        _VISITS: _pairs(_VISITS, data.get(_VISITS), _SET),
        **{name: _numbers(name, data.get(name)) for name in _LISTS},
        **{name: check(name, data.get(name), or_null(_NUMBER), unreadable) for name in ("square", "several_at")},
        "flawed": check("flawed", data.get("flawed"), TRUTH, unreadable),
        "seen": check("seen", data.get("seen"), _SEEN, unreadable),
    }
    wizard = Wizard(wires, WizardStep(check("phase", data.get("phase"), one_of(*WizardStep), unreadable)), **fields)
    return wizard if _numbers("lights", data.get("lights")) == _lights(wires) else _other_lights(wizard)


def _numbers(name: str, value: object) -> tuple[int, ...]:
    return tuple(check(name, each, _NUMBER, unreadable) for each in check(name, value, LIST, unreadable))


def _pairs(name: str, value: object, numbers: Kind[int]) -> Pairs:
    pairs = (listed(name, pair, 2) for pair in check(name, value, LIST, unreadable))
    return tuple(
        (Square(check(name, square, _NUMBER, unreadable)), check(name, number, numbers, unreadable))
        for square, number in pairs
    )


def _other_lights(wizard: Wizard) -> Wizard:
    """Adapt to a changed number of pixels: the switches stay, the lights are learnt anew."""
    dark = replace(wizard, rings=(), placed=(), queue=(), again=0, dark=0, square=None)
    if wizard.phase is WizardStep.WRONG_PIXELS and lights_usable(dark):
        return go(dark, WizardStep.EMPTY)
    return begin_rings(dark) if wizard.phase in _SWITCHES_KNOWN else dark


def _usable(wizard: Wizard) -> Wizard:
    """Return the same state, if it can be shown and stored; otherwise raise."""
    view(wizard)
    pixels(wizard)
    learnt_map(wizard)
    if any(ring >= wizard.wires.ring_count for ring in wizard.queue):
        raise ValueError(f"queue {wizard.queue}")
    return wizard
