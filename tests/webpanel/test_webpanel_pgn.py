"""Games of chess as PGN through the panel: imported one by one or many at once, and written."""

import sqlite3
from typing import Any

import pytest
from flask.testing import FlaskClient
from watched_desk import PIN, WatchedDesk

from daemon.storage import store
from engine.core.messages import message
from engine.core.pieces import Seat
from engine.records.time_controls import Control, KeptClocks, Kind, Stamp, Time
from engine.services.review import Blunder, Review
from webpanel.access.context import EXTENSION
from webpanel.limits.imports import IMPORTS_PER_ADDRESS

GAME = '[Event "x"]\n[White "Ada"]\n[Black "Bo"]\n\n1. e4 e5 1-0\n\n'
BAD = GAME.replace("e5", "e9")
SCHOLAR = ("e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6", "h5f7")
NAMES = {Seat.WHITE: "Ada", Seat.BLACK: "Bo"}


def bring(client: FlaskClient, text: str) -> tuple[int, dict[str, Any]]:
    answer = client.post("/api/games/import", json={"record": text})
    return answer.status_code, answer.get_json()


def test_every_game_of_a_file_is_kept_or_told(desk: WatchedDesk, client: FlaskClient) -> None:
    status, answer = bring(client, GAME + BAD + GAME.replace("e5", "e5 $4"))
    assert status == 201
    first, second, third = answer["games"]
    assert answer["key"] == first["key"] and desk.shelf.game(first["key"]).actions == ("e2e4", "e7e5")
    assert second == {
        "number": 2, "players": ["Ada", "Bo"], "key": "", "notes": [],
        "problem": "move 1 (e9): 'e9' is not a legal move here",
    }
    assert (third["notes"], desk.shelf.game(third["key"]).players) == (["1 mark such as ! or $4 is left out"], NAMES)
    assert desk.shelf.count() == 2


def test_a_file_of_which_nothing_can_be_read_is_refused_in_the_language_of_the_phone(
    desk: WatchedDesk, client: FlaskClient
) -> None:
    status, answer = bring(client, BAD)
    assert status == 400 and "ame 1 (Ada \u2013 Bo): move 1 (e9): 'e9' is not a legal move here" in answer["error"]
    german = client.post("/api/games/import", json={"record": BAD + BAD}, headers={"Accept-Language": "de"})
    assert german.status_code == 400
    assert german.get_json()["error"] == (
        "Keines der 2 Spiele dieser Datei l\xe4sst sich lesen; das erste ist Spiel 1 (Ada \u2013 Bo): Zug 1 (e9): "
        "'e9' ist hier kein erlaubter Zug. Berichtige es in der Datei, dann lies sie noch einmal ein."
    )
    assert desk.shelf.count() == 0


