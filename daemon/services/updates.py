"""Updates of the program: what the owner wishes is put into a file, and what becomes of it is read from another one.

The service itself can install nothing. It makes a file, for which systemd waits (``pawnlight-update.path``);
``systemd/update`` does what it says, and notes in a directory of its own how far it is.
"""

import importlib.metadata
import logging
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Final

from daemon.config.schema import UpdateConfig
from engine.core.errors import EngineError
from engine.core.json_fields import OBJECT, check, read_json
from engine.core.messages import Message, message
from table.messages.refusal import Refused
from webpanel.ports.update_port import UpdateState
from webpanel.text.changelog import version_key

log = logging.getLogger(__name__)

TAKEN_S: Final = 30.0
"""The time within which systemd takes a request."""
ASKED = "asked"
INSTALLING: Final = (ASKED, "fetching", "copying", "building", "starting")
STEPS_OF: Final = {"look": (ASKED, "looking"), "install": INSTALLING, "back": (ASKED, "starting")}

STEPS: Final[Mapping[str, Message]] = {
    ASKED: message("Waiting for the computer to begin."),
    "looking": message("Looking for a newer version."),
    "fetching": message("Fetching the new version."),
    "copying": message("Copying the games, before anything is changed."),
    "building": message("Building the new version, which takes some minutes on a small computer. Play can go on."),
    "starting": message("Starting the other version. The board is away for a moment; the game goes on afterwards."),
    "returning": message("The new version did not come up. The one before is being put back."),
}
TROUBLES: Final[Mapping[str, Message]] = {
    "no_git": message("Git or ssh-keygen is missing on the board's computer. Install them there: sudo apt-get install "
                      "git openssh-client"),
    "config": message("The configuration cannot be read. sudo pawnlight check-config says what is wrong with it."),
    "no_source": message("The configuration names no source of updates. Name one in config.toml, under [update]."),
    "no_key": message("The file that says who signs updates cannot be read. Mend key in config.toml, under [update]."),
    "no_stick": message("There is no file pawnlight.bundle in the folder for updates. Plug the stick in, then try "
                        "again."),
    "unreachable": message("The source of updates does not answer. Check that the board's computer reaches the "
                           "internet, and the address in config.toml, then try again."),
    "no_tag": message("The source does not have this version any more. Look for updates again."),
    "unsigned": message("Nobody whom the configuration names has signed the newest version, so it is not installed. "
                        "Ask whoever publishes it."),
    "mislabelled": message("That version calls itself by another number, so it was not installed. Ask whoever "
                           "publishes it."),
    "older": message("That version is not newer than the one that runs."),
    "no_previous": message("There is no version to return to."),
    "space": message("The card has too little room for another version. Delete what is not needed there, then try "
                     "again."),
    "copy": message("The games could not be copied, so nothing was changed. Check that the card has room, then try "
                    "again."),
    "build": message("The new version could not be built, and nothing was changed. journalctl -u pawnlight-update says "
                     "why; often it is the network: try again."),
    "returned": message("The other version did not come up, so this one was put back. journalctl -u pawnlight-update "
                        "says why."),
    "broken": message("Neither of the two versions comes up as it should. journalctl -u pawnlight-update says why."),
    "interrupted": message("The update was interrupted, and nothing was changed. Begin it again."),
}
FAILED: Final = message("The update failed. journalctl -u pawnlight-update says why.")
NOT_TAKEN: Final = message(
    "The computer did not begin. systemctl status pawnlight-update.path must say active; installing Pawnlight anew "
    "sets that up."
)
NEWEST: Final = message("There is no newer version.")
NOT_HERE: Final = message(
    "Updates cannot be installed from here, because Pawnlight does not run as its service. Install the new version as "
    "you installed this one."
)
UNDER_WAY: Final = message("An update is under way. Wait until it has ended.")
ANOTHER: Final = message("That is not the version on offer any more. Look at this page again, then decide.")


@dataclass(frozen=True, slots=True)
class Noted:
    """The notes of ``systemd/update``: the ``tag`` of the newest version (empty: none); the others as there."""

    task: str = ""
    tag: str = ""
    previous: str = ""
    phase: str = ""
    trouble: str = ""


