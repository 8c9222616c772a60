"""One damaged row stops nothing but itself; a file that is not what it was is refused in words and left alone."""

import errno
import json
import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from flask.testing import FlaskClient
from secret_games import secret_game
from waiting import PATIENCE_S

from daemon.base.errors import UnusableDataDirectory, UnusableStore
from daemon.cli import main
from daemon.services.library import game_of
from daemon.storage.file.games_file import FILE_NAME
from daemon.storage.games.columns import read_review
from daemon.storage.games.queries import LOOKED_AT, read_damage
from daemon.storage.games.rows import KeptGame
from daemon.storage.store import Store
from daemon.system.directory_lock import make_directory
from engine.core.pieces import Seat
from engine.records.game_record import read_record
from table.messages.events import Resume, StoredState
from table.messages.queries import Selection
from table.messages.refusal import Refused
from table.messages.settings import Settings
from table.messages.taps import TapKind
from webpanel.access.context import EXTENSION, Panel
from webpanel.app import create_app
from webpanel.limits.banned_phones import Guests
from webpanel.ports.table_port import Desk

RECORD = '[Game "pawn-advance"]\n[Rules "1"]\n[White "Ada"]\n[Black "Bo"]\n\nb1b3 c1c2\n'
RESIGNED = RECORD.replace("\n\n", '\n[Result "black"]\n[Termination "resignation"]\n\n')
LASTING = StoredState(paused=True, draw_agreed=(Seat.WHITE,))

ON_TABLE = "WHERE {} = (SELECT value FROM facts WHERE name = 'table')"
GAME, ENTRIES = ON_TABLE.format("key"), ON_TABLE.format("game")
NO_JSON = ("", "{", "null", "3", '"x"', "[1]", '{"green": "x"}', '{"white": 7}', "[" * 100_000, '{"x": "\\ud800"}')
WORTH, SWING = (0, 0.5, -1), (1, "a1a2", 0.5, ["a1a2"])
BAD_REVIEWS = [
    *[(scores, [SWING]) for scores in ((), (0, 0), (0, "x", 0), (0, 1e308, 0), (None, 0, 0), (float("nan"), 0, 0))],
    *[(WORTH, [swing]) for swing in (
        (), (0, "a1a2", 0, True), (3, "a1a2", 0, True), (1, "a1a9", 0, True), (1, "\ud800", 0, True),
        (1, "a1a2", 3, True), (1, "a1a2", 0, 1), (1, "a1a2", 0, "a1a2"), (1, "a1a2", 0, [1]), (1, "a1a2", 0, ["a1a9"]),
    )],
]
SEAL = {"board": "0" * 16, "name": "There", "seats": ["black"], "public_key": "ab" * 32, "secret": "ef" * 32,
        "signature": "cd" * 64}
