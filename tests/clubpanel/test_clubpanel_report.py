"""The report for rating officers: read back by the columns of FIDE's specification, and compared with the table."""

import random
from dataclasses import dataclass

from clubpanel.tournament.cross_table import Cell, cross_table
from clubpanel.tournament.model import Act, Begin, Enter, Game, Leave, Pair, Score, System, Tournament, replayed
from clubpanel.tournament.pairing import round_robin
from clubpanel.tournament.report import report
from clubpanel.tournament.scoring import scores, table
from engine.core.pieces import Seat

POINTS = {"1": 1.0, "=": 0.5, "0": 0.0, "+": 1.0, "-": 0.0, "U": 1.0, "F": 1.0, "H": 0.5, "Z": 0.0, " ": 0.0}
MIRROR = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+", " ": " "}


@dataclass
class Line:
    """A player's line."""

    number: int
    name: str
    points: float
    rank: int
    rounds: list[tuple[int, str, str]]


def columns(text: str, first: int, last: int) -> str:
    """The columns of a line, counted from 1 as in the specification."""
    return text[first - 1 : last]


def read(text: str) -> tuple[dict[str, str], dict[int, Line]]:
    """Read a report column by column: the lines about the tournament from position 5 on, and the players."""
    about, players = {}, {}
    assert text.endswith("\r\n")
    for line in text.split("\r\n")[:-1]:
        tag = columns(line, 1, 3)
        assert columns(line, 4, 4) in (" ", "")
        if tag != "001":
            about[tag] = line if tag == "132" else line[4:]
            continue
        gaps = {9, 14, 48, 53, 57, 69, 80, 85, 90, 91}
        assert all(columns(line, at, at) == " " for at in gaps), line
        unknown = (columns(line, 10, 13), columns(line, 49, 52), columns(line, 54, 56), columns(line, 58, 68),
                   columns(line, 70, 79))
        assert not "".join(unknown).strip()
        assert (len(line) - 89) % 10 == 0
        played = []
        for at in range(92, len(line), 10):
            assert all(columns(line, gap, gap) == " " for gap in (at - 2, at - 1, at + 4, at + 6))
            colour, result = columns(line, at + 5, at + 5), columns(line, at + 7, at + 7)
            played.append((int(columns(line, at, at + 3)), colour, result))
        assert columns(line, 83, 83) == "."
        found = Line(int(columns(line, 5, 8)), columns(line, 15, 47).rstrip(), float(columns(line, 81, 84)),
                     int(columns(line, 86, 89)), played)
        players[found.number] = found
    return about, players


def check(cup: Tournament, counted: list[Score | None], text: str) -> dict[int, Line]:
    """Check that a report is consistent, and the same as the table."""
    _, players = read(text)
    assert [each.name for each in players.values()] == [player.name[:33].rstrip() for player in cup.players]
    standing = {line.name[:33].rstrip(): line for line in table(cup, counted)}
    for player in players.values():
        line = standing[player.name]
        assert (player.points, player.rank) == (line.points, line.rank)
        assert len(player.rounds) == cup.paired
        if not any(each.struck for each in standing.values()):
            assert sum(POINTS[result] for _, _, result in player.rounds) == player.points
        for at, (other, colour, result) in enumerate(player.rounds):
            if other == 0:
                assert colour == "-" and result in "UFHZ"
                continue
            theirs = players[other].rounds[at]
            assert theirs[0] == player.number and {colour, theirs[1]} == {"w", "b"}
            assert theirs[2] == MIRROR[result] or result == theirs[2] == "-"
    return players


