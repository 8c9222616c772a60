"""Playing on the screen board with a finger, with drags and with keys; what the page shows of it."""

from contextlib import closing
from dataclasses import replace

import pytest
from browser import PLAYERS, READY, Phone, served
from playwright.sync_api import Browser, expect
from test_browser_access import complaints
from waiting import wait_for
from watched_desk import WatchedDesk

from engine.core.messages import Message, message
from engine.core.pieces import Seat
from engine.core.squares import Board
from table.messages.events import EndTurn, Resign
from table.messages.lights import Badge, Role
from table.messages.new_game import NewGame
from table.messages.scene import SceneChoice, ScenePrompt
from table.messages.taps import Tap, TapKind

WHITE_MOVES = [("c1", "c3"), ("d1", "d3"), ("e1", "e2"), ("f1", "f3")]
BLACK_MOVES = [("e8", "e6"), ("a8", "a7"), ("b8", "b7"), ("h8", "h7")]


BEFORE_THE_MARCH = [origin + target for origin, target in [*WHITE_MOVES, *BLACK_MOVES]][:-1]
"""The actions before the last move of the round: that of the last pawn of Black."""


def actions(desk: WatchedDesk) -> list[str]:
    assert desk.table.on_table is not None
    return [action.text for action in desk.table.on_table.played.actions]


def plays(desk: WatchedDesk, *texts: str) -> None:
    """Wait until these are the actions of the game."""
    wait_for(lambda: actions(desk) == [*texts], lambda: f"{texts} played, but {actions(desk)}")


def test_a_tap_lifts_and_a_tap_cancels_on_the_origin_and_else_places(desk: WatchedDesk, game: Phone) -> None:
    game.tap("c1")
    game.waits_for("[data-square=c1] .piece.lifted")
    game.tap("c1")
    game.waits_for("[data-square=c1] .piece:not(.lifted)")
    expect(game.page.locator(".ring.move")).to_have_count(0)
    assert actions(desk) == []
    game.tap("c1")
    game.waits_for("[data-square=c1] .piece.lifted")
    expect(game.page.locator(".ring.move")).to_have_count(2)
    game.tap("c3")
    game.waits_for("[data-square=c3] .piece.spent")
    plays(desk, "c1c3")
    expect(game.page.locator("#counters")).to_contain_text("Moves left 3")


def test_a_tap_on_another_own_piece_chooses_that_one(desk: WatchedDesk, game: Phone) -> None:
    game.tap("c1")
    game.waits_for("[data-square=c1] .piece.lifted")
    game.tap("f1")
    game.waits_for("[data-square=f1] .piece.lifted")
    game.waits_for("[data-square=c1] .piece:not(.lifted)")
    expect(game.page.locator("#hand")).to_be_hidden()
    expect(game.page.locator("#now")).to_have_text("Tap a green square for the pawn, or f1 to put it back.")
    game.tap("f2")
    game.waits_for("[data-square=f2] .piece.spent")
    plays(desk, "f1f2")


def test_a_tap_on_an_enemy_piece_says_whose_it_is_and_leaves_the_next_tap_free(
    desk: WatchedDesk, game: Phone
) -> None:
    game.tap("c8")
    game.until(lambda: any("cannot be taken now" in said for said in game.page.evaluate("said")), "whose it is")
    expect(game.page.locator("#hand")).to_be_hidden()
    game.move("d1", "d2")
    game.tap("e1")
    game.waits_for("[data-square=e1] .piece.lifted")
    game.tap("c8")
    game.says("That piece cannot be taken now. Tap a lit square, or another piece of yours.")
    assert actions(desk) == ["d1d2"] and "c8" in desk.stands


