"""The address of a phone behind a proxy."""

from collections.abc import Callable, Iterable
from typing import Any

from webpanel.limits.addresses import plain


class ProxyMiddleware:
    """A WSGI middleware that reads the phone's address from ``X-Forwarded-For``. waitress removes that header unless a
    trusted proxy sent it, and all of it but what that proxy saw itself; but it takes an IPv6 address that ends as one
    of IPv4 for a name with a port."""

    def __init__(self, app: Callable[..., Iterable[bytes]]) -> None:
        self._app = app

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Handle a request; see PEP 3333."""
        told = environ.get("HTTP_X_FORWARDED_FOR", "")
        if told:
            environ["REMOTE_ADDR"] = environ["REMOTE_HOST"] = plain(told)
        return self._app(environ, start_response)
