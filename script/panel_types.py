"""Write the descriptions of the panels' messages: ``openapi.json`` of ``webpanel`` and of ``clubpanel`` for programs,
from the views of the JSON addresses and their types, and from the first ``webpanel/types/wire.d.ts``, which the panel's
JavaScript is checked against."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, Final, get_type_hints

from flask import Flask
from parts.json_schema import Schema, Schemas, plain_words
from werkzeug.routing import Rule

from clubpanel.web import api as club_api
from table.messages.scene import Scene
from table.messages.settings import Settings
from webpanel.access.game_key import ABOUT_NO_GAME, GAME_HEADER
from webpanel.access.permissions import RIGHTS, Right
from webpanel.access.request_guard import SAFE
from webpanel.api.description import DESCRIPTIONS, Content, Description, Partial, RefusalJson
from webpanel.api.settings import LIMITS, AddedToSettings
from webpanel.app import BLUEPRINTS
from webpanel.presenters.scene_json import AddedToScene

ROOT: Final = Path(__file__).parents[1]
TYPES: Final = ROOT / "webpanel" / "types" / "wire.d.ts"
DESCRIPTION: Final = ROOT / "webpanel" / "static" / "openapi.json"
CLUB_DESCRIPTION: Final = ROOT / "clubpanel" / "static" / "openapi.json"
ADDED: Final = {Scene: AddedToScene, Settings: AddedToSettings}
INFO: Final = {
    "title": "Pawnlight panel",
    "version": "1",
    "description": "The addresses that phones and programs ask of the panel. Sentences are in the language that "
    "Accept-Language asks for. A board without a clock takes the date from the header Phone-Clock of any request, or "
    "from clock=... of /events: whole seconds since 1970, UTC. The version counts the changes that programs have to "
    "follow. New addresses, and new fields of answers, are none: leave aside those that you do not know.",
}
CLUB_INFO: Final = {
    "title": "Pawnlight club",
    "version": "1",
    "description": "The results and tournaments of a club, to be read by programs. Sentences are in the language that "
    "Accept-Language asks for. The version counts the changes that programs have to follow. New addresses, and new "
    "fields of answers, are none: leave aside those that you do not know.",
}
GAME_KEY: Final = {
    "name": GAME_HEADER, "in": "header", "required": False, "schema": {"type": "string"},
    "description": "The key of the game that this is about, as the scene tells it; it may be left out while no game is "
    "on the table. Where another one is there, nothing is done: 409, and the header Game-Key of the answer tells its "
    "key. Without it: 400.",
}
REFUSALS: Final = {
    400: "The request cannot be read, or a value is not allowed.",
    403: "This phone may not do that, or another site's page asked.",
    404: "There is no such thing.",
    409: "The table refused it; nothing was done.",
    413: "The body is too long.",
    415: "The body is of another type.",
    422: "The archive is damaged, or from a newer version.",
    429: "Too many tries.",
    503: "Too many clients, or the table does not answer.",
}

# --- openapi.json ------------------------------------------------------------------------------------------------


class OpenApi:
    """The description of a panel's addresses in OpenAPI. ``info``: of the whole; ``rights``: by address; empty: all are
    for anybody."""

    def __init__(
        self, info: Mapping[str, str], blueprints: Sequence[ModuleType], rights: Mapping[str, Right] | None = None
    ) -> None:
        self._info, self._blueprints, self._rights = info, blueprints, rights or {}
        self._schemas = Schemas(ADDED, {Settings: LIMITS})
        self._tags: dict[str, str] = {}

    def document(self) -> dict[str, Any]:
        """Return the whole document."""
        app = Flask("panel")
        for module in self._blueprints:
            app.register_blueprint(module.blueprint)
            self._tags[module.blueprint.name] = plain_words(module.__doc__)
        paths: dict[str, dict[str, Any]] = {}
        for rule in sorted(app.url_map.iter_rules(), key=lambda rule: rule.rule):
            view = app.view_functions[rule.endpoint]
            if view in DESCRIPTIONS:
                (method,) = (rule.methods or set()) - {"HEAD", "OPTIONS"}
                path = re.sub(r"<(?:int:)?(\w+)>", r"{\1}", rule.rule)
                paths.setdefault(path, {})[method.lower()] = self._operation(method, rule, view)
        self._schemas.of(RefusalJson)
        return {"openapi": "3.1.0", "info": self._info, "tags": self._used_tags(paths), "paths": paths, "components": {
            **({"parameters": {"GameKey": GAME_KEY}} if self._rights else {}),
            "schemas": dict(sorted(self._schemas.components.items())),
            "responses": {f"E{status}": self._answer(RefusalJson, words) for status, words in REFUSALS.items()},
        }}

    def _used_tags(self, paths: Mapping[str, Mapping[str, Any]]) -> list[dict[str, str]]:
        used = {tag for methods in paths.values() for operation in methods.values() for tag in operation["tags"]}
        return [
            {"name": _tag(name), "description": words} for name, words in self._tags.items() if _tag(name) in used
        ]

    def _operation(self, method: str, rule: Rule, view: Callable[..., object]) -> dict[str, Any]:
        told, address = DESCRIPTIONS[view], f"{method} {rule.rule}"
        about_game = bool(self._rights) and method not in SAFE and address not in ABOUT_NO_GAME
        blueprint, _, name = rule.endpoint.partition(".")
        summary, _, more = plain_words(told.summary or view.__doc__).partition("\n\n")
        who = f"For {self._rights.get(address, Right.LOOK).replace('the same', Right.SIT)}."
        parameters = [*self._in_path(rule, view), *self._in_query(told)]
        parameters += [{"$ref": "#/components/parameters/GameKey"}] if about_game else []
        return {
            "operationId": f"{_tag(blueprint)}_{name}".replace("-", "_"), "tags": [_tag(blueprint)], "summary": summary,
            "description": f"{more}\n\n{who}".strip(),
            **({"parameters": parameters} if parameters else {}),
            **({"requestBody": self._body(told.body)} if told.body is not None else {}),
            "responses": self._answers(told, about_game),
        }

    def _in_path(self, rule: Rule, view: Callable[..., object]) -> Iterator[dict[str, Any]]:
        for name in sorted(rule.arguments):
            schema = self._schemas.of(get_type_hints(view, include_extras=True)[name])
            yield {"name": name, "in": "path", "required": True, "schema": schema}

    def _in_query(self, told: Description) -> Iterator[dict[str, Any]]:
        asked = self._schemas.object(told.query) if told.query is not None else {"properties": {}}
        for name, schema in asked["properties"].items():
            words = {"description": schema.pop("description")} if "description" in schema else {}
            yield {"name": name, "in": "query", "required": name in asked["required"], **words, "schema": schema}

    def _body(self, body: Any) -> dict[str, Any]:
        return {"required": True, "content": self._content(body, closed=True)}

    def _answers(self, told: Description, about_game: bool) -> dict[str, Any]:
        refusals = {400, 403, *told.refusals} | ({409, 503} if about_game else set())
        refusals |= {413, 415} if told.body is not None else set()
        answers = {str(status): self._answer(shape) for status, shape in told.answers.items()}
        return answers | {str(status): {"$ref": f"#/components/responses/E{status}"} for status in sorted(refusals)}

    def _answer(self, shape: Any, words: str = "") -> dict[str, Any]:
        return {"description": words or self._words(shape), "content": self._content(shape)}

    def _words(self, shape: Any) -> str:
        if isinstance(shape, Content):
            return shape.shown
        schema = self._schemas.of(shape)
        return str(self._schemas.components.get(schema.get("$ref", "").rpartition("/")[2], schema)["description"])

    def _content(self, shape: Any, closed: bool = False) -> dict[str, Any]:
        if isinstance(shape, Content):
            events = {name: self._schemas.of(data) for name, data in shape.events}
            told = {"format": "binary"} if not shape.is_text else {"x-event-data": events} if events else {}
            return {shape.media: {"schema": {"type": "string"} | told}}
        if isinstance(shape, Partial):
            schema = self._schemas.object(shape.of, some=True) | {"additionalProperties": False}
        else:
            schema = self._schemas.of(shape)
            if closed:
                self._schemas.close(schema)
        return {"application/json": {"schema": schema}}


def _tag(blueprint: str) -> str:
    return blueprint.removeprefix("api_")


# --- wire.d.ts ---------------------------------------------------------------------------------------------------


def _one_of(values: list[str]) -> str:
    return " | ".join(json.dumps(value) for value in values)


def _type(schema: Schema) -> str:
    """Return the type of a JSON schema, as far as ``openapi.json`` uses them."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "enum" in schema:
        return _one_of(schema["enum"])
    if "oneOf" in schema:
        return " | ".join(_type(part) for part in schema["oneOf"])
    kinds = schema.get("type", "unknown")
    return " | ".join(_typed(kind, schema) for kind in ([kinds] if isinstance(kinds, str) else kinds))


