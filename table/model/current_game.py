"""The game on the table: a position, what hands can do in it, and how the game ended."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from engine.core.actions import Action, Footprint
from engine.core.events import Happening
from engine.core.pieces import CHANCE, Actor, Piece, Seat
from engine.core.squares import Board, Square, bitboard, bits
from engine.game import EVERYTHING, SPECTATOR, AnyGame, Description, Outcome, Played, Viewer
from engine.records.computer_levels import NO_COMPUTERS, Computers
from engine.records.game_record import ABANDONED
from engine.services.lessons import Course
from table.messages.remote_board import RemoteBoard
from table.model.believed_pieces import bare


@dataclass(frozen=True, slots=True)
class HandAction:
    """A legal action that hands can do, and what they do for it."""

    action: Action
    footprint: Footprint


@dataclass(frozen=True, slots=True, eq=False)
class GameOnTable:
    """The game on the table. Every position has its own; two are equal only if they are the same one."""

    key: str
    played: Played
    players: tuple[tuple[Seat, str], ...]
    screen: bool
    ended: Outcome | None = None
    """An end that the rules did not bring: resignation, agreement, abandonment, a lack of time."""
    outcome: Outcome | None = None
    """The end of the game, by the rules or otherwise. A lesson has none: it goes on with the next one."""
    to_act: tuple[Actor, ...] = ()
    """The actors that have to decide in the position."""
    occupied: int = 0
    """The squares that the position wants covered."""
    hand_actions: tuple[HandAction, ...] = field(default=(), repr=False)
    """The actions of the position that hands can do."""
    decisions: tuple[Action, ...] = field(default=(), repr=False)
    """Those that are made without pieces."""
    pieces: Mapping[Square, Piece] = field(default_factory=dict, repr=False)
    """The pieces by square in the position."""
    happenings: tuple[Happening, ...] = ()
    """The happenings that the rules added to the last action."""
    by_hand: bool = False
    """True if hands on the board did the last action."""
    instead: tuple[HandAction, ...] = field(default=(), repr=False)
    """The actions that they could have done instead."""
    corrected: Action | None = None
    """The one of these that had counted, before they put the last action in its place."""
    stands: Mapping[Square, Piece] = field(default_factory=dict, repr=False)
    """The same pieces as wood: without their tokens."""
    computers: Computers = NO_COMPUTERS
    """Their actions are neither for hands nor for phones to decide."""
    setup: Mapping[str, Any] | None = field(default=None, repr=False)
    """The state that the game began from, if that was not the usual start."""
    course: Course | None = None
    """``None``: it is a game, not a lesson."""
    afar: RemoteBoard | None = None
    """The other board, if it is a game between two: what is played there is neither for hands nor for phones here."""

    @property
    def not_here(self) -> frozenset[Actor]:
        """Those whose actions no hands here do and no phone here decides: computers, and who plays at another board.
        Chance is of neither of two boards: they decide together."""
        if self.afar is None:
            return frozenset(self.computers.levels)
        return frozenset((*self.computers.levels, *self.afar.seats, CHANCE))

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats of the game."""
        return self.game.seats_of(self.played.options)

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats that people play at this board."""
        return tuple(seat for seat in self.seats if seat not in self.not_here)

    @property
    def game(self) -> AnyGame:
        """The rules."""
        return self.played.game

    @property
    def position(self) -> Any:
        """The position now."""
        return self.played.position

    @property
    def board(self) -> Board:
        """The squares the game is played on."""
        return self.game.board(self.played.options)

    @property
    def described(self) -> Description:
        """The description of the position for everybody."""
        return self.described_to(SPECTATOR)

    def described_to(self, knows: Viewer) -> Description:
        """Return the description of the position, as far as a viewer may know it."""
        return _described(self, knows)

    def owner(self, square: Square) -> Seat | None:
        """Return the seat whose piece stands on a square; ``None``: nobody's."""
        piece = self.pieces.get(square)
        return piece.owner if piece else None

    def owned(self, squares: int, seat: Seat | None) -> int:
        """Those of these squares (bitboard) where a piece of the seat or a neutral one stands."""
        return sum(
            1 << square for square in bits(squares)
            if square in self.pieces and self.pieces[square].owner in (seat, None)
        )

    def actor(self, hand_action: HandAction) -> Seat:
        """Return the seat whose hands do this action: chance has none."""
        return Seat(self.game.actor(self.position, hand_action.action))

    def movers(self, hand_action: HandAction) -> int:
        """The squares of the actor's pieces that an action moves, or has lifted."""
        return self.owned(hand_action.footprint.sources, self.actor(hand_action))

    def victims(self, hand_action: HandAction) -> int:
        """The squares of the pieces that an action takes or touches."""
        footprint = hand_action.footprint
        return footprint.swaps | footprint.touches | footprint.empties & ~self.movers(hand_action)

    @property
    def seats_to_act(self) -> tuple[Seat, ...]:
        """The seats that have to decide in the position; chance is none."""
        return tuple(actor for actor in self.to_act if isinstance(actor, Seat))

    @property
    def is_solved(self) -> bool:
        """True if it is a lesson, and what it asked for is done."""
        return self.course is not None and self.course.solved

    @property
    def computer_acts(self) -> Seat | None:
        """The computer that has to decide now. Where several decide at once, people do so first."""
        seats = self.seats_to_act if self.outcome is None else ()
        return seats[0] if seats and all(seat in self.computers.levels for seat in seats) else None

    @property
    def chance_acts(self) -> bool:
        """True if a die or a draw decides now."""
        return self.outcome is None and not self.is_solved and self.to_act == (CHANCE,)

    @property
    def acts_afar(self) -> bool:
        """True if all who act now, or what chance decides, are at another board."""
        going_on = self.afar is not None and self.outcome is None
        return going_on and bool(self.to_act) and self.not_here.issuperset(self.to_act)

    @property
    def is_unplayed(self) -> bool:
        """True if nobody has done anything in the game yet, and it has no result, and it is neither a position that
        somebody set up, nor a game that another board has too. Dice may have fallen by themselves."""
        result = self.outcome is not None and self.outcome.reason != ABANDONED
        if result or self.course is not None or self.setup is not None or self.afar is not None:
            return False
        before = (self.played.first, *self.played.positions)
        return all(self.game.actor(position, action) == CHANCE
                   for position, action in zip(before, self.played.actions, strict=False))


