"""PGN as text: games of chess as everybody keeps them in files, taken apart into tags, moves and results.

Nothing here knows a rule of a game. After the *Portable Game Notation Specification and Implementation Guide* (1994),
and what is met in files besides.
"""

import re
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from engine.core.errors import BadRecord
from engine.core.messages import Message, message
from engine.records import time_controls

DRAW: Final = "1/2-1/2"
UNKNOWN_RESULT: Final = "*"
_RESULTS: Final = {"1-0": "1-0", "0-1": "0-1", DRAW: DRAW, "1/2": DRAW, "½-½": DRAW, UNKNOWN_RESULT: UNKNOWN_RESULT}
MOST_MOVES: Final = 20_000
"""The most moves that the games of a file may have together: as many as one record (a few hundred games)."""

_TAG = re.compile(r'\[\s*(\w{1,40})\s*"((?:[^"\\\n]|\\.)*)"\s*\]')
_LOOSE_TAG = re.compile(r'\[\s*(\w{1,40})\s*"([^\n]*)"\s*\][ \t\r]*$', re.MULTILINE)
"""A tag whose value holds quotation marks that nobody escaped."""
_TAG_IN_COMMENT = re.compile(r'^\[(?:Event|White|Result)\s+"[^\n]*"\]\s*$', re.MULTILINE)
"""In a comment it shows that the comment before it was never closed."""
_NEXT_GAME = re.compile(r"\n[ \t\r]*\n(?=\[)")
_TOKEN = re.compile(
    r"(?P<aside>^%[^\n]*|\s+)"
    r"|(?P<line>;[^\n]*)"
    r"|(?P<open>\()|(?P<close>\))"
    r"|(?P<result>(?:1-0|0-1|1/2-1/2|1/2|½-½|\*)(?![^\s;{(\[]))"
    r"|(?P<number>\d{1,4}(?:\.+|(?![-\w/+=]))|\.+)"
    r"|(?P<mark>\$\d{1,9}|[!?]{1,2}|(?!--)[-+=/#±∓⩲⩱∞]+(?!\S)|e\.?p\.?(?!\S))"
    r"|(?P<move>[^\s{}()\[\];!?$]{1,40})",
    re.MULTILINE,
)
_HEADER = re.compile(r'^[ \t]*\[\s*(\w{1,40})\s*"[^\n]*', re.MULTILINE)
_OF_PGN: Final = frozenset({"Event", "Site", "Round", "FEN", "SetUp", "Variant", "ECO", "WhiteElo", "BlackElo"})
"""Tags that records of this program never had."""
_FIRST_MOVES = re.compile(
    r"\s*(?:\{[^}]*\}\s*)?(?:\d{1,3}\s*\.+\s*\S|(?:[a-h][34]|N[acfh]3)\s+[a-hNBRQKO]|1-0\b|0-1\b|1/2-1/2)"
)
"""The beginning of moves, where no tag tells."""


@dataclass(slots=True)
class PgnGame:
    """A game as it stands in a file.

    ``number``: from 1; ``numbers``: beside each move the number that the file gave last, 0 for none; ``left``: number
    of a move (from 1) → milliseconds left to whoever made it; ``result``: the one after the moves, empty if missing.
    ``comments``, ``variations``, ``marks``: their numbers; ``fault``: the reason why it cannot be read.
    """

    number: int
    tags: dict[str, str] = field(default_factory=dict)
    moves: list[str] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    left: dict[int, int] = field(default_factory=dict)
    result: str = ""
    comments: int = 0
    variations: int = 0
    marks: int = 0
    fault: Message | None = None


def result_of(text: str) -> str:
    """Return a result in its usual form, ``1-0``, ``0-1``, ``1/2-1/2`` or ``*``; empty: it is none."""
    return _RESULTS.get(text.strip(), "")


def is_pgn(text: str) -> bool:
    """True if a text looks like PGN rather than a record of this program: by its tags, else by its first moves."""
    headers = list(_HEADER.finditer(text.lstrip("\ufeff")))
    names = {header[1] for header in headers}
    if "Game" in names:
        return False
    after = headers[-1].end() if headers else 0
    return not _OF_PGN.isdisjoint(names) or _FIRST_MOVES.match(text.lstrip("\ufeff"), after) is not None


def split_games(text: str) -> list[PgnGame]:
    """Take the text of a file apart into its games, in time in proportion to its length.

    :raises BadRecord: they have more moves than are accepted.
    """
    return _Splitter(text.lstrip("\ufeff")).split()


