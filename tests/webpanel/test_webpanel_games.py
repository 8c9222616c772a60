"""Beginning, continuing, importing, downloading and deleting games; scores and replays."""

import html
import re
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Event, Lock
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from waiting import PATIENCE_S, wait_for
from watched_desk import PIN, WatchedDesk, random_game

from engine.core.pieces import Seat
from engine.game import EVERYTHING
from engine.games.pawn_advance.game import PawnAdvance
from engine.records import game_record
from engine.registry import find_game, games
from engine.services.lessons import lessons_of
from table.messages.settings import Settings
from webpanel.access.context import EXTENSION, Panel
from webpanel.limits.imports import IMPORTS_PER_ADDRESS, Imports
from webpanel.presenters import replays
from webpanel.server import long_work

ANNA_BEN = {Seat.WHITE: "Anna", Seat.BLACK: "Ben"}
BEN_ANNA = {Seat.WHITE: "Ben", Seat.BLACK: "Anna"}


def begin(client: FlaskClient, **changes: Any) -> Any:
    body = {"game": "pawn-advance", "options": {}, "players": {"white": "Anna"}, "screen": True}
    return client.post("/api/games", json=body | changes)


# --- beginning ---------------------------------------------------------------------------------------------------


def test_a_game_begins_with_its_options_and_names(desk: WatchedDesk, client: FlaskClient) -> None:
    answer = begin(client, options={"rounds": 3}, players={"white": "  Anna  Maria ", "black": ""})
    assert answer.status_code == 201
    kept = desk.shelf.game(answer.get_json()["key"])
    assert kept.options["rounds"] == 3 and kept.options["spawn"] == 2
    assert kept.players == {Seat.WHITE: "Anna Maria", Seat.BLACK: ""}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"game": "go"}, "Unknown game 'go'"),
        ({"options": {"rounds": 100}}, "Rounds must be a whole number from 0 to 99, not 100."),
        ({"options": {"colour": 1}}, "unknown option 'colour'"),
        ({"options": []}, "options must be an object"),
        ({"players": {"red": "Rosa"}}, "Red does not play in this game."),
        ({"players": {"white": "x" * 41}}, "at most 40 characters"),
        ({"players": {"white": 4}}, "at most 40 characters"),
        ({"screen": "yes"}, "screen must be true or false"),
        ({"screen": None}, "screen must be true or false"),
    ],
)
def test_a_game_that_makes_no_sense_is_refused_in_words(
    client: FlaskClient, changes: dict[str, Any], words: str
) -> None:
    answer = begin(client, **changes)
    assert answer.status_code == 400
    assert words.lower() in answer.get_json()["error"].lower()


def test_a_game_that_needs_a_larger_board_is_refused_on_wood(client: FlaskClient) -> None:
    answer = begin(client, game="chess-two", screen=False)
    assert answer.status_code == 409 and "needs a board of 10 by 10 squares" in answer.get_json()["error"]


def test_what_the_other_side_of_a_lesson_has_divided_is_a_secret_to_the_learner(client: FlaskClient) -> None:
    client.post("/api/lessons", json={"game": "pawns-revenge", "lesson": "find-blow", "screen": True})
    table = client.get("/api/table").get_json()
    assert table["sees"] == ["white"] and table["scene"]["prompts"][0]["points"] == 3
    told = str(table) + str(client.get("/api/story").get_json())
    assert "Black has divided the points." in told
    assert "Black committed" not in told and "Black threw" not in str(table["scene"]["sentences"])


def test_a_lesson_asks_for_no_more_than_its_task_and_leaves_no_pieces_to_the_next(
    client: FlaskClient, desk: WatchedDesk
) -> None:
    """After the last move of a round new pawns would be due, and in the next lesson but two one is."""
    for name, origin, target in (("march", "a2", "a3"), ("block", "d3", "d4")):
        client.post("/api/lessons", json={"game": "pawn-advance", "lesson": name, "screen": True})
        for kind, square in (("lift", origin), ("place", target)):
            client.post("/api/tap", json={"kind": kind, "square": square, "scene": desk.snapshot().number})
        wait_for(lambda: _lesson(desk).prompts, "that it is solved")
        wait_for(lambda: desk.table.goal is None, "that everybody has marched")
        assert _lesson(desk).sentences == ()
    client.post("/api/answer", json={"prompt": _lesson(desk).prompts[0].id, "value": "next"})
    wait_for(lambda: desk.table.goal is None and _tray(desk), "that a new pawn lies ready")
    assert _lesson(desk).lesson.name == "spawn" and _tray(desk) == {"wP": 1}


