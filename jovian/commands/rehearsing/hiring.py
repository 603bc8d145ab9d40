"""Who plays many games: processes here, or a cluster."""

from __future__ import annotations

from jovian.commands.output.problem import Problem
from jovian.rehearsal.work.workers import Workers, cores, local


def hired(workers: int | None, cluster: str) -> Workers:
    """So many processes, those of a cluster at that address, or as many as there are cores. Raises Problem."""
    if not cluster:
        return local(workers or cores())
    if workers is not None:
        raise Problem("usage: --workers: a cluster has its own")
    from jovian.rehearsal.work.cluster import Cluster, NoCluster

    try:
        return Cluster(cluster)
    except NoCluster as error:
        raise Problem(f"--cluster: {error}") from error
