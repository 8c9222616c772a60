"""Chess Two against a second, slow reading of its rules page.

The reference below knows boards as dictionaries of names, plays actions by their text alone, and finds what is legal
by trying. It shares no code and no tables with the engine. Games are played from random set-up positions with every
option, and the whole state must be the same after every action.
"""

import copy
import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from engine.game import EVERYTHING
from engine.games.chess_two.game import ChessTwo
from engine.games.chess_two.position import ChessTwoOptions

FILES = "abcdefghij"
STRAIGHT = [(0, 1), (0, -1), (1, 0), (-1, 0)]
SLANTED = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
LEAPS = [(f, r) for f in (-2, -1, 1, 2) for r in (-2, -1, 1, 2) if abs(f) != abs(r)]
SLIDES = {"R": STRAIGHT, "B": SLANTED, "Q": STRAIGHT + SLANTED}
ACTION = re.compile(r"([a-j]\d+)([x+]?)([a-j]\d+)(?:@([a-j]\d+))?(?:=(.))?")
HOMES = {"K": ("f1", "i1", "w"), "Q": ("f1", "b1", "w"), "k": ("f10", "i10", "b"), "q": ("f10", "b10", "b")}
CASTLES = {"K": ("f1h1", "g1"), "Q": ("f1d1", "e1"), "k": ("f10h10", "g10"), "q": ("f10d10", "e10")}
GHOSTS = ("nL", "nD")


def rank(name: str) -> int:
    return int(name[1:])


@cache
def add(name: str, direction: tuple[int, int], steps: int = 1) -> str | None:
    file, row = FILES.index(name[0]) + steps * direction[0], rank(name) + steps * direction[1]
    return f"{FILES[file]}{row}" if 0 <= file < 10 and 1 <= row <= 10 else None


@cache
def beam(square: str, direction: tuple[int, int]) -> list[str]:
    return [name for steps in range(1, 10) if (name := add(square, direction, steps)) is not None]


@cache
def direction_to(source: str, target: str) -> tuple[int, int] | None:
    return next((each for each in STRAIGHT + SLANTED if target in beam(source, each)), None)


@cache
def between(source: str, target: str) -> list[str]:
    """The squares strictly between two squares on one line, in order; none if they are on no line."""
    direction = direction_to(source, target)
    if direction is None:
        return []
    squares = beam(source, direction)
    return squares[:squares.index(target)]


