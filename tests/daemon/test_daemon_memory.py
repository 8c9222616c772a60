"""The game from which a failed table goes on: everything given to the store, nothing else."""

from daemon.runtime.recovery import RememberedGame
from engine.core.pieces import Seat
from engine.game import Played
from engine.records.game_record import begin, replay
from engine.registry import find_game
from table.messages.effects import StoreAction, StoreEnd, StoreGame, StoreUndone
from table.messages.events import ContinueGame, StartGame
from table.messages.new_game import NewGame

PLAYERS = {Seat.WHITE: "Ada"}
NEW = StoreGame("k1", NewGame("pawn-advance", {"spawn": 1}, PLAYERS, True))
OLD = NewGame("pawn-advance", {}, PLAYERS, False)


def after(memory: RememberedGame, *effects: StoreGame | StoreAction | StoreUndone | StoreEnd) -> RememberedGame:
    for effect in effects:
        memory = memory.after_effect(effect)
    return memory


def played(*actions: str, **options: int) -> Played:
    game = find_game("pawn-advance")
    return replay(begin(game, game.read_options(options)), actions)


def test_a_new_game_counts_from_its_header_on() -> None:
    begun = RememberedGame().after_event(StartGame("k1", NewGame("pawn-advance", {"spawn": 1}, PLAYERS, True)))
    assert begun.game is None
    assert after(begun, NEW).game == ContinueGame("k1", NEW.game, played(spawn=1), 0)


def test_actions_and_their_undoing_are_remembered_with_the_number_of_entries() -> None:
    memory = after(
        RememberedGame(), NEW, StoreAction("k1", 1, "a1a2"), StoreAction("k1", 2, "b1b2"), StoreUndone("k1", 3, 1)
    )
    assert memory.game == ContinueGame("k1", NEW.game, played("a1a2", spawn=1), 3)


def test_a_continued_game_goes_on_from_where_it_was() -> None:
    continued = ContinueGame("k1", OLD, played("a1a2"), 4)
    memory = after(RememberedGame().after_event(continued), StoreAction("k1", 5, "b1b2"))
    assert memory.game == ContinueGame("k1", OLD, played("a1a2", "b1b2"), 5)


def test_actions_from_before_it_was_continued_are_taken_back_too() -> None:
    continued = RememberedGame().after_event(ContinueGame("k1", OLD, played("a1a2", "b1b2"), 2))
    memory = after(continued, StoreAction("k1", 3, "c1c2"), StoreUndone("k1", 4, 1), StoreUndone("k1", 5, 1))
    assert memory.game == ContinueGame("k1", OLD, played("a1a2"), 5)
    memory = after(memory, StoreAction("k1", 6, "d1d2"))
    assert memory.game == ContinueGame("k1", OLD, played("a1a2", "d1d2"), 6)
    assert after(continued, StoreAction("k1", 3, "c1c2"), StoreUndone("k1", 4, 2)).game == ContinueGame(
        "k1", OLD, played("a1a2"), 4
    )


def test_what_computers_thought_goes_with_their_actions() -> None:
    game = ContinueGame("k1", OLD, played("a1a2", "b1b2"), 2, scores={1: 0.1, 2: 0.2})
    continued = RememberedGame().after_event(game)
    memory = after(continued, StoreAction("k1", 3, "c1c2", score=0.3), StoreUndone("k1", 4, 2))
    assert memory.game == ContinueGame("k1", OLD, played("a1a2"), 4, scores={1: 0.1})
    memory = after(memory, StoreAction("k1", 5, "d1d2"), StoreAction("k1", 6, "e1e2", score=-0.4))
    assert memory.game == ContinueGame("k1", OLD, played("a1a2", "d1d2", "e1e2"), 6, scores={1: 0.1, 3: -0.4})


def test_a_game_that_is_over_is_not_continued() -> None:
    assert after(RememberedGame(), NEW, StoreEnd("k1", 1, (), "agreement", "agreement")).game is None
