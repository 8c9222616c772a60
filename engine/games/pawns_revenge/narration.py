"""A game of Pawn's Revenge, told moment by moment, as far as a viewer may know it."""

from collections.abc import Callable

from engine.core.actions import Throw
from engine.core.events import Announced, Happening
from engine.core.messages import Value, message
from engine.core.pieces import Seat
from engine.core.squares import bits
from engine.game import Outcome, Viewer
from engine.games.pawns_revenge.armies import PIECE_NAMES, piece_on
from engine.games.pawns_revenge.combat import COMBAT, shares
from engine.games.pawns_revenge.endings import REASONS
from engine.games.pawns_revenge.position import Division, Draw, Move, Phase, Position, next_to_throw
from engine.games.pawns_revenge.turns import draws_hole
from engine.narration import AppliedAction, Banner, Story, ends, goes, together

Rest = tuple[Happening, ...]
"""The happenings that are not told yet."""
FIGHTING = Banner(message("Combat"), "swords")


def tell(story: Story, taken: AppliedAction[Position], knows: Viewer) -> None:
    """Tell the action, everything that was announced after it, the end."""
    phase = taken.before.phase
    if phase in _SECRET:
        _SECRET[phase](story, taken, knows)
        rest = taken.happenings
    else:
        rest = _OPEN[phase](story, taken)
    if phase is Phase.DIVIDE or COMBAT in rest:
        story.banner = FIGHTING
    story.tell(rest)
    if taken.after.outcome is not None:
        _tell_end(story, taken, taken.after.outcome)


def _tell_end(story: Story, taken: AppliedAction[Position], outcome: Outcome) -> None:
    """Tell who won, and by whose fall where it was that of one king or queen."""
    before, winners = taken.before, outcome.winners
    fallen = tuple(bits(before.royals & ~taken.after.royals)) if outcome.reason == "regicide" else ()
    if len(fallen) != 1 or not winners:
        story.say(ends(winners, REASONS[outcome.reason]), fallen)
        return
    name, kind = before.rules.board.name(fallen[0]), piece_on(before, fallen[0]).kind
    who: dict[str, Value] = {"piece": PIECE_NAMES[kind], "square": name}
    if len(winners) == 1:
        told = message("The {piece} on {square} has fallen: {seat} wins.", seat=winners[0], **who)
    else:
        told = message("The {piece} on {square} has fallen: {seats} win.", seats=together(winners), **who)
    story.say(told, fallen)


# --- what everybody may know -------------------------------------------------------------------------------------


def _scattered(story: Story, taken: AppliedAction[Position]) -> Rest:
    assert isinstance(taken.action, Draw)
    if draws_hole(taken.before):
        return taken.happenings
    for each in taken.happenings:
        story.follow(each)
    name = taken.before.rules.board.name(taken.action.square)
    story.say(message("The rogue knight enters on {square}.", square=name), (taken.action.square,))
    return ()


def _thrown_first(story: Story, taken: AppliedAction[Position]) -> Rest:
    seat, number = next_to_throw(taken.before), _number(taken)
    story.say(message("{seat} throws {number} for the first turn.", seat=seat, number=number), die=number)
    return taken.happenings


def _rolled(story: Story, taken: AppliedAction[Position]) -> Rest:
    number = _number(taken)
    story.say(message("{seat} throws {number}.", seat=_active(taken), number=number), die=number)
    return taken.happenings


def _rogue_moved(story: Story, taken: AppliedAction[Position]) -> Rest:
    """Tell what the rogue knight destroys together with its move, before which that is announced."""
    assert isinstance(taken.action, Draw)
    square, name = taken.action.square, taken.before.rules.board.name(taken.action.square)
    victim = story.pieces.get(square)
    for each in taken.happenings:
        if not isinstance(each, Announced):
            story.follow(each)
    announced = tuple(each for each in taken.happenings if isinstance(each, Announced))
    if victim is None:
        story.say(message("The rogue knight goes to {square}.", square=name), (square,))
        return announced
    story.say(message(
        "The rogue knight goes to {square} and destroys the {piece} there.",
        square=name, piece=PIECE_NAMES[victim.kind],
    ), (square,))
    return announced[1:]


def _moved(story: Story, taken: AppliedAction[Position]) -> Rest:
    move, board = taken.action, taken.before.rules.board
    assert isinstance(move, Move)
    piece = PIECE_NAMES[story.pieces[move.source].kind]
    story.move(move.source, move.target)
    told = goes(_active(taken), piece, board.name(move.source), board.name(move.target))
    story.say(told, (move.source, move.target))
    return taken.happenings


_OPEN: dict[Phase, Callable[[Story, AppliedAction[Position]], Rest]] = {
    Phase.SCATTER: _scattered, Phase.ROLL_OFF: _thrown_first, Phase.ROLL: _rolled, Phase.ROGUE: _rogue_moved,
    Phase.MOVE: _moved,
}


def _active(taken: AppliedAction[Position]) -> Seat:
    return taken.before.rules.seats[taken.before.active]


def _number(taken: AppliedAction[Position]) -> int:
    assert isinstance(taken.action, Throw)
    return taken.action.number


# --- what is secret until the reveal -----------------------------------------------------------------------------


def _thrown_secretly(story: Story, taken: AppliedAction[Position], knows: Viewer) -> None:
    seat = next_to_throw(taken.before)
    if knows is None or seat in knows:
        number = _number(taken)
        story.say(message("{seat} throws {number}, in secret.", seat=seat, number=number), die=number)
    else:
        story.say(message("{seat} throws the combat die, in secret.", seat=seat))


def _divided(story: Story, taken: AppliedAction[Position], knows: Viewer) -> None:
    division = taken.action
    assert isinstance(division, Division)
    if knows is None or division.seat in knows:
        given = shares(taken.before.rules.board, division)
        told = message("{seat} divides in secret: {shares}.", seat=division.seat, shares=given)
        story.say(told, (each.square for each in division.bonuses))
    else:
        story.say(message("{seat} has divided the points.", seat=division.seat))


_SECRET: dict[Phase, Callable[[Story, AppliedAction[Position], Viewer], None]] = {
    Phase.COMBAT_DICE: _thrown_secretly, Phase.DIVIDE: _divided,
}
