"""The boot files of a Raspberry Pi: what they say for a model, and how they are changed."""

import pytest

from hardware.boot_files import BadBootFile, Setting, in_force, is_unknown, with_bufsiz, with_settings
from hardware.drivers import neopixel_checks
from hardware.drivers.neopixel_checks import boot_settings

PI_3, PI_4, PI_5 = "Raspberry Pi 3 Model B Rev 1.2", "Raspberry Pi 4 Model B Rev 1.2", "Raspberry Pi 5 Model B Rev 1.0"
ZERO_2 = "Raspberry Pi Zero 2 W Rev 1.0"
AS_IT_COMES = """\
# For more options and information see
# http://rptl.io/configtxt
# Some settings may impact device functionality. See link above for details

# Uncomment some or all of these to enable the optional hardware interfaces
#dtparam=i2c_arm=on
#dtparam=i2s=on
#dtparam=spi=on

# Enable audio (loads snd_bcm2835)
dtparam=audio=on
camera_auto_detect=1
display_auto_detect=1
auto_initramfs=1

# Enable DRM VC4 V3D driver
dtoverlay=vc4-kms-v3d
max_framebuffers=2

# Run in 64-bit mode
arm_64bit=1
arm_boost=1

[cm4]
otg_mode=1

[cm5]
dtoverlay=dwc2,dr_mode=host

[all]
"""
CMDLINE = "console=serial0,115200 console=tty1 root=PARTUUID=4e639091-02 rootfstype=ext4 fsck.repair=yes rootwait"
SPI = Setting("dtparam=spi=on")


def changed(old: str, model: str = PI_4, *wanted: Setting) -> list[str]:
    """The lines that go (``-``) and come (``+``)."""
    new = with_settings(old, model, wanted or (SPI,))
    assert with_settings(new, model, wanted or (SPI,)) == new, "a second time changes nothing"
    before, after = old.splitlines(), new.splitlines()
    return [f"-{line}" for line in before if line not in after] + [f"+{line}" for line in after if line not in before]


def test_the_line_that_comes_commented_out_is_put_in_force() -> None:
    assert changed(AS_IT_COMES) == ["-#dtparam=spi=on", "+dtparam=spi=on"]


@pytest.mark.parametrize(
    "line",
    [
        "dtparam=spi=on", "dtparam=spi", "dtparam=audio=on,spi=on", "[pi4]\ndtparam=spi=yes",
        "[all]\ndtparam=spi=1 # lights",
    ],
)
def test_what_is_in_force_already_is_left(line: str) -> None:
    assert changed(line) == []


@pytest.mark.parametrize(
    "line",
    ["[pi5]\ndtparam=spi=on", "[gpio4=1]\ndtparam=spi=on", "[none]\n[pi4]\ndtparam=spi=on", "#dtparam=spi=off"],
)
def test_what_is_in_force_elsewhere_or_nobody_knows_when_is_not_relied_upon(line: str) -> None:
    """New lines go to the top: before every filter, before every overlay that would take a parameter for its own."""
    assert with_settings(line, PI_4, [SPI]) == f"dtparam=spi=on\n{line}"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("dtparam=spi=off\n", "dtparam=spi=on\n"),
        ("dtparam=audio=on,spi=off,i2c=on  # mine", "dtparam=audio=on,spi=on,i2c=on  # mine"),
        ("dtparam=spi=on\n[pi4]\ndtparam=spi=off\n", "dtparam=spi=on\n[pi4]\ndtparam=spi=on\n"),
        ("dtparam=spi=off\n[pi5]\ndtparam=spi=off\n", "dtparam=spi=on\n[pi5]\ndtparam=spi=off\n"),
    ],
)
def test_another_value_is_changed_where_it_stands(old: str, new: str) -> None:
    assert with_settings(old, PI_4, [SPI]) == new


def test_a_file_without_an_end_of_its_last_line_keeps_that_line_whole() -> None:
    assert with_settings("arm_boost=1", PI_4, [SPI]).splitlines() == ["dtparam=spi=on", "arm_boost=1"]
    assert with_settings("", PI_4, [SPI]) == "dtparam=spi=on\n"


def test_ends_of_lines_of_windows_stay_as_they_are() -> None:
    assert with_settings("arm_boost=1\r\ndtparam=spi=off\r\n", PI_4, [SPI]) == "arm_boost=1\r\ndtparam=spi=on\r\n"


