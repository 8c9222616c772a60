"""Outside engines for tests: the real ones of Debian, and small liars that misbehave as real ones may."""

import shutil
import sys

DEBIAN = (("stockfish", ()), ("fairy-stockfish", ()), ("gnuchess", ("--uci",)))
PATH = "/usr/games:/usr/bin:/bin"

_MODEL = """
import sys, time
for line in sys.stdin:
    word, rest = (line.split() or [""])[0], line.split()[1:]
    if word == "uci":
        print("id name Model\\noption name Hash type spin default 1 min 1 max 64\\nuciok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        THINK
"""


def debian(name: str) -> list[str] | None:
    """The command of an engine of Debian's; None where it is not installed."""
    path = shutil.which(name, path=PATH)
    return None if path is None else [path, *dict(DEBIAN)[name]]


def model(think: str) -> list[str]:
    """The command of an engine that introduces itself well, and then does this (a statement) when it is to think."""
    return script(_MODEL.replace("THINK", think))


def script(source: str) -> list[str]:
    """The command of a program that nobody needs a file for, as an engine may not read those of root."""
    return [sys.executable, "-c", source]


LIAR = model("print('bestmove e2e5', flush=True)")
HANGS = model("time.sleep(3600)")
DIES = model("sys.exit(1)")
GIVES_UP = model("print('bestmove (none)', flush=True)")
SILENT = script("import time; time.sleep(3600)")
CHATTERS = script("while True: print('hello')")
ENDLESS = script("import sys\nwhile True: sys.stdout.write('x' * 1000)")
RUBBISH = model("sys.stdout.buffer.write(b'\\xff\\xfe info\\n\\ninfo score\\ninfo depth x nodes -\\ninfo score cp\\n"
                "info string score cp 7\\ninfo pv\\nbest\\nbestmove e2e4\\n'); sys.stdout.flush()")
