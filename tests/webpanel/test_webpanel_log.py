"""The story of the table: told to each phone as it may know it, only what is new, and everything on request."""

import json
import logging
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from watched_desk import WatchedDesk, random_game

from engine.core.pieces import Seat
from engine.game import EVERYTHING, SPECTATOR, AnyGame, Played
from engine.records.game_record import begin, replay
from engine.registry import find_game, game_ids
from table.messages.events import TakeBack
from table.messages.new_game import NewGame
from webpanel.presenters.narration import LATEST, Reader, Stories

WHITE = frozenset([Seat.WHITE])


def played(game_id: str, *actions: str, **options: int | bool | str) -> Played:
    game: AnyGame = find_game(game_id)
    return replay(begin(game, game.read_options(options)), actions)


def longer(game: Played, *actions: str) -> Played:
    for text in actions:
        game, _ = game.after(game.game.parse(game.position, text))
    return game


def on_table(desk: WatchedDesk, *actions: str, game_id: str = "pawn-advance", **options: int | bool | str) -> None:
    names = {Seat.WHITE: "Anna", Seat.BLACK: ""}
    desk.finish(*actions, game_id=game_id, key="one", players=names, **options)
    desk.resume("one")


# --- told once ---------------------------------------------------------------------------------------------------


def test_an_action_is_told_once_and_what_was_told_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    stories, game = Stories(), played("pawn-advance", "c1c2", "d1d2")
    before = stories.entries("one", game, SPECTATOR)
    asked: list[str] = []
    tell = type(game.game).tell
    monkeypatch.setattr(
        type(game.game), "tell", lambda self, position, action, knows: asked.append(action.text)
        or tell(self, position, action, knows),
    )
    after = stories.entries("one", longer(game, "e1e2"), SPECTATOR)
    assert asked == ["e1e2"] and len(after) == 3
    assert after[0] is before[0] and after[1] is before[1]


def test_what_is_taken_back_is_forgotten_and_played_otherwise() -> None:
    stories, game = Stories(), played("pawn-advance", "c1c2")
    kept = stories.entries("one", longer(game, "d1d2", "e1e2"), SPECTATOR)
    again = stories.entries("one", longer(game, "d1d3"), SPECTATOR)
    assert [str(entry.moments[0].message) for entry in again] == ["white: pawn c1 to c2.", "white: pawn d1 to d3."]
    assert again[0] is kept[0]
    assert stories.entries("one", game.before(), SPECTATOR) == ()


def test_another_game_has_a_story_of_its_own() -> None:
    stories, game = Stories(), played("pawn-advance", "c1c2")
    stories.entries("one", game, SPECTATOR)
    assert stories.entries("two", played("pawn-advance"), SPECTATOR) == ()


def test_a_game_that_cannot_be_told_goes_on_all_the_same(
    monkeypatch: pytest.MonkeyPatch, logged_errors: list[logging.LogRecord]
) -> None:
    game = played("pawn-advance", "c1c2")
    monkeypatch.setattr(type(game.game), "_tell", lambda *_: 1 / 0)
    assert Stories().entries("one", game, SPECTATOR) == ()
    assert [record.getMessage() for record in logged_errors] == ["the story of the table cannot be told"]


def text(stories: Stories, desk: WatchedDesk, app: Flask, seats: frozenset[Seat], language: str = "en") -> str:
    """The story from its first entry on, as holders of these seats read it in a language."""
    snapshot = desk.snapshot()
    assert snapshot.played is not None
    entries = stories.entries(snapshot.key, snapshot.played, seats)
    with app.test_request_context(headers={"Accept-Language": language}):
        return stories.text(snapshot, seats, entries, 0, language)


def test_what_is_new_is_written_once_for_all_of_the_same_rights_and_language(desk: WatchedDesk, app: Flask) -> None:
    stories = Stories()
    on_table(desk, "c1c2")
    english = text(stories, desk, app, SPECTATOR)
    assert text(stories, desk, app, SPECTATOR) is english
    german = text(stories, desk, app, SPECTATOR, "de")
    assert "pawn" in english and "Bauer" in german
    assert text(stories, desk, app, WHITE) is not english, "they might know more"
    desk.send(TakeBack(frozenset(Seat), frozenset()))
    assert json.loads(text(stories, desk, app, SPECTATOR))["entries"] == []
    key = desk.start(NewGame("pawn-advance", {}, {Seat.WHITE: "Anna", Seat.BLACK: ""}, True))
    assert json.loads(text(stories, desk, app, SPECTATOR)) == {"key": key, "first": 0, "entries": []}, "another game's"


