"""Looking through a finished game: by the real process, stopped, failing, kept."""

import json
import logging
import sqlite3
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from waiting import PATIENCE_S, wait_for

from daemon.services import review_service
from daemon.services.library import game_of
from daemon.services.review_service import Reviewer
from daemon.storage.file.connection import connect
from daemon.storage.file.games_file import FILE_NAME
from daemon.storage.store import Store
from engine.core.pieces import Seat
from engine.game import Outcome
from engine.records.game_record import Record, begin, replay
from engine.registry import find_game
from engine.services.review import Blunder, Review
from table.messages.effects import StoreEnd, StoreUndone
from table.messages.refusal import Refused

DUEL = {"board": {"d4": "wP", "b2": "wP", "d5": "bP"}, "phase": "move", "to_act": ["white"]}
MISSED = {"board": {"d1": "wP", "d2": "bP"}, "phase": "move", "to_act": ["white"]}
"""White wins by taking; a jump leads to a draw at once."""
MATES = {"board": {"g6": "wK", "a1": "wR", "d1": "wR", "g8": "bK", "b2": "bQ"}, "phase": "play", "to_act": ["white"]}
"""White mates with either rook, the other way next; anything else loses one."""
RESIGNED = Outcome((Seat.BLACK,), "resignation")
SILENT = (sys.executable, "-c", "import time; time.sleep(600)")
LATE = (sys.executable, "-c", """
import itertools, runpy
from opponents import conversation
conversation.monotonic = itertools.count(0.0, 10.0).__next__
runpy.run_module("opponents", run_name="__main__")
""")
"""On a computer so busy that ten seconds pass whenever it looks at the clock."""
LIAR = (sys.executable, "-c", "input(); print('nonsense', flush=True); input()")

FIGURES = (sys.executable, "-c", """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    print('{"entry": %d, "action": "b2b3", "score": 1%s}' % (asked["entry"], "0" * 400), flush=True)
""")
"""It says a number that no float can hold."""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(tmp_path)
    yield opened
    opened.close()


def add(
    store: Store, *actions: str, setup: dict[str, Any] | None = DUEL, game_id: str = "pawn",
    ended: Outcome | None = None,
) -> str:
    game = find_game(game_id)
    kept = game_of(Record(replay(begin(game, game.read_options({}), setup), actions), setup=setup, ended=ended))
    store.add(kept)
    return kept.key


class Started:
    """A reviewer whose thread runs."""

    def __init__(self, reviewer: Reviewer) -> None:
        self.reviewer = reviewer

    def __enter__(self) -> Reviewer:
        self.reviewer.start()
        return self.reviewer

    def __exit__(self, *exception: object) -> None:
        assert self.reviewer.stop(PATIENCE_S)


RECORDED = """
import sys
from opponents.conversation import answer
for line in sys.stdin:
    with open(sys.argv[1], "a") as file:
        file.write(line)
    print(answer(line), flush=True)
"""
"""The process itself, which also writes down what it is asked."""


def recorded(requests: Path) -> Sequence[str]:
    return sys.executable, "-c", RECORDED, str(requests)


def looked_through(store: Store, key: str, *command: Sequence[str]) -> Review:
    """Return a reviewer's result, once it is stored. ``command``: another one for its process."""
    with Started(Reviewer(store, lambda: False, *command)) as reviewer:
        reviewer.begin(key)
        return wait_for(lambda: reviewer.of(key), "that the game was looked through")


def test_the_mistake_is_found_and_kept_with_the_game(store: Store, tmp_path: Path) -> None:
    key = add(store, "d1d3", setup=MISSED)
    with Started(Reviewer(store, lambda: False)) as reviewer:
        reviewer.begin(key)
        wait_for(lambda: reviewer.of(key) is not None, "that the game was looked through")
        wait_for(lambda: reviewer.progress(key) is None, "that nothing is under way")
    found = store.review(key)
    assert found is not None and found.scores == (1.0, 0.0)
    assert [(each.number, each.better, each.solutions) for each in found.swings] == [(1, "d1d2", ("d1d2",))]
    store.append(StoreUndone(key, 2, 1))
    assert store.review(key) is None, "a game that goes on was never looked through"


