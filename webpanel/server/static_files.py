"""Scripts, styles and drawings, at addresses that contain a hash of them all: ``/static/<hash>/bundles/table/page.js``.

A phone keeps such an address for good and never asks for it again; after an update, pages name other addresses.
With another hash, or none, an address has the present file, and the phone asks each time whether it still is: so a page
that was open during an update goes on.

The files are read once, when the panel starts: what is on disk may change below a running panel, and a hash must always
mean the same files.
"""

import gzip
import hashlib
import mimetypes
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from flask import Flask, Response, request
from jinja2.ext import Extension
from werkzeug.exceptions import NotFound

from webpanel.server.packing import takes_gzip

FOR_GOOD: Final = "public, max-age=31536000, immutable"
_HASH: Final = re.compile(r"[0-9a-f]{16}")
_NAMED: Final = re.compile(r'(?<==")/static/')


def files_in(folder: Path) -> dict[str, bytes]:
    """Read all files of a folder: name, with ``/``, → content."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@dataclass(frozen=True)
class StaticFile:
    """A static file."""

    name: str
    content: bytes

    @cached_property
    def packed(self) -> bytes:
        """The content as gzip packs it; as it is, if that is no longer."""
        return min(gzip.compress(self.content, mtime=0), self.content, key=len)


class StaticFiles:
    """The static files of a panel. ``version``: the hash of them all."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._files = {name: StaticFile(name, content) for name, content in sorted(files.items())}
        self.version = _hash(self._files.values())

    def teach(self, app: Flask) -> None:
        """Serve the files, and have the templates of an application name them with their hash."""
        app.add_url_rule("/static/<path:filename>", "static", self.answer)
        app.jinja_env.add_extension(_Versioned)
        app.jinja_env.globals.update(static_version=self.version)

    def answer(self, filename: str) -> Response:
        """Send a file. ``filename``: its name, with or without a hash before it."""
        version, _, rest = filename.partition("/")
        file = self._files.get(rest if _HASH.fullmatch(version) else filename)
        if file is None:
            raise NotFound
        response = _sent(file)
        response.set_etag(self.version, weak=True)
        if version == self.version:
            response.headers["Cache-Control"] = FOR_GOOD
        response.make_conditional(request)
        return response


def _hash(files: Iterable[StaticFile]) -> str:
    found = hashlib.sha256()
    for file in files:
        found.update(f"{file.name}\0{len(file.content)}\0".encode() + file.content)
    return found.hexdigest()[:16]


def _sent(file: StaticFile) -> Response:
    packs = takes_gzip() and file.packed is not file.content
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    response = Response(file.packed if packs else file.content, mimetype=kind)
    response.vary.add("Accept-Encoding")
    if packs:
        response.content_encoding = "gzip"
    return response


class _Versioned(Extension):
    """A Jinja extension that puts the hash into the addresses of static files in templates."""

    priority = 50  # before the extension that puts the URL prefix before addresses

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Rewrite the source of a template; see Jinja."""
        return _NAMED.sub("/static/{{ static_version }}/", source)
