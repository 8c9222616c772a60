"""Acts of phones that name the scene by which they were decided: the tests' phones show the newest one."""

import re
from collections.abc import Callable, Mapping
from typing import Final

_ACTS: Final = re.compile(
    r"POST /api/(actions|end-turn|take-back|touch|hint|offer-draw|pause|resume|park|abandon)|DELETE /api/seats/\w+"
)


def naming_scene(method: str, path: str, body: object, newest: Callable[[], int]) -> object:
    """Return the body of a request with the number of the newest scene, if it has to name one and does not."""
    if not _ACTS.fullmatch(f"{method} {path}") or not isinstance(body, Mapping | None) or "scene" in (body or {}):
        return body
    return {**(body or {}), "scene": newest()}