def test_where_two_pieces_are_in_the_hand_both_can_be_put_back_and_none_can_be_lost(
    desk: WatchedDesk, phone: Phone
) -> None:
    desk.finish("a1a2", "c6c7", game_id="pawn", players=PLAYERS, key="pawns")
    desk.resume("pawns")
    phone.open()
    on_table = desk.table.on_table
    assert on_table is not None
    together = next(movers for each in on_table.hand_actions if (movers := on_table.movers(each)).bit_count() > 1)
    first, second = on_table.board.sorted_names(together)[:2]
    phone.waits_for(f"[data-square={first}] .piece")
    phone.tap(first)
    phone.waits_for(f"[data-square={first}] .piece.lifted")
    wait_for(lambda: second in desk.snapshot().scene(frozenset()).joins, "the second piece asked for")
    phone.tap(second)
    phone.waits_for(f"[data-square={second}] .piece.lifted")
    expect(phone.page.locator("#hand")).to_be_visible()
    expect(phone.page.locator("#hand button:has-text('Into the tray')")).to_have_count(0)
    held = phone.page.locator("#hand .tray-piece").last
    held.press("Enter")
    expect(held).to_have_attribute("aria-pressed", "true")
    expect(held).to_be_focused()
    phone.page.tap("#hand button:has-text('Put back')")
    phone.waits_for(f"[data-square={first}] .piece:not(.lifted)")
    phone.waits_for(f"[data-square={second}] .piece:not(.lifted)")
    expect(phone.page.locator("#hand")).to_be_hidden()
    assert actions(desk) == ["a1a2", "c6c7"] and desk.hand == ()


def test_a_piece_stays_in_the_hand_where_nothing_may_go(desk: WatchedDesk, game: Phone) -> None:
    game.tap("c1")
    game.waits_for("[data-square=c1] .piece.lifted")
    game.tap("e5")
    game.says("Nothing may go to e5 now. Tap another square, or put the piece back.")
    game.tap("c1")
    game.waits_for("[data-square=c1] .piece:not(.lifted):not(.ghost)")
    assert actions(desk) == [] and desk.hand == ()


def test_a_piece_that_another_program_put_into_the_tray_comes_back_by_a_tap(desk: WatchedDesk, game: Phone) -> None:
    game.tap("c1")
    game.waits_for("[data-square=c1] .piece.lifted")
    desk.tap(replace(desk.taps[-1], kind=TapKind.GIVE, square=None, scene=desk.snapshot().number))
    game.waits_for("[data-square=c1]:not(:has(.piece:not(.ghost)))")
    game.tap("c1")
    game.waits_for("[data-square=c1] .piece:not(.lifted):not(.ghost)")
    assert desk.stands["c1"] == "wP"


def test_taps_that_do_nothing_and_refusals_say_why(desk: WatchedDesk, game: Phone) -> None:
    toast = game.page.locator(".toast")
    game.tap("e4")
    game.says("Nothing stands there. Tap a piece.")
    game.tap("c1")
    expect(toast).to_have_count(0)
    game.waits_for("[data-square=c1] .piece.lifted")
    game.tap("c1")
    game.waits_for("[data-square=c1] .piece:not(.lifted)")
    elsewhere = Tap(TapKind.LIFT, Board(8, 8).parse("d1"), None, "somebody else", frozenset(Seat), 0)
    with desk.subscribe("somebody else"):
        desk.tap(replace(elsewhere, scene=desk.snapshot().number))
        game.tap("c1")
        game.says("Another phone is holding a piece. Wait until it is put down.")
    for seat in PLAYERS:
        desk.take_seat(seat, "somebody else")
    game.waits_for(".squares:not(.live)")
    game.tap("c1")
    game.says("All seats are taken: this phone can only watch.")


def test_a_game_that_outgrows_the_board_of_wood_goes_to_the_screen(wired: WatchedDesk, browser: Browser) -> None:
    with served(wired) as address, closing(Phone(browser, address)) as phone:
        phone.open_form("/new/pawns-revenge")
        wood, screen = (phone.page.locator(f"[name=place][value={place}]") for place in ("wood", "screen"))
        expect(wood).to_be_checked()
        expect(phone.page.locator("#too-small")).to_be_hidden()
        phone.page.locator("[data-option=players]").fill("4")
        phone.page.locator("[data-option=players]").blur()
        expect(phone.page.locator("#too-small")).to_be_visible()
        expect(wood).to_be_disabled()
        expect(screen).to_be_checked()


