"""Whole games between two boards, with the real program on both sides and a real mosquitto in between."""

import random
import re
from collections.abc import Iterator
from typing import Any
from urllib.request import urlopen

import pytest
from between_boards import Home, alike, ask, divides, invite, two_homes, until_alike, until_over, until_sealed
from table_process import Answered, ask_until
from waiting import PATIENCE_S

from engine.registry import games
from engine.services.testing import trials_of


@pytest.fixture(scope="module")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Home, Home]]:
    """Two boards that see each other: starting them takes longer than what they are asked for."""
    with two_homes(tmp_path_factory.mktemp("between")) as (_, pair):
        yield pair


@pytest.mark.parametrize("game_id", [game.id for game in games()])
def test_a_game_is_played_on_two_boards(homes: tuple[Home, Home], game_id: str, full: bool) -> None:
    chance, moves = random.Random(game_id), 60 if full else 4
    key = invite(*homes, game_id, dict(trials_of(game_id).between))

    def over() -> bool:
        return homes[0].scene["winners"] is not None

    while homes[0].scene["action_count"] < moves and not over():
        ask_until(lambda: over() or any([home.play(chance) for home in homes]), "a move on one of the boards")
        ask_until(lambda: any(map(divides, homes)) or alike(key, *homes), "two boards alike, or a combat")
    if not over():
        homes[1].process.post("/api/resign", seat="black")
        assert until_over(key, *homes)[1] == (("white",), "resignation")
    until_over(key, *homes)
    until_sealed(key, *homes)


def test_nobody_sits_down_in_a_seat_of_the_other_board_or_answers_for_it(homes: tuple[Home, Home]) -> None:
    host, guest = homes
    invite(host, guest, "pawn")
    for home, theirs in ((host, "black"), (guest, "white")):
        with pytest.raises(Answered, match="This seat is played at another board"):
            home.process.ask("PUT", f"/api/seats/{theirs}")
        with pytest.raises(Answered, match="This phone does not hold that seat"):
            home.process.post("/api/resign", seat=theirs)
    with pytest.raises(Answered, match="is playing this game, too"):
        guest.process.post("/api/abandon")
    ask_until(lambda: "Ada's moves now" in guest.scene["now"], "who is waited for")


def test_a_draw_counts_once_both_boards_agree_and_who_offers_one_is_told_that_it_is_declined(
    homes: tuple[Home, Home]
) -> None:
    host, guest = homes
    key, chance = invite(host, guest, "pawn"), random.Random(2)

    def offered() -> Any:
        host.process.post("/api/offer-draw", seat="white")
        prompt = ask_until(lambda: guest.scene["prompts"], "a question on the other board")[0]
        assert "Bo's has not answered yet." in " ".join(host.scene["sentences"])
        return prompt["id"]

    guest.process.post("/api/answer", prompt=offered(), value="no")
    declined = "Bo's does not want a draw now."
    ask_until(lambda: declined in host.scene["sentences"], "what became of it")
    with pytest.raises(Answered, match="another one after the next move"):
        host.process.post("/api/offer-draw", seat="white")
    for home in homes:
        ask_until(lambda home=home: home.play(chance), "a move")  # type: ignore[misc]
    until_alike(key, host, guest)
    assert declined not in host.scene["sentences"] and guest.scene["prompts"] == []
    guest.process.post("/api/answer", prompt=offered(), value="yes")
    assert until_over(key, host, guest)[1] == ((), "agreement")


def test_who_resigns_and_begins_another_game_at_once_has_resigned(homes: tuple[Home, Home]) -> None:
    """Without a connection at that moment. What the other board has numbered finds the game put aside: it is settled
    there, and signed as soon as anybody looks at it."""
    host, guest = homes
    key = invite(host, guest, "pawn")
    ask_until(lambda: host.play(random.Random(6)), "a move")
    until_alike(key, host, guest)
    guest.cable.down = True
    guest.cable.cut()
    guest.process.post("/api/resign", seat="black")
    guest.process.begin("pawn", {})
    guest.cable.mend()
    ask_until(lambda: host.scene["winners"] == ["white"], "a resignation")
    ask_until(lambda: guest.on_disk(key)[1] == (("white",), "resignation"), "the same here")
    until_sealed(key, host, guest)


