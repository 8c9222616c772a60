"""A phone that wants too much of one thing: event streams, records brought in, replays of long games.

``python flooding.py PORT ADDRESS SEED COUNT streams|imports|replays [RECORD]`` asks COUNT times from ADDRESS, on many
lines at once and as a handful of phones, and prints what came back as JSON. RECORD: the file of the record.
"""

import json
import random
import sys
import threading
import time
from collections import Counter
from collections.abc import Mapping
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from pathlib import Path

LINES = {"streams": 36, "imports": 6, "replays": 6}
"""Lines at a time: more than one address may have."""
PHONES = {"streams": 5, "imports": 3, "replays": 3}
GAMES = 6
"""More than anybody remembers the replays of."""
AGAIN_S = 1.0
"""The pause of a connection that may not import, so that in the end it is replays that are asked for."""
STUCK_S = 300.0
"""After that a request counts as unanswered. An address whose replays cost much has one at a time: its others wait."""
LONGEST_S = 0.5
"""The longest that a stream is listened to."""


class Flood:
    """Asks, line by line, until it was done often enough."""

    def __init__(self, port: int, address: str, seed: int, count: int, what: str, record: str) -> None:
        self._port, self._address, self._what, self._left = port, address, what, count
        self._chance = random.Random(seed)
        self._asks = {"streams": listen, "imports": self._bring, "replays": self._look_over}[what]
        self._body = json.dumps({"record": record})
        self._keys: list[str] = []
        self._lock = threading.Lock()
        self.statuses: Counter[int] = Counter()
        self.unanswered: list[str] = []

    def run(self) -> None:
        threads = [threading.Thread(target=self._ask) for _ in range(LINES[self._what])]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def _ask(self) -> None:
        while (phone := self._next()) is not None:
            line = HTTPConnection("127.0.0.1", self._port, timeout=STUCK_S, source_address=(self._address, 0))
            try:
                status = self._asks(line, self._named(phone))
            except (OSError, HTTPException) as error:
                self.unanswered.append(f"{self._what}: {error!r}")
            else:
                with self._lock:
                    self.statuses[status] += 1
            finally:
                line.close()

    def _named(self, phone: int) -> dict[str, str]:
        """The headers of one of the phones; the first comes as somebody new each time."""
        name = f"flooding-phone-{self._address.replace('.', '-')}-{phone}"
        return {"Cookie": f"pawnlight_phone={name}"} if phone else {}

    def _next(self) -> int | None:
        with self._lock:
            self._left -= 1
            return self._chance.randrange(PHONES[self._what]) if self._left >= 0 else None

    def _bring(self, line: HTTPConnection, headers: Mapping[str, str]) -> int:
        line.request("POST", "/api/games/import", self._body, {**headers, "Content-Type": "application/json"})
        answer = line.getresponse()
        kept = json.loads(answer.read())
        if answer.status == 201:
            self._keys.append(kept["key"])
        return answer.status

    def _look_over(self, line: HTTPConnection, headers: Mapping[str, str]) -> int:
        """Have a game replayed, a few of them in turn, which have been brought in first."""
        if len(self._keys) < GAMES:
            status = self._bring(line, headers)
            time.sleep(0 if status == 201 else AGAIN_S)
            return status
        line.request("GET", f"/games/{self._chance.choice(self._keys)}", headers=dict(headers))
        answer = line.getresponse()
        answer.read()
        return answer.status


def listen(line: HTTPConnection, headers: Mapping[str, str]) -> int:
    """Open a stream and read what comes for a moment. Where it has to give way, or finds no room, it says so itself, as
    browsers do not let pages read refusals: that counts as the refusal that it is."""
    line.request("GET", "/events?story=1", headers=dict(headers))
    answer = line.getresponse()
    until_s = time.monotonic() + random.uniform(0, LONGEST_S)
    while answer.status == 200 and time.monotonic() < until_s:
        if answer.readline().startswith(b"event: farewell"):
            return HTTPStatus.TOO_MANY_REQUESTS
    return answer.status


def main(port: str, address: str, seed: str, count: str, what: str, record: str = "") -> None:
    text = Path(record).read_text() if record else ""
    flood = Flood(int(port), address, int(seed), int(count), what, text)
    flood.run()
    failed = [[status, f"{'GET /events' if what == 'streams' else 'POST /api/games/import'}"]
              for status in flood.statuses if status >= 500]
    print(json.dumps({"sent": int(count), "statuses": flood.statuses, "failed": failed,
                      "unanswered": flood.unanswered}))


if __name__ == "__main__":
    main(*sys.argv[1:])
