"""An evening at the club, in short: twelve boards, two organisers, and all that goes wrong on such an evening."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from club_evening import PIN, Organiser, online, over

from club.transport.link import Broker
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
