"""Pawn in words: what a panel says beside the board."""

from collections.abc import Iterable

from engine.core.actions import Action
from engine.core.messages import Message, message
from engine.core.pieces import TWO_SEATS
from engine.core.squares import bits
from engine.game import Choice, Counter, Description, Group, Prompt, PromptKind
from engine.games.pawn.catalogue import END, PawnAction
from engine.games.pawn.patterns import named_patterns
from engine.games.pawn.position import Position

_BANNERS = {
    "move": (message("Move"), "swords"),
    "strike": (message("Strike"), "target"),
    "over": (message("Game over"), "crown"),
}
GROUPS = {1: message("pawn"), 2: message("dual"), 3: message("three in a row"), 4: message("squad")}
"""Number of pawns → the name of those that act together."""

def describe(position: Position) -> Description:
    """Describe the position in words. There are no secrets."""
    phase, icon = _BANNERS[position.phase]
    return Description(
        phase, icon, counters=_counters(position), sentences=_sentences(position), prompts=_prompts(position),
    )


def groups(actions: Iterable[Action]) -> tuple[Group, ...]:
    """Return the pawns and patterns that these actions belong to, the largest first."""
    by_pawns = dict[int, list[PawnAction]]()
    for action in actions:
        if isinstance(action, PawnAction):
            by_pawns.setdefault(action.before, []).append(action)
    in_order = sorted(by_pawns.items(), key=lambda each: (-each[0].bit_count(), tuple(bits(each[0]))))
    return tuple(Group(GROUPS[pawns.bit_count()], pawns, tuple(theirs)) for pawns, theirs in in_order)


def _counters(position: Position) -> tuple[Counter, ...]:
    counters = [
        Counter(message("Pawns"), pawns.bit_count(), seat=seat)
        for seat, pawns in zip(TWO_SEATS, position.sides, strict=True)
    ]
    return (*counters, Counter(message("Turns without capture"), position.quiet_turns))


def _sentences(position: Position) -> tuple[Message, ...]:
    seat = TWO_SEATS[position.side]
    if position.phase == "move":
        return (message("{seat} moves a pawn or a pattern.", seat=seat),)
    if position.phase == "over":
        return ()
    patterns = ", ".join(map(_in_squares, named_patterns(position.fresh)))
    if position.options.strike == "compulsory":
        return (message("{seat} must strike with a new pattern: {patterns}.", seat=seat, patterns=patterns),)
    return (message("{seat} may strike with a new pattern: {patterns}.", seat=seat, patterns=patterns),)


def _in_squares(name: str) -> str:
    """Write ``b6 b7`` for the pattern ``b6b7``."""
    return " ".join(name[start : start + 2] for start in range(0, len(name), 2))


def _prompts(position: Position) -> tuple[Prompt, ...]:
    """Ask whether to do without a strike; strikes are made on the board."""
    if position.phase != "strike" or position.options.strike == "compulsory":
        return ()
    end = Choice(END.text, message("End the turn without a strike"))
    question = message("Strike on the board, or end the turn.")
    return (Prompt(PromptKind.CHOICE, TWO_SEATS[position.side], question, (end,)),)
