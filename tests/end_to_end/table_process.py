"""The real program as a process: started, reached over HTTP, watched, ended or killed."""

import json
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any, Self, TypeVar

from copies import started
from shown_scene import naming_scene
from unhurried import unhurried
from waiting import PATIENCE_S, wait_for

from daemon.storage.store import Store

PAWNLIGHT = [sys.executable, "-m", "daemon"]
UNHURRIED = unhurried()
PHONE = "phone-of-the-end-to-end-test"
"""The token of the phone that the tests' own requests come from."""
QUICK = {"settle_ms": 100, "debounce_ms": 5}
KEPT_OPEN_S = 20.0
"""For how long a line that rests is used again: after a minute the program hangs up, perhaps just as it is asked."""


ASKED_S = 0.03
"""The interval at which a program is polled: each answer keeps it busy, and its reader."""
Seen = TypeVar("Seen")


def ask_until(look: Callable[[], Seen], what: str | Callable[[], str]) -> Seen:
    """As :func:`waiting.wait_for`, where to look is to ask a program."""
    return wait_for(look, what, ASKED_S)


class Gone(Exception):
    """The program does not answer: it was killed."""


class Answered(Exception):
    """The program refused; the sentence it gave, with the HTTP status."""


def pawnlight(*arguments: str, given: str = "") -> str:
    """Run a command to its end and return what it printed."""
    done = subprocess.run([*PAWNLIGHT, *arguments], input=given, capture_output=True, text=True, timeout=PATIENCE_S)
    assert done.returncode == 0, done.stderr
    return done.stdout


class TableProcess:
    """``pawnlight play`` on a data directory. Use it as a context: leaving ends it."""

    _game: str = ""
    cookie = f"pawnlight_phone={PHONE}"
    """The cookie of the tests' phone; the panel gives it another one after an owner has signed out all phones."""
    _asked_s = 0.0
    """The time of the last request."""

    def __init__(self, data: Path, command: Sequence[str] = UNHURRIED, port: int = 0,
                 config: Path | None = None) -> None:
        self.data = data
        where = ["--address", "127.0.0.1", "--port", str(port), "--data", str(data)]
        where += [] if config is None else ["--config", str(config)]
        self.process, self._output = started([*command, "play", *where], data)
        self.port = self._port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._line = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)

    def _port(self) -> int:
        said = ""
        while "Ctrl+C" not in said:
            line = self._output.readline()
            assert line, f"it ended: {self.process.communicate()[1]}"
            said += line
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", said)
        assert found is not None, said
        return int(found[1])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self._line.close()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        complaints = self.process.communicate(timeout=PATIENCE_S)[1]
        if exception[0] is None and self.process.returncode != -signal.SIGKILL:
            assert (self.process.returncode, complaints) == (0, ""), f"status {self.process.returncode}: {complaints}"

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        self.process.wait(PATIENCE_S)

    def worked_s(self) -> float:
        """The processor time that it has used so far. Linux only: the number of its clock as clock_getcpuclockid(3)
        gives it."""
        return time.clock_gettime(~self.process.pid << 3 | 2)

    # --- over HTTP -----------------------------------------------------------------------------------------------

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """A request as the tests' phone makes it.

        :raises Gone: the program is no more.
        :raises Answered: it refused.
        """
        named = naming_scene(method, path, body, lambda: int(self.get("/api/table")["scene"]["number"]))
        text = None if named is None else json.dumps(named)
        headers = {"Content-Type": "application/json", "Cookie": self.cookie, "Game-Key": self._game}
        if time.monotonic() > self._asked_s + KEPT_OPEN_S:
            self._line.close()
        try:
            self._line.request(method, path, text, headers)
            answer = self._line.getresponse()
            content = answer.read()
            self._asked_s = time.monotonic()
        except (OSError, HTTPException) as error:
            self._line.close()
            raise Gone from error
        self.cookie = answer.headers.get("Set-Cookie", self.cookie).partition(";")[0]
        if "Game-Key" in answer.headers:  # a phone loads its page anew then, and looks
            self._game = answer.headers["Game-Key"]
            return self.ask(method, path, body)
        if answer.status >= 400:
            raise Answered(answer.status, content.decode())
        return content.decode() if answer.headers.get_content_type() == "text/plain" else json.loads(content)

    def get(self, path: str) -> Any:
        return self.ask("GET", path)

    def post(self, path: str, **body: object) -> Any:
        return self.ask("POST", path, body)

    def pin(self) -> str:
        """The owner's PIN, read where ``pawnlight pin`` reads it; to start that takes longer than most requests."""
        with closing(Store(self.data)) as store:
            return store.pin()

    def configure(self, **settings: object) -> None:
        """Change settings as an owner does: by the PIN."""
        self.post("/api/owner", pin=self.pin())
        self.ask("PATCH", "/api/settings", settings)

    def begin(self, game_id: str, options: dict[str, Any]) -> str:
        """Start a game on the screen board; its key."""
        key: str = self.post("/api/games", game=game_id, options=options, players={}, screen=True)["key"]
        return key


class Watcher:
    """Listens to the events of a process, as a phone does, until the line breaks."""

    def __init__(self, process: TableProcess) -> None:
        self.scenes: list[dict[str, Any]] = []
        self.raw: list[str] = []
        self._line = HTTPConnection("127.0.0.1", process.port, timeout=PATIENCE_S)
        self._line.request("GET", "/events", headers={"Cookie": process.cookie})
        self._stream = self._line.getresponse()
        self._thread = threading.Thread(target=self._listen, name="watcher")
        self._thread.start()

    def _listen(self) -> None:
        try:
            for line in self._stream:
                text = line.decode()
                if text.startswith("data: {"):
                    self.raw.append(text)
                    self.scenes.append(json.loads(text.removeprefix("data: "))["scene"])
        except (OSError, HTTPException, ValueError):
            pass  # the program is gone, perhaps in the middle of an event
        finally:
            self._line.close()

    def join(self) -> None:
        """Wait until the line has broken."""
        self._thread.join(PATIENCE_S)
        assert not self._thread.is_alive()
