"""Mishaps of a board while nobody plays: each leaves pieces anywhere, and the table with what it felt."""

from collections.abc import Callable
from dataclasses import dataclass

from broken import DEAD, STUCK, Broken
from done_by_hand import bare
from fingers import HAND, Fingers
from habits import EXCHANGE_S, plainly, square_beside
from plans import Plan, plan_of
from rig import ALL_SEATS, Rig

from engine.core.squares import Square, bits
from table.messages.events import EndTurn, Pause, Resume, SetManual, TakeBack
from table.messages.scene import ScenePrompt
from table.model.state import PATIENCE_S

FALL_S = 0.05
"""The least time that a piece is in the air: longer than a reed is debounced."""


@dataclass
class Scene:
    """The place of mishaps: a rig and the fingers above it."""

    rig: Rig
    fingers: Fingers

    @property
    def stands(self) -> list[Square]:
        return sorted(self.rig.board.wood.stands)

    @property
    def free(self) -> list[Square]:
        stands = self.rig.board.wood.stands
        return [square for square in bits(self.fingers.on_table.board.all) if square not in stands]

    def pick(self, squares: list[Square], count: int) -> list[Square]:
        return self.fingers.random.sample(squares, min(len(squares), count))

    def drop(self, count: int) -> None:
        """Some of the pieces in the hand fall on any squares, the others beside the board."""
        for square in self.pick(self.free, count):
            held = self.rig.board.wood.holds(HAND)
            if held:
                self.fingers.place(square, self.fingers.random.choice(held))
                self.fingers.rest(0.0, 0.5)


def cat(at: Scene) -> None:
    count = at.fingers.random.randint(1, 6)
    at.fingers.lift(*at.pick(at.stands, count))
    at.fingers.rest(FALL_S, 1.0)
    at.drop(at.fingers.random.randint(0, count))


def sleeve(at: Scene) -> None:
    """A few pieces are pushed to other squares, one after the other."""
    for square in at.pick(at.stands, at.fingers.random.randint(1, 3)):
        at.fingers.lift(square)
        at.fingers.rest(FALL_S, 0.4)
        at.drop(1)


def child(at: Scene) -> None:
    """Two pieces are exchanged, one after the other."""
    first, second = at.pick(at.stands, 2)
    (spare,) = at.pick(at.free, 1)
    for source, target in ((first, spare), (second, first), (spare, second)):
        piece = at.rig.board.wood.stands[source]
        at.fingers.lift(source)
        at.fingers.rest(0.1, 1.0)
        at.fingers.place(target, piece)
        at.fingers.rest(0.1, 1.0)


def early_hands(at: Scene) -> None:
    """Several hands hold pieces, and some come down where they were."""
    squares = at.pick(at.stands, at.fingers.random.randint(2, 4))
    lifted = {square: at.rig.board.wood.stands[square] for square in squares}
    for square in lifted:
        at.fingers.lift(square)
        at.fingers.rest(0.05, 1.0)
    for square in at.pick(list(lifted), at.fingers.random.randint(0, len(lifted))):
        at.fingers.place(square, lifted[square])
        at.fingers.rest(0.05, 1.0)


def knocked(at: Scene) -> None:
    """Two to five pieces are swept off together: they come down on each other's squares, elsewhere, or beside."""
    squares = at.pick(at.stands, at.fingers.random.randint(2, 5))
    pieces = [at.rig.board.wood.stands[square] for square in squares]
    for square in squares:
        at.fingers.lift(square)
        at.fingers.rest(0.0, 0.1)
    at.fingers.rest(FALL_S)
    at.fingers.random.shuffle(pieces)
    for square, piece in zip(squares, pieces, strict=True):
        where = at.fingers.random.choice((square, *at.pick(at.free, 1), None))
        if where is not None and not at.fingers.stands(where):
            at.fingers.place(where, piece)
            at.fingers.rest(0.0, 0.4)


def power_cut(at: Scene) -> None:
    """The power fails at any instant of another mishap."""
    at.fingers.random.choice((cat, sleeve, child, early_hands, knocked))(at)
    at.fingers.rest(0.0, 0.6)
    at.rig.restart()


