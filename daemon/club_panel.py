"""``pawnlight club``: the panel of a club, until a signal ends it."""

import sys
import threading
from typing import Final, TextIO

from clubpanel.app import create_app
from clubpanel.errors import ClubPanelError
from clubpanel.results import Results
from clubpanel.wall import STREAMS, Wall
from daemon.addresses import addresses
from daemon.config import Config
from daemon.errors import BadConfig
from daemon.lock import make_directory
from daemon.membership import broker_of
from daemon.serving import served, signals_set
from daemon.utc import utc_now

USER: Final = "club"
"""At the broker, if the configuration names none."""
LEAVE_S: Final = 5.0


def show_club(config: Config, out: TextIO = sys.stdout) -> None:
    """Show all boards of the club until SIGINT, SIGTERM or SIGHUP.

    :raises DaemonError: something is in the way.
    """
    if not config.club.broker:
        raise BadConfig("no club is configured: name its broker under [club] ('pawnlight guide club' tells more)")
    broker, ended = broker_of(config, USER), threading.Event()
    make_directory(config.data_dir)
    results = _results(config)
    try:
        wall = Wall(broker, config.club.prefix, results)
        with signals_set(ended):
            serving = served(create_app(wall), config.panel, STREAMS)
            try:
                wall.address = addresses(config.panel.address, serving.port)[0]
                print(f"The club is at {wall.address}", file=out)
                print("Ctrl+C ends its panel; the boards play on.", file=out, flush=True)
                wall.watcher.start()
                ended.wait()
                wall.watcher.stop(LEAVE_S)
            finally:
                wall.changes.close()
                serving.close()
    finally:
        results.close()


def _results(config: Config) -> Results:
    try:
        return Results(config.club.results, config.data_dir, utc_now)
    except ClubPanelError as error:
        raise BadConfig(str(error)) from error
