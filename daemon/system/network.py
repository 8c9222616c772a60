"""The addresses under which phones reach the panel."""

import socket
from collections.abc import Iterable
from ipaddress import ip_address
from typing import Final

from daemon.config.schema import PanelConfig
from daemon.system.interfaces import Address, Interface, interfaces

EVERYWHERE: Final = ("0.0.0.0", "::", "")
"""The addresses of a panel that listens at all addresses of its machine."""
ONESELF: Final = ip_address("127.0.0.1")


def addresses(panel: PanelConfig, port: int) -> tuple[str, ...]:
    """Return the URLs of a panel, the most likely one for a phone first: the configured one, if any."""
    shown = panel.address_shown
    first = [] if not shown else [_whole(shown) if "://" in shown else _url(shown, port)]
    return tuple(dict.fromkeys([*first, *_found(panel.address, port)]))


def names(panel: PanelConfig) -> tuple[str, ...]:
    """Return the host names of this machine, without the domain of its network, and those that the configuration
    adds."""
    return _own_name().lower(), *panel.names


def _own_name() -> str:
    return socket.gethostname().partition(".")[0]


def _found(host: str, port: int) -> list[str]:
    if host not in EVERYWHERE:
        return [_url(host, port)]
    first, *others = ranked(interfaces(), host == "0.0.0.0") or [ONESELF]
    return [_url(str(first), port), _url(f"{_own_name()}.local", port), *(_url(str(each), port) for each in others)]


def ranked(there: Iterable[Interface], old_only: bool = False) -> list[Address]:
    """Return the addresses of these interfaces, the most likely one for a phone in the same house first; ``old_only``:
    those of IPv4 alone."""
    found = [(each, address) for each in there for address in each.addresses if not (old_only and address.version == 6)]
    return [address for _, address in sorted(found, key=lambda pair: _badness(*pair))]


def _badness(interface: Interface, address: Address) -> tuple[bool, bool, bool, bool, int]:
    """Return the drawbacks of an address, the worst first.

    Phones are in the network that leads out of the house. A tunnel ends elsewhere, a bridge without a default route is
    one for containers or virtual machines, and an address to type into a phone should be short.
    """
    at_home = address.version == 4 and address.is_private and not address.is_link_local
    out = interface.default.get(address.version)
    return interface.is_tunnel, out is None, interface.is_bridge, not at_home, out or 0


def _whole(url: str) -> str:
    return f"{url.rstrip('/')}/"


def _url(host: str, port: int) -> str:
    return f"http://{_bracketed(host)}{'' if port == 80 else f':{port}'}/"


def _bracketed(host: str) -> str:
    try:
        return f"[{host}]" if ip_address(host).version == 6 else host
    except ValueError:  # a host name
        return host
