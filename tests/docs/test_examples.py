"""The examples in docstrings of classes and functions that others build on do what they show."""

import doctest
from importlib import import_module

import pytest

EXAMPLES = {
    "hardware.board_map": {"BoardMap"},
    "hardware.debounce": {"debounce"},
    "hardware.ports": {"Reeds", "Rings"},
    "hardware.simulated.board": {"SimulatedBoard"},
}
"""Module → the names in it whose docstrings hold an example."""


@pytest.mark.parametrize("module", EXAMPLES)
def test_every_example_does_what_it_shows(module: str) -> None:
    examples = [each for each in doctest.DocTestFinder().find(import_module(module)) if each.examples]
    assert {each.name.removeprefix(f"{module}.") for each in examples} == EXAMPLES[module]
    runner = doctest.DocTestRunner(optionflags=doctest.FAIL_FAST)
    for each in examples:
        shown: list[str] = []
        assert runner.run(each, out=shown.append).failed == 0, "".join(shown)
