"""The same card in a container: systemd as its first process, ext4 on the card by the kernel of this computer, and as
quick as this computer. It has no pins."""

import os
import signal
import subprocess
from pathlib import Path

import waiting
from machine import Machine


class Box(Machine):
    """A container made of what ``build`` left in a directory. It starts anew after each cut."""

    def __init__(self, made: Path, work: Path) -> None:
        super().__init__(made, work)
        self._starts = 0

    def start(self) -> None:
        """Power on; returns at once. Everything has a new name each time: what lost its power is not used again."""
        self.card.insert()
        self._starts += 1
        disk, files = self._disk(), self._files()
        disk.touch()
        files.mkdir()
        export = f"fuse,id=disk,node-name=card,mountpoint={disk},writable=on"
        self._running = [self._start_storage(export)]
        waiting.wait_for(lambda: disk.stat().st_size, "a disk")
        subprocess.run(["mount", "-t", "ext4", "-o", "loop,noatime", str(disk), str(files)], check=True)
        command = ["systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--boot", "--console=pipe",
                   f"--directory={files}"]  # fmt: skip
        with (self._work / "console").open("ab") as console:
            self._running.append(subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=console, stderr=console))

    def stop(self) -> None:
        """End it at once, if it runs: with their first process all of the container end, and then the card is away."""
        for process in reversed(self._running):
            for first in children(process):
                os.kill(first, signal.SIGKILL)
            process.kill()
            process.wait()
        if self._running:
            self._running = []
            for mounted in (self._files(), self._disk()):
                subprocess.run(["umount", "--lazy", str(mounted)], capture_output=True)

    def _disk(self) -> Path:
        return self._work / f"disk-{self._starts}"

    def _files(self) -> Path:
        return self._work / f"files-{self._starts}"


def children(process: "subprocess.Popen[bytes]") -> list[int]:
    """The processes that a process has started."""
    return [int(each) for each in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text("ascii").split()]
