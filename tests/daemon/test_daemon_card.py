"""Cards that set themselves up: what is added to the boot partition, and what stays."""

import re
import subprocess
import tarfile
from pathlib import Path

import pytest

from daemon.cli import main
from daemon.commands.card import CALL, FOLDER, set_up

ROOT = Path(__file__).parents[2]
SYSTEM = {"config.txt": "arm_64bit=1\n", "kernel8.img": "", "overlays/spi1-1cs.dtbo": ""}
CMDLINE = "console=tty1 root=PARTUUID=4e639091-02 rootfstype=ext4 fsck.repair=yes rootwait"
RUN = " systemd.run=/boot/firstrun.sh systemd.run_success_action=reboot systemd.unit=kernel-command-line.target"
TRIXIE = {
    **SYSTEM, "cmdline.txt": f"{CMDLINE} resize ds=nocloud;i=rpi-imager-17",
    "meta-data": "instance-id: rpi-imager-17\n",
    "user-data": "#cloud-config\nhostname: queen\nuser:\n  name: ada\nruncmd:\n  - [ systemctl, enable, --now, ssh ]\n",
    "network-config": 'network:\n  version: 2\n  wifis:\n    wlan0:\n      access-points:\n        "home":\n',
}
FIRST_RUN = """\
#!/bin/bash

set +e

/usr/lib/raspberrypi-sys-mods/imager_custom set_hostname queen
/usr/lib/userconf-pi/userconf 'ada' '$5$x'
/usr/lib/raspberrypi-sys-mods/imager_custom set_wlan 'Schöne Grüße' '0123' 'DE'
rm -f /boot/firstrun.sh
sed -i 's| systemd.run.*||g' /boot/cmdline.txt
exit 0
"""
FIRST_BOOT = f"{CMDLINE} init=/usr/lib/raspberrypi-sys-mods/firstboot"
BOOKWORM = {**SYSTEM, "cmdline.txt": f"{FIRST_BOOT}{RUN}", "firstrun.sh": FIRST_RUN}
BARE = {**SYSTEM, "cmdline.txt": f"{FIRST_BOOT}\n"}
TEMPLATES = {
    **SYSTEM, "cmdline.txt": f"{CMDLINE} resize\n", "meta-data": "instance_id: rpios-image\n",
    "user-data": "#cloud-config\n#users:\n#- name: robot\n", "network-config": "#network:\n#  wifis:\n",
}
"""Trixie and Bookworm as Imager leaves them, and as they come without its settings."""


@pytest.fixture
def card(tmp_path: Path) -> Path:
    """The place of a boot partition."""
    return tmp_path / "bootfs"


