"""The owner knows the phones one from another and bans one; it stays out, the others stay in."""

from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from watched_desk import PIN, WatchedDesk

from engine.core.pieces import Seat
from table.messages.new_game import NewGame
from webpanel.access.context import EXTENSION
from webpanel.access.phones import COOKIE
from webpanel.app import create_app
from webpanel.limits.banned_phones import (
    BAN_OF_ADDRESS_S,
    MOST,
    MOST_OF_ADDRESS,
    Guests,
    kind_of,
    public_name,
    token_of,
)

IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1"
PAGES = ("/", "/api/table", "/events", "/seats", "/api/games", "/new")


@pytest.fixture
def owner(app: Flask) -> FlaskClient:
    phone = app.test_client()
    assert phone.post("/api/owner", json={"pin": PIN}).status_code == 200
    return phone


@pytest.fixture
def rude(app: Flask, desk: WatchedDesk) -> FlaskClient:
    """A phone that has taken a seat."""
    desk.start(NewGame("pawn-advance", {}, {Seat.WHITE: "Anna", Seat.BLACK: "Ben"}, True))
    phone = app.test_client()
    phone.environ_base |= {"REMOTE_ADDR": "192.168.1.66", "HTTP_USER_AGENT": IPHONE}
    phone.get("/")
    assert phone.put("/api/seats/white").status_code == 200
    return phone


def secret_of(phone: FlaskClient) -> str:
    cookie = phone.get_cookie(COOKIE)
    assert cookie is not None
    return cookie.value


def told(owner: FlaskClient) -> dict[str, Any]:
    """The rude phone as the owner sees it."""
    return next(each for each in owner.get("/api/phones").get_json()["phones"] if each["kind"] == "iPhone")


def ban(owner: FlaskClient) -> str:
    key = str(told(owner)["key"])
    assert owner.put(f"/api/phones/{key}/ban").status_code == 200
    return key


def test_the_owner_sees_the_phones_but_not_their_tokens(owner: FlaskClient, rude: FlaskClient) -> None:
    assert told(owner) == {
        "key": public_name(token_of(secret_of(rude))), "kind": "iPhone", "address": "192.168.1.66",
        "seats": ["white"], "here": False, "minutes_ago": 0, "me": False, "banned": False,
    }
    for page in ("/api/phones", "/seats"):
        assert secret_of(rude) not in owner.get(page).text
    assert "iPhone" in owner.get("/seats").text and "Plays for Anna." in owner.get("/seats").text


