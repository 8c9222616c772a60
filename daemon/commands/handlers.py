"""The commands. Each takes the parsed arguments and returns the exit code.

Imports that only some of them need (the panel takes a while to load) are made inside those.
"""

import argparse
import gc
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from daemon.base.errors import DaemonError
from daemon.commands.arguments import configuration, kept_store, named, opened_store
from daemon.config.branches import as_ranges
from daemon.config.schema import default_config_file, load_config
from engine.core.errors import BadOption, BadRecord
from engine.core.messages import message
from engine.core.options import Option, OptionValue
from engine.core.squares import FILE_LETTERS
from engine.game import AnyGame
from engine.registry import find_game, games

CLUB_EXTRA: Final = ("sqlalchemy", "networkx")
"""The libraries of the club's panel; some are imported only after a while, when it would be too late to report them
missing."""

Command = Callable[[argparse.Namespace], int]


class TooDeep(DaemonError, RecursionError):
    """So many actions ahead cannot be counted."""


class NotKept(DaemonError, LookupError):
    """No game with that key is stored."""


class NotInstalled(DaemonError, ImportError):
    """An extra that the command needs is not installed."""


class NoGuide(DaemonError, LookupError):
    """There is no guide with that name."""


# --- the table ---------------------------------------------------------------------------------------------------


def play(arguments: argparse.Namespace) -> int:
    """Run the table."""
    gc.disable()  # nearly all objects that the start-up makes stay
    try:
        from daemon.app.run_table import play as run
        from daemon.system import logging_setup

        lines = logging_setup.set_up(arguments.debug)
        run(configuration(arguments), lines, instead_of=arguments.instead_of)
    finally:
        gc.enable()
    return 0


def club(arguments: argparse.Namespace) -> int:
    """Show all boards of a club."""
    from daemon.system import logging_setup

    logging_setup.set_up(arguments.debug)
    config = configuration(arguments)
    missing = ", ".join(name for name in CLUB_EXTRA if find_spec(name) is None)
    if missing:
        raise NotInstalled(f"the panel of a club needs {missing}, which is not installed: install pawnlight[club]")
    from daemon.app.run_club import show_club

    show_club(config)
    return 0


def check_config(arguments: argparse.Namespace) -> int:
    """Say where the configuration lies, and show the settings in force."""
    from daemon.boards.factory import check_board, weak_branches

    config = load_config(arguments.config)
    check_board(config)
    if config.club.broker:
        from daemon.remote.membership import check_membership

        check_membership(config)
    file = arguments.config or default_config_file()
    print(f"# {file.absolute()}" + ("" if file.is_file() else " is not there: these are the defaults"))
    for name, value in _settings(config):
        print(f"{name} = {value}")
    for warning in weak_branches(config):
        print(f"Warning: {warning}", file=sys.stderr)
    return 0


def _settings(value: Any, prefix: str = "") -> Iterator[tuple[str, Any]]:
    for each in fields(value):
        inner = getattr(value, each.name)
        if is_dataclass(inner):
            yield from _settings(inner, f"{prefix}{each.name}.")
        elif isinstance(inner, Mapping):
            yield from ((f"{prefix}{name}", _shown(name, option)) for name, option in inner.items())
        elif isinstance(inner, tuple) and inner and is_dataclass(inner[0]):
            for number, entry in enumerate(inner, 1):
                yield from _settings(entry, f"{prefix}{each.name}[{number}].")
        else:
            yield f"{prefix}{each.name}", _shown(each.name, inner)


_AS_WRITTEN: Final[Mapping[str, Callable[[Any], Any]]] = {
    "addresses": lambda chips: f"[{', '.join(map(hex, chips))}]",
    "file": FILE_LETTERS.__getitem__,
    "rank": lambda number: number + 1,
    "rings": as_ranges,
}
"""Settings that a configuration writes differently from how the program stores them."""


def _shown(name: str, value: Any) -> Any:
    if name in _AS_WRITTEN:
        return _AS_WRITTEN[name](value)
    return list(value) if isinstance(value, tuple) else value


def workshop(arguments: argparse.Namespace) -> int:
    """Learn the wiring of the board, test it, or try nine squares."""
    from daemon.workshop.terminal import COMMANDS

    return 0 if COMMANDS[arguments.command](configuration(arguments), sys.stdin, sys.stdout) else 1


def boot_settings(arguments: argparse.Namespace) -> int:
    """Write the settings that the board needs into the boot files."""
    from daemon.workshop.checks.boot_settings import set_boot_files

    may_write = True if arguments.yes else False if arguments.show else None
    done = set_boot_files(load_config(arguments.config), arguments.root, may_write, sys.stdin, sys.stdout)
    return 0 if done else 1


