"""Lists what pieces can do, before any thought of one's own king (rules page, *Moving*, *Attacking*, *Life and Death*).

What a rook, bishop or queen can do along one line is worked out once for each way that line can be blocked. Only
standard pieces block; Life and Death are passed (they are dealt with where a line is used).
"""

from typing import NamedTuple

from engine.core.squares import Square, bits
from engine.games.chess_two.checks import ALL_CLOSE_COMBAT, NO_CLOSE_COMBAT, is_doomed
from engine.games.chess_two.geometry import (
    BETWEEN,
    CORNERS,
    FAR_RANK,
    HALF,
    LEAPS,
    PAWN_TARGETS,
    RANKS,
    RING,
    SIDES,
    SQUARES,
    Direction,
    knight_staging,
    ray,
    staging_square,
)
from engine.games.chess_two.position import (
    CASTLINGS,
    PROMOTIONS,
    Attack,
    BoardAction,
    Castling,
    Move,
    Placement,
    attack,
    heal,
    kill,
    move,
    special_move,
)

# --- lines -------------------------------------------------------------------------------------------------------


class Hit(NamedTuple):
    """A blocker that could be attacked along the line. Squares are bitboards."""

    target: int
    staging: int
    path: int
    """All squares between attacker and target."""
    stay: Attack
    """The attack after which the attacker rests on the staging square."""
    take: Attack
    """The attack after which it rests on the target's square."""


class Reach(NamedTuple):
    """All that can be done along one line from one square."""

    squares: int
    """Bitboard of the squares up to the blockers."""
    moves: tuple[Move, ...]
    """The moves to these squares."""
    hits: tuple[Hit, ...]
    """Blockers with a square between."""
    near_hits: tuple[Hit, ...]
    """Blockers next to the attacker, who would strike from its own square (R4)."""


def _hit(source: int, target: int) -> Hit:
    staging = staging_square(source, target)
    return Hit(
        1 << target, 1 << staging, BETWEEN[source][target], attack(source, target, staging),
        attack(source, target, target),
    )


class Line(dict[int, Reach]):
    """The :class:`Reach` from ``source`` by the standard pieces on the line's ``mask``. Fills itself as it is asked."""

    def __init__(self, source: int, direction: Direction) -> None:
        super().__init__()
        self.source = source
        self.rays = (ray(source, direction), ray(source, (-direction[0], -direction[1])))
        self.mask = sum(1 << square for squares in self.rays for square in squares)
        # Many ways of being blocked come to the same reach: share it.
        self._shared: dict[int, Reach] = {}

    def __missing__(self, blockers: int) -> Reach:
        seen = [square for squares in self.rays for square in self._up_to_blocker(squares, blockers)]
        visible = sum(1 << square for square in seen)
        ends = visible & blockers
        if ends not in self._shared:
            self._shared[ends] = self._reach(visible ^ ends, list(bits(ends)))
        self[blockers] = reach = self._shared[ends]
        return reach

    @staticmethod
    def _up_to_blocker(squares: tuple[Square, ...], blockers: int) -> tuple[Square, ...]:
        for count, square in enumerate(squares, 1):
            if blockers & 1 << square:
                return squares[:count]
        return squares

    def _reach(self, free: int, blocked: list[Square]) -> Reach:
        hits = [_hit(self.source, target) for target in blocked]
        return Reach(
            free, tuple(move(self.source, target) for target in bits(free)),
            tuple(hit for hit in hits if hit.path), tuple(hit for hit in hits if not hit.path),
        )


Lines = tuple[tuple[tuple[int, Line], ...], ...]


def _lines(*directions: Direction) -> Lines:
    table = []
    for square in SQUARES:
        lines = [Line(square, direction) for direction in directions]
        table.append(tuple((line.mask, line) for line in lines if line.mask))
    return tuple(table)


ORTHOGONAL_LINES: Lines = _lines((1, 0), (0, 1))
DIAGONAL_LINES: Lines = _lines((1, 1), (1, -1))
ALL_LINES: Lines = tuple(
    straight + slanted for straight, slanted in zip(ORTHOGONAL_LINES, DIAGONAL_LINES, strict=True)
)
"""For every square the masks of its lines with their tables."""


