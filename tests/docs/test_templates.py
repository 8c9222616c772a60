"""The drawings to drill and saw by have their true size, on one sheet and on the pages of a PDF."""

import re
import xml.etree.ElementTree as ElementTree
import zlib
from dataclasses import replace
from math import hypot, sqrt
from pathlib import Path

import draw_template
import pytest
from draw_template import EDGE_MM, LAP_MM, REED_OFF_MM, Circle, Line, Measures, drill, main, pages, svg, walls, window

POINT_MM = 25.4 / 72
USUAL = Measures(50, 8, 8, 38, 8, 16, 12, 3, 20)


def lines_of(pdf: bytes) -> list[list[tuple[float, float, float, float]]]:
    """The straight lines on each page of a PDF, in millimetres from its lower left corner."""
    found = []
    for stream in re.findall(rb"stream\n(.*?)\nendstream", pdf, re.S):
        try:
            content = zlib.decompress(stream).decode("latin-1")
        except zlib.error:
            continue
        drawn = re.findall(r"([\d.-]+) ([\d.-]+) m\s+([\d.-]+) ([\d.-]+) l\s+S", content)
        if drawn:
            found.append([tuple(float(each) * POINT_MM for each in line) for line in drawn])
    return found  # type: ignore[return-value]


def test_every_page_of_a_print_has_a_line_of_100_mm(tmp_path: Path) -> None:
    assert main(["--square", "50", "--out", str(tmp_path)]) == 0
    for name in ("drill-50mm", "walls-50mm"):
        drawn = lines_of((tmp_path / f"{name}.pdf").read_bytes())
        assert len(drawn) == len(pages(drill(USUAL) if name.startswith("drill") else walls(USUAL))) > 1
        for page in drawn:
            assert any(abs(to_x - x - 100) < 0.02 and abs(to_y - y) < 0.02 for x, y, to_x, to_y in page)


def test_squares_on_paper_are_as_large_as_asked_for(tmp_path: Path) -> None:
    assert main(["--square", "43.5", "--out", str(tmp_path)]) == 0
    first = lines_of((tmp_path / "drill-43.5mm.pdf").read_bytes())[0]
    upright = sorted({round(x, 2) for x, y, to_x, to_y in first if abs(x - to_x) < 0.01 and abs(to_y - y) > 300})
    plate = [EDGE_MM, EDGE_MM + 20 + 8 * 43.5 + 20]  # the second one lies beyond this page
    borders = [EDGE_MM + 20 + number * 43.5 for number in range(9)]
    assert upright == pytest.approx(sorted(plate + borders), abs=0.02)


def test_all_of_a_drawing_is_on_some_page_and_what_lies_at_an_edge_on_two() -> None:
    sheet = drill(USUAL)
    wide, high = window()
    for x in range(0, int(sheet.width), 7):
        for y in range(0, int(sheet.height), 7):
            assert any(left <= x <= left + wide and top <= y <= top + high for left, top in pages(sheet))
    lefts = sorted({x for x, _ in pages(sheet)})
    assert all(b - a == pytest.approx(wide - LAP_MM) for a, b in zip(lefts, lefts[1:], strict=False))


def test_the_svg_is_in_millimetres() -> None:
    root = ElementTree.fromstring(svg(drill(USUAL)))
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    assert (root.attrib["width"], root.attrib["height"]) == (f"{width:g}mm", f"{height:g}mm")
    names = {each.text for each in root if each.tag.endswith("text")}
    assert {"a1", "h8", "e4"} <= names


def test_each_square_has_its_hole_in_its_middle() -> None:
    holes = {(each.x, each.y) for each in drill(USUAL).marks if isinstance(each, Circle) and not each.thin}
    assert holes == {(20 + 50 * file + 25, 20 + 50 * rank + 25) for file in range(8) for rank in range(8)}


@pytest.mark.parametrize("files, ranks", [(8, 8), (10, 6), (1, 2)])
def test_the_strips_of_the_walls_fit_into_each_other(files: int, ranks: int) -> None:
    """Slots lie a square apart, are as wide as a strip is thick, and reach half-way from either side."""
    board = Measures(50, files, ranks, 38, 8, 16, 12, 3, 20)
    cuts = [each for each in walls(board).marks if isinstance(each, Line)]
    bottoms = [each for each in cuts if each.y == each.to_y and abs(abs(each.to_x - each.x) - board.thickness) < 1e-9]
    rows = sorted({each.y for each in bottoms})
    assert len(rows) == 2
    for row, squares in zip(rows, (ranks, files), strict=True):
        middles = sorted((each.x + each.to_x) / 2 for each in bottoms if each.y == row)
        assert [b - a for a, b in zip(middles, middles[1:], strict=False)] == pytest.approx([50] * squares)
    depths = {abs(each.to_y - each.y) for each in cuts if each.x == each.to_x}
    assert depths == {board.wall / 2, board.wall}


def test_a_lying_reed_points_to_a_corner_with_its_middle_beside_that_of_the_square():
    outline = [mark for mark in drill(replace(USUAL, files=1, ranks=1)).marks
               if isinstance(mark, Line) and mark.x != mark.to_x and mark.y != mark.to_y]
    assert len(outline) == 4
    middle = USUAL.border + USUAL.square / 2
    right, up = sum(mark.x for mark in outline) / 4 - middle, middle - sum(mark.y for mark in outline) / 4
    assert (right, up) == pytest.approx((REED_OFF_MM / sqrt(2), REED_OFF_MM / sqrt(2)))
    lengths = sorted(hypot(mark.to_x - mark.x, mark.to_y - mark.y) for mark in outline)
    assert lengths == pytest.approx([3, 3, USUAL.reed, USUAL.reed])


@pytest.mark.parametrize("arguments, complaint", [
    (["--square", "10"], "25 to 100 mm"),
    (["--square", "nan"], "25 to 100 mm"),
    (["--square", "40", "--ring", "39"], "at most 37 mm"),
    (["--hole", "60"], "within the ring"),
    (["--thickness", "20"], "at most a quarter"),
    (["--reed", "49"], "within the square"),
    (["--files", "0"], "1 to 16"),
    (["--ranks", "17"], "1 to 16"),
    (["--wall", "inf"], "4 to 60 mm"),
])
def test_what_does_not_fit_is_refused_in_words(
    arguments: list[str], complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*arguments, "--out", str(tmp_path)]) == 2
    assert complaint in capsys.readouterr().err and not list(tmp_path.iterdir())


def test_without_the_library_the_svg_is_there_and_the_remedy_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(draw_template.sys.modules, "fpdf", None)
    assert main(["--out", str(tmp_path)]) == 1
    assert (tmp_path / "drill-50mm.svg").exists()
    assert "'.[templates]'" in capsys.readouterr().err


def test_a_folder_that_cannot_be_written_is_told_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").touch()
    assert main(["--out", str(tmp_path / "file" / "template")]) == 1
    said = capsys.readouterr()
    assert "template cannot be written" in said.err and said.out == ""
