"""Results that no pairing has taken: which an organiser is asked about, what is proposed, and what the answers do."""

import json
from collections.abc import Iterable
from dataclasses import replace

import pytest

from clubpanel.results.standings import Result, standings
from clubpanel.tournament.acts import read_act, write_act
from clubpanel.tournament.books import Books, books
from clubpanel.tournament.journal import Entry
from clubpanel.tournament.model import (
    Act,
    Assign,
    Begin,
    Correct,
    End,
    Enter,
    Game,
    GiveBack,
    Leave,
    Pair,
    Reconsider,
    Refuse,
    Score,
    System,
    Take,
    Unpair,
)
from clubpanel.tournament.pairing import round_robin
from clubpanel.tournament.scoring import over_before, pairing_key, scores
from clubpanel.tournament.uncounted import Proposal, Uncounted, Why, likeness
from engine.core.pieces import Seat

W, B = Seat.WHITE, Seat.BLACK
HALL, SIDE = "00000000000000a1", "00000000000000b2"
ROUND = (Game(1, "Gus", "Dot", HALL), Game(1, "Ada", "Bo"))


def evening(results: Iterable[Result], *more: Act, games: tuple[Game, ...] = ROUND, players: str = "") -> Books:
    names = players.split() or [name for game in games for name in (game.white, game.black)]
    acts = [Begin("Cup", System.SWISS, "pawn", 3), *map(Enter, names), Pair(games), *more]
    return books(list(results), {1: [Entry(number, "", "Eve", act) for number, act in enumerate(acts, 1)]})


def result(key: str, white: str, black: str, *winners: Seat, board: str = HALL, game: str = "pawn") -> Result:
    return Result(board, key, game, {W: white, B: black}, winners, serial=int(key[1:]))


def asked(said: Books) -> list[tuple[str, Why, list[int]]]:
    return [(each.result.key, each.why, [proposal.place for proposal in each.proposals]) for each in said.uncounted[1]]


def counted(said: Books) -> list[Score | None]:
    return scores(said.tournaments[1], 1, said.told)


def test_a_mistyped_name_is_asked_about_and_counts_only_once_an_organiser_says_so() -> None:
    typo = result("k1", "Guse", "Dot", W)
    before = evening([typo])
    assert before.uncounted[1] == [Uncounted(typo, "Guse", "Dot", Why.NAMES, (Proposal(0, False, Score.WHITE),))]
    assert counted(before) == [None, None]
    take = Take(0, typo.name, "Guse", "Dot", False)
    after = evening([typo], take)
    assert counted(after) == [Score.WHITE, None] and not after.uncounted[1]
    assert {each.name for each in standings(after.results)} == {"Gus", "Dot"}, "the club knows nobody called Guse"
    assert set(after.ratings["pawn"]) == {"Gus", "Dot"}
    undone = evening([typo], take, GiveBack(0))
    assert counted(undone) == [None, None] and undone.uncounted == before.uncounted


def test_whoever_sat_on_the_other_side_is_known_all_the_same() -> None:
    turned = result("k1", "Dott", "Guse", W)
    (found,) = evening([turned]).uncounted[1]
    assert found.proposals == (Proposal(0, True, Score.BLACK),)
    assert counted(evening([turned], Take(0, turned.name, "Dott", "Guse", True))) == [Score.BLACK, None]


def test_a_refused_result_is_not_asked_about_until_that_is_taken_back() -> None:
    typo = result("k1", "Guse", "Dot", W)
    refuse = Refuse(typo.name, "Guse", "Dot")
    assert not asked(evening([typo], refuse))
    assert asked(evening([typo], refuse, Reconsider(typo.name, "Guse", "Dot"))) == [("k1", Why.NAMES, [0])]


def test_a_game_on_another_board_than_the_paired_one_is_asked_about() -> None:
    elsewhere = result("k1", "Gus", "Dot", B, board=SIDE)
    said = evening([elsewhere])
    assert counted(said) == [None, None] and asked(said) == [("k1", Why.BOARD, [0])]
    assert counted(evening([elsewhere], Take(0, elsewhere.name, "Gus", "Dot", False))) == [Score.BLACK, None]


