"""Text that comes from outside (requests, records, files): what is let in, and in which form.

Such text ends up on pages, in logs, in records and on terminals. A lone surrogate cannot be written to any of them;
control characters, and those that turn the direction of writing (UAX #9, explicit formatting), change what stands
around them. So they are refused where text enters; what was let in before there was this rule is repaired when read.
"""

import re
import unicodedata
from typing import Final

from engine.core.errors import BadText
from engine.core.messages import Value, message

LONGEST_NAME: Final = 40
"""Characters of a player's name."""
LONGEST_TEXT: Final = 200
"""Characters of any other text of one line, unless something else is said."""

_TURNING = "\u2028\u2029\u202a-\u202e\u2066-\u2069"
"""Line and paragraph separator; embeddings, overrides and isolates."""
_UNSEEN = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2060-\u2065\u206a-\u206f\u2800\u3164"
    "\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"
)
"""Characters that nobody sees: two names that differ in them look the same (Unicode: Default_Ignorable_Code_Point, and
the blank of Braille). Joiners and variation selectors stay, emoji are made with them."""
_TAGS = "\U000e0000-\U000e0fff"
"""Nor are these seen, but behind a black flag they say which one it is (UTS #51, emoji tag sequences)."""
_LOOSE_TAG = f"(?<![\U0001f3f4{_TAGS}])[{_TAGS}]"
_UNFIT = re.compile(f"[\\x00-\\x1f\\x7f-\\x9f{_TURNING}{_UNSEEN}\\ud800-\\udfff]|{_LOOSE_TAG}")
_UNFIT_IN_LINES = re.compile(f"[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f{_TURNING}\\ud800-\\udfff]")
"""The same in a text of many lines, which has tabs and ends of lines, and may begin with a byte order mark."""

_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


def checked(text: object, field: Value, longest: int = LONGEST_TEXT) -> str:
    """Check a text of one line, and return it in NFC. ``field``: what people know it by; ``longest``: in characters.

    :raises BadText: it is no text, too long, or has a character that is not let in.
    """
    # Measured before and after: a text far too long is not searched, and NFC takes some letters apart.
    given = _fitting(text, field, longest, _UNFIT)
    return _short_enough(unicodedata.normalize("NFC", given), field, longest)


def checked_lines(text: object, field: Value, longest: int) -> str:
    """Check a text of many lines, and return it just as it is: what is taken out of it is checked again, as
    :func:`checked` does.

    :raises BadText: as there.
    """
    return _fitting(text, field, longest, _UNFIT_IN_LINES)


def checked_name(text: object, field: Value) -> str:
    """Check the name of a player: a text of one line without superfluous blanks.

    :raises BadText: as :func:`checked` does.
    """
    return " ".join(checked(text, field, LONGEST_NAME).split())


def folded_name(name: str) -> str:
    """Return what the spellings of a name have in common: neither case nor superfluous blanks tell them apart."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", " ".join(name.split())).casefold())


def repaired(text: object, longest: int = LONGEST_TEXT) -> str:
    """Make something that was let in before into what :func:`checked` would let in."""
    cut = str(text)[:longest]
    fit = unicodedata.normalize("NFC", _UNFIT.sub(_REPLACEMENT, cut))
    # Cut again: NFC takes some letters apart.
    return fit[:longest]


def repaired_lines(text: str) -> str:
    """Do the same for a text of many lines, of any length."""
    return _UNFIT_IN_LINES.sub(_REPLACEMENT, text)


def unfit_in_lines(text: str) -> str:
    """Return the first character, as in ``U+0007``, that :func:`checked_lines` would refuse; empty: there is none."""
    found = _UNFIT_IN_LINES.search(text)
    return "" if found is None else _code(found)


def checked_length(text: object, field: Value, longest: int) -> str:
    """Check how long a text is, and nothing else: for files of which each part is checked where it is read.

    :raises BadText: it is no text, or too long.
    """
    if not isinstance(text, str):
        raise BadText(message("{field}: must be a text of at most {longest} characters.", field=field, longest=longest))
    return _short_enough(text, field, longest)


def _fitting(text: object, field: Value, longest: int, unfit: re.Pattern[str]) -> str:
    given = checked_length(text, field, longest)
    found = unfit.search(given)
    if found:
        raise BadText(message("{field}: the character {code} cannot be kept or shown. Take it out.",
                              field=field, code=_code(found)))
    return given


def _code(found: re.Match[str]) -> str:
    return f"U+{ord(found[0]):04X}"


def _short_enough(text: str, field: Value, longest: int) -> str:
    if len(text) > longest:
        raise BadText(message("{field}: at most {longest} characters are allowed. Shorten it.",
                              field=field, longest=longest))
    return text
