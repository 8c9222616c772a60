"""Measure the burden of the rules on hands, and of being told things, in games on a wooden board.

Run through ``script/bench burden``. Whole games are played at random by ideal hands: they move what was decided, do
what the lights ask for with no touch too many, and wait only while nothing is lit. Reeds, debounce and the table's step
are those of the program; chance is seeded.
"""

import argparse
import math
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from engine.core.actions import Action
from engine.core.pieces import Seat
from engine.core.squares import Square, bits
from engine.game import EVERYTHING, PromptKind, View
from engine.records.game_record import begin
from engine.registry import find_game, game_ids
from hardware.board_map import wire
from hardware.debounce import Debounced, debounce, next_deadline
from hardware.simulated.board import SimulatedBoard
from hardware.simulated.faults import PERFECT
from hardware.simulated.pieces import Wood
from table.hands.displacement import extra, missing
from table.messages.effects import DrawChance, Effect, StoreAction, StoreEnd, StoreGame, StoreUndone
from table.messages.events import ActionStored, Answer, BoardRead, ChanceDrawn, ContinueGame, Event, TimePassed
from table.messages.lights import Role
from table.messages.new_game import NewGame
from table.messages.scene import Scene
from table.model.current_game import GameOnTable
from table.model.playback import LEARNT
from table.model.state import PATIENCE_S, Table
from table.output.guidance import lights
from table.output.scene_builder import scene
from table.step import step

sys.path.append(str(Path(__file__).parents[2] / "tests" / "support"))

from done_by_hand import Stands, bare, rewound  # noqa: E402

HAND, SEATS = "ideal", frozenset(Seat)
TOUCH_S = 0.5
"""The time from one touch to the next."""
ASKING = {Role.WRONG, Role.SPAWN, Role.PLACE, Role.CLEAR, Role.MARCH_FROM, Role.MARCH_TO}
"""The lights that ask hands for something."""
LONGEST = 400
"""Actions after which a game that its options let go on for ever is left."""
GOAL = 50
"""The largest share of the touches, in percent, that the rules may ask for in Pawn Advance Chess."""


@dataclass
class Tally:
    """The counts of one game. Seconds are those of the simulated time."""

    moves: int = 0
    own: int = 0
    """Touches for what players decided."""
    automatic: int = 0
    """Touches for what the rules do by themselves, once somebody has moved."""
    decisions: int = 0
    """Answers on a phone."""
    turns: int = 0
    waited_s: float = 0.0
    """The time in which pieces were to be moved, and no light said which."""
    told_s: dict[float, tuple[int, float]] = field(default_factory=dict)
    """The beginning of each playback → the turn it belongs to, and how long it takes."""

    def told_between_s(self, first: int, last: float) -> float:
        """Return how long is told from a turn to another one."""
        return sum(long_s for turn, long_s in self.told_s.values() if first <= turn <= last)


def pieces_of(view: View) -> Stands:
    """The pieces on the board, without their tokens."""
    return {square: bare(str(piece)) for square, piece in view.pieces.items()}


