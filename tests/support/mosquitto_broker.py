"""A real mosquitto on loopback, set up as docs/club.md says."""

import os
import re
import shutil
import socket
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest
from waiting import wait_for

from club.transport.link import Broker

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "club.md").read_text("utf-8")
SYSTEM_PATH = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"
"""Debian keeps mosquitto where only root looks."""


def block(kind: str) -> str:
    """Return the example of this kind on the page."""
    (found,) = re.findall(rf"```{kind}\n(.*?)```", PAGE, re.S)
    return str(found)


def without_certificate(conf: str) -> str:
    """Change the example as the page says for a broker that has no certificate."""
    said = re.search(r"leave out the lines `(\w+)` and `(\w+)`, and take `(listener \d+)`", PAGE)
    assert said is not None
    text, count = re.subn(rf"^({said[1]}|{said[2]}) .*\n", "", conf, flags=re.M)
    assert count == 2
    return re.sub(r"^listener \d+", said[3], text)


def tool(name: str) -> str:
    path = shutil.which(name, path=SYSTEM_PATH)
    if path is None:
        pytest.skip(f"{name} is not installed (Debian: apt install mosquitto openssl)")
    return path


_HELD: list[socket.socket] = []


def free_port() -> int:
    """A port that nobody else is given as long as this process lives, whether or not a program listens at it: a socket
    stays bound to it. Programs that reuse addresses, as servers do, may listen there all the same."""
    held = socket.socket()
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    held.bind(("127.0.0.1", 0))
    _HELD.append(held)
    return int(held.getsockname()[1])


class Mosquitto:
    """The broker, with users as the page says. It can be stopped and started again."""

    def __init__(self, directory: Path, tls: bool = False) -> None:
        self.directory, self.tls, self.port = directory, tls, free_port()
        self.ca_file = directory / "broker.crt"
        self._process: subprocess.Popen[bytes] | None = None
        (directory / "passwords").touch(0o600)
        (directory / "boards.acl").write_text(block("acl"))
        (directory / "boards.acl").chmod(0o600)
        if tls:
            self._make_certificate()
        self._configure()

    def _make_certificate(self) -> None:
        subprocess.run(
            [tool("openssl"), "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
             "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
             "-keyout", self.directory / "broker.key", "-out", self.ca_file],
            check=True, capture_output=True,
        )

    def _configure(self) -> None:
        """The example of the page, on loopback, with files of its own; where tests run as root, the broker stays it."""
        text = block("conf") if self.tls else without_certificate(block("conf"))
        text = re.sub(r"^listener \d+", f"listener {self.port} 127.0.0.1", text)
        text = re.sub("/etc/mosquitto(/certs)?", str(self.directory), text)
        (self.directory / "mosquitto.conf").write_text(f"{text}user root\n")

    def add_user(self, user: str, password: str) -> None:
        """A user of the broker; from its next start on."""
        subprocess.run([tool("mosquitto_passwd"), "-b", self.directory / "passwords", user, password], check=True,
                       capture_output=True)

    def add_users(self, passwords: Mapping[str, str]) -> None:
        """Many users at once, the only ones; from its next start on."""
        file = self.directory / "passwords"
        file.write_text("".join(f"{user}:{password}\n" for user, password in passwords.items()))
        subprocess.run([tool("mosquitto_passwd"), "-U", file], check=True, capture_output=True)

    def allow(self, rules: str) -> None:
        """Further rules of who may do what; from its next start on."""
        with (self.directory / "boards.acl").open("a") as file:
            file.write(f"{rules}\n")

    def start(self) -> None:
        with (self.directory / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [tool("mosquitto"), "-c", self.directory / "mosquitto.conf"], stdout=log, stderr=log
            )
        wait_for(self._listens, lambda: f"a listening mosquitto: {self.log()}")

    @property
    def pid(self) -> int:
        """Of its process, while it runs."""
        assert self._process is not None
        return self._process.pid

    def _listens(self) -> bool:
        assert self._process is not None and self._process.poll() is None, f"mosquitto has ended: {self.log()}"
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def log(self) -> str:
        """Return the log of the broker so far."""
        return (self.directory / "log").read_text(errors="replace")

    def stop(self) -> None:
        """At once, as when the power fails."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def broker(self, user: str, password: str) -> Broker:
        """Return the broker as this user reaches it."""
        host = "localhost" if self.tls else "127.0.0.1"
        return Broker(host, self.port, self.tls, self.ca_file if self.tls else None, user, password)
