"""The command `pawnlight`: what it prints, and its exit codes (0 done, 1 refused or failed, 2 wrong arguments)."""

import io
import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from waiting import PATIENCE_S

from daemon.cli import main
from daemon.commands.handlers import CLUB_EXTRA
from engine.records.game_record import Record, begin, write_record
from engine.registry import find_game, game_ids

RECORD = '[Game "pawn-advance"]\n[Rules "1"]\n[White "Ada"]\n[Black "Bo"]\n\nb1b3 c1c2\n'


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def wrongly_typed(*arguments: str) -> int:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert isinstance(caught.value.code, int)
    return caught.value.code


def reads(content: bytes) -> io.TextIOWrapper:
    """A standard input that holds this."""
    return io.TextIOWrapper(io.BytesIO(content), encoding="ascii")


def test_games_are_listed_with_their_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    said = capsys.readouterr().out
    assert all(f"{game_id}: " in said for game_id in game_ids())
    assert "spawn=2" in said and "1 to 4" in said


def test_perft_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "pawn-advance", "2"]) == 0
    assert capsys.readouterr().out == "224\n"


def test_perft_divides_and_takes_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "pawn-advance", "1", "--divide", "--option", "spawn=3", "--option", "placement=choice"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "a1a2 1" and lines[-1] == "16" and len(lines) == 17


def test_guides_are_listed_and_printed(capsys: pytest.CaptureFixture[str]) -> None:
    docs = Path(__file__).parents[2] / "docs"
    assert main(["guide"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split(maxsplit=1) == ["play", "Play"]
    names = [line.split()[0] for line in lines]
    assert {"build", "build/trouble", "protocol", "credits"} <= set(names)
    assert len(names) == len([*docs.glob("*.md"), *docs.glob("build/*.md")])
    assert main(["guide", "build/trouble"]) == 0
    assert capsys.readouterr().out == (docs / "build" / "trouble.md").read_text("utf-8")


def test_guides_that_the_command_names_are_there(capsys: pytest.CaptureFixture[str]) -> None:
    main(["guide"])
    names = {line.split()[0] for line in capsys.readouterr().out.splitlines()}
    root = Path(__file__).parents[2]
    sources = [*root.glob("daemon/**/*.py"), *(each for each in root.glob("systemd/**/*") if each.is_file())]
    cited = {name for file in sources for name in re.findall(r"pawnlight guide ([a-z/-]+)", file.read_text("utf-8"))}
    assert {"protocol", "service"} <= cited <= names


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["perft", "chequers", "2"], "unknown game 'chequers': known are pawn-advance"),
        (["perft", "pawn-advance", "2", "--option", "spawn=9"], "must be a whole number from 1 to 4, not 9"),
        (["perft", "pawn-advance", "2", "--option", "spawn=x"], "must be a whole number, not 'x'"),
        (["perft", "pawn-advance", "2", "--option", "nope=1"], "unknown option 'nope'"),
        (["perft", "pawns-revenge", "1", "--option", "retreat=yes"], "must be true or false, not 'yes'"),
        (["perft", "pawn", "100000"], "depth of 100000 is far too deep"),
        (["guide", "chequers"], "there is no guide 'chequers': 'pawnlight guide' lists those there are"),
        (["export", "nothing"], "data/pawnlight: give --data the directory of the table, or start the table once"),
        (["import", "/nowhere/game.pwl"], "game.pwl cannot be read (No such file or directory): give a file that"),
        (["check-config", "--config", "/nowhere/config.toml"], "cannot be read"),
    ],
)
def test_what_cannot_be_done_is_one_sentence_and_code_1(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 1
    told = capsys.readouterr().err
    assert told.startswith("pawnlight: ") and said in told and told.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [[], ["nonsense"], ["perft"], ["perft", "pawn", "-1"], ["perft", "pawn", "two"], ["play", "--port", "70000"],
     ["play", "--board", "marble"], ["perft", "pawn", "1", "--option", "spawn"], ["import"]],
)
def test_what_is_wrongly_typed_is_code_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert wrongly_typed(*arguments) == 2
    assert "usage: pawnlight" in capsys.readouterr().err