def card(arguments: argparse.Namespace) -> int:
    """Have a card set itself up, and say what it lacks."""
    from daemon.commands.card import set_up

    with named(arguments.directory, "written", "name the place where the card's bootfs is, writable"):
        found = set_up(arguments.directory, arguments.config, arguments.hotspot)
    print(f"{arguments.directory} installs Pawnlight when a Raspberry Pi starts from it (by {found.system}).")
    if not found.user:
        print("It has no user, so nobody can log in: write it again, with a name and a password in Imager.")
    if not found.wifi:
        print("It knows no Wi-Fi: plug in a cable for the first start, or write it again, with your Wi-Fi in Imager.")
    print("Take it out safely, put it into the Pi and switch on. The panel will be at http://pawnlight.local:8080/, or")
    print("under the name that you gave it in Imager.")
    return 0


def flash(arguments: argparse.Namespace) -> int:
    """Give a tile its firmware."""
    from firmware_bridge.flash import flash as run

    wiring = None
    if arguments.wiring is not None:
        with named(arguments.wiring, "read", "give a file that exists and that you may read"):
            wiring = arguments.wiring.read_bytes()
    run(arguments.port, lambda sentence: print(sentence, flush=True), wiring)
    return 0


# --- the rules ---------------------------------------------------------------------------------------------------


def list_games(arguments: argparse.Namespace) -> int:
    """List the games and their options."""
    for game in games():
        boards = ", ".join(f"{board.files}x{board.ranks}" for board in game.boards)
        print(f"{game.id}: {game.name} ({boards})\n    {game.summary}")
        for option in game.options:
            print(f"    {option.name}={_value_text(option.default)}  {option.label} ({_allowed(option)})")
        print()
    return 0


def _allowed(option: Option) -> str:
    if option.kind == "int":
        return f"{option.low} to {option.high}"
    return "true or false" if option.kind == "bool" else ", ".join(option.choices)


def _value_text(value: OptionValue) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def protocol(arguments: argparse.Namespace) -> int:
    """Answer requests from standard input until it ends."""
    from engine.services.protocol import Session

    session = Session()
    for line in sys.stdin.buffer:
        if line.strip():
            print(session.answer(line), flush=True)
    return 0


def count(arguments: argparse.Namespace) -> int:
    """Count positions."""
    game = find_game(arguments.game)
    position = game.start(game.read_options(_options(game, arguments.option)))
    started_s = time.perf_counter()
    try:
        nodes = _count(game, position, arguments)
    except RecursionError as error:
        raise TooDeep(f"a depth of {arguments.depth} is far too deep to count") from error
    passed_s = time.perf_counter() - started_s
    print(nodes)
    print(f"{passed_s:.3f} s, {nodes / max(passed_s, 1e-9):,.0f} nodes/s", file=sys.stderr)
    return 0


def _count(game: AnyGame, position: Any, arguments: argparse.Namespace) -> int:
    from engine.services.perft import divide, perft

    if not arguments.divide or not arguments.depth:
        return perft(game, position, arguments.depth)
    counts = divide(game, position, arguments.depth)
    for text in sorted(counts):
        print(f"{text} {counts[text]}")
    return sum(counts.values())


def _options(game: AnyGame, typed: list[tuple[str, str]]) -> dict[str, OptionValue]:
    """Convert options as typed: words become numbers or truth values where the game expects those."""
    kinds = {option.name: option.kind for option in game.options}
    return {name: _typed_value(name, text, kinds.get(name, "choice")) for name, text in typed}


def _typed_value(name: str, text: str, kind: str) -> OptionValue:
    if kind == "bool":
        if text not in ("true", "false"):
            raise BadOption(f"option {name!r} must be true or false, not {text!r}")
        return text == "true"
    if kind == "int":
        try:
            return int(text)
        except ValueError as error:
            raise BadOption(f"option {name!r} must be a whole number, not {text!r}") from error
    return text


# --- the kept games ----------------------------------------------------------------------------------------------


def export(arguments: argparse.Namespace) -> int:
    """Write a game as a record, or list the games; with ``--pgn`` write games of chess as PGN."""
    from daemon.services.library import record_of

    if arguments.player is not None and (arguments.key or not arguments.pgn):
        raise BadRecord("--player goes with --pgn and no KEY: it picks the games of chess that somebody has finished")
    if arguments.pgn:
        return _export_pgn(arguments)
    with kept_store(arguments) as store:
        if arguments.key is None:
            for game in store.games():
                names = ", ".join(name or "?" for name in game.players.values())
                print(game.key, game.started or "unknown date", game.game_id, names, sep="  ")
            return 0
        try:
            game = store.game(arguments.key)
            text = store.raw(game.key) if game.damage else record_of(game)
        except KeyError as error:
            raise _not_kept(arguments.key) from error
    return _put_out(arguments, text)


