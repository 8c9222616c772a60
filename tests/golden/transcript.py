"""Golden transcripts: what hands do goes in, what lights and actions answer comes out, all of it written down.

A transcript is a text file. Lines that begin with ``>`` are played; everything else is what the table answered, and is
compared whole. To write the answers anew after a deliberate change (then read the difference!):

    python tests/golden/transcript.py tests/golden/*.txt

Inputs: ``start GAME {options}``, ``position GAME {options and state}``, ``set up``, ``lift SQUARE …``,
``place SQUARE …``, ``wait SECONDS``, ``follow lights``, ``answer VALUE``, ``chance ACTION …`` (what chance is to decide
next), ``end turn``, ``undo``, ``pause``, ``resume``, ``typed dice``, ``play ACTION`` (plain hands for it).
"""

import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "table"))

from play_table import PlayTable

from engine.core.pieces import Seat
from engine.core.squares import bits
from engine.records.game_record import begin
from engine.registry import find_game
from table.messages.events import Answer, ChangeSettings, ContinueGame, EndTurn, Pause, Resume, StartGame, TakeBack
from table.messages.new_game import NewGame
from table.messages.settings import Settings
from table.model.state import Table
from table.output import guidance

SEATS = frozenset(Seat)


class Scribe(PlayTable):
    """A table that writes down what it is told and what it answers."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self._lights: dict[str, str] = {}
        self._said: list[str] = []
        self._game = ""
        self._options: dict[str, Any] = {}

    def do(self, line: str) -> None:
        """Play one input line and write down the answer."""
        self.lines.append(f"> {line}")
        self.refusals.clear()
        word, _, rest = line.partition(" ")
        if word in ("start", "position"):
            self._clear_table()
        before = self.actions if self.table.on_table else []
        getattr(self, f"_do_{word}")(rest)
        self._write_answer(before)

    def _clear_table(self) -> None:
        """Every game begins with an empty board."""
        self.table = Table()
        self._lights = {}

    # --- inputs --------------------------------------------------------------------------------------------------

    def _do_start(self, rest: str) -> None:
        self._game, _, options = rest.partition(" ")
        self._options = json.loads(options or "{}")
        self.send(StartGame("golden", NewGame(self._game, self._options, {}, False)))

    def _do_position(self, rest: str) -> None:
        game, _, data = rest.partition(" ")
        given = json.loads(data)
        rules = find_game(game)
        played = begin(rules, rules.read_options(given.get("options", {})), given["state"])
        self.send(ContinueGame("golden", NewGame(game, played.options.as_data(), {}, False), played, 0))

    def _do_set(self, rest: str) -> None:
        assert self.table.on_table is not None
        for square in bits(self.table.on_table.occupied & ~self.table.covered):
            self.place(self.table.on_table.board.name(square))
        self.wait()

    def _do_lift(self, rest: str) -> None:
        self.lift(*rest.split())

    def _do_place(self, rest: str) -> None:
        self.place(*rest.split())

    def _do_wait(self, rest: str) -> None:
        self.wait(float(rest))

    def _do_follow(self, rest: str) -> None:
        self.follow_lights()
        self.wait()

    def _do_answer(self, rest: str) -> None:
        prompt = next(
            each for each in self.scene(SEATS).prompts
            if each.kind == "division" and rest.startswith(each.seats[0])
            or rest in [choice.value for choice in each.choices]
        )
        self.send(Answer(prompt.id, rest, frozenset(prompt.seats)))

    def _do_chance(self, rest: str) -> None:
        self.fixed += rest.split()

    def _do_end(self, rest: str) -> None:
        self.send(EndTurn(SEATS))

    def _do_undo(self, rest: str) -> None:
        self.send(TakeBack(SEATS, frozenset()))

    def _do_pause(self, rest: str) -> None:
        self.send(Pause())

    def _do_resume(self, rest: str) -> None:
        self.send(Resume())

    def _do_typed(self, rest: str) -> None:
        self.send(ChangeSettings(Settings(typed_dice=True)))

    def _do_play(self, rest: str) -> None:
        on_table = self.table.on_table
        assert on_table is not None
        footprint = next(each.footprint for each in on_table.hand_actions if each.action.text == rest)
        names = on_table.board.sorted_names
        self.lift(*names(footprint.empties | footprint.swaps | footprint.returns))
        if footprint.touches:
            self.lift(*names(footprint.touches))
            self.place(*names(footprint.touches))
        self.place(*names(footprint.fills | footprint.swaps | footprint.returns))
        self.wait()

    # --- answers -------------------------------------------------------------------------------------------------

    def _write_answer(self, before: list[str]) -> None:
        self.lines += [f"refused: {each}" for each in self.refusals]
        after = self.actions if self.table.on_table else []
        common = 0
        while common < min(len(before), len(after)) and before[common] == after[common]:
            common += 1
        self.lines += [f"undone: {each}" for each in before[common:]]
        self.lines += [f"played: {each}" for each in after[common:]]
        self._write_lights()
        self._write_words()

    def _write_lights(self) -> None:
        if self.table.on_table is None:
            return
        lit: dict[str, list[str]] = {}
        for square, light in sorted(guidance.lights(self.table, self.now_s).items()):
            label = " ".join(str(part) for part in (light.role, light.seat, light.badge) if part)
            lit.setdefault(label, []).append(self.table.on_table.board.name(square))
        lights = {label: " ".join(squares) for label, squares in lit.items()}
        for label in sorted({*lights, *self._lights}):
            if lights.get(label) != self._lights.get(label):
                self.lines.append(f"  {label}: {lights.get(label, 'none')}")
        self._lights = lights

    def _write_words(self) -> None:
        seen = self.scene(SEATS)
        said = [f"  [{seen.status}] {seen.now}"]
        said += [f"  asks {','.join(each.seats)}: {each.message} ({each.kind}: "
                 f"{' '.join(choice.value for choice in each.choices) or each.points})" for each in seen.prompts]
        if seen.winners is not None:
            said.append(f"  result: {' '.join(seen.winners) or 'draw'} by {seen.reason}")
        if said != self._said:
            self.lines += said
        self._said = said


def play(text: str) -> tuple[str, list[str]]:
    """The transcript of the inputs in a text, and the actions it has played."""
    scribe = Scribe()
    played: list[str] = []
    for line in text.splitlines():
        if line.startswith("# "):
            scribe.lines.append(line)
        elif line.startswith("> "):
            scribe.do(line[2:])
            played += [each.removeprefix("played: ") for each in scribe.lines if each.startswith("played: ")]
    return "\n".join(scribe.lines) + "\n", sorted(set(played))


if __name__ == "__main__":
    for name in sys.argv[1:]:
        path = Path(name)
        path.write_text(play(path.read_text())[0])
