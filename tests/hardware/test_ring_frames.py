"""Lights become pixels: roles told apart by shape, motion and colour, within the power budget, without flicker."""

from collections.abc import Iterator
from dataclasses import asdict, replace
from functools import cache
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.pieces import Seat
from engine.core.squares import Board, Square, bits
from hardware.board_map import BoardMap, mirrored, row_wise, serpentine, wire
from hardware.lights.frames import Frame, frame, look, next_change
from hardware.lights.palettes import OWNED, PALETTES
from hardware.lights.power import Branch
from hardware.lights.shapes import BEAT_S, BREATH, FORMS, Motion
from table.messages.lights import Badge, Light, Lights, Overlay, Role
from table.messages.settings import Settings

PLENTY_A = 1000.0
ONE = wire(Board(1, 1))
CHESS = Board(8, 8)
BRIGHT = Settings(brightness=100)
E4 = CHESS.parse("e4")

some_light = st.builds(
    Light, st.sampled_from([None, *Role]), st.sampled_from([None, *Badge]), st.sampled_from([None, *Seat])
)
some_settings = st.builds(
    Settings, brightness=st.integers(1, 100), palette=st.sampled_from(sorted(PALETTES)), motion=st.booleans()
)


def one(light: Light, settings: Settings = BRIGHT, pixels: int = 12, t_s: float = 0.0) -> list[tuple[int, ...]]:
    """The pixels of a board of one square that shows a light."""
    board_map = wire(Board(1, 1), pixels_per_ring=pixels)
    shown = frame({Square(0): light}, Overlay.NONE, None, settings, board_map, t_s, PLENTY_A)
    return [tuple(shown.pixels[n : n + 3]) for n in range(0, 3 * pixels, 3)]


def lit(light: Light, settings: Settings = BRIGHT, pixels: int = 12, t_s: float = 0.0) -> str:
    """A ring as text: bright, dim and dark pixels, whatever their colour."""
    return text(one(light, settings, pixels, t_s))


def text(ring: list[tuple[int, ...]]) -> str:
    """Pixels as text; dim ones are told by their own value, bright ones are at least 100."""
    return "".join("B" if max(pixel) >= 100 else "d" if any(pixel) else "." for pixel in ring)


def turned(ring: str) -> str:
    """The same text for all turns of a ring."""
    return min(ring[n:] + ring[:n] for n in range(len(ring)))


# --- what roles look like ----------------------------------------------------------------------------------------


def test_move_is_a_full_green_ring_and_capture_a_broken_red_one() -> None:
    assert set(one(Light(Role.MOVE))) == {(0, 255, 0)}
    assert set(one(Light(Role.CAPTURE))) == {(255, 0, 0), (0, 0, 0)}
    assert lit(Light(Role.CAPTURE)) == "B.B.B.B.B.B."


@pytest.mark.parametrize("palette", sorted(PALETTES))
def test_move_is_mainly_green_and_capture_mainly_red_in_every_palette(palette: str) -> None:
    roles = PALETTES[palette].roles
    assert roles[Role.MOVE][1] == max(roles[Role.MOVE]) and roles[Role.MOVE][0] == 0
    assert roles[Role.CAPTURE][0] == max(roles[Role.CAPTURE]) and roles[Role.CAPTURE][2] == 0


def test_place_shines_in_its_owners_colour() -> None:
    colours = {max(one(Light(Role.PLACE, seat=seat))) for seat in (None, *Seat)}
    assert len(colours) == 5
    assert max(one(Light(Role.PLACE, seat=Seat.RED))) == PALETTES["default"].seats[Seat.RED]


def test_a_square_without_a_light_is_dark() -> None:
    assert not any(frame({}, Overlay.NONE, None, BRIGHT, ONE, 0.0, PLENTY_A).pixels)
    assert not any(map(any, one(Light())))


@pytest.mark.parametrize("pixels", range(8, 25))
def test_from_8_pixels_all_roles_differ_by_shape_without_motion_or_colour(pixels: int) -> None:
    still = replace(BRIGHT, motion=False)
    shapes = {role: turned(lit(Light(role), still, pixels)) for role in Role}
    for one_role, other in combinations(Role, 2):
        assert shapes[one_role] != shapes[other], f"{one_role} looks like {other}"


