"""Wherever text enters the panel, what cannot be kept or shown is refused with its field; every page still opens."""

import json
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from flask.testing import FlaskClient
from watched_desk import WatchedDesk
from werkzeug.test import TestResponse

from engine.registry import find_game

BAD = ["Ann\ud800a", "\u202eannA", "An\x1bna", "An\x00na", "Anna\u2028"]
PAGES = ["/", "/new", "/new/pawn-advance", "/scores", "/continue", "/seats", "/settings", "/hardware", "/about",
         "/api/table", "/api/games"]
RECORD = '[Game "pawn-advance"]\n[Rules "1"]\n[White "{}"]\n\n'

Send = Callable[[FlaskClient, str], TestResponse]
ENTRIES: dict[str, tuple[Send, str]] = {
    "a name": (lambda phone, bad: begin(phone, players={"white": bad}), "White"),
    "the name of a seat": (lambda phone, bad: begin(phone, players={bad: "Anna"}), "players"),
    "a game": (lambda phone, bad: begin(phone, game=bad), "game"),
    "an option": (lambda phone, bad: begin(phone, options={"placement": bad}), "Placement"),
    "the name of an option": (lambda phone, bad: begin(phone, options={bad: 1}), "options"),
    "a PIN": (lambda phone, bad: phone.post("/api/owner", json={"pin": bad}), "pin"),
    "an unknown field": (lambda phone, bad: phone.post("/api/owner", json={bad: "1"}), "name of a field"),
    "a prompt": (lambda phone, bad: phone.post("/api/answer", json={"prompt": bad, "value": "1"}), "prompt"),
    "an answer": (lambda phone, bad: phone.post("/api/answer", json={"prompt": "1", "value": bad}), "value"),
    "a piece": (lambda phone, bad: phone.post("/api/tap", json={"kind": "take", "piece": bad, "scene": 1}), "piece"),
    "a square": (lambda phone, bad: phone.post("/api/manual", json={"square": bad, "manual": True}), "square"),
    "a seat": (lambda phone, bad: phone.post("/api/resign", json={"seat": bad}), "seat"),
    "a record": (lambda phone, bad: phone.post("/api/games/import", json={"record": RECORD.format(bad)}), "record"),
    "a setting": (lambda phone, bad: owner(phone).patch("/api/settings", json={"palette": bad}), "palette"),
    "an answer in the workshop": (lambda phone, bad: owner(phone).post(
        "/api/workshop/answer", json={"answer": bad, "question": "1:0"}), "answer"),
}


def begin(phone: FlaskClient, **changes: Any) -> TestResponse:
    return phone.post("/api/games", json={"game": "pawn-advance", "screen": True} | changes)


def owner(phone: FlaskClient) -> FlaskClient:
    assert phone.post("/api/owner", json={"pin": "424242"}).status_code == 200
    return phone


def every_page_opens(phone: FlaskClient) -> bool:
    return [page for page in PAGES if phone.get(page).status_code != 200] == []


@pytest.mark.parametrize("entry", ENTRIES)
def test_what_cannot_be_shown_is_refused_where_it_enters(
    client: FlaskClient, another: Callable[[], FlaskClient], entry: str
) -> None:
    send, field = ENTRIES[entry]
    begin(client)
    for bad in BAD:
        answer = send(client, bad)
        assert answer.status_code in (400, 404)
        assert field in answer.get_json()["error"]
    assert every_page_opens(another())


def test_a_surrogate_in_raw_bytes_is_refused_too(client: FlaskClient) -> None:
    """JSON in Python takes the bytes of a lone surrogate, which are no UTF-8."""
    body = b'{"game":"pawn-advance","screen":true,"players":{"white":"\xed\xa0\x80"}}'
    answer = client.post("/api/games", data=body, content_type="application/json")
    assert answer.status_code == 400 and "U+D800" in answer.get_json()["error"]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "utf-8-sig"])
def test_other_encodings_of_json_are_read_or_refused_but_never_a_fault(client: FlaskClient, encoding: str) -> None:
    body = json.dumps({"prompt": "ä", "value": "x"}, ensure_ascii=False).encode(encoding)
    assert client.post("/api/answer", data=body, content_type="application/json").status_code in (400, 409)


def test_a_name_that_is_written_in_two_ways_is_one_player(desk: WatchedDesk, client: FlaskClient) -> None:
    key = begin(client, players={"white": "Zoe\u0308", "black": "Zoë"}).get_json()["key"]
    assert set(desk.shelf.game(key).players.values()) == {"Zoë"}


@pytest.mark.parametrize("around", ["{}", '{{"pin":{}}}', '{{"game":"pawn-advance","options":{{"rounds":{}}}}}'])
def test_json_within_json_is_refused_however_deep(client: FlaskClient, around: str) -> None:
    for depth, (opens, closes) in product((50, 900, 990, 5_000, 30_000), (("[", "]"), ('{"a":', "}"))):
        body = around.format(opens * depth + "1" + closes * depth)
        for address in ("/api/owner", "/api/games", "/api/games/check"):
            answer = client.post(address, data=body, content_type="application/json")
            assert answer.status_code in (400, 413)


