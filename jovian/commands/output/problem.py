"""What a command refuses or fails at, told in one line."""

from __future__ import annotations

INTERRUPTED = 130
"""The status of what its user stopped."""


class Problem(Exception):
    """Bad input (status 2), or what was asked for failed (status 1). `str()` is one line."""

    def __init__(self, line: str, status: int = 2) -> None:
        super().__init__(line)
        self.status = status
