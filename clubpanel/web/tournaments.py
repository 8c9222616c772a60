"""The pages of tournaments, and the forms of organisers on them."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from flask import Blueprint, render_template, request
from werkzeug.datastructures import MultiDict
from werkzeug.utils import redirect
from werkzeug.wrappers import Response

from clubpanel.tournament.books import Books
from clubpanel.tournament.journal import MOST_ACTS
from clubpanel.tournament.model import (
    MOST_ROUNDS,
    Act,
    AskBye,
    Assign,
    Begin,
    ComeBack,
    Correct,
    DropBye,
    End,
    Enter,
    Game,
    GiveBack,
    Leave,
    Pair,
    Reconsider,
    Refuse,
    Reopen,
    Score,
    System,
    Take,
    Tournament,
    Unpair,
    after,
)
from clubpanel.tournament.pairing import Pairs, round_robin, swiss
from clubpanel.tournament.rounds import least_busy_first
from clubpanel.tournament.scoring import over_before, pasts, scores, table
from clubpanel.tournament.texts import REASONS, RESULTS, SYSTEMS, lost_by_taking_back, versus
from clubpanel.tournament.uncounted import Uncounted
from clubpanel.web.common import download, packed_records, title
from clubpanel.web.doubts import Doubt, Kept
from clubpanel.web.hand_pairing import Row, chosen_pairs, met_before, rows_of
from clubpanel.web.live_parts import sent_alone, shared_part
from clubpanel.web.organisers import ORGANISER_S
from clubpanel.web.paper import found_tournament
from clubpanel.web.phone import COOKIE, organiser, require_organiser, token
from clubpanel.web.rounds import LostGame, current_round, lost_games, screens, still_open, wall_lines
from clubpanel.web.tables import games_csv, table_csv
from clubpanel.web.wall import wall
from engine.core.errors import BadOption, BadText
from engine.core.json_fields import LARGEST
from engine.core.messages import Message, message
from engine.core.options import Option, OptionValue
from engine.core.pieces import Seat
from engine.core.text_rules import checked, checked_lines, checked_name
from engine.records.time_controls import Control, read_control
from engine.registry import find_game, game_ids
from table.messages.refusal import Refused
from webpanel.access.url_prefix import cookie_path
from webpanel.text.time_control_text import PRESETS

blueprint = Blueprint("tournaments", __name__)

LONGEST_LIST: Final = 20_000
LONGEST_REASON: Final = 200
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
    system = _one_of(System, form.get("system", ""), message("The system"))
    game = form.get("game", "")
    if game not in game_ids():
        raise Refused(message("There is no such game."), 400)
    name = checked_name(form.get("name", ""), message("The name of the tournament"))
    if not name:
        raise Refused(message("A tournament needs a name."), 400)
    rounds = _whole(form.get("rounds", ""), 1, MOST_ROUNDS) if system is System.SWISS else 0
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
        return _whole(text.removeprefix("-"), 0, LARGEST) * (-1 if text.startswith("-") else 1)
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
        results=RESULTS, boards=_known_and_given(found), online=_boards_online(), still_open=still_open(found, counted),
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


# --- what organisers do ------------------------------------------------------------------------------------------

Form = MultiDict[str, str]


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
    made = _ACTS.get(form.get("act", ""))
    if made is None:
        raise Refused(message("There is no such change."), 400)
    seen = _whole(form.get("acts", ""), 1, MOST_ACTS)
    acts = made(form, number, found, books)
    for act in acts:
        found = after(found, act)
    try:
        wall().journal.add(number, seen + 1, who, acts)
    except Refused as error:
        raise Kept(error.reason, error.status) if form.get("act") in KEEPING else error from error
    wall().changed()
    return _next_page(found, acts[-1]) if acts else ""


KEEPING: Final = ("enter", "pair_by_hand")
"""The changes whose form is shown again, filled in as it was, if they are refused."""


def _next_page(found: Tournament, act: Act) -> str:
    """Return the place on the page of a tournament where an act is seen, with a word on later rounds, if there are."""
    if not isinstance(act, Correct | Take | GiveBack):
        return ""
    earlier = found.system is System.SWISS and found.games[act.game].round < found.paired
    return f"?earlier={act.game}#game-{act.game}" if earlier else f"#game-{act.game}"


def _enter(form: Form, number: int, found: Tournament, books: Books) -> list[Act]:
    acts: list[Act] = []
    try:
        lines = checked_lines(form.get("players", ""), message("Players"), LONGEST_LIST).splitlines()
    except BadText as error:
        raise Kept(error.reason, 400) from error
    for at, line in enumerate(lines, 1):
        try:
            if name := checked_name(line.strip(), message("Players")):
                found = after(found, Enter(name))
                acts.append(Enter(name))
        except (BadText, Refused) as error:
            status = error.status if isinstance(error, Refused) else 400
            raise Kept(message("Line {line}: {reason}", line=at, reason=error.reason), status) from error
    return acts


def _leave(form: Form, number: int, found: Tournament, books: Books) -> list[Act]:
    return [Leave(_player(form, found))]


def _come_back(form: Form, number: int, found: Tournament, books: Books) -> list[Act]:
    return [ComeBack(_player(form, found))]


def _player(form: Form, found: Tournament) -> str:
    player = found.player(form.get("player", ""))
    if player is None:
        raise Refused(message("Nobody of that name is taking part."), 400)
    return player.name


def _pair(form: Form, number: int, found: Tournament, books: Books) -> list[Act]:
    boards = least_busy_first(_boards_online(), books) if form.get("boards") else []
    rounds = enumerate(_next_rounds(number, found, books), found.paired + 1)
    return [Pair(tuple(game for at, pairs in rounds for game in _games(found, books, at, pairs, boards)))]


def _boards_online() -> list[str]:
    return [each.status.board for each in wall().watcher.boards() if each.status.online]


def _known_and_given(found: Tournament) -> dict[str, str]:
    """Return the names of the boards that a game can be given to: those of the club, and those that have games of the
    tournament, though the broker may have forgotten them while they are off."""
    names = {each.status.board: each.status.name for each in wall().watcher.boards()}
    return names | {game.board: game.board for game in found.games if game.board and game.board not in names}


def _games(found: Tournament, books: Books, at: int, pairs: Pairs, boards: Sequence[str]) -> list[Game]:
    games = []
    for place, (white, black) in enumerate(pairs):
        board = boards[place % len(boards)] if boards and black else ""
        games.append(Game(at, white, black, board, over_before(books.agreed, found.game, white, black),
                          key=secrets.token_hex(5)))
    return games + [Game(at, name, "", half=True) for name in found.resting(at)]


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
        rows = _next_rounds(number, found, books)[0] if found.system is System.SWISS else ()
    if not rows:
        raise Refused(message("Rounds of a Swiss tournament alone are paired by hand."))
    following = found.paired + 1
    return render_template(
        "pairing.html", number=number, tournament=found, round=following, wrong=wrong, rows=rows,
        acts=len(books.entries[number]), players=_present(found, following), resting=found.resting(following),
        to_boards=to_boards,
    )


def _present(found: Tournament, at: int) -> list[str]:
    return [name for name in found.staying if name not in found.resting(at)]


def _pair_by_hand(form: Form, number: int, found: Tournament, books: Books) -> list[Act]:
    counted, following = _before_next_round(number, found, books), found.paired + 1
    pairs = chosen_pairs(rows_of(form), _present(found, following))
    again = met_before(pairs, pasts(found, counted))
    if again and not form.get("sure"):
        raise Doubt(message("{players} have met before. Pair them again?", players=again), message("Pair them again"))
    boards = least_busy_first(_boards_online(), books) if form.get("boards") else []
    return [Pair(tuple(_games(found, books, following, pairs, boards)), by_hand=True)]


def _unpair(form: Form, number: int, found: Tournament, books: Books) -> list[Act]:
    if not found.games:
        raise Refused(message("No round is paired yet."))
    first = found.paired if found.system is System.SWISS else 1
    ended = sum(score is not None and not game.is_bye and (game.corrected is not None or (number, place) in books.told)
                for place, (game, score) in enumerate(zip(found.games, scores(found, number, books.told), strict=True))
                if game.round >= first)
    if ended and not form.get("sure"):
        raise Doubt(lost_by_taking_back(ended), message("Take it back all the same"))
    return [Unpair(first)]


def _ask_bye(form: Form, number: int, found: Tournament, books: Books) -> list[Act]:
    return [AskBye(_player(form, found), _whole(form.get("round", ""), 1, MOST_ROUNDS))]


def _drop_bye(form: Form, number: int, found: Tournament, books: Books) -> list[Act]:
    return [DropBye(_player(form, found), _whole(form.get("round", ""), 1, MOST_ROUNDS))]


def _next_rounds(number: int, found: Tournament, books: Books) -> list[Pairs]:
    if len(found.staying) < 2:
        raise Refused(message("A tournament needs at least two players."))
    if found.system is not System.SWISS:
        if found.games:
            raise Refused(message("All rounds are paired already."))
        first = round_robin(found.staying)
        second = [[(black, white) if black else (white, black) for white, black in pairs] for pairs in first]
        return first + second if found.system is System.TWICE else first
    counted = _before_next_round(number, found, books)
    present = _present(found, found.paired + 1)
    if len(present) < 2:
        raise Refused(message("A round needs at least two players who want to play."))
    rated = books.ratings.get(found.game, {})
    strongest = sorted(present, key=lambda name: -rated[name].strength if name in rated else 0)
    return [swiss(strongest, pasts(found, counted))]


def _before_next_round(number: int, found: Tournament, books: Books) -> list[Score | None]:
    """Return the scores of all games, if another Swiss round may be paired."""
    if found.system is not System.SWISS:
        raise Refused(message("Rounds of a Swiss tournament alone are paired by hand."))
    if found.paired >= found.rounds:
        raise Refused(message("All rounds are paired already."))
    counted = scores(found, number, books.told)
    if None in counted:
        raise Refused(message("This round has games without a result. Enter their results, then pair the next round."))
    return counted


def _assign(form: Form, number: int, found: Tournament, books: Books) -> list[Act]:
    board = form.get("board", "")
    if board and board not in _known_and_given(found):
        raise Refused(message("There is no such board in the club."), 400)
    return [Assign(_place(form, found), board)]


def _correct(form: Form, number: int, found: Tournament, books: Books) -> list[Act]:
    place, said = _place(form, found), form.get("score", "")
    score = _one_of({each.value: each for each in RESULTS}.__getitem__, said, message("The result")) if said else None
    why = checked(form.get("why", "").strip(), message("Reason"), LONGEST_REASON)
    by_boards = books.told.get((number, place))
    result = by_boards.result.name if by_boards else ""
    return [Correct(place, score, scores(found, number, books.told)[place], why, result)]


def _take(form: Form, number: int, found: Tournament, books: Books) -> list[Act]:
    asked, place = _asked(form, number, books), _place(form, found)
    for each in asked.proposals:
        if each.place == place:
            return [Take(place, asked.result.name, asked.white, asked.black, each.turned)]
    raise Refused(_ANSWERED)


def _give_back(form: Form, number: int, found: Tournament, books: Books) -> list[Act]:
    place = _place(form, found)
    if place >= len(found.games) or found.games[place].taken is None:
        raise Refused(_ANSWERED)
    return [GiveBack(place)]


def _refuse(form: Form, number: int, found: Tournament, books: Books) -> list[Act]:
    asked = _asked(form, number, books)
    return [Refuse(asked.result.name, asked.white, asked.black)]


def _reconsider(form: Form, number: int, found: Tournament, books: Books) -> list[Act]:
    for each in found.refused:
        if each.result == form.get("result"):
            return [Reconsider(each.result, each.white, each.black)]
    raise Refused(_ANSWERED)


_ANSWERED: Final = message("That question is not open any more. Look at the tournament as it is now.")


def _asked(form: Form, number: int, books: Books) -> Uncounted:
    for each in books.uncounted[number]:
        if each.result.name == form.get("result"):
            return each
    raise Refused(_ANSWERED)


def _place(form: Form, found: Tournament) -> int:
    return _whole(form.get("game", ""), 0, max(len(found.games) - 1, 0))


def _end(form: Form, number: int, found: Tournament, books: Books) -> list[Act]:
    if None in scores(found, number, books.told):
        raise Refused(message("Some games have no result yet. Enter their results, then end the tournament."))
    return [End()]


_ACTS: Final[Mapping[str, Callable[[Form, int, Tournament, Books], list[Act]]]] = {
    "enter": _enter, "leave": _leave, "come_back": _come_back, "ask_bye": _ask_bye, "drop_bye": _drop_bye,
    "pair": _pair, "pair_by_hand": _pair_by_hand, "unpair": _unpair, "assign": _assign, "correct": _correct,
    "take": _take, "give_back": _give_back, "refuse": _refuse, "reconsider": _reconsider, "end": _end,
    "reopen": lambda form, number, found, books: [Reopen()],
}


def _whole(text: str, low: int, high: int) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 9 and low <= int(text) <= high):
        raise Refused(message("That must be a whole number from {low} to {high}.", low=low, high=high), 400)
    return int(text)


def _one_of(kind: Any, text: str, what: Any) -> Any:
    try:
        return kind(text)
    except (KeyError, ValueError):
        raise Refused(message("{what} must be one of those offered.", what=what), 400) from None