def test_a_swiss_tournament_with_all_that_may_happen() -> None:
    games = (
        Game(1, "Ada", "Bo"), Game(1, "Cy", "Di"), Game(1, "Eli", ""), Game(1, "Flo", "", half=True),
        Game(2, "Di", "Ada"), Game(2, "Bo", "Eli"), Game(2, "Flo", "Cy"), Game(3, "Ada", ""), Game(3, "Bo", ""),
        Game(3, "Cy", "Eli"),
    )
    acts: list[Act] = [Begin("Autumn cup", System.SWISS, "chess", 5), *map(Enter, "Ada Bo Cy Di Eli Flo".split()),
                       Pair(games)]
    cup = replayed(acts)
    counted = [Score.WHITE, Score.DRAW, Score.WHITE_UNPLAYED, Score.HALF_BYE, Score.BLACK_UNPLAYED, Score.NOBODY, None,
               Score.WHITE_UNPLAYED, Score.WHITE_UNPLAYED, Score.BLACK]
    dates = ["2026-11-21T10:00:00Z"] * 4 + ["", "2026-11-22T09:00:00Z", ""] + ["2026-12-01T20:00:00Z"] * 3
    text = report(cup, counted, dates)
    players = check(cup, counted, text)
    assert players[1].rounds == [(2, "w", "1"), (4, "b", "+"), (0, "-", "U")]
    assert players[2].rounds == [(1, "b", "0"), (5, "w", "-"), (0, "-", "F")]
    assert players[6].rounds == [(0, "-", "H"), (3, "w", " "), (0, "-", "Z")]
    about, _ = read(text)
    assert about["012"] == "Autumn cup" and about["062"] == "6" and about["092"] == "Individual: Swiss-System"
    assert (about["042"], about["052"]) == ("2026/11/21", "2026/12/01")
    assert [columns(about["132"], at, at + 7) for at in (92, 102, 112)] == ["26/11/21", "26/11/22", "26/12/01"]


def test_round_robins_of_any_size_and_any_result(full: bool) -> None:
    for seed in range(300 if full else 30):
        chance = random.Random(seed)
        names = [f"Player {'x' * chance.randint(0, 40)}{number}"[:40] for number in range(chance.randint(2, 15))]
        names = [f"{number} {name}"[:40] for number, name in enumerate(names)]
        system = chance.choice((System.ROUND_ROBIN, System.TWICE))
        rounds = round_robin(names) * (2 if system is System.TWICE else 1)
        games = tuple(Game(at, *pair) for at, pairs in enumerate(rounds, 1) for pair in pairs)
        cup = replayed([Begin("Cup", system, "chess", 0), *map(Enter, names), Pair(games),
                        *[Leave(name) for name in names if chance.random() < 0.1]])
        played = scores(cup, 1, {})
        possible = [each for each in Score if each is not Score.HALF_BYE]
        counted = [score if game.is_bye or score else chance.choice([*possible, None])
                   for game, score in zip(games, played, strict=True)]
        check(cup, counted, report(cup, counted, [""] * len(games)))


def test_a_report_without_dates_leaves_them_out() -> None:
    cup = replayed([Begin("Cup", System.SWISS, "chess", 3), Enter("Ada"), Enter("Bo"), Pair((Game(1, "Ada", "Bo"),))])
    about, _ = read(report(cup, [None], [""]))
    assert "042" not in about and "052" not in about and "132" not in about


def test_a_cross_table_names_opponents_by_their_line_and_the_side_that_was_played() -> None:
    games = (Game(1, "Ada", "Bo"), Game(1, "Cy", ""), Game(2, "Cy", "Ada"), Game(2, "Bo", "", half=True))
    cup = replayed([Begin("Cup", System.SWISS, "pawn", 3), *map(Enter, "Ada Bo Cy".split()), Pair(games)])
    counted = [Score.WHITE, Score.WHITE_UNPLAYED, None, Score.HALF_BYE]
    assert [(each.place, each.line.name, each.cells) for each in cross_table(cup, counted)] == [
        (1, "Cy", (Cell("+"), Cell("", 2, Seat.WHITE))),
        (2, "Ada", (Cell("1", 3, Seat.WHITE), Cell("", 1, Seat.BLACK))),
        (3, "Bo", (Cell("0", 2, Seat.BLACK), Cell("½"))),
    ]


def test_a_cross_table_of_a_round_robin_has_a_column_for_each_player() -> None:
    games = (Game(1, "Ada", "Bo"), Game(1, "Cy", ""), Game(2, "Cy", "Ada"), Game(3, "Bo", "Cy"), Game(4, "Bo", "Ada"))
    cup = replayed([Begin("Cup", System.TWICE, "pawn", 0), *map(Enter, "Ada Bo Cy".split()), Pair(games)])
    counted = [Score.WHITE, Score.NOBODY, Score.BLACK_UNPLAYED, None, Score.DRAW]
    assert [(each.line.name, tuple(cell.result for cell in each.cells)) for each in cross_table(cup, counted)] == [
        ("Ada", ("×", "1½", "+")), ("Bo", ("0½", "×", "")), ("Cy", ("−", "", "×")),
    ]
