"""The description of the JSON interface, and answers compared with it, whatever test asks for them."""

import copy
import json
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs

import webpanel

DESCRIPTION = json.loads((Path(webpanel.__file__).parent / "static" / "openapi.json").read_text("utf-8"))
STREAM = "/events"
"""The address whose answer does not end."""


def closed() -> dict[str, Any]:
    """Return the description without the stream, and with objects that have no fields but those described."""
    strict = copy.deepcopy(DESCRIPTION)
    del strict["paths"][STREAM]
    for schema in strict["components"]["schemas"].values():
        if "properties" in schema:
            schema["additionalProperties"] = False
    return strict


STRICT = closed()


def faults(method: str, address: str, status: int, text: str) -> list[str]:
    """Return where a JSON answer to an address differs from what is described; nothing, if that address is not, or the
    program failed, which other tests notice."""
    path = address.replace("<", "{").replace(">", "}")
    operation = STRICT["paths"].get(path, {}).get(method.lower())
    if operation is None or status == 500:
        return []
    if str(status) not in operation["responses"]:
        return [f"{method} {path}: {status}"]
    return [
        f"{method} {path} {status}: {each.message[:300]} ({each.instance_path})"
        for each in _validator(path, method.lower(), str(status)).iter_errors(json.loads(text))
    ]


@cache
def _validator(path: str, method: str, status: str) -> jsonschema_rs.Validator:
    answer = STRICT["paths"][path][method]["responses"][status]
    if "$ref" in answer:
        answer = STRICT["components"]["responses"][answer["$ref"].rpartition("/")[2]]
    schema = answer["content"]["application/json"]["schema"]
    return jsonschema_rs.validator_for({**schema, "components": {"schemas": STRICT["components"]["schemas"]}})
