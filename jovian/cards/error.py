"""The one error of this layer: a card that cannot be read, told in one line."""

from __future__ import annotations

MAX_CAUSE = 300


def one_line(text: str, limit: int = MAX_CAUSE) -> str:
    """The text with line breaks and other control characters folded to spaces, cut at the limit."""
    folded = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return folded if len(folded) <= limit else folded[: limit - 3] + "..."


class CardError(Exception):
    """Bad input. `str()` is one line: `file:line: cause`."""

    def __init__(self, file: str, line: int, cause: str) -> None:
        self.file = one_line(file)
        self.line = line
        self.cause = one_line(cause)
        super().__init__(f"{self.file}:{line}: {self.cause}")

    def __reduce__(self) -> tuple[type[CardError], tuple[str, int, str]]:
        """So that a worker process can hand it back."""
        return CardError, (self.file, self.line, self.cause)
