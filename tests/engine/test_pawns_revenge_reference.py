"""Pawn's Revenge beside a second, slow reading of its rules page, square by square and with nothing of the engine.

Both play the same random games; at every step they must agree on the legal actions and on the whole state.
"""

import copy
import json
import random

import pytest

from engine.core.errors import BadOption
from engine.game import EVERYTHING
from engine.games.pawns_revenge.game import PawnsRevenge
from engine.registry import folder_of

GAME = PawnsRevenge()
SEATS = {"w": "white", "r": "red", "b": "black", "u": "blue"}
PLAYING = {2: "wb", 3: "wrb", 4: "wrbu"}
RING = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]
HUNDRED = ["KPPPPPP", "PQPPPP", "PPPPP", "PPP", "PPP", "PP", "P"]
"""A quarter of the hundred pawns, row by row from its corner."""
FACES = {"d6": range(1, 7), "d8": range(1, 9), "d10": range(1, 11), "2d6": range(2, 13)}
TURNS = {2: [1, 7], 3: [1, 7], 4: [0, 2, 6], 5: [1, 7], 6: [0]}
"""Roll → directions in eighths of a circle, counter-clockwise from forward."""


def point(text):
    return ord(text[0]) - ord("a"), int(text[1:]) - 1


def name(square):
    return f"{chr(ord('a') + square[0])}{square[1] + 1}"


def neighbours(square):
    return [(square[0] + x, square[1] + y) for x, y in RING]