# --- told by difference ------------------------------------------------------------------------------------------


def news(reader: Reader, stories: Stories, game: Played, key: str = "one", language: str = "en") -> int | None:
    return reader.news(key, language, stories.entries(key, game, SPECTATOR))


def test_a_reader_is_told_what_it_does_not_know() -> None:
    stories, reader, game = Stories(), Reader(), played("pawn-advance", "c1c2")
    assert news(reader, stories, game) == 0
    assert news(reader, stories, game) is None, "nothing new"
    further = longer(game, "d1d2")
    assert news(reader, stories, further) == 1
    assert news(reader, stories, game) == 1, "taken back"
    assert news(reader, stories, game, language="de") == 0, "in another language everything"
    assert news(reader, stories, played("pawn-advance"), "two", "de") == 0


def test_who_comes_late_is_told_the_latest_first() -> None:
    actions = random_game("pawn-advance", 3, 60)
    assert len(actions) > LATEST
    assert news(Reader(), Stories(), played("pawn-advance", *actions)) == len(actions) - LATEST


# --- over the line -----------------------------------------------------------------------------------------------


def heard(app: Flask, address: str) -> list[dict[str, Any]]:
    """The stories among the first events of a new line."""
    with app.test_client() as client:
        answer = client.get(address, buffered=False)
        stream = iter(answer.response)
        texts = "".join(part.decode() if isinstance(part, bytes) else part for part in (next(stream) for _ in range(2)))
        answer.close()
    return [json.loads(line.partition("\n")[0]) for line in texts.split("event: story\ndata: ")[1:]]


def moved(source: str, target: str) -> dict[str, Any]:
    return {"told": f"Anna: pawn {source} to {target}.", "squares": [source, target],
            "changes": {source: None, target: "wP"}, "die": None, "phase": "Battle", "icon": "swords", "entrances": []}


def test_a_phone_hears_the_story_with_the_names_of_the_players(desk: WatchedDesk, app: Flask) -> None:
    on_table(desk, "c1c2", "d1d2")
    (story,) = heard(app, "/events?story=1")
    assert story == {"key": "one", "first": 0, "entries": [
        {"turn": "white", "short": "", "moments": [moved("c1", "c2")]},
        {"turn": "white", "short": "", "moments": [moved("d1", "d2")]},
    ]}
    assert heard(app, "/events") == [], "who did not ask for it hears the table alone"


def test_moves_bear_the_names_that_people_write_where_a_game_has_such(desk: WatchedDesk, client: FlaskClient) -> None:
    on_table(desk, "array:518", "e2e4", "e7e5", "g1f3", game_id="chess", start="drawn")
    entries = client.get("/api/story").get_json()["entries"]
    assert [each["short"] for each in entries] == ["", "e4", "e5", "Nf3"]
    steps = client.get("/api/games/one").get_json()["replay"]["steps"]
    first = {step["number"]: step["short"] for step in reversed(steps)}
    assert first == {0: "", 1: "", 2: "e4", 3: "e5", 4: "Nf3"}
    assert sum(step["short"] != "" for step in steps) == 3, "an action has its name once, however many steps it has"


def test_the_whole_story_can_be_asked_for_or_its_end(desk: WatchedDesk, client: FlaskClient) -> None:
    actions = random_game("pawn-advance", 3, 20)
    on_table(desk, *actions)
    whole = client.get("/api/story").get_json()
    assert whole["first"] == 0 and len(whole["entries"]) >= len(actions)
    end = client.get("/api/story?first=15").get_json()
    assert (end["first"], end["entries"]) == (15, whole["entries"][15:])
    assert client.get("/api/story?first=-1").status_code == 400


