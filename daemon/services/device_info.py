"""Facts about the program and its board, for the hardware and about pages."""

import importlib.metadata
from urllib.parse import urlsplit

from daemon.boards.light_driver import LightDriver
from daemon.config.schema import Config
from daemon.peripherals.address_display import GLYPHS
from daemon.system.logging_setup import LatestLines
from daemon.system.network import ONESELF, addresses, names
from webpanel.ports.device_port import Device


class DeviceInfo:
    """The facts about the device. May be asked from any thread."""

    def __init__(self, config: Config, lines: LatestLines, lamps: LightDriver) -> None:
        self._config = config
        self._lines = lines
        self._lamps = lamps
        self.port = config.panel.port
        """The port on which the panel really listens, once it does."""

    def device(self) -> Device:
        """See :meth:`webpanel.ports.table_port.Desk.device`."""
        board = self._config.board
        return Device(
            board=board.driver,
            files=board.files,
            ranks=board.ranks,
            addresses=self._addresses(),
            names=names(self._config.panel),
            version=importlib.metadata.version("pawnlight"),
            pixels=self._config.rings.pixels,
            amperes=self._config.rings.supply_a,
            estimate_a=self._lamps.estimate_a,
            log=self._lines.lines(),
        )

    def address(self) -> str:
        """Return the address to type into a phone, as far as rings can spell it; empty while there is no network."""
        places = [urlsplit(each) for each in self._addresses()]
        spelt = (each.netloc for each in places if each.scheme == "http" and set(each.netloc) <= set(GLYPHS))
        place = next(spelt, "")
        return "" if urlsplit(f"//{place}").hostname == str(ONESELF) else place

    def _addresses(self) -> tuple[str, ...]:
        return addresses(self._config.panel, self.port)
