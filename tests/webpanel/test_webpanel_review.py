"""The page of a review: only for games that are over; a line, a table, and what would have been better in words."""

from dataclasses import replace

from flask.testing import FlaskClient
from waiting import wait_for
from watched_desk import WatchedDesk

from engine.core.pieces import Seat
from engine.game import Outcome
from engine.records.game_record import Record, begin, replay, write_record
from engine.registry import find_game
from engine.services.review import Blunder, Review
from table.messages.settings import Settings

PAWN = find_game("pawn")
DUEL = {"board": {"d4": "wP", "b2": "wP", "d5": "bP"}, "phase": "move", "to_act": ["white"]}
SOLVED = Blunder(1, "d4d5", 1.0, ("d4d5",))
"""White might have taken the last pawn."""


def kept(desk: WatchedDesk, *actions: str) -> str:
    game = find_game("pawn")
    played = replay(begin(game, game.read_options({}), DUEL), actions)
    return desk.shelf.import_record(write_record(Record(played, setup=DUEL)))


def test_a_finished_game_is_looked_through_and_told(desk: WatchedDesk, client: FlaskClient) -> None:
    key = kept(desk, "b2b3", "d5d4")
    address = f"/api/games/{key}/review"
    assert client.get(address).get_json()["state"] == "none"
    assert f'href="/games/{key}/review"' in client.get(f"/games/{key}").text
    assert client.post(address).get_json()["state"] in ("running", "done")
    wait_for(lambda: client.get(address).get_json()["state"] == "done", "that it was looked through")
    page = client.get(f"/games/{key}/review").text
    assert f'href="/games/{key}#action-1"' in page and "Better:" in page and "<polyline" in page and "<table" in page
    desk.save_settings(Settings(language="de"))
    assert "Besser:" in client.get(f"/games/{key}/review").text


def test_a_mistake_comes_to_the_table_as_a_problem(desk: WatchedDesk, client: FlaskClient) -> None:
    key = kept(desk, "b2b3", "d5d4")
    address = f"/api/games/{key}/problems"
    assert client.post(address, json={"number": 1}).status_code == 404, "nobody has looked through it"
    desk.store.keep_review(key, Review((1.0, 0.0, 0.0), (SOLVED, Blunder(2, "d5d4", 0.4))))
    assert 'data-problem="1"' in (page := client.get(f"/games/{key}/review").text) and 'data-problem="2"' not in page
    assert client.post(address, json={"number": 2}).status_code == 404
    assert client.post(address, json={"number": 1}).status_code == 201
    scene = desk.snapshot().scene(frozenset())
    assert scene.lesson is not None and scene.lesson.find and scene.pieces == DUEL["board"]


def test_the_mistake_that_decided_a_game_need_not_be_named(desk: WatchedDesk, client: FlaskClient) -> None:
    played = replay(begin(PAWN, PAWN.read_options({}), DUEL), ("b2b3",))
    record = Record(played, setup=DUEL, ended=Outcome((Seat.BLACK,), "resignation"))
    key = desk.shelf.import_record(write_record(record))
    address = f"/api/games/{key}/problems"
    assert client.post(address, json={}).status_code == 404, "nobody has looked through it"
    desk.store.keep_review(key, Review((1.0, -1.0), (Blunder(1, "d4d5", 1.0),)))
    refused = client.post(address, json={})
    assert refused.status_code == 404 and "No single move decided this game." in refused.get_json()["error"]
    desk.store.keep_review(key, Review((1.0, -1.0), (SOLVED,)))
    assert client.post(address, json={}).status_code == 201
    scene = desk.snapshot().scene(frozenset())
    assert scene.lesson is not None and scene.lesson.find and scene.pieces == DUEL["board"]


def test_what_cannot_be_its_review_is_none(desk: WatchedDesk, client: FlaskClient) -> None:
    """The row of a review may be damaged as any other."""
    key = kept(desk, "b2b3", "d5d4")
    for scores, swing in (
        ((1.0, 0.0), SOLVED), ((None, 0.0, 0.0), SOLVED), ((1.0, 0.0, 0.0), replace(SOLVED, number=3)),
        ((1.0, 0.0, 0.0), replace(SOLVED, better="b2b9")),
        ((1.0, 0.0, 0.0), replace(SOLVED, solutions=("d4d5", "b2b9"))),
    ):
        desk.store.keep_review(key, Review(scores, (swing,)))
        assert "<polyline" not in (page := client.get(f"/games/{key}/review").text) and 'id="review-begin"' in page
        assert client.post(f"/api/games/{key}/problems", json={"number": swing.number}).status_code == 404


def test_a_game_that_goes_on_is_not(desk: WatchedDesk, client: FlaskClient) -> None:
    key = kept(desk, "b2b3")
    refused = client.post(f"/api/games/{key}/review")
    assert refused.status_code == 409 and "not over" in refused.get_json()["error"]
    assert "/review" not in client.get(f"/games/{key}").text
    assert client.post("/api/games/nowhere/review").status_code == 404
    assert client.delete(f"/api/games/{key}/review").get_json()["state"] == "none"
