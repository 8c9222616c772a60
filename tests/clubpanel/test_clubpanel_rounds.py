"""The round of a tournament: which games its boards are told of, whose boards are lost, and what a wall shows."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from waiting import wait_for

from club.broadcast.public import PublicGame, write_game
from club.broadcast.rounds import read_round, round_topic
from club.transport.link import Broker
from club.transport.messages import Status, write_status
from clubpanel.app import create_app
from clubpanel.results.database import opened
from clubpanel.tournament.acts import read_act
from clubpanel.tournament.model import Assign, Begin, Enter
from clubpanel.web.wall import WatchedClub
from engine.core.pieces import Seat
from engine.core.squares import Board

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


@pytest.fixture
def connected(monkeypatch: pytest.MonkeyPatch) -> None:
    """The broker is there."""
    monkeypatch.setattr("club.watcher.Watcher.connected", True)


def says(wall: WatchedClub, number: int, online: bool = True) -> str:
    """A board says whether it is there."""
    board = f"{number:016x}"
    said = write_status(Status(board, f"Table {number}", online, "1"))
    wall.watcher._hear(f"pawnlight/{board}/status", said, True)
    return board


def told(wall: WatchedClub, board: str) -> list[tuple[int, str, str]]:
    """The round and the players of the games that the club publishes for a board."""
    payload = wall.watcher._speak().kept[round_topic("pawnlight", board)]
    return [(each.round, each.players[Seat.WHITE], each.players[Seat.BLACK]) for each in read_round(payload)]


def told_anything(wall: WatchedClub, board: str) -> bool:
    return bool(wall.watcher._speak().kept.get(round_topic("pawnlight", board)))


def ends(wall: WatchedClub, board: str, key: str, white: str, black: str, *winners: Seat) -> None:
    """A game ends on a board. Nothing else is done: the panel takes notice by itself."""
    game = PublicGame(key, "pawn", Board(8, 8), {Seat.WHITE: white, Seat.BLACK: black}, winners=winners, actions=9,
                      termination="normal")
    wall.watcher._hear(f"pawnlight/{board}/game", write_game(game), False)


def until_told(wall: WatchedClub, board: str, *wanted: tuple[int, str, str]) -> None:
    wait_for(lambda: told(wall, board) == list(wanted), lambda: f"{wanted} for a board; it is told {told(wall, board)}")


def test_boards_are_told_their_games_until_those_have_results(wall: WatchedClub, eve: FlaskClient) -> None:
    one, two = says(wall, 1), says(wall, 2)
    cup = begin(eve, "Ada Bo Cy Dot", "swiss", "2")
    assert wall.watcher._speak().kept == {}, "a club without rounds writes nothing, and so takes nobody else's away"
    act(eve, cup, "pair", boards="1")
    first, second = told(wall, one), told(wall, two)
    assert sorted(first + second) == [(1, "Ada", "Cy"), (1, "Dot", "Bo")]
    ends(wall, one, "k1", *first[0][1:], Seat.WHITE)
    until_told(wall, one)
    assert told(wall, two) == second
    act(eve, cup, "correct", game="1", score="draw")
    assert told(wall, two) == []
    act(eve, cup, "correct", game="1", score="")
    assert told(wall, two) == second, "the correction was taken back"
    ends(wall, two, "k2", *second[0][1:])
    until_told(wall, two)
    act(eve, cup, "pair", boards="1")
    assert [each for each, *_ in told(wall, one) + told(wall, two)] == [2, 2]
    act(eve, cup, "leave", player=told(wall, one)[0][1])
    assert told(wall, one) == [], "who has left does not play"


def test_of_a_board_with_several_games_those_of_the_first_round_come_first(
    wall: WatchedClub, eve: FlaskClient
) -> None:
    """A game that is put off hides none of the later ones."""
    board = says(wall, 1)
    cup = begin(eve, "Ada Bo Cy Dot")
    act(eve, cup, "pair", boards="1")
    first, *others = told(wall, board)
    assert [each for each, *_ in (first, *others)] == [1, 1, 2, 2, 3, 3]
    ends(wall, board, "k1", *others[0][1:], Seat.WHITE)
    until_told(wall, board, first, *others[1:])


def test_every_tournament_has_a_game_among_those_that_a_board_is_told_of(
    wall: WatchedClub, eve: FlaskClient
) -> None:
    board = says(wall, 1)
    for players in ("Ada Bo Cy Dot Eli Fay", "Gus Hal Ida Jo"):
        act(eve, begin(eve, players), "pair", boards="1")
    players = [{white, black} <= {"Gus", "Hal", "Ida", "Jo"} for _, white, black in told(wall, board)]
    assert players == [True, False, True, False, True, False], "the newest comes first"


def test_a_round_is_given_to_the_boards_that_have_the_least_to_do_first(wall: WatchedClub, eve: FlaskClient) -> None:
    one, two = says(wall, 1), says(wall, 2)
    act(eve, begin(eve, "Ada Bo", "swiss", "1"), "pair", boards="1")
    assert told(wall, one) and not told_anything(wall, two)
    act(eve, begin(eve, "Cy Dot", "swiss", "1"), "pair", boards="1")
    assert told(wall, two) == [(1, "Cy", "Dot")]


def reopened(eve: FlaskClient) -> str:
    """Begin a Swiss tournament whose second round is paired, and open its first game again."""
    cup = begin(eve, "Ada Bo Cy Dot", "swiss", "2")
    act(eve, cup, "pair", boards="1")
    for game in ("0", "1"):
        act(eve, cup, "correct", game=game, score="white")
    act(eve, cup, "pair", boards="1")
    act(eve, cup, "correct", game="0", score="")
    return cup


def test_a_game_that_is_open_again_hides_no_later_round(
    wall: WatchedClub, eve: FlaskClient, guest: FlaskClient
) -> None:
    boards = [says(wall, number) for number in (1, 2)]
    cup = reopened(eve)
    assert sorted(each for board in boards for each, *_ in told(wall, board)) == [1, 2, 2]
    ((_, white, black),) = [each for board in boards for each in told(wall, board) if each[0] == 1]
    shown = page(guest, f"{cup}/wall")
    assert "Round 2 · 0 of 2 games are over" in shown
    assert re.search(f"Still open:\\s+Round 1 · {white} – {black}", shown)
    listed = page(guest, cup)
    assert listed.index('id="round-2"') < listed.index('id="round-1"')
    assert f'<a href="#game-0">Round 1 · {white} – {black}</a>' in listed
    act(eve, cup, "correct", game="0", score="draw")
    assert "Still open" not in page(guest, cup) + page(guest, f"{cup}/wall")


@pytest.mark.usefixtures("connected")
def test_games_of_every_paired_round_are_given_away_if_their_board_is_offline(
    wall: WatchedClub, eve: FlaskClient
) -> None:
    boards = [says(wall, number) for number in (1, 2)]
    cup = reopened(eve)
    games = {board: told(wall, board) for board in boards}
    for number, other in ((1, 2), (2, 1)):
        says(wall, number, online=False)
        says(wall, other)
        shown = page(eve, cup)
        for _, white, black in games[boards[number - 1]]:
            assert f"Table {number} is offline: give {white} – {black} to Table {other}?" in shown


def plays(wall: WatchedClub, board: str, white: str, black: str) -> None:
    game = PublicGame("k9", "pawn", Board(8, 8), {Seat.WHITE: white, Seat.BLACK: black}, actions=9)
    wall.watcher._hear(f"pawnlight/{board}/game", write_game(game), False)


@pytest.mark.usefixtures("connected")
def test_a_game_that_is_put_off_does_not_hide_the_round_that_is_played(
    wall: WatchedClub, eve: FlaskClient, guest: FlaskClient
) -> None:
    """Everybody meets everybody, twice."""
    one, two = says(wall, 1), says(wall, 2)
    cup = begin(eve, "Ada Bo Cy Dot", "twice")
    act(eve, cup, "pair", boards="1")
    act(eve, cup, "correct", game="0", score="draw")
    assert "Round 2" not in page(guest, f"{cup}/wall")
    ((white, black),) = [each[1:] for each in told(wall, one) if each[0] == 2]
    plays(wall, one, white, black)
    shown = page(guest, f"{cup}/wall")
    assert "Round 1 · 1 of 2 games are over" in shown and "Round 2 · Table 1" in shown and shown.count("playing") == 1
    ((white, black),) = [each[1:] for each in told(wall, two) if each[0] == 2]
    says(wall, 2, online=False)
    shown = page(eve, cup)
    assert f"Table 2 is offline: give {white} – {black} to Table 1?" in shown
    assert shown.count("Table 2 is offline") == 2, "those of later rounds can wait"


@pytest.mark.usefixtures("connected")
def test_a_board_that_the_broker_does_not_know_any_more_is_offline(
    wall: WatchedClub, eve: FlaskClient, guest: FlaskClient
) -> None:
    lost, other = f"{1:016x}", says(wall, 2)
    cup = begin(eve, "Ada Bo", "swiss", "2")
    act(eve, cup, "pair", boards="1")
    entries = [each.act for each in wall.bookkeeper.books().entries[1]]
    wall.journal.add(1, len(entries) + 1, "Eve", [Assign(0, lost)])
    wall.changed()
    assert "offline" in page(guest, f"{cup}/wall")
    shown = page(eve, cup)
    assert f"{lost} is offline: give Ada – Bo to Table 2?" in shown
    assert f'<option value="{lost}" selected>' in shown
    act(eve, cup, "assign", game="0", board=lost)
    act(eve, cup, "assign", game="0", board="f" * 16, status=400)
    act(eve, cup, "assign", game="0", board=other)
    assert "offline" not in page(guest, f"{cup}/wall")


@pytest.mark.parametrize("boards", [{}, {"boards": "1"}], ids=["any board", "boards"])
def test_a_slip_in_pairing_by_hand_leaves_the_choice_of_boards(
    wall: WatchedClub, eve: FlaskClient, boards: dict[str, str]
) -> None:
    says(wall, 1)
    cup = begin(eve, "Ada Bo", "swiss", "2")
    tick = re.compile('name="boards" value="1"( checked)?>')
    assert tick.findall(page(eve, f"{cup}/pairing")) == [" checked"]
    shown = act(eve, cup, "pair_by_hand", 409, white="Ada", black="Zoë", **boards)
    assert tick.findall(shown) == [" checked" if boards else ""]


def test_what_is_told_is_the_same_after_a_restart_and_another_at_another_board(
    wall: WatchedClub, eve: FlaskClient, tmp_path: Path, database_address: str
) -> None:
    one, two = says(wall, 1), says(wall, 2)
    cup = begin(eve, "Ada Bo")
    act(eve, cup, "pair", boards="1")
    said = wall.watcher._speak().kept
    database = opened(database_address, tmp_path)
    again = WatchedClub(Broker("127.0.0.1", 9), "pawnlight", database, lambda: "", PIN)
    assert again.watcher._speak().kept == said and told(wall, one) == [(1, "Ada", "Bo")]
    database.dispose()
    act(eve, cup, "assign", game="0", board=two)
    given = wall.watcher._speak().kept
    assert given[round_topic("pawnlight", one)] == b"" and told(wall, two) == [(1, "Ada", "Bo")]
    assert given[round_topic("pawnlight", two)] != said[round_topic("pawnlight", one)], "it has a key of its own there"
    act(eve, cup, "assign", game="0", board="")
    assert told(wall, one) == told(wall, two) == [], "on any board people begin it themselves"
    act(eve, cup, "assign", game="0", board=one)
    assert wall.watcher._speak().kept[round_topic("pawnlight", one)] == said[round_topic("pawnlight", one)]


def test_options_and_clocks_of_a_tournament_go_to_the_boards(wall: WatchedClub, eve: FlaskClient) -> None:
    board = says(wall, 1)
    form = {"name": "Zoë's „Cup“ <b>", "system": "round_robin", "game": "pawns-revenge", "clock": "600",
            "other_clock": "300+3", "pawns-revenge.retreat": "yes", "pawns-revenge.bombed": "2",
            "pawns-revenge.combat_die": "2d6", "pawns-revenge.stride": "one", "chess.number": "7"}
    cup = str(eve.post("/tournaments", data=form).headers["Location"])
    act(eve, cup, "enter", players="Ada\n김 O'Neill & Söhne")
    act(eve, cup, "pair", boards="1")
    (game,) = read_round(wall.watcher._speak().kept[round_topic("pawnlight", board)])
    assert game.tournament == "Zoë's „Cup“ <b>" and game.players[Seat.BLACK] == "김 O'Neill & Söhne"
    assert game.options == {"retreat": True, "bombed": 2, "combat_die": "2d6"}
    assert {seat: str(control) for seat, control in game.controls.items()} == {"white": "300+3", "black": "300+3"}
    assert "5 min + 3 s" in page(eve, cup)


@pytest.mark.parametrize(
    "wrong", [{"pawns-revenge.players": "4"}, {"pawns-revenge.bombed": "many"}, {"pawns-revenge.bombed": "999"},
              {"pawns-revenge.stride": "seven"}, {"other_clock": "fast"}, {"clock": "0"}],
    ids=str,
)
def test_no_tournament_begins_with_options_or_clocks_that_there_are_not(
    eve: FlaskClient, wrong: dict[str, str]
) -> None:
    form = {"name": "Cup", "system": "round_robin", "game": "pawns-revenge", "rounds": ""}
    assert eve.post("/tournaments", data=form | wrong).status_code == 400
    assert "There is no tournament yet" in page(eve, "/tournaments")


def test_tournaments_of_earlier_versions_are_read_and_told(wall: WatchedClub, tmp_path: Path) -> None:
    """Their acts have no options, clocks and keys."""
    board = says(wall, 1)
    begin_act = read_act({"act": "begin", "name": "Old cup", "system": "swiss", "game": "pawn", "rounds": 3})
    paired = read_act({"act": "pair", "games": [
        {"round": 1, "white": "Ada", "black": "Bo", "board": board, "over_before": []}]})
    assert isinstance(begin_act, Begin)
    number = wall.journal.begin("Eve", begin_act)
    wall.journal.add(number, 2, "Eve", [Enter("Ada"), Enter("Bo"), paired])
    wall.changed()
    assert told(wall, board) == [(1, "Ada", "Bo")]


@pytest.mark.usefixtures("connected")
def test_the_game_of_a_board_that_is_offline_is_given_to_another_with_a_tap(
    wall: WatchedClub, eve: FlaskClient, guest: FlaskClient
) -> None:
    boards = [says(wall, number) for number in range(1, 4)]
    cup = begin(eve, "Ada Bo Cy Dot", "swiss", "2")
    act(eve, cup, "pair", boards="1")
    ((_, white, black),) = told(wall, boards[1])
    assert "is offline" not in page(eve, cup)
    says(wall, 2, online=False)
    shown = page(eve, cup)
    assert f"Table 2 is offline: give {white} – {black} to Table 3?" in shown, "that has nothing to do"
    assert "is offline" not in page(guest, cup), "nobody else can change it"
    offered = shown.partition('class="card lost"')[2].partition("</form>")[0]
    form = dict(re.findall(r'name="(\w+)" value="(\w+)"', offered))
    assert eve.post(cup, data=form).status_code == 303
    assert told(wall, boards[2]) == [(1, white, black)] and told(wall, boards[1]) == []
    assert "is offline" not in page(eve, cup)
    for number in (1, 3):
        says(wall, number, online=False)
    assert "is offline" not in page(eve, cup), "nobody else is there"


def test_nobody_is_said_to_be_offline_while_the_broker_is_away(wall: WatchedClub, eve: FlaskClient) -> None:
    says(wall, 1)
    cup = begin(eve, "Ada Bo", "swiss", "2")
    act(eve, cup, "pair", boards="1")
    says(wall, 1, online=False)
    says(wall, 2)
    assert "offline" not in page(eve, cup) and "offline" not in page(eve, f"{cup}/wall")


def test_the_round_of_a_wall_has_its_games_and_who_is_free(
    wall: WatchedClub, eve: FlaskClient, guest: FlaskClient
) -> None:
    says(wall, 1)
    cup = begin(eve, "Ada Bo Cy", "swiss", "2")
    assert "No round is paired yet" in page(guest, f"{cup}/wall")
    act(eve, cup, "pair", boards="1")
    shown = page(guest, f"{cup}/wall")
    assert "0 of 1 games are over" in shown and "No opponent: Ada" in shown and "not begun" in shown
    part = page(guest, f"{cup}/wall?part=1")
    assert part.lstrip().startswith('<div id="live"') and "Bo" in part and "<html" not in part
    assert page(guest, "/tournaments/99/wall?part=1", 404)


@pytest.mark.parametrize("path", ["", "/wall"])
def test_an_open_page_of_a_tournament_is_sent_nothing_as_long_as_it_is_the_same(
    wall: WatchedClub, eve: FlaskClient, guest: FlaskClient, path: str
) -> None:
    board = says(wall, 1)
    cup = begin(eve, "Ada Bo", "swiss", "2")
    act(eve, cup, "pair", boards="1")
    ((_, white, black),) = told(wall, board)
    first = guest.get(f"{cup}{path}?part=1")
    assert "Ada" in first.text and first.headers["Live-Only-Changes"] == "no"
    wall.changed()
    again = guest.get(f"{cup}{path}?part=1", headers={"Live-Mark": first.headers["Live-Mark"]})
    assert again.text == "" and again.headers["Live-Only-Changes"] == "yes"
    ends(wall, board, "k1", white, black, Seat.WHITE)
    wall.changed()
    last = guest.get(f"{cup}{path}?part=1", headers={"Live-Mark": again.headers["Live-Mark"]})
    assert "1 : 0" in last.text and last.headers["Live-Only-Changes"] == "no"


def test_a_word_to_an_organiser_about_later_rounds_is_on_nobody_else_s_page(
    eve: FlaskClient, guest: FlaskClient
) -> None:
    cup = begin(eve, "Ada Bo Cy Dot", "swiss", "2")
    act(eve, cup, "pair")
    for game in ("0", "1"):
        act(eve, cup, "correct", game=game, score="white")
    act(eve, cup, "pair")
    word = "The rounds after this one stay as they were paired."
    assert word in page(eve, f"{cup}?earlier=0&part=1") and "part=1&amp;earlier=0" in page(eve, f"{cup}?earlier=0")
    for address in (f"{cup}?earlier=0&part=1", f"{cup}?part=1", f"{cup}?earlier=0"):
        assert word not in page(guest, address)
