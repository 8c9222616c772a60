"""The pages for builders and players say what is so: their links, numbers, settings and commands hold."""

import re
import tomllib
from pathlib import Path

import pytest

from daemon.config.schema import ReedsConfig, RingsConfig, parse_config
from engine.core.pieces import Seat
from engine.core.squares import Board
from hardware.board_map import wire
from hardware.drivers.neopixel_checks import SPI_HZ, transfer_bytes
from hardware.drivers.registry import REEDS, RINGS
from hardware.lights.frames import frame
from hardware.lights.power import FULL_CHANNEL_MA, IDLE_PIXEL_MA
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
    """Tables cannot be broken; everything else is at most 160 characters."""
    assert [line for line in page.read_text("utf-8").splitlines() if len(line) > 160 and not line.startswith("|")] == []


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
        assert row[9] == f"{frame_ms(64 * pixels):.0f} ms"


def test_supply_fuses_and_branches_fit_each_other():
    for row in rows_of("build/power.md", "pixels per ring"):
        supply_a, fuse_a, branches = float(row[6].split()[2]), float(row[7].split()[0]), int(row[8])
        assert float(row[5][:-2]) < supply_a, "a queen's squares shine as bright as they are set"
        assert supply_a <= fuse_a <= 1.5 * supply_a, "the fuse carries what the supply gives, and not much more"
        assert branches * 5 >= supply_a and branches * 200 >= int(row[1]), "5 A and 200 pixels each"


def test_addresses_in_the_table_follow_from_the_jumpers():
    for row in rows_of("build/expanders.md", "board"):
        board, jumpers, address = int(row[0]), row[1].split(), int(row[2], 16)
        assert address == 0x20 + int("".join(jumpers), 2) == 0x20 + board - 1
        assert row[3] == f"{16 * (board - 1)}–{16 * board - 1}"


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