class _Splitter:
    """The walk through a file."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._place = 0
        self._games: list[PgnGame] = []
        self._depth = 0
        """The number of variations that are open."""
        self._number = 0
        self._moves = 0
        self._last_brace = text.rfind("}")

    def split(self) -> list[PgnGame]:
        while self._place < len(self._text):
            self._step()
        if self._depth:
            self._unclosed()
        return self._games

    def _step(self) -> None:
        token = _TOKEN.match(self._text, self._place)
        if token is not None:
            self._place = token.end()
            self._take(str(token.lastgroup), token[0])
        elif self._text[self._place] == "{":
            self._comment()
        elif self._text[self._place] == "[" and (tag := self._tag_here()) is not None:
            self._place = tag.end()
            self._tag(tag[1], re.sub(r"\\(.)", r"\1", tag[2]))
        else:
            self._fault(message("{sign} stands where it means nothing", sign=self._text[self._place]))
            self._place += 1

    def _tag_here(self) -> re.Match[str] | None:
        begins_line = self._text[self._place - 1:self._place] in ("", "\n")
        loose = _LOOSE_TAG if begins_line else _TAG  # else each of many on a line would look at all that follows
        return _TAG.match(self._text, self._place) or loose.match(self._text, self._place)

    # --- games ---------------------------------------------------------------------------------------------------

    def _game(self) -> PgnGame:
        """Return the game that more moves belong to."""
        if not self._games or self._games[-1].result:
            self._begin()
        return self._games[-1]

    def _begin(self) -> None:
        self._games.append(PgnGame(len(self._games) + 1))
        self._depth = self._number = 0

    def _fault(self, fault: Message) -> None:
        game = self._game()
        game.fault = game.fault or fault

    def _unclosed(self) -> None:
        self._fault(message("a variation is opened with ( and never closed"))

    # --- tokens --------------------------------------------------------------------------------------------------

    def _tag(self, name: str, value: str) -> None:
        if self._depth:
            self._unclosed()
        last = self._games[-1] if self._games else None
        if last is None or last.moves or last.result or last.variations or last.fault:
            self._begin()
        if name in self._games[-1].tags:
            self._fault(message("the tag {name} stands there twice", name=name))
        self._games[-1].tags[name] = value

    def _comment(self) -> None:
        end = self._text.find("}", self._place) if self._place < self._last_brace else -1
        said = self._text[self._place + 1:end] if end >= 0 else ""
        if end < 0 or _TAG_IN_COMMENT.search(said):
            self._fault(message("a comment is opened with {sign} and never closed", sign="{"))
            following = _NEXT_GAME.search(self._text, self._place)
            self._place = len(self._text) if following is None else following.end()
            self._depth = 0
            return
        self._place = end + 1
        if self._games and not self._depth:
            self._note(self._games[-1], said)

    def _note(self, game: PgnGame, said: str) -> None:
        """Keep the time that a comment says is left; count it where it says more than what programs write."""
        with suppress(BadRecord):
            left_ms = time_controls.read_comment(said)
            if left_ms is not None and game.moves:
                game.left[len(game.moves)] = left_ms
        game.comments += bool(re.sub(r"\[%\w+[^\[\]]{0,200}\]", "", said).strip())

    def _take(self, kind: str, text: str) -> None:
        if kind in ("open", "close"):
            self._parenthesis(kind == "open")
        elif self._depth or kind == "aside":
            return
        elif kind == "line":
            self._note(self._games[-1], text[1:]) if self._games else None
        elif kind == "mark":
            self._game().marks += 1
        elif kind == "number":
            self._number = int(text.rstrip(".") or self._number)
        elif kind == "result":
            self._result(_RESULTS[text])
        else:
            self._move(text)

    def _parenthesis(self, opens: bool) -> None:
        if not opens and not self._depth:
            return self._fault(message("a variation is closed with ) and was never opened"))
        self._game().variations += opens
        self._depth += 1 if opens else -1

    def _result(self, result: str) -> None:
        """Some files give it twice."""
        if not self._games or not self._games[-1].result:
            self._game().result = result

    def _move(self, text: str) -> None:
        game = self._game()
        game.moves.append(text)
        game.numbers.append(self._number)
        self._moves += 1
        if self._moves > MOST_MOVES:
            raise BadRecord(message(
                "its games have more than {most} moves together, and no more are read at a time. Split the file.",
                most=MOST_MOVES,
            ))
