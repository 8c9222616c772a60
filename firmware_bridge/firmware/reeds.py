"""Debouncing on the tile: a reed's change counts once it has rested."""

from firmware_bridge.messages import COVERED

_ROWS = 8
_COLUMNS = 8


class Reeds:
    """The reeds of a tile. The first reading sets their state and fires nothing."""

    def __init__(self, read_row) -> None:  # type: ignore[no-untyped-def]
        """``read_row``: returns the closed reeds of a row as bits, bit *n* for column *n*."""
        self._read_row = read_row
        self.debounce_ms = 25
        self.changed_at = -1000
        """The time at which a reed last closed or opened, even by bouncing."""
        self.rows = [read_row(row) for row in range(_ROWS)]
        """The debounced state."""
        self._raw = list(self.rows)
        self._since = [0] * (_ROWS * _COLUMNS)
        self._restless: list[int] = []  # reeds, the latest to change last

    def scan(self, now: int) -> list[int]:
        """Read all reeds once, and return the changes that count now, in order, as items of an EVENTS message.

        ``now`` in milliseconds.
        """
        read_row, known = self._read_row, self._raw
        for row in range(_ROWS):
            raw = read_row(row)
            if raw != known[row]:
                self._note(row, raw ^ known[row], now)
                known[row] = raw
        if not self._restless:
            return []
        rested = [reed for reed in self._restless if now - self._since[reed] >= self.debounce_ms]
        self._restless = [reed for reed in self._restless if reed not in rested]
        return [item for item in map(self._settle, rested) if item >= 0]

    def are_restless(self) -> bool:
        """True if a change may soon count."""
        return bool(self._restless)

    def _note(self, row: int, changed: int, now: int) -> None:
        self.changed_at = now
        for column in range(_COLUMNS):
            if changed >> column & 1:
                reed = row * _COLUMNS + column
                self._since[reed] = now
                if reed in self._restless:
                    self._restless.remove(reed)
                self._restless.append(reed)

    def _settle(self, reed: int) -> int:
        """Return the item of a reed that came to rest; -1 if it rests where it was."""
        row, bit = reed >> 3, 1 << (reed & 7)
        covered = self._raw[row] & bit
        if covered == self.rows[row] & bit:
            return -1
        self.rows[row] ^= bit
        return reed | COVERED if covered else reed
