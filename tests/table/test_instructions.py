"""The sentence of what to do is an instruction to whoever reads it, or says who is waited for: in every game, phase and
state, for each seat and for those who look on."""

import random
from collections.abc import Iterator

import pytest
from play_table import BLACK, WHITE, PlayTable
from random_games import some_action, some_options

from engine.core.actions import Action
from engine.core.messages import Message
from engine.core.options import Options
from engine.core.pieces import CHANCE, Seat
from engine.core.squares import bits
from engine.game import SPECTATOR, AnyGame, Played, PromptKind
from engine.records.game_record import begin
from engine.registry import find_game, game_ids
from table.messages.events import BoardRead, ContinueGame
from table.messages.new_game import NewGame
from table.messages.settings import Settings
from table.model.state import Table
from table.step import step

NOBODY: frozenset[Seat] = frozenset()
GAMES, MOMENTS, SHARE = 3, 150, 0.1
"""In CI; ten times as many games in full. ``SHARE``: of the moments that are looked at."""


def named(said: object) -> set[Seat]:
    """The seats that a sentence names."""
    if isinstance(said, Seat):
        return {said}
    if not isinstance(said, Message):
        return set()
    return set[Seat]().union(*(named(value) for _, value in said.values))


def some_play(game: AnyGame, chance: random.Random, options: Options | None = None) -> Iterator[Played]:
    played = begin(game, options or some_options(game, chance))
    for _ in range(MOMENTS):
        yield played
        if game.outcome(played.position) is not None:
            return
        action: Action = some_action(game, played.position, chance)
        played, _ = played.after(action)


def at_table(played: Played, settings: Settings) -> PlayTable:
    """The game on a table, its pieces standing."""
    playing = PlayTable()
    playing.table = Table(settings)
    playing.send(BoardRead(played.game.occupied(played.position)))
    new = NewGame(played.game.id, played.options.as_data(), {}, False)
    playing.table, _ = step(playing.table, ContinueGame("one", new, played, len(played.actions)), playing.now_s)
    return playing


def awaited(played: Played) -> set[Seat]:
    """Return the seats that have to do something; nobody while chance alone decides."""
    game, position = played.game, played.position
    thrower = game.thrower(position) if CHANCE in game.to_act(position) else None
    return {Seat(each) for each in (*game.to_act(position), thrower) if each not in (CHANCE, None)}


@pytest.mark.parametrize("game_id", game_ids())
def test_who_acts_is_told_so_and_all_others_are_told_who_does(game_id: str, full: bool) -> None:
    game = find_game(game_id)
    for seed in range(10 * GAMES if full else GAMES):
        chance = random.Random(seed)
        settings = Settings(typed_dice=chance.random() < 0.5, tapped_dice=chance.random() < 0.5)
        for played in some_play(game, chance):
            acting = awaited(played)
            if not acting or chance.random() > SHARE:
                continue
            table = at_table(played, settings)
            for seats in (NOBODY, *(frozenset({seat}) for seat in game.seats_of(played.options))):
                said = table.scene(seats).now
                assert named(said) and seats & acting <= named(said) <= acting, f"{seats} at {played.actions}: {said}"


@pytest.mark.parametrize("game_id", game_ids())
def test_who_waits_while_somebody_has_a_piece_in_the_hand_is_told_who(game_id: str) -> None:
    game, chance = find_game(game_id), random.Random(1)
    seen = 0
    for played in some_play(game, chance, game.read_options({})):
        acting = awaited(played)
        table = at_table(played, Settings())
        on_table = table.table.on_table
        assert on_table is not None
        own = [each.footprint.empties for each in on_table.hand_actions if each.footprint.empties.bit_count() == 1]
        if not own or seen > chance.random() * 10:
            continue
        table.lift(on_table.board.name(next(bits(chance.choice(own)))))
        waiting = frozenset(game.seats_of(played.options)) - acting
        assert all(named(table.scene(frozenset({seat})).now) == acting for seat in waiting)
        assert all(not named(table.scene(frozenset({seat})).now) & waiting for seat in acting)
        assert table.scene(NOBODY).now == table.scene(frozenset(acting)).now
        seen += 1
    assert seen > 1


def test_whoever_has_still_to_divide_is_told_so_and_the_others_whom_they_wait_for() -> None:
    game, chance = find_game("pawns-revenge"), random.Random(4)
    played = next(
        each for each in some_play(game, chance, game.read_options({}))
        if any(prompt.kind is PromptKind.DIVISION for prompt in game.describe(each.position, SPECTATOR).prompts)
    )
    table = at_table(played, Settings())
    seats = game.seats_of(played.options)
    own = [str(table.scene(frozenset({seat})).now) for seat in seats]
    assert own == [f"{seat}: share out your points. Nobody else sees them." for seat in seats]
    assert "still have to share out points in secret." in str(table.scene(NOBODY).now)


@pytest.mark.parametrize("seats", [NOBODY, WHITE, BLACK])
def test_what_concerns_everybody_is_said_to_everybody(facing: PlayTable, seats: frozenset[Seat]) -> None:
    facing.lift("h7")  # Black's, in White's turn
    facing.wait(2)
    assert named(facing.scene(seats).now) == set() and "h7" in str(facing.scene(seats).now)
