"""The pages for builders and players say what is so: their links, numbers, settings and commands hold."""

import re
import tomllib
from math import cos, radians, sin, sqrt
from pathlib import Path

import pytest
from draw_template import REED_OFF_MM

from daemon.config.schema import ReedsConfig, RingsConfig, parse_config
from engine.core.pieces import Seat
from engine.core.squares import Board
from hardware.board_map import serpentine, wire
from hardware.drivers.neopixel_checks import SPI_HZ, transfer_bytes
from hardware.drivers.registry import REEDS, RINGS
from hardware.lights.frames import frame
from hardware.lights.power import FULL_CHANNEL_MA, FUSE_SHARE, IDLE_PIXEL_MA, Branch
from hardware.lights.worst_pictures import load, worst
from hardware.simulated.magnet import Magnet, Reed, field, is_closed
from table.messages.lights import Badge, Light, Overlay, Role
from table.messages.settings import Settings

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
GAME_PAGES = sorted((ROOT / "engine" / "games").rglob("*.md"))
AMBIGUITY = [DOCS / "ambiguity.md", *(page for page in GAME_PAGES if page.name == "ambiguity.md")]
PAGES = [*sorted((DOCS / "build").glob("*.md")), DOCS / "play.md", *AMBIGUITY]
EVERY_PAGE = [*sorted(ROOT.glob("*.md")), *sorted(DOCS.rglob("*.md")), *GAME_PAGES]
RECIPES = [DOCS / "new-driver.md", DOCS / "new-light.md"]


