"""Translation of every text into the language of the phone that shows it.

English is the language of the keys; the other languages are catalogues under ``translations/``, to which a game may add
one of its own (``de.po`` in its folder). They are read from their ``.po`` files when first needed, so that no build
step stands between a translator and the panel.
"""

import io
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from babel.core import Locale, UnknownLocaleError
from babel.dates import format_date, format_time
from babel.support import NullTranslations, Translations
from flask import Flask, has_request_context, request
from flask_babel import Babel, Domain, format_decimal, format_percent, get_locale  # type: ignore[import-untyped]

from engine.core.messages import Message, Value, message
from engine.core.pieces import Seat
from engine.records.computer_levels import LEVEL_NAMES, OutsideEngine
from engine.records.game_record import BY_AGREEMENT, NORMAL, why
from engine.registry import find_game, folder_of, game_ids

if TYPE_CHECKING:  # to start fast, the table does not import the reader of catalogues
    from babel.messages.catalog import Catalog
    from babel.messages.catalog import Message as Entry

LANGUAGES: Final[Mapping[str, str]] = {"en": "English", "de": "Deutsch"}
"""Language code → its name in itself."""

FOLDER: Final = Path(__file__).parents[1] / "translations"

NUMBERS: Final = range(102)
"""Enough numbers for each plural form of any language."""

SEAT_NAMES: Final[Mapping[Seat, Message]] = {
    Seat.WHITE: message("White"), Seat.RED: message("Red"), Seat.BLACK: message("Black"), Seat.BLUE: message("Blue"),
}


@cache
def catalogue(language: str) -> NullTranslations:
    """Return the translations into a language; those into English are the keys."""
    if language == "en" or language not in LANGUAGES:
        return NullTranslations()
    from babel.messages.mofile import write_mo

    compiled = io.BytesIO()
    write_mo(compiled, translated(language))
    compiled.seek(0)
    return Translations(compiled)


def translated(language: str) -> "Catalog":
    """Return the texts of the program in a language, and those that only a game has; texts without a translation are
    left out."""
    from babel.messages.catalog import Catalog

    merged = Catalog(locale=language)
    own = FOLDER / language / "LC_MESSAGES" / "messages.po"
    for path in (own, *(folder_of(game_id) / f"{language}.po" for game_id in game_ids())):
        for entry in _entries(path, language):
            if entry.id not in merged:
                merged[entry.id] = entry
    return merged


def _entries(path: Path, language: str) -> "Sequence[Entry]":
    from babel.messages.pofile import read_po

    if not path.exists():
        return ()
    with path.open("rb") as file:
        return [entry for entry in read_po(file, locale=language) if entry.id and entry.string and all(entry.string)]


@cache
def script_texts(language: str) -> Mapping[str, str | Mapping[str, str]]:
    """Return the texts that the scripts of the pages use: key → translation, or for a text with a plural, whose key is
    that for 1, kind of number (as in ``Intl.PluralRules``) → translation. Empty for English."""
    path = FOLDER / language / "LC_MESSAGES" / "messages.po"
    found = [
        entry for entry in _entries(path, language)
        if any(name.endswith(".js") for name, _ in entry.locations)
    ]
    return dict(_for_script(entry, language) for entry in found)


def _for_script(entry: "Entry", language: str) -> tuple[str, str | Mapping[str, str]]:
    if isinstance(entry.id, str):
        return entry.id, str(entry.string)
    one, several = entry.id
    kind, known = Locale.parse(language).plural_form, catalogue(language)
    return one, {kind(number): known.ngettext(one, several, number) for number in reversed(NUMBERS)}


class PoDomain(Domain):  # type: ignore[misc]
    """The domain of Flask-Babel that takes its texts from :func:`catalogue`."""

    def get_translations(self) -> NullTranslations:
        """Return the catalogue of the language in force."""
        return catalogue(language())


def speak(app: Flask, select: Callable[[], str]) -> None:
    """Have all texts of an application in the language that ``select`` names."""
    babel = Babel(app, locale_selector=lambda: select() if select() in LANGUAGES else "en")
    babel.domain_instance = PoDomain()


