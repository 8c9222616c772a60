"""Serving the panel from a thread of its own."""

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
from webpanel.access.url_prefix import Below
from webpanel.server.connections import CLEANUP_S, IDLE_S, Dispatcher, Server

SPARE_THREADS: Final = 12
"""Threads besides those that event streams keep busy."""
BODY_BYTES: Final = 1024 * 1024 + 4096
"""What the panel takes; it refuses more in words."""
TOO_MANY_BYTES: Final = 16 * BODY_BYTES
"""What is not even listened to: a photo, say, is still refused in words."""
HEADER_BYTES: Final = 16 * 1024
"""What the head of a request may have; a browser's has less than one kilobyte."""
CONNECTION_LIMIT: Final = 440
"""Connections at a time; from half of them on, whoever has most loses idle ones. ``select`` knows 1024 files."""
BACKLOG_BYTES: Final = 256 * 1024
"""What may wait for a slow phone before its stream pauses (its changes fold meanwhile)."""
DEAD_AFTER_MS: Final = 15_000
"""A phone that acknowledges nothing for so long is gone."""
BACKLOG: Final = 128
FINISH_S: Final = 0.4
"""How long the requests under way may take when the server closes."""
NO_IPV6: Final = (errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL)
"""Why a machine whose kernel knows IPv6 cannot listen there: it is switched off, for all or for each interface."""
NO_NEWS: Final = re.compile(
    r"Client disconnected while serving /events"  # a page was closed, and its stream ended with it
    r"|Canceling \d+ pending task|\d+ thread\(s\) still running"  # the panel closed while phones were asking
)
"""What waitress warns of in a panel that is well."""


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

    ``stream_limit``: how many event streams there may be; each keeps a thread. ``prefix``: the path below which it lies
    as well; ``proxy``: the address of a proxy that may say who asks, and whether over HTTPS.

    :raises OSError: the address cannot be listened on.
    """
    # Bound here and not by waitress, which has started its threads by then and leaves them behind if it fails.
    listening = _listening(host, port)
    if prefix:
        app.wsgi_app = Below(app.wsgi_app, prefix)  # type: ignore[method-assign]
    adjustments = Adjustments(
        sockets=[listening], threads=stream_limit + SPARE_THREADS, ident=None, clear_untrusted_proxy_headers=True,
        max_request_header_size=HEADER_BYTES, max_request_body_size=TOO_MANY_BYTES, outbuf_high_watermark=BACKLOG_BYTES,
        channel_timeout=IDLE_S, cleanup_interval=CLEANUP_S, connection_limit=CONNECTION_LIMIT,
        log_socket_errors=False,  # a phone that falls asleep is no error
        **_trusting(proxy),
    )
    adjustments.socket_options = _socket_options()
    dispatcher = Dispatcher()
    dispatcher.set_thread_count(adjustments.threads)
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # that requests wait for a moment is no news either
    logging.getLogger("waitress").addFilter(_is_news)
    server = Server(
        app, map={}, _sock=listening, dispatcher=dispatcher, adj=adjustments, bind_socket=False,
        sockinfo=(listening.family, socket.SOCK_STREAM, 0, listening.getsockname()),
    )
    return Serving(server, app.extensions[EXTENSION])


def _listening(host: str, port: int) -> socket.socket:
    """``::`` is all addresses, those of IPv4 too; on a machine that has no IPv6, those alone."""
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