@lru_cache(maxsize=128)
def pushed(on_table: GameOnTable, hand_action: HandAction) -> int:
    """The squares (bitboard) that an action pushes pieces of other seats to."""
    footprint = hand_action.footprint
    if not footprint.swaps or footprint.empties.bit_count() != footprint.fills.bit_count():
        return 0
    seat, game = on_table.actor(hand_action), on_table.game
    after = game.view(game.successor(on_table.position, hand_action.action), EVERYTHING).pieces
    return bitboard(square for square in bits(footprint.fills)
                    if square in after and after[square].owner not in (seat, None))


@lru_cache(maxsize=32)
def yet_to_enter(on_table: GameOnTable) -> int:
    """Count the pieces that chance is about to put on squares, wherever it draws them."""
    game, position = on_table.game, on_table.position
    while game.outcome(position) is None and game.to_act(position) == (CHANCE,) and game.thrower(position) is None:
        position = game.successor(position, game.chances(position)[0][0])
    return max(0, game.occupied(position).bit_count() - on_table.occupied.bit_count())


def _all_actions(on_table: GameOnTable) -> tuple[tuple[HandAction, ...], tuple[Action, ...]]:
    """The legal actions that people's hands can do, and those that they make without pieces; none where chance acts."""
    game, position, not_here = on_table.game, on_table.position, on_table.not_here
    if all(actor == CHANCE or actor in not_here for actor in on_table.to_act):
        return (), ()
    found = [HandAction(action, game.footprint(position, action)) for action in game.actions(position)]
    by_hand = tuple(each for each in found if each.footprint.squares)
    if len(by_hand) == len(found):
        return by_hand, ()
    return by_hand, tuple(each.action for each in found if not each.footprint.squares)


def gone_to(
    on_table: GameOnTable, played: Played, happenings: tuple[Happening, ...] = (), by_hand: bool = False
) -> GameOnTable:
    """The game on the table, gone on (or back) to another position."""
    there = _looked_at(on_table, played)
    by_hands, decisions = _all_actions(there)
    outcome = None if on_table.course is not None else played.game.outcome(played.position) or on_table.ended
    return replace(
        there, happenings=happenings, by_hand=by_hand, hand_actions=by_hands, decisions=decisions, outcome=outcome,
        stands={square: bare(piece) for square, piece in there.pieces.items()},
    )


@lru_cache(maxsize=32)  # every touch asks, for every phone, and most of them change no position
def _described(on_table: GameOnTable, knows: Viewer) -> Description:
    return on_table.game.describe(on_table.position, knows)


def looked_at(on_table: GameOnTable, position: Any) -> GameOnTable:
    """The game in another position, to tell what stands where: without its past, and with nothing to be done."""
    return _looked_at(on_table, Played(on_table.game, on_table.played.options, position))


def _looked_at(on_table: GameOnTable, played: Played) -> GameOnTable:
    game, position = played.game, played.position
    return replace(
        on_table, played=played, pieces=game.view(position, EVERYTHING).pieces, occupied=game.occupied(position),
        to_act=game.to_act(position), hand_actions=(), decisions=(),
    )
