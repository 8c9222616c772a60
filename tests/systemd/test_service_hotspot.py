"""The board's own Wi-Fi: a profile of NetworkManager, in a directory that stands for a machine."""

import configparser
import re
import shutil
import socket
import struct
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from waiting import PATIENCE_S, wait_for

SYSTEMD = Path(__file__).resolve().parents[2] / "systemd"
PLACE = "etc/NetworkManager/system-connections/pawnlight-hotspot.nmconnection"

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs a script for a machine in a directory."""
    return lambda *arguments, script="hotspot": subprocess.run(
        [SYSTEMD / script, "--root", tmp_path, *arguments], capture_output=True, text=True, timeout=60
    )


def profile(root: Path) -> dict[str, dict[str, str]]:
    """As NetworkManager reads it: nm-settings-keyfile(5)."""
    parser = configparser.ConfigParser(delimiters=("=",), interpolation=None)
    parser.read(root / PLACE)
    return {name: dict(parser[name]) for name in parser.sections()}


def test_it_comes_last_of_all_wifis_and_hands_out_addresses(run: Run, tmp_path: Path) -> None:
    done = run()
    assert (done.returncode, done.stderr) == (0, "")
    found = profile(tmp_path)
    assert found["connection"]["type"] == "wifi" and found["connection"]["autoconnect-priority"] == "-100"
    assert found["wifi"] == {"mode": "ap", "band": "bg", "ssid": "Pawnlight"}
    assert found["ipv4"] == {"method": "shared", "address1": "10.42.0.1/24"}
    assert "http://10.42.0.1:8080/" in done.stdout


def test_nobody_but_root_may_read_the_password_which_is_drawn_and_told(run: Run, tmp_path: Path) -> None:
    told = run().stdout
    assert (tmp_path / PLACE).stat().st_mode & 0o777 == 0o600, "NetworkManager refuses others"
    password = profile(tmp_path)["wifi-security"]["psk"]
    assert re.fullmatch("[a-km-np-z2-9]{10}", password) and password in told
    (tmp_path / PLACE).unlink()
    run()
    assert profile(tmp_path)["wifi-security"]["psk"] != password


def test_one_that_is_there_stays_and_is_told_again(run: Run, tmp_path: Path) -> None:
    run("--name", "Our board 1")
    before = (tmp_path / PLACE).read_bytes()
    assert b"ssid=Our board 1\n" in before
    again = run("--name", "Another")
    assert (tmp_path / PLACE).read_bytes() == before and "Our board 1" in again.stdout


@pytest.mark.parametrize("name", ["", "x" * 33, "a\npsk=b", "a;b", "é"])
def test_a_name_that_a_phone_or_the_file_might_misread_is_refused(run: Run, tmp_path: Path, name: str) -> None:
    assert run("--name", name).returncode in (1, 2)
    assert not (tmp_path / PLACE).exists()


def test_it_goes_by_wish_and_with_the_program(run: Run, tmp_path: Path) -> None:
    run()
    assert run("--remove").returncode == 0 and not (tmp_path / PLACE).exists()
    run()
    assert run(script="remove").returncode == 0 and not (tmp_path / PLACE).exists()


# --- the portal --------------------------------------------------------------------------------------------------

NAMES = "etc/NetworkManager/dnsmasq-shared.d/pawnlight-portal.conf"
UNITS = ("etc/systemd/system/pawnlight-portal.socket", "etc/systemd/system/pawnlight-portal@.service")
ENABLED = "etc/systemd/system/sockets.target.wants/pawnlight-portal.socket"
ADDRESS, ADDRESS_6, SERVICE = 1, 28, 65
"""Kinds of questions about a name: RFC 1035, RFC 3596, RFC 9460."""


def portal(root: Path) -> list[bool]:
    """Return which of the portal's files are there."""
    return [(root / each).exists() for each in (NAMES, *UNITS)] + [(root / ENABLED).is_symlink()]


def test_the_portal_comes_and_goes_with_the_wifi_or_by_wish(run: Run, tmp_path: Path) -> None:
    assert run().stderr == "" and portal(tmp_path) == [True] * 4
    assert run("--no-portal").stderr == "" and portal(tmp_path) == [False] * 4
    assert (tmp_path / PLACE).exists()
    run()
    assert run("--remove").returncode == 0 and portal(tmp_path) == [False] * 4
    run()
    assert run(script="remove").returncode == 0 and portal(tmp_path) == [False] * 4


