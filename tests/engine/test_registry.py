"""A folder of a game that is found but wrong: what is said helps whoever is writing it."""

from types import SimpleNamespace

import pytest

from engine import registry


@pytest.mark.parametrize("inside", [{}, {"Lines": type("Lines", (), {"id": "lines"})},
                                    {"LinesOfAction": type("LinesOfAction", (), {"id": "lines_of_action"})}])
def test_a_folder_without_its_game_is_told_which_class_it_needs(monkeypatch, inside):
    monkeypatch.setattr(registry, "_IDS", ("lines-of-action",))
    monkeypatch.setattr(registry, "_made", {})
    monkeypatch.setattr(registry, "load", lambda game_id, module: SimpleNamespace(**inside))
    needed = "engine/games/lines_of_action/game.py needs a class LinesOfAction with the id 'lines-of-action'"
    with pytest.raises(ImportError, match=needed):
        registry.find_game("lines-of-action")
