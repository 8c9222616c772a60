"""The program's own end of the link in step with the emulated time: the host takes no time at all."""

from collections.abc import Callable, Sequence

from pico import Frame, Pico

from firmware_bridge import link, messages
from firmware_bridge.codec import Decoder, encode
from firmware_bridge.link import Link, LinkState, Output, ReedChanged, Result, Send, Style, TilePicture

STEP_MS = 2.0
FULL_SUPPLY_MA = 60_000


class Host:
    """A program that has the port of an emulated tile open."""

    def __init__(self, pico: Pico, opens: bool = True) -> None:
        self.pico = pico
        self.link = Link(session=4711, opened_s=pico.now_ms / 1000)
        self.picture = TilePicture()
        self.events: list[tuple[float, Output]] = []
        """The outputs of the link, with the emulated milliseconds."""
        self.shown: list[int] = []
        """The numbers of the SHOWs that the tile answered."""
        self.shows_sent = 0
        self._decoder = Decoder()
        self._outbox = b""
        if opens:
            pico.ask(open=True)

    def _take(self, result: Result) -> None:
        self.link, outputs = result
        for output in outputs:
            if isinstance(output, Send):
                self._outbox += encode(output.payload)
                self.shows_sent += output.payload[0] == messages.SHOW
            else:
                self.events.append((self.pico.now_ms, output))

    def _now_s(self) -> float:
        return self.pico.now_ms / 1000

    def step(self, for_ms: float) -> None:
        """Let time pass, at most so much: until something comes in."""
        write, self._outbox = self._outbox, b""
        for payload in self._decoder.feed(self.pico.run(for_ms, write, until_bytes=True)):
            if payload[0] == messages.SHOWN:
                self.shown.append(payload[1])
            self._take(link.heard(self.link, payload, self._now_s()))
        self._take(link.tick(self.link, self._now_s()))
        self._take(link.want(self.link, self.picture, self._now_s()))

    def run(self, for_ms: float) -> None:
        """Follow the tile for so long."""
        end_ms = self.pico.now_ms + for_ms
        while self.pico.now_ms < end_ms - 0.001:
            self.step(min(STEP_MS, end_ms - self.pico.now_ms))

    def until(self, true: Callable[[], bool], within_ms: float = 5000) -> bool:
        """Follow the tile until something is so; whether it came about."""
        end_ms = self.pico.now_ms + within_ms
        while not true():
            if self.pico.now_ms >= end_ms:
                return False
            self.step(STEP_MS)
        return True

    def up(self) -> bool:
        """Wait until the tile has answered."""
        return self.until(lambda: self.link.state is LinkState.UP, 9000)

    def send(self, data: bytes) -> None:
        """Put bytes of a check's own on the line."""
        self._outbox += data

    def want(
        self, looks: Sequence[int], *, motion: bool = True, scale: int = 255, palette: int = 0,
        supply_ma: int = FULL_SUPPLY_MA, debounce_ms: int = 25,
    ) -> None:
        """Set the picture that the tile should show from now on."""
        style = Style(scale=scale, palette=palette, motion=motion, supply_ma=supply_ma, debounce_ms=debounce_ms)
        self.picture = TilePicture(bytes(looks), style)

    def confirmed(self) -> bool:
        """True if the tile has said that it shows the wanted picture."""
        return self.link.flight is None and self.link.confirmed == self.picture

    def show(self, looks: Sequence[int], **style: object) -> Frame | None:
        """Show a picture and wait for the first frame that began after the tile had all of it."""
        self.want(looks, **style)  # type: ignore[arg-type]
        self.until(self.confirmed)
        heard_ms = self.pico.now_ms
        frames = self.pico.frames
        self.until(lambda: bool(frames) and frames[-1].began_ms > heard_ms - SHOWN_MS, 500)
        return next((frame for frame in frames if frame.began_ms > heard_ms - SHOWN_MS), None)

    def changes(self, since: int = 0) -> list[tuple[float, int, bool]]:
        """The touches reported since so many events: when, which reed, whether it closed."""
        found = [(at_ms, event) for at_ms, event in self.events[since:] if isinstance(event, ReedChanged)]
        return [(at_ms, event.reed, event.covered) for at_ms, event in found]

    def reopen(self) -> bool:
        """Take the port as lost and open it anew."""
        self.until(lambda: self.pico.configured, 1000)
        self.pico.ask(open=True)
        self._decoder = Decoder()
        self._outbox = b""
        self._take(link.lost(self.link, link.UNHEARD))
        return self.up()


SHOWN_MS = 5.0
"""The tile says that it shows a picture before it begins to draw it, and what it says is on its way for a while."""