SEALS = {"key": "0" * 12, "chain": "ef" * 32, "boards": [SEAL, {**SEAL, "seats": ["white"]}]}
EDITS: list[tuple[str, tuple[object, ...]]] = [
    *[(f"UPDATE games SET {column} = ? {GAME}", (*NO_JSON, '{"board": {"z9": "wP"}}', b"\xff"))
      for column in ("options", "players", "setup")],
    (f"UPDATE games SET computers = ? {GAME}",
     (*NO_JSON, '{"levels": {"white": 9}}', '{"seed": -1}', '{"levels": {}, "x": 1}', b"\xff")),
    (f"UPDATE games SET game_id = ? {GAME}", ("", "chequers", 'x"\n[White', "../../etc", b"\xff")),
    (f"UPDATE games SET key = ? {GAME}", ("", "a/b", "..", "x\ny", "row:1", "\u202e", "x" * 5000, "?", b"\xff")),
    *[(f"UPDATE {table} SET game = ? {ENTRIES}", ("", "a/b", b"\xff")) for table in ("entries", "claims")],
    *[(f"UPDATE {table} SET game = ?", ("", "a/b", b"\xff")) for table in ("ends", "reviews")],
    *[(f"UPDATE vouchers SET {column} = ? {ENTRIES} AND name = 'seals'", ("", "a/b", b"\xff"))
      for column in ("game", "name")],
    ("UPDATE vouchers SET value = ?", (*NO_JSON, json.dumps(SEALS | {"boards": []}), b"\xff")),
    (f"UPDATE games SET rules = ? {GAME}", (-1, 99)),
    (f"UPDATE games SET screen = ? {GAME}", (-1, 7)),
    (f"UPDATE games SET started = ? {GAME}", ("", "never", "9999-99-99", "x\ny")),
    (f"UPDATE games SET broken = ? {GAME}", ("{why}", "%(why)s", b"\xff")),
    (f"UPDATE games SET host = ? {GAME}", ("x\ny", b"\xff")),
    (f"UPDATE games SET deleted = ? {GAME}", ("", "never", b"\xff")),
    ("UPDATE ends SET winners = ?", (*NO_JSON, '["green"]', '[["white"]]', '["white", "white"]')),
    *[(f"UPDATE ends SET {column} = ?", ("x{y}%s", b"\xff")) for column in ("reason", "termination", "ended")],
    (f"UPDATE entries SET action = ? {ENTRIES} AND number = 1", ("", "b1b9", "x y", "{typed}", b"\xff", None)),
    *[(f"UPDATE entries SET {column} = ? {ENTRIES}", (-1, 7)) for column in ("typed", "undone", "count")],
    (f"UPDATE entries SET number = ? {ENTRIES} AND number = 1", (0, 99, -3)),
    *[(f"UPDATE games SET {column} = ? {GAME}", ("[[", '{"white": [5, 5]}', b"\xff"))
      for column in ("clocks", "times")],
    (f"UPDATE entries SET clocks = ? {ENTRIES}", ("[[", '{"white": [5, 5]}', b"\xff")),
    ("UPDATE results SET name = ? WHERE name = 'Ada'", ("\x1b\u202e", "x" * 5000, b"\xff")),
    ("UPDATE claims SET seat = ?", ("", "green", b"\xff")),
    ("UPDATE claims SET phone = ?", ("", "x\ny")),
    ("UPDATE facts SET value = ? WHERE name = 'settings'",
     (*NO_JSON, '{"brightness": "x"}', '{"brightness": 101, "language": 5}', '{"palette": [], "debounce_ms": true}')),
    ("UPDATE facts SET value = ? WHERE name = 'aside'",
     (*NO_JSON, '{"draw_agreed": ["green"]}', '{"undo_asked": 5}', '{"manual": "x"}', '{"told": -1}',
      '{"park_asked": ["black"], "next_game": {"key": "x", "game_id": "none"}}', '{"abandon_asked": {"white": 1}}',
      *(f'{{"{name}": {2**200}}}' for name in ("manual", "told")), '{"wood": [[255, "wP"], [70, "wP"]]}',
      '{"wood": [[-1, "wP"]]}', '{"wood": [[1, "xx"]]}', '{"help": [["white", "none"]]}', '{"hints_for": [[]]}')),
    ("UPDATE facts SET value = ? WHERE name = 'help'", NO_JSON),
    ("UPDATE reviews SET review = ?",
     (*NO_JSON, b"\xff", *(json.dumps({"scores": scores, "swings": swings}) for scores, swings in BAD_REVIEWS))),
    ("UPDATE facts SET value = ? WHERE name = 'pin'", ("", "12345", "12345x", b"\xff")),
    ("UPDATE facts SET value = ? WHERE name = 'table'", ("", "nothing", b"\xff")),
    ("UPDATE facts SET name = ? WHERE name = 'settings'", ("", "other")),
    *[(f"DELETE FROM {what} WHERE ''= ?", ("",)) for what in ("games", "entries", "ends", "claims", "facts")],
]


PAGES = (
    "/", "/scores", "/scores?player=Ada", "/scores/statistics", "/continue", "/deleted", "/new/pawn-advance", "/clock",
    "/seats", "/settings", "/backups", "/api/table",
)