class Page:
    """A game in progress, as the page tells it. Seats are letters, squares pairs of file and rank from 0."""

    def __init__(self, options):
        self.options = options
        self.seats = PLAYING[options.players]
        self.files = 8 if options.players == 2 else 16
        self.exists = {(x, y) for x in range(self.files) for y in range(self.files)
                       if not (options.players == 3 and x < 8 <= y)}
        self.pieces = {}
        for seat in self.seats:
            self.pieces |= self.army(seat)
        self.holes, self.active, self.roll, self.moved = set(), None, None, []
        self.bonus, self.courage, self.quiet, self.result = {}, set(), 0, None
        self.dice, self.points, self.divisions = {}, {}, {}
        self.phase = "scatter"
        if not self.legal():
            self.roll_off(self.seats)

    @classmethod
    def set_up(cls, options, state):
        """The page as it reads a position: before a roll, or with the movement done and combat begun."""
        page, detail = cls(options), state.get("detail", {})
        page.pieces = {point(square): piece for square, piece in state["board"].items()}
        page.holes, page.quiet = {point(square) for square in detail.get("holes", [])}, detail.get("quiet_turns", 0)
        active = next(letter for letter, seat in SEATS.items() if seat == detail.get("active", "white"))
        page.begin_turn(active)
        if state["phase"] != "roll":
            page.roll, page.moved = detail["roll"], [point(square) for square in detail["moved"]]
            page.go_on()
        return page

    def after(self, text):
        """The game one action later; this one stays as it is."""
        later = copy.copy(self)
        for field, value in vars(self).items():
            setattr(later, field, copy.copy(value))
        later.apply(text)
        return later

    def army(self, seat):
        if self.options.players == 2:
            back, front = (0, 1) if seat == "w" else (7, 6)
            kinds = "RNBQKBNR" if self.options.army == "classic" else "PPPQKPPP"
            return {(x, back): seat + kind for x, kind in enumerate(kinds)} | {(x, front): seat + "P" for x in range(8)}
        right, top = seat in "rb", seat in "bu"
        if self.options.army == "hundred":
            return {(15 * right + (1 - 2 * right) * x, 15 * top + (1 - 2 * top) * y): seat + kind
                    for y, row in enumerate(HUNDRED) for x, kind in enumerate(row) if kind != "."}
        reach = 7 if self.options.teams == "three-on-one" and seat == "w" else 5
        return {(15 * right + (1 - 2 * right) * x, 15 * top + (1 - 2 * top) * y): seat + ("P" if x + y else "K")
                for x in range(8) for y in range(8) if x + y <= reach}

    # --- looking around -------------------------------------------------------------------------------------------

    def own(self, seat):
        return sorted(square for square, piece in self.pieces.items() if piece[0] == seat)

    def alliance(self, seat):
        sides = {"none": self.seats, "opposite": ["wb", "ru"], "three-on-one": ["w", "rbu"]}[self.options.teams]
        return next(side for side in sides if seat in side)

    def hostile(self, seat, square):
        piece = self.pieces.get(square)
        return piece is not None and piece[0] != "n" and piece[0] not in self.alliance(seat)

    def turned(self, seat, eighths):
        forward = {"w": 2, "b": 6} if self.options.players == 2 else {"w": 1, "r": 3, "b": 5, "u": 7}
        return RING[(forward[seat] + eighths) % 8]

    def free(self):
        return sorted(self.exists - self.holes - set(self.pieces))

    def stats(self, square):
        piece = self.pieces[square]
        courage, bonus = piece[0] in self.courage, self.bonus.get(square, (0, 0))
        return [base + courage + more for base, more in zip(self.base(piece[1]), bonus, strict=True)]

    def base(self, kind):
        name = {"P": "pawn", "R": "rook", "N": "knight", "B": "bishop", "K": "royal", "Q": "royal"}[kind]
        return tuple(getattr(self.options, f"{name}_{value}") for value in ("power", "toughness"))

    def knight(self):
        return next((square for square, piece in self.pieces.items() if piece == "nN"), None)

    # --- legal actions --------------------------------------------------------------------------------------------

    def legal(self):
        if self.phase == "scatter":
            found = self.scattered()
        elif self.phase in ("roll-off", "combat-dice"):
            word, die = ("first", "d6") if self.phase == "roll-off" else ("die", self.options.combat_die)
            found = [f"{word}:{SEATS[self.thrower()]}={number}" for number in FACES[die]]
        elif self.phase == "roll":
            found = [f"roll:{number}" for number in range(1, 7)]
        elif self.phase == "rogue":
            found = self.prowls()
        else:
            found = self.moves() if self.phase == "move" else []
        return sorted(found)

    def scattered(self):
        if len(self.holes) < self.options.bombed:
            return [f"hole:{name(square)}" for square in self.free()]
        if not self.options.rogue_knight or self.knight():
            return []
        far = {square: min(max(abs(square[0] - x), abs(square[1] - y)) for x, y in self.pieces)
               for square in self.free()}
        return [f"rogue:{name(square)}" for square in far if far[square] >= min(3, max(far.values()))]

    def thrower(self):
        return next(seat for seat in self.seats if seat in self.dice and self.dice[seat] is None)

    def prowls(self):
        return [f"rogue:{name(square)}" for square in neighbours(self.knight())
                if square in self.exists - self.holes and self.pieces.get(square, "nN")[1] not in "KQ"]

    def moves(self):
        if len(self.moved) >= (2 if self.roll in (5, 6) else 1):
            return []
        turns = set(TURNS.get(self.roll, ()))
        if self.options.retreat:
            turns |= {(turn + 4) % 8 for turn in turns}
        return [step for square in self.own(self.active) if square not in self.moved
                for turn in turns for step in self.walk(square, self.turned(self.active, turn))]

    def walk(self, square, direction):
        royal = self.pieces[square][1] in "KQ"
        reach = {"one": 2 if royal else 1, "two": 2, "roll": self.roll}[self.options.stride]
        x, y = square
        for _ in range(reach):
            x, y = x + direction[0], y + direction[1]
            if (x, y) not in self.exists - self.holes or (x, y) in self.pieces:
                return
            yield name(square) + name((x, y))

    def division(self, rng):
        """Some legal division of some seat that has not committed."""
        seat = rng.choice([seat for seat in self.points if seat not in self.divisions])
        given = {}
        for _ in range(rng.randint(0, self.points[seat])):
            given.setdefault(rng.choice(self.own(seat)), [0, 0])[rng.randrange(2)] += 1
        shares = [f"{name(square)}+{given[square][0]}/{given[square][1]}" for square in sorted(given)]
        return f"{SEATS[seat]}:{','.join(shares) or '-'}"

    def edges(self):
        """The legal actions; where they cannot be listed, that the first who has still to decide gives nothing."""
        waiting = [seat for seat in self.points if seat not in self.divisions] if self.phase == "divide" else []
        return [f"{SEATS[seat]}:-" for seat in waiting[:1]] or self.legal()

    # --- playing --------------------------------------------------------------------------------------------------

    def apply(self, text):
        word, _, rest = text.partition(":")
        number = int(text.partition("=")[2] or 0)
        if self.phase == "scatter":
            self.scatter(word, point(rest))
        elif self.phase == "roll-off":
            self.throw_first(number)
        elif self.phase == "roll":
            self.take_roll(int(rest))
        elif self.phase == "rogue":
            self.move_knight(point(rest))
        elif self.phase == "move":
            self.move(text)
        elif self.phase == "combat-dice":
            self.throw_die(number)
        else:
            self.commit(word, text)

    def scatter(self, word, square):
        if word == "hole":
            self.holes.add(square)
        else:
            self.pieces[square] = "nN"
        if not self.legal():
            self.roll_off(self.seats)

    def roll_off(self, seats):
        self.phase, self.dice = "roll-off", dict.fromkeys(seats)

    def throw_first(self, number):
        self.dice[self.thrower()] = number
        if None not in self.dice.values():
            best = [seat for seat, number in self.dice.items() if number == max(self.dice.values())]
            if len(best) > 1:
                self.roll_off(best)
            else:
                self.dice = {}
                self.begin_turn(best[0])

    def begin_turn(self, seat):
        if self.lost_army() or self.over_if(self.deadlock(), [], "deadlock"):
            return
        limit = self.options.quiet_limit * len({piece[0] for piece in self.pieces.values()} - {"n"})
        if not self.over_if(limit and self.quiet >= limit, [], "quiet"):
            self.phase, self.active, self.roll, self.moved = "roll", seat, None, []
            self.courage -= {seat}

    def over_if(self, condition, winners, reason):
        if condition:
            self.phase, self.result = "over", {"winners": [SEATS[seat] for seat in winners], "reason": reason}
        return condition

    def lost_army(self):
        left = {self.alliance(piece[0]) for piece in self.pieces.values() if piece[0] != "n"}
        return self.over_if(len(left) < 2, "".join(left), "last-standing")

    def deadlock(self):
        free = set(self.free())
        for square, piece in self.pieces.items():
            if piece[0] == "n":
                continue
            turns = range(8) if self.options.retreat else (0, 1, 2, 6, 7)
            steps = [self.turned(piece[0], turn) for turn in turns]
            if any((square[0] + x, square[1] + y) in free for x, y in steps) or self.touching(square):
                return False
        return True

    def touching(self, square):
        return [other for other in neighbours(square) if self.hostile(self.pieces[square][0], other)]

    def take_roll(self, number):
        self.roll, self.quiet, self.phase = number, self.quiet + 1, "move"
        if number == 1:
            self.courage.add(self.active)
        if number == self.options.rogue_knight and self.knight() and self.prowls():
            self.phase = "rogue"
        else:
            self.go_on()

    def move_knight(self, square):
        if square in self.pieces:
            self.quiet = 0
            self.remove(square)
        del self.pieces[self.knight()]
        self.pieces[square] = "nN"
        self.phase = "move"
        if not self.lost_army():
            self.go_on()

    def remove(self, square):
        seat = self.pieces.pop(square)[0]
        self.bonus.pop(square, None)
        self.moved = [other for other in self.moved if other != square]
        if not self.own(seat):
            self.courage -= {seat}

    def move(self, text):
        cut = 2 if text[2].isalpha() else 3
        source, target = point(text[:cut]), point(text[cut:])
        self.pieces[target] = self.pieces.pop(source)
        if source in self.bonus:
            self.bonus[target] = self.bonus.pop(source)
        self.moved.append(target)
        step = tuple((a > b) - (a < b) for a, b in zip(target, source, strict=True))
        if step in [self.turned(self.active, turn) for turn in (0, 1, 7)] and not self.options.retreat:
            self.quiet = 0
        self.go_on()

    def go_on(self):
        """Further moves, else combat, else the next turn."""
        if self.moves():
            return
        involved = {self.pieces[other][0] for square in self.own(self.active) for other in self.touching(square)}
        if involved:
            self.phase = "combat-dice"
            self.dice = {seat: None for seat in self.seats if seat in involved | {self.active}}
        else:
            self.bonus = {}
            self.next_turn()

    def next_turn(self):
        after = self.seats.index(self.active) + 1
        order = [seat for seat in self.seats[after:] + self.seats[:after] if self.own(seat)]
        self.begin_turn(order[0] if order else self.active)

    def throw_die(self, number):
        self.dice[self.thrower()] = number
        if None not in self.dice.values():
            self.phase, self.points, self.dice = "divide", self.dice, {}

    def commit(self, word, text):
        self.divisions[next(letter for letter, seat in SEATS.items() if seat == word)] = text
        if len(self.divisions) == len(self.points):
            for division in self.divisions.values():
                self.reveal(division.partition(":")[2])
            self.points, self.divisions = {}, {}
            self.battle()

    def reveal(self, shares):
        for share in shares.strip("-").split(","):
            square, _, given = share.partition("+")
            if square:
                old = self.bonus.get(point(square), (0, 0))
                self.bonus[point(square)] = [a + int(b) for a, b in zip(old, given.split("/"), strict=True)]

    def battle(self):
        left = {square: self.stats(square) for square, piece in self.pieces.items() if piece[0] != "n"}
        engaged, killers, kings = set(), set(), set()
        for attacker in [*self.moved, *(other for other in self.own(self.active) if other not in self.moved)]:
            targets = [(attacker[0] + x, attacker[1] + y)
                       for x, y in (self.turned(self.active, turn) for turn in (0, 2, 6, 4, 1, 7, 3, 5))]
            targets = [square for square in targets if self.hostile(self.active, square) and square not in engaged]
            engaged |= set(targets)
            for defender in targets:
                if left[attacker][1] > 0:
                    self.clash(left[attacker], left[defender])
                    for killer, victim in ((attacker, defender), (defender, attacker)):
                        if left[victim][1] == 0 and self.pieces[victim][1] in "KQ":
                            killers.add(self.alliance(self.pieces[killer][0]))
                            kings |= {self.pieces[victim][0]} if self.pieces[victim][1] == "K" else set()
        fallen = [square for square, (_, toughness) in left.items() if toughness == 0]
        self.quiet = 0 if fallen else self.quiet
        self.bury(fallen, kings)
        winners = killers.pop() if len(killers) == 1 else ""
        if self.options.finish == "last-standing" or not self.over_if(winners or killers, winners, "regicide"):
            self.next_turn()

    def clash(self, one, other):
        spent, suffered = min(one[0], other[1]), min(other[0], one[1])
        one[:] = one[0] - spent, one[1] - suffered
        other[:] = other[0] - suffered, other[1] - spent

    def bury(self, fallen, kings):
        if self.options.finish == "last-standing":
            fallen = {*fallen, *(square for seat in kings for square in self.own(seat))}
        for square in fallen:
            self.remove(square)

    # --- showing --------------------------------------------------------------------------------------------------

    def to_act(self):
        if self.phase in ("over", "move"):
            return [] if self.phase == "over" else [SEATS[self.active]]
        if self.phase == "divide":
            return self.named(seat for seat in self.points if seat not in self.divisions)
        return ["chance"]

    def named(self, seats):
        chosen = set(seats)
        return [SEATS[seat] for seat in self.seats if seat in chosen]

    def state(self):
        """The state as the protocol has it."""
        stats = {name(square): "{}/{}".format(*self.stats(square))
                 for square, piece in self.pieces.items() if piece[0] != "n"}
        return {
            "board": {name(square): piece for square, piece in self.pieces.items()},
            "phase": self.phase, "to_act": self.to_act(), "result": self.result,
            "detail": {
                "players": self.options.players, "active": self.active and SEATS[self.active],
                "holes": [name(square) for square in sorted(self.holes)], "roll": self.roll,
                "moved": [name(square) for square in self.moved], "stats": stats,
                "dice": {SEATS[seat]: number for seat, number in self.dice.items()},
                "points": {SEATS[seat]: number for seat, number in self.points.items()},
                "divisions": {SEATS[seat]: text for seat, text in self.divisions.items()},
                "committed": self.named(self.divisions), "courage": self.named(self.courage),
                "quiet_turns": self.quiet,
            },
        }


