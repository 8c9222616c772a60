"""Pawn against a slow second engine, written from its rules page with sets of (file, rank) and nothing clever."""

import itertools
import random
from collections import Counter
from dataclasses import dataclass, field

import pytest

from engine.game import EVERYTHING
from engine.games.pawn.game import Pawn

GAME = Pawn()
ARROWS = {"^": (0, 1), "v": (0, -1), "<": (-1, 0), ">": (1, 0)}
SQUARES = list(itertools.product(range(8), range(8)))


def on_board(square):
    return 0 <= square[0] < 8 and 0 <= square[1] < 8


def name(squares):
    return "".join("abcdefgh"[file] + str(rank + 1) for file, rank in sorted(squares))


def ahead(square, by, count=1):
    return square[0] + by[0] * count, square[1] + by[1] * count


def lines(pawns, length):
    """Every gapless orthogonal line of ``length`` pawns, from its lowest square on."""
    for square in sorted(pawns):
        for by in ((0, 1), (1, 0)):
            line = [ahead(square, by, count) for count in range(length)]
            if pawns.issuperset(line):
                yield line


def squads(pawns):
    for file, rank in sorted(pawns):
        block = {(file, rank), (file, rank + 1), (file + 1, rank), (file + 1, rank + 1)}
        if block <= pawns:
            yield block


@dataclass(frozen=True)
class Deed:
    """An action's text, the pawns of mover and enemy after it, and where the mover's participants stand now."""

    text: str
    own: frozenset
    enemy: frozenset
    part: frozenset

    @staticmethod
    def of(text, own, enemy, before, after):
        return Deed(text, frozenset(own - set(before) | set(after)), frozenset(enemy - set(after)), frozenset(after))


def single_deeds(own, enemy, up):
    for pawn in own:
        forward, jump, back = (ahead(pawn, (0, up), count) for count in (1, 2, -1))
        good = [forward] if forward not in own else []
        good += [target for target in (jump, back) if target not in own | enemy]
        for target in filter(on_board, good):
            yield Deed.of(name([pawn]) + name([target]), own, enemy, [pawn], [target])


def shift_deeds(own, enemy, line):
    """The shifts of a dual or threepiece; the flag says whether it is a capture."""
    guarded = set().union(*squads(enemy))
    for arrow, by in ARROWS.items():
        if ahead(line[0], by) != line[1] and ahead(line[1], by) != line[0]:
            continue
        leading = line[-1] if by in ((0, 1), (1, 0)) else line[0]
        for distance in range(1, 2 if len(line) == 2 else 8):
            target = ahead(leading, by, distance)
            if not on_board(target) or target in own:
                break
            captures = target in enemy
            if not captures or distance == 1 or target not in guarded:
                after = [ahead(square, by, distance) for square in line]
                yield captures, Deed.of(f"{name(line)}{arrow}{distance}", own, enemy, line, after)
            if captures:
                break


def rotation_deeds(own, enemy, line):
    for number, pivot in enumerate(line):
        for sense, sign in (("+", 1), ("-", -1)):
            if 0 < number < len(line) - 1 and sense == "-":
                continue
            after = [(pivot[0] + sign * (r - pivot[1]), pivot[1] - sign * (f - pivot[0])) for f, r in line]
            fresh = [square for square in after if square != pivot]
            if all(on_board(square) and square not in own | enemy for square in fresh):
                yield Deed.of(f"{name(line)}@{name([pivot])}{sense}", own, enemy, line, after)


def squad_deeds(own, enemy, block):
    for arrow, by in ARROWS.items():
        after = {ahead(square, by) for square in block}
        fronts = after - block
        if not all(map(on_board, fronts)):
            continue
        standing = [square for square in fronts if square in own | enemy]
        deed = Deed.of(f"{name(block)}{arrow}1", own, enemy, block, after)
        if not standing:
            yield deed
        elif len(standing) == 1:
            behind = ahead(standing[0], by)
            if on_board(behind) and behind not in own | enemy:
                if standing[0] in own:
                    yield Deed(deed.text, deed.own | {behind}, deed.enemy, deed.part | {behind})
                else:
                    yield Deed(deed.text, deed.own, deed.enemy | {behind}, deed.part)


