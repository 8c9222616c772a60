"""PGN as text: games of chess as everybody keeps them in files, taken apart into tags, moves and results.

Nothing here knows a rule of a game. After the *Portable Game Notation Specification and Implementation Guide* (1994),
and what is met in files besides.
"""

import re
from dataclasses import dataclass, field
from typing import Final

from engine.core.errors import BadRecord
from engine.core.messages import Message, message
from engine.core.text_rules import repaired, repaired_lines, unfit_in_lines
from engine.records import time_controls

DRAW: Final = "1/2-1/2"
UNKNOWN_RESULT: Final = "*"
_RESULTS: Final = {"1-0": "1-0", "0-1": "0-1", DRAW: DRAW, "1/2": DRAW, "½-½": DRAW, UNKNOWN_RESULT: UNKNOWN_RESULT}
_DASH = r"[ \t]*-[ \t]*"
_WRITTEN_RESULT: Final = rf"(?:1{_DASH}0|0{_DASH}1|1/2(?:{_DASH}1/2)?|½{_DASH}½|\*)(?![^\s;{{(\[])"
MOST_MOVES: Final = 20_000
"""The most moves that the games of a file may have together: as many as one record (a few hundred games)."""

_SHORT: Final = 60

_TAG = re.compile(r'\[\s*([\w+#=:-]+)\s*"((?:[^"\\\n]|\\.)*)"\s*\]')
_LOOSE_TAG = re.compile(r'\[\s*([\w+#=:-]+)\s*"([^\n]*)"\s*\][ \t]*$', re.MULTILINE)
"""A tag whose value holds quotation marks that nobody escaped."""
_BROKEN_TAG = re.compile(r"\[[^\n]*?(?:\n(?![ \t]*(?:\n|\[))[^\n]*?)*?\][ \t]*$", re.MULTILINE)
"""A line that begins like a tag and is none, with the following ones if it is closed there."""
_REST_OF_LINE = re.compile(r"[^\n]*")
_TAG_IN_COMMENT = re.compile(r'^\[(?:Event|White|Result)\s+"[^\n]*"\]\s*$', re.MULTILINE)
"""In a comment it shows that the comment before it was never closed."""
_NEXT_GAME = re.compile(r"\n[ \t]*\n(?=\[)")
_TOKEN = re.compile(
    r"(?P<aside>^%[^\n]*|\s+)"
    r"|(?P<line>;[^\n]*)"
    r"|(?P<open>\()|(?P<close>\))"
    rf"|(?P<result>{_WRITTEN_RESULT})"
    r"|(?P<number>\d{1,9}(?:\.+|(?![-\w/+=]))|\.+)"
    r"|(?P<mark>\$\d{1,9}|[!?]{1,2}|(?!--)[-+=/#±∓⩲⩱∞]+(?!\S)|e\.?p\.?(?!\S))"
    r"|(?P<move>[^\s{}()\[\];!?$]{1,40})",
    re.MULTILINE,
)
_ASIDES = re.compile(r"(?:\s+|^%[^\n]*|;[^\n]*|\{[^}]*\})*", re.MULTILINE)
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_HEADER = re.compile(r'^[ \t]*\[\s*([\w+#=:-]+)\s*"', re.MULTILINE)
_OF_PGN: Final = frozenset({"Event", "Site", "Round", "FEN", "SetUp", "Variant", "ECO", "WhiteElo", "BlackElo"})
"""Tags that records of this program never had."""
_FIRST_MOVES = re.compile(
    rf"{_WRITTEN_RESULT}|\d{{1,3}}(?:\s*\.+\s*\S|\s+[a-hKQRBNO])|(?:[a-h][34]|N[acfh]3)[!?]*(?!\S)"
)
"""The beginning of moves, where no tag tells."""


