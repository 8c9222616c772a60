"""The host's end of one tile's link: which events are new, what must be said again, and when the tile is gone.

Pure: every function takes a link, what happened and the time (monotonic seconds) and returns the next link and what
to do.

- The tile speaks first (ALIVE), so nothing is sent to one that is still in its service window.
- Events are numbered from the tile's power-up on, and each power-up has a number of its own (``boot``). The tile
  repeats events until they are acknowledged; here only the next expected one is taken. After a lost link with power
  kept, events therefore go on where they stopped. After lost power (or more events than a tile keeps) the reeds are
  read anew.
- One SHOW is under way at a time, repeated until confirmed; it names looks outright, so a repeated one changes
  nothing. After any gap the whole picture is sent again.
"""

from dataclasses import dataclass, replace
from enum import Enum

from engine.core.messages import Message, message
from firmware_bridge import messages

RETRY_FIRST_S = 0.05
RETRY_MAX_S = 0.8
SILENCE_S = messages.SILENCE_MS / 1000
FIRST_ANSWER_S = 5.0
"""The time that a tile may take at the start: its service window of 3 s, and some to begin."""
UNHEARD = message("nothing has come from it yet; look at its cable, its power and its firmware")


class LinkState(Enum):
    """The state of a link."""

    WAITING = "waiting"
    """The tile has not been heard yet, and it is too early to complain."""
    UP = "up"
    LOST = "lost"
    REFUSED = "refused"
    """The tile speaks another version."""