def pause(at: Scene) -> None:
    at.rig.send(Pause())
    at.fingers.random.choice((cat, sleeve, child))(at)
    at.rig.send(Resume())


def undo(at: Scene) -> None:
    """A few actions are taken back on the panel, each perhaps in the middle of the way back of the one before."""
    for _ in range(at.fingers.random.randint(1, 3)):
        at.rig.send(TakeBack(ALL_SEATS, frozenset()))
        if at.fingers.random.random() < 0.3:
            at.fingers.random.choice((cat, sleeve, power_cut))(at)


def exchange(at: Scene) -> None:
    """Two pieces, own ones or those of two sides, are put back in each other's place: no reed can tell."""
    first, second = at.pick(at.stands, 2)
    pieces = {first: at.rig.board.wood.stands[second], second: at.rig.board.wood.stands[first]}
    at.fingers.lift(first, second)
    at.fingers.rest(0.2, 2.0)
    for square, piece in pieces.items():
        at.fingers.place(square, piece)
        at.fingers.rest(0.0, 0.5)


# --- actions that go wrong ---------------------------------------------------------------------------------------


def _plan(at: Scene, fits: Callable[[Plan], bool] = lambda plan: True, most: int = 5) -> Plan | None:
    """Some action that can be done with what stands there; ``None``: among so many there was none."""
    on_table, wood = at.fingers.on_table, at.rig.board.wood
    for each in at.fingers.random.sample(on_table.hand_actions, min(most, len(on_table.hand_actions))):
        plan = plan_of(on_table, each.action)
        as_planned = all(plan.before.get(each) == wood.stands.get(each) for each in bits(plan.footprint.squares))
        if as_planned and fits(plan):
            return plan
    return None


def _do(at: Scene, plan: Plan) -> None:
    """Do an action plainly; what it takes goes into the box."""
    plainly(at.fingers, plan)
    at.fingers.empty()


def play(at: Scene) -> None:
    """Somebody plays, as if nothing were broken."""
    plan = _plan(at)
    if plan is not None:
        _do(at, plan)
        at.fingers.rest(0.0, 1.0)


def victim_left_beside(at: Scene) -> None:
    """The captured piece is set down on any free square, before or after its taker was lifted, and forgotten there."""
    plan = _plan(at, lambda plan: plan.is_capture, 40)
    if plan is None:
        return sleeve(at)
    (origin,), (target,) = bits(plan.footprint.empties), bits(plan.footprint.swaps)
    for square in at.fingers.shuffled((origin, target)):
        at.fingers.lift(square)
        at.fingers.rest(0.05, 1.0)
    (spare,) = at.pick(at.free, 1)
    for square, piece in at.fingers.shuffled({spare: plan.before[target], target: plan.after[target]}.items()):
        at.fingers.place(square, piece)
        at.fingers.rest(0.0, 1.0)
    return at.fingers.rest(0.0, PATIENCE_S)


def off_centre(at: Scene) -> None:
    """A piece is put down so badly that it closes another switch, too, and stands there for a while."""
    plan = _plan(at, lambda plan: plan.is_capture or plan.is_step)
    if plan is None:
        return sleeve(at)
    _do(at, plan)
    (spare,) = at.pick(at.free, 1)
    at.rig.broken[spare] = STUCK
    at.fingers.rest(0.1, 2.5)
    del at.rig.broken[spare]
    return at.fingers.rest(0.5)


def slid_on(at: Scene) -> None:
    """A piece that has moved, perhaps before a march, a die or the end of the game, is taken up and put elsewhere."""
    plan = _plan(at, lambda plan: plan.is_plain_move)
    if plan is None:
        return sleeve(at)
    (target,) = bits(plan.footprint.fills)
    origins = plan.footprint.empties
    others = [square for each in at.fingers.on_table.hand_actions if each.footprint.empties == origins
              for square in bits(each.footprint.fills)]
    _do(at, plan)
    at.fingers.rest(0.3, 1.5)
    piece = at.rig.board.wood.stands[target]
    at.fingers.lift(target)
    at.fingers.rest(0.05, 2.0)
    free = [square for square in others if square in at.free]
    at.fingers.place(at.fingers.random.choice(free if at.fingers.random.random() < 0.7 else at.free), piece)
    return at.fingers.rest(0.0, 2.0)