@pytest.mark.parametrize("pixels", range(8, 25))
def test_beside_a_badge_all_roles_still_differ_by_shape(pixels: int) -> None:
    still = replace(BRIGHT, motion=False)
    room = pixels - pixels // 4
    shapes = {role: lit(Light(role, Badge.SHIELD), still, pixels)[:room] for role in Role}
    assert len(set(shapes.values())) == len(Role)


@pytest.mark.parametrize("pixels", range(1, 8))
def test_below_8_pixels_every_role_has_a_rhythm_of_its_own(pixels: int) -> None:
    assert len({turned(_rhythm(role, pixels)) for role in Role}) == len(Role)


def _rhythm(role: Role, pixels: int) -> str:
    """Return the levels of a role on 168 beats (a multiple of every rhythm's length): one digit for each."""
    beats = [one(Light(role), BRIGHT, pixels, (beat + 0.5) * BEAT_S) for beat in range(168)]
    assert all(len(set(ring)) == 1 for ring in beats)
    brightest = max(PALETTES["default"].colour(role, None))
    return "".join(str(round(9 * max(ring[0]) / brightest)) for ring in beats)


@pytest.mark.parametrize("pixels", [2, 7, 8, 12, 24])
@pytest.mark.parametrize("badge", Badge)
def test_a_badge_takes_the_last_quarter_beside_its_role(badge: Badge, pixels: int) -> None:
    both = (None, badge), (Role.MOVE, badge), (Role.MOVE, None)
    alone, beside, bare = (one(Light(*signs), BRIGHT, pixels) for signs in both)
    room = pixels - max(1, pixels // 4)
    assert beside == bare[:room] + alone[room:]
    assert any(map(any, alone[room:])) and not any(map(any, alone[:room]))


def test_the_badges_differ_without_colour() -> None:
    still = replace(BRIGHT, motion=False)
    assert len({lit(Light(Role.MOVE, badge), still)[-3:] for badge in Badge}) == 3


def test_a_single_pixel_shows_its_role_and_a_badge_only_without_one() -> None:
    assert one(Light(Role.MOVE, Badge.CHECK), pixels=1) == one(Light(Role.MOVE), pixels=1)
    assert one(Light(None, Badge.CHECK), pixels=1) == [PALETTES["default"].badges[Badge.CHECK]]


# --- palettes ----------------------------------------------------------------------------------------------------

# Machado, Oliveira and Fernandes (2009): what is left of linear red, green and blue without red or green receptors.
PROTANOPIA = ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998))
DEUTERANOPIA = ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881))
TOGETHER = (Role.WRONG, Role.CHOICE, Role.CAPTURE, Role.MOVE, Role.ORIGIN)


def _lab(rgb: tuple[float, ...]) -> tuple[float, float, float]:
    red, green, blue = (max(0.0, channel) for channel in rgb)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116 for value in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def _difference(palette: str, one_role: Role, other: Role, eye: tuple[tuple[float, ...], ...]) -> float:
    seen = []
    for role in (one_role, other):
        linear = [channel / 255 for channel in PALETTES[palette].roles[role]]
        seen.append(_lab(tuple(sum(k * c for k, c in zip(row, linear, strict=True)) for row in eye)))
    return float(sum((a - b) ** 2 for a, b in zip(*seen, strict=True)) ** 0.5)


@pytest.mark.parametrize("eye", [PROTANOPIA, DEUTERANOPIA])
def test_the_colour_blind_palette_keeps_apart_what_can_shine_together(eye: tuple[tuple[float, ...], ...]) -> None:
    pairs = list(combinations(TOGETHER, 2))
    closest = {name: min(_difference(name, *pair, eye) for pair in pairs) for name in ("default", "colour-blind")}
    assert closest["colour-blind"] > 25 > closest["default"]


