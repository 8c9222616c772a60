"""Positions that somebody sets up: the editor's offer for a game, and the state that results."""

from collections.abc import Mapping
from typing import Any, TypedDict, cast

from engine.core.messages import Message, message
from engine.core.pieces import Seat
from engine.game import EVERYTHING, SPECTATOR, AnyGame
from engine.position_editor import Control, ControlKind, Stage
from engine.records.game_record import begin, replay
from engine.records.notation import notation_of
from engine.records.position_json import state_of
from engine.registry import find_game
from table.messages.refusal import Refused
from webpanel.ports.library_port import ShelfGame
from webpanel.presenters.moments import MarkJson, marks_json
from webpanel.presenters.new_game.setups import first_with_pieces
from webpanel.text.translations import ending, seat_name, translate

State = Mapping[str, Any]


class ChoiceJson(TypedDict):
    """A value and its name."""

    value: str
    label: str


class ControlJson(TypedDict):
    """A field of a position beside its pieces."""

    name: str
    kind: ControlKind
    label: str
    help: str
    low: int
    high: int
    usual: int
    empty: bool
    choices: list[ChoiceJson]


class StageJson(TypedDict):
    """A phase that a game can begin in."""

    phase: str
    label: str
    turns: list[ChoiceJson]
    controls: list[ControlJson]


class StateJson(TypedDict):
    """A position as the program's protocol writes it."""

    board: dict[str, str]
    phase: str
    to_act: list[str]
    detail: dict[str, Any]


class EditorJson(TypedDict):
    """A position, and the ways to change it."""

    files: int
    ranks: int
    a1_light: bool
    piece_names: dict[str, str]
    piece_art: dict[str, str]
    material: list[str]
    stages: list[StageJson]
    state: StateJson
    turn: Seat | None
    said: list[str]
    over: str
    marks: list[MarkJson]
    holes: list[str]
    text: str | None
    """The position in one line (FEN); null where the game does not say how."""


def read_setup(game: AnyGame, options: Any, given: State) -> dict[str, Any]:
    """Read the state from which a game is to begin, complete.

    :raises engine.core.errors.BadState: it describes no position.
    :raises Refused: nothing is left to play there.
    """
    position = game.setup(options, given)
    over = over_in_words(game, position)
    if over is not None:
        raise Refused(message("Nothing is left to play here: {ending}.", ending=over), 400)
    return state_of(game, position, EVERYTHING)


def read_text(game: AnyGame, text: str) -> State:
    """Read a position that somebody wrote in one line, as :func:`editor_json` writes it.

    :raises engine.core.errors.BadState: it describes no position.
    :raises Refused: positions of this game are not written like that.
    """
    notation = notation_of(game.id)
    if notation is None:
        raise Refused(message("Positions of this game are not written in one line."), 400)
    return notation.read_position(text)


def over_in_words(game: AnyGame, position: Any) -> Message | None:
    """Describe how a position has ended; ``None``: it has not."""
    outcome = game.outcome(position)
    if outcome is None:
        return None
    why = ending(game.id, outcome.reason)
    if not outcome.winners:
        return message("a draw ({ending})", ending=why)
    winners = ", ".join(seat_name(seat) for seat in outcome.winners)
    return message("won by {winner} ({ending})", winner=winners, ending=why)


def position_in(stored: ShelfGame, number: int) -> dict[str, Any]:
    """Return the state after so many actions of a stored game; of an unfinished one, without its secrets.

    :raises engine.core.errors.EngineError: it does not replay.
    :raises Refused: it has fewer actions.
    """
    game = find_game(stored.game_id)
    played = replay(begin(game, game.read_options(stored.options), stored.setup), stored.actions)
    over = stored.winners is not None
    shown = played if over else played.before(game.undisclosed(played.position))
    if number > len(shown.actions):
        raise Refused(message("This game has not got that far."), 404)
    return state_of(game, (shown.first, *shown.positions)[number], EVERYTHING if over else SPECTATOR)


def editor_json(game: AnyGame, options: Any, given: State | None) -> EditorJson:
    """Return the editor's offer, and a position as it shows it: the one described, or that of the usual start.

    :raises engine.core.errors.BadState: ``given`` describes no position.
    """
    board = game.board(options)
    position = first_with_pieces(game, options) if given is None else game.setup(options, given)
    described, over = game.describe(position, SPECTATOR), over_in_words(game, position)
    turn, notation = game.turn_of(position), notation_of(game.id)
    return {
        "files": board.files, "ranks": board.ranks, "a1_light": board.a1_light,
        "piece_names": {kind: translate(name) for kind, name in game.piece_names.items()},
        "piece_art": {kind: name.key for kind, name in game.piece_names.items()},
        "material": [str(piece) for piece in game.material(options)],
        "stages": [_stage(stage, game.seats_of(options)) for stage in game.stages(options)],
        "state": cast(StateJson, state_of(game, position, EVERYTHING)), "turn": turn,
        "said": [translate(said) for said in (described.phase, *described.sentences)],
        "over": "" if over is None else translate(over),
        "marks": marks_json(board, described), "holes": board.sorted_names(described.holes & board.all),
        "text": None if notation is None else notation.write_position(position),
    }


def _stage(stage: Stage, seats: tuple[Seat, ...]) -> StageJson:
    return {
        "phase": stage.phase, "label": translate(stage.label),
        "turns": [{"value": seat.value, "label": seat_name(seat)} for seat in stage.seats],
        "controls": [_control(control, seats) for control in stage.controls],
    }


def _control(control: Control, seats: tuple[Seat, ...]) -> ControlJson:
    choices = control.choices or tuple((seat.value, Message(seat_name(seat))) for seat in seats)
    return {
        "name": control.name, "kind": control.kind, "label": translate(control.label),
        "help": "" if control.help is None else translate(control.help),
        "low": control.low, "high": control.high, "usual": control.usual, "empty": control.empty,
        "choices": [{"value": value, "label": translate(label)} for value, label in choices],
    }
