"""What the list of the slowest tests says of processors: a program counts while it runs and once it has ended."""

import subprocess
import sys

from processor_time import used_s

BUSY = """
import time
while time.process_time() < 0.3:
    pass
print("done", flush=True)
input()
"""


def test_a_program_that_a_test_has_started_counts_while_it_runs_and_once_it_has_ended() -> None:
    before_s = used_s()
    with subprocess.Popen([sys.executable, "-c", BUSY], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        assert program.stdout is not None and program.stdout.readline()
        while_it_runs_s = used_s() - before_s
        program.communicate(b"\n")
    assert 0.25 < while_it_runs_s <= used_s() - before_s < while_it_runs_s + 0.25


def test_a_process_that_has_ended_used_nothing() -> None:
    program = subprocess.Popen([sys.executable, "-c", ""])
    program.wait()
    assert used_s(str(program.pid)) == 0.0