class Reference:
    """One position, changed in place by :meth:`play`."""

    def __init__(self, options: dict[str, Any], state: dict[str, Any]) -> None:
        self.options = options
        self.board: dict[str, str] = dict(state["board"])
        self.side = state["to_act"][0][0]
        self.slots = set(state["detail"]["slots"])
        self.immune = state["detail"]["immune"]
        self.castling = [r for r in "KQkq" if r in state["detail"]["castling"] and self.at_home(r)]
        self.quiet = state["detail"]["quiet_turns"]
        self.loud = False
        self.result: dict[str, Any] | None = None
        self.seen: list[Any] = []
        if len(self.slots) == 2:
            self.begin_turn()
        elif not self.legal():
            self.next_turn()

    def copy(self) -> "Reference":
        twin = copy.copy(self)
        twin.board, twin.slots, twin.castling = dict(self.board), set(self.slots), list(self.castling)
        return twin

    # --- looking

    def at_home(self, right: str) -> bool:
        king, rook, letter = HOMES[right]
        return self.board.get(king, "")[:2] == letter + "K" and self.board.get(rook, "")[:2] == letter + "R"

    def foe(self) -> str:
        return "b" if self.side == "w" else "w"

    def mine(self, side: str) -> list[tuple[str, str]]:
        return [(square, piece) for square, piece in self.board.items() if piece[0] == side]

    def controlled(self) -> list[tuple[str, str]]:
        return [(s, p) for s, p in self.board.items() if p in GHOSTS and (rank(s) <= 5) == (self.side == "w")]

    def king(self, side: str) -> str | None:
        return next((square for square, piece in self.board.items() if piece == side + "K"), None)

    def passing(self, piece: str, immune: bool, path: list[str]) -> str | None:
        """The piece after its way, ``None`` if it is doomed."""
        doomed = False
        for square in path:
            if self.board.get(square) == "nL" and piece[1] not in "KQ" and "+" not in piece:
                piece += "+"
            elif self.board.get(square) == "nD" and not immune:
                doomed = doomed or "+" not in piece
                piece = piece[:2]
        return None if doomed else piece

    def doomed(self, source: str, target: str) -> bool:
        piece = self.board[source]
        path = [] if piece[1] == "N" else between(source, target)
        return self.passing(piece, self.immune == source, path) is None

    # --- what is there to do

    def moves(self) -> Iterator[str]:
        for square, piece in self.mine(self.side):
            for target in {"N": self.knight, "P": self.pawn, "K": self.stepper}.get(piece[1], self.slider)(square):
                if piece[1] == "P" and rank(target) in (1, 10) and not self.doomed(square, target):
                    yield from (f"{square}{target}={kind}" for kind in "QRBN")
                else:
                    yield square + target

    def slider(self, square: str) -> Iterator[str]:
        for direction in SLIDES[self.board[square][1]]:
            target = add(square, direction)
            while target is not None and self.board.get(target, "nL") in GHOSTS:
                if target not in self.board:
                    yield target
                target = add(target, direction)

    def stepper(self, square: str) -> Iterator[str]:
        for direction in STRAIGHT + SLANTED:
            target = add(square, direction)
            if target is not None and target not in self.board:
                yield target

    def knight(self, square: str) -> Iterator[str]:
        found = {target for leap in LEAPS if (target := add(square, leap)) is not None}
        for landing in self.ramps(square, [square]):
            found |= {landing, *self.ramps(landing, [square, landing])}
        yield from (target for target in found if target not in self.board)

    def ramps(self, square: str, stood: list[str]) -> list[str]:
        found = []
        for direction in STRAIGHT + SLANTED:
            over, landing = add(square, direction), add(square, direction, 2)
            if landing is None or over is None or landing in self.board or landing in stood or over in stood:
                continue
            if self.board.get(over, "nL") not in GHOSTS:
                found.append(landing)
        return found

    def pawn(self, square: str) -> Iterator[str]:
        ahead = (0, 1) if self.board[square][0] == "w" else (0, -1)
        row = rank(square) if ahead == (0, 1) else 11 - rank(square)
        for steps in range(1, {2: 3, 3: 2}.get(row, 1) + 1):
            target = add(square, ahead, steps)
            if target is not None and target not in self.board:
                yield target
            if self.board.get(target or "", "nL") not in GHOSTS:
                return
        target, over = add(square, ahead, 2), add(square, ahead)
        if row >= 6 and self.board.get(over or "") in GHOSTS and target is not None and target not in self.board:
            yield target

    def attacks(self, side: str, targets: list[tuple[str, str]]) -> Iterator[tuple[str, str, str]]:
        """Attacker, target and where to rest, for every attack there is on these pieces (immunity aside)."""
        for square, piece in self.mine(side):
            for target, other in targets:
                for staging in self.stagings(square, piece, target, self.options["close_combat"]):
                    yield square, target, staging
                    if "+" not in other and not self.doomed(square, target):
                        yield square, target, target

    def stagings(self, square: str, piece: str, target: str, close: str) -> Iterator[str]:
        leap = FILES.index(target[0]) - FILES.index(square[0]), rank(target) - rank(square)
        if piece[1] == "N":
            if leap in LEAPS:
                sides = [(-1 if leap[0] > 0 else 1, 0), (0, -1 if leap[1] > 0 else 1)]
                yield from (s for side in sides if (s := add(target, side)) is not None and s not in self.board)
        elif piece[1] in "KP":
            forward = 1 if piece[0] == "w" else -1
            fits = max(map(abs, leap)) == 1 if piece[1] == "K" else leap in [(1, forward), (-1, forward)]
            if fits and close != "none":
                yield square
        elif direction_to(square, target) in SLIDES[piece[1]]:
            path = between(square, target)
            if not path and close == "all":
                yield square
            elif path and path[-1] not in self.board and all(self.board.get(s, "nL") in GHOSTS for s in path):
                yield path[-1]

    def attack_texts(self) -> set[str]:
        found = set()
        for square, target, rest in self.attacks(self.side, self.mine(self.foe())):
            if target == self.immune:
                continue
            text = f"{square}x{target}@{rest}"
            promotes = self.board[square][1] == "P" and rest == target and rank(target) in (1, 10)
            found |= {f"{text}={kind}" for kind in "QRBN"} if promotes else {text}
        return found

    def special(self) -> list[str]:
        steps = [(square, add(square, direction)) for square, _ in self.controlled() for direction in SLANTED]
        return [square + target for square, target in steps if target is not None and target not in self.board]

    def both_slots(self) -> Iterator[str]:
        for square, ghost in self.controlled():
            for direction in SLANTED:
                target = add(square, direction)
                piece = self.board.get(target or "", "nL")
                if target is None or piece in GHOSTS:
                    continue
                if ghost == "nL" and piece[1:] in ("R", "N", "B", "P"):
                    yield f"{square}+{target}"
                if ghost == "nD" and self.may_kill(target, piece) and not self.guarded(target, piece[0]):
                    yield f"{square}x{target}"

    def may_kill(self, target: str, piece: str) -> bool:
        fair_game = piece[1] != "K" or piece[0] != self.side and self.options["win"] == "king"
        return target != self.immune and fair_game

    def guarded(self, target: str, letter: str) -> bool:
        for direction in STRAIGHT:
            square = add(target, direction)
            ally = self.board.get(square or "", "")
            if ally[:1] == letter or ally == "nL" and (rank(square or "a0") <= 5) == (letter == "w"):
                return True
        return False

    def check(self, side: str) -> list[str]:
        other = "b" if side == "w" else "w"
        king = [(square, piece) for square, piece in self.mine(side) if piece[1] == "K"]
        return [square for square, _, _ in self.attacks(other, king)]

    def castles(self) -> Iterator[str]:
        for right in self.castling:
            king, rook, letter = HOMES[right]
            if letter != self.side or any(square in self.board for square in between(king, rook)):
                continue
            if self.options["win"] == "king" or self.castles_safely(right):
                yield CASTLES[right][0]

    def castles_safely(self, right: str) -> bool:
        king, crossed = HOMES[right][0], CASTLES[right][1]
        crossing, landing = self.copy(), self.copy()
        crossing.board[crossed] = crossing.board.pop(king)
        landing.do(CASTLES[right][0])
        return not any(each.check(self.side) for each in (self, crossing, landing))

    def candidates(self) -> list[str]:
        found: list[str] = []
        if "standard" in self.slots:
            found += [*self.moves(), *self.attack_texts(), *self.castles()]
        if "special" in self.slots:
            found += self.special()
        return found + (list(self.both_slots()) if len(self.slots) == 2 else [])

    def legal(self) -> list[str]:
        if self.result is not None:
            return []
        mates = self.options["win"] == "checkmate"
        found = [text for text in self.candidates() if not mates or self.is_legal(text)]
        may_leave = self.options["special"] == "optional" and self.slots == {"special"} and found
        if may_leave and not (mates and self.check(self.side)):
            found.append("end")
        return sorted(found)

    def is_legal(self, text: str) -> bool:
        tried = self.copy()
        tried.do(text)
        if tried.king(self.foe()) is None or not tried.check(self.side):
            return True
        tried.slots -= self.uses(text)
        return any(tried.is_legal(second) for second in tried.candidates())

    # --- doing it

    def uses(self, text: str) -> set[str]:
        if text == "end" or "+" in text or "x" in text and "@" not in text:
            return {"standard", "special"}
        match = ACTION.fullmatch(text)
        assert match
        return {"special"} if self.board[match[1]] in GHOSTS else {"standard"}

    def do(self, text: str) -> None:
        """The action and its effects, in the order of the fine print; slots and turns aside."""
        match = ACTION.fullmatch(text)
        if match:
            source, sign, target, rest, promotion = match.groups()
            if self.board[source] in GHOSTS:
                self.do_special(source, sign, target)
            else:
                self.do_standard(source, target, rest, promotion)
        self.castling = [right for right in self.castling if self.at_home(right)]
        for square in set(self.check(self.foe())):
            self.board[square] = self.board[square][:2]

    def do_special(self, source: str, sign: str, target: str) -> None:
        if sign == "+":
            self.board[target] += "+"
            self.immune = target
            return
        self.loud = self.loud or sign == "x"
        self.quiet = 0 if sign == "x" else self.quiet
        self.board[target] = self.board.pop(source)
        touching = {
            square for square, piece in self.board.items() for direction in STRAIGHT
            if {piece, self.board.get(add(square, direction) or "")} == set(GHOSTS)
        }
        for square in touching:
            del self.board[square]

    def do_standard(self, source: str, target: str, rest: str | None, promotion: str | None) -> None:
        castle = next((right for right in self.castling if CASTLES[right][0] == source + target), None)
        if castle and self.board[source][1] == "K":
            rook, stop = HOMES[castle][1], CASTLES[castle][1]
            self.board[stop] = self.board.pop(rook)
            self.immune = stop if self.immune == rook else self.immune
        if rest is not None or self.board[source][1] == "P":
            self.loud, self.quiet = True, 0
        path = [] if self.board[source][1] == "N" else between(source, target)
        immune = self.immune == source
        piece = self.passing(self.board.pop(source), immune, path)
        if rest is not None and self.board[target].endswith("+"):
            self.board[target] = self.board[target][:2]
        elif rest is not None:
            del self.board[target]
        if piece is None:
            return
        if promotion:
            piece = piece[0] + promotion + (piece[2:] if promotion != "Q" else "")
        self.board[rest or target] = piece
        if immune:
            self.immune = None if promotion == "Q" else rest or target

    def play(self, text: str) -> None:
        used, healed = self.uses(text), "+" in text
        self.do(text)
        if self.king(self.foe()) is None:
            self.finish(self.side, "king-destroyed")
            return
        self.slots -= used
        if not self.slots or not self.legal():
            self.next_turn(keep_immune=healed)

    def next_turn(self, keep_immune: bool = False) -> None:
        self.immune = self.immune if keep_immune else None
        self.quiet += not self.loud
        self.loud, self.slots, self.side = False, {"standard", "special"}, self.foe()
        self.begin_turn()

    def begin_turn(self) -> None:
        key = (dict(self.board), self.immune, tuple(self.castling), self.side)
        self.seen.append(key)
        legal = self.legal()
        other = self.copy()
        other.side, other.immune = self.foe(), None
        limit = 2 * self.options["quiet_limit"]
        bare = all(piece[1] in "KL" for piece in self.board.values())
        if not legal and self.options["win"] == "checkmate" and self.check(self.side):
            self.finish(self.foe(), "checkmate")
        elif not legal and not other.legal():
            self.finish(None, "no-actions")
        elif bare or self.seen.count(key) >= 3 or limit and self.quiet >= limit:
            self.finish(None, "bare-kings" if bare else "repetition" if self.seen.count(key) >= 3 else "quiet")
        elif not legal:
            self.next_turn()

    def finish(self, winner: str | None, reason: str) -> None:
        self.result = {"winners": [self.seat(winner)] if winner else [], "reason": reason}
        self.slots, self.immune = set(), None

    @staticmethod
    def seat(letter: str) -> str:
        return {"w": "white", "b": "black"}[letter]

    def state(self) -> dict[str, Any]:
        over = self.result is not None
        return {
            "board": self.board, "phase": "over" if over else "turn", "to_act": [] if over else [self.seat(self.side)],
            "legal": self.legal(), "result": self.result,
            "detail": {
                "slots": sorted(self.slots), "castling": "".join(self.castling) or "-", "immune": self.immune,
                "check": not over and bool(self.check(self.side)), "quiet_turns": self.quiet,
            },
        }


