"""Whatever the process that thinks does instead of answering: it is asked again, and answers the same."""

import json
import os
import selectors
import signal
import sys
import time
from dataclasses import replace
from threading import Event

import pytest
from held_thought import IN_MID_THOUGHT, UNHURRIED, held, once
from hypothesis import given
from hypothesis import strategies as st
from waiting import PATIENCE_S, wait_for

from daemon.base.json_process import MOST_SAID, NoAnswer
from daemon.runtime.computer_player import ComputerPlayer, Question
from daemon.runtime.queue import Orders
from engine.records.computer_levels import Computers
from engine.records.game_record import begin, replay
from engine.registry import find_game
from table.messages.events import BlunderFound, HintFound, MoveChosen

SEED = 5


def question(level=2, actions=("g1g2",), game_id="pawn"):
    """Make the question to Black after White's first move."""
    game = find_game(game_id)
    played = replay(begin(game, game.read_options({})), actions)
    seat = game.to_act(played.position)[0]
    return Question(len(actions) + 1, seat, played, Computers({seat: level}, SEED), None, 1)


class Watched:
    """A computer_player with what it orders and what it warns of."""

    def __init__(self, command=UNHURRIED, **times):
        self.orders, self.warnings = Orders(), []
        self.computer_player = ComputerPlayer(self.orders, self.warnings.append, command, **times)
        self.computer_player.start()

    def answer(self, asked):
        self.computer_player.think(asked)
        return self.awaited()

    def awaited(self):
        chosen = self.orders.next(PATIENCE_S).wish
        assert isinstance(chosen, MoveChosen)
        return chosen

    @property
    def pid(self):
        return self.computer_player._child.pid


@pytest.fixture
def watched():
    """Makes thinkers, and ends them."""
    made = []

    def make(*command, **times):
        made.append(Watched(command or UNHURRIED, **times))
        return made[-1]

    yield make
    for each in made:
        assert each.computer_player.stop(PATIENCE_S)


@pytest.fixture(scope="module")
def right():
    """Return the answer of a process that works."""
    sound = Watched()
    try:
        return sound.answer(question())
    finally:
        assert sound.computer_player.stop(PATIENCE_S)


def weary(child, hangs):
    """The first process is given up soon after it hangs, however long it took to come so far."""
    awaited, pids = child._await, []

    def _await(pipe, event, ends_s):
        pids.append(child.pid)
        if event == selectors.EVENT_READ and child.pid == pids[0]:
            wait_for(hangs.exists, "that it hangs")
            ends_s = time.monotonic() + 0.05
        awaited(pipe, event, ends_s)

    child._await = _await


