"""A whole table in simulated time: wood and hands above, reeds, debounce and the table's step below.

Only the store (which answers at once), chance, what computers choose (both seeded) and the clock are the rig's own.
"""

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

from broken import Broken
from done_by_hand import bare
from random_games import some_action

from engine.core.pieces import Seat
from engine.core.squares import Board, Square
from engine.game import EVERYTHING, Played
from engine.records.computer_levels import NO_COMPUTERS, Computers
from engine.records.game_record import begin, replay
from hardware.board_map import wire
from hardware.debounce import Debounced, debounce, next_deadline
from hardware.ports import Reeds
from hardware.simulated.board import SimulatedBoard
from hardware.simulated.faults import BoardFaults
from hardware.simulated.pieces import Wood
from table.messages.effects import DrawChance, Effect, KeepComputers, Refuse, StoreAction, StoreGame, StoreUndone, Think
from table.messages.events import (
    NOTHING_STORED,
    ActionStored,
    Answer,
    BoardRead,
    ChanceDrawn,
    ContinueGame,
    Event,
    MoveChosen,
    Sensed,
    SquareLifted,
    SquarePlaced,
    StartGame,
    StoredState,
    TimePassed,
)
from table.messages.new_game import NewGame
from table.messages.scene import Scene
from table.model.state import Table, Touch
from table.output.scene_builder import scene
from table.step import step

SCAN_S = 0.005
ALL_SEATS = frozenset(Seat)
THINKING_S = 2.0
"""The longest that a computer thinks."""


