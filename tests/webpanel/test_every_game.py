"""Every game goes through the panel: offered, configured, begun, shown, replayed, scored."""

import random
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from markupsafe import escape
from random_games import counted, some_action
from watched_desk import DATE, WatchedDesk, random_game

import webpanel
from daemon.storage.games.rows import KeptEnd
from engine.core.events import Announced, Happening
from engine.game import SPECTATOR, AnyGame
from engine.records.game_record import begin
from engine.registry import games

GAMES = pytest.mark.parametrize("game", games(), ids=[game.id for game in games()])


def page(client: FlaskClient, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.get_data(as_text=True)


@GAMES
def test_it_is_offered_with_all_its_options(client: FlaskClient, game: AnyGame) -> None:
    assert f'href="/new/{game.id}"' in page(client, "/new")
    form = page(client, f"/new/{game.id}")
    assert all(f'data-option="{option.name}"' in form for option in game.options)


@GAMES
def test_it_is_shown_from_its_first_position(client: FlaskClient, game: AnyGame) -> None:
    begun = client.post("/api/games", json={"game": game.id, "options": {}, "players": {}, "screen": True})
    assert begun.status_code in (200, 201), begun.get_json()
    scene = client.get("/api/table").get_json()["scene"]
    assert (scene["game_id"], scene["status"]) == (game.id, "setup" if scene["missing"] else scene["status"])
    assert scene["now"] and set(scene["piece_names"]) == set(game.piece_names)


@GAMES
def test_it_can_be_replayed_and_counts_when_it_has_ended(desk: WatchedDesk, client: FlaskClient, game: AnyGame) -> None:
    actions = random_game(game.id, 1, 60)
    desk.finish(*actions, game_id=game.id, key="one", winners=(game.seats[0],))
    steps = client.get("/api/games/one").get_json()["replay"]["steps"]
    assert {step["number"] for step in steps} == {*range(len(actions) + 1)}
    assert all(step["told"] for step in steps[1:])
    assert escape(game.name) in page(client, "/games/one")
    assert 'href="/games/one"' in page(client, "/scores")


@GAMES
def test_every_end_is_told_in_words(desk: WatchedDesk, client: FlaskClient, game: AnyGame) -> None:
    for reason, words in game.reasons.items():
        desk.keep("one", game_id=game.id, end=KeptEnd((), reason, "normal", DATE))
        assert client.get("/api/games/one").get_json()["reason"] == str(words)


def icons(game: AnyGame) -> Iterator[str]:
    """The pictures that a game asks for in random games, and after an action from each entry of its perft table."""
    for seed in range(3):
        played, dice = begin(game, game.read_options({})), random.Random(seed)
        for _ in range(200):
            yield game.describe(played.position, SPECTATOR).icon
            if not game.to_act(played.position):
                break
            played, happenings = played.after(some_action(game, played.position, dice))
            yield from announced(happenings)
    for entry in counted(game):
        first = begin(game, game.read_options(entry["options"]), entry["setup"]).position
        for action in game.actions(first):
            yield from announced(game.apply(first, action)[1])


def announced(happenings: Iterable[Happening]) -> Iterator[str]:
    return (each.icon for each in happenings if isinstance(each, Announced))


@GAMES
def test_its_icons_are_pictures_of_the_set(game: AnyGame) -> None:
    """A name that is not known is shown as the sign for information, without a word."""
    script = (Path(webpanel.__file__).parent / "static" / "js" / "lib" / "dom.js").read_text("utf-8")
    known = set(re.findall(r"[\w-]+", script.partition("const ICONS = new Set(")[2].partition(");")[0]))
    also = re.findall(r"(\w+):", script.partition("const ALSO = {")[2].partition("}")[0])
    assert {"swords", "shuffle"} <= known and "die" in also
    assert {*icons(game)} - known - {*also} == set()
