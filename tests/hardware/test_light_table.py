"""The table of lights is read strictly: what is wrong with a new light is said, and names it."""

from copy import deepcopy
from typing import Any

import pytest

from hardware.errors import BadLights
from hardware.lights.light_table import TABLE, checked


def changed(path: str, value: Any) -> dict[str, Any]:
    """The table, with another value at a place; ``None``: without it."""
    table = deepcopy(TABLE)
    *folders, name = path.split("/")
    place = table
    for folder in folders:
        place = place[folder]
    if value is None:
        del place[name]
    else:
        place[name] = value
    return table


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("roles/turn/owend", True, "roles.turn.owend is not known here: did you mean owned?"),
        ("roles/turn/owned", "yes", "roles.turn.owned must be true or false, not 'yes'"),
        ("roles/wrong/perod_s", 1.6, "roles.wrong.perod_s is not known here: did you mean period_s?"),
        ("roles/wrong/period_s", None, "roles.wrong.period_s is missing"),
        ("roles/wrong/period_s", 0, "roles.wrong.period_s must be a number from 0.1 to 60, not 0"),
        ("badges/check/period_s", None, "badges.check.period_s is missing"),
        ("roles/hole/shape", "embrs", "roles.hole.shape must be one of full, comet"),
        ("roles/hole/motion", "blink", "roles.hole.motion must be one of still, rotate, swap, pulse, not 'blink'"),
        ("roles/hole/rhythm", "", "roles.hole.rhythm must be digits in quotes, not ''"),
        ("roles/hole/aloud", None, "roles.hole.aloud is missing"),
        ("roles/hole/colours/default", None, "roles.hole.colours must be a colour for each of"),
        ("roles/hole/screen/default", "red", "roles.hole.screen must be a colour for some of"),
        ("seats/white/owned", True, "seats.white.owned is not known here"),
        ("palettes/default/dim", 15, "palettes.default.dim must be a number from 0 to 1, not 15"),
        ("shapes/full", "b", "shapes.full must be letters B, d and . in quotes, not 'b'"),
        ("breath/rhythm", "9", "breath.rhythm must be"),
        ("shpes", {}, "shpes is not known here: did you mean shapes?"),
    ],
)
def test_what_is_wrong_with_a_light_is_said_with_its_place(path: str, value: Any, said: str) -> None:
    with pytest.raises(BadLights) as caught:
        checked(changed(path, value))
    assert str(caught.value).startswith("lights.toml: ") and said in str(caught.value)


def test_what_is_still_needs_no_period() -> None:
    assert "period_s" not in TABLE["roles"]["move"] and checked(TABLE) == TABLE


@pytest.mark.parametrize("name", ["alternating", "half_and_half"])
def test_no_shape_is_both_spread_over_the_ring_and_repeated(name: str) -> None:
    """Tiles know a shape by its letters."""
    letters = "B." if name != "alternating" else "BBB."
    with pytest.raises(BadLights, match=f"shapes.{name} and shapes_by_pixel.alternating must differ"):
        checked(changed(f"shapes/{name}", letters))
