"""What one viewer may see of the table, put into one value."""

from collections.abc import Mapping
from dataclasses import replace

from engine.core.events import Announced, Changed, Entered, Happening, Moved, Removed
from engine.core.messages import Message
from engine.core.pieces import Seat
from engine.core.squares import Board
from engine.game import Description
from engine.records.time_controls import said
from table.hands import displacement, reading
from table.hands.action_text import take_back
from table.hands.decision import Decision, decide
from table.hands.take_back import last_own
from table.messages.lights import Help
from table.messages.scene import Scene, SceneClock, SceneCounter, SceneGroup, SceneMark, SceneMotion, SceneTip
from table.model.current_game import GameOnTable
from table.model.state import Table
from table.output import guidance, touchscreen
from table.output.instruction import what_to_do
from table.requests import hints, prompts
from table.turns import lessons
from table.turns.computer_play import never_resigns
from table.turns.transaction import undo_refusal


def scene(table: Table, seats: frozenset[Seat], number: int, now_s: float) -> Scene:
    """The table as a phone that holds these seats may see it. ``number``: which version of the table this is."""
    on_table = table.on_table
    if on_table is None:
        return Scene(number, "empty", what_to_do(table, now_s, seats), trouble=table.trouble)
    told = Scene(number, _status(table, on_table, now_s), what_to_do(table, now_s, seats), trouble=table.trouble)
    told = _with_game(told, on_table)
    told = _with_board(told, table, on_table, now_s)
    told = _with_position(told, table, on_table, seats)
    return _with_choices(told, table, on_table, seats, now_s)


def _with_game(told: Scene, on_table: GameOnTable) -> Scene:
    """Who plays what, and where."""
    game, board, outcome = on_table.game, on_table.board, on_table.outcome
    return replace(
        told, key=on_table.key, game_id=game.id, game_name=game.name, options=on_table.played.options.as_data(),
        players=dict(on_table.players), computers=on_table.computers.levels, screen=on_table.screen,
        resignable=tuple(seat for seat in on_table.computers.levels if never_resigns(on_table, seat) is None),
        afar=() if on_table.afar is None else on_table.afar.seats,
        files=board.files, ranks=board.ranks, a1_light=board.a1_light, piece_names=game.piece_names,
        winners=None if outcome is None else outcome.winners, reason="" if outcome is None else outcome.reason,
    )


def _with_board(told: Scene, table: Table, on_table: GameOnTable, now_s: float) -> Scene:
    """What stands where, what the squares feel, and how they are lit."""
    board = on_table.board
    return replace(
        told,
        lights={board.name(square): light for square, light in guidance.lights(table, now_s).items()},
        overlay=guidance.overlay(table, now_s),
        pieces={board.name(square): str(piece) for square, piece in on_table.pieces.items()},
        covered=_names(board, table.covered),
        missing=_names(board, displacement.missing(table)),
        extra=_names(board, displacement.extra(table)),
        manual=_names(board, table.manual),
        suspects=tuple(board.name(square) for square in table.suspects),
        joins=_names(board, touchscreen.joins(table)),
        targets=_names(board, touchscreen.targets(table)),
        groups=_groups(table, board),
    )


def _with_position(told: Scene, table: Table, on_table: GameOnTable, seats: frozenset[Seat]) -> Scene:
    """What the rules say of the position and of how it came about, as far as these seats may know it."""
    described, board = on_table.described_to(seats), on_table.board
    return replace(
        told,
        phase=described.phase,
        icon=described.icon,
        to_act=_to_act(table, on_table),
        counters=tuple(SceneCounter(each.label, each.value, each.of, each.seat) for each in described.counters),
        marks=_marks(board, described),
        sentences=described.sentences,
        holes=_names(board, described.holes),
        motions=tuple(_motion(board, each) for each in on_table.happenings),
        action_count=len(on_table.played.actions),
        last_action=_last_action(on_table, seats),
        confirmed=table.stored >= table.entries and (on_table.afar is None or table.reached >= table.entries),
    )


