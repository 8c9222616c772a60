"""Pictures and films to share show what stands on the board, and nothing that is secret."""

import random
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient
from secret_games import SecretGame, secret_game
from watched_desk import WatchedDesk, random_game

import webpanel
from daemon.snapshots.presence import LOST_S
from engine.core.pieces import Seat
from engine.core.squares import Board
from engine.game import SPECTATOR
from engine.records.game_record import begin, read_record, replay
from engine.registry import find_game, game_ids
from table.messages.events import Answer, ParkGame
from webpanel.presenters.films import shown
from webpanel.presenters.pictures import CELL, DARK, EDGE, Moment, PictureFrame, picture

PLAYERS = {Seat.WHITE: "Anna & <Co>", Seat.BLACK: "Ben"}
SVG = "{http://www.w3.org/2000/svg}"


def seen(svg: str) -> dict[str, str]:
    """Return the pieces on a picture: square → piece, by the places and shapes of the drawings."""
    root = ElementTree.fromstring(svg)
    top = next(float(rect.get("y", 0)) for rect in root.iter(f"{SVG}rect") if rect.get("fill") == DARK)
    height = next(float(rect.get("height", 0)) for rect in root.iter(f"{SVG}rect") if rect.get("fill") == DARK)
    shields = {place(use, top, height) for use in root.iter(f"{SVG}use") if use.get("href") == "#shield"}
    pieces = {}
    for use in root.iter(f"{SVG}use"):
        if use.get("data-square"):
            square = place(use, top, height)
            assert square == use.get("data-square")
            pieces[square] = str(use.get("href"))[1:] + ("+" if square in shields else "")
    return pieces


def place(use: ElementTree.Element, top: float, height: float) -> str:
    x, y = float(use.get("x", 0)), float(use.get("y", 0))
    return f"{chr(97 + int((x - EDGE) // CELL))}{int((top + height - y) // CELL) + 1}"


def words(svg: str) -> str:
    return " ".join(text.text or "" for text in ElementTree.fromstring(svg).iter(f"{SVG}text"))


def stands(game_id: str, actions: tuple[str, ...], count: int) -> Mapping[str, str]:
    game = find_game(game_id)
    played = replay(begin(game, game.read_options({})), actions[:count])
    board = game.board(played.options)
    pieces = game.view(played.position, SPECTATOR).pieces
    return {board.name(square): as_drawn(str(piece)) for square, piece in pieces.items()}


def as_drawn(piece: str) -> str:
    return piece if piece[0] in "wbru" else f"n{piece[1:]}"


