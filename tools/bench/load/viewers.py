"""Phones that look on, for benches: each reads the event stream of a panel and notes when which scene arrived.

Run as a process of its own: PORT COUNT. Prints a line when all are connected; is told on standard input, in a line, the
number of the last scene to wait for, and ends with a JSON list of [scene number, monotonic seconds].
"""

import json
import re
import sys
import threading
import time
from http.client import HTTPConnection

NUMBER = re.compile(rb'"scene":\{"number":(\d+)')


def view(port: int, received: list[tuple[int, float]], connected: threading.Barrier) -> None:
    """Read one stream until it ends."""
    connection = HTTPConnection("127.0.0.1", port)
    connection.request("GET", "/events?story=1")
    answer = connection.getresponse()
    connected.wait()
    while line := answer.readline():
        at_s = time.monotonic()
        if match := NUMBER.search(line):
            received.append((int(match[1]), at_s))


def has_seen(last: int, received: list[tuple[int, float]]) -> bool:
    """True if a phone has this scene or a later one."""
    return any(number >= last for number, _ in received)


def main() -> None:
    """Look on until every phone has seen the last scene, or its stream has ended."""
    port, count = int(sys.argv[1]), int(sys.argv[2])
    connected = threading.Barrier(count + 1)
    phones: list[tuple[threading.Thread, list[tuple[int, float]]]] = []
    for _ in range(count):
        received: list[tuple[int, float]] = []
        phones.append((threading.Thread(target=view, args=(port, received, connected), daemon=True), received))
        phones[-1][0].start()
    connected.wait()
    print("connected", flush=True)
    last = int(sys.stdin.readline())
    while not all(has_seen(last, received) or not thread.is_alive() for thread, received in phones):
        time.sleep(0.01)
    print(json.dumps([each for _, received in phones for each in received]), flush=True)


if __name__ == "__main__":
    main()
