"""A pytest plugin that tells coverage which test is running, and stores the processor time of each test."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import coverage
import pytest


class CostRecorder:
    """Keeps the processor seconds of each test by its id, with its fixtures and the processes that it waited for."""

    def __init__(self) -> None:
        self._seconds: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Record all lines that a test and its fixtures run under the id of the test."""
        measurement = coverage.Coverage.current()
        if measurement is not None:
            measurement.switch_context(item.nodeid)
        start = sum(os.times()[:4])
        try:
            return (yield)
        finally:
            self._seconds[item.nodeid] = sum(os.times()[:4]) - start

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Store the processor seconds of all tests."""
        Path(session.config.getoption("--seconds-file")).write_text(json.dumps(self._seconds), encoding="utf-8")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that names the file for the processor seconds."""
    parser.addoption("--seconds-file", required=True)


def pytest_configure(config: pytest.Config) -> None:
    """Start to record."""
    config.pluginmanager.register(CostRecorder())
