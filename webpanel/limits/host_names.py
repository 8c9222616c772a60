"""The host names to which a panel answers.

DNS rebinding: a page on some web site is loaded from ``evil.example``; a moment later that name leads to the address of
this board, and the browser takes the panel for more of that site, which may then read and press everything. The name in
the request gives it away. So the panel answers to no name that a stranger can point at it:

- addresses, and names without a dot: nobody points those anywhere;
- names with an ending that does not exist in the public DNS, and which routers give to machines in a house;
- this machine's own name with an ending whose owner lets nobody else point names: a maker of routers, whose name leads
  to the router in every house, or a VPN, whose names lead into one's own network;
- names that the builder's configuration adds (``panel.names``), and the panel's own addresses.
"""

import re
from collections.abc import Collection
from ipaddress import ip_address
from typing import Final
from urllib.parse import SplitResult, urlsplit

ANY_NAME: Final = (".local", ".lan", ".home", ".home.arpa", ".localdomain", ".internal")
"""Endings that no public name has: RFC 6762 and its appendix G, RFC 8375; ICANN reserves .internal."""
OWN_NAME: Final = re.compile(r"(?P<own>[^.]+)\.(fritz\.box|speedport\.ip|[^.]+\.ts\.net)")
"""A name whose ending has an owner: AVM's and Telekom's routers, and Tailscale, which puts a network's name between."""


def is_known(host: str, own: Collection[str]) -> bool:
    """True if the panel answers to the ``Host`` of a request; ``own``: this machine's names, in lower case."""
    name = host_of(f"//{host}")
    if not name:
        return False
    return _is_address(name) or "." not in name or name in own or name.endswith(ANY_NAME) or _is_own(name, own)


def _is_own(name: str, own: Collection[str]) -> bool:
    found = OWN_NAME.fullmatch(name)
    return found is not None and found["own"] in own


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def host_of(address: str) -> str:
    """Return the host name of an address, in lower case and without a dot at its end; empty if there is none."""
    return (split(address).hostname or "").removesuffix(".")


def split(address: str) -> SplitResult:
    """Split an address into its parts; all empty if it is malformed."""
    try:
        return urlsplit(address)
    except ValueError:  # half a bracket, say
        return urlsplit("")
