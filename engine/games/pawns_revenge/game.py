"""The rules of Pawn's Revenge as a game to be played."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from random import Random
from typing import Any

from engine.core.actions import Action, Footprint
from engine.core.errors import IllegalAction
from engine.core.json_fields import quoted
from engine.core.messages import message
from engine.core.options import read_options
from engine.core.pieces import Actor, Piece, Seat
from engine.core.squares import Board, bits
from engine.game import Description, Game, Outcome, View, Viewer
from engine.games.pawns_revenge.armies import PIECE_NAMES
from engine.games.pawns_revenge.combat import (
    BadDivision,
    Next,
    commit,
    imagined,
    proposed,
    read_division,
    throw_combat_die,
)
from engine.games.pawns_revenge.endings import REASONS
from engine.games.pawns_revenge.geometry import LARGE, SMALL, grid_of
from engine.games.pawns_revenge.moves import count_moves, list_moves
from engine.games.pawns_revenge.narration import tell
from engine.games.pawns_revenge.position import (
    NOBODY,
    ROLLS,
    SECRET_PHASES,
    Division,
    Draw,
    Move,
    PawnsRevengeOptions,
    Phase,
    Position,
    actors,
    alliance_of,
    check_combination,
    draws,
    next_to_throw,
    nothing,
    rules_of,
    still_to_commit,
    throw_actions,
    throws,
)
from engine.games.pawns_revenge.position_editor import material, stages
from engine.games.pawns_revenge.setup import read_position
from engine.games.pawns_revenge.text import describe, view
from engine.games.pawns_revenge.tips import TIPS
from engine.games.pawns_revenge.turns import (
    draws_hole,
    move_rogue,
    next_turn,
    prowl,
    rogue_starts,
    scatter,
    start,
    take_move,
    take_roll,
    throw_first,
)
from engine.narration import AppliedAction, Story
from engine.position_editor import Stage

_NO_HANDS = Footprint()


class PawnsRevenge(Game[Position]):
    """Pawn's Revenge."""

    id = "pawns-revenge"
    name = "Pawn's Revenge"
    summary = message("Throw the dice, hide your strength, hunt the king.")
    minutes = (30, 90)
    tips = TIPS
    beside = message("Also dice, if you want to throw them yourselves.")
    boards = (SMALL, LARGE)
    seats = tuple(Seat)
    piece_names = PIECE_NAMES
    reasons = REASONS
    options_type = PawnsRevengeOptions

    def read_options(self, given: object) -> PawnsRevengeOptions:
        options = read_options(PawnsRevengeOptions, given)
        check_combination(options)
        return options

    def board(self, options: PawnsRevengeOptions) -> Board:
        return grid_of(options.players).board

    def seats_of(self, options: PawnsRevengeOptions) -> tuple[Seat, ...]:
        return options.seats

    def allies(self, options: PawnsRevengeOptions, seat: Seat) -> tuple[Seat, ...]:
        return tuple(each for each in options.seats if alliance_of(options, each) == alliance_of(options, seat))

    def start(self, options: PawnsRevengeOptions) -> Position:
        return start(options)

    def setup(self, options: PawnsRevengeOptions, state: Mapping[str, Any]) -> Position:
        return read_position(rules_of(options), state)

    def material(self, options: PawnsRevengeOptions) -> Sequence[Piece]:
        return material(options)

    def stages(self, options: PawnsRevengeOptions) -> Sequence[Stage]:
        return stages(options)

    # --- playing -------------------------------------------------------------------------------------------------

    def to_act(self, position: Position) -> tuple[Actor, ...]:
        return actors(position)

    def actions(self, position: Position) -> Sequence[Action]:
        lister = _LISTERS.get(position.phase)
        return lister(position) if lister else ()

    def count(self, position: Position) -> int:
        if position.phase is Phase.ROLL:
            return len(ROLLS)
        return count_moves(position) if position.phase is Phase.MOVE else len(self.edges(position))

    def edges(self, position: Position) -> Sequence[Action]:
        if position.phase is Phase.DIVIDE and position.dice is not None:
            return (nothing(position.rules.seats[still_to_commit(position.dice, position.rules)[0]]),)
        return self.actions(position)

    def chances(self, position: Position) -> Sequence[tuple[Action, int]]:
        if position.phase is Phase.COMBAT_DICE and position.dice is not None:
            return throws("die", next_to_throw(position), position.options.combat_die)
        return super().chances(position)

    def thrower(self, position: Position) -> Seat | None:
        if position.phase is Phase.ROLL:
            return position.rules.seats[position.active]
        return next_to_throw(position) if position.phase in (Phase.ROLL_OFF, Phase.COMBAT_DICE) else None

    def parse(self, position: Position, text: str) -> Action:
        if position.phase is not Phase.DIVIDE or position.dice is None:
            return super().parse(position, text)
        numbers = dict(position.dice.numbers)
        for army in still_to_commit(position.dice, position.rules):
            if text.startswith(f"{position.rules.seats[army]}:"):
                try:
                    return read_division(position.rules, text, position.armies[army], numbers[army])
                except BadDivision as error:
                    reason = message(
                        "{action} is not a legal division here: {error}", action=quoted(text), error=error.reason
                    )
                    raise IllegalAction(reason) from error
        raise self._refusal(position, text)

    def _advance(self, position: Position, action: Action) -> Next:
        return _HANDLERS[position.phase](position, action)

    def outcome(self, position: Position) -> Outcome | None:
        return position.outcome

    # --- looking -------------------------------------------------------------------------------------------------

    def occupied(self, position: Position) -> int:
        return position.pieces | position.rogue

    def footprint(self, position: Position, action: Action) -> Footprint:
        if isinstance(action, Move):
            return Footprint(empties=1 << action.source, fills=1 << action.target)
        return _NO_HANDS

    def actor(self, position: Position, action: Action) -> Actor:
        return action.seat if isinstance(action, Division) else actors(position)[0]

    def view(self, position: Position, knows: Viewer) -> View:
        return view(position, knows)

    def describe(self, position: Position, knows: Viewer) -> Description:
        return describe(position, knows)

    def _tell(self, story: Story, taken: AppliedAction[Position], knows: Viewer) -> None:
        tell(story, taken, knows)

    def turn_of(self, position: Position) -> Seat | None:
        nobodys = position.active == NOBODY or position.phase is Phase.OVER
        return None if nobodys else position.rules.seats[position.active]

    def undisclosed(self, position: Position) -> int:
        return position.dice.hidden if position.dice is not None and position.phase in SECRET_PHASES else 0

    # --- searching -----------------------------------------------------------------------------------------------

    def imagine(self, position: Position, seat: Seat, random: Random) -> Position:
        return imagined(position, seat, random)

    def proposals(self, position: Position, seat: Seat, limit: int) -> Sequence[Action]:
        divides = position.phase is Phase.DIVIDE
        return proposed(position, seat, limit) if divides else super().proposals(position, seat, limit)

    def key(self, position: Position) -> Hashable:
        return position[1:12] + position[13:14]