# --- random games ------------------------------------------------------------------------------------------------

GAME = ChessTwo()


def state_of(position: Any) -> dict[str, Any]:
    view, outcome = GAME.view(position, EVERYTHING), GAME.outcome(position)
    return {
        "board": {GAME.boards[0].name(square): str(piece) for square, piece in view.pieces.items()},
        "phase": view.phase, "to_act": [str(seat) for seat in view.to_act],
        "legal": [action.text for action in GAME.actions(position)],
        "result": outcome and {"winners": [str(seat) for seat in outcome.winners], "reason": outcome.reason},
        "detail": dict(view.detail),
    }


def random_options(chance: random.Random) -> dict[str, Any]:
    return {
        "win": chance.choice(["king", "checkmate"]), "close_combat": chance.choice(["steppers", "none", "all"]),
        "special": chance.choice(["compulsory", "optional"]), "quiet_limit": chance.choice([0, 3, 50]),
    }


def random_piece(chance: random.Random, square: str, ghosts: float) -> str | None:
    if chance.random() < ghosts:
        return "nL" if (FILES.index(square[0]) + rank(square)) % 2 else "nD"
    piece = chance.choice("wb") + chance.choice("PPPNNBRQ")
    if piece in ("wP", "bP") and rank(square) == {"w": 10, "b": 1}[piece[0]]:
        return None
    return piece + ("+" if piece[1] != "Q" and chance.random() < 0.4 else "")


