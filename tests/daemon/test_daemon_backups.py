"""Archives of everything: what comes back is what went in, and no archive, however damaged, takes anything away."""

import io
import json
import random
import sqlite3
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from daemon.base.errors import BadArchive, NewerArchive
from daemon.cli import main
from daemon.services.backup_service import DeskBackups
from daemon.services.backups import BROUGHT, DAILY, KEPT, REPLACED, Backups
from daemon.services.library import game_of
from daemon.storage.file import archive
from daemon.storage.file.archive import BOARD_MAP, GAMES, MANIFEST, unpack
from daemon.storage.file.connection import write_whole
from daemon.storage.file.games_file import FILE_NAME
from daemon.storage.store import Store
from engine.core.pieces import Seat
from engine.records.game_record import read_record
from table.messages.effects import StoreAction, StoreGame, StoreUndone
from table.messages.new_game import NewGame
from table.messages.queries import Selection
from table.messages.refusal import Refused
from table.messages.settings import Settings

RECORD = '[Game "pawn-advance"]\n[Rules "1"]\n[White "Ada"]\n[Black "Bo"]\n\nb1b3 c1c2\n'
RESIGNED = RECORD.replace("\n\n", '\n[Result "black"]\n[Termination "resignation"]\n\n')
MAP = '{"board": "a map"}'
BROKEN = 8
"""The column of a game with the reason why it does not replay."""


