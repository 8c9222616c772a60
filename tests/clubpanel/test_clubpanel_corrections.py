"""Corrections by organisers: rounds taken back, half points asked for, rounds paired by hand, lists with a slip."""

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from club_evening import HALL, PIN, Organiser, online, over

from club.transport.link import Broker
from clubpanel.results.database import opened
from clubpanel.tournament.acts import read_act, write_act
from clubpanel.tournament.model import AskBye, DropBye, Game, Pair, Unpair
from clubpanel.web.wall import WatchedClub
from engine.core.pieces import Seat


@pytest.fixture
def wall(tmp_path: Path, database_address: str) -> Iterator[WatchedClub]:
    database = opened(database_address, tmp_path)
    yield WatchedClub(Broker("127.0.0.1", 9), "pawnlight", database, lambda: "2026-11-23T10:00:00Z", PIN)
    database.dispose()


@pytest.fixture
def eve(wall: WatchedClub) -> Organiser:
    return Organiser(wall)


# --- rounds that are taken back -----------------------------------------------------------------------------------


def test_a_round_without_a_result_is_taken_back_at_once_and_may_be_paired_with_others(eve: Organiser) -> None:
    eve.begin("Ada Bo Cy Di").does("pair").does("unpair")
    assert not eve.games() and "The pairings from round 1 on were taken back." in eve.page()
    eve.does("enter", players="Eli\nFlo").does("pair")
    assert len(eve.games()) == 3


def test_a_round_in_which_games_have_ended_is_taken_back_only_if_that_is_meant(
    wall: WatchedClub, eve: Organiser
) -> None:
    eve.begin("Ada Bo").does("pair")
    (first,) = eve.games()
    online(wall, HALL, "Table 1")
    over(wall, "k1", first[1], first[2], Seat.WHITE)
    eve.does("unpair", status=409)
    assert "1 game of this round has ended" in eve.last and 'name="sure"' in eve.last
    assert eve.games()[0][3] == "white", "nothing has changed yet"
    asked = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', eve.last.partition("<h1>")[2]))
    assert eve.phone.post(eve.address, data=asked).status_code == 303
    assert not eve.games()
    eve.does("pair")
    assert eve.games()[0][3] == "", "the game was of the round that was taken back"
    assert "It was over before these two were paired." in eve.page(), "and an organiser can have it count after all"


def test_of_a_swiss_tournament_the_last_round_is_taken_back_and_earlier_ones_stay(eve: Organiser) -> None:
    eve.begin("Ada Bo Cy Di").does("pair").win_all()
    before = eve.games()
    eve.does("pair").does("unpair")
    assert eve.games() == before
    eve.does("pair")
    again = [game for game in eve.games() if game[0] == "2"]
    assert len(again) == 2 and all(score == "" for *_, score in again)


def test_of_a_round_robin_all_rounds_are_taken_back(eve: Organiser) -> None:
    eve.begin("Ada Bo Cy", "round_robin").does("pair").does("unpair")
    assert not eve.games()
    eve.does("enter", players="Di").does("pair")
    assert len(eve.games()) == 6
    eve.does("unpair").does("unpair", status=409)


def test_who_had_left_comes_back_though_no_round_is_paired_any_more(eve: Organiser) -> None:
    eve.begin("Ada Bo Cy Di").does("pair").does("leave", player="Ada").does("unpair").does("come_back", player="Ada")
    eve.does("pair")
    assert len(eve.games()) == 2


def test_the_history_says_what_was_changed_in_a_round_that_is_there_no_more(eve: Organiser) -> None:
    eve.begin("Ada Bo").does("pair").does("correct", game="0", score="draw", why="agreed")
    (first,) = eve.games()
    eve.does("unpair", sure="1")
    assert f"{first[1]} – {first[2]}: ½ : ½; before: nothing yet. agreed" in eve.page()


def test_a_correction_in_an_earlier_round_says_that_later_pairings_stand(eve: Organiser) -> None:
    eve.begin("Ada Bo Cy Di").does("pair").win_all()
    eve.does("pair")
    paired = [game[:3] for game in eve.games()]
    acts = re.findall(r'name="acts" value="(\d+)"', eve.page())[0]
    form = {"act": "correct", "acts": acts, "game": "0", "score": "black"}
    after = eve.phone.post(eve.address, data=form).headers["Location"]
    assert "The rounds after this one stay as they were paired." in html.unescape(eve.phone.get(after).text)
    assert [game[:3] for game in eve.games()] == paired
    eve.does("correct", game="2", score="black")
    assert "stay as they were paired" not in eve.page()


# --- half a point without a game ----------------------------------------------------------------------------------


