"""Actions in words, as hands do them (``rook from b1 takes d1``), for questions on phones.

Records keep the notation.
"""

from engine.actions import Action
from engine.messages import Message, message
from engine.squares import bits
from table.state import Reach, Sitting, sit


def in_words(sitting: Sitting, action: Action) -> Message:
    """What hands do for an action of this position; its notation, if they do nothing."""
    reach = Reach(action, sitting.game.footprint(sitting.position, action))
    if not reach.footprint.squares:
        return Message(action.text)
    own = sitting.movers(reach)
    if not own:
        return message("new piece on {target}", target=_names(sitting, reach.footprint.fills))
    if own.bit_count() > 1:
        rests = reach.footprint.fills | reach.footprint.swaps | reach.footprint.through
        return message("{sources} to {targets}", sources=_names(sitting, own), targets=_names(sitting, rests))
    return _alone(sitting, reach, own)


def _alone(sitting: Sitting, reach: Reach, own: int) -> Message:
    """One piece moves or attacks."""
    piece = sitting.game.piece_names[sitting.pieces[next(bits(own))].kind]
    source, victim = _names(sitting, own), _names(sitting, sitting.victims(reach))
    rest = _names(sitting, reach.footprint.fills)
    if not victim:
        return message("{piece} from {source} to {target}", piece=piece, source=source, target=rest)
    if reach.footprint.touches:
        attack = message("{piece} from {source} touches {victim}", piece=piece, source=source, victim=victim)
    else:
        attack = message("{piece} from {source} takes {victim}", piece=piece, source=source, victim=victim)
    return message("{attack} and stops on {target}", attack=attack, target=rest) if rest else attack


def last_in_words(sitting: Sitting) -> Message:
    """The last action."""
    return in_words(sit(sitting, sitting.played.before()), sitting.played.actions[-1])


def becoming(sitting: Sitting, action: Action) -> Message:
    """The same, with what stands there afterwards: for actions that differ in nothing else."""
    footprint = sitting.game.footprint(sitting.position, action)
    after = sit(sitting, sitting.played.after(action)[0])
    rest = next(bits((footprint.fills | footprint.swaps) & after.occupied))
    kind = after.game.piece_names[after.pieces[rest].kind]
    return message("{what}: {piece}", what=in_words(sitting, action), piece=kind)


def _names(sitting: Sitting, squares: int) -> str:
    return ", ".join(sitting.board.sorted_names(squares))