@dataclass(frozen=True, slots=True)
class Style:
    """The settings with which a whole tile draws and debounces.

    ``scale``: brightness as a share of what the supply allows, 0–255. ``overlay``, ``turn`` (the seat in whose colour a
    pause breathes; 0: none) and ``palette`` are numbers as in a SHOW. ``debounce_ms``: the rest of a reed before its
    change counts, 0–250. ``supply_ma``: the current that the tile's rings may draw, 0–65535.
    """

    scale: int = 0
    overlay: int = 0
    turn: int = 0
    palette: int = 0
    motion: bool = True
    debounce_ms: int = 25
    supply_ma: int = 0

    def fields(self) -> tuple[int, ...]:
        """Return the fields of a SHOW after its number, in order."""
        return (
            self.scale, self.overlay, self.turn, self.palette, int(self.motion), self.debounce_ms, self.supply_ma,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class TilePicture:
    """The picture that a tile should show: a look byte per reed, and the style."""

    looks: bytes = bytes(messages.REEDS)
    style: Style = Style()


@dataclass(frozen=True, slots=True)
class PendingShow:
    """A SHOW that is not confirmed yet."""

    number: int
    picture: TilePicture
    payload: bytes
    wait_s: float
    again_s: float


@dataclass(frozen=True, slots=True)
class Link:
    """The state of one link. ``session``: 1–65535, begins at random, changes with every gap."""

    session: int
    opened_s: float
    state: LinkState = LinkState.WAITING
    heard_s: float = 0.0
    boot: int | None = None
    expected: int = 0
    wanted: TilePicture = TilePicture()
    confirmed: TilePicture | None = None
    """The picture that the tile has confirmed; ``None``: unknown."""
    flight: PendingShow | None = None
    number: int = 0


# --- what to do --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Send:
    """An order to put this payload on the line."""

    payload: bytes


@dataclass(frozen=True, slots=True)
class ReedChanged:
    """A reed closed or opened."""

    reed: int
    covered: bool


@dataclass(frozen=True, slots=True)
class ReedsRead:
    """All reeds of the tile were read anew; bit *n* is reed *n*."""

    closed: int


@dataclass(frozen=True, slots=True)
class LinkUp:
    """The tile answers. ``firmware``: the version of all its files."""

    firmware: int


@dataclass(frozen=True, slots=True)
class LinkLost:
    """The tile does not answer; ``reason`` is half a sentence."""

    reason: Message


@dataclass(frozen=True, slots=True)
class LinkRefused:
    """The tile speaks another version; ``reason`` is half a sentence with the remedy."""

    reason: Message


Output = Send | ReedChanged | ReedsRead | LinkUp | LinkLost | LinkRefused
Result = tuple[Link, tuple[Output, ...]]


# --- what happened -----------------------------------------------------------------------------------------------


def heard(link: Link, payload: bytes, now: float) -> Result:
    """Take in a payload."""
    theirs = messages.foreign_version(payload)
    if theirs is not None:
        return _refuse(link, theirs)
    unpacked = messages.unpack(payload)
    if unpacked is None or unpacked[0] not in _HANDLERS:
        return link, ()
    kind, fields, items = unpacked
    return _HANDLERS[kind](replace(link, heard_s=now), fields, items, now)


def lost(link: Link, reason: Message) -> Result:
    """Take the line for lost: it is gone, or nobody is at its other end. Reported once for each loss."""
    if link.state is not LinkState.UP:
        return link, ()
    return _down(link), (LinkLost(reason),)


def tick(link: Link, now: float) -> Result:
    """Do what is due: repeat what is unconfirmed, notice silence."""
    if link.state is LinkState.WAITING and now - link.opened_s >= FIRST_ANSWER_S:
        return _down(link), (LinkLost(UNHEARD),)
    if link.state is not LinkState.UP:
        return link, ()
    if now - link.heard_s >= SILENCE_S:
        return lost(link, message("it went silent; if that lasts, unplug it and plug it in again"))
    if link.flight and now >= link.flight.again_s:
        return _again(link, link.flight, now)
    return link, ()


def deadline(link: Link) -> float | None:
    """Return the time at which :func:`tick` has something to do; ``None``: not before something else happens."""
    if link.state is LinkState.WAITING:
        return link.opened_s + FIRST_ANSWER_S
    if link.state is not LinkState.UP:
        return None
    silence = link.heard_s + SILENCE_S
    return min(silence, link.flight.again_s) if link.flight else silence


def want(link: Link, picture: TilePicture, now: float) -> Result:
    """Have the tile show this picture from now on."""
    return _show(replace(link, wanted=picture), now)


# --- handlers ----------------------------------------------------------------------------------------------------


def _alive(link: Link, fields: tuple[int, ...], _items: bytes, _now: float) -> Result:
    """Answer an ALIVE, always: with the session to begin, or with what has arrived (so the tile knows that we are
    here)."""
    _, boot, session = fields
    if link.state is LinkState.UP and (boot, session) == (link.boot, link.session):
        return link, (Send(messages.pack(messages.ACK, link.expected)),)
    link, outputs = lost(link, message("it restarted") if boot != link.boot else message("it closed the connection"))
    return link, (*outputs, Send(messages.pack(messages.HELLO, messages.VERSION, link.session)))


def _welcome(link: Link, fields: tuple[int, ...], _items: bytes, now: float) -> Result:
    session, boot, firmware, base, *rows = fields
    if link.state is LinkState.UP or session != link.session:
        return link, ()
    resumed = boot == link.boot and base <= link.expected
    expected = link.expected if resumed else base
    link = replace(link, state=LinkState.UP, boot=boot, expected=expected, confirmed=None, flight=None)
    link, shown = _show(link, now)
    reads = () if resumed else (ReedsRead(int.from_bytes(bytes(rows), "little")),)
    return link, (LinkUp(firmware), *reads, *shown)


def _events(link: Link, fields: tuple[int, ...], items: bytes, _now: float) -> Result:
    """Take in new events. Numbers below the expected ones are repetitions, numbers above follow a lost frame: in both
    cases the tile goes on from the acknowledgement."""
    if link.state is not LinkState.UP:
        return link, ()
    known = link.expected - fields[0]
    fresh = items[known:] if known >= 0 else b""
    link = replace(link, expected=link.expected + len(fresh))
    changes = tuple(ReedChanged(item & (messages.REEDS - 1), bool(item & messages.COVERED)) for item in fresh)
    return link, (*changes, Send(messages.pack(messages.ACK, link.expected)))


def _shown(link: Link, fields: tuple[int, ...], _items: bytes, now: float) -> Result:
    if link.flight is None or link.flight.number != fields[0]:
        return link, ()
    return _show(replace(link, confirmed=link.flight.picture, flight=None), now)


_HANDLERS = {
    messages.ALIVE: _alive,
    messages.WELCOME: _welcome,
    messages.EVENTS: _events,
    messages.SHOWN: _shown,
}


def _down(link: Link) -> Link:
    return replace(link, state=LinkState.LOST, session=link.session % 0xFFFF + 1, confirmed=None, flight=None)


def _refuse(link: Link, theirs: int) -> Result:
    """Refuse a foreign version, and report that once. The tile is still listened to, as it may be given its firmware
    while the board is in use."""
    if link.state is LinkState.REFUSED:
        return link, ()
    reason = message(
        "its firmware speaks version {theirs}, this program {ours}: give it the firmware of this program",
        theirs=f"{theirs:08x}", ours=f"{messages.VERSION:08x}",
    )
    return replace(_down(link), state=LinkState.REFUSED), (LinkRefused(reason),)


def _show(link: Link, now: float) -> Result:
    """Send the difference between wanted and confirmed, unless a SHOW is in flight already."""
    if link.state is not LinkState.UP or link.flight or link.wanted == link.confirmed:
        return link, ()
    number = (link.number + 1) % 256
    items = messages.pack_looks(_changes(link.confirmed, link.wanted))
    payload = messages.pack(messages.SHOW, number, *link.wanted.style.fields(), items=items)
    flight = PendingShow(number, link.wanted, payload, RETRY_FIRST_S, now + RETRY_FIRST_S)
    return replace(link, number=number, flight=flight), (Send(payload),)


def _changes(old: TilePicture | None, new: TilePicture) -> list[tuple[int, int]]:
    """Return pairs of reed and look; without an old picture, all of them."""
    return [(reed, look) for reed, look in enumerate(new.looks) if old is None or old.looks[reed] != look]


def _again(link: Link, flight: PendingShow, now: float) -> Result:
    wait_s = min(2 * flight.wait_s, RETRY_MAX_S)
    return replace(link, flight=replace(flight, wait_s=wait_s, again_s=now + wait_s)), (Send(flight.payload),)
