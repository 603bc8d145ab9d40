"""Every test reads the frozen contents, and nothing of whoever runs it."""

from __future__ import annotations

import gc
import os
import sys
import tempfile
from collections.abc import Iterator

import pytest
from hypothesis import settings

from jovian.cards.cache import keep_in
from jovian.cards.files import set_out, shelves
from jovian.cli import GARBAGE_THRESHOLD
from tests import frozen

sys.dont_write_bytecode = False  # Without bytecode, every process of a test would compile all modules again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
frozen.use()  # before tests are collected: some are made for each card
os.environ["JOVIAN_WARS_HOME"] = os.path.join(tempfile.gettempdir(), "jovian-wars-nobody")
settings.register_profile("house", deadline=None)  # a busy machine is no fault of the code
settings.load_profile("house")


def pytest_collection_finish() -> None:
    """Keep modules and tests out of garbage collection, which would look through all of them again and again."""
    gc.set_threshold(GARBAGE_THRESHOLD)
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def shelves_as_before() -> Iterator[None]:
    """A command that a test runs in this process reads other shelves from then on, and keeps what it reads: the next
    test reads its own, and keeps nothing.
    """
    before = shelves()
    yield
    set_out(*before)
    keep_in(None)
