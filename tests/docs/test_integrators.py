"""The examples for other programs do what the page says, one after another, at a real table."""

import os
import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

from waiting import PATIENCE_S, wait_for

from table.messages.scene import Scene
from webpanel.api.actions import ActionsJson

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "tests" / "end_to_end"))

from table_process import TableProcess  # noqa: E402  (found by the line above)

BOT = ROOT / "docs" / "random_bot.py"
PAGE = (ROOT / "docs" / "integrators.md").read_text("utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```\n\n```text\n(.*?)```", PAGE, re.S)


def printed(example: str, address: str) -> str:
    """Return the output of an example, with the address of a table in place of the page's."""
    code = example.replace("http://localhost:8080", address)
    surroundings = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, env=surroundings, timeout=PATIENCE_S)
    assert done.returncode == 0, f"{example}\n{done.stderr}"
    return done.stdout


def test_every_example_prints_what_the_page_shows(tmp_path: Path) -> None:
    assert len(EXAMPLES) == PAGE.count("```python") >= 6
    with TableProcess(tmp_path / "data") as table:
        for example, shown in EXAMPLES:
            expected = re.escape(shown).replace("…", ".+")
            said = printed(example, table.address)
            assert re.fullmatch(expected, said), f"{example}\nprinted:\n{said}\ninstead of:\n{shown}"
            wait_for(lambda: table.get("/api/table")["scene"]["confirmed"], "all on disk: the next one reads it there")


def test_two_bots_of_the_page_play_a_whole_game(tmp_path: Path) -> None:
    """Four moves each: on the screen board each takes more than a second, for people to follow."""
    with TableProcess(tmp_path / "data") as table:
        game = table.post("/api/games", game="pawn-advance", options={"rounds": 1}, screen=True)["key"]
        wait_for(lambda: table.get("/api/table")["scene"]["status"] == "play", "the board set up")
        bots = [
            subprocess.Popen([sys.executable, BOT, table.address, seat], stdout=subprocess.PIPE, text=True)
            for seat in ("white", "black")
        ]
        said = {bot.communicate(timeout=PATIENCE_S)[0] for bot in bots}
        assert [bot.returncode for bot in bots] == [0, 0]
        scene = table.get("/api/table")["scene"]
        won = " ".join(scene["winners"] or ["nobody"])
        assert said == {f"{won} won: {scene['reason']}\n"} and scene["reason"]
        decided = [each for each in table.get(f"/api/games/{game}/record").split("\n\n")[1].split() if ":" not in each]
        assert len(decided) == 8
        wait_for(lambda: table.get("/api/table")["scene"]["confirmed"], "all on disk")


def test_the_example_of_the_readme_tells_what_to_do_and_which_rings_are_lit(tmp_path: Path) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.S)
    with TableProcess(tmp_path / "data") as table:
        table.post("/api/games", game="pawn-advance", options={"spawn": 1}, screen=True)
        wait_for(lambda: table.get("/api/table")["scene"]["status"] == "play", "the board set up")
        now, lights = printed(example, table.address).splitlines()
    assert "4 different pawns" in now and "'a1': 'turn'" in lights


def test_the_fields_the_page_explains_are_those_of_the_panel() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| `")]
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row.split("|")[1])}
    assert {"number", "lights", "prompts", "draw_offered_by"} <= named
    assert named - {each.name for each in fields(Scene)} - {*ActionsJson.__annotations__} <= {"ending", "import"}
