"""Debouncing on the tile."""

from firmware_bridge.firmware.reeds import Reeds


class Wires:
    """Eight rows that a test closes and opens."""

    def __init__(self, rows=(0,) * 8):
        self.rows = list(rows)

    def read_row(self, row):
        return self.rows[row]

    def set(self, reed, closed):
        bit = 1 << reed % 8
        self.rows[reed // 8] = self.rows[reed // 8] | bit if closed else self.rows[reed // 8] & ~bit


def scanned(reeds, wires, *script):
    """Do each ``(ms, reed, closed)`` (reed ``None``: nothing) and scan; the changes with their times."""
    found = []
    for now, reed, closed in script:
        if reed is not None:
            wires.set(reed, closed)
        found += [(now, item & 63, bool(item & 128)) for item in reeds.scan(now)]
    return found


def test_the_first_reading_sets_the_state_and_fires_nothing():
    wires = Wires([0xFF, 0, 0, 0, 0, 0, 0, 0x81])
    reeds = Reeds(wires.read_row)
    assert reeds.rows == wires.rows
    assert scanned(reeds, wires, (0, None, None), (100, None, None)) == []


def test_a_change_counts_once_it_has_rested():
    wires = Wires()
    changes = scanned(Reeds(wires.read_row), wires, (0, 9, True), (24, None, None), (25, None, None), (90, None, None))
    assert changes == [(25, 9, True)]


def test_bouncing_starts_the_rest_anew_and_counts_once():
    wires = Wires()
    script = [(0, 9, True), (10, 9, False), (11, 9, True), (30, None, None), (36, None, None), (99, None, None)]
    assert scanned(Reeds(wires.read_row), wires, *script) == [(36, 9, True)]


def test_a_flutter_that_ends_where_it_began_is_nothing():
    wires = Wires()
    assert scanned(Reeds(wires.read_row), wires, (0, 9, True), (5, 9, False), (40, None, None), (80, None, None)) == []


def test_changes_come_in_the_order_they_happened_even_if_they_rest_at_one_scan():
    wires = Wires()
    script = [(0, 60, True), (3, 2, True), (6, 31, True), (90, None, None)]
    assert scanned(Reeds(wires.read_row), wires, *script) == [(90, 60, True), (90, 2, True), (90, 31, True)]


def test_without_debounce_a_change_counts_at_once():
    wires = Wires()
    reeds = Reeds(wires.read_row)
    reeds.debounce_ms = 0
    assert scanned(reeds, wires, (0, 9, True), (1, 9, False)) == [(0, 9, True), (1, 9, False)]
