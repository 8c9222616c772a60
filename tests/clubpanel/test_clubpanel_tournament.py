"""Tournaments: which results count for which game, how players stand, what follows from what organisers do."""

import json
from collections.abc import Iterable
from dataclasses import replace

import pytest

from clubpanel.results.errors import Unreadable
from clubpanel.results.standings import Result, standings
from clubpanel.tournament.acts import read_act, write_act
from clubpanel.tournament.books import books
from clubpanel.tournament.journal import Entry
from clubpanel.tournament.model import (
    Act,
    Assign,
    Begin,
    ComeBack,
    Correct,
    End,
    Enter,
    Game,
    Leave,
    Pair,
    Reopen,
    Score,
    System,
    Tournament,
    after,
    replayed,
)
from clubpanel.tournament.scoring import BoardResult, over_before, scores, struck, table, told
from engine.core.pieces import Seat
from table.messages.refusal import Refused

W, B = Seat.WHITE, Seat.BLACK
HALL, SIDE = "00000000000000a1", "00000000000000b2"


def tournament(players: str, *games: Game, system: System = System.ROUND_ROBIN, more: Iterable[Act] = ()) -> Tournament:
    return replayed([Begin("Cup", system, "pawn", 3), *map(Enter, players.split()), Pair(games), *more])


def result(key: str, white: str, black: str, *winners: Seat, board: str = HALL, game: str = "pawn") -> Result:
    return Result(board, key, game, {W: white, B: black}, winners, serial=int(key[1:]))


def said(cup: Tournament, *results: Result) -> list[Score | None]:
    return scores(cup, 1, told({1: cup}, results, {}))


# --- which result counts -----------------------------------------------------------------------------------------


def test_a_result_is_taken_by_the_names_of_those_who_were_paired_however_they_are_capitalised() -> None:
    cup = tournament("Ada Bo Cy", Game(1, "Ada", "Bo"), Game(2, "Bo", "Cy"))
    assert said(cup, result("k1", "ada", "BO", B)) == [Score.BLACK, None]
    assert said(cup, result("k1", "Ada", "Cy", B)) == [None, None]
    assert said(cup, result("k1", "Ada", "Bo", W, game="chess-two")) == [None, None], "another game"
    assert said(cup, result("k1", "Ada", "Bo")) == [Score.DRAW, None]


def test_who_sat_on_the_wrong_side_has_played_all_the_same() -> None:
    cup = tournament("Ada Bo", Game(1, "Ada", "Bo"))
    assert said(cup, result("k1", "Bo", "Ada", W)) == [Score.BLACK]


def test_of_two_games_between_the_same_players_each_takes_one_result_by_its_colours() -> None:
    cup = tournament("Ada Bo", Game(1, "Ada", "Bo"), Game(2, "Bo", "Ada"), system=System.TWICE)
    assert said(cup, result("k1", "Bo", "Ada", W), result("k2", "Ada", "Bo")) == [Score.DRAW, Score.WHITE]


def test_a_game_counts_once_and_another_one_after_it_does_not() -> None:
    cup = tournament("Ada Bo", Game(1, "Ada", "Bo"))
    assert said(cup, result("k2", "Ada", "Bo", B), result("k1", "Ada", "Bo", W)) == [Score.WHITE], "the first one"
    found = told({1: cup, 2: cup}, [result("k1", "Ada", "Bo", W)], {})
    assert list(found) == [(1, 0)], "in one tournament"


def test_a_game_that_was_abandoned_does_not_stand_in_the_way_of_the_one_that_is_played() -> None:
    cup = tournament("Ada Bo", Game(1, "Ada", "Bo"))
    abandoned = replace(result("k1", "Ada", "Bo"), termination="abandoned")
    assert said(cup, abandoned) == [None]
    assert said(cup, abandoned, result("k2", "Ada", "Bo", W)) == [Score.WHITE]


