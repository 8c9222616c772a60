"""Backups, as the panel sees them."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from daemon.base.errors import BadArchive, NewerArchive
from daemon.services.backups import Backups, Failure
from daemon.storage.file.archive import Contents, contents_of
from engine.core.messages import message
from table.messages.refusal import Refused
from webpanel.ports.backup_port import Backup


class DeskBackups:
    """See :class:`webpanel.ports.backup_port.Backups`."""

    def __init__(self, backups: Backups) -> None:
        self._backups = backups

    def listed(self) -> Sequence[Backup]:
        """See :meth:`webpanel.ports.backup_port.Backups.listed`."""
        found = []
        for path, contents in self._backups.listed():
            with suppress(FileNotFoundError):  # a newer copy has pushed it out by now
                found.append(_told(path, contents))
        return found

    def fresh(self) -> IO[bytes]:
        """See :meth:`webpanel.ports.backup_port.Backups.fresh`."""
        with _in_words():
            return self._backups.fresh()

    def open(self, name: str) -> IO[bytes]:
        """See :meth:`webpanel.ports.backup_port.Backups.open`."""
        with _in_words():
            try:
                return self._backups.path(name).open("rb")
            except FileNotFoundError as error:  # as above
                raise KeyError(name) from error

    def take_in(self, archive: IO[bytes]) -> Backup:
        """See :meth:`webpanel.ports.backup_port.Backups.take_in`."""
        with _in_words():
            kept = self._backups.take_in(archive)
            return _told(kept, contents_of(kept))

    def restore(self, name: str, exchange: Callable[[Callable[[], object]], None]) -> None:
        """Put back what is in an archive. ``exchange`` does what replaces everything that is kept, while no game is on
        the table."""
        with _in_words():
            path = self._backups.path(name)
        late: list[Refused] = []

        def put_back() -> None:
            with _in_words():
                self._backups.restore(path)
            late.extend(self._put_map())

        exchange(put_back)
        for refusal in late:
            raise refusal

    def _put_map(self) -> Iterator[Refused]:
        """Put the board map that was restored into its file; say so if that fails, as all else is exchanged by then."""
        try:
            self._backups.put_map()
        except Failure as error:
            reason = message("Everything but the board map was restored ({error}). Check that the disk has room, then "
                             "restart Pawnlight: it restores the board map at its start.", error=str(error))
            yield Refused(reason, 503)


def _told(path: Path, contents: Contents) -> Backup:
    kind = path.name.partition("-")[0]
    size = path.stat().st_size
    counted = contents.games, contents.finished, contents.deleted
    return Backup(path.name, kind, contents.made, contents.program, *counted, size)


@contextmanager
def _in_words() -> Iterator[None]:
    """Turn failures with archives into refusals that people can read.

    :raises Refused: with status 422 for a bad archive, 503 if the disk cannot be read or written.
    """
    try:
        yield
    except NewerArchive as error:
        reason = message("This archive is from a newer version of Pawnlight. Install that one, then try again.")
        raise Refused(reason, 422) from error
    except BadArchive as error:
        reason = message("This archive is damaged, or Pawnlight did not make it. Nothing was changed. "
                         "Use another copy.")
        raise Refused(reason, 422) from error
    except Failure as error:
        reason = message("That did not work, and nothing was changed ({error}). Check that the disk has room.",
                         error=str(error))
        raise Refused(reason, 503) from error
