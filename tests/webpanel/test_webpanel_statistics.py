"""Statistics of many games: by game and options, by pair, over time; without computers and what was abandoned."""

import re
from datetime import date
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from watched_desk import WatchedDesk

from daemon.storage.games.rows import KeptEnd
from engine.core.pieces import Seat
from engine.records.computer_levels import Computers
from table.messages.settings import Settings
from webpanel.presenters.statistics import Line, line_of

ANNA_BEN = {Seat.WHITE: "Anna", Seat.BLACK: "Ben"}
BEN_ANNA = {Seat.WHITE: "Ben", Seat.BLACK: "Anna"}
ACTIONS = ("a1a2", "b1b2", "c1c2")


def keep(desk: WatchedDesk, key: str, winners: tuple[Seat, ...] = (Seat.WHITE,), **changes: Any) -> None:
    """A finished game on the shelf."""
    termination = changes.pop("termination", "normal")
    usual: dict[str, Any] = {"players": ANNA_BEN, "actions": ACTIONS}
    desk.keep(key, end=KeptEnd(winners, "touchdown", termination, ""), **usual | changes)


def rows(page: str, label: str) -> list[list[str]]:
    """The cells of the lines of a table."""
    table = re.search(rf'aria-label="{label}">.*?<tbody.*?</table>', page, re.S)
    assert table, page
    lines = re.findall(r"<tr.*?</tr>", table[0].partition("<tbody")[2], re.S)
    return [[" ".join(re.sub(r"<[^>]+>", " ", cell).split()) for cell in re.findall(r"<t[hd].*?</t[hd]>", line, re.S)]
            for line in lines]


def test_without_games_there_are_friendly_words(client: FlaskClient) -> None:
    page = client.get("/scores/statistics").text
    assert "Nothing to count yet" in page and "<table" not in page


def test_games_are_told_apart_by_their_options(desk: WatchedDesk, client: FlaskClient) -> None:
    usual = {"spawn": 2, "placement": "random", "rounds": 10, "first": "white", "supply": 0, "opening_moves": 4}
    for number, winners in enumerate([(Seat.WHITE,), (Seat.WHITE,), (Seat.BLACK,), ()]):
        keep(desk, f"usual{number}", winners, actions=ACTIONS[:1 + number % 3])
    keep(desk, "chosen", (Seat.BLACK,), options=usual | {"placement": "choice", "rounds": 0})
    assert rows(client.get("/scores/statistics").text, "Games and options") == [
        ["Pawn Advance Chess", "4", "50%", "25%", "2 1–3"],
        ["Pawn Advance Chess Placement: By the player · Rounds: No limit", "1", "0%", "0%", "3 3–3"],
    ]


def test_pairs_are_counted_whoever_played_white(desk: WatchedDesk, client: FlaskClient) -> None:
    keep(desk, "one")
    keep(desk, "two", players=BEN_ANNA)
    keep(desk, "three", (Seat.BLACK,), players=BEN_ANNA)
    keep(desk, "four", ())
    keep(desk, "alone", players={Seat.WHITE: "Cara", Seat.BLACK: ""})
    assert rows(client.get("/scores/statistics").text, "Who against whom") == [["Anna – Ben", "4", "2", "1", "1"]]


def test_abandoned_games_computers_and_positions_are_left_out(desk: WatchedDesk, client: FlaskClient) -> None:
    keep(desk, "abandoned", (), termination="abandoned")
    keep(desk, "computer", computers=Computers({Seat.BLACK: 3}))
    keep(desk, "position", actions=(), setup={"board": {"a2": "wP", "h7": "bP"}, "phase": "battle"})
    assert "Nothing to count yet" in client.get("/scores/statistics").text
    keep(desk, "counts")
    assert rows(client.get("/scores/statistics").text, "Who against whom") == [["Anna – Ben", "1", "1", "0", "0"]]


