"""Write the list of the games, ``engine/games/README.md``, from the games' own descriptions."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine.game import AnyGame
from engine.registry import folder_of, games

PAGE = """# The games

| game | players | board | in one sentence | more |
| --- | --- | --- | --- | --- |
{rows}

Each page lets you begin in two minutes, then tells the game part by part, how it ends, how people play it well, what
can be chosen, and the fine print with the **rulings**: places where the game as its author wrote it leaves something
open, and what we decided there. They are numbered R1, R2 and so on; [where the games come from](../../docs/sources.md)
tells more. The panel shows the pages in the language of the table, where there are any.

Squares are a letter and a number, as in chess. Rank 1 is on White's side; *forward* is away from oneself. Pieces,
squares and lights look as on the panel: **green** is where a piece moves, **red** where it captures or attacks.

Everything that belongs to a game is in its folder; [how to add one](../../docs/new-game.md) is told step by step. The
pictures are drawn from real positions: `script/draw_board.py` reads each game's `rules/pictures.json`. This list is
written by `script/list_games.py`.
"""
MORE = {"rules/de.md": "auf Deutsch", "ambiguity.md": "what no sensor can tell", "protocol.md": "for programs"}
"""File → the text of the link to it."""


def row(game: AnyGame) -> str:
    """Return a game's line of the table."""
    folder = folder_of(game.id)
    boards = " or ".join(dict.fromkeys(f"{board.files}×{board.ranks}" for board in game.boards))
    least, most = len(game.seats_of(game.read_options({}))), len(game.seats)
    more = [f"[{called}]({folder.name}/{file})" for file, called in MORE.items() if (folder / file).exists()]
    cells = (
        f"[{game.name}]({folder.name}/rules/en.md)", str(most) if least == most else f"{least} to {most}", boards,
        str(game.summary), ", ".join(more),
    )
    return f"| {' | '.join(cells)} |"


def page() -> str:
    """Return the whole page."""
    return PAGE.format(rows="\n".join(map(row, games())))


if __name__ == "__main__":
    (folder_of(games()[0].id).parent / "README.md").write_text(page(), "utf-8")