def half_done(at: Scene) -> None:
    """Several pieces are to be moved, pushed or taken; their player stops in the middle, for however long."""
    plan = _plan(at, lambda plan: plan.footprint.squares.bit_count() > 2, 40) or _plan(at)
    if plan is None:
        return sleeve(at)
    footprint = plan.footprint
    leaving = at.fingers.shuffled(bits(footprint.empties | footprint.swaps | footprint.returns))
    lifted = leaving[: at.fingers.random.randint(1, len(leaving))]
    for square in lifted:
        at.fingers.lift(square)
        at.fingers.rest(0.05, 1.0)
    for square in bits(footprint.fills | footprint.swaps):
        if not at.fingers.stands(square) and at.fingers.random.random() < 0.5:
            if plan.after[square] in at.rig.board.wood.holds(HAND):
                at.fingers.place(square, plan.after[square])
                at.fingers.rest(0.05, 1.0)
    return at.fingers.rest(0.0, 2 * PATIENCE_S)


def landing_flutter(at: Scene) -> None:
    """The switch under a piece that has just been put down flutters, while a sleeve brushes over others."""
    plan = _plan(at, lambda plan: plan.is_capture or plan.is_step)
    if plan is None:
        return sleeve(at)
    (target,) = bits(plan.footprint.fills | plan.footprint.swaps)
    _do(at, plan)
    at.rig.broken[target] = Broken(None, at.fingers.random.uniform(0.03, 0.2))
    at.fingers.rest(0.1, 2.5)
    del at.rig.broken[target]
    at.fingers.rest(0.5)
    return sleeve(at) if at.fingers.random.random() < 0.3 else None


def in_a_march(at: Scene) -> None:
    """While the board asks for what the rules did, and some of that is done, something else happens."""
    for _ in range(8):
        if at.rig.table.goal is not None or not at.fingers.on_table.hand_actions:
            break
        play(at)
        at.fingers.rest(1.0)
    for _ in range(at.fingers.random.randint(0, 12)):
        _one_asked_for(at)
    at.fingers.random.choice((cat, sleeve, child, early_hands, knocked, power_cut))(at)


def _one_asked_for(at: Scene) -> None:
    """Do one of the touches that bring the board to the position; what is in the hand goes first."""
    seen, held = at.rig.scene(), at.rig.board.wood.holds(HAND)
    wanted = {square: bare(str(at.fingers.on_table.pieces[square])) for square in map(at.rig.square, seen.missing)
              if not at.fingers.stands(square)}
    extra = [square for square in map(at.rig.square, seen.extra) if at.fingers.stands(square)]
    fitting = [square for square, piece in wanted.items() if piece in held]
    if at.rig.table.goal is not None and (fitting or wanted and not held and not extra):
        square = at.fingers.random.choice(fitting or list(wanted))
        at.fingers.place(square, wanted[square])
    elif at.rig.table.goal is not None and extra:
        at.fingers.lift(at.fingers.random.choice(extra))
    at.fingers.rest(0.1, 0.6)


# --- while the board waits for a word ----------------------------------------------------------------------------


def _doubtful(at: Scene) -> ScenePrompt | None:
    """Do something after which the board may ask what it was, and wait; return the question, if there is one."""
    at.fingers.random.choice((_taken_or_moved, _taken_or_moved, half_done, early_hands))(at)
    at.fingers.rest(PATIENCE_S + 0.5, 2 * PATIENCE_S)
    asked = [each for each in at.rig.scene().prompts if each.id.startswith(("hands:", "thoughts:"))]
    return asked[0] if asked else None


