"""The process that thinks, held in its first thought: no test has to be quick to meet it there."""

import sys

HANGS = """
import os, sys, time
mark = sys.argv[1]
held_before = mark + " hangs"
def hang():
    open(held_before, "w").close()
    time.sleep(600)
"""
IN_MID_THOUGHT = """
from opponents.search import Search
count = Search._count
def held(search):
    if not search._looked_at:
        hang()
    count(search)
Search._count = held
"""
RUNS = """
import runpy
from opponents import conversation, thinking, uci
uci.READY_S = uci.GRACE_S = 600.0
conversation.DECISION_S = thinking.DECISION_S = thinking.TURN_S = 600.0  # where a computer is busy it would stop early
runpy.run_module("opponents", run_name="__main__")
"""
UNHURRIED = (sys.executable, "-c", RUNS)
"""The command of a process that thinks to its end, however busy the computer is."""


def once(fault):
    """A program that does something wrong before it answers, but once only: started again, it is well. Its first
    argument is the path of a mark that it leaves then; where that ends in " hangs", it hangs."""
    return f"{HANGS}\nif not os.path.exists(mark):\n    open(mark, 'w').close()\n    exec({fault!r})\n{RUNS}"


def held(mark):
    """The command of a process that is held once, however often it has to be started until it thinks, and the path that
    is there as soon as it has been."""
    program = f"{HANGS}\nif not os.path.exists(held_before):\n    exec({IN_MID_THOUGHT!r})\n{RUNS}"
    return (sys.executable, "-c", program, str(mark)), mark.with_name(f"{mark.name} hangs")
