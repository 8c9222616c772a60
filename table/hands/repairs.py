"""Repairs that bring the board back into step: which piece goes where, pair by pair."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.core.messages import Message, Value, counted, message
from engine.core.pieces import Piece, Seat
from engine.core.squares import Square, bitboard, bits
from table.hands import displacement
from table.hands.take_back import last_decision
from table.model.current_game import GameOnTable
from table.model.state import Table

FEW = 4
"""Up to so many squares to clear, set-up names the pieces one by one."""


@dataclass(frozen=True, slots=True)
class Repair:
    """One piece to be moved by hand. ``source``: ``None`` if it is in a hand or in the box; ``target``: ``None`` if it
    has to leave the board. ``piece``: ``None`` if nothing is known of it. ``stood``: where it stands, or was lifted.
    ``certain``: nobody can doubt that it is this piece: only then it has a name."""

    piece: Piece | None
    source: Square | None
    target: Square | None
    stood: Square | None = None
    certain: bool = True

    @property
    def held(self) -> bool:
        """True if it was lifted from the board."""
        return self.source is None and self.stood is not None

    @property
    def squares(self) -> tuple[Square, ...]:
        """Its source and target."""
        return tuple(square for square in (self.source, self.target) if square is not None)


def repairs(table: Table, on_table: GameOnTable) -> list[Repair]:
    """Return what brings the believed wood to the position: first what can be done at once, with what is in the hand if
    anything is. After an accident that may lie anywhere, and what stands on the board is told first."""
    led = table.settings.one_by_one or table.goal is not None
    lost = _out_of_place(table, led)
    squares = _free_first(table, displacement.missing(table) | table.misplaced & displacement.extra(table))
    pairs = _paired(lost, {square: on_table.stands[square] for square in squares}, _ways(table))
    found = [replace(pairs.get(square) or Repair(on_table.stands[square], None, None), target=square)
             for square in squares]
    found += [each for each in lost if not each.held and each not in pairs.values()]
    at_hand = [each for each in found if led and each.held]
    awaited = [each.target for each in at_hand]
    return sorted(found, key=lambda each: (
        _blocked(table, each), each not in at_hand and each.source not in awaited, each.source is None,
    ))


def _out_of_place(table: Table, led: bool) -> list[Repair]:
    """The pieces that stand where they do not belong or are in the air, sorted by where they stand or stood: what is
    told of the others does not change as one of them is lifted. After an accident what stands comes first."""
    wood, extra = table.wood, displacement.extra(table)
    standing = [Repair(wood.stands.get(square), square, None, square, wood.knows(square)) for square in bits(extra)]
    held = [Repair(each.piece, None, None, each.square, wood.is_certain) for each in wood.air]
    return sorted([*standing, *held], key=lambda each: (not led and each.held, each.stood or 0))


def _ways(table: Table) -> Mapping[Square, Square]:
    return {} if table.goal is None else table.goal.ways


def _paired(
    lost: list[Repair], wanted: Mapping[Square, Piece], ways: Mapping[Square, Square]
) -> Mapping[Square, Repair]:
    """Pair what goes where it is wanted: on the way that the happenings took it, else whatever is alike."""
    found: dict[Square, Repair] = {}
    for on_its_way in (True, False):
        for square, piece in wanted.items():
            fitting = [each for each in lost if each.piece == piece and each not in found.values()
                       and (each.stood == ways.get(square) or not on_its_way)]
            if fitting and square not in found:
                found[square] = fitting[0]
    return found


def _free_first(table: Table, squares: int) -> list[Square]:
    return sorted(bits(squares), key=lambda square: table.covered >> square & 1)


def _blocked(table: Table, repair: Repair) -> bool:
    """True if another piece still stands where this one belongs."""
    return repair.target is not None and bool(table.covered >> repair.target & 1)


def back_after_taking(table: Table, on_table: GameOnTable) -> int:
    """The squares (bitboard) that a person's last capture emptied and that are covered again, while the board waits for
    what followed it: its taker may be back there, and the captured piece in its place."""
    count = last_decision(on_table)
    if on_table.screen or not count or table.goal is None or table.goal.reason != "happening":
        return 0
    footprint = on_table.game.footprint(on_table.played.position_before(count), on_table.played.actions[-count])
    return footprint.empties & table.covered & ~on_table.occupied if footprint.swaps else 0


def by_piece(table: Table) -> bool:
    """True if each piece is told and shown: not what the rules did, nor a board that is being set up or cleared."""
    if table.goal is None or table.goal.reason in ("undo", "repair"):
        return True
    return table.goal.reason == "setup" and 0 < displacement.extra(table).bit_count() <= FEW


def asked_for(table: Table, on_table: GameOnTable) -> int:
    """The squares (bitboard) that may be shown now: one piece after the other, if owners want that, else all."""
    found = repairs(table, on_table) if table.settings.one_by_one and by_piece(table) else []
    return bitboard(found[0].squares) if found else on_table.board.all


def unneeded(table: Table, on_table: GameOnTable) -> int:
    """The squares (bitboard) of the pieces that have to leave the board."""
    return bitboard(each.source for each in repairs(table, on_table) if each.source is not None and each.target is None)


def sentence(table: Table, on_table: GameOnTable) -> Message:
    """The next thing to do, and how much there is; a look at the picture, where pieces may be mixed up."""
    found = repairs(table, on_table)
    if not found:
        return message("Put the board right as the lights show.")
    if table.wood.is_certain:
        return _counted(table, on_table, found)
    if not table.difference:
        squares = ", ".join(on_table.board.sorted_names(table.misplaced))
        return message(
            "Pieces may have changed places: compare {squares} with the picture on a phone. Put them right; or if they "
            "stand as there, say so on a phone or hold the end-turn button.", squares=squares,
        )
    return with_a_look(_counted(table, on_table, found))


def with_a_look(said: Message) -> Message:
    """Ask for a look at the picture besides: nobody can tell which piece is which."""
    return message("{said} Several pieces were in the air: compare the board with the picture on a phone.", said=said)


def _counted(table: Table, on_table: GameOnTable, found: list[Repair]) -> Message:
    first = found[0]
    said = _said(on_table, first, back=table.goal is None or table.goal.reason != "happening")
    if len(found) > 1 and table.settings.one_by_one:
        return counted("{first} One more to go.", "{first} {count} more to go.", len(found) - 1, first=said)
    if len(found) > 1:
        return counted(
            "{first} One more to go: see the lights.", "{first} {count} more to go: see the lights.", len(found) - 1,
            first=said,
        )
    known = table.goal is None and first.certain
    return _because(on_table, first.piece, said) if known and first.piece is not None else said


def _because(on_table: GameOnTable, piece: Piece, said: Message) -> Message:
    """One piece went where it may not go: why? Of the side that is not to move, no reason has to be given."""
    acting = on_table.seats_to_act
    if acting and piece.owner not in (*acting, None):
        return said
    return message("No rule allows that now. {repair}", repair=said)


def _said(on_table: GameOnTable, repair: Repair, back: bool) -> Message:
    board = on_table.board
    source = "" if repair.source is None else board.name(repair.source)
    piece = named(on_table, repair.piece if repair.certain else None)
    if repair.target is None or (source and not repair.certain):  # it may belong elsewhere
        return message("Take the {piece} off {source}.", piece=piece, source=source)
    target = board.name(repair.target)
    if source:
        return message("Put the {piece} from {source} on {target}.", piece=piece, source=source, target=target)
    if repair.held and not back:
        return message("Put the {piece} on {target}.", piece=piece, target=target)
    if repair.held:
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