@dataclass(slots=True)
class PgnGame:
    """A game as it stands in a file.

    ``number``: from 1; ``numbers``: beside each move the number that the file gave last, 0 for none; ``left``: number
    of a move (from 1) → milliseconds left to whoever made it; ``result``: the one after the moves, empty if missing.
    ``comments``, ``variations``, ``marks``: their numbers; ``unread_times``: the number of times left that are none;
    ``fault``: the reason why it cannot be read.
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
    unread_times: int = 0
    fault: Message | None = None


def result_of(text: str) -> str:
    """Return a result in its usual form, ``1-0``, ``0-1``, ``1/2-1/2`` or ``*``; empty: it is none."""
    return _RESULTS.get("".join(text.split()), "")


def is_pgn(text: str) -> bool:
    """True if a text looks like PGN rather than a record of this program: by its tags, else by its first moves."""
    tidy = _tidied(text)
    asides = _ASIDES.match(tidy)
    begin = 0 if asides is None else asides.end()
    if not tidy.startswith("[", begin):
        return _FIRST_MOVES.match(tidy, begin) is not None or not _OF_PGN.isdisjoint(_HEADER.findall(tidy))
    end = _BLANK_LINE.search(tidy, begin)
    names = set(_HEADER.findall(tidy, tidy.rfind("\n", 0, begin) + 1, len(tidy) if end is None else end.start()))
    return "Rules" not in names and ("Game" not in names or not _OF_PGN.isdisjoint(names))


def split_games(text: str) -> list[PgnGame]:
    """Take the text of a file apart into its games, in time in proportion to its length.

    :raises BadRecord: they have more moves than are accepted.
    """
    return _Splitter(_tidied(text)).split()


def _tidied(text: str) -> str:
    """Give all lines the same end, and leave out byte order marks, page breaks and the mark that ends a file of DOS:
    they stand in the middle where files were put together."""
    return re.sub("\r\n?|[\x0c\x1a]", "\n", text.replace("\ufeff", ""))


def _under_way(game: PgnGame) -> bool:
    """True if a game has moves with numbers and no fault: then others that begin anew cannot be the rest of it."""
    return bool(game.moves and game.numbers[0] and game.fault is None)


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
        self._heading = False
        """True while nothing but tags has come of the latest game."""
        self._blank = False
        """True if an empty line stands before what comes."""
        self._lines = self._counted = 0
        """The number of ends of lines up to a place, and that place: they are counted once."""

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
        elif self._text[self._place] == "[":
            self._bracket()
        else:
            self._means_nothing()

    def _bracket(self) -> None:
        # Of many on a line, only the first looks at all that follows.
        begins_line = self._text[self._place - 1:self._place] in ("", "\n")
        tag = _TAG.match(self._text, self._place) or (begins_line and _LOOSE_TAG.match(self._text, self._place))
        if tag:
            self._place = tag.end()
            self._tag(tag[1], repaired_lines(re.sub(r"\\(.)", r"\1", tag[2])))
        elif begins_line or self._heading:
            self._broken_tag(begins_line)
        else:
            self._means_nothing()

    def _means_nothing(self) -> None:
        self._fault(message("{sign} stands where it means nothing", sign=self._text[self._place]))
        self._place += 1

    # --- games ---------------------------------------------------------------------------------------------------

    def _game(self) -> PgnGame:
        """Return the game that more moves belong to."""
        if self._games and self._games[-1].result:
            self._begin()
        return self._latest()

    def _latest(self) -> PgnGame:
        """Return the latest game, for what may stand behind its result, too."""
        if not self._games:
            self._begin()
        self._heading = self._blank = False
        return self._games[-1]

    def _begin(self) -> None:
        self._games.append(PgnGame(len(self._games) + 1))
        self._depth = self._number = 0
        self._heading = True

    def _fault(self, fault: Message) -> None:
        self._game()
        self._refuse(fault)

    def _refuse(self, fault: Message) -> None:
        self._games[-1].fault = self._games[-1].fault or fault

    def _unclosed(self) -> None:
        self._refuse(message("a variation is opened with ( and never closed"))

    # --- tokens --------------------------------------------------------------------------------------------------

    def _tag(self, name: str, value: str) -> None:
        self._find_block(name)
        if name in self._games[-1].tags:
            self._refuse(message("the tag {name} stands there twice", name=name[:_SHORT]))
        self._games[-1].tags[name] = value

    def _broken_tag(self, begins_line: bool) -> None:
        whole = _BROKEN_TAG.match(self._text, self._place) if begins_line else None
        line = whole or _REST_OF_LINE.match(self._text, self._place)
        assert line is not None, "a line may be empty"
        self._place = line.end()
        self._find_block("")
        self._refuse(message("{tag} is no tag like {example}", tag=repaired(" ".join(line[0].split()), _SHORT),
                             example='[White "Ada"]'))

    def _find_block(self, name: str) -> None:
        """Find the game of a tag: all tags of a block belong to one, that none is kept with half of them."""
        if self._depth:
            self._unclosed()
            self._depth = 0
        if self._begins_block(name):
            self._begin()
        elif not self._heading:
            self._refuse(message("a tag stands among the moves"))
        self._blank = False

    def _begins_block(self, name: str) -> bool:
        if not self._games:
            return True
        last = self._games[-1]
        if self._heading:
            return self._blank and (name == "Event" or name in last.tags)
        return bool(last.result) or self._blank

    def _comment(self) -> None:
        end = self._text.find("}", self._place) if self._place < self._last_brace else -1
        said = self._text[self._place + 1:end] if end >= 0 else ""
        if end < 0 or _TAG_IN_COMMENT.search(said):
            self._fault(message("a comment is opened with {sign} and never closed", sign="{"))
            following = _NEXT_GAME.search(self._text, self._place)
            self._place = len(self._text) if following is None else following.end()
            self._depth = 0
            self._blank = True
            return
        self._place = end + 1
        if self._games and not self._depth:
            self._note(self._games[-1], said)

    def _note(self, game: PgnGame, said: str) -> None:
        """Keep the time that a comment says is left; count it where it says more than what programs write."""
        try:
            left_ms = time_controls.read_comment(said)
            if left_ms is not None and game.moves:
                game.left[len(game.moves)] = left_ms
        except BadRecord:
            game.unread_times += 1
        game.comments += bool(re.sub(r"\[%\w+[^\[\]]{0,200}\]", "", said).strip())

    def _take(self, kind: str, text: str) -> None:
        if kind in ("open", "close"):
            self._parenthesis(kind == "open")
        elif kind == "aside":
            self._blank |= text.count("\n") > 1
        elif self._depth:
            return
        elif kind == "line":
            self._note(self._games[-1], text[1:]) if self._games else None
        elif kind == "mark":
            self._latest().marks += 1
        elif kind == "number":
            self._move_number(text)
        elif kind == "result":
            self._result(result_of(text))
        else:
            self._move(text)

    def _parenthesis(self, opens: bool) -> None:
        if not opens and not self._depth:
            return self._fault(message("a variation is closed with ) and was never opened"))
        self._latest().variations += opens
        self._depth += 1 if opens else -1

    def _result(self, result: str) -> None:
        """Some files give it twice."""
        game = self._latest()
        if game.result in ("", UNKNOWN_RESULT):
            game.result = result

    def _move_number(self, text: str) -> None:
        """Begin a game where the numbers begin anew, behind a result or an empty line."""
        number = int(text.rstrip(".") or 0)
        if not number:
            return
        first = number == 1 and not text.endswith("..")
        last = self._games[-1] if self._games else None
        if last and (
            last.result and (first or not self._number or number < self._number)
            or first and self._blank and _under_way(last)
        ):
            self._begin()
        self._latest()
        self._number = number

    def _move(self, text: str) -> None:
        if self._games and self._number and not self._blank:
            self._games[-1].result = ""  # the game goes on behind it: its last result counts
        if code := unfit_in_lines(text):
            return self._fault(message("line {number}: the character {code} cannot be kept or shown. Take it out",
                                       number=self._line(), code=code))
        game = self._game()
        game.moves.append(text)
        game.numbers.append(self._number)
        self._moves += 1
        if self._moves > MOST_MOVES:
            raise BadRecord(message(
                "its games have more than {most} moves together, and no more are read at a time. Split the file.",
                most=MOST_MOVES,
            ))

    def _line(self) -> int:
        """Return the number of the line that was read last."""
        self._lines += self._text.count("\n", self._counted, self._place)
        self._counted = self._place
        return self._lines + 1