def test_a_tap_during_a_game_on_wood_says_where_the_pieces_are(wired: WatchedDesk, browser: Browser) -> None:
    wired.start(NewGame("pawn-advance", {}, PLAYERS, False))
    with served(wired) as address, closing(Phone(browser, address)) as phone:
        phone.open()
        phone.waits_for("[data-square=a1]")
        phone.tap("c1")
        phone.says("This game is played on the board: move the pieces there.")


def test_a_drag_that_ends_nowhere_cancels_and_one_to_a_square_moves(desk: WatchedDesk, game: Phone) -> None:
    game.hold_time()  # while the board has not felt that the piece was lifted, it is not put down
    game.page.hover("[data-square=c1]")
    game.page.mouse.down()
    game.page.hover("#now", force=True)
    with game.page.expect_response(lambda answer: '"place"' in (answer.request.post_data or "")):
        game.page.mouse.up()
    game.waits_for("[data-square=c1] .piece:not(.lifted)")
    assert actions(desk) == [] and desk.stands["c1"] == "wP"
    game.page.clock.resume()
    game.page.wait_for_function(READY)
    game.page.hover("[data-square=c1]")
    game.page.mouse.down()
    game.page.hover("[data-square=c2]", force=True)
    game.waits_for("[data-square=c2] .ring.move")
    game.page.hover("[data-square=c3]", force=True)
    game.page.mouse.up()
    game.waits_for("[data-square=c3] .piece.spent")
    plays(desk, "c1c3")


def test_a_screen_reader_hears_every_square_and_arrows_and_enter_play_too(desk: WatchedDesk, game: Phone) -> None:
    def hears(square: str, words: str) -> None:
        expect(game.page.locator(f"[data-square={square}]")).to_have_attribute("aria-label", words)

    hears("c1", "c1, white pawn, can move")
    hears("c8", "c8, black pawn")
    hears("c4", "c4, empty")
    game.page.focus("[data-square=a1]")
    game.page.keyboard.press("ArrowRight")
    game.page.keyboard.press("Enter")
    game.waits_for("[data-square=b2] .ring.move")
    game.page.keyboard.press("ArrowUp")
    game.page.keyboard.press("Enter")
    game.waits_for("[data-square=b2] .piece.spent")
    plays(desk, "b1b2")
    game.tap("c1")
    hears("c2", "c2, empty, the lifted piece can go here")
    hears("c1", "c1, white pawn, lifted, the lifted piece came from here")


def before_the_march(desk: WatchedDesk, phone: Phone, rounds: int) -> None:
    """Open a game of so many rounds in which one move is left of the first one."""
    desk.finish(*BEFORE_THE_MARCH, players=PLAYERS, key="marching", rounds=rounds)
    desk.resume("marching")
    phone.open()
    phone.waits_for("[data-square=a1] .piece")
    phone.waits_for("#main:not(.tells)")


def test_an_enemy_lit_red_is_captured_by_a_tap(desk: WatchedDesk, phone: Phone) -> None:
    before_the_march(desk, phone, rounds=2)
    phone.tap("h8")
    phone.waits_for("[data-square=h7] .ring.move")
    phone.tap("h7")  # and it marches on at once, as all pawns do
    phone.waits_for("[data-square=c4] .piece:not(.ghost)")
    phone.waits_for(".player.turn:has-text('Anna')")
    phone.tap("d4")
    phone.waits_for("[data-square=e5] .ring.capture")
    phone.tap("e5")
    phone.waits_for(".player:has-text('Anna') .count:text('1')")
    wait_for(lambda: actions(desk)[-1] == "d4e5", "the capture")
    assert "bP" in [*desk.screen_pieces.tray, *desk.hand]


