"""No dead ends: whatever hands have done, somebody has a way out, and what the sentence says can be done.

From positions of all games every sequence of lifts and places on squares that matter is tried, as long as it leads to
something new. In each state the board is left alone for a while; then a light, a question or an end of the turn must
lead on, and the sentence must fit what is in the hands.
"""

import random
from collections.abc import Iterator

import pytest
from collisions import state_of, wander
from play_table import PlayTable
from ways_out import can_be_done, choices_answer, has_a_way_out

from engine.core.squares import bits
from engine.registry import game_ids
from table.hands.evidence import evidence_of
from table.hands.reading import read
from table.messages.events import SquareLifted, SquarePlaced
from table.model.state import Table

PACE_S = (0.2, 0.6)
"""A quick hand, and one that rests after every touch."""


def at(table: Table, now_s: float) -> PlayTable:
    """A table to go on with."""
    playing = PlayTable()
    playing.table, playing.now_s = table, now_s
    return playing


def positions(game_id: str, count: int) -> Iterator[PlayTable]:
    """Positions of random games in which hands may act, those with the most kinds of action first."""
    chance = random.Random(f"dead ends of {game_id}")
    spots = [spot for spot in wander(game_id, chance, 6, 30) if spot.hand_actions]
    spots.sort(key=lambda spot: -len({spot.form(each) for each in spot.hand_actions}))
    for spot in spots[: 3 * count : 3]:
        table = PlayTable()
        table.continue_with((), state_of(spot.game, spot.position), game_id, **spot.given)
        if table.table.on_table.hand_actions:
            yield table


def squares_that_matter(table: PlayTable, most: int) -> list[int]:
    """Those of the richest actions, a piece and a square of the other side, and one nobody wants."""
    on_table = table.table.on_table
    rich = sorted(on_table.hand_actions, key=lambda each: -bool(on_table.victims(each)) * 8
                  - each.footprint.squares.bit_count())
    squares = {square: None for each in rich[:2] for square in bits(each.footprint.squares)}
    acting = on_table.actor(rich[0])
    others = [square for square, piece in on_table.pieces.items() if piece.owner not in (acting, None)]
    free = [square for square in bits(on_table.board.all & ~on_table.occupied) if square not in squares]
    found = [*list(squares)[: most - 2], *[each for each in others if each not in squares][:1], *free[:1]]
    return found[:most]


def touched(playing: PlayTable, square: int) -> bool:
    """Lift what stands there, or put something there; ``False`` if there is nothing in any hand."""
    before = playing.table
    covered = before.covered >> square & 1
    if not covered and not before.wood.air:
        return False
    playing.send((SquareLifted if covered else SquarePlaced)(square))
    return True


def signature(table: Table) -> object:
    """Return the signature by which a state is new."""
    reading = read(table) if table.on_table and table.goal is None else None
    seen = reading and (frozenset(each.action.text for each in reading.possible), reading.at_rest,
                        frozenset(each.action.text for each in reading.done))
    return (table.covered, tuple(action.text for action in table.on_table.played.actions), seen,
            evidence_of(table).opened, table.goal and table.goal.reason, frozenset(table.wood.stands.items()))


def explore(start: PlayTable, most: int, depth: int, pace_s: float) -> Iterator[tuple[PlayTable, list[str]]]:
    """Every state that up to so many touches lead to, with the touches."""
    squares = squares_that_matter(start, most)
    name = start.table.on_table.board.name
    known, layer = {signature(start.table)}, [(start.table, start.now_s, [])]
    for _ in range(depth):
        following = []
        for table, now_s, way in layer:
            rested = at(table, now_s)
            rested.wait(pace_s)
            for square in squares:
                playing = at(rested.table, rested.now_s)
                if not touched(playing, square) or (key := signature(playing.table)) in known:
                    continue
                known.add(key)
                walked = [*way, ("+" if playing.table.covered >> square & 1 else "-") + name(square)]
                following.append((playing.table, playing.now_s, walked))
                yield playing, walked
        layer = following


SQUARES = 7
"""The number of squares that are touched."""


@pytest.mark.parametrize("pace_s", PACE_S)
@pytest.mark.parametrize("game_id", game_ids())
def test_every_state_has_a_way_out_that_can_be_gone(game_id, pace_s, full):
    states, stuck = 0, []
    for start in positions(game_id, 6 if full else 1):
        for playing, way in explore(start, SQUARES, 5 if full else 4, pace_s):
            states += 1
            playing.wait(4.5)
            seen = playing.scene()
            if not has_a_way_out(playing, seen) or not can_be_done(playing, seen):
                stuck.append((" ".join(way), str(seen.now), seen.status, playing.table.on_table.pieces))
            elif not choices_answer(playing, seen):
                stuck.append((" ".join(way), "a choice does not answer", seen.prompts, playing.table.on_table.pieces))
    assert states > 50
    assert stuck == [], f"{len(stuck)} of {states}"
