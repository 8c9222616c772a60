"""Programs that play by actions at two boards, which play one game with each other: it goes to its end at both."""

import random
from pathlib import Path

from two_tables import Station, World, invite, until

from engine.core.pieces import Seat
from table.messages.events import PlayAction
from table.requests.programs import refusal


def test_two_boards_agree_on_a_game_that_programs_play(tmp_path: Path) -> None:
    """With dice that both deal, and with secret divisions."""
    world = World(tmp_path, "pawns-revenge", {}, random.Random(5))
    invite(world)
    for _ in range(5000):
        for station in world.stations:
            play(station)
        world.pass_time(0.5)
        if all(station.over for station in world.stations):
            break
    one, other = (station.table.on_table for station in world.stations)
    assert one is not None and other is not None and one.outcome is not None
    assert (one.played.actions, one.outcome) == (other.played.actions, other.outcome)
    assert [station.warning for station in world.stations] == ["", ""]
    until(world, lambda: all(station.store.game(one.key).seals for station in world.stations))
    world.close()


def play(station: Station) -> None:
    """A program plays at this board, if it may."""
    on_table = station.table.on_table
    here = frozenset[Seat]() if on_table is None else frozenset(on_table.people)
    if on_table is None or refusal(station.table, here, station.world.now_s) is not None:
        return
    (seat,) = here
    action = station.world.chance.choice(on_table.game.proposals(on_table.position, seat, 20))
    assert station.take(PlayAction(action.text, here)) == ""
