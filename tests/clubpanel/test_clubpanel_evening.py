"""An evening at the club, in short: twelve boards, two organisers, and all that goes wrong on such an evening."""

import html
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from club_evening import PIN, Organiser, online, over

from club.broadcast.rounds import PairedGame, read_round, round_topic
from club.transport.link import Broker
from clubpanel.app import create_app
from clubpanel.results.database import opened
from clubpanel.web.wall import WatchedClub
from engine.core.pieces import Seat

NAMES = "Ada Bo Cy Dot Eli Flo Gus Hanna Ida Jo Kim Lea Max Nele Otto Paul Quinn Rita Sam Tom Uli Vera Wim".split()
BOARDS = [f"{number:016x}" for number in range(1, 13)]


@pytest.fixture
def wall(tmp_path: Path, database_address: str) -> Iterator[WatchedClub]:
    database = opened(database_address, tmp_path)
    found = WatchedClub(Broker("127.0.0.1", 9), "pawnlight", database, lambda: "2026-11-28T18:00:00Z", PIN)
    for number, board in enumerate(BOARDS, 1):
        online(found, board, f"Table {number}")
    yield found
    database.dispose()


def open_games(eve: Organiser) -> list[tuple[str, str, str]]:
    """The board, White and Black of the games that have no result yet."""
    rows = [row.split(",") for row in eve.phone.get(f"{eve.address}/games.csv").text.splitlines()[1:]]
    return [(row[5], row[1], row[2]) for row in rows if row[2] and not row[3]]


def play(wall: WatchedClub, eve: Organiser, number: int) -> None:
    """All games that are open are played where they belong: White wins."""
    for board, white, black in open_games(eve):
        over(wall, f"r{number}{white}", white, black, Seat.WHITE, board=board)


def test_an_evening(wall: WatchedClub) -> None:
    eve = Organiser(wall).begin(" ".join(NAMES[:3]), rounds="3")
    ned = Organiser(wall, "Ned", eve.address)

    # A list with a slip: nobody is added, the line is named, and the list only has to be mended.
    pasted = [*NAMES[3:], "ada"]
    eve.does("enter", status=409, players="\n".join(pasted))
    assert "Line 21: ada is taking part already." in eve.last
    eve.does("enter", players="\n".join(pasted[:-1])).does("pair", boards="1")
    assert len(open_games(eve)) == 11 and len({board for board, *_ in open_games(eve)}) == 11

    # Round 1: a name with a slip, a game that is abandoned and played again, a board that fails.
    (first, white, black), (second, abandoned, other), (lost, one, two), *_ = open_games(eve)
    over(wall, "typo", f"{white}e", black, Seat.BLACK, board=first)
    over(wall, "left", abandoned, other, board=second, termination="abandoned")
    online(wall, lost, "Table 3", online=False)
    over(wall, "moved", two, one, Seat.WHITE, board=BOARDS[11])
    shown = ned.page()
    assert f"Is it {white} – {black} of round 1?" in shown and f"Is it {one} – {two} of round 1?" in shown
    assert "It was abandoned, and counts nowhere." in shown
    play_rest = [game for game in open_games(eve) if game[0] not in (first, second, lost)]
    for board, left, right in play_rest:
        over(wall, f"r1{left}", left, right, Seat.WHITE, board=board)
    eve.does("pair", status=409)
    assert "This round has games without a result" in eve.last
    ned.taps("take", f"Yes: {white} – {black}, 0 : 1")
    eve.taps("take", f"Yes: {one} – {two}, 0 : 1")
    over(wall, "again", abandoned, other, board=second)
    assert not open_games(eve) and "Not counted yet" not in eve.page()

    # Somebody comes late, somebody has to rest, and the round is paired once too early.
    eve.does("pair", boards="1").does("unpair")
    eve.does("enter", players="Xena").does("ask_bye", player="Wim", round="2")
    online(wall, lost, "Table 3")
    ned.does("pair", boards="1")
    second_round = [game for game in eve.games() if game[0] == "2"]
    assert {name for game in second_round for name in game[1:3]} - {""} == {*NAMES, "Xena"}
    assert ("2", "Wim", "", "half_bye") in second_round
    play(wall, eve, 2)

    # A result of round 1 is corrected when round 2 is paired: that stands. Round 3 is paired by two organisers at once.
    eve.does("correct", game="4", score="draw", why="the flag fell before")
    assert [game[:3] for game in eve.games() if game[0] == "2"] == [game[:3] for game in second_round]
    stale = ned.page()
    eve.does("pair", boards="1")
    acts = stale.partition('name="acts" value="')[2].partition('"')[0]
    assert ned.phone.post(ned.address, data={"act": "pair", "acts": acts}).status_code == 409
    play(wall, eve, 3)
    eve.does("end")

    points = {name: float(each) for name, each in eve.points().items()}
    games = eve.games()
    odd = sum(score == "white_unplayed" for *_, score in games) + 0.5 * sum(score == "half_bye" for *_, score in games)
    assert sum(points.values()) == sum(bool(black) for _, _, black, _ in games) + odd
    met = [frozenset(game[1:3]) for game in games if game[2]]
    assert len(met) == len(set(met)) == 11 + 11 + 12
    assert f"{white}e" not in eve.page("/cross-table") and f"{white}e" not in eve.phone.get("/standings.csv").text
    history = eve.page().partition("History")[2]
    assert f"{white} – {black}: the game {white}e – {black} counts as theirs.</span><span class=\"when\">Ned" in history
    assert history.count("Round 2 was paired.") == 2 and "The pairings from round 2 on were taken back." in history
    assert eve.phone.get(f"{eve.address}/report.trf").text.count("\r\n001 ") == 24


# --- the steps of organisers -------------------------------------------------------------------------------------