def test_who_asked_for_half_a_point_has_no_game_in_that_round_and_half_a_point(eve: Organiser) -> None:
    eve.begin("Ada Bo Cy Di Eli").does("ask_bye", player="ada", round="1").does("pair")
    assert ("1", "Ada", "", "half_bye") in eve.games() and len(eve.games()) == 3
    assert "That is half a point." in eve.page() and eve.points()["Ada"] == "0.5"
    assert "Ada gets half a point without a game in round 1." in eve.page()
    eve.win_all()
    eve.does("pair")
    second = [game for game in eve.games() if game[0] == "2"]
    assert any("Ada" in game for game in second), "in the next round there is a game again"


def test_a_wish_for_half_a_point_can_be_taken_back_until_the_round_is_paired(eve: Organiser) -> None:
    eve.begin("Ada Bo Cy Di").does("ask_bye", player="Ada", round="1").does("drop_bye", player="Ada", round="1")
    eve.does("ask_bye", player="Bo", round="2").does("pair")
    assert len(eve.games()) == 2 and all(game[2] for game in eve.games())
    eve.does("ask_bye", player="Ada", round="1", status=409).does("ask_bye", player="Ada", round="6", status=409)
    eve.win_all()
    eve.does("pair")
    assert ("2", "Bo", "", "half_bye") in eve.games()
    eve.does("unpair").does("drop_bye", player="Bo", round="2").does("pair")
    assert ("2", "Bo", "", "half_bye") not in eve.games()


def test_half_a_point_that_was_asked_for_is_no_round_without_an_opponent(eve: Organiser) -> None:
    """After one, a player may still be the odd one out; and those who left have none."""
    eve.begin("Ada Bo Cy Di").does("ask_bye", player="Ada", round="1").does("ask_bye", player="Bo", round="1")
    eve.does("pair").win_all()
    assert len(eve.games()) == 3
    eve.does("leave", player="Cy").does("ask_bye", player="Cy", round="2").does("pair")
    assert all("Cy" not in game for game in eve.games() if game[0] == "2")


def test_only_a_swiss_tournament_has_half_points_without_a_game(eve: Organiser) -> None:
    eve.begin("Ada Bo", "round_robin").does("ask_bye", player="Ada", round="1", status=409)
    eve.does("pair").does("correct", game="0", score="half_bye", status=400)


def test_a_round_needs_two_who_want_to_play(eve: Organiser) -> None:
    eve.begin("Ada Bo").does("ask_bye", player="Ada", round="1").does("pair", status=409)
    assert "at least two players who want to play" in eve.last


# --- rounds that an organiser pairs -------------------------------------------------------------------------------


def rows(eve: Organiser) -> tuple[list[str], list[str]]:
    """The round as it is proposed."""
    shown = eve.page("/pairing")
    return tuple(re.findall(rf'name="{side}" list="present" value="([^"]*)"', shown)  # type: ignore[return-value]
                 for side in ("white", "black"))


def test_the_round_that_is_proposed_is_the_one_that_would_be_paired(eve: Organiser) -> None:
    eve.begin("Ada Bo Cy Di Eli")
    white, black = rows(eve)
    eve.does("pair")
    assert eve.games() == [("1", one, other, "" if other else "white_unplayed")
                           for one, other in zip(white, black, strict=True)]


def test_an_organiser_chooses_the_pairs(eve: Organiser) -> None:
    eve.begin("Ada Bo Cy Di Eli").does("ask_bye", player="Eli", round="1")
    eve.does("pair_by_hand", white=["di", "", "Ada"], black=["Bo", "", "Cy"])
    assert [game[1:3] for game in eve.games()] == [("Di", "Bo"), ("Ada", "Cy"), ("Eli", "")]
    assert "Round 1 was paired by hand." in eve.page()


@pytest.mark.parametrize(("white", "black", "why"), [
    (["Ada", "Cy"], ["Bo", "Zed"], "Row 2: Zed is not among those to be paired."),
    (["Ada", "Cy"], ["Bo", "ada"], "Row 2: ada is in another row already."),
    (["Ada"], ["Ada"], "Row 1: Ada is in another row already."),
    (["Ada", "Cy"], ["Bo", ""], "Not in any row yet: Di."), ([], [], "Not in any row yet: Ada, Bo, Cy, Di."),
    (["Ada", "Bo", "Cy", "Di"], [""] * 4, "A round needs at least one game."),
    (["x" * 50], ["Bo"], "Row 1:"), (["\u202e"], ["Bo"], "Row 1:"),
])
def test_a_slip_names_its_row_and_keeps_the_others(
    eve: Organiser, white: list[str], black: list[str], why: str
) -> None:
    eve.begin("Ada Bo Cy Di")
    eve.does("pair_by_hand", white=white, black=black, status=400 if why == "Row 1:" else 409)
    assert why in eve.last and not eve.games()
    assert eve.last.count('list="present"') == 2 * (len(white) or 2)
    assert all(f'value="{name}"' in eve.last for name in [*white, *black])


