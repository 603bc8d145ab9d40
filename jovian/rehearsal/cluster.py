"""Workers on a Dask cluster. They get the game's code if they lack it, and the saves contain the cards.

Workers need Dask and the libraries in `requirements/core.txt`, but not this game. The scheduler gives the jobs of a
lost worker to others, and each result counts once.
"""

from __future__ import annotations

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
from distributed.scheduler import KilledWorker

from jovian.rehearsal.workers import Hired, WorkersLost

Job = TypeVar("Job")
Answer = TypeVar("Answer")
PACKAGE = "jovian"
PATIENCE = 20
"""Seconds to wait for the scheduler, and for its first worker."""


class NoCluster(Exception):
    """There is no such cluster, or it can't play."""


class Cluster:
    """The workers of a Dask cluster."""

    def __init__(self, address: str) -> None:
        """Connect to the scheduler at an address such as `tcp://host:8786`. Raises NoCluster."""
        try:
            self._client = Client(address, timeout=PATIENCE, set_as_default=False)
            self._client.wait_for_workers(1, timeout=PATIENCE)
        except (OSError, TimeoutError, ValueError) as error:
            raise NoCluster(f"{address}: found no cluster with a worker ({error})") from error
        try:
            _send_package(self._client)
            self.size = len(self._client.nthreads())
        except BaseException:
            self._client.close()
            raise
        self._hired = Hired(self.size, lambda: self._client.get_executor(pure=False))

    def shared(self, work: Callable[[Job], Answer], jobs: Iterable[Job]) -> Iterator[Answer]:
        """Yield the result of the work for each job, in order. Raises WorkersLost."""
        try:
            yield from self._hired.shared(work, jobs)
        except (KilledWorker, CancelledError, OSError) as error:
            raise WorkersLost(f"the cluster has lost its workers ({error})") from error

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


def _send_package(client: Client) -> None:
    """Send the package to all current and later workers. Raises NoCluster if one runs another version."""
    with TemporaryDirectory() as folder:
        packed = Path(folder) / f"{PACKAGE}-{identity()}.zip"
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for path, source in sorted(_sources(files(PACKAGE), PACKAGE)):
                archive.writestr(path, source)
        try:
            client.upload_file(str(packed))
        except ImportError as error:
            raise NoCluster(f"a worker of the cluster lacks a library: {error}") from error
    wrong = sorted(worker for worker, version in client.run(identity).items() if version != identity())
    if wrong:
        raise NoCluster(f"{wrong[0]} has already imported another version of the game. Restart it.")
