"""A game of Chess Two, told moment by moment."""

from collections.abc import Callable
from typing import Any

from engine.core.actions import Action
from engine.core.events import Announced, Changed, Removed
from engine.core.messages import Message, Value, message
from engine.core.pieces import TWO_SEATS, Piece, Seat
from engine.core.squares import Square, bits
from engine.games.chess_two.checks import passage
from engine.games.chess_two.effects import hands_moves, struck_off
from engine.games.chess_two.endings import REASONS
from engine.games.chess_two.geometry import BOARD
from engine.games.chess_two.position import (
    Attack,
    BoardAction,
    Castling,
    Heal,
    Kill,
    Move,
    Position,
    SpecialMove,
    seat_of,
)
from engine.games.chess_two.text import PIECE_NAMES
from engine.narration import AppliedAction, Banner, Story, ends, goes

LIFE_AND_DEATH = Banner(message("Life and Death"), "star")
PROMOTION = Banner(message("Promotion"), "plus")
CHECK = Banner(message("Check"), "alert")
PASS = Banner(message("Pass"), "pass")


def tell(story: Story, taken: AppliedAction[Position]) -> None:
    """Tell the action, what became of pieces by it, turns that pass, check, the end."""
    _tell_action(story, taken)
    story.banner = LIFE_AND_DEATH
    _tell_removed(story, [each.square for each in taken.happenings if isinstance(each, Removed)])
    for each in taken.happenings:
        if isinstance(each, Changed):
            _tell_changed(story, taken, each.square, each.piece)
    for each in taken.happenings:
        if isinstance(each, Announced) and each.icon in ("hand", "alert"):
            story.banner = CHECK if each.icon == "alert" else PASS
            story.say(each.message, _king(story, seat_of(taken.after.white)) if each.icon == "alert" else ())
    if taken.after.outcome is not None:
        _tell_end(story, taken)


def _named(piece: Piece, square: Square) -> dict[str, Value]:
    return {"piece": PIECE_NAMES[piece.kind], "square": BOARD.name(square)}


# --- the action --------------------------------------------------------------------------------------------------


def _tell_action(story: Story, taken: AppliedAction[Position]) -> None:
    action, seat = taken.action, seat_of(taken.before.white)
    if not isinstance(action, BoardAction):
        story.say(message("{seat} leaves Life and Death where they are.", seat=seat))
        return
    said, gone = _SENTENCES[type(action)](story, action, seat), struck_off(taken.before.placement, action)
    for square in bits(gone):
        story.remove(square)
    for source, target in hands_moves(action):
        if source != target:
            story.move(Square(source), Square(target))
    if isinstance(action, Heal | Attack) and not gone:
        _change(story, taken, action.target)
    rest = (action.rest,) if isinstance(action, Attack) else ()
    story.say(said, (action.source, action.target, *rest))


def _change(story: Story, taken: AppliedAction[Position], square: Square) -> None:
    """Let the piece that was healed or struck look as it does now: that is told with the action."""
    for each in taken.happenings:
        if isinstance(each, Changed) and each.square == square:
            story.follow(each)


def _goes(story: Story, action: Move | SpecialMove, seat: Seat) -> Message:
    piece = story.pieces[action.source]
    return goes(seat, PIECE_NAMES[piece.kind], BOARD.name(action.source), BOARD.name(action.target))


def _castles(story: Story, action: Castling, seat: Seat) -> Message:
    return message(
        "{seat} castles: king {source} to {target}, rook {rook_source} to {rook_target}.",
        seat=seat, source=BOARD.name(action.source), target=BOARD.name(action.target),
        rook_source=BOARD.name(action.rook_source), rook_target=BOARD.name(action.rook_target),
    )


def _attacks(story: Story, action: Attack, seat: Seat) -> Message:
    victim = story.pieces[action.target]
    values: dict[str, Value] = {
        "seat": seat, "piece": PIECE_NAMES[story.pieces[action.source].kind], "source": BOARD.name(action.source),
        "victim": PIECE_NAMES[victim.kind], "target": BOARD.name(action.target),
    }
    if victim.shielded:
        what = message("{seat}: {piece} {source} breaks the Shield of the {victim} on {target}", **values)
    elif action.rest == action.target:
        return message("{seat}: {piece} {source} destroys the {victim} on {target} and takes its place.", **values)
    else:
        what = message("{seat}: {piece} {source} destroys the {victim} on {target}", **values)
    if action.rest == action.source:
        return message("{what}.", what=what)
    return message("{what} and stops on {square}.", what=what, square=BOARD.name(action.rest))


