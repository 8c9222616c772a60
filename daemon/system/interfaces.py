"""The network interfaces of this machine and their addresses, as far as Linux tells.

They are read from files and by ioctl: the service is not allowed to use netlink (AF_NETLINK).
"""

import fcntl
import socket
import struct
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address
from pathlib import Path
from typing import Final

PROC: Final = Path("/proc/net")
SYS: Final = Path("/sys/class/net")

_GET_ADDRESS: Final = 0x8915
"""SIOCGIFADDR of netdevice(7)."""
_ETHERNET: Final = "1"
"""ARPHRD_ETHER: cables and Wi-Fi. Tunnels of their own kinds (PPP, WireGuard, tun) have other numbers."""
_GLOBAL: Final = "00"
"""The scope of an IPv6 address that needs no interface beside it, which no browser would accept."""
_UNFIT: Final = 0x08 | 0x20 | 0x40
"""The flags of IPv6 addresses that are duplicate, deprecated, or still tentative."""
_TEMPORARY: Final = 0x01
"""The flag of an IPv6 address that changes daily."""

Address = IPv4Address | IPv6Address


@dataclass(frozen=True, slots=True)
class Interface:
    """A network interface that is up. ``addresses``: at most one of each version; ``default``: the versions for which
    it has a default route, with its metric (lower is preferred)."""

    name: str
    addresses: tuple[Address, ...]
    default: dict[int, int]
    is_bridge: bool = False
    is_tunnel: bool = False


def interfaces() -> list[Interface]:
    """Return the interfaces that have addresses, except loopback; none if this is not Linux."""
    out4, out6, found6 = _ways_out(), _ways_out6(), _addresses6()
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for name in _names():
            addresses = [each for each in (_address(name, asking), found6.get(name)) if each and not each.is_loopback]
            if addresses and _read(SYS / name / "operstate") != "down":
                ways = {version: out[name] for version, out in ((4, out4), (6, out6)) if name in out}
                is_bridge = (SYS / name / "bridge").is_dir()
                found.append(Interface(name, tuple(addresses), ways, is_bridge, _is_tunnel(name)))
    return found


def _names() -> list[str]:
    """Return the names from proc(5): a line for each, from the third on."""
    return [line.partition(":")[0].strip() for line in _read(PROC / "dev").splitlines()[2:]]


def _is_tunnel(name: str) -> bool:
    """True if packets sent there are tunnelled. Where the kernel does not say, it counts as a cable."""
    return _read(SYS / name / "type") not in (_ETHERNET, "") or (SYS / name / "tun_flags").exists()


def _address(name: str, asking: socket.socket) -> IPv4Address | None:
    try:
        answer = fcntl.ioctl(asking, _GET_ADDRESS, struct.pack("40s", name.encode()))
    except OSError:  # it has none
        return None
    return IPv4Address(answer[20:24])


def _addresses6() -> dict[str, IPv6Address]:
    """Return for each interface one permanent address, if there is one."""
    found: dict[str, tuple[bool, IPv6Address]] = {}
    for address, _, _, scope, flags, name in _table("if_inet6", 6):
        if scope == _GLOBAL and not int(flags, 16) & _UNFIT:
            told = bool(int(flags, 16) & _TEMPORARY), IPv6Address(bytes.fromhex(address))
            found[name] = min(told, found.get(name, told))
    return {name: address for name, (_, address) in found.items()}


def _ways_out() -> dict[str, int]:
    """Return interface → metric of its default route."""
    rows = _table("route", 11)
    return _lowest((row[0], int(row[6])) for row in rows if row[1] == row[7] == "00000000")


def _ways_out6() -> dict[str, int]:
    return _lowest((row[9], int(row[5], 16)) for row in _table("ipv6_route", 10)
                   if row[1] == "00" and set(row[0]) == {"0"} and row[9] != "lo")


def _lowest(ways: Iterator[tuple[str, int]]) -> dict[str, int]:
    found: dict[str, int] = {}
    for name, metric in ways:
        found[name] = min(metric, found.get(name, metric))
    return found


def _table(file: str, columns: int) -> Iterator[list[str]]:
    """Yield the rows of a table in /proc/net that have so many columns."""
    return (row for row in map(str.split, _read(PROC / file).splitlines()) if len(row) == columns)


def _read(file: Path) -> str:
    """Read a file; empty if it does not exist."""
    with suppress(OSError):
        return file.read_text().strip()
    return ""
