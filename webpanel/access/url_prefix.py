"""Where the panel lies: at the top of its address, or below a path, where a proxy shows it beside other things.

Templates, scripts and redirections write addresses as if it lay at the top, from / on; what is here puts the path
before them. One panel may be reached both ways at once.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any, Final

from flask import Flask, Response, request
from jinja2.ext import Extension

_ADDRESS: Final = re.compile(r'\b(href|src|action)="/')


class Below:
    """A WSGI application that lies below ``prefix`` for those who ask there: with it before the path, or, where a proxy
    takes that away, with the header ``X-Forwarded-Prefix``, which can say nothing else than what was configured."""

    def __init__(self, app: Callable[..., Iterable[bytes]], prefix: str) -> None:
        self._app, self._prefix = app, prefix

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """See PEP 3333."""
        path: str = environ["PATH_INFO"]
        if path == self._prefix or path.startswith(f"{self._prefix}/"):
            environ |= {"SCRIPT_NAME": self._prefix, "PATH_INFO": path[len(self._prefix) :]}
        elif environ.get("HTTP_X_FORWARDED_PREFIX", "").rstrip("/") == self._prefix:
            environ["SCRIPT_NAME"] = self._prefix
        return self._app(environ, start_response)


class _Rooted(Extension):
    """Has the addresses in templates begin with where the panel lies."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """See Jinja."""
        return _ADDRESS.sub(r'\1="{{ root() }}/', source)


def root() -> str:
    """What the addresses of this request begin with: a path without a slash at its end, or nothing."""
    return request.script_root


def cookie_path() -> str:
    """Where the phone that is asking sends its cookies: not to what else the proxy shows."""
    return root() or "/"


def teach(app: Flask) -> None:
    """Have what the application answers lead to where it lies."""
    app.jinja_env.add_extension(_Rooted)
    app.jinja_env.globals["root"] = root
    app.after_request(_lead)


def _lead(response: Response) -> Response:
    if response.location is not None and response.location.startswith("/"):
        response.location = root() + response.location
    return response
