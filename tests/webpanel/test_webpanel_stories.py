"""Every sentence that games say in random games: translated, without notation, right for one and for several."""

import random
import re
from collections.abc import Iterator

import pytest
from flask import Flask
from random_games import some_action, some_options
from watched_desk import WatchedDesk

from engine.game import EVERYTHING, AnyGame
from engine.messages import Message
from engine.registry import find_game, folder_of, game_ids
from table.words.settings import Settings
from webpanel.texts import translate, translated

GAMES, FULL_GAMES = 20, 200
"""Random games of each game: with ``--full`` a thousand in all."""
ACTIONS = 300
NOTATION = re.compile(r"[a-p]\d\d?([a-p]\d|[@x=^<>]|\+)|\w:\w|[@=^<>{}]|\bNone\b")
"""What stands in records: b6b7, b5b6@b5+, b1xb8@b7, h8+1/2, first:black=6."""
ONE_OF_MANY = re.compile(
    r"(?<![\w/+])(1|one|ein|eine) (pawns|pieces|players|points|moves|Bauern rücken|Figuren|Punkte)\b"
)


def said_in(game: AnyGame, chance: random.Random) -> Iterator[Message]:
    """What is told of a random game, and what is said beside the board."""
    position = game.start(some_options(game, chance))
    for _ in range(ACTIONS):
        described = game.describe(position, EVERYTHING)
        yield from (*described.sentences, *(prompt.message for prompt in described.prompts))
        if not game.to_act(position):
            return
        action = some_action(game, position, chance)
        yield from (each.message for each in game.tell(position, action, EVERYTHING))
        position = game.successor(position, action)


def parts(message: Message) -> Iterator[Message]:
    """A sentence and the texts in it."""
    yield message
    for _, value in message.values:
        if isinstance(value, Message):
            yield from parts(value)


@pytest.mark.parametrize("game_id", game_ids())
def test_every_sentence_of_random_games_reads_well(game_id: str, app: Flask, desk: WatchedDesk, full: bool) -> None:
    game, told = find_game(game_id), set[Message]()
    for seed in range(FULL_GAMES if full else GAMES):
        told.update(said_in(game, random.Random(f"{game_id} {seed}")))
    assert len({each.key for each in told}) >= 3
    languages = ["en", "de"] if (folder_of(game_id) / "rules" / "de.md").exists() else ["en"]
    for language in languages:
        desk.save_settings(Settings(language=language))
        with app.test_request_context():
            faults = {said: fault for each in told if (fault := fault_in(said := translate(each)))}
        assert not faults
    if "de" in languages:
        known = {entry.id if isinstance(entry.id, str) else entry.id[0] for entry in translated("de")}
        assert {part.key for each in told for part in parts(each)} <= known


def fault_in(said: str) -> str:
    if NOTATION.search(said):
        return "notation"
    if ONE_OF_MANY.search(said):
        return "one of many"
    if not said.endswith((".", "?", "!")) or "  " in said or ".." in said:
        return "no sentence"
    return ""


@pytest.mark.parametrize(
    "said", ["b6b7", "h8+1/2", "first:black=6", "b1xb8@b7", "d2e2f2>3", "e9e10=Q", "1 pawns", "No end"]
)
def test_what_no_family_would_say_is_found(said: str) -> None:
    assert fault_in(f"White plays {said}{'' if said == 'No end' else '.'}")
