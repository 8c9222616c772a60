"""The browser features that style sheets use: properties, selectors, functions, units, rules and media features."""

import re
from collections.abc import Iterator

_ASIDE = re.compile(r"/\*.*?\*/|\"[^\"]*\"", re.DOTALL)
_DECLARATION = re.compile(r"[{;]\s*([a-z-]+)\s*:([^{};]*)(?=[;}])")
_HEAD = re.compile(r"([^{};]+)\{")


def features(sheet: str) -> Iterator[str]:
    """As ``grid``, ``:has``, ``min()``, ``1dvh``, ``@media`` and ``@media hover``, each maybe many times."""
    text = _ASIDE.sub('""', sheet)
    for name, value in _DECLARATION.findall(text):
        if not name.startswith("--"):
            yield name
        yield from (f"{each}()" for each in re.findall(r"([a-z-]+)\(", value))
        yield from (f"1{each}" for each in re.findall(r"(?<![\w#.-])[\d.]+([a-z]+)\b", value))
    for head in _HEAD.findall(text):
        rule = re.match(r"\s*(@[a-z-]+)", head)
        if rule:
            yield rule[1]
            yield from (f"{rule[1]} {each}" for each in re.findall(r"\(([a-z-]+)", head))
        else:
            yield from re.findall(r"::?[a-z-]+", head)