def marches(desk: WatchedDesk, phone: Phone, rounds: int) -> None:
    """Make the last move of the first of so many rounds. The board moves no piece until its hand is free."""
    before_the_march(desk, phone, rounds)
    desk.hold_own_hand()
    phone.hold_time()
    phone.tap("h8")
    phone.waits_for("[data-square=h7] .ring.move")
    phone.tap("h7")


def test_the_march_is_announced_and_the_pawns_slide(desk: WatchedDesk, phone: Phone) -> None:
    marches(desk, phone, rounds=2)
    expect(phone.page.locator("#telling")).to_have_text("March: 16 pawns go forward.")
    expect(phone.page.locator("#spoken")).to_have_text("Ben: pawn h8 to h7. March: 16 pawns go forward.")
    expect(phone.page.locator("#phase")).to_have_text("March")
    phone.page.get_by_role("button", name="Skip").tap()
    expect(phone.page.locator("#now")).to_have_text("The board moves the pieces itself.")
    desk.free_own_hand()
    phone.page.clock.resume()
    phone.waits_for("[data-square=a2] .piece:not(.ghost)")
    phone.waits_for(".player.turn:has-text('Anna')")
    expect(phone.page.locator("#counters")).to_contain_text("Round 2")


def test_keys_go_on_with_the_next_question(desk: WatchedDesk, game: Phone) -> None:
    yes = (SceneChoice("yes", message("Yes")),)
    first = ScenePrompt("draw:1:0", "confirm", (Seat.WHITE,), Message("First?"), yes)
    scene = desk.snapshot().scene(frozenset())
    for number, prompts in enumerate(((first,), (replace(first, message=Message("Second?")),), ()), 1):
        desk.show(replace(scene, prompts=prompts, number=scene.number + number))
        if prompts:
            expect(game.page.locator(".prompt h2")).to_have_text(prompts[0].message.key)
        if number == 1:
            game.page.focus(".prompt button")
    expect(game.page.locator(".prompt")).to_have_count(0)
    expect(game.page.locator("#main")).to_be_focused()


def test_resigning_is_not_done_by_a_key_pressed_too_soon_and_ends_the_game_with_a_result(
    desk: WatchedDesk, game: Phone
) -> None:
    game.page.focus("#open-menu")
    game.page.keyboard.press("Enter")
    game.page.focus("#resign")
    game.page.keyboard.press("Enter")
    expect(game.page.locator("dialog[open] button:text-is('Back')")).to_be_focused()
    game.page.keyboard.press("Enter")
    expect(game.page.locator("dialog[open]")).to_have_count(0)
    assert desk.sent == []
    game.page.tap("#open-menu")
    game.page.tap("#resign")
    game.page.tap("dialog button:text-is('Ben resigns')")
    expect(game.page.locator(".result")).to_contain_text("Anna wins")
    expect(game.page.locator(".result")).to_contain_text("by resignation")
    game.page.tap(".result a:text-is('Replay')")
    game.waits_for("#replay")


def test_the_end_is_told_when_the_last_pieces_have_arrived(desk: WatchedDesk, phone: Phone) -> None:
    marches(desk, phone, rounds=1)  # with held time: after a while the end is told in any case
    expect(phone.page.locator("#phase")).to_have_text("March")
    phone.page.get_by_role("button", name="Skip").tap()
    expect(phone.page.locator("#now")).to_have_text("The board moves the pieces itself.")
    expect(phone.page.locator(".result")).to_have_count(0)
    desk.free_own_hand()
    phone.page.clock.resume()
    expect(phone.page.locator(".result h2")).to_have_text("Draw")
    expect(phone.page.locator("#phase")).to_have_text("Game over")
    expect(phone.page.locator(".result p")).to_contain_text("Captures 0 to 0: a draw.")
    phone.page.tap("button:text-is('Rematch with sides swapped')")
    expect(phone.page.locator(".player .who")).to_have_text(["Ben", "Anna"])


