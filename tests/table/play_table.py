"""A table to experiment with: hands that lift and place, its own clock, a store and a chance that answer at once."""

import random
from collections.abc import Mapping
from dataclasses import replace

from engine.core.pieces import Seat
from engine.core.squares import Square
from engine.records.computer_levels import NO_COMPUTERS
from engine.records.game_record import begin, replay
from engine.records.time_controls import Controls, KeptClocks
from engine.registry import find_game
from table.hands.take_back import correctable_until_s
from table.messages.effects import (
    DrawChance,
    Effect,
    GiveSeat,
    Keep,
    KeepTimes,
    PutNext,
    Refuse,
    StoreAction,
    StoreEnd,
    StoreGame,
    StoreUndone,
    Think,
)
from table.messages.events import (
    ActionStored,
    Answer,
    BoardLaidOut,
    BoardRead,
    ChanceDrawn,
    ContinueGame,
    Event,
    MoveChosen,
    NextGame,
    SquareLifted,
    SquarePlaced,
    StartGame,
    StoredState,
    TimePassed,
)
from table.messages.lights import Light, Role
from table.messages.new_game import NewGame
from table.messages.remote_board import RemoteBoard
from table.messages.scene import Scene
from table.model.state import Table
from table.output import guidance
from table.output.scene_builder import clocks, scene
from table.step import step

WHITE, BLACK = frozenset({Seat.WHITE}), frozenset({Seat.BLACK})
BOTH = WHITE | BLACK
HANDS_S = 0.2
"""The time that hands need to put something down."""


