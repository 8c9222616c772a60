"""A tile is given its firmware from the panel, while the program runs: a real MicroPython behind a serial line."""

from collections.abc import Callable
from typing import Any

import pytest
from waiting import PATIENCE_S, wait_for

from daemon.workshop.overview import OTHER
from daemon.workshop.tile_update import RenewTask
from engine.core.messages import message
from engine.core.pieces import Seat
from firmware_bridge.errors import FlashFailed
from firmware_bridge.flash import MAIN, VERSION_FILE, firmware_version
from table.messages.new_game import NewGame
from table.messages.refusal import Refused
from webpanel.ports.device_port import Part

PLAYERS = {Seat.WHITE: "Ada", Seat.BLACK: "Bo"}
DONE = "The tile has this program's firmware."


@pytest.fixture
def tiled(new_tiled: Callable[[int], Any]) -> Any:
    """A table of one tile."""
    return new_tiled(8)


def part_of(tiled: Any) -> Part:
    """The tile on the hardware page."""
    (port,) = (tile.port for tile in tiled.tiles)
    found: Part = next(part for part in tiled.program.desk.parts() if port in str(part.name))
    return found


def change(tile: Any, name: str, old: str, new: str) -> None:
    """The tile starts with a file that differs."""
    tile.power_off()
    file = tile.folder / name
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))
    tile.power_on()


def renew(tiled: Any, until: str = DONE) -> None:
    workshop = tiled.program.desk.workshop
    workshop.open("renew", tiled.tiles[0].port)
    wait_for(lambda: str(workshop.work().sentence) == until, lambda: f"{until!r}, not {workshop.work().sentence}")


def test_a_tile_of_another_version_is_offered_its_firmware_and_given_it_while_a_game_goes_on_on_the_phone(
    tiled: Any,
) -> None:
    tile, desk = tiled.tiles[0], tiled.program.desk
    wait_for(lambda: part_of(tiled).trouble is None, "the tile answers")
    assert part_of(tiled).port == "", "nothing to renew"
    change(tile, "firmware_bridge/messages.py", "MAX_EVENTS = 32", "MAX_EVENTS = 31")
    wait_for(lambda: "speaks version" in str(part_of(tiled).trouble), "the other version is told")
    assert part_of(tiled).port == tile.port
    desk.start(NewGame("pawn-advance", {}, PLAYERS, True))
    tiled.until(lambda scene: scene.status == "play")
    renew(tiled)
    assert tiled.scene.status == "play" and desk.workshop.work().done == desk.workshop.work().of > 0
    wait_for(lambda: part_of(tiled).trouble is None, "the tile answers again")
    assert part_of(tiled).port == ""
    desk.workshop.close()
    tiled.start()
    assert tiled.move("c1", "c2").last_action == "c1c2"


def test_a_tile_that_plays_with_other_files_is_offered_them_without_an_alarm(tiled: Any) -> None:
    wait_for(lambda: part_of(tiled).trouble is None, "the tile answers")
    change(tiled.tiles[0], VERSION_FILE, f"0x{firmware_version():08x}", "0x00000001")
    part = wait_for(lambda: (part := part_of(tiled)).state == OTHER and part, "the tile is back")
    assert part.trouble is None and part.port == tiled.tiles[0].port


def test_a_tile_that_has_nothing_but_the_prompt_is_offered_its_firmware(tiled: Any) -> None:
    tile = tiled.tiles[0]
    wait_for(lambda: part_of(tiled).trouble is None, "the tile answers")
    tile.power_off()
    (tile.folder / MAIN).unlink()
    tile.power_on()
    wait_for(lambda: part_of(tiled).trouble is not None, "the silent tile is told of")
    assert part_of(tiled).port == tile.port
    renew(tiled)
    wait_for(lambda: part_of(tiled).trouble is None, "the tile answers")


def test_a_failure_says_the_remedy_and_the_tile_is_listened_to_again(tiled: Any) -> None:
    wait_for(lambda: part_of(tiled).trouble is None, "the tile answers")

    def fail(port: str, tell: object, is_cancelled: object) -> None:
        raise FlashFailed(message("look at the cable"))

    task = RenewTask(tiled.program.real, tiled.tiles[0].port, fail)
    wait_for(lambda: not task.busy, "the end of it")
    assert str(task.work(0.0).sentence) == "The tile was not given its firmware: look at the cable."
    wait_for(lambda: part_of(tiled).trouble is None, "the tile answers again")
    assert not list(tiled.tiles[0].folder.glob("main.new"))


def test_what_is_lit_on_a_renewed_tile_is_what_was_lit_before(tiled: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rings keep what they show while their tile starts anew: what they showed before then does not count."""
    tile = tiled.tiles[0]
    launch = tile._launch

    def forgetting(program: str) -> None:
        tile.frame = bytes(len(tile.frame))
        launch(program)

    monkeypatch.setattr(tile, "_launch", forgetting)
    tiled.start()
    tiled.touch("c1", False)
    tiled.until(lambda scene: any(tiled.ring("c2")))
    renew(tiled)
    wait_for(lambda: any(tiled.ring("c2")), "the light of the move")


def test_while_a_tile_is_renewed_nothing_else_is_done_in_the_workshop_and_it_can_be_broken_off(
    tiled: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("daemon.workshop.panel_session.END_S", PATIENCE_S)
    tile, workshop = tiled.tiles[0], tiled.program.desk.workshop
    wait_for(lambda: part_of(tiled).trouble is None, "the tile answers")
    tile.unplug()
    workshop.open("renew", tile.port)
    for task in ("check", "renew"):
        with pytest.raises(Refused, match="being given its firmware"):
            workshop.open(task, tile.port)
    workshop.close()
    assert workshop.work() is None
    tile.plug()
    wait_for(lambda: part_of(tiled).trouble is None, "the tile answers again")


def test_a_port_of_no_tile_is_refused(tiled: Any) -> None:
    with pytest.raises(Refused, match="No tile of this board has that port"):
        tiled.program.desk.workshop.open("renew", "/dev/ttyACM7")


def test_without_tiles_there_is_none_to_renew(table: Any) -> None:
    with pytest.raises(Refused, match="No tile of this board has that port"):
        table.desk.workshop.open("renew", "/dev/ttyACM0")


def test_the_program_ends_while_a_tile_waits_for_its_firmware(tiled: Any) -> None:
    """Nothing is left behind: every test looks for threads and files."""
    tiled.tiles[0].unplug()
    tiled.program.desk.workshop.open("renew", tiled.tiles[0].port)
