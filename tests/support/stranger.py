"""A program at a broker that is no part of ours."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from mosquitto_broker import Mosquitto
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from waiting import wait_for


@contextmanager
def program(mosquitto: Mosquitto, user: str, password: str = "secret") -> Iterator["Stranger"]:
    """Another program at the broker."""
    stranger = Stranger(mosquitto, user, password)
    try:
        yield stranger
    finally:
        stranger.client.disconnect()
        stranger.client.loop_stop()


class Stranger:
    """Writes what it likes, and sees what it may."""

    def __init__(self, mosquitto: Mosquitto, user: str, password: str) -> None:
        self.codes: dict[int, str] = {}
        self.seen: dict[str, bytes] = {}
        self.client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv5)
        self.client.username_pw_set(user, password)
        self.client.on_connect = lambda client, *_: client.subscribe("#", qos=1)
        self.client.on_message = self._on_message
        self.client.on_publish = self._on_publish
        broker = mosquitto.broker(user, password)
        if broker.tls:
            self.client.tls_set(broker.ca_file)
        self.client.connect(broker.host, broker.port)
        self.client.loop_start()
        wait_for(self.client.is_connected, "another program at the broker")

    def _on_message(self, client: Client, data: Any, came: MQTTMessage) -> None:
        self.seen[came.topic] = bytes(came.payload)

    def _on_publish(self, client: Client, data: Any, number: int, code: Any, properties: Any) -> None:
        self.codes[number] = str(code)

    def write(self, topic: str, payload: bytes) -> str:
        """Write a message and return the broker's answer."""
        number = self.client.publish(topic, payload, qos=1, retain=True).mid
        return wait_for(lambda: self.codes.get(number), f"an answer of the broker to a message on {topic}")
