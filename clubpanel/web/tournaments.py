"""The pages of tournaments, and the forms of organisers on them."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from flask import Blueprint, render_template, request
from werkzeug.utils import redirect
from werkzeug.wrappers import Response

from clubpanel.tournament.books import Books
from clubpanel.tournament.journal import MOST_ACTS
from clubpanel.tournament.model import (
    MOST_ROUNDS,
    Act,
    Begin,
    Correct,
    GiveBack,
    System,
    Take,
    Tournament,
    after,
)
from clubpanel.tournament.scoring import scores, table
from clubpanel.tournament.texts import REASONS, RESULTS, SYSTEMS, versus
from clubpanel.web.common import download, packed_records, title
from clubpanel.web.doubts import Doubt, Kept
from clubpanel.web.hand_pairing import Row, rows_of
from clubpanel.web.live_parts import sent_alone, shared_part
from clubpanel.web.organiser_acts import (
    ACTS,
    KEEPING,
    Form,
    boards_online,
    known_and_given,
    next_rounds,
    one_of,
    present_players,
    whole,
)
from clubpanel.web.organisers import ORGANISER_S
from clubpanel.web.paper import found_tournament
from clubpanel.web.phone import COOKIE, organiser, require_organiser, token
from clubpanel.web.rounds import LostGame, current_round, lost_games, screens, still_open, wall_lines
from clubpanel.web.tables import games_csv, table_csv
from clubpanel.web.wall import wall
from engine.core.errors import BadOption
from engine.core.json_fields import LARGEST
from engine.core.messages import Message, message
from engine.core.options import Option, OptionValue
from engine.core.pieces import Seat
from engine.core.text_rules import checked_name
from engine.records.time_controls import Control, read_control
from engine.registry import find_game, game_ids
from table.messages.refusal import Refused
from webpanel.access.url_prefix import cookie_path
from webpanel.text.time_control_text import PRESETS

blueprint = Blueprint("tournaments", __name__)

SEATS: Final = (Seat.WHITE, Seat.BLACK)


@blueprint.get("/tournaments")
def tournaments() -> str:
    """List all tournaments, the latest first."""
    found = sorted(wall().bookkeeper.books().tournaments.items(), reverse=True)
    return render_template(
        "tournaments.html", tournaments=[(number, each, title(each.game)) for number, each in found],
        games={game: title(game) for game in game_ids()}, systems=SYSTEMS, most_rounds=MOST_ROUNDS,
        options={game: find_game(game).options for game in game_ids()}, clocks=PRESETS,
    )


@blueprint.post("/organiser")
def organise() -> Response:
    """Make a phone an organiser's, for the PIN."""
    address = request.remote_addr or ""
    form = request.form
    admitted = wall().organisers.admit(address, address, form.get("pin", ""), form.get("name", ""))
    response = redirect("/tournaments", 303)
    response.set_cookie(COOKIE, admitted, max_age=int(ORGANISER_S), httponly=True, samesite="Strict",
                        path=cookie_path(), secure=request.is_secure)
    return response


@blueprint.post("/organiser/leave")
def organise_no_more() -> Response:
    """Make an organiser's phone an ordinary one again."""
    wall().organisers.dismiss(token())
    response = redirect("/tournaments", 303)
    response.delete_cookie(COOKIE, httponly=True, samesite="Strict", path=cookie_path())
    return response


@blueprint.post("/tournaments")
def begin() -> Response:
    """Begin a tournament."""
    who, form = require_organiser(), request.form
    system = one_of(System, form.get("system", ""), message("The system"))
    game = form.get("game", "")
    if game not in game_ids():
        raise Refused(message("There is no such game."), 400)
    name = checked_name(form.get("name", ""), message("The name of the tournament"))
    if not name:
        raise Refused(message("A tournament needs a name."), 400)
    rounds = whole(form.get("rounds", ""), 1, MOST_ROUNDS) if system is System.SWISS else 0
    number = wall().journal.begin(who, Begin(name, system, game, rounds, _options(form, game), _clock(form)))
    wall().changed()
    return redirect(f"/tournaments/{number}", 303)