@pytest.mark.parametrize(("white", "black", "board", "places"), [
    ("Gustav", "Dot", SIDE, [0]), ("Gus", "", SIDE, [0]), ("", "Gus", SIDE, [0]), ("", "", HALL, [0]),
    ("", "", SIDE, []), ("Gus", "Zed", HALL, [0]), ("Gus", "Zed", SIDE, []), ("Gus", "Ada", HALL, []),
    ("Guse", "Zed", HALL, []), ("Zed", "Yan", HALL, []), ("GÚS", "Dot", SIDE, [0]), ("Gus Miller", "Dot", SIDE, [0]),
])
def test_names_that_are_alike_and_boards_decide_what_is_asked(
    white: str, black: str, board: str, places: list[int]
) -> None:
    found = asked(evening([result("k1", white, black, W, board=board)]))
    assert found == ([("k1", Why.NAMES, places)] if places else [])


def test_a_board_alone_says_nothing_if_it_has_many_games_to_come() -> None:
    games = (Game(1, "Gus", "Dot", HALL), Game(2, "Gus", "Ada", HALL), Game(3, "Bo", "Gus", HALL),
             Game(3, "Dot", "Ada", HALL))
    assert not asked(evening([result("k1", "Gus", "Zed", W)], games=games, players="Gus Dot Ada Bo"))
    assert asked(evening([result("k1", "Bo", "Zed", W)], games=games, players="Gus Dot Ada Bo")) == [
        ("k1", Why.NAMES, [2])]
    assert not asked(evening([result("k1", "", "", W)], games=games, players="Gus Dot Ada Bo"))
    assert asked(evening([result("k1", "", "", W)], games=games[:3], players="Gus Dot Ada Bo")) == [
        ("k1", Why.NAMES, [0, 1, 2])]


def test_thousands_of_other_games_do_not_keep_anybody_waiting() -> None:
    """Of a championship of twenty, all of whose games are still to come: only names and boards are looked at."""
    names = [f"{first} {last}" for first in "Ada Bo Cyril Eli Gus".split() for last in "Mey Kurz Ott Lang".split()]
    games = tuple(Game(at, *pair, HALL) for at, pairs in enumerate(round_robin(names), 1) for pair in pairs)
    others = [result(f"k{number}", f"Guest {number % 50}", "Somebody", W) for number in range(3000)]
    compared = likeness.cache_info().misses
    acts = [Begin("Cup", System.ROUND_ROBIN, "pawn", 0), *map(Enter, names), Pair(games)]
    said = books([*others, result("k9999", "Gus Ot", "Ada Mey", W)],
                 {1: [Entry(number, "", "Eve", act) for number, act in enumerate(acts, 1)]})
    assert [key for key, *_ in asked(said)] == ["k9999"]
    assert likeness.cache_info().misses - compared < 60 * len(names), "each name is compared once"


def test_names_are_alike_whatever_their_capitals_accents_and_order() -> None:
    assert likeness("MÜLLER, Ada", "Ada Muller") == likeness("ada", "ADA") == 1
    assert likeness("Ada", "Ada Miller") > likeness("Adam", "Ada") > 0.8 > 0.6 > likeness("Zed", "Ada")
    assert likeness("", "Ada") == likeness("–", "Ada") == 0


def test_several_games_that_it_may_be_are_all_proposed_the_likeliest_first() -> None:
    games = Game(1, "Anna", "Bo"), Game(1, "Hanna", "Bob")
    (found,) = evening([result("k1", "Hana", "Boo", W)], games=games).uncounted[1]
    assert [each.place for each in found.proposals] == [1, 0]


def test_what_cannot_be_taken_says_why() -> None:
    abandoned = replace(result("k1", "Ada", "Bo"), termination="abandoned")
    assert asked(evening([abandoned])) == [("k1", Why.ABANDONED, [])]
    assert asked(evening([result("k2", "Ada", "Bo", W, game="chess-two")])) == [("k2", Why.GAME, [])]
    one = Result(HALL, "k3", "pawn", {W: "Ada", B: ""}, (W,), other=SIDE, afar=(B,), serial=3)
    assert asked(evening([one])) == [("k3", Why.ONE_BOARD, [])]
    other = Result(SIDE, "k3", "pawn", {W: "", B: "Bo"}, (W,), other=HALL, afar=(W,), serial=4)
    assert asked(evening([one, other])) == [] and counted(evening([one, other])) == [None, Score.WHITE]
    assert asked(evening([one, replace(other, winners=(B,))])) == [("k3", Why.ONE_BOARD, [])] * 2
    nobody = replace(other, players={W: "", B: ""})
    assert asked(evening([one, nobody])) == [("k3", Why.NAMES, [1])], "both agree, and a name is missing"