def test_the_board_that_a_game_is_assigned_to_is_believed_alone() -> None:
    cup = tournament("Ada Bo", Game(1, "Ada", "Bo", board=HALL))
    assert said(cup, result("k1", "Ada", "Bo", W, board=SIDE)) == [None]
    assert said(cup, result("k1", "Ada", "Bo", W)) == [Score.WHITE]
    moved = after(cup, Assign(0, SIDE))
    assert said(moved, result("k1", "Ada", "Bo", W, board=SIDE)) == [Score.WHITE]


def test_what_was_over_when_a_game_was_paired_is_not_that_game() -> None:
    old = result("k1", "Ada", "Bo", W)
    cup = tournament("Ada Bo", Game(1, "Ada", "Bo", over_before=over_before([old], "pawn", "Bo", "Ada")))
    assert said(cup, old) == [None]
    assert said(cup, old, result("k2", "Ada", "Bo", B)) == [Score.BLACK]


def test_four_seats_of_two_players_are_one_game() -> None:
    cup = tournament("Ada Bo", Game(1, "Ada", "Bo"))
    four = Result(HALL, "k1", "pawn", {W: "Ada", Seat.RED: "Bo", B: "Ada", Seat.BLUE: "Bo"}, (Seat.RED, Seat.BLUE))
    assert said(cup, four) == [Score.BLACK]
    torn = Result(HALL, "k1", "pawn", {W: "Ada", Seat.RED: "Bo", B: "Ada", Seat.BLUE: "Bo"}, (W, Seat.BLUE))
    assert said(cup, torn) == [None], "who won?"


# --- what organisers do ------------------------------------------------------------------------------------------


def test_a_correction_counts_until_it_is_taken_back() -> None:
    cup = tournament("Ada Bo", Game(1, "Ada", "Bo"))
    won = result("k1", "Ada", "Bo", W)
    fixed = after(cup, Correct(0, Score.DRAW, Score.WHITE, "a hand slipped"))
    assert said(fixed, won) == [Score.DRAW]
    assert said(after(fixed, Correct(0, None, Score.DRAW, "")), won) == [Score.WHITE]


ENTERED = Correct(0, Score.WHITE, None, "said on the phone", "")
FIXED = Correct(0, Score.DRAW, Score.WHITE, "a hand slipped", f"{HALL}/k1")


@pytest.mark.parametrize("more", [(), (Correct(0, Score.DRAW, Score.WHITE, "", ""),),
                                  (Correct(0, Score.WHITE_UNPLAYED, Score.WHITE, "", ""),)])
@pytest.mark.parametrize("first", [ENTERED, replace(ENTERED, result=None), replace(ENTERED, score=Score.NOBODY)])
def test_a_game_that_ended_otherwise_than_an_organiser_entered_is_another_one(
    first: Correct, more: tuple[Correct, ...]
) -> None:
    acts = (*PAIRED, first, *more)
    cup, later = replayed(acts), result("k9", "Ada", "Bo", B)
    found = books([later], entries(*acts))
    assert later in found.results, "what the board said counts as it said it"
    assert not found.told and scores(cup, 1, found.told) == [cup.games[0].corrected]
    assert len(found.results) == 1 + (cup.games[0].corrected in (Score.WHITE, Score.DRAW)), "and what was entered, too"


def test_a_game_that_ended_as_entered_is_that_game_only_as_long_as_that_is_so() -> None:
    later = result("k9", "Ada", "Bo", W)
    one = books([later], entries(*PAIRED, ENTERED))
    assert list(one.results) == [later] and one.told[1, 0].result == later
    again = Correct(0, Score.BLACK, Score.WHITE, "", later.name)
    two = books([later], entries(*PAIRED, ENTERED, again))
    assert later in two.results and len(two.results) == 2, "nothing that a board told later is changed"
    as_told = Correct(0, None, Score.WHITE, "")
    mended = books([later], entries(*PAIRED, ENTERED, as_told, again))
    assert [(each.name, each.winners) for each in mended.results] == [(later.name, (B,))], "after all it was that game"


