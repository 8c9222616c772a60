"""What a table that failed goes on from: all that was given to the store, nothing else."""

from daemon.memory import Memory
from engine.pieces import Seat
from table.words.effects import StoreAction, StoreEnd, StoreGame, StoreUndone
from table.words.events import ContinueGame, StartGame

PLAYERS = {Seat.WHITE: "Ada"}
NEW = StoreGame("k1", "pawn-advance", {"spawn": 1}, PLAYERS, True)


def after(memory: Memory, *effects: StoreGame | StoreAction | StoreUndone | StoreEnd) -> Memory:
    for effect in effects:
        memory = memory.after_effect(effect)
    return memory


def test_a_new_game_counts_from_its_header_on() -> None:
    begun = Memory().after_event(StartGame("k1", "pawn-advance", {"spawn": 1}, PLAYERS, True))
    assert begun.game is None
    assert after(begun, NEW).game == ContinueGame("k1", "pawn-advance", {"spawn": 1}, PLAYERS, True, (), 0)


def test_actions_and_their_undoing_are_remembered_with_the_number_of_entries() -> None:
    memory = after(
        Memory(), NEW, StoreAction("k1", 1, "a1a2"), StoreAction("k1", 2, "b1b2"), StoreUndone("k1", 3, 1)
    )
    assert memory.game is not None
    assert (memory.game.actions, memory.game.entries) == (("a1a2",), 3)


def test_a_continued_game_goes_on_from_where_it_was() -> None:
    continued = ContinueGame("k1", "pawn-advance", {}, PLAYERS, False, ("a1a2",), 4)
    memory = after(Memory().after_event(continued), StoreAction("k1", 5, "b1b2"))
    assert memory.game is not None
    assert (memory.game.actions, memory.game.entries, memory.game.screen) == (("a1a2", "b1b2"), 5, False)


def test_a_game_that_is_over_is_not_continued() -> None:
    assert after(Memory(), NEW, StoreEnd("k1", 1, (), "agreement", "agreement")).game is None
