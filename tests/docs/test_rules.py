"""The pictures of the rules are what ``script/draw_board.py`` draws from their data, and the pages show them all."""

import dataclasses
import math
import re
from pathlib import Path
from xml.etree import ElementTree

import draw_board
import pytest
from parts import board_look

from engine.core.pieces import Piece, Seat
from engine.core.squares import Board
from engine.game import EVERYTHING
from engine.records.game_record import begin
from engine.registry import find_game, folder_of, game_ids
from hardware.lights import light_table
from webpanel.text.markdown import anchor

ROOT = Path(__file__).parents[2]
ENTRIES = [(game_id, name, entry) for game_id in game_ids() for name, entry in draw_board.entries(game_id).items()]
PALETTE = {role: entry.get("screen", {}).get("default", entry["colours"]["default"])
           for role, entry in light_table.TABLE["roles"].items()}
FRAME = {
    "en": (["In two minutes", "Contents"], ["The end", "How people play it well", "What you can choose",
                                            "The fine print", "For those who read records"]),
    "de": (["In zwei Minuten", "Inhalt"], ["Das Ende", "So spielt man es gut", "Was ihr wählen könnt",
                                           "Das Kleingedruckte", "Für alle, die Partien nachlesen"]),
}
"""Language → the parts that every page of rules begins with, and those it goes on with in the end."""
PAGES = sorted((ROOT / "engine" / "games").glob("*/rules/*.md"))
SET_UP = [(game_id, entry) for game_id, _, entry in ENTRIES if "state" in entry and "actions" not in entry]


def page_id(path):
    """``breakthrough-en``; in the spelling of ids, by which tests of one game are chosen."""
    return f"{path.parents[1].name.replace('_', '-')}-{path.stem}"


def part_of(path, heading):
    """Return the text under one of a page's headings."""
    return path.read_text("utf-8").partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def pages(game_id):
    return sorted((folder_of(game_id) / "rules").glob("*.md"))


@pytest.mark.parametrize(("game_id", "name"), [(game_id, name) for game_id, name, _ in ENTRIES])
def test_a_picture_is_what_its_data_says(game_id, name):
    entry = draw_board.entries(game_id)[name]
    committed = (folder_of(game_id) / "rules" / "pictures" / f"{name}.svg").read_text("utf-8")
    assert committed == draw_board.picture(game_id, entry), "draw it anew with script/draw_board.py"
    assert ElementTree.fromstring(committed).findtext("{*}title") == entry["title"]


@pytest.mark.parametrize("game_id", game_ids())
def test_every_picture_has_its_data_and_its_place_on_the_page_of_its_game(game_id):
    drawn = {path.stem for path in (folder_of(game_id) / "rules" / "pictures").glob("*.svg")}
    assert drawn == set(draw_board.entries(game_id))
    for name in drawn:
        assert f"](pictures/{name}.svg)" in (folder_of(game_id) / "rules" / "en.md").read_text("utf-8"), name


@pytest.mark.parametrize(("game_id", "entry"), SET_UP)
def test_the_pieces_stand_where_the_data_puts_them(game_id, entry):
    """A position that the rules play on by themselves when it is set up would be drawn as it is afterwards."""
    game = find_game(game_id)
    options = game.read_options(entry.get("options", {}))
    view = game.view(game.setup(options, entry["state"]), EVERYTHING)
    names = game.board(options).names
    assert {names[square]: str(piece) for square, piece in view.pieces.items()} == entry["state"]["board"]