def shown(position):
    """The position as the protocol has it."""
    view, outcome = GAME.view(position, EVERYTHING), GAME.outcome(position)
    board = GAME.board(position.options)
    return json.loads(json.dumps({
        "board": {board.name(square): str(piece) for square, piece in view.pieces.items()},
        "phase": view.phase, "to_act": list(view.to_act), "detail": dict(view.detail),
        "result": outcome and {"winners": list(outcome.winners), "reason": outcome.reason},
    }))


def some_options(rng):
    """Options that fit together."""
    while True:
        drawn = {option.name: rng.choice(option.choices or (False, True)) for option in GAME.options
                 if option.kind != "int"}
        drawn |= {"players": rng.choice((2, 3, 4)), "bombed": rng.choice((0, 0, 5, 16, 48, 64)),
                  "rogue_knight": rng.randint(0, 6), "quiet_limit": rng.choice((0, 1, 4, 50))}
        drawn |= {f"{piece}_{value}": rng.choice((1, 2, 3, 9)) for value in ("power", "toughness")
                  for piece in ("pawn", "royal", "rook", "knight", "bishop")}
        try:
            return GAME.read_options(drawn)
        except BadOption:
            continue


@pytest.mark.parametrize("seed", range(8))
def test_the_engine_plays_as_a_second_reading_of_the_page_does(seed, full):
    rng = random.Random(seed)
    for _ in range(60 if full else 1):
        options = some_options(rng)
        page, position, played = Page(options), GAME.start(options), []
        while page.phase != "over" and len(played) < 500:
            legal = [str(action) for action in GAME.actions(position)]
            assert (legal, shown(position)) == (page.legal(), page.state()), (options, played)
            action = page.division(rng) if page.phase == "divide" else eager(rng, page, legal)
            played.append(action)
            page.apply(action)
            position, _ = GAME.apply(position, GAME.parse(position, action))
        assert shown(position) == page.state(), (options, played)
        assert len(played) > 3


COUNTED = [
    (entry["options"], entry["setup"], entry["nodes"])
    for entry in json.loads((folder_of("pawns-revenge") / "perft.json").read_text("utf-8"))
]


def count(page, depth):
    if depth <= 1:
        return len(page.edges()) if depth else 1
    return sum(count(page.after(edge), depth - 1) for edge in page.edges())


@pytest.mark.parametrize(("given", "state", "nodes"), COUNTED, ids=str)
def test_a_second_reading_of_the_page_counts_as_many_games_as_the_table(given, state, nodes, full):
    """As deep as slow rules get."""
    counted = [each for each in nodes if each <= (20_000 if full else 2_000)]
    options = GAME.read_options(given)
    page = Page.set_up(options, state) if state else Page(options)
    assert counted and [count(page, depth) for depth in range(1, len(counted) + 1)] == counted


def eager(rng, page, legal):
    """An action at random; moves rather towards the middle of the board, where armies meet."""
    if page.phase != "move":
        return rng.choice(legal)
    middle = (page.files - 1) / 2

    def distance(text):
        x, y = point(text[2:] if text[2].isalpha() else text[3:])
        return abs(x - middle) + abs(y - middle)

    return min(rng.sample(legal, min(3, len(legal))), key=distance)
