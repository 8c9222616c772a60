#!/usr/bin/env python3
"""Stands in for `systemctl` where no systemd runs: put on PATH under that name, it is the only thing that is not real.

It does for one unit below one root what systemd does: reads the unit file that is installed there, runs its ExecStart=
with the directories and the socket of sd_notify(3), waits until the program says READY=1 or has ended, then runs
ExecStartPost=. It does not restart by itself, has no sandbox and no watchdog. What only edits files (`--root=`) is
handed on to the real systemctl.
"""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import IO

ROOT = Path(os.environ["STANDIN_ROOT"])
UNIT = ROOT / "etc/systemd/system/pawnlight.service"
STATE = ROOT / "run/state.json"
LOG = ROOT / "run/log"
RUNTIME = ROOT / "run/pawnlight"
PATIENCE_S = 180


def setting(name: str) -> str:
    found = re.search(rf"^{name}=(.+)$", UNIT.read_text(), re.MULTILINE)
    assert found is not None, name
    return found[1]


def below_root(command: str) -> str:
    return str(ROOT / command.lstrip("/"))


def environment(address: str) -> dict[str, str]:
    for name in ("ConfigurationDirectory", "StateDirectory", "RuntimeDirectory"):
        assert setting(name) == "pawnlight"
    state = ROOT / "var/lib/pawnlight"
    state.mkdir(parents=True, exist_ok=True)
    RUNTIME.mkdir(parents=True, exist_ok=True)
    return os.environ | {
        "CONFIGURATION_DIRECTORY": str(ROOT / "etc/pawnlight"),
        "STATE_DIRECTORY": str(state),
        "RUNTIME_DIRECTORY": str(RUNTIME),
        "NOTIFY_SOCKET": f"@{address}",
    }


def start() -> int:
    address = f"pawnlight-standin-{os.getpid()}"
    told = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    told.bind(f"\0{address}")
    told.settimeout(0.05)
    with LOG.open("a") as log:
        process = subprocess.Popen(
            [below_root(setting("ExecStart"))], env=environment(address), stdout=log, stderr=log, start_new_session=True
        )
        status = wait_until_ready(told, process)
        if status is None:
            process.kill()
            STATE.write_text(json.dumps({"pid": 0, "status": ""}))
            print("Job for pawnlight.service failed.", file=sys.stderr)
            return 1
        STATE.write_text(json.dumps({"pid": process.pid, "status": status}))
        return after_start(environment(address), log)


def after_start(environment: dict[str, str], log: IO[str]) -> int:
    """ExecStartPost=; a dash before it says that its failure is none of the service's."""
    command = setting("ExecStartPost")
    code = subprocess.call([below_root(command.removeprefix("-"))], env=environment, stdout=log, stderr=log)
    return 0 if command.startswith("-") else code


def wait_until_ready(told: socket.socket, process: subprocess.Popen[bytes]) -> str | None:
    """The status that came with READY=1; ``None``: it ended, or took too long."""
    deadline_s = time.monotonic() + PATIENCE_S
    while process.poll() is None and time.monotonic() < deadline_s:
        try:
            lines = dict(line.partition("=")[::2] for line in told.recv(4096).decode().split("\n"))
        except TimeoutError:
            continue
        if lines.get("READY") == "1":
            return lines.get("STATUS", "")
    return None


def state() -> tuple[int, str]:
    """The process that runs (0: none) and its status."""
    if STATE.exists():
        kept = json.loads(STATE.read_text())
        stat = Path(f"/proc/{kept['pid']}/stat")
        if kept["pid"] and stat.exists() and stat.read_text().rpartition(")")[2].split()[0] != "Z":
            return kept["pid"], kept["status"]
    return 0, ""


def stop() -> None:
    process, _ = state()
    if process:
        os.kill(process, signal.SIGTERM)
        deadline_s = time.monotonic() + PATIENCE_S
        while state()[0] and time.monotonic() < deadline_s:
            time.sleep(0.02)
    STATE.unlink(missing_ok=True)


def main(arguments: list[str]) -> int:
    if any(argument.startswith("--root=") for argument in arguments):
        return subprocess.call([os.environ["STANDIN_FOR"], *arguments])
    STATE.parent.mkdir(parents=True, exist_ok=True)
    words = [argument for argument in arguments if not argument.startswith("--")]
    match words:
        case ["daemon-reload"]:
            return 0
        case ["restart", "pawnlight.service"]:
            stop()
            return start()
        case ["stop", "pawnlight.service"]:
            stop()
            shutil.rmtree(RUNTIME, ignore_errors=True)
            return 0
        case ["is-active", "pawnlight.service"]:
            return 0 if state()[0] else 3
        case ["show", "pawnlight.service"]:
            print(state()[0] if "--property=MainPID" in arguments else state()[1])
            return 0
    print(f"the stand-in does not know {arguments}", file=sys.stderr)
    return 64


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