def _lesson(desk: WatchedDesk) -> Any:
    return desk.snapshot().scene(frozenset(Seat))


def _tray(desk: WatchedDesk) -> dict[str, int]:
    assert desk.screen_pieces is not None
    return {piece: count for piece, count in desk.screen_pieces.tray.items() if count}


def test_wood_is_meant_where_the_screen_is_not_asked_for(client: FlaskClient) -> None:
    answer = client.post("/api/games", json={"game": "pawn"})
    assert answer.status_code == 409 and "Choose the screen board." in answer.get_json()["error"]
    lesson = client.post("/api/lessons", json={"game": "pawn", "lesson": lessons_of("pawn")[0].name})
    assert lesson.status_code == 409 and "Choose the screen board." in lesson.get_json()["error"]


def test_who_learns_is_called_as_players_are(client: FlaskClient) -> None:
    lesson = {"game": "pawn", "lesson": lessons_of("pawn")[0].name, "screen": True}
    for name, status in (("x" * 41, 400), ("a\nb", 400), (7, 400), (" Zoë  Li ", 201), (None, 201), ("", 201)):
        assert client.post("/api/lessons", json={**lesson, "learner": name}).status_code == status, name
    too_long, unfit = (client.get(f"/api/solved?name={name}").get_json()["error"] for name in ("x" * 41, "a%E2%80%AEb"))
    assert too_long == "your name: at most 40 characters are allowed. Shorten it."
    assert unfit.startswith("name: the character U+202E ")
    assert client.get("/api/solved").get_json() == {}


def test_a_check_tells_board_seats_pieces_and_fit(client: FlaskClient) -> None:
    found = client.post("/api/games/check", json={"game": "pawns-revenge", "options": {"players": 4}}).get_json()
    assert (found["files"], found["ranks"], found["fits"]) == (16, 16, False)
    assert [each["name"] for each in found["seats"]] == ["White", "Red", "Black", "Blue"]
    assert {"piece": "rP", "name": "pawn", "art": "pawn", "count": 20, "owner": "Red"} in found["pieces"]


@pytest.mark.parametrize(("game", "options", "told"), [
    ("pawn", {}, "It takes 2 chess sets."),
    ("pawn-advance", {}, "One chess set has them. "
                         "New pawns enter during the game: have about 16 of each colour at hand."),
    ("chess-two", {}, "It takes a chess set and 2 more pieces of each colour. "
                      "Also 32 rings or coins, for the Shields."),
    ("advancing-chess", {}, "It takes 2 chess sets."),
    ("pawns-revenge", {"players": 4}, "It takes 6 chess sets, in as many colours as there are players. "
                                      "Also dice, if you want to throw them yourselves."),
])
def test_the_form_says_of_which_sets_the_pieces_are(
    client: FlaskClient, game: str, options: dict[str, Any], told: str
) -> None:
    found = client.post("/api/games/check", json={"game": game, "options": options}).get_json()
    assert found["whence"] == told
    if not options:
        assert told in html.unescape(client.get(f"/new/{game}").text)


def test_the_pieces_of_a_game_that_begins_with_chance_are_counted_too(client: FlaskClient) -> None:
    found = client.post("/api/games/check", json={"game": "advancing-chess", "options": {}}).get_json()
    assert sum(each["count"] for each in found["pieces"]) == 48


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_every_game_has_a_card_and_a_page_with_all_its_options(client: FlaskClient, game: Any) -> None:
    assert game.name in html.unescape(client.get("/new").text)
    page = client.get(f"/new/{game.id}").get_data(as_text=True)
    assert [option.name for option in game.options if f'data-option="{option.name}"' not in page] == []


