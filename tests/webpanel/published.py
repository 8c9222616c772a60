"""Whole games as a panel sends them to a phone: each table that is published, with the news of the story before it."""

from typing import Any

from play_table import PlayTable
from random_games import some_action

from engine.core.pieces import Seat
from engine.game import AnyGame
from engine.records.computer_levels import WEAKEST, Computers
from engine.registry import find_game
from table.messages.events import MoveChosen
from table.messages.new_game import NewGame
from table.output.scene_builder import scene
from webpanel.presenters.narration import Reader, Stories, story_json
from webpanel.presenters.scene_json import scene_json

NOBODY: frozenset[Seat] = frozenset()
"""The seats of a phone that looks on."""


class Moment:
    """A snapshot of one table, as far as the story asks for it."""

    def __init__(self, table: Any, number: int, now_s: float) -> None:
        on_table = table.on_table
        self.key, self.played = on_table.key, on_table.played
        self._scene = scene(table, NOBODY, number, now_s)

    def scene(self, seats: frozenset[Seat]) -> Any:
        return self._scene


class PublishedGame(PlayTable):
    """A game on the screen board that computers play at random. ``sent``: all that its phones hear, in order; a story
    is news, a scene the whole, and before each scene what stands on the board by then."""

    def __init__(self, game_id: str, seed: int) -> None:
        self.sent: list[tuple[str, Any]] = []
        self._stories, self._reader, self._number = Stories(), Reader(), 10_000
        super().__init__(seed)
        game: AnyGame = find_game(game_id)
        self.game = game
        self.computers = Computers(dict.fromkeys(game.seats_of(game.read_options({})), WEAKEST), seed)
        self.start(game_id)

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        if name == "table" and value.on_table is not None:
            self._publish()

    def _new_game(self, game_id: str, options: Any) -> NewGame:
        return NewGame(game_id, options, {}, True, computers=self.computers)

    def _publish(self) -> None:
        self._number += 1
        now = Moment(self.table, self._number, self.now_s)
        entries = self._stories.entries(now.key, now.played, NOBODY)
        first = self._reader.news(now.key, "en", entries)
        if first is not None:
            self.sent.append(("story", story_json(now, entries, first)))  # type: ignore[arg-type]
        seen = scene_json(now.scene(NOBODY))
        self.sent += [("stands", seen["pieces"] if self.table.in_step else self._stands()), ("scene", seen)]

    def _stands(self) -> dict[str, str]:
        on_table = self.table.on_table
        assert on_table is not None
        return {on_table.board.name(square): str(piece) for square, piece in self.table.wood.stands.items()}

    @property
    def consequences(self) -> int:
        """The number of moments that are told, beyond what hands do."""
        entries = [entry for kind, news in self.sent if kind == "story" for entry in news["entries"]]
        return sum(len(entry["moments"]) - bool(entry["moments"][0]["changes"]) for entry in entries)

    def play(self, consequences: int) -> None:
        """Play to the end, or until so much was told."""
        while self.consequences < consequences:
            self.follow_lights()
            self.wait(10.0)
            on_table = self.table.on_table
            assert on_table is not None
            if on_table.outcome is not None:
                return
            self.sent.append(("rest", None))
            seat = self.thoughts[-1].seat
            action = some_action(self.game, on_table.position, self.random, seat)
            self.send(MoveChosen(self.thoughts[-1].entry, action.text))
