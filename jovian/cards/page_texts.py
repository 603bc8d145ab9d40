"""The texts of the rules pages: introductions to the rules, and the numbered rulings, in `assets/rules/`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from jovian.cards.building import check_keys, read_file
from jovian.cards.files import ROOT
from jovian.frozen import frozen

FOLDER = ROOT / "assets" / "rules"
CITATION = re.compile(r"\bv\d+\.\d+\.\d+ [A-Z][^;,\n)]*")
"""A place in the rulebook up to the end of its line. A ruling isn't one, because a model may be called R2."""


@frozen
class PageText:
    """What a page adds to the rules of its heading."""

    text: str = ""
    """An introduction, or ""."""
    rulings: tuple[str, ...] = ()
    """Its numbered rulings, such as `R12`."""
    names: tuple[str, ...] = ()
    """Other names that lead to the page."""
    see: tuple[str, ...] = ()
    """Related pages, as `chapter > heading`."""
    options: tuple[str, ...] = ()
    """The options of a game that change its rules, besides those that cite it."""


@frozen
class Ruling:
    """A numbered ruling."""

    number: str
    """`R12`."""
    heading: str
    """The heading of its group."""
    text: str
    """Each line after the first is a step."""


@frozen
class _Pages:
    """The file of the pages."""

    pages: Mapping[str, PageText]


@frozen
class _Group:
    """The rulings below a heading."""

    heading: str
    rulings: Mapping[str, str]


@frozen
class _Groups:
    """The file of the rulings."""

    groups: tuple[_Group, ...]


def load_page_texts(path: Path = FOLDER / "pages.yaml") -> Mapping[str, PageText]:
    """Return the texts of the pages by chapter, or by `chapter > heading`. Raises CardError."""
    return check_keys(_Pages, read_file(path)).pages


def load_rulings(path: Path = FOLDER / "rulings.yaml") -> Mapping[str, Ruling]:
    """Return all rulings by number, in order. Raises CardError."""
    groups = check_keys(_Groups, read_file(path)).groups
    return {number: Ruling(number, group.heading, text) for group in groups for number, text in group.rulings.items()}