class Hand:
    """An organiser with a phone, who sees a page as it was when it came, and does nothing but tap and type."""

    def __init__(self, wall: WatchedClub, address: str = "/tournaments") -> None:
        self.phone, self.address = create_app(wall).test_client(), address
        self.taps = 0
        self.typed: list[str] = []
        """The names of players."""
        self.shown = ""
        self.look()

    def look(self) -> "Hand":
        self.shown = html.unescape(self.phone.get(self.address).text)
        return self

    def tap(self, button: str, status: int = 303, **typed: str) -> "Hand":
        """Tap the first button with these words; all else in its form is as the page has it, but for what is typed."""
        self.taps += 1
        self.typed += typed.get("players", "").split()
        form = next(each for each in re.findall(r"<form.*?</form>", self.shown, re.S) if f">{button}<" in each)
        filled = {name: value for name, value, _ in re.findall(
            r'<input type="(?:hidden"|checkbox"(?=[^>]* checked)) name="(\w+)" value="([^"]*)"( checked)?', form)}
        filled |= dict(re.findall(r'<textarea name="(\w+)"[^>]*>(.*?)</textarea>', form, re.S))
        filled |= dict(re.findall(r'<select name="(\w+)"><option value="(\w+)"', form))
        (path,) = re.findall(r'action="([^"]+)"', form)
        answer = self.phone.post(path, data=filled | typed)
        self.shown = html.unescape(answer.text)
        assert answer.status_code == status, self.shown
        if status == 303:
            self.address = answer.headers["Location"].partition("#")[0]
            self.look()
        return self


class Boards:
    """The boards of an evening and who plays there: they know of the tournament what the club tells each of them."""

    def __init__(self, wall: WatchedClub) -> None:
        self.wall, self.random = wall, Random(42)
        self.points = Counter[str]()
        self.typed = 0
        """The names that were typed at boards."""

    def told(self, board: str) -> tuple[PairedGame, ...]:
        return read_round(self.wall.watcher._speak().kept.get(round_topic("pawnlight", board), b""))

    def ends(self, board: str, white: str, black: str, slip: str = "") -> None:
        """A game ends as chance has it. ``slip``: White's name as it was typed, not tapped."""
        winners = self.random.choice([(), (Seat.WHITE,), (Seat.BLACK,)])
        self.typed += 2 if slip else 0
        over(self.wall, f"{white}-{black}", slip or white, black, *winners, board=board)
        for seat, name in ((Seat.WHITE, white), (Seat.BLACK, black)):
            self.points[name] += (2 if seat in winners else 0) if winners else 1

    def play(self) -> set[str]:
        """All games that are waiting are played; who plays."""
        players = set()
        for board in BOARDS:
            for game in self.told(board):
                self.ends(board, game.players[Seat.WHITE], game.players[Seat.BLACK])
                players |= {*game.players.values()}
        return players

    def waiting(self) -> list[tuple[str, str, str]]:
        """The games to come: board, White, Black."""
        games = ((board, game.players) for board in BOARDS for game in self.told(board))
        return [(board, players[Seat.WHITE], players[Seat.BLACK]) for board, players in games]


def test_names_are_typed_once_and_every_step_of_an_organiser_is_a_tap(
    wall: WatchedClub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("club.watcher.Watcher.connected", True)
    boards, eve, ned = Boards(wall), Hand(wall), Hand(wall)
    eve.tap("Organise", name="Eve", pin=PIN)
    ned.tap("Organise", name="Ned", pin=PIN)
    eve.tap("Begin the tournament", name="Cup", game="pawn", system="swiss", rounds="3")
    eve.tap("Add these players", players="\n".join(NAMES[:22])).tap("Pair round 1")
    ned.address = eve.address
    assert (eve.taps, ned.taps) == (4, 1), "the first board may begin"

    (first, white, black), (second, abandoned, other), (lost, one, two), *_ = boards.waiting()
    assert len(boards.waiting()) == len({board for board, *_ in boards.waiting()}) == 11
    boards.ends(first, white, black, slip=f"{white}x")
    over(wall, "left", abandoned, other, board=second, termination="abandoned")
    online(wall, lost, "Table 3", online=False)
    eve.look()
    (other_board,) = re.findall(r">(Give it to .*?)<", ned.look().shown.partition('class="card lost"')[2])[:1]
    ned.tap(other_board)
    given = next(board for board, *players in boards.waiting() if players == [one, two])
    assert given != lost
    eve.tap("Add these players", 409, players=NAMES[22])
    assert "Nobody of this list was added yet." in eve.shown, "Ned was faster; nothing has to be typed again"
    eve.tap("Add these players")
    (yes,) = re.findall(rf">(Yes: {white} – {black}, .*?)<", ned.look().shown)
    ned.tap(yes)
    boards.play()
    assert boards.waiting() == []

    for number in (2, 3):
        eve.look()
        ned.look()
        eve.tap(f"Pair round {number}")
        ned.tap(f"Pair round {number}", 409)
        assert {game.round for board in BOARDS for game in boards.told(board)} == {number}
        (free,) = {*NAMES} - boards.play()
        boards.points[free] += 2
    eve.look().tap("End the tournament")

    rows = [row.split(",") for row in eve.phone.get(f"{eve.address}/table.csv").text.splitlines()[1:]]
    assert {name: float(points) for _, name, points, *_ in rows} == {name: boards.points[name] / 2 for name in NAMES}
    assert [float(points) for _, _, points, *_ in rows] == sorted((float(row[2]) for row in rows), reverse=True)
    assert (eve.taps, ned.taps) == (9, 5)
    assert eve.typed + ned.typed == NAMES, "each once"
    assert boards.typed == 2, "where somebody did not tap"
