"""Every kind of group action in Pawn, halfway: whatever was done of it, the next piece is marked, and hands can obey.

Each kind is done in every order, every pawn to every square that the group comes to stand on.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest
from cases import patterns
from play_table import PlayTable
from ways_out import can_be_done, has_a_way_out

from engine.core.squares import bits
from engine.games.pawn.catalogue import ACTIONS, BOARD, NUMBERS, PawnAction
from table.hands.evidence import evidence_of
from table.messages.lights import Role
from table.model.state import Table

CORNERS = ("h8", "a8", "h1", "a1")
TO_GO_ON = {Role.ORIGIN, Role.CAPTURE}
TO_COME_DOWN = {Role.ORIGIN, Role.MOVE, Role.CAPTURE}


@dataclass(frozen=True)
class Kind:
    """A group action; ``met``: a pawn that it takes or pushes, ``own``: whether that is an own one, ``behind``: where
    a pushed one goes."""

    name: str
    action: PawnAction
    met: int | None = None
    own: bool = False
    behind: int | None = None


def kinds() -> Iterator[Kind]:
    """Every way of acting as a group, in the middle of the board, with all that it may meet."""
    for (shape, way), by_anchor in NUMBERS.items():
        if shape == "single":
            continue
        action = min((ACTIONS[number] for number in by_anchor.values()), key=_off_centre)
        yield Kind(f"{shape} {way}", action)
        if shape == "squad":
            for front, behind in action.pushes:
                for own in (False, True):
                    met, target = front.bit_length() - 1, behind.bit_length() - 1
                    yield Kind(f"{shape} {way} pushes {'own' if own else 'enemy'} {BOARD.name(met)}", action, met, own,
                               target)
        elif "@" not in way:
            leading = max if way[0] in "^>" else min
            yield Kind(f"{shape} {way} captures", action, leading(bits(action.after)))


def _off_centre(action: PawnAction) -> float:
    squares = bits(action.before | action.after)
    return sum(abs(BOARD.file(each) - 3.5) + abs(BOARD.rank(each) - 3.5) for each in squares)


def begin(kind: Kind) -> PlayTable:
    """The pawns of this action alone, and an enemy far away."""
    met = [] if kind.met is None else [BOARD.name(kind.met)]
    busy = kind.action.before | kind.action.after | (0 if kind.behind is None else 1 << kind.behind)
    far = next(name for name in CORNERS if not busy >> BOARD.parse(name) & 1)
    own = [*BOARD.sorted_names(kind.action.before), *(met if kind.own else [])]
    return patterns(*own, enemy=(far, *([] if kind.own else met)))


@dataclass(frozen=True)
class Halfway:
    """A board on which part of a group action was done; ``put``: where its pawns came down (bitboard)."""

    table: Table
    now_s: float
    way: str = ""
    put: int = 0

    def again(self) -> PlayTable:
        playing = PlayTable()
        playing.table, playing.now_s = self.table, self.now_s
        return playing


class Walk:
    """All ways to do one action, and what was wrong on them."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        start = begin(kind)
        on_table = start.table.on_table
        assert on_table is not None
        self.footprint = next(
            each.footprint for each in on_table.hand_actions if each.action.text == kind.action.text
        )
        self.base = on_table.occupied
        self.states = 0
        self.wrong: list[tuple[str, str, str]] = []
        self.known: set[tuple[int, int]] = set()
        layer = [Halfway(start.table, start.now_s)]
        while layer:
            layer = [after for each in layer for after in self._after(each)]

    @property
    def goal(self) -> int:
        return self.footprint.after(self.base)

    def _after(self, state: Halfway) -> Iterator[Halfway]:
        """One more piece is moved."""
        movable = self.kind.action.before | self.footprint.squares & ~self.footprint.fills
        for source in bits(movable & state.table.covered & self.base & ~state.put):
            playing = state.again()
            playing.lift(BOARD.name(source))
            lifted = replace(state, table=playing.table, now_s=playing.now_s, way=f"{state.way} -{BOARD.name(source)}")
            self._judge_lifted(lifted)
            for target in self._targets(lifted.table, source):
                yield from self._placed(lifted, target)

    def _targets(self, table: Table, source: int) -> list[int | None]:
        """Return the squares that a piece goes to; ``None``: off the board."""
        kind = self.kind
        if source == kind.met and not kind.own:
            return [kind.behind]
        behind = 0 if kind.behind is None or not kind.own else 1 << kind.behind
        return [*bits((kind.action.after | behind) & ~table.covered)]

    def _judge_lifted(self, state: Halfway) -> None:
        """A piece is in the hand: it has somewhere to go."""
        self.states += 1
        playing = state.again()
        playing.wait(1)
        seen = playing.scene()
        open_ = set(BOARD.sorted_names((self.kind.action.after | self.footprint.squares) & ~state.table.covered))
        to_take = set(BOARD.sorted_names(self.footprint.swaps & ~evidence_of(state.table).opened))
        lit = {name for name, light in seen.lights.items() if light.role in TO_COME_DOWN}
        if not lit & (open_ | to_take):
            self.wrong.append((state.way, "nothing is lit for what is in the hand", str(seen.now)))
        if not has_a_way_out(playing, seen) or not can_be_done(playing, seen):
            self.wrong.append((state.way, "nobody can do this", str(seen.now)))

    def _placed(self, state: Halfway, target: int | None) -> Iterator[Halfway]:
        playing, bit = state.again(), 0 if target is None else 1 << target
        name = "" if target is None else BOARD.name(target)
        if name:
            playing.place(name)
        playing.wait(1)
        key = (playing.table.covered, state.put | bit)
        if key in self.known:
            return
        self.known.add(key)
        self.states += 1
        after = Halfway(playing.table, playing.now_s, f"{state.way} {'+' + name if name else 'off'}", state.put | bit)
        if playing.table.covered == self.goal:
            self._judge_done(after, playing)
        elif not playing.actions and playing.table.covered != self.base:
            self._judge_rest(after, playing)
            yield after

    def _judge_done(self, state: Halfway, playing: PlayTable) -> None:
        if not playing.scene().prompts:
            playing.wait(3)
        opened = evidence_of(state.table).opened if not playing.actions else self.footprint.swaps
        if not playing.actions and not playing.scene().prompts and not self.footprint.swaps & ~opened:
            self.wrong.append((state.way, "all of it is done, and nothing was played", str(playing.scene().now)))

    def _judge_rest(self, state: Halfway, playing: PlayTable) -> None:
        """Nothing is in the hand: something that is left to be moved is marked."""
        seen = playing.scene()
        left = self.footprint.squares | self.kind.action.before
        remaining = set(BOARD.sorted_names(left & state.table.covered & self.base & ~state.put))
        marked = {name for name, light in seen.lights.items() if light.role in TO_GO_ON}
        if not remaining & marked:
            self.wrong.append((state.way, "no remaining piece is marked", str(seen.now)))
        if not has_a_way_out(playing, seen) or not can_be_done(playing, seen):
            self.wrong.append((state.way, "nobody can do this", str(seen.now)))
        if str(seen.now).startswith("Put the lifted"):
            self.wrong.append((state.way, "nothing is in the hand", str(seen.now)))


