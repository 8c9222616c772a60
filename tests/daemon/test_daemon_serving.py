"""The end of a program with a panel: by a signal, whatever the program is doing when it comes."""

import signal
import subprocess
import sys

from waiting import PATIENCE_S

INTERRUPTED = """
import signal, sys, threading
from itertools import count
from daemon.app.run_server import ending_signals

def waits_interrupted(line):
    "Wait, with a signal before so many lines of what waits; whether there were so many."
    passed = 0

    def trace(frame, event, _):
        nonlocal passed
        if event == "line":
            passed += 1
            if passed == line:
                signal.raise_signal(signal.SIGTERM)
        return trace

    main = threading.get_ident()
    late = threading.Timer(0.2, lambda: signal.pthread_kill(main, signal.SIGTERM))
    with ending_signals() as came:
        late.start()
        sys.settrace(trace)
        wait(came)
        sys.settrace(None)
        late.cancel()
        late.join()
    return passed >= line

def wait(came):
    number = came.recv(1)[0]
    assert number == signal.SIGTERM

print(next(line for line in count(1) if not waits_interrupted(line)))
"""


def test_a_signal_is_not_lost_in_whatever_moment_of_waiting_it_comes() -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, timeout=PATIENCE_S, check=True
    )
    assert int(done.stdout) > 2, "not even the lines above were passed"


UNINTERRUPTED = """
import signal, threading
from daemon.app.run_server import ending_signals

with ending_signals() as came:
    elsewhere = threading.Timer(0.2, lambda: signal.pthread_kill(threading.get_ident(), signal.SIGTERM))
    elsewhere.start()
    print(came.recv(1)[0])
"""


def test_a_signal_that_does_not_interrupt_the_waiting_ends_it() -> None:
    """As one that comes in the moment before it begins: what handles it is asleep then."""
    done = subprocess.run(
        [sys.executable, "-c", UNINTERRUPTED], capture_output=True, text=True, timeout=PATIENCE_S, check=True
    )
    assert int(done.stdout) == signal.SIGTERM
