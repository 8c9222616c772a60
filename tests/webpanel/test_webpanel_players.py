"""The page of a player: its numbers are sums of what is stored, its ratings those of a club."""

import random
import re
from typing import Any

import pytest
from axe import TAGS, violations
from browser import Phone
from flask.testing import FlaskClient
from test_webpanel_statistics import rows
from watched_desk import WatchedDesk

from clubpanel.results.ratings import ratings
from clubpanel.results.standings import Result
from daemon.storage.games.rows import KeptEnd
from engine.core.pieces import Seat
from engine.records.computer_levels import Computers
from table.messages.queries import Counted
from webpanel.presenters.careers import Streaks, against_computers, standing_of, streaks_of

WHITE, BLACK = Seat.WHITE, Seat.BLACK
NAMES = ("Anna", "Ben", "Clara <i>", "Doğa/2")
COMPUTER = Computers({BLACK: 2})


def played(chance: random.Random, number: int) -> dict[str, Any]:
    """A game of two of them, or of one against the computer, as it ended."""
    names = chance.sample(NAMES, 2)
    against = number % 4 == 3
    return {
        "game_id": chance.choice(["pawn", "pawn-advance", "chess"]),
        "players": {WHITE: names[0], BLACK: "" if against else names[1]},
        "winners": chance.choice([(WHITE,), (WHITE,), (BLACK,), ()]),
        "termination": "abandoned" if number % 7 == 6 else "normal",
        "computers": COMPUTER if against else Computers(),
    }


@pytest.fixture
def stored(desk: WatchedDesk) -> list[dict[str, Any]]:
    """Forty games on the shelf."""
    chance = random.Random(44)
    games = [played(chance, number) for number in range(40)]
    for number, game in enumerate(games):
        end = KeptEnd(game["winners"], "", game["termination"], "")
        desk.keep(f"g{number}", end=end, **{k: game[k] for k in ("game_id", "players", "computers")})
    return games


def tally(name: str, games: list[dict[str, Any]]) -> list[int]:
    """Count the games of a player that count: all, won, drawn, lost."""
    found = [0, 0, 0, 0]
    for game in games:
        seats = [seat for seat, each in game["players"].items() if each == name]
        if seats and game["termination"] != "abandoned":
            found[0] += 1
            found[1 if seats[0] in game["winners"] else 3 if game["winners"] else 2] += 1
    return found


def page_of(client: FlaskClient, name: str) -> str:
    answer = client.get("/scores/player", query_string={"name": name})
    assert answer.status_code == 200
    return answer.text


@pytest.mark.parametrize("name", NAMES)
def test_the_page_of_a_player_adds_up_what_is_stored(
    name: str, stored: list[dict[str, Any]], client: FlaskClient
) -> None:
    page = page_of(client, name)
    assert [int(each) for each in re.findall(r"<dd>(\d+)</dd>", page)] == tally(name, stored)
    by_game = {line[0]: [int(each) for each in line[1:]] for line in rows(page, "Games played")}
    kinds = {"Pawn": "pawn", "Pawn Advance Chess": "pawn-advance", "Chess": "chess"}
    assert by_game == {
        title: numbers for title, game_id in kinds.items()
        if (numbers := tally(name, [game for game in stored if game["game_id"] == game_id]))[0]
    }
    against = [int(line[1]) for line in rows(page, "Against people")]
    alone = tally(name, [game for game in stored if game["computers"].levels])
    if alone[0]:
        assert [[int(each) for each in line[1:]] for line in rows(page, "Against computers")] == [alone]
    assert ("Against computers" in page) is (alone[0] > 0)
    assert sum(against) == tally(name, stored)[0] - alone[0]


def test_ratings_are_those_of_a_club(stored: list[dict[str, Any]], desk: WatchedDesk) -> None:
    results = [
        Result("b", f"g{number}", game["game_id"], game["players"], game["winners"], serial=number,
               termination=game["termination"], computers=tuple(game["computers"].levels))
        for number, game in enumerate(stored)
    ]
    wanted = ratings(results)
    assert len(wanted) == len(NAMES)
    for name, rating in wanted.items():
        standing = standing_of(name, desk.shelf.counted(), computers=False)
        assert standing is not None
        assert standing.rating == rating
        assert standing.path[-1][1] == rating.strength


def test_computers_have_a_rating_of_their_own_and_leave_that_against_people_alone(desk: WatchedDesk) -> None:
    desk.keep("one", players={WHITE: "Anna", BLACK: ""}, computers=COMPUTER, end=KeptEnd((WHITE,), "", "normal", ""))
    games = desk.shelf.counted()
    assert standing_of("Anna", games, computers=False) is None
    standing = standing_of("Anna", games, computers=True)
    assert standing is not None and standing.rating.strength > 1500
    assert [(line.played, line.won) for line in against_computers("Anna", games)] == [(1, 1)]


def run(*winners: tuple[Seat, ...]) -> list[Counted]:
    return [Counted("pawn", "", {WHITE: "Anna", BLACK: "Ben"}, each, Computers()) for each in winners]


@pytest.mark.parametrize(("winners", "anna", "ben"), [
    (((WHITE,), (WHITE,), (WHITE,)), Streaks(3, 3), Streaks(0, -3)),
    (((WHITE,), (WHITE,), (), (WHITE,)), Streaks(2, 1), Streaks(0, -1)),
    (((WHITE,), ()), Streaks(1, 0), Streaks(0, 0)),
    ((), Streaks(0, 0), Streaks(0, 0)),
])
def test_streaks_are_wins_in_a_row(winners: tuple[tuple[Seat, ...], ...], anna: Streaks, ben: Streaks) -> None:
    assert streaks_of("Anna", run(*winners)) == anna and streaks_of("Ben", run(*winners)) == ben


def test_games_from_a_set_up_position_or_damaged_ones_make_no_rating(desk: WatchedDesk) -> None:
    desk.keep("set", players={WHITE: "Anna", BLACK: "Ben"}, setup={"board": {}},
              end=KeptEnd((WHITE,), "", "normal", ""))
    desk.keep("bad", players={WHITE: "Anna", BLACK: "Ben"}, end=KeptEnd((WHITE,), "", "normal", ""))
    with desk.store._changing() as db:
        db.execute("UPDATE games SET players = '[' WHERE key = 'bad'")
    assert desk.shelf.counted() == []


def test_nobody_has_a_page_who_finished_no_game(client: FlaskClient) -> None:
    assert client.get("/scores/player?name=Nobody").status_code == 404
    assert client.get("/scores/player").status_code == 404


def test_statistics_of_a_game_are_one_tap_away(stored: list[dict[str, Any]], client: FlaskClient) -> None:
    page = client.get("/scores/statistics").text
    assert 'class="filters"' not in page
    chess = client.get("/scores/statistics?game=chess").text
    assert re.search(r'href="/scores/statistics\?game=chess&amp;player=" aria-current="page">Chess', chess)
    assert "/scores/player?name=Anna" in page


@pytest.mark.first_or_all("language", ["de", "en"])
def test_the_page_of_a_player_is_accessible_and_fits(
    stored: list[dict[str, Any]], phone: Phone, language: str
) -> None:
    phone.speaks(language)
    phone.page.set_viewport_size({"width": 320, "height": 568})
    for path in ("/scores/player?name=Anna", "/scores/statistics"):
        for appearance in ("light", "dark"):
            phone.page.emulate_media(color_scheme=appearance)  # type: ignore[arg-type]
            phone.open(path)
            assert violations(phone.page, TAGS) == [] and not phone.overflows(), (path, appearance)
