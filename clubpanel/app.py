"""The Flask application of the club's panel. Everybody may look; only organisers may change tournaments."""

import re
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

from flask import Blueprint, Flask, jsonify, render_template, request
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import HTTPException, NotFound
from werkzeug.utils import redirect
from werkzeug.wrappers import Response

import webpanel
from club.broadcast.public import PublicGame
from club.watcher import KnownBoard
from clubpanel.results.standings import Result, standings
from clubpanel.web.api import blueprint as api
from clubpanel.web.common import download, moment, one_record, packed_records, title
from clubpanel.web.live_parts import drawing_of, sent, sent_alone, shared_part
from clubpanel.web.paper import blueprint as paper
from clubpanel.web.part import Card, Part, next_number
from clubpanel.web.phone import check_request, organiser, page_of, phone_language
from clubpanel.web.tables import results_csv, standings_csv
from clubpanel.web.tournaments import blueprint as tournaments
from clubpanel.web.wall import WatchedClub, wall
from engine.core.errors import BadText
from engine.core.messages import Message, message
from engine.core.pieces import Seat
from engine.records.game_record import ABANDONED
from engine.records.time_controls import said
from engine.registry import find_game
from table.messages.refusal import Refused
from webpanel.access import url_prefix
from webpanel.access.context import EXTENSION
from webpanel.access.preferences import THEMES, chosen, keep_choices
from webpanel.access.request_guard import add_headers
from webpanel.api.description import RefusalJson
from webpanel.presenters.pictures import Moment, PictureFrame, picture
from webpanel.server.connections import Channel, connection_of
from webpanel.server.event_streams import Stream
from webpanel.server.static_files import StaticFiles, files_in
from webpanel.text.translations import LANGUAGES, day, language, number, player_names, speak, translate
from webpanel.views.seats import qr

blueprint = Blueprint("club", __name__)

STATIC: Final = Path(__file__).with_name("static")
SHARED: Final = ("bundles/panel.css", "css/light.css", "js/lib/outdated.js", "icon.svg")
"""The static files of the table's panel that this one has as well."""
HEARTBEAT_S: Final = 2.0
BEAT: Final = "event: beat\ndata: 1\n\n"
NEWS: Final = "data: 1\n\n"
LONGEST_FORM: Final = 64 * 1024
LATEST: Final = 100
"""The most results on the page; the CSV file has all."""
NO_BOARD: Final = message("There is no such board in the club.")
NO_PAGE: Final = message("There is no such page.")
MISSING: Final = {
    "/boards/": NO_BOARD, "/tournaments/": message("There is no such tournament."),
    "/records/": message("There is no record of this game."),
}
"""The beginning of an address → what is not there."""
NO_RESULTS: Final = message("The results cannot be read now: their database does not answer. Try again later.")
FAULT: Final = message("The panel of the club had an internal fault; its log says more.")
SENTENCES: Final = {
    400: message("The panel could not read this request: reload the page and try again."),
    405: message("This address does not take such requests."),
    413: message("That is too much at once: the panel takes 64 kB."),
}


@cache
def static_files() -> StaticFiles:
    """Return the panel's static files, read once."""
    theirs = Path(webpanel.__file__).with_name("static")
    return StaticFiles(files_in(STATIC) | {name: (theirs / name).read_bytes() for name in SHARED})


def create_app(shown: WatchedClub) -> Flask:
    """Make the WSGI application for the panel of one club. It serves requests from any number of threads."""
    app = Flask("clubpanel", static_folder=None)
    app.extensions[EXTENSION] = shown
    speak(app, phone_language)
    app.jinja_env.filters.update(day=day, moment=moment, number=number, say=translate,
                                 timing=lambda control: translate(said(control)))
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.context_processor(_shared)
    app.before_request(check_request)
    app.after_request(add_headers)
    url_prefix.teach(app)
    static_files().teach(app)
    app.register_error_handler(BadText, lambda error: _failure(error.reason, 400))
    app.register_error_handler(Refused, lambda error: _failure(error.reason, error.status))
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(SQLAlchemyError, lambda error: _failure(NO_RESULTS, 503))
    app.config.update(MAX_CONTENT_LENGTH=LONGEST_FORM, MAX_FORM_MEMORY_SIZE=LONGEST_FORM, MAX_FORM_PARTS=100)
    app.register_blueprint(blueprint)
    app.register_blueprint(tournaments)
    app.register_blueprint(api)
    app.register_blueprint(paper)
    return app


def _shared() -> dict[str, Any]:
    """Return the variables that all templates share."""
    return {
        "language": language(), "languages": LANGUAGES, "theme": chosen("theme") or "dark", "themes": THEMES,
        "wall": wall(), "here": request.full_path.rstrip("?"), "organiser": organiser(),
    }


