"""The identity of a board: an id that lasts, and a password that nobody else can read."""

from pathlib import Path

import pytest

from club.transport.errors import UnusableIdentity, UnusablePassword
from club.transport.identity import ID, ID_FILE, KEY_FILE, board_id, board_key, password


def test_an_id_is_drawn_once_and_stays(tmp_path: Path) -> None:
    drawn = board_id(tmp_path)
    assert ID.fullmatch(drawn)
    assert board_id(tmp_path) == drawn
    assert [file.name for file in tmp_path.iterdir()] == [ID_FILE]


def test_a_key_is_drawn_once_and_read_by_nobody_else(tmp_path: Path) -> None:
    drawn = board_key(tmp_path)
    assert len(drawn) == 32 and board_key(tmp_path) == drawn
    assert (tmp_path / KEY_FILE).stat().st_mode & 0o777 == 0o600
    (tmp_path / KEY_FILE).write_text("no key")
    with pytest.raises(UnusableIdentity, match="does not hold the key of this board"):
        board_key(tmp_path)


def test_no_two_boards_draw_the_same(tmp_path: Path) -> None:
    directories = [tmp_path / str(number) for number in range(100)]
    for directory in directories:
        directory.mkdir()
    assert len({board_id(directory) for directory in directories}) == 100


@pytest.mark.parametrize("content", ["", "Living room", "0123456789ABCDEF", "0123456789abcdef0", "§"])
def test_a_file_without_an_id_is_refused_and_left_alone(tmp_path: Path, content: str) -> None:
    (tmp_path / ID_FILE).write_text(content)
    with pytest.raises(UnusableIdentity, match="board-id"):
        board_id(tmp_path)
    assert (tmp_path / ID_FILE).read_text() == content


def test_an_id_that_cannot_be_kept_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnusableIdentity, match="No such file"):
        board_id(tmp_path / "nowhere")


def kept(directory: Path, content: bytes, mode: int = 0o600) -> Path:
    file = directory / "password"
    file.write_bytes(content)
    file.chmod(mode)
    return file


@pytest.mark.parametrize("content", [b"open sesame", b"open sesame\n", b"open sesame\r\n", b"open sesame\nnotes\n"])
def test_the_password_is_the_first_line(tmp_path: Path, content: bytes) -> None:
    assert password(kept(tmp_path, content)) == "open sesame"


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o620, 0o644, 0o601])
def test_a_password_that_others_may_read_or_change_is_refused(tmp_path: Path, mode: int) -> None:
    file = kept(tmp_path, b"open sesame\n", mode)
    with pytest.raises(UnusablePassword, match=f"chmod 600 {file}") as refused:
        password(file)
    assert "sesame" not in str(refused.value)


@pytest.mark.parametrize("content", [b"", b"\n", b"\xff\n", b"a\tb\n", b"x" * 201])
def test_what_is_no_password_is_refused(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(UnusablePassword):
        password(kept(tmp_path, content))


def test_a_password_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnusablePassword, match="No such file"):
        password(tmp_path / "none")