def test_a_correction_changes_the_result_that_it_was_made_for_and_no_other() -> None:
    """Also if its board says something else of it meanwhile, so that it comes after others, or takes it back."""
    other = result("k5", "Ada", "Bo", B)
    for k1 in (result("k1", "Ada", "Bo", W), replace(result("k1", "ADA", "Bo", B), serial=9)):
        for again in ((), (replace(FIXED, score=Score.BLACK, before=Score.DRAW, result=""),)):
            found = books([k1, other], entries(*PAIRED, FIXED, *again))
            assert found.told[1, 0].result == k1
            assert len(found.results) == 2 and other in found.results
    taken_back = books([other], entries(*PAIRED, FIXED))
    assert other in taken_back.results and not taken_back.told
    assert [each.key for each in taken_back.results if each != other] == ["1-0"], "what was entered stays"
    two = tournament("Ada Bo", Game(1, "Ada", "Bo"), more=[Assign(0, SIDE), ENTERED, Assign(0, "")])
    assert not told({1: two}, [result("k1", "Ada", "Bo", B)], {}), "it was told before, but not of this game"


def test_a_correction_of_an_earlier_version_is_of_what_counted_before() -> None:
    won = result("k1", "Ada", "Bo", W)
    kept = {"act": "correct", "game": 0, "score": "draw", "before": "white", "why": ""}
    found = books([won], entries(*PAIRED, read_act(kept)))
    assert [(each.name, each.winners) for each in found.results] == [(won.name, ())]
    entered = books([won], entries(*PAIRED, read_act(kept | {"before": None})))
    assert won in entered.results and len(entered.results) == 2


def test_who_leaves_has_lost_what_is_not_played_and_what_was_played_stays() -> None:
    cup = tournament("Ada Bo Cy", Game(1, "Ada", "Bo"), Game(2, "Bo", "Cy"), Game(3, "Cy", "Ada"))
    left = after(cup, Leave("Bo"))
    assert said(left, result("k1", "Ada", "Bo", B)) == [Score.BLACK, Score.BLACK_UNPLAYED, None]
    assert said(after(left, ComeBack("bo"))) == [None, None, None]
    assert said(after(left, Leave("Cy")))[1] is Score.NOBODY


def test_who_leaves_before_the_first_round_was_never_there() -> None:
    cup = replayed([Begin("Cup", System.SWISS, "pawn", 3), Enter("Ada"), Enter("Bo"), Leave("ada")])
    assert cup.staying == ("Bo",)


def test_games_of_who_left_a_round_robin_early_count_for_nobody() -> None:
    games = [Game(1, "Ada", "Bo"), Game(1, "Cy", "Di"), Game(2, "Bo", "Cy"), Game(3, "Bo", "Di")]
    cup = after(tournament("Ada Bo Cy Di", *games), Leave("Bo"))
    counted = said(cup, result("k1", "Ada", "Bo", W), result("k2", "Cy", "Di", W))
    assert struck(cup, counted) == {"Bo"}
    assert [(line.name, line.points, line.struck) for line in table(cup, counted)] == [
        ("Cy", 1.0, False), ("Ada", 0.0, False), ("Di", 0.0, False), ("Bo", 0.0, True),
    ]
    counted = said(cup, result("k1", "Ada", "Bo", W), result("k3", "Bo", "Cy", W))
    assert not struck(cup, counted), "half of them are played"


@pytest.mark.parametrize(
    ("act", "why"),
    [
        (Enter("ADA"), "is taking part already"), (Enter(""), "Give the player a name"),
        (Enter("Cy"), "nobody can join"),
        (Leave("Cy"), "Nobody of that name"), (Correct(7, None, None, ""), "no such game"),
        (Correct(-1, None, None, ""), "no such game"), (Assign(1, ""), "no such game"),
        (Begin("Cup", System.SWISS, "pawn", 1), "begun already"),
    ],
)
def test_what_cannot_be_done_is_refused_in_words(act: Act, why: str) -> None:
    cup = tournament("Ada Bo", Game(1, "Ada", "Bo"), Game(2, "Ada", ""))
    with pytest.raises(Refused, match=why):
        after(cup, act)


