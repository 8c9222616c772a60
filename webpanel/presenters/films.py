"""Pictures and films of stored games, made of their replays."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypedDict

from engine.core.messages import message
from engine.core.pieces import Seat
from engine.core.squares import Board
from webpanel.presenters.json_cache import to_text
from webpanel.presenters.pictures import END, Moment, PictureFrame, before, drawn, picture
from webpanel.presenters.replays import Replay
from webpanel.server.long_work import LongWork

MOST: Final = 400
"""The most moments of a film: of a longer game some are left out, first those in the middle of actions."""
KEPT: Final = 3
BUSY: Final = message("Films of other games are being made. Wait a moment, then try again.")


class FilmMomentJson(TypedDict):
    """A moment of a film."""

    told: str
    drawn: str


class FilmJson(TypedDict):
    """The pictures of a game: ``before``, one of the ``moments`` and ``after`` together make an SVG picture."""

    width: int
    height: int
    before: str
    after: str
    moments: list[FilmMomentJson]


class Films:
    """Films, made as long work; the latest are kept. Safe to use from any thread."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], str] = {}

    def of(self, replay: Replay, title: str, long_work: LongWork) -> str:
        """Return a film (a :class:`FilmJson`) as text.

        :raises Refused: others have wanted films for too long (status 503).
        """
        with long_work.turn(BUSY):
            film = self._kept.pop((replay.text, title), None) or _film(json.loads(replay.text), title)
            self._kept[replay.text, title] = film  # as the latest
            while len(self._kept) > KEPT:
                del self._kept[next(iter(self._kept))]
            return film


def step_picture(replay: Replay, title: str, number: int) -> str:
    """Draw one step of a replay."""
    told = json.loads(replay.text)
    *_, moment = _moments(told["steps"][: number + 1])
    return picture(_scenery(told, title), moment)


def _film(told: Mapping[str, Any], title: str) -> str:
    scenery, chosen = _scenery(told, title), set(shown(told["steps"]))
    moments: list[FilmMomentJson] = [
        {"told": moment.told, "drawn": drawn(scenery, moment)}
        for number, moment in enumerate(_moments(told["steps"])) if number in chosen
    ]
    return to_text(FilmJson(
        width=scenery.width, height=scenery.height, before=before(scenery), after=END, moments=moments
    ))


def shown(steps: Sequence[Mapping[str, Any]], most: int = MOST) -> Sequence[int]:
    """Return the steps that a film shows; the first and the last are always among them."""
    if len(steps) <= most:
        return range(len(steps))
    after = (*(step["number"] for step in steps[1:]), None)
    last = [number for number, step in enumerate(steps) if step["number"] != after[number]]
    return [last[place * (len(last) - 1) // (most - 1)] for place in range(most)] if len(last) > most else last


def _scenery(told: Mapping[str, Any], title: str) -> PictureFrame:
    names = {Seat(seat): name for seat, name in told["names"].items()}
    return PictureFrame(title, names, Board(told["files"], told["ranks"], told["a1_light"]), told["piece_art"])


def _moments(steps: Sequence[Mapping[str, Any]]) -> Iterator[Moment]:
    pieces: dict[str, str] = {}
    for step in steps:
        changes = step["changes"]
        pieces = {square: piece for square, piece in (pieces | changes).items() if piece is not None}
        yield Moment(pieces, step["told"], step["phase"], step["squares"], step["holes"])
