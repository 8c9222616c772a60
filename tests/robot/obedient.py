"""Somebody who knows nothing but the lights, the sentence under the board and the picture on the panel, and obeys."""

import random

from asked_for import innermost
from done_by_hand import bare
from fingers import HAND, Fingers
from judge import Mistaken
from rig import ALL_SEATS, Rig

from engine.core.messages import Message
from engine.core.squares import Square
from table.messages.events import EndTurn, SetManual, TouchManual
from table.messages.lights import Role
from table.messages.scene import Scene

UNEASY = {Role.WRONG, Role.PLACE, Role.CLEAR, Role.ORIGIN, Role.NO_MOVE, Role.CHOICE, Role.MARCH_FROM, Role.MARCH_TO}
TAKE_OFF = (Role.WRONG, Role.CLEAR, Role.MARCH_FROM)
PUT_BACK = (Role.MARCH_TO, Role.PLACE, Role.NO_MOVE, Role.ORIGIN, Role.SPAWN)
COLOURS = {"white": "w", "red": "r", "black": "b", "blue": "u"}
MOST_STEPS = 200


class Obedient:
    """Does what the board asks for until it asks for nothing any more."""

    def __init__(self, rig: Rig, chance: random.Random) -> None:
        self.rig = rig
        self.fingers = Fingers(rig, chance)
        self.touches = 0
        """Since the game went on or back last."""
        self.asked = 0
        self.literally = False

    def come_back(self) -> None:
        """Obey until the board is at ease.

        :raises Mistaken: it never is, asks for what cannot be done, or for more touches than wrong pieces need.
        """
        record, most = list(self.rig.record), self._most_touches()
        for _ in range(MOST_STEPS):
            self.fingers.rest(1.0)
            if record != self.rig.record:  # what lay there was a move after all: other pieces stand wrong now
                record, most, self.touches = list(self.rig.record), self._most_touches(), 0
            seen = self.rig.scene()
            if self.touches > most:
                raise Mistaken(f"{self.touches} touches instead of {most}: {seen.now} {lit(seen)}")
            if not at_ease(seen):
                self._obey(seen)
            elif not self._notices(seen):
                self.fingers.empty()
                return
        raise Mistaken(f"never at ease: {self.rig.scene().now} {lit(self.rig.scene())}")

    def follow_computer(self) -> None:
        """Obey until what a computer chose is carried out, or only waits to be seen, or it does more.

        :raises Mistaken: that never comes about.
        """
        known = len(self.rig.record)
        for _ in range(MOST_STEPS):
            self.fingers.rest(1.0)
            if self.rig.table.goal is None or self.rig.table.in_step or len(self.rig.record) != known:
                self.fingers.empty()
                return
            self._obey(self.rig.scene())
        raise Mistaken(f"never carried out: {self.rig.scene().now} {lit(self.rig.scene())}")

    def _most_touches(self) -> int:
        """One to lift each piece that stands wrong, one to put each where it belongs."""
        wanted = {square: bare(str(piece)) for square, piece in self.fingers.on_table.pieces.items()}
        stands = self.rig.board.wood.stands
        lifts = sum(wanted.get(square) != piece for square, piece in stands.items())
        return lifts + sum(stands.get(square) != piece for square, piece in wanted.items())

    def _obey(self, seen: Scene) -> None:
        prompt = next((each for each in seen.prompts if each.id.startswith(("hands:", "thoughts:"))), None)
        if prompt is not None and any(choice.value == "back" for choice in prompt.choices):
            self.asked += 1
            self.rig.answer(prompt.id, "back")
        elif prompt is not None:  # a piece too many, which is to be taken off
            self._lift(self._lit(seen, Role.CHOICE)[0])
        elif "End the turn" in seen.now.key:
            self.rig.send(EndTurn(ALL_SEATS))
        elif seen.commits_in_s is not None:
            self.fingers.rest(seen.commits_in_s + 0.1)
        elif not self._believe_switches(seen) and not self._does(seen):
            self.fingers.rest(12.0)  # a longer move may follow, or a switch that lies be named
            if self.rig.scene() == seen and not self._distrusts(seen) and not self._does(seen, literally=True):
                raise Mistaken(f"nothing can be done: {seen.now} {lit(seen)}")

    def _does(self, seen: Scene, literally: bool = False) -> bool:
        """Do the next thing that is asked for. What is as in the picture already is done only if it has to be."""
        self.literally = literally
        return self._obey_sentence(seen) or self._obey_lights(seen) or self._finish_move(seen)

    def _notices(self, seen: Scene) -> bool:
        """No sensor tells pieces that were in the air together, and some lie: whoever sees others than in the picture
        puts them right."""
        wanted = {self.rig.square(name): bare(piece) for name, piece in seen.pieces.items()}
        wood = dict(self.rig.board.wood.stands)
        wrong = [square for square, piece in wood.items() if wanted.get(square) != piece]
        for square in wrong:
            self.touches += 1
            self.fingers.lift(square)
            self.fingers.rest(0.1)
        self.fingers.rest(0.2)
        lacking = [square for square, piece in wanted.items() if wood.get(square) != piece]
        for square in lacking:
            self.touches += 1
            self.fingers.place(square, wanted[square])
            self.fingers.rest(0.1)
        return bool(wrong or lacking)

    def _believe_switches(self, seen: Scene) -> bool:
        """The panel names a switch that lies: look at its square, and tell what stands there."""
        lying = [name for name in seen.suspects if name not in seen.manual
                 and self.fingers.stands(self.rig.square(name)) != (name in seen.covered)]
        for name in lying:
            square = self.rig.square(name)
            self.rig.send(SetManual(square, True))
        self._tell(seen)
        return bool(lying)

    def _distrusts(self, seen: Scene) -> bool:
        """Declare switches dead if the board goes on asking for what is done already; return True if there were any."""
        wood = self.rig.board.wood.stands
        done = [square for square in map(self.rig.square, set(seen.suspects) - set(seen.manual))
                if wood.get(square) == self._wanted(square)]
        for square in done:
            self.rig.send(SetManual(square, True))
        return bool(done)

    def _tell(self, seen: Scene) -> None:
        for name in self.rig.scene().manual:
            square = self.rig.square(name)
            self.rig.send(TouchManual(square, self.fingers.stands(square)))

    def _obey_sentence(self, seen: Scene) -> bool:
        now = innermost(seen.now)
        values = dict(now.values)
        source, target = (self._square(values.get(name)) for name in ("source", "target"))
        if now.key.startswith("Take the {piece} off") and source is not None:
            self._check_name(values["piece"], self.rig.board.wood.stands.get(source, ""))
            return self._lift(source)
        if now.key.startswith("Put the {piece} from") and source is not None and target is not None:
            return self._move_told(source, target, values["piece"])
        if now.key.startswith(("Put the {piece}", "Put a {piece}")) and target is not None:
            piece = self._piece_told(values["piece"], seen, target, back="back" in now.key)
            return self._lift(target) and self._place(target, piece) or self._place(target, piece)
        square = self._square(values.get("square"))
        if square is not None and ("back on {square}" in now.key or "Put it back" in now.key):
            name = self.rig.table.on_table.board.name(square)
            return name in seen.pieces and self._place(square, bare(seen.pieces[name]))
        return False

    def _move_told(self, source: Square, target: Square, named: object) -> bool:
        piece = self._piece_told(named, self.rig.scene(), target, back=False)
        moved = self._lift(source)
        return self._lift(target) and self._place(target, piece) or self._place(target, piece) or moved

    def _piece_told(self, named: object, seen: Scene, target: Square, back: bool) -> str:
        """The piece to be put on a square."""
        return _piece(named, seen, self.rig.table.on_table.board.name(target))

    def _check_name(self, named: object, stands: str) -> None:
        """Nobody who looks at the picture reads the name of what is to be taken off."""

    def _obey_lights(self, seen: Scene) -> bool:
        for role in TAKE_OFF:
            for square in self._lit(seen, role):
                if self._lift(square):
                    return True
        for role in PUT_BACK:
            for square in self._lit(seen, role):
                name = self.rig.table.on_table.board.name(square)
                if name in seen.pieces and self._place(square, bare(seen.pieces[name])):
                    return True
        return False

    def _finish_move(self, seen: Scene) -> bool:
        """Put the piece in the hand on a lit square, if it looks like the one lifted where the light says so."""
        origins = {bare(seen.pieces[name]) for name, light in seen.lights.items()
                   if light.role is Role.ORIGIN and name in seen.pieces}
        held = [piece for piece in self.rig.board.wood.holds(HAND)
                if self._lacks(piece, seen) and (piece in origins or self.literally)]
        free = [square for role in (Role.MOVE, Role.CAPTURE) for square in self._lit(seen, role)
                if not self.fingers.stands(square)]
        free.sort(key=lambda square: self._wanted(square) not in held)
        if not held or not free or not innermost(seen.now).key.startswith("Put the"):
            return False
        wanted = self._wanted(free[0])
        return self._place(free[0], wanted if wanted in held else held[-1])

    def _lacks(self, piece: str, seen: Scene) -> bool:
        """True if the picture shows more of such pieces than stand: a captured one has left the board."""
        shown = [bare(each) for each in seen.pieces.values()]
        return shown.count(piece) > list(self.rig.board.wood.stands.values()).count(piece)

    # --- hands ---------------------------------------------------------------------------------------------------

    def _wanted(self, square: Square) -> str | None:
        """Return the piece that the picture shows there."""
        scene = self.rig.scene()
        piece = scene.pieces.get(self.rig.table.on_table.board.name(square))
        return None if piece is None else bare(piece)

    def _lift(self, square: Square) -> bool:
        stands = self.rig.board.wood.stands.get(square)
        if stands is None or stands == self._wanted(square) and not self.literally:
            return False
        self.touches += 1
        self.fingers.lift(square)
        self.fingers.rest(0.3)
        self._tell(self.rig.scene())
        return True

    def _place(self, square: Square, piece: str) -> bool:
        if self.fingers.stands(square):
            return False
        if piece not in self.rig.board.wood.holds(HAND):
            astray = [each for each, stands in self.rig.board.wood.stands.items()
                      if stands == piece != self._wanted(each)]
            any(self._lift(each) for each in astray)
        self.touches += 1
        self.fingers.place(square, piece)
        self.fingers.rest(0.3)
        self._tell(self.rig.scene())
        return True

    def _square(self, name: object) -> Square | None:
        names = self.rig.table.on_table.board.by_name
        return names.get(name) if isinstance(name, str) else None

    def _lit(self, seen: Scene, role: Role) -> list[Square]:
        return [self.rig.square(name) for name, light in sorted(seen.lights.items()) if light.role is role]


def at_ease(seen: Scene) -> bool:
    """True if nothing is asked for but to go on playing."""
    uneasy = any(light.role in UNEASY for light in seen.lights.values())
    return seen.status == "over" or seen.status == "play" and not uneasy


def lit(seen: Scene) -> dict[str, str]:
    return {name: str(light.role) for name, light in seen.lights.items() if light.role}


def _piece(named: object, seen: Scene, target: str) -> str:
    """The piece of this colour and kind; the picture of the panel tells the same."""
    wanted = bare(seen.pieces[target])
    if isinstance(named, Message) and named.key == "{colour} {piece}":
        values = dict(named.values)
        kinds = {str(text): kind for kind, text in seen.piece_names.items()}
        said = COLOURS[str(values["colour"])] + kinds[str(values["piece"])]
        if said != wanted:
            raise Mistaken(f"the sentence asks for {said} on {target}, the picture shows {wanted}")
    return wanted
