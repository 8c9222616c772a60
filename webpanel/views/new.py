"""Choosing and configuring a new game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from flask import Blueprint, render_template, request
from markupsafe import Markup

from engine.core.errors import BadOption, UnknownGame
from engine.core.messages import Message, message
from engine.core.options import Option
from engine.game import AnyGame
from engine.records.computer_levels import LEVEL_NAMES, OutsideEngine
from engine.records.game_record import MOST_ACTIONS
from engine.registry import find_game, games
from engine.services.lessons import lessons_of
from table.messages.queries import Selection
from table.messages.refusal import Refused
from webpanel.access.context import panel
from webpanel.api.games.library import shelf_game
from webpanel.api.request_body import asked_number
from webpanel.ports.club_port import BOARD, in_fours
from webpanel.ports.library_port import ShelfGame
from webpanel.presenters.json_cache import to_text
from webpanel.presenters.new_game.position_editor import position_in
from webpanel.presenters.new_game.setups import pieces_needed, whence
from webpanel.text.time_control_text import KINDS, PRESETS, clock_form

blueprint = Blueprint("page_new", __name__)

USUAL_ADDRESS: Final = "http://pawnlight.local:8080/"
"""The address of every board that was set up as the guide says: whoever scans a code at home gets to their own."""


@dataclass(frozen=True, slots=True)
class Card:
    """A game on offer."""

    game: AnyGame
    seats: str


def game_named(game_id: str) -> AnyGame:
    """Return the game with this id.

    :raises Refused: status 404.
    """
    try:
        return find_game(game_id)
    except UnknownGame as error:
        raise Refused(message("There is no game called {name} here.", name=game_id), 404) from error


def _card(game: AnyGame) -> Card:
    least, most = len(game.seats_of(game.read_options({}))), len(game.seats)
    return Card(game, str(most) if least == most else f"{least}–{most}")


def known_names(shelf: Sequence[ShelfGame]) -> Sequence[str]:
    """List everybody who played here lately, the latest first."""
    return tuple(dict.fromkeys(name.strip() for game in shelf for name in game.players.values() if name.strip()))


def last_played(game: AnyGame, shelf: Sequence[ShelfGame]) -> ShelfGame | None:
    """Return the latest game of this kind whose options are still valid."""
    for stored in shelf:
        if stored.game_id == game.id and _sensible(game, stored.options):
            return stored
    return None


def _sensible(game: AnyGame, options: Mapping[str, Any]) -> bool:
    try:
        game.read_options(dict(options))
    except BadOption:  # it was played when the game had other options
        return False
    return True


@blueprint.get("/new")
def choose() -> str:
    """List the games on offer."""
    club = panel().desk.club
    invited = _invited()
    return render_template(
        "new.html", cards=[_card(game) for game in games()], invitations=club.invitations() if club else (),
        known=known_names(panel().desk.shelf.games()) if club else (),
        simulated=panel().desk.device().board == "simulated",
        code=in_fours(club.board) if club else "", picture=_picture(club.board) if club else "",
        invited=invited, invited_name=club.name(invited) if club and invited else "",
    )


def _invited() -> str:
    """Return the id of the board that a scanned code names; empty: there is none, or this board is in no club."""
    club, board = panel().desk.club, request.args.get("board", "")
    return board if club is not None and BOARD.fullmatch(board) and board != club.board else ""


def _picture(board: str) -> str:
    """Draw the QR code that a phone scans to have its own board invite this one."""
    import segno  # whoever starts the table need not wait for it

    code = segno.make(f"{USUAL_ADDRESS}new?board={board}", error="m")
    return Markup(code.svg_inline(
        omitsize=True, border=3, svgclass=None, lineclass=None, dark="#10151c", light="#ffffff"
    ))


@blueprint.get("/new/<game_id>")
def configure(game_id: str) -> str:
    """Show the options of one game: the usual ones, or with ``last`` in the address as they were last time."""
    game = game_named(game_id)
    shelf = panel().desk.shelf.games()
    going_on, played = _going_on(game), last_played(game, panel().desk.shelf.games(Selection(game_id=game.id)))
    last = going_on or (played if request.args.get("last") else None)
    used = {} if last is None else dict(last.options)
    shown = [replace(option, default=used.get(option.name, option.default)) for option in game.options]
    device = panel().desk.device()
    options = game.read_options(used)
    board = game.board(options)
    needed, club = pieces_needed(game, options), panel().desk.club
    return render_template(
        "configure.html", game=game, board=board, device=device, card=_card(game),
        plain=[option for option in shown if not option.advanced], more=[option for option in shown if option.advanced],
        seats=game.seats_of(options), needed=needed, whence=whence(game, needed),
        players=last.players if last else {}, known=known_names(shelf), played=played, as_last=last is not None,
        fits=board.files <= device.files and board.ranks <= device.ranks, simulated=device.board == "simulated",
        screen=last is not None and last.screen, changed=_changed(game, shown), usual=_usual(game),
        fair=_fair(game, shown), computers=last.computers if last else {}, levels=LEVEL_NAMES,
        engines=_engines(game), playing=last.engines if last else {},
        clock=clock_form(last.controls if last else {}, game.seats_of(options)), clock_presets=PRESETS,
        clock_kinds=KINDS, taught=bool(lessons_of(game.id)), meets=club is not None,
        boards=club.boards() if club is not None else (), invited=_invited(),
        running=panel().desk.snapshot().scene(frozenset()).status, going_on=going_on,
        position=to_text(None if going_on is None else _position(going_on)),
    )


def _engines(game: AnyGame) -> Sequence[tuple[OutsideEngine, str, Message]]:
    """List the ways in which outside engines may play, each with what the form sends and what it shows."""
    return [(each, to_text(each), each.called) for each in panel().desk.engines(game)]


def _position(stored: ShelfGame) -> Mapping[str, Any]:
    """Return the position of a stored game that the address names."""
    at = asked_number("at", MOST_ACTIONS)
    with panel().long_work.replaying(len(stored.actions)):
        return position_in(stored, at)


def _going_on(game: AnyGame) -> ShelfGame | None:
    """Return the stored game from one of whose positions this one begins, if the address names one."""
    key = request.args.get("from", "")
    stored = shelf_game(key) if key else None
    return stored if stored is not None and stored.game_id == game.id and not stored.broken else None


def _changed(game: AnyGame, shown: Sequence[Option]) -> bool:
    """True if *More* holds an option that is not as usual, so that it opens by itself."""
    usual = _usual(game)
    return any(option.advanced and option.default != usual[option.name] for option in shown)


def _usual(game: AnyGame) -> Mapping[str, Any]:
    return {option.name: option.default for option in game.options}


def _fair(game: AnyGame, shown: Sequence[Option]) -> bool:
    """True if the options shown are those of a fair start."""
    now = {option.name: option.default for option in shown}
    return game.fair_start is not None and game.fair_start.options.items() <= now.items()
