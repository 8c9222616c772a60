"""``pawnlight club``: the panel of a club, until a signal ends it."""

import sys
from pathlib import Path
from typing import Final, TextIO

from clubpanel.app import create_app
from clubpanel.results.database import Database, opened
from clubpanel.results.errors import ClubPanelError
from clubpanel.web.organisers import own_pin
from clubpanel.web.wall import STREAMS, WatchedClub
from daemon.app.run_server import ending_signals, served
from daemon.base.errors import BadConfig
from daemon.config.schema import Config
from daemon.remote.membership import broker_of
from daemon.system.calendar import utc_now
from daemon.system.directory_lock import make_directory
from daemon.system.network import addresses, names

USER: Final = "club"
"""The user at the broker, if the configuration names none."""
LEAVE_S: Final = 5.0
PIN_FILE: Final = "organiser-pin"


def show_club(config: Config, out: TextIO = sys.stdout) -> None:
    """Show all boards of the club until SIGINT, SIGTERM or SIGHUP.

    :raises DaemonError: something is in the way.
    """
    if not config.club.broker:
        raise BadConfig("no club is configured: name its broker under [club] ('pawnlight guide club' tells more)")
    broker = broker_of(config, USER)
    make_directory(config.data_dir)
    database, pin = _kept(config)
    try:
        wall = WatchedClub(broker, config.club.prefix, database, utc_now, pin)
        with ending_signals() as came:
            serving = served(create_app(wall), config.panel, STREAMS)
            try:
                wall.addresses, wall.names = addresses(config.panel, serving.port), names(config.panel)
                print(f"The club is at {wall.addresses[0]}", file=out)
                print(_whose_pin(pin, config.data_dir / PIN_FILE, out), file=out)
                print("Ctrl+C ends its panel; the boards play on.", file=out, flush=True)
                wall.watcher.start()
                came.recv(1)
                wall.watcher.stop(LEAVE_S)
            finally:
                wall.changes.close()
                serving.close()
    finally:
        database.dispose()


def _whose_pin(pin: str, file: Path, out: TextIO) -> str:
    """Return the sentence about the organisers' PIN. The PIN is a secret: it goes to a terminal, not into the log of a
    service."""
    if out.isatty():
        return f"Tournaments are for whoever knows the PIN of the organisers: {pin}"
    return f"Tournaments are for whoever knows the PIN of the organisers: it is in {file}"


def _kept(config: Config) -> tuple[Database, str]:
    try:
        pin = own_pin(config.data_dir / PIN_FILE)
        return opened(config.club.results, config.data_dir), pin
    except ClubPanelError as error:
        raise BadConfig(str(error)) from error
