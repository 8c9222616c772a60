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


def main() -> None:
    """Look on until told to stop."""
    port, count = int(sys.argv[1]), int(sys.argv[2])
    received: list[tuple[int, float]] = []
    connected = threading.Barrier(count + 1)
    for _ in range(count):
        threading.Thread(target=view, args=(port, received, connected), daemon=True).start()
    connected.wait()
    print("connected", flush=True)
    sys.stdin.readline()
    print(json.dumps(received), flush=True)


if __name__ == "__main__":
    main()