def test_an_empty_table_has_no_story(client: FlaskClient) -> None:
    assert client.get("/api/story").get_json() == {"key": "", "first": 0, "entries": []}


# --- a moment ----------------------------------------------------------------------------------------------------


def test_a_moment_is_the_board_as_it_stood_then(desk: WatchedDesk, client: FlaskClient) -> None:
    on_table(desk, "c1c2", "d1d2", "e1e2")
    found = client.get("/api/moment?key=one&action=2&moment=0").get_json()
    assert found["told"] == "Anna: pawn d1 to d2." and found["squares"] == ["d1", "d2"]
    assert {"c2", "d2", "e1"} <= found["pieces"].keys() and not {"c1", "d1", "e2"} & found["pieces"].keys()


@pytest.mark.parametrize("game_id", game_ids())
def test_the_last_moment_of_an_action_is_the_position_after_it(
    game_id: str, desk: WatchedDesk, client: FlaskClient
) -> None:
    actions = random_game(game_id, 3, 40)
    game = played(game_id, *actions)
    on_table(desk, *actions, game_id=game_id)
    entries = client.get("/api/story").get_json()["entries"]
    board = game.game.board(game.options)
    for number, entry in enumerate(entries[: len(actions)], 1):
        last = len(entry["moments"]) - 1
        shown = client.get(f"/api/moment?key=one&action={number}&moment={last}").get_json()
        stands = game.game.view(game.positions[number - 1], EVERYTHING).pieces
        assert shown["pieces"] == {board.name(square): str(piece) for square, piece in stands.items()}
        assert shown["told"] == entry["moments"][last]["told"]


@pytest.mark.parametrize(
    "asked", ["key=one&action=0&moment=0", "key=one&action=4&moment=0", "key=one&action=1&moment=9",
              "key=two&action=1&moment=0", "action=1&moment=0"],
)
def test_a_moment_that_is_not_there_is_refused(desk: WatchedDesk, client: FlaskClient, asked: str) -> None:
    on_table(desk, "c1c2", "d1d2", "e1e2")
    answer = client.get(f"/api/moment?{asked}")
    assert answer.status_code == 404 and "no longer part of the game" in answer.get_json()["error"]


# --- secrets -----------------------------------------------------------------------------------------------------


def to_dice() -> tuple[str, ...]:
    """The actions of a game up to the dice of a combat."""
    for seed in range(100):
        actions = random_game("pawns-revenge", seed, 200)
        if any(action.startswith("die:") for action in actions):
            return actions[: next(n for n, action in enumerate(actions) if action.startswith("die:"))]
    raise AssertionError("a combat comes up")


def test_a_secret_is_in_the_story_of_its_owner_alone(desk: WatchedDesk, app: Flask) -> None:
    on_table(desk, *to_dice(), "die:white=5", game_id="pawns-revenge")
    owner, other = app.test_client(), app.test_client()
    for phone, seat in ((owner, "white"), (other, "black")):
        assert phone.put(f"/api/seats/{seat}").status_code == 200
    assert [thrown_by_anna(phone) for phone in (owner, other, app.test_client())] == [
        "Anna throws 5, in secret.", "Anna throws the combat die, in secret.", "Anna throws the combat die, in secret.",
    ]


def test_a_secret_is_in_the_moment_of_its_owner_alone(desk: WatchedDesk, app: Flask) -> None:
    actions = (*to_dice(), "die:white=5")
    on_table(desk, *actions, game_id="pawns-revenge")
    owner, other = app.test_client(), app.test_client()
    for phone, seat in ((owner, "white"), (other, "black")):
        assert phone.put(f"/api/seats/{seat}").status_code == 200
    moment = f"/api/moment?key=one&action={len(actions)}&moment=0"
    curious = (f"{moment}&seat={seat}" for seat in Seat)
    assert "5" in owner.get(moment).get_json()["told"]
    for address in (moment, *curious):
        assert other.get(address).get_json()["told"] == "Anna throws the combat die, in secret."


def thrown_by_anna(phone: FlaskClient) -> str:
    told = [moment["told"] for entry in phone.get("/api/story").get_json()["entries"] for moment in entry["moments"]]
    return next(text for text in told if text.startswith("Anna throws") and "secret" in text)