def deeds(own, enemy, up):
    yield from single_deeds(own, enemy, up)
    for length in (2, 3):
        for line in lines(own, length):
            yield from (deed for _, deed in shift_deeds(own, enemy, line))
            yield from rotation_deeds(own, enemy, line)
    for block in squads(own):
        yield from squad_deeds(own, enemy, block)


def strikes_after(own_before, deed):
    """The new patterns that can capture, by name, each with its captures (R4)."""
    found = {}
    for length in (2, 3):
        for line in lines(deed.own, length):
            gained = [square for square in line if square not in own_before]
            rested = [square for square in line if square not in deed.part]
            if gained and rested:
                captures = [each for takes, each in shift_deeds(deed.own, deed.enemy, line) if takes]
                if captures:
                    found[name(line)] = captures
    return found


def scattered_for_ever(white, black):
    """R6."""
    for pawns in (white, black):
        if any(abs(one[0] - two[0]) < 2 for one, two in itertools.combinations(pawns, 2)):
            return False
    return not any(one[0] == two[0] and one[1] < two[1] for one in white for two in black)


@dataclass
class Reference:
    """A game in progress, by the letter of the page."""

    sides: list
    side: int = 0
    no_progress: int = 50
    compulsory: bool = False
    quiet: int = 0
    strikes: dict = field(default_factory=dict)
    result: tuple | None = None
    seen: Counter = field(default_factory=Counter)

    def __post_init__(self):
        self._begin()

    def deeds(self):
        if self.result:
            return {}
        if self.strikes:
            return {deed.text: deed for deeds in self.strikes.values() for deed in deeds}
        own, enemy = self.sides[self.side], self.sides[1 - self.side]
        return {deed.text: deed for deed in deeds(own, enemy, 1 - 2 * self.side)}

    def legal(self):
        return sorted([*self.deeds(), *(["end"] if self.strikes and not self.compulsory else [])])

    def play(self, text):
        if text == "end":
            return self._next()
        deed, striking = self.deeds()[text], bool(self.strikes)
        own, enemy = self.sides[self.side], self.sides[1 - self.side]
        captured = len(deed.enemy) < len(enemy)
        assert captured or not striking
        self.quiet = 0 if captured else self.quiet + 1
        self.strikes = strikes_after(own, deed)
        self.sides[self.side], self.sides[1 - self.side] = deed.own, deed.enemy
        if not self.strikes:
            self._next()

    def _next(self):
        self.strikes, self.side = {}, 1 - self.side
        self._begin()

    def _begin(self):
        key = (self.side, *self.sides)
        self.seen[key] += 1
        white, black = self.sides
        able = [any(deeds(white, black, 1)), any(deeds(black, white, -1))]
        endings = {
            "elimination": not white or not black,
            "stalemate": scattered_for_ever(white, black),
            "standstill": not any(able),
            "no-progress": self.no_progress and self.quiet >= 2 * self.no_progress,
            "repetition": self.seen[key] == 3,
        }
        for reason, holds in endings.items():
            if holds:
                difference = len(white) - len(black)
                self.result = (["white"] if difference > 0 else ["black"] if difference < 0 else [], reason)
                return
        if not able[self.side]:
            self.quiet += 1
            self._next()


def board_of(sides):
    return {name([square]): piece for piece, pawns in zip(("wP", "bP"), sides, strict=True) for square in pawns}


def set_up(options, sides, side):
    state = {"board": board_of(sides), "phase": "move", "to_act": [["white", "black"][side]]}
    return GAME.setup(options, state)


def assert_same(position, reference):
    """Board, phase, seat, legal actions, detail and result, all of them."""
    view, outcome = GAME.view(position, EVERYTHING), GAME.outcome(position)
    shown = {GAME.boards[0].names[square]: str(piece) for square, piece in view.pieces.items()}
    assert shown == board_of(reference.sides)
    assert [action.text for action in GAME.actions(position)] == reference.legal()
    assert GAME.count(position) == len(reference.legal())
    assert (outcome and (list(outcome.winners), outcome.reason)) == reference.result
    detail = {
        "quiet_turns": reference.quiet,
        "pawns": dict(zip(["white", "black"], map(len, reference.sides), strict=True)),
    }
    if reference.strikes:
        detail["new_patterns"] = sorted(reference.strikes)
    assert view.detail == detail
    assert view.phase == ("over" if reference.result else "strike" if reference.strikes else "move")
    assert view.to_act == (() if reference.result else (["white", "black"][reference.side],))


