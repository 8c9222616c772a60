"""Pictures and films that a phone makes to share, saved and looked into."""

import io
import re
from collections.abc import Mapping
from pathlib import Path

from browser import PATIENCE_MS, PLAYERS, Phone
from PIL import Image, ImageChops, ImageSequence
from playwright.sync_api import expect
from watched_desk import WatchedDesk

Colour = tuple[int, int, int]
WHITE, BLACK, LAST = (248, 250, 252), (22, 27, 34), (255, 200, 60)


def saved(phone: Phone, kind: str) -> tuple[str, bytes]:
    """The name and the bytes of what is saved, once it is made."""
    phone.page.locator(f"#share label:has([value={kind}])").tap()
    save = phone.page.locator("#share-save")
    expect(save).to_have_attribute("download", re.compile(rf"\.{kind}$"))
    expect(save).to_be_visible()
    with phone.page.expect_download(timeout=PATIENCE_MS) as download:
        save.tap()
    return download.value.suggested_filename, Path(download.value.path()).read_bytes()


def colours(picture: Image.Image, names: Mapping[str, str]) -> dict[str, Colour]:
    """Return the colours in the middle of the foot of a piece on each of these squares of an 8x8 board."""
    scale = picture.width / 364
    top = 10 + 24 + 2 * 21 + 22
    places = {square: (22 + 40 * (ord(square[0]) - 97) + 20, top + 40 * (8 - int(square[1])) + 31) for square in names}
    return {square: picture.getpixel((round(x * scale), round(y * scale))) for square, (x, y) in places.items()}


def near(one: Colour, other: Colour) -> bool:
    return all(abs(a - b) < 40 for a, b in zip(one, other, strict=True))


def test_a_position_and_its_game_are_shared(desk: WatchedDesk, phone: Phone) -> None:
    """A PNG of the step that is shown, and a film in which the pieces move; what was lifted is seen where it stood."""
    desk.finish("c1c3", "d1d2", "e1e2", players=PLAYERS, key="kept")
    phone.open("/games/kept")
    phone.page.tap("#last")
    expect(phone.page.locator("#step")).to_contain_text("e1 to e2")
    phone.page.tap("#open-share")
    name, png = saved(phone, "png")
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    assert (name, picture.format or "PNG") == ("pawn-advance-kept.png", "PNG") and picture.width == 1080
    found = colours(picture, {"c3": "w", "e2": "w", "c8": "b"})
    assert near(found["c3"], WHITE) and near(found["e2"], WHITE) and near(found["c8"], BLACK)
    name, gif = saved(phone, "gif")
    film = Image.open(io.BytesIO(gif))
    assert (name, film.format, film.n_frames, film.width) == ("pawn-advance-kept.gif", "GIF", 4, 480)
    first, *_, last = [frame.convert("RGB") for frame in ImageSequence.Iterator(film)]
    assert near(colours(first, {"c1": "w"})["c1"], WHITE) and not near(colours(first, {"c3": "w"})["c3"], WHITE)
    assert near(colours(last, {"c3": "w"})["c3"], WHITE) and not near(colours(last, {"c1": "w"})["c1"], WHITE)
    differs = ImageChops.difference(picture.resize(last.size), last).convert("L").histogram()
    assert sum(differs[90:]) < 0.01 * sum(differs)  # the edges of letters
    assert len(gif) < 100_000


def test_the_table_is_shared_from_its_menu(desk: WatchedDesk, game: Phone) -> None:
    game.move("c1", "c3")
    game.page.tap("#open-menu")
    game.page.tap("#open-share")
    expect(game.page.locator("#share label:has([value=gif])")).to_be_hidden()  # it is not over
    name, svg = saved(game, "svg")
    assert name == "pawn-advance-1.svg" and b'data-square="c3" data-piece="wP"' in svg