def _taken_or_moved(at: Scene) -> None:
    """A captured piece is set down where its taker might have gone, or where it might have gone itself before."""
    for _ in range(12):
        plan = _plan(at, lambda plan: plan.is_capture, 60)
        if plan is not None or at.rig.table.goal is not None:
            break
        play(at)
        at.fingers.rest(1.0)
    if plan is None:
        return early_hands(at)
    (origin,), (target,) = bits(plan.footprint.empties), bits(plan.footprint.swaps)
    spare = square_beside(at.fingers, origin)
    if spare is None:
        return early_hands(at)
    pieces = {spare: plan.before[target], target: plan.after[target]}
    at.fingers.lift_slowly(1 << origin | 1 << target, 0.05, 1.0)
    at.fingers.rest(EXCHANGE_S)
    return at.fingers.place_slowly(pieces, 1 << spare | 1 << target, 0.05, 1.0)


def answered(at: Scene) -> None:
    """The board asks what was played, and is told something that is true or not."""
    asked = _doubtful(at)
    if asked is not None:
        at.rig.answer(asked.id, at.fingers.random.choice(asked.choices).value)
        at.fingers.rest(0.0, 1.0)


def while_it_asks(at: Scene) -> None:
    """Something else happens before anybody answers. What was captured has gone into the box by then."""
    _doubtful(at)
    if not at.rig.table.difference:
        at.fingers.empty()
    at.fingers.random.choice((cat, sleeve, child, early_hands, knocked, power_cut, pause, undo))(at)


def ended_early(at: Scene) -> None:
    """Somebody presses *end turn* at any instant, and perhaps goes on with hands."""
    at.fingers.random.choice((victim_left_beside, half_done, early_hands, slid_on, cat, play))(at)
    at.fingers.rest(0.0, 2.0)
    at.rig.send(EndTurn(ALL_SEATS))
    if at.fingers.random.random() < 0.5:
        at.fingers.random.choice((sleeve, early_hands))(at)


# --- switches that lie -------------------------------------------------------------------------------------------


def broken_switch(at: Scene) -> None:
    """A switch sticks, dies or flutters, before or while something else happens."""
    if at.fingers.random.random() < 0.5:
        at.fingers.random.choice((cat, sleeve, early_hands, power_cut, undo))(at)
    at.rig.broken[_concerned(at)] = _fault(at)
    at.fingers.random.choice((play, play, cat, sleeve, early_hands, undo))(at)


def two_broken_switches(at: Scene) -> None:
    at.rig.broken[_concerned(at)] = _fault(at)
    broken_switch(at)


def _fault(at: Scene) -> Broken:
    return at.fingers.random.choice((STUCK, DEAD, Broken(None, at.fingers.random.uniform(0.1, 0.25))))


def _concerned(at: Scene) -> Square:
    """A square that the next action may be about, or any."""
    chance, actions = at.fingers.random, at.fingers.on_table.hand_actions
    near = list(bits(chance.choice(actions).footprint.squares)) if actions and chance.random() < 0.7 else []
    return chance.choice(near or list(bits(at.fingers.on_table.board.all)))


def mend(at: Scene) -> None:
    """Whoever builds the board mends its switches."""
    at.rig.broken.clear()
    at.fingers.rest(1.0)
    for square in bits(at.rig.table.stored.manual):
        at.rig.send(SetManual(square, False))
    at.fingers.rest(3.0)


IN_PLAY: tuple[Callable[[Scene], None], ...] = (
    victim_left_beside, off_centre, slid_on, half_done, landing_flutter, in_a_march,
)
IN_DOUBT: tuple[Callable[[Scene], None], ...] = (answered, while_it_asks, ended_early)
MISHAPS: tuple[Callable[[Scene], None], ...] = (
    cat, sleeve, child, early_hands, knocked, power_cut, pause, undo, exchange, broken_switch, two_broken_switches,
    *IN_PLAY, *IN_DOUBT,
)
FELT: tuple[Callable[[Scene], None], ...] = (
    cat, sleeve, child, early_hands, knocked, knocked, power_cut, pause, undo, *IN_PLAY, *IN_DOUBT,
)
"""Those in which the switches tell all that switches can."""
