"""Organisers at the panel of a club, and the boards whose games it hears of."""

import html
import re

from club.broadcast.public import PublicGame, write_game
from club.transport.messages import Status, write_status
from clubpanel.app import create_app
from clubpanel.web.wall import WatchedClub
from engine.core.pieces import Seat
from engine.core.squares import Board

HALL = "00000000000000a1"
PIN = "246810"


class Organiser:
    """A phone of an organiser on the page of one tournament."""

    def __init__(self, wall: WatchedClub, name: str = "Eve", address: str = "") -> None:
        self.wall, self.phone = wall, create_app(wall).test_client()
        assert self.phone.post("/organiser", data={"pin": PIN, "name": name}).status_code == 303
        self.address = address
        self.last = ""
        """The text of the latest answer."""

    def begin(self, players: str, system: str = "swiss", rounds: str = "5") -> "Organiser":
        form = {"name": "Cup", "system": system, "game": "pawn", "rounds": rounds}
        self.address = self.phone.post("/tournaments", data=form).headers["Location"]
        return self.does("enter", players=players.replace(" ", "\n"))

    def does(self, act: str, status: int = 303, **form: str | list[str]) -> "Organiser":
        acts = re.findall(r'name="acts" value="(\d+)"', self.page())
        answer = self.phone.post(self.address, data={"act": act, "acts": acts[0]} | form)
        self.last = html.unescape(answer.text)
        assert answer.status_code == status, self.last
        return self

    def taps(self, act: str, on: str = "", status: int = 303) -> "Organiser":
        """Tap the first button of the page that does this, in a form that says ``on``."""
        forms = re.findall(r"<form.*?</form>", self.phone.get(self.address).text, re.S)
        form = next(each for each in forms if f'name="act" value="{act}"' in each and on in html.unescape(each))
        filled = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form))
        answer = self.phone.post(self.address, data=filled)
        self.last = html.unescape(answer.text)
        assert answer.status_code == status, self.last
        return self

    def page(self, more: str = "") -> str:
        answer = self.phone.get(self.address + more)
        assert answer.status_code == 200, answer.text
        return html.unescape(answer.text)

    def games(self) -> list[tuple[str, ...]]:
        """Round, White, Black and score of all games."""
        rows = self.phone.get(f"{self.address}/games.csv").text.splitlines()[1:]
        return [tuple(row.split(",")[:4]) for row in rows]

    def points(self) -> dict[str, str]:
        rows = self.phone.get(f"{self.address}/table.csv").text.splitlines()[1:]
        return dict(row.split(",")[1:3] for row in rows)

    def win_all(self) -> None:
        """White wins all games that have no result."""
        for place, (_, _, black, score) in enumerate(self.games()):
            if black and not score:
                self.does("correct", game=str(place), score="white")


def online(wall: WatchedClub, board: str, name: str, online: bool = True) -> None:
    """A board says that it is there, or its broker that it is not."""
    wall.watcher._hear(f"pawnlight/{board}/status", write_status(Status(board, name, online, "1")), True)


def over(
    wall: WatchedClub, key: str, white: str, black: str, *winners: Seat, board: str = HALL, termination: str = "normal"
) -> None:
    """A board says how a game ended."""
    game = PublicGame(key, "pawn", Board(8, 8), {Seat.WHITE: white, Seat.BLACK: black}, winners=winners, actions=9,
                      termination=termination)
    wall.watcher._hear(f"pawnlight/{board}/game", write_game(game), False)
    wall.bookkeeper.renew()
