"""Clients that generators make of the descriptions play a game against the running program, and read from a club."""

import importlib
import json
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from table_process import TableProcess
from waiting import PATIENCE_S, wait_for

ROOT = Path(__file__).parents[2]
PANEL = ROOT / "webpanel" / "static" / "openapi.json"
CLUB = ROOT / "clubpanel" / "static" / "openapi.json"
CONFIG = ROOT / "docs" / "openapi-python-client.yml"
TOOLS = ROOT / "node_modules"
COMPILED = ("--strict", "--skipLibCheck", "--noUncheckedIndexedAccess", "--target", "es2022", "--module", "nodenext",
            "--types", "node")


def run(*command: str | Path, folder: Path) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE_S)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def python_client(description: Path, name: str, folder: Path) -> None:
    """Make a package of this name in the folder; the generator must have understood everything."""
    config = folder / f"{name}.yml"
    config.write_text(f"{CONFIG.read_text('utf-8')}\npost_hooks: []\n".replace("pawnlight_client", name), "utf-8")
    command = Path(sys.executable).with_name("openapi-python-client")
    said = run(command, "generate", "--path", description, "--config", config, "--meta", "none",
               "--output-path", folder / name, folder=folder)
    assert "arning" not in said, said


@pytest.fixture
def typescript(tmp_path: Path) -> Path:
    """The player of TypeScript, compiled against what openapi-typescript makes of the description."""
    if shutil.which("node") is None or not (TOOLS / "openapi-typescript").is_dir():
        pytest.skip("npm has not installed what package.json names: script/bootstrap --dev")
    folder = tmp_path / "typescript"
    shutil.copytree(Path(__file__).with_name("generated_client"), folder)
    (folder / "node_modules").symlink_to(TOOLS)
    (folder / "package.json").write_text('{"type": "module"}')
    run("node", TOOLS / "openapi-typescript" / "bin" / "cli.js", PANEL, "--output", "panel.ts", folder=folder)
    run("node", TOOLS / "typescript" / "bin" / "tsc", *COMPILED, "player.ts", folder=folder)
    return folder / "player.js"


class PythonPlayer:
    """A player of a seat, by the client that openapi-python-client makes of the description."""

    def __init__(self, address: str, seat: str) -> None:
        self._client = importlib.import_module("panel_client").Client(base_url=address)
        self._models = importlib.import_module("panel_client.models")
        self._seat, self._chance = self._models.Seat(seat), random.Random(1)
        self.played = 0

    def call(self, operation: str, *given: Any, **named: Any) -> Any:
        """Ask for an operation by its group and name."""
        return importlib.import_module(f"panel_client.api.{operation}").sync(*given, client=self._client, **named)

    def play(self) -> Any:
        """Play until the game is over, and return how it stands then."""
        with self._client:
            key = self.call("actions.actions_legal").key
            seated = self.call("seats.seats_claim", self._seat, game_key=key)
            assert isinstance(seated, self._models.Seated), seated
            while (now := self.call("actions.actions_legal", seat=self._seat)).winners is None:
                self._act(key, now)
                time.sleep(0.1)
            table = self.call("story.story_table")
            assert (table.scene.key, table.scene.winners) == (key, now.winners)
            assert self.call("pictures.pictures_now").startswith("<svg")
            return now

    def _act(self, key: str, now: Any) -> None:
        mine = now.actions.to_dict().get(self._seat.value)
        if now.waits is None and mine:
            body = self._models.ActionBody(action=self._chance.choice(mine), scene=now.scene)
            done = self.call("actions.actions_play", body=body, game_key=key)
            self.played += isinstance(done, self._models.Done)


def test_generated_clients_play_a_game_against_each_other(
    tmp_path: Path, typescript: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    python_client(PANEL, "panel_client", tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    with TableProcess(tmp_path / "data") as table:
        table.post("/api/games", game="pawn-advance", options={"rounds": 1}, screen=True)
        wait_for(lambda: table.get("/api/table")["scene"]["status"] == "play", "the board set up")
        white = PythonPlayer(table.address, "white")
        command = ["node", typescript, table.address, "black"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as black:
            over = white.play()
            said, _ = black.communicate(timeout=PATIENCE_S)
    assert json.loads(said) == {"played": 4, "winners": list(over.winners), "status": "over"}
    assert white.played == 4 and over.action_count >= 8


def test_a_client_of_a_club_is_made_of_its_description(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    python_client(CLUB, "club_client", tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    models = importlib.import_module("club_client.models")
    told = {"tournaments": [{"number": 1, "name": "Saturday", "game": "pawn", "system": "swiss", "rounds": 5,
                             "paired": 2, "over": False}]}
    assert models.Tournaments.from_dict(told).to_dict() == told
