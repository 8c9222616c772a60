"""The pictures of whole games that the robot plays, and those among them in which neighbouring ranks or files draw
most: what ``hardware/lights/worst_pictures.json`` is made of."""

from collections.abc import Iterable
from functools import partial
from itertools import chain
from operator import itemgetter
from typing import Any

from rig import Rig
from robot import Robot
from test_robot import random_options

from engine.core.squares import Board
from engine.registry import game_ids
from hardware.lights.worst_pictures import Picture, by_square, load
from hardware.simulated.faults import PERFECT, BoardFaults
from table.messages.events import Event
from table.output import guidance

SEEDS = range(6)
"""The games of each kind that the file is made of; every other one has options at random."""


class Watched(Rig):
    """A rig that keeps every picture that the table shows."""

    def __init__(self, game_id: str, board: Board, faults: BoardFaults, seed: int) -> None:
        self.shown: dict[tuple[Any, ...], Picture] = {}
        self._game_id = game_id
        super().__init__(board, faults, seed)

    def send(self, event: Event) -> None:
        super().send(event)
        lights, overlay = guidance.lights(self.table, self.now_s), guidance.overlay(self.table, self.now_s)
        board = Board(self.board.board_map.board.files, self.board.board_map.board.ranks)
        picture = Picture(self._game_id, board, overlay, dict(sorted(lights.items())))
        self.shown.setdefault((overlay, *picture.lights.items()), picture)


def worst_pictures() -> tuple[Picture, ...]:
    """The pictures of the file, and those of games played now that are worse. The old ones stay, since games showed
    them: robots that play otherwise some day make no estimate smaller."""
    games = ((game_id, seed) for game_id in game_ids() for seed in SEEDS)
    played = (picture for game_id, seed in games for picture in worst_among(pictures_of(game_id, seed)))
    return worst_among(chain(load(), played))


def pictures_of(game_id: str, seed: int) -> tuple[Picture, ...]:
    """All pictures of one whole game."""
    player = Robot(game_id, random_options(game_id, seed), PERFECT, seed, new_rig=partial(Watched, game_id))
    player.play()
    assert isinstance(player.rig, Watched)
    return tuple(player.rig.shown.values())


def in_parts(picture: Picture) -> list[float]:
    """The current of each part of the board: one, two and four ranks next to each other, as many files, all of it."""
    ranks, files = [0.0] * picture.board.ranks, [0.0] * picture.board.files
    for square, amperes in by_square(picture).items():
        ranks[picture.board.rank(square)] += amperes
        files[picture.board.file(square)] += amperes
    runs = [sum(lines[first : first + width]) for lines in (ranks, files) for width in (1, 2, 4)
            for first in range(len(lines) - width + 1)]
    return [*runs, sum(ranks)]


def worst_among(pictures: Iterable[Picture]) -> tuple[Picture, ...]:
    """For each size of board, the pictures that are worst for some part of it; the first of those that are equal."""
    by_board: dict[Board, list[tuple[float, Picture]]] = {}
    for picture in pictures:
        amperes = in_parts(picture)
        worst = by_board.setdefault(picture.board, [(0.0, picture)] * len(amperes))
        worst[:] = [max(old, (new, picture), key=itemgetter(0)) for old, new in zip(worst, amperes, strict=True)]
    found = (picture for board in sorted(by_board, key=lambda board: board.size) for _, picture in by_board[board])
    return tuple({id(picture): picture for picture in found}.values())
