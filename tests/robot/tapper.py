"""Phones over the screen board: they tap at random what is lit or named, and complain of what cannot be followed.

What a tap means is decided by the page (``webpanel/static/js/board/hand.js``, ``tray.js``); :class:`Phone` decides the
same.
"""

import random
import re
from collections import Counter

from glass_rig import GlassRig
from random_games import some_division

from daemon.screen.automatic_moves import bare
from daemon.screen.board import USUAL_PACE
from engine.core.pieces import Seat
from engine.game import PromptKind
from table.messages.events import Answer, EndTurn
from table.messages.lights import Role
from table.messages.refusal import Refused
from table.messages.scene import Scene, ScenePrompt
from table.messages.taps import ScreenPieces, Tap, TapKind
from webpanel.ports.change_hub import Change

ENTRANCES = {Role.SPAWN, Role.PLACE, Role.CHOICE, Role.MOVE, Role.ORIGIN, Role.NO_MOVE}
LANDINGS = {Role.MOVE, Role.CAPTURE}
SQUARE = re.compile(r"\b[a-p]\d\d?\b")
TAPS = re.compile(r"\btaps?\b", re.IGNORECASE)
HOLD_S = USUAL_PACE.hold_s
FELT_S = 1.0
"""The longest time that a page waits for the board to feel the tap before."""

WAY_OUT = 180
"""After so many more taps at random a board that was never in step is said to be stuck."""

TELLING = {None, Role.HOLE, Role.SPENT, Role.TOLD, Role.THINKING}
"""These lights ask for nothing."""
FILL = {Role.PLACE, Role.MARCH_TO, Role.SPAWN}
CLEAR = {Role.WRONG, Role.CLEAR, Role.MARCH_FROM}

Intent = tuple[TapKind, str | None, str | None]
"""A request to the board: the kind of tap, the square and the piece that it is about."""


class Unfollowable(AssertionError):
    """Something that was shown or said could not be done."""