def _http_error(error: HTTPException) -> tuple[str | Response, int] | tuple[str | Response, int, dict[str, str]]:
    status = error.code or 500
    if status == 404:
        missing = (sentence for place, sentence in MISSING.items() if request.path.startswith(place))
        return _failure(next(missing, NO_PAGE), status)
    known = FAULT if status >= 500 else SENTENCES.get(status)
    page, _ = _failure(known or Message("{error}", (("error", error.description or error.name),)), status)
    return page, status, {name: value for name, value in error.get_headers() if name == "Allow"}


def _failure(sentence: Message, status: int) -> tuple[str | Response, int]:
    if request.path.startswith("/api/"):
        return jsonify(RefusalJson(error=translate(sentence))), status
    title, more = _parted(sentence)
    tournament = _TOURNAMENT.match(request.path) if status != 404 else None
    return render_template("failure.html", title=title, more=more, back=tournament and tournament[0]), status


_END: Final = re.compile(r"(?<=[.!?])\s+|(?<=\w):\s+")
_TOURNAMENT: Final = re.compile(r"/tournaments/\d+")
_MARKS: Final = 0xE000
"""The first of the characters that stand for what is filled in: a name may contain a full stop."""


def _parted(sentence: Message) -> tuple[str, str]:
    """Return what went wrong, as a title, and the rest."""
    marks = {name: chr(_MARKS + at) for at, (name, value) in enumerate(sentence.values) if not isinstance(value, int)}
    marked = replace(sentence, values=tuple((name, marks.get(name, value)) for name, value in sentence.values))
    title, *more = _END.split(translate(marked), maxsplit=1)
    rest = "".join(more)
    filled = str.maketrans({marks[name]: translate(Message("{error}", (("error", value),)))
                            for name, value in sentence.values if name in marks})
    return title.removesuffix(".").translate(filled), (rest[:1].upper() + rest[1:]).translate(filled)


# --- the boards --------------------------------------------------------------------------------------------------


@blueprint.get("/")
def boards() -> str | Response:
    """Show all boards, as a page; the script of an open page gets the boards alone."""
    shown, is_part = wall(), bool(request.args.get("part"))
    drawing = drawing_of("boards")
    part = drawing.drawn(shown.state, lambda: _all_boards(drawing.latest), shown.is_told if is_part else None)
    if not is_part:
        return render_template("wall.html", boards=part.text(), mark=part.mark)
    return sent(part)


def _all_boards(before: Part | None) -> Part:
    """Render the boards that look different now."""
    boards, cards = wall().watcher.boards(), dict[str, Card]()
    for each in boards:
        board, look = each.status.board, (each.status, each.mark, _is_online(each))
        card = None if before is None else before.cards.get(board)
        if card is None or card.look != look:
            card = Card(look, render_template("card.html", card=_card(each)), next_number(before))
        cards[board] = card
    return Part(render_template("boards.html", nobody=not boards), cards, before)


@blueprint.get("/boards/<board>")
def board(board: str) -> str:
    """Show one board, large."""
    card = _card(_board(board))
    return render_template("card.html" if request.args.get("part") else "board.html", card=card, large=True)


@blueprint.get("/boards/<board>/picture")
def board_picture(board: str) -> Response:
    """Draw the position of a board. The address in a page contains a hash of the position, so phones may cache the
    picture."""
    watched = _board(board)
    if watched.game is None:
        raise NotFound
    response = Response(_picture(watched.game), mimetype="image/svg+xml")
    if request.args.get("mark") == watched.mark:
        response.headers["Cache-Control"] = "private, max-age=600"
    return response


@blueprint.get("/boards/<board>/code")
def code(board: str) -> Response:
    """Draw a QR code that leads to the page of a board."""
    address = wall().addresses[0] if wall().addresses else request.url_root
    return qr(f"{address}boards/{_board(board).status.board}")


def _board(board: str) -> KnownBoard:
    try:
        return wall().watcher.board(board)
    except KeyError:
        raise NotFound from None


def _is_online(watched: KnownBoard) -> bool:
    return watched.status.online and wall().watcher.connected


def _card(watched: KnownBoard) -> dict[str, Any]:
    """Return the values that a template shows of a board."""
    status, game = watched.status, watched.game
    online = _is_online(watched)
    card = {"board": status.board, "name": status.name, "online": online, "mark": watched.mark, "game": game}
    if game is None:
        return card
    names = player_names(game.players, game.computers, {})
    return card | {
        "title": title(game.game), "players": [(seat, name, seat in game.to_act) for seat, name in names.items()],
        "winners": None if game.winners is None else [names[seat] for seat in game.winners],
        "abandoned": game.termination == ABANDONED,
    }