# --- standard pieces ---------------------------------------------------------------------------------------------


def standard_actions(board: Placement, white: bool, close_combat: str) -> list[BoardAction]:
    """Return every move and attack of one side's standard pieces, unsorted."""
    own = board.white if white else board.black
    found: list[BoardAction] = []
    _add_slides(found, board, own & board.rooks, white, ORTHOGONAL_LINES, close_combat)
    _add_slides(found, board, own & board.bishops, white, DIAGONAL_LINES, close_combat)
    _add_slides(found, board, own & board.queens, white, ALL_LINES, close_combat)
    _add_knight_actions(found, board, white)
    _add_pawn_moves(found, board, white)
    _add_king_moves(found, board, white)
    if close_combat != NO_CLOSE_COMBAT:
        _add_pawn_attacks(found, board, white)
        _add_king_attacks(found, board, white)
    return found


def standard_attacks(board: Placement, white: bool, close_combat: str) -> list[BoardAction]:
    """Return the attacks among :func:`standard_actions`, unsorted, without listing the moves."""
    own, targets = board.white if white else board.black, vulnerable(board, white)
    found: list[BoardAction] = []
    _add_slide_attacks(found, board, own & board.rooks, targets, ORTHOGONAL_LINES, close_combat)
    _add_slide_attacks(found, board, own & board.bishops, targets, DIAGONAL_LINES, close_combat)
    _add_slide_attacks(found, board, own & board.queens, targets, ALL_LINES, close_combat)
    for square in bits(own & board.knights):
        if LEAPS[square] & targets:
            _add_knight_attacks(found, board, square, targets)
    if close_combat != NO_CLOSE_COMBAT:
        _add_pawn_attacks(found, board, white)
        _add_king_attacks(found, board, white)
    return found


def any_standard_action(board: Placement, white: bool, close_combat: str) -> bool:
    """True if :func:`standard_actions` would find any; nearly always pawns or the king can go, so these come first."""
    if any(pawn_reach(board, white)):
        return True
    found: list[BoardAction] = []
    _add_king_moves(found, board, white)
    return bool(found or standard_actions(board, white, close_combat))


def vulnerable(board: Placement, white: bool) -> int:
    """Return the enemy pieces that White (or Black) may attack, as a bitboard."""
    return (board.black if white else board.white) & ~board.immune


# --- rook, bishop, queen -----------------------------------------------------------------------------------------


def _add_slides(
    found: list[BoardAction], board: Placement, sliders: int, white: bool, lines: Lines, close_combat: str
) -> None:
    standard, ghosts = board.white | board.black, board.life | board.death
    for square in bits(sliders):
        for mask, line in lines[square]:
            reach = line[standard & mask]
            if reach.squares & ghosts:
                found += [each for each in reach.moves if not ghosts & 1 << each.target]
            else:
                found += reach.moves
            if reach.hits:
                _add_hits(found, board, reach.hits, vulnerable(board, white) & mask, ghosts)
            if reach.near_hits and close_combat == ALL_CLOSE_COMBAT:
                _add_hits(found, board, reach.near_hits, vulnerable(board, white) & mask, 0)


def _add_slide_attacks(
    found: list[BoardAction], board: Placement, sliders: int, targets: int, lines: Lines, close_combat: str
) -> None:
    standard, ghosts = board.white | board.black, board.life | board.death
    for square in bits(sliders):
        for mask, line in lines[square]:
            if mask & targets:
                reach = line[standard & mask]
                _add_hits(found, board, reach.hits, targets, ghosts)
                if close_combat == ALL_CLOSE_COMBAT:
                    _add_hits(found, board, reach.near_hits, targets, 0)


def _add_hits(found: list[BoardAction], board: Placement, hits: tuple[Hit, ...], targets: int, ghosts: int) -> None:
    for target, staging, path, stay, take in hits:
        if target & targets and not staging & ghosts:
            found.append(stay)
            if not target & board.shields and not (path & board.death and is_doomed(board, stay.source, stay.target)):
                found.append(take)


