"""Write ``webpanel/types/wire.d.ts``: types of the server's messages, which the panel's JavaScript is checked against.

Those of a scene come from its Python classes, as ``webpanel.presenters.scene_json`` writes them; the others from
``openapi.json``.
"""

import json
import types
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from engine.core.messages import Message
from engine.core.pieces import Seat
from table.messages.scene import Scene

ROOT: Final = Path(__file__).parents[1]
TARGET: Final = ROOT / "webpanel" / "types" / "wire.d.ts"
DESCRIPTION: Final = ROOT / "webpanel" / "static" / "openapi.json"
ADDED: Final = {"names": "Record<Seat, string>", "piece_art": "Record<string, string>", "ending": "string"}
"""The fields that ``scene_json`` adds to a scene."""
PLAIN: Final = {str: "string", int: "number", float: "number", bool: "boolean", Message: "string", type(None): "null"}


def _one_of(values: Iterable[Any]) -> str:
    return " | ".join(json.dumps(value) for value in values)


SEATS: Final = _one_of(seat.value for seat in Seat)


class Scenes:
    """The classes of a scene as TypeScript, each once, in the order they are met."""

    def __init__(self) -> None:
        self.told: dict[str, str] = {}

    def name(self, kind: Any) -> str:
        """Return the type that a Python annotation becomes in JSON."""
        if kind in PLAIN:
            return PLAIN[kind]
        if isinstance(kind, type) and issubclass(kind, Enum):
            self.told.setdefault(kind.__name__, f"type {kind.__name__} = {_one_of(each.value for each in kind)};")
            return kind.__name__
        if is_dataclass(kind):
            return self.tell(kind)
        return self._compound(get_origin(kind), get_args(kind))

    def _compound(self, origin: Any, parts: tuple[Any, ...]) -> str:
        if origin in (Union, types.UnionType):
            return " | ".join(self.name(part) for part in parts)
        if origin is Mapping:
            return f"Record<{self.name(parts[0])}, {self.name(parts[1])}>"
        if origin is tuple and parts[1:] == (...,):
            return f"{self.name(parts[0])}[]"
        raise TypeError(f"no JSON for {origin}[{parts}]")

    def tell(self, kind: Any) -> str:
        """Write an interface with a dataclass's fields, and return its name."""
        hints = get_type_hints(kind)
        lines = {each.name: self.name(hints[each.name]) for each in fields(kind)} | (ADDED if kind is Scene else {})
        self.told[kind.__name__] = _interface(kind.__name__, lines)
        return str(kind.__name__)


def _interface(name: str, lines: Mapping[str, str]) -> str:
    return "\n".join([f"interface {name} {{", *(f"  {field}: {kind};" for field, kind in lines.items()), "}"])


# --- openapi.json ------------------------------------------------------------------------------------------------


def _schema(schema: Mapping[str, Any]) -> str:
    """Return the type of a JSON schema, as far as ``openapi.json`` uses them."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "enum" in schema:
        return _one_of(schema["enum"]).replace(SEATS, "Seat")
    for word, sign in (("oneOf", " | "), ("allOf", " & ")):
        if word in schema:
            return sign.join(_schema(part) for part in schema[word])
    kinds = schema.get("type", "unknown")
    return " | ".join(_typed(kind, schema) for kind in ([kinds] if isinstance(kinds, str) else kinds))


def _typed(kind: str, schema: Mapping[str, Any]) -> str:
    if kind == "array":
        items = _schema(schema.get("items", {}))
        return f"({items})[]" if "|" in items else f"{items}[]"
    if kind == "object":
        return _object(schema)
    return {"integer": "number"}.get(kind, kind)


def _object(schema: Mapping[str, Any]) -> str:
    if "properties" in schema:
        return "{ " + " ".join(f"{each};" for each in _properties(schema)) + " }"
    values = _schema(schema.get("additionalProperties", {}))
    return f"Record<{_schema(schema.get('propertyNames', {'type': 'string'}))}, {values}>"


def _properties(schema: Mapping[str, Any]) -> Iterator[str]:
    for name, kind in schema["properties"].items():
        yield f"{name}{'' if name in schema.get('required', ()) else '?'}: {_schema(kind)}"


def types_text() -> str:
    """Return the whole file."""
    scenes = Scenes()
    scenes.tell(Scene)
    described = json.loads(DESCRIPTION.read_text("utf-8"))["components"]["schemas"]
    described["Snapshot"]["properties"]["scene"] = {"$ref": "Scene"}
    others = [f"type {name} = {_schema(schema)};" for name, schema in described.items() if name != "Error"]
    head = "// Written by script/panel_types.py from table.messages.scene and openapi.json: what the server sends."
    return "\n\n".join([head, *scenes.told.values(), *others]) + "\n"


if __name__ == "__main__":
    TARGET.write_text(types_text(), "utf-8")