def written(card: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (card / name).parent.mkdir(parents=True, exist_ok=True)
        (card / name).write_text(text)
    return card


def read(card: Path) -> dict[str, bytes]:
    return {str(path.relative_to(card)): path.read_bytes() for path in card.rglob("*") if path.is_file()}


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    code = main(["card", *arguments])
    told = capsys.readouterr()
    return code, told.out + told.err


@pytest.mark.parametrize("files", [TRIXIE, TEMPLATES])
def test_beside_cloud_init_nothing_of_imager_s_is_touched(card: Path, files: dict[str, str]) -> None:
    before = read(written(card, files))
    set_up(card)
    after = read(card)
    assert {name: after[name] for name in before} == before
    ours = {"setup", "pawnlight-setup.service", "source.tar.gz"}
    assert after.keys() - before.keys() == {"vendor-data", *(f"{FOLDER}/{name}" for name in ours)}
    assert after["vendor-data"].startswith(b"#!"), "or cloud-init takes it for configuration"


def test_imager_s_first_run_calls_ours_before_it_ends(card: Path) -> None:
    written(card, BOOKWORM)
    set_up(card)
    lines = (card / "firstrun.sh").read_text().splitlines()
    assert [line for line in lines if line != CALL] == FIRST_RUN.splitlines()
    assert lines.index(CALL) == lines.index("rm -f /boot/firstrun.sh") - 1
    assert (card / "cmdline.txt").read_text() == BOOKWORM["cmdline.txt"]


@pytest.mark.parametrize("files", [BOOKWORM, BARE])
def test_the_call_survives_what_the_system_makes_of_the_script(card: Path, files: dict[str, str]) -> None:
    """Bookworm's initramfs replaces the end of the script, and paths in the kernel's line (raspberrypi-sys-mods)."""
    set_up(written(card, files))
    script, line = (card / "firstrun.sh").read_text(), (card / "cmdline.txt").read_text()
    assert "systemd.run=/boot/firstrun.sh" in line and line.count("\n") <= 1
    kept = re.split(r"(?m)^.*rm.*firstrun\.sh$", script)
    assert CALL in kept[0] and len(kept) == 2
    assert subprocess.run(["bash", "-n"], input=script, text=True, capture_output=True).stderr == ""


@pytest.mark.parametrize("files", [TRIXIE, TEMPLATES, BOOKWORM, BARE])
def test_once_more_changes_nothing_but_what_is_said_now(card: Path, files: dict[str, str], tmp_path: Path) -> None:
    set_up(written(card, files))
    once = {name: content for name, content in read(card).items() if name != f"{FOLDER}/source.tar.gz"}
    (tmp_path / "mine.toml").write_text('[board]\ndriver = "gpio"\n')
    set_up(card, tmp_path / "mine.toml", hotspot=True)
    assert (card / FOLDER / "config.toml").read_text() == '[board]\ndriver = "gpio"\n'
    assert (card / FOLDER / "hotspot").exists()
    set_up(card)
    assert {name: content for name, content in read(card).items() if name != f"{FOLDER}/source.tar.gz"} == once


def test_the_program_on_the_card_is_what_the_installer_takes(card: Path, tmp_path: Path) -> None:
    set_up(written(card, TRIXIE))
    with tarfile.open(card / FOLDER / "source.tar.gz") as archive:
        packed = {member.name: member for member in archive}
    (copying,) = re.findall(r"(?m)^copy_source\(\) \{.*?^\}", (ROOT / "systemd/install").read_text(), re.S)
    subprocess.run(["bash", "-ec", f'here="{ROOT}/systemd"\n{copying}\ncopy_source "{tmp_path / "there"}"'],
                   check=(tmp_path / "there").mkdir() is None)
    taken = {str(path.relative_to(tmp_path / "there")) for path in (tmp_path / "there").rglob("*")}
    assert packed.keys() == taken
    assert {(each.uid, each.uname) for each in packed.values()} == {(0, "root")}
    assert packed["systemd/install"].mode & 0o111


def test_what_the_card_lacks_is_said(card: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for files, has in ((TRIXIE, True), (BOOKWORM, True), (TEMPLATES, False), (BARE, False)):
        place = written(card / str(len(read(card)) if card.exists() else 0), files)
        code, told = said(capsys, str(place))
        assert code == 0 and "http://pawnlight.local:8080/" in told
        assert ("It has no user" in told, "It knows no Wi-Fi" in told) == (not has, not has)


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ({}, "it has no config.txt: write the card with Raspberry Pi Imager"),
        ({"config.txt": "", "cmdline.txt": ""}, "64-bit Raspberry Pi OS, it has no kernel8.img"),
        ({**TRIXIE, "rpi-preseed.toml": ""}, "choose Bookworm or Trixie in Imager"),
        ({**TRIXIE, "firstrun.sh": FIRST_RUN}, "write it again with Imager 2"),
        ({**TRIXIE, "vendor-data": "#cloud-config\nbootcmd:\n- ls\n"}, "has a vendor-data that is not Pawnlight's"),
        ({**TRIXIE, "user-data": "#cloud-config\nvendor_data: {enabled: false}\n"}, "vendor_data"),
        ({**TRIXIE, "user-data": "#cloud-config\nvendor_data:\n  prefix: x\n  'enabled': no\n"}, "vendor_data"),
        ({**BOOKWORM, "firstrun.sh": "#!/bin/sh\nexit 0\n"}, "firstrun.sh on the card is not as Imager writes it"),
    ],
)
def test_what_cannot_be_set_up_is_refused_and_left(
    card: Path, capsys: pytest.CaptureFixture[str], files: dict[str, str], told: str
) -> None:
    card.mkdir()
    before = read(written(card, files))
    code, words = said(capsys, str(card))
    assert code == 1 and told in words
    assert read(card) == before


@pytest.mark.parametrize(
    "files",
    [
        {"vendor-data": ""}, {"vendor-data": "#cloud-config\n# vendor_data\n"},
        {"user-data": "#cloud-config\nvendor_data: {enabled: true}\n"},
        {"user-data": "#cloud-config\n#vendor_data: {enabled: false}\nother:\n  enabled: false\n"},
        {"user-data": "#cloud-config\nvendor_data:\n  enabled: true\nother:\n  enabled: false\n"},
    ],
)
def test_a_vendor_data_that_says_nothing_or_is_switched_on_is_no_hindrance(card: Path, files: dict[str, str]) -> None:
    set_up(written(card, {**TRIXIE, **files}))
    assert f"/{FOLDER}/setup" in (card / "vendor-data").read_text()


@pytest.mark.parametrize(
    "line", [b"root=x quiet=\xff rootwait", b"root=x rootwait\n# my note", b"root=x\n# systemd.run=no\n"]
)
def test_the_kernel_s_line_is_the_first_of_cmdline_txt_and_may_hold_any_byte(card: Path, line: bytes) -> None:
    written(card, BARE)
    (card / "cmdline.txt").write_bytes(line)
    set_up(card)
    first, _, rest = line.partition(b"\n")
    assert (card / "cmdline.txt").read_bytes() == first + RUN.encode() + b"\n" + rest


def test_a_card_that_is_full_keeps_no_part_of_a_file(card: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(card, TRIXIE)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        set_up(card)
    assert not list(card.rglob("*.new"))


def test_a_bad_configuration_is_refused_before_anything_is_written(
    card: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    before = read(written(card, TRIXIE))
    (tmp_path / "bad.toml").write_text('[board]\ndriver = "wishes"\n')
    code, words = said(capsys, str(card), "--config", str(tmp_path / "bad.toml"))
    assert code == 1 and "driver" in words and read(card) == before


def test_a_card_that_is_not_there_or_cannot_be_written_is_told(
    card: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "not the boot partition" in said(capsys, str(card))[1]
    written(card, {**TRIXIE, FOLDER: "a file of that name"})
    code, words = said(capsys, str(card))
    assert code == 1 and "bootfs" in words


def test_an_installed_program_says_where_to_do_it(card: Path, tmp_path: Path) -> None:
    written(card, TRIXIE)
    with pytest.raises(Exception, match=r"only a checkout can be put on a card: git clone"):
        set_up(card, checkout=tmp_path)