def anchors(page: Path) -> set[str]:
    """Return the anchors that a link may name on a page: its headings, as GitHub writes them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.M)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def rows_of(page: str, first: str) -> list[list[str]]:
    """The cells of the table whose first heading is ``first``, without emphasis."""
    lines = (DOCS / page).read_text("utf-8").replace("**", "").splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith(f"| {first} |"))
    rows = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


@pytest.mark.parametrize("page", EVERY_PAGE, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page):
    text = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.M | re.S)
    links = re.findall(r"\]\(([^)]+)\)", text)
    for link in links:
        if link.startswith("http"):
            continue
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


@pytest.mark.parametrize("page", [*PAGES, *RECIPES], ids=lambda page: page.stem)
def test_lines_fit_an_editor(page):
    """Tables cannot be broken, nor can they where a recipe changes them; everything else is at most 160 characters."""
    long = [line for line in page.read_text("utf-8").splitlines() if len(line) > 160]
    assert [line for line in long if not line.lstrip(" +-").startswith("|")] == []


def test_every_page_for_builders_is_reachable_from_the_first():
    first = (DOCS / "build" / "README.md").read_text("utf-8")
    pages = {path.name for path in (DOCS / "build").glob("*.md")} - {"README.md"}
    assert pages and all(f"({name})" in first for name in pages)


def test_every_wiring_picture_is_shown_somewhere():
    text = "".join(page.read_text("utf-8") for page in PAGES)
    pictures = [path for path in (DOCS / "build" / "pictures").glob("*.svg")]
    assert pictures and [path.name for path in pictures if f"pictures/{path.name})" not in text] == []


def test_configurations_in_the_pages_are_accepted():
    blocks = [block for page in PAGES for block in re.findall(r"```toml\n(.*?)```", page.read_text("utf-8"), re.S)]
    given = [tomllib.loads(block) for block in blocks]
    for each in given:
        parse_config(each, Path("/"))
        assert {"board", "rings"} & each.keys(), "what a builder wires up"
    assert {each["board"]["driver"] for each in given if "board" in each} == {*REEDS, "tiles"}
    assert {each["rings"].get("driver", RingsConfig().driver) for each in given if "rings" in each} == {*RINGS}


def test_no_page_puts_a_matrix_wire_on_a_pin_of_spi():
    text = (DOCS / "build" / "matrix.md").read_text("utf-8")
    given = tomllib.loads(re.findall(r"```toml\n(.*?)```", text, re.S)[0])
    assert not {*given["reeds"]["rows"], *given["reeds"]["columns"]} & {7, 8, 9, 10, 11}
    assert given["reeds"] == {name: list(ReedsConfig().options[name]) for name in ("rows", "columns")}
    assert given["rings"]["pin"] == RingsConfig().options["pin"]


# --- power -------------------------------------------------------------------------------------------------------


def drawn_a(pixels: int, lights: dict) -> float:
    board_map = wire(Board(8, 8), pixels_per_ring=pixels)
    return frame(lights, Overlay.NONE, None, Settings(brightness=100), board_map, 0.0, 1000.0).drawn_a


def frame_ms(pixels: int) -> float:
    """The transfer over SPI."""
    return 8000 * transfer_bytes(pixels) / SPI_HZ


def test_the_table_of_power_tells_what_the_program_estimates():
    rows = rows_of("build/power.md", "pixels per ring")
    assert [row[0] for row in rows] == ["1", "8", "12", "16", "24"]
    turn = {square: Light(Role.TURN, None, Seat.WHITE) for square in range(16)}
    moves = {square: Light(Role.MOVE) for square in range(27)}
    for row in rows:
        pixels = int(row[0])
        assert int(row[1]) == 64 * pixels
        assert row[2] == f"{64 * pixels * (IDLE_PIXEL_MA + 3 * FULL_CHANNEL_MA) / 1000:.1f} A"
        assert row[3] == f"{64 * pixels * IDLE_PIXEL_MA / 1000:.2f} A"
        assert row[4] == f"{drawn_a(pixels, turn):.1f} A" or abs(float(row[4][:-2]) - drawn_a(pixels, turn)) < 0.06
        assert abs(float(row[5][:-2]) - drawn_a(pixels, moves)) < 0.06
        assert row[10] == f"{frame_ms(64 * pixels):.0f} ms"


BLADE_FUSES_A = (1, 2, 3, 4, 5, 7.5, 10, 15, 20, 25, 30, 40)


def fuse_for(most_a: float) -> float:
    """The smallest blade fuse that carries a current for long."""
    return min(each for each in BLADE_FUSES_A if most_a <= FUSE_SHARE * each)


def test_supply_fuses_and_branches_fit_each_other():
    for row in rows_of("build/power.md", "pixels per ring"):
        supply_a, fuse_a, branches = float(row[6].split()[2]), float(row[7].split()[0]), int(row[8])
        assert float(row[5][:-2]) < supply_a, "a queen's squares shine as bright as they are set"
        assert fuse_a == fuse_for(supply_a), "the next size of which the supply is at most three quarters"
        assert branches in (1, 4, 8), "all of the board, two ranks, or one rank each"
        assert branches * FUSE_SHARE * 5 >= supply_a and branches * 200 >= int(row[1]), "5 A and 200 pixels each"


def copper_mm2(fuse_a: float) -> float:
    """The copper from the supply to the fuses, behind a fuse of that size."""
    rows = [row[:2] for row in rows_of("build/power.md", "carries") if row[0].startswith("supply to the fuses")]
    sizes = {float(re.findall(r"up to (\d+) A", what)[0]): float(copper.split()[0]) for what, copper in rows}
    return sizes[min(each for each in sizes if each >= fuse_a)]


def test_the_main_fuse_and_that_of_a_tile_are_chosen_alike_and_have_copper_of_their_size():
    parts, tiles = ((DOCS / "build" / page).read_text("utf-8") for page in ("parts.md", "tiles.md"))
    (main_a, tile_a), (supply_a,) = re.findall(
        r"blade fuses \(([\d.]+) A,.*?For a tile one of ([\d.]+) A does", parts
    )[0], re.findall(r"5 V supply for the lights, ([\d.]+) A", parts)
    assert float(main_a) == float(tile_a) == fuse_for(float(supply_a))
    (count, sum_a, each_a, one_a, all_a, mm2), = re.findall(
        r"(\w+) tiles of `supply_a = (\d+)` have (\d+) A each: fuses of ([\d.]+) A, "
        r"a main fuse of (\d+) A and ([\d.]+) mm²", tiles,
    )
    assert count == "Four" and float(sum_a) == 4 * float(each_a)
    assert (float(one_a), float(all_a)) == (fuse_for(float(each_a)), fuse_for(float(sum_a)))
    assert float(mm2) == copper_mm2(float(all_a))
    for row in rows_of("build/power.md", "pixels per ring"):
        assert copper_mm2(float(row[7].split()[0])), "the table of wires goes as far"


def test_the_currents_of_branches_are_those_of_the_pictures_that_games_show():
    board = Board(8, 8)
    for row in rows_of("build/power.md", "pixels per ring"):
        board_map, count = wire(board, rings=serpentine(board), pixels_per_ring=int(row[0])), 64 // int(row[8])
        branches = [Branch(tuple(range(first, first + count)), 5.0) for first in range(0, 64, count)]
        most_a = max(worst(branch, board_map, load()).drawn_a for branch in branches)
        assert row[9] == f"{most_a:.1f} A", row[0]


def test_the_branches_that_the_page_writes_down_are_those_of_its_picture():
    (text,) = re.findall(r"```toml\n(.*?)```", (DOCS / "build" / "power.md").read_text("utf-8"), re.S)
    config = parse_config(tomllib.loads(text), ROOT)
    by_two_ranks = [tuple(range(first, first + 16)) for first in range(0, 64, 16)]
    assert [branch.rings for branch in config.branches] == by_two_ranks
    assert {branch.fuse_a for branch in config.branches} == {5.0}
    assert config.rings.order == "serpentine"


def test_addresses_in_the_table_follow_from_the_jumpers():
    for row in rows_of("build/expanders.md", "board"):
        board, jumpers, address = int(row[0]), row[1].split(), int(row[2], 16)
        assert address == 0x20 + int("".join(jumpers), 2) == 0x20 + board - 1
        assert row[3] == f"{16 * (board - 1)}–{16 * board - 1}"


# --- magnets -----------------------------------------------------------------------------------------------------

DISC, SQUARE_MM, GAP_MM, GLASS_MM = Magnet(12, 3), 50.0, 8.0, 12.7
OFF_MM = REED_OFF_MM
REEDS_OF_THE_PAGE = (
    Reed(length=GLASS_MM),
    Reed(OFF_MM / sqrt(2), OFF_MM / sqrt(2), 45, rise=0, length=GLASS_MM),
    Reed(OFF_MM, rise=0, length=GLASS_MM),
    Reed(GLASS_MM / 2, rise=0, length=GLASS_MM),
    Reed(rise=0, length=GLASS_MM),
)


def closes(reed: Reed, file: int, rank: int, off_mm: int, was_closed: bool) -> list[bool]:
    """True for each place that far off the middle of a square, all around it, where a piece closes the reed."""
    below = GAP_MM + (GLASS_MM / 2 if reed.rise else 0.0)
    angles = [radians(15 * number) for number in range(24)]
    places = [(file * SQUARE_MM + off_mm * cos(each), rank * SQUARE_MM + off_mm * sin(each)) for each in angles]
    return [is_closed(reed, DISC, (x, y, below), was_closed) for x, y in places]


def test_how_reeds_should_lie_is_what_the_model_of_a_magnet_says():
    around = [(file, rank) for file in (-1, 0, 1) for rank in (-1, 0, 1) if file or rank]
    told = []
    for reed, row in zip(REEDS_OF_THE_PAGE, rows_of("build/magnets.md", "reed"), strict=True):
        felt = next(mm for mm in range(31) if not all(closes(reed, 0, 0, mm, was_closed=False))) - 1
        spare = next((mm for mm in range(31) if any(
            any(closes(reed, *square, mm, was_closed=True)) for square in around)), None)
        told.append((felt, spare))
        assert row[1] == (f"{felt} mm" if felt >= 0 else "not at all"), row[0]
        assert row[2] == ("over 30 mm" if spare is None else f"{spare} mm"), row[0]
    (upright, _), (corner, corner_spare), (side, side_spare), (end, _), _ = told
    assert corner == side and corner_spare > side_spare + 5, "towards a corner it reaches less far into the next square"
    assert upright >= corner > end + 3, "an end under the middle leaves the spot that feels nothing too near"


def felt_mm(disc: Magnet, closes_mt: float, opens_mt: float) -> tuple[int, str]:
    """The depth at which a Hall switch closes under a disc; and 8 mm below, how far off it closes, and stays closed."""
    def strength(off_mm: float, gap_mm: float) -> float:
        return abs(field(disc, off_mm, 0.0, -gap_mm - disc.height / 2)[2])

    depth = max(mm for mm in range(1, 60) if strength(0.0, mm) >= closes_mt)
    felt = next(mm for mm in range(60) if strength(mm, GAP_MM) < closes_mt) - 1
    return depth, f"{felt}, {max(mm for mm in range(60) if strength(mm, GAP_MM) >= opens_mt)} mm"


def test_the_reach_of_hall_switches_is_that_of_the_modelled_field():
    for row in rows_of("build/magnets.md", "disc under the piece"):
        diameter, height = (float(each) for each in row[0].removesuffix(" mm").split(" × "))
        for cells, thresholds in ((row[1:3], (3.5, 2.0)), (row[3:5], (6.9, 3.5))):
            depth, around = felt_mm(Magnet(diameter, height), *thresholds)
            assert cells == [f"{depth} mm", around], row[0]


# --- lights and points -------------------------------------------------------------------------------------------


def test_every_light_is_explained_with_its_picture():
    text = (DOCS / "play.md").read_text("utf-8")
    for sign in (*Role, *Badge, "paused"):
        assert f"![{sign}](pictures/lights/{sign}.svg)" in text


def test_the_points_of_play_are_numbered_one_to_seventeen():
    numbers = re.findall(r"^\*\*(\d+)\. ", (DOCS / "play.md").read_text("utf-8"), re.M)
    assert numbers == [str(number) for number in range(1, 18)]


# --- what no sensor can tell -------------------------------------------------------------------------------------


def test_every_test_the_page_names_is_where_it_says():
    """``test_x`` (`file`): in that file; without a file: in one of those of cases."""
    tests = Path(__file__).parents[1] / "table"
    elsewhere = "".join(path.read_text("utf-8") for path in tests.glob("test_ambiguity_*.py"))
    lines = [line for page in AMBIGUITY for line in page.read_text("utf-8").splitlines()]
    named = 0
    for line in lines:
        for names, file in re.findall(r"((?:`test_\w+`(?:, )?)+)(?: \(`(\w+\.py)`\))?", line):
            text = (tests / file).read_text("utf-8") if file else ""
            for name in re.findall(r"test_\w+", names):
                assert f"def {name}(" in text or f"def {name}(" in elsewhere, name
                named += 1
    assert named > 40


def test_every_case_of_the_page_says_what_shows_it():
    lines = [line for page in AMBIGUITY for line in page.read_text("utf-8").splitlines()]
    rows = [line for line in lines if line.startswith("| ")]
    cases = [row for row in rows if not row.startswith(("| what", "| confusion", "| ---"))]
    assert len(cases) > 40
    for case in cases:
        shown = case.strip("|").split("|")[-1]
        assert "test_" in shown or ".txt" in shown or "play.md" in shown, case


def test_golden_transcripts_the_page_names_exist():
    named = set(re.findall(r"`([\w-]+\.txt)`", "".join(page.read_text("utf-8") for page in AMBIGUITY)))
    golden = Path(__file__).parents[1] / "golden"
    assert named and all((golden / name).exists() for name in named)


def test_the_priced_parts_add_up():
    page = (DOCS / "build" / "parts.md").read_text("utf-8")
    cells = [[cell.strip() for cell in row.split("|")[1:-1]] for row in page.splitlines() if row.startswith("| ")]
    rows = [row for row in cells[2:] if len(row) == 6 and not row[0].startswith("**")]
    totals = next(row for row in cells if row[0] == "**in all**")
    assert len(rows) > 15
    for column in (2, 3, 4):
        assert sum(int(row[column].replace("–", "0")) for row in rows) == int(totals[column].strip("*"))
