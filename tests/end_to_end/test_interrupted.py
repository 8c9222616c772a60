"""A phone that was asleep, and a program that was killed: what is shown afterwards is true, whole, and told once."""

import random
from collections.abc import Callable
from contextlib import ExitStack

import pytest
from browser_player import BrowserPlayer
from phone import Phone
from playwright.sync_api import expect
from replica import Replica
from secret_games import before_a_fall
from table_process import TableProcess
from test_games_by_taps import LINES, go_on
from waiting import wait_for

WOULD_SOUND = """
  if (location.protocol === "http:") localStorage.setItem("pawnlight-announce", JSON.stringify({ sounds: true }));
  window.sounded = 0;
  window.OscillatorNode = class extends OscillatorNode {
    constructor(...given) {
      super(...given);
      window.sounded++;
    }
  };
  const now = Date.now.bind(Date);
  window.slept_ms = 0;
  Date.now = () => now() + window.slept_ms;
"""
"""Counts tones, and lets time have passed."""


class Sleep:
    """A phone whose page does nothing for a minute, as in a pocket: what arrives meanwhile waits for it."""

    def __init__(self, phone: Phone) -> None:
        self._page, paused = phone.context.new_cdp_session(phone.page), list[object]()
        self._page.on("Debugger.paused", lambda where: paused.append(where))
        self._page.send("Debugger.enable")
        self._page.send("Debugger.pause")  # at the next beat of the table's
        wait_for(lambda: phone.page.wait_for_timeout(20) or paused, "that it sleeps")

    def wake(self) -> None:
        self._page.send("Runtime.evaluate", {"expression": "window.slept_ms = 60_000"})
        self._page.send("Debugger.disable")


def forgive(phone: Phone) -> None:
    """That the program could not be reached is what these tests are about."""
    phone.page.goto("about:blank")
    phone.complaints[:] = [each for each in phone.complaints if "Failed to load resource" not in each]


@pytest.mark.parametrize("restarted", [False, True], ids=["the program runs on", "the program was killed"])
def test_a_phone_that_slept_shows_and_tells_what_is_so_without_old_sounds(
    process: TableProcess, phone: Callable[..., Phone], restarted: bool
) -> None:
    options, line = LINES["advancing-chess"]
    process.begin("advancing-chess", options)
    asleep, awake = phone("asleep"), phone("awake")
    asleep.page.add_init_script(WOULD_SOUND)
    asleep.open()
    player = BrowserPlayer(process, Replica("advancing-chess", options), [awake], random.Random(1))
    awake.open()
    awake.until_settled()
    asleep.until_settled()
    sleep, heard = Sleep(asleep), len(asleep.heard)
    for text in line.split()[:3]:
        player.play(text)
    settled = player.settle()
    awake.page.goto("about:blank")
    with ExitStack() as stack:
        if restarted:
            process.kill()
            again = stack.enter_context(TableProcess(process.data, port=process.port))
        else:
            again = process
        assert len(asleep.heard) == heard
        sleep.wake()
        asleep.until(lambda table: table["scene"]["action_count"] == 3, what="what was played meanwhile")
        expect(asleep.page.locator("#stale")).to_be_hidden()
        shown = asleep.until_settled()
        assert shown["pieces"] == settled["pieces"]
        asleep.tap("#log summary")
        expect(asleep.page.locator("#log-list button")).to_have_count(3)
        assert asleep.page.evaluate("sounded") == 0, "what is over sounds no more"
        BrowserPlayer(again, Replica("advancing-chess", options), [asleep], random.Random(1)).play(line.split()[3])
        assert asleep.page.evaluate("sounded") > 0
        forgive(asleep)


HEARD = "([said, words]) => window[said].some((each) => each.includes(words))"
"""True if the page has spoken these words, or shown them at its foot: they are gone again after a while."""


def test_a_march_that_is_told_while_the_program_is_killed_is_told_whole_in_order_and_once(
    process: TableProcess, phone: Callable[..., Phone]
) -> None:
    page = phone("watching")
    go_on(process, page, "pawn-advance", "a1a2 b1b2 c1c2 d1d2 a8a7 b8b7 c8c7", rounds=2)
    page.page.evaluate("spoken.length = 0")
    for square in ("d8", "d7"):
        page.tap_square(square)
    page.page.wait_for_function(HEARD, arg=["spoken", "March"])
    process.kill()
    expect(page.page.locator("#stale")).to_be_visible()
    page.tap_square("a4")
    page.page.wait_for_function(HEARD, arg=["toasts", "The connection to the board is lost."])
    check_told_after_restart(process, page, 7)  # the march, who enters, the next round


def test_a_combat_that_is_told_while_the_program_is_killed_is_told_whole_in_order_and_once(
    process: TableProcess, phone: Callable[..., Phone]
) -> None:
    page, before = phone("watching"), before_a_fall()
    go_on(process, page, "pawns-revenge", " ".join(before))
    for seat in ("white", "black"):  # what had been divided in secret was not in the record
        page.page.wait_for_function("() => document.getElementById('telling').hidden")
        page.page.evaluate("spoken.length = 0")
        prompts = process.get("/api/table")["scene"]["prompts"]
        asked = next(each["id"] for each in prompts if seat in each["seats"])
        process.post("/api/answer", prompt=asked, value=f"{seat}:-")
    page.page.wait_for_function(HEARD, arg=["spoken", "fights"])
    process.kill()
    expect(page.page.locator("#stale")).to_be_visible()
    check_told_after_restart(process, page, len(before))


def check_told_after_restart(process: TableProcess, page: Phone, first: int) -> None:
    """The program comes up again: all that happened from this entry of the story on is told."""
    with TableProcess(process.data, port=process.port) as again:
        expect(page.page.locator("#telling")).to_be_hidden()
        expect(page.page.locator("#stale")).to_be_hidden()
        page.until_settled()
        entries = again.get("/api/story")["entries"][first:]
        meant = [moment["told"] for entry in entries for moment in entry["moments"]]
        page.page.wait_for_function("last => spoken.join(' ').includes(last)", arg=meant[-1])
        heard = " ".join(page.page.evaluate("spoken"))
        places = [heard.find(each) for each in meant]
        assert -1 not in places and places == sorted(places), (meant, heard)
        assert [heard.count(each) for each in meant] == [1] * len(meant), heard
        page.tap("#log summary")
        for each in meant:
            expect(page.page.locator("#log-list")).to_contain_text(each)
        forgive(page)