class Phone:
    """One phone on the page of the table."""

    def __init__(self, rig: GlassRig, token: str, seats: frozenset[Seat]) -> None:
        self.rig, self.token, self.seats = rig, token, seats
        self._stream: Change | None = None
        self.wakes()

    # --- coming and going ----------------------------------------------------------------------------------------

    @property
    def awake(self) -> bool:
        """True if it has the page open."""
        return self._stream is not None

    def wakes(self) -> None:
        """The page is opened, or the phone is woken."""
        if self._stream is None:
            self._stream = self.rig.presence.subscribe(self.token)

    def leaves(self) -> None:
        """The page is closed, or the phone falls asleep."""
        if self._stream is not None:
            self._stream.close()
            self._stream = None

    # --- looking -------------------------------------------------------------------------------------------------

    @property
    def scene(self) -> Scene:
        """Return the scene that it shows."""
        return self.rig.scenes.snapshot().scene(self.seats)

    @property
    def wood(self) -> ScreenPieces:
        """Return the pieces of the screen board that it shows."""
        pieces = self.rig.scenes.snapshot().screen_pieces
        assert pieces is not None
        return pieces

    @property
    def is_other_hand(self) -> bool:
        """True if another phone holds something."""
        return self.wood.phone not in (None, self.token)

    def feels(self) -> bool:
        """True if the board has felt all that was tapped."""
        return set(self.wood.stands) == set(self.scene.covered)

    def prompts(self) -> list[ScenePrompt]:
        """The questions that it is asked."""
        return [each for each in self.scene.prompts if not each.seats or self.seats.intersection(each.seats)]

    # --- what a tap means ----------------------------------------------------------------------------------------

    def intents(self, square: str) -> list[Intent]:
        """Return the requests that a tap on a square makes of the board; none, if it means nothing."""
        wood = self.wood
        if square in wood.stands:
            return self._onto(square, wood.stands[square]) if wood.hand else [(TapKind.LIFT, square, None)]
        if wood.hand:
            return [(TapKind.PLACE, square, self._missing(square))]
        fresh = self._from_tray(square)
        return [] if fresh is None else [(TapKind.TAKE, None, fresh), (TapKind.PLACE, square, fresh)]

    def _onto(self, square: str, piece: str) -> list[Intent]:
        scene = self.scene
        if square in scene.targets:
            return [(TapKind.CAPTURE, square, None)]
        if self.putting_right or square in scene.joins:
            return [(TapKind.LIFT, square, None)]
        if self._acts(piece) or not any(map(self._acts, self.wood.hand)):
            return [(TapKind.RETURN, None, None), (TapKind.LIFT, square, None)]
        return []

    @property
    def putting_right(self) -> bool:
        """True if pieces stand where they should not, so that any may be moved."""
        scene = self.scene
        return scene.status != "play" and (scene.status != "repair" or bool(scene.extra))

    def _acts(self, piece: str) -> bool:
        return _owner(piece) is None or _owner(piece) in self.scene.to_act

    def _missing(self, square: str) -> str | None:
        """The piece in the hand, of several, that is missing on a square."""
        scene, held = self.scene, self.wood.hand
        light = scene.lights.get(square)
        if len(held) < 2 or light is None or light.role not in FILL:
            return None
        return next((piece for piece in held if bare(piece) == bare(scene.pieces.get(square, ""))), None)

    def _from_tray(self, square: str) -> str | None:
        scene, light = self.scene, self.scene.lights.get(square)
        there, missing = list(self.wood.tray), bare(scene.pieces.get(square, ""))
        if light is None or light.role is None or not missing and light.role not in ENTRANCES:
            return None
        lacking = [piece for piece in there if self._lacks(bare(piece))]
        own = _only_kind([piece for piece in lacking if self._acts(piece)]) if light.role in LANDINGS else None
        if own or missing:
            return own or next((piece for piece in lacking if bare(piece) == missing), None)
        seats = (light.seat,) if light.seat else scene.to_act
        return _only_kind(
            lacking if light.role is Role.MOVE else [piece for piece in there if _owner(piece) in seats]
        )

    def _lacks(self, piece: str) -> bool:
        stands, wanted = (Counter(map(bare, each.values())) for each in (self.wood.stands, self.scene.pieces))
        return stands[piece] < wanted[piece]

    @property
    def puts_away(self) -> bool:
        """True if what is in the hand may be put into the tray."""
        held = self.wood.hand and self.wood.phone == self.token
        return bool(held) and (self.rig.table.settings.by_hand or self.putting_right)

    # --- doing ---------------------------------------------------------------------------------------------------

    def tap(self, square: str) -> str | None:
        """Tap a square; why that did nothing, if it did not."""
        self.rig.wait_until(self.feels, FELT_S)
        asked = [(each, choice) for each in self.prompts() for choice in each.choices if choice.square == square]
        if asked and not self.wood.hand:
            prompt, choice = asked[0]
            return self.answer(prompt, choice.value)
        intents = self.intents(square)
        return self.send(intents) if intents else "The page knows nothing that this tap could mean."

    def send(self, intents: list[Intent]) -> str | None:
        """Have the board do this; why it refuses."""
        for kind, name, piece in intents:
            spot = None if name is None else self.rig.square(name)
            number = self.rig.scenes.snapshot().number
            tap = Tap(kind, spot, piece, self.token, self.seats, number)
            try:
                self.rig.work(lambda tap=tap: self.rig.hands.tap(tap, self.rig.seating))
            except Refused as refused:
                return str(refused.reason)
        self.rig.scan()
        return None

    def answer(self, prompt: ScenePrompt, value: str) -> str | None:
        """Answer a question; why the table refuses that."""
        return self._wish(Answer(prompt.id, value, self.seats))

    def end_turn(self) -> str | None:
        """Tap *End turn*."""
        snapshot = self.rig.scenes.snapshot()
        return self._wish(EndTurn(self.seats, snapshot.seen_in(snapshot.number)))

    def _wish(self, event: Answer | EndTurn) -> str | None:
        before = len(self.rig.refusals)
        self.rig.send(event)
        refused = self.rig.refusals[before:]
        return refused[0] if refused else None


def _only_kind(pieces: list[str]) -> str | None:
    """Return a piece of these, if all are of one kind."""
    return pieces[0] if len(set(map(bare, pieces))) == 1 else None


def _owner(piece: str) -> Seat | None:
    return {"w": Seat.WHITE, "b": Seat.BLACK, "r": Seat.RED, "u": Seat.BLUE}.get(piece[0])


# --- sentences ---------------------------------------------------------------------------------------------------


def named(said: str) -> list[str]:
    """The squares that a sentence tells to tap."""
    found: list[str] = []
    before = ""
    for part in said.split(". "):
        if TAPS.search(part):
            found += SQUARE.findall(before if "that piece" in part else part)
        before = part
    return found


