"""Ghosts in a matrix of switches: a switch seems closed without a piece, because a diode is missing."""

from engine.core.squares import bits


class GhostWatch:
    """A detector of ghosts in readings as they come: where a diode is missing, the third corner of a rectangle closes
    together with the fourth.

    A hand closes one reed after the other, but two hands can do the same: a suspicion is no proof. ``columns``: of the
    matrix; 0: every switch has a wire of its own, there are no ghosts. ``suspects``: all reeds so far, as bits.
    """

    def __init__(self, columns: int) -> None:
        self.suspects = 0
        self._columns = columns
        self._before: int | None = None

    def look(self, reading: int) -> int:
        """Take in a reading, and return the reeds that it makes suspect for the first time."""
        before, self._before = self._before, reading
        if not self._columns or before is None or before == reading:
            return 0
        fresh = ghost_suspects(before, reading, self._columns) & ~self.suspects
        self.suspects |= fresh
        return fresh


def ghost_suspects(before: int, after: int, columns: int) -> int:
    """Return reeds that closed between two readings and may be ghosts: two or more at once that complete a
    rectangle."""
    fresh = after & ~before
    found = 0
    for reed in bits(fresh):
        for other in bits(fresh):
            row, column, far_row, far_column = *divmod(reed, columns), *divmod(other, columns)
            corners = 1 << row * columns + far_column | 1 << far_row * columns + column
            if row != far_row and column != far_column and before & corners == corners:
                found |= 1 << reed | 1 << other
    return found