def test_a_screen_board_that_stands_still_does_not_hide_the_end_for_ever(desk: WatchedDesk, game: Phone) -> None:
    game.hold_time()
    game.tap("c1")
    game.waits_for("[data-square=c1] .piece.lifted")
    desk.hold_own_hand()
    desk.tap(replace(desk.taps[-1], kind=TapKind.GIVE, square=None, scene=desk.snapshot().number))  # it never arrives
    desk.send(Resign(Seat.BLACK, frozenset(Seat)))
    game.waits_for("#now:has-text('The board moves the pieces itself')")
    expect(game.page.locator("#phase")).to_have_text("Battle")
    game.page.clock.run_for(7000)
    expect(game.page.locator(".result h2")).to_have_text("Anna wins")


def test_a_move_that_could_go_on_is_counted_down(desk: WatchedDesk, game: Phone) -> None:
    scene = desk.snapshot().scene(frozenset())
    desk.show(replace(scene, commits_in_s=30.0, can_end_turn=True, number=scene.number + 1))
    game.waits_for("#now .countdown")
    expect(game.page.locator("#end-turn")).to_be_hidden()
    game.page.tap("#now .done")
    wait_for(lambda: EndTurn(frozenset({Seat.WHITE, Seat.BLACK})) in desk.sent, "End turn")
    desk.show(replace(scene, number=scene.number + 2))
    game.waits_for("#now:not(:has(.countdown))")


def test_undo_is_done_at_once_and_asks_first_only_where_somebody_goes_on_already(
    desk: WatchedDesk, game: Phone
) -> None:
    game.page.tap("#undo", force=True)
    game.says("Nothing has been played yet.")
    game.move("c1", "c3")
    game.page.tap("#undo")
    game.waits_for("[data-square=c1] .piece:not(.ghost)")
    expect(game.page.locator("dialog[open]")).to_have_count(0)
    plays(desk)
    game.move("c1", "c3")
    game.tap("d1")
    game.waits_for("[data-square=d3] .ring.move")
    game.page.tap("#undo")
    expect(game.page.locator("dialog[open] h2")).to_have_text("Take this back: pawn from c1 to c3?")
    game.page.tap("dialog button:text-is('Take it back')")
    game.waits_for("[data-square=c1] .piece:not(.ghost)")
    plays(desk)


def test_the_menu_pauses_and_goes_on_and_abandons_once_confirmed_or_parks_instead(
    desk: WatchedDesk, game: Phone
) -> None:
    game.page.tap("#open-menu")
    game.page.tap("#pause")
    game.waits_for("#phase:has-text('Paused')")
    game.page.tap("#card button:text-is('Go on')")
    game.waits_for("#phase:has-text('Battle')")
    before = len(desk.sent)
    game.page.tap("#open-menu")
    game.page.tap("#abandon")
    game.page.tap("dialog button:text-is('Back')")
    expect(game.page.locator("dialog[open]")).to_have_count(0)
    assert desk.sent[before:] == []
    game.page.tap("#open-menu")
    game.page.tap("#abandon")
    game.page.tap("dialog button:text-is('Park it instead')")
    game.waits_for("text=The table is free")
    assert desk.kept.winners is None


def test_who_resigns_with_a_piece_in_the_hand_has_not_to_put_it_down_first(desk: WatchedDesk, game: Phone) -> None:
    game.tap("c1")
    game.waits_for("[data-square=c2] .ring.move")
    game.page.tap("#open-menu")
    game.page.tap("#resign")
    game.page.tap("dialog button:text-is('Anna resigns')")
    expect(game.page.locator(".result")).to_contain_text("Ben wins")
    expect(game.page.locator("#hand")).to_be_hidden()


def test_the_board_turns_four_ways_and_remembers(game: Phone) -> None:
    corner = game.page.locator(".square").first
    expect(corner).to_have_attribute("data-square", "a8")
    for square in ("a1", "h1", "h8"):
        game.page.tap("#open-menu")
        game.page.tap("#rotate")
        expect(corner).to_have_attribute("data-square", square)
        game.page.keyboard.press("Escape")
    game.page.reload()
    expect(corner).to_have_attribute("data-square", "h8")


