"""Limits on guessing the PIN and taking seats; attempts that one phone uses up, the others still have."""

from collections.abc import Callable, Sequence
from functools import partial

import pytest
from flask import Flask
from flask.testing import FlaskClient
from watched_desk import PIN, WatchedDesk

from engine.core.pieces import Seat
from table.messages.new_game import NewGame
from table.messages.refusal import Refused
from webpanel.access.context import EXTENSION
from webpanel.access.phones import COOKIE
from webpanel.api.seats import SEATS_PER_PHONE
from webpanel.app import create_app
from webpanel.limits.banned_phones import public_name, token_of
from webpanel.limits.rate_limits import (
    FIRST_FOR_ALL,
    FIRST_PER_ADDRESS,
    FREED_S,
    PIN_FOR_ALL,
    PIN_PER_ADDRESS,
    PIN_PER_PHONE,
    SEATS_PER_ADDRESS,
    PinTries,
    SeatTries,
)

PLAYERS = {Seat.WHITE: "Anna", Seat.BLACK: "Ben"}


class Clock:
    """Stands still until it is moved."""

    def __init__(self) -> None:
        self.now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def tries(clock: Clock) -> PinTries:
    return PinTries(clock)


def allowed(attempt: Callable[[], None], times: int) -> int:
    """Count the attempts that are allowed before the first is refused."""
    for done in range(times):
        try:
            attempt()
        except Refused as refusal:
            assert refusal.status == 429 and "Wait" in str(refusal)
            return done
    return times


# --- the PIN -----------------------------------------------------------------------------------------------------


def test_a_phone_guesses_five_times_a_minute(tries: PinTries, clock: Clock) -> None:
    most, within_s = PIN_PER_PHONE
    assert allowed(lambda: tries.begin("mine", "here"), 100) == most
    clock.now_s += within_s - 0.1
    assert allowed(lambda: tries.begin("mine", "here"), 100) == 0
    clock.now_s += 0.2
    assert allowed(lambda: tries.begin("mine", "here"), 100) == most, "tries expire"


def test_refused_tries_do_not_count_so_that_impatience_does_not_prolong_the_wait(tries: PinTries, clock: Clock) -> None:
    allowed(lambda: tries.begin("mine", "here"), 100)
    for _ in range(60):
        clock.now_s += 1.01
        last = allowed(lambda: tries.begin("mine", "here"), 1)
    assert last == 1


def test_a_phone_that_throws_its_token_away_is_counted_by_its_address(tries: PinTries, clock: Clock) -> None:
    most, within_s = PIN_PER_ADDRESS
    tokens = iter(range(10_000))
    assert allowed(lambda: tries.begin(f"phone {next(tokens)}", "here"), 100) == most
    assert allowed(lambda: tries.begin("another", "elsewhere"), 1) == 1, "others still may"
    clock.now_s += within_s + 0.1
    assert allowed(lambda: tries.begin(f"phone {next(tokens)}", "here"), 100) == most, "tries expire"


def test_all_together_guess_slowly(tries: PinTries, clock: Clock) -> None:
    most, within_s = PIN_FOR_ALL
    first, _ = FIRST_PER_ADDRESS
    tokens = iter(range(10_000))

    def anybody() -> None:
        number = next(tokens)
        tries.begin(f"phone {number}", f"address {number % 100}")

    assert allowed(anybody, 2000) == 100 * first, "these depend on nobody else"
    for _ in range(2):
        clock.now_s += within_s + 0.1
        assert allowed(anybody, 100) == most, "tries expire"


def test_any_number_of_addresses_takes_months_to_try_all_pins(tries: PinTries, clock: Clock) -> None:
    tokens = iter(range(1_000_000))

    def from_anywhere() -> None:
        number = next(tokens)
        tries.begin(f"phone {number}", f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}")

    most, within_s = PIN_FOR_ALL
    first = allowed(from_anywhere, 3000) - most
    clock.now_s += within_s + 0.1
    assert allowed(from_anywhere, 3000) == most, "first guesses are not had again the same day"
    assert 1_000_000 / (first + most * 24 * 3600 / within_s) > 200, "days for all PINs"


def test_addresses_of_one_ipv6_network_are_one(tries: PinTries) -> None:
    most, _ = PIN_PER_ADDRESS
    tokens = iter(range(1000))

    def neighbour() -> None:
        number = next(tokens)
        tries.begin(f"phone {number}", f"2001:db8::{number + 1:x}")

    assert allowed(neighbour, 100) == most


HOUSE = 252
"""The other addresses of a network of a household."""


def guess(tries: PinTries, clock: Clock, addresses: int) -> None:
    """Have strangers guess until not even those may who have waited."""
    for waited_s in (0.0, PIN_PER_ADDRESS[1] + 0.1):
        clock.now_s += waited_s
        for number in range(addresses):
            tokens = (f"{number} {again}" for again in range(100))
            allowed(lambda: tries.begin(next(tokens), f"there {number}"), 100)  # noqa: B023


