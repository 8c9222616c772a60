"""The modelled field of a disc magnet against what physics says of it otherwise, and reeds in that field."""

from math import hypot, pi, sqrt

import pytest

from hardware.simulated.magnet import Magnet, Reed, along, field, is_closed

DISC = Magnet()
LYING = Reed(x=7, rise=0)
"""With one end under the middle of its square."""


@pytest.mark.parametrize("z", [-20.0, -2.0, 1.6, 5.0, 13.5, 40.0])
@pytest.mark.parametrize("magnet", [DISC, Magnet(15, 3), Magnet(4, 20, 1.45)])
def test_on_its_axis_the_field_is_that_of_the_textbook(magnet: Magnet, z: float) -> None:
    near, far = (z + each * magnet.height / 2 for each in (1, -1))
    expected = 500 * magnet.remanence_t * sum(
        sign * end / hypot(end, magnet.diameter / 2) for sign, end in ((1, near), (-1, far))
    )
    assert field(magnet, 0, 0, z) == pytest.approx((0, 0, expected), rel=1e-6)
    assert field(magnet, 0.001, 0, z)[2] == pytest.approx(expected, rel=1e-4)


@pytest.mark.parametrize(("x", "z"), [(60.0, 40.0), (100.0, 5.0), (5.0, -90.0)])
def test_from_afar_it_is_that_of_a_dipole(x: float, z: float) -> None:
    moment = 1000 * DISC.remanence_t * pi * (DISC.diameter / 2) ** 2 * DISC.height / (4 * pi)
    distance = hypot(x, z)
    expected = (3 * moment * x * z / distance**5, 0.0, moment * (3 * z**2 / distance**5 - 1 / distance**3))
    assert field(DISC, x, 0, z) == pytest.approx(expected, rel=0.07, abs=2e-3)


@pytest.mark.parametrize("x", [3.0, 5.0, 8.0, 14.0])
@pytest.mark.parametrize("z", [2.5, 6.0, 12.0])
def test_it_has_no_sources_and_no_curl_outside_the_magnet(x: float, z: float) -> None:
    step = 0.01

    def part(index: int, dx: float, dz: float) -> float:
        return field(DISC, x + dx, 0, z + dz)[index]

    outward = (part(0, step, 0) * (x + step) - part(0, -step, 0) * (x - step)) / (2 * step * x)
    upward = (part(2, 0, step) - part(2, 0, -step)) / (2 * step)
    curl = (part(0, 0, step) - part(0, 0, -step) - part(2, step, 0) + part(2, -step, 0)) / (2 * step)
    scale = hypot(*field(DISC, x, 0, z))
    assert abs(outward + upward) < 0.02 * scale and abs(curl) < 0.02 * scale


def test_it_is_the_same_all_around() -> None:
    x, y, z = field(DISC, 6, 8, 4)
    assert hypot(x, y) == pytest.approx(field(DISC, 10, 0, 4)[0]) and z == pytest.approx(field(DISC, 10, 0, 4)[2])
    assert (x, y) == pytest.approx((0.6 * hypot(x, y), 0.8 * hypot(x, y)))


@pytest.mark.parametrize("edge", [5.0, 5.0 + 1e-9])
def test_above_its_rim_it_has_a_value(edge: float) -> None:
    assert field(DISC, edge, 0, 4) == pytest.approx(field(DISC, 5.001, 0, 4), rel=1e-2)


@pytest.mark.parametrize(("magnet", "gap_mm"), [
    (Magnet(8, 2), 8), (Magnet(10, 3), 12), (Magnet(12, 3), 14), (Magnet(15, 3), 16),
])
def test_the_distances_of_the_page_are_those_at_which_lying_reeds_of_15_to_25_close(
    magnet: Magnet, gap_mm: float
) -> None:
    for at, closes in ((15, True), (25, True), (30, False)):
        lying = Reed(11 / sqrt(2), 11 / sqrt(2), turn=45, rise=0, at=at)
        assert is_closed(lying, magnet, (0, 0, gap_mm), False) == closes


def test_straight_above_the_middle_of_a_lying_reed_a_magnet_does_not_close_it() -> None:
    assert along(LYING, DISC, (7, 0, 6)) == pytest.approx(0, abs=1e-9)
    assert is_closed(LYING, DISC, (0, 0, 6), False) and is_closed(LYING, DISC, (14, 0, 6), False)


def test_an_upright_reed_closes_alike_from_all_sides() -> None:
    fields = [along(Reed(), DISC, (x, y, 12)) for x, y in ((8, 0), (0, -8), (sqrt(32), sqrt(32)))]
    assert fields == pytest.approx([fields[0]] * 3, rel=1e-3)


def test_a_reed_opens_later_than_it_closes() -> None:
    gap_mm = next(gap for gap in range(5, 40) if not is_closed(LYING, DISC, (0, 0, gap), False))
    assert is_closed(LYING, DISC, (0, 0, gap_mm), True)
    assert not is_closed(LYING, DISC, (0, 0, gap_mm + 10), True)
