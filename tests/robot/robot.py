"""A player without a brain but with every human habit: it decides at random and moves real pieces with clumsy hands.

It knows what it means to play; the table only feels the board. Whatever the table then believes must be what was meant.
"""

import random
from collections import Counter
from dataclasses import dataclass
from typing import Any

from rig import Rig

from engine.actions import Action, Footprint
from engine.game import PromptKind
from engine.happenings import Entered, Happening, Moved, Removed
from engine.pieces import Seat
from engine.registry import find_game
from engine.squares import Square, bits
from hardware.misbehaviour import Misbehaviour
from table.deciding import includes
from table.evidence import Evidence, complete
from table.state import PATIENCE_S
from table.words import EndTurn, Pause, Resume, ScenePrompt, TakeBack

Stands = dict[Square, str]
LONGEST_GAME = 400
"""Actions after which a game that its options let go on for ever is left."""


class Mistaken(AssertionError):
    """The table believes something else than what was played."""


def bare(piece: str) -> str:
    """A piece without its Shield: a token on top of it that hands put on when the panel says so."""
    return piece.rstrip("+")


@dataclass(frozen=True)
class Plan:
    """What hands have to do for an action: squares to clear and the pieces to put on squares."""

    action: Action
    footprint: Footprint
    before: Stands
    after: Stands