@pytest.mark.parametrize("game_id", game_ids())
def test_each_picture_of_a_game_shows_what_stood_there(game_id: str, desk: WatchedDesk, client: FlaskClient) -> None:
    actions = random_game(game_id, 5, 60)
    desk.finish(*actions, game_id=game_id, players=PLAYERS, key="kept")
    steps = client.get("/api/games/kept").get_json()["replay"]["steps"]
    last = {step["number"]: number for number, step in enumerate(steps)}
    film = client.get("/api/games/kept/film").get_json()
    assert len(film["moments"]) == len(steps)
    newest = max(last)  # what is still secret comes after it
    assert newest >= 15
    for count in (0, newest // 2, newest):
        step = last[count]
        filmed = film["before"] + film["moments"][step]["drawn"] + film["after"]
        single = client.get(f"/api/games/kept/picture?step={step}")
        assert single.mimetype == "image/svg+xml" and single.text == filmed
        assert seen(filmed) == stands(game_id, actions, count)
        assert PLAYERS[Seat.WHITE] in words(filmed) and film["moments"][step]["told"] == steps[step]["told"]
        assert re.findall('data-last="(.*?)"', filmed) == steps[step]["squares"]


@pytest.mark.parametrize("game_id", game_ids())
def test_the_picture_of_the_table_is_its_position(game_id: str, desk: WatchedDesk, client: FlaskClient) -> None:
    assert client.get("/api/picture").status_code == 404
    actions = random_game(game_id, 7, 12)
    desk.finish(*actions, game_id=game_id, players=PLAYERS, key="table")
    desk.resume("table")
    answer = client.get("/api/picture")
    assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")
    assert seen(answer.text) == stands(game_id, actions, len(actions))
    told = client.get("/api/story").get_json()["entries"][-1]["moments"][-1]["told"]
    assert find_game(game_id).name in words(answer.text)
    assert told.split(".")[0] in words(answer.text)


@pytest.mark.parametrize(("title", "size"), [("Pawn", 17), ("Some Game of Small Boards", 13)])
def test_a_long_name_above_a_narrow_board_is_written_smaller(title: str, size: int) -> None:
    drawn = picture(PictureFrame(title, {}, Board(5, 5), {}), Moment({}, "", ""))
    (name,) = (text for text in ElementTree.fromstring(drawn).iter(f"{SVG}text") if text.text == title)
    assert name.get("font-size") == str(size)


def test_pictures_speak_the_language_of_the_phone(desk: WatchedDesk, client: FlaskClient) -> None:
    desk.finish("c1c3", players=PLAYERS, key="kept")
    told = client.get("/api/games/kept/picture", headers={"Accept-Language": "de"}).text
    assert "Bauer" in words(told)
    desk.resume("kept")
    assert "Bauer" in words(client.get("/api/picture", headers={"Accept-Language": "de"}).text)
    assert "pawn" in words(client.get("/api/picture", headers={"Accept-Language": "en"}).text)


@pytest.fixture
def hiding(desk: WatchedDesk, client: FlaskClient, another: Callable[[], FlaskClient]) -> "Hiding":
    """White has thrown and divided in secret; each side has a phone, and a third one looks on."""
    game, black, watching = secret_game("Anna", "Ben", random.Random(2)), another(), another()
    client.post("/api/games/import", json={"record": game.record})
    key = desk.shelf.games()[0].key
    desk.resume(key)
    assert client.put("/api/seats/white").status_code == black.put("/api/seats/black").status_code == 200
    own = client.get("/api/table").text
    assert any(secret in own for secret in game.of("white")), "there is nothing to hide"
    division = read_record(game.record).played.actions[-1].text.partition(":")[2]
    return Hiding(key, game, (division, division.replace("/", "/+").replace("+", " +", 1)), client, black, watching)


@dataclass(frozen=True)
class Hiding:
    """``division``: how what White hides is written in records, and how it is told."""

    key: str
    game: SecretGame
    division: tuple[str, ...]
    white: FlaskClient
    black: FlaskClient
    watching: FlaskClient

    def told_by(self, phone: FlaskClient, paths: Iterable[str], *seats: str) -> list[str]:
        """Return the paths that tell this phone a secret of one of these seats."""
        secrets = [*self.division, *(told for seat in seats for told in self.game.of(seat))]
        answers = {path: phone.get(path.format(key=self.key, last=self.game.length)) for path in paths}
        assert {path: answer.status_code for path, answer in answers.items() if answer.status_code != 200} == {}
        return [path for path, answer in answers.items() if any(secret in answer.text for secret in secrets)]


PICTURES = ("/api/picture", "/api/picture?seat=white", "/api/games/{key}/picture", "/api/games/{key}/film",
            "/api/games/{key}/film?seat=white")
LOOKS = (
    "/api/table", "/api/table?seat=white", "/api/story", "/api/story?seat=white", "/api/games", "/api/games/{key}",
    "/api/games/{key}/record", "/games/{key}", "/continue", "/",
    "/api/moment?key={key}&action={last}&moment=0", "/api/moment?key={key}&action={last}&moment=0&seat=white",
    *(f"/api/piece?square={square}&seat=white" for square in ("e1", "d1", "d2", "e8")),
    *PICTURES,
)
"""Everything that tells of a game on the table: scene, log (by which phones speak, sound and tell moments), replay
and record."""


def test_what_a_seat_hides_is_in_no_picture_not_even_its_own(hiding: Hiding) -> None:
    for phone in (hiding.white, hiding.black, hiding.watching):
        assert hiding.told_by(phone, PICTURES, "white", "black") == []


def test_what_a_seat_hides_is_told_nobody_else(hiding: Hiding) -> None:
    """The log of its own phone knows it: the search would find it."""
    assert "/api/story" in hiding.told_by(hiding.white, LOOKS, "white")
    for phone in (hiding.black, hiding.watching):
        assert hiding.told_by(phone, LOOKS, "white") == []


def test_who_plays_on_for_a_phone_that_is_gone_learns_no_secret_until_the_next_turn(
    hiding: Hiding, desk: WatchedDesk
) -> None:
    desk.clock.turn(LOST_S)
    assert hiding.watching.put("/api/seats/white").status_code == 200
    assert hiding.watching.get("/api/table").json["held"] == ["white"]
    assert hiding.told_by(hiding.watching, LOOKS, "white") == []
    desk.send(ParkGame())
    desk.resume(hiding.key)
    assert hiding.told_by(hiding.watching, LOOKS, "white") == [], "as little after a break"
    desk.send(Answer(division_of(desk, Seat.BLACK), "black:-", frozenset({Seat.BLACK})))
    assert hiding.watching.get("/api/table").json["sees"] == ["white"]


def test_who_plays_on_in_a_seat_that_has_still_to_divide_sees_what_it_divides(
    hiding: Hiding, desk: WatchedDesk
) -> None:
    desk.clock.turn(LOST_S)
    assert hiding.watching.put("/api/seats/black").status_code == 200
    assert "/api/story" in hiding.told_by(hiding.watching, LOOKS, "black")
    assert hiding.told_by(hiding.watching, LOOKS, "white") == []


def test_who_has_still_to_divide_does_not_see_what_the_seat_hides_that_it_takes_over(
    hiding: Hiding, desk: WatchedDesk
) -> None:
    desk.clock.turn(LOST_S)
    assert hiding.black.put("/api/seats/white").status_code == 200
    assert hiding.black.get("/api/table").json["held"] == ["white", "black"]
    assert hiding.told_by(hiding.black, LOOKS, "white") == []


def division_of(desk: WatchedDesk, seat: Seat) -> str:
    prompts = desk.snapshot().scene(frozenset()).prompts
    return next(prompt.id for prompt in prompts if prompt.kind == "division" and seat in prompt.seats)


def test_steps_that_there_are_not_are_refused(desk: WatchedDesk, client: FlaskClient) -> None:
    desk.finish("c1c3", players=PLAYERS, key="kept")
    assert client.get("/api/games/none/picture").status_code == 404
    assert client.get("/api/games/none/film").status_code == 404
    assert client.get("/api/games/kept/picture?step=2").status_code == 400
    desk.keep("broken", broken="no longer legal", actions=("a1a8",))
    assert client.get("/api/games/broken/film").status_code == 409
    assert client.get("/api/games/broken/picture").status_code == 409


def test_a_picture_stays_small(desk: WatchedDesk, client: FlaskClient) -> None:
    """The largest board, full as it begins; a film of it grows by what its moments are, not by the board."""
    game, actions = find_game("pawns-revenge"), random_game("pawns-revenge", 3, 30, players=4)
    options = game.read_options({"players": 4})
    desk.keep("large", game_id=game.id, options=options.as_data(), players=dict.fromkeys(Seat, "Anna"), actions=actions)
    assert len(client.get("/api/games/large/picture").data) < 40_000
    film = client.get("/api/games/large/film").get_json()
    assert all(len(moment["drawn"]) < 15_000 for moment in film["moments"])


@pytest.mark.parametrize("count", [1, 5, 6, 7, 40])
def test_a_long_game_is_filmed_in_larger_steps(count: int) -> None:
    """Two moments for each action: first those in the middle are left out, then whole actions."""
    steps = [{"number": 0}, *({"number": number} for number in range(1, count) for _ in range(2))]
    chosen = list(shown(steps, most=6))
    assert len(chosen) <= 6 and chosen == sorted(set(chosen))
    assert (chosen[0], chosen[-1]) == (0, len(steps) - 1)
    if count > 5:
        assert all(step == len(steps) - 1 or steps[step]["number"] != steps[step + 1]["number"] for step in chosen)


def test_phones_know_every_drawing_of_a_piece():
    """They cannot look into the file of the drawings before they draw."""
    static = Path(webpanel.__file__).parent / "static"
    drawings = set(re.findall(r'<symbol id="(\w+)"', (static / "pieces.svg").read_text("utf-8"))) - {"shield"}
    known = re.search(r'const DRAWN = new Set\("([\w ]+)"', (static / "js" / "board" / "pieces.js").read_text("utf-8"))
    assert known and set(known[1].split()) == drawings
