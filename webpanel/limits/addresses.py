"""IP addresses of phones: one spelling for each, and the network that a phone's belongs to."""

import re
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final

_WITH_PORT: Final = re.compile(r"\[(?P<new>.*)\](:\d+)?|(?P<old>[\d.]+):\d+")
"""An address as proxies write it: of IPv6 in brackets, with or without a port; of IPv4 with a port."""


def plain(written: str) -> str:
    """Return an address as it would be without a proxy: no brackets, no port, and as IPv4 what is IPv4. What is no
    address stays as it is."""
    told = written.strip().strip('"')
    found = _WITH_PORT.fullmatch(told)
    address = _read(found["new"] or found["old"] or "" if found else told)
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return told if address is None else str(address)


def network(address: str) -> str:
    """Return the network of an address, as far as it can be told: by IPv6 a phone has any number of addresses."""
    found = _read(address.partition("%")[0])
    if not isinstance(found, IPv6Address):
        return address
    return str(found.ipv4_mapped or ip_network((found, 64), strict=False))


def _read(text: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(text)
    except ValueError:
        return None