class Match:
    """A game on a simulated wooden board, and ideal hands over it."""

    def __init__(self, game_id: str, seed: int) -> None:
        self.chance, self.now_s, self.tally = random.Random(f"{game_id} {seed}"), 1000.0, Tally()
        game = find_game(game_id)
        played = begin(game, game.read_options({}))
        board, box = game.board(played.options), {f"{seat}{kind}": 64 for seat in "wbrun" for kind in game.piece_names}
        wood = Wood(board, pieces_of(game.view(played.position, EVERYTHING)), tray=box)
        self.board = SimulatedBoard(wire(board), wood, PERFECT, lambda: self.now_s, seed)
        self.table, self.entries = Table(), 0
        self._reeds: Debounced | None = None
        self._turn: Seat | None = None
        self._scan()
        self._send(BoardRead(self.board.wood.occupancy))
        self._send(ContinueGame("bench", NewGame(game_id, played.options.as_data(), {}, False), played, 0))

    @property
    def on_table(self) -> GameOnTable:
        """The game on the table."""
        assert self.table.on_table is not None
        return self.table.on_table

    # --- time ----------------------------------------------------------------------------------------------------

    def _scan(self) -> None:
        debounce_s = self.table.settings.debounce_ms / 1000
        raw = self.board.board_map.occupancy(self.board.reeds.read())
        self._reeds, events = debounce(self._reeds, raw, self.now_s, debounce_s)
        for event in events:
            self._send(event)
        if self.table.wake_at_s is not None and self.table.wake_at_s <= self.now_s:
            self._send(TimePassed())

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        end_s = self.now_s + seconds
        self._scan()
        while self.now_s < end_s:
            due = (self.table.wake_at_s, next_deadline(self._reeds, self.table.settings.debounce_ms / 1000), end_s)
            self.now_s = max(self.now_s + 1e-6, min(moment for moment in due if moment is not None))
            self._scan()

    def _send(self, event: Event) -> None:
        self.table, effects = step(self.table, event, self.now_s)
        for effect in effects:
            self._carry_out(effect)
        playback = self.table.playback
        if playback is not None:
            turn = self.tally.told_s.get(playback.since_s, (self.tally.turns, 0.0))[0]
            self.tally.told_s[playback.since_s] = turn, playback.moments()[-1] - playback.since_s

    def _carry_out(self, effect: Effect) -> None:
        if isinstance(effect, DrawChance):
            outcomes, weights = zip(*effect.outcomes, strict=True)
            self._send(ChanceDrawn(self.chance.choices(outcomes, weights)[0]))
        elif isinstance(effect, StoreAction | StoreEnd | StoreGame | StoreUndone):
            self.entries = 0 if isinstance(effect, StoreGame) else effect.entry
            self._send(ActionStored(self.entries))

    # --- hands ---------------------------------------------------------------------------------------------------

    def play(self, most: int) -> Tally:
        """Play to the end, or to so many actions."""
        while self.on_table.outcome is None and len(self.on_table.played.actions) < most:
            self._count_turn()
            if self.table.goal is not None:
                self._do_as_lit()
            elif not self.on_table.seats_to_act:
                self.wait(0.1)  # chance decides
            else:
                self._decide()
        return self.tally

    def _count_turn(self) -> None:
        turn = self.on_table.game.turn_of(self.on_table.position)
        self.tally.turns += turn not in (None, self._turn)
        self._turn = turn or self._turn

    def _do_as_lit(self) -> None:
        """One of the touches that the lights ask for, those that free a square first; if none does, wait."""
        lit = {square for square, light in lights(self.table, self.now_s).items() if light.role in ASKING}
        leaving, lacking = ([each for each in bits(squares) if each in lit]
                            for squares in (extra(self.table) | self.table.misplaced, missing(self.table)))
        held = self.board.wood.holds(HAND)
        wanted = [each for each in lacking if str(self.on_table.stands[each]) in held]
        if wanted or lacking and not leaving:
            self._place(wanted[0] if wanted else lacking[0])
        elif leaving:
            self._lift(leaving[0])
        else:
            self.tally.waited_s += 0.05
            self.wait(0.05)
            return
        self.tally.automatic += self.tally.moves > 0  # what stands at the start is set up in any game
        self.wait(TOUCH_S)

    def _decide(self) -> None:
        """A decision at random: by hand if there is any, else on a phone."""
        on_table, known = self.on_table, len(self.on_table.played.actions)
        self.tally.moves += 1
        if on_table.hand_actions:
            self._act(self.chance.choice(on_table.hand_actions).action)
        prompts = [each for each in self._scene().prompts if each.id.startswith(("game:", "hands:"))]
        if len(self.on_table.played.actions) == known and prompts:
            self.tally.decisions += 1
            prompt = self.chance.choice(prompts)
            division = prompt.kind == PromptKind.DIVISION
            value = f"{prompt.seats[0]}:-" if division else self.chance.choice(prompt.choices).value
            self._send(Answer(prompt.id, value, SEATS))

    def _act(self, action: Action) -> None:
        """Lift what leaves its square, touch what is struck, put down what belongs there."""
        game, position, before = self.on_table.game, self.on_table.position, dict(self.board.wood.stands)
        footprint, (there, happenings) = game.footprint(position, action), game.apply(position, action)
        after = rewound(before, pieces_of(game.view(there, EVERYTHING)), footprint, happenings)
        for square in bits(footprint.empties | footprint.swaps | footprint.returns):
            self._own(self._lift, square)
        for square in bits(footprint.touches):
            self._own(self._lift, square)
            self._own(self._place, square, before[square])
        for square in bits(footprint.fills | footprint.swaps | footprint.returns):
            self._own(self._place, square, after[square])
        self.wait(PATIENCE_S)

    def _own(self, do: Callable[..., None], *given: object) -> None:
        do(*given)
        self.tally.own += 1
        self.wait(TOUCH_S)

    def _lift(self, square: Square) -> None:
        self.board.lift(square, HAND)

    def _place(self, square: Square, piece: str | None = None) -> None:
        piece = piece or str(self.on_table.stands[square])
        if piece not in self.board.wood.holds(HAND):
            self.board.take(piece, HAND)
        self.board.place(square, piece, HAND)

    def _scene(self) -> Scene:
        return scene(self.table, SEATS, 0, self.now_s)


def row(game_id: str, games: int, most: int) -> tuple[str, float]:
    """Measure so many games; return their line, and the share of the touches that the rules ask for, in percent."""
    tallies = [Match(game_id, seed).play(most) for seed in range(games)]

    def mean(count: Callable[[Tally], float], per: Callable[[Tally], float]) -> float:
        return sum(map(count, tallies)) / max(1, sum(map(per, tallies)))

    seats = len(find_game(game_id).seats_of(find_game(game_id).read_options({})))
    early = LEARNT * seats
    share = 100 * mean(lambda each: each.automatic, lambda each: each.own + each.automatic)
    cells = (
        mean(lambda each: each.own, lambda each: each.moves),
        mean(lambda each: each.automatic, lambda each: each.moves),
        mean(lambda each: each.decisions, lambda each: each.moves),
        seats * mean(lambda each: each.told_between_s(0, early), lambda each: min(each.turns, early)),
        seats * mean(lambda each: each.told_between_s(early + 1, math.inf), lambda each: max(0, each.turns - early)),
        seats * mean(lambda each: each.waited_s, lambda each: each.turns),
    )
    return f"| `{game_id}` | {share:.0f} % | {' | '.join(f'{cell:.2f}' for cell in cells)} |", share


def main() -> None:
    """Print a line per game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10, help="games of each kind (default 10)")
    parser.add_argument("--game", help="only this game")
    parser.add_argument("--actions", type=int, default=LONGEST, help=f"actions of a game at most (default {LONGEST})")
    arguments = parser.parse_args()
    print("| game | automatic touches | own touches a move | automatic ones a move | answers a move "
          "| seconds told a round | later | seconds waited for lights a round |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    asked = ""
    for game_id in [arguments.game] if arguments.game else game_ids():
        line, share = row(game_id, arguments.games, arguments.actions)
        print(line, flush=True)
        if game_id == "pawn-advance":
            asked = f"\ngoal: automatic touches ≤ {GOAL} % in Pawn Advance Chess; measured: {share:.1f} %"
    print(asked)


if __name__ == "__main__":
    main()