def edit(directory: Path, statement: str, *values: object) -> None:
    """Change the file as a worn card or a curious hand may; bytes become text that is no Unicode."""
    with closing(sqlite3.connect(directory / FILE_NAME, timeout=PATIENCE_S, isolation_level=None)) as db:
        given = [value.decode("latin-1") if isinstance(value, bytes) else value for value in values]
        for value in values:
            if isinstance(value, bytes):
                statement, given = statement.replace("?", f"CAST(x'{value.hex()}' AS TEXT)"), []
        db.execute(statement, given)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A data directory with three games (on the table, parked, over) and the key of the parked one."""
    directory = tmp_path_factory.mktemp("whole")
    store = Store(directory)
    on_table, parked, over = (game_of(read_record(text)) for text in (RECORD, RECORD, RESIGNED))
    for game in (on_table, parked, over):
        store.add(game)
    store.set_on_table(on_table.key)
    store.keep_state(LASTING)
    store.keep_review(over.key, read_review(json.dumps({"scores": WORTH, "swings": [SWING]})))
    for key in (on_table.key, over.key):
        store.keep_voucher(key, "seals", json.dumps(SEALS))
        store.keep_voucher(key, "public_key", "ab" * 32)
    store.set_holder(on_table.key, Seat.WHITE, "mine")
    store.save_settings(Settings(brightness=30))
    store.new_pin()
    store.close()
    return directory, parked.key


class Panels:
    """One panel, put before one desk after the other: making it takes longer than all the rest."""

    def __init__(self) -> None:
        self.desk: Any = None
        self._app = create_app(cast(Desk, self))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.desk, name)

    def banned(self) -> frozenset[str]:
        """Nobody is: asked before there is a desk."""
        return frozenset()

    def keep_banned(self, names: frozenset[str]) -> None:
        """Nobody will be."""

    def generation(self) -> str:
        """The first one of cookies."""
        return ""

    def of(self, desk: Any) -> FlaskClient:
        """A phone at this desk."""
        self.desk = desk
        self._app.extensions[EXTENSION] = Panel(desk, Guests())
        return self._app.test_client()


@pytest.fixture(scope="module")
def panels() -> Panels:
    """Panels of tables."""
    return Panels()


def look_everywhere(client: FlaskClient, parked: str) -> None:
    """No page, and no answer, may have failed."""
    listed = client.get("/api/games")
    assert listed.status_code == 200
    keys = [game["key"] for game in listed.get_json()["games"]]
    pages = [f"{about}games/{key}{more}" for key in keys for about in ("/", "/api/") for more in ("", "/review")]
    for address in (*PAGES, *pages):
        assert client.get(address).status_code in (200, 302), address
    assert {client.get(f"/api/games/{key}/record").status_code for key in keys} <= {200, 409}
    if parked in keys:
        game = {"Game-Key": client.get("/api/table").get_json()["scene"]["key"]}
        resumed = client.post(f"/api/games/{parked}/resume", json={}, headers=game)
        assert resumed.status_code in (200, 202, 403), resumed.get_json()


@pytest.mark.parametrize(("statement", "values"), EDITS)
def test_a_damaged_row_stops_nothing_but_itself(
    whole: tuple[Path, str], new_table: Any, panels: Panels, tmp_path: Path, full: bool,
    statement: str, values: tuple[object, ...],
) -> None:
    directory, parked = whole
    for number, value in enumerate(values if full else values[len(values) // 2 :][:1]):
        damaged = tmp_path / str(number)
        shutil.copytree(directory, damaged)
        edit(damaged, statement, value)
        with new_table(damaged) as table:
            look_everywhere(panels.of(table.desk), parked)
            if not statement.startswith("DELETE"):
                kept = table.store.games() + table.store.games(Selection(deleted=True))
                assert (table.store.game(parked).damage, len(kept)) == ("", 3)


@pytest.mark.parametrize(("statement", "values"), EDITS)
def test_a_row_that_is_damaged_while_the_table_runs_stops_nothing_either(
    whole: tuple[Path, str], new_table: Any, panels: Panels, tmp_path: Path, statement: str, values: tuple[object, ...]
) -> None:
    directory, parked = whole
    shutil.copytree(directory, tmp_path / "data")
    with new_table(tmp_path / "data") as table:
        edit(tmp_path / "data", statement, values[-1])
        look_everywhere(panels.of(table.desk), parked)


def test_a_damaged_game_is_listed_not_continued_and_downloaded_as_it_is(
    whole: tuple[Path, str], new_table: Any, panels: Panels, tmp_path: Path
) -> None:
    shutil.copytree(whole[0], tmp_path / "data")
    edit(tmp_path / "data", f"UPDATE games SET options = ? {GAME}", '{"spawn": 2')
    with new_table(tmp_path / "data") as table:
        (damaged,) = [game for game in table.desk.shelf.games() if game.damaged]
        assert (str(damaged.broken), damaged.players[Seat.WHITE]) == ("options: not JSON", "Ada")
        with pytest.raises(Refused, match="damaged on the disk"):
            table.desk.resume(damaged.key)
        left = json.loads(table.desk.shelf.record(damaged.key))
        assert left["games"][0]["options"] == '{"spawn": 2'
        assert [entry["action"] for entry in left["entries"]] == ["b1b3", "c1c2"]
        assert "mine" not in str(left), "whoever may download it does not learn whose its seats are"
        page = panels.of(table.desk).get("/continue").get_data(as_text=True)
        assert "was set aside (options: not JSON)" in page


def test_a_game_whose_key_is_damaged_is_set_aside_with_all_that_was_its(
    whole: tuple[Path, str], new_table: Any, panels: Panels, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(whole[0], tmp_path / "data")
    edit(tmp_path / "data", f"UPDATE games SET key = ? {GAME}", "a/b\a")
    with new_table(tmp_path / "data") as table:
        (damaged,) = [game for game in table.desk.shelf.games() if game.damaged]
        assert (damaged.key, str(damaged.broken)) == ("row:1", "key: no name of a game")
        client = panels.of(table.desk)
        for page in ("/continue", "/games/row:1"):
            assert "was set aside (key: no name of a game)" in client.get(page).text, page
        left = json.loads(client.get("/api/games/row:1/record").text)
        assert left["games"][0]["key"] == "a/b\a"
        assert [entry["action"] for entry in left["entries"]] == ["b1b3", "c1c2"], "they belong to no other game"
        assert client.get("/api/games/row:2").status_code == 404, "that one has a key"
        assert main(["export", "row:1", "--data", str(tmp_path / "data")]) == 0
        assert json.loads(capsys.readouterr().out) == left
        client.post("/api/owner", json={"pin": table.store.pin()})
        assert client.delete("/api/games/row:1").status_code == 200
        assert client.get("/games/row:1").status_code == 404
        assert 'data-restore-game="row:1"' in client.get("/deleted").text
        assert client.post("/api/games/row:1/restore").status_code == 200
        assert client.get("/games/row:1").status_code == 200


def test_what_is_played_on_the_table_is_not_told_as_the_rest_of_a_game_with_a_damaged_key(
    whole: tuple[Path, str], new_table: Any, tmp_path: Path
) -> None:
    shutil.copytree(whole[0], tmp_path / "data")
    with new_table(tmp_path / "data") as table:
        table.until(lambda scene: scene.status == "paused")
        edit(tmp_path / "data", f"UPDATE games SET key = '?' {GAME}")
        assert json.loads(table.desk.shelf.record("row:1"))["entries"] == []


def test_a_game_damaged_while_it_is_played_goes_on_and_keeps_its_secrets(
    whole: tuple[Path, str], new_table: Any, tmp_path: Path
) -> None:
    shutil.copytree(whole[0], tmp_path / "data")
    with new_table(tmp_path / "data") as table:
        key = table.until(lambda scene: scene.status == "paused").key
        table.desk.send(Resume())
        table.until(lambda scene: scene.status == "play")
        assert table.scene.trouble is None
        edit(tmp_path / "data", f"UPDATE games SET players = ? {GAME}", "?")
        table.move("d1", "d2")
        assert "before you park it" in str(table.until(lambda scene: scene.trouble is not None).trouble)
        assert table.store.game(key).actions == ("b1b3", "c1c2", "d1d2")
        left = read_record(table.desk.shelf.record(key))
        assert [action.text for action in left.played.actions] == ["b1b3", "c1c2", "d1d2"]
        assert left.players == {Seat.WHITE: "Ada", Seat.BLACK: "Bo"}
        table.start()
        table.until(lambda scene: scene.trouble is None)
        assert '"b1b3"' in table.desk.shelf.record(key), "it is off the table: all that is left"


@pytest.mark.parametrize("statement", [f"DELETE FROM games {GAME}", f"UPDATE games SET key = 'another' {GAME}"])
def test_a_game_that_loses_its_row_while_it_is_played_gets_it_back_and_all_its_actions(
    whole: tuple[Path, str], new_table: Any, tmp_path: Path, statement: str
) -> None:
    shutil.copytree(whole[0], tmp_path / "data")
    with new_table(tmp_path / "data") as table:
        key = table.until(lambda scene: scene.status == "paused").key
        table.desk.send(Resume())
        table.until(lambda scene: scene.status == "play")
        edit(tmp_path / "data", statement)
        table.move("d1", "d2")
        table.until(lambda scene: scene.confirmed and scene.trouble is None)
        assert "d1d2" in table.desk.shelf.record(key)
    with new_table(tmp_path / "data") as table:
        scene = table.until(lambda scene: scene.key == key)
        assert (scene.action_count, scene.players) == (3, {Seat.WHITE: "Ada", Seat.BLACK: "Bo"})
        assert table.store.game(key).actions == ("b1b3", "c1c2", "d1d2")


def kept_game_of(length: int) -> KeptGame:
    return KeptGame(
        key="long", game_id="pawn-advance", rules=1, options={}, players={}, screen=True, setup=None, started="",
        broken="", actions=("b1b2",) * length, end=None,
    )


def steps(store: Store, whole: bool) -> int:
    """Count the instructions of SQLite's machine that a search for damage takes."""
    taken = 0

    def step() -> int:
        nonlocal taken
        taken += 1
        return 0

    with store._reading() as db:
        db.set_progress_handler(step, 1)
        assert read_damage(db, "long", whole) == ""
    return taken