@pytest.mark.parametrize("number", ["1e999", "-1e999", "NaN", "Infinity", "1" * 4000, "1" * 60_000, "-0.0"])
def test_numbers_that_are_none_are_refused(client: FlaskClient, number: str) -> None:
    for address, body in (
        ("/api/tap", f'{{"kind":"lift","square":"a1","scene":{number}}}'),
        ("/api/games", f'{{"game":"pawn-advance","options":{{"rounds":{number}}}}}'),
    ):
        assert client.post(address, data=body, content_type="application/json").status_code == 400


@pytest.mark.parametrize("bad", ["%00", "%1B%5B2J", "%E2%80%AE", "x" * 300])
def test_addresses_that_hold_what_harms_are_refused(client: FlaskClient, bad: str) -> None:
    for address in (f"/games/{bad}", f"/api/seats/{bad}", f"/scores?player={bad}", f"/scores?{bad}=1", f"/{bad}"):
        answer = client.get(address)
        assert answer.status_code in (400, 404, 405)
        assert "\x1b" not in answer.text and "\u202e" not in answer.text and "\0" not in answer.text


def test_bytes_in_an_address_that_are_no_text_are_shown_as_such(client: FlaskClient) -> None:
    assert client.get("/scores?player=%ED%A0%80").status_code == 200
    assert client.get("/games/%ED%A0%80").status_code == 404


@pytest.mark.parametrize("token", ['"aaaaaaaaaaaaaaaaaaaaaaa\\012Set-Cookie"', "a b" * 9, "é" * 30, "a" * 19])
def test_a_token_that_was_never_given_out_is_replaced(client: FlaskClient, token: str) -> None:
    answer = client.get("/", headers={"Cookie": f"pawnlight_phone={token}"})
    assert answer.status_code == 200
    assert "pawnlight_phone=" in answer.headers["Set-Cookie"] and "Set-Cookie2" not in str(answer.headers)


GERMAN = {"Accept-Language": "de"}


@pytest.mark.parametrize(("body", "reason"), [
    ('{"pin": NaN}', "NaN ist kein JSON-Wert."), ('{"pin": "1", "pin": "2"}', "ein Objekt nennt 'pin' doppelt."),
    ('{"pin": 1e999}', "die Zahl 1e999 ist zu groß."), ("[" * 5_000, "es ist zu tief verschachtelt."),
    ('{"pin"', "Fehler in Zeile 1, Spalte 7."),
])
def test_why_a_body_is_no_json_is_said_in_german(client: FlaskClient, body: str, reason: str) -> None:
    answer = client.post("/api/owner", data=body, content_type="application/json", headers=GERMAN)
    assert answer.status_code == 400
    assert answer.get_json()["error"] == f"Der Inhalt dieser Anfrage ist kein JSON: {reason}"


@pytest.mark.parametrize(("headers", "reason"), [
    ({"Setup": '{"a":1,"a":2}'}, "ein Objekt nennt 'a' doppelt"),
    ({"Setup": '{"board":{"a1":"zz"}}'}, "'zz' ist keine Figur"),
    ({"Seals": '{"key":"x","boards":[{},{}]}'}, "12 hexadezimale Ziffern"),
])
def test_what_is_wrong_with_a_record_is_said_in_german(
    client: FlaskClient, headers: dict[str, str], reason: str
) -> None:
    lines = "".join('[{} "{}"]\n'.format(name, text.replace('"', '\\"')) for name, text in headers.items())
    record = f'[Game "pawn-advance"]\n[Rules "{find_game("pawn-advance").rules_version}"]\n{lines}\n'
    answer = client.post("/api/games/import", json={"record": record}, headers=GERMAN)
    assert answer.status_code == 400 and reason in answer.get_json()["error"]


@pytest.mark.parametrize(("changes", "error"), [
    ({"help": {"white": 1.5}}, "help: White must be one of"),
    ({"clocks": {"white": 1.5}}, "clocks: White must be a text, not 1.5."),
    ({"computers": {"white": 1.5}}, "computers: White must be a whole number from 1 to 8, not 1.5."),
    ({"computers": {"": 1}}, "'' does not play in this game."),
])
def test_a_field_of_a_new_game_that_cannot_be_read_is_named(
    client: FlaskClient, changes: dict[str, Any], error: str
) -> None:
    assert begin(client, **changes).get_json()["error"].startswith(error)


@pytest.mark.parametrize("junk", ["1e999", '"\\ud800"', '{"a": {"b": 1}}', "9" * 4_000])
def test_of_a_position_in_a_record_only_what_was_understood_is_kept(client: FlaskClient, junk: str) -> None:
    """Fields that states merely show may hold anything: nobody looks at them."""
    state = client.post("/api/setups", json={"game": "pawn-advance", "options": {}}).get_json()["state"]
    text = f'{json.dumps(state)[:-1]}, "legal": {junk}}}'.replace("\\", "\\\\").replace('"', '\\"')
    record = f'[Game "pawn-advance"]\n[Rules "{find_game("pawn-advance").rules_version}"]\n[Setup "{text}"]\n\n'
    kept = client.post("/api/games/import", json={"record": record})
    assert kept.status_code == (400 if junk == "1e999" else 201)
    assert [game["broken"] for game in client.get("/api/games").get_json()["games"]] == [""] * (kept.status_code == 201)
