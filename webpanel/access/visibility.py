"""The view of the table that a phone may have."""

from typing import Literal, NotRequired, TypedDict

from flask import request

from engine.core.messages import message
from engine.core.pieces import Seat
from engine.core.squares import FILE_LETTERS, Board, Square
from table.messages.refusal import Refused
from table.messages.scene import Scene
from webpanel.access.context import panel
from webpanel.access.phones import Phone, phone_at
from webpanel.ports.table_port import Snapshot
from webpanel.presenters.json_cache import LookJson, look, to_text
from webpanel.presenters.scene_json import WoodJson, hand, scene_json, wood_json
from webpanel.text.time_control_text import ClockJson, clocks_json
from webpanel.text.translations import language


class AroundJson(TypedDict):
    """The values that differ from phone to phone."""

    acting: list[Seat]
    """Seats that this phone may act for."""
    held: list[Seat]
    sees: list[Seat]
    """Seats whose secrets it sees."""
    holders: dict[Seat, Literal["me", "other"]]
    wood: WoodJson | None
    look: LookJson


class SnapshotJson(AroundJson):
    """The table, as every event of /events tells it, too."""

    scene: Scene
    clocks: NotRequired[dict[Seat, ClockJson]]
    """The clock of each seat that has one. Left out: there are no clocks."""


def told(snapshot: Snapshot, asking: str, unveiled: Seat | None) -> str:
    """Return everything of a snapshot that a phone may know, as JSON text.

    A phone that holds one seat sees what that seat may know. While it may act for others too, their players look at the
    same screen: then it sees no secrets but those of ``unveiled``, if it holds that.
    """
    return told_to(phone_at(snapshot, asking), unveiled)


def told_to(viewer: Phone, unveiled: Seat | None) -> str:
    """Return the same, for a phone at a moment. Phones with the same knowledge share a text."""
    seats, snapshot, speaking = eyes(viewer, unveiled), viewer.snapshot, language()
    owner = hand(snapshot.screen_pieces, viewer.token)
    about = snapshot.number, seats, speaking, viewer.held, viewer.taken, owner
    text = panel().snapshots.text(about, lambda: _told_to(viewer, seats, speaking))
    clocks = clocks_json(snapshot.clocks())  # of this moment: the snapshot may be older than the request
    return f'{text[:-1]},"clocks":{to_text(clocks)}}}' if clocks else text


def _told_to(viewer: Phone, seats: frozenset[Seat], speaking: str) -> str:
    scene = viewer.snapshot.scene(seats)
    text = panel().snapshots.text((scene.number, seats, speaking), lambda: to_text(scene_json(scene)))
    around = to_text(_around(viewer, seats))
    return f'{around[:-1]},"scene":{text}}}'


def eyes(viewer: Phone, unveiled: Seat | None) -> frozenset[Seat]:
    """Return the seats whose secrets a phone may know now. In a lesson only what the other side keeps secret is one."""
    scene = viewer.snapshot.scene(frozenset())
    if scene.lesson is not None:
        return viewer.acting & frozenset(scene.to_act)
    veiled = viewer.snapshot.veiled_from(viewer.held)
    if unveiled is not None and unveiled in viewer.held:
        return frozenset({unveiled}) - veiled
    return viewer.held - veiled if len(viewer.acting) == 1 else frozenset()


def _around(viewer: Phone, seats: frozenset[Seat]) -> AroundJson:
    holders: dict[Seat, Literal["me", "other"]] = dict.fromkeys(viewer.taken, "other")
    holders |= dict.fromkeys(viewer.held, "me")
    return {
        "acting": in_order(viewer.acting), "held": in_order(viewer.held), "sees": in_order(seats),
        "holders": holders,
        "wood": wood_json(viewer.snapshot.screen_pieces, viewer.token), "look": look(viewer.snapshot.settings),
    }


def in_order(seats: frozenset[Seat]) -> list[Seat]:
    """Return seats in their order."""
    return [seat for seat in Seat if seat in seats]


def asked_seat() -> Seat | None:
    """Return the seat whose secrets the phone asks to see."""
    asked = request.args.get("seat", "")
    return Seat(asked) if asked in list(Seat) else None


def asked_square(name: str, snapshot: Snapshot) -> Square:
    """Return the square of the board on the table with this name.

    :raises Refused: it has none (status 400).
    """
    scene = snapshot.scene(frozenset())
    board = Board(scene.files, scene.ranks)
    if name not in board.by_name:
        last = f"{FILE_LETTERS[scene.files - 1]}{scene.ranks}"
        raise Refused(message("{square} is not a square of this board (a1 to {last}).", square=name, last=last), 400)
    return board.parse(name)
