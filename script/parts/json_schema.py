"""JSON Schema of Python's types: plain ones, enums, ``Literal``, ``TypedDict``, dataclasses, and ``Annotated``, whose
values are JSON Schema themselves. Descriptions come from docstrings."""

import ast
import inspect
import re
import textwrap
import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NotRequired,
    Required,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from engine.core.messages import Message

Schema = dict[str, Any]
PLAIN: Final[Mapping[Any, Schema]] = {
    str: {"type": "string"}, Message: {"type": "string"}, int: {"type": "integer"}, float: {"type": "number"},
    bool: {"type": "boolean"}, type(None): {"type": "null"}, Any: {}, object: {},
}
MAPPINGS: Final = (dict, Mapping)
ARRAYS: Final = (list, tuple, frozenset)
WHERE: Final = "#/components/schemas/"


def plain_words(docstring: str | None) -> str:
    """Return a docstring without its marks, and without what it says of exceptions."""
    told = inspect.cleandoc(docstring or "").partition("\n\n:raises")[0]
    told = re.sub(r":\w+:`~?(?:[\w.]*\.)?(\w+)`", r"\1", told).replace("``None``", "null").replace("``", "`")
    return re.sub(r"(?<!\n)\n(?!\n)", " ", told)


def field_docs(kind: type) -> dict[str, str]:
    """Return the docstrings below the fields of a class, and of those that it is made of."""
    told: dict[str, str] = {}
    (written,) = ast.parse(textwrap.dedent(inspect.getsource(kind))).body
    assert isinstance(written, ast.ClassDef)
    for base in written.bases:  # a TypedDict does not know at run time what it is made of, before Python 3.12
        if isinstance(base, ast.Name) and base.id != "TypedDict":
            told |= field_docs(getattr(inspect.getmodule(kind), base.id))
    for field, below in zip(written.body, written.body[1:], strict=False):
        match field, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(words))):
                told[name] = plain_words(words)
    return told


class Schemas:
    """The schemas of types. Classes are described once, in ``components``, and referred to by their names without
    ``Json``.

    ``added``: to a dataclass, the fields that go beside its own; ``limits``: by field, what its values may be.
    """

    def __init__(self, added: Mapping[type, type], limits: Mapping[type, Mapping[str, Schema]]) -> None:
        self.components: dict[str, Schema] = {}
        self._kinds: dict[str, Any] = {}
        self._added, self._limits = added, limits

    def of(self, kind: Any) -> Schema:
        """Return the schema of a type."""
        if get_origin(kind) is None and kind in PLAIN:
            return dict(PLAIN[kind])
        if isinstance(kind, type) and (issubclass(kind, Enum) or is_dataclass(kind) or is_typeddict(kind)):
            return self._named(kind)
        return self._compound(get_origin(kind), get_args(kind))

    def _compound(self, origin: Any, parts: tuple[Any, ...]) -> Schema:
        if origin is Annotated or origin in (Required, NotRequired):
            return self.of(parts[0]) | (parts[1] if origin is Annotated else {})
        if origin is Literal:
            return {"type": "string", "enum": list(parts)}
        if origin in (Union, types.UnionType):
            return self._either([self.of(part) for part in parts])
        if origin in MAPPINGS:
            names = {} if parts[0] is str else {"propertyNames": self.of(parts[0])}
            return {"type": "object", **names, "additionalProperties": self.of(parts[1])}
        if origin in ARRAYS and parts[1:] in ((), (...,)):
            return {"type": "array", "items": self.of(parts[0])}
        raise TypeError(f"no JSON for {origin}[{parts}]")

    @staticmethod
    def _either(schemas: list[Schema]) -> Schema:
        if all(schema.keys() == {"type"} for schema in schemas):
            return {"type": [schema["type"] for schema in schemas]}
        return {"oneOf": schemas}

    def _named(self, kind: type) -> Schema:
        name = kind.__name__.removesuffix("Json")
        if self._kinds.setdefault(name, kind) is not kind:
            raise TypeError(f"two types are called {name}")
        if name not in self.components:
            self.components[name] = {}  # its place, should it be met again inside itself
            self.components[name] = self._enum(kind) if issubclass(kind, Enum) else self.object(kind)
        return {"$ref": WHERE + name}

    def close(self, schema: Schema) -> None:
        """Let the objects that a schema refers to have no other fields."""
        described = self.components[schema["$ref"].removeprefix(WHERE)] if "$ref" in schema else schema
        if "properties" in described:
            described["additionalProperties"] = False
            for each in described["properties"].values():
                self.close(each)

    @staticmethod
    def _enum(kind: type[Enum]) -> Schema:
        return {"type": "string", "description": plain_words(kind.__doc__), "enum": [each.value for each in kind]}

    def object(self, kind: type, some: bool = False) -> Schema:
        """Return the schema of a class with fields; ``some``: each may be left out, and none is added."""
        hints, docs, limits = get_type_hints(kind, include_extras=True), field_docs(kind), self._limits.get(kind, {})
        properties = {
            name: self.of(hint) | limits.get(name, {}) | ({"description": docs[name]} if name in docs else {})
            for name, hint in hints.items()
        }
        required = [] if some else [name for name in hints if name in _always(kind)]
        if kind in self._added and not some:
            beside = self.object(self._added[kind])
            properties |= beside["properties"]
            required += beside["required"]
        return {"type": "object", "description": plain_words(kind.__doc__), "properties": properties,
                "required": required}


def _always(kind: Any) -> frozenset[str]:
    """Return the fields that are always there."""
    return frozenset(each.name for each in fields(kind)) if is_dataclass(kind) else kind.__required_keys__
