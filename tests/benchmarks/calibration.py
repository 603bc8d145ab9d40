"""The calibration loop: plain Python work of a fixed size, measured beside everything else for ratios."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import perf_counter


def calibration() -> int:
    """A million steps of integer arithmetic, a dict and a list; the base of all ratios."""
    table: dict[int, int] = {}
    total = 0
    for number in range(250_000):
        total = (total * 31 + number) % 65_521
        table[total & 255] = number
        total += table.get(number & 255, 0) & 3
    return total


def seconds(work: Callable[[], object]) -> float:
    """How long a piece of work takes."""
    start = perf_counter()
    work()
    return perf_counter() - start


def interleaved(works: dict[str, Callable[[], object]], rounds: int) -> dict[str, list[float]]:
    """Run everything in turn, so many times over, so that noise falls on all alike: seconds by name."""
    found: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            found[name].append(seconds(work))
    return found


__all__ = ["calibration", "interleaved", "median", "seconds"]
