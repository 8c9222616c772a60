"""The rings on the screen look like the rings of the board: shape, motion, and about the same colour."""

import colorsys
from typing import Any

import pytest
from browser import Phone

from engine.core.pieces import Seat
from hardware.lights.palettes import PALETTES
from hardware.lights.shapes import BADGE_FORMS, FORMS, Motion, shape_levels
from hardware.ports import Rgb
from table.messages.lights import Role

MOTIONS = {Motion.STILL: "", Motion.ROTATE: "turns", Motion.SWAP: "swaps", Motion.PULSE: "pulses"}
LETTERS = {1.0: "B", 0.5: "d", 0.0: "."}
ASK = """async () => {
  const { FORMS, PALETTES } = await import("/static/js/board/lights.js");
  const { levels } = await import("/static/js/board/rings.js");
  const roles = Object.keys(FORMS);
  const shaped = (pixels) => Object.fromEntries(roles.map((role) => [role, levels(role, pixels).join("")]));
  const shapes = Object.fromEntries([16, 1, 8, 12, 24].map((pixels) => [pixels, shaped(pixels)]));
  return { forms: FORMS, palettes: PALETTES, shapes };
}"""


@pytest.fixture
def rings(phone: Phone) -> dict[str, Any]:
    """Return the script's tables of rings."""
    phone.open("/about")
    found: dict[str, Any] = phone.page.evaluate(ASK)
    return found


def test_every_role_has_its_shape_and_motion(rings: dict[str, Any]) -> None:
    for pixels in (8, 12, 16, 24):
        assert rings["shapes"][str(pixels)] == {
            role.value: "".join(LETTERS[level] for level in shape_levels(form.shape, pixels, 0.5))
            for role, form in FORMS.items()
        }
    assert set(rings["shapes"]["1"].values()) == {"B"}, "no room for shapes"
    moving = {role: [MOTIONS[form.motion], form.period_s] for role, form in FORMS.items()}
    assert {Role(role): form[1:] for role, form in rings["forms"].items()} == moving


def hue(colour: Rgb) -> tuple[float, float]:
    """Return the place of a colour on the wheel (0 to 1), and its saturation."""
    found, _lightness, saturation = colorsys.rgb_to_hls(*(channel / 255 for channel in colour))
    return found, saturation


@pytest.mark.parametrize("palette", PALETTES)
def test_every_colour_is_about_that_of_the_pixels(rings: dict[str, Any], palette: str) -> None:
    """Screens show dark colours lighter, so that they stand out from the squares; the hue stays."""
    pixels = {each.value: colour for each, colour in PALETTES[palette].roles.items()}
    pixels |= {badge.value: PALETTES[palette].badges[badge] for badge in BADGE_FORMS}
    pixels |= {seat.value: PALETTES[palette].seats[seat] for seat in Seat}
    shown = {name: tuple(bytes.fromhex(text[1:])) for name, text in rings["palettes"][palette].items()}
    assert set(shown) == set(pixels)
    wrong = {}
    for name, colour in pixels.items():
        (lit, strong), (seen, vivid) = hue(colour), hue(shown[name])
        apart = min(abs(lit - seen), 1 - abs(lit - seen))
        if (strong > 0.3) != (vivid > 0.3) or (strong > 0.3 and apart > 0.06):
            wrong[name] = (colour, shown[name])
    assert wrong == {}
