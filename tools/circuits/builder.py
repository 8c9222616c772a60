"""A person before a mis-wired board, who does what the wiring wizard says.

The reeds are read by the real matrix driver over a circuit, so that missing diodes make real ghosts.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from circuits.reeds_gpio import MatrixCircuit, mock_factory

from daemon.workshop.wizard.frames import WALK_S, pixels
from daemon.workshop.wizard.result import findings
from daemon.workshop.wizard.state import (
    DARK,
    EMPTY,
    END,
    MORE,
    NO,
    NONE,
    NOTHING,
    PART,
    THERE,
    WHOLE,
    YES,
    AnswerGiven,
    ReedsSettled,
    Wires,
    Wizard,
    WizardStep,
)
from daemon.workshop.wizard.steps import begin, step
from daemon.workshop.wizard.view import view
from engine.core.squares import Square, bits
from hardware.board_map import BoardMap
from hardware.drivers.reeds_gpio import MatrixReeds
from hardware.lights.power import Branch

PINS = (4, 5, 6, 13, 16, 17, 19, 20, 21, 22, 23, 24, 25, 26, 27, 12)
VISITS = (WizardStep.PROBE, WizardStep.GAP, WizardStep.DOUBT, WizardStep.SQUARE)
NAMES = {"R": "red", "G": "green", "B": "blue"}


class Builder:
    """The board is wired as ``truth`` says.

    ``dead``, ``stuck``: reeds that never or always are closed; ``diodeless``: reeds without a diode; ``bridged``:
    squares that also close a reed of another; ``exchanged``: the wires of rows and columns are, or all diodes are the
    wrong way round. ``reach``: a piece closes the reeds so many files and ranks from its own, too; ``joined_rows``,
    ``joined_columns``: numbers of rows or columns whose wires touch; ``others``: squares of pieces that stand on the
    board while ranks are swept. ``dark``: squares whose ring does not shine; ``dark_pixels``: of the chain; ``ends``:
    from this pixel on all are dark; ``shows``: the colours that the three bytes of a pixel really show; ``told``:
    pixels per ring according to the configuration.

    ``sweeps``, ``placed``, ``answers``: what it took so far.
    """

    def __init__(
        self, truth: BoardMap, dead: int = 0, stuck: int = 0, diodeless: int = 0, dark: Sequence[str] = (),
        shows: str = "RGB", matrix: bool = True, supply_a: float = 4.0, exchanged: bool = False,
        bridged: Mapping[str, int] | None = None, told: int | None = None, dark_pixels: Sequence[int] = (),
        ends: int | None = None, reach: Sequence[tuple[int, int]] = (), joined_rows: Sequence[int] = (),
        joined_columns: Sequence[int] = (), others: Sequence[str] = (), branches: tuple[Branch, ...] = (),
    ) -> None:
        rows, columns = PINS[: truth.board.ranks], PINS[-truth.board.files :]
        self.truth = truth
        self.board = truth.board
        self.shows = shows
        self.dark = {self.board.parse(name) for name in dark}
        self.dark_pixels, self.ends = set(dark_pixels), truth.pixel_count if ends is None else ends
        self.dead, self.stuck = dead, stuck
        self.bridged = {self.board.parse(name): reed for name, reed in (bridged or {}).items()}
        self.reach, self.joined_rows, self.joined_columns = reach, joined_rows, joined_columns
        self.others = [self.board.parse(name) for name in others]
        self.pieces: list[Square] = []
        circuit = (
            MatrixCircuit(columns, rows, self._closed_exchanged) if exchanged
            else MatrixCircuit(rows, columns, self._closed, diodeless)
        )
        self.reeds = MatrixReeds(rows, columns, pin_factory=mock_factory(circuit))
        per_ring = truth.pixels_per_ring if told is None else told
        diodes = len(columns) if matrix else 0
        pixel_count = per_ring * self.board.size
        self.wires = Wires(self.board, self.reeds.count, pixel_count, per_ring, diodes, supply_a, branches)
        self.wizard = begin(self.wires)
        self.sweeps = self.placed = self.answers = 0

    def _closed(self) -> int:
        felt = {near for square in self._standing() for near in (square, *self._reached(square))}
        under = sum(1 << reed for reed, square in enumerate(self.truth.reeds) if square in felt)
        touching = sum(1 << reed for square, reed in self.bridged.items() if square in self.pieces)
        return self._touching((under | touching) & ~self.dead | self.stuck)

    def _standing(self) -> list[Square]:
        swept = self.wizard.phase is WizardStep.SWEEP
        return [*self.pieces, *(self.others if swept else ())]

    def _reached(self, square: Square) -> Iterator[Square]:
        file, rank = self.board.file(square), self.board.rank(square)
        for files, ranks in self.reach:
            if 0 <= file + files < self.board.files and 0 <= rank + ranks < self.board.ranks:
                yield self.board.square(file + files, rank + ranks)

    def _touching(self, closed: int) -> int:
        """The same reeds, with those that answer too because the wires of their rows or columns touch."""
        width = self.board.files
        for reed in bits(closed):
            row, column = divmod(int(reed), width)
            rows = self.joined_rows if row in self.joined_rows else (row,)
            columns = self.joined_columns if column in self.joined_columns else (column,)
            closed |= sum(1 << each * width + other for each in rows for other in columns)
        return closed

    def _closed_exchanged(self) -> int:
        places = (divmod(int(reed), self.board.files) for reed in bits(self._closed()))
        return sum(1 << column * self.board.ranks + row for row, column in places)

    # --- eyes ----------------------------------------------------------------------------------------------------

    def shining(self, now_s: float = 0.0) -> dict[Square, list[str]]:
        """The squares that shine, with the colours of their pixels that do."""
        frame, seen = pixels(self.wizard, now_s), {}
        for square, first in enumerate(self.truth.first_pixels):
            if first is None or square in self.dark:
                continue
            ring = range(first, min(first + self.truth.pixels_per_ring, self.ends))
            sent = {n: frame[3 * n : 3 * n + 3] for n in ring if n not in self.dark_pixels}
            colours = ["".join(self.shows[n] for n, byte in enumerate(pixel) if byte) for pixel in sent.values()]
            if any(colours):
                seen[Square(square)] = [colour for colour in colours if colour]
        return seen

    def lit(self, now_s: float = 0.0) -> dict[Square, str]:
        """The squares that shine, and in which colour."""
        return {square: colours[0] for square, colours in self.shining(now_s).items()}

    def _first_ring(self) -> str:
        shining = self.shining()
        if len(shining) != 1:
            return MORE if shining else NONE
        return WHOLE if len(*shining.values()) == self.truth.pixels_per_ring else PART

    def walked(self, way: Sequence[Square]) -> list[Square | None]:
        """Return the squares on which a light is seen while it should walk this way."""
        return [next(iter(self.lit((n + 0.5) * WALK_S)), None) for n in range(len(way))]

    # --- hands ---------------------------------------------------------------------------------------------------

    def stand(self, *squares: Square) -> None:
        """Move pieces until exactly these stand, one touch at a time."""
        self.read()
        for square in [each for each in self.pieces if each not in squares]:
            self.pieces.remove(square)
            self.read()
        for square in squares:
            if square not in self.pieces:
                self.pieces.append(square)
                self.placed += 1
                self.read()

    def draw(self, way: Sequence[Square], overlap: bool = False) -> None:
        """Draw a piece along squares. ``overlap``: its magnet closes the next reed before it leaves the last one."""
        self.stand()
        self.sweeps += 1
        for square in way:
            if not overlap:
                self.pieces = []
                self.read()
            self.pieces.append(square)
            self.read()
            self.pieces = [square]
            self.read()

    def read(self) -> None:
        self.wizard = step(self.wizard, ReedsSettled(self.reeds.read()))

    def say(self, answer: str) -> None:
        assert answer in dict(view(self.wizard).choices), f"{answer} is not offered in {self.wizard.phase}"
        self.answers += 1
        self.wizard = step(self.wizard, AnswerGiven(answer))

    # --- the whole way -------------------------------------------------------------------------------------------

    def follow(self, until: WizardStep = WizardStep.DONE, diodes: bool = True) -> Wizard:
        """Do what is asked until the wizard is there."""
        while self.wizard.phase is not until:
            before = self.wizard
            self.obey(diodes)
            assert self.wizard != before, f"stuck at {view(self.wizard).sentence}"
        return self.wizard

    def obey(self, diodes: bool = True) -> None:
        """Do what is asked now."""
        deeds: dict[WizardStep, Callable[[], None]] = {
            WizardStep.RED: self._name_colour,
            WizardStep.GREEN: self._name_colour,
            WizardStep.PIXELS: lambda: self.say(self._first_ring()),
            WizardStep.EMPTY: self._clear,
            WizardStep.SWEEP: self._sweep,
            WizardStep.CLEAR: self._clear,
            WizardStep.ORDER: self._visit_lit,
            WizardStep.WALK: self._watch,
            WizardStep.RANKS: self._watch,
            WizardStep.RINGS: self._visit_lit,
            WizardStep.REST: self._look,
            WizardStep.SHINES: lambda: self.say(YES if set(self.lit()) == {self.wizard.square} else NO),
            WizardStep.ASK_DIODES: lambda: self.say(YES if diodes else NO),
            WizardStep.DIODES: self._test_diode,
            WizardStep.REACH: self._stand_alone,
        }
        asked = tuple(view(self.wizard).asked)
        deeds |= {phase: lambda: self._visit(asked[0], NOTHING) for phase in VISITS}
        if self.wizard.phase in deeds:
            deeds[self.wizard.phase]()

    def _name_colour(self) -> None:
        colours = set(self.lit().values())
        self.say(NAMES[colours.pop()] if colours else NONE)

    def _clear(self) -> None:
        phase = self.wizard.phase
        self.stand()
        if self.wizard.phase is phase:
            self.say(EMPTY)

    def _look(self) -> None:
        self.say(YES if self.lit() else NO)

    def _sweep(self) -> None:
        rank, phase = self.wizard.ranks, self.wizard.phase
        self.draw(self.wizard.wires.rank(rank[0]))
        if (self.wizard.ranks, self.wizard.phase) == (rank, phase):
            self.say(END)

    def _visit(self, square: Square, otherwise: str) -> None:
        def asked() -> object:
            return self.wizard.phase, view(self.wizard).sentence, self.wizard.placed, self.wizard.queue

        before = asked()
        self.stand()
        self.stand(square)
        if asked() == before:
            self.say(otherwise)

    def _visit_lit(self) -> None:
        lit = list(self.lit())
        self._visit(lit[0], self.board.name(lit[0])) if lit else self.say(DARK)

    def _stand_alone(self) -> None:
        asked = tuple(view(self.wizard).asked)
        self.stand()
        self.stand(*asked)
        self.say(THERE if asked else EMPTY)

    def _watch(self) -> None:
        whole = self.wizard.phase is WizardStep.WALK
        way = self.wizard.wires.walk if whole else self.wizard.wires.rank(self.wizard.number)
        seen = self.walked(way)
        unlit = [square for square, lit in zip(way, seen, strict=True) if lit is None]
        if seen == list(way):
            self.say(YES)
        elif whole or any(lit not in (None, square) for square, lit in zip(way, seen, strict=True)):
            self.say(NO)
        elif len(unlit) == len(way):
            self.say(DARK)
        else:
            rings = dict(self.wizard.rings)
            for square in unlit:
                if not self.wizard.dark >> rings[square] & 1:  # else the wizard knows
                    self.say(self.board.name(square))
            self.say(YES)

    def _test_diode(self) -> None:
        test, number = self.wizard.test, self.wizard.number
        assert set(self.lit()) == {square for square in test.covered if square in dict(self.wizard.rings)} - self.dark
        self.stand(*test.covered)
        if self.wizard.phase is WizardStep.DIODES and self.wizard.number == number:
            self.say(EMPTY)


def said(wizard: Wizard) -> list[str]:
    """Return the wizard's findings in words."""
    return [str(finding) for finding in findings(wizard)]
