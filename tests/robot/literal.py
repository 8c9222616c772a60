"""Somebody who obeys sentence and lights to the letter, and looks at the picture only if asked to."""

import random

from done_by_hand import bare
from fingers import HAND
from judge import Mistaken
from obedient import COLOURS, Obedient
from rig import Rig

from engine.core.messages import Message
from engine.core.squares import Square
from table.messages.lights import Role
from table.messages.scene import Scene


class Literal(Obedient):
    """Does what the board asks for, with the very pieces that it names."""

    def __init__(self, rig: Rig, chance: random.Random) -> None:
        """He is there before anything happens, and hears which actions are played."""
        super().__init__(rig, chance)
        self.told = 0
        self.record = list(rig.record)

    def come_back(self) -> None:
        """Obey until the board is at ease.

        :raises Mistaken: it never is, names a piece that is another one, or is at ease with wrong pieces on it though
            it had said what to do.
        """
        told = self.told
        super().come_back()
        if self.told > told and self._wrong(self.rig.scene()):
            raise Mistaken(f"all is well, and the wood is wrong: {self._wrong(self.rig.scene())}")

    def _wrong(self, seen: Scene) -> dict[Square, tuple[str | None, str | None]]:
        wanted = {self.rig.square(name): bare(piece) for name, piece in seen.pieces.items()}
        stands = self.rig.board.wood.stands
        return {square: (stands.get(square), wanted.get(square)) for square in {*stands, *wanted}
                if stands.get(square) != wanted.get(square)}

    def _notices(self, seen: Scene) -> bool:
        """Look at no picture that nobody speaks of, unless an action was played that nobody meant: that is told."""
        surprised, self.record = self.record != self.rig.record, list(self.rig.record)
        return surprised and super()._notices(seen)

    def _obey(self, seen: Scene) -> None:
        self.told += 1
        if any(each.id.startswith("thoughts:") for each in seen.prompts):
            self._lift(self._lit(seen, Role.CHOICE)[0])  # it was played: there is a piece too many
        elif "picture on a phone" not in str(seen.now) or not self._compares(seen):
            super()._obey(seen)

    def _compares(self, seen: Scene) -> bool:
        """Put all right as in the picture, or say that it is."""
        if super()._notices(seen):
            return True
        prompt = next((each for each in seen.prompts if each.id.startswith("stands:")), None)
        if prompt is not None:
            self.rig.answer(prompt.id, prompt.choices[0].value)
        return prompt is not None

    def _does(self, seen: Scene, literally: bool = True) -> bool:
        return super()._does(seen, literally=True)

    def _move_told(self, source: Square, target: Square, named: object) -> bool:
        """Put what stands on one square on another one."""
        stands = self.rig.board.wood.stands.get(source)
        if stands is None:
            return False
        self._check_name(named, stands)
        return self._lift(source) and (self._lift(target) or True) and self._place(target, stands)

    def _piece_told(self, named: object, seen: Scene, target: Square, back: bool) -> str:
        held = self.rig.board.wood.holds(HAND)
        name = _name(named, seen)
        if name is None:
            return super()._piece_told(named, seen, target, back)
        if back and name not in held:
            raise Mistaken(f"the sentence speaks of {name} in the hand, there is {held}")
        return name

    def _check_name(self, named: object, stands: str) -> None:
        name = _name(named, self.rig.scene())
        if name not in (None, stands):
            raise Mistaken(f"the sentence speaks of {name}, and it is {stands}")


def _name(named: object, seen: Scene) -> str | None:
    """The piece that a sentence names; ``None``: it does not."""
    if not isinstance(named, Message) or named.key != "{colour} {piece}":
        return None
    values, kinds = dict(named.values), {str(text): kind for kind, text in seen.piece_names.items()}
    return COLOURS[str(values["colour"])] + kinds[str(values["piece"])]
