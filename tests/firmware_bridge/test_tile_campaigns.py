"""Tiles with everything going wrong at once. Full size with ``--full``."""

import random
import time

import pytest
from waiting import wait_for

from engine.core.squares import Board
from firmware_bridge.layout import TilePlace, squares_of
from firmware_bridge.simulated import cut
from firmware_bridge.tiles import TileBack, TileLost
from table.messages.events import BoardRead, SquareLifted, SquarePlaced
from table.messages.lights import Light, Role

BOARD = Board(8, 8)
SQUARES = squares_of(TilePlace("p"), BOARD)
RATE_HZ = 500


class Corruption:
    """One frame in a hundred arrives with a flipped bit."""

    def __init__(self, seed):
        self._rng = random.Random(seed)
        self._place = 0
        self._hit = -1
        self.frames = 0
        self.corrupted = 0

    def __call__(self, data):
        out = bytearray(data)
        for index, byte in enumerate(data):
            if self._place == 0:
                self._begin()
            if self._place == self._hit:
                out[index] ^= 1 << self._rng.randrange(8)
            self._place = self._place + 1 if byte else 0
        return bytes(out)

    def _begin(self):
        self.frames += 1
        hit = self._rng.random() < 0.01
        self.corrupted += hit
        self._hit = self._rng.randrange(12) if hit else -1


class Hands:
    """Touches squares at an even rate, each where it differs from before."""

    def __init__(self, tile, seed):
        self._tile = tile
        self._rng = random.Random(seed)
        self._began_s = time.monotonic()
        self.done = []

    def touch(self):
        reed = self._rng.randrange(64)
        covered = not self._tile.reeds >> reed & 1
        self._tile.touch(reed, covered)
        self.done.append((BOARD.name(SQUARES[reed]), covered))

    def touch_until(self, count):
        """Go on at the rate until so many touches are done."""
        while len(self.done) < count:
            time.sleep(max(0.0, self._began_s + len(self.done) / RATE_HZ - time.monotonic()))
            self.touch()


@pytest.fixture
def tile(new_tile):
    return new_tile()


@pytest.fixture
def host(tile, new_host):
    """A host with the debounce off, so that two touches of one square shortly after each other are two events."""
    host = new_host(TilePlace(tile.port))
    host.until_count(BoardRead)
    host.show({BOARD.parse("a1"): Light(Role.MOVE)}, debounce_ms=0)
    wait_for(lambda: any(tile.frame), "a light shines")
    return host


def test_every_event_exactly_once_and_in_order_over_a_bad_cable(tile, host, full):
    """500 touches a second, 1 % of the frames corrupted in either direction, the cable lost again and again: pulled
    out, or dead without a word."""
    losses, touches_each = 20 if full else 3, 500
    rng = random.Random(1)
    to_host, to_tile = Corruption(2), Corruption(3)
    hands = Hands(tile, 4)
    for loss in range(losses):
        tile.to_host, tile.to_tile = to_host, to_tile
        start = loss * touches_each
        hands.touch_until(start + rng.randrange(50, 200))
        if loss % 2:
            tile.to_host = tile.to_tile = cut
        else:
            tile.unplug()
        hands.touch_until(len(hands.done) + rng.randrange(20, 250))
        tile.to_host, tile.to_tile = to_host, to_tile
        tile.plug()
        hands.touch_until(start + touches_each)
    host.until(lambda: len(host.changes()) >= len(hands.done))
    assert len(hands.done) == losses * touches_each
    assert host.changes() == hands.done
    assert len(host.all(BoardRead)) == 1
    assert len(host.all(TileBack)) == 1 + len(host.all(TileLost)) >= 1 + losses // 2
    assert to_host.corrupted + to_tile.corrupted > to_host.frames / 400


def test_after_every_power_loss_the_occupancy_is_right(tile, host, full):
    hands = Hands(tile, 11)
    rng = random.Random(12)
    losses = 20 if full else 4
    for loss in range(losses):
        hands.touch_until(len(hands.done) + rng.randrange(1, 40))
        tile.power_off()
        if loss % 2:
            tile.unplug()
        for _ in range(rng.randrange(6)):
            hands.touch()
        tile.power_on()
        tile.plug()
        hands.touch_until(len(hands.done) + rng.randrange(1, 40))
        host.until_count(BoardRead, loss + 2)
        host.until(lambda: host.told() == occupancy_of(tile))
    assert len(host.all(BoardRead)) == losses + 1
    assert host.tiles.read() == occupancy_of(tile)


