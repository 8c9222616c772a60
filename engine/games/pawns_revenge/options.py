"""The options of Pawn's Revenge and what they decide at once: who plays, on which board, who is allied with whom."""

from dataclasses import dataclass

from engine.core.errors import BadOption
from engine.core.messages import message
from engine.core.options import Options, bool_option, choice_option, int_option
from engine.core.pieces import TWO_SEATS, Seat

SEATS = {2: TWO_SEATS, 3: (Seat.WHITE, Seat.RED, Seat.BLACK), 4: tuple(Seat)}
"""Number of players → the seats that play, in seat order."""


@dataclass(frozen=True, slots=True)
class PawnsRevengeOptions(Options):
    """The options of the rules page."""

    players: int = int_option(
        2, 2, 4, label="Players", help="Two play on one chessboard, three on three, four on four chessboards."
    )
    combat_die: str = choice_option(
        "d6", {"d6": "6 sides", "d8": "8 sides", "d10": "10 sides", "2d6": "Two dice"}, label="Combat die",
        help="What each player throws, in secret, for bonus points in a combat.",
    )
    stride: str = choice_option(
        "one", {"one": "One square", "two": "One or two", "roll": "Up to the number thrown"}, label="Stride",
        help="How far a piece may go. Kings and queens may always go two squares.",
    )
    finish: str = choice_option(
        "first-kill", {"first-kill": "Once a king or queen is killed", "last-standing": "Once only one army is left"},
        label="End of the game", help="Whether the game goes on without an army whose king fell. 3 or 4 players.",
    )
    teams: str = choice_option(
        "none",
        {"none": "Everybody for themselves", "opposite": "Two against two", "three-on-one": "Three against one"},
        label="Teams", help="4 players: opposite corners together, or all against White's larger army.",
    )
    bombed: int = int_option(
        0, 0, 12, label="Bombed squares", help="How many empty squares are holes that nothing may enter or pass."
    )
    rogue_knight: int = int_option(
        0, 0, 6, label="Rogue knight", lowest="None",
        help="Whoever throws this number sets loose a knight that belongs to nobody.",
    )
    army: str = choice_option(
        "pawns",
        {"pawns": "Pawns only", "classic": "Rooks, knights and bishops too", "hundred": "A hundred pawns"},
        label="Army", advanced=True,
        help="2 players: the pieces of chess with strengths of their own, all moving like pawns. 3 or 4 players: "
        "25 pawns and a queen for each.",
    )
    retreat: bool = bool_option(
        False, label="Retreat", advanced=True, help="Whether pieces may also go backward."
    )
    quiet_limit: int = int_option(
        50, 0, 200, label="Quiet turns", advanced=True, lowest="Never",
        help="The game is drawn after this many turns per army with neither a loss nor an advance.",
    )
    pawn_power: int = int_option(
        1, 1, 9, label="Power of pawns", advanced=True, help="How hard every pawn strikes without bonus points."
    )
    pawn_toughness: int = int_option(
        1, 1, 9, label="Toughness of pawns", advanced=True, help="How much every pawn can take without bonus points."
    )
    royal_power: int = int_option(
        2, 1, 9, label="Power of kings and queens", advanced=True,
        help="How hard kings and queens strike without bonus points.",
    )
    royal_toughness: int = int_option(
        3, 1, 9, label="Toughness of kings and queens", advanced=True,
        help="How much kings and queens can take without bonus points.",
    )

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who plays, in seat order."""
        return SEATS[self.players]


def check_combination(options: PawnsRevengeOptions) -> None:
    """Refuse options that make no sense together.

    :raises BadOption: naming the option that does not fit the number of players.
    """
    if options.army == "classic" and options.players != 2:
        raise BadOption(message("Army: rooks, knights and bishops are for 2 players"))
    if options.army == "hundred" and (options.players == 2 or options.teams == "three-on-one"):
        raise BadOption(message("Army: a hundred pawns are for 3 or 4 players, and not for three against one"))
    if options.finish == "last-standing" and options.players == 2:
        raise BadOption(message("End of the game: going on until one army is left is for 3 or 4 players"))
    if options.teams != "none" and options.players != 4:
        raise BadOption(message("Teams: these are for 4 players"))


def alliance_of(options: PawnsRevengeOptions, seat: Seat) -> int:
    """The number of the alliance a seat belongs to: seats with the same number do not fight each other."""
    if options.teams == "opposite":
        return 0 if seat in TWO_SEATS else 1
    if options.teams == "three-on-one":
        return 0 if seat is Seat.WHITE else 1
    return options.seats.index(seat)
