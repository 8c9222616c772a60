"""``pawnlight play``: the table with its panel, until a signal ends it."""

import gc
import io
import logging
import os
import sys
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import TextIO

from daemon.app.program import STREAMS, Program
from daemon.app.run_server import ending_signals, served
from daemon.config.schema import Config
from daemon.storage.store import Store
from daemon.system.directory_lock import held, make_directory
from daemon.system.logging_setup import LatestLines
from daemon.system.network import EVERYWHERE, ONESELF
from daemon.system.standard_streams import lead_nowhere
from daemon.system.systemd import ServiceManager
from engine.core.messages import Message, message
from engine.core.text_rules import repaired
from webpanel.app import create_app

log = logging.getLogger(__name__)


def play(config: Config, lines: LatestLines, out: TextIO = sys.stdout, instead_of: Path | None = None) -> None:
    """Run the table until SIGINT, SIGTERM or SIGHUP.

    :param instead_of: the file that the configuration stands in for, because the table does not start with it.
    :raises DaemonError: something is in the way.
    :raises Refused: the PIN cannot be stored.
    """
    manager, notice = ServiceManager(), _notice(instead_of)
    with ending_signals() as came:
        make_directory(config.data_dir)
        with held(config.data_dir), closing(Store(config.data_dir)) as store:
            store.check()
            new_pin = "" if store.pin() else store.new_pin()  # before the table is announced as ready
            with Program(config, store, lines=lines, alive=manager.alive, notice=notice) as program:
                serving = served(create_app(program.desk), config.panel, STREAMS)
                try:
                    program.facts.port = serving.port
                    _say(program, new_pin, out)
                    program.spell_address()
                    _collect_from_now_on()
                    _note_panel(config.panel.address, serving.port)
                    manager.ready(_status(program, notice))
                    came.recv(1)
                finally:
                    manager.stopping()
                    serving.close()


def _note_panel(host: str, port: int, environment: Mapping[str, str] = os.environ) -> None:
    """Write down where the panel listens, for the installer, which asks it for a page: see ``systemd/install``."""
    directory = environment.get("RUNTIME_DIRECTORY")
    if directory:
        near = ONESELF if host in EVERYWHERE else host
        try:
            (Path(directory) / "panel").write_text(f"{near} {port}\n")
        except OSError as error:
            log.warning("where the panel listens cannot be written to %s: %s", directory, error)


def _collect_from_now_on() -> None:
    """Keep the objects of the start-up out of garbage collection. Visiting them takes tens of milliseconds, in which no
    thread runs: a touch or a tap would wait that long."""
    gc.freeze()
    gc.enable()


def _notice(instead_of: Path | None) -> Message | None:
    if instead_of is None:
        return None
    notice = message(
        "The table does not start with {file} and runs on the last configuration that worked. Mend that file, then "
        "restart the table; its log says what is wrong.",
        file=repaired(instead_of),
    )
    log.warning("%s", notice)
    return notice


def _status(program: Program, notice: Message | None) -> str:
    """Return one line for the service manager."""
    status = f"Open {program.desk.device().addresses[0]} on a phone on the same network"
    return status if notice is None else f"{status}. {notice}"


def _say(program: Program, new_pin: str, out: TextIO) -> None:
    """Announce the panel; if the output fails, the table goes on all the same."""
    try:
        _announce(program, new_pin, out)
    except OSError as error:
        lead_nowhere(out)
        log.warning("this cannot be printed (%s): the table is ready at %s", error, program.desk.device().addresses[0])


def _announce(program: Program, new_pin: str, out: TextIO) -> None:
    """Print the address of the panel, as a QR code too; at the first start also the owner PIN."""
    first, *others = program.desk.device().addresses
    print(f"\nThe table is ready. Open {first} on a phone on the same network", file=out)
    if others:
        print(f"(or {', '.join(others)})", file=out)
    if not _goes_to_journal(out):
        _print_code(first, out)
    if new_pin:
        _print_pin(new_pin, out)
    print("Ctrl+C ends the table; the game on it is kept.", file=out, flush=True)


def _goes_to_journal(out: TextIO) -> bool:
    """True if systemd's journal records what is printed there: JOURNAL_STREAM in systemd.exec(5)."""
    try:
        status = os.fstat(out.fileno())
    except OSError:
        return False
    return os.environ.get("JOURNAL_STREAM") == f"{status.st_dev}:{status.st_ino}"


def _print_code(url: str, out: TextIO) -> None:
    import segno  # a service, which prints no code, need not wait for it

    drawn = io.StringIO()
    segno.make(url, micro=False).terminal(drawn, compact=True)
    try:
        print(f"or scan this:\n\n{drawn.getvalue()}", file=out)
    except UnicodeEncodeError:
        log.info("this terminal cannot show a QR code")


def _print_pin(pin: str, out: TextIO) -> None:
    """Print the PIN. It is a secret: it goes to a terminal, not into the log of a service."""
    if out.isatty():
        print(f"The owner PIN is {pin} (for settings; `pawnlight pin` shows it again).", file=out)
