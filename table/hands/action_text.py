"""Actions in words, as hands do them (``rook from b1 takes d1``), for questions on phones.

Records keep the notation.
"""

from collections.abc import Iterable
from functools import reduce

from engine.core.actions import Action
from engine.core.messages import Message, message
from engine.core.squares import bits
from engine.game import SPECTATOR
from table.hands.take_back import last_decision
from table.model.current_game import GameOnTable, HandAction, looked_at


def in_words(on_table: GameOnTable, action: Action) -> Message:
    """Say what hands do for an action of this position; if they do nothing, what anybody may be told of it."""
    hand_action = HandAction(action, on_table.game.footprint(on_table.position, action))
    if not hand_action.footprint.squares:
        return on_table.game.tell(on_table.position, action, SPECTATOR)[0].message
    own = on_table.movers(hand_action)
    if not own:
        return message("new piece on {target}", target=_names(on_table, hand_action.footprint.fills))
    if own.bit_count() > 1:
        return _together(on_table, hand_action, own)
    return _alone(on_table, hand_action, own)


def _together(on_table: GameOnTable, hand_action: HandAction, own: int) -> Message:
    """Several pieces move; an enemy's that they push goes on to a square where none of them comes to stand."""
    footprint, seat = hand_action.footprint, on_table.actor(hand_action)
    after = looked_at(on_table, on_table.game.successor(on_table.position, hand_action.action))
    rests = footprint.fills | footprint.swaps | footprint.through
    theirs = after.owned(rests, seat)
    said = message("{sources} to {targets}", sources=_names(on_table, own), targets=_names(on_table, theirs))
    if rests == theirs:
        return said
    pushed, onward = _names(on_table, on_table.victims(hand_action)), _names(on_table, rests & ~theirs)
    return message("{moved}, pushing {pushed} to {target}", moved=said, pushed=pushed, target=onward)


def _alone(on_table: GameOnTable, hand_action: HandAction, own: int) -> Message:
    """One piece moves or attacks."""
    piece = on_table.game.piece_names[on_table.pieces[next(bits(own))].kind]
    source, victim = _names(on_table, own), _names(on_table, on_table.victims(hand_action))
    rest = _names(on_table, hand_action.footprint.fills)
    if not victim:
        return message("{piece} from {source} to {target}", piece=piece, source=source, target=rest)
    if hand_action.footprint.touches:
        attack = message("{piece} from {source} touches {victim}", piece=piece, source=source, victim=victim)
    else:
        attack = message("{piece} from {source} takes {victim}", piece=piece, source=source, victim=victim)
    return message("{attack} and stops on {target}", attack=attack, target=rest) if rest else attack


def take_back(on_table: GameOnTable) -> Message:
    """Ask whether the last action of a person shall be taken back, and with it what computers did since."""
    count = last_decision(on_table)
    before, action = looked_at(on_table, on_table.played.position_before(count)), on_table.played.actions[-count]
    said = in_words(before, action)
    if before.game.footprint(before.position, action).squares:
        return message("Take this back: {action}?", action=said)
    return message("Take this back? {told}", told=said)


def decision_in_words(on_table: GameOnTable) -> Message:
    """Say what a person decided last."""
    return told_in_words(on_table, (len(on_table.played.actions) - last_decision(on_table) + 1,))


def last_in_words(on_table: GameOnTable) -> Message:
    """The last action."""
    return told_in_words(on_table, (len(on_table.played.actions),))


def told_in_words(on_table: GameOnTable, numbers: Iterable[int]) -> Message:
    """These actions of the game, counted from 1 (at least one), one after the other."""
    played = on_table.played
    before = {each: played.position_before(len(played.actions) - each + 1) for each in numbers}
    told = [in_words(looked_at(on_table, before[each]), played.actions[each - 1]) for each in before]
    return reduce(lambda some, more: message("{some}, then {more}", some=some, more=more), told)


def becoming(on_table: GameOnTable, action: Action) -> Message:
    """The same, with what stands there afterwards: for actions that differ in nothing else."""
    footprint = on_table.game.footprint(on_table.position, action)
    after = looked_at(on_table, on_table.game.successor(on_table.position, action))
    rest = next(bits((footprint.fills | footprint.swaps) & after.occupied))
    kind = after.game.piece_names[after.pieces[rest].kind]
    return message("{what}: {piece}", what=in_words(on_table, action), piece=kind)


def _names(on_table: GameOnTable, squares: int) -> str:
    return ", ".join(on_table.board.sorted_names(squares))
