"""The command line ``pawnlight``. Exit codes: 0 done, 1 refused or failed, 2 wrong arguments."""

import argparse
import importlib.metadata
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import methodcaller
from pathlib import Path
from typing import Any, Final

from daemon.base.errors import DaemonError
from daemon.commands import handlers
from daemon.config.schema import DRIVERS
from daemon.system.standard_streams import lead_nowhere
from engine.core.errors import EngineError
from firmware_bridge.errors import TileError
from hardware.errors import HardwareError
from table.messages.refusal import Refused

DESCRIPTION = "A board that feels its pieces, knows the rules and lights up what may be done."
EPILOG = "'pawnlight COMMAND --help' says more. Exit codes: 0 done, 1 refused or failed, 2 wrong arguments."


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
    if isinstance(error, DaemonError | EngineError | HardwareError | TileError | Refused):
        return str(error)
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename or 'the system'}: {error.strerror}"
    return f"a fault of the program itself: {error!r}. Run it again with --debug for all details"


# --- what can be typed -------------------------------------------------------------------------------------------


Argument = Callable[[Any], object]
"""A function that adds an argument to a parser, or to a group of one."""


def _argument(*names: str, **options: Any) -> Argument:
    """Declare an argument; see :meth:`argparse.ArgumentParser.add_argument`."""
    return methodcaller("add_argument", *names, **options)


def _either(*arguments: Argument) -> Argument:
    """Declare arguments of which only one may be given."""

    def add(parser: argparse.ArgumentParser) -> None:
        group = parser.add_mutually_exclusive_group()
        for argument in arguments:
            argument(group)

    return add


@dataclass(frozen=True, slots=True)
class _Command:
    """A command: its name, what it runs, a line of help, its arguments, and what only its own help says."""

    name: str
    run: handlers.Command
    help: str
    arguments: tuple[Argument, ...] = ()
    more: str = ""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="pawnlight", description=DESCRIPTION, epilog=EPILOG)
    parser.add_argument("--version", action="version", version=f"pawnlight {importlib.metadata.version('pawnlight')}")
    parser.set_defaults(debug=False)
    add = parser.add_subparsers(title="commands", metavar="COMMAND", required=True, dest="command")
    for command in _COMMANDS:
        described = f"{command.help[0].upper()}{command.help[1:]}. {command.more}".strip()
        its = add.add_parser(command.name, help=command.help, description=described)
        its.set_defaults(run=command.run)
        for argument in (_DEBUG, *command.arguments):
            argument(its)
    return parser


def _port(text: str) -> int:
    if not text.isdecimal() or not 0 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"a port is a whole number from 0 to 65535, not {text!r}")
    return int(text)


def _depth(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"a depth is a whole number from 0 up, not {text!r}")
    return int(text)


def _option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"an option is written NAME=VALUE, not {text!r}")
    return name, value


_DEBUG: Final = _argument("--debug", action="store_true", help="log everything, and show where an error happened")
_CONFIG: Final = _argument(
    "--config", type=Path, metavar="FILE",
    help="the builder's configuration (default: $XDG_CONFIG_HOME/pawnlight/config.toml, if it is there)",
)
_STORED: Final = (_CONFIG, _argument(
    "--data", type=Path, metavar="DIR", help="where games and settings are kept (default: $XDG_DATA_HOME/pawnlight)"))
_SERVER: Final = (
    _argument("--address", metavar="IP", help="listen on this address only (default: on all)"),
    _argument("--port", type=_port, metavar="N", help="listen at this port; 0: any free one (default: 8080)"),
)
_RECORD: Final = "a .pwl file; - for standard input"
_YES: Final = _argument("--yes", action="store_true", help="do not ask")
_ON_THE_PANEL: Final = "Not while the table runs: there, the panel does the same under Settings, Hardware."

