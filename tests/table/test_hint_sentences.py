"""Reasons of hints, as people read them: each names what the move does or prevents, never just that it is the best.

``pytest -s --full tests/table/test_hint_sentences.py -k twenty`` prints twenty hints of each game, to be read.
"""

import json
from random import Random

import pytest
from play_table import PlayTable

from engine.core.pieces import CHANCE, Seat
from engine.game import Played
from engine.records.computer_levels import Computers
from engine.records.game_record import begin
from engine.registry import find_game, game_ids
from engine.services.hidden_information import known_to
from opponents.conversation import answer, no_time_passes
from opponents.levels import level_of
from opponents.thinking import play_at
from table.messages.events import AskHint, HintFound
from table.messages.lights import Role

EVERY, LONGEST, BLUNDERS = 9, 150, 0.15


def moments(game, count):
    """Moments of games of the fourth level, which errs now and then: those at which one seat is to act."""
    luck, found = Random(f"hints {game.id}"), list[Played]()
    while True:
        played, offset = begin(game, game.read_options({})), luck.randrange(EVERY)
        while game.outcome(played.position) is None and len(played.actions) < LONGEST:
            acting = game.to_act(played.position)
            if acting != (CHANCE,) and len(acting) == 1 and len(game.actions(played.position)) > 1:
                if len(played.actions) % EVERY == offset:
                    found.append(played)
                    if len(found) == count:
                        return found
            played, _ = played.after(next_action(game, played.position, luck))


def next_action(game, position, luck):
    seat = game.to_act(position)[0]
    if seat == CHANCE:
        outcomes = game.chances(position)
        return luck.choices([each for each, _ in outcomes], [weight for _, weight in outcomes])[0]
    if luck.random() < BLUNDERS and game.actions(position):
        return luck.choice(game.actions(position))
    seat = next(each for each in game.to_act(position) if each != CHANCE)
    return game.parse(position, play_at(game, position, seat, level_of(4), str(luck.random()), no_time_passes).action)


def hint_at(played, nodes=6_000):
    """The answer of the process to a request for a hint."""
    seat = Seat(played.game.to_act(played.position)[0])
    known = known_to(seat, played)
    return seat, json.loads(answer(json.dumps({
        "game": played.game.id, "options": played.options.as_data(), "actions": known.actions, "secret": known.secret,
        "seat": seat, "nodes": nodes, "seed": 0, "entry": len(played.actions) + 1, "unhurried": True,
    })))


def told(played, seat, said):
    """The whole hint on a table, and the lit squares."""
    table = PlayTable()
    table.computers = Computers({each: 1 for each in played.game.seats_of(played.options) if each is not seat}, 1)
    table.continue_with(tuple(each.text for each in played.actions), None, played.game.id)
    reason = said["reason"]
    for _ in range(3):
        table.send(AskHint(seat, frozenset({seat})))
        if table.table.hint.found is None:
            table.send(HintFound(table.thoughts[-1].entry, said["action"], reason["name"], reason["piece"],
                                 tuple(reason["squares"]), reason["action"]))
    return str(table.scene().now), set(table.squares_of(Role.HINT))


@pytest.mark.parametrize("game_id", game_ids())
def test_of_twenty_hints_each_names_what_it_does_or_prevents(game_id, full):
    game = find_game(game_id)
    for played in moments(game, 20 if full else 3):
        seat, said = hint_at(played)
        sentence, lit = told(played, seat, said)
        print(f"\n{game.name}, {seat}, {said['score']}: {sentence} [{' '.join(sorted(lit))}] {' '.join(said['line'])}")
        assert said["reason"]["name"] != "best" and "Nothing better was found" not in sentence
        assert sentence.startswith("Hint: ") and sentence.count(".") >= 2, "there is a reason"
        assert set(said["reason"]["squares"]) <= lit