def _typed(kind: str, schema: Schema) -> str:
    if kind == "array":
        items = _type(schema["items"])
        return f"({items})[]" if "|" in items else f"{items}[]"
    if kind == "object":
        names = _type(schema.get("propertyNames", {"type": "string"}))
        return f"Record<{names}, {_type(schema['additionalProperties'])}>"
    return {"integer": "number"}.get(kind, kind)


def _declared(name: str, schema: Schema) -> str:
    if "properties" not in schema:
        return f"type {name} = {_type(schema)};"
    lines = (
        f"  {field}{'' if field in schema['required'] else '?'}: {_type(kind)};"
        for field, kind in schema["properties"].items()
    )
    return "\n".join([f"type {name} = {{", *lines, "};"])


def types_text(described: Mapping[str, Any]) -> str:
    """Return the types of what the server sends and takes, as TypeScript."""
    head = "// Written by script/panel_types.py: what the server sends and takes."
    return "\n\n".join([head, *(_declared(*each) for each in described["components"]["schemas"].items())]) + "\n"


def written() -> dict[Path, str]:
    """Return both files with their texts."""
    described, of_club = OpenApi(INFO, BLUEPRINTS, RIGHTS).document(), OpenApi(CLUB_INFO, [club_api]).document()
    texts = {
        path: json.dumps(document, indent=2, ensure_ascii=False) + "\n"
        for path, document in ((DESCRIPTION, described), (CLUB_DESCRIPTION, of_club))
    }
    return {**texts, TYPES: types_text(described)}


if __name__ == "__main__":
    for _path, _text in written().items():
        _path.write_text(_text, "utf-8")
