"""A bound for loops that wait for something, so that a test fails instead of running forever."""

from __future__ import annotations

from collections.abc import Callable, Iterator

MOST = 10_000


def until(reached: Callable[[], object], most: int = MOST) -> Iterator[None]:
    """Yield until a condition holds. Fail after `most` rounds, because the game takes another way."""
    for _ in range(most):
        if reached():
            return
        yield
    raise AssertionError(f"what the test waits for has not come in {most} rounds")
