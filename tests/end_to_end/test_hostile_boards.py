"""A board, or whoever took one's place at the broker, writes whatever it likes to programs that play: all is refused,
told of once, has no effect, and their game goes on."""

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from between_boards import Home, invite, two_homes, until_alike, until_over
from mosquitto_broker import Mosquitto
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from waiting import wait_for

EVE, ORGANISER = "e" * 16, "organiser"
ODD: tuple[Any, ...] = (
    None, True, -1, 0, 99, 2**70, 1.5, "", "b7b5", "b7b5 1", "\u202e", "x" * 300, [], ["b7b5"], ["white"], {}, "0" * 64,
    {"winners": ["white"], "reason": "resignation"}, {"winners": [], "reason": "abandoned"},
)


@contextmanager
def program(mosquitto: Mosquitto, user: str) -> Iterator[tuple[Client, dict[str, bytes]]]:
    """Somebody at the broker, and all that they have seen there."""
    seen: dict[str, bytes] = {}

    def hear(client: Client, data: object, came: MQTTMessage) -> None:
        if came.payload:
            seen[came.topic] = bytes(came.payload)

    client = Client(CallbackAPIVersion.VERSION2, user, protocol=MQTTProtocolVersion.MQTTv5)
    client.username_pw_set(user, "open sesame")
    client.on_message = hear
    client.on_connect = lambda client, *_: client.subscribe("#", qos=1)
    client.connect("127.0.0.1", mosquitto.port)
    client.loop_start()
    try:
        wait_for(client.is_connected, "somebody at the broker")
        yield client, seen
    finally:
        client.disconnect()
        client.loop_stop()


def nonsense(letter: bytes, chance: random.Random) -> bytes:
    """Make a malformed letter, or an untrue one."""
    said = json.loads(letter)
    name = chance.choice(list(said))
    said[name] = chance.choice(ODD)
    return chance.choice((
        json.dumps(said).encode(), json.dumps(said | {"version": 2}).encode(), json.dumps(said | {"more": 1}).encode(),
        chance.randbytes(40), letter[: chance.randrange(1, len(letter))], b" " * 20_000, b"[" * 5000,
        json.dumps(said | {"public_key": "0" * 64}).encode(), json.dumps(said | {"chain": "0" * 64}).encode(),
    ))


@pytest.mark.timeout(1800)
def test_nothing_that_others_write_has_an_effect_and_the_game_goes_on(tmp_path: Path, full: bool) -> None:
    chance = random.Random(5)
    with two_homes(tmp_path / "here", (EVE, ORGANISER), f"user {ORGANISER}\ntopic readwrite #") as (mosquitto, homes):
        host, guest = homes
        old = invite(*homes, "pawn")
        wait_for(lambda: host.play(chance), "a move")
        until_alike(old, *homes)
        with program(mosquitto, ORGANISER) as (_, seen):
            earlier = dict(wait_for(lambda: len(letters(seen)) >= 2 and letters(seen), "letters of the earlier game"))
        guest.process.post("/api/resign", seat="black")
        until_over(old, *homes)
        key = invite(*homes, "pawn")
        with program(mosquitto, EVE) as (eve, _), program(mosquitto, ORGANISER) as (organiser, seen):
            played = 0
            while played < (60 if full else 4) and host.scene["winners"] is None:
                true = list(letters(seen).values())
                for letter in true:
                    fuzz(eve, organiser, letter, earlier, homes, key, chance)
                played += wait_for(lambda: any([home.play(chance) for home in homes]), "a move on one of the boards")
                until_alike(key, *homes)
            if host.scene["winners"] is None:
                guest.process.post("/api/park")
                wait_for(lambda: guest.table_on_disk() == "", "a game put aside")
                before = guest.on_disk(key)
                for letter in true:
                    fuzz(eve, organiser, letter, earlier, homes, key, chance)
                assert guest.on_disk(key) == before
                guest.process.post(f"/api/games/{key}/resume")
                wait_for(lambda: guest.scene["key"] == key, "the game on the table again")
            write(eve, f"pawnlight/{EVE}/status", b"rubbish that stays", retain=True)
            write(eve, f"pawnlight/{EVE}/to/{host.id}/{key}", b"rubbish that stays", retain=True)
        said = host.kill()
        host.start()
        wait_for(lambda: host.scene["key"] == key, "the game on the table again")
        wait_for(lambda: host.scene["winners"] is not None or any([home.play(chance) for home in homes]), "a move")
        until_alike(key, *homes)
        assert said.count(f"pawnlight/{EVE}/to/{host.id}/{key}") == 1, said
        assert "Traceback" not in said and "ERROR" not in said, said


def letters(seen: dict[str, bytes]) -> dict[str, bytes]:
    """The last letters of games that anybody has seen."""
    return {topic: payload for topic, payload in list(seen.items()) if "/to/" in topic and EVE not in topic}


def write(client: Client, topic: str, payload: bytes, retain: bool = False) -> None:
    client.publish(topic, payload, qos=1, retain=retain).wait_for_publish(10)


def fuzz(
    eve: Client, organiser: Client, letter: bytes, earlier: dict[str, bytes], homes: tuple[Home, Home], key: str,
    chance: random.Random,
) -> None:
    """As another board, on all topics; in the place of both boards what they did not write, or wrote long ago."""
    host, guest = homes
    for home in homes:
        mine = f"pawnlight/{EVE}/to/{home.id}"
        write(eve, f"{mine}/{key}", letter)
        for _ in range(5):
            write(eve, f"{mine}/{key}", nonsense(letter, chance))
            write(eve, f"{mine}/{chance.randbytes(6).hex()}", nonsense(letter, chance))
            write(eve, f"{mine}/x", nonsense(letter, chance))
        write(eve, f"pawnlight/{EVE}/status", nonsense(letter, chance))
        write(eve, f"pawnlight/{EVE}/game", nonsense(letter, chance))
        for what in ("paused", "brightness"):
            write(organiser, f"pawnlight/{home.id}/set/{what}", chance.choice((b"ON", b"0", b"OFF", b"77")))
    for writer, reader in ((host, guest), (guest, host)):
        address = f"pawnlight/{writer.id}/to/{reader.id}/{key}"
        for topic, payload in earlier.items():
            if f"/{writer.id}/to/" in topic:
                write(organiser, address, payload)
        for _ in range(5):
            said = json.loads(letter) | {"chain": "0" * 64, "public_key": "1" * 64}
            write(organiser, address, json.dumps(said).encode())
            write(organiser, address, letter + b"}")
