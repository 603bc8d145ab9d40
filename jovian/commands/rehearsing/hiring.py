"""Who plays the games of `rehearse`: processes here, or a cluster."""

from __future__ import annotations

from jovian.commands.output.problem import Problem
from jovian.commands.rehearsing.request import Request
from jovian.rehearsal.work.workers import Workers, cores, local


def hired(request: Request) -> Workers:
    """Who plays. Raises Problem."""
    if not request.cluster:
        return local(request.workers or cores())
    if request.workers is not None:
        raise Problem("usage: --workers: a cluster has its own")
    try:
        from jovian.rehearsal.work.cluster import Cluster, NoCluster
    except ImportError as error:
        raise Problem(f"--cluster: {error.name} is missing: pip install -r requirements-cluster.txt") from error
    try:
        return Cluster(request.cluster)
    except NoCluster as error:
        raise Problem(f"--cluster: {error}") from error
