"""Descriptions of the JSON addresses for programs. ``script/panel_types.py`` writes ``openapi.json`` from them, from
the types that they name, from docstrings, and from the table of rights."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, TypedDict, TypeVar

from engine.core.pieces import Seat
from engine.core.text_rules import LONGEST_NAME, LONGEST_TEXT

View = TypeVar("View", bound=Callable[..., object])
Shape = Any
"""A type of JSON values, as an annotation: plain types, enums, ``TypedDict`` and dataclasses, or :class:`Content` or
:class:`Partial`. ``Annotated`` adds what JSON Schema says beyond that."""

ONE_LINE: Final = {"maxLength": LONGEST_TEXT, "pattern": r"^[^\x00-\x1f]*$"}
Line = Annotated[str, ONE_LINE]
"""A text of one line."""
Name = Annotated[str, ONE_LINE | {"maxLength": LONGEST_NAME}]
"""The name of a person."""
Key = Annotated[str, {"minLength": 1, "maxLength": 60, "pattern": "^[A-Za-z0-9_-]+$"}]
"""The key of a stored game or an invitation, in an address."""


LAST_NUMBER: Final = 2**53 - 1
"""The largest whole number that every JSON reader keeps exact."""
SceneNumber = Annotated[int, {"minimum": 0, "maximum": LAST_NUMBER}]
"""The number of a scene."""


class SeatQuery(TypedDict, total=False):
    """The query of what a seat may know."""

    seat: Seat
    """Lift the curtain for this seat, if the phone holds it."""


class SeenBody(TypedDict):
    """The scene that the phone showed."""

    scene: SceneNumber
    """The number of the scene that the phone showed."""


class OwnerJson(TypedDict):
    """True if this phone is the owner's now."""

    owner: bool


class KeyJson(TypedDict):
    """The key of what it is about."""

    key: str


class AskedForJson(KeyJson):
    """A game that is not on the table yet: the other players are asked on their phones, and it comes as soon as they
    agree."""

    asked: list[Seat]
    """Seats whose players have to agree."""


class RefusalJson(TypedDict):
    """A refusal."""

    error: str
    """One sentence: what, why, what now."""


@dataclass(frozen=True, slots=True)
class Content:
    """A body that is not JSON. ``shown``: what it is, in words; ``is_text``: true if it is text; ``events``: of
    server-sent events, the data of each kind by its name, empty for those without a name."""

    media: str
    shown: str
    is_text: bool = True
    events: tuple[tuple[str, Shape], ...] = ()


@dataclass(frozen=True, slots=True)
class Partial:
    """An object with some of a dataclass's fields."""

    of: type


@dataclass(frozen=True, slots=True)
class Description:
    """The description of an address. ``answers``: by status; ``refusals``: statuses of refusals besides those that
    follow from what is sent, 400, 403 and, of acts on a game, 409 and 503; ``summary``: in place of the docstring."""

    answers: Mapping[int, Shape]
    body: Shape | None
    query: type | None
    refusals: tuple[int, ...]
    summary: str

    @property
    def body_fields(self) -> tuple[str, ...]:
        """The names of the fields that the body may have."""
        shape = self.body.of if isinstance(self.body, Partial) else self.body
        return tuple(shape.__annotations__)


DESCRIPTIONS: Final[dict[Callable[..., object], Description]] = {}
"""The description of each view of the JSON addresses."""


def described(
    *answers: Shape | tuple[int, Shape], body: Shape | None = None, query: type | None = None,
    refusals: tuple[int, ...] = (), summary: str = "",
) -> Callable[[View], View]:
    """Describe a view: its answers (with their status, if that is not 200), its body, its query, its refusals."""
    by_status: dict[int, Shape] = dict(each if isinstance(each, tuple) else (200, each) for each in answers)

    def note(view: View) -> View:
        DESCRIPTIONS[view] = Description(by_status, body, query, refusals, summary)
        return view

    return note
