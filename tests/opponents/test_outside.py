"""Outside engines that decide for a seat: what they find is played; of no use, the own search plays on."""

import json
import os
import signal
from random import Random

import engines
import pytest
from waiting import PATIENCE_S

from engine.core.pieces import Seat
from engine.records.computer_levels import FAILURES
from engine.records.game_record import begin, replay
from engine.registry import find_game
from opponents import outside, uci
from opponents.conversation import answer
from opponents.outside import Engines

CHESS = find_game("chess")
MATE_IN_ONE = ("f2f3", "e7e5", "g2g4")
HANGING_QUEEN = ("e2e4", "e7e5", "d1h5", "g7g6")


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    monkeypatch.setattr(uci, "READY_S", PATIENCE_S)
    monkeypatch.setattr(uci, "GRACE_S", PATIENCE_S)


@pytest.fixture
def stockfish():
    """The command of the real one."""
    command = engines.debian("stockfish")
    if command is None:
        pytest.skip("no stockfish (Debian: apt install stockfish)")
    return command


@pytest.fixture
def consult(ask):
    """Asks a process's worth of engines."""
    kept = Engines()

    def consulted(command, *actions, engine=(), **more):
        played = replay(begin(CHESS, CHESS.read_options({})), actions)
        seat = Seat(CHESS.to_act(played.position)[0])
        request = ask(played, seat, **more) | {"engine": {"command": command, **dict(engine)}}
        said = json.loads(answer(json.dumps(request), kept))
        assert "error" not in said, said
        assert CHESS.parse(played.position, said["action"]) is not None
        return said

    consulted.engines = kept
    yield consulted
    kept.close()


def test_an_engine_decides_for_a_seat(consult, stockfish):
    found = consult(stockfish, *HANGING_QUEEN[:-1], "g8f6", level=1, unhurried=True)
    assert "engine" not in found
    assert found["action"] == "h5e5" or found["score"] > 0.9  # sees that the pawn is free, or better
    assert found["line"][0] == found["action"] and found["nodes"] > 100
    assert consult(stockfish, *MATE_IN_ONE)["action"] == "d8h4"


def test_an_engine_that_is_killed_in_mid_thought_is_replaced_and_asked_again_later(consult, stockfish, monkeypatch):
    """A real one, killed as soon as it has said something of what it thinks."""
    consult(stockfish)
    pid = consult.engines._running.pid
    heard = uci._read_info

    def kill(words, thoughts):
        monkeypatch.setattr(uci, "_read_info", heard)
        os.kill(pid, signal.SIGKILL)
        heard(words, thoughts)

    monkeypatch.setattr(uci, "_read_info", kill)
    monkeypatch.setattr(outside, "MOVE_S", 60.0)
    said = consult(stockfish, within_s=2.0)
    assert said["engine"] == "ended" and said["depth"] >= 1
    monkeypatch.setattr(outside, "MOVE_S", 0.2)
    assert consult(stockfish)["engine"] == "ended", "it is left alone for a while"
    monkeypatch.setattr(outside, "REST_S", 0.0)
    assert "engine" not in consult(stockfish), "and then asked again"
    assert consult.engines._running.pid != pid


@pytest.mark.parametrize("command, why", [
    (["/no/such/engine"], "missing"), ([], "missing"), (engines.DIES, "ended"), (engines.GIVES_UP, "nonsense"),
    (engines.LIAR, "illegal"),
])
def test_where_an_engine_is_of_no_use_the_own_search_plays_on(consult, command, why):
    said, own = consult(command, level=3, unhurried=True), None
    own = consult(command, level=3, unhurried=True)
    assert said == own and said["engine"] == why and why in FAILURES
    assert consult.engines._running is None


def test_an_engine_that_hangs_is_left_alone(consult, monkeypatch):
    monkeypatch.setattr(uci, "GRACE_S", 0.2)
    assert consult(engines.HANGS)["engine"] == "silent"
    assert consult.engines._running is None


def test_in_chess960_an_engine_that_does_not_know_it_is_not_asked(ask):
    played = begin(CHESS, CHESS.read_options({"start": "number", "number": 4}))
    kept = Engines()
    request = ask(played, Seat.WHITE) | {"engine": {"command": engines.RUBBISH}}
    assert json.loads(answer(json.dumps(request), kept))["engine"] == "unable"
    kept.close()


def test_a_share_of_plain_moves_makes_it_weaker(consult, stockfish):
    """All of them: it is never asked; but it still sees a mate."""
    seen = {consult(engines.DIES, "e2e4", "e7e5", engine={"plain": 100}, seed=seed)["action"] for seed in range(20)}
    assert len(seen) > 5
    assert "engine" not in consult(engines.DIES, engine={"plain": 100})
    assert consult(engines.DIES, *MATE_IN_ONE, engine={"plain": 100})["action"] == "d8h4"
    assert consult(stockfish, *MATE_IN_ONE[:2], engine={"plain": 0}, unhurried=True)["nodes"] > 0


def test_an_engine_says_what_a_blunder_throws_away(consult, stockfish):
    looked_at = consult(stockfish, *HANGING_QUEEN, check="a2a3", unhurried=True)
    assert looked_at["loss"] > 0.5 and looked_at["reason"] == {"name": "gives-up", "piece": "Q"}
    mated = consult(stockfish, "f2f3", "e7e5", check="g2g4", unhurried=True)
    assert mated["loss"] > 0.5 and mated["reason"]["name"] == "loses"
    best = consult(stockfish, *MATE_IN_ONE)["action"]
    assert consult(stockfish, *MATE_IN_ONE, check=best)["loss"] == 0


def test_what_is_not_to_be_considered_is_not_played(consult, stockfish):
    best = consult(stockfish, *HANGING_QUEEN, unhurried=True)["action"]
    other = consult(stockfish, *HANGING_QUEEN, unhurried=True, without=[best])
    assert "engine" not in other and other["action"] != best


@pytest.mark.parametrize("engine", [
    {}, {"command": "stockfish"}, {"command": [1]}, {"command": ["x"], "elo": -1}, {"command": ["x"], "plain": 101},
    {"command": ["x"], "options": {"Hash": 1}}, {"command": ["x"], "colour": "red"}, [],
], ids=str)
def test_a_malformed_engine_is_refused(ask, engine):
    played = begin(CHESS, CHESS.read_options({}))
    said = json.loads(answer(json.dumps(ask(played, Seat.WHITE) | {"engine": engine}), None))
    assert said["error"]["code"] == "bad-request"


def test_games_that_no_engine_can_be_told_are_thought_over_as_ever(ask):
    pawn = find_game("pawn")
    played = begin(pawn, pawn.read_options({}))
    with_engine = ask(played, Seat.WHITE, unhurried=True) | {"engine": {"command": engines.DIES}}
    assert answer(json.dumps(with_engine), Engines()) == answer(json.dumps(ask(played, Seat.WHITE, unhurried=True)))


def test_a_whole_game_against_random_moves_is_won(consult, stockfish, monkeypatch):
    monkeypatch.setattr(outside, "MOVE_S", 0.02)
    luck, played = Random(3), begin(CHESS, CHESS.read_options({}))
    while CHESS.outcome(played.position) is None:
        if CHESS.to_act(played.position) == (Seat.WHITE,):
            action = CHESS.parse(played.position, consult(stockfish, *(each.text for each in played.actions))["action"])
        else:
            action = luck.choice([each for each in CHESS.actions(played.position) if each.text != "claim"])
        played = played.after(action)[0]
    assert CHESS.outcome(played.position).winners == (Seat.WHITE,)
