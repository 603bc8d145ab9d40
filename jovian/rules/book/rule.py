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
    tests: str
    """The file that tests it, likewise."""

    @property
    def chapter(self) -> str:
        """The chapter of the book."""
        return self.place.removeprefix(f"{EDITION} ").split(" > ")[0]


def rule(name: str, place: str, summary: str, where: str = "", tests: str = "") -> Rule:
    """A rule; with a place in the code it is done. `dice/pool` means `jovian/dice/pool.py`, likewise below `tests/`."""
    if not where:
        return Rule(name, place, summary, NOT_DONE, "", "")
    return Rule(name, place, summary, DONE, _path("jovian", where), _path("tests", tests))


def _path(folder: str, short: str) -> str:
    return short if "." in short else f"{folder}/{short}.py"


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


def played(things: Iterable[Played], tests: str, elsewhere: Mapping[str, str], where: str = "") -> tuple[Rule, ...]:
    """The rules of what is in a catalog, by their headings: in the file of its class, or the one that is given.

    `elsewhere` says which of them have their tests in another file.
    """
    found = []
    for each in things:
        name = each.place.rpartition(" > ")[2]
        found.append(rule(name, each.place, each.summary, where or home(type(each)), elsewhere.get(name, tests)))
    return tuple(found)


def home(kind: type) -> str:
    """The file of a class, as `rule` takes it: `rules/actions/evade`."""
    return kind.__module__.removeprefix("jovian.").replace(".", "/")
