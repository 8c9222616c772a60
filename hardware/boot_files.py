"""The two files with which a Raspberry Pi's firmware starts the kernel: reading the settings in force for a model, and
adding wanted ones. Pure.

The language: https://www.raspberrypi.com/documentation/computers/config_txt.html
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from hardware.errors import HardwareError

CONFIG: Final = "boot/firmware/config.txt"
CMDLINE: Final = "boot/firmware/cmdline.txt"
BUFSIZ: Final = "spidev.bufsiz"

_FILTERS: Final = (
    ("Pi Model", "pi1"), ("Compute Module Rev", "pi1"), ("Pi Zero", "pi0"), ("Zero W", "pi0w"), ("Zero 2 W", "pi02"),
    ("Pi 2", "pi2"), ("Pi 3", "pi3"), ("Compute Module 3", "pi3"), ("3 Model A Plus", "pi3+"),
    ("3 Model B Plus", "pi3+"), ("Pi 4", "pi4"), ("Pi 400", "pi400"),
    ("Compute Module 4", "pi4", "cm4"), ("Pi 5", "pi5"), ("Pi 500", "pi500"), ("Compute Module 5", "pi5", "cm5"),
)
"""Words of a model's name, and the filters in brackets that let lines through for it."""
_MODEL_FILTER: Final = re.compile(r"pi\d.*|cm\d.*")
_SAME: Final = {"i2c": "i2c_arm", "i2c_baudrate": "i2c_arm_baudrate"}
_ON: Final = ("on", "true", "yes", "y", "1", "")


class BadBootFile(HardwareError, ValueError):
    """A boot file that the firmware of a Raspberry Pi would not accept; the message says why."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A line for ``config.txt``. ``may_differ``: any other value of it will do as well."""

    line: str
    may_differ: bool = False


def filters(model: str) -> frozenset[str]:
    """Return the filters that let lines through for a model, as the device tree names it."""
    return frozenset(name for word, *names in _FILTERS if word in model for name in names)


def is_unknown(model: str) -> bool:
    """True if this is a Raspberry Pi of a series that came after this program."""
    return "Raspberry Pi" in model and not filters(model)


def in_force(text: str, model: str) -> dict[str, str]:
    """Return the settings of ``config.txt`` in force for this model: names (of parameters: ``dtparam NAME``) and
    values."""
    return {name: value for line in _through(text, model) for name, value in _pairs(line)}


def with_settings(text: str, model: str, wanted: Iterable[Setting]) -> str:
    """Return ``config.txt`` with these settings in force. What is set already stays as it is, another value is changed
    where it stands; new lines go to the top, where no filter and no overlay is in force yet."""
    for setting in wanted:
        text = _with(text, model, setting)
    return text


def with_bufsiz(text: str, least: int) -> str:
    """Return ``cmdline.txt`` with room for SPI transfers of at least so many bytes.

    :raises BadBootFile: it is not one line.
    """
    if len(text.split("\n")) > 2 or not text.strip() or text.count("\n") == 1 and not text.endswith("\n"):
        raise BadBootFile(f"/{CMDLINE} is not one line, as it must be")
    words, end = text.split(), "\n" if text.endswith("\n") else ""
    given = [word.partition("=")[2] for word in words if word.startswith(f"{BUFSIZ}=")]
    if given and given[-1].isdecimal() and int(given[-1]) >= least:
        return text
    others = [word for word in words if not word.startswith(f"{BUFSIZ}=")]
    return " ".join([*others, f"{BUFSIZ}={least}"]) + end


def _with(text: str, model: str, setting: Setting) -> str:
    now, wanted = in_force(text, model), dict(_pairs(setting.line))
    missing = {name: value for name, value in wanted.items() if now.get(name) != value}
    if not missing or setting.may_differ and missing.keys() <= now.keys():
        return text
    if missing.keys() <= now.keys():
        return _changed(text, model, missing)
    return _uncommented(text, setting.line) or f"{setting.line}\n{text}"


def _changed(text: str, model: str, values: dict[str, str]) -> str:
    lines = text.splitlines(keepends=True)
    for number in range(len(lines)):
        if _is_through(lines[:number], model):
            for name, value in values.items():
                lines[number] = _line_with(lines[number], name, value)
    return "".join(lines)


def _line_with(line: str, name: str, value: str) -> str:
    if name not in dict(_pairs(line)):
        return line
    if not name.startswith("dtparam "):
        return re.sub(r"=\s*[^\s#]*", f"={value}", line)
    words = [name.removeprefix("dtparam "), *(old for old, new in _SAME.items() if f"dtparam {new}" == name)]
    return re.sub(rf"(?<=[=,])({'|'.join(words)})(=[^,\s#]*)?(?=[,\s#]|$)", rf"\g<1>={value}", line)


def _uncommented(text: str, line: str) -> str | None:
    """Return the text with the line uncommented, if it is there commented out before any filter, as in the file that
    comes with the system; else ``None``."""
    head, bracket, rest = text.partition("[")
    changed, count = re.subn(rf"(?m)^#\s*{re.escape(line)}[ \t]*$", line, head, count=1)
    return changed + bracket + rest if count else None


def _through(text: str, model: str) -> Iterator[str]:
    lines = text.splitlines()
    return (line for number, line in enumerate(lines) if _is_through(lines[:number], model))


def _is_through(before: list[str], model: str) -> bool:
    """True if the filters up to here certainly let a line through: filters by model are known, others are not."""
    through, known = True, True
    for line in before:
        found = re.match(r"\s*\[(.*?)\]", line)
        if found is None:
            continue
        name = found[1].lower()
        if name == "all":
            through, known = True, True
        elif _MODEL_FILTER.fullmatch(name):
            through = name in filters(model)
        else:
            known = False
    return through and known


def _pairs(line: str) -> Iterator[tuple[str, str]]:
    """Yield the names and values that a line sets."""
    name, sign, value = (part.strip() for part in line.partition("#")[0].partition("="))
    if not sign:
        return
    if name == "dtoverlay":
        yield f"dtoverlay {value.partition(',')[0]}", ""
    elif name == "dtparam":
        for each in value.split(","):
            parameter, _, given = each.strip().partition("=")
            yield f"dtparam {_SAME.get(parameter, parameter)}", "on" if given in _ON else given
    else:
        yield name, value
