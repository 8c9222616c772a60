"""The addresses under which phones find the panel, and the dates of records."""

import json
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from ipaddress import IPv4Address, ip_address
from itertools import permutations
from pathlib import Path

import pytest

from daemon.config.schema import PanelConfig
from daemon.system import calendar
from daemon.system import interfaces as module
from daemon.system import network as ways
from daemon.system.interfaces import Interface, interfaces
from daemon.system.network import addresses, names, ranked

OWN = socket.gethostname().partition(".")[0]


def there(name: str, given: str, default: str = "", is_bridge: bool = False, is_tunnel: bool = False) -> Interface:
    """An interface with these addresses. ``default``: ``4:100`` if it leads out by IPv4 with that metric …"""
    out = {int(each[0]): int(each[2:]) for each in default.split()}
    return Interface(name, tuple(map(ip_address, given.split())), out, is_bridge, is_tunnel)


CABLE = there("eth0", "192.168.1.20 fd00::20", "4:100 6:100")
WIFI = there("wlan0", "192.168.1.30", "4:600")
ONLY_NEW = there("eth0", "2001:db8::20", "6:100")
PUBLIC = there("eth0", "203.0.113.9", "4:100")
HOTSPOT = there("wlan0", "10.42.0.1")
DOCKER = there("docker0", "172.17.0.1 fd01::1", is_bridge=True)
BRIDGED = there("br0", "192.168.1.20", "4:100", is_bridge=True)
VPN = there("tun0", "10.8.0.2", "4:50", is_tunnel=True)
TAILSCALE = there("tailscale0", "100.64.0.7 fd7a::7", is_tunnel=True)
NO_DHCP = there("eth1", "169.254.3.4")

MACHINES = {
    "a cable": ([CABLE], "192.168.1.20"),
    "a cable and Wi-Fi": ([CABLE, WIFI], "192.168.1.20"),
    "containers": ([DOCKER, CABLE], "192.168.1.20"),
    "all traffic into a VPN": ([VPN, CABLE], "192.168.1.20"),
    "a VPN and Wi-Fi": ([TAILSCALE, WIFI, DOCKER], "192.168.1.30"),
    "IPv6 alone": ([ONLY_NEW], "2001:db8::20"),
    "IPv6 alone beside containers and a VPN": ([DOCKER, TAILSCALE, VPN, ONLY_NEW], "2001:db8::20"),
    "the board's own Wi-Fi": ([HOTSPOT, DOCKER], "10.42.0.1"),
    "its own Wi-Fi and a cable out": ([HOTSPOT, CABLE], "192.168.1.20"),
    "a host of virtual machines": ([BRIDGED, DOCKER, VPN], "192.168.1.20"),
    "a public address": ([PUBLIC, DOCKER], "203.0.113.9"),
    "a second cable that leads nowhere": ([NO_DHCP, WIFI], "192.168.1.30"),
    "a VPN alone": ([TAILSCALE], "100.64.0.7"),
}


@pytest.mark.parametrize(("machine", "best"), MACHINES.values(), ids=MACHINES)
def test_the_most_likely_address_comes_first_however_the_interfaces_are_listed(
    machine: list[Interface], best: str
) -> None:
    for listed in permutations(machine):
        found = [str(each) for each in ranked(listed)]
        assert found[0] == best
        assert sorted(found) == sorted(str(each) for one in machine for each in one.addresses), "the others follow"


def test_a_panel_on_all_addresses_is_reached_by_ip_then_by_name_then_by_the_others(
    monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ways, "interfaces", lambda: [DOCKER, CABLE])
    cable, named = "http://192.168.1.20:8080/", f"http://{OWN}.local:8080/"
    others = ("http://[fd00::20]:8080/", "http://172.17.0.1:8080/", "http://[fd01::1]:8080/")
    assert addresses(PanelConfig(), 8080) == (cable, named, *others)
    assert addresses(PanelConfig("0.0.0.0"), 8080) == (cable, named, "http://172.17.0.1:8080/")


def test_a_computer_whose_networks_have_no_address_has_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ways, "interfaces", lambda: [])
    assert addresses(PanelConfig(), 80) == ("http://127.0.0.1/", f"http://{OWN}.local/")


