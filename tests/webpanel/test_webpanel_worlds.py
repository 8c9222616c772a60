"""Every address of the panel is asked in two games that differ in nothing but what White threw and divided in secret.

Who looks on, and who holds Black's seat, must be answered the same: pages, records, stories, pictures and films.
"""

import re
from pathlib import Path
from typing import Any

from flask import Flask
from test_webpanel_secrets import ONE_WORLD, OTHER_WORLD, SETUP
from watched_desk import WatchedDesk

from engine.core.pieces import Seat
from engine.registry import find_game
from webpanel.access.phones import COOKIE
from webpanel.app import create_app

KEY = "secret"
VALUES = {"key": KEY, "name": "white", "game_id": "pawns-revenge"}
ASIDE = ("/api/openapi.json", "/events", "/static/", "/guides/", "/api/backup", "/favicon.ico", "/manifest")
"""Files of the program; the owner's copies; and what never ends, which the end-to-end campaign searches."""
ASKED = {
    "/api/actions": ["", "?seat=white"],
    "/api/games/<key>/picture": [f"?step={step}" for step in range(6)],
    "/api/moment": [f"?key={KEY}&action={action}&moment={moment}{seat}"
                    for action in range(1, 5) for moment in (0, 1) for seat in ("", "&seat=white")],
    "/api/piece": [f"?square=d4{seat}" for seat in ("", "&seat=white")],
    "/api/story": ["", "?seat=white", "?first=1"],
    "/api/table": ["", "?seat=white"],
    "/new/<game_id>": [f"?from={KEY}&at={at}" for at in range(5)],
}
"""The queries of an address."""
WORLDS = {"one": ONE_WORLD, "again": ONE_WORLD, "other": OTHER_WORLD}
VARIES = {"/hardware", "/api/settings"}
"""Addresses that depend on the computer, not on the game."""
CHANCE = re.compile(
    r'"(number|scene)":\d+|\b4\d{11}\b|\bgame:\d+|\d\d:\d\d:\d\d[^<]*|data-scene="\d+"|data-running="\w*"'
)
"""Text that differs from one program to the next: numbers of scenes and of questions, times."""


def addresses(app: Flask) -> list[str]:
    """All that can be looked at, the queries with it."""
    found = []
    for rule in app.url_map.iter_rules():
        if rule.methods and "GET" in rule.methods and not str(rule).startswith(ASIDE):
            path = re.sub(r"<(\w+)>", lambda part: VALUES[part[1]], str(rule))
            found += [path + query for query in ASKED.get(str(rule), [""])]
    return found


def answers(directory: Path, actions: tuple[str, ...]) -> dict[tuple[str, str], str]:
    """Return the answers of the program of one world, by phone and request."""
    directory.mkdir()
    options: dict[str, Any] = find_game("pawns-revenge").read_options({}).as_data()
    names = {Seat.WHITE: "Anna", Seat.BLACK: "Ben"}
    told = {}
    with WatchedDesk(directory) as desk:
        desk.keep(KEY, game_id="pawns-revenge", options=options, players=names, setup=SETUP, actions=actions)
        desk.resume(KEY)
        app = create_app(desk)
        phones = {who: app.test_client() for who in ("white", "black", "nobody")}
        for who, phone in phones.items():
            phone.set_cookie(COOKIE, f"the-phone-of-{who}-in-this-test")
            assert who == "nobody" or phone.put(f"/api/seats/{who}").status_code == 200
        for who, phone in phones.items():
            for address in addresses(app):
                answer = phone.get(address)
                told[who, address] = f"{answer.status_code} {CHANCE.sub('', answer.text)}"
    return told


def test_no_address_tells_one_world_from_the_other(tmp_path: Path) -> None:
    one, again, other = (answers(tmp_path / name, actions) for name, actions in WORLDS.items())
    known = {asked for asked in one if one[asked] == again[asked]}
    assert {address for _, address in set(one) - known} <= VARIES, "else nothing is compared"
    differs = {(who, address) for who, address in known if one[who, address] != other[who, address]}
    assert [asked for asked in sorted(differs) if asked[0] != "white"] == []
    for address in ("/api/table", "/api/story"):
        assert ("white", address) in differs, "White knows which world it is"
    for address in ("/api/picture", f"/api/games/{KEY}/film", f"/api/games/{KEY}/record", f"/games/{KEY}"):
        assert one["nobody", address].startswith("200")
