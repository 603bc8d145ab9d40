"""A plugin of pytest that tells coverage which test is running."""

from __future__ import annotations

from collections.abc import Iterator

import coverage
import pytest


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Everything that a test runs, fixtures too, counts as its own."""
    running = coverage.Coverage.current()
    if running is not None:
        running.switch_context(item.nodeid)
    return (yield)
