"""Libraries of ours, in C, that are loaded before a program's own and answer in the place of the system."""

import shutil
import subprocess
from pathlib import Path

import pytest


def compiled(source: Path, folder: Path, gcc: str = "gcc", *options: str) -> Path:
    """The library, for ``LD_PRELOAD``, that a file in C becomes; without a compiler its tests are left out."""
    compiler = shutil.which(gcc)
    if compiler is None:
        pytest.skip(f"no {gcc} is installed (Debian: apt install {gcc})")
    made = folder / f"{source.stem}.so"
    options = ("-Wall", "-Wextra", "-Werror", *options)
    subprocess.run([compiler, *options, "-shared", "-fPIC", "-o", str(made), str(source), "-ldl"], check=True)
    return made
