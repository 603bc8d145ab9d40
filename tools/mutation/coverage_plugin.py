"""A pytest plugin that tells coverage which test is running."""

from __future__ import annotations

from collections.abc import Iterator

import coverage
import pytest


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Record all lines that a test and its fixtures run under the id of the test."""
    measurement = coverage.Coverage.current()
    if measurement is not None:
        measurement.switch_context(item.nodeid)
    return (yield)