class PlayTable:
    """A table on which a game is played by calling methods.

    ``slow_store``: storing is acknowledged only by :meth:`acknowledge`.
    """

    def __init__(self, seed: int = 1) -> None:
        self.table = Table()
        self.now_s = 100.0
        self.slow_store = False
        self.random = random.Random(seed)
        self.stored: list[Effect] = []
        self.waiting: list[Event] = []
        self.refusals: list[str] = []
        self.put_next: list[NextGame] = []
        self.given: list[GiveSeat] = []
        self.fixed: list[str] = []
        """The next decisions of chance."""
        self.setup: Mapping[str, object] | None = None
        self.controls: Controls = {}
        """The time controls of the games that begin from now on."""
        self.afar: RemoteBoard | None = None
        """The other board of those games."""
        self.computers = NO_COMPUTERS
        """Those of the games that begin or go on from now on."""
        self.thoughts: list[Think] = []
        """The questions that computers were asked; see :meth:`choose`."""

    # --- events --------------------------------------------------------------------------------------------------

    def send(self, event: Event) -> None:
        """One event, and the answers of store and chance to what follows from it."""
        self.table, effects = step(self.table, event, self.now_s)
        for effect in effects:
            self._carry_out(effect)
        while self.waiting and not self.slow_store:
            self.send(self.waiting.pop(0))

    def _carry_out(self, effect: Effect) -> None:
        if isinstance(effect, Refuse):
            self.refusals.append(str(effect.reason))
        elif isinstance(effect, DrawChance) and self.fixed:
            self.send(ChanceDrawn(self.fixed.pop(0)))
        elif isinstance(effect, DrawChance):
            outcomes, weights = zip(*effect.outcomes, strict=True)
            self.send(ChanceDrawn(self.random.choices(outcomes, weights)[0]))
        elif isinstance(effect, Think):
            self.thoughts.append(effect)
        elif isinstance(effect, PutNext):
            self.put_next.append(effect.game)
        elif isinstance(effect, GiveSeat):
            self.given.append(effect)
        else:
            self.stored.append(effect)
            if isinstance(effect, Keep):
                return
            self.waiting.append(ActionStored(0 if isinstance(effect, StoreGame) else effect.entry))

    def choose(self, action: str, score: float = 0.0) -> None:
        """The computer answers what it was asked last, once hands have had the time to correct themselves."""
        self.wait_for_corrections()
        self.send(MoveChosen(self.thoughts[-1].entry, action, score))

    def wait_for_corrections(self) -> None:
        """Nothing happens until what hands have played can no longer be corrected by them."""
        self.wait(max(0.0, correctable_until_s(self.table) - self.now_s))

    def acknowledge(self) -> None:
        """The slow store has caught up."""
        while self.waiting:
            self.send(self.waiting.pop(0))

    def wait(self, seconds: float = 0.4) -> None:
        """Nothing happens for a while; the table is woken whenever it asked to be."""
        end_s = self.now_s + seconds
        while self.table.wake_at_s is not None and self.table.wake_at_s <= end_s:
            self.now_s = max(self.now_s, self.table.wake_at_s)
            self.send(TimePassed())
        self.now_s = end_s

    def start(self, game_id: str = "pawn-advance", set_up: bool = True, **options: int | bool | str) -> None:
        """A new game; ``set_up``: the pieces are put where they belong."""
        self.send(StartGame("game-1", self._new_game(game_id, options)))
        if set_up:
            self.follow_lights()

    def _new_game(self, game_id: str, options: Mapping[str, int | bool | str]) -> NewGame:
        players = {Seat.WHITE: "Anna", Seat.BLACK: "Ben"}
        return NewGame(
            game_id, options, players, False, computers=self.computers, controls=self.controls, afar=self.afar
        )

    def continue_with(self, actions: tuple[str, ...], state: Mapping[str, object] | None = None,
                      game_id: str = "pawn-advance", **options: int | bool | str) -> None:
        """A stored game, its pieces already standing."""
        self.setup = state
        game = find_game(game_id)
        played = replay(begin(game, game.read_options(options), state), actions)
        self.send(ContinueGame(
            "game-1", self._new_game(game_id, options), played, len(actions), clocks=KeptClocks(self.controls)
        ))
        self.follow_lights()

    # --- hands ---------------------------------------------------------------------------------------------------

    def square(self, name: str) -> Square:
        assert self.table.on_table is not None
        return self.table.on_table.board.parse(name)

    def lift(self, *names: str) -> None:
        for name in names:
            self.now_s += 0.05
            self.send(SquareLifted(self.square(name)))

    def place(self, *names: str) -> None:
        """Not within a moment of the lift: what is quicker than hands is a bump."""
        for name in names:
            self.now_s += HANDS_S
            self.send(SquarePlaced(self.square(name)))

    def bump(self, name: str, open_s: float = 0.06) -> None:
        """A sleeve: the reed of a square opens for a moment."""
        self.lift(name)
        self.now_s += open_s
        self.send(SquarePlaced(self.square(name)))

    def power_cut(self, read: bool = True, standing: StoredState | None = None) -> None:
        """The program is started again: it knows what was stored, and reads the board anew, now or later.

        ``standing``: what was kept besides the actions, if that is not the latest.
        """
        old, game = self.table, self.table.on_table
        assert game is not None
        held = () if old.drawn is None else (old.drawn,)  # on disk, and not shown yet
        actions, self.table, self.waiting = (*self.actions, *held), Table(old.settings), []
        self.send(BoardRead(old.occupancy) if read else BoardLaidOut())
        played = replay(begin(game.game, game.played.options, self.setup), actions)
        begun = NewGame(game.game.id, game.played.options.as_data(), {}, game.screen, computers=game.computers,
                        afar=game.afar)
        kept = old.stored if standing is None else standing
        self.send(
            ContinueGame(game.key, begun, played, old.entries, kept, self.kept_clocks(), self.kept_scores())
        )

    def kept_scores(self) -> Mapping[int, float]:
        """Return the scores of computers' thoughts that the store has."""
        kept: list[float | None] = []
        for effect in self.stored:
            match effect:
                case StoreAction(score=score):
                    kept.append(score)
                case StoreUndone(count=count):
                    del kept[-count:]
        return {number: score for number, score in enumerate(kept, 1) if score is not None}

    def kept_clocks(self) -> KeptClocks:
        """Return the clocks that the store has."""
        kept = KeptClocks(self.controls)
        for effect in self.stored:
            match effect:
                case StoreAction(stamp=stamp):
                    kept = kept.after_action(stamp)
                case StoreUndone(count=count) if self.controls:
                    kept = kept.before_actions(count)
                case KeepTimes(times=times):
                    kept = replace(kept, times=times)
        return kept

    def left(self, seat: Seat) -> float:
        """The seconds on a clock."""
        return clocks(self.table, self.now_s)[seat].left_ms / 1000

    def running(self) -> set[Seat]:
        """Return the seats whose clocks run."""
        return {seat for seat, clock in clocks(self.table, self.now_s).items() if clock.runs}

    def move(self, origin: str, target: str) -> None:
        """Lift, place, let go."""
        self.lift(origin)
        self.place(target)
        self.wait()

    def capture(self, origin: str, target: str) -> None:
        """Own piece first, then the enemy's off, then the own on."""
        self.lift(origin, target)
        self.place(target)
        self.wait()

    def follow_lights(self) -> None:
        """Do what goals show until the board is in step."""
        for _ in range(500):
            if not self.table.goal:
                return
            seen = self.scene()
            if seen.extra:
                self.lift(seen.extra[0])
            elif seen.missing:
                self.place(seen.missing[0])
            self.wait(0.1)
        raise AssertionError("the goal is never reached")

    def covers(self, occupancy: int) -> None:
        self.send(BoardRead(occupancy))

    # --- looking -------------------------------------------------------------------------------------------------

    def scene(self, seats: frozenset[Seat] = BOTH) -> Scene:
        return scene(self.table, seats, 1, self.now_s)

    def light(self, name: str) -> Light:
        return guidance.lights(self.table, self.now_s).get(self.square(name), Light())

    def role(self, name: str) -> Role | None:
        return self.light(name).role

    def squares_of(self, role: Role) -> list[str]:
        """The squares that show a role, sorted."""
        assert self.table.on_table is not None
        lit = guidance.lights(self.table, self.now_s)
        return [self.table.on_table.board.name(square) for square in sorted(lit) if lit[square].role is role]

    @property
    def actions(self) -> list[str]:
        assert self.table.on_table is not None
        return [action.text for action in self.table.on_table.played.actions]

    @property
    def pieces(self) -> dict[str, str]:
        return dict(self.scene().pieces)

    def answer(self, value: str, seats: frozenset[Seat] = BOTH) -> None:
        """Answer the one open question."""
        (prompt,) = self.scene(seats).prompts
        self.send(Answer(prompt.id, value, seats))

    def stored_actions(self) -> list[str]:
        return [each.action for each in self.stored if isinstance(each, StoreAction)]

    def stored_kinds(self) -> list[str]:
        return [type(each).__name__ for each in self.stored if isinstance(each, StoreUndone | StoreEnd | StoreGame)]


def play_a_turn(table: PlayTable, rank_from: int, rank_to: int, files: str = "abcd") -> None:
    """Pawn Advance: the pawns of these files go from one rank to another."""
    for file in files:
        table.move(f"{file}{rank_from}", f"{file}{rank_to}")
