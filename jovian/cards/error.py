"""The one error of this layer: a card that cannot be read, told in one line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import get_close_matches

MAX_CAUSE = 300
MAX_NAME = 240
"""Characters of a file name that a message shows whole."""
CUT_NAME = 120
"""Characters that are left of a longer name."""
MAX_READ = 20_000
"""Characters of a text that `one_line` looks at."""
FEW = 8
"""So many words of a closed list are named to whoever missed them."""


def one_line(text: str, limit: int = MAX_CAUSE) -> str:
    """The text with line breaks and other control characters folded to spaces, cut at the limit."""
    folded = " ".join("".join(c if c.isprintable() else " " for c in text[:MAX_READ]).split())
    return folded if len(folded) <= limit else folded[: limit - 3] + "..."


def short_name(name: str, limit: int = MAX_NAME) -> str:
    """Return the name on one line. A name longer than the limit loses its middle."""
    return one_line(name) if len(name) <= limit else cut_middle(name, min(limit, CUT_NAME))


def cut_middle(text: str, length: int) -> str:
    """Return the beginning and the end of a long text on one line of at most so many characters."""
    half = (length - 3) // 2
    return one_line(f"{text[:half]}...{text[-half:]}", length)


def describe_error(error: BaseException) -> str:
    """Return the type and the message of an error on one line.

    The error can come from code that is not ours: `str()` of it can fail, return something strange, or be huge.
    """
    return ": ".join(text for text in (_text_of(lambda: type(error).__name__), _text_of(lambda: str(error))) if text)


def _text_of(read: Callable[[], str]) -> str:
    """Return a short plain text on one line, "(unreadable)" if reading it fails."""
    try:
        return one_line(str.__getitem__(read(), slice(MAX_READ)))
    except BaseException as error:
        if type(error) is KeyboardInterrupt:
            raise
        return "(unreadable)"


def meant(word: object, known: Iterable[str], few: int = FEW) -> str:
    """What to say after a word that is not on a list: the nearest on it, and all of them where they are few."""
    words = list(known) if isinstance(word, str) else []
    lower = {each.lower(): each for each in reversed(words)}
    near = get_close_matches(word[:80].lower(), lower, n=1) if isinstance(word, str) else []
    said = f"; did you mean '{lower[near[0]]}'?" if near else ""
    listed = f"; there {'is' if len(words) == 1 else 'are'} {', '.join(words)}" if 0 < len(words) <= few else ""
    return said + listed


def place(file: str, line: int | None) -> str:
    """Where something is wrong: the file, and the line if one is to blame."""
    return short_name(file) if line is None else f"{short_name(file)}:{line}"


class CardError(Exception):
    """Bad input. `str()` is one line: `file:line: cause`, or `file: cause` where no line is to blame."""

    def __init__(self, file: str, line: int | None, cause: str, more: Sequence[CardError] = ()) -> None:
        self.file = short_name(file)
        self.line = line
        self.cause = one_line(cause)
        self.more = tuple(more)
        """What else is wrong with the file."""
        others = f" (and {len(self.more)} more, see check)" if self.more else ""
        super().__init__(f"{place(self.file, line)}: {self.cause}{others}")

    def all(self) -> Iterator[CardError]:
        """Each thing that is wrong, by itself."""
        yield CardError(self.file, self.line, self.cause)
        yield from self.more

    def __reduce__(self) -> tuple[type[CardError], tuple[str, int | None, str, tuple[CardError, ...]]]:
        """So that a worker process can hand it back."""
        return CardError, (self.file, self.line, self.cause, self.more)
