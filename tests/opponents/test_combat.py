"""Combats of Pawn's Revenge in the head of a player: fought as the rules fight them, divided better than at random."""

import random
from itertools import islice

import pytest
from random_games import some_action

from engine.core.pieces import Seat
from engine.games.pawns_revenge.imagined_combat import Planning, combat_of, fought, gain, some_shares, written
from engine.games.pawns_revenge.position import Phase
from engine.records.game_record import begin
from engine.registry import find_game
from engine.services.evaluation import judge_of
from opponents.conversation import no_time_passes
from opponents.thinking import consider

GAME = find_game("pawns-revenge")


def combats(given, seed):
    """Positions of random games in which points are about to be divided."""
    chance = random.Random(seed)
    while True:
        position = begin(GAME, GAME.read_options(given)).position
        while GAME.outcome(position) is None:
            if position.phase == "divide" and not position.dice.divisions:
                yield position
            position = GAME.successor(position, some_action(GAME, position, chance))


@pytest.mark.parametrize("given", [{}, {"players": 4}, {"army": "classic", "retreat": True}, {"players": 3}])
def test_who_falls_is_who_falls_by_the_rules(given, full):
    chance, found = random.Random("falls"), combats(given, "falls")
    someone = 0
    for _ in range(200 if full else 40):
        position = before = next(found)
        combat, shares = combat_of(position), []
        for army, points in position.dice.numbers:
            shares.append(some_shares(combat, army, points, chance))
            position = GAME.play(position, written(before, army, shares[-1]))[1]
        fallen = set(fought(combat, shares))
        assert fallen == {square for square in combat.owners if not position.pieces >> square & 1}
        someone += bool(fallen)
    assert someone > 10


def test_a_plan_does_better_than_dividing_at_random(full):
    chance, found = random.Random("plans"), combats({}, "plans")
    planned = luck = 0.0
    for number in range(400 if full else 60):
        position = next(found)
        combat = combat_of(position)
        army, points = position.dice.numbers[number % len(position.dice.numbers)]
        planning = Planning(combat, army, points, 16, chance)
        while planning.fights < 1500:
            planning.round()
        for _ in range(20):
            others = {each: some_shares(combat, each, many, chance) for each, many in position.dice.numbers}
            for own in (True, False):
                shares = planning.decision() if own else some_shares(combat, army, points, chance)
                given = [shares if each == army else others[each] for each in combat.armies]
                worth = gain(combat, fought(combat, given), combat.alliances[army])
                planned, luck = (planned + worth, luck) if own else (planned, luck + worth)
    assert planned > luck


def test_a_combat_is_judged_alike_whatever_was_judged_before():
    positions = [each._replace(phase=Phase.COMBAT_DICE) for each in islice(combats({}, "judged"), 10)]
    judges = [judge_of(GAME, positions[0].options, Seat.WHITE) for _ in range(2)]
    there = [judges[0].score(position) for position in positions]
    back = [judges[1].score(position) for position in reversed(positions)]
    assert there == back[::-1]


SURE = {
    "board": {"e1": "wK", "d6": "wP", "g2": "wP", "e7": "bK", "h7": "bP"}, "phase": "divide", "to_act": ["white"],
    "detail": {"roll": 6, "active": "white", "points": {"white": 3, "black": 1}, "divisions": {"black": "black:-"},
               "stats": {"d6": "6/1"}},
}
"""White's pawn needs power 9 to kill the king, if Black has thrown a 6: that is all three points."""


def test_no_guess_at_what_the_others_divided_is_taken_for_certain():
    """Whatever Black divided is imagined. A division that would win against that need not win in the game."""
    position = begin(GAME, GAME.read_options({}), SURE).position
    found = [consider(GAME, position, Seat.WHITE, 6_000, str(seed), no_time_passes) for seed in range(8)]
    assert not [each for each in found if each.score == 1.0]
    assert [each.action for each in found].count("white:d6+3/0") >= 6, found