def test_numbers_are_replaced_and_other_speeds_of_i2c_accepted() -> None:
    assert changed("core_freq=400\n", PI_3, Setting("core_freq=250")) == ["-core_freq=400", "+core_freq=250"]
    i2c = (Setting("dtparam=i2c_arm=on"), Setting("dtparam=i2c_arm_baudrate=400000", may_differ=True))
    assert changed("dtparam=i2c=on,i2c_baudrate=100000", PI_4, *i2c) == []
    assert changed("dtparam=i2c_arm=on", PI_4, *i2c) == ["+dtparam=i2c_arm_baudrate=400000"]


@pytest.mark.parametrize(
    ("model", "lines"),
    [
        (ZERO_2, {"dtparam=spi=on", "core_freq=250"}),
        (PI_3, {"dtparam=spi=on", "core_freq=250"}),
        ("Raspberry Pi Compute Module 3 Plus Rev 1.0", {"dtparam=spi=on", "core_freq=250"}),
        (PI_4, {"dtparam=spi=on", "core_freq=500", "core_freq_min=500"}),
        (PI_5, set()),
        ("Some other board", set()),
    ],
)
def test_each_pi_gets_what_its_lights_need(model: str, lines: set[str]) -> None:
    wanted = boot_settings("GPIO10", model)
    assert {setting.line for setting in wanted} == lines
    assert boot_settings("GPIO18", model) == ()
    said = in_force(with_settings(AS_IT_COMES, model, wanted), model)
    assert all(said[line.rpartition("=")[0].replace("=", " ")] == line.rpartition("=")[2] for line in lines)


KNOWN = (
    "Model B Rev 2", "Model B Plus Rev 1.2", "Model A Plus Rev 1.1", "2 Model B Rev 1.1", "3 Model B Plus Rev 1.3",
    "3 Model A Plus Rev 1.0", "Zero Rev 1.3", "Zero W Rev 1.1", "400 Rev 1.0", "500 Rev 1.0",
    "Compute Module Rev 1.0", "Compute Module 3 Rev 1.0", "Compute Module 3 Plus Rev 1.0",
    "Compute Module 4 Rev 1.0", "Compute Module 4S Rev 1.0", "Compute Module 5 Rev 1.0",
)


@pytest.mark.parametrize("model", [*(f"Raspberry Pi {name}" for name in KNOWN), PI_3, PI_4, PI_5, ZERO_2, "A board"])
def test_models_on_sale_are_known(model: str) -> None:
    assert not is_unknown(model)


@pytest.mark.parametrize("name", ["6 Model B Rev 1.0", "Compute Module 6 Rev 1.0", "7"])
def test_a_series_that_is_not_known_is_named_as_such(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """And first, before remedies that may not fit it."""
    model = f"Raspberry Pi {name}"
    assert is_unknown(model)
    monkeypatch.setattr(neopixel_checks, "raspberry_pi", lambda: model)
    assert model in str(next(neopixel_checks.hindrances("GPIO10", 768)))


@pytest.mark.parametrize("model", ["Raspberry Pi Model B Plus Rev 1.2", "Raspberry Pi Compute Module 3 Plus Rev 1.0"])
def test_lines_for_the_pi_3_plus_alone_are_not_for_every_plus(model: str) -> None:
    assert in_force("[pi3+]\ndtparam=spi=on", model) == {}


@pytest.mark.parametrize("end", ["", "\n"])
def test_the_kernel_is_told_in_its_one_line(end: str) -> None:
    new = with_bufsiz(CMDLINE + end, 16384)
    assert new == f"{CMDLINE} spidev.bufsiz=16384{end}"
    assert with_bufsiz(new, 16384) == with_bufsiz(new, 9240) == new
    assert with_bufsiz(new, 32768) == f"{CMDLINE} spidev.bufsiz=32768{end}"
    assert with_bufsiz(f"spidev.bufsiz=many {CMDLINE}{end}", 16384) == f"{CMDLINE} spidev.bufsiz=16384{end}"


@pytest.mark.parametrize("text", ["", "\n", f"{CMDLINE}\nquiet", f"{CMDLINE}\nquiet\n"])
def test_a_kernel_line_that_is_none_is_not_touched(text: str) -> None:
    with pytest.raises(BadBootFile, match="not one line"):
        with_bufsiz(text, 16384)
