"""Markdown pages as the panel shows them: every heading has an anchor, and the content security policy is kept."""

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from markupsafe import Markup

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token


def shown(text: str, turn: "Callable[[Token], None] | None" = None, original: str = "") -> Markup:
    """Render a page as HTML; ``turn`` may change the target of each link. ``original``: the page that it is a
    translation of, heading by heading; each keeps the anchor of the original's heading as ``data-section``."""
    markdown = _parser()
    tokens = markdown.parse(text)
    for heading, words in zip(tokens, tokens[1:], strict=False):
        if heading.type == "heading_open":
            heading.attrSet("id", anchor(words.content))
    for corner, words, end in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if corner.type == "th_open" and not words.content:
            corner.tag = end.tag = "td"  # an empty header is none
    headings = [token for token in tokens if token.type == "heading_open"]
    for heading, words in zip(headings, HEADING.findall(original), strict=False):
        heading.attrSet("data-section", anchor(words))
    for token in _all(tokens):
        token.attrs.pop("style", None)  # the alignment of a table's cell, which the panel's policy forbids
        if turn is not None and token.type == "link_open":
            turn(token)
    return Markup(markdown.renderer.render(tokens, markdown.options, {}))


def sections(text: str) -> list[tuple[str, str]]:
    """Return the sections of a page: the anchor and the words of each."""
    tokens = _parser().parse(text)
    opened = [(token.type, token.tag) == ("heading_open", "h2") for token in tokens]
    titles = [words for begins, words in zip(opened, tokens[1:], strict=False) if begins]
    return [(anchor(words.content), "".join(part.content for part in words.children or ())) for words in titles]


def _parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt  # takes a tenth of the start, and few pages need it

    return MarkdownIt("commonmark", {"html": False}).enable("table")


HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def anchor(heading: str) -> str:
    """Return the name of a heading in links, as code hosts make it."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def _all(tokens: "list[Token]") -> "Iterator[Token]":
    for token in tokens:
        yield token
        yield from _all(token.children or [])