def _picture(game: PublicGame) -> str:
    art = {kind: name.key for kind, name in find_game(game.game).piece_names.items()}
    names = player_names(game.players, game.computers, {})
    moment = Moment(game.pieces, game.last, game.phase, game.squares, game.holes, game.marks)
    return picture(PictureFrame(title(game.game), names, game.board, art, bare=True), moment)


# --- the results -------------------------------------------------------------------------------------------------


@blueprint.get("/results")
def results() -> str | Response:
    """Show the standings and the finished games, as a page; the script of an open page gets them alone."""
    if not request.args.get("part"):
        return _results()
    known = {each.game for each in wall().bookkeeper.books().results}
    chosen_game = request.args.get("game", "")
    if chosen_game not in (*known, ""):  # nothing is kept of what somebody makes up
        return sent_alone(_results(part=True))
    return shared_part(f"results {chosen_game}", lambda: wall().bookkeeper.edition, lambda: _results(part=True))


def _results(part: bool = False) -> str:
    books, chosen_game = wall().bookkeeper.books(), request.args.get("game", "")
    found, games = _chosen(books.results), sorted({each.game for each in books.results})
    shown = {each.name for each in found[:LATEST]}
    records = wall().records.told([each for each in books.agreed if each.name in shown])
    return render_template(
        "results.html", standings=standings(found), ratings=books.ratings.get(chosen_game, {}),
        results=[_row(each) | {"record": each.name in records} for each in found[:LATEST]], chosen=chosen_game,
        games=[(game, title(game)) for game in games], part=part,
    )


@blueprint.get("/results.csv")
def all_results() -> Response:
    """Send all finished games as CSV."""
    return download(results_csv(_chosen(wall().bookkeeper.books().results)))


@blueprint.get("/standings.csv")
def all_standings() -> Response:
    """Send the standings of all players as CSV."""
    books = wall().bookkeeper.books()
    found = standings(_chosen(books.results))
    return download(standings_csv(found, books.ratings.get(request.args.get("game", ""), {})))


@blueprint.get("/records.zip")
def all_records() -> Response:
    """Send the records of all finished games, as far as boards sent them, as a ZIP file."""
    return packed_records(_chosen(wall().bookkeeper.books().agreed))


@blueprint.get("/records/<board>/<key>.pwl")
def record(board: str, key: str) -> Response:
    """Send the record of one game."""
    (text, name) = one_record(wall().bookkeeper.books().agreed, f"{board}/{key}")
    return Response(text, mimetype="text/plain", headers={"Content-Disposition": f"attachment; filename={name}"})


def _chosen(results: Sequence[Result]) -> list[Result]:
    """Filter the results by the game that the request asks for, if any."""
    chosen = request.args.get("game", "")
    return [each for each in results if chosen in ("", each.game)]


def _row(result: Result) -> dict[str, Any]:
    names = player_names(result.players, {}, {})
    players = [(names[seat] if seat not in result.computers else translate(message("Computer")), seat in result.winners)
               for seat in Seat if seat in names]
    return {"at": result.at, "title": title(result.game), "players": players, "told": result.told, "name": result.name,
            "older": result.older, "abandoned": result.termination == ABANDONED, "lacks": _lacking(result)}


def _lacking(result: Result) -> Message | None:
    """Return the reason why a game that was played to its end here counts in no standings."""
    if result.sides is not None or result.older or result.termination == ABANDONED:
        return None
    if result.computers:
        return message("A computer played: it does not count.")
    if "" in result.players.values():
        return message("A player has no name: it does not count. Enter all names before the next game.")
    return message("Somebody played on both sides: it does not count.")


# --- staying live ------------------------------------------------------------------------------------------------


@blueprint.get("/events")
def events() -> Response:
    """Send server-sent events: one at once and after every change; a beat at least every two seconds."""
    streams, address = wall().streams, request.remote_addr or ""
    subscription = streams.open(secrets.token_hex(8), address, wall().changes.subscribe)
    connection = connection_of(request.environ)
    if connection is not None:
        connection.when_hung_up(partial(streams.end, subscription))
    response = Response(_stream(subscription, connection), mimetype="text/event-stream")
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"  # nginx would buffer events and pass them on too late
    response.call_on_close(lambda: streams.end(subscription))
    return response


def _stream(subscription: Stream, connection: Channel | None) -> Iterator[str]:
    with subscription:
        yield f"retry: 1000\n{NEWS}"
        if connection is not None:
            connection.opened()
        for changed in subscription.changes(HEARTBEAT_S):
            yield NEWS if changed else BEAT


# --- how it looks ------------------------------------------------------------------------------------------------


@blueprint.post("/appearance")
def appearance() -> Response:
    """Store the language and the theme chosen on this phone."""
    response = redirect(page_of(request.form.get("back", "/")), 303)
    keep_choices(response)
    return response
