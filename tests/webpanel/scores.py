"""Scores added up game by game, as the store does it in its own language."""

from collections.abc import Iterable, Sequence

from webpanel.desk import ShelfGame, Total


def scoring(games: Iterable[ShelfGame]) -> Sequence[ShelfGame]:
    """The finished games that count: abandoned ones do not."""
    return [game for game in games if game.winners is not None and game.termination != "abandoned"]


def _results(game: ShelfGame) -> list[tuple[str, str]]:
    """(player, ``won``, ``drawn`` or ``lost``) for every named player; several seats of one name count once."""
    winners = game.winners or ()
    best: dict[str, str] = {}
    for seat, name in game.players.items():
        result = "drawn" if not winners else "won" if seat in winners else "lost"
        if name.strip() and best.get(name.strip()) != "won":
            best[name.strip()] = result
    return list(best.items())


def _add(total: Total, result: str) -> Total:
    return Total(total.name, total.played + 1, total.won + (result == "won"), total.drawn + (result == "drawn"),
                 total.lost + (result == "lost"))


def totals(games: Iterable[ShelfGame]) -> Sequence[Total]:
    """A line per named player, the one with most wins first."""
    lines: dict[str, Total] = {}
    for game in games:
        for name, result in _results(game):
            lines[name] = _add(lines.get(name, Total(name)), result)
    return sorted(lines.values(), key=lambda line: (-line.won, line.lost, line.name))


def head_to_head(games: Iterable[ShelfGame], player: str) -> Sequence[Total]:
    """How ``player`` fared in games with each other player; a line is named after the other one."""
    lines: dict[str, Total] = {}
    for game in games:
        results = dict(_results(game))
        if player in results:
            for name in results.keys() - {player}:
                lines[name] = _add(lines.get(name, Total(name)), results[player])
    return sorted(lines.values(), key=lambda line: (-line.played, line.name))
