"""What is said aloud while a game goes on. Nothing here is secret: divisions and points appear only once revealed."""

from functools import cache

from engine.games.pawns_revenge.actions import Bonus, Division
from engine.games.pawns_revenge.armies import PIECE_NAMES, piece_on
from engine.games.pawns_revenge.battle import Clash
from engine.games.pawns_revenge.position import Position
from engine.games.pawns_revenge.strength import Strength, written
from engine.happenings import Announced, Happening, Removed
from engine.messages import Message, counted, message
from engine.pieces import Seat
from engine.squares import Square, bits


@cache
def bombed(name: str) -> Announced:
    """A hole was drawn."""
    return Announced(message("{square} is bombed out.", square=name), "hole")


@cache
def begins(seat: Seat) -> Announced:
    """The roll-off is decided."""
    return Announced(message("{seat} threw highest and begins.", seat=seat), "die")


@cache
def tied(count: int) -> Announced:
    """The roll-off goes on."""
    tie = counted("A tie: {count} player throws again.", "A tie: {count} players throw again.", count)
    return Announced(tie, "die")


@cache
def courage(seat: Seat) -> Announced:
    """A one was rolled."""
    return Announced(message("All pieces of {seat} are +1/+1 until the next turn of {seat}.", seat=seat), "shield")


@cache
def no_move(seat: Seat, number: int) -> Announced:
    """The roll cannot be used."""
    return Announced(message("{seat} has no move with a {number}.", seat=seat, number=number), "pass")


@cache
def rogue_destroys(name: str) -> Announced:
    """The rogue knight found somebody."""
    return Announced(message("The rogue knight destroys the piece on {square}.", square=name), "knight")


COMBAT = Announced(message("Contact: combat!"), "swords")
BONUSES_LAPSE = Announced(message("A turn without combat: all bonuses lapse."), "lapse")


def revealed(position: Position, division: Division, points: int) -> Announced:
    """A division is shown."""
    if not division.bonuses:
        return Announced(message("{seat} threw {points} and gives nothing.", seat=division.seat, points=points), "die")
    shares = ", ".join(_given(position, bonus) for bonus in division.bonuses)
    return Announced(
        message("{seat} threw {points} and gives {shares}.", seat=division.seat, points=points, shares=shares), "die"
    )


def _given(position: Position, bonus: Bonus) -> str:
    return f"{position.rules.board.name(bonus.square)} +{bonus.power}/+{bonus.toughness}"


def clash_told(position: Position, clash: Clash) -> list[Happening]:
    """One clash: who meets whom, then what is left of each."""
    attacker, defender = (
        piece_told(position, square, strength)
        for square, strength in zip((clash.attacker, clash.defender), clash.before, strict=True)
    )
    told: list[Happening] = [
        Announced(message("{attacker} fights {defender}.", attacker=attacker, defender=defender), "swords")
    ]
    for square, strength in zip((clash.attacker, clash.defender), clash.after, strict=True):
        told += _after_clash(position, square, strength)
    return told


def _after_clash(position: Position, square: Square, strength: Strength) -> list[Happening]:
    name = position.rules.board.name(square)
    if strength[1]:
        left = message("{square} is left with {strength}.", square=name, strength=written(strength))
        return [Announced(left, "shield")]
    piece = piece_told(position, square, None)
    return [Announced(message("{piece} falls.", piece=piece), "fallen"), Removed(square)]


def piece_told(position: Position, square: Square, strength: Strength | None) -> Message:
    """A piece in words: whose, what, where, and how strong."""
    piece = piece_on(position, square)
    assert piece.owner is not None
    name, kind = position.rules.board.name(square), PIECE_NAMES[piece.kind]
    if strength is None:
        return message("{seat} {piece} {square}", seat=piece.owner, piece=kind, square=name)
    return message(
        "{seat} {piece} {square} ({strength})", seat=piece.owner, piece=kind, square=name, strength=written(strength)
    )


def army_removed(position: Position, army: int, pieces: int) -> list[Happening]:
    """An army leaves because its king fell."""
    lost = message("The king of {seat} fell: the whole army leaves.", seat=position.rules.seats[army])
    return [Announced(lost, "crown"), *(Removed(square) for square in bits(pieces))]