def _options(form: Mapping[str, str], game_id: str) -> dict[str, OptionValue]:
    """Read the options of a tournament's game: those that are not as usual.

    :raises Refused: one cannot be so, or the game is not for two.
    """
    game = find_game(game_id)
    given = {option.name: _option(option, form[name]) for option in game.options
             if form.get(name := f"{game_id}.{option.name}")}
    try:
        options = game.read_options(given)
    except BadOption as error:
        raise Refused(error.reason, 400) from error
    if game.seats_of(options) != SEATS:
        raise Refused(message("The games of a tournament are for two: choose options for two players."), 400)
    usual = game.read_options({}).as_data()
    return {name: value for name, value in options.as_data().items() if value != usual[name]}


def _option(option: Option, text: str) -> OptionValue:
    if option.kind == "int":
        return whole(text.removeprefix("-"), 0, LARGEST) * (-1 if text.startswith("-") else 1)
    return text == "yes" if option.kind == "bool" else text


def _clock(form: Mapping[str, str]) -> Control | None:
    text = form.get("other_clock", "").strip() or form.get("clock", "")
    return read_control(message("Time to think"), text, lambda reason: Refused(reason, 400)) if text else None


@blueprint.get("/tournaments/<int:number>")
def tournament(number: int) -> str | Response:
    """Show a tournament: the round that is played, its table, the other rounds, and what was changed. The script of an
    open page gets that without its surroundings."""
    found_tournament(number)
    if not request.args.get("part"):
        return _page(number)
    if organiser():
        return sent_alone(_page(number, part=True))
    return shared_part(f"tournament {number}", _state, lambda: _page(number, part=True))


def _state() -> object:
    """Return what the page of a tournament depends on, for those who only look on."""
    return wall().bookkeeper.edition, tuple(each.status for each in wall().watcher.boards())


def _page(number: int, wrong: Message | None = None, kept: str = "", part: bool = False) -> str:
    """Show a tournament. ``wrong``: the reason why no player was entered; ``kept``: the list of those."""
    books, found = found_tournament(number)
    counted = scores(found, number, books.told)
    names = {each.status.board: each.status.name for each in wall().watcher.boards()}
    rounds: dict[int, list[dict[str, Any]]] = {}
    for place, game in enumerate(found.games):
        rounds.setdefault(game.round, []).append({
            "place": place, "game": game, "score": counted[place], "board": names.get(game.board, game.board),
            "live": game.board in names, "by_boards": (number, place) in books.told,
        })
    return render_template(
        "tournament.html", number=number, tournament=found, title=title(found.game), system=SYSTEMS[found.system],
        lines=table(found, counted), rounds=_current_first(rounds, current_round(found, counted), found),
        results=RESULTS, boards=known_and_given(found), online=boards_online(), still_open=still_open(found, counted),
        swiss=found.system is System.SWISS, part=part, lost=_lost(number, books),
        entries=[*zip(books.entries[number], books.history[number], strict=True)][::-1],
        wrong=wrong, kept=kept, earlier=request.args.get("earlier", "") if organiser() else "",
        uncounted=books.uncounted[number], reasons=REASONS, versus=versus, game_title=title,
        acts=len(books.entries[number]), open=sum(score is None for score in counted),
    )


def _current_first(rounds: dict[int, Any], current: int, tournament: Tournament) -> dict[int, Any]:
    """Order the rounds: the one that is played, then of a Swiss tournament the latest first."""
    others = sorted(rounds, reverse=tournament.system is System.SWISS)
    return {number: rounds[number] for number in sorted(others, key=lambda number: number != current)}


def _lost(number: int, books: Books) -> list[LostGame]:
    """List the games that an organiser may give to another board, for an organiser."""
    if not (organiser() and wall().watcher.connected):
        return []
    counted = {each: scores(found, each, books.told) for each, found in books.tournaments.items()}
    return lost_games(number, books.tournaments, counted, wall().watcher.boards())


@blueprint.get("/tournaments/<int:number>/wall")
def round_on_wall(number: int) -> str | Response:
    """Show the round that is played to people who stand far off; its script gets that without its surroundings."""
    found_tournament(number)
    if not request.args.get("part"):
        return _wall(number)
    return shared_part(f"wall {number}", lambda: (wall().bookkeeper.edition, wall().state()),
                       lambda: _wall(number, part=True))


