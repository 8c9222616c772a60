"""Extraction of the games' texts for the catalogues: messages, and options, which are declared as plain strings.

Used by ``pybabel extract`` alone (``babel.cfg``).
"""

import ast
from collections.abc import Iterator, Mapping
from typing import IO, Any

from babel.messages.extract import extract_python

Found = tuple[int, str, str, list[str]]
"""Line, function, text, comments: the form that Babel expects from an extractor."""

_DECLARATIONS = {"int_option", "bool_option", "choice_option"}


def games(
    file: IO[bytes], keywords: Mapping[str, Any], comment_tags: Any, options: dict[str, Any]
) -> Iterator[tuple[Any, ...]]:
    """Yield the messages of a module, and the labels, helps and choice labels of the options it declares."""
    yield from extract_python(file, keywords, comment_tags, options)  # type: ignore[arg-type]
    file.seek(0)
    yield from _options(ast.parse(file.read()))


def _options(module: ast.Module) -> Iterator[Found]:
    for node in ast.walk(module):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _DECLARATIONS:
            for text in _texts(node):
                yield node.lineno, "gettext", text, []


def _texts(call: ast.Call) -> Iterator[str]:
    told = [keyword.value for keyword in call.keywords if keyword.arg in ("label", "help", "lowest")]
    labels = [value for argument in call.args if isinstance(argument, ast.Dict) for value in argument.values]
    for node in (*told, *labels):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