# --- knight ------------------------------------------------------------------------------------------------------


class _Ramps(dict[int, int]):
    """From one square: neighbouring standard pieces → the squares directly beyond them. Fills itself as it is asked."""

    def __init__(self, square: int) -> None:
        super().__init__()
        self.beyond = [(1 << over, 1 << landing) for over, landing in _ramp_jumps(square)]

    def __missing__(self, neighbours: int) -> int:
        self[neighbours] = landings = sum(landing for over, landing in self.beyond if over & neighbours)
        return landings


def _ramp_jumps(square: int) -> list[tuple[int, int]]:
    """Return each neighbour of a square with the square directly beyond it, as far as both are on the board."""
    return [(path.bit_length() - 1, landing) for landing, path in enumerate(BETWEEN[square]) if path.bit_count() == 1]


_RAMPS = tuple(_Ramps(square) for square in range(len(RING)))
_KNIGHT_ATTACKS = tuple(
    tuple(
        (1 << target, attack(square, target, target), tuple(
            (1 << staging, attack(square, target, staging)) for staging in knight_staging(square, target)
        ))
        for target in bits(leaps)
    )
    for square, leaps in enumerate(LEAPS)
)
"""For each square the targets of a knight: its bit, the attack resting there, the staging squares with theirs."""


def knight_reach(board: Placement, square: int) -> int:
    """Return the empty squares a knight reaches by its leap or by one or two ramp jumps.

    Its start is not empty, so that no jump lands there again; nor can two jumps land on one square twice.
    """
    standard = board.white | board.black
    empty = ~(standard | board.life | board.death)
    first = _RAMPS[square][standard & RING[square]] & empty
    landings = first
    for landing in bits(first):
        landings |= _RAMPS[landing][standard & RING[landing]] & empty
    return landings | LEAPS[square] & empty


def _add_knight_actions(found: list[BoardAction], board: Placement, white: bool) -> None:
    targets = vulnerable(board, white)
    for square in bits(board.knights & (board.white if white else board.black)):
        found += [move(square, target) for target in bits(knight_reach(board, square))]
        if LEAPS[square] & targets:
            _add_knight_attacks(found, board, square, targets)


def _add_knight_attacks(found: list[BoardAction], board: Placement, square: int, targets: int) -> None:
    occupied = board.white | board.black | board.life | board.death
    for target, take, stagings in _KNIGHT_ATTACKS[square]:
        if target & targets:
            stays = [stay for staging, stay in stagings if not staging & occupied]
            found += stays
            if stays and not target & board.shields:
                found.append(take)


# --- pawn --------------------------------------------------------------------------------------------------------


def pawn_reach(board: Placement, white: bool) -> tuple[int, int, int]:
    """Find where one side's pawns can arrive by going 1, 2 and 3 squares forward, as bitboards.

    Pawns never stand on their far rank, so shifts by one rank cannot wrap from one file into the next.
    """
    standard, ghosts = board.white | board.black, board.life | board.death
    if white:
        first = (board.pawns & board.white) << 1 & ~standard
        second = (first & (RANKS[2] | RANKS[3])) << 1 & ~standard
        third = (second & RANKS[3]) << 1 & ~standard
        jump = (first & ghosts & HALF[False] & ~RANKS[5] & ~RANKS[9]) << 1 & ~standard
    else:
        first = (board.pawns & board.black) >> 1 & ~standard
        second = (first & (RANKS[7] | RANKS[6])) >> 1 & ~standard
        third = (second & RANKS[6]) >> 1 & ~standard
        jump = (first & ghosts & HALF[True] & ~RANKS[4] & ~RANKS[0]) >> 1 & ~standard
    return first & ~ghosts, (second | jump) & ~ghosts, third & ~ghosts


