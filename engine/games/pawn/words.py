"""Pawn in words: what a panel says beside the board."""

from collections.abc import Iterator

from engine.game import Choice, Counter, Description, Mark, MarkKind, Prompt, PromptKind
from engine.games.pawn.catalogue import END
from engine.games.pawn.patterns import find_patterns, named_patterns, squad_members
from engine.games.pawn.position import Position
from engine.messages import Message, message
from engine.pieces import TWO_SEATS
from engine.squares import bits

_BANNERS = {
    "move": (message("Move"), "swords"),
    "strike": (message("Strike"), "target"),
    "over": (message("Game over"), "crown"),
}
_MEMBERSHIPS = {
    (False, False): message("dual"),
    (True, False): message("dual and threepiece"),
    (False, True): message("dual and squad"),
    (True, True): message("dual, threepiece and squad"),
}
"""What a pawn in a pattern belongs to: always a dual, besides perhaps a threepiece and a squad."""


def describe(position: Position) -> Description:
    """The position in words. There are no secrets."""
    phase, icon = _BANNERS[position.phase]
    return Description(
        phase, icon, counters=_counters(position), marks=tuple(_marks(position)), sentences=_sentences(position),
        prompts=_prompts(position),
    )


def _counters(position: Position) -> tuple[Counter, ...]:
    counters = [
        Counter(message("Pawns"), pawns.bit_count(), seat=seat)
        for seat, pawns in zip(TWO_SEATS, position.sides, strict=True)
    ]
    return (*counters, Counter(message("Turns without capture"), position.quiet_turns))


def _marks(position: Position) -> Iterator[Mark]:
    for pawns in position.sides:
        up, across, threes_up, threes_across = find_patterns(pawns)
        threes = threes_up | threes_up << 1 | threes_up << 2 | threes_across | threes_across << 8 | threes_across << 16
        squads = squad_members(pawns)
        for square in bits(up | up << 1 | across | across << 8):
            membership = bool(threes >> square & 1), bool(squads >> square & 1)
            yield Mark(square, MarkKind.PATTERN, _MEMBERSHIPS[membership])


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
    """``b6 b7`` for the pattern ``b6b7``."""
    return " ".join(name[start : start + 2] for start in range(0, len(name), 2))


def _prompts(position: Position) -> tuple[Prompt, ...]:
    """Strikes are made on the board; only doing without one has to be said."""
    if position.phase != "strike" or position.options.strike == "compulsory":
        return ()
    end = Choice(END.text, message("End the turn without a strike"))
    question = message("Strike on the board, or end the turn.")
    return (Prompt(PromptKind.CHOICE, TWO_SEATS[position.side], question, (end,)),)
