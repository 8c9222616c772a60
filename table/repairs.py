"""How the board comes back into step: which piece goes where, pair by pair."""

from collections import Counter
from dataclasses import dataclass

from engine.messages import Message, Value, counted, message
from engine.pieces import Piece, Seat
from engine.squares import Square, bits
from table import guidance
from table.state import GameOnTable, Table


@dataclass(frozen=True, slots=True)
class Repair:
    """One piece to be moved by hand. ``source``: ``None`` if it is in a hand or in the box; ``target``: ``None`` if it
    has to leave the board. ``piece``: ``None`` if nothing is known of it."""

    piece: Piece | None
    source: Square | None
    target: Square | None


def repairs(table: Table, on_table: GameOnTable) -> list[Repair]:
    """What brings the believed wood to the position, what can be done at once first."""
    lost = {square: table.wood.stands.get(square) for square in bits(guidance.extra(table))}
    found: list[Repair] = []
    for square in bits(guidance.missing(table) | table.misplaced & guidance.extra(table)):
        piece = on_table.stands[square]
        source = next((each for each, stands in lost.items() if stands == piece), None)
        lost.pop(source, None) if source is not None else None
        found.append(Repair(piece, source, square))
    found += [Repair(piece, square, None) for square, piece in lost.items()]
    return sorted(found, key=lambda each: (_blocked(table, each), each.source is None))


def _blocked(table: Table, repair: Repair) -> bool:
    """Whether another piece still stands where this one belongs."""
    return repair.target is not None and bool(table.covered >> repair.target & 1)


def sentence(table: Table, on_table: GameOnTable) -> Message:
    """The next thing to do, and how much there is."""
    found = repairs(table, on_table)
    if not found:
        return message("Put the board right as the lights show.")
    first, held = found[0], Counter(each.piece for each in table.wood.air)
    said = _said(on_table, first, first.source is None and bool(held[first.piece]))
    if len(found) > 1:
        return counted(
            "{first} One more to go: see the lights.", "{first} {count} more to go: see the lights.", len(found) - 1,
            first=said,
        )
    return said if table.goal is not None or first.piece is None else _because(on_table, first.piece, said)


def _because(on_table: GameOnTable, piece: Piece, said: Message) -> Message:
    """One piece went where it may not go: why?"""
    acting = [each for each in on_table.game.to_act(on_table.position) if isinstance(each, Seat)]
    if acting and piece.owner not in (*acting, None):
        return message("{seat} is to act. {repair}", seat=acting[0], repair=said)
    return message("No rule allows that now. {repair}", repair=said)


def _said(on_table: GameOnTable, repair: Repair, held: bool) -> Message:
    board = on_table.board
    source = "" if repair.source is None else board.name(repair.source)
    piece = named(on_table, repair.piece)
    if repair.target is None:
        return message("Take the {piece} off {source}.", piece=piece, source=source)
    target = board.name(repair.target)
    if source:
        return message("Put the {piece} from {source} on {target}.", piece=piece, source=source, target=target)
    if held:
        return message("Put the {piece} back on {target}.", piece=piece, target=target)
    return message("Put a {piece} on {target}.", piece=piece, target=target)


COLOURS = {
    Seat.WHITE: message("white"), Seat.RED: message("red"), Seat.BLACK: message("black"), Seat.BLUE: message("blue"),
}


def named(on_table: GameOnTable, piece: Piece | None) -> Value:
    """A piece with its colour."""
    kind = None if piece is None else on_table.game.piece_names.get(piece.kind)
    if piece is None or kind is None:
        return message("piece")
    if piece.owner is None:
        return kind
    return message("{colour} {piece}", colour=COLOURS[piece.owner], piece=kind)