def follow(chance, position, reference, limit, eager=0.5):
    """Play at random in both, rather captures than not, and compare every position; how many strikes there were."""
    strikes = 0
    for _ in range(limit):
        assert_same(position, reference)
        legal = reference.legal()
        if not legal:
            break
        enemies = len(reference.sides[1 - reference.side])
        captures = [text for text, deed in reference.deeds().items() if len(deed.enemy) < enemies]
        text = chance.choice(sorted(captures) if captures and chance.random() < eager else legal)
        strikes += bool(reference.strikes)
        position = GAME.apply(position, GAME.parse(position, text))[0]
        reference.play(text)
    assert_same(position, reference)
    return strikes


START = [
    frozenset((file, rank) for file, rank in SQUARES if rank in ranks and (file + rank + shift) % 2 == 0)
    for ranks, shift in (((0, 1, 2), 0), ((5, 6, 7), 1))
]


@pytest.mark.parametrize("strike", ["optional", "compulsory"])
@pytest.mark.parametrize("no_progress", [50, 3, 0])
def test_random_games_from_the_start_agree_at_every_step(full, strike, no_progress):
    chance, strikes = random.Random(f"{strike} {no_progress}"), 0
    options = GAME.read_options({"strike": strike, "no_progress": no_progress})
    for _ in range(60 if full else 2):
        reference = Reference([*START], no_progress=no_progress, compulsory=strike == "compulsory")
        strikes += follow(chance, GAME.start(options), reference, 400)
    assert strikes > 0 or no_progress == 3


def sprinkled(chance):
    """Two random sets of pawns: few and many, crowded into some files or all over the board."""
    files = chance.sample(range(8), chance.randint(1, 8))
    squares = [square for square in SQUARES if square[0] in files]
    chosen = chance.sample(squares, chance.randint(1, len(squares) * 2 // 3))
    cut = chance.randint(0, len(chosen))
    return [frozenset(chosen[:cut]), frozenset(chosen[cut:])]


@pytest.mark.parametrize("strike", ["optional", "compulsory"])
def test_random_positions_agree_and_go_on_alike(full, strike):
    chance, reasons = random.Random(12), Counter()
    for _ in range(6000 if full else 150):
        no_progress = chance.choice([0, 1, 2, 4, 200])
        options = GAME.read_options({"strike": strike, "no_progress": no_progress})
        sides, side = sprinkled(chance), chance.randint(0, 1)
        reference = Reference([*sides], side, no_progress, strike == "compulsory")
        follow(chance, set_up(options, sides, side), reference, 8)
        reasons[reference.result and reference.result[1]] += 1
    assert set(reasons) >= {None, "elimination", "stalemate", "no-progress"}, reasons


# --- R6 is exact -------------------------------------------------------------------------------------------------


def can_ever_meet(white, black):
    """True if some series of moves of both sides could give a pattern or a capture: every position that single pawns
    can reach is looked at, whoever moves."""
    waiting, known = [(white, black)], {(white, black)}
    while waiting:
        white, black = waiting.pop()
        if any(lines(white, 2)) or any(lines(black, 2)):
            return True
        for deed in single_deeds(white, black, 1):
            if len(deed.enemy) < len(black):
                return True
            if (deed.own, deed.enemy) not in known:
                known.add((deed.own, deed.enemy))
                waiting.append((deed.own, deed.enemy))
        for deed in single_deeds(black, white, -1):
            if len(deed.enemy) < len(white):
                return True
            if (deed.enemy, deed.own) not in known:
                known.add((deed.enemy, deed.own))
                waiting.append((deed.enemy, deed.own))
    return False


def test_r6_stalemate_is_declared_exactly_when_nothing_can_ever_happen(full):
    chance, stalemates = random.Random(6), 0
    options = GAME.read_options({})
    for _ in range(3000 if full else 100):
        chosen = chance.sample(SQUARES, chance.choice([2, 2, 3, 3, 4] if full else [2, 3]))
        cut = chance.randint(1, len(chosen) - 1)
        sides = [frozenset(chosen[:cut]), frozenset(chosen[cut:])]
        outcome = GAME.outcome(set_up(options, sides, chance.randint(0, 1)))
        stalemate = outcome is not None and outcome.reason == "stalemate"
        assert stalemate == (not can_ever_meet(*sides)), sides
        stalemates += stalemate
    assert stalemates > 20
