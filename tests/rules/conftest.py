"""Check that each script of the rules answers all of its decisions."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.rules.stage import all_answered, forget


@pytest.fixture(autouse=True)
def strict() -> Iterator[None]:
    """Fail a test if one of its scripts left a decision open. Tests in other folders may."""
    forget()
    yield
    all_answered()