def test_looking_after_each_action_costs_no_more_in_a_long_game(tmp_path: Path) -> None:
    costs = []
    for length in (LOOKED_AT, 20_000):
        (tmp_path / str(length)).mkdir()
        store = Store(tmp_path / str(length))
        store.add(kept_game_of(length))
        costs.append(steps(store, whole=False))
        assert steps(store, whole=True) > 2 * length
        store.close()
    assert costs[1] < 1.2 * costs[0]


def test_wherever_entries_of_a_long_game_are_missing_that_is_found_while_it_goes_on(tmp_path: Path) -> None:
    for missing in ("number = 1", "number = 1200", "number = 2900", "number BETWEEN 600 AND 700"):
        tmp_path.joinpath(missing).mkdir()
        store = Store(tmp_path / missing)
        store.add(kept_game_of(3000))
        edit(tmp_path / missing, f"DELETE FROM entries WHERE {missing}")
        found = []
        for number in range(3001, 3012):
            edit(tmp_path / missing, f"INSERT INTO entries (game, number, action) VALUES ('long', {number}, 'b1b2')")
            found.append(store.damage("long", whole=False))
        assert "entries: some are missing" in found
        assert store.damage("long") == "entries: some are missing"
        store.close()


def test_a_record_from_the_table_tells_no_secrets(new_table: Any, tmp_path: Path) -> None:
    """The stored data of a game in progress includes the secret decisions of its seats."""
    game = secret_game("Ada", "Bo", random.Random(3))
    assert "white:" in game.record
    (tmp_path / "data").mkdir()
    with new_table(tmp_path / "data") as table:
        key = table.desk.shelf.import_record(game.record)
        table.desk.resume(key)
        assert table.program.writer.wait_idle(PATIENCE_S), "what is damaged is on the table"
        healthy = table.desk.shelf.record(key)
        edit(tmp_path / "data", f"UPDATE games SET options = ? {GAME}", "?")
        edit(tmp_path / "data", f"DELETE FROM entries {ENTRIES} AND number = 2")
        left = table.desk.shelf.record(key)
    assert left == healthy and "white:" not in left


