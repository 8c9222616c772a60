"""Somebody who knows nothing but the lights, the sentence under the board and the picture on the panel, and obeys."""

import random

from fingers import Fingers
from judge import Mistaken
from plans import bare
from rig import ALL_SEATS, Rig

from engine.messages import Message
from engine.squares import Square
from table.words.events import EndTurn, SetManual, TouchManual
from table.words.lights import Role
from table.words.scene import Scene

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
        self.asked = 0

    def come_back(self) -> None:
        """Obey until the board is at ease.

        :raises Mistaken: it never is, or asks for what cannot be done.
        """
        for _ in range(MOST_STEPS):
            self.fingers.rest(1.0)
            seen = self.rig.scene()
            if not at_ease(seen):
                self._obey(seen)
            elif not self._notices(seen):
                self.fingers.empty()
                return
        raise Mistaken(f"never at ease: {self.rig.scene().now} {lit(self.rig.scene())}")

    def _obey(self, seen: Scene) -> None:
        prompt = next((each for each in seen.prompts if each.id.startswith(("hands:", "thoughts:"))), None)
        if prompt is not None:
            self.asked += 1
            self.rig.answer(prompt.id, "back")
        elif "End the turn" in seen.now.key:
            self.rig.send(EndTurn(ALL_SEATS))
        elif seen.commits_in_s is not None:
            self.fingers.rest(seen.commits_in_s + 0.1)
        elif not any(obey(seen) for obey in (self._believe_switches, self._obey_sentence, self._obey_lights)):
            self.fingers.rest(12.0)  # a longer move may follow, or a switch that lies be named
            if self.rig.scene() == seen:
                raise Mistaken(f"nothing can be done: {seen.now} {lit(seen)}")

    def _notices(self, seen: Scene) -> bool:
        """No sensor tells pieces that were in the air together: who sees others than in the picture swaps them."""
        wanted = {self.rig.square(name): bare(piece) for name, piece in seen.pieces.items()}
        wood = dict(self.rig.board.wood.stands)
        wrong = [square for square, piece in wood.items() if wanted.get(square, piece) != piece]
        for square in wrong:
            self.touches += 1
            self.fingers.lift(square)
            self.fingers.rest(0.1)
        self.fingers.rest(0.2)
        for square in wrong:
            self.touches += 1
            self.fingers.place(square, wanted[square])
            self.fingers.rest(0.1)
        return bool(wrong)

    def _believe_switches(self, seen: Scene) -> bool:
        """The panel names a switch that lies: look at its square, and tell what stands there."""
        lying = [name for name in seen.suspects if name not in seen.manual
                 and self.fingers.stands(self.rig.square(name)) != (name in seen.covered)]
        for name in lying:
            square = self.rig.square(name)
            self.rig.send(SetManual(square, True))
        self._tell(seen)
        return bool(lying)

    def _tell(self, seen: Scene) -> None:
        for name in self.rig.scene().manual:
            square = self.rig.square(name)
            self.rig.send(TouchManual(square, self.fingers.stands(square)))

    def _obey_sentence(self, seen: Scene) -> bool:
        now = innermost(seen.now)
        values = dict(now.values)
        source, target = (self._square(values.get(name)) for name in ("source", "target"))
        if now.key.startswith("Take the {piece} off") and source is not None:
            return self._lift(source)
        if now.key.startswith(("Put the {piece}", "Put a {piece}")) and target is not None:
            piece = _piece(values["piece"], seen, self.rig.table.on_table.board.name(target))
            if source is not None:
                self._lift(source)
            self._lift(target)
            return self._place(target, piece)
        square = self._square(values.get("square"))
        if square is not None and ("back on {square}" in now.key or "Put it back" in now.key):
            name = self.rig.table.on_table.board.name(square)
            return name in seen.pieces and self._place(square, bare(seen.pieces[name]))
        return False

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

    # --- hands ---------------------------------------------------------------------------------------------------

    def _lift(self, square: Square) -> bool:
        if not self.fingers.stands(square):
            return False
        self.touches += 1
        self.fingers.lift(square)
        self.fingers.rest(0.3)
        self._tell(self.rig.scene())
        return True

    def _place(self, square: Square, piece: str) -> bool:
        if self.fingers.stands(square):
            return False
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
    """Whether nothing is asked for but to go on playing."""
    return seen.status in ("play", "over") and not any(light.role in UNEASY for light in seen.lights.values())


def lit(seen: Scene) -> dict[str, str]:
    return {name: str(light.role) for name, light in seen.lights.items() if light.role}


def innermost(message: Message) -> Message:
    """What a sentence asks for, without what is said around it."""
    values = dict(message.values)
    for name in ("said", "first", "repair"):
        wrapped = values.get(name)
        if isinstance(wrapped, Message):
            return innermost(wrapped)
    return message


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
