"""The calibration loop: plain Python work of a fixed size, measured with everything else for ratios."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import perf_counter


def calibration() -> int:
    """Do a million steps of integer arithmetic with a dict and a list. All ratios refer to this work."""
    table: dict[int, int] = {}
    total = 0
    for number in range(250_000):
        total = (total * 31 + number) % 65_521
        table[total & 255] = number
        total += table.get(number & 255, 0) & 3
    return total


def seconds(work: Callable[[], object]) -> float:
    """Return the seconds that a piece of work takes."""
    start = perf_counter()
    work()
    return perf_counter() - start


def interleaved(works: dict[str, Callable[[], object]], rounds: int) -> dict[str, list[float]]:
    """Run all works in turn, `rounds` times, so that noise affects all alike. Return the seconds by name."""
    seconds_by_name: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            seconds_by_name[name].append(seconds(work))
    return seconds_by_name


__all__ = ["calibration", "interleaved", "median", "seconds"]
