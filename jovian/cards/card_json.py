"""The JSON form of a unit card with all that upgrades, hardpoints, and dice have changed on it.

A card file describes a printed card. A game also has cards that no file describes: a ship with upgrades, a station with
rolled ratings, a ship whose weapons are secret.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from math import isfinite
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from jovian.cards import names
from jovian.cards.files import one_line
from jovian.cards.fleet import Trait, UnitCard
from jovian.cards.traits import CARD_TRAITS, CARD_WEAPON_TRAITS
from jovian.frozen import freeze_mapping

SOURCE = "source_text"
"""The field that isn't written: the file of the printed card."""
MAX_NUMBER = 10_000
"""The largest number of a card."""
MAX_BASE = 48
"""The largest width and length of a base in inches."""
MAX_ITEMS = 500
"""The maximum length of a list."""
MAX_TEXT = 2000
"""The maximum number of characters of a text."""
KINDS = ("capital", "squadron", "object")


def card_to_json(card: UnitCard) -> dict[str, Any]:
    """Return a card as JSON. Fields with their default value are omitted."""
    data: dict[str, Any] = _plain(card)
    return data


def read_card(data: Any) -> UnitCard:
    """Return the card of any JSON. Raises ValueError with one line if it isn't one."""
    card: UnitCard = _read(UnitCard, data, "card")
    for fault in _faults(card):
        raise ValueError(f"card '{one_line(card.key, 60)}': {fault}")
    return card


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        written = ((item, getattr(value, item.name)) for item in fields(value) if item.name != SOURCE)
        return {item.name: _plain(content) for item, content in written if content != item.default}
    if isinstance(value, Mapping):
        return {key: _plain(content) for key, content in value.items()}
    return [_plain(content) for content in value] if isinstance(value, tuple) else value


@cache
def _types(kind: type) -> dict[str, Any]:
    """Return the type of each field of a class."""
    return get_type_hints(kind)


def _read(kind: Any, data: Any, where: str) -> Any:
    """Return a value of a type from its JSON. Raises ValueError."""
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        inner = next(arg for arg in args if arg is not NoneType)
        return None if data is None and NoneType in args else _read(inner, data, where)
    if origin is tuple:
        return _read_list(args, data, where)
    if origin is Mapping:
        if not isinstance(data, dict):
            raise ValueError(f"{where} must be a mapping")
        return freeze_mapping(
            {key: _read(args[1], value, f"{where} {one_line(key, 40)}") for key, value in data.items()}
        )
    if origin is Literal:
        if data not in args:
            raise ValueError(f"{where} must be one of {', '.join(args)}")
        return data
    if is_dataclass(kind):
        return _read_fields(kind, data, where)
    if issubclass(kind, tuple):
        values = _read_list(tuple(_types(kind).values()), data, where)
        return kind(*values)
    return _read_plain(kind, data, where)


def _read_list(args: tuple[Any, ...], data: Any, where: str) -> tuple[Any, ...]:
    if not isinstance(data, list) or len(data) > MAX_ITEMS:
        raise ValueError(f"{where} must be a list of at most {MAX_ITEMS}")
    if args[-1] is Ellipsis:
        return tuple(_read(args[0], item, where) for item in data)
    if len(data) != len(args):
        raise ValueError(f"{where} must be a list of {len(args)}")
    return tuple(_read(arg, item, where) for arg, item in zip(args, data, strict=True))


def _read_fields(kind: Any, data: Any, where: str) -> Any:
    types = {item.name: _types(kind)[item.name] for item in fields(kind) if item.name != SOURCE}
    needed = {item.name for item in fields(kind) if item.default is MISSING and item.name != SOURCE}
    if not isinstance(data, dict):
        raise ValueError(f"{where} must be a mapping")
    wrong, missing = sorted(set(data) - set(types)), sorted(needed - set(data))
    if wrong or missing:
        cause = f"unknown key '{one_line(wrong[0], 40)}'" if wrong else f"key '{missing[0]}' is missing"
        raise ValueError(f"{where}: {cause}")
    values = {key: _read(types[key], value, key) for key, value in data.items()}
    return kind(**values, **({SOURCE: "{}"} if kind is UnitCard else {}))


def _read_plain(kind: type, data: Any, where: str) -> Any:
    if kind is float and type(data) in (int, float) and isfinite(data) and abs(data) <= MAX_NUMBER:
        return float(data)
    if type(data) is not kind or kind is float or (isinstance(data, int) and abs(data) > MAX_NUMBER):
        words = {str: "a text", int: "a whole number", float: "a number", bool: "true or false"}
        limit = f" of at most {MAX_NUMBER}" if kind in (int, float) else ""
        raise ValueError(f"{where} must be {words[kind]}{limit}")
    if isinstance(data, str) and not (data.isprintable() and len(data) <= MAX_TEXT):
        raise ValueError(f"{where} must be a text of at most {MAX_TEXT} printable characters")
    return data


def _faults(card: UnitCard) -> Iterator[str]:
    """Yield the words of a card that the rules don't know, and sizes that no base has."""
    weapons = [mount.weapon for mount in card.mounts]
    allowed = (
        ("kind", [card.kind], KINDS),
        ("squadron_type", [card.squadron_type] if card.squadron_type else [], names.SQUADRON_TYPES),
        ("type", [weapon.type for weapon in weapons], names.WEAPON_TYPES),
        ("arcs", [arc for weapon in weapons for arc in weapon.arcs], names.ARCS),
        ("traits", _trait_names(card.traits), CARD_TRAITS),
        ("traits", [name for weapon in weapons for name in _trait_names(weapon.traits)], CARD_WEAPON_TRAITS),
    )
    for key, words, known in allowed:
        for word in words:
            if word not in known:
                yield f"{key} can't be '{one_line(word, 40)}'"
    if not all(0 < size <= MAX_BASE for size in (card.base.width, card.base.length)):
        yield f"a base must have a width and a length of at most {MAX_BASE}"
    if card.cover is not None:
        yield from _faults(card.cover)


def _trait_names(traits: tuple[Trait, ...]) -> list[str]:
    return [trait.name for trait in traits]