@pytest.mark.parametrize(("shown", "first"), [
    ("board.fritz.box", "http://board.fritz.box:8080/"), ("192.168.1.9", "http://192.168.1.9:8080/"),
    ("fd00::2", "http://[fd00::2]:8080/"), ("https://board.example.org", "https://board.example.org/"),
    ("https://example.org/chess/", "https://example.org/chess/"), ("http://10.0.0.1:81/", "http://10.0.0.1:81/"),
])
def test_what_the_configuration_says_comes_first(shown: str, first: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ways, "interfaces", lambda: [CABLE])
    assert addresses(PanelConfig(address_shown=shown), 8080) == (first, *addresses(PanelConfig(), 8080))
    assert addresses(PanelConfig("127.0.0.1", address_shown=shown), 8080) == (first, "http://127.0.0.1:8080/")
    assert addresses(PanelConfig(address_shown="192.168.1.20"), 8080) == addresses(PanelConfig(), 8080), "once"


def test_this_machine_has_its_own_name_and_those_of_the_configuration() -> None:
    assert names(PanelConfig(names=("board.example.org",))) == (OWN.lower(), "board.example.org")


@pytest.mark.parametrize(
    ("host", "port", "url"),
    [
        ("192.168.1.5", 8080, "http://192.168.1.5:8080/"),
        ("192.168.1.5", 80, "http://192.168.1.5/"),
        ("::1", 8080, "http://[::1]:8080/"),
        ("board.lan", 8080, "http://board.lan:8080/"),
    ],
)
def test_a_panel_on_one_address_is_reached_there(host: str, port: int, url: str) -> None:
    assert addresses(PanelConfig(host), port) == (url,)


# --- what Linux says ---------------------------------------------------------------------------------------------


def told_by_ip() -> dict[str, set[str]]:
    """Return the addresses by ip(8) that need no interface beside them."""
    if shutil.which("ip") is None:
        pytest.skip("no ip is installed (Debian: apt install iproute2)")
    told = json.loads(subprocess.run(["ip", "-j", "addr"], capture_output=True, check=True).stdout)
    return {
        each["ifname"]: {one["local"] for one in each["addr_info"] if one["scope"] == "global"}
        for each in told if each.get("operstate") != "DOWN"
    }


def test_the_interfaces_of_this_machine_are_those_that_ip_lists() -> None:
    told, found = told_by_ip(), {each.name: each for each in interfaces()}
    assert set(found) == {name for name, given in told.items() if given}
    for name, interface in found.items():
        assert {str(each) for each in interface.addresses} <= told[name]
        assert {each.version for each in interface.addresses} == {ip_address(each).version for each in told[name]}


def test_the_default_route_of_this_machine_is_the_one_that_ip_shows() -> None:
    told_by_ip()
    for version, flag in ((4, "-4"), (6, "-6")):
        asked = subprocess.run(["ip", "-j", flag, "route", "show", "default"], capture_output=True, check=True)
        told = {each["dev"] for each in json.loads(asked.stdout or b"[]")}
        with_address = {each.name for each in interfaces() if version in {one.version for one in each.addresses}}
        assert {each.name for each in interfaces() if version in each.default} & with_address == told & with_address


APART = """
ip link add docker0 type bridge; ip addr add 172.17.0.1/16 dev docker0; ip link set docker0 up
ip tuntap add tun0 mode tun; mount -t sysfs sysfs /sys
"""
TELL = "from daemon.system import interfaces as i; print(i.interfaces()[0].is_bridge, i._is_tunnel(\"tun0\"))"


def test_the_kernels_own_bridges_and_tunnels_are_known_for_what_they_are() -> None:
    """In a network of its own."""
    apart = ["unshare", "--net", "--mount", "sh", "-ec"]
    if subprocess.run([*apart, APART], capture_output=True).returncode:
        pytest.skip("no network of its own can be made here (that takes root, and ip)")
    told = subprocess.run([*apart, f"{APART}\n{sys.executable} -c '{TELL}'"], capture_output=True, check=True)
    assert told.stdout == b"True True\n"


