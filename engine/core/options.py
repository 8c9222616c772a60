"""A game's options: declared once, as the fields of a frozen dataclass.

    @dataclass(frozen=True, slots=True)
    class MyOptions(Options):
        spawn: int = int_option(2, 1, 4, label="…", help="…")

The same declaration lists them for people, checks what they typed, and types them for the rules.
"""

from collections.abc import Mapping, Sequence
from dataclasses import Field, dataclass, field, fields
from typing import Any, Literal, TypeVar

from engine.core.errors import BadOption
from engine.core.json_fields import TRUTH, Kind, check, one_of, quoted, whole
from engine.core.messages import Message, message

OptionValue = int | bool | str


@dataclass(frozen=True, slots=True)
class Option:
    """One option as shown to people. ``low``, ``high``: for ``int``; ``choices`` and their labels: for ``choice``."""

    name: str
    kind: Literal["int", "bool", "choice"]
    default: OptionValue
    label: str
    help: str
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    choice_labels: tuple[str, ...] = ()
    advanced: bool = False
    """Shown only on request (*More*)."""
    lowest: str = ""
    """The meaning of ``low``, where it is no number of things: "No limit"."""

    def check(self, value: object) -> None:
        """Refuse what this option cannot be.

        :raises BadOption: with what would be allowed.
        """
        check(Message(self.label), value, self._fits(), BadOption)

    def _fits(self) -> Kind[Any]:
        if self.kind == "int":
            return whole(self.low, self.high)
        return TRUTH if self.kind == "bool" else one_of(*self.choices)


@dataclass(frozen=True, slots=True)
class FairStart:
    """Options that even out who begins, where the usual ones do not."""

    options: Mapping[str, OptionValue]
    help: Message
    """The change they make, in a sentence for the form of a new game."""


def _declare(**declared: Any) -> Any:
    return field(default=declared["default"], metadata=declared)


def int_option(
    default: int, low: int, high: int, *, label: str, help: str, advanced: bool = False, lowest: str = ""
) -> int:
    """Declare a whole number from ``low`` to ``high``."""
    declared: int = _declare(
        kind="int", default=default, low=low, high=high, label=label, help=help, advanced=advanced, lowest=lowest
    )
    return declared


def bool_option(default: bool, *, label: str, help: str, advanced: bool = False) -> bool:
    """Declare a yes or no."""
    declared: bool = _declare(kind="bool", default=default, label=label, help=help, advanced=advanced)
    return declared


def choice_option(default: str, choices: Mapping[str, str], *, label: str, help: str, advanced: bool = False) -> str:
    """Declare one of several words; ``choices`` maps each to its label for people."""
    declared: str = _declare(
        kind="choice", default=default, choices=tuple(choices), choice_labels=tuple(choices.values()),
        label=label, help=help, advanced=advanced,
    )
    return declared


@dataclass(frozen=True, slots=True)
class Options:
    """Base of every game's options.

    >>> @dataclass(frozen=True, slots=True)
    ... class Rows(Options):
    ...     rows: int = int_option(2, 1, 3, label="Rows", help="How many rows of pawns each player has.")
    >>> read_options(Rows, {"rows": 3}).as_data()
    {'rows': 3}
    """

    def as_data(self) -> dict[str, OptionValue]:
        """Return every option with its value, in the order of declaration."""
        return {each.name: getattr(self, each.name) for each in fields(self)}


OptionsType = TypeVar("OptionsType", bound=Options)


def list_options(options_type: type[Options]) -> Sequence[Option]:
    """List the declared options of a game, in order."""
    return [_option(each) for each in fields(options_type)]


def _option(declared: "Field[Any]") -> Option:
    return Option(name=declared.name, **declared.metadata)


def read_options(options_type: type[OptionsType], given: object) -> OptionsType:
    """Read options from data such as a request: those left out take their defaults.

    :raises BadOption: an option is unknown, of the wrong type or out of range.
    """
    if not isinstance(given, Mapping):
        raise BadOption(message("options must be an object of names and values, not {given}", given=quoted(given)))
    known = {option.name: option for option in list_options(options_type)}
    for name, value in given.items():
        if name not in known:
            names = ", ".join(known) or message("none")
            raise BadOption(message("unknown option {name}: this game has {names}", name=quoted(name), names=names))
        known[name].check(value)
    return options_type(**given)
