"""Every sentence that games say in random games: translated, without notation, right for one and for several."""

import random
import re
from collections.abc import Iterator
from itertools import islice

import pytest
from flask import Flask
from random_games import some_action, some_options
from watched_desk import WatchedDesk

from engine.core.messages import Message
from engine.core.pieces import Seat
from engine.game import EVERYTHING, AnyGame
from engine.records.game_record import begin
from engine.registry import find_game, folder_of, game_ids
from table.messages.settings import Settings
from table.model.current_game import GameOnTable, gone_to
from table.model.playback import LONGER
from table.model.state import Table
from table.output.scene_builder import scene
from webpanel.text.translations import LANGUAGES, translate, translated

GAMES, FULL_GAMES = 20, 200
"""Random games of each game: with ``--full`` a thousand in all."""
ACTIONS = 300
SHOWN_GAMES, SHOWN = 1, 60
"""Random games of each game in which every state is looked at by everybody, and how far."""
NOTATION = re.compile(r"[a-p]\d\d?([a-p]\d|[@x=^<>]|\+)|\w:\w|[@=^<>{}]|\bNone\b")
"""The notation of records: b6b7, b5b6@b5+, b1xb8@b7, h8+1/2, first:black=6."""
BEGINS_SMALL = re.compile(r"[a-zäöü](?![a-z]?\d)")
"""A sentence may begin with a square, and with no other small letter."""
ONE_OF_MANY = re.compile(
    r"(?<![\w/+])(1|one|ein|eine) (pawns|pieces|players|points|moves|Bauern rücken|Figuren|Punkte)\b"
)


def said_in(game: AnyGame, chance: random.Random) -> Iterator[Message]:
    """Yield the messages of a random game, and those beside the board."""
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


def test_the_rings_allow_for_how_long_a_language_makes_its_sentences(app: Flask, desk: WatchedDesk) -> None:
    """:data:`table.model.playback.LONGER` is measured here: within a tenth, so that rings and phones stay in step."""
    told = [
        each for game_id in game_ids() for each in islice(said_in(find_game(game_id), random.Random(game_id)), 300)
    ]
    letters = {}
    for language in LANGUAGES:
        desk.save_settings(Settings(language=language))
        with app.test_request_context():
            letters[language] = sum(len(translate(each)) for each in told)
    longer = {language: count / letters["en"] for language, count in letters.items()}
    assert longer == pytest.approx({language: LONGER.get(language, 1.0) for language in LANGUAGES}, rel=0.1)


LOOKERS = (frozenset[Seat](), *(frozenset({seat}) for seat in Seat), frozenset(Seat))
"""Somebody who looks on, each player, and a phone for all."""


def shown_in(game: AnyGame, chance: random.Random) -> Iterator[Message]:
    """Yield the messages that phones show of a random game on a physical board, for each viewer: instructions and
    questions."""
    played = begin(game, some_options(game, chance))
    for _ in range(SHOWN):
        on_table = gone_to(GameOnTable("one", played, (), False), played)
        table = Table(on_table=on_table, occupancy=on_table.occupied)
        for seats in LOOKERS:
            seen = scene(table, seats, 1, 0.0)
            yield from (seen.now, *seen.sentences, *(tip.message for tip in seen.tips))
            for prompt in seen.prompts:
                yield prompt.message
                hidden = prompt.kind == "division" and not set(prompt.seats) & seats
                assert not hidden or not re.search(r"\d", str(prompt.message)), (seats, prompt)
            asked = {seat for prompt in seen.prompts for seat in prompt.seats}
            assert seen.winners is not None or asked | set(seen.to_act), "somebody has to do something"
        if not game.to_act(played.position):
            return
        played, _happenings = played.after(some_action(game, played.position, chance))


@pytest.mark.parametrize("game_id", game_ids())
def test_whoever_looks_is_told_what_to_do_in_every_state(
    game_id: str, app: Flask, desk: WatchedDesk, full: bool
) -> None:
    game, told = find_game(game_id), set[Message]()
    for seed in range(SHOWN_GAMES * (10 if full else 1)):
        told.update(shown_in(game, random.Random(f"shown {game_id} {seed}")))
    for language in ("en", "de"):
        desk.save_settings(Settings(language=language))
        with app.test_request_context():
            assert {said: fault for each in told if (fault := fault_in(said := translate(each)))} == {}


def fault_in(said: str) -> str:
    if NOTATION.search(said):
        return "notation"
    if ONE_OF_MANY.search(said):
        return "one of many"
    if not said.endswith((".", "?", "!", "…")) or "  " in said or ".." in said or BEGINS_SMALL.match(said):
        return "no sentence"
    return ""


@pytest.mark.parametrize(
    "said", ["b6b7", "h8+1/2", "first:black=6", "b1xb8@b7", "d2e2f2>3", "e9e10=Q", "1 pawns", "No end"]
)
def test_what_no_family_would_say_is_found(said: str) -> None:
    assert fault_in(f"White plays {said}{'' if said == 'No end' else '.'}")
    assert fault_in("king d4 (2/3) fights pawn e3 (1/1): e3 falls.")