def _export_pgn(arguments: argparse.Namespace) -> int:
    from daemon.services.pgn_files import pgn_of, pgns_of
    from table.messages.refusal import Refused

    with kept_store(arguments) as store:
        try:
            text = pgn_of(store, arguments.key) if arguments.key else "".join(pgns_of(store, arguments.player or ""))
        except KeyError as error:
            raise _not_kept(arguments.key) from error
        except Refused as error:
            raise BadRecord(error.reason) from error
    return _put_out(arguments, text)


def _not_kept(key: str) -> NotKept:
    return NotKept(f"no game {key!r} is kept: 'pawnlight export' without a key lists those there are")


def _put_out(arguments: argparse.Namespace, text: str) -> int:
    if arguments.output is None:
        print(text, end="")
    else:
        with named(arguments.output, "written", "give --output a file that you may write"):
            arguments.output.write_text(text, encoding="utf-8")
    return 0


def verify(arguments: argparse.Namespace) -> int:
    """Say whether a record is what two boards signed."""
    from club.play.verifying import findings
    from engine.records.game_record import read_record

    found = list(findings(read_record(_record_text(arguments.file))))
    for finding in found:
        print("right" if finding.good else "WRONG", finding.sentence, sep="  ")
    return 0 if all(finding.good for finding in found) else 1


def import_record(arguments: argparse.Namespace) -> int:
    """Store the game of a record, or the games of a file of PGN."""
    from daemon.services.library import game_of
    from engine.records.game_record import read_record
    from engine.records.pgn_text import is_pgn

    text = _record_text(arguments.file, pgn=True)
    if is_pgn(text):
        return _import_pgn(arguments, text)
    game = game_of(read_record(text))
    with opened_store(arguments) as store:
        store.add(game)
    print(game.key)
    return 0


def _import_pgn(arguments: argparse.Namespace, text: str) -> int:
    """Store what can be read, print the keys, and say beside them what was not taken."""
    from daemon.services.pgn_files import games_of_pgn, in_one_sentence

    found = games_of_pgn(text)
    with opened_store(arguments) as store:
        store.add(*(game for _, game in found if game is not None))
    for read, game in found:
        if game is not None:
            print(game.key)
        else:
            print(f"not taken: {in_one_sentence(read)}", file=sys.stderr)
        for note in read.notes:
            print(f"game {read.number}: {note}", file=sys.stderr)
    if all(game is not None for _, game in found):
        return 0
    print("correct what was not taken, and import it alone: the others would come a second time", file=sys.stderr)
    return 1


def _record_text(file: str, pgn: bool = False) -> str:
    """Read a file. ``pgn``: one of PGN may be in Latin-1, as its standard has it."""
    from engine.records.pgn_text import is_pgn

    with named(file, "read", "give a file that exists and that you may read, or - for standard input"):
        raw = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        old = raw.decode("cp1252", "replace")
        if pgn and is_pgn(old):
            print("this is not UTF-8 and was read as Latin-1: look whether the names are right", file=sys.stderr)
            return old
        raise BadRecord(message("a record is text in UTF-8, and this is not")) from error


def pin(arguments: argparse.Namespace) -> int:
    """Show the owner PIN, drawing one if there is none yet."""
    with kept_store(arguments) as store:
        print(store.new_pin() if arguments.new or not store.pin() else store.pin())
    return 0


# --- the guides --------------------------------------------------------------------------------------------------


def guide(arguments: argparse.Namespace) -> int:
    """Print a guide, or list them."""
    from webpanel.text.guides import guides, title

    pages = guides()
    if arguments.name is None:
        width = max(len(name) for name in pages)
        for name, page in pages.items():
            print(f"{name:{width}}  {title(page)}")
    elif arguments.name in pages:
        print(pages[arguments.name].read_text(encoding="utf-8"), end="")
    else:
        raise NoGuide(f"there is no guide {arguments.name!r}: 'pawnlight guide' lists those there are")
    return 0


# --- everything at once ------------------------------------------------------------------------------------------


def archives(arguments: argparse.Namespace) -> int:
    """Write all stored data into an archive, restore one, or take games out of a damaged data directory."""
    from daemon.commands.backup import COMMANDS

    return COMMANDS[arguments.command](arguments)
