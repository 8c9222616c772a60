"""Positions written down, and reading one that somebody wrote (``setup``): every field checked, every refusal names its
field.

The form is the one in which states are shown (docs/protocol.md): ``board``, ``phase``, ``to_act``, ``result`` and
``detail``.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, TypeVar

from engine.core.errors import BadState, NoPiece
from engine.core.json_fields import LARGEST, LIST, OBJECT, TEXT, TRUTH, check, one_of, quoted, whole
from engine.core.messages import Message, message
from engine.core.pieces import CHANCE, Actor, Piece, Seat, parse_piece
from engine.core.squares import Board, Square, bitboard
from engine.game import EVERYTHING, AnyGame, Outcome, Viewer

FIELDS = frozenset({"board", "phase", "to_act", "detail", "result"})
"""The fields that describe a position; the other fields of a state follow from it."""
_SHOWN_ONLY = {"game", "options", "legal", "events"}

T = TypeVar("T")


def state_of(game: AnyGame, position: Any, knows: Viewer) -> dict[str, Any]:
    """Write the state that describes a position, as far as the viewer may know it; its result is left out."""
    board, view = game.board(position.options), game.view(position, knows)
    return {
        "board": {board.name(square): str(piece) for square, piece in view.pieces.items()}, "phase": view.phase,
        "to_act": [str(actor) for actor in view.to_act], "detail": dict(view.detail),
    }


def setup_of(game: AnyGame, position: Any) -> dict[str, Any]:
    """Write the state from which the position can be set up again, its result too. Nothing that somebody wrote is in
    it."""
    result = result_of(game.outcome(position))
    return state_of(game, position, EVERYTHING) | ({} if result is None else {"result": result})


def result_of(outcome: Outcome | None) -> dict[str, Any] | None:
    """Return the end of a game as states show it; ``None``: it goes on."""
    return None if outcome is None else {"winners": [str(seat) for seat in outcome.winners], "reason": outcome.reason}


class StateReader:
    """Takes a state apart. Ask for every field the game knows, then call :meth:`finish`.

    All methods raise :class:`BadState` naming the field.

    >>> state = {"board": {"a1": "wP"}, "phase": "play", "detail": {"round": 3}}
    >>> reader = StateReader(state, Board(8, 8), (Seat.WHITE, Seat.BLACK))
    >>> {square: str(piece) for square, piece in reader.pieces(lambda square, piece: True).items()}
    {0: 'wP'}
    >>> reader.phase(("play", "over")), reader.integer("round", 1)
    ('play', 3)
    >>> reader.finish()
    """

    def __init__(self, state: object, board: Board, seats: Sequence[Seat]) -> None:
        self.board = board
        self.seats = tuple(seats)
        self._state = self._mapping("state", state)
        for name in self._state:
            if name not in FIELDS | _SHOWN_ONLY:
                raise BadState(message("unknown field {name} in the state", name=quoted(name)))
        self._detail = self._mapping("detail", self._state.get("detail", {}))
        self._asked: set[str] = set()

    @staticmethod
    def _mapping(name: str, value: object) -> Mapping[str, Any]:
        return check(name, value, OBJECT, BadState)

    # --- the fields every game has -------------------------------------------------------------------------------

    def pieces(self, allowed: Callable[[Square, Piece], bool | Message]) -> dict[Square, Piece]:
        """Read the pieces by square; ``allowed`` says whether this game can have a piece there, or why it cannot."""
        if "board" not in self._state:
            raise BadState(message("board is missing: give an object of squares and pieces"))
        placed = {}
        for name, text in self._mapping("board", self._state["board"]).items():
            square = self.named_square("board", name)
            piece = self._piece(name, text)
            fits = allowed(square, piece)
            if fits is not True:
                raise BadState(fits or message("board: no such piece can stand on {square} in this game", square=name))
            placed[square] = piece
        return placed

    @staticmethod
    def _piece(square: str, text: object) -> Piece:
        if not isinstance(text, str):
            raise BadState(message(
                "board: {square} must hold a piece such as 'wP', not {text}", square=square, text=quoted(text)
            ))
        try:
            return parse_piece(text)
        except NoPiece as error:
            raise BadState(message("board: {square}: {error}", square=square, error=error.reason)) from error

    def phase(self, phases: Collection[str]) -> str:
        """Read the phase, one of ``phases``."""
        return check("phase", self._state.get("phase"), one_of(*phases), BadState)

    def to_act(self) -> tuple[Actor, ...] | None:
        """Read who acts, seats of this game or chance, none twice; ``None`` if left out."""
        if "to_act" not in self._state:
            return None
        given = self._list("to_act", self._state["to_act"])
        known: dict[str, Actor] = {CHANCE: CHANCE, **{str(seat): seat for seat in self.seats}}
        for name in given:
            if not isinstance(name, str) or name not in known:
                raise BadState(message("to_act: {name} is not a seat of this game", name=quoted(name)))
        if len(set(given)) != len(given):
            raise BadState(message("to_act names somebody twice"))
        return tuple(known[name] for name in given)

    def result(self, reasons: Collection[str]) -> Outcome | None:
        """Read the result with a reason from ``reasons``; ``None`` if left out or null."""
        given = self._state.get("result")
        if given is None:
            return None
        result = self._mapping("result", given)
        if set(result) != {"winners", "reason"}:
            raise BadState(message("result must have exactly the fields winners and reason"))
        reason = check("result: reason", result["reason"], one_of(*reasons), BadState)
        return Outcome(self._seats("result: winners", result["winners"]), reason)

    # --- fields of the detail ------------------------------------------------------------------------------------

    def given(self, name: str) -> bool:
        """True if the detail has this field."""
        return name in self._detail

    def field(self, name: str, default: T, read: Callable[[str, Any], T]) -> T:
        """Read a field of the detail by ``read(name, value)``; ``default`` if left out."""
        self._asked.add(name)
        return read(name, self._detail[name]) if name in self._detail else default

    def integer(self, name: str, default: int, low: int = 0, high: int = LARGEST) -> int:
        """Read a whole number from ``low`` to ``high``."""
        return self.field(name, default, lambda label, value: self._integer(label, value, low, high))

    def boolean(self, name: str, default: bool) -> bool:
        """True or false."""
        return self.field(name, default, self._boolean)

    def text(self, name: str, default: str) -> str:
        """Read a string."""
        return self.field(name, default, self._text)

    def squares(self, name: str, default: tuple[Square, ...] = ()) -> tuple[Square, ...]:
        """Read squares in the given order, none twice."""
        return self.field(name, default, self._squares)

    def square_set(self, name: str, default: int = 0) -> int:
        """Read a bitboard of squares given in any order."""
        return self.field(name, default, lambda label, value: bitboard(self._squares(label, value)))

    def square(self, name: str, default: Square | None = None) -> Square | None:
        """Read a square or null."""
        return self.field(name, default, self._square_or_none)

    def seat(self, name: str, default: Seat | None = None) -> Seat | None:
        """Read a seat of this game or null."""
        return self.field(name, default, lambda label, value: None if value is None else self._seat(label, value))

    def seat_list(self, name: str, default: tuple[Seat, ...] = ()) -> tuple[Seat, ...]:
        """Read seats of this game, none twice, in seat order."""
        return self.field(name, default, self._seats)

    def counts(self, name: str, default: Mapping[Seat, int]) -> dict[Seat, int]:
        """Read a number from 0 for every seat; seats left out keep their default."""
        return self.field(name, dict(default), lambda label, value: {**default, **self._counts(label, value)})

    def finish(self) -> None:
        """Refuse fields of the detail that nobody asked for."""
        for name in self._detail:
            if name not in self._asked:
                raise BadState(message("detail: unknown field {name}", name=quoted(name)))

    # --- values --------------------------------------------------------------------------------------------------

    def named_square(self, label: str, name: object) -> Square:
        """Find the square called ``name``."""
        if not isinstance(name, str) or name not in self.board.by_name:
            raise BadState(message("{label}: {name} is not a square of this board", label=label, name=quoted(name)))
        return self.board.by_name[name]

    def _square_or_none(self, label: str, name: object) -> Square | None:
        return None if name is None else self.named_square(label, name)

    def _seat(self, label: str, name: object) -> Seat:
        if not isinstance(name, str) or name not in {str(seat) for seat in self.seats}:
            raise BadState(message("{label}: {name} is not a seat of this game", label=label, name=quoted(name)))
        return Seat(name)

    def _seats(self, label: str, value: object) -> tuple[Seat, ...]:
        named = [self._seat(label, name) for name in self._list(label, value)]
        if len(set(named)) != len(named):
            raise BadState(message("{label} names a seat twice", label=label))
        return tuple(seat for seat in self.seats if seat in named)

    def _squares(self, label: str, value: object) -> tuple[Square, ...]:
        named = tuple(self.named_square(label, name) for name in self._list(label, value))
        if len(set(named)) != len(named):
            raise BadState(message("{label} names a square twice", label=label))
        return named

    def _counts(self, label: str, value: object) -> dict[Seat, int]:
        given = self._mapping(label, value)
        return {self._seat(label, name): self._integer(f"{label}: {name}", count, 0) for name, count in given.items()}

    @staticmethod
    def _list(label: str, value: object) -> list[Any]:
        return list(check(label, value, LIST, BadState))

    @staticmethod
    def _integer(label: str, value: object, low: int, high: int = LARGEST) -> int:
        return check(label, value, whole(low, high), BadState)

    @staticmethod
    def _boolean(label: str, value: object) -> bool:
        return check(label, value, TRUTH, BadState)

    @staticmethod
    def _text(label: str, value: object) -> str:
        return check(label, value, TEXT, BadState)
