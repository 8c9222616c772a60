"""One moment of a game as JSON values: its sentence, and the board."""

from collections.abc import Mapping
from typing import TypedDict

from engine.core.pieces import CHANCE, Seat
from engine.core.squares import Board, Square
from engine.game import Description, MarkKind, Played, Viewer
from engine.narration import Banner, StoryMoment
from webpanel.text.translations import translate

Names = Mapping[Seat, str]
NOBODY: Names = {}
"""For players without names: they are called by their colours."""


class StoryMomentJson(TypedDict):
    """One moment of an action: its sentence, the squares of that, and the changes of the board."""

    told: str
    """The sentence that tells what happened."""
    squares: list[str]
    """The squares that the sentence is about."""
    changes: dict[str, str | None]
    """Square → the piece that stands there now; null: it is empty now."""
    die: int | None
    """The number on a die that is thrown at this moment; of several dice the sum."""


class CounterJson(TypedDict):
    """A number with a label."""

    label: str
    value: int
    seat: Seat | None


class BesideJson(TypedDict):
    """The values beside the pieces."""

    phase: str
    holes: list[str]
    counters: list[CounterJson]


class MarkJson(TypedDict):
    """Something about the piece on a square."""

    square: str
    kind: MarkKind
    text: str
    message: str


class NowJson(StoryMomentJson, BesideJson):
    """The board at a moment."""

    pieces: dict[str, str]
    """Square → piece."""
    marks: list[MarkJson]


class MomentJson(NowJson):
    """The board at a moment of an action."""

    number: int
    """The number of the action, counted from 1."""
    index: int
    """The moment of it, counted from 0."""


def told_json(board: Board, told: StoryMoment, names: Names) -> StoryMomentJson:
    """Return the sentence, its squares, and the changes of the board (square → piece or null)."""
    return {
        "told": translate(told.message, names),
        "squares": [board.name(square) for square in told.squares],
        "changes": {board.name(square): None if piece is None else str(piece) for square, piece in told.changes},
        "die": told.die,
    }


def beside_json(board: Board, described: Description, names: Names, banner: Banner | None = None) -> BesideJson:
    """Return the values beside the pieces; of the counters those that matter for the whole game, not for the rest of a
    turn. ``banner``: the phase that is told, if it is not that of the position."""
    return {
        "phase": translate((banner or described).phase, names),
        "holes": board.sorted_names(described.holes & board.all),
        "counters": [
            {"label": translate(each.label, names), "value": each.value, "seat": each.seat}
            for each in described.counters if not each.of_turn
        ],
    }


def marks_json(board: Board, described: Description, names: Names = NOBODY) -> list[MarkJson]:
    """Return the marks on single pieces."""
    return [
        {"square": board.name(mark.square), "kind": mark.kind, "text": mark.text,
         "message": translate(mark.message, names)}
        for mark in described.marks
    ]


def deeds(played: Played, square: Square, knows: Viewer, names: Names) -> list[str]:
    """Describe what the piece on a square can do now, a sentence each; empty if nothing can be done, or nothing by
    hand."""
    game, position = played.game, played.position
    piece = game.view(position, knows).pieces.get(square)
    if piece is None or game.to_act(position) in ((), (CHANCE,)):
        return []
    found = [
        game.tell(position, action, knows)[0].message for action in game.actions(position)
        if game.footprint(position, action).sources >> square & 1
        and piece.owner in (None, game.actor(position, action))
    ]
    return [translate(told, names) for told in dict.fromkeys(found)]


def moment_json(played: Played, number: int, index: int, knows: Viewer, names: Names) -> MomentJson:
    """Return the board at a moment (``index``, from 0) of action ``number`` (from 1), as the viewer might know it then.

    :raises IndexError: there is no such moment.
    """
    game, board = played.game, played.game.board(played.options)
    before, after = (played.first, *played.positions)[number - 1 : number + 1]
    moments = game.tell(before, played.actions[number - 1], knows)
    told = moments[index]
    pieces = dict(game.view(before, knows).pieces)
    for moment in moments[: index + 1]:
        for square, piece in moment.changes:
            if piece is None:
                pieces.pop(square, None)
            else:
                pieces[square] = piece
    described = game.describe(after if told is moments[-1] else before, knows)
    marks = [mark for mark in marks_json(board, described, names) if board.parse(mark["square"]) in pieces]
    return {
        **told_json(board, told, names), **beside_json(board, described, names, told.banner),
        "number": number, "index": index, "marks": marks,
        "pieces": {board.name(square): str(piece) for square, piece in pieces.items()},
    }


def now_json(played: Played, knows: Viewer, names: Names) -> NowJson:
    """Return the board as it stands: the last moment, as in :func:`moment_json`, or the start, which has no
    sentence."""
    game, board, count = played.game, played.game.board(played.options), len(played.actions)
    if count:
        last = len(game.tell((played.first, *played.positions)[count - 1], played.actions[-1], knows)) - 1
        return moment_json(played, count, last, knows, names)
    described = game.describe(played.first, knows)
    pieces = {board.name(square): str(piece) for square, piece in game.view(played.first, knows).pieces.items()}
    return {
        **beside_json(board, described, names), "told": "", "squares": [], "changes": {}, "die": None,
        "pieces": pieces, "marks": marks_json(board, described, names),
    }
