"""Under which addresses phones reach the panel."""

import socket
from ipaddress import ip_address

_SOMEWHERE = ("192.0.2.1", 9)
"""An address for documentation (RFC 5737): asking the way there sends nothing, and names our own end of it."""


def addresses(host: str, port: int) -> tuple[str, ...]:
    """URLs of a panel that listens on ``host``, the best for a phone first."""
    if host not in ("0.0.0.0", "::", ""):
        return (_url(host, port),)
    return _url(_own_address(), port), _url(f"{socket.gethostname().partition('.')[0]}.local", port)


def _own_address() -> str:
    """The IP address of this machine in its network; that of the machine itself if there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(_SOMEWHERE)
        except OSError:
            return "127.0.0.1"
        return str(asking.getsockname()[0])


def _url(host: str, port: int) -> str:
    return f"http://{_bracketed(host)}{'' if port == 80 else f':{port}'}/"


def _bracketed(host: str) -> str:
    try:
        return f"[{host}]" if ip_address(host).version == 6 else host
    except ValueError:  # a name
        return host
