"""Pieces stand where they do not belong on the screen board, where no tap puts them: one tap puts all right."""

import pytest
from browser import PLAYERS, Phone
from playwright.sync_api import expect
from test_browser_access import SMALL, complaints
from watched_desk import WatchedDesk

from daemon.screen.automatic_moves import moved
from engine.core.squares import Board
from table.messages.new_game import NewGame

MUDDLE = (("c1", "f5"), ("e8", "c4"), ("d1", "h4"))
"""Pieces that come to stand where nothing may go."""
BOARD = Board(8, 8)


@pytest.mark.first_or_all(
    ("language", "words"), [("de", "Alle Figuren richtig hinstellen"), ("en", "Put all pieces right")]
)
def test_one_tap_puts_all_pieces_right(desk: WatchedDesk, phone: Phone, language: str, words: str) -> None:
    phone.speaks(language)
    desk.start(NewGame("pawn-advance", {}, PLAYERS, True))
    phone.page.set_viewport_size({"width": 320, "height": 568})
    phone.open()
    phone.waits_for("[data-square=c1] .ring.turn")
    button = phone.page.get_by_role("button", name=words)
    expect(button).to_be_hidden()
    game = desk.program.on_screen.game
    assert game is not None
    for origin, target in MUDDLE:
        game.board.stand(moved(game.board.wood, *map(BOARD.parse, (origin, target))))
        phone.waits_for(f"[data-square={target}] .piece:not(.lifted)")
        if origin == "c1":
            phone.waits_for(f"[data-square={target}] .ring.wrong")
            expect(button).to_be_hidden()  # one piece is put back by hand as soon
    expect(button).to_be_visible()
    phone.waits_for_room("#hand > button")
    assert complaints(phone) == [] and phone.page.evaluate(SMALL) == [] and not phone.overflows()
    button.tap()
    expect(button).to_be_hidden()
    phone.waits_for("[data-square=c1] .ring.turn")
    assert dict(desk.stands) == dict(desk.snapshot().scene(frozenset()).pieces) and not desk.table.stored.paused
    phone.move("c1", "c3")