def _to_act(table: Table, on_table: GameOnTable) -> tuple[str, ...]:
    """Whom the game waits for."""
    acting = on_table.game.to_act(on_table.position) if on_table.outcome is None else ()
    return tuple(actor for actor in acting if actor in on_table.not_here or not table.reveals)


def _with_choices(
    told: Scene, table: Table, on_table: GameOnTable, seats: frozenset[Seat], now_s: float
) -> Scene:
    """What is asked, and what may be wished for."""
    refusal = undo_refusal(table)
    return replace(
        told,
        prompts=prompts.prompts(table, now_s, seats),
        can_end_turn=_can_end_turn(table, now_s),
        commits_in_s=_commits_in(table, now_s),
        undo_refusal=refusal,
        undo=take_back(on_table) if refusal is None else Message(""),
        undo_by=last_own(table) if refusal is None else None,
        draw_offered_by=table.draw_agreed[0] if table.draw_agreed else None,
        sentences=(*told.sentences, *prompts.answered(table)),
        tips=_tips(table, on_table),
        help={seat: table.help.get(seat, Help.ALL) for seat in on_table.game.seats_of(on_table.played.options)},
        hint=hints.scene_of(table),
        warnings=_warnings(table, on_table),
        lesson=lessons.scene_of(table),
    )


def clocks(table: Table, now_s: float) -> Mapping[Seat, SceneClock]:
    """What the clocks show at this moment; nothing where nobody has one."""
    if table.clocks is None:
        return {}
    return {
        seat: SceneClock(time.left_ms, seat in table.clocks.running, said(table.clocks.controls[seat]))
        for seat, time in table.clocks.at(now_s).items()
    }


def _names(board: Board, squares: int) -> tuple[str, ...]:
    return tuple(board.sorted_names(squares & board.all))


def _status(table: Table, on_table: GameOnTable, now_s: float) -> str:
    if table.paused:
        return "paused"
    if on_table.outcome is not None:
        return "over"
    if table.goal is not None:
        return table.goal.reason
    if table.difference and displacement.out_of_step(table, reading.read(table), now_s):
        return "repair"
    return "play"


def _marks(board: Board, described: Description) -> tuple[SceneMark, ...]:
    return tuple(SceneMark(board.name(each.square), each.kind, each.text, each.message) for each in described.marks)


def _groups(table: Table, board: Board) -> tuple[SceneGroup, ...]:
    return tuple(
        SceneGroup(each.name, _names(board, each.squares), _names(board, targets))
        for each, targets in touchscreen.groups(table)
    )


def _warnings(table: Table, on_table: GameOnTable) -> Mapping[Seat, bool]:
    if on_table.course is not None or on_table.afar is not None or not table.settings.hints:
        return {}
    seats = on_table.game.seats_of(on_table.played.options)
    return {seat: seat in table.warnings for seat in seats if seat not in on_table.not_here}


def _tips(table: Table, on_table: GameOnTable) -> tuple[SceneTip, ...]:
    """None while hands are busy, or something else has to be read first."""
    busy = table.goal is not None and table.goal.reason != "happening"
    if table.paused or on_table.outcome is not None or on_table.course is not None or table.difference or busy:
        return ()
    return tuple(
        SceneTip(f"{on_table.game.id}.{each.name}", each.section, each.message)
        for each in on_table.game.tips if each.matters(on_table.position, on_table.happenings)
    )


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
    return decide(table, reading.read(table), now_s)


def _commits_in(table: Table, now_s: float) -> float | None:
    decision = _waiting(table, now_s)
    return decision.wait_s - now_s if decision.patient and decision.wait_s is not None else None


def _can_end_turn(table: Table, now_s: float) -> bool:
    if _waiting(table, now_s).patient or table.goal is not None and table.goal.unseen and table.in_step:
        return True
    open_ = [each for each in prompts.prompts(table, now_s) if each.id.startswith("game:")]
    return len(open_) == 1 and len(open_[0].choices) == 1
