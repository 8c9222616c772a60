"""The owner updates the program on a phone, in a real browser; what the board's computer does meanwhile is noted as
`systemd/update` does (tests/systemd/test_service_update.py runs the real one)."""

from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from browser import Phone, unlock
from playwright.sync_api import expect
from test_webpanel_updates import LINE, note, noted  # noqa: F401
from waiting import wait_for
from watched_desk import WatchedDesk


def axe(phone: Phone) -> list[object]:
    found: list[object] = Axe().run(
        phone.page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]}
    ).response["violations"]
    return found


def test_the_owner_looks_reads_installs_and_sees_how_far_it_is(
    desk: WatchedDesk, phone: Phone, noted: Path, tmp_path: Path  # noqa: F811
) -> None:
    request, page = tmp_path / "update", phone.page
    note(noted, tag="", phase="")
    unlock(phone)
    phone.open("/update")
    assert axe(phone) == [] and not phone.overflows()
    page.tap("text=Look for updates")
    wait_for(request.exists, "systemd is asked")
    assert request.read_text() == "look\n"
    expect(page.locator("#sentence")).to_have_text("Waiting for the computer to begin.")
    expect(page.locator("[data-task=look]")).to_be_disabled()
    note(noted)
    request.unlink()
    page.wait_for_selector("text=New: version 90.1.0")
    assert axe(phone) == [] and not phone.overflows()
    page.tap("text=Install version 90.1.0")
    page.tap("dialog button:text-is('Back')")
    assert not request.exists()
    page.tap("[data-task=install]")
    page.locator("dialog button:text-is('Install')").dblclick()
    wait_for(request.exists, "systemd is asked")
    assert request.read_text() == LINE
    note(noted, task="install", phase="building")
    request.unlink()
    expect(page.locator("#sentence")).to_contain_text("Building the new version")
    expect(page.locator("#progress")).to_have_attribute("value", "3")
    assert axe(phone) == [] and not phone.overflows()
    phone.context.set_offline(True)
    expect(page.locator("#sentence")).to_contain_text("does not answer at the moment")
    note(noted, task="install", previous="0.2.0", tag="v0.2.0")
    phone.context.set_offline(False)
    expect(page.locator("#sentence")).to_have_text("Version 0.2.0 is installed.")
    expect(page.locator("[data-task=back]")).to_have_text("Return to version 0.2.0")


def test_a_version_that_was_taken_back_is_told(phone: Phone, noted: Path) -> None:  # noqa: F811
    note(noted, task="install", phase="returning")
    unlock(phone)
    phone.open("/update")
    expect(phone.page.locator("#sentence")).to_contain_text("is being put back")
    note(noted, task="install", phase="failed", trouble="returned")
    expect(phone.page.locator("#sentence")).to_contain_text("so this one was put back")
    expect(phone.page.locator("[data-task=install]")).to_be_enabled()
    assert axe(phone) == [] and not phone.overflows()
