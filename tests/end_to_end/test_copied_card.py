"""A card is copied to a second board. Whatever the program then advises is done, word by word, and leads to a game
between the two that both boards sign."""

import re
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from between_boards import HURRIED, Home, ask_until, invite, until_over, until_sealed
from mosquitto_broker import Mosquitto

from club.transport.identity import ID_FILE, board_id


class Copy(Home):
    """Another board with all that was in the data directory of the first (``cp -a``)."""

    def __init__(self, original: Home, directory: Path) -> None:
        shutil.copytree(original.data, directory)
        self.data, self.name, self.id, self.cable = directory, original.name, original.id, original.cable
        self._command, self.refused = HURRIED, ""


@contextmanager
def copied(directory: Path) -> Iterator[tuple[Mosquitto, Home, Copy]]:
    """The broker, a board that has met others, and one with a copy of its card; neither is on."""
    (directory / "broker").mkdir()
    mosquitto = Mosquitto(directory / "broker")
    with ExitStack() as opened:
        opened.callback(mosquitto.stop)
        home = Home(directory / "card", "Ada's", mosquitto, HURRIED)
        mosquitto.start()
        opened.callback(home.cable.close)
        home.start()
        home.configure()
        ask_until(lambda: (home.data / "board-key").exists(), "a key")
        home.kill()
        yield mosquitto, home, Copy(home, directory / "copy")


@contextmanager
def on(*homes: Home) -> Iterator[None]:
    for home in homes:
        home.start()
    try:
        yield
    finally:
        for home in homes:
            home.kill()


def follow(advice: str, home: Home, mosquitto: Mosquitto) -> None:
    """Do at this board, which is off, what the advice says."""
    files = set(re.findall(r"\bboard-[a-z]+", advice))
    assert files and "Remove the files" in advice and "add a user there with the new id" in advice
    for file in files:
        (home.data / file).unlink()
    home.id = board_id(home.data)
    mosquitto.add_user(home.id, "open sesame")
    mosquitto.stop()
    mosquitto.start()


def play_to_the_end(home: Home, other: Home) -> None:
    """A game between the two is signed by both, and the record verifies."""
    ask_until(lambda: home.club()["boards"] and other.club()["boards"], "boards that see each other")
    key = invite(home, other, "pawn")
    other.process.post("/api/resign", seat="black")
    until_over(key, home, other)
    until_sealed(key, home, other)


def trouble(home: Home) -> str:
    """Return the problem that the page of the table shows."""
    return str(home.scene["trouble"] or "")


def test_two_boards_with_one_id_are_told_on_their_pages_what_leads_to_a_signed_game(tmp_path: Path) -> None:
    with copied(tmp_path) as (mosquitto, home, copy):
        with on(home, copy):
            for each in (home, copy):
                ask_until(lambda each=each: "the same id" in trouble(each), "what to do")  # type: ignore[misc]
            advice = trouble(copy)
        follow(advice, copy, mosquitto)
        with on(home, copy):
            play_to_the_end(home, copy)
            assert trouble(home) == trouble(copy) == ""


@pytest.mark.parametrize("invites", [0, 1])
def test_a_board_that_signs_with_the_key_of_another_is_refused_in_words_that_lead_to_a_signed_game(
    tmp_path: Path, invites: int
) -> None:
    """As where the id alone was removed."""
    with copied(tmp_path) as (mosquitto, home, copy):
        (copy.data / ID_FILE).unlink()
        copy.id = board_id(copy.data)
        mosquitto.add_user(copy.id, "open sesame")
        mosquitto.stop()
        mosquitto.start()
        host, guest = (home, copy) if invites == 0 else (copy, home)
        with on(home, copy):
            ask_until(lambda: host.club()["boards"] and guest.club()["boards"], "boards that see each other")
            host.process.post("/api/games", game="pawn", options={}, players={"white": "Ada"}, screen=True,
                              board={"id": guest.id, "seats": ["black"]}, clocks={})
            for each in (home, copy):
                ask_until(lambda each=each: "the same key" in trouble(each), "what to do")  # type: ignore[misc]
            advice = trouble(guest)
            assert guest.club()["invitations"] == []
            prompt = ask_until(lambda: host.scene["prompts"], "a way out")[0]
            host.process.post("/api/answer", prompt=prompt["id"], value="yes")
            assert host.scene["winners"] == []
        follow(advice, copy, mosquitto)
        with on(home, copy):
            play_to_the_end(home, copy)