def test_a_phone_is_banned_while_it_is_here(
    rude: FlaskClient, owner: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody looks for the one that is rude among all that were here last week."""
    button = f'data-ban="{told(owner)["key"]}"'
    assert button in owner.get("/seats").text
    lately = Guests.lately
    monkeypatch.setattr(
        Guests, "lately", lambda self: [replace(each, seen_s=each.seen_s - 300) for each in lately(self)]
    )
    assert "Last here 5 min ago." in owner.get("/seats").text and button not in owner.get("/seats").text


def test_phones_and_bans_are_for_the_owner_alone(rude: FlaskClient, owner: FlaskClient) -> None:
    key = told(owner)["key"]
    assert rude.get("/api/phones").status_code == 403
    assert rude.put(f"/api/phones/{key}/ban").status_code == 403
    assert rude.delete(f"/api/phones/{key}/ban").status_code == 403
    assert "192.168.1.66" not in rude.get("/seats").text


def test_a_banned_phone_loses_its_seat_and_sees_nothing(
    desk: WatchedDesk, owner: FlaskClient, rude: FlaskClient
) -> None:
    ban(owner)
    assert desk.holders == {}
    for page in PAGES:
        answer = rude.get(page)
        assert answer.status_code == 403 and "has banned this phone" in answer.text
    assert rude.put("/api/seats/white").status_code == 403
    assert rude.post("/api/owner", json={"pin": PIN}).status_code == 403
    assert rude.get("/static/css/base.css", buffered=True).status_code == 200, "it is told so in a proper page"
    assert told(owner)["banned"] and "Banned." in owner.get("/seats").text


def test_a_stream_of_a_banned_phone_ends(app: Flask, desk: WatchedDesk, owner: FlaskClient, rude: FlaskClient) -> None:
    streams, token = app.extensions[EXTENSION].streams, token_of(secret_of(rude))
    subscription = streams.open(token, "192.168.1.66", desk.subscribe)
    assert told(owner)["here"]
    ban(owner)
    assert list(subscription.changes(5)) == []
    streams.end(subscription)


def test_a_banned_phone_does_not_come_back_without_its_cookie(
    app: Flask, owner: FlaskClient, rude: FlaskClient
) -> None:
    sister = app.test_client()
    sister.environ_base |= {"REMOTE_ADDR": "192.168.1.66"}
    sister.get("/")
    sister.get("/")
    ban(owner)
    rude.delete_cookie(COOKIE)
    assert rude.get("/").status_code == 403
    rude.set_cookie(COOKIE, "made-up-made-up-made-up")
    assert rude.get("/").status_code == 403
    assert sister.get("/").status_code == 200, "who was here before, behind the same router, stays"
    assert app.test_client().get("/").status_code == 200, "and who comes from elsewhere comes in"


def test_a_ban_outlasts_a_restart(desk: WatchedDesk, owner: FlaskClient, rude: FlaskClient) -> None:
    ban(owner)
    again = create_app(desk).test_client()
    again.set_cookie(COOKIE, secret_of(rude))
    assert again.get("/").status_code == 403


def test_a_ban_is_taken_back(owner: FlaskClient, rude: FlaskClient) -> None:
    key = ban(owner)
    assert owner.delete(f"/api/phones/{key}/ban").status_code == 200
    assert rude.get("/").status_code == 200
    rude.delete_cookie(COOKIE)
    assert rude.get("/").status_code == 200, "its address is let in again too"


def test_the_owner_bans_no_owner_and_nobody_unknown(owner: FlaskClient, rude: FlaskClient) -> None:
    me = next(each["key"] for each in owner.get("/api/phones").get_json()["phones"] if each["me"])
    assert owner.put(f"/api/phones/{me}/ban").status_code == 409
    assert owner.put("/api/phones/0123456789abcdef/ban").status_code == 404


def test_phones_that_are_remembered_have_a_bound_and_one_address_cannot_have_the_others_forgotten() -> None:
    guests = Guests()
    guests.saw("mine", "192.168.1.20", "")
    for number in range(1000):
        guests.saw(f"made up {number}", "192.168.1.66", "")
    assert len(guests.lately()) == MOST_OF_ADDRESS + 1
    for number in range(1000):
        guests.saw(f"phone {number}", f"address {number}", "")
    assert len(guests.lately()) == MOST


def test_the_ban_of_an_address_ends_by_itself_that_of_a_phone_does_not() -> None:
    now_s = 0.0
    guests = Guests(clock=lambda: now_s)
    guests.saw("rude", "here", "")
    guests.ban(guests.lately()[0])
    assert guests.refuses("rude", "elsewhere") and guests.refuses("new", "here") and not guests.refuses("new", "there")
    now_s = BAN_OF_ADDRESS_S
    assert guests.refuses("rude", "here") and not guests.refuses("new", "here")


@pytest.mark.parametrize(("address", "other", "is_refused"), [
    ("fd77::1", "fd77::2", True), ("fd77::1", "fd77::dead:beef", True), ("fe80::1%eth0", "fe80::2%eth0", True),
    ("fd77::1", "fd77:0:0:1::1", False), ("192.168.1.66", "192.168.1.66", True),
    ("192.168.1.66", "192.168.1.67", False),
])
def test_a_ban_holds_for_the_addresses_that_a_phone_can_choose(address: str, other: str, is_refused: bool) -> None:
    guests = Guests(clock=lambda: 100.0)
    guests.saw("rude", address, IPHONE)
    guests.ban(guests.lately()[0])
    assert guests.refuses("new", other) is is_refused
    guests.let_in(public_name("rude"))
    assert not guests.refuses("new", other)


@pytest.mark.parametrize(("agent", "kind"), [(IPHONE, "iPhone"), ("Mozilla/5.0 (Linux; Android 15)", "Android"),
                                             ("Mozilla/5.0 (X11; Linux x86_64)", "Linux"), ("curl/8", "")])
def test_devices_are_called_what_people_call_them(agent: str, kind: str) -> None:
    assert kind_of(agent) == kind


# --- signing out -------------------------------------------------------------------------------------------------


def test_signing_out_all_phones_is_for_the_owner_and_leaves_nobody_a_seat_or_the_settings(
    app: Flask, desk: WatchedDesk, owner: FlaskClient, rude: FlaskClient
) -> None:
    desk.store.set_holder("parked", Seat.WHITE, token_of(secret_of(rude)))
    assert rude.delete("/api/phones").status_code == 403
    assert owner.delete("/api/phones").get_json() == {"owner": False}
    assert desk.holders == {} and desk.store.holders("parked") == {} and desk.store.knowing() == ()
    assert owner.get("/api/phones").status_code == 403
    assert rude.put("/api/seats/white").status_code == 200, "it is another phone now, and the seat is free"


def test_no_cookie_from_before_is_good_again_once_all_phones_are_signed_out(
    app: Flask, desk: WatchedDesk, owner: FlaskClient, rude: FlaskClient
) -> None:
    """Whoever has the owner's old one does not become the owner along with the owner."""
    stolen, players = secret_of(owner), secret_of(rude)
    owner.delete("/api/phones")
    assert owner.post("/api/owner", json={"pin": PIN}).status_code == 200
    assert owner.get("/api/phones").status_code == 200 and secret_of(owner) != stolen
    for panel in (app, create_app(desk)):  # also after a restart
        for cookie in (stolen, players):
            thief = panel.test_client()
            thief.set_cookie(COOKIE, cookie)
            assert thief.get("/api/phones").status_code == 403
            assert thief.get("/api/table").get_json()["held"] == []
            assert secret_of(thief) != cookie


def test_phones_stay_signed_in_after_that_whatever_restarts(
    app: Flask, desk: WatchedDesk, owner: FlaskClient, rude: FlaskClient
) -> None:
    owner.delete("/api/phones")
    rude.get("/")
    assert rude.put("/api/seats/white").status_code == 200
    again = create_app(desk).test_client()
    again.set_cookie(COOKIE, secret_of(rude))
    assert again.get("/api/table").get_json()["held"] == ["white"]


def test_a_banned_phone_stays_out_when_all_are_signed_out(owner: FlaskClient, rude: FlaskClient) -> None:
    ban(owner)
    rude.environ_base |= {"REMOTE_ADDR": "192.168.1.67"}
    owner.delete("/api/phones")
    for _ in range(2):
        assert rude.get("/").status_code == 403


def test_phones_have_seats_also_where_the_disk_has_lost_which_cookies_are_good(
    desk: WatchedDesk, owner: FlaskClient
) -> None:
    desk.start(NewGame("pawn-advance", {}, {Seat.WHITE: "Anna", Seat.BLACK: "Ben"}, True))
    owner.delete("/api/phones")
    desk.store._set_fact("generation", "nonsense\x00")
    phone = create_app(desk).test_client()
    phone.get("/")
    assert phone.put("/api/seats/white").status_code == 200
    assert phone.get("/api/table").get_json()["held"] == ["white"]


def test_whoever_shares_an_address_with_a_banned_phone_comes_back_in_when_all_are_signed_out(
    app: Flask, owner: FlaskClient, rude: FlaskClient
) -> None:
    owner.environ_base |= {"REMOTE_ADDR": "192.168.1.66"}
    owner.get("/")
    ban(owner)
    owner.delete("/api/phones")
    assert owner.post("/api/owner", json={"pin": PIN}).status_code == 200


def test_the_streams_of_phones_that_are_signed_out_end(
    app: Flask, desk: WatchedDesk, owner: FlaskClient, rude: FlaskClient
) -> None:
    streams = app.extensions[EXTENSION].streams
    subscription = streams.open(token_of(secret_of(rude)), "192.168.1.66", desk.subscribe)
    owner.delete("/api/phones")
    assert list(subscription.changes(5)) == []
    streams.end(subscription)
