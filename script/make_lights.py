"""Generate everything that follows from ``hardware/lights/lights.toml``: ``script/make_lights.py``.

The pictures in docs and in the rules, the tiles' table of looks, and the panel's script of lights.
"""

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import draw_board  # noqa: E402
import draw_lights  # noqa: E402
from parts import tile_looks  # noqa: E402

from hardware.lights.light_table import TABLE  # noqa: E402
from hardware.lights.shapes import PIXEL_BY_PIXEL, SPREAD  # noqa: E402

PANEL = ROOT / "webpanel" / "static" / "js" / "board" / "lights.js"
MOTIONS = {"still": "", "rotate": "turns", "swap": "swaps", "pulse": "pulses"}
"""Motion → the class with which the style sheet animates it."""


def panel() -> str:
    """Return the panel's script, as its formatter would write it."""
    roles, badges = TABLE["roles"], TABLE["badges"]
    repeated = _list(name for name, each in roles.items() if each["shape"] in PIXEL_BY_PIXEL)
    owned = _list(name for name, each in roles.items() if each.get("owned"))
    return "".join([
        "/** The looks and meanings of lights. Written by script/make_lights.py from hardware/lights/lights.toml. */\n",
        'import { _ } from "../lib/texts.js";\n\n',
        "/**\n * Per role: shape, motion, period in seconds.\n *\n",
        " * @type {Record<Role, [pattern: string, motion: string, period: number]>}\n */\n",
        "export const FORMS = {\n", *(f"  {name}: {_form(entry)},\n" for name, entry in roles.items()), "};\n",
        "/** Roles whose pattern repeats from pixel to pixel; the others' are spread over the ring. */\n",
        f"export const BY_PIXEL = new Set({repeated});\n",
        "/** Roles that have their owner's colour. */\n",
        f"export const OWNED = {owned};\n\n",
        "/** @type {Record<string, Record<Role | Badge | Seat, string>>} */\nexport const PALETTES = {\n",
        *(_palette(name) for name in TABLE["palettes"]), "};\n",
        _legend("List the roles and their meanings.", "role: Role", "legend", TABLE["legend"], roles),
        _legend("List the badges and their meanings.", "kind: Badge", "badgeLegend", TABLE["legend_of_badges"], badges),
        _aloud("Return the words for a light, to be read aloud.", "Role", "lightWords", roles),
        _aloud("Return the words for a badge, to be read aloud.", "Badge", "badgeWords", badges),
    ])


def _form(entry: Mapping[str, Any]) -> str:
    shape = entry["shape"]
    letters = SPREAD.get(shape) or PIXEL_BY_PIXEL[shape]
    return f'["{letters}", "{MOTIONS[entry["motion"]]}", {entry.get("period_s", 0):g}]'


def _list(names: Iterable[str]) -> str:
    return f"[{', '.join(json.dumps(name) for name in names)}]"


def _palette(name: str) -> str:
    signs = {**TABLE["roles"], **TABLE["badges"], **TABLE["seats"]}
    colours = {sign: each.get("screen", {}).get(name, each["colours"][name]) for sign, each in signs.items()}
    key = name if name.isidentifier() else json.dumps(name)
    return f"  {key}: {{\n" + "".join(f'    {sign}: "{colour}",\n' for sign, colour in colours.items()) + "  },\n"


def _legend(about: str, kind: str, name: str, order: Iterable[str], entries: Mapping[str, Any]) -> str:
    rows = "".join(f'    ["{sign}", _({_text(entries[sign]["meaning"])})],\n' for sign in order)
    head = f"\n/**\n * {about}\n *\n * @returns {{[{kind}, words: string][]}}\n */\n"
    return f"{head}export function {name}() {{\n  return [\n{rows}  ];\n}}\n"


def _aloud(about: str, kind: str, name: str, entries: Mapping[str, Any]) -> str:
    owned = any("aloud_owned" in each for each in entries.values())
    rows = "".join(f"    {sign}: {_words(each)},\n" for sign, each in entries.items())
    head = f"\n/**\n * {about}\n *\n * @param {{{kind} | null | undefined}} sign\n"
    head += " * @param {string} colour of its owner, in words; empty: it has none\n */\n" if owned else " */\n"
    table = f"  /** @type {{Record<{kind}, string>}} */\n  const words = {{\n{rows}  }};\n"
    parameters = 'sign, colour = ""' if owned else "sign"
    return f'{head}export function {name}({parameters}) {{\n{table}  return sign ? words[sign] : "";\n}}\n'


def _words(entry: Mapping[str, Any]) -> str:
    plain = f"_({_text(entry['aloud'])})"
    if "aloud_owned" not in entry:
        return plain
    return f"colour ? _({_text(entry['aloud_owned'])}, {{ colour }}) : {plain}"


def _text(words: str) -> str:
    return json.dumps(words, ensure_ascii=False)


TEXTS: dict[Path, Callable[[], str]] = {PANEL: panel, tile_looks.TARGET: tile_looks.text}
"""File → the function that returns its text."""


def main() -> int:
    """Write all files."""
    for target, text in TEXTS.items():
        target.write_text(text(), "utf-8")
    return draw_lights.main() or draw_board.main([])


if __name__ == "__main__":
    raise SystemExit(main())