def test_what_is_over_is_not_changed_until_it_is_reopened() -> None:
    cup = after(tournament("Ada Bo", Game(1, "Ada", "Bo")), End())
    with pytest.raises(Refused, match="Reopen it first"):
        after(cup, Correct(0, Score.DRAW, None, ""))
    assert after(after(cup, Reopen()), Correct(0, Score.DRAW, None, "")).games[0].corrected is Score.DRAW


def test_acts_come_out_of_the_database_as_they_went_in() -> None:
    game = Game(1, "Ada", "Bo", HALL, frozenset({"a/b", "c/d"}))
    for act in (
        Begin("Cup", System.TWICE, "pawn", 3), Enter("Ada"), Leave("Ada"), ComeBack("Ada"), Pair((game,)),
        Assign(0, HALL), Correct(0, Score.NOBODY, None, "why", "a/b"), Correct(0, None, Score.DRAW, ""),
        End(), Reopen(),
    ):
        assert read_act(json.loads(json.dumps(write_act(act)))) == act


CUP = {"act": "begin", "name": "Cup", "system": "swiss", "game": "pawn", "rounds": 3}
GAME = {"round": 1, "white": "Ada", "black": "Bo", "board": "", "over_before": []}


@pytest.mark.parametrize(("kept", "reason"), [
    ([], "act must be an object"), ({}, "act must be one of"), ({"act": "dance"}, "act must be one of"),
    ({"act": ["enter"]}, "act must be one of"), ({"act": "enter"}, "player must be a text, not None"),
    ({"act": "enter", "player": "Ada", "played": 1}, "did you mean player"), ({"act": "end", "why": ""}, "not known"),
    (CUP | {"name": 5}, "name must be a text"), (CUP | {"rounds": True}, "rounds must be a whole number from 0 to 30"),
    (CUP | {"rounds": 31}, "rounds must be"), (CUP | {"system": "knockout"}, "system must be one of"),
    ({"act": "pair", "games": [{}]}, "round must be a whole number"), ({"act": "pair", "games": {}}, "must be a list"),
    ({"act": "pair", "games": [GAME | {"round": 0}]}, "round must be"), ({"act": "pair", "games": [7]}, "an object"),
    ({"act": "pair", "games": [GAME | {"over_before": "a/b"}]}, "over_before must be a list"),
    ({"act": "correct", "game": -1, "score": None, "before": None, "why": ""}, "game must be a whole number"),
    ({"act": "correct", "game": 0, "score": "won", "before": None, "why": ""}, "score must be one of"),
])
def test_what_is_no_act_is_none(kept: object, reason: str) -> None:
    with pytest.raises(Unreadable, match=reason):
        read_act(kept)


def test_a_text_in_an_act_that_no_page_could_show_is_repaired() -> None:
    assert read_act({"act": "enter", "player": "A\ud800da\u202e"}) == Enter("A\ufffdda\ufffd")


# --- how players stand -------------------------------------------------------------------------------------------


def test_equal_points_of_a_round_robin_are_told_apart_by_whom_one_has_beaten() -> None:
    games = [Game(1, "Ada", "Bo"), Game(1, "Cy", "Di"), Game(2, "Di", "Ada"), Game(2, "Bo", "Cy"), Game(3, "Ada", "Cy"),
             Game(3, "Di", "Bo")]
    lines = table(tournament("Ada Bo Cy Di", *games), [
        Score.WHITE, Score.WHITE, Score.WHITE, Score.WHITE, Score.DRAW, Score.DRAW,
    ])
    # Ada 1½: beat Bo (1½), drew with Cy (1½); Bo 1½: beat Cy, drew with Di (1½); so does Di 1½; Cy 1½.
    assert [(line.name, line.points, line.sonneborn) for line in lines] == [
        ("Ada", 1.5, 2.25), ("Bo", 1.5, 2.25), ("Cy", 1.5, 2.25), ("Di", 1.5, 2.25),
    ]
    assert {line.rank for line in lines} == {1}, "nothing tells them apart"


