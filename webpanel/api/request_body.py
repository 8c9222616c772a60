"""Reading the JSON body of a request, field by field; every refusal names the field."""

from collections.abc import Mapping
from typing import Any, Final

from flask import current_app, request

from engine.core.json_fields import OBJECT, TRUTH, Kind, check, check_known, one_of, read_json, whole
from engine.core.messages import Message, message
from engine.core.pieces import Seat
from engine.core.text_rules import LONGEST_TEXT, checked, checked_length, checked_name
from table.messages.refusal import Refused
from webpanel.api.description import DESCRIPTIONS, LAST_NUMBER

SINGLE: Final[Kind[object]] = Kind(message("a single value"), lambda value: not isinstance(value, dict | list))
NO_LIST: Final[Kind[object]] = Kind(message("a single value, or an object"), lambda value: not isinstance(value, list))


class Body:
    """The JSON object of the present request.

    All methods raise :class:`Refused` with status 400, or :class:`engine.core.errors.BadText`, answered likewise.
    """

    def __init__(self) -> None:
        """Read the body; its fields may be those that the description of the view names."""
        view = current_app.view_functions[request.endpoint or ""]
        self._fields, known = self._read(), DESCRIPTIONS[view].body_fields
        for name in self._fields:
            check_known(checked(name, message("name of a field")), known, name, _refusal)

    @staticmethod
    def _read() -> Mapping[str, Any]:
        if not request.is_json:
            raise Refused(message("The panel wants JSON here (Content-Type: application/json)."), 415)
        given = read_json(_text_of(request.get_data()), _no_json)
        if not isinstance(given, dict):
            raise Refused(message("The body of this request must be a JSON object."), 400)
        return given

    def text(self, name: str, longest: int = LONGEST_TEXT) -> str:
        """Return a text of one line, at most ``longest`` characters; see :func:`engine.core.text_rules.checked`."""
        return checked(self._fields.get(name), name, longest)

    def person(self, name: str, known_as: Message) -> str:
        """Return the name of a person; empty if it is left out. See :func:`engine.core.text_rules.checked_name`."""
        given = self._fields.get(name)
        return "" if given is None else checked_name(given, known_as)

    def document(self, name: str, longest: int) -> str:
        """Return the text of a file, at most ``longest`` characters: whoever reads it checks them."""
        return checked_length(self._fields.get(name), name, longest)

    def optional_text(self, name: str) -> str | None:
        """Return a text, or ``None`` if it is left out or null."""
        return None if self._fields.get(name) is None else self.text(name)

    def integer(self, name: str, low: int, high: int) -> int:
        """Return a whole number from ``low`` to ``high``."""
        return check(name, self._fields.get(name), whole(low, high), _refusal)

    def scene(self) -> int:
        """Return the number of the scene that the page showed."""
        return self.integer("scene", 0, LAST_NUMBER)

    def boolean(self, name: str, usual: bool | None = None) -> bool:
        """Return a truth value; ``usual`` if it is left out. Without ``usual`` it is required."""
        return check(name, self._fields.get(name, usual), TRUTH, _refusal)

    def one_of(self, name: str, *allowed: str) -> str:
        """Return one of these words."""
        return check(name, self._fields.get(name), one_of(*allowed), _refusal)

    def seat(self, name: str) -> Seat:
        """Return a seat."""
        return Seat(self.one_of(name, *(seat.value for seat in Seat)))

    def mapping(self, name: str, values_are: Kind[object] = SINGLE) -> Mapping[str, Any]:
        """Return an object of names and values of a kind (no lists or further objects, usually); empty if it is left
        out. The values are still to be checked."""
        values = check(name, self._fields.get(name, {}), OBJECT, _refusal)
        return {
            checked(key, name): check(f"{name}: {key}", value, values_are, _refusal) for key, value in values.items()
        }

    def nested(self, name: str) -> Mapping[str, Any] | None:
        """Return an object that may hold lists and further objects, all still to be checked; ``None`` if it is left
        out."""
        value = self._fields.get(name)
        return None if value is None else check(name, value, OBJECT, _refusal)

    def has(self, name: str) -> bool:
        """True if the field was sent."""
        return name in self._fields


def asked_number(name: str, high: int) -> int:
    """Return a whole number from 0 to ``high`` from the query of the address; 0 if it is left out.

    :raises Refused: with status 400.
    """
    asked = request.args.get(name, "0")
    number = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) <= len(str(high)) else asked
    return check(name, number, whole(0, high), _refusal)


def _text_of(body: bytes) -> str | bytes:
    """Decode a body, even one with half a character: its field refuses that by its name. What is no text is left as it
    is, for the JSON parser to refuse."""
    try:
        return body.decode(errors="surrogatepass")
    except UnicodeDecodeError:
        return body


def _no_json(reason: Message) -> Refused:
    return Refused(message("The body of this request is {reason}.", reason=reason), 400)


def _refusal(reason: Message) -> Refused:
    return Refused(message("{complaint}.", complaint=reason), 400)
