"""The tools of the races: phones that each have a connection of their own."""

import json
import re
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from typing import Any

from shown_scene import naming_scene
from waiting import PATIENCE_S


def said(phrases: tuple[str, ...], text: str) -> list[str]:
    """Those of the phrases that a text contains, whatever its blanks were turned into."""
    blank = r"( |\+|%20|&#32;|&nbsp;|\\u0020)"
    return [phrase for phrase in phrases if re.search(blank.join(map(re.escape, phrase.split(" "))), text)]


AGAIN_S = 0.02
"""The pause of a phone before it calls a program again that is away."""


@dataclass
class Racer:
    """A phone that asks quickly. Used by one thread at a time; several may be the same phone.

    ``may_know``: (game's key, seat) of the secrets that it may read at the moment. ``patient``: the program may be away
    for a while.
    """

    port: int
    name: str
    may_know: set[tuple[str, str]] = field(default_factory=set)
    counts: Counter[str] = field(default_factory=Counter)
    patient: bool = False

    def __post_init__(self) -> None:
        self._line = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        cookie = f"pawnlight_phone={self.name}-phone-of-the-race-test"
        self._headers = {"Content-Type": "application/json", "Cookie": cookie}

    def ask(self, method: str, path: str, **body: object) -> tuple[int, str]:
        """Status of the answer, and its headers and body as text. While the program is away it is asked again."""
        until_s = time.monotonic() + PATIENCE_S
        while True:
            try:
                return self._ask(method, path, body)
            except (OSError, HTTPException):
                self._line.close()
                if not self.patient or time.monotonic() > until_s:
                    raise
                time.sleep(AGAIN_S)

    def _ask(self, method: str, path: str, body: Mapping[str, object]) -> tuple[int, str]:
        key, number = ("", 0) if method == "GET" else self._game()
        headers, named = self._headers | {"Game-Key": key}, naming_scene(method, path, body, lambda: number)
        self._line.request(method, path, json.dumps(named) if named else None, headers)
        answer = self._line.getresponse()
        text = answer.read().decode()
        self.counts[f"{method} {answer.status}"] += 1
        return answer.status, f"{answer.headers}{text}"

    def _game(self) -> tuple[str, int]:
        """Return the key of the game on the table and the number of its scene. Others may be there before this phone
        has asked."""
        self._line.request("GET", "/api/table", headers=self._headers)
        answer = self._line.getresponse()
        table = json.loads(answer.read())
        return (str(table["scene"]["key"]), int(table["scene"]["number"])) if answer.status == 200 else ("", 0)

    def bring(self, archive: bytes) -> str:
        """Hand in an archive of everything; the name it is kept by."""
        headers = self._headers | {"Content-Type": "application/octet-stream"}
        self._line.request("POST", "/api/backups", archive, headers)
        answer = self._line.getresponse()
        kept: dict[str, str] = json.loads(answer.read())
        assert answer.status == 201, kept
        return kept["name"]

    def look(self, seat: str = "") -> tuple[dict[str, Any], str]:
        """The table as this phone sees it, and all the text that it came as."""
        status, text = self.ask("GET", f"/api/table?seat={seat}")
        assert status == 200, text
        return json.loads(text[text.index("{") :]), text

    def listen(self) -> "Listener":
        """The phone's event stream."""
        return Listener(self.port, self._headers)

    def close(self) -> None:
        self._line.close()


class Listener:
    """An event stream, line by line."""

    def __init__(self, port: int, headers: Mapping[str, str]) -> None:
        self._line = HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
        try:
            self._line.request("GET", "/events?story=1", headers=dict(headers))
            self._stream = self._line.getresponse()
        except BaseException:
            self._line.close()  # nobody else can, where the program was killed before it answered
            raise
        self.status = self._stream.status
        self.ended = False

    def next(self) -> tuple[dict[str, Any], str] | None:
        """Return the content of the next line, of the table or of its story; ``None``: it is no news."""
        try:
            text = self._stream.readline().decode()
        except (OSError, HTTPException, ValueError):
            text = ""
        self.ended = not text
        if not text.endswith("\n"):  # the line broke in the middle of it
            return None
        return (json.loads(text.removeprefix("data: ")), text) if text.startswith("data: {") else None

    def close(self) -> None:
        self._line.close()
