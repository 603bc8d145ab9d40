"""One row of the book, and how a chapter's rows are written down shortly."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, Protocol

DONE, NOT_DONE = "done", "not done"
EDITION = "v1.2.4"


class Rule(NamedTuple):
    """One named rule."""

    name: str
    place: str
    """`v1.2.4 Chapter > Heading`."""
    summary: str
    """What it says, in our own words."""
    state: str
    """DONE or NOT_DONE."""
    where: str
    """The file that holds it, from the top of the project; "" if it is not done."""
    symbols: tuple[str, ...]
    """The classes, methods, functions or constants of that file that do it; () where it is no file of Python."""
    tests: str
    """The file that tests it, from the top of the project; "" if it is not done."""

    @property
    def chapter(self) -> str:
        """The chapter of the book."""
        return self.place.removeprefix(f"{EDITION} ").split(" > ")[0]

    @property
    def home(self) -> str:
        """Where it lives, as a reader is told: `jovian/dice/pool.py: Pool.normal`; "" if it is not done."""
        return f"{self.where}: {', '.join(self.symbols)}" if self.symbols else self.where


def rule(name: str, place: str, summary: str, where: str = "", tests: str = "") -> Rule:
    """A rule; with a place in the code it is done.

    `dice/pool: Pool, net_to_dice` means these two of `jovian/dice/pool.py`, `docs/rulings.md` that file as a whole;
    `rules/test_dice_rolls` means `tests/rules/test_dice_rolls.py`.
    """
    if not where:
        return Rule(name, place, summary, NOT_DONE, "", (), "")
    file, _, symbols = where.partition(": ")
    doers = tuple(symbols.split(", ")) if symbols else ()
    return Rule(name, place, summary, DONE, f"jovian/{file}.py" if doers else file, doers, f"tests/{tests}.py")


def chapter(title: str, tests: str, *rows: tuple[str, ...]) -> tuple[Rule, ...]:
    """The rules under a heading: rows of name, summary, and if done where it lives and, if elsewhere, its tests."""
    found = []
    for row in rows:
        name, summary, where = row[0], row[1], row[2] if len(row) > 2 else ""
        found.append(rule(name, f"{EDITION} {title} > {name}", summary, where, row[3] if len(row) > 3 else tests))
    return tuple(found)


class Played(Protocol):
    """What implements a rule and says so itself: an action, a weapon type, a kind of terrain, an effect."""

    @property
    def place(self) -> str:
        """Where the book says so."""

    @property
    def summary(self) -> str:
        """What it does."""


def played(
    things: Iterable[Played], tests: str, elsewhere: Mapping[str, str], lives: Mapping[str, str] | None = None
) -> tuple[Rule, ...]:
    """The rules of what is in a catalog, by their headings, each done by its class.

    `elsewhere` says which of them have their tests in another file, `lives` which are done by something else.
    """
    found = []
    for each in things:
        name = heading(each)
        where = lives[name] if lives and name in lives else home(type(each))
        found.append(rule(name, each.place, each.summary, where, elsewhere.get(name, tests)))
    return tuple(found)


def heading(thing: Played) -> str:
    """What the book calls it."""
    return thing.place.rpartition(" > ")[2]


def home(kind: type) -> str:
    """A class and its file, as `rule` takes them: `rules/actions/generic/evade: Evade`."""
    return f"{kind.__module__.removeprefix('jovian.').replace('.', '/')}: {kind.__qualname__}"
