"""Computers play on wood: hands carry out what they choose, through misbehaving reeds, and are never asked about it."""

import pytest
from servant import Servant
from test_robot import CLUMSY, random_options

from engine.records.computer_levels import Computers
from engine.registry import find_game, game_ids

EACH = 500
"""The number of actions of computers that are carried out in a game, in full."""
LONGEST = 150
"""After so many actions another game is begun, with other options."""


def computers(game_id: str, options: dict, seed: int) -> Computers:
    """All seats are a computer's, or all but the first."""
    game = find_game(game_id)
    seats = game.seats_of(game.read_options(options))
    return Computers({seat: 1 for seat in seats[seed % 2:]}, seed)


@pytest.mark.parametrize("game_id", game_ids())
def test_hands_carry_out_what_computers_choose(game_id, full):
    wanted, done, seed = EACH if full else EACH // 20, 0, 0
    while done < wanted:
        options = random_options(game_id, seed // 2 * 2 + seed // 4 % 2)
        servant = Servant(game_id, options, CLUMSY, seed, computers(game_id, options, seed))
        servant.follow_lights()
        done += servant.carry_out(wanted - done, LONGEST)
        seed += 1