def test_the_last_move_is_taken_back_on_both_boards_until_it_is_answered(homes: tuple[Home, Home]) -> None:
    host, guest = homes
    chance = random.Random(3)
    key = invite(host, guest, "chess-two")
    ask_until(lambda: host.play(chance), "a move")
    assert len(until_alike(key, host, guest)[0]) == 1
    ask_until(lambda: guest.play(chance), "a move")
    assert len(until_alike(key, host, guest)[0]) == 2
    assert "has played since" in host.scene["undo_refusal"]
    guest.process.post("/api/take-back", scene=guest.scene["number"])
    ask_until(lambda: guest.scene["action_count"] == 1, "a move taken back")
    assert len(until_alike(key, host, guest)[0]) == 1
    ask_until(lambda: guest.play(chance), "a move")
    assert len(until_alike(key, host, guest)[0]) == 2


def page_of(home: Home, path: str) -> str:
    with urlopen(home.process.address + path, timeout=PATIENCE_S) as answer:
        return str(answer.read().decode())


def test_a_board_in_no_list_is_invited_by_the_code_that_its_own_page_shows(homes: tuple[Home, Home]) -> None:
    host, guest = homes
    page, away = page_of(guest, "/new"), "0" * 15 + "1"
    found = re.search(r'class="code">([0-9a-f ]+)<', page)
    assert found and found[1].replace(" ", "") == guest.id and "<svg" in page
    assert f'<option value="board:{guest.id}" selected' in page_of(host, f"/new/pawn?board={guest.id}")
    form = page_of(host, f"/new/pawn?board={away}")
    assert form.count('<option value="board:" selected') == 1 and f'value="{away}"' in form
    for nonsense in (host.id, "x", "", f"{away}1"):
        assert 'value="board:" selected' not in page_of(host, f"/new/pawn?board={nonsense}")


def test_a_board_that_was_invited_by_its_code_has_its_name_once_it_was_heard_of(homes: tuple[Home, Home]) -> None:
    host, guest = homes
    guest.kill()
    ask_until(lambda: not host.club()["boards"], "a board that is off")
    key = host.process.post("/api/games", game="pawn", options={}, players={"white": "Ada"}, screen=True,
                            board={"id": guest.id, "seats": ["black"]})["key"]
    assert host.scene["players"]["black"].replace(" ", "") == guest.id
    guest.start()
    ask_until(lambda: host.scene["players"] == {"white": "Ada", "black": "Bo's"}, "the name of the other board")
    host.kill()
    host.start()
    ask_until(lambda: key in [each["key"] for each in guest.club()["invitations"]], "an invitation")
    guest.process.post(f"/api/invitations/{key}", screen=True)
    ask_until(lambda: "Bo's moves now" in host.scene["now"] or host.play(random.Random(5)), "who is waited for")
    assert host.scene["players"]["black"] == "Bo's"
    guest.process.post("/api/resign", seat="black")
    until_over(key, *homes)


def test_a_board_that_does_not_want_to_play_says_so(homes: tuple[Home, Home]) -> None:
    host, guest = homes
    key = ask(host, guest, "pawn")
    guest.process.ask("DELETE", f"/api/invitations/{key}")
    ask_until(lambda: host.scene["trouble"] == "Bo's does not want to play this game now.", "an answer")
    host.process.post("/api/abandon")
    assert guest.club()["invitations"] == []
    with pytest.raises(Answered, match="There is no such invitation"):
        guest.process.post(f"/api/invitations/{key}", screen=True)


