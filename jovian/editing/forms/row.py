"""A row of a form: what it is called, where its value stands in the draft, what may stand there."""

from __future__ import annotations

from enum import Enum
from typing import Any, NamedTuple

from jovian.cards.schemas.listed import Among
from jovian.editing.draft import Where
from jovian.rules.facts.words import spoken


class Kind(Enum):
    """What is done with the value of a row."""

    HEADING = "heading"
    """Nothing: it is a title."""
    NOTE = "note"
    """Nothing: it says what the rows above or below are about."""
    TEXT = "text"
    WORDS = "words"
    """A list of texts, with commas between them."""
    NUMBERS = "numbers with commas between them"
    NUMBER = "number"
    WHOLE = "whole number"
    FLAG = "yes or no"
    CHOICE = "one of its options"
    ADD = "one of its options is put beside what stands there"
    PIECE = "a line of its own, with a form of its own"
    BRANCH = "a line of a tree, to go on from"


class Option(NamedTuple):
    """Something that may stand in a row."""

    value: Any
    label: str
    help: str = ""


class Row(NamedTuple):
    """One row. Of `PIECE` the path is that of the piece, of `ADD` that of the list or mapping that grows."""

    kind: Kind
    label: str
    path: Where = ()
    value: Any = None
    options: tuple[Option, ...] = ()
    help: str = ""
    needed: bool = False
    """Must something stand there?"""
    usual: Any = None
    """What holds where nothing stands there."""
    among: Among | None = None
    """The pieces of which one is chosen there, each with keys of its own."""


def nothing(usual: Any = None) -> Option:
    """What is chosen where a key may be left out; it tells what holds then."""
    return Option(None, "-" if usual in (None, "", (), [], {}) else f"{usual} (usual)")


def titled(key: str) -> str:
    """A key as words: `tail_length` is `Tail length`."""
    words = spoken(key)
    return words[:1].upper() + words[1:]


def heading(label: str, help: str = "") -> list[Row]:
    """A title over rows, and what they are about."""
    return [Row(Kind.HEADING, label), *([Row(Kind.NOTE, help)] if help else [])]