@pytest.mark.parametrize("statement", [
    f"UPDATE games SET options = '{{' {GAME}", f"UPDATE entries SET number = 99 {ENTRIES} AND number = 1",
    f"UPDATE entries SET action = 'a1a9' {ENTRIES} AND number = 1", "UPDATE games SET computers = '{'",
])
def test_the_pages_where_people_look_say_that_the_last_game_is_damaged(
    whole: tuple[Path, str], new_table: Any, panels: Panels, tmp_path: Path, statement: str
) -> None:
    shutil.copytree(whole[0], tmp_path / "data")
    edit(tmp_path / "data", statement)
    with new_table(tmp_path / "data") as table:
        key = table.store.on_table()
        client = panels.of(table.desk)
        sentences = {"en": "cannot go on", "de": "kann nicht weitergehen"}
        for language, sentence in sentences.items():
            table.desk.save_settings(replace(table.desk.settings(), language=language))
            assert sentence in client.get("/api/table").get_json()["scene"]["trouble"]
            for page in ("/", "/continue", "/settings"):
                text = client.get(page).get_data(as_text=True)
                assert sentence in text and f'href="/api/games/{key}/record"' in text, (language, page)
        assert "b1b3" in client.get(f"/api/games/{key}/record").get_data(as_text=True) or "a1a9" in statement
        table.start()
        table.until(lambda scene: scene.trouble is None)
        assert f'href="/api/games/{key}/record"' not in client.get("/settings").get_data(as_text=True)