def test_a_game_that_was_over_before_the_pairing_is_asked_about_but_none_from_before_the_tournament() -> None:
    early = result("k1", "Ada", "Bo", W)
    paired = (ROUND[0], Game(1, "Ada", "Bo", over_before=over_before([early], "pawn", "Ada", "Bo")))
    assert asked(evening([early], games=paired)) == [("k1", Why.BEFORE, [1])]
    assert counted(evening([early], Take(1, early.name, "Ada", "Bo", False), games=paired)) == [None, Score.WHITE]
    assert not asked(evening([replace(early, serial=0)], games=paired))
    assert not asked(evening([replace(early, older=True)], games=paired))


def test_nobody_is_asked_about_games_that_have_a_result_nor_by_a_tournament_that_is_over() -> None:
    right, again = result("k1", "Gus", "Dot", W), result("k2", "Guse", "Dot", B)
    assert not asked(evening([right, again]))
    assert not asked(evening([again], Correct(0, Score.DRAW, None, "")))
    assert not asked(evening([again], Leave("Gus")))
    assert not asked(evening([again], End()))


def test_a_decision_holds_for_the_players_it_was_made_about_and_for_one_game() -> None:
    typo, take = result("k1", "Guse", "Dot", W), Take(0, f"{HALL}/k1", "Guse", "Dot", False)
    assert counted(evening([replace(typo, winners=(B,))], take)) == [Score.BLACK, None], "the board corrected itself"
    assert counted(evening([replace(typo, players={W: "GUSE", B: "dot"})], take)) == [Score.WHITE, None]
    assert counted(evening([replace(typo, players={W: "Ada", B: "Bo"})], take)) == [None, Score.WHITE]
    assert counted(evening([replace(typo, termination="abandoned")], take)) == [None, None]
    assert counted(evening([typo], take, replace(take, game=1))) == [Score.WHITE, None], "it was one game"
    assert counted(evening([], take)) == [None, None], "it was taken back at the board"


def test_a_result_that_was_taken_can_be_corrected_and_that_undone() -> None:
    typo, take = result("k1", "Guse", "Dot", W), Take(0, f"{HALL}/k1", "Guse", "Dot", False)
    fixed = evening([typo], take, Correct(0, Score.BLACK, Score.WHITE, "", typo.name))
    assert counted(fixed) == [Score.BLACK, None]
    assert [(each.name, each.won) for each in standings(fixed.results)] == [("Dot", 1), ("Gus", 0)]
    assert counted(evening([typo], take, Correct(0, Score.BLACK, Score.WHITE, "", typo.name),
                           Correct(0, None, Score.BLACK, ""))) == [Score.WHITE, None]


def test_four_seats_of_two_people_are_asked_about_and_those_of_four_are_not() -> None:
    four = Result(HALL, "k1", "pawn", {W: "Guse", Seat.RED: "Dot", B: "Guse", Seat.BLUE: "Dot"}, (W, B), serial=1)
    (found,) = evening([four]).uncounted[1]
    assert found.proposals == (Proposal(0, False, Score.WHITE),)
    assert counted(evening([four], Take(0, four.name, "Guse", "Dot", False))) == [Score.WHITE, None]
    assert not asked(evening([replace(four, players={**four.players, Seat.RED: "Zed"})]))
    assert not asked(evening([replace(result("k1", "Guse", "Dot", W), computers=(B,))]))


def begun(number: int, game: Game, white: str, black: str, *winners: Seat, serial: int = 90) -> Result:
    """A game that was begun with a tap on what its board had been given to play."""
    return replace(result("k1", white, black, *winners), key=f"{pairing_key(number, game)}00", serial=serial)


