"""The client of outside engines: real ones play, and none that misbehaves holds anybody up."""

import os
import signal
import subprocess
import sys
import textwrap

import engines
import psutil
import pytest
from waiting import PATIENCE_S, wait_for

from engine.records.game_record import begin
from engine.registry import find_game
from engine.services import uci as speech
from opponents import uci
from opponents.errors import EngineFailed
from opponents.search import SURELY
from opponents.uci import Engine, introduced

CHESS = find_game("chess")


def told(*moves, **options):
    """The game after these actions."""
    played = begin(CHESS, CHESS.read_options(options))
    for move in moves:
        played = played.after(CHESS.parse(played.position, move))[0]
    return speech.tell(played)


STOCKFISHES = ("stockfish", "fairy-stockfish")


@pytest.fixture(params=[name for name, _ in engines.DEBIAN])
def real(request):
    """An engine of Debian's."""
    command = engines.debian(request.param)
    if command is None:
        pytest.skip(f"no {request.param} (Debian: apt install {request.param})")
    engine = Engine(command, {})
    yield engine
    engine.close()


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """However busy the computer is, an engine is waited for; in tests of the impatient ones less."""
    def set_to(ready_s, grace_s):
        monkeypatch.setattr(uci, "READY_S", ready_s)
        monkeypatch.setattr(uci, "GRACE_S", grace_s)

    set_to(PATIENCE_S, PATIENCE_S)
    return set_to


def why(command):
    """The reason for which an engine that is to find a move is of no use."""
    with pytest.raises(EngineFailed) as failed:
        engine = Engine(command, {})
        try:
            engine.search(told(), "movetime 10", 0.1)
        finally:
            engine.close()
    return failed.value.why


def test_real_engines_find_the_mate(real):
    game = told("f2f3", "e7e5", "g2g4")
    found = real.search(game, "movetime 200", 30)
    assert found.move == "d8h4" and found.line[0] == "d8h4"
    assert found.score > SURELY or "GNU" in real.features.name  # which writes mates as scores


@pytest.mark.parametrize("real", STOCKFISHES, indirect=True)
def test_real_engines_play_with_the_strength_that_they_are_told(real):
    weakest, strongest = real.features.elo
    assert 0 < weakest < strongest
    for elo in (weakest - 500, 1800, strongest + 500, None):
        real.play_as(elo)
        moves = speech.moves(CHESS, begin(CHESS, CHESS.read_options({})).position, False)
        assert real.search(told(), "nodes 500", 30).move in moves


@pytest.mark.parametrize("real", STOCKFISHES, indirect=True)
def test_real_engines_choose_among_the_moves_they_are_given(real):
    assert real.search(told(), "nodes 500", 30, ["h2h4", "a2a3"]).move in ("h2h4", "a2a3")


def test_real_engines_castle_in_chess960(real):
    # start 4 of the 960 has its king on f1 and a rook on h1
    game = told(start="number", number=4)
    if "UCI_Chess960" not in real.features.options:
        with pytest.raises(EngineFailed, match="Chess960"):
            real.search(game, "nodes 500", 30)
        return
    assert game.chess960
    position = CHESS.setup(CHESS.read_options({"start": "number", "number": 4}), {
        "board": {"f1": "wK", "h1": "wR", "f8": "bK", "a7": "bP"}, "phase": "play", "to_act": ["white"],
        "detail": {"castling": "K", "en_passant": None, "quiet": 0, "number": 1},
    })
    moves = speech.moves(CHESS, position, True)
    castling = next(text for text, action in moves.items() if action.text == "O-O")
    played = begin(CHESS, position.options)
    given = speech.tell(type(played)(CHESS, position.options, position))
    assert castling == "f1h1" and given.chess960
    assert real.search(given, "nodes 500", 30, [castling]).move == castling


def test_an_engine_runs_without_rights_and_with_the_least_priority(real):
    process = psutil.Process(real.pid)
    assert process.nice() == 19
    assert process.uids().effective != 0
    with open(f"/proc/{real.pid}/status") as status:
        assert "NoNewPrivs:\t1" in status.read()
    assert set(process.environ()) == {"PATH", "HOME"}


def test_an_engine_ends_with_the_process_that_started_it_even_if_that_is_killed():
    source = textwrap.dedent("""
        import engines, time
        from opponents.uci import Engine
        engine = Engine(engines.HANGS, {})
        print(engine.pid, flush=True)
        time.sleep(3600)
    """)
    path = os.pathsep.join(path for path in sys.path if path)
    starter = subprocess.Popen(
        [sys.executable, "-c", source], stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONPATH": path})
    with starter:
        assert starter.stdout is not None
        pid = int(starter.stdout.readline())
        assert psutil.pid_exists(pid)
        starter.send_signal(signal.SIGKILL)
    wait_for(lambda: not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE, "its end")


def test_an_engine_that_is_closed_takes_along_what_it_started():
    engine = Engine(["sh", "-c", 'exec 3<&0; "$@" <&3 & wait', "sh", *engines.model("pass")], {})
    children = wait_for(lambda: psutil.Process(engine.pid).children(), "what it started")
    engine.close()
    wait_for(lambda: not any(each.is_running() and each.status() != psutil.STATUS_ZOMBIE for each in children), "end")


@pytest.mark.parametrize("command, reason", [
    (["/no/such/engine"], "missing"),
    (engines.script("pass"), "ended"),
    (engines.DIES, "ended"),
    (engines.GIVES_UP, "nonsense"),
    (engines.ENDLESS, "nonsense"),
])
def test_an_engine_that_is_none_is_found_out(command, reason):
    assert why(command) == reason


@pytest.mark.parametrize("command", [engines.SILENT, engines.CHATTERS], ids=["silent", "chatters"])
def test_an_engine_that_never_introduces_itself_is_given_up(command, patience):
    patience(0.3, PATIENCE_S)
    assert why(command) == "silent"


def test_an_engine_that_hangs_is_given_up(patience):
    patience(PATIENCE_S, 0.3)
    assert why(engines.HANGS) == "silent"


def test_an_engine_that_does_not_read_is_given_up(patience):
    engine = Engine(engines.HANGS, {})
    try:
        engine._say("go infinite")
        patience(0.3, PATIENCE_S)
        with pytest.raises(EngineFailed, match="silent"):
            for _ in range(20):
                engine._say("x" * 60_000)
    finally:
        engine.close()


def test_rubbish_is_passed_over():
    engine = Engine(engines.RUBBISH, {})
    try:
        found = engine.search(told(), "movetime 10", 30)
    finally:
        engine.close()
    assert (found.move, found.line, found.score) == ("e2e4", ("e2e4",), 0.0)


def test_what_an_engine_says_of_its_options_is_read():
    features = introduced(engines.script(
        "input(); print('id name A  B\\noption name UCI_Elo type spin default 5 min 500 max 2000\\n"
        "option name UCI_LimitStrength type check default false\\noption name Two Words type string default\\n"
        "option name Odd type spin default 1 min x max\\noption\\noption name\\nuciok')\n"
        "input(); print('readyok')"), {})
    assert (features.name, features.elo) == ("A B", (500, 2000))
    assert {"UCI_Elo", "UCI_LimitStrength", "Two Words", "Odd"} <= features.options
