"""Games that have something to hide."""

import random
from collections.abc import Mapping
from dataclasses import dataclass

from engine.core.pieces import Seat
from engine.game import EVERYTHING, SPECTATOR
from engine.records.game_record import begin
from engine.registry import find_game


@dataclass(frozen=True)
class SecretGame:
    """A battle whose dice are thrown, and in which White has divided its points already.

    ``names``: seat → player; no two games share one, so that a sentence tells where it comes from. ``length``: how many
    actions were played.
    """

    names: Mapping[str, str]
    record: str
    length: int

    def of(self, seat: str) -> tuple[str, ...]:
        """Return the phrases that only text about this seat's secrets has."""
        name = self.names[seat]
        told = (f"{name} threw ", f"{name} committed ", f"{name}: divide up to ", f"{name}: give one point ")
        return (*told, f"{name} divides in secret: ", *(f"{name} throws {die}, " for die in range(1, 7)))


def secret_game(white: str, black: str, chance: random.Random) -> SecretGame:
    """A game played at random until both divide in secret and White has."""
    game = find_game("pawns-revenge")
    played = begin(game, game.read_options({}))
    while actions := list(game.actions(played.position)):
        played, _ = played.after(chance.choice(actions))
    assert game.to_act(played.position) == (Seat.WHITE, Seat.BLACK), "they divide"
    pieces = game.view(played.position, EVERYTHING).pieces
    own = next(square for square, piece in pieces.items() if piece.owner is Seat.WHITE)
    square = game.board(played.options).names[own]
    played, _ = played.after(game.parse(played.position, f"white:{square}+0/1"))
    headers = {"Game": game.id, "Rules": game.rules_version, "White": white, "Black": black}
    lines = [f'[{header} "{value}"]' for header, value in headers.items()]
    text = "\n".join([*lines, "", " ".join(action.text for action in played.actions)])
    return SecretGame({"white": white, "black": black}, text, len(played.actions))


def before_a_fall() -> tuple[str, ...]:
    """The actions of a game up to the last division of its first combat, in which a piece will fall if nothing is given
    to any."""
    game = find_game("pawns-revenge")
    for seed in range(50):
        played, dice = begin(game, game.read_options({})), random.Random(seed)
        while actions := list(game.actions(played.position)):
            played, _ = played.after(dice.choice(actions))
        while game.to_act(played.position) and played.position.phase == "divide":
            before, seat = played, game.to_act(played.position)[0]
            played, _ = played.after(game.parse(played.position, f"{seat}:-"))
        told = [str(each.message) for each in game.tell(before.position, played.actions[-1], SPECTATOR)]
        if game.outcome(played.position) is None and any("fall" in each for each in told):
            return tuple(action.text for action in before.actions)
    raise AssertionError("somebody falls")
