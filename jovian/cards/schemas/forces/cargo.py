"""Cargo as fleets and scenarios hand it out: which of the modules a unit may carry (v1.2.4 Fleet > Cargo)."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from jovian.cards.error import meant
from jovian.cards.reading.document import Document, Path_
from jovian.cards.values.card import UnitCard
from jovian.cards.values.cargo_names import CARGO

CargoLine = Annotated[list[Annotated[str, StringConstraints(max_length=40)]], Field(max_length=20)]
"""The key `cargo` of a file: names of `cargo_names.CARGO`."""


def hold(card: UnitCard) -> int:
    """How many modules of cargo a unit carries."""
    return card.level("Cargo") if card.kind == "capital" else 0


def checked_cargo(
    names: list[str], card: UnitCard, document: Document, path: Path_, who: str
) -> tuple[str, ...]:
    """The cargo of a unit in the order given; the path is that of its list; what is wrong is noted."""
    for number, name in enumerate(names):
        where = (*path, number)
        document.note_if(name not in CARGO, where, f"{who}: no cargo is called '{name}'{meant(name, CARGO)}")
        document.note_if(name in names[:number], where, f"{who}: cargo {name} stands there twice")
    room = hold(card)
    document.note_if(bool(names) and not room, path, f"{who}: only a capital ship with the trait Cargo carries cargo")
    many = len(names)
    document.note_if(many > room, path, f"{who}: has Cargo for {room}, not for {many}")
    return tuple(names)
