"""Requests as no browser sends them: a grammar that makes them, and a program that sends them over several lines.

``python malformed.py PORT ADDRESS SEED COUNT [TOKEN …]`` sends COUNT requests from ADDRESS, prints what came
back as JSON.
"""

import json
import random
import re
import selectors
import socket
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import webpanel
from engine.registry import game_ids

CONNECTIONS = 8
PATIENCE_S = 0.1
"""The wait for an answer to a request that may be incomplete."""
STUCK_S = 180.0
"""The wait for an answer to a complete one, after which it counts as unanswered."""
STATUS = re.compile(rb"HTTP/1\.[01] (\d{3}) ")

LETTERS = [
    "a", "é", "e\u0301", "\ud800", "\udfff", "\u202e", "\u2067", "\u200d", "\0", "\x1b[2J", "\x7f", "\u2028",
    "\ufeff", "😀", "\uffff", "{", "}", "%", "<", "&", '"', "\\", "'", "\n", "\t", " ", "{field}", "%(name)s", "../",
    "ß",
]
NUMBERS = [
    "0", "-1", "1", "63", "64", "9007199254740991", "9007199254740992", "1e999", "-1e999", "NaN", "-0.0", "1.5",
    "9" * 400, "9" * 5000,
]
WORDS = [
    "white", "red", "black", "blue", "green", "lift", "place", "capture", "take", "give", "a1", "h8", "b1", "z9",
    "wP", "bP", *game_ids(), "wire", "check", "de", "en",
    "default", "a1a3", "424242", "",
]
PAGES = [
    "/", "/new", "/new/pawn-advance", "/scores", "/continue", "/seats", "/seat/white", "/seat/white/qr.svg",
    "/qr.svg", "/settings", "/hardware", "/workshop", "/about", "/rules", "/rules/pawn", "/manifest.webmanifest",
    "/favicon.ico", "/static/js/board/grid.js", "/static/../app.py", "/games/x", "/import", "/events", "/appearance",
    "/api/openapi.json", "/clock", "/deleted", "/backups", "/scores/statistics?game=pawn", "/guides", "/guides/play.md",
    "/rules/pawn/ambiguity", "/new/pawn-advance?from=x&at=3", "/api/piece?square=b1", "/api/story?first=0",
    "/api/covered", "/api/moment?key=x&action=1&moment=0",
    "/update", "/api/update", "/api/actions", "/api/actions?seat=white",
]
METHODS = [
    "GET", "GET", "POST", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "CONNECT", "BREW",
]
HOSTS = [
    "[::1", "[1.2:3]", "evil.example", "", "localhost:99999", "a b", "\xff", "localhost@evil", "..", "x" * 300, "[]",
    "٣",
]
ORIGINS = [
    "http://[::1", "null", "http://evil.example", "//", "http://localhost", "\x7f", "http://" + "[" * 50, "x" * 3000,
]
HEADERS = [
    "Range: bytes=0-,5-2,-", "If-Modified-Since: never", "If-None-Match: *, \"", "Accept-Language: \xff;q=x", "TE: x",
    "Accept: */*;q=9", "Expect: 100-continue", "Expect: 200-maybe", "Upgrade: h2c", "X-Forwarded-For: [::", "Via: \t",
    "X-Forwarded-Host: evil.example", "Connection: close", "Connection: keep-alive, upgrade",
    "Content-Encoding: gzip", "Authorization: Basic \xfe", "Cookie: ;;=;a",
    "Cookie: pawnlight_theme=\xff; pawnlight_phone=\"\\012\"", "A" * 900 + ": b",
]
TYPES = [
    "application/json", "application/json", "application/json", "application/json; charset=utf-99", "text/plain", "x",
    "multipart/form-data; boundary=\"", "multipart/form-data", "application/x-www-form-urlencoded",
    "application/json;",
]
SENSIBLE: list[tuple[str, str, dict[str, Any] | None]] = [
    ("POST", "/api/actions", {"action": "a1a3", "scene": 1}),
    ("POST", "/api/end-turn", {"scene": 1}), ("POST", "/api/take-back", {"scene": 1}),
    *[("POST", f"/api/{what}", {"scene": 1}) for what in ("pause", "resume", "park", "abandon")],
    *[("PUT", f"/api/seats/{seat}", None) for seat in ("white", "black")],
    *[("DELETE", f"/api/seats/{seat}", {"scene": 1}) for seat in ("white", "black")],
    *[("POST", "/api/tap", {"kind": kind, "square": "b1", "scene": 1}) for kind in ("lift", "place", "capture")],
    ("POST", "/api/games", {"game": "pawn-advance", "options": {}, "players": {"white": "Zoe\u0308"}, "screen": True}),
    ("POST", "/api/games", {"game": "pawns-revenge", "screen": True}),
    ("POST", "/api/games/check", {"game": "advancing-chess", "options": {}}),
    ("POST", "/api/games/import", {"record": '[Game "pawn-advance"]\n[Rules "1"]\n[White "A"]\n\na1a2 b1b2'}),
    ("POST", "/api/owner", {"pin": "000000"}),
    ("POST", "/api/resign", {"seat": "white"}), ("POST", "/api/offer-draw", {"seat": "black", "scene": 1}),
    ("POST", "/api/manual", {"square": "a1", "manual": True}),
    ("POST", "/api/help", {"seat": "white", "help": "errors"}), ("GET", "/api/covered", None),
    ("POST", "/api/setups", {"game": "pawns-revenge", "options": {}, "setup": {"board": {"a1": "wK"}}}),
    ("POST", "/api/touch", {"square": "a1", "covered": False, "scene": 1}),
    ("PATCH", "/api/settings", {"motion": False}), ("GET", "/events", None), ("GET", "/api/table?seat=white", None),
]
"""Ordinary requests of phones: sent from several connections at once, they race."""
BEGINS_GAMES = ("POST /api/games ", "POST /api/games/import ")