def test_a_picture_has_no_words_that_would_have_to_be_translated():
    """Letters of files and of pieces, numbers, power and toughness: no more."""
    for game_id, name, _ in ENTRIES:
        drawn = ElementTree.parse(folder_of(game_id) / "rules" / "pictures" / f"{name}.svg")
        said = {text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")}
        assert [text for text in said if not re.fullmatch(r"[a-pA-Z]|\d+(/\d+)?", text)] == [], name


@pytest.mark.parametrize(("called", "letters"), [("stone", ["S"]), ("old pawn", [])])
def test_a_piece_without_a_drawing_of_its_name_is_drawn_as_its_letter(called, letters):
    drawn = ElementTree.fromstring(board_look.piece(28, 28, Piece(Seat.WHITE, "S"), called, badged=False))
    assert [text.text for text in drawn.iter("text")] == letters
    assert len(drawn) > 0


def test_arrows_hide_nobody_and_nobody_hides_where_they_lead():
    for game_id, name, entry in ENTRIES:
        if "arrows" not in entry:
            continue
        drawn = (folder_of(game_id) / "rules" / "pictures" / f"{name}.svg").read_text("utf-8")
        pieces = [match.start() for match in re.finditer(r'<g transform="translate\(\S+ \S+\) scale', drawn)]
        shafts = [match.start() for match in re.finditer(r'<path d="M0 0H', drawn)]
        heads = [match.start() for match in re.finditer(r'<path d="M[\d.]+ 0l-', drawn)]
        labels = [match.start() for match in re.finditer(r'rx="5"', drawn)]
        arrows = sum(len(each.split()) for each in entry["arrows"].values())
        assert (len(shafts), len(heads)) == (2 * arrows, arrows), name
        assert max(shafts) < min(pieces) and min(heads) > max([*pieces, *labels]), name


def open_shaft(arrow, standing):
    """Return how many pixels of an arrow's shaft lie where nobody stands; pieces are narrower than high."""
    x, y, turn, reach = arrow.x, arrow.y, math.radians(arrow.angle), int(arrow.tip - draw_board.HEAD)
    points = [(x + step * math.cos(turn), y + step * math.sin(turn)) for step in range(reach)]
    half_width, half_height = 0.25 * board_look.SIDE, 0.4 * board_look.SIDE
    return sum(all(abs(at_x - px) > half_width or abs(at_y - py) > half_height for px, py in standing)
               for at_x, at_y in points)


def test_of_every_arrow_more_is_seen_than_its_head():
    for game_id, name, entry in ENTRIES:
        game = find_game(game_id)
        options = game.read_options(entry.get("options", {}))
        board, position = game.board(options), begin(game, options, entry.get("state")).position
        pieces = game.view(position, EVERYTHING).pieces
        page = draw_board.sheet(board, entry.get("area"))
        standing = [page.middle(square) for square in pieces]
        for names in entry.get("arrows", {}).values():
            for arrow in draw_board.lay(page, draw_board.ends_of(board, names), pieces):
                assert open_shaft(arrow, standing) >= 5, (game_id, name, arrow)


def test_between_two_who_stand_head_to_head_an_arrow_would_be_all_head():
    """The measure above tells it: without stepping aside it finds no shaft."""
    board = Board(8, 8)
    page, pieces = draw_board.sheet(board, None), {board.parse("d4"), board.parse("d5")}
    standing = [page.middle(square) for square in pieces]
    (beside,) = draw_board.lay(page, draw_board.ends_of(board, "d4d5"), pieces)
    between = dataclasses.replace(beside, x=page.middle(board.parse("d4"))[0], tip=0.64 * board_look.SIDE)
    assert open_shaft(between, standing) < 5 < open_shaft(beside, standing)


def test_the_pictures_have_the_colours_of_the_panel():
    """Were the panel to change, drawing them anew would change them too."""
    pictures = (ROOT / "engine" / "games").glob("*/rules/pictures/*.svg")
    drawn = "".join(picture.read_text("utf-8") for picture in pictures)
    for selector, name in ((".square", "background"), (".square.light", "background"), (".piece-art.w", "--fill"),
                           (".piece-art.b", "--rim"), (".piece-art.r", "--fill"), (".piece-art", "--fill")):
        assert f'"{board_look.style(selector, name)}"' in drawn, (selector, name)
    for role in {role for _, _, entry in ENTRIES for role in [*entry.get("squares", {}), *entry.get("arrows", {})]}:
        assert PALETTE[role] == board_look.colour(role)
        assert f'"{PALETTE[role]}"' in drawn, role


# --- pages -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", game_ids())
def test_programs_are_told_every_option_and_players_every_ruling_in_order(game_id):
    for_programs = (folder_of(game_id) / "protocol.md").read_text("utf-8")
    for option in find_game(game_id).options:
        assert all(f"`{word}`" in for_programs for word in (option.name, *option.choices)), option.name
    page = (folder_of(game_id) / "rules" / "en.md").read_text("utf-8")
    rulings = [int(number) for number in re.findall(r"^- \*\*R(\d+)\*\*", page, re.M)]
    assert rulings == list(range(1, len(rulings) + 1))


@pytest.mark.parametrize("path", PAGES, ids=page_id)
def test_a_page_begins_with_two_minutes_and_ends_with_the_fine_print(path):
    first, last = FRAME[path.stem]
    parts = re.findall(r"^## (.+)$", path.read_text("utf-8"), re.M)
    assert parts[:2] == first
    assert [part for part in parts if part in last] == last
    assert parts[-3:] == last[-3:], "what can be chosen, the fine print, records"


@pytest.mark.parametrize("path", PAGES, ids=page_id)
def test_whoever_wants_to_begin_reads_two_minutes_at_most(path):
    """A few steps, a picture, 200 words: an unhurried reader's minute, and one to look at the board."""
    part = part_of(path, FRAME[path.stem][0][0])
    steps = re.findall(r"^\d\. ", part, re.M)
    assert 3 <= len(steps) <= 5 and "](pictures/start.svg)" in part
    assert len(re.sub(r"!\[.*?\]\(.*?\)", "", part).split()) <= 200


@pytest.mark.parametrize("path", PAGES, ids=page_id)
def test_the_contents_name_every_part_that_follows(path):
    contents = part_of(path, FRAME[path.stem][0][1])
    following = re.findall(r"^## (.+)$", path.read_text("utf-8"), re.M)[2:]
    assert re.findall(r"\[([^]]+)\]\(#([^)]+)\)", contents) == [(part, anchor(part)) for part in following]


@pytest.mark.parametrize("path", PAGES, ids=page_id)
def test_players_meet_no_words_of_programs(path):
    """No code, no names with underscores, no numbers that mean something else, but where records are explained."""
    told = path.read_text("utf-8").partition(f"## {FRAME[path.stem][1][-1]}")[0]
    told = re.sub(r"\]\([^)]*\)", "]", told)
    assert re.findall(r"`[^`]*`", told) == []
    assert re.findall(r"\b\w+_\w+\b", told) == []
    assert re.findall(r"[−-]1 |\b0: |\b0 (?:means|heißt)", told) == []
    assert re.findall(r"\b[a-p]\d+[a-p]\d+\b|\b[a-p]\d+[x@=+^<>]\w", told) == []


@pytest.mark.parametrize("path", PAGES, ids=page_id)
def test_every_picture_is_told_to_those_who_cannot_see_it(path):
    pictures = re.findall(r"!\[(.*?)\]\(pictures/", path.read_text("utf-8"))
    assert pictures and all(len(said) > 3 for said in pictures)


@pytest.mark.parametrize("game_id", game_ids())
def test_everything_that_the_pages_of_a_game_show_is_there(game_id):
    for page in [*pages(game_id), *folder_of(game_id).glob("*.md")]:
        for target in re.findall(r"\]\((?!http)([^)#]+)\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_a_game_there_is_not_is_refused(capsys):
    assert draw_board.main(["no-such-game"]) == 2
    assert "no-such-game" in capsys.readouterr().err