def _list_scatter(position: Position) -> Sequence[Action]:
    board = position.rules.board
    if draws_hole(position):
        return _drawn(draws(board, "hole"), position.empty)
    return _drawn(draws(board, "rogue"), rogue_starts(position))


def _drawn(table: tuple[Draw, ...], squares: int) -> list[Draw]:
    return sorted((table[square] for square in bits(squares)), key=str)


_LISTERS: dict[Phase, Callable[[Position], Sequence[Action]]] = {
    Phase.SCATTER: _list_scatter,
    Phase.ROLL_OFF: lambda position: throw_actions("first", next_to_throw(position), "d6"),
    Phase.ROLL: lambda position: ROLLS,
    Phase.ROGUE: lambda position: _drawn(draws(position.rules.board, "rogue"), prowl(position)),
    Phase.MOVE: list_moves,
    Phase.COMBAT_DICE: lambda position: throw_actions("die", next_to_throw(position), position.options.combat_die),
}

_HANDLERS: dict[Phase, Callable[[Position, Any], Next]] = {
    Phase.SCATTER: scatter,
    Phase.ROLL_OFF: throw_first,
    Phase.ROLL: take_roll,
    Phase.ROGUE: move_rogue,
    Phase.MOVE: take_move,
    Phase.COMBAT_DICE: throw_combat_die,
    Phase.DIVIDE: lambda position, division: commit(position, division, next_turn),
}