COMMANDS = ["play", "games", "protocol", "perft", "export", "import", "verify", "check-config", "pin"]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert wrongly_typed(command, "--help") == 0
    assert len(capsys.readouterr().out.splitlines()) > 5


def test_a_record_that_no_boards_signed_is_told_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = find_game("pawn")
    file = tmp_path / "game.pwl"
    file.write_text(write_record(Record(begin(game, game.read_options({})))))
    assert main(["verify", str(file)]) == 1
    follows, signed = capsys.readouterr().out.splitlines()
    assert follows.startswith("right  ") and signed.startswith("WRONG  No boards signed it")


def test_debug_shows_where_an_error_happened() -> None:
    from engine.core.errors import UnknownGame

    with pytest.raises(UnknownGame):
        main(["perft", "chequers", "1", "--debug"])


def test_the_protocol_answers_line_by_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", reads(b'{"cmd":"new","game":"pawn-advance"}\r\n\nnonsense\n\xff\n{"cmd":"undo"}'))
    assert main(["protocol"]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert answers[0]["phase"] == "battle"
    assert [answer["error"]["code"] for answer in answers[1:]] == ["bad-json", "bad-json", "bad-request"]


def test_the_protocol_ends_when_nobody_reads_any_more() -> None:
    command = [sys.executable, "-m", "daemon", "protocol"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        process.stdout.close()
        process.stdin.write(b'{"cmd":"games"}\n')
        process.stdin.close()
        assert process.wait(PATIENCE_S) == 1
        assert process.stderr.read() == b""


def test_streams_that_are_closed_do_no_harm() -> None:
    command = f"exec {sys.executable} -m daemon games <&- >&- 2>&-"
    assert subprocess.run(["sh", "-c", command], timeout=PATIENCE_S).returncode == 0


def test_the_protocol_ends_at_a_signal_without_a_word() -> None:
    heeding = ["env", "--default-signal=INT"]  # shells have it ignored for what they start in the background
    command = [*heeding, sys.executable, "-m", "daemon", "protocol"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        process.stdin.write(b'{"cmd":"undo"}\n')
        process.stdin.flush()
        assert b"no-game" in process.stdout.readline(), "it answers at once, and waits for more"
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE_S) == 1
        assert process.stderr.read() == b""


def test_records_come_in_and_go_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "game.pwl").write_text(RECORD)
    assert main(["import", str(tmp_path / "game.pwl")]) == 0
    key = capsys.readouterr().out.strip()
    assert main(["export"]) == 0
    assert capsys.readouterr().out == f"{key}  unknown date  pawn-advance  Ada, Bo\n"
    assert main(["export", key, "--output", str(tmp_path / "again.pwl")]) == 0
    assert main(["export", key]) == 0
    said = capsys.readouterr().out
    assert said == (tmp_path / "again.pwl").read_text()
    assert said.endswith("\n\nb1b3 c1c2\n") and '[White "Ada"]' in said
    assert main(["export", "nothing"]) == 1
    assert "no game 'nothing' is kept: 'pawnlight export' without a key lists" in capsys.readouterr().err


def test_a_record_without_names_goes_out_as_it_came_in(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = find_game("pawn")
    (tmp_path / "game.pwl").write_text(text := write_record(Record(begin(game, game.read_options({})))))
    assert main(["import", str(tmp_path / "game.pwl")]) == 0
    key = capsys.readouterr().out.strip()
    assert main(["export", key]) == 0
    assert capsys.readouterr().out == text
    assert main(["export"]) == 0
    assert capsys.readouterr().out == f"{key}  unknown date  pawn  ?, ?\n"


def test_a_bad_record_is_refused_with_the_first_bad_action(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", reads(RECORD.replace("c1c2", "c2c3").encode()))
    assert main(["import", "-"]) == 1
    assert "action 2 (c2c3)" in capsys.readouterr().err


def test_what_is_no_text_is_refused_as_a_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "game.pwl").write_bytes(RECORD.replace("Ada", "Zo\u00eb").encode("latin-1"))
    assert main(["import", str(tmp_path / "game.pwl")]) == 1
    assert "UTF-8" in capsys.readouterr().err


PGN = '[Event "Club Championship"]\n[Site "?"]\n[White "Ada"]\n[Black "Bo"]\n[Result "1-0"]\n\n1. e4 e5 2. Qh5 1-0\n'


@pytest.mark.parametrize("before", ["", "\ufeff", "% saved by a program\n", "\n"])
def test_pgn_comes_in_and_goes_out(
    before: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", reads((before + PGN).encode()))
    assert main(["import", "-"]) == 0
    key = capsys.readouterr().out.strip()
    assert main(["export", key, "--pgn"]) == 0
    text = capsys.readouterr().out
    assert '[White "Ada"]' in text and text.endswith("\n\n1. e4 e5 2. Qh5 1-0\n")
    assert main(["export", "--pgn"]) == 0
    assert capsys.readouterr().out == f"{text}\n"
    assert main(["export", "--pgn", "--player", "Nobody"]) == 0
    assert capsys.readouterr().out == ""
    assert main(["export", "--player", "Ada"]) == 1
    assert "--player goes with --pgn" in capsys.readouterr().err
    assert main(["verify", "-"]) == 1


def test_of_a_file_of_pgn_it_is_said_what_was_not_taken(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = PGN.replace("Qh5", "Qh6")
    monkeypatch.setattr(sys, "stdin", reads(f"{PGN}\n{bad}\n{PGN.replace('e5', '(1. d4) e5')}".encode()))
    assert main(["import", "-"]) == 1
    printed = capsys.readouterr()
    assert len(printed.out.split()) == 2
    assert printed.err.splitlines() == [
        "not taken: game 2 (Ada – Bo): move 2 (Qh6): 'Qh6' is not a legal move here",
        "game 3: 1 variation is left out",
        "correct what was not taken, and import it alone: the others would come a second time",
    ]
    monkeypatch.setattr(sys, "stdin", reads(f"{bad}\n{bad}".encode()))
    assert main(["import", "-"]) == 1
    assert "none of the 2 games of this file can be read; the first is game 1 (Ada – Bo)" in capsys.readouterr().err
    assert main(["export"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_pgn_in_latin_1_is_read_and_declared(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", reads(PGN.replace("Ada", "Zo\u00eb").encode("latin-1")))
    assert main(["import", "-"]) == 0
    assert "was read as Latin-1" in capsys.readouterr().err
    assert main(["export"]) == 0
    assert "Zo\u00eb, Bo" in capsys.readouterr().out


def test_what_is_no_chess_is_not_written_as_pgn(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", reads(RECORD.encode()))
    assert main(["import", "-"]) == 0
    key = capsys.readouterr().out.strip()
    assert main(["export", key, "--pgn"]) == 1
    assert "Only games of chess" in capsys.readouterr().err
    assert main(["export", "--pgn"]) == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("arguments", [
    ["pin"], ["pin", "--new"], ["export"], ["export", "1234"], ["backup", "{out}"], ["check"],
    ["check", "--config", "{gpio}"], ["wire"],
], ids=" ".join)
@pytest.mark.parametrize("there", [None, "", "games.sqlite3.new", "games.sqlite3-shm", "games.sqlite3-wal"],
                         ids=["missing", "somebody else's", "begun", "shared memory", "empty log"])
def test_what_only_reads_makes_nothing_where_nothing_is_kept(
    arguments: list[str], there: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = tmp_path / "wrong" / "place"
    if there is not None:
        wrong.mkdir(parents=True)
    if there:
        (wrong / there).touch()
    (tmp_path / "gpio.toml").write_text('[board]\ndriver = "gpio"\n')
    places = {"{out}": str(tmp_path / "out.zip"), "{gpio}": str(tmp_path / "gpio.toml")}
    code = main([*(places.get(each, each) for each in arguments), "--data", str(wrong)])
    said = capsys.readouterr()
    assert wrong.is_dir() == (there is not None)
    assert [file.name for file in wrong.glob("*")] == ([there] if there else [])
    assert not (tmp_path / "out.zip").exists()
    if arguments[0] == "wire":
        assert code == 1 and "there is nothing to wire" in said.err
    elif arguments[0] != "check":
        assert code == 1 and not said.out
        assert f"nothing is kept in {wrong}" in said.err and "--data" in said.err


def test_rescuing_makes_nothing_in_the_place_it_reads(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for wrong in (tmp_path / "missing", tmp_path / "empty"):
        if wrong.name == "empty":
            wrong.mkdir()
        assert main(["rescue", str(wrong), "--data", str(tmp_path / "kept")]) == 1
        assert "games.sqlite3" in capsys.readouterr().err
        assert wrong.is_dir() == (wrong.name == "empty") and not list(wrong.glob("*"))
    assert not (tmp_path / "kept").exists()


def test_check_config_shows_what_is_in_force(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "config.toml").write_text("[panel]\nport = 8099\n")
    assert main(["check-config", "--config", str(tmp_path / "config.toml")]) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"# {tmp_path / 'config.toml'}\n")
    assert "panel.port = 8099\n" in said and "rings.pixels = 12\n" in said


def test_check_config_shows_settings_as_they_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written = 'port = "/dev/two"\nfile = "i"\nrank = 1\n'
    (tmp_path / "config.toml").write_text(
        f'[board]\ndriver = "tiles"\nfiles = 16\n[[tiles]]\nport = "/dev/one"\n[[tiles]]\n{written}'
    )
    assert main(["check-config", "--config", str(tmp_path / "config.toml")]) == 0
    said = capsys.readouterr().out
    assert "tiles[1].file = a\ntiles[1].rank = 1\n" in said and "tiles[2].file = i\ntiles[2].rank = 1\n" in said
    assert "reeds.addresses = [0x20, 0x21, 0x22, 0x23]\n" in said


def test_check_config_shows_branches_as_they_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "config.toml").write_text(
        '[board]\ndriver = "gpio"\n[[branches]]\nrings = "1-16, 33-64"\nfuse_a = 5\n'
        '[[branches]]\nrings = "17-32"\nfuse_a = 7.5\n'
    )
    assert main(["check-config", "--config", str(tmp_path / "config.toml")]) == 0
    said = capsys.readouterr().out
    assert "branches[1].rings = 1-16, 33-64\nbranches[1].fuse_a = 5.0\nbranches[2].rings = 17-32\n" in said


@pytest.mark.parametrize(("fuse_a", "is_weak"), [(1.03, True), (3, True), (5, False)])
def test_check_config_warns_of_a_fuse_that_darkens_the_board(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], fuse_a: float, is_weak: bool
) -> None:
    """64 rings of 12 pixels: 0.77 A dark, 2.4 A in White's turn with 16 pieces lit. It is a warning, no error."""
    branch = f'[[branches]]\nrings = "1-64"\nfuse_a = {fuse_a}\n'
    (tmp_path / "config.toml").write_text(f'[board]\ndriver = "gpio"\n{branch}')
    assert main(["check-config", "--config", str(tmp_path / "config.toml")]) == 0
    said = capsys.readouterr().err
    assert ("branches[1]" in said and "dark" in said and f"{0.75 * fuse_a:.2f} A" in said) is is_weak, said
    assert is_weak or not said


def test_check_config_says_where_the_configuration_would_be(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert main(["check-config"]) == 0
    file = tmp_path / "pawnlight" / "config.toml"
    assert capsys.readouterr().out.startswith(f"# {file} is not there: these are the defaults\n")


def test_check_config_finds_tiles_that_do_not_cover_the_board(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "config.toml").write_text(
        '[board]\ndriver = "tiles"\nfiles = 16\nranks = 8\n[[tiles]]\nport = "/dev/one"\n'
    )
    assert main(["check-config", "--config", str(tmp_path / "config.toml")]) == 1
    assert "squares without a tile: i1" in capsys.readouterr().err


def test_the_pin_stays_until_a_new_one_is_wanted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", reads(RECORD.encode()))

    def pin(*arguments: str) -> str:
        assert main(["pin", *arguments]) == 0
        return capsys.readouterr().out.strip()

    assert main(["import", "-"]) == 0  # with which something is kept
    capsys.readouterr()
    first = pin()
    assert len(first) == 6 and pin() == first
    assert {pin("--new") for _ in range(3)} != {first}


@pytest.mark.parametrize("package", CLUB_EXTRA)
def test_a_club_s_panel_says_at_once_which_package_is_missing(
    package: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("daemon.system.logging_setup.set_up", lambda debug: None)
    monkeypatch.setitem(sys.modules, package, None)
    assert main(["club"]) == 1
    assert f"needs {package}, which is not installed: install pawnlight[club]" in capsys.readouterr().err