@pytest.mark.parametrize("mistyped", [0, 3, PIN_PER_ADDRESS[0] - 1])
@pytest.mark.parametrize("earlier", [False, True])
def test_wrong_pins_of_strangers_keep_no_new_phone_out_though_it_mistyped(
    tries: PinTries, clock: Clock, mistyped: int, earlier: bool
) -> None:
    """``earlier``: whether they have guessed before it did, or after that."""
    if earlier:
        guess(tries, clock, HOUSE)
    for number in range(mistyped):
        clock.now_s += PIN_PER_PHONE[1] if number % PIN_PER_PHONE[0] == 0 else 1
        assert allowed(lambda: tries.begin("new", "here"), 1) == 1
    clock.now_s += PIN_PER_PHONE[1]
    if not earlier:
        guess(tries, clock, HOUSE)
    assert allowed(lambda: tries.begin("stranger", "there 0"), 1) == 0, "they have used up all they could"
    assert allowed(lambda: tries.begin("new", "here"), 1) == 1, "at once"
    tries.succeeded("new", "here")
    guess(tries, clock, HOUSE)
    assert allowed(lambda: tries.begin("new", "here"), 1) == 1, "from now on in any case"


def test_strangers_keep_a_new_phone_out_from_its_own_address_alone_or_from_more_than_a_network_has(
    clock: Clock,
) -> None:
    """Neither can be told from a phone of the house: this is what keeps guesses few. The owner's phones get in."""
    here, anywhere = PinTries(clock), PinTries(clock)
    anywhere.succeeded("owner", "here")
    here.succeeded("owner", "here")
    guess(anywhere, clock, 1 + FIRST_FOR_ALL[0] // FIRST_PER_ADDRESS[0])
    tokens = iter(range(100))
    allowed(lambda: here.begin(f"stranger {next(tokens)}", "here"), 100)
    for tries in (here, anywhere):
        assert allowed(lambda: tries.begin("new", "here"), 1) == 0  # noqa: B023
        assert allowed(lambda: tries.begin("owner", "here"), 1) == 1  # noqa: B023
    clock.now_s += PIN_PER_ADDRESS[1] + 0.1
    assert allowed(lambda: here.begin("new", "here"), 1) == 1, "one address is waited for ten minutes at most"


def test_a_phone_that_knows_the_pin_is_never_locked_out_by_others(tries: PinTries, clock: Clock) -> None:
    tries.begin("owner", "here")
    tries.succeeded("owner", "here")
    for number in range(100):
        for address in ("here", f"there {number}"):
            allowed(partial(tries.begin, f"phone {number}", address), 1)
    assert allowed(lambda: tries.begin("new", "here"), 1) == 0, "all tries from there are used up"
    assert allowed(lambda: tries.begin("owner", "here"), 1) == 1


def test_a_phone_that_knew_the_pin_before_a_restart_is_not_locked_out_either(desk: WatchedDesk) -> None:
    def phone(token: str, app: Flask) -> FlaskClient:
        client = app.test_client()
        client.set_cookie(COOKIE, token)
        return client

    def statuses(app: Flask, address: str) -> list[int]:
        given = (("owner" * 5, PIN), ("newcomer" * 3, PIN))
        where = {"REMOTE_ADDR": address}
        return [phone(token, app).post("/api/owner", json={"pin": pin}, environ_base=where).status_code
                for token, pin in given]

    assert statuses(create_app(desk), "192.168.1.5")[0] == 200
    desk.store.know_nobody()
    desk.keep_knowing(public_name(token_of("owner" * 5)), PIN)
    again = create_app(desk)
    for number in range(PIN_PER_ADDRESS[0]):
        where = {"REMOTE_ADDR": "192.168.1.5"}
        phone(f"guessing-phone-number-{number}", again).post("/api/owner", json={"pin": "0"}, environ_base=where)
    assert statuses(again, "192.168.1.5") == [200, 429]


def test_whoever_has_given_only_the_pin_before_is_a_stranger_to_a_new_one_also_after_a_restart(
    desk: WatchedDesk,
) -> None:
    """Also if another phone has given the new one."""
    def statuses(app: Flask, names: Sequence[str], pin: str, address: str) -> list[int]:
        found = []
        for name in names:
            client = app.test_client()
            client.set_cookie(COOKIE, name * 5)
            answer = client.post("/api/owner", json={"pin": pin}, environ_base={"REMOTE_ADDR": address})
            found.append(answer.status_code)
        return found

    running, before = create_app(desk), ("owner1", "owner2", "owner3", "owner4")
    assert statuses(running, before, PIN, "192.168.1.5") == [200] * 4
    new = desk.store.new_pin()  # by a command
    assert statuses(running, ["owner5"], new, "192.168.1.6") == [200]
    for app in (running, create_app(desk)):
        assert statuses(app, before * 5, "0", "192.168.1.5").count(403) == PIN_PER_ADDRESS[0]
        assert statuses(app, ["owner5"], new, "192.168.1.5") == [200]


def test_a_phone_whose_pin_was_right_until_a_new_one_was_drawn_does_not_know_that(desk: WatchedDesk) -> None:
    tries = PinTries(known=desk)
    assert desk.check_pin(PIN)
    desk.store.new_pin()
    tries.succeeded("late", "here", PIN)
    assert desk.store.knowing() == ()


def test_right_pins_use_nothing_up(tries: PinTries) -> None:
    for _ in range(100):
        tries.begin("owner", "here")
        tries.succeeded("owner", "here")


def test_what_is_remembered_of_many_phones_has_a_bound(tries: PinTries, clock: Clock) -> None:
    for number in range(3000):
        allowed(partial(tries.begin, f"phone {number}", f"address {number}"), 1)
        clock.now_s += 1
    assert len(tries._phones._tried) <= PIN_PER_PHONE[1] + 1, "each second one"
    assert len(tries._first._tried) <= FIRST_FOR_ALL[0]


def test_one_phone_that_guesses_leaves_the_owner_tries(
    client: FlaskClient, another: Callable[[], FlaskClient]
) -> None:
    hostile = {"REMOTE_ADDR": "192.168.1.66"}
    answers = [client.post("/api/owner", json={"pin": "111111"}, environ_base=hostile).status_code for _ in range(40)]
    assert answers[0] == 403 and answers[-1] == 429
    forgetful = [another().post("/api/owner", json={"pin": "1"}, environ_base=hostile).status_code for _ in range(40)]
    assert forgetful[-1] == 429
    assert another().post("/api/owner", json={"pin": PIN}).status_code == 200


# --- seats -------------------------------------------------------------------------------------------------------


def test_seats_are_taken_and_given_back_a_few_times_a_minute(
    app: Flask, desk: WatchedDesk, client: FlaskClient, clock: Clock
) -> None:
    app.extensions[EXTENSION].limits.seats._phones._clock = clock
    desk.start(NewGame("pawn-advance", {}, PLAYERS, True))
    answers = [
        request("/api/seats/white").status_code for _ in range(20) for request in (client.put, client.delete)
    ]
    assert answers[:20] == [200] * 20 and set(answers[20:]) == {429}


def test_an_address_has_its_share_of_claims_whatever_tokens_it_makes_up(clock: Clock) -> None:
    tries, tokens = SeatTries(clock), iter(range(10_000))
    assert allowed(lambda: tries.begin(f"phone {next(tokens)}", "here"), 1000) == SEATS_PER_ADDRESS[0]
    assert allowed(lambda: tries.begin("another", "elsewhere"), 1) == 1
    clock.now_s += SEATS_PER_ADDRESS[1] + 0.1
    assert allowed(lambda: tries.begin("mine", "here"), 1) == 1, "tries expire"


def test_who_was_put_out_of_a_seat_waits_and_somebody_else_may_have_it(
    app: Flask, desk: WatchedDesk, client: FlaskClient, another: Callable[[], FlaskClient]
) -> None:
    clock = Clock()
    app.extensions[EXTENSION].limits.seats._clock = clock
    desk.start(NewGame("pawn-advance", {}, PLAYERS, True))
    owner = another()
    owner.post("/api/owner", json={"pin": PIN})
    assert client.put("/api/seats/white").status_code == 200
    assert owner.delete("/api/seats/white").status_code == 200
    refused = client.put("/api/seats/white")
    assert refused.status_code == 429 and "Wait 30 s" in refused.get_json()["error"]
    assert client.put("/api/seats/black").status_code == 429
    assert another().put("/api/seats/white").status_code == 200
    clock.now_s += FREED_S + 0.1
    assert client.put("/api/seats/black").status_code == 200


def test_who_gave_a_seat_back_takes_it_again_at_once(desk: WatchedDesk, client: FlaskClient) -> None:
    desk.start(NewGame("pawn-advance", {}, PLAYERS, True))
    assert [request("/api/seats/white").status_code for request in (client.put, client.delete, client.put)] == [200] * 3


def test_a_phone_holds_only_so_many_seats_of_kept_games(desk: WatchedDesk, client: FlaskClient) -> None:
    desk.start(NewGame("pawn-advance", {}, PLAYERS, True))
    client.get("/")
    token = token_of(client.get_cookie(COOKIE).value)
    for number in range(SEATS_PER_PHONE):
        desk.keep(f"kept {number}")
        desk.store.set_holder(f"kept {number}", Seat.WHITE, token)
    refused = client.put("/api/seats/white")
    assert refused.status_code == 409 and f"{SEATS_PER_PHONE} seats" in refused.get_json()["error"]
    desk.store.set_holder("kept 0", Seat.WHITE, None)
    assert client.put("/api/seats/white").status_code == 200
