"""What one viewer may see of the table, put into one value."""

from engine.game import Description
from engine.happenings import Announced, Changed, Entered, Happening, Moved, Removed
from engine.messages import Message
from engine.pieces import Seat
from engine.squares import Board
from table import asking, astray, glass, guidance, hands, hints
from table.deciding import Decision, decide
from table.phrases import take_back
from table.progress import undo_refusal
from table.sentences import what_to_do
from table.state import GameOnTable, Table
from table.taking_back import last_own
from table.words.scene import Scene, SceneCounter, SceneMark, SceneMotion


def scene(table: Table, seats: frozenset[Seat], number: int, now_s: float) -> Scene:
    """The table as a phone that holds these seats may see it. ``number``: which version of the table this is."""
    on_table = table.on_table
    if on_table is None:
        return Scene(number, "empty", what_to_do(table, now_s), trouble=table.trouble)
    described = on_table.game.describe(on_table.position, seats)
    board = on_table.board
    refusal = undo_refusal(table)
    outcome = on_table.outcome
    lights = guidance.lights(table, now_s)
    return Scene(
        number=number,
        status=_status(table, on_table, now_s),
        now=what_to_do(table, now_s),
        lights={board.name(square): light for square, light in lights.items()},
        overlay=guidance.overlay(table, now_s),
        key=on_table.key,
        game_id=on_table.game.id,
        game_name=on_table.game.name,
        options=on_table.played.options.as_data(),
        players=dict(on_table.players),
        computers=on_table.computers.levels,
        screen=on_table.screen,
        files=board.files,
        ranks=board.ranks,
        a1_light=board.a1_light,
        pieces={board.name(square): str(piece) for square, piece in on_table.pieces.items()},
        piece_names=on_table.game.piece_names,
        covered=_names(board, table.covered),
        missing=_names(board, astray.missing(table)),
        extra=_names(board, astray.extra(table)),
        phase=described.phase,
        icon=described.icon,
        to_act=tuple(on_table.game.to_act(on_table.position)) if outcome is None else (),
        counters=tuple(SceneCounter(each.label, each.value, each.of, each.seat) for each in described.counters),
        marks=_marks(board, described),
        sentences=described.sentences,
        prompts=asking.prompts(table, now_s, seats),
        motions=tuple(_motion(board, each) for each in on_table.happenings),
        action_count=len(on_table.played.actions),
        last_action=_last_action(on_table, seats),
        holes=_names(board, described.holes),
        confirmed=table.stored >= table.entries,
        trouble=table.trouble,
        can_end_turn=_can_end_turn(table, now_s),
        undo_refusal=refusal,
        undo=take_back(on_table) if refusal is None else Message(""),
        undo_by=last_own(table) if refusal is None else None,
        manual=_names(board, table.manual),
        suspects=tuple(board.name(square) for square in table.suspects),
        winners=None if outcome is None else outcome.winners,
        reason="" if outcome is None else outcome.reason,
        draw_offered_by=table.draw_agreed[0] if table.draw_agreed else None,
        joins=_names(board, glass.joins(table)),
        targets=_names(board, glass.targets(table)),
        hint=hints.scene_of(table),
        commits_in_s=_commits_in(table, now_s),
    )


def _names(board: Board, squares: int) -> tuple[str, ...]:
    return tuple(board.sorted_names(squares & board.all))


def _status(table: Table, on_table: GameOnTable, now_s: float) -> str:
    if table.paused:
        return "paused"
    if on_table.outcome is not None:
        return "over"
    if table.goal is not None:
        return table.goal.reason
    if table.difference and astray.out_of_step(table, hands.read(table), now_s):
        return "repair"
    return "play"


def _marks(board: Board, described: Description) -> tuple[SceneMark, ...]:
    return tuple(SceneMark(board.name(each.square), each.kind, each.text, each.message) for each in described.marks)


def _motion(board: Board, happening: Happening) -> SceneMotion:
    match happening:
        case Moved(source, target):
            return SceneMotion("moved", board.name(source), board.name(target))
        case Removed(square):
            return SceneMotion("removed", board.name(square))
        case Entered(square, piece):
            return SceneMotion("entered", board.name(square), piece=str(piece))
        case Changed(square, piece):
            return SceneMotion("changed", board.name(square), piece=str(piece))
        case Announced(said, icon):
            return SceneMotion("announced", message=said, icon=icon)


def _last_action(on_table: GameOnTable, seats: frozenset[Seat]) -> str:
    """The last action that everybody may know."""
    secret = on_table.game.undisclosed(on_table.position)
    shown = on_table.played.actions[: len(on_table.played.actions) - secret]
    return shown[-1].text if shown else ""


def _waiting(table: Table, now_s: float) -> Decision:
    if table.on_table is None or table.goal is not None or table.paused or not table.difference:
        return Decision()
    return decide(table, hands.read(table), now_s)


def _commits_in(table: Table, now_s: float) -> float | None:
    decision = _waiting(table, now_s)
    return decision.wait_s - now_s if decision.patient and decision.wait_s is not None else None


def _can_end_turn(table: Table, now_s: float) -> bool:
    if _waiting(table, now_s).patient or table.goal is not None and table.goal.shown and table.in_step:
        return True
    open_ = [each for each in asking.prompts(table, now_s) if each.id.startswith("game:")]
    return len(open_) == 1 and len(open_[0].choices) == 1
