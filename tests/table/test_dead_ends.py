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

from engine.registry import game_ids
from engine.squares import bits
from table import guidance, hands
from table.evidence import evidence_of
from table.state import Table
from table.words.events import SquareLifted, SquarePlaced
from table.words.lights import Role
from table.words.scene import Scene

TO_LIFT = {Role.WRONG, Role.CLEAR, Role.MARCH_FROM, Role.ORIGIN, Role.TURN, Role.CAPTURE, Role.CHOICE}
TO_FILL = {Role.ORIGIN, Role.NO_MOVE, Role.MOVE, Role.CAPTURE, Role.CHOICE, Role.MARCH_TO}
OUT_OF_THE_BOX = {Role.PLACE, Role.SPAWN}
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
    """What makes a state new."""
    reading = hands.read(table) if table.on_table and table.goal is None else None
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
            for square in squares:
                playing = at(table, now_s)
                playing.wait(pace_s)
                if not touched(playing, square) or (key := signature(playing.table)) in known:
                    continue
                known.add(key)
                walked = [*way, ("+" if playing.table.covered >> square & 1 else "-") + name(square)]
                following.append((playing.table, playing.now_s, walked))
                yield playing, walked
        layer = following


# --- what must hold ----------------------------------------------------------------------------------------------


def in_hands(table: Table) -> int:
    """How many pieces that belong on the board are not there."""
    return (table.on_table.occupied & ~table.covered).bit_count()


def has_a_way_out(playing: PlayTable, seen: Scene) -> bool:
    if seen.prompts or seen.winners is not None or seen.can_end_turn:
        return True
    covered = playing.table.covered
    for square, light in guidance.lights(playing.table, playing.now_s).items():
        stands = covered >> square & 1
        if light.role in TO_LIFT and stands or light.role in OUT_OF_THE_BOX and not stands:
            return True
        if light.role in TO_FILL and not stands and playing.table.wood.air:
            return True
    return False


def innermost(message):
    """What a sentence asks for, without what is said around it."""
    values = dict(message.values)
    for name in ("said", "first", "repair"):
        if name in values:
            return innermost(values[name])
    return message


def can_be_done(playing: PlayTable, seen: Scene) -> bool:
    now, table = innermost(seen.now), playing.table
    values, key = dict(now.values), now.key
    roles = {square: light.role for square, light in guidance.lights(table, playing.now_s).items()}

    def stands(name: str) -> bool:
        return bool(table.covered >> playing.square(name) & 1)

    if key.startswith("Put the lifted") or "Put the other one" in key:
        return in_hands(table) > 0
    if key.startswith("Let go"):
        return False  # the board has been at rest for long
    if key.startswith("Lift a marked piece") or key.startswith("Now lift the piece"):
        return any(role in TO_LIFT and table.covered >> square & 1 for square, role in roles.items())
    if "Touch the square you mean" in key or "touch the square where it stood" in key:
        return Role.CHOICE in roles.values()
    if key.startswith(("Take the", "Nothing may go")) or "from {source}" in key:
        return stands(str(values.get("source") or values["square"]))
    if key.startswith("Put") and "target" in values and "{target} back" not in key:
        return not stands(str(values["target"]))
    if key.startswith(("Put", "The {piece} on")) and "square" in values:
        return not stands(str(values["square"]))
    return True


def choices_answer(playing: PlayTable) -> bool:
    """Whether touching a square that shows *choice* settles something: an action, or another question."""
    lit = guidance.lights(playing.table, playing.now_s)
    chosen = [square for square, light in sorted(lit.items()) if light.role is Role.CHOICE]
    if not chosen or not playing.table.covered >> chosen[0] & 1:
        return not chosen
    before = (playing.actions, playing.scene().prompts, chosen)
    playing.send(SquareLifted(chosen[0]))
    playing.wait(0.4)
    playing.send(SquarePlaced(chosen[0]))
    playing.wait(1)
    lit = guidance.lights(playing.table, playing.now_s)
    still = [square for square, light in sorted(lit.items()) if light.role is Role.CHOICE]
    return (playing.actions, playing.scene().prompts, still) != before


SIZES = {"pawn-advance": 7, "pawn": 7, "chess-two": 7, "pawns-revenge": 6, "advancing-chess": 7}


@pytest.mark.parametrize("pace_s", PACE_S)
@pytest.mark.parametrize("game_id", game_ids())
def test_every_state_has_a_way_out_that_can_be_gone(game_id, pace_s, full):
    states, stuck = 0, []
    for start in positions(game_id, 6 if full else 3):
        for playing, way in explore(start, SIZES[game_id], 5 if full else 4, pace_s):
            states += 1
            playing.wait(4.5)
            seen = playing.scene()
            if not has_a_way_out(playing, seen) or not can_be_done(playing, seen):
                stuck.append((" ".join(way), str(seen.now), seen.status, playing.table.on_table.pieces))
            elif not choices_answer(playing):
                stuck.append((" ".join(way), "a choice does not answer", seen.prompts, playing.table.on_table.pieces))
    assert states > 50
    assert stuck == [], f"{len(stuck)} of {states}"