def interpreter(select: Callable[[], str]) -> Flask:
    """Make an application for texts that no phone asks for: in its ``app_context()`` they are in the language that
    ``select`` names."""
    app = Flask(__name__)
    speak(app, select)
    return app


def language() -> str:
    """Return the code of the language in force."""
    return str(get_locale() or "en")


def day(iso: str) -> str:
    """Format a time as a date, as it is written where the phone comes from; empty if it is unknown."""
    when = _here(iso)
    return "" if when is None else format_date(when, "medium", locale=_dated())


def moment(iso: str) -> str:
    """Do the same with the time of day, by the clock of the board."""
    when = _here(iso)
    return "" if when is None else f"{day(iso)}, {format_time(when, 'short', locale=_dated())}"


def _here(iso: str) -> datetime | None:
    try:
        return datetime.fromisoformat(iso).astimezone()
    except (ValueError, OverflowError):  # years that no clock here can show
        return None


def _dated() -> Locale:
    """Return the language in force, as it is written in the country that the phone's browser names."""
    liked = tuple(request.accept_languages.values()) if has_request_context() else ()
    return _of_country(language(), liked)


@lru_cache(64)
def _of_country(language: str, liked: Sequence[str]) -> Locale:
    for tag in liked:
        with suppress(ValueError, UnknownLocaleError):  # no language, or one that is not written there
            country = Locale.parse(tag, sep="-").territory
            if country:
                return Locale(language, country)
    return Locale(language)


def translate(text: Message, names: Mapping[Seat, str] | None = None) -> str:
    """Translate a message into the language in force; a seat among its values becomes its player's name."""
    if not text.key:
        return ""
    filled = {field: _value(value, names or {}) for field, value in text.values}
    translated = _in_language(text)
    return translated.format(**filled) if filled else translated


def _in_language(text: Message) -> str:
    known = catalogue(language())
    return known.ngettext(text.key, text.plural, text.count) if text.plural else known.gettext(text.key)


def _value(value: Value, names: Mapping[Seat, str]) -> str:
    if isinstance(value, Message):
        return translate(value, names)
    if isinstance(value, Seat):
        return names.get(value) or seat_name(value)
    return number(value) if isinstance(value, (int, float)) else str(value)


def number(value: float) -> str:
    """Format a number in the language in force, with a minus sign as long as a plus sign."""
    return str(format_decimal(value)).replace("-", "\N{MINUS SIGN}")


def percent(share: float) -> str:
    """Format a share of one in whole per cent, in the language in force."""
    return str(format_percent(share))


def seat_name(seat: Seat) -> str:
    """Return the colour of a seat as a word."""
    return translate(SEAT_NAMES[seat])


def player_names(
    players: Mapping[Seat, str], computers: Mapping[Seat, int], engines: Mapping[Seat, OutsideEngine]
) -> dict[Seat, str]:
    """Return the names to show for the players by seat: the name given, else the colour; of a computer, its level by
    name, or its engine with its strength, and its colour where several are called alike."""
    called = {
        seat: engines[seat].called if seat in engines else LEVEL_NAMES[level - 1]
        for seat, level in computers.items()
    }
    alike = Counter(called.values())
    return {
        seat: _computer_name(seat, called[seat], alike[called[seat]] > 1)
        if seat in called else name.strip() or seat_name(seat)
        for seat, name in players.items()
    }


def _computer_name(seat: Seat, name: Message, with_colour: bool) -> str:
    if with_colour:
        return translate(message("{level} (computer, {colour})", level=name, colour=SEAT_NAMES[seat]))
    return translate(message("{level} (computer)", level=name))


def ending(game_id: str, reason: str, termination: str = NORMAL) -> str:
    """Describe why a game ended: by its rules (``reason``) or otherwise (``termination``)."""
    reasons = find_game(game_id).reasons if game_id in game_ids() else {}
    return translate(why(reasons, termination if termination in BY_AGREEMENT else reason))
