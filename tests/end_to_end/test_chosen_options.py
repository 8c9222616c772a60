"""Options that change a beginning, chosen on a phone: played by taps, taken home as a record, and brought back."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from browser_player import BrowserPlayer
from phone import Phone
from playwright.sync_api import FilePayload
from replica import Replica, actions_of
from table_process import TableProcess

from engine.records.game_record import read_record


@dataclass(frozen=True)
class Choice:
    """A game, and what is chosen on its page: buttons by option and value, numbers by option."""

    game: str
    buttons: dict[str, str]
    numbers: dict[str, str]
    steps: int

    @property
    def options(self) -> dict[str, Any]:
        """As the rules have them."""
        return {**self.buttons, **{name: int(value) for name, value in self.numbers.items()}}


CHOICES = [
    Choice("pawn-advance", {"first": "alternate", "placement": "choice"}, {"opening_moves": "1", "rounds": "3"}, 9),
    Choice("pawns-revenge", {"army": "hundred"}, {"players": "4", "pawn_toughness": "2"}, 1),
    Choice("pawns-revenge", {"army": "classic"}, {"rook_power": "4", "knight_toughness": "5", "bishop_power": "3"}, 1),
]
MORE = Choice("pawns-revenge", {}, {
    "pawn_power": "2", "pawn_toughness": "3", "royal_power": "4", "royal_toughness": "5"}, 3)


def choose(phone: Phone, choice: Choice) -> None:
    phone.open_form(f"/new/{choice.game}")
    phone.tap("#more details > summary")
    for name, value in choice.numbers.items():
        phone.page.fill(f"#option-{name}", value)
    for name, value in choice.buttons.items():
        phone.tap(f"label:has([data-option={name}][value='{value}'])")
    phone.picture("chosen")
    phone.tap_button("Start the game")
    phone.page.wait_for_url(lambda url: not url.endswith(choice.game))


@pytest.mark.some_or_all("choice", CHOICES, [*CHOICES, MORE])
def test_what_is_chosen_is_played_and_kept(process: TableProcess, phone: Callable[..., Phone], choice: Choice) -> None:
    player = phone("-".join([choice.game, *choice.buttons.values()]))
    choose(player, choice)
    finger = BrowserPlayer(process, Replica(choice.game, choice.options), [player], random.Random(2))
    player.until_settled()
    player.picture("begun")
    for step in range(choice.steps):
        finger.play_any()
        player.until_settled()
        player.picture(f"step-{step}")
    key = player.until_settled()["key"]
    player.open(f"/games/{key}")
    player.picture("replay", after_ms=500)
    with player.page.expect_download() as download:
        player.tap_link("Download the record")
    record = Path(download.value.path()).read_text(encoding="utf-8")
    kept = read_record(record).played
    assert kept.options.as_data() | choice.options == kept.options.as_data()
    player.open("/import")
    file = FilePayload(name=download.value.suggested_filename, mimeType="text/plain", buffer=record.encode())
    player.page.set_input_files("#file", file)
    player.picture("import")
    player.tap_button("Import")
    player.page.wait_for_url("**/games/*")
    assert not player.page.url.endswith(key)
    player.picture("imported", after_ms=500)
    again = process.get(f"/api/games/{player.page.url.rsplit('/')[-1]}/record")
    assert actions_of(again) == actions_of(record) and read_record(again).played.options == kept.options
