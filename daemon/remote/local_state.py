"""This board's side of a two-board game, built from the live table or from storage."""

from club.play.dealing import public, tail
from club.play.state import LocalState
from daemon.services.library import played
from daemon.storage.games.rows import KeptGame
from engine.records.game_record import NORMAL
from engine.records.time_controls import took
from table.messages.events import StoredState
from table.model.state import Table


def of_table(table: Table) -> LocalState | None:
    """Return the state of the game on the table; ``None``: it is not between two boards, or not on disk yet as it
    is."""
    on_table = table.on_table
    if on_table is None or on_table.afar is None or table.on_disk < table.entries or table.chance_decides:
        return None
    ended = None if on_table.ended is None else (on_table.ended.winners, on_table.ended.reason)
    return LocalState(
        on_table.key, on_table.afar, public(on_table.played), table.entries, table.reached, table.stored.draw_agreed,
        tuple(sorted(table.stored.giving_up)), ended, tail(on_table.played),
        took=() if table.clocks is None else took(on_table.played, table.clocks.controls, table.clocks.stamps),
        controls={} if table.clocks is None else table.clocks.controls,
        out_of_time=tuple(sorted(table.stored.fallen)), paused=table.by_agreement and table.pause_wanted,
        no_draw=table.stored.draw_declined,
    )


def of_kept(game: KeptGame, entries: int, lost: StoredState) -> LocalState:
    """Return the state of a stored game. ``lost``: the seats that have lost it, as far as the other board does not know
    that.

    :raises EngineError: it does not replay.
    """
    assert game.afar is not None
    by_rules = game.end is None or game.end.termination == NORMAL
    ended = None if by_rules or game.end is None else (game.end.winners, game.end.reason)
    whole = played(game)
    controls = game.clocks.controls
    return LocalState(
        game.key, game.afar, public(whole), entries, ended=ended, tail=tail(whole), controls=controls,
        giving_up=tuple(sorted(lost.giving_up)), out_of_time=tuple(sorted(lost.fallen)),
        took=took(whole, controls, game.clocks.stamps) if controls else (), paused=bool(controls),
    )