SILENT = {
    "it hangs": "hang()",
    "it reads and hangs": "sys.stdin.readline(); hang()",
    "it says half a line and hangs": "print('{', end='', flush=True); hang()",
    "it hangs in mid-thought": IN_MID_THOUGHT,
}
FAULTS = SILENT | {
    "it ends": "sys.exit(3)",
    "it ends by a signal": "os.kill(os.getpid(), 9)",
    "it reads and ends": "sys.stdin.readline(); sys.exit()",
    "it says what is no JSON": "print('well ...', flush=True); hang()",
    "it says what is no text": "os.write(1, bytes([255, 254, 10])); hang()",
    "it says a number that no float can hold":
        "print('{\"entry\": 2, \"action\": \"c6c5\", \"score\": 1' + '0' * 400 + '}', flush=True); hang()",
    "it says two lines": "print('{}\\n{}', flush=True); hang()",
    "it says more and more": "os.write(1, b'x' * 60_000); os.write(1, b'x' * 60_000); hang()",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_whatever_happens_to_it_the_answer_is_the_same(fault, watched, right, tmp_path):
    mark = tmp_path / "mark"
    faltering = watched(sys.executable, "-c", once(FAULTS[fault]), str(mark), answer_s=PATIENCE_S)
    if fault in SILENT:
        weary(faltering.computer_player._child, tmp_path / "mark hangs")
    assert faltering.answer(question()) == right
    assert mark.exists(), "it did something wrong"
    assert faltering.warnings == [], "one fault alone is nobody's business"


def test_a_process_that_reads_nothing_of_a_long_game_does_not_keep_the_thread(watched):
    """The request is longer than a pipe's buffer."""
    long_game = replace(question(), setup={"told": "x" * 200_000})
    deaf = watched(sys.executable, "-c", "import time; time.sleep(600)", answer_s=0.3, pause_s=60.0)
    deaf.computer_player.think(long_game)
    wait_for(lambda: deaf.warnings, "that somebody is told")
    assert "it was silent for" in str(deaf.warnings[0])


def test_one_that_never_answers_is_told_of_and_works_again_once_it_can(watched, right, tmp_path):
    spoilt = tmp_path / "spoilt"
    spoilt.touch()
    fault = f"os.remove(mark); print('no', flush=True) if os.path.exists({str(spoilt)!r}) else None"
    process = watched(sys.executable, "-c", once(fault), str(tmp_path / "mark"), pause_s=0.05)
    process.computer_player.think(question())
    wait_for(lambda: process.warnings, "that somebody is told")
    assert "it gave no sensible answer" in str(process.warnings[0])
    spoilt.unlink()
    assert process.awaited() == right
    assert process.warnings[-1] is None


def test_what_is_wrong_is_told_no_longer_once_nobody_asks(watched):
    broken = watched("/nowhere/to/be/found", pause_s=3600.0)
    for _ in range(2):
        broken.computer_player.think(question())
        wait_for(lambda: broken.warnings, "that somebody is told")
        broken.computer_player.think(None)
        wait_for(lambda: broken.warnings[-1] is None, "that it is told no longer")
        broken.warnings.clear()


@pytest.mark.parametrize("said", [
    "[]", "{}", "null", "3", '"c6c5"',
    '{"entry": 2, "action": "a1a8", "score": 0}',
    '{"entry": 2, "action": 5, "score": 0}',
    '{"entry": 1, "action": "c6c5", "score": 0}',
    '{"entry": 2, "action": "c6c5", "score": NaN}',
    '{"entry": 2, "action": "c6c5", "score": 2}',
    '{"entry": 2, "action": "c6c5", "score": "good"}',
    '{"entry": 2, "action": "c6c5"}',
    '{"error": {"code": "bad-request", "message": "no"}}',
    "[" * 60_000,
    '{"entry": 2, "action": "c6c5", "score": 1%s}' % ("0" * 400),
    '{"entry": 2, "action": "c6c5", "score": 1e999}',
    '{"entry": 2, "action": "c6c5", "score": true}',
    '{"entry": 2.0, "action": "c6c5", "score": 0}',
    '{"entry": 3, "entry": 2, "action": "c6c5", "score": 0}',
    '{"entry": 2, "action": "\\ud800", "score": 0}',
])
def test_what_is_no_answer_is_not_taken_for_one(said):
    assert len(said) < MOST_SAID
    with pytest.raises(NoAnswer):
        question().answer(said.encode())


REASON = {"name": "takes", "piece": "P"}


@pytest.mark.parametrize("spoilt", [
    {"reason": None}, {"reason": {}}, {"reason": ["takes"]}, {"reason": {"name": ["takes"]}},
    {"reason": {"name": "worse"}}, {"reason": REASON | {"piece": None}}, {"reason": REASON | {"piece": "\ud800"}},
    {"reason": REASON | {"squares": "a1"}}, {"reason": REASON | {"squares": ["i9"]}},
    {"reason": REASON | {"action": 1}}, {"score": 10**400}, {"entry": True},
])
def test_a_hint_is_told_only_if_all_of_it_makes_sense(spoilt):
    hint = replace(question(actions=()), hint=True)
    sound = {"entry": 1, "action": "g1g2", "score": 0.5, "reason": REASON}
    assert hint.answer(json.dumps(sound).encode()) == HintFound(1, "g1g2", "takes", "P")
    with pytest.raises(NoAnswer):
        hint.answer(json.dumps(sound | spoilt).encode())


@pytest.mark.parametrize("spoilt", [
    {"reason": None}, {"reason": {"name": "takes"}}, {"action": "c1c2"}, {"loss": 10**400}, {"loss": -0.1},
    {"loss": "0"}, {"loss": float("nan")}, {"entry": 2}, {"entry": True},
])
def test_a_warning_is_told_only_if_all_of_it_makes_sense(spoilt):
    checked = replace(question(actions=()), check="g1g2")
    sound = {"entry": 1, "action": "g1g2", "loss": 0, "reason": {"name": "loses", "piece": "P"}}
    assert checked.answer(json.dumps(sound).encode()) == BlunderFound(1, "g1g2", 0.0, "loses", "P")
    with pytest.raises(NoAnswer):
        checked.answer(json.dumps(sound | spoilt).encode())


SAID = st.recursive(
    st.none() | st.booleans() | st.integers() | st.just(10**400) | st.floats() | st.text(st.characters(codec=None)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(("name", "piece", "x")), inner),
)
FIELDS = ("entry", "action", "score", "loss", "reason")


@given(
    said=SAID | st.fixed_dictionaries({}, optional=dict.fromkeys(FIELDS, SAID)),
    kind=st.sampled_from(({}, {"hint": True}, {"check": "g1g2"})),
)
def test_whatever_is_said_is_refused_in_one_way(said, kind):
    with pytest.raises(NoAnswer):
        replace(question(actions=()), **kind).answer(json.dumps(said).encode())


def test_an_answer_is_taken():
    chosen = question().answer(b'{"entry": 2, "action": "c6c5", "score": -1}')
    assert chosen == MoveChosen(2, "c6c5", -1.0)


def test_killed_in_mid_thought_it_answers_at_once_with_the_same_move(watched, right, tmp_path):
    """Nothing is waited for: neither pause nor patience would ever end."""
    for_ever = dict.fromkeys(("answer_s", "pause_s"), 3600.0)
    command, thinking = held(tmp_path / "mark")
    killed = watched(*command, **for_ever)
    killed.computer_player.think(question())
    wait_for(thinking.exists, "that it thinks")
    os.kill(killed.pid, signal.SIGKILL)
    assert killed.awaited() == right


def test_nobody_needs_it_for_long_and_it_ends_until_it_is_asked_again(watched, right):
    idle = watched(idle_s=0.2)
    assert idle.answer(question()) == right
    wait_for(lambda: idle.pid is None, "that it has ended")
    assert idle.answer(question()) == right


def test_a_process_that_nobody_needs_and_that_dies_slowly_keeps_nobody_waiting(watched):
    """The table's thread says after each of its steps that nothing is asked."""
    idle, dying, may_die, dead = watched(idle_s=0.01), Event(), Event(), Event()
    die = idle.computer_player._child.end

    def die_slowly():
        dying.set()
        may_die.wait(PATIENCE_S / 3)
        die()
        dead.set()

    idle.computer_player._child.end = die_slowly
    idle.answer(question())
    assert dying.wait(PATIENCE_S)
    for asked in (None, question(), None):
        idle.computer_player.think(asked)
    assert not dead.is_set(), "nobody waited for its death"
    may_die.set()


def test_it_is_kept_for_the_next_question(watched):
    kept = watched(idle_s=600.0)
    kept.answer(question())
    first = kept.pid
    kept.answer(question(actions=("g1g2", "c6c5", "c1c2")))
    assert kept.pid == first