def test_one_game_or_one_player_can_be_looked_at(desk: WatchedDesk, client: FlaskClient) -> None:
    keep(desk, "advance")
    keep(desk, "pawn", game_id="pawn", options={"strike": "optional", "no_progress": 50}, actions=(),
         players={Seat.WHITE: "Cara", Seat.BLACK: "Dan"})
    for query, names in (("game=pawn", ["Cara – Dan"]), ("player=Anna", ["Anna – Ben"]), ("player=Nobody", [])):
        page = client.get(f"/scores/statistics?{query}").text
        assert [line[0] for line in (rows(page, "Who against whom") if names else [])] == names
    assert "/scores/statistics?game=pawn&amp;player=" in client.get("/scores?game=pawn").text


def test_time_is_bars_without_gaps(app: Flask) -> None:
    with app.test_request_context():
        assert line_of({}) is None and line_of({date(2026, 11, 3): 3}) is None, "one week is no course of time"
        found = line_of({date(2025, 11, 30): 2, date(2026, 1, 3): 1, date(2026, 1, 31): 1, date(2026, 4, 1): 3})
        months = [("2025-11", 2), ("2025-12", 0), ("2026-01", 2), ("2026-02", 0), ("2026-03", 0), ("2026-04", 3)]
        bars = ("M7.5,92v-57.3h35.0V92z", "M57.5,92v-0.0h35.0V92z", "M107.5,92v-57.3h35.0V92z",
                "M157.5,92v-0.0h35.0V92z", "M207.5,92v-0.0h35.0V92z", "M257.5,92v-86.0h35.0V92z")
        assert found == Line(" ".join(bars), 3, months, weekly=False)
        long = line_of({date(1999, 1, 9): 9, date(2026, 11, 1): 1})
        assert long is not None and len(long.marks) == 24 and long.marks[-1] == ("2026-11", 1)
        assert line_of({date(1, 1, 1): 1, date(9999, 12, 31): 1}) is not None


def test_a_few_weeks_are_bars_by_week(app: Flask) -> None:
    with app.test_request_context():
        monday, sunday, later = date(2026, 11, 2), date(2026, 11, 8), date(2026, 11, 20)
        weeks = [("Nov 2, 2026", 4), ("Nov 9, 2026", 0), ("Nov 16, 2026", 2)]
        bars = "M15.0,92v-86.0h70.0V92z M115.0,92v-0.0h70.0V92z M215.0,92v-43.0h70.0V92z"
        assert line_of({monday: 1, sunday: 3, later: 2}) == Line(bars, 4, weeks, weekly=True)


def test_a_family_of_three_weeks_sees_how_often_it_played(desk: WatchedDesk, client: FlaskClient) -> None:
    for number, day in enumerate((2, 8, 10, 20)):
        keep(desk, f"game{number}", started=f"2026-11-{day:02}T18:00:00Z")
    page = client.get("/scores/statistics").text
    assert "Games by week" in page and "at most 2 games a week" in page
    assert 'aria-label="Nov 2, 2026: 2, Nov 9, 2026: 1, Nov 16, 2026: 1"' in page


@pytest.mark.parametrize("started", ["", "?", "yesterday", "2026-99-01T00:00:00Z", "2026-09-31T00:00:00Z", "2026-1"])
def test_a_game_of_unknown_date_is_in_no_month(desk: WatchedDesk, client: FlaskClient, started: str) -> None:
    keep(desk, "one", started="2026-07-01T00:00:00Z")
    keep(desk, "two", started="2026-11-01T00:00:00Z")
    keep(desk, "undated", started=started)
    months = "2026-07: 1, 2026-08: 0, 2026-09: 0, 2026-10: 0, 2026-11: 1"
    assert f'aria-label="{months}"' in client.get("/scores/statistics").text


def test_statistics_speak_german(desk: WatchedDesk, client: FlaskClient) -> None:
    desk.save_settings(Settings(language="de"))
    keep(desk, "one", started="2026-11-01T00:00:00Z")
    keep(desk, "two", started="2027-03-01T00:00:00Z")
    page = client.get("/scores/statistics").text
    assert "Wer gegen wen" in page and "höchstens eine Partie im Monat" in page
    assert 'aria-label="11/2026: 1, 12/2026: 0, 1/2027: 0, 2/2027: 0, 3/2027: 1"' in page
