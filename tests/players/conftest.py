"""What players leave open of a game is of no concern to the scripts of the rules."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.rules import stage as scripts


@pytest.fixture(autouse=True)
def free_hand() -> Iterator[None]:
    """A test of a player may end in the middle of a game."""
    yield
    scripts._running.clear()