def occupancy_of(tile):
    return sum(1 << SQUARES[reed] for reed in range(64) if tile.reeds >> reed & 1)


def test_the_cable_may_be_pulled_at_any_moment(tile, host, full):
    """Also in the middle of a frame, either way: touches and lights go on all the time."""
    rng = random.Random(21)
    hands = Hands(tile, 22)
    for number in range(100 if full else 10):
        role = list(Role)[number % len(Role)]
        host.show({square: Light(role) for square in range(rng.randrange(1, 64))}, debounce_ms=0)
        hands.touch()
        time.sleep(rng.random() * 0.01)
        tile.unplug()
        hands.touch()
        time.sleep(rng.random() * 0.05)
        tile.plug()
        if number % 3 == 0:
            host.until(lambda: not host.tiles.missing())
    host.show({}, debounce_ms=0)
    wait_for(lambda: not any(tile.frame), "all lights are out")
    host.until(lambda: len(host.changes()) >= len(hands.done))
    assert host.changes() == hands.done
    assert len(host.all(BoardRead)) == 1


# --- several tiles -----------------------------------------------------------------------------------------------

LARGE = Board(16, 16)


@pytest.fixture
def four(new_tile, new_host):
    """2x2 tiles, each turned another way, and their host."""
    tiles = [new_tile() for _ in range(4)]
    places = [TilePlace(tile.port, 8 * (n % 2), 8 * (n // 2), n) for n, tile in enumerate(tiles)]
    under = {square: (tiles[n], reed) for n in range(4) for reed, square in enumerate(squares_of(places[n], LARGE))}
    host = new_host(*places, board=LARGE)
    host.until_count(BoardRead)
    return tiles, under, host


def press(four, name, covered):
    tile, reed = four[1][LARGE.parse(name)]
    tile.touch(reed, covered)


def test_four_tiles_are_one_board(four):
    _, _, host = four
    assert [type(event) for event in host.events] == [TileBack] * 4 + [BoardRead]
    walk = [("a1", True), ("p16", True), ("h8", True), ("a1", False), ("i9", True), ("p1", True), ("a16", True)]
    for count, (name, covered) in enumerate(walk, 1):
        press(four, name, covered)
        host.until(lambda count=count: len(host.changes()) == count)
    assert host.changes() == walk
    assert LARGE.sorted_names(host.tiles.read()) == ["a16", "h8", "i9", "p1", "p16"]


def test_a_large_picture_is_spread_over_the_tiles(four):
    _, under, host = four
    names = ("a1", "h8", "i1", "p8", "a9", "h16", "i9", "p16")
    host.show({LARGE.parse(name): Light(Role.MOVE) for name in names})
    for name in names:
        tile, reed = under[LARGE.parse(name)]
        wait_for(lambda tile=tile, reed=reed: tile.frame[36 * reed] == 255, "the tile shows its part of the picture")
    assert sum(bytes(tile.frame[36 * reed] for reed in range(64)).count(255) for tile in four[0]) == len(names)


def test_one_tile_without_power_leaves_the_others_playing(four):
    tiles, _, host = four
    before = len(host.events)
    press(four, "i1", True)
    host.until(lambda: host.changes() == [("i1", True)])
    tiles[1].power_off()
    tiles[1].unplug()
    host.until(lambda: tiles[1].port in host.tiles.missing())
    press(four, "i1", False)
    press(four, "k3", True)
    press(four, "b2", True)
    host.until(lambda: host.changes() == [("i1", True), ("b2", True)])
    tiles[1].plug()
    tiles[1].power_on()
    host.until(lambda: len(host.all(BoardRead)) > 1 and not host.tiles.missing())
    assert LARGE.sorted_names(host.told()) == ["b2", "k3"]
    since = [type(event) for event in host.events[before:]]
    assert since == [SquarePlaced, TileLost, SquarePlaced, TileBack, BoardRead]
    assert not host.all(SquareLifted)
