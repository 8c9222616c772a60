"""The acts that an organiser's form asks for: what is wrong with a form is refused."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from werkzeug.datastructures import MultiDict

from clubpanel.tournament.books import Books
from clubpanel.tournament.model import (
    MOST_ROUNDS,
    Act,
    AskBye,
    Assign,
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
from clubpanel.tournament.scoring import over_before, pasts, scores
from clubpanel.tournament.texts import RESULTS, lost_by_taking_back
from clubpanel.tournament.uncounted import Uncounted
from clubpanel.web.doubts import Doubt, Kept
from clubpanel.web.hand_pairing import chosen_pairs, met_before, rows_of
from clubpanel.web.wall import wall
from engine.core.errors import BadText
from engine.core.messages import message
from engine.core.text_rules import checked, checked_lines, checked_name
from table.messages.refusal import Refused

Form = MultiDict[str, str]

LONGEST_LIST: Final = 20_000
LONGEST_REASON: Final = 200


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
    boards = least_busy_first(boards_online(), books) if form.get("boards") else []
    rounds = enumerate(next_rounds(number, found, books), found.paired + 1)
    return [Pair(tuple(game for at, pairs in rounds for game in _games(found, books, at, pairs, boards)))]


def boards_online() -> list[str]:
    """List the boards of the club that are online."""
    return [each.status.board for each in wall().watcher.boards() if each.status.online]


def known_and_given(found: Tournament) -> dict[str, str]:
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


def present_players(found: Tournament, at: int) -> list[str]:
    """List those who play in a round: neither gone nor with a bye that they asked for."""
    return [name for name in found.staying if name not in found.resting(at)]


def _pair_by_hand(form: Form, number: int, found: Tournament, books: Books) -> list[Act]:
    counted, following = _before_next_round(number, found, books), found.paired + 1
    pairs = chosen_pairs(rows_of(form), present_players(found, following))
    again = met_before(pairs, pasts(found, counted))
    if again and not form.get("sure"):
        raise Doubt(message("{players} have met before. Pair them again?", players=again), message("Pair them again"))
    boards = least_busy_first(boards_online(), books) if form.get("boards") else []
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
    return [AskBye(_player(form, found), whole(form.get("round", ""), 1, MOST_ROUNDS))]


def _drop_bye(form: Form, number: int, found: Tournament, books: Books) -> list[Act]:
    return [DropBye(_player(form, found), whole(form.get("round", ""), 1, MOST_ROUNDS))]


def next_rounds(number: int, found: Tournament, books: Books) -> list[Pairs]:
    """Return the pairs of the rounds that are to be paired next: of a Swiss tournament one, else all.

    :raises Refused: none can be paired now.
    """
    if len(found.staying) < 2:
        raise Refused(message("A tournament needs at least two players."))
    if found.system is not System.SWISS:
        if found.games:
            raise Refused(message("All rounds are paired already."))
        first = round_robin(found.staying)
        second = [[(black, white) if black else (white, black) for white, black in pairs] for pairs in first]
        return first + second if found.system is System.TWICE else first
    counted = _before_next_round(number, found, books)
    present = present_players(found, found.paired + 1)
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
    if board and board not in known_and_given(found):
        raise Refused(message("There is no such board in the club."), 400)
    return [Assign(_place(form, found), board)]


def _correct(form: Form, number: int, found: Tournament, books: Books) -> list[Act]:
    place, said = _place(form, found), form.get("score", "")
    score = one_of({each.value: each for each in RESULTS}.__getitem__, said, message("The result")) if said else None
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
    return whole(form.get("game", ""), 0, max(len(found.games) - 1, 0))


def _end(form: Form, number: int, found: Tournament, books: Books) -> list[Act]:
    if None in scores(found, number, books.told):
        raise Refused(message("Some games have no result yet. Enter their results, then end the tournament."))
    return [End()]


ACTS: Final[Mapping[str, Callable[[Form, int, Tournament, Books], list[Act]]]] = {
    "enter": _enter, "leave": _leave, "come_back": _come_back, "ask_bye": _ask_bye, "drop_bye": _drop_bye,
    "pair": _pair, "pair_by_hand": _pair_by_hand, "unpair": _unpair, "assign": _assign, "correct": _correct,
    "take": _take, "give_back": _give_back, "refuse": _refuse, "reconsider": _reconsider, "end": _end,
    "reopen": lambda form, number, found, books: [Reopen()],
}


KEEPING: Final = ("enter", "pair_by_hand")
"""The changes whose form is shown again, filled in as it was, if they are refused."""


def whole(text: str, low: int, high: int) -> int:
    """Read a whole number of a form.

    :raises Refused: it is none, or not within these bounds.
    """
    if not (text.isascii() and text.isdecimal() and len(text) <= 9 and low <= int(text) <= high):
        raise Refused(message("That must be a whole number from {low} to {high}.", low=low, high=high), 400)
    return int(text)


def one_of(kind: Any, text: str, what: Any) -> Any:
    """Read a choice of a form; ``kind`` makes it of its text.

    :raises Refused: it is none of those offered.
    """
    try:
        return kind(text)
    except (KeyError, ValueError):
        raise Refused(message("{what} must be one of those offered.", what=what), 400) from None