MIXED, THIN = (0.03, 0.1, 0.2, 0.5, 0.95), (0.01, 0.02, 0.04)


def random_board(chance: random.Random, densities: tuple[float, ...]) -> dict[str, str]:
    density, ghosts, board = chance.choice(densities), chance.choice([0.05, 0.2, 0.6]), {}
    if chance.random() < 0.5:
        board = {"f1": "wK", "f10": "bK"} | {home: piece for home, piece in (
            ("b1", "wR+"), ("i1", "wR"), ("b10", "bR+"), ("i10", "bR"),
        ) if chance.random() < 0.8}
    else:
        board = dict(zip(chance.sample([f"{f}{r}" for f in FILES for r in range(1, 11)], 2), ("wK", "bK"), strict=True))
    for square in (f"{f}{r}" for f in FILES for r in range(1, 11)):
        home_row = "f10" in board and rank(square) in (1, 10)
        if square not in board and chance.random() < density * (0.2 if home_row else 1):
            piece = random_piece(chance, square, ghosts)
            board |= {square: piece} if piece else {}
    return board


def random_state(chance: random.Random, densities: tuple[float, ...] = MIXED) -> dict[str, Any]:
    board = random_board(chance, densities)
    immune = [square for square, piece in board.items() if piece[0] in "wb" and piece[1] in "PNBR"]
    return {
        "board": board, "phase": "turn", "to_act": [chance.choice(["white", "black"])],
        "detail": {
            "slots": chance.choice([["special", "standard"]] * 4 + [["special"], ["standard"]]),
            "castling": chance.choice(["KQkq", "Kq", "-"]), "quiet_turns": chance.randrange(6),
            "immune": chance.choice(immune) if immune and chance.random() < 0.4 else None,
        },
    }


def play_one(seed: int, actions: int, densities: tuple[float, ...] = MIXED) -> str | None:
    """Play a random game both ways; the reason it ended for."""
    chance = random.Random(seed)
    options, state = random_options(chance), random_state(chance, densities)
    position, reference = GAME.setup(ChessTwoOptions(**options), state), Reference(options, state)
    for _ in range(actions):
        shown = state_of(position)
        assert shown == reference.state(), f"seed {seed}"
        if not shown["legal"]:
            break
        text = chance.choice(shown["legal"])
        reference.play(text)
        position = GAME.successor(position, GAME.parse(position, text))
    return reference.result["reason"] if reference.result else None


@pytest.mark.parametrize("part", range(10))
def test_random_games_agree_with_the_reference(part: int, full: bool) -> None:
    for number in range(500 if full else 2):
        play_one(500 * part + number, 10)


def test_long_games_on_thin_boards_agree_with_the_reference(full: bool) -> None:
    ends = {play_one(-1 - number, 150, THIN) for number in range(1000 if full else 20)}
    assert {"king-destroyed", "quiet", "bare-kings"} <= ends