def test_what_decided_the_game_is_solved_by_all_that_was_as_good(store: Store) -> None:
    key = add(store, "d1d2", setup=MATES, game_id="chess", ended=RESIGNED)
    swing, = looked_through(store, key).swings
    assert swing.number == 1 and sorted(swing.solutions) == ["a1a8", "d1d8"] and swing.better in swing.solutions


def test_it_is_looked_at_more_closely_than_other_mistakes(store: Store, tmp_path: Path) -> None:
    asked = {}
    for ended in (RESIGNED, Outcome((Seat.WHITE,), "resignation")):
        key, requests = add(store, "d1d2", setup=MATES, game_id="chess", ended=ended), tmp_path / ended.winners[0]
        solved = [each.solutions for each in looked_through(store, key, recorded(requests)).swings]
        asked[ended] = [json.loads(line) for line in requests.read_text().splitlines()]
        assert bool(solved[0]) is (ended is RESIGNED), "of others, only what has a single solution makes a problem"
    closer, usual = ([each["nodes"] for each in asked[ended]] for ended in asked)
    assert max(closer) > max(usual) and len(closer) > len(usual)


def test_nothing_becomes_a_problem_where_too_much_can_be_done(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = add(store, "d1d2", setup=MATES, game_id="chess", ended=RESIGNED), add(store, "d1d3", setup=MISSED)
    monkeypatch.setattr(review_service, "MOST_CHOICES", 1)
    for key in keys:
        assert [each.solutions for each in looked_through(store, key).swings] == [()]


def test_no_level_reviews_games(store: Store, tmp_path: Path) -> None:
    key, requests = add(store, "d1d3", setup=MISSED), tmp_path / "requests"
    assert looked_through(store, key, recorded(requests)).swings
    asked = [json.loads(line) for line in requests.read_text().splitlines()]
    assert {"check" in each for each in asked} == {"without" in each for each in asked} == {True, False}
    assert all("level" not in each and each["nodes"] > 1000 for each in asked)


@pytest.mark.parametrize("game_id, actions, ended", [
    ("pawn", ("e1e2", "c8c7", "g1g2"), Outcome((), "abandoned")),
    ("pawn", ("a1a2", "c8c7", "h2h3"), Outcome((Seat.BLACK,), "resignation")),
    ("pawn-advance", ("a1a2", "h1h2"), Outcome((Seat.BLACK,), "resignation")),
    ("pawn-advance", ("a1a2", "h1h2", "b1b3"), Outcome((Seat.BLACK,), "time")),
])
def test_moves_that_are_about_as_good_as_the_best_are_no_mistakes_however_the_game_ended(
    store: Store, game_id: str, actions: tuple[str, ...], ended: Outcome
) -> None:
    key = add(store, *actions, setup=None, game_id=game_id, ended=ended)
    assert not looked_through(store, key).swings


@pytest.mark.parametrize(("reason", "worth"), [("abandoned", None), ("agreement", 0.0)])
def test_an_abandoned_game_is_worth_nothing_at_its_end_not_even_a_draw(
    store: Store, reason: str, worth: float | None
) -> None:
    key = add(store, "e1e2", "c8c7", setup=None, ended=Outcome((), reason))
    assert looked_through(store, key).scores[-1] == worth


def test_on_a_busy_computer_it_finds_the_same(store: Store) -> None:
    keys = [add(store, "e1e2", "c8c7", "g1g2", setup=None, ended=Outcome((), "abandoned")) for _ in range(2)]
    assert looked_through(store, keys[0]) == looked_through(store, keys[1], LATE)


def test_it_waits_while_a_computer_is_to_move_and_can_be_stopped(store: Store) -> None:
    key, other = add(store, "b2b3", "d5d4"), add(store, "b2b3", "d5d4")
    with Started(Reviewer(store, lambda: True)) as reviewer:
        reviewer.begin(key)
        progress = reviewer.progress(key)
        assert progress is not None and (progress.done, progress.of) == (0, 4)
        with pytest.raises(Refused, match="Another game"):
            reviewer.begin(other)
        reviewer.end(other)
        assert reviewer.progress(key) is not None
        reviewer.end(key)
        assert reviewer.progress(key) is None and reviewer.of(key) is None


def ends_otherwise(store: Store, key: str) -> None:
    """Its last action is taken back, and White wins."""
    store.append(StoreUndone(key, 3, 1))
    store.append(StoreEnd(key, 4, (Seat.WHITE,), "resignation", "resignation"))


@pytest.mark.parametrize("change", [Store.delete, ends_otherwise])
def test_a_game_that_is_deleted_or_gets_another_end_is_looked_through_no_further(
    store: Store, change: Callable[[Store, str], None]
) -> None:
    key, other = (add(store, "b2b3", "d5d4", ended=Outcome((), "agreement")) for _ in range(2))
    waits = [True]
    with Started(Reviewer(store, lambda: waits[0])) as reviewer:
        reviewer.begin(key)
        change(store, key)
        waits[0] = False
        wait_for(lambda: reviewer.progress(key) is None, "that it is given up")
        assert reviewer.of(key) is None
        reviewer.begin(other)
        wait_for(lambda: reviewer.of(other) is not None, "that another one was looked through")


def test_a_process_that_hangs_is_ended_with_the_wish(store: Store) -> None:
    key = add(store, "b2b3", "d5d4")
    with Started(Reviewer(store, lambda: False, SILENT)) as reviewer:
        reviewer.begin(key)
        reviewer.end(key)
        assert reviewer.progress(key) is None


@pytest.mark.parametrize("command", [LIAR, FIGURES])
def test_nonsense_is_told_and_the_next_try_begins_anew(
    store: Store, caplog: pytest.LogCaptureFixture, command: Sequence[str]
) -> None:
    key = add(store, "b2b3", "d5d4")
    with Started(Reviewer(store, lambda: False, command)) as reviewer:
        reviewer.begin(key)
        wait_for(lambda: (found := reviewer.progress(key)) is not None and found.trouble is not None, "that it fails")
        assert "no sensible answer" in str(reviewer.progress(key).trouble)  # type: ignore[union-attr]
        reviewer.begin(key)
        wait_for(lambda: caplog.text.count("was not looked through") == 2, "that it fails again")


def test_a_fault_of_the_program_is_told_and_other_games_are_looked_through(
    store: Store, monkeypatch: pytest.MonkeyPatch, logged_errors: list[logging.LogRecord]
) -> None:
    key, other = add(store, "b2b3", "d5d4"), add(store, "b2b3", "d5d4")
    with Started(Reviewer(store, lambda: False)) as reviewer:
        with monkeypatch.context() as faulty:
            faulty.setattr(store, "is_over_with", lambda *given: 1 // 0)
            reviewer.begin(key)
            wait_for(lambda: (found := reviewer.progress(key)) is not None and found.trouble, "that it is told")
        assert len(logged_errors) == 1
        reviewer.begin(other)
        wait_for(lambda: reviewer.of(other), "that another one was looked through")


def test_what_cannot_be_looked_through_is_refused(store: Store) -> None:
    reviewer = Reviewer(store, lambda: False)
    with pytest.raises(Refused, match="not over"):
        reviewer.begin(add(store, "b2b3"))
    with pytest.raises(KeyError):
        reviewer.begin("nowhere")


@pytest.mark.parametrize(("alone", "solutions"), [("true", ("d4d5",)), ("false", ())])
def test_reviews_of_earlier_versions_say_whether_there_is_one_solution(
    store: Store, tmp_path: Path, alone: str, solutions: tuple[str, ...]
) -> None:
    key = add(store, "b2b3", "d5d4")
    store.keep_review(key, Review((1.0, None, 0.0), ()))
    with closing(connect(tmp_path / FILE_NAME)) as db:
        earlier = f'{{"scores": [1.0, null, 0.0], "swings": [[1, "d4d5", 1.0, {alone}]]}}'
        db.execute("UPDATE reviews SET review = ?", (earlier,))
    assert store.review(key) == Review((1.0, None, 0.0), (Blunder(1, "d4d5", 1.0, solutions),))


def test_a_damaged_review_is_none_and_can_be_made_again(store: Store, tmp_path: Path) -> None:
    key, review = add(store, "b2b3", "d5d4"), Review((1.0, None, 0.0), (Blunder(1, "d4d5", 1.0, ("d4d5", "b2b4")),))
    store.keep_review(key, review)
    assert store.review(key) == review
    with closing(connect(tmp_path / FILE_NAME)) as db:
        db.execute("UPDATE reviews SET review = '[3'")
    assert store.review(key) is None
    store.keep_review(key, review)
    assert store.review(key) == review
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as db:
        assert db.execute("SELECT count(*) FROM reviews").fetchone() == (1,)