class Rig:
    """A board, its reeds and the table on top of them."""

    def __init__(
        self, board: Board, misbehaviour: BoardFaults, seed: int,
        reeds: Callable[[SimulatedBoard], Reeds] = lambda board: board.reeds,
    ) -> None:
        """:param reeds: the driver that reads the switches of the simulated board."""
        self.now_s = 1000.0
        self.chance = random.Random(seed)
        self.seed = seed
        self.board = SimulatedBoard(wire(board), Wood(board), misbehaviour, lambda: self.now_s, seed)
        self.reeds = reeds(self.board)
        self.table = Table()
        self.record: list[str] = []
        self.entries = 0
        self.refusals: list[str] = []
        self.touches: list[Touch] = []
        self.seen: tuple[Touch, ...] = ()
        """The touches felt between the last two actions stored."""
        self.seen_covered = 0
        """The occupancy when the last action was stored."""
        self.broken: dict[Square, Broken] = {}
        """Switches that lie, by square."""
        self.asked: Think | None = None
        """The question that a computer is thinking about."""
        self._thought_s = 0.0
        self._seen: tuple[Table, float, Scene] | None = None
        self._reeds: Debounced | None = None
        self.scan()

    # --- time ----------------------------------------------------------------------------------------------------

    def scan(self) -> None:
        """Read the reeds once and do what is due."""
        for event in self._feel():
            self.send(event)
        if self.table.wake_at_s is not None and self.table.wake_at_s <= self.now_s:
            self.send(TimePassed())
        if self.asked is not None and self._thought_s <= self.now_s:
            self._move_chosen(self.asked)

    def _feel(self) -> tuple[Sensed, ...]:
        raw = self.board.board_map.occupancy(self.reeds.read())
        for square, switch in self.broken.items():
            raw = raw & ~(1 << square) | switch.shows(bool(raw >> square & 1), self.now_s) << square
        self._reeds, events = debounce(self._reeds, raw, self.now_s, self.table.settings.debounce_ms / 1000)
        return events

    def wait(self, seconds: float) -> None:
        """Let time pass: scan by scan while anything moves, in one leap while all is at rest."""
        end_s = self.now_s + seconds
        self.scan()
        while self.now_s < end_s:
            self.now_s = min(end_s, self._next_s())
            self.scan()

    def _next_s(self) -> float:
        due = [self.table.wake_at_s, next_deadline(self._reeds, self.table.settings.debounce_ms / 1000)]
        due += [switch.changes_s(self.now_s) for switch in self.broken.values()]
        if self.asked is not None:
            due.append(self._thought_s)
        if self.board.at_rest_s > self.now_s:
            due.append(self.now_s + SCAN_S)
        waiting = [moment for moment in due if moment is not None]
        return max(self.now_s + 1e-6, min(waiting, default=float("inf")))

    # --- the table -----------------------------------------------------------------------------------------------

    def send(self, event: Event) -> None:
        """One event into the table, and everything that follows from it."""
        if isinstance(event, SquareLifted | SquarePlaced):
            self.touches.append(Touch(event.square, isinstance(event, SquareLifted), self.now_s))
        self.table, effects = step(self.table, event, self.now_s)
        for effect in effects:
            self._carry_out(effect)

    def _carry_out(self, effect: Effect) -> None:
        if isinstance(effect, Refuse):
            self.refusals.append(str(effect.reason))
        elif isinstance(effect, DrawChance):
            outcomes, weights = zip(*effect.outcomes, strict=True)
            self.send(ChanceDrawn(self.chance.choices(outcomes, weights)[0]))
        elif isinstance(effect, Think):
            self.asked, self._thought_s = effect, self.now_s + self._luck(effect).uniform(0.0, THINKING_S)
        elif not isinstance(effect, KeepComputers):
            if isinstance(effect, StoreAction):
                self.record.append(effect.action)
                self.seen, self.seen_covered, self.touches = tuple(self.touches), self.table.covered, []
            elif isinstance(effect, StoreUndone):
                del self.record[-effect.count :]
            self.entries = 0 if isinstance(effect, StoreGame) else effect.entry
            self.send(ActionStored(self.entries))

    def _luck(self, asked: Think) -> random.Random:
        """Asked the same again, a computer comes to the same."""
        return random.Random(f"{self.seed} {asked.entry} {asked.seat}")

    def _move_chosen(self, asked: Think) -> None:
        """The computer has chosen: any action that its seat may do."""
        self.asked, on_table, luck = None, self.table.on_table, self._luck(asked)
        assert on_table is not None
        if self.table.thought is None:
            return
        action = some_action(on_table.game, on_table.position, luck, asked.seat)
        self.send(MoveChosen(asked.entry, action.text, luck.uniform(-1.0, 1.0)))

    def start(
        self, game_id: str, options: dict[str, int | bool | str], tray: Counter[str],
        computers: Computers = NO_COMPUTERS,
    ) -> None:
        """Begin a game with an empty board and this box of pieces."""
        self.board.stand(Wood(self.board.board_map.board, tray=dict(tray)))
        self.wait(0.1)
        self.send(StartGame("game-1", NewGame(game_id, options, {}, False, computers=computers)))

    def restart(self) -> None:
        """The program is started again: it knows what was stored, and reads the board anew."""
        on_table, standing = self.table.on_table, self.table.stored
        assert on_table is not None
        played = replay(begin(on_table.game, on_table.played.options), tuple(self.record))
        self._continue(played, None, on_table.computers, standing)

    def go_on(self, played: Played, setup: dict[str, Any] | None) -> None:
        """Go on with a stored game, its pieces standing. ``setup``: the state that it began from."""
        pieces = played.game.view(played.position, EVERYTHING).pieces
        stands = {square: bare(str(piece)) for square, piece in pieces.items()}
        box = Counter({f"{seat}{kind}": 64 for seat in "wbrun" for kind in played.game.piece_names})
        self.board.stand(Wood(self.board.board_map.board, stands, tray=dict(box)))
        self.wait(0.1)
        self.record, self.entries = [action.text for action in played.actions], len(played.actions)
        self._continue(played, setup, NO_COMPUTERS, NOTHING_STORED)

    def _continue(
        self, played: Played, setup: dict[str, Any] | None, computers: Computers, standing: StoredState
    ) -> None:
        assert self._reeds is not None
        self.table, self.asked = Table(self.table.settings), None
        self.send(BoardRead(self._reeds.occupancy))
        game = NewGame(played.game.id, played.options.as_data(), {}, False, setup=setup, computers=computers)
        self.send(ContinueGame("game-1", game, played, self.entries, standing))

    def scene(self) -> Scene:
        """Return the scene of a phone that holds every seat. A second look at the same moment gives the same."""
        if self._seen is None or self._seen[0] is not self.table or self._seen[1] != self.now_s:
            self._seen = self.table, self.now_s, scene(self.table, ALL_SEATS, 0, self.now_s)
        return self._seen[2]

    def answer(self, prompt_id: str, value: str) -> None:
        self.send(Answer(prompt_id, value, ALL_SEATS))

    def square(self, name: str) -> Square:
        return self.board.board_map.board.parse(name)