def test_settings_that_cannot_be_read_are_the_usual_ones_and_the_owner_has_what_is_left(
    whole: tuple[Path, str], new_table: Any, panels: Panels, tmp_path: Path
) -> None:
    shutil.copytree(whole[0], tmp_path / "data")
    given = '{"brightness": 20, "settle_ms": "x"}'
    edit(tmp_path / "data", "UPDATE facts SET value = ? WHERE name = 'settings'", given)
    for _ in range(2):
        with new_table(tmp_path / "data") as table:
            assert table.desk.settings() == table.store.settings() == Settings(brightness=20)
            client = panels.of(table.desk)
            assert client.get("/api/unreadable").status_code == 403
            client.post("/api/owner", json={"pin": table.store.pin()})
            assert client.get("/api/unreadable").get_json() == {"1 settings": given}
            assert "(1 settings)" in client.get("/settings").get_data(as_text=True)


# --- the file ----------------------------------------------------------------------------------------------------


def empty(file: Path) -> None:
    file.write_bytes(b"")


def emptied_beside_its_log(file: Path) -> None:
    file.with_name(f"{file.name}-wal").write_bytes(b"all that was played today")
    file.write_bytes(b"")


def gone_beside_its_log(file: Path) -> None:
    file.rename(file.with_name(f"{file.name}-wal"))


def link_to_nothing(file: Path) -> None:
    file.rename(file.with_name("elsewhere"))
    file.symlink_to("/media/that/is/not/there")


def without_version(file: Path) -> None:
    edit(file.parent, "PRAGMA user_version = 0")


def without_a_table(file: Path) -> None:
    edit(file.parent, "DROP TABLE facts")


def directory_in_its_place(file: Path) -> None:
    file.rename(file.with_name("elsewhere"))
    file.mkdir()


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        (empty, "is empty, and the games that were in it are gone: put a copy in its place, or move"),
        (emptied_beside_its_log, "is empty, and the games that were in it are gone"),
        (gone_beside_its_log, "is left of a file of games that is gone: put games.sqlite3 back"),
        (link_to_nothing, "is a link to /media/that/is/not/there, which is not there: plug in the medium"),
        (without_version, "has not the tables of its version .0.: it is damaged or something else, so move"),
        (without_a_table, r"has not the tables of its version .\d+.: it is damaged or something else, so move"),
        (directory_in_its_place, "cannot be opened as the file of the games .unable to open.*: make it and its dir"),
    ],
)
def test_a_file_that_is_not_what_it_was_is_refused_in_words_and_left_alone(
    whole: tuple[Path, str], tmp_path: Path, harm: Callable[[Path], None], said: str
) -> None:
    shutil.copytree(whole[0], tmp_path / "data")
    harm(tmp_path / "data" / FILE_NAME)
    before = contents(tmp_path / "data")
    with pytest.raises(UnusableStore, match=said):
        Store(tmp_path / "data")
    assert contents(tmp_path / "data") == before


def contents(directory: Path) -> dict[str, bytes | str]:
    """Return the contents of a directory, links as links."""
    return {
        file.name: str(file.readlink()) if file.is_symlink() else file.read_bytes() if file.is_file() else "directory"
        for file in directory.iterdir()
    }


def test_a_file_of_another_user_is_refused_with_the_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As tests may run as root, who may do anything, the system's answer is given here."""
    def refuse(*given: object, mode: int = 0) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "touch", refuse)
    with pytest.raises(UnusableStore, match=r"Permission denied.: make it and its directory writable"):
        Store(tmp_path)


def test_a_data_directory_on_a_medium_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "data").symlink_to("/media/that/is/not/there")
    with pytest.raises(UnusableDataDirectory, match="is a link to nothing .*: plug in the medium"):
        make_directory(tmp_path / "data")


def test_a_directory_made_anew_while_the_table_runs_is_left_alone_and_the_old_one_may_come_back(
    new_table: Any, tmp_path: Path
) -> None:
    data, away = tmp_path / "data", tmp_path / "away"
    data.mkdir()
    with new_table(data) as table:
        key, pin = table.start(), table.store.new_pin()
        assert table.program.writer.wait_idle(PATIENCE_S)
        data.rename(away)
        data.mkdir()
        table.tap(TapKind.LIFT, "b1")
        table.tap(TapKind.PLACE, "b3")
        table.until(lambda scene: "not where it was" in str(scene.trouble))
        with pytest.raises(Refused, match="not where it was"):
            table.desk.check_pin(pin)
        assert list(data.iterdir()) == []
        data.rmdir()
        away.rename(data)
        table.until(lambda scene: scene.last_action == "b1b3" and scene.confirmed and not scene.trouble)
        assert table.desk.check_pin(pin)
        assert table.store.game(key).actions == ("b1b3",)
