"""The changelog of a version on offer, as far as it is news for players since the version that runs."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

MOST: Final = 12
"""The most versions whose changes are shown."""
_HEADING = re.compile(r"^## (.*)$", re.MULTILINE)
_VERSION = re.compile(r"(\d{1,4})\.(\d{1,4})\.(\d{1,4})\b")
_PART = re.compile(r"^#{2,4} (.+)$", re.MULTILINE)
_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()\s]*\)")


@dataclass(frozen=True, slots=True)
class VersionChanges:
    """The news of a version, as Markdown without links, which would lead to pages that this panel may not have."""

    version: str
    text: str


def changes_between(changelog: str, running: str, offered: str) -> tuple[VersionChanges, ...]:
    """Return what is new for players in each version after the running one, up to the one on offer, the newest first.
    Where a version has no part for players, all of it is shown."""
    after, until = version_key(running), version_key(offered)
    found = (each for each in _versions(changelog) if after < version_key(each.version) <= until)
    newest = sorted(found, key=lambda each: version_key(each.version), reverse=True)
    return tuple(newest[:MOST])


def _versions(changelog: str) -> Iterator[VersionChanges]:
    pieces = _HEADING.split(changelog)
    for heading, body in zip(pieces[1::2], pieces[2::2], strict=True):
        found = _VERSION.match(heading)
        if found:
            yield VersionChanges(found[0], _LINK.sub(r"\1", _for_players(body) or body.strip()))


def _for_players(body: str) -> str:
    """Return the parts for players, without their headings."""
    pieces = _PART.split(body)
    titles, texts = pieces[1::2], pieces[2::2]
    parts = (text.strip() for title, text in zip(titles, texts, strict=True) if title.strip() == "For players")
    return "\n\n".join(parts)


def version_key(version: str) -> tuple[int, ...]:
    """Return what versions are compared by; versions of another form come first."""
    found = _VERSION.match(version)
    return tuple(map(int, found.groups())) if found else ()