class Robot:
    """Plays one game at a rig and checks the table at every step."""

    def __init__(self, game_id: str, options: dict[str, Any], misbehaviour: Misbehaviour, seed: int) -> None:
        self.random = random.Random(seed)
        self.game = find_game(game_id)
        read = self.game.read_options(options)
        self.rig = Rig(self.game.board(read), misbehaviour, seed)
        self.meant: list[str] = []
        self.asked = 0
        self.unseen = 0
        """How often the sensors missed what was meant, and the table took what they saw."""
        self.habits: Counter[str] = Counter()
        self.rig.start(game_id, options, self._box())

    @staticmethod
    def _box() -> Counter[str]:
        """More of every piece than any game can need."""
        return Counter({f"{seat}{kind}": 64 for seat in "wbrun" for kind in "PKQRBNLDCVH"})

    # --- playing -------------------------------------------------------------------------------------------------

    def play(self, most_actions: int = LONGEST_GAME) -> None:
        """Play to the end (or to ``most_actions``) and compare record, position and wood."""
        self.follow_lights()
        while not self._over() and len(self.rig.record) < most_actions:
            self.turn()
            self.follow_lights()
            self.rig.wait(0.5)
            self.check()
        self.follow_lights()
        self.check()

    def turn(self) -> None:
        """One decision: by hand, or on the phone."""
        sitting = self._sitting()
        if sitting.game.to_act(sitting.position) == ("chance",):
            self.rig.wait(1.0)
            if self._sitting() is sitting:
                raise Mistaken(f"chance never decides: {self.rig.scene().now}")
            return
        by_hand = [reach.action for reach in sitting.reaches]
        prompts = [each for each in self.rig.scene().prompts if each.id.startswith("game:")]
        if prompts and (not by_hand or self.random.random() < 0.3):
            self._decide(self.random.choice(prompts))
            return
        whim = self.random.random()
        if whim < 0.03:
            self._cat()
        elif whim < 0.06:
            self._change_of_mind()
        elif whim < 0.12 and self._two_hands(by_hand):
            return
        elif whim < 0.14:
            self._break()
        self.act(self.random.choice([reach.action for reach in self._sitting().reaches]))

    def _decide(self, prompt: ScenePrompt) -> None:
        if prompt.kind == PromptKind.DIVISION:
            value = self._divide(prompt)
        else:
            value = self.random.choice(prompt.choices).value
        self.meant = [*self.rig.record, value]
        self.rig.answer(prompt.id, value)
        self._check_played()

    def _divide(self, prompt: ScenePrompt) -> str:
        seat = prompt.seats[0]
        given: dict[str, list[int]] = {}
        for _ in range(self.random.randint(0, prompt.points)):
            given.setdefault(self.random.choice(prompt.squares), [0, 0])[self.random.randrange(2)] += 1
        order = {name: number for number, name in enumerate(prompt.squares)}
        shares = [f"{name}+{power}/{tough}" for name, (power, tough) in given.items()]
        shares.sort(key=lambda share: order[share.partition("+")[0]])
        return f"{seat}:{','.join(shares) or '-'}"

    def act(self, action: Action) -> None:
        """Do an action by hand, with a habit, and wait until the table has taken it."""
        self.meant = [*self.rig.record, action.text]
        plan = self._plan(action)
        habit = self._habit(plan)
        self.habits[habit] += 1
        getattr(self, f"_{habit}")(plan)
        self._settle(plan)
        self._check_played(plan)

    def _settle(self, plan: Plan) -> None:
        """Wait; touch again what no reed saw; answer what is asked."""
        self._rest(0.6)
        for attempt in range(8):
            if len(self.rig.record) >= len(self.meant) or self._answer(plan):
                return
            if attempt == 2:
                self._rest(3.2)
            elif attempt > 2:
                self._do_again(plan)
            self._rest(0.6)
        raise Mistaken(f"{plan.action} is never taken: {self.rig.scene().now} {self.rig.record[-5:]}")

    def _do_again(self, plan: Plan) -> None:
        """What a person does when nothing flashes: lift the piece once more and put it down again."""
        witnesses = plan.footprint.swaps | plan.footprint.touches | plan.footprint.returns
        for square in bits(witnesses or plan.footprint.fills):
            if plan.footprint.touches and self._touch_again(plan):
                return
            self._lift(square)
            self._rest(0.2)
            self._place(square, plan.after[square])

    def _touch_again(self, plan: Plan) -> bool:
        """Take the actor up once more, touch the target, put the actor down."""
        fills = list(bits(plan.footprint.fills or plan.footprint.returns))
        for square in fills:
            self._lift(square)
        self._rest(0.2)
        for target in bits(plan.footprint.touches):
            self._lift(target)
            self._rest(0.2)
            self._place(target, plan.before[target])
        self._rest(0.2)
        for square in fills:
            self._place(square, plan.after[square])
        return True

    def _answer(self, plan: Plan) -> bool:
        """Answer the board's question about hands, if there is one."""
        for prompt in self.rig.scene().prompts:
            if prompt.id.startswith(("hands:", "thoughts:")):
                if plan.action.text not in [choice.value for choice in prompt.choices]:
                    continue
                self.asked += 1
                self.rig.answer(prompt.id, plan.action.text)
                return True
        if self.rig.scene().can_end_turn and self.rig.scene().commits_in_s is not None and self.random.random() < 0.5:
            self.rig.send(EndTurn(frozenset(Seat)))
            return len(self.rig.record) >= len(self.meant)
        return False

    # --- plans ---------------------------------------------------------------------------------------------------

    def _plan(self, action: Action) -> Plan:
        sitting = self._sitting()
        before = {square: bare(str(piece)) for square, piece in sitting.pieces.items()}
        position, happenings = sitting.game.apply(sitting.position, action)
        after = {square: bare(str(piece)) for square, piece in sitting.game.view(position).pieces.items()}
        footprint = sitting.game.footprint(sitting.position, action)
        return Plan(action, footprint, before, self._rewind(before, after, footprint, happenings))

    @staticmethod
    def _rewind(before: Stands, after: Stands, footprint: Footprint, happenings: tuple[Happening, ...]) -> Stands:
        """What stands on the board when hands are done but the rules' own doings are not."""
        stands = dict(after)
        for each in reversed(happenings):
            if isinstance(each, Moved):
                stands[each.source] = stands.pop(each.target)
            elif isinstance(each, Entered):
                del stands[each.square]
            elif isinstance(each, Removed):
                mover = next((before[square] for square in bits(footprint.empties | footprint.returns)), "")
                hands = footprint.fills | footprint.swaps
                stands[each.square] = mover if hands >> each.square & 1 else before[each.square]
        return stands

    # --- habits --------------------------------------------------------------------------------------------------

    def _habit(self, plan: Plan) -> str:
        footprint = plan.footprint
        simple = footprint.empties.bit_count() == 1 and footprint.fills.bit_count() == 1
        habits = ["plainly"] * 3
        if simple and not footprint.touches and not footprint.swaps:
            habits += ["hesitating", "by_way_of_a_wrong_square", "while_adjusting_another", "sliding"]
        if footprint.through:
            habits += ["piece_by_piece"] * 3
        if footprint.swaps and footprint.empties.bit_count() == 1 and not footprint.fills:
            habits += ["enemy_first", "pushing", "cancelling_first"]
        return self.random.choice(habits)

    def _plainly(self, plan: Plan) -> None:
        """Take up what has to leave, own pieces first or last, and put down what belongs there, in any order."""
        if plan.footprint.touches:
            self._touching(plan)
            return
        ups = list(bits(plan.footprint.empties | plan.footprint.swaps | plan.footprint.returns))
        self.random.shuffle(ups)
        for square in ups:
            self._lift(square)
            self._rest(self.random.uniform(0.05, 0.5))
        downs = list(bits(plan.footprint.fills | plan.footprint.swaps | plan.footprint.returns))
        self.random.shuffle(downs)
        for square in downs:
            self._place(square, plan.after[square])
            self._rest(self.random.uniform(0.05, 0.25))

    def _piece_by_piece(self, plan: Plan) -> None:
        """Move every piece of a group, one after the other, from its head to its tail."""
        footprint = plan.footprint
        waiting = list(bits(footprint.fills | footprint.swaps | footprint.through))
        movers = list(bits(footprint.empties | footprint.through))
        for square in bits(footprint.swaps):
            self._lift(square)
            self._rest(0.2)
        while movers:
            self._lift(movers.pop(self.random.randrange(len(movers))))
            self._rest(self.random.uniform(0.1, 1.0))
            free = [square for square in waiting if square not in self.rig.board.wood.stands]
            if free:
                square = self.random.choice(free)
                waiting.remove(square)
                self._place(square, plan.after[square])
                self._rest(self.random.uniform(0.1, 1.0))
        for square in waiting:
            self._place(square, plan.after[square])
            self._rest(0.1)

    def _touching(self, plan: Plan) -> None:
        """Actor up, target up and down, actor down."""
        footprint = plan.footprint
        for square in bits(footprint.empties | footprint.returns):
            self._lift(square)
            self._rest(0.2)
        for square in bits(footprint.touches):
            self._lift(square)
            self._rest(0.2)
            self._place(square, plan.before[square])
            self._rest(0.2)
        for square in bits(footprint.fills | footprint.returns):
            self._place(square, plan.after[square])

    def _enemy_first(self, plan: Plan) -> None:
        for square in bits(plan.footprint.swaps):
            self._lift(square)
        self._rest(self.random.uniform(0.1, 2.0))
        for square in bits(plan.footprint.empties):
            self._lift(square)
        self._rest(0.3)
        for square in bits(plan.footprint.swaps):
            self._place(square, plan.after[square])

    def _pushing(self, plan: Plan) -> None:
        (origin,), (target,) = bits(plan.footprint.empties), bits(plan.footprint.swaps)
        self.rig.board.push([origin, target], "robot")
        self.rig.board.give(hand="robot")

    def _cancelling_first(self, plan: Plan) -> None:
        """Take both pieces up, think again, put both back within a moment, and then do it after all."""
        squares = list(bits(plan.footprint.empties | plan.footprint.swaps))
        for square in squares:
            self._lift(square)
            self._rest(0.2)
        for square in bits(plan.footprint.empties):
            self._place(square, plan.before[square])
        self._rest(0.1)
        for square in bits(plan.footprint.swaps):
            self._place(square, plan.before[square])
        self._rest(1.0)
        self._plainly(plan)

    def _hesitating(self, plan: Plan) -> None:
        (origin,) = bits(plan.footprint.empties)
        self._lift(origin)
        self._rest(self.random.uniform(0.1, 4.0))
        self._place(origin, plan.before[origin])
        self._rest(self.random.uniform(0.05, 1.0))
        self._plainly(plan)

    def _by_way_of_a_wrong_square(self, plan: Plan) -> None:
        (origin,) = bits(plan.footprint.empties)
        fills = sum(reach.footprint.fills for reach in self._sitting().reaches
                    if reach.footprint.empties >> origin & 1)
        free = [square for square in bits(self._sitting().board.all)
                if square not in plan.before and not fills >> square & 1 and not self._closed(square)]
        if not free:
            return self._plainly(plan)
        wrong = self.random.choice(free)
        self._lift(origin)
        self._place(wrong, plan.before[origin])
        self._rest(1.0)
        self._lift(wrong)
        self._rest(0.1)
        for square in bits(plan.footprint.fills):
            self._place(square, plan.after[square])
        return None

    def _closed(self, square: Square) -> bool:
        """Whether some action could have a piece placed there out of the box."""
        return any(reach.footprint.fills >> square & 1 for reach in self._sitting().reaches)

    def _while_adjusting_another(self, plan: Plan) -> None:
        others = [square for square in plan.before if not plan.footprint.squares >> square & 1]
        if others:
            self.rig.board.nudge(self.random.choice(others), self.random.uniform(0.03, 0.2))
            self._rest(0.5)
        self._plainly(plan)

    def _sliding(self, plan: Plan) -> None:
        """Push the piece along a straight line of free squares, if there is one; else carry it."""
        (origin,), (target,) = bits(plan.footprint.empties), bits(plan.footprint.fills)
        path = self._line(origin, target)
        promotes = plan.before[origin] != plan.after[target]
        if path is None or promotes or any(square in plan.before for square in path[1:]):
            return self._plainly(plan)
        self.rig.board.slide(path)
        return None

    def _line(self, origin: Square, target: Square) -> list[Square] | None:
        board = self._sitting().board
        files, ranks = board.file(target) - board.file(origin), board.rank(target) - board.rank(origin)
        steps = max(abs(files), abs(ranks))
        if files % steps or ranks % steps:
            return None
        return [board.square(board.file(origin) + files // steps * n, board.rank(origin) + ranks // steps * n)
                for n in range(steps + 1)]

    # --- whims ---------------------------------------------------------------------------------------------------

    def _cat(self) -> None:
        """A cat walks over the board: pieces fly and land anywhere; then people put them back as the lights show."""
        self.habits["cat"] += 1
        stands = dict(self.rig.board.wood.stands)
        knocked = self.random.sample(sorted(stands), min(len(stands), self.random.randint(3, 6)))
        for square in knocked:
            self._lift(square)
        free = [square for square in bits(self._sitting().board.all) if square not in stands]
        for square in self.random.sample(free, min(len(free), 3)):
            piece = self.rig.board.wood.holds("robot")[-1]
            self._place(square, piece)
        self._rest(1.0)
        self._put_right()

    def _break(self) -> None:
        """A pause, in which somebody plays with the pieces."""
        self.habits["break"] += 1
        self.rig.send(Pause())
        square = self.random.choice(sorted(self.rig.board.wood.stands))
        self._lift(square)
        self._rest(2.0)
        self.rig.send(Resume())
        self._rest(1.0)
        self._put_right()

    def _change_of_mind(self) -> None:
        """Take the last action back by hand or on the phone, if it can be."""
        sitting = self._sitting()
        if self.rig.scene().undo_refusal is not None:
            return
        by_hand = sitting.by_hand and not sitting.happenings and self.random.random() < 0.5
        last = sitting.played.actions[-1]
        before = sitting.played.before()
        footprint = before.game.footprint(before.position, last)
        self.meant = self.rig.record[:-1]
        if by_hand and not footprint.touches and not footprint.returns and not footprint.through:
            self.habits["taking_back_by_hand"] += 1
            stood = {square: bare(str(piece)) for square, piece in before.game.view(before.position).pieces.items()}
            for square in bits(footprint.fills | footprint.swaps):
                self._lift(square)
                self._rest(0.1)
            for square in bits(footprint.empties | footprint.swaps):
                self._place(square, stood[square])
                self._rest(0.1)
            self._rest(0.6)
            self._take_back_elsewhere(len(self.meant))
        else:
            self.habits["taking_back_on_the_phone"] += 1
            self.rig.send(TakeBack(frozenset(Seat), frozenset()))
        self.follow_lights()
        self.check()
        if self.rig.record != self.meant:
            raise Mistaken(f"taken back, yet {self.rig.record[-1]} stands")

    def _take_back_elsewhere(self, length: int) -> None:
        """Where hands putting back cannot be told from a legal action, or were not felt, the phone says it."""
        if len(self.rig.record) != length:
            self._repair()
            while len(self.rig.record) > length:
                self.rig.send(TakeBack(frozenset(Seat), frozenset()))
                self.follow_lights()

    def _two_hands(self, actions: list[Action]) -> bool:
        """Two plain moves of one seat at the same time, one in each hand; ``False`` if there are no two."""
        first = self.random.choice(actions)
        plan = self._plan(first)
        sitting = self._sitting()
        position, happenings = sitting.game.apply(sitting.position, first)
        if happenings or not self._plain_move(plan.footprint) or sitting.game.to_act(position) == ("chance",):
            return False
        seconds = [
            action for action in sitting.game.actions(position)
            if self._plain_move(sitting.game.footprint(position, action))
            and not sitting.game.footprint(position, action).squares & plan.footprint.squares
            and action in actions and sitting.game.to_act(position) == sitting.game.to_act(sitting.position)
        ]
        if not seconds:
            return False
        self._both(plan, self._plan(self.random.choice(seconds)))
        return True

    @staticmethod
    def _plain_move(footprint: Footprint) -> bool:
        return footprint.empties.bit_count() == 1 == footprint.fills.bit_count() and footprint.squares.bit_count() == 2

    def _both(self, left: Plan, right: Plan) -> None:
        self.habits["two_hands"] += 1
        start = len(self.rig.record)
        for plan in (left, right):
            self._lift(*bits(plan.footprint.empties))
        self._rest(0.2)
        for plan in (right, left):
            (target,) = bits(plan.footprint.fills)
            self._place(target, plan.after[target])
            self._rest(0.05)
        self._rest(1.0)
        if len(self.rig.record) == start:
            any(self._answer(plan) for plan in (left, right))
        self._rest(PATIENCE_S)
        played = self.rig.record[start : start + 2]
        if sorted(played) != sorted([left.action.text, right.action.text]):
            if self._seen(left) and self._seen(right):
                raise Mistaken(f"two hands meant {left.action} and {right.action}, the table played {played}")
            self.unseen += 1
            self._repair()

    # --- hands ---------------------------------------------------------------------------------------------------

    def _lift(self, square: Square) -> None:
        self.rig.board.lift(square, "robot")

    def _place(self, square: Square, piece: str) -> None:
        """Put a piece down, out of the hand or, if it is not there, out of the box."""
        if piece not in self.rig.board.wood.holds("robot"):
            self.rig.board.take(piece, "robot")
        self.rig.board.place(square, piece, "robot")

    def _empty_hand(self) -> None:
        while self.rig.board.wood.holds("robot"):
            self.rig.board.give(hand="robot")

    def _rest(self, seconds: float) -> None:
        self.rig.wait(seconds)

    def follow_lights(self) -> None:
        """Do what goals ask for, square by square in a random order, until the board is in step."""
        for _ in range(3000):
            self._rest(0.3)
            seen = self.rig.scene()
            if self.rig.table.goal is None:
                self._empty_hand()
                return
            # A reed may be late: what hands have done already is not done again.
            stands = self.rig.board.wood.stands
            extra = [square for square in map(self.rig.square, seen.extra) if square in stands]
            missing = [square for square in map(self.rig.square, seen.missing) if square not in stands]
            if extra and (not missing or self.random.random() < 0.5 or seen.status == "undo"):
                self._lift(self.random.choice(extra))
            elif missing:
                square = self.random.choice(missing)
                self._place(square, bare(str(self._sitting().pieces[square])))
        raise Mistaken(f"the board never comes in step: {self.rig.scene()}")

    # --- judging -------------------------------------------------------------------------------------------------

    def _sitting(self) -> Any:
        return self.rig.table.sitting

    def _over(self) -> bool:
        return self._sitting().outcome is not None

    def _check_played(self, plan: Plan | None = None) -> None:
        played = self.rig.record[: len(self.meant)]
        if played == self.meant:
            return
        if plan is None or played[:-1] != self.meant[:-1] or not played:
            raise Mistaken(f"meant {self.meant[-1]}, the table played {self.rig.record[len(self.meant) - 1:]}")
        if self._as_good(plan, played[-1]):
            return
        if self._seen(plan):
            raise Mistaken(f"meant {plan.action}, seen done, the table played {played[-1]}")
        self.unseen += 1
        self._repair()

    def _as_good(self, plan: Plan, played: str) -> bool:
        """Whether the action played leads to the same board as the one meant and leaves at least as many choices."""
        before = self._sitting().played.before(len(self._sitting().played.actions) - len(self.meant) + 1)
        game, position = before.game, before.position
        there = game.successor(position, game.parse(position, played))
        meant = game.successor(position, game.parse(position, plan.action.text))
        return game.view(there).pieces == game.view(meant).pieces and includes(game, there, meant)

    def _seen(self, plan: Plan) -> bool:
        """Whether the reeds had seen all of the meant action when the table decided."""
        base = sum(1 << square for square in plan.before)
        return complete(plan.footprint, Evidence(base, self.rig.seen_covered, self.rig.seen))

    def _put_right(self) -> None:
        """Put everything back where it belongs; nothing may have been played meanwhile."""
        record = list(self.rig.record)
        self._repair()
        if self.rig.record != record:
            raise Mistaken(f"putting the board right was taken for {self.rig.record[-1]}")

    def _repair(self) -> None:
        """Make the wood what the table believes."""
        self._rest(1.0)
        self._empty_hand()
        stands = {square: bare(str(piece)) for square, piece in self._sitting().pieces.items()}
        wood = self.rig.board.wood.stands
        for square in {*stands, *wood}:
            if square in wood and stands.get(square) != wood[square]:
                self._lift(square)
                self._rest(0.1)
        for square, piece in stands.items():
            if square not in self.rig.board.wood.stands:
                self._place(square, piece)
                self._rest(0.1)
        self._empty_hand()
        self._rest(1.0)

    def check(self) -> None:
        """Record, position and wood must agree."""
        sitting = self._sitting()
        recorded = [action.text for action in sitting.played.actions]
        if recorded != self.rig.record:
            raise Mistaken(f"stored {self.rig.record[-3:]}, on the table {recorded[-3:]}")
        if self.rig.table.goal is None:
            stands = {square: bare(str(piece)) for square, piece in sitting.pieces.items()}
            if stands != dict(self.rig.board.wood.stands):
                raise Mistaken(f"after {recorded[-1:]} the wood differs: {self._differences(stands)}")

    def _differences(self, stands: Stands) -> dict[str, tuple[str | None, str | None]]:
        wood, board = self.rig.board.wood.stands, self._sitting().board
        return {board.name(square): (stands.get(square), wood.get(square))
                for square in {*stands, *wood} if stands.get(square) != wood.get(square)}