def _add_pawn_moves(found: list[BoardAction], board: Placement, white: bool) -> None:
    back, far = (-1, FAR_RANK[True]) if white else (1, FAR_RANK[False])
    for steps, targets in enumerate(pawn_reach(board, white), 1):
        found += [move(target + steps * back, target) for target in bits(targets & ~far)]
        for target in bits(targets & far):
            source = target + steps * back
            if is_doomed(board, source, target):
                found.append(move(source, target))
            else:
                found += [move(source, target, promotion) for promotion in PROMOTIONS]


def _add_pawn_attacks(found: list[BoardAction], board: Placement, white: bool) -> None:
    targets = vulnerable(board, white)
    for target in bits(_pawn_targets(board, white) & targets):
        take_too = not board.shields & 1 << target
        promotions = PROMOTIONS if FAR_RANK[white] & 1 << target else ("",)
        for source in bits(PAWN_TARGETS[not white][target] & board.pawns & (board.white if white else board.black)):
            found.append(attack(source, target, source))
            if take_too:
                found += [attack(source, target, target, promotion) for promotion in promotions]


def _pawn_targets(board: Placement, white: bool) -> int:
    if white:
        pawns = board.pawns & board.white
        return pawns << 11 | pawns >> 9
    pawns = board.pawns & board.black
    return pawns << 9 | pawns >> 11


# --- king --------------------------------------------------------------------------------------------------------


def _add_king_moves(found: list[BoardAction], board: Placement, white: bool) -> None:
    occupied = board.white | board.black | board.life | board.death
    for square in bits(board.kings & (board.white if white else board.black)):
        found += [move(square, target) for target in bits(RING[square] & ~occupied)]
    if board.castling:
        found += [each for each in CASTLINGS[white] if _can_castle(board, each, occupied)]


def _can_castle(board: Placement, castling: Castling, occupied: int) -> bool:
    """True if the right exists and every square between king and rook is empty; check is not looked at."""
    path = BETWEEN[castling.source][castling.rook_source]
    return bool(board.castling & 1 << castling.rook_source) and not path & occupied


def _add_king_attacks(found: list[BoardAction], board: Placement, white: bool) -> None:
    for square in bits(board.kings & (board.white if white else board.black)):
        for target in bits(RING[square] & vulnerable(board, white)):
            found.append(attack(square, target, square))
            if not board.shields & 1 << target:
                found.append(attack(square, target, target))


# --- Life and Death ----------------------------------------------------------------------------------------------


def special_moves(board: Placement, white: bool) -> list[BoardAction]:
    """Return every special move of the Life and Death that a side controls now, unsorted."""
    occupied = board.white | board.black | board.life | board.death
    found: list[BoardAction] = []
    for square in bits((board.life | board.death) & HALF[white]):
        found += [special_move(square, target) for target in bits(CORNERS[square] & ~occupied)]
    return found


def any_special_move(board: Placement, white: bool) -> bool:
    """True if :func:`special_moves` would find any."""
    empty = ~(board.white | board.black | board.life | board.death)
    return any(CORNERS[square] & empty for square in bits((board.life | board.death) & HALF[white]))


def heals_and_kills(board: Placement, white: bool, kill_king: bool) -> list[BoardAction]:
    """Return every Heal and Kill, unsorted. ``kill_king``: whether the enemy king may be killed."""
    found: list[BoardAction] = []
    healable = (board.white | board.black) & ~(board.shields | board.kings | board.queens)
    for square in bits(board.life & HALF[white]):
        found += [heal(square, target) for target in bits(CORNERS[square] & healable)]
    for square in bits(board.death & HALF[white]):
        found += [kill(square, target) for target in bits(killable(board, square, white, kill_king))]
    return found


def killable(board: Placement, death: int, white: bool, kill_king: bool) -> int:
    """Find what the Death on a square can kill if White (or Black) controls it, as a bitboard (R5)."""
    spared = board.kings & (board.white if white else board.black) if kill_king else board.kings
    corners = CORNERS[death] & ~board.immune & ~spared
    found = 0
    for side, half in ((board.white, HALF[True]), (board.black, HALF[False])):
        allies = side | board.life & half
        for square in bits(corners & side):
            found |= (not SIDES[square] & allies) << square
    return found
