"""A game as the test knows it: an engine of its own, fed with the record, and what hands have to do for an action."""

import random
import re
from collections import Counter
from dataclasses import dataclass
from typing import Any

from done_by_hand import Stands, bare, rewound

from engine.core.actions import Action, Footprint
from engine.core.pieces import CHANCE, NEUTRAL, SEAT_LETTERS, Seat
from engine.core.squares import bits
from engine.game import EVERYTHING, Played
from engine.records.game_record import Record, begin, write_record
from engine.registry import find_game

NAMES = {Seat.WHITE: "Ada", Seat.RED: "Cleo", Seat.BLACK: "Bo", Seat.BLUE: "Dan"}


@dataclass(frozen=True)
class Plan:
    """The touches of hands for an action, by names of squares."""

    action: Action
    removed: dict[str, str]
    """Square → the piece that leaves the board."""
    others: dict[str, str]
    """Square → the other player's piece that is pushed elsewhere."""
    movers: dict[str, str]
    """Square → the piece that goes somewhere else."""
    touches: dict[str, str]
    returns: dict[str, str]
    places: dict[str, str]
    """Square → the piece that belongs there afterwards."""

    @property
    def pushed(self) -> set[str]:
        """Return the owners of the pushed pieces, by their letters."""
        return {piece[0] for piece in self.others.values()}

    @property
    def lifts(self) -> dict[str, str]:
        return self.removed | self.others | self.movers


class Replica:
    """An engine that follows a game on the table."""

    def __init__(self, game_id: str, options: dict[str, Any]) -> None:
        game = find_game(game_id)
        self.played: Played = begin(game, game.read_options(options), None)
        self.hidden = 0
        """The number of secret actions that the table has beyond the record."""

    @property
    def length(self) -> int:
        return len(self.played.actions)

    @property
    def texts(self) -> list[str]:
        return [action.text for action in self.played.actions]

    def follow(self, record: str, count: int) -> None:
        """Go where the table is, as far as the record tells; ``count``: how many actions the table has."""
        shown = actions_of(record)
        common = 0
        while common < min(len(shown), self.length) and shown[common] == self.texts[common]:
            common += 1
        self.played = self.played.before(self.length - common)
        for text in shown[common:]:
            self.played, _ = self.played.after(self.played.game.parse(self.played.position, text))
        self.hidden = count - self.length

    @property
    def legal(self) -> list[Action]:
        """The legal actions of players, as far as the record tells where the game is."""
        game, position = self.played.game, self.played.position
        chance = game.to_act(position) == (CHANCE,)
        return [] if self.hidden or chance else list(game.actions(position))

    @property
    def by_hand(self) -> list[Action]:
        """The legal actions that hands can do."""
        return [each for each in self.legal if self.played.game.footprint(self.played.position, each).squares]

    def pieces(self) -> dict[str, str]:
        view = self.played.game.view(self.played.position, EVERYTHING)
        names = self.played.game.board(self.played.options).names
        return {names[square]: str(piece) for square, piece in view.pieces.items()}

    def plan(self, action: Action) -> Plan:
        game, position = self.played.game, self.played.position
        names = game.board(self.played.options).names
        footprint = game.footprint(position, action)
        before = {square: bare(str(piece)) for square, piece in game.view(position, EVERYTHING).pieces.items()}
        later, happenings = game.apply(position, action)
        after = {square: bare(str(piece)) for square, piece in game.view(later, EVERYTHING).pieces.items()}
        stands = rewound(before, after, footprint, happenings)
        places = {names[square]: _brought(stands[square], footprint, before)
                  for square in bits(footprint.fills | footprint.swaps)}
        lifts = {names[square]: before[square] for square in bits(footprint.empties | footprint.swaps)}
        needed = Counter(places.values())
        stays = {square: piece for square, piece in lifts.items() if needed[piece]}
        own = SEAT_LETTERS[Seat(game.actor(position, action))]
        others = {square: piece for square, piece in stays.items() if piece[0] not in (own, NEUTRAL)}
        return Plan(
            action,
            {square: piece for square, piece in lifts.items() if square not in stays},
            others,
            {square: piece for square, piece in stays.items() if square not in others},
            {names[square]: before[square] for square in bits(footprint.touches)},
            {names[square]: before[square] for square in bits(footprint.returns)},
            places,
        )


def _brought(piece: str, footprint: Footprint, before: Stands) -> str:
    """Return the piece that fingers bring to where this one stands afterwards: a pawn, if it is promoted there."""
    own = [before[square] for square in bits(footprint.empties | footprint.returns) if before[square][0] == piece[0]]
    return piece if piece in own or not own else own[0]


def actions_of(record: str) -> list[str]:
    """The actions in a record's text."""
    return re.sub(r"\{[^}]*\}", " ", record.partition("\n\n")[2]).split()


def divide(prompt: dict[str, Any], chance: random.Random) -> str:
    """Some division of the points of a prompt."""
    given: dict[str, list[int]] = {}
    for _ in range(chance.randint(0, prompt["points"])):
        given.setdefault(chance.choice(prompt["squares"]), [0, 0])[chance.randrange(2)] += 1
    shares = [f"{name}+{'/'.join(map(str, given[name]))}" for name in prompt["squares"] if name in given]
    return f"{prompt['seats'][0]}:{','.join(shares) or '-'}"


def random_record(game_id: str, options: dict[str, Any], length: int, chance: random.Random) -> str:
    """The record of a game that went on at random for at most ``length`` actions and is not over.

    Phases whose actions cannot be listed are left before they begin.
    """
    replica = Replica(game_id, options)
    game = replica.played.game
    for _ in range(length):
        position = replica.played.position
        listed = [action for action, _ in game.chances(position)] or list(game.actions(position))
        if not listed:
            break
        longer, _ = replica.played.after(chance.choice(listed))
        if game.outcome(longer.position) is not None:
            break
        replica.played = longer
    return write_record(Record(replica.played, {seat: NAMES[seat] for seat in game.seats_of(replica.played.options)}))
