"""The workshop on the panel: for the owner of a real board alone."""

from dataclasses import replace

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import Phone
from fake_desk import PIN, FakeDesk
from flask.testing import FlaskClient

from table.words.settings import Settings


@pytest.fixture
def real(desk: FakeDesk) -> FakeDesk:
    """A desk with a board of wires."""
    desk.facts = replace(desk.facts, board="gpio")
    return desk


def enter(client: FlaskClient) -> None:
    assert client.post("/api/owner", json={"pin": PIN}).status_code == 200


@pytest.mark.parametrize(
    ("method", "address", "body"),
    [
        ("GET", "/api/workshop", None), ("POST", "/api/workshop", {"task": "wire"}), ("DELETE", "/api/workshop", None),
        ("POST", "/api/workshop/answer", {"answer": "red"}),
    ],
)
def test_it_is_for_the_owner_alone(
    real: FakeDesk, client: FlaskClient, method: str, address: str, body: object
) -> None:
    answer = client.open(address, method=method, json=body)
    assert answer.status_code == 403
    assert real.workshop.task == "" and real.workshop.said == []


def test_a_task_is_begun_answered_and_ended(real: FakeDesk, client: FlaskClient) -> None:
    enter(client)
    assert client.get("/api/workshop").json == {"work": None}
    work = client.post("/api/workshop", json={"task": "wire"}).json["work"]
    assert (work["task"], work["sentence"], work["hint"]) == ("wire", "Take all pieces off the board.", None)
    assert work["choices"][0] == {"value": "red", "label": "Red"}
    assert client.post("/api/workshop/answer", json={"answer": "red"}).json["work"]["hint"] == "red"
    assert real.workshop.said == ["red"]
    assert client.delete("/api/workshop").json == {"work": None}


def test_refusals_are_told_in_words(real: FakeDesk, client: FlaskClient) -> None:
    enter(client)
    answer = client.post("/api/workshop/answer", json={"answer": "red"})
    assert (answer.status_code, answer.json["error"]) == (409, "That has ended in the meantime. Start it again.")
    assert client.post("/api/workshop", json={"task": "dance"}).status_code == 400
    real.facts = replace(real.facts, board="simulated")
    assert client.post("/api/workshop", json={"task": "wire"}).status_code == 409


def test_it_speaks_the_language_of_the_table(real: FakeDesk, client: FlaskClient) -> None:
    enter(client)
    real.save_settings(Settings(language="de"))
    work = client.post("/api/workshop", json={"task": "check"}).json["work"]
    assert work["sentence"] == "Nimm alle Figuren vom Brett."
    assert work["findings"] == ["Felder ohne Licht: a1."]


def test_the_page_says_what_is_missing(desk: FakeDesk, client: FlaskClient) -> None:
    assert "for the owner" in client.get("/workshop").text
    enter(client)
    assert "only the screen board" in client.get("/workshop").text
    assert "/workshop" not in client.get("/hardware").text
    desk.facts = replace(desk.facts, board="gpio")
    assert 'data-task="wire"' in client.get("/workshop").text
    assert 'href="/workshop"' in client.get("/hardware").text


def test_a_builder_goes_through_the_workshop_on_a_phone(real: FakeDesk, phone: Phone) -> None:
    phone.open("/settings")
    phone.page.request.post(f"{phone.address.rstrip('/')}/api/owner", data={"pin": PIN})
    phone.open("/workshop")
    phone.page.click('[data-task="wire"]')
    phone.page.wait_for_selector("#work:not([hidden])")
    assert phone.page.text_content("#sentence") == "Take all pieces off the board."
    phone.page.click("text=Nothing is lit")
    phone.page.wait_for_selector("#hint:not([hidden])")
    assert real.workshop.said == ["none"]
    assert phone.page.text_content("#progress") == "1 of 4"
    assert phone.page.locator("#squares .suspect").text_content() == "a2"
    assert not phone.overflows()
    found = Axe().run(phone.page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]}).response
    assert found["violations"] == []
    phone.page.click("#end")
    phone.page.wait_for_selector("#begin:not([hidden])")
    assert real.workshop.task == ""
