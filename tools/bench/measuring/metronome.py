"""Measure how late this machine wakes a process that only sleeps: a delay that every other figure of the run contains.

Run as a process of its own. Ends at a line on standard input, with a JSON list of seconds.
"""

import json
import sys
import threading
import time

BEAT_S = 0.005


def main() -> None:
    """Sleep and note, until told to stop."""
    late_s: list[float] = []
    stop = threading.Event()

    def wait() -> None:
        sys.stdin.readline()
        stop.set()

    threading.Thread(target=wait, daemon=True).start()
    while not stop.is_set():
        due_s = time.monotonic() + BEAT_S
        time.sleep(BEAT_S)
        late_s.append(time.monotonic() - due_s)
    print(json.dumps(late_s), flush=True)


if __name__ == "__main__":
    main()
