"""The command line ``pawnlight``. Exit codes: 0 done, 1 refused or failed, 2 wrong arguments."""

import argparse
import importlib.metadata
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from daemon.base.errors import DaemonError
from daemon.commands import handlers
from daemon.config.schema import DRIVERS
from daemon.system.standard_streams import lead_nowhere
from engine.core.errors import EngineError
from firmware_bridge.errors import TileError
from hardware.errors import HardwareError

DESCRIPTION = "A board that feels its pieces, knows the rules and lights up what may be done."
EPILOG = "'pawnlight COMMAND --help' says more. Exit codes: 0 done, 1 refused or failed, 2 wrong arguments."

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (those of the process if left out) and return its exit code."""
    parsed = _parser().parse_args(arguments)
    try:
        code: int = parsed.run(parsed)
        sys.stdout.flush()
        return code
    except BrokenPipeError:  # the reader of our output has closed it
        lead_nowhere(sys.stdout)
        return 1
    except KeyboardInterrupt:
        return 1
    except Exception as error:
        if parsed.debug:
            raise
        print(f"pawnlight: {_sentence(error)}", file=sys.stderr)
        return 1


def _sentence(error: Exception) -> str:
    if isinstance(error, DaemonError | EngineError | HardwareError | TileError):
        return str(error)
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename or 'the system'}: {error.strerror}"
    return f"a fault of the program itself: {error!r}. Run it again with --debug for all details"


# --- what can be typed -------------------------------------------------------------------------------------------


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="pawnlight", description=DESCRIPTION, epilog=EPILOG)
    parser.add_argument("--version", action="version", version=f"pawnlight {importlib.metadata.version('pawnlight')}")
    parser.set_defaults(debug=False)
    add = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for declare in (_play, _club, _games, _protocol, _perft, _export, _import, _verify, _backup, _restore, _rescue,
                    _check_config, _pin, _wire, _check, _trial, _boot_settings, _flash, _guide):
        declare(add)
    return parser


def _command(add: "Commands", name: str, run: handlers.Command, help: str, more: str = "") -> argparse.ArgumentParser:
    described = f"{help[0].upper()}{help[1:]}. {more}".strip()
    parser = add.add_parser(name, help=help, description=described)
    parser.add_argument("--debug", action="store_true", help="log everything, and show where an error happened")
    parser.set_defaults(run=run)
    return parser


def _add_config(parser: argparse.ArgumentParser, data: bool = True) -> None:
    usual = "$XDG_CONFIG_HOME/pawnlight/config.toml, if it is there"
    parser.add_argument("--config", type=Path, metavar="FILE", help=f"the builder's configuration (default: {usual})")
    if data:
        help = "where games and settings are kept (default: $XDG_DATA_HOME/pawnlight)"
        parser.add_argument("--data", type=Path, metavar="DIR", help=help)


def _play(add: "Commands") -> None:
    more = "Prints the address to open on a phone. Ends on Ctrl+C; the game on the table is kept and goes on next time."
    parser = _command(add, "play", handlers.play, "start the table and its panel", more)
    _add_config(parser)
    help = "say that this configuration stands in for FILE, with which the service did not start"
    parser.add_argument("--instead-of", type=Path, metavar="FILE", help=help)
    parser.add_argument("--board", choices=DRIVERS, help="the board to play on (default: the one in the configuration)")
    _add_server(parser)


def _add_server(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--address", metavar="IP", help="listen on this address only (default: on all)")
    parser.add_argument("--port", type=_port, metavar="N", help="listen at this port; 0: any free one (default: 8080)")


def _club(add: "Commands") -> None:
    more = (
        "On any machine that reaches the broker under [club] in the configuration; 'pawnlight guide club' tells more. "
        "Shows the games that boards let others watch, and keeps the results. Ends on Ctrl+C."
    )
    parser = _command(add, "club", handlers.club, "show all boards of a club", more)
    _add_config(parser)
    _add_server(parser)


def _port(text: str) -> int:
    if not text.isdecimal() or not 0 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"a port is a whole number from 0 to 65535, not {text!r}")
    return int(text)


def _games(add: "Commands") -> None:
    _command(add, "games", handlers.list_games, "list the games and their options")


def _protocol(add: "Commands") -> None:
    more = "Reads one JSON request per line and answers with one line each; 'pawnlight guide protocol' tells more."
    _command(add, "protocol", handlers.protocol, "let another program ask the rules", more)


def _perft(add: "Commands") -> None:
    more = "Counts the ways a game can go on, to check and time the rules."
    parser = _command(add, "perft", handlers.count, "count positions", more)
    parser.add_argument("game", metavar="GAME", help="id of a game, as 'pawnlight games' lists them")
    parser.add_argument("depth", metavar="DEPTH", type=_depth, help="how many actions ahead")
    help = "an option of the game; can be repeated"
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", type=_option, help=help)
    parser.add_argument("--divide", action="store_true", help="show the count under each first action")


def _depth(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"a depth is a whole number from 0 up, not {text!r}")
    return int(text)


def _option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"an option is written NAME=VALUE, not {text!r}")
    return name, value


def _export(add: "Commands") -> None:
    more = "Without KEY, lists the games that are kept."
    parser = _command(add, "export", handlers.export, "write a kept game as a record, or games of chess as PGN", more)
    parser.add_argument("key", metavar="KEY", nargs="?", help="key of the game")
    parser.add_argument("--pgn", action="store_true", help="write PGN: of this game, without KEY of all games of chess")
    parser.add_argument("--player", metavar="NAME", help="of all, those that NAME has finished")
    parser.add_argument("--output", "-o", type=Path, metavar="FILE", help="write it here (default: to standard output)")
    _add_config(parser)


def _import(add: "Commands") -> None:
    more = (
        "Prints the key of each game that is kept. Of a PGN file all games that can be read are kept; what is wrong "
        "with the others is said, and the exit code is 1."
    )
    parser = _command(add, "import", handlers.import_record, "keep the game of a record, or those of a PGN file", more)
    parser.add_argument("file", metavar="FILE", help="a .pwl or .pgn file; - for standard input")
    _add_config(parser)


def _verify(add: "Commands") -> None:
    more = "Says in words whether rules, actions and both signatures are right; exits with 1 if something is not."
    parser = _command(add, "verify", handlers.verify, "check the record of a game between two boards", more)
    parser.add_argument("file", metavar="RECORD", help="a .pwl file; - for standard input")


def _backup(add: "Commands") -> None:
    more = "Games, scores, settings and the board map; the owner PIN is not in it. May be done while the table runs."
    parser = _command(add, "backup", handlers.backup, "write everything that is kept into one archive", more)
    parser.add_argument("file", metavar="FILE", type=Path, help="the archive to write, a .zip file")
    _add_config(parser)


def _restore(add: "Commands") -> None:
    more = (
        "Shows what is in it first. What is kept here is replaced, and a copy of it stays in the data directory. A "
        "damaged archive, or one of a newer version, changes nothing. Not while the table runs: there, the panel does "
        "the same."
    )
    parser = _command(add, "restore", handlers.restore, "put back what is in an archive", more)
    parser.add_argument("file", metavar="FILE", type=Path, help="an archive that 'pawnlight backup' or the panel wrote")
    parser.add_argument("--yes", action="store_true", help="do not ask")
    _add_config(parser)


def _rescue(add: "Commands") -> None:
    more = "DIR is left as it is, and so are games that are kept here. What is left of damaged ones is set aside."
    parser = _command(add, "rescue", handlers.rescue, "take every readable game out of a damaged data directory", more)
    parser.add_argument("directory", metavar="DIR", type=Path, help="where the damaged games.sqlite3 is")
    _add_config(parser)


def _check_config(add: "Commands") -> None:
    more = "Says what is in force, or what is wrong and how to mend it."
    parser = _command(add, "check-config", handlers.check_config, "check the builder's configuration", more)
    _add_config(parser, data=False)


def _pin(add: "Commands") -> None:
    more = "It is asked for on the panel before settings or hardware are changed."
    parser = _command(add, "pin", handlers.pin, "show the owner PIN", more)
    parser.add_argument("--new", action="store_true", help="draw a new one; the old one no longer works")
    _add_config(parser)


def _wire(add: "Commands") -> None:
    more = (
        "You draw a piece along every rank, and a light walks over the board. Finds crossed wires, dead and stuck "
        "switches, missing diodes and swapped colours; keeps the board map in the data directory. Not while the table "
        "runs: there, the panel does the same under Settings, Hardware."
    )
    parser = _command(add, "wire", handlers.wire, "learn how the board is wired", more)
    _add_config(parser)


def _check(add: "Commands") -> None:
    more = (
        "Shows versions, temperature and supply, lights every square in turn and asks which stayed dark, and waits for "
        "every switch to answer. Not while the table runs: there, the panel does the same under Settings, Hardware."
    )
    parser = _command(add, "check", handlers.check, "test the board", more)
    _add_config(parser)


def _trial(add: "Commands") -> None:
    more = (
        "You put a piece on nine squares, then slide it onto the middle one from all around and read marks on a strip "
        "of paper. Says where its switch closes, how far off-centre a piece may stand, and what to change before you "
        "buy for a whole board. Not while the table runs: there, the panel does the same under Settings, Hardware."
    )
    parser = _command(add, "trial", handlers.trial, "try magnet, reed and square on nine squares", more)
    _add_config(parser)


def _boot_settings(add: "Commands") -> None:
    more = (
        "What the configured board needs in config.txt and cmdline.txt (SPI, I2C, a fixed clock, room for transfers) "
        "is shown as a change, and written when you say yes; a copy of each file is kept. On other computers than a "
        "Raspberry Pi there is nothing to set."
    )
    parser = _command(add, "boot-settings", handlers.boot_settings, "set what the board needs in the boot files", more)
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--yes", action="store_true", help="do not ask")
    which.add_argument("--show", action="store_true", help="write nothing")
    parser.add_argument("--root", metavar="DIR", type=Path, default=Path("/"), help="of which system (default: /)")
    _add_config(parser, data=False)


def _flash(add: "Commands") -> None:
    more = (
        "Whatever the tile runs now: another version, nothing but MicroPython, or what a flashing that broke off left "
        "behind. Waits for the tile to be plugged in. Its wiring stays as it is. While the table runs, the "
        "panel does the same under Settings, Hardware; to do it here, stop the service first."
    )
    parser = _command(add, "flash", handlers.flash, "give a tile this program's firmware", more)
    parser.add_argument("port", metavar="PORT", help="where the tile is, as /dev/ttyACM0 or in /dev/pawnlight")
    help = "a wiring.py of your own for the tile ('pawnlight guide build/tiles' tells more)"
    parser.add_argument("--wiring", type=Path, metavar="FILE", help=help)


def _guide(add: "Commands") -> None:
    more = "Without NAME, lists the guides. The panel shows them under Rules, Guides."
    parser = _command(add, "guide", handlers.guide, "print how to play, build, mend or ask", more)
    parser.add_argument("name", metavar="NAME", nargs="?", help="name of a guide: play, build/trouble, protocol …")
