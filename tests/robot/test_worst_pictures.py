"""The load of the fuses of the lights: the pictures of whole games, against ``worst_pictures.json``."""

from functools import cache

import pytest
import shown_pictures
from shown_pictures import SEEDS, in_parts, pictures_of

from engine.core.squares import Board
from engine.registry import game_ids
from hardware.board_map import serpentine, wire
from hardware.lights.frames import frame
from hardware.lights.power import Branch
from hardware.lights.worst_pictures import FILE, Picture, dump, load, parse, worst
from table.messages.lights import Overlay
from table.messages.settings import Settings

PER_RING = 12
FUSE_A = 5.0
BRIGHT = Settings(brightness=100)
PLENTY_A = 1000.0

played = cache(pictures_of)


def branches_of(board: Board) -> tuple[Branch, ...]:
    """A branch for every two ranks of a chain that runs to and fro, as docs/build/power.md draws it."""
    width = 2 * board.files
    return tuple(Branch(tuple(range(first, first + width)), FUSE_A) for first in range(0, board.size, width))


def drawn_by(branch: Branch, pixels: bytes) -> float:
    """The current that a branch draws of a frame, in amperes, added up without the program's own sums."""
    length = 3 * PER_RING
    units = sum(sum(pixels[ring * length : (ring + 1) * length]) for ring in branch.rings)
    return (len(branch.rings) * PER_RING * 1.0 + units * 20 / 255) / 1000


@cache
def most_in_parts(board: Board) -> list[float]:
    """The most of each part of a board, by the file."""
    return [max(part) for part in zip(*(in_parts(each) for each in load() if each.board == board), strict=True)]


@pytest.mark.parametrize("game_id", game_ids())
def test_each_branch_is_kept_within_its_fuse_in_all_pictures_of_whole_games(game_id: str, full: bool) -> None:
    """The supply would give more; and nothing is more than what ``pawnlight check`` tells of the branch."""
    for seed in SEEDS if full else SEEDS[:2]:
        pictures = played(game_id, seed)
        board = pictures[0].board
        board_map, branches = wire(board, rings=serpentine(board), pixels_per_ring=PER_RING), branches_of(board)
        told = [worst(branch, board_map, load()).drawn_a for branch in branches]
        for picture in pictures:
            given = (picture.lights, picture.overlay, picture.turn, BRIGHT, board_map, 0.0, PLENTY_A)
            kept, free = frame(*given, branches).pixels, frame(*given).pixels
            for branch, most_a in zip(branches, told, strict=True):
                assert drawn_by(branch, kept) <= branch.most_a + 1e-9
                assert drawn_by(branch, free) <= most_a + 1e-9


@pytest.mark.parametrize("game_id", game_ids())
def test_no_picture_of_a_game_draws_more_than_the_file_tells_of_any_part_of_the_board(game_id: str, full: bool) -> None:
    for seed in SEEDS if full else SEEDS[:2]:
        for picture in played(game_id, seed):
            known = most_in_parts(picture.board)
            assert all(new <= old + 1e-9 for new, old in zip(in_parts(picture), known, strict=True)), (
                f"{game_id}, game {seed}: write the file anew with script/find_worst_pictures.py"
            )


def test_the_file_is_as_the_script_writes_it() -> None:
    assert dump(load()) == FILE.read_text("utf-8")


def test_robots_that_play_otherwise_leave_the_file_at_least_as_bad(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other moves are no reason to write the file anew, and never make the estimate of a part smaller."""
    monkeypatch.setattr(shown_pictures, "pictures_of", lambda game_id, seed: played(game_id, seed) if not seed else ())
    monkeypatch.setattr(shown_pictures, "game_ids", lambda: ("pawn",))
    for board in {each.board for each in load()}:
        found = [in_parts(each) for each in shown_pictures.worst_pictures() if each.board == board]
        assert all(max(new) >= old for new, old in zip(zip(*found, strict=True), most_in_parts(board), strict=True))


def test_some_game_would_blow_a_fuse_without_its_limit() -> None:
    """Otherwise all of this would be idle."""
    board = Board(8, 8)
    board_map = wire(board, rings=serpentine(board), pixels_per_ring=PER_RING)
    assert max(worst(branch, board_map, load()).drawn_a for branch in branches_of(board)) > 0.75 * FUSE_A


def test_a_pause_counts_as_well() -> None:
    """Its breath lights all rings of a board, in the colour of whose turn it is."""
    board = Board(8, 8)
    quiet = Picture("chess", board, Overlay.NONE, {})
    found = worst(Branch((0, 1), 5.0), wire(board, pixels_per_ring=PER_RING), [quiet])
    assert found.game == "a pause" and found.drawn_a > 2 * PER_RING / 1000


def test_games_that_do_not_fit_on_the_board_are_left_out() -> None:
    board = Board(4, 4)
    found = worst(Branch(tuple(range(16)), 5.0), wire(board, pixels_per_ring=PER_RING), load())
    assert (found.game, found.drawn_a) == ("", pytest.approx(16 * PER_RING / 1000))


def test_a_game_in_the_corner_of_a_larger_board_is_fed_by_the_branches_under_it() -> None:
    large = Board(8, 10)
    board_map = wire(large, rings=serpentine(large), pixels_per_ring=PER_RING)
    pictures = [each for each in load() if each.board == Board(8, 8)]
    below, above = (worst(Branch(tuple(rings), 5.0), board_map, pictures) for rings in (range(16), range(64, 80)))
    assert below.drawn_a > 3.0
    assert above.drawn_a == pytest.approx(16 * PER_RING / 1000)


def test_what_is_written_is_read_back() -> None:
    assert parse(dump(load())) == load()
