"""Cards as a JSON text, and back. No schema is asked on the way back: what is packed was checked before.

Cards are listed once each, those that a card is made of before it, so that what shared one shares it again.
"""

from __future__ import annotations

import json
from dataclasses import fields
from types import MappingProxyType
from typing import Any

from jovian.cards.values.card import Base, Extra, Mount, Slot, Trait, UnitCard, WeaponCard
from jovian.cards.values.fleet import FleetEntry, FleetList
from jovian.cards.values.piece import PieceCard
from jovian.cards.values.scenario import Placement, ScenarioCard, StationCard, TerrainCard, ZoneCard
from jovian.cards.values.upgrade import Loaded, UpgradeCard
from jovian.frozen import freeze_mapping

CLASSES: dict[str, type[Any]] = {
    each.__name__: each
    for each in (
        Base, Extra, Mount, Slot, Trait, UnitCard, WeaponCard, UpgradeCard, Loaded, FleetEntry, FleetList,
        PieceCard, Placement, ScenarioCard, StationCard, TerrainCard, ZoneCard,
    )
}  # fmt: skip
"""All that a card is made of, besides texts, numbers, tuples and mappings."""
CARD, FROZEN, MAPPING = "card", "frozen", "mapping"
"""What stands for a card, by its place in the list, and for mappings, by their pairs; a list stands for a tuple."""


def packed(value: object) -> str:
    """Cards, and tuples and mappings of them, as a text. Raises TypeError for anything else."""
    packer = _Packer()
    root = packer.plain(value)
    return json.dumps([packer.listed, root], separators=(",", ":"))


def unpacked(text: str) -> Any:
    """What `packed` made a text of. Raises ValueError, TypeError, KeyError or IndexError for another text."""
    listed, root = json.loads(text)
    cards: list[Any] = []
    for name, *given in listed:
        kind = CLASSES[name]
        if len(given) != len(_names(kind)):
            raise ValueError(f"{name} has other fields")
        cards.append(kind(*[_value(each, cards) for each in given]))
    return _value(root, cards)


def _value(plain: Any, cards: list[Any]) -> Any:
    if isinstance(plain, list):
        return tuple([_value(each, cards) for each in plain])
    if not isinstance(plain, dict):
        return plain
    ((sign, what),) = plain.items()
    if sign == CARD:
        return cards[what]
    pairs = [(key, _value(each, cards)) for key, each in what]
    return freeze_mapping(dict(pairs)) if sign == FROZEN else dict(pairs)


def _names(kind: type[Any]) -> tuple[str, ...]:
    """The fields of a card, in the order in which they are given."""
    known = _NAMES.get(kind)
    if known is None:
        known = _NAMES[kind] = getattr(kind, "_fields", None) or tuple(each.name for each in fields(kind))
    return known


_NAMES: dict[type[Any], tuple[str, ...]] = {}


class _Packer:
    """Lists cards as they come up."""

    def __init__(self) -> None:
        self.listed: list[list[Any]] = []
        self.places: dict[int, int] = {}
        """By the identity of a card."""

    def plain(self, value: Any) -> Any:
        """What stands for a value in JSON. Raises TypeError."""
        kind = type(value)
        if value is None or kind in (bool, int, float, str):
            return value
        if kind is tuple:
            return [self.plain(each) for each in value]
        if kind in (dict, MappingProxyType):
            sign = FROZEN if kind is MappingProxyType else MAPPING
            return {sign: [[key, self.plain(item)] for key, item in value.items()]}
        if CLASSES.get(kind.__name__) is not kind:
            raise TypeError(f"{kind.__name__} is not kept")
        if id(value) not in self.places:
            given = [getattr(value, name) for name in _names(kind)]
            line = [kind.__name__, *(self.plain(each) for each in given)]
            self.places[id(value)] = len(self.listed)
            self.listed.append(line)
        return {CARD: self.places[id(value)]}