KINDS = {kind.name: kind for kind in kinds()}
PUSHES = [name for name in KINDS if " pushes " in name]
"""Four ways, two pawns that may be met on each, own ones and enemies."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Without ``--full`` each way pushes an own pawn and an enemy, one on each of the two squares before the squad."""
    if "name" in metafunc.fixturenames:
        left_out = () if metafunc.config.getoption("--full") else [*PUSHES[1::4], *PUSHES[2::4]]
        metafunc.parametrize("name", [name for name in KINDS if name not in left_out])


def test_all_kinds_are_there() -> None:
    shapes = {name.split()[0] for name in KINDS}
    assert shapes == {"dual|", "dual-", "three|", "three-", "squad"}
    assert (len(KINDS), len(PUSHES)) == (86, 16)


def test_every_state_of_a_group_halfway_marks_what_is_next(name: str) -> None:
    walk = Walk(KINDS[name])
    assert walk.states > 3
    assert walk.wrong == [], f"{len(walk.wrong)} of {walk.states}"


def squad_with_an_enemy_before_it() -> PlayTable:
    return patterns("c4", "c5", "d4", "d5", enemy=("e4", "h8"))


def test_the_square_for_a_pushed_pawn_is_not_lit_for_the_one_that_pushes() -> None:
    table = squad_with_an_enemy_before_it()
    table.lift("c4")
    assert table.role("e5") is Role.MOVE
    assert table.role("f4") is not Role.MOVE, "an own pawn there would take the place of the enemy's"
    table.lift("e4")
    assert table.role("f4") is Role.MOVE


