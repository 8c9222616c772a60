"""Under which addresses phones reach the panel."""

import fcntl
import socket
import struct
from ipaddress import ip_address
from pathlib import Path
from typing import Final

_SOMEWHERE = ("192.0.2.1", 9)
"""An address for documentation (RFC 5737): asking the way there sends nothing, and names our own end of it."""
_ONESELF: Final = "127.0.0.1"
_INTERFACES: Final = Path("/proc/net/dev")
"""A line for each, from the third on (proc(5)). The service may not ask in the usual way (AF_NETLINK)."""
_GET_ADDRESS: Final = 0x8915
"""SIOCGIFADDR of netdevice(7)."""


def addresses(host: str, port: int) -> tuple[str, ...]:
    """URLs of a panel that listens on ``host``, the best for a phone first."""
    if host not in ("0.0.0.0", "::", ""):
        return (_url(host, port),)
    return _url(_own_address(), port), _url(f"{socket.gethostname().partition('.')[0]}.local", port)


def _own_address() -> str:
    """The IP address of this machine in its network; that of the machine itself if there is no network. A network
    without a way out of it is one too: the board's own Wi-Fi, say."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(_SOMEWHERE)
        except OSError:
            found = (_address_of(name, asking) for name in _interfaces())
            return next((address for address in found if address not in ("", _ONESELF)), _ONESELF)
        return str(asking.getsockname()[0])


def _interfaces() -> list[str]:
    try:
        return [line.partition(":")[0].strip() for line in _INTERFACES.read_text().splitlines()[2:]]
    except OSError:  # not Linux
        return []


def _address_of(interface: str, asking: socket.socket) -> str:
    """Empty: it has none."""
    try:
        answer = fcntl.ioctl(asking, _GET_ADDRESS, struct.pack("40s", interface.encode()))
    except OSError:
        return ""
    return socket.inet_ntoa(answer[20:24])


def _url(host: str, port: int) -> str:
    return f"http://{_bracketed(host)}{'' if port == 80 else f':{port}'}/"


def _bracketed(host: str) -> str:
    try:
        return f"[{host}]" if ip_address(host).version == 6 else host
    except ValueError:  # a name
        return host