def test_who_accepts_an_invitation_says_who_plays_there(homes: tuple[Home, Home]) -> None:
    """By name, or the game would count for nobody in the results of the club."""
    host, guest = homes
    key = ask(host, guest, "pawn")
    with pytest.raises(Answered, match="White does not play"):
        guest.process.post(f"/api/invitations/{key}", screen=True, players={"white": "Eve"})
    guest.process.post(f"/api/invitations/{key}", screen=True, players={"black": "Bo"})
    ask_until(lambda: guest.scene["players"] == {"white": "Ada's", "black": "Bo"}, "the names")
    assert host.scene["players"] == {"white": "Ada", "black": "Bo's"}
    guest.process.post("/api/resign", seat="black")
    until_over(key, *homes)


def test_an_invitation_is_accepted_once_also_without_a_connection(homes: tuple[Home, Home]) -> None:
    """Another phone shows it still, and its board withdraws it meanwhile."""
    host, guest = homes
    key = ask(host, guest, "pawn")
    ask_until(lambda: "invites you" in str(guest.scene["trouble"]), "a notice")
    guest.cable.down = True
    guest.cable.cut()
    guest.process.post(f"/api/invitations/{key}", screen=True)
    assert guest.club()["invitations"] == [] and guest.scene["trouble"] is None
    with pytest.raises(Answered, match="There is no such invitation"):
        guest.process.post(f"/api/invitations/{key}", screen=True)
    host.process.post("/api/abandon")
    guest.cable.mend()
    assert until_over(key, *homes)[1] == ((), "abandoned")


def test_what_was_played_before_the_invitation_is_accepted_is_there_then(homes: tuple[Home, Home]) -> None:
    host, guest = homes
    key = ask(host, guest, "chess-two")
    read_before = len(guest.cable.read)
    ask_until(lambda: host.play(random.Random(4)) and host.scene["action_count"] == 1, "a move")
    ask_until(lambda: any(key.encode() in each for each in guest.cable.read[read_before:]), "a letter with the move")
    assert guest.scene["key"] != key
    guest.process.post(f"/api/invitations/{key}", screen=True)
    ask_until(lambda: guest.scene["key"] == key, "the game on the table")
    assert len(until_alike(key, host, guest)[0]) == 1


@pytest.mark.parametrize("killed", [0, 1], ids=["the board that numbers", "the other board"])
def test_a_kill_with_a_move_that_has_not_arrived_loses_and_doubles_nothing(
    homes: tuple[Home, Home], killed: int
) -> None:
    """Actions played while the cable is cut exist only in the store when the power fails."""
    chance = random.Random(killed)
    key = invite(*homes, "pawn")

    def is_its_turn() -> bool:
        if killed in on_turn(homes):
            return True
        if homes[1 - killed].play(chance):
            until_alike(key, *homes)
        return False

    ask_until(is_its_turn, "that board's turn")
    before, home = until_alike(key, *homes)[0], homes[killed]
    home.cable.down = True
    home.cable.cut()
    ask_until(lambda: home.play(chance), "a move")
    assert not home.scene["confirmed"] and "its way to" in home.scene["now"]
    off = "it is off, or has no connection at the moment"
    ask_until(lambda: off in homes[1 - killed].scene["now"], "that it is known who waits for whom")
    ask_until(lambda: len(home.on_disk(key)[0]) > len(before), "a move on disk")
    home.kill()
    home.cable.down = False
    home.start()
    ask_until(lambda: home.scene["key"] == key, "the game on the table again")
    after = until_alike(key, *homes)[0]
    assert after[: len(before)] == before and len(after) > len(before)
    other = homes[on_turn(homes).pop()]
    ask_until(lambda: other.play(chance), "a move")
    assert len(until_alike(key, *homes)[0]) > len(after)


