"""Changes by two phones at the same time: neither is lost, in whatever order the program comes to them."""

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from meanwhile import ToldLock, meanwhile
from watched_desk import PIN, WatchedDesk

from club.broadcast.commands import SetBrightness
from daemon.remote.membership import _switch
from webpanel.app import EXTENSION
from webpanel.limits.banned_phones import Guests
from webpanel.limits.rate_limits import PinTries

IN_THE_MIDDLE = pytest.mark.parametrize("where", ["save_settings", "_commit"], ids=["between", "slow disk"])
"""The place of the first change of settings when the second begins: it has read and not written, or the disk takes its
time."""


@pytest.fixture
def waits(desk: WatchedDesk) -> Callable[[], bool]:
    """True if somebody waits for the one who changes something."""
    told = desk.program.desk._games.changing = ToldLock()
    return lambda: told.awaited.is_set() or len(desk.store._turns._waiting) > 1


@pytest.fixture
def owners(client: FlaskClient, another: Callable[[], FlaskClient]) -> tuple[FlaskClient, FlaskClient]:
    """Two phones that gave the PIN."""
    both = client, another()
    for each in both:
        assert each.post("/api/owner", json={"pin": PIN}).status_code == 200
    return both


@IN_THE_MIDDLE
def test_of_two_phones_that_change_different_settings_neither_loses_its_change(
    desk: WatchedDesk, owners: tuple[FlaskClient, FlaskClient], waits: Callable[[], bool], where: str
) -> None:
    first, second = owners
    told: list[Any] = []
    with meanwhile(desk.store, where, lambda: told.append(change(second, palette="high-contrast")), waits):
        told.insert(0, change(first, brightness=17))
    assert told[0]["brightness"] == 17 and told[-1]["palette"] == "high-contrast"
    assert (desk.settings().brightness, desk.settings().palette) == (17, "high-contrast")
    assert desk.store.settings() == desk.settings()


def test_settings_in_force_are_those_that_are_kept_if_two_phones_change_the_same_one(
    desk: WatchedDesk, owners: tuple[FlaskClient, FlaskClient], waits: Callable[[], bool]
) -> None:
    first, second = owners
    with meanwhile(desk.store, "save_settings", lambda: change(second, brightness=18), waits, after=True):
        change(first, brightness=17)
    assert desk.store.settings() == desk.settings()


@IN_THE_MIDDLE
def test_what_is_switched_at_the_broker_loses_no_change_of_a_phone(
    desk: WatchedDesk, owners: tuple[FlaskClient, FlaskClient], waits: Callable[[], bool], where: str
) -> None:
    program = desk.program.desk
    settings = program.settings.__self__

    def dim() -> None:
        _switch(program._games, settings, desk.program.scenes, SetBrightness(12))

    with meanwhile(desk.store, where, lambda: change(owners[0], motion=False), waits):
        dim()
    assert (desk.settings().brightness, desk.settings().motion) == (12, False)
    with meanwhile(desk.store, where, dim, waits):
        change(owners[0], motion=True, brightness=50)
    assert (desk.settings().brightness, desk.settings().motion) == (12, True)
    assert desk.store.settings() == desk.settings()


@pytest.mark.parametrize("where", ["replace", "settings"])
def test_settings_that_are_changed_while_a_backup_is_put_back_count(
    desk: WatchedDesk, owners: tuple[FlaskClient, FlaskClient], waits: Callable[[], bool], where: str
) -> None:
    """On the settings of the backup, not on those from before."""
    change(owners[0], palette="high-contrast")
    with desk.backups.fresh() as archive:
        name = desk.backups.take_in(archive).name
    change(owners[0], palette="colour-blind")
    with meanwhile(desk.store, where, lambda: change(owners[1], brightness=17), waits, after=where == "settings"):
        assert owners[0].post(f"/api/backups/{name}/restore").status_code == 200
    assert (desk.settings().brightness, desk.settings().palette) == (17, "high-contrast")
    assert desk.store.settings() == desk.settings()


def change(phone: FlaskClient, **given: object) -> Any:
    answer = phone.patch("/api/settings", json=given)
    assert answer.status_code == 200
    return answer.get_json()


# --- phones ------------------------------------------------------------------------------------------------------


def test_of_two_owners_that_ban_a_phone_each_both_bans_are_kept(desk: WatchedDesk) -> None:
    guests = Guests(desk.banned(), lambda names: desk.store.keep_banned(names))
    told = guests._lock = ToldLock()  # type: ignore[assignment]
    for token in ("one", "other"):
        guests.saw(token, token, "")
    other, one = guests.lately()
    with meanwhile(desk.store, "keep_banned", lambda: guests.ban(other), told.awaited.is_set):
        guests.ban(one)
    assert desk.banned() == guests.banned == {one.name, other.name}


def test_if_two_owners_sign_out_all_phones_those_that_come_then_stay_known_after_a_restart(
    desk: WatchedDesk, app: Flask, owners: tuple[FlaskClient, FlaskClient], waits: Callable[[], bool]
) -> None:
    guests = app.extensions[EXTENSION].guests
    told = guests._renewing = ToldLock()

    def second() -> None:
        owners[1].delete("/api/phones")

    with meanwhile(desk.store, "sign_out", second, lambda: told.awaited.is_set() or waits(), after=True):
        owners[0].delete("/api/phones")
    assert guests.generation == desk.generation()


def test_a_phone_that_gives_the_pin_while_all_are_signed_out_brings_no_other_one_back(desk: WatchedDesk) -> None:
    tries = PinTries(known=desk)
    tries.succeeded("before", "here", PIN)
    desk.sign_out()
    tries.succeeded("meanwhile", "here", PIN)
    tries.forget()
    assert desk.knowing() == ()
