"""The examples in docstrings of the public API give the results that they show."""

from __future__ import annotations

import doctest
from importlib import import_module

import pytest

from jovian.cards.files import BUILTIN_SHELF, use_shelves


@pytest.mark.parametrize("name", ["jovian", "jovian.dice.stream", "jovian.dice.pool", "jovian.table.polygons"])
def test_examples(name: str) -> None:
    with use_shelves(BUILTIN_SHELF):
        results = doctest.testmod(import_module(name))
    assert results.attempted and not results.failed
