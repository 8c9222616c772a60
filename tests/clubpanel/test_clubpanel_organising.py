"""Organisers at the pages of tournaments: from the PIN to the last round, and what is refused."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from sqlalchemy import create_engine, text

from club.broadcast.public import PublicGame, write_game
from club.transport.link import Broker
from club.transport.messages import Status, write_status
from clubpanel.app import create_app
from clubpanel.results.database import opened
from clubpanel.results.errors import UnusablePin
from clubpanel.web.organisers import own_pin
from clubpanel.web.wall import WatchedClub
from engine.core.pieces import Seat
from engine.core.squares import Board

HALL, SIDE = "00000000000000a1", "00000000000000b2"
PIN = "246810"


@pytest.fixture
def wall(tmp_path: Path, database_address: str) -> Iterator[WatchedClub]:
    database = opened(database_address, tmp_path)
    yield WatchedClub(Broker("127.0.0.1", 9), "pawnlight", database, lambda: "2026-11-23T10:00:00Z", PIN)
    database.dispose()


@pytest.fixture
def guest(wall: WatchedClub) -> FlaskClient:
    return create_app(wall).test_client()


@pytest.fixture
def eve(guest: FlaskClient) -> FlaskClient:
    """An organiser."""
    phone = guest.application.test_client()
    assert phone.post("/organiser", data={"pin": PIN, "name": "Eve"}).status_code == 303
    return phone


def over(
    wall: WatchedClub, board: str, key: str, white: str, black: str, *winners: Seat, termination: str = "normal"
) -> None:
    """A board says that it is there, and how a game ended."""
    wall.watcher._hear(f"pawnlight/{board}/status", write_status(Status(board, f"Board {board[-2:]}", True, "1")), True)
    game = PublicGame(key, "pawn", Board(8, 8), {Seat.WHITE: white, Seat.BLACK: black}, winners=winners, actions=9,
                      termination=termination)
    wall.watcher._hear(f"pawnlight/{board}/game", write_game(game), False)
    wall.bookkeeper.renew()


def begin(eve: FlaskClient, players: str, system: str = "round_robin", rounds: str = "") -> str:
    form = {"name": "Autumn cup", "system": system, "game": "pawn", "rounds": rounds}
    address = eve.post("/tournaments", data=form).headers["Location"]
    act(eve, address, "enter", players=players.replace(" ", "\n"))
    return str(address)


def page(phone: FlaskClient, address: str, status: int = 200) -> str:
    answer = phone.get(address)
    assert answer.status_code == status
    return answer.get_data(as_text=True)


def act(eve: FlaskClient, address: str, name: str, status: int = 303, **form: str) -> str:
    acts = re.findall(r'name="acts" value="(\d+)"', page(eve, address))
    answer = eve.post(address, data={"act": name, "acts": acts[0]} | form)
    assert answer.status_code == status, answer.get_data(as_text=True)
    return answer.get_data(as_text=True)


def standing(phone: FlaskClient, address: str) -> list[str]:
    rows = phone.get(f"{address}/table.csv").get_data(as_text=True).splitlines()[1:]
    return [",".join(row.split(",")[1:3]) for row in rows]


def test_a_round_robin_from_the_first_name_to_the_end(wall: WatchedClub, eve: FlaskClient, guest: FlaskClient) -> None:
    cup = begin(eve, "Ada Bo Cy")
    act(eve, cup, "pair")
    over(wall, HALL, "k1", "Ada", "Bo", Seat.WHITE)
    over(wall, HALL, "k2", "Bo", "Cy")
    act(eve, cup, "end", status=409)
    over(wall, SIDE, "k3", "Cy", "Ada", Seat.BLACK)
    assert standing(guest, cup) == ["Ada,2.0", "Bo,0.5", "Cy,0.5"]
    act(eve, cup, "end")
    shown = page(guest, cup)
    assert "finished" in shown and "Change" not in shown and "For organisers" not in shown
    assert "reopen" in page(eve, cup)
    assert "white,pawnlight" not in guest.get(f"{cup}/games.csv").get_data(as_text=True)


def test_two_who_abandon_a_game_and_play_another_have_played_that_one(
    wall: WatchedClub, eve: FlaskClient, guest: FlaskClient
) -> None:
    cup = begin(eve, "Ada Bo")
    act(eve, cup, "pair")
    over(wall, HALL, "k1", "Ada", "Bo", termination="abandoned")
    assert standing(guest, cup) == ["Ada,0.0", "Bo,0.0"] and "Ada" not in page(guest, "/standings.csv")
    assert "does not count" in page(guest, "/results") and "does not count" in page(guest, f"/boards/{HALL}")
    over(wall, HALL, "k2", "Ada", "Bo", Seat.BLACK, termination="resignation")
    assert standing(guest, cup) == ["Bo,1.0", "Ada,0.0"]
    assert "Bo,1,1,0,0" in page(guest, "/standings.csv")


def test_the_first_game_counts_and_stays_though_nobody_knows_the_date(tmp_path: Path, database_address: str) -> None:
    """Whichever board it is on; and also if what was first is told of again, or the date becomes known."""
    dates = ["2026-11-23T10:00:00Z"]
    database = opened(database_address, tmp_path)
    wall = WatchedClub(Broker("127.0.0.1", 9), "pawnlight", database, lambda: dates[-1], PIN)
    guest = create_app(wall).test_client()
    assert guest.post("/organiser", data={"pin": PIN, "name": "Eve"}).status_code == 303
    dates.append("")
    for one, other in ((HALL, SIDE), (SIDE, HALL)):
        cup = begin(guest, "Ada Bo")
        act(guest, cup, "pair")
        over(wall, one, f"first{cup[-1]}", "Ada", "Bo", Seat.WHITE)
        more = (other, "second", Seat.BLACK), (one, "first", Seat.WHITE), (one, "third", Seat.BLACK)
        for board, key, winner in more:
            over(wall, board, f"{key}{cup[-1]}", "Ada", "Bo", winner)
            assert standing(guest, cup) == ["Ada,1.0", "Bo,0.0"]
    database.dispose()


def test_a_swiss_tournament_waits_for_its_results_and_pairs_equals(wall: WatchedClub, eve: FlaskClient) -> None:
    cup = begin(eve, "Ada Bo Cy Di", "swiss", "3")
    act(eve, cup, "pair")
    assert "games without a result" in act(eve, cup, "pair", status=409)
    over(wall, HALL, "k1", "Ada", "Cy", Seat.WHITE)
    over(wall, HALL, "k2", "Di", "Bo", Seat.BLACK)
    act(eve, cup, "pair")
    second = eve.get(f"{cup}/games.csv").get_data(as_text=True).splitlines()[3:]
    assert {frozenset(line.split(",")[1:3]) for line in second} == {frozenset(("Ada", "Bo")), frozenset(("Cy", "Di"))}


def test_games_go_to_boards_and_only_theirs_counts(wall: WatchedClub, eve: FlaskClient, guest: FlaskClient) -> None:
    over(wall, HALL, "k0", "Ada", "Bo", Seat.BLACK)
    over(wall, SIDE, "x", "Eve", "Flo")
    cup = begin(eve, "Ada Bo")
    act(eve, cup, "pair", boards="1")
    assert "not finished yet" in page(guest, cup), "what was over before is another game"
    over(wall, SIDE, "k1", "Ada", "Bo", Seat.BLACK)
    assert "not finished yet" in page(guest, cup)
    act(eve, cup, "assign", game="0", board=SIDE)
    assert "0 : 1" in page(guest, cup)
    act(eve, cup, "assign", status=400, game="0", board="00000000000000ff")


def test_a_correction_keeps_who_when_why_and_what_was_before(
    wall: WatchedClub, eve: FlaskClient, guest: FlaskClient
) -> None:
    cup = begin(eve, "Ada Bo")
    act(eve, cup, "pair")
    over(wall, HALL, "k1", "Ada", "Bo", Seat.WHITE)
    act(eve, cup, "correct", game="0", score="draw", why="The clock had stopped <i>")
    shown = page(guest, cup)
    assert "entered by the organiser" in shown
    assert "Ada – Bo: ½ : ½; before: 1 : 0. The clock had stopped &lt;i&gt;" in shown
    assert "Eve · 11/23/26" in shown
    assert "1500" in page(guest, "/results"), "the rating follows"
    act(eve, cup, "correct", game="0", score="")
    assert standing(guest, cup) == ["Ada,1.0", "Bo,0.0"]


def test_what_an_organiser_entered_keeps_its_place_and_a_later_game_is_one_of_its_own(
    wall: WatchedClub, eve: FlaskClient, guest: FlaskClient
) -> None:
    cup = begin(eve, "Ada Bo")
    act(eve, cup, "pair")
    act(eve, cup, "correct", game="0", score="white", why="said on the phone")
    over(wall, HALL, "later", "Ada", "Bo", Seat.BLACK)
    assert standing(guest, cup) == ["Ada,1.0", "Bo,0.0"] and "later" not in page(guest, f"{cup}/games.csv")
    assert page(guest, "/results.csv").count("winners") == 1 and "later,pawn,white: Ada; black: Bo,black" in page(
        guest, "/results.csv")
    assert "Ada,2,1,0,1" in page(guest, "/standings.csv") and "Bo,2,1,0,1" in page(guest, "/standings.csv")
    act(eve, cup, "correct", game="0", score="white_unplayed", why="he did not come")
    assert "Ada,1,0,0,1" in page(guest, "/standings.csv") and "Bo,1,1,0,0" in page(guest, "/standings.csv")


def test_a_corrected_game_stays_the_one_that_its_board_told_of(
    wall: WatchedClub, eve: FlaskClient, guest: FlaskClient
) -> None:
    cup = begin(eve, "Ada Bo")
    act(eve, cup, "pair")
    over(wall, HALL, "k1", "Ada", "Bo", Seat.WHITE)
    act(eve, cup, "correct", game="0", score="draw", why="")
    over(wall, HALL, "k2", "Ada", "Bo", Seat.BLACK)
    over(wall, HALL, "k1", "Ada", "Bo", Seat.BLACK)
    assert f"draw,draw,,{HALL}/k1" in page(guest, f"{cup}/games.csv")
    assert "Ada,2,0,1,1" in page(guest, "/standings.csv")


def test_what_two_organisers_do_at_once_is_not_done_twice(eve: FlaskClient) -> None:
    cup = begin(eve, "Ada Bo Cy Di", "swiss", "3")
    form = {"act": "pair", "acts": re.findall(r'name="acts" value="(\d+)"', page(eve, cup))[0]}
    assert eve.post(cup, data=form).status_code == 303
    again = eve.post(cup, data=form)
    assert again.status_code == 409
    assert page(eve, cup).count('id="round-') == 1


def test_of_many_names_all_are_taken_or_none(eve: FlaskClient) -> None:
    cup = begin(eve, "Ada")
    assert "is taking part already" in act(eve, cup, "enter", status=409, players="Bo\nCy\nada")
    assert standing(eve, cup) == ["Ada,0.0"]


@pytest.mark.parametrize("address", ["/tournaments", "/tournaments/1"])
def test_only_organisers_change_anything(eve: FlaskClient, guest: FlaskClient, address: str) -> None:
    cup = begin(eve, "Ada Bo")
    answer = guest.post(address, data={"act": "pair", "acts": "3", "name": "X", "system": "swiss", "game": "pawn"})
    assert answer.status_code == 403 and "PIN of the organisers" in answer.get_data(as_text=True)
    guest.set_cookie("pawnlight_organiser", "made-up")
    assert guest.post(address, data={"act": "pair", "acts": "3"}).status_code == 403
    foreign = {"Origin": "http://elsewhere.example"}
    assert eve.post(address, data={"act": "pair", "acts": "3"}, headers=foreign).status_code == 403
    assert "Round 1" not in page(guest, cup)
    eve.post("/organiser/leave")
    assert eve.post(address, data={"act": "pair", "acts": "3"}).status_code == 403


def test_the_pin_cannot_be_guessed(guest: FlaskClient) -> None:
    answers = [guest.post("/organiser", data={"pin": f"{number:06}", "name": "M"}).status_code for number in range(7)]
    assert answers == [403] * 5 + [429] * 2
    assert guest.post("/organiser", data={"pin": PIN, "name": "M"}).status_code == 429


HARMFUL = ["", "\x00", "\ud800", "\u202e", "x" * 5000, "-1", "99999999999", "1e9", "½", "²", "' OR 1=1 --", "<script>"]


@pytest.mark.parametrize("value", HARMFUL)
def test_bad_input_is_refused_and_changes_nothing(eve: FlaskClient, value: str) -> None:
    cup = begin(eve, "Ada Bo")
    act(eve, cup, "pair")
    before = page(eve, cup)
    given = value.encode("utf-8", "surrogatepass")
    whole: dict[str, str | bytes] = {"act": "correct", "acts": "4", "game": "0", "score": "draw", "why": ""}
    bad = [whole | {name: given} for name in ("act", "acts", "game", "score") if (name, value) != ("score", "")]
    bad += [whole | {"act": name, "player": given, "board": given or b"x"} for name in ("leave", "assign")]
    begins = {"name": "X", "system": "swiss", "game": "pawn", "rounds": "3"}
    for form in bad:
        assert 400 <= eve.post(cup, data=form).status_code < 500, form
    for name in ("system", "game", "rounds"):
        assert 400 <= eve.post("/tournaments", data=begins | {name: given}).status_code < 500, name
    assert page(eve, cup) == before
    assert eve.post("/appearance", data={"back": given, "theme": given}).status_code in (303, 400)


def test_a_form_that_is_far_too_large_is_not_read(eve: FlaskClient) -> None:
    answer = eve.post("/tournaments", data={"name": "x" * 100_000}, headers={"Accept-Language": "de"})
    assert answer.status_code == 413
    assert "<h1>Das ist zu viel auf einmal</h1>\n<p>Das Panel nimmt 64 kB.</p>" in answer.text


def test_what_an_address_does_not_take_is_said_in_the_language_of_the_phone(eve: FlaskClient) -> None:
    answer = eve.delete("/tournaments", headers={"Accept-Language": "de"})
    assert answer.status_code == 405 and "Diese Adresse nimmt solche Anfragen nicht an" in answer.text
    assert "POST" in answer.headers["Allow"]
    assert "This address does not take such requests" in eve.delete("/tournaments").text


def test_each_phone_has_its_language_and_its_look(guest: FlaskClient) -> None:
    assert 'lang="en" data-theme="dark"' in page(guest, "/tournaments")
    answer = guest.post("/appearance", data={"back": "/tournaments?x=1", "language": "de", "theme": "light"})
    assert answer.headers["Location"] == "/tournaments?x=1"
    shown = page(guest, "/tournaments")
    assert 'lang="de" data-theme="light"' in shown and "Turniere" in shown and "/css/light.css" in shown
    for back in ("//elsewhere.example", "https://elsewhere.example", "/\\elsewhere.example"):
        assert guest.post("/appearance", data={"back": back}).headers["Location"] == "/"
    for sheet in ("bundles/panel", "css/light"):
        answer = guest.get(f"/static/{sheet}.css")
        assert answer.status_code == 200
        answer.close()


def test_the_pin_is_drawn_once_and_nobody_else_may_read_it(tmp_path: Path) -> None:
    file = tmp_path / "organiser-pin"
    pin = own_pin(file)
    assert own_pin(file) == pin and len(pin) == 6
    assert file.stat().st_mode & 0o777 == 0o600
    file.write_text("abc")
    with pytest.raises(UnusablePin, match="holds no PIN"):
        own_pin(file)
    with pytest.raises(UnusablePin, match="may write there"):
        own_pin(tmp_path / "nowhere" / "pin")


@pytest.mark.parametrize("act", [
    '{"act": "dance"}', '{"act": "enter", "player": 5}', '{"act": "leave", "player": "Zed"}',
    '{"act": "pair", "games": [{"round": 1, "white": "X", "black": "Y", "board": "", "over_before": []}]}',
])
def test_a_damaged_tournament_does_not_take_the_others_along(
    wall: WatchedClub, eve: FlaskClient, tmp_path: Path, database_address: str, logged_errors: list[object], act: str
) -> None:
    first, second = begin(eve, "Ada Bo"), begin(eve, "Cy Di")
    database = create_engine(database_address or f"sqlite:///{tmp_path / 'club.sqlite3'}")
    with database.begin() as db:
        db.execute(text("UPDATE acts SET act = :act WHERE tournament = 1 AND number = 2"), {"act": act})
    database.dispose()
    wall.bookkeeper.renew()
    page(eve, first, 404)
    assert "Cy" in page(eve, second)
    assert logged_errors


@pytest.mark.parametrize("act", [
    b"{", b"", b"[" * 3_000, b"\xff", b'{"act": "enter", "player": NaN}', b'{"act": "enter", "player": 1e999}',
    b'{"act": "enter", "player": "Ada", "player": "Bo"}',
])
def test_an_act_that_is_no_json_is_one_of_its_tournament_alone(
    wall: WatchedClub, eve: FlaskClient, tmp_path: Path, database_address: str, logged_errors: list[object], act: bytes
) -> None:
    """A database server lets in none; the file of SQLite may hold anything."""
    if database_address:
        pytest.skip("the server checks that")
    first, second = begin(eve, "Ada Bo"), begin(eve, "Cy Di")
    with closing(sqlite3.connect(tmp_path / "club.sqlite3")) as db, db:
        db.execute("UPDATE acts SET act = CAST(? AS TEXT) WHERE tournament = 1 AND number = 2", (act,))
    wall.bookkeeper.renew()
    page(eve, first, 404)
    assert "Cy" in page(eve, second)
    assert eve.get("/tournaments").status_code == eve.get("/results").status_code == 200
    assert logged_errors


# --- results that nobody has taken --------------------------------------------------------------------------------


def button(shown: str, act: str) -> dict[str, str]:
    """The first form of an act on a page."""
    (form, *_) = [each for each in re.findall(r"<form.*?</form>", shown, re.S) if f'name="act" value="{act}"' in each]
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form))


def test_a_mistyped_name_is_one_tap_and_so_is_undoing_it(
    wall: WatchedClub, eve: FlaskClient, guest: FlaskClient
) -> None:
    cup = begin(eve, "Gus Dot")
    act(eve, cup, "pair")
    over(wall, HALL, "k1", "Guse", "Dot", Seat.WHITE)
    shown = page(guest, cup)
    assert "Guse – Dot on Board a1: 1 : 0" in shown and "Is it Gus – Dot of round 1?" in shown
    assert "Yes:" not in shown and standing(guest, cup) == ["Dot,0.0", "Gus,0.0"], "guests are told, and nobody guesses"
    assert "Yes: Gus – Dot, 1 : 0" in page(eve, cup)
    assert eve.post(cup, data=button(page(eve, cup), "take")).status_code == 303
    assert standing(guest, cup) == ["Gus,1.0", "Dot,0.0"] and "Is it Gus" not in page(guest, cup)
    assert "Gus – Dot: the game Guse – Dot counts as theirs." in page(guest, cup)
    assert "Gus,1,1,0,0" in page(guest, "/standings.csv") and "Guse" not in page(guest, "/standings.csv")
    assert eve.post(cup, data=button(page(eve, cup), "give_back")).status_code == 303
    assert standing(guest, cup) == ["Dot,0.0", "Gus,0.0"]
    assert "Gus – Dot: the game that was taken for theirs counts no more." in page(guest, cup)


def test_results_that_count_nowhere_say_why(wall: WatchedClub, guest: FlaskClient) -> None:
    for number, (white, black) in enumerate([("Ada", ""), ("Ada", "Ada"), ("Ada", "Bo")]):
        over(wall, HALL, f"k{number}", white, black, Seat.WHITE)
    shown = page(guest, "/results")
    assert shown.count("A player has no name: it does not count.") == 1
    assert shown.count("Somebody played on both sides: it does not count.") == 1
    assert shown.count("does not count") == 2


def test_a_refused_game_can_be_asked_about_again(wall: WatchedClub, eve: FlaskClient, guest: FlaskClient) -> None:
    cup = begin(eve, "Gus Dot")
    act(eve, cup, "pair")
    over(wall, HALL, "k1", "", "Dot", Seat.WHITE)
    stale = button(page(eve, cup), "take")
    assert eve.post(cup, data=button(page(eve, cup), "refuse")).status_code == 303
    assert "Is it Gus" not in page(guest, cup) and "The game no name – Dot was refused" in page(guest, cup)
    late = eve.post(cup, data=stale | {"acts": str(int(stale["acts"]) + 1)})
    assert late.status_code == 409 and "not open any more" in late.text
    assert eve.post(cup, data=button(page(eve, cup), "reconsider")).status_code == 303
    assert "Is it Gus" in page(guest, cup)


def test_a_game_on_another_board_is_taken_with_one_tap_and_its_record_has_the_names_of_the_tournament(
    wall: WatchedClub, eve: FlaskClient, guest: FlaskClient
) -> None:
    over(wall, HALL, "k0", "X", "Y")
    cup = begin(eve, "Gus Dot")
    act(eve, cup, "pair", boards="1")
    over(wall, SIDE, "k1", "Dot", "Gus", Seat.WHITE)
    assert "These two were given another board" in page(guest, cup)
    assert eve.post(cup, data=button(page(eve, cup), "take")).status_code == 303
    assert standing(guest, cup) == ["Dot,1.0", "Gus,0.0"]


@pytest.mark.parametrize("value", HARMFUL)
def test_an_answer_that_nobody_was_asked_for_is_refused(wall: WatchedClub, eve: FlaskClient, value: str) -> None:
    cup = begin(eve, "Gus Dot")
    act(eve, cup, "pair")
    over(wall, HALL, "k1", "Guse", "Dot", Seat.WHITE)
    before, right = page(eve, cup), {"game": "0", "result": f"{HALL}/k1"}
    for name, field in (("take", "game"), ("take", "result"), ("refuse", "result"), ("reconsider", "result"),
                        ("give_back", "game")):
        form = {"act": name, "acts": "4"} | right | {field: value.encode("utf-8", "surrogatepass")}
        assert 400 <= eve.post(cup, data=form).status_code < 500, (name, field)
    assert eve.post(cup, data={"act": "give_back", "acts": "4"} | right).status_code == 409, "nothing was taken"
    assert page(eve, cup) == before


# --- paper --------------------------------------------------------------------------------------------------------


def test_pages_for_paper_and_the_report_are_there_for_everybody(
    wall: WatchedClub, eve: FlaskClient, guest: FlaskClient
) -> None:
    cup = begin(eve, "Ada Bo Cy", "swiss", "3")
    assert "cross-table" not in page(guest, cup)
    act(eve, cup, "pair", boards="1")
    over(wall, HALL, "k1", *guest.get(f"{cup}/games.csv").text.splitlines()[1].split(",")[1:3], Seat.WHITE)
    for path in ("rounds/1", "rounds/1/slips", "cross-table", "report.trf"):
        assert f"{cup}/{path}" in page(guest, cup)
        assert guest.get(f"{cup}/{path}").status_code == 200
    report = guest.get(f"{cup}/report.trf")
    assert report.mimetype == "text/plain" and "042 2026/11/23\r\n" in report.text
    assert "001    1      Ada" in report.text and report.text.count("\r\n") == report.text.count("\n")
    for path in ("rounds/2", "rounds/0", "rounds/2/slips", "rounds/x"):
        page(guest, f"{cup}/{path}", 404)
    for path in ("rounds/1", "rounds/1/slips", "cross-table", "report.trf"):
        page(guest, f"/tournaments/99/{path}", 404)