def test_nothing_of_the_last_game_is_in_the_form_unless_that_is_asked_for(
    desk: WatchedDesk, client: FlaskClient
) -> None:
    usual = client.get("/new/pawn-advance").text
    assert "?last=1" not in usual
    begin(client, options={"rounds": 7, "placement": "choice"}, players={"white": "Clara"},
          clocks={"white": "600", "black": "600"}, computers={"black": 3})
    fresh = client.get("/new/pawn-advance").text
    link = '<a class="preset" href="/new/pawn-advance?last=1">'
    assert link in fresh and "<small>Clara – " in fresh
    assert 'id="option-rounds" value="10"' in fresh and 'value="Clara">' in fresh.partition("<datalist")[2]
    assert 'value="Clara"' not in fresh.partition("<datalist")[0]
    assert re.findall(r'<option value="[^"]+" selected', fresh) == re.findall(r'<option value="[^"]+" selected', usual)
    page = client.get("/new/pawn-advance?last=1").get_data(as_text=True)
    assert 'id="option-rounds" value="7"' in page
    assert 'value="choice" data-option="placement" data-kind="choice" checked' in page
    assert 'value="Clara"' in page


def test_options_that_no_longer_make_sense_are_not_offered(desk: WatchedDesk, client: FlaskClient) -> None:
    desk.keep("of a former version", options={"rounds": 7, "former": 1})
    page = client.get("/new/pawn-advance?last=1").get_data(as_text=True)
    assert 'id="option-rounds" value="10"' in page and "As last time" not in page


@pytest.mark.parametrize(("language", "words"), [
    ("en", "Advancing Chess cannot be drawn: play on, or resign."),
    ("de", "Advancing Chess geht nie remis aus: Spiel weiter, oder gib auf."),
])
def test_a_draw_is_refused_in_words_where_a_game_cannot_be_drawn(
    desk: WatchedDesk, client: FlaskClient, language: str, words: str
) -> None:
    begin(client, game="advancing-chess", options={"array": 0})
    assert client.get("/api/table").get_json()["scene"]["can_be_drawn"] is False
    answer = client.post("/api/offer-draw", json={"seat": "white"}, headers={"Accept-Language": language})
    assert (answer.status_code, answer.get_json()["error"]) == (409, words)
    assert desk.table.on_table is not None and desk.table.on_table.outcome is None


# --- the shelf ---------------------------------------------------------------------------------------------------


def test_parked_games_are_listed_and_continued(desk: WatchedDesk, client: FlaskClient) -> None:
    key = begin(client).get_json()["key"]
    client.post("/api/park")
    assert f'data-resume="{key}"' in client.get("/").get_data(as_text=True)
    assert f'data-resume="{key}"' in client.get("/continue").get_data(as_text=True)
    assert client.post(f"/api/games/{key}/resume").status_code == 200
    assert client.get("/api/table").get_json()["scene"]["key"] == key


SET_UP = {"board": {"a2": "wP", "h7": "bP"}, "phase": "battle", "to_act": ["white"], "detail": {"moves_left": 2}}


def begun_with_a_move(desk: WatchedDesk, client: FlaskClient) -> str:
    desk.finish("a1a3", key="played")
    client.post("/api/games/played/resume")
    return "played"


def parked(client: FlaskClient) -> str:
    key: str = begin(client).get_json()["key"]
    client.post("/api/park")
    return key