def test_a_pawn_that_is_to_be_pushed_goes_nowhere_else() -> None:
    table = squad_with_an_enemy_before_it()
    table.lift("e4")
    assert table.squares_of(Role.MOVE) == ["f4"]
    table.place("f4")
    table.wait(1)
    assert str(table.scene().now).startswith("Lift a marked piece"), "nothing is in the hand any more"
    assert table.role("c4") is Role.ORIGIN


def test_a_pawn_pushed_aside_before_its_pusher_waits_for_the_squad() -> None:
    """The first half looks like a rotation, too, which the other side has answered."""
    table = patterns("d3", "d4", "e3", "e4", enemy=("d5", "h8"))
    table.lift("d5")
    table.place("d6")
    table.move("e4", "e5")
    assert table.actions == []
    assert table.scene().commits_in_s is not None
    table.move("d4", "d5")
    table.move("d3", "d4")
    table.lift("e3")
    table.place("e4")
    table.wait(3.5)
    assert table.actions == ["d3d4e3e4^1"]


def test_a_pawn_straightened_while_another_is_pushed_was_not_played() -> None:
    table = patterns("d3", "d4", "e3", "e4", enemy=("d5", "h8"))
    table.lift("d5")
    table.place("d6")
    table.wait(1)
    table.lift("d4")
    table.place("d4")
    table.wait(5)
    assert table.actions == [], "d4 came down after d6 was filled: it has not gone there"


def test_a_pawn_that_came_down_where_another_was_taken_leaves_both_ways_open() -> None:
    """No reed tells whether the taker or the taken stands there: the sentence fits either."""
    table = patterns("d2", "d3", "d4", enemy=("d6", "h8"))
    table.lift("d6", "d2")
    table.place("d6")
    table.wait(1)
    said = str(table.scene().now)
    assert "If your hand is empty, lift a marked piece" in said
    assert table.role("d3") is Role.ORIGIN


ENEMY_PUSHED = {name: kind for name, kind in KINDS.items() if kind.behind is not None and not kind.own}


def front_rows(kind: Kind) -> Iterator[tuple[str, ...]]:
    """Every order in which the front row moves and the pushed pawn with it: squares lifted (-) and filled (+)."""
    assert kind.met is not None and kind.behind is not None
    names = [(BOARD.name(source), BOARD.name(target)) for source, target in steps(kind)]
    met, behind = BOARD.name(kind.met), BOARD.name(kind.behind)
    pusher, = (source for source, target in names if target == met)
    other = next((f"-{source}", f"+{target}") for source, target in names
                 if target != met and not kind.action.before >> BOARD.parse(target) & 1)
    yield f"-{met}", f"+{behind}", f"-{pusher}", f"+{met}", *other
    yield f"-{met}", f"+{behind}", *other, f"-{pusher}", f"+{met}"
    yield f"-{pusher}", f"-{met}", f"+{met}", f"+{behind}", *other
    yield *other, f"-{pusher}", f"-{met}", f"+{met}", f"+{behind}"


def steps(kind: Kind) -> list[tuple[int, int]]:
    """From where to where each pawn of the group goes."""
    return list(zip(bits(kind.action.before), bits(kind.action.after), strict=True))


@pytest.mark.parametrize("pause_s", [0.5, 4.0, 60.0])
@pytest.mark.parametrize("push", ENEMY_PUSHED)
def test_a_push_whose_front_row_has_moved_is_nobody_elses_turn_however_long_its_player_thinks(
    push: str, pause_s: float
) -> None:
    kind = ENEMY_PUSHED[push]
    for touches in front_rows(kind):
        playing = begin(kind)
        for touch in touches:
            (playing.lift if touch[0] == "-" else playing.place)(touch[1:])
        playing.wait(pause_s)
        assert playing.actions == [], touches
        for source, target in steps(kind):
            if kind.action.before >> target & 1:
                playing.lift(BOARD.name(source))
                playing.place(BOARD.name(target))
        playing.wait(1)
        assert playing.actions == [kind.action.text], touches
