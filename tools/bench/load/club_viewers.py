"""Phones that look at the wall of a club, for benches: each reads the event stream of the panel, and does what its page
does: it fetches the boards that changed when it is told of something new, and once more if it is told so meanwhile.

Run as a process of its own: PORT COUNT. Prints a line when all have fetched the boards once. After a line on standard
input it ends as soon as all have fetched them again, with JSON: how often each has since the beginning, how long it
took at most, how many bytes came to all, and the seconds from a move until the first phone has it on its wall.
"""

import gzip
import json
import re
import sys
import threading
import time
from http.client import HTTPConnection
from pathlib import Path

sys.path.append(str(Path(__file__).parents[3] / "tests" / "support"))

from waiting import wait_for  # noqa: E402

SENT = re.compile(rb"at (\d{6,})\.")
PER_ADDRESS = 20
"""A panel lets no address have many more pages."""


class Viewer:
    """One phone."""

    def __init__(self, port: int, number: int, ready: threading.Barrier) -> None:
        self._port, self._address = port, f"127.0.0.{2 + number // PER_ADDRESS}"
        self._ready, self._news = ready, threading.Event()
        self._times_moves, self._seen = number == 0, set[int]()
        self.fetches, self.fetched_bytes, self.longest_s = 0, 0, 0.0
        self.on_wall_s: list[float] = []
        for work in (self._listen, self._fetch):
            threading.Thread(target=work, daemon=True).start()

    def _connection(self) -> HTTPConnection:
        return HTTPConnection("127.0.0.1", self._port, source_address=(self._address, 0))

    def _listen(self) -> None:
        connection = self._connection()
        connection.request("GET", "/events")
        answer = connection.getresponse()
        assert answer.status == 200, answer.read()
        while line := answer.readline():
            if line.startswith(b"data: 1"):
                self._news.set()

    def _fetch(self) -> None:
        connection, first, mark = self._connection(), True, ""
        while self._news.wait():
            self._news.clear()
            began_s = time.monotonic()
            connection.request("GET", "/?part=1", headers={"Accept-Encoding": "gzip", "Live-Mark": mark})
            answer = connection.getresponse()
            packed, mark = answer.read(), answer.headers["Live-Mark"]
            if first:
                self._time(packed)
                self.on_wall_s.clear()
                self._ready.wait()
                first = False
                continue
            self.longest_s = max(self.longest_s, time.monotonic() - began_s)
            self.fetches, self.fetched_bytes = self.fetches + 1, self.fetched_bytes + len(packed)
            if self._times_moves:
                self._time(packed)

    def _time(self, packed: bytes) -> None:
        now_s = time.monotonic()
        fresh = {int(sent) for sent in SENT.findall(gzip.decompress(packed))} - self._seen
        self._seen |= fresh
        self.on_wall_s += [now_s - sent / 1e6 for sent in fresh]


def main() -> None:
    """Look on until told to stop."""
    port, count = int(sys.argv[1]), int(sys.argv[2])
    ready = threading.Barrier(count + 1)
    viewers = [Viewer(port, number, ready) for number in range(count)]
    ready.wait()
    print("ready", flush=True)
    sys.stdin.readline()
    wait_for(lambda: all(each.fetches for each in viewers), "a look of every viewer at what is new")
    print(json.dumps({
        "fetches": [each.fetches for each in viewers], "bytes": sum(each.fetched_bytes for each in viewers),
        "longest_s": [each.longest_s for each in viewers], "on_wall_s": viewers[0].on_wall_s,
    }), flush=True)


if __name__ == "__main__":
    main()