def _heals(story: Story, action: Heal, seat: Seat) -> Message:
    return message(
        "{seat}: Life on {source} heals the {piece} on {target}, which has a Shield now and is immune until the end of "
        "the opponent's next turn.",
        seat=seat, source=BOARD.name(action.source), target=BOARD.name(action.target),
        piece=PIECE_NAMES[story.pieces[action.target].kind],
    )


def _kills(story: Story, action: Kill, seat: Seat) -> Message:
    return message(
        "{seat}: Death {source} kills the {victim} on {target}.",
        seat=seat, source=BOARD.name(action.source), target=BOARD.name(action.target),
        victim=PIECE_NAMES[story.pieces[action.target].kind],
    )


_SENTENCES: dict[type[Action], Callable[[Story, Any, Seat], Message]] = {
    Move: _goes, SpecialMove: _goes, Castling: _castles, Attack: _attacks, Heal: _heals, Kill: _kills,
}


# --- what became of pieces ---------------------------------------------------------------------------------------


def _tell_removed(story: Story, squares: list[Square]) -> None:
    ghosts = [square for square in squares if story.pieces[square].owner is None]
    for square in squares:
        piece = story.pieces[square]
        if square not in ghosts:
            story.remove(square)
            story.say(message(
                "The {piece} on {square} has passed Death without a Shield and is removed.", **_named(piece, square)
            ), (square,))
    for square in ghosts:
        story.remove(square)
    if ghosts:
        names = ", ".join(map(BOARD.name, ghosts))
        story.say(message("Life and Death meet and are gone: {squares}.", squares=names), ghosts)


def _tell_changed(story: Story, taken: AppliedAction[Position], square: Square, piece: Piece) -> None:
    was = story.pieces[square]
    if was == piece:
        return
    story.put(square, piece)
    story.banner = PROMOTION if was.kind != piece.kind else LIFE_AND_DEATH
    if was.kind != piece.kind:
        told = message("The pawn is promoted on {square}: {piece}.", **_named(piece, square))
    elif piece.shielded:
        told = message("The {piece} on {square} has passed Life and gains a Shield.", **_named(piece, square))
    elif _passed_death(taken, square):
        told = message("The {piece} on {square} has passed Death and loses its Shield.", **_named(piece, square))
    else:
        told = message("The {piece} on {square} gives check and loses its Shield.", **_named(piece, square))
    story.say(told, (square,))


def _passed_death(taken: AppliedAction[Position], square: Square) -> bool:
    """True if the piece that acted, now on this square, lost its Shield on its way."""
    action, board = taken.action, taken.before.placement
    if not isinstance(action, Move | Attack) or square not in (action.target, getattr(action, "rest", action.target)):
        return False
    leaps = bool(board.knights >> action.source & 1)
    return not leaps and not passage(board, action.source, action.target).shielded


# --- check and the end -------------------------------------------------------------------------------------------


def _king(story: Story, seat: Seat) -> tuple[Square, ...]:
    return tuple(square for square, piece in story.pieces.items() if (piece.owner, piece.kind) == (seat, "K"))


def _tell_end(story: Story, taken: AppliedAction[Position]) -> None:
    outcome, action = taken.after.outcome, taken.action
    assert outcome is not None
    if outcome.reason == "king-destroyed" and isinstance(action, BoardAction):
        (winner,) = outcome.winners
        square = BOARD.name(action.target)
        told = message("The king on {square} has fallen: {seat} wins.", square=square, seat=winner)
        story.say(told, (action.target,))
    else:
        loser = [seat for seat in TWO_SEATS if outcome.winners and seat not in outcome.winners]
        story.say(ends(outcome.winners, REASONS[outcome.reason]), _king(story, loser[0]) if loser else ())