def test_patterns_that_can_act_are_outlined_and_named_and_one_is_chosen_until_the_game_ends(
    desk: WatchedDesk, phone: Phone
) -> None:
    desk.start(NewGame("pawn", {}, PLAYERS, True))
    phone.open()
    phone.move("a1", "a2")
    expect(phone.page.locator(".squares .outlines .of-two")).to_have_count(0)  # Black is to move
    phone.move("b7", "b6")
    expect(phone.page.locator(".squares .outlines .of-two")).to_have_count(2)
    expect(phone.page.locator("#says .key")).to_contain_text(["Dual: a2 a3, a2 b2"])
    expect(phone.page.get_by_role("gridcell", name="a2, white pawn, can move, part of: dual")).to_have_count(1)
    _chooses_a_pattern(phone)
    desk.send(Resign(Seat.BLACK, frozenset(Seat)))
    phone.waits_for(".result")
    expect(phone.page.locator(".outlines, .key")).to_have_count(0)


def _chooses_a_pattern(phone: Phone) -> None:
    """One pawn begins several."""
    phone.tap("a2")
    choices = phone.page.locator("#groups button")
    expect(choices).to_have_text(["Dual a2 a3", "Dual a2 b2", "Pawn a2"])
    lit = phone.page.locator(".ring.move")
    expect(phone.page.locator("[data-square=c2] .ring.move")).to_have_count(1)
    assert complaints(phone) == []
    every = lit.count()
    phone.page.tap("#groups button:has-text('Pawn a2')")
    expect(phone.page.locator("#groups button[aria-pressed=true]")).to_have_text("Pawn a2")
    expect(phone.page.locator(".squares .outlines *")).to_have_count(0)
    expect(phone.page.locator("[data-square=c2] .ring.move")).to_have_count(0)
    assert 0 < lit.count() < every
    phone.page.tap("#groups button:has-text('Dual a2 b2')")
    expect(phone.page.locator("[data-square=c2] .ring.move")).to_have_count(1)
    expect(phone.page.locator(".squares .outlines .of-two")).to_have_count(1)
    phone.tap("c2")
    expect(phone.page.locator("#log-last")).to_have_text("Anna: dual a2, b2 to b2, c2.")
    expect(phone.page.locator("#groups")).to_be_hidden()


def test_who_plays_black_reads_no_key_of_white_patterns(desk: WatchedDesk, phone: Phone) -> None:
    desk.finish("a1a2", "b7b6", game_id="pawn", players=PLAYERS, key="pawns")
    desk.resume("pawns")
    phone.open()
    outlines = phone.page.locator(".squares .outlines .of-two")
    expect(outlines).to_have_count(2)
    expect(phone.page.locator("#says .key")).to_have_count(1)
    named = "{ method: 'PUT', headers: { 'Game-Key': document.body.dataset.game } }"
    phone.page.evaluate(f"fetch('/api/seats/black', {named})")
    expect(phone.page.locator("#players")).to_contain_text("this phone")
    expect(phone.page.locator("#says .key")).to_have_count(1)  # White has no phone: anyone may move for it
    desk.take_seat(Seat.WHITE, "another phone")
    expect(phone.page.locator("#says .key")).to_have_count(0)
    expect(outlines).to_have_count(2)


def test_a_tip_is_shown_where_it_matters_until_it_was_read_on_this_phone(desk: WatchedDesk, phone: Phone) -> None:
    desk.start(NewGame("pawn-advance", {}, PLAYERS, True))
    phone.page.set_viewport_size({"width": 320, "height": 568})
    phone.open()
    tip = phone.page.locator("#tip")
    expect(tip).to_contain_text("A pawn moves once a turn")
    phone.waits_for_room("#tip")
    phone.page.tap("#tip-done")
    expect(tip).to_be_hidden()
    phone.page.reload()
    phone.waits_for("[data-square=a1] .ring.turn")
    expect(tip).to_be_hidden()


