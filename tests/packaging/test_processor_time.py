"""Processor time in the list of the slowest tests: a program counts while it runs and once it has ended."""

import os
import subprocess
import sys
from pathlib import Path

import processor_time
from processor_time import used_s

BUSY = """
import time
while time.process_time() < 0.3:
    pass
print("done", flush=True)
input()
"""


MEASURED = """
import subprocess, sys
from processor_time import used_s
before_s = used_s()
with subprocess.Popen([sys.executable, "-c", sys.argv[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
    program.stdout.readline()
    while_it_runs_s = used_s() - before_s
    program.communicate(b"\\n")
print(while_it_runs_s, used_s() - before_s)
"""
"""In a process of its own: what else a worker has started, for other tests, would count, too."""


def test_a_program_that_a_test_has_started_counts_while_it_runs_and_once_it_has_ended() -> None:
    support = str(Path(processor_time.__file__).parent)
    told = subprocess.run(
        [sys.executable, "-c", MEASURED, BUSY], env=os.environ | {"PYTHONPATH": support},
        capture_output=True, text=True, check=True,
    )
    while_it_runs_s, in_all_s = map(float, told.stdout.split())
    assert 0.25 < while_it_runs_s <= in_all_s < while_it_runs_s + 0.25


def test_a_process_that_has_ended_used_nothing() -> None:
    program = subprocess.Popen([sys.executable, "-c", ""])
    program.wait()
    assert used_s(str(program.pid)) == 0.0
