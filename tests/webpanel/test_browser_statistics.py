"""The statistics of many games in a browser."""

import pytest
from browser import Phone
from test_browser_access import complaints
from watched_desk import WatchedDesk

from daemon.storage.games.rows import KeptEnd
from engine.core.pieces import Seat
from engine.registry import find_game

UNDER_THE_LAST = """() => [...document.querySelectorAll("tbody tr:last-child > *")].map(
  (each) => getComputedStyle(each).borderBottomWidth
)"""


@pytest.mark.first_or_all(("language", "first", "last"), [("de", "1/2025", "8/2026"), ("en", "2025-01", "2026-08")])
def test_statistics_of_many_games_with_long_names_fit(
    desk: WatchedDesk, phone: Phone, language: str, first: str, last: str
) -> None:
    """Four at a table, games without a date, and months without games among them."""
    names = ("Annemarie-Luise von Hohenstein", "Maximilian", "Bo", "Rosalinde Katharina Wilhelmine")
    end = KeptEnd((Seat.RED,), "regicide", "normal", "")
    options = find_game("pawns-revenge").read_options({"players": 4}).as_data()
    desk.keep("four", game_id="pawns-revenge", options=options, players=dict(zip(Seat, names, strict=True)), end=end,
              started="")
    months = ("2025-01", "2025-02", "2025-02", "2026-08", None)
    for number, month in enumerate(months):
        pair = {Seat.WHITE: names[number % 4], Seat.BLACK: names[(number + 1) % 4]}
        desk.keep(f"game{number}", players=pair, actions=("a1a2",), started=f"{month}-03T10:00:00Z" if month else "",
                  end=KeptEnd((Seat.WHITE,), "touchdown", "normal", ""))
    phone.speaks(language)
    phone.open("/scores/statistics")
    for width, height in ((320, 568), (740, 360), (1280, 800)):
        phone.page.set_viewport_size({"width": width, "height": height})
        assert complaints(phone) == [] and not phone.overflows(), width
        ends = [phone.page.get_by_text(month, exact=True).bounding_box() for month in (first, last)]
        assert ends[0] and ends[1] and ends[0]["y"] == ends[1]["y"], "the span of time in one line"
        assert ends[1]["x"] > ends[0]["x"] + ends[0]["width"]
    assert set(phone.page.evaluate(UNDER_THE_LAST)) == {"0px"}, "no line ends halfway under a table"
