"""Two games that differ in nothing but what White threw and divided in secret: whoever may not know it cannot tell them
apart, whatever is looked at. The end-to-end campaign searches what reaches a phone; here all of it is compared."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import pytest

from daemon.boards.board import BoardPicture, screen_surface
from daemon.peripherals.sounds import sounds_between
from engine.core.pieces import Seat
from engine.core.squares import Square
from engine.game import Played
from engine.records.game_record import begin, replay
from engine.registry import find_game
from engine.services.hidden_information import known_to
from table.messages.effects import Effect, Refuse, Think
from table.messages.events import AskHint, BoardRead, ContinueGame
from table.messages.new_game import NewGame
from table.messages.settings import Settings
from table.model.state import Table
from table.output import guidance
from table.output.scene_builder import scene
from table.requests import hints
from table.step import step
from webpanel.ports.library_port import ShelfGame
from webpanel.presenters.moments import deeds
from webpanel.presenters.new_game.position_editor import position_in

GAME = find_game("pawns-revenge")
SETUP = {"board": {"a1": "wK", "h8": "bK", "d4": "wP", "d5": "bP"}, "phase": "combat-dice", "detail": {"roll": 4}}
ONE_WORLD = ("die:white=5", "die:black=4", "white:d4+0/1")
OTHER_WORLD = ("die:white=2", "die:black=4", "white:d4+1/1")
NOBODY, BLACK = frozenset[Seat](), frozenset({Seat.BLACK})
SURFACE = screen_surface(GAME.board(GAME.read_options({})), 4)
NOW_S = 100.0


@dataclass(frozen=True)
class World:
    """A game on a table, and what became of it."""

    played: Played
    table: Table
    effects: tuple[Effect, ...] = ()

    def after(self, event: Any) -> "World":
        return World(self.played, *step(self.table, event, NOW_S))


def world(actions: tuple[str, ...]) -> World:
    played = replay(begin(GAME, GAME.read_options({}), SETUP), actions)
    table, _ = step(Table(Settings()), BoardRead(GAME.occupied(played.position)), NOW_S)
    new = NewGame(GAME.id, {}, {Seat.WHITE: "Anna", Seat.BLACK: "Ben"}, False, setup=SETUP)
    return World(played, *step(table, ContinueGame("one", new, played, len(actions)), NOW_S))


def picture(at: World) -> BoardPicture:
    table = at.table
    lights, overlay = guidance.lights(table, NOW_S), guidance.overlay(table, NOW_S)
    return BoardPicture(SURFACE, lights, overlay, Seat.BLACK, table.settings)


def shown(at: World, seats: frozenset[Seat]) -> object:
    return scene(at.table, seats, 1, NOW_S)


def lit_and_heard(at: World, seats: frozenset[Seat]) -> object:
    before = replace(picture(at), lights={}, turn=Seat.WHITE)
    return picture(at).lights, picture(at).overlay, sounds_between(before, picture(at))


def story(at: World, seats: frozenset[Seat]) -> object:
    positions = (at.played.first, *at.played.positions)
    return [GAME.tell(before, action, seats) for before, action in zip(positions, at.played.actions, strict=False)]


def what_pieces_can_do(at: World, seats: frozenset[Seat]) -> object:
    return [deeds(at.played, Square(square), seats, {}) for square in range(64)]


def hinted(at: World, seats: frozenset[Seat]) -> object:
    """Return the answer to a request for a hint, and the position that the computer would get for it."""
    asked = at.after(AskHint(Seat.BLACK, BLACK))
    refused = [str(each.reason) for each in asked.effects if isinstance(each, Refuse)]
    thinks = any(isinstance(each, Think) for each in asked.effects)
    return hints.asks(at.table), refused, thinks and known_to(Seat.BLACK, at.played), shown(asked, seats)


def to_play_on_from(at: World, seats: frozenset[Seat]) -> object:
    """Every position of the running game that the editor can be opened with."""
    texts = tuple(action.text for action in at.played.actions)
    kept = ShelfGame(
        "one", GAME.id, GAME.name, {}, {}, False, "", "", None, "", "", texts, True, setup=SETUP, length=len(texts)
    )
    public = len(texts) - GAME.undisclosed(at.played.position)
    return [_undivided(position_in(kept, number)) for number in range(public + 1)]


def _undivided(state: Mapping[str, Any]) -> Mapping[str, Any]:
    assert "divisions" not in state["detail"] or not state["detail"]["divisions"], state
    return state


LOOKS: Mapping[str, Callable[[World, frozenset[Seat]], object]] = {
    "the scene": shown, "lights and sounds": lit_and_heard, "the story": story, "its pieces": what_pieces_can_do,
    "hints": hinted, "the editor": to_play_on_from,
}


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("seats", [NOBODY, BLACK], ids=["looking on", "black"])
@pytest.mark.parametrize("count", [1, 2, 3], ids=["White threw", "Black threw too", "White has divided"])
def test_who_may_not_know_sees_the_same_in_both_worlds(look: str, seats: frozenset[Seat], count: int) -> None:
    one, other = world(ONE_WORLD[:count]), world(OTHER_WORLD[:count])
    assert one.played.position != other.played.position
    assert LOOKS[look](one, seats) == LOOKS[look](other, seats)


def test_white_sees_which_world_it_is() -> None:
    white = frozenset({Seat.WHITE})
    one, other = world(ONE_WORLD), world(OTHER_WORLD)
    assert story(one, white) != story(other, white)
    assert shown(one, white) != shown(other, white)
