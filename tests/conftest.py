"""Settings for all tests: contents from `tests/data`, an empty user folder, and no deadlines."""

from __future__ import annotations

import gc
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from hypothesis import settings

from jovian.cards.cache import keep_in
from jovian.cards.files import Shelf, set_out, shelves, use_shelves
from jovian.commands import progress
from jovian.garbage import collect_rarely
from jovian.match import Match  # noqa: F401 (So the rules define the pieces of scenarios.)
from tests.commands import write_short_scenario
from tests.frozen_contents import FROZEN, use_frozen_contents

sys.dont_write_bytecode = False  # Without bytecode, every process of a test would compile all modules again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
use_frozen_contents()  # Before collection: some tests are parametrized with cards.
os.environ["JOVIAN_WARS_HOME"] = os.path.join(tempfile.gettempdir(), "jovian-wars-nobody")
settings.register_profile("house", deadline=None)  # A busy machine is not a fault of the code.
settings.load_profile("house")
progress.SECONDS = float("inf")  # On a busy machine, a command must print no more than on an idle one.


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Use one worker more than there are cores with `-n auto`, because some tests wait for processes or for a clock."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Give each worker long runs of tests, because the tests of a file share games that each worker plays once."""
    from xdist.scheduler import WorkStealingScheduling

    return WorkStealingScheduling(config, log) if config.getoption("dist") == "load" else None


def pytest_sessionstart(session: pytest.Session) -> None:
    """Let each worker of a whole run import its share of the tests first, so that not every worker compiles them all.

    pytest takes several times as long as Python to compile a test.
    """
    worker = getattr(session.config, "workerinput", None)
    if worker is not None and session.config.args == list(session.config.getini("testpaths")):
        folder = Path(__file__).parent
        share = slice(int(worker["workerid"].removeprefix("gw")), None, worker["workercount"])
        for path in sorted(folder.rglob("test_*.py"))[share]:
            with suppress(Exception, pytest.skip.Exception):  # Its collection reports that.
                import_module(".".join(path.relative_to(folder.parent).with_suffix("").parts))


def pytest_collection_finish() -> None:
    """Keep modules and tests out of garbage collection, which would look through all of them again and again."""
    gc.collect()
    collect_rarely()


@pytest.fixture(autouse=True)
def shelves_as_before() -> Iterator[None]:
    """Restore the shelves and the card cache after each test, because a command in this process can change them."""
    before = shelves()
    yield
    set_out(*before)
    keep_in(None)


@pytest.fixture(scope="session")
def short_shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    """Return the frozen contents, in which the introductory scenario has 2 Game Turns."""
    folder = tmp_path_factory.mktemp("short") / "scenarios"
    copytree(FROZEN.scenarios, folder)
    write_short_scenario(folder, 2)
    return FROZEN._replace(scenarios=folder)


@pytest.fixture(scope="module")
def short_games(short_shelf: Shelf) -> Iterator[None]:
    """Play quick games of the introductory scenario in this process and its workers, where no test needs long ones."""
    with use_shelves(short_shelf):
        yield


@pytest.fixture
def own_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Give a test a user folder of its own."""
    monkeypatch.setenv("JOVIAN_WARS_HOME", str(tmp_path / "home"))
    return tmp_path / "home"