def on_turn(homes: tuple[Home, Home]) -> set[int]:
    """Return the boards that have a seat to act."""
    acting = homes[0].scene["to_act"]
    return {1 if seat in homes[0].scene["afar"] else 0 for seat in acting}


CLOCKS = {"white": "600+5", "black": "600+5"}


def both(homes: tuple[Home, Home], status: str) -> None:
    ask_until(lambda: all(home.scene["status"] == status for home in homes), f"{status} on both boards")


def agree(home: Home) -> None:
    """To what the other board wants."""
    prompt = ask_until(lambda: next((each for each in home.scene["prompts"] if each["id"].startswith("pause:")), None),
                      "a question about the pause")
    home.process.post("/api/answer", prompt=prompt["id"], value="yes")


def test_clocks_run_on_both_boards_and_are_paused_put_aside_and_resumed_by_both(homes: tuple[Home, Home]) -> None:
    host, guest = homes
    chance, key = random.Random(9), invite(*homes, "pawn", clocks=CLOCKS)
    for home in homes:
        ask_until(lambda home=home: home.play(chance), "a move")  # type: ignore[misc]
        until_alike(key, *homes)
    one, other = (home.timed_on_disk(key) for home in homes)
    assert one == other and len(one) == 2, "both have kept the same of the clocks"
    with pytest.raises(Answered, match="Pause the game first"):
        host.process.post("/api/park")
    host.process.post("/api/pause")
    agree(guest)
    both(homes, "paused")
    guest.process.post("/api/park")
    ask_until(lambda: guest.scene["status"] == "empty", "a game put aside")
    ask_until(lambda: guest.table_on_disk() == "", "that on disk: a kill before finds it on the table again")
    guest.kill()
    guest.start()
    host.process.post("/api/resume")
    assert host.scene["status"] == "paused"
    ask_until(lambda: guest.club()["boards"], "the other board")
    guest.process.post(f"/api/games/{key}/resume")
    ask_until(lambda: guest.scene["key"] == key and guest.scene["status"] == "paused", "the game, still paused")
    agree(guest)
    ask_until(lambda: all(home.scene["status"] == "play" for home in homes), "play on both boards")
    ask_until(lambda: any([home.play(chance) for home in homes]), "a move")
    assert len(until_alike(key, *homes)[0]) == 3
    guest.process.post("/api/resign", seat="black")
    until_over(key, *homes)


def test_who_is_out_of_time_at_the_board_that_was_invited_has_lost_on_both(homes: tuple[Home, Home]) -> None:
    host, guest = homes
    key = invite(*homes, "pawn", clocks={"black": "1"})
    ask_until(lambda: host.play(random.Random(1)), "a move")
    assert until_over(key, *homes)[1] == (("white",), "time")
    until_sealed(key, *homes)


@pytest.mark.parametrize("resigns", [0, 1], ids=["the board that numbers", "the other board"])
def test_a_game_that_was_put_aside_is_over_once_the_other_board_resigns(
    homes: tuple[Home, Home], resigns: int
) -> None:
    """Nobody opens it: it leaves the list of games that can be continued by itself, after a last move, too."""
    loser, winner = homes[resigns], homes[1 - resigns]
    key, chance = invite(*homes, "pawn"), random.Random(resigns)
    if resigns == 1:
        ask_until(lambda: winner.play(chance), "a move")
        until_alike(key, *homes)
    winner.process.post("/api/park")
    ask_until(lambda: winner.table_on_disk() == "", "a game put aside")
    ask_until(lambda: loser.play(chance), "a last move")
    loser.process.post("/api/resign", seat=("white", "black")[resigns])
    end = (("white", "black")[1 - resigns],), "resignation"
    ask_until(lambda: all(home.on_disk(key)[1] == end for home in homes), "the end on both disks")
    assert homes[0].on_disk(key) == homes[1].on_disk(key) and len(homes[0].on_disk(key)[0]) == 1 + resigns
    until_sealed(key, *homes)