def _wall(number: int, part: bool = False) -> str:
    books, found = found_tournament(number)
    counted, watcher = scores(found, number, books.told), wall().watcher
    lines, current = wall_lines(found, counted, watcher.boards(), watcher.connected), current_round(found, counted)
    own = [each for each in lines if each.game.round == current]
    return render_template(
        "round.html", number=number, tournament=found, title=title(found.game), round=current, results=RESULTS,
        over=sum(each.score is not None for each in own), own=own, screens=screens(lines), part=part,
        still_open=still_open(found, counted),
        free=[game.white for game in found.games if game.round == current and game.is_bye],
    )


@blueprint.get("/tournaments/<int:number>/table.csv")
def table_of(number: int) -> Response:
    """Send the table of a tournament as CSV."""
    books, found = found_tournament(number)
    return download(table_csv(table(found, scores(found, number, books.told))))


@blueprint.get("/tournaments/<int:number>/games.csv")
def games_of(number: int) -> Response:
    """Send all games of a tournament as CSV."""
    books, found = found_tournament(number)
    said = [books.told.get((number, place)) for place in range(len(found.games))]
    counted = scores(found, number, books.told)
    return download(games_csv(found.games, counted, [each.result.name if each else "" for each in said]))


@blueprint.get("/tournaments/<int:number>/records.zip")
def records_of(number: int) -> Response:
    """Send the records of all games of a tournament, as far as boards sent them."""
    books, found = found_tournament(number)
    said = [books.told.get((number, place)) for place in range(len(found.games))]
    return packed_records([each.result for each in said if each])


@blueprint.post("/tournaments/<int:number>")
def change(number: int) -> Response | tuple[str, int]:
    """Carry out an organiser's change, if the tournament is still as the organiser saw it."""
    who, form = require_organiser(), request.form
    try:
        return redirect(f"/tournaments/{number}{_changed(number, who, form)}", 303)
    except Doubt as doubt:
        filled = list(form.items(multi=True))
        return render_template("doubt.html", doubt=doubt, form=filled, number=number), doubt.status
    except Kept as error:
        if form.get("act") == "enter":
            return _page(number, error.reason, form.get("players", "")), error.status
        return _pairing_page(number, error.reason, rows_of(form), bool(form.get("boards"))), error.status


def _changed(number: int, who: str, form: Form) -> str:
    """Carry out a change. Return what follows the address of the tournament in that of the page to show next."""
    wall().bookkeeper.renew()
    books, found = found_tournament(number)
    made = ACTS.get(form.get("act", ""))
    if made is None:
        raise Refused(message("There is no such change."), 400)
    seen = whole(form.get("acts", ""), 1, MOST_ACTS)
    acts = made(form, number, found, books)
    for act in acts:
        found = after(found, act)
    try:
        wall().journal.add(number, seen + 1, who, acts)
    except Refused as error:
        raise Kept(error.reason, error.status) if form.get("act") in KEEPING else error from error
    wall().changed()
    return _next_page(found, acts[-1]) if acts else ""


def _next_page(found: Tournament, act: Act) -> str:
    """Return the place on the page of a tournament where an act is seen, with a word on later rounds, if there are."""
    if not isinstance(act, Correct | Take | GiveBack):
        return ""
    earlier = found.system is System.SWISS and found.games[act.game].round < found.paired
    return f"?earlier={act.game}#game-{act.game}" if earlier else f"#game-{act.game}"


@blueprint.get("/tournaments/<int:number>/pairing")
def pairing_by_hand(number: int) -> str:
    """Show an organiser the next round as it would be paired, to be changed."""
    require_organiser()
    return _pairing_page(number)


def _pairing_page(
    number: int, wrong: Message | None = None, rows: Sequence[Row] = (), to_boards: bool = True
) -> str:
    books, found = found_tournament(number)
    if not rows:
        rows = next_rounds(number, found, books)[0] if found.system is System.SWISS else ()
    if not rows:
        raise Refused(message("Rounds of a Swiss tournament alone are paired by hand."))
    following = found.paired + 1
    return render_template(
        "pairing.html", number=number, tournament=found, round=following, wrong=wrong, rows=rows,
        acts=len(books.entries[number]), players=present_players(found, following), resting=found.resting(following),
        to_boards=to_boards,
    )