def test_a_tapped_game_counts_for_its_own_tournament_of_two_that_pair_the_same_players() -> None:
    pair, again = Game(1, "Gus", "Dot", HALL, key="0" * 10), Game(1, "Gus", "Dot", HALL, key="1" * 10)
    acts: list[list[Act]] = [[Begin(name, System.SWISS, "pawn", 3), Enter("Gus"), Enter("Dot"), Pair((game,))]
                             for name, game in (("Cup", pair), ("Blitz", again))]
    entries = {number: [Entry(10 * number + at, "", "Eve", act) for at, act in enumerate(own)]
               for number, own in enumerate(acts, 1)}
    tapped = begun(2, again, "Gus", "Dot", W)
    said = books([tapped], entries)
    assert list(said.told) == [(2, 0)] and not said.uncounted[2] and not said.uncounted[1]
    said = books([replace(tapped, players={W: "Guse", B: "Dot"})], entries)
    assert not said.told
    assert [each.why for number in (1, 2) for each in said.uncounted[number]] == [Why.PAIRING, Why.NAMES]
    said = books([replace(tapped, key="a" * 12)], entries)
    assert list(said.told) == [(1, 0)], "nobody tapped it: it is of the first that fits, as ever"


def test_a_tapped_game_whose_result_was_entered_otherwise_counts_for_no_other_round() -> None:
    games = Game(1, "Gus", "Dot", HALL, key="0" * 10), Game(2, "Dot", "Gus", HALL, key="1" * 10)
    tapped = begun(1, games[0], "Gus", "Dot", W)
    entered = Correct(0, Score.DRAW, None, "")
    said = evening([tapped], entered, games=games, players="Gus Dot")
    assert counted(said) == [Score.DRAW, None] and asked(said) == [(tapped.key, Why.PAIRING, [1])]
    take = Take(1, tapped.name, "Gus", "Dot", True)
    said = evening([tapped], entered, take, games=games, players="Gus Dot")
    assert counted(said) == [Score.DRAW, Score.BLACK], "an organiser says so"
    drawn = begun(1, games[0], "Gus", "Dot")
    assert list(evening([drawn], entered, games=games, players="Gus Dot").told) == [(1, 0)], "it says the same"


def test_a_tapped_game_is_of_its_own_round_whatever_the_sides_and_names() -> None:
    games = Game(1, "Gus", "Dot", HALL, key="0" * 10), Game(2, "Dot", "Gus", HALL, key="1" * 10)
    turned = begun(1, games[1], "Gus", "Dot", W)
    assert list(evening([turned], games=games, players="Gus Dot").told) == [(1, 1)]
    typo = begun(1, games[1], "Guse", "Dot", W)
    assert asked(evening([typo], games=games, players="Gus Dot")) == [(typo.key, Why.NAMES, [1, 0])]
    moved = evening([turned], Assign(1, SIDE), games=games, players="Gus Dot")
    assert asked(moved) == [(turned.key, Why.BOARD, [1, 0])], "the key of the board that it was given to before"
    there = replace(begun(1, replace(games[1], board=SIDE), "Gus", "Dot", W), board=SIDE)
    assert list(evening([there], Assign(0, SIDE), Assign(1, SIDE), games=games, players="Gus Dot").told) == [(1, 1)]


def test_a_tapped_game_of_a_round_that_was_taken_back_counts_for_no_later_one() -> None:
    pair, again = Game(1, "Gus", "Dot", HALL, key="0" * 10), Game(1, "Dot", "Gus", HALL, key="1" * 10)
    tapped = begun(1, pair, "Gus", "Dot", W)
    said = evening([tapped], Unpair(1), Pair((again,)), games=(pair,))
    assert counted(said) == [None] and asked(said) == [(tapped.key, Why.TAKEN_BACK, [0])]
    take = Take(0, tapped.name, "Gus", "Dot", True)
    assert counted(evening([tapped], Unpair(1), Pair((again,)), take, games=(pair,))) == [Score.BLACK]
    same = replace(pair, key="")
    said = evening([begun(1, same, "Gus", "Dot", W)], Unpair(1), Pair((same,)), games=(same,))
    assert counted(said) == [Score.WHITE], "an earlier version drew no keys: the pairing is the same"


def test_decisions_come_out_of_the_database_as_they_went_in() -> None:
    take = Take(0, f"{HALL}/k1", "Guse", "", True)
    for act in (take, GiveBack(0), Refuse("a/b", "X", ""), Reconsider("a/b", "X", "")):
        assert read_act(json.loads(json.dumps(write_act(act)))) == act