def test_nothing_of_a_file_is_kept_if_the_disk_fails_in_the_middle(
    desk: WatchedDesk, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, stored = store.insert_whole_game, list[str]()

    def failing(db: sqlite3.Connection, game: Any) -> None:
        real(db, game)
        stored.append(game.key)
        if len(stored) == 2:
            raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(store, "insert_whole_game", failing)
    status, _ = bring(client, GAME * 3)
    assert status == 503 and len(stored) == 2
    assert desk.shelf.count() == 0


def test_a_file_counts_as_many_imports_as_it_has_games(desk: WatchedDesk, client: FlaskClient) -> None:
    most = IMPORTS_PER_ADDRESS[0]
    status, answer = bring(client, GAME * (most + 1))
    assert status == 429 and f"{most + 1} games" in answer["error"] and desk.shelf.count() == 0
    assert bring(client, GAME * (most - 1))[0] == 201
    assert bring(client, GAME * 2)[0] == 429
    assert bring(client, GAME)[0] == 201 and bring(client, GAME)[0] == 429
    client.post("/api/owner", json={"pin": PIN})
    assert bring(client, GAME * (most + 1))[0] == 201, "an owner may"


def test_a_game_is_written_with_names_date_clocks_and_marks(desk: WatchedDesk, client: FlaskClient) -> None:
    control = Control(Kind.FISCHER, 300, 2)
    times = {seat: Time(250_500) for seat in NAMES}
    clocks = KeptClocks(dict.fromkeys(NAMES, control), None, (Stamp(times, times),) * len(SCHOLAR))
    desk.finish(*SCHOLAR, game_id="chess", key="one", players=NAMES, clocks=clocks, winners=("white",))
    scores = (0.0,) * (len(SCHOLAR) + 1)
    desk.store.keep_review("one", Review(scores, (Blunder(3, "g1f3", 0.2), Blunder(6, "g7g6", 1.0))))
    answer = client.get("/api/games/one/pgn")
    text = answer.get_data(as_text=True)
    assert answer.mimetype == "application/x-chess-pgn"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="chess-2026-11-21.pgn"'
    assert '[Date "2026.11.21"]' in text and '[TimeControl "300+2"]' in text and '[White "Ada"]' in text
    moves = " ".join(text.partition("\n\n")[2].split())
    clock = "{[%clk 0:04:10.5]}"
    assert moves.startswith(f"1. e4 {clock} 1... e5 {clock} 2. Qh5 $6 {clock}") and f"Nf6 $4 {clock} 4. Qxf7# " in moves


def test_all_games_come_in_one_file_or_those_of_a_player(desk: WatchedDesk, client: FlaskClient) -> None:
    desk.finish("e2e4", game_id="chess", key="one", players=NAMES, winners=("white",))
    desk.finish("d2d4", game_id="chess", key="two", players={Seat.WHITE: "Cy", Seat.BLACK: "Di"}, winners=())
    desk.finish("a1a2", game_id="pawn-advance", key="three", players=NAMES, winners=("white",))
    both = client.get("/api/games/pgn").get_data(as_text=True)
    assert both.count("[Event ") == 2 and both.index("d4") < both.index("e4")
    ada = client.get("/api/games/pgn?player=Ada").get_data(as_text=True)
    assert ada.count("[Event ") == 1 and "1. e4" in ada
    assert client.get("/api/games/pgn?player=Nobody").get_data() == b""
    page = client.get("/scores?player=Ada").get_data(as_text=True)
    assert "/api/games/pgn?player=Ada" in page
    assert bring(client, both)[1]["games"][1]["players"] == ["Ada", "Bo"]


def test_a_player_is_found_however_the_name_is_spelled(desk: WatchedDesk, client: FlaskClient) -> None:
    both = {Seat.WHITE: "Zo\u00eb", Seat.BLACK: "ZO\u00cb"}
    for key, players in (("one", both), ("two", {**NAMES, Seat.WHITE: "ZO\u00cb"}), ("three", NAMES)):
        desk.finish("e2e4", game_id="chess", key=key, players=players, winners=("white",))
    for asked in ("Zo\u00eb", " zoe\u0308 ", "ZO\u00cb"):
        text = client.get("/api/games/pgn", query_string={"player": asked}).get_data(as_text=True)
        assert text.count("[Event ") == 2, asked
    assert client.get("/api/games/pgn?player=%20").get_data(as_text=True).count("[Event ") == 3


@pytest.mark.parametrize("end", ["\r", "\r\n", "\n"])
def test_a_file_with_characters_that_cannot_be_shown_loses_no_other_game(
    end: str, desk: WatchedDesk, client: FlaskClient
) -> None:
    text = (GAME + GAME.replace("e5", "e\x075") + GAME.replace("Ada", "A\u202eda") + "\x1a").replace("\n", end)
    status, answer = bring(client, text)
    assert status == 201 and desk.shelf.count() == 2
    assert [each["problem"] for each in answer["games"]] == [
        "", "line 11: the character U+0007 cannot be kept or shown. Take it out", "",
    ]
    assert answer["games"][2]["players"] == ["A\ufffdda", "Bo"]


def test_a_record_with_such_characters_is_refused(desk: WatchedDesk, client: FlaskClient) -> None:
    status, answer = bring(client, '[Game "pawn-advance"]\n[Rules "1"]\n\na1\x07a2')
    assert status == 400 and "U+0007" in answer["error"] and desk.shelf.count() == 0


def test_times_that_a_file_does_not_tell_are_not_shown(desk: WatchedDesk, client: FlaskClient) -> None:
    timed = GAME.replace("\n\n1.", '\n[TimeControl "600"]\n\n1.')
    _, answer = bring(client, timed + timed.replace("e4", "e4 {[%clk 0:09:00]}"))
    told = [client.get(f"/api/games/{each['key']}").get_json()["replay"]["steps"] for each in answer["games"]]
    assert [step.get("left", {}).get("white") for step in told[0]] == [None, None, None]
    assert [step["left"]["white"] for step in told[1]] == [600_000, 540_000, 540_000]
    first, second = (client.get(f"/api/games/{each['key']}/pgn").get_data(as_text=True) for each in answer["games"])
    assert '[TimeControl "600"]' in first and "%clk" not in first and "[%clk 0:09:00]" in second


def test_what_is_no_chess_is_refused_as_pgn(desk: WatchedDesk, client: FlaskClient) -> None:
    desk.finish("a1a2", game_id="pawn-advance", key="one")
    desk.finish(game_id="chess", key="two", start="drawn")
    for key in ("one", "two"):
        answer = client.get(f"/api/games/{key}/pgn")
        assert answer.status_code == 409 and "Only games of chess" in answer.get_json()["error"]
    assert "/pgn" not in client.get("/games/one").get_data(as_text=True)
    assert client.get("/api/games/none/pgn").status_code == 404
    assert "/api/games/pgn" not in client.get("/scores").get_data(as_text=True)


def test_others_have_their_turn_between_the_games_of_a_file(desk: WatchedDesk, client: FlaskClient) -> None:
    for key in ("one", "two"):
        desk.finish("e2e4", game_id="chess", key=key)
    long_work = client.application.extensions[EXTENSION].long_work
    parts = long_work.one_by_one(desk.shelf.pgns(""))
    assert next(parts).startswith("[Event ")
    with long_work.turn(message("nobody else is at it, so nobody waits")):
        pass
    assert len(list(parts)) == 1
