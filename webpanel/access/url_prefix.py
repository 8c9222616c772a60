"""The URL prefix of the panel: none, or a path below which a proxy shows it beside other things.

Templates, scripts and redirects write addresses as if the panel were at the root; this module puts the prefix before
them. One panel may be reached both ways at once.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any, Final

from flask import Flask, Response, request
from jinja2.ext import Extension

_ADDRESS: Final = re.compile(r'\b(href|src|action)="/')


class PrefixMiddleware:
    """A WSGI middleware for a panel below ``prefix``: requests have it before the path, or, where a proxy strips it, in
    the header ``X-Forwarded-Prefix``, which must equal the configured one."""

    def __init__(self, app: Callable[..., Iterable[bytes]], prefix: str) -> None:
        self._app, self._prefix = app, prefix

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Handle a request; see PEP 3333."""
        path: str = environ["PATH_INFO"]
        if path == self._prefix or path.startswith(f"{self._prefix}/"):
            environ |= {"SCRIPT_NAME": self._prefix, "PATH_INFO": path[len(self._prefix) :]}
        elif environ.get("HTTP_X_FORWARDED_PREFIX", "").rstrip("/") == self._prefix:
            environ["SCRIPT_NAME"] = self._prefix
        return self._app(environ, start_response)


class _Rooted(Extension):
    """A Jinja extension that puts the prefix before the addresses in templates."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Rewrite the source of a template; see Jinja."""
        return _ADDRESS.sub(r'\1="{{ root() }}/', source)


def root() -> str:
    """Return the prefix of the addresses of this request: a path without a slash at its end, or nothing."""
    return request.script_root


def cookie_path() -> str:
    """Return the path of the phone's cookies, so that they are not sent to what else the proxy shows."""
    return root() or "/"


def teach(app: Flask) -> None:
    """Make the links and redirects of an application respect the prefix."""
    app.jinja_env.add_extension(_Rooted)
    app.jinja_env.globals["root"] = root
    app.after_request(_lead)


def _lead(response: Response) -> Response:
    if response.location is not None and response.location.startswith("/"):
        response.location = root() + response.location
    return response