@pytest.mark.parametrize("palette", sorted(PALETTES))
def test_a_palette_has_a_colour_for_everything(palette: str) -> None:
    colours = PALETTES[palette]
    assert set(colours.roles) == set(Role)
    assert set(colours.badges) == set(Badge)
    assert set(colours.seats) == set(Seat)
    assert len(set(colours.seats.values())) == len(Seat)


def test_an_unknown_palette_is_refused() -> None:
    with pytest.raises(KeyError, match="rainbow"):
        one(Light(Role.MOVE), replace(BRIGHT, palette="rainbow"))


# --- the look that screens draw ----------------------------------------------------------------------------------


@pytest.mark.parametrize("palette", sorted(PALETTES))
@pytest.mark.parametrize("role", Role)
def test_the_look_of_a_role_is_what_its_ring_shows(role: Role, palette: str) -> None:
    drawn = look(role, palette)
    shown = one(Light(role), replace(BRIGHT, palette=palette, motion=False), 24)
    assert len(drawn.levels) == 24
    assert shown == _painted(drawn.colour, drawn.levels)
    for seat, colour in drawn.colours.items():
        owned = one(Light(role, seat=seat), replace(BRIGHT, palette=palette, motion=False), 24)
        assert owned == _painted(colour, drawn.levels)
    assert bool(drawn.colours) is (role in OWNED)