def everything(directory: Path) -> dict[str, list[tuple[object, ...]]]:
    """All rows of all tables but the PIN, and the board map."""
    with closing(sqlite3.connect(directory / FILE_NAME)) as db:
        tables = sorted(name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'"))
        rows = {name: sorted(db.execute(f"SELECT * FROM {name}"), key=repr) for name in tables}
    rows["facts"] = [row for row in rows["facts"] if row[0] != "pin"]
    kept = directory / BOARD_MAP
    return rows | {"map": [(kept.read_text() if kept.exists() else "",)]}


def portable(directory: Path) -> dict[str, list[tuple[object, ...]]]:
    """All of it that an archive takes to another machine: which phones hold seats is of this one alone."""
    return everything(directory) | {"claims": []}


def fill(directory: Path, games: int = 3) -> None:
    """Games of all kinds with all that belongs to them."""
    directory.mkdir(exist_ok=True)
    store = Store(directory)
    for number in range(games):
        game = game_of(read_record(RESIGNED if number % 2 else RECORD))
        store.add(replace(game, key=f"game{number}"))
    store.append(StoreGame("mine", NewGame("pawn-advance", {"spawn": 1}, {Seat.WHITE: "Zoë"}, True)))
    store.append(StoreAction("mine", 1, "b1b3"))
    store.append(StoreUndone("mine", 2, 1))
    store.keep_voucher("mine", "public_key", "ab" * 32)
    store.set_holder("mine", Seat.WHITE, "phone")
    store.keep_solved("Zoë", "pawn", "step")
    store.save_settings(Settings(brightness=33))
    store.new_pin()
    store.close()
    (directory / BOARD_MAP).write_text(MAP)


@pytest.fixture
def full_store(tmp_path: Path) -> Iterator[Backups]:
    """A data directory with games, a board map and a PIN."""
    fill(tmp_path / "here")
    store = Store(tmp_path / "here")
    yield Backups(store, tmp_path / "here")
    store.close()


@pytest.fixture
def written(full_store: Backups, tmp_path: Path) -> Path:
    """An archive of it."""
    full_store.write(tmp_path / "all.zip")
    return tmp_path / "all.zip"


def test_what_is_restored_on_a_fresh_machine_is_what_was_backed_up(written: Path, tmp_path: Path) -> None:
    (tmp_path / "fresh").mkdir()
    store = Store(tmp_path / "fresh")
    pin = store.new_pin()
    fresh = Backups(store, tmp_path / "fresh")
    contents = fresh.restore(written)
    fresh.put_map()
    assert (contents.games, contents.finished) == (4, 1)
    assert everything(tmp_path / "fresh") == portable(tmp_path / "here")
    assert store.pin() == pin, "a machine keeps its own"
    assert store.settings().brightness == 33
    store.close()


def test_who_was_banned_since_or_has_given_the_pin_stays_so(full_store: Backups, tmp_path: Path) -> None:
    store = full_store._store
    store.keep_knowing("known before", store.pin(), 5)
    copy = tmp_path / "copy.zip"
    full_store.write(copy)
    store.keep_banned(frozenset({"0123456789abcdef"}))
    store.keep_knowing("known since", store.pin(), 5)
    full_store.restore(copy)
    assert store.banned() == {"0123456789abcdef"}
    assert store.knowing() == ("known since", "known before")


def test_an_archive_is_for_its_owner_alone_and_has_no_pin_in_it(
    full_store: Backups, written: Path, tmp_path: Path
) -> None:
    assert written.stat().st_mode & 0o077 == 0
    store = Store(tmp_path / "here")
    pin = store.pin()
    store.close()
    with zipfile.ZipFile(written) as opened:
        assert pin.encode() not in opened.read(GAMES)


def test_what_is_replaced_is_kept_and_can_come_back(full_store: Backups, written: Path, tmp_path: Path) -> None:
    fill(tmp_path / "there", games=1)
    (tmp_path / "there" / BOARD_MAP).write_text("another map")
    before = everything(tmp_path / "there")
    store = Store(tmp_path / "there")
    there = Backups(store, tmp_path / "there")
    there.restore(written)
    there.put_map()
    assert everything(tmp_path / "there") == everything(tmp_path / "here")
    ((kept, contents),) = there.listed()
    assert (kept.name, contents.games) == ("replaced-000001.zip", 2)
    there.restore(kept)
    there.put_map()
    assert everything(tmp_path / "there") == before
    store.close()


def test_a_game_that_is_written_meanwhile_is_in_the_archive_whole_or_not_at_all(
    full_store: Backups, tmp_path: Path
) -> None:
    store = Store(tmp_path / "here")
    store.append(StoreAction("mine", 3, "c1c3"))
    full_store.write(tmp_path / "now.zip")
    (tmp_path / "out").mkdir()
    unpack(tmp_path / "now.zip", tmp_path / "out")
    with closing(sqlite3.connect(tmp_path / "out" / GAMES)) as db:
        assert db.execute("SELECT count(*) FROM entries WHERE game = 'mine'").fetchone() == (3,)
    store.close()


# --- archives that are none --------------------------------------------------------------------------------------


def repacked(path: Path, change: Callable[[dict[str, bytes]], None], honest: bool = True) -> None:
    """Change what is in an archive; ``honest``: with checksums that fit again."""
    with zipfile.ZipFile(path) as opened:
        files = {name: opened.read(name) for name in opened.namelist()}
    manifest = json.loads(files.pop(MANIFEST))
    change(files)
    if honest:
        digests = {name: {"bytes": len(data), "sha256": archive.hashlib.sha256(data).hexdigest()}
                   for name, data in files.items()}
        manifest["files"] = digests
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr(MANIFEST, json.dumps(manifest))
        for name, data in files.items():
            made.writestr(name, data)


def changed_games(path: Path, statement: str) -> Callable[[dict[str, bytes]], None]:
    def change(files: dict[str, bytes]) -> None:
        file = path.with_name("changed")
        file.write_bytes(files[GAMES])
        with closing(sqlite3.connect(file, isolation_level=None)) as db:
            db.execute(statement)
        files[GAMES] = file.read_bytes()
        file.unlink()

    return change


def climbs_out(path: Path) -> None:
    repacked(path, lambda files: files.update({"../../outside": b"x"}))


def is_without_games(path: Path) -> None:
    repacked(path, lambda files: files.pop(GAMES))


def lies_about_its_checksum(path: Path) -> None:
    repacked(path, lambda files: files.update({BOARD_MAP: b"changed"}), honest=False)


def holds_a_bomb(path: Path) -> None:
    repacked(path, lambda files: files.update({BOARD_MAP: bytes(50 * 1024**2)}))


def holds_a_trigger(path: Path) -> None:
    repacked(path, changed_games(path, "CREATE TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM games; END"))


def holds_another_database(path: Path) -> None:
    repacked(path, changed_games(path, "DROP TABLE facts"))


def holds_no_database(path: Path) -> None:
    repacked(path, lambda files: files.update({GAMES: b"not a database" * 400}))


def is_no_zip(path: Path) -> None:
    path.write_bytes(b"x" * 5000)


def is_empty(path: Path) -> None:
    path.write_bytes(b"")


BAD = [climbs_out, is_without_games, lies_about_its_checksum, holds_a_bomb, holds_a_trigger, holds_another_database,
       holds_no_database, is_no_zip, is_empty]


@pytest.mark.parametrize("spoil", BAD)
def test_an_archive_is_refused_that(
    full_store: Backups, written: Path, tmp_path: Path, spoil: Callable[[Path], None]
) -> None:
    before = everything(tmp_path / "here")
    spoil(written)
    with pytest.raises(BadArchive, match="damaged|no archive|is not what the manifest says"):
        full_store.restore(written)
    assert everything(tmp_path / "here") == before
    assert not list(tmp_path.rglob("outside"))
    assert full_store.listed() == [] and not list((tmp_path / "here").glob(".*"))


@pytest.mark.parametrize("field", ["format", "schema"])
def test_an_archive_of_a_newer_version_is_refused(
    full_store: Backups, written: Path, field: str
) -> None:
    with zipfile.ZipFile(written) as opened:
        files = {name: opened.read(name) for name in opened.namelist()}
    files[MANIFEST] = json.dumps(json.loads(files[MANIFEST]) | {field: 99}).encode()
    with zipfile.ZipFile(written, "w") as made:
        for name, data in files.items():
            made.writestr(name, data)
    with pytest.raises(NewerArchive, match="newer pawnlight: install that version"):
        full_store.restore(written)


@pytest.mark.parametrize("change", [
    {"games": 10**25}, {"games": 10**3999}, {"games": True}, {"games": 1.0}, {"finished": -1}, {"deleted": None},
    {"made": "2026\ud800"}, {"made": "a\0b"}, {"made": 5}, {"program": "0.2\u202e"}, {"program": "x" * 41},
    {"mood": "good"}, {"made\ud800": 1}, {"files": []}, {"files": {}}, {"schema": 0}, {"format": "1"},
    {"files": {GAMES: {"bytes": 1}}}, {"files": {GAMES: {"bytes": 1, "sha256": 1}}}, {"files": {GAMES: 7}},
    {"files": {GAMES: {"bytes": 1, "sha256": "", "md5": ""}}},
], ids=lambda change: ascii(change)[:30])
def test_a_manifest_that_does_not_say_what_it_should_is_refused_and_nothing_is_kept(
    full_store: Backups, written: Path, change: dict[str, Any]
) -> None:
    with_manifest(written, lambda said: json.dumps(json.loads(said) | change))
    with written.open("rb") as brought, pytest.raises(BadArchive, match="damaged"):
        full_store.take_in(brought)
    assert full_store.listed() == []


@pytest.mark.parametrize("manifest", [
    "[]", "NaN", "[" * 5_000, '{"games": 1e999}', '{"games": ' + "9" * 5_000 + "}", "", '{"format": 1, "format": 1}',
], ids=lambda manifest: manifest[:12])
def test_a_manifest_that_is_no_json_is_refused(full_store: Backups, written: Path, manifest: str) -> None:
    with_manifest(written, lambda said: manifest)
    with written.open("rb") as brought, pytest.raises(BadArchive, match="damaged or no archive"):
        full_store.take_in(brought)


def test_a_copy_that_cannot_be_read_does_not_hide_the_others(full_store: Backups, written: Path) -> None:
    """One that an earlier program took in."""
    for _ in range(2):
        with written.open("rb") as brought:
            kept = full_store.take_in(brought)
    with_manifest(kept, lambda said: json.dumps(json.loads(said) | {"games": 10**3999}))
    assert len(full_store.listed()) == 1


def with_manifest(path: Path, change: Callable[[bytes], str]) -> None:
    with zipfile.ZipFile(path) as opened:
        files: dict[str, bytes | str] = {name: opened.read(name) for name in opened.namelist()}
        files[MANIFEST] = change(opened.read(MANIFEST))
    with zipfile.ZipFile(path, "w") as made:
        for name, data in files.items():
            made.writestr(name, data)


def mangled(data: bytes, chance: random.Random) -> bytes:
    """Flipped, cut, filled or doubled somewhere."""
    spoiled = bytearray(data)
    at, size = chance.randrange(len(data)), chance.choice((1, 1, 8, 512))
    match chance.randrange(5):
        case 0:
            spoiled[at] ^= 1 << chance.randrange(8)
        case 1:
            del spoiled[at:]
        case 2:
            del spoiled[at : at + size]
        case 3:
            spoiled[at : at + size] = chance.randbytes(size)
        case _:
            spoiled[at:at] = spoiled[at : at + size]
    return bytes(spoiled)


def test_mangled_archives_lose_nothing_that_was_there(
    full_store: Backups, written: Path, tmp_path: Path, full: bool
) -> None:
    data, before = written.read_bytes(), everything(tmp_path / "here")
    refused = 0
    for seed in range(200 if full else 20):
        written.write_bytes(mangled(data, random.Random(seed)))
        try:
            full_store.restore(written)
            full_store.put_map()
        except BadArchive:
            refused += 1
        assert everything(tmp_path / "here") == before, seed
    assert refused > 10


# --- keeping several ---------------------------------------------------------------------------------------------


def test_the_latest_seven_of_each_kind_are_kept(full_store: Backups) -> None:
    for number in range(KEPT + 2):
        full_store._store.append(StoreAction("mine", 3 + number, "c1c2"))
        full_store.make(DAILY)
    full_store.make(REPLACED)
    names = [path.name for path, _ in full_store.listed()]
    assert names == ["replaced-000010.zip", *(f"daily-{number:06}.zip" for number in range(9, 2, -1))]


def test_the_copy_that_is_restored_stays_though_it_is_the_oldest_of_its_kind(full_store: Backups) -> None:
    for _ in range(KEPT):
        full_store.make(REPLACED)
    oldest = full_store.listed()[-1][0]
    full_store.restore(oldest)
    assert full_store.listed()[-1][0] == oldest
    full_store.restore(full_store.listed()[0][0])
    assert oldest not in [path for path, _ in full_store.listed()] and len(full_store.listed()) == KEPT


def test_no_copy_goes_if_nothing_was_restored(full_store: Backups, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(KEPT):
        full_store.make(REPLACED)
    before = {path for path, _ in full_store.listed()}

    def fail(*given: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("daemon.storage.store.count_anew", fail)
    with pytest.raises(sqlite3.OperationalError):
        full_store.restore(full_store.listed()[-1][0])
    assert before <= {path for path, _ in full_store.listed()}


def test_what_the_owner_brings_is_kept_if_it_is_good(full_store: Backups, written: Path, tmp_path: Path) -> None:
    brought = full_store.take_in(io.BytesIO(written.read_bytes()))
    assert brought.name.startswith(BROUGHT) and full_store.path(brought.name) == brought
    with pytest.raises(BadArchive):
        full_store.take_in(io.BytesIO(written.read_bytes()[:-100]))
    assert [path for path, _ in full_store.listed()] == [brought]
    with pytest.raises(KeyError):
        full_store.path("../../etc/passwd")


def test_daily_copies_go_to_another_medium_which_is_never_made(full_store: Backups, tmp_path: Path) -> None:
    medium = tmp_path / "stick"
    backups = Backups(full_store._store, tmp_path / "here", medium)
    with pytest.raises(OSError):
        backups.make(DAILY)
    assert not medium.exists()
    medium.mkdir()
    assert backups.make(DAILY).parent == medium
    assert backups.make(REPLACED).parent == tmp_path / "here" / "backups"
    assert len(backups.listed()) == 2


# --- commands ----------------------------------------------------------------------------------------------------


def test_the_commands_copy_and_put_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fill(tmp_path / "here")
    file, there = str(tmp_path / "all.zip"), ("--data", str(tmp_path / "there"))
    assert main(["backup", file, "--data", str(tmp_path / "here")]) == 0
    assert main(["restore", file, *there]) == 1
    assert "4 games, 1 of them finished" in capsys.readouterr().out and not (tmp_path / "there").exists()
    assert main(["restore", file, "--yes", *there]) == 0
    assert everything(tmp_path / "there") == portable(tmp_path / "here")


def test_a_damaged_file_makes_room_for_what_is_put_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fill(tmp_path / "here")
    file, data = str(tmp_path / "all.zip"), ("--data", str(tmp_path / "here"))
    whole = portable(tmp_path / "here")
    assert main(["backup", file, *data]) == 0
    (tmp_path / "here" / FILE_NAME).write_bytes(b"")
    assert main(["restore", file, "--yes", *data]) == 0
    assert everything(tmp_path / "here") == whole
    assert (tmp_path / "here" / "damaged-1" / FILE_NAME).exists()
    assert "is empty, and the games that were in it are gone" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["backup", "/proc/nowhere/all.zip"], "cannot be written (No such file or directory): give a file"),
        (["restore", "/nowhere/all.zip"], "cannot be read (No such file or directory): give a file that exists"),
        (["rescue", "/nowhere"], "cannot be read (No such file or directory): give a directory with games.sqlite3"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    tmp_path: Path, arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(tmp_path, games=1)
    assert main([*arguments, "--data", str(tmp_path)]) == 1
    told = capsys.readouterr().err
    assert said in told and told.count("\n") == 1


@pytest.mark.parametrize("before", ["", MAP, "another map"])
@pytest.mark.parametrize("learnt", [MAP, "the map of now"])
def test_a_board_map_that_is_learnt_after_a_restore_was_interrupted_stays(
    full_store: Backups, written: Path, before: str, learnt: str
) -> None:
    full_store.board_map.unlink()
    if before:
        full_store.board_map.write_text(before)
    full_store.restore(written)  # and here the power fails
    write_whole(full_store.board_map, learnt.encode())  # pawnlight wire
    for _ in range(2):
        full_store.sweep()
        assert full_store.board_map.read_text() == learnt


@pytest.mark.parametrize("damaged", [False, True])
def test_the_command_says_so_if_everything_but_the_board_map_was_put_back(
    tmp_path: Path, damaged: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    here, there, data = tmp_path / "here", tmp_path / "there", ("--data", str(tmp_path / "there"))
    fill(here)
    fill(there, games=1)
    assert main(["backup", str(tmp_path / "all.zip"), "--data", str(here)]) == 0
    if damaged:
        (there / FILE_NAME).write_bytes(b"")
    (there / BOARD_MAP).unlink()
    in_the_way = there / f"{BOARD_MAP}.new"
    in_the_way.mkdir()
    assert main(["restore", str(tmp_path / "all.zip"), "--yes", *data]) == 1
    said = capsys.readouterr().err
    assert "everything but the board map was put back" in said and "nothing was" not in said
    assert str(there / ("damaged-1" if damaged else "backups")) in said
    in_the_way.rmdir()
    with closing(Store(there)) as store:
        Backups(store, there).sweep()
    now, then = everything(there), everything(here)
    assert all(now[name] == then[name] for name in ("games", "entries", "map"))


def test_the_command_says_so_if_nothing_was_put_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As the disk is full while the games are exchanged, say."""
    here, there = tmp_path / "here", tmp_path / "there"
    fill(here)
    fill(there, games=1)
    assert main(["backup", str(tmp_path / "all.zip"), "--data", str(here)]) == 0
    before = everything(there)

    def fail(*given: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("daemon.storage.store.count_anew", fail)
    assert main(["restore", str(tmp_path / "all.zip"), "--yes", "--data", str(there)]) == 1
    assert "nothing was put back (database or disk is full): free some space" in capsys.readouterr().err
    assert everything(there) == before


def full(*given: object) -> None:
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorcode = sqlite3.SQLITE_FULL
    raise error


@pytest.mark.parametrize("where", ["archive._leave_out", "schema._version", "schema._compact"])
def test_a_good_archive_is_not_called_damaged_where_the_disk_is_full(
    full_store: Backups, written: Path, tmp_path: Path, where: str, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    before = everything(tmp_path / "here")
    desk = DeskBackups(full_store)
    monkeypatch.setattr(f"daemon.storage.file.{where}", full)
    with written.open("rb") as brought, pytest.raises(Refused, match="nothing was changed .database or disk") as caught:
        desk.take_in(brought)
    assert caught.value.status == 503
    assert main(["restore", str(written), "--yes", "--data", str(tmp_path / "here")]) == 1
    assert "all.zip cannot be unpacked (database or disk is full): free some space" in capsys.readouterr().err
    assert everything(tmp_path / "here") == before


# --- rescue ------------------------------------------------------------------------------------------------------


def test_every_readable_game_is_rescued_whichever_page_is_damaged(tmp_path: Path, full: bool) -> None:
    fill(tmp_path / "here", games=60)
    file = tmp_path / "here" / FILE_NAME
    whole = file.read_bytes()
    pages = len(whole) // 4096
    games = everything(tmp_path / "here")["games"]
    rescued_at = {}
    for page in range(1, pages) if full else (1, *range(2, pages, 5)):
        file.write_bytes(whole[: 4096 * page] + b"\x55" * 4096 + whole[4096 * (page + 1) :])
        target = tmp_path / f"rescued{page}"
        assert main(["rescue", str(tmp_path / "here"), "--data", str(target)]) == 0
        assert main(["rescue", str(tmp_path / "here"), "--data", str(target)]) == 0, "twice does no harm"
        assert file.read_bytes() == whole[: 4096 * page] + b"\x55" * 4096 + whole[4096 * (page + 1) :]
        found = everything(target)
        assert set(found["games"]) <= set(games) or any(row[BROKEN] for row in found["games"])
        rescued_at[page] = len(found["games"])
    assert pages > 12
    assert sorted(rescued_at.values())[len(rescued_at) // 3] == len(games), rescued_at


def test_a_rescued_game_has_everything_that_it_had(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fill(tmp_path / "here")
    assert main(["rescue", str(tmp_path / "here"), "--data", str(tmp_path / "there")]) == 0
    assert capsys.readouterr().out == "4 games were taken, 0 were here already.\n"
    here, there = everything(tmp_path / "here"), everything(tmp_path / "there")
    for table in ("games", "entries", "ends", "vouchers"):
        assert here[table] == there[table] != []


def test_what_is_left_of_a_damaged_game_is_set_aside(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fill(tmp_path / "here")
    with closing(sqlite3.connect(tmp_path / "here" / FILE_NAME, isolation_level=None)) as db:
        db.execute("UPDATE games SET options = '{' WHERE key = 'game0'")
        db.execute("DELETE FROM games WHERE key = 'game1'")
        db.execute("UPDATE games SET deleted = '' WHERE key = 'game2'")
    assert main(["rescue", str(tmp_path / "here"), "--data", str(tmp_path / "there")]) == 0
    said = capsys.readouterr().out
    assert "2 games were taken" in said
    assert "game0  damaged, set aside" in said and "game1  lost but for some actions" in said
    store = Store(tmp_path / "there")
    assert store.game("game0").damage == "options: not JSON"
    assert [game.key for game in store.games(Selection(deleted=True))] == ["game2"]
    store.close()
