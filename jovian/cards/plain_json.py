"""Frozen values as plain JSON, by the types of their fields. `plain_reader.py` reads them back.

A card file describes a printed card. A game also has cards that no file describes: a ship with upgrades, a station with
rolled ratings, a ship whose weapons are secret.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from types import MappingProxyType
from typing import Any

SOURCE = "source_text"
"""The field that isn't written: the file of the printed card."""
KEY = "key"
"""In the metadata of a field: its key in JSON, where Python reserves the word."""
MAX_NUMBER = 10_000
"""The largest number without other limits."""
MAX_BASE = 48
"""The largest width and length of a base in inches."""
MAX_ITEMS = 500
"""The maximum length of a list without other limits."""
MAX_TEXT = 2000
"""The maximum number of characters of a text."""


READERS: dict[Any, Callable[[Any], Any]] = {}
"""Functions that read types with a form of their own from any JSON, or raise ValueError. Higher layers add theirs."""
SIMPLE = (str, int, float, bool, type(None))


def to_plain(value: Any) -> Any:
    """Return a value as JSON: tuples as lists, frozen values as objects. Fields with their default value are omitted.

    >>> from jovian.dice import Pool
    >>> to_plain((Pool(3, macro=1), "Long Reach", None))
    [{'base': 3, 'macro': 1}, 'Long Reach', None]
    """
    if type(value) in SIMPLE:
        return value
    if isinstance(value, tuple | list):
        return [to_plain(content) for content in value]
    if isinstance(value, dict | MappingProxyType):
        return {key: to_plain(content) for key, content in value.items()}
    if is_dataclass(value):
        written = ((item, getattr(value, item.name)) for item in fields(value) if item.name != SOURCE)
        return {item.name: to_plain(content) for item, content in written if content != item.default}
    if isinstance(value, str):
        return str(value)
    raise TypeError(f"{value!r} has no plain JSON")


def read_text(data: Any) -> str:
    """Return a text of any JSON. Raises ValueError if it isn't one, is too long, or can't be displayed."""
    if type(data) is not str or len(data) > MAX_TEXT or not data.isprintable():
        raise ValueError(f"must be a text of at most {MAX_TEXT} printable characters")
    return data
