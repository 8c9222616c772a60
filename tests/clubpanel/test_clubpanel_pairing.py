"""Pairings: Berger's tables, and Swiss rounds of hundreds of tournaments in which players come and go."""

import random
from collections import Counter
from itertools import combinations

import networkx  # type: ignore[import-untyped]
import pytest

from clubpanel.tournament.pairing import Pairs, PlayerHistory, round_robin, swiss
from table.messages.refusal import Refused


def names(count: int) -> list[str]:
    return [f"P{number}" for number in range(1, count + 1)]


def test_round_robins_are_those_that_fide_prints() -> None:
    four = [[("P1", "P4"), ("P2", "P3")], [("P4", "P3"), ("P1", "P2")], [("P2", "P4"), ("P3", "P1")]]
    assert round_robin(names(4)) == four
    assert round_robin(names(6))[1] == [("P6", "P4"), ("P5", "P3"), ("P1", "P2")]


@pytest.mark.parametrize("count", [2, 3, 4, 5, 8, 11, 40])
def test_everybody_meets_everybody_once_with_white_about_as_often_as_with_black(count: int) -> None:
    rounds = round_robin(names(count))
    met = Counter(frozenset(pair) for pairs in rounds for pair in pairs if pair[1])
    assert met == Counter(frozenset(pair) for pair in combinations(names(count), 2))
    for name in names(count):
        assert sum(name in pair for pairs in rounds for pair in pairs) == len(rounds), "once in each round"
        games = [pair for pairs in rounds for pair in pairs if name in pair and pair[1]]
        assert abs(2 * sum(name == white for white, _ in games) - len(games)) <= 1
    assert all(white for pairs in rounds for white, _ in pairs), "without an opponent one is named first"


def played(pasts: dict[str, PlayerHistory], pairs: Pairs, chance: random.Random) -> None:
    for white, black in pairs:
        points = chance.choice((0.0, 0.5, 1.0)) if black else 1.0
        for who, other, colour, got in ((white, black, "w", points), (black, white, "b", 1 - points)):
            if who:
                past = pasts[who]
                pasts[who] = PlayerHistory(past.points + got, past.colours + (colour if black else ""),
                                  past.met | ({other} - {""}), past.byes + (not black))


def test_swiss_tournaments_keep_their_promises(full: bool) -> None:
    apart: list[float] = []
    for seed in range(1000 if full else 12):
        chance = random.Random(seed)
        count = chance.randint(4, 20)
        players, pasts = names(count), {name: PlayerHistory() for name in names(count)}
        for _ in range(chance.randint(1, (count + 1) // 2)):
            if chance.random() < 0.15 and len(players) > 4:
                players.remove(chance.choice(players))
            try:
                pairs = swiss(players, pasts)
            except Refused:
                continue
            assert Counter(name for pair in pairs for name in pair if name) == Counter(players)
            assert all(black not in pasts[white].met for white, black in pairs)
            byes = [white for white, black in pairs if not black]
            assert len(byes) == len(players) % 2
            assert all(pasts[name].byes == min(pasts[each].byes for each in players) for name in byes)
            apart += [abs(pasts[white].points - pasts[black].points) for white, black in pairs if black]
            played(pasts, pairs, chance)
        assert all(abs(past.lean) <= 3 for past in pasts.values())
    assert sum(apart) / len(apart) < 0.5, "equals meet equals"


def third(past: PlayerHistory, colour: str) -> bool:
    """True if a game with this colour is the third of it in a row, or leaves three more of it than of the other."""
    return past.must not in ("", colour)


def can_be_avoided(players: list[str], pasts: dict[str, PlayerHistory]) -> bool:
    """True if a round is possible in which nobody has one colour a third time: asked of another matching."""
    graph, fewest = networkx.Graph(), min(pasts[name].byes for name in players)
    for one, other in combinations(players, 2):
        same = pasts[one].must and pasts[one].must == pasts[other].must
        if other not in pasts[one].met and not same:
            graph.add_edge(one, other)
    graph.add_edges_from((name, "") for name in players if len(players) % 2 and pasts[name].byes == fewest)
    return 2 * len(networkx.max_weight_matching(graph, maxcardinality=True)) >= len(players)


def test_nobody_has_one_colour_three_times_in_a_row_where_anything_else_is_possible(full: bool) -> None:
    rounds = thirds = 0
    for seed in range(1500 if full else 150):
        chance = random.Random(seed)
        players = names(chance.randint(4, 16))
        pasts = {name: PlayerHistory() for name in players}
        for _ in range(chance.randint(3, 9)):
            try:
                pairs = swiss(players, pasts)
            except Refused:
                break
            pressed = [pair for pair in pairs if pair[1] and (third(pasts[pair[0]], "w") or third(pasts[pair[1]], "b"))]
            assert not (pressed and can_be_avoided(players, pasts)), (seed, pressed)
            rounds, thirds = rounds + 1, thirds + len(pressed)
            played(pasts, pairs, chance)
    assert 0 < thirds < rounds / 50, "it happens, where nothing else is possible"


def test_the_first_round_is_the_upper_half_against_the_lower_one() -> None:
    pairs = swiss(names(8), {name: PlayerHistory() for name in names(8)})
    assert {frozenset(pair) for pair in pairs} == {frozenset((f"P{n}", f"P{n + 4}")) for n in range(1, 5)}
    assert [white for white, _ in pairs] == ["P1", "P6", "P3", "P8"], "White by turns"


def test_the_last_has_no_opponent_if_somebody_must_and_nobody_has_none_twice() -> None:
    pasts = {"A": PlayerHistory(2.0), "B": PlayerHistory(1.0), "C": PlayerHistory(0.0, byes=1)}
    assert swiss(["A", "B", "C"], pasts)[-1] == ("B", "")


def test_a_round_that_cannot_be_is_refused_in_words() -> None:
    met = {"A": PlayerHistory(met=frozenset("BCD"))} | {each: PlayerHistory(met=frozenset("A")) for each in "BCD"}
    with pytest.raises(Refused, match="No further round is possible"):
        swiss(list("ABCD"), met)


def test_a_hundred_players_are_paired_while_one_waits() -> None:
    chance = random.Random(1)
    pasts = {name: PlayerHistory(chance.randint(0, 8) / 2) for name in names(100)}
    assert len(swiss(names(100), pasts)) == 50