def test_buchholz_tells_swiss_players_apart_and_a_bye_counts_as_an_equal_opponent() -> None:
    games = [Game(1, "Ada", "Bo"), Game(1, "Cy", ""), Game(2, "Cy", "Ada"), Game(2, "Bo", "")]
    cup = tournament("Ada Bo Cy", *games, system=System.SWISS)
    lines = table(cup, said(cup, result("k1", "Ada", "Bo", W), result("k2", "Cy", "Ada", B)))
    assert [(line.rank, line.name, line.points, line.buchholz, line.won) for line in lines] == [
        (1, "Ada", 2.0, 2.0, 2), (2, "Bo", 1.0, 3.0, 0), (2, "Cy", 1.0, 3.0, 0),
    ]


# --- ratings -----------------------------------------------------------------------------------------------------


def entries(*acts: Act) -> dict[int, list[Entry]]:
    return {1: [Entry(number, f"2026-11-23T11:00:{number:02}Z", "Eve", act) for number, act in enumerate(acts, 1)]}


PAIRED = (Begin("Cup", System.ROUND_ROBIN, "pawn", 0), Enter("Ada"), Enter("Bo"), Pair((Game(1, "Ada", "Bo"),)))


def test_ratings_follow_results_and_corrections() -> None:
    won = result("k1", "Ada", "Bo", W)
    before = books([won], entries(*PAIRED)).ratings["pawn"]
    assert before["Ada"].strength > 1500 > before["Bo"].strength
    assert before["Ada"].doubt < 667, "a game makes surer"
    turned = books([won], entries(*PAIRED, Correct(0, Score.BLACK, Score.WHITE, "")))
    assert turned.ratings[""]["Bo"] == before["Ada"] and turned.ratings[""]["Ada"] == before["Bo"]
    assert [(each.name, each.won) for each in standings(turned.results)] == [("Bo", 1), ("Ada", 0)]
    struck_out = books([won], entries(*PAIRED, Correct(0, Score.NOBODY, Score.WHITE, "")))
    assert not struck_out.results and not struck_out.ratings[""], "nobody played"


def test_what_an_organiser_enters_without_a_board_is_rated_too_and_only_once() -> None:
    entered = entries(*PAIRED, Correct(0, Score.WHITE, None, "on wood without lights"))
    assert [each.at for each in books([], entered).results] == ["2026-11-23T11:00:05Z"]
    late = books([result("k1", "Ada", "Bo", W)], entered)
    assert [each.key for each in late.results] == ["k1"], "the board that was off tells of the same game"


def test_four_at_a_board_are_rated_as_the_sides_they_are() -> None:
    four = Result(HALL, "k1", "pawn", {W: "Ada", Seat.RED: "Bo", B: "Cy", Seat.BLUE: "Di"}, (W, B))
    rated = books([four], {}).ratings[""]
    assert rated["Ada"] == rated["Cy"] and rated["Bo"] == rated["Di"]
    assert rated["Ada"].strength > 1500 > rated["Bo"].strength


def test_a_tournament_that_makes_no_sense_is_left_out(logged_errors: list[object]) -> None:
    assert not books([], {1: [Entry(1, "", "Eve", Enter("Ada"))]}).tournaments
    assert logged_errors


def test_told_is_what_it_says() -> None:
    cup = tournament("Ada Bo", Game(1, "Ada", "Bo"))
    won = result("k1", "Ada", "Bo", W)
    assert told({1: cup}, [won], {}) == {(1, 0): BoardResult(won, Score.WHITE)}
