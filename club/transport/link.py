"""The connection to the broker: a thread makes it, keeps it, and restores it.

Each connection is a new client, with no state of earlier ones: all retained messages are published anew each time, and
nothing older can arrive after them.
"""

import logging
import random
import select
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from paho.mqtt.client import Client, ConnectFlags, DisconnectFlags, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from engine.core.messages import Message, message

log = logging.getLogger(__name__)

KEEPALIVE_S: Final = 20
"""After so long a silence the client pings the broker; after one and a half times as long the broker takes a silent
board as gone."""
CONNECT_S: Final = 5.0
RETRY_S: Final = (1.0, 2.0, 5.0, 10.0, 30.0)
"""The pauses before each further attempt, roughly: many boards must not all come back at the same moment."""
LARGEST_PACKET_BYTES: Final = 65536
_TICK_S: Final = 1.0
"""The interval at which the client checks that the connection is still alive."""
OFTEN: Final = 2
"""The number of connections in a row, ended soon after they began, that suggests another board with the same id."""
LASTING_S: Final = 60.0
"""A connection that ends sooner was perhaps taken over by another client with the same id: not every broker says so."""
_TAKEN_OVER: Final = 0x8E
"""The reason code of a broker that says so: MQTT 5, 3.14.2.1."""


@dataclass(frozen=True, slots=True)
class Broker:
    """The address of a broker, and the account there. ``ca_file``: the certificate authority to trust; ``None``: those
    of the system. Without ``user`` the client logs in without a name."""

    host: str
    port: int
    tls: bool = False
    ca_file: Path | None = None
    user: str = ""
    password: str = ""

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


@dataclass(frozen=True, slots=True)
class OutgoingMessages:
    """The messages of this board: those for the broker to keep (topic → payload), and those of this moment alone."""

    kept: Mapping[str, bytes]
    news: tuple[tuple[str, bytes], ...] = ()


