"""Builds the scene: all that one viewer may see of the table, in one value."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import ParamSpec, TypeVar

from engine.core.events import Announced, Changed, Entered, Happening, Moved, Removed
from engine.core.messages import Message, message
from engine.core.pieces import Seat
from engine.core.squares import Board, bits
from engine.game import Description
from engine.narration import Banner
from engine.records.time_controls import said
from table.hands import displacement, reading
from table.hands.action_text import take_back
from table.hands.decision import Decision, decide
from table.hands.take_back import last_own
from table.messages.lights import Help, Light, Overlay
from table.messages.scene import Scene, SceneClock, SceneCounter, SceneGroup, SceneMark, SceneMotion, SceneTip, Status
from table.model.current_game import GameOnTable, looked_at
from table.model.playback import told_within_s
from table.model.state import Table
from table.output import guidance, touchscreen
from table.output.instruction import what_to_do
from table.requests import hints, prompts
from table.turns import lessons
from table.turns.computer_play import carries, never_resigns
from table.turns.transaction import undo_refusal

T = TypeVar("T")
P = ParamSpec("P")
Failed = Callable[[str], None]
"""Is told the name of a part that could not be made, while the error is being handled."""

LIGHTS_TELL = message("Look at the lights.")


def passed_on(part: str) -> None:
    """Let the error end the whole scene."""
    raise


def scene(
    table: Table, seats: frozenset[Seat], number: int, now_s: float, failed: Failed = passed_on
) -> Scene:
    """The table as a phone that holds these seats may see it. ``number``: which version of the table this is.

    ``failed``: if it returns, the part that could not be made is replaced by a plain one, and the others stay.
    """
    on_table, parts = table.on_table, _Parts(failed)
    now = parts.make(LIGHTS_TELL, what_to_do, table, now_s, seats)
    if on_table is None:
        return Scene(number, "empty", now, trouble=table.trouble)
    told = Scene(number, parts.make("play", _status, table, on_table, now_s), now, trouble=table.trouble)
    told = _with_game(told, on_table)
    told = _with_board(told, parts, table, on_table, now_s)
    told = _with_position(told, parts, table, on_table, seats)
    return _with_choices(told, parts, table, on_table, seats, now_s)


class _Parts:
    """Makes the parts of a scene, each by itself."""

    def __init__(self, failed: Failed) -> None:
        self._failed = failed

    def make(self, plain: T, part: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """A part, or the plain one."""
        try:
            return part(*given, **named)
        except Exception:
            self._failed(part.__name__)
            return plain


def _with_game(told: Scene, on_table: GameOnTable) -> Scene:
    """Add the game, its players, and where they play."""
    game, board, outcome = on_table.game, on_table.board, on_table.outcome
    return replace(
        told, key=on_table.key, game_id=game.id, game_name=game.name, options=on_table.played.options.as_data(),
        players=dict(on_table.players), computers=on_table.computers.levels,
        engines=on_table.computers.engines, screen=on_table.screen,
        resignable=tuple(seat for seat in on_table.computers.levels if never_resigns(on_table, seat) is None),
        afar=() if on_table.afar is None else on_table.afar.seats,
        files=board.files, ranks=board.ranks, a1_light=board.a1_light, piece_names=game.piece_names,
        can_be_drawn=game.can_be_drawn,
        winners=None if outcome is None else outcome.winners, reason="" if outcome is None else outcome.reason,
    )


def _with_board(told: Scene, parts: _Parts, table: Table, on_table: GameOnTable, now_s: float) -> Scene:
    """Add what stands where, what the squares feel, and how they are lit."""
    board = on_table.board
    return replace(
        told,
        lights=parts.make({}, _lights, table, board, now_s),
        overlay=parts.make(Overlay.NONE, guidance.overlay, table, now_s),
        pieces={board.name(square): str(piece) for square, piece in on_table.pieces.items()},
        covered=_names(board, table.covered),
        missing=_names(board, displacement.missing(table)),
        extra=_names(board, parts.make(0, displacement.extra, table)),
        manual=_names(board, table.stored.manual),
        suspects=tuple(board.name(square) for square in table.suspects),
        joins=_names(board, parts.make(0, touchscreen.joins, table)),
        targets=_names(board, parts.make(0, touchscreen.targets, table)),
        groups=parts.make((), _groups, table, board),
    )


def _lights(table: Table, board: Board, now_s: float) -> Mapping[str, Light]:
    return {board.name(square): light for square, light in guidance.lights(table, now_s).items()}


def _with_position(
    told: Scene, parts: _Parts, table: Table, on_table: GameOnTable, seats: frozenset[Seat]
) -> Scene:
    """Add what the rules say of the position and of how it came about, as far as these seats may know it."""
    described, board = parts.make(Description(Message(""), ""), on_table.described_to, seats), on_table.board
    banner = parts.make(None, _carried_out, table, on_table, seats) or described
    return replace(
        told,
        phase=banner.phase,
        icon=banner.icon,
        carrying=parts.make(False, carries, table),
        to_act=parts.make((), _to_act, table, on_table),
        counters=tuple(
            SceneCounter(each.label, each.value, each.of, each.seat, each.of_turn) for each in described.counters
        ),
        marks=_marks(board, described),
        sentences=() if on_table.is_solved else (*described.sentences, *parts.make((), _to_exchange, on_table)),
        holes=_names(board, described.holes),
        motions=tuple(_motion(board, each) for each in on_table.happenings),
        action_count=len(on_table.played.actions),
        last_action=parts.make("", _last_action, on_table, seats),
        confirmed=table.on_disk >= table.entries and (on_table.afar is None or table.reached >= table.entries),
    )


def _carried_out(table: Table, on_table: GameOnTable, seats: frozenset[Seat]) -> Banner | None:
    """Return the headline of what was told last, while that is carried out; ``None``: nothing is."""
    if table.goal is None or table.goal.reason != "happening" or not on_table.played.actions:
        return None
    return _told_last(on_table, seats)


@lru_cache(maxsize=32)  # many scenes pass while hands carry it out
def _told_last(on_table: GameOnTable, seats: frozenset[Seat]) -> Banner:
    game, before = on_table.game, on_table.played.position_before()
    *_, last = game.tell(before, on_table.played.actions[-1], seats)
    described = game.describe(before, seats)
    return last.banner or Banner(described.phase, described.icon)


@lru_cache(maxsize=32)  # every scene asks, and most of them show the position of the one before
def _to_exchange(on_table: GameOnTable) -> tuple[Message, ...]:
    """Say what hands have to exchange after the last action: a piece that became another one where it was put down."""
    if not on_table.by_hand or on_table.screen:
        return ()
    before = looked_at(on_table, on_table.played.position_before())
    footprint = before.game.footprint(before.position, on_table.played.actions[-1])
    kinds = {before.pieces[square].kind for square in bits(footprint.empties)}
    become = [square for square in bits((footprint.fills | footprint.swaps) & on_table.occupied)
              if on_table.pieces[square].kind not in kinds]
    if len(become) != 1 or footprint.empties.bit_count() != 1:
        return ()
    name, piece = on_table.board.name(become[0]), on_table.game.piece_names[on_table.pieces[become[0]].kind]
    return (message("Put a {piece} on {square}, or any piece that stands for it.", piece=piece, square=name),)


def _to_act(table: Table, on_table: GameOnTable) -> tuple[str, ...]:
    """Whom the game waits for."""
    if carries(table):
        return ()
    acting = on_table.to_act if on_table.outcome is None else ()
    return tuple(actor for actor in acting if actor in on_table.not_here or not table.reveals)


def _with_choices(
    told: Scene, parts: _Parts, table: Table, on_table: GameOnTable, seats: frozenset[Seat], now_s: float
) -> Scene:
    """Add what is asked, and what may be requested."""
    refusal, undo, undo_by = parts.make((None, Message(""), None), _undo, table, on_table)
    return replace(
        told,
        prompts=parts.make((), prompts.prompts, table, now_s, seats),
        can_end_turn=parts.make(False, _can_end_turn, table, now_s),
        commits_in_s=parts.make(None, _commits_in, table, now_s),
        told_within_ms=round(1000 * told_within_s(on_table.played, table.settings.told_quickly)),
        undo_refusal=refusal,
        undo=undo,
        undo_by=undo_by,
        draw_offered_by=table.stored.draw_agreed[0] if table.stored.draw_agreed else None,
        sentences=(*told.sentences, *parts.make((), prompts.answered, table)),
        tips=parts.make((), _tips, table, on_table),
        help={seat: table.stored.help.get(seat, Help.ALL) for seat in on_table.seats},
        hint=parts.make(None, hints.scene_of, table),
        warnings=parts.make({}, _warnings, table, on_table),
        lesson=parts.make(None, lessons.scene_of, table),
    )


def _undo(table: Table, on_table: GameOnTable) -> tuple[Message | None, Message, Seat | None]:
    """Say why the last action cannot be taken back, else ask whether it shall be, and name who need not be asked."""
    refusal = undo_refusal(table)
    return (refusal, Message(""), None) if refusal is not None else (None, take_back(on_table), last_own(table))


def clocks(table: Table, now_s: float) -> Mapping[Seat, SceneClock]:
    """Return what the clocks show at this moment; nothing where nobody has one."""
    if table.clocks is None:
        return {}
    return {
        seat: SceneClock(time.left_ms, seat in table.clocks.running, said(table.clocks.controls[seat]))
        for seat, time in table.clocks.at(now_s).items()
    }


def _names(board: Board, squares: int) -> tuple[str, ...]:
    return tuple(board.sorted_names(squares & board.all))


def _status(table: Table, on_table: GameOnTable, now_s: float) -> Status:
    if table.stored.paused:
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
    return {seat: seat in table.stored.warnings for seat in on_table.people}


def _tips(table: Table, on_table: GameOnTable) -> tuple[SceneTip, ...]:
    """None while hands are busy, or something else has to be read first."""
    busy = table.goal is not None and table.goal.reason != "happening"
    if table.stored.paused or on_table.outcome is not None or on_table.course is not None or table.difference or busy:
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
    if table.on_table is None or table.goal is not None or table.stored.paused or not table.difference:
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