def test_a_panel_at_port_80_keeps_it(run: Run, tmp_path: Path) -> None:
    config = tmp_path / "etc/pawnlight/config.toml"
    config.parent.mkdir(parents=True)
    config.write_text("[panel]\nport = 80  # no number to type\n")
    assert run().returncode == 0 and portal(tmp_path) == [False] * 4
    config.write_text("[panel]\n#port = 80\nport = 8080\n")
    assert run().returncode == 0 and portal(tmp_path) == [True] * 4


def test_whatever_a_phone_asks_for_it_is_sent_to_the_panel() -> None:
    asked = b"GET /generate_204 HTTP/1.1\r\nHost: somewhere.example\r\nCookie: a\r\n\r\n"
    told = subprocess.run([SYSTEMD / "portal"], input=asked, capture_output=True, timeout=PATIENCE_S)
    lines = told.stdout.split(b"\r\n")
    assert (told.returncode, told.stderr, lines[0]) == (0, b"", b"HTTP/1.1 302 Found")
    assert b"Location: http://10.42.0.1:8080/" in lines and lines[-2:] == [b"", b""]


@pytest.mark.parametrize("asked", [b"", b"\r\n", b"GET / HTTP/1.0", b"\0\xff" * 9999, b"a\r\n" * 9999], ids=len)
def test_no_request_is_too_odd_for_an_answer(asked: bytes) -> None:
    told = subprocess.run([SYSTEMD / "portal"], input=asked, capture_output=True, timeout=PATIENCE_S)
    assert told.returncode == 0 and told.stdout.startswith(b"HTTP/1.1 302 Found\r\n")


def question(name: str, kind: int) -> bytes:
    """As RFC 1035 has it."""
    labels = b"".join(bytes([len(each)]) + each.encode() for each in name.split("."))
    return struct.pack(">HHHHHH", 1, 0x100, 1, 0, 0, 0) + labels + b"\0" + struct.pack(">HH", kind, 1)


def answered(line: socket.socket, name: str, kind: int) -> tuple[int, list[str]] | None:
    """The code of the answer, and the address in it if there is one; ``None``: nobody answers yet."""
    asked = question(name, kind)
    with suppress(OSError):
        line.send(asked)
        while asked[12:] not in (answer := line.recv(512)):
            pass  # late, to the question before
        count = struct.unpack_from(">H", answer, 6)[0]
        return answer[3] & 15, [socket.inet_ntoa(answer[-4:])] * count
    return None


def free_port() -> int:
    """Return a port that is free for datagrams and for connections: dnsmasq wants both."""
    while True:
        with (socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as datagrams,
              socket.socket(socket.AF_INET, socket.SOCK_STREAM) as connections, suppress(OSError)):
            datagrams.bind(("127.0.0.1", 0))
            port: int = datagrams.getsockname()[1]
            connections.bind(("127.0.0.1", port))
            return port


@contextmanager
def names_told() -> Iterator[socket.socket]:
    """A line to a dnsmasq that runs with our file until the context ends.

    Its end here has a port before the other one is chosen. An end that is given a port at each question is given, once
    in 28,000, the one that dnsmasq is about to take: it then answers itself, and dnsmasq finds the port taken and ends.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.bind(("127.0.0.1", 0))
        line.settimeout(1)
        port = free_port()
        line.connect(("127.0.0.1", port))
        where = ["--listen-address=127.0.0.1", "--bind-interfaces", f"--port={port}"]
        more = ["--no-daemon", "--no-hosts", "--pid-file=", f"--conf-file={SYSTEMD / 'pawnlight-portal.conf'}"]
        names = subprocess.Popen(["dnsmasq", *where, *more], stderr=subprocess.DEVNULL)
        try:
            wait_for(lambda: names.poll() is not None or answered(line, "a.example", ADDRESS), "answered")
            assert names.poll() is None, "dnsmasq ended, as it does where its port is taken"
            yield line
        finally:
            names.terminate()
            names.wait()


@pytest.mark.skipif(shutil.which("dnsmasq") is None, reason="no dnsmasq is there (Debian: apt install dnsmasq-base)")
def test_every_name_is_the_boards_for_the_dnsmasq_of_a_shared_network() -> None:
    with names_told() as line:
        found = wait_for(lambda: answered(line, "connectivity.somewhere.example", ADDRESS), "answered")
        assert found == (0, ["10.42.0.1"])
        for kind in (ADDRESS_6, SERVICE):  # there is such a name, but it has none of these; nobody else is asked
            found = wait_for(lambda kind=kind: answered(line, "captive.somewhere.example", kind), "answered")
            assert found == (0, [])
