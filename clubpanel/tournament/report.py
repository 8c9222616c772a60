"""A tournament as a report for rating officers: FIDE's Tournament Report File of 2016 (Handbook C.04, Annex 2). Pure.

A line has fixed columns, counted from 1. What the panel does not know (sex, title, rating, federation, number and date
of birth of a player; city, federation and arbiters) is left blank.
"""

from collections.abc import Sequence
from typing import Final

from clubpanel.tournament.model import Game, Score, System, Tournament
from clubpanel.tournament.scoring import table

LONGEST_NAME: Final = 33
_TYPES: Final = {
    System.SWISS: "Individual: Swiss-System", System.ROUND_ROBIN: "Individual: Round-Robin",
    System.TWICE: "Individual: Double-Round-Robin",
}
_WHITE: Final = {
    Score.WHITE: "1", Score.BLACK: "0", Score.DRAW: "=", Score.WHITE_UNPLAYED: "+", Score.BLACK_UNPLAYED: "-",
    Score.NOBODY: "-",
}
_BLACK: Final = _WHITE | {Score.WHITE: "0", Score.BLACK: "1", Score.WHITE_UNPLAYED: "-", Score.BLACK_UNPLAYED: "+"}
_BYES: Final = {Score.WHITE_UNPLAYED: "U", Score.HALF_BYE: "H", Score.NOBODY: "Z"}
ABSENT: Final = "  0000 - Z"
"""The columns of a round for which a player was not paired."""


def report(tournament: Tournament, counted: Sequence[Score | None], dates: Sequence[str]) -> str:
    """Write the report.

    :param dates: the dates on which the games ended (ISO 8601; empty: not known).
    """
    rounds = [_date_of(tournament, dates, number) for number in range(1, tournament.paired + 1)]
    known = sorted(date for date in rounds if date)
    first, last = (known[0], max(date[:10] for date in dates)) if known else ("", "")
    about = [
        ("012", tournament.name), ("042", first.replace("-", "/")), ("052", last.replace("-", "/")),
        ("062", str(len(tournament.players))), ("072", "0"), ("092", _TYPES[tournament.system]),
        ("132", " " * 87 + "  ".join(f"{date[2:].replace('-', '/'):8}" for date in rounds)),
    ]
    lines = [f"{tag} {text}".rstrip() for tag, text in about if text.strip()]
    return "".join(f"{line}\r\n" for line in (*lines, *_players(tournament, counted)))


def _date_of(tournament: Tournament, dates: Sequence[str], number: int) -> str:
    """Return the date of a round: that of the first game of it that ended."""
    own = (date[:10] for game, date in zip(tournament.games, dates, strict=True) if game.round == number and date)
    return min(own, default="")


def _players(tournament: Tournament, counted: Sequence[Score | None]) -> list[str]:
    numbers = {player.name: number for number, player in enumerate(tournament.players, 1)}
    standing = {line.name: line for line in table(tournament, counted)}
    cells = {name: [ABSENT] * tournament.paired for name in numbers}
    byes: set[int] = set()
    for game, score in zip(tournament.games, counted, strict=True):
        at = game.round - 1
        if game.is_bye:
            cells[game.white][at] = f"  0000 - {_bye(game, score, byes)}"
            continue
        cells[game.white][at] = f"  {numbers[game.black]:4} w {_WHITE[score] if score else ' '}"
        cells[game.black][at] = f"  {numbers[game.white]:4} b {_BLACK[score] if score else ' '}"
    return [
        f"001 {number:4}      {name[:LONGEST_NAME]:33}{'':33}{standing[name].points:4.1f} {standing[name].rank:4}"
        + "".join(cells[name])
        for name, number in numbers.items()
    ]


def _bye(game: Game, score: Score | None, byes: set[int]) -> str:
    """Return the letter of a round without an opponent. One a round is the pairing's; others are an organiser's."""
    letter = _BYES.get(score or Score.NOBODY, "Z")
    if letter == "U" and game.round in byes:
        return "F"
    if letter == "U":
        byes.add(game.round)
    return letter