@pytest.mark.parametrize("by", ["a new game", "an older one", "a lesson, then a new game"])
@pytest.mark.parametrize(("put_on_table", "kept"), [
    (lambda _, client: begin(client).get_json()["key"], False),
    (lambda _, client: begin(client, game="pawns-revenge").get_json()["key"], False),
    (lambda _, client: begin(client, setup=SET_UP).get_json()["key"], True),
    (lambda _, client: parked(client), True),
    (begun_with_a_move, True),
], ids=["without a move", "only dice were thrown", "set up by hand", "parked on purpose", "with a move"])
def test_a_game_that_another_one_replaces_before_its_first_move_is_not_kept(
    desk: WatchedDesk, client: FlaskClient, put_on_table: Callable[[WatchedDesk, FlaskClient], str], kept: bool, by: str
) -> None:
    desk.finish(*random_game("pawn-advance", 3, 10), key="older")
    key = put_on_table(desk, client)
    if by == "a lesson, then a new game":
        client.post("/api/lessons", json={"game": "pawn", "lesson": lessons_of("pawn")[0].name, "screen": True})
        assert key in [game.key for game in desk.shelf.games()], "a lesson takes the place of no game"
    if by == "an older one":
        client.post("/api/games/older/resume")
    else:
        begin(client, game="pawn")
    assert desk.table.on_table.key != key
    assert (key in [game.key for game in desk.shelf.games()]) is kept
    assert desk.store.game(key, deleted=True).key == key, "it can be restored for some time"


@pytest.mark.parametrize("leaves", ["parked", "replaced"])
def test_a_game_that_is_abandoned_before_its_first_move_leaves_no_result(
    desk: WatchedDesk, client: FlaskClient, leaves: str
) -> None:
    key = begin(client).get_json()["key"]
    client.post("/api/abandon")
    assert client.get(f"/games/{key}").status_code == 200, "as long as it is on the table"
    if leaves == "parked":
        client.post("/api/park")
    else:
        begin(client)
    assert key not in [game.key for game in desk.shelf.games()]


def test_a_game_that_is_given_up_before_its_first_move_was_lost(desk: WatchedDesk, client: FlaskClient) -> None:
    key = begin(client).get_json()["key"]
    client.post("/api/resign", json={"seat": "white"})
    begin(client)
    assert key in [game.key for game in desk.shelf.games()]


def test_a_finished_game_is_not_continued(desk: WatchedDesk, client: FlaskClient) -> None:
    desk.finish(winners=(Seat.WHITE,), key="over", termination="resignation")
    answer = client.post("/api/games/over/resume")
    assert answer.status_code == 409 and "over" in answer.get_json()["error"]


def test_a_game_that_no_longer_replays_can_be_downloaded_not_continued(desk: WatchedDesk, client: FlaskClient) -> None:
    desk.keep("old", actions=("e2e9",), broken="action 1 (e2e9) is not legal.")
    page = client.get("/continue").get_data(as_text=True)
    assert "action 1 (e2e9) is not legal." in page and 'data-resume="old"' not in page
    assert "cannot be replayed" in client.get("/games/old").get_data(as_text=True)
    assert client.get("/api/games/old").get_json()["replay"] is None


def test_why_a_game_no_longer_replays_is_said_in_the_language_of_the_phone(
    desk: WatchedDesk, client: FlaskClient
) -> None:
    desk.keep("old", actions=("a1a9",))
    german = {"Accept-Language": "de"}
    said = "Aktion 1 (a1a9): &#39;a1a9&#39; ist hier keine erlaubte Aktion"
    assert client.post("/api/games/old/resume", headers=german).status_code == 409
    assert said in client.get("/continue", headers=german).text
    (told,) = client.get("/api/games", headers=german).get_json()["games"]
    assert told["broken"] == said.replace("&#39;", "'")
    assert "action 1 (a1a9): &#39;a1a9&#39; is not a legal action here" in client.get("/continue").text


def test_a_record_is_downloaded_and_brought_back(desk: WatchedDesk, client: FlaskClient) -> None:
    desk.finish(*random_game("pawn-advance", 3, 30), players=ANNA_BEN, key="one")
    answer = client.get("/api/games/one/record")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="pawn-advance-2026-11-21.pwl"'
    imported = client.post("/api/games/import", json={"record": answer.get_data(as_text=True)})
    assert imported.status_code == 201
    assert desk.shelf.game(imported.get_json()["key"]).actions == desk.shelf.game("one").actions


