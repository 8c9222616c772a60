"""Rebuild the card as it would be if the power had failed at some other moment: the writes of a machine are done again
up to then, the kernel of this computer mounts what is left, and the program goes on with it."""

import random
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from card import Flush, Note, Sectors, Write

Event = Write | Flush | Note


@dataclass(frozen=True)
class Cut:
    """A card after a cut: what had been known, how many writes were not safe, and how many of them were lost."""

    card: Path
    known: object
    unsafe: int
    lost: int


def cut_anywhere(before: Path, events: Sequence[Event], count: int, chance: random.Random, work: Path) -> Iterator[Cut]:
    """``count`` cuts at moments drawn from the events, from the first note on, the earliest first.

    :param before: the card as it was before the events; it is changed.
    """
    whole, cut, done = Sectors(before), work / "cut", 0
    known: object = None
    first = next(number for number, event in enumerate(events) if isinstance(event, Note))
    for moment in sorted(chance.randrange(first, len(events)) + 1 for _ in range(count)):
        for event in events[done:moment]:
            if isinstance(event, Note):
                known = event.known
            else:
                whole.take(event)
        done = moment
        yield Cut(cut, known, *whole.copy_cut(before, cut, chance))
    whole.close()


@contextmanager
def mounted(card: Path, place: Path) -> Iterator[Path]:
    """The files of a card: the kernel mends them as it does after a power cut."""
    place.mkdir(exist_ok=True)
    subprocess.run(["mount", "-t", "ext4", "-o", "loop,noatime", str(card), str(place)], check=True)
    try:
        yield place
    finally:
        subprocess.run(["umount", str(place)], check=True)


def is_whole(card: Path) -> bool:
    """True if a mended file system has no fault left."""
    return subprocess.run(["e2fsck", "-fn", str(card)], capture_output=True).returncode == 0