def _painted(colour: tuple[int, ...], levels: tuple[float, ...]) -> list[tuple[int, ...]]:
    return [tuple(-int(-channel * level // 1) for channel in colour) for level in levels]


@pytest.mark.parametrize("badge", Badge)
def test_the_look_of_a_badge_is_the_last_quarter_of_the_ring(badge: Badge) -> None:
    drawn = look(badge)
    assert one(Light(None, badge), replace(BRIGHT, motion=False), 24)[18:] == _painted(drawn.colour, drawn.levels)


def test_a_look_is_data() -> None:
    data = asdict(look(Role.CAPTURE))
    assert (data["colour"], data["shape"], data["motion"]) == ((255, 0, 0), "alternating", "swap")


# --- wiring ------------------------------------------------------------------------------------------------------


def first_lit(board_map: BoardMap, square: Square) -> int:
    shown = frame({square: Light(Role.MOVE)}, Overlay.NONE, None, BRIGHT, board_map, 0.0, PLENTY_A)
    pixels = [n // 3 for n, value in enumerate(shown.pixels) if value]
    assert pixels == list(range(pixels[0], pixels[0] + board_map.pixels_per_ring))
    return pixels[0]


@pytest.mark.parametrize("pixels", [1, 8, 12, 24])
def test_a_ring_lies_where_its_wiring_says(pixels: int) -> None:
    wired = {
        4 + 3 * 8: wire(CHESS, rings=row_wise(CHESS), pixels_per_ring=pixels),
        31 - 4: wire(CHESS, rings=serpentine(CHESS), pixels_per_ring=pixels),
        3 + 3 * 8: wire(CHESS, rings=mirrored(CHESS, row_wise(CHESS)), pixels_per_ring=pixels),
        4 * 8 + 3: wire(CHESS, pixels_per_ring=pixels),
    }
    for ring, board_map in wired.items():
        assert first_lit(board_map, E4) == ring * pixels


def test_a_square_without_a_ring_stays_dark_and_disturbs_nobody() -> None:
    board_map = wire(Board(2, 1), rings=[Square(1)], pixels_per_ring=8)
    lights = {Square(0): Light(Role.CAPTURE), Square(1): Light(Role.MOVE)}
    shown = frame(lights, Overlay.NONE, None, BRIGHT, board_map, 0.0, PLENTY_A)
    assert shown.pixels == bytes((0, 255, 0)) * 8


def test_a_wrong_colour_order_is_made_up_for() -> None:
    board_map = replace(ONE, colours="GRB")
    shown = frame({Square(0): Light(Role.CAPTURE)}, Overlay.NONE, None, BRIGHT, board_map, 0.0, PLENTY_A)
    assert tuple(shown.pixels[:3]) == (0, 255, 0)


# --- overlays ----------------------------------------------------------------------------------------------------

LIGHTS: Lights = {
    Square(0): Light(Role.MOVE, Badge.LAST_MOVE),
    Square(1): Light(Role.CAPTURE),
    Square(2): Light(Role.MOVE),
}


def rings(overlay: Overlay, turn: Seat | None = None, t_s: float = 0.0, settings: Settings = BRIGHT) -> list[bytes]:
    board_map = wire(Board(2, 2))
    shown = frame(LIGHTS, overlay, turn, settings, board_map, t_s, PLENTY_A).pixels
    return [shown[n : n + 36] for n in range(0, len(shown), 36)]


def test_a_flash_lights_the_last_move_and_nothing_else() -> None:
    usual, flashing = rings(Overlay.NONE), rings(Overlay.FLASH)
    assert flashing[0] == bytes([255] * 36) != usual[0]
    assert flashing[1:] == usual[1:]


def test_a_paused_board_breathes_dimly_in_the_colour_of_the_turn() -> None:
    breathing = rings(Overlay.PAUSE, Seat.BLACK)
    assert len(set(breathing)) == 1
    red, green, blue = breathing[0][:3]
    assert blue > red > green == 0 and blue < 64
    assert max(rings(Overlay.PAUSE, Seat.BLACK, t_s=BREATH.period_s / 2)[0]) < blue / 2
    assert rings(Overlay.PAUSE, Seat.WHITE) != breathing


def test_without_motion_a_paused_board_glows_steadily() -> None:
    still = replace(BRIGHT, motion=False)
    assert len({bytes(rings(Overlay.PAUSE, t_s=t / 3, settings=still)[0]) for t in range(30)}) == 1
    assert next_change(LIGHTS, Overlay.PAUSE, still, ONE, 0.0) is None


# --- motion ------------------------------------------------------------------------------------------------------


@cache
def single(pixels: int) -> BoardMap:
    """A board of one square. Two hundred thousand frames are looked at here."""
    return wire(Board(1, 1), pixels_per_ring=pixels)


def at(light: Light, settings: Settings, pixels: int, t_s: float) -> bytes:
    return frame({Square(0): light}, Overlay.NONE, None, settings, single(pixels), t_s, PLENTY_A).pixels


@settings(deadline=None)
@given(some_light, some_settings, st.sampled_from([1, 4, 7, 8, 12, 24]), st.floats(0, 10**6))
def test_until_the_next_change_the_frame_stays(light: Light, settings: Settings, pixels: int, t_s: float) -> None:
    board_map = single(pixels)
    change_s = next_change({Square(0): light}, Overlay.NONE, settings, board_map, t_s)
    until_s = t_s + 100 if change_s is None else change_s - 1e-5
    assert change_s is None or change_s > t_s
    for part in (0.2, 0.7, 1.0):
        assert at(light, settings, pixels, max(t_s, t_s + (until_s - t_s) * part)) == at(light, settings, pixels, t_s)


@pytest.mark.parametrize("role", [role for role in Role if FORMS[role].motion is not Motion.STILL])
def test_whoever_sleeps_until_the_next_change_sees_every_step(role: Role) -> None:
    lights, t_s, seen = {Square(0): Light(role)}, 123456.789, set()
    for _ in range(200):
        change_s = next_change(lights, Overlay.NONE, BRIGHT, ONE, t_s)
        assert change_s is not None and t_s < change_s < t_s + 1
        t_s = change_s
        seen.add(at(Light(role), BRIGHT, 12, t_s))
    assert len(seen) >= 2


def test_nothing_moves_without_motion_and_at_rest() -> None:
    still = replace(BRIGHT, motion=False)
    everything = {Square(n): Light(role) for n, role in enumerate(Role)}
    assert next_change(everything, Overlay.NONE, still, wire(CHESS), 3.0) is None
    resting = {Square(n): Light(role) for n, role in enumerate([Role.SPENT, Role.TURN, Role.MOVE, Role.HOLE])}
    assert next_change(resting, Overlay.NONE, BRIGHT, wire(CHESS), 3.0) is None


@pytest.mark.parametrize("pixels", [1, 2, 7, 8, 9, 12, 16, 24])
@pytest.mark.parametrize("badge", [None, *Badge])
@pytest.mark.parametrize("role", Role)
def test_no_area_changes_brightness_more_than_3_times_a_second(role: Role, badge: Badge | None, pixels: int) -> None:
    """Counted as WCAG 2.2 counts flashes: opposing changes of a tenth of full brightness or more, all squares alike."""
    light = Light(role, badge, Seat.WHITE)
    times_s = list(_changes(light, pixels, until_s=8.0))
    brightness = [sum(at(light, BRIGHT, pixels, t_s)) / (765 * pixels) for t_s in times_s]
    turns = [times_s[n] for n, _ in _turning_points(brightness, 0.1)]
    for first_s, fourth_s in zip(turns, turns[3:], strict=False):
        assert fourth_s - first_s >= 1 - 0.03


def _changes(light: Light, pixels: int, until_s: float) -> Iterator[float]:
    """Yield the times of changes of a ring. In between it stays as it is (see above)."""
    t_s: float | None = 0.0
    while t_s is not None and t_s < until_s:
        yield t_s
        t_s = next_change({Square(0): light}, Overlay.NONE, BRIGHT, single(pixels), t_s)


def _turning_points(values: list[float], swing: float) -> list[tuple[int, float]]:
    """Return the points at which the values changed by ``swing`` or more against the change before."""
    found, low, high = [(0, values[0])], values[0], values[0]
    rising: bool | None = None
    for n, value in enumerate(values):
        low, high = min(low, value), max(high, value)
        if rising is not True and value - low >= swing:
            rising, high = True, value
            found.append((n, value))
        elif rising is not False and high - value >= swing:
            rising, low = False, value
            found.append((n, value))
        low, high = (value, high) if rising else (low, value) if rising is False else (low, high)
    return found[1:]


def test_all_rhythms_of_a_board_change_on_one_common_beat() -> None:
    board_map = wire(CHESS, pixels_per_ring=4)
    lights = {Square(n): Light(role) for n, role in enumerate(Role)}
    change_s = next_change(lights, Overlay.NONE, BRIGHT, board_map, 0.0)
    assert change_s == BEAT_S > 1 / 3


# --- power -------------------------------------------------------------------------------------------------------


def budgeted(lights: Lights, supply_a: float, settings: Settings = BRIGHT, board: Board = CHESS) -> Frame:
    return frame(lights, Overlay.NONE, None, settings, wire(board), 0.0, supply_a)


ALL_GREEN: Lights = {square: Light(Role.MOVE) for square in bits(CHESS.all)}


def test_the_estimate_counts_20_milliamperes_a_channel_and_one_a_pixel() -> None:
    assert budgeted({}, PLENTY_A).drawn_a == pytest.approx(0.768)
    assert budgeted({E4: Light(Role.MOVE)}, PLENTY_A).drawn_a == pytest.approx(0.768 + 12 * 0.020)


def test_a_frame_that_would_draw_too_much_is_dimmed_as_a_whole() -> None:
    shown = budgeted(ALL_GREEN, supply_a=4.0)
    assert 3.8 < shown.drawn_a <= 4.0
    assert len({shown.pixels[n : n + 3] for n in range(0, len(shown.pixels), 3)}) == 1


def test_brightness_has_its_full_range_even_where_the_budget_dims() -> None:
    drawn = [budgeted(ALL_GREEN, 4.0, replace(BRIGHT, brightness=percent)).drawn_a - 0.768 for percent in (25, 50, 100)]
    assert drawn[2] / drawn[1] == pytest.approx(2, rel=0.1)
    assert drawn[1] / drawn[0] == pytest.approx(2, rel=0.1)


def test_a_supply_below_what_the_dark_chain_draws_leaves_it_dark() -> None:
    shown = budgeted(ALL_GREEN, supply_a=0.5)
    assert not any(shown.pixels)
    assert shown.drawn_a == pytest.approx(0.768)


def test_what_shines_does_not_go_out_by_rounding() -> None:
    shown = budgeted({E4: Light(Role.SPENT)}, PLENTY_A, Settings(brightness=1))
    assert any(shown.pixels)


@settings(deadline=None)
@given(st.dictionaries(st.integers(0, 8), some_light, max_size=9), some_settings, st.floats(0.05, 8), st.floats(0, 100))
def test_no_frame_draws_more_than_its_supply(lights: Any, settings: Settings, supply_a: float, t_s: float) -> None:
    board_map = wire(Board(3, 3), pixels_per_ring=12)
    shown = frame(lights, Overlay.NONE, None, settings, board_map, t_s, supply_a)
    assert len(shown.pixels) == 3 * 108
    assert shown.drawn_a <= max(supply_a, 0.108) + 1e-9
    assert shown.drawn_a == pytest.approx(0.108 + sum(shown.pixels) * 0.020 / 255)


# --- branches ----------------------------------------------------------------------------------------------------


def drawn_by(shown: Frame, branch: Branch, per_ring: int = 12) -> float:
    """The current that a branch draws of a frame, added up pixel by pixel."""
    pixels = [pixel for ring in branch.rings for pixel in range(ring * per_ring, (ring + 1) * per_ring)]
    return sum(1.0 + sum(shown.pixels[3 * pixel : 3 * pixel + 3]) * 20 / 255 for pixel in pixels) / 1000


BY_TWO_RANKS = tuple(Branch(tuple(range(first, first + 16)), 5.0) for first in range(0, 64, 16))
CHAIN = wire(CHESS, rings=serpentine(CHESS))


def test_a_branch_is_kept_to_three_quarters_of_its_fuse_though_the_supply_would_give_more() -> None:
    """A rook's and a queen's ways fill one branch: 16 rings of 12, green."""
    lights = {square: Light(Role.MOVE) for square in serpentine(CHESS)[16:32]}
    free = frame(lights, Overlay.NONE, None, BRIGHT, CHAIN, 0.0, PLENTY_A)
    assert drawn_by(free, BY_TWO_RANKS[1]) > 3.9, "more than its fuse carries for long"
    kept = frame(lights, Overlay.NONE, None, BRIGHT, CHAIN, 0.0, PLENTY_A, BY_TWO_RANKS)
    assert 3.6 < drawn_by(kept, BY_TWO_RANKS[1]) <= 0.75 * 5.0


def test_the_whole_board_is_dimmed_for_its_weakest_branch_so_that_one_role_looks_alike_everywhere() -> None:
    weak = (Branch(tuple(range(8)), 1.0), Branch(tuple(range(8, 64)), 20.0))
    shown = frame(ALL_GREEN, Overlay.NONE, None, BRIGHT, CHAIN, 0.0, PLENTY_A, weak)
    assert len({shown.pixels[n : n + 3] for n in range(0, len(shown.pixels), 3)}) == 1
    assert 0.7 < drawn_by(shown, weak[0]) <= 0.75


def test_branches_that_have_enough_change_nothing() -> None:
    ample = (Branch(tuple(range(64)), 1000.0),)
    for brightness in (1, 37, 100):
        settings = replace(BRIGHT, brightness=brightness)
        given = (ALL_GREEN, Overlay.NONE, None, settings, CHAIN, 0.0, 4.0)
        assert frame(*given, ample) == frame(*given)


some_branches = st.lists(st.integers(0, 2), min_size=9, max_size=9).map(
    lambda of: tuple(Branch(tuple(ring for ring in range(9) if of[ring] == number), 0.1 + number) for number in set(of))
)


@settings(deadline=None)
@given(st.dictionaries(st.integers(0, 8), some_light, max_size=9), some_settings, some_branches, st.floats(0, 100))
def test_no_branch_draws_more_than_its_fuse_carries(
    lights: Any, settings: Settings, branches: tuple[Branch, ...], t_s: float
) -> None:
    board_map = wire(Board(3, 3), rings=serpentine(Board(3, 3)), pixels_per_ring=12)
    shown = frame(lights, Overlay.NONE, None, settings, board_map, t_s, PLENTY_A, branches)
    for branch in branches:
        assert drawn_by(shown, branch) <= max(0.75 * branch.fuse_a, 0.012 * len(branch.rings)) + 1e-9