class ServiceUpdates:
    """See :class:`webpanel.ports.update_port.Updates`."""

    def __init__(
        self, config: UpdateConfig, environment: Mapping[str, str] = os.environ,
        clock: Callable[[], float] = time.monotonic, version: str = "",
    ) -> None:
        """:param environment: that of a service, see systemd.exec(5). :param version: instead of the installed one."""
        self.source, self.signed = config.source, config.key is not None
        runtime, state = environment.get("RUNTIME_DIRECTORY"), environment.get("STATE_DIRECTORY")
        self._request = Path(runtime) / "update" if runtime else None
        self._noted = Path(state).with_name("pawnlight-update") if state else None
        self._version = version or importlib.metadata.version("pawnlight")
        self._clock = clock
        self._asked_s = clock()

    def state(self) -> UpdateState:
        """See :meth:`webpanel.ports.update_port.Updates.state`."""
        asked = self._asked  # first: once it is gone, the first step is noted
        noted = self._read()
        done, of = self._progress(asked, noted)
        sentence, failed = self._sentence(asked, noted)
        return UpdateState(self._version, self._offered(noted), noted.previous, done, of, sentence, failed)

    def changes(self) -> str:
        """See :meth:`webpanel.ports.update_port.Updates.changes`."""
        try:
            return "" if self._noted is None else (self._noted / "changes.md").read_text("utf-8", "replace")
        except OSError:
            return ""

    def look(self) -> None:
        """See :meth:`webpanel.ports.update_port.Updates.look`."""
        self._ask("look")

    def install(self, version: str) -> None:
        """See :meth:`webpanel.ports.update_port.Updates.install`."""
        if not version or version != self.state().offered:
            raise Refused(ANOTHER)
        self._ask(f"install v{version}")

    def go_back(self, version: str) -> None:
        """See :meth:`webpanel.ports.update_port.Updates.go_back`."""
        if not version or version != self.state().previous:
            raise Refused(ANOTHER)
        self._ask("back")

    def _ask(self, line: str) -> None:
        """Make the file for which systemd waits, whole."""
        if self._request is None:
            raise Refused(NOT_HERE)
        if self.state().of:
            raise Refused(UNDER_WAY)
        try:
            made = self._request.with_name("update.new")
            made.write_text(f"{line}\n")
            self._asked_s = self._clock()
            made.replace(self._request)
        except OSError as error:
            log.warning("%s cannot be made: %s", self._request, error)
            raise Refused(NOT_TAKEN, 503) from error

    # --- what is noted -------------------------------------------------------------------------------------------

    def _read(self) -> Noted:
        if self._noted is None:
            return Noted()
        try:
            given = read_json((self._noted / "state.json").read_text("utf-8"), EngineError)
            there = check("state", given, OBJECT, EngineError)
        except (OSError, UnicodeDecodeError, EngineError):
            return Noted()
        return Noted(**{each.name: str(there.get(each.name, "")) for each in fields(Noted)})

    @property
    def _asked(self) -> str:
        """The request that systemd has not taken yet; empty: there is none."""
        try:
            return "" if self._request is None else self._request.read_text("utf-8").strip()
        except OSError:
            return ""

    @property
    def _is_late(self) -> bool:
        return self._clock() - self._asked_s > TAKEN_S

    def _progress(self, asked: str, noted: Noted) -> tuple[int, int]:
        if (asked and self._is_late) or (not asked and noted.phase in ("", "done", "failed")):
            return 0, 0
        steps = STEPS_OF.get(asked.partition(" ")[0] or noted.task, INSTALLING)
        if asked:
            return 0, len(steps)
        return (steps.index(noted.phase) if noted.phase in steps else len(steps) - 1), len(steps)

    def _sentence(self, asked: str, noted: Noted) -> tuple[Message | None, bool]:
        """Return what is happening, or has happened, and whether it failed."""
        if asked:
            return (NOT_TAKEN, True) if self._is_late else (STEPS[ASKED], False)
        if noted.phase == "failed" or noted.trouble:
            return TROUBLES.get(noted.trouble, FAILED), True
        if noted.phase == "done":
            return self._result(noted), False
        return STEPS.get(noted.phase), False

    def _result(self, noted: Noted) -> Message:
        if noted.task != "look":
            return message("Version {version} is installed.", version=self._version)
        return message("There is a newer version.") if self._offered(noted) else NEWEST

    def _offered(self, noted: Noted) -> str:
        version = noted.tag.removeprefix("v")
        return version if version_key(version) > version_key(self._version) else ""
