"""Every rule sentence of a game's page is met in a lesson, or ``taught.json`` beside the lessons says why it is not.

That file names sentences by how they begin, or all of a section by its heading: ``lessons`` by the lessons that show
them, ``no lesson`` by the reason why none does.
"""

import json
import re

import pytest

from engine.registry import folder_of, game_ids
from engine.services.lessons import lessons_of

GAMES = [game_id for game_id in game_ids() if lessons_of(game_id)]
ADVICE = "## How people play it well", "## What you can choose", "## For those who read records"
"""Sections without rules: advice, options, notation. What comes before the first section is about the box."""
HEADING = re.compile(r"^#{2,3} ", re.MULTILINE)
PICTURE, CAPTION, RULER = re.compile(r"!\["), re.compile(r"\*[^*]"), re.compile(r"\|[ |-]+$")


def sections(game_id):
    """The heading of each section of rules, and its sentences; a row of a table is one."""
    page = (folder_of(game_id) / "rules" / "en.md").read_text("utf-8")
    chapters = [each for each in re.split(r"^(?=## )", page, flags=re.MULTILINE)[1:]
                if not each.startswith((*ADVICE, "## Contents"))]
    for section in (each for chapter in chapters for each in HEADING.split(chapter)[1:]):
        heading, _, text = section.partition("\n")
        blocks = [" ".join(block.split()) for block in re.split(r"\n\n|\n(?=- |\| |\d\. )", text)]
        ruled = [number for number, block in enumerate(blocks) if RULER.match(block)]
        heads = {number - 1 for number in ruled}
        yield heading, [each for number, block in enumerate(blocks) if block and number not in {*ruled, *heads}
                        for each in sentences(block)]


def sentences(block):
    """Those of a paragraph, an item or a row; none of a picture and what stands below it."""
    if PICTURE.match(block) or CAPTION.match(block) and not block.startswith(("*Heal", "*Kill")):
        return []
    plain = re.sub(r"^(?:- |\d\. |\| )|[*`]|\[|\]\([^)]*\)", "", block).strip("| ")
    return [plain] if block.startswith("|") else re.split(r"(?<=[.!?:])\)? (?=\(?[A-Z])", plain)


def taught(game_id):
    """The beginnings of sentences, by the lessons or the reason."""
    written = json.loads((folder_of(game_id) / "taught.json").read_text("utf-8"))
    assert set(written) == {"lessons", "no lesson"}
    return written


@pytest.mark.parametrize("game_id", GAMES)
def test_every_rule_is_met_in_a_lesson_or_named_as_not(game_id):
    written = taught(game_id)
    begins = [each for some in written.values() for listed in some.values() for each in listed]
    used = set()
    for heading, found in sections(game_id):
        if heading in begins:
            used.add(heading)
            continue
        for sentence in found:
            fitting = [each for each in begins if sentence.startswith(each)]
            assert len(fitting) == 1, f"{heading}: “{sentence}” {'twice' if fitting else 'is not'} in taught.json"
            used.update(fitting)
    assert used == set(begins), "these stand in taught.json, and not on the page"


@pytest.mark.parametrize("game_id", GAMES)
def test_the_lessons_that_are_named_exist_and_reasons_are_sentences(game_id):
    named = {name for names in taught(game_id)["lessons"] for name in names.split()}
    assert named <= {lesson.name for lesson in lessons_of(game_id)}
    assert all(" " in reason and reason.endswith(".") for reason in taught(game_id)["no lesson"])
