"""Every script of the rules answers all that it is asked."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.rules.stage import all_answered, forget


@pytest.fixture(autouse=True)
def strict() -> Iterator[None]:
    """After each test, fail it if one of its scripts left a question open; those of tests elsewhere may."""
    forget()
    yield
    all_answered()
