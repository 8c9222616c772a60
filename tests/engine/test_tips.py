"""Tips of a first game: a few for each game, each at a moment that comes, leading to a heading of the rules."""

import random
import re

import pytest
from random_games import some_action

from engine.records.game_record import begin
from engine.registry import find_game, folder_of, game_ids

GAMES = [game for game in map(find_game, game_ids()) if game.tips]


def named(game):
    return game.id


@pytest.mark.parametrize("game", GAMES, ids=named)
def test_each_game_has_a_few_short_tips(game):
    assert len({tip.name for tip in game.tips}) == len(game.tips) <= 5
    assert [str(tip.message) for tip in game.tips if len(str(tip.message)) > 130] == [], "130 characters at most"


@pytest.mark.parametrize("game", GAMES, ids=named)
def test_each_tip_leads_to_a_heading_and_the_pages_have_the_same_headings(game):
    pages = {path.stem: path.read_text("utf-8") for path in (folder_of(game.id) / "rules").glob("*.md")}
    headings = {language: re.findall(r"^(#+) (.+)$", page, re.MULTILINE) for language, page in pages.items()}
    english = headings["en"]
    assert [language for language in headings
            if [level for level, _ in headings[language]] != [level for level, _ in english]] == []
    anchors = {heading.lower().replace(" ", "-") for _, heading in english}
    assert {tip.section for tip in game.tips} <= anchors


@pytest.mark.parametrize("game", GAMES, ids=named)
def test_each_tip_matters_at_some_moment_and_not_always(game):
    """Each of them comes in a few games; a first position never needs several, and all of them."""
    seen, first = set(), None
    for seed in range(12):
        played, happenings, dice = begin(game, game.read_options({})), (), random.Random(seed)
        for _ in range(300):
            now = {tip.name for tip in game.tips if tip.matters(played.position, happenings)}
            first = now if first is None else first
            seen |= now
            if not game.to_act(played.position):
                break
            played, happenings = played.after(some_action(game, played.position, dice))
        if len(seen) == len(game.tips):
            break
    assert seen == {tip.name for tip in game.tips}
    assert len(seen) == 1 or first != seen