def test_a_phone_brings_in_one_record_at_a_time_and_one_is_read_at_a_time(
    desk: WatchedDesk, client: FlaskClient, another: Callable[[], FlaskClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.finish(*random_game("pawn-advance", 4, 6), key="one")
    game_record, real, begun, go_on = desk.shelf.record("one"), desk.shelf.import_record, Event(), Event()
    at_it = client.application.extensions[EXTENSION].imports._phones
    reading: list[str] = []

    def slow(text: str, host: str) -> str:
        reading.append(host)
        begun.set()
        assert go_on.wait(PATIENCE_S)
        return real(text, host)

    def bring_in(phone: FlaskClient) -> int:
        return phone.post("/api/games/import", json={"record": game_record}).status_code

    phones = [another(), another(), another()]
    for phone in phones:
        phone.get("/api/table")
    monkeypatch.setattr(desk.shelf, "import_record", slow)
    with ThreadPoolExecutor() as pool:
        waiting = [pool.submit(bring_in, phone) for phone in phones[:2]]
        wait_for(lambda: begun.is_set() and len(at_it) == 2, "one record read, another waiting for its turn")
        assert [bring_in(phone) for phone in phones] == [429, 429, 503] and len(reading) == 1
        go_on.set()
        assert [each.result() for each in waiting] == [201, 201]
    monkeypatch.setattr(desk.shelf, "import_record", real)
    assert [bring_in(phone) for phone in phones] == [201, 201, 201]


def test_a_bad_record_is_refused_with_the_place(client: FlaskClient) -> None:
    text = '[Game "pawn-advance"]\n[Rules "1"]\n\ne1e9\n'
    answer = client.post("/api/games/import", json={"record": text})
    assert answer.status_code == 400 and "ction 1 (e1e9)" in answer.get_json()["error"]


def test_what_the_rules_refuse_is_told_in_the_language_of_the_table(desk: WatchedDesk, client: FlaskClient) -> None:
    desk.save_settings(Settings(language="de"))
    text = '[Game "pawn-advance"]\n[Rules "1"]\n\ne1e9\n'
    answer = client.post("/api/games/import", json={"record": text})
    assert answer.get_json()["error"] == "Aktion 1 (e1e9): 'e1e9' ist hier keine erlaubte Aktion."
    answer = client.post("/api/games/check", json={"game": "pawn-advance", "options": {"spawn": 9}})
    assert answer.get_json()["error"] == "Verstärkung muss eine ganze Zahl von 1 bis 4 sein, nicht 9."


def test_a_game_is_deleted_unless_it_is_on_the_table(desk: WatchedDesk, client: FlaskClient) -> None:
    desk.finish(key="gone", winners=())
    assert client.delete("/api/games/gone").status_code == 403
    assert client.post("/api/owner", json={"pin": PIN}).status_code == 200
    assert client.delete("/api/games/gone").status_code == 200
    assert client.get("/games/gone").status_code == 404
    key = begin(client).get_json()["key"]
    assert client.delete(f"/api/games/{key}").status_code == 409
    assert client.delete("/api/games/never").status_code == 404


def test_whoever_started_a_game_or_brought_it_in_deletes_and_restores_it_and_nobody_else(
    desk: WatchedDesk, client: FlaskClient, another: Callable[[], FlaskClient]
) -> None:
    started = begin(client).get_json()["key"]
    client.post("/api/park")
    desk.finish(*random_game("pawn-advance", 3, 30), key="one")
    brought = client.post("/api/games/import", json={"record": desk.shelf.record("one")}).get_json()["key"]
    other = another()
    for key in (started, brought):
        assert 'id="delete"' in client.get(f"/games/{key}").text
        assert 'id="delete"' not in other.get(f"/games/{key}").text
        assert other.delete(f"/api/games/{key}").status_code == 403
        assert client.delete(f"/api/games/{key}").status_code == 200
        assert client.delete(f"/api/games/{key}").status_code == 404
        assert other.post(f"/api/games/{key}/restore").status_code == 403
        assert client.post(f"/api/games/{key}/restore").status_code == 200
        assert client.post(f"/api/games/{key}/restore").status_code == 404
    assert {game["key"] for game in other.get("/api/games").get_json()["games"]} == {started, brought, "one"}


def test_deleted_games_are_shown_to_the_owner_and_to_whoever_started_them(
    desk: WatchedDesk, client: FlaskClient, another: Callable[[], FlaskClient]
) -> None:
    key, other = begin(client).get_json()["key"], another()
    client.post("/api/park")
    assert "/deleted" not in client.get("/continue").text
    assert client.delete(f"/api/games/{key}").status_code == 200
    for page in ("/continue", "/scores"):
        assert 'href="/deleted"' in client.get(page).text and 'href="/deleted"' not in other.get(page).text
    assert f'data-restore-game="{key}"' in client.get("/deleted").text
    assert "No deleted game" in other.get("/deleted").text and key not in other.get("/continue").text
    assert other.post("/api/owner", json={"pin": PIN}).status_code == 200
    assert f'data-restore-game="{key}"' in other.get("/deleted").text
    for address in (f"/api/games/{key}", f"/api/games/{key}/record", f"/games/{key}"):
        assert client.get(address).status_code == 404


def test_a_game_that_is_deleted_while_it_is_asked_for_is_not_found(
    desk: WatchedDesk, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.finish(*random_game("pawn-advance", 3, 5), key="one")
    found = desk.shelf.game

    def look(key: str) -> object:
        game = found(key)
        desk.shelf.delete(key)
        return game

    monkeypatch.setattr(desk.shelf, "game", look)
    for method, path in (("POST", "/api/games/one/resume"), ("GET", "/api/games/one/record")):
        answer = client.open(path, method=method)
        assert answer.status_code == 404 and "may have been deleted" in answer.json["error"], path
        desk.shelf.restore("one")


def test_no_answer_says_which_phone_started_a_game(desk: WatchedDesk, client: FlaskClient) -> None:
    key = begin(client).get_json()["key"]
    host = desk.shelf.host(key)
    assert len(host) == 16
    for address in ("/api/games", f"/api/games/{key}", f"/api/games/{key}/record", f"/games/{key}", "/", "/api/table"):
        assert host not in client.get(address).text


# --- scores ------------------------------------------------------------------------------------------------------


@pytest.fixture
def played(desk: WatchedDesk) -> WatchedDesk:
    """Anna beat Ben twice, Ben beat Anna once, they drew once, one game was abandoned, one is not over."""
    for key, players, winners, how in [
        ("a", ANNA_BEN, (Seat.WHITE,), "resignation"), ("b", BEN_ANNA, (Seat.BLACK,), "resignation"),
        ("c", ANNA_BEN, (Seat.BLACK,), "resignation"), ("d", ANNA_BEN, (), "agreement"),
        ("e", ANNA_BEN, (), "abandoned"), ("f", ANNA_BEN, None, ""),
    ]:
        desk.finish(key=key, players=players, winners=winners, termination=how)
    return desk


def test_long_lists_come_in_pages(desk: WatchedDesk, client: FlaskClient) -> None:
    for number in range(65):
        desk.finish(key=f"over{number}", players=ANNA_BEN, winners=())
        desk.finish(key=f"open{number}", players=ANNA_BEN)
    for address, name in (("/scores?player=Ben", "over"), ("/continue?", "open")):
        found = [re.findall(rf'href="/games/({name}\d+)"', client.get(f"{address}&page={page}").get_data(as_text=True))
                 for page in (1, 2, 3)]
        assert [len(keys) for keys in found] == [30, 30, 5]
        assert sum(found, []) == [f"{name}{number}" for number in range(64, -1, -1)]
        for strange in ("0", "-1", "x", "4", "99999999999", "\u0663"):
            assert "Page " in client.get(f"{address}&page={strange}").get_data(as_text=True)
    assert "/scores?player=Ben&amp;page=2" in client.get("/scores?player=Ben").get_data(as_text=True)
    assert len(client.get("/api/games?first=100").get_json()["games"]) == 30
    assert client.get("/api/games").get_json()["total"] == 130
    assert client.get("/api/games?first=x").status_code == 400


@pytest.mark.parametrize(
    ("query", "shown"),
    [("", "abcde"), ("result=won", "abc"), ("result=drawn", "d"), ("result=abandoned", "e"), ("player=Ben", "abcde"),
     ("player=Nobody", ""), ("game=pawn", ""), ("game=pawn-advance&result=drawn", "d")],
)
def test_scores_are_filtered(played: WatchedDesk, client: FlaskClient, query: str, shown: str) -> None:
    page = client.get(f"/scores?{query}").get_data(as_text=True)
    assert "".join(key for key in "abcdef" if f'href="/games/{key}"' in page) == shown


def test_names_are_shown_as_they_are_not_run(desk: WatchedDesk, client: FlaskClient) -> None:
    desk.finish(key="x", players={Seat.WHITE: "<script>alert(1)</script>", Seat.BLACK: "B"}, winners=())
    for address in ("/scores", "/games/x", "/new/pawn-advance"):
        assert "<script>alert" not in client.get(address).get_data(as_text=True)


def test_within_an_hour_an_address_brings_in_so_many_records_and_the_owner_as_many_as_wanted(
    desk: WatchedDesk, client: FlaskClient, another: Callable[[], FlaskClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.finish(*random_game("pawn-advance", 4, 6), key="one")
    good = {"record": desk.shelf.record("one")}
    clock = [1000.0]
    imports = Imports(lambda: clock[0])
    monkeypatch.setattr(imports._kept, "_times", 2)
    app = client.application
    panel: Panel = app.extensions[EXTENSION]
    monkeypatch.setitem(app.extensions, EXTENSION, replace(panel, imports=imports))

    def bring_in(phone: FlaskClient, body: dict[str, str]) -> int:
        return phone.post("/api/games/import", json=body).status_code

    phone, owner = another(), another()
    assert [bring_in(phone, each) for each in ({"record": "junk"}, good, good)] == [400, 201, 201]
    refused = another().post("/api/games/import", json=good)
    assert refused.status_code == 429 and "Wait 60 min for the next one" in refused.get_json()["error"]
    assert owner.post("/api/owner", json={"pin": PIN}).status_code == 200
    assert bring_in(owner, good) == 201
    clock[0] += IMPORTS_PER_ADDRESS[1]
    assert bring_in(phone, good) == 201


# --- replays -----------------------------------------------------------------------------------------------------


def positions(replay: dict[str, Any]) -> list[dict[str, str]]:
    pieces: dict[str, str] = {}
    found = []
    for step in replay["steps"]:
        for square, piece in step["changes"].items():
            rest = {each: what for each, what in pieces.items() if each != square}
            pieces = rest | ({square: piece} if piece else {})
        found.append(pieces)
    return found


def test_a_replay_shows_every_step_as_the_rules_compute_it(desk: WatchedDesk, client: FlaskClient) -> None:
    actions = random_game("pawn-advance", 5, 60)
    desk.finish(*actions, key="one", winners=())
    replay = client.get("/api/games/one").get_json()["replay"]
    first, *steps = replay["steps"]
    assert (first["number"], first["told"], first["squares"]) == (0, "", [])
    begin = [next(step for step in steps if step["number"] == number) for number in range(1, len(actions) + 1)]
    assert [step["squares"] for step in begin] == [re.findall("[a-h][1-8]", action) for action in actions]
    assert len(begin) < len(steps), "marches and reinforcements are steps of their own"
    seen = positions(replay)
    assert len(seen[0]) == 16 and seen[0]["a1"] == "wP"
    assert seen[1] != seen[0]
    assert seen[-1] == in_the_end("pawn-advance", actions)
    captures = [each["value"] for each in replay["steps"][0]["counters"] if each["seat"]]
    assert captures == [0, 0]


def in_the_end(game_id: str, actions: Sequence[str]) -> dict[str, str]:
    game = find_game(game_id)
    position = game_record.replay(game_record.begin(game, game.read_options({})), actions).position
    names, pieces = game.board(position.options).names, game.view(position, EVERYTHING).pieces
    return {names[square]: str(piece) for square, piece in pieces.items()}


def test_a_replay_of_a_running_game_stops_before_its_secrets(
    desk: WatchedDesk, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PawnAdvance, "undisclosed", lambda self, position: 2)
    actions = random_game("pawn-advance", 5, 10)
    desk.finish(*actions, key="running")
    replay = client.get("/api/games/running").get_json()["replay"]
    assert {step["number"] for step in replay["steps"]} == {*range(len(actions) - 1)}
    assert actions[-1] not in client.get("/games/running").get_data(as_text=True)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_every_game_replays(desk: WatchedDesk, client: FlaskClient, game: Any) -> None:
    desk.finish(*random_game(game.id, 2, 12), game_id=game.id, key="one", winners=())
    replay = client.get("/api/games/one").get_json()["replay"]
    assert {step["number"] for step in replay["steps"]} == {*range(len(desk.shelf.game("one").actions) + 1)}


def test_another_phone_may_begin_while_seats_are_free(
    client: FlaskClient, another: Callable[[], FlaskClient]
) -> None:
    begin(client)
    client.put("/api/seats/white")
    client.put("/api/seats/black")
    assert begin(another()).status_code == 403
    assert begin(client).status_code == 201


def test_a_replay_that_is_asked_for_again_is_not_worked_out_again(
    desk: WatchedDesk, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.finish(*random_game("pawn-advance", 5, 60), key="one", winners=())
    first = client.get("/api/games/one").get_data()
    monkeypatch.setattr("webpanel.presenters.replays._told", None)
    assert client.get("/api/games/one").get_data() == first
    assert client.get("/games/one").status_code == 200


class CountedLock:
    """Counts who has asked for it, be it in vain."""

    def __init__(self) -> None:
        self.asked = 0
        self._lock = Lock()
        self.release = self._lock.release

    def acquire(self, timeout: float) -> bool:
        self.asked += 1
        return self._lock.acquire(timeout=timeout)


def test_long_replays_are_worked_out_one_at_a_time_and_short_ones_meanwhile(
    app: Flask, desk: WatchedDesk, another: Callable[[], FlaskClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(long_work, "LONG", 40)
    lock = app.extensions[EXTENSION].long_work._lock = CountedLock()
    for number, length in enumerate((60, 50, 10)):
        desk.finish(*random_game("pawn-advance", number, length), key=f"game-{number}", winners=())
    go_on, real, at_work = Event(), replays._told, list[str]()

    def slow(game: Any) -> dict[str, Any]:
        if len(game.actions) >= long_work.LONG:
            at_work.append(game.key)
            assert go_on.wait(PATIENCE_S)
        return real(game)

    monkeypatch.setattr(replays, "_told", slow)
    phones = [another() for _ in range(4)]
    with ThreadPoolExecutor() as pool:
        waiting = [pool.submit(phone.get, "/games/game-0") for phone in phones[:2]]
        wait_for(lambda: at_work and lock.asked == 2, "one long replay worked out, another waiting for its turn")
        for address in ("/games/{}", "/api/games/{}/record", "/new/pawn-advance?from={}&at=5"):
            assert phones[2].get(address.format("game-2")).status_code == 200
        monkeypatch.setattr(long_work, "PATIENCE_S", 0.05)
        for address in ("/games/{}", "/api/games/{}/record", "/new/pawn-advance?from={}&at=5"):
            refused = phones[3].get(address.format("game-1"))
            assert refused.status_code == 503 and "are being replayed" in refused.get_data(as_text=True)
        go_on.set()
        assert [each.result().status_code for each in waiting] == [200, 200]
    assert at_work == ["game-0"], "whoever waited gets the same"


def test_not_more_replays_are_kept_than_there_is_room_for(
    desk: WatchedDesk, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = client.application.extensions[EXTENSION].replays._kept
    for number in range(4):
        desk.finish(*random_game("pawn-advance", number, 20), key=f"game-{number}", winners=())
        client.get(f"/api/games/game-{number}")
    (one, *_) = kept.values()
    monkeypatch.setattr(replays, "KEPT_LETTERS", len(one.text) * 5 // 2)
    for key in ("game-3", "game-1"):
        client.get(f"/api/games/{key}")
    assert [about[0] for about in kept] == ["game-3", "game-1"]