@dataclass
class Report:
    """The answers. ``failed``: requests that got 5xx; ``unanswered``: complete ones that got nothing."""

    sent: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    failed: list[tuple[int, str]] = field(default_factory=list)
    unanswered: list[str] = field(default_factory=list)

    def heard(self, status: int, request: bytes) -> None:
        self.statuses[status] += 1
        if status >= 500:
            self.failed.append((status, request[:300].decode("latin-1")))


class Grammar:
    """Makes requests; the same ones for the same seed. ``tokens``: phones that they may come from."""

    def __init__(self, seed: int, tokens: Sequence[str]) -> None:
        self.chance = random.Random(seed)
        self.tokens = tokens
        described = json.loads((Path(webpanel.__file__).parent / "static" / "openapi.json").read_text())
        self.schemas = described["components"]["schemas"]
        self.operations = [
            (method.upper(), path, operation) for path, methods in described["paths"].items()
            for method, operation in methods.items() if isinstance(operation, dict) and "responses" in operation
        ]

    def pick(self, values: Sequence[Any]) -> Any:
        return self.chance.choice(values)

    def seldom(self, times: int) -> bool:
        return self.chance.randrange(times) == 0

    # --- values --------------------------------------------------------------------------------------------------

    def text(self) -> str:
        if self.seldom(2):
            return str(self.pick(WORDS))
        if self.seldom(30):
            return str(self.pick(LETTERS)) * int(self.pick([199, 201, 4001, 20_000]))
        return "".join(self.pick(LETTERS) for _ in range(self.chance.randrange(1, 8)))

    def json_text(self, deep: int = 3) -> str:
        """JSON of any kind, and what only resembles it; as text, since no encoder would write some of it."""
        kinds: list[Callable[[], str]] = [
            self._string, self._string, lambda: str(self.pick(NUMBERS)), self._nested,
            lambda: self.pick(["true", "false", "null", "nul", ""]),
        ]
        if deep:
            kinds += [
                lambda: "[" + ",".join(self.json_text(deep - 1) for _ in range(self.chance.randrange(3))) + "]",
                lambda: "{" + ",".join(f"{self._string()}:{self.json_text(deep - 1)}" for _ in range(2)) + "}",
            ]
        made: str = self.pick(kinds)()
        return made

    def _string(self) -> str:
        return json.dumps(self.text(), ensure_ascii=self.seldom(2))

    def _nested(self) -> str:
        if not self.seldom(4):
            return "1"
        opens, closes = self.pick([("[", "]"), ('{"a":', "}"), ("[", ""), ('{"a":', "")])
        depth = self.pick([20, 500, 990, 1000, 5000])
        return str(opens * depth + "1" + closes * depth)

    def resolved(self, schema: dict[str, Any]) -> dict[str, Any]:
        """Return the schema that this one may refer to."""
        return self.schemas[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema

    def body(self, schema: dict[str, Any] | None) -> bytes:
        if schema and not self.seldom(6):
            names = [name for name in schema.get("properties", {}) if not self.seldom(8)]
            text = "{" + ",".join(f'"{name}":{self._near(schema["properties"][name])}' for name in names)
            text += f",{self._string()}:1" * self.seldom(12) + "}"
        else:
            text = self.json_text()
        raw = text.encode(self.pick(["utf-8"] * 9 + ["utf-16"]), "surrogatepass")
        spoilt = [b"\xef\xbb\xbf" + raw, raw + b"\xff", raw[: len(raw) // 2], b"\x80\xed\xa0\x80"]
        return bytes(self.pick(spoilt)) if self.seldom(20) else raw

    def _near(self, schema: dict[str, Any]) -> str:
        """Return a value that a field may hold, most of the time."""
        schema = self.resolved(schema)
        if "enum" in schema and not self.seldom(3):
            return json.dumps(self.pick(schema["enum"]))
        if schema.get("type") == "boolean" and not self.seldom(3):
            return str(self.pick(["true", "false"]))
        if schema.get("type") == "object" and not self.seldom(3):
            return f"{{{self._string()}:{self.json_text(1)}}}"
        return self.json_text(1)

    # --- requests ------------------------------------------------------------------------------------------------

    def request(self) -> tuple[bytes, bool]:
        """A request, and whether it is whole: whether an answer must come."""
        make = self._sensible if self.seldom(4) else self._whole
        whole = make()
        while whole.decode("latin-1").startswith(BEGINS_GAMES) and not self.seldom(8):
            whole = make()  # thousands of kept games would only make all pages slow
        return (whole, True) if not self.seldom(5) else (self._mutilated(whole), False)

    def _sensible(self) -> bytes:
        method, path, body = self.pick(SENSIBLE)
        text = b"" if body is None else json.dumps(body).encode()
        lines = [f"{method} {path} HTTP/1.1", "Host: localhost", f"Content-Length: {len(text)}"]
        lines += ["Content-Type: application/json"] * bool(text)
        lines += [f"Cookie: pawnlight_phone={self.pick(self.tokens)}"] * bool(self.tokens)
        return "\r\n".join(lines).encode() + b"\r\n\r\n" + text

    def _whole(self) -> bytes:
        method, path, schema = self._aim()
        body = self.body(schema) if schema or method in ("POST", "PUT", "PATCH") and not self.seldom(3) else b""
        lines = [f"{method} {path} HTTP/1.1", *self._headers()]
        if body and self.seldom(8):
            lines.append("Transfer-Encoding: chunked")
            body = b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
        elif body or self.seldom(3):
            lines.append(f"Content-Length: {len(body)}")
        if body and not self.seldom(20):
            lines.append(f"Content-Type: {self.pick(TYPES)}")
        return "\r\n".join(lines).encode("latin-1", "replace") + b"\r\n\r\n" + body

    def _aim(self) -> tuple[str, str, dict[str, Any] | None]:
        if self.seldom(8):
            return self.pick(METHODS), self._path(str(self.pick(PAGES))), None
        method, path, operation = self.pick(self.operations)
        content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
        return self.pick([method] * 12 + METHODS), self._path(path), self.resolved(content.get("schema", {}))

    def _path(self, path: str) -> str:
        path = re.sub(r"\{\w+\}", lambda _: self.escaped(self.text()[:300]) or "x", path)
        if self.seldom(12):
            more = "?" + self.escaped(self.text()[:500])
            path += self.pick(["?", "/", "//", "%00", "?seat=white", "?seat=%ED%A0%80", "#x", more])
        return path

    def escaped(self, text: str) -> str:
        return "".join(f"%{byte:02X}" for byte in text.encode("utf-8", "surrogatepass"))

    def _headers(self) -> list[str]:
        headers = ["Host: " + (self.pick(HOSTS) if self.seldom(25) else "localhost")]
        if self.seldom(3):
            headers.append("Origin: " + self.pick([*ORIGINS, "http://localhost", "http://localhost", "http://localhost"]))
        if self.tokens and not self.seldom(4):
            headers.append(f"Cookie: pawnlight_phone={self.pick(self.tokens)}")
        if self.seldom(8):
            headers.append(self.pick(HEADERS))
        if self.seldom(60):
            headers.append(self.pick(["Host: x", "Transfer-Encoding: gzip", "Content-Length: " + "9" * 5000]))
        return headers

    def _mutilated(self, request: bytes) -> bytes:
        made = bytearray(request)
        for _ in range(self.chance.randrange(1, 5)):
            at = self.chance.randrange(len(made) + 1)
            match self.chance.randrange(5):
                case 0:
                    del made[at : at + self.chance.randrange(1, 20)]
                case 1:
                    made[at:at] = self.chance.randbytes(self.chance.randrange(1, 12))
                case 2:
                    made[at:at] = self.pick([b"\r\n", b"\n", b"\r", b"\0", b" ", b":", b"\t", b"\r\n\r\n"])
                case 3:
                    made[at : at + 1] = bytes([self.chance.randrange(256)])
                case 4:
                    del made[at:]
        return bytes(made) + b"\r\n\r\nGET /api/settings HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


class Line:
    """A connection that is kept as long as the server keeps it."""

    def __init__(self, port: int, address: str) -> None:
        self._to, self._from = ("127.0.0.1", port), (address, 0)
        self.socket: socket.socket | None = None
        self.request, self.whole, self.answer, self.since_s = b"", True, b"", 0.0
        self.used = False

    def send(self, request: bytes, whole: bool) -> socket.socket:
        """Send a request, once more on a new connection if this one is closed."""
        self.request, self.whole, self.answer, self.since_s = request, whole, b"", time.monotonic()
        for _ in range(2):
            self.used = self.socket is not None
            if self.socket is None:
                self.socket = socket.create_connection(self._to, STUCK_S, self._from)
            try:
                self.socket.sendall(request)
                return self.socket
            except OSError:
                self.close()
        raise ConnectionError("the panel takes no connection")

    def close(self) -> None:
        if self.socket is not None:
            self.socket.close()
            self.socket = None

    def is_answered(self) -> bool:
        """True if the whole answer has come; of an event stream its head is enough."""
        head, found, body = self.answer.partition(b"\r\n\r\n")
        if not found:
            return False
        if head.startswith(b"HTTP/1.1 100"):
            self.answer = body
            return self.is_answered()
        lowered = head.lower()
        if self.request.startswith(b"HEAD ") or re.match(rb"HTTP/1\.[01] (204|304)", head):
            return True
        if b"text/event-stream" in lowered:
            self.close()
            return True
        length = re.search(rb"\r\ncontent-length: *(\d+)", lowered)
        if length:
            return len(body) >= int(length[1])
        return body.endswith(b"0\r\n\r\n")


class Sender:
    """Keeps all connections busy."""

    def __init__(self, port: int, address: str, grammar: Grammar) -> None:
        self.grammar = grammar
        self.report = Report()
        self.waiting = selectors.DefaultSelector()
        self.idle = [Line(port, address) for _ in range(CONNECTIONS)]

    def run(self, count: int) -> Report:
        while self.report.sent < count or self.waiting.get_map():
            while self.idle and self.report.sent < count:
                self._send(self.idle.pop())
            for key, _ in self.waiting.select(PATIENCE_S):
                self._hear(key.data)
            for key in list(self.waiting.get_map().values()):
                self._lose_patience(key.data)
        return self.report

    def _send(self, line: Line) -> None:
        self._put(line, *self.grammar.request())
        self.report.sent += 1

    def _put(self, line: Line, request: bytes, whole: bool) -> None:
        self.waiting.register(line.send(request, whole), selectors.EVENT_READ, line)

    def _hear(self, line: Line) -> None:
        assert line.socket is not None
        try:
            more = line.socket.recv(65536)
        except OSError:
            more = b""
        line.answer += more
        socket_ = line.socket
        if not more or line.whole and line.is_answered():
            self._finish(line, socket_, closed=not more)

    def _finish(self, line: Line, socket_: socket.socket, closed: bool) -> None:
        self.waiting.unregister(socket_)
        statuses = [int(status) for status in STATUS.findall(line.answer)]
        for status in statuses:
            self.report.heard(status, line.request)
        if closed or not line.whole or b"\r\nconnection: close" in line.answer.lower():
            line.close()
        if line.whole and not statuses and line.used:
            return self._put(line, line.request, True)  # the server had given up this connection before
        if line.whole and not statuses:
            self.report.unanswered.append(line.request[:300].decode("latin-1"))
        self.idle.append(line)

    def _lose_patience(self, line: Line) -> None:
        assert line.socket is not None
        waited_s = time.monotonic() - line.since_s
        if waited_s > (STUCK_S if line.whole else PATIENCE_S):
            line.used = False
            self._finish(line, line.socket, closed=True)


def main(port: str, address: str, seed: str, count: str, *tokens: str) -> None:
    report = Sender(int(port), address, Grammar(int(seed), tokens)).run(int(count))
    print(json.dumps({"sent": report.sent, "statuses": report.statuses, "failed": report.failed,
                      "unanswered": report.unanswered}))


if __name__ == "__main__":
    main(*sys.argv[1:])