DEV = """Inter-|   Receive                                                |  Transmit
 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop
    lo:     100       1    0    0    0     0          0         0      100       1    0    0
  eth0:     100       1    0    0    0     0          0         0      100       1    0    0
   wg0:     100       1    0    0    0     0          0         0      100       1    0    0
  tap0:     100       1    0    0    0     0          0         0      100       1    0    0
docker0:     100       1    0    0    0     0          0         0      100       1    0    0
  eth1:     100       1    0    0    0     0          0         0      100       1    0    0
"""
ROUTE = """Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
eth0\t00000000\t0101A8C0\t0003\t0\t0\t202\t00000000\t0\t0\t0
eth0\t00000000\t0101A8C0\t0003\t0\t0\t100\t00000000\t0\t0\t0
wg0\t00000000\t00000000\t0001\t0\t0\t0\t00000080\t0\t0\t0
eth0\t0001A8C0\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0
"""
ZERO = "0" * 32
ROUTE6 = "\n".join([
    f"{ZERO} 00 {ZERO} 00 fe800000000000000000000000000001 00000400 00000003 00000000 00000003     eth0",
    f"{ZERO} 00 {ZERO} 00 {ZERO} ffffffff 00000001 00000000 00200200       lo",
    f"fd000000000000000000000000000000 40 {ZERO} 00 {ZERO} 00000100 00000001 00000000 00000001     eth0",
])
NEW = "\n".join([
    "00000000000000000000000000000001 01 80 10 80       lo",
    "fe80000000000000000000000000000a 02 40 20 80     eth0",
    "20010db8000000000000000000000001 02 40 00 01     eth0",  # of today alone
    "20010db8000000000000000000000002 02 40 00 20     eth0",  # on its way out
    "20010db8000000000000000000000003 02 40 00 00     eth0",
    "20010db8000000000000000000000004 02 40 00 08     eth0",  # somebody else's
    "fd7a0000000000000000000000000005 03 40 00 80      wg0",
])
OLD = {"lo": "127.0.0.1", "eth0": "192.168.1.20", "wg0": "10.9.0.2", "tap0": "10.8.0.2", "docker0": "172.17.0.1",
       "eth1": "192.168.9.9"}
KINDS = {"lo": "772", "eth0": "1", "wg0": "65534", "tap0": "1", "docker0": "1", "eth1": "1"}


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[Interface]]:
    """A machine with a cable, two VPNs, containers, and a cable that is not plugged in."""
    monkeypatch.setattr(module, "PROC", tmp_path / "proc")
    monkeypatch.setattr(module, "SYS", tmp_path / "sys")
    monkeypatch.setattr(module, "_address", lambda name, _: IPv4Address(OLD[name]))
    (tmp_path / "proc").mkdir()
    for file, text in (("dev", DEV), ("route", ROUTE), ("ipv6_route", ROUTE6), ("if_inet6", NEW)):
        (tmp_path / "proc" / file).write_text(text)
    for name, kind in KINDS.items():
        (tmp_path / "sys" / name).mkdir(parents=True)
        (tmp_path / "sys" / name / "type").write_text(f"{kind}\n")
        (tmp_path / "sys" / name / "operstate").write_text("down\n" if name == "eth1" else "unknown\n")
    (tmp_path / "sys" / "docker0" / "bridge").mkdir()
    (tmp_path / "sys" / "tap0" / "tun_flags").write_text("0x1002\n")
    return interfaces


def test_the_files_of_the_kernel_are_read_as_it_writes_them(machine: Callable[[], list[Interface]]) -> None:
    assert machine() == [
        there("eth0", "192.168.1.20 2001:db8::3", "4:100 6:1024"),
        there("wg0", "10.9.0.2 fd7a::5", is_tunnel=True),
        there("tap0", "10.8.0.2", is_tunnel=True),
        there("docker0", "172.17.0.1", is_bridge=True),
    ]


@pytest.mark.parametrize("missing", ["route", "ipv6_route", "if_inet6"])
def test_a_kernel_that_tells_less_has_addresses_all_the_same(
    machine: Callable[[], list[Interface]], missing: str, tmp_path: Path
) -> None:
    (tmp_path / "proc" / missing).unlink()
    assert ip_address("192.168.1.20") in ranked(machine())
    shutil.rmtree(tmp_path / "sys")
    assert ip_address("192.168.1.20") in ranked(machine())
    (tmp_path / "proc" / "dev").unlink()
    assert machine() == []


def test_an_interface_without_an_address_is_told_so_by_the_kernel() -> None:
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as asking:
        assert module._address("none0", asking) is None
        assert module._address("lo", asking) == ip_address("127.0.0.1")


def test_dates_are_utc_and_unknown_while_the_clock_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calendar, "clock_is_synchronised", lambda: True)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", calendar.utc_now())
    monkeypatch.setattr(calendar, "clock_is_synchronised", lambda: False)
    assert calendar.utc_now() == ""


def test_asking_for_the_clock_changes_and_breaks_nothing() -> None:
    assert calendar.clock_is_synchronised() in (True, False)
