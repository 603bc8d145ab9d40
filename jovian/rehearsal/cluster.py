"""A Dask cluster does the work: the game's own code goes along to workers that lack it; cards stand in the saves.

Workers need Dask and the libraries of `requirements.txt`; nothing of ours. The scheduler gives the jobs of a lost
worker to others, and every answer is taken once.
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
"""Seconds to wait for a scheduler that does not answer, and for its first worker."""


class NoCluster(Exception):
    """There is no such cluster, or it cannot play."""


class Cluster:
    """The workers of a Dask cluster."""

    def __init__(self, address: str) -> None:
        """Connect to the scheduler at an address such as `tcp://host:8786`. Raises NoCluster."""
        try:
            self._client = Client(address, timeout=PATIENCE, set_as_default=False)
            self._client.wait_for_workers(1, timeout=PATIENCE)
        except (OSError, TimeoutError, ValueError) as error:
            raise NoCluster(f"{address}: no cluster with a worker answers there ({error})") from error
        try:
            _ship(self._client)
            self.size = len(self._client.nthreads())
        except BaseException:
            self._client.close()
            raise
        self._hired = Hired(self.size, lambda: self._client.get_executor(pure=False))

    def shared(self, work: Callable[[Job], Answer], jobs: Iterable[Job]) -> Iterator[Answer]:
        """What the work gives for each job, in their order. Raises WorkersLost."""
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
    """A fingerprint of the package's code, wherever it was imported from."""
    found = blake2b(digest_size=8)
    for path, source in sorted(_sources(files(PACKAGE), PACKAGE)):
        found.update(f"{path}\n".encode() + source)
    return found.hexdigest()


def _sources(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    for each in folder.iterdir():
        if each.is_dir():
            yield from _sources(each, f"{path}/{each.name}")
        elif each.name.endswith(".py"):
            yield f"{path}/{each.name}", each.read_bytes()


def _ship(client: Client) -> None:
    """Give every worker the package, those too that come later. Raises NoCluster if one then plays another version."""
    with TemporaryDirectory() as folder:
        packed = Path(folder) / f"{PACKAGE}-{identity()}.zip"
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for path, source in sorted(_sources(files(PACKAGE), PACKAGE)):
                archive.writestr(path, source)
        try:
            client.upload_file(str(packed))
        except ImportError as error:
            raise NoCluster(f"a worker of the cluster lacks a library: {error}") from error
    wrong = sorted(worker for worker, found in client.run(identity).items() if found != identity())
    if wrong:
        raise NoCluster(f"{wrong[0]} has another version of the game imported already: restart it")