def promised(said: str, phone: Phone) -> list[tuple[str, bool]]:
    """Return the things that a sentence speaks of without a name, and whether each is there."""
    scene, wood = phone.scene, phone.wood
    lit = [name for name, light in scene.lights.items() if light.role is not None]
    green = [name for name in lit if scene.lights[name].role is Role.MOVE and name not in wood.stands]
    red = [name for name in lit if scene.lights[name].role is Role.CAPTURE and name in wood.stands]

    def any_of(names: list[str] | tuple[str, ...]) -> bool:
        return any(phone.intents(name) for name in names)

    return [(phrase, there) for phrase, there in (
        ("a marked piece", any_of([name for name in lit if name in wood.stands])),
        ("a green square", any_of(green)),
        ("a green or red square", any_of([*green, *red])),
        ("lit square", any_of(lit)),
        ("a lit piece to meet", any_of(scene.targets)),
        ("the piece that takes it", any_of(scene.joins)),
        ("End turn", scene.can_end_turn),
        ("the question below", bool(phone.prompts())),
    ) if phrase in said]


class Tapper:
    """Taps at random on one table, with one phone or two, and says what went wrong."""

    def __init__(self, rig: GlassRig, phones: list[Phone], chance: random.Random) -> None:
        self.rig, self.phones, self.chance = rig, phones, chance
        self.story: list[str] = []
        """The story so far, for whoever wants to see it again."""

    def go(self, taps: int) -> None:
        """So many taps, waiting and leaving in between; then find a way out of whatever that led to.

        :raises Unfollowable: something that was shown or said cannot be done.
        """
        for _ in range(taps):
            if self.over:
                return
            self._come_and_go()
            self._act(self._awake())
            self._wait(self.chance.choice((0.05, 0.05, 0.4, 1.0, 4.0)))
        self._find_way_out()

    def _find_way_out(self) -> None:
        """From whatever that led to, taps on what is lit or named lead back to a board in step."""
        for _ in range(WAY_OUT):
            if self.over or self._is_at_ease():
                return
            self._act(self._awake())
            self._wait(4.0)
        raise self._wrong(f"there is no way out of {self.phones[0].scene.now}")

    def _is_at_ease(self) -> bool:
        table = self.rig.table
        return table.goal is None and not table.difference and not self.rig.board.wood.hands

    @property
    def over(self) -> bool:
        """True if nothing more is to be done."""
        return self.rig.table.on_table is None or self.rig.table.on_table.outcome is not None

    def _awake(self) -> Phone:
        there = [phone for phone in self.phones if phone.awake]
        holding = [phone for phone in there if not phone.is_other_hand]
        return self.chance.choice(holding if holding and self.chance.random() < 0.8 else there)

    def _wait(self, seconds: float) -> None:
        self.story.append(f"{seconds}s")
        self.rig.wait(seconds)

    # --- leaving -------------------------------------------------------------------------------------------------

    def _come_and_go(self) -> None:
        """Now and then a phone leaves, for a moment or for long, or one that had left comes back."""
        for phone in self.phones:
            if phone.awake and self.chance.random() < (0.15 if self.rig.board.wood.holds(phone.token) else 0.05):
                self._leave(phone)
            elif not phone.awake and self.chance.random() < 0.3:
                phone.wakes()
                self.story.append(f"{phone.token} wakes")
        if not any(phone.awake for phone in self.phones):
            self.chance.choice(self.phones).wakes()

    def _leave(self, phone: Phone) -> None:
        held = self.rig.board.wood.holds(phone.token)
        playing = phone.scene.status == "play"
        phone.leaves()
        self.story.append(f"{phone.token} leaves")
        gone_s = self.chance.choice((1.0, 5.0, HOLD_S + 3.0))
        self._wait(gone_s)
        still = self.rig.board.wood.holds(phone.token)
        if held and gone_s > HOLD_S and still:
            raise self._wrong(f"{still} never left the hand of a phone that has gone")
        if held and gone_s > HOLD_S and playing:
            self._check_put_back()

    def _check_put_back(self) -> None:
        """Check that the piece in the hand, and the action it was part of, was put back."""
        on_table, wood = self.rig.table.on_table, self.rig.board.wood
        if on_table is None or on_table.outcome is not None:
            return
        wanted = {square: bare(str(piece)) for square, piece in on_table.pieces.items()}
        if {square: bare(piece) for square, piece in wood.stands.items()} != wanted:
            raise self._wrong("what a phone held that has gone was put back by half")
        if self.rig.table.difference or self.rig.table.misplaced:
            raise self._wrong("everything was put back, and the table does not believe it")

    # --- tapping -------------------------------------------------------------------------------------------------

    def _act(self, phone: Phone) -> None:
        self.rig.wait_until(phone.feels, FELT_S)
        scene = phone.scene
        if phone.is_other_hand:
            self._tap(phone, self.chance.choice(list(scene.pieces)))
            return
        if scene.status in ("setup", "happening", "undo"):
            self._help(phone)
            return
        self._check_said(phone)
        said = named(str(scene.now))
        if said and self.chance.random() < 0.25:
            self._follow(phone, self.chance.choice(said))
        elif scene.can_end_turn and self.chance.random() < 0.2:
            self._say(phone, "End turn", phone.end_turn())
        elif phone.prompts() and (self.chance.random() < 0.3 or not self._worth(phone)):
            self._answer(phone, self.chance.choice(phone.prompts()))
        elif phone.wood.phone == phone.token and self.chance.random() < 0.1:
            self._say(phone, "Put back", phone.send([(TapKind.RETURN, None, None)]))
        elif phone.puts_away and self.chance.random() < 0.1:
            self._say(phone, "Into the tray", phone.send([(TapKind.GIVE, None, None)]))
        elif worth := self._worth(phone):
            self._tap(phone, self.chance.choice(worth))

    def _help(self, phone: Phone) -> None:
        """Do what the board asks for, after its own doings, of those who move every piece themselves."""
        lights, stands = phone.scene.lights, phone.wood.stands
        free = [name for name, light in lights.items() if light.role in FILL and name not in stands]
        full = [name for name, light in lights.items() if light.role in CLEAR and name in stands]
        if free and self.chance.random() < 0.7 and (phone.wood.hand or not full):
            self._tap(phone, self.chance.choice(free))
        elif phone.puts_away and self.chance.random() < 0.7:
            self._say(phone, "Into the tray", phone.send([(TapKind.GIVE, None, None)]))
        elif full:
            self._tap(phone, self.chance.choice(full))
        elif free and phone.wood.tray:
            piece = self.chance.choice(sorted(phone.wood.tray))
            self._say(phone, f"{piece} out of the tray", phone.send([(TapKind.TAKE, None, piece)]))

    def _worth(self, phone: Phone) -> list[str]:
        """The squares that somebody may tap: lit ones, and those that were named."""
        scene = phone.scene
        lit = [name for name, light in sorted(scene.lights.items()) if light.role not in TELLING]
        meeting = [*scene.targets, *scene.joins] if phone.wood.hand or self.chance.random() < 0.5 else []
        return meeting if meeting and self.chance.random() < 0.6 else [*lit, *named(str(scene.now)), *meeting]

    def _check_said(self, phone: Phone) -> None:
        """Whatever the sentence tells to tap can be tapped, and what it speaks of is there."""
        said = str(phone.scene.now)
        for phrase, there in promised(said, phone):
            if not there:
                raise self._wrong(f"there is nothing that could be meant by {phrase!r}: {said}")
        for square in named(said):
            if not phone.intents(square):
                raise self._wrong(f"a tap on {square} means nothing: {said}")

    def _follow(self, phone: Phone, square: str) -> None:
        said, before = str(phone.scene.now), (self.rig.board.wood, len(self.rig.record))
        refused = phone.tap(square)
        self.story.append(f"{phone.token}: {square} !")
        if refused is not None:
            raise self._wrong(f"{said} But a tap on {square} is refused: {refused}")
        if before == (self.rig.board.wood, len(self.rig.record)):
            raise self._wrong(f"{said} But a tap on {square} does nothing")

    def _tap(self, phone: Phone, square: str) -> None:
        self._say(phone, square, phone.tap(square))

    def _say(self, phone: Phone, what: str, refused: str | None) -> None:
        self.story.append(f"{phone.token}: {what}" + (f" ({refused})" if refused else ""))

    def _answer(self, phone: Phone, prompt: ScenePrompt) -> None:
        on_table = self.rig.table.on_table
        assert on_table is not None
        if prompt.kind == PromptKind.DIVISION:
            value = some_division(on_table.game, on_table.position, self.chance, prompt.seats[0])
        else:
            value = self.chance.choice(prompt.choices).value
        refused = phone.answer(prompt, value)
        self._say(phone, f"{prompt.id} {value}", refused)
        if refused is not None:
            raise self._wrong(f"an answer that was offered is refused: {refused}")

    def _wrong(self, why: str) -> Unfollowable:
        return Unfollowable(f"{why}\n{' | '.join(self.story)}")
