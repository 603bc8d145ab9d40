"""Workers on a Dask cluster. They get the game's code if they lack it, and the saves contain the cards.

Workers need Dask and the packages of the game (`INSTALL`). The scheduler gives the jobs of a lost worker to others, and
each result counts once. While there is no worker, the jobs wait for one.
"""

from __future__ import annotations

import logging
import warnings
import zipfile
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from hashlib import blake2b
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self, TypeVar

from distributed import Client
from distributed.diagnostics.plugin import SchedulerUploadFile, UploadFile
from distributed.scheduler import KilledWorker
from distributed.versions import VersionMismatchWarning

from jovian.cards.files import describe_error
from jovian.rehearsal.workers import Hired, WorkersLost

Job = TypeVar("Job")
Answer = TypeVar("Answer")
PACKAGE = "jovian"
PATIENCE = 20
"""Seconds to wait for the scheduler, and for its first worker."""
INSTALL = 'python -m pip install ".[cluster]"'
"""The command that installs what a worker needs, in a folder with the source of the game."""
PLUGIN = "jovian-wars"
"""The name under which the cluster keeps the package."""
IMPORTS = "import jovian.rehearsal.comparison, jovian.rehearsal.duels, jovian.players"
"""What the scheduler and every worker must be able to run."""


class NoCluster(Exception):
    """There is no such cluster, or it can't play."""


class Cluster:
    """The workers of a Dask cluster."""

    def __init__(self, address: str, report: Callable[[str], None] = lambda line: None) -> None:
        """Connect to the scheduler at an address such as `tcp://host:8786`. Raises NoCluster.

        `report` gets a line when no worker is left, and when one is back.
        """
        self._report = report
        self._is_empty = False
        for name in ("distributed", "distributed.client"):  # Errors are raised. Dask also logs them with tracebacks.
            logging.getLogger(name).setLevel(logging.CRITICAL)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", VersionMismatchWarning)  # It also compares packages that aren't used.
                self._client = Client(address, timeout=PATIENCE, set_as_default=False)
            self._client.wait_for_workers(1, timeout=PATIENCE)
        except (OSError, TimeoutError, ValueError) as error:
            raise NoCluster(f"{address}: found no cluster with a worker ({error})") from error
        try:
            self._send_package()
            self.size = len(self._client.nthreads())
        except BaseException:
            self._client.close()
            raise
        self._hired = Hired(self.size, lambda: self._client.get_executor(pure=False), self._look)

    def shared(self, work: Callable[[Job], Answer], jobs: Iterable[Job]) -> Iterator[Answer]:
        """Yield the result of the work for each job, in order. Raises WorkersLost."""
        try:
            yield from self._hired.shared(work, jobs)
        except (CancelledError, OSError) as error:
            cause = f" ({error})" if str(error) else ""
            raise WorkersLost(f"the connection to the cluster is lost{cause}") from error
        except Exception as error:
            if fault := self._find_fault():  # A worker that came later may lack a package.
                raise WorkersLost(fault) from error
            if isinstance(error, KilledWorker):
                raise WorkersLost(f"the workers of the cluster were killed ({error})") from error
            raise

    def _send_package(self) -> None:
        """Send the package to the scheduler and to all current and later workers. Raises NoCluster if one can't run it.

        The name replaces the package of an earlier command. Otherwise, a later worker would get both at once, and could
        read one while it writes the other.
        """
        with TemporaryDirectory() as folder:
            packed = Path(folder) / f"{PACKAGE}-{identity()}.zip"
            with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
                for path, source in sorted(_sources(files(PACKAGE), PACKAGE)):
                    archive.writestr(path, source)
            for plugin in (SchedulerUploadFile(str(packed)), UploadFile(str(packed))):
                self._client.register_plugin(plugin, name=PLUGIN)
        if fault := self._find_fault():
            raise NoCluster(fault)
        versions = self._client.run(identity, on_error="return")
        wrong = sorted(worker for worker, version in versions.items() if version != identity() and type(version) is str)
        if wrong:
            raise NoCluster(f"{wrong[0]} has already imported another version of the game. Restart it.")

    def _find_fault(self) -> str:
        """Describe why the scheduler or the first worker can't run the game, "" if all can."""
        for place, error in (*self._try_scheduler(), *sorted(self._try_workers().items())):
            if isinstance(error, ModuleNotFoundError):
                return f"{place} lacks the package {error.name}. On its machine, run {INSTALL} in the game's folder"
            if isinstance(error, Exception) and not isinstance(error, OSError):
                return f"{place} can't run the game ({describe_error(error)})"
        return ""

    def _try_scheduler(self) -> Iterator[tuple[str, object]]:
        """Yield the error of the scheduler, if there is one."""
        try:
            self._client.run_on_scheduler(exec, IMPORTS, {})
        except Exception as error:
            yield "the scheduler", error

    def _try_workers(self) -> dict[str, object]:
        """Return the error of each worker, or None, by its address."""
        errors: dict[str, object] = self._client.run(exec, IMPORTS, {}, on_error="return")
        return errors

    def _look(self) -> None:
        """Report when no worker is left, and when one is back."""
        is_empty = not self._client.nthreads()
        if is_empty and not self._is_empty:
            self._report("the cluster has no worker left: waiting for one")
        elif self._is_empty and not is_empty:
            self._report("a worker of the cluster is back")
        self._is_empty = is_empty

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._hired.__exit__(*error)
        self._client.close()


def identity() -> str:
    """Return a digest of the package's code."""
    digest = blake2b(digest_size=8)
    for path, source in sorted(_sources(files(PACKAGE), PACKAGE)):
        digest.update(f"{path}\n".encode() + source)
    return digest.hexdigest()


def _sources(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _sources(entry, f"{path}/{entry.name}")
        elif entry.name.endswith(".py"):
            yield f"{path}/{entry.name}", entry.read_bytes()