_COMMANDS: Final = (
    _Command(
        "play", handlers.play, "start the table and its panel", (
            *_STORED,
            _argument("--instead-of", type=Path, metavar="FILE",
                      help="say that this configuration stands in for FILE, with which the service did not start"),
            _argument("--board", choices=DRIVERS,
                      help="the board to play on (default: the one in the configuration)"),
            *_SERVER),
        "Prints the address to open on a phone. Ends on Ctrl+C; the game on the table is kept and goes on next time.",
    ),
    _Command(
        "club", handlers.club, "show all boards of a club", (*_STORED, *_SERVER),
        "On any machine that reaches the broker under [club] in the configuration; 'pawnlight guide club' tells more. "
        "Shows the games that boards let others watch, and keeps the results. Ends on Ctrl+C.",
    ),
    _Command("games", handlers.list_games, "list the games and their options"),
    _Command(
        "protocol", handlers.protocol, "let another program ask the rules", (),
        "Reads one JSON request per line and answers with one line each; 'pawnlight guide protocol' tells more.",
    ),
    _Command(
        "perft", handlers.count, "count positions", (
            _argument("game", metavar="GAME", help="id of a game, as 'pawnlight games' lists them"),
            _argument("depth", metavar="DEPTH", type=_depth, help="how many actions ahead"),
            _argument("--option", action="append", default=[], metavar="NAME=VALUE", type=_option,
                      help="an option of the game; can be repeated"),
            _argument("--divide", action="store_true", help="show the count under each first action")),
        "Counts the ways a game can go on, to check and time the rules.",
    ),
    _Command(
        "export", handlers.export, "write a kept game as a record, or games of chess as PGN", (
            _argument("key", metavar="KEY", nargs="?", help="key of the game"),
            _argument("--pgn", action="store_true",
                      help="write PGN: of this game, without KEY of all games of chess"),
            _argument("--player", metavar="NAME", help="of all, those that NAME has finished"),
            _argument("--output", "-o", type=Path, metavar="FILE",
                      help="write it here (default: to standard output)"),
            *_STORED),
        "Without KEY, lists the games that are kept.",
    ),
    _Command(
        "import", handlers.import_record, "keep the game of a record, or those of a PGN file",
        (_argument("file", metavar="FILE", help="a .pwl or .pgn file; - for standard input"), *_STORED),
        "Prints the key of each game that is kept. Of a PGN file all games that can be read are kept; what is wrong "
        "with the others is said, and the exit code is 1.",
    ),
    _Command(
        "verify", handlers.verify, "check the record of a game between two boards",
        (_argument("file", metavar="RECORD", help=_RECORD),),
        "Says in words whether rules, actions and both signatures are right; exits with 1 if something is not.",
    ),
    _Command(
        "backup", handlers.archives, "write everything that is kept into one archive",
        (
            _argument("file", metavar="FILE", type=Path, nargs="?", help="the archive to write, a .zip file; left out: "
                      "one among the copies in the data directory, as before an update"),
            *_STORED,
        ),
        "Games, scores, settings and the board map; the owner PIN is not in it. May be done while the table runs.",
    ),
    _Command(
        "restore", handlers.archives, "put back what is in an archive", (
            _argument("file", metavar="FILE", type=Path,
                      help="an archive that 'pawnlight backup' or the panel wrote"),
            _YES, *_STORED),
        "Shows what is in it first. What is kept here is replaced, and a copy of it stays in the data directory. A "
        "damaged archive, or one of a newer version, changes nothing. Not while the table runs: there, the panel does "
        "the same.",
    ),
    _Command(
        "rescue", handlers.archives, "take every readable game out of a damaged data directory",
        (_argument("directory", metavar="DIR", type=Path, help="where the damaged games.sqlite3 is"), *_STORED),
        "DIR is left as it is, and so are games that are kept here. What is left of damaged ones is set aside.",
    ),
    _Command(
        "check-config", handlers.check_config, "check the builder's configuration", (_CONFIG,),
        "Says what is in force, or what is wrong and how to mend it.",
    ),
    _Command(
        "pin", handlers.pin, "show the owner PIN", (
            _argument("--new", action="store_true", help="draw a new one; the old one no longer works"), *_STORED),
        "It is asked for on the panel before settings or hardware are changed.",
    ),
    _Command(
        "wire", handlers.workshop, "learn how the board is wired", _STORED,
        "You draw a piece along every rank, and a light walks over the board. Finds crossed wires, dead and stuck "
        f"switches, missing diodes and swapped colours; keeps the board map in the data directory. {_ON_THE_PANEL}",
    ),
    _Command(
        "check", handlers.workshop, "test the board", _STORED,
        "Shows versions, temperature and supply, lights every square in turn and asks which stayed dark, and waits for "
        f"every switch to answer. {_ON_THE_PANEL}",
    ),
    _Command(
        "trial", handlers.workshop, "try magnet, reed and square on nine squares", _STORED,
        "You put a piece on nine squares, then slide it onto the middle one from all around and read marks on a strip "
        "of paper. Says where its switch closes, how far off-centre a piece may stand, and what to change before you "
        f"buy for a whole board. {_ON_THE_PANEL}",
    ),
    _Command(
        "boot-settings", handlers.boot_settings, "set what the board needs in the boot files", (
            _either(_YES, _argument("--show", action="store_true", help="write nothing")),
            _argument("--root", metavar="DIR", type=Path, default=Path("/"), help="of which system (default: /)"),
            _CONFIG),
        "What the configured board needs in config.txt and cmdline.txt (SPI, I2C, a fixed clock, room for transfers) "
        "is shown as a change, and written when you say yes; a copy of each file is kept. On other computers than a "
        "Raspberry Pi there is nothing to set.",
    ),
    _Command(
        "card", handlers.card, "have a card for a Raspberry Pi set itself up", (
            _argument("directory", metavar="DIRECTORY", type=Path,
                      help="where the boot partition of the card, bootfs, is on this computer"),
            _argument("--config", type=Path, metavar="FILE", help="a configuration to go along"),
            _argument("--hotspot", action="store_true", help="give the board a Wi-Fi of its own, too")),
        "After Raspberry Pi Imager has written Raspberry Pi OS Lite (64-bit), Trixie or Bookworm, with your name, "
        "password and Wi-Fi. Adds this program, and what installs it at the first start; what Imager wrote stays. Only "
        "from a checkout ('pawnlight guide build/pi' tells more).",
    ),
    _Command(
        "flash", handlers.flash, "give a tile this program's firmware", (
            _argument("port", metavar="PORT", help="where the tile is, as /dev/ttyACM0 or in /dev/pawnlight"),
            _argument("--wiring", type=Path, metavar="FILE",
                      help="a wiring.py of your own for the tile ('pawnlight guide build/tiles' tells more)")),
        "Whatever the tile runs now: another version, nothing but MicroPython, or what a flashing that broke off left "
        "behind. Waits for the tile to be plugged in. Its wiring stays as it is. While the table runs, the "
        "panel does the same under Settings, Hardware; to do it here, stop the service first.",
    ),
    _Command(
        "guide", handlers.guide, "print how to play, build, mend or ask",
        (_argument("name", metavar="NAME", nargs="?", help="name of a guide: play, build/trouble, protocol …"),),
        "Without NAME, lists the guides. The panel shows them under Rules, Guides.",
    ),
)