def test_who_has_met_meets_again_only_if_that_is_meant(eve: Organiser) -> None:
    eve.begin("Ada Bo Cy Di").does("pair_by_hand", white=["Ada", "Cy"], black=["Bo", "Di"]).win_all()
    again: dict[str, str | list[str]] = {"white": ["Bo", "Cy"], "black": ["Ada", "Di"]}
    eve.does("pair_by_hand", status=409, **again)
    assert "Bo – Ada, Cy – Di have met before." in eve.last
    assert re.findall(r'name="white" value="(\w+)"', eve.last) == ["Bo", "Cy"]
    eve.does("pair_by_hand", sure="1", **again)
    assert len(eve.games()) == 4


def test_a_round_is_paired_by_hand_under_the_same_conditions(eve: Organiser) -> None:
    eve.begin("Ada Bo", rounds="1").does("pair")
    eve.does("pair_by_hand", white=["Ada"], black=["Bo"], status=409)
    guest = eve.phone.application.test_client()
    assert guest.get(f"{eve.address}/pairing").status_code == 403
    refused = eve.phone.get(f"{eve.address}/pairing")
    assert refused.status_code == 409 and f'href="{eve.address}">To the tournament' in refused.text
    other = Organiser(eve.wall).begin("Ada Bo", "round_robin")
    assert other.phone.get(f"{other.address}/pairing").status_code == 409
    assert other.phone.get("/tournaments/99/pairing").status_code == 404


# --- lists, refusals, and what is stored --------------------------------------------------------------------------


@pytest.mark.parametrize(("names", "why"), [
    ("Bo\nCy\nada\nDi", "Line 3: ada is taking part already."), ("Bo\n\nbo", "Line 3: bo is taking part already."),
    ("Bo\n" + "x" * 50, "Line 2:"),
])
def test_a_list_with_a_slip_is_kept_and_its_line_named(eve: Organiser, names: str, why: str) -> None:
    eve.begin("Ada").does("enter", players=names, status=400 if why == "Line 2:" else 409)
    assert why in eve.last and "Nobody of this list was added yet." in eve.last
    assert f">{names}</textarea>" in eve.last and eve.points() == {"Ada": "0.0"}


def test_a_list_is_kept_if_another_organiser_was_quicker(eve: Organiser) -> None:
    eve.begin("Ada")
    stale = {"act": "enter", "acts": "1", "players": "Bo\nCy"}
    answer = eve.phone.post(eve.address, data=stale)
    assert answer.status_code == 409 and ">Bo\nCy</textarea>" in answer.text
    assert "Somebody else has just changed the tournament." in answer.text


@pytest.mark.parametrize(("act", "title", "more"), [
    ("pair", "This round has games without a result", "Enter their results, then pair the next round."),
    ("end", "Some games have no result yet", "Enter their results, then end the tournament."),
])
def test_a_page_about_a_failure_is_titled_by_what_went_wrong(eve: Organiser, act: str, title: str, more: str) -> None:
    eve.begin("Ada Bo").does("pair").does(act, status=409)
    assert f"<title>{title} · Pawnlight</title>" in eve.last and f"<h1>{title}</h1>" in eve.last
    assert f"<p>{more}</p>" in eve.last and f'href="{eve.address}"' in eve.last


def test_titles_of_failures_speak_the_language_of_the_phone_and_are_not_cut_by_names(eve: Organiser) -> None:
    eve.begin("Ada Bo").does("enter", players="Dr. No. Yes?")
    acts = re.findall(r'name="acts" value="(\d+)"', eve.page())[0]
    form, german = {"act": "come_back", "acts": acts, "player": "Dr. No. Yes?"}, {"Accept-Language": "de"}
    assert "<h1>Dr. No. Yes? nimmt schon teil</h1>" in eve.phone.post(eve.address, data=form, headers=german).text
    for address, title in (("/nowhere", "There is no such page"), ("/tournaments/99", "There is no such tournament"),
                           ("/boards/0000000000000000", "There is no such board in the club")):
        assert f"<h1>{title}</h1>" in eve.phone.get(address).text
    guest = eve.phone.application.test_client()
    assert "<h1>This needs the PIN of the organisers</h1>" in guest.post("/tournaments").text


def test_new_acts_come_out_of_the_database_as_they_went_in_and_old_ones_are_read() -> None:
    games = Game(1, "Ada", "Bo"), Game(1, "Cy", "", half=True)
    for act in (Unpair(2), AskBye("Ada", 3), DropBye("Ada", 3), Pair(games, by_hand=True), Pair(games[:1])):
        assert read_act(json.loads(json.dumps(write_act(act)))) == act
    old = {"act": "pair", "games": [{"round": 1, "white": "Ada", "black": "Bo", "board": "", "over_before": []}]}
    assert read_act(old) == Pair((Game(1, "Ada", "Bo"),))
    written = write_act(Pair(games[:1]))
    assert "by_hand" not in written and "half" not in written["games"][0], "earlier versions can read it"
