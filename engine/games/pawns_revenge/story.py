"""What is said aloud while a game goes on. Nothing here is secret: divisions and points appear only once revealed."""

from functools import cache, partial

from engine.core.events import Announced, Happening, Removed
from engine.core.messages import Message, Value, counted, message
from engine.core.pieces import Seat
from engine.core.squares import Board, Square, bits
from engine.games.pawns_revenge.actions import Division
from engine.games.pawns_revenge.armies import PIECE_NAMES, piece_on
from engine.games.pawns_revenge.battle import Clash
from engine.games.pawns_revenge.position import Position
from engine.games.pawns_revenge.strength import Strength, written


@cache
def bombed(square: Square, name: str) -> Announced:
    """A hole was drawn."""
    return Announced(message("{square} is bombed out.", square=name), "hole", (square,))


@cache
def begins(seat: Seat) -> Announced:
    """The roll-off is decided."""
    return Announced(message("{seat} has the highest throw and begins.", seat=seat), "die")


@cache
def tied(count: int) -> Announced:
    """The roll-off goes on."""
    tie = counted("A tie: {count} player throws again.", "A tie: {count} players throw again.", count)
    return Announced(tie, "die")


@cache
def courage(seat: Seat) -> Announced:
    """A one was rolled."""
    return Announced(message("Every piece of {seat} is +1/+1 until {seat} plays again.", seat=seat), "shield")


@cache
def no_move(seat: Seat, number: int) -> Announced:
    """The roll cannot be used."""
    return Announced(message("{seat} has no move with a {number}.", seat=seat, number=number), "pass")


@cache
def rogue_destroys(square: Square, name: str) -> Announced:
    """The rogue knight found somebody."""
    return Announced(message("The rogue knight destroys the piece on {square}.", square=name), "knight", (square,))


COMBAT = Announced(message("Contact: combat!"), "swords")
BONUSES_LAPSE = Announced(message("A turn without combat: all bonuses lapse."), "lapse")


def revealed(position: Position, division: Division, points: int) -> Announced:
    """A division is shown."""
    told = message(
        "{seat} threw {points} and gives: {shares}.",
        seat=division.seat, points=points, shares=shares(position.rules.board, division),
    )
    return Announced(told, "die", tuple(each.square for each in division.bonuses))


def shares(board: Board, division: Division) -> Value:
    """What a division gives to whom."""
    if not division.bonuses:
        return message("nothing")
    return ", ".join(f"{board.name(each.square)} +{each.power}/+{each.toughness}" for each in division.bonuses)


def clash_told(position: Position, clash: Clash) -> list[Happening]:
    """One clash: who meets whom, who falls, and what is left of the others."""
    squares = clash.attacker, clash.defender
    attacker, defender = map(partial(fighter, position), squares, clash.before)
    one, other = ((position.rules.board.name(square), left) for square, left in zip(squares, clash.after, strict=True))
    told = _clash(attacker, defender, one, other)
    announced = Announced(told, "fallen" if clash.fallen else "swords", squares)
    return [announced, *(Removed(square) for square in clash.fallen)]


def _clash(attacker: Message, defender: Message, one: tuple[str, Strength], other: tuple[str, Strength]) -> Message:
    """``one``, ``other``: where they stand and what is left of them."""
    if not one[1][1] and not other[1][1]:
        return message("The {attacker} fights the {defender}: both fall.", attacker=attacker, defender=defender)
    if one[1][1] and other[1][1]:
        return message(
            "The {attacker} fights the {defender}: {one} is left with {strength}, {other} with {rest}.",
            attacker=attacker, defender=defender, one=one[0], strength=written(one[1]), other=other[0],
            rest=written(other[1]),
        )
    (square, left), (fallen, _) = (one, other) if one[1][1] else (other, one)
    return message(
        "The {attacker} fights the {defender}: {fallen} falls, {square} is left with {strength}.",
        attacker=attacker, defender=defender, fallen=fallen, square=square, strength=written(left),
    )


def fighter(position: Position, square: Square, strength: Strength) -> Message:
    """A piece that fights: what, where, and how strong."""
    name, kind = position.rules.board.name(square), PIECE_NAMES[piece_on(position, square).kind]
    return message("{piece} on {square} ({strength})", piece=kind, square=name, strength=written(strength))


def army_removed(position: Position, army: int, pieces: int) -> list[Happening]:
    """An army leaves because its king fell."""
    lost = message("The king of {seat} fell: the whole army leaves.", seat=position.rules.seats[army])
    return [Announced(lost, "crown", tuple(bits(pieces))), *(Removed(square) for square in bits(pieces))]
