"""A stored game step by step, computed by the rules."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Annotated, Final, NotRequired, TypedDict

from engine.core.errors import EngineError
from engine.core.pieces import Seat
from engine.game import EVERYTHING, SPECTATOR, AnyGame, Played, Viewer
from engine.records.game_record import begin, replay
from engine.records.notation import short_name
from engine.records.time_controls import full
from engine.registry import find_game
from webpanel.ports.library_port import ShelfGame
from webpanel.presenters.json_cache import to_text
from webpanel.presenters.moments import BesideJson, StoryMomentJson, beside_json, told_json
from webpanel.server.long_work import LongWork
from webpanel.text.translations import language, player_names, translate

KEPT_LETTERS: Final = 16_000_000
"""The total length of the texts that are kept; the longest game of Pawn Advance has nine million letters."""


class LeftJson(TypedDict):
    """The time left on the clocks."""

    left: NotRequired[dict[Seat, Annotated[int, {"minimum": 0}]]]
    """Milliseconds left on the clock of each seat that has one. Left out: there are no clocks."""


class ReplayStepJson(StoryMomentJson, BesideJson, LeftJson):
    """A moment of a game. An action may have several."""

    number: int
    """The number of actions taken so far."""
    turn: Seat | None
    """The seat whose turn it was; null: nobody's yet."""
    short: str
    """The action as people write it, such as Nf3, at its first step; empty at others, and where the game does not say
    how."""


class ReplayedJson(TypedDict):
    """The board of a game and its players."""

    files: int
    ranks: int
    a1_light: bool
    piece_names: dict[str, str]
    piece_art: dict[str, str]
    names: dict[Seat, str]
    """Seat → the name that its player is called by."""


class ReplayJson(ReplayedJson):
    """All moments of a game, with its board and its players."""

    steps: list[ReplayStepJson]


@dataclass(frozen=True, slots=True)
class Replay:
    """A replay as JSON text, and the number of its steps. ``null`` and 0: the game does not replay."""

    text: str = "null"
    steps: int = 0


class Replays:
    """The replays that were asked for last. Safe to use from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: dict[tuple[object, ...], Replay] = {}
        self._letters = 0

    def of(self, game: ShelfGame, long_work: LongWork) -> Replay:
        """Return the replay of a game, in the language in force. Long ones are long work.

        Step 0 is the start, every other one a moment of an action (see :meth:`engine.game.Game.tell`). Each lists the
        changes of the board (square → piece or null), so that the whole stays small. The replay of an unfinished game
        contains no secrets.

        :raises Refused: others have wanted long ones for too long (status 503).
        """
        if game.damaged:
            return Replay()
        about = game.key, game.actions, game.winners is None, language(), tuple(game.players.values())
        with long_work.replaying(len(game.actions)):
            return self._get(about, game)

    def _get(self, about: tuple[object, ...], game: ShelfGame) -> Replay:
        with self._lock:
            known = self._forget(about)
        made = _replay(game) if known is None else known
        with self._lock:
            self._forget(about)  # another request may have made it meanwhile
            self._kept[about] = made  # as the latest
            self._letters += len(made.text)
            while len(self._kept) > 1 and self._letters > KEPT_LETTERS:
                self._forget(next(iter(self._kept)))
        return made

    def _forget(self, about: tuple[object, ...]) -> Replay | None:
        known = self._kept.pop(about, None)
        self._letters -= 0 if known is None else len(known.text)
        return known


def _replay(game: ShelfGame) -> Replay:
    try:
        told, each = _told(game)
        steps = [to_text(step) for step in each]  # one by one: other threads need the interpreter
    except EngineError:
        return Replay()
    return Replay(f'{to_text(told)[:-1]},"steps":[{",".join(steps)}]}}', len(steps))


def _told(stored: ShelfGame) -> tuple[ReplayedJson, Iterator[ReplayStepJson]]:
    game = find_game(stored.game_id)
    first = begin(game, game.read_options(stored.options), stored.setup)
    played = replay(first, stored.actions)
    over = stored.winners is not None
    shown = played if over else played.before(game.undisclosed(played.position))
    board = game.board(played.options)
    return ReplayedJson({
        "files": board.files, "ranks": board.ranks, "a1_light": board.a1_light,
        "piece_names": {kind: translate(name) for kind, name in game.piece_names.items()},
        "piece_art": {kind: name.key for kind, name in game.piece_names.items()},
        "names": player_names(stored.players, stored.computers, stored.engines),
    }), _each(game, shown, EVERYTHING if over else SPECTATOR, stored)


def _each(game: AnyGame, played: Played, knows: Viewer, stored: ShelfGame) -> Iterator[ReplayStepJson]:
    names, board = player_names(stored.players, stored.computers, stored.engines), game.board(played.options)
    described, left = game.describe(played.first, knows), _left(stored)
    start: dict[str, str | None] = {
        board.name(square): str(piece) for square, piece in game.view(played.first, knows).pieces.items()}
    yield {
        **beside_json(board, described, names), "number": 0, "turn": None, "short": "", "told": "", "squares": [],
        "changes": start, "die": None, **left(0),
    }
    positions = (played.first, *played.positions)
    for number, action in enumerate(played.actions, 1):
        before, turn = positions[number - 1], game.turn_of(positions[number - 1])
        told, short = game.tell(before, action, knows), short_name(game, before, action)
        for each in told:
            if each is told[-1]:
                described = game.describe(positions[number], knows)
            yield {
                **beside_json(board, described, names, each.banner), **told_json(board, each, names),
                "number": number, "turn": turn, "short": short if each is told[0] else "",
                **left(number if each is told[-1] else number - 1),
            }


def _left(stored: ShelfGame) -> Callable[[int], LeftJson]:
    """Return a function that gives the time left on each clock (milliseconds) after so many actions; empty without
    clocks, and where nobody wrote their times down."""
    first = full(stored.controls) if stored.stamps or not stored.actions else {}

    def left(number: int) -> LeftJson:
        known = 0 < number <= len(stored.stamps)
        times = stored.stamps[number - 1].after if known else first
        return {"left": {seat: time.left_ms for seat, time in times.items()}} if times else {}
    return left