class Link:
    """A connection that is kept alive. Public methods may be called from any thread; none waits but :meth:`stop`."""

    def __init__(
        self, broker: Broker, client_id: str, will: tuple[str, bytes] | None,
        subscriptions: Callable[[], Iterable[str]], speak: Callable[[], OutgoingMessages],
        hear: Callable[[str, bytes, bool], None], rival: Message,
        lost: Callable[[], None] | None = None, copied: Callable[[Message | None], None] | None = None,
    ) -> None:
        """:param will: the topic and payload that the broker retains when the connection ends, in whatever way;
            ``None``: none.

        :param subscriptions: returns the topics to hear of now; asked again and again, by the link's thread.
        :param speak: returns the messages of this board; called by the link's thread while connected, if they may be
            new.
        :param hear: called by that thread with topic and payload of every message, and true if the broker had retained
            it.
        :param rival: the sentence for people if another client seems to have taken the connection over.
        :param lost: called by that thread when a connection has ended.
        :param copied: called by that thread with the remedy if another board seems to have the same id, and with
            ``None`` once that is over.
        """
        self._broker, self._client_id, self._will = broker, client_id, will
        self._subscriptions, self._speak, self._hear, self._lost = subscriptions, speak, hear, lost
        self._rival, self._copied = rival, copied
        self._kept: dict[str, bytes] = {}
        """The retained messages that were published over this connection."""
        self._subscribed: frozenset[str] = frozenset()
        """The topics subscribed to over this connection."""
        self._sent: dict[int, str] = {}
        """Number of a message over this connection → its topic, until the broker has answered."""
        self._connected = False
        self._trouble: Message | None = None
        self._reason: Message | None = None
        """The reason why the present connection has ended."""
        self._taken_over = False
        """True if the broker said that another client took the present connection over."""
        self._since_s: float | None = None
        """The time at which the broker accepted the connection; ``None``: not yet."""
        self._ended_soon = 0
        """The number of connections in a row that ended soon after they began."""
        self._failures = 0
        self._ended = threading.Event()
        self._again = threading.Event()
        self._thread = threading.Thread(target=self._run, name="club", daemon=True)

    @property
    def connected(self) -> bool:
        """True if the broker has accepted the connection."""
        return self._connected

    @property
    def trouble(self) -> Message | None:
        """The reason why there is no connection, or what the broker refuses; ``None``: no problem is known."""
        return self._trouble

    def start(self) -> None:
        """Begin to connect."""
        self._wake, self._woken = socket.socketpair()
        self._wake.setblocking(False)
        self._thread.start()

    def wake(self) -> None:
        """Ask the thread to publish what is new. Before the start and after the end this does nothing."""
        if self._thread.is_alive():
            with suppress(OSError):  # so many wishes to be awake are waiting that one more makes no difference
                self._wake.send(b"\0")

    def reconnect(self) -> None:
        """Begin a new connection, over which the broker sends all retained messages once more."""
        self._again.set()
        self.wake()

    def stop(self, timeout_s: float) -> bool:
        """Disconnect and end. ``False`` if it takes longer."""
        self._ended.set()
        self.wake()
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    # --- in the thread -------------------------------------------------------------------------------------------

    def _run(self) -> None:
        with self._wake, self._woken:
            while not self._ended.is_set():
                try:
                    self._connect_and_talk()
                except Exception:  # whatever it is: the board plays on, and this is tried again
                    log.exception("the connection to the broker failed")
                connected, self._connected = self._connected, False
                if connected and self._lost is not None:
                    self._lost()
                wanted = self._again.is_set()
                ended_soon = not wanted and self._since_s is not None and not self._lasts()
                self._ended_soon = self._ended_soon + 1 if ended_soon else 0
                if not (wanted or self._ended.is_set()):
                    self._fail()

    def _lasts(self) -> bool:
        return self._since_s is not None and time.monotonic() - self._since_s >= LASTING_S

    def _fail(self) -> None:
        trouble = self._reason or self._loss()
        self._say(trouble)
        suspicious = self._ended_soon >= OFTEN and self._reason is None  # once, a network may have failed
        self._suspect(trouble if suspicious else None)
        wait_s = RETRY_S[min(self._failures, len(RETRY_S) - 1)]
        self._failures += 1
        # The boards of a club must not all come back at the same moment after the broker was away.
        self._ended.wait(wait_s * random.uniform(0.75, 1.25))

    def _suspect(self, copied: Message | None) -> None:
        if self._copied is not None:
            self._copied(copied)

    def _loss(self) -> Message:
        if self._ended_soon or self._taken_over:
            return self._rival
        return message("The connection to the broker {broker} was lost.", broker=str(self._broker))

    def _connect_and_talk(self) -> None:
        self._reason = self._since_s = None
        self._taken_over = False
        self._again.clear()
        try:
            client = self._client()
            client.connect(self._broker.host, self._broker.port, KEEPALIVE_S, clean_start=True, properties=_limits())
        except (OSError, ValueError) as error:  # ValueError: a name that is none (IDNA)
            self._reason = message(
                "The broker {broker} cannot be reached ({error}). It is tried again and again; play goes on without "
                "it.", broker=str(self._broker), error=_words(error),
            )
            return
        while not (self._ended.is_set() or self._again.is_set()) and (connection := client.socket()) is not None:
            self._turn(client, connection)
        if client.socket() is not None:
            # so that everybody is told at once that this board is gone: MQTT 5, 3.14.2.1
            leave = "Normal disconnection" if self._will is None else "Disconnect with will message"
            client.disconnect(ReasonCode(PacketTypes.DISCONNECT, leave))

    def _turn(self, client: Client, connection: Any) -> None:
        """Wait until there is something to read or write, and do it."""
        writing = [connection] if client.want_write() else []
        readable, writable, _ = select.select([connection, self._woken], writing, [], _TICK_S)
        if connection in readable:
            client.loop_read()
            # Bytes that TLS has decrypted already do not make the socket readable again.
            while client.socket() is connection and isinstance(connection, ssl.SSLSocket) and connection.pending():
                client.loop_read()
        if writable:
            client.loop_write()
        if self._woken in readable:
            self._woken.recv(65536)
            if self._connected:
                self._say_news(client)
        client.loop_misc()
        if self._connected:
            self._subscribe(client)
        if self._failures and self._lasts():
            self._settle()

    def _settle(self) -> None:
        """Note that the connection works: forget failures and problems."""
        self._failures, self._trouble = 0, None
        self._suspect(None)
        log.info("connected to the broker %s as user %s, having asked for the client id %s", self._broker,
                 self._broker.user or "-", self._client_id)

    def _client(self) -> Client:
        client = Client(CallbackAPIVersion.VERSION2, self._client_id, protocol=MQTTProtocolVersion.MQTTv5)
        client.connect_timeout = CONNECT_S
        if self._broker.user:
            client.username_pw_set(self._broker.user, self._broker.password or None)
        if self._broker.tls:
            client.tls_set_context(ssl.create_default_context(cafile=self._broker.ca_file))
        if self._will is not None:
            client.will_set(*self._will, qos=1, retain=True)
        client.on_connect, client.on_disconnect = self._on_connect, self._on_disconnect
        client.on_publish, client.on_message = self._on_publish, self._on_message
        return client

    def _on_connect(
        self, client: Client, data: Any, flags: ConnectFlags, code: ReasonCode, properties: Properties | None
    ) -> None:
        if code.is_failure:
            self._reason = message(
                "The broker {broker} does not let user {user} in ({error}). Add the user there, or mend user and "
                "password_file under [club] in the configuration.",
                broker=str(self._broker), user=self._broker.user or "-", error=str(code),
            )
            return
        self._connected, self._since_s = True, time.monotonic()
        if not self._ended_soon:
            self._settle()
        self._kept, self._sent, self._subscribed = {}, {}, frozenset()
        self._say_news(client)

    def _subscribe(self, client: Client) -> None:
        """Subscribe to the topics that are wanted now, and to no others."""
        wanted = frozenset(self._subscriptions())
        if new := wanted - self._subscribed:
            client.subscribe([(topic, SubscribeOptions(qos=1)) for topic in sorted(new)])
        if gone := self._subscribed - wanted:
            client.unsubscribe(sorted(gone))
        self._subscribed = wanted

    def _on_disconnect(
        self, client: Client, data: Any, flags: DisconnectFlags, code: ReasonCode, properties: Properties | None
    ) -> None:
        self._taken_over = flags.is_disconnect_packet_from_server and code.value == _TAKEN_OVER

    def _say_news(self, client: Client) -> None:
        spoken = self._speak()
        self._subscribe(client)  # first, so that what is said here is heard here too, if that is wanted
        for topic, payload in spoken.kept.items():
            if self._kept.get(topic) != payload:
                self._publish(client, topic, payload, retain=True)
        self._kept = dict(spoken.kept)
        for topic, payload in spoken.news:
            self._publish(client, topic, payload, retain=False)

    def _publish(self, client: Client, topic: str, payload: bytes, retain: bool) -> None:
        self._sent[client.publish(topic, payload, qos=1, retain=retain).mid] = topic

    def _on_publish(
        self, client: Client, data: Any, number: int, code: ReasonCode, properties: Properties
    ) -> None:
        topic = self._sent.pop(number, "")
        if code.is_failure:
            self._say(message(
                "The broker {broker} does not let this board write on {topic} ({error}): see its access rules.",
                broker=str(self._broker), topic=topic, error=str(code),
            ))

    def _on_message(self, client: Client, data: Any, came: MQTTMessage) -> None:
        self._hear(came.topic, bytes(came.payload), came.retain)

    def _say(self, trouble: Message) -> None:
        """Log a problem once for each change: a broker that is away for a night does not fill the log."""
        if trouble != self._trouble:
            log.warning("%s", trouble)
        self._trouble = trouble


def _limits() -> Properties:
    properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]  # paho says nothing of its types
    properties.MaximumPacketSize = LARGEST_PACKET_BYTES
    return properties


def _words(error: Exception) -> str:
    return str(getattr(error, "strerror", None) or error)
