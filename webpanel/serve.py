"""The web server of the panel, in a thread of its own."""

import errno
import logging
import re
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from flask import Flask
from waitress.adjustments import Adjustments  # type: ignore[import-untyped]

from webpanel.access.context import EXTENSION, Panel
from webpanel.access.proxy import ProxyMiddleware
from webpanel.access.url_prefix import PrefixMiddleware
from webpanel.server.connections import CLEANUP_S, IDLE_S, Dispatcher, Server

SPARE_THREADS: Final = 12
"""The threads besides those that event streams keep busy."""
BODY_BYTES: Final = 1024 * 1024 + 4096
"""The longest body that is passed on to the panel, which refuses one over its own limit in words."""
TOO_MANY_BYTES: Final = 16 * BODY_BYTES
"""The size of a request that is cut off unread: a photo, for example, is still refused in words."""
HEADER_BYTES: Final = 16 * 1024
"""The longest head of a request; a browser's has less than one kilobyte."""
CONNECTION_LIMIT: Final = 440
"""The most connections at a time; from half of them on, the address with the most loses idle ones. ``select`` handles
1024 files."""
BACKLOG_BYTES: Final = 256 * 1024
"""The bytes that may wait for a slow phone before its stream pauses (its changes fold meanwhile)."""
DEAD_AFTER_MS: Final = 15_000
"""The silence after which a phone that acknowledges nothing is taken for gone."""
BACKLOG: Final = 128
FINISH_S: Final = 0.4
"""The time for which requests may still run when the server closes."""
NO_IPV6: Final = (errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL)
"""The errors with which listening on IPv6 fails although the kernel knows it: it is switched off, for all or for each
interface."""
NO_NEWS: Final = re.compile(
    r"Client disconnected while serving /events"  # a page was closed, and its stream ended with it
    r"|Canceling \d+ pending task|\d+ thread\(s\) still running"  # the panel closed while phones were asking
)
"""The warnings of waitress that are normal in a panel that works."""


class Serving:
    """A panel that is being served. ``port``: the one it listens on."""

    def __init__(self, server: Any, panel: Panel) -> None:
        self._server, self._panel = server, panel
        self.port = int(server.effective_port)
        self._thread = threading.Thread(target=server.run, name="panel", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop serving: end the event streams, let requests finish, hang up. Takes at most about a second.

        The order matters: a worker that ends after the server's trigger is gone would fail loudly.
        """
        self._panel.streams.close()
        self._server.task_dispatcher.shutdown(timeout=FINISH_S)
        self._in_loop(self._hang_up)
        self._server.task_dispatcher.shutdown(timeout=FINISH_S)
        self._in_loop(self._server.trigger.close)
        self._thread.join(FINISH_S)

    def _in_loop(self, work: Callable[[], None]) -> None:
        with suppress(OSError):  # the loop happened to be awake, did the work, and closed what wakes it
            self._server.trigger.pull_trigger(work)

    def _hang_up(self) -> None:
        for connection in list(self._server._map.values()):
            if connection is not self._server.trigger:
                connection.close()


def start(
    app: Flask, host: str, port: int, stream_limit: int, prefix: str = "", proxy: str = ""
) -> Serving:
    """Serve a panel on this address until :meth:`Serving.close`. Port 0 takes any free one.

    ``stream_limit``: the most event streams; each keeps a thread. ``prefix``: the path below which the panel can be
    reached as well; ``proxy``: the address of a proxy whose headers say who asks, and whether over HTTPS.

    :raises OSError: the address cannot be listened on.
    """
    # Bound here, not by waitress, which has started its threads by then and leaves them behind if binding fails.
    listening = _listening(host, port)
    if prefix:
        app.wsgi_app = PrefixMiddleware(app.wsgi_app, prefix)  # type: ignore[method-assign]
    if proxy:
        app.wsgi_app = ProxyMiddleware(app.wsgi_app)  # type: ignore[method-assign]
    adjustments = Adjustments(
        sockets=[listening], threads=stream_limit + SPARE_THREADS, ident=None, clear_untrusted_proxy_headers=True,
        max_request_header_size=HEADER_BYTES, max_request_body_size=TOO_MANY_BYTES, outbuf_high_watermark=BACKLOG_BYTES,
        channel_timeout=IDLE_S, cleanup_interval=CLEANUP_S, connection_limit=CONNECTION_LIMIT,
        log_socket_errors=False,  # a phone that falls asleep is not an error
        **_trusting(proxy),
    )
    adjustments.socket_options = _socket_options()
    dispatcher = Dispatcher()
    dispatcher.set_thread_count(adjustments.threads)
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # nor are requests that wait for a moment
    logging.getLogger("waitress").addFilter(_is_news)
    server = Server(
        app, map={}, _sock=listening, dispatcher=dispatcher, adj=adjustments, bind_socket=False,
        sockinfo=(listening.family, socket.SOCK_STREAM, 0, listening.getsockname()),
    )
    return Serving(server, app.extensions[EXTENSION])


def _listening(host: str, port: int) -> socket.socket:
    """Listen on an address. ``::`` means all addresses, those of IPv4 too; on a machine without IPv6, those alone."""
    if host != "::":
        return socket.create_server((host, port), family=_family(host), backlog=BACKLOG)
    if socket.has_dualstack_ipv6():
        try:
            return socket.create_server((host, port), family=socket.AF_INET6, backlog=BACKLOG, dualstack_ipv6=True)
        except OSError as error:
            if error.errno not in NO_IPV6:
                raise
    return socket.create_server(("", port), backlog=BACKLOG)


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def _trusting(proxy: str) -> dict[str, Any]:
    if not proxy:
        return {}
    return {"trusted_proxy": proxy, "trusted_proxy_headers": {"x-forwarded-for", "x-forwarded-proto"}}


def _socket_options() -> list[tuple[int, int, int]]:
    options = [(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)]
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        options.append((socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAD_AFTER_MS))
    return options


def _is_news(record: logging.LogRecord) -> bool:
    return NO_NEWS.match(record.getMessage()) is None