@pytest.mark.first_or_all(("language", "heading"), [("de", "Der Kampf"), ("en", "The battle")])
def test_the_rules_lie_over_the_board_and_open_at_the_section_that_matters(
    desk: WatchedDesk, phone: Phone, language: str, heading: str
) -> None:
    phone.speaks(language)
    desk.start(NewGame("pawn-advance", {}, PLAYERS, True))
    phone.open()
    phone.page.tap("#tip-more")
    title = phone.page.get_by_role("heading", name=heading, exact=True)
    expect(title).to_be_in_viewport()
    phone.page.locator("#rules-page a[href^='#']").last.evaluate("link => link.click()")
    expect(title).not_to_be_in_viewport()
    expect(phone.page.locator("#rules")).to_be_visible()
    phone.page.keyboard.press("Escape")
    expect(phone.page.locator("#rules")).to_be_hidden()
    phone.move("c1", "c3")
    phone.page.tap("#open-menu")
    phone.page.tap("#open-rules")
    expect(phone.page.locator("#rules h1")).to_be_in_viewport()
    assert phone.page.url == phone.address + "/"


def test_the_help_of_the_lights_is_chosen_for_each_player_and_the_legend_explains_every_one(
    desk: WatchedDesk, game: Phone
) -> None:
    game.page.tap("#open-menu")
    game.page.tap("#open-help")
    expect(game.page.locator("#help-seats legend")).to_have_text(["Anna", "Ben"])
    game.page.get_by_role("group", name="Anna").locator("label:has-text('Errors only')").tap()
    expect(game.page.locator(".ring")).to_have_count(0)
    game.page.keyboard.press("Escape")
    game.tap("c1")
    expect(game.page.locator("#now")).to_have_text("Go on with your move, or tap c1 to put back what you picked up.")
    game.tap("c6")
    game.says("Nothing may go to c6 now. Tap another square, or put the piece back.")
    game.page.tap("#open-menu")
    game.page.tap("#open-legend")
    expect(game.page.locator("#legend li")).to_have_count(len(Role) + len(Badge))


@pytest.mark.parametrize(("game_id", "drawable"), [("advancing-chess", False), ("pawn", True)])
def test_a_draw_is_on_the_menu_only_of_games_that_can_be_drawn(
    desk: WatchedDesk, phone: Phone, game_id: str, drawable: bool
) -> None:
    desk.start(NewGame(game_id, {}, PLAYERS, True))
    phone.open()
    phone.waits_for("[data-square=a1] .piece")
    phone.page.tap("#open-menu")
    expect(phone.page.locator("#resign")).to_be_visible()
    expect(phone.page.locator("#offer-draw")).to_be_visible(visible=drawable)


def test_on_one_phone_a_draw_is_agreed_only_when_all_say_so(desk: WatchedDesk, game: Phone) -> None:
    game.page.tap("#open-menu")
    game.page.tap("#offer-draw")
    game.page.tap("dialog button:text-is('Back')")
    expect(game.page.locator("dialog[open]")).to_have_count(0)
    assert desk.sent == []
    game.page.tap("#open-menu")
    game.page.tap("#offer-draw")
    game.page.tap("dialog button:text-is('Yes, it is a draw')")
    expect(game.page.locator(".result h2")).to_have_text("Draw")


def test_reduced_motion_keeps_shapes_and_drops_movement(desk: WatchedDesk, browser: Browser, address: str) -> None:
    desk.start(NewGame("pawn-advance", {}, PLAYERS, True))
    phone = Phone(browser, address, reduced_motion="reduce")
    phone.open()
    phone.tap("c1")
    phone.waits_for("[data-square=c1] .ring.origin")
    phone.page.wait_for_function("() => !document.getAnimations().some((each) => each.playState === 'running')")
    phone.close()
