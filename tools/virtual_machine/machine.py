"""A virtual machine with a board of reeds and a card, whose power can be cut."""

import os
import random
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from typing import Any
from xmlrpc.client import ServerProxy

import waiting
from card import Card
from line import ADDRESS, Wire

PATIENCE_S = 900.0
"""The time that a start, or an installation, may take on a busy computer."""
AGENT = 7000
FIRST_REED = 28
"""The line of the first reed; see guest/linux.patch."""


class Machine:
    """A machine made of what ``build`` left in a directory. It starts anew after each cut."""

    def __init__(self, made: Path, work: Path) -> None:
        self._made, self._work = made, work
        self.card = Card(work / "card", work / "card.socket")
        self._running: list[subprocess.Popen[bytes]] = []
        self._closed: set[int] = set()

    # --- power ---------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Power on; returns at once."""
        self.card.insert()
        slot = self._work / "slot"
        slot.unlink(missing_ok=True)
        device = f"vhost-user-blk,id=slot,node-name=card,addr.type=unix,addr.path={slot},writable=on"
        self._running = [self._start_storage(device)]
        waiting.wait_for(slot.exists, "a slot for the card")
        self._running.append(self._start_kernel(slot))

    def _start_storage(self, export: str) -> subprocess.Popen[bytes]:
        """Start the program that joins the card to a device; it keeps nothing itself."""
        card = f"driver=nbd,node-name=card,server.type=unix,server.path={self._work / 'card.socket'},cache.direct=on"
        return subprocess.Popen(["qemu-storage-daemon", "--blockdev", card, "--export", export])

    def _start_kernel(self, slot: Path) -> subprocess.Popen[bytes]:
        """In a space of processes of its own: with its first one all of them end at once.

        That first one is a shell, since a kernel that fails could not end itself there.
        """
        reeds = ",".join(str(FIRST_REED + reed) for reed in sorted(self._closed))
        command = [
            "unshare", "--pid", "--fork", "--kill-child", "sh", "-c", '"$@"; exit', "-",
            str(self._made / "kernel"), "mem=768M", "quiet", "panic=-1",
            "vec0:transport=tap,ifname=board,depth=64", f"virtio_uml.device={slot}:2", "root=/dev/vda", "rw",
            "rootfstype=ext4", "init=/usr/local/sbin/init", "con=null", "con0=null,fd:1", f"reeds={reeds}", "board",
        ]  # fmt: skip
        with (self._work / "console").open("ab") as console:
            return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=console, stderr=console,
                                    env=os.environ | {"TMPDIR": "/dev/shm"})  # fmt: skip

    def cut(self, chance: random.Random) -> tuple[int, int]:
        """Cut the power. See :meth:`card.Card.cut`.

        The file system is mended from outside before it is mounted again, as a Raspberry Pi does itself
        (``fsck.repair=yes``): the kernel alone mounts none whose superblock was torn.
        """
        self.stop()
        told = self.card.cut(chance)
        status = subprocess.run(["e2fsck", "-y", str(self._work / "card")], capture_output=True).returncode
        assert status in (0, 1), f"the file system cannot be mended: {status}"
        return told

    def stop(self) -> None:
        """End it at once, if it runs: the kernel first, since a card that is pulled out is something else."""
        for process in reversed(self._running):
            process.kill()
            process.wait()

    def switch_off(self) -> None:
        """As its owner does, with all written."""
        with suppress(OSError, HTTPException):
            self.run("systemctl", "poweroff")
        self._running[-1].wait(PATIENCE_S)
        self.stop()
        self.card.wait()

    def is_off(self) -> bool:
        """True if it has switched itself off."""
        return bool(self._running) and self._running[-1].poll() is not None

    # --- hands ---------------------------------------------------------------------------------------------------

    def run(self, *command: str) -> tuple[int, str]:
        """A command as root, to its end: its status, and what it said.

        :raises OSError: the machine does not answer.
        """
        with self._hand() as hand:
            done: Any = hand.run(list(command))
        status, said = done
        return status, said

    def flip(self, reed: int, closed: bool) -> None:
        """Put a piece on a reed, or lift it. What stands there still stands there after a power cut."""
        (self._closed.add if closed else self._closed.discard)(reed)
        with self._hand() as hand:
            hand.flip(FIRST_REED + reed, closed)

    def _hand(self) -> ServerProxy:
        return ServerProxy(f"http://{ADDRESS}", Wire(AGENT))

    def shows(self, name: str) -> str:
        """A property of the service."""
        return self.run("systemctl", "show", f"--property={name}", "--value", "pawnlight.service")[1].strip()

    # --- waiting -------------------------------------------------------------------------------------------------

    def wait_until_up(self) -> None:
        """Wait until commands are run."""
        self.wait_for(lambda: self.run("true")[0] == 0, "up")

    def wait_for(self, look: Callable[[], object], what: str, patience_s: float = PATIENCE_S) -> None:
        """Wait for a state; while the machine does not answer, it is not there.

        :raises AssertionError: it does not come.
        """
        deadline_s = time.monotonic() + patience_s
        while not _seen(look):
            assert time.monotonic() < deadline_s, f"never {what}"
            assert not self.is_off(), f"the machine ended before it was {what}"
            time.sleep(0.2)


def _seen(look: Callable[[], object]) -> bool:
    with suppress(OSError, HTTPException):
        return bool(look())
    return False
